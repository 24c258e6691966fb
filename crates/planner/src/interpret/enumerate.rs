//! Several things named in one line: "1. a 2. b", "add 3 tasks: a, b, c", `add "a" and "b"`, "packing list: a, b, c".

use super::bare::is_everyday;
use super::lexicon::{Verb, one_of};
use super::run::Run;
use super::split::{lead, verb_at};
use super::target::{Match, Want, content, same_title};
use super::text::{Clause, quotes};

const NOUNS: &str = "tasks|todos|to-dos|items|things|reminders|entries";
const NUMBERS: [&str; 9] = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/// The message with each member of such a list on a line of its own; any other message as it is.
pub(super) fn lines(text: &str, run: &Run<'_>) -> String {
    if text.contains('\n') {
        return text.to_owned();
    }
    numbered(text, run)
        .or_else(|| dashed(text, run))
        .or_else(|| separate(text, run))
        .or_else(|| counted(text, run))
        .or_else(|| quoted(text, run))
        .or_else(|| headed(text, run))
        .or_else(|| errands(text, run))
        .unwrap_or_else(|| text.to_owned())
}

/// "1. buy paint 2. call tim": numbers that count up from one.
fn numbered(text: &str, run: &Run<'_>) -> Option<String> {
    let quoted = quotes(text);
    let mut cuts: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    for word in text.split(' ') {
        let digits = word.trim_end_matches(['.', ')', ':']);
        let next = cuts.len() + 1;
        let marked = word.len() == digits.len() + 1 && digits.parse() == Ok(next);
        if marked && !quoted.iter().any(|q| q.contains(&at)) {
            cuts.push((at, at + word.len()));
        }
        at += word.len() + 1;
    }
    // What stands in front is the command ("add:") or nothing.
    let head = text.get(..cuts.first()?.0)?.trim();
    // "note for the passport: 1. photos 2. form" is one note.
    let noted = head.to_lowercase().split_whitespace().any(|w| one_of(w.trim_end_matches(':'), "note|notes|comment"));
    if noted || cuts.len() < 2 || !(head.is_empty() || head.ends_with(':')) {
        return None;
    }
    let ends = cuts.iter().skip(1).map(|(from, _)| *from).chain([text.len()]);
    let parts: Vec<&str> =
        cuts.iter().zip(ends).filter_map(|((_, from), to)| Some(text.get(*from..to)?.trim())).collect();
    let parts: Vec<&str> = parts.iter().map(|p| p.trim_end_matches([',', ';', '.']).trim()).collect();
    if parts.iter().any(|p| p.is_empty()) {
        return None;
    }
    if let Some(all) = under(head, &parts, run) {
        return Some(all);
    }
    Some(head.lines().chain(parts).filter(|l| !l.is_empty()).collect::<Vec<_>>().join("\n"))
}

/// "plan trip: 1. book 2. pack": what is named in front of a list on one line is its head, as over lines of their own.
fn under(head: &str, items: &[&str], run: &Run<'_>) -> Option<String> {
    let name = head.strip_suffix(':').map(str::trim).filter(|name| !name.is_empty() && !name.contains('\n'))?;
    let c = Clause::new(name, run.clock);
    if verb_at(&c, lead(&c).at, false).is_some() {
        return None;
    }
    super::laid::listed(name, items, run).map(|all| all.join("\n"))
}

/// "groceries: - eggs - flour": as [`numbered`], with dashes.
fn dashed(text: &str, run: &Run<'_>) -> Option<String> {
    let (head, body) = text.split_once(": - ")?;
    let items: Vec<&str> = body.split(" - ").map(|item| item.trim().trim_end_matches([',', ';', '.'])).collect();
    let plain = quotes(text).is_empty() && items.iter().all(|item| !item.is_empty());
    (plain && items.len() > 1).then(|| under(&format!("{head}:"), &items, run))?
}

