//! Files under signature: proposing, choosing parts, applying, conflicts, undo, rewind, restart.

use crate::world::{SATURDAY, World, hash, place, request, sign, user};
use countersign_core::change_set::{ItemStatus, Verdict};
use countersign_core::ids::Seq;
use countersign_core::wire::{Outcome, SetView, SignItem};
use countersign_engine::{ApplyRequest, Choice, Conflicts, EngineError};
use proptest::prelude::*;
use serde_json::json;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

async fn world(files: &[(&str, &str)]) -> World {
    place().files(files).open().await
}

impl World {
    /// Nothing of ours is left beside the files.
    fn clean(&self) -> bool {
        fn walk(at: &Path) -> bool {
            fs::read_dir(at).unwrap().all(|e| {
                let e = e.unwrap();
                let name = e.file_name().into_string().unwrap();
                !name.contains("countersign-") && (!e.file_type().unwrap().is_dir() || walk(&e.path()))
            })
        }
        walk(&self.root)
    }
}

/// A process that is being begun holds a folder's lock for a moment; another Countersign holds it for as long as it works.
#[tokio::test]
async fn a_folder_that_is_locked_for_a_moment_is_waited_for() {
    let w = world(&[]).await;
    let make = async |path: &str| w.propose(json!([{ "op": "write_file", "path": path, "content": "x\n" }])).await;
    let lock = fs::File::open(&w.root).unwrap();
    lock.lock().unwrap();
    let set = make("never.txt").await;
    let refused = w.apply(&set).await.unwrap_err();
    assert!(matches!(&refused, EngineError::Bad(problem) if problem.code == "busy"), "{refused:?}");
    assert_eq!(w.read("never.txt"), None);
    let set = make("soon.txt").await;
    let held = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(100));
        drop(lock);
    });
    assert_eq!(w.apply(&set).await.unwrap().outcome, Outcome::Applied);
    held.join().unwrap();
    assert_eq!(w.read("soon.txt").as_deref(), Some("x\n"));
}

#[tokio::test]
async fn files_are_written_only_when_signed_and_come_back_on_undo() {
    let w = world(&[("src/a.rs", "fn a() {}\n"), ("old.txt", "old\n")]).await;
    let base = hash("fn a() {}\n");
    let set = w
        .propose(json!([
            { "op": "edit_file", "path": "src/a.rs", "base": base, "edit": "<<<<<<< SEARCH\nfn a() {}\n=======\nfn a() { b() }\n>>>>>>> REPLACE\n" },
            { "op": "write_file", "path": "src/new/b.rs", "content": "fn b() {}\n" },
            { "op": "rename_file", "path": "old.txt", "base": hash("old\n"), "to": "docs/new.txt" },
            { "op": "create", "title": "Look at b", "needs": [2] },
        ]))
        .await;
    assert_eq!(
        set.items.iter().map(|i| (i.label.as_str(), i.kind.as_str(), i.problems.len())).collect::<Vec<_>>(),
        [
            ("Edit src/a.rs, +1 −1", "file", 0),
            ("Add file src/new/b.rs, 1 line", "file", 0),
            ("Rename old.txt to docs/new.txt", "file", 0),
            ("Add “Look at b”", "todo", 0),
        ]
    );
    assert_eq!(set.items[3].needs, [2]);
    assert_eq!(w.read("src/a.rs").unwrap(), "fn a() {}\n", "proposing changes nothing");
    let diff = w.engine.item_diff(set.id, 1).await.unwrap().diff.unwrap();
    assert_eq!((diff.added, diff.removed, diff.hunks.len()), (1, 1, 1));

    let receipt = w.apply(&set).await.unwrap();
    assert_eq!(receipt.outcome, Outcome::Applied);
    assert_eq!(w.read("src/a.rs").unwrap(), "fn a() { b() }\n");
    assert_eq!(w.read("src/new/b.rs").unwrap(), "fn b() {}\n");
    assert_eq!((w.read("old.txt"), w.read("docs/new.txt").as_deref()), (None, Some("old\n")));
    assert_eq!(w.engine.count(), 1);
    assert!(w.clean());
    w.sound().await;

    let undo = w.engine.undo(receipt.entry.unwrap(), None, Conflicts::Stop, user()).await.unwrap();
    assert_eq!(w.apply(&undo).await.unwrap().outcome, Outcome::Applied);
    assert_eq!(w.read("src/a.rs").unwrap(), "fn a() {}\n");
    assert_eq!(
        (w.read("src/new/b.rs"), w.read("old.txt").as_deref(), w.read("docs/new.txt")),
        (None, Some("old\n"), None)
    );
    assert_eq!(w.engine.count(), 0);
    let first = w.engine.change_set(set.id).await.unwrap();
    assert!(first.items.iter().all(|i| i.status == ItemStatus::Undone), "{:?}", first.items);
    w.sound().await;
}

