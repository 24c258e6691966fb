//! "Cancel stand-up on monday and tuesday": one order about several days of a series is one order for each of them.

use super::lexicon::{Verb, one_of};
use super::run::{Ask, Run, Said, Stop, Topic};
use super::several_days::{EACH, MORE_THAN_ONE};
use super::split::{lead, verb_at};
use super::target::{Match, Want, content};
use super::text::Clause;
use crate::dates::{self, Clock, Role, What};
use countersign_core::ids::TodoId;
use jiff::civil::{Date, Time};
use serde_json::json;

/// "no gym and yoga tomorrow", "cancel gym and yoga on friday": one day said of several series is the day of each of them, and
/// none is called off as a whole.
pub(super) fn of_each(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text.trim_end_matches(['.', '!']), run.clock);
    let at = lead(&c).at;
    let head = verb_at(&c, at, false).filter(|h| matches!(h.verb, Verb::Delete | Verb::Skip | Verb::Complete))?;
    let [found] = c.found.as_slice() else { return None };
    let day = c.toks_of(&found.span);
    let dated = matches!(found.what, What::Date { .. }) && found.role == Role::When;
    let end = (head.next..day.start).rev().find(|i| !one_of(c.word(*i), "on|for"))? + 1;
    if !dated || day.end != c.len() || !(head.next..end).any(|i| one_of(c.word(i), "and|&|both")) {
        return None;
    }
    let names = super::fields::list(c.slice(head.next..end).trim_start_matches("both "));
    let series: Option<Vec<_>> = names.iter().map(|name| run.one_series(name).map(|todo| todo.id)).collect();
    let series = series.filter(|series| series.len() > 1)?;
    let (order, day) = (c.slice(head.at..head.next), c.slice(day).trim_start_matches("on "));
    let order = if head.verb == Verb::Complete { order } else { "skip" };
    let day = if day.starts_with("for ") || order == "skip" { day.to_owned() } else { format!("on {day}") };
    Some(series.iter().map(|id| format!("{order} #{id} {day}")).collect::<Vec<_>>().join("; "))
}

/// "move gym on dec 2 and 4 to dec 5", "move stand-up on wednesday and friday to 10am": each of the days of a series goes there.
pub(super) fn moved(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text.trim_end_matches(['.', '!']), run.clock);
    let head = verb_at(&c, lead(&c).at, false).filter(|h| matches!(h.verb, Verb::Move | Verb::Advance | Verb::Set))?;
    if c.toks.iter().any(|t| t.quoted) || !(head.next..c.len()).any(|i| c.word(i) == "and" || c.found.len() > 1) {
        return None;
    }
    let (to, goes) = (head.next + 1..c.len()).rev().find_map(|to| {
        let goes = c.slice(to + 1..c.len());
        let read = |said: &str| dates::whole(said, run.clock);
        let goes =
            read(goes).or_else(|| read(&format!("at {goes}"))).filter(|_| one_of(c.word(to), "to|until|till"))?;
        Some((to, goes))
    })?;
    let goes = match goes {
        What::Date { date, .. } => date.to_string(),
        What::DateTime { date, time, .. } => format!("{date} at {}", time.strftime("%H:%M")),
        What::Time { time, .. } => time.strftime("%H:%M").to_string(),
        _ => return None,
    };
    let front = c.slice(head.next..to);
    if let Some(each) = each_its_day(front, &goes, run) {
        return Some(each);
    }
    let front = Clause::new(front, run.clock);
    let front = Clause::new(&super::month_days::spelled_out(&front).unwrap_or_else(|| front.text.clone()), run.clock);
    let mut days: Vec<Date> = Vec::new();
    for found in &front.found {
        match &found.what {
            What::Date { date, .. } if matches!(found.role, Role::When | Role::From) => days.push(*date),
            What::Ambiguous { options, note } if note == MORE_THAN_ONE => {
                days.extend(options.iter().map(|(day, _)| *day))
            }
            _ => return None,
        }
    }
    let at: Vec<_> = front.found.iter().map(|f| front.toks_of(&f.span)).collect();
    let first = at.first().filter(|_| days.len() > 1)?.start;
    let dated = |i: usize| at.iter().any(|day| day.contains(&i));
    let row = (first..front.len()).all(|i| dated(i) || one_of(front.word(i), "and|&|on|plus|of|from"));
    let led = |day: &std::ops::Range<usize>| day.clone().any(|i| one_of(front.word(i), LED));
    let alike = at.iter().all(led) || !at.iter().any(led);
    let name = front.slice(0..first);
    let name = ["on", "of", "from", "for"].iter().find_map(|word| name.strip_suffix(word)).unwrap_or(name);
    let todo = run.one_series(name).filter(|_| row && alike)?;
    Some(days.iter().map(|day| format!("move #{} from {day} to {goes}", todo.id)).collect::<Vec<_>>().join("; "))
}

