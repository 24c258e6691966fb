//! Signs and short forms that stand for an order: an arrow, a name in front of what becomes of its date, two hours of
//! which one is not meant. Each is said again as the plain order, where a todo is named.

use super::edits::Edits;
use super::lexicon::one_of;
use super::run::Run;
use super::split::{lead, sets};
use super::target::{Match, Want, content};
use super::text::Clause;
use super::value::value;
use crate::dates::{Role, What};
use countersign_core::ids::TodoId;
use countersign_core::todos::View;

/// Points from a name to what it gets.
const ARROWS: [&str; 4] = ["->", "=>", "→", "➡"];

const EMPTIES: &str = "drop|clear|remove|delete|scrap|lose|erase|unset|no|without|take off|ditch";

const DATES: &str = "the date|its date|date|the day|the due date|due date|its due date|the deadline|deadline|its deadline|\
    the time|its time|the estimate|its estimate";

/// Behind an order without a date: says only that there is none.
const SOMEDAY: &str = "someday|some day|sometime|one day|whenever";

/// The message with such signs in words.
pub(super) fn plain(text: &str, run: &Run<'_>) -> String {
    let mut text = text.to_owned();
    if ARROWS.iter().any(|arrow| text.contains(arrow)) {
        text = pointed(&text, run).unwrap_or(text);
    }
    if text.contains([':', ',']) {
        text = emptied(&text, run)
            .or_else(|| ticked(&text, run))
            .or_else(|| checked(&text, run))
            .or_else(|| lengthened(&text, run))
            .unwrap_or(text);
    }
    let lower = text.to_lowercase();
    if lower.contains(" not ") {
        text = other_hour(&text, run).unwrap_or(text);
    }
    if lower.starts_with("starting ") || lower.starts_with("beginning ") {
        text = started(&text, run).unwrap_or(text);
    }
    if lower.contains("latest ") {
        text = at_the_latest(&text, run).unwrap_or(text);
    }
    if lower.contains("'s list") || lower.contains("’s list") || lower.contains(" list for ") {
        text = of_a_days_list(&text, run).unwrap_or(text);
    }
    if lower.contains("deadline ") || lower.contains("due date ") {
        text = deadline_of(&text, run).unwrap_or(text);
    }
    if lower.contains(" add ") {
        text = added_behind(&text, run).unwrap_or(text);
    }
    if lower.contains("latest") {
        text = latest_first(&text, run).unwrap_or(text);
    }
    if lower.starts_with("every ") && lower.contains(" and ") {
        text = twice_a_month(&text, run).unwrap_or(text);
    }
    if lower.contains("last night") {
        text = last_night(&text, run).unwrap_or(text);
    }
    if lower.starts_with("no ") {
        text = rested(&text, run).unwrap_or(text);
    }
    if lower.ends_with(" as a checklist") || lower.ends_with(" as checklist") {
        text = as_checklist(&text).unwrap_or(text);
    }
    if lower.contains("whole week") || lower.contains("entire week") {
        text = of_the_week(&text, run).unwrap_or(text);
    }
    if lower.contains(" same ") {
        text = same_hour(&text, run).unwrap_or(text);
    }
    text
}

fn open(run: &Run<'_>, name: &str) -> Option<TodoId> {
    match run.find(&content(name), Want::Open) {
        Match::One(id) => Some(id),
        _ => None,
    }
}

/// "the invoice -> friday", "all home stuff -> low": what it points to is what it gets.
fn pointed(text: &str, run: &Run<'_>) -> Option<String> {
    let (at, arrow) = ARROWS.iter().find_map(|arrow| text.find(arrow).map(|at| (at, *arrow)))?;
    let (name, gets) = (text.get(..at)?.trim(), text.get(at + arrow.len()..)?.trim());
    let many = ARROWS.iter().any(|arrow| gets.contains(arrow)) || text.contains(['"', '“', '\n', ';']);
    let c = Clause::new(name, run.clock);
    let named = sets(name) || open(run, &undated(&c)).is_some();
    if many || name.is_empty() || !named || name.contains([',', '.']) {
        return None;
    }
    // "-> mon, except the report": the value ends at the mark.
    let first = gets.split(',').next().unwrap_or(gets);
    let said = value(run, first).ok().flatten()?;
    let dated = said.when.date.is_some() || said.when.time.is_some();
    if dated { Some(format!("move {name} to {gets}")) } else { said.priority.map(|_| format!("set {name} to {gets}")) }
}

