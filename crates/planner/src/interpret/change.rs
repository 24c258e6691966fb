//! Moving in time: reschedule, postpone by an amount, schedule, stop.

use super::amount::{Amount, Unit, shift_amount, shifted};
use super::assign;
use super::deeds::one_offs;
use super::fields::{self, When, absorb, ask_when};
use super::lexicon::one_of;
use super::resolve::Targets;
use super::run::{Ask, Ref, Run, Said, Stop, Topic, both};
use super::series::{self, Purpose};
use super::split::Head;
use super::target::{Match, Want, content};
use super::text::Clause;
use crate::dates::{self, Found, Role};
use countersign_core::operation::{MoveTo, Operation, Patch};
use countersign_core::predicate::Predicate;
use countersign_core::recurrence::{ByDay, Frequency};
use countersign_core::todo::{TimeOfDay, Todo};
use jiff::Span;
use jiff::civil::Date;

/// Where a clause says something goes: the date words and what is left for the object.
pub(super) fn destination(run: &Run<'_>, c: &Clause, from: usize) -> Option<(usize, usize, Found, String)> {
    let len = (from..c.len()).rev().find(|i| !c.is_used(*i)).map_or(from, |i| i + 1);
    let read = |a: usize, b: usize| -> Option<(Found, String)> {
        let mut text = c.slice(a..b).to_owned();
        // "push stand-up to 10": a bare hour.
        if text.len() <= 2
            && text.bytes().all(|d| d.is_ascii_digit())
            && a > 0
            && matches!(c.word(a - 1), "to" | "until" | "till" | "at")
        {
            text = format!("at {text}");
        }
        let what = dates::whole(&text, run.clock).or_else(|| {
            // "at 12 on friday": the bare hour first.
            let hour = a > 0 && one_of(c.word(a - 1), "at|to") && text.split(' ').next().is_some_and(|w| w.len() <= 2);
            text = format!("at {text}");
            if hour { dates::whole(&text, run.clock) } else { None }
        })?;
        Some((Found { span: 0..text.len(), role: Role::When, what }, text))
    };
    let groups: [&str; 3] = ["to|until|till|til|onto|into|->|→", "for|on|at|from|by|starting", "|be"];
    for (n, group) in groups.iter().enumerate() {
        let mut order: Vec<usize> = (from..len)
            .filter(|i| if n == 2 { *i > from } else { one_of(c.word(*i), group) && !c.is_used(*i) })
            .filter(|i| !within_lasting(run, c, *i))
            .collect();
        if n == 0 {
            order.reverse();
        }
        for i in order {
            let mut a = if n == 2 { i } else { i + 1 };
            while one_of(c.word(a), "the|be|around|about|on|at|sometime|start|later")
                && a + 1 < len
                && read(a, len).is_none()
            {
                a += 1;
            }
            let tail = (a + 1..=len).rev().find(|b| {
                (*b == len || one_of(c.word(*b), "instead|so|because|since|as|when|if|please|for"))
                    && read(a, *b).is_some()
            });
            if let Some(b) = tail
                && let Some((found, text)) = read(a, b)
            {
                // "in 10 days at 5pm": the day stands in front of the time.
                let whole = matches!(found.what, dates::What::Time { .. })
                    .then(|| (from + 1..i).filter(|k| c.word(*k) == "in").find_map(|k| Some((k, read(k, b)?))))
                    .flatten();
                if let Some((k, (found, text))) = whole {
                    return Some((k, b, found, text));
                }
                return Some((i, b, found, text));
            }
        }
    }
    None
}

/// "to tomorrow 11am to 1pm", "dentist on dec 2 from 3 to 5": the second "to" says when the time ends that it goes to. In
/// "from 9am to 10am" behind a verb it says where it goes.
pub(super) fn within_lasting(run: &Run<'_>, c: &Clause, i: usize) -> bool {
    c.found.iter().any(|f| {
        let said = c.toks_of(&f.span);
        let led = c.word(said.start) == "to" || said.start.checked_sub(1).is_some_and(|before| c.word(before) == "to");
        let dated = matches!(f.what, dates::What::DateTime { .. });
        (led || dated) && (said.start + 1..said.end).contains(&i) && dates::lasts(c.slice(said), run.clock)
    })
}

