//! What is on hold, blocked or rejected goes on: "take the garage off hold", "the passport is no longer blocked", "change its
//! status from blocked to in progress". Said as the order that the list knows.

use super::lexicon::one_of;
use super::run::Run;
use super::target::{Match, Want, content};
use super::text::Clause;
use countersign_core::ids::TodoId;
use countersign_core::todo::{Status, Todo};

/// What it is not any more.
const HELD: &str = "on hold|on ice|blocked|held up|paused|parked|suspended";

/// Says so.
const NO_LONGER: &str =
    "is no longer|are no longer|is not|are not|isn't|aren't|isnt|is now not|is not any longer|is no more";

/// Behind that.
const ANY_MORE: &str = "anymore|any more|any longer|now|today|please";

/// The clause as an order: "unblock the garage", "set the status of the passport to in progress".
pub(super) fn plain(run: &Run<'_>, c: &Clause, at: usize) -> Option<String> {
    if (at..c.len()).any(|i| c.toks.get(i).is_some_and(|t| t.quoted) && i == at) {
        return None;
    }
    taken_off(run, c, at).or_else(|| no_longer(run, c, at)).or_else(|| from_to(c, at))
}

/// "take clean garage off hold", "clean garage off hold".
fn taken_off(run: &Run<'_>, c: &Clause, at: usize) -> Option<String> {
    let led = c.any(at, "take|get|bring|lift").unwrap_or(at);
    let (off, end) = c.seek(led + 1, "off hold|off ice|off of hold|out of hold|from hold")?;
    let ends = (end..c.len()).all(|i| one_of(c.word(i), ANY_MORE) || c.is_used(i));
    let name = c.slice(led..off);
    held(run, name).filter(|_| ends).map(|id| format!("unblock #{id}"))
}

/// "clean garage is no longer on hold".
fn no_longer(run: &Run<'_>, c: &Clause, at: usize) -> Option<String> {
    let (not, behind) = c.seek(at + 1, NO_LONGER)?;
    let end = c.any(behind, HELD)?;
    let ends = (end..c.len())
        .all(|i| c.is_used(i) || (end..=i).rev().any(|from| c.any(from, ANY_MORE).is_some_and(|after| after > i)));
    held(run, c.slice(at..not)).filter(|_| ends).map(|id| format!("unblock #{id}"))
}

/// "change the status of X from blocked to in progress".
fn from_to(c: &Clause, at: usize) -> Option<String> {
    const STATES: &str = "blocked|on hold|open|in progress|groomed|done|rejected|todo|to do|to-do|started|on ice";
    let name = c.any(at, "change the status of|set the status of|move the status of|switch the status of|change status of|update the status of")?;
    let (from, was) = c.seek(name + 1, "from")?;
    let to = c.any(was, STATES)?;
    let is = c.any(to, "to|into").filter(|is| c.any(*is, STATES).is_some())?;
    Some(format!("set the status of {} to {}", c.slice(name..from), c.slice(is..c.len())))
}

/// The one todo of that name that is held up.
fn held(run: &Run<'_>, name: &str) -> Option<TodoId> {
    let id = match name.trim().strip_prefix('#').and_then(|number| number.parse().ok()) {
        Some(number) => TodoId(number),
        None => match run.find(&content(name), Want::Open) {
            Match::One(id) => id,
            _ => return None,
        },
    };
    run.todo(id).filter(|todo| matches!(todo.status, Status::OnHold | Status::Blocked)).map(|todo| todo.id)
}

/// Whether a todo that was put off or rejected is told to be open again.
pub(super) fn is_opened(run: &Run<'_>, todo: &Todo) -> bool {
    const OPENS: [&str; 5] = ["reopen", "re-open", "reactivate", "open again", "open it again"];
    let said = run.said.to_lowercase();
    matches!(todo.status, Status::OnHold | Status::Blocked | Status::Rejected)
        && OPENS.iter().any(|open| said.contains(open))
}
