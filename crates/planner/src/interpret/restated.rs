//! Messages said in a roundabout way, said again as one plain order: "remove the work label everywhere", "all
//! errands up to high, only the groceries stay", "unless it repeats", "errands: both of them on monday".

use super::lexicon::{Verb, one_of};
use super::run::Run;
use super::split::{lead, sets, verb_at};
use super::target::{content, inflections};
use super::text::Clause;
use super::value::value;
use crate::dates::{self, What};
use countersign_core::ids::TodoId;

/// Behind a set: what is so of each that is meant.
const REPEATING: &str = "repeats|repeat|recurs|recur|is repeating|are repeating|is recurring|are recurring|'s recurring|\
    it's repeating|it's recurring|they're repeating|they're recurring|is a series|are series|recurring|repeating";
const NOT_REPEATING: &str = "doesn't repeat|don't repeat|does not repeat|do not repeat|isn't repeating|aren't repeating|\
    isn't recurring|aren't recurring|doesn't recur|don't recur|is a one-off|are one-offs";
/// Between a set and the level that it gets.
const RISES: &str = "down to|up to|back to|to|goes to|go to|goes down to|go down to|goes up to|go up to|goes back to|drops to|drop to|\
    can go to|should go to|moves to|becomes|become";
const STAYS: &str = "stays|stay|remains|remain|keeps|keep|is to stay|are to stay|should stay|can stay";

/// The message as one plain order, or as it is.
pub(super) fn restated(text: &str, run: &Run<'_>) -> String {
    // Most messages have none of the words: they are not taken apart for it.
    let lower = text.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|w| lower.contains(w));
    let mut text = super::terse::filled(text, run);
    if has(&["everywhere", "wherever"]) {
        text = everywhere(&text, run);
    }
    if has(&["only ", "just ", "but "]) {
        text = stays(&text, run);
    }
    if has(&["unless ", "if "]) {
        text = unless(&text, run);
    }
    if has(&[" not ", "instead of ", "rather than "]) {
        text = contrasted(&text, run, true).unwrap_or(text);
        text = super::contrast::plain(&text, run).unwrap_or(text);
    }
    if has(&["can't ", "cant ", "cannot ", "can not "]) {
        text = super::contrast::another_day(&text, run).unwrap_or(text);
    }
    if has(&[" to ", " becomes "]) {
        text = levelled(&text, run);
    }
    if has(&[" later", " earlier", " sooner"]) {
        text = sooner(&text, run).unwrap_or(text);
    }
    if has(&[" too", " as well", " also", " likewise"]) {
        text = super::likewise::told(&text, run).unwrap_or(text);
    }
    if has(&["no "]) {
        text = without_field(&text, run).unwrap_or(text);
    }
    if has(&["clear ", "empty "]) {
        text = cleared(&text, run).unwrap_or(text);
    }
    if has(&[" by "]) {
        text = shifted(&text, run).unwrap_or(text);
    }
    if has(&["both", "all", "every"]) && has(&[":"]) {
        text = topic(&text, run).unwrap_or(text);
    }
    text
}

/// "no priority for the lecture": the field is emptied.
fn without_field(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text, run.clock);
    let field = c.any(lead(&c).at, "no")?;
    let end = c.any(field, "priority|due date|deadline|estimate|labels|tags|label|tag|checklist")?;
    let name = c.any(end, "for|on")?;
    let plain = c.found.is_empty() && run.names(&content(c.slice(name..c.len())));
    plain.then(|| format!("clear the {} of {}", c.slice(field..end), c.slice(name..c.len())))
}

/// "clear my saturday", "clear the calendar on friday": what is on that day.
fn cleared(text: &str, run: &Run<'_>) -> Option<String> {
    const PAGES: &str = "calendar|schedule|agenda|diary|planner|day";
    let c = Clause::new(text, run.clock);
    let at = c.any(lead(&c).at, "clear|clear out|empty")?;
    let day = c.any(at, "my|the|all of|our|my whole|the whole|my entire|the entire").unwrap_or(at);
    let page = c.any(day, PAGES).and_then(|end| c.any(end, "for|on").or(Some(end)));
    if page.is_none() && c.word(at - 1) == "empty" {
        return None;
    }
    let day = c.slice(page.filter(|end| *end < c.len()).unwrap_or(day)..c.len()).trim_end_matches(['.', '!']);
    let dated = matches!(dates::whole(day, run.clock), Some(What::Date { .. } | What::Range { .. }));
    dated.then(|| format!("clear everything on {}", day.trim_start_matches("on ")))
}

/// "everything on tuesday back by one day": without its verb.
fn shifted(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text, run.clock);
    let at = lead(&c).at;
    let by = (at + 1..c.len()).find(|i| c.any(*i, "back by|out by|forward by|ahead by").is_some())?;
    let whole = super::amount::length(&c, by + 2) == Some(c.len());
    let (verb, way) = match c.word(by) {
        "back" | "out" => ("push", "back"),
        _ => ("bring", "forward"),
    };
    let plain = verb_at(&c, at, false).is_none() && sets(c.slice(at..by));
    (whole && plain).then(|| format!("{verb} {} {way} by {}", c.slice(at..by), c.slice(by + 2..c.len())))
}

