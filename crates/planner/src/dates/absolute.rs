//! Calendar dates: "nov 20", "20/11/2026", "2026-11-20T09:00", "the 20th".

use jiff::civil::{Date, DateTime, Time};
use jiff::tz::{Offset, TimeZone};

use super::DateOrder;
use super::calendar::{self, short};
use super::guard;
use super::impossible::NO_TIME;
use super::scan::{Hit, Scan};
use super::times;
use super::when::{Class, Day, Named, period};
use super::words::{self, Form, MONTHS};

pub(super) fn read(scan: &Scan, at: usize) -> Hit<Day> {
    iso(scan, at)
        .or_else(|| slashed(scan, at))
        .or_else(|| month_day(scan, at))
        .or_else(|| missing_day(scan, at))
        .or_else(|| day_of_month(scan, at))
        .or_else(|| compact(scan, at))
}

/// Whether a day of a month stands at `at` whose year, or month, is left open.
pub(super) fn numbered(scan: &Scan, at: usize) -> bool {
    let figures = |at: usize| words::ordinal(scan, at).is_some_and(|(_, day)| scan.number(at).is_some() && day <= 31);
    month_and_day(scan, at).is_some() || figures(at) || iso(scan, at).is_none() && slashed(scan, at).is_some()
}

/// 2026-11-20, 2026/11/20, 2026.11.20, with `T09:00` or ` 09:00`.
pub(super) fn iso(scan: &Scan, at: usize) -> Hit<Day> {
    let year = scan.digits(at, 4)?;
    let mark = scan.mark(at + 1).filter(|mark| matches!(mark, '-' | '/' | '.'))?;
    let (month, day) = (scan.number(at + 2)?, scan.number(at + 4)?);
    let glued = (1..=4).all(|offset| scan.glued(at + offset));
    if !glued || scan.mark(at + 3) != Some(mark) {
        return None;
    }
    let year = i16::try_from(year).ok()?;
    let valid = i8::try_from(month).ok().filter(|month| (1..=12).contains(month));
    let Some(month) = valid.filter(|_| (1..=31).contains(&day)) else {
        // Nothing else is written like 2026-13-01, so it is a slip and not another thing.
        let written = mark == '-' && scan.digits(at + 2, 2).is_some() && scan.digits(at + 4, 2).is_some();
        let note = "there is no such month or day".to_owned();
        let named = Named::Invalid { options: Vec::new(), note };
        let class = if month <= 31 && day <= 31 { Class::Sure } else { Class::Phrase };
        return written.then(|| (at + 5, Day::new(named, class)));
    };
    let hit = Day::new(exact(year, month, day), Class::Sure);
    Some(timestamp(scan, at + 5, &hit).unwrap_or((at + 5, hit)))
}

/// "T09:00[:00[.000]][Z|+01:00]" after a date; a day or an hour that there is not makes all of it impossible.
fn timestamp(scan: &Scan, at: usize, day: &Day) -> Hit<Day> {
    if scan.word(at) != "t" || !scan.glued(at) || !scan.glued(at + 1) {
        return None;
    }
    let (hour, minute) = (scan.digits(at + 1, 2)?, scan.digits(at + 3, 2)?);
    let mut end = at + 4;
    if scan.mark(end) == Some(':') && scan.digits(end + 1, 2).is_some() {
        end += 2;
    }
    if scan.mark(end) == Some('.') && scan.glued(end) && scan.number(end + 1).is_some() {
        end += 2;
    }
    let zoned = utc_offset(scan, end);
    let end = zoned.map_or(end, |(end, _)| end);
    let Some(date) = day.date() else { return Some((end, day.clone())) };
    let time = Time::new(i8::try_from(hour).ok()?, i8::try_from(minute).ok()?, 0, 0);
    let Ok(time) = time else {
        let named = Named::Invalid { options: Vec::new(), note: format!("{NO_TIME}{hour}:{minute:02}") };
        return Some((end, Day::new(named, Class::Sure)));
    };
    let Some((end, offset)) = zoned else {
        return Some((end, Day { time: Some(time), ..day.clone() }));
    };
    let zone = TimeZone::get(&scan.clock.zone).ok()?;
    let there = DateTime::from_parts(date, time).to_zoned(TimeZone::fixed(offset)).ok()?;
    let local = there.with_time_zone(zone);
    let moved = Day { time: Some(local.time()), named: Named::On(local.date()), ..day.clone() };
    let from = if offset == Offset::UTC { "UTC".to_owned() } else { format!("UTC{offset}") };
    Some((end, moved.noted(format!("from {from} to {}", scan.clock.zone))))
}

