//! A day, a time, or both, with the preposition before them.

use jiff::civil::{Date, DateTime, Time};
use jiff::tz::{AmbiguousOffset, TimeZone};

use super::calendar::{self, short};
use super::guard;
use super::prepositions::{Prep, preposition};
use super::scan::{Candidate, Hit, Scan};
use super::times::{self, Clocked, Part, Settled};
use super::{Clock, Role, What, absolute, beside, holidays, leading, offsets, periods, relative, stretches, things};

/// What a day phrase names.
#[derive(Debug, Clone)]
pub(super) enum Named {
    On(Date),
    Period { from: Date, to: Date, date: Option<Date> },
    Ambiguous { options: Vec<(Date, String)>, note: String },
    Invalid { options: Vec<Date>, note: String },
}

/// How much the words around it must support the reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Sure,
    /// "friday".
    Weekday,
    /// "sat", "sun", "wed", "mon": words of their own.
    ShortWeekday,
    /// "december".
    Month,
    /// "the 20th".
    DayOfMonth,
    /// "3/4".
    Slash,
    Holiday,
    /// "the weekend".
    Weekend,
    /// Only when the whole text is the phrase.
    Phrase,
}

#[derive(Debug, Clone)]
pub(super) struct Day {
    pub(super) named: Named,
    pub(super) class: Class,
    /// "tonight", "this morning".
    pub(super) part: Option<Part>,
    /// "in 3 hours".
    pub(super) time: Option<Time>,
    pub(super) note: Option<String>,
}

impl Day {
    pub(super) fn new(named: Named, class: Class) -> Self {
        Day { named, class, part: None, time: None, note: None }
    }

    pub(super) fn on(date: Date, class: Class) -> Self {
        Day::new(Named::On(date), class)
    }

    pub(super) fn noted(self, note: impl Into<String>) -> Self {
        let note = calendar::join(self.note.clone(), Some(note.into()));
        Day { note, ..self }
    }

    /// The day, when it is just one.
    pub(super) fn date(&self) -> Option<Date> {
        match self.named {
            Named::On(date) => Some(date),
            _ => None,
        }
    }
}

/// A period; as a date its first day, if that is not past (TODOS.md rule 3).
pub(super) fn period(clock: &Clock, from: Date, to: Date) -> Named {
    let date = (from >= clock.today()).then_some(from);
    Named::Period { from, to, date }
}

/// The longest day phrase at `at`.
pub(super) fn day(scan: &Scan, at: usize) -> Hit<Day> {
    // On a tie the plain one: "day after tomorrow" needs no counting.
    longest([plain_day(scan, at), offsets::read(scan, at)])
}

/// A day phrase that does not count from another one.
pub(super) fn plain_day(scan: &Scan, at: usize) -> Hit<Day> {
    longest([
        relative::day_word(scan, at),
        relative::weekday(scan, at),
        relative::nth_of_none(scan, at),
        absolute::read(scan, at),
        periods::read(scan, at),
        periods::edge(scan, at),
        periods::nth(scan, at),
        holidays::read(scan, at),
    ])
}

fn longest<T, const N: usize>(hits: [Hit<T>; N]) -> Hit<T> {
    let mut best: Hit<T> = None;
    for hit in hits.into_iter().flatten() {
        if best.as_ref().is_none_or(|(end, _)| hit.0 > *end) {
            best = Some(hit);
        }
    }
    best
}

/// A day and a time that stand together, before the words around them were weighed.
pub(super) struct Reading {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) prep: Prep,
    pub(super) day: Option<Day>,
    pub(super) time: Option<Clocked>,
    pub(super) fuzzy: bool,
}

/// All readings of a day, a time, or both at `at`.
pub(super) fn read(scan: &Scan, at: usize) -> Vec<Candidate> {
    readings(scan, at)
        .into_iter()
        .filter(|reading| guard::admits(scan, at, reading))
        .filter_map(|reading| {
            let role = match &reading.day {
                Some(_) if reading.prep == Prep::None && scan.word(at) == "within" => Role::Due,
                // "from 9 to 10 on tuesday" is when it happens.
                Some(_) if reading.time.as_ref().is_some_and(Clocked::has_end) && reading.prep == Prep::From => {
                    Role::When
                }
                _ => reading.prep.role(),
            };
            let what = meaning(scan, &reading)?;
            Some(Candidate { end: reading.end, role, what })
        })
        .collect()
}

