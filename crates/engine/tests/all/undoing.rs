//! Taking back what somebody changed since: it stops, keeps what came later, or takes that back as well.

use countersign_core::change_set::Actor;
use countersign_core::ids::Seq;
use countersign_core::wire::{Outcome, SetView, SignItem, UndoConflict};
use countersign_engine::{ApplyRequest, Conflicts, Engine, EngineError, FixedClock, Setup};
use countersign_store_sqlite::SqliteStore;
use jiff::tz::TimeZone;
use serde_json::{Value, json};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::sync::Arc;

const TEXT: &str = "one\ntwo\n3\n4\n5\n6\n7\n8\nnine\n";

fn user() -> Actor {
    Actor::User { via: "test".into() }
}

struct World {
    engine: Engine,
    root: PathBuf,
    _folder: tempfile::TempDir,
}

async fn world() -> World {
    let folder = tempfile::tempdir().unwrap();
    let (root, data) = (folder.path().join("project"), folder.path().join("data"));
    fs::create_dir(&root).unwrap();
    fs::create_dir(&data).unwrap();
    fs::write(root.join("a.txt"), TEXT).unwrap();
    let clock = FixedClock("2026-11-21T15:00:00Z".parse().unwrap(), TimeZone::UTC);
    let store = SqliteStore::open(data.join("countersign.db")).await.unwrap();
    let setup = Setup { data: Some(data), ..Setup::default() };
    let engine = Engine::open_with(Arc::new(store), Arc::new(clock), setup).await.unwrap();
    engine.open_workspace(&root, user()).await.unwrap();
    World { engine, root, _folder: folder }
}

impl World {
    fn read(&self, path: &str) -> Option<String> {
        fs::read_to_string(self.root.join(path)).ok()
    }

    fn put(&self, path: &str, text: &str) {
        fs::write(self.root.join(path), text).unwrap();
    }

    /// Signs and applies all of a set.
    async fn apply(&self, set: &SetView) -> Seq {
        let sign = set.items.iter().map(|i| SignItem { item: i.n, digest: i.digest.clone(), was: None }).collect();
        let request = ApplyRequest { digest: set.digest.clone(), sign, ..ApplyRequest::default() };
        let done = self.engine.apply(set.id, request, user(), None).await.unwrap();
        assert_eq!(done.outcome, Outcome::Applied);
        done.entry.unwrap()
    }

    async fn does(&self, operations: Value) -> Seq {
        let set = self.engine.propose(None, &operations, user()).await.unwrap();
        self.apply(&set).await
    }

    /// Puts one text in the place of another in a file, signed.
    async fn edits(&self, path: &str, from: &str, to: &str) -> Seq {
        let old = self.read(path).unwrap();
        let base = blake3::hash(old.as_bytes()).to_hex().to_string();
        self.does(json!([{ "op": "write_file", "path": path, "base": base, "content": old.replace(from, to) }])).await
    }

    async fn undo(&self, entry: Seq, conflicts: Conflicts) -> Result<SetView, EngineError> {
        self.engine.undo(entry, None, conflicts, user()).await
    }

    async fn stopped(&self, entry: Seq, conflicts: Conflicts) -> UndoConflict {
        match self.undo(entry, conflicts).await {
            Err(EngineError::UndoConflict(conflict)) => *conflict,
            other => panic!("{other:?}"),
        }
    }
}

fn ways(conflict: &UndoConflict) -> Vec<(Seq, u32)> {
    conflict.in_the_way.iter().map(|way| (way.entry, way.n)).collect()
}

