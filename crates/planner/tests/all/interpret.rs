//! The built-in planner by its effect: every row of the table is a sentence on a snapshot, and what
//! must come of it. One check for all of them.

// Functions shared by tests are not inside #[test], which is all that clippy.toml exempts.

mod fresh;

use crate::effect;
use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use countersign_planner::dates::Clock;
use countersign_planner::interpret::{Context, Decision, interpret, reply};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

const SNAPSHOTS: &str = include_str!("../data/interpret/snapshots.json");
const TABLES: [(&str, &str); 6] = [
    ("plans", include_str!("../data/interpret/plans.jsonl")),
    ("talk", include_str!("../data/interpret/talk.jsonl")),
    ("answers", include_str!("../data/interpret/answers.jsonl")),
    ("desk", include_str!("../data/interpret/desk.jsonl")),
    ("adversary", include_str!("../data/interpret/adversary.jsonl")),
    ("voices", include_str!("../data/interpret/voices.jsonl")),
];

/// Saturday, as in the worked answers of TODOS.md.
fn clock() -> Clock {
    Clock::new(jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0), "America/New_York")
}

fn snapshot(name: &str) -> Todos {
    let all: Value = serde_json::from_str(SNAPSHOTS).expect("snapshots are JSON");
    let todos: Vec<Todo> = serde_json::from_value(all[name].clone()).expect("a snapshot is a list of todos");
    Todos::new(todos)
}

/// What came of a row, in the row's own shape: `s` snapshot, `i` instruction, `c` context,
/// `d` decision, `e` effect, `w` warnings, `a` answer ids, `o` options, `k` kinds of sections.
fn outcome(row: &Value) -> Value {
    let todos = snapshot(row["s"].as_str().expect("s"));
    let ctx: Context = row.get("c").map(|c| serde_json::from_value(c.clone()).expect("c")).unwrap_or_default();
    let text = row["i"].as_str().expect("i");
    let answer = interpret(text, &todos, &clock(), &ctx);
    assert!(!reply(&answer, &todos, clock().now.date()).is_empty(), "no reply to {text}");
    let mut out = Map::new();
    for key in ["s", "i", "c"] {
        if let Some(v) = row.get(key) {
            out.insert(key.to_owned(), v.clone());
        }
    }
    out.insert("d".to_owned(), json!(answer.decision));
    if answer.decision == Decision::Plan {
        out.insert("e".to_owned(), effect::effect_of(&answer.ops, &todos, &clock()));
    } else {
        assert!(answer.ops.is_empty(), "operations without a plan: {text}");
    }
    if !answer.warnings.is_empty() {
        out.insert("w".to_owned(), json!(answer.warnings));
    }
    if !answer.answer_ids.is_empty() {
        out.insert("a".to_owned(), json!(answer.answer_ids));
    }
    if answer.decision == Decision::Clarify {
        assert!(answer.question.is_some(), "clarify without a question: {text}");
        out.insert("o".to_owned(), json!(answer.options));
        out.insert("k".to_owned(), json!(answer.sections.iter().map(|s| s.kind.clone()).collect::<Vec<_>>()));
    }
    Value::Object(out)
}

