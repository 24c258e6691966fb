//! The todo: its fields, and reading and writing one field by name (TODOS.md "Shapes").

pub mod standing;
pub mod stored;

use crate::ids::TodoId;
use crate::recurrence::Recurrence;
use jiff::Timestamp;
use jiff::civil::{Date, Time};
use serde::de::Unexpected;
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// How much it matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Priority {
    /// low
    Low,
    /// medium, the default
    #[default]
    Medium,
    /// high
    High,
}

/// Where a todo stands. `completed` is `status == done`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// To be done.
    #[default]
    Open,
    /// Begun.
    InProgress,
    /// Ready to begin: described, estimated.
    Groomed,
    /// Cannot go on; has a reason.
    Blocked,
    /// Set aside; has a reason.
    OnHold,
    /// Done.
    Done,
    /// Will not be done.
    Rejected,
}

impl Status {
    /// Done or rejected: no longer wanting work.
    pub fn is_closed(self) -> bool {
        matches!(self, Self::Done | Self::Rejected)
    }
}

/// A floating wall-clock time, `HH:MM` (TODOS.md rule 5: a zone change moves nothing).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimeOfDay(Time);

impl TimeOfDay {
    /// Drops seconds.
    pub fn new(time: Time) -> Self {
        Self(Time::constant(time.hour(), time.minute(), 0, 0))
    }
    /// The wall-clock time.
    pub fn time(self) -> Time {
        self.0
    }
    /// Reads `HH:MM` (also `H:MM`), 24 hours.
    pub fn parse(s: &str) -> Option<Self> {
        let (h, m) = s.split_once(':')?;
        let digits =
            |t: &str, n: std::ops::RangeInclusive<usize>| n.contains(&t.len()) && t.bytes().all(|b| b.is_ascii_digit());
        if !digits(h, 1..=2) || !digits(m, 2..=2) {
            return None;
        }
        Time::new(h.parse().ok()?, m.parse().ok()?, 0, 0).ok().map(Self)
    }
}
impl std::fmt::Display for TimeOfDay {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:02}:{:02}", self.0.hour(), self.0.minute())
    }
}
impl Serialize for TimeOfDay {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}
impl<'de> Deserialize<'de> for TimeOfDay {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let s = String::deserialize(d)?;
        let time = Self::parse(&s).filter(|_| s.len() == 5);
        time.ok_or_else(|| serde::de::Error::invalid_value(Unexpected::Str(&s), &"a time of day as HH:MM"))
    }
}

/// One line of a todo's checklist.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ChecklistItem {
    /// Stable id.
    #[serde(default)]
    pub id: String,
    /// 1–400 characters.
    pub title: String,
    /// Ticked.
    #[serde(default)]
    pub checked: bool,
}

/// Where one occurrence was moved to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Moved {
    /// The new date.
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = "date"))]
    pub date: Date,
    /// The new time; null = the series' time.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub time: Option<TimeOfDay>,
}

/// A todo. Serialised in camelCase; `completed` is written beside `status`, and derived from it.
#[derive(Debug, Clone, PartialEq)]
pub struct Todo {
    /// Number, never reused.
    pub id: TodoId,
    /// UUID for interchange.
    pub uid: String,
    /// 1–500 characters.
    pub title: String,
    /// Free text.
    pub notes: String,
    /// Do-date (for a series: the date its rule starts from).
    pub scheduled_for: Option<Date>,
    /// Floating time of day.
    pub time_of_day: Option<TimeOfDay>,
    /// Deadline; differs from the do-date.
    pub due_date: Option<Date>,
    /// Importance.
    pub priority: Priority,
    /// Where it stands.
    pub status: Status,
    /// Why it is blocked or on hold.
    pub status_reason: Option<String>,
    /// Minutes.
    pub estimate: Option<u32>,
    /// Labels, in the order given, without duplicates.
    pub labels: Vec<String>,
    /// Checklist, in order.
    pub checklist: Vec<ChecklistItem>,
    /// Repetition rule.
    pub recurrence: Recurrence,
    /// Completed occurrences, by original date.
    pub completed_dates: BTreeSet<Date>,
    /// Skipped occurrences, by original date.
    pub skipped_dates: BTreeSet<Date>,
    /// Moved occurrences, by original date.
    pub moved: BTreeMap<Date, Moved>,
    /// Unknown properties of an import, kept for the way back.
    pub extra: BTreeMap<String, Value>,
    /// Counts changes, from 1; never goes back.
    pub version: u64,
    /// When it came to be.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
}

