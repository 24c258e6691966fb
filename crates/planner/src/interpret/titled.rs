//! "Train at 645 tomorrow", "9-11 workshop friday": words that may say when, or be part of the title: the question, and what
//! its answer makes of the clause.

use super::lexicon::one_of;
use super::run::{Ask, Stop, Topic};
use crate::dates::{self, Clock, What};
use serde_json::json;

/// The choices.
pub(super) const WHEN: &str = "when";
pub(super) const TITLE: &str = "title";

/// Asks which of both some words are. Where no time can be made of them, that they say when is no choice.
pub(super) fn unsaid(said: &str) -> Stop {
    let question = format!("Is “{said}” part of the title, or does it say when? Say one todo at a time.");
    let options = match time_of(said) {
        Some(_) => {
            vec![(json!(WHEN), "It says when".to_owned()), (json!(TITLE), "Part of the title".to_owned())]
        }
        None => Vec::new(),
    };
    let asked = if options.is_empty() { Ask::plain(question) } else { Ask::about(question, "value", options) };
    asked.on(Topic::Title(said.to_owned()))
}

/// The choice that an answer in words makes.
pub(super) fn chosen(spoken: &str) -> Option<&'static str> {
    const SAYS_WHEN: &str =
        "when|when it is|it says when|says when|the time|time|a time|it's a time|it's the time|it is a time";
    const OF_TITLE: &str = "title|the title|part of the title|it's part of the title|it is part of the title|in the title|\
        it's the title|the name|part of the name|a name|it's a name|keep it in the title|leave it in the title";
    if one_of(spoken, SAYS_WHEN) {
        return Some(WHEN);
    }
    one_of(spoken, OF_TITLE).then_some(TITLE)
}

/// The clause with the time at its end, in place of the words that were asked about: as they are meant, or as `when` says
/// it. `None` where that is no time.
pub(super) fn timed(clause: &str, said: &str, when: Option<&str>, clock: &Clock) -> Option<String> {
    let time = match when {
        None => time_of(said)?,
        Some(when) => match dates::whole(when, clock)? {
            What::Time { .. } | What::Ambiguous { .. } => format!("at {}", when.trim_start_matches("at ")),
            _ => return None,
        },
    };
    let at = clause.find(said)?;
    let rest = format!("{} {}", clause.get(..at)?.trim(), clause.get(at + said.len()..)?.trim());
    Some(format!("{} {time}", rest.trim()))
}

/// "at 645", "9-11", "9 to 11" as a time that is read as one.
fn time_of(said: &str) -> Option<String> {
    let hour = |text: &str| text.parse::<u32>().ok().filter(|n| *n <= 24);
    let bare = said.trim_start_matches("at ").trim();
    if let Some((from, to)) = bare.split_once('-').or_else(|| bare.split_once(" to ")) {
        return (hour(from)? < hour(to)?).then(|| format!("from {from} to {to}"));
    }
    let (hours, minutes) = bare.split_at_checked(bare.len().checked_sub(2)?)?;
    let joined = (3..=4).contains(&bare.len()) && bare.bytes().all(|b| b.is_ascii_digit());
    let within = hour(hours).is_some() && minutes.parse::<u32>().is_ok_and(|n| n < 60);
    (joined && within).then(|| format!("at {hours}:{minutes}"))
}
