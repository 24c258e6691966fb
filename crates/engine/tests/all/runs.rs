//! Runs over a real SQLite file: events, replay, questions and answers, modes, restart.

use crate::world::{apply, bare, edit, events, say, user};
use countersign_core::change_set::ItemStatus;
use countersign_core::ids::{RunId, SessionId};
use countersign_core::wire::{ClarifyAnswer, ClarifySelection, Mode, NewRun, RunEvent, RunStatus, RunView};
use countersign_engine::{Conflicts, Engine, SetQuery};
use countersign_store_sqlite::SqliteStore;
use serde_json::json;
use std::path::Path;

async fn open(path: &Path) -> Engine {
    bare(path).in_new_york().open().await
}

fn message(session: Option<&SessionId>, text: &str) -> NewRun {
    NewRun { session: session.cloned(), message: text.into(), ..NewRun::default() }
}

async fn apply_all(engine: &Engine, run: &RunView) {
    let set = engine.change_set(run.change_set.unwrap()).await.unwrap();
    apply(engine, &set).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_becomes_a_change_set_and_its_events_replay_from_any_number() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open(dir.path()).await;
    let run = engine.start_run(message(None, "add buy milk tomorrow at 9am")).await.unwrap();
    let all = events(&engine, &run.id, 0).await;
    let names: Vec<&str> = all.iter().map(|(_, e)| e.name()).collect();
    assert_eq!(
        names,
        ["stage", "stage", "understood", "stage", "stage", "ops", "change_set", "stage", "summary", "result", "done"]
    );
    assert!(all.windows(2).all(|w| w[0].0 < w[1].0));
    let done = engine.run(&run.id).await.unwrap();
    let set = engine.change_set(done.change_set.unwrap()).await.unwrap();
    assert_eq!(
        (done.status, done.decision.as_deref(), set.items.len(), engine.count()),
        (RunStatus::Done, Some("plan"), 1, 0)
    );
    assert_eq!(
        set.items[0].op,
        json!({"op":"create","title":"buy milk","scheduledFor":"2026-11-22","timeOfDay":"09:00"})
    );
    let rest = events(&engine, &run.id, all[4].0).await;
    assert_eq!(rest, all[5..]);
    drop(engine);
    let engine = open(dir.path()).await;
    assert_eq!(events(&engine, &run.id, 0).await, all);
}

