//! The last check of an answer, in every language: what a message says to leave alone is neither changed nor
//! offered. An exception that no set took up makes the answer `unsure`. Never changes a plan.

use super::lexicon::one_of;
use super::target::is_typo;
use super::text::{Tok, fold, tokens};
use super::{Answer, Context, Decision};
use crate::dates::{self, Clock};
use countersign_core::effect::bulk_targets;
use countersign_core::ids::TodoId;
use countersign_core::operation::{Operation, Target};
use countersign_core::todos::{Todos, words};
use std::collections::BTreeSet;
use std::ops::Range;

/// Says "all but" wherever it stands. Folded, as the lists below; English, German, Spanish, French, Romanian.
pub(super) const EXCEPT: &str = "except|excepting|excluding|exclude|exempting|apart from|aside from|other than|\
    with the exception of|not including|ausser|außer|ausgenommen|mit ausnahme|ausschließlich|ausschliesslich|excepto|\
    exceptuando|excluyendo|a excepcion|con excepcion|con la excepcion|aparte de|sauf|excepte|hormis|a l'exception|\
    a l’exception|mis a part|excepte|in afara|inafara|cu exceptia|exceptand|cu exceptie";

/// Says so beside a word of totality.
const BUT: &str = "but|save|minus|bar|barring|without|instead of|leaving|leave|keep|keeping|spare|sparing|skip|skipping|not|\
    don't|dont|never|ignore|omit|omitting|besides|bis auf|ohne|nicht|kein|keine|keinen|aber|sondern|behalte|behalt|\
    lass|lasse|menos|salvo|sin|pero|no|quitando|deja|dejando|conserva|a part|sans|mais|pas|garde|laisse|moins|\
    decat|fara|mai putin|dar|nu|pastreaza|lasa|pastrand";

/// Says so anywhere: what follows is not to be touched.
const NOT: &str = "but not|and not|but leave|but keep|and keep|not the|but don't|und nicht|aber nicht|sondern nicht|y no|\
    pero no|et pas|mais pas|si nu|dar nu";

/// Stands behind what is left out, beside a word of totality.
const STAYS: &str = "stays|stay|remains|remain|excluded|excepted|exempt|bleibt|bleiben|ausgenommen|queda|quedan|excluido|\
    exclu|exclus|ramane|raman";

const TOTAL: &str = "all|everything|every|each|else|other|others|rest|remaining|anything|alles|alle|allen|aller|jede|jeden|\
    jedes|rest|restlichen|restliche|andere|anderen|anderes|ganze|ubrigen|ubrige|todo|todos|toda|todas|resto|otros|otras|\
    demas|tout|tous|toute|toutes|reste|autres|tot|toate|totul|toti|restul|celelalte|altele|orice|todos|tasks|things";

/// Of which a slip of the finger is caught, beside a word of totality.
const SLIPS: [&str; 7] = ["except", "excluding", "excepting", "excepto", "excepte", "ausser", "exceptia"];

/// The answer, unless it changes or offers what the message leaves out.
pub(super) fn guarded(text: &str, answer: Answer, todos: &Todos, clock: &Clock, ctx: &Context) -> Answer {
    let changed: BTreeSet<TodoId> = match answer.decision {
        Decision::Plan => answer.ops.iter().flat_map(|op| changed(op, todos, clock)).collect(),
        Decision::Clarify => offered(&answer).collect(),
        Decision::Chat | Decision::Unsure => return answer,
    };
    let asked = ctx.clarify.as_ref().filter(|_| answer.answers_pending).map(|p| p.instruction.as_str());
    let said = std::iter::once(text).chain(asked);
    if said.into_iter().all(|text| respected(text, &answer, &changed, todos, clock)) {
        answer
    } else {
        Answer::nothing(Decision::Unsure)
    }
}

fn offered(answer: &Answer) -> impl Iterator<Item = TodoId> + '_ {
    let sections = answer.sections.iter().flat_map(|s| &s.options).filter_map(|o| o.value.as_i64().map(TodoId));
    answer.options.iter().copied().chain(sections)
}

