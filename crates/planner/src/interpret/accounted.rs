//! The last check of a plan: every date or time that was said is in it. "0 silently wrong" (TODOS.md) is a
//! property of the whole, so it is checked on the result and not on the way there. Never changes a plan.

use super::run::Run;
use super::text::Clause;
use crate::dates::{Found, Role, What};
use countersign_core::operation::{Operation, Target};
use countersign_core::todo::Todo;
use jiff::civil::{Date, Time};
use serde_json::Value;
use std::ops::Range;

/// What the operations and the todos they change hold: the places a phrase can have gone.
#[derive(Default)]
pub(super) struct Held {
    dates: Vec<Date>,
    times: Vec<String>,
    repeats: bool,
    /// Titles, notes, lines and reasons, in lower case: a phrase there was taken literally.
    literal: Vec<String>,
    /// A date or time was moved by an amount.
    shifted: bool,
    /// Nothing but a status changes, of which no days are kept.
    statuses: bool,
    /// Something is reported done, or not done after all: today, or on the weekday that was.
    reported: Option<Date>,
    /// The dates of what is reported, which a day that was may name.
    done: Vec<Date>,
    /// Days of a series are left out, up to one that need not be among them.
    rests: bool,
    /// Chosen by a condition: "due before december" names no date that is kept.
    chosen: bool,
}

/// Of a large set this many todos say enough of what it is.
pub(super) const ENOUGH: usize = 50;

/// What an operation says, without the numbers of a large set.
pub(super) fn worded(op: &Operation) -> Value {
    let mut op = op.clone();
    if let Operation::BulkUpdate { predicate, .. }
    | Operation::BulkComplete { predicate, .. }
    | Operation::BulkDelete { predicate } = &mut op
        && let Some(ids) = &mut predicate.ids
    {
        ids.truncate(ENOUGH);
    }
    op.to_value()
}

impl Run<'_> {
    /// A phrase of the clauses that the operations leave out, as it was said.
    pub(super) fn unaccounted(&self, clauses: &[String]) -> Option<String> {
        if self.ops.is_empty() || self.ops.iter().all(|op| matches!(op, Operation::Undo { .. })) {
            return None;
        }
        let held = self.held(clauses);
        clauses.iter().find_map(|text| {
            let clause = Clause::new(text, self.clock);
            clause
                .found
                .iter()
                .map(|f| (f, text.get(f.span.clone()).unwrap_or_default()))
                .filter(|(f, _)| !taken_back(&clause, f))
                .find(|(f, said)| !held.has(f, said))
                .map(|(_, said)| said.to_owned())
        })
    }

    /// What the operations and the todos they change hold, but for reasons that are only one of these clauses.
    pub(super) fn held(&self, clauses: &[String]) -> Held {
        let statuses = self.ops.iter().all(|op| matches!(op, Operation::SetStatus { .. }));
        let mut held = Held { statuses, ..Held::default() };
        for op in &self.ops {
            let reports = matches!(
                op,
                Operation::Complete { .. } | Operation::CompleteOccurrence { .. } | Operation::BulkComplete { .. }
            );
            if reports {
                held.reported = Some(self.today());
            }
            held.chosen |= op.predicate().is_some();
            let mut value = worded(op);
            // A reason that is only the clause itself holds every date of it and accounts for none.
            if let Some(all) = value.as_object_mut()
                && all.get("reason").and_then(Value::as_str).is_some_and(|r| clauses.iter().any(|c| c.trim() == r))
            {
                all.remove("reason");
            }
            let before = held.dates.len();
            held.read(&value);
            let ids = op.target().and_then(Target::id).into_iter();
            let set = op.predicate().and_then(|p| p.ids.as_deref()).unwrap_or_default();
            let dated = value.get("scheduledFor").is_some()
                || value.get("dueDate").is_some()
                || value.get("timeOfDay").is_some()
                || value.get("set").is_some()
                || matches!(op, Operation::MoveOccurrence { .. });
            held.shifted |= dated && !matches!(op, Operation::Create(_));
            // The dates by which the todos were chosen are accounted for, too.
            for todo in ids.chain(set.iter().copied().take(ENOUGH)).filter_map(|id| self.todo(id)) {
                held.todo(todo);
                held.moved(op, todo);
            }
            let skips = matches!(op, Operation::SkipOccurrence { .. });
            held.rests |= skips;
            if reports || skips {
                held.done.extend_from_slice(held.dates.get(before..).unwrap_or_default());
            }
        }
        held
    }
}

/// "isn't due monday but wednesday": a date that it is not.
fn taken_back(c: &Clause, found: &Found) -> bool {
    let at = c.toks_of(&found.span);
    let denied = (at.start.saturating_sub(2)..at.start)
        .any(|i| super::lexicon::one_of(c.word(i), "not|isn't|isnt|aren't|wasn't"));
    denied && c.word(at.end) == "but"
}

impl Held {
    fn read(&mut self, value: &Value) {
        match value {
            Value::String(text) => match text.parse::<Date>() {
                Ok(date) => self.dates.push(date),
                Err(_) if text.len() == 5 && text.as_bytes().get(2) == Some(&b':') => self.times.push(text.clone()),
                Err(_) => self.literal.push(super::text::fold(text)),
            },
            Value::Array(all) => all.iter().for_each(|v| self.read(v)),
            Value::Object(all) => {
                self.repeats |= all.contains_key("recurrence");
                all.values().for_each(|v| self.read(v));
            }
            _ => {}
        }
    }

