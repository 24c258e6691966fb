//! A message that only goes on from the one before: "actually saturday", "at 5pm instead", "no, complete it", "and rent
//! too". It is no todo of its own: the last wins (TODOS.md rule 16), and what cannot be placed is for a model.

use super::correct::{STRONG, corrected};
use super::lexicon::{Verb, one_of};
use super::run::{Ref, Run, Said, Stop};
use super::split::{clauses, lead, plausible, verb_at};
use super::standing::{self, Standing};
use super::target::{content, same_title};
use super::text::Clause;
use super::{again, bare, placed, value};
use crate::dates::{self, What};
use countersign_core::operation::Operation;

/// Takes back what was said last.
const DROPPED: &str = "cancel that|cancel this|scratch that|strike that|drop that|no cancel that|actually cancel that|ignore that|\
    forget that|oops cancel that|please cancel that|wait cancel that";

/// In front of a value: what was said before is to have it.
const MADE: &str = "make it|make that|let's make it|let's say|let's do|set it to|set that to|change it to|change that to|put it on|\
    put it at|schedule it for|then make it";

/// Behind a value that takes the place of another.
const INSTEAD: &str = "instead|rather|then|please|instead please|actually";

/// More words are a message of its own.
const MOST_WORDS: usize = 8;

/// The message with what it goes on from, or as it is.
pub(super) fn continued(text: &str, run: &mut Run<'_>) -> Said<String> {
    let c = Clause::new(text, run.clock);
    let l = lead(&c);
    // What was proposed is not wanted; that it is deleted was not said.
    if c.any(0, DROPPED) == Some(c.len()) && standing::order(run, text).is_some_and(|order| !order.ops.is_empty()) {
        run.dropped = true;
        return Err(Stop::Chat);
    }
    if let Some(said) = same(text, &c, l.at, run) {
        return said;
    }
    if let Some(said) = placed::chosen(text, &c, run) {
        return said;
    }
    match correction(&c, run) {
        Some(rest) => correcting(text, &c, &rest, run),
        None => Ok(going_on(text, &c, l.at, run).unwrap_or_else(|| text.to_owned())),
    }
}

/// "and rent too", "same for the plumber", "and the slides at 4": the order before, for another todo.
fn same(text: &str, c: &Clause, at: usize, run: &mut Run<'_>) -> Option<Said<String>> {
    let led = one_of(c.word(0), "and|also|plus");
    let repeats = again::repeats(c, at);
    if !repeats && (!led || c.len() > MOST_WORDS || run.ctx.turns.is_empty()) {
        return None;
    }
    let order = standing::order(run, text).filter(|order| order.whole && clauses(&order.said, run).len() == 1);
    run.before = order.as_ref().map(|order| order.said.clone());
    if !repeats {
        let order = order?;
        let found = c.found.iter().find(|f| c.toks_of(&f.span).end == c.len());
        let end = found.map_or(c.len(), |f| c.toks_of(&f.span).start);
        let name = c.slice(at..end);
        let verb = verb_at(c, at, false).is_some_and(|head| head.next > head.at);
        let other = (!verb && end > at && run.names(&content(name))).then(|| again::for_another(run, name))??;
        let Some(found) = found else { return Some(Ok(other)) };
        let said = c.text.get(found.span.clone()).unwrap_or_default();
        return amended(&Standing { said: other, ..order }, said, run).map(Ok);
    }
    // "and buy bread too" is something to do.
    let errand = bare::is_everyday(c.word(at)) && content(c.slice(at..c.len())).len() > 2;
    match again::instruction(run, c, at) {
        Some(said) => Some(Ok(said)),
        None if !led => None,
        None if errand => Some(Ok(text.to_owned())),
        None => Some(Err(Stop::Unsure)),
    }
}

