//! Times of day: "9am", "half past 9", "17h30", "in the evening", "9-10am".

use jiff::SignedDuration;
use jiff::civil::Time;

use super::guard;
use super::hours::{Half, Point, numeric, point, word_hour};
use super::scan::{Hit, Scan};
use super::stretches;
use super::things;
use super::words;
use crate::languages::meals;

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

/// A time as written; which half of the day a bare hour means depends on the day phrase too.
#[derive(Debug, Clone)]
pub(super) struct Clocked {
    pub(super) hour: u32,
    minute: u32,
    half: Option<Half>,
    /// Two digits or 13 and up: no half to choose.
    exact: bool,
    /// "6:45".
    written: bool,
    pub(super) part: Option<Part>,
    /// The other end of "9-10am".
    pub(super) end: Option<(u32, u32, Option<Half>)>,
    /// Minutes to go from it: "an hour before noon".
    shift: i64,
    pub(super) sure: Sure,
    pub(super) note: Option<String>,
}

/// A settled time.
pub(super) struct Settled {
    pub(super) time: Time,
    /// Midnight that belongs to the night before is a day later, "2 hours before 1am" a day earlier.
    pub(super) days: i64,
    /// The hour is none of the part of the day that is named: "this afternoon at 11", "9 pm in the morning".
    pub(super) clash: bool,
    /// "flight at 6:45": where the hour may as well be of a clock of 24 hours, the time of that one.
    pub(super) timetabled: Option<Time>,
    pub(super) note: Option<String>,
}

/// What a question about such a time says.
pub(super) const CLASH: &str = "the hour and the part of the day do not go together";

/// What the question about the repetition of a timetabled time says.
pub(super) const TIMETABLED: &str = "the hour may be before noon or after it: say am or pm";

pub(super) fn part(word: &str) -> Option<Part> {
    Some(match word {
        "morning" | "mornings" => Part::Morning,
        "noon" | "midday" | "noontime" | "lunchtime" => Part::Noon,
        "afternoon" | "afternoons" => Part::Afternoon,
        "evening" | "evenings" => Part::Evening,
        "night" | "nights" | "nite" | "nites" => Part::Night,
        _ => return None,
    })
}

/// A time that was read without its part of the day: "at 8" before "every evening".
pub(super) fn in_part(time: Time, part: Part) -> Time {
    match part {
        Part::Afternoon | Part::Evening | Part::Night if (1..12).contains(&time.hour()) => {
            time.wrapping_add(SignedDuration::from_hours(12))
        }
        _ => time,
    }
}

impl Clocked {
    /// A point of time that is surely one.
    pub(super) fn at(point: Point) -> Self {
        let Point { hour, minute, half, exact, written, shift, note, .. } = point;
        Clocked { hour, minute, half, exact, written, part: None, end: None, shift, sure: Sure::Yes, note }
    }

    /// The beginning of a stretch up to then.
    pub(super) fn until(self, end: (u32, u32, Option<Half>)) -> Self {
        Clocked { end: Some(end), ..self }
    }

    /// "9 to 10".
    pub(super) fn has_end(&self) -> bool {
        self.end.is_some()
    }

    /// "8 tomorrow evening": the part of the day stands behind the day, for an hour that names no half.
    pub(super) fn in_part_behind(self, scan: &Scan, at: usize) -> Hit<Clocked> {
        let said = |word| part(word).filter(|part| *part != Part::Noon);
        let (end, part) = part_suffix(scan, at).or_else(|| Some((at + 1, said(scan.word(at))?)))?;
        // "9pm tomorrow evening" says it twice.
        self.part.is_none().then_some((end, Clocked { part: Some(part), sure: Sure::Yes, ..self }))
    }

