//! What follows the core of a repetition: times, days, the start, the end, exceptions.

use countersign_core::recurrence::{Anchor, ByDay, Frequency, Recurrence};
use jiff::civil::{Date, Time, Weekday};

use super::calendar::{self, short};
use super::guard;
use super::holidays::Yearly;
use super::prepositions::{self, Prep};
use super::rule_days::{self, MonthDays};
use super::scan::{Hit, Scan};
use super::things;
use super::times::{self, Part};
use super::when::{self, Named};
use super::words::{self, Quantity, Unit};
use super::{Clock, What, absolute, holidays, periods};

/// A repetition being read.
#[derive(Debug, Clone)]
pub(super) struct Building {
    pub(super) rule: Recurrence,
    /// Not before this day.
    pub(super) floor: Option<Date>,
    /// The day of a yearly rule.
    pub(super) yearly: Option<(i8, i8)>,
    /// The month that the weekday of a yearly rule is in: "every thanksgiving".
    pub(super) month: Option<i8>,
    pub(super) time: Option<Time>,
    /// "every evening": its hour until one is named, and the half of the day of that one.
    pub(super) part: Option<Part>,
    /// "for 3 weeks": counted from the first date.
    pub(super) lasts: Option<(Unit, i64)>,
    pub(super) note: Option<String>,
    /// "forever": it was said that nothing ends it.
    pub(super) endless: bool,
    /// What was said of it that no rule can keep: a question instead of a rule.
    pub(super) refused: Option<&'static str>,
}

impl Building {
    pub(super) fn new(rule: Recurrence) -> Self {
        Building {
            rule,
            floor: None,
            yearly: None,
            month: None,
            time: None,
            part: None,
            lasts: None,
            note: None,
            endless: false,
            refused: None,
        }
    }

    pub(super) fn noted(mut self, note: impl Into<String>) -> Self {
        self.note = calendar::join(self.note, Some(note.into()));
        self
    }

    /// "every christmas", "every year on thanksgiving": the yearly rule of a holiday.
    pub(super) fn each_year(mut self, holiday: Yearly) -> Self {
        match holiday {
            Yearly::Day(month, day) => self.yearly = Some((month, day)),
            Yearly::Weekday(day, first) => {
                self.rule.by_day = vec![day];
                self.month = Some(first.month());
            }
            Yearly::Otherwise => self.refused = Some(Yearly::UNRULED),
        }
        self
    }

    /// The rule with its first date: the first match on or after the start, never before today
    /// (TODOS.md rule 7). A start that is past still says which days and which weeks.
    pub(super) fn finish(mut self, clock: &Clock) -> What {
        if let Some(note) = self.refused {
            return What::Ambiguous { options: Vec::new(), note: note.to_owned() };
        }
        let floor = self.floor.unwrap_or(clock.today());
        // "monthly starting jan 31" is every 31st.
        let open = self.rule.by_day.is_empty() && self.rule.by_month_day.is_empty();
        if let Some(from) = self.floor.filter(|from| from.day() > 28 && open)
            && self.rule.frequency == Frequency::Monthly
        {
            let (rule, note) = MonthDays::Days(vec![from.day()]).onto(self.rule);
            (self.rule, self.note) = (rule, calendar::join(self.note, note));
        }
        let anchor = match (self.yearly, self.month) {
            (None, None) => floor,
            // The rule stays in the month of its start, so the start must be in that month.
            (None, Some(month)) => {
                let of_year = |years: i16| {
                    let first = calendar::ymd(floor.year() + years, month, 1)?;
                    let day = self.rule.iter(first).next().filter(|day| day.month() == month)?;
                    (day >= floor).then_some(day)
                };
                (0..=8).find_map(of_year).unwrap_or(floor)
            }
            (Some((month, day)), _) => {
                let coming = (0..=8).find_map(|years| {
                    let day = u32::from(day.unsigned_abs());
                    calendar::ymd(floor.year() + years, month, day).filter(|date| *date >= floor)
                });
                if (month, day) == (2, 29) {
                    self = self.noted("February 29 comes in leap years only");
                }
                coming.unwrap_or(floor)
            }
        };
        let begun = super::anchor(&self.rule, anchor);
        if let (Some(begun), Some((unit, amount))) = (begun, self.lasts) {
            let after = match unit {
                Unit::Month => calendar::add_months(begun, amount),
                Unit::Year => calendar::add_months(begun, amount * 12),
                Unit::Week => calendar::add_days(begun, amount * 7),
                _ => calendar::add_days(begun, amount),
            };
            self.rule.until = Some(calendar::add_days(after, -1));
        }
        let (start, note) = go_on(&mut self.rule, anchor, clock.today());
        self.note = calendar::join(self.note, note);
        if self.rule.until.is_none() && self.rule.count.is_none() && !self.endless {
            let from = start.unwrap_or(floor);
            self.rule.until = clock.default_until.last_day(from);
        }
        if start.is_none() {
            self = self.noted("it ends before its first date");
        }
        if let (Some(start), Some(time)) = (start, self.time) {
            self.note = calendar::join(self.note, when::clock_change(clock, start, time));
        }
        What::Recurrence { rule: self.rule, start, time: self.time, note: self.note }
    }
}

