//! Which half of the day a bare hour means that takes the place of another: the one nearer to the time there is.

use super::lexicon::{Verb, one_of};
use super::run::Run;
use super::split::{lead, verb_at};
use super::target::{Match, Want, content};
use super::text::Clause;
use crate::dates::{self, Found, What};
use jiff::civil::Time;

/// In front of an hour that is set.
const TO: [&str; 7] = ["at", "to", "is", "starts", "begins", "from", "for"];
/// Hours before this one are not guessed.
const EARLIEST: u32 = 6;

/// "7", "7:30": minutes of a clock of twelve hours.
fn bare(word: &str) -> Option<u32> {
    let word = word.trim_end_matches(['.', ',', '!']);
    let (hour, minute) = word.split_once([':', '.']).unwrap_or((word, "00"));
    let digits = |s: &str, most: usize| s.len() <= most && !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
    if !digits(hour, 2) || minute.len() != 2 || !digits(minute, 2) || hour.starts_with('0') {
        return None;
    }
    let (hour, minute): (u32, u32) = (hour.parse().ok()?, minute.parse().ok()?);
    ((1..=12).contains(&hour) && minute < 60).then_some(hour % 12 * 60 + minute)
}

/// The time in minutes of the one todo that a text names.
fn time_of(run: &Run<'_>, named: &str) -> Option<u32> {
    let mut c = Clause::new(named, run.clock);
    c.found.clone().iter().for_each(|f| c.spend(c.toks_of(&f.span)));
    let l = lead(&c);
    let from = verb_at(&c, l.at, l.ing).map_or(l.at, |h| h.next);
    let name = super::change::trimmed(&c, from);
    let Match::One(id) = run.find(&content(&name), Want::Open) else { return None };
    let time = run.todo(id)?.time_of_day?.time();
    Some(u32::try_from(time.hour()).ok()? * 60 + u32::try_from(time.minute()).ok()?)
}

/// "choir at 7", of what was at 20:00: at 19:00. Anything but a bare hour at the end stays as it is.
pub(super) fn nearer(run: &Run<'_>, text: &str) -> String {
    let text = text.trim();
    let stays = || text.to_owned();
    let Some((before, hour)) = text.rsplit_once(' ') else { return stays() };
    let Some((name, link)) = before.rsplit_once(' ') else { return stays() };
    let Some(minutes) = bare(hour).filter(|_| TO.contains(&link.to_lowercase().as_str())) else { return stays() };
    let Some(was) = time_of(run, name) else { return stays() };
    let nearest = if was.abs_diff(minutes) <= was.abs_diff(minutes + 720) { minutes } else { minutes + 720 };
    if nearest < EARLIEST * 60 {
        return stays();
    }
    format!("{before} {:02}:{:02}", nearest / 60, nearest % 60)
}

/// A time is set nearer to the one there is than this, in minutes, where the other half of the day is as far as [`FAR`].
const NEAR: u32 = 120;
const FAR: u32 = 360;

