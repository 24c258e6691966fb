//! What is written with signs and clipped words: "toner -> mon", "migration +1d", "everything overdue 2 mon", "wuts due",
//! "nah don't bin it". Each is said again in the words that the rest reads.

use super::edits::Edits;
use super::fields;
use super::lexicon::{Verb, one_of};
use super::run::Run;
use super::split::{lead, sets, verb_at};
use super::target::{Match, Want, content};
use super::text::{Clause, quotes};
use super::value::value;
use crate::dates::{self, What};
use countersign_core::ids::TodoId;

/// The message without signs and clipped words.
pub(super) fn plain(text: &str, run: &Run<'_>) -> String {
    let text = inquired(text, run).unwrap_or_else(|| text.to_owned());
    let text = if text.contains("list") { whole_list(&text, run).unwrap_or(text) } else { text };
    let mut text = opened(&text, run).unwrap_or(text);
    for (said, plain) in [(" more late", " later"), (" more early", " earlier")] {
        if text.contains(said) && quotes(&text).is_empty() {
            text = text.replace(said, plain);
        }
    }
    if text.contains(" + ") {
        text = joined(&text, run).unwrap_or(text);
    }
    if text.contains(" 2 ") {
        text = to_when(&text, run).unwrap_or(text);
    }
    if ["->", "=>", "→"].iter().any(|sign| text.contains(sign)) {
        text = pointed(&text, run).unwrap_or(text);
    }
    if text.contains([' ', ':']) && text.bytes().any(|b| b.is_ascii_digit()) {
        text = by_so_much(&text, run).unwrap_or(text);
    }
    text
}

/// In front of a refusal or a question they say nothing.
const BEFORE: &str =
    "nah|nope|no|omg|ok|okay|k|oi|pls|please|ugh|lol|hey|wait|sorry|hang|hold|on|quick|q|um|uh|so|oh|er|yo";

/// How a sentence begins that is written as it is spoken, and what it stands for.
const BEGINS: [(&str, &str); 9] = [
    ("do not forget", "don't forget"),
    ("rmr|rmbr|make me remember|make me to remember", "remind me"),
    ("wuts|wots|wats", "what's"),
    ("cba w|cba with|cba to do|can't be bothered with|cant be bothered with|can't be arsed with", "no"),
    ("please not to|please not", "please do not"),
    ("please to", "please"),
    ("i want that|i would like that|i wish that|i need that", ""),
    ("reminder for me", "reminder"),
    ("a reminder for me", "reminder"),
];

/// "wipe the whole list", "mark my entire list done": all of it.
fn whole_list(text: &str, run: &Run<'_>) -> Option<String> {
    const DELETES: &str = "wipe|purge|nuke|wipe out|delete|erase|remove";
    // What becomes of it then is asked.
    const CLEARS: &str = "clear|clear out|empty|empty out";
    const LISTS: &str = "the whole list|the entire list|my whole list|my entire list|the whole todo list|the entire todo list|my whole todo list|\
        my entire todo list|the complete list|the full list|my full list|my todo list|the todo list|my to-do list|the to-do list";
    let c = Clause::new(text, run.clock);
    let at = lead(&c).at;
    let list = |from: usize| c.any(from, LISTS);
    for (verbs, order) in [(DELETES, "delete everything"), (CLEARS, "clear my list")] {
        if c.any(at, verbs).and_then(list) == Some(c.len()) {
            return Some(order.to_owned());
        }
    }
    let (from, end) = (at + 1..c.len()).find_map(|i| Some((i, list(i)?)))?;
    let done = verb_at(&c, at, false).is_some_and(|head| head.verb == Verb::Complete && head.next == from);
    let marked = one_of(c.word(at), "mark|set")
        && from == at + 1
        && one_of(c.slice(end..c.len()), "done|as done|complete|as complete|completed|as completed");
    (done && end == c.len() || marked).then(|| "complete everything".to_owned())
}