fn readings(scan: &Scan, at: usize) -> Vec<Reading> {
    let (start, prep, fuzzy) = preposition(scan, at);
    let mut readings = Vec::new();
    let mut starts = vec![(start, prep)];
    if start > at && (!fuzzy || scan.is(at, &["in", "within"])) {
        // "in 3 days" and "in the morning" begin with the word that is a preposition elsewhere.
        starts.push((at, Prep::None));
    }
    if scan.word(start) == "in" && !matches!(prep, Prep::None | Prep::In) {
        // "due in december", "starting in may".
        starts.push((start + 1, prep));
    }
    for (start, prep) in starts {
        let reading = |end, day, time| Reading { start, end, prep, day, time, fuzzy };
        // In a sentence a day that is asked about is apart from its time, which is not.
        let together = |day: &Day| scan.lenient() || matches!(day.named, Named::On(_) | Named::Period { .. });
        if let Some((end, first)) = day(scan, start) {
            // A month has no hour: "mar 9:00" is another language's tuesday.
            let timed = |_: &(usize, Clocked)| together(&first) && first.class != Class::Month;
            if let Some((time_end, time)) = time_after(scan, end).filter(timed) {
                if let Some((week_end, day)) = relative::of_week_behind(scan, start, end, time_end) {
                    readings.push(reading(week_end, Some(day), Some(time.clone())));
                }
                readings.push(reading(time_end, Some(first.clone()), Some(time)));
            }
            // "tonight 7"
            if let Some((time_end, time)) =
                times::time(scan, end, true).filter(|_| first.part.is_some() && together(&first))
                && scan.number(end).is_some()
                && guard::safe_next(scan, time_end)
            {
                readings.push(reading(time_end, Some(first.clone()), Some(time)));
            }
            // "friday eod"
            if let Some(over) = relative::ends(scan, end).filter(|_| first.date().is_some() && first.part.is_none()) {
                readings.push(reading(over, Some(first.clone().noted(relative::END_OF_DAY)), None));
            }
            // "monday first thing"
            if let Some(over) =
                scan.words(end, "first thing").filter(|_| first.date().is_some() && first.part.is_none())
            {
                let morning = Day { part: Some(Part::Morning), ..first.clone() };
                readings.push(reading(over, Some(morning.noted("first thing = morning")), None));
            }
            if let Some((or_end, both)) = alternative(scan, end, &first) {
                readings.push(reading(or_end, Some(both), None));
            }
            readings.push(reading(end, Some(first), None));
        }
        let announced = matches!(
            prep,
            Prep::At
                | Prep::By
                | Prep::Before
                | Prep::Until
                | Prep::Through
                | Prep::From
                | Prep::After
                | Prep::Due
                | Prep::Start
                | Prep::Since
        );
        let time_start = scan.skip_word(start, "between");
        let led = announced || time_start > start;
        // "0645 monday": no number of things begins with a nought.
        let nought = || times::military(scan, start).filter(|_| scan.digits(start, 4).is_some_and(|n| n < 1000));
        if let Some((end, time)) = times::beside_day(scan, start).or_else(nought).filter(|_| !led)
            && let day_start = scan.skip_any(scan.skip_mark(end, ','), &["on"])
            && let Some((day_end, day)) = day(scan, day_start).filter(|(_, day)| together(day))
        {
            readings.push(reading(day_end, Some(day), Some(time)));
        }
        if let Some((day_end, (day, time))) = leading::read(scan, start).filter(|(_, (day, _))| !led && together(day)) {
            readings.push(reading(day_end, Some(day), Some(time)));
        }
        // "at 1730 tomorrow"
        let at_hour = || {
            let led =
                scan.word(time_start.wrapping_sub(1)) == "at" || scan.mark(time_start.wrapping_sub(1)) == Some('@');
            times::military(scan, time_start).filter(|_| led && times::is_hour(scan, time_start))
        };
        if let Some((end, time)) = times::time(scan, time_start, led || scan.lenient()).or_else(at_hour) {
            // "9 tomorrow morning" as a whole text: the part of the day makes it an hour.
            let hour = led || time.sure != times::Sure::BareHour;
            let day_start = scan.skip_any(scan.skip_mark(end, ','), &["on", "of"]);
            // "quiz night thursday": the bare part of a day belongs to the word in front of it.
            let bare_part = end == start + 1
                && (day_start == end || scan.word(end) == "on")
                && times::part(scan.word(start)).is_some_and(|part| part != times::Part::Noon)
                && !scan.word_before(at).is_empty();
            if let Some((day_end, day)) = day(scan, day_start).filter(|(_, day)| !bare_part && together(day)) {
                let parted = day.part.is_some();
                if let Some((part_end, time)) = time.clone().in_part_behind(scan, day_end) {
                    readings.push(reading(part_end, Some(day.clone()), Some(time)));
                }
                if hour || parted {
                    readings.push(reading(day_end, Some(day), Some(time.clone())));
                }
            }
            if hour {
                readings.push(reading(end, None, Some(time)));
            }
        }
    }
    readings
}

