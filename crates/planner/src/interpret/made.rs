//! Words for what the conversation made or spoke of before, where it is in the list by now: "them" and "the second" behind
//! "add call bob, email nina and buy milk", "it" behind "mark it done", "both" behind two messages about one todo each. Each is
//! put as the numbers of the todos.

use super::choice::ordinal;
use super::edits::Edits;
use super::lexicon::{STOP, lists, one_of};
use super::resolve::which;
use super::run::{Run, Said};
use super::text::Clause;
use super::{Batch, supplied};
use countersign_core::ids::TodoId;
use std::ops::Range;

/// Longer messages say for themselves what they are about.
const MOST_WORDS: usize = 12;

/// Most messages that are looked back at.
const MOST_BACK: usize = 6;

const THEM: &str =
    "all of them|both of them|them all|them both|all three of them|all three|all of those|them|those|these|they";
const IT: &str = "it|that|this|that one|this one|that todo|this todo";

/// In front of a day of the month, and of no place.
const OF_DAYS: &str = "to|on|by|until|till|til|from|before|after|due|every|since|through|for";

/// The message with those words as numbers; `None` where it has none, or where they may be of what is said now.
pub(super) fn plain(text: &str, run: &mut Run<'_>) -> Option<Said<String>> {
    let c = Clause::new(text, run.clock);
    if run.ctx.proposed || run.ctx.clarify.is_some() || run.ctx.turns.is_empty() || c.len() > MOST_WORDS {
        return None;
    }
    if c.len() == 0 || c.toks.iter().any(|t| t.quoted || t.fold.starts_with('#')) || text.trim_end().ends_with('?') {
        return None;
    }
    // "put it back": what was done is taken back, whatever it was done to.
    if c.any(super::split::lead(&c).at, super::undo::BACK).is_some() {
        return None;
    }
    if let Some(both) = both(&c, run) {
        return put(&c, &[both]).map(Ok);
    }
    let listed = run.listed_last();
    if listed.len() > 1 {
        // "the first to monday": an order about a place in a list is read as it is.
        let place = place(&c, super::split::lead(&c).at, &listed)?;
        return put(&c, &[place]).map(Ok);
    }
    let (ids, back) = run.made_last()?;
    let all = numbered(&ids);
    let at = |list: &'static str| (0..c.len()).find_map(|i| Some(i..c.any(i, list)?));
    if ids.len() == 1 {
        // Right behind its order "it" is changed in its making.
        let it = at(IT).filter(|_| back > 0)?;
        return put(&c, &[(it, all)]).map(Ok);
    }
    let mut places: Vec<(Range<usize>, String)> = Vec::new();
    for i in 0..c.len() {
        places.extend(place(&c, i, &ids));
    }
    if !places.is_empty() {
        return put(&c, &places).map(Ok);
    }
    let whole = |list: &'static str| c.any(0, list).filter(|end| *end < c.len()).map(|end| 0..end);
    if let Some(them) = at(THEM).or_else(|| whole("all")).or_else(|| at("both").filter(|_| ids.len() == 2)) {
        return put(&c, &[(them, all)]).map(Ok);
    }
    // Which two of them?
    let two = at("both").is_some();
    let only_when = c.found.first().is_some_and(|f| c.toks_of(&f.span) == (0..c.len()));
    let it = at(IT).is_some_and(|it| super::split::of_it(&c) || it.start == 0);
    (it || only_when || two).then(|| Err(which(run, supplied::WHICH.to_owned(), &ids)))
}

