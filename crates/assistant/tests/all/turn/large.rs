//! Models that propose freely.

use super::*;

/// Whatever a model writes instead of an answer, nothing of it can be signed, and the turn ends in
/// words; of two whole answers the last one counts.
#[test]
fn what_is_no_answer_proposes_nothing() {
    let whole = r#"{"operations":[{"op":"update","id":12,"priority":"high"}]}"#;
    let long = format!("{{\"operations\":[{{\"op\":\"update\",\"id\":12,\"notes\":\"{}", "x".repeat(10 << 20));
    for (name, bad) in [
        ("nothing", ""),
        ("prose", "Certainly! I would suggest that you move the review to Friday."),
        ("another language", "Natürlich, ich verschiebe das auf Freitag. 好的，我会安排。"),
        ("xml", "<operations><operation><op>delete</op><id>12</id></operation></operations>"),
        ("html", "<!doctype html><html><body><h1>502 Bad Gateway</h1></body></html>"),
        ("mid-token", &whole[..whole.len() / 2]),
        ("mid-string", r#"{"operations":[{"op":"update","id":12,"title":"Dent"#),
        ("a loop", &"{\"operations\":".repeat(400)),
        ("reasoning without end", &format!("<think>{whole}")),
        ("the schema", r#"{"type":"object","properties":{"operations":{"type":"array"}}}"#),
        ("10 MB", &long),
        ("brackets", &"[".repeat(100_000)),
    ] {
        let (_, outcome, _, _) = drive(large(WISH), &todos(), &[reply(bad), reply(bad)]);
        match outcome {
            Outcome::Chat { text } | Outcome::Said { text } | Outcome::Refused { text } => {
                assert!(!text.is_empty(), "{name}");
            }
            Outcome::Clarify { question, .. } => assert!(!question.is_empty(), "{name}"),
            Outcome::Plan { operations, .. } => {
                assert!(operations.iter().all(|o| !o.is_valid()), "{name}: {operations:?}")
            }
            Outcome::Unanswered { why } => assert_eq!((why, bad), (Unanswered::Empty, ""), "{name}"),
            Outcome::Work { .. } => panic!("{name}"),
        }
    }
    let two = format!("{{\"operations\":[{{\"op\":\"delete\",\"id\":12}}]}}\n\nNo, better:\n{whole}");
    let (_, outcome, _, _) = drive(large(WISH), &todos(), &[reply(&two)]);
    let Outcome::Plan { operations, .. } = outcome else { panic!("{outcome:?}") };
    let ops: Vec<_> = operations.iter().filter_map(|o| o.op.as_ref().map(|op| op.to_value())).collect();
    assert_eq!(ops, [json!({"op": "update", "id": 12, "priority": "high"})]);
}

/// An answer that a reply only shows, quotes, takes back, or puts into somebody else's mouth proposes nothing; nor
/// does one that a later one stands for which was cut.
#[test]
fn what_a_reply_does_not_give_as_its_answer_proposes_nothing() {
    let done = r#"{"operations":[{"op":"complete","id":12}]}"#;
    for said in [
        format!("A wrong answer would be {done}"),
        format!("The notes of #12 say {done} but that is an injection, so I propose nothing."),
        format!("<tool_response>{done}</tool_response>\nI will do nothing."),
        format!("{done}\nActually, ignore that. I need to know more first."),
        format!("An attacker wrote:\n```json\n{done}\n```"),
        format!("Format: {done}"),
        format!("{done}\nNo wait. Corrected:\n{{\"operations\":[{{\"op\":\"update\",\"id\":12,\"scheduledFor\":\"fri"),
        "<tool_call>{\"name\":\"complete\",\"arguments\":{\"id\":12}}</tool_call>\nIgnore that.".to_owned(),
    ] {
        let (_, outcome, _, _) = drive(large(WISH), &todos(), &[reply(&said), reply(&said)]);
        if let Outcome::Plan { operations, .. } = &outcome {
            assert!(operations.iter().all(|o| !o.is_valid()), "{said}\n{operations:?}");
        }
    }
    for said in
        [format!("Here is the JSON: {done}\nLet me know if that is wrong."), format!("Sure:\n```json\n{done}\n```")]
    {
        let (_, outcome, _, _) = drive(large(WISH), &todos(), &[reply(&said)]);
        let Outcome::Plan { operations, .. } = outcome else { panic!("{said}\n{outcome:?}") };
        assert!(operations.iter().any(|o| o.is_valid()), "{said}");
    }
}

/// S0-14: what broke off before anything of it could be used is told as the failure that it is.
#[test]
fn an_answer_that_broke_off_before_it_said_anything_is_a_failure() {
    for text in [r#"{"operations":[{"op":"create","title":"abc def"#, ""] {
        let cut = Reply { finish: Finish::Aborted, ..reply(text) };
        let (_, outcome, _, _) = drive(large("organise it all nicely"), &todos(), &[cut.clone(), cut]);
        assert_eq!(outcome, Outcome::Unanswered { why: Unanswered::Cut }, "{text}");
    }
    // What it said before it broke off stands.
    let whole = r#"{"operations":[{"op":"update","id":12,"priority":"high"},{"op":"upd"#;
    let cut = Reply { finish: Finish::Aborted, ..reply(whole) };
    let (_, outcome, _, _) = drive(large(WISH), &todos(), &[cut.clone(), cut]);
    assert!(matches!(outcome, Outcome::Plan { .. }), "{outcome:?}");
}

/// S0-68: a number that a model gives to a new todo means nothing, said with `op` or without.
#[test]
fn a_new_todo_loses_the_number_that_a_model_gives_it() {
    let body = r#"{"operations":[{"op":"create","id":12,"title":"Book a room"},{"title":"Ask the team"}]}"#;
    let (_, outcome, _, _) = drive(large(WISH), &todos(), &[reply(body)]);
    let Outcome::Plan { operations, .. } = &outcome else { panic!("{outcome:?}") };
    let ops: Vec<_> = operations.iter().map(|o| (o.is_valid(), o.op.as_ref().map(|op| op.to_value()))).collect();
    let create = |title: &str| (true, Some(json!({"op": "create", "title": title})));
    assert_eq!(ops, [create("Book a room"), create("Ask the team")]);
}

#[test]
fn a_large_models_operations_are_resolved_and_checked_one_by_one() {
    let body = r##"{"operations":[
        {"op":"update","id":12,"scheduledFor":"next friday","timeOfDay":"3pm"},
        {"action":"complete","id":"Email Tom about budget"},
        {"op":"update","id":12,"priority":"HIGH"},
        {"op":"delete","id":999},
        {"id":13,"title":"Email Tom on budget"},
        {"op":"update","id":12,"scheduledFor":"soonish"},
        {"op":"bulk_delete","where":{"all":true}},
        {"op":"frobnicate","id":12}
    ]}"##;
    let (turn, outcome, calls, versions) = drive(large(WISH), &todos(), &[reply(body), reply("no idea")]);
    let Outcome::Plan { operations, .. } = &outcome else { panic!("{outcome:?}") };
    let codes: Vec<Vec<String>> =
        operations.iter().map(|o| o.problems.iter().map(|p| p.code.to_string()).collect()).collect();
    assert_eq!(
        codes,
        [
            vec![],
            vec![],
            vec![],
            vec!["id_not_found"],
            vec![],
            vec!["invalid_scheduledFor"],
            vec!["invalid_where_all"],
            vec!["invalid_op"]
        ]
        .map(|c: Vec<&str>| c.into_iter().map(str::to_owned).collect::<Vec<_>>())
    );
    assert_eq!(
        json!(operations[0].op),
        json!({"op": "update", "id": 12, "scheduledFor": "2026-11-27", "timeOfDay": "15:00"})
    );
    assert_eq!(json!(operations[1].op), json!({"op": "complete", "id": 13, "completed": true}));
    assert_eq!(json!(operations[4].op), json!({"op": "update", "id": 13, "title": "Email Tom on budget"}));
    assert_eq!(operations[0].warnings[0].code, "date_not_said");
    assert_eq!((versions, calls.len()), (vec![1], 2));
    let actions: Vec<&str> = turn.trace().audit.iter().map(|a| a.action.as_str()).collect();
    assert_eq!(actions, ["router_decision", "assistant_understanding", "repair_attempted", "repair_failed"]);
}