/// A time after a day: "at 9", "9am", ", 9:30", "morning", "in the morning".
pub(super) fn time_after(scan: &Scan, at: usize) -> Hit<Clocked> {
    let start = scan.skip_mark(at, ',');
    let announced = scan.is(start, &["at", "around", "by", "from", "between", "before", "after", "about"])
        || scan.mark(start) == Some('@');
    let first = if announced { scan.skip_any(start + 1, &["around", "about"]) } else { start };
    // Two words in a row announce an hour twice at most: "friday at around 9".
    let timed = times::time(scan, first, announced);
    // "friday from 9 to 11" behind a verb of moving: no hour that was, and one that is.
    timed
        .clone()
        .filter(|(_, time)| time.has_end())
        .or_else(|| stretches::beside_day(scan, start))
        .or(timed)
        .or_else(|| {
            times::beside_day(scan, start).filter(|(end, _)| scan.word(end - 1) == "h" || guard::safe_next(scan, *end))
        })
        .or_else(|| times::spoken_beside_day(scan, start))
        .or_else(|| {
            // "weds half 2"
            let half = || times::time(scan, start, true).filter(|_| scan.word(start) == "half");
            half().filter(|(end, _)| guard::safe_next(scan, *end) || scan.is(*end, &["now"]))
        })
        // "friday at 1700", where "at" leaves no other reading.
        .or_else(|| {
            let led = announced && (scan.word(start) == "at" || scan.mark(start) == Some('@'));
            times::military(scan, first).filter(|(end, _)| led && (scan.at_end(*end) || times::is_hour(scan, first)))
        })
        .or_else(|| {
            // "monday 0930 …": no number of things begins with a nought.
            let hour = |end: usize| scan.at_end(end) || scan.digits(start, 4).is_some_and(|n| n < 1000);
            times::military(scan, start).filter(|(end, _)| hour(*end) && !things::pays(scan, start))
        })
}

/// The time behind a day that is not settled yet.
pub(super) fn time_behind(scan: &Scan, at: usize) -> Hit<What> {
    let (end, clocked) = time_after(scan, at)?;
    let street = matches!(clocked.sure, times::Sure::BareHour | times::Sure::Phrase) && things::address(scan, end);
    let settled = scan.settle(&clocked, None).filter(|_| !street && scan.ends(end))?;
    let what = next_time(scan.clock, &settled, None);
    let whole = beside::complete(scan, Candidate { end, role: Role::When, what });
    Some((whole.end, whole.what))
}