#[test]
fn every_sentence_has_its_effect() {
    let mut wrong = Vec::new();
    let mut rows = 0;
    let mut talk = 0;
    for (table, text) in TABLES {
        for line in text.lines().filter(|l| !l.trim().is_empty()) {
            let row: Value = serde_json::from_str(line).unwrap_or_else(|e| panic!("{table}: {e}: {line}"));
            rows += 1;
            talk += usize::from(row["d"] == "chat" || row["d"] == "unsure");
            let got = outcome(&row);
            if got != row {
                wrong.push(format!("{table}\n  want {row}\n  got  {got}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {rows} rows differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(rows >= 400 && talk >= 60, "the table has {rows} rows, {talk} of them talk");
}

#[test]
fn what_is_read_as_an_operation_is_never_refused() {
    for (table, text) in TABLES {
        for line in text.lines().filter(|l| !l.trim().is_empty()) {
            assert!(!line.contains("\"refused\""), "{table}: {line}");
        }
    }
}

#[test]
fn the_answer_has_the_shape_of_the_verb() {
    let answer = interpret("add buy cake tomorrow 9am", &snapshot("empty"), &clock(), &Context::default());
    assert_eq!(
        serde_json::to_value(&answer).expect("json"),
        json!({
            "decision": "plan",
            "ops": [{"op": "create", "title": "buy cake", "scheduledFor": "2026-11-22", "timeOfDay": "09:00"}],
            "question": null, "options": [], "sections": [], "answer_ids": [], "warnings": [],
            "consumed": [{"text": "tomorrow 9am", "as": "scheduledFor"}],
        })
    );
    let ask = interpret("complete the report", &snapshot("twins"), &clock(), &Context::default());
    assert_eq!(
        serde_json::to_value(&ask).expect("json"),
        json!({
            "decision": "clarify", "ops": [], "question": "Which one do you mean by “the report”?", "options": [1, 2],
            "sections": [{"kind": "which", "options": [
                {"value": 1, "label": "#1 “Report” Mon 2026-11-23"}, {"value": 2, "label": "#2 “Report” Fri 2026-11-27"}]}],
            "answer_ids": [], "warnings": [], "consumed": [],
        })
    );
}

#[test]
fn replies_state_facts() {
    let say = |text: &str| {
        reply(&interpret(text, &snapshot("home"), &clock(), &Context::default()), &snapshot("home"), clock().now.date())
    };
    assert_eq!(say("when is the dentist?"), "#1 “Dentist appointment”, Tue 2026-11-24 15:00.");
    assert_eq!(
        say("delete milk"),
        "1 change proposed: delete “Buy milk” (can be undone). Nothing happens until you sign."
    );
    assert_eq!(
        say("move dentist to friday"),
        "1 change proposed: move “Dentist appointment” to Fri 2026-11-27. Nothing happens until you sign."
    );
    assert_eq!(
        say("hello"),
        "Nothing changes. I have no language model here, so I cannot chat; I can add, change, move, complete and delete todos, and list them."
    );
    assert_eq!(say("undo"), "There is nothing to undo.");
    let none = |text: &str| {
        reply(
            &interpret(text, &snapshot("empty"), &clock(), &Context::default()),
            &snapshot("empty"),
            clock().now.date(),
        )
    };
    assert_eq!(none("what is due today?"), "Nothing is due today.");
    assert_eq!(none("what is due next week?"), "Nothing is due from Mon 2026-11-23 to Sun 2026-11-29.");
    assert_eq!(
        say("how many todos are overdue?"),
        "1 todo is overdue: #9 “Renew passport”, Mon 2026-11-16.\n\nNot done of what repeats: Stand-up (open since Fri \
         2026-11-20, 1 missed before); Gym (open since Wed 2026-11-18, 2 missed before)."
    );
}

#[test]
fn a_very_long_text_is_for_a_model() {
    let long = "buy milk ".repeat(1_000);
    assert_eq!(interpret(&long, &snapshot("home"), &clock(), &Context::default()).decision, Decision::Unsure);
}

#[test]
fn a_context_may_be_empty_or_partial() {
    for text in [
        "{}",
        r#"{"clarify":null}"#,
        r#"{"turns":[{"role":"user"}]}"#,
        r#"{"history":[{"batch":"b","ops":[{"op":"delete"}]}]}"#,
    ] {
        let ctx: Context = serde_json::from_str(text).expect(text);
        assert_eq!(interpret("delete milk", &snapshot("home"), &clock(), &ctx).decision, Decision::Plan, "{text}");
    }
}

fn shuffled() -> impl Strategy<Value = String> {
    let words = [
        "delete",
        "move",
        "the",
        "dentist",
        "gym",
        "to",
        "friday",
        "and",
        "no",
        "wait",
        "all",
        "\"",
        "'",
        "#7",
        "#",
        "@",
        "!!",
        "2026-02-30",
        "every",
        "day",
        "at",
        "9",
        "it",
        "as",
        "done",
        "—",
        "…",
        "\n",
        "- ",
        "note:",
        "with",
        "checklist",
        "é",
        "日本",
        "🙂",
        "\u{301}",
        "’s",
        "tomorrow's",
        "except",
        "undo",
        "add",
        "label",
        "until",
        "5/6",
        "2h",
        ",",
        ";",
        "?",
        "because",
        "high",
        "priority",
        "(",
        ")",
        "“",
        "”",
        "İ",
        "ß",
        "ﬁ",
    ];
    prop::collection::vec(prop::sample::select(words.to_vec()), 0..14).prop_map(|w| w.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 250, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_breaks_it(text in prop_oneof![any::<String>(), shuffled()], answer in shuffled()) {
        let todos = snapshot("home");
        let first = interpret(&text, &todos, &clock(), &Context::default());
        let effect = effect::effect_of(&first.ops, &todos, &clock());
        prop_assert!(effect.get("refused").is_none(), "{text:?}: {effect}");
        prop_assert!(first.decision == Decision::Plan || first.ops.is_empty());
        let ctx = json!({"clarify": {"question": "?", "options": first.options, "instruction": text}, "turns": [{"role": "user", "text": answer}]});
        let ctx: Context = serde_json::from_value(ctx).expect("context");
        let second = interpret(&answer, &todos, &clock(), &ctx);
        let effect = effect::effect_of(&second.ops, &todos, &clock());
        prop_assert!(effect.get("refused").is_none(), "{text:?} then {answer:?}: {effect}");
    }
}

/// The answer to `text` when earlier questions about `instruction` were answered with `answers`.
fn answered(todos: &Todos, instruction: &str, answers: &[&str], text: &str) -> countersign_planner::interpret::Answer {
    let ctx = json!({"clarify": {"question": "?", "options": [], "instruction": instruction, "answers": answers}});
    interpret(text, todos, &clock(), &serde_json::from_value(ctx).unwrap())
}

#[test]
fn a_first_answer_is_not_lost_when_a_second_question_follows() {
    let home = snapshot("home");
    let instruction = "complete the email and delete the email";
    let first = interpret(instruction, &home, &clock(), &Context::default());
    assert_eq!((first.decision, first.options.len()), (Decision::Clarify, 2));
    // The first clause is settled; only the second is asked about, and an answer is never taken for both.
    let second = answered(&home, instruction, &[], "Tom");
    assert_eq!((second.decision, second.answers_pending), (Decision::Clarify, true));
    let both = answered(&home, instruction, &["Tom"], "Sarah");
    assert_eq!(effect::effect_of(&both.ops, &home, &clock()), json!({"13": {"status": "done"}, "12": null}));
}

#[test]
fn which_and_when_may_be_answered_one_at_a_time() {
    let home = snapshot("home");
    let asked = interpret("move the email", &home, &clock(), &Context::default());
    assert_eq!(asked.sections.iter().map(|s| s.kind.as_str()).collect::<Vec<_>>(), ["which", "when"]);
    let next = answered(&home, "move the email", &[], "the one to tom");
    assert_eq!(next.sections.iter().map(|s| s.kind.as_str()).collect::<Vec<_>>(), ["when"]);
    let done = answered(&home, "move the email", &["the one to tom"], "friday");
    assert_eq!(effect::effect_of(&done.ops, &home, &clock()), json!({"13": {"scheduledFor": "2026-11-27"}}));
}

#[test]
fn either_part_of_a_question_may_be_answered_first_and_in_words() {
    let home = snapshot("home");
    let effect = |a: &countersign_planner::interpret::Answer| effect::effect_of(&a.ops, &home, &clock());
    let kinds =
        |a: &countersign_planner::interpret::Answer| a.sections.iter().map(|s| s.kind.clone()).collect::<Vec<_>>();
    let moved = json!({"13": {"scheduledFor": "2026-11-27"}});
    for when in ["friday", "on friday", "to friday", "friday please", "make it friday", "2026-11-27"] {
        let next = answered(&home, "move the email", &[], when);
        assert_eq!((next.decision, kinds(&next)), (Decision::Clarify, vec!["which".to_owned()]), "{when}");
        for which in ["tom", "the one to tom", "#13", "the second one", "tom's"] {
            assert_eq!(effect(&answered(&home, "move the email", &[when], which)), moved, "{when}, {which}");
            let first = answered(&home, "move the email", &[], which);
            assert_eq!((first.decision, kinds(&first)), (Decision::Clarify, vec!["when".to_owned()]), "{which}");
            assert_eq!(effect(&answered(&home, "move the email", &[which], when)), moved, "{which}, {when}");
        }
    }
    for both in [
        "tom, friday",
        "the second one, friday",
        "tom to friday",
        "friday, tom",
        "#13 on friday",
        "the one to tom on friday",
    ] {
        assert_eq!(effect(&answered(&home, "move the email", &[], both)), moved, "{both}");
    }
}

#[test]
fn an_open_part_holds_back_the_rest_only_until_it_is_answered() {
    let home = snapshot("home");
    let instruction = "delete milk and complete the email";
    let asked = interpret(instruction, &home, &clock(), &Context::default());
    assert_eq!((asked.decision, asked.ops.len()), (Decision::Clarify, 0));
    assert_eq!(asked.question.as_deref(), Some("Which one do you mean by “the email”?"));
    let done = answered(&home, instruction, &[], "sarah");
    assert_eq!(effect::effect_of(&done.ops, &home, &clock()), json!({"4": null, "12": {"status": "done"}}));
}

#[test]
fn many_candidates_are_there_behind_the_first_seven() {
    let todos: Vec<Todo> =
        (1..=60).map(|n| serde_json::from_value(json!({"id": n, "title": format!("Report {n}")})).unwrap()).collect();
    let todos = Todos::new(todos);
    let asked = interpret("complete the report", &todos, &clock(), &Context::default());
    assert_eq!((asked.options.len(), asked.sections[0].options.len()), (7, 50));
    let shown: Vec<i64> = asked.options.iter().map(|id| id.0).collect();
    let ctx = json!({"clarify": {"question": "?", "options": shown, "instruction": "complete the report"}});
    let picked = interpret("#40", &todos, &clock(), &serde_json::from_value(ctx).unwrap());
    assert_eq!(effect::effect_of(&picked.ops, &todos, &clock()), json!({"40": {"status": "done"}}));
}

#[test]
fn no_plan_drops_a_date_that_was_said() {
    let home = snapshot("home");
    let decided = |text: &str| interpret(text, &home, &clock(), &Context::default()).decision;
    // No operation of these has a place for the date.
    for text in ["start the slides on monday at 9", "reject the novel on friday", "unblock the slides tomorrow"] {
        assert_eq!(decided(text), Decision::Unsure, "{text}");
    }
    // Asked about before the date could be lost.
    for text in ["block the novel friday", "hold the novel on monday"] {
        assert_eq!(decided(text), Decision::Clarify, "{text}");
    }
    // Here it is kept: as text, or as what chose the todo.
    for text in [
        "add a note to the dentist: call on friday",
        "block the novel because of monday's trip",
        "delete the dentist on tuesday",
    ] {
        assert_eq!(decided(text), Decision::Plan, "{text}");
    }
}