/// The first date of a series from today on, when it begins on or after `from`; what it has had of its count
/// is taken off. With a note where it has begun already.
pub(super) fn go_on(rule: &mut Recurrence, from: Date, today: Date) -> (Option<Date>, Option<String>) {
    let begun = super::anchor(rule, from).filter(|first| *first < today);
    let Some((next, past)) = super::resumed(rule, from, today) else { return (None, None) };
    let note = begun.map(|first| match rule.count {
        Some(count) => format!("{past} of {count} are past since {}", short(first)),
        None => format!("counted from {}", short(first)),
    });
    rule.count = rule.count.map(|count| count.saturating_sub(past).max(1));
    (Some(next), note)
}

/// Reads as many tails as there are.
pub(super) fn read(scan: &Scan, at: usize, building: Building) -> (usize, Building) {
    let (mut end, mut building) = (at, building);
    loop {
        let start = scan.skip_mark(end, ',');
        let next = from_now_on(scan, start, &building)
            .or_else(|| unknown_end(scan, start, &building))
            .or_else(|| week_days(scan, start, &building))
            .or_else(|| limit(scan, start, &building))
            .or_else(|| times_left(scan, start, &building))
            .or_else(|| days(scan, start, &building))
            .or_else(|| endless(scan, start, &building))
            .or_else(|| except(scan, start, &building))
            .or_else(|| completion(scan, start, &building))
            .or_else(|| second_time(scan, start, &building))
            .or_else(|| time(scan, start, &building))
            .or_else(|| window(scan, start, &building));
        match next.filter(|(next_end, _)| scan.ends(*next_end)) {
            Some((next_end, next)) => (end, building) = (next_end, next),
            None => return (end, building),
        }
    }
}

/// Words for a repetition that nothing ends.
pub(super) const ENDLESS: [&str; 15] = [
    "forever",
    "for ever",
    "forever and ever",
    "indefinitely",
    "without end",
    "without an end",
    "without end date",
    "without an end date",
    "with no end",
    "with no end date",
    "with no ending",
    "no end",
    "no end date",
    "open ended",
    "open end",
];

/// "every tuesday forever".
fn endless(scan: &Scan, at: usize, building: &Building) -> Hit<Building> {
    let end = scan.any_words(at, &ENDLESS)?;
    let bounded = building.rule.until.is_some() || building.rule.count.is_some() || building.lasts.is_some();
    (!bounded && guard::safe_next(scan, end)).then(|| (end, Building { endless: true, ..building.clone() }))
}

/// "every monday from now on": it begins now, as any repetition does.
fn from_now_on(scan: &Scan, at: usize, building: &Building) -> Hit<Building> {
    let end = scan.any_words(at, &["from now on", "from now onwards", "from here on", "from today on"])?;
    Some((end, building.clone()))
}

fn time(scan: &Scan, at: usize, building: &Building) -> Hit<Building> {
    if building.time.is_some() && building.part.is_none() {
        return None;
    }
    let (end, clocked) = when::time_after(scan, at)?;
    if matches!(clocked.sure, times::Sure::BareHour | times::Sure::Phrase) && things::address(scan, end) {
        return None;
    }
    let settled = scan.settle(&clocked, building.part)?;
    let mut building = Building { time: Some(settled.time), part: None, ..building.clone() };
    // "every friday night at 1" is of saturdays.
    if settled.clash || settled.days != 0 && building.rule.frequency != Frequency::Daily {
        building.refused = Some(times::CLASH);
    }
    if settled.timetabled.is_some() {
        building.refused = Some(times::TIMETABLED);
    }
    building.note = calendar::join(building.note, settled.note);
    Some((end, building))
}

