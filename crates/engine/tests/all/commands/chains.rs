//! Commands joined as a shell joins them, and what only a shell can read.

use super::{unconfined, world, world_with};
use countersign_core::change_set::ItemStatus;
use countersign_engine::Setup;
use std::fs;
use std::path::Path;

#[tokio::test]
async fn words_are_joined_as_a_shell_joins_them() {
    for setup in [Setup::default(), unconfined()] {
        let w = world_with(setup).await;
        fs::create_dir(w.root.join("sub")).unwrap();
        fs::write(w.root.join("sub/inside"), "").unwrap();
        fs::write(w.root.join("lines"), "b\na\nc\n").unwrap();
        w.script("three", "exit 3");
        w.script("both", "echo out; echo err >&2; echo out again");
        for (command, exit, text) in [
            ("echo one", Some(0), "one\n"),
            ("echo one && echo two", Some(0), "one\ntwo\n"),
            ("false && echo no", Some(1), ""),
            ("false || echo yes", Some(0), "yes\n"),
            ("true || echo no", Some(0), ""),
            ("true || echo no && echo yes", Some(0), "yes\n"),
            ("false && echo no || echo yes", Some(0), "yes\n"),
            ("false ; echo after", Some(0), "after\n"),
            ("echo before; false", Some(1), "before\n"),
            ("echo last;", Some(0), "last\n"),
            ("./three", Some(3), ""),
            ("./three || ./three", Some(3), ""),
            ("cat lines | sort", Some(0), "a\nb\nc\n"),
            ("cat lines | sort | head -n 1", Some(0), "a\n"),
            ("false | cat lines", Some(0), "b\na\nc\n"),
            ("cat lines | false", Some(1), ""),
            ("cat lines | grep b && echo found", Some(0), "b\nfound\n"),
            ("cat lines | grep z || echo none", Some(0), "none\n"),
            ("yes | head -n 2", Some(0), "y\ny\n"),
            ("./both", Some(0), "out\nerr\nout again\n"),
            ("cd sub && ls", Some(0), "inside\n"),
            ("cd sub; cd ..; ls sub", Some(0), "inside\n"),
            ("cd nowhere || echo stayed", Some(0), "stayed\n"),
            ("echo '$HOME' \"*\" 'a  b'", Some(0), "$HOME * a  b\n"),
            ("cat", Some(0), ""),
            ("there-is-no-such-program", Some(127), "there-is-no-such-program: "),
            ("there-is-no-such-program || echo went on", Some(0), "went on\n"),
        ] {
            let set = w.commands(&[command]).await;
            if set.items[0].status == ItemStatus::Invalid {
                panic!("{command}: {:?}", set.items[0].problems);
            }
            let ran = w.run(command).await;
            assert_eq!(ran.outcome.exit, exit, "{command}: {ran:?}");
            assert!(ran.text.contains(text), "{command}: {ran:?}");
            if text.is_empty() {
                assert_eq!(ran.text, "", "{command}");
            }
            assert_eq!(ran.ok, exit == Some(0), "{command}");
        }
        w.sound().await;
    }
}

