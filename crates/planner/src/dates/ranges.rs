//! Spans of days: "between mon and wed", "nov 3-7", "next 3 days".

use jiff::civil::Date;

use super::calendar;
use super::guard;
use super::prepositions;
use super::scan::{Candidate, Hit, Scan};
use super::when::{self, Class, Day, Named};
use super::words::{self, Quantity, Unit};
use super::{Role, What, absolute};

/// Verbs after which "from friday to monday" is a move, not a span.
pub(super) const MOVES: [&str; 14] = [
    "move",
    "reschedule",
    "push",
    "shift",
    "change",
    "postpone",
    "switch",
    "bring",
    "swap",
    "delay",
    "transfer",
    "drag",
    "bump",
    "pull",
];

pub(super) fn read(scan: &Scan, at: usize) -> Vec<Candidate> {
    let (start, prep, _) = prepositions::preposition(scan, at);
    let role = if prep.role() == Role::Due { Role::Due } else { Role::When };
    let mut found: Vec<Candidate> = Vec::new();
    let mut add = |hit: Hit<What>, role: Role| {
        if let Some((end, what)) = hit {
            found.push(Candidate { end, role, what });
        }
    };
    add(following(scan, start), role);
    add(following(scan, at), Role::When);
    add(in_month(scan, start), role);
    let moved = scan.moved_before(at);
    if scan.word(at) == "between" {
        add(span(scan, at + 1, &["and"], false), Role::When);
        add(in_month(scan, at + 1), Role::When);
    } else if !moved {
        let from = scan.word(at) == "from";
        let start = if from { at + 1 } else { start };
        add(span(scan, start, &["to", "until", "till", "through", "thru", "-"], from), Role::When);
    }
    found
}

/// Two days and a word between them.
fn span(scan: &Scan, at: usize, joins: &[&str], from: bool) -> Hit<What> {
    let (second_at, first) = when::plain_day(scan, at)?;
    let end = second_at;
    let joined = scan.is(end, joins) || joins.contains(&"-") && scan.mark(end) == Some('-');
    if !joined {
        return None;
    }
    let (end, second) = when::plain_day(scan, end + 1)?;
    // "mon to wed" may be anything; "from", "between" and whole names say it is a span.
    let weak = |day: &Day| matches!(day.class, Class::Slash | Class::Month | Class::Phrase | Class::DayOfMonth);
    if !scan.lenient() && !from && (weak(&first) || weak(&second)) {
        return None;
    }
    let (mut start, _) = bounds(&first)?;
    let (_, mut last) = bounds(&second)?;
    // "from 28 feb to 2 march 2028": the year of the end is the year of the start, or the one after it.
    if scan.digits(end - 1, 4).is_some()
        && let Some((open_end, month, day)) = absolute::month_and_day(scan, at)
        && open_end == second_at
    {
        let in_year = |year: i16| calendar::ymd(year, month, day).filter(|date| *date <= last);
        start = in_year(last.year()).or_else(|| in_year(last.year() - 1))?;
    }
    let weekday = matches!(second.class, Class::Weekday | Class::ShortWeekday);
    if last < start && !weekday {
        // "from nov 10 to nov 25" on the 21st: one of them is past.
        let turned = scan.turned();
        let other = |at: usize| when::plain_day(&turned, at).and_then(|(_, day)| bounds(&day));
        match scan.back {
            true => last = other(second_at + 1).map_or(last, |(_, to)| to),
            false => {
                let begun = other(at).map(|(from, _)| from).filter(|from| *from <= last);
                // "dec 9 to dec 5" has not begun a year ago.
                let near = |from: &Date| calendar::add_days(*from, MOST_BEGUN) >= last;
                match begun {
                    Some(from) if near(&from) || scan.digits(end - 1, 4).is_some() => start = from,
                    Some(_) => last = calendar::add_months(last, 12),
                    None => {}
                }
            }
        }
    }
    if last < start {
        // "from friday to monday": the monday after that friday.
        last = calendar::on_or_after(start, last.weekday());
        if !weekday || last < start {
            return None;
        }
    }
    // "sun-mon album": two words that are days as well.
    let words = first.class == Class::ShortWeekday && second.class == Class::ShortWeekday;
    if words && !scan.lenient() && !from && !guard::safe_next(scan, end) {
        return None;
    }
    Some((end, range(scan, start, last, None)))
}

