//! todo.txt: `(A) 2026-11-01 Call Mom +Family @phone due:2026-11-25`, one todo a line.
//!
//! Keys read: `due: t: rec: pri:`, and of ours `time:` (HH:MM), `rrule:` (what `rec:` cannot say) and
//! `uid:`. `rec:+1w` counts from the date, `rec:1w` from completion. Tags at either end of the line
//! leave the title; tags within it are labels and words of it at once. Their names may hold anything but
//! blanks (<https://github.com/todotxt/todo.txt>). A blank within a label is
//! written as a no-break space, since a tag ends at a blank.

use crate::fit::{self, one_line};
use crate::format::Format;
use crate::ics::property;
use crate::ics::rule::{self, Counted};
use crate::reading::{Reading, rule_kept, unreadable};
use crate::{Env, Parsed, kept, moment, plain};
use countersign_core::problem::Problem;
use countersign_core::recurrence::{Anchor, Frequency, Recurrence};
use countersign_core::todo::{Priority, Status, TimeOfDay, Todo};
use jiff::civil::Date;
use serde_json::Value;
use std::collections::BTreeSet;
use std::ops::Range;

const NO_BREAK: char = '\u{a0}';

/// Whether a line looks like todo.txt and not like prose.
pub(crate) fn is_marked(line: &str) -> bool {
    let mut words = line.split_ascii_whitespace();
    let first = words.next().unwrap_or_default();
    let dated = |w: &str| moment::date(w).is_some();
    priority_of(first).is_some() || dated(first) || first == "x" && words.next().is_some_and(dated)
}

/// Reads a file.
pub(crate) fn read(text: &str, env: &Env<'_>) -> Parsed {
    let mut reading = Reading::new(Format::TodoTxt);
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    for (number, line) in (1..).zip(text.split('\n')) {
        if !line.trim().is_empty() {
            read_line(&mut reading, line, number, env);
        }
    }
    reading.finish()
}

fn read_line(reading: &mut Reading, line: &str, number: u32, env: &Env<'_>) {
    let mut todo = Reading::blank(env);
    let mut words: &[&str] = &line.split([' ', '\t']).filter(|w| !w.is_empty()).collect::<Vec<_>>();
    if let ["x", rest @ ..] = words {
        todo.status = Status::Done;
        words = rest;
    }
    let mut letter = None;
    if let [first, rest @ ..] = words
        && let Some(found) = priority_of(first)
    {
        letter = Some(found);
        words = rest;
    }
    let mut dates = Vec::new();
    while let [first, rest @ ..] = words
        // Only what is done has two dates; another one is the title's.
        && dates.len() < 1 + usize::from(todo.status == Status::Done)
        && let Some(date) = moment::date(first)
    {
        dates.push(date);
        words = rest;
    }
    // After an x the first date is that of completion; a lone date of an open todo is its creation.
    let (done, created) = match (todo.status, dates.as_slice()) {
        (Status::Done, [done, rest @ ..]) => (Some(*done), rest.first().copied()),
        (_, rest) => (None, rest.first().copied()),
    };
    if let Some(begun) = created.and_then(|date| moment::begins(date, None, &env.zone)) {
        todo.created_at = begun;
        todo.updated_at = begun;
    }
    if let Some(ended) = done.and_then(|date| moment::begins(date, None, &env.zone)) {
        todo.updated_at = ended;
        // Nothing is done before it is begun.
        todo.created_at = todo.created_at.min(ended);
    }
    let mut keys = Keys::default();
    let rest: Vec<&str> =
        words.iter().copied().filter(|word| !keys.take(word, &mut letter, &mut todo, number, reading)).collect();
    title_and_labels(&rest, &mut todo);
    match letter {
        Some('A') => todo.priority = Priority::High,
        None | Some('B') => {}
        Some(_) => todo.priority = Priority::Low,
    }
    if !matches!(letter, Some('A'..='C')) {
        kept::keep(&mut todo, Format::TodoTxt, "pri", letter.map(String::from).unwrap_or_default());
    }
    if created.is_none() {
        kept::keep(&mut todo, Format::TodoTxt, "undated", true);
    }
    keys.repeat(&mut todo, number, reading, env);
    let key = format!("{}\n{}", todo.title, created.map(|d| d.to_string()).unwrap_or_default());
    reading.push(keys.uid, &key, todo, number);
}

fn priority_of(word: &str) -> Option<char> {
    let mut inner = word.strip_prefix('(')?.strip_suffix(')')?.chars();
    inner.next().filter(|c| c.is_ascii_uppercase() && inner.next().is_none())
}

/// The keys of a line that have a meaning here.
#[derive(Default)]
struct Keys<'l> {
    /// Those that were taken, of which a line may say one thing only.
    taken: Vec<(&'l str, &'l str)>,
    uid: Option<String>,
    rec: Option<String>,
    rrule: Option<String>,
}