/// "remove the work label everywhere": from every todo.
fn everywhere(text: &str, run: &Run<'_>) -> String {
    let c = Clause::new(text, run.clock);
    let labels = (0..c.len()).any(|i| one_of(c.word(i), "label|labels|tag|tags"));
    let end = (2..c.len()).find(|i| c.any(*i, "from everywhere|everywhere|wherever it is") == Some(c.len()));
    let takes = verb_at(&c, lead(&c).at, false)
        .is_some_and(|h| matches!(h.verb, Verb::Remove | Verb::Delete | Verb::Unlabel | Verb::Clear));
    match end.filter(|_| labels && takes) {
        Some(i) => format!("{} from everything", c.slice(0..i)),
        None => text.to_owned(),
    }
}

/// "…, only the rent stays high": an exception.
fn stays(text: &str, run: &Run<'_>) -> String {
    let c = Clause::new(text, run.clock);
    let paused = |i: usize| c.toks.get(i - 1).is_some_and(|t| matches!(t.after, Some(',' | ';' | '.' | '-')));
    let Some(i) = (2..c.len()).find(|i| paused(*i) && c.any(*i, "only|just|but only|but").is_some()) else {
        return text.to_owned();
    };
    let from = c.any(i, "only|just|but only|but").unwrap_or(i);
    let left = c.any(from, "leave|keep").filter(|_| sets(c.slice(0..i)));
    if let Some(name) = left
        && let Some((k, _)) = c
            .seek(name + 1, "as it is|as is|as it was|alone|out|untouched|the way it is")
            .filter(|(_, e)| *e == c.len())
    {
        return format!("{} except {}", c.slice(0..i), c.slice(name..k));
    }
    match c.seek(from + 1, STAYS).filter(|_| sets(c.slice(0..i))) {
        Some((k, _)) if (from..k).all(|n| !one_of(c.word(n), "it|that|they|them")) => {
            format!("{} except {}", c.slice(0..i), c.slice(from..k))
        }
        _ => text.to_owned(),
    }
}

/// "set the work tasks to low unless they repeat": the condition chooses among the set.
fn unless(text: &str, run: &Run<'_>) -> String {
    let c = Clause::new(text, run.clock);
    let found = c.seek(2, "unless|if").and_then(|(i, e)| {
        let e = c.any(e, "it|they|that|those|it's|they're").filter(|n| *n < c.len()).unwrap_or(e);
        let repeating = c.any(e, REPEATING) == Some(c.len());
        let single = c.any(e, NOT_REPEATING) == Some(c.len());
        let negated = c.word(i) == "unless";
        match (repeating, single) {
            (true, false) => Some((i, if negated { "non-repeating" } else { "repeating" })),
            (false, true) => Some((i, if negated { "repeating" } else { "non-repeating" })),
            _ => None,
        }
    });
    let Some((i, kind)) = found.filter(|(i, _)| sets(c.slice(0..*i))) else { return text.to_owned() };
    let Some(head) = verb_at(&c, lead(&c).at, false) else { return text.to_owned() };
    // In front of the nouns: "all non-repeating work tasks".
    let at = head.next + usize::from(one_of(c.word(head.next), "the|all|every|everything|each|any|my"));
    format!("{} {kind} {}", c.slice(0..at), c.slice(at..i))
}

/// "all errands down to low": a set and the level it gets, without a verb.
fn levelled(text: &str, run: &Run<'_>) -> String {
    let c = Clause::new(text, run.clock);
    let at = lead(&c).at;
    let set = c.any(at, "all|every|everything|the|my|those").is_some();
    if !set || verb_at(&c, at, false).is_some() {
        return text.to_owned();
    }
    let Some((i, e)) = c.seek(at + 1, RISES) else { return text.to_owned() };
    let level = super::fields::level(c.word(e)).is_some();
    let rest = (e + 1..c.len()).all(|k| k > e && one_of(c.word(k), "priority|prio|please")) || {
        let next = if one_of(c.word(e + 1), "priority|prio") { e + 2 } else { e + 1 };
        c.any(next, super::normal::EXCEPT).is_some()
    };
    if level && rest && sets(c.slice(at..i)) {
        return format!("set {} to {}", c.slice(at..i), c.slice(e..c.len()));
    }
    // "everything on monday to tuesday": the last "to" says where the set goes.
    let whole = one_of(c.word(at), "everything|all|every")
        && (at..c.len()).all(|k| c.any(k, super::news::GOES).is_none() && !one_of(c.word(k), "is|are|was|got|has"));
    let last = (at + 1..c.len().saturating_sub(1)).rev().find(|k| c.word(*k) == "to");
    let Some(k) = last.filter(|_| whole && sets(c.slice(at..i))) else { return text.to_owned() };
    let end = (k + 2..c.len()).find(|n| c.any(*n, super::normal::EXCEPT).is_some()).unwrap_or(c.len());
    match dates::whole(c.slice(k + 1..end), run.clock) {
        Some(What::Date { .. } | What::DateTime { .. }) => format!("move {}", c.slice(at..c.len())),
        _ => text.to_owned(),
    }
}

