//! Calls of tools by agents elsewhere: queued, noted, merged or refused in words.

use super::{decide, open_at};
use crate::world::{SATURDAY, edit, sets};
use countersign_core::change_set::{ItemStatus, SetStatus, Verdict};
use countersign_core::ids::SetId;
use countersign_engine::ToolCall;
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
async fn calls_of_tools_are_queued_noted_merged_or_refused_in_words() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open_at(dir.path(), SATURDAY).await;
    edit(&engine, vec![json!({ "op": "create", "title": "Shop", "checklist": [{ "title": "eggs" }] })]).await;
    let call = |tool: &str, args: Value| ToolCall { tool: tool.into(), args, why: Some("seen".into()) };
    let calls = vec![
        call("update_task_title", json!({ "id": 1, "title": "Shopping" })),
        call("set_task_estimate", json!("{\"id\":1,\"minutes\":30}")),
        call("add_multiple_checklist_items", json!({ "id": 1, "items": ["milk", "bread"] })),
        call("set_task_status", json!({ "id": 1, "status": "DONE" })),
        call("set_task_priority", json!({ "id": 77, "priority": "P1" })),
        call("record_observations", json!({ "text": "likes lists" })),
        call("set_task_title", json!({ "title": "Shopping", "id": 1 })),
        call("create", json!({ "title": "shop" })),
    ];
    let report = engine.take_calls("helper", Some("#1"), calls.clone()).await.unwrap();
    let codes: Vec<&str> = report.answers.iter().map(|a| a.code.as_str()).collect();
    assert_eq!(
        codes,
        ["queued", "queued", "queued", "status_of_the_user", "invalid", "noted", "waits_already", "title_exists"]
    );
    assert_eq!(report.answers[0].message, "Proposal queued for user review.");
    assert!(report.answers[4].message.contains("there is no todo #77"), "{}", report.answers[4].message);
    let set = engine.change_set(report.sets[0]).await.unwrap();
    assert_eq!(
        (report.sets.len(), set.items.len(), set.items[0].why.as_str()),
        (1, 4, "seen"),
        "a batch of two is two items"
    );
    // Again: all of it waits already. Retracted, it may come back.
    let again = engine.take_calls("helper", Some("#1"), calls[..3].to_vec()).await.unwrap();
    assert!(again.sets.is_empty() && again.answers.iter().all(|a| a.code == "waits_already"), "{again:?}");
    let shape = report.answers[0].fingerprints[0].clone();
    let retract =
        |shape: &str| call("retract_suggestions", json!({ "fingerprints": [shape], "reason": "changed my mind" }));
    let report = engine
        .take_calls("helper", Some("#1"), vec![retract(&shape), retract(&shape), retract("feed"), calls[0].clone()])
        .await
        .unwrap();
    let codes: Vec<&str> = report.answers.iter().map(|a| a.code.as_str()).collect();
    assert_eq!(codes, ["retracted", "not_open", "not_found", "queued"]);
    let set = engine.change_set(set.id).await.unwrap();
    assert_eq!((set.items[0].status, set.items[4].status), (ItemStatus::Retracted, ItemStatus::Pending));
    // An agent takes back only its own.
    let other = engine.take_calls("stranger", None, vec![retract(&report.answers[3].fingerprints[0])]).await.unwrap();
    assert_eq!(other.answers[0].code, "not_found");
    // Of a call of which a part is not taken the rest waits, and the agent hears so (S2-8).
    let half = call("add_multiple_checklist_items", json!({ "id": 1, "items": ["salt", "milk"] }));
    let report = engine.take_calls("helper", Some("#1"), vec![half]).await.unwrap();
    let answer = &report.answers[0];
    assert_eq!((answer.ok, answer.code.as_str(), answer.fingerprints.len()), (false, "waits_already", 1));
    let rest = " 1 other change of this call is queued: it need not be proposed again.";
    assert!(answer.message.ends_with(rest), "{}", answer.message);
    let bad = engine.take_calls("two\nlines", None, calls).await.unwrap_err();
    assert_eq!(bad.code(), "invalid_agent");
}