/// The todos an operation touches that were there before.
pub(super) fn changed(op: &Operation, todos: &Todos, clock: &Clock) -> Vec<TodoId> {
    if matches!(op, Operation::Create(_) | Operation::Undo { .. }) {
        return Vec::new();
    }
    let bulk = bulk_targets(op, todos, clock.now.date());
    op.target().and_then(Target::id).into_iter().chain(bulk.taken).chain(bulk.excluded).collect()
}

/// Whether what the text leaves out is left out of `changed`.
fn respected(text: &str, answer: &Answer, changed: &BTreeSet<TodoId>, todos: &Todos, clock: &Clock) -> bool {
    let toks = tokens(text);
    let total = toks.iter().any(|t| !t.quoted && one_of(&t.fold, TOTAL));
    let mut at = 0;
    while at < toks.len() {
        if total && toks.get(at).is_some_and(|t| !t.quoted && one_of(&t.fold, STAYS)) {
            let from = (0..at).rev().find(|i| toks.get(*i).is_some_and(|t| t.after.is_some())).map_or(0, |i| i + 1);
            if named(toks.get(from..at).unwrap_or_default(), todos).iter().any(|id| changed.contains(id)) {
                return false;
            }
        }
        let Some((end, how)) = marker(&toks, at, total) else {
            at += 1;
            continue;
        };
        let word = toks.get(at).map(|t| t.fold.clone()).unwrap_or_default();
        let scope = scope(&toks, end, how);
        at = end;
        let behind = toks.get(end).map(|t| t.fold.clone()).unwrap_or_default();
        if how == How::Except && torn(&word, &behind, answer) {
            return false;
        }
        if literal(&word, answer, changed, todos) {
            continue;
        }
        if how == How::But && one_of(&word, "skip|skipping") && leaves_days_out(&toks, &scope, answer, todos, clock) {
            continue;
        }
        let kept = named(toks.get(scope.clone()).unwrap_or_default(), todos);
        if kept.iter().any(|id| changed.contains(id)) {
            return false;
        }
        let plans = answer.decision == Decision::Plan && !changed.is_empty();
        // "delete the gym but keep this week's": of what is to stay nothing is a todo of its own.
        let deletes = |op: &Operation| matches!(op, Operation::Delete { .. } | Operation::BulkDelete { .. });
        if how == How::Not
            && plans
            && kept.is_empty()
            && one_of(&behind_keep(&toks, end), KEEPS)
            && answer.ops.iter().any(deletes)
        {
            return false;
        }
        let taken_up = answer.excepted || !kept.is_empty();
        if how == How::Except && plans && !answer.days_excepted && (!taken_up || dated(&toks, scope, text, clock)) {
            return false;
        }
    }
    true
}

/// "delete all travel tasks and skip gym on monday": what is named behind the word is a series of which days are left out, and
/// nothing else is done with it.
fn leaves_days_out(toks: &[Tok], scope: &Range<usize>, answer: &Answer, todos: &Todos, clock: &Clock) -> bool {
    let joins = |i: &usize| toks.get(*i).is_some_and(|t| one_of(&t.fold, "and|&|then|plus|or"));
    let end = scope.clone().find(joins).unwrap_or(scope.end);
    let ids = named(toks.get(scope.start..end).unwrap_or_default(), todos);
    let touched: Vec<TodoId> =
        ids.into_iter().filter(|id| answer.ops.iter().any(|op| changed(op, todos, clock).contains(id))).collect();
    let skips = |op: &Operation| matches!(op, Operation::SkipOccurrence { .. });
    let only = |id: &TodoId| answer.ops.iter().all(|op| skips(op) || !changed(op, todos, clock).contains(id));
    answer.decision == Decision::Plan && !touched.is_empty() && touched.iter().all(only)
}