/// "add milk, eggs and bread as separate todos": each is one.
fn separate(text: &str, run: &Run<'_>) -> Option<String> {
    const APART: &str = "as separate todos|as separate tasks|as separate items|as separate reminders|as individual todos|as individual tasks|\
        as two todos|as three todos|as four todos|as five todos|as two tasks|as three tasks|as four tasks|as five tasks|\
        as single todos|as their own todos|separately|individually|one by one|each as its own todo|each as a todo|\
        each as its own task|each as a separate todo|each separately|each on its own";
    // Most messages say nothing of the kind.
    if !["separate", "individual", "single", "each", "one by one", " todos", " tasks"].iter().any(|w| text.contains(w))
    {
        return None;
    }
    let c = Clause::new(text.trim_end_matches(['.', '!']), run.clock);
    let l = lead(&c);
    let head = verb_at(&c, l.at, false).filter(|h| h.verb == Verb::Create)?;
    let end = (head.next + 1..c.len()).find(|i| c.any(*i, APART) == Some(c.len()))?;
    // A day in front of it is said of all.
    let day = c.found.first().map(|f| c.toks_of(&f.span)).filter(|at| at.end == end && at.start > head.next);
    if c.found.len() > usize::from(day.is_some()) || !quotes(text).is_empty() {
        return None;
    }
    let things = c.slice(head.next..day.as_ref().map_or(end, |at| at.start));
    let when = day.map_or("", |at| c.slice(at));
    let all = super::fields::list(things.trim_start_matches([':', ' ']).trim_end_matches(','));
    let each = all.iter().map(|thing| format!("add {thing} {when}").trim_end().to_owned());
    (all.len() > 1).then(|| each.collect::<Vec<_>>().join("\n"))
}

/// "add 3 tasks: a, b, c". A number must fit; without one, the commas count.
fn counted(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text, run.clock);
    let l = lead(&c);
    let head = verb_at(&c, l.at, false).filter(|h| h.verb == Verb::Create)?;
    let noun = (head.next..c.len().min(head.next + 5)).find(|i| {
        let marked = c.toks.get(*i).is_some_and(|t| t.after == Some(':'));
        one_of(c.word(*i), NOUNS) || marked && one_of(c.word(*i), "these|following|those")
    })?;
    let tok = c.toks.get(noun)?;
    if tok.after != Some(':') {
        return None;
    }
    let count = (head.next..noun).find_map(|i| {
        let word = c.word(i);
        word.parse::<usize>().ok().or_else(|| NUMBERS.iter().position(|n| *n == word).map(|n| n + 2))
    });
    let plain = (head.next..noun).all(|i| {
        one_of(c.word(i), "the|these|following|new|some|my|a|few")
            || NUMBERS.contains(&c.word(i))
            || c.word(i).parse::<usize>().is_ok()
    });
    let body = text.get(tok.end..)?.trim_start_matches([':', ' ']);
    let commas: Vec<String> = body.split([',', ';']).map(|p| p.trim().to_owned()).filter(|p| !p.is_empty()).collect();
    // "a, b and c": the last "and" is a comma too.
    let mut ended = commas.clone();
    if let Some(last) = ended.pop() {
        let last = last.strip_prefix("and ").unwrap_or(&last).to_owned();
        match last.rsplit_once(" and ") {
            Some((a, b)) => ended.extend([a.to_owned(), b.to_owned()]),
            None => ended.push(last),
        }
    }
    let parts = match count {
        Some(n) if ended.len() == n => ended,
        Some(n) if commas.len() == n => commas,
        Some(_) => return None,
        None if commas.len() > 1 && !commas.iter().rev().skip(1).any(|p| p.contains(" and ")) => ended,
        None => commas,
    };
    (plain && parts.len() > 1).then(|| {
        parts
            .iter()
            .map(|p| if p.chars().count() == 1 { format!("add \"{p}\"") } else { format!("add {p}") })
            .collect::<Vec<_>>()
            .join("\n")
    })
}

