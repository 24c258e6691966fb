//! Times of day: "9am", "half past 9", "17h30", "in the evening", "9-10am".

use jiff::civil::Time;

use super::scan::{Candidate, Hit, Scan};
use super::words::{self, Quantity, Unit};
use super::{Role, What};

/// A part of the day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Morning,
    Noon,
    Afternoon,
    Evening,
    Night,
}

/// How sure it is that the words are a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sure {
    /// "9am", "9:30".
    Yes,
    /// "at 9": depends on what follows.
    BareHour,
    /// "noon", "midnight".
    Named,
    /// "morning".
    Part,
    /// Only where a time must stand.
    Phrase,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Half {
    Am,
    Pm,
}

/// A time as written; which half of the day a bare hour means depends on the day phrase too.
#[derive(Debug, Clone)]
pub(super) struct Clocked {
    hour: u32,
    minute: u32,
    half: Option<Half>,
    /// Two digits or 13 and up: no half to choose.
    exact: bool,
    pub(super) part: Option<Part>,
    /// The other end of "9-10am".
    end: Option<(u32, u32, Option<Half>)>,
    pub(super) sure: Sure,
    pub(super) note: Option<String>,
}

/// A settled time.
pub(super) struct Settled {
    pub(super) time: Time,
    /// Midnight that belongs to the night before: the date is a day later.
    pub(super) next_day: bool,
    pub(super) note: Option<String>,
}

pub(super) fn part(word: &str) -> Option<Part> {
    Some(match word {
        "morning" | "mornings" => Part::Morning,
        "noon" | "midday" | "noontime" | "lunchtime" => Part::Noon,
        "afternoon" | "afternoons" => Part::Afternoon,
        "evening" | "evenings" => Part::Evening,
        "night" | "nights" => Part::Night,
        _ => return None,
    })
}

impl Scan<'_> {
    pub(super) fn time_of(&self, part: Part) -> Time {
        let prefs = &self.clock.prefs;
        match part {
            Part::Morning => prefs.morning,
            Part::Noon => prefs.noon,
            Part::Afternoon => prefs.afternoon,
            Part::Evening => prefs.evening,
            Part::Night => prefs.night,
        }
    }

    /// Decides the half of the day; `day_part` is what the day phrase says ("tonight").
    pub(super) fn settle(&self, clocked: &Clocked, day_part: Option<Part>) -> Option<Settled> {
        let part = clocked.part.or(day_part);
        let (time, next_day) = settle_one(
            clocked.hour,
            clocked.minute,
            clocked.half,
            clocked.exact,
            part,
        )?;
        let mut note = clocked.note.clone();
        if let Some((hour, minute, half)) = clocked.end {
            let (end, _) = settle_one(hour, minute, half, hour > 12, part)?;
            note = super::calendar::join(Some(format!("until {}", end.strftime("%H:%M"))), note);
        }
        Some(Settled {
            time,
            next_day,
            note,
        })
    }

    pub(super) fn settle_part(&self, part: Part) -> Settled {
        Settled {
            time: self.time_of(part),
            next_day: false,
            note: None,
        }
    }
}

fn settle_one(
    hour: u32,
    minute: u32,
    half: Option<Half>,
    exact: bool,
    part: Option<Part>,
) -> Option<(Time, bool)> {
    let (hour, next_day) = match (half, part) {
        (Some(Half::Am), _) => (hour % 12, false),
        (Some(Half::Pm), _) => (hour % 12 + 12, false),
        // Midnight ends an evening, and begins any other day.
        (None, Some(Part::Evening | Part::Night)) if hour == 0 => (0, true),
        (None, _) if hour > 12 || hour == 0 => (hour, false),
        (None, Some(Part::Morning)) => (hour % 12, false),
        // "tonight at 12" is the midnight that ends the day, "2 at night" is before dawn.
        (None, Some(Part::Night)) if hour == 12 => (0, true),
        (None, Some(Part::Night)) if hour <= 4 => (hour, true),
        (None, Some(Part::Noon | Part::Afternoon | Part::Evening | Part::Night)) => {
            (hour % 12 + 12, false)
        }
        // TODOS.md rule 5: 7-11 in the morning, 12 noon, 1-6 in the afternoon.
        (None, None) => match hour {
            1..=6 if !exact => (hour + 12, false),
            _ => (hour, false),
        },
    };
    let time = Time::new(i8::try_from(hour).ok()?, i8::try_from(minute).ok()?, 0, 0).ok()?;
    Some((time, next_day))
}

