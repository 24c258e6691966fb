//! A weekday and a date of the same day: "friday nov 27", "tue 8.12.", "next friday the 27th". Both must agree.

use countersign_core::recurrence::weekday_name;
use jiff::civil::{Date, Weekday};

use super::calendar::{self, short};
use super::scan::{Hit, Scan};
use super::when::{self, Class, Day, Named};
use super::{absolute, guard, words};

/// Days that are near enough for a figure to be of one of them.
const NEAR: i64 = 62;

/// "next friday the 27th", "this friday, nov 27", "next tuesday 24.11." say it twice.
pub(super) fn same_day(scan: &Scan, at: usize, day: &Day) -> Hit<Day> {
    let date = day.date()?;
    let start = scan.skip_word(scan.skip_mark(at, ','), "the");
    let written = absolute::month_day(scan, start).or_else(|| absolute::iso(scan, start));
    if let Some((end, dated)) = written.or_else(|| absolute::slashed(scan, start)) {
        return (dated.date() == Some(date)).then(|| (end, day.clone()));
    }
    if let Some((end, number)) = scan.number(start).and_then(|_| words::ordinal(scan, start)) {
        return (u32::from(date.day().unsigned_abs()) == number).then(|| (end, day.clone()));
    }
    // Of "next tuesday 8.12." only one can be meant.
    let (end, dated) = dotted(scan, start, date.weekday())?;
    let other = dated.date()?;
    let options = [date, other].map(|date| (date, short(date))).into();
    let note = "two days are named".to_owned();
    let both = || Day::new(Named::Ambiguous { options, note }, Class::Sure);
    Some((end, if other == date { day.clone() } else { both() }))
}

/// "friday nov 27", "friday the 13th": both must agree.
pub(super) fn with_date(scan: &Scan, at: usize, day: Weekday) -> Hit<Day> {
    let start = scan.skip_word(scan.skip_mark(at, ','), "the");
    let year_free = absolute::month_day(scan, start);
    if let Some((end, dated)) =
        year_free.or_else(|| absolute::iso(scan, start)).or_else(|| absolute::slashed(scan, start))
    {
        return Some((end, agree(scan, dated, day)));
    }
    if let Some(dated) = dotted(scan, start, day) {
        return Some(dated);
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

/// "tue 8.12.", "sunday 6.12": a day and a month with a dot between them, which is an hour and its minutes as well where
/// nothing stands behind and no clock rules it out; the weekday tells which of the two it is.
fn dotted(scan: &Scan, at: usize, day: Weekday) -> Hit<Day> {
    let figures = |at: usize| scan.digits(at, 1).or(scan.digits(at, 2));
    let (first, second) = (figures(at).filter(|n| (1..=31).contains(n))?, figures(at + 2)?);
    let month = i8::try_from(second).ok().filter(|month| (1..=12).contains(month))?;
    if scan.mark(at + 1) != Some('.') || !scan.glued(at + 1) || !scan.glued(at + 2) {
        return None;
    }
    let closed = scan.mark(at + 3) == Some('.') && scan.glued(at + 3);
    let end = if closed { at + 4 } else { at + 3 };
    if !scan.ends(end) || scan.word(end) == "h" || scan.is(end, &["am", "pm", "uhr"]) {
        return None;
    }
    let dated = absolute::coming(scan, month, first);
    let fits = dated.date().filter(|date| date.weekday() == day);
    // People say the hours of a day by fives.
    let hour = first < 24 && scan.digits(at + 2, 2).is_some_and(|minutes| minutes % 5 == 0);
    if closed || !hour {
        return Some((end, agree(scan, dated, day)));
    }
    let date = fits?;
    if date <= calendar::add_days(scan.today(), NEAR) {
        return Some((end, Day { class: Class::Sure, ..dated }));
    }
    let note = format!("{first}.{second:02} may be a day or a time");
    Some((end, Day::new(Named::Ambiguous { options: vec![(date, short(date))], note }, Class::Sure)))
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
    let near = calendar::add_days(today, NEAR);
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
    let class = Class::Sure;
    // "tuesday 8/12": of the two that it may be, the one that is a Tuesday.
    if let Named::Ambiguous { options, .. } = &dated.named
        && let [(date, _)] = options.iter().filter(|(date, _)| date.weekday() == day).collect::<Vec<_>>()[..]
    {
        return Day::on(*date, class);
    }
    let Some(date) = dated.date() else {
        return dated;
    };
    if date.weekday() == day {
        return Day { class, ..dated };
    }
    let (options, note) = slip(scan, date, day);
    Day::new(Named::Ambiguous { options, note }, class)
}

/// A date and a weekday that it is not: the two days to choose from, and what does not fit.
pub(super) fn slip(scan: &Scan, date: Date, day: Weekday) -> (Vec<(Date, String)>, String) {
    let other = calendar::on_or_after(calendar::add_days(date, -3), day);
    let options = vec![(date, short(date)), (other, short(other))];
    let year = if date.year() == scan.today().year() { String::new() } else { format!(" in {}", date.year()) };
    let note = format!("{} is a {}{year}", date.strftime("%B %-d"), date.strftime("%A"));
    (options, note)
}
