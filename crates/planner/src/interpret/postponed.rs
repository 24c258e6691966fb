//! "Postpone the dentist to tuesday", where it is on the friday before that: a verb that says later, and a day that is earlier, or
//! the other way round. The day that was said is taken, and warned of; "move" and "reschedule" say neither. What has only a
//! deadline in front of that day is put off with it.

use super::fields::When;
use super::lexicon::one_of;
use super::resolve::Targets;
use super::run::Run;
use super::series;
use super::target::content;
use super::text::Clause;
use countersign_core::ids::TodoId;
use countersign_core::todo::Todo;
use jiff::civil::Date;

/// They say later by themselves.
const LATER: &str = "postpone|postponed|postponing|delay|delayed|delaying|defer|deferred|snooze|snoozed";

/// And with the second word: "push it back", "put the dentist off".
const LATER_WITH: [(&str, &str); 3] =
    [("push|pushed|bump|bumped|slide|slid|kick|kicked", "back|off|out"), ("put|hold", "off"), ("set", "back")];

/// Says that a deadline is later.
const EXTENDS: &str = "extend|prolong|extended|prolonged";

const EARLIER: &str = "prepone";

const EARLIER_WITH: [(&str, &str); 2] = [("bring|pull", "forward|forwards|in|up"), ("move", "up|forward|forwards")];

/// Where the verb of an order moves what it names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Later,
    Earlier,
}

/// Warns where the day that was said is on the wrong side of the one that is. `due`: a deadline goes there.
pub(super) fn warn(run: &mut Run<'_>, c: &Clause, targets: &Targets, when: &When, due: bool) {
    let way = way(run, Some(c), targets);
    let date = if due { when.due.or(when.date) } else { when.date };
    let (Some(way), Some(to), true) = (way, date, when.rule.is_none()) else { return };
    let today = run.today();
    let wrong = |at: Date| match way {
        Way::Later => to < at,
        // What is past already comes no earlier.
        Way::Earlier => to > at && at >= today,
    };
    let mut dated = targets.ids().into_iter().filter_map(|id| standing(run, run.todo(id)?, targets, due));
    if dated.any(wrong) {
        run.warn(match way {
            Way::Later => "moves_earlier",
            Way::Earlier => "moves_later",
        });
    }
}

/// Whether a deadline is what is put off: "postpone rent to next week", where rent has no other day and is due before that.
pub(super) fn is_deadline(run: &Run<'_>, c: &Clause, targets: &Targets, when: &When) -> bool {
    let said = Clause::new(&run.said, run.clock);
    let later = || way(run, Some(c), targets) == Some(Way::Later);
    let extends = || (0..said.len()).any(|i| one_of(said.word(i), EXTENDS));
    let (Some(to), None, None) = (when.date.filter(|_| when.due.is_none()), when.time, &when.rule) else {
        return false;
    };
    let due = |id: &TodoId| {
        let todo = run.todo(*id).filter(|todo| todo.scheduled_for.is_none());
        todo.and_then(|todo| todo.due_date).is_some_and(|due| due < to)
    };
    let ids = targets.ids();
    !targets.bulk && !ids.is_empty() && ids.iter().all(due) && (later() || extends())
}

/// Warns where something is put off to a day behind its deadline.
pub(super) fn warn_of_deadline(run: &mut Run<'_>, targets: &Targets, date: Option<Date>) {
    let Some(to) = date.filter(|_| way(run, None, targets) == Some(Way::Later)) else { return };
    let one_off = |todo: &&Todo| !todo.recurrence.is_repeating() && !todo.status.is_closed();
    let late = |todo: &Todo| todo.due_date.is_some_and(|due| due < to && due >= run.today());
    if targets.ids().iter().filter_map(|id| run.todo(*id)).filter(one_off).any(late) {
        run.warn("after_due");
    }
}

/// The day that a todo is on so far.
fn standing(run: &Run<'_>, todo: &Todo, targets: &Targets, due: bool) -> Option<Date> {
    if due {
        return todo.due_date;
    }
    if !todo.recurrence.is_repeating() {
        return todo.scheduled_for;
    }
    if targets.bulk {
        return None;
    }
    match targets.span {
        Some(span) => series::within(todo, span, run.today()).first().copied(),
        None => series::next_open(todo, run.today(), run.today()),
    }
}

/// Which way an order says, as far as it is read, or as it was said.
fn way(run: &Run<'_>, c: Option<&Clause>, targets: &Targets) -> Option<Way> {
    c.and_then(|c| told(c, run, targets)).or_else(|| told(&Clause::new(&run.said, run.clock), run, targets))
}

/// Which way the words of an order say; what is part of a title says nothing.
fn told(c: &Clause, run: &Run<'_>, targets: &Targets) -> Option<Way> {
    let first = targets.ids().first().and_then(|id| run.todo(*id));
    let named: Vec<String> = first.map(|todo| content(&todo.title)).unwrap_or_default();
    let own = |i: usize| named.iter().any(|word| word == c.word(i));
    let has = |from: usize, words: &'static str| (from..c.len()).find(|i| one_of(c.word(*i), words) && !own(*i));
    let with = |(verb, particle): &(&'static str, &'static str)| {
        has(0, verb).is_some_and(|at| has(at + 1, particle).is_some())
    };
    if has(0, LATER).is_some() || LATER_WITH.iter().any(with) {
        return Some(Way::Later);
    }
    (has(0, EARLIER).is_some() || EARLIER_WITH.iter().any(with)).then_some(Way::Earlier)
}
