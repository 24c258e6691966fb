//! What people leave out: the verb of "gutters high prio" and "everything on monday goes to tuesday", the "is" of
//! "piano's off", the second "add" of "eggs and flour, both for friday". Each is said again as the plain order.

use super::bare::is_everyday;
use super::fields;
use super::lexicon::{Verb, one_of};
use super::news::GOES;
use super::run::{Ref, Run, Said};
use super::split::{lead, sets, verb_at};
use super::target::{Match, Want, content};
use super::text::Clause;
use super::value::value;
use crate::dates::{self, What};
use countersign_core::operation::Patch;
use countersign_core::todo::Priority;

/// Behind "'s" where it stands for "is" or "has been".
const STATES: &str = "off|done|finished|cancelled|canceled|bought|paid|sent|moved|postponed|rescheduled|pushed|delayed|blocked|\
    overdue|urgent|now|not|more|over|sorted|fixed|renewed|returned|complete|completed|packed|booked|gone|happening|\
    actually|already|been|closer|ready|on|submitted|filed|collected|picked|ordered|watered|cleaned|mowed|no";

/// Stands for a word of its own with "'s": "it's done" is read as it is.
const OWN: &str = "it|that|what|who|where|there|here|he|she|let|how|when|why|this|today|tomorrow|yesterday|tonight|week|month|year|\
    weekend|monday|tuesday|wednesday|thursday|friday|saturday|sunday|morning|evening|everything|all|one|whatever|\
    anything|everyone|somebody|nobody";

/// Behind a set: what follows is what it gets.
pub(super) const GETS: &str = "gets|get|should get|can get|can be|should be|must be|could be|needs to be|need to be|becomes|become|is now|are now|\
    may be|has to be|have to be|shall be|will be|is to be|ought to be|put in|put to|put on|put at|set to|goes in|go in";

/// The message with such words put in.
pub(super) fn filled(text: &str, run: &Run<'_>) -> String {
    let lower = text.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|w| lower.contains(w));
    let mut text = text.to_owned();
    if has(&["'s ", "’s "]) {
        text = contracted(&text, run);
    }
    if has(&["whatever", "anything", "everything", "all ", "both", "every"]) {
        text = subject_first(&text, run);
    }
    if has(&[" all "]) {
        text = each_all(&text, run).unwrap_or(text);
    }
    if has(&[" both", " all ", " each"]) {
        text = all_done(&text, run).or_else(|| shared(&text, run)).unwrap_or(text);
    }
    text
}

/// "fundraising all p1, eng all p2": each part is a set and what it gets.
fn each_all(text: &str, run: &Run<'_>) -> Option<String> {
    let parts: Vec<&str> = text.split(", ").collect();
    let said: Vec<Option<String>> = parts.iter().map(|part| super::shorthand::all_behind(part, run)).collect();
    said.into_iter().collect::<Option<Vec<String>>>().map(|orders| orders.join("; "))
}

/// "piano's off on tuesday" is "piano is off on tuesday".
fn contracted(text: &str, run: &Run<'_>) -> String {
    let c = Clause::new(text, run.clock);
    let mut out = text.to_owned();
    for i in (0..c.len()).rev() {
        let Some(tok) = c.toks.get(i).filter(|t| !t.quoted && t.after.is_none()) else { continue };
        let Some(base) = tok.fold.strip_suffix("'s").filter(|b| !b.is_empty() && !one_of(b, OWN)) else { continue };
        let named = run.names(&content(base));
        // "mom's called" alone may tell what she did; in a list of what is done it does not.
        let listed = text.contains(',') && one_of(c.word(i + 1), "called|emailed|texted|phoned");
        let state = (listed || one_of(c.word(i + 1), STATES)) && !(c.word(i + 1) == "on" && c.found.is_empty());
        let Some(own) = text.get(tok.start..tok.end) else { continue };
        let cut = own.char_indices().rev().nth(1).map_or(0, |(at, _)| at);
        if named && state && cut > 0 {
            out.replace_range(tok.start..tok.end, &format!("{} is", own.get(..cut).unwrap_or(own)));
        }
    }
    out
}

