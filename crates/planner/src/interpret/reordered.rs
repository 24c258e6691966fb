//! What an answer says of the order itself: another day than those offered, another of its choices, a value put
//! otherwise.

use super::choice::choose;
use super::chosen::{day, fitting, offered_days};
use super::correct::{STRONG, corrected};
use super::pending::Choice;
use super::run::{Run, Settled};
use super::series::{Span, within};
use super::text::Clause;
use super::{Answer, Context};
use crate::dates::{self, Clock, What};
use countersign_core::ids::TodoId;
use countersign_core::todo::Todo;
use countersign_core::todos::{Todos, words};

/// "make it the 1st" to a question that is not about when: the clause that asked, with that date.
pub(super) fn put_otherwise(
    text: &str,
    options: &[TodoId],
    before: &Answer,
    todos: &Todos,
    clock: &Clock,
) -> Option<String> {
    let (_, clause) = before.open.as_ref()?;
    let asks = |kind: &str| before.sections.iter().any(|s| s.kind == kind);
    if before.sections.is_empty() || asks("when") || asks("series") {
        return None;
    }
    let c = Clause::new(text, clock);
    let led = |from: usize, words: &'static str| c.any(from, words).filter(|end| *end < c.len());
    let mut at = 0;
    while let Some(end) = led(at, STRONG) {
        at = end;
    }
    let made = led(at, "make it|make that|let's make it|change it to");
    let end = c.len() - usize::from(c.len() > 1 && c.word(c.len() - 1) == "instead");
    let from = made.unwrap_or(at);
    // "no, friday" may be the one on friday.
    if from == 0 && end == c.len() || made.is_none() && options.len() > 1 {
        return None;
    }
    let value = c.slice(from..end).trim_end_matches(['.', '!', ',']);
    let dated = matches!(
        dates::whole(value.trim_start_matches("on "), clock),
        Some(What::Date { .. } | What::DateTime { .. } | What::Time { .. })
    );
    if !dated || dates::find(clause, clock).is_empty() {
        return None;
    }
    let ctx = Context::default();
    let run = Run::new(todos, clock, &ctx, Settled::new());
    corrected(&format!("{clause}, no wait, {value}"), &run).ok()
}

/// The clause with one of its choices settled that is not the one that is asked about: its days, or its times.
pub(super) fn elsewhere(clause: &str, when: &str, before: &Answer, clock: &Clock) -> Option<String> {
    let offered: Vec<&str> = before.sections.iter().flat_map(|s| &s.options).filter_map(|o| o.value.as_str()).collect();
    let said = dates::whole(when, clock)?;
    dates::find(clause, clock).into_iter().find_map(|found| {
        let (value, put) = match (&found.what, &said) {
            (What::Ambiguous { options, .. }, What::Date { date, .. }) => {
                let (date, _) = options.iter().find(|(option, _)| option == date)?;
                (date.to_string(), format!("on {date}"))
            }
            (What::Either { times, date }, What::Time { time, .. }) => {
                let time = times.iter().find(|option| *option == time)?.strftime("%H:%M").to_string();
                let day = date.map(|date| format!("on {date} ")).unwrap_or_default();
                (time.clone(), format!("{day}at {time}"))
            }
            _ => return None,
        };
        let other = !offered.is_empty() && !offered.contains(&value.as_str());
        other.then(|| format!("{}{put}{}", &clause[..found.span.start], &clause[found.span.end..]))
    })
}

/// "not monday, tuesday": the day that is meant, or the one of two that is left.
pub(super) fn instead_of(text: &str, before: &Answer, clock: &Clock) -> Option<Choice> {
    let days = offered_days(before);
    let said = text.trim().trim_end_matches(['.', '!']).to_lowercase();
    let rest = ["not ", "neither, ", "neither ", "none, "].iter().find_map(|lead| said.strip_prefix(lead));
    let rest = rest.filter(|_| !days.is_empty())?;
    let parts = rest.split_once(", but ").or_else(|| rest.split_once(" but ")).or_else(|| rest.split_once(','));
    let (wrong, meant) = parts.map_or((rest, None), |(wrong, meant)| (wrong, Some(meant.trim())));
    let date = |said: &str| day(said.trim_start_matches("on "), clock);
    match meant {
        Some(meant) => date(wrong).and(date(meant)),
        None if said.starts_with("nei") || said.starts_with("none") => date(rest),
        None => {
            let out = fitting(&words(wrong), &days)?;
            let mut left = days.iter().filter(|day| **day != out);
            left.next().filter(|_| left.next().is_none()).copied()
        }
    }
    .map(|date| Choice::When(date.to_string()))
}

/// "not the first, the second": the todo that is meant.
pub(super) fn not_that(text: &str, options: &[TodoId], todos: &Todos, clock: &Clock) -> Option<Vec<TodoId>> {
    let said = text.trim().trim_end_matches(['.', '!']).to_lowercase();
    let (wrong, meant) = said.strip_prefix("not ")?.split_once([',', ';'])?;
    let meant = meant.trim().trim_start_matches("but ");
    let pick = |said: &str| choose(said, &words(said), options, todos, clock).filter(|ids| !ids.is_empty());
    let (wrong, meant) = (pick(wrong)?, pick(meant)?);
    (!meant.iter().any(|id| wrong.contains(id))).then_some(meant)
}

/// Whether a series has that day.
pub(super) fn is_day_of(todo: &Todo, day: &str, clock: &Clock) -> bool {
    let day = day.parse().map(Span::day);
    day.is_ok_and(|day| !within(todo, day, clock.now.date()).is_empty())
}