/// Run by the product and by bash in folders of their own, a chain leaves the same files and says the same.
#[tokio::test]
async fn a_chain_means_what_it_means_to_bash() {
    let w = world().await;
    let begins =
        ["cd build", "cd sub", "cd -P sub", "cd -L sub", "cd -- sub", "cd leads", "pushd sub", "set -e", "false", ":"];
    let joins = [" || exit 1; ", " && ", "; "];
    let ends =
        ["rm x.txt", "cd ..; touch here", "cd ../sub && rm x.txt", "command touch c", "cd nosuch; rm x.txt", "pwd"];
    let brace = [
        "mkdir -p src/{a,b}",
        "touch f{1..3}",
        "ls sub &> out.txt",
        "echo $'a\\tb'",
        "declare x=5; echo $x",
        "cat <<< hi",
    ];
    let mut chains: Vec<String> = Vec::new();
    for (begin, join) in begins.iter().flat_map(|begin| joins.map(|join| (begin, join))) {
        chains.extend(ends.iter().map(|end| format!("{begin}{join}{end}")));
    }
    let mut compared = 0;
    // A part of all of them, and every one that bash alone reads.
    for command in chains.into_iter().step_by(7).chain(brace.map(str::to_owned)) {
        let name = |folder: &str| w.folder.path().join(folder);
        let bare = name("bare");
        for root in [&w.root, &bare] {
            let _ = fs::remove_dir_all(root);
            for folder in ["sub", "deep/er"] {
                fs::create_dir_all(root.join(folder)).unwrap();
            }
            for file in ["x.txt", "sub/x.txt", "deep/x.txt", "deep/er/x.txt"] {
                fs::write(root.join(file), file).unwrap();
            }
            std::os::unix::fs::symlink("deep/er", root.join("leads")).unwrap();
        }
        let bash = std::process::Command::new("bash").args(["-c", &command]).current_dir(&bare).output().unwrap();
        let outside = name("here");
        let left = outside.exists();
        let _ = fs::remove_file(&outside);
        if w.commands(&[&command]).await.items[0].status == ItemStatus::Invalid {
            // Judged to reach what it must not: refused before anything runs.
            continue;
        }
        let ran = w.run(&command).await;
        assert!(!outside.exists(), "{command}: {ran:?}");
        if left {
            // Bash alone writes beside the folder; the sandbox holds this.
            assert!(!ran.ok, "{command}: {ran:?}");
            continue;
        }
        compared += 1;
        let named = |text: &str| text.replace(&*bare.canonicalize().unwrap().to_string_lossy(), "ROOT");
        let said = named(&String::from_utf8_lossy(&bash.stdout));
        let ours = ran.text.replace(&*w.root.canonicalize().unwrap().to_string_lossy(), "ROOT");
        assert!(ours.contains(said.trim_end()), "{command}: bash says {said:?}, {ran:?}");
        assert_eq!(ran.outcome.exit, bash.status.code(), "{command}: {ran:?}");
        assert_eq!(files_below(&w.root), files_below(&bare), "{command}: {ran:?}");
    }
    assert!(compared > 20, "{compared}");
    w.sound().await;
}

fn files_below(root: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![root.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            found.push(path.strip_prefix(root).unwrap().display().to_string());
            if fs::symlink_metadata(&path).unwrap().is_dir() {
                open.push(path);
            }
        }
    }
    found.sort();
    found
}

#[tokio::test]
async fn nothing_runs_after_a_cd_that_is_not_done() {
    let w = world().await;
    let outside = w.folder.path().join("other");
    fs::create_dir_all(&outside).unwrap();
    std::os::unix::fs::symlink(&outside, w.root.join("out")).unwrap();
    for command in ["cd out; touch new", "cd out || touch new", "cd out && touch new"] {
        let ran = w.run(command).await;
        assert_eq!(ran.outcome.exit, Some(1), "{command}: {ran:?}");
        assert!(ran.text.contains("outside the workspace; nothing after it ran"), "{command}: {ran:?}");
        assert!(!w.root.join("new").exists() && !outside.join("new").exists(), "{command}");
    }
}

#[tokio::test]
async fn a_text_that_is_not_plain_words_runs_in_a_shell_and_says_so() {
    let w = world().await;
    let ran = w.run("echo one > made; for i in 1 2; do echo $i; done").await;
    let shown = ran.set.items[0].command.clone().unwrap();
    assert_eq!((shown.argv, shown.verdict.as_str()), (None, "prompt"));
    assert!(shown.reason.starts_with("Runs in a shell"), "{}", shown.reason);
    assert_eq!((ran.text.as_str(), fs::read_to_string(w.root.join("made")).unwrap().as_str()), ("1\n2\n", "one\n"));
}