/// "whatever's overdue gets high priority", "everything on monday goes to tuesday", "anything low, push it back a
/// week": the set comes first, and then what becomes of it.
fn subject_first(text: &str, run: &Run<'_>) -> String {
    let text = every_that_is(text);
    let mut polite = Clause::new(&text, run.clock);
    super::split::trim_tail(&mut polite);
    let end = (0..polite.len()).rev().find(|i| !polite.is_used(*i)).map_or(0, |i| i + 1);
    let c = Clause::new(polite.slice(0..end), run.clock);
    let at = lead(&c).at;
    let both = c.any(at, "both|both of my|both my|both the").is_some();
    if verb_at(&c, at, false).is_some() || c.any(at, "everything|anything|all|every|any|both").is_none() {
        return text;
    }
    // "all home tasks: low priority"
    if let Some(k) = (at..c.len().saturating_sub(1)).find(|i| c.toks.get(*i).is_some_and(|t| t.after == Some(':')))
        && let Ok(Some(v)) = value(run, c.slice(k + 1..c.len()))
        && !both
    {
        let verb = if v.when.date.is_some() { "move" } else { "set" };
        return format!("{verb} {} to {}", c.slice(at..k + 1), c.slice(k + 1..c.len()));
    }
    // "anything still open, push it back a week"
    let paused = |i: usize| c.toks.get(i - 1).is_some_and(|t| matches!(t.after, Some(',' | ';' | ':')));
    // "everything for tomorrow can you push all of that to tuesday"
    let asked = |i: usize| i > at + 3 && (c.at(i - 2, "can you") == Some(i) || c.at(i - 2, "could you") == Some(i));
    if let Some(i) = (at + 2..c.len()).find(|i| (paused(*i) || asked(*i)) && verb_at(&c, *i, false).is_some())
        && let Some(head) = verb_at(&c, i, false).filter(|h| h.verb != Verb::Create)
        && let Some(them) = c.any(
            head.next,
            "it|them|those|these|that|all of that|all of it|all of them|all of those|all that|the lot|them all|it all",
        )
        && c.found.iter().all(|f| !c.toks_of(&f.span).contains(&i))
    {
        let rest = c.slice(them..c.len());
        let named = c.slice(at..if paused(i) { i } else { i - 2 });
        let quantity = matches!(c.word(head.next + 1), "back" | "forward" | "out");
        let (particle, rest) = match rest.split_once(' ').filter(|_| quantity) {
            Some((particle, rest)) => (format!(" {particle}"), rest),
            None => (String::new(), rest),
        };
        return format!("{}{particle} {named} {rest}", c.slice(head.at..head.next));
    }
    if let Some((i, e)) = c.seek(at + 2, GETS).filter(|(_, e)| *e < c.len())
        && let Ok(Some(v)) = value(run, c.slice(e..c.len()))
        && v.when.date.is_none()
        && v.when.time.is_none()
    {
        return format!("set {} to {}", c.slice(at..i), c.slice(e..c.len()));
    }
    let to = |e: usize| {
        matches!(dates::whole(c.slice(e..c.len()), run.clock), Some(What::Date { .. } | What::DateTime { .. }))
    };
    if let Some((i, e)) = c.seek(at + 2, GOES).filter(|(_, e)| *e < c.len()).filter(|(_, e)| to(*e)) {
        return format!("move {} to {}", c.slice(at..i), c.slice(e..c.len()));
    }
    let last = (at + 2..c.len().saturating_sub(1)).rev().find(|i| c.word(*i) == "to");
    match last.filter(|i| both && to(i + 1)) {
        Some(_) => format!("move {}", c.slice(at..c.len())),
        None => text,
    }
}

/// "whatever's overdue", "anything that is overdue": everything that is.
fn every_that_is(text: &str) -> String {
    let mut out = text.to_owned();
    for (said, plain) in [
        (" thats for ", " for "),
        (" that's for ", " for "),
        (" that is for ", " for "),
        (" that are for ", " for "),
        ("whatever's ", "everything "),
        ("whatever’s ", "everything "),
        ("whatever is ", "everything "),
        ("whatever has ", "everything with "),
        ("everything that's ", "everything "),
        ("everything that is ", "everything "),
        ("anything that's ", "everything "),
        ("anything that is ", "everything "),
        ("everything which is ", "everything "),
        ("all what is ", "everything "),
        ("all which is ", "everything "),
        ("all that's ", "everything "),
        ("all that is ", "everything "),
        ("everything that has ", "everything with "),
        ("anything that has ", "everything with "),
        ("everything i have ", "everything "),
        ("everything i've got ", "everything "),
    ] {
        let lower = out.to_lowercase();
        let at = lower
            .find(said)
            .filter(|_| lower.len() == out.len())
            .filter(|at| *at == 0 || said.starts_with(' ') || lower.as_bytes().get(at - 1) == Some(&b' '));
        if let Some(at) = at {
            out.replace_range(at..at + said.len(), plain);
        }
    }
    out
}

