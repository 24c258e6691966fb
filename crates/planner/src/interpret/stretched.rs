//! Lengths that are changed and not set: "add two hours to the novel", "make the call 15 minutes shorter", "double the
//! estimate of the talk", "cut the novel in half". They count from the estimate that is there; where there is none it is
//! asked for, and "… to an hour" answers it.

use super::amount::{self, Unit};
use super::lengths;
use super::lexicon::one_of;
use super::resolve::{Targets, which};
use super::run::{Ask, Ref, Run, Said};
use super::target::{Match, Want, content, same_title};
use super::text::Clause;
use countersign_core::operation::Patch;
use serde_json::json;

/// The words that changes of a length are made of.
pub(super) const WORDS: &str = "add|put|take|knock|shave|trim|cut|subtract|deduct|lop|extend|lengthen|prolong|stretch|expand|increase|raise|\
    shorten|reduce|decrease|lower|shrink|curtail|double|triple|quadruple|halve|slice|half|longer|shorter|more|less|extra|additional|another|twice|times|\
    long|as|takes|take|needs|need|lasts|last|estimate|estimated|duration|length|make|keep|later";

const FIELDS: &str = "estimate|estimated time|time estimate|duration|length";
const LONGER: &str = "extend|lengthen|prolong|stretch|expand|increase|raise";
const SHORTER: &str = "shorten|cut|trim|reduce|decrease|lower|shrink|curtail";
/// Verbs of many things: of a length only where it is named.
const OF_ANYTHING: &str = "increase|raise|decrease|lower";
const TAKES: &str = "takes|will take|is going to take|should take|needs|will need|lasts|will last|is|should be|gets|takes me|could take|may take|might take";

/// How a length becomes another.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Minutes(i64),
    /// So many times it, in halves.
    Halves(i64),
    /// By a length that is said apart, or was not said.
    To(Option<u32>),
}

/// A change of a length, and whose it is.
struct Change {
    name: String,
    by: By,
    /// The length itself was named: "the estimate of the novel".
    named: bool,
}

/// Carries out a clause that changes a length; `false` where it is none, or where nothing is surely meant by its name.
pub(super) fn handle(run: &mut Run<'_>, c: &Clause, at: usize) -> Said<bool> {
    let len = (at..c.len()).rev().find(|i| !c.is_used(*i)).map_or(at, |i| i + 1);
    let c = &Clause::new(c.slice(at..len), run.clock);
    if c.toks.iter().any(|t| t.quoted) || !same_title(run.todos, &c.text).is_empty() {
        return Ok(false);
    }
    if let Some(order) = by_days(run, c)? {
        return run.clause(&order).map(|()| true);
    }
    let Some(change) = read(c) else { return Ok(false) };
    let Some(targets) = meant(run, &change)? else { return Ok(false) };
    let ids = targets.ids();
    let mut estimates = Vec::new();
    for id in &ids {
        let Some(todo) = run.todo(*id) else { return Ok(false) };
        let after = match (change.by, todo.estimate) {
            (By::To(Some(minutes)), _) => i64::from(minutes),
            (By::Minutes(more), Some(was)) => i64::from(was) + more,
            (By::Halves(halves), Some(was)) => i64::from(was) * halves / 2,
            (By::To(None), Some(_)) => {
                return Err(Ask::about(format!("How long does “{}” take?", todo.title), "value", Vec::new()));
            }
            // Of a set it is not known whose length is to be told.
            (_, None) if targets.bulk => return Ok(false),
            (_, None) => {
                let question = format!("“{}” has no estimate to count from. How long does it take?", todo.title);
                return Err(Ask::about(question, "value", Vec::new()));
            }
        };
        match u32::try_from(after).ok().filter(|minutes| *minutes > 0) {
            Some(minutes) => estimates.push((*id, minutes)),
            None => {
                let question = format!("Nothing would be left of “{}”. How long does it take?", todo.title);
                return Err(Ask::about(question, "value", Vec::new()));
            }
        }
    }
    run.last = targets.refs;
    for (id, minutes) in estimates {
        run.patch(Ref::Todo(id), Patch { estimate: Some(Some(minutes)), ..Patch::default() });
    }
    let mut told = c.clone();
    if let Some((from, to)) = said(c) {
        told.take(from..to, "estimate");
    }
    run.note(told);
    Ok(true)
}

/// The todos that the name surely means.
fn meant(run: &mut Run<'_>, change: &Change) -> Said<Option<Targets>> {
    if let Some(targets) = run.refer(&change.name) {
        return Ok(Some(targets).filter(|t| !t.all && !t.unmet && t.ids().len() == t.refs.len()));
    }
    match run.find(&content(&change.name), Want::Open) {
        Match::Tie(ids) => Err(which(run, format!("Which one do you mean by “{}”?", change.name), &ids)),
        _ => Ok(None),
    }
}

