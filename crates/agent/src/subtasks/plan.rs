//! The list of sub-tasks: made of a request's parts as finely as somebody chose, edited before it
//! begins, and never with a circle in it (S1-44, S1-49).

use super::estimate::{History, Rates, chosen, sizes, ways};
use super::split::Part;
use countersign_core::ids::SessionId;
use countersign_core::problem::Problem;
use countersign_core::wire::{ExecutionOrder, Granularity, StepStatus, SubTask, SubTaskEdit, SubTaskPlan, TaskModel};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Most sub-tasks of a run, and of the middle and the coarse way to split.
pub const MOST: usize = 12;
const MIDDLE: usize = 5;
const HALVES: usize = 2;
/// Tokens of an answer from which on a larger model is asked.
const LARGE: u64 = 1_500;
/// Longest instruction that a person gives, in characters.
const LONGEST: usize = 4_000;
/// How many run at once where nobody says, and at most.
const PARALLEL: u32 = 3;
/// As above.
const MOST_PARALLEL: u32 = 8;

/// What a plan is made of, and again whenever it is split in another way.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Planned {
    /// The parts of the request.
    pub parts: Vec<Part>,
    /// What the model takes.
    pub rates: Rates,
    /// How its replies were before.
    pub history: History,
    /// The conversation.
    pub session: SessionId,
}

impl Planned {
    /// The plan as finely as this.
    pub fn plan(&self, granularity: Granularity, now: Timestamp) -> SubTaskPlan {
        let auto = chosen(&self.parts, self.history);
        let chosen = if granularity == Granularity::Auto { auto } else { granularity };
        let (tasks, tokens) = tasks_of(&self.parts, chosen, &self.session, now);
        let ways = ways(&tasks, &tokens, self.rates, PARALLEL);
        let (time, cost) = ways.first().map_or((0, 0), |way| (way.time_ms, way.cost));
        SubTaskPlan {
            tasks,
            execution_order: ExecutionOrder::DependencyGraph,
            granularity,
            chosen,
            sizes: sizes(&self.parts, &self.session, auto),
            ways,
            estimated_cost: cost,
            estimated_time_ms: time,
            parallel: PARALLEL,
            auto: true,
            started: false,
            paused: false,
        }
    }

    /// What the plan would take now that it was edited.
    pub(super) fn measure(&self, plan: &mut SubTaskPlan) {
        let (_, tokens) = tasks_of(&self.parts, plan.chosen, &self.session, Timestamp::UNIX_EPOCH);
        plan.ways = ways(&plan.tasks, &tokens, self.rates, plan.parallel);
        if let Some(way) = plan.ways.iter().find(|way| way.order == plan.execution_order) {
            (plan.estimated_time_ms, plan.estimated_cost) = (way.time_ms, way.cost);
        }
    }
}

/// How many run at once, of what somebody asks for.
pub(super) fn at_once(wanted: u32) -> u32 {
    wanted.clamp(1, MOST_PARALLEL)
}

/// The sub-tasks of these parts, with the tokens of each one's answer.
pub fn tasks_of(
    parts: &[Part],
    granularity: Granularity,
    session: &SessionId,
    now: Timestamp,
) -> (Vec<SubTask>, BTreeMap<String, u64>) {
    let most = match granularity {
        Granularity::Auto | Granularity::Fine => MOST,
        Granularity::Medium => MIDDLE,
        Granularity::Coarse => HALVES,
    };
    let groups = most.min(parts.len()).max(1);
    let group = |at: usize| at * groups / parts.len().max(1);
    let mut tokens = BTreeMap::new();
    let tasks = (0..groups)
        .map(|n| {
            let own: Vec<&Part> = parts.iter().enumerate().filter(|(at, _)| group(*at) == n).map(|(_, p)| p).collect();
            let id = (n + 1).to_string();
            let answer: u64 = own.iter().map(|part| part.tokens).sum();
            tokens.insert(id.clone(), answer);
            let after: BTreeSet<usize> =
                own.iter().flat_map(|p| &p.after).map(|at| group(*at)).filter(|g| *g < n).collect();
            SubTask {
                subtask_id: id,
                parent_session_id: Some(session.clone()),
                instruction: instruction(&own),
                context_files: each(own.iter().flat_map(|p| &p.read)),
                writes: each(own.iter().flat_map(|p| &p.put)),
                constraints: constraints(&own),
                depends_on: after.iter().map(|at| (at + 1).to_string()).collect(),
                model: if answer > LARGE { TaskModel::Large } else { TaskModel::Small },
                priority: u32::try_from(groups - n).unwrap_or(0),
                status: StepStatus::Pending,
                percent: 0,
                attempts: 0,
                error: None,
                output: None,
                created_at: now,
                completed_at: None,
            }
        })
        .collect();
    (tasks, tokens)
}

