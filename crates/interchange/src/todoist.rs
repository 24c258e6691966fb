//! Todoist's CSV template: sections, tasks by indent, comments. Dates are what was typed, so the
//! phrase parser reads them; a plain subtask is a checklist line, a richer one a todo of its own.
//!
//! A template holds open tasks only: done and rejected todos and ticked lines are not written.

use crate::format::Format;
use crate::lines::Lines;
use crate::reading::{Reading, unreadable};
use crate::series::same_from;
use crate::{Env, Parsed, Phrase, kept, moment, plain};
use countersign_core::problem::Problem;
use countersign_core::todo::{ChecklistItem, Priority, TimeOfDay, Todo};
use csv::StringRecord;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use serde_json::{Map, Value};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

const COLUMNS: [&str; 15] = [
    "TYPE",
    "CONTENT",
    "DESCRIPTION",
    "IS_COLLAPSED",
    "PRIORITY",
    "INDENT",
    "AUTHOR",
    "RESPONSIBLE",
    "DATE",
    "DATE_LANG",
    "TIMEZONE",
    "DURATION",
    "DURATION_UNIT",
    "DEADLINE",
    "DEADLINE_LANG",
];

/// Columns with a meaning here; every other one is kept for the way back.
const USED: [&str; 10] = [
    "TYPE",
    "CONTENT",
    "DESCRIPTION",
    "PRIORITY",
    "INDENT",
    "DATE",
    "DURATION",
    "DURATION_UNIT",
    "DEADLINE",
    "DEADLINE_LANG",
];

/// Todoist nests four deep; what is deeper counts as siblings.
const MAX_INDENT: u32 = 8;

/// The column of the zone a time is in.
const ZONE: &str = "TIMEZONE";
/// The column of the language that DATE is typed in.
const LANGUAGE: &str = "DATE_LANG";

/// Whether a column says nothing for the way back: the language that is written, and a zone that the time was read
/// with, since the file gives it on the person's own clock.
fn is_said(column: &str, value: &str) -> bool {
    match column {
        LANGUAGE => value == "en",
        ZONE => TimeZone::get(value).is_ok(),
        _ => false,
    }
}

/// What is said of a subtask that cannot stand below its task.
const APART: &str = "a subtask with dates, a priority, labels or a text is a todo of its own; it stands below no other";
const LEVEL: &str = "a task below a line of a checklist is a line of the same checklist, on the same level";

/// Reads a template.
///
/// # Errors
/// When there is no row of headings with TYPE and CONTENT.
pub(crate) fn read(text: &str, env: &Env<'_>) -> Result<Parsed, Problem> {
    let mut rows = csv::ReaderBuilder::new().flexible(true).trim(csv::Trim::None).from_reader(text.as_bytes());
    let columns: Vec<String> =
        rows.headers().map(|h| h.iter().map(|c| c.trim().to_ascii_uppercase()).collect()).unwrap_or_default();
    if !["TYPE", "CONTENT"].iter().all(|needed| columns.iter().any(|c| c == needed)) {
        return Err(Problem::new("not_todoist", "the first row has no columns TYPE and CONTENT")
            .hinting("In Todoist choose \"Export as CSV\" of a project, and import that file unchanged."));
    }
    let at = Rc::new(columns.iter().enumerate().rev().map(|(at, name)| (name.clone(), at)).collect());
    let mut reader =
        Reader { reading: Reading::new(Format::Todoist), columns, at, heading: None, above: Vec::new(), env };
    let mut record = StringRecord::new();
    let cut = open_quote(text);
    let mut lines = Lines::of(text);
    loop {
        let line = lines.begins(usize::try_from(rows.position().byte()).unwrap_or(usize::MAX));
        match rows.read_record(&mut record) {
            // Where a quote has no end, what stands behind it may belong to any column.
            Ok(true) if cut.is_some_and(|(byte, _)| rows.position().byte() > byte) => {
                let begun = cut.map_or(line, |(_, line)| line);
                let message = "a quoted cell has no end; its row was left out, and the file may be cut off";
                reader.reading.problem(begun, Problem::new("unterminated_quote", message).hinting("Export it again."));
                break;
            }
            Ok(true) => reader.row(&record, line),
            Ok(false) => break,
            Err(error) => reader
                .reading
                .problem(line, Problem::new("malformed_line", format!("the row could not be read: {error}"))),
        }
    }
    Ok(reader.reading.finish())
}