    /// "midnight", which of today is the one that ends it.
    pub(super) fn is_midnight(&self) -> bool {
        self.sure == Sure::Named && (self.hour, self.minute) == (0, 0)
    }
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
        let bare = part.is_none() && clocked.half.is_none() && !clocked.exact;
        let half = if bare { self.half_of_meal(clocked.hour) } else { clocked.half };
        let (time, next_day, clash) = settle_one(clocked.hour, clocked.minute, half, clocked.exact, part)?;
        let from = i64::from(time.hour()) * 60 + i64::from(time.minute()) + clocked.shift;
        let time = time.wrapping_add(SignedDuration::from_mins(clocked.shift));
        let days = i64::from(next_day) + from.div_euclid(24 * 60);
        let mut note = clocked.note.clone();
        if let Some((hour, minute, half)) = clocked.end {
            let usual = half.or_else(|| self.half_of_meal(hour).filter(|_| bare && hour <= 12));
            let (end, _, _) = settle_one(hour, minute, usual, hour > 12, part)?;
            // "from 6 to 8" ends on the same side of noon as it begins.
            let early = half.is_none() && end < time && (1..12).contains(&end.hour());
            let end = if early { end.wrapping_add(SignedDuration::from_hours(12)) } else { end };
            note = super::calendar::join(Some(format!("until {}", end.strftime("%H:%M"))), note);
        }
        let open = bare && half.is_none() && clocked.written && clocked.shift == 0 && clocked.end.is_none();
        let early = (1..=6).contains(&clocked.hour) && open && meals::timetabled(&self.spoken());
        let timetabled = if early { Some(time.wrapping_sub(SignedDuration::from_hours(12))) } else { None };
        // What "evening" alone is, is a setting.
        Some(Settled { time, days, clash: clash && clocked.sure != Sure::Part, timetabled, note })
    }

    /// The half of the day that a meal or waking says of an hour that says none.
    fn half_of_meal(&self, hour: u32) -> Option<Half> {
        match meals::side(&self.spoken())? {
            meals::Side::Morning => (4..=11).contains(&hour).then_some(Half::Am),
            meals::Side::Evening => (1..=11).contains(&hour).then_some(Half::Pm),
        }
    }

    pub(super) fn settle_part(&self, part: Part) -> Settled {
        Settled { time: self.time_of(part), days: 0, clash: false, timetabled: None, note: None }
    }
}

/// The time, whether it is of the day after, and whether the part of the day has no such hour.
fn settle_one(
    hour: u32,
    minute: u32,
    half: Option<Half>,
    exact: bool,
    part: Option<Part>,
) -> Option<(Time, bool, bool)> {
    let hour = match half {
        Some(Half::Am) => hour % 12,
        Some(Half::Pm) => hour % 12 + 12,
        None => hour,
    };
    let (hour, next_day) = match part {
        _ if hour == 24 => (0, true),
        // Midnight ends an evening, and begins any other day; "2 at night" is before dawn.
        Some(Part::Night) if hour <= 5 && (half.is_some() || exact || hour < 5) => (hour, true),
        Some(Part::Evening) if hour == 0 => (0, true),
        // "tonight at 12" is the midnight that ends the day.
        Some(Part::Evening | Part::Night) if half.is_none() && hour == 12 => (0, true),
        Some(Part::Noon | Part::Afternoon | Part::Evening | Part::Night) if half.is_none() && hour < 12 => {
            (hour % 12 + if hour == 0 { 0 } else { 12 }, false)
        }
        // TODOS.md rule 5: 7-11 in the morning, 12 noon, 1-6 in the afternoon.
        None if half.is_none() && !exact && (1..=6).contains(&hour) => (hour + 12, false),
        _ => (hour, false),
    };
    let clash = match part {
        None | Some(Part::Noon) => false,
        Some(Part::Morning) => hour > 12 || hour == 12 && half.is_none(),
        Some(Part::Afternoon) => !(12..20).contains(&hour),
        Some(Part::Evening) => !next_day && !(16..24).contains(&hour),
        Some(Part::Night) => !next_day && !(17..24).contains(&hour),
    };
    let time = Time::new(i8::try_from(hour).ok()?, i8::try_from(minute).ok()?, 0, 0).ok()?;
    Some((time, next_day, clash))
}