#[tokio::test]
async fn what_somebody_changed_since_is_never_overwritten() {
    let w = world(&[("a.txt", "one\n"), ("b.txt", "two\n")]).await;
    let change =
        |path: &str, was: &str, to: &str| json!({ "op": "write_file", "path": path, "base": hash(was), "content": to });
    let set = w.propose(json!([change("a.txt", "one\n", "ONE\n"), change("b.txt", "two\n", "TWO\n")])).await;
    w.put("b.txt", "mine\n");
    assert_eq!(w.engine.change_set(set.id).await.unwrap().items[1].status, ItemStatus::Drifted);
    assert_eq!(w.apply(&set).await.unwrap_err().code(), "drifted");
    let sign = |n: usize| vec![SignItem { item: set.items[n].n, digest: set.items[n].digest.clone(), was: None }];
    let refused = w.engine.decide(set.id, sign(1), Verdict::Confirmed, None, user()).await.unwrap_err();
    assert_eq!(refused.code(), "drifted");
    assert_eq!((w.read("a.txt").unwrap(), w.read("b.txt").unwrap()), ("one\n".into(), "mine\n".into()));

    // Signed first, changed afterwards: applying finds it, and nothing is done.
    w.put("b.txt", "two\n");
    w.engine.decide(set.id, [sign(0), sign(1)].concat(), Verdict::Confirmed, None, user()).await.unwrap();
    w.put("b.txt", "mine again\n");
    let digest = w.engine.change_set(set.id).await.unwrap().digest;
    let request = ApplyRequest { digest, ..ApplyRequest::default() };
    assert_eq!(w.engine.apply(set.id, request, user(), None).await.unwrap_err().code(), "drifted");
    assert_eq!((w.read("a.txt").unwrap(), w.read("b.txt").unwrap()), ("one\n".into(), "mine again\n".into()));
    assert!(w.clean());

    // Applied, then changed by hand: undo does not take the hand's work away.
    let set = w.propose(json!([change("a.txt", "one\n", "ONE\n")])).await;
    let entry = w.apply(&set).await.unwrap().entry.unwrap();
    w.put("a.txt", "ONE and more\n");
    let refused = w.engine.undo(entry, None, Conflicts::Stop, user()).await.unwrap_err();
    assert_eq!(refused.code(), "undo_conflict");
    assert_eq!(w.read("a.txt").unwrap(), "ONE and more\n");
    w.sound().await;
}

/// A new name with new lines is two changes. Taken back, they are two as well, of which neither is done alone.
#[tokio::test]
async fn the_halves_of_a_rename_are_taken_back_together_or_not_at_all() {
    for (old, new) in [("b.txt", "c.txt"), ("c.txt", "b.txt"), ("a/z.txt", "b.txt")] {
        let w = world(&[(old, "one\n")]).await;
        let start = w.engine.head().await.unwrap().unwrap().seq;
        let renamed = json!([
            { "op": "write_file", "path": new, "content": "ONE\n" },
            { "op": "delete_file", "path": old, "base": hash("one\n"), "needs": [1] },
        ]);
        let set = w.propose(renamed).await;
        let entry = w.apply(&set).await.unwrap().entry.unwrap();
        let undo = w.engine.undo(entry, None, Conflicts::Stop, user()).await.unwrap();
        let rewind = w.engine.rewind(start, user()).await.unwrap();
        for back in [&undo, &rewind] {
            let ops: Vec<_> = back.items.iter().map(|i| i.op["op"].as_str().unwrap().to_owned()).collect();
            assert_eq!(ops, ["write_file", "delete_file"], "{old} to {new}");
            assert_eq!((&back.items[0].needs, &back.items[1].needs), (&vec![], &vec![1]));
        }
        // The old name is taken again: what is under the new one stays.
        w.put(old, "other\n");
        for set in [undo.id, rewind.id] {
            let now = w.engine.change_set(set).await.unwrap();
            assert_eq!(now.items[0].status, ItemStatus::Drifted);
            let sign = sign(&now, &[2]);
            let request = request(&now, sign);
            assert!(w.engine.apply(set, request, user(), None).await.is_err());
            assert_eq!((w.read(old).unwrap(), w.read(new).unwrap()), ("other\n".into(), "ONE\n".into()));
        }
        fs::remove_file(w.root.join(old)).unwrap();
        let undo = w.engine.undo(entry, None, Conflicts::Stop, user()).await.unwrap();
        w.apply(&undo).await.unwrap();
        assert_eq!((w.read(old), w.read(new)), (Some("one\n".to_owned()), None));
        w.sound().await;
    }
}

