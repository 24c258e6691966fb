//! Days counted from today: "tomorrow", "next friday", "friday week", "eod".

use countersign_core::recurrence::weekday_name;
use jiff::civil::{Date, Weekday};

use super::calendar::{self, short};
use super::scan::{Hit, Scan};
use super::times::{self, Part};
use super::when::{self, Class, Day, Named};
use super::words::{self, Form};
use super::{absolute, agreed, guard, offsets, periods};

/// Today and the words for the days around it.
pub(super) fn day_word(scan: &Scan, at: usize) -> Hit<Day> {
    let today = scan.today();
    let on = |end: usize, days: i64| Some((end, Day::on(calendar::add_days(today, days), Class::Sure)));
    let start = scan.skip_word(at, "the");
    if let Some((end, days)) = near(scan, start) {
        if scan.is(end, &["week", "wk"]) {
            return on(end + 1, days + 7);
        }
        return on(end, days);
    }
    if let Some((end, days)) = split_tomorrow(scan, at) {
        return on(end, days);
    }
    if let Some(end) = scan.any_words(at, &["tonight", "tonite", "tonigt"]) {
        return Some((end, part_of(today, Part::Night)));
    }
    if scan.number(at) == Some(2) && scan.glued(at + 1) && scan.is(at + 1, &["nite", "night", "nyt"]) {
        return Some((at + 2, part_of(today, Part::Night)));
    }
    if let Some(end) = scan.any_words(start, &["next business day", "next working day", "next workday", "next weekday"])
    {
        return Some((end, Day::on(calendar::add_business_days(today, 1), Class::Sure)));
    }
    if let (Some(end), true) = (scan.any_words(at, &["now", "right now"]), scan.lenient()) {
        let now = scan.clock.now.time().with().second(0).subsec_nanosecond(0).build().ok()?;
        return Some((end, Day { time: Some(now), ..Day::on(today, Class::Phrase) }));
    }
    let timed = scan.words(at, "this time next");
    let same = scan.words(at, "this day next");
    if let Some((end, date)) = timed.or(same).and_then(|unit| {
        let date = match scan.word(unit) {
            "week" => calendar::add_days(today, 7),
            "month" => calendar::add_months(today, 1),
            "year" => calendar::add_months(today, 12),
            _ => return None,
        };
        Some((unit + 1, date))
    }) {
        let now = scan.clock.now.time().with().second(0).subsec_nanosecond(0).build().ok()?;
        // "this time next week, 5:05pm": the day, and the hour that is said of it.
        let time = Some(now).filter(|_| timed.is_some() && when::time_after(scan, end).is_none());
        return Some((end, Day { time, ..Day::on(date, Class::Sure) }));
    }
    if let Some((end, day)) = scan.words(at, "this time").and_then(|next| when::day(scan, next)) {
        let now = scan.clock.now.time().with().second(0).subsec_nanosecond(0).build().ok()?;
        let free = day.date().is_some() && day.part.is_none() && day.time.is_none();
        return free.then_some((end, Day { time: Some(now), class: Class::Sure, ..day }));
    }
    match scan.word(at) {
        "this" => {
            let part = times::part(scan.word(at + 1)).filter(|part| *part != Part::Noon)?;
            Some((at + 2, part_of(today, part)))
        }
        "last" if scan.word(at + 1) == "night" => Some((at + 2, part_of(calendar::add_days(today, -1), Part::Night))),
        "first" if scan.word(at + 1) == "thing" => first_thing(scan, at + 2),
        "last" if scan.word(at + 1) == "thing" => last_thing(scan, at + 2),
        "later" if scan.word(at + 1) == "today" => on(at + 2, 0),
        _ => end_of_day(scan, at),
    }
}

fn part_of(date: Date, part: Part) -> Day {
    Day { part: Some(part), ..Day::on(date, Class::Sure) }
}

fn near(scan: &Scan, at: usize) -> Hit<i64> {
    let phrases: [(&str, i64); 18] = [
        ("today", 0),
        ("tdy", 0),
        ("tomorrow", 1),
        ("tommorow", 1),
        ("tommorrow", 1),
        ("tomorow", 1),
        ("tomorrrow", 1),
        ("tomorrw", 1),
        ("tmr", 1),
        ("tmrw", 1),
        ("tmw", 1),
        ("tmrow", 1),
        ("yesterday", -1),
        ("overmorrow", 2),
        ("day after tomorrow", 2),
        ("day after tmrw", 2),
        ("day before yesterday", -2),
        ("day after today", 1),
    ];
    let hit = |(words, days): (&str, i64)| scan.words(at, words).map(|end| (end, days));
    phrases.into_iter().filter_map(hit).max_by_key(|(end, _)| *end)
}

