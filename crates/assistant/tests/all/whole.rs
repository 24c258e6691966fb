//! What a sentence says is proposed whole, asked about, or named as not used: never dropped in silence.

use countersign_assistant::{Input, Outcome, ProposedOp, Step, Turn};
use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use countersign_planner::dates::Clock;
use serde_json::json;

/// What comes of a sentence where there is no model.
fn said(text: &str) -> (Outcome, Vec<ProposedOp>) {
    let todos = json!([
        {"id": 1, "title": "Rent"},
        {"id": 2, "title": "Slides"},
        {"id": 3, "title": "gym", "scheduledFor": "2026-11-21", "recurrence": {"type": "daily"}},
        {"id": 4, "title": "yoga", "scheduledFor": "2026-11-24", "recurrence": {"type": "weekly", "byDay": ["TU", "TH"]}},
    ]);
    let todos = Todos::new(serde_json::from_value::<Vec<Todo>>(todos).unwrap());
    let clock = Clock::new(jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0), "America/New_York");
    let (mut turn, mut step) = Turn::begin(Input::new(text, clock), &todos);
    let mut proposed = Vec::new();
    loop {
        step = match step {
            Step::Call(_) => turn.failed("there is no model", &todos),
            Step::Ops(ops) => {
                proposed = ops.operations;
                turn.proceed(&todos)
            }
            Step::Done(outcome) => return (outcome, proposed),
        };
    }
}

#[test]
fn a_half_that_names_nothing_is_asked_about() {
    for text in [
        "delete rent and unicorn",
        "delete rent, then the unicorn",
        "remove the rent and the unicorn please",
        // Out of it, not all of it.
        "lösche Eier von Rent",
        "streich Eier aus Rent",
        "delete bananas from rent",
    ] {
        let (outcome, proposed) = said(text);
        assert!(matches!(outcome, Outcome::Clarify { .. }), "{text}: {outcome:?}");
        assert!(proposed.is_empty(), "{text}: {proposed:?}");
    }
}

/// The words of its days were taken for those that it is to have, and the absence for its end.
#[test]
fn what_does_not_take_place_is_nothing_else() {
    for (text, day) in [
        ("I don't do gym on fridays", "FR"),
        ("gym except mondays", "MO"),
        ("no yoga on mondays", "MO"),
        ("I'm on holiday dec 20 to jan 3. no gym", ""),
        ("sick tomorrow, no gym", ""),
        ("montags kein gym", "MO"),
        ("Donnerstags kein yoga mehr", "TH"),
        ("los lunes sin gym", "MO"),
        ("pas de yoga les mardis", "TU"),
        ("fără gym lunea", "MO"),
        ("gym außer montags", "MO"),
        ("yoga nicht mehr donnerstags", "TH"),
        ("gym excepto los lunes", "MO"),
        ("gym sauf le lundi", "MO"),
        ("no gym on mondays until christmas", ""),
    ] {
        let (outcome, proposed) = said(text);
        let left_out = |op: &serde_json::Value| {
            let days = op["recurrence"]["byDay"].as_array().filter(|_| op["op"] == "update");
            op["op"] == "skip_occurrence" && day.is_empty()
                || days.is_some_and(|days| !day.is_empty() && !days.contains(&json!(day)))
        };
        assert!(proposed.iter().all(|one| left_out(&one.raw)), "{text}: {outcome:?} {proposed:?}");
    }
    for (text, op) in [("make gym every monday", "update"), ("kein yoga", "skip_occurrence")] {
        let (_, proposed) = said(text);
        let raw: Vec<_> = proposed.iter().map(|proposed| &proposed.raw["op"]).collect();
        assert_eq!(raw, [op], "{text}");
    }
}

#[test]
fn an_errand_behind_a_change_is_proposed_beside_it() {
    for (text, change, title, day) in [
        ("delete rent and buy milk tomorrow", "delete", "buy milk", "2026-11-22"),
        ("delete rent, then water the plants tomorrow", "delete", "water the plants", "2026-11-22"),
        ("complete rent and call bob tomorrow", "complete", "call bob", "2026-11-22"),
        ("cancel rent and book a table for friday", "delete", "book a table", "2026-11-27"),
    ] {
        let (_, proposed) = said(text);
        let raw: Vec<_> =
            proposed.iter().map(|op| (&op.raw["op"], &op.raw["title"], &op.raw["scheduledFor"])).collect();
        let (null, new) = (json!(null), json!(title));
        assert_eq!(raw, [(&json!(change), &null, &null), (&json!("create"), &new, &json!(day))], "{text}");
    }
}

#[test]
fn what_depends_on_something_is_not_done_at_once() {
    for text in ["delete rent if it is paid", "delete rent as soon as it is paid"] {
        let (outcome, proposed) = said(text);
        assert!(proposed.is_empty(), "{text}: {outcome:?} {proposed:?}");
    }
}

#[test]
fn words_that_a_reading_has_no_use_for_are_named() {
    for (text, words) in
        [("complete the slides when Ann agrees", "“Ann”, “agrees”"), ("lösche Rent und Einhorn", "“und”, “Einhorn”")]
    {
        let (_, proposed) = said(text);
        let warnings: Vec<_> = proposed.iter().flat_map(|op| &op.warnings).collect();
        let left = warnings.iter().find(|w| w.code == "words_left").unwrap_or_else(|| panic!("{text}: {proposed:?}"));
        assert!(left.message.ends_with(&format!(": {words}.")), "{left:?}");
        assert!(proposed.iter().all(|op| !op.sure));
    }
}
