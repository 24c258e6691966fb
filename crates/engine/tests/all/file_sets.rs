//! Changes of several files in one set: which item is in the way of which, folders that come and go,
//! and that applying and taking back leaves a folder exactly as it was.

use crate::world::{World, hash, place, request, signable, user};
use countersign_core::change_set::ItemStatus;
use countersign_core::wire::{FeedEvent, Outcome, Receipt, SetView};
use countersign_engine::{ApplyRequest, Conflicts, EngineError};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

async fn world(files: &[(&str, &[u8])]) -> World {
    place().files(files).open().await
}

impl World {
    async fn confirmed(&self, set: &SetView, confirm: Option<String>) -> Result<Receipt, EngineError> {
        let request = ApplyRequest { confirm, ..request(set, signable(set)) };
        self.engine.apply(set.id, request, user(), None).await
    }

    /// All that is in the folder: modes and contents of files, folders, where links lead.
    fn snapshot(&self) -> BTreeMap<String, String> {
        fn walk(root: &Path, at: &Path, seen: &mut BTreeMap<String, String>) {
            for entry in fs::read_dir(at).unwrap() {
                let path = entry.unwrap().path();
                let meta = fs::symlink_metadata(&path).unwrap();
                let what = if meta.is_symlink() {
                    format!("link to {}", fs::read_link(&path).unwrap().display())
                } else if meta.is_dir() {
                    walk(root, &path, seen);
                    "folder".to_owned()
                } else {
                    format!("{:o} {:?}", meta.permissions().mode() & 0o7777, fs::read(&path).unwrap())
                };
                seen.insert(path.strip_prefix(root).unwrap().display().to_string(), what);
            }
        }
        let mut seen = BTreeMap::new();
        walk(&self.root, &self.root, &mut seen);
        seen
    }
}

#[tokio::test]
async fn an_item_whose_file_another_set_changes_is_told_to_have_drifted() {
    let w = world(&[("a.txt", b"one\n"), ("b.txt", b"two\n")]).await;
    let edit = |path: &str, was: &str, to: &str| {
        let edit = format!("<<<<<<< SEARCH\n{was}\n=======\n{to}\n>>>>>>> REPLACE\n");
        json!([{ "op": "edit_file", "path": path, "base": hash(format!("{was}\n")), "edit": edit }])
    };
    let first = w.propose(edit("a.txt", "one", "1")).await;
    let second = w.propose(edit("a.txt", "one", "eins")).await;
    w.propose(edit("b.txt", "two", "2")).await;
    let mut news = w.engine.subscribe();
    w.apply(&first).await.unwrap();
    // The last word on each item counts.
    let mut told = BTreeMap::new();
    while let Ok(heard) = news.try_recv() {
        for event in w.engine.stands(&heard).await.unwrap().unwrap().events {
            let (FeedEvent::Item(item) | FeedEvent::Drift(item)) = &event else { panic!("{event:?}") };
            let drift = item.view.drift.iter().map(|drift| drift.title.clone()).collect::<Vec<_>>();
            told.insert((item.set, item.item), (event.name(), item.status, drift));
        }
    }
    let applied = ("item", ItemStatus::Applied, vec![]);
    let drifted = ("drift", ItemStatus::Drifted, vec!["a.txt".to_owned()]);
    assert_eq!(told, BTreeMap::from([((first.id, 1), applied), ((second.id, 1), drifted)]));
}