/// Several clients answer one question at the same moment, each otherwise: one of them takes it.
#[tokio::test(flavor = "multi_thread")]
async fn of_several_answers_to_one_question_one_counts() {
    for named in [true, false] {
        let dir = tempfile::tempdir().unwrap();
        let engine = open(dir.path()).await;
        let todos: Vec<_> =
            ["Call Anna", "Call Bert", "Call Carl"].iter().map(|t| json!({ "op": "create", "title": t })).collect();
        edit(&engine, json!(todos)).await;
        let asked = say(&engine, message(None, "delete call")).await;
        let clarify = asked.clarify.clone().unwrap();
        assert_eq!(clarify.options.len(), 3, "{clarify:?}");
        let answer = |values: Vec<serde_json::Value>, ids: Vec<countersign_core::ids::TodoId>| NewRun {
            clarify: Some(ClarifyAnswer {
                question_id: named.then(|| clarify.question_id.clone()),
                selection: Some(ClarifySelection { ids, date: None, priority: None, values }),
            }),
            ..message(Some(&asked.session), "")
        };
        // What is none of its choices takes nothing.
        let stray = answer(vec![json!("nothing of it")], Vec::new());
        assert_eq!(engine.start_run(stray).await.unwrap_err().code(), "invalid_clarify");
        let mut answers = Vec::new();
        for option in &clarify.options {
            let (engine, answer) = (engine.clone(), answer(Vec::new(), vec![option.id]));
            answers.push(tokio::spawn(async move { engine.start_run(answer).await }));
        }
        let mut taken = Vec::new();
        for one in answers {
            match one.await.unwrap() {
                Ok(run) => taken.push(run.id),
                Err(refused) => assert_eq!((refused.code(), refused.status()), ("stale_question", 409)),
            }
        }
        assert_eq!(taken.len(), 1, "{taken:?}");
        events(&engine, &taken[0], 0).await;
        let done = engine.run(&taken[0]).await.unwrap();
        assert!(done.status == RunStatus::Done && done.change_set.is_some(), "{done:?}");
        let waits = SetQuery { open_only: true, before: None, limit: 20 };
        assert_eq!(engine.change_sets(waits).await.unwrap().len(), 1);
        // The next question of the same conversation is one of its own.
        let next = say(&engine, message(Some(&asked.session), "complete call")).await;
        let clarify = next.clarify.clone().unwrap();
        let answer = NewRun {
            clarify: Some(ClarifyAnswer {
                question_id: Some(clarify.question_id),
                selection: Some(ClarifySelection {
                    ids: vec![clarify.options[0].id],
                    date: None,
                    priority: None,
                    values: vec![],
                }),
            }),
            ..message(Some(&asked.session), "")
        };
        assert!(say(&engine, answer).await.change_set.is_some());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_is_answered_in_its_own_session_only() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open(dir.path()).await;
    edit(&engine, json!([{"op":"create","title":"Call the bank"},{"op":"create","title":"Call the plumber"}])).await;
    let asked = say(&engine, message(None, "complete the call")).await;
    let clarify = asked.clarify.clone().unwrap();
    assert_eq!((asked.decision.as_deref(), clarify.options.len()), (Some("clarify"), 2));
    let elsewhere = say(&engine, message(None, "the second one")).await;
    assert_eq!(elsewhere.change_set, None);
    let selection = ClarifySelection { ids: vec![clarify.options[1].id], date: None, priority: None, values: vec![] };
    let stale = NewRun {
        clarify: Some(ClarifyAnswer { question_id: Some("other".into()), selection: Some(selection.clone()) }),
        ..message(Some(&asked.session), "")
    };
    assert_eq!(engine.start_run(stale).await.unwrap_err().code(), "stale_question");
    let answer = NewRun {
        clarify: Some(ClarifyAnswer { question_id: Some(clarify.question_id), selection: Some(selection) }),
        ..message(Some(&asked.session), "")
    };
    let done = say(&engine, answer).await;
    apply_all(&engine, &done).await;
    let completed: Vec<i64> = engine.todos(|t| t.completed()).iter().map(|t| t.id.0).collect();
    assert_eq!(completed, vec![clarify.options[1].id.0]);
    assert_eq!(engine.session(&asked.session).await.unwrap().clarify, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn words_answer_a_question_too() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open(dir.path()).await;
    edit(&engine, json!([{"op":"create","title":"Call the bank"},{"op":"create","title":"Call the plumber"}])).await;
    let asked = say(&engine, message(None, "complete the call")).await;
    let done = say(&engine, message(Some(&asked.session), "both of them")).await;
    apply_all(&engine, &done).await;
    assert_eq!(engine.todos(|t| t.completed()).len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn chat_mode_never_proposes() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open(dir.path()).await;
    let run = say(&engine, NewRun { mode: Mode::Chat, ..message(None, "add buy milk tomorrow") }).await;
    assert_eq!((run.change_set, run.decision.as_deref(), engine.open_sets().await.unwrap()), (None, Some("chat"), 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn undo_in_words_takes_back_the_last_change_and_then_the_one_before() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open(dir.path()).await;
    edit(&engine, json!([{"op":"create","title":"A"}])).await;
    edit(&engine, json!([{"op":"create","title":"B"}])).await;
    let session = {
        let run = say(&engine, message(None, "undo")).await;
        // What is taken back is told by its name, not by its number in the history.
        assert_eq!(
            run.text.as_deref(),
            Some("1 change proposed: delete “B”. Nothing happens until you sign."),
            "{run:?}"
        );
        apply_all(&engine, &run).await;
        assert_eq!(engine.todos(|_| true).iter().map(|t| t.title.clone()).collect::<Vec<_>>(), vec!["A"]);
        run.session
    };
    let run = say(&engine, message(Some(&session), "undo that")).await;
    apply_all(&engine, &run).await;
    assert_eq!(engine.count(), 0);
}

fn titles(engine: &Engine) -> Vec<String> {
    engine.todos(|_| true).iter().map(|t| t.title.clone()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn undo_said_again_while_the_first_waits_points_to_it() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open(dir.path()).await;
    edit(&engine, json!([{"op":"create","title":"A"}])).await;
    edit(&engine, json!([{"op":"create","title":"B"}])).await;
    let first = say(&engine, message(None, "undo")).await;
    let id = first.change_set.unwrap();
    for words in ["undo", "rückgängig"] {
        let again = say(&engine, message(Some(&first.session), words)).await;
        assert_eq!((again.change_set, engine.open_sets().await.unwrap()), (Some(id), 1), "{words}");
        let text = format!("Change set #{id} does just that, and waits. Nothing happens until you sign.");
        assert_eq!(again.text, Some(text));
    }
    // The terminal's undo means the same.
    let by_entry = engine.undo(engine.last().undo.unwrap(), None, Conflicts::Stop, user()).await.unwrap();
    assert_eq!(by_entry.id, id);
    apply_all(&engine, &first).await;
    assert_eq!(titles(&engine), ["A"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_that_is_ticked_is_marked_and_one_that_goes_is_not() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open(dir.path()).await;
    edit(&engine, json!([{"op":"create","title":"Pack bags","checklist":[{"title":"socks"},{"title":"shirt"}]}])).await;
    for (words, marked) in [
        ("tick socks on pack bags", true),
        ("mark shirt done on pack bags", true),
        ("add hat to pack bags", true),
        ("remove shirt from pack bags", false),
        ("add scarf to pack bags and remove shirt from pack bags", false),
    ] {
        let set = say(&engine, message(None, words)).await.change_set.unwrap();
        let set = engine.change_set(set).await.unwrap();
        assert!(set.items.iter().all(|item| item.preselected == marked), "{words}: {:?}", set.items);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_waits_already_is_told_when_it_is_asked_for_again() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open(dir.path()).await;
    let words = "add milk tomorrow and add bread";
    let first = say(&engine, message(None, words)).await.change_set.unwrap();
    let shown = engine.change_set(first).await.unwrap();
    assert!(shown.items.len() == 2 && shown.items.iter().all(|item| item.preselected && item.warnings.is_empty()));
    // Said again, whatever stands around it, also once the server was started anew.
    drop(engine);
    let engine = open(dir.path()).await;
    for words in [words, "please add milk tomorrow and add bread"] {
        let again = say(&engine, message(None, words)).await.change_set.unwrap();
        let again = engine.change_set(again).await.unwrap();
        assert!(again.id != first && again.items.iter().all(|item| !item.preselected), "{words}");
        let told: Vec<_> = again.items.iter().flat_map(|item| &item.warnings).map(|w| w.message.as_str()).collect();
        assert_eq!(told, [format!("Change set #{first} does just the same, and waits already.")], "{words}");
    }
    // Less than that is something else.
    let less = say(&engine, message(None, "add bread")).await.change_set.unwrap();
    assert_eq!(engine.change_set(less).await.unwrap().items[0].warnings, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn undo_goes_back_and_redo_forth_also_over_a_restart() {
    let dir = tempfile::tempdir().unwrap();
    let mut engine = open(dir.path()).await;
    for title in ["A", "B", "C"] {
        edit(&engine, json!([{"op":"create","title":title}])).await;
    }
    for (words, want) in [
        ("undo", "A B"),
        ("undo", "A"),
        ("redo", "A B"),
        // What was brought back is the last change again.
        ("undo", "A"),
        ("redo", "A B"),
        ("redo", "A B C"),
        ("undo the last 2 changes", "A"),
        ("redo", "A B C"),
        ("undo the last 3 changes", ""),
        ("redo", "A B C"),
    ] {
        let run = say(&engine, message(None, words)).await;
        assert!(run.change_set.is_some(), "{words}, {want}: {run:?}");
        apply_all(&engine, &run).await;
        assert_eq!(titles(&engine).join(" "), want, "{words}");
        let last = engine.last();
        drop(engine);
        engine = open(dir.path()).await;
        assert_eq!(format!("{:?}", engine.last()), format!("{last:?}"), "{words}");
    }
    let none = say(&engine, message(None, "redo")).await;
    assert_eq!((none.change_set, none.text.as_deref()), (None, Some("There is nothing to redo.")));
}

/// Of a change of which a part was taken back and brought back, all of it is meant, the rest as well.
#[tokio::test(flavor = "multi_thread")]
async fn what_was_undone_in_part_and_redone_is_all_taken_back() {
    for words in ["undo the last 2 changes", "undo everything since 8am"] {
        let dir = tempfile::tempdir().unwrap();
        let mut engine = open(dir.path()).await;
        let both = json!([{"op":"create","title":"A"}, {"op":"create","title":"B"}]);
        let made = edit(&engine, both).await.entry.unwrap();
        let part = engine.undo(made, Some(vec![2]), Conflicts::Stop, user()).await.unwrap();
        apply(&engine, &part).await.unwrap();
        assert_eq!(titles(&engine), ["A"]);
        let redo = say(&engine, message(None, "redo")).await;
        apply_all(&engine, &redo).await;
        assert_eq!(titles(&engine), ["A", "B"]);
        drop(engine);
        engine = open(dir.path()).await;
        let run = say(&engine, message(None, words)).await;
        apply_all(&engine, &run).await;
        assert_eq!(titles(&engine), [] as [&str; 0], "{words}: {run:?}");
    }
}

/// What one set did to several todos is taken back of the one that is named, where it was an item of its own.
#[tokio::test(flavor = "multi_thread")]
async fn one_of_several_that_were_changed_together_is_taken_back_by_itself() {
    let dir = tempfile::tempdir().unwrap();
    let mut engine = open(dir.path()).await;
    for title in ["Tripod", "Lens cap", "Gutters"] {
        edit(&engine, json!([{"op":"create","title":title}])).await;
    }
    for (words, want) in [
        ("delete the tripod and the lens cap", "Gutters"),
        ("bring back the lens cap", "Gutters, Lens cap"),
        ("undo the tripod", "Gutters, Lens cap, Tripod"),
        ("delete the gutters and the tripod", "Lens cap"),
        ("restore the gutters", "Gutters, Lens cap"),
    ] {
        let run = say(&engine, message(None, words)).await;
        assert!(run.change_set.is_some(), "{words}: {run:?}");
        apply_all(&engine, &run).await;
        let mut there = titles(&engine);
        there.sort();
        assert_eq!(there.join(", "), want, "{words}");
        drop(engine);
        engine = open(dir.path()).await;
    }
    let run = say(&engine, message(None, "move the gutters and the lens cap to friday")).await;
    apply_all(&engine, &run).await;
    let run = say(&engine, message(None, "put the gutters back where they were")).await;
    let set = engine.change_set(run.change_set.unwrap()).await.unwrap();
    assert_eq!(set.items.iter().map(|item| item.label.as_str()).collect::<Vec<_>>(), ["Restore “Gutters”: date"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_later_one_changed_again_is_taken_back_with_it() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open(dir.path()).await;
    edit(&engine, json!([{"op":"create","title":"A"}])).await;
    edit(&engine, json!([{"op":"create","title":"B"}])).await;
    edit(&engine, json!([{"op":"update","id":2,"title":"B, and more"}])).await;
    edit(&engine, json!([{"op":"complete","id":2}])).await;
    let run = say(&engine, message(None, "undo the last 3 changes")).await;
    apply_all(&engine, &run).await;
    assert_eq!(titles(&engine), ["A"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn destructive_items_are_never_premarked() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open(dir.path()).await;
    edit(&engine, json!([{"op":"create","title":"Dentist"}])).await;
    let run = say(&engine, message(None, "delete dentist and add buy milk tomorrow")).await;
    let set = engine.change_set(run.change_set.unwrap()).await.unwrap();
    let marks: Vec<(&str, bool, ItemStatus)> =
        set.items.iter().map(|i| (i.verb.as_str(), i.preselected, i.status)).collect();
    assert_eq!(marks, vec![("delete", false, ItemStatus::Pending), ("add", true, ItemStatus::Pending)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_messages_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open(dir.path()).await;
    for bad in ["", "   ", "a\0b"] {
        assert_eq!(engine.start_run(message(None, bad)).await.unwrap_err().code(), "invalid_message");
    }
    assert_eq!(engine.start_run(message(Some(&SessionId("nope".into())), "hi")).await.unwrap_err().status(), 404);
    assert_eq!(engine.run(&RunId("nope".into())).await.unwrap_err().status(), 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_that_a_crash_cut_off_is_interrupted_at_the_next_start() {
    use countersign_store::{RunRow, SessionRow, Store};
    let dir = tempfile::tempdir().unwrap();
    drop(open(dir.path()).await);
    let store = SqliteStore::open(dir.path().join("countersign.db")).await.unwrap();
    let now = "2026-11-21T15:00:00Z".parse().unwrap();
    let (session, run) = (SessionId("s".into()), RunId("r".into()));
    let mut tx = store.begin().await.unwrap();
    tx.put_session(&SessionRow {
        id: session.clone(),
        title: "t".into(),
        pending: None,
        created_at: now,
        updated_at: now,
    })
    .await
    .unwrap();
    let row = RunRow {
        id: run.clone(),
        session,
        status: RunStatus::Running,
        mode: Mode::Auto,
        message: "m".into(),
        decision: None,
        text: None,
        change_set: None,
        created_at: now,
        finished_at: None,
    };
    tx.put_run(&row).await.unwrap();
    tx.commit().await.unwrap();
    drop(store);
    let engine = open(dir.path()).await;
    assert_eq!(engine.run(&run).await.unwrap().status, RunStatus::Interrupted);
    let names: Vec<&str> = events(&engine, &run, 0).await.iter().map(|(_, e)| e.name()).collect();
    assert_eq!(names, ["error", "done"]);
}

/// S0-44: the router's `where`, on the wire with what the sentence was understood as, and in the run's record.
#[tokio::test(flavor = "multi_thread")]
async fn a_run_tells_which_todos_it_is_about() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open(dir.path()).await;
    edit(
        &engine,
        json!([
            { "op": "create", "title": "Pay rent", "priority": "high", "scheduledFor": "2026-11-23" },
            { "op": "create", "title": "Call the bank", "priority": "high", "scheduledFor": "2026-11-24" },
            { "op": "create", "title": "Call the plumber", "priority": "low", "scheduledFor": "2026-11-24" },
            { "op": "create", "title": "Buy milk", "labels": ["shop"] },
        ]),
    )
    .await;
    let week = json!({ "from": "2026-11-23", "to": "2026-11-29" });
    for (text, about) in [
        ("complete rent", json!({ "ids": [1] })),
        ("move all high priority tasks to friday", json!({ "ids": [1, 2], "priority": ["high"] })),
        ("move all tasks from next week to december 7", json!({ "ids": [1, 2, 3], "scheduled_range": week })),
        ("delete all tasks labelled shop", json!({ "ids": [4], "labels": ["shop"] })),
        ("what is overdue?", json!({ "overdue": true })),
        ("show me completed tasks", json!({ "completed": true })),
        // A question is about what it offers.
        ("complete the call", json!({ "ids": [2, 3] })),
        // What is made is about nothing that is there.
        ("add buy cake tomorrow", json!(null)),
    ] {
        let run = say(&engine, message(None, text)).await;
        assert_eq!(json!(run.about), about, "{text}");
        let told = events(&engine, &run.id, 0).await.into_iter().find_map(|(_, event)| match event {
            RunEvent::Understood { about, .. } => about,
            _ => None,
        });
        assert_eq!(told, run.about, "{text}");
        let ids = run.clarify.map(|asked| asked.options.iter().map(|option| option.id).collect());
        assert_eq!(ids.unwrap_or(told.clone().unwrap_or_default().ids), told.unwrap_or_default().ids, "{text}");
    }
}