/// Says of as many todos as days that each has its own.
const IN_TURN: &str = "respectively|resp|in that order|in this order|in order";

/// Several todos that go to several days: each to its own, or all to one of them.
pub(super) fn paired(text: &str, run: &Run<'_>) -> Option<Said<String>> {
    each_to_one(text, run).or_else(|| all_to_one(text, run).map(Err))
}

/// "move everything to saturday and sunday", "move the dentist, the parcel and the card to friday and saturday": which of the days is
/// meant is asked.
fn all_to_one(text: &str, run: &Run<'_>) -> Option<Stop> {
    let c = Clause::new(text.trim_end_matches(['.', '!']), run.clock);
    let head = verb_at(&c, lead(&c).at, false).filter(|h| matches!(h.verb, Verb::Move | Verb::Set | Verb::Schedule))?;
    let mut days: Vec<Date> = Vec::new();
    let mut begin = c.len();
    for found in c.found.iter().rev() {
        let (at, What::Date { date, .. }) = (c.toks_of(&found.span), &found.what) else { break };
        let joined = (at.end..begin).all(|i| one_of(c.word(i), "and|&|plus")) && (days.is_empty() || at.end < begin);
        if !joined || found.role != Role::When {
            break;
        }
        days.insert(0, *date);
        begin = at.start;
    }
    let to = begin.checked_sub(1).filter(|to| days.len() > 1 && c.word(*to) == "to" && *to > head.next)?;
    let name = c.slice(head.next..to);
    // "move gym to monday and wednesday" is of its days; of one that is on the first of them the second alone would be read.
    let there = |id: TodoId| run.todo(id).and_then(|t| t.scheduled_for).is_some_and(|day| days.contains(&day));
    let one = |name: &String| match run.find(&content(name), Want::Open) {
        Match::One(id) => Some(id),
        _ => None,
    };
    let several =
        || super::fields::list(name).iter().map(one).collect::<Option<Vec<_>>>().is_some_and(|ids| ids.len() > 1);
    let single = one(&name.to_owned());
    let meant = match single {
        Some(id) => there(id),
        None => super::split::sets(name) || several(),
    };
    if !meant || run.one_series(name).is_some() {
        return None;
    }
    let order = |day: &Date| format!("{} to {day}", c.slice(0..to));
    let options = days.iter().map(|day| (json!(day), super::fields::day(*day))).collect();
    let orders = days.iter().map(|day| (day.to_string(), order(day))).collect();
    let question = match single {
        Some(_) => "Which date do you mean? There is more than one date.",
        None => "Which of these days do they go to?",
    };
    Some(Ask::about(question, "when", options).on(Topic::Orders(orders)))
}

