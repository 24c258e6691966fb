//! Words of a new todo that read as a day or a time and were not used, beside another that was: asked about, and never
//! left in the title.

use super::lexicon::one_of;
use super::text::Clause;
use crate::dates::{self, Clock, What};

/// The most words of one phrase that are looked at.
const LONGEST: usize = 5;

/// Behind these a figure numbers a thing.
const NUMBERED: &str = "version|chapter|chapters|room|page|pages|part|parts|step|steps|grade|score|ratio|task|issue|episode|\
    episodes|season|lesson|round|level|unit|volume|section|phase|stage|item|exercise|question|slide|slides|size|line|no|\
    number|nr|day|ticket|sprint|of|form|room|flat|gate|invoice|order|than";

/// The first such words that are still free from word `from` on.
pub(super) fn unread(c: &Clause, from: usize, clock: &Clock) -> Option<String> {
    let free: Vec<usize> =
        c.free(from..c.len()).into_iter().filter(|i| c.toks.get(*i).is_some_and(|t| !t.quoted)).collect();
    let used = |i: usize| i < c.len() && c.is_used(i);
    let found = free.iter().copied().find_map(|i| beside_used(c, i, &used).or_else(|| phrase(c, &free, i, clock)))?;
    Some(c.slice(found).to_owned())
}

/// What is joined to a phrase that was read: "at 10 to 6", "tuesday pm", "any day but friday".
fn beside_used(c: &Clause, i: usize, used: &dyn Fn(usize) -> bool) -> Option<std::ops::Range<usize>> {
    let behind = i > 0 && used(i - 1);
    let figure = |i: usize| c.word(i).starts_with(|ch: char| ch.is_ascii_digit());
    if behind && one_of(c.word(i), "to|till|until") && figure(i - 1) && figure(i + 1) && !used(i + 1) {
        return Some(i..i + 2);
    }
    if behind && one_of(c.word(i), "pm|am|p.m|a.m|p.m.|a.m.|o'clock|oclock") {
        return Some(i..i + 1);
    }
    // "meeting at 10 to 3 on monday"
    if one_of(c.word(i), "at|from")
        && figure(i + 1)
        && one_of(c.word(i + 2), "to|till|until")
        && figure(i + 3)
        && !used(i + 3)
    {
        return Some(i..i + 4);
    }
    // "mon call joe, tue write minutes": several days, of which one was read.
    if one_of(c.word(i), "mon|tue|tues|wed|thu|thur|thurs|fri") {
        return Some(i..i + 1);
    }
    // "friday 25.12.", which is no time of day
    let dotted = c.word(i).trim_end_matches('.').split_once('.').is_some_and(|(day, month)| {
        let within = |text: &str, least: u32, most: u32| text.parse().is_ok_and(|n: u32| (least..=most).contains(&n));
        within(day, 24, 31) && within(month, 1, 12)
    });
    if dotted && (behind || used(i + 1)) {
        return Some(i..i + 1);
    }
    let left_out = one_of(c.word(i), "but|except|besides|excluding") && used(i + 1) && i > 0;
    if left_out && one_of(c.word(i - 1), "day|days|time|weekday|date") {
        return Some(i..i + 1);
    }
    // "meeting 10-3 on monday"
    let (a, b) = c.word(i).split_once('-')?;
    let hour = |text: &str| text.parse::<u32>().is_ok_and(|hour| (1..=12).contains(&hour));
    let counts = i > 0 && (one_of(c.word(i - 1), NUMBERED) || c.word(i - 1).ends_with('s'));
    (used(i + 1) && !counts && hour(a) && hour(b)).then_some(i..i + 1)
}

/// A phrase of several words, or with a slash, at either end of what is left.
fn phrase(c: &Clause, free: &[usize], i: usize, clock: &Clock) -> Option<std::ops::Range<usize>> {
    let run = free.iter().skip_while(|k| **k < i).zip(i..).take_while(|(k, n)| *k == n).count();
    let (first, last) = (*free.first()?, *free.last()?);
    if i > 0 && one_of(c.word(i - 1), NUMBERED) {
        return None;
    }
    (1..=run.min(LONGEST)).rev().map(|n| i..i + n).find(|range| {
        let said = c.slice(range.clone());
        let at_edge = range.start == first || range.end == last + 1;
        let hours = one_of(c.word(range.start), "half|quarter|ten|twenty|five");
        let figures = said.contains(|ch: char| ch.is_ascii_digit()) && (said.contains('/') || range.len() > 1);
        let bare = said.split(' ').all(|w| w.bytes().all(|b| b.is_ascii_digit()));
        at_edge
            && (figures && !bare || hours && range.len() > 1)
            && matches!(
                dates::whole(said, clock),
                Some(
                    What::Date { .. }
                        | What::DateTime { .. }
                        | What::Time { .. }
                        | What::Range { .. }
                        | What::Invalid { .. }
                )
            )
            || at_edge
                && said.contains('/')
                && matches!(dates::whole(said, clock), Some(What::Ambiguous { options, .. }) if !options.is_empty())
    })
}
