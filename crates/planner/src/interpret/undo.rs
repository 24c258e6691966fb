//! Taking back: names a batch of the history (TODOS.md rule 15).

mod kinds;
mod since;

use super::lexicon::one_of;
use super::run::{Ask, Run, Said, Stop};
use super::target::{content, inflections};
use super::text::Clause;
use super::{Batch, HISTORY, HistoryOp, UNDO};
use countersign_core::ids::TodoId;
use countersign_core::operation::Operation;
use countersign_core::todos::words;
use std::collections::BTreeSet;

/// The newest batch that changed todos, by its time where every batch has one.
pub(super) fn latest(history: &[Batch]) -> Option<&Batch> {
    ordered(history).into_iter().find(|b| b.ops.is_empty() || b.ops.iter().any(|o| o.id.is_some()))
}

/// Changes, newest first, without what took others back.
fn ordered(history: &[Batch]) -> Vec<&Batch> {
    let mut all = newest_first(history);
    all.retain(|b| !b.batch.is_empty() && (b.ops.is_empty() || !is_undo(b)));
    all
}

/// Whether a batch took others back.
fn is_undo(batch: &Batch) -> bool {
    !batch.ops.is_empty() && batch.ops.iter().all(|o| o.op == UNDO)
}

fn newest_first(history: &[Batch]) -> Vec<&Batch> {
    let mut all: Vec<&Batch> = history.iter().rev().collect();
    if history.iter().all(|b| b.at.is_some()) {
        // RFC 3339 in UTC sorts as text; a stable sort keeps the order of equal times.
        all.sort_by(|a, b| b.at.cmp(&a.at));
    }
    all
}

/// A batch in words: what it did first, and to what.
fn label(batch: &Batch) -> String {
    if let Some(title) = &batch.title {
        return title.clone();
    }
    let Some(first) = batch.ops.first() else { return batch.batch.clone() };
    match (&first.before, &first.file) {
        (Some(todo), _) => format!("{} “{}”", first.op, todo.title),
        (None, Some(file)) => format!("{} “{file}”", first.op),
        (None, None) => first.op.clone(),
    }
}

/// "redo", "undo the undo": takes back what was taken back last. `Ok(true)` = done.
fn redo(c: &Clause, at: usize, run: &mut Run<'_>) -> Said<bool> {
    let said = c.any(
        at,
        "redo|re-do|undo the undo|undo that undo|undo my undo|undo the last undo|undo your undo|revert the undo|\
        take back the undo|un-undo|reverse the undo",
    );
    let Some(next) = said else { return Ok(false) };
    let rest = |i: usize| c.is_used(i) || one_of(c.word(i), "it|that|this|the|last|change|changes|undo|again|please");
    // "redo the kitchen floor" is a todo's business.
    if !(next..c.len()).all(rest) {
        return Ok(false);
    }
    let last = newest_first(&run.ctx.history).into_iter().find(|b| !b.batch.is_empty() && is_undo(b));
    let Some(batch) = last.map(|b| b.batch.clone()) else {
        run.warn("nothing_to_redo");
        return Err(Stop::Chat);
    };
    undo(run, &batch);
    Ok(true)
}

/// "undo going back", "take back the rewind": what went back in the history.
fn of_a_rewind(c: &Clause, from: usize) -> bool {
    let name = c.any(from, "the last|the|my last|my|that|this|last").unwrap_or(from);
    c.any(name, "rewind|rewinding|going back|going back in time|going back in the history|jump back|jumping back|step back in the history")
        .is_some_and(|end| end == c.len())
}

fn nothing(run: &mut Run<'_>) -> Stop {
    run.warn("nothing_to_undo");
    Stop::Chat
}

fn undo(run: &mut Run<'_>, batch: &str) {
    run.ops.push(Operation::Undo { batch: Some(batch.to_owned()), item: None });
}

