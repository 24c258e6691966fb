//! What a conversation proposed and nobody carried out yet, spoken of: corrected, named, withdrawn, narrowed. A message that
//! points at it (`languages::pointing`) is about that before it is anything new, and about no todo that is there.

mod overtaken;
mod parted;
mod point;
mod scene;
mod too;

use super::run::{Run, Settled};
use super::text::Tok;
use super::{Answer, Context, Decision, Pending, standing};
use crate::dates::Clock;
use crate::languages::pointing::Deed;
use crate::languages::{self, pointing};
use countersign_core::ids::{SetId, TodoId};
use countersign_core::label;
use countersign_core::operation::{Operation, Target};
use countersign_core::todos::{Todos, normal_title};
use countersign_core::wire::{ClarifyOption, ClarifySection};
pub(super) use overtaken::ends;
use point::Came;
use scene::Scene;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeSet;

/// An item that the conversation proposed and that waits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Proposed {
    /// Its change set.
    pub set: SetId,
    /// Its number there.
    pub n: u32,
    /// What it would do.
    pub op: Operation,
    /// It is signed, and not applied.
    pub signed: bool,
    /// It is drawn as marked: what it was read from left no doubt.
    pub marked: bool,
    /// It is of what was proposed last, and nothing else was spoken of since: "it".
    pub recent: bool,
}

/// A proposed item that a message takes back, or puts otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Taken {
    /// Its change set.
    pub set: SetId,
    /// Its number there.
    pub n: u32,
    /// The message's own proposal takes its place; else it is not wanted.
    pub replaced: bool,
    /// It was drawn as marked.
    pub marked: bool,
}

impl Proposed {
    fn taken(&self, replaced: bool) -> Taken {
        Taken { set: self.set, n: self.n, replaced, marked: self.marked }
    }
}

/// What a message that points at proposals comes to; `None` where it points at none. What only says "it" is looked at
/// by [`meant`].
pub(super) fn pointed(text: &str, todos: &Todos, clock: &Clock, ctx: &Context) -> Option<Answer> {
    let scene = Scene::of(todos, clock, ctx)?;
    if let Some(pending) = &ctx.clarify {
        return answered(text, pending, &scene);
    }
    let asked =
        ctx.turns.iter().rev().find(|t| t.role == "assistant").is_some_and(|t| t.text.trim_end().ends_with('?'));
    let came = scene.refused(text, asked).or_else(|| scene.named(text))?;
    Some(told(came, &scene, text))
}

/// The same of a message that was read as something else, or not at all: "it" is what was proposed last.
pub(super) fn meant(text: &str, read: &Answer, todos: &Todos, clock: &Clock, ctx: &Context) -> Option<Answer> {
    // The order that it goes on from, put otherwise, is what waits.
    let whole = || read.decision == Decision::Chat || stands(text, todos, clock, ctx);
    if ctx.clarify.is_some() || read.withdraws && ctx.proposed && whole() {
        return None;
    }
    let scene = Scene::of(todos, clock, ctx)?;
    let planned = read.decision == Decision::Plan && !read.ops.iter().all(|op| unmakes(op, ctx));
    let came = scene.unnamed(text, planned)?;
    Some(told(came, &scene, text))
}

/// A message of which one part lets something be and the other orders something beside it.
pub(super) fn parted(text: &str, todos: &Todos, clock: &Clock, ctx: &Context) -> Option<Answer> {
    if ctx.clarify.is_some() {
        return None;
    }
    parted::parted(text, &Scene::of(todos, clock, ctx)?, clock, ctx)
}

/// "And the charger" behind "buy batteries": one more of what was to be made last; or, with "no, the charger", that instead.
pub(super) fn too(text: &str, todos: &Todos, clock: &Clock, ctx: &Context) -> Option<Answer> {
    let scene = Scene::of(todos, clock, ctx).filter(|_| ctx.clarify.is_none())?;
    if let Some(said) = too::one_more_kept(text, &scene, ctx)
        && let Some(came) = scene.named(&said)
    {
        return Some(told(came, &scene, text));
    }
    if let Some(days) = pointing::more_days(text, clock)
        && let Some(more) = too::more_days(&days, &scene)
    {
        return Some(more);
    }
    if let Some(whole) = too::of_the_rest(text, &scene) {
        return Some(super::read(&whole, todos, clock, ctx));
    }
    // "and high priority" is a value of what was proposed.
    if scene.unnamed(text, false).is_some() {
        return None;
    }
    too::one_more(text, &scene, clock).or_else(|| too::another(text, &scene, clock))
}

