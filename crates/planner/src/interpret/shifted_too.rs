//! "Postpone rent by 2 days and report by 3": so many of what the first was shifted by, and no hour.

use super::amount;
use super::lexicon::one_of;
use super::text::Clause;
use crate::dates::Clock;

/// Verbs of which "by" says how far.
const SHIFTS: &str =
    "move|moves|push|postpone|delay|shift|bump|defer|snooze|reschedule|advance|pull|bring|put|extend|slide";

/// The text with the unit said again behind each bare number; `None` where nothing is left out.
pub(super) fn plain(text: &str, clock: &Clock) -> Option<String> {
    let c = Clause::new(text, clock);
    let verb = (0..c.len()).find(|i| one_of(c.word(*i), SHIFTS))?;
    let amount = |i: usize| amount::length(&c, i + 1).filter(|_| c.word(i) == "by");
    let (first, end) = (verb + 1..c.len()).find_map(|i| Some((i, amount(i)?)))?;
    let unit = c.word(end - 1).trim_start_matches(|ch: char| ch.is_ascii_digit());
    let bare = |i: &usize| {
        let closed = i + 2 >= c.len()
            || one_of(c.word(i + 2), "and|then")
            || c.toks.get(i + 1).is_some_and(|t| t.after.is_some());
        c.word(*i) == "by" && amount::number(c.word(i + 1)).is_some() && closed
    };
    let mut out = text.to_owned();
    let places: Vec<usize> = (first + 1..c.len()).filter(bare).collect();
    for at in places.iter().rev() {
        out.insert_str(c.toks.get(at + 1)?.end, &format!(" {unit}"));
    }
    (!places.is_empty()).then_some(out)
}