/// "Z", "+01:00", "+0100", "-05" right behind a time.
fn utc_offset(scan: &Scan, at: usize) -> Hit<Offset> {
    if scan.word(at) == "z" && scan.glued(at) {
        return Some((at + 1, Offset::UTC));
    }
    let sign = match scan.mark(at).filter(|_| scan.glued(at) && scan.glued(at + 1))? {
        '+' => 1,
        '-' => -1,
        _ => return None,
    };
    let (end, hours, minutes) = match scan.digits(at + 1, 4) {
        Some(both) => (at + 2, both / 100, both % 100),
        None => match scan.digits(at + 3, 2).filter(|_| scan.mark(at + 2) == Some(':') && scan.glued(at + 3)) {
            Some(minutes) => (at + 4, scan.digits(at + 1, 2)?, minutes),
            None => (at + 2, scan.digits(at + 1, 2)?, 0),
        },
    };
    let seconds = i32::try_from(hours * 3600 + minutes * 60).ok().filter(|_| hours < 24 && minutes < 60)?;
    Some((end, Offset::from_seconds(sign * seconds).ok()?))
}

/// 20261120, only as a whole text: elsewhere it is an order number.
fn compact(scan: &Scan, at: usize) -> Hit<Day> {
    let digits = scan.digits(at, 8)?;
    let year = i16::try_from(digits / 10_000).ok().filter(|year| (1900..2200).contains(year))?;
    let month = i8::try_from(digits / 100 % 100).ok().filter(|month| (1..=12).contains(month))?;
    let day = digits % 100;
    (1..=31).contains(&day).then(|| (at + 1, Day::new(exact(year, month, day), Class::Phrase)))
}

/// A date with its year given, or the days around it when it does not exist.
pub(super) fn exact(year: i16, month: i8, day: u32) -> Named {
    match calendar::ymd(year, month, day) {
        Some(date) => Named::On(date),
        None => missing(year, month, day),
    }
}

fn missing(year: i16, month: i8, day: u32) -> Named {
    let name = month_name(month);
    let options = calendar::neighbours(year, month);
    let last = options.first().map_or(0, |last| last.day());
    let note = format!("{name} {year} has {last} days, there is no {name} {day}");
    Named::Invalid { options, note }
}

pub(super) fn month_name(month: i8) -> &'static str {
    let index = usize::from(month.unsigned_abs()).saturating_sub(1);
    MONTHS.get(index).copied().unwrap_or_default()
}

/// Month and day without a year: the next such date from today on (TODOS.md rule 4).
pub(super) fn coming(scan: &Scan, month: i8, day: u32) -> Day {
    let today = scan.today();
    if scan.back {
        let last = (0..=8).find_map(|years| calendar::ymd(today.year() - years, month, day).filter(|at| *at <= today));
        if let Some(date) = last {
            return Day::on(date, Class::Sure).noted(format!("the last one: {}", short(date)));
        }
    }
    // February 29 comes within eight years.
    let existing =
        (0..=8).find_map(|years| calendar::ymd(today.year() + years, month, day).filter(|date| *date >= today));
    let Some(date) = existing else {
        let this_year = missing(today.year(), month, day);
        let passed =
            matches!(&this_year, Named::Invalid { options, .. } if options.first().is_some_and(|last| *last < today));
        let named = if passed { missing(today.year() + 1, month, day) } else { this_year };
        return Day::new(named, Class::Sure);
    };
    let hit = Day::on(date, Class::Sure);
    if (month, day) == (2, 29) {
        return hit.noted(format!("the next February 29 is {}", short(date)));
    }
    if date.year() != today.year() {
        return hit.noted(format!("next one: {}", short(date)));
    }
    hit
}

/// The year that is said of a month: "june 2027", "june of 2027", "june '27", "june next year".
pub(super) fn year_of_month(scan: &Scan, at: usize) -> Hit<i16> {
    let named = scan.any_words(at, &["of the year", "of", "in"]).unwrap_or(at);
    year(scan, named).or_else(|| marked_year(scan, at)).or_else(|| said_year(scan, named))
}

