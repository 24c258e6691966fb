//! "Busy on wednesday, move everything to thursday", "sick tomorrow and wednesday, skip everything": of what is there only what
//! is on the days that are told of is meant, whether they are told in front of the order or behind it.

use super::lexicon::{Verb, one_of};
use super::run::Run;
use super::series::{self, Span};
use super::several_days::MORE_THAN_ONE;
use super::split::{lead, verb_at};
use super::text::Clause;
use super::{Answer, Decision};
use crate::dates::{self, Found, Role, What};
use countersign_core::ids::TodoId;
use countersign_core::operation::{Operation, Target};
use countersign_core::todo::Todo;
use countersign_core::todos::{Todos, View};
use jiff::civil::Date;
use std::ops::Range;

/// All that is on a day.
const EVERYTHING: &str = "everything|it all|all of it|all of them|them all|all|the lot|all my tasks|all of my tasks|all the tasks|all tasks|\
    my tasks|all my todos|all of my todos|all the todos|all todos|my todos|all my things|my things|all my appointments|\
    all appointments|my appointments|everything planned|everything on my list|everything else";

/// Behind it, of a verb in two words.
const PARTICLES: &str = "back|forward|over|along|on|off|out|up";

/// In front of the day that it goes to.
const TO: &str = "to|until|till|til|onto|for";

/// Between what is told and the order.
const JOINS: &str = "so|and|because|since|as|cause|cuz|cos";

/// In front of what is left out.
const EXCEPT: &str = "except for|except|excluding|but not|but for|but|apart from|other than|besides";

/// Around an order, and no part of it.
const COURTESY: &str = "please|pls|thanks|instead|then|too|ok|okay";

/// Words around a state that say nothing of their own.
const GLUE: &str = "i|i'm|im|am|i'll|i've|we|we're|we'll|we've|be|will|is|are|it|it's|its|that|that's|there|there's|the|a|an|my|on|for|in|at|of|\
    all|whole|so|very|really|completely|fully|totally|quite|pretty|too|sorry|unfortunately|just|still|have|had|got|to|any|much|\
    enough|bit|with|by|day|days|and|going|from|until|till|til|through|me|as|well|already|because|since";

/// What days are where nothing can be done on them.
const STATES: &str = "busy|away|sick|ill|off|out|travelling|traveling|abroad|unwell|unavailable|holiday|holidays|vacation|leave|trip|\
    out town|out office|office|not around|not here|not home|not|bed|road|conference|call|off sick|off work|home sick|sick leave|\
    sick home|not feeling well|not well|not feeling good|no time|no free time|no time left|don't time|dont time|do not time|\
    won't time|wont time|haven't time|not time|can't|cant|cannot|can't do|cant do|cannot do|can't make|can't make day|can't work|\
    cannot work|not work|not working|won't work|wont work|doesn't work|does not work|doesn't work me|won't work me|public holiday|\
    bank holiday|national holiday|full|packed|booked|booked up|booked out|swamped|jammed|hectic|blocked|overloaded|bad|no good|\
    not good|impossible|not possible|not free|not available|gone|stuck|injured|hospital|exhausted|unable|no go|no work|out action|out sick|won't there|won't here|not in|hospital";

/// Behind "I'm": where one is, or what one does there.
const ELSEWHERE: &str = "in|at|on|with|visiting|going|flying|driving|working|having|taking|attending|hosting";

/// The message with the days of what is meant; as it is where it tells of none, or where not everything is meant.
pub(super) fn plain(text: &str, run: &Run<'_>) -> Option<String> {
    parts(&Clause::new(text, run.clock)).find_map(|(state, order)| of_days(&state, &order, run))
}

/// The days that a message tells of beside an order, on which nothing can be done.
pub(super) fn days_told(text: &str, run: &Run<'_>) -> Vec<Span> {
    // "no time tomorrow morning"
    let of_day = |word: &&str| !one_of(word, "morning|afternoon|evening|night");
    let whole = |state: String| state.split(' ').filter(of_day).collect::<Vec<_>>().join(" ");
    parts(&Clause::new(text, run.clock)).find_map(|(state, _)| told(&whole(state), run)).unwrap_or_default()
}

