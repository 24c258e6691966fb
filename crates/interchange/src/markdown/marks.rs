//! The marks after a task's title.

use super::{escape, unescape};
use crate::fit::{self, one_line};
use crate::format::Format;
use crate::ics::property;
use crate::ics::rule::{self, Counted};
use crate::reading::{Reading, rule_kept, unreadable};
use crate::{Env, kept, moment};
use countersign_core::recurrence::{Anchor, Recurrence};
use countersign_core::todo::{Priority, TimeOfDay, Todo};
use jiff::civil::Date;

const NO_BREAK: char = '\u{a0}';

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Due,
    Scheduled,
    Start,
    Created,
    Ended,
    Time,
    Rule,
    Priority(Priority),
}

fn mark(c: char) -> Option<Mark> {
    Some(match c {
        '📅' | '📆' | '🗓' => Mark::Due,
        '⏳' | '⌛' => Mark::Scheduled,
        '🛫' => Mark::Start,
        '➕' => Mark::Created,
        '✅' | '❌' => Mark::Ended,
        '⏰' => Mark::Time,
        '🔁' => Mark::Rule,
        '🔺' | '⏫' => Mark::Priority(Priority::High),
        '🔼' => Mark::Priority(Priority::Medium),
        '🔽' | '⏬' => Mark::Priority(Priority::Low),
        _ => return None,
    })
}

/// Whether a character begins a mark.
pub(crate) fn is_mark(c: char) -> bool {
    mark(c).is_some()
}

/// Reads title, labels and marks into the todo; gives the identity.
pub(super) fn read(todo: &mut Todo, text: &str, line: u32, reading: &mut Reading, env: &Env<'_>) -> Option<String> {
    let (text, uid) = split_uid(text);
    let start = text.char_indices().find(|(_, c)| mark(*c).is_some()).map_or(text.len(), |(at, _)| at);
    let (title, marks) = text.split_at(start);
    let words: Vec<&str> = title.trim_end().split(' ').collect();
    todo.labels = words.iter().filter_map(|w| tag(w)).collect();
    let named = words.iter().rposition(|w| tag(w).is_none()).map_or(words.len(), |last| last + 1);
    todo.title = unescape(words.get(..named).unwrap_or_default().join(" ").trim_end());
    // A title of nothing but tags keeps them.
    let mut rule = None;
    for segment in segments(marks) {
        take(todo, segment, &mut rule, line, reading, env);
    }
    if let Some(said) = rule {
        repeat(todo, said, line, reading, env);
    }
    uid
}

fn split_uid(text: &str) -> (&str, Option<String>) {
    let found = text.rfind("<!-- uid:").and_then(|at| {
        let value = text.get(at + "<!-- uid:".len()..)?.trim_end().strip_suffix("-->")?.trim();
        (!value.is_empty() && !value.contains("-->"))
            .then(|| (text.get(..at).unwrap_or_default().trim_end(), Some(value.to_owned())))
    });
    found.unwrap_or((text, None))
}

/// `#label`; `#12` is a number of something else.
fn tag(word: &str) -> Option<String> {
    let name = word.strip_prefix('#')?;
    let starts = name.chars().next().is_some_and(|c| c.is_alphanumeric() || c == '_');
    (starts && !name.chars().all(|c| c.is_ascii_digit())).then(|| name.replace(NO_BREAK, " "))
}

/// Each mark with the text up to the next.
fn segments(text: &str) -> Vec<&str> {
    let starts: Vec<usize> = text.char_indices().filter(|(_, c)| mark(*c).is_some()).map(|(at, _)| at).collect();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().zip(ends).filter_map(|(from, to)| text.get(*from..to)).collect()
}

fn take<'t>(
    todo: &mut Todo,
    segment: &'t str,
    rule: &mut Option<&'t str>,
    line: u32,
    reading: &mut Reading,
    env: &Env<'_>,
) {
    let mut chars = segment.chars();
    let Some(kind) = chars.next().and_then(mark) else {
        return;
    };
    let rest = chars.as_str().trim_start_matches('\u{fe0f}').trim();
    if kind == Mark::Rule {
        let end = rest.split(' ').take_while(|w| tag(w).is_none()).map(|w| w.len() + 1).sum::<usize>().min(rest.len());
        *rule = rest.get(..end).map(str::trim);
        leftover(todo, rest.get(end..).unwrap_or_default());
        return;
    }
    if let Mark::Priority(priority) = kind {
        todo.priority = priority;
        leftover(todo, rest);
        return;
    }
    let (value, after) = rest.split_once(' ').unwrap_or((rest, ""));
    if kind == Mark::Time {
        match TimeOfDay::parse(value) {
            Some(time) => todo.time_of_day = Some(time),
            None => {
                reading.problem(line, unreadable("invalid_timeOfDay", "the time", value));
                leftover(todo, segment);
                return;
            }
        }
        leftover(todo, after);
        return;
    }
    let Some(date) = moment::date(value) else {
        let code = if kind == Mark::Due { "invalid_dueDate" } else { "invalid_scheduledFor" };
        reading.problem(line, unreadable(code, "the date", value));
        leftover(todo, segment);
        return;
    };
    match kind {
        Mark::Due => todo.due_date = Some(date),
        Mark::Scheduled => todo.scheduled_for = Some(date),
        Mark::Start => todo.scheduled_for = todo.scheduled_for.or(Some(date)),
        Mark::Created | Mark::Ended => stamp(todo, kind, date, env),
        Mark::Time | Mark::Rule | Mark::Priority(_) => {}
    }
    leftover(todo, after);
}

