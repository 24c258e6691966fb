//! Taskwarrior's `task export`: a JSON array, or one object a line.
//!
//! Moments are UTC there; midnight here stands for a date without a time, as it does in Taskwarrior.
//! `annotations` are the notes, `project` is a label, `wait` a do-date where there is no other.
//! The children of a recurring task are dates of its series, and todos only where they say something of their own
//! (see `children.rs`). Attributes without a
//! meaning here (user-defined ones too) are kept for the way back.

mod children;
mod recur;
mod write;

pub(crate) use write::write;

use crate::format::Format;
use crate::lines::Lines;
use crate::reading::{Reading, rule_kept, said_twice, unreadable};
use crate::{Env, Parsed, kept, moment, residue, twice};
use countersign_core::problem::Problem;
use countersign_core::recurrence::Anchor;
use countersign_core::todo::{Priority, Status, TimeOfDay, Todo};
use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;
use serde::de::IgnoredAny;
use serde_json::{Map, Value};
use std::collections::HashMap;

/// Our own attribute: what a task has no words for (see `residue.rs`), as JSON in a text.
pub(super) const OURS: &str = "countersign";

/// In it, the zone that the wall clock of the moments is in.
pub(super) const ZONE: &str = "zone";

/// Attributes with a meaning here, besides those that are kept as well.
pub(crate) const USED: [&str; 13] = [
    "uuid",
    "description",
    "status",
    "entry",
    "modified",
    "due",
    "scheduled",
    "priority",
    "tags",
    "annotations",
    "id",
    "urgency",
    OURS,
];

/// Reads an export.
///
/// # Errors
/// When the text is no such JSON.
pub(crate) fn read(text: &str, env: &Env<'_>) -> Result<Parsed, Problem> {
    let mut reading = Reading::new(Format::Taskwarrior);
    let mut series = HashMap::new();
    let mut children = Vec::new();
    for (line, value) in tasks(text, &mut reading)? {
        let Value::Object(task) = value else {
            reading.problem(line, Problem::new("malformed_line", "a task is a JSON object; this one was left out"));
            continue;
        };
        if task.contains_key("parent") && task.get("status").and_then(Value::as_str) != Some("recurring") {
            children.push((line, task));
        } else {
            let place = one(&mut reading, &task, line, env);
            if let Some((place, uuid)) = place.zip(task.get("uuid").and_then(Value::as_str)) {
                series.insert(uuid.to_owned(), place);
            }
        }
    }
    for (line, task) in children {
        let parent = task.get("parent").and_then(Value::as_str).and_then(|uuid| series.get(uuid)).copied();
        let read = built(&mut reading, &task, line, env);
        let taken = parent
            .and_then(|place| reading.incoming(place))
            .is_some_and(|series| children::taken(&mut series.todo, &task, &read.todo, env));
        if !taken {
            push(&mut reading, read, line);
        }
    }
    let mut parsed = reading.finish();
    residue::apply_all(&mut parsed.todos, Format::Taskwarrior, OURS);
    Ok(parsed)
}

/// In which line each value of a sound JSON array begins.
fn begun(text: &str) -> Vec<u32> {
    let (mut found, mut lines) = (Vec::new(), Lines::of(text));
    let mut at = text.find('[').map_or(text.len(), |at| at + 1);
    loop {
        let rest = text.get(at..).unwrap_or_default();
        at += rest.len() - rest.trim_start_matches(|c: char| c == ',' || c.is_ascii_whitespace()).len();
        let mut values =
            serde_json::Deserializer::from_str(text.get(at..).unwrap_or_default()).into_iter::<IgnoredAny>();
        let Some(Ok(_)) = values.next() else { return found };
        found.push(lines.begins(at));
        at += values.byte_offset();
    }
}