/// "starting monday", "until dec 1", "through december".
fn limit(scan: &Scan, at: usize, building: &Building) -> Hit<Building> {
    let (start, prep, fuzzy) = match scan.word(at) {
        // "every day to friday"
        "to" if !scan.moved_before(at) => (at + 1, Prep::Through, false),
        _ => prepositions::preposition(scan, at),
    };
    let starting = matches!(prep, Prep::Start | Prep::From | Prep::After);
    let ending = matches!(prep, Prep::Until | Prep::Through | Prep::Before);
    if fuzzy || !starting && !ending {
        return None;
    }
    let (end, day) = when::day(scan, start)?;
    let mut building = building.clone();
    if starting {
        let first = match day.named {
            Named::On(date) => date,
            Named::Period { from, .. } => from,
            _ => return None,
        };
        // "from january 1 on", but not "from january 1 on mondays".
        let open = scan.is(end, &["on", "onward", "onwards"]) && prep == Prep::From;
        let behind = scan.skip_word(end + 1, "the");
        let names = rule_days::weekdays(scan, behind).is_some()
            || rule_days::month_days(scan, behind).is_some()
            || when::day(scan, behind).is_some();
        let end = if open && !names { end + 1 } else { end };
        let after = prep == Prep::After;
        building.floor = Some(if after { calendar::add_days(first, 1) } else { first });
        return Some((end, building));
    }
    let date = match day.named {
        Named::Period { from, .. } if prep == Prep::Before => from,
        _ => {
            let reading = when::Reading { start, end, prep, day: Some(day), time: None, fuzzy: false };
            let What::Date { date, .. } = when::meaning(scan, &reading)? else { return None };
            date
        }
    };
    let last = if prep == Prep::Before { calendar::add_days(date, -1) } else { date };
    building.rule.until = Some(last);
    Some((end, building.noted(format!("last day {}", short(last)))))
}

/// "in december", "next week", "between dec 1 and dec 31": the stretch that holds all of it.
fn window(scan: &Scan, at: usize, building: &Building) -> Hit<Building> {
    let rule = &building.rule;
    let bounded = rule.until.is_some() || rule.count.is_some() || building.floor.is_some() || building.lasts.is_some();
    if bounded || building.yearly.is_some() {
        return None;
    }
    // "over christmas": how long that is nobody said.
    if scan.is(at, &["over", "during"])
        && let Some((end, day)) = when::day(scan, at + 1)
        && matches!(day.named, Named::On(_))
    {
        let refused = Some("say the first and the last day of it");
        return Some((end, Building { refused, ..building.clone() }));
    }
    let mut readings = super::ranges::read(scan, at);
    readings.extend(when::read(scan, at));
    let stretch = |what: &What| match what {
        What::Range { from, to, .. } => Some((*from, *to)),
        _ => None,
    };
    let reading =
        readings.into_iter().filter(|r| scan.ends(r.end) && stretch(&r.what).is_some()).max_by_key(|r| r.end)?;
    let (from, to) = stretch(&reading.what)?;
    let days = (to - from).get_days();
    // "every month in december" and "every year in may" say which day, not how long.
    let holds = match rule.frequency {
        Frequency::Daily | Frequency::Weekly => days >= 1,
        Frequency::Monthly => days > 31,
        Frequency::Yearly | Frequency::None => false,
    };
    if !holds || to < scan.today() {
        return None;
    }
    let mut building = building.clone();
    building.floor = Some(from.max(scan.today()));
    building.rule.until = Some(to);
    Some((reading.end, building.noted(format!("last day {}", short(to)))))
}

/// "until summer", "twice": an end that is no date, and a number that may be of each day or of all.
fn unknown_end(scan: &Scan, at: usize, building: &Building) -> Hit<Building> {
    let until = scan.any_words(at, &["until", "till", "until the", "till the", "until next", "through"]);
    let season = until.filter(|end| {
        scan.is(*end, &["spring", "summer", "autumn", "winter", "fall"]) && guard::safe_next(scan, end + 1)
    });
    let often = scan.is(at, &["twice", "thrice"]) && scan.at_end(at + 1);
    let (end, refused) = match season {
        Some(end) => (end + 1, "say its last day as a date"),
        None if often => (at + 1, "how often it is in all is not said: say “for 2 weeks” or its last day"),
        None => return None,
    };
    Some((end, Building { refused: Some(refused), ..building.clone() }))
}

/// "daily at 7 and 19": a todo has one time.
fn second_time(scan: &Scan, at: usize, building: &Building) -> Hit<Building> {
    let start = scan.skip_word(at, "and");
    let listed = start > at || at > 0 && scan.mark(at - 1) == Some(',');
    let refused = Some("a todo has one time a day: say one todo for each");
    // "every morning, noon and evening"
    if listed && building.part.is_some() && is_part(scan, start) {
        let mut end = start + 1;
        while let Some(next) = next_part(scan, end) {
            end = next;
        }
        return guard::safe_next(scan, end).then(|| (end, Building { refused, ..building.clone() }));
    }
    let hour = scan.number(start).filter(|hour| start > at && building.time.is_some() && *hour < 24)?;
    let safe = hour > 0 && (scan.at_end(start + 1) || guard::safe_next(scan, start + 1));
    safe.then(|| (start + 1, Building { refused, ..building.clone() }))
}

