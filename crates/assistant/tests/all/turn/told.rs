//! What a person is told of an answer that was of no use, or of less than it seems.

use super::*;
use countersign_core::model::ToolCall;

/// The notes of all calls: what, and the message.
fn notes(turn: &countersign_assistant::Turn) -> Vec<(String, String)> {
    let all = turn.trace().calls.iter().flat_map(|call| call.notes.clone());
    all.map(|note| (note.what, note.message)).collect()
}

const UNUSED: &str = "The model's answer could not be used, so the built-in rules answered.";

#[test]
fn an_answer_that_is_of_no_use_is_told_and_so_is_who_answered() {
    let routed =
        || Input { model: Some(ModelProfile { summary: false, ..ModelProfile::large() }), ..Input::new(WISH, clock()) };
    for bad in ["Certainly! I would move it.", "Natürlich, erledigt.", "<operations><op/></operations>", "{\"a\":1}"] {
        for (name, input) in [("small", small(OPEN_SENTENCE)), ("router", routed())] {
            let (turn, outcome, _, _) = drive(input, &todos(), &[reply(bad), reply(bad)]);
            assert!(!matches!(outcome, Outcome::Plan { .. }), "{name} {bad}");
            assert_eq!(notes(&turn), [("corrected".to_owned(), UNUSED.to_owned())], "{name} {bad}");
        }
    }
    // Of a cut answer the cut is told, by whoever heard it.
    let cut = Reply { finish: Finish::Aborted, ..reply(r#"{"do":"comp"#) };
    let (turn, _, _, _) = drive(small(OPEN_SENTENCE), &todos(), &[cut.clone(), cut]);
    assert_eq!(notes(&turn), []);
}

#[test]
fn what_cannot_be_read_is_told_apart_from_what_names_no_change() {
    let named_none = "The model's answer named no change, so the built-in rules answered.";
    for (said, told) in [
        ("I would rather talk about the weather.", UNUSED),
        ("我已经为您添加了待办事项。", UNUSED),
        ("<response><create><title>Passport</title></create></response>", UNUSED),
        (r#"{"operations":[{"op":"create","title":"Pass"#, UNUSED),
        (r#"{"reply":"Done.","operations":[{"op":"create","title":"Pass"#, UNUSED),
        // What stands where the operations should is not nothing.
        (r#"{"operations":["delete #10"]}"#, UNUSED),
        (r#"{"operations":"delete 10"}"#, UNUSED),
        (r#"{"operations":[]}"#, named_none),
        (r#"{"a":1}"#, named_none),
    ] {
        let (turn, outcome, _, _) = drive(large(WISH), &todos(), &[reply(said), reply(said)]);
        assert!(!matches!(outcome, Outcome::Plan { .. }), "{said}");
        assert_eq!(notes(&turn), [("corrected".to_owned(), told.to_owned())], "{said}");
        let cut = Reply { finish: Finish::Aborted, ..reply(said) };
        let (turn, _, _, _) = drive(large(WISH), &todos(), &[cut.clone(), cut]);
        let told = if told == UNUSED { vec![] } else { vec![("corrected".to_owned(), told.to_owned())] };
        assert_eq!(notes(&turn), told, "{said}: that it was cut is told by whoever heard it");
    }
}

#[test]
fn the_last_whole_answer_counts_and_operations_line_by_line_are_one_answer() {
    let one = r#"{"operations":[{"op":"create","title":"Buy milk"}]}"#;
    let two = r#"{"operations":[{"op":"update","id":12,"priority":"high"}]}"#;
    let first = json!({"op": "create", "title": "Buy milk"});
    let second = json!({"op": "update", "id": 12, "priority": "high"});
    let left_out = "1 change of an earlier answer in the same reply was left out: the last one counts.";
    for (said, want, told) in [
        // RECOVERY, part 2: of whole answers the last that satisfies the schema.
        (format!("{one}\n{two}"), json!([second]), vec![left_out]),
        (format!("{one}{two}"), json!([second]), vec![left_out]),
        (format!("{one}\n{one}"), json!([first]), vec![]),
        (format!("{one}\n{two}\n{one}"), json!([first]), vec![left_out]),
        (format!("Draft: {one}\nThat is not it. Final: {two}"), json!([second]), vec![left_out]),
        (format!("<think>{one}</think>{two}"), json!([second]), vec![]),
        // Each line is an element of the one list.
        (format!("{first}\n{second}"), json!([first, second]), vec![]),
    ] {
        let (turn, outcome, _, _) = drive(large(WISH), &todos(), &[reply(&said)]);
        assert_eq!(op_json(&outcome), want, "{said}");
        assert_eq!(notes(&turn).iter().map(|(_, message)| message.as_str()).collect::<Vec<_>>(), told, "{said}");
        let parsed = turn.trace().calls[0].parsed.as_ref().map(|v| v["operations"].clone());
        assert_eq!(parsed.unwrap_or_default(), want, "the trace says what was proposed: {said}");
    }
}

#[test]
fn answers_that_do_not_count_are_told_wherever_they_stand() {
    let one = r#"{"operations":[{"op":"create","title":"Buy milk"}]}"#;
    let two = r#"{"operations":[{"op":"update","id":12,"priority":"high"}]}"#;
    let second = json!([{"op": "update", "id": 12, "priority": "high"}]);
    let left_out = "1 change of an earlier answer in the same reply was left out: the last one counts.";
    let called = |text: String| Reply {
        tool_calls: vec![ToolCall { id: String::new(), name: "propose".to_owned(), arguments: two.to_owned() }],
        finish: Finish::ToolCalls,
        ..reply(&text)
    };
    let both = json!([{"op": "create", "title": "Buy milk"}, {"op": "update", "id": 12, "priority": "high"}]);
    for (answer, want, told) in [
        // Joined by their words, both are meant.
        (reply(&format!("```json\n{one}\n```\nAnd also:\n```json\n{two}\n```")), &both, vec![]),
        (reply(&format!("{one}\nand\n{two}")), &both, vec![]),
        (reply(&format!("```json\n{one}\n```\nBetter:\n```json\n{two}\n```")), &second, vec![left_out]),
        (reply(&format!("```json\n{one}\n```\n```json\n{two}\n```")), &second, vec![left_out]),
        (called(format!("Sure: {one}")), &second, vec![left_out]),
        (called(format!("Sure: {two}")), &second, vec![]),
        (called("Sure.".to_owned()), &second, vec![]),
    ] {
        let (turn, outcome, _, _) = drive(large(WISH), &todos(), std::slice::from_ref(&answer));
        assert_eq!(op_json(&outcome), *want, "{answer:?}");
        assert_eq!(
            notes(&turn).iter().filter(|(what, _)| what != "repaired").map(|(_, m)| m.as_str()).collect::<Vec<_>>(),
            told,
            "{answer:?}"
        );
    }
}

#[test]
fn an_empty_field_clears_only_where_nothing_else_is_said_and_else_is_told() {
    // #12 has a date, and no notes.
    let update = |fields: Value| {
        let mut op = json!({"op": "update", "id": 12});
        op.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        json!({"operations": [op]}).to_string()
    };
    for (fields, want, told) in [
        (json!({"scheduledFor": "", "priority": "high"}), json!({"priority": "high"}), true),
        (json!({"scheduledFor": null, "priority": "high"}), json!({"priority": "high"}), true),
        (json!({"labels": [], "priority": "high"}), json!({"priority": "high"}), true),
        (json!({"notes": "", "dueDate": " ", "priority": "high"}), json!({"priority": "high"}), false),
        (json!({"scheduledFor": ""}), json!({"scheduledFor": null}), false),
        (json!({"scheduledFor": null}), json!({"scheduledFor": null}), false),
    ] {
        let said = update(fields);
        let (_, outcome, _, _) = drive(large(WISH), &todos(), &[reply(&said)]);
        let mut op = json!({"op": "update", "id": 12});
        op.as_object_mut().unwrap().extend(want.as_object().unwrap().clone());
        assert_eq!(op_json(&outcome), json!([op]), "{said}");
        let Outcome::Plan { operations, .. } = outcome else { panic!("{said}: {outcome:?}") };
        let warned = operations[0].warnings.iter().any(|warning| warning.code == "left_as_it_is");
        assert_eq!((warned, operations[0].sure), (told, !told), "{said}: {operations:?}");
    }
}

#[test]
fn a_model_in_a_loop_proposes_each_change_once() {
    let one = r#"{"op":"create","title":"Buy milk"}"#;
    for (times, message) in [
        (2, "1 change that only repeats another was left out."),
        (40, "39 changes that only repeat another were left out."),
    ] {
        let many = vec![one; times].join(",");
        let said = format!(r#"{{"operations":[{{"op":"update","id":12,"priority":"high"}},{many},"#);
        let looped = Reply { finish: Finish::Aborted, ..reply(&said) };
        let (turn, outcome, _, _) = drive(large(WISH), &todos(), &[looped]);
        let update = json!({"op": "update", "id": 12, "priority": "high"});
        assert_eq!(op_json(&outcome), json!([update, {"op": "create", "title": "Buy milk"}]));
        assert_eq!(notes(&turn), [("dropped".to_owned(), message.to_owned())]);
    }
}

#[test]
fn what_was_left_out_is_told_in_words() {
    for (said, want) in [
        (r#"{"operations":[{"op":"complete","id":13},{"op":"delete","id":12"#, "cut off (/operations/1)"),
        (r#"{"operations":[{"op":"complete","id":13},7]}"#, "not in the form that was asked for (/operations/1)"),
    ] {
        let (turn, _, _, _) = drive(large(WISH), &todos(), &[reply(said)]);
        assert_eq!(turn.trace().calls[0].dropped, [want], "{said}");
    }
    let (turn, _, _, _) = drive(small(OPEN_SENTENCE), &todos(), &[reply("{\"a\":1}"), reply("{\"a\":1}")]);
    assert_eq!(turn.trace().calls[0].dropped, ["not in the form that was asked for (all of it)"]);
}

/// UI rule 10: that a model was asked once more is told, and whether that helped.
#[test]
fn a_repair_is_told() {
    let bad = r#"{"operations":[{"op":"update","id":12,"priority":"urgent"}]}"#;
    let good = r#"{"operations":[{"op":"update","id":12,"priority":"high"}]}"#;
    for (answers, told) in [
        ([bad, good], "repaired"),
        (["no idea", good], "repaired"),
        ([bad, bad], "corrected"),
        ([bad, "no idea"], "corrected"),
    ] {
        let (turn, _, calls, _) = drive(large(WISH), &todos(), &answers.map(reply));
        let whats: Vec<String> = notes(&turn).into_iter().map(|(what, _)| what).collect();
        assert_eq!((calls.len(), whats), (2, vec![told.to_owned()]), "{answers:?}");
    }
    let answers = [r#"{"do":"comp"#, r#"{"do":"nothing"}"#].map(reply);
    let (turn, _, _, _) = drive(small(OPEN_SENTENCE), &todos(), &answers);
    assert_eq!(notes(&turn).iter().map(|(what, _)| what.as_str()).collect::<Vec<_>>(), ["repaired"]);
}
