//! Applying and undoing while somebody appends to the same files, replaces them, and swaps folders
//! for links that lead out.
#![cfg(target_os = "linux")]

use crate::world::{apply, beside, sound, user};
use countersign_core::file::WorkspaceId;
use countersign_core::ids::Seq;
use countersign_core::wire::{Outcome, Receipt};
use countersign_engine::{Conflicts, Engine, EngineError};
use serde_json::json;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const FILES: [&str; 4] = ["a.txt", "b.txt", "sub/c.txt", "sub/d.txt"];
const SECRET: &str = "nobody opened this folder\n";

/// Knuth's MMIX generator: not random, so that a failure can be repeated as far as threads allow.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % sides
    }
}

/// Every regular file under a folder, links not followed.
fn files(root: &Path) -> BTreeMap<PathBuf, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let kind = entry.file_type().unwrap();
            if kind.is_dir() {
                folders.push(entry.path());
            } else if kind.is_file() {
                found.insert(entry.path(), fs::read_to_string(entry.path()).unwrap());
            }
        }
    }
    found
}

/// What the person is asked to do.
#[derive(Default)]
struct Person {
    rests: AtomicBool,
    stops: AtomicBool,
}

/// The person's own doing until they stop: every line written must be somewhere afterwards.
fn meddle(root: &Path, outside: &Path, person: &Person) -> Vec<String> {
    let (mut dice, mut written) = (Dice(11), Vec::new());
    while !person.stops.load(Ordering::SeqCst) {
        if person.rests.load(Ordering::SeqCst) {
            std::thread::sleep(Duration::from_micros(500));
            continue;
        }
        let line = format!("the person's line {}\n", written.len());
        let path = root.join(FILES[dice.roll(FILES.len())]);
        match dice.roll(8) {
            0..=2 => {
                if let Ok(mut file) = fs::OpenOptions::new().append(true).open(&path) {
                    // Whoever has a file open may take a while.
                    std::thread::sleep(Duration::from_micros(dice.roll(800) as u64));
                    file.write_all(line.as_bytes()).unwrap();
                    written.push(line);
                }
            }
            3 | 4 => {
                // As editors save: another file, renamed over the first.
                if let Ok(text) = fs::read_to_string(&path) {
                    let beside = root.join("editor.swp");
                    fs::write(&beside, text + &line).unwrap();
                    fs::rename(&beside, &path).unwrap();
                    written.push(line);
                }
            }
            5 => {
                let (sub, away) = (root.join("sub"), root.join("away"));
                fs::rename(&sub, &away).unwrap();
                symlink(outside, &sub).unwrap();
                std::thread::sleep(Duration::from_micros(dice.roll(2_000) as u64));
                fs::remove_file(&sub).unwrap();
                fs::rename(&away, &sub).unwrap();
            }
            _ => {}
        }
        std::thread::sleep(Duration::from_micros(dice.roll(6_000) as u64));
    }
    written
}

/// What happened to the applies and undos of all rounds.
#[derive(Debug, Default)]
struct Tally {
    applied: u32,
    undone: u32,
    refused: u32,
    /// What receipts said about files.
    told: String,
}

impl Tally {
    fn take(&mut self, result: Result<Receipt, EngineError>) -> Option<Seq> {
        let Ok(receipt) = result else {
            self.refused += 1;
            return None;
        };
        for problem in receipt.results.iter().filter_map(|r| r.problem.as_ref()) {
            self.told.push_str(&problem.message);
        }
        if receipt.outcome != Outcome::Applied {
            self.refused += 1;
            return None;
        }
        receipt.entry
    }
}

