//! "The dentist rang, they can only do friday": who called, and what becomes of the appointment.

use super::lexicon::one_of;
use super::run::{Run, Said, Stop};
use super::split::lead;
use super::target::{Match, Want, content};
use super::text::Clause;

const RANG: &str = "called|rang|phoned|emailed|texted|messaged|wrote|called back|called me|rang me|called up|got in touch|just called|has called|have called";

/// The message as it is said of what is called like the caller; nobody who is not on the list moves anything.
pub(super) fn plain(text: String, run: &Run<'_>) -> Said<String> {
    // Most messages tell of nobody.
    if !RANG.split('|').any(|word| text.contains(word)) {
        return Ok(text);
    }
    let c = Clause::new(&text, run.clock);
    let from = lead(&c).at;
    let Some((at, end)) = c.seek(from + 1, RANG).filter(|(at, _)| *at <= from + 4) else { return Ok(text) };
    let paused = c.toks.get(end - 1).is_some_and(|t| t.after.is_some());
    let next = c.at(end, "and").or(c.at(end, "to say")).unwrap_or(end);
    let who = one_of(c.word(next), "they|he|she|it");
    let offers = c.any(next + 1, "can only|could only|only have time|can just|can't do|cannot do|can do|could do");
    if !who || offers.is_none_or(|e| e >= c.len()) || !(paused || next > end) || c.found.is_empty() {
        return Ok(text);
    }
    let name = c.slice(from..at);
    match run.find(&content(name), Want::Open) {
        Match::One(_) => Ok(format!("{name} {}", c.slice(next + 1..c.len()))),
        _ => Err(Stop::Unsure),
    }
}
