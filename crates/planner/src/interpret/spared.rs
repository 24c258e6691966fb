//! "Delete them except the milk", "move them to monday, not the first", "complete all of them but the cake": what is left out of those
//! that a word points at. The message is read without it, and of what that comes to those are taken out that are named; in any
//! language, since only the words of exception and the names have to be known.

use super::choice::choose;
use super::lexicon::one_of;
use super::proposed::phrase;
use super::recent::spoken_of;
use super::run::{Run, Settled};
use super::text::{Clause, Tok, tokens};
use super::{Answer, Context, Decision, kept, resolve, standing};
use crate::dates::{self, Clock};
use crate::languages;
use countersign_core::ids::TodoId;
use countersign_core::operation::{Operation, Target};
use countersign_core::todos::Todos;

/// Says "all but", beside the words of [`kept::EXCEPT`].
const OUT: &str = "but not|and not|only not|just not|without|besides|minus|save for|leaving out|aber nicht|und nicht|nur nicht|ohne|bis auf|menos|salvo|\
    pero no|y no|sin|sans|mais pas|et pas|moins|fara|mai putin|dar nu|si nu";

/// Says so behind a comma.
const NOT: &str = "not|nicht|kein|keine|pas";

/// Says so behind a word of totality, or one that points.
const BUT: &str = "but|save|bar|minus";

/// Points at several.
const POINTS: &str = "them|these|those";

/// All that there is, or all of a list that was shown.
const ALL: &str = "all|everything|alle|alles|todo|todos|todas|tout|tous|toutes|tot|toate|totul|toti";

/// Behind [`ALL`] where it has no conditions of its own.
const BEHIND: &str =
    "to|on|at|by|as|for|until|high|low|urgent|done|a|one|is|are|auf|am|um|zu|al|para|au|en|la|le|pe|of|up";

/// How many [`ALL`] are.
const COUNTS: &str = "two|three|four|five|six|seven";

/// What the todos are called where the word for all is not all that is said of them.
const NOUNS: &str =
    "todos|tasks|items|aufgaben|aufgabe|tareas|tarea|taches|tache|rappels|sarcini|sarcinile|taskuri|taskurile";

/// In front of names.
const ARTICLES: &str = "the|my|our|for|from|die|der|das|den|dem|fur|von|la|el|los|las|le|les|l|pour|de|del|cele|cel|pe";

/// Words of another part of the order behind the names.
const VALUES: &str = "to|on|at|by|until|as|is|are|high|low|medium|urgent|important|auf|am|um|an|als|ist|sind|hoch|hohe|niedrig|niedrige|\
    dringend|wichtig|al|para|a|como|esta|estan|alta|baja|urgentes|importantes|au|comme|est|sont|urgents|haute|basse|la|le|pe|ca|drept|e|\
    sunt|urgente|importante|prioritate|prioritat|priority|prioridad|priorite";

