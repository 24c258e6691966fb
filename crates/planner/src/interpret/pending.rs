//! Answers to a question: resolved against that question only (TODOS.md rule 13).

use super::anew::ADD;
use super::choice::{choose, ordinal};
use super::chosen;
use super::lexicon::one_of;
use super::overtaken::{Overtaken, at_that_time, names};
use super::places;
use super::reordered;
use super::run::{Run, Settled, Topic};
use super::several_days;
use super::so_often;
use super::supplied;
use super::text::Clause;
use super::titled;
use super::worded::{self, Wanted};
use super::{Answer, Context, Decision, Pending};
use crate::dates::{self, Clock, What};
use countersign_core::ids::TodoId;
use countersign_core::operation::{Operation, Target};
use countersign_core::todos::{Todos, View};

/// What a reply chose.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Choice {
    Ids(Vec<TodoId>),
    When(String),
    /// Both at once: "the second one, tomorrow".
    IdsWhen(Vec<TodoId>, String),
    /// Those, and what else is to be done to them: "the first, and make it high priority".
    IdsAnd(Vec<TodoId>, Vec<Operation>),
    Series(bool),
    /// What was said is something new.
    Anew,
    /// That day of the series, and no other.
    Day(String),
    Yes,
    No,
    Value(String),
    /// An order about what the question is about, instead of an answer.
    Instead(String),
    /// An answer that fits more than one option.
    Unclear,
}

/// Reads `text` as an answer to the pending question; `None` = it is something new.
pub(super) fn answer(text: &str, pending: &Pending, todos: &Todos, clock: &Clock, ctx: &Context) -> Option<Answer> {
    let fresh = at_that_time(pending, ctx);
    let again = |settled: &Settled| Run::new(todos, clock, &fresh, settled.clone()).message(&pending.instruction);
    let overtaken = Overtaken::by(text, pending, todos, clock, ctx);
    let (mut settled, before, mut more) = so_far(pending, &overtaken, todos, clock, &fresh);
    let options = candidates(pending, &before);
    let choice = of_all(text, pending, &options, clock).or_else(|| read(text, &options, &before, todos, clock))?;
    let (choice, added) = match choice {
        Choice::IdsAnd(ids, more) => (Choice::Ids(ids), more),
        choice => (choice, Vec::new()),
    };
    more.extend(added);
    if choice == Choice::No {
        return Some(Answer { dropped: true, ..Answer::of(Decision::Chat) });
    }
    // What another request came between is answered by naming it, and not by "the first".
    if overtaken.last && !names(text, &options, &before, todos) {
        return None;
    }
    if let Choice::Ids(ids) = &choice
        && ids.len() == 1
        && before.sections.iter().any(|s| s.kind == "duplicate")
    {
        return Some(Answer { answer_ids: ids.clone(), ..Answer::of(Decision::Chat) });
    }
    let ids = match (&choice, options.as_slice()) {
        (Choice::Ids(ids) | Choice::IdsWhen(ids, _) | Choice::IdsAnd(ids, _), _) => Some(ids.clone()),
        // "add it" beside a todo of that name means another one.
        (Choice::Yes, [one]) if before.sections.iter().all(|s| s.kind != "duplicate") => Some(vec![*one]),
        _ => None,
    };
    let run = || Run::new(todos, clock, &fresh, Settled::new());
    if let Some(lost) = ids.as_deref().and_then(|ids| gone(ids, &options, run(), &pending.instruction)) {
        return Some(lost);
    }
    let ids = ids.filter(|_| !matches!(choice, Choice::IdsWhen(..)));
    if !settle(&mut settled, choice, &before, &options, clock) {
        return Some(asked(pending, before));
    }
    let mut out = again(&settled);
    if out.decision == Decision::Plan {
        super::folded::beside(&mut out.ops, more);
        more = Vec::new();
    }
    // Another clause's question is not about this choice.
    let place = |a: &Answer| a.open.as_ref().map(|(at, _)| *at);
    let other =
        before.decision == Decision::Clarify && out.decision == Decision::Clarify && place(&out) != place(&before);
    let Some(ids) = ids.filter(|_| !other) else { return Some(out) };
    let out = Answer { chosen: ids.clone(), ..out };
    let mut out = confirmed(out, &pending.instruction, &ids, todos, clock, &fresh);
    if out.decision == Decision::Plan {
        super::folded::beside(&mut out.ops, more);
    }
    // Where the words have come to mean one of them since, those that were not chosen are still not meant.
    let stale = before.decision != Decision::Clarify;
    let passed = |op: &Operation| targets(op).iter().any(|id| options.contains(id) && !ids.contains(id));
    let passes = out.ops.iter().any(passed);
    if stale && passes {
        return Some(asked(pending, before));
    }
    // "all but the last one" names nothing that could be seen in a title.
    Some(Answer { excepted: out.excepted || !passes && places::leaves_out(text), ..out })
}

