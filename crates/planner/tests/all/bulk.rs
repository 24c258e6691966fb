//! Orders about a set: what was said of it chooses and is no value, and all of them are meant only where nothing more was
//! said. What a plan writes was said.

// Functions shared by tests are not inside #[test], which is all that clippy.toml exempts.

use crate::findings::{check, home, line};
use crate::languages::{LANGUAGES, clock, rows, world};
use countersign_core::ids::TodoId;
use countersign_core::operation::Operation;
use countersign_core::todos::Todos;
use countersign_planner::interpret::{Answer, Context, Decision, interpret};
use serde_json::Value;

const TABLE: &str = include_str!("../data/findings/bulk.txt");

fn said(section: &str) {
    let todos = home();
    check(section, TABLE, |text| line(&read(text, &todos)));
}

fn read(text: &str, todos: &Todos) -> Answer {
    interpret(text, todos, &clock(), &Context::default())
}

#[test]
fn a_predicate_in_front_of_the_value_chooses() {
    said("a predicate in front of the value chooses");
}

#[test]
fn what_else_a_todo_has_chooses() {
    said("what else a todo has chooses");
}

#[test]
fn several_sets_are_all_of_either() {
    said("all of these and all of those");
}

#[test]
fn an_order_behind_a_value_is_none_of_it() {
    said("an order behind a value");
}

#[test]
fn a_label_is_no_line_and_no_todo() {
    said("labels in other words");
}

#[test]
fn fields_of_something_new_are_none_of_its_title() {
    said("fields of something new");
}

/// The todos that a plan changes; `None` where it makes one.
fn changed(answer: &Answer) -> Option<Vec<TodoId>> {
    let mut out = Vec::new();
    for op in &answer.ops {
        if matches!(op, Operation::Create(_)) {
            return None;
        }
        out.extend(op.predicate().and_then(|p| p.ids.clone()).unwrap_or_default());
        out.extend(op.target().and_then(countersign_core::operation::Target::id));
    }
    Some(out)
}

const LOW: &[i64] = &[9, 11, 12];
const HIGH: &[i64] = &[2, 8];
const TODAY: &[i64] = &[2, 3, 15, 17];
const MONDAY: &[i64] = &[5, 12, 15];
const WORK: &[i64] = &[2, 5, 10, 12, 13];
const NONE: &[i64] = &[];