#[tokio::test]
async fn a_file_with_later_changes_is_taken_back_as_the_person_chose() {
    let w = world().await;
    let first = w.edits("a.txt", "one", "ONE").await;
    let second = w.edits("a.txt", "nine", "NINE").await;
    let conflict = w.stopped(first, Conflicts::Stop).await;
    assert_eq!(ways(&conflict), [(second, 1)]);
    assert_eq!((conflict.drift[0].title.as_str(), conflict.drift[0].field.as_str()), ("a.txt", "content"));

    let both = w.undo(first, Conflicts::WithLater).await.unwrap();
    let keep = w.undo(first, Conflicts::Keep).await.unwrap();
    assert_eq!(keep.items[0].label, "Edit a.txt, +1 \u{2212}1");
    assert!(keep.items.iter().chain(&both.items).all(|item| item.drift.is_empty()), "{keep:?}");
    w.apply(&both).await;
    assert_eq!(w.read("a.txt").unwrap(), TEXT);

    let first = w.edits("a.txt", "one", "ONE").await;
    w.edits("a.txt", "nine", "NINE").await;
    w.apply(&w.undo(first, Conflicts::Keep).await.unwrap()).await;
    assert_eq!(w.read("a.txt").unwrap(), TEXT.replace("nine", "NINE"));
}

#[tokio::test]
async fn keeping_leaves_what_came_later_at_the_same_place() {
    let w = world().await;
    let made = w
        .does(json!([{ "op": "write_file", "path": "n.txt", "content": "new\n" }, { "op": "create", "title": "Rent" }]))
        .await;
    let changed = w.edits("n.txt", "new", "newer").await;
    let overlapping = w.edits("n.txt", "newer", "newest").await;
    assert_eq!(ways(&w.stopped(made, Conflicts::Stop).await), [(changed, 1), (overlapping, 1)]);
    // The file that somebody changed since is not deleted, and the todo goes.
    let keep = w.undo(made, Conflicts::Keep).await.unwrap();
    assert_eq!(keep.items.iter().map(|item| item.label.as_str()).collect::<Vec<_>>(), ["Delete \u{201c}Rent\u{201d}"]);
    assert_eq!(w.undo(changed, Conflicts::Keep).await.unwrap_err().code(), "nothing_to_undo");
    w.apply(&w.undo(made, Conflicts::WithLater).await.unwrap()).await;
    assert_eq!((w.read("n.txt"), w.engine.count()), (None, 0));
}

#[tokio::test]
async fn a_mode_that_somebody_set_since_stays() {
    let w = world().await;
    let first = w.edits("a.txt", "one", "ONE").await;
    fs::set_permissions(w.root.join("a.txt"), fs::Permissions::from_mode(0o755)).unwrap();
    w.apply(&w.undo(first, Conflicts::Keep).await.unwrap()).await;
    let mode = fs::metadata(w.root.join("a.txt")).unwrap().permissions().mode() & 0o777;
    assert_eq!((w.read("a.txt").unwrap().as_str(), mode), (TEXT, 0o755));
}

#[tokio::test]
async fn what_an_editor_wrote_between_two_changes_is_never_overwritten() {
    let w = world().await;
    let first = w.edits("a.txt", "one", "ONE").await;
    w.put("a.txt", &w.read("a.txt").unwrap().replace('5', "mine"));
    let second = w.edits("a.txt", "nine", "NINE").await;
    // The ledger does not know who wrote that, so there is nothing that could be taken back with it.
    assert_eq!(ways(&w.stopped(first, Conflicts::WithLater).await), []);
    assert_eq!(ways(&w.stopped(first, Conflicts::Stop).await), [(second, 1)]);
    w.apply(&w.undo(first, Conflicts::Keep).await.unwrap()).await;
    assert_eq!(w.read("a.txt").unwrap(), TEXT.replace('5', "mine").replace("nine", "NINE"));
}

#[tokio::test]
async fn a_later_item_of_the_same_entry_is_named_as_in_the_way() {
    let w = world().await;
    w.does(json!([{ "op": "create", "title": "Rent" }])).await;
    let entry = w
        .does(json!([{ "op": "update", "id": 1, "title": "Rent 2" }, { "op": "update", "id": 1, "title": "Rent 3" }]))
        .await;
    let undo = |conflicts| w.engine.undo(entry, Some(vec![1]), conflicts, user());
    let Err(EngineError::UndoConflict(conflict)) = undo(Conflicts::Stop).await else { panic!("it was proposed") };
    assert_eq!(ways(&conflict), [(entry, 2)]);
    w.apply(&undo(Conflicts::WithLater).await.unwrap()).await;
    assert_eq!(w.engine.todo(countersign_core::ids::TodoId(1)).unwrap().title, "Rent");
}