/// Where a message says what is left out, of which [`guarded`] sees that it is.
pub(super) fn excepted(toks: &[Tok]) -> Vec<Range<usize>> {
    let total = toks.iter().any(|t| !t.quoted && one_of(&t.fold, TOTAL));
    let marked = (0..toks.len()).filter_map(|at| marker(toks, at, total));
    marked.map(|(end, how)| scope(toks, end, how)).collect()
}

/// Whether a message leaves something out of what it orders: what is named there is not what is meant.
pub fn leaves_out(text: &str) -> bool {
    let toks = tokens(text);
    let total = toks.iter().any(|t| !t.quoted && one_of(&t.fold, TOTAL));
    (0..toks.len()).any(|at| marker(&toks, at, total).is_some_and(|(_, how)| how != How::Not))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum How {
    Except,
    But,
    Not,
}

/// Words of exception at a place: where they end.
fn marker(toks: &[Tok], at: usize, total: bool) -> Option<(usize, How)> {
    let any = |list: &str| {
        let ends = list.split('|').filter_map(|phrase| {
            let count = phrase.split(' ').count();
            let said = toks.get(at..at + count)?;
            said.iter().zip(phrase.split(' ')).all(|(t, w)| !t.quoted && t.fold == w).then_some(at + count)
        });
        ends.max()
    };
    if let Some(end) = any(EXCEPT) {
        return Some((end, How::Except));
    }
    if let Some(end) = any(NOT) {
        return Some((end, if total { How::But } else { How::Not }));
    }
    if !total {
        return None;
    }
    let slip = toks.get(at).is_some_and(|t| {
        !t.quoted && (t.fold == "expect" || SLIPS.iter().any(|meant| t.fold != *meant && is_typo(&t.fold, meant)))
    });
    if slip { Some((at + 1, How::Except)) } else { any(BUT).map(|end| (end, How::But)) }
}

/// Keeps what follows.
const KEEPS: &str = "keep|leave|behalte|behalt|lass|lasse|conserva|deja|garde|laisse|pastreaza|lasa";

/// The last word of a marker that ends at a place.
fn behind_keep(toks: &[Tok], end: usize) -> String {
    end.checked_sub(1).and_then(|at| toks.get(at)).map(|t| t.fold.clone()).unwrap_or_default()
}

/// The words an exception is about: to the sentence's end, of a mere "not" to the next comma.
fn scope(toks: &[Tok], from: usize, how: How) -> Range<usize> {
    let stops = |t: &Tok| match t.after {
        Some(';' | '!' | '?' | '.') => true,
        Some(',') => how != How::Except,
        _ => false,
    };
    let stop = (from..toks.len()).find(|i| toks.get(*i).is_some_and(&stops)).map_or(toks.len(), |i| i + 1);
    let then = (from..stop).find(|i| toks.get(*i).is_some_and(|t| one_of(&t.fold, "then|dann|luego|puis|apoi")));
    from..then.unwrap_or(stop)
}

/// The word is one of a title, or was taken literally.
fn literal(word: &str, answer: &Answer, changed: &BTreeSet<TodoId>, todos: &Todos) -> bool {
    let titled = |id: &TodoId| {
        use countersign_core::todos::View;
        todos.todo(*id).is_some_and(|t| words(&fold(&t.title)).iter().any(|w| w == word))
    };
    let written = |op: &Operation| match op {
        Operation::Update { set, .. } | Operation::BulkUpdate { set, .. } => {
            let text = [set.title.as_deref(), set.notes.as_deref()];
            set.recurrence.is_some() || text.iter().flatten().any(|t| words(&fold(t)).iter().any(|w| w == word))
        }
        _ => false,
    };
    !changed.is_empty() && changed.iter().all(titled) || answer.ops.iter().any(written)
}

/// A new title has the word of exception, but not what it leaves out: "außer an Yoga" of "außer Sonntag an Yoga".
fn torn(word: &str, behind: &str, answer: &Answer) -> bool {
    answer.ops.iter().any(|op| {
        let Operation::Create(draft) = op else { return false };
        let title: Vec<String> = tokens(&draft.title).into_iter().map(|t| t.fold).collect();
        title.iter().any(|w| w == word) && !title.iter().any(|w| w == behind)
    })
}

/// Small words around the name of a label.
pub(super) const AROUND: &str = "the|my|our|all|everything|anything|todos|todo|tasks|task|stuff|things|items|ones|one|labelled|labeled|tagged|with|\
    label|tag|for|die|der|das|den|alle|alles|meine|las|los|mis|les|mes|des|cele|ale|de";

/// The todos that a list of names may mean: of each name those with all its words that are any title's.
pub(super) fn named(toks: &[Tok], todos: &Todos) -> BTreeSet<TodoId> {
    let mut out = BTreeSet::new();
    let joins = |t: &Tok| one_of(&t.fold, "and|or|nor|&|und|oder|y|e|o|et|ou|si|sau");
    let mut from = 0;
    for at in 0..=toks.len() {
        let join = toks.get(at).is_none_or(joins);
        let comma = toks.get(at).is_some_and(|t| t.after == Some(','));
        if !join && !comma {
            continue;
        }
        let end = (at + usize::from(comma && !join)).min(toks.len());
        let item = toks.get(from..end).unwrap_or_default();
        from = at + 1;
        // What is called just that is meant by it, and no longer title with the same words.
        let called =
            super::target::same_title(todos, &item.iter().map(|t| t.fold.as_str()).collect::<Vec<_>>().join(" "));
        if !called.is_empty() {
            out.extend(called);
            continue;
        }
        // The name of a label is all that have it.
        let mut own = item.iter().filter(|t| !one_of(&t.fold, AROUND)).map(|t| t.fold.trim_start_matches('#'));
        if let (Some(label), None) = (own.next(), own.next())
            && todos.has_label(label)
        {
            let has = |t: &&countersign_core::todo::Todo| t.labels.iter().any(|l| l.to_lowercase() == label);
            out.extend(todos.iter().filter(has).map(|t| t.id));
            continue;
        }
        let number = |t: &Tok| t.fold.strip_prefix('#').and_then(|d| d.parse().ok()).map(TodoId);
        out.extend(item.iter().filter_map(number));
        let said: Vec<String> = item.iter().flat_map(|t| words(&t.fold)).collect();
        let mut sets: Vec<BTreeSet<TodoId>> = said
            .iter()
            .filter(|w| !super::lexicon::lists(super::lexicon::STOP, w) && w.chars().count() > 1)
            .map(|w| super::target::inflections(w).iter().flat_map(|v| todos.with_word(v)).collect())
            .filter(|s: &BTreeSet<TodoId>| !s.is_empty())
            .collect();
        sets.sort_by_key(BTreeSet::len);
        let Some((first, others)) = sets.split_first() else { continue };
        let all: BTreeSet<TodoId> = first.iter().copied().filter(|id| others.iter().all(|s| s.contains(id))).collect();
        if all.is_empty() { out.extend(sets.into_iter().flatten()) } else { out.extend(all) }
    }
    out
}

/// A date behind what is left out says of what nobody knows, unless "to" says it is the new one.
fn dated(toks: &[Tok], scope: Range<usize>, text: &str, clock: &Clock) -> bool {
    let Some(from) = toks.get(scope.start).map(|t| t.start) else { return false };
    let to = scope.end.checked_sub(1).and_then(|i| toks.get(i)).map_or(text.len(), |t| t.end);
    let Some(said) = text.get(from..to) else { return false };
    dates::find(said, clock).iter().any(|f| {
        let before = said.get(..f.span.start).unwrap_or_default().trim_end();
        let own = said.get(f.span.clone()).unwrap_or_default();
        let link = |w: &str| one_of(&w.to_lowercase(), "to|until|till|onto|into|due");
        let first = own.split_whitespace().next().unwrap_or_default();
        let last = before.rsplit(char::is_whitespace).next().unwrap_or_default();
        !link(first) && !link(last)
    })
}
