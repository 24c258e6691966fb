//! What is said of pictures that failed: each reason once, the telling one first.

use countersign_core::problem::Problem;
use countersign_core::wire::ErrorBody;
use countersign_llm::LlmError;

/// So many reasons are told.
const REASONS: usize = 3;
/// Ends the message of an error, and is not so where something was made.
pub(super) const NOTHING: &str = "Nothing has been changed.";

/// A message of an error as a sentence of its own. Names stay as they are written.
pub(super) fn sentence(message: &str) -> String {
    const OURS: [&str; 5] = ["what", "the", "this", "no", "picture"];
    let mut chars = message.chars();
    let ours = message.split(' ').next().is_some_and(|word| OURS.contains(&word));
    let first = match chars.next() {
        Some(c) if ours => c.to_uppercase().collect::<String>(),
        c => c.map(String::from).unwrap_or_default(),
    };
    let end = if message.ends_with('.') { "" } else { "." };
    format!("{first}{}{end}", chars.as_str())
}

/// Why pictures failed, each reason once. That a budget is spent comes last: it only ends what goes wrong.
pub(super) fn reasons(failed: &[ErrorBody]) -> Vec<&ErrorBody> {
    let mut found: Vec<&ErrorBody> = Vec::new();
    for error in failed {
        if !found.iter().any(|known| known.message == error.message) {
            found.push(error);
        }
    }
    found.sort_by_key(|error| error.error == "budget_spent");
    found.truncate(REASONS);
    found
}

/// The reasons as sentences, beside pictures that were made.
pub(super) fn beside(failed: &[ErrorBody]) -> String {
    let said = |error: &&ErrorBody| sentence(error.message.trim_end_matches(NOTHING).trim_end());
    reasons(failed).iter().map(said).collect::<Vec<_>>().join(" ")
}

/// What a model made is no picture: who asked for it gave none.
pub(super) fn told_made(p: Problem) -> ErrorBody {
    let hint = "It was paid for all the same. Ask again, or use another model for pictures.";
    ErrorBody { error: p.code.into_owned(), message: p.message, details: None, hint: Some(hint.to_owned()) }
}

/// An error of a call as a run tells it.
pub(super) fn told(e: &LlmError) -> ErrorBody {
    ErrorBody { error: e.code().into(), message: e.to_string(), details: None, hint: Some(e.hint()) }
}
