//! Messages in German, Spanish, French and Romanian by their effect; and that English stays English.

// Functions shared by tests are not inside #[test], which is all that clippy.toml exempts.

use crate::effect;
use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use countersign_planner::dates::Clock;
use countersign_planner::interpret::{Answer, Context, Decision, interpret};
use countersign_planner::languages;
use serde_json::{Map, Value, json};

pub(crate) const LANGUAGES: [(&str, &str, [&str; 11]); 4] = [
    (
        "de",
        include_str!("../data/languages/de.txt"),
        [
            "Zahnarzt",
            "Milch kaufen",
            "Yoga",
            "Steuer Teil 1",
            "Steuer Teil 2",
            "Bericht schreiben",
            "Miete zahlen",
            "Reisepass verlängern",
            "Oma anrufen",
            "Teamessen",
            "Blumen gießen",
        ],
    ),
    (
        "es",
        include_str!("../data/languages/es.txt"),
        [
            "Dentista",
            "Comprar leche",
            "Yoga",
            "Impuestos parte 1",
            "Impuestos parte 2",
            "Escribir el informe",
            "Pagar el alquiler",
            "Renovar el pasaporte",
            "Llamar a la abuela",
            "Comida de equipo",
            "Regar las flores",
        ],
    ),
    (
        "fr",
        include_str!("../data/languages/fr.txt"),
        [
            "Dentiste",
            "Acheter du lait",
            "Yoga",
            "Impôts partie 1",
            "Impôts partie 2",
            "Écrire le rapport",
            "Payer le loyer",
            "Renouveler le passeport",
            "Appeler mamie",
            "Déjeuner d'équipe",
            "Arroser les fleurs",
        ],
    ),
    (
        "ro",
        include_str!("../data/languages/ro.txt"),
        [
            "Dentist",
            "Cumpără lapte",
            "Yoga",
            "Taxe partea 1",
            "Taxe partea 2",
            "Scrie raportul",
            "Plătește chiria",
            "Reînnoiește pașaportul",
            "Sună-o pe bunica",
            "Prânz cu echipa",
            "Udă florile",
        ],
    ),
];

/// Saturday, as in the worked answers of TODOS.md.
pub(crate) fn clock() -> Clock {
    Clock::new(jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0), "America/New_York")
}

/// The same world in every language.
pub(crate) fn world(titles: &[&str; 11]) -> Todos {
    let rest = [
        json!({"scheduledFor": "2026-11-24", "timeOfDay": "15:00"}),
        json!({}),
        json!({"scheduledFor": "2026-11-04", "timeOfDay": "18:00", "completedDates": ["2026-11-04", "2026-11-11", "2026-11-18"],
               "recurrence": {"type": "weekly", "interval": 1, "byDay": ["WE"]}}),
        json!({}),
        json!({}),
        json!({"dueDate": "2026-11-27", "priority": "high"}),
        json!({"dueDate": "2026-12-01"}),
        json!({"scheduledFor": "2026-11-16"}),
        json!({"scheduledFor": "2026-11-21"}),
        json!({"scheduledFor": "2026-11-18", "status": "done"}),
        json!({"scheduledFor": "2026-11-23", "labels": ["garten"]}),
    ];
    let todos = (1..).zip(titles).zip(rest).map(|((id, title), mut todo)| {
        todo["id"] = json!(id);
        todo["title"] = json!(title);
        serde_json::from_value::<Todo>(todo).expect("a todo")
    });
    Todos::new(todos)
}

