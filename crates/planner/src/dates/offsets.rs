//! Days counted from another: "in 3 days", "2 weeks from friday", "the day after christmas", "3 days ago".

use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Span};

use super::calendar::{self, short};
use super::lengths;
use super::scan::{Hit, Scan};
use super::when::{self, Class, Day, Named};
use super::words::{self, Quantity, Unit};

pub(super) fn read(scan: &Scan, at: usize) -> Hit<Day> {
    ahead(scan, at).or_else(|| neighbour(scan, at)).or_else(|| counted(scan, at))
}

/// A length in one unit.
#[derive(Clone, Copy)]
struct Length {
    quantity: Quantity,
    unit: Unit,
    per_word: i64,
}

fn length(scan: &Scan, at: usize) -> Hit<Length> {
    let (end, quantity) = words::quantity(scan, at)?;
    let end = scan.skip_word(end, "more");
    let (mut end, (unit, per_word)) = words::unit(scan, end)?;
    let mut quantity = quantity;
    if let (Quantity::Halves(halves), Some(after)) = (quantity, scan.words(end, "and a half")) {
        (end, quantity) = (after, Quantity::Halves(halves + 1));
    }
    Some((end, Length { quantity, unit, per_word }))
}

/// "in 3 days", "within two weeks", "in an hour and a half".
fn ahead(scan: &Scan, at: usize) -> Hit<Day> {
    if !scan.is(at, &["in", "within"]) {
        return None;
    }
    let start = scan.any_words(at + 1, &["about", "around", "exactly", "another"]).unwrap_or(at + 1);
    // "in the week" and "in half an hour" begin alike.
    if scan.word(start) == "the" {
        return None;
    }
    if let Some((end, minutes)) = lengths::length(scan, start) {
        let end = scan.any_words(end, &["time", "from now"]).unwrap_or(end);
        return Some((end, clock_shift(scan, Unit::Minute, i64::from(minutes) * 2)?));
    }
    let (end, length) = length(scan, start)?;
    let end = scan.skip_mark(end, '\'');
    let end = scan.any_words(end, &["time", "from now"]).unwrap_or(end);
    Some((end, shifted(scan, scan.today(), true, length, 1)?))
}

/// "the day after tomorrow", "the day before christmas", "week after easter".
fn neighbour(scan: &Scan, at: usize) -> Hit<Day> {
    let start = scan.skip_word(at, "the");
    if scan.is(start, &["week", "weekend", "month"]) && start > at && scan.is(start + 1, &["before", "after"]) {
        return beside(scan, start);
    }
    if let Some(found) = weekday_beside(scan, start) {
        return Some(found);
    }
    if scan.word(start) != "day" {
        return None;
    }
    let direction = match scan.word(start + 1) {
        "after" | "following" => 1,
        "before" => -1,
        _ => return None,
    };
    let (end, day) = when::plain_day(scan, start + 2)?;
    let from = day.date()?;
    let date = calendar::add_days(from, direction);
    let hit = Day { note: day.note, ..Day::on(date, Class::Sure) };
    Some((end, hit.noted(format!("counted from {}", short(from)))))
}

/// "the friday before christmas", "monday after thanksgiving": the nearest one on that side of a day that has a date.
fn weekday_beside(scan: &Scan, at: usize) -> Hit<Day> {
    let (day, _) = words::weekday(scan.word(at))?;
    let before = match scan.word(at + 1) {
        "before" => true,
        "after" | "following" => false,
        _ => return None,
    };
    // "monday after next", "the friday before last" and "monday after 5" are other phrases.
    if words::weekday(scan.word(at + 2)).is_some()
        || scan.is(at + 2, &["next", "last", "tomorrow", "today", "that", "this"])
    {
        return None;
    }
    let (end, from) = when::plain_day(scan, at + 2)?;
    let from = from.date()?;
    let date = if before { calendar::before(from, day) } else { calendar::after(from, day) };
    Some((end, Day::on(date, Class::Sure).noted(format!("counted from {}", short(from)))))
}

/// "the week before christmas": a calendar week, or the seven days? Asked about, with the first day of both.
fn beside(scan: &Scan, at: usize) -> Hit<Day> {
    let (end, day) = when::plain_day(scan, at + 2)?;
    let from = day.date()?;
    let before = scan.word(at + 1) == "before";
    let noun = scan.word(at);
    let (week, _) = calendar::week(from, scan.clock.week_start);
    let first = match (noun, before) {
        ("week", true) => calendar::add_days(week, -7),
        ("week", false) => calendar::add_days(week, 7),
        ("month", true) => calendar::add_months(from.first_of_month(), -1),
        ("month", false) => calendar::add_months(from.first_of_month(), 1),
        (_, true) => {
            let saturday = calendar::before(from, jiff::civil::Weekday::Saturday);
            return Some((end, Day::on(saturday, Class::Sure)));
        }
        (_, false) => return None,
    };
    let span = match (noun, before) {
        ("week", true) => calendar::add_days(from, -7),
        ("week", false) => calendar::add_days(from, 7),
        (_, true) => calendar::add_months(from, -1),
        (_, false) => calendar::add_months(from, 1),
    };
    let options = vec![
        (first, format!("the {noun} of {}", short(first))),
        (span, format!("one {noun} {} it", scan.word(at + 1))),
    ];
    let note = format!("the {noun} {} {}", scan.word(at + 1), short(from));
    Some((end, Day::new(Named::Ambiguous { options, note }, Class::Sure)))
}

