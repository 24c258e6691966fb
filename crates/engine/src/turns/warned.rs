//! What the planner warns of, in words, and at the items that it is about.

use countersign_core::change_set::propose::Proposal;
use countersign_core::ids::SetId;
use countersign_core::label::day;
use countersign_core::operation::{Operation, Target};
use countersign_core::problem::{Problem, hint};
use countersign_core::todo::Todo;
use countersign_core::todos::View;
use jiff::civil::Date;

/// Puts each warning at the items it is about; one that is about none of them in particular at the first.
pub(super) fn warn<'c>(
    proposals: &mut [Proposal],
    codes: impl Iterator<Item = &'c str>,
    todos: &dyn View,
    today: Date,
) {
    for code in codes {
        let about = |one: &Proposal| one.op.as_ref().is_ok_and(|op| is_about(code, op, todos, today));
        let mut meant: Vec<&mut Proposal> = Vec::new();
        if proposals.iter().any(about) {
            meant.extend(proposals.iter_mut().filter(|one| about(one)));
        } else {
            meant.extend(proposals.first_mut());
        }
        for one in meant {
            let first = one.op.as_ref().ok().and_then(|op| to_come(op, todos, today));
            one.warnings.push(warning(code, first));
        }
    }
}

/// Says of what is proposed that a set which waits would do just the same.
pub(super) fn asked_again(proposals: &mut [Proposal], waits: SetId) {
    for (at, one) in proposals.iter_mut().enumerate() {
        one.sure = false;
        if at == 0 {
            let told = format!("Change set #{waits} does just the same, and waits already.");
            one.warnings.push(Problem::new("waits_already", told));
        }
    }
}

/// The first day after today on which what is proposed occurs.
fn to_come(op: &Operation, todos: &dyn View, today: Date) -> Option<Date> {
    let (rule, start) = match op {
        Operation::Create(draft) => (draft.recurrence.clone()?, draft.scheduled_for?),
        Operation::Update { id, set } => {
            let had = todos.target(*id);
            let rule = set.recurrence.as_ref()?.over(&had?.recurrence).ok()?;
            (rule, set.scheduled_for.unwrap_or(had?.scheduled_for)?)
        }
        _ => return None,
    };
    rule.next_after(start, today)
}

fn is_about(code: &str, op: &Operation, todos: &dyn View, today: Date) -> bool {
    let series = |target: &Target| todos.target(*target).is_some_and(|todo: &Todo| todo.recurrence.is_repeating());
    let dates: Vec<Date> = match op {
        Operation::Create(draft) => draft.scheduled_for.into_iter().chain(draft.due_date).collect(),
        Operation::Update { set, .. } => {
            set.scheduled_for.flatten().into_iter().chain(set.due_date.flatten()).collect()
        }
        Operation::MoveOccurrence { to, .. } => to.date.into_iter().collect(),
        _ => Vec::new(),
    };
    match (code, op) {
        ("future_occurrence", Operation::CompleteOccurrence { occurrence_date, .. }) => *occurrence_date > today,
        ("changes_series", Operation::Update { id, .. }) | ("deletes_series", Operation::Delete { id }) => series(id),
        ("after_due", Operation::Update { set, .. } | Operation::BulkUpdate { set, .. }) => set.scheduled_for.is_some(),
        ("past_date", _) => dates.iter().any(|date| *date < today),
        ("moves_earlier" | "moves_later", Operation::MoveOccurrence { .. } | Operation::BulkUpdate { .. }) => true,
        ("moves_earlier" | "moves_later", Operation::Update { .. }) => !dates.is_empty(),
        ("past_time" | "past_occurrence", _) => dates.contains(&today),
        ("clock_change", Operation::Create(draft)) => draft.time_of_day.is_some(),
        ("clock_change", Operation::Update { set, .. }) => set.time_of_day.flatten().is_some(),
        ("clock_change", Operation::MoveOccurrence { to, .. }) => to.time.is_some(),
        (
            "weak_match",
            Operation::Delete { .. }
            | Operation::Complete { .. }
            | Operation::CompleteOccurrence { .. }
            | Operation::SkipOccurrence { .. },
        ) => true,
        ("many_deletes" | "deletes_everything", Operation::BulkDelete { .. }) => true,
        ("many_updates", Operation::BulkUpdate { .. } | Operation::BulkComplete { .. }) => true,
        _ => false,
    }
}