/// A time at `at`. `after_at`: a word that announces a time ("at") stands before it.
pub(super) fn time(scan: &Scan, at: usize, after_at: bool) -> Hit<Clocked> {
    // "noon to 1pm" begins at a point of time as "12 to 1pm" does.
    let spans = |end: usize| {
        point(scan, at).is_some_and(|(to, first)| to == end && stretches::end(scan, at, to, &first).is_some())
    };
    if let Some((end, part)) = part_phrase(scan, at).filter(|(end, part)| *part != Part::Noon || !spans(*end)) {
        let (end, clocked) = with_point(scan, end, part);
        let sharp = || scan.any_words(end, &["sharp", "on the dot"]);
        let end = ish(scan, at, end).or_else(sharp).filter(|_| part == Part::Noon).unwrap_or(end);
        // "in the evening at 7": the part announces the hour, where "movie night" is a name.
        let announced = clocked.sure == Sure::BareHour && scan.is(at, &["in", "at"]);
        return Some((end, if announced { Clocked { sure: Sure::Yes, ..clocked } } else { clocked }));
    }
    let (end, first) = point(scan, at)?;
    let (end, first, until) = match stretches::end(scan, at, end, &first) {
        Some(stretch) => {
            let first = Point { half: first.half.or(stretch.lent), sure: stretch.sure, ..first };
            (stretch.end, first, Some(stretch.until))
        }
        None => (end, first, None),
    };
    let mut clocked = Clocked {
        hour: first.hour,
        minute: first.minute,
        half: first.half,
        exact: first.exact,
        written: first.written,
        part: None,
        end: until,
        shift: first.shift,
        sure: first.sure,
        note: first.note,
    };
    let sharp = scan.any_words(end, &["sharp", "on the dot"]).or_else(|| ish(scan, at, end)).unwrap_or(end);
    if sharp > end {
        clocked.sure = Sure::Yes;
    }
    match part_suffix(scan, sharp) {
        // "9pm in the evening" says it twice.
        Some((end, part)) => {
            clocked.part = Some(part);
            clocked.sure = Sure::Yes;
            Some((end, clocked))
        }
        _ => {
            // "at 6 every morning": the part of the day is the repetition's, and the hour is of it.
            let each = scan.is(sharp, &["every", "each"]).then(|| scan.word(sharp + 1));
            if let Some(word) = each.filter(|word| ["morning", "afternoon", "evening", "night"].contains(word)) {
                clocked.part = clocked.part.or_else(|| part(word));
            }
            let announced = match clocked.sure {
                Sure::BareHour => after_at,
                Sure::Phrase => after_at || scan.lenient(),
                Sure::Yes | Sure::Named | Sure::Part => true,
            };
            announced.then_some((sharp, clocked))
        }
    }
}

/// "9ish", "noon-ish": about that time. "5ish apples" are counted.
fn ish(scan: &Scan, at: usize, end: usize) -> Option<usize> {
    let word = scan.skip_mark(end, '-');
    let said = scan.word(word) == "ish" && scan.glued(word);
    let before = scan.is(at.wrapping_sub(1), &["at", "around", "about", "by", "from", "till", "until"]);
    (said && (at == 0 || before || guard::safe_next(scan, word + 1))).then_some(word + 1)
}

/// "1430" right behind a day.
pub(super) fn military(scan: &Scan, at: usize) -> Hit<Clocked> {
    let (hour, minute) = scan.digits(at, 4).map(|n| (n / 100, n % 100)).filter(|(hour, _)| *hour < 24)?;
    let point = Point { hour, minute, half: None, exact: true, written: false, sure: Sure::Yes, shift: 0, note: None };
    (minute < 60 && minute.is_multiple_of(5)).then(|| (at + 1, Clocked::at(point)))
}

