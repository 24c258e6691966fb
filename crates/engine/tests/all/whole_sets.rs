//! Commands and files of one set: what is foreseen of each behind the others, and the set taken back as a whole.
#![cfg(target_os = "linux")]

use crate::world::{World, hash, sign, user, workshop};
use countersign_core::change_set::{ItemStatus, Verdict};
use countersign_core::ids::SetId;
use countersign_core::wire::{Outcome, SetView};
use countersign_engine::{Conflicts, EngineError};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

async fn world() -> World {
    workshop()
        .files(&[("a.txt", "one\n"), ("b.txt", "two\n"), ("docs/n.md", "# n\n"), ("src/lib/x", "x\n")])
        .open()
        .await
}

/// All that is in a folder, with its modes: of files what they hold, of folders nothing.
pub(crate) fn all_in(root: &Path) -> BTreeMap<String, (u32, Option<Vec<u8>>)> {
    let (mut all, mut open) = (BTreeMap::new(), vec![root.to_owned()]);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
            let mode = path.metadata().unwrap().mode();
            if path.is_dir() {
                all.insert(name, (mode, None));
                open.push(path);
            } else {
                all.insert(name, (mode, Some(fs::read(path).unwrap())));
            }
        }
    }
    all
}

fn undoable(set: &SetView) -> Vec<&str> {
    set.items.iter().map(|item| item.command.as_ref().map_or("file", |command| command.undo.as_str())).collect()
}

impl World {
    async fn all_done(&self, set: &SetView) {
        let receipt = self.apply(set).await.unwrap();
        assert_eq!(receipt.outcome, Outcome::Applied, "{receipt:?}");
    }

    async fn set_back(&self, set: SetId) -> Result<SetView, EngineError> {
        self.engine.undo_set(set, Conflicts::Stop, user()).await
    }

    async fn item_back(&self, set: SetId, n: u32) {
        let entry = self.engine.change_set(set).await.unwrap().items[n as usize - 1].applied_by.unwrap();
        let back = self.engine.undo(entry, Some(vec![n]), Conflicts::Stop, user()).await.unwrap();
        self.all_done(&back).await;
    }
}

#[tokio::test]
async fn a_command_is_judged_behind_those_that_make_and_move_folders() {
    for commands in [
        &["touch docs/new", "rm -r docs"][..],
        &["mkdir n", "cp a.txt n/", "mv n m"],
        &["mkdir n", "cp a.txt n/", "cp -r n m", "rm -r n"],
        &["touch docs/z", "rm docs/z", "rm -r docs"],
        &["cp -r docs d2", "mv a.txt d2/", "mv d2 d3", "rm -r d3"],
        &["cp a.txt n1", "cp b.txt n1"],
        &["cp a.txt b.txt", "cp docs/n.md b.txt"],
        &["mv docs/n.md ./", "cp n.md docs/"],
        &["touch t && rm t", "cp a.txt t"],
        &["rm -r docs", "mkdir docs", "cp a.txt docs/n.md"],
        &["mv src n", "rm n/lib/x"],
        &["touch n", "cp n m", "cp m n", "cp a.txt n"],
        &["mv docs n", "mv n/n.md src/lib/"],
        &["touch n1", "cp n1 b.txt"],
        &["mkdir n", "rm -r n"],
        &["mkdir n", "rmdir n"],
        &["mkdir -m 700 n", "mv n m"],
        &["mkdir n", "cp a.txt n/", "mkdir n/k", "mv n m"],
        &["mkdir n", "cp a.txt n/", "mkdir -m 700 n/k", "rm -r n"],
        &["mkdir -p n/k", "cp -r n m", "rmdir n/k"],
        &["mkdir docs/k && rm a.txt", "mv docs d2"],
    ] {
        let w = world().await;
        if !w.sandboxed() {
            return;
        }
        let before = all_in(&w.root);
        let set = w.commands(commands).await;
        assert_eq!(undoable(&set), vec!["files"; commands.len()], "{commands:?}");
        w.all_done(&set).await;
        let after = all_in(&w.root);
        match w.set_back(set.id).await {
            Ok(back) => {
                w.all_done(&back).await;
                assert_eq!(all_in(&w.root), before, "{commands:?}");
                let again = w.set_back(back.id).await.unwrap();
                w.all_done(&again).await;
                assert_eq!(all_in(&w.root), after, "{commands:?}: redone");
                w.all_done(&w.set_back(again.id).await.unwrap()).await;
            }
            Err(error) => assert_eq!((error.code(), &after), ("as_before", &before), "{commands:?}"),
        }
        assert_eq!(all_in(&w.root), before, "{commands:?}");
        w.sound().await;
    }
    // Of a folder that goes with a file it is not kept that it was made otherwise than others.
    let w = world().await;
    let set = w.commands(&["mkdir -m 700 n", "cp a.txt n/", "rm -r n"]).await;
    assert_eq!(undoable(&set).last(), Some(&"none"));
}