/// "2moro", "2mrw", "2nite" come as a number and a word.
fn split_tomorrow(scan: &Scan, at: usize) -> Hit<i64> {
    let glued = scan.number(at) == Some(2) && scan.glued(at + 1);
    let known = scan.is(at + 1, &["moro", "morrow", "morow", "mrw", "moz", "mro"]);
    let today = scan.is(at + 1, &["day"]);
    (glued && (known || today)).then_some((at + 2, i64::from(known)))
}

/// "first thing tomorrow", "first thing in the morning".
fn first_thing(scan: &Scan, at: usize) -> Hit<Day> {
    if let Some(end) = scan.words(at, "in the morning") {
        let morning = scan.clock.prefs.morning;
        let days = i64::from(morning < scan.clock.now.time());
        return Some((end, part_of(calendar::add_days(scan.today(), days), Part::Morning)));
    }
    let start = scan.skip_word(at, "on");
    let (end, day) = near(scan, start)
        .map(|(end, days)| (end, Day::on(calendar::add_days(scan.today(), days), Class::Sure)))
        .or_else(|| weekday(scan, start))?;
    let end = scan.skip_word(end, "morning");
    Some((end, Day { part: Some(Part::Morning), class: Class::Sure, ..day }.noted("first thing = morning")))
}

/// "last thing friday", "last thing on monday".
fn last_thing(scan: &Scan, at: usize) -> Hit<Day> {
    let start = scan.skip_word(at, "on");
    let near = near(scan, start).map(|(end, days)| (end, calendar::add_days(scan.today(), days)));
    let (end, date) = near.or_else(|| weekday(scan, start).and_then(|(end, day)| Some((end, day.date()?))))?;
    Some((end, Day::on(date, Class::Sure).noted(END_OF_DAY)))
}

/// What the end of a day is noted as: it names no hour.
pub(super) const END_OF_DAY: &str = "by the end of the day";

/// "eod", "close of play": the index after it.
pub(super) fn ends(scan: &Scan, at: usize) -> Option<usize> {
    const ENDS: [&str; 12] = [
        "eod",
        "end of day",
        "end of the day",
        "end of today",
        "the end of the day",
        "the end of today",
        "cob",
        "close of business",
        "end of business",
        "end of the business day",
        "close of play",
        "end of play",
    ];
    scan.any_words(at, &ENDS)
}

/// "eod", "end of day friday", "cob".
fn end_of_day(scan: &Scan, at: usize) -> Hit<Day> {
    let end = ends(scan, at)?;
    let start = scan.skip_any(end, &["on", "of"]);
    let (end, date) = match near(scan, start) {
        Some((end, days)) => (end, calendar::add_days(scan.today(), days)),
        None => match weekday(scan, start) {
            Some((end, day)) => (end, day.date()?),
            None => (end, scan.today()),
        },
    };
    Some((end, Day::on(date, Class::Sure).noted(END_OF_DAY)))
}

/// What stands before a weekday.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Which {
    Bare,
    This,
    Next,
    Last,
}

