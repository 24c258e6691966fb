//! Which half of the day a bare hour means that takes the place of another: the one nearer to the time there is.

use super::lexicon::Verb;
use super::run::Run;
use super::split::{lead, verb_at};
use super::target::{Match, Want, content};
use super::text::Clause;

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

/// "move choir from 8 to 7": the hour that was is not one to set.
pub(super) fn from_to(run: &mut Run<'_>, text: &str) -> String {
    let c = Clause::new(text, run.clock);
    let l = lead(&c);
    let sets = verb_at(&c, l.at, l.ing).is_some_and(|h| matches!(h.verb, Verb::Move | Verb::Set | Verb::Advance));
    let words: Vec<&str> = text.split_whitespace().collect();
    let Some(at) = words.windows(4).position(|w| {
        matches!(w, [from, old, to, new] if *from == "from" && *to == "to" && bare(old).is_some() && bare(new).is_some())
    }) else {
        return text.to_owned();
    };
    let (name, values) = words.split_at(at);
    let Some(was) = time_of(run, &name.join(" ")).filter(|_| sets && values.len() == 4) else { return text.to_owned() };
    let [_, old, to, new] = values else { return text.to_owned() };
    // Another hour than the one there is: not this todo's time, or a range.
    if bare(old) != Some(was % 720) {
        return text.to_owned();
    }
    nearer(run, &format!("{} {to} {new}", name.join(" ")))
}
