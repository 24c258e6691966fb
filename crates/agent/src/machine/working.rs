//! Execution: the controller's loop on one step (S4-8, R27, R28).

use super::{Effect, End, GAVE_UP, Machine, Phase, ToolResult, Turn, excerpt, one_line, shown};
use crate::prompt::LAST_WORDS;
use crate::reading::{Invalid, Said, ToolCall, read};
use crate::step::{Form, Thinking};
use crate::tool::Access;
use countersign_core::label::in_quotes;
use countersign_core::model::{Reply, is_damaged};
use countersign_core::prompt::{Line, bordered, passage};
use countersign_core::wire::{AgentThinking, AgentTool, Permission, RunEvent, StepStatus, ToolStatus};
use serde_json::json;

/// What is said to a model that claims a proposal.
const NOTHING_QUEUED: &str =
    "Nothing is queued, so nothing is proposed: call a tool that writes, or say what you found";

/// What the person is told when it claims one all the same.
const NOT_PROPOSED: &str = "The model says that something is proposed, and nothing is.";

/// Why a step failed of which the model says that it is done.
const UNPROVED: &str = "The model says that it is done, and nothing of it is proposed";

/// Why a step that ended with an example's words failed.
const ECHO: &str = "The reply says an example of the instructions again, and nothing was done.";

/// It says the example's last words and no more, or a placeholder.
fn is_example(said: &Said) -> bool {
    let Said::Complete(message) = said else { return false };
    let words = |text: &str| text.trim().trim_end_matches('.').to_lowercase();
    words(message) == words(LAST_WORDS) || !message.chars().any(char::is_alphanumeric)
}

impl Machine {
    /// Takes a reply to the current step.
    pub(super) fn worked(&mut self, reply: &Reply, out: &mut Vec<Effect>) {
        let said = match read(reply, &self.setup.tools, self.calls + 1) {
            Ok(reading) if let Some(wrong) = damage(&reading.said) => {
                if self.corrections < self.setup.limits.corrections {
                    self.correct(reply, wrong, out);
                } else {
                    self.stop(format!("{wrong}. The model was asked {} times.", self.corrections + 1), out);
                }
                return;
            }
            Ok(reading) if self.is_made_up(&reading.said) => {
                if self.corrections < self.setup.limits.corrections {
                    self.correct(reply, NOTHING_QUEUED.to_owned(), out);
                    return;
                }
                if is_example(&reading.said) {
                    self.stop(format!("{ECHO} The model was asked {} times.", self.corrections + 1), out);
                    return;
                }
                // What it found is worth more than how it said it.
                out.push(Effect::Emit(RunEvent::Recovery {
                    what: "not_proposed".to_owned(),
                    message: NOT_PROPOSED.to_owned(),
                    hint: None,
                }));
                self.think(reading.thinking, out);
                reading.said
            }
            Ok(reading) if let (Said::Complete(_), Some(left)) = (&reading.said, self.unproved()) => {
                if left.again && self.corrections < self.setup.limits.corrections {
                    self.correct(reply, format!("This is not done: {}", left.why), out);
                } else {
                    self.stop(format!("{UNPROVED}: {}.", left.why), out);
                }
                return;
            }
            Ok(reading) => {
                self.think(reading.thinking, out);
                reading.said
            }
            // It mixes again: what it proposes is kept, and its text is shown (C5).
            Err(Invalid::Mixed { calls, text }) if self.corrections > 0 => {
                out.push(Effect::Emit(RunEvent::Recovery {
                    what: "mixed".to_owned(),
                    message: format!(
                        "The reply mixed tool calls with an answer; the calls were taken. It said: {}",
                        one_line(&text)
                    ),
                    hint: None,
                }));
                Said::Tools(calls)
            }
            Err(wrong) if self.corrections < self.setup.limits.corrections => {
                self.correct(reply, wrong.to_string(), out);
                return;
            }
            Err(wrong) => {
                self.stop(format!("{wrong}. The model was asked {} times.", self.corrections + 1), out);
                return;
            }
        };
        self.mended();
        self.turns += 1;
        if let Some(step) = self.steps.get_mut(self.current) {
            step.iterations += 1;
        }
        match said {
            Said::Tools(calls) => self.call(calls, out),
            Said::Respond(message) => {
                self.record.push(format!("said: {}", one_line(&message)));
                out.push(Effect::Emit(RunEvent::Said { text: message.clone() }));
                let said = json!({ "action": "next_step", "type": "respond", "message": shown(&json!(message)) });
                self.heard(said.to_string(), "Told. Go on, or complete the task.".to_owned());
                if self.looping("respond", &message) {
                    self.stop("The model said the same three times.".to_owned(), out);
                } else {
                    self.next_turn(out);
                }
            }
            Said::Complete(message) => {
                self.record.push(format!("step {} completed: {}", self.current + 1, one_line(&message)));
                self.put_step(StepStatus::Completed, Some(message), out);
                self.next_step(out);
            }
            Said::Ask { question, context, .. } => {
                self.phase = Phase::Asking { question, context };
                self.put_step(StepStatus::Waiting, None, out);
                self.wait(out);
            }
            Said::Stop(reason) => self.stop(format!("The model gave up: {}", given(&reason)), out),
        }
    }

