//! What a conversation proposed and nobody signed, taken back or put otherwise by what is said next; and a question that
//! another request came behind.

use crate::world::{bare, edit, request, say, sets, sign_all, sound, user};
use countersign_core::change_set::ItemStatus;
use countersign_core::ids::SessionId;
use countersign_core::wire::{Mode, NewRun, RunView};
use countersign_engine::Engine;
use serde_json::{Value, json};

async fn open(folder: &std::path::Path) -> Engine {
    let engine = bare(folder).open().await;
    edit(
        &engine,
        json!([
            { "op": "create", "title": "Dentist", "scheduledFor": "2026-11-24" },
            { "op": "create", "title": "Quarterly report", "scheduledFor": "2026-11-21" },
            { "op": "create", "title": "Email Sarah" },
            { "op": "create", "title": "Email Tom" },
        ]),
    )
    .await;
    engine
}

async fn go_on(engine: &Engine, session: Option<&SessionId>, text: &str, mode: Mode) -> RunView {
    say(engine, NewRun { session: session.cloned(), message: text.into(), mode, ..NewRun::default() }).await
}

/// What is open after these messages of one conversation, and what was said last. `[sign]` signs what is open.
async fn after(engine: &Engine, messages: &[&str]) -> (Vec<Value>, String) {
    let (mut session, mut text) = (None, String::new());
    for message in messages {
        if *message == "[sign]" {
            for set in sets(engine).await {
                engine.apply(set.id, request(&set, sign_all(&set)), user(), None).await.unwrap();
            }
            continue;
        }
        let run = go_on(engine, session.as_ref(), message, Mode::Auto).await;
        session = Some(run.session.clone());
        text = run.text.unwrap_or_default();
    }
    let open = sets(engine).await;
    let open = open.iter().flat_map(|set| &set.items).filter(|item| item.status == ItemStatus::Pending);
    let plain = |op: &Value| {
        let mut op = op.clone();
        op.as_object_mut().unwrap().retain(|_, value| !value.is_null());
        op
    };
    (open.map(|item| plain(&item.op)).collect(), text)
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_wanted_any_more_is_withdrawn_and_nothing_older_is_undone() {
    for said in [
        "undo that",
        "undo",
        "cancel that",
        "never mind",
        "forget it",
        "actually, never mind",
        "doch nicht",
        "vergiss es",
        "laisse tomber",
        "olvídalo",
        "mejor no",
        "las-o baltă",
    ] {
        let dir = tempfile::tempdir().unwrap();
        let engine = open(dir.path()).await;
        let before = ["move the dentist to friday", "[sign]", "move the report to monday", said];
        let (open, text) = after(&engine, &before).await;
        assert_eq!(open, Vec::<Value>::new(), "{said}: {text}");
        let taken = "Taken back: Change “Quarterly report”: date Mon 2026-11-23. Say it again to have it back.";
        assert_eq!(text, format!("The proposal is withdrawn. Nothing changes. {taken}"), "{said}");
        let friday = engine.todos(|t| t.scheduled_for.is_some_and(|d| d.to_string() == "2026-11-27"));
        assert_eq!(friday.len(), 1, "{said}: what was signed stays");
        sound(&engine).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_put_otherwise_takes_the_place_of_what_waits() {
    for (messages, date) in [
        (vec!["move the dentist to friday", "no, saturday"], "2026-11-28"),
        (vec!["move the dentist to friday", "make it the 1st"], "2026-12-01"),
        (vec!["move the dentist to friday", "no, saturday", "thanks", "make it monday"], "2026-11-23"),
        (vec!["move the dentist to friday", "doch Samstag"], "2026-11-28"),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let engine = open(dir.path()).await;
        let (open, text) = after(&engine, &messages).await;
        assert_eq!(open, [json!({ "op": "update", "id": 1, "scheduledFor": date })], "{messages:?}");
        assert!(text.contains("It takes the place of change set #"), "{messages:?}: {text}");
        sound(&engine).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_decided_on_or_is_another_wish_stays() {
    for (messages, open) in [
        // Another todo as well.
        (vec!["move the dentist to friday", "and the report too"], 2),
        (vec!["move the dentist to friday", "add milk"], 2),
        // Signed: it is changed once more.
        (vec!["move the dentist to friday", "[sign]", "make it saturday"], 1),
        // What was asked in between is no proposal.
        (vec!["move the dentist to friday", "delete email", "never mind"], 1),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let engine = self::open(dir.path()).await;
        let (found, text) = after(&engine, &messages).await;
        assert_eq!(found.len(), open, "{messages:?}: {found:?}");
        assert!(!text.contains("withdrawn"), "{messages:?}: {text}");
        sound(&engine).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn in_chat_nothing_that_waits_is_touched() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open(dir.path()).await;
    let run = go_on(&engine, None, "move the dentist to friday", Mode::Auto).await;
    for said in ["never mind", "cancel that", "no, saturday"] {
        go_on(&engine, Some(&run.session), said, Mode::Chat).await;
    }
    assert_eq!(sets(&engine).await[0].items[0].status, ItemStatus::Pending);
    sound(&engine).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn yes_answers_no_question_that_another_request_came_behind() {
    for between in [vec![], vec!["add milk"], vec!["what is due today?", "move the report to monday"]] {
        let dir = tempfile::tempdir().unwrap();
        let engine = open(dir.path()).await;
        let mut messages = vec!["mark #2 as done on friday"];
        messages.extend(&between);
        messages.push("yes");
        let (open, text) = after(&engine, &messages).await;
        let done = open.iter().any(|op| op["op"] == "complete");
        assert_eq!(done, between.is_empty(), "{messages:?}: {open:?} {text}");
        sound(&engine).await;
    }
}