/// Reschedules, postpones or brings forward.
pub(super) fn shift(run: &mut Run<'_>, mut c: Clause, head: Head, sign: i64) -> Said<()> {
    let from = head.next;
    let word = c.word(head.at).to_owned();
    let mut sign = sign;
    // "push the dentist back", "bring the meeting forward"
    if matches!(word.as_str(), "bring" | "pull") && c.seek(from, "back").is_some() && c.found.is_empty() {
        let name: Vec<&str> = (from..c.len()).map(|i| c.word(i)).filter(|w| *w != "back").collect();
        return super::undo::restore(run, &name.join(" "));
    }
    if word == "extend" {
        for i in from..c.len() {
            if matches!(c.word(i), "to" | "until" | "till" | "through") {
                let said = format!("until {}", c.slice(i + 1..c.len()));
                if matches!(run.find(&content(c.slice(from..i)), Want::Open), Match::One(id) if run.todo(id).is_some_and(|t| t.recurrence.is_repeating()))
                {
                    let name = c.slice(from..i).to_owned();
                    let mut until = Clause::new(&said, run.clock);
                    return assign::state(run, &mut until, &name, 0, false, false);
                }
            }
        }
    }
    let forward = matches!(word.as_str(), "bring" | "pull") && c.seek(from, "forward|forwards|in").is_some();
    if forward {
        sign = -1;
    }
    if let Some((a, e)) = c.seek(
        from,
        "to someday|to the backlog|to my backlog|to backlog|to unscheduled|off the calendar|off my calendar|\
        to no date|to later|to sometime|indefinitely|to the someday list|to whenever|until further notice",
    ) {
        if matches!(c.slice(a..e).to_lowercase().as_str(), "to later" | "to sometime") {
            let name = c.slice(from..a).to_owned();
            run.objects(&name, Want::Dated)?;
            return Err(ask_when("", soon(run)));
        }
        c.take(a..e, "scheduledFor");
        let targets = run.objects(&c.rest(from..c.len()), Want::Dated)?;
        return unschedule(run, &targets);
    }
    if let Some(said) = super::amount::quarter(&c, from) {
        return Err(ask_when(&format!("“{said}” is a quarter of an hour or of a year."), []));
    }
    if let Some(by) = shift_amount(&mut c, from, sign)? {
        let mut name = trimmed(&c, from);
        let due = strip_due(&mut name);
        let targets = run.objects(&name, Want::Dated)?;
        run.note(c);
        return shift_by(run, &targets, by, due);
    }
    if let Some(said) = super::amount::unread(&c, from) {
        return Err(ask_when(&format!("“{said}” is not counted from now."), []));
    }
    let Some((at, end, found, text)) = destination(run, &c, from) else {
        // No date: perhaps another kind of value ("move report to in progress").
        if (from..c.len()).any(|i| matches!(c.word(i), "to" | "as")) && assign::valued(run, &c, from)? {
            return Ok(());
        }
        let mut name = trimmed(&c, from);
        strip_due(&mut name);
        let name = name
            .trim_end_matches(" back")
            .trim_end_matches(" forward")
            .trim_end_matches(" to")
            .trim_end_matches(" until")
            .to_owned();
        let targets = run.objects(&name, Want::Dated);
        let Some(when) = fields::settled(run) else {
            let unread: Option<Stop> = c
                .found
                .iter()
                .find(|f| fields::unclear(f))
                .and_then(|f| absorb(run, f, &c.text, &mut When::default()).err());
            let missing = Err::<(), Stop>(unread.unwrap_or_else(|| ask_when("", soon(run))));
            // Both may be missing: then the question has two parts.
            return both(targets, missing).map(|_| ());
        };
        return go(run, &targets?, &when, None, false);
    };
    let mut object = c.clone();
    object.spend(at..end);
    c.take(at..end, "scheduledFor");
    let mut name = trimmed(&object, from);
    let with_due = strip_both(&mut name);
    let due = strip_due(&mut name);
    let targets = run.objects(&name, Want::Dated);
    let mut when = When::default();
    let read = match fields::settled(run).filter(|_| fields::unclear(&found)) {
        Some(settled) => {
            when = settled;
            Ok(())
        }
        None => absorb(run, &found, &text, &mut when),
    };
    let (targets, ()) = both(targets, read)?;
    when.due = if with_due { when.date } else { when.due };
    let due = due || super::postponed::is_deadline(run, &c, &targets, &when);
    super::postponed::warn(run, &c, &targets, &when, due);
    if fields::both_ends(&found, &text) {
        run.warn("end_not_kept");
    }
    let clash = targets.span.filter(|s| s.from == s.to && when.date == Some(s.from) && when.time.is_none());
    if clash.is_some() {
        run.warn("nothing_changes");
    }
    run.note(c);
    go(run, &targets, &when, Some(&text), due)
}

