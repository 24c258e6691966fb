//! Against `git apply`: what it accepts where the context is unique gives the same text here. And the
//! time that large files and large edits take.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::disallowed_methods, missing_docs)]

#[path = "laws/written.rs"]
#[allow(dead_code)]
mod written;

use countersign_edits::{Format, Proposal, diff, propose};
use proptest::prelude::*;
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use written::{forms, script};

fn put(old: &[u8], edit: &str) -> Option<Vec<u8>> {
    let proposal = Proposal { edit, format: Format::Unified, finish: None, base: None, path: None };
    propose(old, &proposal).ok().map(|applied| applied.text)
}

/// What `git apply` makes of it; None if it refuses.
fn git(old: &str, edit: &str) -> Option<Vec<u8>> {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("x"), old).unwrap();
    let mut child = Command::new("git")
        .args(["apply", "--unidiff-zero", "--whitespace=nowarn", "-"])
        .current_dir(folder.path())
        .env("GIT_CEILING_DIRECTORIES", folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(edit.as_bytes()).unwrap();
    child.wait().unwrap().success().then(|| std::fs::read(folder.path().join("x")).unwrap_or_default())
}

#[test]
fn git_apply_agrees_where_the_context_is_unique() {
    let line = prop_oneof![4 => "[a-z]{2,6} = [0-9]{1,3};", 1 => Just(String::new()), 1 => Just("-- x".to_owned()), 1 => Just("}".to_owned())];
    let config = ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() };
    proptest!(config, |(script in script(line.boxed(), 1..20), context in 0_usize..4)| {
        let old = script.old();
        for form in forms(&script, context).into_iter().filter(|form| form.format == Format::Unified && form.edit.starts_with("---")) {
            if let (Some(ours), Some(theirs)) = (put(old.as_bytes(), &form.edit), git(&old, &form.edit)) {
                prop_assert_eq!(String::from_utf8_lossy(&ours), String::from_utf8_lossy(&theirs), "{}", form.edit);
            }
        }
    });
}

/// 20 MB, a thousand hunks over ten thousand lines of diff; and files and edits made of one line only.
/// The bound is for an unoptimised build on a busy machine; a quadratic step takes minutes.
#[test]
fn large_files_and_edits_take_linear_time() {
    let lines: Vec<String> = (0..500_000).map(|n| format!("line {n:06} of a large file, some text more\n")).collect();
    let old = lines.concat();
    let mut edit = String::new();
    let mut new = lines.clone();
    for at in (0..500_000).step_by(500) {
        edit.push_str(&format!("@@ -{},7 +{},7 @@\n", at + 1, at + 1));
        for k in 0..7 {
            match k {
                2 => edit.push_str(&format!("-{}+changed {at}\n", lines[at + k])),
                3 => edit.push_str(&format!("-{}+changed too {at}\n", lines[at + k])),
                _ => edit.push_str(&format!(" {}", lines[at + k])),
            }
        }
        (new[at + 2], new[at + 3]) = (format!("changed {at}\n"), format!("changed too {at}\n"));
    }
    let timed = |name: &str, run: &dyn Fn()| {
        let start = Instant::now();
        run();
        println!("{name}: {:?}", start.elapsed());
        assert!(start.elapsed() < Duration::from_secs(60), "{name}");
    };
    let new = new.concat();
    timed("20 MB, 1 000 hunks", &|| assert!(put(old.as_bytes(), &edit).as_deref() == Some(new.as_bytes())));
    timed("difference of 20 MB", &|| assert_eq!(diff(&old, &new).added, 2_000));
    let same = "same\n".repeat(500_000);
    let hunk = format!("@@ @@\n{}-other\n+more\n", " same\n".repeat(10_000));
    timed("equal lines, no place", &|| assert!(put(same.as_bytes(), &hunk).is_none()));
    let hunk = format!("@@ @@\n{}+more\n", " same\n".repeat(10_000));
    timed("equal lines, every place", &|| assert!(put(same.as_bytes(), &hunk).is_none()));
    let unlike = (0..10_000).map(|n| format!("other {n}\n")).collect::<String>();
    let twin = (0..10_000).map(|n| format!("else {n}\n")).collect::<String>();
    let block = format!("<<<<<<< SEARCH\n{unlike}=======\n{twin}>>>>>>> REPLACE\n");
    timed("10 000 lines for 10 000", &|| {
        let proposal = Proposal { edit: &block, format: Format::Auto, finish: None, base: None, path: None };
        assert!(propose(unlike.as_bytes(), &proposal).unwrap().text == twin.as_bytes());
    });
    timed("difference of unlike texts", &|| assert_eq!(diff(&unlike, &twin).removed, 10_000));
}
