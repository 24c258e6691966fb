//! The built-in planner: one English sentence, a snapshot and a clock in; operations, a question,
//! or "this is talk" out (TODOS.md). Pure, no model. What it is not sure of it asks or leaves
//! (`unsure`): a wrong plan costs more than a question.

mod absences;
mod accounted;
mod act;
mod again;
mod alike;
mod amended;
mod amount;
mod anchored;
mod anew;
mod announced;
mod answer;
mod apart;
mod applied;
mod around;
mod asides;
mod assign;
mod attach;
mod bare;
mod begun;
mod beside;
mod bracketed;
mod breaks;
mod called;
mod carried;
mod change;
mod choice;
mod chores;
mod chosen;
mod clipped;
mod clocked;
mod contrast;
mod copy;
mod correct;
mod counted;
mod counted_on;
mod courteous;
mod coverage;
mod create;
mod day_heads;
mod deeds;
mod displaced;
mod each_day;
mod edit;
mod edits;
mod enumerate;
mod everything;
mod exchanged;
mod fields;
mod filter;
mod folded;
mod follow;
mod frames;
mod fronted;
mod goes_on;
mod governed;
mod half;
mod half_read;
mod head;
mod headings;
mod heeded;
mod hours;
mod hurried;
mod in_part;
mod kept;
mod kinds;
mod laid;
mod lasting;
mod left_out;
mod lengths;
mod let_be;
mod letter;
mod lexicon;
mod likewise;
mod lines;
mod listed;
mod lone_set;
mod made;
mod misspelt;
mod month_days;
mod mood;
mod named;
mod nameless;
pub mod near;
mod news;
mod normal;
mod numbered;
mod occurrence;
mod one_day;
mod one_order;
mod others;
mod otherwise;
mod overtaken;
mod passed;
mod pasted;
mod pending;
pub mod phrases;
mod pieces;
mod placed;
mod places;
mod plainly;
mod plan_ahead;
mod postponed;
mod proposed;
mod provided;
mod put_right;
mod question;
mod quoted;
mod rang;
mod reasons;
mod recent;
mod redated;
mod relabelled;
mod reordered;
mod reply;
mod requests;
mod resolve;
mod respelt;
mod rest;
mod restated;
mod resumed;
mod retitled;
mod rows;
mod run;
mod said_twice;
mod same_day;
mod same_week;
mod second;
mod sequence;
mod series;
mod sets;
mod several_days;
mod share;
mod shared;
mod shifted_too;
mod shorthand;
mod shouted;
mod size;
mod slipped;
mod slots;
mod so_long;
mod so_often;
mod spared;
mod split;
mod spoken;
mod standing;
mod statement;
mod statuses;
mod stretch;
mod stretched;
mod supplied;
mod tagging;
mod taken_off;
mod target;
mod telling;
mod terse;
mod text;
mod things;
mod throughout;
mod titled;
mod told_when;
mod typed;
mod undo;
mod unheard;
mod united;
mod units;
mod unread;
mod value;
mod weekly;
mod when;
mod worded;

pub(crate) use anchored::counted_from;
pub(crate) use anew::ADD;
pub use answer::{Answer, Asked, Batch, Context, Decision, HISTORY, HistoryOp, MEANINGS, Pending, REWIND, Turn, UNDO};
pub(crate) use bare::is_everyday as is_errand;
pub(crate) use chosen::only_an_answer;
pub use coverage::left_over;
pub(crate) use in_part::{Part, of_title as part_of_title};
pub use kept::leaves_out;
pub(crate) use pending::is_label;
pub use proposed::{Proposed, Taken};
pub use recent::spoken_of;
pub use reply::{reply, told};
pub(crate) use target::same_title;

use crate::dates::Clock;
use crate::known;
use countersign_core::operation::Operation;
use countersign_core::recurrence::Frequency;
use countersign_core::todos::{Todos, View};

/// For what is read by itself.
static NOTHING_BEFORE: std::sync::LazyLock<Context> = std::sync::LazyLock::new(Context::default);