/// What words of correction lead in.
fn correcting(text: &str, c: &Clause, rest: &str, run: &mut Run<'_>) -> Said<String> {
    let r = Clause::new(rest, run.clock);
    // "no, complete it"
    let of_it = verb_at(&r, lead(&r).at, false).is_some_and(|head| head.verb != Verb::Create)
        && r.toks.iter().skip(1).any(|t| one_of(&t.fold, "it|that|them|both"));
    if !of_it && is_value(rest, run) {
        if one_of(c.word(0), "maybe|perhaps") || one_of(c.word(1), "maybe|perhaps") {
            return Err(Stop::Unsure);
        }
        let order = standing::order(run, text).ok_or(Stop::Unsure)?;
        return match amended(&order, rest, run) {
            Some(said) => Ok(said),
            None => carried(order, &format!("make it {rest}"), run).ok_or(Stop::Unsure),
        };
    }
    let everyday = |word: &str| bare::is_everyday(&word.to_lowercase());
    // "wait, the rent": another todo for what was said before.
    let another = !plausible(rest, run)
        && !everyday(content(rest).first().map_or("", String::as_str))
        && run.names(&content(rest));
    if another || of_it || c.word(0) == "not" {
        let order = standing::order(run, text).filter(|order| order.whole);
        let said = order.filter(|order| orders_one(&order.said, run));
        if let Some(order) = said
            && let Ok(said) = corrected(&format!("{}, no wait, {rest}", order.said), run)
        {
            return Ok(said);
        }
        if another && !run.ctx.turns.is_empty() {
            return Err(Stop::Unsure);
        }
        // What an answer chose is "it" without its order.
        if of_it && !run.ctx.turns.is_empty() {
            return Ok(rest.to_owned());
        }
    }
    // "actually buy milk": the word is no part of the title.
    let errand = one_of(c.word(0), "actually|wait|sorry|oops|hmm|hm|uh|um|erm|or")
        && everyday(rest.split(' ').next().unwrap_or_default())
        && content(rest).len() > 1;
    Ok(if errand { rest.to_owned() } else { text.to_owned() })
}

/// "make it 5pm", "at 5pm instead", "5pm", "rename it to brunch": without a word of correction.
fn going_on(text: &str, c: &Clause, at: usize, run: &mut Run<'_>) -> Option<String> {
    if run.ctx.turns.is_empty() || c.len() - at > MOST_WORDS {
        return None;
    }
    let made = c.any(at, MADE);
    let end = (at + 1..c.len()).find(|i| c.any(*i, INSTEAD) == Some(c.len())).unwrap_or(c.len());
    let rest = c.slice(made.unwrap_or(at)..end).trim_end_matches([',', '.', '!']).to_owned();
    let plain = made.is_none() && end == c.len();
    // "the first" is a place rather than a day of the month.
    let placed = plain && super::choice::ordinal(&rest.to_lowercase(), 7).is_some();
    if !placed && is_value(&rest, run) && (!plain || says_when_or_level(&rest, run)) {
        let order = standing::order(run, text)?;
        return amended(&order, &rest, run).or_else(|| carried(order, &format!("make it {rest}"), run));
    }
    // "the plumber instead"
    if end < c.len() && !plausible(&rest, run) && run.names(&content(&rest)) {
        let order = standing::order(run, text).filter(|order| order.whole && orders_one(&order.said, run))?;
        return corrected(&format!("{}, no wait, {rest}", order.said), run).ok();
    }
    // "call it brunch"
    if let Some(name) = c.any(at, "call it|call that|name it|title it").filter(|name| *name < c.len()) {
        let order = standing::order(run, text)?;
        let makes = matches!(order.ops.as_slice(), [Operation::Create(_)]);
        return makes.then(|| carried(order, &format!("rename it to {}", c.slice(name..c.len())), run))?;
    }
    // What is still to be made is changed in its making.
    const CHANGES: [Verb; 9] = [
        Verb::Set,
        Verb::Move,
        Verb::Rename,
        Verb::Label,
        Verb::Note,
        Verb::Raise,
        Verb::Lower,
        Verb::Estimate,
        Verb::Repeat,
    ];
    let changes = verb_at(c, at, false).is_some_and(|head| CHANGES.contains(&head.verb));
    let order = (changes && super::split::of_it(c)).then(|| standing::order(run, text))??;
    matches!(order.ops.as_slice(), [Operation::Create(_)]).then(|| carried(order, text, run))?
}

