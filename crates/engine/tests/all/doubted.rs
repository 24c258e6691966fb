//! What of a proposed change cannot be seen, or is easily passed over: said, never marked beforehand, and by no rule
//! signed.

use crate::world::{SATURDAY, World, hash, place, user, workshop};
use countersign_core::change_set::ItemStatus;
use countersign_core::rule::Grant;
use countersign_core::wire::{ItemView, NewRule};
use countersign_engine::Choice;
use serde_json::{Value, json};
use std::fs;
use std::os::unix::fs::PermissionsExt;

fn codes(item: &ItemView) -> Vec<&str> {
    item.warnings.iter().map(|warning| warning.code.as_ref()).collect()
}

fn edit(search: &str, replace: &str) -> String {
    format!("<<<<<<< SEARCH\n{search}=======\n{replace}>>>>>>> REPLACE\n")
}

impl World {
    async fn one(&self, operation: Value) -> ItemView {
        self.propose(json!([operation])).await.items.remove(0)
    }

    async fn files_rule(&self, folder: &str) {
        let grant = Grant::Files { folder: folder.to_owned() };
        let new = NewRule { workspace: None, grant, cap: None, days: None, examples: None, from: None };
        self.engine.make_rule(new, user()).await.unwrap();
    }
}

#[tokio::test]
async fn a_text_with_a_nul_hides_nothing() {
    let w = place().files(&[("a.txt", "one\ntwo\n")]).open().await;
    let base = hash("one\ntwo\n");
    let nul = "one\nx = \"a\0\u{202e}evil\u{2066}\"\n";
    for operation in [
        json!({ "op": "write_file", "path": "a.txt", "base": base, "content": nul }),
        json!({ "op": "write_file", "path": "new.txt", "content": nul }),
        json!({ "op": "edit_file", "path": "a.txt", "base": base, "edit": edit("two\n", "x = \"a\0\u{202e}evil\u{2066}\"\n") }),
    ] {
        let item = w.one(operation.clone()).await;
        assert!(!item.preselected, "{operation}");
        assert_eq!(codes(&item), ["not_text", "hidden_characters"], "{operation}");
        assert!(item.warnings[1].message.contains("U+0000, U+202E, U+2066"), "{}", item.warnings[1].message);
        assert!(item.file.unwrap().sensitive.is_some(), "the second yes is asked for: {operation}");
    }
}

#[tokio::test]
async fn no_rule_signs_what_cannot_be_seen() {
    let w = workshop().files(&[("docs/a.md", "one\n")]).opening(|o| o.at(SATURDAY)).open().await;
    w.files_rule("docs").await;
    let plain = w.one(json!({ "op": "write_file", "path": "docs/plain.md", "content": "a\nb\n" })).await;
    assert_eq!(plain.status, ItemStatus::Applied);
    for (n, text) in ["a\0\u{202e}b\n", "a\0b\n", "// safe\revil()\n", "a\u{2800}b\n", "\u{e000}\n", "\u{ffff}\n"]
        .into_iter()
        .enumerate()
    {
        let path = format!("docs/n{n}.md");
        let item = w.one(json!({ "op": "write_file", "path": path, "content": text })).await;
        assert_eq!(item.status, ItemStatus::Pending, "{text:?}");
        assert!(codes(&item).contains(&"hidden_characters") && w.read(&path).is_none(), "{text:?}");
    }
    let emptied = json!({ "op": "write_file", "path": "docs/a.md", "base": hash("one\n"), "content": "" });
    assert_eq!(w.one(emptied).await.status, ItemStatus::Pending);
}

#[tokio::test]
async fn no_rule_for_a_folder_signs_a_change_of_what_is_run() {
    let files = [("docs/x", "echo one\n"), ("docs/y.sh", "#!/bin/sh\necho one\n"), ("docs/z.md", "one\n")];
    let w = workshop().files(&files).opening(|o| o.at(SATURDAY)).open().await;
    fs::set_permissions(w.root.join("docs/x"), fs::Permissions::from_mode(0o755)).unwrap();
    w.files_rule("docs").await;
    let write = |path: &str, old: &str, content: &str| json!({ "op": "write_file", "path": path, "base": hash(old), "content": content });
    for waits in [
        write("docs/x", "echo one\n", "echo two\n"),
        write("docs/y.sh", files[1].1, "#!/bin/sh\necho two\n"),
        write("docs/y.sh", files[1].1, "echo two\n"),
        write("docs/z.md", "one\n", "#!/bin/sh\n"),
        json!({ "op": "write_file", "path": "docs/new", "content": "#!/bin/sh\n" }),
    ] {
        let item = w.one(waits.clone()).await;
        assert_eq!((item.status, codes(&item).len()), (ItemStatus::Pending, 0), "{waits}");
    }
    assert_eq!(w.one(write("docs/z.md", "one\n", "two\n")).await.status, ItemStatus::Applied);
}