/// The answer, unless it is about a set that goes beyond the days that are told of: which are meant is asked.
pub(super) fn bounded(days: &[Span], answer: Answer, text: &str, todos: &Todos) -> Answer {
    let within = |id: &TodoId| {
        let day = todos.todo(*id).and_then(|todo| todo.scheduled_for);
        day.is_some_and(|day| days.iter().any(|days| (days.from..=days.to).contains(&day)))
    };
    let beyond = |op: &Operation| {
        let set = op.predicate().filter(|_| !matches!(op, Operation::BulkComplete { .. }));
        set.is_some_and(|set| !set.ids.as_deref().is_some_and(|ids| ids.iter().all(within)))
    };
    // A shift of a set is one of each of its todos, as one of several that are named is.
    let everything = text.split(' ').any(|word| one_of(&word.to_lowercase(), EVERYTHING));
    let moved = |op: &&Operation| matches!(op, Operation::Update { id: Target::Todo(id), set } if set.scheduled_for.is_some() && !within(id));
    let several = everything && answer.ops.iter().filter(moved).count() > 2;
    if days.is_empty() || answer.decision != Decision::Plan || !(several || answer.ops.iter().any(beyond)) {
        return answer;
    }
    Answer {
        question: Some("All of them, or which of “everything”?".to_owned()), ..Answer::nothing(Decision::Clarify)
    }
}

/// Each two parts of a message that may be what is told and the order, whichever is in front; none without a day.
pub(super) fn parts(c: &Clause) -> impl Iterator<Item = (String, String)> + '_ {
    let open = !c.found.is_empty() && !c.toks.iter().any(|t| t.quoted);
    (1..c.len()).filter(move |_| open).flat_map(|at| cut(c, at)).flat_map(|(front, back)| {
        let turned = (back.clone(), front.clone());
        [(front, back), turned]
    })
}

/// What stands in front of a mark or a joining word, and behind it.
fn cut(c: &Clause, at: usize) -> Option<(String, String)> {
    let dash = one_of(c.word(at), "-|–|—");
    let marked = c.toks.get(at - 1).is_some_and(|t| matches!(t.after, Some(',' | ';' | ':' | '.' | '!')))
        || dash
        || gap(c, at).contains(['–', '—']);
    let joined = one_of(c.word(at), JOINS);
    if !marked && !joined {
        return None;
    }
    let next = at + usize::from(joined || dash);
    let next = if joined { next } else { c.any(next, JOINS).unwrap_or(next) };
    let front = c.slice(0..at).trim_end_matches([',', ';', ':', '.', '!', ' ', '-']);
    Some((front.to_owned(), c.slice(next..c.len()).to_owned()))
}

fn gap(c: &Clause, at: usize) -> &str {
    let (Some(before), Some(next)) = (c.toks.get(at - 1), c.toks.get(at)) else { return "" };
    c.text.get(before.end..next.start).unwrap_or_default()
}

/// An order about everything, or about a set, with the days that are told beside it; what is ordered behind it stays.
fn of_days(state: &str, order: &str, run: &Run<'_>) -> Option<String> {
    orders(order, run).find_map(|(order, behind)| {
        let said = one_order(state, &order, run)?;
        Some(if behind.is_empty() { said } else { format!("{said}; {behind}") })
    })
}

/// A text as an order, whole and up to each place where another one begins, with what is behind it.
pub(super) fn orders(text: &str, run: &Run<'_>) -> impl Iterator<Item = (String, String)> {
    let c = Clause::new(text, run.clock);
    let cuts: Vec<(String, String)> = (1..c.len())
        .filter_map(|at| {
            let joined = c.any(at, "and then|and|then|&|plus");
            let marked = c.toks.get(at - 1).is_some_and(|t| matches!(t.after, Some(',' | ';' | '.' | '!')));
            let next = joined.or(marked.then_some(at))?;
            let begins = verb_at(&c, next, false).is_some_and(|head| head.at == next && head.next < c.len());
            let begins = begins || super::bare::is_everyday(c.word(next));
            let front = c.slice(0..at).trim_end_matches([',', ';', '.', '!', ' ']);
            begins.then(|| (front.to_owned(), c.slice(next..c.len()).to_owned()))
        })
        .collect();
    std::iter::once((text.to_owned(), String::new())).chain(cuts)
}