/// Writes to the database as an earlier version could have.
fn tamper(w: &World, sql: &str) {
    let path = w.folder.path().join("data/countersign.db");
    rusqlite::Connection::open(path).unwrap().execute_batch(sql).unwrap();
}

#[tokio::test]
async fn what_became_protected_is_not_written_any_more_and_still_taken_back() {
    let w = world(&[("plain.txt", "old\n"), ("moved.txt", "m\n")]).await;
    // Proposed before the name was protected.
    let write = w.propose(json!([{ "op": "write_file", "path": "new.txt", "content": "export A=1\n" }])).await;
    let rename =
        w.propose(json!([{ "op": "rename_file", "path": "moved.txt", "base": hash("m\n"), "to": "to.txt" }])).await;
    tamper(&w, "UPDATE change_items SET body = replace(replace(body, 'new.txt', '.envrc'), 'to.txt', '.env')");
    for set in [write, rename] {
        let set = w.engine.change_set(set.id).await.unwrap();
        let sign = sign(&set, &[1]);
        let refused = w.engine.decide(set.id, sign, Verdict::Confirmed, None, user()).await.unwrap_err();
        assert!(format!("{refused:?}").contains("protected_path"), "{refused:?}");
        let refused = w.apply(&set).await.unwrap_err();
        assert!(format!("{refused:?}").contains("protected_path"), "{refused:?}");
    }
    assert_eq!((w.read(".envrc"), w.read(".env")), (None, None));

    // Applied before the name was protected: it can be taken back.
    let set = w
        .propose(json!([{ "op": "write_file", "path": "plain.txt", "base": hash("old\n"), "content": "new\n" }]))
        .await;
    let entry = w.apply(&set).await.unwrap().entry.unwrap();
    let undo = w.engine.undo(entry, None, Conflicts::Stop, user()).await.unwrap();
    fs::rename(w.root.join("plain.txt"), w.root.join(".envrc")).unwrap();
    tamper(&w, "UPDATE change_items SET body = replace(body, 'plain.txt', '.envrc')");
    w.apply(&w.engine.change_set(undo.id).await.unwrap()).await.unwrap();
    assert_eq!(w.read(".envrc").as_deref(), Some("old\n"));
}

#[tokio::test]
async fn a_content_that_is_gone_is_never_taken_for_an_empty_file() {
    let w = world(&[("a.txt", "one\ntwo\n")]).await;
    let set = w
        .propose(json!([{ "op": "write_file", "path": "a.txt", "base": hash("one\ntwo\n"), "content": "one\nTWO\n" }]))
        .await;
    w.put("a.txt", "zero\none\ntwo\n");
    tamper(&w, "PRAGMA foreign_keys = OFF; DELETE FROM blobs");
    let item = || SignItem { item: 1, digest: set.items[0].digest.clone(), was: None };
    let refused = w.engine.rebase(set.id, vec![item()], user()).await.unwrap_err();
    assert_eq!(refused.code(), "unreadable");
    w.put("a.txt", "one\ntwo\n");
    let choice = countersign_engine::Choice::Text("one\n".to_owned());
    let refused = w.engine.choose(set.id, 1, item().digest, choice, user()).await.unwrap_err();
    assert_eq!(refused.code(), "unreadable");
    assert_eq!(w.engine.change_set(set.id).await.unwrap().version, set.version);
}

