//! What a model says of a change as if it were made, beside one that waits: nothing is, until somebody signs.

/// Words that deny.
const NOT: &[&str] = &[
    "not", "nothing", "never", "no", "none", "nicht", "nichts", "kein", "keine", "pas", "rien", "aucun", "nada",
    "ningún", "nu", "nimic",
];

/// All of a sentence: it is done.
const DONE: &[&str] = &[
    "done",
    "all done",
    "it is done",
    "it's done",
    "that's done",
    "all set",
    "completed",
    "finished",
    "erledigt",
    "alles erledigt",
    "fertig",
    "ist erledigt",
    "c'est fait",
    "fait",
    "terminé",
    "hecho",
    "ya está hecho",
    "listo",
    "gata",
    "făcut",
    "s-a făcut",
];

/// What somebody did, in English.
const DID: &[&str] = &[
    "added",
    "applied",
    "archived",
    "cancelled",
    "canceled",
    "changed",
    "checked",
    "cleaned",
    "cleared",
    "closed",
    "committed",
    "completed",
    "converted",
    "created",
    "deleted",
    "done",
    "dropped",
    "edited",
    "emailed",
    "finished",
    "fixed",
    "implemented",
    "inserted",
    "made",
    "marked",
    "moved",
    "postponed",
    "pushed",
    "put",
    "refactored",
    "removed",
    "renamed",
    "replaced",
    "rescheduled",
    "rewritten",
    "rewrote",
    "run",
    "ran",
    "saved",
    "scheduled",
    "sent",
    "set",
    "simplified",
    "split",
    "turned",
    "updated",
    "written",
    "wrote",
];

/// What is made of a change.
const MADE: &[&str] = &[
    "it", "that", "this", "them", "those", "change", "changes", "edit", "edits", "update", "updates", "file", "files",
    "todo", "todos", "copy", "copies",
];

/// What a todo is once it has been changed.
const STANDS: &[&str] = &[
    "priority",
    "due",
    "scheduled",
    "planned",
    "done",
    "complete",
    "completed",
    "open",
    "blocked",
    "rejected",
    "gone",
    "set",
];

/// The same in German.
const GETAN: &[&str] = &[
    "abgehakt",
    "abgeschlossen",
    "angelegt",
    "aktualisiert",
    "angepasst",
    "bearbeitet",
    "eingefügt",
    "eingetragen",
    "entfernt",
    "ergänzt",
    "erledigt",
    "ersetzt",
    "erstellt",
    "geändert",
    "gelöscht",
    "gemacht",
    "gesendet",
    "geschrieben",
    "gespeichert",
    "gesetzt",
    "gestrichen",
    "hinzugefügt",
    "umbenannt",
    "umgeschrieben",
    "verschoben",
    "verschickt",
];

/// Where a sentence is left out of what a model said.
const LEFT_OUT: &str = "[…]";

/// A text without the sentences that say that a change was made: where one stood, it says that something did. Empty
/// where nothing else was said.
pub fn unclaimed(text: &str) -> String {
    let mut out = String::new();
    let mut kept = false;
    for sentence in sentences(text) {
        if !claims(sentence) {
            kept |= sentence.chars().any(char::is_alphabetic);
            out.push_str(sentence);
            continue;
        }
        // Two in a row are one gap.
        match out.trim_end().len() {
            end if out[..end].ends_with(LEFT_OUT) => out.truncate(end),
            _ => out.push_str(LEFT_OUT),
        }
        out.extend(sentence.get(sentence.trim_end().len()..));
    }
    if kept { out.trim().to_owned() } else { String::new() }
}

/// The sentences of a text with the space behind each.
fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let mut chars = rest.char_indices().peekable();
        let mut end = rest.len();
        while let Some((at, c)) = chars.next() {
            let next = chars.peek().map(|(_, next)| *next);
            // The number of a list goes with what it numbers.
            let said = rest.get(..at).is_some_and(|before| before.chars().any(char::is_alphabetic));
            if c == '\n' || said && (matches!(c, '.' | '!' | '?' | '…') && next.is_some_and(char::is_whitespace)) {
                end = at + c.len_utf8();
                break;
            }
        }
        let (sentence, after) = rest.split_at(end);
        let space = after.len() - after.trim_start().len();
        let (whole, left) = rest.split_at(sentence.len() + space);
        rest = left;
        (!whole.is_empty()).then_some(whole)
    })
}

fn claims(sentence: &str) -> bool {
    let words: Vec<String> = sentence
        .split(|c: char| !c.is_alphanumeric() && !matches!(c, '\'' | '’' | '-'))
        .map(|word| word.replace('’', "'").to_lowercase())
        .filter(|word| word.chars().any(char::is_alphanumeric))
        .skip_while(|word| word.chars().all(|c| c.is_ascii_digit()))
        .collect();
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    if sentence.trim_end().ends_with('?') || has(NOT) {
        return false;
    }
    // "1 change applied.", "Aufgabe gelöscht."
    let last = words.last().filter(|_| (2..=4).contains(&words.len())).map_or("", String::as_str);
    let yet = ["will", "would", "be", "is", "are", "to", "can", "wird", "werden", "würde", "würden", "ist", "sind"];
    let short = !has(&yet) && (GETAN.contains(&last) || (DID.contains(&last) && last.ends_with("ed")));
    short
        || DONE.contains(&words.join(" ").as_str())
        || words.iter().enumerate().any(|(at, word)| by_whom(&words, at, word))
}