/// The tasks, each with the line it begins in.
fn tasks(text: &str, reading: &mut Reading) -> Result<Vec<(u32, Value)>, Problem> {
    let whole = match serde_json::from_str::<Value>(text) {
        Ok(Value::Array(tasks)) => {
            let twice = twice::keys(text, 1);
            let mut found = Vec::with_capacity(tasks.len());
            for ((at, task), line) in tasks.into_iter().enumerate().zip(begun(text)) {
                match twice.contains(&format!("/{at}")) {
                    true => reading.problem(line, said_twice()),
                    false => found.push((line, task)),
                }
            }
            return Ok(found);
        }
        Ok(Value::Object(_)) if !twice::keys(text, 0).is_empty() => {
            reading.problem(1, said_twice());
            return Ok(Vec::new());
        }
        Ok(task @ Value::Object(_)) => return Ok(vec![(1, task)]),
        Ok(_) => None,
        Err(error) => Some(error),
    };
    // One object a line; older versions write a comma after each, within brackets or without.
    let mut found = Vec::new();
    let mut broken = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim().trim_start_matches('[').trim_end_matches(']').trim().trim_end_matches(',');
        match serde_json::from_str(line) {
            _ if line.is_empty() => {}
            Ok(Value::Object(_)) if !twice::keys(line, 0).is_empty() => broken.push((number, said_twice())),
            Ok(task) => found.push((number, task)),
            Err(error) => broken.push((number, Problem::new("malformed_line", format!("not a task: {error}")))),
        }
    }
    let none = broken.iter().all(|(_, problem): &(u32, Problem)| problem.code != "duplicate_key");
    if none && found.iter().all(|(_, task): &(u32, Value)| !task.is_object()) {
        let (why, line) =
            whole.map_or_else(|| ("it is neither a list nor an object".to_owned(), 1), |e| (e.to_string(), e.line()));
        return Err(Problem::new("invalid_json", format!("the file is not an export of Taskwarrior: {why}"))
            .hinting("Make it with: task export > tasks.json")
            .at(format!("/line/{line}")));
    }
    for (number, problem) in broken {
        reading.problem(number, problem);
    }
    Ok(found)
}

/// Where the wall clock hung that the moments of a task were written from, if it says so: times of day are
/// floating, and mean the same wherever they are read.
fn written_in(task: &Map<String, Value>, env: &Env<'_>) -> TimeZone {
    let ours: Option<Map<String, Value>> =
        task.get(OURS).and_then(Value::as_str).and_then(|ours| serde_json::from_str(ours).ok());
    let named = ours.as_ref().and_then(|ours| ours.get(ZONE)).and_then(Value::as_str);
    named.and_then(|name| TimeZone::get(name).ok()).unwrap_or_else(|| env.zone.clone())
}

/// A task as it was read, and what tells it from others.
struct Read {
    todo: Todo,
    uid: Option<String>,
    key: String,
}

fn one(reading: &mut Reading, task: &Map<String, Value>, line: u32, env: &Env<'_>) -> Option<usize> {
    let read = built(reading, task, line, env);
    push(reading, read, line)
}

fn push(reading: &mut Reading, read: Read, line: u32) -> Option<usize> {
    reading.push(read.uid, &read.key, read.todo, line)
}

fn built(reading: &mut Reading, task: &Map<String, Value>, line: u32, env: &Env<'_>) -> Read {
    let env = &Env { zone: written_in(task, env), ..*env };
    let mut reader = Reader { task, line, env, todo: Reading::blank(env), reading };
    reader.texts();
    let kept: Map<String, Value> =
        task.iter().filter(|(key, _)| !USED.contains(&key.as_str())).map(|(k, v)| (k.clone(), v.clone())).collect();
    if !kept.is_empty() {
        reader.todo.extra.insert(Format::Taskwarrior.name().to_owned(), Value::Object(kept));
    }
    reader.kinds();
    reader.standing();
    reader.times();
    let mut todo = reader.todo;
    forget_implied(&mut todo);
    let mut uid = task.get("uuid").and_then(Value::as_str).map(str::to_owned);
    let key = todo.title.clone();
    if let Some(ours) = task.get(OURS).and_then(Value::as_str) {
        match serde_json::from_str::<Map<String, Value>>(ours) {
            Ok(mut ours) => {
                ours.remove(ZONE);
                if let Some(Value::String(own)) = ours.remove("uid") {
                    uid = Some(own);
                }
                kept::keep(&mut todo, Format::Taskwarrior, OURS, ours);
            }
            Err(_) => reading.problem(line, unreadable("malformed_line", OURS, ours)),
        }
    }
    Read { todo, uid, key }
}

