//! Runs in sub-tasks with plain values: how a request is split, and the scheduler's laws. No file has two
//! holders; none begins before those it depends on; every one ends; nothing that one did is lost by
//! another; and stored and read back at any step, it does the same.

use crate::world::setup;
use countersign_agent::machine::{End, Input as One, ToolResult};
use countersign_agent::queue::{QUEUED, Write};
use countersign_agent::reading::ToolCall;
use countersign_agent::subtasks::{Crew, Crewed, Effect, History, Input, Named, Part, Planned, Rates, parts, tasks_of};
use countersign_core::ids::SessionId;
use countersign_core::wire::{AgentInput, AgentWait, ExecutionOrder, Granularity, RunEvent, StepStatus};
use jiff::Timestamp;
use proptest::prelude::*;
use serde_json::json;
use std::collections::BTreeMap;

const NOW: Timestamp = Timestamp::UNIX_EPOCH;

/// Every word with an ending is a file of ten bytes that is written.
fn named(text: &str) -> Named {
    let words = text.split_whitespace().map(|word| word.trim_end_matches([',', '.', ':']));
    let files: Vec<String> = words.filter(|word| word.contains('.')).map(str::to_owned).collect();
    Named { read: files.iter().map(|path| (path.clone(), 10)).collect(), put: files, firm: false }
}

fn split(message: &str) -> Vec<Part> {
    parts(message, &named)
}

fn afters(parts: &[Part]) -> Vec<Vec<usize>> {
    parts.iter().map(|part| part.after.clone()).collect()
}

#[test]
fn a_list_is_split_by_its_items_and_what_they_name() {
    let found = split(
        "Tidy the docs:\n1. Fix a.md\n2. Fix b.md\n   and its title\n3. Add a link from a.md to b.md\nIn British English.",
    );
    let texts: Vec<&str> = found.iter().map(|part| part.instruction.as_str()).collect();
    assert_eq!(texts, ["Fix a.md", "Fix b.md\n   and its title", "Add a link from a.md to b.md"]);
    assert_eq!(afters(&found), [vec![], vec![], vec![0, 1]]);
    assert_eq!(found[0].constraints, ["Tidy the docs:", "In British English."]);
    // What names no file could change any: it waits for all, and all wait for it.
    assert_eq!(afters(&split("- Fix a.md\n- run the tests\n- Fix b.md")), [vec![], vec![0], vec![1]]);
    // Nothing of a long list is left out: what is beyond the most parts belongs to the last.
    let found = split(&(1..=60).map(|n| format!("- Fix f{n}.md\n")).collect::<String>());
    assert!(found.len() < 60 && found.iter().map(|p| p.instruction.matches("Fix f").count()).sum::<usize>() == 60);
    assert!(found.last().is_some_and(|part| part.put.contains(&"f60.md".to_owned())));
    // Said to come last.
    assert_eq!(afters(&split("- Fix a.md\n- Fix b.md\n- Finally write c.md")), [vec![], vec![], vec![0, 1]]);
}

#[test]
fn what_is_said_to_follow_follows_and_files_are_done_apart() {
    let found = split("First read a.md, then change b.md, then write c.md");
    assert_eq!(
        found.iter().map(|p| p.instruction.as_str()).collect::<Vec<_>>(),
        ["read a.md", "change b.md", "write c.md"]
    );
    assert_eq!(afters(&found), [vec![], vec![0], vec![1]]);
    let found = split("Fix the spelling in a.md, b.md and c.md. Then write all.md with all of it.");
    assert_eq!(
        found.iter().map(|part| part.put.clone()).collect::<Vec<_>>(),
        [["a.md"], ["b.md"], ["c.md"], ["all.md"]]
    );
    assert_eq!(afters(&found), [vec![], vec![], vec![], vec![0, 1, 2]]);
    assert!(found[3].constraints[0].contains("Fix the spelling"), "what it is made of is told");
    assert_eq!(afters(&split("Fix a.md, then fix b.md")), [vec![], vec![0]]);
    let found = split("Translate a.md, b.md and c.md into German");
    assert_eq!(found.iter().map(|part| part.put.clone()).collect::<Vec<_>>(), [["a.md"], ["b.md"], ["c.md"]]);
    assert!(found.iter().all(|part| part.after.is_empty()));
    // Each in its own words; what is quoted is a text, and says nothing of what comes when.
    let found = split("Write “wake up, then eat, then sleep” to a.md; then fix b.md. It is old. Finally, tidy c.md");
    assert_eq!(
        found.iter().map(|p| p.instruction.as_str()).collect::<Vec<_>>(),
        ["Write “wake up, then eat, then sleep” to a.md", "fix b.md. It is old", "tidy c.md"]
    );
    for whole in ["Fix a.md", "What is a monad?", "", "- one", "Fix the bug, and the docs"] {
        assert!(split(whole).len() < 2, "{whole}");
    }
}

