//! Repetitions: "every other tuesday", "weekdays at 8", "every! 3 days", "the 1st of each month".

use std::ops::Range;

use countersign_core::recurrence::{Anchor, ByDay, Frequency, Recurrence};
use jiff::civil::Weekday;

use super::adverbs;
use super::calendar::{self, short};
use super::holidays::Yearly;
use super::rule_days::{self, MonthDays};
use super::scan::{Candidate, Hit, Scan};
use super::tails::{self, Building};
use super::times::{self, Part};
use super::when::Named;
use super::words::{self, Quantity, Unit};
use super::{Clock, Found, Role, What, absolute, days_first, holidays, when};

/// A repetition without its tails, or why it is none.
pub(super) enum Core {
    Rule(Building),
    /// Complete as it is: a question.
    Question(What),
}

pub(super) fn read(scan: &Scan, at: usize) -> Vec<Candidate> {
    let told = scan
        .any_words(at, &["repeat", "repeats", "repeating", "recurring", "repeat it", "due", "on", "on the", "the"])
        .unwrap_or(at);
    let mut starts = vec![at];
    if told > at {
        starts.push(told);
    }
    let cores = starts.into_iter().flat_map(|start| {
        let strong = start > at && scan.word(at).starts_with('r');
        [
            every(scan, start),
            every_so(scan, start),
            adverbs::adverb(scan, at, start, strong),
            adverbs::plural(scan, at, start),
            adverbs::parts(scan, at, start),
            days_first::of_every(scan, start),
            days_first::timed(scan, start),
            frequency(scan, start),
            named_first(scan, start, Unit::Week),
            named_first(scan, start, Unit::Month),
            vague(scan, start),
            edge_of_each(scan, start),
            units_after_completion(scan, start),
            next_few(scan, start),
        ]
    });
    let candidates = cores.flatten().map(|(end, core)| match core {
        Core::Question(what) => Candidate { end, role: Role::Every, what },
        Core::Rule(building) => {
            let (end, building) = tails::read(scan, end, building);
            Candidate { end, role: Role::Every, what: building.finish(scan.clock) }
        }
    });
    candidates.collect()
}

pub(super) fn rule(frequency: Frequency, interval: u32) -> Building {
    Building::new(Recurrence::every(frequency, interval))
}

pub(super) fn weekly(interval: u32, days: impl IntoIterator<Item = Weekday>) -> Building {
    Building::new(Recurrence::weekly_on(interval, days))
}

fn workdays() -> impl Iterator<Item = Weekday> {
    Weekday::Monday.cycle_forward().take(5)
}

pub(super) fn unsupported(note: &str) -> Core {
    Core::Question(What::Ambiguous { options: Vec::new(), note: note.to_owned() })
}

/// "every …" and "each …".
pub(super) fn every(scan: &Scan, at: usize) -> Hit<Core> {
    // "alternate fridays" needs no "every".
    if scan.is(at, &["alternate", "alternating"])
        && let Some((end, days)) = rule_days::weekdays(scan, at + 1)
    {
        return Some((end, Core::Rule(weekly(2, days))));
    }
    // "alternate days", but no "alternate day care"
    if scan.is(at, &["alternate", "alternating"]) && scan.is(at + 1, &["days", "weeks", "months"]) {
        return other(scan, at + 1);
    }
    if scan.word(at) == "everyother" {
        return other(scan, at + 1);
    }
    if !scan.is(at, &["every", "each", "evry", "ev"]) {
        return None;
    }
    let bang = scan.mark(at + 1) == Some('!') && scan.glued(at + 1);
    let start = scan.skip_word(if bang { at + 2 } else { at + 1 }, "single");
    let (end, core) = every_what(scan, start)?;
    let core = match core {
        Core::Rule(mut building) if bang => {
            building.rule.anchor = Anchor::Completion;
            Core::Rule(building)
        }
        core => core,
    };
    Some((end, core))
}