/// Whether a text is the label or the value of a choice that the pending question offers.
pub(crate) fn is_label(text: &str, pending: &Pending, todos: &Todos, clock: &Clock, ctx: &Context) -> bool {
    let overtaken = Overtaken::by(text, pending, todos, clock, ctx);
    let (_, before, _) = so_far(pending, &overtaken, todos, clock, &at_that_time(pending, ctx));
    chosen::labelled_so(text, &before, todos).is_some()
}

/// "delete all" where it was asked which to delete: those that were offered, and nothing else. Another order for all of
/// them is not understood as an answer, nor is "just one".
fn of_all(text: &str, pending: &Pending, options: &[TodoId], clock: &Clock) -> Option<Choice> {
    let said = Clause::new(text, clock);
    let whole: Vec<&str> = (0..said.len()).map(|i| said.word(i)).collect();
    let offered = options.len() > 1;
    if offered && one_of(&whole.join(" "), "only one|just one|one of them|only one of them|just one of them") {
        return Some(Choice::Unclear);
    }
    let verb = |c: &Clause| super::split::verb_at(c, super::split::lead(c).at, false);
    let head = verb(&said).filter(|_| offered)?;
    let all = whole.get(head.next..)?.join(" ");
    if !one_of(&all, "all|everything|both|them all|all of them|both of them|all of those|all of these") {
        return None;
    }
    let same = verb(&Clause::new(&pending.instruction, clock)).is_some_and(|asked| asked.verb == head.verb);
    // Another order about "both" is about those that were offered, and "complete all" may be about any.
    match same {
        true => Some(Choice::Ids(options.to_vec())),
        false => one_of(&all, "all|everything").then_some(Choice::Unclear),
    }
}

/// What the earlier answers have settled, and the question that is open now.
fn so_far(
    pending: &Pending,
    overtaken: &Overtaken,
    todos: &Todos,
    clock: &Clock,
    fresh: &Context,
) -> (Settled, Answer, Vec<Operation>) {
    let again = |settled: &Settled| Run::new(todos, clock, fresh, settled.clone()).message(&pending.instruction);
    let mut settled = Settled::new();
    let mut before = again(&settled);
    let mut more = Vec::new();
    for (n, earlier) in pending.answers.iter().enumerate() {
        let named = || names(earlier, &before.options, &before, todos);
        if overtaken.answers.get(n) == Some(&true) && !named() {
            continue;
        }
        // What did not say which was asked about again.
        let Some(choice) = read(earlier, &before.options, &before, todos, clock) else { continue };
        let options = before.options.clone();
        if let Choice::IdsAnd(_, added) = &choice {
            more.extend(added.iter().cloned());
        }
        if settle(&mut settled, choice, &before, &options, clock) {
            before = again(&settled);
        }
    }
    (settled, before, more)
}

/// The question as it was put, once more.
fn asked(pending: &Pending, before: Answer) -> Answer {
    let asked = pending.question.clone();
    Answer {
        decision: Decision::Clarify,
        options: if pending.options.is_empty() { before.options.clone() } else { pending.options.clone() },
        question: Some(if asked.is_empty() {
            before.question.clone().unwrap_or_else(|| "Which one?".to_owned())
        } else {
            asked
        }),
        ops: Vec::new(),
        ..before
    }
}

