//! Natural-language dates, English: a pure function of a text and a [`Clock`] (TODOS.md rules 1–5, 7, 8).
//!
//! [`find`] looks for the dates in a sentence and would rather miss one than see one that is not
//! there; [`phrase`] reads a text that is all date. Neither guesses: two reasonable readings are
//! [`What::Ambiguous`], a day that does not exist is [`What::Invalid`], and every answer that is not
//! obvious carries a note. Possessives ("Friday's report") name a thing, so `find` leaves them alone;
//! [`find_possessive`] is there for questions ("today's tasks").

mod absolute;
mod adverbs;
mod agreed;
mod answer;
mod beside;
mod calendar;
mod days_first;
mod guard;
mod holidays;
mod hours;
mod impossible;
mod leading;
mod lengths;
mod lex;
mod listed;
mod offsets;
mod periods;
mod prepositions;
mod ranges;
mod relative;
mod repeats;
mod rule_days;
mod scan;
mod stretches;
mod swapped;
mod tails;
mod things;
mod times;
mod titled;
mod when;
mod words;

use crate::known::Known;
use std::cell::RefCell;
use std::ops::Range;

use countersign_core::recurrence::Recurrence;
pub use countersign_core::settings::DefaultUntil;
use jiff::civil::{Date, DateTime, Time, Weekday};
use serde::{Deserialize, Serialize};

pub use answer::{Kind, PhraseAnswer};
pub(crate) use impossible::NO_TIME;
pub(crate) use scan::behind;
pub(crate) use swapped::{at_another_time, on_another_day, without_time};
pub(crate) use when::skipped;

/// Everything a date depends on besides the words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clock {
    /// The civil time in `zone`.
    pub now: DateTime,
    /// IANA name; used for hours across a clock change and to know the country of a holiday.
    pub zone: String,
    /// First day of the week.
    pub week_start: Weekday,
    /// How `5/6` is read; `None` = unknown, so `5/6` is ambiguous.
    pub date_order: Option<DateOrder>,
    /// What "morning" and the like mean.
    pub prefs: DayParts,
    /// Which day "next month" is, as a date.
    pub next_month: NextMonth,
    /// The end of a new repetition that names none.
    pub default_until: DefaultUntil,
}

/// The weekday that a word is: "mon", "mondays", "wendsday".
pub(crate) fn weekday(word: &str) -> Option<Weekday> {
    words::weekday(word).map(|(day, _)| day)
}

/// The month that a word is: "jan", "january".
pub(crate) fn month(word: &str) -> Option<i8> {
    words::month(word).map(|(month, _)| month)
}

/// A weekday in the week around a day.
pub(crate) fn in_week(date: Date, day: Weekday, clock: &Clock) -> Date {
    calendar::in_week(date, day, clock.week_start)
}

/// So many working days after a day, or before it.
pub(crate) fn work_days_on(date: Date, days: i64) -> Date {
    calendar::add_business_days(date, days)
}

impl Clock {
    /// A clock with the default settings: weeks from Monday, unknown date order.
    pub fn new(now: DateTime, zone: impl Into<String>) -> Self {
        Clock {
            now,
            zone: zone.into(),
            week_start: Weekday::Monday,
            date_order: None,
            prefs: DayParts::default(),
            next_month: NextMonth::default(),
            default_until: DefaultUntil::default(),
        }
    }

    pub(crate) fn today(&self) -> Date {
        self.now.date()
    }
}

/// Order of day, month and year in a numeric date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DateOrder {
    /// 12/25/2026.
    Mdy,
    /// 25/12/2026.
    Dmy,
    /// 2026/12/25; without a year, month first.
    Ymd,
}

/// Languages that write the day first wherever they are written (Unicode CLDR 46, `dateFormats/short`).
const DAY_FIRST: &str = "ar az be bg bn br bs ca cs cy da de el es et fi fr fy ga gd gl gu he hi hr hy id is it ka kk kn \
    lb lv mk ml mr ms mt nb nl nn no oc pa pl pt ro ru sk sl sq sr sw ta te th tr uk ur uz vi";