/// A planner warning for people; with the first day to come, where that is known and matters.
pub(super) fn warning(code: &str, first: Option<Date>) -> Problem {
    let begins = first.map(|date| format!("That time of today is past: the next one after it is on {}.", day(date)));
    let message = match code {
        "past_occurrence" => begins.as_deref().unwrap_or("That time of today is past: the next one comes after it."),
        "future_occurrence" => "This is a future occurrence: nothing was due yet.",
        "repeating_excluded" => "Repeating todos are left out.",
        "possible_duplicate" => "A todo with this title is open already.",
        "changes_series" => "This changes the whole series.",
        "deletes_series" => "This deletes the whole series.",
        "weak_match" => "Its name is spelt otherwise than you wrote it.",
        "past_date" => "That date is past.",
        "after_due" => "That is after its due date.",
        "moves_earlier" => "That is earlier than it is now.",
        "moves_later" => "That is later than it is now.",
        "past_time" => "That time of today is past.",
        "clock_change" => "The clocks go forward at that time of that day: it is due an hour later.",
        "leap_day" => "The next February 29 is years away: only leap years have it.",
        "end_not_kept" => "Only the first day is kept: a todo has one date.",
        "end_time_not_kept" => "Only the beginning is kept: a todo has one time.",
        "since_yesterday" => "That time of today is still to come: it was counted from yesterday's.",
        "since_last_week" => "Today is that weekday, too: it was counted from the one a week ago.",
        "since_today" => "It was counted from the beginning of today, and not from that weekday a week ago.",
        "not_found" => "No todo of that name was found.",
        "many_deletes" => "This deletes more than 20 todos.",
        "many_updates" => "This changes more than 50 todos.",
        "deletes_everything" => "This deletes everything.",
        "all_todos" => "This is about all todos.",
        "nothing_changes" => "It is so already.",
        "undated_excluded" => "Todos without a date are left out.",
        "clears_completed_dates" => "This forgets which dates were completed.",
        "no_effect" => "It is so already.",
        other => {
            return Problem {
                code: other.to_owned().into(),
                message: other.replace('_', " "),
                hint: hint(other).to_owned(),
                path: None,
            };
        }
    };
    Problem {
        code: code.to_owned().into(),
        message: message.to_owned(),
        hint: "Look at the item before you sign it.".to_owned(),
        path: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use countersign_core::ids::TodoId;
    use countersign_core::todos::Todos;
    use jiff::civil::date;
    use serde_json::json;

    /// Thursday, 26 November 2026.
    #[test]
    fn a_series_whose_time_is_over_today_is_told_the_day_after_it() {
        let made = "2026-11-01T00:00:00Z".parse().unwrap();
        let todos = Todos::new([Todo::new(TodoId(1), "u".to_owned(), "a".to_owned(), made)]);
        let weekdays = json!({ "type": "weekly", "byDay": ["MO", "TU", "WE", "TH", "FR"] });
        let weekly = json!({ "type": "weekly" });
        for (op, said) in [
            (
                json!({ "op": "create", "title": "a", "scheduledFor": "2026-11-26", "timeOfDay": "07:30", "recurrence": weekdays }),
                "Fri 2026-11-27",
            ),
            (
                json!({ "op": "create", "title": "a", "scheduledFor": "2026-11-26", "timeOfDay": "07:30", "recurrence": weekly }),
                "Thu 2026-12-03",
            ),
            (
                json!({ "op": "update", "id": 1, "scheduledFor": "2026-11-26", "timeOfDay": "07:30", "recurrence": weekdays }),
                "Fri 2026-11-27",
            ),
        ] {
            let mut proposals = [Proposal::parse(&op, "")];
            assert!(proposals[0].op.is_ok());
            warn(&mut proposals, ["past_occurrence"].into_iter(), &todos, date(2026, 11, 26));
            let told: Vec<&str> = proposals[0].warnings.iter().map(|w| w.message.as_str()).collect();
            assert_eq!(told, [format!("That time of today is past: the next one after it is on {said}.")]);
        }
    }
}
