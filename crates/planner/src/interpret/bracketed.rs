//! Small things around an order that change nothing of it, or stand in brackets: "draft contract (high, 90 min, friday)",
//! "two things: …", "…, any time".

use super::fields;
use super::lexicon::one_of;
use super::run::Run;
use super::text::{Clause, quotes};
use crate::dates::{self, What};

/// The message without them, with the values as they are said without brackets.
pub(super) fn plain(text: &str, run: &Run<'_>) -> Option<String> {
    if !quotes(text).is_empty() {
        return None;
    }
    let text = text.trim_end_matches(['.', '!']);
    counted(text, run).or_else(|| values(text, run)).or_else(|| whenever(text))
}

/// "two things: call the bank and renew the domain": how many follow is no part of the first.
fn counted(text: &str, run: &Run<'_>) -> Option<String> {
    const COUNTS: &str = "two|three|four|five|2|3|4|5|a few|a couple of|several|some";
    const THINGS: &str =
        "things|tasks|todos|to-dos|items|things to do|more things|new things|new tasks|new todos|reminders";
    let (head, rest) = text.split_once(':')?;
    let c = Clause::new(head, run.clock);
    let from = super::split::lead(&c).at;
    let things = c.any(from, COUNTS).and_then(|count| c.any(count, THINGS))?;
    (things == c.len() && !rest.trim().is_empty()).then(|| rest.trim().to_owned())
}

/// "… (high, 90 min, friday)": all of it values.
fn values(text: &str, run: &Run<'_>) -> Option<String> {
    let (name, inside) = text.strip_suffix(')')?.rsplit_once('(')?;
    if name.trim().is_empty() || name.contains(['(', ')']) {
        return None;
    }
    let said: Option<Vec<String>> = inside.split(',').map(|part| value(part.trim(), run)).collect();
    let mut said = said?;
    // The day is read best where nothing stands between it and the name.
    said.sort_by_key(|value| {
        !matches!(dates::whole(value, run.clock), Some(What::Date { .. } | What::DateTime { .. }))
    });
    Some(format!("{} {}", name.trim(), said.join(" ")))
}

/// One value as it is said behind a title.
fn value(part: &str, run: &Run<'_>) -> Option<String> {
    if fields::level(part).is_some() {
        return Some(format!("{part} priority"));
    }
    let known = dates::whole(part, run.clock)
        .is_some_and(|what| !matches!(what, What::Ambiguous { .. } | What::Invalid { .. }));
    let label = part.strip_prefix('#').is_some_and(|label| label.chars().all(char::is_alphanumeric));
    let level = part
        .split_once(' ')
        .is_some_and(|(level, noun)| fields::level(level).is_some() && one_of(noun, "priority|prio"));
    let length = super::value::is_length(run, part);
    if length {
        return Some(format!("for {part}"));
    }
    (known || label || level).then(|| part.to_owned())
}

/// "plumber on wednesday, any time": the day is all there is to it.
fn whenever(text: &str) -> Option<String> {
    const ANY: [&str; 6] = ["any time", "anytime", "any time is fine", "at any time", "whenever", "whatever time"];
    let (front, tail) = text.rsplit_once(',')?;
    ANY.contains(&tail.trim().to_lowercase().as_str()).then(|| front.to_owned())
}