/// The object phrase without words left over at its ends.
pub(super) fn trimmed(c: &Clause, from: usize) -> String {
    let text = c.rest(from..c.len());
    let mut words: Vec<&str> = text.split(' ').collect();
    let due = |words: &[&str]| words.ends_with(&["due", "date"]);
    while words.len() > 1
        && !due(&words)
        && words.last().is_some_and(|w| {
            one_of(
                w,
                "to|from|on|at|for|by|back|forward|forwards|out|instead|over|again|up|until|off|the|be|ahead|along|so|\
        in|date",
            )
        })
    {
        words.pop();
    }
    words.join(" ")
}

/// "X and its due date": both dates move.
fn strip_both(name: &mut String) -> bool {
    let lower = name.to_lowercase();
    let ends = [" and its due date", " and its deadline", " and the due date", " and the deadline", " and due date"];
    let Some(end) = ends.iter().find(|end| lower.ends_with(*end)) else { return false };
    let cut = name.len() - end.len();
    let whole = lower.len() == name.len() && name.is_char_boundary(cut);
    if whole {
        name.truncate(cut);
    }
    whole
}

/// "the due date of X": then the deadline moves.
fn strip_due(name: &mut String) -> bool {
    let lower = name.to_lowercase();
    for phrase in [
        "the due date of ",
        "due date of ",
        "the deadline of ",
        "deadline of ",
        "the deadline for ",
        "deadline for ",
        "the due date for ",
        "due date for ",
        "the due date on ",
        "the deadline on ",
        "due date on ",
    ] {
        if lower.starts_with(phrase) && name.is_char_boundary(phrase.len()) {
            *name = name.split_off(phrase.len());
            return true;
        }
    }
    for phrase in ["'s due date", "’s due date", "'s deadline", "’s deadline", " due date", " deadline"] {
        if lower.ends_with(phrase) && name.len() > phrase.len() && name.is_char_boundary(name.len() - phrase.len()) {
            name.truncate(name.len() - phrase.len());
            return true;
        }
    }
    for phrase in
        ["the date of ", "date of ", "the time of ", "time of ", "the time for ", "the date for ", "the time on "]
    {
        if lower.starts_with(phrase) && name.is_char_boundary(phrase.len()) {
            *name = name.split_off(phrase.len());
            return false;
        }
    }
    for phrase in ["'s date", "'s time", " date", " time"] {
        if lower.ends_with(phrase) && name.len() > phrase.len() && name.is_char_boundary(name.len() - phrase.len()) {
            name.truncate(name.len() - phrase.len());
            return false;
        }
    }
    false
}

pub(super) fn soon(run: &Run<'_>) -> Vec<(Date, String)> {
    [1, 2, 7].into_iter().map(|n| run.today().saturating_add(Span::new().days(n))).map(|d| (d, String::new())).collect()
}

/// "move the groceries to 6am" at 8: a time alone, of one that is today.
fn is_past_today(run: &Run<'_>, targets: &Targets, when: &When) -> bool {
    let today = Some(run.today());
    let of_today = |t: &Todo| !t.recurrence.is_repeating() && t.scheduled_for == today;
    targets.ids().into_iter().filter_map(|id| run.todo(id)).any(of_today) && fields::is_past(run, today, when.time)
}