/// "things to do tomorrow: iron shirts, call grandma", "packing list: socks, shirts", "groceries: bread, butter": a
/// head and the things under it, which are todos, a new checklist, or lines for the one that is there.
fn headed(text: &str, run: &Run<'_>) -> Option<String> {
    /// A longer head says more than what the list is.
    const HEAD: usize = 6;
    let c = Clause::new(text, run.clock);
    let at = lead(&c).at;
    let colon = (at..c.len().min(at + 2 * HEAD))
        .find(|i| c.toks.get(*i).is_some_and(|t| !t.quoted && t.after == Some(':')))
        .filter(|colon| *colon < at + HEAD || headline(&c, at, *colon).is_some())?;
    let body = text.get(c.toks.get(colon)?.end..)?.trim_start_matches([':', ' ']);
    let items: Vec<&str> = body.split(',').map(|p| p.trim().trim_end_matches('.')).collect();
    let short = |item: &&str| (1..=4).contains(&item.split_whitespace().count());
    if items.len() < 2 || !items.iter().all(short) || !quotes(text).is_empty() {
        return None;
    }
    let first = |item: &str| item.split_whitespace().next().is_some_and(|w| is_everyday(&w.to_lowercase()));
    let of_date = |i: usize| c.found.iter().any(|f| c.toks_of(&f.span).contains(&i));
    let dates: Vec<usize> = (at..=colon).filter(|i| of_date(*i)).collect();
    let general = |i: &usize| {
        let count = NUMBERS.iter().position(|n| *n == c.word(*i)).map(|n| n + 2).or_else(|| c.word(*i).parse().ok());
        one_of(c.word(*i), "things|stuff|to|do|todo|todos|to-do|to-dos|tasks|errands|chores|my|the|list|for")
            || count == Some(items.len())
    };
    // "book bus friday, subtasks: call the depot, pay the deposit": its own lines, in a word that is not of its name.
    if colon > at && one_of(c.word(colon), "subtasks|sub-tasks|steps|checklist") {
        return None;
    }
    // "Order dog food: done, 2 bags", "party: cancelled, everyone's sick": what is told of it is no line of a list.
    let told = items.first().is_some_and(|item| {
        let one = !item.contains(' ') && item.to_lowercase().ends_with("ed");
        one || matches!(super::value::value(run, item), Ok(Some(_)) | Err(_))
    });
    if told {
        return None;
    }
    let plain = (at..=colon).filter(|i| !dates.contains(i)).all(|i| general(&i));
    let says = |item: &str, word: &str| item.split_whitespace().any(|w| w.eq_ignore_ascii_case(word));
    if plain && items.iter().all(|item| first(item) && !says(item, "them")) {
        let when = dates.first().map_or("", |from| c.slice(*from..dates.last().map_or(*from, |last| last + 1)));
        let mut orders: Vec<String> = Vec::new();
        for item in items {
            // ", label it admin": of the one before.
            match orders.last_mut().filter(|_| says(item, "it")) {
                Some(before) => *before += &format!(", {item}"),
                None => orders.push(format!("add {item} {when}").trim_end().to_owned()),
            }
        }
        return Some(orders.join("\n"));
    }
    let list = headline(&c, at, colon);
    let in_head = |f: &crate::dates::Found| c.toks_of(&f.span).end <= colon + 1;
    // A date under it says more than what is on the list, and an order in front of it is one of its own.
    if list.is_none() && verb_at(&c, at, false).is_some() || !c.found.iter().all(in_head) {
        return None;
    }
    let undated: Vec<usize> = (at..=colon).filter(|i| !dates.contains(i)).collect();
    let head = undated.iter().map(|i| c.slice(*i..i + 1)).collect::<Vec<_>>().join(" ");
    let when = dates.first().map_or("", |from| c.slice(*from..dates.last().map_or(*from, |last| last + 1)));
    if let Match::One(id) = run.find(&content(&head), Want::Open)
        && let Some(todo) = run.todo(id).filter(|_| dates.is_empty())
        && (!todo.checklist.is_empty() && !items.iter().any(|item| first(item))
            || super::target::same_title(run.todos, &head) == [id])
    {
        let there = |item: &&str| todo.checklist.iter().any(|line| line.title.eq_ignore_ascii_case(item));
        let new: Vec<&str> = items.into_iter().filter(|item| !there(item)).collect();
        return (!new.is_empty()).then(|| format!("add to {}: {}", todo.title.replace(':', " "), new.join(", ")));
    }
    let Some(named) = list else {
        return is_errand(run, &head, &items)
            .then(|| format!("{} {when}", super::laid::checklist(&head, &items)).trim_end().to_owned());
    };
    let lines = match items.split_last() {
        Some((last, rest)) if !last.contains(" and ") => format!("{} and {last}", rest.join(", ")),
        _ => items.join(", "),
    };
    let name: Vec<&str> = undated.iter().filter(|i| **i >= named).map(|i| c.slice(*i..i + 1)).collect();
    let name = name.join(" ");
    let name = name.trim_end_matches(" on").trim_end_matches(" for");
    (!name.is_empty()).then(|| format!("add \"{name}\" with the checklist {lines} {when}").trim_end().to_owned())
}