/// Takes back of a batch the one item that is about what is meant, and about nothing else; `false` where none is.
fn undo_part(run: &mut Run<'_>, batch: &Batch, meant: impl Fn(&HistoryOp) -> bool) -> bool {
    let numbers: BTreeSet<Option<u32>> = batch.ops.iter().filter(|op| meant(op)).map(|op| op.n).collect();
    let Some(Some(n)) = numbers.first().filter(|_| numbers.len() == 1) else { return false };
    let only = batch.ops.iter().all(|op| op.n != Some(*n) || meant(op));
    if only {
        run.ops.push(Operation::Undo { batch: Some(batch.batch.clone()), item: Some(n.to_string()) });
    }
    only
}

/// "undo that and complete the tap": takes back what is said in front; the order behind it.
pub(super) fn beside(text: &str, run: &mut Run<'_>) -> Said<Option<String>> {
    let c = Clause::new(text, run.clock);
    let at = super::split::lead(&c).at;
    let Some(next) = c.any(at, "undo|revert|take that back|take it back|reverse|roll back") else { return Ok(None) };
    let parted = |i: &usize| {
        let mark = c.toks.get(i - 1).is_some_and(|t| !t.quoted && matches!(t.after, Some('.' | ',' | ';')));
        let word = one_of(c.word(*i), "and|then|also");
        (mark || word) && super::split::plausible(c.slice(*i..c.len()), run)
    };
    let Some(cut) = (next.max(1)..c.len()).find(parted) else { return Ok(None) };
    let front = c.slice(0..cut).trim_end_matches([',', '.', ';', ' ']).to_owned();
    let head = super::split::lead(&Clause::new(c.slice(cut..c.len()), run.clock)).at;
    Ok(handle(&front, run)?.then(|| c.slice(cut + head..c.len()).to_owned()))
}

/// "put the dentist back where it was", "put the lamp back": where the words for what is put back begin and end, and whether
/// it is said that nothing else is meant.
fn put_back(c: &Clause, at: usize) -> Option<(usize, usize, bool)> {
    const WAS: &str = "back where it was|back where they were|back to where it was|back the way it was|back the way they were|\
        back to the way it was|back as it was|back as they were|back how it was|back to how it was|back like it was";
    let from = c.any(at, "put")?;
    let end = (from + 1..c.len()).find(|i| c.any(*i, WAS) == Some(c.len()) || c.any(*i, "back") == Some(c.len()))?;
    Some((from, end, c.any(end, WAS).is_some()))
}

/// Takes back what was done last.
pub(super) const BACK: &str = "undo|revert|undo that|take that back|take it back|take back what you just did|take back what you did|take back what i just did|take back what i did|take back my last change|take back the last change|roll back|rollback|reverse|undo it|put it back|\
    put that back|unskip|un-skip|bring it back|bring that back|restore it|restore that|undelete it|undelete that|undo this|\
    unddo|udno|revert that|put them back|bring them back|restore them|i didn't mean that|\
    i didn't mean to do that|i didn't mean to|i did not mean to|that was a mistake|oops undo|go back";

