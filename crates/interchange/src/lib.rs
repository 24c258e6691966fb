//! Todos in and out of other programs' files (TODOS.md "Interchange that a real product has").
//!
//! Pure: text in, text out; the time, the zone and the phrase parser come in as arguments. Nothing
//! here writes a todo: [`read`] says what a file holds, [`plan()`] turns that into the operations of
//! one change set, and [`write()`] says what a file would hold.
//!
//! What a format says and a todo has no field for is kept in `todo.extra` under the format's name,
//! and written back on export. What a todo says and a format has no word for travels in one
//! property of ours where the format allows such (iCalendar, Taskwarrior), see `residue.rs`.

mod fit;
mod format;
mod genuine;
mod ics;
mod identity;
mod json;
mod kept;
mod lines;
mod loss;
mod markdown;
mod moment;
mod plain;
mod plan;
mod reading;
mod residue;
mod series;
mod taskwarrior;
mod todo_txt;
mod todoist;
mod twice;

pub use format::{Format, detect};
pub use loss::losses;
pub use plan::plan;

use countersign_core::ids::TodoId;
use countersign_core::problem::Problem;
use countersign_core::recurrence::Recurrence;
use countersign_core::todo::{Field, TimeOfDay, Todo};
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

/// What a typed phrase such as `every friday at 9` means: a date, a time, a rule, each if it is said.
pub type Phrase = (Option<Date>, Option<TimeOfDay>, Option<Recurrence>);

/// Everything a file's meaning depends on besides its text.
pub struct Env<'a> {
    /// Now: the creation time of todos whose file has none.
    pub now: Timestamp,
    /// Today in `zone`: what Taskwarrior's and Todoist's relative dates count from.
    pub today: Date,
    /// Where the person is: moments of a file become wall-clock times there.
    pub zone: TimeZone,
    /// The reader of typed phrases (Todoist's dates, Obsidian's rules) in the language of a code (`de`), or, without
    /// one, in any it knows; `None` = not understood.
    pub phrase: &'a dyn Fn(&str, Option<&str>) -> Option<Phrase>,
}

/// One todo of a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Incoming {
    /// From the file; else a UUID made from the format and the content, so that importing the file
    /// again finds the same todo.
    pub uid: String,
    /// The file has no identity for it: `uid` is made from the content.
    pub derived: bool,
    /// The todo. Its number is 0, its times are the file's or `now`.
    pub todo: Todo,
    /// Its number where the file has one (native JSON).
    pub id_hint: Option<TodoId>,
    /// The fields the file speaks about. An import leaves the others of a known todo alone.
    pub fields: Vec<Field>,
    /// Where it begins, from 1.
    pub source_line: Option<u32>,
}

/// What a file holds.
#[derive(Debug, Clone, PartialEq)]
pub struct Parsed {
    /// What was read.
    pub format: Format,
    /// The todos, in the order of the file; no two with one uid.
    pub todos: Vec<Incoming>,
    /// What could not be read, or only in part. `path` is `/line/7`, or `/todos/3` in JSON.
    pub problems: Vec<Problem>,
}

/// Reads a file. What is malformed becomes a problem and the rest goes on.
///
/// # Errors
/// When the text is not of this format at all (broken JSON, an `.ics` without a calendar).
pub fn read(format: Format, text: &str, env: &Env<'_>) -> Result<Parsed, Problem> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match format {
        Format::Json => json::read(text, env),
        Format::Ics => ics::read(text, env),
        Format::TodoTxt => Ok(todo_txt::read(text, env)),
        Format::Todoist => todoist::read(text, env),
        Format::Taskwarrior => taskwarrior::read(text, env),
        Format::Markdown => Ok(markdown::read(text, env)),
    }
}

/// Writes a file. Todoist's templates hold open todos only; every other format holds all. What is
/// kept of the format without being such is left out ([`losses`] says so).
pub fn write(format: Format, todos: &mut dyn Iterator<Item = &Todo>, env: &Env<'_>) -> String {
    let todos: Vec<Written<'_>> = todos.map(|todo| Written::of(todo, format, env)).collect();
    let todos = &mut todos.iter().map(Written::todo);
    let file = match format {
        Format::Json => json::write(todos),
        Format::Ics => ics::write(todos, env),
        Format::TodoTxt => todo_txt::write(todos, env),
        Format::Todoist => todoist::write(todos, env),
        Format::Taskwarrior => taskwarrior::write(todos, env),
        Format::Markdown => markdown::write(todos, env),
    };
    fit::shown(format, file)
}

/// A todo as it is written: itself, or without what is not to be.
enum Written<'t> {
    Whole(&'t Todo),
    Purged(Box<Todo>),
}

impl<'t> Written<'t> {
    fn of(todo: &'t Todo, format: Format, env: &Env<'_>) -> Self {
        match genuine::purged(todo, Some(format), env) {
            Some((clean, _)) => Self::Purged(Box::new(clean)),
            None => Self::Whole(todo),
        }
    }

    fn todo(&self) -> &Todo {
        match self {
            Self::Whole(todo) => todo,
            Self::Purged(todo) => todo,
        }
    }
}