fn is_part(scan: &Scan, at: usize) -> bool {
    times::part(scan.word(at)).is_some() || scan.is(at, &["noon", "midday", "midnight", "bedtime"])
}

/// ", noon", "and evening": the index after it.
fn next_part(scan: &Scan, at: usize) -> Option<usize> {
    let start = scan.skip_word(scan.skip_mark(at, ','), "and");
    (start > at && is_part(scan, start)).then_some(start + 1)
}

/// "5 times", "for 10 days", "for 3 weeks", "for 5 occurrences".
pub(super) fn times_left(scan: &Scan, at: usize, building: &Building) -> Hit<Building> {
    let start = scan.any_words(at, &["for the next", "for a total of", "a total of", "for", "only"]).unwrap_or(at);
    if scan.word(at) == "once" || scan.word(at) == "twice" {
        return None;
    }
    // "x4", "4x"
    let behind = scan.number(at + 1).filter(|_| scan.word(at) == "x" && scan.glued(at + 1));
    let before = scan.number(at).filter(|_| scan.word(at + 1) == "x" && scan.glued(at + 1) && scan.at_end(at + 2));
    if let Some(count) = behind.or(before).filter(|count| *count > 0) {
        let mut building = building.clone();
        building.rule.count = Some(count);
        return Some((at + 2, building));
    }
    let (end, Quantity::Halves(halves)) = words::quantity(scan, start)? else {
        return None;
    };
    let amount = halves / 2;
    if halves % 2 != 0 || amount < 1 {
        return None;
    }
    let count = u32::try_from(amount).ok()?;
    let mut building = building.clone();
    // "for five mondays", of what is on mondays.
    let own = |end: usize| matches!(words::weekday(scan.word(end)), Some((day, words::Form::Plural)) if building.rule.by_day == [ByDay::every(day)]);
    if start > at && own(end) {
        building.rule.count = Some(count);
        return Some((end + 1, building));
    }
    let end = if scan.word(end) == "more" { end + 1 } else { end };
    if scan.is(end, &["times", "occurrences", "repetitions", "sessions", "time"]) {
        // "3 times a week" is how often, not how many.
        if scan.is(end + 1, &["a", "per", "every", "each"]) || scan.mark(end + 1) == Some('/') {
            return None;
        }
        building.rule.count = Some(count);
        return Some((end + 1, building));
    }
    if start == at {
        return None;
    }
    let (end, (unit, per_word)) = words::unit(scan, end)?;
    if unit.is_clock() {
        return None;
    }
    let daily =
        building.rule.frequency == Frequency::Daily && building.rule.interval == 1 && building.rule.by_day.is_empty();
    match (unit, daily) {
        (Unit::Day, true) => building.rule.count = Some(count),
        _ => building.lasts = Some((unit, amount * per_word)),
    }
    Some((end, building))
}

/// "every week from monday to friday", "every 2 weeks mon and thu", "every day from monday to friday": of each week, several of
/// its days.
fn week_days(scan: &Scan, at: usize, building: &Building) -> Hit<Building> {
    let rule = &building.rule;
    let open = rule.by_day.is_empty() && rule.by_month_day.is_empty();
    let each = match rule.frequency {
        Frequency::Weekly => open,
        Frequency::Daily => open && rule.interval == 1,
        _ => false,
    };
    let (end, days) = rule_days::behind(scan, at, rule.frequency).filter(|_| each)?;
    let by_day = days.into_iter().map(ByDay::every).collect();
    let rule = Recurrence { frequency: Frequency::Weekly, by_day, ..rule.clone() };
    Some((end, Building { rule, ..building.clone() }))
}

