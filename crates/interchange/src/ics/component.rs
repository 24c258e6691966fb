//! One VTODO: from its lines to a todo.

use super::property::{self, Civil, Line, Moment, moments};
use super::rule::Counted;
use super::zones::Zones;
use super::{OURS, rule};
use crate::format::Format;
use crate::reading::{Reading, rule_kept, unreadable};
use crate::{Env, kept, moment};
use countersign_core::problem::Problem;
use countersign_core::todo::{Moved, Priority, Status, TimeOfDay, Todo};
use jiff::Timestamp;
use jiff::civil::Date;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// The end of a due day, where a due date stands beside a do-time: RFC 5545 wants DUE after DTSTART.
pub(crate) const END_OF_DAY: &str = "235959";

/// What of an override has a meaning here.
pub(crate) const OVERRIDE_SAID: [&str; 10] = [
    "UID",
    "DTSTAMP",
    "RECURRENCE-ID",
    "DTSTART",
    "DUE",
    "STATUS",
    "COMPLETED",
    "PERCENT-COMPLETE",
    "CREATED",
    "LAST-MODIFIED",
];
/// What an override may say of the dates around its own.
pub(crate) const RANGES: [&str; 2] = ["THISANDFUTURE", "THISANDPRIOR"];
/// Properties of which the first has a meaning here; every other line is kept.
pub(crate) const USED_ONCE: [&str; 15] = [
    "UID",
    "DTSTAMP",
    "SUMMARY",
    "DESCRIPTION",
    "DTSTART",
    "DUE",
    "PRIORITY",
    "STATUS",
    "PERCENT-COMPLETE",
    "COMPLETED",
    "RRULE",
    "CREATED",
    "LAST-MODIFIED",
    "RECURRENCE-ID",
    OURS,
];

/// A VTODO as it stands in the file.
#[derive(Debug)]
pub(crate) struct Component {
    /// Its first line.
    pub(crate) line: u32,
    /// Its own lines, with their names in capitals.
    pub(crate) lines: Vec<(String, Line)>,
    /// Lines to give back as they are.
    pub(crate) kept: Vec<String>,
}

/// What a VTODO says.
pub(crate) struct Interpreted {
    pub(crate) uid: Option<String>,
    pub(crate) todo: Todo,
    pub(crate) clock: Clock,
    pub(crate) problems: Vec<(u32, Problem)>,
}

/// The clock of a todo.
#[derive(Debug)]
pub(crate) struct Clock {
    /// Where its days are counted, if it repeats.
    pub(crate) counted: Counted,
    /// It keeps the times of that clock, not those that the person has then.
    own: bool,
}

impl Clock {
    /// What a moment is for this todo.
    fn civil(&self, moment: &Moment) -> Civil {
        if self.own { moment.on(&self.counted.zone) } else { moment.local }
    }

    /// The day of a series that a moment stands for.
    fn day(&self, moment: &Moment) -> Date {
        moment.on(&self.counted.zone).0
    }
}

impl Component {
    pub(crate) fn new(line: u32) -> Self {
        Self { line, lines: Vec::new(), kept: Vec::new() }
    }

    /// Ends what is open within, so that what is kept is well formed.
    pub(crate) fn close(&mut self, within: &mut Vec<String>) {
        while let Some(kind) = within.pop() {
            self.kept.push(format!("END:{kind}"));
        }
    }

    pub(crate) fn is_override(&self) -> bool {
        self.lines.iter().any(|(name, _)| name == "RECURRENCE-ID")
    }

    /// What it says of the dates around its own, with the line.
    fn range(&self) -> Option<(u32, &'static str)> {
        let line = self.line("RECURRENCE-ID")?;
        let parameters = line.text.split_once(':')?.0.to_ascii_uppercase();
        let range =
            RANGES.into_iter().find(|range| parameters.split(';').any(|p| p.trim() == format!("RANGE={range}")));
        Some(line.number).zip(range)
    }

    fn line(&self, name: &str) -> Option<&Line> {
        self.lines.iter().find(|(n, _)| n == name).map(|(_, line)| line)
    }

    pub(crate) fn uid(&self) -> Option<String> {
        let entry = property::parse(&self.line("UID")?.text)?;
        Some(property::text(&entry)).filter(|u| !u.is_empty())
    }

    /// The todo, without what its overrides add.
    pub(crate) fn interpret(&self, env: &Env<'_>, zones: &Zones) -> Interpreted {
        let mut reader = Reader { component: self, zones, todo: Reading::blank(env), problems: Vec::new() };
        reader.texts();
        let clock = reader.times();
        reader.standing();
        reader.kept_lines();
        Interpreted { uid: self.uid(), todo: reader.todo, clock, problems: reader.problems }
    }

