//! What stands beside a change and is none itself, or shares it: "roses to the 28th, bring the loppers", "nora's out wed so
//! the review moves to fri", "the slip it's due monday", "go bag: add shears, badge packed", "socks - pick up weds".

use super::bare::is_everyday;
use super::edits::Edits;
use super::lexicon::one_of;
use super::lines::line_of;
use super::run::Run;
use super::split::{lead, verb_at};
use super::target::{Match, Want, content};
use super::telling::tells;
use super::text::Clause;
use crate::dates::{self, What};
use countersign_core::ids::TodoId;
use countersign_core::operation::Operation;

/// The message with what is told left out, and what is shared said in full.
pub(super) fn plain(text: &str, run: &Run<'_>) -> String {
    let mut text = text.to_owned();
    if text.contains(" and ") {
        text = each_of(&text, run).unwrap_or(text);
    }
    if text.contains("add ") {
        text = relabelled(&text, run).unwrap_or(text);
    }
    if text.contains(" so ") {
        text = led_to(&text, run).unwrap_or(text);
    }
    if text.contains(':') {
        text = noted(&text, run).or_else(|| lines(&text, run)).unwrap_or(text);
    }
    if text.contains(" - ") {
        text = dashed(&text, run).unwrap_or(text);
    }
    if ["st", "nd", "rd", "th"].iter().any(|end| text.matches(end).count() > 1) {
        text = twice(&text, run).unwrap_or(text);
    }
    if text.contains([',', ';']) {
        text = laden(&text, run).unwrap_or(text);
    }
    again(&text, run).unwrap_or(text)
}

fn one(run: &Run<'_>, name: &str) -> Option<TodoId> {
    match run.find(&content(name), Want::Open) {
        Match::One(id) => Some(id),
        _ => None,
    }
}

/// What a text comes to alone, where it makes nothing new.
fn changes(run: &Run<'_>, text: &str) -> Option<Vec<Operation>> {
    let mut read = run.beside();
    read.trying = false;
    let ops = read.message(text).ops;
    (!ops.is_empty() && !ops.iter().any(|op| matches!(op, Operation::Create(_)))).then_some(ops)
}

/// "remove work from email paul and add clients": one label takes the place of another on the same todo.
fn relabelled(text: &str, run: &Run<'_>) -> Option<String> {
    let (front, label) = [" and add ", ", add ", " and then add "].iter().find_map(|tie| text.split_once(tie))?;
    let label = label.trim().trim_start_matches('#').trim_end_matches(['.', '!']);
    let one_word = !label.is_empty() && label.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
    if !one_word {
        return None;
    }
    let ops = changes(run, front)?;
    let [Operation::Update { id, set }] = ops.as_slice() else { return None };
    let id = id.id().filter(|_| !set.labels_remove.is_empty())?;
    Some(format!("{front}; add the label {label} to #{id}"))
}

/// "set the due date of the rent to friday and of the visa to monday": the field is said of each.
fn each_of(text: &str, run: &Run<'_>) -> Option<String> {
    const FIELDS: &str = "due date|deadline|date|time|priority|estimate|due dates|deadlines|priorities|estimates";
    let c = Clause::new(text, run.clock);
    let from = lead(&c).at;
    let verb = c.any(from, "set|change|move|put|make|push|update|shift")?;
    let field = c.any(verb, "the|my|both|all").unwrap_or(verb);
    let of = c.any(field, FIELDS).and_then(|end| c.any(end, "of|for"))?;
    let joints: Vec<(usize, usize)> = (of + 1..c.len())
        .filter(|i| one_of(c.word(*i), "and|&") || c.toks.get(i - 1).is_some_and(|t| t.after == Some(',')))
        .filter_map(|i| {
            let begin = i + usize::from(one_of(c.word(i), "and|&"));
            c.any(begin, "that of|the one of|those of|that for|of|for").map(|end| (i, end))
        })
        .collect();
    let valued = |range: std::ops::Range<usize>| range.clone().skip(1).any(|i| c.word(i) == "to" && i + 1 < range.end);
    let mut orders = Vec::new();
    let mut begin = of;
    for (end, next) in joints.iter().copied().chain([(c.len(), c.len())]) {
        if begin >= end || !valued(begin..end) {
            return None;
        }
        orders.push(format!("{} {}", c.slice(from..of), c.slice(begin..end)));
        begin = next;
    }
    (orders.len() > 1).then(|| orders.join("; "))
}