#[tokio::test]
async fn what_somebody_else_did_already_is_said_when_it_is_made_again() {
    let w = world(&[("a.txt", "one\n"), ("b.txt", "two\n"), ("c.txt", "three\n")]).await;
    let delete = w.propose(json!([{ "op": "delete_file", "path": "a.txt", "base": hash("one\n") }])).await;
    let rename =
        w.propose(json!([{ "op": "rename_file", "path": "b.txt", "to": "d.txt", "base": hash("two\n") }])).await;
    let lost =
        w.propose(json!([{ "op": "rename_file", "path": "c.txt", "to": "e.txt", "base": hash("three\n") }])).await;
    fs::remove_file(w.root.join("a.txt")).unwrap();
    fs::rename(w.root.join("b.txt"), w.root.join("d.txt")).unwrap();
    fs::remove_file(w.root.join("c.txt")).unwrap();
    for (set, code, message) in [
        (delete, "gone", "a.txt has been deleted already."),
        (rename, "gone", "b.txt has been renamed to d.txt already."),
        (lost, "edit_conflict", "The change of c.txt does not fit any more: it is not there any more."),
    ] {
        let item = SignItem { item: 1, digest: set.items[0].digest.clone(), was: None };
        let refused = w.engine.rebase(set.id, vec![item], user()).await.unwrap_err();
        assert_eq!((refused.code(), refused.body().message.as_str()), (code, message));
    }
}

#[tokio::test]
async fn an_edit_that_was_applied_before_is_said_to_be_in() {
    let w = world(&[("a.txt", "one\ntwo\nthree\n")]).await;
    let edit = "--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-2\n+two\n three\n";
    let base = hash("one\ntwo\nthree\n");
    let set = w.propose(json!([{ "op": "edit_file", "path": "a.txt", "base": base, "edit": edit }])).await;
    let item = &set.items[0];
    assert_eq!((item.label.as_str(), item.problems[0].code.as_ref()), ("Edit a.txt", "edit_refused"));
    assert_eq!(item.problems[0].message, "what the edit would make is in the file already");
    assert_eq!(item.problems[0].hint, "Reject the item: nothing is left to do.");
}

#[tokio::test]
async fn contents_that_an_undo_needs_are_checked() {
    for (damage, lost) in
        [("SELECT 1", 0), ("DELETE FROM blobs", 1), ("UPDATE blobs SET data = zeroblob(length(data))", 1)]
    {
        let w = world(&[("a.txt", "one\n")]).await;
        let set = w
            .propose(json!([
                { "op": "write_file", "path": "a.txt", "base": hash("one\n"), "content": "two\n" },
                { "op": "write_file", "path": "b.txt", "content": "new\n" },
            ]))
            .await;
        w.apply(&set).await.unwrap();
        tamper(&w, damage);
        let found = w.engine.check_contents().await.unwrap();
        let sets = if lost == 0 { Vec::new() } else { vec![set.id] };
        assert_eq!((found.checked, found.unread, found.lost, found.sets), (1, 0, lost, sets), "{damage}");
    }
}

#[tokio::test]
async fn what_a_waiting_item_would_write_is_checked_and_not_signed_when_it_is_lost() {
    for (damage, lost) in
        [("SELECT 1", false), ("DELETE FROM blobs", true), ("UPDATE blobs SET data = zeroblob(length(data))", true)]
    {
        let w = world(&[("a.txt", "one\n")]).await;
        let operations = json!([
            { "op": "write_file", "path": "c.txt", "content": "new\n" },
            { "op": "create", "title": "beside it" },
        ]);
        let set = w.propose(operations).await;
        tamper(&w, damage);
        let found = w.engine.check_contents().await.unwrap();
        assert_eq!(found.waiting, if lost { vec![set.id] } else { Vec::new() }, "{damage}");
        assert!(found.sets.is_empty() && found.images.is_empty(), "{damage}");
        let seen = w.engine.change_set(set.id).await.unwrap();
        let codes: Vec<&str> = seen.items[0].problems.iter().map(|problem| problem.code.as_ref()).collect();
        assert_eq!(codes, if lost { vec!["content_lost"] } else { Vec::new() }, "{damage}");
        assert_eq!(w.engine.change_set_text(set.id).await.unwrap().contains("content_lost"), lost, "{damage}");
        assert!(seen.items[1].problems.is_empty(), "{damage}");
        let signed = w.engine.decide(set.id, sign(&set, &[1]), Verdict::Confirmed, None, user()).await;
        assert_eq!(signed.err().map(|e| e.code().to_owned()), lost.then(|| "invalid_item".to_owned()), "{damage}");
        let applied = w.engine.apply(set.id, request(&set, sign(&set, &[1, 2])), user(), None).await;
        assert_eq!(applied.err().map(|e| e.code().to_owned()), lost.then(|| "invalid_item".to_owned()), "{damage}");
        assert_eq!(w.read("c.txt").is_some(), !lost, "{damage}");
        if lost {
            // The rest needs none of it.
            assert!(w.engine.apply(set.id, request(&set, sign(&set, &[2])), user(), None).await.is_ok(), "{damage}");
        }
    }
}