/// "dec 5 next year", "nov 5 this year".
fn said_year(scan: &Scan, at: usize) -> Hit<i16> {
    let ahead = match scan.word(at) {
        "next" => 1,
        "this" => 0,
        _ => return None,
    };
    let year = scan.today().year().saturating_add(ahead);
    (scan.word(at + 1) == "year" && scan.ends(at + 2)).then_some((at + 2, year))
}

/// A year after a date.
pub(super) fn year(scan: &Scan, at: usize) -> Hit<i16> {
    let start = scan.skip_mark(at, ',');
    let year = scan.digits(start, 4).and_then(|year| i16::try_from(year).ok());
    let year = year.filter(|year| (1900..2200).contains(year))?;
    // "nov 20 2100h" is a time.
    let hours = scan.is(start + 1, &["h", "hours", "hrs"]);
    (!hours).then_some((start + 1, year))
}

/// A year after a day and a month, also in two figures: "6 may '27", and "6 may 27" where the figures cannot be
/// an hour or an amount. `day_first`: the month stands right before.
fn year_of_day(scan: &Scan, at: usize, day_first: bool) -> Hit<i16> {
    let named = scan.any_words(at, &["in the year", "of the year", "in", "of"]).unwrap_or(at);
    if let Some(hit) = year(scan, named).or_else(|| marked_year(scan, at)).or_else(|| said_year(scan, named)) {
        return Some(hit);
    }
    // "5-jan-27", "5-jan-2027".
    let dashed = scan.mark(at) == Some('-')
        && scan.glued(at)
        && scan.glued(at + 1)
        && scan.mark(at.wrapping_sub(2)) == Some('-');
    if dashed && scan.ends(at + 2) {
        let full = scan.digits(at + 1, 4).filter(|year| (1900..2200).contains(year));
        let year = full.or_else(|| scan.digits(at + 1, 2).map(|year| 2000 + year))?;
        return Some((at + 2, i16::try_from(year).ok()?));
    }
    let start = scan.skip_mark(at, ',');
    let year = 2000 + i16::try_from(scan.digits(start, 2)?).ok()?;
    let near = (scan.today().year()..=scan.today().year().saturating_add(20)).contains(&year) && year > 2024;
    let plain = scan.lenient() || day_first && start == at && guard::safe_next(scan, start + 1);
    (near && plain && scan.ends(start + 1) && scan.mark(start + 1) != Some('-')).then_some((start + 1, year))
}

/// "'27".
fn marked_year(scan: &Scan, at: usize) -> Hit<i16> {
    let start = scan.skip_mark(at, ',');
    let marked = scan.mark(start) == Some('\'') && scan.glued(start + 1) && scan.ends(start + 2);
    let year = scan.digits(start + 1, 2).filter(|_| marked)?;
    Some((start + 2, 2000 + i16::try_from(year).ok()?))
}

/// A month's name, with the dot of an abbreviation.
pub(super) fn month(scan: &Scan, at: usize) -> Hit<i8> {
    let (month, form) = words::month(scan.word(at))?;
    let dotted = form == Form::Short && scan.mark(at + 1) == Some('.') && scan.glued(at + 1) && !scan.at_end(at + 2);
    Some((if dotted { at + 2 } else { at + 1 }, month))
}

/// A day number in a month: "20", "20th", "twentieth"; not the hour of "9am" or "9:30".
pub(super) fn day_number(scan: &Scan, at: usize) -> Hit<u32> {
    let (end, number) = match words::ordinal(scan, at) {
        Some(hit) => hit,
        None => {
            let number = scan.number(at).filter(|_| scan.digits(at, 1).or(scan.digits(at, 2)).is_some())?;
            let clock = scan.is(at + 1, &["am", "pm", "o'clock", "oclock"])
                || scan.glued(at + 1)
                    && (scan.is(at + 1, &["a", "p", "h"])
                        || scan.mark(at + 1) == Some(':') && scan.glued(at + 2) && scan.number(at + 2).is_some());
            (!clock).then_some((at + 1, number))?
        }
    };
    (1..=31).contains(&number).then_some((end, number))
}

