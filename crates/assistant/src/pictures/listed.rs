//! "Add these as todos", with pictures: what the todos say stands in the pictures, everything else in the
//! message. The planner reads the message with a name in the place of the pictures' words, and those words
//! only ever become titles.

use super::{POLITE, one_of};
use crate::words::{Word, Words};

/// Stands in a message for what pictures show.
pub const STAND_IN: &str = "Pictured";
/// Longest line that is a title, in characters.
const LINE: usize = 200;
/// Most todos of one message.
const MOST: usize = 100;

/// Verbs by language, with how a todo is added in it.
const VERBS: [(&str, &str); 5] = [
    ("add put create make turn convert save enter note import schedule plan write remind set", "add todo"),
    ("fuge erstelle mach mache setze lege leg trage schreib schreibe ubernimm erinnere", "neue Aufgabe"),
    ("anade agrega crea pon convierte haz apunta recuerdame anadelos anadelas agregalos", "añade la tarea"),
    ("ajoute cree mets transforme convertis note rappelle-moi ajoute-les mets-les", "ajoute la tâche"),
    ("adauga creeaza pune fa transforma aminteste-mi adauga-le pune-le", "adaugă sarcina"),
];
/// Verbs that say it alone: "add these".
const ADDS: &str = "add remind schedule plan fuge anade agrega recuerdame anadelos anadelas agregalos ajoute ajoute-les \
    rappelle-moi adauga adauga-le aminteste-mi erinnere";
/// Words for what the pictures show.
const REFERS: &str = "these this them those it that all everything picture pictures photo photos image images screenshot \
    screenshots \
    diese dieses dieser diesen diesem das daraus davon daran alle alles bild bilder bildern foto fotos \
    estas estos esta este esto eso las los todas imagen imagenes anadelos anadelas agregalos \
    ces cette cela ceci ca tout toutes tous les ajoute-les mets-les \
    acestea aceste aceasta asta le toate tot imagine imaginea poza adauga-le pune-le";
/// Words for todos.
const TODOS: &str = "todo todos to-do to-dos task tasks reminder reminders list \
    aufgabe aufgaben todoliste aufgabenliste liste erinnerung erinnerungen \
    tarea tareas lista recordatorio recordatorios tache taches rappel rappels sarcina sarcini lista";
/// Words beside them that say nothing more.
const FILL: &str = "items item things lines entries notes names each separate single here above attached shown listed me \
    mir mich hinzu ein an einzelne punkte zeilen \
    cosas elementos lineas choses elements lignes moi elemente randuri";
/// Words that belong to what comes after them.
const JOINS: &str = "in on from of as into to for about with my the a an als aus auf von zu in meine meiner meinen die der den \
    dem para como de del en mi mis la el a una unas comme dans sur des du de ma mes la une pe din ca in mea mele la o un";

/// The message as the planner may read it, with [`STAND_IN`] for what pictures show; absent where the message
/// names its todos itself, or is about something else.
pub fn stand_in(message: &str) -> Option<String> {
    let words = Words::new(message);
    let all = &words.all;
    if message.trim_end().ends_with('?') || all.iter().any(|w| w.quoted) {
        return None;
    }
    let start = all.iter().position(|w| !one_of(w, POLITE))?;
    let verb = all.get(start)?;
    let language = VERBS.iter().find(|(verbs, _)| one_of(verb, verbs)).map(|(_, adds)| *adds);
    let from = start + usize::from(language.is_some() && !one_of(verb, REFERS));
    let known = |w: &Word| one_of(w, REFERS) || one_of(w, TODOS) || one_of(w, FILL);
    // As far as all words are known; one that joins is, with what follows it.
    let mut end = from;
    for (at, word) in all.iter().enumerate().skip(from) {
        if known(word) {
            end = at + 1;
        } else if !one_of(word, JOINS) {
            break;
        }
    }
    let mut last = all.len();
    while last > end && all.get(last - 1).is_some_and(|w| known(w) || one_of(w, JOINS) || one_of(w, POLITE)) {
        last -= 1;
    }
    let taken = || all.get(from..end).into_iter().chain(all.get(last..)).flatten();
    let refers = taken().any(|w| one_of(w, REFERS));
    let todos = taken().any(|w| one_of(w, TODOS)) || language.is_some() && one_of(verb, ADDS);
    if !refers || !todos || language.is_none() && last > end {
        return None;
    }
    let rest = words.slice(end..last);
    let adds = language.filter(|_| !rest.is_empty()).unwrap_or("add todo");
    Some(format!("{adds} \"{STAND_IN}\" {rest}").trim_end().to_owned())
}

