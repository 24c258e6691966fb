//! Occurrences of repeating todos: which one is meant (TODOS.md rules 9–11).

use super::fields::{When, ask_when, day};
use super::lexicon::one_of;
use super::run::{Ask, Run, Said, Stop, Topic};
use crate::dates;
use countersign_core::recurrence::Recurrence;
use countersign_core::todo::{TimeOfDay, Todo};
use jiff::civil::Date;
use serde_json::json;

/// A date or period that was said of an occurrence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) from: Date,
    pub(super) to: Date,
    /// A bare weekday, which also names the past one in the past tense.
    pub(super) weekday: bool,
}

impl Span {
    pub(super) fn day(date: Date) -> Self {
        Self { from: date, to: date, weekday: false }
    }
    pub(super) fn holds(self, date: Date) -> bool {
        self.from <= date && date <= self.to
    }

    /// Of a bare weekday that is read as the one to come, the last one.
    pub(super) fn that_was(self, today: Date) -> Self {
        if !self.weekday || self.from <= today {
            return self;
        }
        let back = |date: Date| date.saturating_sub(jiff::Span::new().days(7));
        Self { from: back(self.from), to: back(self.to), weekday: false }
    }
}

/// "friday", "to the coming friday": a weekday and nothing that says which.
pub(super) fn is_weekday(phrase: &str) -> bool {
    let mut words = phrase.split_whitespace().filter(|word| !one_of(word, "on|to|the|until|till|for|coming"));
    words.next().is_some_and(|word| dates::weekday(word).is_some()) && words.next().is_none()
}

/// The day of a weekday to which something of another weekday is moved: "on monday to tuesday", said on a monday, is of
/// the monday in a week, and its tuesday is not tomorrow.
pub(super) fn beside(date: Date, of: Option<Span>, today: Date) -> Date {
    const HALF: i32 = 3;
    let week = jiff::Span::new().days(7);
    let far = |day: Date| date < day && day.since(date).is_ok_and(|between| between.get_days() > HALF);
    let next = today.saturating_add(week);
    let turned = of.is_some_and(|of| of.weekday && of.from == next && of.to == next && far(of.from));
    if turned { date.saturating_add(week) } else { date }
}

/// The day of a weekday to which one day of a series is moved that is of a week to come: "from december 8 to wednesday" is the
/// wednesday behind that day. One in front of it may as well be of the week after, which is asked.
pub(super) fn of_its_week(run: &Run<'_>, date: Date, of: Option<Span>) -> Said<Date> {
    let Some(day) = of.filter(|of| of.from == of.to && !of.weekday).map(|of| of.from) else { return Ok(date) };
    let own = dates::in_week(day, date.weekday(), run.clock);
    if date >= dates::in_week(day, run.clock.week_start, run.clock) || own > day {
        return Ok(date.max(own));
    }
    let week = jiff::Span::new().days(7);
    let before = if own == day { own.saturating_sub(week) } else { own };
    let both = [before, own.saturating_add(week)].map(|day| (day, String::new()));
    Err(ask_when("The one before it, or the one after?", both))
}

/// The days that are asked for; either end may be open.
pub(super) type Days = (Option<Date>, Option<Date>);

/// Where a series' rule starts; series always have it (core validates).
pub(super) fn start(todo: &Todo, today: Date) -> Date {
    todo.scheduled_for.unwrap_or(today)
}

/// The original dates whose occurrence takes place within a span.
pub(super) fn within(todo: &Todo, span: Span, today: Date) -> Vec<Date> {
    let mut out: Vec<Date> = todo
        .recurrence
        .occurrences(start(todo, today), span.from, span.to)
        .into_iter()
        .filter(|d| !todo.skipped_dates.contains(d) && todo.moved.get(d).is_none_or(|m| span.holds(m.date)))
        .collect();
    out.extend(
        todo.moved
            .iter()
            .filter(|(orig, m)| span.holds(m.date) && !span.holds(**orig) && !todo.skipped_dates.contains(orig))
            .map(|(orig, _)| *orig),
    );
    out.sort_unstable();
    out
}

