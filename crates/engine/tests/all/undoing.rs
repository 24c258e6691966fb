//! Taking back what somebody changed since: it stops, keeps what came later, or takes that back as well.

use crate::world::{World, hash, place, user};
use countersign_core::change_set::Source;
use countersign_core::ids::Seq;
use countersign_core::wire::{Outcome, SetView, UndoConflict};
use countersign_engine::{Conflicts, EngineError};
use countersign_store::EntryFilter;
use serde_json::{Value, json};
use std::fs;
use std::os::unix::fs::PermissionsExt;

const TEXT: &str = "one\ntwo\n3\n4\n5\n6\n7\n8\nnine\n";

async fn world() -> World {
    place().files(&[("a.txt", TEXT)]).open().await
}

impl World {
    /// Signs and applies all of a set.
    async fn applied(&self, set: &SetView) -> Seq {
        let done = self.apply(set).await.unwrap();
        assert_eq!(done.outcome, Outcome::Applied, "{done:?}");
        done.entry.unwrap()
    }

    async fn does(&self, operations: Value) -> Seq {
        self.applied(&self.propose(operations).await).await
    }

    /// Puts one text in the place of another in a file, signed.
    async fn edits(&self, path: &str, from: &str, to: &str) -> Seq {
        let old = self.read(path).unwrap();
        let content = old.replace(from, to);
        self.does(json!([{ "op": "write_file", "path": path, "base": hash(&old), "content": content }])).await
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
    w.applied(&both).await;
    assert_eq!(w.read("a.txt").unwrap(), TEXT);

    let first = w.edits("a.txt", "one", "ONE").await;
    w.edits("a.txt", "nine", "NINE").await;
    w.applied(&w.undo(first, Conflicts::Keep).await.unwrap()).await;
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
    let conflict = w.stopped(made, Conflicts::Stop).await;
    assert_eq!(ways(&conflict), [(changed, 1), (overlapping, 1)]);
    assert_eq!((conflict.keeps, conflict.deletes), (true, vec!["n.txt".to_owned(), "Rent".to_owned()]));
    let conflict = w.stopped(changed, Conflicts::Stop).await;
    assert_eq!((conflict.keeps, conflict.deletes), (false, vec![]), "what would be kept is all of it");
    // The file that somebody changed since is not deleted, and the todo goes.
    let keep = w.undo(made, Conflicts::Keep).await.unwrap();
    assert_eq!(keep.items.iter().map(|item| item.label.as_str()).collect::<Vec<_>>(), ["Delete \u{201c}Rent\u{201d}"]);
    assert_eq!(w.undo(changed, Conflicts::Keep).await.unwrap_err().code(), "nothing_to_undo");
    w.applied(&w.undo(made, Conflicts::WithLater).await.unwrap()).await;
    assert_eq!((w.read("n.txt"), w.engine.count()), (None, 0));
}

#[tokio::test]
async fn keeping_leaves_out_what_is_not_there_any_more() {
    let w = world().await;
    let files = json!([
        { "op": "write_file", "path": "gone.txt", "content": "gone\n" },
        { "op": "write_file", "path": "moved.txt", "content": "moved\n" },
        { "op": "write_file", "path": "here.txt", "content": "here\n" },
        { "op": "create", "title": "Rent" },
    ]);
    let made = w.does(files).await;
    fs::remove_file(w.root.join("gone.txt")).unwrap();
    fs::rename(w.root.join("moved.txt"), w.root.join("elsewhere.txt")).unwrap();
    let keep = w.undo(made, Conflicts::Keep).await.unwrap();
    let labels: Vec<&str> = keep.items.iter().map(|item| item.label.as_str()).collect();
    assert_eq!(labels, ["Delete file here.txt", "Delete \u{201c}Rent\u{201d}"]);
    w.applied(&keep).await;
    assert_eq!((w.read("here.txt"), w.read("elsewhere.txt").as_deref(), w.engine.count()), (None, Some("moved\n"), 0));
}

#[tokio::test]
async fn a_mode_that_somebody_set_since_stays() {
    let w = world().await;
    let first = w.edits("a.txt", "one", "ONE").await;
    fs::set_permissions(w.root.join("a.txt"), fs::Permissions::from_mode(0o755)).unwrap();
    w.applied(&w.undo(first, Conflicts::Keep).await.unwrap()).await;
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
    w.applied(&w.undo(first, Conflicts::Keep).await.unwrap()).await;
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
    w.applied(&undo(Conflicts::WithLater).await.unwrap()).await;
    assert_eq!(w.engine.todo(countersign_core::ids::TodoId(1)).unwrap().title, "Rent");
}

impl World {
    /// Runs a signed command; the entry of what came of it.
    async fn ran(&self, command: &str) -> Seq {
        assert_eq!(self.apply(&self.commands(&[command]).await).await.unwrap().outcome, Outcome::Applied, "{command}");
        let last = EntryFilter { kinds: vec!["applied"], limit: 1, ..EntryFilter::default() };
        self.engine.ledger(last).await.unwrap().remove(0).seq
    }

