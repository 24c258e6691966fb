//! Days said in a row: "mon, wed and fri", "the 1st, 10th and 20th", "dec 3 and 5". Words that may be something
//! else alone ("sat", "10th") are days among days.

use jiff::civil::{Date, Weekday};

use super::guard;
use super::prepositions::Prep;
use super::scan::{Candidate, Hit, Scan};
use super::when::{self, Reading};
use super::words::{self, Form};
use super::{Role, What, absolute, calendar, relative};

/// The longest row looked at, in tokens to either side.
const REACH: usize = 24;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Weekday,
    DayOfMonth,
}

/// One day of a row: the index after it.
fn member(scan: &Scan, at: usize) -> Hit<Kind> {
    if let Some((end, _, Form::Full | Form::Short)) = relative::name(scan, at) {
        return Some((end, Kind::Weekday));
    }
    let start = scan.skip_word(at, "the");
    scan.number(start)?;
    let (end, day) = words::ordinal(scan, start)?;
    (1..=31).contains(&day).then_some((end, Kind::DayOfMonth))
}

/// What stands between two days of a row.
fn joined(scan: &Scan, at: usize) -> usize {
    let mut end = at;
    while matches!(scan.mark(end), Some(',' | '&' | '+')) || scan.is(end, &["and", "plus", "or", "on"]) {
        end += 1;
    }
    end
}

/// The row that begins at `from`: where its days begin, and its end.
fn row(scan: &Scan, from: usize) -> Option<(Vec<usize>, usize, Kind)> {
    let (mut end, kind) = member(scan, from)?;
    let mut starts = vec![from];
    loop {
        let next = joined(scan, end);
        match member(scan, next).filter(|(_, other)| *other == kind && next > end) {
            Some((next_end, _)) => {
                starts.push(next);
                end = next_end;
            }
            None => return Some((starts, end, kind)),
        }
    }
}

/// Whether a reading is one of several days said in a row, with nothing behind them that they could describe.
pub(super) fn among(scan: &Scan, reading: &Reading) -> bool {
    let at = reading.start;
    let begin = (at.saturating_sub(REACH)..=at).find_map(|from| {
        let (starts, end, kind) = row(scan, from)?;
        (starts.contains(&at) && starts.len() > 1).then_some((from, end, kind))
    });
    let Some((from, end, kind)) = begin else { return false };
    let led = scan.is(
        from.saturating_sub(usize::from(from > 0 && scan.word_before(from) == "the")).saturating_sub(1),
        &["on", "by", "due", "for", "before", "until", "from"],
    );
    let day_alone = member(scan, at).is_some_and(|(end, _)| end == reading.end);
    let closed = guard::safe_next(scan, end) || when::time_after(scan, end).is_some();
    day_alone && closed && (kind == Kind::Weekday || from > 0 && led || reading.prep != Prep::None)
}

/// "mon/wed/fri" and "dec 3 and 5": several days in one phrase, which is for the user to choose from.
pub(super) fn read(scan: &Scan, at: usize) -> Vec<Candidate> {
    let start = if scan.word(at) == "on" { at + 1 } else { at };
    [slashed(scan, start), in_month(scan, start), all(scan, start)]
        .into_iter()
        .flatten()
        .map(|(end, mut days)| {
            days.dedup();
            let what = match days[..] {
                // "tomorrow and sunday", said on a saturday.
                [date] => What::Date { date, note: None },
                _ => {
                    let options = days.into_iter().map(|day| (day, calendar::short(day))).collect();
                    What::Ambiguous { options, note: "There is more than one date.".to_owned() }
                }
            };
            Candidate { end, role: Role::When, what }
        })
        .collect()
}