#[tokio::test]
async fn an_item_that_is_in_the_way_of_another_is_named() {
    let w = world(&[("a.txt", b"one\n"), ("b.txt", b"two\n"), ("d/x", b"x")]).await;
    let (a, b, x) = (hash("one\n"), hash("two\n"), hash("x"));
    let edit = "<<<<<<< SEARCH\none\n=======\n1\n>>>>>>> REPLACE\n";
    for (ops, code, said) in [
        (
            json!([{ "op": "write_file", "path": "dup", "content": "" }, { "op": "write_file", "path": "dup/x", "content": "" }]),
            "path_taken",
            "dup/x needs a folder where dup is a file; dup is changed by item 1",
        ),
        (
            json!([{ "op": "write_file", "path": "n/o/p", "content": "" }, { "op": "write_file", "path": "n/o", "content": "" }]),
            "path_taken",
            "n/o/p needs a folder where n/o is a file; n/o/p is changed by item 1",
        ),
        (
            json!([{ "op": "rename_file", "path": "a.txt", "base": a, "to": "c.txt" }, { "op": "rename_file", "path": "c.txt", "base": a, "to": "e.txt" }]),
            "same_file_twice",
            "c.txt is made by item 1",
        ),
        (
            json!([{ "op": "delete_file", "path": "a.txt", "base": a }, { "op": "edit_file", "path": "a.txt", "base": a, "edit": edit }]),
            "same_file_twice",
            "a.txt is deleted by item 1",
        ),
        (
            json!([{ "op": "edit_file", "path": "a.txt", "base": a, "edit": edit }, { "op": "chmod_file", "path": "a.txt", "base": a, "mode": "600" }]),
            "same_file_twice",
            "a.txt is changed by item 1",
        ),
        (
            json!([{ "op": "rename_file", "path": "b.txt", "base": b, "to": "q" }, { "op": "rename_file", "path": "a.txt", "base": a, "to": "q" }]),
            "same_file_twice",
            "q is made by item 1",
        ),
        (
            json!([{ "op": "delete_file", "path": "d/x", "base": x }, { "op": "rename_file", "path": "a.txt", "base": a, "to": "a.txt/b" }]),
            "path_taken",
            "a.txt is a file, so it cannot be the folder of a.txt/b",
        ),
    ] {
        let set = w.propose(ops).await;
        assert_eq!(set.items[0].problems, [], "{said}");
        let problem = &set.items[1].problems[0];
        assert_eq!(problem.code, code, "{problem}");
        assert!(problem.message.starts_with(said), "{problem}");
    }
    // What cannot be used takes no file from another item.
    let set = w
        .propose(json!([
            { "op": "edit_file", "path": "a.txt", "base": a, "edit": "<<<<<<< SEARCH\nnot there\n=======\n1\n>>>>>>> REPLACE\n" },
            { "op": "edit_file", "path": "a.txt", "base": a, "edit": edit },
            { "op": "edit_file", "path": "nope.txt", "edit": edit },
            { "op": "write_file", "path": "b.txt/y", "content": "" },
        ]))
        .await;
    assert_eq!(set.items[1].problems, []);
    assert_eq!(set.items[2].problems[0].code, "file_not_found");
    assert_eq!(set.items[2].problems[0].message, "there is no file nope.txt to edit");
    assert!(set.items[3].problems[0].message.starts_with("b.txt is not a folder"), "{}", set.items[3].problems[0]);
}

/// What is built or run by a file is so whichever way the name comes to it.
#[tokio::test]
async fn a_name_by_which_something_is_done_is_told_where_a_file_is_given_it_and_where_it_loses_it() {
    let w = world(&[("a.txt", b"one\n"), ("Makefile", b"all:\n"), ("b.txt", b"two\n")]).await;
    let rename =
        |path: &str, text: &str, to: &str| json!([{ "op": "rename_file", "path": path, "base": hash(text), "to": to }]);
    for (path, text, to, told) in [
        ("a.txt", "one\n", "CMakeLists.txt", true),
        ("a.txt", "one\n", ".github/workflows/a.yml", true),
        ("Makefile", "all:\n", "notes.txt", true),
        ("Makefile", "all:\n", "old/Makefile", true),
        ("b.txt", "two\n", "c.txt", false),
    ] {
        let set = w.propose(rename(path, text, to)).await;
        let item = &set.items[0];
        let codes: Vec<&str> = item.warnings.iter().map(|warning| warning.code.as_ref()).collect();
        assert_eq!(codes, if told { vec!["sensitive_file"] } else { Vec::new() }, "{path} to {to}");
        let sensitive = item.file.as_ref().unwrap().sensitive.is_some();
        assert_eq!((sensitive, item.preselected && told), (told, false), "{path} to {to}");
    }
}

