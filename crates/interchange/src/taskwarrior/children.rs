//! The children of a recurring task: each is one date of the series.

use super::{moment, written_in};
use crate::Env;
use countersign_core::todo::{Moved, TimeOfDay, Todo};
use jiff::civil::{Date, DateTime, Time};
use serde_json::{Map, Value};

/// Takes a child into its series. `false` where it is to be a todo of its own: it is none of the dates, or it says
/// something else than the series does; then the series leaves its date out.
pub(super) fn taken(series: &mut Todo, task: &Map<String, Value>, child: &Todo, env: &Env<'_>) -> bool {
    let Some(start) = series.scheduled_for.filter(|_| series.recurrence.is_repeating()) else { return false };
    let Some(at) = planned(task, env) else { return false };
    let Some(date) = of_series(series, start, at.date(), task) else { return false };
    let own = child.title != series.title
        || child.notes != series.notes
        || child.priority != series.priority
        || child.labels != series.labels
        || task.contains_key("start");
    if own {
        series.skipped_dates.insert(date);
        return false;
    }
    match task.get("status").and_then(Value::as_str) {
        Some("completed") => drop(series.completed_dates.insert(date)),
        Some("deleted") => drop(series.skipped_dates.insert(date)),
        _ => {
            let time = (at.time() != Time::midnight()).then(|| TimeOfDay::new(at.time()));
            let other = time.filter(|time| Some(*time) != series.time_of_day);
            if date != at.date() || other.is_some() {
                series.moved.insert(date, Moved { date: at.date(), time: other });
            }
        }
    }
    true
}

/// When a child is planned, on the wall clock: by the date that its series goes by.
fn planned(task: &Map<String, Value>, env: &Env<'_>) -> Option<DateTime> {
    let at = |key: &str| task.get(key).and_then(Value::as_str).and_then(moment::from_compact_utc);
    at("scheduled").or_else(|| at("due")).map(|at| moment::civil(at, &written_in(task, env)))
}

/// The date of the series that a child stands for: its own, or by its number where it was moved.
fn of_series(series: &Todo, start: Date, date: Date, task: &Map<String, Value>) -> Option<Date> {
    if series.recurrence.contains(start, date) {
        return Some(date);
    }
    let number = task.get("imask").and_then(Value::as_f64).filter(|n| (0.0..MOST).contains(n) && n.fract() == 0.0)?;
    series.recurrence.iter(start).zip(0_u32..).find(|(_, n)| f64::from(*n) == number).map(|(date, _)| date)
}

/// No series is followed further.
const MOST: f64 = 10_000.0;