/// "q2w", as it is written on a chart: every two weeks.
fn every_so(scan: &Scan, at: usize) -> Hit<Core> {
    let count = scan.number(at + 1).filter(|count| scan.word(at) == "q" && scan.glued(at + 1) && *count > 0)?;
    let frequency = match scan.word(at + 2) {
        "d" => Frequency::Daily,
        "w" | "wk" => Frequency::Weekly,
        "m" | "mo" => Frequency::Monthly,
        "y" | "yr" => Frequency::Yearly,
        _ => return None,
    };
    scan.glued(at + 2).then(|| (at + 3, Core::Rule(rule(frequency, count))))
}

fn every_what(scan: &Scan, at: usize) -> Hit<Core> {
    let found = |end: usize, building: Building| Some((end, Core::Rule(building)));
    if scan.is(at, &["other", "alternate", "alternating"]) {
        return other(scan, at + 1);
    }
    if let Some(end) = scan.words(at, "leap year") {
        let end = when::day(scan, scan.skip_word(end, "on")).map_or(end, |(end, _)| end);
        return Some((end, unsupported("leap years alone cannot be repeated: every year, or every 4 years?")));
    }
    if let Some((end, core)) = ordinal_weekday(scan, at) {
        return Some((end, core));
    }
    if let Some(hit) = interval(scan, at).or_else(|| weeks_of(scan, at)) {
        return Some(hit);
    }
    if let Some(hit) = dated(scan, at) {
        return Some(hit);
    }
    if let Some((end, month, day)) = absolute::month_and_day(scan, at) {
        let yearly = Some((month, i8::try_from(day).ok()?));
        // "every dec 5, 2026": the first of them.
        let (end, floor) = match absolute::year(scan, end) {
            Some((after, year)) => (after, calendar::ymd(year, month, day)),
            None => (end, None),
        };
        return found(end, Building { yearly, floor, ..rule(Frequency::Yearly, 1) });
    }
    if let Some((end, days)) = rule_days::weekdays(scan, at) {
        // "every weekend day" and "every weekend" are the same two days.
        let end = if scan.word(at) == "weekend" { scan.skip_word(end, "day") } else { end };
        return found(end, weekly(1, days));
    }
    if let Some(part) = times::part(scan.word(at)) {
        return found(
            at + 1,
            Building { time: Some(scan.time_of(part)), part: Some(part), ..rule(Frequency::Daily, 1) },
        );
    }
    if let Some(end) = working_day(scan, at) {
        return Some((of_the_month(scan, end).0, no_working_day()));
    }
    if let Some((end, days)) = rule_days::month_days(scan, scan.skip_word(at, "the")) {
        let (of, said) = of_the_month(scan, end);
        let counted = matches!(days, MonthDays::FromEnd);
        let figures = scan.number(scan.skip_word(at, "the")).is_some() || scan.is(at, &["last", "end"]) || counted;
        let safe = scan.lenient()
            || scan.at_end(of)
            || scan.is(of, &["at", "on", "until", "for", "starting", "from", "in", "and"]);
        if said || figures && safe {
            return found(of, monthly(days, 1));
        }
        return None;
    }
    if let Some(end) = scan.any_words(at, &["month end", "month's end"]) {
        return found(end, monthly(MonthDays::Days(vec![-1]), 1));
    }
    if let Some((end, (unit, per_word))) = words::unit(scan, at) {
        return Some((end, of_unit(unit, per_word)?));
    }
    if let Some((end, holiday)) = holidays::each_year(scan, at) {
        return found(end, rule(Frequency::Yearly, 1).each_year(holiday));
    }
    let (end, month) = absolute::month(scan, at)?;
    let more = scan.is(end, &["and", "or"]) && absolute::month(scan, end + 1).is_some();
    let safe = scan.lenient() || scan.at_end(end) || more || scan.is(end, &["at", "until", "for", "starting"]);
    let building = Building { yearly: Some((month, 1)), ..rule(Frequency::Yearly, 1) };
    if safe { found(end, building.noted(format!("on {} 1", absolute::month_name(month)))) } else { None }
}

/// "every other …".
fn other(scan: &Scan, at: usize) -> Hit<Core> {
    if let Some((end, days)) = rule_days::weekdays(scan, at) {
        return Some((end, Core::Rule(weekly(2, days))));
    }
    let (end, (unit, per_word)) = words::unit(scan, at)?;
    Some((end, of_unit(unit, per_word * 2)?))
}

