//! Commands that a standing rule signs: what does more than look runs in a copy of the folder, and what it
//! did there waits for a signature. Real processes.
#![cfg(target_os = "linux")]

use crate::world::{World, user, workshop};
use countersign_core::change_set::ItemStatus;
use countersign_core::command::InCopy;
use countersign_core::ids::SetId;
use countersign_core::rule::Grant;
use countersign_core::wire::{ItemView, NewRule, Outcome, SetView};
use countersign_engine::effects::sandbox::Sandbox;
use countersign_engine::{ApplyRequest, Conflicts};
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;

async fn world(rules: &[&str]) -> World {
    let script = "#!/bin/sh\ncat a.txt\necho changed > a.txt\necho new > made.txt\n";
    let place = workshop().folder("src").files(&[("a.txt", "one\n"), ("test.sh", script)]);
    fs::set_permissions(place.root().join("test.sh"), PermissionsExt::from_mode(0o755)).unwrap();
    let w = place.open().await;
    for words in rules {
        let prefix = words.split(' ').map(str::to_owned).collect();
        let grant = Grant::Command { prefix, cwd: String::new() };
        let rule = NewRule { workspace: None, grant, cap: None, days: None, examples: None, from: None };
        let made = w.engine.make_rule(rule, user()).await.unwrap();
        assert_eq!(made.copied, !words.starts_with("cat"), "{words}");
    }
    w
}

fn copy(item: &ItemView) -> Option<InCopy> {
    item.command.as_ref().unwrap().outcome.as_ref().unwrap().copy.clone()
}

#[tokio::test]
async fn project_code_under_a_rule_runs_in_a_copy_and_what_it_did_is_signed() {
    let w = world(&["./test.sh", "cat a.txt"]).await;
    let set = w.commands(&["./test.sh"]).await;
    let item = &set.items[0];
    if !w.can() {
        assert_eq!(item.status, ItemStatus::Pending, "without a copy it asks");
        return;
    }
    assert_eq!(item.status, ItemStatus::Applied, "{:?}", item.failure);
    assert_eq!(item.command.as_ref().unwrap().outcome.as_ref().unwrap().preview, "one\n");
    let done = copy(item).unwrap();
    assert_eq!((done.files, done.ignored, done.left_out), (2, 0, 0));
    assert_eq!((w.read("a.txt").as_deref(), w.read("made.txt")), (Some("one\n"), None), "nothing is real yet");
    let made = w.engine.change_set(done.set.unwrap()).await.unwrap();
    let found: Vec<(&str, ItemStatus)> = made.items.iter().map(|i| (i.label.as_str(), i.status)).collect();
    let wanted = [("Edit a.txt, +1 −1", ItemStatus::Pending), ("Add file made.txt, 1 line", ItemStatus::Pending)];
    assert_eq!(found, wanted);
    assert_eq!(w.apply(&made).await.unwrap().outcome, Outcome::Applied);
    assert_eq!((w.read("a.txt").as_deref(), w.read("made.txt").as_deref()), (Some("changed\n"), Some("new\n")));
    // What only looks runs where it is, as before.
    let looked = w.commands(&["cat a.txt"]).await;
    assert_eq!((looked.items[0].status, copy(&looked.items[0])), (ItemStatus::Applied, None));
    assert_eq!(w.engine.verify().await.unwrap().broken, None);
    assert!(w.engine.rebuild(false).await.unwrap().equal);
}

#[tokio::test]
async fn what_a_person_signs_runs_in_the_folder_itself() {
    let w = world(&[]).await;
    let set = w.commands(&["./test.sh"]).await;
    assert_eq!(w.apply(&set).await.unwrap().outcome, Outcome::Applied);
    assert_eq!(w.read("a.txt").as_deref(), Some("changed\n"));
    assert_eq!(copy(&w.engine.change_set(set.id).await.unwrap().items[0]), None);
}