/// What came of a message, in the words of the tables: `ask`, `talk`, `unsure`, `shows 1,2`, or its effect:
/// `new Title; date …; time …`, `1 gone`, `1 date …`, several set apart by ` & `.
fn outcome(answer: &Answer, todos: &Todos) -> String {
    match answer.decision {
        Decision::Clarify => "ask".to_owned(),
        Decision::Unsure => "unsure".to_owned(),
        Decision::Chat if answer.asked.is_some() || !answer.answer_ids.is_empty() => {
            let ids: Vec<String> = answer.answer_ids.iter().map(ToString::to_string).collect();
            format!("shows {}", ids.join(",")).trim_end().to_owned()
        }
        Decision::Chat => "talk".to_owned(),
        Decision::Plan => {
            let effect = effect::effect_of(&answer.ops, todos, &clock());
            let mut out: Vec<String> = Vec::new();
            for (id, what) in effect.as_object().expect("an effect") {
                match what {
                    Value::Array(_) if id == "undo" => out.push("undo".to_owned()),
                    Value::Null => out.push(format!("{id} gone")),
                    Value::Array(new) if id == "new" => out.extend(new.iter().map(|n| format!("new {}", fields(n)))),
                    Value::Object(_) => out.push(format!("{id} {}", fields(what))),
                    other => out.push(format!("{id} {other}")),
                }
            }
            out.sort();
            if out.is_empty() { "nothing".to_owned() } else { out.join(" & ") }
        }
    }
}

fn fields(what: &Value) -> String {
    let plain = |v: &Value| match v {
        Value::String(s) => s.clone(),
        Value::Null => "none".to_owned(),
        Value::Array(all) => {
            all.iter().map(|v| v.as_str().unwrap_or_default().to_owned()).collect::<Vec<_>>().join(",")
        }
        other => other.to_string(),
    };
    let map: &Map<String, Value> = what.as_object().expect("fields");
    let order = [
        ("title", ""),
        ("scheduledFor", "date "),
        ("timeOfDay", "time "),
        ("dueDate", "due "),
        ("priority", ""),
        ("status", ""),
        ("recurrence", ""),
        ("estimate", "minutes "),
        ("labels", "labels "),
        ("notes", "notes "),
        ("skippedDates", "skipped "),
        ("completedDates", "did "),
        ("moved", "moved "),
    ];
    let known = order.iter().filter_map(|(key, say)| map.get(*key).map(|v| format!("{say}{}", plain(v))));
    let other = map.keys().filter(|k| !order.iter().any(|(key, _)| key == k)).map(|k| format!("{k}?"));
    known.chain(other).map(|f| f.trim_end().to_owned()).collect::<Vec<_>>().join("; ")
}

/// A row: `message => outcome`, or `message >> answer => outcome` for an answer to the question it causes.
pub(crate) fn rows(table: &str) -> impl Iterator<Item = (&str, Option<&str>, &str)> {
    table.lines().filter(|l| !l.trim().is_empty() && !l.starts_with("//")).map(|line| {
        let (said, want) = line.split_once(" => ").unwrap_or_else(|| panic!("no outcome: {line}"));
        match said.split_once(" >> ") {
            Some((said, answer)) => (said, Some(answer), want.trim()),
            None => (said, None, want.trim()),
        }
    })
}