/// A language: its predicates with the todos that they name at most, and what becomes of a set.
type Tongue = (&'static [(&'static str, &'static [i64])], &'static [&'static str]);

const TONGUES: [Tongue; 5] = [
    (
        &[
            ("all tasks with priority low", LOW),
            ("everything of high priority", HIGH),
            ("all tasks for today", TODAY),
            ("all tasks on monday", MONDAY),
            ("all work tasks", WORK),
            ("all tasks with an estimate", &[14]),
            ("all tasks with an estimate over 30 minutes", &[14]),
            ("all tasks with a time", &[1, 5, 6]),
            ("all tasks with a checklist", &[7]),
            ("all tasks with a label", &[1, 2, 4, 5, 10, 12, 13]),
            ("all tasks at 9am on monday", &[5]),
            ("all tasks over 2 weeks old", NONE),
            ("all tasks created today", NONE),
            ("the oldest task", NONE),
            ("the first two tasks", NONE),
        ],
        &[
            "move {} to december 4",
            "complete {}",
            "mark {} as done",
            "delete {}",
            "make {} high priority",
            "set {} to low priority",
            "tag {} with home",
            "set {} due december 4",
            "set the estimate of {} to 10 minutes",
        ],
    ),
    (
        &[
            ("alle Aufgaben mit niedriger Priorität", LOW),
            ("alles mit hoher Priorität", HIGH),
            ("alles für heute", TODAY),
            ("alle heutigen Aufgaben", TODAY),
            ("alle Aufgaben am Montag", MONDAY),
            ("alle Aufgaben mit Label work", WORK),
            ("alle #work Aufgaben", WORK),
            ("alle Aufgaben mit Notizen", NONE),
            ("alle Aufgaben von heute mit niedriger Priorität", NONE),
        ],
        &[
            "verschiebe {} auf den 4. Dezember",
            "erledige {}",
            "markiere {} als erledigt",
            "lösche {}",
            "setze {} auf hohe Priorität",
            "setze {} auf niedrige Priorität",
            "{} auf Freitag verschieben",
            "{} löschen",
        ],
    ),
    (
        &[
            ("todas las tareas de prioridad baja", LOW),
            ("todas las tareas con prioridad alta", HIGH),
            ("todo lo de hoy", TODAY),
            ("todas las tareas del lunes", MONDAY),
            ("todo lo que tenga la etiqueta work", WORK),
            ("todas las tareas con notas", NONE),
        ],
        &[
            "mueve {} al 4 de diciembre",
            "completa {}",
            "marca {} como hechas",
            "borra {}",
            "pon {} en prioridad alta",
            "pon {} con prioridad baja",
            "aplaza {} al viernes",
        ],
    ),
    (
        &[
            ("toutes les tâches de priorité basse", LOW),
            ("toutes les tâches avec une priorité haute", HIGH),
            ("tout ce qui est prévu aujourd'hui", TODAY),
            ("toutes les tâches de lundi", MONDAY),
            ("tout ce qui est étiqueté work", WORK),
            ("toutes les tâches avec des notes", NONE),
        ],
        &[
            "déplace {} au 4 décembre",
            "termine {}",
            "marque {} comme faites",
            "supprime {}",
            "mets {} en priorité haute",
            "mets {} en priorité basse",
            "reporte {} à vendredi",
        ],
    ),
    (
        &[
            ("toate sarcinile cu prioritate mică", LOW),
            ("toate sarcinile cu prioritate mare", HIGH),
            ("tot ce e pentru azi", TODAY),
            ("tot ce e luni", MONDAY),
            ("tot ce are eticheta work", WORK),
            ("toate sarcinile cu note", NONE),
        ],
        &[
            "mută {} pe 4 decembrie",
            "bifează {}",
            "marchează {} ca terminate",
            "șterge {}",
            "pune {} la prioritate mare",
            "pune {} la prioritate mică",
            "amână {} pe vineri",
        ],
    ),
];

#[test]
fn a_plan_about_a_set_changes_none_outside_of_it() {
    let todos = home();
    let (mut all, mut read_so, mut wrong) = (0, 0, Vec::new());
    for (sets, orders) in TONGUES {
        for (set, named) in sets {
            for order in orders {
                let text = order.replace("{}", set);
                let answer = read(&text, &todos);
                all += 1;
                if answer.decision != Decision::Plan {
                    continue;
                }
                let within = changed(&answer).is_some_and(|ids| ids.iter().all(|id| named.contains(&id.0)));
                read_so += usize::from(within);
                if !within {
                    wrong.push(format!("{text} => {}", line(&answer)));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {all} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(read_so * 100 >= all * 60, "{read_so} of {all} read");
}

/// The words of a text, small and without marks.
fn words(text: &str) -> Vec<String> {
    let plain = text.to_lowercase().replace(['’', '‘'], "'");
    plain.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_owned).collect()
}

/// What the operations of a plan write: titles, notes, labels, lines and reasons.
fn written(op: &Operation) -> Vec<String> {
    fn collect(value: &Value, out: &mut Vec<String>) {
        match value {
            Value::String(text) => out.push(text.clone()),
            Value::Array(all) => all.iter().for_each(|one| collect(one, out)),
            Value::Object(all) => all.get("title").into_iter().for_each(|title| collect(title, out)),
            _ => {}
        }
    }
    let op = op.to_value();
    let set = op.get("set").filter(|set| set.is_object()).unwrap_or(&op);
    let mut out = Vec::new();
    for key in ["title", "notes", "reason", "labels", "labels_add", "checklist", "checklist_add"] {
        set.get(key).into_iter().for_each(|value| collect(value, &mut out));
    }
    out
}

/// The words that a plan writes and that were not said; an infinitive may have lost its "zu".
fn unsaid(text: &str, answer: &Answer) -> Vec<String> {
    let said = words(text);
    let known = |word: &String| said.iter().any(|w| w == word || w.replacen("zu", "", 1) == *word);
    let ops = answer.ops.iter().filter(|_| answer.decision == Decision::Plan);
    ops.flat_map(written).flat_map(|text| words(&text)).filter(|word| !known(word)).collect()
}

#[test]
fn a_plan_writes_only_what_was_said() {
    let mut wrong = Vec::new();
    for (code, table, titles) in &LANGUAGES {
        let todos = world(titles);
        for (text, _, _) in rows(table).filter(|(_, then, _)| then.is_none()) {
            let text = text.replace("\\n", "\n");
            let unsaid = unsaid(&text, &read(&text, &todos));
            if !unsaid.is_empty() {
                wrong.push(format!("{code}: {text} writes {unsaid:?}"));
            }
        }
    }
    // Orders side by side: what one writes is none of the other's.
    type Side = (&'static [&'static str], &'static [&'static str]);
    const SIDES: [Side; 4] = [
        (
            &[
                "füge Kerzen zu Pack bags hinzu",
                "benenne Call mom in Call dad um",
                "lösche Buy milk",
                "Auto waschen morgen um 15 Uhr",
                "Blumen gießen jeden Sonntag",
                "füge Call mom das Label home hinzu",
            ],
            &[". ", "; ", " und ", " und dann ", ", danach "],
        ),
        (
            &[
                "añade velas a Pack bags",
                "renombra Call mom a Call dad",
                "borra Buy milk",
                "lavar el coche mañana a las 15:00",
                "regar las plantas cada domingo",
                "añade la etiqueta home a Call mom",
            ],
            &[". ", "; ", " y ", " y luego ", ", después "],
        ),
        (
            &[
                "ajoute des bougies à Pack bags",
                "renomme Call mom en Call dad",
                "supprime Buy milk",
                "laver la voiture demain à 15h",
                "arroser les plantes chaque dimanche",
                "ajoute l'étiquette home à Call mom",
            ],
            &[". ", "; ", " et ", " et puis ", ", ensuite "],
        ),
        (
            &[
                "adaugă lumânări la Pack bags",
                "redenumește Call mom în Call dad",
                "șterge Buy milk",
                "spală mașina mâine la 15:00",
                "udă florile în fiecare duminică",
                "adaugă eticheta home la Call mom",
            ],
            &[". ", "; ", " și ", " și apoi ", ", apoi "],
        ),
    ];
    let todos = home();
    let links = [
        "füge", "danach", "añade", "luego", "después", "ajoute", "puis", "ensuite", "adaugă", "apoi", "lösche",
        "borra", "supprime", "șterge", "benenne",
    ];
    for (orders, joins) in SIDES {
        for (first, second) in orders.iter().flat_map(|a| orders.iter().map(move |b| (a, b))).filter(|(a, b)| a != b) {
            for join in joins {
                let text = format!("{first}{join}{second}");
                let answer = read(&text, &todos);
                let of_order = |word: &String| links.contains(&word.as_str());
                let swallowed = answer.ops.iter().flat_map(written).flat_map(|text| words(&text)).any(|w| of_order(&w));
                if swallowed && answer.decision == Decision::Plan || !unsaid(&text, &answer).is_empty() {
                    wrong.push(format!("{text} => {}", line(&answer)));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