#[tokio::test]
async fn a_name_that_differs_only_in_case_is_pointed_out() {
    let w = world(&[("d/Readme.md", b"one\n"), ("b.txt", b"two\n")]).await;
    let set = w
        .propose(json!([
            { "op": "write_file", "path": "d/README.md", "content": "" },
            { "op": "rename_file", "path": "b.txt", "base": hash("two\n"), "to": "d/readme.md" },
        ]))
        .await;
    for item in &set.items {
        assert_eq!(item.warnings[0].code, "case_collision", "{}", item.label);
    }
    let set = w.propose(json!([{ "op": "rename_file", "path": "b.txt", "base": hash("two\n"), "to": "B.txt" }])).await;
    assert_eq!(set.items[0].warnings, [], "its own name in another case is what is asked for");
}

#[tokio::test]
async fn folders_made_for_a_file_go_with_it_and_others_stay() {
    let w = world(&[("a.txt", b"one\n")]).await;
    let before = w.snapshot();
    let set = w
        .propose(json!([
            { "op": "write_file", "path": "new/deep/b.txt", "content": "b\n" },
            { "op": "write_file", "path": "new/c.txt", "content": "c\n" },
            { "op": "rename_file", "path": "a.txt", "base": hash("one\n"), "to": "moved/here/a.txt" },
        ]))
        .await;
    let entry = w.apply(&set).await.unwrap().entry.unwrap();
    let after = w.snapshot();
    let undo = w.engine.undo(entry, None, Conflicts::Stop, user()).await.unwrap();
    let back = w.apply(&undo).await.unwrap().entry.unwrap();
    assert_eq!(w.snapshot(), before);
    // And again: undone undo makes them anew, and then they go anew.
    let redo = w.engine.undo(back, None, Conflicts::Stop, user()).await.unwrap();
    let again = w.apply(&redo).await.unwrap().entry.unwrap();
    assert_eq!(w.snapshot(), after);
    // A folder that somebody uses by now stays.
    fs::write(w.root.join("new/mine.txt"), "mine").unwrap();
    let undo = w.engine.undo(again, None, Conflicts::Stop, user()).await.unwrap();
    w.apply(&undo).await.unwrap();
    assert_eq!(fs::read_to_string(w.root.join("new/mine.txt")).unwrap(), "mine");
    assert!(!w.root.join("new/deep").exists() && !w.root.join("moved").exists());
    w.sound().await;
}

#[tokio::test]
async fn a_file_that_others_run_by_needs_a_second_yes() {
    let w = world(&[]).await;
    let set = w
        .propose(json!([
            { "op": "write_file", "path": "Cargo.toml", "content": "[package]\n" },
            { "op": "write_file", "path": "src/lib.rs", "content": "\n" },
        ]))
        .await;
    let EngineError::ConfirmationRequired(needed) = w.apply(&set).await.unwrap_err() else {
        panic!("it was not asked for");
    };
    assert_eq!(needed.counts.sensitive, ["Cargo.toml"]);
    assert!(!w.root.join("Cargo.toml").exists());
    let set = w.engine.change_set(set.id).await.unwrap();
    let receipt = w.confirmed(&set, Some(needed.token)).await.unwrap();
    assert_eq!(receipt.outcome, Outcome::Applied);
    // Taking back asks nothing: it is what was there before.
    let undo = w.engine.undo(receipt.entry.unwrap(), None, Conflicts::Stop, user()).await.unwrap();
    assert_eq!(w.apply(&undo).await.unwrap().outcome, Outcome::Applied);
    assert!(!w.root.join("Cargo.toml").exists());
    let set = w.propose(json!([{ "op": "write_file", "path": "src/lib.rs", "content": "\n" }])).await;
    assert_eq!(w.apply(&set).await.unwrap().outcome, Outcome::Applied);
}