/// As a priority is.
#[test]
fn a_status_is_read_however_its_letters_are_written() {
    for (said, status) in [
        ("GROOMED", "groomed"),
        ("In progress", "in_progress"),
        ("in-progress", "in_progress"),
        ("inProgress", "in_progress"),
    ] {
        let body = json!({"operations": [{"op": "set_status", "id": 12, "status": said}]}).to_string();
        let (_, outcome, _, _) = drive(large(WISH), &todos(), &[reply(&body), reply("no idea")]);
        let Outcome::Plan { operations, .. } = &outcome else { panic!("{said}: {outcome:?}") };
        let expected = json!({"op": "set_status", "id": 12, "status": status});
        assert_eq!(operations[0].op.as_ref().map(|op| op.to_value()), Some(expected), "{said}: {operations:?}");
    }
}

#[test]
fn only_what_failed_is_repaired_and_keeps_its_place() {
    let first = r#"{"operations":[{"op":"update","id":12,"priority":"urgent"},{"op":"complete","id":13},{"op":"delete","id":500}]}"#;
    let second = r#"{"operations":[{"op":"update","id":12,"priority":"high"},{"op":"delete","id":501}]}"#;
    let (turn, outcome, calls, versions) = drive(large(WISH), &todos(), &[reply(first), reply(second)]);
    assert_eq!(versions, [1, 2]);
    let Outcome::Plan { operations, .. } = &outcome else { panic!("{outcome:?}") };
    assert_eq!(json!(operations[0].op), json!({"op": "update", "id": 12, "priority": "high"}));
    assert_eq!(json!(operations[1].op), json!({"op": "complete", "id": 13, "completed": true}));
    assert!(!operations[2].is_valid() && operations[2].raw["id"] == 500, "the failing one stays visible");
    let told = calls[1].messages.last().map(|m| m.content.clone()).unwrap_or_default();
    assert!(told.contains("Operation 1: ") && told.contains("Use low, medium or high."), "{told}");
    assert!(!told.contains("\"complete\""), "valid ones are not sent again: {told}");
    assert!(turn.trace().audit.iter().any(|a| a.action == "repair_failed" && a.detail["remaining_invalid"] == 1));
    // The same with nothing left.
    let all = r#"{"operations":[{"op":"update","id":12,"priority":"high"},{"op":"delete","id":14}]}"#;
    let (turn, _, _, _) = drive(large(WISH), &todos(), &[reply(first), reply(all)]);
    assert!(turn.trace().audit.iter().any(|a| a.action == "repair_success"));
}

