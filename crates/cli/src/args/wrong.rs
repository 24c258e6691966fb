//! What is wrong with a word of the command line: in English for programs, by its name for the catalogues.

/// Why an argument's text cannot be taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Wrong {
    #[error("\"{0}\" is not a change set such as 14, nor an item such as 14.2")]
    Set(String),
    #[error("\"{0}\" is not a change set such as 14, nor an item such as 14.2, nor a ledger entry such as @31")]
    Undo(String),
    #[error("\"{0}\" is not an item number such as 3, a range such as 3-5, or all")]
    Items(String),
    #[error("\"{0}\" is not a ledger entry such as @31")]
    Entry(String),
    #[error("\"{0}\" is not a date such as 2026-11-21")]
    Date(String),
    #[error("\"{0}\" is not a todo's number such as 5")]
    Todo(String),
    #[error("\"{0}\" is not a number from 1, nor any")]
    Cap(String),
    /// None of these words.
    #[error("not one of {0}")]
    Word(String),
}

impl Wrong {
    /// Its name in the catalogues, and the word that it is about.
    pub(crate) fn said(&self) -> (&'static str, &str) {
        match self {
            Self::Set(word) => ("help-wrong-set", word),
            Self::Undo(word) => ("help-wrong-undo", word),
            Self::Items(word) => ("help-wrong-items", word),
            Self::Entry(word) => ("help-wrong-entry", word),
            Self::Date(word) => ("help-wrong-date", word),
            Self::Todo(word) => ("help-wrong-todo", word),
            Self::Cap(word) => ("help-wrong-cap", word),
            Self::Word(words) => ("help-wrong-word", words),
        }
    }
}