/// "pay rent and buy milk, both done": each of them is, where every one names an open todo.
fn all_done(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text, run.clock);
    let paused = |i: usize| c.toks.get(i - 1).is_some_and(|t| matches!(t.after, Some(',' | ';' | '.' | ':')));
    let done = "both done|both are done|both finished|both completed|all done|all are done|all finished|all completed|\
        all three done";
    let i = (1..c.len()).find(|i| paused(*i) && c.any(*i, done) == Some(c.len()))?;
    let items = fields::list(c.slice(0..i));
    let ids = items.iter().map(|item| match run.find(&content(item), Want::Open) {
        Match::One(id) => Some(format!("complete #{id}")),
        _ => None,
    });
    let orders: Vec<String> = ids.collect::<Option<_>>()?;
    (c.found.is_empty() && orders.len() > 1 && orders.len() < 12).then(|| orders.join("; "))
}

/// "add eggs and flour, both for friday": each gets what is said of both.
fn shared(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text, run.clock);
    let l = lead(&c);
    let head = verb_at(&c, l.at, l.ing).filter(|h| h.verb == Verb::Create)?;
    let paused = |i: usize| c.toks.get(i - 1).is_some_and(|t| matches!(t.after, Some(',' | ';' | '.')));
    let dated = |e: usize| c.found.iter().any(|f| (e..=e + 1).contains(&c.toks_of(&f.span).start));
    let i = (head.next + 2..c.len()).find(|i| {
        paused(*i) && c.any(*i, "both|all|each").is_some() || c.any(*i, "both|all three|each").is_some_and(dated)
    })?;
    let e = c.any(i, "both of them|both|all of them|all three|all four|each of them|each|all")?;
    let what = c.slice(e..c.len());
    let begins = c.found.iter().any(|f| c.toks_of(&f.span).start == e || c.toks_of(&f.span).start == e + 1);
    if what.is_empty() || !begins && !matches!(value(run, what), Ok(Some(_))) {
        return None;
    }
    let items = fields::list(c.slice(head.next..i));
    let verb = c.slice(head.at..head.next);
    let each: Vec<String> =
        items.iter().map(|item| format!("{verb} {} {what}", item.trim_start_matches("to "))).collect();
    (items.len() > 1 && items.len() < 12).then(|| each.join("; "))
}

/// "cancel gym membership is done", "pull request reviewed", and "cancel gym membership" alone: the verb is the
/// title's own.
pub(super) fn titled(run: &mut Run<'_>, c: &Clause, at: usize) -> Option<Said<()>> {
    const DONE: &str =
        "is done|is finished|is complete|is completed|was done|has been done|done|finished|is sorted|is taken care of";
    let head =
        verb_at(c, at, false).filter(|h| h.verb != Verb::Create && c.found.is_empty() && run.fixed.ids.is_none())?;
    let own = |run: &Run<'_>, text: &str| match run.search(&content(text), Want::Open, &|t| !t.status.is_closed()) {
        Match::One(id) => {
            run.todo(id).filter(|t| content(&t.title).first().is_some_and(|w| w == c.word(head.at))).map(|t| t.id)
        }
        _ => None,
    };
    if let Some(i) = (head.next + 1..c.len()).find(|i| c.any(*i, DONE) == Some(c.len())) {
        let name = c.slice(at..i).to_owned();
        // "finish report done" says it twice.
        own(run, &name).filter(|_| head.verb != Verb::Complete)?;
        return Some(super::deeds::complete(run, &name, true, true));
    }
    let last = c.word(c.len().checked_sub(1)?).to_owned();
    if !super::near::bases(&last).is_empty() && c.len() > head.next + 1 && head.verb != Verb::Complete {
        let name = c.slice(at..c.len()).to_owned();
        let id = match run.search(&content(&name), Want::Open, &|t| !t.status.is_closed()) {
            Match::One(id) => id,
            _ => return None,
        };
        let title = run.todo(id).map(|t| content(&t.title)).unwrap_or_default();
        if super::near::bases(&last).iter().any(|b| title.first() == Some(b))
            && title.contains(&c.word(head.at).to_owned())
        {
            return Some(super::deeds::complete(run, &name, true, true));
        }
    }
    // The title itself: whether it is to go or has been done is not said.
    let whole = super::target::same_title(run.todos, c.slice(at..c.len()));
    if let [id] = whole.as_slice()
        && head.verb == Verb::Delete
        && c.len() > head.next
    {
        let title = run.todo(*id).map(|t| t.title.clone()).unwrap_or_default();
        let options = vec![
            (serde_json::json!("complete"), format!("“{title}” is done")),
            (serde_json::json!("delete"), format!("Delete “{title}”")),
        ];
        return Some(Err(
            match super::run::Ask::about(format!("Is “{title}” done, or should it be deleted?"), "value", options) {
                super::run::Stop::Ask(mut ask) => {
                    ask.options = vec![*id];
                    super::run::Stop::Ask(ask)
                }
                other => other,
            },
        ));
    }
    None
}