#[tokio::test(flavor = "multi_thread")]
async fn dependent_proposals_stay_together_and_fall_together() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open_at(dir.path(), SATURDAY).await;
    let call = |args: Value, tool: &str| ToolCall { tool: tool.into(), args, why: None };
    let calls = vec![
        call(json!({ "title": "Trip" }), "create"),
        call(json!({ "id": "@1", "priority": "high" }), "update"),
        call(json!({ "id": "@1", "estimate": 20 }), "update_task_estimate"),
    ];
    let report = engine.take_calls("helper", None, calls.clone()).await.unwrap();
    let set = engine.change_set(report.sets[0]).await.unwrap();
    assert_eq!(set.items.iter().map(|i| i.needs.clone()).collect::<Vec<_>>(), [vec![], vec![1], vec![1]]);
    assert_eq!(set.items[1].label, "Change \u{201c}Trip\u{201d}: high priority");
    decide(&engine, &set, &[1], Verdict::Rejected, None).await;
    let set = engine.change_set(set.id).await.unwrap();
    assert_eq!(
        (set.items[1].status, set.status),
        (ItemStatus::Rejected, SetStatus::Resolved),
        "rejected with its parent"
    );
    let again = engine.take_calls("helper", None, calls).await.unwrap();
    assert_eq!(
        again.answers.iter().map(|a| a.code.as_str()).collect::<Vec<_>>(),
        ["rejected_before", "needs_refused", "needs_refused"]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn one_subject_in_five_spellings_is_one_set() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open_at(dir.path(), SATURDAY).await;
    edit(&engine, vec![json!({ "op": "create", "title": "Dentist" })]).await;
    for (about, tool, args) in [
        ("#1", "set_task_priority", json!({ "id": 1, "priority": "P1" })),
        ("1", "update_task_estimate", json!({ "id": 1, "minutes": 30 })),
        ("Dentist", "assign_task_labels", json!({ "id": 1, "labels": ["a"] })),
        (" dentist ", "assign_task_labels", json!({ "id": 1, "labels": ["b"] })),
        ("todo 1", "assign_task_labels", json!({ "id": 1, "labels": ["c"] })),
    ] {
        let calls = vec![ToolCall { tool: tool.into(), args, why: None }];
        let report = engine.take_calls("helper", Some(about), calls).await.unwrap();
        assert_eq!(report.sets, [SetId(2)], "{about}: {report:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn ticks_are_named_by_their_lines_and_one_is_taken_away_with_evidence_only() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open_at(dir.path(), SATURDAY).await;
    let lines = json!([{ "title": "one", "checked": true }, { "title": "two" }]);
    edit(&engine, vec![json!({ "op": "create", "title": "Lab", "checklist": lines })]).await;
    let id = engine.todos(|_| true)[0].checklist[0].id.clone();
    let call = |why: Option<&str>| ToolCall {
        tool: "update_checklist_items".into(),
        args: json!({ "id": 1, "items": [{ "id": id, "isChecked": false }] }),
        why: why.map(str::to_owned),
    };
    let report = engine.take_calls("helper", None, vec![call(None), call(Some("The mail says it is missing"))]).await;
    let answers = report.unwrap().answers;
    assert_eq!((answers[0].code.as_str(), answers[1].code.as_str()), ("missing_evidence", "queued"), "{answers:?}");
    let set = sets(&engine).await.remove(0);
    let labels: Vec<&str> = set.items.iter().map(|i| i.label.as_str()).collect();
    assert_eq!(labels, ["Change \u{201c}Lab\u{201d}: untick \u{201c}one\u{201d}"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_is_told_its_own_notes_what_waits_and_what_was_said_to_it() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open_at(dir.path(), SATURDAY).await;
    let call = |tool: &str, args: Value| ToolCall { tool: tool.into(), args, why: None };
    let seen = |text: &str| call("record_observations", json!({ "observations": [text] }));
    let calls = vec![
        seen("The beds are dry."),
        call("create", json!({ "title": "Water the plants" })),
        call("create", json!({ "title": "Cut the hedge" })),
        call("update_report", json!({ "report": "Two things to do." })),
    ];
    engine.take_calls("gardener", None, calls).await.unwrap();
    engine.take_calls("cook", None, vec![seen("No salt.")]).await.unwrap();
    let set = sets(&engine).await.remove(0);
    decide(&engine, &set, &[1], Verdict::Rejected, Some("it rained")).await;
    let memory = engine.agent_memory("gardener").await.unwrap();
    let notes: Vec<(&str, String)> = memory.notes.iter().map(|n| (n.tool.as_str(), n.note.to_string())).collect();
    assert_eq!(notes[0], ("update_report", json!({ "report": "Two things to do." }).to_string()));
    assert_eq!(notes[1], ("record_observations", json!({ "observations": ["The beds are dry."] }).to_string()));
    assert_eq!(notes.len(), 2, "another's notes are another's");
    assert_eq!((memory.decisions.len(), memory.decisions[0].reason.as_deref()), (1, Some("it rained")));
    assert_eq!(memory.waiting.len(), 1);
    assert_eq!(
        memory.prompt,
        "Recent User Decisions:\n✗ Add “Water the plants” — “it rained”\n\
         Learn from rejections — avoid repeating rejected patterns.\n\
         Waiting for the person's signature already; do not propose it again:\n- Add “Cut the hedge”\n"
    );
    // Others see what waits, too; who proposed it can take it back by what it is told.
    assert_eq!(engine.agent_memory("cook").await.unwrap().waiting, memory.waiting);
    let back = call("retract_suggestions", json!({ "fingerprints": [memory.waiting[0].fingerprint] }));
    assert!(engine.take_calls("gardener", None, vec![back]).await.unwrap().answers[0].ok);
    assert_eq!(engine.agent_memory("gardener").await.unwrap().waiting, []);
    assert_eq!(engine.agent_memory(" ").await.unwrap_err().code(), "invalid_agent");
}
