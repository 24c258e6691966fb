//! A message laid out in lines: a letter without its greeting and its closing, and lists under their heads, each thing on
//! a line that says all there is to say of it. In any language: what the lines say is read later.

use super::bare::is_everyday;
use super::lexicon::{Verb, one_of};
use super::run::{Run, Settled};
use super::split::{bullet, lead, verb_at};
use super::text::{Clause, fold};
use super::{Context, target};
use crate::dates::{self, Clock, What};
use countersign_core::todos::Todos;

const GREETINGS: &str = "hi|hello|dear|hey|hiya|morning|good|hallo|liebe|lieber|guten|moin|servus|hola|querida|querido|buenos|buenas|\
    estimado|estimada|bonjour|bonsoir|salut|cher|chere|coucou|buna|draga|stimate|stimata";

/// Greet whatever follows, without a mark too.
const PLAIN_GREETINGS: &str = "hi|hello|hey|hiya|hallo|moin|servus|hola|bonjour|bonsoir|coucou";

const CLOSINGS: &str = "thanks|thank you|many thanks|thanks a lot|thanks so much|thank you very much|thx|kind regards|best regards|\
    warm regards|regards|best|best wishes|all the best|cheers|sincerely|yours sincerely|yours faithfully|yours truly|yours|\
    love|br|xoxo|greetings|warmly|many greetings|danke|vielen dank|danke dir|danke schon|viele gruße|viele grusse|\
    liebe gruße|liebe grusse|beste gruße|beste grusse|schone gruße|mit freundlichen grußen|mit freundlichen grussen|gruße|\
    gruß|lg|mfg|vg|gracias|muchas gracias|saludos|un saludo|un abrazo|merci|merci beaucoup|merci d'avance|cordialement|\
    bien cordialement|bien a vous|bises|multumesc|multumesc mult|cu stima|cu drag|salutari";

/// In a head that only says that the things under it are to be written down, and when; in the languages that are known.
const GENERAL: &str = "please|add|the|following|these|this|things|stuff|todo|todos|to-do|to-dos|task|tasks|items|reminders|list|my|for|on|to|\
    do|create|new|make|write|down|put|schedule|note|and|can|could|would|you|i|need|have|bitte|fuge|fug|hinzu|hinzufugen|\
    folgendes|folgende|aufgaben|fur|am|ein|eintragen|trag|trage|noch|das|die";

/// A message in lines, said again.
pub(super) enum Laid {
    /// As it is.
    Same,
    /// One instruction on each line.
    Lines(String),
    /// A list that cannot be read for certain.
    Unclear,
}

/// The message with each instruction on a line of its own.
pub(super) fn plain(text: &str, todos: &Todos, clock: &Clock) -> Laid {
    if !text.trim().contains('\n') {
        return Laid::Same;
    }
    let ctx = Context::default();
    let run = Run::new(todos, clock, &ctx, Settled::new());
    let lines = body(text);
    let mut out: Vec<String> = Vec::new();
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let end = under(&lines, at);
        if end > at + 1 {
            let items: Vec<&str> = lines.get(at + 1..end).unwrap_or_default().iter().map(|l| bullet(l)).collect();
            let head = bullet(line).trim_end_matches(':').trim();
            match listed(head, &items, &run) {
                Some(all) => out.extend(all),
                None => return Laid::Unclear,
            }
        } else if !line.trim().is_empty() {
            out.push(bullet(line).to_owned());
        }
        at = end;
    }
    // A letter that says nothing else is no wish: it is read as it is.
    if out.is_empty() { Laid::Same } else { Laid::Lines(out.join("\n")) }
}

/// Whether nothing but a closing is said, and perhaps who says it.
fn closes(line: &str) -> bool {
    let folded = fold(line.trim());
    let (said, name) = folded.split_once([',', '!', '.']).unwrap_or((&folded, ""));
    one_of(said.trim(), CLOSINGS) && name.split_whitespace().count() <= 3
}

/// The lines between the greeting and the closing.
fn body(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = text.trim().lines().map(|l| l.trim_end().to_owned()).collect();
    if let Some(first) = lines.first_mut() {
        let words = fold(first);
        let word = words.split([' ', ',', '!', '.']).next().unwrap_or_default();
        let (greeting, rest) = first.split_once([',', '!']).unwrap_or((first, ""));
        let marked = greeting.len() < first.len();
        let short = greeting.split_whitespace().count() <= 4 && !greeting.ends_with(':');
        if short && one_of(word, if marked { GREETINGS } else { PLAIN_GREETINGS }) {
            *first = rest.trim().to_owned();
        }
    }
    // Under the closing stand at most a name and what one is.
    let close = (1..lines.len()).find(|at| {
        let names = lines.get(at + 1..).unwrap_or_default();
        let short = |l: &String| l.split_whitespace().count() <= 3 && !is_item(l) && !l.ends_with(':');
        lines.get(*at).is_some_and(|l| closes(l))
            && names.iter().all(short)
            && names.iter().filter(|l| !l.is_empty()).count() <= 2
    });
    lines.truncate(close.unwrap_or(lines.len()));
    lines
}