#[tokio::test]
async fn a_change_names_the_file_it_was_made_for() {
    let w = world(&[("a.txt", "one\n"), (".env", "SECRET=1\n"), ("sub/x", "x")]).await;
    symlink("/etc/passwd", w.root.join("link")).unwrap();
    symlink("sub", w.root.join("sublink")).unwrap();
    symlink("nowhere", w.root.join("dangling")).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(w.root.join("pipe")).status().unwrap().success());
    fs::write(w.root.join("big"), vec![b'x'; 20_000_001]).unwrap();
    let base = hash("one\n");
    for (op, code) in [
        (json!({ "op": "write_file", "path": "a.txt", "content": "x" }), "missing_base"),
        (json!({ "op": "write_file", "path": "a.txt", "content": "x", "base": hash("other") }), "base_changed"),
        (json!({ "op": "write_file", "path": "gone.txt", "content": "x", "base": base }), "file_not_found"),
        (json!({ "op": "write_file", "path": "../out.txt", "content": "x" }), "invalid_path"),
        (json!({ "op": "write_file", "path": "/tmp/out.txt", "content": "x" }), "invalid_path"),
        (json!({ "op": "write_file", "path": ".git/hooks/pre-commit", "content": "x" }), "protected_path"),
        (json!({ "op": "write_file", "path": ".env", "content": "x", "base": hash("SECRET=1\n") }), "protected_path"),
        (json!({ "op": "write_file", "path": "link", "content": "x" }), "not_a_file"),
        (json!({ "op": "write_file", "path": "dangling", "content": "x" }), "not_a_file"),
        (json!({ "op": "write_file", "path": "sublink/y", "content": "x" }), "not_a_file"),
        (json!({ "op": "write_file", "path": "pipe", "content": "x" }), "not_a_file"),
        (json!({ "op": "write_file", "path": "sub", "content": "x" }), "not_a_file"),
        (json!({ "op": "write_file", "path": "a.txt/y", "content": "x" }), "not_a_file"),
        (json!({ "op": "delete_file", "path": "big", "base": "00" }), "too_large"),
        (json!({ "op": "delete_file", "path": "a.txt" }), "missing_base"),
        (json!({ "op": "delete_file", "path": "none" }), "file_not_found"),
        (json!({ "op": "rename_file", "path": "a.txt", "base": base, "to": "sub/x" }), "file_exists"),
        (json!({ "op": "rename_file", "path": "a.txt", "base": base, "to": "../x" }), "invalid_path"),
        (json!({ "op": "chmod_file", "path": "a.txt", "base": base, "mode": "4755" }), "invalid_mode"),
        (json!({ "op": "chmod_file", "path": "a.txt", "base": base, "mode": "000" }), "invalid_mode"),
        (json!({ "op": "chmod_file", "path": "a.txt", "base": base, "mode": "0333" }), "invalid_mode"),
        (
            json!({ "op": "edit_file", "path": "a.txt", "base": base, "edit": "<<<<<<< SEARCH\nnope\n=======\nx\n>>>>>>> REPLACE" }),
            "edit_refused",
        ),
        (json!({ "op": "write_file", "path": "a.txt", "base": base, "content": "x", "finish": "length" }), "truncated"),
        (json!({ "op": "write_file", "path": "a.txt", "base": base, "content": "x", "surprise": 1 }), "unknown_field"),
        (
            json!({ "op": "write_file", "path": "a.txt", "base": base, "content": "x", "workspace": "other" }),
            "unknown_workspace",
        ),
    ] {
        let set = w.propose(json!([op])).await;
        let codes: Vec<&str> = set.items[0].problems.iter().map(|p| p.code.as_ref()).collect();
        assert_eq!(codes, [code], "{op}");
        assert_eq!((set.items[0].status, set.items[0].kind.as_str()), (ItemStatus::Invalid, "file"), "{op}");
        if code == "too_large" {
            let problem = &set.items[0].problems[0];
            assert!(problem.message.contains("20000001 bytes") && problem.message.contains("20000000"), "{problem:?}");
            assert!(problem.hint.contains("20 MB"), "{problem:?}");
        }
        assert!(w.apply(&set).await.is_ok_and(|r| r.outcome == Outcome::NothingChanged), "{op}");
    }
    assert_eq!(w.read("a.txt").unwrap(), "one\n");
    // Where todos are changed at once, files never are.
    let direct = countersign_engine::DirectEdit {
        operations: vec![json!({ "op": "write_file", "path": "n.txt", "content": "x" })],
        title: None,
        confirm: None,
        mode: Default::default(),
        source: countersign_core::change_set::Source::Compat,
    };
    let refused = w.engine.edit(direct, user(), None).await.unwrap_err();
    assert_eq!(refused.code(), "invalid_operations");
    assert_eq!(w.read("n.txt"), None);
}