/// What stands behind the words of correction that a message begins with.
fn correction(c: &Clause, run: &Run<'_>) -> Option<String> {
    // "no later than friday" is a date.
    if dates::whole(&c.text, run.clock).is_some() || one_of(c.word(0), "make|let's") {
        return None;
    }
    // "not the dentist, the plumber"
    if c.word(0) == "not" && c.toks.iter().any(|t| t.after == Some(',')) {
        return Some(c.text.clone());
    }
    let mut end = c.any(0, STRONG).or_else(|| c.any(0, "or|but|and rather"))?;
    while let Some(more) = c.any(end, STRONG) {
        end = more;
    }
    let last = c.len() - usize::from(c.len() > end + 1 && one_of(c.word(c.len() - 1), "instead|rather|then|please"));
    let rest = c.slice(end..last).trim().trim_end_matches(['.', '!', ',']);
    let rest =
        ["make it ", "make that ", "to ", "it's "].iter().find_map(|lead| rest.strip_prefix(lead)).unwrap_or(rest);
    (!rest.is_empty()).then(|| rest.to_owned())
}

/// Whether a text is a date, a time or another value and nothing else.
fn is_value(rest: &str, run: &Run<'_>) -> bool {
    match dates::whole(rest.trim_start_matches("on "), run.clock) {
        Some(What::Duration { .. }) => false,
        Some(_) => true,
        None => matches!(value::value(run, rest), Ok(Some(_))),
    }
}

/// Whether a value, said alone, can only be one for what was said before: "done" may be somebody's relief.
fn says_when_or_level(rest: &str, run: &Run<'_>) -> bool {
    let said = value::value(run, rest).ok().flatten();
    dates::whole(rest.trim_start_matches("on "), run.clock).is_some()
        || said.is_some_and(|v| {
            v.status.is_none() && v.labels.is_empty() && !v.unrepeat && (v.priority.is_some() || !v.when.is_empty())
        })
}

/// Whether a text is one order about something that is there.
fn orders_one(said: &str, run: &Run<'_>) -> bool {
    let c = Clause::new(said, run.clock);
    let l = lead(&c);
    verb_at(&c, l.at, l.ing).is_some_and(|head| head.verb != Verb::Create) && clauses(said, run).len() == 1
}

/// The order with the value in the place of its own, or beside it; `None` where it has no place for it. What moves
/// something by an amount would be done twice.
pub(super) fn amended(order: &Standing, rest: &str, run: &Run<'_>) -> Option<String> {
    let said = order.said.as_str();
    let c = Clause::new(said, run.clock);
    let l = lead(&c);
    let verb = verb_at(&c, l.at, l.ing).map(|head| head.verb);
    let makes = matches!(order.ops.as_slice(), [Operation::Create(_)]);
    if !order.whole
        || !(makes || matches!(verb, Some(Verb::Move | Verb::Set | Verb::Schedule)))
        || c.any(l.at, "push back|bring forward").is_some()
        || clauses(said, run).len() != 1
        || makes && is_there(order, run)
    {
        return None;
    }
    let new = dates::whole(rest.trim_start_matches("on "), run.clock);
    let last = c.found.last();
    let fits = match (&new, last.map(|f| &f.what)) {
        (Some(What::Duration { .. }), _) | (_, Some(What::Duration { .. })) => false,
        // "make it every week" repeats the day that was said.
        (Some(What::Recurrence { rule, .. }), Some(_)) if rule.by_day.is_empty() && rule.by_month_day.is_empty() => {
            false
        }
        // The time of a repetition is not its days.
        (Some(What::Time { .. }), Some(What::Recurrence { .. } | What::Range { .. })) => false,
        (Some(_), Some(_)) => makes || last.is_some_and(|f| f.span.end == said.len()),
        (Some(_), None) if verb == Some(Verb::Move) && order.ops.is_empty() => {
            return Some(format!("{said} to {}", rest.trim_start_matches("to ")));
        }
        (Some(_), None) => false,
        // "at 3, no, 4"
        (None, Some(What::Time { .. } | What::DateTime { .. })) if is_hour(rest) => true,
        (None, _) => !makes && (0..c.len()).any(|i| super::fields::level(c.word(i)).is_some()) && !is_hour(rest),
    };
    fits.then(|| corrected(&format!("{said}, no wait, {rest}"), run).ok()).flatten()
}