/// "monday or tuesday".
fn alternative(scan: &Scan, at: usize, first: &Day) -> Hit<Day> {
    if scan.word(at) != "or" {
        return None;
    }
    let mut one = first.date()?;
    // "tomorrow or the day after": counted from the first.
    let following = || {
        let end = scan.any_words(at + 1, &["the day after", "day after", "the next day", "the following day"])?;
        Some((end, Day::on(calendar::add_days(one, 1), first.class)))
    };
    let (end, second) = day(scan, scan.skip_any(at + 1, &["on", "by"])).or_else(following)?;
    let two = second.date()?;
    // "the 5th or 6th of january": a figure alone is of the month that is said with the second.
    let month = |mut range: std::ops::Range<usize>| range.any(|i| super::month(scan.word(i)).is_some());
    let suffix = usize::from(at > 1 && scan.glued(at - 1));
    let bare = scan.number(at.saturating_sub(1 + suffix)).is_some_and(|day| i64::from(day) == i64::from(one.day()));
    if bare && month(at + 1..end) && !month(at.saturating_sub(2 + suffix)..at) {
        one = two.with().day(one.day()).build().ok()?;
    }
    // "sunday or next sunday" are told apart by their dates.
    // A weekday alone is one of the next seven days.
    let week = calendar::add_days(scan.today(), 7);
    let same = one.weekday() == two.weekday() || one.max(two) > week;
    let label = |date: Date| (date, if same { short(date) } else { date.strftime("%A").to_string() });
    let options = vec![label(one), label(two)];
    let note = "two days are named".to_owned();
    let class = if first.class == second.class { first.class } else { Class::Sure };
    Some((end, Day::new(Named::Ambiguous { options, note }, class)))
}

/// The meaning of a reading; `None` when its parts do not go together.
pub(super) fn meaning(scan: &Scan, reading: &Reading) -> Option<What> {
    let about = reading.fuzzy.then(|| "about".to_owned());
    let clock = scan.clock;
    let Some(day) = &reading.day else {
        // "movie night at 8": the name says which half of the day.
        let named = match reading.prep {
            Prep::At => reading.start.saturating_sub(1),
            _ => reading.start,
        };
        let settled = scan.settle(reading.time.as_ref()?, times::part(scan.word_before(named)))?;
        return Some(next_time(clock, &settled, about));
    };
    let note = calendar::join(day.note.clone(), about);
    let time = match (&reading.time, day.part, day.time) {
        (Some(_), _, Some(_)) => return None,
        (Some(time), part, None) => Some(scan.settle(time, part)?),
        (None, _, Some(time)) => Some(Settled { time, days: 0, clash: false, timetabled: None, note: None }),
        (None, Some(part), None) => Some(scan.settle_part(part)),
        (None, None, None) => None,
    };
    let open = reading.prep == Prep::After && !scan.bounded_before(reading.start);
    // "today at midnight" is still to come.
    let ends_today = day.date() == Some(clock.today()) && reading.time.as_ref().is_some_and(Clocked::is_midnight);
    let time = time.map(|settled| if ends_today { Settled { days: 1, ..settled } } else { settled });
    match (&day.named, time) {
        (Named::On(date), Some(settled)) => Some(moment(clock, *date, &settled, note)),
        (Named::On(date), None) if open => Some(following(*date)),
        (Named::On(date), None) => Some(on(scan, reading, *date, day.class, note)),
        (Named::Period { to, .. }, None) if open => Some(following(*to)),
        (Named::Period { from, to, date }, None) => Some(bounded(scan, reading.prep, (*from, *to), *date, note)),
        (Named::Period { date, .. }, Some(settled)) => {
            let note = calendar::join(note, Some("its first day".to_owned()));
            Some(moment(clock, (*date)?, &settled, note))
        }
        (Named::Ambiguous { options, note }, _) => {
            Some(What::Ambiguous { options: options.clone(), note: note.clone() })
        }
        (Named::Invalid { options, note }, _) => Some(What::Invalid { options: options.clone(), note: note.clone() }),
    }
}

/// "after christmas" is no one day, and surely not that day.
fn following(last: Date) -> What {
    let options = vec![(calendar::add_days(last, 1), "the day after".to_owned())];
    What::Ambiguous { options, note: format!("some day after {}", short(last)) }
}

fn on(scan: &Scan, reading: &Reading, date: Date, class: Class, note: Option<String>) -> What {
    let today = scan.today();
    let since_past =
        reading.prep == Prep::Since && date > today && matches!(class, Class::Weekday | Class::ShortWeekday);
    if since_past {
        let date = calendar::before(today, date.weekday());
        return What::Date { date, note: Some("the last one".to_owned()) };
    }
    let note = match reading.prep {
        Prep::Before => calendar::join(note, Some(format!("before {}", short(date)))),
        _ => note,
    };
    What::Date { date, note }
}