/// "move the dentist and the parcel to friday and saturday": as many todos as days. Whether each goes to its own is asked, with the
/// days as choices; behind "respectively" it is said.
fn each_to_one(text: &str, run: &Run<'_>) -> Option<Said<String>> {
    let c = Clause::new(text.trim_end_matches(['.', '!']), run.clock);
    let head = verb_at(&c, lead(&c).at, false).filter(|h| matches!(h.verb, Verb::Move | Verb::Set | Verb::Schedule))?;
    let (first, last) = (c.toks_of(&c.found.first()?.span), c.toks_of(&c.found.last()?.span));
    let days: Vec<(Date, Option<Time>)> = c
        .found
        .iter()
        .flat_map(|f| match &f.what {
            What::Date { date, .. } if f.role == Role::When => vec![(*date, None)],
            What::DateTime { date, time, .. } if f.role == Role::When => vec![(*date, Some(*time))],
            What::Ambiguous { options, note } if note == MORE_THAN_ONE => {
                options.iter().map(|(day, _)| (*day, None)).collect()
            }
            _ => Vec::new(),
        })
        .collect();
    let dated = |i: usize| c.found.iter().any(|f| c.toks_of(&f.span).contains(&i));
    let leads = |i: usize| one_of(c.word(i), "to|on|for|until|from");
    // "lunch and the parcel on friday to monday": the first is the day they are on.
    let row = (first.start + 1..last.end).all(|i| one_of(c.word(i), "and|&") || dated(i) && !leads(i));
    let end = (head.next..=first.start).rev().find(|i| !dated(*i) && !leads(*i)).filter(|_| row)?;
    if !(end + 1..=first.start).any(leads) {
        return None;
    }
    let names = super::fields::list(c.slice(head.next..end + 1));
    let one = |name: &String| match run.find(&content(name), Want::Open) {
        Match::One(id) => Some(id),
        _ => None,
    };
    let ids: Vec<TodoId> = names.iter().map(one).collect::<Option<_>>()?;
    if ids.len() < 2 || ids.len() != days.len() {
        return None;
    }
    // "to friday and saturday at 3": the time is that of both.
    let last_time = days.last().and_then(|(_, time)| *time);
    let order = |id: &TodoId, (day, time): &(Date, Option<Time>)| {
        let time = time.or(last_time).map(|time| time.strftime(" at %H:%M").to_string()).unwrap_or_default();
        format!("{} #{id} to {day}{time}", c.slice(head.at..head.next))
    };
    let each = ids.iter().zip(&days).map(|(id, day)| order(id, day)).collect::<Vec<_>>().join("; ");
    match c.slice(last.end..c.len()).trim_matches([',', ' ']).to_lowercase().as_str() {
        said if one_of(said, IN_TURN) => return Some(Ok(each)),
        "" | "please" => {}
        _ => return Some(Err(Stop::Unsure)),
    }
    let all = |day: &(Date, Option<Time>)| ids.iter().map(|id| order(id, day)).collect::<Vec<_>>().join("; ");
    let mut options = vec![(json!(EACH), "each on its own day".to_owned())];
    options.extend(days.iter().map(|(day, _)| (json!(day), format!("all on {}", super::fields::day(*day)))));
    let orders = days.iter().map(|day| (day.0.to_string(), all(day))).chain([(EACH.to_owned(), each)]).collect();
    let question = "Does each go to a day of its own, or all to one of them?";
    Some(Err(Ask::about(question, "when", options).on(Topic::Orders(orders))))
}

/// An answer to whether each goes to its own day: "each to its own", "respectively", "both on saturday". What only says "both" says
/// neither.
pub(super) fn answered(spoken: &str, clock: &Clock) -> Option<String> {
    if one_of(spoken, IN_TURN)
        || spoken == EACH
        || spoken.starts_with("each ")
        || one_of(spoken, "one each|its own|their own")
    {
        return Some(EACH.to_owned());
    }
    let c = Clause::new(spoken, clock);
    let from = c.any(0, "both of them|all of them|both|all|everything").unwrap_or(0);
    let from = c.any(from, "on|to|for").unwrap_or(from);
    match dates::whole(c.slice(from..c.len()), clock)? {
        What::Date { date, .. } => Some(date.to_string()),
        _ => None,
    }
}

