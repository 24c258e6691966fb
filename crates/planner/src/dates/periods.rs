//! Weeks, weekends, months, quarters and years; their ends; days counted within them.

use jiff::civil::{Date, Weekday};

use super::calendar::{self, short};
use super::guard;
use super::scan::{Hit, Scan};
use super::when::{Class, Day, Named, period};
use super::words;
use super::{NextMonth, absolute, when};

/// A period as a whole.
pub(super) fn read(scan: &Scan, at: usize) -> Hit<Day> {
    [
        calendar_period(scan, at),
        week_of(scan, at),
        in_numbered_week(scan, at),
        in_named_month(scan, at),
        nth_week(scan, at),
        iso_week(scan, at),
        quarter_or_year(scan, at),
        absolute::month_period(scan, at),
        month_number(scan, at),
        rest_of(scan, at),
        half_of(scan, at),
        new_year(scan, at),
    ]
    .into_iter()
    .flatten()
    .max_by_key(|(end, _)| *end)
}

/// "this week", "next month", "the week after next", "the weekend".
pub(super) fn calendar_period(scan: &Scan, at: usize) -> Hit<Day> {
    let start = scan.skip_word(at, "the");
    // "all next week", "the whole of this month"
    let entire = scan.any_words(start, &["all of", "all", "whole of", "whole", "entire"]);
    let start = entire.filter(|end| step(scan, scan.skip_word(*end, "the")).1.is_some()).unwrap_or(start);
    let start = if entire == Some(start) { scan.skip_word(start, "the") } else { start };
    let (unit_at, steps) = step(scan, start);
    let unit = scan.word(unit_at);
    let known = matches!(unit, "week" | "wk" | "weekend" | "month" | "quarter" | "year");
    if !known {
        return None;
    }
    let mut end = unit_at + 1;
    let mut steps = steps;
    if unit_at == start {
        if let Some(after) = scan.words(end, "after next") {
            (end, steps) = (after, Some(2));
        } else if let Some(after) = scan.words(end, "before last") {
            (end, steps) = (after, Some(-2));
        } else if unit == "weekend" {
            let (from, to) = calendar::weekend(scan.today());
            return Some((end, Day::new(period(scan.clock, from, to), Class::Weekend)));
        }
    }
    let steps = steps?;
    Some((end, stepped(scan, unit, steps)))
}

fn step(scan: &Scan, at: usize) -> (usize, Option<i64>) {
    match scan.word(at) {
        "this" if scan.is(at + 1, &["coming", "upcoming", "next"]) => (at + 2, Some(1)),
        "this" if scan.is(at + 1, &["past", "last"]) => (at + 2, Some(-1)),
        "this" | "current" => (at + 1, Some(0)),
        "next" | "nxt" | "following" | "coming" | "upcoming" => (at + 1, Some(1)),
        "last" | "previous" => (at + 1, Some(-1)),
        _ => (at, None),
    }
}

fn stepped(scan: &Scan, unit: &str, steps: i64) -> Day {
    let today = scan.today();
    let (from, to) = bounds(scan, unit, steps);
    let named = match (unit, steps, scan.clock.next_month) {
        ("month", 1, NextMonth::SameDay) => {
            let date = Some(calendar::add_months(today, 1));
            Named::Period { from, to, date }
        }
        _ => period(scan.clock, from, to),
    };
    Day::new(named, Class::Sure)
}

fn bounds(scan: &Scan, unit: &str, steps: i64) -> (Date, Date) {
    let today = scan.today();
    match unit {
        "month" => calendar::month(calendar::add_months(today.first_of_month(), steps)),
        "quarter" => calendar::quarter(calendar::add_months(today.first_of_month(), steps * 3)),
        "year" => calendar::year(calendar::add_months(today.first_of_month(), steps * 12)),
        "weekend" => {
            let (from, to) = calendar::weekend(today);
            (calendar::add_days(from, steps * 7), calendar::add_days(to, steps * 7))
        }
        _ => calendar::week(calendar::add_days(today, steps * 7), scan.clock.week_start),
    }
}

