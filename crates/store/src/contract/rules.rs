//! What a store promises of standing rules and of runs of commands.

use super::samples::{actor, at};
use crate::{CommandRunRow, Store};
use countersign_core::file::WorkspaceId;
use countersign_core::ids::{RuleId, SetId};
use countersign_core::rule::{Ended, Ending, Examples, Grant, MadeFrom, Rule};

fn rule(id: i64) -> Rule {
    Rule {
        id: RuleId(id),
        workspace: WorkspaceId("site".to_owned()),
        grant: Grant::Command { prefix: vec!["npm".to_owned(), "it's \u{0}".to_owned()], cwd: String::new() },
        examples: Examples { matches: vec!["npm ci".to_owned()], not_matches: vec!["npm i".to_owned()] },
        cap: Some(u32::MAX),
        expires_at: at(900),
        made_at: at(1),
        made_by: actor(),
        from: Some(MadeFrom { set: SetId(4), item: 2 }),
        uses: 3,
        last_used_at: Some(at(7)),
        ended: Some(Ended { how: Ending::Suspended, at: at(8), why: "undone".to_owned() }),
    }
}

pub(super) async fn are_kept_whole<S: Store, F: Future<Output = S>>(open: &impl Fn(&'static str) -> F) {
    let store = open("rules").await;
    assert_eq!(store.rules().await.unwrap(), []);
    let mut tx = store.begin().await.unwrap();
    assert_eq!((tx.reserve_rule_id().await.unwrap(), tx.reserve_rule_id().await.unwrap()), (RuleId(1), RuleId(2)));
    tx.put_rule(&rule(2)).await.unwrap();
    tx.put_rule(&Rule { ended: None, ..rule(1) }).await.unwrap();
    tx.put_rule(&rule(1)).await.unwrap();
    tx.commit().await.unwrap();
    drop(store);
    let store = open("rules").await;
    assert_eq!(store.rules().await.unwrap(), [rule(1), rule(2)], "by number, the newest state of each");
    let mut tx = store.begin().await.unwrap();
    tx.clear_projections().await.unwrap();
    assert_eq!(tx.reserve_rule_id().await.unwrap(), RuleId(3), "no number is given twice");
    tx.commit().await.unwrap();
    assert_eq!(store.rules().await.unwrap(), []);
}

fn run(set: i64, status: &str, updated: i64) -> CommandRunRow {
    CommandRunRow {
        set: SetId(set),
        status: status.to_owned(),
        body: format!("{{\"status\":\"{status}\"}}"),
        updated_at: at(updated),
    }
}

pub(super) async fn command_runs_are_kept(store: &impl Store) {
    assert_eq!(store.command_run(SetId(4)).await.unwrap(), None);
    let mut tx = store.begin().await.unwrap();
    for row in [run(4, "running", 1), run(5, "done", 2), run(4, "paused", 3)] {
        tx.put_command_run(&row).await.unwrap();
    }
    tx.commit().await.unwrap();
    assert_eq!(store.command_run(SetId(4)).await.unwrap(), Some(run(4, "paused", 3)));
    let all = [run(4, "paused", 3), run(5, "done", 2)];
    assert_eq!(store.command_runs(9).await.unwrap(), all, "last changed first");
    assert_eq!(store.command_runs(1).await.unwrap(), all[..1]);
}