    /// It says that something is proposed where nothing is: small models say the example's last words
    /// again instead of doing anything.
    fn is_made_up(&self, said: &Said) -> bool {
        let Said::Complete(message) = said else { return false };
        let nothing = self.is_idle();
        let example = LAST_WORDS.trim_end_matches('.');
        let begins = message.trim_start().to_lowercase().starts_with(example);
        let empty = !message.chars().any(char::is_alphanumeric);
        nothing && (empty || self.setup.form == Form::Small && begins)
    }

    fn think(&self, thinking: Option<Thinking>, out: &mut Vec<Effect>) {
        let step = u32::try_from(self.current + 1).unwrap_or(u32::MAX);
        let blank = AgentThinking {
            step,
            text: String::new(),
            facts: Vec::new(),
            decisions: Vec::new(),
            risks: Vec::new(),
            confidence: None,
        };
        let told = match thinking {
            None => return,
            Some(Thinking::Line(text)) => AgentThinking { text: text.chars().take(400).collect(), ..blank },
            Some(Thinking::Notes { task, facts, decisions, risks, confidence }) => {
                AgentThinking { text: task, facts, decisions, risks, confidence, ..blank }
            }
        };
        out.push(Effect::Emit(RunEvent::Thinking(told)));
    }

    /// Sorts calls into those that may run, those the person is asked about, and those that may not.
    pub(super) fn call(&mut self, calls: Vec<ToolCall>, out: &mut Vec<Effect>) {
        self.calls += u32::try_from(calls.len()).unwrap_or(0);
        let (mut asked, mut denied) = (Vec::new(), Vec::new());
        for call in &calls {
            let outside = self.setup.tools.find(&call.tool).is_some_and(|t| t.access == Access::Outside);
            match self.setup.permissions.of(&call.tool, &call.args) {
                Permission::Allow if !outside => {}
                Permission::Allow | Permission::Ask => asked.push(call.id.clone()),
                Permission::Deny => denied.push(refused(call, "it is not permitted here")),
            }
        }
        if asked.is_empty() {
            self.run(calls, denied, out);
        } else {
            self.phase = Phase::Approving { calls, asked, denied };
            self.put_step(StepStatus::Waiting, None, out);
            self.wait(out);
        }
    }

    /// Takes the person's word, or that there was none in time (F/S3: then it is denied).
    pub(super) fn approved(
        &mut self,
        calls: Vec<ToolCall>,
        asked: &[String],
        mut denied: Vec<ToolResult>,
        allow: &[String],
        why: &str,
        out: &mut Vec<Effect>,
    ) {
        denied
            .extend(calls.iter().filter(|c| asked.contains(&c.id) && !allow.contains(&c.id)).map(|c| refused(c, why)));
        self.put_step(StepStatus::Running, None, out);
        self.run(calls, denied, out);
    }

    fn run(&mut self, calls: Vec<ToolCall>, denied: Vec<ToolResult>, out: &mut Vec<Effect>) {
        let may = |c: &&ToolCall| !denied.iter().any(|d| d.call == c.id);
        let running: Vec<Effect> = calls
            .iter()
            .filter(may)
            .map(|c| Effect::Emit(RunEvent::Tool(self.tool(c, ToolStatus::Running, None))))
            .collect();
        if running.is_empty() {
            self.results(&calls, Vec::new(), denied, out);
            return;
        }
        out.extend(running);
        self.phase = Phase::Tools { calls, denied };
        self.go_on(out);
    }

