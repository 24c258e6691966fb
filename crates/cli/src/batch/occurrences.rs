//! `countersign occurrences`: the dates of a repetition within a window.

use super::{BadLine, Line, each_line};
use crate::args;
use crate::failure::{Exit, Failure, Result};
use crate::screen::Screen;
use crate::show::day;
use crate::texts::{again, say};
use countersign_core::recurrence::Recurrence;
use jiff::civil::Date;
use serde::Serialize;
use serde_json::Value;
use std::io;

#[derive(Serialize)]
struct Dates {
    dates: Vec<Date>,
}

/// Runs the verb.
pub(crate) fn run(args: &args::Occurrences, screen: &mut Screen) -> Result<Exit> {
    if args.from > args.to {
        return Err(Failure::new(
            "invalid_to",
            say!("cli-window-backwards", from = args.from, to = args.to),
            say!("cli-window-backwards-hint"),
        ));
    }
    if args.batch {
        return each_line(io::stdin().lock(), io::stdout().lock(), |line| answer(line, args.from, args.to));
    }
    let (Some(text), Some(start)) = (&args.recurrence, args.scheduled_for) else {
        return Err(Failure::new("usage", say!("cli-occurrences-usage"), String::new()));
    };
    let rule =
        serde_json::from_str::<Value>(text).map_err(|e| e.to_string()).and_then(|value| Recurrence::parse(&value));
    let rule =
        rule.map_err(|e| Failure::new("invalid_recurrence", e, countersign_core::problem::hint("invalid_recurrence")))?;
    let dates = rule.occurrences(start, args.from, args.to);
    if screen.is_json() {
        screen.json(&Dates { dates })?;
    } else {
        screen.line(again(&rule.describe()))?;
        for date in dates {
            screen.line(day(date))?;
        }
    }
    Ok(Exit::Clear)
}

fn answer(line: &Line, from: Date, to: Date) -> Result<Dates, BadLine> {
    line.only(&["recurrence", "scheduledFor"])?;
    let rule: Value = line.required("recurrence", "invalid_recurrence")?;
    let rule = Recurrence::parse(&rule).map_err(|e| BadLine::new("invalid_recurrence", e))?;
    let start: String = line.required("scheduledFor", "invalid_scheduledFor")?;
    // jiff alone would also take a date with a time and drop the time.
    let date = (start.len() == 10).then(|| start.parse().ok()).flatten();
    let start = date.ok_or_else(|| {
        BadLine::new("invalid_scheduledFor", format!("scheduledFor must be a date like 2026-11-21, not {start:?}"))
    })?;
    Ok(Dates { dates: rule.occurrences(start, from, to) })
}