/// Handles a message that takes something back. `Ok(true)` = done.
pub(super) fn handle(text: &str, run: &mut Run<'_>) -> Said<bool> {
    let mut c = Clause::new(text, run.clock);
    super::split::trim_tail(&mut c);
    let lead = super::split::lead(&c);
    let at = lead.at;
    if c.any(at, "undo completion|undo the completion").is_some() && run.ctx.history.is_empty() {
        return Ok(false);
    }
    if redo(&c, at, run)? {
        return Ok(true);
    }
    let rewound = c.any(at, "undo|take back|revert|reverse|cancel").filter(|next| of_a_rewind(&c, *next));
    let undone = c.any(at, BACK);
    let put = put_back(&c, at).filter(|(from, end, told)| *told || was_changed(&c, *from..*end, run));
    let Some(next) = rewound.or(undone).or(put.map(|(from, ..)| from)) else { return Ok(false) };
    if text.trim_end().ends_with('?') && !lead.asked {
        return Ok(false);
    }
    let mut rest: Vec<String> = (next..c.len()).filter(|i| !c.is_used(*i)).map(|i| c.word(i).to_owned()).collect();
    if let Some((from, end, _)) = put.filter(|_| undone.is_none()) {
        rest = (from..end).map(|i| c.word(i).to_owned()).collect();
    }
    if c.any(at, "unskip|un-skip").is_some() {
        rest.insert(0, "skip".to_owned());
    }
    if rewound.is_some() {
        rest = vec!["rewind".to_owned()];
    }
    // "I didn't mean to be rude"
    if c.slice(at..next).ends_with(" to") && !rest.first().is_some_and(|w| kinds::is_word(w)) {
        return Ok(false);
    }
    let history = ordered(&run.ctx.history);
    if history.is_empty() {
        return Err(nothing(run));
    }
    let has = |w: &str| rest.iter().any(|r| r == w);
    // "undo the last 2", "undo 2 things": how many, not which entry.
    let several = |w: &str| {
        one_of(w, "last|latest|previous|recent|things|changes|actions|operations|steps|edits|commands|most|past")
    };
    let counted = rest.iter().any(|r| several(r));
    // "the last two changes"
    let count = rest.iter().find_map(|w| match w.as_str() {
        "two" | "2" | "both" => Some(2),
        "three" | "3" => Some(3),
        "four" | "4" => Some(4),
        "five" | "5" => Some(5),
        _ => None,
    });
    let named = names(&rest);
    let kind = kinds::named(&rest);
    let of_kind = |at: usize| kind.is_none_or(|kind| kind.holds(&history, at, run));
    let batches = |places: Vec<usize>| -> Vec<String> {
        places.into_iter().filter_map(|at| history.get(at)).map(|b| b.batch.clone()).collect()
    };
    // More than is known here may have been done since.
    let whole = history.len() < HISTORY;
    // "everything since noon"
    let many = |w: &String| one_of(w, "everything|all|anything|whatever|what|changes|edits|actions");
    let single = |w: &String| one_of(w, "change|edit|action");
    // "yesterday's change": the one of that day.
    if count.is_none()
        && rest.iter().any(single)
        && let Some(stretch) = since::Stretch::of(text, run.clock).filter(|stretch| stretch.names(&named))
    {
        let hits: Vec<usize> =
            (0..history.len()).filter(|at| history.get(*at).is_some_and(|b| stretch.holds(b))).collect();
        if hits.len() > 1 {
            let among: Vec<&Batch> = hits.into_iter().filter_map(|at| history.get(at).copied()).collect();
            return Err(asked(&among));
        }
        return taken(run, batches(hits));
    }
    if count.is_none()
        && rest.iter().any(many)
        && let Some(stretch) = since::Stretch::of(text, run.clock).filter(|stretch| stretch.names(&named))
    {
        let hits: Vec<usize> = (0..history.len())
            .filter(|at| history.get(*at).is_some_and(|b| stretch.holds(b)) && of_kind(*at))
            .collect();
        if !whole && hits.len() == history.len() {
            return Err(Ask::plain("Undo how many changes?"));
        }
        let hits = batches(hits);
        if let Some(code) = stretch.taken.filter(|_| !hits.is_empty()) {
            run.warn(code);
        }
        return taken(run, hits);
    }
    if count.is_none()
        && let Some(hits) = each(&rest, &history, run)
    {
        let hits = batches(hits);
        return taken(run, hits);
    }
    let number = |w: &str| w.bytes().all(|b| b.is_ascii_digit());
    let entry = |w: &String, b: &&&Batch| *w == b.batch.to_lowercase() && !(counted && number(w));
    // "undo the last 12": more than is counted here.
    if counted && count.is_none() && rest.iter().any(|w| number(w) && w != "1") {
        return Err(Ask::plain("Undo how many changes?"));
    }
    if let Some(exact) = history.iter().find(|b| rest.iter().any(|w| entry(w, b))) {
        let batch = exact.batch.clone();
        undo(run, &batch);
        return Ok(true);
    }
    let hits = (0..history.len()).filter(|at| of_kind(*at) && history.get(*at).is_some_and(|b| about(b, &named, run)));
    if count.is_none()
        && !everything_of(&rest)
        && let Some(alike) = tied(&history, hits.clone().collect(), &named, run)
    {
        return Err(asked(&alike));
    }
    if count.is_none()
        && let Some(place) = placed(&rest, &named)
    {
        let of_kind: Vec<&Batch> =
            (0..history.len()).rev().filter(|at| of_kind(*at)).filter_map(|at| history.get(at).copied()).collect();
        return nth(place, &history, of_kind, run);
    }
    let everything = ["everything", "all"].iter().any(|w| has(w));
    let from_oldest = rest.iter().any(|w| one_of(w, OLDEST)) && named.iter().all(|w| one_of(w, OLDEST));
    let hits: Vec<usize> = if from_oldest {
        if !whole {
            return Err(Ask::plain("Undo how many changes?"));
        }
        let mut oldest: Vec<usize> = (0..history.len()).rev().filter(|at| of_kind(*at)).collect();
        oldest.truncate(count.unwrap_or(1));
        oldest
    } else if everything && kind.is_some() && count.is_none() {
        let hits: Vec<usize> = hits.collect();
        if !whole && hits.len() == history.len() {
            return Err(Ask::plain("Undo how many changes?"));
        }
        hits
    } else {
        hits.take(count.unwrap_or(1)).collect()
    };
    if !hits.is_empty()
        && has("everything")
        && history.len() > 1
        && count.is_none()
        && named.is_empty()
        && kind.is_none()
    {
        return Err(Ask::about(
            "Undo how much?",
            "value",
            history.iter().take(7).map(|b| (serde_json::json!(b.batch), label(b))).collect(),
        ));
    }
    // One of several that were changed together: it comes back, where it was an item of its own.
    if let [at] = hits.as_slice()
        && !named.is_empty()
        && let Some(batch) = history.get(*at).copied()
        && batch.ops.len() > 1
    {
        let ids = ids_of(batch, &named, run);
        let meant = |op: &HistoryOp| op.id.is_some_and(|id| ids.contains(&id));
        if !batch.ops.iter().all(meant) && undo_part(run, batch, meant) {
            return Ok(true);
        }
        if !whole_is(batch, &named, run) {
            return Err(asked(&[batch]));
        }
    }
    let hits = batches(hits);
    taken(run, hits)
}