/// The change that a clause says.
fn read(c: &Clause) -> Option<Change> {
    let end = c.len();
    // "extend the call to an hour", and the answer to how long it takes.
    if let Some((to, minutes)) = (1..end).find_map(|i| {
        let (minutes, stop) = lengths::minutes(c, i + 1).filter(|_| c.word(i) == "to")?;
        (stop == end).then_some((i, minutes))
    }) {
        let change = told(c, to)?;
        return Some(Change { by: By::To(Some(minutes)), ..change });
    }
    // "extend the stay", "cut the grass": only of a length said so an amount is asked for.
    let lasts = one_of(c.word(0), "shorten|lengthen|prolong|make|keep|have|let");
    told(c, end).filter(|change| change.by != By::To(None) || lasts)
}

/// The same for the words in front of `end`.
fn told(c: &Clause, end: usize) -> Option<Change> {
    let of = |from: usize, to: usize, by: By| {
        let (name, named) = name(c, from, to)?;
        Some(Change { name, by, named })
    };
    let verb = c.word(0);
    // "add two hours to the novel", "take 15 minutes off the call"
    if one_of(verb, "add|put|take|knock|shave|trim|cut|subtract|deduct|lop|remove")
        && let Some((minutes, stop)) = extra(c, 1)
    {
        let adds = one_of(verb, "add|put");
        let preps = if adds { "to|onto|on to|on top of|on" } else { "off of|off|from|out of" };
        return of(c.any(stop, preps)?, end, By::Minutes(if adds { minutes } else { -minutes }));
    }
    // "double the estimate of the talk", "cut the novel in half"
    if let Some(halves) = factor(verb) {
        return of(1, end, By::Halves(halves));
    }
    if one_of(verb, "cut|slice|reduce|shorten") && end > 2 && c.any(end - 2, "in half|by half") == Some(end) {
        return of(1, end - 2, By::Halves(1));
    }
    // "make the talk twice as long", "the talk takes half as long"
    if let Some((from, halves)) = (1..end).find_map(|i| Some((i, as_long(c, i, end)?))) {
        return match one_of(verb, "make|have|let") {
            true => of(1, from, By::Halves(halves)),
            false => of(0, before(c, from, TAKES)?, By::Halves(halves)),
        };
    }
    // "make the call 15 minutes shorter", "the call takes half an hour longer", "the novel needs 30 more minutes"
    let longer = |from: usize, stop: usize| match c.word(stop) {
        "longer" if stop + 1 == end => Some(1),
        "shorter" if stop + 1 == end => Some(-1),
        "more" if stop + 1 == end => Some(1),
        "less" if stop + 1 == end => Some(-1),
        _ => (stop == end && (from..stop).any(|i| one_of(c.word(i), "more|extra|additional|another"))).then_some(1),
    };
    if let Some((from, by)) = (1..end).find_map(|i| {
        let (minutes, stop) = extra(c, i)?;
        let from = if c.word(i - 1) == "by" { i - 1 } else { i };
        Some((from, minutes * longer(i, stop)?))
    }) {
        let compares = one_of(c.word(end - 1), "longer|shorter");
        let takes = before(c, from, TAKES).filter(|takes| *takes > 0);
        return match (one_of(verb, "make|keep|have|let"), takes) {
            (true, _) if compares => of(1, from, By::Minutes(by)),
            (false, Some(takes)) => of(0, takes, By::Minutes(by)),
            // "taxes: 30 min more"
            (false, None) if compares || c.toks.get(from - 1).is_some_and(|t| t.after == Some(':')) => {
                of(0, from, By::Minutes(by))
            }
            _ => None,
        };
    }
    // "make the call shorter by 15 minutes"; without an amount it is asked for.
    if one_of(verb, "make|keep|have|let")
        && let Some(at) = (2..end).find(|i| one_of(c.word(*i), "longer|shorter"))
    {
        let sign = if c.word(at) == "longer" { 1 } else { -1 };
        let by = extra(c, at + 2).filter(|(_, stop)| c.word(at + 1) == "by" && *stop == end);
        return match by {
            Some((minutes, _)) => of(1, at, By::Minutes(sign * minutes)),
            None if at + 1 == end => of(1, at, By::To(None)),
            None => None,
        };
    }
    // "extend the novel by half an hour", "reduce the estimate of the novel by 15 minutes"
    let sign = if one_of(verb, LONGER) { 1 } else { -1 };
    if one_of(verb, LONGER) || one_of(verb, SHORTER) {
        let by = (2..end).find_map(|i| {
            let (minutes, _) = extra(c, i).filter(|(_, stop)| *stop == end)?;
            Some((if c.word(i - 1) == "by" { i - 1 } else { i }, minutes))
        });
        let change = match by {
            Some((from, minutes)) => of(1, from, By::Minutes(sign * minutes)),
            None => of(1, end, By::To(None)),
        };
        return change.filter(|change| change.named || !one_of(verb, OF_ANYTHING));
    }
    None
}

