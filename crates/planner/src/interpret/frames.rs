//! What can be said of a todo in any order of words: a name (one todo, a list, a set, "it") in a frame of closed-class
//! words that says what becomes of it ("~ can go", "i no longer need ~", "~ works better @"). A frame only holds where
//! every word of the clause is explained: by the frame, by a date, or by the todos that the name surely means.

mod matching;
mod table;

use super::run::{Ref, Run};
use super::text::Clause;
use crate::dates::Role;
use matching::{Caught, Stream};
pub(super) use table::Deed;

/// The most words a clause of this kind has.
const MOST: usize = 28;

/// The end of an amount by which a date moves.
const AMOUNTS: [&str; 3] = [" later", " earlier", " sooner"];

/// A clause said again as an order that the rest of the planner reads; `None` where no frame explains all of it, or
/// where two frames say different things.
pub(super) fn order(run: &mut Run<'_>, text: &str) -> Option<String> {
    let c = Clause::new(text, run.clock);
    if c.len() == 0 || c.len() > MOST || c.toks.iter().any(|t| t.quoted) || text.trim_end().ends_with('?') {
        return None;
    }
    let stream = Stream::new(&c);
    for (deed, patterns) in table::FRAMES {
        for pattern in *patterns {
            for caught in stream.all(pattern, *deed) {
                if let Some(said) = said(run, &c, &stream, *deed, &caught) {
                    return Some(said);
                }
            }
        }
    }
    None
}

/// The order that a frame with its catch stands for.
fn said(run: &mut Run<'_>, c: &Clause, stream: &Stream, deed: Deed, caught: &Caught) -> Option<String> {
    let name = match &caught.name {
        Some(words) => c.slice(stream.tokens(words)).to_owned(),
        None if run.last.is_empty() => return None,
        None => "it".to_owned(),
    };
    if !names(run, &name, deed, caught.did.map(|at| stream.word(at))) {
        return None;
    }
    let date = caught.date.as_ref().map(|words| c.slice(stream.tokens(words)).to_owned());
    let due = caught.date.as_ref().is_some_and(|words| {
        let range = stream.tokens(words);
        c.found.iter().any(|f| f.role == Role::Due && c.toks_of(&f.span).start < range.end)
    });
    let when = date.clone().unwrap_or_default();
    Some(match deed {
        Deed::Skip => format!("skip {name} {when}").trim().to_owned(),
        Deed::Delete => format!("delete {name}"),
        Deed::Complete => format!("complete {name}"),
        Deed::Did => format!("i did {name} {when}").trim().to_owned(),
        Deed::Reopen => format!("reopen {name}"),
        // "comes an hour later" is an amount and no date.
        Deed::Move | Deed::Due if AMOUNTS.iter().any(|word| when.to_lowercase().ends_with(word)) => {
            format!("move {name} {when}")
        }
        Deed::Move if due => format!("make {name} due {}", bare(&when, true)),
        Deed::Move => format!("move {name} to {}", bare(&when, false)),
        Deed::Due => format!("make {name} due {}", bare(&when, true)),
        Deed::Stop => format!("stop {name} after {}", bare(&when, false)),
        Deed::Level => format!("set {name} to {} priority", stream.word(caught.level?)),
        Deed::Estimate => format!("set the estimate of {name} to {}", c.slice(stream.tokens(caught.length.as_ref()?))),
    })
}

/// Whether a name surely means todos to which this can happen.
fn names(run: &mut Run<'_>, name: &str, deed: Deed, did: Option<&str>) -> bool {
    let series = |run: &Run<'_>, r: &Ref| match r {
        Ref::Todo(id) => run.todo(*id).is_some_and(|t| t.recurrence.is_repeating()),
        Ref::New(_) => false,
    };
    let closed = |run: &Run<'_>, r: &Ref| matches!(r, Ref::Todo(id) if run.todo(*id).is_some_and(|t| t.completed()));
    let Some(targets) = run.refer(name).filter(|t| !t.unmet && !t.all) else { return false };
    let all = |test: &dyn Fn(&Run<'_>, &Ref) -> bool| targets.refs.iter().all(|r| test(run, r));
    let fits = match deed {
        Deed::Skip | Deed::Stop => !targets.bulk && all(&series),
        Deed::Reopen => all(&closed),
        Deed::Did if did.is_some() => !targets.bulk && targets.refs.len() == 1,
        _ => true,
    };
    fits && did.is_none_or(|verb| {
        targets.ids().iter().filter_map(|id| run.todo(*id)).all(|todo| table::does(verb, &todo.title))
    })
}

/// A date without the words that tie it to what stands in front.
fn bare(when: &str, due: bool) -> &str {
    const TIES: [&str; 12] =
        ["only ", "due ", "until ", "till ", "by ", "on ", "for ", "to ", "from ", "at ", "in the ", "the "];
    let mut rest = when;
    while let Some(shorter) = TIES
        .iter()
        .filter(|tie| due || !matches!(**tie, "the " | "in the "))
        .find_map(|tie| rest.get(..tie.len()).filter(|front| front.eq_ignore_ascii_case(tie)).map(|_| tie.len()))
    {
        rest = rest.get(shorter..).unwrap_or_default();
    }
    rest
}
