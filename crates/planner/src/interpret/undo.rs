//! Taking back: names a batch of the history (TODOS.md rule 15).

mod since;

use super::lexicon::one_of;
use super::run::{Ask, Run, Said, Stop};
use super::target::{content, inflections};
use super::text::Clause;
use super::{Batch, HISTORY, UNDO};
use countersign_core::operation::Operation;
use countersign_core::todos::words;

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

fn nothing(run: &mut Run<'_>) -> Stop {
    run.warn("nothing_to_undo");
    Stop::Chat
}

fn undo(run: &mut Run<'_>, batch: &str) {
    run.ops.push(Operation::Undo { batch: Some(batch.to_owned()), item: None });
}

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
    let Some(next) = c.any(
        at,
        "undo|revert|undo that|take that back|take it back|take back what you just did|take back what you did|roll back|rollback|reverse|undo it|put it back|\
        put that back|bring it back|bring that back|restore it|restore that|undelete it|undelete that|undo this|\
        unddo|udno|revert that|put them back|bring them back|restore them|i didn't mean that|\
        i didn't mean to do that|that was a mistake|oops undo|go back",
    ) else {
        return Ok(false);
    };
    if text.trim_end().ends_with('?') && !lead.asked {
        return Ok(false);
    }
    let rest: Vec<String> = (next..c.len()).filter(|i| !c.is_used(*i)).map(|i| c.word(i).to_owned()).collect();
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
    let kinds: [(&str, &str); 5] = [
        (
            "delete|deletion|deletions|deleting|removal|removals|removing|deletes|deleted|remove",
            "delete|bulk_delete|delete_file",
        ),
        (
            "complete|completion|completions|completing|done|finish|completed|finishing",
            "complete|bulk_complete|complete_occurrence",
        ),
        ("create|creation|creations|creating|add|adding|addition|additions|added|created", "create|write_file"),
        (
            "move|moving|reschedule|rescheduling|postpone|postponing|moved|update|change|edit|rename|renaming|\
            updating|changing|rescheduled|priority",
            "update|bulk_update|move_occurrence|set_status|write_file|rename_file|chmod_file",
        ),
        ("skip|skipping|skipped", "skip_occurrence"),
    ];
    let filler = |w: &str| {
        one_of(
            w,
            "the|that|it|this|last|my|of|change|changes|action|actions|thing|things|operation|operations|please|\
        what|you|just|did|i|latest|previous|recent|most|step|steps|command|one|to|a|batch|edit|edits|everything|\
        them|all|for|from|two|three|both|four|five|1|2|3|4|5|past|commands|again|back|were|was|on|move|and|",
        ) || kinds.iter().any(|(said, _)| one_of(w, said))
    };
    let named: Vec<String> = content(&rest.iter().filter(|w| !filler(w)).cloned().collect::<Vec<_>>().join(" "));
    let kind = kinds.iter().find(|(said, _)| {
        rest.iter().any(|r| one_of(r, said) && !(matches!(r.as_str(), "change" | "edit" | "update") && has("last")))
    });
    // "everything since noon"
    let many = |w: &String| one_of(w, "everything|all|anything|whatever|what|changes|edits|actions");
    if count.is_none()
        && rest.iter().any(many)
        && let Some(stretch) = since::Stretch::of(text, run.clock).filter(|stretch| stretch.names(&named))
    {
        let of_kind = |b: &&&Batch| kind.is_none_or(|(_, ops)| b.ops.iter().any(|o| one_of(&o.op, ops)));
        let hits: Vec<String> =
            history.iter().filter(|b| stretch.holds(b)).filter(of_kind).map(|b| b.batch.clone()).collect();
        // More than is known here may have been done since.
        if history.len() >= HISTORY && hits.len() == history.len() {
            return Err(Ask::plain("Undo how many changes?"));
        }
        return taken(run, hits);
    }
    let about = |b: &&&Batch| {
        let of_kind = kind.is_none_or(|(_, ops)| b.ops.iter().any(|o| one_of(&o.op, ops)));
        let by_name = named.is_empty()
            || b.ops.iter().any(|o| {
                let title = o
                    .before
                    .as_ref()
                    .map(|t| t.title.clone())
                    .or_else(|| o.id.and_then(|id| run.todo(id)).map(|t| t.title.clone()))
                    .or_else(|| o.file.clone())
                    .unwrap_or_default();
                let title = words(&title);
                named.iter().all(|w| {
                    inflections(w).iter().any(|v| title.contains(v))
                        || title.iter().any(|t| super::target::is_typo(w, t))
                })
            });
        let by_batch = !counted && rest.iter().any(|w| *w == b.batch.to_lowercase());
        by_batch || of_kind && by_name
    };
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
    let hits: Vec<String> = history.iter().filter(about).take(count.unwrap_or(1)).map(|b| b.batch.clone()).collect();
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
    taken(run, hits)
}

/// What was found is taken back.
fn taken(run: &mut Run<'_>, hits: Vec<String>) -> Said<bool> {
    if hits.is_empty() {
        run.warn("nothing_to_undo");
        return Err(Ask::plain("Nothing like that was done lately. What should be undone?"));
    }
    for batch in hits {
        undo(run, &batch);
    }
    Ok(true)
}

/// "bring back the dentist": the deletion that took it, or the completion to reopen.
pub(super) fn restore(run: &mut Run<'_>, text: &str) -> Said<()> {
    let wanted = content(text);
    let history = ordered(&run.ctx.history);
    let hits: Vec<String> = history
        .iter()
        .filter(|b| {
            b.ops.iter().any(|o| {
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
            })
        })
        .map(|b| b.batch.clone())
        .collect();
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
        [first, ..] => {
            let batch = first.clone();
            undo(run, &batch);
            Ok(())
        }
    }
}
