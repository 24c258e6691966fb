//! What counts has a form for one: no "1 items", in no language.

use countersign_speech::{Language, Phrase, phrases, say};

/// Counts that are never one, or that have a text of their own for one, each with the reason. By the English words.
const NEVER_ONE: [(&str, &str); 30] = [
    ("no more of the body came for {n#} seconds", "20"),
    ("The run took", "a limit"),
    ("for {days#} days", "one day has a phrase of its own"),
    ("every {n#} ", "every day, every week"),
    ("It takes the place of {n#} items", "one is named"),
    ("about {n#} tokens", "thousands"),
    ("{n#} days ago", "yesterday"),
    ("All {n#} lines", "the only line"),
    ("kept {n#} proposals", "at least as many as were turned down"),
    ("fewer than {n#} like decisions", "a limit"),
    ("this changes {n#} files", "one is named"),
    ("Undo {n#} changes", "one is named"),
    ("Proposed as well: {n#} items", "one is named"),
    ("the last {n#} entries", "the last entry"),
    ("all {n#} entries", "a ledger begins with several"),
    ("{n#} todos and {m#} change sets", "a damaged installation that was in use"),
    ("nests deeper than", "a limit"),
    ("more than {n#} days", "a limit"),
    ("a list of at most", "a limit"),
    ("more than {n#} files", "a limit"),
    ("{n#} stored outputs", "one is not ambiguous"),
    ("{MOST#} sub-tasks", "a limit"),
    ("has {last#} days", "a month has more"),
    ("by {h#} points", "a picture that is read has more"),
    ("{n#} tool calls", "more than may be"),
    ("{n#} todos:{list;}", "one is told in a sentence"),
    ("{n#} event streams", "more than may be"),
    ("{n#} subscriptions", "more than may be"),
    ("{n#} operations are too many", "more than may be"),
    ("{n#} workspaces", "one need not be named"),
];

/// Words after a number that only look like a plural.
const NO_PLURAL: [&str; 14] =
    ["is", "has", "does", "was", "needs", "differs", "this", "as", "its", "times", "holds", "bytes", "s", "updates"];
/// Before a number that names one thing, or all of which some are counted.
const NO_COUNT: [&str; 2] = ["item ", "of "];

/// The plural that stands behind a counted gap: `{n#} late changes` → `changes`.
fn counted(template: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for (at, _) in template.match_indices("#}") {
        let Some(begin) = template[..at].rfind('{') else { continue };
        let name = &template[begin + 1..at];
        if NO_COUNT.iter().any(|word| template[..begin].ends_with(word)) && !template[..begin].ends_with("place of ") {
            continue;
        }
        let words = template[at + 2..].split([' ', ',', '.', ';', ':', ')']).skip(1).take(2);
        let plural = words
            .take_while(|w| !w.is_empty() && !w.starts_with('{'))
            .find(|w| w.ends_with('s') && w.chars().all(|c| c.is_alphabetic() || c == '-') && !NO_PLURAL.contains(w));
        if template[at + 2..].starts_with(' ')
            && let Some(plural) = plural
        {
            found.push((name.to_owned(), plural.to_owned()));
        }
    }
    found
}

/// Whether the phrase says it of one as well, or another phrase does in its own words.
fn has_one(phrase: &Phrase, name: &str, template: &str, all: &[Phrase]) -> bool {
    let of_one = format!("{{{name}#1}}");
    let head = template.split(&format!("{{{name}#}}")).next().unwrap_or_default();
    let other = |english: &&str| {
        let rest = english.strip_prefix(head);
        rest.is_some_and(|rest| ["1 ", "one ", "The ", "the "].iter().any(|one| rest.starts_with(one)))
    };
    phrase.english.iter().any(|english| english.contains(&of_one))
        || (!head.is_empty() || template.starts_with('{'))
            && all.iter().flat_map(|phrase| &phrase.english).any(|english| other(english) && alike(english, template))
}

/// Whether two templates end in the same word, or share the counted one.
fn alike(one: &str, many: &str) -> bool {
    let words = |text: &str| {
        text.split(' ').map(|w| w.trim_end_matches(['s', '.', ',', ';'])).map(str::to_owned).collect::<Vec<_>>()
    };
    let (one, many) = (words(one), words(many));
    many.iter().filter(|word| word.len() > 3 && !word.contains('{')).any(|word| one.contains(word))
}

#[test]
fn every_count_has_a_form_for_one() {
    let all = phrases();
    let mut lacking = Vec::new();
    for phrase in &all {
        for template in &phrase.english {
            for (name, _) in counted(template) {
                let known = NEVER_ONE.iter().any(|(words, _)| template.contains(words));
                if !known && !has_one(phrase, &name, template, &all) {
                    lacking.push(format!("{}: {template}", phrase.file));
                }
            }
        }
    }
    lacking.dedup();
    assert!(lacking.is_empty(), "{} counts without a form for one:\n{}", lacking.len(), lacking.join("\n"));
}

