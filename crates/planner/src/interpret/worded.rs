//! Whether what is said to a question that wants words of one's own is such words: a new title, a reason. A question, an
//! order, thanks, or something new with its own day is none, whatever was asked.

use super::bare::is_everyday;
use super::lexicon::one_of;
use super::run::{Run, Settled};
use super::text::{Clause, fold};
use super::{Answer, Context, Decision};
use crate::dates::Clock;
use countersign_core::ids::TodoId;
use countersign_core::operation::{Operation, Target};
use countersign_core::todos::Todos;

/// What the words would be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    Title,
    Reason,
}

impl Wanted {
    /// What the open question wants; none for one that is answered otherwise, too.
    pub(super) fn by(before: &Answer) -> Option<Self> {
        let open = before.sections.iter().all(|s| s.kind == "value" && s.options.is_empty());
        let question = before.question.as_deref().filter(|_| open)?;
        match question {
            "What should the new title be?" => Some(Self::Title),
            _ if question.starts_with("Why ") || question.starts_with("What blocks") => Some(Self::Reason),
            _ => None,
        }
    }
}

/// How what was said stands beside the question.
#[derive(Debug, PartialEq)]
pub(super) enum Said {
    /// As its answer.
    Words,
    /// As the whole sentence that the question was about: "the garage is blocked because it rains".
    Whole,
    /// By itself.
    Apart,
}

/// Says so of `text`, of which `spoken` is what is left without the filler around it.
pub(super) fn said(text: &str, spoken: &str, wanted: Wanted, options: &[TodoId], todos: &Todos, clock: &Clock) -> Said {
    const LED: &str =
        "because|because of|until|since|due to|waiting for|waiting on|waiting|no|not|cause|to|as|it's|its|it";
    const TALK: &str = "undo|thanks|thank you|thx|hello|hi|hey|help|good morning|good evening|good night|bye|goodbye|cheers|great|perfect|\
        wait|hmm|what|why|huh|i don't know|i dont know|dunno|no idea|not sure|i'm not sure";
    let folded = fold(spoken);
    let asks = text.trim_end().trim_end_matches(['"', '\u{201d}', '\u{bb}']).ends_with('?');
    let quoted = text.trim_start().starts_with(['"', '\u{201c}', '\u{201e}', '\u{ab}']);
    if one_of(folded.trim_end_matches(['.', '!', '?']), TALK) {
        return Said::Apart;
    }
    if !asks && (quoted || Clause::new(&folded, clock).any(0, LED).is_some()) {
        return Said::Words;
    }
    let alone = Run::new(todos, clock, &Context::default(), Settled::new()).message(text);
    match (alone.decision, alone.ops.as_slice()) {
        (Decision::Chat, _) => Said::Apart,
        (Decision::Plan, [Operation::Create(draft)]) => {
            let dated = draft.scheduled_for.is_some() || draft.due_date.is_some() || draft.recurrence.is_some();
            let errand = is_everyday(Clause::new(&folded, clock).word(0));
            if dated && (wanted == Wanted::Title || errand) { Said::Apart } else { Said::Words }
        }
        (Decision::Plan, ops) => {
            let about = |op: &Operation| op.target().and_then(Target::id).is_some_and(|id| options.contains(&id));
            if ops.iter().all(about) { Said::Whole } else { Said::Apart }
        }
        _ => Said::Words,
    }
}