#[test]
fn every_message_has_its_effect() {
    let mut wrong = Vec::new();
    for (code, table, titles) in &LANGUAGES {
        let todos = world(titles);
        let mut count = 0;
        for (said, then, want) in rows(table) {
            count += 1;
            let history = json!([{"batch": "b1", "ops": [{"op": "delete", "id": 50}]}]);
            let ctx: Context = serde_json::from_value(json!({"history": history})).unwrap();
            let said = said.replace("\\n", "\n");
            let mut answer = interpret(&said, &todos, &clock(), &ctx);
            if let Some(then) = then {
                assert_eq!(answer.decision, Decision::Clarify, "{code}: {said} asks nothing");
                let clarify = json!({"question": answer.question, "options": answer.options, "instruction": said});
                let ctx: Context = serde_json::from_value(json!({"history": history, "clarify": clarify})).unwrap();
                answer = interpret(then, &todos, &clock(), &ctx);
            }
            let got = outcome(&answer, &todos);
            if got != want {
                wrong.push(format!(
                    "{code}: {said}{}\n   want {want}\n   got  {got}",
                    then.map(|t| format!(" >> {t}")).unwrap_or_default()
                ));
            }
        }
        assert!(count >= 120, "{code} has {count} rows");
    }
    assert!(wrong.is_empty(), "{} rows differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn english_is_never_taken_for_another_language() {
    let tables = [
        include_str!("../data/interpret/plans.jsonl"),
        include_str!("../data/interpret/talk.jsonl"),
        include_str!("../data/interpret/answers.jsonl"),
        include_str!("../data/interpret/desk.jsonl"),
        include_str!("../data/interpret/adversary.jsonl"),
    ];
    let todos = world(&LANGUAGES[0].2);
    let mut said: Vec<String> = Vec::new();
    for line in tables.iter().flat_map(|t| t.lines()).filter(|l| !l.trim().is_empty()) {
        let row: Value = serde_json::from_str(line).unwrap();
        said.push(row["i"].as_str().unwrap().to_owned());
    }
    let plain = [
        include_str!("../data/sentences.txt"),
        include_str!("../data/no_dates.txt"),
        include_str!("../data/phrases.txt"),
        include_str!("../data/repeats.txt"),
        include_str!("../data/fresh/one.txt"),
        include_str!("../data/fresh/two.txt"),
        include_str!("../data/fresh/three.txt"),
        include_str!("../data/fresh/phrases.txt"),
        include_str!("../data/fresh/repeats.txt"),
        include_str!("../data/languages/en.txt"),
    ];
    said.extend(
        plain
            .iter()
            .flat_map(|t| t.lines())
            .filter(|l| !l.trim().is_empty())
            .map(|l| l.split([';', '|', '\t']).next().unwrap_or(l).split(" => ").next().unwrap_or(l).trim().to_owned()),
    );
    assert!(said.len() > 2_000, "{} sentences", said.len());
    let foreign: Vec<String> = said
        .iter()
        .filter_map(|s| languages::hear(s, &todos, &clock()).map(|h| format!("{}: {s}", h.language)))
        .collect();
    assert!(foreign.is_empty(), "{}", foreign.join("\n"));
}

#[test]
fn what_was_taken_is_shown_in_the_writers_words() {
    let todos = world(&LANGUAGES[0].2);
    let answer =
        interpret("Erinnere mich morgen um halb acht daran, Paul anzurufen", &todos, &clock(), &Context::default());
    assert_eq!(
        serde_json::to_value(&answer.consumed).unwrap(),
        json!([{"text": "morgen um halb acht", "as": "scheduledFor"}])
    );
    let held = interpret("Leg Steuer Teil 1 auf Eis", &todos, &clock(), &Context::default());
    assert_eq!((held.decision, held.options.iter().map(|id| id.0).collect()), (Decision::Clarify, vec![4]));
}

/// One word that takes back is no order without its object, though the same word begins one.
#[test]
fn a_bare_word_takes_back() {
    let todos = world(&LANGUAGES[2].2);
    let history =
        json!([{ "batch": "b7", "ops": [{ "op": "delete", "id": 90, "before": { "id": 90, "title": "Pain" } }] }]);
    let context = Context { history: serde_json::from_value(history).unwrap(), ..Context::default() };
    for word in ["rückgängig", "zurück", "deshacer", "deshaz", "annuler", "Annule !", "défais", "anulează", "anuleaza"]
    {
        let answer = interpret(word, &todos, &clock(), &context);
        let ops: Vec<Value> = answer.ops.iter().map(|op| op.to_value()).collect();
        assert_eq!((answer.decision, ops), (Decision::Plan, vec![json!({ "op": "undo", "batch": "b7" })]), "{word}");
    }
    // Any other order still asks for its todo.
    for word in ["supprime", "lösche", "borra", "șterge"] {
        assert_eq!(interpret(word, &todos, &clock(), &context).decision, Decision::Clarify, "{word}");
    }
}