/// Where a quoted cell begins that has no end, with its line.
fn open_quote(text: &str) -> Option<(u64, u32)> {
    let (mut open, mut begins, mut line) = (None, true, 1_u32);
    let mut bytes = text.bytes().enumerate().peekable();
    while let Some((at, byte)) = bytes.next() {
        match (byte, open) {
            (b'"', None) if begins => open = Some((u64::try_from(at).ok()?, line)),
            (b'"', Some(_)) if bytes.next_if(|(_, next)| *next == b'"').is_none() => open = None,
            _ => {}
        }
        begins = open.is_none() && matches!(byte, b',' | b'\n' | b'\r');
        line += u32::from(byte == b'\n');
    }
    open
}

/// A row by column names.
struct Cells<'r> {
    at: Rc<HashMap<String, usize>>,
    record: &'r StringRecord,
}

impl Cells<'_> {
    fn get(&self, name: &str) -> String {
        self.at.get(name).and_then(|at| self.record.get(*at)).map(str::trim).unwrap_or_default().to_owned()
    }
}

struct Reader<'e, 'p> {
    reading: Reading,
    columns: Vec<String>,
    at: Rc<HashMap<String, usize>>,
    heading: Option<String>,
    /// The todos above the row, with their indents.
    above: Vec<(u32, Option<usize>)>,
    env: &'e Env<'p>,
}

impl Reader<'_, '_> {
    fn row(&mut self, record: &StringRecord, line: u32) {
        let cells = Cells { at: Rc::clone(&self.at), record };
        let cell = |name: &str| cells.get(name);
        match cell("TYPE").to_ascii_lowercase().as_str() {
            "task" => {
                let kept: Map<String, Value> = (self.columns.iter().zip(record.iter()))
                    .filter(|(name, value)| {
                        !value.trim().is_empty() && !USED.contains(&name.as_str()) && !name.is_empty()
                    })
                    .map(|(name, value)| (name.clone(), Value::from(value.trim())))
                    .collect();
                self.task(&cell, kept, line);
            }
            "section" => {
                self.heading = Some(cell("CONTENT")).filter(|h| !h.is_empty());
                self.above.clear();
            }
            "note" => self.comment(&cell("CONTENT"), line),
            "" | "meta" => {}
            other => self.reading.problem(line, unreadable("malformed_line", "a row of type", other)),
        }
    }

    fn comment(&mut self, text: &str, line: u32) {
        let place = self.above.iter().rev().find_map(|(_, place)| *place);
        match place.and_then(|place| self.reading.incoming(place)) {
            Some(incoming) => {
                let notes = &mut incoming.todo.notes;
                notes.push_str(if notes.is_empty() { "" } else { "\n\n" });
                notes.push_str(text);
            }
            None => self.reading.problem(
                line,
                Problem::new("malformed_line", "a comment on the project belongs to no todo; it was left out"),
            ),
        }
    }

    fn task(&mut self, cell: &dyn Fn(&str) -> String, columns: Map<String, Value>, line: u32) {
        let indent: u32 = cell("INDENT").parse().unwrap_or(1).clamp(1, MAX_INDENT);
        self.above.retain(|(above, _)| *above < indent);
        let mut todo = Reading::blank(self.env);
        title_and_labels(&cell("CONTENT"), &mut todo);
        let raw_priority = cell("PRIORITY");
        let rich = !matches!(raw_priority.as_str(), "" | "4")
            || ["DESCRIPTION", "DATE", "DEADLINE"].iter().any(|c| !cell(c).is_empty());
        let above = self.above.iter().rev().find(|(_, place)| place.is_some()).copied();
        let parent = above.and_then(|(_, place)| place);
        // A line of a checklist stands for its todo, one level deeper.
        let under_line =
            above.is_some_and(|above| self.above.iter().any(|other| other.1 == above.1 && other.0 < above.0));
        if let Some(parent) = parent.filter(|_| !rich && todo.labels.is_empty())
            && let Some(incoming) = self.reading.incoming(parent)
        {
            incoming.todo.checklist.push(ChecklistItem { id: String::new(), title: todo.title, checked: false });
            if under_line {
                self.reading.problem(line, Problem::new("level_lost", LEVEL));
            }
            // What is below this line belongs to the same checklist.
            self.above.push((indent, Some(parent)));
            return;
        }
        if parent.is_some() {
            self.reading.problem(line, Problem::new("level_lost", APART));
        }
        todo.notes = cell("DESCRIPTION");
        match raw_priority.as_str() {
            "1" => todo.priority = Priority::High,
            "2" => {}
            "3" => todo.priority = Priority::Low,
            "4" | "" => kept::keep(&mut todo, Format::Todoist, "priority", raw_priority),
            other => self.reading.problem(line, unreadable("invalid_priority", "the priority", other)),
        }
        self.dates(&mut todo, cell, line);
        self.moved_here(&mut todo, &cell(ZONE), line);
        let minutes = cell("DURATION").parse::<u32>().ok().filter(|m| *m > 0);
        let per_unit = if cell("DURATION_UNIT").eq_ignore_ascii_case("day") { 1440 } else { 1 };
        todo.estimate = minutes.and_then(|m| m.checked_mul(per_unit));
        if let Some(heading) = &self.heading {
            kept::keep(&mut todo, Format::Todoist, "heading", heading.clone());
        }
        // What Todoist says of every row is no news.
        let columns: Map<String, Value> =
            columns.into_iter().filter(|(name, value)| !is_said(name, value.as_str().unwrap_or_default())).collect();
        if !columns.is_empty() {
            kept::keep(&mut todo, Format::Todoist, "columns", columns);
        }
        let key = todo.title.clone();
        let place = self.reading.push(None, &key, todo, line);
        self.above.push((indent, place));
    }

