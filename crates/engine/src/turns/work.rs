//! The end of a message about the project: its file changes and commands become one change set, its
//! words an event (S1-7…S1-9); a command's output as the next message (S1-19).

use super::Work;
use crate::proposing::meant;
use crate::review::{Origin, proposer};
use crate::write::Write;
use crate::{Engine, EngineError, Result};
use countersign_assistant::work::WorkOp;
use countersign_assistant::{Outcome, Step, Turn};
use countersign_core::change_set::propose::Proposal;
use countersign_core::change_set::{Actor, ChangeSet, ItemStatus};
use countersign_core::command::excerpt;
use countersign_core::operation::Operation;
use countersign_core::operation::parse::coerced;
use countersign_core::problem::Problem;
use countersign_core::wire::{ItemAt, RunEvent, RunView, WorkReply};
use serde_json::{Value, json};

/// What a model may mend of a file change when it is told why.
const MENDABLE: [&str; 1] = ["edit_refused"];
/// So many characters of an output go to the model (S1-20).
const TO_MODEL: usize = 3_000;

impl Engine {
    /// "I ran the command: … Output: … Please analyze this output." (S1-19), with what the person
    /// says to it.
    ///
    /// # Errors
    /// When there is no such command, or it has not run.
    pub(crate) async fn about_command(&self, at: &ItemAt, said: &str) -> Result<String> {
        let item = self.command_item(at.set, at.item).await?;
        let (Some(Operation::RunCommand(command)), Some(outcome)) = (&item.op, &item.outcome) else {
            return Err(EngineError::Bad(
                Problem::new("not_run", format!("the command {}.{} has not run", at.set, at.item))
                    .hinting("Sign and apply it first.")
                    .at("/about"),
            ));
        };
        let bytes = self.command_output(at.set, at.item, 0).await?;
        let output = self.0.veiled(String::from_utf8_lossy(&bytes).trim_end().to_owned()).await?;
        let output = excerpt(&output, TO_MODEL);
        let ended = match outcome.exit {
            _ if outcome.timed_out => "stopped after its time was over".to_owned(),
            _ if outcome.stopped => "stopped by me".to_owned(),
            Some(code) => format!("exit code {code}"),
            None => "ended by a signal".to_owned(),
        };
        let output = if output.is_empty() { "(nothing)".to_owned() } else { output };
        let asked = format!(
            "I ran the command: `{}` ({ended})\nOutput:\n{output}\n\nPlease analyze this output.",
            command.command
        );
        Ok(if said.is_empty() { asked } else { format!("{asked} {said}") })
    }

    /// A run with the linked steps of its reply ticked as their changes stand now (F S1).
    pub(crate) async fn ticked(&self, mut view: RunView) -> Result<RunView> {
        if let (Some(reply), Some(id)) = (&mut view.reply, view.change_set)
            && reply.steps.iter().any(|s| !s.items.is_empty())
            && let Some(set) = self.0.store.change_set(id).await?
        {
            reply.tick(|n| set.item(n).is_some_and(|i| i.status == ItemStatus::Applied));
        }
        Ok(view)
    }
}