impl DateOrder {
    /// The order a BCP 47 locale writes (`en-US` → `Mdy`); `None` when the tag does not say.
    ///
    /// Source: Unicode CLDR 46, `dateFormats/short`, for the English-writing and the larger locales.
    pub fn of_locale(tag: &str) -> Option<DateOrder> {
        let tag = tag.split(['.', '@']).next().unwrap_or(tag);
        let mut parts = tag.split(['-', '_']);
        let language = parts.next()?.to_ascii_lowercase();
        let country = parts.find(|part| part.len() == 2 && part.bytes().all(|b| b.is_ascii_alphabetic()));
        // ISO 3166 leaves these to the user: they name no country.
        let country = country.map(str::to_ascii_uppercase).filter(|code| !matches!(code.as_str(), "AA" | "XX" | "ZZ"));
        Some(match (language.as_str(), country.as_deref()) {
            ("en", Some("US" | "PH" | "PR" | "GU" | "AS" | "VI" | "MH" | "FM" | "PW")) => DateOrder::Mdy,
            (_, Some("US")) if language != "es" => DateOrder::Mdy,
            // Canada writes all three orders; South Africa year first; Sweden too, but 5/6 is a day and a month there.
            (_, Some("CA")) => return None,
            ("sv", _) | (_, Some("SE")) => DateOrder::Dmy,
            (_, Some("ZA" | "LT" | "HU" | "CN" | "JP" | "KR" | "TW" | "MN")) => DateOrder::Ymd,
            ("zh" | "ja" | "ko" | "hu" | "lt" | "mn", _) => DateOrder::Ymd,
            ("en", None) => return None,
            ("en", Some(_)) => DateOrder::Dmy,
            (known, _) if DAY_FIRST.split(' ').any(|language| language == known) => DateOrder::Dmy,
            // "C", "POSIX", an unknown tag: nothing is said, so nothing is guessed.
            _ => return None,
        })
    }
}

/// What the parts of a day mean as a time (TODOS.md rule 5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct DayParts {
    /// "in the morning".
    pub morning: Time,
    /// "at noon".
    pub noon: Time,
    /// "in the afternoon".
    pub afternoon: Time,
    /// "in the evening".
    pub evening: Time,
    /// "at night", "tonight".
    pub night: Time,
}

impl Default for DayParts {
    fn default() -> Self {
        DayParts {
            morning: Time::constant(9, 0, 0, 0),
            noon: Time::constant(12, 0, 0, 0),
            afternoon: Time::constant(14, 0, 0, 0),
            evening: Time::constant(19, 0, 0, 0),
            night: Time::constant(20, 0, 0, 0),
        }
    }
}

/// Which day "next month" is when one day is wanted; products disagree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum NextMonth {
    /// Its first day.
    #[default]
    FirstDay,
    /// The same day, clamped to a short month.
    SameDay,
}

/// What a temporal phrase says about the sentence it stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Role {
    /// When it happens: "on", "at", or no preposition.
    When,
    /// When it must be done: "by", "before", "due", "no later than", "within".
    Due,
    /// When it ends, inclusive: "until", "through".
    Until,
    /// When it starts: "from", "starting", "since".
    From,
    /// "after": not before the day is over.
    After,
    /// How it repeats.
    Every,
    /// How long it takes: "for 30 min".
    Estimate,
}

/// One temporal phrase found in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Bytes of the phrase with its preposition ("on", "at", "by", "due", "for", "until" …).
    pub span: Range<usize>,
    /// What it is for.
    pub role: Role,
    /// What it means.
    pub what: What,
}

/// What a phrase means. A note is there whenever the reading is not obvious.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// One day.
    Date {
        /// The day.
        date: Date,
        /// Why this day.
        note: Option<String>,
    },
    /// One day and time.
    DateTime {
        /// The day.
        date: Date,
        /// The time; floating, as `timeOfDay`.
        time: Time,
        /// Why, or what is odd about it (a clock change, already past).
        note: Option<String>,
    },
    /// A time alone.
    Time {
        /// The time.
        time: Time,
        /// The day on which it next occurs.
        date: Date,
        /// Why.
        note: Option<String>,
    },
    /// A period, both ends inclusive.
    Range {
        /// First day.
        from: Date,
        /// Last day.
        to: Date,
        /// The day to take when one is wanted: the first, if that is not past.
        date: Option<Date>,
        /// Why.
        note: Option<String>,
    },
    /// A repetition.
    Recurrence {
        /// The rule.
        rule: Recurrence,
        /// The first date; `None` when the rule has none.
        start: Option<Date>,
        /// The time of each occurrence.
        time: Option<Time>,
        /// Why.
        note: Option<String>,
    },
    /// A length of time.
    Duration {
        /// In minutes, as `estimate`.
        minutes: u32,
    },
    /// Two times, of which one is meant: "friday at 5 or 6".
    Either {
        /// The day they are said of.
        date: Option<Date>,
        /// Both, as they were said.
        times: [Time; 2],
    },
    /// Several readings: ask. No options = it cannot be resolved at all, the note says why.
    Ambiguous {
        /// The readings, with a label each.
        options: Vec<(Date, String)>,
        /// What is unclear.
        note: String,
    },
    /// A date that does not exist: ask, never roll over.
    Invalid {
        /// The days around it.
        options: Vec<Date>,
        /// What is wrong.
        note: String,
    },
}

/// The temporal phrases of a text: left to right, not overlapping, whole words only, outside quotes.
/// A date and its time are one phrase ("tomorrow at 9am").
pub fn find(text: &str, clock: &Clock) -> Vec<Found> {
    known_in(text, clock, scan::Mode::Sentence)
}

fn known_in(text: &str, clock: &Clock, mode: scan::Mode) -> Vec<Found> {
    thread_local! {
        static FOUND: RefCell<Known<(scan::Mode, String), Vec<Found>>> = RefCell::default();
    }
    Known::of(&FOUND, clock, (mode, text.to_owned()), || scan::Scan::new(text, clock, mode).find())
}