/// "nov 20", "november the 20th, 2027", "20th of november".
pub(super) fn month_day(scan: &Scan, at: usize) -> Hit<Day> {
    let (end, month, day) = month_and_day(scan, at)?;
    let day_first = scan.number(end.saturating_sub(1)).is_none();
    if let Some(several) = of_months(scan, end, month, day).filter(|_| day_first) {
        return Some(several);
    }
    if let Some((after, other)) = day_behind(scan, at, end).filter(|_| day_first) {
        let first = match year_of_day(scan, end, true) {
            Some((_, year)) => calendar::ymd(year, month, day),
            None => coming(scan, month, day).date(),
        };
        let dates = [first, coming(scan, month, other).date()];
        let options = dates.into_iter().flatten().map(|date| (date, short(date))).collect();
        let note = "There is more than one date.".to_owned();
        return Some((after, Day::new(Named::Ambiguous { options, note }, Class::Sure)));
    }
    Some(match year_of_day(scan, end, day_first) {
        Some((end, year)) => {
            let hit = Day::new(exact(year, month, day), Class::Sure);
            let past = hit.date().is_some_and(|date| date < scan.today());
            (end, if past { hit.noted("already past") } else { hit })
        }
        None => (end, coming(scan, month, day)),
    })
}

/// "the 10th of jan, apr and jul": a day of several months, one of which a todo can have.
fn of_months(scan: &Scan, end: usize, first: i8, day: u32) -> Hit<Day> {
    let mut months = vec![first];
    let mut last = end;
    loop {
        let next = scan.skip_any(scan.skip_mark(last, ','), &["and", "or", "&"]);
        match month(scan, next).filter(|_| next > last) {
            // "…, may 3" is another date.
            Some((after, found)) if day_number(scan, after).is_none() => (last, _) = (after, months.push(found)),
            _ => break,
        }
    }
    if months.len() < 2 || !(scan.lenient() || guard::safe_next(scan, last)) {
        return None;
    }
    let dates = months.into_iter().filter_map(|month| coming(scan, month, day).date());
    let options = dates.map(|date| (date, short(date))).collect();
    let note = "There is more than one date.".to_owned();
    Some((last, Day::new(Named::Ambiguous { options, note }, Class::Sure)))
}

/// "12 dec 24", "UA 12 dec 27": a day on either side of the month, which ends at `end`; the index after it and the second
/// of them. A year in two figures is none, but where the first belongs to a code.
fn day_behind(scan: &Scan, at: usize, end: usize) -> Option<(usize, u32)> {
    let bare = scan.digits(at, 1).or(scan.digits(at, 2)).is_some();
    let other = scan.digits(end, 1).or(scan.digits(end, 2)).filter(|day| (1..=31).contains(day) && bare)?;
    let year = year_of_day(scan, end, true).is_some();
    let coded = at > 0 && scan.code(at - 1);
    let closed = guard::safe_next(scan, end + 1) || super::when::time_after(scan, end + 1).is_some();
    (!scan.lenient() && scan.ends(end + 1) && closed && (coded || !year)).then_some((end + 1, other))
}

/// A number that is no day of any month: "32nd", "0th", "32"; a bare one not far above the end.
fn no_day(scan: &Scan, at: usize) -> Hit<u32> {
    let ordinal = words::ordinal(scan, at).filter(|_| scan.number(at).is_some());
    let (end, number) = match ordinal {
        Some((end, number)) => (end, number),
        None => (at + 1, scan.digits(at, 1).or(scan.digits(at, 2)).filter(|number| *number < 40)?),
    };
    let none = number == 0 || (32..100).contains(&number);
    (none && scan.ends(end)).then_some((end, number))
}

/// "nov 32", "32nd of november", "the 32nd": asked about rather than passed over.
fn missing_day(scan: &Scan, at: usize) -> Hit<Day> {
    let start = scan.skip_word(at, "the");
    let dated = match month(scan, at) {
        Some((end, month)) => no_day(scan, scan.skip_word(end, "the")).map(|(end, day)| (end, month, day)),
        None => no_day(scan, start)
            .and_then(|(end, day)| month(scan, scan.skip_word(end, "of")).map(|(end, month)| (end, month, day))),
    };
    let Some((end, month, day)) = dated else {
        words::ordinal(scan, start).filter(|_| start > at || scan.lenient())?;
        let (end, day) = no_day(scan, start)?;
        let today = scan.today();
        let note = format!("no month has a day {day}");
        let options = calendar::neighbours(today.year(), today.month());
        return Some((end, Day::new(Named::Invalid { options, note }, Class::DayOfMonth)));
    };
    if !scan.lenient() && !guard::safe_next(scan, end) {
        return None;
    }
    Some(match year(scan, end) {
        Some((end, year)) => (end, Day::new(missing(year, month, day), Class::Sure)),
        None => (end, coming(scan, month, day)),
    })
}

