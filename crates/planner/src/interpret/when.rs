//! The dates, times, repetition and estimate that the sentence of a new todo carries (TODOS.md rules 2-7).

use super::fields::{self, When, absorb, unclear};
use super::lengths;
use super::lexicon::one_of;
use super::run::{Run, Said};
use super::text::Clause;
use crate::dates::{self, Clock, Found, Role, What};
use countersign_core::recurrence::Frequency;
use countersign_core::todo::TimeOfDay;
use jiff::civil::Date;
use std::ops::Range;

/// Everything a date phrase in a range says, each phrase taken; `keep_title` leaves a second date in the title.
pub(super) fn dates(run: &mut Run<'_>, c: &mut Clause, range: Range<usize>) -> Said<When> {
    let mut when = When::default();
    let found = c.found.clone();
    let free: Vec<(usize, Range<usize>)> = found
        .iter()
        .enumerate()
        .map(|(n, f)| (n, c.toks_of(&f.span)))
        .filter(|(_, r)| {
            !r.is_empty() && r.start >= range.start && r.end <= range.end && !r.clone().any(|i| c.is_used(i))
        })
        .collect();
    let day = |n: usize| {
        matches!(found.get(n).map(|f| &f.what), Some(What::Date { .. } | What::DateTime { .. } | What::Range { .. }))
    };
    let plain: Vec<&(usize, Range<usize>)> =
        free.iter().filter(|(n, _)| day(*n) && found.get(*n).is_some_and(|f| f.role == Role::When)).collect();
    let ruled = free.iter().any(|(n, _)| matches!(found.get(*n).map(|f| &f.what), Some(What::Recurrence { .. })));
    let beside = |f: &Found| match &f.what {
        What::Date { date, .. } | What::DateTime { date, .. } => {
            free.iter().any(|(n, _)| found.get(*n).is_some_and(|rule| apart(rule, *date, &c.text, run.clock)))
        }
        _ => false,
    };
    if plain.iter().filter_map(|(n, _)| found.get(*n)).any(beside) && fields::settled(run).is_none() {
        return Err(fields::ask_when("a repetition and a date beside it: say one todo for each", []));
    }
    // One date phrase is consumed (rule 6): one with a preposition or at an edge, not one that describes a noun.
    let mut drop: Vec<usize> = Vec::new();
    if plain.len() > 1 && !ruled {
        let describes = |r: &Range<usize>| {
            (r.end < range.end
                && !c.is_used(r.end)
                && c.toks.get(r.end - 1).is_some_and(|t| t.after.is_none())
                && c.word(r.end) != "and"
                && !free.iter().any(|(_, o)| o.start == r.end))
                && !one_of(c.word(r.start), "on|at|in|this|next|by|tomorrow|today")
        };
        let keep: Vec<usize> = plain.iter().filter(|(_, r)| !describes(r)).map(|(n, _)| *n).collect();
        match keep.as_slice() {
            [one] => drop.extend(plain.iter().map(|(n, _)| *n).filter(|n| n != one)),
            _ => {
                let options: Vec<_> = plain
                    .iter()
                    .filter_map(|(n, _)| found.get(*n))
                    .filter_map(|f| match &f.what {
                        What::Date { date, .. } | What::DateTime { date, .. } => Some((*date, String::new())),
                        What::Range { date, .. } => date.map(|d| (d, String::new())),
                        _ => None,
                    })
                    .collect();
                if options.iter().all(|(d, _)| options.first().is_some_and(|(f, _)| f == d)) {
                    drop.extend(plain.iter().skip(1).map(|(n, _)| *n));
                } else if let Some(settled) = fields::settled(run) {
                    when = settled;
                    drop.extend(plain.iter().map(|(n, _)| *n));
                } else {
                    return Err(fields::ask_when(super::several_days::MORE_THAN_ONE, options));
                }
            }
        }
    }
    let text = c.text.clone();
    for (n, r) in &free {
        let Some(f) = found.get(*n) else { continue };
        if drop.contains(n) {
            continue;
        }
        if let What::Duration { .. } = f.what {
            let cue = |w: &str| {
                one_of(
                    w,
                    "for|takes|take|taking|estimate|estimated|about|approx|approximately|lasting|duration|est|\
                roughly|around",
                )
            };
            let led =
                r.start > range.start && cue(c.word(r.start - 1)) || cue(c.word(r.start)) || f.role == Role::Estimate;
            let last = (r.end..range.end).all(|i| c.is_used(i) || free.iter().any(|(m, o)| m != n && o.contains(&i)));
            if !led && !last {
                continue;
            }
            absorb(run, f, &text, &mut when)?;
            let mut from = r.start;
            while from > range.start && cue(c.word(from - 1))
                || (from > range.start
                    && one_of(c.word(from - 1), "should|will|it|and|of|it'll|an|at")
                    && from < r.start)
            {
                from -= 1;
            }
            c.take(from..r.end, "estimate");
            continue;
        }
        // "every thursday till 8": when it ends that day is no part of the rule.
        let ends_at = matches!((f.role, &f.what), (Role::Until, What::Time { .. }));
        if ends_at || !ruled && matches!(f.role, Role::Until | Role::After) {
            continue;
        }
        if unclear(f)
            && let Some(settled) = fields::settled(run)
        {
            if f.role == Role::Due {
                when.due = settled.date
            } else {
                when.date = settled.date
            }
            when.time = when.time.or(settled.time);
            c.take(r.clone(), "scheduledFor");
            continue;
        }
        let mut due = f.role == Role::Due;
        let mut from = r.start;
        // "due date friday", "deadline: friday"
        for cue in [
            "due",
            "due date",
            "due on",
            "due by",
            "with deadline",
            "deadline",
            "with due date",
            "with a due date of",
            "with a deadline of",
            "it's due",
            "its due",
            "is due",
            "and it's due",
            "due date is",
            "with due date of",
            "deadline is",
            "due:",
            "with a due date",
            "with a deadline",
        ] {
            let n = cue.split(' ').count();
            if r.start >= range.start + n && c.at(r.start - n, cue) == Some(r.start) {
                due = true;
                from = from.min(r.start - n);
            }
        }
        // "within the next two weeks": when it must be done by.
        let within = matches!(f.what, What::Range { .. })
            && text.get(f.span.clone()).is_some_and(|said| {
                let said = said.to_lowercase();
                ["in the next ", "within the next ", "in the coming ", "within the coming "]
                    .iter()
                    .any(|led| said.starts_with(led))
            });
        let role = if due || within { Role::Due } else { f.role };
        let period = matches!(f.what, What::Range { date: None, .. });
        let before = when.clone();
        let result = absorb(run, &Found { role, ..f.clone() }, &text, &mut when);
        one_each(run, &before, &mut when, ruled)?;
        if role == Role::When && !ruled && fields::both_ends(f, &text) {
            run.warn("end_not_kept");
        }
        if let Err(stop) = result {
            match fields::settled(run).filter(|_| period) {
                Some(settled) => when.date = settled.date,
                None => return Err(stop),
            }
        }
        let taken_as = match (&f.what, role) {
            (What::Recurrence { .. }, _) => "recurrence",
            (What::Time { .. }, _) => "timeOfDay",
            (_, Role::Due) => "dueDate",
            _ => "scheduledFor",
        };
        c.take(from..r.end, taken_as);
        let timed =
            matches!(f.what, What::Time { .. } | What::DateTime { .. } | What::Recurrence { time: Some(_), .. });
        if timed && text.get(f.span.clone()).is_some_and(|said| dates::lasts(said, run.clock)) {
            run.warn("end_time_not_kept");
        }
    }
    // "due friday at 5pm, on wednesday": the hour is the deadline's, and a todo has one only for the day that it is on.
    let timed = |due: bool| {
        free.iter().filter_map(|(n, _)| found.get(*n)).any(|f| match f.what {
            What::DateTime { .. } | What::Time { .. } | What::Recurrence { time: Some(_), .. } => {
                (f.role == Role::Due) == due
            }
            _ => false,
        })
    };
    if when.due.is_some() && when.date.is_some() && when.rule.is_none() && timed(true) && !timed(false) {
        when.time = None;
        if fields::settled(run).is_none() {
            return Err(fields::ask_when("The hour is the deadline's, and another day is named.", []));
        }
    }
    for i in range.clone() {
        if when.minutes.is_some() || c.is_used(i) {
            continue;
        }
        let Some((minutes, end)) = lengths::minutes(c, i).filter(|(_, end)| *end <= range.end) else { continue };
        let cue = |w: &str| {
            one_of(
                w,
                "for|takes|take|taking|estimate|estimated|about|approx|approximately|lasting|duration|est|roughly|\
            around|at|of|an|it|should|will",
            )
        };
        let closed = (end..range.end).all(|k| c.is_used(k))
            || c.toks.get(end - 1).is_some_and(|t| matches!(t.after, Some(')' | ']')));
        let led = i > range.start && one_of(c.word(i - 1), "takes|estimate|estimated|est|lasting|duration|taking");
        // "in 30 min" is a moment, "after 2 hours" another.
        if !(closed || led)
            || i > range.start && one_of(c.word(i - 1), "in|after|every|within|before|last|next|first")
            || i == range.start
        {
            continue;
        }
        let mut from = i;
        while from > range.start + 1 && cue(c.word(from - 1)) && !c.is_used(from - 1) {
            from -= 1;
        }
        when.minutes = Some(minutes);
        c.take(from..end, "estimate");
    }
    if ruled {
        begun(&mut when, &free.iter().filter_map(|(n, _)| found.get(*n)).collect::<Vec<_>>())?;
    }
    // A bare time is today's or tomorrow's (rule 5).
    if when.time.is_some() && when.date.is_none() && when.due.is_none() && when.rule.is_none() {
        when.date = when.time_on;
    }
    Ok(when)
}