    /// Adds what this component says about one occurrence of a series.
    pub(crate) fn apply_override(
        &self,
        todo: &mut Todo,
        clock: &Clock,
        env: &Env<'_>,
        zones: &Zones,
    ) -> Vec<(u32, Problem)> {
        let mut reader = Reader { component: self, zones, todo: Reading::blank(env), problems: Vec::new() };
        let Some(original) = reader.moment("RECURRENCE-ID", "invalid_occurrenceDate") else {
            return reader.problems;
        };
        let date = clock.day(&original);
        if !todo.recurrence.is_repeating() {
            let message =
                format!("the occurrence of {date} belongs to a todo that was not read as repeating; it was left out");
            reader.problem(self.line, Problem::new("not_repeating", message));
            return reader.problems;
        }
        if let Some((line, range)) = self.range() {
            kept::keep_under(todo, Format::Ics, "ranges", &date.to_string(), range);
            reader.problem(
                line,
                Problem::new(
                    "range_kept",
                    format!("the change from {date} on to all other dates of the series was read for that date alone"),
                )
                .hinting("It is kept and written back on export. Change the other dates by hand."),
            );
        }
        match reader.status() {
            Status::Done => {
                todo.completed_dates.insert(date);
            }
            Status::Rejected => {
                todo.skipped_dates.insert(date);
            }
            _ => {}
        }
        if let Some(start) = reader.moment("DTSTART", "invalid_scheduledFor") {
            let (day, at) = clock.civil(&start);
            let time = at.map(TimeOfDay::new).filter(|t| Some(*t) != todo.time_of_day);
            // On the clock of the series it is where it would be; here summer time may begin on another day.
            let stays = start.on(&clock.counted.zone) == (date, clock.counted.time);
            if !stays && (day != date || time.is_some()) {
                todo.moved.insert(date, Moved { date: day, time });
            }
        }
        let title = property::escape(&todo.title);
        let other = |(name, line): &&(String, Line)| {
            !(OVERRIDE_SAID.contains(&name.as_str())
                || name == "SUMMARY" && line.text.trim_start_matches("SUMMARY:") == title)
        };
        let lines: Vec<String> =
            self.lines.iter().filter(other).map(|(_, l)| l.text.clone()).chain(self.kept.iter().cloned()).collect();
        if !lines.is_empty() {
            kept::keep_under(todo, Format::Ics, "occurrences", &date.to_string(), lines);
        }
        reader.problems
    }
}

struct Reader<'c> {
    component: &'c Component,
    zones: &'c Zones,
    todo: Todo,
    problems: Vec<(u32, Problem)>,
}