#[tokio::test]
async fn the_next_command_of_a_set_waits_for_what_the_one_before_it_made() {
    let w = world(&["touch made.txt", "cat made.txt"]).await;
    if !w.can() {
        return;
    }
    let set = w.commands(&["touch made.txt", "cat made.txt"]).await;
    let statuses: Vec<ItemStatus> = set.items.iter().map(|i| i.status).collect();
    assert_eq!(statuses, [ItemStatus::Applied, ItemStatus::Confirmed], "{set:?}");
    let made = w.engine.change_set(copy(&set.items[0]).unwrap().set.unwrap()).await.unwrap();
    assert_eq!(w.apply(&made).await.unwrap().outcome, Outcome::Applied);
    let request = ApplyRequest { digest: set.digest.clone(), ..ApplyRequest::default() };
    let rest = w.engine.apply(set.id, request, user(), None).await.unwrap();
    assert_eq!((rest.outcome, rest.text.as_str()), (Outcome::Applied, "1 command ran."), "{rest:?}");
}

#[tokio::test]
async fn a_folder_that_is_too_large_to_copy_asks_and_what_cannot_be_signed_is_named() {
    let w = world(&["touch made.txt", "mkdir -p"]).await;
    if !w.can() {
        return;
    }
    let set = w.commands(&["mkdir -p one/two"]).await;
    let done = copy(&set.items[0]).unwrap();
    assert_eq!((done.set, done.left_out, done.left_out_paths), (None, 1, vec!["one/two/".to_owned()]));
    assert!(!w.root.join("one").exists());
    fs::File::create(w.root.join("large")).unwrap().set_len(1_000_000_001).unwrap();
    assert_eq!(w.commands(&["touch made.txt"]).await.items[0].status, ItemStatus::Pending);
}

/// Makes folders deeper than a path can name, and says so.
const DEEP: &str = "#!/bin/sh\nn=$(printf '%0250d' 0)\nfor i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20\ndo mkdir $n && cd -P $n || exit 3\ndone\necho deep\n";

#[tokio::test]
async fn what_a_command_came_to_is_kept_where_what_it_did_cannot_be_read() {
    let w = world(&["./test.sh", "cat a.txt"]).await;
    if !w.can() {
        return;
    }
    fs::write(w.root.join("test.sh"), DEEP).unwrap();
    let set = w.commands(&["./test.sh", "cat a.txt"]).await;
    let statuses: Vec<ItemStatus> = set.items.iter().map(|i| i.status).collect();
    assert_eq!(statuses, [ItemStatus::Applied, ItemStatus::Confirmed], "what comes after it waits: {set:?}");
    let done = set.items[0].command.clone().unwrap().outcome.unwrap();
    assert_eq!((done.exit, done.preview.as_str()), (Some(0), "deep\n"));
    let copy = done.copy.unwrap();
    assert!(copy.problem.unwrap().message.starts_with("what it did in the copy could not be kept: "));
    assert_eq!((copy.set, copy.files), (None, 0));
    assert!(w.engine.rebuild(false).await.unwrap().equal);
}