fn one_order(state: &str, order: &str, run: &Run<'_>) -> Option<String> {
    let order = Clause::new(order, run.clock);
    let at = lead(&order).at;
    let apart = order
        .any(at, "put|push|set|hold")
        .and_then(|next| order.any(next, EVERYTHING))
        .filter(|next| one_of(order.word(*next), "off|back"));
    let head = verb_at(&order, at, false);
    let days = || told(state, run);
    match (apart, head) {
        // "put everything off until friday"
        (Some(next), _) => moved(&order, "postpone everything", next + 1..next + 1, &days()?, run),
        (None, Some(head)) if head.verb == Verb::Skip => {
            let all = order.any(head.next, EVERYTHING)?;
            skipped(&order, all, &days()?, run)
        }
        // "no time tomorrow, cancel everything"
        (None, Some(head)) if head.verb == Verb::Delete => {
            let all = order.any(head.next, EVERYTHING)?;
            let verb = order.slice(head.at..head.next);
            let whole = (all..order.len()).all(|i| one_of(order.word(i), COURTESY));
            let each = |days: &Span| format!("{verb} everything {}", said(*days));
            whole.then(|| days().map(|days| days.iter().map(each).collect::<Vec<_>>().join("; "))).flatten()
        }
        (None, Some(head)) if matches!(head.verb, Verb::Move | Verb::Advance) => {
            let verb = order.slice(head.at..head.next);
            let to = object(&order, head.next, run);
            // "move all work tasks to monday" is a set, and "move all to monday" is everything.
            let narrowed = |all: &usize| {
                order.at(head.next, "all") == Some(*all) && Some(*all) < to && order.any(*all, EXCEPT).is_none()
            };
            if let Some(all) = order.any(head.next, EVERYTHING).filter(|all| !narrowed(all)) {
                return moved(&order, &format!("{verb} everything"), all..to.unwrap_or(all), &days()?, run);
            }
            let to = to?;
            let set = order.slice(head.next..to);
            let dated = order.found.iter().any(|f| order.toks_of(&f.span).end <= to);
            if dated || !super::filter::is_bulk(&Clause::new(set, run.clock), run) {
                return None;
            }
            let except = (head.next..to).find(|i| order.any(*i, EXCEPT).is_some()).unwrap_or(to);
            moved(&order, &format!("{verb} {}", order.slice(head.next..except)), except..to, &days()?, run)
        }
        _ => None,
    }
}

/// Where what is moved ends: in front of the day that it goes to.
fn object(order: &Clause, from: usize, run: &Run<'_>) -> Option<usize> {
    let end = (from..order.len()).rev().find(|i| !one_of(order.word(*i), COURTESY))? + 1;
    let goes = |to: usize| order.any(to, TO).is_some_and(|day| is_day(order.slice(day..end), run));
    (from + 1..end).rev().find(|to| goes(*to))
}

/// Whether words say where something goes.
fn is_day(said: &str, run: &Run<'_>) -> bool {
    let what = dates::whole(said, run.clock);
    what.is_some_and(|what| matches!(what, What::Date { .. } | What::DateTime { .. } | What::Range { .. }))
}

/// "… skip everything": each series on those days of them that it has.
fn skipped(order: &Clause, all: usize, days: &[Span], run: &Run<'_>) -> Option<String> {
    let end = (all..order.len()).find(|i| !one_of(order.word(*i), COURTESY));
    let on = |days: &&Span| {
        let there = |t: &Todo| !t.status.is_closed() && !series::within(t, **days, run.today()).is_empty();
        run.todos.iter().filter(|t| t.recurrence.is_repeating()).any(there)
    };
    let each: Vec<String> = days.iter().filter(on).map(|days| format!("skip everything {}", said(*days))).collect();
    (end.is_none() && !each.is_empty()).then(|| each.join("; "))
}

