//! "Keep the slides but delete the dentist", "no borres Kitchen, complétala": one part of a message lets something of what
//! waits be, and the other orders something beside it.

use super::scene::Scene;
use crate::dates::Clock;
use crate::interpret::bare::is_everyday;
use crate::interpret::lexicon::one_of;
use crate::interpret::text::{Tok, tokens};
use crate::interpret::{Answer, Context, Decision, beside_proposals};
use crate::languages;
use countersign_core::ids::TodoId;
use countersign_core::operation::{Operation, Target};
use countersign_core::todos::Todos;

/// Stands between the two parts, with or without a mark.
const JOINS: &str = "but|and|so|then|just|rather|instead|yes|ok|und|aber|sondern|dann|y|pero|sino|luego|e|et|mais|puis|plutot|si|dar|ci|apoi";

/// The todo that was let be, spoken of again.
const IT: &str = "it|that|them|this|those|these";

/// More words are no such message.
const MOST_WORDS: usize = 24;

/// A message with such parts as one answer.
pub(super) fn parted(text: &str, scene: &Scene<'_>, clock: &Clock, ctx: &Context) -> Option<Answer> {
    let toks = tokens(text);
    if toks.len() > MOST_WORDS || toks.last().is_none_or(|t| t.after == Some('?')) {
        return None;
    }
    (1..toks.len())
        .filter_map(|at| parts(text, &toks, at))
        .find_map(|(left, right)| both(left, right, scene, clock, ctx).or_else(|| both(right, left, scene, clock, ctx)))
}

/// The words in front of a place and those behind it, without what joins them.
fn parts<'t>(text: &'t str, toks: &[Tok], at: usize) -> Option<(&'t str, &'t str)> {
    let (front, back) = toks.split_at_checked(at)?;
    let joins = back.iter().take_while(|t| !t.quoted && one_of(&t.fold, JOINS)).count();
    let last = front.last()?;
    let marked = matches!(last.after, Some(',' | ';' | '.' | ':' | '!'));
    let rest = back.get(joins..)?;
    (marked || joins > 0).then_some(())?;
    Some((text.get(..last.end)?, text.get(rest.first()?.start..)?))
}

fn both(lets_be: &str, orders: &str, scene: &Scene<'_>, clock: &Clock, ctx: &Context) -> Option<Answer> {
    if languages::pointing::refuses(orders, clock) {
        return None;
    }
    let spared = scene.spared(lets_be)?;
    let out = |p: &&super::Proposed| spared.iter().any(|t| (t.set, t.n) == (p.set, p.n));
    let ids: Vec<TodoId> =
        ctx.proposals.iter().filter(out).filter_map(|p| p.op.target().and_then(Target::id)).collect();
    let left: Vec<super::Proposed> = ctx.proposals.iter().filter(|p| !out(p)).cloned().collect();
    // A place in the list is one of the whole list.
    let beside = Context { history: ctx.history.clone(), proposals: ctx.proposals.clone(), ..Context::default() };
    let read = |said: &str| beside_proposals(said, scene.todos, clock, &beside);
    let makes = |op: &Operation| matches!(op, Operation::Create(_));
    let whole = |answer: &Answer| match answer.decision {
        // What only has a title was no order.
        Decision::Plan => answer.left_over.is_empty() && (orders_new(orders) || !answer.ops.iter().any(makes)),
        Decision::Chat => !answer.takes.is_empty(),
        Decision::Clarify | Decision::Unsure => false,
    };
    let of_these = |answer: &Answer| {
        whole(answer)
            && answer.ops.iter().all(|op| op.target().and_then(Target::id).is_some_and(|id| ids.contains(&id)))
    };
    let named = named(orders, &ids, scene.todos, clock);
    let mut answer = match named {
        Some(said) => Some(read(&said)).filter(of_these),
        None => Some(read(orders)).filter(whole).or_else(|| {
            // "…, just complete", "…, sondern erledigen": of the same.
            let [id] = ids.as_slice() else { return None };
            [format!("{orders} #{id}"), format!("#{id} {orders}")].iter().map(|said| read(said)).find(of_these)
        }),
    }?;
    // What waits as it is ordered again still waits.
    let taken = |p: &super::Proposed| answer.takes.iter().any(|t| (t.set, t.n) == (p.set, p.n));
    let again = |op: &Operation| left.iter().any(|p| !taken(p) && p.op == *op);
    let gone = |op: &Operation| ctx.proposals.iter().filter(out).any(|p| p.op == *op);
    let ops: Vec<Operation> = answer.ops.iter().filter(|op| !again(op) && !gone(op)).cloned().collect();
    answer.ops = ops;
    let plans = !answer.ops.is_empty();
    let mut takes: Vec<super::Taken> = Vec::new();
    for taken in spared.into_iter().chain(answer.takes) {
        if !takes.iter().any(|t| (t.set, t.n) == (taken.set, taken.n)) {
            takes.push(super::Taken { replaced: plans, ..taken });
        }
    }
    answer.takes = takes;
    answer.decision = if plans { Decision::Plan } else { Decision::Chat };
    answer.withdraws = true;
    answer.spares = answer.takes.len() < ctx.proposals.len();
    answer.warnings.clear();
    Some(answer)
}

/// Whether a text begins with an order to make something.
fn orders_new(text: &str) -> bool {
    let first = tokens(text).into_iter().find(|t| !one_of(&t.fold, "please|also"));
    first.is_some_and(|t| one_of(&t.fold, "add|create|remind|note|schedule") || is_everyday(&t.fold))
}

/// The order with the todos in the place of the word that points at them; `None` where it has none.
fn named(orders: &str, ids: &[TodoId], todos: &Todos, clock: &Clock) -> Option<String> {
    let english = languages::hear(orders, todos, clock).and_then(|heard| heard.english);
    let said = english.as_deref().unwrap_or(orders);
    let it = tokens(said).into_iter().find(|t| !t.quoted && one_of(&t.fold, IT))?;
    let named: Vec<String> = ids.iter().map(|id| format!("#{id}")).collect();
    Some(format!("{}{}{}", said.get(..it.start)?, named.join(" and "), said.get(it.end..)?))
}