/// A weekday with what is said about it: "next friday", "friday week", "friday the 13th".
pub(super) fn weekday(scan: &Scan, at: usize) -> Hit<Day> {
    let (named_at, which) = which(scan, at);
    let (end, day, form) = name(scan, named_at)?;
    if which != Which::Bare {
        return determined(scan, end, day, which);
    }
    if let Some(dated) = agreed::with_date(scan, end, day) {
        return Some(dated);
    }
    let today = scan.today();
    let sure = |end: usize, date: Date| Some((end, Day::on(date, Class::Sure)));
    let bare = calendar::after(today, day);
    let next_after = scan.words(end, "after next");
    if let Some(end) = next_after {
        return sure(end, calendar::add_days(next(scan, day), 7));
    }
    if let Some(end) = scan.words(end, "before last") {
        return sure(end, calendar::add_days(calendar::before(today, day), -7));
    }
    // "monday next"
    if scan.word(end) == "next" && scan.at_end(end + 1) {
        return sure(end + 1, next(scan, day));
    }
    if let Some((end, weeks)) = weeks_on(scan, end) {
        return Some((end, in_weeks(scan, day, weeks)));
    }
    if let Some(hit) = in_week_behind(scan, day, end) {
        return Some(hit);
    }
    if let Some((end, weeks)) = weeks_more(scan, end) {
        return sure(end, calendar::add_days(bare, weeks * 7));
    }
    if let Some(found) = in_month(scan, end, day) {
        return Some(found);
    }
    let risky = matches!(scan.word(named_at), "mon" | "wed" | "weds" | "sat" | "sun");
    // "the sun" shines.
    if form == Form::Short && risky && scan.is(named_at.wrapping_sub(1), &["the"]) {
        return None;
    }
    let class = if form == Form::Short && risky { Class::ShortWeekday } else { Class::Weekday };
    let hit = Day::on(bare, class);
    let same_day = today.weekday() == day;
    let noted = if same_day { hit.noted(format!("today is {}; this is the next one", short(today))) } else { hit };
    Some((end, noted))
}

/// "next week" behind a weekday: that day of it.
fn in_week_behind(scan: &Scan, day: Weekday, at: usize) -> Hit<Day> {
    let (end, week) = periods::week_phrase(scan, scan.skip_any(scan.skip_mark(at, ','), &["of", "in"]))?;
    let date = calendar::in_week(week, day, scan.clock.week_start);
    let hit = Day::on(date, Class::Sure);
    Some((end, if date < scan.today() { hit.noted("already past") } else { hit }))
}

/// "[friday] evening next week": the week of a bare weekday behind its time.
pub(super) fn of_week_behind(scan: &Scan, at: usize, end: usize, behind: usize) -> Hit<Day> {
    let (_, day, _) = name(scan, at).filter(|(named, ..)| *named == end)?;
    in_week_behind(scan, day, behind)
}

fn which(scan: &Scan, at: usize) -> (usize, Which) {
    let at = scan.skip_word(at, "the");
    let second = |words: &[&str]| scan.is(at + 1, words);
    match scan.word(at) {
        "this" if second(&["coming", "upcoming"]) => (at + 2, Which::Bare),
        "this" if second(&["past", "last"]) => (at + 2, Which::Last),
        "this" if second(&["next"]) => (at + 2, Which::Next),
        "this" => (at + 1, Which::This),
        "next" | "nxt" => (at + 1, Which::Next),
        "coming" | "upcoming" | "following" => (at + 1, Which::Bare),
        "last" | "past" | "previous" => (at + 1, Which::Last),
        _ => (at, Which::Bare),
    }
}

/// A singular weekday, with the dot of an abbreviation.
pub(super) fn name(scan: &Scan, at: usize) -> Option<(usize, Weekday, Form)> {
    let (day, form) = words::weekday(scan.word(at))?;
    if form == Form::Plural {
        return None;
    }
    let dotted = form == Form::Short && scan.mark(at + 1) == Some('.') && scan.glued(at + 1) && !scan.at_end(at + 2);
    Some((if dotted { at + 2 } else { at + 1 }, day, form))
}

fn next(scan: &Scan, day: Weekday) -> Date {
    let start = scan.clock.week_start;
    calendar::in_week(calendar::add_days(scan.today(), 7), day, start)
}

/// "friday week", "next friday fortnight".
fn weeks_more(scan: &Scan, at: usize) -> Hit<i64> {
    match scan.word(at) {
        "week" | "wk" => Some((at + 1, 1)),
        "fortnight" => Some((at + 1, 2)),
        _ => None,
    }
}

/// "friday in two weeks": that day of the week two weeks on, or two weeks after the one that comes. Where that is not
/// the same, it is asked, except that "in a week" means no day sooner than "friday week" does, and that a week from
/// today is counted from today.
fn in_weeks(scan: &Scan, day: Weekday, weeks: i64) -> Day {
    let today = scan.today();
    let after = offsets::days_on(calendar::after(today, day), weeks.checked_mul(7));
    let Some(on) = offsets::days_on(today, weeks.checked_mul(7)).date() else { return after };
    let of_week = calendar::in_week(on, day, scan.clock.week_start);
    match after.date() {
        _ if on.weekday() == day => Day::on(on, Class::Sure),
        Some(after) if weeks > 1 && after != of_week => {
            let options = [of_week, after].map(|date| (date, short(date))).into();
            let note = "the one that comes, or the one after".to_owned();
            Day::new(Named::Ambiguous { options, note }, Class::Sure)
        }
        _ => after,
    }
}

