//! Open folders, and what in them can be a file.

use crate::world::{World, hash, place, sign_all, user};
use countersign_core::change_set::{ItemStatus, Verdict};
use countersign_core::ids::SetId;
use countersign_core::wire::{Outcome, WorkspaceView};
use countersign_engine::{Conflicts, EngineError};
use serde_json::json;
use std::fs;
use std::path::Path;

async fn world(files: &[(&str, &str)]) -> World {
    place().files(files).open().await
}

#[tokio::test]
async fn a_workspace_is_a_folder_of_the_persons_own() {
    let w = world(&[("a.txt", "one\n"), (".env", "S=1\n"), (".git/config", "x"), ("src/b.rs", "b")]).await;
    let code = |r: Result<WorkspaceView, EngineError>| r.unwrap_err().code().to_owned();
    for bad in [
        Path::new("relative"),
        Path::new("/"),
        Path::new("/proc"),
        Path::new("/etc"),
        &w.root.join("a.txt"),
        &w.root.join("none"),
        &w.folder.path().join("data"),
        w.folder.path(),
    ] {
        let opened = w.engine.open_workspace(bad, user()).await;
        assert!(!opened.as_ref().unwrap_err().to_string().contains("os error"), "{opened:?}");
        assert_eq!(code(opened), "invalid_workspace", "{}", bad.display());
    }
    assert_eq!(w.engine.open_workspace(&w.root.join("."), user()).await.unwrap().id, w.workspace.id, "the same folder");
    let id = &w.workspace.id;
    let names = |list: Vec<countersign_core::wire::FolderEntry>| list.into_iter().map(|e| e.path).collect::<Vec<_>>();
    assert_eq!(names(w.engine.list_folder(id, "").await.unwrap()), ["a.txt", "src"]);
    assert_eq!(names(w.engine.list_folder(id, "src").await.unwrap()), ["src/b.rs"]);
    assert_eq!(w.engine.list_folder(id, "..").await.unwrap_err().code(), "invalid_path");
    let none = w.engine.list_folder(id, "src/none").await.unwrap_err();
    assert_eq!((none.code(), none.to_string().as_str()), ("file_not_found", "there is no folder src/none"));
    assert_eq!(w.engine.read_file(id, "a.txt").await.unwrap().state.hash, hash("one\n"));
    assert_eq!(w.engine.read_file(id, ".env").await.unwrap_err().code(), "protected_path");
    assert_eq!(w.engine.read_file(id, "none").await.unwrap_err().code(), "file_not_found");
    // A hard link is the file itself, whatever it is called.
    for (of, name) in [(".env", "plain.txt"), ("a.txt", "twin.txt")] {
        fs::hard_link(w.root.join(of), w.root.join(name)).unwrap();
    }
    let refused = w.engine.read_file(id, "plain.txt").await.unwrap_err();
    assert!(refused.to_string().contains("another name of a file that holds secrets"), "{refused}");
    assert_eq!(w.engine.read_file(id, "twin.txt").await.unwrap().state.hash, hash("one\n"));
    // Nor is it, or how long it is, shown anywhere.
    assert_eq!(names(w.engine.list_folder(id, "").await.unwrap()), ["a.txt", "src", "twin.txt"]);
    assert_eq!(w.engine.find_files(id, "txt", 20).await.unwrap(), ["a.txt", "twin.txt"]);
    // Also where the secret lies beside the folder that is open.
    fs::write(w.folder.path().join(".env"), "KEY=outside\n").unwrap();
    fs::hard_link(w.folder.path().join(".env"), w.root.join("outside.txt")).unwrap();
    let refused = w.engine.read_file(id, "outside.txt").await.unwrap_err();
    assert!(refused.to_string().contains("another name of a file that holds secrets"), "{refused}");
    fs::remove_file(w.root.join("outside.txt")).unwrap();
    let set = w.propose(json!([{ "op": "delete_file", "path": "a.txt", "base": hash("one\n") }])).await;
    // It became another name of a secret file after it was proposed, its bytes as they were.
    fs::rename(w.root.join(".env"), w.folder.path().join("env")).unwrap();
    fs::hard_link(w.root.join("a.txt"), w.root.join(".env")).unwrap();
    let item = w.engine.change_set(set.id).await.unwrap().items.remove(0);
    assert_eq!(item.status, ItemStatus::Drifted, "{item:?}");
    assert_ne!(w.apply(&set).await.map(|receipt| receipt.outcome).ok(), Some(Outcome::Applied));
    assert_eq!(fs::read_to_string(w.root.join("a.txt")).unwrap(), "one\n");
    fs::rename(w.folder.path().join("env"), w.root.join(".env")).unwrap();
    // The folder goes away: said, and nothing is lost.
    fs::rename(&w.root, w.folder.path().join("away")).unwrap();
    assert!(!w.engine.workspaces()[0].available);
    assert_eq!(w.engine.change_set(set.id).await.unwrap().items[0].status, ItemStatus::Drifted);
    assert_eq!(w.apply(&set).await.unwrap_err().code(), "workspace_gone");
    fs::rename(w.folder.path().join("away"), &w.root).unwrap();
    assert_eq!(w.apply(&set).await.unwrap().outcome, Outcome::Applied);
    w.engine.close_workspace(id, user()).await.unwrap();
    assert_eq!(w.engine.workspaces(), []);
    assert!(w.engine.change_set(SetId(1)).await.is_ok());
}