/// A day in the week a phrase names: "next week", "this week", "in two weeks" (after a weekday).
pub(super) fn week_phrase(scan: &Scan, at: usize) -> Hit<Date> {
    let today = scan.today();
    let start = scan.skip_word(at, "the");
    let (unit_at, steps) = step(scan, start);
    if let (Some(steps), "week" | "wk") = (steps, scan.word(unit_at)) {
        return Some((unit_at + 1, calendar::add_days(today, 7 * steps)));
    }
    if let Some(end) = scan.words(start, "week after next") {
        return Some((end, calendar::add_days(today, 14)));
    }
    if scan.word_before(at) == "in" {
        let (end, words::Quantity::Halves(halves)) = words::quantity(scan, at)? else {
            return None;
        };
        let (end, (words::Unit::Week, each)) = words::unit(scan, end)? else {
            return None;
        };
        return Some((end, calendar::days_on(today, halves / 2 * each * 7)?));
    }
    None
}

/// "next week friday" and "the week of nov 23"; "week 48".
fn week_of(scan: &Scan, at: usize) -> Hit<Day> {
    if let Some((end, date)) = week_phrase(scan, at) {
        let start = scan.skip_word(scan.skip_mark(end, ','), "on");
        if let Some((end, day, _)) = super::relative::name(scan, start) {
            let date = calendar::in_week(date, day, scan.clock.week_start);
            let hit = Day::on(date, Class::Sure);
            return Some((end, if date < scan.today() { hit.noted("already past") } else { hit }));
        }
        return None;
    }
    let start = scan.skip_word(at, "the");
    // "calendar week 50" counts nothing else.
    let of_year = scan.is(start, &["calendar"]) && scan.is(start + 1, &["week"]);
    let start = if of_year { start + 1 } else { start };
    if let Some(end) = scan.words(start, "weekend of") {
        let (end, day) = when::plain_day(scan, end).or_else(|| absolute::slashed(scan, end))?;
        let (from, to) = calendar::weekend(day.date()?);
        return Some((end, Day::new(period(scan.clock, from, to), Class::Sure)));
    }
    if !scan.is(start, &["week", "wk", "cw"]) {
        return None;
    }
    if scan.is(start + 1, &["of", "beginning", "commencing", "starting"]) {
        let first = scan.skip_word(start + 2, "the");
        let hit = absolute::iso(scan, first)
            .or_else(|| absolute::month_day(scan, first))
            .or_else(|| absolute::slashed(scan, first))
            .or_else(|| when::plain_day(scan, start + 2))?;
        let (from, to) = calendar::week(hit.1.date()?, scan.clock.week_start);
        return Some((hit.0, Day::new(period(scan.clock, from, to), Class::Sure)));
    }
    // Week numbers are ISO 8601 weeks; in a sentence "week 3" counts something else, which has not so many.
    let week = scan.number(start + 1)?;
    if !(1..=53).contains(&week) {
        let note = format!("a year has no week {week}");
        // "in week 54", "party week 54": no other thing has so many weeks, and one that counts to a hundred is another.
        let class = match of_year {
            true => Class::Sure,
            false if week < 60 => Class::Month,
            false => Class::Phrase,
        };
        return Some((start + 2, Day::new(Named::Invalid { options: Vec::new(), note }, class)));
    }
    let today = scan.today();
    let monday =
        |year: i16| jiff::civil::ISOWeekDate::new(year, i8::try_from(week).ok()?, Weekday::Monday).ok().map(Date::from);
    // "week 20 of 2027" is of no course.
    if let Some((end, year)) =
        absolute::year(scan, scan.skip_any(start + 2, &["of", "in"])).filter(|_| scan.mark(start + 2).is_none())
    {
        let from = monday(year)?;
        return Some((end, Day::new(period(scan.clock, from, calendar::add_days(from, 6)), Class::Sure)));
    }
    let year = today.iso_week_date().year();
    let this_year = monday(year).filter(|monday| calendar::add_days(*monday, 6) >= today);
    let from = this_year.or_else(|| monday(year + 1))?;
    let class = match of_year {
        true => Class::Sure,
        false if week > MOST_COUNTED => Class::Month,
        false => Class::Phrase,
    };
    Some((start + 2, Day::new(period(scan.clock, from, calendar::add_days(from, 6)), class)))
}