#[test]
fn many_files_for_one_are_mapped_and_reduced() {
    let read = ["a.md", "b.md", "c.md"].map(|path| (path.to_owned(), 40)).to_vec();
    let found = parts("Summarise a.md, b.md and c.md into all.md", &|_| Named {
        read: read.clone(),
        put: vec!["all.md".to_owned()],
        firm: true,
    });
    assert_eq!(found.len(), 4);
    assert!(found[..3].iter().all(|part| part.put.is_empty() && part.after.is_empty()));
    assert_eq!((found[3].put.as_slice(), found[3].after.as_slice()), (&["all.md".to_owned()][..], &[0, 1, 2][..]));
}

#[test]
fn granularity_puts_neighbours_together_and_keeps_what_waits_for_what() {
    let found = split(&(1..=20).map(|n| format!("- Fix f{n}.md\n")).collect::<String>());
    let session = SessionId("s".into());
    for (granularity, count) in [(Granularity::Fine, 12), (Granularity::Medium, 5), (Granularity::Coarse, 2)] {
        let (tasks, tokens) = tasks_of(&found, granularity, &session, NOW);
        assert_eq!((tasks.len(), tokens.len()), (count, count));
        let files: Vec<&String> = tasks.iter().flat_map(|task| &task.writes).collect();
        assert_eq!(files.len(), 20, "each file once: {files:?}");
    }
    let often = History { replies: 10, cut: 3 };
    let planned =
        |history| Planned { parts: found.clone(), rates: Rates::default(), history, session: session.clone() };
    assert_eq!(planned(History::default()).plan(Granularity::Auto, NOW).chosen, Granularity::Medium);
    assert_eq!(planned(often).plan(Granularity::Auto, NOW).chosen, Granularity::Fine);
}

/// What a sub-task's model does: files that it writes one after the other, and whether it fails at first.
#[derive(Debug, Clone)]
struct Will {
    writes: Vec<u8>,
    declared: bool,
    fails: u32,
}

/// A crew with a world that answers, in an order that `pick` says.
struct World {
    crew: Crew,
    asked: Vec<Effect>,
    wills: Vec<Will>,
    failed: BTreeMap<String, u32>,
    wait: Option<AgentWait>,
    end: Option<End>,
    events: Vec<RunEvent>,
}

impl World {
    fn new(wills: Vec<Will>, after: Vec<Vec<usize>>) -> Self {
        let path = |n: &u8| format!("f{n}.md");
        let parts = wills.iter().zip(after).map(|(will, after)| Part {
            instruction: "do it".into(),
            read: Vec::new(),
            put: if will.declared { will.writes.iter().map(path).collect() } else { Vec::new() },
            firm: false,
            constraints: Vec::new(),
            after,
            tokens: 100,
        });
        let planned = Planned {
            parts: parts.collect(),
            rates: Rates::default(),
            history: History::default(),
            session: SessionId("s".into()),
        };
        let setups = Crewed { small: setup("do it all"), large: None };
        let (crew, effects) = Crew::begin("do it all".into(), planned, setups, NOW);
        let mut world =
            Self { crew, asked: Vec::new(), wills, failed: BTreeMap::new(), wait: None, end: None, events: Vec::new() };
        world.take(effects);
        let fine = AgentInput::Arrange { granularity: Some(Granularity::Fine), tasks: None };
        world.give(Input::User(fine));
        world
    }