/// One point of time, before a range or a part of the day is looked at.
struct Point {
    hour: u32,
    minute: u32,
    half: Option<Half>,
    exact: bool,
    sure: Sure,
    note: Option<String>,
}

impl Point {
    fn new(hour: u32, minute: u32, sure: Sure) -> Self {
        Point {
            hour,
            minute,
            half: None,
            exact: false,
            sure,
            note: None,
        }
    }
}

/// A time at `at`. `after_at`: a word that announces a time ("at") stands before it.
pub(super) fn time(scan: &Scan, at: usize, after_at: bool) -> Hit<Clocked> {
    if let Some((end, part)) = part_phrase(scan, at) {
        return Some(with_point(scan, end, part));
    }
    let (end, first) = point(scan, at)?;
    let (end, first, until) = match range(scan, end, &first) {
        Some((range_end, half, until)) => (
            range_end,
            Point {
                half: first.half.or(half),
                sure: Sure::Yes,
                ..first
            },
            Some(until),
        ),
        None => (end, first, None),
    };
    let mut clocked = Clocked {
        hour: first.hour,
        minute: first.minute,
        half: first.half,
        exact: first.exact,
        part: None,
        end: until,
        sure: first.sure,
        note: first.note,
    };
    let sharp = scan.any_words(end, &["sharp", "on the dot"]).unwrap_or(end);
    if sharp > end {
        clocked.sure = Sure::Yes;
    }
    match part_suffix(scan, sharp) {
        Some((end, part)) if clocked.half.is_none() && clocked.hour <= 12 => {
            clocked.part = Some(part);
            clocked.sure = Sure::Yes;
            Some((end, clocked))
        }
        // "9pm in the evening" says it twice.
        Some((end, _)) if clocked.half == Some(Half::Pm) => Some((end, clocked)),
        _ => {
            let announced = match clocked.sure {
                Sure::BareHour => after_at,
                Sure::Phrase => after_at || scan.lenient(),
                Sure::Yes | Sure::Named | Sure::Part => true,
            };
            announced.then_some((sharp, clocked))
        }
    }
}

/// "in the morning", "at night", "morning".
fn part_phrase(scan: &Scan, at: usize) -> Hit<Part> {
    if let Some(hit) = part_suffix(scan, at) {
        return Some(hit);
    }
    let start = scan.skip_word(at, "the");
    Some((start + 1, part(scan.word(start))?))
}

fn part_suffix(scan: &Scan, at: usize) -> Hit<Part> {
    for (words, part) in [
        ("in the morning", Part::Morning),
        ("in the afternoon", Part::Afternoon),
        ("in the evening", Part::Evening),
        ("in the night", Part::Night),
        ("at night", Part::Night),
    ] {
        if let Some(end) = scan.words(at, words) {
            return Some((end, part));
        }
    }
    None
}

/// "morning", and a more exact time after it ("evening at 7").
fn with_point(scan: &Scan, end: usize, part: Part) -> (usize, Clocked) {
    let time = scan.time_of(part);
    let mut clocked = Clocked {
        hour: u32::from(time.hour().unsigned_abs()),
        minute: u32::from(time.minute().unsigned_abs()),
        half: None,
        exact: true,
        part: Some(part),
        end: None,
        sure: if part == Part::Noon {
            Sure::Named
        } else {
            Sure::Part
        },
        note: None,
    };
    let start = scan.skip_mark(end, ',');
    let announced = scan.is(start, &["at", "around", "by"]) || scan.mark(start) == Some('@');
    let start = if announced { start + 1 } else { start };
    match point(scan, start) {
        Some((end, point)) if announced || point.sure == Sure::Yes => {
            clocked = Clocked {
                hour: point.hour,
                minute: point.minute,
                half: point.half,
                exact: point.exact,
                sure: point.sure,
                note: point.note,
                ..clocked
            };
            (end, clocked)
        }
        _ => (end, clocked),
    }
}