#[tokio::test]
async fn a_workspace_that_disappears_is_named_and_goes_on_when_it_is_back() {
    let w = world(&[("a.txt", "one\n")]).await;
    let op = json!({ "op": "write_file", "path": "a.txt", "base": hash("one\n"), "content": "two\n" });
    let set = w.propose(json!([op, { "op": "run_command", "command": "cat a.txt" }])).await;
    let away = w.folder.path().join("away");
    fs::rename(&w.root, &away).unwrap();
    assert!(!w.engine.workspaces()[0].available);
    let seen = w.engine.change_set(set.id).await.unwrap();
    assert_eq!(seen.items[0].status, ItemStatus::Drifted, "{:?}", seen.items[0].drift);
    assert!(w.apply(&set).await.is_err());
    let proposed = w.propose(json!([op])).await;
    assert_eq!(proposed.items[0].status, ItemStatus::Invalid, "{:?}", proposed.items[0].problems);
    // Another folder of that name, with other files, is not written to without a word.
    fs::create_dir(&w.root).unwrap();
    fs::write(w.root.join("a.txt"), "another\n").unwrap();
    assert_eq!(w.apply(&set).await.unwrap_err().code(), "drifted");
    assert_eq!(w.read("a.txt").unwrap(), "another\n");
    fs::remove_dir_all(&w.root).unwrap();
    fs::rename(&away, &w.root).unwrap();
    assert_eq!(w.apply(&w.engine.change_set(set.id).await.unwrap()).await.unwrap().outcome, Outcome::Applied);
    assert_eq!(w.read("a.txt").unwrap(), "two\n");
    w.sound().await;
}

#[tokio::test]
async fn a_path_below_the_folders_own_name_is_in_the_folder() {
    let w = world(&[("a.txt", "one\n")]).await;
    let whole = |path: &str| format!("{}/{path}", w.root.display());
    let set = w
        .propose(json!([
            { "op": "write_file", "path": whole("a.txt"), "base": hash("one\n"), "content": "two\n" },
            { "op": "write_file", "path": whole("sub/b.txt"), "content": "new\n" },
            { "op": "write_file", "path": whole("../b.txt"), "content": "new\n" },
            { "op": "write_file", "path": format!("{}2/b.txt", w.root.display()), "content": "new\n" },
        ]))
        .await;
    let seen: Vec<_> =
        set.items.iter().map(|i| (i.label.as_str(), i.problems.first().map(|p| p.code.as_ref()))).collect();
    assert_eq!(seen[..2], [("Edit a.txt, +1 −1", None), ("Add file sub/b.txt, 1 line", None)]);
    assert_eq!([seen[2].1, seen[3].1], [Some("invalid_path"); 2]);
}

