//! Commands tried in a copy of their folder: what they did is proposed, and nothing is real before it
//! is signed.
#![cfg(target_os = "linux")]

use crate::world::{World, request, sign_all, user, workshop};
use countersign_core::change_set::ItemStatus;
use countersign_core::command::LeftOutWhy;
use countersign_core::wire::{CommandPreview, Outcome, SetView};
use countersign_engine::effects::copy::{Beside, Copy, Most};
use countersign_engine::effects::sandbox::Sandbox;
use countersign_engine::{Conflicts, EngineError, Setup};
use serde_json::json;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;

async fn world(sandbox: Option<Sandbox>) -> World {
    let files = [
        ("a.txt", "one\n"),
        ("gone.txt", "going\n"),
        ("src/b.txt", "two\n"),
        (".env", "SECRET=1\n"),
        (".gitignore", "*.log\n"),
        ("run.sh", "#!/bin/sh\n"),
    ];
    workshop().files(&files).opening(|o| o.setup(Setup { sandbox, ..Setup::default() })).open().await
}

impl World {
    async fn preview(&self, command: &str) -> Result<(SetView, CommandPreview), EngineError> {
        let set = self.commands(&[command]).await;
        let tried = self.engine.preview_command(set.id, 1, user()).await?;
        Ok((self.engine.change_set(set.id).await.unwrap(), tried))
    }
}

#[tokio::test]
async fn a_file_that_is_moved_to_where_nothing_can_be_proposed_stays() {
    let w = world(None).await;
    if !w.can() {
        return;
    }
    std::os::unix::fs::symlink("gone.txt", w.root.join("ln")).unwrap();
    for (command, to) in [("mv a.txt ln", "ln"), ("mv a.txt 'a\tb'", "a\tb"), ("mv a.txt a.log", "")] {
        let tried = w.preview(command).await.unwrap().1;
        assert_eq!(tried.change_set, None, "{command}");
        let left: Vec<_> = tried.left_out.iter().map(String::as_str).zip(tried.left_out_why.iter().copied()).collect();
        assert!(left.contains(&("a.txt", LeftOutWhy::Moved)), "{command}: {left:?}");
        assert!(to.is_empty() || left.iter().any(|(path, _)| *path == to), "{command}: {left:?}");
    }
    // What goes for good is proposed, and so is what is found again under another name.
    for (command, items) in
        [("rm a.txt; echo new > b.log", 1), ("mv a.txt c.txt", 2), ("cp a.txt a.log; rm gone.txt", 1)]
    {
        let set = w.preview(command).await.unwrap().1.change_set.unwrap();
        assert_eq!(set.items.len(), items, "{command}");
    }
}

#[tokio::test]
async fn folders_that_went_in_a_copy_go_with_their_last_file_or_are_named() {
    let w = world(None).await;
    if !w.can() {
        return;
    }
    for folder in ["e/k", "empty", "logs"] {
        fs::create_dir_all(w.root.join(folder)).unwrap();
    }
    for file in ["e/z", "e/k/y", "logs/one.log"] {
        fs::write(w.root.join(file), file).unwrap();
    }
    let tried = w.preview("rmdir empty").await.unwrap().1;
    assert_eq!(
        (tried.change_set, tried.left_out, tried.left_out_why),
        (None, vec!["empty/".into()], vec![LeftOutWhy::Folder])
    );
    let tried = w.preview("rm -r logs").await.unwrap().1;
    assert_eq!((tried.change_set, tried.left_out.len(), tried.ignored), (None, 0, 1));
    let set = w.preview("rm -r e src").await.unwrap().1.change_set.unwrap();
    fs::write(w.root.join("src/new"), "mine").unwrap();
    let done = w.apply(&set).await.unwrap();
    assert_eq!((done.outcome, done.results.len()), (Outcome::Applied, 3));
    assert!(!w.root.join("e").exists() && w.root.join("src/new").exists());
    let undo = w.engine.undo(w.engine.last().undo.unwrap(), None, Conflicts::Stop, user()).await.unwrap();
    assert_eq!(w.apply(&undo).await.unwrap().outcome, Outcome::Applied);
    assert_eq!((w.read("e/k/y").as_deref(), w.read("src/b.txt").as_deref()), (Some("e/k/y"), Some("two\n")));
    w.sound().await;
}