impl Reader<'_> {
    fn problem(&mut self, line: u32, problem: Problem) {
        self.problems.push((line, problem));
    }

    fn text(&self, name: &str) -> Option<String> {
        property::parse(&self.component.line(name)?.text).map(|entry| property::text(&entry))
    }

    fn stamp(&mut self, name: &str) -> Option<Timestamp> {
        let line = self.component.line(name)?;
        // UTC, as RFC 5545 wants it; by way of the wall clock an hour of a fold would be lost.
        if let Some(stamp) = moment::from_compact_utc(line.bare_value()) {
            return Some(stamp);
        }
        let entry = property::parse(&line.text)?;
        let found = moments(&entry, self.zones).into_iter().next().flatten();
        if found.is_none() {
            self.problem(line.number, unreadable("invalid_timestamp", name, line.bare_value()));
        }
        let (date, time) = found?.local;
        moment::instant(date.to_datetime(time.unwrap_or_default()), &self.zones.here)
    }

    /// The first value of a date property.
    fn moment(&mut self, name: &str, code: &'static str) -> Option<Moment> {
        let line = self.component.line(name)?;
        let found = property::parse(&line.text).and_then(|e| moments(&e, self.zones).into_iter().next().flatten());
        match &found {
            None => self.problem(line.number, unreadable(code, name, line.bare_value())),
            Some(found) if found.unknown_zone => {
                let message = format!("the time zone of {name} is not known; the time was read as local time");
                self.problem(
                    line.number,
                    Problem::new("unknown_zone", message).hinting("Check the time of this todo."),
                );
            }
            Some(_) => {}
        }
        found
    }

    fn texts(&mut self) {
        self.todo.title = self.text("SUMMARY").unwrap_or_default();
        self.todo.notes = self.text("DESCRIPTION").unwrap_or_default();
        for name in ["SUMMARY", "DESCRIPTION"] {
            // Parameters (LANGUAGE, ALTREP) have no place in a todo; the line is kept for the way back.
            let raw = self
                .component
                .line(name)
                .filter(|l| l.text.len() > name.len() && !l.text[name.len()..].starts_with(':'));
            if let Some(raw) = raw {
                kept::keep(&mut self.todo, Format::Ics, name, raw.text.clone());
            }
        }
        let categories = self.component.lines.iter().filter(|(name, _)| name == "CATEGORIES");
        self.todo.labels =
            categories.filter_map(|(_, l)| property::parse(&l.text)).flat_map(|e| property::texts(&e)).collect();
        if let Some(created) = self.stamp("CREATED") {
            self.todo.created_at = created;
            self.todo.updated_at = created;
        }
        if let Some(updated) = self.stamp("LAST-MODIFIED") {
            self.todo.updated_at = updated;
        }
    }

    fn times(&mut self) -> Clock {
        let start = self.moment("DTSTART", "invalid_scheduledFor");
        let due = self.moment("DUE", "invalid_dueDate");
        let repeating = self.component.line("RRULE").is_some();
        let anchor = start.as_ref().or(due.as_ref());
        // A series keeps the days of its rule: where our zone would shift them, its own clock counts.
        let own = repeating && anchor.is_some_and(|m| m.local.0 != m.there.0);
        let zone = anchor.and_then(|m| m.zone.clone()).unwrap_or_else(|| self.zones.here.clone());
        let clock = Clock { counted: Counted { zone, time: anchor.and_then(|m| m.there.1) }, own };
        if own {
            let message =
                "a series in another time zone falls on other days here; it keeps the days and times of its own zone";
            self.problem(
                self.component.line,
                Problem::new("zone_of_series_kept", message).hinting("Check the time of this series."),
            );
        }
        let (start, due) = (start.map(|m| clock.civil(&m)), due.map(|m| clock.civil(&m)));
        self.todo.scheduled_for = start.map(|(date, _)| date);
        self.todo.due_date = due.map(|(date, _)| date);
        let start_time = start.and_then(|(_, time)| time);
        let due_time = due.and_then(|(_, time)| time);
        self.todo.time_of_day = start_time.or(due_time.filter(|_| start.is_none())).map(TimeOfDay::new);
        if let (Some(_), Some(time)) = (start, due_time) {
            let text = format!("{:02}{:02}{:02}", time.hour(), time.minute(), time.second());
            if text != END_OF_DAY && Some(TimeOfDay::new(time)) != self.todo.time_of_day {
                kept::keep(&mut self.todo, Format::Ics, "dueTime", text);
            }
        }
        if repeating {
            self.rule(&clock);
        } else if let Some(line) = self.component.line("RDATE").or_else(|| self.component.line("EXRULE")) {
            let problem = rule_kept(line.bare_value());
            self.problem(line.number, problem);
        }
        clock
    }

    fn rule(&mut self, clock: &Clock) {
        let Some(line) = self.component.line("RRULE") else {
            return;
        };
        let start = self.todo.scheduled_for.or(self.todo.due_date);
        let more = self
            .component
            .lines
            .iter()
            .filter(|(name, _)| matches!(name.as_str(), "RRULE" | "RDATE" | "EXRULE"))
            .count()
            > 1;
        let entry = property::parse(&line.text);
        let read = entry
            .as_ref()
            .and_then(property::rule)
            .zip(start)
            .and_then(|(r, start)| rule::read(r, start, &clock.counted));
        match read.filter(|_| !more && rule::sound(line.bare_value())) {
            Some(rule) => {
                self.todo.scheduled_for = start;
                self.todo.recurrence = rule;
                self.exceptions(clock);
            }
            None => {
                let problem = rule_kept(line.bare_value());
                let number = line.number;
                // EXDATE stays with it.
                let rules = ["RRULE", "EXDATE"];
                let raw: Vec<String> = self
                    .component
                    .lines
                    .iter()
                    .filter(|(n, _)| rules.contains(&n.as_str()))
                    .map(|(_, l)| l.text.clone())
                    .collect();
                kept::keep(&mut self.todo, Format::Ics, "rule", raw);
                self.problem(number, problem);
            }
        }
    }

    fn exceptions(&mut self, clock: &Clock) {
        let mut skipped: BTreeSet<Date> = BTreeSet::new();
        for (_, line) in self.component.lines.iter().filter(|(name, _)| name == "EXDATE") {
            let read = property::parse(&line.text).map(|e| moments(&e, self.zones)).unwrap_or_default();
            if read.is_empty() || read.iter().any(Option::is_none) {
                self.problems.push((line.number, unreadable("invalid_occurrenceDate", "EXDATE", line.bare_value())));
            }
            skipped.extend(read.into_iter().flatten().map(|m| clock.day(&m)));
        }
        self.todo.skipped_dates = skipped;
    }

    fn status(&mut self) -> Status {
        let percent = self.component.line("PERCENT-COMPLETE").and_then(|l| l.bare_value().parse::<u8>().ok());
        let status = self.component.line("STATUS");
        let word = status.and_then(|l| l.text.rsplit_once(':')).map(|(_, word)| word.trim().to_ascii_uppercase());
        match word.as_deref() {
            Some("NEEDS-ACTION") => return Status::Open,
            Some("IN-PROCESS") => return Status::InProgress,
            Some("COMPLETED") => return Status::Done,
            Some("CANCELLED") => return Status::Rejected,
            Some(other) => {
                let problem = unreadable("invalid_status", "STATUS", other);
                self.problem(status.map_or(self.component.line, |l| l.number), problem);
            }
            None => {}
        }
        match percent {
            _ if self.component.line("COMPLETED").is_some() => Status::Done,
            Some(100..) => Status::Done,
            Some(1..) => Status::InProgress,
            _ => Status::Open,
        }
    }

    fn standing(&mut self) {
        self.todo.status = self.status();
        // Only what export would not say of itself is kept.
        let implied = [moment::compact_utc(self.todo.updated_at), "100".to_owned()];
        for (name, key) in [("PERCENT-COMPLETE", "percent"), ("COMPLETED", "completed")] {
            let value = self.component.line(name).map(Line::bare_value).filter(|v| !implied.iter().any(|i| i == v));
            if let Some(value) = value {
                kept::keep(&mut self.todo, Format::Ics, key, value);
            }
        }
        let Some(line) = self.component.line("PRIORITY") else {
            kept::keep(&mut self.todo, Format::Ics, "priority", "");
            return;
        };
        let value = line.bare_value();
        match value.parse::<u8>().ok().and_then(priority) {
            Some(priority) => {
                self.todo.priority = priority;
                if value != number(priority) {
                    kept::keep(&mut self.todo, Format::Ics, "priority", value);
                }
            }
            None => self.problem(line.number, unreadable("invalid_priority", "PRIORITY", value)),
        }
    }

    /// Keeps every line that was not used, and what our own line says.
    fn kept_lines(&mut self) {
        let mut used: BTreeSet<&str> = BTreeSet::new();
        let repeating = self.component.line("RRULE").is_some();
        let mut lines = Vec::new();
        for (name, line) in &self.component.lines {
            let taken = match name.as_str() {
                "CATEGORIES" => true,
                "EXDATE" => repeating,
                // A second rule went with the first into what is kept.
                "RRULE" => true,
                name => USED_ONCE.contains(&name) && used.insert(name),
            };
            if !taken {
                lines.push(line.text.clone());
            }
        }
        lines.extend(self.component.kept.iter().cloned());
        if !lines.is_empty() {
            kept::keep(&mut self.todo, Format::Ics, "lines", lines);
        }
        let Some(ours) = self.component.line(OURS) else {
            return;
        };
        let value = ours.text.split_once(':').map_or("", |(_, value)| value);
        // calcard takes unknown properties apart at semicolons; as a COMMENT the value is one text.
        let text = property::parse(&format!("COMMENT:{value}")).map(|e| property::text(&e)).unwrap_or_default();
        match serde_json::from_str::<Map<String, Value>>(&text) {
            Ok(residue) => kept::keep(&mut self.todo, Format::Ics, OURS, residue),
            Err(_) => self.problem(ours.number, unreadable("malformed_line", OURS, value)),
        }
    }
}

/// 1 to 4 are high, 5 and 0 medium, 6 to 9 low (TODOS.md).
pub(crate) fn priority(number: u8) -> Option<Priority> {
    match number {
        1..=4 => Some(Priority::High),
        0 | 5 => Some(Priority::Medium),
        6..=9 => Some(Priority::Low),
        _ => None,
    }
}

/// The number written for a priority.
pub(crate) fn number(priority: Priority) -> &'static str {
    match priority {
        Priority::High => "1",
        Priority::Medium => "5",
        Priority::Low => "9",
    }
}