fn half(scan: &Scan, at: usize) -> Hit<Half> {
    let dotted = |letter: &str| {
        scan.word(at) == letter
            && scan.mark(at + 1) == Some('.')
            && scan.glued(at + 1)
            && scan.word(at + 2) == "m"
            && scan.glued(at + 2)
    };
    let end_of_dotted = || {
        let end = at + 3;
        if scan.mark(end) == Some('.') && scan.glued(end) {
            end + 1
        } else {
            end
        }
    };
    match scan.word(at) {
        "am" => Some((at + 1, Half::Am)),
        "pm" => Some((at + 1, Half::Pm)),
        "a" if dotted("a") => Some((end_of_dotted(), Half::Am)),
        "p" if dotted("p") => Some((end_of_dotted(), Half::Pm)),
        "a" if scan.glued(at) => Some((at + 1, Half::Am)),
        "p" if scan.glued(at) => Some((at + 1, Half::Pm)),
        _ => None,
    }
}

fn point(scan: &Scan, at: usize) -> Hit<Point> {
    named(scan, at)
        .or_else(|| spoken(scan, at))
        .or_else(|| numeric(scan, at))
        .or_else(|| word_hour(scan, at))
}

fn named(scan: &Scan, at: usize) -> Hit<Point> {
    let at = scan.skip_any(at, &["twelve", "12"]);
    match scan.word(at) {
        "noon" | "midday" | "noontime" => {
            let noon = scan.clock.prefs.noon;
            let minute = u32::from(noon.minute().unsigned_abs());
            let point = Point::new(u32::from(noon.hour().unsigned_abs()), minute, Sure::Named);
            Some((
                at + 1,
                Point {
                    exact: true,
                    ..point
                },
            ))
        }
        "midnight" => {
            let note = Some("00:00 begins the day".to_owned());
            Some((
                at + 1,
                Point {
                    exact: true,
                    note,
                    ..Point::new(0, 0, Sure::Named)
                },
            ))
        }
        _ => None,
    }
}

/// "half past 9", "quarter to 5", "ten to five", "20 past 4", "half nine".
fn spoken(scan: &Scan, at: usize) -> Hit<Point> {
    let start = scan.skip_word(at, "a");
    let (end, minutes) = match scan.word(start) {
        "half" => (start + 1, 30),
        "quarter" => (start + 1, 15),
        _ => match scan.number(start) {
            Some(number) => (start + 1, number),
            None => words::number_word(scan, start)?,
        },
    };
    if !(1..60).contains(&minutes) {
        return None;
    }
    let plain_number = minutes != 30 && minutes != 15 || scan.number(start).is_some();
    let end = scan.skip_any(end, &["minutes", "mins", "min"]);
    let before = match scan.word(end) {
        "past" | "after" => false,
        "to" | "before" | "til" | "till" | "of" => true,
        _ if scan.word(start) == "half" => {
            let (end, hour) = hour_number(scan, end)?;
            let note = Some(format!("half {hour} read as half past {hour}"));
            return Some((
                end,
                Point {
                    note,
                    ..Point::new(hour, 30, Sure::Phrase)
                },
            ));
        }
        _ => return None,
    };
    // "9 to 5" is a job, not a time; numbers of minutes are said in fives.
    if plain_number && (minutes % 5 != 0 || scan.number(start).is_some() && before) {
        return None;
    }
    let (end, hour) = match scan.word(end + 1) {
        "noon" | "midday" => (end + 2, 12),
        "midnight" => (end + 2, 24),
        _ => hour_number(scan, end + 1)?,
    };
    let (end, half) = match half(scan, end) {
        Some((end, half)) => (end, Some(half)),
        None => (
            scan.any_words(end, &["o'clock", "oclock"]).unwrap_or(end),
            None,
        ),
    };
    let sure = if plain_number && half.is_none() {
        Sure::Phrase
    } else {
        Sure::Yes
    };
    let minute = if before { 60 - minutes } else { minutes };
    let exact = hour == 24;
    let hour = match (before, hour, half) {
        // "quarter to 1" is 12:45; the half of the day is the one of the hour named.
        (true, 1, Some(_)) => 12,
        (true, 1, None) => 12,
        (true, 24, _) => 23,
        (false, 24, _) => 0,
        // "quarter to 7" in the morning and "quarter to 12" keep the reading of the hour named.
        (true, 7, None) => {
            return Some((
                end,
                Point {
                    exact: true,
                    ..Point::new(6, minute, sure)
                },
            ));
        }
        (true, hour, _) => hour - 1,
        (false, hour, _) => hour,
    };
    let half = match (before, hour, half) {
        // A quarter to noon is in the morning, a quarter to midnight in the evening.
        (true, 11, Some(Half::Pm)) => Some(Half::Am),
        (true, 11, Some(Half::Am)) => Some(Half::Pm),
        (_, _, half) => half,
    };
    Some((
        end,
        Point {
            half,
            exact,
            ..Point::new(hour, minute, sure)
        },
    ))
}

