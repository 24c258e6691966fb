//! Messages about the project: said outright, answered with a structured reply, or refused for want
//! of a model (S1-3…S1-9).

use super::{State, Turn};
use crate::claims::unclaimed;
use crate::input::Size;
use crate::outcome::{Outcome, Step};
use crate::work::reply::{self, Reading, read};
use crate::work::route::{Way, route};
use crate::work::{Project, WorkOp, prompt};
use countersign_core::model::{Finish, Reply, Role};
use countersign_core::problem::Problem;
use countersign_core::wire::{Mode, WorkReply};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A reply that is asked for once more, in case that fails.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Held {
    text: String,
    finish: Finish,
    doubted: bool,
}

/// A reply of which some changes do not fit their files, while these are asked for again (R10).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Amended {
    reply: WorkReply,
    operations: Vec<WorkOp>,
    failing: Vec<usize>,
    /// Paths of the changes that were set aside.
    #[serde(default)]
    blocked: Vec<String>,
}

const CHAT_ONLY: &str = "This is chat, so nothing is proposed. Send it in Auto or Plan to review it before it is made. Nothing has been changed.";
const NO_MODEL: &str = "No model is configured, so this cannot be worked on. Start Ollama, or set COUNTERSIGN_MODEL_URL and \
    COUNTERSIGN_MODEL, and send it again. Nothing has been changed.";
const NOTHING: &str = "Nothing of the reply could be used. Send the message again. Nothing has been changed.";

impl Turn {
    /// The way of a message about the project; `None` = it is about todos.
    pub(super) fn on_project(&mut self) -> Option<Step> {
        if self.input.pending.is_some() && !self.project()?.about_command {
            return None;
        }
        let project = self.input.project.as_ref()?;
        let way = route(&self.request, project, &self.input.clock, self.input.model.is_none());
        match way {
            Way::Todos => None,
            Way::Direct(_) if self.input.mode == Mode::Chat => {
                self.audit_route("chat", None, None);
                Some(self.end_in_words(CHAT_ONLY.to_owned()))
            }
            Way::Direct(operations) => {
                self.audit_route("work", None, None);
                let operations = operations
                    .into_iter()
                    .map(|value| WorkOp { value, problem: None, step: None, why: String::new(), sure: true })
                    .collect();
                Some(Step::Done(Outcome::Work { reply: None, operations }))
            }
            Way::Project if self.input.model.is_none() => {
                self.audit_route("work", None, None);
                Some(Step::Done(Outcome::Refused { text: NO_MODEL.to_owned() }))
            }
            Way::Project => {
                self.audit_route("work", None, None);
                self.state = State::Working;
                let (size, project) = (self.profile().size, self.project()?.clone());
                let p = prompt::ask(&self.input, &project, size);
                Some(self.call(Role::Execute, p, Some(prompt::format(size)), project.answer_tokens))
            }
        }
    }

    fn project(&self) -> Option<&Project> {
        self.input.project.as_ref()
    }

    /// What a structured reply says. Its tool calls count where it has no text.
    pub(super) fn read_reply(&self, reply: &Reply) -> Reading {
        let calls = || {
            json!(
                reply.tool_calls.iter().map(|c| json!({"name": c.name, "arguments": c.arguments})).collect::<Vec<_>>()
            )
            .to_string()
        };
        let text =
            if reply.text.trim().is_empty() && !reply.tool_calls.is_empty() { calls() } else { reply.text.clone() };
        self.reading(&Held { text, finish: reply.finish, doubted: reply.prompt_cut })
    }

    fn reading(&self, held: &Held) -> Reading {
        let none = Project::default();
        let project = self.project().unwrap_or(&none);
        let sure = self.profile().size == Size::Large && !held.doubted && !self.repaired;
        read(&held.text, held.finish, project, self.input.mode == Mode::Chat, sure)
    }

    /// A structured reply came: used, or asked for once more where its text cannot be read (S1-6).
    /// What was cut is not: its end would be made up.
    pub(super) fn worked(&mut self, reply: &Reply, reading: Reading) -> Step {
        self.by_model = Some(reply.model.clone());
        if let Some(amended) = self.amended.take() {
            let again = if reading.lossy || reading.cut { Vec::new() } else { reading.operations };
            return self.amended(amended, again);
        }
        if reply.finish == Finish::Filtered {
            self.note_filtered();
        }
        let stopped = matches!(reply.finish, Finish::Length | Finish::Aborted | Finish::Filtered);
        let unread = !reading.usable && !stopped || reading.lossy && !reading.cut;
        if unread && !self.repaired {
            self.repaired = true;
            self.audit("repair_attempted", json!({"errors": reading.read.repairs}));
            self.held = Some(Held { text: reply.text.clone(), finish: reply.finish, doubted: reply.prompt_cut });
            self.state = State::Mending;
            let project = self.project().cloned().unwrap_or_default();
            let size = self.profile().size;
            let p = prompt::mend(&self.input, &project, size, &reply.text);
            return self.call(Role::Repair, p, Some(prompt::format(size)), project.answer_tokens);
        }
        if self.state == State::Mending {
            let done = reading.usable && !reading.lossy && !reading.cut;
            let action = if done { "repair_success" } else { "repair_failed" };
            self.audit(action, json!({"repair_success": done}));
            if done {
                self.note_mended(true);
            } else {
                self.note_unmended();
            }
            if !reading.usable {
                return self.held_reply();
            }
        }
        self.end_work(reading)
    }

