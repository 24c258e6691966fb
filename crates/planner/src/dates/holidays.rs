//! Holidays with an English name. Only fixed days, and those whose rule is settled where the user is.

use countersign_core::recurrence::ByDay;
use jiff::civil::{Date, Weekday};
use std::collections::HashMap;
use std::sync::LazyLock;

use super::calendar::{self, short};
use super::scan::{Hit, Scan};
use super::when::{Class, Day, Named};
use super::words;
use super::{Clock, DateOrder};
use names::NAMES;

mod names;

/// How a holiday's date is found.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rule {
    Fixed(i8, i8),
    /// The nth weekday of a month, in the United States.
    American(i8, i8, Weekday, i8),
    /// Thanksgiving, and days after it: fourth Thursday of November, or second Monday of October in Canada.
    Thanksgiving(i64),
    /// Days from Easter Sunday.
    Easter(i64),
    /// Days from the Easter Sunday of the Orthodox churches.
    OrthodoxEaster(i64),
    /// Days from the fourth Sunday of Advent, the last one before Christmas Day.
    Advent(i64),
}

/// The names by their first word, in order.
static BY_FIRST: LazyLock<HashMap<&'static str, Vec<&'static (&'static str, Rule)>>> = LazyLock::new(|| {
    let mut all: HashMap<&'static str, Vec<&'static (&'static str, Rule)>> = HashMap::new();
    for one in &NAMES {
        let first = one.0.split(' ').next().unwrap_or(one.0);
        // "presidents'" ends in a mark that is no part of the word.
        let word = if one.0.contains("' ") { first.trim_end_matches('\'') } else { first };
        all.entry(word).or_default().push(one);
    }
    all
});

/// The names that begin with this word.
fn beginning(word: &str) -> impl Iterator<Item = &'static (&'static str, Rule)> {
    BY_FIRST.get(word).into_iter().flatten().copied()
}

/// Which country's rule counts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Country {
    UnitedStates,
    Canada,
    Unknown,
}

fn country(clock: &Clock) -> Country {
    let zone = clock.zone.as_str();
    let canadian = [
        "America/Toronto",
        "America/Vancouver",
        "America/Edmonton",
        "America/Winnipeg",
        "America/Halifax",
        "America/St_Johns",
        "America/Montreal",
        "America/Regina",
        "America/Moncton",
        "America/Whitehorse",
        "America/Yellowknife",
        "America/Iqaluit",
        "America/Goose_Bay",
        "America/Glace_Bay",
    ];
    let american = [
        "America/New_York",
        "America/Chicago",
        "America/Denver",
        "America/Los_Angeles",
        "America/Phoenix",
        "America/Anchorage",
        "America/Detroit",
        "America/Boise",
        "America/Juneau",
        "America/Sitka",
        "America/Nome",
        "America/Adak",
        "America/Metlakatla",
        "America/Yakutat",
        "America/Menominee",
        "Pacific/Honolulu",
    ];
    let families = ["US/", "America/Indiana/", "America/Kentucky/", "America/North_Dakota/"];
    if american.contains(&zone) || families.iter().any(|family| zone.starts_with(family)) {
        return Country::UnitedStates;
    }
    if canadian.contains(&zone) || zone.starts_with("Canada/") {
        return Country::Canada;
    }
    match clock.date_order {
        Some(DateOrder::Mdy) => Country::UnitedStates,
        _ => Country::Unknown,
    }
}

/// The month, and which of its weekdays a holiday is, or is counted from.
fn weekday_of_month(rule: Rule, country: Country) -> Option<(i8, i8, Weekday)> {
    match (rule, country) {
        (Rule::American(month, 0, weekday, nth), Country::UnitedStates) => Some((month, nth, weekday)),
        (Rule::Thanksgiving(0), Country::Canada) => Some((10, 2, Weekday::Monday)),
        // The sales follow the American feast on both sides of the border.
        (Rule::Thanksgiving(_), Country::UnitedStates | Country::Canada) => Some((11, 4, Weekday::Thursday)),
        _ => None,
    }
}

/// The holiday in a year; `None` where the rule of the user's country is not known.
fn date(rule: Rule, year: i16, country: Country) -> Option<Date> {
    match (rule, country) {
        (Rule::Fixed(month, day), _) => Date::new(year, month, day).ok(),
        (Rule::Easter(offset), _) => calendar::easter(year).map(|easter| calendar::add_days(easter, offset)),
        (Rule::OrthodoxEaster(offset), _) => {
            calendar::orthodox_easter(year).map(|easter| calendar::add_days(easter, offset))
        }
        (Rule::Advent(offset), _) => {
            let christmas = Date::new(year, 12, 25).ok()?;
            Some(calendar::add_days(calendar::before(christmas, Weekday::Sunday), offset))
        }
        (Rule::American(month, day, ..), Country::UnitedStates) if day > 0 => Date::new(year, month, day).ok(),
        (Rule::American(..) | Rule::Thanksgiving(_), _) => {
            let (month, nth, weekday) = weekday_of_month(rule, country)?;
            let day = Date::new(year, month, 1).ok()?.nth_weekday_of_month(nth, weekday).ok()?;
            let offset = if let Rule::Thanksgiving(offset) = rule { offset } else { 0 };
            Some(calendar::add_days(day, offset))
        }
    }
}

