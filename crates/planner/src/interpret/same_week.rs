//! "Move yoga of next tuesday to wednesday", "yoga next week on wednesday instead of tuesday": a week that is said of one of two
//! weekdays is the week of both.

use super::edits::Edits;
use super::fields::ask_when;
use super::lexicon::{Verb, one_of};
use super::resolve::span_of;
use super::run::{Run, Said, Topic};
use super::series::{self, Span};
use super::split::{lead, verb_at};
use super::text::Clause;
use crate::dates::{self, Found, What};
use countersign_core::todo::Todo;
use jiff::civil::{Date, Time, Weekday};
use std::ops::Range;

/// Between a day and the one that it takes the place of.
const INSTEAD: &str = "instead of|rather than|in place of";

/// A weekday that a message names.
struct Named {
    words: Range<usize>,
    date: Date,
    time: Option<Time>,
    day: Weekday,
    /// The week was said with it.
    of_week: bool,
}

/// A week: its words and its first day.
type Week = (Range<usize>, Date);

/// The message with the dates of both days; as it is where the week is said of none of two weekdays, or of both.
pub(super) fn plain(text: String, run: &Run<'_>) -> Said<String> {
    let c = Clause::new(&text, run.clock);
    let Some((named, week)) = named(&c, run) else { return Ok(text) };
    let [first, second] = named.as_slice() else { return Ok(text) };
    let instead = (first.words.end..second.words.start).any(|i| c.any(i, INSTEAD) == Some(second.words.start))
        || (first.words.end..second.words.start).any(|i| {
            c.any(i, INSTEAD).is_some_and(|end| end + 1 == second.words.start && one_of(c.word(end), "on|the"))
        });
    let moves =
        verb_at(&c, lead(&c).at, false).is_some_and(|h| matches!(h.verb, Verb::Move | Verb::Advance | Verb::Set));
    // "… to next monday and remind me to call on friday": the day of another order.
    let to = |i: usize| one_of(c.word(i), "to|until|till|onto");
    let between = first.words.end..second.words.start;
    let parts = |i: usize| {
        one_of(c.word(i), "and|then|also|plus|&")
            || c.toks.get(i).is_some_and(|t| matches!(t.after, Some('.' | ';' | ',' | '!')))
    };
    let goes = moves
        && (between.clone().any(to) || to(second.words.start))
        && !(between.start.saturating_sub(1)..between.end).any(parts)
        && !c.text.contains('\n');
    if !instead && !goes {
        return Ok(text);
    }
    let in_week = |day: &Named, of: Date| dates::in_week(of, day.day, run.clock);
    let (one, other) = match (&week, first.of_week, second.of_week) {
        (Some((_, of)), false, false) => (in_week(first, *of), in_week(second, *of)),
        (None, true, false) => (first.date, in_week(second, first.date)),
        (None, false, true) if instead => (in_week(first, second.date), second.date),
        // "from tuesday to wednesday next week": of this week, or of that one?
        (None, false, true) => match either(&c, first, in_week(first, second.date), run)? {
            Some(day) => (day, second.date),
            None => return Ok(text),
        },
        _ => return Ok(text),
    };
    if instead && let Some(todo) = series_of(&c, first, second, week.as_ref().map(|(words, _)| words), run) {
        let time = first.time.map(|time| format!(" at {}", time.strftime("%H:%M"))).unwrap_or_default();
        return Ok(format!("move #{} from {other} to {one}{time}", todo.id));
    }
    let mut edits = Edits::default();
    for (day, date) in
        [(first, one), (second, other)].into_iter().filter(|(day, date)| week.is_some() || day.date != *date)
    {
        let on = if one_of(c.word(day.words.start), "on|of|from|to") { c.word(day.words.start) } else { "" };
        let time = day.time.map(|time| format!(" at {}", time.strftime("%H:%M"))).unwrap_or_default();
        edits.put(day.words.clone(), format!("{on} {date}{time}").trim());
    }
    if let Some((words, _)) = week {
        edits.cut(words);
    }
    Ok(edits.apply(&c).unwrap_or(text))
}

/// The series that the words beside the days name.
fn series_of<'r>(
    c: &Clause,
    first: &Named,
    second: &Named,
    week: Option<&Range<usize>>,
    run: &'r Run<'_>,
) -> Option<&'r Todo> {
    const GLUE: &str = "the|my|our|is|will|be|do|have|hold|make|put|move|let's|we|i|on|at|to|can|please|instead";
    let dated =
        |i: &usize| (first.words.start..second.words.end).contains(i) || week.is_some_and(|words| words.contains(i));
    let name: Vec<&str> = (0..c.len()).filter(|i| !dated(i) && !one_of(c.word(*i), GLUE)).map(|i| c.word(i)).collect();
    run.one_series(&name.join(" "))
}

/// The day of a series that goes to another week, where it may be of this week as well as of that one.
fn either(c: &Clause, day: &Named, of_that: Date, run: &Run<'_>) -> Said<Option<Date>> {
    if let Some(chosen) = run.fixed.day {
        return Ok(Some(chosen));
    }
    let begin = verb_at(c, lead(c).at, false).map_or(0, |head| head.next);
    let name = c.slice(begin..day.words.start.max(begin));
    let name = name.trim_end_matches(" on").trim_end_matches(" from").trim_end_matches(" of");
    let Some(todo) = run.one_series(name) else { return Ok(None) };
    let there = |date: Date| !series::within(todo, Span::day(date), run.today()).is_empty();
    if of_that == day.date || !there(day.date) || !there(of_that) {
        return Ok(None);
    }
    let days = [day.date, of_that].map(|date| (date, String::new()));
    Err(ask_when(&format!("Which occurrence of “{}”?", todo.title), days).on(Topic::Occurrence))
}

/// The two weekdays of a message, and a week that is said apart from them.
fn named(c: &Clause, run: &Run<'_>) -> Option<(Vec<Named>, Option<Week>)> {
    let weekday = |i: &usize| {
        let word = c.word(*i);
        dates::weekday(word.strip_suffix("'s").unwrap_or(word)).is_some()
    };
    if (0..c.len()).filter(weekday).count() < 2 {
        return None;
    }
    let own = dates::find_possessive(&c.text, run.clock);
    let apart =
        |found: &&Found| !own.iter().any(|one| one.span.start < found.span.end && found.span.start < one.span.end);
    let mut all: Vec<&Found> = own.iter().chain(c.found.iter().filter(apart)).collect();
    all.sort_by_key(|found| found.span.start);
    let (mut days, mut week) = (Vec::new(), None);
    for found in all {
        let words = c.toks_of(&found.span);
        match &found.what {
            What::Date { date, .. } | What::DateTime { date, .. } => {
                let spoken = |i: usize| {
                    let word = c.word(i);
                    dates::weekday(word.strip_suffix("'s").unwrap_or(word))
                };
                let day = words.clone().find_map(spoken).filter(|day| *day == date.weekday())?;
                let time = if let What::DateTime { time, .. } = found.what { Some(time) } else { None };
                let bare = span_of(found, &c.text).is_some_and(|span| span.weekday);
                let of_week = words.clone().any(|i| one_of(c.word(i), "next|week|weeks|fortnight"));
                if !bare && !of_week {
                    return None;
                }
                days.push(Named { words, date: *date, time, day, of_week });
            }
            What::Range { from, to, .. }
                if week.is_none() && from.until(*to).is_ok_and(|span| span.get_days() == 6) =>
            {
                week = Some((words, *from));
            }
            What::Time { .. } => {}
            _ => return None,
        }
    }
    (days.len() == 2).then_some((days, week))
}