/// "from january every monday": a repetition begins when it is told to in front of it. How long it lasts was counted from
/// another day then.
fn begun(when: &mut When, said: &[&Found]) -> Said<()> {
    let first = said.iter().find_map(|f| match (f.role, &f.what) {
        (Role::From, What::Date { date, .. } | What::DateTime { date, .. }) => Some(*date),
        (Role::From, What::Range { from, .. }) => Some(*from),
        (Role::After, What::Date { date, .. }) => date.tomorrow().ok(),
        _ => None,
    });
    let (Some(first), Some(rule)) = (first, &when.rule) else { return Ok(()) };
    if when.date.is_some_and(|date| first <= date) {
        return Ok(());
    }
    if rule.until.is_some_and(|until| until < first) {
        return Err(fields::ask_when("It would end before it begins.", []));
    }
    when.date = dates::anchor(rule, first);
    Ok(())
}

/// "jeden 14. Januar, 14. April": a date beside a repetition that says itself on which days it is, and is not one of them.
fn apart(found: &Found, date: Date, text: &str, clock: &Clock) -> bool {
    let What::Recurrence { rule, start: Some(start), .. } = &found.what else { return false };
    if !rule.by_day.is_empty() || !rule.by_month_day.is_empty() {
        return !rule.contains(date, date);
    }
    let yearly = rule.frequency == Frequency::Yearly && (start.month(), start.day()) != (date.month(), date.day());
    yearly && text.get(found.span.clone()).is_some_and(|said| dates::of_the_year(said, clock))
}

