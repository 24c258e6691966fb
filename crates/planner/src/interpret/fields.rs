//! The fields a clause names: priority, labels, estimate, notes, checklist and dates.

use super::lexicon::{STOP, lists, one_of};
pub(super) use super::pieces::{checklist, list, notes, unquoted};
use super::run::{Ask, Run, Said, Stop, Topic};
use super::text::Clause;
use crate::dates::{self, Found, Role, What};
use countersign_core::recurrence::Recurrence;
use countersign_core::todo::{Priority, TimeOfDay};
use jiff::civil::{Date, Time};
use serde_json::Value;
use std::ops::Range;

/// What a clause says about dates.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct When {
    pub(super) date: Option<Date>,
    pub(super) time: Option<TimeOfDay>,
    /// The time was said without a date: the date on which it next occurs.
    pub(super) time_on: Option<Date>,
    pub(super) due: Option<Date>,
    pub(super) rule: Option<Recurrence>,
    pub(super) until: Option<Date>,
    /// It was said that nothing ends the repetition.
    pub(super) endless: bool,
    pub(super) minutes: Option<u32>,
    /// The date was said as a weekday alone.
    pub(super) weekday: bool,
}

impl When {
    pub(super) fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

pub(super) fn clock_time(time: Time) -> TimeOfDay {
    TimeOfDay::new(time)
}

/// Weekday and ISO date, as every date is shown (TODOS.md rule 2).
pub(super) fn day(date: Date) -> String {
    date.strftime("%a %Y-%m-%d").to_string()
}

/// The level a word stands for.
pub(super) fn level(word: &str) -> Option<Priority> {
    Some(match word {
        "high" | "highest" | "top" | "urgent" | "important" | "critical" | "higher" | "max" | "maximum" | "hi"
        | "1" | "p1" | "crucial" | "vital" | "asap" => Priority::High,
        "medium" | "normal" | "mid" | "med" | "moderate" | "default" | "regular" | "standard" | "2" | "p2"
        | "average" => Priority::Medium,
        "low" | "lowest" | "minor" | "unimportant" | "trivial" | "lower" | "3" | "p3" | "lo" | "min" => Priority::Low,
        _ => return None,
    })
}

const PRIORITY: &str = "priority|prio|importance|urgency|prioriy|priorty|pri";

/// Takes a priority out of a range. `free` = bare words such as "high" or "urgent" count anywhere.
pub(super) fn priority(c: &mut Clause, range: Range<usize>, free: bool) -> Option<Priority> {
    let mut hit: Option<(Range<usize>, Priority)> = None;
    for i in range.clone() {
        if c.is_used(i) || c.toks.get(i).is_none_or(|t| t.quoted) {
            continue;
        }
        let w = c.word(i).to_owned();
        if let Some(stem) = w
            .strip_suffix("-priority")
            .or_else(|| w.strip_suffix("-prio"))
            .or_else(|| w.strip_suffix("prio").filter(|s| !s.is_empty()))
            && let Some(p) = level(stem)
        {
            hit = Some((i..i + 1, p));
        } else if let Some(p) = w.strip_prefix('!').and_then(level).filter(|_| w.len() > 1) {
            hit = Some((i..i + 1, p));
        } else if w.chars().all(|ch| ch == '!') && !w.is_empty() {
            hit = Some((i..i + 1, Priority::High));
        } else if matches!(w.as_str(), "p1" | "p2" | "p3")
            && let Some(p) = level(&w)
        {
            hit = Some((i..i + 1, p));
        } else if one_of(&w, PRIORITY) {
            let before = i
                .checked_sub(1)
                .filter(|b| range.contains(b) && !c.is_used(*b))
                .and_then(|b| level(c.word(b)).map(|p| (b, p)));
            let mut after = i + 1;
            while one_of(c.word(after), "to|as|is|=|level|should|be|at|->|→") && range.contains(&after) {
                after += 1;
            }
            if let Some((b, p)) = before {
                hit = Some((b..i + 1, p));
            } else if range.contains(&after)
                && let Some(p) = level(c.word(after))
            {
                hit = Some((i..after + 1, p));
            }
        } else if !free
            && matches!(w.as_str(), "high" | "medium" | "low")
            && (i + 1..range.end).all(|k| c.is_used(k))
            && i > range.start
            && c.toks.get(i - 1).is_some_and(|t| matches!(t.after, Some(',' | ';')))
        {
            // "hand in the form friday, high"
            hit = level(&w).map(|p| (i..i + 1, p));
        } else if !free && matches!(w.as_str(), "urgent" | "urgently" | "asap" | "important" | "critical") {
            // In a title these are adjectives; set apart at either end they are a priority.
            let first = (range.start..i).all(|k| c.is_used(k));
            let last = (i + 1..range.end).all(|k| c.is_used(k));
            let after = c.toks.get(i).and_then(|t| t.after);
            if w != "important" && last && !first
                || (first && matches!(after, Some(':' | ',' | '!' | '.' | '-')))
                || (first
                    && matches!(
                        c.text
                            .get(c.toks.get(i).map_or(0, |t| t.end)..)
                            .map(str::trim_start)
                            .and_then(|r| r.chars().next()),
                        Some('-' | '–' | '—')
                    ))
                || (first && w != "important" && w != "critical" && super::bare::is_everyday(c.word(i + 1)))
                || (last
                    && i > 0
                    && c.toks.get(i - 1).is_some_and(|t| matches!(t.after, Some(',' | ';' | ':' | '.' | '!'))))
                || parenthesised(c, i)
            {
                hit = Some((i..i + 1, Priority::High));
            }
        }
        if hit.is_some() {
            break;
        }
        // "buy milk!!!"
        if let Some(t) = c.toks.get(i)
            && c.text.get(t.end..).is_some_and(|rest| rest.starts_with("!!"))
        {
            hit = Some((i + 1..i + 1, Priority::High));
            break;
        }
    }
    if hit.is_none() && free {
        // The last level word wins: "change high tea to low".
        hit =
            range.clone().rev().filter(|i| !c.is_used(*i) && c.toks.get(*i).is_some_and(|t| !t.quoted)).find_map(|i| {
                let w = c.word(i);
                (!w.chars().all(|ch| ch.is_ascii_digit())).then(|| level(w)).flatten().map(|p| (i..i + 1, p))
            });
    }
    let (at, p) = hit?;
    let (mut at, p) = denied(c, range.start, at, p);
    while at.start > range.start
        && one_of(c.word(at.start - 1), "with|as|is|it's|its|at|very|super|of|really|a|the")
        && !at.is_empty()
    {
        // "of" and "the" belong to it only in front of the whole phrase.
        if matches!(c.word(at.start - 1), "of" | "the" | "is") && !free {
            break;
        }
        at.start -= 1;
    }
    if at.is_empty() {
        c.consumed.push(countersign_core::wire::Consumed { text: "!!".to_owned(), taken_as: "priority".to_owned() });
    } else {
        c.take(at, "priority");
    }
    Some(p)
}

/// "not urgent", "not that important": it matters little.
fn denied(c: &Clause, from: usize, at: Range<usize>, p: Priority) -> (Range<usize>, Priority) {
    let matters = !at.is_empty() && one_of(c.word(at.end - 1), "urgent|important|critical|crucial|pressing");
    let before = |i: usize| i.checked_sub(1).filter(|i| *i >= from);
    let very = before(at.start).filter(|i| one_of(c.word(*i), "that|so|very|too|really|super|terribly|all"));
    match before(very.unwrap_or(at.start)).filter(|i| matters && one_of(c.word(*i), "not|isn't|isnt|nothing")) {
        Some(not) => (not..at.end, Priority::Low),
        None => (at, p),
    }
}

fn parenthesised(c: &Clause, i: usize) -> bool {
    c.toks.get(i).is_some_and(|t| {
        t.after == Some(')') && t.start.checked_sub(1).and_then(|b| c.text.get(b..t.start)) == Some("(")
    })
}

fn is_tag(w: &str) -> bool {
    let Some(name) = w.strip_prefix('#').or_else(|| w.strip_prefix('@')) else { return false };
    !name.is_empty()
        && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '/'))
        && !name.chars().all(|c| c.is_ascii_digit())
}

