//! "Busy on wednesday, move everything to thursday", "sick tomorrow and wednesday, skip everything": of what is there only what
//! is on the days that are told of is meant, whether they are told in front of the order or behind it.

use super::lexicon::{Verb, one_of};
use super::run::Run;
use super::series::{self, Span};
use super::several_days::MORE_THAN_ONE;
use super::split::{lead, verb_at};
use super::text::Clause;
use crate::dates::{self, Found, Role, What};
use countersign_core::todo::Todo;
use jiff::civil::Date;

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
    not good|impossible|not possible|not free|not available|gone|stuck|injured|hospital|exhausted|unable|no go|out action|out sick|won't there|won't here|not in|hospital";

/// Behind "I'm": where one is, or what one does there.
const ELSEWHERE: &str = "in|at|on|with|visiting|going|flying|driving|working|having|taking|attending|hosting";

/// The message with the days of what is meant; as it is where it tells of none, or where not everything is meant.
pub(super) fn plain(text: &str, run: &Run<'_>) -> Option<String> {
    parts(&Clause::new(text, run.clock)).find_map(|(state, order)| of_days(&state, &order, run))
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

/// An order about everything with the days that are told beside it.
fn of_days(state: &str, order: &str, run: &Run<'_>) -> Option<String> {
    let order = Clause::new(order, run.clock);
    let at = lead(&order).at;
    let apart = order
        .any(at, "put|push|set|hold")
        .and_then(|next| order.any(next, EVERYTHING))
        .filter(|next| one_of(order.word(*next), "off|back"));
    let head = verb_at(&order, at, false);
    let (verb, all) = match (apart, &head) {
        // "put everything off until friday"
        (Some(next), _) => ("postpone", next + 1),
        (None, Some(head)) => (order.slice(head.at..head.next), order.any(head.next, EVERYTHING)?),
        (None, None) => return None,
    };
    let days = told(&Clause::new(state, run.clock), run)?;
    match head.map(|head| head.verb) {
        Some(Verb::Skip) => skipped(&order, all, &days, run),
        Some(Verb::Move | Verb::Advance) => moved(&order, verb, all, &days, run),
        _ if apart.is_some() => moved(&order, verb, all, &days, run),
        _ => None,
    }
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

/// "… move everything to thursday", "… push everything back a day".
fn moved(order: &Clause, verb: &str, all: usize, days: &[Span], run: &Run<'_>) -> Option<String> {
    let end = (all..order.len()).rev().find(|i| !one_of(order.word(*i), COURTESY))? + 1;
    let from = order.any(all, PARTICLES).unwrap_or(all);
    let rest = order.slice(from..end);
    let goes = match order.any(from, TO) {
        Some(to) => dates::whole(order.slice(to..end), run.clock)
            .is_some_and(|what| matches!(what, What::Date { .. } | What::DateTime { .. } | What::Range { .. })),
        None => {
            let by = order.any(from, "by").unwrap_or(from);
            let later = |i: usize| one_of(order.word(i), "later|earlier|back|forward");
            super::amount::length(order, by).is_some_and(|to| to == end || to + 1 == end && later(to))
        }
    };
    let particle = order.slice(all..from);
    let each = days.iter().map(|days| match particle {
        "" => format!("{verb} everything {} {rest}", said(*days)),
        particle => format!("{verb} everything {} {particle} {rest}", said(*days)),
    });
    goes.then(|| each.collect::<Vec<_>>().join("; "))
}

/// Days as a set is limited to them.
pub(super) fn said(days: Span) -> String {
    match days.from == days.to {
        true => format!("on {}", days.from),
        false => format!("between {} and {}", days.from, days.to),
    }
}

/// The days on which nothing can be done, in words that say that and nothing else.
pub(super) fn told(c: &Clause, run: &Run<'_>) -> Option<Vec<Span>> {
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