/// Contents in all the ways that text is written, and some that is none.
fn content() -> impl Strategy<Value = Vec<u8>> {
    let line =
        prop_oneof![Just("a = 1"), Just(""), Just("\tdeep"), Just("é ü"), Just("}"), "[a-z]{1,8}".prop_map(|_| "word")];
    let end = prop_oneof![Just("\n"), Just("\r\n"), Just("")];
    let text = (any::<bool>(), prop::collection::vec((line, end), 0..8)).prop_map(|(bom, lines)| {
        let mut text = if bom { "\u{feff}".to_owned() } else { String::new() };
        lines.iter().for_each(|(line, end)| text.extend([*line, *end]));
        text.into_bytes()
    });
    prop_oneof![4 => text, 1 => prop::collection::vec(any::<u8>(), 0..40)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// Applying a set and taking it back leaves contents, modes, line ends, folders and links as they were.
    #[test]
    fn apply_and_undo_is_nothing(
        files in prop::collection::vec((content(), prop::sample::select(vec![0o644_u32, 0o600, 0o755, 0o440])), 4),
        steps in prop::collection::vec((0..5_u8, "[a-z]{1,6}"), 4),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let named: Vec<String> = (0..files.len()).map(|i| format!("d{}/f{i}", i % 2)).collect();
            let all: Vec<(&str, &[u8])> = named.iter().zip(&files).map(|(n, (c, _))| (n.as_str(), c.as_slice())).collect();
            let w = world(&all).await;
            for (name, (_, mode)) in named.iter().zip(&files) {
                fs::set_permissions(w.root.join(name), fs::Permissions::from_mode(*mode)).unwrap();
            }
            symlink("d0/f0", w.root.join("link")).unwrap();
            fs::create_dir(w.root.join("empty")).unwrap();
            let before = w.snapshot();
            let ops: Vec<Value> = steps.iter().enumerate().map(|(i, (kind, word))| {
                let (path, base) = (&named[i], hash(&files[i].0));
                match kind {
                    0 => json!({ "op": "delete_file", "path": path, "base": base }),
                    // What is no text is not written over: nobody could be shown what changes.
                    4 if files[i].0.contains(&0) => json!({ "op": "delete_file", "path": path, "base": base }),
                    1 => json!({ "op": "rename_file", "path": path, "base": base, "to": format!("r{i}/{word}/x") }),
                    2 => json!({ "op": "chmod_file", "path": path, "base": base, "mode": "700" }),
                    3 => json!({ "op": "write_file", "path": format!("n{i}/{word}"), "content": word }),
                    _ => json!({ "op": "write_file", "path": path, "base": base, "content": word }),
                }
            }).collect();
            let set = w.propose(json!(ops)).await;
            prop_assert!(set.items.iter().all(|i| i.problems.is_empty()), "{:?}", set.items);
            let done = w.apply(&set).await.unwrap();
            let after = w.snapshot();
            prop_assert!(!after.keys().any(|name| name.contains(".countersign-")));
            let undo = w.engine.undo(done.entry.unwrap(), None, Conflicts::Stop, user()).await.unwrap();
            let back = w.apply(&undo).await.unwrap();
            prop_assert_eq!(w.snapshot(), before);
            let redo = w.engine.undo(back.entry.unwrap(), None, Conflicts::Stop, user()).await.unwrap();
            w.apply(&redo).await.unwrap();
            prop_assert_eq!(w.snapshot(), after);
            Ok(())
        })?;
    }
}

#[tokio::test]
async fn a_change_in_a_folder_that_is_gone_says_so_and_is_made_when_it_is_back() {
    let w = place().files(&[("a.txt", "one\n")]).open().await;
    let edit = json!({ "op": "write_file", "path": "a.txt", "base": hash("one\n"), "content": "two\n" });
    let set = w.propose(json!([edit, { "op": "create", "title": "Rent" }])).await;
    let aside = w.root.with_extension("aside");
    fs::rename(&w.root, &aside).unwrap();
    let refused = w.apply_items(&set, &[1, 2]).await.unwrap_err();
    assert_eq!(refused.code(), "workspace_gone");
    assert!(refused.body().hint.unwrap().starts_with("Put the folder back"), "{refused}");
    fs::rename(&aside, &w.root).unwrap();
    assert_eq!(w.apply(&set).await.unwrap().outcome, Outcome::Applied);
    assert_eq!(w.read("a.txt").as_deref(), Some("two\n"));
    w.sound().await;
}