/// The message without its "instead", where it then takes the place of something that waits and said nothing with it.
pub(super) fn instead(text: &str, read: &Answer, todos: &Todos, clock: &Clock, ctx: &Context) -> Option<Answer> {
    const INSTEAD: &str = "instead|rather|stattdessen|lieber|besser|dafur|mejor|en su lugar|en lugar de eso|en cambio|mas bien|plutot|\
        a la place|au lieu de ca|mai bine|mai degraba|in schimb|in loc de asta";
    let makes = |op: &Operation| matches!(op, Operation::Create(_));
    let plans = read.decision == Decision::Plan && !read.ops.iter().all(makes);
    if plans || read.withdraws || ctx.clarify.is_none() && !ctx.proposals.iter().any(|p| p.recent) {
        return None;
    }
    let toks = super::text::tokens(text);
    let (at, end) = (0..toks.len()).find_map(|at| phrase(&toks, at, INSTEAD).map(|end| (at, end)))?;
    let front = at.checked_sub(1).and_then(|at| toks.get(at)).map_or(0, |t| t.end);
    let rest = toks.get(end).map_or(text.len(), |t| t.start);
    let plain = format!("{} {}", text.get(..front)?, text.get(rest..)?);
    let plain = plain.trim();
    let fits = |again: &Answer| {
        let plan = again.decision == Decision::Plan && again.left_over.is_empty() && !again.ops.iter().any(makes);
        let asks = again.decision == Decision::Clarify && again.answers_pending && again.warnings.is_empty();
        plan && (ctx.clarify.is_some() || !overtaken::overtaken(&again.ops, ctx).is_empty()) || asks
    };
    let again = Some(super::read(plain, todos, clock, ctx)).filter(fits);
    // "stattdessen erledigen": of the one thing that waits.
    let of_it = || {
        let mut recent = ctx.proposals.iter().filter(|p| p.recent);
        let id = recent.next().filter(|_| recent.next().is_none())?.op.target()?.id()?;
        let said = [format!("{plain} #{id}"), format!("#{id} {plain}")];
        said.iter().map(|said| super::read(said, todos, clock, &Context::default())).find(fits)
    };
    // With such a word in front or behind it is no name of something new.
    let unsure = || {
        let edge = at == 0 || end == toks.len();
        (edge && read.decision == Decision::Plan).then(|| Answer::of(Decision::Unsure))
    };
    again.or_else(|| of_it().filter(|_| ctx.clarify.is_none())).or_else(unsure)
}

/// "Delete them", "move both to friday", where several were proposed one after the other: of all of these todos, and not of the
/// last alone.
pub(super) fn of_all(text: &str, todos: &Todos, clock: &Clock, ctx: &Context) -> Option<Answer> {
    let recent = ctx.proposals.iter().filter(|p| p.recent).count();
    if ctx.clarify.is_some() || recent != 1 || ctx.proposals.len() < 2 {
        return None;
    }
    let ids: Option<Vec<TodoId>> = ctx.proposals.iter().map(|p| p.op.target()?.id()).collect();
    let ids = ids.filter(|ids| ids.iter().collect::<BTreeSet<_>>().len() == ids.len())?;
    let english = languages::hear(text, todos, clock).and_then(|heard| heard.english);
    let said = english.as_deref().unwrap_or(text);
    let toks = super::text::tokens(said);
    let all = |at: usize| {
        let both = phrase(&toks, at, "both of them|both of those|both").filter(|_| ids.len() == 2);
        both.or_else(|| phrase(&toks, at, "all of them|all of those|them|those|these"))
    };
    let (at, end) = (1..toks.len()).find_map(|at| all(at).map(|end| (at, end)))?;
    let (first, last) = (toks.get(at)?, toks.get(end - 1)?);
    let named: Vec<String> = ids.iter().map(|id| format!("#{id}")).collect();
    let plain = format!("{}{}{}", said.get(..first.start)?, named.join(" and "), said.get(last.end..)?);
    let mut answer = super::read(&plain, todos, clock, &Context { history: ctx.history.clone(), ..Context::default() });
    let about = super::standing::ids(&answer.ops) == ids;
    answer.takes = overtaken::overtaken(&answer.ops, ctx);
    (answer.decision == Decision::Plan && about && answer.left_over.is_empty()).then_some(answer)
}

/// Where words of a list end that begin at a place, the longest.
pub(super) fn phrase(toks: &[Tok], at: usize, list: &str) -> Option<usize> {
    let ends = list.split('|').filter_map(|phrase| {
        let end = at + phrase.split(' ').count();
        let said = toks.get(at..end)?;
        said.iter().zip(phrase.split(' ')).all(|(t, w)| !t.quoted && t.fold == w).then_some(end)
    });
    ends.max()
}