/// "m/w/f", "t/th", "tu th", "mwf": days by their first letters. One letter beside another may be anything, and is none.
pub(super) fn lettered(scan: &Scan, at: usize) -> Hit<Vec<Weekday>> {
    let initial = |at: usize| {
        Some(match scan.word(at) {
            "m" => Weekday::Monday,
            "t" | "tu" => Weekday::Tuesday,
            "w" => Weekday::Wednesday,
            "th" => Weekday::Thursday,
            "f" => Weekday::Friday,
            "sa" => Weekday::Saturday,
            "su" => Weekday::Sunday,
            _ => return None,
        })
    };
    match scan.word(at) {
        "mwf" => return Some((at + 1, vec![Weekday::Monday, Weekday::Wednesday, Weekday::Friday])),
        "tth" | "tuth" => return Some((at + 1, vec![Weekday::Tuesday, Weekday::Thursday])),
        _ => {}
    }
    let long = |at: usize| scan.word(at).len() == 2;
    let glued = |at: usize| scan.mark(at) == Some('/') && scan.glued(at) && scan.glued(at + 1);
    // "the 5th": the end of a number.
    if scan.glued(at) && at > 0 {
        return None;
    }
    let mut days = vec![initial(at)?];
    let (mut end, mut sure) = (at + 1, long(at));
    loop {
        let next = if glued(end) { end + 1 } else { end };
        let apart = next == end && !(long(end - 1) && long(end));
        let Some(day) = initial(next).filter(|day| !apart && !days.contains(day)) else { break };
        days.push(day);
        sure |= long(next);
        end = next + 1;
    }
    (days.len() > 1 && (sure || days.len() > 2)).then_some((end, days))
}

fn slashed(scan: &Scan, at: usize) -> Hit<Vec<Date>> {
    if let Some((end, days)) = lettered(scan, at) {
        let closed = guard::safe_next(scan, end) || when::time_after(scan, end).is_some();
        return closed.then(|| (end, days.into_iter().map(|day| calendar::after(scan.today(), day)).collect()));
    }
    let day = |at: usize| Some((at + 1, words::weekday(scan.word(at)).filter(|(_, form)| *form != Form::Plural)?.0));
    let (mut end, first) = day(at)?;
    let mut days = vec![first];
    while scan.mark(end) == Some('/') && scan.glued(end) && scan.glued(end + 1) {
        let (next, more) = day(end + 1)?;
        days.push(more);
        end = next;
    }
    let closed = guard::safe_next(scan, end) || when::time_after(scan, end).is_some();
    (days.len() > 1 && closed).then(|| (end, days.into_iter().map(|day| calendar::after(scan.today(), day)).collect()))
}

/// "friday and saturday" as a whole text.
fn all(scan: &Scan, at: usize) -> Hit<Vec<Date>> {
    let (mut end, first) = when::plain_day(scan, at).filter(|_| scan.lenient())?;
    let mut days = vec![first.date()?];
    let (mut and, mut weekdays) = (false, member(scan, at).is_some_and(|(next, _)| next == end));
    loop {
        let next = joined(scan, end);
        let Some((after, day)) = when::plain_day(scan, next).filter(|_| next > end) else { break };
        // "monday or tuesday" is read with its own words.
        and |= (end..next).any(|at| scan.word(at) == "and" || matches!(scan.mark(at), Some('&' | '+')));
        weekdays &= member(scan, next).is_some_and(|(named, _)| named == after);
        days.push(day.date()?);
        end = after;
    }
    (days.len() > 1 && (and || weekdays && days.len() > 2)).then_some((end, days))
}

fn in_month(scan: &Scan, at: usize) -> Hit<Vec<Date>> {
    // "between dec 3 and 5" is a span.
    let between = (1..=2).any(|back| at.checked_sub(back).is_some_and(|before| scan.word(before) == "between"));
    let (mut end, month) = absolute::month(scan, at).filter(|_| !between)?;
    let mut days: Vec<u32> = Vec::new();
    let mut and = false;
    loop {
        let next = if days.is_empty() { end } else { joined(scan, end) };
        and |= (end..next).any(|at| scan.is(at, &["and", "or"]) || scan.mark(at) == Some('&'));
        let Some((after, day)) =
            absolute::day_number(scan, scan.skip_word(next, "the")).filter(|_| days.is_empty() || next > end)
        else {
            break;
        };
        days.push(day);
        end = after;
    }
    if days.len() < 2 || !and || !guard::safe_next(scan, end) {
        return None;
    }
    let dates: Option<Vec<Date>> = days.into_iter().map(|day| absolute::coming(scan, month, day).date()).collect();
    Some((end, dates?))
}
