//! The end of a stretch of time: "gym on friday from 7 to 8". A todo has the time at which it begins, so the end is told
//! not to be kept, whatever way the message was read.

use super::{Answer, Decision};
use crate::dates::{self, Clock, What};
use countersign_core::operation::Operation;
use jiff::civil::Time;

/// The code of that warning.
pub(super) const NOT_KEPT: &str = "end_time_not_kept";

/// The answer, with the warning where a time that it sets is the beginning of a stretch that the text names.
pub(super) fn guarded(text: &str, mut answer: Answer, clock: &Clock) -> Answer {
    let told = answer.warnings.iter().any(|code| code == NOT_KEPT);
    if answer.decision != Decision::Plan || told {
        return answer;
    }
    let set: Vec<Time> = answer.ops.iter().filter_map(time).collect();
    if set.is_empty() {
        return answer;
    }
    let ends = dates::find(text, clock).into_iter().any(|found| {
        let (What::Time { time, .. } | What::DateTime { time, .. } | What::Recurrence { time: Some(time), .. }) =
            found.what
        else {
            return false;
        };
        // "from 7 to 8" of what is in the evening is at 19:00.
        let begins = |set: &Time| set.hour() % 12 == time.hour() % 12 && set.minute() == time.minute();
        set.iter().any(begins) && text.get(found.span).is_some_and(|said| dates::lasts(said, clock))
    });
    if ends {
        answer.warnings.push(NOT_KEPT.to_owned());
    }
    answer
}

/// The time that an operation sets.
fn time(op: &Operation) -> Option<Time> {
    match op {
        Operation::Create(draft) => draft.time_of_day,
        Operation::Update { set, .. } => set.time_of_day.flatten(),
        Operation::BulkUpdate { set, .. } => set.time_of_day.flatten(),
        Operation::MoveOccurrence { to, .. } => to.time,
        _ => None,
    }
    .map(|time| time.time())
}