/// "add shopping: eggs, ham, jam as a checklist": what stands behind the name is its lines.
fn as_checklist(text: &str) -> Option<String> {
    let end = text.to_lowercase().rfind(" as ").filter(|end| text.is_char_boundary(*end))?;
    let front = text.get(..end)?;
    let (name, lines) = front.split_once(": ").or_else(|| front.split_once(" with "))?;
    let plain = name.contains(' ') && lines.contains(',') && !front.contains(['"', '“', '(', ';']);
    plain.then(|| format!("{name} with a checklist: {}", lines.trim()))
}

/// "postpone the whole week by a day": everything that is planned in it.
fn of_the_week(text: &str, run: &Run<'_>) -> Option<String> {
    const MOVES: &str = "move|push|shift|postpone|reschedule|bump|delay|defer";
    const WEEK: &str = "the whole week|my whole week|this whole week|the entire week|my entire week|this entire week|\
        the whole of this week";
    let c = Clause::new(text, run.clock);
    let verb = lead(&c).at;
    let end = c.any(verb + 1, WEEK).filter(|_| one_of(c.word(verb), MOVES))?;
    let said = format!("{} everything this week {}", c.slice(0..verb + 1), c.slice(end..c.len()));
    Some(said.trim_end().to_owned())
}

/// "no gym until december": a series that rests until then. Of anything else it tells nothing.
fn rested(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text, run.clock);
    let until = (2..c.len()).find(|i| one_of(c.word(*i), "until|till|til"))?;
    let id = open(run, c.slice(1..until))?;
    let repeats = run.todo(id).is_some_and(|todo| todo.recurrence.is_repeating());
    // "until after christmas" is no day.
    let day = !one_of(c.word(until + 1), "after|before|further|i|we|it|the end");
    (repeats && day && until + 1 < c.len()).then(|| format!("pause #{id} until {}", c.slice(until + 1..c.len())))
}

/// The words of a name that are no date and no "next".
fn undated(c: &Clause) -> String {
    let dated = |i: &usize| c.found.iter().any(|f| c.toks_of(&f.span).contains(i));
    let words = (0..c.len()).filter(|i| !dated(i) && !one_of(c.word(*i), "next|the|my|our"));
    words.map(|i| c.word(i)).collect::<Vec<_>>().join(" ")
}

/// "the passport: drop the date": a todo, and a field of it that is emptied. Not the todo itself.
fn emptied(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text, run.clock);
    let at = lead(&c).at;
    let cut = (at + 1..c.len())
        .find(|i| c.toks.get(i - 1).is_some_and(|t| !t.quoted && matches!(t.after, Some(':' | ','))))?;
    let field = c.any(cut, EMPTIES)?;
    let end = c.any(field, DATES)?;
    let rest = c.any(end, SOMEDAY).unwrap_or(end);
    let id = open(run, c.slice(at..cut))?;
    (rest == c.len()).then(|| format!("remove {} from #{id}", c.slice(field..end)))
}

/// "the party list: chairs done, lamps done": lines of one checklist, each with its own "done".
fn ticked(text: &str, run: &Run<'_>) -> Option<String> {
    let (name, said) = text.split_once(':')?;
    let todo = run.todos.todo(open(run, name)?)?;
    let lines: Vec<&str> = said.split(',').map(str::trim).collect();
    let done = |said: &&str| said.strip_suffix(" is done").or_else(|| said.strip_suffix(" done")).map(str::len);
    let line = |at: usize| {
        let said = lines.get(at)?;
        let done = said.get(..done(said)?)?.trim();
        todo.checklist.iter().any(|item| super::text::fold(&item.title) == super::text::fold(done)).then_some(done)
    };
    let done: Vec<&str> = (0..lines.len()).map(line).collect::<Option<_>>()?;
    (done.len() > 1).then(|| format!("{name}: {} done", done.join(" and ")))
}

/// "the party list: check chairs, lamps": lines of one checklist behind one "check".
fn checked(text: &str, run: &Run<'_>) -> Option<String> {
    let (name, said) = text.split_once(':')?;
    let c = Clause::new(said.trim(), run.clock);
    let begin = c.any(0, "check off|tick off|cross off|check|tick|cross")?;
    let todo = run.todos.todo(open(run, name)?)?;
    let lines = super::fields::list(c.slice(begin..c.len()).trim_end_matches(" off"));
    let there =
        |line: &String| todo.checklist.iter().any(|item| super::text::fold(&item.title) == super::text::fold(line));
    (lines.len() > 1 && lines.iter().all(there)).then(|| format!("{name}: {} done", lines.join(" and ")))
}

