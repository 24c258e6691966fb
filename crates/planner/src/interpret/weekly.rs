//! "Add saturday to gym", "remove monday from gym", "no gym on mondays", "gym only on mondays": weekdays more or less for what
//! repeats by the week, and no todo of that name, nor one date of it: a plain weekday is part of its rule (TODOS.md rule 11).

use super::attach::addressed;
use super::lexicon::one_of;
use super::run::{Run, Said};
use super::split::lead;
use super::target::{Match, Want, content};
use super::text::Clause;
use crate::dates::What;
use countersign_core::ids::TodoId;
use countersign_core::recurrence::Frequency;
use jiff::civil::Weekday;

/// The message with the days that the todo then has; as it is where something else is added. Where the todo does not repeat
/// by the week, or no weekday is named, what is meant is asked.
pub(super) fn plain(text: String, run: &Run<'_>) -> Said<String> {
    let polite =
        [" please", " pls", " thanks"].iter().find_map(|tail| text.trim_end_matches(['.', '!']).strip_suffix(tail));
    let c = Clause::new(polite.unwrap_or(&text).trim_end_matches(','), run.clock);
    let at = lead(&c).at;
    let other = match c.word(at) {
        "add" => other_days(run, &c, at + 1, "to", true),
        "remove" | "drop" | "take" | "delete" | "strike" => other_days(run, &c, at + 1, "from|off", false),
        "no" => only_on(run, &c, at).or_else(|| no_more_on(run, &c, at + 1)).or_else(|| for_a_time(run, &c, at + 1)),
        "skip" | "never" => no_more_on(run, &c, at + 1).or_else(|| for_a_time(run, &c, at + 1)),
        _ => of_habit(&c, at)
            .and_then(|from| instead_of(run, &c, from))
            .or_else(|| instead_of(run, &c, at))
            .or_else(|| all_but(run, &c, at))
            .or_else(|| but_one(run, &c, at))
            .or_else(|| only_on(run, &c, at))
            .or_else(|| never_on(run, &c, at))
            .or_else(|| also_on(run, &c, at)),
    };
    other.unwrap_or(Ok(text))
}

/// The order that adds the days named from word `from` on, or takes them away.
fn other_days(run: &Run<'_>, c: &Clause, from: usize, preps: &'static str, more: bool) -> Option<Said<String>> {
    let (to, name) = match addressed(run, c, from, preps) {
        Some(found) => found,
        None if more => return at_another_time(run, c, from),
        None => return None,
    };
    let day =
        |i: usize| crate::dates::weekday(c.word(i)).or_else(|| crate::dates::weekday(c.word(i).strip_suffix('s')?));
    let dated = |i: usize| c.found.iter().any(|f| c.toks_of(&f.span).contains(&i));
    let joins = |i: usize| one_of(c.word(i), "and|&|every|a|on|the");
    if !(from..to).any(|i| dated(i) || day(i).is_some())
        || !(from..to).all(|i| dated(i) || joins(i) || day(i).is_some())
    {
        return None;
    }
    let due = |i: usize| one_of(c.word(i), "deadline|due|date|time|by|until");
    if (from..to).any(due) {
        return None;
    }
    let id = match name.strip_prefix('#').and_then(|number| number.parse().ok()) {
        Some(number) => TodoId(number),
        None => match run.search(&content(&name), Want::Open, &|t| !t.status.is_closed()) {
            Match::One(id) => id,
            _ => return None,
        },
    };
    let todo = run.todo(id)?;
    let rule = &todo.recurrence;
    let said: Option<Vec<Weekday>> = (from..to).filter(|i| !joins(*i)).map(day).collect();
    let weekly = rule.frequency == Frequency::Weekly && rule.interval == 1 && !rule.by_day.is_empty();
    let own = || rule.by_day.iter().map(|own| own.day);
    let days: Option<Vec<Weekday>> = match said {
        Some(said) if weekly && more => Some(own().chain(said).collect()),
        Some(said) if weekly && said.iter().all(|day| own().any(|own| own == *day)) => {
            let left: Vec<Weekday> = own().filter(|day| !said.contains(day)).collect();
            (!left.is_empty()).then_some(left)
        }
        // One of its dates, or a day that it has not.
        _ if !more => return None,
        _ => None,
    };
    Some(on_days(run, id, days))
}

/// "add saturday to gym at 9": a day of a series with a time of its own, which no series has; what is meant is asked.
fn at_another_time(run: &Run<'_>, c: &Clause, from: usize) -> Option<Said<String>> {
    let last = c.found.last().filter(|f| matches!(f.what, What::Time { .. }))?;
    let time = c.toks_of(&last.span);
    let (to, name) = c.seek(from + 1, "to").filter(|(_, name)| time.end == c.len() && *name < time.start)?;
    let days = (from..to).all(|i| crate::dates::weekday(c.word(i)).is_some() || one_of(c.word(i), "and|&|every|on"));
    let id = series(run, c.slice(name..time.start)).filter(|_| days)?;
    Some(on_days(run, id, None))
}