/// "ping @dana", "sync with @tomas": behind what one does with somebody it is a name and no label ("milk @errands").
fn is_person(c: &Clause, i: usize, from: usize) -> bool {
    const WITH: &str = "with|w/|to|for|from|re|cc|via|about|ping|call|phone|ask|email|mail|text|tell|remind|meet|see|thank|message|\
        dm|slack|invite|pay|show|chase|nudge|brief|mit|von|für|an|con|para|avec|pour|cu|pentru";
    c.word(i).starts_with('@')
        && i > from
        && c.toks.get(i - 1).is_some_and(|t| !t.quoted && t.after.is_none())
        && one_of(c.word(i - 1), WITH)
}

/// Takes labels out of a range: `#work`, "tagged work", "with labels a and b", "label it work".
pub(super) fn labels(c: &mut Clause, range: Range<usize>) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut put = |name: &str| {
        let name = name.trim_start_matches(['#', '@']).to_owned();
        if !name.is_empty() && !out.contains(&name) {
            out.push(name);
        }
    };
    for i in range.clone() {
        if c.is_used(i) || c.toks.get(i).is_none_or(|t| t.quoted) {
            continue;
        }
        if is_person(c, i, range.start) {
            continue;
        }
        if is_tag(c.word(i)) {
            put(raw(c, i).trim_start_matches(['#', '@']));
            c.take(i..i + 1, "labels");
            continue;
        }
        let colon = |n: usize| c.toks.get(n.wrapping_sub(1)).is_some_and(|t| matches!(t.after, Some(':')));
        // "low priority label garden: order seeds"
        if i > range.start
            && one_of(c.word(i), "label|tag")
            && !colon(i + 1)
            && colon(i + 2)
            && range.contains(&(i + 1))
        {
            put(&raw(c, i + 1));
            c.take(i..i + 2, "labels");
            continue;
        }
        let cue = c
            .any(
                i,
                "tagged as|tagged with|tagged|labelled as|labelled with|labelled|labeled as|labeled with|\
                labeled|label it as|label it with|label it|tag it as|tag it with|tag it|with label|with labels|\
                with the label|with the labels|with tag|with tags|with the tag|with the tags|with a label|\
                under label|under the label|and tag it|and label it",
            )
            .or_else(|| {
                c.any(i, "label|labels|tag|tags").filter(|e| {
                    colon(*e)
                        || i > range.start && c.toks.get(i - 1).is_some_and(|t| matches!(t.after, Some(',' | ';')))
                })
            });
        let cue = cue.or_else(|| more_fields(c, i, range.start)).or_else(|| behind_a_day(c, i));
        let Some(mut n) = cue else { continue };
        let from = i;
        let first = n;
        // "with label work: call bob" is told apart by its mark, "add with label work …" by its place.
        if i > range.start && range.contains(&first) && !colon(first) && goes_on(c, first + 1, range.end) {
            continue;
        }
        while range.contains(&n) && !c.is_used(n) {
            // What is a date, a number or a level is no label.
            let other = c.found.iter().any(|f| c.toks_of(&f.span).contains(&n))
                || c.word(n).starts_with(|ch: char| ch.is_ascii_digit())
                || (n > first
                    && (level(c.word(n)).is_some()
                        || is_tag(c.word(n))
                        || one_of(c.word(n), "priority|due|with|at|by|for|it|lasting|taking|estimate|estimated")
                        || c.word(n).starts_with("note")));
            if other {
                break;
            }
            if n > first && c.toks.get(n - 1).is_none_or(|t| t.after != Some(',')) {
                if !matches!(c.word(n), "and" | "&")
                    || !range.contains(&(n + 1))
                    || c.is_used(n + 1)
                    || (range.contains(&(n + 2))
                        && !c.is_used(n + 2)
                        && c.toks.get(n + 1).is_none_or(|t| t.after.is_none()))
                {
                    break;
                }
                n += 1;
            }
            // “x, y” is one.
            let marked = quoted_from(c, n).filter(|(end, _)| *end <= range.end);
            let (end, name) = marked.unwrap_or_else(|| (n + 1, raw(c, n)));
            put(&name);
            n = end;
        }
        if n > first {
            c.take(from..n, "labels");
        }
    }
    out
}