/// "5. jan 2027": the dot of a day in front of a month that nothing but a year follows; the index of the month.
fn behind_dot(scan: &Scan, at: usize) -> Option<usize> {
    let dotted = scan.mark(at) == Some('.') && scan.glued(at) && !scan.glued(at + 1);
    let (end, _) = month(scan, at + 1).filter(|_| dotted)?;
    (year(scan, end).is_some() || scan.at_end(end)).then_some(at + 1)
}

pub(super) fn month_and_day(scan: &Scan, at: usize) -> Option<(usize, i8, u32)> {
    if let Some((end, month)) = month(scan, at) {
        let (end, day) = day_number(scan, scan.skip_word(end, "the"))?;
        return Some((end, month, day));
    }
    let start = scan.skip_word(at, "the");
    let (end, day) = day_number(scan, start)?;
    let end = behind_dot(scan, end).unwrap_or(end);
    // "flight UA 12 dec 24": the flight's number, unless the figures behind may be a year.
    let coded = scan.number(start).is_some() && start == at && at > 0 && scan.code(at - 1);
    if coded
        && let Some((month_end, _)) = month(scan, end)
        && day_behind(scan, at, month_end).is_some()
        && year_of_day(scan, month_end, true).is_none()
    {
        return None;
    }
    let of = scan.skip_word(end, "of");
    let of = if of == end { scan.skip_mark(of, '-') } else { of };
    let (end, month) = month(scan, of)?;
    Some((end, month, day))
}

/// 20/11/2026, 12/25, 5/6, 20-11-2026, 20.11.2026.
pub(super) fn slashed(scan: &Scan, at: usize) -> Hit<Day> {
    let first = scan.number(at).filter(|first| (1..=31).contains(first))?;
    let mark = scan.mark(at + 1).filter(|mark| matches!(mark, '-' | '/' | '.'))?;
    let second = scan.number(at + 2).filter(|second| (1..=31).contains(second))?;
    let short_numbers = [at, at + 2].iter().all(|at| scan.digits(*at, 1).or(scan.digits(*at, 2)).is_some());
    let always = mark == '/' && (first, second) == (24, 7);
    if !short_numbers || always || !scan.glued(at + 1) || !scan.glued(at + 2) {
        return None;
    }
    let third =
        (scan.mark(at + 3) == Some(mark) && scan.glued(at + 3) && scan.glued(at + 4) && scan.number(at + 4).is_some())
            .then(|| {
                let full = scan.digits(at + 4, 4).filter(|year| (1900..2200).contains(year));
                full.or_else(|| scan.digits(at + 4, 2).map(|year| 2000 + year))
            });
    let (end, year) = match third {
        Some(year) => (at + 5, Some(i16::try_from(year?).ok()?)),
        // "1-2" and "1.2" are scores and versions.
        None if mark == '/' => (at + 3, None),
        // "24.12." is written where the day comes first.
        None if scan.mark(at + 3) == Some('.')
            && scan.glued(at + 3)
            && second <= 12
            && (first > 12
                || scan.clock.date_order == Some(DateOrder::Dmy)
                || dated(scan, at)
                || scan.lenient() && at == 0) =>
        {
            (at + 4, None)
        }
        // "on 20.11": no hour stands behind "on".
        None if mark == '.' && second <= 12 && scan.word_before(at) == "on" => (at + 3, None),
        None if mark == '.' && second <= 12 && moves(scan, at) && scan.ends(at + 3) => {
            return Some((at + 3, day_or_time(scan, first, second)?));
        }
        None => return None,
    };
    if let Some(two) = year.and_then(|year| year_or_day_first(scan, at, first, second, year)) {
        return Some((end, two));
    }
    let class = if year.is_some() { Class::Sure } else { Class::Slash };
    let date = |month: u32, day: u32| -> Option<Day> {
        let month = i8::try_from(month).ok().filter(|month| (1..=12).contains(month))?;
        Some(match year {
            Some(year) => {
                let hit = Day::new(exact(year, month, day), class);
                match hit.date().is_some_and(|date| date < scan.today()) {
                    true => hit.noted("already past"),
                    false => hit,
                }
            }
            None => Day { class, ..coming(scan, month, day) },
        })
    };
    let day_first = || date(second, first);
    let month_first = || date(first, second);
    let order = match (scan.clock.date_order, mark) {
        // Dots are written day first; where months usually come first it may be either.
        (None, '.') => Some(DateOrder::Dmy),
        (Some(DateOrder::Mdy), '.') => None,
        (order, _) => order,
    };
    let day = match (month_first(), day_first(), order) {
        (None, None, _) if mark == '/' => {
            let note = "there is no such month or day".to_owned();
            Day::new(Named::Invalid { options: Vec::new(), note }, Class::Slash)
        }
        (None, None, _) => return None,
        (Some(only), None, _) | (None, Some(only), _) => only,
        (Some(same), Some(_), _) if first == second => same,
        (Some(day), _, Some(DateOrder::Mdy | DateOrder::Ymd)) | (_, Some(day), Some(DateOrder::Dmy)) => day,
        (Some(month_first), Some(day_first), None) => {
            let option = |day: &Day| day.date().map(|date| (date, date.strftime("%-d %B").to_string()));
            let options = [option(&month_first), option(&day_first)].into_iter().flatten().collect();
            let note = format!("{first}{mark}{second} may be month or day first");
            Day::new(Named::Ambiguous { options, note }, class)
        }
    };
    Some((end, day))
}