    /// Brings a time that is one of another zone onto the person's clock. A series keeps the days of its rule: where
    /// these would be others here, it keeps its time as well.
    fn moved_here(&mut self, todo: &mut Todo, zone: &str, line: u32) {
        let (Some(date), Some(time)) = (todo.scheduled_for, todo.time_of_day) else { return };
        if zone.is_empty() {
            return;
        }
        let Ok(there) = TimeZone::get(zone) else {
            let problem =
                Problem::new("unknown_zone", "the time zone of DATE is not known; the time was read as local time");
            self.reading.problem(line, problem.hinting("Check the time of this todo."));
            return;
        };
        if there == self.env.zone {
            return;
        }
        let at = moment::instant(date.to_datetime(time.time()), &there);
        let Some(here) = at.map(|at| moment::civil(at, &self.env.zone)) else { return };
        if todo.recurrence.is_repeating() && here.date() != date {
            let message =
                "a series in another time zone falls on other days here; it keeps the days and times of its own zone";
            let problem = Problem::new("zone_of_series_kept", message);
            self.reading.problem(line, problem.hinting("Check the time of this series."));
            return;
        }
        (todo.scheduled_for, todo.time_of_day) = (Some(here.date()), Some(TimeOfDay::new(here.time())));
    }

    fn dates(&mut self, todo: &mut Todo, cell: &dyn Fn(&str) -> String, line: u32) {
        let (date, deadline) = (&*cell("DATE"), &*cell("DEADLINE"));
        match exact(date) {
            _ if date.is_empty() => {}
            Some((date, time)) => {
                todo.scheduled_for = Some(date);
                todo.time_of_day = time;
            }
            None => match typed(date, &cell(LANGUAGE), self.env) {
                Some((day, time, rule)) if day.is_some() || time.is_some() || rule.is_some() => {
                    todo.recurrence = rule.unwrap_or_default();
                    let first =
                        || todo.recurrence.is_repeating().then(|| todo.recurrence.first(self.env.today)).flatten();
                    todo.scheduled_for = day.or_else(first).or(time.map(|_| self.env.today));
                    todo.time_of_day = time;
                    kept::keep(todo, Format::Todoist, "phrase", date);
                }
                _ => {
                    kept::keep(todo, Format::Todoist, "date", date);
                    let problem = unreadable("invalid_scheduledFor", "the date", date);
                    self.reading
                        .problem(line, problem.hinting("Set the date by hand, or write it as YYYY-MM-DD in the file."));
                }
            },
        }
        if !deadline.is_empty() {
            let phrase = || typed(deadline, &cell("DEADLINE_LANG"), self.env).and_then(|(date, _, _)| date);
            todo.due_date = exact(deadline).map(|(date, _)| date).or_else(phrase);
            if todo.due_date.is_none() {
                self.reading.problem(line, unreadable("invalid_dueDate", "the deadline", deadline));
            }
        }
    }
}