async fn rounds(engine: &Engine, workspace: &WorkspaceId, root: &Path, person: &Person, count: u32) -> Tally {
    let (mut dice, mut tally, mut applied, mut rest) = (Dice(5), Tally::default(), Vec::new(), Dice(7));
    for round in 0..count {
        // A slow machine comes to no apply between two of the person's writes: now and then they rest.
        person.rests.store(rest.roll(4) == 0, Ordering::SeqCst);
        let mut operations = Vec::new();
        for path in &FILES[dice.roll(FILES.len())..] {
            if let Ok(text) = engine.read_file(workspace, path).await {
                let content = format!("{}the agent's line {round}\n", text.text.unwrap());
                operations
                    .push(json!({ "op": "write_file", "path": path, "base": text.state.hash, "content": content }));
            }
        }
        // A name that leads somewhere only while the folder is a link.
        let stolen = engine.read_file(workspace, "sub/secret.txt").await;
        assert!(stolen.is_err(), "read outside of the workspace: {stolen:?}");
        if let Ok(listed) = engine.list_folder(workspace, "sub").await {
            assert!(listed.iter().all(|e| e.name != "secret.txt"), "listed outside of the workspace");
        }
        if !operations.is_empty() {
            let set = engine.propose(None, &json!(operations), user()).await.unwrap();
            if set.items.iter().all(|i| i.problems.is_empty())
                && let Some(entry) = tally.take(apply(engine, &set).await)
            {
                tally.applied += 1;
                applied.push(entry);
            }
        }
        if dice.roll(2) == 0
            && let Some(entry) = applied.pop()
            && let Ok(undo) = engine.undo(entry, None, Conflicts::Stop, user()).await
            && tally.take(apply(engine, &undo).await).is_some()
        {
            tally.undone += 1;
        }
        assert!(root.exists());
    }
    tally
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_person_writes_meanwhile_is_never_lost_and_nothing_leads_out() {
    let count = if std::env::var("COUNTERSIGN_LONG").is_ok_and(|v| v == "1") { 500 } else { 80 };
    let folder = tempfile::tempdir().unwrap();
    let (root, outside) = (folder.path().join("project"), folder.path().join("outside"));
    for one in [&root.join("sub"), &outside] {
        fs::create_dir_all(one).unwrap();
    }
    for path in FILES {
        fs::write(root.join(path), format!("{path}\n")).unwrap();
    }
    // The same names with the same contents: a change that went there would fit.
    for path in ["c.txt", "d.txt"] {
        fs::write(outside.join(path), format!("sub/{path}\n")).unwrap();
    }
    fs::write(outside.join("secret.txt"), SECRET).unwrap();
    let before = files(&outside);

    let engine = beside(folder.path()).open().await;
    let workspace = engine.open_workspace(&root, user()).await.unwrap().id;

    let person = Arc::new(Person::default());
    let doing = {
        let (root, outside, person) = (root.clone(), outside.clone(), person.clone());
        std::thread::spawn(move || meddle(&root, &outside, &person))
    };
    let tally = rounds(&engine, &workspace, &root, &person, count).await;
    person.stops.store(true, Ordering::SeqCst);
    let written = doing.join().unwrap();

    // What was written to a file right after it was replaced is found a second later, or when a busy machine
    // comes to it.
    let lost = || {
        let all: String = files(&root).into_values().collect();
        written.iter().filter(|line| !all.contains(line.as_str())).collect::<Vec<_>>()
    };
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    for _ in 0..100 {
        if lost().is_empty() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(files(&outside), before, "written outside of the workspace");
    let (now, lost) = (files(&root), lost());
    assert!(lost.is_empty(), "{lost:?} of {} lines are lost: {tally:?}\n{now:#?}", written.len());
    for left in now.keys().filter(|p| p.to_string_lossy().contains(".countersign-")) {
        let name = left.file_name().unwrap().to_str().unwrap();
        assert!(name.ends_with(".kept") || tally.told.contains(name), "{name} was left and nobody was told: {tally:?}");
    }
    assert!(tally.applied > 3 && tally.refused > 3, "nothing met anything: {tally:?}, {} lines", written.len());
    assert!(tally.undone > 0, "nothing was taken back: {tally:?}");
    println!(
        "{count} rounds: {} applied, {} undone, {} refused, {} lines kept",
        tally.applied,
        tally.undone,
        tally.refused,
        written.len()
    );
    sound(&engine).await;
}