/// What stands between quotation marks from a word on, and the index behind it.
pub(super) fn quoted_from(c: &Clause, n: usize) -> Option<(usize, String)> {
    let word = c.toks.get(n).filter(|t| t.quoted)?;
    let marks = super::text::quotes(&c.text).into_iter().find(|q| q.start < word.start && word.end <= q.end)?;
    let within = c.toks_of(&marks);
    (within.start == n).then(|| (within.end, unquoted(c.text.get(marks).unwrap_or_default())))
}

/// "report with label printing instructions": a word goes on behind the one that would be the label, so that all of it
/// is what the todo is called.
fn goes_on(c: &Clause, n: usize, end: usize) -> bool {
    let within = |at: usize| c.found.iter().any(|f| c.toks_of(&f.span).contains(&at));
    let word = c.word(n);
    let field = level(word).is_some() || is_tag(word) || one_of(word, "priority|prio|due|note|notes|estimate");
    n < end
        && !c.is_used(n)
        && c.toks.get(n - 1).is_some_and(|t| t.after.is_none())
        && c.toks.get(n).is_some_and(|t| !t.quoted && t.fold.starts_with(char::is_alphabetic))
        && !within(n)
        && !field
        && !lists(STOP, word)
}

/// "buy stamps tomorrow label errands priority low": between a day and the end, or another field.
fn behind_a_day(c: &Clause, i: usize) -> Option<usize> {
    let end = c.any(i, "label|labels|tag|tags")?;
    let days: Vec<Range<usize>> = c.found.iter().map(|f| c.toks_of(&f.span)).collect();
    let ends = end + 1 >= c.len()
        || days.iter().any(|day| day.start == end + 1)
        || one_of(c.word(end + 1), "priority|prio|due|estimate|note|notes")
        || level(c.word(end + 1)).is_some() && one_of(c.word(end + 2), "priority|prio");
    (days.iter().any(|day| day.end == i) && end < c.len() && ends).then_some(end)
}