/// The wire and storage shape of [`Todo`]; absent fields take their defaults (TODOS.md "interpret").
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct TodoShape {
    id: TodoId,
    #[serde(default)]
    uid: String,
    title: String,
    #[serde(default)]
    notes: String,
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    scheduled_for: Option<Date>,
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    time_of_day: Option<TimeOfDay>,
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    due_date: Option<Date>,
    #[serde(default)]
    priority: Priority,
    #[serde(default)]
    status: Option<Status>,
    #[serde(default)]
    completed: bool,
    #[serde(default)]
    status_reason: Option<String>,
    #[serde(default)]
    estimate: Option<u32>,
    #[serde(default)]
    labels: Vec<String>,
    #[serde(default)]
    checklist: Vec<ChecklistItem>,
    #[serde(default)]
    recurrence: Recurrence,
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<String>))]
    completed_dates: BTreeSet<Date>,
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<String>))]
    skipped_dates: BTreeSet<Date>,
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(value_type = std::collections::BTreeMap<String, Moved>))]
    moved: BTreeMap<Date, Moved>,
    #[serde(default)]
    extra: BTreeMap<String, Value>,
    #[serde(default = "one")]
    version: u64,
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    created_at: Timestamp,
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    updated_at: Timestamp,
}

fn one() -> u64 {
    1
}

impl From<TodoShape> for Todo {
    fn from(s: TodoShape) -> Self {
        let status = s.status.unwrap_or(if s.completed { Status::Done } else { Status::Open });
        Self {
            id: s.id,
            uid: s.uid,
            title: s.title,
            notes: s.notes,
            scheduled_for: s.scheduled_for,
            time_of_day: s.time_of_day,
            due_date: s.due_date,
            priority: s.priority,
            status,
            status_reason: s.status_reason,
            estimate: s.estimate,
            labels: s.labels,
            checklist: s.checklist,
            recurrence: s.recurrence,
            completed_dates: s.completed_dates,
            skipped_dates: s.skipped_dates,
            moved: s.moved,
            extra: s.extra,
            version: s.version,
            created_at: s.created_at,
            updated_at: s.updated_at,
        }
    }
}
impl Serialize for Todo {
    /// Writes the fields of [`TodoShape`] in its order, without copying the todo.
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let extra = !self.extra.is_empty();
        let mut out = s.serialize_struct("Todo", 22 + usize::from(extra))?;
        out.serialize_field("id", &self.id)?;
        out.serialize_field("uid", &self.uid)?;
        out.serialize_field("title", &self.title)?;
        out.serialize_field("notes", &self.notes)?;
        out.serialize_field("scheduledFor", &self.scheduled_for)?;
        out.serialize_field("timeOfDay", &self.time_of_day)?;
        out.serialize_field("dueDate", &self.due_date)?;
        out.serialize_field("priority", &self.priority)?;
        out.serialize_field("status", &self.status)?;
        out.serialize_field("completed", &self.completed())?;
        out.serialize_field("statusReason", &self.status_reason)?;
        out.serialize_field("estimate", &self.estimate)?;
        out.serialize_field("labels", &self.labels)?;
        out.serialize_field("checklist", &self.checklist)?;
        out.serialize_field("recurrence", &self.recurrence)?;
        out.serialize_field("completedDates", &self.completed_dates)?;
        out.serialize_field("skippedDates", &self.skipped_dates)?;
        out.serialize_field("moved", &self.moved)?;
        if extra {
            out.serialize_field("extra", &self.extra)?;
        }
        out.serialize_field("version", &self.version)?;
        out.serialize_field("createdAt", &self.created_at)?;
        out.serialize_field("updatedAt", &self.updated_at)?;
        out.end()
    }
}
impl<'de> Deserialize<'de> for Todo {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        TodoShape::deserialize(d).map(Self::from)
    }
}
#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for Todo {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        TodoShape::schema()
    }
}
#[cfg(feature = "openapi")]
impl utoipa::ToSchema for Todo {
    fn name() -> std::borrow::Cow<'static, str> {
        "Todo".into()
    }
    fn schemas(schemas: &mut Vec<(String, utoipa::openapi::RefOr<utoipa::openapi::schema::Schema>)>) {
        TodoShape::schemas(schemas);
    }
}

/// A field of a todo that operations can change. The wire name is [`Field::name`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Field {
    Title,
    Notes,
    ScheduledFor,
    TimeOfDay,
    DueDate,
    Priority,
    Status,
    StatusReason,
    Estimate,
    Labels,
    Checklist,
    Recurrence,
    CompletedDates,
    SkippedDates,
    Moved,
    Extra,
}

impl Field {
    /// Every field, in the order a person reads them.
    pub const ALL: [Self; 16] = [
        Self::Title,
        Self::Notes,
        Self::ScheduledFor,
        Self::TimeOfDay,
        Self::DueDate,
        Self::Priority,
        Self::Status,
        Self::StatusReason,
        Self::Estimate,
        Self::Labels,
        Self::Checklist,
        Self::Recurrence,
        Self::CompletedDates,
        Self::SkippedDates,
        Self::Moved,
        Self::Extra,
    ];

    /// The name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Notes => "notes",
            Self::ScheduledFor => "scheduledFor",
            Self::TimeOfDay => "timeOfDay",
            Self::DueDate => "dueDate",
            Self::Priority => "priority",
            Self::Status => "status",
            Self::StatusReason => "statusReason",
            Self::Estimate => "estimate",
            Self::Labels => "labels",
            Self::Checklist => "checklist",
            Self::Recurrence => "recurrence",
            Self::CompletedDates => "completedDates",
            Self::SkippedDates => "skippedDates",
            Self::Moved => "moved",
            Self::Extra => "extra",
        }
    }

    /// The field with this wire name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|f| f.name() == name)
    }
}