#[tokio::test]
async fn files_of_the_set_are_there_before_its_commands() {
    let w = world().await;
    if !w.sandboxed() {
        return;
    }
    let run = |command: &str| json!({ "op": "run_command", "command": command });
    let before = all_in(&w.root);
    let sets: [(Value, &[&str]); 4] = [
        (
            json!([{ "op": "write_file", "path": "new/q.txt", "content": "q\n" }, run("cp new/q.txt new/r.txt"), run("rm new/r.txt")]),
            &["file", "files", "files"],
        ),
        (
            json!([{ "op": "rename_file", "path": "a.txt", "to": "k.txt", "base": hash("one\n") }, run("rm k.txt"), run("touch a.txt")]),
            &["file", "files", "files"],
        ),
        (
            json!([{ "op": "delete_file", "path": "a.txt", "base": hash("one\n") }, run("mv a.txt zz.txt")]),
            &["file", "none"],
        ),
        (
            json!([run("cp new/q.txt r.txt"), { "op": "write_file", "path": "new/q.txt", "content": "q\n" }]),
            &["files", "file"],
        ),
    ];
    for (operations, expected) in sets {
        let set = w.propose(operations.clone()).await;
        assert_eq!(undoable(&set), expected, "{operations}");
        if expected.contains(&"none") {
            continue;
        }
        w.all_done(&set).await;
        w.all_done(&w.set_back(set.id).await.unwrap()).await;
        assert_eq!(all_in(&w.root), before, "{operations}");
        w.sound().await;
    }
}

#[tokio::test]
async fn a_command_needs_those_without_which_it_could_not_be_taken_back() {
    let w = world().await;
    if !w.sandboxed() {
        return;
    }
    let needs = |set: &SetView| -> Vec<Vec<u32>> { set.items.iter().map(|item| item.needs.clone()).collect() };
    let set = w.commands(&["mkdir n", "touch n/f", "cp a.txt c.txt", "cp n/f n/g"]).await;
    assert_eq!(needs(&set), [vec![], vec![1], vec![], vec![1, 2]]);
    // A folder comes with the first file in it.
    for command in ["mkdir nw/k", "mv a.txt nw/b", "touch nw/c/../d"] {
        let write = json!({ "op": "write_file", "path": "nw/c/x.txt", "content": "x\n" });
        let set = w.propose(json!([write, { "op": "run_command", "command": command }])).await;
        assert_eq!(needs(&set), [vec![], vec![1]], "{command}");
    }
    // One that is on the way to what an earlier one makes, and is not named by it.
    let set = w.commands(&["mkdir -p p/q/r", "touch p/q/x", "cp a.txt p/y"]).await;
    assert_eq!(needs(&set), [vec![], vec![1], vec![1]]);
    // Where two files come into the same folder, either is enough: it is the first.
    let write = |path: &str| json!({ "op": "write_file", "path": path, "content": "x\n" });
    let run = |command: &str| json!({ "op": "run_command", "command": command });
    let two = w
        .propose(json!([write("nz/x"), write("nz/y"), run("cp a.txt nz/b"), run("cp nz/b nz/c"), run("rm nz/y")]))
        .await;
    assert_eq!(needs(&two), [vec![], vec![], vec![1], vec![3], vec![2]]);
    // What does not depend on the first is carried out; what does is not, and says so.
    w.engine.decide(set.id, sign(&set, &[1]), Verdict::Deferred, None, user()).await.unwrap();
    let set = w.engine.change_set(set.id).await.unwrap();
    let refused = w.engine.apply(set.id, crate::world::request(&set, sign(&set, &[2])), user(), None).await;
    let told = format!("{refused:?}");
    assert!(told.contains("needs item 1"), "{told}");
    let set = w.engine.change_set(set.id).await.unwrap();
    assert!(set.items.iter().all(|item| item.status != ItemStatus::Applied));
    w.sound().await;
}