/// "last working day", "first weekday": the index after it.
pub(super) fn working_day(scan: &Scan, at: usize) -> Option<usize> {
    let nth = scan.is(at, &["first", "last", "second", "third", "1st", "2nd", "3rd", "final", "penultimate"]);
    let end = scan.any_words(at + 1, &["weekday", "working day", "business day", "workday", "work day"])?;
    nth.then_some(end)
}

pub(super) fn no_working_day() -> Core {
    unsupported("working days of a month cannot be repeated; name a day")
}

/// "every feb 30", "every 12/25", "every 5pm": a day that there is not is asked about, and so is one with two readings.
fn dated(scan: &Scan, at: usize) -> Hit<Core> {
    let figures = scan.number(at).is_some();
    let day = absolute::slashed(scan, at).filter(|_| figures && scan.mark(at + 1) == Some('/'));
    let day =
        day.or_else(|| absolute::month_day(scan, at).filter(|(_, day)| matches!(day.named, Named::Invalid { .. })));
    if let Some((end, day)) = day {
        let core = match day.named {
            Named::On(date) => {
                let yearly = Some((date.month(), date.day()));
                Core::Rule(Building { yearly, ..rule(Frequency::Yearly, 1) })
            }
            Named::Invalid { options, note } => Core::Question(What::Invalid { options, note }),
            Named::Ambiguous { options, note } => Core::Question(What::Ambiguous { options, note }),
            Named::Period { .. } => return None,
        };
        return Some((end, core));
    }
    let (end, clocked) = times::time(scan, at, false).filter(|_| figures)?;
    let settled = scan.settle(&clocked, None).filter(|_| clocked.sure == times::Sure::Yes)?;
    Some((end, Core::Rule(Building { time: Some(settled.time), ..rule(Frequency::Daily, 1) })))
}

/// "2 mondays", "sixth friday": every so many weeks.
fn weeks_of(scan: &Scan, at: usize) -> Hit<Core> {
    let (end, interval) = match words::ordinal(scan, at) {
        Some((end, nth)) => (end, Some(nth).filter(|nth| (6..=52).contains(nth))?),
        None => match words::quantity(scan, at)? {
            (end, Quantity::Halves(halves)) if halves % 2 == 0 => (end, u32::try_from(halves / 2).ok()?),
            _ => return None,
        },
    };
    let counted = words::ordinal(scan, at).is_some() || words::weekday(scan.word(end))?.1 == words::Form::Plural;
    let (end, days) = rule_days::weekdays(scan, end).filter(|_| counted && interval > 1)?;
    Some((end, Core::Rule(weekly(interval, days))))
}

/// "the next 3 mondays": so many of them, and no more.
fn next_few(scan: &Scan, at: usize) -> Hit<Core> {
    let start = scan.any_words(
        at,
        &[
            "next",
            "the next",
            "for the next",
            "on the next",
            "over the next",
            "for next",
            "the following",
            "the coming",
        ],
    )?;
    let (end, quantity) = words::quantity(scan, start)?;
    words::weekday(scan.word(end)).filter(|(_, form)| *form == words::Form::Plural)?;
    let (end, days) = rule_days::weekdays(scan, end)?;
    let count = match quantity {
        Quantity::Halves(halves) if halves % 2 == 0 && days.len() == 1 => u32::try_from(halves / 2).ok()?,
        _ => return Some((end, unsupported("how many times? say the last day"))),
    };
    let building = weekly(1, days);
    let rule = Recurrence { count: Some(count), ..building.rule };
    (count > 0).then_some((end, Core::Rule(Building { rule, ..building })))
}

pub(super) fn monthly(days: MonthDays, interval: u32) -> Building {
    let refused = matches!(days, MonthDays::FromEnd).then_some(rule_days::FROM_END);
    let (rule, note) = days.onto(Recurrence::every(Frequency::Monthly, interval));
    let building = Building { refused, ..Building::new(rule) };
    match note {
        Some(note) => building.noted(note),
        None => building,
    }
}

fn of_the_month(scan: &Scan, at: usize) -> (usize, bool) {
    let said = scan.any_words(
        at,
        &[
            "of the month",
            "of every month",
            "of each month",
            "in the month",
            "in every month",
            "each month",
            "every month",
            "of a month",
            "monthly",
        ],
    );
    (said.unwrap_or(at), said.is_some())
}