fn hour_number(scan: &Scan, at: usize) -> Hit<u32> {
    let (end, hour) = match scan.number(at) {
        Some(hour) => (at + 1, hour),
        None => words::number_word(scan, at)?,
    };
    (1..=12).contains(&hour).then_some((end, hour))
}

fn numeric(scan: &Scan, at: usize) -> Hit<Point> {
    let hour = scan.number(at)?;
    let two_digits = scan.digits(at, 2).is_some();
    let glued_minutes = |mark: char| {
        let found = scan.mark(at + 1) == Some(mark) && scan.glued(at + 1) && scan.glued(at + 2);
        scan.digits(at + 2, 2)
            .filter(|minute| found && *minute < 60)
    };
    if let Some(military) = scan.digits(at, 4) {
        let (hour, minute) = (military / 100, military % 100);
        let named = scan.is(at + 1, &["hours", "hrs"]);
        if hour > 23 || minute > 59 {
            return None;
        }
        let end = if named { at + 2 } else { at + 1 };
        // "at 2027" would be a year: only with a leading zero, or said to be hours.
        let sure = if named { Sure::Yes } else { Sure::Phrase };
        let leading_zero = military < 1000;
        return (named || leading_zero).then(|| {
            (
                end,
                Point {
                    exact: true,
                    ..Point::new(hour, minute, sure)
                },
            )
        });
    }
    if hour > 23 {
        return None;
    }
    let (end, minute, mut sure) = if let Some(minute) = glued_minutes(':') {
        let seconds = scan.mark(at + 3) == Some(':')
            && scan.glued(at + 3)
            && scan.digits(at + 4, 2).is_some();
        if seconds {
            return None;
        }
        (at + 3, minute, Sure::Yes)
    } else if let Some(minute) = glued_minutes('.') {
        (at + 3, minute, Sure::Phrase)
    } else if scan.word(at + 1) == "h" && scan.glued(at + 1) {
        match scan
            .digits(at + 2, 2)
            .filter(|minute| scan.glued(at + 2) && *minute < 60)
        {
            Some(minute) => (at + 3, minute, Sure::Yes),
            None => (at + 2, 0, Sure::Phrase),
        }
    } else {
        (at + 1, 0, Sure::BareHour)
    };
    let hours = end > at + 1;
    if let Some((half_end, half)) = half(scan, end) {
        // "13pm" and "0am" are slips of the pen; the half is not needed to read the first.
        return match hour {
            1..=12 => Some((
                half_end,
                Point {
                    half: Some(half),
                    ..Point::new(hour, minute, Sure::Yes)
                },
            )),
            13..=23 if half == Half::Pm => Some((
                half_end,
                Point {
                    exact: true,
                    ..Point::new(hour, minute, Sure::Yes)
                },
            )),
            _ => None,
        };
    }
    if let Some(end) = scan.any_words(end, &["o'clock", "oclock"]) {
        return (hour <= 12 && !hours).then(|| (end, Point::new(hour, 0, Sure::Yes)));
    }
    if let (Some(word), false) = (named_twelve(scan, at), hours) {
        return Some(word);
    }
    // "9 in" is read by the caller; "09:30" and "17h30" are on the 24-hour clock already.
    let exact = hours && two_digits && hour < 10 || hour > 12 || hour == 0;
    if exact && sure == Sure::Phrase && !hours {
        sure = Sure::BareHour;
    }
    Some((
        end,
        Point {
            exact,
            ..Point::new(hour, minute, sure)
        },
    ))
}

/// "12 noon", "12 midnight".
fn named_twelve(scan: &Scan, at: usize) -> Hit<Point> {
    if scan.number(at) != Some(12) {
        return None;
    }
    named(scan, at + 1)
}