/// Weeks that people number in something else than a year.
const MOST_COUNTED: u32 = 26;

/// "friday of week 50", "end of week 50", "at the beginning of week 50", "thursday of the week of christmas".
fn in_numbered_week(scan: &Scan, at: usize) -> Hit<Day> {
    let start = scan.skip_word(at, "the");
    let (next, day) = match scan.word(start) {
        "end" => (start + 1, 6),
        "beginning" | "start" => (start + 1, 0),
        "middle" => (start + 1, 2),
        _ => {
            let (end, day, _) = super::relative::name(scan, start)?;
            (end, i64::from(day.to_monday_zero_offset()))
        }
    };
    let week = scan.skip_any(next, &["of", "in"]);
    let noun = scan.skip_any(week, &["the", "calendar"]);
    if week == next || !scan.is(noun, &["week", "wk", "cw"]) {
        return None;
    }
    let (end, found) = week_of(scan, week)?;
    if scan.number(end - 1).is_none() && scan.word(noun + 1) != "of" {
        return None;
    }
    match found.named {
        Named::Period { from, .. } => {
            let date = calendar::add_days(from, day);
            let hit = Day::on(date, Class::Sure);
            Some((end, if date < scan.today() { hit.noted("already past") } else { hit }))
        }
        _ => Some((end, found)),
    }
}

/// "next month on the 5th": a day of the month that is named first.
fn in_named_month(scan: &Scan, at: usize) -> Hit<Day> {
    let (end, month) = calendar_period(scan, at).filter(|(end, _)| scan.word(end - 1) == "month")?;
    let Named::Period { from, .. } = month.named else { return None };
    let (end, number) = words::ordinal(scan, scan.words(scan.skip_mark(end, ','), "on the")?)?;
    let on = |date: Date| {
        if date < scan.today() { Day::on(date, Class::Sure).noted("already past") } else { Day::on(date, Class::Sure) }
    };
    (1..=31).contains(&number).then(|| {
        let day = absolute::exact(from.year(), from.month(), number);
        (
            end,
            match day {
                Named::On(date) => on(date),
                missing => Day::new(missing, Class::Sure),
            },
        )
    })
}

/// "the second week of december", "last weekend of next month". A weekend is the one that begins in the month; a week
/// may be seven days of it or one of the calendar, which is asked about where they differ.
fn nth_week(scan: &Scan, at: usize) -> Hit<Day> {
    let (end, nth) = which(scan, scan.skip_word(at, "the"))?;
    let weekend = match scan.word(end) {
        "week" | "wk" => false,
        "weekend" => true,
        _ => return None,
    };
    let of = scan.skip_any(end + 1, &["of", "in"]);
    let (end, from, to) =
        inside(scan, of).filter(|(_, from, to)| of > end + 1 && (27..=30).contains(&(*to - *from).get_days()))?;
    let begins = |day: Weekday| pick(nth, Some(day), false, from, to);
    let all = |from: Date, days: i64| Day::new(period(scan.clock, from, calendar::add_days(from, days)), Class::Sure);
    if weekend {
        return Some((end, begins(Weekday::Saturday).map_or_else(|| picked(from, None), |first| all(first, 1))));
    }
    let Some(week) = begins(scan.clock.week_start) else { return Some((end, picked(from, None))) };
    let block = if nth < 0 { calendar::add_days(to, nth * 7 + 1) } else { calendar::add_days(from, (nth - 1) * 7) };
    if week == block {
        return Some((end, all(week, 6)));
    }
    let note = "seven days of the month, or a week of the calendar".to_owned();
    let options = vec![(block, "seven days".to_owned()), (week, "the week".to_owned())];
    Some((end, Day::new(Named::Ambiguous { options, note }, Class::Sure)))
}