fn is_hour(text: &str) -> bool {
    text.len() <= 2 && text.bytes().all(|b| b.is_ascii_digit())
}

/// Whether what the order was to make is in the list by now.
fn is_there(order: &Standing, run: &Run<'_>) -> bool {
    matches!(order.ops.as_slice(), [Operation::Create(draft)] if !same_title(run.todos, &draft.title).is_empty())
}

/// The message read as the next clause of the order: what that comes to is changed by it. Of what is there only when it
/// is goes together, a day and its time; what else is said of it stands for itself.
fn carried(order: Standing, text: &str, run: &mut Run<'_>) -> Option<String> {
    let when = !dates::find(text, run.clock).is_empty();
    let changes = |op: &Operation| match op {
        Operation::Create(_) => true,
        Operation::Update { set, .. } if when => set.scheduled_for.is_some() || set.due_date.is_some(),
        Operation::Update { set, .. } => set.priority.is_some(),
        _ => false,
    };
    if order.ops.is_empty() || !order.ops.iter().all(changes) || order.whole && clauses(&order.said, run).len() != 1 {
        return None;
    }
    if let [Operation::Create(draft)] = order.ops.as_slice()
        && let [id] = same_title(run.todos, &draft.title).as_slice()
    {
        run.last = vec![Ref::Todo(*id)];
        return run.todo(*id).is_some_and(|t| !t.status.is_closed()).then(|| text.to_owned());
    }
    // The time of a day of a series is not the series'.
    let repeats =
        |one: &Ref| matches!(one, Ref::Todo(id) if run.todo(*id).is_some_and(|t| t.recurrence.is_repeating()));
    if order.last.is_empty() || order.last.iter().any(repeats) && order.ops.len() > 1 {
        return None;
    }
    run.carried = Some(order.ops.len());
    let said = dates::find(text, run.clock);
    let only_repeats = |f: &dates::Found| match &f.what {
        What::Recurrence { rule, .. } => rule.by_day.is_empty() && rule.by_month_day.is_empty(),
        _ => false,
    };
    run.carried_on = match order.ops.as_slice() {
        [Operation::Update { set, .. }] if said.iter().all(only_repeats) => set.scheduled_for.flatten(),
        [Operation::Create(draft)] if said.iter().all(only_repeats) => draft.scheduled_for,
        _ => None,
    };
    run.ops = order.ops;
    run.last = order.last;
    Some(text.to_owned())
}

impl Run<'_> {
    /// Where the order before was not changed but another thing said, that is all of it.
    pub(super) fn only_new(&mut self) {
        if let Some(count) = self.carried.filter(|count| self.ops.len() > *count) {
            self.ops.drain(..count);
        }
        // "make it every week" repeats from the day that was said, and not from the one that it was on.
        match (self.carried_on, self.ops.as_mut_slice()) {
            (Some(date), [Operation::Update { set, .. }]) if set.recurrence.is_some() => {
                set.scheduled_for = Some(Some(date));
            }
            (Some(date), [Operation::Create(draft)]) if draft.recurrence.is_some() => draft.scheduled_for = Some(date),
            _ => {}
        }
    }
}
