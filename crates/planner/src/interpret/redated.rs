//! Another date or time in the place of the last of a text. What a correction does not name stays as it was said: the
//! time of a day, the day of a time, the repetition of both (TODOS.md rule 16).

use crate::dates::{self, Clock, What};
use jiff::civil::Time;

/// The text with its last date put otherwise; `None` where that would lose a part of it.
pub(super) fn redated(left: &str, right: &str, new: &What, clock: &Clock) -> Option<String> {
    let found = dates::find(left, clock);
    let is_dated = |w: &What| {
        matches!(
            w,
            What::Date { .. }
                | What::DateTime { .. }
                | What::Range { .. }
                | What::Time { .. }
                | What::Recurrence { .. }
                | What::Ambiguous { .. }
                | What::Invalid { .. }
        )
    };
    let Some(last) = found.iter().rev().find(|f| is_dated(&f.what)) else { return Some(format!("{left} {right}")) };
    let old = left.get(last.span.clone()).unwrap_or_default();
    let lower = old.to_lowercase();
    let right = right.trim_start_matches("to ");
    // Who says "20:00" means the morning by "10".
    let wide = old
        .split(|c: char| !c.is_ascii_digit())
        .any(|n| n.len() == 2 && n.parse().is_ok_and(|n: u8| (13..24).contains(&n)));
    let put = |said: &str| format!("{}{said}{}", &left[..last.span.start], &left[last.span.end..]);
    // A preposition of the old phrase stays unless the new one brings its own.
    let keep = ["due by ", "due on ", "due ", "by ", "before ", "to "]
        .iter()
        .find(|p| lower.starts_with(**p) && !right.to_lowercase().starts_with(**p))
        .copied()
        .unwrap_or("");
    // "the 1st" alone is no date in a sentence.
    let lead = if keep.is_empty() && right.starts_with("the ") { "on " } else { "" };
    let timed = |time: Time| format!("{keep}{lead}{right} at {}", time.strftime("%H:%M"));
    Some(match (&last.what, new) {
        (What::Recurrence { time: was, .. }, What::Time { time, .. }) => {
            put(&dates::at_another_time(old, in_half(*time, was.filter(|_| !wide), right), clock)?)
        }
        (What::Recurrence { .. }, What::Date { .. }) => put(&dates::on_another_day(old, right, clock)?),
        (What::Recurrence { .. }, What::DateTime { .. }) => {
            let (day, time) = dates::without_time(right, clock)?;
            put(&dates::at_another_time(&dates::on_another_day(old, &day, clock)?, time, clock)?)
        }
        (
            What::DateTime { time: was, .. } | What::Recurrence { time: Some(was), .. },
            What::Recurrence { time: None, .. },
        ) => put(&dates::at_another_time(right, *was, clock)?),
        // "tomorrow at 3, no, 4": the day stays.
        (What::DateTime { date, time: was, .. }, What::Time { time, .. }) => {
            put(&format!("{keep}{date} at {}", hour(*time, (!wide).then_some(*was), right)))
        }
        (What::Date { date, .. }, What::Time { time, .. }) => {
            put(&format!("{keep}{date} at {}", hour(*time, None, right)))
        }
        (What::Time { time: was, .. }, What::Time { time, .. })
            if in_half(*time, (!wide).then_some(*was), right) != *time =>
        {
            put(&format!("{keep}at {}", hour(*time, (!wide).then_some(*was), right)))
        }
        (What::DateTime { time, .. } | What::Time { time, .. }, What::Date { .. }) => put(&timed(*time)),
        (What::DateTime { time, .. }, What::Range { .. }) => {
            let said = timed(*time);
            matches!(dates::whole(&said, clock), Some(What::DateTime { .. })).then(|| put(&said))?
        }
        _ => put(&format!("{keep}{lead}{right}")),
    })
}

/// The new time as it was said, on the half of the day that is meant.
fn hour(time: Time, was: Option<Time>, said: &str) -> String {
    let meant = in_half(time, was, said);
    if meant == time { said.trim_start_matches("at ").to_owned() } else { meant.strftime("%H:%M").to_string() }
}

/// The time on the half of the day that is nearer to the time there was, where no half was said: "7pm, no, 8".
fn in_half(time: Time, was: Option<Time>, said: &str) -> Time {
    let said = said.trim_start_matches("at ").trim_end_matches(" o'clock");
    let bare = said.len() <= 5 && !said.starts_with('0') && said.bytes().all(|b| b.is_ascii_digit() || b == b':');
    let Some(was) = was.filter(|was| bare && was.hour() >= 12 && (7..12).contains(&time.hour())) else { return time };
    let minutes = |t: Time| i32::from(t.hour()) * 60 + i32::from(t.minute());
    let later = minutes(time) + 720;
    let nearer = (later - minutes(was)).abs() < (minutes(time) - minutes(was)).abs();
    if nearer { time.checked_add(jiff::Span::new().hours(12)).unwrap_or(time) } else { time }
}
