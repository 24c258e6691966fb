//! Answers to a question: resolved against that question only (TODOS.md rule 13).

mod every;
mod read;

use super::chosen;
use super::goes_on;
use super::in_part;
use super::lexicon::one_of;
use super::overtaken::{Overtaken, at_that_time, names};
use super::places;
use super::reordered;
use super::run::{Run, Settled, Topic};
use super::several_days;
use super::so_often;
use super::text::Clause;
use super::titled;
use super::{Answer, Context, Decision, Pending};
use crate::dates::Clock;
use countersign_core::ids::TodoId;
use countersign_core::operation::{Operation, Target};
use countersign_core::todos::Todos;
use read::read;

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
    /// That, and what else is ordered behind it.
    ValueAnd(String, Vec<Operation>),
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
    if let Some(only) = the_other(text, &before, &settled, todos, &again) {
        return Some(only);
    }
    let choice = every::chosen(text, pending, &options, &before, todos, clock)
        .or_else(|| read(text, &options, &before, todos, clock))?;
    let (choice, added) = match choice {
        Choice::IdsAnd(ids, more) => (Choice::Ids(ids), more),
        Choice::ValueAnd(value, more) => (Choice::Value(value), more),
        choice => (choice, Vec::new()),
    };
    more.extend(added);
    if choice == Choice::No && before.topic != Topic::Further {
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

/// "yoga", where of "no gym and yoga tomorrow" it was asked on which day gym is meant: only that one.
fn the_other(
    text: &str,
    before: &Answer,
    settled: &Settled,
    todos: &Todos,
    again: &dyn Fn(&Settled) -> Answer,
) -> Option<Answer> {
    let (at, _) = before.open.as_ref().filter(|_| before.topic == Topic::Occurrence)?;
    let said = text.trim().trim_end_matches(['.', '!']).to_lowercase();
    let name = ["only ", "just "].iter().find_map(|word| said.strip_prefix(word)).unwrap_or(&said);
    let [id] = super::target::same_title(todos, name)[..] else { return None };
    let mut without = settled.clone();
    without.entry(*at).or_default().reworded = Some(String::new());
    let out = again(&without);
    let only = !out.ops.is_empty() && out.ops.iter().all(|op| targets(op) == [id]);
    // The one that is left out was named, and is not forgotten.
    (out.decision == Decision::Plan && only).then(|| Answer { left_over: Vec::new(), ..out })
}

/// Whether a text is the label or the value of a choice that the pending question offers.
pub(crate) fn is_label(text: &str, pending: &Pending, todos: &Todos, clock: &Clock, ctx: &Context) -> bool {
    let overtaken = Overtaken::by(text, pending, todos, clock, ctx);
    let (_, before, _) = so_far(pending, &overtaken, todos, clock, &at_that_time(pending, ctx));
    chosen::labelled_so(text, &before, todos).is_some()
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
        if let Choice::IdsAnd(_, added) | Choice::ValueAnd(_, added) = &choice {
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
        // What is left as it is, is no order.
        Choice::No if before.topic == Topic::Further => Choice::Value(String::new()),
        Choice::Value(value) if before.topic == Topic::Further && value == goes_on::LEAVE => {
            Choice::Value(String::new())
        }
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
        Choice::When(when) if chosen::beside_month(&clause, &when, clock).is_some() => {
            fixed.reworded = chosen::beside_month(&clause, &when, clock);
        }
        Choice::When(when) => match &before.topic {
            Topic::Days if when == several_days::EACH => fixed.each_day = true,
            Topic::Days if !several_days::fits(&when, before, clock) => return false,
            Topic::Days => match several_days::with(&clause, &when, clock) {
                Some(said) => fixed.reworded = Some(said),
                None => fixed.when = Some(when),
            },
            Topic::Orders(orders) => match orders.get(&when) {
                Some(order) => fixed.reworded = Some(order.clone()),
                None => return false,
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
        Choice::ValueAnd(value, _) => fixed.reworded = Some(reworded(&clause, &value, before)),
        Choice::Value(value) if duplicate && value == "move" => fixed.instead = options.first().copied(),
        Choice::Value(value) if matches!(before.topic, Topic::Title(_)) => {
            if value == titled::TITLE {
                fixed.anyway = true;
            } else {
                fixed.reworded = of_title(&clause, before, None, clock);
                return fixed.reworded.is_some();
            }
        }
        Choice::Value(value) if value == in_part::LEFT && matches!(before.topic, Topic::Part { .. }) => {
            let Topic::Part { order, .. } = &before.topic else { return false };
            fixed.reworded = Some(order.clone());
        }
        Choice::Value(value) if matches!(before.topic, Topic::Part { .. }) && value.contains(" #") => {
            fixed.reworded = Some(value);
        }
        Choice::Value(value) if matches!(before.topic, Topic::Either | Topic::Further) => fixed.reworded = Some(value),
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

/// The value that a yes takes: the one that a question offers, or that of a question which a yes answers.
fn only_choice(before: &Answer) -> Option<String> {
    let [section] = before.sections.as_slice() else { return None };
    let option = match section.options.as_slice() {
        [option] => option,
        [yes, _] if before.topic == Topic::Further => yes,
        _ => return None,
    };
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
