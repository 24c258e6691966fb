//! What the planner and the words alone come to on the cases of its author and of others: no change may lower it.

#![allow(clippy::unwrap_used, clippy::panic, reason = "the exemption for tests leaves out their shared functions")]

use countersign_assistant::{Input, Outcome, Step, Turn};
use countersign_eval::{Case, Got, Row, World, built_in, judge, read};

fn outcome(case: &Case, world: &World) -> Outcome {
    let (mut turn, mut step) = Turn::begin(Input::new(&case.said, world.clock.clone()), &world.todos);
    loop {
        step = match step {
            Step::Call(_) => turn.failed("there is no model", &world.todos),
            Step::Ops(_) => turn.proceed(&world.todos),
            Step::Done(outcome) => return outcome,
        };
    }
}

fn rows(name: &str) -> Vec<Row> {
    let cases = read(built_in(name).unwrap(), "flat").unwrap();
    cases
        .iter()
        .map(|case| {
            let world = World::named(&case.world).unwrap();
            judge(case, &world, &outcome(case, &world), Got::default())
        })
        .collect()
}

#[test]
fn what_is_weakest_is_mostly_right_and_hardly_ever_wrong_but_sure() {
    let rows = rows("studio");
    let right = rows.iter().filter(|row| row.verdict.right).count();
    let sure: Vec<&str> = rows.iter().filter(|row| row.verdict.wrong_sure).map(|row| row.said.as_str()).collect();
    assert!(right >= 406, "{right} of {} right", rows.len());
    assert!(sure.is_empty(), "{sure:#?}");
}

#[test]
fn what_others_say_is_mostly_right_too() {
    // (cases, right, wrong but sure); the rows of others-ae, -f, -q, -r, -v, -x, -y and -z (and but four of -ac) were read by nobody who works on the planner.
    for (name, floor, most) in [
        ("others-aa", 43, 0),
        ("others-ab", 51, 0),
        ("others-ac", 42, 3),
        ("others-ad", 177, 0),
        ("others-ae", 112, 1),
        ("others-f", 90, 0),
        ("others-h", 109, 0),
        ("others-i", 99, 0),
        ("others-j", 111, 0),
        ("others-k", 111, 0),
        ("others-l", 110, 0),
        ("others-o", 111, 0),
        ("others-p", 110, 0),
        ("others-q", 114, 1),
        ("others-r", 84, 3),
        ("others-s", 107, 0),
        ("others-t", 102, 0),
        ("others-u", 60, 0),
        ("others-v", 49, 2),
        ("others-w", 55, 0),
        ("others-x", 57, 0),
        ("others-y", 60, 0),
        ("others-z", 43, 1),
    ] {
        let rows = rows(name);
        let right = rows.iter().filter(|row| row.verdict.right).count();
        let sure: Vec<&str> = rows.iter().filter(|row| row.verdict.wrong_sure).map(|row| row.said.as_str()).collect();
        assert!(right >= floor, "{name}: {right} of {} right", rows.len());
        assert!(sure.len() <= most, "{name}: {sure:#?}");
    }
}