#[tokio::test]
async fn a_person_chooses_hunks_or_writes_the_text() {
    let old: String = (1..=30).map(|n| format!("line {n}\n")).collect();
    let new = old.replace("line 3\n", "LINE 3\n").replace("line 27\n", "LINE 27\n");
    let w = world(&[("a.txt", &old)]).await;
    let set = w.propose(json!([{ "op": "write_file", "path": "a.txt", "base": hash(&old), "content": new }])).await;
    let item = &set.items[0];
    let picked = w.engine.choose(set.id, 1, item.digest.clone(), Choice::Hunks(vec![2]), user()).await.unwrap();
    assert_eq!(picked.items[0].label, "Edit a.txt, +1 −1");
    assert_ne!(picked.items[0].digest, item.digest, "what was signed before is not this");
    let parts = w.engine.item_diff(set.id, 1).await.unwrap();
    assert_eq!(
        (parts.kept, parts.diff.unwrap().hunks.len(), parts.proposed.unwrap().hunks.len()),
        (Some(vec![2]), 1, 2)
    );
    let stale = w.engine.choose(set.id, 1, item.digest.clone(), Choice::Hunks(vec![1]), user()).await.unwrap_err();
    assert_eq!(stale.code(), "stale_item");
    let wrong =
        w.engine.choose(set.id, 1, picked.items[0].digest.clone(), Choice::Hunks(vec![3]), user()).await.unwrap_err();
    assert_eq!(wrong.code(), "invalid_edit");
    let none = w.engine.choose(set.id, 1, picked.items[0].digest.clone(), Choice::Hunks(vec![]), user()).await.unwrap();
    assert_eq!(none.items[0].warnings[0].code, "no_effect", "who leaves every part out is told so");
    let picked =
        w.engine.choose(set.id, 1, none.items[0].digest.clone(), Choice::Hunks(vec![2]), user()).await.unwrap();
    // The proposal is still whole: another choice of it can be made.
    let both =
        w.engine.choose(set.id, 1, picked.items[0].digest.clone(), Choice::Hunks(vec![1, 2]), user()).await.unwrap();
    assert_eq!(both.items[0].label, "Edit a.txt, +2 −2");
    let parts = w.engine.item_diff(set.id, 1).await.unwrap();
    assert_eq!((parts.kept, parts.proposed), (Some(vec![1, 2]), None));
    let one = w.engine.choose(set.id, 1, both.items[0].digest.clone(), Choice::Hunks(vec![2]), user()).await.unwrap();
    w.apply(&one).await.unwrap();
    assert_eq!(w.read("a.txt").unwrap(), old.replace("line 27\n", "LINE 27\n"));

    let now = w.read("a.txt").unwrap();
    let set = w.propose(json!([{ "op": "delete_file", "path": "a.txt", "base": hash(&now) }, { "op": "write_file", "path": "b.txt", "content": "x\n" }])).await;
    let mine =
        w.engine.choose(set.id, 2, set.items[1].digest.clone(), Choice::Text("my own\n".into()), user()).await.unwrap();
    let parts = w.engine.item_diff(set.id, 2).await.unwrap();
    assert_eq!(
        (parts.kept, parts.proposed, parts.diff.unwrap().added),
        (None, None, 1),
        "no hunks of a text of one's own"
    );
    assert_eq!(w.engine.item_text(set.id, 2).await.unwrap().as_deref(), Some("my own\n"));
    assert_eq!(w.engine.item_text(set.id, 1).await.unwrap(), None, "a deleted file has no text");
    w.engine.decide(set.id, sign(&mine, &[1]), Verdict::Rejected, None, user()).await.unwrap();
    let sign = sign(&mine, &[2]);
    w.engine.apply(set.id, request(&mine, sign), user(), None).await.unwrap();
    assert_eq!((w.read("a.txt").unwrap(), w.read("b.txt").unwrap()), (now, "my own\n".into()));
    w.sound().await;
}