#[tokio::test]
async fn a_file_that_becomes_a_folder_in_a_copy_is_left_out_with_what_came_into_it() {
    let w = world(None).await;
    if !w.can() {
        return;
    }
    for (command, left) in [
        ("rm a.txt; mkdir a.txt; echo z > a.txt/z; echo new > other", vec!["a.txt", "a.txt/z"]),
        ("rm -r src; echo z > src; echo new > other", vec!["src", "src/b.txt"]),
    ] {
        let tried = w.preview(command).await.unwrap().1;
        assert_eq!(
            (tried.left_out.clone(), tried.left_out_why),
            (left.iter().map(|p| (*p).to_owned()).collect(), vec![LeftOutWhy::Turned; 2]),
            "{command}"
        );
        let set = tried.change_set.unwrap();
        assert_eq!(
            set.items.iter().map(|i| i.label.as_str()).collect::<Vec<_>>(),
            ["Add file other, 1 line"],
            "{command}"
        );
        assert!(set.items[0].drift.is_empty(), "{command}");
    }
}

#[tokio::test]
async fn what_is_said_of_a_change_is_said_of_one_that_was_tried() {
    let w = world(None).await;
    if !w.can() {
        return;
    }
    let command = "cp a.txt A.TXT; cp a.txt x.; cp a.txt CLAUDE.md; mv src/b.txt src/B.txt; printf 'a\\0b' > nul; : > run.sh; \
                   chmod 755 a.txt";
    let set = w.preview(command).await.unwrap().1.change_set.unwrap();
    let said = |path: &str| {
        let item = set.items.iter().find(|item| item.file.as_ref().is_some_and(|file| file.path == path)).unwrap();
        item.warnings.iter().map(|warning| warning.code.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(said("A.TXT"), ["case_collision"]);
    assert_eq!(said("x."), ["odd_name"]);
    assert_eq!(said("CLAUDE.md"), ["sensitive_file"]);
    assert_eq!(said("src/B.txt"), [""; 0], "the other one goes");
    assert_eq!(said("nul"), ["not_text", "hidden_characters"]);
    assert_eq!(said("run.sh"), ["empties_file"]);
    assert_eq!(said("a.txt"), [""; 0]);
}

#[tokio::test]
async fn a_command_whose_result_was_applied_does_not_do_it_again_on_top() {
    let w = world(None).await;
    if !w.can() {
        return;
    }
    let (set, tried) = w.preview("bash -c 'echo more >> a.txt'").await.unwrap();
    assert_eq!(set.items[0].status, ItemStatus::Pending, "nothing was applied");
    let result = tried.change_set.unwrap();
    w.engine.apply(result.id, request(&result, sign_all(&result)), user(), None).await.unwrap();
    assert_eq!(w.read("a.txt").unwrap(), "one\nmore\n");
    let after = w.engine.change_set(set.id).await.unwrap();
    assert_eq!(after.items[0].status, ItemStatus::Drifted);
    assert_eq!(
        (after.items[0].drift[0].title.as_str(), after.items[0].digest.as_str()),
        ("a.txt", set.items[0].digest.as_str())
    );
    let refused = w.engine.apply(set.id, request(&after, sign_all(&set)), user(), None).await;
    assert!(refused.is_err(), "{refused:?}");
    assert_eq!(w.read("a.txt").unwrap(), "one\nmore\n");
    // Who wants it twice says so.
    let item = countersign_core::wire::SignItem { item: 1, digest: after.items[0].digest.clone(), was: None };
    let again = w.engine.rebase(set.id, vec![item], user()).await.unwrap();
    assert_eq!(again.items[0].status, ItemStatus::Pending);
    w.engine.apply(set.id, request(&again, sign_all(&again)), user(), None).await.unwrap();
    assert_eq!(w.read("a.txt").unwrap(), "one\nmore\nmore\n");
}

#[tokio::test]
async fn a_command_that_was_only_tried_runs_as_it_was_shown_before() {
    let w = world(None).await;
    if !w.can() {
        return;
    }
    let set = w.commands(&["bash -c 'echo more >> a.txt'"]).await;
    w.engine.preview_command(set.id, 1, user()).await.unwrap();
    w.engine.apply(set.id, request(&set, sign_all(&set)), user(), None).await.unwrap();
    assert_eq!(w.read("a.txt").unwrap(), "one\nmore\n");
}

#[tokio::test]
async fn what_a_command_does_in_a_copy_is_proposed_and_then_done_by_signing() {
    let w = world(None).await;
    if !w.can() {
        return;
    }
    let before = fs::read_to_string(w.root.join("a.txt")).unwrap();
    let command = "echo TWO >> src/b.txt; rm gone.txt; mkdir -p new/deep; echo n > new/deep/n.txt; chmod 755 run.sh; echo x > out.log; ls -a; echo said";
    let (asked, tried) = w.preview(command).await.unwrap();
    assert_eq!(asked.items[0].status, ItemStatus::Pending, "the command itself still waits");
    assert_eq!((tried.exit, tried.timed_out, tried.ignored), (Some(0), false, 1), "{tried:?}");
    assert!(tried.output.contains("said") && !tried.output.contains(".env"), "{}", tried.output);
    let set = tried.change_set.unwrap();
    let labels: Vec<&str> = set.items.iter().map(|i| i.label.as_str()).collect();
    assert_eq!(
        labels,
        [
            "Delete file gone.txt",
            "Add file new/deep/n.txt, 1 line",
            "Set permissions of run.sh to 755",
            "Edit src/b.txt, +1 −0",
        ]
    );
    assert!(set.items.iter().all(|i| i.status == ItemStatus::Pending && i.problems.is_empty()));
    // Nothing was real so far.
    assert_eq!(fs::read_to_string(w.root.join("a.txt")).unwrap(), before);
    assert!(w.root.join("gone.txt").exists() && !w.root.join("new").exists() && !w.root.join("out.log").exists());

    let sign = sign_all(&set);
    let request = request(&set, sign);
    let receipt = w.engine.apply(set.id, request, user(), None).await.unwrap();
    assert_eq!(receipt.outcome, Outcome::Applied);
    assert_eq!(fs::read_to_string(w.root.join("src/b.txt")).unwrap(), "two\nTWO\n");
    assert_eq!(fs::read_to_string(w.root.join("new/deep/n.txt")).unwrap(), "n\n");
    assert!(!w.root.join("gone.txt").exists());
    let mode = fs::metadata(w.root.join("run.sh")).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode, 0o755);
    let undo = w.engine.undo(receipt.entry.unwrap(), None, Conflicts::Stop, user()).await.unwrap();
    assert!(undo.items.iter().all(|i| i.problems.is_empty()));
}

#[tokio::test]
async fn what_is_written_meanwhile_is_not_overwritten_and_nothing_without_effect_is_proposed() {
    let w = world(None).await;
    if !w.can() {
        return;
    }
    let (_, tried) = w.preview("cat a.txt").await.unwrap();
    assert_eq!((tried.change_set.is_none(), tried.output.as_str()), (true, "one\n"));
    let (_, tried) = w.preview("false").await.unwrap();
    assert_eq!((tried.exit, tried.change_set.is_none()), (Some(1), true));
    let (_, tried) = w.preview("echo more >> a.txt").await.unwrap();
    let set = tried.change_set.unwrap();
    fs::write(w.root.join("a.txt"), "mine\n").unwrap();
    let now = w.engine.change_set(set.id).await.unwrap();
    assert_eq!(now.items[0].status, ItemStatus::Drifted);
    // Bytes that are no text are proposed as well.
    let (_, tried) = w.preview("printf '\\377\\000' > bin.dat").await.unwrap();
    assert_eq!(tried.change_set.unwrap().items[0].target, "bin.dat");
}

#[tokio::test]
async fn without_a_sandbox_nothing_is_tried_and_what_never_runs_is_not_tried_either() {
    let w = world(Some(Sandbox::None)).await;
    let refused = w.preview("echo x > b").await.unwrap_err();
    assert_eq!(refused.code(), "no_sandbox");
    assert!(!w.root.join("b").exists());
    let w = world(None).await;
    let ops = json!([{ "op": "run_command", "command": "cat .env" }]);
    let set = w.engine.propose(None, &ops, user()).await.unwrap();
    assert!(w.engine.preview_command(set.id, 1, user()).await.is_err());
}

#[tokio::test]
async fn git_shows_no_secret_that_was_committed() {
    let w = world(None).await;
    if !w.can() {
        return;
    }
    let git = |words: &[&str]| {
        let mut git = std::process::Command::new("git");
        let done = git.args(["-c", "user.name=t", "-c", "user.email=t@example.org"]).args(words).current_dir(&w.root);
        assert!(done.output().unwrap().status.success(), "{words:?}");
    };
    git(&["init", "-q"]);
    git(&["add", "-A", "-f"]);
    git(&["commit", "-qm", "all of it"]);
    for command in ["git log -p", "git show HEAD", "git diff HEAD", "git log -p -- .", "git log -p HEAD"] {
        let (_, tried) = w.preview(command).await.unwrap();
        assert_eq!(tried.exit, Some(0), "{command}: {}", tried.output);
        assert!(!tried.output.contains("SECRET"), "{command}: {}", tried.output);
        assert!(command.contains("diff") || tried.output.contains("+one"), "{command}: {}", tried.output);
    }
}

#[tokio::test]
async fn nothing_of_the_folder_itself_is_read_in_a_copy_but_what_is_linked_and_no_secret_there() {
    let w = world(None).await;
    if !w.can() {
        return;
    }
    let package = w.root.join("node_modules/p");
    for folder in [&package, &w.root.join(".git")] {
        fs::create_dir_all(folder).unwrap();
    }
    for (name, text) in [("index.js", "LINKED"), (".env", "SECRET=2"), ("k.pem", "SECRET=3")] {
        fs::write(package.join(name), text).unwrap();
    }
    let script = "#!/bin/sh\no=$(dirname $(realpath .git))\ncat $o/.env $o/a.txt\ncat node_modules/p/.env node_modules/p/k.pem\necho x > $o/lost || echo refused\ncat node_modules/p/index.js\n";
    fs::write(w.root.join("peek"), script).unwrap();
    fs::set_permissions(w.root.join("peek"), PermissionsExt::from_mode(0o755)).unwrap();
    let (_, tried) = w.preview("./peek").await.unwrap();
    assert!(tried.output.contains("LINKED") && !tried.output.contains("SECRET"), "{}", tried.output);
    if w.engine.confinement().sandbox == Sandbox::Bwrap {
        // The copy stands in the folder's place.
        let labels: Vec<String> = tried.change_set.unwrap().items.into_iter().map(|i| i.label).collect();
        assert_eq!(labels, ["Add file lost, 1 line"], "{}", tried.output);
    } else {
        assert!(tried.output.contains("refused") && !tried.output.contains("one\n"), "{}", tried.output);
    }
    assert!(!w.root.join("lost").exists());
}

/// Absolute paths into the folder, packages linked to each other, and installs that point at their source.
#[tokio::test]
async fn a_copy_stands_where_its_original_does() {
    let w = world(None).await;
    if w.engine.confinement().sandbox != Sandbox::Bwrap {
        return;
    }
    let root = w.root.canonicalize().unwrap();
    let at = root.display().to_string();
    fs::create_dir_all(root.join("node_modules")).unwrap();
    fs::create_dir_all(root.join("packages/lib")).unwrap();
    fs::create_dir_all(root.join(".venv/lib")).unwrap();
    fs::write(root.join("packages/lib/index.js"), "LIB\n").unwrap();
    std::os::unix::fs::symlink("../packages/lib", root.join("node_modules/lib")).unwrap();
    fs::write(root.join(".venv/lib/editable.pth"), format!("{at}/src\n")).unwrap();
    let script = format!(
        "#!/bin/sh\nset -e\necho deep > {at}/src/b.txt\ncat node_modules/lib/index.js\necho more >> node_modules/lib/index.js\ncat $(cat .venv/lib/editable.pth)/b.txt\npwd\necho x > .venv/lib/x && echo WRITTEN || true\n"
    );
    fs::write(root.join("run.sh"), script).unwrap();
    fs::set_permissions(root.join("run.sh"), PermissionsExt::from_mode(0o755)).unwrap();
    for command in [format!("{at}/run.sh"), format!("cd {at}/src && ../run.sh")] {
        let (_, tried) = w.preview(&command).await.unwrap();
        let labels: Vec<String> =
            tried.change_set.map(|set| set.items.into_iter().map(|i| i.label).collect()).unwrap_or_default();
        if command.starts_with("cd ") {
            // Its relative paths lead nowhere from there.
            assert_eq!(labels, ["Edit src/b.txt, +1 −1"], "{}", tried.output);
            continue;
        }
        assert_eq!(labels, ["Edit packages/lib/index.js, +1 −0", "Edit src/b.txt, +1 −1"], "{}", tried.output);
        assert!(tried.output.starts_with(&format!("LIB\ndeep\n{at}\n")), "{}", tried.output);
        assert!(!tried.output.contains("WRITTEN"), "{}", tried.output);
    }
    assert_eq!(fs::read_to_string(root.join("src/b.txt")).unwrap(), "two\n");
    assert_eq!(fs::read_to_string(root.join("packages/lib/index.js")).unwrap(), "LIB\n");
}

#[test]
fn what_is_over_the_most_that_is_read_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let copy = Copy::make(&folder.path().canonicalize().unwrap(), Beside::Linked).unwrap();
    for (name, bytes) in [("a", 6), ("b", 6), ("c", 4), ("d", 0)] {
        fs::write(copy.root().join(name), vec![b'x'; bytes]).unwrap();
    }
    let read = |items, bytes| {
        let effects = copy.effects(Most { items, bytes }).unwrap();
        let files: Vec<String> = effects.files.iter().map(|f| f.path.to_string()).collect();
        (files.join(""), effects.left_out.join(""))
    };
    assert_eq!(read(9, 16), ("abcd".into(), String::new()));
    assert_eq!(read(9, 10), ("acd".into(), "b".into()));
    assert_eq!(read(1, 16), ("a".into(), "bcd".into()));
}