/// "Yes", "do it", behind a proposal: what signs is a press of the person's.
pub(super) fn agreed(text: &str, read: &Answer, ctx: &Context) -> Option<Answer> {
    const YES: &str = "yes|y|yeah|yep|yup|ok|okay|sure|do it|do that|go ahead|please do|please|go for it|sounds good|ja|jawohl|mach das|mach es|\
        gern|gerne|bitte|si|vale|hazlo|adelante|dale|por favor|oui|d'accord|vas-y|fais-le|allez-y|s'il te plait|da|bine|fa-o|fa asta|te rog";
    let nothing =
        matches!(read.decision, Decision::Chat | Decision::Unsure) && read.answer_ids.is_empty() && !read.withdraws;
    if !nothing || ctx.clarify.is_some() || !ctx.proposals.iter().any(|p| p.recent) {
        return None;
    }
    let toks = super::text::tokens(text);
    let mut at = 0;
    while let Some(end) = phrase(&toks, at, YES) {
        at = end;
    }
    let asks = toks.last().is_none_or(|t| t.after == Some('?'));
    (at == toks.len() && !asks).then(unsigned)
}

/// What waits is signed by its mark, and by no word.
fn unsigned() -> Answer {
    let mut answer = Answer::of(Decision::Chat);
    answer.warnings = vec!["sign_yourself".to_owned()];
    answer
}

/// A message that says of what waits to end a todo that it is there already, or that nothing can be taken back: then that is
/// what it does not want.
pub(super) fn stays(read: &Answer, todos: &Todos, clock: &Clock, ctx: &Context) -> Option<Answer> {
    let open = read.decision == Decision::Chat && read.warnings.iter().any(|w| w == "already_open");
    if !open || ctx.clarify.is_some() {
        return None;
    }
    let ended = |p: &Proposed| {
        p.op.target().and_then(Target::id).is_some_and(|id| read.answer_ids.contains(&id)) && overtaken::ends(&p.op)
    };
    let these: Vec<usize> = ctx.proposals.iter().enumerate().filter(|(_, p)| ended(p)).map(|(at, _)| at).collect();
    let scene = Scene::of(todos, clock, ctx).filter(|_| !these.is_empty())?;
    Some(told(scene.withdrawn(&these)?, &scene, ""))
}

/// All that was proposed last, for a message that puts it otherwise as a whole, or takes it back; and what else a plan leaves
/// no place for.
pub(super) fn last(read: &Answer, ctx: &Context) -> Vec<Taken> {
    // What is asked about first stays until that is answered.
    let asks = read.decision == Decision::Clarify;
    let replaced = read.decision == Decision::Plan;
    let set = ctx.proposals.last().filter(|_| read.withdraws && ctx.proposed && !asks).map(|p| p.set);
    let whole = ctx.proposals.iter().filter(|p| set == Some(p.set)).map(|p| p.taken(replaced));
    let mut takes: Vec<Taken> = whole.collect();
    for taken in overtaken::overtaken(&read.ops, ctx) {
        if !takes.iter().any(|t| (t.set, t.n) == (taken.set, taken.n)) {
            takes.push(taken);
        }
    }
    takes
}

/// Whether a message says no to something, or lets it be.
pub(super) fn denies(text: &str) -> bool {
    const DENIES: &str = "no|not|don't|dont|never|keep|leave|nicht|kein|keine|keinen|nein|lass|behalte|pas|non|laisse|garde|nu|lasa|deja|conserva";
    super::text::tokens(text).iter().any(|t| !t.quoted && super::lexicon::one_of(&t.fold, DENIES))
}

/// Whether a title is none: a refusal, or no more than "it back".
pub(super) fn names_nothing(title: &str, clock: &Clock) -> bool {
    const IT: &str = "it|that|this|them";
    const BESIDE: &str = "back|again|after|all|instead|anyway|too|now|then|please|it|that|this|them";
    let said = super::text::tokens(title);
    const WHEN: &str =
        "later|spater|luego|despues|mas tarde|tard|plus|mai|tarziu|mas|tarde|eventually|someday|irgendwann";
    let when = !said.is_empty() && said.iter().all(|t| super::lexicon::one_of(&t.fold, WHEN));
    let points = when
        || said.first().is_some_and(|t| super::lexicon::one_of(&t.fold, IT))
            && said.iter().skip(1).all(|t| super::lexicon::one_of(&t.fold, BESIDE));
    points || languages::refuses(title, clock)
}

/// How many todos an operation is about.
fn count(op: &Operation) -> usize {
    op.predicate().and_then(|p| p.ids.as_ref()).map_or(0, Vec::len)
}

