//! The end of a repetition that is said apart from it: "every monday yoga for 5 times", "take pills for 10 days every day".

use super::fields::When;
use super::lexicon::one_of;
use super::run::{Ask, Run, Said, Stop, Topic};
use super::text::Clause;
use crate::dates::{self, What};
use countersign_core::recurrence::{Frequency, Recurrence};
use serde_json::Value;
use std::ops::Range;

/// What counts the days of a repetition.
const TIMES: &str = "times|occurrences|repetitions";

/// Words that a length is said in: "for 5 times", "for the next 10 days".
const MOST: usize = 6;

/// Takes it where nothing ends the repetition yet. "5 times" alone may be of each day, and is asked about.
pub(super) fn end(run: &Run<'_>, c: &mut Clause, from: usize, when: &mut When) -> Said<()> {
    let open = |rule: &Recurrence| rule.until.is_none() && rule.count.is_none();
    let Some(rule) = when.rule.clone().filter(|rule| open(rule) && when.until.is_none() && !when.endless) else {
        return Ok(());
    };
    let Some(said) =
        c.found.iter().find(|f| matches!(f.what, What::Recurrence { .. })).map(|f| c.slice(c.toks_of(&f.span)))
    else {
        return Ok(());
    };
    let ended = |range: Range<usize>| match dates::whole(&format!("{said} {}", c.slice(range)), run.clock) {
        Some(What::Recurrence { rule: ended, .. }) if !open(&ended) => Some(ended),
        _ => None,
    };
    let free = |range: &Range<usize>| range.clone().all(|i| !c.is_used(i) && !c.word(i).is_empty());
    for at in from..c.len() {
        let led = c.word(at) == "for" && at > from;
        let lasting = (at + 3..=c.len().min(at + MOST)).map(|end| at..end).filter(|range| led && free(range));
        let fits = |range: &Range<usize>| {
            let last = c.word(range.end - 1);
            one_of(last, TIMES) || outlasts(&rule, last)
        };
        if let Some((range, ended)) = lasting.filter(fits).find_map(|range| Some((range.clone(), ended(range)?))) {
            c.take(range, "recurrence");
            when.rule = Some(Recurrence { until: ended.until, count: ended.count, ..rule });
            return Ok(());
        }
        let counted = at..at + 2;
        let per = one_of(c.word(at + 2), "a|an|per|each|every") || c.word(at).is_empty();
        if one_of(c.word(at + 1), TIMES)
            && !per
            && !run.listed
            && !run.fixed.anyway
            && free(&counted)
            && ended(counted.clone()).is_some()
        {
            return Err(in_all_or_each(c.slice(counted)));
        }
    }
    Ok(())
}

/// The choice that so many are all there are, and the one that there are so many on each day.
pub(super) const IN_ALL: &str = "in all";
const EACH_TIME: &str = "each time";

/// Whether "5 times" beside a repetition is how often it happens, or what is done each time.
fn in_all_or_each(said: &str) -> Stop {
    let option = |value: &str, label: String| (Value::String(value.to_owned()), label);
    let options =
        vec![option(IN_ALL, format!("{said} in all")), option(EACH_TIME, format!("{said} on each day, in the title"))];
    Ask::about(format!("Does “{said}” say how often in all, or how often on each day?"), "value", options)
        .on(Topic::SoOften(said.to_owned()))
}

/// The clause where so many are all there are; `None` where the words are not in it.
pub(super) fn in_all(clause: &str, said: &str) -> Option<String> {
    clause.contains(said).then(|| clause.replacen(said, &format!("for {said}"), 1))
}

/// Whether so many of a unit are some of the repetition's steps: "every friday fast for 2 days" is two days each time.
fn outlasts(rule: &Recurrence, unit: &str) -> bool {
    let least = match rule.frequency {
        Frequency::Daily => 1,
        Frequency::Weekly => 2,
        Frequency::Monthly => 3,
        Frequency::Yearly | Frequency::None => 4,
    };
    let size = match unit.trim_end_matches('s') {
        "day" => 1,
        "week" => 2,
        "month" => 3,
        "year" => 4,
        _ => 0,
    };
    size >= least
}
