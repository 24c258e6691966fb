//! A command as people are shown it before and after it ran.

use crate::Inner;
use crate::effects::process;
use crate::moving::{course, goes_back};
use crate::undoable;
use countersign_commands::{Judgement, Verdict, rules};
use countersign_core::change_set::ChangeItem;
use countersign_core::command::{Command, CommandOutcome, Undo};
use countersign_core::operation::{Operation, parse};
use countersign_core::wire::CommandView;
use serde::Serialize;

impl Inner {
    /// A command item as it is shown: judged now. Also of one that was refused when it was proposed.
    /// `foreseen` is what [`Inner::foreseen`] says of it.
    pub(crate) fn command_view(&self, item: &ChangeItem, foreseen: Option<Undo>) -> Option<CommandView> {
        let refused = || item.raw.as_ref().and_then(|raw| parse::stored(raw).ok());
        let Operation::RunCommand(command) = item.op.clone().or_else(refused)? else { return None };
        let foreseen = foreseen.map(|now| undoable::shown(item, now));
        self.command_shown(command, item.outcome.clone(), foreseen)
    }

    /// A command as it is shown: judged now.
    pub(crate) fn command_shown(
        &self,
        command: Command,
        outcome: Option<CommandOutcome>,
        foreseen: Option<Undo>,
    ) -> Option<CommandView> {
        let judged = self.judged(&command);
        let undo = self.undo(&command, &judged, outcome.as_ref(), foreseen);
        let reason = match judged.argv {
            None if judged.verdict != Verdict::Never => format!("Runs in a shell: {}", judged.reason),
            _ => judged.reason,
        };
        Some(CommandView {
            workspace: command.workspace,
            cwd: command.cwd,
            command: command.command,
            argv: judged.argv,
            verdict: word(judged.verdict),
            class: word(judged.class),
            reason,
            sandbox: self.confinement().sandbox.name().to_owned(),
            environment: process::environment(),
            undo: undo.name().to_owned(),
            outcome,
        })
    }

    /// What of a command can be taken back; once it ran, what of what it did.
    fn undo(
        &self,
        command: &Command,
        judged: &Judgement,
        outcome: Option<&CommandOutcome>,
        foreseen: Option<Undo>,
    ) -> Undo {
        match outcome {
            Some(CommandOutcome { recorded: true, .. }) => Undo::Files,
            Some(done @ CommandOutcome { made, removed, .. })
                if !(made.is_empty() && removed.is_empty()) && done.ok() =>
            {
                Undo::Files
            }
            Some(CommandOutcome { copy: Some(_), .. }) => Undo::Nothing,
            Some(done @ CommandOutcome { unchanged: true, .. }) if done.ok() => Undo::Nothing,
            None if foreseen.is_some() => foreseen.unwrap_or(Undo::None),
            _ if rules::looks(judged) => Undo::Nothing,
            None if self.job(command).is_ok_and(|job| goes_back(command, &job, &mut course(&job.root), false)) => {
                Undo::Files
            }
            _ => Undo::None,
        }
    }
}

/// A verdict or class as the wire names it.
fn word(value: impl Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|v| v.as_str().map(str::to_owned)).unwrap_or_default()
}