    /// Some file changes of the reply cannot be made as they are, by their places in its operations, and those that
    /// were set aside: these are asked for once more, with the reasons; nothing where that was done, or nobody is there.
    pub fn refused(&mut self, failing: &[(usize, Problem)]) -> Option<Step> {
        if let Some((asked, still)) = self.came_again.take() {
            let left = failing.len() + still;
            let action = if left == 0 { "repair_success" } else { "repair_failed" };
            let fixed = asked.saturating_sub(left);
            self.audit(action, json!({"repaired_ops": fixed, "remaining_invalid": left, "repair_success": left == 0}));
            self.note_mended(left == 0);
            return None;
        }
        let Step::Done(Outcome::Work { reply: Some(reply), operations }) = &self.step else { return None };
        let blocked: Vec<(&str, &str)> = reply.blocked.as_ref().map(reply::to_mend).unwrap_or_default();
        let whole = failing.is_empty() && blocked.is_empty();
        if whole || self.repaired || self.input.without.repair || self.input.model.is_none() {
            return None;
        }
        let path = |op: &WorkOp| op.value.get("path").and_then(Value::as_str).unwrap_or_default().to_owned();
        let hint = |(n, problem): &(usize, Problem)| {
            Some(format!("{}: {}. {}", path(operations.get(*n)?), problem.message.trim_end_matches('.'), problem.hint))
        };
        let aside = blocked.iter().map(|(path, why)| format!("{path}: {why}."));
        let hints: Vec<String> = failing.iter().filter_map(hint).chain(aside).collect();
        let amended = Amended {
            reply: reply.clone(),
            operations: operations.clone(),
            failing: failing.iter().map(|(n, _)| *n).collect(),
            blocked: blocked.iter().map(|(path, _)| (*path).to_owned()).collect(),
        };
        let said = self.trace.calls.last().map(|call| call.raw.clone()).unwrap_or_default();
        self.audit("repair_attempted", json!({"invalid_ops": amended.failing.len() + amended.blocked.len()}));
        (self.repaired, self.amended, self.state) = (true, Some(amended), State::Mending);
        let (size, project) = (self.profile().size, self.project().cloned().unwrap_or_default());
        let p = prompt::amend(&self.input, &project, size, &said, &hints);
        let step = self.call(Role::Repair, p, Some(prompt::format(size)), project.answer_tokens);
        Some(self.keep(step))
    }

    /// The reply with those of its failing changes that came again; the others stay as they are.
    fn amended(&mut self, amended: Amended, again: Vec<WorkOp>) -> Step {
        let Amended { mut reply, mut operations, failing, blocked } = amended;
        let mut again = again;
        let asked = failing.len() + blocked.len();
        for n in failing {
            let Some(old) = operations.get_mut(n) else { continue };
            let same = |op: &WorkOp| op.problem.is_none() && op.value.get("path") == old.value.get("path");
            if let Some(at) = again.iter().position(same) {
                let new = again.swap_remove(at);
                (old.value, old.sure) = (new.value, false);
            }
        }
        let mut came = Vec::new();
        for path in &blocked {
            let same = |op: &WorkOp| op.problem.is_none() && op.value.get("path").and_then(Value::as_str) == Some(path);
            if let Some(at) = again.iter().position(same) {
                operations.push(WorkOp { sure: false, ..again.swap_remove(at) });
                came.push(path.clone());
            }
        }
        self.came_again = Some((asked, blocked.len() - came.len()));
        reply.blocked = reply.blocked.and_then(|blocked| reply::still_blocked(blocked, &came));
        Step::Done(Outcome::Work { reply: Some(reply), operations })
    }

    /// The first reply, as far as it can be used.
    pub(super) fn held_reply(&mut self) -> Step {
        if let Some(amended) = self.amended.take() {
            return self.amended(amended, Vec::new());
        }
        match self.held.take() {
            Some(held) => {
                let reading = self.reading(&held);
                self.end_work(reading)
            }
            None => self.end_work(Reading::default()),
        }
    }

    fn end_work(&mut self, mut reading: Reading) -> Step {
        // What waits, or was blocked, is not made, whatever it says (R23).
        if !reading.operations.is_empty() || reading.reply.blocked.is_some() {
            reading.reply.summary = unclaimed(&reading.reply.summary);
        }
        if let Some(blocked) = &reading.reply.blocked {
            self.audit(
                "reply_blocked",
                json!({"why": blocked.why, "parts": blocked.parts.len(), "message": blocked.message}),
            );
        }
        if !reading.usable {
            return Step::Done(Outcome::Refused { text: NOTHING.to_owned() });
        }
        Step::Done(Outcome::Work { reply: Some(reading.reply), operations: reading.operations })
    }
}
