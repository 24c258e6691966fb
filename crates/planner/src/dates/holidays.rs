//! Holidays with an English name. Only fixed days, and those whose rule is settled where the user is.

use jiff::civil::{Date, Weekday};
use std::collections::HashMap;
use std::sync::LazyLock;

use super::calendar::{self, short};
use super::scan::{Hit, Scan};
use super::when::{Class, Day, Named};
use super::{Clock, DateOrder};

/// How a holiday's date is found.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rule {
    Fixed(i8, i8),
    /// The nth weekday of a month, in the United States.
    American(i8, i8, Weekday, i64),
    /// Thanksgiving, and days after it: fourth Thursday of November, or second Monday of October in Canada.
    Thanksgiving(i64),
    /// Days from Easter Sunday.
    Easter(i64),
}

static NAMES: [(&str, Rule); 66] = [
    ("christmas", Rule::Fixed(12, 25)),
    ("christmas day", Rule::Fixed(12, 25)),
    ("xmas", Rule::Fixed(12, 25)),
    ("xmas day", Rule::Fixed(12, 25)),
    ("christmas eve", Rule::Fixed(12, 24)),
    ("xmas eve", Rule::Fixed(12, 24)),
    ("boxing day", Rule::Fixed(12, 26)),
    ("st stephen's day", Rule::Fixed(12, 26)),
    ("new year's eve", Rule::Fixed(12, 31)),
    ("new years eve", Rule::Fixed(12, 31)),
    ("new year eve", Rule::Fixed(12, 31)),
    ("nye", Rule::Fixed(12, 31)),
    ("new year", Rule::Fixed(1, 1)),
    ("new years", Rule::Fixed(1, 1)),
    ("new year's", Rule::Fixed(1, 1)),
    ("new year's day", Rule::Fixed(1, 1)),
    ("new years day", Rule::Fixed(1, 1)),
    ("new year day", Rule::Fixed(1, 1)),
    ("groundhog day", Rule::Fixed(2, 2)),
    ("valentine's day", Rule::Fixed(2, 14)),
    ("valentines day", Rule::Fixed(2, 14)),
    ("valentine's", Rule::Fixed(2, 14)),
    ("valentines", Rule::Fixed(2, 14)),
    ("valentine day", Rule::Fixed(2, 14)),
    ("leap day", Rule::Fixed(2, 29)),
    ("women's day", Rule::Fixed(3, 8)),
    ("pi day", Rule::Fixed(3, 14)),
    ("st patrick's day", Rule::Fixed(3, 17)),
    ("st patricks day", Rule::Fixed(3, 17)),
    ("saint patrick's day", Rule::Fixed(3, 17)),
    ("april fools", Rule::Fixed(4, 1)),
    ("april fool's", Rule::Fixed(4, 1)),
    ("april fools day", Rule::Fixed(4, 1)),
    ("april fool's day", Rule::Fixed(4, 1)),
    ("april fools' day", Rule::Fixed(4, 1)),
    ("earth day", Rule::Fixed(4, 22)),
    ("may day", Rule::Fixed(5, 1)),
    ("canada day", Rule::Fixed(7, 1)),
    ("halloween", Rule::Fixed(10, 31)),
    ("hallowe'en", Rule::Fixed(10, 31)),
    ("all saints day", Rule::Fixed(11, 1)),
    ("guy fawkes night", Rule::Fixed(11, 5)),
    ("bonfire night", Rule::Fixed(11, 5)),
    ("remembrance day", Rule::Fixed(11, 11)),
    ("veterans day", Rule::Fixed(11, 11)),
    ("juneteenth", Rule::Fixed(6, 19)),
    ("bastille day", Rule::Fixed(7, 14)),
    ("australia day", Rule::Fixed(1, 26)),
    ("anzac day", Rule::Fixed(4, 25)),
    ("thanksgiving", Rule::Thanksgiving(0)),
    ("thanksgiving day", Rule::Thanksgiving(0)),
    ("black friday", Rule::Thanksgiving(1)),
    ("cyber monday", Rule::Thanksgiving(4)),
    ("independence day", Rule::American(7, 4, Weekday::Monday, 0)),
    ("memorial day", Rule::American(5, 0, Weekday::Monday, -1)),
    ("labor day", Rule::American(9, 0, Weekday::Monday, 1)),
    ("mlk day", Rule::American(1, 0, Weekday::Monday, 3)),
    ("presidents day", Rule::American(2, 0, Weekday::Monday, 3)),
    ("presidents' day", Rule::American(2, 0, Weekday::Monday, 3)),
    ("columbus day", Rule::American(10, 0, Weekday::Monday, 2)),
    ("mother's day", Rule::American(5, 0, Weekday::Sunday, 2)),
    ("father's day", Rule::American(6, 0, Weekday::Sunday, 3)),
    ("easter", Rule::Easter(0)),
    ("easter sunday", Rule::Easter(0)),
    ("easter monday", Rule::Easter(1)),
    ("good friday", Rule::Easter(-2)),
];

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

/// The holiday in a year; `None` where the rule of the user's country is not known.
fn date(rule: Rule, year: i16, country: Country) -> Option<Date> {
    let nth = |month: i8, nth: i64, day: Weekday| {
        let first = Date::new(year, month, 1).ok()?;
        first.nth_weekday_of_month(i8::try_from(nth).ok()?, day).ok()
    };
    match (rule, country) {
        (Rule::Fixed(month, day), _) => Date::new(year, month, day).ok(),
        (Rule::Easter(offset), _) => calendar::easter(year).map(|easter| calendar::add_days(easter, offset)),
        (Rule::American(month, day, ..), Country::UnitedStates) if day > 0 => Date::new(year, month, day).ok(),
        (Rule::American(month, _, weekday, which), Country::UnitedStates) => nth(month, which, weekday),
        (Rule::Thanksgiving(0), Country::Canada) => nth(10, 2, Weekday::Monday),
        // The sales follow the American feast on both sides of the border.
        (Rule::Thanksgiving(offset), Country::UnitedStates | Country::Canada) => {
            nth(11, 4, Weekday::Thursday).map(|feast| calendar::add_days(feast, offset))
        }
        (Rule::American(..) | Rule::Thanksgiving(_), _) => None,
    }
}

pub(super) fn read(scan: &Scan, at: usize) -> Hit<Day> {
    let start = scan.skip_word(at, "the");
    let which = scan.word(start);
    let name_at = scan.skip_any(start, &["this", "next", "last", "coming"]);
    let hit = |(name, rule): &(&str, Rule)| {
        // "presidents'" ends in a mark that is no part of the word.
        let end = match name.split_once("' ") {
            None => scan.words(name_at, name)?,
            Some((first, rest)) => {
                let mark = scan.words(name_at, first)?;
                (scan.mark(mark) == Some('\'')).then(|| scan.words(mark + 1, rest))??
            }
        };
        Some((end, *rule))
    };
    let (end, rule) = beginning(scan.word(name_at)).filter_map(hit).max_by_key(|(end, _)| *end)?;
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

/// The day of a holiday that is the same every year, for "every christmas".
pub(super) fn fixed(scan: &Scan, at: usize) -> Hit<(i8, i8)> {
    let hit = |(name, rule): &(&str, Rule)| match rule {
        Rule::Fixed(month, day) => scan.words(at, name).map(|end| (end, (*month, *day))),
        _ => None,
    };
    beginning(scan.word(at)).filter_map(hit).max_by_key(|(end, _)| *end)
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