#[test]
fn links_are_reported_sources_called_target_are_copied_and_read_only_files_too() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    for made in ["src/target", "target"] {
        fs::create_dir_all(root.join(made)).unwrap();
    }
    fs::write(root.join("target/CACHEDIR.TAG"), "").unwrap();
    fs::write(root.join("src/target/x.rs"), "x").unwrap();
    fs::write(root.join("fixed"), "f").unwrap();
    fs::File::create(root.join("large")).unwrap().set_len(20_000_001).unwrap();
    for name in ["fixed", "large"] {
        fs::set_permissions(root.join(name), PermissionsExt::from_mode(0o444)).unwrap();
    }
    for name in ["kept", "turned", "gone"] {
        std::os::unix::fs::symlink("fixed", root.join(name)).unwrap();
    }
    let copy = Copy::make(&root, Beside::Linked).unwrap();
    let at = |name: &str| copy.root().join(name);
    assert!(at("target/CACHEDIR.TAG").exists(), "what a build made is there, so that not all is built anew");
    let mode = |name| fs::metadata(at(name)).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode("fixed"), mode("large")), (0o444, 0o444));
    let most = Most { items: 9, bytes: 99 };
    let none = copy.effects(most).unwrap();
    assert_eq!((none.files.len(), none.left_out.len()), (0, 0), "{none:?}");
    for name in ["turned", "gone"] {
        fs::remove_file(at(name)).unwrap();
    }
    fs::write(at("turned"), "now a file").unwrap();
    std::os::unix::fs::symlink("/etc", at("made")).unwrap();
    fs::write(at("src/target/x.rs"), "y").unwrap();
    fs::write(at("src/target/CACHEDIR.TAG"), "").unwrap();
    let effects = copy.effects(most).unwrap();
    let files: Vec<&str> = effects.files.iter().map(|f| f.path.as_str()).collect();
    assert_eq!(files, ["src/target/CACHEDIR.TAG", "src/target/x.rs"]);
    assert_eq!(effects.left_out, ["gone", "made", "turned"]);
    assert_eq!(effects.left_out_why, [LeftOutWhy::Link, LeftOutWhy::LinkOut, LeftOutWhy::Link]);
}