/// "on monday and friday", "on the 15th", "on the first monday", "on june 3".
fn days(scan: &Scan, at: usize, building: &Building) -> Hit<Building> {
    let rule = &building.rule;
    // "every year 24 december"
    let bare =
        (rule.frequency == Frequency::Yearly).then_some(at).filter(|at| absolute::month_and_day(scan, *at).is_some());
    let start = scan.any_words(at, &["on the", "on"]).or(bare)?;
    if !rule.by_day.is_empty() || !rule.by_month_day.is_empty() || building.yearly.is_some() {
        return None;
    }
    let mut building = building.clone();
    match rule.frequency {
        Frequency::Weekly | Frequency::Daily => {
            let (end, days) = rule_days::weekdays(scan, start)?;
            building.rule.frequency = Frequency::Weekly;
            building.rule.by_day = days.into_iter().map(ByDay::every).collect();
            Some((end, building))
        }
        Frequency::Monthly => {
            let (end, part) = rule_days::month_days(scan, start)?;
            // "every quarter on the last day" is of a month that ends one, and no other.
            if (0..at).any(|i| scan.is(i, &["quarter", "quarters", "quarterly"])) {
                building.refused = Some("which month of the quarter is not said: name the date");
                return Some((end, building));
            }
            if matches!(part, MonthDays::FromEnd) {
                building.refused = Some(rule_days::FROM_END);
            }
            let (rule, note) = part.onto(building.rule);
            building.rule = rule;
            building.note = calendar::join(building.note, note);
            Some((end, building))
        }
        Frequency::Yearly => {
            if let Some((end, day, month)) = weekday_of_month(scan, start) {
                building.rule.by_day = vec![day];
                building.month = Some(month);
                return Some((end, building));
            }
            if let Some((end, holiday)) = holidays::each_year(scan, start) {
                return Some((end, building.each_year(holiday)));
            }
            let (end, month, day) = absolute::month_and_day(scan, start)?;
            // In a leap year all days are there that any year has.
            calendar::ymd(2028, month, day)?;
            building.yearly = Some((month, i8::try_from(day).ok()?));
            Some((end, building))
        }
        Frequency::None => None,
    }
}

/// "the first sunday of november" of every year, and its month.
fn weekday_of_month(scan: &Scan, at: usize) -> Option<(usize, ByDay, i8)> {
    let (end, nth) = periods::which(scan, at).filter(|(_, nth)| (-5..=5).contains(nth))?;
    let (end, day, _) = super::relative::name(scan, end)?;
    let of = scan.skip_any(end, &["of", "in"]);
    let (end, month) = absolute::month(scan, of).filter(|_| of > end)?;
    Some((end, ByDay { nth: i8::try_from(nth).ok(), day }, month))
}

pub(super) fn except(scan: &Scan, at: usize, building: &Building) -> Hit<Building> {
    let start = scan.any_words(
        at,
        &[
            "except",
            "except on",
            "except for",
            "except the",
            "excluding",
            "but not",
            "but not on",
            "but never on",
            "other than",
            "but",
            "but the",
            "but for",
            "but on",
            "save",
            "save for",
            "without",
            "minus",
            "apart from",
            "aside from",
            "besides",
            "not on",
            "but not the",
            "excluding the",
            "but not in",
            "except in",
            "not in",
            "skip",
            "skip the",
            "skip on",
            "skipping",
            "skipping the",
            "leaving out",
            "leave out",
        ],
    )?;
    let Some((end, without)) = rule_days::weekdays(scan, start) else {
        // "except christmas", "but not in december"
        let (end, _) = when::day(scan, start).filter(|_| scan.word(at) != "save")?;
        let refused = Some("a repetition cannot leave out single dates or months: name the days it has");
        return Some((end, Building { refused, ..building.clone() }));
    };
    let rule = &building.rule;
    let plain_daily = rule.frequency == Frequency::Daily && rule.interval == 1;
    let all: Vec<Weekday> = match rule.frequency {
        Frequency::Daily if plain_daily => Weekday::Monday.cycle_forward().take(7).collect(),
        Frequency::Weekly => rule.by_day.iter().map(|by| by.day).collect(),
        _ => return None,
    };
    let left: Vec<Weekday> = all.into_iter().filter(|day| !without.contains(day)).collect();
    if left.is_empty() {
        return None;
    }
    let mut building = building.clone();
    building.rule.frequency = Frequency::Weekly;
    building.rule.by_day = left.into_iter().map(ByDay::every).collect();
    Some((end, building))
}

/// "after completion", "after i finish it".
pub(super) fn after_completion(scan: &Scan, at: usize) -> Option<usize> {
    scan.any_words(
        at,
        &[
            "after completion",
            "after completing",
            "after completing it",
            "after finishing",
            "after i finish",
            "after i finish it",
            "after i complete it",
            "after it's done",
            "after it is done",
            "after done",
            "after doing it",
            "after last completion",
            "after the last completion",
            "from completion",
            "after last done",
            "after i do it",
            "after each completion",
            "since completion",
        ],
    )
}

fn completion(scan: &Scan, at: usize, building: &Building) -> Hit<Building> {
    let end = after_completion(scan, at)?;
    let mut building = building.clone();
    building.rule.anchor = Anchor::Completion;
    Some((end, building))
}