/// "swim starts at 6:45 from now on", of what is at 6:30: the half of the day that is said of no bare hour is kept
/// where the new time is near the one there is. Whoever says "am", "evening" or "18:45" has said it.
pub(super) fn kept(run: &mut Run<'_>, text: &str) -> String {
    const SAID: [&str; 9] = ["am", "pm", "morning", "evening", "night", "noon", "afternoon", "a.m", "p.m"];
    const ENDS: &str =
        "to|until|till|at|is|are|starts|start|begins|begin|moves|move|goes|on|for|from|will|should|now|was|be";
    let c = Clause::new(text, run.clock);
    let timed = |f: &&Found| matches!(f.what, What::Time { .. } | What::DateTime { .. });
    let mut found = c.found.iter().filter(timed);
    let (Some(f), None) = (found.next(), found.next()) else { return text.to_owned() };
    let (What::Time { time, .. } | What::DateTime { time, .. }) = f.what else { return text.to_owned() };
    let spoken = text.get(f.span.clone()).unwrap_or_default().to_lowercase();
    let first = spoken.split(|ch: char| !ch.is_ascii_digit()).find(|digits| !digits.is_empty());
    let clear = SAID.iter().any(|w| spoken.contains(w))
        || first.is_some_and(|digits| digits.starts_with('0') || digits.parse::<u32>().map_or(true, |n| n > 12));
    if clear {
        return text.to_owned();
    }
    let l = lead(&c);
    let head = verb_at(&c, l.at, l.ing);
    if head.is_some_and(|h| !matches!(h.verb, Verb::Move | Verb::Set | Verb::Advance)) {
        return text.to_owned();
    }
    let from = head.map_or(l.at, |h| h.next);
    let at = c.toks_of(&f.span).start;
    let end = (from + 1..at).find(|i| one_of(c.word(*i), ENDS)).unwrap_or(at);
    let name = c.slice(from..end).to_owned();
    let Some(targets) = run.refer(&name) else { return text.to_owned() };
    let [id] = targets.ids()[..] else { return text.to_owned() };
    // Of what is once, only on the day it is on.
    let same_day = matches!(f.what, What::Time { .. });
    let Some(was) = run.todo(id).filter(|t| same_day || t.recurrence.is_repeating()).and_then(|t| t.time_of_day) else {
        return text.to_owned();
    };
    let minutes = |t: Time| u32::from(t.hour().unsigned_abs()) * 60 + u32::from(t.minute().unsigned_abs());
    let (was, said) = (minutes(was.time()), minutes(time));
    let other = (said + 720) % 1440;
    if said.abs_diff(was) < FAR || other.abs_diff(was) > NEAR || other < 300 {
        return text.to_owned();
    }
    let (before, after) = (text.get(..f.span.start).unwrap_or_default(), text.get(f.span.end..).unwrap_or_default());
    let day = match f.what {
        What::DateTime { date, .. } => format!("{date} "),
        _ => String::new(),
    };
    // The word in front stays: "to", "at".
    let link = spoken
        .split(' ')
        .next()
        .filter(|w| one_of(w, "to|at|by|from|until"))
        .map_or("", |w| if w == "to" { "to " } else { "at " });
    let link = if before.trim_end().to_lowercase().ends_with(" to") {
        ""
    } else if link.is_empty() {
        "at "
    } else {
        link
    };
    format!("{before}{day}{link}{:02}:{:02}{after}", other / 60, other % 60)
}

/// "move choir from 8 to 7": the hour that was is not one to set.
pub(super) fn from_to(run: &mut Run<'_>, text: &str) -> String {
    let c = Clause::new(text, run.clock);
    let l = lead(&c);
    let sets = verb_at(&c, l.at, l.ing).is_some_and(|h| matches!(h.verb, Verb::Move | Verb::Set | Verb::Advance));
    let words: Vec<&str> = text.split_whitespace().collect();
    // "3pm", "15:00"
    let exact = |word: &str| match dates::whole(word, run.clock)? {
        What::Time { time, .. } if bare(word).is_none() => {
            Some(u32::try_from(time.hour()).ok()? * 60 + u32::try_from(time.minute()).ok()?)
        }
        _ => None,
    };
    let Some(at) = words.windows(4).position(|w| {
        let hours = |old: &str, new: &str| {
            bare(old).is_some() && bare(new).is_some() || exact(old).is_some() && exact(new).is_some()
        };
        matches!(w, [from, old, to, new] if *from == "from" && *to == "to" && hours(old, new))
    }) else {
        return text.to_owned();
    };
    let (name, values) = words.split_at(at);
    // "to friday from 3 to 4": the hours of the day that it goes to.
    let front = name.join(" ").len();
    let goes = |f: &Found| {
        let at = c.toks_of(&f.span).start;
        let led = one_of(c.word(at), "to|for") || at > 0 && one_of(c.word(at - 1), "to|onto|for");
        led && f.span.start < front && f.span.end >= front
    };
    if c.found.iter().any(goes) {
        return text.to_owned();
    }
    let Some(was) = time_of(run, &name.join(" ")).filter(|_| sets && values.len() == 4) else { return text.to_owned() };
    let [_, old, to, new] = values else { return text.to_owned() };
    // Another hour than the one there is: not this todo's time, or a range.
    if bare(old).is_none() {
        let same = exact(old) == Some(was);
        return if same { format!("{} {to} {new}", name.join(" ")) } else { text.to_owned() };
    }
    if bare(old) != Some(was % 720) {
        return text.to_owned();
    }
    nearer(run, &format!("{} {to} {new}", name.join(" ")))
}
