//! What a queue comes to, against the same steps carried out one after the other.

use countersign_agent::queue::{Queue, Write};
use proptest::prelude::*;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// A file's text and mode.
type File = (String, u32);
type Folder = BTreeMap<&'static str, File>;

const NAMES: [&str; 5] = ["a", "b", "c", "d", "e"];

#[derive(Debug, Clone)]
enum Step {
    Write(usize, u8),
    Edit(usize, u8),
    Rename(usize, usize),
    Delete(usize),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let name = 0..NAMES.len();
    let step = prop_oneof![
        2 => (name.clone(), 0..3_u8).prop_map(|(at, text)| Step::Write(at, text)),
        2 => (name.clone(), 0..3_u8).prop_map(|(at, text)| Step::Edit(at, text)),
        6 => (name.clone(), name.clone()).prop_map(|(at, to)| Step::Rename(at, to)),
        2 => name.prop_map(Step::Delete),
    ];
    proptest::collection::vec(step, 0..12)
}

fn disk() -> Folder {
    Folder::from([("a", ("A".to_owned(), 0o755)), ("b", ("B".to_owned(), 0o600)), ("c", ("C".to_owned(), 0o640))])
}

fn hash(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex().to_string()
}

/// A run's folder, step by step, and the queue that it fills as the engine does.
struct Run {
    now: Folder,
    queue: Queue,
}

impl Run {
    fn of(steps: &[Step]) -> Self {
        let mut run = Self { now: disk(), queue: Queue::default() };
        for step in steps {
            run.take(step);
        }
        run
    }

    fn take(&mut self, step: &Step) {
        let base = |path: &str| disk().get(path).map(|(text, _)| hash(text));
        let file = |path: &str, text: Option<&str>| Write::File {
            path: path.to_owned(),
            base: base(path),
            text: text.map(str::to_owned),
        };
        // What is written where a file was on disk has that file's mode, unless another is there by now.
        let own = |path: &str| disk().get(path).map_or(0o644, |(_, mode)| *mode);
        let write = match *step {
            Step::Write(at, text) => {
                let text = ["new", "neu", "nou"][usize::from(text)];
                let mode = self.now.get(NAMES[at]).map_or_else(|| own(NAMES[at]), |(_, mode)| *mode);
                self.now.insert(NAMES[at], (text.to_owned(), mode));
                file(NAMES[at], Some(text))
            }
            Step::Edit(at, text) => {
                let Some((now, _)) = self.now.get_mut(NAMES[at]) else { return };
                // Edited, and edited back.
                *now = if now.ends_with('+') {
                    now.trim_end_matches('+').to_owned()
                } else {
                    format!("{now}{}", "+".repeat(usize::from(text)))
                };
                file(NAMES[at], Some(now))
            }
            Step::Rename(at, to) => {
                if self.now.contains_key(NAMES[to]) {
                    return;
                }
                let Some((text, mode)) = self.now.remove(NAMES[at]) else { return };
                // A new file takes the mode of its place, like what is written there.
                let mode = if mode == 0o644 { own(NAMES[to]) } else { mode };
                self.now.insert(NAMES[to], (text.clone(), mode));
                let mode = disk().get(NAMES[at]).map(|(_, mode)| *mode);
                Write::Rename { path: NAMES[at].into(), to: NAMES[to].into(), base: base(NAMES[at]), text, mode }
            }
            Step::Delete(at) => {
                if self.now.remove(NAMES[at]).is_none() {
                    return;
                }
                file(NAMES[at], None)
            }
        };
        self.queue.push(write, "why");
    }
}

/// The folder after these of the operations, each of which builds on the files on disk.
fn applied(operations: &[Value], which: impl Fn(usize) -> bool) -> Folder {
    let (before, mut after) = (disk(), disk());
    let mut touched = BTreeSet::new();
    for (n, op) in operations.iter().enumerate().filter(|(n, _)| which(n + 1)) {
        let name = |field: &str| NAMES.into_iter().find(|name| op[field] == **name);
        let path = name("path").unwrap();
        assert!(touched.insert(path), "{path} is changed twice: {operations:?}");
        assert_eq!(op["base"].as_str().map(str::to_owned), before.get(path).map(|(text, _)| hash(text)), "{n}");
        match op["op"].as_str().unwrap() {
            "write_file" => {
                let mode = op["mode"].as_u64().map(|mode| u32::try_from(mode).unwrap());
                let mode = mode.or(before.get(path).map(|(_, mode)| *mode)).unwrap_or(0o644);
                after.insert(path, (op["content"].as_str().unwrap().to_owned(), mode));
            }
            "delete_file" => drop(after.remove(path)),
            "rename_file" => {
                let to = name("to").unwrap();
                assert!(touched.insert(to) && !before.contains_key(to), "{operations:?}");
                after.remove(path);
                after.insert(to, before[path].clone());
            }
            other => panic!("{other}"),
        }
    }
    after
}

fn needs(op: &Value) -> Vec<usize> {
    let list = op["needs"].as_array().into_iter().flatten();
    list.map(|n| usize::try_from(n.as_u64().unwrap()).unwrap()).collect()
}

/// Whether files change places all round: then no order of them is without a first.
fn goes_round(operations: &[Value]) -> bool {
    operations.iter().filter(|op| op["mode"].is_u64() && op["base"].is_string()).count() > 1
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_set_is_what_its_steps_are_one_after_the_other(steps in steps()) {
        let run = Run::of(&steps);
        let operations = run.queue.operations();
        prop_assert_eq!(applied(&operations, |_| true), run.now, "{:?}", operations);
    }

    #[test]
    fn no_part_of_a_set_that_can_be_signed_loses_what_was_only_moved(steps in steps(), signed in any::<u16>()) {
        let run = Run::of(&steps);
        let operations = run.queue.operations();
        let mut taken = BTreeSet::new();
        for (n, op) in (1..).zip(&operations) {
            prop_assert!(needs(op).iter().all(|of| *of < n), "{:?}", operations);
            if signed & (1 << n) != 0 && needs(op).iter().all(|of| taken.contains(of)) {
                taken.insert(n);
            }
        }
        let after = applied(&operations, |n| taken.contains(&n));
        let texts = |folder: &Folder| folder.values().map(|(text, _)| text.trim_end_matches('+').to_owned()).collect::<BTreeSet<_>>();
        let (kept, left) = (texts(&run.now), texts(&after));
        for text in ["A", "B", "C"].map(str::to_owned) {
            prop_assert!(!kept.contains(&text) || left.contains(&text) || goes_round(&operations), "{} is lost: {:?} of {:?}", text, taken, operations);
        }
    }
}

#[test]
fn files_that_change_places_are_told_by_what_each_would_hold() {
    let run = Run::of(&[Step::Rename(0, 3), Step::Rename(1, 0), Step::Rename(3, 1)]);
    let operations = run.queue.operations();
    let told: Vec<String> = operations
        .iter()
        .map(|op| format!("{} {} {:o} {:?}", op["path"], op["content"], op["mode"].as_u64().unwrap(), needs(op)))
        .collect();
    assert_eq!(told, [r#""b" "A" 755 []"#, r#""a" "B" 600 [1]"#]);
    // There and back again is nothing.
    assert!(Run::of(&[Step::Rename(0, 3), Step::Rename(3, 0)]).queue.is_empty());
}