/// "3 days from now", "2 weeks from friday", "a week on friday", "two days before christmas", "3 days ago".
fn counted(scan: &Scan, at: usize) -> Hit<Day> {
    if scan.word(at) == "week" && scan.word(at + 1) == "on" {
        return from_weekday(scan, at + 2, 1);
    }
    let (end, length) = length(scan, at)?;
    let today = scan.today();
    if let Some(end) = scan.any_words(end, &["from now", "from today", "hence", "later", "from this day"]) {
        return Some((end, shifted(scan, today, true, length, 1)?));
    }
    if let Some(end) = scan.any_words(end, &["ago", "earlier"]) {
        // "a week ago today" says it twice.
        let end = if length.unit.is_clock() { end } else { scan.skip_word(end, "today") };
        return Some((end, shifted(scan, today, true, length, -1)?));
    }
    let weeks = length.unit == Unit::Week;
    let direction = match scan.word(end) {
        "from" | "after" | "following" => 1,
        "before" => -1,
        // "a week on friday", "a week friday", "a week tomorrow".
        "on" if weeks => {
            let Quantity::Halves(halves) = length.quantity else {
                return None;
            };
            return from_weekday(scan, end + 1, halves / 2 * length.per_word);
        }
        _ if weeks && scan.is(end, &["today", "tomorrow"]) => {
            let (end, day) = when::plain_day(scan, end)?;
            return Some((end, shifted(scan, day.date()?, false, length, 1)?));
        }
        _ if weeks && words::weekday(scan.word(end)).is_some() && scan.word(at) == "a" => {
            return from_weekday(scan, end, length.per_word);
        }
        _ => return None,
    };
    let (end, day) = when::plain_day(scan, end + 1)?;
    let from = day.date()?;
    if length.unit.is_clock() {
        return None;
    }
    let hit = shifted(scan, from, false, length, direction)?;
    Some((end, hit.noted(format!("counted from {}", short(from)))))
}

/// "a week on friday" = the friday that comes, and a week more.
fn from_weekday(scan: &Scan, at: usize, weeks: i64) -> Hit<Day> {
    let (end, day, _) = super::relative::name(scan, at)?;
    let date = calendar::add_days(calendar::after(scan.today(), day), 7 * weeks);
    Some((end, Day::on(date, Class::Sure)))
}

fn shifted(scan: &Scan, from: Date, from_now: bool, length: Length, direction: i64) -> Option<Day> {
    let Quantity::Halves(halves) = length.quantity else {
        return vague(from, length, direction);
    };
    let amount = halves * length.per_word * direction;
    if length.unit.is_clock() {
        return if from_now { clock_shift(scan, length.unit, amount) } else { None };
    }
    Some(Day::on(whole_shift(from, length.unit, amount)?, Class::Sure))
}

/// Moves a day by half units; `None` when a half of the unit is no whole number of days.
fn whole_shift(from: Date, unit: Unit, halves: i64) -> Option<Date> {
    let whole = (halves % 2 == 0).then_some(halves / 2);
    Some(match unit {
        Unit::Day => calendar::add_days(from, whole?),
        Unit::BusinessDay => calendar::add_business_days(from, whole?),
        Unit::Week => calendar::add_days(from, whole? * 7),
        Unit::Month => calendar::add_months(from, whole?),
        Unit::Year => calendar::add_months(from, halves * 6),
        Unit::Minute | Unit::Hour => return None,
    })
}

/// Hours are counted in real time, so a clock change in between is respected.
fn clock_shift(scan: &Scan, unit: Unit, halves: i64) -> Option<Day> {
    let minutes = match unit {
        Unit::Minute => halves / 2,
        _ => halves.checked_mul(30)?,
    };
    let duration = SignedDuration::try_from_mins(minutes)?;
    let now = scan.clock.now;
    let later: DateTime = match TimeZone::get(&scan.clock.zone).and_then(|zone| now.to_zoned(zone)) {
        Ok(zoned) => zoned.checked_add(duration).ok()?.datetime(),
        Err(_) => now.checked_add(Span::new().try_minutes(minutes).ok()?).ok()?,
    };
    let time = later.time().with().second(0).subsec_nanosecond(0).build().ok()?;
    Some(Day { time: Some(time), ..Day::on(later.date(), Class::Sure) })
}

/// "a few days": three to five of them, so ask.
fn vague(from: Date, length: Length, direction: i64) -> Option<Day> {
    if length.unit.is_clock() {
        return None;
    }
    let option = |amount: i64| {
        let date = whole_shift(from, length.unit, amount * 2 * length.per_word * direction)?;
        Some((date, format!("{amount} of them")))
    };
    let options: Vec<_> = (3..=5).filter_map(option).collect();
    let note = "\"a few\" is no number".to_owned();
    Some(Day::new(Named::Ambiguous { options, note }, Class::Sure))
}