/// The first occurrence that is not done within days, either end of which may be open: on which day, and when.
///
/// Of days that are partly past it is the first that is not, if there is one.
pub(super) fn first_on(todo: &Todo, days: Days, today: Date) -> Option<(Date, Option<TimeOfDay>)> {
    let from = days.0.unwrap_or(today);
    let to = days.1.unwrap_or_else(|| from.saturating_add(jiff::Span::new().days(366)));
    let takes_place = |original: Date| match todo.moved.get(&original) {
        Some(moved) => (moved.date, moved.time.or(todo.time_of_day)),
        None => (original, todo.time_of_day),
    };
    let open = within(todo, Span { from, to, weekday: false }, today);
    let open = open.into_iter().filter(|date| !todo.completed_dates.contains(date)).map(takes_place);
    open.min_by_key(|(date, time)| (*date < today, *date, *time))
}

/// The day, and the time if there is one, that a todo is told of where days are asked for: a series of its occurrence then.
pub(super) fn told_on(todo: &Todo, days: Option<Days>, today: Date) -> (Option<Date>, Option<TimeOfDay>) {
    let Some((from, to)) = days else {
        let (date, time) = todo.shown_on(today);
        return (date.or(todo.due_date), time);
    };
    if todo.recurrence.is_repeating() {
        let on = first_on(todo, (from, to), today);
        return on.map_or_else(|| todo.shown_on(today), |(date, time)| (Some(date), time));
    }
    let then = |date: &Date| from.is_none_or(|f| f <= *date) && to.is_none_or(|t| *date <= t);
    match (todo.scheduled_for, todo.due_date) {
        (scheduled, Some(due)) if then(&due) && !scheduled.is_some_and(|date| then(&date)) => (Some(due), None),
        (scheduled, due) => (scheduled.or(due), todo.time_of_day),
    }
}

/// Whether an open occurrence that is not past takes place within a span.
pub(super) fn is_on(todo: &Todo, span: Span, today: Date) -> bool {
    let span = Span { from: if span.from < span.to { span.from.max(today) } else { span.from }, ..span };
    within(todo, span, today).into_iter().any(|date| is_open(todo, date))
}

fn is_open(todo: &Todo, date: Date) -> bool {
    !todo.completed_dates.contains(&date) && !todo.skipped_dates.contains(&date)
}

/// The next open occurrence from a date on.
pub(super) fn next_open(todo: &Todo, from: Date, today: Date) -> Option<Date> {
    todo.recurrence.iter_from(start(todo, today), from).take(1_000).find(|d| is_open(todo, *d))
}

/// The next open occurrences, as many as that.
pub(super) fn coming(todo: &Todo, today: Date, count: usize) -> Vec<Date> {
    let all = todo.recurrence.iter_from(start(todo, today), today).take(1_000);
    all.filter(|d| is_open(todo, *d)).take(count).collect()
}

/// The latest open occurrence not after today.
pub(super) fn latest_open(todo: &Todo, today: Date) -> Option<Date> {
    let first = start(todo, today);
    let mut at = todo.recurrence.prev_on_or_before(first, today)?;
    for _ in 0..1_000 {
        if is_open(todo, at) {
            return Some(at);
        }
        at = todo.recurrence.prev_on_or_before(first, at.yesterday().ok()?)?;
    }
    None
}

/// What is to happen to an occurrence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    Complete { past: bool },
    Reopen,
    Skip,
    Move,
}

/// The days to choose from, where none was said that fits: what was done is past, what is to come is not.
fn near(todo: &Todo, purpose: Purpose, today: Date) -> Vec<Date> {
    let open = || todo.recurrence.iter_from(start(todo, today), today).take(1_000).filter(|d| is_open(todo, *d));
    match purpose {
        Purpose::Reopen => todo.completed_dates.iter().rev().take(3).copied().collect(),
        Purpose::Complete { past: true } => {
            latest_open(todo, today).filter(|d| *d < today).into_iter().chain(open().take(2)).collect()
        }
        _ => open().take(3).collect(),
    }
}

