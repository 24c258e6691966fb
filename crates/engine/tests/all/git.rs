//! git in the sandbox: what is only masked is not taken for changed, and what cannot work is said before it
//! is signed. Real git.
#![cfg(target_os = "linux")]

use countersign_core::change_set::{Actor, ItemStatus};
use countersign_core::wire::{SetView, SignItem};
use countersign_engine::effects::sandbox::Sandbox;
use countersign_engine::{ApplyRequest, Engine, FixedClock, Setup};
use countersign_store_sqlite::SqliteStore;
use jiff::tz::TimeZone;
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn user() -> Actor {
    Actor::User { via: "test".into() }
}

fn git(root: &Path, words: &[&str]) {
    let mut git = std::process::Command::new("git");
    let done = git.args(["-c", "user.name=t", "-c", "user.email=t@example.org"]).args(words).current_dir(root);
    let done = done.output().unwrap();
    assert!(done.status.success(), "{words:?}: {}", String::from_utf8_lossy(&done.stderr));
}

struct World {
    engine: Engine,
    root: PathBuf,
    _folder: tempfile::TempDir,
}

/// A repository with secrets in it, committed. `within`: only this folder of it is the workspace.
async fn world(sandbox: Option<Sandbox>, within: &str) -> World {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let (root, data) = (folder.path().join("project"), folder.path().join("data"));
    fs::create_dir_all(root.join("app/keys")).unwrap();
    fs::create_dir(&data).unwrap();
    for (path, text) in [
        ("a.txt", "one\n"),
        (".env", "SECRET=1\n"),
        ("app/.env", "SECRET=2\n"),
        ("app/keys/server.pem", "SECRET=3\n"),
        ("app/b.txt", "two\n"),
    ] {
        fs::write(root.join(path), text).unwrap();
    }
    git(&root, &["init", "-qb", "main"]);
    git(&root, &["add", "-A", "-f"]);
    git(&root, &["commit", "-qm", "all of it"]);
    let store = SqliteStore::open(data.join("countersign.db")).await.unwrap();
    let clock = FixedClock("2026-11-21T15:00:00Z".parse().unwrap(), TimeZone::UTC);
    let setup = Setup { data: Some(data), sandbox, ..Setup::default() };
    let engine = Engine::open_with(Arc::new(store), Arc::new(clock), setup).await.unwrap();
    engine.open_workspace(&root.join(within), user()).await.unwrap();
    World { engine, root, _folder: folder }
}

impl World {
    async fn propose(&self, command: &str) -> SetView {
        let ops = json!([{ "op": "run_command", "command": command }]);
        self.engine.propose(None, &ops, user()).await.unwrap()
    }

    /// Signs a command and gives its output.
    async fn run(&self, command: &str) -> String {
        let set = self.propose(command).await;
        let sign = vec![SignItem { item: 1, digest: set.items[0].digest.clone(), was: None }];
        let request = ApplyRequest { digest: set.digest.clone(), sign, ..ApplyRequest::default() };
        self.engine.apply(set.id, request, user(), None).await.unwrap();
        String::from_utf8(self.engine.command_output(set.id, 1, 0).await.unwrap()).unwrap()
    }
}

#[tokio::test]
async fn masked_files_do_not_look_changed_in_the_folder_and_in_a_copy() {
    for (within, changed) in [("", "a.txt"), ("app", "app/b.txt")] {
        // Built below /tmp, the repository around the workspace is out of reach.
        if within == "app" && env!("CARGO_TARGET_TMPDIR").starts_with("/tmp/") {
            continue;
        }
        for version in ["2", "3", "4"] {
            let w = world(None, within).await;
            if w.engine.confinement().sandbox != Sandbox::Bwrap {
                return;
            }
            git(&w.root, &["update-index", "--index-version", version]);
            let before = fs::read(w.root.join(".git/index")).unwrap();
            assert_eq!(w.run("git status --porcelain").await, "", "{within:?} {version}");
            fs::write(w.root.join(changed), "another text\n").unwrap();
            let status = w.run("git status --porcelain").await;
            assert_eq!(status, format!(" M {changed}\n"), "{within:?} {version}");
            for command in ["git diff --stat", "git diff --stat HEAD", "git diff", "sh -c 'git diff --stat'"] {
                let shown = w.run(command).await;
                assert!(shown.contains(changed.rsplit('/').next().unwrap()), "{command}: {shown}");
                for hidden in [".env", "server.pem", "SECRET", "fatal", "error"] {
                    assert!(!shown.contains(hidden), "{command}: {shown}");
                }
            }
            let set = w.propose("git status --porcelain").await;
            let tried = w.engine.preview_command(set.id, 1, user()).await.unwrap();
            assert_eq!(tried.output, format!(" M {changed}\n"), "{within:?} {version}: in a copy");
            assert_eq!(fs::read(w.root.join(".git/index")).unwrap(), before, "the repository is as it was");
        }
    }
}

#[tokio::test]
async fn what_git_cannot_write_is_said_before_it_is_signed() {
    let w = world(None, "").await;
    if w.engine.confinement().sandbox == Sandbox::None {
        return;
    }
    for command in ["git add .", "git commit -m x", "git checkout -b new", "git add . && git commit -m x > log"] {
        let item = w.propose(command).await.items.remove(0);
        assert_eq!(item.status, ItemStatus::Invalid, "{command}");
        let problem = &item.problems[0];
        assert_eq!(problem.code, "repository_read_only", "{command}");
        assert!(problem.hint.starts_with("Run it in a terminal of your own."), "{}", problem.hint);
    }
    for command in ["git status", "git stash list", "git clean -n", "git init other && git -C other add ."] {
        assert_eq!(w.propose(command).await.items[0].status, ItemStatus::Pending, "{command}");
    }
    // Without a sandbox it works, and is signed like any other.
    let w = world(Some(Sandbox::None), "").await;
    assert_eq!(w.propose("git add .").await.items[0].status, ItemStatus::Pending);
}
