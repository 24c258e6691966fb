//! Days counted from today: "tomorrow", "next friday", "friday week", "eod".

use countersign_core::recurrence::weekday_name;
use jiff::civil::{Date, Weekday};

use super::calendar::{self, short};
use super::scan::{Hit, Scan};
use super::times::{self, Part};
use super::when::{self, Class, Day, Named};
use super::words::{self, Form};
use super::{absolute, guard, offsets, periods};

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
    if let Some((end, date)) = scan.words(at, "this time next").and_then(|unit| {
        let date = match scan.word(unit) {
            "week" => calendar::add_days(today, 7),
            "month" => calendar::add_months(today, 1),
            "year" => calendar::add_months(today, 12),
            _ => return None,
        };
        Some((unit + 1, date))
    }) {
        let now = scan.clock.now.time().with().second(0).subsec_nanosecond(0).build().ok()?;
        return Some((end, Day { time: Some(now), ..Day::on(date, Class::Sure) }));
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
    if let Some(dated) = with_date(scan, end, day) {
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
    if let Some((end, week)) = periods::week_phrase(scan, scan.skip_any(scan.skip_mark(end, ','), &["of", "in"])) {
        let date = calendar::in_week(week, day, scan.clock.week_start);
        let hit = Day::on(date, Class::Sure);
        return Some((end, if date < today { hit.noted("already past") } else { hit }));
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
    Some(same_day(scan, end, &day).unwrap_or((end, day)))
}

/// "next friday the 27th" says it twice.
fn same_day(scan: &Scan, at: usize, day: &Day) -> Hit<Day> {
    let start = scan.skip_word(at, "the");
    let (end, number) = scan.number(start).and_then(|_| words::ordinal(scan, start))?;
    let same = day.date().is_some_and(|date| u32::from(date.day().unsigned_abs()) == number);
    same.then(|| (end, day.clone()))
}

/// "friday nov 27", "friday the 13th": both must agree.
fn with_date(scan: &Scan, at: usize, day: Weekday) -> Hit<Day> {
    let start = scan.skip_word(scan.skip_mark(at, ','), "the");
    let year_free = absolute::month_day(scan, start);
    if let Some((end, dated)) =
        year_free.or_else(|| absolute::iso(scan, start)).or_else(|| absolute::slashed(scan, start))
    {
        return Some((end, agree(scan, dated, day)));
    }
    // "monday 30", where no hour has that figure.
    let figure = || {
        scan.digits(start, 2)
            .filter(|n| (13..=31).contains(n) && start == at && scan.at_end(start + 1) && scan.ends(start + 1))
    };
    let (end, number) = words::ordinal(scan, start).or_else(|| Some((start + 1, figure()?)))?;
    // "friday first thing" names no day of the month, "friday the twenty fifth" does.
    let spelled = scan.number(start).is_none();
    let closed = guard::safe_next(scan, end) || when::time_after(scan, end).is_some();
    if scan.word(end) == "of" || spelled && !(closed && scan.is(start.wrapping_sub(1), &["the"])) {
        return None;
    }
    let dated = numbered(scan, at, number, day);
    // "friday 3rd floor meeting" counts something else, where the two do not go together.
    let thing = dated.date().is_none() && !scan.lenient() && !closed;
    (!thing).then_some((end, dated))
}

/// "friday the 4th": this month's or the next one's. Where neither is that weekday one of the two is a slip, and
/// "monday the 24th" is not put off for half a year to make it true.
fn numbered(scan: &Scan, at: usize, number: u32, day: Weekday) -> Day {
    let today = scan.today();
    let dates = |months: i64| {
        let first = calendar::add_months(today.first_of_month(), months);
        calendar::ymd(first.year(), first.month(), number).filter(|date| *date >= today)
    };
    let Some(coming) = (0..=2).find_map(dates) else {
        let note = format!("no month has a day {number}");
        return Day::new(Named::Invalid { options: vec![calendar::after(today, day)], note }, Class::Sure);
    };
    let near = calendar::add_days(today, 62);
    let right = (0..=400).filter_map(dates).find(|date| date.weekday() == day);
    let first = today.first_of_month();
    let past = [first, calendar::add_months(first, -1)]
        .into_iter()
        .filter_map(|first| calendar::ymd(first.year(), first.month(), number))
        .find(|date| *date < today && date.weekday() == day && *date >= calendar::add_days(today, -31));
    // What is ordered anew is still to come.
    let ahead = scan.lenient()
        || scan.moved_before(at)
        || scan.is(at.wrapping_sub(1), &["to", "until", "till", "by", "for"])
        || scan.is(0, &["add", "create", "new", "remind", "schedule"]);
    if let (Some(past), false) = (past, ahead || right.is_some_and(|date| date <= near)) {
        // In a sentence it may tell of what was done.
        return Day::on(past, Class::Sure).noted("already past");
    }
    let slip = format!("{} is a {}", coming.strftime("%B %-d"), weekday_name(coming.weekday()));
    match right {
        Some(date) if date == coming => Day::on(date, Class::Sure),
        Some(date) if date <= near => Day::on(date, Class::Sure).noted(slip),
        right => {
            let nearest = calendar::on_or_after(calendar::add_days(coming, -3), day);
            let mut days = vec![nearest.max(calendar::on_or_after(today, day)), coming];
            days.sort_unstable();
            days.extend(right);
            let options = days.into_iter().map(|date| (date, short(date))).collect();
            Day::new(Named::Ambiguous { options, note: slip }, Class::Sure)
        }
    }
}

/// A weekday that is not the one of its date is a slip: which of the two is meant is for the user to say.
fn agree(scan: &Scan, dated: Day, day: Weekday) -> Day {
    let Some(date) = dated.date() else {
        return dated;
    };
    let class = Class::Sure;
    if date.weekday() == day {
        return Day { class, ..dated };
    }
    let today = scan.today();
    let this_year = date.year() == today.year();
    let other = calendar::on_or_after(calendar::add_days(date, -3), day);
    let options = vec![(date, short(date)), (other, short(other))];
    let year = if this_year { String::new() } else { format!(" in {}", date.year()) };
    let note = format!("{} is a {}{year}", date.strftime("%B %-d"), date.strftime("%A"));
    Day::new(Named::Ambiguous { options, note }, class)
}