/// A line with a bullet, a number or a space in front.
fn is_item(line: &str) -> bool {
    !line.trim().is_empty() && (line.starts_with([' ', '\t']) || bullet(line).len() < line.trim().len())
}

/// The index behind the things that stand under the line at `at`; right behind it where it is no head.
fn under(lines: &[String], at: usize) -> usize {
    let Some(head) = lines.get(at).filter(|l| !l.trim().is_empty() && !is_item(l)) else { return at + 1 };
    let item = |i: usize| lines.get(i).is_some_and(|l| is_item(l));
    let colon = head.ends_with(':');
    let gap = colon && lines.get(at + 1).is_some_and(String::is_empty);
    // Without a colon it is a name, and no sentence.
    let named = head.split_whitespace().count() <= 3 && !head.ends_with(['.', '!', '?', ',', ';']);
    let first = at + 1 + usize::from(gap);
    if item(first) && (colon || named) {
        return (first..).find(|i| !item(*i)).unwrap_or(first);
    }
    let line = |i: usize| lines.get(i).is_some_and(|l| !l.is_empty() && !l.ends_with(':'));
    if colon && !gap { (first..).find(|i| !line(*i)).unwrap_or(first) } else { at + 1 }
}

/// The things under a head, each as an instruction of its own, or as one todo with lines; `None` where that is not sure.
pub(super) fn listed(head: &str, items: &[&str], run: &Run<'_>) -> Option<Vec<String>> {
    let items: Vec<&str> = items.iter().copied().filter(|i| !i.is_empty()).collect();
    let c = Clause::new(head, run.clock);
    let dated = |item: &str| !dates::find(item, run.clock).is_empty();
    let first = |item: &str| fold(item.split_whitespace().next().unwrap_or_default());
    let foreign = |text: &str| crate::languages::hear(text, run.todos, run.clock).is_some();
    let strange = foreign(head) || items.iter().any(|i| foreign(i));
    // A time of its own is one of the day that the head names.
    let only_time = |item: &str| dates::find(item, run.clock).iter().all(|f| matches!(f.what, What::Time { .. }));
    let timed = c.found.iter().any(|f| !matches!(f.what, What::Date { .. } | What::Recurrence { time: None, .. }));
    let each = |verb: &str, when: &str| -> Vec<String> {
        let said = |item: &&str| {
            let when = if dated(item) && (timed || !only_time(item)) { "" } else { when };
            format!("{verb} {item} {when}").trim().to_owned()
        };
        items.iter().map(said).collect()
    };
    if let Some(orders) = orders(&c, &items, run).filter(|_| !strange) {
        return Some(orders);
    }
    // Another order is said of each.
    let at = lead(&c).at;
    let order = verb_at(&c, at, false);
    if let Some(verb) = order.filter(|h| h.verb != Verb::Create && h.next >= c.len()) {
        return Some(each(c.slice(verb.at..verb.next), ""));
    }
    // "tomorrow", "the following for friday"
    let of_date = |i: &usize| c.found.iter().any(|f| c.toks_of(&f.span).contains(i));
    let when: Vec<usize> = (0..c.len()).filter(of_date).collect();
    let rest: Vec<usize> = (0..c.len()).filter(|i| !of_date(i)).collect();
    if rest.iter().all(|i| one_of(c.word(*i), GENERAL)) {
        let when = when.first().zip(when.last()).map_or("", |(from, to)| c.slice(*from..*to + 1));
        return Some(each(if strange { "" } else { "add" }, when));
    }
    if let Some(orders) = strange.then(|| ordered(head, &items, run)).flatten() {
        return Some(orders);
    }
    let other: Vec<usize> = rest.iter().copied().filter(|i| !one_of(c.word(*i), GENERAL)).collect();
    if strange {
        let when = other.first().zip(other.last()).map(|(from, to)| c.slice(*from..*to + 1))?;
        let only_when = crate::languages::dated::whole(when, run.clock).is_some();
        if only_when {
            // Whether a line has a date of its own is not told here in other languages.
            let own =
                |item: &&str| item.split_whitespace().any(|w| crate::languages::dated::whole(w, run.clock).is_some());
            return (!items.iter().any(own)).then(|| items.iter().map(|item| format!("{item} {when}")).collect());
        }
    }
    if order.is_some() || !when.is_empty() || c.len() > 4 {
        return None;
    }
    let todo = |item: &&str| is_everyday(&first(item)) || dated(item);
    // "plan trip" over "book", "pack": steps of it, which say nothing alone.
    let step = |item: &&str| !item.contains(' ') && is_everyday(&first(item));
    if is_everyday(c.word(0)) && c.len() > 1 && items.iter().all(step) {
        return Some(vec![checklist(head, &items)]);
    }
    // "work" over things that are orders themselves is no verb.
    let deeds = items.iter().all(|item| is_everyday(&first(item)) && item.contains(' '));
    if is_everyday(c.word(0)) && c.len() <= 2 && !deeds {
        return Some(each(&format!("add {head}"), ""));
    }
    if items.iter().any(todo) {
        return Some(each(if strange { "" } else { "add" }, ""));
    }
    if run.find(&target::content(head), target::Want::Open) != target::Match::None {
        return Some(vec![format!("{head}: {}", items.join(", "))]);
    }
    // A mark or a joining word in a line would make two of it.
    let whole = |item: &&str| !item.contains([',', ';', '"', '“']) && !item.split_whitespace().any(super::size::joins);
    if head.contains('"') || !items.iter().all(whole) {
        return None;
    }
    Some(vec![checklist(head, &items)])
}