    pub(super) fn tool(&self, call: &ToolCall, status: ToolStatus, result: Option<String>) -> AgentTool {
        AgentTool {
            call: call.id.clone(),
            step: u32::try_from(self.current + 1).unwrap_or(u32::MAX),
            tool: call.tool.clone(),
            args: shown(&call.args),
            status,
            result,
        }
    }

    /// Takes what the tools gave; what was denied is heard, too.
    pub(super) fn results(
        &mut self,
        calls: &[ToolCall],
        results: Vec<ToolResult>,
        denied: Vec<ToolResult>,
        out: &mut Vec<Effect>,
    ) {
        let (mut heard, mut lines) = (Vec::new(), Vec::new());
        let mut looped = None;
        let why = self.title();
        for call in calls {
            let is_denied = denied.iter().find(|d| d.call == call.id);
            let missing =
                || ToolResult { call: call.id.clone(), text: "it gave no result".to_owned(), ..ToolResult::default() };
            let result = is_denied
                .cloned()
                .or_else(|| results.iter().find(|r| r.call == call.id).cloned())
                .unwrap_or_else(missing);
            self.take_beside(&result);
            self.note_write(call, &result, is_denied.is_some());
            let write = self.setup.tools.find(&call.tool).is_some_and(|t| t.access == Access::Write);
            let status = match (is_denied.is_some(), result.ok, write) {
                (true, ..) => ToolStatus::Denied,
                (_, false, _) => ToolStatus::Failed,
                (_, true, true) => ToolStatus::Queued,
                (_, true, false) => ToolStatus::Completed,
            };
            if let Some(write) = result.write.clone().filter(|_| result.ok) {
                self.queue.push(write, &why);
            }
            heard.push(format!("[{}] {}", heard.len() + 1, told(&result)));
            let (mark, line) = (if result.ok { "✓" } else { "❌ Error:" }, result.line());
            lines.push(format!("[{}] {mark} {}", heard.len(), Line::of(&line)));
            self.record.push(format!("{} {} → {mark} {line}", call.tool, shown(&call.args)));
            let short = match &result.stored {
                Some(stored) => one_line(&stored.begins),
                // Why it failed is told whole.
                None if !result.ok => passage(&result.text),
                None => one_line(&result.text),
            };
            out.push(Effect::Emit(RunEvent::Tool(self.tool(call, status, Some(short)))));
            let gave = result.stored.as_ref().map_or(&result.text, |stored| &stored.id);
            if self.looping(&format!("{} {}", call.tool, call.args), gave) {
                looped = Some(call.tool.clone());
            }
        }
        self.transcript.push(Turn {
            said: spoken(calls),
            heard: format!("Tool result: {}", heard.join("\n")),
            line: format!("Tool result, in short: {}", lines.join("\n")),
        });
        self.phase = Phase::Working;
        self.shown_in_part(calls);
        if self.parts().iter().any(|part| part.name == "earlier results" && part.cut) {
            self.offer_aside();
        }
        if let Some(tool) = looped {
            self.stop(
                format!(
                    "{tool} was called {} times with the same arguments and gave the same.",
                    self.setup.limits.same
                ),
                out,
            );
        } else if self.is_written() {
            self.record.push(format!("step {} completed", self.current + 1));
            self.put_step(StepStatus::Completed, None, out);
            self.next_step(out);
        } else {
            self.next_turn(out);
        }
    }

    fn heard(&mut self, said: String, heard: String) {
        self.transcript.push(Turn { said, line: heard.clone(), heard });
    }

    /// Takes the person's answer.
    pub(super) fn answered(&mut self, question: &str, text: &str, out: &mut Vec<Effect>) {
        self.record.push(format!("asked: {} → {}", one_line(question), one_line(text)));
        self.heard(
            json!({ "action": "ask_user", "question": question }).to_string(),
            format!("The person answers: {}", passage(text)),
        );
        self.phase = Phase::Working;
        self.turns = 0;
        self.put_step(StepStatus::Running, None, out);
        self.go_on(out);
    }

    /// Asks again, unless a limit is reached.
    fn next_turn(&mut self, out: &mut Vec<Effect>) {
        let limits = self.setup.limits;
        let taken = self.steps.get(self.current).map_or(0, |s| s.iterations);
        if taken >= limits.iterations {
            self.stop(format!("Hit max iterations ({}).", limits.iterations), out);
        } else if self.turns >= limits.turns {
            self.stop(format!("The run took {} replies.", limits.turns), out);
        } else {
            self.phase = Phase::Working;
            self.go_on(out);
        }
    }