/// "dry cleaning: move to monday", "cancel gym membership: done": the whole title, then the order about it.
pub(super) fn headed(run: &Run<'_>, c: &Clause, at: usize) -> Option<String> {
    let k = (at..c.len().saturating_sub(1))
        .find(|i| c.toks.get(*i).is_some_and(|t| !t.quoted && matches!(t.after, Some(':'))))?;
    let said = content(c.slice(at..k + 1));
    let id = match run.search(&said, Want::Open, &|t| !t.status.is_closed()) {
        Match::One(id) => id,
        _ => return None,
    };
    let whole = run.todo(id).is_some_and(|t| content(&t.title).len() <= said.len() + 1);
    let order = verb_at(c, at, false).is_some_and(|h| matches!(h.verb, Verb::Note | Verb::Create));
    if !whole || order || said.len() < 2 && is_everyday(c.word(at)) {
        return None;
    }
    let rest = c.slice(k + 1..c.len());
    if one_of(&rest.to_lowercase(), "done|finished|complete|completed|tick|check|✓|✔|✅") {
        return Some(format!("complete #{id}"));
    }
    let head = verb_at(c, k + 1, false).filter(|h| {
        matches!(
            h.verb,
            Verb::Move
                | Verb::Delete
                | Verb::Complete
                | Verb::Skip
                | Verb::Set
                | Verb::Start
                | Verb::Reopen
                | Verb::Rename
        )
    })?;
    let behind = c.slice(head.next..c.len());
    let behind = behind.strip_prefix("it ").unwrap_or(if behind == "it" { "" } else { behind });
    Some(format!("{} #{id} {behind}", c.slice(head.at..head.next)).trim().to_owned())
}

/// "bins skip thu", "gym - skip the next one": what is left out of a series stands behind its name.
pub(super) fn skipped(run: &Run<'_>, c: &Clause, at: usize) -> Option<String> {
    if verb_at(c, at, false).is_some() {
        return None;
    }
    let i = (at + 1..c.len()).find(|i| one_of(c.word(*i), "skip|skipping|skipped"))?;
    let todo = run.one_series(c.slice(at..i).trim_end_matches([' ', '-', '—', ',']))?;
    let from = c.any(i + 1, "it|that|that one|this one").unwrap_or(i + 1);
    let next = c.any(from, "the next one|the next|next one|next time|next").is_some_and(|e| e == c.len());
    let dated =
        c.found.iter().map(|f| c.toks_of(&f.span)).any(|r| r.start <= from + 1 && r.end == c.len() && r.start >= from);
    (next || dated || from == c.len()).then(|| {
        let rest = if next { "" } else { c.slice(from..c.len()) };
        // "stand-up was skipped on friday": the last one.
        let told = c.word(i) == "skipped" && !one_of(c.word(i - 1), "is|are|be");
        format!("{} #{} {rest}", if told { "skipped" } else { "skip" }, todo.id).trim_end().to_owned()
    })
}

/// A text as a name and a level: "gutters high prio", "high prio for the gutters", and "lawn medium" where `bare`.
fn levelled(run: &Run<'_>, c: &Clause, at: usize, bare: bool) -> Option<(String, Priority)> {
    if !c.found.is_empty() || c.len() < at + 2 {
        return None;
    }
    let mut probe = c.clone();
    let level = fields::priority(&mut probe, at..c.len(), false).or_else(|| {
        let last = c.len() - 1;
        let level = fields::level(c.word(last)).filter(|_| bare && c.word(last).len() > 2)?;
        probe.spend(last..c.len());
        Some(level)
    })?;
    let free = probe.free(at..c.len());
    let (first, last) = (*free.first()?, *free.last()?);
    // The level stands at one end.
    if last - first + 1 != free.len() || first > at && !one_of(c.word(first), "for|on|to") && !bare {
        return None;
    }
    let first = first + usize::from(first > at && one_of(c.word(first), "for|on|to"));
    let last = last - usize::from(last > first && one_of(c.word(last), "really|very|super|so|quite|extremely"));
    let name = c.slice(first..last + 1).to_owned();
    // "call mom urgent" may be something new.
    let errand = is_everyday(c.word(first)) && run.one_word_title(c.word(first)).is_none();
    (!name.is_empty() && !errand && verb_at(c, first, false).is_none()).then_some((name, level))
}