/// "the party: add chairs to the checklist": a line for the one that is named in front.
fn lengthened(text: &str, run: &Run<'_>) -> Option<String> {
    const TO: &str = "to checklist|to the checklist|to its checklist|to list|to the list|to its list|to it";
    let (name, said) = text.split_once(':')?;
    let plain = said.trim().trim_end_matches(['.', '!']);
    let c = Clause::new(plain, run.clock);
    let begin = c.any(0, "also add|please add|add|put")?;
    let (to, _) = c.seek(begin + 1, TO).filter(|(_, end)| *end == c.len())?;
    let todo = run.todos.todo(open(run, name)?)?;
    // "to the list" is where all todos are, unless it has one of its own.
    let own = c.seek(to, "checklist").is_some() || !todo.checklist.is_empty();
    own.then(|| format!("add to {}: {}", todo.title.replace(':', " "), c.slice(begin..to)))
}

/// "the review 9am not 10": the hour that it has is not the one that is meant.
fn other_hour(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text, run.clock);
    let at = lead(&c).at;
    let [found] = c.found.as_slice() else { return None };
    let when = c.toks_of(&found.span);
    let What::Time { .. } = found.what else { return None };
    if found.role != Role::When || when.end + 2 != c.len() || c.word(when.end) != "not" || when.start <= at {
        return None;
    }
    let hour: i8 = c.word(when.end + 1).parse().ok()?;
    let name = c.slice(at..when.start);
    let todo = run.todos.todo(open(run, name)?)?;
    let had = todo.time_of_day?.time();
    let said = c.slice(when).trim_start_matches("at ").to_owned();
    // "at 4 not 3" leaves open which half of the day is meant.
    let half = said.to_lowercase().ends_with("am") || said.to_lowercase().ends_with("pm") || said.contains(':');
    (half && had.minute() == 0 && had.hour() % 12 == hour % 12).then(|| format!("move {name} to {said}"))
}

/// "cleaned the stove last night": on the day before.
fn last_night(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text, run.clock);
    let (i, end) = c.seek(1, "last night").filter(|(i, _)| c.toks.get(*i).is_some_and(|t| !t.quoted))?;
    let ends = end == c.len() || c.toks.get(end - 1).is_some_and(|t| matches!(t.after, Some(',' | '.' | '!' | ';')));
    let (from, to) = (c.toks.get(i)?.start, c.toks.get(end - 1)?.end);
    ends.then(|| format!("{}yesterday{}", c.text.get(..from).unwrap_or(""), c.text.get(to..).unwrap_or("")))
}

/// "…, at the same hour": what stays need not be said.
fn same_hour(text: &str, run: &Run<'_>) -> Option<String> {
    const SAME: &str = "same time|same hour|at the same time|at the same hour|the same time|the same hour|same place";
    let plain = text.trim_end().trim_end_matches(['.', '!']);
    let c = Clause::new(plain, run.clock);
    let i = (2..c.len()).find(|i| c.any(*i, SAME) == Some(c.len()))?;
    let paused = c.toks.get(i - 1).is_some_and(|t| t.after == Some(','));
    (paused && !c.found.is_empty()).then(|| c.slice(0..i).trim_end_matches([',', ' ']).to_owned())
}

/// "starting december 1 take iron every day": from when, said in front of what is to be done.
fn started(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text, run.clock);
    let when = c.found.iter().map(|f| c.toks_of(&f.span)).find(|r| r.start <= 1 && !r.is_empty())?;
    let rest = c.text.get(c.toks.get(when.end)?.start..)?;
    let repeats = |f: &crate::dates::Found| matches!(f.what, What::Recurrence { .. });
    (super::bare::is_everyday(c.word(when.end)) && c.found.iter().any(repeats))
        .then(|| format!("{} {}", rest.trim_end_matches(['.', '!']), c.slice(0..when.end)))
}

/// "the parcel, latest on wednesday": by then.
/// "by friday at the latest finish the slides": the day says so already, and what follows is what is to be done.
fn latest_first(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text, run.clock);
    let day = c.found.iter().find(|f| f.role == Role::Due).map(|f| c.toks_of(&f.span))?;
    let end = c.any(day.end, "at the latest|at the very latest|at latest|latest").filter(|end| *end < c.len())?;
    let first = day.start == lead(&c).at && c.toks.get(day.end).is_some_and(|t| !t.quoted);
    first.then(|| {
        let mut edits = Edits::default();
        edits.cut(day.end..end);
        edits.apply(&c)
    })?
}