impl<'l> Keys<'l> {
    /// Takes `key:value`; what has no meaning or does not fit stays a word of the title.
    fn take(
        &mut self,
        word: &'l str,
        letter: &mut Option<char>,
        todo: &mut Todo,
        line: u32,
        reading: &mut Reading,
    ) -> bool {
        let Some((key, value)) = word.split_once(':').filter(|(_, v)| !v.is_empty()) else {
            return false;
        };
        if let Some((_, first)) = self.taken.iter().find(|(taken, _)| *taken == key) {
            let same = *first == value;
            if !same {
                let message =
                    format!("\"{key}:\" stands twice in the line; the first counts, {value} stays in the title");
                let hint = "Remove one of the two and import the file again.";
                reading.problem(line, Problem::new("duplicate_key", message).hinting(hint));
            }
            return same;
        }
        let mut date_into = |slot: &mut Option<Date>, code| match moment::date(value) {
            Some(date) => {
                *slot = Some(date);
                true
            }
            None => {
                let kept = unreadable(code, key, value);
                reading.problem(line, kept.hinting("It stays in the title. Write a real date, YYYY-MM-DD."));
                false
            }
        };
        let taken = match key {
            "due" => date_into(&mut todo.due_date, "invalid_dueDate"),
            "t" => date_into(&mut todo.scheduled_for, "invalid_scheduledFor"),
            "time" => {
                todo.time_of_day = TimeOfDay::parse(value);
                todo.time_of_day.is_some()
            }
            "pri" => {
                let mut chars = value.chars();
                let found = chars.next().filter(|c| c.is_ascii_uppercase() && chars.next().is_none());
                *letter = letter.or(found);
                found.is_some()
            }
            "uid" => {
                self.uid = Some(value.to_owned());
                true
            }
            "rec" => {
                self.rec = Some(value.to_owned());
                true
            }
            "rrule" => {
                self.rrule = Some(value.to_owned());
                true
            }
            _ => false,
        };
        if taken && key != "pri" {
            self.taken.push((key, value));
        }
        taken
    }

    fn repeat(&self, todo: &mut Todo, line: u32, reading: &mut Reading, env: &Env<'_>) {
        let start = todo.scheduled_for.or(todo.due_date);
        let counted = Counted::here(todo, env);
        let (rule, said) = match (&self.rrule, &self.rec) {
            (Some(said), _) => {
                let entry = property::parse(&format!("RRULE:{said}"));
                (
                    entry
                        .as_ref()
                        .and_then(property::rule)
                        .filter(|_| rule::sound(said))
                        .zip(start)
                        .and_then(|(r, start)| rule::read(r, start, &counted)),
                    said,
                )
            }
            (None, Some(said)) => (rec(said), said),
            (None, None) => return,
        };
        match (rule, start) {
            (Some(rule), Some(start)) => {
                todo.scheduled_for = Some(start);
                todo.recurrence = rule;
            }
            _ => {
                let key = if self.rrule.is_some() { "rrule" } else { "rec" };
                kept::keep(todo, Format::TodoTxt, key, said.clone());
                reading
                    .problem(line, rule_kept(said).hinting("Give it a date (t: or due:) and a rule such as rec:+1w."));
            }
        }
    }
}

/// `+1w` from the date, `2d` from completion.
fn rec(text: &str) -> Option<Recurrence> {
    let (anchor, text) = match text.strip_prefix('+') {
        Some(rest) => (Anchor::Schedule, rest),
        None => (Anchor::Completion, text),
    };
    let unit = text.chars().last()?;
    let frequency = match unit {
        'd' => Frequency::Daily,
        'w' => Frequency::Weekly,
        'm' => Frequency::Monthly,
        'y' => Frequency::Yearly,
        _ => return None,
    };
    let count = text.get(..text.len() - unit.len_utf8())?;
    let interval = if count.is_empty() { 1 } else { count.parse().ok().filter(|n| *n > 0)? };
    Some(rule::plain(frequency, interval, anchor))
}

fn tag(word: &str) -> Option<String> {
    let name = word.strip_prefix(['+', '@'])?;
    // A tag may hold any character but blanks; signs alone, as in +/- or +=, are no names.
    let named = name.chars().any(|c| c.is_alphanumeric() || c == '_' || (!c.is_ascii() && c != NO_BREAK));
    named.then(|| name.replace(NO_BREAK, " "))
}

fn title_and_labels(words: &[&str], todo: &mut Todo) {
    let labels = words.iter().filter_map(|w| tag(w));
    todo.labels = labels.collect();
    let projects: Vec<Value> =
        words.iter().filter(|w| w.starts_with('+')).filter_map(|w| tag(w)).map(Value::from).collect();
    if !projects.is_empty() {
        kept::keep(todo, Format::TodoTxt, "projects", projects);
    }
    let first = words.iter().position(|w| tag(w).is_none());
    let last = words.iter().rposition(|w| tag(w).is_none());
    let title = match (first, last) {
        (Some(first), Some(last)) => words.get(first..=last).unwrap_or_default(),
        _ => words,
    };
    todo.title = title.iter().map(|word| plain::unmarked(word)).collect::<Vec<_>>().join(" ");
}