/// A span that is past its beginning is no longer than so many days; another has both ends ahead.
const MOST_BEGUN: i64 = 184;

fn bounds(day: &Day) -> Option<(Date, Date)> {
    match day.named {
        Named::On(date) if day.time.is_none() => Some((date, date)),
        Named::Period { from, to, .. } => Some((from, to)),
        _ => None,
    }
}

fn range(scan: &Scan, from: Date, to: Date, note: Option<String>) -> What {
    let date = (from >= scan.today()).then_some(from);
    What::Range { from, to, date, note }
}

/// "nov 3-7", "nov 3 to 7", "3-7 november", "3rd to 7th of november 2027".
fn in_month(scan: &Scan, at: usize) -> Hit<What> {
    // "dec 3 and 5" are two days.
    let between = scan.word_before(at) == "between";
    let join = |at: usize| {
        let word = scan.is(at, &["to", "through", "thru", "until", "till"]) || between && scan.word(at) == "and";
        (word || scan.mark(at) == Some('-')).then_some(at + 1)
    };
    let (end, month, first, last) = match absolute::month(scan, at) {
        Some((end, month)) => {
            let (end, first) = absolute::day_number(scan, end)?;
            let (end, last) = absolute::day_number(scan, scan.skip_word(join(end)?, "the"))?;
            (end, month, first, last)
        }
        None => {
            let (end, first) = absolute::day_number(scan, scan.skip_word(at, "the"))?;
            let (end, last) = absolute::day_number(scan, scan.skip_word(join(end)?, "the"))?;
            let (end, month) = absolute::month(scan, scan.skip_word(end, "of"))?;
            (end, month, first, last)
        }
    };
    if last <= first
        || absolute::is_hour(scan, end.saturating_sub(1))
            && absolute::month(scan, at).is_some()
            && scan.is(end, &["am", "pm"])
    {
        return None;
    }
    let (end, from) = match absolute::year(scan, end) {
        Some((end, year)) => (end, calendar::ymd(year, month, first)?),
        None => (end, absolute::coming(scan, month, first).date()?),
    };
    let to = calendar::ymd(from.year(), month, last)?;
    let next_year = from.year() != scan.today().year();
    let note = next_year.then(|| format!("next one: {}", calendar::short(from)));
    Some((end, range(scan, from, to, note)))
}

/// "next 3 days", "the last 7 days", "past week", "the coming two weeks": with today, as filters count.
fn following(scan: &Scan, at: usize) -> Hit<What> {
    let start = scan.any_words(at, &["in the", "over the", "within the", "for the", "during the", "the"]).unwrap_or(at);
    let back = match scan.word(start) {
        "next" | "coming" | "upcoming" | "following" => false,
        "last" | "past" | "previous" => true,
        _ => return None,
    };
    let past_unit = scan.word(start) == "past";
    let (end, halves) = match words::quantity(scan, start + 1) {
        Some((end, Quantity::Halves(halves))) => (end, halves),
        // "next few days": as few as it can be would hide something.
        Some((end, Quantity::Vague)) => (end, 10),
        None if past_unit => (start + 1, 2),
        None => return None,
    };
    let (end, (unit, per_word)) = words::unit(scan, end)?;
    let amount = halves / 2 * per_word;
    if halves % 2 != 0 || amount == 0 || unit.is_clock() {
        return None;
    }
    let today = scan.today();
    let away = |direction: i64| match unit {
        Unit::Day => calendar::days_on(today, direction * (amount - 1)),
        Unit::BusinessDay => calendar::business_days_on(today, direction * amount),
        Unit::Week => calendar::days_on(today, direction * (amount * 7 - 1)),
        Unit::Month => calendar::months_on(today, direction * amount).map(|to| calendar::add_days(to, -direction)),
        Unit::Year => calendar::months_on(today, direction * amount * 12).map(|to| calendar::add_days(to, -direction)),
        Unit::Minute | Unit::Hour => None,
    };
    let Some(away) = away(if back { -1 } else { 1 }) else {
        let note = super::offsets::BEYOND.to_owned();
        return Some((end, What::Invalid { options: Vec::new(), note }));
    };
    let (from, to) = if back { (away, today) } else { (today, away) };
    Some((end, range(scan, from, to, Some("counted with today".to_owned()))))
}
