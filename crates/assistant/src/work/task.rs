//! Which kind of work a message asks for: models can be named by that (S4-25).

use crate::words::Words;
use countersign_core::model::TaskType;

/// Beginnings of words that say which it is, in five languages; of several the first said counts.
const SAYS: [(TaskType, &str); 4] = [
    (
        TaskType::Refactoring,
        "refactor restructur simplif deduplicat decoupl moderni rename renaming extract inline refaktor umstrukturier \
         umbau vereinfach umbenenn entkoppl reestructur renombr desacopl réorganis restructur découpl renomm \
         refactoriz simplific redenum decupl",
    ),
    (
        TaskType::Architecture,
        "architect design structure diagram architekt entwirf entwurf entwerf arquitect diseñ estructur diagrama concevoir \
         concevez conception arhitect proiecta",
    ),
    (
        TaskType::Planning,
        "plan roadmap mileston estimat outline fahrplan meilenstein planung skizzier planific hitos estimac planifi jalon \
         étapes etape",
    ),
    (
        TaskType::Coding,
        "fix implement add write change update remove delet creat debug test port migrat replac correct behebe beheb \
         implementier ergänz schreib änder lösch erstell korrigier ersetz arregl implement añad escrib cambi corrig elimin \
         crea reemplaz corrige ajout écri modifi supprim remplac repar adaug scri schimb corecteaz șterg înlocui",
    ),
];

/// The kind of work that a message asks for; absent where it says none. Names of files say nothing.
pub fn task_type(message: &str) -> Option<TaskType> {
    let words = Words::new(message);
    let plain = |word: &str| !word.contains(['.', '/', '_', '\\', '@']);
    let said = words.all.iter().filter(|word| !word.quoted && plain(&word.fold));
    said.into_iter().find_map(|word| {
        let begins = |stems: &str| stems.split_whitespace().any(|stem| word.fold.starts_with(stem));
        SAYS.iter().find(|(_, stems)| begins(stems)).map(|(kind, _)| *kind)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_word_that_says_it_counts_and_names_of_files_do_not() {
        use TaskType::{Architecture as A, Coding as C, Planning as P, Refactoring as R};
        for (message, want) in [
            ("Refactor parser.rs so that it is shorter", Some(R)),
            ("please rename Foo to Bar everywhere", Some(R)),
            ("can you simplify src/plan.rs and fix what breaks", Some(R)),
            ("fix the failing test in plan.rs", Some(C)),
            ("add a flag --design to the command", Some(C)),
            ("Design the storage layer of this service", Some(A)),
            ("how should we structure the crates?", Some(A)),
            ("plan the refactoring of the store", Some(P)),
            ("make a roadmap for version 2", Some(P)),
            ("what does plan.rs do?", None),
            ("read \"plan of the garden\" and tell me its length", None),
            ("refaktoriere den Parser", Some(R)),
            ("behebe den Fehler im Plan", Some(C)),
            ("diseña la arquitectura del servidor", Some(A)),
            ("planifie la migration", Some(P)),
            ("redenumește clasa", Some(R)),
        ] {
            assert_eq!(task_type(message), want, "{message}");
        }
    }
}