/// What a message comes to that leaves out some of those it points at; `None` where it points at none, or leaves none out.
pub(super) fn without(text: &str, todos: &Todos, clock: &Clock, ctx: &Context) -> Option<Answer> {
    if ctx.clarify.is_some() || text.trim_end().ends_with('?') {
        return None;
    }
    let toks = tokens(text);
    let run = Run::new(todos, clock, ctx, Settled::new());
    let listed = run.listed_last();
    let Some((at, from)) = (1..toks.len()).find_map(|at| marker(&toks, at).map(|end| (at, end))) else {
        // "delete all" behind a list that was shown: all of that.
        if !listed.is_empty()
            && let Some(of_them) = of_the_list(text, todos, clock)
        {
            return Some(super::beside_proposals(&of_them, todos, clock, ctx));
        }
        // Words of exception that only their own language knows.
        let heard = languages::hear(text, todos, clock).filter(|_| !listed.is_empty() && !names_todos(&toks))?;
        let of_them = heard.english.filter(|said| said.contains("all todos except #"))?;
        return Some(super::beside_proposals(&of_them.replacen("all todos", "all of them", 1), todos, clock, ctx));
    };
    // "todos los días menos los lunes": days of a repetition.
    let name = (from..toks.len()).find(|i| !is(&toks, *i, ARTICLES));
    if name.and_then(|i| toks.get(i)).is_some_and(|t| languages::is_weekday(&t.fold)) {
        return None;
    }
    let recent = if listed.is_empty() { spoken_of(&ctx.turns, todos, clock) } else { listed.clone() };
    if recent.is_empty() && ctx.proposals.is_empty() {
        // Nothing was spoken of that a word could point at.
        let front = text.get(..toks.get(at)?.start)?.trim().trim_end_matches(',');
        let left = phrase(&toks, at, kept::EXCEPT).is_some() || phrase(&toks, at, OUT).is_some() || is(&toks, at, BUT);
        let left = left && (is(&toks, at - 1, "them") || points_at_all(&toks, at) && points(front, todos, clock));
        let asked = left.then(|| super::beside_proposals(front, todos, clock, ctx));
        return asked.filter(|a| a.decision == Decision::Clarify);
    }
    let several = ctx.proposals.iter().filter(|p| p.recent).count() > 1;
    let front = text.get(..toks.get(at)?.start)?.trim().trim_end_matches(',').to_owned();
    let values = (from + 1..toks.len()).filter(|i| is(&toks, *i, VALUES));
    // "alle außer Milch löschen": the last word may be the order's.
    let last = toks.len().checked_sub(1).filter(|last| *last > from);
    let ends = std::iter::once(toks.len()).chain(values).chain(last);
    let mut asks = None;
    for end in ends {
        let name = text.get(toks.get(from)?.start..toks.get(end - 1)?.end)?;
        let rest = toks.get(end).map_or("", |t| text.get(t.start..).unwrap_or_default());
        let plain = format!("{front} {rest}").trim().to_owned();
        let all = of_the_list(&plain, todos, clock).filter(|_| !listed.is_empty() || several);
        let said = all.as_ref().unwrap_or(&plain);
        if all.is_none() && !points(&plain, todos, clock) {
            continue;
        }
        let whole = super::beside_proposals(said, todos, clock, ctx);
        if !matches!(whole.decision, Decision::Plan | Decision::Clarify) && whole.takes.is_empty() {
            continue;
        }
        let (ids, ops) = (standing::ids(&whole.ops), whole.ops.clone());
        if whole.decision == Decision::Clarify {
            asks.get_or_insert(whole);
            continue;
        }
        // Something new is about none of them.
        if ids.is_empty() && whole.takes.is_empty() {
            continue;
        }
        if all.is_none() && alone(&plain, todos, clock, ctx).is_some_and(|other| other == ops) {
            return None;
        }
        let waits = ctx.proposals.iter().filter_map(|p| p.op.target()?.id());
        let mut shown = recent.clone();
        shown.retain(|id| ids.contains(id));
        let rest: Vec<TodoId> = ids.iter().copied().chain(waits).filter(|id| !shown.contains(id)).collect();
        shown.extend(rest);
        let Some(out) = named(name, &shown, todos, clock) else {
            asks.get_or_insert(which(&run, &shown, text));
            continue;
        };
        return Some(lessened(whole, &out, ctx).unwrap_or_else(|| which(&run, &shown, text)));
    }
    asks
}

/// Which of them is asked.
fn which(run: &Run<'_>, ids: &[TodoId], text: &str) -> Answer {
    let stop = resolve::which(run, "Which ones do you mean, by number or by title?".to_owned(), ids);
    run.clone().answer(Err(stop), text)
}

fn is(toks: &[Tok], at: usize, list: &'static str) -> bool {
    toks.get(at).is_some_and(|t| !t.quoted && one_of(&t.fold, list))
}