/// The occurrence meant by what was said (rule 10), or a question.
pub(super) fn pick(run: &mut Run<'_>, todo: &Todo, said: Option<Span>, purpose: Purpose) -> Said<Vec<Date>> {
    let today = run.today();
    // The day that an answer chose is not looked for again.
    let chosen = run.fixed.day.map(Span::day).filter(|day| !within(todo, *day, today).is_empty());
    pick_of(run, todo, chosen.or(said), purpose).map_err(|stop| match stop {
        Stop::Ask(ask) if ask.sections.iter().any(|s| s.kind == "when") => Stop::Ask(ask).on(Topic::Occurrence),
        other => other,
    })
}

fn pick_of(run: &mut Run<'_>, todo: &Todo, said: Option<Span>, purpose: Purpose) -> Said<Vec<Date>> {
    let today = run.today();
    let none = |run: &Run<'_>, closed: Option<Date>| {
        let near = near(todo, purpose, run.today()).into_iter().map(|d| (d, String::new()));
        let why = match closed {
            Some(date) => format!("“{}” of {} is done or left out already.", todo.title, day(date)),
            None => format!("“{}” does not occur then.", todo.title),
        };
        ask_when(&why, near)
    };
    let Some(span) = said else {
        let date = match purpose {
            Purpose::Complete { .. } => latest_open(todo, today).or_else(|| next_open(todo, today, today)),
            Purpose::Reopen => todo.completed_dates.iter().next_back().copied(),
            Purpose::Skip | Purpose::Move => next_open(todo, today, today),
        };
        let Some(date) = date else { return Err(Ask::plain(format!("“{}” has no such occurrence.", todo.title))) };
        if date > today && matches!(purpose, Purpose::Complete { .. }) {
            run.warn("future_occurrence");
        }
        return Ok(vec![date]);
    };
    // "skip it on the 25th" is of the one to come.
    let next = run
        .next_of_number(span)
        .filter(|_| matches!(purpose, Purpose::Skip | Purpose::Move) && !super::deeds::told_skipped(run));
    let span = next.filter(|_| run.fixed.day.is_none()).unwrap_or(span);
    let mut dates = within(todo, span, today);
    // "skip it on nov 20", said the day after: what is there, not what would come in a year.
    if span.from == span.to
        && run.fixed.day.is_none()
        && next.is_none()
        && let Some(day) = run.passed_day(span)
    {
        let there = within(todo, Span::day(day), today);
        // One of the last weeks on which there is none is asked about.
        if !there.is_empty() || day >= today.saturating_sub(jiff::Span::new().days(31)) {
            dates = there;
        }
    }
    let past = matches!(purpose, Purpose::Complete { past: true } | Purpose::Reopen);
    if past && span.weekday && span.from > today {
        // "did my stand-up on thursday" is the last thursday.
        dates = within(todo, span.that_was(today), today);
    }
    // "paid the rent on the 1st": of this month, though that day is past.
    if purpose == (Purpose::Complete { past: true })
        && span.from == span.to
        && span.from > today
        && run.fixed.day.is_none()
        && run.by_day_alone(span)
        && let Some(last) = span.from.checked_sub(jiff::Span::new().months(1)).ok().filter(|d| *d <= today)
    {
        let there = within(todo, Span::day(last), today);
        if !there.is_empty() {
            dates = there;
        }
    }
    let coming = next_open(todo, today, today);
    // What is told as done is not one of the days after the next.
    let asked = run.fixed.day.is_none();
    let far = |dates: &[Date]| {
        purpose == (Purpose::Complete { past: true })
            && asked
            && dates.iter().any(|d| *d > today && coming.is_some_and(|c| *d > c))
    };
    if (dates.is_empty() || far(&dates))
        && span.from == span.to
        && span.from > today
        && matches!(purpose, Purpose::Complete { .. } | Purpose::Reopen)
        && run.by_number_of_month(span)
    {
        // "done for nov 12", "reopen the 17th": what was done is past, though a date without its year or
        // month is read as the coming one.
        // "friday the 20th" was this month, where it was a friday.
        let first = today.first_of_month();
        let named = [first, first.saturating_sub(jiff::Span::new().months(1))]
            .into_iter()
            .filter_map(|month| month.with().day(span.from.day()).build().ok())
            .filter(|d| d.weekday() == span.from.weekday());
        let back = [jiff::Span::new().months(1), jiff::Span::new().years(1)];
        dates = back
            .into_iter()
            .filter_map(|by| span.from.checked_sub(by).ok())
            .chain(named)
            .filter(|d| *d <= today)
            .map(|d| within(todo, Span::day(d), today))
            .find(|found| !found.is_empty())
            .unwrap_or_default();
    }
    let closed = dates.last().copied().filter(|d| span.from == span.to && !is_open(todo, *d));
    match purpose {
        Purpose::Complete { .. } => {
            let open: Vec<Date> = dates.iter().copied().filter(|d| is_open(todo, *d)).collect();
            if open.is_empty() && !dates.is_empty() {
                run.warn("already_done");
                run.answer_ids.push(todo.id);
                return Err(Stop::Chat);
            }
            dates = open;
            if span.from != span.to {
                // "done for this week": whether those to come are done as well was not said.
                let told = purpose == (Purpose::Complete { past: true });
                if !told && dates.len() > 1 && dates.iter().any(|d| *d > today) && run.fixed.day.is_none() {
                    let question = format!("Which occurrence of “{}”?", todo.title);
                    return Err(ask_when(&question, dates.into_iter().take(7).map(|d| (d, String::new()))));
                }
                dates.retain(|d| *d <= today);
            }
        }
        Purpose::Reopen => dates.retain(|d| todo.completed_dates.contains(d)),
        Purpose::Skip | Purpose::Move => {
            dates.retain(|d| is_open(todo, *d));
            if span.from != span.to {
                let (gone, left): (Vec<Date>, Vec<Date>) = dates.into_iter().partition(|d| *d < today);
                // "this week's gym" was on wednesday: that one, or the next?
                if left.is_empty()
                    && let Some(last) = gone.last()
                {
                    let note = format!("“{}” of {} is past.", todo.title, day(*last));
                    let days = gone.into_iter().chain(next_open(todo, today, today));
                    return Err(ask_when(&note, days.map(|d| (d, String::new()))));
                }
                dates = left;
            }
        }
    }
    if dates.is_empty() {
        return Err(none(run, closed.filter(|_| purpose != Purpose::Reopen)));
    }
    if far(&dates) {
        return Err(none(run, None));
    }
    if matches!(purpose, Purpose::Complete { .. }) && dates.iter().any(|d| *d > today) {
        run.warn("future_occurrence");
    }
    if dates.len() > 1 && purpose == Purpose::Move {
        return Err(ask_when(
            &format!("Which occurrence of “{}”?", todo.title),
            dates.into_iter().take(7).map(|d| (d, String::new())),
        ));
    }
    Ok(dates)
}

