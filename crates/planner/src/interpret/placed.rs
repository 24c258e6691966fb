//! "The second at 5pm", "only the first", "all but the last": some of those that the order before was about.

use super::choice::{choose, is_all, ordinal};
use super::correct::{STRONG, object_of};
use super::follow::amended;
use super::lexicon::{Verb, one_of};
use super::places::leaves_out;
use super::resolve::which;
use super::run::{Run, Said, Stop};
use super::split::{lead, verb_at};
use super::standing::{self, Standing};
use super::text::Clause;
use countersign_core::ids::TodoId;

/// The order before, for those of its todos that a message chooses, with the value that it gives them.
pub(super) fn chosen(text: &str, c: &Clause, run: &mut Run<'_>) -> Option<Said<String>> {
    if run.ctx.turns.is_empty() {
        return None;
    }
    let mut from = c.any(0, STRONG).unwrap_or(0);
    while one_of(c.word(from), "only|just|but|and|ok|okay|please") {
        from += 1;
    }
    let found = c.found.iter().find(|f| c.toks_of(&f.span).end == c.len() && c.toks_of(&f.span).start > from);
    let end = found.map_or(c.len(), |f| c.toks_of(&f.span).start);
    let said: Vec<String> = (from..end)
        .map(|i| c.word(i).to_owned())
        .filter(|w| !one_of(w, "please|instead|though|rather|on|at|to"))
        .collect();
    let spoken = said.join(" ");
    let by_place = ordinal(&spoken, 7).is_some() && spoken != "one";
    if !(by_place || leaves_out(&spoken) || is_all(&spoken) && found.is_some()) {
        return None;
    }
    let order = standing::order(run, text).filter(|order| order.whole)?;
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
    let own = amended(&Standing { said: own, ..order.clone() }, value, run)?;
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