/// The possessives of a text: "today's", "next week's", "Friday's" (the span covers the `'s`).
/// Only for sentences that ask about or select todos; in a title they are part of a name.
pub fn find_possessive(text: &str, clock: &Clock) -> Vec<Found> {
    known_in(text, clock, scan::Mode::Possessive)
}

/// A phrase of a text that leaves out its year or month, as the last such day and not the next: "nov 15" on the 21st is
/// six days ago; `None` where it says nothing else that way.
pub(crate) fn passed(found: &Found, text: &str, clock: &Clock) -> Option<Found> {
    let back = scan::Scan::new(text, clock, scan::Mode::Sentence).turned().find();
    back.into_iter().find(|one| one.span == found.span && one.what != found.what && one.role == found.role)
}

/// Whether a phrase names a day by its number in a month that may be any year's or any month's: "the 17th", "nov 12",
/// "friday the 20th".
pub(crate) fn numbered(phrase: &str, clock: &Clock) -> bool {
    let scan = scan::Scan::new(phrase, clock, scan::Mode::Sentence);
    (0..scan.len()).any(|at| absolute::numbered(&scan, at))
}

/// A text that is one phrase, with what it says of the sentence it opens.
pub(crate) fn opening(text: &str, clock: &Clock) -> Option<Found> {
    let reading = scan::Scan::new(text, clock, scan::Mode::Phrase).complete()?;
    Some(Found { span: 0..text.len(), role: reading.role, what: reading.what })
}

/// Whether a phrase says when its time ends: "on saturday 7-11pm".
pub(crate) fn lasts(phrase: &str, clock: &Clock) -> bool {
    stretches::lasts(&scan::Scan::new(phrase, clock, scan::Mode::Phrase))
}

/// Whether a phrase names a day of the year: "every jan 14", and not "every year".
pub(crate) fn of_the_year(phrase: &str, clock: &Clock) -> bool {
    let scan = scan::Scan::new(phrase, clock, scan::Mode::Phrase);
    repeats::names_day(&scan, 0..scan.len())
}

/// Whether a repetition is said to have no end: "every tuesday forever".
pub fn endless(phrase: &str, clock: &Clock) -> bool {
    let scan = scan::Scan::new(phrase, clock, scan::Mode::Phrase);
    (0..scan.len()).any(|at| scan.any_words(at, &tails::ENDLESS).is_some())
}

/// Longer texts are no phrase and no sentence of a person; a model should look at them.
pub(crate) const MOST_CHARS: usize = 1_000;

/// Reads a text that is one phrase as a whole, in any language that is known: the answer of the `dates` verb, without
/// its `id`.
pub fn phrase(text: &str, clock: &Clock) -> PhraseAnswer {
    let text = text.trim();
    if text.chars().nth(MOST_CHARS).is_some() {
        return PhraseAnswer::none();
    }
    match whole_in(None, text, clock) {
        Some(what) => PhraseAnswer::of(&what),
        None => PhraseAnswer::none(),
    }
}

/// The date a new series begins on: the first that its days allow on or after `from`. Weeks and months
/// are counted from there, so "every other friday" said on a Saturday begins on the next Friday
/// (TODOS.md rule 7).
pub fn anchor(rule: &Recurrence, from: Date) -> Option<Date> {
    Recurrence { interval: 1, count: None, ..rule.clone() }.first(from)
}

/// A series that begins on or after `from`, as it stands on `today`: its first date that is not past, and how
/// many went before. Weeks, months and days are counted from its own first date, also where that is past
/// ("every other monday starting last monday").
pub(crate) fn resumed(rule: &Recurrence, from: Date, today: Date) -> Option<(Date, u32)> {
    let first = anchor(rule, from)?;
    if first >= today {
        return Some((first, 0));
    }
    let next = rule.iter_from(first, today).next()?;
    let past = match rule.count {
        Some(_) => rule.iter(first).take_while(|date| *date < today).count(),
        None => 0,
    };
    Some((next, u32::try_from(past).ok()?))
}

/// As [`phrase`], but as the typed meaning; `None` when the text is not one phrase. Reads a
/// repetition too ("every other tuesday until dec 1"), as importers need it.
pub fn whole(text: &str, clock: &Clock) -> Option<What> {
    thread_local! {
        static WHOLE: RefCell<Known<String, Option<What>>> = RefCell::default();
    }
    Known::of(&WHOLE, clock, text.to_owned(), || scan::Scan::new(text, clock, scan::Mode::Phrase).whole())
}

/// As [`whole`], of a text in the language of this code (`de`), or, without one, in any language that is known.
pub fn whole_in(language: Option<&str>, text: &str, clock: &Clock) -> Option<What> {
    use crate::languages::dated;
    let english = || whole(text, clock);
    match language {
        Some("en") => english(),
        Some(code) => dated::whole_in(code, text, clock).or_else(english),
        None => english().or_else(|| dated::whole(text, clock)),
    }
}
