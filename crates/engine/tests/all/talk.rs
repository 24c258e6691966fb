//! What was proposed and is not carried out, spoken of in five languages: corrected, named, withdrawn and narrowed in words,
//! and never taken for something new; nor is anything new taken for that.

use crate::world::{SATURDAY, bare, edit, say, sets, sign_all, sound, user};
use countersign_core::change_set::{ItemStatus, Verdict};
use countersign_core::ids::SessionId;
use countersign_core::wire::{NewRun, RunView};
use countersign_engine::Engine;
use serde_json::{Value, json};

const TABLE: &str = include_str!("talk.txt");

async fn open(folder: &std::path::Path) -> Engine {
    let engine = bare(folder).at(SATURDAY).open().await;
    edit(
        &engine,
        json!([
            { "op": "create", "title": "Dentist", "scheduledFor": "2026-11-24" },
            { "op": "create", "title": "Quarterly report", "scheduledFor": "2026-11-21" },
            { "op": "create", "title": "Email Sarah" },
            { "op": "create", "title": "Email Tom" },
            { "op": "create", "title": "Return milk bottles" },
        ]),
    )
    .await;
    engine
}

/// The last run of a conversation.
async fn said(engine: &Engine, messages: &[&str]) -> RunView {
    let mut session: Option<SessionId> = None;
    let mut last = None;
    for message in messages {
        if *message == "[sign]" {
            for set in sets(engine).await {
                engine.decide(set.id, sign_all(&set), Verdict::Confirmed, None, user()).await.unwrap();
            }
            continue;
        }
        let run =
            say(engine, NewRun { session: session.clone(), message: (*message).into(), ..NewRun::default() }).await;
        session = Some(run.session.clone());
        last = Some(run);
    }
    last.unwrap()
}

/// What waits, as the table says it.
async fn waits(engine: &Engine) -> String {
    let sets = sets(engine).await;
    let items = sets.iter().flat_map(|set| &set.items);
    let open = items.filter(|item| matches!(item.status, ItemStatus::Pending | ItemStatus::Confirmed));
    let mut all: Vec<String> = open
        .map(|item| format!("{}{}", if item.status == ItemStatus::Confirmed { "!" } else { "" }, plain(&item.op)))
        .collect();
    all.sort();
    if all.is_empty() { "-".to_owned() } else { all.join("; ") }
}

fn plain(op: &Value) -> String {
    let text = |key: &str| op[key].as_str().unwrap_or_default().to_owned();
    let mut parts = match text("op").as_str() {
        "create" => vec![format!("+{}", text("title"))],
        "update" => vec![format!("#{}", op["id"])],
        other => vec![format!("#{} {other}", op["id"])],
    };
    for (key, lead) in [("scheduledFor", ""), ("timeOfDay", ""), ("dueDate", "due "), ("priority", "")] {
        if let Some(value) = op[key].as_str() {
            parts.push(format!("{lead}{}", value.trim_start_matches("2026-")));
        }
    }
    for key in ["labels", "labels_add"] {
        parts.extend(op[key].as_array().into_iter().flatten().map(|l| format!("#{}", l.as_str().unwrap())));
    }
    parts.join(" ")
}

fn sorted(right: &str) -> String {
    let mut all: Vec<&str> = right.split("; ").collect();
    all.sort_unstable();
    all.join("; ")
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_proposed_is_spoken_of_and_nothing_new_is_taken_for_it() {
    let rows: Vec<(&str, &str)> = TABLE
        .lines()
        .filter(|row| !row.starts_with('#') && !row.is_empty())
        .map(|row| row.rsplit_once(" => ").unwrap())
        .collect();
    assert!(rows.len() >= 130, "{} rows", rows.len());
    let mut wrong = Vec::new();
    for (row, right) in rows {
        let dir = tempfile::tempdir().unwrap();
        let engine = open(dir.path()).await;
        let before = engine.todos(|_| true);
        let run = said(&engine, &row.split(" || ").collect::<Vec<_>>()).await;
        let asks = run.decision.as_deref() == Some("clarify");
        let got = format!("{}{}", if asks { "? " } else { "" }, waits(&engine).await);
        let right = match right.strip_prefix("? ") {
            Some(right) => format!("? {}", sorted(right)),
            None => sorted(right),
        };
        if got != right {
            wrong.push(format!("{row}\n  right {right}\n    got {got}\n        {:?} {:?}", run.decision, run.text));
        }
        assert_eq!(engine.todos(|_| true), before, "{row}");
        sound(&engine).await;
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_taken_back_in_words_is_shown_as_that_and_nobody_turned_it_down() {
    let dir = tempfile::tempdir().unwrap();
    let engine = open(dir.path()).await;
    let first = said(&engine, &["add buy milk on monday and add buy tea"]).await;
    let again = |text: &str| {
        say(&engine, NewRun { session: Some(first.session.clone()), message: text.into(), ..NewRun::default() })
    };
    let replaced = again("put the milk on friday").await;
    let withdrawn = again("cancel the tea").await;
    assert_eq!(
        withdrawn.text.unwrap(),
        "1 proposal is withdrawn. What else was proposed still waits. Nothing changes. \
         Taken back: Add “buy tea”. Say it again to have it back."
    );
    let states = async |run: &RunView| -> Vec<(ItemStatus, Option<String>)> {
        let set = engine.change_set(run.change_set.unwrap()).await.unwrap();
        set.items.into_iter().map(|item| (item.status, item.reason)).collect()
    };
    let gone = |why: &str| (ItemStatus::Retracted, Some(why.to_owned()));
    assert_eq!(states(&first).await, [gone("replaced"), gone("replaced")]);
    assert_eq!(states(&replaced).await, [(ItemStatus::Pending, None), gone("withdrawn")]);
    sound(&engine).await;
}