/// "2026-W50", "2026-W50-3".
fn iso_week(scan: &Scan, at: usize) -> Hit<Day> {
    let year = scan.digits(at, 4)?;
    let written = scan.mark(at + 1) == Some('-') && scan.word(at + 2) == "w" && (1..=3).all(|n| scan.glued(at + n));
    let week = scan.digits(at + 3, 2).filter(|_| written)?;
    let monday = jiff::civil::ISOWeekDate::new(i16::try_from(year).ok()?, i8::try_from(week).ok()?, Weekday::Monday);
    let dashed = scan.mark(at + 4) == Some('-') && scan.glued(at + 4) && scan.glued(at + 5);
    let weekday = scan.digits(at + 5, 1).filter(|day| dashed && (1..=7).contains(day));
    if let (Ok(monday), Some(day)) = (&monday, weekday) {
        return Some((at + 6, Day::on(calendar::add_days(Date::from(*monday), i64::from(day) - 1), Class::Sure)));
    }
    let named = match monday.map(Date::from) {
        Ok(monday) => period(scan.clock, monday, calendar::add_days(monday, 6)),
        Err(_) => Named::Invalid { options: Vec::new(), note: format!("{year} has no week {week}") },
    };
    Some((at + 4, Day::new(named, Class::Sure)))
}

/// "q1", "q4 2027", "2027", "the first quarter".
fn quarter_or_year(scan: &Scan, at: usize) -> Hit<Day> {
    let today = scan.today();
    if let Some((end, year)) = absolute::year(scan, at).filter(|_| scan.mark(at).is_none()) {
        let first = calendar::ymd(year, 1, 1)?;
        return Some((end, Day::new(period(scan.clock, first, first.last_of_year()), Class::Month)));
    }
    let (end, number) = if scan.word(at) == "q" && scan.glued(at + 1) {
        (at + 2, scan.number(at + 1)?)
    } else {
        let (end, number) = words::ordinal(scan, scan.skip_word(at, "the"))?;
        (scan.words(end, "quarter")?, number)
    };
    if !(1..=4).contains(&number) {
        return None;
    }
    let month = i8::try_from(number * 3 - 2).ok()?;
    let first = |year: i16| calendar::ymd(year, month, 1);
    let of = scan.skip_any(end, &["of", "in"]);
    let said_year = [("this year", 0), ("next year", 1), ("last year", -1)]
        .into_iter()
        .find_map(|(words, years)| Some((scan.words(of, words)?, today.year() + years)));
    let (end, year) = match absolute::year(scan, scan.skip_word(end, "of")).or(said_year) {
        Some(hit) => hit,
        None => {
            let over = calendar::quarter(first(today.year())?).1 < today;
            (end, if over { today.year() + 1 } else { today.year() })
        }
    };
    let (from, to) = calendar::quarter(first(year)?);
    Some((end, Day::new(period(scan.clock, from, to), Class::Month)))
}

/// 2026-11 as a whole text.
fn month_number(scan: &Scan, at: usize) -> Hit<Day> {
    let (year, month) = (scan.digits(at, 4)?, scan.digits(at + 2, 2)?);
    if scan.mark(at + 1) != Some('-') || !scan.glued(at + 1) || !scan.glued(at + 2) {
        return None;
    }
    let first = calendar::ymd(i16::try_from(year).ok()?, i8::try_from(month).ok()?, 1)?;
    Some((at + 3, Day::new(period(scan.clock, first, first.last_of_month()), Class::Phrase)))
}

/// "the rest of the week", "later this month".
fn rest_of(scan: &Scan, at: usize) -> Hit<Day> {
    let start = scan.skip_word(at, "the");
    let (unit_at, from_tomorrow) = match scan.any_words(start, &["rest of the", "rest of this", "remainder of the"]) {
        Some(end) => (end, false),
        None => (scan.words(at, "later this")?, true),
    };
    let unit = scan.word(unit_at);
    if !matches!(unit, "week" | "weekend" | "month" | "quarter" | "year") {
        return None;
    }
    let (_, to) = bounds(scan, unit, 0);
    let from = calendar::add_days(scan.today(), i64::from(from_tomorrow)).min(to);
    Some((unit_at + 1, Day::new(period(scan.clock, from, to), Class::Sure)))
}