/// Where words of exception end that begin at a place.
fn marker(toks: &[Tok], at: usize) -> Option<usize> {
    let long = [kept::EXCEPT, OUT].iter().filter_map(|list| phrase(toks, at, list)).max();
    let pause = toks.get(at - 1).is_some_and(|t| t.after == Some(','));
    let several = |i: usize| is(toks, i, POINTS) || is(toks, i, ALL);
    let beside = several(at - 1) || is(toks, at - 1, COUNTS) && at.checked_sub(2).is_some_and(several);
    // "move everything to monday but the milk": behind the value no other follows.
    let behind = (0..at).any(several) && is(toks, at, "but") && !(at + 1..toks.len()).any(|i| is(toks, i, VALUES));
    let short = (pause && is(toks, at, NOT) || is(toks, at, BUT) && beside || behind).then_some(at + 1);
    let mut end = long.or(short).filter(|end| *end < toks.len())?;
    while end + 1 < toks.len() && is(toks, end, "for|from|not|de|von|des|of|la|a") {
        end += 1;
    }
    // "but at 5" is another value, and no name.
    (!is(toks, end, "at|on|to|keep|leave|only|with|in|um|am|au")).then_some(end)
}

/// The order about all there is, put about all of the list; `None` where it is none.
fn of_the_list(plain: &str, todos: &Todos, clock: &Clock) -> Option<String> {
    let english = languages::hear(plain, todos, clock).and_then(|heard| heard.english);
    let said = english.as_deref().unwrap_or(plain);
    let toks = tokens(said);
    let at = (0..toks.len()).find(|at| is(&toks, *at, ALL))?;
    // "alle" is said again as "all todos".
    let noun = names_todos(&tokens(plain));
    let named = english.is_some() && !noun && is(&toks, at + 1, "todos");
    let last = if named { at + 1 } else { at };
    let ends = last + 1 == toks.len() || is(&toks, last + 1, BEHIND);
    let them = is(&toks, last + 1, "of") || at > 0 && is(&toks, at - 1, POINTS);
    let (all, last) = (toks.get(at).filter(|_| ends && !them)?, toks.get(last)?);
    Some(format!("{}all of them{}", said.get(..all.start)?, said.get(last.end..)?))
}

/// Whether the todos are called so, beside a word for all.
fn names_todos(toks: &[Tok]) -> bool {
    toks.iter().any(|t| one_of(&t.fold, NOUNS) && !one_of(&t.fold, ALL))
}

/// Whether a word of totality stands in front of a place.
fn points_at_all(toks: &[Tok], at: usize) -> bool {
    (0..at).any(|i| is(toks, i, ALL))
}

/// Whether the object of an order only points.
fn points(plain: &str, todos: &Todos, clock: &Clock) -> bool {
    const THEM: &str =
        "them|these|those|they|both|sie|diese|die|beide|los|las|les|estos|estas|le|ceux|celles|acestea|ii";
    const BOUND: [&str; 5] = ["los", "las", "les", "-les", "-le"];
    let english = languages::hear(plain, todos, clock).and_then(|heard| heard.english);
    let pointed = |text: &str| {
        let c = Clause::new(text, clock);
        (0..c.len()).any(|at| resolve::is_pronoun(c.word(at)) && !one_of(c.word(at), "it|that|this|same"))
    };
    let toks = tokens(plain);
    let counted = (1..toks.len()).any(|at| is(&toks, at, COUNTS) && is(&toks, at - 1, "all"));
    pointed(plain)
        || counted
        || english.as_deref().is_some_and(pointed)
        || toks.iter().any(|t| !t.quoted && one_of(&t.fold, THEM))
        || toks.first().is_some_and(|t| BOUND.iter().any(|end| t.fold.ends_with(end)))
}

/// What a message comes to by itself.
fn alone(plain: &str, todos: &Todos, clock: &Clock, ctx: &Context) -> Option<Vec<Operation>> {
    let fresh = Context { history: ctx.history.clone(), ..Context::default() };
    let read = super::read(plain, todos, clock, &fresh);
    (read.decision == Decision::Plan).then_some(read.ops)
}

