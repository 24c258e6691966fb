//! What stays in the title of a new todo though it says when: another month behind "or", a second hour, how often, which
//! of the days of a month. Silently it would be lost, or the rest taken for the whole.

use super::fields::When;
use super::lexicon::one_of;
use super::text::Clause;
use crate::dates::{self, Found, Role, What};
use countersign_core::recurrence::Frequency;

/// The words of it, from word `from` on.
pub(super) fn half_read(c: &Clause, from: usize, when: &When) -> Option<String> {
    other(c, from)
        .or_else(|| second_hour(c, from))
        .or_else(|| how_often(c, from, when))
        .or_else(|| which_day(c, from, when))
        .or_else(|| unknown_end(c, from, when))
        .or_else(|| between_errands(c, from))
}

fn of_date(c: &Clause, i: usize) -> Option<&Found> {
    c.found.iter().find(|f| c.toks_of(&f.span).contains(&i))
}

/// "visit Rome in may or june": the other one.
fn other(c: &Clause, from: usize) -> Option<String> {
    let or = |i: &usize| {
        let day = i.checked_sub(1).and_then(|before| of_date(c, before).filter(|_| c.is_used(before)));
        let dated = day.is_some_and(|f| !matches!(f.what, What::Duration { .. }));
        dated && i + 1 < c.len() && one_of(c.word(*i), "or|oder|ou|o|sau")
    };
    let i = c.free(from..c.len()).into_iter().find(or)?;
    Some(c.slice(i - 1..(i + 3).min(c.len())).to_owned())
}

/// "every day at 9 and 21 take pill": the second hour.
fn second_hour(c: &Clause, from: usize) -> Option<String> {
    let hour = |i: usize| {
        let word = c.word(i);
        word.len() <= 2 && word.parse::<u8>().is_ok_and(|hour| hour <= 24)
    };
    let timed = |i: usize| {
        of_date(c, i).filter(|_| c.is_used(i)).is_some_and(|f| {
            matches!(f.what, What::Time { .. } | What::DateTime { .. } | What::Recurrence { time: Some(_), .. })
        })
    };
    let second = |i: &usize| {
        *i >= from + 2 && hour(*i) && one_of(c.word(i - 1), "and|&|und|et|y|si") && {
            let first = timed(i - 2) && c.word(i - 2).starts_with(|ch: char| ch.is_ascii_digit());
            let ends = i + 1 == c.len() || c.is_used(i + 1);
            first || ends && *i >= from + 3 && hour(i - 2) && c.word(i - 3) == "at"
        }
    };
    let i = c.free(from..c.len()).into_iter().find(second)?;
    Some(c.slice(i - 1..i + 1).to_owned())
}

/// "biweekly sync on tuesdays": not each of them.
fn how_often(c: &Clause, from: usize, when: &When) -> Option<String> {
    let rule = when.rule.as_ref().filter(|rule| rule.frequency == Frequency::Weekly && rule.interval == 1)?;
    let rarer = |i: &usize| one_of(c.word(*i), "biweekly|bi-weekly|fortnightly");
    let i = c.free(from..c.len()).into_iter().find(rarer).filter(|_| !rule.by_day.is_empty())?;
    Some(c.slice(i..i + 1).to_owned())
}

/// "every year on the last sunday of october": a rule that falls on a date has lost its weekday.
fn which_day(c: &Clause, from: usize, when: &When) -> Option<String> {
    let dated = |rule: &&countersign_core::recurrence::Recurrence| {
        matches!(rule.frequency, Frequency::Monthly | Frequency::Yearly) && rule.by_day.is_empty()
    };
    when.rule.as_ref().filter(dated)?;
    let day = |i: usize| {
        dates::weekday(c.word(i)).is_some()
            || one_of(c.word(i), "weekday|workday")
            || c.any(i, "business day|working day|work day").is_some()
    };
    let nth = |i: &usize| one_of(c.word(*i), "first|second|third|fourth|fifth|last|1st|2nd|3rd|4th|5th") && day(i + 1);
    let i = (from..c.len()).find(nth)?;
    Some(c.slice(i..(i + 2).min(c.len())).to_owned())
}

/// "check logs every weekday until the release": the end of a repetition, which no date of ours is.
fn unknown_end(c: &Clause, from: usize, when: &When) -> Option<String> {
    when.rule.as_ref().filter(|rule| rule.until.is_none() && rule.count.is_none())?;
    let until = |i: &usize| {
        let behind = i.checked_sub(1).is_some_and(|before| c.is_used(before) && before >= from);
        behind && one_of(c.word(*i), "until|till|til") && i + 1 < c.len()
    };
    let i = c.free(from..c.len()).into_iter().find(until)?;
    let end = (i + 1..c.len()).find(|k| c.is_used(*k)).unwrap_or(c.len());
    Some(c.slice(i..end).to_owned())
}

/// "buy film, monday call nina": a day between two things to do, of which the mark in front gives it to the second.
fn between_errands(c: &Clause, from: usize) -> Option<String> {
    let errand =
        |i: usize| super::bare::is_everyday(c.word(i)) && i + 1 < c.len() && !c.is_used(i) && !c.is_used(i + 1);
    let parts = |f: &&Found| {
        let said = c.toks_of(&f.span);
        let paused = said.start > from + 1 && c.toks.get(said.start - 1).is_some_and(|t| t.after == Some(','));
        paused && c.is_used(said.start) && errand(from) && errand(said.end)
    };
    let found = c.found.iter().find(parts)?;
    c.text.get(found.span.clone()).map(str::to_owned)
}

/// "remind me to move the dentist to friday": the day of what is to be moved, and none of the reminder.
pub(super) fn moved_to(c: &Clause, from: usize) -> Option<String> {
    if !c.slice(0..from).to_lowercase().contains("remind") {
        return None;
    }
    let first = c.free(from..c.len()).into_iter().find(|i| !one_of(c.word(*i), "to|that|please"))?;
    if !one_of(c.word(first), "move|reschedule|postpone|push|shift|delay") {
        return None;
    }
    c.found.iter().filter(|f| matches!(f.role, Role::When | Role::Until)).find_map(|f| {
        let said = c.toks_of(&f.span);
        let led = one_of(c.word(said.start), "to|until|till");
        let behind = said.start.checked_sub(1).filter(|i| one_of(c.word(*i), "to|until|till"));
        let start = if led { said.start } else { behind? };
        (start > first).then(|| c.slice(start..said.end).to_owned())
    })
}

/// Whether a date that stayed in a title says when, and is no part of a name: "friday for the party", "tonight to call",
/// unlike "monday meeting".
pub(super) fn says_when(title: &str, f: &Found) -> bool {
    let day = match f.what {
        What::Date { .. } | What::DateTime { .. } => true,
        What::Time { .. } => title.get(f.span.clone()).is_some_and(|said| said.eq_ignore_ascii_case("tonight")),
        _ => false,
    };
    let next = title.get(f.span.end..).and_then(|rest| rest.split_whitespace().next()).unwrap_or_default();
    day && f.role == Role::When && one_of(&next.to_lowercase(), "for|to|before|after|about|so|because")
}
