//! "Tuesday no yoga", "tomorrow no gym": a day in front of a series that is left out then, said as "no yoga on tuesday" is.

use super::lexicon::{Verb, one_of};
use super::run::Run;
use super::split::verb_at;
use super::target::{Match, Want, content};
use super::text::Clause;
use crate::dates::{Role, What};

/// The text with its day behind the series.
pub(super) fn plain(text: &str, run: &Run<'_>) -> Option<String> {
    // Dates are looked for only where it may be one.
    if !text.split(|ch: char| !ch.is_alphanumeric()).any(|word| word.eq_ignore_ascii_case("no")) {
        return None;
    }
    let c = Clause::new(text, run.clock);
    let [found] = c.found.as_slice() else { return None };
    let said = c.toks_of(&found.span);
    let named = said.end + 1..c.len();
    let none = said.start == 0 && c.word(said.end) == "no" && !named.is_empty();
    let name = if none { c.slice(named) } else { return None };
    run.one_series(name)?;
    let day = c.slice(said);
    let on = if crate::dates::weekday(&day.to_lowercase()).is_some() { "on " } else { "" };
    Some(format!("no {name} {on}{day}"))
}

/// "just this monday have gym at 7pm": one day of a series at another time.
pub(super) fn once(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text.trim_end_matches(['.', '!']), run.clock);
    let [day, time] = c.found.as_slice() else { return None };
    let (What::Date { date, .. }, What::Time { time: at, .. }) = (&day.what, &time.what) else { return None };
    let (day, time) = (c.toks_of(&day.span), c.toks_of(&time.span));
    let led = c.any(0, "just|only|just on|only on|just for|only for")?;
    let begins = day.start == led || day.start < led && day.end > led;
    let verb = c.any(day.end, "have|do|hold|put|move|let's have|let's do|we have|i have").unwrap_or(day.end);
    let ends = time.end == c.len() && verb < time.start;
    let todo = run.one_series(c.slice(verb..time.start)).filter(|_| begins && ends)?;
    Some(format!("move #{} from {date} to {}", todo.id, at.strftime("%H:%M")))
}

/// "on monday skip stand-up", "to monday move email lena": the day in front of the order that it belongs to.
pub(super) fn ordered(text: &str, run: &Run<'_>) -> Option<String> {
    const VERBS: [&str; 9] = ["skip", "cancel", "omit", "miss", "move", "reschedule", "postpone", "shift", "push"];
    let lower = text.to_lowercase();
    if !VERBS.iter().any(|verb| lower.contains(verb)) || text.contains(['\n', ';', ',']) {
        return None;
    }
    let c = Clause::new(text, run.clock);
    let [found] = c.found.as_slice() else { return None };
    let said = c.toks_of(&found.span);
    let led = c.any(0, "on the|on|to|for").unwrap_or(0);
    let day = matches!(found.what, What::Date { .. } | What::Range { .. }) && matches!(found.role, Role::When);
    if !day || said.start > led || said.end + 1 >= c.len() || said.end < led {
        return None;
    }
    let when = c.slice(said.start.max(led)..said.end);
    let name = |from: usize| c.slice(from..c.len()).trim_end_matches(['.', '!']);
    if c.word(said.end) == "omit" {
        return run.one_series(name(said.end + 1)).map(|_| format!("skip {} {}", name(said.end + 1), on(when)));
    }
    let head = verb_at(&c, said.end, false)?;
    match head.verb {
        Verb::Skip | Verb::Delete if one_of(c.word(head.at), "skip|cancel|miss") => {
            run.one_series(name(head.next)).map(|_| format!("skip {} {}", name(head.next), on(when)))
        }
        Verb::Move if c.word(0) == "to" => match run.find(&content(name(head.next)), Want::Open) {
            Match::One(_) => Some(format!("{} {} to {when}", c.slice(head.at..head.next), name(head.next))),
            _ => None,
        },
        _ => None,
    }
}

/// A day as it is said behind what it belongs to.
pub(super) fn on(when: &str) -> String {
    let lower = when.to_lowercase();
    let plain = crate::dates::weekday(&lower).is_some() || lower.starts_with(|ch: char| ch.is_ascii_digit());
    let numbered =
        lower.starts_with("the ") || crate::dates::month(lower.split(' ').next().unwrap_or_default()).is_some();
    let figure = lower.split(' ').next().is_some_and(|word| word.starts_with(|ch: char| ch.is_ascii_digit()));
    if figure && !lower.contains(' ') && !lower.contains('-') {
        return format!("on the {when}");
    }
    if plain || numbered { format!("on {when}") } else { when.to_owned() }
}