pub(super) fn read(scan: &Scan, at: usize) -> Hit<Day> {
    let start = scan.skip_word(at, "the");
    let which = scan.word(start);
    let name_at = scan.skip_any(start, &["this", "next", "last", "coming"]);
    let (end, rule) = named(scan, name_at)?;
    let country = country(scan.clock);
    let today = scan.today();
    let in_year = |year: i16| date(rule, year, country);
    if in_year(2028).is_none() {
        return Some((end, unknown(rule, today)?));
    }
    let class = Class::Holiday;
    let said_year = [("this year", 0), ("next year", 1), ("last year", -1)]
        .into_iter()
        .find_map(|(words, years)| Some((scan.words(end, words)?, today.year() + years)));
    if let (Some((end, year)), true) = (super::absolute::year(scan, end).or(said_year), name_at == start) {
        return Some((end, Day::on(in_year(year)?, Class::Sure)));
    }
    let coming = (0..=8).find_map(|years| in_year(today.year() + years).filter(|date| *date >= today))?;
    let hit = match which {
        "last" => {
            let past = (0..=8).find_map(|years| in_year(today.year() - years).filter(|date| *date < today))?;
            Day::on(past, Class::Sure)
        }
        "next" if coming.year() == today.year() => {
            let later = in_year(today.year() + 1)?;
            let label = |date: Date| (date, date.year().to_string());
            let note = "the one that comes, or the one after".to_owned();
            Day::new(Named::Ambiguous { options: vec![label(coming), label(later)], note }, Class::Sure)
        }
        _ => Day::on(coming, class),
    };
    let moving = !matches!(rule, Rule::Fixed(..)) || coming.year() != today.year();
    Some((
        end,
        if moving && hit.date() == Some(coming) { hit.noted(format!("next one: {}", short(coming))) } else { hit },
    ))
}

/// The name of a holiday, with its rule.
fn named(scan: &Scan, at: usize) -> Hit<Rule> {
    let hit = |(name, rule): &(&str, Rule)| {
        // "presidents'" ends in a mark that is no part of the word.
        let end = match name.split_once("' ") {
            None => scan.words(at, name)?,
            Some((first, rest)) => {
                let mark = scan.words(at, first)?;
                (scan.mark(mark) == Some('\'')).then(|| scan.words(mark + 1, rest))??
            }
        };
        Some((end, *rule))
    };
    let named = beginning(scan.word(at)).filter_map(hit).max_by_key(|(end, _)| *end);
    named.or_else(|| sunday_of_advent(scan, at))
}

/// "the 3rd advent", "first sunday of advent".
fn sunday_of_advent(scan: &Scan, at: usize) -> Hit<Rule> {
    let (end, nth) = words::ordinal(scan, at).filter(|(_, nth)| (1..=4).contains(nth))?;
    let end = scan.any_words(end, &["advent", "of advent", "advent sunday", "sunday of advent", "sunday in advent"])?;
    Some((end, Rule::Advent((i64::from(nth) - 4) * 7)))
}

/// Whether the word at `at` is the last one of a holiday's name: "whit monday" is no monday.
pub(super) fn ends_with(scan: &Scan, at: usize) -> bool {
    let names = |first: usize| beginning(scan.word(first)).any(|(name, _)| scan.words(first, name) == Some(at + 1));
    (1..=3).filter_map(|back| at.checked_sub(back)).any(names)
}

/// How a holiday comes again, for "every christmas", "every thanksgiving".
pub(super) enum Yearly {
    /// A day of a month.
    Day(i8, i8),
    /// A weekday of a month, and the next one: "mother's day".
    Weekday(ByDay, Date),
    /// By a rule that no repetition has, as Easter does, or that is not known where the user is.
    Otherwise,
}

impl Yearly {
    /// What is said instead of a repetition that there is not.
    pub(super) const UNRULED: &str = "its date differs from year to year: name the day of each";
}

pub(super) fn each_year(scan: &Scan, at: usize) -> Hit<Yearly> {
    let (end, rule) = named(scan, at)?;
    let country = country(scan.clock);
    let coming = || {
        let today = scan.today();
        (0..=1).find_map(|years| date(rule, today.year() + years, country).filter(|date| *date >= today))
    };
    let yearly = match (rule, country) {
        (Rule::Fixed(month, day), _) => Yearly::Day(month, day),
        (Rule::American(month, day, ..), Country::UnitedStates) if day > 0 => Yearly::Day(month, day),
        (Rule::American(..) | Rule::Thanksgiving(0), _) => match (weekday_of_month(rule, country), coming()) {
            (Some((_, nth, day)), Some(coming)) => Yearly::Weekday(ByDay { nth: Some(nth), day }, coming),
            _ => Yearly::Otherwise,
        },
        _ => Yearly::Otherwise,
    };
    Some((end, yearly))
}

/// Thanksgiving somewhere else: two countries' days, so ask. Others are not known well enough.
fn unknown(rule: Rule, today: Date) -> Option<Day> {
    let options = |country: Country, label: &str| {
        let coming = (0..=1).find_map(|years| date(rule, today.year() + years, country).filter(|date| *date >= today));
        coming.map(|date| (date, label.to_owned()))
    };
    let options: Vec<_> = match rule {
        Rule::Thanksgiving(0) => [options(Country::UnitedStates, "United States"), options(Country::Canada, "Canada")]
            .into_iter()
            .flatten()
            .collect(),
        _ => [options(Country::UnitedStates, "United States")].into_iter().flatten().collect(),
    };
    let note = "the day differs from country to country".to_owned();
    Some(Day::new(Named::Ambiguous { options, note }, Class::Holiday))
}
