//! Days counted from another: "in 3 days", "2 weeks from friday", "the day after christmas", "3 days ago".

use jiff::SignedDuration;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;

use super::calendar::{self, short};
use super::guard;
use super::lengths;
use super::scan::{Hit, Scan};
use super::times;
use super::when::{self, Class, Day, Named};
use super::words::{self, Quantity, Unit};

pub(super) fn read(scan: &Scan, at: usize) -> Hit<Day> {
    ahead(scan, at)
        .or_else(|| neighbour(scan, at))
        .or_else(|| counted(scan, at))
        .or_else(|| counted_weekdays(scan, at))
        .or_else(|| next_to(scan, at))
}

/// A day phrase that another is counted from has so many words.
const LONGEST: usize = 6;

/// "tomorrow and the day after": counted from the day in front.
fn next_to(scan: &Scan, at: usize) -> Hit<Day> {
    let end = scan.any_words(at, &["the day after", "the next day", "the following day"])?;
    let before = at.checked_sub(1).filter(|and| scan.word(*and) == "and" && guard::safe_next(scan, end))?;
    let ends = |from| when::plain_day(scan, from).filter(|(to, _)| *to == before)?.1.date();
    let first = (before.saturating_sub(LONGEST)..before).find_map(ends)?;
    Some((end, days_on(first, Some(1))))
}

/// What is counted out of the calendar: there is no such day, and the last one there is would be another.
pub(super) const BEYOND: &str = "that is beyond the calendar, which ends with the year 9999";

fn beyond() -> Day {
    Day::new(Named::Invalid { options: Vec::new(), note: BEYOND.to_owned() }, Class::Sure)
}

fn on_calendar(date: Option<Date>) -> Day {
    date.map_or_else(beyond, |date| Day::on(date, Class::Sure))
}

