//! What becomes of a todo besides being done: on hold, blocked, rejected, in progress, and why.

use super::deeds::{is_of_days, one_offs, skip, strip_done};
use super::resolve::Targets;
use super::run::{Ask, Ref, Run, Said, Stop};
use super::target::Want;
use super::text::Clause;
use crate::dates;
use countersign_core::ids::TodoId;
use countersign_core::operation::{Operation, Patch};
use countersign_core::todo::{Status, Todo};

/// Splits "X because Y".
fn reason_of(text: &str) -> (String, Option<String>) {
    let lower = text.to_lowercase();
    for cue in [
        " because of ",
        " because ",
        " since ",
        " due to ",
        " as i'm ",
        " with reason: ",
        " with reason ",
        ", reason: ",
        " reason: ",
        " until ",
        " till ",
        " til ",
        " while ",
        " waiting for ",
        " waiting on ",
        " by ",
        ": ",
        " - ",
        " for now",
        " pending ",
    ] {
        if let Some(at) =
            lower.find(cue).filter(|at| *at > 0 && text.is_char_boundary(*at) && text.is_char_boundary(at + cue.len()))
        {
            let keep = matches!(
                cue,
                " until " | " till " | " til " | " while " | " waiting for " | " waiting on " | " pending "
            );
            let reason = text.get(if keep { at } else { at + cue.len() }..).unwrap_or_default().trim();
            if cue == " for now" {
                return (text.get(..at).unwrap_or(text).to_owned(), None);
            }
            if !reason.is_empty() {
                return (
                    text.get(..at).unwrap_or(text).trim().trim_end_matches(',').to_owned(),
                    Some(super::fields::unquoted(reason)),
                );
            }
        }
    }
    (text.to_owned(), None)
}

/// Sets a status; blocked and on hold need a reason.
pub(super) fn status(run: &mut Run<'_>, text: &str, status: Status) -> Said<()> {
    let (name, reason) = if matches!(status, Status::Blocked | Status::OnHold | Status::Rejected) {
        reason_of(text)
    } else {
        (text.to_owned(), None)
    };
    let targets = run.objects(&strip_done(&name), Want::Open)?;
    set_status(run, targets, status, reason)
}

/// Goes on with what was stopped: of a set only what has one of these statuses is meant ("unblock everything").
pub(super) fn go_on(run: &mut Run<'_>, text: &str, status: Status, was: &[Status]) -> Said<()> {
    let targets = run.objects(&strip_done(text), Want::Open)?;
    set_those(run, targets, status, None, &|todo| was.contains(&todo.status))
}

/// Sets the status of what was named.
pub(super) fn set_status(run: &mut Run<'_>, targets: Targets, status: Status, reason: Option<String>) -> Said<()> {
    set_those(run, targets, status, reason, &|todo| !todo.status.is_closed())
}

/// Sets it, in a set of `these`.
fn set_those(
    run: &mut Run<'_>,
    targets: Targets,
    status: Status,
    reason: Option<String>,
    these: &dyn Fn(&Todo) -> bool,
) -> Said<()> {
    run.last = targets.refs.clone();
    if let (Status::Rejected, [id], false) = (status, targets.ids().as_slice(), targets.bulk)
        && let Some(asked) = turned_down(run, *id)
    {
        return Err(asked);
    }
    // "…, reason: the painter is sick"
    let reason = reason.map(|said| {
        let front = said.get(.."reason:".len()).filter(|front| front.eq_ignore_ascii_case("reason:"));
        said.get(front.map_or(0, str::len)..).unwrap_or_default().trim().to_owned()
    });
    // "put the report on hold again": no reason.
    const TAILS: &str = "instead|again|too|then|also|as well|now|for now|please|though|anyway|after all";
    let reason = reason.filter(|said| !super::lexicon::one_of(&said.to_lowercase(), TAILS));
    // "put the report on hold and the contract in progress": what is said of another todo is none.
    let reason = reason.filter(|said| {
        let c = Clause::new(said, run.clock);
        let joined = super::lexicon::one_of(c.word(0), "and|then|also|plus");
        !(joined && super::breaks::begins_another(&c, super::split::lead(&c).at, run))
    });
    // "put gym on hold next week": no reason, but which days are off.
    if let (Status::OnHold, Some(said), [id]) = (status, &reason, targets.ids().as_slice())
        && dates::whole(said, run.clock).is_some()
        && let Some(series) = run.todo(*id).filter(|todo| todo.recurrence.is_repeating())
    {
        let text = format!("{} {said}", series.title);
        if is_of_days(run, &text) {
            return skip(run, &text, false);
        }
    }
    // "pause stand-up until dec 1"
    let until = reason.as_ref().filter(|_| status == Status::OnHold).and_then(|said| run.rest_until(said));
    if let Some(last) = until
        && run.rest(&targets.ids(), last)?
    {
        return Ok(());
    }
    // These two are stored with a reason.
    if matches!(status, Status::Blocked | Status::OnHold) && reason.is_none() {
        return Err(ask_reason(run, &targets, status));
    }
    let ids: Vec<TodoId> = if targets.bulk { one_offs(run, &targets, these) } else { targets.ids() };
    if ids.is_empty() && targets.bulk {
        run.warn("no_targets");
        return Err(Stop::Chat);
    }
    for id in ids {
        run.push(Operation::SetStatus { id: id.into(), status, reason: reason.clone() });
    }
    for r in targets.refs.iter().filter(|r| matches!(r, Ref::New(_))) {
        run.patch(*r, Patch { status: Some(status), ..Patch::default() });
    }
    Ok(())
}

/// "the credit card was declined", "the parcel got rejected by customs": somebody else turned it down, and what becomes of the todo is
/// the person's to say.
fn turned_down(run: &Run<'_>, id: TodoId) -> Option<Stop> {
    let c = Clause::new(&run.said, run.clock);
    let told = |i: usize| {
        super::lexicon::one_of(c.word(i), "rejected|declined")
            && super::lexicon::one_of(c.word(i - 1), "was|were|got|been|being|gets")
    };
    let todo = run.todo(id).filter(|_| (2..c.len()).any(told))?;
    let title = &todo.title;
    let options = vec![
        (serde_json::json!("reject"), format!("Set “{title}” to rejected")),
        (serde_json::json!("leave"), "Leave it as it is".to_owned()),
    ];
    match Ask::about(format!("What should become of “{title}”?"), "value", options) {
        Stop::Ask(mut ask) => {
            ask.options = vec![id];
            Some(Stop::Ask(ask))
        }
        other => Some(other),
    }
}

fn ask_reason(run: &Run<'_>, targets: &Targets, status: Status) -> Stop {
    let ids = targets.ids();
    let state = if status == Status::Blocked { "blocked" } else { "on hold" };
    let title = ids.first().and_then(|id| run.todo(*id)).map(|t| t.title.clone()).unwrap_or_default();
    let question = match ids.len() {
        0 | 1 => format!("Why is “{title}” {state}?"),
        n => format!("Why are these {n} {state}?"),
    };
    match Ask::about(question, "value", Vec::new()) {
        Stop::Ask(mut ask) => {
            ask.options = ids;
            Stop::Ask(ask)
        }
        other => other,
    }
}
