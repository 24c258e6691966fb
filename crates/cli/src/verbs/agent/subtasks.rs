//! A run in sub-tasks as the terminal shows it: the plan with its ways, each sub-task's line, and what
//! can be said to it (S1-49…51).

use super::steps;
use crate::args::{Continue, Fineness, Way};
use crate::screen::{Screen, clean};
use crate::texts::say;
use countersign_core::wire::{AgentWait, ExecutionOrder, StepStatus, SubTask, SubTaskPlan};
use serde_json::{Value, json};

/// What the options of `continue` say to sub-tasks; `None` = nothing.
pub(super) fn input(args: &Continue) -> Option<Value> {
    if let Some(way) = args.start {
        let order = match way {
            Way::A => ExecutionOrder::DependencyGraph,
            Way::B => ExecutionOrder::Sequential,
            Way::C => ExecutionOrder::Parallel,
        };
        return Some(json!({ "kind": "start", "order": order }));
    }
    if let Some(number) = &args.retry {
        return Some(json!({ "kind": "retry", "subtask": number }));
    }
    if args.pause {
        return Some(json!({ "kind": "pause" }));
    }
    if args.granularity.is_none() && args.keep.is_empty() {
        return None;
    }
    let granularity = args.granularity.map(|size| match size {
        Fineness::Auto => "auto",
        Fineness::Fine => "fine",
        Fineness::Medium => "medium",
        Fineness::Coarse => "coarse",
    });
    let kept: Vec<Value> = args.keep.iter().map(|id| json!({ "subtaskId": id.trim() })).collect();
    Some(json!({ "kind": "arrange", "granularity": granularity, "tasks": Some(kept).filter(|kept| !kept.is_empty()) }))
}

/// What a sub-task came to, in a line; `None` = it is not worth one.
pub(super) fn line(screen: &Screen, task: &SubTask) -> Option<String> {
    let shown = match task.status {
        StepStatus::Running => task.percent == 0,
        StepStatus::Completed | StepStatus::Failed | StepStatus::Cancelled => true,
        StepStatus::Pending | StepStatus::Waiting => false,
    };
    shown.then(|| of(screen, task, &title(task)))
}

/// A sub-task with where it stands, under this title.
fn of(screen: &Screen, task: &SubTask, title: &str) -> String {
    let why = task.error.as_deref().map(clean);
    steps::line(screen, &task.subtask_id, task.status, title, why.as_deref())
}

/// The plan: each sub-task, and, while it is chosen how they run, the ways and what they take.
pub(crate) fn card(screen: &Screen, plan: Option<&SubTaskPlan>, wait: &AgentWait) -> Vec<String> {
    let AgentWait::Subtasks { choose, done, left, failed, queued } = wait else { return Vec::new() };
    let Some(plan) = plan else { return Vec::new() };
    let mut lines = vec![if *choose {
        say!("cli-subtasks-found", count = plan.tasks.len())
    } else {
        say!("cli-subtasks-paused", done = *done, left = *left, failed = *failed, queued = *queued)
    }];
    for task in &plan.tasks {
        let after = if task.depends_on.is_empty() || task.status == StepStatus::Completed {
            String::new()
        } else {
            format!(" {}", say!("cli-subtasks-after", list = task.depends_on.join(", ")))
        };
        lines.push(format!("  {}", of(screen, task, &format!("{}{after}", title(task)))));
    }
    if *choose {
        for (letter, order) in
            [("A", ExecutionOrder::DependencyGraph), ("B", ExecutionOrder::Sequential), ("C", ExecutionOrder::Parallel)]
        {
            let Some(way) = plan.ways.iter().find(|way| way.order == order) else { continue };
            let name = match order {
                ExecutionOrder::DependencyGraph => say!("cli-subtasks-way-a"),
                ExecutionOrder::Sequential => say!("cli-subtasks-way-b"),
                ExecutionOrder::Parallel => say!("cli-subtasks-way-c"),
            };
            // Money is told to a hundredth of a cent.
            let cost = format!("${}.{:04}", way.cost / 1_000_000, way.cost % 1_000_000 / 100);
            lines.push(say!(
                "cli-subtasks-way",
                letter = letter,
                name = name,
                seconds = way.time_ms.div_ceil(1_000),
                cost = cost
            ));
        }
    }
    lines
}

/// What is asked, and which answers there are.
pub(super) fn asks(choose: bool) -> (String, String) {
    if choose {
        (say!("cli-subtasks-ask-choose"), say!("cli-subtasks-keys-choose"))
    } else {
        (say!("cli-subtasks-ask"), say!("cli-subtasks-keys"))
    }
}

/// What it does, in a line.
fn title(task: &SubTask) -> String {
    let files = if task.writes.is_empty() { String::new() } else { format!(" [{}]", task.writes.join(", ")) };
    let line = task.instruction.lines().next().unwrap_or_default();
    let line: String = clean(line).chars().take(90).collect();
    format!("{line}{}", clean(&files))
}
