//! git in the sandbox: what is only masked is not taken for changed, and what cannot work is said before it
//! is signed. Real git.
#![cfg(target_os = "linux")]

use crate::world::{World, user, workshop};
use countersign_core::change_set::ItemStatus;
use countersign_engine::Setup;
use countersign_engine::effects::sandbox::Sandbox;
use std::fs;
use std::path::Path;

fn git(root: &Path, words: &[&str]) {
    let mut git = std::process::Command::new("git");
    let done = git.args(["-c", "user.name=t", "-c", "user.email=t@example.org"]).args(words).current_dir(root);
    let done = done.output().unwrap();
    assert!(done.status.success(), "{words:?}: {}", String::from_utf8_lossy(&done.stderr));
}

/// A repository with secrets in it, committed. `within`: only this folder of it is the workspace.
async fn world(sandbox: Option<Sandbox>, within: &str) -> World {
    let place = workshop().files(&[
        ("a.txt", "one\n"),
        (".env", "SECRET=1\n"),
        ("app/.env", "SECRET=2\n"),
        ("app/keys/server.pem", "SECRET=3\n"),
        ("app/b.txt", "two\n"),
    ]);
    git(place.root(), &["init", "-qb", "main"]);
    git(place.root(), &["add", "-A", "-f"]);
    git(place.root(), &["commit", "-qm", "all of it"]);
    place.within(within).opening(|o| o.setup(Setup { sandbox, ..Setup::default() })).open().await
}

impl World {
    async fn output_of(&self, command: &str) -> String {
        self.run(command).await.text
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
            let repository = w.folder.path().join("project");
            git(&repository, &["update-index", "--index-version", version]);
            let before = fs::read(repository.join(".git/index")).unwrap();
            assert_eq!(w.output_of("git status --porcelain").await, "", "{within:?} {version}");
            fs::write(repository.join(changed), "another text\n").unwrap();
            let status = w.output_of("git status --porcelain").await;
            assert_eq!(status, format!(" M {changed}\n"), "{within:?} {version}");
            for command in ["git diff --stat", "git diff --stat HEAD", "git diff", "sh -c 'git diff --stat'"] {
                let shown = w.output_of(command).await;
                assert!(shown.contains(changed.rsplit('/').next().unwrap()), "{command}: {shown}");
                for hidden in [".env", "server.pem", "SECRET", "fatal", "error"] {
                    assert!(!shown.contains(hidden), "{command}: {shown}");
                }
            }
            let set = w.commands(&["git status --porcelain"]).await;
            let tried = w.engine.preview_command(set.id, 1, user()).await.unwrap();
            assert_eq!(tried.output, format!(" M {changed}\n"), "{within:?} {version}: in a copy");
            assert_eq!(fs::read(repository.join(".git/index")).unwrap(), before, "the repository is as it was");
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
        let item = w.commands(&[command]).await.items.remove(0);
        assert_eq!(item.status, ItemStatus::Invalid, "{command}");
        let problem = &item.problems[0];
        assert_eq!(problem.code, "repository_read_only", "{command}");
        assert!(problem.hint.starts_with("Run it in a terminal of your own."), "{}", problem.hint);
    }
    for command in ["git status", "git stash list", "git clean -n", "git init other && git -C other add ."] {
        assert_eq!(w.commands(&[command]).await.items[0].status, ItemStatus::Pending, "{command}");
    }
    // Without a sandbox it works, and is signed like any other.
    let w = world(Some(Sandbox::None), "").await;
    assert_eq!(w.commands(&["git add ."]).await.items[0].status, ItemStatus::Pending);
}