    fn has_folder(&self, path: &str) -> bool {
        self.root.join(path).is_dir()
    }
}

#[tokio::test]
async fn an_empty_folder_that_a_command_made_goes_again() {
    let w = world().await;
    w.ran("mkdir there").await;
    let made = w.ran("mkdir -m 700 -p there/a/b 'it is' && mkdir it\\'s").await;
    assert!(["there/a/b", "it is", "it's"].iter().all(|path| w.has_folder(path)));
    let back = w.undo(made, Conflicts::Stop).await.unwrap();
    let labels: Vec<&str> = back.items.iter().map(|item| item.label.as_str()).collect();
    assert_eq!(labels, ["Run rmdir -- there/a/b there/a 'it is' 'it'\\''s'"]);
    w.apply(&back).await.unwrap();
    assert!(!["there/a", "it is", "it's"].iter().any(|path| w.has_folder(path)));
    assert!(w.has_folder("there"), "what was there before stays");
    assert_eq!(w.undo(made, Conflicts::Stop).await.unwrap_err().code(), "nothing_to_undo");
    w.sound().await;
}

#[tokio::test]
async fn an_empty_folder_that_was_taken_back_can_be_made_again() {
    let w = world().await;
    let before = w.engine.head().await.unwrap().unwrap().seq;
    let made = w.ran("mkdir -p q/in 'it is'").await;
    let back = w.undo(made, Conflicts::Stop).await.unwrap();
    assert!(back.items[0].reversible && back.blast.reversible, "{back:?}");
    w.apply(&back).await.unwrap();
    let (last, redo) = (w.engine.last(), w.engine.last().redo.unwrap());
    assert_eq!((last.undo, w.has_folder("q")), (None, false));
    // To before it was made there is nothing to make; to after it, all of it.
    assert_eq!(w.engine.rewind(before, user()).await.unwrap_err().code(), "nothing_to_undo");
    let rewound = w.engine.rewind(made, user()).await.unwrap();
    assert_eq!((rewound.items.len(), rewound.items[0].warnings.len()), (1, 0), "{rewound:?}");
    let again = w.undo(redo, Conflicts::Stop).await.unwrap();
    assert_eq!(w.apply(&again).await.unwrap().outcome, Outcome::Applied);
    assert!(["q", "q/in", "it is"].iter().all(|path| w.has_folder(path)));
    let last = w.engine.last().undo.unwrap();
    w.apply(&w.undo(last, Conflicts::Stop).await.unwrap()).await.unwrap();
    assert!(!["q", "it is"].iter().any(|path| w.has_folder(path)));
    w.sound().await;
}

#[tokio::test]
async fn a_folder_that_holds_something_since_is_not_removed() {
    let w = world().await;
    let made = w.ran("mkdir -p d/e").await;
    w.put("d/e/mine.txt", "mine\n");
    let conflict = w.stopped(made, Conflicts::Stop).await;
    let drift: Vec<(&str, &Value)> = conflict.drift.iter().map(|drift| (drift.title.as_str(), &drift.now)).collect();
    assert_eq!(drift, [("d", &json!("it is not empty")), ("d/e", &json!("it is not empty"))]);
    assert_eq!(ways(&conflict), []);
    assert_eq!(w.undo(made, Conflicts::Keep).await.unwrap_err().code(), "nothing_to_undo");

    // Written here since: it can go with it.
    fs::remove_file(w.root.join("d/e/mine.txt")).unwrap();
    let written = w.does(json!([{ "op": "write_file", "path": "d/e/f/n.txt", "content": "new\n" }])).await;
    assert_eq!(ways(&w.stopped(made, Conflicts::Stop).await), [(written, 1)]);
    let both = w.undo(made, Conflicts::WithLater).await.unwrap();
    w.apply(&both).await.unwrap();
    assert!(!w.has_folder("d"));

    // And what came between showing and doing it stops it.
    let made = w.ran("mkdir d").await;
    let back = w.undo(made, Conflicts::Stop).await.unwrap();
    w.put("d/mine.txt", "mine\n");
    assert_eq!(w.apply(&back).await.unwrap_err().code(), "drifted");
    assert_eq!(w.read("d/mine.txt").as_deref(), Some("mine\n"));
    fs::remove_dir_all(w.root.join("d")).unwrap();
    assert_eq!(w.stopped(made, Conflicts::Stop).await.drift[0].now, json!("it is gone"));
    w.sound().await;
}

#[tokio::test]
async fn going_back_removes_folders_after_what_is_in_them() {
    let w = world().await;
    let before = w.edits("a.txt", "one", "ONE").await;
    w.ran("mkdir d").await;
    w.does(json!([{ "op": "write_file", "path": "d/n.txt", "content": "new\n" }])).await;
    let back = w.engine.rewind(before, user()).await.unwrap();
    assert!(back.items.iter().all(|item| item.problems.is_empty()), "{back:?}");
    w.apply(&back).await.unwrap();
    assert!(!w.has_folder("d"));
    w.sound().await;
}

#[tokio::test]
async fn going_back_leaves_a_folder_that_was_taken_back_and_made_again() {
    let w = world().await;
    let before = w.edits("a.txt", "one", "ONE").await;
    let made = w.ran("mkdir e").await;
    w.apply(&w.undo(made, Conflicts::Stop).await.unwrap()).await.unwrap();
    assert!(!w.has_folder("e"));
    fs::create_dir(w.root.join("e")).unwrap();
    w.edits("a.txt", "ONE", "TWO").await;
    let back = w.engine.rewind(before, user()).await.unwrap();
    assert!(back.items.iter().all(|item| !item.label.contains("rmdir")), "{back:?}");
    w.sound().await;
}

#[tokio::test]
async fn an_operation_takes_back_an_entry_or_an_item_of_one() {
    let w = world().await;
    let made =
        w.does(json!([{"op":"create","title":"a"},{"op":"create","title":"b"},{"op":"create","title":"c"}])).await;
    let changed = w.does(json!([{"op":"update","id":1,"title":"A"},{"op":"update","id":2,"title":"B"}])).await;
    let of = w.engine.ledger(EntryFilter { limit: 1, ..EntryFilter::default() }).await.unwrap()[0].set.unwrap();
    let titles = || w.engine.todos(|_| true).iter().map(|todo| todo.title.clone()).collect::<Vec<_>>();

    // Dry, between others that name each other by their places in the request.
    let request = json!([
        { "op": "undo", "batch": changed.0 },
        { "op": "create", "title": "d" },
        { "op": "update", "id": "@2", "title": "D" },
    ]);
    let shown = w.engine.dry_run(request.as_array().unwrap()).await.unwrap().set;
    assert_eq!(
        shown.items.iter().map(|item| (item.request, item.problems.len())).collect::<Vec<_>>(),
        [(0, 0), (0, 0), (1, 0), (2, 0)]
    );
    assert_eq!(shown.items[3].needs, [3], "{shown:?}");
    let set = w.propose(request).await;
    assert_eq!(titles(), ["A", "B", "c"], "nothing is changed by proposing it");
    w.applied(&set).await;
    assert_eq!(titles(), ["a", "b", "c", "D"]);

    // Everything named as it is shown; each once.
    let again = w.does(json!([{"op":"update","id":1,"title":"A"},{"op":"update","id":2,"title":"B"}])).await;
    let item = w.engine.ledger(EntryFilter { limit: 1, ..EntryFilter::default() }).await.unwrap()[0].set.unwrap();
    for (undo, left) in [
        (json!({ "op": "undo", "item": format!("{item}.2") }), ["A", "b", "c", "D"]),
        (json!({ "op": "undo", "batch": format!("@{again}"), "item": 1 }), ["a", "b", "c", "D"]),
    ] {
        w.does(json!([undo.clone()])).await;
        assert_eq!(titles(), left);
        let refused = w.propose(json!([undo.clone()])).await;
        assert!(
            ["invalid_undo", "nothing_to_undo"].contains(&refused.items[0].problems[0].code.as_ref()),
            "{undo}: {refused:?}"
        );
    }
    for (undo, code) in [
        (json!({ "op": "undo", "batch": "999" }), "invalid_undo"),
        (json!({ "op": "undo", "batch": "last" }), "invalid_undo"),
        (json!({ "op": "undo", "item": format!("{of}.9") }), "invalid_undo"),
        (json!({ "op": "undo", "batch": changed.0 }), "nothing_to_undo"),
    ] {
        let refused = w.propose(json!([undo.clone()])).await;
        assert_eq!(refused.items[0].problems[0].code, code, "{undo}: {refused:?}");
    }
    // What somebody changed since is in the way, as for any undo.
    w.does(json!([{"op":"update","id":3,"title":"C"}])).await;
    let refused = w.propose(json!([{ "op": "undo", "batch": made.0 }])).await;
    assert_eq!(refused.items[0].problems[0].code, "undo_conflict", "{refused:?}");
    // A file is taken back by a set, and not by what is signed by being made.
    let file = w.edits("a.txt", "one", "ONE").await;
    let dry = w.engine.dry_run(&[json!({ "op": "undo", "batch": file.0 })]).await.unwrap();
    assert_eq!(dry.set.items[0].problems[0].code, "invalid_undo");
    w.does(json!([{ "op": "undo", "batch": file.0 }])).await;
    assert_eq!(w.read("a.txt").as_deref(), Some(TEXT));
    w.sound().await;
}

/// What the person does by saying "undo" and "redo": the entry that is named as the last one is taken back.
impl World {
    async fn says(&self, word: &str) -> Seq {
        let last = self.engine.last();
        let of = if word == "undo" { last.undo } else { last.redo };
        self.applied(&self.undo(of.unwrap(), Conflicts::Stop).await.unwrap()).await
    }

