//! "Tidy up my week" and its like, in five languages: what is said to the built-in agent, and wakes it.

use countersign_core::todos::words;

/// Words that change nothing of what is asked.
const FILLERS: [&str; 58] = [
    "please", "can", "could", "would", "you", "just", "now", "for", "me", "my", "the", "this", "whole", "all", "of",
    "bitte", "kannst", "konntest", "konnen", "konnten", "du", "sie", "mal", "mir", "meine", "meinen", "meiner", "die",
    "den", "der", "diese", "por", "favor", "puedes", "puede", "podrias", "podria", "mi", "mis", "la", "las", "el",
    "esta", "s", "il", "te", "vous", "plait", "ma", "mes", "mon", "peux", "pouvez", "rog", "va", "mea", "mele", "meu",
];

/// What is done, each as the words that are left of it.
const VERBS: [&str; 36] = [
    "tidy up",
    "tidy",
    "clean up",
    "sort out",
    "straighten out",
    "declutter",
    "raum",
    "raume",
    "raumen",
    "ordne",
    "mach ordnung in",
    "machen ordnung in",
    "bring ordnung in",
    "ordena",
    "ordene",
    "ordenar",
    "organiza",
    "organice",
    "pon en orden",
    "ponga en orden",
    "pon orden en",
    "arregla",
    "range",
    "rangez",
    "ranger",
    "trie",
    "triez",
    "mets de l ordre dans",
    "mettez de l ordre dans",
    "mettre de l ordre dans",
    "fa ordine in",
    "faceti ordine in",
    "ordoneaza",
    "ordonati",
    "aranjeaza",
    "aranjati",
];

/// And with what.
const THINGS: [&str; 33] = [
    "week",
    "day",
    "month",
    "list",
    "lists",
    "todo list",
    "to do list",
    "todos",
    "to dos",
    "tasks",
    "task list",
    "woche",
    "tag",
    "liste",
    "aufgaben",
    "aufgabenliste",
    "todo liste",
    "semana",
    "dia",
    "lista",
    "tareas",
    "lista de tareas",
    "pendientes",
    "semaine",
    "journee",
    "taches",
    "liste de taches",
    "saptamana",
    "ziua",
    "sarcinile",
    "lista de sarcini",
    "treburile",
    "zi",
];

/// Whether a message asks for just that, and for nothing besides.
pub fn asks_to_tidy(message: &str) -> bool {
    let said = words(message);
    if said.len() > 14 {
        return false;
    }
    let left: Vec<&str> = said.iter().map(String::as_str).filter(|word| !FILLERS.contains(word)).collect();
    let left = left.join(" ");
    if left == "tidy up" {
        return true;
    }
    VERBS.iter().any(|verb| {
        let rest = left.strip_prefix(verb).and_then(|rest| rest.strip_prefix(' '));
        // "Räum … auf", "… tidy up" with the thing between.
        let parted = rest.and_then(|rest| rest.strip_suffix(" auf").or_else(|| rest.strip_suffix(" up")));
        [rest, parted].into_iter().flatten().any(|thing| THINGS.contains(&thing))
    }) || THINGS.iter().any(|thing| left == format!("{thing} aufraumen"))
}

#[cfg(test)]
mod tests {
    use super::asks_to_tidy;

    #[test]
    fn tidying_the_list_is_asked_for_in_five_languages_and_nothing_else_is() {
        for said in [
            "tidy up my week",
            "Tidy up",
            "Please tidy my list!",
            "can you clean up my todo list?",
            "sort out my day",
            "tidy my week up",
            "räum meine woche auf",
            "Räumen Sie bitte meine Liste auf",
            "Woche aufräumen",
            "Kannst du meine Aufgaben aufräumen?",
            "Mach bitte Ordnung in meiner Woche",
            "ordena mi semana",
            "Por favor, ponga en orden mis tareas",
            "Range ma semaine",
            "Mets de l’ordre dans mes tâches",
            "rangez ma liste s’il vous plaît",
            "Fă ordine în săptămâna mea",
            "Te rog, fă ordine în lista mea",
            "Ordonează sarcinile mele",
        ] {
            assert!(asks_to_tidy(said), "{said}");
        }
        for said in [
            "tidy up my room",
            "tidy up the garage tomorrow",
            "add tidy up my week",
            "clean up",
            "list",
            "week",
            "räum die Küche auf",
            "tidy up my week tomorrow",
            "delete my list",
            "ordena el armario",
            "range la cave",
            "remind me to tidy up my week",
            "how do I tidy up my week",
            "fă curat în cameră",
            "",
        ] {
            assert!(!asks_to_tidy(said), "{said}");
        }
    }
}