#[tokio::test]
async fn what_it_came_to_is_kept_where_a_file_is_something_else_by_then() {
    let w = world(&["./test.sh"]).await;
    if !w.can() {
        return;
    }
    fs::write(w.root.join("test.sh"), "#!/bin/sh\necho changed > a.txt\necho ready\nexec sleep 600\n").unwrap();
    let (asking, first) = (w.commands(&["./test.sh"]), SetId(1));
    let meanwhile = async {
        let ready = || async { w.engine.command_output(first, 1, 0).await.is_ok_and(|said| !said.is_empty()) };
        while !ready().await {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        fs::remove_file(w.root.join("a.txt")).unwrap();
        std::os::unix::fs::symlink("/etc/passwd", w.root.join("a.txt")).unwrap();
        w.engine.stop_command(first, 1).unwrap();
    };
    let (set, ()) = tokio::join!(asking, meanwhile);
    let done = set.items[0].command.clone().unwrap().outcome.unwrap();
    assert_eq!((done.stopped, done.preview.as_str()), (true, "ready\n"));
    assert_eq!(done.copy.unwrap().files, 1);
}

#[tokio::test]
async fn what_stays_in_the_private_folder_is_named() {
    let w = world(&[]).await;
    if w.engine.confinement().sandbox != Sandbox::Bwrap {
        return;
    }
    let set = w.commands(&["cp a.txt /tmp/z.txt"]).await;
    let lost = |set: SetView| set.items[0].command.clone().unwrap().outcome.unwrap().lost;
    assert_eq!(w.apply(&set).await.unwrap().outcome, Outcome::Applied);
    let found = lost(w.engine.change_set(set.id).await.unwrap()).unwrap();
    assert_eq!((found.files, found.more, found.paths), (1, false, vec!["/tmp/z.txt".to_owned()]));
    let set = w.commands(&["mkdir /tmp/d; cp a.txt /tmp/d/a.txt"]).await;
    assert_eq!(w.apply(&set).await.unwrap().outcome, Outcome::Applied);
    let found = lost(w.engine.change_set(set.id).await.unwrap()).unwrap();
    assert_eq!((found.files, found.paths), (1, vec!["/tmp/d/a.txt".to_owned()]));
    let set = w.commands(&["mkdir /tmp/m; seq -f /tmp/m/%g 10001 | xargs touch"]).await;
    assert_eq!(w.apply(&set).await.unwrap().outcome, Outcome::Applied);
    let found = lost(w.engine.change_set(set.id).await.unwrap()).unwrap();
    assert!(found.more && found.files < 10_001, "what was not counted is not said to be all: {}", found.files);
    let set = w.commands(&["cat a.txt"]).await;
    assert_eq!(w.apply(&set).await.unwrap().outcome, Outcome::Applied);
    assert_eq!(lost(w.engine.change_set(set.id).await.unwrap()), None);
}

/// The rules are those from before the command: what was shown then stays shown, and so does what git tracks.
#[tokio::test]
async fn a_command_hides_nothing_of_what_was_there_by_a_rule_that_it_writes() {
    let w = world(&["./test.sh"]).await;
    if !w.can() {
        return;
    }
    let git = |args: &[&str]| {
        let done = std::process::Command::new("git").args(args).current_dir(&w.root).output().unwrap();
        assert!(done.status.success(), "{done:?}");
    };
    for name in ["gone.txt", "kept.log", "built.log"] {
        fs::write(w.root.join(name), "one\n").unwrap();
    }
    fs::write(w.root.join(".gitignore"), "*.log\n").unwrap();
    git(&["init", "-q"]);
    git(&["add", "-f", "kept.log"]);
    let script = "#!/bin/sh\necho x >> a.txt\necho x >> kept.log\necho x >> built.log\nrm gone.txt\nprintf '*.txt\\n*.log\\n' > .gitignore\n";
    fs::write(w.root.join("test.sh"), script).unwrap();
    let set = w.commands(&["./test.sh"]).await;
    let done = copy(&set.items[0]).unwrap();
    let made = w.engine.change_set(done.set.unwrap()).await.unwrap();
    let files: Vec<String> = made.items.iter().map(|i| i.file.as_ref().unwrap().path.to_string()).collect();
    assert_eq!(files, [".gitignore", "a.txt", "gone.txt", "kept.log"], "{made:?}");
    assert_eq!(done.ignored, 1, "what was ignored before stays so");
}

#[tokio::test]
async fn what_a_killed_process_left_is_cleared_at_the_start() {
    let left = std::env::temp_dir().join(format!("countersign-locked-copy-{}", std::process::id()));
    fs::create_dir_all(left.join("w")).unwrap();
    fs::write(left.join("w/diary.txt"), "mine").unwrap();
    let _w = world(&[]).await;
    // Cleared beside the first requests.
    let gone = async {
        while left.exists() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), gone).await.unwrap();
}

/// Everything in a folder: content of files and permission bits by path, with a slash for folders.
fn tree(root: &Path) -> BTreeMap<String, (Vec<u8>, u32)> {
    let (mut found, mut open) = (BTreeMap::new(), vec![root.to_owned()]);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let mode = fs::metadata(&path).unwrap().permissions().mode() & 0o7777;
            let name = path.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
            if path.is_dir() {
                found.insert(format!("{name}/"), (Vec::new(), mode));
                open.push(path);
            } else {
                found.insert(name, (fs::read(&path).unwrap(), mode));
            }
        }
    }
    found
}

