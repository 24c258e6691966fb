//! iCalendar VTODO (RFC 5545). Lines this reader has no use for are kept as they are, alarms
//! included, and written back; a damaged line becomes a problem and spoils no other line.

pub(crate) mod component;
pub(crate) mod property;
pub(crate) mod rule;
mod write;
mod zones;

pub(crate) use write::write;

use crate::format::Format;
use crate::reading::Reading;
use crate::{Env, Parsed, residue};
use component::{Component, Interpreted};
use countersign_core::problem::Problem;
use property::{Line, unfold};
use std::collections::HashMap;
use zones::Zones;

/// Our own property: what VTODO has no words for (see `residue.rs`).
pub(crate) const OURS: &str = "X-COUNTERSIGN";

/// Reads a calendar.
///
/// # Errors
/// When there is no calendar in the text.
pub(crate) fn read(text: &str, env: &Env<'_>) -> Result<Parsed, Problem> {
    let lines = unfold(text);
    let begins = |l: &Line| {
        let text = l.text.trim().to_ascii_uppercase();
        text.starts_with("BEGIN:VCALENDAR") || text.starts_with("BEGIN:VTODO")
    };
    if !lines.iter().any(begins) {
        return Err(Problem::new("not_icalendar", "the file holds no iCalendar data")
            .hinting("An .ics file begins with BEGIN:VCALENDAR. Choose the right format or export the file again."));
    }
    let mut reading = Reading::new(Format::Ics);
    let zones = Zones::of(&lines, &env.zone);
    let components = gather(lines, &mut reading);
    let (masters, overrides): (Vec<_>, Vec<_>) = components.into_iter().partition(|c| !c.is_override());
    let mut places = HashMap::new();
    for component in masters {
        let Interpreted { uid, todo, clock, problems } = component.interpret(env, &zones);
        for (line, problem) in problems {
            reading.problem(line, problem);
        }
        let key = todo.title.clone();
        let Some(place) = reading.push(uid.clone(), &key, todo, component.line) else {
            continue;
        };
        if let Some(uid) = uid {
            places.insert(uid, (place, clock));
        }
    }
    for component in overrides {
        let place = component.uid().and_then(|uid| places.get(&uid));
        let problems = match place.and_then(|(place, clock)| reading.incoming(*place).zip(Some(clock))) {
            Some((incoming, clock)) => component.apply_override(&mut incoming.todo, clock, env, &zones),
            None => vec![(
                component.line,
                Problem::new(
                    "override_without_series",
                    "one occurrence of a series is in the file, the series is not; it was left out",
                ),
            )],
        };
        for (line, problem) in problems {
            reading.problem(line, problem);
        }
    }
    let mut parsed = reading.finish();
    residue::apply_all(&mut parsed.todos, Format::Ics, OURS);
    Ok(parsed)
}

/// The VTODOs of a calendar; everything within one besides its own lines is kept verbatim.
pub(crate) fn gather(lines: Vec<Line>, reading: &mut Reading) -> Vec<Component> {
    let mut done = Vec::new();
    let mut open: Option<Component> = None;
    // Components around the VTODOs, and those within the open one.
    let mut around: Vec<String> = Vec::new();
    let mut within: Vec<String> = Vec::new();
    let mut events = (0_u32, 0);
    for line in lines {
        let name = line.name();
        let boundary = match name.as_deref() {
            Some("BEGIN") => Some((true, line.bare_value().to_ascii_uppercase())),
            Some("END") => Some((false, line.bare_value().to_ascii_uppercase())),
            _ => None,
        };
        match (boundary, open.as_mut()) {
            (Some((true, kind)), None) if kind == "VTODO" => {
                open = Some(Component::new(line.number));
                within.clear();
            }
            (Some((true, kind)), None) => {
                if kind == "VEVENT" {
                    events = (events.0 + 1, if events.0 == 0 { line.number } else { events.1 });
                }
                around.push(kind);
            }
            (Some((false, kind)), None) => {
                if around.last() == Some(&kind) {
                    around.pop();
                } else {
                    reading.problem(line.number, malformed(&line.text));
                }
            }
            (Some((true, kind)), Some(component)) if kind == "VTODO" => {
                // The END before it is missing: what was read so far counts.
                reading.problem(
                    component.line,
                    Problem::new("unterminated_todo", "a VTODO has no end; it was read up to the next one"),
                );
                component.close(&mut within);
                done.extend(open.replace(Component::new(line.number)));
            }
            (Some((true, kind)), Some(component)) => {
                component.kept.push(line.text);
                within.push(kind);
            }
            (Some((false, kind)), Some(component)) => match within.last() {
                Some(inner) if *inner == kind => {
                    component.kept.push(line.text);
                    within.pop();
                }
                None if kind == "VTODO" => done.extend(open.take()),
                // The calendar goes on to its end, so nothing of this one is cut off.
                None if around.last() == Some(&kind) => {
                    let message = "a VTODO has no end; it was read up to the end of the calendar";
                    reading.problem(component.line, Problem::new("unterminated_todo", message));
                    done.extend(open.take());
                    around.pop();
                }
                _ => reading.problem(line.number, malformed(&line.text)),
            },
            (None, Some(component)) if !within.is_empty() => component.kept.push(line.text),
            (None, Some(component)) => match name {
                Some(name) => component.lines.push((name, line)),
                None => reading.problem(line.number, malformed(&line.text)),
            },
            (None, None) => {}
        }
    }
    if let Some(component) = open {
        // Its last line may be cut, and lines of it may be missing: it is no todo (invariant 11).
        reading.problem(
            component.line,
            Problem::new(
                "unterminated_todo",
                "the last VTODO has no end; it was left out, and the file may be cut off",
            ),
        );
    }
    if events.0 > 0 {
        let message = match events.0 {
            1 => "1 calendar event is in the file; only todos are read".to_owned(),
            n => format!("{n} calendar events are in the file; only todos are read"),
        };
        reading.problem(events.1, Problem::new("events_ignored", message).hinting("Import events into a calendar."));
    }
    done
}

fn malformed(line: &str) -> Problem {
    let line: String = line.chars().take(80).collect();
    Problem::new("malformed_line", format!("\"{line}\" is not a line of a calendar here; it was left out"))
        .hinting("A line reads NAME:VALUE or NAME;PARAMETER=…:VALUE.")
}
