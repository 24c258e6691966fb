//! "The second at 5pm", "only the first", "all but the last": some of those that the order before was about.

use super::Context;
use super::amended::amended;
use super::choice::{choose, is_all, ordinal};
use super::correct::{STRONG, object_of};
use super::lexicon::{Verb, one_of};
use super::places::{self, leaves_out};
use super::resolve::which;
use super::run::{Run, Said, Settled, Stop};
use super::split::{lead, verb_at};
use super::standing::{self, Standing};
use super::text::Clause;
use crate::dates::{self, What};
use countersign_core::ids::TodoId;
use countersign_core::operation::{Operation, Target};

/// The one that was offered and not chosen.
const OTHER: &str = "the other one|the other|not that one the other one|not this one the other one|not that one|the wrong one|wrong one|\
    i mean the other one|i meant the other one|that's the wrong one|that was the wrong one";

/// The order before, for one day of its series.
fn only_day(text: &str, day: &str, run: &Run<'_>) -> Option<String> {
    let order = standing::order(run, text)?;
    let repeats = |id: TodoId| run.todo(id).is_some_and(|t| t.recurrence.is_repeating());
    let said = match order.ops.as_slice() {
        [Operation::Update { id, set }] => {
            let time = set.time_of_day.flatten().filter(|_| set.scheduled_for.is_none() && set.recurrence.is_none())?;
            id.id().filter(|id| repeats(*id)).map(|id| format!("move #{id} on {day} to {time}"))?
        }
        [Operation::SkipOccurrence { id, .. }] => id.id().map(|id| format!("skip #{id} on {day}"))?,
        _ => return None,
    };
    let mut read = run.beside();
    let one = read.all(&said).is_ok()
        && matches!(read.ops.as_slice(), [Operation::MoveOccurrence { .. } | Operation::SkipOccurrence { .. }]);
    one.then_some(said)
}

/// The order before, for the one of two that its answer did not choose.
fn other(text: &str, run: &mut Run<'_>) -> Option<Said<String>> {
    let order = standing::order(run, text).filter(|order| !order.asked.is_empty())?;
    let chosen = order.ids();
    let left: Vec<TodoId> = order.asked.iter().copied().filter(|id| !chosen.contains(id)).collect();
    match left.as_slice() {
        [one] if chosen.len() == 1 => Some(numbered(&order.said, &[*one], run).ok_or(Stop::Unsure)),
        _ => Some(Err(which(run, "Which one do you mean?".to_owned(), &left))),
    }
}

/// "No, the second": the order whose answer chose another of those that were offered, or which named another place in a list.
fn another_place(text: &str, spoken: &str, said: &[String], run: &mut Run<'_>) -> Option<Said<String>> {
    let order = standing::order(run, text).filter(|order| order.ops.len() == 1)?;
    if !order.asked.is_empty() {
        let chosen = choose(spoken, said, &order.asked, run.todos, run.clock)?;
        return match chosen.as_slice() {
            [one] => Some(numbered(&order.said, &[*one], run).ok_or(Stop::Unsure)),
            _ => Some(Err(which(run, "Which one do you mean?".to_owned(), &order.asked))),
        };
    }
    let c = Clause::new(&order.said, run.clock);
    let l = lead(&c);
    let head = verb_at(&c, l.at, l.ing).filter(|head| order.whole && head.verb != Verb::Create)?;
    let noun = c.slice(head.next..c.len());
    let object = object_of(noun, run);
    ordinal(&object.to_lowercase(), 7)?;
    let other = format!("{} {spoken}{}", c.slice(head.at..head.next), noun.get(object.len()..)?);
    let before =
        Context { turns: standing::before(run, text)?, history: run.ctx.history.clone(), ..Context::default() };
    let mut read = Run::new(run.todos, run.clock, &before, Settled::new());
    read.trying = true;
    let one = read.all(&other).is_ok().then(|| standing::ids(&read.ops)).filter(|ids| ids.len() == 1)?;
    Some(numbered(&order.said, &one, run).ok_or(Stop::Unsure))
}