#[tokio::test]
async fn what_a_signed_command_moves_about_is_taken_back_like_any_change_of_files() {
    let w = world(&[]).await;
    if !w.can() {
        return;
    }
    fs::create_dir_all(w.root.join("src/deep")).unwrap();
    fs::write(w.root.join("src/deep/x.txt"), [0, 159, 146, 150]).unwrap();
    fs::write(w.root.join("b.txt"), "b\n").unwrap();
    fs::set_permissions(w.root.join("b.txt"), PermissionsExt::from_mode(0o600)).unwrap();
    let start = w.engine.head().await.unwrap().unwrap().seq;
    let before = tree(&w.root);
    let there = format!("mv {0}/a.txt {0}/c.txt", w.root.canonicalize().unwrap().display());
    for command in [
        "cp a.txt b.txt",
        "cp -r src more",
        "mv src moved",
        "mv a.txt b.txt",
        "rm -r src b.txt",
        "rm a.txt && cp b.txt a.txt && chmod 755 a.txt",
        "mkdir new && mv a.txt new",
        "touch fresh.txt",
        &there,
    ] {
        let twin = w.root.with_file_name("twin");
        let run = |program: &str, args: &[&str], at: &Path| {
            assert!(std::process::Command::new(program).args(args).current_dir(at).status().unwrap().success());
        };
        run("cp", &["-a", w.root.to_str().unwrap(), twin.to_str().unwrap()], &w.root);
        if command != there {
            run("sh", &["-c", command], &twin);
        } else {
            run("mv", &["a.txt", "c.txt"], &twin);
        }
        let set = w.commands(&[command]).await;
        assert_eq!(w.apply(&set).await.unwrap().outcome, Outcome::Applied, "{command}");
        assert_eq!(tree(&w.root), tree(&twin), "{command}: it does what it does elsewhere");
        fs::remove_dir_all(&twin).unwrap();
        let item = w.engine.change_set(set.id).await.unwrap().items.remove(0);
        assert_eq!(item.status, ItemStatus::Applied, "{command}");
        let undo = w.engine.undo(item.applied_by.unwrap(), None, Conflicts::Stop, user()).await;
        assert_eq!(
            w.apply(&undo.unwrap_or_else(|e| panic!("{command}: {e}"))).await.unwrap().outcome,
            Outcome::Applied,
            "{command}"
        );
        assert_eq!(tree(&w.root), before, "{command}: taken back");
    }
    for command in ["mv a.txt b.txt", "rm -r src"] {
        let set = w.commands(&[command]).await;
        assert_eq!(w.apply(&set).await.unwrap().outcome, Outcome::Applied, "{command}");
    }
    let back = w.engine.rewind(start, user()).await.unwrap();
    assert!(back.items.iter().all(|item| item.warnings.is_empty()), "{back:?}");
    assert_eq!(w.apply(&back).await.unwrap().outcome, Outcome::Applied);
    assert_eq!(tree(&w.root), before, "gone back");
    assert_eq!(w.engine.verify().await.unwrap().broken, None);
    assert!(w.engine.rebuild(false).await.unwrap().equal);
}