/// "the second half of january", "h2 2027", "the first half of next year".
fn half_of(scan: &Scan, at: usize) -> Hit<Day> {
    let start = scan.skip_word(at, "the");
    let short = scan.word(start) == "h" && scan.glued(start + 1) && start == at;
    let (of, second) = match scan.number(start + 1).filter(|_| short) {
        Some(half @ (1 | 2)) => (start + 2, half == 2),
        _ => {
            let (end, nth) = which(scan, start).filter(|(_, nth)| matches!(nth, 1 | 2 | -1))?;
            (scan.words(end, "half of")?, nth != 1)
        }
    };
    let (end, from, to) = match absolute::year(scan, of) {
        Some((end, year)) => {
            let first = calendar::ymd(year, 1, 1)?;
            (end, first, first.last_of_year())
        }
        None => inside(scan, of).filter(|_| !short)?,
    };
    // A month has its second half from the 16th on, a year from July on.
    let days = (to - from).get_days();
    let middle = match days {
        300.. => calendar::add_months(from, 6),
        27..=31 => calendar::add_days(from, 15),
        _ => return None,
    };
    let (from, to) = if second { (middle, to) } else { (from, calendar::add_days(middle, -1)) };
    Some((end, Day::new(period(scan.clock, from, to), Class::Sure)))
}

/// "in the new year": the one that comes.
fn new_year(scan: &Scan, at: usize) -> Hit<Day> {
    let end = scan.words(at, "the new year").filter(|_| scan.word_before(at) == "in")?;
    Some((end, stepped(scan, "year", 1)))
}

/// Where in a period a day is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Edge {
    Start,
    Early,
    Middle,
    Late,
    End,
}

/// "end of the month", "mid january", "start of next week", "eom".
pub(super) fn edge(scan: &Scan, at: usize) -> Hit<Day> {
    if let Some((end, unit)) = short_end(scan, at) {
        let (_, to) = bounds(scan, unit, 0);
        return Some((end, Day::on(to, Class::Sure)));
    }
    let start = scan.skip_word(at, "the");
    let (mut end, edge) = match scan.word(start) {
        "end" => (start + 1, Edge::End),
        "start" | "beginning" => (start + 1, Edge::Start),
        "middle" => (start + 1, Edge::Middle),
        "mid" => (scan.skip_mark(start + 1, '-'), Edge::Middle),
        "midweek" => return midweek(scan, start + 1),
        "midmonth" => return Some((start + 1, middle_of_month(scan))),
        "early" => (start + 1, Edge::Early),
        "late" => (start + 1, Edge::Late),
        _ => return None,
    };
    if matches!(edge, Edge::End | Edge::Start) || scan.word(start) == "middle" {
        end = scan.words(end, "of")?;
    } else {
        end = scan.skip_any(end, &["in"]);
    }
    // "mid year review" is called so.
    let unnamed = scan.word(start) == "mid" && scan.is(end, &["year", "quarter", "month", "week"]);
    if unnamed && !scan.lenient() && !guard::safe_next(scan, end + 1) {
        return None;
    }
    if edge == Edge::Middle && scan.skip_word(end, "the") == end && scan.word(end) == "month" {
        return Some((end + 1, middle_of_month(scan)));
    }
    if edge == Edge::Middle && scan.word(end) == "week" {
        return midweek(scan, end + 1);
    }
    let (edge_end, from, to) = inside(scan, end)?;
    let day = placed(scan, edge, from, to);
    // A month without a year is the next whose such day is not past (TODOS.md rule 4).
    let open = absolute::month(scan, end).is_some_and(|(named, _)| named == edge_end);
    if open && past(scan, &day) && scan.word_before(at) != "since" {
        let first = calendar::add_months(from, 12);
        let later = placed(scan, edge, first, first.last_of_month());
        return Some((edge_end, later.noted(format!("next one: {}", first.strftime("%B %Y")))));
    }
    Some((edge_end, if past(scan, &day) { day.noted("already past") } else { day }))
}