/// Whether what the words name was changed lately.
fn was_changed(c: &Clause, words: std::ops::Range<usize>, run: &Run<'_>) -> bool {
    let named = names(&words.map(|i| c.word(i).to_owned()).collect::<Vec<_>>());
    !named.is_empty() && run.ctx.history.iter().any(|batch| about(batch, &named, run))
}

/// Whether a name fits all that a change was about, or the change itself is called so.
fn whole_is(batch: &Batch, named: &[String], run: &Run<'_>) -> bool {
    let each = batch.ops.iter().all(|op| about(&Batch { ops: vec![op.clone()], ..Batch::default() }, named, run));
    each || batch.title.as_ref().is_some_and(|title| named.iter().all(|w| words(title).contains(w)))
}

/// The todos of a batch that a name fits.
fn ids_of(batch: &Batch, named: &[String], run: &Run<'_>) -> Vec<TodoId> {
    let fits = |op: &&HistoryOp| about(&Batch { ops: vec![(*op).clone()], ..Batch::default() }, named, run);
    batch.ops.iter().filter(fits).filter_map(|op| op.id).collect()
}

fn everything_of(rest: &[String]) -> bool {
    rest.iter().any(|w| one_of(w, "everything|all|both"))
}

/// Which of several changes is to be taken back.
fn asked(among: &[&Batch]) -> Stop {
    /// More are not shown.
    const MOST: usize = 7;
    let options = among.iter().take(MOST).map(|b| (serde_json::json!(b.batch), label(b))).collect();
    Ask::about("Which one do you mean?", "value", options)
}

/// "The first one", "the second change": a place, and nothing that names what was changed.
fn placed(rest: &[String], named: &[String]) -> Option<usize> {
    const PLACES: [&str; 4] = ["first|1st", "second|2nd", "third|3rd", "fourth|4th"];
    let place = |w: &String| PLACES.iter().position(|names| one_of(w, names));
    let one = rest.iter().any(|w| one_of(w, "one|change|thing|action|edit"));
    let only = named.iter().all(|w| place(w).is_some());
    rest.iter().find_map(place).filter(|_| one && only)
}