#[tokio::test]
async fn modes_line_ends_and_marks_survive() {
    let w = world(&[]).await;
    let old = "\u{feff}#!/bin/sh\r\necho one\r\necho two";
    w.put("run.sh", old);
    fs::set_permissions(w.root.join("run.sh"), fs::Permissions::from_mode(0o750)).unwrap();
    let edit = "<<<<<<< SEARCH\necho one\n=======\necho 1\n>>>>>>> REPLACE\n";
    let set = w.propose(json!([{ "op": "edit_file", "path": "run.sh", "base": hash(old), "edit": edit }])).await;
    assert_eq!(set.items[0].problems, []);
    let entry = w.apply(&set).await.unwrap().entry.unwrap();
    let mode = |w: &World| fs::metadata(w.root.join("run.sh")).unwrap().permissions().mode() & 0o7777;
    assert_eq!((w.read("run.sh").unwrap().as_str(), mode(&w)), ("\u{feff}#!/bin/sh\r\necho 1\r\necho two", 0o750));
    let now = hash(w.read("run.sh").unwrap());
    let set = w.propose(json!([{ "op": "chmod_file", "path": "run.sh", "base": now, "mode": "644" }])).await;
    let chmod = w.apply(&set).await.unwrap().entry.unwrap();
    assert_eq!(mode(&w), 0o644);
    for entry in [chmod, entry] {
        let undo = w.engine.undo(entry, None, Conflicts::Stop, user()).await.unwrap();
        w.apply(&undo).await.unwrap();
    }
    assert_eq!((w.read("run.sh").unwrap().as_str(), mode(&w)), (old, 0o750));
}

#[tokio::test]
async fn an_edit_that_expired_is_proposed_anew_on_the_file_that_is_there() {
    let w = world(&[("a.txt", "one\ntwo\n"), ("b.txt", "one\n")]).await;
    let edit = "<<<<<<< SEARCH\ntwo\n=======\nTWO\n>>>>>>> REPLACE\n";
    let set = w
        .propose(json!([
            { "op": "edit_file", "path": "a.txt", "base": hash("one\ntwo\n"), "edit": edit },
            { "op": "write_file", "path": "b.txt", "base": hash("one\n"), "content": "ONE\n" },
        ]))
        .await;
    w.put("a.txt", "new\none\ntwo\n");
    w.put("b.txt", "mine\n");
    let w = w.again("2026-12-05T15:00:00Z").await;
    let again = w.engine.propose_again(set.id, user()).await.unwrap();
    let status: Vec<ItemStatus> = again.items.iter().map(|item| item.status).collect();
    assert_eq!(status, [ItemStatus::Pending, ItemStatus::Drifted], "what fits no more is shown as it is");
    w.engine.apply(again.id, request(&again, sign(&again, &[1])), user(), None).await.unwrap();
    assert_eq!((w.read("a.txt").unwrap().as_str(), w.read("b.txt").unwrap().as_str()), ("new\none\nTWO\n", "mine\n"));
    w.sound().await;
}