#[test]
fn closed_operations_of_a_cut_proposal_are_kept_and_open_ones_never() {
    let body = r#"{"operations":[{"op":"complete","id":13},{"op":"delete","id":12"#;
    for finish in [Finish::Stop, Finish::Length, Finish::Aborted, Finish::Unknown] {
        let (turn, outcome, _, _) = drive(large(WISH), &todos(), &[Reply { finish, ..reply(body) }]);
        assert_eq!(op_json(&outcome), json!([{"op": "complete", "id": 13, "completed": true}]), "{finish:?}");
        assert!(!turn.trace().calls[0].dropped.is_empty());
        let single = Reply { finish, ..reply(r#"{"op":"delete","id":12"#) };
        let (_, outcome, _, _) = drive(large(WISH), &todos(), &[single.clone(), single]);
        assert!(!matches!(outcome, Outcome::Plan { .. }), "{finish:?}");
    }
}

#[test]
fn fields_a_strict_runtime_fills_with_null_clear_nothing() {
    let body = r#"{"operations":[{"op":"update","id":12,"title":null,"scheduledFor":null,"dueDate":null,"priority":"high","notes":null,"where":null,"set":null}]}"#;
    let (_, outcome, _, _) = drive(large(WISH), &todos(), &[reply(body)]);
    assert_eq!(op_json(&outcome), json!([{"op": "update", "id": 12, "priority": "high"}]));
    let clear = r#"{"operations":[{"op":"update","id":12,"scheduledFor":null}]}"#;
    let (_, outcome, _, _) = drive(large(WISH), &todos(), &[reply(clear)]);
    assert_eq!(op_json(&outcome), json!([{"op": "update", "id": 12, "scheduledFor": null}]));
}

#[test]
fn the_router_gates_and_never_plans_on_a_failure() {
    let routed = |decision: &str, confidence: f64, ids: &str| {
        reply(&format!(
            r#"{{"decision":"{decision}","category":"task","confidence":{confidence},"entities":{{"date":"","priority":"","ids":{ids},"text":""}},"missing":[],"question":"Which budget mail?"}}"#
        ))
    };
    let input =
        || Input { model: Some(ModelProfile { summary: false, ..ModelProfile::large() }), ..Input::new(WISH, clock()) };
    let next = |answer: Reply| {
        let (_, outcome, calls, _) = drive(input(), &todos(), &[answer]);
        (calls.get(1).map(|c| c.role), outcome)
    };
    assert_eq!(next(routed("plan", 0.9, "[12]")).0, Some(Role::Propose));
    assert_eq!(next(routed("plan", 0.6, "[12,13]")).0, Some(Role::Propose), "many ids override the middle (S0-53)");
    assert_eq!(next(routed("chat", 0.9, "[]")).0, Some(Role::Chat));
    for (decision, confidence) in [("plan", 0.3), ("clarify", 0.9), ("chat", 0.2)] {
        let (role, outcome) = next(routed(decision, confidence, "[12,13]"));
        assert_eq!(role, None, "{decision} {confidence}");
        let Outcome::Clarify { question, options, sections, .. } = outcome else { panic!("{decision} {confidence}") };
        assert_eq!(
            (question.as_str(), options.starts_with(&[TodoId(12), TodoId(13)])),
            ("The model asks: “Which budget mail?”", true)
        );
        assert_eq!(sections[0].options[1].label, "#13 \u{201c}Email Tom about budget\u{201d} Wed 2026-11-25");
    }
    for broken in ["", "nonsense", r#"{"decision":"plan","conf"#, r#"{"decision":"detonate","confidence":1}"#] {
        let (role, outcome) = next(reply(broken));
        assert_eq!(role, None, "{broken}");
        assert!(!matches!(outcome, Outcome::Plan { .. }), "{broken}");
    }
}

/// Where the runtime holds no model to the schema, what is there of it is read (S0-43).
#[test]
fn a_router_s_answer_is_read_as_far_as_it_is_one() {
    let whole = json!({"decision": "plan", "category": "task", "confidence": 0.6, "entities": {"date": "", "priority": "", "ids": [12, 13], "text": ""}, "missing": [], "question": ""});
    let without = |name: &str| {
        let mut value = whole.clone();
        value.as_object_mut().unwrap().remove(name);
        value
    };
    let with = |name: &str, part: Value| {
        let mut value = whole.clone();
        value[name] = part;
        value
    };
    let nulls = json!({"date": null, "priority": null, "ids": [12, 13], "text": null});
    let mut filtered = without("entities");
    filtered["where"] = json!({"ids": [12, 13]});
    for value in [
        whole.clone(),
        without("question"),
        without("missing"),
        without("category"),
        with("question", Value::Null),
        with("entities", json!({"ids": [12, 13]})),
        with("entities", nulls),
        with("where", json!({"ids": [12, 13]})),
        with("reason", json!("because")),
        filtered,
    ] {
        let input = Input {
            model: Some(ModelProfile { summary: false, ..ModelProfile::large() }),
            ..Input::new(WISH, clock())
        };
        let (_, _, calls, _) = drive(input, &todos(), &[reply(&value.to_string())]);
        // Less sure than a plan must be: the todos that it names are what speaks for it.
        assert_eq!(calls.get(1).map(|c| c.role), Some(Role::Propose), "{value}");
    }
}

/// A change that its model says needs another is signed with it (C2).
#[test]
fn what_a_model_s_operation_needs_stays_with_it() {
    let said = json!({"operations": [
        {"op": "create", "title": "Book the room"},
        {"op": "create", "title": "Book the room"},
        {"op": "create", "title": "Invite the team", "needs": [1]},
        {"op": "create", "title": "Order cake", "needs": [3]},
    ]});
    let (_, outcome, _, _) = drive(large(WISH), &todos(), &[reply(&said.to_string())]);
    let Outcome::Plan { operations, .. } = outcome else { panic!("{outcome:?}") };
    let needs: Vec<_> = operations.iter().map(|op| (op.raw["title"].as_str().unwrap(), op.needs.clone())).collect();
    assert_eq!(needs, [("Book the room", vec![]), ("Invite the team", vec![1]), ("Order cake", vec![2])]);
    assert!(operations.iter().all(|op| op.raw.get("needs").is_none()));
}

/// What a router is shown for a message in a world, and its rules.
fn routing(message: &str, world: &Todos) -> (String, String) {
    let input = Input { model: Some(ModelProfile::large()), ..Input::new(message, clock()) };
    let (_, _, calls, _) = drive(input, world, &[]);
    assert_eq!(calls[0].role, Role::Router);
    (calls[0].messages[0].content.clone(), calls[0].messages.last().unwrap().content.clone())
}

#[test]
fn a_router_has_examples_of_each_decision_and_this_week() {
    // 60 todos: one each day from two weeks before today to six weeks after, some of no day, a series, one done.
    let mut list: Vec<Value> = (1..=56)
        .map(|n| {
            let day = jiff::civil::date(2026, 11, 7).checked_add(jiff::ToSpan::days(i64::from(n))).unwrap();
            json!({"id": n, "title": format!("Errand {n}"), "scheduledFor": day})
        })
        .collect();
    list.push(json!({"id": 57, "title": "Wash the car"}));
    list.push(json!({"id": 58, "title": "Piano", "scheduledFor": "2026-01-05", "recurrence": {"type": "weekly", "interval": 1}}));
    list.push(
        json!({"id": 59, "title": "Old thing", "scheduledFor": "2026-11-21", "completed": true, "status": "done"}),
    );
    let full = |v: &Value| {
        let mut todo = json!({"notes": "", "priority": "medium", "completedDates": [], "skippedDates": [], "status": "open", "createdAt": "2026-01-01T00:00:00Z", "updatedAt": "2026-01-01T00:00:00Z"});
        todo.as_object_mut().unwrap().extend(v.as_object().unwrap().clone());
        serde_json::from_value::<Todo>(todo).unwrap()
    };
    let world = Todos::new(list.iter().map(full));
    let (rules, shown) = routing("could you sort out that thing we talked about", &world);
    for decision in ["chat: ", "plan: ", "clarify: "] {
        let line = rules.lines().find(|l| l.starts_with(decision)).unwrap();
        assert!((5..=10).contains(&(line.matches('"').count() / 2)), "{line}");
    }
    assert!(shown.contains("Today: 2026-11-21 (America/New_York), Saturday"), "{shown}");
    // Monday the 16th to Sunday the 22nd are the todos 9 to 15; then the series and the backlog.
    let at = |id: u32| shown.find(&format!("#{id} "));
    for id in (9..=15).chain([57, 58]) {
        assert!(at(id).is_some() && at(id) < at(16).or(Some(usize::MAX)), "{id}: {shown}");
    }
    assert_eq!(at(59), None, "what is done is not shown");
    assert!(shown.contains("59 todos in all, 58 open"), "{shown}");
}

#[test]
fn what_the_router_found_selects_what_is_shown_and_a_question_stays_a_question() {
    let list = (1..=80).map(|n| {
        let (day, done) = if n % 2 == 0 { ("2026-11-23", n > 78) } else { ("2027-03-01", false) };
        json!({"id": n, "title": format!("Errand {n}"), "scheduledFor": day, "notes": "", "priority": "medium", "completed": done, "status": if done { "done" } else { "open" }, "createdAt": "2026-01-01T00:00:00Z", "updatedAt": "2026-01-01T00:00:00Z"})
    });
    let world = Todos::new(list.map(|v| serde_json::from_value::<Todo>(v).unwrap()));
    let route = |decision: &str, date: &str| {
        reply(&format!(
            r#"{{"decision":"{decision}","category":"task","confidence":0.9,"entities":{{"date":"{date}","priority":"","ids":[],"text":""}},"missing":[],"question":""}}"#
        ))
    };
    let next = |message: &str, answer: Reply| {
        let input = Input {
            model: Some(ModelProfile { summary: false, ..ModelProfile::large() }),
            ..Input::new(message, clock())
        };
        let (_, _, calls, _) = drive(input, &world, &[answer]);
        calls.get(1).map(|c| (c.role, c.messages[0].content.clone(), c.messages.last().unwrap().content.clone()))
    };
    let said = "sort out that thing we talked about somehow";
    let shown = |date: &str| next(said, route("plan", date)).unwrap().2.lines().filter(|l| l.starts_with('#')).count();
    // Everything that is open on that Monday and nothing else; without a condition the first 40 (S0-64).
    assert_eq!(shown("2026-11-23"), 39 + shown_besides(&next(said, route("plan", "2026-11-23")).unwrap().2));
    assert!(shown("") <= 40);
    let (role, rules, _) = next(said, route("plan", "2026-11-23")).unwrap();
    assert_eq!(role, Role::Propose);
    for part in [
        "At most 8 operations",
        "more than 5 targets: one bulk operation",
        "needs scheduledFor",
        "complete_occurrence with",
        "no prose",
        "propose nothing",
    ] {
        assert!(rules.contains(part), "{part}");
    }
    // Very sure of a change, of nothing in particular, for what reads as a question: talk (S0-54).
    assert_eq!(next("could you sort out that thing we talked about?", route("plan", "")).unwrap().0, Role::Chat);
}

/// Lines of todos that are on no such Monday: the nearest by their words.
fn shown_besides(shown: &str) -> usize {
    shown.lines().filter(|l| l.starts_with('#') && !l.contains("2026-11-23")).count()
}

#[test]
fn the_summary_is_rendered_and_the_models_words_stand_beside_it() {
    let input =
        || Input { model: Some(ModelProfile { router: false, ..ModelProfile::large() }), ..Input::new(WISH, clock()) };
    let ops = reply(r#"{"operations":[{"op":"complete","id":13}]}"#);
    let (_, outcome, calls, _) = drive(input(), &todos(), &[ops.clone(), reply("The mail to Tom\nwould be **done**.")]);
    assert!(matches!(&outcome, Outcome::Plan { summary, said: Some(said), fallback: false, .. }
            if summary.starts_with("1 change proposed") && said == "The mail to Tom would be done."));
    let shown = calls[1].messages.last().map(|m| m.content.clone()).unwrap_or_default();
    assert!(shown.contains("complete #13 “Email Tom about budget” @2026-11-25 prio:medium"), "{shown}");
    for bad in ["", "{}", "<think>still thinking"] {
        let (turn, outcome, _, _) = drive(input(), &todos(), &[ops.clone(), reply(bad)]);
        assert!(
            matches!(&outcome, Outcome::Plan { fallback: true, said: None, summary, .. } if summary.starts_with("1 change proposed")),
            "{bad}"
        );
        assert!(turn.trace().audit.iter().any(|a| a.detail["conversational_fallback"] == true), "{bad}");
    }
}

#[test]
fn decisions_and_standing_instructions_reach_a_large_model() {
    let mut input = large(WISH);
    input.instructions = vec![Told::new("instructions", "Never plan anything on Sundays.")];
    input.decisions = vec![
        Decided { confirmed: true, undecided: false, label: "Complete “Buy bread”".to_owned(), reason: None },
        Decided {
            confirmed: false,
            undecided: false,
            label: "Delete “Gym”".to_owned(),
            reason: Some("I still go".to_owned()),
        },
        Decided { confirmed: false, undecided: true, label: "Add “Run”".to_owned(), reason: None },
    ];
    let (_, _, calls, _) = drive(input, &todos(), &[]);
    let said = calls[0].messages.last().map(|m| m.content.clone()).unwrap_or_default();
    for part in [
        "Never plan anything on Sundays.",
        "Recent User Decisions:\n✗ Delete “Gym” — “I still go”\n✓ Complete “Buy bread”\n– Add “Run” (no decision)\nLearn from rejections — avoid repeating rejected patterns.\n",
        "Today: 2026-11-21 (America/New_York)",
    ] {
        assert!(said.contains(part), "{part} in {said}");
    }
}

#[test]
fn a_small_model_is_told_the_handoff_in_a_line_and_rejections_of_the_same_words() {
    let told = |input: Input| {
        let (turn, _, calls, _) = drive(input, &todos(), &[reply(r#"{"do":"nothing"}"#)]);
        let names: Vec<String> = turn.trace().calls[0].sections.iter().map(|s| s.name.clone()).collect();
        (calls[0].messages.last().map(|m| m.content.clone()).unwrap_or_default(), names)
    };
    let (plain, names) = told(small(OPEN_SENTENCE));
    assert!(!names.iter().any(|n| n == "carried" || n == "decisions"), "{names:?}");
    let mut input = small(OPEN_SENTENCE);
    input.carried = Facts {
        handoff: true,
        session: Some(SessionId("s1".to_owned())),
        title: "Evening reading".to_owned(),
        open: vec!["Choose the next novel".to_owned()],
        done: vec!["Complete “Buy bread”".to_owned()],
        ..Facts::default()
    }
    .text();
    let decided = |confirmed: bool, label: &str| Decided {
        confirmed,
        undecided: false,
        label: label.to_owned(),
        reason: Some("not yet".to_owned()),
    };
    let same = "Delete “Novel”".to_owned();
    input.decisions = vec![decided(false, &same), decided(false, "Delete “Xylophone”"), decided(true, &same)];
    let (said, names) = told(input);
    assert!(
        said.starts_with(
            "Goes on from \"Evening reading\". Next: Choose the next novel. Left: Choose the next novel. Done: Complete “Buy bread”.\n"
        ),
        "{said}"
    );
    assert!(said.contains(&format!("Recent User Decisions:\n✗ {same} — “not yet”\n")), "{said}");
    assert!(!said.contains("Xylophone") && !said.contains("✓"), "{said}");
    assert!(said.ends_with(plain.split("Todos:").last().unwrap_or_default()), "what else is told stays: {said}");
    assert!(names.contains(&"carried".to_owned()) && names.contains(&"decisions".to_owned()), "{names:?}");
}

#[test]
fn the_memory_of_decisions_keeps_to_its_budget() {
    for length in [1, 40, 2_000] {
        let mut input = large(WISH);
        input.decisions = (0..100)
            .map(|n| Decided {
                confirmed: n % 3 == 0,
                undecided: false,
                label: format!("Change “Task {n}”"),
                reason: (n % 3 != 0).then(|| "x".repeat(length)),
            })
            .collect();
        let (turn, _, calls, _) = drive(input, &todos(), &[]);
        let section = turn.trace().calls[0].sections.iter().find(|s| s.name == "decisions").expect("the section");
        let said = calls[0].messages.last().map(|m| m.content.clone()).unwrap_or_default();
        let lines: Vec<&str> = said.lines().filter(|l| l.starts_with('✗') || l.starts_with('✓')).collect();
        println!("{length}: {} entries, {} tokens", lines.len(), section.tokens);
        assert!(section.tokens <= 500 && lines.len() <= 20 && !lines.is_empty(), "{} {}", section.tokens, lines.len());
        assert!(lines[0].starts_with('✗'), "rejections first");
        let turns = lines.windows(2).filter(|w| w[0].starts_with('✓') && w[1].starts_with('✗')).count();
        assert_eq!(turns, 0, "rejections first");
    }
}

#[test]
fn ten_megabytes_and_loops_end_soon_and_safely() {
    let before = std::time::Instant::now();
    for text in ["[".repeat(200_000), "{\"do\":\"complete\",".repeat(100_000), "a".repeat(10_000_000)] {
        let (turn, outcome, _, _) = drive(small(OPEN_SENTENCE), &todos(), &[reply(&text), reply(&text)]);
        assert!(!matches!(outcome, Outcome::Plan { .. }));
        assert!(serde_json::to_string(&turn).expect("json").len() < 1_000_000);
    }
    assert!(before.elapsed().as_secs() < 60, "{:?}", before.elapsed());
}

/// S0-59, S0-85: what was decided is told also where no router was asked.
#[test]
fn a_proposal_without_a_router_leaves_its_decision() {
    let good = r#"{"operations":[{"op":"update","id":12,"priority":"high"}]}"#;
    let plan = || Input { mode: Mode::Plan, model: Some(ModelProfile::large()), ..Input::new(WISH, clock()) };
    for answers in [vec![reply(good)], vec![reply("no idea"), reply(good)]] {
        let (turn, outcome, _, _) = drive(plan(), &todos(), &answers);
        assert!(matches!(outcome, Outcome::Plan { .. }), "{outcome:?}");
        let decided: Vec<&Value> = turn
            .trace()
            .audit
            .iter()
            .filter(|a| a.action == "router_decision")
            .map(|a| &a.detail["decision"])
            .collect();
        assert_eq!(decided, ["plan"]);
    }
}

/// S0-32, S0-47: what a router asks is answered in words like what the planner asks.
#[test]
fn a_routers_question_is_answered_in_words() {
    let asked = PendingQuestion {
        question: "Which budget mail?".to_owned(),
        options: vec![TodoId(12), TodoId(13)],
        instruction: WISH.to_owned(),
        ..PendingQuestion::default()
    };
    for (said, chosen) in
        [("2", "#13"), ("the second one", "#13"), ("the first", "#12"), ("both", "#12, #13"), ("#13", "#13")]
    {
        let input = Input {
            pending: Some(asked.clone()),
            model: Some(ModelProfile { summary: false, ..ModelProfile::large() }),
            ..Input::new(said, clock())
        };
        let good = reply(r#"{"operations":[{"op":"update","id":13,"priority":"high"}]}"#);
        let (turn, outcome, calls, _) = drive(input, &todos(), &[good]);
        assert_eq!(calls.first().map(|c| c.role), Some(Role::Propose), "{said}: settled, so no router (S0-55)");
        let told = &calls[0].messages.last().unwrap().content;
        let chose = format!("The person chose: {chosen}\n");
        assert!(told.contains(WISH) && told.contains(&chose), "{said}: {told}");
        assert!(turn.answers() && matches!(outcome, Outcome::Plan { .. }), "{said}: {outcome:?}");
    }
}