/// "in two weeks" behind a weekday.
fn weeks_on(scan: &Scan, at: usize) -> Hit<i64> {
    let start = scan.skip_mark(at, ',');
    let (end, words::Quantity::Halves(halves)) = words::quantity(scan, scan.words(start, "in")?)? else { return None };
    let (end, (unit, each)) = words::unit(scan, end)?;
    let whole = unit == words::Unit::Week && halves > 0 && halves % 2 == 0;
    let end = scan.any_words(scan.skip_mark(end, '\''), &["time", "from now"]).unwrap_or(end);
    (whole && each > 0).then(|| (halves / 2).checked_mul(each).map(|weeks| (end, weeks)))?
}

/// "friday in december", "fridays of next month" is one of several: which one is for the user to say.
fn in_month(scan: &Scan, at: usize, day: Weekday) -> Hit<Day> {
    let set_off = scan.skip_mark(at, ',');
    let start = scan.skip_any(set_off, &["in", "of"]);
    let named = absolute::month_period(scan, start).filter(|_| start > set_off);
    let (end, month) = named.or_else(|| periods::calendar_period(scan, start))?;
    let Named::Period { from, to, .. } = month.named else { return None };
    if (to - from).get_days() > 31 || (to - from).get_days() < 27 {
        return None;
    }
    let first = calendar::on_or_after(from.max(scan.today()), day);
    let all = std::iter::successors(Some(first), |date| calendar::days_on(*date, 7));
    let options: Vec<(Date, String)> = all.take_while(|date| *date <= to).map(|date| (date, short(date))).collect();
    let note =
        format!("{} {} has more than one {}", absolute::month_name(from.month()), from.year(), weekday_name(day));
    Some((end, Day::new(Named::Ambiguous { options, note }, Class::Sure)))
}

/// "first friday", "the 2nd monday" of no month: of the month, or counted from now? Asked about where they differ.
pub(super) fn nth_of_none(scan: &Scan, at: usize) -> Hit<Day> {
    let (end, nth) = words::ordinal(scan, scan.skip_word(at, "the")).filter(|(_, nth)| (1..=5).contains(nth))?;
    let (end, day, form) = name(scan, end)?;
    // "Second Saturday art fair" is a name, and so is "3rd sun".
    if form == Form::Short && !scan.lenient() || !(scan.lenient() || guard::safe_next(scan, end)) {
        return None;
    }
    let today = scan.today();
    let from_now = calendar::add_days(calendar::after(today, day), i64::from(nth - 1) * 7);
    let of_month = (0..=11).find_map(|months| {
        let first = calendar::add_months(today.first_of_month(), months);
        let date = calendar::add_days(calendar::on_or_after(first, day), i64::from(nth - 1) * 7);
        (date >= today && date <= first.last_of_month()).then_some(date)
    })?;
    if from_now == of_month {
        return Some((end, Day::on(from_now, Class::Sure)));
    }
    let name = weekday_name(day);
    let of = format!("of {}", absolute::month_name(of_month.month()));
    let options = vec![(of_month, of), (from_now, "from now on".to_owned())];
    let note = format!("{name} number {nth} of a month, or counted from now");
    Some((end, Day::new(Named::Ambiguous { options, note }, Class::Sure)))
}

fn determined(scan: &Scan, end: usize, day: Weekday, which: Which) -> Hit<Day> {
    let today = scan.today();
    let (end, weeks) = match weeks_more(scan, end) {
        // A week more than a day that is past is no day people name.
        Some(_) if which == Which::Last => return None,
        Some(more) => more,
        None => (end, 0),
    };
    let sure = |date: Date| Day::on(calendar::add_days(date, weeks * 7), Class::Sure);
    let day = match which {
        Which::Next => sure(next(scan, day)),
        Which::Last => sure(calendar::before(today, day)),
        Which::This | Which::Bare => {
            let this = calendar::in_week(today, day, scan.clock.week_start);
            match this < today {
                true => sure(calendar::after(today, day)).noted(format!("{} is past; the coming one", short(this))),
                false => sure(this),
            }
        }
    };
    Some(agreed::same_day(scan, end, &day).unwrap_or((end, day)))
}