/// Whether at this word the model or nobody is said to have done something.
fn by_whom(words: &[String], at: usize, word: &str) -> bool {
    let word_at = |n: usize| words.get(at + n).map_or("", String::as_str);
    let near = |from: usize, most: usize, list: &[&str]| (from..from + most).any(|n| list.contains(&word_at(n)));
    // "I made the change", and not "I made one assumption"; "I ran the tests", and not "I ran into a conflict".
    let did = |from: usize, most: usize| {
        (from..from + most).filter(|n| DID.contains(&word_at(*n))).any(|n| match word_at(n) {
            "made" => near(n + 1, 3, MADE),
            "run" | "ran" => !matches!(word_at(n + 1), "into" | "out" | "across" | "up"),
            _ => true,
        })
    };
    let begins =
        at == 0 || matches!(words.get(at - 1).map_or("", String::as_str), "and" | "so" | "then" | "ok" | "okay");
    match word {
        // "I've already deleted", "we have gone ahead and updated"
        "i've" | "we've" => did(1, 6),
        "i" | "we" if matches!(word_at(1), "have" | "had") => did(2, 6),
        // "I changed", and not "the list I made"
        "i" | "we" => begins && did(1, 2),
        // "has been deleted"
        "has" | "have" => word_at(1) == "been" && near(2, 2, DID),
        // "is now deleted", "is now high priority", and not "is now async": that says what the proposal is like.
        "is" | "are" => word_at(1) == "now" && (near(2, 2, DID) || near(2, 2, STANDS)),
        "habe" | "haben" => {
            let own = |word: &str| matches!(word, "ich" | "wir");
            let before = at.checked_sub(1).and_then(|n| words.get(n)).is_some_and(|w| own(w));
            (before || own(word_at(1))) && near(1, 40, GETAN)
        }
        "wurde" | "wurden" => near(1, 40, GETAN),
        "j'ai" => (1..4).any(|n| is_french(word_at(n))),
        "nous" => word_at(1) == "avons" && (2..5).any(|n| is_french(word_at(n))),
        "a" | "ont" => word_at(1) == "été" && (2..4).any(|n| is_french(word_at(n))),
        "he" | "hemos" => (1..3).any(|n| is_spanish(word_at(n))),
        "ha" | "han" => word_at(1) == "sido" && is_spanish(word_at(2)),
        "am" => begins && (1..3).any(|n| is_romanian(word_at(n))),
        "fost" => {
            let auxiliary = at.checked_sub(1).and_then(|n| words.get(n)).is_some_and(|w| w == "a" || w == "au");
            auxiliary && (1..3).any(|n| is_romanian(word_at(n)))
        }
        _ => false,
    }
}

/// What was done, by its end.
fn is_french(word: &str) -> bool {
    word.chars().count() > 3 && ["é", "ée", "és", "ées"].iter().any(|end| word.ends_with(end))
        || matches!(word, "fait" | "mis" | "écrit")
}

fn is_spanish(word: &str) -> bool {
    ["ado", "ada", "ados", "adas", "ido", "ida", "idos", "idas"].iter().any(|end| word.ends_with(end))
        || matches!(word, "hecho" | "escrito" | "puesto")
}

fn is_romanian(word: &str) -> bool {
    let ends = ["at", "ată", "ate", "ați", "it", "ită", "ite", "ut", "ută", "ute"];
    word.chars().count() > 3
        && (ends.iter().any(|end| word.ends_with(end)) || matches!(word, "șters" | "ștearsă" | "scris"))
}

#[cfg(test)]
mod tests {
    use super::unclaimed;

    #[test]
    fn nothing_is_said_to_be_done_that_waits() {
        for text in [
            "I have completed the dentist todo and emailed them.",
            "I've gone ahead and deleted it!",
            "I changed notes.md and committed it.",
            "Done.",
            "All done!",
            "The dentist has been marked as done.",
            "The three todos are now deleted.",
            "The dentist is now high priority.",
            "1 change applied.",
            "Aufgabe gelöscht!",
            "Ich habe den Zahnarzt erledigt.",
            "Den Zahnarzt habe ich gelöscht.",
            "Die Datei wurde geändert.",
            "J'ai supprimé la tâche.",
            "La tâche a été terminée.",
            "He completado la tarea.",
            "Las tareas han sido eliminadas.",
            "Am șters sarcina.",
            "Sarcina a fost mutată.",
        ] {
            assert_eq!(unclaimed(text), "", "{text}");
            let among = unclaimed(&format!("It would go. {text} {text} Look at it."));
            assert_eq!(among, "It would go. […] Look at it.", "{text}");
        }
    }

    #[test]
    fn a_list_loses_its_numbers_with_its_lines() {
        assert_eq!(unclaimed("1. It would go.\n2. I fixed it.\n3. I fixed it."), "1. It would go.\n[…]");
        assert_eq!(unclaimed("2. I fixed it. 3. I deleted it."), "");
    }

    #[test]
    fn what_would_be_done_and_what_is_so_stays() {
        for text in [
            "This completes the dentist.",
            "The list is numbered, and the heading stays.\n\nTwo lines would change.",
            "Nothing has been changed.",
            "I have not deleted anything.",
            "I would move it to Friday, which you have kept free.",
            "The list I made last week, v1.2, stays.",
            "Have I added too much?",
            "Adds a health endpoint. Once signed, it is there.",
            "He is a dentist. I am at the office.",
            "Die Aufgabe wird gelöscht.",
            "It will be deleted.",
            "I made one assumption: the port is 8080. Check it before you sign.",
            "I ran into a conflict on line 2, so y stays as it was.",
            "The function is now async, so every caller must await it.",
            "Cela terminerait la tâche.",
            "Esto completa la tarea.",
            "Aceasta ar muta sarcina.",
        ] {
            assert_eq!(unclaimed(text), text);
        }
    }
}
