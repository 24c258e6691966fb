//! What an answer chooses of what a question offers, by its words.

use super::super::anew::ADD;
use super::super::choice::{choose, ordinal};
use super::super::correct::STRONG;
use super::super::lexicon::one_of;
use super::super::run::{Run, Settled, Topic};
use super::super::split::verb_at;
use super::super::target::{Match, Want, content};
use super::super::text::Clause;
use super::super::worded::{self, Wanted};
use super::super::{Answer, Context, chosen, goes_on, in_part, reordered, several_days, supplied, titled};
use super::Choice;
use crate::dates::{self, Clock, What};
use countersign_core::ids::TodoId;
use countersign_core::todos::{Todos, View};

/// Says that what was said is to be added.
const ANEW: &str = "add it|add|yes add it|add it please|please add it|add another one|add it anyway|add anyway|anyway|create it|create|\
    create it anyway|create anyway|create another|create a new one|still add it|new one|a new one|another one|add a new one|add that|\
    add it as new|add it as a new one|it's new|it's a new one|that's new|new|new todo|a new todo|make a new one|as a new todo|\
    as a new one|none add it|neither add it";

/// Behind an answer: how sure or how welcome it is.
const HEDGED: &str = "i guess|i think|i suppose|i reckon|probably|works|works for me|works too|would work|is fine|is fine by me|is good|is ok|\
    is okay|is better|would be fine|would be good|would be better|would be great|will do|sounds good|it is then|then i guess";

/// "no, the dentist": none of those offered, and the one todo that is meant.
fn another(text: &str, options: &[TodoId], todos: &Todos, clock: &Clock) -> Option<TodoId> {
    let c = Clause::new(text, clock);
    let end = c.any(0, "no|nope|nah|neither|none of them|none of those|neither of them|none")?;
    let paused = c.toks.get(end - 1).is_some_and(|t| matches!(t.after, Some(',' | '.' | ';' | '!')));
    let end = c.any(end, "i mean|i meant|it's|actually").unwrap_or(end);
    let name = c.slice(end..c.len()).trim_end_matches(['.', '!']);
    let ctx = Context::default();
    let run = Run::new(todos, clock, &ctx, Settled::new());
    let order = verb_at(&c, end, false).is_some();
    match run.find(&content(name), Want::Open) {
        Match::One(id) if paused && !order && dates::find(name, clock).is_empty() => {
            Some(id).filter(|id| !options.contains(id))
        }
        _ => None,
    }
}

/// A reason as it is put behind an order.
fn because(text: &str) -> String {
    format!("because {}", text.trim_start_matches("because ").trim_start_matches("Because "))
}

/// "the first, no, the second", "today, sorry, tomorrow": of two answers of a kind the last wins.
fn put_right(text: &str, options: &[TodoId], before: &Answer, todos: &Todos, clock: &Clock) -> Option<Choice> {
    let c = Clause::new(text, clock);
    let paused = |i: &usize| c.toks.get(i - 1).is_some_and(|t| !t.quoted && t.after.is_some());
    let at = (1..c.len()).rev().find(|i| paused(i) && c.any(*i, STRONG).is_some())?;
    let mut end = at;
    while let Some(more) = c.any(end, STRONG) {
        end = more;
    }
    if end >= c.len() {
        return None;
    }
    let one = |said: &str| read(said, options, before, todos, clock);
    match (one(c.slice(0..at).trim_end_matches([',', '.', ';', ' ']))?, one(c.slice(end..c.len()))?) {
        (Choice::Ids(_), last @ Choice::Ids(_))
        | (Choice::When(_), last @ Choice::When(_))
        | (Choice::Series(_), last @ Choice::Series(_)) => Some(last),
        _ => None,
    }
}