/// Puts what was named on a date or time.
pub(super) fn go(run: &mut Run<'_>, targets: &Targets, when: &When, _said: Option<&str>, due: bool) -> Said<()> {
    run.last = targets.refs.clone();
    let due = due || (when.due.is_some() && when.date.is_none());
    let date = if due { when.due.or(when.date) } else { when.date };
    if let Some(rule) = when.rule.clone() {
        return assign::repeat(run, targets, rule, when);
    }
    if date.is_some_and(|d| d < run.today()) {
        run.warn("past_date");
    } else if !due && (fields::is_past(run, date, when.time) || date.is_none() && is_past_today(run, targets, when)) {
        run.warn("past_time");
    }
    if !due && when.due.is_none() {
        super::postponed::warn_of_deadline(run, targets, date);
    }
    let set = |todo: Option<&Todo>| {
        let mut p = Patch::default();
        if due {
            p.due_date = date.map(Some);
        } else {
            p.scheduled_for = date.map(Some);
            // A deadline said beside the date.
            p.due_date = when.due.map(Some);
        }
        if let Some(t) = when.time {
            p.time_of_day = Some(Some(t));
            if !due && date.is_none() && todo.is_some_and(|t| t.scheduled_for.is_none() && t.due_date.is_none()) {
                p.scheduled_for = when.time_on.map(Some);
            }
        }
        p
    };
    if targets.bulk {
        let ids =
            if due { targets.ids() } else { one_offs(run, targets, |t| targets.explicit || !t.status.is_closed()) };
        if ids.is_empty() {
            // "move all yoga to friday": one series, said in the plural.
            let all = targets.ids();
            if let ([id], false, None) = (all.as_slice(), due, targets.span)
                && let Some(todo) = run.todo(*id).filter(|t| t.recurrence.is_repeating())
            {
                run.warnings.retain(|w| w != "repeating_excluded");
                return of_series(run, todo, &Targets { bulk: false, ..targets.clone() }, date, when.time);
            }
            run.warn("no_targets");
            return Err(Stop::Chat);
        }
        if ids.len() > 50 {
            run.warn("many_updates");
        }
        run.push(Operation::BulkUpdate { predicate: Predicate::ids(ids), set: set(None) });
        return Ok(());
    }
    for r in targets.refs.clone() {
        let todo = if let Ref::Todo(id) = r { run.todo(id) } else { None };
        match todo.filter(|t| t.recurrence.is_repeating() && !due) {
            Some(todo) => {
                let today = run.today();
                let date = match date.filter(|_| when.weekday) {
                    Some(date) => {
                        Some(series::of_its_week(run, series::beside(date, targets.span, today), targets.span)?)
                    }
                    None => date,
                };
                of_series(run, todo, targets, date, when.time)?;
            }
            None if targets.unmet && !run.fixed.unmet => {
                let Some((title, id)) = todo.map(|t| (t.title.clone(), t.id)) else { return Err(Stop::Unsure) };
                let question = format!("“{title}” is not on that date. Move it anyway?");
                return Err(super::resolve::which(run, question, &[id]).on(Topic::Unmet));
            }
            None => run.patch(r, set(todo)),
        }
    }
    Ok(())
}