/// "check what's on friday", "find out how many are overdue", "see if the dentist is on friday": a question about the list.
/// "Check what's in the fridge" is something to do.
fn inquired(text: &str, run: &Run<'_>) -> Option<String> {
    const LOOKS: &str = "check|see|find out|figure out|look up|look|have a look|tell me|let me know|check for me";
    const ABOUT: &str = "what|what's|whats|which|how|many|is|are|was|on|due|open|overdue|left|to|do|i|have|we|my|the|scheduled|planned|\
        for|of|in|todos|tasks|things|items|there|still|next|high|low|blocked|done";
    let c = Clause::new(text, run.clock);
    let at = lead(&c).at;
    let asks = c.any(at, LOOKS).filter(|end| *end < c.len())?;
    let dated = |i: usize| c.found.iter().any(|f| c.toks_of(&f.span).contains(&i));
    if one_of(c.word(asks), "what|what's|whats|which|how") {
        let of_list = (asks..c.len()).all(|i| one_of(c.word(i), ABOUT) || dated(i));
        return (of_list && c.len() > asks + 1).then(|| c.slice(asks..c.len()).to_owned());
    }
    let from = c.any(asks, "if|whether")?;
    let is = (from + 1..c.len()).find(|i| one_of(c.word(*i), "is|are|was|were"))?;
    let name = content(c.slice(from..is));
    let named = [Want::Open, Want::Closed].into_iter().any(|want| matches!(run.find(&name, want), Match::One(_)));
    const STATES: &str = "on|at|by|due|done|open|overdue|still|already|yet";
    let state = is + 1 < c.len() && (is + 1..c.len()).all(|i| dated(i) || one_of(c.word(i), STATES));
    match (named, state) {
        (true, true) => Some(format!("{} {} {}?", c.word(is), c.slice(from..is), c.slice(is + 1..c.len()))),
        // The day is of what is to be found out.
        (false, true) if !text.contains('"') => Some(format!("add \"{}\"", text.trim())),
        _ => None,
    }
}

/// Told of oneself, who is not named.
const UNDONE: &str = "didn't|didnt|did not|haven't|havent|hadn't|hadnt|couldn't|couldnt|wasn't able to|wasnt able to";

/// "nah don't bin it", "wait which one is due", "wuts due monday".
fn opened(text: &str, run: &Run<'_>) -> Option<String> {
    const DENIES: &str = "don't|dont|do not|never|please don't|please dont|please do not";
    const ASKS: &str = "what|what's|whats|wuts|wots|wats|which|when|when's|where|who|who's|how|is|are|did|does|have";
    const SUBJECTS: &str = "the|my|our|you|this|these|those|all|every|everything|it|we|he|she|they";
    let c = Clause::new(text, run.clock);
    let plain = |i: usize| c.toks.get(i).is_some_and(|t| !t.quoted);
    let mut edits = Edits::default();
    let from = (0..c.len().min(4)).find(|i| !one_of(c.word(*i), BEFORE)).unwrap_or(0);
    // What answers something said before is left as it is: "no, don't".
    let fresh = run.ctx.turns.is_empty() && run.ctx.clarify.is_none() && !run.ctx.proposed;
    let denies = c.any(from, DENIES).is_some_and(|end| end + 1 < c.len());
    let asks = c.any(from, ASKS).is_some() && !one_of(c.word(0), "so|ok|okay|hey|please|pls");
    let meant = fresh && (denies || asks);
    if from > 0 && plain(0) && meant {
        edits.cut(0..from);
    }
    let at = if from > 0 && meant { from } else { 0 };
    for (said, stands_for) in BEGINS {
        // "i want that moved": what that is was said before.
        let told = |end: usize| !stands_for.is_empty() || one_of(c.word(end), SUBJECTS);
        if let Some(end) = c.any(at, said).filter(|end| *end < c.len() && told(*end)) {
            edits.put(at..end, stands_for);
            break;
        }
    }
    // "didn't get to the gutters, move it to saturday": what is told of something else that is ordered.
    let goes_on = text.contains([',', ';']) || text.contains(". ") || text.contains(" so ");
    let own = |end: &usize| {
        *end < c.len() && !one_of(c.word(*end), "i|we|you|he|she|they|it|the|my|our|anyone|anybody|somebody")
    };
    if let Some(end) = c.any(at, UNDONE).filter(own)
        && goes_on
        && !text.trim_end().ends_with('?')
    {
        edits.put(at..end, &format!("i {}", c.slice(at..end)));
    }
    edits.apply(&c)
}