fn stamp(todo: &mut Todo, kind: Mark, date: Date, env: &Env<'_>) {
    let Some(begun) = moment::begins(date, None, &env.zone) else {
        return;
    };
    if kind == Mark::Created {
        todo.created_at = begun;
        todo.updated_at = todo.updated_at.max(begun);
    } else {
        todo.updated_at = begun;
    }
    // Nothing is done before it is begun.
    todo.created_at = todo.created_at.min(todo.updated_at);
}

/// Words after a mark that are no part of it: labels, and more of the title.
fn leftover(todo: &mut Todo, text: &str) {
    for word in text.split(' ').filter(|w| !w.is_empty()) {
        match tag(word) {
            Some(label) => todo.labels.push(label),
            None => {
                todo.title.push(' ');
                todo.title.push_str(&unescape(word));
            }
        }
    }
}

fn repeat(todo: &mut Todo, said: &str, line: u32, reading: &mut Reading, env: &Env<'_>) {
    let start = todo.scheduled_for.or(todo.due_date);
    match start.and_then(|start| understood(said, start, &Counted::here(todo, env), env)) {
        Some(rule) => {
            todo.scheduled_for = start;
            todo.recurrence = rule;
        }
        None => {
            kept::keep(todo, Format::Markdown, "rule", said);
            reading
                .problem(line, rule_kept(said).hinting("Give it a date (⏳ or 📅) and a rule such as 🔁 every week."));
        }
    }
}

fn understood(said: &str, start: Date, counted: &Counted, env: &Env<'_>) -> Option<Recurrence> {
    if said.starts_with("FREQ=") {
        let entry = property::parse(&format!("RRULE:{said}"))?;
        return rule::read(property::rule(&entry)?, start, counted);
    }
    let (phrase, anchor) = match said.strip_suffix("when done") {
        Some(phrase) => (phrase.trim(), Some(Anchor::Completion)),
        None => (said, None),
    };
    let (_, _, rule) = (env.phrase)(phrase, None)?;
    rule.map(|rule| Recurrence { anchor: anchor.unwrap_or(rule.anchor), ..rule })
}

/// The title and its marks.
pub(super) fn write(todo: &Todo, env: &Env<'_>) -> String {
    let title = one_line(&todo.title);
    let mut words = vec![escape_title(&title, todo)];
    let within: Vec<String> = words.iter().flat_map(|t| t.split(' ')).filter_map(tag).collect();
    let labels = todo.labels.iter().filter(|l| !within.contains(l));
    words.extend(labels.map(|l| format!("#{}", l.replace(fit::parts, &NO_BREAK.to_string()))));
    match todo.priority {
        Priority::High => words.push("⏫".to_owned()),
        Priority::Medium => {}
        Priority::Low => words.push("🔽".to_owned()),
    }
    words.extend(repetition(todo, env).map(|rule| format!("🔁 {rule}")));
    words.extend(todo.scheduled_for.map(|date| format!("⏳ {date}")));
    words.extend(todo.time_of_day.map(|time| format!("⏰ {time}")));
    words.extend(todo.due_date.map(|date| format!("📅 {date}")));
    if todo.status.is_closed() {
        let mark = if todo.completed() { '✅' } else { '❌' };
        words.push(format!("{mark} {}", moment::civil(todo.updated_at, &env.zone).date()));
    }
    if !todo.uid.is_empty() && !todo.uid.contains("--") && !todo.uid.contains(char::is_whitespace) {
        words.push(format!("<!-- uid:{} -->", todo.uid));
    }
    words.join(" ")
}

/// Tags within a title that are labels stay tags; other words with # are text.
fn escape_title(title: &str, todo: &Todo) -> String {
    let one = |word: &str| match tag(word) {
        Some(label) if todo.labels.contains(&label) => word.to_owned(),
        _ => escape(word),
    };
    title.split(' ').map(one).collect::<Vec<_>>().join(" ")
}

fn repetition(todo: &Todo, env: &Env<'_>) -> Option<String> {
    let kept = || kept::text(todo, Format::Markdown, "rule").map(str::to_owned);
    let Some(start) = todo.scheduled_for.filter(|_| todo.recurrence.is_repeating()) else {
        return kept();
    };
    let rule = &todo.recurrence;
    let done = Recurrence { anchor: Anchor::Schedule, ..rule.clone() };
    let phrases = [rule.describe(), format!("{} when done", done.describe())];
    let says = |phrase: &String| understood(phrase, start, &Counted::here(todo, env), env).as_ref() == Some(rule);
    phrases.into_iter().find(says).or_else(|| rule::write(rule, start, false))
}
