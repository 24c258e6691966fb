//! Under which name each text of a page is in the catalogues: `help-todos-add`, `help-todos-add--due`,
//! `help-undo--conflicts--stop`, `help-rules-add-note-1`, `help-sign-example-1`. What several verbs take may be
//! said once: without the last names of the verb, so `help--due`.

use clap::Arg;
use clap::builder::PossibleValue;

/// The verb itself. What stands below `help` are copies of the verbs.
pub(super) fn verb(path: &[String]) -> String {
    match path {
        [] => "help-countersign".to_owned(),
        [.., last] if last == "help" => "help-help".to_owned(),
        _ => path.iter().filter(|name| *name != "help").fold("help".to_owned(), |id, name| format!("{id}-{name}")),
    }
}

/// An argument.
pub(super) fn argument(path: &[String], arg: &Arg) -> Vec<String> {
    let name = arg.get_long().map_or_else(|| arg.get_id().as_str().replace('_', "-"), str::to_owned);
    let up_to = |n: usize| path.iter().take(n).fold("help".to_owned(), |id, name| format!("{id}-{name}"));
    (0..=path.len()).rev().map(|n| format!("{}--{name}", up_to(n))).collect()
}

/// What an argument is when there is room for all of it, where that is another text.
pub(super) fn at_length(ids: &[String]) -> Vec<String> {
    ids.iter().map(|id| format!("{id}-long")).collect()
}

/// One of an argument's values.
pub(super) fn value(argument: &[String], value: &PossibleValue) -> Vec<String> {
    argument.iter().map(|id| format!("{id}--{}", value.get_name())).collect()
}

/// A paragraph below the arguments, from 1.
pub(super) fn note(path: &[String], n: usize) -> String {
    format!("{}-note-{n}", verb(path))
}

/// What is said of a line of code below the arguments, from 1.
pub(super) fn example(path: &[String], n: usize) -> String {
    format!("{}-example-{n}", verb(path))
}