/// "takes 3 hours, not 2", "4:30 instead of 4": a figure that it is not any more, behind the one that it is; `lengths` =
/// only of how long something takes, as a time that it is not tells that a todo is there.
pub(super) fn contrasted(text: &str, run: &Run<'_>, lengths: bool) -> Option<String> {
    let c = Clause::new(text, run.clock);
    let (i, e) = c.seek(1, "and not|but not|not|instead of|rather than")?;
    // "2pm now not 3"
    let i = i - usize::from(i > 1 && one_of(c.word(i - 1), "now|actually|really"));
    // "an hour and a half, not 45 minutes"
    let long = super::lengths::minutes(&c, e).map(|(_, end)| end);
    let figure = long.is_some() || c.word(e).bytes().all(|b| b.is_ascii_digit() || b == b':') && !c.word(e).is_empty();
    let e = long.map_or(e, |end| end - 1);
    let length = (0..i).any(|k| {
        super::amount::length(&c, k) == Some(i) || super::lengths::minutes(&c, k).is_some_and(|(_, end)| end == i)
    });
    let valued = length
        || c.found.iter().any(|f| {
            let at = c.toks_of(&f.span);
            let fits = match f.what {
                What::Duration { .. } => true,
                What::Time { .. } | What::DateTime { .. } => !lengths,
                // "due 2 dec not 3"
                What::Date { .. } => day(c.word(e)) && at.clone().any(|k| day(c.word(k))),
                _ => false,
            };
            at.end == i && !at.contains(&e) && fits
        });
    let (kept, gone) = (c.toks.get(i - 1)?, c.toks.get(e)?);
    let ends = e + 1 == c.len() || one_of(c.word(e + 1), "for|on|that|this|as|any") || gone.after.is_some();
    (figure && valued && ends)
        .then(|| format!("{}{}", text.get(..kept.end).unwrap_or_default(), text.get(gone.end..).unwrap_or_default()))
}

/// "2", "31": a day of a month.
fn day(word: &str) -> bool {
    word.parse::<u8>().is_ok_and(|n| (1..=31).contains(&n))
}

/// "the tax return is due a week earlier now": by so much from the day that it has.
fn sooner(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text, run.clock);
    let at = lead(&c).at;
    let end = (at + 1..c.len()).find(|i| one_of(c.word(*i), "later|earlier|sooner"))?;
    let behind =
        (end + 1..c.len()).all(|i| one_of(c.word(i), "now|instead|than|planned|though|please|expected|before"));
    let (i, e) = c.seek(at + 1, "deadline is|due date is|is due|are due|is now due|is needed")?;
    let amount = super::amount::length(&c, e) == Some(end);
    let name = c.slice(at..i).trim_end_matches("'s");
    (behind && amount).then(|| format!("move the due date of {name} {}", c.slice(e..end + 1)))
}

/// "reviews: both of them on thursday": the open todos of that name, by their numbers.
fn topic(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text, run.clock);
    let cut = (0..c.len().min(4)).find(|i| c.toks.get(*i).is_some_and(|t| t.after == Some(':')))?;
    let both = c.any(cut + 1, "both of them|both of those|both|the two of them");
    let end = both.or_else(|| c.any(cut + 1, "all of them|all of those|all of it|all|every one of them"))?;
    let said = c.slice(end..c.len());
    if end >= c.len() || !matches!(value(run, said), Ok(Some(_))) {
        return None;
    }
    let words = content(c.slice(0..cut + 1));
    let open = |id: &TodoId| run.todo(*id).is_some_and(|t| !t.status.is_closed());
    let meant = |id: &TodoId| {
        let todo = run.todo(*id);
        words.iter().all(|w| {
            inflections(w).iter().any(|form| run.todos.has_word(form, *id))
                || todo.is_some_and(|t| t.labels.iter().any(|l| inflections(w).contains(&l.to_lowercase())))
        })
    };
    let single = |id: &TodoId| run.todo(*id).is_some_and(|t| !t.recurrence.is_repeating());
    let mut ids: Vec<TodoId> =
        run.todos.iter().map(|t| t.id).filter(|id| open(id) && single(id) && meant(id)).collect();
    ids.sort_unstable();
    if words.is_empty() || ids.len() < 2 || ids.len() > 10 || both.is_some() && ids.len() != 2 {
        return None;
    }
    let numbers: Vec<String> = ids.iter().map(|id| format!("#{id}")).collect();
    Some(format!("{} {said}", numbers.join(" and ")))
}
