//! Whether what is said to a question that wants words of one's own is such words: a new title, a reason. A question, an
//! order, thanks, or something new with its own day is none, whatever was asked.

use super::bare::is_everyday;
use super::lexicon::one_of;
use super::run::{Run, Settled};
use super::split::{ends_sentence, of_it, plausible};
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
    /// Up to a place as its answer, with an order behind it: "waiting for Bob. Complete the gutters".
    Before(usize, Vec<Operation>),
    /// The same, where what is ordered cannot be told.
    Unclear,
}

/// "waiting for Bob. And add milk": a reason that ends where a sentence does, with an order behind it.
fn ordered_behind(spoken: &str, todos: &Todos, clock: &Clock) -> Option<Said> {
    let c = Clause::new(spoken, clock);
    let run = Run::new(todos, clock, &super::NOTHING_BEFORE, Settled::new());
    let stops = |i: &usize| {
        let mark = c.toks.get(i - 1).and_then(|t| if t.quoted { None } else { t.after });
        let ends = matches!(mark, Some('.' | '!')) && ends_sentence(&c, *i) || mark == Some(';');
        ends || mark == Some(',') && c.any(*i, "and then|and also|and|then").is_some()
    };
    let at = (1..c.len()).find(|i| stops(i) && plausible(c.slice(*i..c.len()), &run))?;
    let end = c.toks.get(at - 1)?.end;
    let read = run.message(c.slice(at..c.len()));
    Some(match read.decision {
        Decision::Plan if !read.ops.is_empty() => Said::Before(end, read.ops),
        _ => Said::Unclear,
    })
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
    // "no, complete it"
    let refusal = Clause::new(&folded, clock);
    if let Some(end) = refusal.any(0, "no|nope|nah").filter(|_| refusal.toks.first().is_some_and(|t| t.after.is_some()))
        && of_it(&Clause::new(refusal.slice(end..refusal.len()), clock))
    {
        return Said::Words;
    }
    if wanted == Wanted::Reason
        && !quoted
        && let Some(before) = ordered_behind(spoken, todos, clock)
    {
        return before;
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
            let run = Run::new(todos, clock, &super::NOTHING_BEFORE, Settled::new());
            if wanted == Wanted::Reason && run.orders_new(spoken) && plausible(spoken, &run) {
                return Said::Apart;
            }
            if dated && (wanted == Wanted::Title || errand) { Said::Apart } else { Said::Words }
        }
        (Decision::Plan, ops) => {
            let about = |op: &Operation| op.target().and_then(Target::id).is_some_and(|id| options.contains(&id));
            if ops.iter().all(about) { Said::Whole } else { Said::Apart }
        }
        _ => Said::Words,
    }
}
