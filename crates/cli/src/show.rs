//! Rendering answers for a person. Every word of data passes through [`crate::screen::clean`];
//! labels come from the stored operation, never from prose (R23).

mod differs;
mod fields;
mod items;
mod ledger;
mod outcome;
mod reply;
mod said;
mod sets;
mod todos;

pub(crate) use differs::change;
pub(crate) use fields::{field, in_quotes, kind, value};
pub(crate) use items::{
    agent_name, call, came_or_went, command, drift_values, is_hash, item, item_line, item_row, judged, name, remarks,
    runs, status_word, unseen, wanted, why,
};
pub(crate) use ledger::{decisions, differences, doubles, entries, meaning, reason, spoken_of, verdict_on, verified};
pub(crate) use outcome::{apart, left_out, lost};
pub(crate) use reply::{context, diff, next, reply, shell_word};
pub(crate) use said::{asked, quoted, said, sign};
pub(crate) use sets::{after, counts, drifted, inbox, receipt, set};
pub(crate) use todos::{Row, agenda, list, row, soonest_first, todo};

use crate::failure::Exit;
use crate::screen::clean;
use crate::texts::say;
use countersign_core::change_set::{ItemStatus, SetStatus};
use countersign_core::problem::Problem;
use countersign_core::wire::SetView;
use jiff::civil::{Date, Weekday};

/// What a set means for the exit code.
pub(crate) fn exit(set: &SetView) -> Exit {
    match set.status {
        SetStatus::Resolved | SetStatus::Expired => Exit::Clear,
        // Nothing of it can be signed as it is.
        _ if set.items.iter().all(|i| matches!(i.status, ItemStatus::Invalid | ItemStatus::Blocked)) => Exit::Failed,
        _ if set.items.iter().any(|item| item.status == ItemStatus::Drifted) => Exit::Drifted,
        // What failed or has defects waits for nobody, here as in the inbox.
        _ if set.items.iter().all(|item| !waits(item.status)) => Exit::Clear,
        SetStatus::Pending | SetStatus::PartiallyResolved => Exit::Pending,
    }
}

/// Whether an item wants a decision, an apply or a look, or is being carried out.
fn waits(status: ItemStatus) -> bool {
    use ItemStatus::{Applying, Blocked, Confirmed, Deferred, Pending, Unknown};
    matches!(status, Pending | Deferred | Blocked | Confirmed | Applying | Unknown)
}

/// A message as a sentence. A first word that is a name (`scheduledFor`, `a/b.ics`, `x2`) keeps its
/// case.
pub(crate) fn sentence(message: &str) -> String {
    sentence_about(&[], message)
}

/// The same, about something whose name may begin it: a file `readme` is not `Readme`.
pub(crate) fn sentence_about(named: &[&str], message: &str) -> String {
    let message = clean(message.trim_end());
    let rest = named.iter().find_map(|name| message.strip_prefix(clean(name).as_str()));
    if rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric)) {
        return stopped(&message);
    }
    let word = message.split(' ').next().unwrap_or_default().trim_end_matches([',', ':', ';', '.', '!', '?']);
    let name = !word.chars().all(|c| c.is_lowercase() || c == '\'');
    let mut chars = message.chars();
    let first: String =
        chars.next().map(|c| if name { c.to_string() } else { c.to_uppercase().collect() }).unwrap_or_default();
    stopped(&format!("{first}{}", chars.as_str()))
}

/// The same with a full stop, unless it ends with something that stands for one.
pub(crate) fn stopped(message: &str) -> String {
    let stop = if message.ends_with(['.', '!', '?', ':']) || message.is_empty() { "" } else { "." };
    format!("{message}{stop}")
}

/// What is wrong, and what to do about it.
pub(crate) fn defect(problem: &Problem) -> String {
    format!("{} {}", sentence(&problem.message), clean(&problem.hint))
}

/// `Fri 2026-11-27`.
pub(crate) fn day(date: Date) -> String {
    let weekday = match date.weekday() {
        Weekday::Monday => say!("cli-monday"),
        Weekday::Tuesday => say!("cli-tuesday"),
        Weekday::Wednesday => say!("cli-wednesday"),
        Weekday::Thursday => say!("cli-thursday"),
        Weekday::Friday => say!("cli-friday"),
        Weekday::Saturday => say!("cli-saturday"),
        Weekday::Sunday => say!("cli-sunday"),
    };
    format!("{weekday} {date}")
}

/// What a phrase was read as, in people's words.
pub(crate) fn read_as(taken_as: &str) -> String {
    say!("cli-meaning", meaning = clean(taken_as))
}

#[cfg(test)]
mod tests {
    use super::sentence;

    #[test]
    fn names_keep_their_case() {
        for (message, expected) in [
            ("title is missing", "Title is missing."),
            ("there is no todo #7", "There is no todo #7."),
            ("scheduledFor is not valid", "scheduledFor is not valid."),
            ("data/x.ics cannot be read", "data/x.ics cannot be read."),
            ("there is no \"x\"", "There is no \"x\"."),
            ("3 of the operations cannot be done", "3 of the operations cannot be done."),
            ("état inconnu", "État inconnu."),
            ("done!", "Done!"),
            ("", ""),
        ] {
            assert_eq!(sentence(message), expected);
        }
    }

    #[test]
    fn a_name_that_begins_a_sentence_keeps_its_case() {
        for (named, message, said) in [
            (&["rootfile"][..], "rootfile belongs to user 0", "rootfile belongs to user 0."),
            (&["new", "unread"], "unread: Permission denied", "unread: Permission denied."),
            (&["no"], "nothing fits", "Nothing fits."),
            (&[], "rootfile belongs to user 0", "Rootfile belongs to user 0."),
        ] {
            assert_eq!(super::sentence_about(named, message), said);
        }
    }
}