/// Whether a day, or all of a period, is over.
fn past(scan: &Scan, day: &Day) -> bool {
    match day.named {
        Named::On(date) => date < scan.today(),
        Named::Period { to, .. } => to < scan.today(),
        _ => false,
    }
}

fn placed(scan: &Scan, edge: Edge, from: Date, to: Date) -> Day {
    let days = i64::from((to - from).get_days()) + 1;
    let on = |date: Date| Day::on(date, Class::Sure);
    match edge {
        Edge::Start => on(from),
        Edge::End => on(to),
        // The 15th of a month, Wednesday of a week, 1 July of a year.
        Edge::Middle if days > 300 => on(calendar::add_months(from, 6)),
        Edge::Middle if days > 20 => on(calendar::add_days(from, 14)),
        Edge::Middle => on(calendar::add_days(from, days / 2 - 1)),
        Edge::Early => Day::new(period(scan.clock, from, calendar::add_days(from, days / 3 - 1)), Class::Sure)
            .noted("about the first third"),
        Edge::Late => {
            let first = calendar::add_days(from, days - days / 3 - 1);
            Day::new(period(scan.clock, first.max(from), to), Class::Sure).noted("about the last third")
        }
    }
}

fn middle_of_month(scan: &Scan) -> Day {
    let this = calendar::add_days(scan.today().first_of_month(), 14);
    match this < scan.today() {
        true => {
            let next = calendar::add_days(calendar::add_months(scan.today().first_of_month(), 1), 14);
            Day::on(next, Class::Sure).noted(format!("{} is past; the next one", short(this)))
        }
        false => Day::on(this, Class::Sure),
    }
}

fn midweek(scan: &Scan, end: usize) -> Hit<Day> {
    let date = calendar::on_or_after(scan.today(), Weekday::Wednesday);
    Some((end, Day::on(date, Class::Sure).noted("midweek = Wednesday")))
}

fn short_end<'s>(scan: &Scan<'s>, at: usize) -> Hit<&'static str> {
    let at = scan.skip_word(at, "the");
    Some(match scan.word(at) {
        "eow" => (at + 1, "week"),
        "eom" => (at + 1, "month"),
        "eoq" => (at + 1, "quarter"),
        "eoy" => (at + 1, "year"),
        unit @ ("month" | "year" | "quarter" | "month's" | "year's") if scan.is(at + 1, &["end"]) => {
            let unit = match unit {
                "quarter" => "quarter",
                "month" | "month's" => "month",
                _ => "year",
            };
            (at + 2, unit)
        }
        _ => return None,
    })
}

/// The period whose edge is named: "the month", "next week", "january 2027", "2027".
fn inside(scan: &Scan, at: usize) -> Option<(usize, Date, Date)> {
    let start = scan.skip_word(at, "the");
    let unit = scan.word(start);
    if matches!(unit, "week" | "month" | "quarter" | "year" | "weekend")
        && !scan.is(start + 1, &["of", "after", "before"])
    {
        let (from, to) = bounds(scan, unit, 0);
        return Some((start + 1, from, to));
    }
    let (end, day) = read(scan, at)?;
    match day.named {
        Named::Period { from, to, .. } => Some((end, from, to)),
        _ => None,
    }
}