/// "make me a checklist for the fair:", "checklist party:", "packing list:": where the name of the list begins.
fn headline(c: &Clause, at: usize, colon: usize) -> Option<usize> {
    const MAKES: &str = "make me|make|create|start me|start|write me|write|give me|set up|draw up|put together|prepare|build|add|\
        do me|i need|i want|we need|new";
    let verb = c.any(at, MAKES);
    let from = verb.unwrap_or(at);
    let from = c.any(from, "a new|an|a|the|my|our|new").unwrap_or(from);
    // "checklist for the fair", "list called fair"
    if let Some(end) = c
        .any(from, "checklist|check list|to-do list|todo list|list")
        .filter(|_| verb.is_some())
        .or_else(|| c.any(from, "checklist|check list"))
    {
        // "add a checklist to the trip:" is for what is there.
        let name = c.any(end, "for|called|named|titled|of|about").unwrap_or(end);
        return (name <= colon && !one_of(c.word(end), "to|on|in")).then_some(name);
    }
    // "a packing list for the cabin", "shopping list"
    let kind = (from + 1..=colon.min(from + 2)).find(|i| one_of(c.word(*i), "list|checklist"))?;
    let known = verb.is_none()
        || one_of(c.word(from), "packing|shopping|grocery|groceries|guest|reading|gift|wish|task|punch|snag|prep");
    (known && kind > from && c.word(kind - 1) != "with").then_some(from)
}

/// Whether a head with things under it is something to see to: a place or an occasion and what belongs to it ("pharmacy:
/// plasters, ibuprofen"), of which no todo tells.
fn is_errand(run: &Run<'_>, head: &str, items: &[&str]) -> bool {
    const FIELDS: &str = "note|notes|question|questions|idea|ideas|fyi|ps|re|problem|update|status|priority|label|labels|tag|tags|due|\
        deadline|estimate|today|urgent|important|todo|todos|task|tasks|add|done|everything|all|both";
    let c = Clause::new(head, run.clock);
    let unknown = |text: &str| !matches!(run.find(&content(text), Want::Open), Match::One(_) | Match::Tie(_));
    /// Says something of what is there.
    const TELLS: &str = "done|finished|not|no|is|are|was|were|it|them|that|priority|prio|due|i|you|he|she|we|they|has|have|had|will|can";
    let thing = |item: &&str| {
        let words = Clause::new(item, run.clock);
        let counted = words.word(0).bytes().all(|b| b.is_ascii_digit());
        unknown(item)
            && (counted || super::fields::level(words.word(0)).is_none())
            && !(0..words.len()).any(|i| one_of(words.word(i), TELLS))
    };
    let plain = (0..c.len()).all(|i| !super::question::is_spoken(c.word(i)) && !one_of(c.word(i), FIELDS));
    (1..=3).contains(&c.len()) && plain && c.found.is_empty() && unknown(head) && items.iter().all(thing)
}

/// `add "a" and "b"`: each quotation is a title of its own.
fn quoted(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text, run.clock);
    let l = lead(&c);
    let head = verb_at(&c, l.at, false).filter(|h| h.verb == Verb::Create)?;
    let all = quotes(text);
    let inside = |i: usize| c.toks.get(i).is_some_and(|t| all.iter().any(|q| q.start <= t.start && t.end <= q.end));
    let last = (head.next..c.len()).rev().find(|i| inside(*i))?;
    let joined = (head.next..=last).all(|i| inside(i) || one_of(c.word(i), "and|&|then|also|plus"));
    // "… both for saturday": said of each, up to the next instruction.
    let end = (last + 1..c.len())
        .find(|i| {
            one_of(c.word(*i), "and|then|also")
                || c.toks.get(i - 1).is_some_and(|t| matches!(t.after, Some(',' | ';' | '.')))
        })
        .unwrap_or(c.len());
    let from = c.any(last + 1, "both|all").filter(|e| *e < end).unwrap_or(last + 1);
    let shared = c.slice(from..end).to_owned();
    let dated = shared.is_empty() || matches!(super::value::value(run, &shared), Ok(Some(_)));
    let rest = c.slice(end..c.len());
    let rest = ["and ", "then ", "also "].iter().find_map(|w| rest.strip_prefix(w)).unwrap_or(rest);
    let verb = c.slice(head.at..head.next);
    (all.len() > 1 && joined && dated).then(|| {
        let each =
            all.iter().filter_map(|q| Some(format!("{verb} {} {shared}", text.get(q.clone())?).trim().to_owned()));
        each.chain((!rest.is_empty()).then(|| rest.to_owned())).collect::<Vec<_>>().join("\n")
    })
}

