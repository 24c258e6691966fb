//! Which sub-tasks may begin: as many as fit, after those they depend on, and none beside one that
//! holds a file they write (S1-46, S1-47).

use countersign_core::wire::{ExecutionOrder, StepStatus, SubTask, SubTaskPlan};
use std::collections::BTreeMap;

/// Files with the sub-task that writes them now.
pub(super) type Held = BTreeMap<String, String>;

/// Sub-tasks whose status says that they are worked on.
pub(super) fn under_way(plan: &SubTaskPlan) -> impl Iterator<Item = &SubTask> {
    plan.tasks.iter().filter(|t| t.status == StepStatus::Running)
}

/// The next that may begin, the most urgent first.
pub(super) fn next(plan: &SubTaskPlan, held: &Held) -> Option<String> {
    let running = under_way(plan).count();
    let at_once = match plan.execution_order {
        ExecutionOrder::Sequential => 1,
        ExecutionOrder::Parallel | ExecutionOrder::DependencyGraph => usize::try_from(plan.parallel).unwrap_or(1),
    };
    if running >= at_once {
        return None;
    }
    let may = |task: &&SubTask| task.status == StepStatus::Pending && is_free(plan, task, held);
    // Of two that are as urgent, the first of the list.
    let mut found: Option<&SubTask> = None;
    for task in plan.tasks.iter().filter(may) {
        if found.is_none_or(|known| known.priority < task.priority) {
            found = Some(task);
        }
    }
    found.map(|task| task.subtask_id.clone())
}

/// Whether nothing is in its way.
pub(super) fn is_free(plan: &SubTaskPlan, task: &SubTask, held: &Held) -> bool {
    if plan.execution_order == ExecutionOrder::Parallel {
        return true;
    }
    waits_for(plan, task).is_empty() && !task.writes.iter().any(|path| held.contains_key(path))
}

/// Those that a sub-task depends on and that are not done.
pub(super) fn waits_for<'p>(plan: &'p SubTaskPlan, task: &SubTask) -> Vec<&'p SubTask> {
    let open = |t: &&SubTask| task.depends_on.contains(&t.subtask_id) && t.status != StepStatus::Completed;
    plan.tasks.iter().filter(open).collect()
}
