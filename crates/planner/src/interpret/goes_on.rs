//! Whether what was ordered goes on into the next sentence: "delete the tripod. Clean the gutters" may be one order for two
//! todos, or an order and something to do. What is deleted or done by it is asked.

use super::bare::is_everyday;
use super::lexicon::{Verb, one_of};
use super::run::{Ask, Run, Stop, Topic};
use super::split::{lead, verb_at};
use super::target::{Match, Want, content};
use super::text::Clause;
use serde_json::json;

/// The choice that leaves the second todo as it is.
pub(super) const LEAVE: &str = "leave";

/// Answers that take the second one, too.
pub(super) const BOTH: &str =
    "both|both of them|all|all of them|too|also|that too|it too|this too|as well|that as well|them both";

/// What says that the order is meant of this one, too.
const TOO: &str = "too|also|as well|likewise|same";

/// In front of what comes after what is done.
const NEXT: &str = "now|next";

/// The question whether `verb` is meant of what stands at `at` of a clause of its own; none where that is plain.
pub(super) fn asked(run: &Run<'_>, verb: Verb, c: &Clause, at: usize) -> Option<Stop> {
    if !matches!(verb, Verb::Delete | Verb::Complete | Verb::Skip) {
        return None;
    }
    let next = verb == Verb::Complete && one_of(c.word(at), NEXT);
    if !next && !turns_to_a_chore(run, c, at) {
        return None;
    }
    let Match::One(id) = run.find(&content(c.slice(at + usize::from(next)..c.len())), Want::Open) else {
        return None;
    };
    let title = run.todo(id)?.title.clone();
    let (order, question) = match verb {
        Verb::Delete => ("delete", format!("Should “{title}” be deleted, too?")),
        Verb::Complete => ("complete", format!("Should “{title}” be marked done, too?")),
        _ => ("skip", format!("Should “{title}” be skipped, too?")),
    };
    let options =
        vec![(json!(format!("{order} #{id}")), "Yes, that too".to_owned()), (json!(LEAVE), "No, leave it".to_owned())];
    Some(match Ask::about(question, "value", options).on(Topic::Further) {
        Stop::Ask(mut ask) => {
            ask.options = vec![id];
            Stop::Ask(ask)
        }
        other => other,
    })
}

/// Whether a clause begins with what is to be done, or is a text as somebody wrote it, and the order before it names what
/// it is about.
fn turns_to_a_chore(run: &Run<'_>, c: &Clause, at: usize) -> bool {
    let acts = |c: &Clause, at: usize| {
        c.toks.get(at).is_some_and(|first| first.quoted || is_everyday(c.word(at)) && c.len() > at + 1)
    };
    let too = (at..c.len()).any(|i| one_of(c.word(i), TOO));
    let before = Clause::new(run.before.as_deref().unwrap_or_default(), run.clock);
    let object = verb_at(&before, lead(&before).at, false).map_or(0, |head| head.next);
    acts(c, at) && !too && !acts(&before, object)
}
