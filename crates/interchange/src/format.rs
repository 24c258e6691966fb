//! The formats, their names, and telling them apart.

use countersign_core::todo::{Field, Status};

/// A file format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Format {
    /// Our own, lossless: `{"todos":[…]}`.
    Json,
    /// iCalendar VTODO, RFC 5545.
    Ics,
    /// todo.txt, one todo a line.
    TodoTxt,
    /// Todoist's CSV template.
    Todoist,
    /// `task export` of Taskwarrior: a JSON array, or one object a line.
    Taskwarrior,
    /// Markdown checklists with the marks of Obsidian Tasks.
    Markdown,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 6] = [Self::Json, Self::Ics, Self::TodoTxt, Self::Todoist, Self::Taskwarrior, Self::Markdown];

    /// The name a person types.
    pub fn name(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Ics => "ics",
            Self::TodoTxt => "todo.txt",
            Self::Todoist => "todoist",
            Self::Taskwarrior => "taskwarrior",
            Self::Markdown => "markdown",
        }
    }

    /// The media type of a download.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Json | Self::Taskwarrior => "application/json",
            Self::Ics => "text/calendar; charset=utf-8",
            Self::TodoTxt => "text/plain; charset=utf-8",
            Self::Todoist => "text/csv; charset=utf-8",
            Self::Markdown => "text/markdown; charset=utf-8",
        }
    }

    /// The end of a file name, without a dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Json | Self::Taskwarrior => "json",
            Self::Ics => "ics",
            Self::TodoTxt => "txt",
            Self::Todoist => "csv",
            Self::Markdown => "md",
        }
    }

    /// Whether a todo's identity is written, so that it is known again by that alone.
    pub(crate) fn identifies(self) -> bool {
        matches!(self, Self::Json | Self::Ics | Self::Taskwarrior)
    }

    /// The fields the format has words for: the ones an import may change in a known todo.
    pub(crate) fn fields(self) -> &'static [Field] {
        use Field::{
            Checklist, CompletedDates, DueDate, Estimate, Extra, Labels, Moved, Notes, Priority, Recurrence,
            ScheduledFor, SkippedDates, Status, TimeOfDay, Title,
        };
        match self {
            Self::Json => &Field::ALL,
            Self::Ics => &[
                Title,
                Notes,
                ScheduledFor,
                TimeOfDay,
                DueDate,
                Priority,
                Status,
                Labels,
                Recurrence,
                CompletedDates,
                SkippedDates,
                Moved,
                Extra,
            ],
            Self::TodoTxt => &[Title, ScheduledFor, TimeOfDay, DueDate, Priority, Status, Labels, Recurrence, Extra],
            Self::Todoist => &[
                Title,
                Notes,
                ScheduledFor,
                TimeOfDay,
                DueDate,
                Priority,
                Estimate,
                Labels,
                Checklist,
                Recurrence,
                Extra,
            ],
            Self::Taskwarrior => {
                &[Title, Notes, ScheduledFor, TimeOfDay, DueDate, Priority, Status, Labels, Recurrence, Extra]
            }
            Self::Markdown => &[
                Title,
                Notes,
                ScheduledFor,
                TimeOfDay,
                DueDate,
                Priority,
                Status,
                Labels,
                Checklist,
                Recurrence,
                Extra,
            ],
        }
    }

    /// What a status reads as after a way through the format: `blocked` is just `open` in most.
    pub(crate) fn shown(self, status: Status) -> Status {
        match (self, status) {
            (Self::Json, any) => any,
            (Self::TodoTxt, Status::Rejected) => Status::Done,
            (Self::TodoTxt, Status::InProgress) => Status::Open,
            (Self::Todoist, _) | (_, Status::Groomed | Status::Blocked | Status::OnHold) => Status::Open,
            (_, status) => status,
        }
    }
}

impl std::fmt::Display for Format {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for Format {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name.to_ascii_lowercase().as_str() {
            "json" => Ok(Self::Json),
            "ics" | "ical" | "icalendar" => Ok(Self::Ics),
            "todo.txt" | "todotxt" | "todo-txt" => Ok(Self::TodoTxt),
            "todoist" | "csv" => Ok(Self::Todoist),
            "taskwarrior" => Ok(Self::Taskwarrior),
            "markdown" | "md" => Ok(Self::Markdown),
            _ => Err(format!("\"{name}\" is not a format; use json, ics, todo.txt, todoist, taskwarrior or markdown")),
        }
    }
}

/// The format of a file by its name, and by how its text begins where the name leaves it open.
/// `None` when neither tells: ask the person.
pub fn detect(name: Option<&str>, text: &str) -> Option<Format> {
    let extension = name
        .and_then(|n| n.rsplit(['/', '\\']).next())
        .and_then(|n| n.rsplit_once('.'))
        .map(|(_, e)| e.to_ascii_lowercase());
    match extension.as_deref() {
        Some("ics" | "ical" | "ifb" | "vcs") => Some(Format::Ics),
        Some("csv") => Some(Format::Todoist),
        Some("md" | "markdown") => Some(Format::Markdown),
        Some("json" | "jsonl" | "ndjson") => json_kind(text),
        Some("txt") => by_content(text).or(Some(Format::TodoTxt)),
        _ => by_content(text),
    }
}

fn by_content(text: &str) -> Option<Format> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let begins = |with: &str| text.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with));
    if begins("BEGIN:V") {
        return Some(Format::Ics);
    }
    if begins("TYPE,CONTENT") {
        return Some(Format::Todoist);
    }
    let mut lines = text.lines().take(200).map(str::trim_start).filter(|l| !l.is_empty());
    if lines.clone().any(crate::markdown::is_box) {
        return Some(Format::Markdown);
    }
    if text.starts_with(['{', '[']) {
        return json_kind(text);
    }
    lines.any(crate::todo_txt::is_marked).then_some(Format::TodoTxt)
}

/// Ours has `title`s, Taskwarrior's has `description`s; the one that comes first tells.
fn json_kind(text: &str) -> Option<Format> {
    let text = text.trim_start_matches('\u{feff}').trim();
    let at = |key: &str| text.find(key).unwrap_or(usize::MAX);
    match (at("\"title\"").min(at("\"todos\"")), at("\"description\"")) {
        (usize::MAX, usize::MAX) => (text.starts_with(['{', '['])).then_some(Format::Json),
        (ours, theirs) if ours <= theirs => Some(Format::Json),
        _ => Some(Format::Taskwarrior),
    }
}