/// `2026-11-21`, `2026-11-21 09:00`, `2026-11-21T09:00:00`.
fn exact(text: &str) -> Option<(Date, Option<TimeOfDay>)> {
    let date = moment::date(text.get(..10)?)?;
    let rest = text.get(10..).unwrap_or_default();
    if rest.is_empty() {
        return Some((date, None));
    }
    let time = TimeOfDay::parse(rest.strip_prefix([' ', 'T'])?);
    time.or_else(|| text.parse::<DateTime>().ok().map(|at| TimeOfDay::new(at.time()))).map(|time| (date, Some(time)))
}

/// What was typed in a language. Todoist's third Friday is one of the month, never every three weeks.
fn typed(text: &str, language: &str, env: &Env<'_>) -> Option<Phrase> {
    let language = Some(language.trim()).filter(|code| !code.is_empty()).map(str::to_ascii_lowercase);
    let read = |text: &str| (env.phrase)(text, language.as_deref());
    let repeats = || text.trim_start().to_ascii_lowercase().starts_with("ev");
    read(text).or_else(|| repeats().then(|| read(&format!("{text} of the month"))).flatten())
}

/// Whether a date cell says a date.
pub(crate) fn is_date(text: &str, env: &Env<'_>) -> bool {
    let said = |(day, time, rule): Phrase| day.is_some() || time.is_some() || rule.is_some();
    exact(text).is_some() || typed(text, "", env).is_some_and(said)
}

/// Whether a column has a meaning here.
pub(crate) fn is_ours(column: &str) -> bool {
    USED.contains(&column)
}

fn label(word: &str) -> Option<&str> {
    word.strip_prefix('@').filter(|name| name.chars().next().is_some_and(char::is_alphanumeric))
}

/// Labels at the end leave the title, those within it stay words of it too.
fn title_and_labels(content: &str, todo: &mut Todo) {
    let words: Vec<&str> = content.split(' ').collect();
    todo.labels = words.iter().filter_map(|w| label(w)).map(|l| l.replace('\u{a0}', " ")).collect();
    let end = words.iter().rposition(|w| label(w).is_none()).map_or(words.len(), |last| last + 1);
    let title = words.get(..end).unwrap_or_default().iter().map(|word| plain::unmarked(word));
    todo.title = title.collect::<Vec<_>>().join(" ").trim().to_owned();
    if todo.title.is_empty() {
        todo.title = content.to_owned();
    }
}

/// Writes a template.
pub(crate) fn write(todos: &mut dyn Iterator<Item = &Todo>, env: &Env<'_>) -> String {
    let mut open = todos.filter(|t| !t.status.is_closed());
    let groups = kept::by_heading(&mut open, Format::Todoist);
    let mut extra: Vec<&str> = groups
        .iter()
        .flat_map(|(_, members)| members)
        .flat_map(|t| kept_columns(t))
        .map(|(name, _)| name.as_str())
        .collect();
    extra.sort_unstable();
    extra.dedup();
    extra.retain(|name| !COLUMNS.contains(name));
    let columns: Vec<&str> = COLUMNS.iter().copied().chain(extra).collect();
    let mut out = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    let mut rows = vec![columns.iter().map(|c| (*c).to_owned()).collect::<Vec<_>>()];
    for (heading, members) in groups {
        if let Some(heading) = heading {
            rows.push(row(&columns, &[("TYPE", "section"), ("CONTENT", heading)]));
        }
        for todo in members {
            rows.extend(task(&columns, todo, env));
        }
    }
    for row in rows {
        // Writing to memory does not fail.
        let _ = out.write_record(row);
    }
    out.into_inner().ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default()
}

fn kept_columns(todo: &Todo) -> impl Iterator<Item = (&String, &Value)> {
    let all = kept::get(todo, Format::Todoist, "columns").and_then(Value::as_object).into_iter().flatten();
    all.filter(|(name, value)| !is_said(name, value.as_str().unwrap_or_default()))
}

fn row(columns: &[&str], cells: &[(&str, &str)]) -> Vec<String> {
    columns
        .iter()
        .map(|c| cells.iter().find(|(name, _)| name == c).map_or_else(String::new, |(_, v)| (*v).to_owned()))
        .collect()
}