#[test]
fn counts_are_said_as_the_language_counts() {
    for (english, said) in [
        (
            "Forgets 1 completed date.",
            [
                "Vergisst 1 erledigten Tag.",
                "Olvida 1 fecha completada.",
                "Oublie 1 date terminée.",
                "Uită 1 dată finalizată.",
            ],
        ),
        (
            "1 calendar event is in the file; only todos are read",
            [
                "1 Termin ist in der Datei; gelesen werden nur Aufgaben",
                "hay 1 evento en el archivo; solo se leen tareas",
                "1 événement est dans le fichier ; seules les tâches sont lues",
                "1 eveniment este în fișier; se citesc doar sarcinile",
            ],
        ),
        (
            "21 calendar events are in the file; only todos are read",
            [
                "21 Termine sind in der Datei; gelesen werden nur Aufgaben",
                "hay 21 eventos en el archivo; solo se leen tareas",
                "21 événements sont dans le fichier ; seules les tâches sont lues",
                "21 de evenimente sunt în fișier; se citesc doar sarcinile",
            ],
        ),
        (
            "1 of 3 steps done; 1 change proposed.",
            [
                "1 von 3 Schritten erledigt; 1 Änderung vorgeschlagen.",
                "1 de 3 pasos hecho; 1 cambio propuesto.",
                "1 étape sur 3 faite ; 1 changement proposé.",
                "1 din 3 pași făcut; 1 modificare propusă.",
            ],
        ),
        (
            "2 of 3 calls of tools were done.",
            [
                "2 von 3 Werkzeugaufrufen sind getan.",
                "Se hicieron 2 de 3 llamadas a herramientas.",
                "2 appels d’outils sur 3 ont été faits.",
                "S-au făcut 2 din 3 apeluri de unelte.",
            ],
        ),
        (
            "1 of 3 calls of tools was done.",
            [
                "1 von 3 Werkzeugaufrufen ist getan.",
                "Se hizo 1 de 3 llamadas a herramientas.",
                "1 appel d’outil sur 3 a été fait.",
                "S-a făcut 1 din 3 apeluri de unelte.",
            ],
        ),
        (
            "1 of 13 steps was left out: at most 12 are planned at once.",
            [
                "1 von 13 Schritten wurde weggelassen: Höchstens 12 werden auf einmal geplant.",
                "Se dejó fuera 1 de 13 pasos: se planean como máximo 12 a la vez.",
                "1 étape sur 13 a été laissée de côté : au plus 12 sont prévues à la fois.",
                "1 din 13 pași a fost lăsat deoparte: se planifică cel mult 12 odată.",
            ],
        ),
        (
            "this deletes 0 and updates 1 todo or file; confirm it",
            [
                "das löscht 0 und ändert 1 Aufgabe oder Datei; bestätigen Sie es",
                "esto elimina 0 y cambia 1 tarea o archivo; confírmelo",
                "ceci supprime 0 et modifie 1 tâche ou fichier ; confirmez",
                "aceasta șterge 0 și modifică 1 sarcină sau fișier; confirmați",
            ],
        ),
        (
            "1 line of the checklist was cut to 400 characters",
            [
                "1 Zeile der Checkliste wurde auf 400 Zeichen gekürzt",
                "1 línea de la lista se cortó a 400 caracteres",
                "1 ligne de la liste a été coupée à 400 caractères",
                "1 linie a listei a fost tăiată la 400 de caractere",
            ],
        ),
        (
            "21 lines of the checklist were empty or too many",
            [
                "21 Zeilen der Checkliste waren leer oder zu viel",
                "21 líneas de la lista estaban vacías o sobraban",
                "21 lignes de la liste étaient vides ou de trop",
                "21 de linii ale listei erau goale sau în plus",
            ],
        ),
    ] {
        for (language, said) in Language::ALL.into_iter().zip(said) {
            assert_eq!(say(english, language).as_deref(), Some(said), "{english}");
        }
    }
}

#[test]
fn what_begins_a_sentence_elsewhere_is_said_inside_of_one() {
    for (language, said) in [
        (Language::German, "Meinten Sie: „gym“ löschen?"),
        (Language::Spanish, "¿Quiso decir: eliminar «gym»?"),
        (Language::French, "Vouliez-vous dire : supprimer « gym » ?"),
        (Language::Romanian, "Ați vrut să spuneți: șterge „gym”?"),
    ] {
        assert_eq!(say("Did you mean: delete “gym”?", language).as_deref(), Some(said));
    }
}