/// So many days after a day.
pub(super) fn days_on(from: Date, days: Option<i64>) -> Day {
    on_calendar(days.and_then(|days| calendar::days_on(from, days)))
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

/// "two weeks", "a year and a day", "2 days and 3 hours": the larger unit first.
fn lengths(scan: &Scan, at: usize) -> Hit<Vec<Length>> {
    let (mut end, first) = length(scan, at)?;
    let mut all = vec![first];
    loop {
        let joined = scan.skip_mark(end, ',');
        let (joined, said) = match scan.word(joined) {
            "and" => (joined + 1, true),
            _ => (joined, joined > end),
        };
        // "in 2 days 3 hours" is one length; "in 2 days 3 people" is not.
        match length(scan, joined).filter(|&(next_end, ref next)| {
            let smaller = all.last().is_none_or(|last| next.unit.is_smaller_than(last.unit));
            let whole = matches!(next.quantity, Quantity::Halves(halves) if halves > 0);
            // "in six days 18h30", "in 2 days 15h": the hour of that day.
            let hour = scan.word(next_end - 1) == "h" && scan.glued(next_end - 1);
            let clock = hour && (scan.glued(next_end) || scan.number(joined).is_some_and(|n| n > 12));
            smaller && whole && !clock && (said || scan.number(joined).is_some())
        }) {
            Some((next_end, next)) => (end, _) = (next_end, all.push(next)),
            None => return Some((end, all)),
        }
    }
}

/// The index after a length, and whether it is one of the clock.
pub(super) fn length_end(scan: &Scan, at: usize) -> Hit<bool> {
    lengths(scan, at).map(|(end, all)| (end, all.iter().any(|length| length.unit.is_clock())))
}

/// "in 3 days", "within two weeks", "in an hour and a half".
fn ahead(scan: &Scan, at: usize) -> Hit<Day> {
    // "+3d" as a whole text.
    let plus = scan.lenient() && at == 0 && scan.mark(at) == Some('+');
    if !scan.is(at, &["in", "within"]) && !plus {
        return None;
    }
    let start = scan.any_words(at + 1, &["about", "around", "exactly", "another"]).unwrap_or(at + 1);
    // "in the week" and "in half an hour" begin alike.
    if scan.word(start) == "the" {
        return None;
    }
    if let Some((end, minutes)) = lengths::length(scan, start) {
        let end = scan.any_words(end, &["time", "from now"]).unwrap_or(end);
        return (!is_of_a_thing(scan, at, end)).then(|| (end, clock_shift(scan, scan.today(), i64::from(minutes))));
    }
    // "in another hour" is in one more.
    let one = || {
        let (end, (unit, per_word)) = words::unit(scan, start).filter(|_| scan.word(start - 1) == "another")?;
        Some((end, vec![Length { quantity: Quantity::Halves(2), unit, per_word }]))
    };
    let (end, lengths) = lengths(scan, start).or_else(one)?;
    if is_of_a_thing(scan, at, end) {
        return None;
    }
    let end = scan.skip_mark(end, '\'');
    let end = scan.any_words(end, &["time", "from now"]).unwrap_or(end);
    // "in two weeks from friday" counts from there.
    if scan.word(at) == "in"
        && scan.is(end, &["from", "after"])
        && let Some(counted) = counted(scan, start)
    {
        return Some(counted);
    }
    let day = shifted(scan, scan.today(), true, &lengths, 1)?;
    // "in two weeks on monday": the monday of that week.
    let weeks = matches!(lengths[..], [Length { unit: Unit::Week, .. }]);
    let on = scan.skip_word(scan.skip_mark(end, ','), "on");
    if let (true, Some(week), Some((named_end, weekday, _))) =
        (weeks, day.date(), super::relative::name(scan, on).filter(|_| on > end))
    {
        return Some((named_end, Day::on(calendar::in_week(week, weekday, scan.clock.week_start), Class::Sure)));
    }
    Some((end, day))
}

/// Verbs that need an object: with none in front of "in", that is a part of the verb.
const WITH_IN: [&str; 7] = ["put", "squeeze", "fit", "sneak", "cram", "hand", "get"];

/// "get in 30 minutes of reading", "hand in two weeks' notice": so much of something, or a thing that has its length.
fn is_of_a_thing(scan: &Scan, at: usize, end: usize) -> bool {
    let unit = scan.word(end.saturating_sub(1));
    let marked = scan.mark(end) == Some('\'') && scan.glued(end) && unit.ends_with('s');
    let next = if marked { end + 1 } else { end };
    let noun = !scan.word(next).is_empty() && scan.any_words(next, &["time", "from", "after"]).is_none();
    let of = match scan.word(next) {
        // "in 2 hours of course", "within a week of friday"
        "of" => scan.word(next + 1) != "course" && when::plain_day(scan, next + 1).is_none(),
        "worth" | "notice" => true,
        _ => false,
    };
    let particle = scan.word(at) == "in" && scan.is(at.wrapping_sub(1), &WITH_IN);
    of || particle || (marked || unit.ends_with("'s")) && noun
}

/// "the day after tomorrow", "the day before christmas", "week after easter".
fn neighbour(scan: &Scan, at: usize) -> Hit<Day> {
    let start = scan.skip_word(at, "the");
    if scan.is(start, &["week", "weekend", "month"]) && start > at && scan.is(start + 1, &["before", "after"]) {
        return beside(scan, start);
    }
    if let Some(found) = weekday_beside(scan, start).or_else(|| part_beside(scan, start)) {
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
    Some((end, counted_from(day, |from| calendar::add_days(from, direction))?))
}

/// A day counted from another; where that one is asked about, each of its choices is counted from.
fn counted_from(from: Day, count: impl Fn(Date) -> Date) -> Option<Day> {
    match from.named {
        Named::On(date) => {
            let hit = Day { note: from.note, ..Day::on(count(date), Class::Sure) };
            Some(hit.noted(format!("counted from {}", short(date))))
        }
        Named::Ambiguous { options, note } if !options.is_empty() => {
            let options = options.into_iter().map(|(date, label)| (count(date), label)).collect();
            Some(Day::new(Named::Ambiguous { options, note }, Class::Sure))
        }
        _ => None,
    }
}

/// "the night before thanksgiving", "the morning after christmas": that part of the day beside it.
fn part_beside(scan: &Scan, at: usize) -> Hit<Day> {
    let part = times::part(scan.word(at)).filter(|part| *part != times::Part::Noon)?;
    let direction = match scan.word(at + 1) {
        "after" | "following" => 1,
        "before" => -1,
        _ => return None,
    };
    let (end, day) = when::plain_day(scan, at + 2)?;
    let beside = counted_from(day, |from| calendar::add_days(from, direction))?;
    Some((end, Day { part: Some(part), ..beside }))
}

/// "the friday before christmas", "monday after thanksgiving": the nearest one on that side of a day that has a date.
fn weekday_beside(scan: &Scan, at: usize) -> Hit<Day> {
    // "the last friday before christmas", "the second monday after new year"
    // "two fridays before christmas"
    let plural = |at: usize| matches!(words::weekday(scan.word(at)), Some((_, words::Form::Plural)));
    let many = words::quantity(scan, at).filter(|(next, _)| plural(*next));
    let (at, nth) = match (words::ordinal(scan, at).filter(|(_, nth)| (1..=5).contains(nth)), many) {
        (Some((next, nth)), _) => (next, i64::from(nth)),
        (None, Some((next, Quantity::Halves(halves)))) if halves > 0 && halves % 2 == 0 => (next, halves / 2),
        _ => (scan.skip_word(at, "last"), 1),
    };
    let last = scan.is(at.wrapping_sub(1), &["last"]);
    let (day, _) = words::weekday(scan.word(at))?;
    let before = match scan.word(at + 1) {
        "before" => true,
        "after" | "following" if !last => false,
        _ => return None,
    };
    // "monday after next", "the friday before last" and "monday after 5" are other phrases, and of "monday before friday"
    // each may be a day of its own.
    let (end, from) = when::plain_day(scan, at + 2).or_else(|| counted(scan, at + 2))?;
    if before && super::relative::name(scan, at + 2).is_some_and(|(named, ..)| named == end) {
        return None;
    }
    let more = (nth - 1) * 7;
    let nearest = |from: Date| match before {
        true => calendar::add_days(calendar::before(from, day), -more),
        false => calendar::add_days(calendar::after(from, day), more),
    };
    Some((end, counted_from(from, nearest)?))
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
        let week = Length { quantity: Quantity::Halves(2), unit: Unit::Week, per_word: 1 };
        return weeks_from(scan, at + 2, week);
    }
    let (end, lengths) = lengths(scan, at)?;
    // "at 9 day after tomorrow": an hour, and the day after tomorrow.
    let several = matches!(lengths[..], [Length { quantity: Quantity::Halves(3..), .. }]);
    if several && scan.word(end - 1) == "day" && scan.is(end, &["after", "before"]) {
        return None;
    }
    let today = scan.today();
    let clock = lengths.iter().any(|length| length.unit.is_clock());
    if let Some(end) = scan.any_words(end, &["from now", "from today", "hence", "later", "from this day"]) {
        return Some((end, shifted(scan, today, true, &lengths, 1)?));
    }
    if let Some(end) = scan.any_words(end, &["ago", "earlier"]) {
        // "a week ago today" says it twice; "a week ago yesterday" counts from there.
        let (end, from) = match scan.word(end) {
            "today" if !clock => (end + 1, today),
            "yesterday" if !clock => (end + 1, calendar::add_days(today, -1)),
            _ => (end, today),
        };
        return Some((end, shifted(scan, from, true, &lengths, -1)?));
    }
    let one = match lengths[..] {
        [one] if one.unit == Unit::Week => Some(one),
        // "six months today"
        [one] if matches!(one.unit, Unit::Month | Unit::Year) && scan.is(end, &["today", "tomorrow"]) => Some(one),
        _ => None,
    };
    let direction = match scan.word(end) {
        "from" | "after" | "following" => 1,
        "before" => -1,
        // "a week on friday", "a week friday", "a week tomorrow".
        // "a week on friday", "two weeks next friday", "a week tomorrow", "two weeks monday".
        _ => return one.and_then(|weeks| weeks_from(scan, scan.skip_word(end, "on"), weeks)),
    };
    let (end, day) = when::plain_day(scan, end + 1)?;
    if clock {
        return None;
    }
    if matches!(day.named, Named::Ambiguous { .. }) {
        let to = |from: Date| shifted(scan, from, false, &lengths, direction).and_then(|day| day.date());
        // Only where each of its choices can be counted from.
        let Named::Ambiguous { options, .. } = &day.named else { return None };
        let all = options.iter().all(|(date, _)| to(*date).is_some());
        return all.then(|| counted_from(day.clone(), |from| to(from).unwrap_or(from)).map(|day| (end, day)))?;
    }
    let from = day.date()?;
    let hit = shifted(scan, from, false, &lengths, direction)?;
    Some((end, hit.noted(format!("counted from {}", short(from)))))
}

/// "a week on friday" = the friday that comes, and a week more.
fn weeks_from(scan: &Scan, at: usize, weeks: Length) -> Hit<Day> {
    let near = scan.is(at, &["today", "tomorrow"]);
    let (end, day) = if near { when::plain_day(scan, at)? } else { super::relative::weekday(scan, at)? };
    // "two weeks sun and sea"
    let word = day.class == Class::ShortWeekday && !scan.lenient();
    Some((end, shifted(scan, day.date().filter(|_| !word)?, false, &[weeks], 1)?))
}

/// "two mondays from now", "3 fridays ago".
fn counted_weekdays(scan: &Scan, at: usize) -> Hit<Day> {
    let (end, Quantity::Halves(halves)) = words::quantity(scan, at)? else {
        return None;
    };
    let (day, _) = words::weekday(scan.word(end))?;
    let weeks = (halves % 2 == 0 && halves > 0).then_some(halves / 2 - 1)?.checked_mul(7)?;
    let today = scan.today();
    let ahead = scan.any_words(end + 1, &["from now", "from today", "hence", "later"]);
    if let Some(end) = ahead {
        return Some((end, on_calendar(calendar::days_on(calendar::after(today, day), weeks))));
    }
    let end = scan.any_words(end + 1, &["ago", "back"])?;
    Some((end, on_calendar(calendar::days_on(calendar::before(today, day), -weeks))))
}

fn shifted(scan: &Scan, from: Date, from_now: bool, lengths: &[Length], direction: i64) -> Option<Day> {
    let (mut date, mut minutes) = (from, None::<i64>);
    for length in lengths {
        let Quantity::Halves(halves) = length.quantity else {
            return vague(from, *length, direction, from_now);
        };
        let Some(amount) = halves.checked_mul(length.per_word * direction) else { return Some(beyond()) };
        if length.unit.is_clock() {
            let more = if length.unit == Unit::Minute { Some(amount / 2) } else { amount.checked_mul(30) };
            let Some(sum) = more.and_then(|more| more.checked_add(minutes.unwrap_or(0))) else {
                return Some(beyond());
            };
            minutes = Some(sum);
            continue;
        }
        match whole_shift(date, length.unit, amount) {
            Some(Some(later)) => date = later,
            Some(None) => return Some(beyond()),
            None => {
                let note = "half of that is no number of whole days".to_owned();
                return Some(Day::new(Named::Invalid { options: Vec::new(), note }, Class::Sure));
            }
        }
    }
    match minutes {
        Some(minutes) => from_now.then(|| clock_shift(scan, date, minutes)),
        None => Some(Day::on(date, Class::Sure)),
    }
}

/// Moves a day by half units, `Some(None)` beyond the calendar; `None` when a half of the unit is no whole number
/// of days.
fn whole_shift(from: Date, unit: Unit, halves: i64) -> Option<Option<Date>> {
    let whole = (halves % 2 == 0).then_some(halves / 2);
    Some(match unit {
        Unit::Day => calendar::days_on(from, whole?),
        Unit::BusinessDay => calendar::business_days_on(from, whole?),
        Unit::Week => whole?.checked_mul(7).and_then(|days| calendar::days_on(from, days)),
        Unit::Month => calendar::months_on(from, whole?),
        Unit::Year => halves.checked_mul(6).and_then(|months| calendar::months_on(from, months)),
        Unit::Minute | Unit::Hour => return None,
    })
}

/// So many minutes from now, and from its hour on another day. Counted in real time, so a clock change in between is
/// respected.
fn clock_shift(scan: &Scan, date: Date, minutes: i64) -> Day {
    let later = || {
        let duration = SignedDuration::try_from_mins(minutes)?;
        let from = DateTime::from_parts(date, scan.clock.now.time());
        let later = match TimeZone::get(&scan.clock.zone).and_then(|zone| from.to_zoned(zone)) {
            Ok(zoned) => zoned.checked_add(duration).ok()?.datetime(),
            Err(_) => from.checked_add(duration).ok()?,
        };
        let time = later.time().with().second(0).subsec_nanosecond(0).build().ok()?;
        Some(Day { time: Some(time), ..Day::on(later.date(), Class::Sure) })
    };
    later().unwrap_or_else(beyond)
}

/// "a few days": three to five of them, so ask.
fn vague(from: Date, length: Length, direction: i64, from_now: bool) -> Option<Day> {
    let note = "\"a few\" is no number".to_owned();
    // "in a few hours": no day is asked about.
    if length.unit.is_clock() {
        let named = Named::Ambiguous { options: Vec::new(), note };
        return (from_now && direction > 0).then(|| Day::new(named, Class::Sure));
    }
    let option = |amount: i64| {
        let date = whole_shift(from, length.unit, amount * 2 * length.per_word * direction)??;
        Some((date, format!("{amount} of them")))
    };
    let options: Vec<_> = (3..=5).filter_map(option).collect();
    Some(Day::new(Named::Ambiguous { options, note }, Class::Sure))
}