pub(super) fn read(text: &str, options: &[TodoId], before: &Answer, todos: &Todos, clock: &Clock) -> Option<Choice> {
    if let Some(last) = put_right(text, options, before, todos, clock) {
        return Some(last);
    }
    let kinds: Vec<&str> = before.sections.iter().map(|s| s.kind.as_str()).collect();
    let mut c = Clause::new(text, clock);
    super::super::split::trim_tail(&mut c);
    let mut len = c.len();
    while len > 0 && c.is_used(len - 1) {
        len -= 1;
    }
    while let Some(from) = (1..len).find(|i| c.any(*i, HEDGED) == Some(len)) {
        len = from;
    }
    // Filler around an answer; "yes, the second one" is the second one.
    let mut at = 0;
    while at < len {
        match c.any(
            at,
            "yes|yeah|yep|please|ok|okay|i mean|i meant|sure|um|uh|well|hmm|oh|sorry|i think|i'd say|let's take|\
            take|choose|pick|use|go with|just|only|and|it's|i want|make it|let's do|let's say|do|for|maybe|i guess|i suppose|probably|actually|how about|what about",
        ) {
            Some(e) if e < len && !(c.at(at, "just").is_some() && kinds.contains(&"series")) => at = e,
            _ => break,
        }
    }
    let words_at: Vec<String> = (at..len)
        .map(|i| c.toks.get(i).map(|t| t.fold.trim_start_matches('!').to_owned()).unwrap_or_default())
        .collect();
    let spoken = words_at.join(" ");
    let is = |list: &'static str| one_of(&spoken, list);
    let adds = before.sections.iter().flat_map(|s| &s.options).any(|o| o.value == ADD);
    if spoken.is_empty() {
        return None;
    }
    // What a chip says is what it does, before it is anything else.
    if let Some(choice) = chosen::labelled_so(text, before, todos) {
        return Some(choice);
    }
    if let Some(value) = titled::chosen(&spoken).filter(|_| matches!(before.topic, Topic::Title(_))) {
        return Some(Choice::Value(value.to_owned()));
    }
    if let Topic::Part { said, .. } = &before.topic
        && let Some(value) = in_part::chosen(&spoken, said, before)
    {
        return Some(Choice::Value(value));
    }
    if let Some(time) = chosen::half(&spoken, before) {
        return Some(Choice::When(time));
    }
    if let Topic::Orders(orders) = &before.topic {
        if let Some(day) = super::super::each_day::answered(&spoken, clock).filter(|day| orders.contains_key(day)) {
            return Some(Choice::When(day));
        }
        if one_of(&spoken, "both|all|both of them|all of them") {
            return Some(Choice::Unclear);
        }
    } else if let Some(days) = chosen::days_of(&spoken, before, clock).or_else(|| {
        let offered = before.sections.iter().filter(|s| s.kind == "when").flat_map(|s| &s.options);
        let values: Vec<&str> = offered.filter_map(|o| o.value.as_str()).collect();
        several_days::answered(&spoken, &values, clock)
    }) {
        return Some(Choice::When(days));
    }
    let wanted = Wanted::by(before);
    if let Some(wanted) = wanted {
        match worded::said(text, c.slice(at..len), wanted, options, todos, clock) {
            worded::Said::Words => {}
            worded::Said::Whole => return Some(Choice::Instead(text.to_owned())),
            worded::Said::Apart => return None,
            worded::Said::Unclear => return Some(Choice::Unclear),
            worded::Said::Before(end, more) => {
                let reason = c.slice(at..len).get(..end).unwrap_or_default();
                return Some(Choice::ValueAnd(because(reason), more));
            }
        }
    }
    if let Some(said) = reordered::put_otherwise(text, options, before, todos, clock) {
        return Some(Choice::Instead(said));
    }
    if let Some(choice) = super::super::counted_on::answer(text, before, clock) {
        return Some(choice);
    }
    // A day that is offered is that one before it is any other.
    let days = chosen::offered_days(before);
    if let Some(day) = chosen::fitting(&words_at, &days) {
        return Some(Choice::When(day.to_string()));
    }
    if let Some(choice) = chosen::offered(text, &spoken, options, before) {
        return Some(choice);
    }
    if let Some(time) = chosen::hour(&spoken, before) {
        return Some(Choice::When(time));
    }
    if let Some(choice) = reordered::instead_of(text, before, clock) {
        return Some(choice);
    }
    if let Some(ids) = reordered::not_that(text, options, todos, clock) {
        return Some(Choice::Ids(ids));
    }
    if is("no|nope|neither|none|none of them|none of those|none of these|neither of them|cancel|never mind|\
        nevermind|forget it|stop|cancel that|no thanks|no thank you|don't|nothing|nah|not now|leave it|\
        leave them|abort|neither one|skip it|forget about it|no don't|drop it|keep it|leave it as is|\
        keep it as is|nvm|none of the above|don't bother|never mind then|quit")
    {
        return Some(Choice::No);
    }
    if kinds.contains(&"which")
        && let Some(id) = another(text, options, todos, clock)
    {
        return Some(Choice::Ids(vec![id]));
    }
    if kinds.contains(&"series") {
        // "no, all of them": the refusal is of what was understood, and what is meant follows.
        let meant = spoken.strip_prefix("no ").unwrap_or(&spoken);
        let is = |list: &'static str| one_of(meant, list);
        if is("just this once|this once|just for this week|just this one|this one|only this one|\
            only this occurrence|this occurrence|just this occurrence|just once|the next one|just the next one|\
            only the next one|this time|just this time|only this time|once|occurrence|one|the occurrence|\
            only one|just one|this week|only this week|just this week|one occurrence|the single occurrence|\
            single|only once|just the one|that one|only that one|just that one|1|first|the first|the first one|\
            this|just this|next|only the next|one time|just the next|this one only|this time only|this week only|\
            this occurrence only|the next one only|next one only")
        {
            return Some(Choice::Series(false));
        }
        if is("the whole series|whole series|the series|series|all|all of them|every|every one|always|\
            the entire series|entire series|every week|every time|for good|permanently|all occurrences|\
            every occurrence|everything|all of it|the whole thing|2|second|the second|the second one|\
            from now on|forever|each|all the occurrences|all future ones|them all")
        {
            return Some(Choice::Series(true));
        }
    }
    if adds && one_of(spoken.trim_start_matches("no "), ANEW) {
        return Some(Choice::Anew);
    }
    if kinds.contains(&"duplicate") {
        if is(ANEW) || is("another|add another|duplicate|add it again|go ahead|do it") {
            return Some(Choice::Yes);
        }
        let moves = before.sections.iter().any(|s| s.options.iter().any(|o| o.value == "move"));
        if moves
            && is("move|move it|change|change it|reschedule|reschedule it|update|update it|move that|move that one|\
                change that one|move the existing one|change the existing one|the existing one|existing|\
                use the existing one|that one|that's the one|the same|it's the same|same|reschedule that one")
        {
            return Some(Choice::Value("move".to_owned()));
        }
        if is("keep|the existing one|existing|use the existing one|don't add it|that's the one|keep the old one|\
            don't add|the same|it's the same|same|that one")
        {
            return Some(Choice::No);
        }
    }
    if before.topic == Topic::Further && is(goes_on::BOTH) {
        return Some(Choice::Yes);
    }
    if kinds.contains(&"value") {
        let hit = before.sections.iter().filter(|s| s.kind == "value").flat_map(|s| s.options.iter()).find(|o| {
            let v = o.value.as_str().unwrap_or_default().to_lowercase();
            spoken == v
                || spoken.starts_with(&format!("{v} ")) && words_at.len() <= 3
                || super::super::text::fold(&o.label) == spoken
        });
        if let Some(o) = hit {
            return Some(Choice::Value(o.value.as_str().unwrap_or_default().to_owned()));
        }
        if is(
            "line|a line|list|the list|checklist|the checklist|to the list|on the list|on the checklist|as a line|add it to the list",
        ) && before.topic == Topic::Line
        {
            return Some(Choice::Value("checklist".to_owned()));
        }
        if is("a todo|a new todo|new todo|make a todo|make a todo of it|as a todo")
            && before.sections.iter().any(|s| s.options.iter().any(|o| o.value == "todo"))
        {
            return Some(Choice::Value("todo".to_owned()));
        }
        if is("done|mark them done|complete them|finish them|mark as done")
            && before.sections.iter().any(|s| s.options.iter().any(|o| o.value == "complete"))
        {
            return Some(Choice::Value("complete".to_owned()));
        }
        if is("remove them|get rid of them|delete it|remove it")
            && before.sections.iter().any(|s| s.options.iter().any(|o| o.value == "delete"))
        {
            return Some(Choice::Value("delete".to_owned()));
        }
    }
    if is("yes|yeah|yep|yup|sure|ok|okay|correct|right|exactly|that's right|that one|do it|go ahead|please|y|\
        of course|absolutely|confirm|yes please|definitely|it is|that's the one|the one|sure thing")
    {
        // "Change it, or add another?": a yes says neither.
        let either =
            before.sections.iter().any(|s| s.kind == "duplicate" && s.options.iter().any(|o| o.value == "move"));
        return Some(if either { Choice::Unclear } else { Choice::Yes });
    }
    let wants_date = kinds.contains(&"when");
    // The question's own dates by place.
    if wants_date && options.is_empty() {
        let dates: Vec<String> = before
            .sections
            .iter()
            .filter(|s| s.kind == "when")
            .flat_map(|s| s.options.iter())
            .filter_map(|o| o.value.as_str().map(str::to_owned))
            .collect();
        if let Some(n) = ordinal(&spoken, dates.len()).filter(|_| !dates.is_empty()) {
            return dates.get(n).cloned().map(Choice::When);
        }
    }
    let said_when = spoken
        .trim_start_matches("on ")
        .trim_start_matches("to ")
        .trim_start_matches("at ")
        .trim_start_matches("the one ");
    // "tomorrow instead"
    let said_when = [" instead", " then", " rather"].iter().fold(said_when, |said, end| said.trim_end_matches(end));
    let date = |said: &str| dates::whole(said, clock).filter(|w| !matches!(w, What::Duration { .. }));
    // "at 10" is a time, "10" alone is none.
    let said_when = if date(said_when).is_none() && spoken.starts_with("at ") { spoken.as_str() } else { said_when };
    let as_date = date(said_when);
    if wants_date && as_date.is_some() && !(options.len() > 1 && ordinal(&spoken, options.len()).is_some()) {
        return Some(Choice::When(said_when.to_owned()));
    }
    if let Some(chosen) = choose(&spoken, &words_at, options, todos, clock) {
        return Some(match chosen.as_slice() {
            [] => Choice::Unclear,
            _ => Choice::Ids(chosen),
        });
    }
    // "the second one, tomorrow"
    if wants_date && let Some(f) = c.found.last() {
        let r = c.toks_of(&f.span);
        let date = c
            .text
            .get(f.span.clone())
            .unwrap_or_default()
            .trim_start_matches("on ")
            .trim_start_matches("to ")
            .to_owned();
        let other: Vec<String> = (at..len)
            .filter(|i| !r.contains(i))
            .map(|i| c.word(i).to_owned())
            .filter(|w| !matches!(w.as_str(), "on" | "to" | "and" | "for"))
            .collect();
        if let Some(ids) = choose(&other.join(" "), &other, options, todos, clock).filter(|ids| !ids.is_empty()) {
            return Some(Choice::IdsWhen(ids, date));
        }
    }
    if let Some(choice) = chosen::beyond(&words_at, text, options, before, todos, clock) {
        let only = before.options.first().or_else(|| options.first()).and_then(|id| todos.todo(*id));
        return Some(match (&choice, only) {
            // A day that the series has not is none of its days.
            (Choice::Day(day), Some(todo)) if !reordered::is_day_of(todo, day, clock) => Choice::Unclear,
            _ => choice,
        });
    }
    if let Some(order) = supplied::order(text, before, todos, clock) {
        return Some(Choice::Instead(order));
    }
    // A date where none was asked for: a new sentence if it says more.
    if as_date.is_some() && options.is_empty() {
        return Some(Choice::When(said_when.to_owned()));
    }
    // A priority for a value question.
    if kinds.contains(&"value")
        && before.sections.iter().all(|s| s.options.is_empty())
        && words_at.len() <= 12
        && (wanted.is_some() || super::super::split::verb_at(&c, at, false).is_none())
    {
        let text = c.slice(at..len).to_owned();
        let why = before.question.as_deref().is_some_and(|q| q.starts_with("What blocks") || q.starts_with("Why"));
        return Some(Choice::Value(if why {
            because(&text)
        } else {
            format!("to {}", text.trim_start_matches("to "))
        }));
    }
    None
}