#[test]
fn what_cannot_be_proposed_is_told_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    fs::write(root.join("a"), "a").unwrap();
    let copy = Copy::make(&root, Beside::Linked).unwrap();
    let at = |name: &str| copy.root().join(name);
    std::os::unix::fs::symlink("/etc", at("b")).unwrap();
    std::os::unix::fs::symlink("a", at("c")).unwrap();
    rustix::fs::mknodat(rustix::fs::CWD, at("d"), rustix::fs::FileType::Fifo, rustix::fs::Mode::RWXU, 0).unwrap();
    let _listening = std::os::unix::net::UnixListener::bind(at("e")).unwrap();
    fs::write(at(".env"), "A=b").unwrap();
    fs::create_dir(at("f")).unwrap();
    fs::File::create(at("g")).unwrap().set_len(20_000_001).unwrap();
    fs::write(at("h\u{202e}"), "").unwrap();
    (0..3).for_each(|n| fs::write(at(&format!("i{n}")), "x").unwrap());
    let effects = copy.effects(Most { items: 2, bytes: 99 }).unwrap();
    let told: Vec<(&str, LeftOutWhy)> =
        effects.left_out.iter().map(String::as_str).zip(effects.left_out_why.iter().copied()).collect();
    assert_eq!(
        told,
        [
            (".env", LeftOutWhy::Secret),
            ("b", LeftOutWhy::LinkOut),
            ("c", LeftOutWhy::Link),
            ("d", LeftOutWhy::Pipe),
            ("e", LeftOutWhy::Socket),
            ("f/", LeftOutWhy::Folder),
            ("g", LeftOutWhy::TooLarge),
            ("h\u{202e}", LeftOutWhy::Name),
            ("i2", LeftOutWhy::Rest),
        ]
    );
    assert_eq!((effects.files.len(), fs::read(at("a")).unwrap()), (2, b"a".to_vec()));
}