#[tokio::test]
async fn all_of_a_set_is_taken_back_or_nothing() {
    let w = world().await;
    if !w.sandboxed() {
        return;
    }
    let before = all_in(&w.root);
    let set = w.commands(&["mkdir n", "cp a.txt n/", "mv n m", "rm b.txt"]).await;
    w.all_done(&set).await;
    let after = all_in(&w.root);
    let later = w.commands(&["cp docs/n.md m/a.txt"]).await;
    w.all_done(&later).await;
    let entry = w.engine.change_set(later.id).await.unwrap().items[0].applied_by.unwrap();
    let Err(EngineError::UndoConflict(conflict)) = w.set_back(set.id).await else { panic!("it was proposed") };
    let ways: Vec<_> = conflict.in_the_way.iter().map(|way| (way.entry, way.n)).collect();
    assert_eq!(ways, [(entry, 1)]);
    w.all_done(&w.set_back(later.id).await.unwrap()).await;
    assert_eq!(all_in(&w.root), after);
    let back = w.set_back(set.id).await.unwrap();
    w.all_done(&back).await;
    assert_eq!(all_in(&w.root), before);
    let undone = w.engine.change_set(set.id).await.unwrap();
    assert!(undone.items.iter().all(|item| item.status == ItemStatus::Undone), "{undone:?}");
    assert_eq!(w.set_back(set.id).await.unwrap_err().code(), "nothing_to_undo");
    w.sound().await;
}

#[tokio::test]
async fn a_folder_goes_with_the_last_that_was_in_it_in_whatever_order() {
    let w = world().await;
    if !w.sandboxed() {
        return;
    }
    let before = all_in(&w.root);
    for order in [[1, 2], [2, 1]] {
        let set = w.commands(&["mv src/lib n", "touch n/t"]).await;
        w.all_done(&set).await;
        for n in order {
            w.item_back(set.id, n).await;
        }
        assert_eq!(all_in(&w.root), before, "{order:?}");
    }
    // A folder goes with no file where something else made it that stands.
    let set = w.commands(&["mkdir n", "cp a.txt n/", "rm -r n"]).await;
    w.all_done(&set).await;
    for n in [3, 2, 1] {
        w.item_back(set.id, n).await;
    }
    assert_eq!(all_in(&w.root), before);
    for order in [[1, 3, 2], [3, 2, 1], [3, 1, 2]] {
        let set = w.commands(&["cp -r src/lib n", "mkdir n/m", "cp a.txt n/m/"]).await;
        w.all_done(&set).await;
        for n in order {
            w.item_back(set.id, n).await;
        }
        assert_eq!(all_in(&w.root), before, "{order:?}");
    }
    w.sound().await;
}