/// Whether four figures behind "at" are an hour wherever they stand: "at 1730 renew the passport", but not "at 2030", which can be
/// a year, nor "at 1500 dollars", "at 1200 main street".
pub(super) fn is_hour(scan: &Scan, at: usize) -> bool {
    let year = scan.digits(at, 4).is_none_or(|n| (2000..2100).contains(&n));
    // "sell the bike at 1500": a price.
    let priced = (0..at).any(|i| scan.is(i, &["sell", "offer", "list", "bid", "buy", "rent", "price", "value"]));
    let counts = priced || scan.word(at + 1).ends_with('s') && !guard::safe_next(scan, at + 1);
    !year && !counts && !things::amount(scan, at) && !things::address(scan, at + 1) && !things::pays(scan, at)
}

/// "six thirty" right behind a day.
pub(super) fn spoken_beside_day(scan: &Scan, at: usize) -> Hit<Clocked> {
    let (end, point) = word_hour(scan, at).filter(|(_, point)| point.minute.is_multiple_of(5) && point.minute > 0)?;
    // "six thirty pages" are counted.
    let counted = scan.word(end).ends_with('s') && !guard::safe_next(scan, end);
    (!counted).then(|| (end, Clocked::at(point)))
}

/// "9.30" and "14h" next to a day: elsewhere the one may be an amount, the other a length.
pub(super) fn beside_day(scan: &Scan, at: usize) -> Hit<Clocked> {
    let (end, point) = numeric(scan, at).filter(|(_, point)| matches!(point.sure, Sure::Phrase | Sure::BareHour))?;
    let dotted = scan.mark(at + 1) == Some('.') && end == at + 3 && point.minute.is_multiple_of(5);
    let hours = scan.word(at + 1) == "h" && end == at + 2 && point.hour > 12;
    ((dotted || hours) && !things::amount(scan, at)).then(|| (end, Clocked::at(point)))
}

/// "in the morning", "at night", "morning".
fn part_phrase(scan: &Scan, at: usize) -> Hit<Part> {
    if let Some(hit) = part_suffix(scan, at) {
        return Some(hit);
    }
    let start = scan.skip_word(at, "the");
    // "the parents' evening": theirs.
    let theirs = at > 1 && scan.mark(at - 1) == Some('\'') && scan.glued(at - 1) && scan.word(at - 2).ends_with('s');
    let theirs = theirs && words::weekday(scan.word(at - 2)).is_none();
    part(scan.word(start)).filter(|_| !theirs).map(|part| (start + 1, part))
}

fn part_suffix(scan: &Scan, at: usize) -> Hit<Part> {
    for (words, part) in [
        ("in the morning", Part::Morning),
        ("in the mornings", Part::Morning),
        ("in the afternoon", Part::Afternoon),
        ("in the afternoons", Part::Afternoon),
        ("in the evening", Part::Evening),
        ("in the evenings", Part::Evening),
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
        written: false,
        part: Some(part),
        end: None,
        shift: 0,
        sure: if part == Part::Noon { Sure::Named } else { Sure::Part },
        note: None,
    };
    let start = scan.skip_mark(end, ',');
    let announced = scan.is(start, &["at", "around", "by"]) || scan.mark(start) == Some('@');
    let start = if announced { start + 1 } else { start };
    // Noon is a point itself: another behind it is a second one.
    let noon = scan.is(end - 1, &["noon", "midday", "noontime"]);
    match point(scan, start) {
        Some(_) if noon => (end, clocked),
        Some((end, point))
            if announced
                || point.sure == Sure::Yes
                // "tomorrow evening 8", but not "tomorrow evening 8 people".
                || scan.number(start).is_some() && guard::safe_next(scan, end) =>
        {
            clocked = Clocked {
                hour: point.hour,
                minute: point.minute,
                half: point.half,
                exact: point.exact,
                written: point.written,
                shift: point.shift,
                sure: point.sure,
                note: point.note,
                ..clocked
            };
            (end, clocked)
        }
        _ => (end, clocked),
    }
}