    fn take(&mut self, effects: Vec<Effect>) {
        self.wait = None;
        for effect in effects {
            match effect {
                Effect::Emit(event) => self.events.push(event),
                Effect::Finish(end) => self.end = Some(end),
                Effect::AwaitUser(wait) => self.wait = Some(wait),
                Effect::Propose | Effect::Persist => {}
                ask => self.asked.push(ask),
            }
        }
    }

    fn give(&mut self, input: Input) {
        let effects = self.crew.step(input, NOW).unwrap();
        self.take(effects);
    }

    fn start(&mut self, order: ExecutionOrder) {
        self.give(Input::User(AgentInput::Start { order: Some(order), auto: None, parallel: Some(3) }));
    }

    /// Answers one of those under way.
    fn answer(&mut self, pick: usize) {
        let at = pick % self.asked.len();
        let (task, input) = match self.asked.remove(at) {
            Effect::CallModel { task, .. } => {
                let input = self.reply(&task);
                (task, input)
            }
            Effect::RunTools { task, calls } => {
                let results = calls.iter().map(|call| self.queued(&task, call)).collect();
                (task, One::Results(results))
            }
            other => panic!("{other:?}"),
        };
        self.give(Input::Task { task, input });
    }

    fn reply(&mut self, task: &str) -> One {
        let will = &self.wills[task.parse::<usize>().unwrap() - 1];
        let failed = self.failed.entry(task.to_owned()).or_insert(0);
        if *failed < will.fails {
            *failed += 1;
            return One::ModelFailed { code: "no".into(), message: "It did not answer.".into() };
        }
        let machine = self.crew.machine(task).unwrap();
        let text = match will.writes.iter().find(|n| !machine.wrote(&format!("f{n}.md"))) {
            Some(n) => {
                json!({ "action": "next_step", "tool": "write_file", "args": { "path": format!("f{n}.md"), "content": "x" } })
            }
            None => json!({ "action": "complete", "message": format!("{task} is done") }),
        };
        One::Reply(countersign_testkit::reply(&text.to_string()))
    }

    /// Each adds its name to the file as it sees it.
    fn queued(&self, task: &str, call: &ToolCall) -> ToolResult {
        let path = call.args["path"].as_str().unwrap().to_owned();
        let seen = self.crew.machine(task).unwrap().queue().file(&path).flatten().unwrap_or_default().to_owned();
        let write = Write::File { path, base: None, text: Some(format!("{seen}{task};")) };
        ToolResult {
            call: call.id.clone(),
            ok: true,
            text: QUEUED.to_owned(),
            write: Some(write),
            ..ToolResult::default()
        }
    }

    fn statuses(&self) -> Vec<StepStatus> {
        self.crew.plan().tasks.iter().map(|task| task.status).collect()
    }
}

fn wills() -> impl Strategy<Value = Vec<(Will, Vec<prop::sample::Index>)>> {
    let one =
        (prop::collection::vec(0u8..4, 1..3), any::<bool>(), prop_oneof![4 => Just(0u32), 1 => Just(1), 1 => Just(9)])
            .prop_map(|(mut writes, declared, fails)| {
                writes.sort_unstable();
                writes.dedup();
                Will { writes, declared, fails }
            });
    prop::collection::vec((one, prop::collection::vec(any::<prop::sample::Index>(), 0..3)), 2..7)
}