/// "tomorrow's yoga and friday's stand-up", "gym on tuesday and yoga on thursday": each series with a day of its own.
fn each_its_day(names: &str, goes: &str, run: &Run<'_>) -> Option<String> {
    let parts = super::fields::list(names);
    let each: Option<Vec<String>> = parts
        .iter()
        .map(|part| {
            let c = Clause::new(part, run.clock);
            let own = dates::find_possessive(part, run.clock);
            let found = if own.is_empty() { &c.found } else { &own };
            let [found] = found.as_slice() else { return None };
            let What::Date { date, .. } = found.what else { return None };
            let mut name = c.clone();
            name.spend(c.toks_of(&found.span));
            let name = name.rest(0..c.len());
            let name = ["on", "of", "from", "for"].iter().find_map(|word| name.strip_suffix(word)).unwrap_or(&name);
            Some(format!("move #{} from {date} to {goes}", run.one_series(name)?.id))
        })
        .collect();
    each.filter(|each| each.len() > 1).map(|each| each.join("; "))
}

/// In front of a weekday they say of which week it is.
const LED: &str = "last|next|this|coming|past|following";

/// The message with the order said of each day; `None` where it is about no series, or not only about days.
pub(super) fn plain(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text.trim_end_matches(['.', '!']), run.clock);
    let at = lead(&c).at;
    let head = verb_at(&c, at, false)?;
    let first = c.found.first().filter(|_| c.found.len() > 1)?;
    let day = |what: &What| matches!(what, What::Date { .. });
    let days: Vec<_> = c.found.iter().map(|f| c.toks_of(&f.span)).collect();
    let between = |pair: &[std::ops::Range<usize>]| match pair {
        [a, b] => (a.end..b.start).all(|i| one_of(c.word(i), "and|&|on|plus|also")),
        _ => false,
    };
    let whole = days.last().is_some_and(|last| last.end == c.len())
        && days.windows(2).all(between)
        && c.found.iter().all(|f| day(&f.what) && f.role == Role::When);
    let name = c.slice(head.next..c.toks_of(&first.span).start);
    let series = run.one_series(name.trim_end_matches(" on")).is_some();
    // "next tuesday and thursday": the thursday of that week.
    let week = next_week(&c, &days, run);
    let led = |day: &std::ops::Range<usize>| day.clone().any(|i| one_of(c.word(i), LED));
    let alike = week.is_some() || days.iter().all(led) || !days.iter().any(led);
    if !matches!(head.verb, Verb::Delete | Verb::Skip | Verb::Complete) || !whole || !series || !alike {
        return None;
    }
    let order = c.slice(head.at..head.next);
    let name = name.trim_end_matches(" on");
    let said = |n: usize, day: &std::ops::Range<usize>| match week.as_ref().and_then(|week| week.get(n)) {
        Some(date) => date.to_string(),
        None => c.slice(day.clone()).trim_start_matches("on ").to_owned(),
    };
    let each = days.iter().enumerate().map(|(n, day)| format!("{order} {name} on {}", said(n, day)));
    Some(each.collect::<Vec<_>>().join("; "))
}

/// The dates of weekdays of which the first alone says that it is next week's: they are all of that week.
fn next_week(c: &Clause, days: &[std::ops::Range<usize>], run: &Run<'_>) -> Option<Vec<Date>> {
    let weekday = |day: &std::ops::Range<usize>| {
        let name = c.word(day.end.checked_sub(1)?);
        dates::weekday(name).filter(|_| (day.start..day.end - 1).all(|i| one_of(c.word(i), "on|next")))
    };
    let named: Vec<_> = days.iter().map(weekday).collect::<Option<_>>()?;
    let next = |day: &std::ops::Range<usize>| day.clone().any(|i| c.word(i) == "next");
    let (first, rest) = days.split_first()?;
    let What::Date { date, .. } = c.found.first()?.what else { return None };
    (next(first) && !rest.iter().any(next))
        .then(|| named.iter().map(|day| dates::in_week(date, *day, run.clock)).collect())
}