#[tokio::test]
async fn what_failed_and_changed_nothing_hides_nothing() {
    let w = world().await;
    if !w.sandboxed() {
        return;
    }
    let todo = |title: &str| json!([{ "op": "create", "title": title }]);
    w.all_done(&w.propose(todo("a")).await).await;
    let start = w.engine.last().undo.unwrap();
    let set = w.commands(&["rm nothing.txt"]).await;
    let receipt = w.apply(&set).await.unwrap();
    assert!(!receipt.results[0].ok, "{receipt:?}");
    let ran = receipt.change_set.items[0].command.as_ref().unwrap().outcome.clone().unwrap();
    assert!(ran.unchanged && ran.exit != Some(0), "{ran:?}");
    w.all_done(&w.propose(todo("b")).await).await;
    let back = w.engine.rewind(start, user()).await.unwrap();
    assert_eq!(back.items[0].warnings, [], "nothing of it stays");
    w.sound().await;
}

#[tokio::test]
async fn what_others_took_away_again_is_taken_back_with_them() {
    let w = world().await;
    let first = w.propose(json!([{ "op": "create", "title": "a" }, { "op": "create", "title": "b" }])).await;
    w.all_done(&first).await;
    let ids: Vec<i64> = w.engine.todos(|_| true).iter().map(|todo| todo.id.0).collect();
    let second = json!([{ "op": "delete", "id": ids[0] }, { "op": "update", "id": ids[1], "title": "B" }]);
    let second = w.propose(second).await;
    w.all_done(&second).await;
    let undo = w.say("undo the last 2 changes").await.change_set.unwrap();
    w.all_done(&w.engine.change_set(undo).await.unwrap()).await;
    assert_eq!((w.engine.todos(|_| true).len(), w.engine.last().undo), (0, None));
    for set in [first.id, second.id] {
        let set = w.engine.change_set(set).await.unwrap();
        assert!(set.items.iter().all(|item| item.status == ItemStatus::Undone), "{set:?}");
    }
    w.sound().await;
}

#[tokio::test]
async fn going_back_and_forth_in_the_history_is_as_exact_as_taking_back() {
    for commands in [
        &["mkdir d4", "cp a.txt d4/", "mv d4 e4"][..],
        &["mkdir d6", "touch d6/a", "rm -r d6"],
        &["mkdir -p d3/k", "touch d3/k/f", "cp -r d3 g3"],
        &["mkdir d", "mkdir d/k", "touch d/x"],
        &["mkdir d", "mkdir d/k"],
        &["mkdir -p d k/l", "touch d/x"],
        &["cp -r src/lib n", "rm -r n", "mkdir n"],
    ] {
        let w = world().await;
        if !w.sandboxed() {
            return;
        }
        w.all_done(&w.propose(json!([{ "op": "create", "title": "a" }])).await).await;
        let (start, before) = (w.engine.head().await.unwrap().unwrap().seq, all_in(&w.root));
        let set = w.commands(commands).await;
        assert_eq!(undoable(&set), vec!["files"; commands.len()], "{commands:?}");
        w.all_done(&set).await;
        let (end, after) = (w.engine.head().await.unwrap().unwrap().seq, all_in(&w.root));
        for (to, there) in [(start, &before), (end, &after), (start, &before)] {
            match w.engine.rewind(to, user()).await {
                Ok(gone) => w.all_done(&gone).await,
                Err(error) => assert_eq!((error.code(), &after), ("nothing_to_undo", &before), "{commands:?}"),
            }
            assert_eq!(&all_in(&w.root), there, "{commands:?} to {to}");
            w.sound().await;
        }
    }
}

#[tokio::test]
async fn going_forth_makes_no_folder_that_was_moved_away() {
    let w = world().await;
    if !w.sandboxed() {
        return;
    }
    let set = w.commands(&["mkdir d4", "cp a.txt d4/", "mv d4 e4"]).await;
    w.all_done(&set).await;
    let (end, after) = (w.engine.head().await.unwrap().unwrap().seq, all_in(&w.root));
    for n in [3, 2, 1] {
        w.item_back(set.id, n).await;
    }
    w.all_done(&w.engine.rewind(end, user()).await.unwrap()).await;
    assert_eq!(all_in(&w.root), after);
    w.sound().await;
}