/// What a sentence asks for, in any language that is known. Never fails: what cannot be understood is `unsure`.
pub fn interpret(text: &str, todos: &Todos, clock: &Clock, ctx: &Context) -> Answer {
    if size::is_too_long(text) {
        return Answer::of(Decision::Unsure);
    }
    known::forget();
    let text = &*called::plain(text);
    let whole = clipped::plain(text, ctx);
    let text = whole.as_deref().unwrap_or(text);
    if pasted::quotes(text) {
        return Answer::of(Decision::Unsure);
    }
    if let Some(answer) = pasted::ticked(text, todos, clock) {
        return answer;
    }
    let text = match laid::plain(text, todos, clock) {
        laid::Laid::Same => text.to_owned(),
        laid::Laid::Lines(lines) => lines,
        laid::Laid::Unclear => return Answer::of(Decision::Unsure),
    };
    let mut ctx = ctx.clone();
    let said = ctx.turns.iter_mut().filter(|turn| turn.role != "assistant").map(|turn| &mut turn.text);
    for said in said.chain(ctx.clarify.iter_mut().map(|pending| &mut pending.instruction)) {
        *said = called::plain(said).into_owned();
    }
    if let Some(pending) = &mut ctx.clarify
        && let laid::Laid::Lines(lines) = laid::plain(&pending.instruction, todos, clock)
    {
        pending.instruction = lines;
    }
    let shouted = shouted::Shouted::of(&text, ctx.clarify.as_mut().map(|pending| &mut pending.instruction));
    let text = shouted.said(&text);
    let ctx = &ctx;
    let mut answer = beside_proposals(text, todos, clock, ctx);
    shouted.as_typed(&mut answer);
    answer.taken_back = proposed::labels(&answer.takes, todos, ctx);
    if answer.warnings.iter().any(|w| w == "waiting") {
        answer.waits = proposed::waiting(todos, ctx);
    }
    let talk = answer.decision == Decision::Chat && answer.answer_ids.is_empty() && answer.warnings.is_empty();
    let lets_be = answer.left_alone || talk && !answer.wondered && !answer.dropped && proposed::denies(text);
    let mut typed = vec![text];
    typed
        .extend(ctx.clarify.iter().flat_map(|p| std::iter::once(&p.instruction).chain(&p.answers)).map(String::as_str));
    answer.consumed = quoted::as_typed(std::mem::take(&mut answer.consumed), &typed);
    answer.still_waits = lets_be && answer.takes.is_empty() && ctx.proposals.iter().any(|p| p.recent);
    answer
}

/// What it asks for, or says of what was proposed.
fn beside_proposals(text: &str, todos: &Todos, clock: &Clock, ctx: &Context) -> Answer {
    if let Some(answer) = proposed::pointed(text, todos, clock, ctx) {
        return answer;
    }
    if let Some(answer) = ctx.clarify.as_ref().and_then(|asked| applied::answered(text, asked, clock, ctx)) {
        return answer;
    }
    if let Some(answer) = spared::without(text, todos, clock, ctx) {
        return answer;
    }
    let beside = || {
        let parted = proposed::parted(text, todos, clock, ctx).or_else(|| proposed::too(text, todos, clock, ctx));
        parted.or_else(|| proposed::of_all(text, todos, clock, ctx))
    };
    if let Some(answer) = beside() {
        return answer;
    }
    let mut answer = read(text, todos, clock, ctx);
    if let Some(answer) = applied::stands(text, &answer, todos, clock, ctx) {
        return answer;
    }
    let meant = proposed::meant(text, &answer, todos, clock, ctx);
    if let Some(answer) = meant.or_else(|| proposed::stays(&answer, todos, clock, ctx)) {
        return answer;
    }
    if let Some(instead) = proposed::instead(text, &answer, todos, clock, ctx) {
        answer = instead;
    }
    if let Some(agreed) = proposed::agreed(text, &answer, ctx) {
        return agreed;
    }
    answer.takes = proposed::last(&answer, ctx);
    answer
}

