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

const WEEKDAYS: &str =
    "monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun";

/// Weekdays by their letters, where several are joined.
const LETTERS: &str = "m|t|w|th|f|mo|tu|we|fr|sa|su";

/// Behind a number that counts or measures.
const MEASURES: &str =
    "km|k|m|mi|mile|kg|g|l|min|h|hr|hour|minute|x|%|percent|euro|eur|usd|dollar|of|more|to|and|or|big|small|new";

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
    // "in 2 months and a half", "nov 5 of this year", "tomorrow 9 to 5", "every day for 0 days"
    let ends = |end: usize| end >= c.len() || used(end);
    if behind && c.at(i, "and a").is_some() && one_of(c.word(i + 2), "half|quarter") && ends(i + 3) {
        return Some(i..i + 3);
    }
    let year = if one_of(c.word(i), "of|in") { i + 1 } else { i };
    let of_year = one_of(c.word(year), "this|next|last") && one_of(c.word(year + 1), "year|week|month|quarter");
    // "every monday next year" is how long it goes on, read by itself.
    let repeats = (0..i).any(|k| used(k) && one_of(c.word(k), "every|each|daily|weekly|monthly"));
    if behind && of_year && !repeats && ends(year + 2) {
        return Some(i..year + 2);
    }
    let clock = |i: usize| c.word(i).trim_end_matches("am").trim_end_matches("pm").parse().is_ok_and(|n: u32| n <= 24);
    if behind && clock(i) && one_of(c.word(i + 1), "to|till|until") && clock(i + 2) && ends(i + 3) {
        return Some(i..i + 3);
    }
    let spans = c.word(i).split_once('-').is_some_and(|(a, b)| {
        let hour = |said: &str| said.trim_end_matches("am").trim_end_matches("pm").parse().is_ok_and(|n: u32| n <= 24);
        hour(a) && hour(b)
    });
    if behind && spans && ends(i + 1) {
        return Some(i..i + 1);
    }
    if behind && c.at(i, "for 0").is_some() {
        return Some(i..(i + 3).min(c.len()));
    }
    // "3pm UTC" that no date was read of, "15 UTC"
    if i > 0 && one_of(c.word(i), "utc|gmt|cet|cest|pst|pdt|edt") && figure(i - 1) {
        return Some(i - 1..i + 1);
    }
    // "every even week on tuesday", "ever friday"
    let (each, misspelt) = (one_of(c.word(i), "every|each"), near(c.word(i), &["every"]));
    let rarer = one_of(c.word(i + 1), "even|odd|alternate") || near(c.word(i + 1), &["other", "second"]);
    if (each || misspelt) && rarer && used(i + 2) || misspelt && used(i + 1) {
        return Some(i..(i + 2).min(c.len()));
    }
    // "m-f at 8", "tue+thu 7pm"
    let days = c.word(i).split(['-', '+', '/', '&']);
    if days.clone().count() > 1 && days.clone().all(|day| one_of(day, WEEKDAYS) || one_of(day, LETTERS)) && used(i + 1)
    {
        return Some(i..i + 1);
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
    // "thursday 18 dinner": a day of the month, an hour, or how many.
    let digits = c.word(i).len() <= 2 && c.word(i).parse().is_ok_and(|n: u32| (1..=31).contains(&n));
    let counts = c.word(i + 1).ends_with('s') || one_of(c.word(i + 1), MEASURES);
    if behind && digits && one_of(c.word(i - 1), WEEKDAYS) && i + 1 < c.len() && !used(i + 1) && !counts {
        return Some(i..i + 1);
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

/// Whether one letter is wrong in a word, or two have changed places.
fn near(word: &str, meant: &[&str]) -> bool {
    meant.iter().any(|name| strsim::osa_distance(name, word) == 1)
}

/// "dentist tomorro at 10", "in 3 dyas at noon": a day with a letter wrong beside a time of which the day would be today.
pub(super) fn misspelt(c: &Clause, from: usize) -> Option<String> {
    const DAYS: [&str; 10] = [
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
        "tomorrow",
        "tonight",
        "yesterday",
    ];
    const UNITS: [&str; 5] = ["days", "weeks", "hours", "months", "minutes"];
    const WORDS: &str = "sundae|sundry|midday|mondays|fridays|sundays";
    let figure = |i: usize| c.word(i).parse().is_ok_and(|n: u32| n > 0) || one_of(c.word(i), "two|three|four|five|six");
    let used = |i: usize| i < c.len() && c.is_used(i);
    let free = c.free(from..c.len());
    let at = free.into_iter().filter(|i| c.toks.get(*i).is_some_and(|t| !t.quoted)).find(|i| {
        let beside = used(i + 1) || *i > 0 && used(i - 1);
        let word = c.word(*i);
        let day = word.len() >= 5 && !one_of(word, WORDS) && near(word, &DAYS);
        let unit = *i >= 2 && figure(i - 1) && c.word(i - 2) == "in" && word.len() >= 4 && near(word, &UNITS);
        beside && (day || unit)
    })?;
    Some(c.slice(at..at + 1).to_owned())
}

/// Words that put something in time beside a thing that is no date: what follows says where.
const BESIDE: &str = "the day before|the day after|the evening before|the morning after|the morning of|the night before|the morning before|\
    the week before|the week after|an hour before|an hour after|half an hour before|a day before|a day after|a week before|\
    a week after|two days before|two days after|two hours before|three days before|three days after|the same day as|\
    same day as|on the same day as|at the same time as|the same time as|same time as|days before|days after|hours before|\
    minutes before|weeks before|weeks after";

/// Phrases that say when and that no date was read of.
const WHEN: &str = "half past|quarter past|quarter to|same time|fortnight from|a fortnight from|noon-ish|noonish|midday-ish|lunchtime-ish|\
    late afternoon|early afternoon|late morning|early morning|early evening|late evening";

/// In front of what [`PARTED`] holds: a part of it that was not read. "Pick up the kids early wednesday" is how, not when.
const PARTS: &str = "early|late";

/// What has an early and a late part.
const PARTED: &str = "january|february|march|april|may|june|july|august|september|october|november|december|next|this|spring|\
    summer|autumn|fall|winter|morning|afternoon|evening";

/// A list of days of which the last was read.
const SEVERAL: &str = "this|next|first|second|third|fourth|last|1st|2nd|3rd|4th";

/// "call mum 4th", "send it on the second", "13.1.": a day of a month, or the number of something.
fn lone(c: &Clause, i: usize) -> Option<usize> {
    const THINGS: &str = "python|ios|macos|android|ubuntu|kernel|release|firmware|v|the|for|my|her|his|their|our|a|an";
    let day = |text: &str, most: u32| text.parse().is_ok_and(|n: u32| (1..=most).contains(&n));
    let works = i > 0 && one_of(c.word(i - 1), "work|works|working|focus|bet|stand|start|decide");
    if !works
        && c.at(i, "on the").is_some()
        && one_of(c.word(i + 2), "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth")
    {
        return Some(i + 3);
    }
    let word = c.word(i);
    let before = i.checked_sub(1).map_or("", |before| c.word(before));
    let named = one_of(before, NUMBERED) || one_of(before, THINGS) || before.ends_with("'s");
    let nth = ["st", "nd", "rd", "th"].iter().find_map(|end| word.strip_suffix(end)).is_some_and(|n| day(n, 31));
    let dotted = c.toks.get(i).is_some_and(|t| t.after == Some('.'))
        && word.split_once('.').is_some_and(|(n, month)| day(n, 31) && day(month, 12));
    ((nth || dotted) && !named).then_some(i + 1)
}

/// Figures of the clock that were not read as one.
fn clocked(c: &Clause, i: usize) -> Option<usize> {
    let time = |text: &str, minutes: &str| {
        let hour = text.parse().is_ok_and(|n: u32| n <= 24);
        hour && minutes.len() == 2 && minutes.parse().is_ok_and(|n: u32| n < 60)
    };
    let joined = |text: &str| {
        (3..=4).contains(&text.len())
            && text.split_at_checked(text.len() - 2).is_some_and(|(hour, rest)| time(hour, rest))
    };
    let colon = |text: &str| text.split_once(':').is_some_and(|(hour, rest)| time(hour, rest));
    match c.word(i) {
        "at" if joined(c.word(i + 1)) => Some(i + 2),
        "not" if c.word(i + 1).parse().is_ok_and(|n: u32| n <= 24) || colon(c.word(i + 1)) => Some(i + 2),
        word if colon(word) && i > 0 && one_of(c.word(i - 1), "room|gate|order|invoice|lot") => Some(i + 1),
        _ => None,
    }
}

/// "9-11", "9 to 11": from one hour of the day to another.
fn hours(c: &Clause, i: usize) -> Option<usize> {
    let hour = |text: &str| text.parse::<u32>().ok().filter(|n| (6..=23).contains(n) && text.len() <= 2);
    if let Some((from, to)) = c.word(i).split_once('-') {
        return (hour(from)? < hour(to)?).then_some(i + 1);
    }
    (c.word(i + 1) == "to" && hour(c.word(i))? < hour(c.word(i + 2))?).then_some(i + 3)
}

/// The first words of a new todo that say when and were not read, from word `from` on.
pub(super) fn moment(c: &Clause, from: usize) -> Option<String> {
    let free: Vec<usize> =
        c.free(from..c.len()).into_iter().filter(|i| c.toks.get(*i).is_some_and(|t| !t.quoted)).collect();
    let used = |i: usize| i < c.len() && c.is_used(i);
    let figure = |i: usize| c.word(i).starts_with(|ch: char| ch.is_ascii_digit());
    let first = *free.first()?;
    let at = |i: usize| -> Option<std::ops::Range<usize>> {
        // "early monday morning": when in the morning.
        let early = one_of(c.word(i), PARTS) && used(i + 1) && one_of(c.word(i + 1), WEEKDAYS);
        if early && one_of(c.word(i + 2), "morning|afternoon|evening") && used(i + 2) {
            return Some(i..i + 1);
        }
        if i == first
            && i == from
            && let Some(end) = hours(c, i).filter(|end| *end < c.len() && !used(*end) && !c.word(*end).ends_with('s'))
        {
            return Some(i..end);
        }
        // "remind me the day before to call bob on friday": before what is said behind it.
        if let Some(end) = c.any(i, BESIDE).filter(|end| c.word(*end) == "to" && *end + 1 < c.len() && i == first) {
            return Some(i..end);
        }
        if i == first {
            return None;
        }
        // "tomorrow till noon": its end, or when it must be done by.
        let ends = one_of(c.word(i), "until|till|til") && one_of(c.word(i + 1), "noon|midday|midnight");
        if ends && used(i - 1) && (i + 2 == c.len() || used(i + 2)) {
            return Some(i..i + 2);
        }
        // "The Day After Tomorrow" is what something is called.
        let names = |end: usize| one_of(c.word(end), "tomorrow|today|yesterday");
        if let Some(end) = c.any(i, BESIDE).filter(|end| *end < c.len() && !used(*end) && !names(*end)) {
            return Some(i..end);
        }
        if let Some(end) = c.any(i, WHEN).filter(|end| *end == c.len() || used(*end) || used(i - 1)) {
            return Some(i..end);
        }
        let edge = |end: usize| end == c.len() || used(end);
        // "on the 25", "kw 50", "in two mondays"
        if c.at(i, "on the").is_some() && c.word(i + 2).parse().is_ok_and(|n: u32| (1..=31).contains(&n)) && edge(i + 3)
        {
            return Some(i..i + 3);
        }
        if let Some(end) = lone(c, i).filter(|end| edge(*end)) {
            return Some(i..end);
        }
        // "train at 645 tomorrow", "room 12:30 tomorrow", "lunch at 3 not 4": beside a moment that was read.
        let beside = |end: usize| used(end) || used(i - 1);
        if let Some(end) = clocked(c, i).filter(|end| edge(*end) && beside(*end)) {
            return Some(i..end);
        }
        if one_of(c.word(i), "kw") && figure(i + 1) && edge(i + 2) {
            return Some(i..i + 2);
        }
        let counted = one_of(c.word(i + 1), "two|three|four|five|six|2|3|4|5|6");
        let days = "mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays";
        if one_of(c.word(i), "in") && counted && one_of(c.word(i + 2), days) {
            return Some(i..i + 3);
        }
        let lasting = one_of(c.word(i + 2), "weeks|months|days|years") && used(i + 3);
        if one_of(c.word(i), "for") && (counted || figure(i + 1)) && lasting {
            return Some(i..i + 3);
        }
        let part = one_of(c.word(i), PARTS) && used(i + 1) && one_of(c.word(i + 1), PARTED);
        if part || c.word(i) == "fortnight" && (used(i + 1) || used(i - 1)) {
            return Some(i..i + 1);
        }
        if one_of(c.word(i), SEVERAL) && one_of(c.word(i + 1), "and|&|or") && used(i + 2) {
            return Some(i..i + 2);
        }
        let between = one_of(c.word(i), "between|zwischen|entre|intre|între");
        let joined = one_of(c.word(i + 2), "and|und|et|y|si|și|&");
        (between && figure(i + 1) && joined && (used(i + 3) || figure(i + 3))).then_some(i..i + 3)
    };
    free.iter().copied().find_map(at).map(|range| c.slice(range).to_owned())
}