/// Folders below this one whose paths are together longer than a call of the system takes: nobody reads them.
fn make_deep(root: &Path, levels: usize) {
    let mut at = fs::File::open(root).unwrap();
    let name = "d".repeat(250);
    for _ in 0..levels {
        rustix::fs::mkdirat(&at, name.as_str(), rustix::fs::Mode::RWXU).unwrap();
        let flags = rustix::fs::OFlags::RDONLY | rustix::fs::OFlags::DIRECTORY;
        at = rustix::fs::openat(&at, name.as_str(), flags, rustix::fs::Mode::empty()).unwrap().into();
    }
}

#[test]
fn a_folder_fits_exactly_where_a_copy_of_it_can_be_made() {
    let folder = tempfile::tempdir().unwrap();
    let above = folder.path().canonicalize().unwrap();
    make_deep(&above, 13);
    let root = (0..13).fold(above, |at, _| at.join("d".repeat(250)));
    let both = |root: &Path| {
        let made = Copy::make(root, Beside::Linked);
        assert_eq!(made.is_ok(), Copy::fits(root), "{:?}", made.err());
        made.is_ok()
    };
    fs::write(root.join("a"), "a").unwrap();
    std::os::unix::fs::symlink("nowhere", root.join("b")).unwrap();
    assert!(both(&root));
    assert!(!both(&std::env::temp_dir().canonicalize().unwrap()), "it would be in itself");
    assert!(!both(&root.join("gone")));
    // What a build made and cannot be read is built anew.
    fs::create_dir(root.join("target")).unwrap();
    fs::write(root.join("target/CACHEDIR.TAG"), "").unwrap();
    make_deep(&root.join("target"), 4);
    assert!(both(&root));
    make_deep(&root, 4);
    assert!(!both(&root));
}