fn each<'t>(all: impl Iterator<Item = &'t String>) -> Vec<String> {
    let mut seen: Vec<String> = Vec::new();
    for one in all {
        if !seen.contains(one) {
            seen.push(one.clone());
        }
    }
    seen
}

/// One instruction as it is; several as a list. One that is for several files is said once.
fn instruction(parts: &[&Part]) -> String {
    match each(parts.iter().map(|part| &part.instruction)).as_slice() {
        [one] => one.clone(),
        several => several.iter().zip(1..).map(|(text, n)| format!("{n}. {text}")).collect::<Vec<_>>().join("\n"),
    }
}

/// What holds for all of them. "Only this file" of several parts of one request is said of all their files.
fn constraints(parts: &[&Part]) -> Vec<String> {
    let files = each(parts.iter().flat_map(|part| &part.put));
    let same = parts.len() > 1 && parts.iter().all(|p| Some(&p.instruction) == parts.first().map(|p| &p.instruction));
    if same && !files.is_empty() {
        return vec![format!("Do this for {} alone: the other files are done apart.", files.join(", "))];
    }
    each(parts.iter().flat_map(|part| &part.constraints))
}

/// Why a list of sub-tasks cannot be worked on: a name twice, too many, none, or a circle.
pub(super) fn wrong(tasks: &[SubTask]) -> Option<Problem> {
    if tasks.is_empty() {
        return Some(Problem::new("no_subtasks", "no sub-task is left").hinting("Keep at least one, or stop the run."));
    }
    if tasks.len() > MOST {
        return Some(Problem::new("too_many_subtasks", format!("at most {MOST} sub-tasks are worked on at once")));
    }
    let ids: BTreeSet<&str> = tasks.iter().map(|t| t.subtask_id.as_str()).collect();
    if ids.len() < tasks.len() {
        return Some(Problem::new("duplicate_subtask", "a sub-task is named twice"));
    }
    if let Some(id) = tasks.iter().flat_map(|t| &t.depends_on).find(|id| !ids.contains(id.as_str())) {
        return Some(Problem::new("unknown_subtask", format!("there is no sub-task {id} to depend on")));
    }
    // What depends on nothing that is left is taken out until nothing can be.
    let mut left: Vec<&SubTask> = tasks.iter().collect();
    loop {
        let open: BTreeSet<&str> = left.iter().map(|t| t.subtask_id.as_str()).collect();
        let before = left.len();
        left.retain(|t| t.depends_on.iter().any(|id| open.contains(id.as_str())));
        if left.is_empty() {
            return None;
        }
        if left.len() == before {
            let ids: Vec<&str> = left.iter().map(|t| t.subtask_id.as_str()).collect();
            return Some(Problem::new("circle", format!("sub-tasks {} wait for one another", ids.join(", "))));
        }
    }
}

/// The list as the person edited it: those left out are gone, and nothing waits for them; in a new order
/// one waits for those before it alone.
///
/// # Errors
/// Why it cannot be so; then it stays as it was.
pub(super) fn edited(tasks: &[SubTask], edits: &[SubTaskEdit]) -> Result<Vec<SubTask>, Problem> {
    let mut new: Vec<SubTask> = Vec::new();
    for (edit, at) in edits.iter().zip(0..) {
        let known = tasks.iter().find(|t| t.subtask_id == edit.subtask_id);
        let mut task = known.cloned().ok_or_else(|| {
            Problem::new("unknown_subtask", format!("there is no sub-task {}", edit.subtask_id))
                .at(format!("/tasks/{at}"))
        })?;
        if let Some(text) = &edit.instruction {
            let text = text.trim();
            if text.is_empty() || text.chars().count() > LONGEST || text.contains('\0') {
                return Err(Problem::new(
                    "invalid_subtask",
                    "a sub-task says in 1 to 4 000 characters what is to be done",
                )
                .at(format!("/tasks/{at}/instruction")));
            }
            if text != task.instruction {
                // Other words may mean other files.
                text.clone_into(&mut task.instruction);
                task.writes.clear();
            }
        }
        new.push(task);
    }
    let place = |id: &String| new.iter().position(|t| t.subtask_id == *id);
    let before: Vec<Vec<String>> = new
        .iter()
        .enumerate()
        .map(|(at, task)| task.depends_on.iter().filter(|id| place(id).is_some_and(|p| p < at)).cloned().collect())
        .collect();
    let count = u32::try_from(new.len()).unwrap_or(u32::MAX);
    for ((task, depends_on), n) in new.iter_mut().zip(before).zip(0..) {
        task.depends_on = depends_on;
        task.priority = count.saturating_sub(n);
    }
    match wrong(&new) {
        Some(problem) => Err(problem),
        None => Ok(new),
    }
}
