//! What is nearest to a text that names no todo.

use countersign_core::ids::TodoId;
use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use countersign_planner::dates::Clock;
use countersign_planner::interpret::near::{bases, commands, near};

fn todos(titles: &[&str]) -> Todos {
    let made = |(n, title): (i64, &&str)| {
        Todo::new(TodoId(n), String::new(), (*title).to_owned(), jiff::Timestamp::UNIX_EPOCH)
    };
    Todos::new((1..).zip(titles).map(made))
}

#[test]
fn the_nearest_share_stems_or_a_slip_of_the_finger() {
    let todos = todos(&["Dentist appointment", "Renew passport", "Renew car insurance", "Call mom"]);
    let ids = |text: &str| near(text, &todos, 4).iter().map(|n| n.id.0).collect::<Vec<_>>();
    assert_eq!(ids("the passport is renewed"), [2, 3]);
    assert_eq!(ids("dentsit moved"), [1]);
    assert_eq!(ids("insurances"), [3]);
    assert_eq!(ids("asdf"), Vec::<i64>::new());
    assert!(near("renewed my passport", &todos, 1)[0].whole);
    assert_eq!(near("renew", &todos, 1).len(), 1);
}

#[test]
fn a_past_tense_has_its_base_and_a_command_is_seen() {
    for (past, base) in
        [("paid", "pay"), ("renewed", "renew"), ("planned", "plan"), ("carried", "carry"), ("moved", "move")]
    {
        assert!(bases(past).contains(&base.to_owned()), "{past}: {:?}", bases(past));
    }
    assert!(bases("bed").is_empty() && bases("table").is_empty());
    let clock = Clock::new(jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0), "UTC");
    assert!(commands("please move it to friday", &clock) && commands("i finished the report", &clock));
    assert!(!commands("the report is late", &clock));
}
