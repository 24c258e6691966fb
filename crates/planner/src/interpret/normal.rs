//! A clause said the plain way: what it says beside its instruction (an exception, the value that was, "just
//! this once") is taken out and kept, so that the rest is read as if it stood alone. Nothing is dropped: an
//! exception that no set takes up leaves the clause unread.

use super::lexicon::one_of;
use super::run::{Run, Said, Stop};
use super::target::Want;
use super::text::Clause;
use super::value::value;

/// Said of one occurrence of a series.
const ONCE: &str = "just this once|only this once|this once|just that one|only that one|just this one|only this one|\
    just this time|only this time|this time only|just that time|only that time|just the once|one time only|\
    just for that day|only that day|just that day|this one time";

/// In front of what a set leaves out.
pub(super) const EXCEPT: &str = "except|except for|apart from|other than|excluding|aside from|not including|with the exception of|\
    but not|but leave|but keep|but leave out|just not|only not|save for|all but|but without|leaving out|but skip";

/// Behind the name of what is left out.
const LEFT: &str =
    "alone|as is|as it is|as they are|out|where it is|where they are|there|out of it|be|in place|untouched";

/// In front of the value that was.
const OLD: &str = "instead of|rather than|and not|but not|not";

/// What is moved keeps its time anyway.
const SAME: &str = "same time|at the same time|the same time|keep the time|keep the same time|same hour|same time as before|\
    same time as always|same time though|but same time|but at the same time|but keep the time|time stays|\
    time stays the same|same time of day|and keep the time";

/// The clause without its exception, its old value and "just this once".
pub(super) fn plain(run: &mut Run<'_>, text: &str) -> Said<String> {
    let text = same(run, text);
    let text = once(run, &text);
    let text = contrast(run, &text)?;
    except(run, &text)
}

/// "move the dentist to friday, same time".
fn same(run: &Run<'_>, text: &str) -> String {
    let c = Clause::new(text, run.clock);
    let cut = (2..c.len()).find(|i| c.any(*i, SAME) == Some(c.len()));
    let makes = || {
        super::split::verb_at(&c, super::split::lead(&c).at, false)
            .is_some_and(|h| h.verb == super::lexicon::Verb::Create && !one_of(c.word(h.at), "put|stick|throw|pop"))
    };
    match cut.filter(|i| !c.found.is_empty() && !makes() && super::split::names_something(c.slice(0..*i), run)) {
        Some(i) => c.slice(0..i).to_owned(),
        None => text.to_owned(),
    }
}

/// "… just this once": the answer to "this one or the series?" is given already.
fn once(run: &mut Run<'_>, text: &str) -> String {
    let c = Clause::new(text, run.clock);
    let len = c.len();
    if c.found.is_empty() || len < 4 {
        return text.to_owned();
    }
    let ends = (2..len).find(|i| c.any(*i, ONCE) == Some(len));
    let cut = match (ends, c.any(0, ONCE).filter(|e| *e + 2 < len)) {
        (Some(i), _) => c.slice(0..i).to_owned(),
        (None, Some(e)) => c.slice(e..len).to_owned(),
        (None, None) => return text.to_owned(),
    };
    run.fixed.series = run.fixed.series.or(Some(false));
    cut
}

/// "… is at 4 instead of 3", "wednesday, not tuesday": the value that was is not one to set.
fn contrast(run: &Run<'_>, text: &str) -> Said<String> {
    let c = Clause::new(text, run.clock);
    for i in 2..c.len() {
        let Some(e) = c.any(i, OLD).filter(|e| *e < c.len()) else { continue };
        let marked = c.toks.get(i - 1).is_some_and(|t| matches!(t.after, Some(',' | ';' | '(')));
        if c.word(i) == "not" && !marked {
            continue;
        }
        let (kept, old) = (c.slice(0..i), c.slice(e..c.len()));
        if matches!(value(run, old), Ok(Some(_))) && (1..i).any(|k| matches!(value(run, c.slice(k..i)), Ok(Some(_)))) {
            return Ok(kept.to_owned());
        }
    }
    Ok(text.to_owned())
}

/// "move everything to monday except the gym": kept for the set that the clause names.
fn except(run: &mut Run<'_>, text: &str) -> Said<String> {
    let c = Clause::new(text, run.clock);
    let Some((i, e)) = c.seek(2, EXCEPT).filter(|(_, e)| *e < c.len()) else { return Ok(text.to_owned()) };
    // "everything except the gym to monday" says where the rest goes behind it.
    let gets = |k: usize| {
        one_of(c.word(k), "to|until|till|onto|into|as|->|→")
            && k + 1 < c.len()
            && (c.word(k) == "as" || !matches!(value(run, c.slice(k + 1..c.len())), Ok(None)))
    };
    let rest = (e + 1..c.len()).find(|k| gets(*k)).unwrap_or(c.len());
    let behind = (e + 1..rest).find(|k| c.any(*k, LEFT) == Some(rest)).unwrap_or(rest);
    let named = c.slice(e..behind).to_owned();
    if !super::split::sets(c.slice(0..i)) {
        return Ok(text.to_owned());
    }
    // What cannot be found here may have more behind it: "everything except the gym to monday".
    let found = run.attempt(|run| run.objects(&named, Want::Open)).filter(|t| !t.unmet);
    let Some(targets) = found else { return Ok(text.to_owned()) };
    run.except = targets.ids();
    Ok(format!("{} {}", c.slice(0..i), c.slice(rest..c.len())).trim().to_owned())
}

/// An exception that no set took up.
pub(super) fn unheard(run: &mut Run<'_>) -> Said<()> {
    if std::mem::take(&mut run.except).is_empty() { Ok(()) } else { Err(Stop::Unsure) }
}

/// "only the groceries", "just the report": the word in front of a name that limits nothing by itself.
pub(super) fn unlimited(text: &str) -> &str {
    match text.split_once(' ') {
        Some((first, rest)) if one_of(&first.to_lowercase(), "only|just|even") => rest,
        _ => text,
    }
}