    fn titles(&self) -> Vec<String> {
        self.engine.todos(|_| true).iter().map(|todo| todo.title.clone()).collect()
    }
}

#[tokio::test]
async fn going_back_is_what_undo_takes_back_first() {
    let w = world().await;
    let mut made = Vec::new();
    for title in ["a", "b", "c", "d"] {
        made.push(w.does(json!([{ "op": "create", "title": title }])).await);
    }
    let rewound = w.applied(&w.engine.rewind(made[1], user()).await.unwrap()).await;
    assert_eq!((w.titles(), w.engine.last().undo), (vec!["a".into(), "b".into()], Some(rewound)));

    // The rewind first; what it had taken back stands again, and is what a further undo takes back, one by one.
    let back = w.says("undo").await;
    assert_eq!(w.titles(), ["a", "b", "c", "d"]);
    assert_eq!((w.engine.last().undo, w.engine.last().redo), (Some(made[3]), Some(back)));
    w.says("undo").await;
    w.says("undo").await;
    assert_eq!((w.titles(), w.engine.last().undo), (vec!["a".into(), "b".into()], Some(made[1])));

    // Redo goes forward in the same steps, and its last one goes back in the history once more.
    w.says("redo").await;
    w.says("redo").await;
    assert_eq!(w.titles(), ["a", "b", "c", "d"]);
    let again = w.says("redo").await;
    assert_eq!((w.titles(), w.engine.last().undo), (vec!["a".into(), "b".into()], Some(again)));
    w.says("undo").await;
    assert_eq!(w.titles(), ["a", "b", "c", "d"]);

    // The same after a start, and in the words of a sentence.
    let again = w.applied(&w.engine.rewind(made[0], user()).await.unwrap()).await;
    w.does(json!([{ "op": "create", "title": "e" }])).await;
    let w = w.again(crate::world::SATURDAY).await;
    w.says("undo").await;
    assert_eq!((w.titles(), w.engine.last().undo), (vec!["a".into()], Some(again)));
    for words in ["undo", "undo the rewind"] {
        let set = w.say(words).await.change_set.unwrap();
        let source = w.engine.change_set(set).await.unwrap().source;
        assert_eq!(source, Source::Undo { entries: vec![again] }, "{words}");
    }
    w.says("undo").await;
    assert_eq!(w.titles(), ["a", "b", "c", "d"]);
    w.says("undo").await;
    assert_eq!(w.titles(), ["a", "b", "c"]);
    w.sound().await;
}

/// Where going back took several entries, as commands do, it is taken back as a whole.
#[tokio::test]
async fn going_back_over_folders_is_one_step() {
    let w = world().await;
    if !w.sandboxed() {
        return;
    }
    let start = w.does(json!([{ "op": "create", "title": "a" }])).await;
    for command in ["mkdir e", "mkdir f"] {
        let set = w.commands(&[command]).await;
        assert_eq!(w.apply(&set).await.unwrap().outcome, Outcome::Applied);
    }
    w.does(json!([{ "op": "create", "title": "b" }])).await;
    let there = |w: &World| ["e", "f"].map(|folder| w.root.join(folder).is_dir());
    let back = w.engine.rewind(start, user()).await.unwrap();
    assert_eq!(w.apply(&back).await.unwrap().outcome, Outcome::Applied);
    assert_eq!((there(&w), w.titles()), ([false; 2], vec!["a".to_owned()]));
    let undo = w.undo(w.engine.last().undo.unwrap(), Conflicts::Stop).await.unwrap();
    assert_eq!(w.apply(&undo).await.unwrap().outcome, Outcome::Applied);
    assert_eq!((there(&w), w.titles()), ([true; 2], vec!["a".to_owned(), "b".to_owned()]));
    w.sound().await;
}

#[tokio::test]
async fn going_back_leaves_nothing_of_what_was_done_since_it_was_proposed() {
    let w = world().await;
    let start = w.does(json!([{ "op": "create", "title": "a" }])).await;
    w.does(json!([{ "op": "create", "title": "b" }])).await;
    let back = w.engine.rewind(start, user()).await.unwrap();
    w.does(json!([{ "op": "create", "title": "c" }])).await;
    let refused = w.apply(&back).await.unwrap_err();
    assert_eq!((refused.code(), refused.status()), ("rewind_behind", 409));
    assert!(refused.to_string().contains("Add “c”"), "{refused}");
    assert_eq!(w.titles(), ["a", "b", "c"]);
    let again = w.engine.rewind(start, user()).await.unwrap();
    w.applied(&again).await;
    assert_eq!(w.titles(), ["a"]);
    w.sound().await;
}

/// One set leaves a file or a folder at a path: what turned the one into the other goes back step by step.
#[tokio::test]
async fn what_became_a_folder_goes_back_after_what_came_into_it() {
    for (first, second) in [("d", "d/z"), ("d/z", "d")] {
        let w = world().await;
        let write = |path: &str| json!([{ "op": "write_file", "path": path, "content": "one" }]);
        w.does(write(first)).await;
        let start = w.does(json!([{ "op": "create", "title": "a" }])).await;
        let gone = w.does(json!([{ "op": "delete_file", "path": first, "base": hash("one") }])).await;
        if first == "d/z" {
            std::fs::remove_dir(w.root.join("d")).unwrap();
        }
        let came = w.does(write(second)).await;
        let refused = w.engine.rewind(start, user()).await.unwrap_err();
        assert_eq!((refused.code(), refused.status()), ("file_and_folder", 409));
        let hint = refused.body().hint.unwrap();
        assert!(hint.contains(&format!("entry {came} ")), "{first}: {hint}");
        match w.undo(gone, Conflicts::Stop).await {
            Err(EngineError::UndoConflict(why)) => {
                let entries: Vec<Seq> = why.in_the_way.iter().map(|item| item.entry).collect();
                assert_eq!(entries, [came], "{first}");
            }
            other => panic!("{first}: {other:?}"),
        }
        assert_eq!(w.undo(gone, Conflicts::WithLater).await.unwrap_err().code(), "file_and_folder");
        assert_eq!(w.read(second).as_deref(), Some("one"));
        let undo = w.undo(came, Conflicts::Stop).await.unwrap();
        w.applied(&undo).await;
        let back = w.engine.rewind(start, user()).await.unwrap();
        w.applied(&back).await;
        assert_eq!((w.read(first).as_deref(), w.root.join(second).is_file()), (Some("one"), false), "{first}");
        w.sound().await;
    }
}

#[tokio::test]
async fn an_empty_folder_where_a_file_was_goes_before_the_file_comes_back() {
    let w = world().await;
    if !w.sandboxed() {
        return;
    }
    let start = w.does(json!([{ "op": "create", "title": "a" }])).await;
    let base = hash(TEXT);
    w.does(json!([{ "op": "delete_file", "path": "a.txt", "base": base }])).await;
    let made = w.commands(&["mkdir a.txt"]).await;
    let made = w.applied(&made).await;
    let refused = w.engine.rewind(start, user()).await.unwrap_err();
    assert_eq!(refused.code(), "file_and_folder");
    assert!(refused.body().hint.unwrap().contains(&format!("entry {made} ")));
    let undo = w.undo(made, Conflicts::Stop).await.unwrap();
    w.applied(&undo).await;
    let back = w.engine.rewind(start, user()).await.unwrap();
    w.applied(&back).await;
    assert_eq!(w.read("a.txt").as_deref(), Some(TEXT));
    // The other way round it goes in one step: the folder comes after the file went.
    let made = w.commands(&["mkdir e"]).await;
    let start = w.applied(&made).await;
    let gone = w.commands(&["rmdir e"]).await;
    w.applied(&gone).await;
    w.does(json!([{ "op": "write_file", "path": "e", "content": "one" }])).await;
    let back = w.engine.rewind(start, user()).await.unwrap();
    w.applied(&back).await;
    assert!(w.root.join("e").is_dir());
    w.sound().await;
}