/// "with high priority and label home": behind a field of the todo, where labels begin.
fn more_fields(c: &Clause, i: usize, from: usize) -> Option<usize> {
    const AND: &str = "and label|and labels|and tag|and tags|and the label|and the labels|and the tag|and the tags|and a label|\
        and a tag";
    let end = c.any(i, AND)?;
    let before = |back: usize| i.checked_sub(back).filter(|at| *at >= from).map_or("", |at| c.word(at));
    // "sort the mail for 30 minutes and label boxes" is two things to do.
    let estimate = one_of(before(1), "minutes|minute|mins|min|hours|hour")
        && (2..=5).any(|back| one_of(before(back), "estimate|estimated"));
    let priority = one_of(before(1), "priority|prio|importance")
        || level(before(1)).is_some() && one_of(before(2), "priority|prio");
    (estimate || priority).then_some(end)
}

pub(super) fn raw(c: &Clause, i: usize) -> String {
    c.slice(i..i + 1).to_owned()
}

/// Whether a time said for today is over: "this morning" at noon.
pub(super) fn is_past(run: &Run<'_>, date: Option<Date>, time: Option<TimeOfDay>) -> bool {
    date == Some(run.today()) && time.is_some_and(|time| time.time() < run.clock.now.time())
}

/// The question for a date that cannot be read.
pub(super) fn ask_when(note: &str, dates: impl IntoIterator<Item = (Date, String)>) -> Stop {
    let options = dates
        .into_iter()
        .map(|(d, label)| (Value::String(d.to_string()), if label.is_empty() { day(d) } else { label }))
        .collect();
    Ask::about(
        if note.is_empty() { "When?".to_owned() } else { format!("Which date do you mean? {note}") },
        "when",
        options,
    )
}

/// The question which of several times is meant.
pub(super) fn ask_time(times: impl IntoIterator<Item = TimeOfDay>) -> Stop {
    let times = times.into_iter().map(|t| (serde_json::json!(t), t.to_string())).collect();
    Ask::about("Which time do you mean? There is more than one.", "when", times)
}

