//! What a command came to, as it is stored and as it is said.

use crate::EngineError;
use crate::effects::process::{ENDS, Ended};
use crate::effects::sandbox::Sandbox;
use crate::effects::sandbox::tether::Unstarted;
use crate::review::result;
use crate::tool_servers::calling;
use countersign_core::change_set::execute::{record, signed_commands};
use countersign_core::change_set::{ChangeItem, ChangeSet};
use countersign_core::command::{CommandOutcome, ON_SCREEN, excerpt, excerpt_of_ends};
use countersign_core::ids::Seq;
use countersign_core::ledger::ItemOutcome;
use countersign_core::operation::Operation;
use countersign_core::problem::Problem;
use countersign_core::wire::{OpResult, Outcome, Receipt, SetView};
use jiff::Timestamp;
use std::borrow::Cow;
use std::io;

pub(crate) fn came_to(ended: &Ended, bytes: &[u8], output: String, sandbox: Sandbox) -> CommandOutcome {
    let preview = if ended.dropped == 0 {
        excerpt(&String::from_utf8_lossy(bytes), ON_SCREEN)
    } else {
        let head = bytes.get(..ENDS).unwrap_or(bytes);
        let left_out = (ended.bytes + ended.dropped).saturating_sub((head.len() + ended.tail.len()) as u64);
        excerpt_of_ends(&String::from_utf8_lossy(head), &String::from_utf8_lossy(&ended.tail), ON_SCREEN, left_out)
    };
    CommandOutcome {
        recorded: false,
        unchanged: false,
        exit: ended.exit,
        signal: ended.signal,
        timed_out: ended.timed_out,
        stopped: ended.stopped,
        elapsed_ms: u64::try_from(ended.elapsed.as_millis()).unwrap_or(u64::MAX),
        output,
        bytes: ended.bytes,
        dropped: ended.dropped,
        preview,
        sandbox: sandbox.name().to_owned(),
        made: Vec::new(),
        removed: Vec::new(),
        copy: None,
        lost: ended.lost.clone(),
    }
}

pub(crate) fn failure(command: &CommandOutcome) -> Problem {
    let seconds = command.elapsed_ms / 1_000;
    let why = match (command.exit, command.signal) {
        _ if command.timed_out => format!("stopped after {seconds} s, with all it had started"),
        _ if command.stopped => "stopped by you, with all it had started".to_owned(),
        (Some(code), _) => format!("exit {code}"),
        (None, Some(signal)) => format!("ended by signal {signal}"),
        (None, None) => "ended without an exit code".to_owned(),
    };
    Problem::new("command_failed", why).hinting("Read its output. What it had done by then stands.")
}

/// An item that came to nothing, for what it did come to.
pub(crate) fn outcome(item: &ChangeItem) -> ItemOutcome {
    ItemOutcome {
        n: item.n,
        label: item.label.clone(),
        ok: false,
        changes: Vec::new(),
        files: Vec::new(),
        command: None,
        rule: None,
        unknown: false,
        put_back: false,
        still_signed: false,
        problem: None,
    }
}

pub(crate) fn not_run(item: &ChangeItem, why: &str) -> ItemOutcome {
    let problem = Problem::new("not_run", format!("not run: {why}")).hinting("If it is still signed, apply runs it.");
    ItemOutcome { problem: Some(problem), ..outcome(item) }
}

/// The end of a command that may have run and could not be stored.
pub(crate) fn lost(item: &ChangeItem, e: &EngineError) -> ItemOutcome {
    let problem = Problem::new("outcome_unknown", format!("what came of it could not be stored: {e}"))
        .hinting("Look at what it did before you sign it again. It is never run again by itself.");
    ItemOutcome { unknown: true, problem: Some(problem), ..outcome(item) }
}