/// A period after "until" and "before" ends before it, after "through" with it (TODOS.md rule 7).
fn bounded(scan: &Scan, prep: Prep, (from, to): (Date, Date), date: Option<Date>, note: Option<String>) -> What {
    match prep {
        Prep::Until => {
            // "until november" in November is the one of next year.
            let passed = from <= scan.today() && to >= scan.today();
            let year_long = calendar::add_months(from, 12);
            let month = from.day() == 1 && to == from.last_of_month();
            let from = if passed && month { year_long } else { from };
            let date = if passed && !month { to } else { calendar::add_days(from, -1) };
            let last = Some(format!("last day {}", short(date)));
            What::Date { date, note: calendar::join(last, note) }
        }
        Prep::Through => {
            let last = Some(format!("last day {}", short(to)));
            What::Date { date: to, note: calendar::join(last, note) }
        }
        // In a sentence it may choose todos, and is read with what else is said of them.
        Prep::Before if scan.lenient() => {
            let date = calendar::add_days(from, -1);
            let last = Some(format!("last day {}", short(date)));
            let past = (date < scan.today()).then(|| "already past".to_owned());
            What::Date { date, note: calendar::join(calendar::join(last, past), note) }
        }
        _ => What::Range { from, to, date, note },
    }
}

fn next_time(clock: &Clock, settled: &Settled, about: Option<String>) -> What {
    if settled.clash {
        return clashing();
    }
    if let Some(early) = settled.timetabled {
        return What::Either { date: None, times: [early, settled.time] };
    }
    let past = settled.time < clock.now.time();
    let date = if past { calendar::add_days(clock.today(), 1) } else { clock.today() };
    let gap = clock_change(clock, date, settled.time);
    let tomorrow = past.then(|| "already past today".to_owned());
    let note = calendar::join(calendar::join(settled.note.clone(), about), calendar::join(tomorrow, gap));
    What::Time { time: settled.time, date, note }
}

fn clashing() -> What {
    What::Ambiguous { options: Vec::new(), note: times::CLASH.to_owned() }
}

pub(super) fn moment(clock: &Clock, date: Date, settled: &Settled, note: Option<String>) -> What {
    if settled.clash {
        return clashing();
    }
    let date = calendar::add_days(date, settled.days);
    if let Some(early) = settled.timetabled {
        return What::Either { date: Some(date), times: [early, settled.time] };
    }
    let next_day = (settled.days != 0).then(|| format!("that is on {}", short(date)));
    let past = date == clock.today() && settled.time < clock.now.time();
    let past = past.then(|| "already past".to_owned());
    let note = calendar::join(calendar::join(note, settled.note.clone()), next_day);
    let note = calendar::join(calendar::join(note, past), clock_change(clock, date, settled.time));
    What::DateTime { date, time: settled.time, note }
}

/// Whether the clocks skip a time on a day: what is due then is due later.
pub(crate) fn skipped(clock: &Clock, date: Date, time: Time) -> bool {
    let zone = TimeZone::get(&clock.zone).ok();
    let offset = zone.map(|zone| zone.to_ambiguous_timestamp(DateTime::from_parts(date, time)).offset());
    matches!(offset, Some(AmbiguousOffset::Gap { .. }))
}

/// What a clock change does to a time; it fires shifted in a gap and once in a fold (TODOS.md rule 5).
pub(super) fn clock_change(clock: &Clock, date: Date, time: Time) -> Option<String> {
    let zone = TimeZone::get(&clock.zone).ok()?;
    let local = DateTime::from_parts(date, time);
    match zone.to_ambiguous_timestamp(local).offset() {
        AmbiguousOffset::Unambiguous { .. } => None,
        AmbiguousOffset::Gap { .. } => {
            let shifted = zone.to_zoned(local).ok()?.time();
            Some(format!(
                "{} does not exist on {} (clocks go forward); it fires at {}",
                time.strftime("%H:%M"),
                short(date),
                shifted.strftime("%H:%M")
            ))
        }
        AmbiguousOffset::Fold { .. } => Some(format!(
            "{} comes twice on {} (clocks go back); the first counts",
            time.strftime("%H:%M"),
            short(date)
        )),
    }
}