/// Those of some todos that a list of names means, each name one or more of them.
fn named(name: &str, ids: &[TodoId], todos: &Todos, clock: &Clock) -> Option<Vec<TodoId>> {
    let whole = one(name, ids, todos, clock);
    if whole.is_some() {
        return whole;
    }
    let toks = tokens(name);
    let joins = |t: &Tok| !t.quoted && one_of(&t.fold, "and|or|nor|und|oder|y|e|ni|et|ou|ni|si|sau|&");
    let mut out = Vec::new();
    let mut from = 0;
    for at in 0..=toks.len() {
        let comma = toks.get(at).is_some_and(|t| t.after == Some(','));
        let join = toks.get(at).is_none_or(joins);
        if !comma && !join {
            continue;
        }
        let end = if join { at } else { at + 1 };
        if let (Some(first), Some(last)) = (toks.get(from), end.checked_sub(1).and_then(|at| toks.get(at)))
            && from < end
        {
            out.extend(one(name.get(first.start..last.end)?, ids, todos, clock)?);
        }
        from = at + 1;
    }
    (!out.is_empty()).then_some(out)
}

/// Those that one name means.
fn one(name: &str, ids: &[TodoId], todos: &Todos, clock: &Clock) -> Option<Vec<TodoId>> {
    let mut said: Vec<String> = tokens(name).iter().map(|t| t.fold.clone()).collect();
    while said.len() > 1 && said.first().is_some_and(|w| one_of(w, ARTICLES)) {
        said.remove(0);
    }
    while said.len() > 1 && said.last().is_some_and(|w| one_of(w, "please|bitte|por|favor|stp|svp|thanks|one")) {
        said.pop();
    }
    let spoken = said.join(" ");
    let some = |ids: Option<Vec<TodoId>>| ids.filter(|ids| !ids.is_empty());
    let chosen = some(choose(&spoken, &said, ids, todos, clock));
    let placed = || {
        let english = languages::places(name, clock)?;
        let words: Vec<String> = english.split(' ').map(str::to_owned).collect();
        some(choose(&english, &words, ids, todos, clock))
    };
    // "except the overdue ones", "except errands"
    let set = || {
        let mut run = Run::new(todos, clock, &super::NOTHING_BEFORE, Settled::new());
        let found = run.refer(name).or_else(|| run.refer(&format!("all {spoken}")))?;
        let among: Vec<TodoId> = found.ids().into_iter().filter(|id| ids.contains(id)).collect();
        some((!dates::find(name, clock).is_empty() || !spoken.is_empty()).then_some(among))
    };
    chosen.or_else(placed).or_else(set)
}

/// A plan without what it does to some todos; `None` where nothing is left of it, or it cannot be told apart.
fn lessened(whole: Answer, out: &[TodoId], ctx: &Context) -> Option<Answer> {
    let (had, taken) = (whole.ops.len(), whole.takes.len());
    let ops: Vec<Operation> = whole.ops.iter().filter_map(|op| less(op, out)).collect();
    let about = |n: &super::Taken| {
        let item = ctx.proposals.iter().find(|p| (p.set, p.n) == (n.set, n.n));
        item.and_then(|p| p.op.target()?.id()).is_some_and(|id| out.contains(&id))
    };
    let takes: Vec<super::Taken> = whole.takes.iter().filter(|n| !about(n)).copied().collect();
    let fewer = ops != whole.ops || takes.len() < taken;
    let answer_ids = whole.answer_ids.iter().copied().filter(|id| !out.contains(id)).collect();
    let left = fewer && if had > 0 { !ops.is_empty() } else { !takes.is_empty() };
    left.then_some(Answer { ops, takes, answer_ids, excepted: true, spares: true, ..whole })
}

/// An operation without some todos.
pub(super) fn less(op: &Operation, out: &[TodoId]) -> Option<Operation> {
    if op.target().and_then(Target::id).is_some_and(|id| out.contains(&id)) {
        return None;
    }
    let mut op = op.clone();
    if let Operation::BulkUpdate { predicate, .. }
    | Operation::BulkComplete { predicate, .. }
    | Operation::BulkDelete { predicate } = &mut op
        && let Some(ids) = &mut predicate.ids
    {
        ids.retain(|id| !out.contains(id));
        if ids.is_empty() {
            return None;
        }
    }
    Some(op)
}