/// The order before, for those of its todos that a message chooses, with the value that it gives them.
pub(super) fn chosen(text: &str, c: &Clause, run: &mut Run<'_>) -> Option<Said<String>> {
    let mut from = c.any(0, STRONG).unwrap_or(0);
    if c.any(from, OTHER).is_some_and(|end| end == c.len() || c.any(end, "instead|please|rather") == Some(c.len())) {
        return other(text, run);
    }
    let mut only = false;
    while one_of(c.word(from), "only|just|but|and|ok|okay|please") {
        only |= one_of(c.word(from), "only|just");
        from += 1;
    }
    // "only this monday"
    if only && matches!(dates::whole(c.slice(from..c.len()), run.clock), Some(What::Date { .. } | What::Range { .. })) {
        return Some(only_day(text, c.slice(from..c.len()), run).ok_or(Stop::Unsure));
    }
    if run.ctx.turns.is_empty() {
        return None;
    }
    let excludes = c.any(from, "leave out|leaving out|exclude");
    let found = c.found.iter().find(|f| c.toks_of(&f.span).end == c.len() && c.toks_of(&f.span).start > from);
    let end = found.map_or(c.len(), |f| c.toks_of(&f.span).start);
    let out = excludes.map(|_| "except".to_owned());
    let named = (excludes.unwrap_or(from)..end).map(|i| c.word(i).to_owned());
    let said: Vec<String> =
        out.into_iter().chain(named).filter(|w| !one_of(w, "please|instead|though|rather|on|at|to")).collect();
    let spoken = said.join(" ");
    let by_place = ordinal(&spoken, 7).is_some() && spoken != "one";
    let number = spoken.parse::<usize>().is_ok_and(|n| (1..=7).contains(&n));
    if (by_place || number)
        && found.is_none()
        && let Some(said) = another_place(text, &spoken, &said, run)
    {
        return Some(said);
    }
    if !(by_place || leaves_out(&spoken) || is_all(&spoken) && found.is_some()) {
        return None;
    }
    let order = standing::order(run, text).filter(|order| order.whole)?;
    // What the set leaves out by itself is left out.
    if let Some(out) = places::left_out(&spoken)
        && choose(&out.join(" "), &out, &order.left_out, run.todos, run.clock).is_some_and(|ids| !ids.is_empty())
    {
        return Some(Ok(order.said));
    }
    let ids = order.ids();
    if ids.len() < 2 {
        return None;
    }
    let chosen = match run.fixed.ids.take() {
        Some(answered) => answered,
        None => choose(&spoken, &said, &ids, run.todos, run.clock)?,
    };
    if chosen.is_empty() {
        return Some(Err(which(run, "Which ones do you mean, by number or by title?".to_owned(), &ids)));
    }
    let value = found.and_then(|f| c.text.get(f.span.clone()));
    Some(about(&order, &ids, &chosen, value, run).ok_or(Stop::Unsure))
}

/// The order about those that were chosen; with a value, the others stay as they were ordered.
fn about(order: &Standing, all: &[TodoId], chosen: &[TodoId], value: Option<&str>, run: &Run<'_>) -> Option<String> {
    let own = numbered(&order.said, chosen, run)?;
    let Some(value) = value else { return comes_to(&own, chosen, run).then_some(own) };
    let of_them = |op: &&Operation| op.target().and_then(Target::id).is_some_and(|id| chosen.contains(&id));
    let ops = order.ops.iter().filter(of_them).cloned().collect();
    let own = amended(&Standing { said: own, ops, ..order.clone() }, value, run)?;
    let others: Vec<TodoId> = all.iter().copied().filter(|id| !chosen.contains(id)).collect();
    if others.is_empty() {
        return comes_to(&own, chosen, run).then_some(own);
    }
    let said = format!("{}; {own}", numbered(&order.said, &others, run)?);
    comes_to(&said, all, run).then_some(said)
}

/// An order with numbers in the place of its object.
pub(super) fn numbered(said: &str, ids: &[TodoId], run: &Run<'_>) -> Option<String> {
    let c = Clause::new(said, run.clock);
    let l = lead(&c);
    let head = verb_at(&c, l.at, l.ing).filter(|head| head.verb != Verb::Create)?;
    let noun = c.slice(head.next..c.len());
    let rest = noun.get(object_of(noun, run).len()..)?;
    let numbers = ids.iter().map(|id| format!("#{id}")).collect::<Vec<_>>().join(" and ");
    Some(format!("{} {numbers}{rest}", c.slice(head.at..head.next)))
}

/// Whether an order is about just these.
fn comes_to(said: &str, ids: &[TodoId], run: &Run<'_>) -> bool {
    let mut read = run.beside();
    let sure = read.all(said).is_ok();
    let (mut got, mut want) = (standing::ids(&read.ops), ids.to_vec());
    got.sort_unstable();
    got.dedup();
    want.sort_unstable();
    sure && got == want
}