#[test]
fn what_builds_made_is_copied_within_one_measure_and_that_it_changed_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    for made in ["one/target", "two/target", "three/target/deep"] {
        fs::create_dir_all(root.join(made)).unwrap();
    }
    fs::write(root.join("three/target/CACHEDIR.TAG"), "").unwrap();
    for made in ["one/target", "two/target"] {
        fs::write(root.join(made).join("CACHEDIR.TAG"), "").unwrap();
        (0..10_500).for_each(|n| fs::write(root.join(format!("{made}/{n}")), "").unwrap());
    }
    let copy = Copy::make(&root, Beside::Linked).unwrap();
    let at = |name: &str| copy.root().join(name);
    assert!(at("one/target/10499").exists() && at("three/target/deep").exists());
    assert!(!at("two/target").exists(), "both together are too much");
    let left = || copy.effects(Most { items: 9, bytes: 99 }).unwrap().left_out;
    assert_eq!(left(), Vec::<String>::new());
    fs::create_dir(at("two/target")).unwrap();
    fs::write(at("two/target/CACHEDIR.TAG"), "").unwrap();
    fs::write(at("three/target/deep/x"), "").unwrap();
    assert_eq!(left(), ["three/target/", "two/target/"]);
    fs::remove_dir_all(at("three/target")).unwrap();
    fs::remove_file(at("one/target/CACHEDIR.TAG")).unwrap();
    assert_eq!(left(), ["one/target/", "three/target/", "two/target/"]);
}