/// What was chosen was there when it was asked about and is not any more: no other is meant by it.
fn gone(ids: &[TodoId], options: &[TodoId], run: Run<'_>, instruction: &str) -> Option<Answer> {
    let (there, lost): (Vec<TodoId>, Vec<TodoId>) = ids.iter().copied().partition(|id| run.todo(*id).is_some());
    let verb = match lost.as_slice() {
        [] => return None,
        [_] => "is",
        _ => "are",
    };
    let rest: Vec<TodoId> = options.iter().copied().filter(|id| run.todo(*id).is_some()).collect();
    let (which, offered) = match (there.is_empty(), rest.len()) {
        (false, _) => ("Shall it be done with the others?", there),
        (true, 1) => ("Do you mean this one?", rest),
        _ => ("Which one do you mean?", rest),
    };
    let names = lost.iter().map(|id| format!("#{id}")).collect::<Vec<_>>().join(" and ");
    let stop = super::resolve::which(&run, format!("{names} {verb} not there any more. {which}"), &offered);
    Some(run.answer(Err(stop), instruction))
}

/// The pending question once more, where a text that does not answer it was only meant to: a todo named after
/// the answer is nobody's wish.
pub(super) fn unanswered(
    text: &str,
    out: &Answer,
    pending: &Pending,
    todos: &Todos,
    clock: &Clock,
    ctx: &Context,
) -> Option<Answer> {
    if !chosen::only_an_answer(text, out, clock) {
        return None;
    }
    let fresh = at_that_time(pending, ctx);
    let overtaken = Overtaken::by(text, pending, todos, clock, ctx);
    let (_, before, _) = so_far(pending, &overtaken, todos, clock, &fresh);
    (before.decision == Decision::Clarify).then(|| asked(pending, before))
}

/// The todos an answer may mean: those offered, and those behind "show more".
fn candidates(pending: &Pending, before: &Answer) -> Vec<TodoId> {
    let offered: Vec<TodoId> = before
        .sections
        .iter()
        .filter(|s| s.kind == "which")
        .flat_map(|s| s.options.iter().filter_map(|o| o.value.as_i64().map(TodoId)))
        .collect();
    match pending.options.as_slice() {
        [] if offered.is_empty() => before.options.clone(),
        [] => offered,
        asked if asked.len() < offered.len() && asked.iter().all(|id| offered.contains(id)) => offered,
        asked => asked.to_vec(),
    }
}

/// Notes what a choice settles about the clause that asked; `false` when it does not say which.
fn settle(settled: &mut Settled, choice: Choice, before: &Answer, options: &[TodoId], clock: &Clock) -> bool {
    let (at, clause) = before.open.clone().unwrap_or_default();
    let fixed = settled.entry(at).or_default();
    let duplicate = before.sections.iter().any(|s| s.kind == "duplicate");
    let choice = match choice {
        Choice::Yes => only_choice(before).map_or(Choice::Yes, Choice::Value),
        choice => choice,
    };
    match choice {
        Choice::No | Choice::Unclear => return false,
        Choice::Ids(ids) | Choice::IdsAnd(ids, _) => match before.topic {
            Topic::Order(verb) => fixed.reworded = Some(ordered(verb, &ids)),
            _ => {
                fixed.unmet |= before.topic == Topic::Unmet;
                fixed.ids = Some(ids);
            }
        },
        Choice::When(when) if matches!(before.topic, Topic::Title(_)) => {
            fixed.reworded = of_title(&clause, before, Some(&when), clock);
            return fixed.reworded.is_some();
        }
        Choice::When(_) if before.sections.iter().all(|s| s.kind == "value") && before.topic != Topic::Sections => {
            return false;
        }
        // "saturday" to "At 5 or at 6?", where the days are still open too.
        Choice::When(when) if reordered::elsewhere(&clause, &when, before, clock).is_some() => {
            fixed.reworded = reordered::elsewhere(&clause, &when, before, clock);
        }
        Choice::When(when) => match &before.topic {
            Topic::Days if when == several_days::EACH => fixed.each_day = true,
            Topic::Days if !several_days::fits(&when, before, clock) => return false,
            Topic::Days => match several_days::with(&clause, &when, clock) {
                Some(said) => fixed.reworded = Some(said),
                None => fixed.when = Some(when),
            },
            Topic::Occurrence => fixed.day = chosen::day(&when, clock),
            Topic::Phrase(phrase) => match chosen::in_place(&clause, phrase, &when, clock) {
                Some(said) => fixed.reworded = Some(said),
                None => fixed.when = Some(when),
            },
            _ => fixed.when = Some(when),
        },
        Choice::IdsWhen(ids, when) => {
            let asks_when = before.sections.iter().any(|s| s.kind == "when");
            fixed.ids = Some(ids);
            match chosen::redated(&clause, &when, clock).filter(|_| !asks_when) {
                Some(said) => fixed.reworded = Some(said),
                None if asks_when => fixed.when = Some(when),
                None => return false,
            }
        }
        Choice::Series(whole) => fixed.series = Some(whole),
        Choice::Day(when) => {
            fixed.series = Some(false);
            fixed.day = chosen::day(&when, clock);
        }
        Choice::Yes if duplicate => fixed.anyway = true,
        Choice::Yes => match (options, &before.topic) {
            ([one], Topic::Order(verb)) => fixed.reworded = Some(ordered(verb, &[*one])),
            ([one], topic) => {
                fixed.unmet |= *topic == Topic::Unmet;
                fixed.ids = Some(vec![*one]);
            }
            _ => return false,
        },
        Choice::Value(value) if duplicate && value == "move" => fixed.instead = options.first().copied(),
        Choice::Value(value) if matches!(before.topic, Topic::Title(_)) => {
            if value == titled::TITLE {
                fixed.anyway = true;
            } else {
                fixed.reworded = of_title(&clause, before, None, clock);
                return fixed.reworded.is_some();
            }
        }
        Choice::Value(value) if before.topic == Topic::Line => fixed.line = Some(value == "checklist"),
        Choice::Value(value) if matches!(before.topic, Topic::SoOften(_)) => match &before.topic {
            Topic::SoOften(said) if value == so_often::IN_ALL => fixed.reworded = so_often::in_all(&clause, said),
            _ => fixed.anyway = true,
        },
        Choice::Value(value) => {
            let phrase = match &before.topic {
                Topic::Phrase(phrase) => chosen::in_place(&clause, phrase, &value, clock),
                _ => None,
            };
            fixed.reworded = Some(phrase.unwrap_or_else(|| reworded(&clause, &value, before)));
        }
        Choice::Instead(said) => fixed.reworded = Some(said),
        Choice::Anew => fixed.reworded = Some(super::anew::order(&clause)),
    }
    true
}