pub(super) fn not_ended(e: &io::Error) -> Problem {
    if let Some(why) = e.get_ref().filter(|why| why.is::<Unstarted>()) {
        return Problem::new("command_failed", format!("it could not be started: {why}"))
            .hinting("Nothing of it has run. Propose it again.");
    }
    Problem::new("command_failed", format!("it could not be run to its end: {e}"))
        .hinting("Look at what it did before you sign it again.")
}

pub(super) fn unreadable(e: &io::Error) -> Problem {
    Problem::new("outcome_unknown", format!("its output could not be read back: {e}")).hinting("Look at what it did.")
}

/// What is said of commands, and of calls of tools, where there are any.
pub(super) fn all_told(ran: &[OpResult]) -> String {
    let (calls, commands): (Vec<&OpResult>, Vec<&OpResult>) = ran.iter().partition(|r| r.op == "call_tool");
    let called = || calling::told(calls.iter().filter(|r| r.ok).count(), calls.len());
    match (calls.is_empty(), commands.is_empty()) {
        (true, _) => told(&commands),
        (false, true) => called(),
        (false, false) => format!("{} {}", told(&commands), called()),
    }
}

/// `2 commands ran, 1 failed, 1 was not run.`
fn told(ran: &[&OpResult]) -> String {
    let began = |r: &&OpResult| {
        let ended = |p: &Problem| matches!(p.code.as_ref(), "command_failed" | "outcome_unknown");
        r.ok || r.command.is_some() || r.problem.as_ref().is_some_and(ended)
    };
    let not = ran.iter().filter(|r| !began(r)).count();
    let failed = ran.iter().filter(|r| !r.ok).count() - not;
    let began = ran.len() - not;
    let mut text = match (began, failed) {
        (0, _) => "No command ran".to_owned(),
        (1, 1) => "1 command failed".to_owned(),
        (1, _) => "1 command ran".to_owned(),
        (n, failed) if n == failed => format!("{n} commands failed"),
        (n, _) => format!("{n} commands ran"),
    };
    if (1..began).contains(&failed) {
        text.push_str(&format!(", {failed} failed"));
    }
    if not > 0 {
        text.push_str(&format!(", {not} not run"));
    }
    text.push('.');
    text
}

/// The answer as it is kept under its key until the commands have ended: if this is all that a
/// repeated request gets, nobody can say what became of them. `view` shows a set.
pub(crate) fn before_commands<'r>(
    receipt: &'r Receipt,
    set: &ChangeSet,
    now: Timestamp,
    view: impl FnOnce(&ChangeSet) -> SetView,
) -> Cow<'r, Receipt> {
    let waiting = signed_commands(set);
    if waiting.is_empty() {
        return Cow::Borrowed(receipt);
    }
    let mut kept = receipt.clone();
    kept.outcome = Outcome::Unknown;
    let ops = || waiting.iter().filter_map(|n| set.item(*n)).filter_map(|item| item.op.as_ref());
    let calls = ops().filter(|op| matches!(op, Operation::CallTool(_))).count();
    let text = match (calls, ops().count()) {
        (0, _) => "The commands had not ended when this was written.",
        (calls, all) if calls == all => "The calls of tools had not ended when this was written.",
        _ => "The commands and the calls of tools had not ended when this was written.",
    };
    text.clone_into(&mut kept.text);
    let unknown = |item: &ChangeItem| {
        let problem = Problem::new("outcome_unknown", "it had not ended when this answer was kept")
            .hinting("Look at the change set for what became of it.");
        ItemOutcome { unknown: true, problem: Some(problem), ..outcome(item) }
    };
    let outcomes: Vec<ItemOutcome> = waiting.iter().filter_map(|n| set.item(*n)).map(unknown).collect();
    kept.results.extend(outcomes.iter().map(|outcome| result(outcome, set)));
    kept.results.sort_by_key(|r| r.n);
    let mut then = set.clone();
    record(&mut then, &outcomes, &[], receipt.entry.unwrap_or(Seq(0)), now);
    kept.change_set = view(&then);
    Cow::Owned(kept)
}