/// Takes what one found phrase means into `into`.
pub(super) fn absorb(run: &Run<'_>, found: &Found, text: &str, into: &mut When) -> Said<()> {
    let today = run.today();
    let spoken = text.get(found.span.clone()).unwrap_or_default().to_lowercase();
    let due = found.role == Role::Due || spoken.starts_with("due");
    let mut put = |date: Date| {
        if due {
            into.due = Some(date);
        } else if found.role == Role::Until {
            into.until = Some(date);
        } else {
            into.date = Some(date);
        }
    };
    match &found.what {
        What::Date { date, .. } => {
            put(*date);
            into.weekday = super::series::is_weekday(&spoken);
        }
        What::DateTime { date, time, .. } => {
            put(*date);
            into.weekday =
                dates::without_time(&spoken, run.clock).is_some_and(|(day, _)| super::series::is_weekday(&day));
            into.time = Some(clock_time(*time));
        }
        What::Time { time, date, .. } => {
            into.time = Some(clock_time(*time));
            into.time_on = Some(*date);
        }
        // "before december" ends with November.
        What::Range { from, .. } if due && spoken.split(' ').any(|word| word == "before") => {
            match from.yesterday().ok().filter(|last| *last >= today) {
                Some(last) => put(last),
                None => return Err(ask_when("That is past.", [])),
            }
        }
        What::Range { from, to, date, .. } => match date {
            Some(d) if due && *d <= *to => put(*to),
            Some(d) => put(*d),
            None if due => put(*to),
            None if *from <= today && today <= *to => {
                let days: Vec<(Date, String)> = std::iter::successors(Some(today), |d| d.tomorrow().ok())
                    .take_while(|d| d <= to)
                    .take(super::target::MOST_OPTIONS)
                    .map(|d| (d, String::new()))
                    .collect();
                return Err(ask_when("That period has begun already.", days));
            }
            None => return Err(ask_when("That is past.", [])),
        },
        What::Recurrence { start: None, .. } => {
            return Err(Ask::plain("That repetition never occurs. When should it start?"));
        }
        What::Recurrence { rule, start, time, .. } => {
            into.rule = Some(rule.clone());
            into.endless |= dates::endless(&spoken, run.clock);
            into.date = start.or(into.date);
            if let Some(t) = time {
                into.time = Some(clock_time(*t));
            }
        }
        What::Duration { minutes } => into.minutes = Some(*minutes),
        What::Either { date, times } => {
            // The day stays; which of the times is an answer's to say.
            let Some(time) = settled(run).and_then(|answered| answered.time) else {
                return Err(ask_time(times.map(clock_time)));
            };
            let time = time.time();
            let on = |date: Date| What::DateTime { date, time, note: None };
            let what = match date {
                Some(date) => on(*date),
                None => dates::whole(&format!("at {}", time.strftime("%H:%M")), run.clock)
                    .filter(|what| matches!(what, What::Time { .. }))
                    .unwrap_or_else(|| on(today)),
            };
            return absorb(run, &Found { what, ..found.clone() }, text, into);
        }
        What::Ambiguous { options, note } => {
            let rules: Vec<(Value, String)> = options
                .iter()
                .filter(|(_, label)| matches!(dates::whole(label, run.clock), Some(What::Recurrence { .. })))
                .map(|(_, label)| (Value::String(label.clone()), label.clone()))
                .collect();
            if !rules.is_empty() && rules.len() == options.len() {
                let question = format!("Which repetition do you mean? {note}");
                return Err(Ask::about(question, "value", rules).on(Topic::Phrase(spoken)));
            }
            // "6 May 2027": a year that is not this one is told.
            let told = |(date, label): &(Date, String)| {
                let short = *label == date.strftime("%-d %B").to_string() && date.year() != today.year();
                (*date, if short { format!("{label} {}", date.year()) } else { label.clone() })
            };
            return Err(of_phrase(ask_when(note, options.iter().map(told)), found, spoken));
        }
        What::Invalid { options, note } => {
            let time = note.strip_prefix(dates::NO_TIME).filter(|_| options.is_empty());
            return Err(match time {
                Some(time) => {
                    let question = format!("Which time do you mean? {note}");
                    Ask::about(question, "when", Vec::new()).on(Topic::Phrase(time.to_owned()))
                }
                None => of_phrase(ask_when(note, options.iter().map(|d| (*d, String::new()))), found, spoken),
            });
        }
    }
    Ok(())
}

/// An answer about a repetition stays one: "every feb 30".
fn of_phrase(stop: Stop, found: &Found, spoken: String) -> Stop {
    if found.role == Role::Every { stop.on(Topic::Phrase(spoken)) } else { stop }
}

/// Whether a phrase names the last day of a period beside its first: "dec 1-3", "from monday to wednesday". A
/// todo has one date, so the last is not kept.
pub(super) fn both_ends(found: &Found, text: &str) -> bool {
    let said = text.get(found.span.clone()).unwrap_or_default().to_lowercase();
    let joined = [" to ", " until ", " till ", " through ", " thru ", " and "].iter().any(|word| said.contains(word));
    let dashed = said.match_indices(['-', '–', '—']).any(|(at, _)| {
        // "mid-december" is one day.
        at > 0 && !said.starts_with("mid")
    });
    let words: Vec<&str> = said.split_whitespace().collect();
    // "for the next 3 days", "the next week" as long as it is.
    let stretch =
        said.starts_with("for the next ") || words.windows(2).any(|pair| matches!(pair, ["next", n] if several(n)));
    matches!(found.what, What::Range { from, to, .. } if from < to) && (joined || dashed || stretch)
}

/// A number of more than one.
fn several(word: &str) -> bool {
    one_of(word, "two|three|four|five|six|seven|eight|nine|ten|few|couple") || word.parse().is_ok_and(|n: u32| n > 1)
}

/// The date that answers the pending question, where the sentence has one that cannot be read or none.
pub(super) fn settled(run: &Run<'_>) -> Option<When> {
    let said = run.fixed.when.as_deref()?;
    let what = dates::whole(said, run.clock)?;
    let mut when = When::default();
    absorb(run, &Found { span: 0..said.len(), role: Role::When, what }, said, &mut when).ok()?;
    Some(when)
}

/// Whether a phrase is a period of time that has to be asked about.
pub(super) fn unclear(found: &Found) -> bool {
    matches!(found.what, What::Ambiguous { .. } | What::Invalid { .. })
}