/// "… move everything to thursday", "… push everything back a day"; `apart` = what stands between the set and where it goes, as
/// "except the dentist".
fn moved(order: &Clause, set: &str, apart: Range<usize>, days: &[Span], run: &Run<'_>) -> Option<String> {
    let end = (apart.start..order.len()).rev().find(|i| !one_of(order.word(*i), COURTESY))? + 1;
    let excepted = order.any(apart.start, EXCEPT).is_some() && !apart.is_empty();
    let from = if excepted { apart.end } else { order.any(apart.start, PARTICLES).unwrap_or(apart.start) };
    let goes = match order.any(from, TO) {
        Some(to) => is_day(order.slice(to..end), run),
        None => {
            let by = order.any(from, "by").unwrap_or(from);
            let later = |i: usize| one_of(order.word(i), "later|earlier|back|forward");
            super::amount::length(order, by).is_some_and(|to| to == end || to + 1 == end && later(to))
        }
    };
    let rest = order.slice(apart.start..end);
    goes.then(|| days.iter().map(|days| format!("{set} {} {rest}", said(*days))).collect::<Vec<_>>().join("; "))
}

/// Days as a set is limited to them.
pub(super) fn said(days: Span) -> String {
    match days.from == days.to {
        true => format!("on {}", days.from),
        false => format!("between {} and {}", days.from, days.to),
    }
}

/// The days on which nothing can be done, in words that say that and nothing else.
pub(super) fn told(state: &str, run: &Run<'_>) -> Option<Vec<Span>> {
    let c = &Clause::new(&spelled(state), run.clock);
    let dated = |i: usize| c.found.iter().any(|f| c.toks_of(&f.span).contains(&i));
    let said: Vec<&str> =
        (0..c.len()).filter(|i| !dated(*i)).map(|i| c.word(i)).filter(|w| !one_of(w, GLUE) && !w.is_empty()).collect();
    let who = c.any(0, "i'm|im|i am|we're|we are|i'll be|i will be|we'll be");
    let somebody = who.is_some_and(|at| one_of(c.word(at), ELSEWHERE));
    if !one_of(&said.join(" "), STATES) && !somebody {
        return None;
    }
    if (0..c.len()).any(|i| one_of(c.word(i), "until|till|til"))
        && let [Found { what: What::Date { date, .. }, .. }] = c.found.as_slice()
    {
        let (from, to) = (run.today(), date.yesterday().ok()?);
        return (from <= to).then(|| vec![Span { from, to, weekday: false }]);
    }
    let mut days = Vec::new();
    for found in &c.found {
        days.extend(of_phrase(found, c)?);
    }
    (!days.is_empty()).then(|| in_a_row(days))
}

/// "tomorrow's off" with its "is".
fn spelled(state: &str) -> String {
    let day =
        |word: &str| one_of(&word.to_lowercase(), "today|tomorrow") || dates::weekday(&word.to_lowercase()).is_some();
    let word = |word: &str| match word.strip_suffix("'s").or(word.strip_suffix("’s")).filter(|front| day(front)) {
        Some(front) => format!("{front} is"),
        None => word.to_owned(),
    };
    state.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// The days of one phrase; `None` where it has no end, or says no days.
fn of_phrase(found: &Found, c: &Clause) -> Option<Vec<Span>> {
    if found.role != Role::When {
        return None;
    }
    match &found.what {
        What::Date { .. } | What::Range { .. } => Some(vec![super::resolve::span_of(found, &c.text)?]),
        What::Ambiguous { options, note } if note == MORE_THAN_ONE => {
            Some(options.iter().map(|(date, _)| Span::day(*date)).collect())
        }
        _ => None,
    }
}

/// Days side by side are one stretch.
fn in_a_row(mut days: Vec<Span>) -> Vec<Span> {
    days.sort_unstable_by_key(|days| days.from);
    let mut out: Vec<Span> = Vec::new();
    for next in days {
        let touches = |last: &Span| last.to.tomorrow().is_ok_and(|day: Date| next.from <= day);
        match out.last_mut().filter(|last| touches(last)) {
            Some(last) => *last = Span { from: last.from, to: last.to.max(next.to), weekday: false },
            None => out.push(next),
        }
    }
    out
}