/// Changes of more todos than this are no answer to a place in a list, unasked.
const MOST_TO_GUESS: usize = 10;

/// The change at a place, counted among those that the conversation asked for; where it asked for none, among all.
fn nth(place: usize, history: &[&Batch], of_kind: Vec<&Batch>, run: &mut Run<'_>) -> Said<bool> {
    let here: Vec<&Batch> = of_kind.iter().copied().filter(|b| b.here).collect();
    let all = if here.is_empty() { of_kind } else { here };
    match all.get(place) {
        // Older ones may be left out.
        _ if !all.iter().any(|b| b.here) && history.len() >= HISTORY => Err(Ask::plain("Undo how many changes?")),
        Some(batch) if batch.here || batch.ops.len() <= MOST_TO_GUESS => taken(run, vec![batch.batch.clone()]),
        None if all.is_empty() => taken(run, Vec::new()),
        _ => Err(asked(history)),
    }
}

/// Changes of different todos that a name fits alike: none of them is called just that.
fn tied<'b>(history: &[&'b Batch], hits: Vec<usize>, named: &[String], run: &Run<'_>) -> Option<Vec<&'b Batch>> {
    let hits: Vec<&Batch> = hits.into_iter().filter_map(|at| history.get(at).copied()).filter(|b| b.here).collect();
    let ids = |b: &Batch| b.ops.iter().filter_map(|o| o.id).collect::<Vec<_>>();
    let title = |b: &Batch| {
        let before = b.ops.iter().find_map(|o| o.before.as_ref()).map(|t| t.title.clone());
        before.or_else(|| b.ops.iter().find_map(|o| o.id).and_then(|id| run.todo(id)).map(|t| t.title.clone()))
    };
    let called = |b: &&Batch| title(b).is_some_and(|t| content(&t) == *named);
    let differ = hits.windows(2).any(|pair| matches!(pair, [a, b] if ids(a) != ids(b)));
    let single = hits.iter().all(|b| b.ops.len() == 1);
    (!named.is_empty() && hits.len() > 1 && differ && single && !hits.iter().any(called)).then_some(hits)
}

/// Words for the change that was made before all others.
const OLDEST: &str = "first|oldest|earliest";

/// The words that name what a change was about.
fn names(rest: &[String]) -> Vec<String> {
    let filler = |w: &str| {
        one_of(
            w,
            "the|that|it|this|last|my|of|change|changes|action|actions|thing|things|operation|operations|please|\
        what|you|just|did|i|latest|previous|recent|most|step|steps|command|one|to|a|batch|edit|edits|everything|\
        them|all|for|from|two|three|both|four|five|1|2|3|4|5|past|commands|again|back|were|was|on|and|with|",
        ) || kinds::is_word(w)
    };
    content(&rest.iter().filter(|w| !filler(w)).cloned().collect::<Vec<_>>().join(" "))
}

/// Whether a change was one of something that these words name, or bears them as its own name.
fn about(batch: &Batch, named: &[String], run: &Run<'_>) -> bool {
    named.is_empty()
        || batch.ops.iter().any(|o| {
            let title = o
                .before
                .as_ref()
                .map(|t| t.title.clone())
                .or_else(|| o.id.and_then(|id| run.todo(id)).map(|t| t.title.clone()))
                .or_else(|| o.file.clone())
                .unwrap_or_default();
            let title = words(&title);
            named.iter().all(|w| {
                inflections(w).iter().any(|v| title.contains(v)) || title.iter().any(|t| super::target::is_typo(w, t))
            })
        })
}