/// The clause with the time that words of it say, or that was answered.
fn of_title(clause: &str, before: &Answer, when: Option<&str>, clock: &Clock) -> Option<String> {
    let Topic::Title(said) = &before.topic else { return None };
    titled::timed(clause, said, when, clock)
}

/// The one value that a question offers: a yes takes it.
fn only_choice(before: &Answer) -> Option<String> {
    let [section] = before.sections.as_slice() else { return None };
    let [option] = section.options.as_slice() else { return None };
    option.value.as_str().filter(|_| section.kind == "value").map(str::to_owned)
}

fn ordered(verb: &str, ids: &[TodoId]) -> String {
    format!("{verb} {}", ids.iter().map(|id| format!("#{id}")).collect::<Vec<_>>().join(" and "))
}

/// The clause with the chosen value in it.
fn reworded(clause: &str, value: &str, before: &Answer) -> String {
    let named = || before.options.first().map(|id| format!("#{id}"));
    let rest = || clause.split_once(' ').map_or("", |(_, r)| r).to_owned();
    let of_sections = before.sections.iter().any(|s| s.options.iter().any(|o| o.value == value));
    match value {
        "move" if of_sections => format!("move {}", named().unwrap_or_else(rest)),
        "delete" if of_sections => format!("delete {}", named().unwrap_or_else(rest)),
        "reject" if of_sections => format!("reject {}", named().unwrap_or_else(rest)),
        "complete" if of_sections => format!("complete {}", named().unwrap_or_else(rest)),
        "unschedule" if of_sections => format!("remove the date from {}", rest()),
        "unrepeat" if of_sections => format!("stop repeating {}", named().unwrap_or_else(rest)),
        other => {
            let line = before.question.as_deref().and_then(|q| {
                let title = q.strip_prefix("Which line of “")?.strip_suffix("”?")?;
                let verb = clause.split_whitespace().next()?;
                Some(format!("{verb} {other} from {title}"))
            });
            // "Why is “X” on hold?"
            let why = before.question.as_deref().is_some_and(|q| q.starts_with("Why "));
            let led = ["because", "until", "since", "due to", "waiting"].iter().any(|w| other.starts_with(w));
            let link = if why && !led { "because " } else { "" };
            line.unwrap_or_else(|| format!("{clause} {link}{other}"))
        }
    }
}