    /// The day on which the occurrence that is meant takes place, where it was moved.
    fn moved(&mut self, op: &Operation, todo: &Todo) {
        let (Operation::CompleteOccurrence { occurrence_date, .. }
        | Operation::SkipOccurrence { occurrence_date, .. }
        | Operation::MoveOccurrence { occurrence_date, .. }) = op
        else {
            return;
        };
        if let Some(moved) = todo.moved.get(occurrence_date) {
            self.dates.push(moved.date);
            self.times.extend(moved.time.map(|time| time.to_string()));
        }
    }

    fn todo(&mut self, todo: &Todo) {
        self.dates.extend([todo.scheduled_for, todo.due_date].into_iter().flatten());
        self.times.extend(todo.time_of_day.map(|t| t.to_string()));
        self.repeats |= todo.recurrence.is_repeating();
        self.literal.push(super::text::fold(&todo.title));
        self.literal.extend(todo.checklist.iter().map(|l| super::text::fold(&l.title)));
    }

    /// Where a clause says a date or time that is not held.
    pub(super) fn lacks(&self, clause: &Clause) -> Vec<Range<usize>> {
        let said = |f: &Found| clause.text.get(f.span.clone()).unwrap_or_default();
        let lost = clause.found.iter().filter(|f| !taken_back(clause, f) && !self.has(f, said(f)));
        lost.map(|f| clause.toks_of(&f.span)).collect()
    }

    /// Whether what a word says is held.
    pub(super) fn keeps(&self, what: What, said: &str) -> bool {
        self.has(&Found { span: 0..said.len(), role: Role::When, what }, said)
    }

    fn has(&self, found: &Found, said: &str) -> bool {
        let folded = super::text::fold(said);
        let literal = || self.literal.iter().any(|text| text.contains(&folded));
        // "at 7 instead of 8", of what is in the evening: a bare hour may be of the other half of the day.
        let halves = ["am", "pm", "a.m", "p.m", "morning", "evening", "night", "noon"];
        let bare = !halves.iter().any(|half| folded.contains(half));
        let time = |t: Time| {
            let halves = [Some(t), t.checked_add(jiff::Span::new().hours(12)).ok().filter(|_| bare)];
            let said = |t: Time| self.times.contains(&t.strftime("%H:%M").to_string());
            halves.into_iter().flatten().any(said)
        };
        // The day before, for "before friday" and "stop from friday on".
        let eve = found.role != Role::When || ["before", "from", "after", "until"].iter().any(|w| folded.contains(w));
        let day = |d: Date| {
            // What is reported done is past: the weekday, day or date that was.
            let past = |have: &Date| {
                let span = jiff::Span::new();
                // "thursday the 19th" was this month's.
                let same = *have < d && have.day() == d.day() && have.weekday() == d.weekday();
                let back = [span.days(7), span.months(1), span.years(1)];
                self.done.contains(have) && (same || back.into_iter().any(|by| d.saturating_sub(by) == *have))
            };
            self.reported == Some(d)
                || self.dates.iter().any(|have| *have == d || eve && Some(*have) == d.yesterday().ok() || past(have))
                // "postpone it until january": what ends there begins again the day after.
                || self.shifted && found.role == Role::Until && self.dates.iter().any(|have| Some(*have) == d.tomorrow().ok())
                || self.rests && matches!(found.role, Role::Until | Role::After)
                || self.chosen && !matches!(found.role, Role::When | Role::Every)
        };
        let by_amount = || {
            let amount =
                ["day", "week", "month", "year", "hour", "minute", "min", "fortnight", "hr", "h", "d", "w", "wk"];
            self.shifted
                && folded.split(|c: char| !c.is_alphabetic()).any(|w| amount.contains(&w.trim_end_matches('s')))
        };
        // "on monday to tuesday", said on a monday, and "from december 8 to tuesday" (see `series::beside`).
        let in_a_week = |d: Date| {
            let hour =
                |word: &&str| word.starts_with(|c: char| c.is_ascii_digit()) || matches!(*word, "at" | "am" | "pm");
            let day = folded.rsplit(' ').find(|word| !hour(word));
            let weekday = day.is_some_and(|word| crate::dates::weekday(word).is_some());
            let later = |have: &Date| *have > d && have.weekday() == d.weekday();
            self.shifted && weekday && self.dates.iter().any(later)
        };
        // "start gym again in january": the series goes on, and not from then.
        let repeats = self.repeats && !self.statuses;
        let there = match &found.what {
            What::Date { date, .. } => day(*date) || by_amount() || in_a_week(*date),
            What::DateTime { date, time: at, .. } => {
                // When today something was done is not kept.
                day(*date) && (time(*at) || self.reported == Some(*date))
                    || by_amount()
                    || time(*at) && in_a_week(*date)
            }
            What::Time { time: at, .. } => time(*at) || by_amount(),
            What::Range { from, to, .. } => {
                self.dates.iter().any(|have| from <= have && have <= to) || day(*from) || repeats || by_amount()
            }
            What::Recurrence { .. } => self.repeats,
            What::Duration { .. } => true,
            // Settled by an answer, or still open and then it may not be dropped.
            What::Ambiguous { options, .. } => options.iter().any(|(date, _)| day(*date)),
            What::Either { date, times } => date.is_none_or(&day) && times.iter().any(|at| time(*at)),
            What::Invalid { options, .. } => options.iter().any(|date| day(*date)),
        };
        there || literal()
    }
}
