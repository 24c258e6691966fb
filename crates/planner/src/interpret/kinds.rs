//! A whole title with the word for what it is behind it: "the prepare slides todo", "groceries checklist: flour, yeast".

use super::lexicon::one_of;
use super::run::Run;
use super::units::{self, Unit};

/// The text without such a word, or as the order that it is short for.
pub(super) fn plain(text: &str, run: &Run<'_>) -> Option<String> {
    // Titles are looked for only where there is such a word.
    let lower = text.to_lowercase();
    if text.contains('\n') || ![" todo", " task", "list:"].iter().any(|word| lower.contains(word)) {
        return None;
    }
    let all = units::found(text, run.todos).all;
    all.iter().find_map(|unit| checklist(text, unit, run).or_else(|| without_noun(text, unit)))
}

/// "make the prepare slides todo high priority": no status of that name is meant.
fn without_noun(text: &str, unit: &Unit) -> Option<String> {
    let (front, behind) = (text.get(..unit.at.end)?, text.get(unit.at.end..)?);
    let led = text
        .get(..unit.at.start)?
        .split_whitespace()
        .next_back()
        .is_some_and(|word| one_of(&word.to_lowercase(), "the|my|our"));
    let rest = [" todo ", " task ", " to-do "].iter().find_map(|noun| {
        behind.get(..noun.len()).filter(|said| said.eq_ignore_ascii_case(noun)).and_then(|_| behind.get(noun.len()..))
    })?;
    let list = rest.split_whitespace().next().is_some_and(|word| one_of(&word.to_lowercase(), "list|lists|item|items"));
    (led && unit.titled && !list).then(|| format!("{front} {rest}"))
}

/// "groceries checklist: flour, yeast": lines for the checklist that is there.
fn checklist(text: &str, unit: &Unit, run: &Run<'_>) -> Option<String> {
    let front = text.get(..unit.at.start)?.trim();
    let listed = run.todo(unit.id).is_some_and(|todo| !todo.checklist.is_empty() && !todo.status.is_closed());
    let (noun, lines) = text.get(unit.at.end..)?.split_once(':')?;
    let plain = one_of(&noun.trim().to_lowercase(), "checklist|list") && !lines.trim().is_empty();
    let begins = front.is_empty() || one_of(&front.to_lowercase(), "the|my|for the|on the|to the");
    (listed && plain && begins && unit.titled).then(|| {
        format!(
            "add {} to the {} checklist",
            lines.trim().trim_end_matches('.'),
            text.get(unit.at.clone()).unwrap_or_default()
        )
    })
}