/// What waits of this conversation, in words.
pub(super) fn waiting(todos: &Todos, ctx: &Context) -> Vec<String> {
    ctx.proposals.iter().map(|p| label::label(&p.op, todos, count(&p.op))).collect()
}

/// What the items that are not wanted would have done, in words.
pub(super) fn labels(takes: &[Taken], todos: &Todos, ctx: &Context) -> Vec<String> {
    let gone = |p: &&Proposed| takes.iter().any(|t| !t.replaced && t.set == p.set && t.n == p.n);
    ctx.proposals.iter().filter(gone).map(|p| label::label(&p.op, todos, count(&p.op))).collect()
}

/// Whether an order takes back that todos were made: nothing comes back by it.
fn unmakes(op: &Operation, ctx: &Context) -> bool {
    let Operation::Undo { batch: Some(batch), .. } = op else { return false };
    let of = ctx.history.iter().find(|past| past.batch == *batch);
    of.is_some_and(|past| past.ops.iter().all(|done| done.op == "create"))
}

/// Whether the order before the message is what waits, as it waits.
fn stands(text: &str, todos: &Todos, clock: &Clock, ctx: &Context) -> bool {
    let run = Run::new(todos, clock, ctx, Settled::new());
    let set = ctx.proposals.last().map(|p| p.set);
    let waits: Vec<&Operation> = ctx.proposals.iter().filter(|p| Some(p.set) == set).map(|p| &p.op).collect();
    standing::order(&run, text).is_some_and(|order| order.ops.iter().collect::<Vec<_>>() == waits)
}

/// The answer to a question which of the proposals is meant.
fn answered(text: &str, pending: &Pending, scene: &Scene<'_>) -> Option<Answer> {
    let asked = scene.named(&pending.instruction).or_else(|| scene.unnamed(&pending.instruction, false))?;
    let Came::Ask { pointed, among, also } = asked else { return None };
    let said = text.trim();
    let labels: Vec<String> = among.iter().map(|at| scene.label(*at)).collect();
    let place = number(said).and_then(|n| n.checked_sub(1));
    // The todo that is there is meant after all.
    let there = |(at, id): &(usize, &TodoId)| scene.label_of(**id) == said || place == Some(among.len() + at);
    if let Some((_, id)) = also.iter().enumerate().find(there) {
        return scene.there(&pending.instruction, *id).map(|answer| Answer { answers_pending: true, ..answer });
    }
    let called = |at: &usize| scene.todo(*at).is_some_and(|todo| normal_title(&todo.title) == normal_title(said));
    let by_label = among.iter().zip(&labels).filter(|(_, label)| *label == said).map(|(at, _)| *at).collect::<Vec<_>>();
    let by_title: Vec<usize> = among.iter().copied().filter(called).collect();
    let chosen = match (by_label.as_slice(), place.and_then(|at| among.get(at)), by_title.as_slice()) {
        ([_, ..], _, _) => Some(by_label),
        (_, Some(at), _) => Some(vec![*at]),
        (_, _, [_]) => Some(by_title),
        _ => pointing::which(said, scene.clock).iter().find_map(|which| scene.among(which, &among)),
    };
    match chosen {
        Some(chosen) => {
            let came = scene.take(&pointed.of_several(), &chosen)?;
            Some(Answer { answers_pending: true, ..told(came, scene, &pending.instruction) })
        }
        None if languages::refuses(said, scene.clock) => {
            Some(Answer { dropped: true, answers_pending: true, ..Answer::of(Decision::Chat) })
        }
        None => None,
    }
}

/// A bare number, as the choices of a question are numbered: "1", "2.".
fn number(said: &str) -> Option<usize> {
    said.trim_end_matches(['.', ')']).parse().ok()
}

fn told(came: Came, scene: &Scene<'_>, text: &str) -> Answer {
    match came {
        Came::Answer(answer) => *answer,
        Came::Ask { pointed, among, also } => {
            let labels = among.iter().map(|at| scene.label(*at)).chain(also.iter().map(|id| scene.label_of(*id)));
            let options = labels.map(|label| ClarifyOption { value: json!(label), label }).collect();
            let mut asked = Answer::of(Decision::Clarify);
            let kept = matches!(pointed.deed, Deed::Keep(_));
            let question = if kept { "Which of these should be withdrawn?" } else { "Which one do you mean?" };
            asked.question = Some(question.to_owned());
            asked.sections = vec![ClarifySection { kind: "value".to_owned(), options }];
            asked.open = Some((0, text.to_owned()));
            asked
        }
    }
}
