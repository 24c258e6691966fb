//! Series of calendars written in another zone, and zones that a calendar describes itself.

use super::*;
use jiff::civil::{Date, date, time};

fn at(zone: &str, lines: &str) -> Parsed {
    let env = Env { zone: TimeZone::get(zone).unwrap(), ..env() };
    let body = lines.replace('|', "\n");
    read(Format::Ics, &format!("BEGIN:VCALENDAR\n{body}\nEND:VCALENDAR\n"), &env).unwrap()
}

fn series(zone: &str, lines: &str) -> Parsed {
    at(zone, &format!("BEGIN:VTODO\nUID:1\nSUMMARY:Gym\n{lines}\nEND:VTODO"))
}

fn dates(todo: &Todo) -> Vec<Date> {
    let all = todo.recurrence.iter(todo.scheduled_for.unwrap());
    all.filter(|date| !todo.skipped_dates.contains(date)).take(20).collect()
}

fn december(days: &[i8]) -> Vec<Date> {
    days.iter().map(|day| date(2026, 12, *day)).collect()
}

/// The end and the exceptions of a series are read on the clock that its days are counted on.
#[test]
fn the_end_of_a_series_is_on_its_own_clock() {
    let ny = "DTSTART;TZID=America/New_York:20261201T200000|RRULE:FREQ=DAILY;UNTIL=";
    let utc = "DTSTART:20261201T233000Z|RRULE:FREQ=DAILY;UNTIL=";
    let floating = "DTSTART:20261201T090000|RRULE:FREQ=DAILY;UNTIL=";
    let days = "DTSTART;VALUE=DATE:20261201|RRULE:FREQ=DAILY;UNTIL=";
    let cases: [(&str, String, &[i8]); 22] = [
        ("Europe/Berlin", format!("{ny}20261205T010000Z"), &[1, 2, 3, 4]),
        ("America/New_York", format!("{ny}20261205T010000Z"), &[1, 2, 3, 4]),
        ("Asia/Tokyo", format!("{ny}20261205T010000Z"), &[1, 2, 3, 4]),
        ("Europe/Berlin", format!("{ny}20261205T005959Z"), &[1, 2, 3]),
        ("Europe/Berlin", format!("{ny}20261204T200000"), &[1, 2, 3, 4]),
        ("Europe/Berlin", format!("{ny}20261204"), &[1, 2, 3, 4]),
        (
            "Europe/Berlin",
            "DTSTART;TZID=America/New_York:20261201T200000|RRULE:FREQ=DAILY;COUNT=4".into(),
            &[1, 2, 3, 4],
        ),
        ("Europe/Berlin", format!("{utc}20261205T233000Z"), &[1, 2, 3, 4, 5]),
        ("Europe/Berlin", format!("{utc}20261205T232959Z"), &[1, 2, 3, 4]),
        ("America/New_York", format!("{utc}20261205T233000Z"), &[1, 2, 3, 4, 5]),
        // An end before the time of day leaves that day out.
        ("Europe/Berlin", format!("{floating}20261204T000000"), &[1, 2, 3]),
        ("Europe/Berlin", format!("{floating}20261204T080000Z"), &[1, 2, 3, 4]),
        ("Europe/Berlin", format!("{floating}20261204T075959Z"), &[1, 2, 3]),
        ("America/New_York", format!("{floating}20261204T140000Z"), &[1, 2, 3, 4]),
        ("Europe/Berlin", format!("{floating}20261204"), &[1, 2, 3, 4]),
        // Days end on a day, which some write as its midnight in UTC, some as a moment of it here.
        ("Europe/Berlin", format!("{days}20261204"), &[1, 2, 3, 4]),
        ("America/New_York", format!("{days}20261204T000000Z"), &[1, 2, 3, 4]),
        ("America/New_York", format!("{days}20261205T045959Z"), &[1, 2, 3, 4]),
        ("Europe/Berlin", format!("{days}20261203T230000Z"), &[1, 2, 3, 4]),
        // Exceptions in any zone are dates of the series.
        ("Europe/Berlin", format!("{ny}20261205T010000Z|EXDATE;TZID=America/New_York:20261202T200000"), &[1, 3, 4]),
        ("Europe/Berlin", format!("{ny}20261205T010000Z|EXDATE:20261203T010000Z"), &[1, 3, 4]),
        ("America/New_York", format!("{utc}20261204T233000Z|EXDATE;TZID=Asia/Tokyo:20261203T083000"), &[1, 3, 4]),
    ];
    for (zone, lines, expected) in cases {
        let file = series(zone, &lines);
        let todo = &file.todos[0].todo;
        assert_eq!(dates(todo), december(expected), "{zone} {lines}: {todo:?}");
        // And the way back says the same dates.
        let again = parsed(Format::Ics, &write(Format::Ics, &mut std::iter::once(todo), &env()));
        assert_eq!(dates(&again.todos[0].todo), december(expected), "{zone} {lines}");
    }
}

