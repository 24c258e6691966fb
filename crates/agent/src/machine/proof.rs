//! What a step that is said to be done has to show: its status is written by what is queued, and not by the
//! model's word (DESIGN §4, S1-43).

use super::Machine;
use crate::queue::{PlanNote, Write};
use crate::reading::ToolCall;
use crate::tool::Access;
use countersign_core::wire::Permission;
use serde::{Deserialize, Serialize};

/// What came of the writes of the current step.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Proof {
    /// One was queued, or was not needed.
    queued: bool,
    /// Why the last one was refused.
    refused: Option<String>,
    /// The person did not allow it: asking the model again changes nothing.
    denied: bool,
    /// Files that held already what was to be written.
    already: Vec<String>,
}

/// Why a step is not done.
pub(super) struct Unproved {
    /// As a clause.
    pub(super) why: String,
    /// The model can still do it.
    pub(super) again: bool,
}

impl Machine {
    /// Notes what came of a call that writes.
    pub(super) fn note_write(&mut self, call: &ToolCall, result: &super::ToolResult, denied: bool) {
        let writes = self.setup.tools.find(&call.tool).is_some_and(|tool| tool.access == Access::Write);
        if !writes || PlanNote::of(&call.tool, &call.args).is_some() {
            return;
        }
        if result.ok && result.write.as_ref().is_some_and(|write| !matches!(write, Write::Plan(_))) {
            self.proof.queued = true;
        } else if result.already {
            self.proof.queued = true;
            self.proof.already.extend(call.args.get("path").and_then(|path| path.as_str()).map(str::to_owned));
        } else {
            self.proof.refused = Some(result.line());
            self.proof.denied = denied;
        }
    }

    /// Why the current step is not done, whatever the model says of it: all that it wanted to write was refused,
    /// or it wrote none of the files that were announced for it.
    pub(super) fn unproved(&self) -> Option<Unproved> {
        let proof = &self.proof;
        if let (Some(why), false) = (&proof.refused, proof.queued) {
            return Some(Unproved { why: why.trim_end_matches('.').to_owned(), again: !proof.denied });
        }
        let announced = &self.setup.puts;
        let left = |path: &String| !self.wrote(path) && !proof.already.contains(path);
        // Nothing is written from what the person lets nobody read.
        let read = || self.setup.permissions.of("read_file", &serde_json::Value::Null) != Permission::Deny;
        let can = self.setup.tools.find("write_file").is_some() && read();
        let nothing = can && self.steps.len() == 1 && !announced.is_empty() && announced.iter().all(left);
        nothing.then(|| Unproved { why: format!("nothing was written to {}", announced.join(", ")), again: true })
    }
}