fn of_unit(unit: Unit, amount: i64) -> Option<Core> {
    let interval = u32::try_from(amount).ok().filter(|interval| *interval >= 1)?;
    Some(Core::Rule(match unit {
        Unit::Day => rule(Frequency::Daily, interval),
        Unit::Week => rule(Frequency::Weekly, interval),
        Unit::Month => rule(Frequency::Monthly, interval),
        Unit::Year => rule(Frequency::Yearly, interval),
        Unit::BusinessDay if interval == 1 => weekly(1, workdays()),
        Unit::BusinessDay => {
            return Some(unsupported("working days can only be repeated every one"));
        }
        Unit::Minute | Unit::Hour => {
            return Some(unsupported("todos repeat by days, not by hours or minutes"));
        }
    }))
}

/// "3 days", "two weeks", "2nd week", "half year".
fn interval(scan: &Scan, at: usize) -> Hit<Core> {
    if let Some(end) = scan.any_words(at, &["half year", "half a year"]) {
        return Some((end, of_unit(Unit::Month, 6)?));
    }
    let (end, amount) = match words::ordinal(scan, at) {
        Some((end, nth)) => (end, i64::from(nth)),
        None => match words::quantity(scan, at)? {
            (end, Quantity::Halves(halves)) if halves % 2 == 0 => (end, halves / 2),
            _ => return None,
        },
    };
    let ordinal = words::ordinal(scan, at).is_some();
    let (end, (unit, per_word)) = words::unit(scan, end)?;
    // "every 15th day of the month" and "every first day" are days of a month.
    if ordinal && (amount < 2 || of_the_month(scan, end).1) {
        return None;
    }
    Some((end, of_unit(unit, amount * per_word)?))
}

/// "first monday", "last friday of the month"; "second tuesday" alone may be every other one.
fn ordinal_weekday(scan: &Scan, at: usize) -> Hit<Core> {
    let start = scan.skip_word(at, "the");
    let (end, days) = rule_days::month_days(scan, start)?;
    let MonthDays::Weekdays(by_day) = days else {
        return None;
    };
    let (of, said) = of_the_month(scan, end);
    // "first monday of january" is once a year, which rules cannot say without the month's own date.
    if scan.word(of) == "of" && absolute::month(scan, of + 1).is_some() {
        let (end, month) = absolute::month(scan, of + 1)?;
        let mut building = Building { month: Some(month), ..rule(Frequency::Yearly, 1) };
        building.rule.by_day = by_day;
        return Some((end, Core::Rule(building)));
    }
    let alone = match by_day[..] {
        [ByDay { nth: Some(nth @ 2..), day }] if !said => Some((nth, day)),
        _ => None,
    };
    let rule = Recurrence { by_day, ..Recurrence::every(Frequency::Monthly, 1) };
    let today = scan.today();
    if let Some((nth, day)) = alone {
        let in_weeks = Recurrence::weekly_on(u32::from(nth.unsigned_abs()), [day]);
        let option = |rule: &Recurrence| rule.first(today).map(|date| (date, rule.describe()));
        let options = [option(&in_weeks), option(&rule)].into_iter().flatten().collect();
        let note = format!("every {nth} weeks, or once a month");
        return Some((of, Core::Question(What::Ambiguous { options, note })));
    }
    Some((of, Core::Rule(Building::new(rule))))
}

/// "at the start of each month", "the end of every quarter": an edge of each of several periods.
fn edge_of_each(scan: &Scan, at: usize) -> Hit<Core> {
    let start = scan.skip_word(scan.skip_any(at, &["at", "by", "on"]), "the");
    let first = scan.any_words(start, &["start of", "beginning of", "first day of", "first of"]);
    let last = scan.any_words(start, &["end of", "last day of", "last of"]);
    let edge = first.or(last).filter(|edge| scan.is(*edge, &["each", "every"]))?;
    let (end, (unit, count)) = words::unit(scan, edge + 1)?;
    Some(match unit {
        Unit::Month if count == 1 => {
            (end, Core::Rule(monthly(MonthDays::Days(vec![if first.is_some() { 1 } else { -1 }]), 1)))
        }
        Unit::Week | Unit::Month | Unit::Year => (end, unsupported("which day of it is not said: name the date")),
        _ => return None,
    })
}

