//! Going back to an entry brings back the todos, files and folders of then, whatever was done, taken back and gone back to since.

use crate::races::Dice;
use crate::whole_sets::all_in;
use crate::world::{World, hash, place, titles, user};
use countersign_core::ids::Seq;
use countersign_core::wire::Outcome;
use countersign_engine::{Conflicts, EngineError};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

/// All that going back is about: what is in the workspace, and the titles of todos.
type Seen = (BTreeMap<String, (u32, Option<Vec<u8>>)>, BTreeSet<String>);

impl World {
    fn seen(&self) -> Seen {
        (all_in(&self.root), titles(&self.engine).into_iter().map(|(_, title)| title).collect())
    }

    async fn last_entry(&self) -> Seq {
        self.engine.head().await.unwrap().unwrap().seq
    }
}

/// One step, as it is told when something is wrong; whether it had an effect.
async fn step(w: &World, dice: &mut Dice, n: usize) -> Option<String> {
    const FOLDERS: [&str; 4] = ["a", "b", "a/c", "b/d"];
    const FILES: [&str; 4] = ["f", "a/f", "b/d/f", "n/m/f"];
    let (one, other, file) = (FOLDERS[dice.roll(4)], FOLDERS[dice.roll(4)], FILES[dice.roll(4)]);
    let command = match dice.roll(9) {
        0 | 1 => format!("mkdir -p {one}"),
        2 | 3 => format!("rmdir {one}"),
        4 => format!("rm -r {one}"),
        5 => format!("mv {one} {other}"),
        6 => format!("rm {file}"),
        7 => {
            let set = w.propose(json!([{ "op": "create", "title": format!("t{n}") }])).await;
            w.apply(&set).await.unwrap();
            return Some(set.items[0].label.clone());
        }
        _ => {
            let before = w.read(file);
            let base = before.as_deref().map(hash);
            let op = json!({ "op": "write_file", "path": file, "base": base, "content": format!("{n}") });
            let set = w.engine.propose(None, &json!([op]), user()).await.ok()?;
            return (w.apply(&set).await.ok()?.outcome == Outcome::Applied).then(|| format!("write {file}"));
        }
    };
    let set = w.engine.propose(None, &json!([{ "op": "run_command", "command": command }]), user()).await.ok()?;
    (w.apply(&set).await.ok()?.outcome == Outcome::Applied).then_some(command)
}

/// A walk of so many steps; what is wrong with it.
async fn walk(seed: u64, steps: usize) -> Result<(), String> {
    let w = place().files(&[("a.txt", "one\n")]).open().await;
    // What a command did to folders is seen where it runs in one.
    if !w.sandboxed() {
        return Ok(());
    }
    let mut dice = Dice(seed);
    let first = w.propose(json!([{ "op": "create", "title": "t" }])).await;
    w.apply(&first).await.unwrap();
    let mut states: BTreeMap<Seq, Seen> = BTreeMap::from([(w.last_entry().await, w.seen())]);
    let mut told: Vec<String> = Vec::new();
    for n in 0..steps {
        match dice.roll(5) {
            0 | 1 => {
                let to = *states.keys().nth(dice.roll(states.len())).unwrap();
                let back = match w.engine.rewind(to, user()).await {
                    Ok(back) => w.apply(&back).await.map(|done| done.outcome).map_err(|e| e.to_string()),
                    // A command that did nothing is one all the same.
                    Err(EngineError::AlreadyThere(_) | EngineError::CommandRan(_)) => Ok(Outcome::Applied),
                    Err(e) => Err(e.to_string()),
                };
                told.push(format!("@{} back to {to}", w.last_entry().await));
                if back != Ok(Outcome::Applied) || states[&to] != w.seen() {
                    let (was, now) = (&states[&to], w.seen());
                    return Err(format!("{seed}: {back:?}\nthen {was:?}\nnow  {now:?}\n{}", told.join("\n")));
                }
            }
            2 => {
                let last = if dice.roll(2) == 0 { w.engine.last().undo } else { w.engine.last().redo };
                let Some(last) = last else { continue };
                let Ok(undo) = w.engine.undo(last, None, Conflicts::Stop, user()).await else { continue };
                w.apply(&undo).await.ok();
                told.push(format!("@{} undo {last}", w.last_entry().await));
            }
            _ => match step(&w, &mut dice, n).await {
                Some(done) => told.push(format!("@{} {done}", w.last_entry().await)),
                None => continue,
            },
        }
        states.insert(w.last_entry().await, w.seen());
    }
    w.sound().await;
    Ok(())
}

#[tokio::test]
async fn going_back_brings_back_what_was_there_then() {
    let mut wrong = Vec::new();
    for seed in 1..=std::env::var("WALKS").map_or(4, |walks| walks.parse().unwrap()) {
        wrong.extend(walk(seed, 40).await.err());
    }
    assert!(wrong.is_empty(), "{} walks: {}", wrong.len(), wrong.join("\n\n"));
}