/// "everything overdue 2 mon", "moved 2 dec 4": to when.
fn to_when(text: &str, run: &Run<'_>) -> Option<String> {
    const MOVES: &str = "move|moved|moves|push|pushed|pushes|shift|shifted|change|changed|put|set|reschedule|rescheduled|postpone|postponed|\
        bump|bumped|back|go|goes|overdue|moving|over|that|them|it";
    let c = Clause::new(text, run.clock);
    let mut edits = Edits::default();
    for i in (1..c.len().saturating_sub(1)).filter(|i| c.word(*i) == "2" && one_of(c.word(i - 1), MOVES)) {
        /// The longest day.
        const MOST: usize = 3;
        // "2 dec" is a day by itself, where no other figure says which.
        let day = |end: usize| {
            let what = dates::whole(c.slice(i + 1..end), run.clock);
            matches!(what, Some(What::Date { .. } | What::DateTime { .. } | What::Range { date: Some(_), .. }))
        };
        let month = c.found.iter().any(|f| c.toks_of(&f.span) == (i..i + 2));
        let figure = c.word(i + 2).starts_with(|ch: char| ch.is_ascii_digit());
        if (!month || figure) && (i + 2..=c.len().min(i + 1 + MOST)).any(day) {
            edits.put(i..i + 1, "to");
        }
    }
    edits.apply(&c)
}

/// "figma seats + portfolios to next week": and.
fn joined(text: &str, run: &Run<'_>) -> Option<String> {
    let (left, right) =
        text.split_once(" + ").filter(|(_, right)| !right.contains(" + ") && quotes(text).is_empty())?;
    let (l, r) = (Clause::new(left, run.clock), Clause::new(right, run.clock));
    let named = |c: &Clause, from: usize, to: usize| run.names(&content(c.slice(from..to)));
    let first = (0..l.len()).rev().take(4).any(|from| named(&l, from, l.len()));
    let second = (1..=r.len().min(4)).any(|to| named(&r, 0, to));
    (first && second).then(|| format!("{left} and {right}"))
}

/// "toner -> mon, and bump it", "signup bug -> blocked on infra", "stats -> high, all of it": what a todo becomes.
fn pointed(text: &str, run: &Run<'_>) -> Option<String> {
    const STATES: &str = "blocked|on hold|done|in progress|wip|waiting|paused|off|cancelled|canceled|urgent";
    const ALL: &str = "all of it|all of them|all|the lot";
    let sign = ["->", "=>", "→"].into_iter().find(|sign| text.contains(sign))?;
    let (name, rest) = text.split_once(sign)?;
    let (name, rest) = (name.trim(), rest.trim());
    let many = ["->", "=>", "→"].iter().any(|sign| rest.contains(sign));
    if name.is_empty() || rest.is_empty() || many || !quotes(text).is_empty() {
        return None;
    }
    let front = Clause::new(name, run.clock);
    // "move toner -> monday" has its order already.
    let ordered = verb_at(&front, lead(&front).at, false).is_some_and(|h| h.next < front.len());
    let known = run.names(&content(name)) || sets(name);
    // "dentist 3 -> 3:30": the value that it has stands in front.
    if let Some((bare, id)) = without_value(&front, run).filter(|_| !ordered) {
        return Some(if bare { format!("move #{id} to {rest}") } else { format!("move #{id}") });
    }
    if ordered {
        return known.then(|| format!("{name} to {rest}"));
    }
    if !known {
        // "intro Sara -> fri": something new, and when.
        let dated = matches!(dates::whole(rest, run.clock), Some(What::Date { .. } | What::DateTime { .. }));
        return dated.then(|| format!("{name} {rest}"));
    }
    let c = Clause::new(rest, run.clock);
    if c.any(0, STATES).is_some() {
        return Some(format!("{name} is {rest}"));
    }
    let mark = (0..c.len()).find(|i| c.toks.get(*i).is_some_and(|t| t.after.is_some()));
    let end = mark.map_or(c.len(), |i| i + 1);
    let given = value(run, c.slice(0..end)).ok().flatten()?;
    let whole = c.any(end, ALL) == Some(c.len()) && end < c.len();
    let name = if whole && !sets(name) { format!("all {name}") } else { name.to_owned() };
    let behind = if whole { "" } else { c.toks.get(end - 1).and_then(|t| rest.get(t.end..)).unwrap_or_default() };
    let verb = if given.priority.is_some() && given.when.is_empty() { "set" } else { "move" };
    Some(format!("{verb} {name} to {}{behind}", c.slice(0..end)))
}