/// "add glue to friday's list", "put glue on the list for friday": a day has no list of its own but what is on that day.
fn of_a_days_list(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text, run.clock);
    let at = lead(&c).at;
    if !one_of(c.word(at), "add|put|stick|pop|throw|chuck|place|note|write") {
        return None;
    }
    let (list, to) = (at + 2..c.len()).find_map(|i| {
        let prep = one_of(c.word(i), "to|on|onto|in");
        let article = c.any(i + 1, "the|my|our").unwrap_or(i + 1);
        let word = c.slice(article..article + 1);
        let day = word.strip_suffix("'s").or_else(|| word.strip_suffix("’s"));
        let noun = |k: usize| c.any(k, "list|to-do list|todo list|to do list|todos|agenda|plan");
        let own = day.and_then(|day| Some((noun(article + 1)?, day.to_owned())));
        let own = own.or_else(|| {
            let end = c.any(noun(article)?, "for")?;
            let said = c.found.iter().map(|f| c.toks_of(&f.span)).find(|r| r.start + 1 >= end && r.end > end)?;
            Some((said.end, c.slice(end..said.end).to_owned()))
        });
        own.filter(|(_, day)| prep && is_day(run, day)).map(|(end, day)| ((i, end), day))
    })?;
    let what = c.slice(at + 1..list.0);
    let day = if one_of(&to.to_lowercase(), "today|tomorrow|tonight") { to } else { format!("on {to}") };
    let rest = c.slice(list.1..c.len());
    let verb = if open(run, what).is_some() { "move" } else { "add" };
    let link = if verb == "move" { "to " } else { "" };
    Some(format!("{} {verb} {what} {link}{day} {rest}", c.slice(0..at)).trim().to_owned())
}

/// "deadline for the tax return dec 10": of a todo that is there.
fn deadline_of(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text, run.clock);
    let from = c.any(0, "the deadline for|the deadline of|deadline for|deadline of|the due date for|the due date of|due date for|due date of")?;
    let day = c.found.iter().find(|f| c.toks_of(&f.span).end == c.len()).map(|f| c.toks_of(&f.span))?;
    let plain = (from..day.start).all(|i| !one_of(c.word(i), "is|are|to|was|moved|now|and|:"));
    let marked = (from..day.start).any(|i| c.toks.get(i).is_some_and(|t| t.quoted || t.after.is_some()));
    let name = c.slice(from..day.start);
    (plain && !marked && open(run, name).is_some())
        .then(|| format!("set the due date of {name} to {}", c.slice(day.start..c.len())))
}

/// "grocery list add yogurt": the list that something is added to stands in front.
fn added_behind(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text, run.clock);
    let at = (1..c.len().min(5)).find(|i| c.word(*i) == "add").filter(|at| at + 1 < c.len())?;
    let named = c.slice(0..at).trim_start_matches("to ").trim_start_matches("on ");
    let name = named.trim_end_matches(" please").trim_end_matches(" list");
    let plain = (0..c.len()).all(|i| i == at || !one_of(c.word(i), "add|to|it|and|then|label|note|tag"));
    let marked = (0..at).any(|i| c.toks.get(i).is_some_and(|t| t.quoted));
    let listed = |id| run.todos.todo(id).is_some_and(|t| !t.checklist.is_empty());
    (plain && !marked && c.found.is_empty() && open(run, name).is_some_and(listed))
        .then(|| format!("add {} to {name}", c.slice(at + 1..c.len())))
}

fn is_day(run: &Run<'_>, said: &str) -> bool {
    crate::dates::whole(said, run.clock).is_some_and(|what| matches!(what, What::Date { .. }))
}

fn at_the_latest(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text, run.clock);
    let (i, end) = c.seek(0, "at the latest on|at the latest by|at the very latest on|latest on|latest by|latest")?;
    let whole = c.at(i, "at the").is_some();
    // "get the latest on friday" is about the latest, and "latest" alone stands in front of a day.
    let led = whole || i == 0 || !one_of(c.word(i - 1), "the|a|an|its|his|her|their|our|my|your");
    let day = |f: &crate::dates::Found| (i..=end).contains(&c.toks_of(&f.span).start) && c.toks_of(&f.span).end > end;
    let quoted = c.toks.get(i).is_none_or(|t| t.quoted);
    (led && !quoted && c.found.iter().any(day)).then(|| {
        let front = c.text.get(..c.toks.get(i).map_or(0, |t| t.start)).unwrap_or_default();
        let rest = c.toks.get(end).and_then(|t| c.text.get(t.start..)).unwrap_or_default();
        format!("{}by {rest}", front.trim_end_matches([' ', ',']).to_owned() + " ")
    })
}

/// "every 2nd and 16th pay the cleaner": two days of a month in front, and what is to be done on them.
fn twice_a_month(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text, run.clock);
    let both = c.len() > 5 && c.word(2) == "and";
    let day = |word: &str| word.starts_with(|ch: char| ch.is_ascii_digit()) && word.len() > 2;
    let to_do = super::bare::is_everyday(c.word(4));
    (both && day(c.word(1)) && day(c.word(3)) && to_do).then(|| {
        format!("{} {}", c.slice(4..c.len()).trim_end_matches(['.', '!']), c.slice(0..4).trim_end_matches(','))
    })
}