/// "both", where each of the two messages before was about one todo.
fn both(c: &Clause, run: &Run<'_>) -> Option<(Range<usize>, String)> {
    let at = (0..c.len()).find_map(|i| Some(i..c.any(i, "both of them|them both|those both|both of those|both")?))?;
    // "both dentists" and "both mom and dad" say which.
    let more = |i: usize| {
        let dated = c.found.iter().any(|f| c.toks_of(&f.span).contains(&i));
        let word = c.word(i).to_owned();
        let named = !lists(STOP, &word) && run.names(std::slice::from_ref(&word));
        !dated && (named || one_of(&word, "the|my|todos|tasks|of"))
    };
    if at.end < c.len() && at.len() == 1 && more(at.end) {
        return None;
    }
    let mut own =
        run.ctx.turns.iter().rev().filter(|turn| turn.role != "assistant" && turn.text.trim() != c.text.trim());
    let mut about = || {
        let turn = own.next()?;
        let ids = run.of_turn(turn);
        // "complete the gutters", which are closed by now.
        Some(if ids.is_empty() { run.topic(&turn.text) } else { ids })
    };
    let (last, before) = (about()?, about()?);
    match (last.as_slice(), before.as_slice()) {
        ([b], [a]) if a != b => Some((at, numbered(&[*a, *b]))),
        _ => None,
    }
}

/// "the second", "the first two", "the last one": of what was made.
fn place(c: &Clause, i: usize, ids: &[TodoId]) -> Option<(Range<usize>, String)> {
    let of_days = i > 0 && one_of(c.word(i - 1), OF_DAYS);
    if c.word(i) != "the" || of_days {
        return None;
    }
    let count = ["two", "three", "four", "five"].iter().position(|n| *n == c.word(i + 2)).map(|n| n + 2);
    let last = c.word(i + 1) == "last";
    if let Some(count) = count.filter(|n| *n <= ids.len() && one_of(c.word(i + 1), "first|last")) {
        let from = if last { ids.len() - count } else { 0 };
        return Some((i..i + 3, numbered(ids.get(from..from + count)?)));
    }
    let end = i + 2 + usize::from(one_of(c.word(i + 2), "one|todo|task|item"));
    // "the first of december", "the last week"
    let month = crate::dates::month(c.word(end)).is_some();
    if month || one_of(c.word(end), "of|week|weekend|day|month|time|half|thing|year") || count.is_some() {
        return None;
    }
    let at = if last { ids.len() - 1 } else { ordinal(c.word(i + 1), ids.len())? };
    (c.word(i + 1).parse::<u8>().is_err()).then_some(())?;
    Some((i..end, numbered(&[*ids.get(at)?])))
}

/// "#3, #4 and #5".
fn numbered(ids: &[TodoId]) -> String {
    let all: Vec<String> = ids.iter().map(|id| format!("#{id}")).collect();
    match all.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => all.concat(),
    }
}

fn put(c: &Clause, places: &[(Range<usize>, String)]) -> Option<String> {
    let mut edits = Edits::default();
    for (at, said) in places {
        edits.put(at.clone(), said);
    }
    edits.apply(c)
}

impl Run<'_> {
    /// The todos that the latest order made, and how many messages about "it" were said since.
    fn made_last(&self) -> Option<(Vec<TodoId>, usize)> {
        let own = self.ctx.turns.iter().rev().filter(|turn| turn.role != "assistant").take(MOST_BACK);
        for (back, turn) in own.enumerate() {
            let made = self.made_of(&turn.text);
            if !made.is_empty() {
                return Some((made, back));
            }
            let c = Clause::new(&turn.text, self.clock);
            if !super::split::of_it(&c) && !super::question::is_small_talk(&c) {
                return None;
            }
        }
        None
    }

    /// What a message asked for that is in the list now, in the order in which it was said.
    pub(super) fn made_of(&self, said: &str) -> Vec<TodoId> {
        let said = super::text::fold(said);
        let made = |batch: &&Batch| !batch.ops.is_empty() && batch.ops.iter().all(|op| op.op == "create");
        let titles = |batch: &Batch| -> Option<Vec<(usize, TodoId)>> {
            let place = |id: TodoId| Some((said.find(&super::text::fold(&self.todo(id)?.title))?, id));
            batch.ops.iter().map(|op| place(op.id?)).collect()
        };
        let mut all = self.ctx.history.iter().rev().filter(made).find_map(titles).unwrap_or_default();
        all.sort_unstable();
        all.dedup();
        all.into_iter().map(|(_, id)| id).collect()
    }
}
