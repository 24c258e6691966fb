//! A phrase is read wholly and rightly, refused by name, or no date at all: never in part.

#![allow(clippy::unwrap_used, clippy::panic, reason = "the exemption for tests leaves out their shared functions")]

use countersign_planner::dates::{Clock, Kind, Role, What, find, phrase, whole};
use jiff::civil::{Date, Time, Weekday, datetime};
use jiff::{Span, ToSpan};
use proptest::prelude::*;
use serde_json::Value;

fn clock() -> Clock {
    Clock::new(datetime(2026, 11, 21, 10, 0, 0, 0), "America/New_York")
}

/// Phrases of an author who had not seen the reader: one of the accepted answers, in the keys it names. A title that
/// holds no date has none found in it either.
#[test]
fn phrases_of_another_author() {
    let rows: Vec<Value> =
        include_str!("data/fresh/dates.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let mut wrong = Vec::new();
    for row in &rows {
        let text = row["phrase"].as_str().unwrap();
        let accepted = row["accept"].as_array().unwrap();
        let answer = serde_json::to_value(phrase(text, &clock())).unwrap();
        let fits = |right: &Value| right.as_object().unwrap().iter().all(|(key, value)| answer[key] == *value);
        if !accepted.iter().any(fits) {
            wrong.push(format!("{text}: right {accepted:?}, got {answer}"));
        }
        let title = accepted.iter().all(|right| right["kind"] == "none");
        if title && !find(text, &clock()).is_empty() {
            wrong.push(format!("{text}: {:?}", find(text, &clock())));
        }
    }
    assert!(wrong.is_empty(), "{} of {} wrong:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
    assert!(rows.len() >= 200);
}
