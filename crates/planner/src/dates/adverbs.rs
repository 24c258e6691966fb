//! Repetitions in one word: "daily", "biweekly", "mondays", "weekdays".

use countersign_core::recurrence::Frequency;

use super::repeats::{Core, rule, unsupported, weekly};
use super::rule_days;
use super::scan::{Hit, Scan};
use super::tails::{self, Building};
use super::times;
use super::times::Part;
use super::when;
use super::words::{self, Form};

/// "daily", "weekly", "biweekly": adverbs at the end or before a tail; adjectives elsewhere.
pub(super) fn adverb(scan: &Scan, at: usize, start: usize, strong: bool) -> Hit<Core> {
    let word = scan.word(start);
    let split = word == "bi" && scan.mark(start + 1) == Some('-');
    let (end, word) = if split { (start + 3, scan.word(start + 2)) } else { (start + 1, word) };
    let note = "biweekly read as every two weeks";
    let core = match (split, word) {
        (true, "weekly") | (false, "biweekly") => Core::Rule(rule(Frequency::Weekly, 2).noted(note)),
        (true, "monthly") | (false, "bimonthly") => unsupported("every two months, or twice a month?"),
        (true, "annually") | (false, "biannually") => unsupported("every two years, or twice a year?"),
        (true, _) => return None,
        (_, "daily" | "everyday" | "dayly") => Core::Rule(rule(Frequency::Daily, 1)),
        (_, "nightly") => Core::Rule(Building {
            time: Some(scan.time_of(times::Part::Night)),
            part: Some(times::Part::Night),
            ..rule(Frequency::Daily, 1)
        }),
        (_, "weekly") => Core::Rule(rule(Frequency::Weekly, 1)),
        (_, "fortnightly") => Core::Rule(rule(Frequency::Weekly, 2)),
        (_, "monthly") => Core::Rule(rule(Frequency::Monthly, 1)),
        (_, "quarterly") => Core::Rule(rule(Frequency::Monthly, 3)),
        (_, "semiannually") => Core::Rule(rule(Frequency::Monthly, 6)),
        (_, "yearly" | "annually") => Core::Rule(rule(Frequency::Yearly, 1)),
        (_, "hourly") => unsupported("todos repeat by days, not by hours or minutes"),
        _ => return None,
    };
    // "weekly review", "the daily": the word says what kind of thing it is.
    let noun = [at, start].iter().any(|at| {
        matches!(
            scan.word_before(*at),
            "the" | "a" | "an" | "my" | "our" | "your" | "this" | "new" | "in" | "of" | "for" | "and" | "via"
        )
    });
    let free = scan.at_end(end)
        || scan.is(end, &["on", "at", "for", "until", "till", "starting", "from", "in", "through", "except", "every"]);
    // "daily 6am until february"
    let timed = when::time_after(scan, end).is_some_and(|(_, clocked)| clocked.sure != times::Sure::BareHour);
    let counted = tails::times_left(scan, end, &rule(Frequency::Daily, 1)).is_some();
    let free = free || timed || counted || tails::except(scan, end, &rule(Frequency::Daily, 1)).is_some();
    // "weekly monday to friday"
    let days = |frequency| {
        matches!(frequency, Frequency::Weekly | Frequency::Daily).then(|| rule_days::behind(scan, end, frequency))
    };
    let weekly = matches!(&core, Core::Rule(building) if days(building.rule.frequency).flatten().is_some());
    let free = free || weekly;
    let only_word = at == 0 && scan.at_end(end);
    (scan.lenient() || strong || free && !noun && (!only_word || scan.len() == 1)).then_some((end, core))
}

/// "mondays", "on tuesdays and thursdays", "weekdays", "weekends".
pub(super) fn plural(scan: &Scan, at: usize, start: usize) -> Hit<Core> {
    let word = scan.word(start);
    let weekday = words::weekday(word).is_some_and(|(_, form)| form == Form::Plural);
    if !weekday && !matches!(word, "weekdays" | "weekends" | "workdays") {
        return None;
    }
    let (end, days) = rule_days::weekdays(scan, start)?;
    let led = start > at && scan.word(at) == "on";
    let named = matches!(
        scan.word_before(at),
        "tgi" | "ruby" | "about" | "like" | "than" | "these" | "those" | "the" | "hate" | "love" | "my" | "of" | "no"
    );
    // "two mondays off" counts them.
    let counted = |back: usize| {
        at.checked_sub(back).and_then(|from| words::quantity(scan, from)).is_some_and(|(end, _)| end == at)
    };
    // "at 7 mondays": an hour, and no number of them.
    let hour = scan.word(at.wrapping_sub(2)) == "at";
    if !scan.lenient() && !led && !hour && (1..=2).any(counted) {
        return None;
    }
    let free = scan.at_end(end)
        || scan.is(end, &["at", "until", "till", "starting", "from", "in", "for", "through", "except"])
        || when::time_after(scan, end).is_some()
        || tails::times_left(scan, end, &rule(Frequency::Weekly, 1)).is_some()
        || tails::except(scan, end, &weekly(1, days.iter().copied())).is_some();
    (scan.lenient() || led || free && !named).then_some((end, Core::Rule(weekly(1, days))))
}

/// What is done every day, where the part of the day alone says when: "stretch mornings".
const HABITS: [&str; 17] = [
    "walk",
    "stretch",
    "meditate",
    "exercise",
    "run",
    "jog",
    "practice",
    "practise",
    "study",
    "journal",
    "swim",
    "train",
    "floss",
    "pray",
    "moisturize",
    "rehearse",
    "revise",
];

/// "in the evenings", "on tuesday evenings", "weekday mornings": a part of a day, each time.
pub(super) fn parts(scan: &Scan, at: usize, start: usize) -> Hit<Core> {
    let in_part =
        |rule: Building, part: Part| Core::Rule(Building { time: Some(scan.time_of(part)), part: Some(part), ..rule });
    if let Some(from) = scan.any_words(start, &["in the", "during the", "at"])
        && let Some(part) = each(scan, from)
    {
        return Some((from + 1, in_part(rule(Frequency::Daily, 1), part)));
    }
    let free = |end: usize| {
        scan.at_end(end)
            || scan.is(end, &["at", "until", "till", "starting", "from", "in", "for", "through", "except", "with"])
            || when::time_after(scan, end).is_some()
    };
    if let Some((end, days)) = rule_days::weekdays(scan, start) {
        let part = each(scan, end)?;
        let led = start > at && scan.is(at, &["on", "on the"]);
        return (scan.lenient() || led || free(end + 1)).then(|| (end + 1, in_part(weekly(1, days), part)));
    }
    let part = each(scan, start)?;
    let habit = (0..start.min(3)).any(|i| scan.is(i, &HABITS)) && words::quantity(scan, start - 1).is_none();
    (habit && free(start + 1)).then(|| (start + 1, in_part(rule(Frequency::Daily, 1), part)))
}

/// "mornings".
fn each(scan: &Scan, at: usize) -> Option<Part> {
    scan.is(at, &["mornings", "afternoons", "evenings", "nights"]).then(|| times::part(scan.word(at)))?
}