/// "every few days": how many is not said.
fn vague(scan: &Scan, at: usize) -> Hit<Core> {
    let few = scan.any_words(at, &["every few", "each few", "every so many", "every several"])?;
    let (end, _) = words::unit(scan, few)?;
    Some((end, unsupported("how many of them is not said: name the number")))
}

/// "once a week", "once every 3 days", "twice a week", "3x/week"; "twice a week, tue and fri" is those days.
pub(super) fn frequency(scan: &Scan, at: usize) -> Hit<Core> {
    if scan.word(at) == "once" {
        if let Some((end, core)) = every(scan, at + 1) {
            return Some((end, core));
        }
        let (end, (unit, per_word)) = words::unit(scan, at + 2).filter(|_| per(scan, at + 1))?;
        return Some((end, of_unit(unit, per_word)?));
    }
    let (times, count) = times_over(scan, at)?;
    if scan.is(times, &["every", "each"])
        && let Some((end, _)) = every(scan, times).filter(|_| words::unit(scan, times + 1).is_none())
    {
        return Some((end, unsupported("so many times in all, or each time? name the last day")));
    }
    let (end, period) = period(scan, times)?;
    // A todo has one time of the day: once on each is what it can have.
    if period.0 == Unit::Day {
        let day = scan.today();
        let options = ["every day", "every morning", "every evening"].map(|rule| (day, rule.to_owned()));
        let note = "a todo has one time a day; add one for each time".to_owned();
        return Some((end, Core::Question(What::Ambiguous { options: options.into(), note })));
    }
    let named =
        scan.skip_any(scan.skip_any(scan.skip_mark(scan.skip_mark(end, ','), ':'), &["on", "every", "each"]), &["the"]);
    if let Some((end, days)) = days_of(scan, named, period) {
        return Some((end, so_many(days, count)));
    }
    Some((end, unsupported(NAME_THE_DAYS)))
}

const NAME_THE_DAYS: &str = "several times in a period: name the days";

/// "a week", "/week": what a number of times is of.
fn per(scan: &Scan, at: usize) -> bool {
    scan.is(at, &["a", "per", "an", "every", "each"]) || scan.mark(at) == Some('/')
}

/// "a week", "per month", "weekly": the period that so many times are of.
fn period(scan: &Scan, at: usize) -> Hit<(Unit, i64)> {
    let unit = match scan.word(at) {
        "daily" => Unit::Day,
        "weekly" => Unit::Week,
        "monthly" => Unit::Month,
        "yearly" | "annually" => Unit::Year,
        _ => return words::unit(scan, at + 1).filter(|_| per(scan, at)),
    };
    Some((at + 1, (unit, 1)))
}

/// "twice", "3 times", "3x": how often.
fn times_over(scan: &Scan, at: usize) -> Hit<i64> {
    if scan.word(at) == "twice" {
        return Some((at + 1, 2));
    }
    match words::quantity(scan, at)? {
        (end, Quantity::Halves(halves)) if scan.is(end, &["times", "x"]) => Some((end + 1, halves / 2)),
        _ => None,
    }
}

/// The days of a week or of a month that a repetition in such a period can be on.
enum Days {
    Week(Vec<Weekday>),
    Month(MonthDays),
}

fn days_of(scan: &Scan, at: usize, period: (Unit, i64)) -> Hit<Days> {
    match period {
        (Unit::Week, 1) => rule_days::weekdays(scan, at).map(|(end, days)| (end, Days::Week(days))),
        (Unit::Month, 1) => rule_days::month_days(scan, at).map(|(end, days)| (end, Days::Month(days))),
        _ => None,
    }
}

/// The repetition on days of which so many were said.
fn so_many(days: Days, count: i64) -> Core {
    let named = match &days {
        Days::Week(days) => days.len(),
        Days::Month(MonthDays::Days(days)) => days.len(),
        Days::Month(MonthDays::Weekdays(days)) => days.len(),
        Days::Month(MonthDays::FromEnd) => return unsupported(rule_days::FROM_END),
    };
    if i64::try_from(named) != Ok(count) {
        return unsupported("so many days are not named: name each of them");
    }
    Core::Rule(match days {
        Days::Week(days) => weekly(1, days),
        Days::Month(days) => monthly(days, 1),
    })
}

