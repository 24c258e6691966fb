//! What a sub-task's own machine starts from: its instruction, the files it needs, and what it builds
//! on; nothing of the conversation (S1-47).

use super::plan::Planned;
use super::shared::Shared;
use crate::ground::Ground;
use crate::machine::Setup;
use crate::queue::Queue;
use crate::step::Form;
use countersign_core::wire::{SubTask, TaskModel};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;

/// What the sub-tasks of a run have in common, for each size of model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Crewed {
    /// For the model that executes.
    pub small: Setup,
    /// For a larger one, where there is another.
    #[serde(default)]
    pub large: Option<Setup>,
}

impl Crewed {
    /// There is a model for this size; one alone does it all.
    pub fn has(&self, model: TaskModel) -> bool {
        model == TaskModel::Small || self.large.is_some()
    }

    /// What this sub-task starts from.
    pub(super) fn of(&self, task: &SubTask, planned: &Planned, shared: &Shared, seed: &Queue) -> Setup {
        let base = match task.model {
            TaskModel::Large => self.large.as_ref().unwrap_or(&self.small),
            TaskModel::Small => &self.small,
        };
        let mut message = task.instruction.clone();
        if !task.context_files.is_empty() {
            let _ = write!(message, "\nFiles to look at: {}", task.context_files.join(", "));
        }
        for constraint in &task.constraints {
            let _ = write!(message, "\nKeep to this: {constraint}");
        }
        let ground = if base.form == Form::Small { ground(task, planned, seed) } else { Ground::default() };
        Setup {
            message,
            ground,
            puts: task.writes.clone(),
            carried: shared.told(&task.depends_on),
            history: Vec::new(),
            memory: String::new(),
            plan_document: String::new(),
            part: true,
            ..base.clone()
        }
    }
}

/// The files of a sub-task whose parts say that they want nothing else.
fn ground(task: &SubTask, planned: &Planned, seed: &Queue) -> Ground {
    let firm = |path: &String| planned.parts.iter().filter(|part| part.put.contains(path)).all(|part| part.firm);
    if task.writes.is_empty() || !task.writes.iter().all(firm) {
        return Ground::default();
    }
    let mut read = task.context_files.clone();
    // What another made meanwhile is there now.
    read.extend(task.writes.iter().filter(|path| !task.context_files.contains(path)).cloned());
    let gone = |path: &String| seed.file(path) == Some(None);
    let made = |path: &String| matches!(seed.file(path), Some(Some(_)));
    read.retain(|path| !gone(path) && (task.context_files.contains(path) || made(path)));
    Ground { read, put: task.writes.clone(), unnamed: false }
}