impl Work<'_> {
    /// The change set and the reply; returns the run's text.
    pub(super) async fn put_work(
        &mut self,
        write: &mut Write<'_>,
        reply: Option<WorkReply>,
        operations: &[WorkOp],
        actor: &Actor,
    ) -> Result<String> {
        let by = proposer(actor).filter(|_| reply.is_some());
        let all = self.work_proposals(write, operations, by.as_deref()).await?;
        let idle = |(op, proposal): (&WorkOp, &Proposal)| match &proposal.op {
            Ok(Operation::WriteFile { content, new: false, .. }) => {
                op.value.get("base").and_then(Value::as_str) == Some(content.as_str())
            }
            _ => false,
        };
        let skipped: Vec<bool> = operations.iter().zip(&all).map(idle).collect();
        let stays = |n: &usize| skipped.get(*n) == Some(&false);
        let places: Vec<usize> = (0..all.len()).filter(stays).collect();
        let proposals: Vec<Proposal> = all.into_iter().enumerate().filter(|(n, _)| stays(n)).map(|(_, p)| p).collect();
        let idle = skipped.iter().filter(|idle| **idle).count();
        if idle > 0 {
            let changes = if idle == 1 { "1 change".to_owned() } else { format!("{idle} changes") };
            self.note("no_effect", &format!("{changes} would change nothing: left out."), None);
        }
        self.set = self.put_proposals(write, Origin::said(&self.run.message), proposals, actor, 1, &[]).await?;
        let Some(mut reply) = reply else {
            let labels = self.set.as_ref().map_or_else(|| "It is so already.".to_owned(), labels);
            return Ok(format!("{labels} Nothing has been changed."));
        };
        for (at, step) in operations.iter().enumerate().filter_map(|(at, op)| Some((at, op.step?))) {
            let items = self
                .set
                .iter()
                .flat_map(|s| &s.items)
                .filter(|i| usize::try_from(i.request).ok().and_then(|n| places.get(n)) == Some(&at));
            if let Some(step) = reply.steps.get_mut(step) {
                step.items.extend(items.map(|i| i.n));
            }
        }
        // A linked step is done when its change is applied, whatever the model says.
        reply.tick(|_| false);
        if reply.legacy_steps {
            self.note("legacy_next_steps", "A next step came as a bare text, the old form. It was read.", None);
        }
        if let Some(message) = &reply.recovered {
            self.note("recovered", message, None);
        }
        if let Some(blocked) = &reply.blocked {
            self.note("blocked", &blocked.message, None);
        }
        // What is proposed says so itself; what the model says of it stands apart (R23).
        let text = self.set.as_ref().map_or_else(|| "Nothing has been changed.".to_owned(), proposed);
        self.events.push(RunEvent::Reply(reply));
        Ok(text)
    }

    /// Asks once more for the file changes of a reply that do not fit their files; nothing where all
    /// fit, or what is wrong is not the model's to mend.
    pub(super) async fn amend(&mut self, turn: &mut Turn, outcome: &Outcome) -> Result<Option<Step>> {
        let Outcome::Work { reply: Some(_), operations } = outcome else { return Ok(None) };
        // Only looked at: nothing of this write is kept.
        let mut write = Write::begin(&self.engine.0).await?;
        let by = proposer(&self.actor(turn));
        let proposals = self.work_proposals(&mut write, operations, by.as_deref()).await?;
        drop(write);
        let refused = |(n, proposal): (usize, &Proposal)| {
            let (_, problems) = proposal.op.as_ref().err()?;
            let problem = problems.iter().find(|p| MENDABLE.contains(&p.code.as_ref()))?;
            operations.get(n)?.problem.is_none().then(|| (n, problem.clone()))
        };
        let failing: Vec<(usize, Problem)> = proposals.iter().enumerate().filter_map(refused).collect();
        Ok(turn.refused(&failing))
    }

    fn note(&mut self, what: &str, message: &str, hint: Option<&str>) {
        self.events.push(RunEvent::Recovery {
            what: what.into(),
            message: message.into(),
            hint: hint.map(str::to_owned),
        });
    }

    /// Operations of a reply or a message, read as any client's, in their order. `by`: the model that
    /// replied; what was not shown to it cannot be changed by it.
    async fn work_proposals(
        &self,
        write: &mut Write<'_>,
        operations: &[WorkOp],
        by: Option<&str>,
    ) -> Result<Vec<Proposal>> {
        let by_model = by.is_some();
        let why = self.run.message.chars().take(2_000).collect::<String>();
        let usable: Vec<Value> = operations
            .iter()
            .filter(|op| op.problem.is_none())
            .map(|op| {
                let mut value = if by_model { coerced(&op.value) } else { op.value.clone() };
                if let (Value::Object(map), false) = (&mut value, op.why.is_empty()) {
                    map.insert("why".to_owned(), json!(op.why));
                }
                value
            })
            .collect();
        let read = write.read_operations(usable, &why, by).await?.into_iter();
        let asked = &self.run.message;
        let mut read = read.map(|proposal| if by_model { meant(proposal, asked) } else { proposal });
        let mut proposals = Vec::new();
        for op in operations {
            let mut proposal = match &op.problem {
                None => read.next().unwrap_or_else(|| Proposal::parse(&op.value, why.clone())),
                Some(problem) => Proposal {
                    op: Err((op.value.clone(), vec![problem.clone()])),
                    ..Proposal::parse(&Value::Null, why.clone())
                },
            };
            proposal.sure &= op.sure;
            if let Err((value, problems)) = &mut proposal.op {
                let path = value.get("path").and_then(Value::as_str).unwrap_or_default().to_owned();
                for problem in problems.iter_mut().filter(|p| p.code == "missing_base") {
                    *problem = unseen(&path, by_model);
                }
            }
            proposals.push(proposal);
        }
        Ok(proposals)
    }
}

/// Why a file that is there cannot be changed by somebody who has not seen it.
fn unseen(path: &str, by_model: bool) -> Problem {
    match by_model {
        true => Problem::new("not_shown", format!("the model was not shown {path}, so its change of it is not used"))
            .hinting(format!("Name it in the message as @{path} and send it again."))
            .at("/path"),
        false => Problem::new("file_exists", format!("there is a file {path} already"))
            .hinting("Say what to replace in it, or choose another name.")
            .at("/path"),
    }
}

/// A sentence on what a set proposes.
pub(super) fn proposed(set: &ChangeSet) -> String {
    let (sound, broken): (Vec<_>, Vec<_>) = set.items.iter().partition(|item| item.problems.is_empty());
    let changes = |n: usize| if n == 1 { "1 change".to_owned() } else { format!("{n} changes") };
    let lower = |label: &str| {
        let mut chars = label.chars();
        chars.next().map(|c| c.to_lowercase().chain(chars).collect::<String>()).unwrap_or_default()
    };
    let shown: Vec<String> = sound.iter().take(3).map(|item| lower(&item.label)).collect();
    let more = sound.len().saturating_sub(shown.len());
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    let left = |left: usize| if left == 0 { String::new() } else { format!(" {} could not be used.", changes(left)) };
    match (sound.len(), left(broken.len())) {
        (0, left) => format!("{} Nothing has been changed.", left.trim_start()),
        (n, left) => {
            format!("{} proposed: {}{more}. {}{left}", changes(n), shown.join("; "), super::ending::UNTIL_SIGNED)
        }
    }
}

/// What a set would do, in the words of its items.
fn labels(set: &ChangeSet) -> String {
    let all: Vec<&str> = set.items.iter().take(5).map(|i| i.label.as_str()).collect();
    let more = set.items.len().saturating_sub(all.len());
    if more > 0 { format!("{}; {more} more.", all.join("; ")) } else { format!("{}.", all.join("; ")) }
}