fn order() -> impl Strategy<Value = ExecutionOrder> {
    prop_oneof![Just(ExecutionOrder::Sequential), Just(ExecutionOrder::DependencyGraph), Just(ExecutionOrder::Parallel)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    #[test]
    fn the_laws_of_the_scheduler(wills in wills(), order in order(), picks in prop::collection::vec(any::<usize>(), 400), store in any::<u64>()) {
        let after = wills.iter().enumerate().map(|(at, (_, after))| {
            let mut after: Vec<usize> = after.iter().filter(|_| at > 0).map(|index| index.index(at.max(1))).collect();
            after.sort_unstable();
            after.dedup();
            after
        }).collect();
        let wills: Vec<Will> = wills.into_iter().map(|(will, _)| will).collect();
        let mut w = World::new(wills.clone(), after);
        w.start(order);
        for (step, pick) in picks.into_iter().enumerate() {
            if w.asked.is_empty() {
                break;
            }
            // Stored and read back it is the same.
            if store.rotate_left(step as u32) & 1 == 1 {
                let text = serde_json::to_string(&w.crew).unwrap();
                let read: Crew = serde_json::from_str(&text).unwrap();
                prop_assert_eq!(&read, &w.crew);
                w.crew = read;
            }
            w.answer(pick);
            let plan = w.crew.plan();
            let running: Vec<_> = plan.tasks.iter().filter(|t| t.status == StepStatus::Running).collect();
            let most = if order == ExecutionOrder::Sequential { 1 } else { 3 };
            prop_assert!(running.len() <= most);
            if order != ExecutionOrder::Parallel {
                for task in &running {
                    let open = plan.tasks.iter().any(|t| task.depends_on.contains(&t.subtask_id) && t.status != StepStatus::Completed);
                    prop_assert!(!open, "{} began before what it depends on", task.subtask_id);
                }
                // No file has two holders.
                let mut holders: BTreeMap<String, String> = BTreeMap::new();
                for task in &running {
                    let machine = w.crew.machine(&task.subtask_id).unwrap();
                    for path in machine.own().files() {
                        let other = holders.insert(path.to_owned(), task.subtask_id.clone());
                        prop_assert!(other.is_none(), "{path}: {other:?} and {}", task.subtask_id);
                    }
                }
            }
        }
        // It came to rest: all is done, or those that failed are told.
        prop_assert!(w.asked.is_empty());
        let statuses = w.statuses();
        prop_assert!(!statuses.contains(&StepStatus::Running));
        if statuses.iter().all(|s| *s == StepStatus::Completed) {
            let ended = matches!(w.end, Some(End::Done { .. }));
            prop_assert!(ended);
        } else {
            prop_assert!(statuses.contains(&StepStatus::Failed));
            let waits = matches!(w.wait, Some(AgentWait::Subtasks { choose: false, .. }));
            prop_assert!(waits, "{:?}", w.wait);
        }
        // What those did that are done is there, all of it, and nothing else.
        for (task, will) in w.crew.plan().tasks.iter().zip(&wills) {
            for n in &will.writes {
                let text = w.crew.queue().file(&format!("f{n}.md")).flatten().unwrap_or_default();
                let done = task.status == StepStatus::Completed;
                prop_assert_eq!(text.split(';').filter(|one| *one == task.subtask_id).count(), usize::from(done), "{} in {}", task.subtask_id, text);
            }
        }
        // Tried again, each that failed keeps the others' work.
        let before = w.statuses().iter().filter(|s| **s == StepStatus::Completed).count();
        let failed = w.crew.plan().tasks.iter().find(|t| t.status == StepStatus::Failed).map(|t| t.subtask_id.clone());
        if let Some(id) = failed {
            w.failed.insert(id.clone(), 99);
            w.give(Input::User(AgentInput::Retry { subtask: id, model: None }));
            let mut turns = 0;
            while !w.asked.is_empty() && turns < 400 {
                w.answer(turns);
                turns += 1;
            }
            prop_assert!(w.statuses().iter().filter(|s| **s == StepStatus::Completed).count() > before);
        }
    }
}

#[test]
fn what_they_share_holds_no_secret() {
    let will = |n| Will { writes: vec![n], declared: true, fails: 0 };
    let mut w = World::new(vec![will(1), will(2)], vec![vec![], vec![0]]);
    w.start(ExecutionOrder::DependencyGraph);
    w.answer(0);
    w.answer(0);
    let Some(Effect::CallModel { task, .. }) = w.asked.pop() else { panic!() };
    let secret = format!("ghp_{}", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8");
    let said = json!({ "action": "complete", "message": format!("The token is {secret}") }).to_string();
    w.give(Input::Task { task, input: One::Reply(countersign_testkit::reply(&said)) });
    let Some(Effect::CallModel { call, .. }) = w.asked.last() else { panic!("{:?}", w.asked) };
    let told = call.messages.iter().map(|m| m.content.as_str()).collect::<String>();
    assert!(told.contains("What came of sub-task 1") && told.contains("The token is"), "{told}");
    assert!(!told.contains(&secret), "{told}");
}