/// Rule 11: one occurrence or all of them?
pub(super) fn ask_series(todo: &Todo, next: Option<Date>) -> Stop {
    let this = next.map_or_else(|| "This occurrence".to_owned(), |d| format!("Only {}", day(d)));
    let stop = Ask::about(
        format!("“{}” repeats. Only one occurrence, or the whole series?", todo.title),
        "series",
        vec![(json!("occurrence"), this), (json!("series"), "The whole series".to_owned())],
    );
    match stop {
        Stop::Ask(mut ask) => {
            ask.options = vec![todo.id];
            Stop::Ask(ask)
        }
        other => other,
    }
}

/// Whether a series that gets another rule ends when it did: nothing was said of its end (S0-5), and it is not over.
pub(super) fn keeps_its_end(run: &Run<'_>, todo: &Todo, rule: &Recurrence, when: &When) -> bool {
    let begins = when.date.or_else(|| dates::anchor(rule, run.today())).unwrap_or(run.today());
    let set = rule.until.filter(|until| Some(*until) != run.clock.default_until.last_day(begins));
    let said = when.endless || when.until.is_some() || set.is_some() || rule.count.is_some();
    !said && todo.scheduled_for.is_some_and(|begun| todo.recurrence.iter_from(begun, run.today()).next().is_some())
}

/// How many of a counted series are left from today on, for one that begins anew.
pub(super) fn left(todo: &Todo, today: Date) -> Option<u32> {
    let count = todo.recurrence.count?;
    let past = todo.recurrence.iter(todo.scheduled_for?).take_while(|date| *date < today).count();
    Some(count.saturating_sub(u32::try_from(past).unwrap_or(count)).max(1))
}