/// "Lena's out Weds so the budget review slides to Fri": what is told of somebody led to the change.
fn led_to(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text, run.clock);
    let so = (2..c.len().saturating_sub(2))
        .find(|i| c.word(*i) == "so" && !one_of(c.word(i + 1), "that|far|much|many|as|long|on|it's|its|just"))?;
    let told = c.slice(0..so);
    let named = !matches!(run.find(&content(told), Want::Open), Match::None | Match::Weak(_));
    let ordered = verb_at(&c, lead(&c).at, false).is_some_and(|h| h.next < so);
    if named || ordered || !tells(&c, &(0..so)) {
        return None;
    }
    let order = c.slice(so + 1..c.len());
    changes(run, order).map(|_| order.to_owned())
}

/// "note to self on the spring classes one: the code is 4471": the note is that todo's.
fn noted(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text, run.clock);
    let from =
        c.any(lead(&c).at, "note to self on|note to self about|note to self for|note to self re|self note on")?;
    let colon = (from..c.len().saturating_sub(1)).find(|i| c.toks.get(*i).is_some_and(|t| t.after == Some(':')))?;
    let id = one(run, c.slice(from..colon + 1))?;
    Some(format!("note for #{id}: {}", c.toks.get(colon + 1).and_then(|t| text.get(t.start..))?))
}

/// Of a line of a checklist it says that it is done.
const DONE: &str = "packed|done|bought|sorted|out|sent|in|checked|ticked|finished|ready|booked|ordered|paid";

/// "go bag: add shears, badge reel packed": some lines are new, and some are done.
fn lines(text: &str, run: &Run<'_>) -> Option<String> {
    let (name, rest) = text.split_once(':')?;
    let id = one(run, name).or_else(|| one(run, name.trim_end().strip_suffix(" list")?))?;
    let todo = run.todo(id).filter(|t| !t.checklist.is_empty())?;
    let (mut orders, mut adds, mut ticks) = (Vec::new(), false, false);
    for part in rest.split([',', ';']).map(str::trim).filter(|part| !part.is_empty()) {
        let c = Clause::new(part, run.clock);
        let from = c.any(0, "and add|and also add|also add|add|and|also|plus|+").unwrap_or(0);
        let last = c.len().checked_sub(1).filter(|last| *last > from && one_of(c.word(*last), DONE));
        let end = last.map(|last| last - usize::from(one_of(c.word(last - 1), "is|are|already|now|all")));
        let line = end.and_then(|end| line_of(&todo.checklist, c.slice(from..end)));
        let said = c.any(0, "and add|and also add|also add|add|plus").is_some()
            || part.starts_with('+')
            || c.word(0) == "and" && adds;
        match line {
            Some(line) => {
                ticks = true;
                orders.push(format!("tick \"{line}\" on #{id}"));
            }
            None if said || adds => {
                adds = true;
                orders.push(format!("add {} to the \"{}\" checklist", c.slice(from..c.len()), todo.title));
            }
            None => return None,
        }
    }
    (ticks && adds).then(|| orders.join("; "))
}

/// "till roll, tags - get weds", "ch 11 - do it tonight instead of tmrw": what is to be done with it, and when, behind a
/// dash.
fn dashed(text: &str, run: &Run<'_>) -> Option<String> {
    let (name, order) = text.split_once(" - ")?;
    let c = Clause::new(order, run.clock);
    let end = c.seek(1, "instead of|rather than").map_or(c.len(), |(i, _)| i);
    let day = |from: usize| {
        let said = c.slice(from..end);
        matches!(dates::whole(said, run.clock), Some(What::Date { .. } | What::DateTime { .. })).then_some(said)
    };
    let front = Clause::new(name, run.clock);
    let ordered = verb_at(&front, lead(&front).at, false).is_some() || is_everyday(front.word(0));
    if order.contains(" - ") || ordered || !front.found.is_empty() {
        return None;
    }
    if let Some(verb) = c.any(0, "do it|do that|do this|do them|get it done|make it") {
        let when = day(verb)?;
        return one(run, name).map(|id| format!("move #{id} to {}", when.trim_start_matches("on ")));
    }
    let verb = c.any(0, "pick up|drop off|hand in|send off").or_else(|| is_everyday(c.word(0)).then_some(1))?;
    let when = day(verb).filter(|_| end == c.len() && !run.names(&content(name)))?;
    Some(format!("{} {name} {when}", c.slice(0..verb)))
}