/// What it asks for where it points at nothing that was proposed.
fn read(text: &str, todos: &Todos, clock: &Clock, ctx: &Context) -> Answer {
    let (answer, said) = units::read(text, todos, clock, ctx, &|text| {
        crate::languages::interpret(text, todos, clock, ctx, &|said, ctx| english(said, todos, clock, ctx))
    });
    let typed = text;
    let text = said.as_deref().unwrap_or(typed);
    // "gym morgen": a day that was not read is no part of a name, and all of a series is not meant.
    let changes = |op: &Operation| !matches!(op, Operation::Create(_));
    if answer.left_over.iter().any(|word| crate::languages::is_day(word, clock)) && answer.ops.iter().any(changes) {
        return Answer::of(Decision::Unsure);
    }
    let answer = kept::guarded(text, answer, todos, clock, ctx);
    // "nein, auf Mittwoch", and nothing there that it could be about: no todo is called "nein".
    let refusal =
        |op: &Operation| matches!(op, Operation::Create(draft) if proposed::names_nothing(&draft.title, clock));
    if !text.contains(['"', '\u{201c}', '\u{201e}', '\u{ab}']) && answer.ops.iter().any(refusal) {
        return Answer::of(Decision::Unsure);
    }
    // What an answer settles is still ordered by the sentence that caused the question.
    let asked = ctx.clarify.as_ref().filter(|_| answer.answers_pending).map(|p| p.instruction.clone());
    let order = question::order_beside(text, &answer);
    let mut answer = heeded::guarded(order, answer, todos, clock);
    if answer.ops.iter().any(|op| skipped(op, todos, clock)) {
        answer.warnings.push("clock_change".to_owned());
    }
    if answer.ops.iter().any(|op| leaps(op, text, clock)) {
        answer.warnings.push("leap_day".to_owned());
    }
    if answer.decision == Decision::Plan && answer.ops.iter().any(|op| slipped::is_guess(typed, op, todos)) {
        answer.warnings.push("weak_match".to_owned());
    }
    match asked {
        Some(asked) => heeded::guarded(&asked, answer, todos, clock),
        None => answer,
    }
}

/// Whether another request was made between the pending question and this message: "yes" and "the first" are then no
/// answer to it.
pub fn overtaken(text: &str, pending: &Pending, todos: &Todos, clock: &Clock, ctx: &Context) -> bool {
    overtaken::Overtaken::by(text, pending, todos, clock, ctx).last
}

/// Whether a message makes what it says depend on something: "delete rent if it is paid".
pub fn is_conditional(text: &str, todos: &Todos, clock: &Clock) -> bool {
    heeded::conditional(text, todos, clock)
}

/// Whether an operation puts something on a time that the clocks skip that day (TODOS.md rule 5).
fn skipped(op: &Operation, todos: &Todos, clock: &Clock) -> bool {
    let (date, time) = match op {
        Operation::Create(draft) => (draft.scheduled_for, draft.time_of_day),
        Operation::Update { id, set } if set.scheduled_for.is_some() || set.time_of_day.is_some() => {
            let todo = id.id().and_then(|id| todos.todo(id));
            let date = set.scheduled_for.unwrap_or_else(|| todo.and_then(|t| t.scheduled_for));
            (date, set.time_of_day.unwrap_or_else(|| todo.and_then(|t| t.time_of_day)))
        }
        Operation::MoveOccurrence { id, occurrence_date, to } => {
            let todo = id.id().and_then(|id| todos.todo(id));
            (Some(to.date.unwrap_or(*occurrence_date)), to.time.or_else(|| todo.and_then(|t| t.time_of_day)))
        }
        _ => return false,
    };
    matches!((date, time), (Some(date), Some(time)) if crate::dates::skipped(clock, date, time.time()))
}

/// Whether an operation puts something on a February 29 that is more than a year away, of which the message does not name
/// the year (TODOS.md rule 4), or repeats it every year on one.
fn leaps(op: &Operation, text: &str, clock: &Clock) -> bool {
    let (days, yearly) = match op {
        Operation::Create(draft) => {
            let yearly = draft.recurrence.as_ref().is_some_and(|rule| rule.frequency == Frequency::Yearly);
            ([draft.scheduled_for, draft.due_date], yearly)
        }
        Operation::Update { set, .. } => ([set.scheduled_for.flatten(), set.due_date.flatten()], false),
        _ => return false,
    };
    let today = clock.now.date();
    days.into_iter().flatten().any(|day| {
        let away = today.until(day).is_ok_and(|span| span.get_days() > 366);
        (day.month(), day.day()) == (2, 29) && away && (yearly || !text.contains(&day.year().to_string()))
    })
}

/// What an English sentence asks for.
fn english(text: &str, todos: &Todos, clock: &Clock, ctx: &Context) -> Answer {
    if let Some(pending) = &ctx.clarify
        && let Some(answer) = pending::answer(text, pending, todos, clock, ctx)
    {
        let answer = stretch::guarded(&pending.instruction, answer, clock);
        return Answer { answers_pending: true, ..answer };
    }
    let out = run::Run::new(todos, clock, ctx, run::Settled::new()).message(text);
    let out = stretch::guarded(text, one_day::guarded(text, out, todos, clock), clock);
    let out = everything::guarded(text, out, todos, clock);
    let asked = ctx.clarify.as_ref().and_then(|p| pending::unanswered(text, &out, p, todos, clock, ctx));
    asked.map_or(out, |asked| Answer { answers_pending: true, ..asked })
}
