//! Where a series ends when its days change: as before, unless something is said of its end (S0-5).

use super::findings::line;
use countersign_core::settings::DefaultUntil;
use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use countersign_planner::dates::Clock;
use countersign_planner::interpret::{Context, interpret};
use serde_json::{Value, json};

/// Four series on Saturday, November 21: one with a last day, one with a number, one that is over, one without an end.
fn series() -> Todos {
    let weekly = |day: &str, end: (&str, Value)| {
        let mut rule = json!({"type": "weekly", "interval": 1, "byDay": [day]});
        rule[end.0] = end.1;
        rule
    };
    let todos = json!([
        {"id": 1, "title": "Gym", "scheduledFor": "2026-11-02", "recurrence": weekly("MO", ("until", json!("2027-03-31")))},
        {"id": 2, "title": "Yoga", "scheduledFor": "2026-11-03", "recurrence": weekly("TU", ("count", json!(10)))},
        {"id": 3, "title": "Swim", "scheduledFor": "2026-09-03", "recurrence": weekly("TH", ("until", json!("2026-10-31")))},
        {"id": 4, "title": "Choir", "scheduledFor": "2026-11-04", "recurrence": weekly("WE", ("until", Value::Null))},
    ]);
    Todos::new(serde_json::from_value::<Vec<Todo>>(todos).unwrap())
}

fn said(text: &str, default_until: DefaultUntil) -> String {
    let now = jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0);
    let clock = Clock { default_until, ..Clock::new(now, "America/New_York") };
    let answer = line(&interpret(text, &series(), &clock, &Context::default()));
    answer.trim_end_matches(" [changes_series]").to_owned()
}

fn check(default_until: DefaultUntil, rows: &[(&str, &str)]) {
    for (text, right) in rows {
        assert_eq!(said(text, default_until), *right, "{text}");
    }
}

#[test]
fn other_days_leave_the_end_as_it_was() {
    let tuesdays = "update id=1 scheduledFor=2026-11-24 recurrence=weekly/1/[\"TU\"]/2027-03-31";
    let rows = [
        ("change gym to every tuesday", tuesdays),
        ("move gym to tuesdays", tuesdays),
        ("mach gym jeden Dienstag", tuesdays),
        ("mets gym tous les mardis", tuesdays),
        ("mueve gym a todos los martes", tuesdays),
        ("pune gym în fiecare marți", tuesdays),
        ("repeat the gym every two weeks", "update id=1 recurrence=weekly/2/[\"MO\"]/2027-03-31"),
        ("change gym to daily", "update id=1 scheduledFor=2026-11-21 recurrence=daily/1/2027-03-31"),
        // The dates are those there were, so all of them count; a new start has what is left.
        ("make yoga every second week", "update id=2 recurrence=weekly/2/[\"TU\"]/10"),
        ("change yoga to every friday", "update id=2 scheduledFor=2026-11-27 recurrence=weekly/1/[\"FR\"]/7"),
        // What is over ended already.
        ("change swim to every tuesday", "update id=3 scheduledFor=2026-11-24 recurrence=weekly/1/[\"TU\"]"),
    ];
    check(DefaultUntil::None, &rows);
}

#[test]
fn the_end_of_new_series_is_not_one_of_those_there_are() {
    let rows = [
        ("change gym to every tuesday", "update id=1 scheduledFor=2026-11-24 recurrence=weekly/1/[\"TU\"]/2027-03-31"),
        ("change choir to every tuesday", "update id=4 scheduledFor=2026-11-24 recurrence=weekly/1/[\"TU\"]"),
        ("ballet every tuesday", "create title=ballet scheduledFor=2026-11-24 recurrence=weekly/1/[\"TU\"]/2026-12-31"),
        ("ballet every tuesday forever", "create title=ballet scheduledFor=2026-11-24 recurrence=weekly/1/[\"TU\"]"),
    ];
    check(DefaultUntil::EndOfYear, &rows);
}

#[test]
fn an_end_that_is_said_is_the_new_one() {
    let open = "update id=1 scheduledFor=2026-11-24 recurrence=weekly/1/[\"TU\"]";
    let rows = [
        (
            "change gym to every tuesday until may 1",
            "update id=1 scheduledFor=2026-11-24 recurrence=weekly/1/[\"TU\"]/2027-05-01",
        ),
        ("change gym to every tuesday, 5 times", "update id=1 scheduledFor=2026-11-24 recurrence=weekly/1/[\"TU\"]/5"),
        ("change gym to every tuesday forever", open),
        ("change gym to every tuesday without an end", open),
        ("make gym every tuesday, indefinitely", open),
        ("set gym to repeat every tuesday with no end date", open),
        ("mach gym jeden Dienstag ohne Ende", open),
        ("mets gym tous les mardis pour toujours", open),
        ("mueve gym a todos los martes para siempre", open),
        ("pune gym în fiecare marți la nesfârșit", open),
        ("change yoga to every friday forever", "update id=2 scheduledFor=2026-11-27 recurrence=weekly/1/[\"FR\"]"),
    ];
    check(DefaultUntil::None, &rows);
}

#[test]
fn words_of_a_title_end_nothing() {
    let rows = [
        (
            "watch forever young every monday",
            "create title=watch forever young scheduledFor=2026-11-23 recurrence=weekly/1/[\"MO\"]",
        ),
        ("Kochen jeden Tag für immer", "create title=Kochen scheduledFor=2026-11-21 recurrence=daily/1"),
    ];
    check(DefaultUntil::None, &rows);
}