/// Whether `key:value` says something; what does not fit stays a word of itself.
fn is_key(key: &str, value: &str) -> bool {
    match key {
        "due" | "t" => moment::date(value).is_some(),
        "time" => TimeOfDay::parse(value).is_some(),
        "pri" => priority_of(&format!("({value})")).is_some(),
        "uid" | "rec" | "rrule" => !value.is_empty(),
        _ => false,
    }
}

/// Whether a word, where it stands in a title, would be read as something else: a key, or a tag that is no label
/// of the todo or does not stand between other words.
fn means(todo: &Todo, between: &Range<usize>, at: usize, word: &str) -> bool {
    word.split_once(':').is_some_and(|(key, value)| is_key(key, value))
        || tag(word).is_some_and(|name| !between.contains(&at) || !todo.labels.contains(&name))
}

/// Writes a file.
pub(crate) fn write(todos: &mut dyn Iterator<Item = &Todo>, env: &Env<'_>) -> String {
    let mut out = String::new();
    for todo in todos {
        out.push_str(&line(todo, env));
        out.push('\n');
    }
    out
}

fn line(todo: &Todo, env: &Env<'_>) -> String {
    let mut words: Vec<String> = Vec::new();
    let letter = match (kept::text(todo, Format::TodoTxt, "pri"), todo.priority) {
        (Some(""), Priority::Medium) => None,
        (Some(kept), Priority::Low) if kept.len() == 1 => kept.chars().next(),
        (_, Priority::High) => Some('A'),
        (_, Priority::Medium) => Some('B'),
        (_, Priority::Low) => Some('C'),
    };
    let created = moment::civil(todo.created_at, &env.zone).date().to_string();
    let undated = kept::get(todo, Format::TodoTxt, "undated").is_some();
    if todo.status.is_closed() {
        words.push("x".to_owned());
        words.push(moment::civil(todo.updated_at, &env.zone).date().to_string());
    } else if let Some(letter) = letter {
        words.push(format!("({letter})"));
    }
    if !undated {
        words.push(created);
    }
    let title = one_line(&todo.title).split(' ').filter(|w| !w.is_empty()).collect::<Vec<_>>().join(" ");
    let tags: BTreeSet<String> = title.split(' ').filter_map(tag).collect();
    let alone = tags == todo.labels.iter().cloned().collect();
    let between = plain::between(&title, alone, |word| tag(word).is_some());
    let title = plain::title(&title, |at, word| means(todo, &between, at, word));
    words.push(title.clone());
    let projects = kept::get(todo, Format::TodoTxt, "projects").and_then(Value::as_array);
    let within: Vec<String> = title.split(' ').filter_map(tag).collect();
    for label in todo.labels.iter().filter(|l| !within.contains(l)) {
        let project = projects.is_some_and(|all| all.iter().any(|p| p.as_str() == Some(label)));
        let sign = if project { '+' } else { '@' };
        words.push(format!("{sign}{}", label.replace(fit::parts, &NO_BREAK.to_string())));
    }
    if let Some(date) = todo.scheduled_for {
        words.push(format!("t:{date}"));
    }
    if let Some(time) = todo.time_of_day {
        words.push(format!("time:{time}"));
    }
    if let Some(date) = todo.due_date {
        words.push(format!("due:{date}"));
    }
    words.extend(repetition(todo));
    if let Some(letter) = letter.filter(|_| todo.status.is_closed()) {
        words.push(format!("pri:{letter}"));
    }
    if !todo.uid.is_empty() && !todo.uid.contains(char::is_whitespace) {
        words.push(format!("uid:{}", todo.uid));
    }
    words.join(" ")
}

fn repetition(todo: &Todo) -> Option<String> {
    let kept = |key: &str| kept::text(todo, Format::TodoTxt, key).map(|said| format!("{key}:{said}"));
    let Some(start) = todo.scheduled_for.filter(|_| todo.recurrence.is_repeating()) else {
        return kept("rec").or_else(|| kept("rrule"));
    };
    let rule = &todo.recurrence;
    let unit = match rule.frequency {
        Frequency::None => return None,
        Frequency::Daily => 'd',
        Frequency::Weekly => 'w',
        Frequency::Monthly => 'm',
        Frequency::Yearly => 'y',
    };
    if rule.by_day.is_empty() && rule::is_plain(rule, start) {
        let sign = if rule.anchor == Anchor::Schedule { "+" } else { "" };
        return Some(format!("rec:{sign}{}{unit}", rule.interval));
    }
    rule::write(rule, start, false).map(|text| format!("rrule:{text}"))
}