/// "tuesday and friday twice a week": the days in front of how many they are.
fn named_first(scan: &Scan, at: usize, period: Unit) -> Hit<Core> {
    let (end, days) = days_of(scan, scan.skip_word(at, "the"), (period, 1))?;
    let often = scan.skip_mark(end, ',');
    let (times, count) = times_over(scan, often)?;
    let (end, said) = self::period(scan, times)?;
    (said == (period, 1)).then(|| (end, so_many(days, count)))
}

/// "3 days after completion".
fn units_after_completion(scan: &Scan, at: usize) -> Hit<Core> {
    let (end, Quantity::Halves(halves)) = words::quantity(scan, at)? else {
        return None;
    };
    let (end, (unit, per_word)) = words::unit(scan, end)?;
    let end = tails::after_completion(scan, end)?;
    if halves % 2 != 0 {
        return None;
    }
    let core = match of_unit(unit, halves / 2 * per_word)? {
        Core::Rule(mut building) => {
            building.rule.anchor = Anchor::Completion;
            Core::Rule(building)
        }
        question => question,
    };
    Some((end, core))
}

/// Whether a day of the year stands between two places: "every [jan 14]", "yearly on [christmas]".
pub(super) fn names_day(scan: &Scan, mut places: Range<usize>) -> bool {
    places.any(|at| absolute::month(scan, at).is_some() || holidays::each_year(scan, at).is_some())
}

/// Two neighbouring phrases that say one thing: "at 9 every day", "dec 1 every month". `part` is the
/// part of the day the second ends with: "at 8 every evening"; `named` is whether a repetition that comes once a year
/// says itself on which day; `holiday` is what the other phrase names: "on thanksgiving every year".
pub(super) fn join(
    clock: &Clock,
    (first, second): (&Found, &Found),
    part: Option<Part>,
    named: bool,
    holiday: Option<Yearly>,
) -> Option<What> {
    let (repetition, other) = match (&first.what, &second.what) {
        (What::Recurrence { .. }, _) => (first, second),
        (_, What::Recurrence { .. }) => (second, first),
        _ => return None,
    };
    let What::Recurrence { rule, start, time, note } = &repetition.what else {
        return None;
    };
    let starts = matches!(other.role, Role::From | Role::When);
    let (from, at, more) = match &other.what {
        What::Time { time, .. } if starts => (None, Some(*time), None),
        What::Date { date, .. } if starts => (Some(*date), None, None),
        What::DateTime { date, time, note } if starts => (Some(*date), Some(*time), note.clone()),
        _ => return None,
    };
    let at = match (at, time, part) {
        (None, ..) | (Some(_), None, _) => at,
        (Some(at), Some(_), Some(part)) => Some(times::in_part(at, part)),
        (Some(_), Some(_), None) => return None,
    };
    let yearly = rule.frequency == Frequency::Yearly;
    let free = rule.by_day.is_empty() && rule.by_month_day.is_empty();
    // "every jan 14, apr 14": the rule has one day, and it is the first one's.
    if yearly && free && named && from.is_some() {
        return None;
    }
    // "friday … every monday" are two things, "from friday … every monday" is one.
    let mut rule = rule.clone();
    if let (true, Some(holiday)) = (yearly && free, holiday) {
        match holiday {
            Yearly::Day(..) => {}
            Yearly::Weekday(day, _) => rule.by_day = vec![day],
            Yearly::Otherwise => {
                return Some(What::Ambiguous { options: Vec::new(), note: Yearly::UNRULED.to_owned() });
            }
        }
    }
    let (start, since) = match from {
        None => (*start, None),
        Some(date) if other.role == Role::From || free => tails::go_on(&mut rule, date, clock.today()),
        Some(_) => return None,
    };
    let moved = from.and(start).map(|start| format!("first on {}", short(start)));
    let note = calendar::join(note.clone(), calendar::join(calendar::join(moved, since), more));
    Some(What::Recurrence { rule, start, time: at.or(*time), note })
}