#[tokio::test]
async fn rewind_works_over_a_restart_and_several_changes() {
    let w = world(&[("a.txt", "0\n")]).await;
    let mut entries = vec![Seq(w.engine.head().await.unwrap().unwrap().seq.0)];
    for n in 1..=3 {
        let was = w.read("a.txt").unwrap();
        let set = w
            .propose(json!([
                { "op": "write_file", "path": "a.txt", "base": hash(&was), "content": format!("{n}\n") },
                { "op": "write_file", "path": format!("n{n}.txt"), "content": "new\n" },
            ]))
            .await;
        entries.push(w.apply(&set).await.unwrap().entry.unwrap());
    }
    let w = w.again(SATURDAY).await;
    assert_eq!(w.engine.workspaces(), std::slice::from_ref(&w.workspace));
    let back = w.engine.rewind(entries[1], user()).await.unwrap();
    w.apply(&back).await.unwrap();
    assert_eq!(
        (w.read("a.txt").unwrap().as_str(), w.read("n1.txt").is_some(), w.read("n2.txt"), w.read("n3.txt")),
        ("1\n", true, None, None)
    );
    // Redo: what was taken back comes again.
    let redo = w.engine.undo(w.engine.head().await.unwrap().unwrap().seq, None, Conflicts::Stop, user()).await.unwrap();
    w.apply(&redo).await.unwrap();
    assert_eq!((w.read("a.txt").unwrap().as_str(), w.read("n3.txt").is_some()), ("3\n", true));
    w.sound().await;
    assert!(w.folder.path().exists());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    /// Apply, undo and a user's own edits in any order: the user's bytes are never lost, and with no
    /// edits in between apply and undo are the identity.
    #[test]
    fn the_users_bytes_are_never_lost(steps in proptest::collection::vec((0..4_u8, 0..3_usize, 0..1_000_u32), 1..24)) {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        runtime.block_on(async {
            let w = world(&[("f0", "f0 by the user\n"), ("f1", "f1 by the user\n")]).await;
            let mut mine: std::collections::BTreeMap<String, Option<String>> = Default::default();
            let mut pending: Vec<SetView> = Vec::new();
            let mut applied: Vec<Seq> = Vec::new();
            for (kind, which, n) in steps {
                let path = format!("f{which}");
                match kind {
                    0 => {
                        let text = format!("{path} by the user {n}\n");
                        w.put(&path, &text);
                        mine.insert(path, Some(text));
                    }
                    1 => {
                        let now = w.read(&path);
                        let op = json!({ "op": "write_file", "path": path, "base": now.as_ref().map(hash), "content": format!("{path} by the agent {n}\n") });
                        pending.push(w.propose(json!([op])).await);
                    }
                    2 => if let Some(set) = pending.pop() {
                        let path = set.items[0].file.as_ref().unwrap().path.clone();
                        let before = w.read(&path);
                        let fits = set.items[0].file.as_ref().unwrap().before.as_ref().map(|s| s.hash.clone()) == before.as_ref().map(hash);
                        match w.apply(&set).await {
                            Ok(r) if r.outcome == Outcome::Applied => { assert!(fits); mine.remove(&path); applied.push(r.entry.unwrap()); }
                            _ => { assert!(!fits, "a change that fits was refused"); assert_eq!(w.read(&path), before); }
                        }
                    }
                    _ => if let Some(entry) = applied.pop()
                        && let Ok(undo) = w.engine.undo(entry, None, Conflicts::Stop, user()).await
                    {
                        let path = undo.items[0].file.as_ref().unwrap().path.clone();
                        let before = w.read(&path);
                        match w.apply(&undo).await {
                            Ok(r) if r.outcome == Outcome::Applied => assert!(!mine.contains_key(&path), "the user's text was overwritten"),
                            _ => assert_eq!(w.read(&path), before),
                        }
                    }
                }
                for (path, text) in &mine {
                    assert_eq!(&w.read(path), text, "{path}");
                }
            }
            assert!(w.clean());
            w.sound().await;
        });
    }
}

#[tokio::test]
async fn what_is_no_text_is_not_edited_and_another_encoding_is_shown() {
    let w = place().files(&[("bin.dat", &b"abc\0def"[..]), ("old.txt", &b"caf\xe9 one\n"[..])]).open().await;
    let edit = |path: &str, bytes: &[u8], from: &str| {
        let pairs = json!([{ "search": from, "replace": "two" }]);
        json!({ "op": "edit_file", "path": path, "base": hash(bytes), "edit": pairs, "format": "search_replace" })
    };
    let set = w.propose(json!([edit("bin.dat", b"abc\0def", "abc"), edit("old.txt", b"caf\xe9 one\n", "one")])).await;
    assert_eq!(set.items[0].problems[0].code, "not_text");
    assert_eq!(set.items[1].warnings[0].code, "not_utf8");
    let shown = w.engine.item_diff(set.id, 2).await.unwrap();
    let diff = shown.diff.unwrap();
    assert_eq!((diff.added, diff.removed, shown.kept), (1, 1, None), "parts are not chosen by what only looks like it");
    w.apply_items(&set, &[2]).await.unwrap();
    assert_eq!(fs::read(w.root.join("old.txt")).unwrap(), b"caf\xe9 two\n", "the other bytes stay");
}

#[tokio::test]
async fn a_refused_content_is_not_kept() {
    let w = world(&[]).await;
    let content = "x".repeat(20_000_001);
    let set = w.propose(json!([{ "op": "write_file", "path": "big.txt", "content": content }])).await;
    assert_eq!(set.items[0].problems[0].code, "too_large");
    assert_eq!(set.items[0].op["left_out_bytes"]["content"], 20_000_001);
    assert!(set.items[0].op.to_string().len() < 300);
    assert_eq!(set.items[0].label, "Write big.txt");
}