/// "first monday of december", "last day of the month", "last friday in may 2027".
pub(super) fn nth(scan: &Scan, at: usize) -> Hit<Day> {
    let start = scan.skip_word(at, "the");
    let (end, nth) = which(scan, start)?;
    let what = match super::relative::name(scan, end) {
        Some((end, day, _)) => (end, Some(day)),
        // "the last of the month"
        None if nth == -1 && start > at && scan.word(end) == "of" => (end, None),
        None => (scan.any_words(end, &["day", "weekday", "workday", "working day", "business day"])?, None),
    };
    let (end, weekday) = what;
    let working = scan.is(end - 1, &["weekday", "workday"]) || scan.is(end.saturating_sub(2), &["working", "business"]);
    let of = scan.skip_any(end, &["of", "in"]);
    if of == end {
        return None;
    }
    let pick = |from: Date, to: Date| pick(nth, weekday, working, from, to);
    // Without a year: the next such day, not one that is past.
    if let Some((end, month)) = absolute::month(scan, of) {
        let first = |year: i16| calendar::ymd(year, month, 1);
        if let Some((end, year)) = absolute::year_of_month(scan, end) {
            let first = first(year)?;
            return Some((end, picked(first, pick(first, first.last_of_month()))));
        }
        let today = scan.today();
        let mut dates = (0..=1)
            .filter_map(|years| first(today.year() + years))
            .map(|first| (first, pick(first, first.last_of_month())));
        let (first, date) =
            dates.find(|(first, date)| date.map_or(first.last_of_month() >= today, |date| date >= today))?;
        let Some(date) = date else { return Some((end, picked(first, None))) };
        let hit = Day::on(date, Class::Sure);
        return Some((
            end,
            if date.year() == today.year() { hit } else { hit.noted(format!("next one: {}", short(date))) },
        ));
    }
    if let Some(end) = scan.words(of, "the month") {
        let this = scan.today().first_of_month();
        let mut dates = (0..=1)
            .map(|months| calendar::add_months(this, months))
            .map(|first| (first, pick(first, first.last_of_month())));
        let (first, date) = dates.find(|(_, date)| date.is_none_or(|date| date >= scan.today()))?;
        let Some(date) = date else { return Some((end, picked(first, None))) };
        let hit = Day::on(date, Class::Sure);
        let later = date.month() != this.month();
        return Some((end, if later { hit.noted("this month's is past; the next one") } else { hit }));
    }
    let (end, from, to) = inside(scan, of)?;
    let hit = picked(from, pick(from, to));
    let past = hit.date().is_some_and(|date| date < scan.today());
    Some((end, if past { hit.noted("already past") } else { hit }))
}

/// A day of a period, or that it has none such: "the fifth friday" of a month with four.
fn picked(from: Date, date: Option<Date>) -> Day {
    match date {
        Some(date) => Day::on(date, Class::Sure),
        None => {
            let note = format!("{} {} has no such day", absolute::month_name(from.month()), from.year());
            Day::new(Named::Invalid { options: Vec::new(), note }, Class::Sure)
        }
    }
}

/// "first", "2nd", "last", "second to last", "last but one": negative from the end.
pub(super) fn which(scan: &Scan, at: usize) -> Hit<i64> {
    if let Some(end) = scan.any_words(at, &["penultimate", "last but one", "next to last"]) {
        return Some((end, -2));
    }
    if scan.word(at) == "last" || scan.word(at) == "final" {
        return Some((at + 1, -1));
    }
    let (end, number) = words::ordinal(scan, at)?;
    if let Some(end) = scan.any_words(end, &["to last", "last"]) {
        return Some((end, -i64::from(number)));
    }
    (1..=31).contains(&number).then(|| (end, i64::from(number)))
}

pub(super) fn pick(nth: i64, weekday: Option<Weekday>, working: bool, from: Date, to: Date) -> Option<Date> {
    let step = if nth < 0 { -1 } else { 1 };
    let mut date = if nth < 0 { to } else { from };
    let mut left = nth.abs();
    while (from..=to).contains(&date) {
        let counts = match weekday {
            Some(day) => date.weekday() == day,
            None => !working || !calendar::is_weekend(date),
        };
        if counts {
            left -= 1;
            if left == 0 {
                return Some(date);
            }
        }
        let next = calendar::add_days(date, step);
        if next == date {
            // The end of the calendar.
            return None;
        }
        date = next;
    }
    None
}
