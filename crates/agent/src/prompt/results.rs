//! What tools said in a step's prompt: its share of the window, whole while there is room, then by its
//! line, also in the steps after it (S3-15).

use super::fitting::{Parts, capped};
use super::{EXECUTION, budget, contract, standing, task, user};
use crate::machine::working::spoken;
use crate::machine::{Machine, Turn};
use crate::reading::ToolCall;
use crate::step::Form;
use countersign_core::model::{Message, Speaker, estimate_tokens};
use countersign_core::prompt::Line;
use std::fmt::Write as _;

/// What is told of the steps before.
const EARLIER: u64 = 900;
/// A small model reads slowly: more at once than this is stored.
const SMALL: u64 = 1_500;
/// What stands around one result.
const FRAME: u64 = 14;

/// Tokens that the prompt after these calls has for all that they give: half of it, which the newest
/// turn keeps whatever else there is, and less where the rules and the task need more than their half.
pub fn room(machine: &Machine, calls: &[ToolCall]) -> u64 {
    let mut setup = machine.setup.clone();
    // What is stored can be named then.
    setup.outputs.push("o1".to_owned());
    setup.offer_outputs();
    let budget = budget(&setup, EXECUTION);
    let rules = estimate_tokens(&contract(&setup, 0, &mut Parts::default()));
    let firm = rules + standing(&setup, budget) + estimate_tokens(&task(machine)) + 60;
    let half = (budget / 2).min(budget.saturating_sub(firm));
    let said = estimate_tokens(&spoken(calls)).min(half / 3);
    let room = half.saturating_sub(said + 60 + FRAME * calls.len() as u64);
    if setup.form == Form::Small { room.min(SMALL) } else { room }
}

/// What the steps before called and found, a line each (S3-15): what is stored can be looked into again.
pub(super) fn earlier(machine: &Machine, room: u64, parts: &mut Parts) -> String {
    let done = machine.record.get(..machine.before).unwrap_or_default();
    let room = EARLIER.min(machine.setup.prompt_tokens / 6).min(room);
    if done.is_empty() || room < 40 {
        return String::new();
    }
    let text = format!("# Done before\n{}\n\n", lines(done, room.saturating_sub(8)));
    parts.note("earlier steps", &text, false);
    text
}

/// Lines of the record, as many of the newest as there is room for; what is left out is counted.
pub(super) fn lines(record: &[String], room: u64) -> String {
    let (mut kept, mut left) = (Vec::new(), room.saturating_sub(12));
    for line in record.iter().rev() {
        let line = capped(Line::of(line).as_str(), 200);
        let Some(rest) = left.checked_sub(estimate_tokens(&line) + 1) else { break };
        left = rest;
        kept.push(line);
    }
    if kept.len() < record.len() {
        kept.push(format!("({} earlier lines are left out)", record.len() - kept.len()));
    }
    kept.reverse();
    kept.join("\n")
}

/// What a transcript gave up to fit its prompt.
#[derive(Default)]
pub(super) struct Cut {
    /// Of the newest result.
    pub(super) newest: bool,
    /// Of those before it.
    pub(super) older: bool,
}

/// Replies and results of the current step within the budget, the newest first: each whole while there
/// is room beside the lines of those before it, then by its line; the oldest are left out.
pub(super) fn transcript(machine: &Machine, tokens: u64, messages: &mut Vec<Message>) -> Cut {
    let mut left = tokens.saturating_sub(40);
    let (mut kept, mut cut) = (Vec::new(), Cut::default());
    let brief = |turn: &Turn| estimate_tokens(&turn.said) + estimate_tokens(&turn.line);
    let mut briefs: u64 = machine.transcript.iter().map(brief).sum();
    for (age, turn) in machine.transcript.iter().rev().enumerate() {
        briefs = briefs.saturating_sub(brief(turn));
        let said = if age == 0 { capped(&turn.said, left / 3) } else { turn.said.clone() };
        let spare = left.saturating_sub(estimate_tokens(&said));
        let heard = match age {
            0 => capped(&turn.heard, spare),
            _ if estimate_tokens(&turn.heard) + briefs <= spare => turn.heard.clone(),
            _ => turn.line.clone(),
        };
        let Some(rest) = spare.checked_sub(estimate_tokens(&heard)) else { break };
        cut.newest |= age == 0 && heard != turn.heard;
        cut.older |= age > 0 && heard != turn.heard;
        left = rest;
        kept.push((said, heard));
    }
    cut.older |= kept.len() < machine.transcript.len();
    let older = machine.transcript.len() - kept.len();
    if older > 0
        && let Some(last) = messages.last_mut()
    {
        let _ = write!(last.content, "\n({older} earlier replies of this task are left out.)");
    }
    for (said, heard) in kept.into_iter().rev() {
        messages.push(Message { role: Speaker::Assistant, content: said });
        messages.push(user(heard));
    }
    cut
}