#[tokio::test]
async fn a_command_is_said_to_go_back_before_it_is_signed_only_where_it_does() {
    let w = world(&[]).await;
    if !w.can() {
        return;
    }
    let fill = || {
        for path in ["d/sub", "emp", "full/in", "logs"] {
            fs::create_dir_all(w.root.join(path)).unwrap();
        }
        for (path, text) in [
            (".gitignore", "ign*\n/logs\n"),
            ("a.txt", "one\n"),
            ("b.txt", "two\n"),
            ("same.txt", "one\n"),
            ("ign.log", "log\n"),
            ("d/x", "x\n"),
            ("full/in/x", "x\n"),
            ("full/y", "y\n"),
        ] {
            fs::write(w.root.join(path), text).unwrap();
        }
        std::os::unix::fs::symlink("a.txt", w.root.join("ln")).unwrap();
        std::os::unix::fs::symlink("full", w.root.join("way")).unwrap();
    };
    let empty = || {
        for entry in fs::read_dir(&w.root).unwrap() {
            let path = entry.unwrap().path();
            let folder = path.symlink_metadata().unwrap().is_dir();
            if folder { fs::remove_dir_all(path).unwrap() } else { fs::remove_file(path).unwrap() }
        }
    };
    let goes_back = [
        "rm a.txt",
        "rm -f a.txt nowhere",
        "mv a.txt b.txt",
        "mv a.txt d",
        "mv full moved",
        "cp a.txt b.txt",
        "cp ign.log kept.txt",
        "cp -r full d",
        "rm -r full && touch full.txt",
        "mkdir -p m/n && mv a.txt m/n/ && cp m/n/a.txt .",
        "touch t",
        "chmod +x a.txt",
        "chmod 600 a.txt b.txt",
        "truncate -s 0 a.txt",
        "mkdir m m/n",
        "mv a.txt .gitignore",
        "rm a.txt && mkdir m",
        "touch t && mkdir z",
        "rm -r d",
        "mv d e",
        "cp -r d e",
        "mv emp emp2",
    ];
    let stays = [
        "rm ign.log",
        "mv a.txt ign.txt",
        "cp a.txt logs/a.txt",
        "mv emp logs/emp",
        "rm ln",
        "mv ln ln2",
        "rm way/y",
        "chmod 700 d",
        "chmod -R 700 full",
        "rm a.txt nowhere",
        "cp a.txt same.txt",
        "touch a.txt",
        "chmod 644 nowhere",
        "mkdir emp",
        "rm -r emp && touch emp",
    ];
    let all = goes_back.iter().map(|command| (*command, true)).chain(stays.iter().map(|command| (*command, false)));
    for (command, back) in all {
        empty();
        fill();
        let set = w.commands(&[command]).await;
        let said = set.items[0].command.as_ref().unwrap().undo.clone();
        let word = if back { "files" } else { "none" };
        assert_eq!((said.as_str(), set.items[0].reversible, set.blast.reversible), (word, back, back), "{command}");
        let receipt = w.apply(&set).await.unwrap();
        let item = w.engine.change_set(set.id).await.unwrap().items.remove(0);
        if back {
            assert_eq!(receipt.entry, item.applied_by, "{command}: what undo takes");
            assert_eq!((item.status, item.command.unwrap().undo.as_str()), (ItemStatus::Applied, "files"), "{command}");
            w.engine.undo(item.applied_by.unwrap(), None, Conflicts::Stop, user()).await.unwrap();
        }
    }
}

#[tokio::test]
async fn what_is_no_change_of_files_is_done_by_the_command_itself() {
    let w = world(&[]).await;
    fs::write(w.root.join(".gitignore"), "*.log\n").unwrap();
    fs::create_dir(w.root.join("empty")).unwrap();
    std::os::unix::fs::symlink("a.txt", w.root.join("link")).unwrap();
    for (command, made) in
        [("cp a.txt ignored.log", "ignored.log"), ("mv link other", "other"), ("cp -p a.txt kept", "kept")]
    {
        let set = w.commands(&[command]).await;
        assert_eq!(w.apply(&set).await.unwrap().outcome, Outcome::Applied, "{command}");
        assert!(w.root.join(made).symlink_metadata().is_ok(), "{command}");
        let item = w.engine.change_set(set.id).await.unwrap().items.remove(0);
        let refused = w.engine.undo(item.applied_by.unwrap(), None, Conflicts::Stop, user()).await.unwrap_err();
        assert_eq!(refused.code(), "command_ran", "{command}");
    }
    let set = w.commands(&["rmdir empty"]).await;
    assert_eq!((w.apply(&set).await.unwrap().outcome, w.root.join("empty").exists()), (Outcome::Applied, false));
    // What fails half-way has done what it had done.
    let set = w.commands(&["cp -v a.txt half.txt && cp a.txt nowhere/x"]).await;
    w.apply(&set).await.unwrap();
    let item = w.engine.change_set(set.id).await.unwrap().items.remove(0);
    assert_eq!((item.status, w.read("half.txt").as_deref()), (ItemStatus::Failed, Some("one\n")));
    let said = item.command.unwrap().outcome.unwrap().preview;
    assert_eq!(said.matches("half.txt").count(), 1, "what was said in the copy is not said twice: {said}");
}