/// All the times that a clause says, where both that were met are among them: "at 6pm, 10pm and 6am".
fn times(run: &Run<'_>, met: Vec<TimeOfDay>) -> Vec<TimeOfDay> {
    let mut all: Vec<TimeOfDay> = Vec::new();
    for found in dates::find(&run.said, run.clock) {
        if let What::Time { time, .. } | What::DateTime { time, .. } | What::Recurrence { time: Some(time), .. } =
            found.what
            && !all.contains(&TimeOfDay::new(time))
        {
            all.push(TimeOfDay::new(time));
        }
    }
    if met.iter().all(|time| all.contains(time)) { all } else { met }
}

/// A todo has one time, one deadline and one repetition: a second that says otherwise is asked about,
/// since one of the two would be lost.
pub(super) fn one_each(run: &Run<'_>, before: &When, when: &mut When, ruled: bool) -> Said<()> {
    fn differ<T: PartialEq>(a: Option<&T>, b: Option<&T>) -> bool {
        a.is_some() && a != b
    }
    let settled = fields::settled(run);
    if differ(before.rule.as_ref(), when.rule.as_ref()) {
        return Err(fields::ask_when("There is more than one repetition.", []));
    }
    if differ(before.time.as_ref(), when.time.as_ref()) {
        match settled.as_ref().and_then(|s| s.time) {
            Some(time) => when.time = Some(time),
            None => return Err(fields::ask_time(times(run, [before.time, when.time].into_iter().flatten().collect()))),
        }
    }
    let days = |a: Option<Date>, b: Option<Date>| [a, b].into_iter().flatten().map(|d| (d, String::new()));
    if differ(before.due.as_ref(), when.due.as_ref()) {
        match settled.as_ref().and_then(|s| s.date) {
            Some(date) => when.due = Some(date),
            None => return Err(fields::ask_when("There is more than one deadline.", days(before.due, when.due))),
        }
    }
    if !ruled && differ(before.date.as_ref(), when.date.as_ref()) {
        match settled.as_ref().and_then(|s| s.date) {
            Some(date) => when.date = Some(date),
            None => return Err(fields::ask_when("There is more than one date.", days(before.date, when.date))),
        }
    }
    Ok(())
}