fn json<T: Serialize>(value: &T) -> Value {
    // Every field type serialises without error: no map with non-text keys but dates, no NaN.
    serde_json::to_value(value).unwrap_or(Value::Null)
}

impl Todo {
    /// A new open todo with defaults everywhere else.
    pub fn new(id: TodoId, uid: String, title: String, now: Timestamp) -> Self {
        Self {
            id,
            uid,
            title,
            notes: String::new(),
            scheduled_for: None,
            time_of_day: None,
            due_date: None,
            priority: Priority::default(),
            status: Status::default(),
            status_reason: None,
            estimate: None,
            labels: Vec::new(),
            checklist: Vec::new(),
            recurrence: Recurrence::default(),
            completed_dates: BTreeSet::new(),
            skipped_dates: BTreeSet::new(),
            moved: BTreeMap::new(),
            extra: BTreeMap::new(),
            version: 1,
            created_at: now,
            updated_at: now,
        }
    }

    /// `status == done`.
    pub fn completed(&self) -> bool {
        self.status == Status::Done
    }

    /// The value of one field as it is on the wire.
    pub fn get(&self, field: Field) -> Value {
        match field {
            Field::Title => json(&self.title),
            Field::Notes => json(&self.notes),
            Field::ScheduledFor => json(&self.scheduled_for),
            Field::TimeOfDay => json(&self.time_of_day),
            Field::DueDate => json(&self.due_date),
            Field::Priority => json(&self.priority),
            Field::Status => json(&self.status),
            Field::StatusReason => json(&self.status_reason),
            Field::Estimate => json(&self.estimate),
            Field::Labels => json(&self.labels),
            Field::Checklist => json(&self.checklist),
            Field::Recurrence => json(&self.recurrence),
            Field::CompletedDates => json(&self.completed_dates),
            Field::SkippedDates => json(&self.skipped_dates),
            Field::Moved => json(&self.moved),
            Field::Extra => json(&self.extra),
        }
    }

    /// Writes one field from its wire value.
    ///
    /// # Errors
    /// When the value does not fit the field; the todo is then unchanged.
    pub fn set(&mut self, field: Field, value: &Value) -> Result<(), serde_json::Error> {
        fn from<T: serde::de::DeserializeOwned>(v: &Value) -> Result<T, serde_json::Error> {
            T::deserialize(v)
        }
        match field {
            Field::Title => self.title = from(value)?,
            Field::Notes => self.notes = from(value)?,
            Field::ScheduledFor => self.scheduled_for = from(value)?,
            Field::TimeOfDay => self.time_of_day = from(value)?,
            Field::DueDate => self.due_date = from(value)?,
            Field::Priority => self.priority = from(value)?,
            Field::Status => self.status = from(value)?,
            Field::StatusReason => self.status_reason = from(value)?,
            Field::Estimate => self.estimate = from(value)?,
            Field::Labels => self.labels = from(value)?,
            Field::Checklist => self.checklist = from(value)?,
            Field::Recurrence => self.recurrence = from(value)?,
            Field::CompletedDates => self.completed_dates = from(value)?,
            Field::SkippedDates => self.skipped_dates = from(value)?,
            Field::Moved => self.moved = from(value)?,
            Field::Extra => self.extra = from(value)?,
        }
        Ok(())
    }

    /// Whether two states of a todo have the same value in this field.
    pub fn equal(&self, other: &Self, field: Field) -> bool {
        match field {
            Field::Title => self.title == other.title,
            Field::Notes => self.notes == other.notes,
            Field::ScheduledFor => self.scheduled_for == other.scheduled_for,
            Field::TimeOfDay => self.time_of_day == other.time_of_day,
            Field::DueDate => self.due_date == other.due_date,
            Field::Priority => self.priority == other.priority,
            Field::Status => self.status == other.status,
            Field::StatusReason => self.status_reason == other.status_reason,
            Field::Estimate => self.estimate == other.estimate,
            Field::Labels => self.labels == other.labels,
            Field::Checklist => self.checklist == other.checklist,
            Field::Recurrence => self.recurrence == other.recurrence,
            Field::CompletedDates => self.completed_dates == other.completed_dates,
            Field::SkippedDates => self.skipped_dates == other.skipped_dates,
            Field::Moved => self.moved == other.moved,
            Field::Extra => self.extra == other.extra,
        }
    }

    /// The fields in which two states of a todo differ (version and timestamps apart).
    pub fn diff(&self, other: &Self) -> Vec<Field> {
        Field::ALL.into_iter().filter(|f| !self.equal(other, *f)).collect()
    }

    /// Same in every field that operations can change.
    pub fn same(&self, other: &Self) -> bool {
        Field::ALL.into_iter().all(|f| self.equal(other, f))
    }
}
