//! Against `git apply`: what it accepts where the context is unique gives the same text here. And the
//! time that large files and large edits take.

use crate::written::{forms, script};
use countersign_edits::{Format, Proposal, diff, propose};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

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
        // git puts the first line before a byte order mark that is all of the file; the mark stays at the beginning here.
        prop_assume!(old != "\u{feff}");
        for form in forms(&script, context).into_iter().filter(|form| form.format == Format::Unified && form.edit.starts_with("---")) {
            if let (Some(ours), Some(theirs)) = (put(old.as_bytes(), &form.edit), git(&old, &form.edit)) {
                prop_assert_eq!(String::from_utf8_lossy(&ours), String::from_utf8_lossy(&theirs), "{}", form.edit);
            }
        }
    });
}

/// What `git diff` writes from one text to another, with options as people have them; None when they are equal.
fn git_diff(old: &str, new: &str, option: &str) -> Option<String> {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("a", old), ("b", new)] {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let out = Command::new("git")
        .args(["-c", "core.autocrlf=false", "diff", "--no-index", "--no-color", option, "a", "b"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let text = String::from_utf8(out.stdout).unwrap();
    // Both sides are the same file: what is tested is where its lines go.
    let at = text.find("\n@@")?;
    Some(format!("--- a/x\n+++ b/x{}", &text[at..]))
}

/// From any text to any other, with every way in which the first and the last line can end: what git writes
/// is applied as git means it, or refused because it fits elsewhere too.
#[test]
fn what_git_diff_writes_gives_the_other_text() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let line =
        prop_oneof![3 => "[a-c]{1,2}", 2 => "[a-z]{3,5}", 1 => Just("def f():".to_owned()), 1 => Just(String::new())];
    let text = (proptest::collection::vec((line, any::<bool>()), 0..9), 0_u8..4, 0_u8..4, any::<bool>());
    let text = text.prop_map(|(lines, ends, mark, closed)| {
        let end = |crlf: bool| if ends == 0 || ends == 1 && crlf { "\r\n" } else { "\n" };
        let mut text: String = lines.iter().map(|(line, crlf)| format!("{line}{}", end(*crlf))).collect();
        if !closed {
            text.truncate(text.trim_end_matches(['\r', '\n']).len());
        }
        if mark == 0 { format!("\u{feff}{text}") } else { text }
    });
    let (mut applied, mut refused) = (0, 0);
    for n in 0..300 {
        let mut draw = || text.new_tree(&mut runner).unwrap().current();
        let (old, new) = (draw(), draw());
        let option = ["-U0", "-U1", "-U3", "-W"][n % 4];
        let Some(edit) = git_diff(&old, &new, option).filter(|_| !old.is_empty() && !new.is_empty()) else { continue };
        match put(old.as_bytes(), &edit) {
            Some(found) => {
                assert_eq!(String::from_utf8_lossy(&found), new, "{option}: {old:?}\n{edit}");
                applied += 1;
            }
            None => refused += 1,
        }
    }
    assert!(applied > 100 && applied > refused, "{applied} applied, {refused} refused");
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