/// "no gym on mondays", "no more yoga on thursdays and fridays": the days that are left, where weekdays in the plural end it.
/// A day in the singular is one date.
fn no_more_on(run: &Run<'_>, c: &Clause, from: usize) -> Option<Said<String>> {
    let (first, said) = days_at_the_end(c, from, c.len(), false)?;
    let end = if one_of(c.word(first.checked_sub(1)?), "on|any") { first - 1 } else { first };
    let from = c.any(from, "more").unwrap_or(from);
    let id = series(run, c.slice(from..end.max(from)))?;
    Some(on_days(run, id, without(run, id, &said)))
}

/// "gym never on mondays", "yoga no longer on thursdays": as [`no_more_on`], behind the name.
fn never_on(run: &Run<'_>, c: &Clause, at: usize) -> Option<Said<String>> {
    const NEVER: &str =
        "never again on|never on|no longer on|not anymore on|not any more on|no more on|never again|never|no longer";
    let (never, behind) = (at + 1..c.len()).find_map(|i| Some((i, c.any(i, NEVER)?)))?;
    let ends = c.len() - usize::from(one_of(c.word(c.len() - 1), "anymore|again"));
    let (_, said) = days_at_the_end(c, behind, ends, true).filter(|(first, _)| *first == behind)?;
    let id = called(run, c.slice(at..never))?;
    Some(on_days(run, id, without(run, id, &said)))
}

/// "gym on tuesdays too", "gym also on tuesdays": weekdays more for a series of that name.
fn also_on(run: &Run<'_>, c: &Clause, at: usize) -> Option<Said<String>> {
    const TOO: &str = "too|as well|also|additionally";
    let tail = (at + 1..c.len()).find(|i| c.any(*i, TOO) == Some(c.len()));
    let end = tail.unwrap_or(c.len());
    let (first, said) = days_at_the_end(c, at, end, false)?;
    let bare = if c.word(first.checked_sub(1)?) == "on" { first - 1 } else { first };
    let also = (at + 1..bare).find(|i| c.any(*i, TOO) == Some(bare));
    let id = called(run, c.slice(at..also.unwrap_or(bare))).filter(|_| tail.is_some() || also.is_some())?;
    let weekly =
        run.todo(id).is_some_and(|t| t.recurrence.frequency == Frequency::Weekly && t.recurrence.interval == 1);
    let days = own(run, id).filter(|_| weekly).map(|own| own.into_iter().chain(said).collect());
    Some(on_days(run, id, days))
}

/// The longest stretch of which single days are left out.
const MOST_DAYS: usize = 30;

/// "no gym on mondays until christmas": each of them that is before then. "… from january on" is a rule that no series has: what
/// is meant is asked.
fn for_a_time(run: &Run<'_>, c: &Clause, from: usize) -> Option<Said<String>> {
    let cut = (from + 1..c.len()).find(|i| one_of(c.word(*i), "until|till|til|through|from|starting|after"))?;
    let (first, said) = days_at_the_end(c, from, cut, false)?;
    let name = if one_of(c.word(first.checked_sub(1)?), "on|any") { first - 1 } else { first };
    let id = series(run, c.slice(from..name.max(from)))?;
    let todo = run.todo(id)?;
    let through = c.word(cut) == "through";
    let behind = c.slice(cut + 1..c.len()).trim_end_matches(" on").trim_end_matches(" onwards");
    let end = match crate::dates::whole(behind, run.clock) {
        Some(What::Date { date, .. }) => date,
        Some(What::Range { from, to, .. }) => {
            if through {
                to
            } else {
                from
            }
        }
        _ => return None,
    };
    let end = if through { Some(end) } else { end.yesterday().ok() }?;
    let asked = || Some(on_days(run, id, None));
    if one_of(c.word(cut), "from|starting|after") {
        return asked();
    }
    let span = super::series::Span { from: run.today(), to: end, weekday: false };
    let open = |date: &jiff::civil::Date| !todo.completed_dates.contains(date) && said.contains(&date.weekday());
    let days: Vec<_> = super::series::within(todo, span, run.today()).into_iter().filter(open).collect();
    if days.is_empty() || days.len() > MOST_DAYS {
        return asked();
    }
    let each: Vec<String> = days.iter().map(|day| format!("skip #{id} on {day}")).collect();
    Some(Ok(each.join("; ")))
}