/// The todos of an answer about pictures: its JSON, else the lines of a list in it. An answer in sentences has none.
pub fn titles(answer: &str) -> Vec<String> {
    let json = answer.find('{').zip(answer.rfind('}')).and_then(|(from, to)| answer.get(from..=to));
    let value = json.and_then(|json| serde_json::from_str::<serde_json::Value>(json).ok());
    let lines: Vec<String> = match value.as_ref().and_then(|value| value.get("todos")?.as_array()) {
        Some(all) => all.iter().filter_map(|one| one.as_str().map(str::to_owned)).collect(),
        None => answer.lines().filter_map(|line| marked(line.trim()).map(str::to_owned)).collect(),
    };
    let mut titles: Vec<String> = Vec::new();
    for line in lines {
        let title = line.split_whitespace().collect::<Vec<_>>().join(" ");
        if !title.is_empty() && title.chars().count() <= LINE && !titles.contains(&title) {
            titles.push(title);
        }
    }
    titles.truncate(MOST);
    titles
}

/// What a line of a list says, without its mark.
fn marked(line: &str) -> Option<&str> {
    let rest = line.strip_prefix(['-', '*', '•', '☐', '□']).or_else(|| {
        let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        line.get(digits..).filter(|_| (1..=3).contains(&digits))?.strip_prefix(['.', ')'])
    })?;
    let rest = rest.trim_start();
    let open = ["[ ]", "[]", "☐", "□"].iter().find_map(|mark| rest.strip_prefix(mark));
    Some(open.unwrap_or(rest).trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_pictures_say_is_stood_in_for_and_everything_else_is_kept() {
        for (message, want) in [
            ("add these as todos", "add todo \"Pictured\""),
            ("Please add these as todos.", "add todo \"Pictured\""),
            ("add all of these to my list", "add todo \"Pictured\""),
            ("create todos from this picture", "add todo \"Pictured\""),
            ("add this to my list", "add todo \"Pictured\""),
            ("turn this into tasks", "add todo \"Pictured\""),
            ("add these", "add todo \"Pictured\""),
            ("todos from this photo", "add todo \"Pictured\""),
            ("remind me of this tomorrow", "add todo \"Pictured\" tomorrow"),
            ("add these for friday as todos", "add todo \"Pictured\" for friday"),
            ("add these as todos with label shopping", "add todo \"Pictured\" with label shopping"),
            ("füge diese als Aufgaben hinzu", "add todo \"Pictured\""),
            ("mach daraus Aufgaben für morgen", "neue Aufgabe \"Pictured\" für morgen"),
            ("añade estas como tareas", "add todo \"Pictured\""),
            ("ajoute-les à ma liste pour demain", "ajoute la tâche \"Pictured\" pour demain"),
            ("adaugă acestea ca sarcini", "add todo \"Pictured\""),
        ] {
            assert_eq!(stand_in(message).as_deref(), Some(want), "{message}");
        }
        for message in [
            "what is this?",
            "what is on these pictures",
            "add these as todos?",
            "add todo: buy milk",
            "add buy milk to my list",
            "create this image",
            "turn this into a painting",
            "make it blue",
            "delete these todos",
            "complete all tasks",
            "add \"these\" as a todo",
            "this",
        ] {
            assert_eq!(stand_in(message), None, "{message}");
        }
    }

    #[test]
    fn titles_are_the_lines_of_a_list() {
        let want = ["Buy milk", "Call Ann"];
        for answer in [
            "{\"todos\":[\"Buy milk\",\" Call  Ann\",\"Buy milk\",\"\"]}",
            "```json\n{\"todos\": [\"Buy milk\", \"Call Ann\"]}\n```",
            "The list says:\n- Buy milk\n- [ ] Call Ann\n",
            "1. Buy milk\n2) Call Ann",
            "☐ Buy milk\n• Call Ann",
        ] {
            assert_eq!(titles(answer), want, "{answer}");
        }
        for none in ["", "A fox in the snow.", "{\"todos\":[]}", "{\"todos\":[\"cut", "2026 was good"] {
            assert_eq!(titles(none), [""; 0], "{none}");
        }
    }
}