/// "call dad, email Kim, book flights": three errands or more, each with a verb and a thing of its own. Of two the second
/// may say more of the first ("call the bank, ask about fees"), as may one that points back.
fn errands(text: &str, run: &Run<'_>) -> Option<String> {
    const BACK: &str = "it|them|him|her|that|this|there|those|these|one|both";
    const MORE: &str =
        "ask|tell|mention|say|check|confirm|see|discuss|talk|explain|thank|wish|remind|include|use|try|note";
    const COLLECTS: &str = "buy|get|order|pick|grab|bring|pack|take|purchase|find|return|sell|borrow|collect|shop";
    const THINGS: &str = "water|paint|file|iron|tape|brush|mop|polish|oil|toast|dust|label|light|train|drill|plant|print|frame|seal|\
        text|book|mail|post|bike|bath|sand|ship|roast|stack|wax|wrap|star|record|press|hose|pot|glue|match|copy|phone|drink|\
        snack|dress|play|dry|clean|stamp|stain|stick|table|chair|fish|cook|filter|set|email|cut|store|cover|top";
    if !text.contains(',') || text.contains(['?', ';']) || !quotes(text).is_empty() {
        return None;
    }
    let c = Clause::new(text, run.clock);
    let l = lead(&c);
    let front = match verb_at(&c, l.at, false).filter(|h| h.verb == Verb::Create) {
        Some(head) => head.next + usize::from(c.word(head.next) == "to"),
        None => l.at,
    };
    let comma = |i: usize| c.toks.get(i).is_some_and(|t| t.after == Some(','));
    let joins = |i: usize| one_of(c.word(i), "and|&|then|also|plus");
    let mut parts: Vec<std::ops::Range<usize>> = Vec::new();
    let mut from = front;
    for i in front..c.len() {
        let and = i > from && joins(i) && is_everyday(c.word(i + 1)) && !comma(i - 1);
        if comma(i) || and || i + 1 == c.len() {
            parts.push(from..if and { i } else { i + 1 });
            from = i + 1;
        }
    }
    let parts: Vec<std::ops::Range<usize>> = parts
        .into_iter()
        .map(|part| (part.start..part.end).find(|i| !joins(*i)).unwrap_or(part.end)..part.end)
        .collect();
    if super::begun::any_of(run, &c, parts.iter().skip(1).map(|part| part.start)) {
        return None;
    }
    // "clear the time of the dentist": an order about what is there is no errand.
    if parts.len() > 2
        && parts.iter().any(|part| super::apart::speaks_alone(run, &Clause::new(c.slice(part.clone()), run.clock)))
    {
        return None;
    }
    let collects = parts.first().is_some_and(|part| one_of(c.word(part.start), COLLECTS));
    let errand = |(n, part): (usize, &std::ops::Range<usize>)| {
        let verb = c.word(part.start);
        let ours = verb_at(&c, part.start, false).is_some_and(|h| h.verb != Verb::Create);
        // "move the dentist to thursday": the day is no part of the name.
        let of_date = |i: &usize| c.found.iter().any(|f| c.toks_of(&f.span).contains(i));
        let end = (part.start + 1..part.end).find(of_date).unwrap_or(part.end);
        let end = end - usize::from(end > part.start + 2 && one_of(c.word(end - 1), "to|on|by|until|for|from|at"));
        let names = || run.names(&content(c.slice(part.start + 1..end)));
        // "buy milk, …, book the dentist": in front of its own thing such a word is a verb.
        let thing = one_of(verb, THINGS) && !one_of(c.word(part.start + 1), "the|a|an|my|our|his|her|their|this");
        let of_before = n > 0 && (one_of(verb, MORE) || collects && thing);
        part.len() > 1
            && is_everyday(verb)
            && !of_before
            && !part.clone().any(|i| one_of(c.word(i), BACK))
            && !(ours && names())
    };
    // "call dad, email Kim, buy bread tomorrow": whether all of it is tomorrow nobody said.
    let dated = |part: &std::ops::Range<usize>| c.found.iter().any(|f| part.contains(&c.toks_of(&f.span).start));
    let (last, before) = parts.split_last()?;
    // Those that are there already are asked about together.
    let there = parts.iter().all(|part| !same_title(run.todos, c.slice(part.clone())).is_empty());
    let shared = dated(last) && !before.iter().any(dated);
    let list = parts.len() > 2 && parts.iter().enumerate().all(errand) && !shared && !there;
    let verb = if front > l.at { c.slice(0..front) } else { "add" };
    list.then(|| parts.into_iter().map(|part| format!("{verb} {}", c.slice(part))).collect::<Vec<_>>().join("\n"))
}