/// "erledigt:", "borra:" over names: a word of another language that is an order or a report of each.
fn ordered(head: &str, items: &[&str], run: &Run<'_>) -> Option<Vec<String>> {
    let said = |item: &&str| {
        let said = format!("{head}: {item}");
        let english = crate::languages::hear(&said, run.todos, run.clock)?.english?;
        let order = english.split(' ').next().is_some_and(|verb| one_of(verb, "complete|delete|skip|reopen|start"));
        order.then_some(said)
    };
    items.iter().map(said).collect()
}

/// "changes:" over "move dentist to friday" and "taxes done", "high priority:" over the names of todos: what stands under the
/// head is ordered as it stands, or the head is said of each.
fn orders(c: &Clause, items: &[&str], run: &Run<'_>) -> Option<Vec<String>> {
    const HEADS: &str = "changes|change|updates|update|edits|orders|instructions|few|some|here|are|is|what|done|now|also|then|all|pls|thanks";
    const OF_THEM: &str = "these|this|those|them|the|following|all|of|todos|tasks|items|ones";
    let words = |list: &'static str, from: usize, to: usize| (from..to).all(|i| one_of(c.word(i), list));
    let plain = c.found.is_empty();
    let general = (0..c.len()).all(|i| one_of(c.word(i), GENERAL) || one_of(c.word(i), HEADS));
    if plain && general && items.iter().any(|item| super::apart::changes(run, item)) {
        return Some(items.iter().map(|item| (*item).to_owned()).collect());
    }
    let named = |item: &&str| matches!(run.find(&target::content(item), target::Want::Open), target::Match::One(_));
    if !items.iter().all(named) || items.iter().any(|item| !dates::find(item, run.clock).is_empty()) {
        return None;
    }
    let each = |front: &str, behind: &str| {
        let said = items.iter().map(|item| format!("{front} {item} {behind}").trim_end().to_owned());
        Some(said.collect::<Vec<_>>())
    };
    let level = super::fields::level(c.word(0)).is_some_and(|_| words("priority|prio", 1, c.len()));
    if plain && level {
        return each("make", c.word(0));
    }
    let at = lead(c).at;
    let head = verb_at(c, at, false).filter(|h| h.verb != Verb::Create);
    let (from, last) = (head.map_or(at, |h| h.next), c.len().checked_sub(1)?);
    if plain && words(OF_THEM, from, c.len()) {
        return head.and_then(|h| each(c.slice(h.at..h.next), ""));
    }
    let to = (from..c.len()).find(|i| !one_of(c.word(*i), OF_THEM))?;
    let done = |i: usize| one_of(c.word(i), "done|finished|completed|complete");
    if plain && head.is_some() && to == last && done(to) {
        return each("complete", "");
    }
    // "done today:"
    let today =
        matches!(dates::whole(c.slice(1..c.len()), run.clock), Some(What::Date { date, .. }) if date == run.today());
    if done(0) && (c.len() == 1 || today) {
        return each("complete", "");
    }
    let moves = head.is_none_or(|h| matches!(h.verb, Verb::Move | Verb::Set | Verb::Schedule));
    let day =
        matches!(dates::whole(c.slice(to + 1..c.len()), run.clock), Some(What::Date { .. } | What::DateTime { .. }));
    if moves && day && one_of(c.word(to), "to|for|on") && (head.is_some() || c.word(to) == "to") {
        return each("move", &format!("to {}", c.slice(to + 1..c.len())));
    }
    None
}

/// One todo with lines.
pub(super) fn checklist(head: &str, items: &[&str]) -> String {
    let lines = match items.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => items.join(", "),
    };
    format!("add \"{head}\" with the checklist {lines}")
}