/// "to 3.12.", "on 3.12.": the dot behind it makes it a day.
fn dated(scan: &Scan, at: usize) -> bool {
    matches!(scan.word_before(at), "to" | "on" | "by" | "until" | "from" | "before" | "due" | "for" | "after")
}

/// "move it to 3.12", and the same alone.
fn moves(scan: &Scan, at: usize) -> bool {
    scan.word_before(at) == "to" && scan.moved_before(at) || scan.lenient() && at == 0 && scan.len() == 3
}

/// "3.12" without a dot behind it is the hour as well, where there is one.
fn day_or_time(scan: &Scan, day: u32, month: u32) -> Option<Day> {
    let coming = coming(scan, i8::try_from(month).ok()?, day);
    if day > 23 {
        return Some(coming);
    }
    let options = vec![(coming.date()?, short(coming.date()?))];
    let note = format!("{day}.{month} may be a day or a time");
    Some(Day::new(Named::Ambiguous { options, note }, Class::Sure))
}

/// "26-12-05": the year may stand in front as well as behind.
fn year_or_day_first(scan: &Scan, at: usize, first: u32, second: u32, year: i16) -> Option<Day> {
    let (third, dashed) = (scan.digits(at + 4, 2)?, scan.mark(at + 1) == Some('-'));
    let month = i8::try_from(second).ok().filter(|month| dashed && first > 12 && (1..=12).contains(month))?;
    let year_first = calendar::ymd(2000 + i16::try_from(first).ok()?, month, third)?;
    let day_first = calendar::ymd(year, month, first)?;
    let options = [year_first, day_first].map(|date| (date, short(date))).into();
    let note = format!("{first}-{second}-{third:02} may be year or day first");
    Some(Day::new(Named::Ambiguous { options, note }, Class::Sure))
}

/// Verbs whose "on" goes with a thing.
const AT_WORK: [&str; 16] = [
    "work",
    "working",
    "focus",
    "focusing",
    "go",
    "carry",
    "move",
    "start",
    "started",
    "follow",
    "check",
    "build",
    "keep",
    "decide",
    "agree",
    "concentrate",
];