/// Minutes and where they end: "30 minutes", "30 more minutes", "an extra hour".
pub(super) fn extra(c: &Clause, at: usize) -> Option<(i64, usize)> {
    if let Some((minutes, stop)) = lengths::minutes(c, at) {
        return Some((i64::from(minutes), stop));
    }
    if let Some((amount, stop)) = amount::leading(c, at) {
        return (amount.unit == Unit::Minutes && amount.n > 0).then_some((amount.n, stop));
    }
    // "an extra 30 minutes"
    if let Some(next) = c.any(at, "an extra|an additional|another|a further").filter(|next| *next < c.len()) {
        return lengths::minutes(c, next).map(|(minutes, stop)| (i64::from(minutes), stop));
    }
    let n = amount::number(c.word(at)).filter(|_| one_of(c.word(at + 1), "extra|additional"))?;
    match c.word(at + 2).trim_end_matches('s') {
        "minute" | "min" => Some((n, at + 3)),
        "hour" | "hr" => Some((60 * n, at + 3)),
        _ => None,
    }
}

/// So many times as much, in halves.
fn factor(verb: &str) -> Option<i64> {
    Some(match verb {
        "double" => 4,
        "triple" => 6,
        "quadruple" => 8,
        "halve" => 1,
        _ => return None,
    })
}

/// "twice as long", "half the time": behind a name, to the end.
fn as_long(c: &Clause, at: usize, end: usize) -> Option<i64> {
    const LONG: &str = "as long|the time|as much time|the estimate";
    let (halves, next) = match c.word(at) {
        "twice" | "double" => (4, at + 1),
        "half" => (1, at + 1),
        "three" if c.word(at + 1) == "times" => (6, at + 2),
        _ => return None,
    };
    (c.any(next, LONG) == Some(end)).then_some(halves)
}

/// Where one of these phrases begins that ends at a place.
fn before(c: &Clause, end: usize, phrases: &'static str) -> Option<usize> {
    (1..end).find(|i| c.any(*i, phrases) == Some(end))
}

/// Whose length is spoken of: "the estimate of the novel", "the novel's duration", "the novel".
fn name(c: &Clause, from: usize, to: usize) -> Option<(String, bool)> {
    let the = from + usize::from(one_of(c.word(from), "the|its|an"));
    if let Some(field) = c.any(the, FIELDS)
        && field <= to
    {
        return match c.any(field, "of|for|on").filter(|name| *name < to) {
            Some(name) => Some((c.slice(name..to).to_owned(), true)),
            None => (field == to && c.word(from) == "its").then(|| ("it".to_owned(), true)),
        };
    }
    if let Some(field) = (from + 1..to).find(|i| c.any(*i, FIELDS) == Some(to)) {
        let owner = c.slice(from..field);
        return Some((owner.strip_suffix("'s").or(owner.strip_suffix("’s")).unwrap_or(owner).to_owned(), true));
    }
    (from < to).then(|| (c.slice(from..to).to_owned(), false))
}

/// The words of a change that say its length.
fn said(c: &Clause) -> Option<(usize, usize)> {
    (0..c.len()).find_map(|i| Some((i, lengths::minutes(c, i)?.1)))
}

/// "add a day to the dentist": no length has days, so it is asked whether the todo is to be later; "… later" is what an
/// answer makes of it.
fn by_days(run: &mut Run<'_>, c: &Clause) -> Said<Option<String>> {
    let Some((amount, stop)) = amount::leading(c, 1).filter(|_| one_of(c.word(0), "add|put")) else { return Ok(None) };
    let end = c.len() - usize::from(c.word(c.len() - 1) == "later");
    let Some(to) = c.any(stop, "to|onto|on to").filter(|to| *to < end && amount.unit != Unit::Minutes) else {
        return Ok(None);
    };
    let (by, name) = (c.slice(1..stop), c.slice(to..end));
    let Some(targets) = run.refer(name).filter(|t| !t.bulk) else { return Ok(None) };
    let ids = targets.ids();
    let [id] = ids[..] else { return Ok(None) };
    let Some(todo) = run.todo(id).filter(|todo| todo.scheduled_for.is_some() || todo.due_date.is_some()) else {
        return Ok(None);
    };
    if end < c.len() {
        return Ok(Some(format!("postpone #{id} by {by}")));
    }
    let options = vec![(json!("later"), format!("“{}” {by} later", todo.title))];
    Err(Ask::about(format!("Should “{}” be {by} later?", todo.title), "value", options))
}
