//! A day without its year or month that has just passed: "everything before nov 15", "complete it for the 19th"
//! (TODOS.md rules 4 and 10: what is there already is meant, and not what would come in a year).

use super::filter::{Limits, limits};
use super::resolve::span_of;
use super::run::Run;
use super::series::Span;
use super::text::Clause;
use crate::dates::{self, Found};
use countersign_core::todo::Todo;
use countersign_core::wire::Consumed;
use jiff::civil::Date;
use std::ops::Range;

impl Run<'_> {
    /// The phrase as the day that has passed, where that is nearer than the one to come.
    fn passed(&self, found: &Found, text: &str) -> Option<Found> {
        let coming = span_of(found, text)?;
        let today = self.today();
        if coming.from <= today {
            return None;
        }
        let past = dates::passed(found, text, self.clock)?;
        let ago = span_of(&past, text).filter(|span| span.from <= today)?.to;
        let days = |from: Date, to: Date| from.until(to).map_or(0, |span| span.get_days());
        (days(ago, today) < days(today, coming.from)).then_some(past)
    }

    /// The days of a phrase said of todos that are there: those that passed, where only then there is one.
    pub(super) fn there(&self, found: &Found, text: &str) -> Option<Span> {
        let coming = span_of(found, text)?;
        let past = self.passed(found, text).and_then(|past| span_of(&past, text));
        Some(past.filter(|past| self.any_within(*past) && !self.any_within(coming)).unwrap_or(coming))
    }

    /// A series is on so many days that it says nothing of which is meant.
    fn any_within(&self, span: Span) -> bool {
        let on = |t: &Todo| [t.scheduled_for, t.due_date].into_iter().flatten().any(|day| span.holds(day));
        self.todos.iter().any(|t| !t.recurrence.is_repeating() && on(t))
    }

    /// The days that a date said of a set stands for. A bound that has just passed is that one: nothing has to be
    /// there for it.
    pub(super) fn limits_of(&self, c: &Clause, one: &Found, range: &Range<usize>, owned: bool) -> Option<Limits> {
        let coming = limits(c, one, range, span_of(one, &c.text)?, owned);
        let past = self.passed(one, &c.text).filter(|_| !owned);
        let past = past.and_then(|past| Some(limits(c, &past, range, span_of(&past, &c.text)?, owned)));
        let Some(past) = past else { return Some(coming) };
        let bound = past.from.is_none() || past.to.is_none();
        let span = |limits: &Limits| Some(Span { from: limits.from?, to: limits.to?, weekday: false });
        let there = |limits: &Limits| span(limits).is_some_and(|span| self.any_within(span));
        Some(if bound || there(&past) && !there(&coming) { past } else { coming })
    }

    /// The day of the clause that passed and that a series is said to have, where it was read as the one to come.
    pub(super) fn passed_day(&self, said: Span) -> Option<Date> {
        let c = Clause::new(&self.said, self.clock);
        let found =
            c.found.iter().find(|f| span_of(f, &c.text).is_some_and(|s| (s.from, s.to) == (said.from, said.to)))?;
        span_of(&self.passed(found, &c.text)?, &c.text).filter(|past| past.from == past.to).map(|past| past.from)
    }

    /// Whether the day was said by its number alone, without a month: "the 1st".
    pub(super) fn by_day_alone(&self, said: Span) -> bool {
        self.next_of_number(said).is_some_and(|next| (next.from, next.to) == (said.from, said.to))
    }

    /// The day to come of a number that stands alone, whether it was read as that one or as the one that passed: "skip gym on
    /// the 25th".
    pub(super) fn next_of_number(&self, said: Span) -> Option<Span> {
        let c = Clause::new(&self.said, self.clock);
        c.found.iter().find_map(|f| {
            let next = span_of(f, &c.text)?;
            let same = |span: Span| (span.from, span.to) == (said.from, said.to);
            let past = || self.passed(f, &c.text).and_then(|past| span_of(&past, &c.text));
            let range = c.toks_of(&f.span);
            let month = range.clone().any(|i| dates::month(c.word(i)).is_some() || c.word(i).contains(['/', '-', '.']));
            let word = |i: usize| {
                super::lexicon::one_of(c.word(i), "on|the|in|at")
                    || c.word(i).starts_with(|ch: char| ch.is_ascii_digit())
            };
            let alone = !month && range.into_iter().all(word);
            (alone && (same(next) || past().is_some_and(same))).then_some(next)
        })
    }

    /// Whether the day was said by its number in a month, "the 17th", "nov 12": only such a day may be one that has passed,
    /// where "tomorrow", "friday" and "in 3 days" are those to come.
    pub(super) fn by_number_of_month(&self, said: Span) -> bool {
        let c = Clause::new(&self.said, self.clock);
        c.found.iter().any(|f| {
            let same = span_of(f, &c.text).is_some_and(|s| (s.from, s.to) == (said.from, said.to));
            same && c.text.get(f.span.clone()).is_some_and(|phrase| dates::numbered(phrase, self.clock))
        })
    }
}

/// What was read as the date of a set; with the day where its year is not the one that is running, or was not said.
pub(super) fn told(c: &Clause, range: Range<usize>, limits: &Limits, found: &Found, today: Date) -> Consumed {
    let said = c.slice(range);
    let (read, now) = (span_of(found, &c.text), [limits.from, limits.to]);
    let rolled = read.is_some_and(|span| span.from > today) && now.iter().flatten().all(|day| *day < today);
    let far = now.iter().flatten().any(|day| day.year() != today.year());
    let days: Vec<String> = now.iter().flatten().map(|day| super::fields::day(*day)).collect();
    let text = if rolled || far { format!("{said} ({})", days.join(" – ")) } else { said.to_owned() };
    Consumed { text, taken_as: if limits.due { "dueDate" } else { "scheduledFor" }.to_owned() }
}