/// Only what export would not say of itself is kept.
fn forget_implied(todo: &mut Todo) {
    let started = moment::compact_utc(todo.updated_at);
    let followed = todo.recurrence.is_repeating();
    let name = Format::Taskwarrior.name();
    let Some(Value::Object(kept)) = todo.extra.get_mut(name) else {
        return;
    };
    kept.retain(|key, value| match key.as_str() {
        "recur" | "rtype" | "until" => !followed,
        "start" => value.as_str() != Some(&started),
        _ => true,
    });
    if kept.is_empty() {
        todo.extra.remove(name);
    }
}

struct Reader<'r, 't, 'e> {
    task: &'t Map<String, Value>,
    line: u32,
    env: &'t Env<'e>,
    todo: Todo,
    reading: &'r mut Reading,
}

impl Reader<'_, '_, '_> {
    fn text(&self, key: &str) -> Option<&str> {
        self.task.get(key).and_then(Value::as_str)
    }

    /// A moment on the wall clock; midnight is no time.
    fn moment(&mut self, key: &str, code: &'static str) -> Option<(Date, Option<TimeOfDay>)> {
        let said = self.text(key)?.to_owned();
        let Some(found) = moment::from_compact_utc(&said) else {
            self.reading.problem(self.line, unreadable(code, key, &said));
            return None;
        };
        let at = moment::civil(found, &self.env.zone);
        Some((at.date(), (at.time() != Time::midnight()).then(|| TimeOfDay::new(at.time()))))
    }

    /// Attributes of ours are texts; one of another kind is not guessed at.
    fn kinds(&mut self) {
        const TEXTS: [(&str, &str); 11] = [
            ("due", "invalid_dueDate"),
            ("scheduled", "invalid_scheduledFor"),
            ("wait", "invalid_scheduledFor"),
            ("recur", "invalid_recurrence"),
            ("until", "invalid_recurrence"),
            ("status", "invalid_status"),
            ("priority", "invalid_priority"),
            ("entry", "invalid_timestamp"),
            ("modified", "invalid_timestamp"),
            ("project", "malformed_line"),
            ("uuid", "malformed_line"),
        ];
        for (key, code) in TEXTS {
            if let Some(other) = self.task.get(key).filter(|value| !value.is_string() && !value.is_null()) {
                let problem = unreadable(code, key, &other.to_string());
                self.reading.problem(self.line, problem.hinting("Write it as a text, as task export does."));
            }
        }
    }

    fn texts(&mut self) {
        self.todo.title = self.text("description").unwrap_or_default().to_owned();
        let lines: Vec<&str> = annotations(self.task).map(|(_, text)| text).collect();
        self.todo.notes = lines.join("\n");
        let tags = match self.task.get("tags") {
            Some(Value::Array(tags)) => tags.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
            Some(Value::String(tags)) => tags.split(',').map(str::to_owned).collect(),
            _ => Vec::<String>::new(),
        };
        let project = self.text("project").map(str::to_owned);
        let tags = tags.into_iter().filter(|tag| Some(tag) != project.as_ref());
        self.todo.labels = project.clone().into_iter().chain(tags).collect();
        let stamp = |key: &str| self.text(key).and_then(moment::from_compact_utc);
        let created = stamp("entry").unwrap_or(self.env.now);
        let updated = stamp("modified").unwrap_or(created);
        self.todo.created_at = created;
        self.todo.updated_at = updated;
    }

    fn standing(&mut self) {
        let begun = self.task.contains_key("start");
        self.todo.status = match self.text("status") {
            None | Some("pending" | "waiting" | "recurring") if begun => Status::InProgress,
            None | Some("pending" | "waiting" | "recurring") => Status::Open,
            Some("completed") => Status::Done,
            // In Taskwarrior one deletes what will not be done.
            Some("deleted") => Status::Rejected,
            Some(other) => {
                let problem = unreadable("invalid_status", "the status", other);
                self.reading.problem(self.line, problem);
                Status::Open
            }
        };
        self.todo.priority = match self.text("priority") {
            Some("H") => Priority::High,
            Some("M") => Priority::Medium,
            Some("L") => Priority::Low,
            None | Some("") => {
                kept::keep(&mut self.todo, Format::Taskwarrior, "priority", "");
                Priority::Medium
            }
            Some(other) => {
                let problem = unreadable("invalid_priority", "the priority", other);
                self.reading.problem(self.line, problem);
                Priority::Medium
            }
        };
        // Several notes, or one with a time of its own: kept as they are for the way back.
        let written = write::annotations(&self.todo);
        if self.task.contains_key("annotations") && self.task.get("annotations") != written.as_ref() {
            kept::keep(
                &mut self.todo,
                Format::Taskwarrior,
                "annotations",
                self.task.get("annotations").cloned().unwrap_or_default(),
            );
        }
    }

    fn times(&mut self) {
        let scheduled = self.moment("scheduled", "invalid_scheduledFor");
        let due = self.moment("due", "invalid_dueDate");
        let wait =
            if scheduled.is_none() && due.is_none() { self.moment("wait", "invalid_scheduledFor") } else { None };
        let start = scheduled.or(wait);
        self.todo.scheduled_for = start.map(|(date, _)| date);
        self.todo.due_date = due.map(|(date, _)| date);
        self.todo.time_of_day = start.or(due).and_then(|(_, time)| time);
        if let (Some((_, at)), Some((_, by))) = (start, due)
            && by.is_some()
            && at != by
        {
            let raw = self.text("due").unwrap_or_default().to_owned();
            kept::keep(&mut self.todo, Format::Taskwarrior, "due", raw);
            self.reading.problem(self.line, due_time_kept());
        }
        let Some(said) = self.text("recur").map(str::to_owned) else {
            return;
        };
        let child = self.task.contains_key("parent");
        match (recur::read(&said), self.todo.scheduled_for.or(self.todo.due_date)) {
            // A child of a series that is not in the file is one task.
            _ if child => {}
            (Some(mut rule), Some(start)) => {
                let at = self.todo.time_of_day;
                // Nothing recurs after that moment, and so nothing later on its day either.
                let last = |(date, until): (Date, Option<TimeOfDay>)| {
                    if at > until { date.yesterday().ok() } else { Some(date) }
                };
                rule.until = self.moment("until", "invalid_recurrence").and_then(last);
                rule.anchor = if self.text("rtype") == Some("chained") { Anchor::Completion } else { Anchor::Schedule };
                self.todo.recurrence = rule;
                self.todo.scheduled_for = Some(start);
            }
            _ => {
                self.reading.problem(self.line, rule_kept(&said));
            }
        }
    }
}

/// A todo has one time of day, and that is the one it is planned for.
fn due_time_kept() -> Problem {
    Problem::new("due_time_kept", "the time of the due date has no place beside the day it is planned for")
        .hinting("It is kept and written back on export.")
}

fn annotations(task: &Map<String, Value>) -> impl Iterator<Item = (Option<&str>, &str)> {
    let all = task.get("annotations").and_then(Value::as_array).into_iter().flatten();
    all.filter_map(|one| Some((one.get("entry").and_then(Value::as_str), one.get("description")?.as_str()?)))
}