fn of_series(
    run: &mut Run<'_>,
    todo: &Todo,
    targets: &Targets,
    date: Option<Date>,
    time: Option<TimeOfDay>,
) -> Said<()> {
    let today = run.today();
    let id = todo.id.into();
    let next = series::next_open(todo, today, today);
    // "friday instead of thursday" of a series whose day that is.
    let was = run.was.filter(|s| !series::within(todo, *s, today).is_empty());
    if let Some(span) = targets.span.or(was) {
        let dates = series::pick(run, todo, Some(span), Purpose::Move)?;
        if dates.iter().any(|day| run.passes_next(todo, *day, date)) {
            return Err(series::ask_series(todo, next));
        }
        // Nothing is moved into the past, and what has passed gets no other time there.
        if date.is_some_and(|d| d < today) || date.is_none() && dates.iter().any(|day| *day < today) {
            return Err(ask_when(&format!("“{}” would take place in the past.", todo.title), soon(run)));
        }
        for occurrence_date in dates {
            run.move_day(todo, occurrence_date, MoveTo { date, time });
        }
        return Ok(());
    }
    let Some(date) = date else {
        // Rule 11: a new time is the series'.
        run.warn("changes_series");
        run.patch(Ref::Todo(todo.id), Patch { time_of_day: Some(time), ..Patch::default() });
        return Ok(());
    };
    match run.fixed.series {
        Some(true) => {
            let mut rule = todo.recurrence.clone();
            let own = rule.by_day.len() > 1 && rule.by_day.contains(&ByDay::every(date.weekday()));
            let begins = ["start", "begin"].iter().any(|w| run.said.to_lowercase().contains(w));
            match rule.frequency {
                // "change stand-up to 9:30 from monday": only the time is another.
                Frequency::Weekly if own && time.is_some() => {
                    run.warn("changes_series");
                    run.patch(Ref::Todo(todo.id), Patch { time_of_day: time.map(Some), ..Patch::default() });
                    return Ok(());
                }
                _ if begins => {}
                Frequency::Weekly => rule.by_day = vec![ByDay::every(date.weekday())],
                Frequency::Monthly => {
                    rule.by_day.clear();
                    rule.by_month_day = vec![date.day()];
                }
                Frequency::Daily | Frequency::Yearly | Frequency::None => {}
            }
            let first = rule.first(date.max(today));
            run.warn("changes_series");
            run.patch(
                Ref::Todo(todo.id),
                Patch {
                    recurrence: Some(rule.into()),
                    scheduled_for: Some(first),
                    time_of_day: time.map(Some),
                    ..Patch::default()
                },
            );
            Ok(())
        }
        Some(false) => {
            let chosen = run.fixed.day.filter(|day| !series::within(todo, series::Span::day(*day), today).is_empty());
            let Some(occurrence_date) = chosen.or(next) else {
                return Err(Ask::plain(format!("“{}” has no open occurrence.", todo.title)));
            };
            // From a day to itself is no move.
            if chosen == Some(date) && time.is_none() {
                return Err(series::ask_series(todo, next));
            }
            run.push(Operation::MoveOccurrence { id, occurrence_date, to: MoveTo { date: Some(date), time } });
            Ok(())
        }
        None => {
            // "gym on thursday at 7pm": a day of the series, with a time, is the one that is meant.
            let own = time.is_some() && !series::within(todo, series::Span::day(date), today).is_empty();
            Err(series::ask_series(todo, if own { Some(date) } else { next }))
        }
    }
}

fn shift_by(run: &mut Run<'_>, targets: &Targets, by: Amount, due: bool) -> Said<()> {
    run.last = targets.refs.clone();
    let ids = if targets.bulk { one_offs(run, targets, |t| !t.status.is_closed()) } else { targets.ids() };
    for r in targets.refs.iter().filter(|r| matches!(r, Ref::New(_))) {
        if let Ref::New(n) = r
            && let Some(Operation::Create(d)) = run.ops.get_mut(*n)
        {
            d.scheduled_for = d.scheduled_for.map(|date| shifted(date, by));
        }
    }
    for id in ids {
        let Some(todo) = run.todo(id) else { continue };
        let mut p = Patch::default();
        if by.unit == Unit::Minutes {
            let Some(time) = todo.time_of_day else {
                if targets.bulk {
                    run.warn("undated_excluded");
                    continue;
                }
                return Err(ask_when(&format!("“{}” has no time to shift.", todo.title), []));
            };
            let total = i64::from(time.time().hour()) * 60 + i64::from(time.time().minute()) + by.n;
            if !(0..24 * 60).contains(&total) {
                return Err(ask_when("That would be another day.", []));
            }
            let new = TimeOfDay::parse(&format!("{}:{:02}", total / 60, total % 60));
            if todo.recurrence.is_repeating() {
                if targets.span.is_some() {
                    let days = series::pick(run, todo, targets.span, Purpose::Move)?;
                    if days.iter().any(|day| *day < run.today()) {
                        return Err(ask_when(&format!("“{}” would take place in the past.", todo.title), soon(run)));
                    }
                    for occurrence_date in days {
                        run.push(Operation::MoveOccurrence {
                            id: id.into(),
                            occurrence_date,
                            to: MoveTo { date: None, time: new },
                        });
                    }
                    continue;
                }
                run.warn("changes_series");
            }
            p.time_of_day = Some(new);
        } else if todo.recurrence.is_repeating() && !due {
            let picked = series::pick(run, todo, targets.span, Purpose::Move)?;
            let Some(occurrence_date) = picked.first().copied() else { continue };
            if shifted(occurrence_date, by) < run.today() {
                return Err(ask_when(&format!("“{}” would take place in the past.", todo.title), soon(run)));
            }
            if targets.span.is_none() && run.fixed.series == Some(true) {
                series_by(run, todo, by)?;
                continue;
            }
            if targets.span.is_none() && run.fixed.series.is_none() {
                return Err(series::ask_series(todo, Some(occurrence_date)));
            }
            run.push(Operation::MoveOccurrence {
                id: id.into(),
                occurrence_date,
                to: MoveTo { date: Some(shifted(occurrence_date, by)), time: None },
            });
            continue;
        } else {
            let (scheduled, deadline) =
                (todo.scheduled_for.filter(|_| !due), todo.due_date.filter(|_| due || todo.scheduled_for.is_none()));
            if scheduled.is_none() && deadline.is_none() {
                if targets.bulk {
                    run.warn("undated_excluded");
                    continue;
                }
                return Err(ask_when(&format!("“{}” has no date to shift.", todo.title), soon(run)));
            }
            p.scheduled_for = scheduled.map(|d| Some(shifted(d, by)));
            p.due_date = deadline.map(|d| Some(shifted(d, by)));
            let today = run.today();
            let passes = |date: Option<Date>| date.is_some_and(|d| d >= today && shifted(d, by) < today);
            if passes(scheduled) || passes(deadline) {
                run.warn("past_date");
            }
        }
        run.patch(Ref::Todo(id), p);
    }
    if run.ops.is_empty() {
        run.warn("no_targets");
        return Err(Stop::Chat);
    }
    Ok(())
}

