//! What is said of a list that was just shown: all of it but some, the rest of it, several by their places; and a question with an
//! order beside it.

use crate::findings::line;
use crate::following::talked;
use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use countersign_planner::interpret::reply;

const TABLE: &str = include_str!("../data/lists.txt");
const TODOS: &str = include_str!("../data/following.json");

fn todos() -> Todos {
    Todos::new(serde_json::from_str::<Vec<Todo>>(TODOS).unwrap())
}

#[test]
fn a_list_that_was_shown_is_what_the_next_message_is_about() {
    let rows: Vec<(&str, &str)> = TABLE
        .lines()
        .filter(|row| !row.starts_with('#') && !row.is_empty())
        .map(|row| row.rsplit_once(" => ").unwrap())
        .collect();
    assert!(rows.len() >= 50, "{} rows", rows.len());
    let mut wrong = Vec::new();
    for (row, right) in rows {
        let answer = talked(&row.split(" || ").collect::<Vec<_>>(), &todos()).0;
        let told: Vec<String> = answer.answer_ids.iter().map(|id| id.0.to_string()).collect();
        let told =
            if answer.ops.is_empty() || told.is_empty() { String::new() } else { format!(" tells {}", told.join(",")) };
        let got = format!("{}{told}", line(&answer));
        if got != right {
            wrong.push(format!("{row}\n  right {right}\n    got {got}"));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn what_was_asked_stands_in_front_of_what_is_proposed() {
    let answer = talked(&["what's overdue? and move the dentist to friday"], &todos()).0;
    let said = reply(&answer, &todos(), jiff::civil::date(2026, 11, 21));
    let (told, proposed) = said.rsplit_once("\n\n").unwrap();
    assert!(told.starts_with("3 todos:\n- #8 “Tax return”"), "{said}");
    assert!(proposed.starts_with("1 change proposed: "), "{said}");
}

/// TODOS.md rule 10: what was missed of a series is one open occurrence, and told where somebody asks what is overdue.
#[test]
fn what_was_missed_of_a_series_is_told_with_what_is_overdue() {
    let told = |messages: &[&str], todos: &Todos| {
        let answer = talked(messages, todos).0;
        (answer.answer_ids.len(), reply(&answer, todos, jiff::civil::date(2026, 11, 21)))
    };
    let series = r#"[{"id":1,"title":"Stand-up","scheduledFor":"2026-11-16","timeOfDay":"09:30","recurrence":{"type":"weekdays"}},
        {"id":2,"title":"Gym","scheduledFor":"2026-11-03","recurrence":{"type":"weekly"},"completedDates":["2026-11-17"]},
        {"id":3,"title":"Pay rent","scheduledFor":"2026-11-20"}]"#;
    let todos = Todos::new(serde_json::from_str::<Vec<Todo>>(series).unwrap());
    let stand_up = "\n\nNot done of what repeats: Stand-up (open since Fri 2026-11-20, 4 missed before).";
    for text in ["what's overdue?", "show my overdue todos", "what is overdue"] {
        assert_eq!(told(&[text], &todos), (1, format!("#3 “Pay rent”, Fri 2026-11-20.{stand_up}")), "{text}");
    }
    assert_eq!(
        told(&["how many todos are overdue?"], &todos),
        (1, format!("1 todo is overdue: #3 “Pay rent”, Fri 2026-11-20.{stand_up}"))
    );
    // Where it stands is told wherever a series is named; other questions tell no more than they were asked.
    assert_eq!(told(&["when is gym?"], &todos), (1, "#2 “Gym”, every week, next Tue 2026-11-24.".to_owned()));
    for text in ["what's due tomorrow?", "what is not overdue?", "what's overdue about the rent?"] {
        assert!(!told(&[text], &todos).1.contains("Not done"), "{text}");
    }
    let alone = Todos::new(todos.iter().filter(|t| t.id.0 == 1).cloned().collect::<Vec<_>>());
    assert_eq!(told(&["what's overdue?"], &alone), (0, format!("Nothing is overdue.{stand_up}")));
}

/// Of the days that are asked for, each todo is told with its day then, in the order of the day.
#[test]
fn a_series_is_told_on_the_day_that_is_asked_for() {
    let todos = r#"[{"id":1,"title":"Stand-up","scheduledFor":"2026-11-16","timeOfDay":"09:30","recurrence":{"type":"weekdays"},
            "completedDates":["2026-11-24"],"skippedDates":["2026-11-27"],
            "moved":{"2026-11-25":{"date":"2026-11-25","time":"16:00"},"2026-12-02":{"date":"2026-12-05"}}},
        {"id":2,"title":"Dinner","scheduledFor":"2026-11-25","timeOfDay":"19:00"},
        {"id":3,"title":"Lunch","scheduledFor":"2026-11-25","timeOfDay":"12:00"},
        {"id":4,"title":"Tax return","scheduledFor":"2026-11-20","dueDate":"2026-11-26","timeOfDay":"08:00"}]"#;
    let todos = Todos::new(serde_json::from_str::<Vec<Todo>>(todos).unwrap());
    let told = |text: &str| reply(&talked(&[text], &todos).0, &todos, jiff::civil::date(2026, 11, 21));
    let stand_up = |on: &str| format!("#1 “Stand-up”, {on}, every weekday");
    for text in ["what's on monday?", "do I have anything on monday?"] {
        assert_eq!(told(text), format!("{}.", stand_up("Mon 2026-11-23 09:30")), "{text}");
    }
    // Done, skipped, or moved away.
    for day in ["tuesday", "friday", "december 2"] {
        assert!(told(&format!("what's due on {day}?")).starts_with("Nothing is due on "), "{day}");
    }
    assert_eq!(told("what's on december 5?"), format!("{}.", stand_up("Sat 2026-12-05 09:30")));
    assert_eq!(
        told("what do I have on wednesday?"),
        format!(
            "3 todos:\n- #3 “Lunch”, Wed 2026-11-25 12:00\n- {}\n- #2 “Dinner”, Wed 2026-11-25 19:00",
            stand_up("Wed 2026-11-25 16:00")
        )
    );
    // By its deadline, which has no time.
    assert_eq!(
        told("what do I have on thursday?"),
        format!(
            "2 todos:\n- #4 “Tax return”, Fri 2026-11-20 08:00, due Thu 2026-11-26\n- {}",
            stand_up("Thu 2026-11-26 09:30")
        )
    );
    // Of a week that is partly past, what is ahead; next week, the first of it.
    assert!(told("what do I have next week?").contains(&stand_up("Mon 2026-11-23 09:30")));
    // Without a day, where it stands.
    assert!(told("when is the stand-up?").contains("every weekday 09:30, open since Fri 2026-11-20"));
}