/// "nine", "nine o'clock", "nine thirty", "nine pm".
fn word_hour(scan: &Scan, at: usize) -> Hit<Point> {
    let (end, hour) = words::number_word(scan, at).filter(|(_, hour)| (1..=12).contains(hour))?;
    if let Some(end) = scan.any_words(end, &["o'clock", "oclock"]) {
        return Some((end, Point::new(hour, 0, Sure::Yes)));
    }
    let minutes = words::number_word(scan, end).filter(|(_, minute)| (10..60).contains(minute));
    let (end, minute) = minutes.unwrap_or((end, 0));
    if let Some((end, half)) = half(scan, end) {
        return Some((
            end,
            Point {
                half: Some(half),
                ..Point::new(hour, minute, Sure::Yes)
            },
        ));
    }
    Some((end, Point::new(hour, minute, Sure::BareHour)))
}

/// The other end of a range, and the half of the day it lends to the first.
fn range(scan: &Scan, at: usize, first: &Point) -> Hit2 {
    let joined = scan.mark(at) == Some('-') || scan.is(at, &["to", "until", "till", "til"]);
    let between = scan.word(at) == "and" && {
        // "between 2 and 3pm"
        (1..=6).any(|back| {
            at.checked_sub(back)
                .is_some_and(|at| scan.word(at) == "between")
        })
    };
    if !joined && !between {
        return None;
    }
    let (end, second) = numeric(scan, at + 1)
        .or_else(|| named(scan, at + 1))
        .or_else(|| word_hour(scan, at + 1))?;
    let sure = |point: &Point| matches!(point.sure, Sure::Yes | Sure::Named);
    if !sure(&second) || !(sure(first) || first.sure == Sure::BareHour) {
        return None;
    }
    let lent = match (first.half, second.half) {
        // "11-1pm" begins in the morning.
        (None, Some(Half::Pm))
            if first.hour != 12 && (second.hour == 12 || first.hour > second.hour) =>
        {
            Some(Half::Am)
        }
        (None, half) if !first.exact => half,
        _ => None,
    };
    Some((end, lent, (second.hour, second.minute, second.half)))
}

type Hit2 = Option<(usize, Option<Half>, (u32, u32, Option<Half>))>;

/// "for 30 min", "takes 2 hours", "~45m": how long it takes.
pub(super) fn estimate(scan: &Scan, at: usize) -> Option<Candidate> {
    let announced = scan.any_words(
        at,
        &[
            "for",
            "for about",
            "for around",
            "takes",
            "takes about",
            "takes around",
            "estimate",
            "est",
        ],
    );
    let start = match announced {
        Some(end) => scan.skip_mark(scan.skip_mark(end, ':'), '~'),
        None if scan.mark(at) == Some('~') => at + 1,
        None => return None,
    };
    let (end, minutes) = length(scan, start)?;
    let what = What::Duration { minutes };
    Some(Candidate {
        end,
        role: Role::Estimate,
        what,
    })
}

/// "2 hours and 30 minutes", "1h30", "an hour and a half".
pub(super) fn length(scan: &Scan, at: usize) -> Hit<u32> {
    let (end, Quantity::Halves(halves)) = words::quantity(scan, at)? else {
        return None;
    };
    let (end, (unit, _)) = words::unit(scan, end)?;
    let per_half = match unit {
        Unit::Minute => 1,
        Unit::Hour => 30,
        _ => return None,
    };
    let mut minutes = halves.checked_mul(per_half)?;
    if unit == Unit::Minute {
        minutes /= 2;
    }
    let mut end = end;
    if unit == Unit::Hour {
        if let Some(more) = scan.words(end, "and a half") {
            (end, minutes) = (more, minutes + 30);
        } else if let Some((more, extra)) = rest_minutes(scan, scan.skip_word(end, "and")) {
            (end, minutes) = (more, minutes + extra);
        }
    }
    let minutes = u32::try_from(minutes).ok().filter(|minutes| *minutes > 0)?;
    Some((end, minutes))
}

fn rest_minutes(scan: &Scan, at: usize) -> Hit<i64> {
    let minutes = scan.number(at).filter(|minutes| *minutes < 60)?;
    match words::unit(scan, at + 1) {
        Some((end, (Unit::Minute, _))) => Some((end, i64::from(minutes))),
        _ if scan.glued(at) && scan.digits(at, 2).is_some() => Some((at + 1, i64::from(minutes))),
        _ => None,
    }
}