/// Shifts all days of a series.
fn series_by(run: &mut Run<'_>, todo: &Todo, by: Amount) -> Said<()> {
    let today = run.today();
    let mut rule = todo.recurrence.clone();
    match (rule.frequency, by.unit) {
        (Frequency::Weekly, Unit::Days) => {
            rule.by_day = rule.by_day.iter().map(|on| ByDay { day: on.day.wrapping_add(by.n), ..*on }).collect();
        }
        (Frequency::Monthly, Unit::Days) if rule.by_day.is_empty() => {
            let days: Option<Vec<i8>> = rule
                .by_month_day
                .iter()
                .map(|day| i8::try_from(i64::from(*day) + by.n).ok().filter(|d| *day > 0 && (1..=28).contains(d)))
                .collect();
            rule.by_month_day = days.ok_or(Stop::Unsure)?;
        }
        (Frequency::Daily | Frequency::Yearly, Unit::Days) | (Frequency::Monthly | Frequency::Yearly, Unit::Months) => {
        }
        _ => return Err(Stop::Unsure),
    }
    let from = series::next_open(todo, today, today).unwrap_or(today);
    let first = rule.first(shifted(from, by).max(today));
    run.warn("changes_series");
    run.patch(
        Ref::Todo(todo.id),
        Patch { recurrence: Some(rule.into()), scheduled_for: Some(first), ..Patch::default() },
    );
    Ok(())
}

/// Takes date and time off.
pub(super) fn unschedule(run: &mut Run<'_>, targets: &Targets) -> Said<()> {
    run.last = targets.refs.clone();
    let ids = if targets.bulk { one_offs(run, targets, |t| !t.status.is_closed()) } else { targets.ids() };
    for id in ids {
        let Some(todo) = run.todo(id) else { continue };
        if todo.recurrence.is_repeating() {
            return Err(Ask::plain(format!("“{}” repeats and needs its date. Stop repeating it?", todo.title)));
        }
        let time_of_day = todo.time_of_day.map(|_| None);
        run.patch(Ref::Todo(id), Patch { scheduled_for: Some(None), time_of_day, ..Patch::default() });
    }
    for r in targets.refs.iter().filter(|r| matches!(r, Ref::New(_))) {
        run.patch(*r, Patch { scheduled_for: Some(None), time_of_day: Some(None), ..Patch::default() });
    }
    Ok(())
}