#[tokio::test]
async fn what_was_taken_back_as_a_whole_comes_back_as_a_whole() {
    let run = |command: &str| json!({ "op": "run_command", "command": command });
    for operations in [
        json!([run("cp a.txt q3"), run("touch t7"), run("mkdir e"), { "op": "create", "title": "T" }]),
        json!([run("mkdir d"), run("mkdir d/k"), run("touch d/x"), run("mkdir -p o/p")]),
    ] {
        let w = world().await;
        if !w.sandboxed() {
            return;
        }
        let before = all_in(&w.root);
        let set = w.propose(operations.clone()).await;
        w.all_done(&set).await;
        let (after, todos) = (all_in(&w.root), w.engine.todos(|_| true).len());
        w.all_done(&w.set_back(set.id).await.unwrap()).await;
        assert_eq!(all_in(&w.root), before, "{operations}");
        for _ in 0..2 {
            let redo = w.engine.last().redo.unwrap();
            w.all_done(&w.engine.undo(redo, None, Conflicts::Stop, user()).await.unwrap()).await;
            assert_eq!((all_in(&w.root), w.engine.todos(|_| true).len()), (after.clone(), todos), "{operations}");
            assert_eq!(w.engine.last().redo, None);
            let undo = w.engine.last().undo.unwrap();
            w.all_done(&w.engine.undo(undo, None, Conflicts::Stop, user()).await.unwrap()).await;
            assert_eq!((all_in(&w.root), w.engine.last().undo), (before.clone(), None), "{operations}");
        }
        w.sound().await;
    }
}

#[tokio::test]
async fn a_folder_that_came_with_a_file_goes_when_nothing_stays_in_it() {
    let w = world().await;
    if !w.sandboxed() {
        return;
    }
    let run = |command: &str| json!({ "op": "run_command", "command": command });
    let write = |path: &str| json!({ "op": "write_file", "path": path, "content": "x\n" });
    for operations in [
        json!([run("cp -r src m2d"), run("mkdir m2d/n4")]),
        json!([run("cp -r src m2d"), run("mkdir -p m2d/n4/k/l"), run("mkdir m2d/lib/n")]),
        json!([write("nw1/x.txt"), run("mv nw1/x.txt src/x9")]),
        json!([write("nw2/k/x.txt"), run("mkdir nw2/k/l"), run("mv nw2/k/x.txt ./")]),
        json!([write("nw3/x.txt"), run("mkdir nw3/l")]),
    ] {
        let before = all_in(&w.root);
        let start = w.engine.head().await.unwrap().unwrap().seq;
        let set = w.propose(operations.clone()).await;
        w.all_done(&set).await;
        let after = all_in(&w.root);
        w.all_done(&w.set_back(set.id).await.unwrap()).await;
        assert_eq!(all_in(&w.root), before, "{operations}");
        let redo = w.engine.last().redo.unwrap();
        w.all_done(&w.engine.undo(redo, None, Conflicts::Stop, user()).await.unwrap()).await;
        assert_eq!(all_in(&w.root), after, "{operations}");
        w.all_done(&w.engine.rewind(start, user()).await.unwrap()).await;
        assert_eq!(all_in(&w.root), before, "{operations}");
        w.sound().await;
    }
    // One in which somebody put something stays.
    let set = w.propose(json!([write("nw/x.txt"), run("mv nw/x.txt src/x9")])).await;
    w.all_done(&set).await;
    fs::write(w.root.join("nw/mine"), "mine\n").unwrap();
    w.all_done(&w.set_back(set.id).await.unwrap()).await;
    assert_eq!(fs::read_to_string(w.root.join("nw/mine")).unwrap(), "mine\n");
}