/// "report in progress": where the state begins.
pub(super) fn is_underway(run: &Run<'_>, c: &Clause, at: usize) -> Option<usize> {
    let end = (at + 1..=c.len()).find(|k| {
        *k == c.len()
            || c.toks.get(k - 1).is_some_and(|t| matches!(t.after, Some(',' | ';' | '.')))
            || one_of(c.word(*k), "and|then")
    })?;
    let i = (at + 1..end).find(|i| c.any(*i, "in progress|under way|underway|ongoing|wip|on the go") == Some(end))?;
    matches!(run.find(&content(c.slice(at..i)), Want::Open), Match::One(_)).then_some(i)
}

/// "the invoice back to friday": moved, though nobody says so.
pub(super) fn back(run: &Run<'_>, c: &Clause, at: usize) -> Option<String> {
    let (back, end) = c.seek(at + 1, "back to|back on").filter(|(_, end)| *end < c.len())?;
    let day = matches!(
        dates::whole(c.slice(end..c.len()), run.clock),
        Some(What::Date { .. } | What::DateTime { .. } | What::Time { .. })
    );
    let name = c.slice(at..back);
    let plain = day && verb_at(c, at, false).is_none() && !is_everyday(c.word(at));
    let one = plain && matches!(run.find(&content(name), Want::Open), Match::One(_));
    one.then(|| format!("move {name} to {}", c.slice(end..c.len())))
}

/// Whether a text is a todo's name and a level.
pub(super) fn is_levelled(run: &Run<'_>, text: &str) -> bool {
    let c = Clause::new(text, run.clock);
    levelled(run, &c, lead(&c).at, true)
        .is_some_and(|(name, _)| matches!(run.find(&content(&name), Want::Open), Match::One(_)))
}

/// "gutters high prio": gives a todo that is there its priority.
pub(super) fn level(run: &mut Run<'_>, c: &Clause, at: usize) -> Said<bool> {
    if let Some(i) = is_underway(run, c, at).filter(|i| (*i..c.len()).all(|k| c.toks.get(k).is_some_and(|t| !t.quoted)))
    {
        let name = c.slice(at..i).to_owned();
        return super::assign::state(run, &mut c.clone(), &name, i, false, false).map(|()| true);
    }
    // "invoice urgent": of a todo that is named so it is said, and no part of a name.
    let last = c.word(c.len().saturating_sub(1));
    let urgent = one_of(last, "urgent|important|critical");
    let carried = run.verb == Some(Verb::Set) || run.levels || urgent;
    let Some((name, level)) = levelled(run, c, at, carried) else { return Ok(false) };
    match run.search(&content(&name), Want::Open, &|t| !t.status.is_closed()) {
        Match::One(id) => {
            run.last = vec![Ref::Todo(id)];
            run.verb = Some(Verb::Set);
            run.patch(Ref::Todo(id), Patch { priority: Some(level), ..Patch::default() });
            Ok(true)
        }
        Match::Tie(ids) => Err(super::resolve::which(run, format!("Which one do you mean by “{name}”?"), &ids)),
        Match::Weak(_) | Match::None => Ok(false),
    }
}

/// "nappies, wipes and bananas": things to get, of which no todo tells.
pub(super) fn is_shopping(run: &Run<'_>, c: &Clause, at: usize) -> bool {
    let items = fields::list(c.slice(at..c.len()));
    let plain = |item: &String| {
        let words: Vec<&str> = item.split(' ').collect();
        words.len() <= 3
            && !words.is_empty()
            && words.iter().all(|w| w.chars().all(|ch| ch.is_alphabetic() || ch == '-'))
    };
    let known = |item: &String| run.names(&content(item));
    at == 0
        && c.found.is_empty()
        && items.len() >= 3
        && items.iter().all(plain)
        // Plurals are things to get; "red, green and blue" are not.
        && items.iter().filter(|item| item.len() > 3 && item.ends_with('s') && !item.ends_with("ss")).count() * 2 > items.len()
        && !items.iter().any(known)
        && !sets(&c.text)
        && !(0..c.len()).any(|i| c.word(i) != "and" && super::question::is_spoken(c.word(i)))
}