#[tokio::test]
async fn a_file_is_emptied_in_either_way_and_never_by_itself() {
    let w = place().files(&[("a.txt", "one\ntwo\n"), ("b.txt", "one\n")]).open().await;
    let base = hash("one\ntwo\n");
    for operation in [
        json!({ "op": "write_file", "path": "a.txt", "base": base, "content": "" }),
        json!({ "op": "edit_file", "path": "a.txt", "base": base, "edit": edit("one\ntwo\n", "") }),
    ] {
        let item = w.one(operation.clone()).await;
        assert_eq!((item.status, codes(&item), item.preselected), (ItemStatus::Pending, vec!["empties_file"], false));
    }
    let edited = json!({ "op": "edit_file", "path": "a.txt", "base": base, "format": "whole", "edit": "" });
    assert_eq!(w.one(edited).await.status, ItemStatus::Invalid, "of a whole text that is missing nothing is made");
    let set = w.propose(json!([{ "op": "write_file", "path": "b.txt", "base": hash("one\n"), "content": "" }])).await;
    let chosen = Choice::Text("two\n".to_owned());
    let set = w.engine.choose(set.id, 1, set.items[0].digest.clone(), chosen, user()).await.unwrap();
    assert_eq!(codes(&set.items[0]), [""; 0], "another text empties nothing");
    let set =
        w.engine.choose(set.id, 1, set.items[0].digest.clone(), Choice::Text(String::new()), user()).await.unwrap();
    assert_eq!(codes(&set.items[0]), ["empties_file"]);
    w.apply(&set).await.unwrap();
    assert_eq!(w.read("b.txt").unwrap(), "");
}

#[tokio::test]
async fn an_edit_of_another_file_is_refused_by_name() {
    let w = place().files(&[("src/x", "one\ntwo\n"), ("y", "one\ntwo\n")]).open().await;
    let base = hash("one\ntwo\n");
    let root = w.root.canonicalize().unwrap();
    let patch =
        |named: &str| format!("*** Begin Patch\n*** Update File: {named}\n@@\n one\n-two\n+TWO\n*** End Patch\n");
    let diff = |named: &str| format!("--- a/{named}\n+++ b/{named}\n@@ -1,2 +1,2 @@\n one\n-two\n+TWO\n");
    let absolute = root.join("src/x").display().to_string();
    for named in ["src/x", "./src/x", "x", "project/src/x", absolute.as_str()] {
        for edit in [patch(named), diff(named)] {
            let item = w.one(json!({ "op": "edit_file", "path": "src/x", "base": base, "edit": edit })).await;
            assert!(item.problems.is_empty() && item.preselected, "{edit}: {:?}", item.problems);
        }
    }
    for named in ["y", "secret/src/x", "src/xx", "ax", "/etc/src/x"] {
        for edit in [patch(named), diff(named)] {
            let item = w.one(json!({ "op": "edit_file", "path": "src/x", "base": base, "edit": edit })).await;
            assert_eq!(item.problems.first().map(|p| p.code.as_ref()), Some("other_file"), "{edit}");
        }
    }
}

#[tokio::test]
async fn one_file_in_two_folders_that_are_open_is_one_file() {
    let w = place().files(&[("inner/t.txt", "one\n"), ("inner/u.txt", "one\n")]).open().await;
    let outer = w.engine.workspaces()[0].id.clone();
    let inner = w.engine.open_workspace(&w.root.join("inner").canonicalize().unwrap(), user()).await.unwrap().id;
    let set = w
        .propose(json!([
            { "op": "write_file", "workspace": outer.0, "path": "inner/t.txt", "base": hash("one\n"), "content": "two\n" },
            { "op": "write_file", "workspace": inner.0, "path": "t.txt", "base": hash("one\n"), "content": "three\n" },
            { "op": "write_file", "workspace": inner.0, "path": "u.txt", "base": hash("one\n"), "content": "three\n" },
        ]))
        .await;
    let problems: Vec<_> = set.items.iter().map(|item| item.problems.first().map(|p| p.code.to_string())).collect();
    assert_eq!(problems, [None, Some("same_file_twice".to_owned()), None]);
}