/// The todos an operation names.
fn targets(op: &Operation) -> Vec<TodoId> {
    let named = op.predicate().and_then(|p| p.ids.clone()).unwrap_or_default();
    op.target().and_then(Target::id).into_iter().chain(named).collect()
}

/// The sentence with its target settled. When the words alone still do not lead there (the question
/// came from elsewhere), the sentence's object is replaced by the numbers chosen.
fn confirmed(first: Answer, instruction: &str, ids: &[TodoId], todos: &Todos, clock: &Clock, ctx: &Context) -> Answer {
    // What happened meanwhile may have made the words clear: then they mean others than those chosen.
    let touches = |a: &Answer| ids.iter().all(|id| a.ops.iter().any(|op| targets(op).contains(id)));
    if first.decision != Decision::Plan && !(first.decision == Decision::Clarify && first.options.is_empty())
        || first.decision == Decision::Plan && !touches(&first)
    {
        let numbers = ids.iter().map(|id| format!("#{id}")).collect::<Vec<_>>().join(" and ");
        let c = Clause::new(instruction, clock);
        let lead = super::split::lead(&c);
        if let Some(h) = super::split::verb_at(&c, lead.at, lead.ing) {
            let stop = (h.next + 1..c.len())
                .find(|k| {
                    one_of(c.word(*k), "to|until|till|by|as|because")
                        || c.found.iter().any(|f| c.toks_of(&f.span).start == *k)
                })
                .unwrap_or(c.len());
            let said = format!("{} {numbers} {}", c.slice(h.at..h.next), c.slice(stop..c.len()));
            let second = Run::new(todos, clock, ctx, Settled::new()).message(&said);
            if second.decision == Decision::Plan && touches(&second) {
                return second;
            }
        }
    }
    first
}

/// Says that what was said is to be added.
const ANEW: &str = "add it|add|yes add it|add it please|please add it|add another one|add it anyway|add anyway|anyway|create it|create|\
    create it anyway|create anyway|create another|create a new one|still add it|new one|a new one|another one|add a new one|add that|\
    add it as new|add it as a new one|it's new|it's a new one|that's new|new|new todo|a new todo|make a new one|as a new todo|\
    as a new one|none add it|neither add it";

/// Behind an answer: how sure or how welcome it is.
const HEDGED: &str = "i guess|i think|i suppose|i reckon|probably|works|works for me|works too|would work|is fine|is fine by me|is good|is ok|\
    is okay|is better|would be fine|would be good|would be better|would be great|will do|sounds good|it is then|then i guess";

fn read(text: &str, options: &[TodoId], before: &Answer, todos: &Todos, clock: &Clock) -> Option<Choice> {
    let kinds: Vec<&str> = before.sections.iter().map(|s| s.kind.as_str()).collect();
    let mut c = Clause::new(text, clock);
    super::split::trim_tail(&mut c);
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
    if let Some(time) = chosen::half(&spoken, before) {
        return Some(Choice::When(time));
    }
    if let Some(days) = chosen::days_of(&spoken, before, clock).or_else(|| {
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
        }
    }
    if let Some(said) = reordered::put_otherwise(text, options, before, todos, clock) {
        return Some(Choice::Instead(said));
    }
    if let Some(choice) = super::counted_on::answer(text, before, clock) {
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
    if kinds.contains(&"value") {
        let hit = before.sections.iter().filter(|s| s.kind == "value").flat_map(|s| s.options.iter()).find(|o| {
            let v = o.value.as_str().unwrap_or_default().to_lowercase();
            spoken == v
                || spoken.starts_with(&format!("{v} ")) && words_at.len() <= 3
                || super::text::fold(&o.label) == spoken
        });
        if let Some(o) = hit {
            return Some(Choice::Value(o.value.as_str().unwrap_or_default().to_owned()));
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
        && (wanted.is_some() || super::split::verb_at(&c, at, false).is_none())
    {
        let text = c.slice(at..len).to_owned();
        let because = before.question.as_deref().is_some_and(|q| q.starts_with("What blocks") || q.starts_with("Why"));
        return Some(Choice::Value(if because {
            format!("because {}", text.trim_start_matches("because ").trim_start_matches("Because "))
        } else {
            format!("to {}", text.trim_start_matches("to "))
        }));
    }
    None
}