/// Of a name with a time or a day behind it: the todo, and whether that is the time or the day that it has.
fn without_value(front: &Clause, run: &Run<'_>) -> Option<(bool, TodoId)> {
    let (name, was) = front.text.trim().rsplit_once(' ')?;
    let Match::One(id) = run.find(&content(name), Want::Open) else { return None };
    let todo = run.todo(id)?;
    let hour = was.parse::<i8>().ok().filter(|hour| (1..=12).contains(hour));
    let time = todo.time_of_day.map(|t| t.time());
    let has = match (hour, dates::whole(was, run.clock)) {
        (Some(hour), _) => time.is_some_and(|t| t.hour() % 12 == hour % 12 && t.minute() == 0),
        (None, Some(What::Time { time: said, .. })) => time == Some(said),
        (None, Some(What::Date { date, .. })) => todo.scheduled_for == Some(date) || todo.due_date == Some(date),
        _ => return None,
    };
    Some((has, id))
}

/// "migration +1d", "acme demo: 30m later": by so much from when it is.
fn by_so_much(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text, run.clock);
    let last = c.len().checked_sub(1)?;
    let later = one_of(c.word(last), "later|earlier|sooner");
    let amount = if later { last.checked_sub(1)? } else { last };
    let (count, unit) = counted(c.word(amount))?;
    let sign = c.word(amount).chars().next().filter(|sign| matches!(sign, '+' | '-'));
    let from = lead(&c).at;
    let name = c.slice(from..amount);
    if !later && sign.is_none() || amount <= from || verb_at(&c, from, false).is_some() {
        return None;
    }
    let Match::One(id) = run.find(&content(name), Want::Open) else { return None };
    let earlier = sign == Some('-') || later && c.word(last) != "later";
    Some(format!("move #{id} {count} {unit} {}", if earlier { "earlier" } else { "later" }))
}

/// "+1d", "30m", "2wks": how many of which.
fn counted(word: &str) -> Option<(u32, &'static str)> {
    let bare = word.trim_start_matches(['+', '-']);
    let digits = bare.find(|ch: char| !ch.is_ascii_digit())?;
    let count: u32 = bare.get(..digits)?.parse().ok().filter(|n| (1..=400).contains(n))?;
    let unit = match bare.get(digits..)? {
        "m" | "min" | "mins" => "minutes",
        "h" | "hr" | "hrs" => "hours",
        "d" | "day" | "days" => "days",
        "w" | "wk" | "wks" => "weeks",
        _ => return None,
    };
    Some((count, unit))
}

/// "eng all p2", "errands all to friday": all of a set, said behind its name.
pub(super) fn all_behind(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text, run.clock);
    let from = lead(&c).at;
    let all = (from + 1..c.len().saturating_sub(1)).find(|i| c.word(*i) == "all")?;
    let name = c.slice(from..all);
    let labelled = (from..all).filter(|i| run.is_label(c.word(*i))).count();
    let noun =
        (from..all).all(|i| run.is_label(c.word(i)) || one_of(c.word(i), "items|tasks|todos|stuff|things|ones|the|my"));
    let level = all + 2 == c.len() && fields::level(c.word(all + 1)).is_some();
    (labelled == 1 && noun && level && verb_at(&c, from, false).is_none())
        .then(|| format!("set all {name} to {}", c.slice(all + 1..c.len())))
}