#[tokio::test]
async fn a_device_is_no_file() {
    let w = world(&[]).await;
    let made = std::process::Command::new("mknod").arg(w.root.join("zero")).args(["c", "1", "5"]).status();
    // Only root may make one.
    if !made.is_ok_and(|status| status.success()) {
        return;
    }
    for op in ["write_file", "delete_file", "chmod_file"] {
        let set = w.propose(json!([{ "op": op, "path": "zero", "base": "00", "content": "x", "mode": 420 }])).await;
        assert_eq!(set.items[0].problems[0].code, "not_a_file", "{op}: {:?}", set.items[0].problems);
    }
}

#[tokio::test]
async fn a_file_that_is_not_there_is_all_that_is_wrong() {
    let w = world(&[]).await;
    for op in [
        json!({ "op": "rename_file", "path": "none", "to": "other" }),
        json!({ "op": "delete_file", "path": "none", "surprise": 1 }),
        json!({ "op": "chmod_file", "path": "none", "mode": 420 }),
    ] {
        let set = w.propose(json!([op])).await;
        let codes: Vec<&str> = set.items[0].problems.iter().map(|p| p.code.as_ref()).collect();
        assert_eq!(codes, ["file_not_found"], "{op}");
    }
}

/// What was decided, let through or done in a folder is never about another one of the same name.
#[tokio::test]
async fn a_name_is_that_of_one_folder_for_good() {
    let w = world(&[("a.txt", "one\n")]).await;
    let (id, root) = (w.workspace.id.clone(), w.root.clone());
    let write = json!({ "op": "write_file", "path": "a.txt", "base": hash("one\n"), "content": "two\n" });
    let done = w.propose(json!([write])).await;
    let entry = w.apply(&done).await.unwrap().entry.unwrap();
    let set = w.propose(json!([{ "op": "run_command", "command": "rm a.txt" }])).await;
    w.engine.decide(set.id, sign_all(&set), Verdict::Confirmed, None, user()).await.unwrap();
    w.engine.close_workspace(&id, user()).await.unwrap();
    // Another folder of that name, with the same file.
    let twin = w.folder.path().join("beside").join(root.file_name().unwrap());
    fs::create_dir_all(&twin).unwrap();
    fs::write(twin.join("a.txt"), "two\n").unwrap();
    let other = w.engine.open_workspace(&twin, user()).await.unwrap().id;
    assert_ne!(other, id);
    let refused = w.apply(&w.engine.change_set(set.id).await.unwrap()).await;
    assert!(refused.is_err() || refused.unwrap().outcome == Outcome::NothingChanged);
    let undone = w.engine.undo(entry, None, Conflicts::Stop, user()).await;
    assert!(undone.is_err() || undone.unwrap().items.iter().all(|item| item.status != ItemStatus::Pending));
    assert_eq!(fs::read_to_string(twin.join("a.txt")).unwrap(), "two\n");
    // Each gets the name it had, in whatever order they are opened, also by another start.
    w.engine.close_workspace(&other, user()).await.unwrap();
    let w = w.again("2026-11-21T15:00:00Z").await;
    assert_eq!(w.engine.open_workspace(&twin, user()).await.unwrap().id, other);
    assert_eq!(w.engine.open_workspace(&root, user()).await.unwrap().id, id);
    let third = w.folder.path().join("third").join(root.file_name().unwrap());
    fs::create_dir_all(&third).unwrap();
    assert!(![&id, &other].contains(&&w.engine.open_workspace(&third, user()).await.unwrap().id));
    // The signature is where it was given.
    assert_eq!(w.apply(&w.engine.change_set(set.id).await.unwrap()).await.unwrap().outcome, Outcome::Applied);
    assert!(!root.join("a.txt").exists() && twin.join("a.txt").exists());
}
