//! Telling of applies that were cut off: what is in the way, what became of them, what to do.

use crate::{Engine, Inner};
use countersign_core::ids::SetId;
use countersign_core::problem::Problem;
use countersign_core::wire::{InterruptedApply, InterruptedState, SetSummary};
use std::collections::BTreeMap;
use std::sync::{MutexGuard, PoisonError};

impl Inner {
    /// The applies that were cut off and were ended by this process, and how.
    pub(super) fn recovered(&self) -> MutexGuard<'_, BTreeMap<SetId, InterruptedState>> {
        self.recovered.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Engine {
    /// Applies that were cut off: those that are not ended yet, those of which something is not known, and
    /// those that this process ended, in this order.
    pub fn recoveries(&self) -> Vec<InterruptedApply> {
        let open: BTreeMap<SetId, Option<Problem>> =
            self.0.cut_off().iter().map(|(id, cut)| (*id, cut.why.clone())).collect();
        let ended = self.0.recovered().clone();
        let world = self.0.world();
        let title = |id: &SetId| world.open.get(id).map_or_else(String::new, |set| set.title.clone());
        let mut all = Vec::new();
        for (id, why) in &open {
            let why = why.clone().unwrap_or_else(|| {
                Problem::new(super::RECOVERY, "Changing files was cut off. All of them are as they were before.")
            });
            all.push(InterruptedApply {
                set: *id,
                title: title(id),
                state: InterruptedState::Open,
                message: why.message.clone(),
                hint: why.hint.to_string(),
            });
        }
        let unknown = |set: &&SetSummary| set.unknown > 0 && !open.contains_key(&set.id);
        all.extend(world.open.values().filter(unknown).map(|set| InterruptedApply {
            set: set.id,
            title: set.title.clone(),
            state: InterruptedState::Unknown,
            message: match set.unknown {
                1 => "Nobody can say what became of one item.".to_owned(),
                many => format!("Nobody can say what became of {many} items."),
            },
            hint: "Look at what is there now; then rebase, sign again or reject what is meant.".to_owned(),
        }));
        let rest = ended.iter().filter(|(id, state)| **state != InterruptedState::Unknown && !open.contains_key(id));
        all.extend(rest.map(|(id, state)| InterruptedApply {
            set: *id,
            title: title(id),
            state: *state,
            message: String::new(),
            hint: String::new(),
        }));
        all
    }

    /// Of [`Engine::recoveries`], those that this process tried to end.
    pub fn recovered(&self) -> Vec<InterruptedApply> {
        let ended = self.0.recovered().clone();
        let tried = |one: &InterruptedApply| one.state == InterruptedState::Open || ended.contains_key(&one.set);
        self.recoveries().into_iter().filter(tried).collect()
    }
}