/// One occurrence that is said otherwise is a date of its series, whichever zone names it.
#[test]
fn an_occurrence_is_found_on_the_clock_of_its_series() {
    let body = |id: &str, start: &str| {
        format!(
            "BEGIN:VTODO|UID:1|SUMMARY:Gym|DTSTART;TZID=America/New_York:20261201T200000|RRULE:FREQ=DAILY;COUNT=9|END:VTODO|BEGIN:VTODO|UID:1|SUMMARY:Gym|RECURRENCE-ID{id}|DTSTART{start}|END:VTODO"
        )
    };
    let ny = ";TZID=America/New_York:20261203T200000";
    for (id, start, moved) in [
        (ny, ";TZID=America/New_York:20261204T210000", Some((date(2026, 12, 4), Some("21:00")))),
        (":20261204T010000Z", ":20261205T020000Z", Some((date(2026, 12, 4), Some("21:00")))),
        (ny, ny, None),
        (ny, ":20261204T010000Z", None),
    ] {
        let file = at("Europe/Berlin", &body(id, start));
        let said = file.todos[0].todo.moved.get(&date(2026, 12, 3)).map(|m| (m.date, m.time.map(|t| t.to_string())));
        assert_eq!(said, moved.map(|(day, at)| (day, at.map(str::to_owned))), "{id} {start}");
        assert_eq!(file.todos[0].todo.moved.len(), usize::from(moved.is_some()), "{id} {start}");
    }
}

/// A change of all dates from one on is told, read for that one, and written back as what it was.
#[test]
fn a_change_of_a_range_is_told_and_kept() {
    for range in ["THISANDFUTURE", "THISANDPRIOR"] {
        let text = format!(
            "BEGIN:VTODO|UID:1|SUMMARY:Gym|DTSTART:20261201T080000|RRULE:FREQ=DAILY;COUNT=9|END:VTODO|BEGIN:VTODO|UID:1|SUMMARY:Gym|RECURRENCE-ID;RANGE={range}:20261203T080000|DTSTART:20261203T100000|END:VTODO"
        );
        let file = at("America/New_York", &text);
        let told: Vec<_> = file.problems.iter().map(|p| (p.code.as_ref(), p.path.as_deref())).collect();
        assert_eq!(told, [("range_kept", Some("/line/11"))], "{range}");
        let todo = &file.todos[0].todo;
        assert_eq!(todo.moved.keys().copied().collect::<Vec<_>>(), december(&[3]));
        let back = write(Format::Ics, &mut std::iter::once(todo), &env());
        assert!(back.contains(&format!("RECURRENCE-ID;RANGE={range}:20261203T080000\r\n")), "{back}");
        let again = parsed(Format::Ics, &back);
        assert_eq!((&again.todos[0].todo.moved, &again.todos[0].todo.extra), (&todo.moved, &todo.extra));
    }
}

/// A zone is known by an IANA name behind a registry's, by what its description names, or by its rules.
#[test]
fn zones_that_the_file_describes_are_used() {
    let rules = "BEGIN:STANDARD|DTSTART:16011104T020000|RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11|TZOFFSETFROM:-0400|TZOFFSETTO:-0500|END:STANDARD|BEGIN:DAYLIGHT|DTSTART:16010311T020000|RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3|TZOFFSETFROM:-0500|TZOFFSETTO:-0400|END:DAYLIGHT|";
    let lone = "BEGIN:STANDARD|DTSTART:16010101T000000|TZOFFSETFROM:-0500|TZOFFSETTO:-0500|END:STANDARD|";
    let zone = |name: &str, body: &str| format!("BEGIN:VTIMEZONE|TZID:{name}|{body}END:VTIMEZONE|");
    let changing = rules.replace("BYDAY=2SU;BYMONTH=3", "BYDAY=2SU;BYMONTH=3;UNTIL=20300101T000000Z");
    for (zones, named, winter, summer) in [
        (String::new(), "/freeassociation.sourceforge.net/America/New_York", "18:00", "18:00"),
        (String::new(), "/citadel.org/20190914_1/America/New_York", "18:00", "18:00"),
        (zone("My Zone", "X-LIC-LOCATION:America/New_York|"), "My Zone", "18:00", "18:00"),
        (zone("Customized Time Zone", rules), "Customized Time Zone", "18:00", "18:00"),
        (zone("(UTC) A\\, B", rules), "\"(UTC) A, B\"", "18:00", "18:00"),
        (zone("My Zone", lone), "My Zone", "18:00", "19:00"),
    ] {
        for (day, expected) in [("20261201", winter), ("20270701", summer)] {
            let todo = format!("{zones}BEGIN:VTODO|UID:1|SUMMARY:Gym|DTSTART;TZID={named}:{day}T120000|END:VTODO");
            let file = at("Europe/Berlin", &todo);
            assert_eq!(file.problems, [], "{todo}");
            assert_eq!(file.todos[0].todo.time_of_day.map(|t| t.to_string()).as_deref(), Some(expected), "{todo}");
        }
    }
    // What is not read in full is told as before: the time is taken as it stands.
    for zones in [String::new(), zone("Other", rules), zone("My Zone", &changing), zone("My Zone", "")] {
        let file = at(
            "Europe/Berlin",
            &format!("{zones}BEGIN:VTODO|UID:1|SUMMARY:Gym|DTSTART;TZID=My Zone:20261201T120000|END:VTODO"),
        );
        assert_eq!(file.problems.iter().map(|p| p.code.as_ref()).collect::<Vec<_>>(), ["unknown_zone"], "{zones}");
        assert_eq!(file.todos[0].todo.time_of_day, Some(TimeOfDay::new(time(12, 0, 0, 0))));
    }
}