/// "gym every day but mondays", "gym except mondays", "yoga not on tuesdays": of a series of that name with such days, those
/// that are left.
fn all_but(run: &Run<'_>, c: &Clause, at: usize) -> Option<Said<String>> {
    const BUT: &str = "except for|except on|except|excluding|but not on|but not|but|apart from|other than|not on";
    const DAILY: &str = "every day|each day|everyday|daily";
    let (but, behind) = (at + 1..c.len()).find_map(|i| Some((i, c.any(i, BUT)?)))?;
    let daily = (at + 1..but).find(|i| c.any(*i, DAILY) == Some(but));
    let (first, said) = days_at_the_end(c, behind, c.len(), daily.is_some())?;
    let led = first == behind || first == behind + 1 && c.word(behind) == "on";
    if !led || daily.is_none() && c.word(but) == "but" {
        return None;
    }
    let id = called(run, c.slice(at..daily.unwrap_or(but)))?;
    // "every day" is each of them, whatever days it had.
    if daily.is_some() {
        let week = (0..7).filter_map(|n| Weekday::from_monday_zero_offset(n).ok());
        return Some(on_days(run, id, Some(week.filter(|day| !said.contains(day)).collect())));
    }
    Some(on_days(run, id, Some(without(run, id, &said)?)))
}

/// "yoga every week but this one": the days of that week are left out, and the rest stays.
fn but_one(run: &Run<'_>, c: &Clause, at: usize) -> Option<Said<String>> {
    const BUT: &str = "except for|except|excluding|but not|but|apart from|other than";
    let weekly = (at + 1..c.len()).find(|i| c.any(*i, "every week|each week|weekly|every time|always").is_some())?;
    let but = c.any(weekly, "every week|each week|weekly|every time|always")?;
    let behind = c.any(but, BUT)?;
    let week = match c.slice(behind..c.len()).trim_end_matches(['.', '!']) {
        "this one" | "this week" | "this" | "the current one" => "this week",
        "next week" | "next" | "the next" => "next week",
        _ => return None,
    };
    let id = called(run, c.slice(at..weekly))?;
    Some(Ok(format!("skip #{id} {week}")))
}

/// "yoga only on tuesdays", "yoga on tuesdays only", "no gym except mondays": the days that are named and no others.
fn only_on(run: &Run<'_>, c: &Clause, at: usize) -> Option<Said<String>> {
    const ONLY: &str = "only on|just on|only|just";
    const BUT: &str = "except for|except on|except|but on|but|other than";
    let none = c.word(at) == "no";
    let led = usize::from(none || c.word(at) == "only");
    let ends = !none && led == 0 && c.len() > at + 1 && c.word(c.len() - 1) == "only";
    let to = c.len() - usize::from(ends);
    let (first, said) = days_at_the_end(c, at + led, to, false)?;
    let bare = if c.word(first.checked_sub(1)?) == "on" { first - 1 } else { first };
    let marked = |list: &'static str| (at + led + 1..first).find(|i| c.any(*i, list) == Some(first));
    let end = match (none, led > 0 || ends) {
        (true, _) => marked(BUT)?,
        (false, true) => bare,
        (false, false) => marked(ONLY)?,
    };
    let id = called(run, c.slice(at + led..end))?;
    Some(on_days(run, id, Some(said)))
}

/// The weekdays in the plural, or behind "every", with which words up to `to` end, and where they begin; in the singular
/// where that is the same.
fn days_at_the_end(c: &Clause, from: usize, to: usize, singular: bool) -> Option<(usize, Vec<Weekday>)> {
    let week = |days: std::ops::Range<i8>| days.filter_map(|n| Weekday::from_monday_zero_offset(n).ok()).collect();
    let plain = |word: &str| crate::dates::weekday(word);
    let each = |i: usize| one_of(c.word(i), "every|each");
    let day = |i: usize, singular: bool| -> Option<Vec<Weekday>> {
        Some(match c.word(i) {
            "weekends" => week(5..7),
            "weekdays" => week(0..5),
            "weekend" if singular => week(5..7),
            word if singular => vec![plain(word).or_else(|| plain(word.strip_suffix('s')?))?],
            word => vec![plain(word.strip_suffix('s')?)?],
        })
    };
    let mut first = to;
    while first > from && (day(first - 1, true).is_some() || each(first - 1) || one_of(c.word(first - 1), "and|&|or")) {
        first -= 1;
    }
    // "every tuesday and thursday": said of both.
    let singular = singular || each(first);
    let named = (first..to).filter(|i| day(*i, true).is_some());
    let said: Vec<Weekday> = named.map(|i| day(i, singular)).collect::<Option<Vec<_>>>()?.concat();
    (!said.is_empty()).then_some((first, said))
}