/// The title with the labels behind it.
fn content(todo: &Todo) -> String {
    let title = crate::fit::one_line(&todo.title);
    let named = |name: &str| name.replace('\u{a0}', " ");
    let tags: BTreeSet<String> = title.split(' ').filter_map(label).map(named).collect();
    let alone = tags == todo.labels.iter().cloned().collect();
    let between = 0..plain::between(&title, alone, |word| label(word).is_some()).end;
    let ours = |name: &str| todo.labels.contains(&named(name));
    let mut content =
        plain::title(&title, |at, word| label(word).is_some_and(|name| !between.contains(&at) || !ours(name)));
    let within: Vec<String> = content.split(' ').filter_map(label).map(named).collect();
    for label in todo.labels.iter().filter(|l| !within.contains(l)) {
        content.push_str(&format!(" @{}", label.replace(crate::fit::parts, "\u{a0}")));
    }
    content
}

/// A todo as its own row reads back: a word with `@` becomes a label. A row has no other identity, so
/// rows are compared with this.
pub(crate) fn as_read(todo: &Todo) -> Todo {
    let mut read = todo.clone();
    title_and_labels(&content(todo), &mut read);
    read.labels = crate::fit::labels(&read.labels);
    read
}

fn task(columns: &[&str], todo: &Todo, env: &Env<'_>) -> Vec<Vec<String>> {
    let content = content(todo);
    let priority = match (kept::text(todo, Format::Todoist, "priority"), todo.priority) {
        (Some(kept @ ("4" | "")), Priority::Medium) => kept,
        (_, Priority::High) => "1",
        (_, Priority::Medium) => "2",
        (_, Priority::Low) => "3",
    };
    let (date, language) = date(todo, env);
    let minutes = todo.estimate.map(|m| m.to_string()).unwrap_or_default();
    let unit = if minutes.is_empty() { "" } else { "minute" };
    let deadline = todo.due_date.map(|d| d.to_string()).unwrap_or_default();
    let deadline_lang = if deadline.is_empty() { "" } else { "en" };
    let mut cells = vec![
        ("TYPE", "task"),
        ("CONTENT", content.as_str()),
        ("DESCRIPTION", todo.notes.as_str()),
        ("PRIORITY", priority),
        ("INDENT", "1"),
        ("DATE", date.as_str()),
        ("DURATION", minutes.as_str()),
        ("DURATION_UNIT", unit),
        ("DEADLINE", deadline.as_str()),
        ("DEADLINE_LANG", deadline_lang),
    ];
    cells.push((LANGUAGE, language));
    cells.extend(kept_columns(todo).filter_map(|(name, value)| value.as_str().map(|v| (name.as_str(), v))));
    let mut rows = vec![row(columns, &cells)];
    for line in todo.checklist.iter().filter(|l| !l.checked) {
        let title = plain::title(&crate::fit::one_line(&line.title), |_, word| label(word).is_some());
        rows.push(row(
            columns,
            &[("TYPE", "task"), ("CONTENT", title.as_str()), ("PRIORITY", "4"), ("INDENT", "2"), (LANGUAGE, "en")],
        ));
    }
    rows
}

/// What a person would type, and in which language; of a series the first phrase that is read back as the same dates
/// from today on.
fn date<'t>(todo: &'t Todo, env: &Env<'_>) -> (String, &'t str) {
    let came_in = kept_columns(todo).find(|(name, _)| *name == LANGUAGE).and_then(|(_, code)| code.as_str());
    let came_in = came_in.unwrap_or("en");
    let Some(date) = todo.scheduled_for else {
        return (kept::text(todo, Format::Todoist, "date").unwrap_or_default().to_owned(), came_in);
    };
    let time = todo.time_of_day;
    let single = time.map_or_else(|| date.to_string(), |time| format!("{date} {time}"));
    if !todo.recurrence.is_repeating() {
        return (single, "en");
    }
    let says = |(phrase, language): &(String, &str)| {
        let read = typed(phrase, language, env);
        read.is_some_and(|(day, at, rule)| {
            let rule = rule.unwrap_or_default();
            let start = day.or_else(|| rule.first(env.today));
            at == time && start.is_some_and(|start| same_from((&todo.recurrence, date), (&rule, start), env.today))
        })
    };
    let rule = todo.recurrence.describe();
    let at = time.map(|time| format!(" at {time}")).unwrap_or_default();
    let as_typed = kept::text(todo, Format::Todoist, "phrase").map(|phrase| (phrase.to_owned(), came_in));
    let ours = [format!("{rule}{at} starting {date}"), format!("{rule}{at}"), rule];
    // A template knows no rule in any other way; one that no phrase says becomes its first date, and `losses`
    // says so.
    as_typed.into_iter().chain(ours.map(|phrase| (phrase, "en"))).find(says).unwrap_or((single, "en"))
}