/// "the 20th", "20th of next month".
fn day_of_month(scan: &Scan, at: usize) -> Hit<Day> {
    let (end, number) = words::ordinal(scan, scan.skip_word(at, "the"))?;
    if !(1..=31).contains(&number) {
        return None;
    }
    let today = scan.today();
    if let Some((end, first)) = of_month(scan, end) {
        let named = exact(first.year(), first.month(), number);
        let past = matches!(named, Named::On(date) if date < today);
        let hit = Day::new(named, Class::Sure);
        return Some((end, if past { hit.noted("already past") } else { hit }));
    }
    let of_the_month = scan.any_words(end, &["of the month"]);
    // "second" and "first" are ordinary words: only figures name a day on their own, and "the first" as a whole text or
    // "on the twentieth", "by the fifth" at the end.
    // "by the" is one preposition.
    let behind = scan.word_before(at) == "the" && scan.is(at.wrapping_sub(2), &["by"]);
    let article = if behind { at - 1 } else { at };
    let the = scan.word(article) == "the";
    let led = |words: &[&str]| the && scan.is(article.wrapping_sub(1), words);
    let spelled = number > 12 && led(&["on", "by", "until", "to"]) && guard::safe_next(scan, end);
    // "work on the second" is about a thing.
    let paid = number != 2
        && number != 3
        && led(&["on", "by"])
        && !scan.is(article.wrapping_sub(2), &AT_WORK)
        && scan.at_end(end);
    let spelled = spelled || paid || guard::is_reminded(scan, at) && scan.word(end) == "to";
    let alone = scan.lenient() && the;
    if scan.number(scan.skip_word(at, "the")).is_none() && of_the_month.is_none() && !alone && !spelled {
        return None;
    }
    let date = (0..=2).find_map(|months| {
        let first = calendar::add_months(today.first_of_month(), if scan.back { -months } else { months });
        let fits = |date: &Date| if scan.back { *date <= today } else { *date >= today };
        calendar::ymd(first.year(), first.month(), number).filter(fits)
    })?;
    let class = if of_the_month.is_some() { Class::Sure } else { Class::DayOfMonth };
    let hit = Day::on(date, class);
    if scan.back {
        return Some((of_the_month.unwrap_or(end), Day::on(date, class)));
    }
    let passed = number < u32::from(today.day().unsigned_abs());
    let expected = calendar::add_months(today.first_of_month(), i64::from(passed));
    let hit = if date == today { hit.noted("today") } else { hit };
    let hit = match date.first_of_month() == expected {
        true => hit,
        false => hit.noted(format!("{} has {} days", expected.strftime("%B"), expected.days_in_month())),
    };
    Some((of_the_month.unwrap_or(end), hit))
}

/// "of this month", "of next month": its first day.
pub(super) fn of_month(scan: &Scan, at: usize) -> Hit<Date> {
    let start = scan.skip_any(at, &["of", "in"]);
    let months =
        [("this month", 0), ("next month", 1), ("last month", -1), ("the next month", 1), ("the following month", 1)];
    let hit = |(words, months): (&str, i64)| scan.words(start, words).map(|end| (end, months));
    let (end, months) = months.into_iter().find_map(hit)?;
    Some((end, calendar::add_months(scan.today().first_of_month(), months)))
}

/// A month as a period: "december", "next may", "january 2027".
pub(super) fn month_period(scan: &Scan, at: usize) -> Hit<Day> {
    let which = scan.word(at);
    let named_at = scan.skip_any(at, &["this", "next", "last", "coming", "past"]);
    let (end, month) = month(scan, named_at)?;
    let today = scan.today();
    let first = |year: i16| calendar::ymd(year, month, 1);
    let whole = |first: Date, class| Day::new(period(scan.clock, first, first.last_of_month()), class);
    if let Some((end, year)) = year_of_month(scan, end).filter(|_| named_at == at) {
        return Some((end, whole(first(year)?, Class::Sure)));
    }
    let this_year = first(today.year())?;
    let over = this_year.last_of_month() < today;
    let coming = match scan.back {
        true if this_year > today => first(today.year() - 1)?,
        true => this_year,
        false if over => first(today.year() + 1)?,
        false => this_year,
    };
    let running = coming <= today && !scan.back;
    if named_at > at {
        let class = Class::Sure;
        return Some((
            end,
            match which {
                "last" | "past" if this_year.last_of_month() < today => whole(this_year, class),
                "last" | "past" => whole(first(today.year() - 1)?, class),
                // "next may" said in november is the one that comes; "next december" may be either.
                "next" if running => whole(first(today.year() + 1)?, class),
                "next" if !over => {
                    let later = first(coming.year() + 1)?;
                    let label = |date: Date| (date, date.strftime("%B %Y").to_string());
                    let options = vec![label(coming), label(later)];
                    let note = "the one that comes, or the one after".to_owned();
                    Day::new(Named::Ambiguous { options, note }, class)
                }
                _ => whole(coming, class),
            },
        ));
    }
    let hit = whole(coming, Class::Month);
    let hit = if running { hit.noted("the current month") } else { hit };
    let other_year = coming.year() != today.year();
    Some((end, if other_year { hit.noted(coming.strftime("%B %Y").to_string()) } else { hit }))
}

/// Whether the time of day right after a number makes it an hour.
pub(super) fn is_hour(scan: &Scan, at: usize) -> bool {
    times::time(scan, at, false).is_some_and(|(_, time)| time.sure == times::Sure::Yes)
}
