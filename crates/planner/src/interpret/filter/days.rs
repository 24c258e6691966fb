//! The days said of a set: "due before friday", "from last week", "with a due date this month".

use super::super::lexicon::one_of;
use super::super::passed;
use super::super::run::Run;
use super::super::series::Span;
use super::super::text::Clause;
use super::{Filter, On};
use crate::dates::{self, Role};
use jiff::civil::Date;

pub(super) fn dates_of(c: &mut Clause, run: &Run<'_>, f: &mut Filter) {
    let mut found = dates::find_possessive(&c.text, run.clock);
    let possessive = found.len();
    found.extend(c.found.clone());
    for (n, one) in found.iter().enumerate() {
        let mut range = c.toks_of(&one.span);
        if range.clone().any(|i| c.is_used(i)) {
            continue;
        }
        let Some(limits) = run.limits_of(c, one, &range, n < possessive) else { continue };
        if matches!(one.what, dates::What::DateTime { .. }) {
            f.moment = Some(c.text.get(one.span.clone()).unwrap_or_default().trim().to_owned());
        }
        f.span = Some((limits.from, limits.to, limits.on));
        if range.start > 0 && one_of(c.word(range.start - 1), "due|before|after|scheduled") {
            range.start -= 1;
        }
        let told = passed::told(c, range.clone(), &limits, one, run.today());
        c.spend(range);
        c.consumed.push(told);
        return;
    }
}

/// The days that a date said of a set stands for, what they are compared with, and whether "due" was said.
#[derive(Debug, Clone, Copy)]
pub(in crate::interpret) struct Limits {
    pub(in crate::interpret) from: Option<Date>,
    pub(in crate::interpret) to: Option<Date>,
    pub(in crate::interpret) on: Option<On>,
    pub(in crate::interpret) due: bool,
}

/// Reads the words around a date said of a set.
pub(in crate::interpret) fn limits(
    c: &Clause,
    one: &dates::Found,
    range: &std::ops::Range<usize>,
    span: Span,
    possessive: bool,
) -> Limits {
    let spoken = c.text.get(one.span.clone()).unwrap_or_default().to_lowercase();
    let before = |w: &str| range.start > 0 && c.word(range.start - 1) == w;
    let due = !possessive
        && (one.role == Role::Due && !spoken.starts_with("before") && !spoken.starts_with("by")
            || spoken.starts_with("due")
            || before("due")
            || (range.start > 1 && c.word(range.start - 2) == "due"));
    let scheduled = before("scheduled")
        || before("planned")
        || (range.start > 1 && matches!(c.word(range.start - 2), "scheduled" | "planned"));
    let day_before = |d: Date| d.yesterday().unwrap_or(d);
    let (from, to) = if spoken.starts_with("before")
        || before("before")
        || spoken.contains("due before")
        || spoken.starts_with("earlier than")
    {
        (None, Some(day_before(span.from)))
    } else if spoken.starts_with("by") || spoken.contains("due by") || matches!(one.role, Role::Until) {
        (None, Some(span.to))
    } else if one.role == Role::After || before("after") {
        (Some(span.to.tomorrow().unwrap_or(span.to)), None)
    } else if one.role == Role::From && spoken.starts_with("since") {
        (Some(span.from), None)
    } else {
        (Some(span.from), Some(span.to))
    };
    // "with a due date this month" is about no other date.
    let deadline = (0..range.start).any(|i| {
        c.any(i, "with a due date|with due dates|due date|due dates|deadline|a deadline|deadlines")
            .is_some_and(|e| e == range.start || e + 1 == range.start && one_of(c.word(e), "in|on|of|within|for"))
    });
    let on = if deadline {
        Some(On::Due)
    } else if due {
        Some(On::Either)
    } else if scheduled {
        Some(On::Scheduled)
    } else {
        None
    };
    Limits { from, to, on, due }
}