    /// Counts one (call, result); true when it came too often (R28).
    fn looping(&mut self, call: &str, result: &str) -> bool {
        let mut hasher = blake3::Hasher::new();
        for part in [call, result] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
        let key: String = hasher.finalize().to_hex().chars().take(16).collect();
        let times = self.seen.entry(key).or_insert(0);
        *times += 1;
        *times >= self.setup.limits.same
    }

    /// The guardrail: the step failed, and those after it are not begun (S4-9).
    fn stop(&mut self, why: String, out: &mut Vec<Effect>) {
        self.record.push(format!("step {} failed: {}", self.current + 1, one_line(&why)));
        self.put_step(StepStatus::Failed, Some(why.clone()), out);
        self.leave_rest(out);
        if self.is_idle() && self.count(StepStatus::Completed) == 0 {
            self.phase = Phase::Ended;
            out.push(Effect::Finish(End::Failed { code: GAVE_UP.to_owned(), message: why }));
            out.push(Effect::Persist);
        } else {
            self.end_work(&why, out);
        }
    }

    /// Steps that are not begun any more.
    pub(super) fn leave_rest(&mut self, out: &mut Vec<Effect>) {
        for step in &mut self.steps {
            if matches!(step.status, StepStatus::Pending | StepStatus::Waiting | StepStatus::Running) {
                step.status = StepStatus::Cancelled;
                out.push(Effect::Emit(RunEvent::Step(step.clone())));
            }
        }
    }

    /// Goes to the next step, waits for "go on", or ends.
    fn next_step(&mut self, out: &mut Vec<Effect>) {
        let limits = self.setup.limits;
        self.at_once += 1;
        if self.current + 1 >= self.steps.len() {
            self.end_work("", out);
            return;
        }
        self.current += 1;
        if self.steps.len() < 3 || self.at_once < limits.at_once {
            self.begin_step(self.current, out);
        } else if self.auto && self.autos < limits.autos {
            self.autos += 1;
            self.at_once = 0;
            self.turns = 0;
            self.begin_step(self.current, out);
        } else {
            self.phase = Phase::Paused;
            self.wait(out);
        }
    }
}

/// Calls as the model is told that it made them.
pub(crate) fn spoken(calls: &[ToolCall]) -> String {
    let of = |call: &ToolCall| (call.tool.replace(['.', '-'], "_"), shown(&call.args));
    let said = match calls {
        [one] => {
            let (tool, args) = of(one);
            json!({ "action": "next_step", "tool": tool, "args": args })
        }
        _ => {
            let all = calls.iter().map(of).map(|(name, parameters)| json!({ "name": name, "parameters": parameters }));
            json!({ "action": "next_step", "tool_calls": all.collect::<Vec<_>>() })
        }
    };
    said.to_string()
}

/// A result as the model hears it. What a tool found stands in a border, whatever it says; our own word
/// on a proposal, and a failure of one line, do not.
fn told(result: &ToolResult) -> String {
    let mark = if result.ok { "✓" } else { "❌ Error:" };
    let ours = if result.ok { result.write.is_some() } else { !result.text.trim_end().contains('\n') };
    if ours {
        format!("{mark} {}", Line::of(result.text.trim_end()))
    } else {
        format!("{mark}\n{}", bordered(&result.text))
    }
}

/// A call whose text is not what the model wrote: a character was lost on the way. It is never made.
fn damage(said: &Said) -> Option<String> {
    let Said::Tools(calls) = said else { return None };
    let call = calls.iter().find(|call| is_damaged(&call.args))?;
    Some(format!("A character in the arguments of {} was lost on the way; write them again", call.tool))
}

/// Most characters of a model's own reason.
const REASON: usize = 400;

/// A model's own reason in a sentence of ours: between quotes that it cannot close (R23).
fn given(text: &str) -> String {
    format!("{}.", in_quotes(&excerpt(text, REASON)))
}

fn refused(call: &ToolCall, why: &str) -> ToolResult {
    ToolResult { call: call.id.clone(), text: format!("{} was denied: {why}.", call.tool), ..ToolResult::default() }
}