/// "call mom on the 24th, the 24th": a day said twice is said once.
fn twice(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text, run.clock);
    let day = |i: usize| {
        let word = c.word(i);
        let figures = word.trim_end_matches(|ch: char| ch.is_ascii_alphabetic());
        let ordinal = one_of(word.get(figures.len()..).unwrap_or_default(), "st|nd|rd|th");
        figures.parse::<u8>().ok().filter(|n| ordinal && (1..=31).contains(n))
    };
    let said: Vec<usize> = (0..c.len()).filter(|i| day(*i).is_some()).collect();
    let [first, second] = said.as_slice() else { return None };
    let begins = |at: usize| (0..at).rev().take_while(|k| one_of(c.word(*k), "the|on|by|for")).last().unwrap_or(at);
    let numbers = |i: usize| c.word(i + 1).is_empty() || c.found.iter().any(|f| c.toks_of(&f.span).contains(&i));
    // "the 14th of january, 14th of april" are two days.
    let month = |i: usize| dates::month(c.word(if c.word(i + 1) == "of" { i + 2 } else { i + 1 }));
    let months = matches!((month(*first), month(*second)), (Some(one), Some(other)) if one != other);
    if day(*first) != day(*second) || months || !numbers(*second) {
        return None;
    }
    // "the tap to friday 19th and the gutters to friday 19th": the day of another one.
    let between = first + 1..begins(*second);
    let apart = between.clone().any(|i| one_of(c.word(i), "and|then|also|plus|&"))
        || c.toks.get(*first..between.end).is_some_and(|toks| toks.iter().any(|t| matches!(t.after, Some('.' | ';'))))
        || run.names(&content(c.slice(between)));
    if apart && begins(*first) != 0 {
        return None;
    }
    let mut edits = Edits::default();
    if begins(*first) == 0 {
        edits.cut(0..first + 1);
    } else {
        edits.cut(begins(*second)..second + 1);
    }
    edits.apply(&c)
}

/// "roses to the 28th, bring the loppers": what is to be brought along is the todo's note.
fn laden(text: &str, run: &Run<'_>) -> Option<String> {
    const BRINGS: &str =
        "bring|remember to bring|don't forget to bring|dont forget to bring|take along|mention|ask about|ask for|wear";
    let c = Clause::new(text, run.clock);
    let marked = |i: &usize| c.toks.get(i - 1).is_some_and(|t| !t.quoted && matches!(t.after, Some(',' | ';')));
    let at = (1..c.len()).rev().find(marked)?;
    let brings = c.any(at, BRINGS).is_some_and(|end| end < c.len());
    let dated = c.found.iter().any(|f| c.toks_of(&f.span).end > at);
    // "bring chapter 5 forward one day" is an order.
    let ordered = || super::apart::changes(run, c.slice(at..c.len()));
    if !brings || dated || run.names(&content(c.slice(at..c.len()))) || ordered() {
        return None;
    }
    let front = c.slice(0..at);
    let ops = changes(run, front)?;
    let [Operation::Update { id, set }] = ops.as_slice() else { return None };
    let id = id.id()?;
    let bare = run.todo(id).is_some_and(|t| t.notes.is_empty()) && set.notes.is_none();
    let read = |text: &str| changes(run, text).is_some_and(|ops| ops.len() == 1);
    let said = format!("{front}; note for #{id}: {}", c.slice(at..c.len()));
    (bare && read(&said)).then_some(said)
}

/// "the permission slip it's actually due on monday": what it is was said before.
fn again(text: &str, run: &Run<'_>) -> Option<String> {
    const BEHIND: &str = "actually|due|now|moved|on|at|not|supposed|been|going";
    let c = Clause::new(text, run.clock);
    let from = lead(&c).at;
    let i = (from + 1..c.len().min(from + 7)).find(|i| {
        one_of(c.word(*i), "it's|its|that's|thats")
            && c.toks.get(i - 1).is_some_and(|t| !matches!(t.after, Some('.' | ';' | ':' | '!')))
            && one_of(c.word(i + 1), BEHIND)
    })?;
    let end = (from + 1..=i).rev().find(|end| !one_of(c.word(end - 1), "um|uh|uhm|erm|er|hm|well"))?;
    let name = c.slice(from..end);
    let ordered = verb_at(&c, from, false).is_some() || is_everyday(c.word(from));
    one(run, name).filter(|_| !ordered)?;
    Some(format!("{name} is {}", c.slice(i + 1..c.len())))
}