#[test]
fn the_way_to_a_repository_is_copied_and_its_change_never_proposed() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    fs::create_dir(root.join("sub")).unwrap();
    for name in [".git", "sub/.git"] {
        fs::write(root.join(name), "gitdir: /elsewhere\n").unwrap();
    }
    let copy = Copy::make(&root, Beside::Bound).unwrap();
    assert_eq!(fs::read_to_string(copy.root().join("sub/.git")).unwrap(), "gitdir: /elsewhere\n");
    let most = Most { items: 9, bytes: 99 };
    assert_eq!(copy.effects(most).unwrap().left_out, Vec::<String>::new());
    fs::write(copy.root().join(".git"), "gitdir: /evil\n").unwrap();
    fs::remove_file(copy.root().join("sub/.git")).unwrap();
    let effects = copy.effects(most).unwrap();
    assert_eq!((effects.files.len(), effects.left_out), (0, vec![".git".to_owned(), "sub/.git".to_owned()]));
}

#[tokio::test]
async fn one_that_is_tried_can_be_stopped_and_proposes_nothing_then() {
    let w = world(None).await;
    if !w.can() {
        return;
    }
    fs::write(w.root.join("run.sh"), "#!/bin/sh\necho half > a.txt\nsleep 25\n").unwrap();
    fs::set_permissions(w.root.join("run.sh"), std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let ops = json!([{ "op": "run_command", "command": "./run.sh" }]);
    let set = w.engine.propose(None, &ops, user()).await.unwrap();
    let stopping = async {
        while w.engine.stop_command(set.id, 1).is_err() {
            tokio::task::yield_now().await;
        }
    };
    let stopping = tokio::time::timeout(Duration::from_secs(60), stopping);
    let (tried, stopped) = tokio::join!(w.engine.preview_command(set.id, 1, user()), stopping);
    stopped.unwrap();
    assert_eq!(tried.unwrap_err().code(), "cancelled");
    let open = w.engine.open_sets().await.unwrap();
    assert_eq!(open, 1, "only the command itself waits");
}