/// "yoga on mondays instead of tuesdays": some weekdays in the place of others of a series.
fn instead_of(run: &Run<'_>, c: &Clause, at: usize) -> Option<Said<String>> {
    let (not, behind) = (at + 1..c.len()).find_map(|i| Some((i, c.any(i, "instead of|and not on|not on")?)))?;
    let behind = if c.word(behind) == "on" { behind + 1 } else { behind };
    if let Some(one) = one_instead(run, c, at, not, behind) {
        return Some(one);
    }
    let (old, before) = days_at_the_end(c, behind, c.len(), false)?;
    let (new, days) = days_at_the_end(c, at, not, false)?;
    let end = if c.word(new.checked_sub(1)?) == "on" { new - 1 } else { new };
    let id = called(run, c.slice(at..end)).filter(|_| old == behind)?;
    let kept = match without(run, id, &before) {
        Some(kept) => kept,
        None if own(run, id)?.iter().all(|day| before.contains(day)) => Vec::new(),
        None => return Some(on_days(run, id, None)),
    };
    Some(on_days(run, id, Some([kept, days].concat())))
}

/// "have gym on tuesdays instead of mondays": where the name begins; of days in the singular that is no habit.
fn of_habit(c: &Clause, at: usize) -> Option<usize> {
    let plural = |i: usize| c.word(i).strip_suffix('s').is_some_and(|day| crate::dates::weekday(day).is_some());
    c.any(at, "have|do|hold|put|do my|have my").filter(|from| (*from..c.len()).any(plural))
}

/// "gym tuesday instead of monday": a day and no habit, so whether it is meant for once is asked; where it has both days, what
/// is meant.
fn one_instead(run: &Run<'_>, c: &Clause, at: usize, not: usize, behind: usize) -> Option<Said<String>> {
    let one = |i: usize| crate::dates::weekday(c.word(i)).filter(|_| !c.word(i).ends_with('s'));
    let (old, new) = (one(behind)?, one(not.checked_sub(1)?)?);
    let end = if one_of(c.word(not.checked_sub(2)?), "on|this") { not - 2 } else { not - 1 };
    let id = called(run, c.slice(at..end.max(at))).filter(|_| behind + 1 == c.len())?;
    let days = own(run, id).filter(|days| days.contains(&old))?;
    if days.contains(&new) {
        return Some(on_days(run, id, None));
    }
    let name = |day: Weekday| format!("{day:?}").to_lowercase();
    Some(Ok(format!("change #{id} from {} to {}", name(old), name(new))))
}

/// The open series that some words name.
fn series(run: &Run<'_>, name: &str) -> Option<TodoId> {
    let number = name.trim().strip_prefix('#').and_then(|number| number.parse().ok()).map(TodoId);
    let id = match number {
        Some(id) => id,
        None => match run.find(&content(name), Want::Open) {
            Match::One(id) => id,
            _ => return None,
        },
    };
    run.todo(id).filter(|todo| todo.recurrence.is_repeating() && !todo.status.is_closed()).map(|todo| todo.id)
}

/// The open series with just this title.
fn called(run: &Run<'_>, name: &str) -> Option<TodoId> {
    let name = name.trim().trim_matches('"').trim_start_matches("the ");
    if name.starts_with('#') {
        return series(run, name);
    }
    match super::target::same_title(run.todos, name).as_slice() {
        [one] => series(run, &format!("#{one}")),
        _ => None,
    }
}

/// The weekdays of a series without some of them; `None` where it has not all of those, or none is left.
fn without(run: &Run<'_>, id: TodoId, said: &[Weekday]) -> Option<Vec<Weekday>> {
    let own = own(run, id)?;
    let fits = said.iter().all(|day| own.contains(day));
    let left: Vec<Weekday> = own.into_iter().filter(|day| !said.contains(day)).collect();
    (fits && !left.is_empty()).then_some(left)
}

/// The weekdays of a series of every week.
fn own(run: &Run<'_>, id: TodoId) -> Option<Vec<Weekday>> {
    let rule = &run.todo(id)?.recurrence;
    Some(match rule.frequency {
        Frequency::Daily if rule.interval == 1 => {
            (0..7).filter_map(|n| Weekday::from_monday_zero_offset(n).ok()).collect()
        }
        Frequency::Weekly if rule.interval == 1 => rule.by_day.iter().map(|own| own.day).collect(),
        _ => Vec::new(),
    })
}

/// The order that a todo repeats on these days; a question where there are none.
fn on_days(run: &Run<'_>, id: TodoId, days: Option<Vec<Weekday>>) -> Said<String> {
    let Some(mut days) = days else {
        let title = run.todo(id).map_or("", |todo| todo.title.as_str());
        return Err(super::resolve::deeds(run, format!("What should change about “{title}”?"), id));
    };
    days.sort_unstable_by_key(|day| day.to_monday_zero_offset());
    days.dedup();
    let names: Vec<String> = days.iter().map(|day| format!("{day:?}").to_lowercase()).collect();
    Ok(format!("change #{id} to every {}", names.join(" and ")))
}