/// "the delete and the move", "that and the one before": the places of several changes, each named by itself. `None`
/// where the words do not go so; empty where one of them is not there.
fn each(rest: &[String], history: &[&Batch], run: &Run<'_>) -> Option<Vec<usize>> {
    // "undo that" is said and read before the rest.
    let parts: Vec<&[String]> = rest.split(|w| one_of(w, "and|plus|then")).collect();
    if parts.len() < 2 || parts.iter().skip(1).any(|part| part.is_empty()) {
        return None;
    }
    let mut hits: Vec<usize> = Vec::new();
    for part in parts {
        let (kind, named) = (kinds::named(part), names(part));
        let own = |at: &usize| {
            kind.is_none_or(|kind| kind.holds(history, *at, run))
                && history.get(*at).is_some_and(|b| about(b, &named, run))
        };
        let hit = match hits.last() {
            Some(last) if named.iter().all(|w| one_of(w, "before|prior|previous|earlier")) && kind.is_none() => {
                let next = part.iter().any(|w| one_of(w, "before|prior|previous|earlier"));
                next.then_some(last + 1).filter(|at| *at < history.len())?
            }
            None if named.is_empty() && kind.is_none() => 0,
            _ => match (0..history.len()).filter(|at| !hits.contains(at)).find(own) {
                Some(at) => at,
                // "the change to milk and bread" is one.
                None if kind.is_none() => return None,
                None => return Some(Vec::new()),
            },
        };
        hits.push(hit);
    }
    Some(hits)
}

/// What was found is taken back.
fn taken(run: &mut Run<'_>, hits: Vec<String>) -> Said<bool> {
    if hits.is_empty() {
        run.warn("nothing_to_undo");
        return Err(Ask::plain("Nothing like that was done lately. What should be undone?"));
    }
    // Going back in the history among them: what it took back stands again once it is taken back itself, and is then
    // what comes next. That is said one by one.
    let among: Vec<&Batch> = run.ctx.history.iter().filter(|b| hits.contains(&b.batch)).collect();
    if among.len() > 1 && among.iter().any(|b| b.ops.iter().any(|op| op.op == super::REWIND)) {
        return Err(asked(&among));
    }
    for batch in hits {
        undo(run, &batch);
    }
    Ok(true)
}

/// What a thing is called that was deleted, whatever its name.
const GONE: &str = "deleted|removed|trashed|what";

/// "bring back the dentist": the deletion that took it, or the completion to reopen.
pub(super) fn restore(run: &mut Run<'_>, text: &str) -> Said<()> {
    // "everything I deleted"
    let everything = words(text).iter().any(|w| one_of(w, "everything|all|both"));
    let mut wanted = content(text);
    if everything || wanted.iter().all(|w| one_of(w, GONE)) {
        wanted.retain(|w| !one_of(w, GONE) && !one_of(w, "everything|all|both|things|todos|tasks"));
    }
    let history = ordered(&run.ctx.history);
    let meant = |o: &HistoryOp| {
        matches!(o.op.as_str(), "delete" | "bulk_delete")
            && o.before.as_ref().is_some_and(|t| {
                let number = wanted.iter().any(|w| *w == t.id.to_string());
                let title = words(&t.title);
                number
                    || wanted.iter().all(|w| {
                        inflections(w).iter().any(|v| title.contains(v))
                            || title.iter().any(|x| super::target::is_typo(w, x))
                    })
            })
    };
    let hits: Vec<&Batch> = history.iter().copied().filter(|b| b.ops.iter().any(meant)).collect();
    match hits.as_slice() {
        [] => {
            run.warn("nothing_to_undo");
            let found = run.search(&wanted, super::target::Want::Closed, &|t| t.status.is_closed());
            match found {
                super::target::Match::One(id) => {
                    let question = "Nothing of that name was deleted lately. Reopen this one?".to_owned();
                    Err(super::resolve::which(run, question, &[id]).on(super::run::Topic::Order("reopen")))
                }
                _ => Err(nothing(run)),
            }
        }
        all if everything && wanted.is_empty() && history.len() >= HISTORY && all.len() > 1 => {
            Err(Ask::plain("Undo how many changes?"))
        }
        all => {
            let most = if everything { all.len() } else { 1 };
            for batch in all.iter().take(most) {
                let part = !everything && !wanted.is_empty() && !batch.ops.iter().all(meant);
                if !(part && undo_part(run, batch, meant)) {
                    undo(run, &batch.batch);
                }
            }
            Ok(())
        }
    }
}
