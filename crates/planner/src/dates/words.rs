//! The vocabulary: weekdays, months, numbers, units.

use jiff::civil::Weekday;

use super::scan::{Hit, Scan};

/// How a weekday or month was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Full,
    Short,
    /// "mondays": a repetition.
    Plural,
}

pub(super) fn weekday(word: &str) -> Option<(Weekday, Form)> {
    let (word, plural) = match word.strip_suffix('s') {
        Some(stem) if stem.ends_with("day") => (stem, true),
        _ => (word, false),
    };
    let (day, form) = match word {
        // Full names come with the misspellings people make most.
        "monday" | "munday" | "monady" => (Weekday::Monday, Form::Full),
        "tuesday" | "tuseday" | "teusday" | "tueday" => (Weekday::Tuesday, Form::Full),
        "wednesday" | "wendsday" | "wensday" | "wednsday" | "wendesday" | "wednseday" => {
            (Weekday::Wednesday, Form::Full)
        }
        "thursday" | "thirsday" | "thrusday" | "thursay" | "thurday" => (Weekday::Thursday, Form::Full),
        "friday" | "fryday" | "firday" | "frieday" | "firiday" => (Weekday::Friday, Form::Full),
        "saturday" | "saterday" | "satruday" | "saturaday" => (Weekday::Saturday, Form::Full),
        "sunday" | "sundey" | "sunady" => (Weekday::Sunday, Form::Full),
        "mon" => (Weekday::Monday, Form::Short),
        "tue" | "tues" => (Weekday::Tuesday, Form::Short),
        "wed" | "weds" => (Weekday::Wednesday, Form::Short),
        "thu" | "thur" | "thurs" => (Weekday::Thursday, Form::Short),
        "fri" => (Weekday::Friday, Form::Short),
        "sat" => (Weekday::Saturday, Form::Short),
        "sun" => (Weekday::Sunday, Form::Short),
        _ => return None,
    };
    Some((day, if plural { Form::Plural } else { form }))
}

pub(super) fn month(word: &str) -> Option<(i8, Form)> {
    Some(match word {
        "january" | "janurary" | "janaury" => (1, Form::Full),
        "february" | "febuary" | "feburary" => (2, Form::Full),
        "march" => (3, Form::Full),
        "april" => (4, Form::Full),
        "may" => (5, Form::Full),
        "june" => (6, Form::Full),
        "july" => (7, Form::Full),
        "august" => (8, Form::Full),
        "september" | "septmber" => (9, Form::Full),
        "october" | "octuber" => (10, Form::Full),
        "november" | "novmber" | "novemeber" => (11, Form::Full),
        "december" | "decmber" | "desember" | "decemeber" => (12, Form::Full),
        "jan" => (1, Form::Short),
        "feb" => (2, Form::Short),
        "mar" => (3, Form::Short),
        "apr" => (4, Form::Short),
        "jun" => (6, Form::Short),
        "jul" => (7, Form::Short),
        "aug" => (8, Form::Short),
        "sep" | "sept" => (9, Form::Short),
        "oct" => (10, Form::Short),
        "nov" => (11, Form::Short),
        "dec" => (12, Form::Short),
        _ => return None,
    })
}

pub(super) const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

const SMALL: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];

const SMALL_ORDINALS: [&str; 20] = [
    "zeroth",
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
];

fn position(list: &[&str], word: &str) -> Option<u32> {
    let at = list.iter().position(|name| *name == word)?;
    u32::try_from(at).ok()
}

fn tens(word: &str) -> Option<u32> {
    Some(match word {
        "twenty" => 20,
        "thirty" => 30,
        "forty" => 40,
        "fifty" => 50,
        "sixty" => 60,
        "ninety" => 90,
        _ => return None,
    })
}

/// "five", "twenty-one", "thirty one".
pub(super) fn number_word(scan: &Scan, at: usize) -> Hit<u32> {
    let word = scan.word(at);
    if let Some(number) = position(&SMALL, word) {
        return Some((at + 1, number));
    }
    let tens = tens(word)?;
    let next = scan.skip_mark(at + 1, '-');
    match position(&SMALL[1..10], scan.word(next)) {
        Some(units) => Some((next + 1, tens + units + 1)),
        None => Some((at + 1, tens)),
    }
}

/// "20th", "first", "twenty-first".
pub(super) fn ordinal(scan: &Scan, at: usize) -> Hit<u32> {
    if let Some(number) = scan.number(at) {
        let suffixed = scan.glued(at + 1) && matches!(scan.word(at + 1), "st" | "nd" | "rd" | "th");
        return suffixed.then_some((at + 2, number));
    }
    let word = scan.word(at);
    if let Some(number) = position(&SMALL_ORDINALS[1..], word) {
        return Some((at + 1, number + 1));
    }
    match word {
        "twentieth" => return Some((at + 1, 20)),
        "thirtieth" => return Some((at + 1, 30)),
        _ => {}
    }
    let tens = tens(word).filter(|tens| *tens <= 30)?;
    let next = scan.skip_mark(at + 1, '-');
    let units = position(&SMALL_ORDINALS[1..10], scan.word(next))?;
    Some((next + 1, tens + units + 1))
}

/// A unit of a length of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    Minute,
    Hour,
    Day,
    BusinessDay,
    Week,
    Month,
    Year,
}

impl Unit {
    /// Whether it may follow in a length: "a year and a day".
    pub(super) fn is_smaller_than(self, other: Unit) -> bool {
        let size = |unit: Unit| match unit {
            Unit::Minute => 0,
            Unit::Hour => 1,
            Unit::Day | Unit::BusinessDay => 2,
            Unit::Week => 3,
            Unit::Month => 4,
            Unit::Year => 5,
        };
        size(self) < size(other)
    }

    pub(super) fn is_clock(self) -> bool {
        matches!(self, Unit::Minute | Unit::Hour)
    }
}

/// A unit, and how many of it the word stands for ("fortnight" = 2 weeks).
pub(super) fn unit(scan: &Scan, at: usize) -> Hit<(Unit, i64)> {
    let word = scan.word(at);
    let found = match word {
        "minute" | "minutes" | "min" | "mins" => (Unit::Minute, 1),
        "hour" | "hours" | "hr" | "hrs" => (Unit::Hour, 1),
        "day" | "days" | "day's" | "dys" => (Unit::Day, 1),
        "week" | "weeks" | "wk" | "wks" | "week's" => (Unit::Week, 1),
        "fortnight" | "fortnights" | "fortnight's" => (Unit::Week, 2),
        "month" | "months" | "mth" | "mths" | "mos" | "month's" => (Unit::Month, 1),
        "quarter" | "quarters" => (Unit::Month, 3),
        "year" | "years" | "yr" | "yrs" | "year's" => (Unit::Year, 1),
        "weekday" | "weekdays" | "workday" | "workdays" => (Unit::BusinessDay, 1),
        "business" | "working" | "work" if matches!(scan.word(at + 1), "day" | "days" | "day's") => {
            return Some((at + 2, (Unit::BusinessDay, 1)));
        }
        // "in 3d": only right after the number.
        "d" if scan.glued(at) => (Unit::Day, 1),
        "w" if scan.glued(at) => (Unit::Week, 1),
        "h" if scan.glued(at) => (Unit::Hour, 1),
        "m" if scan.glued(at) => (Unit::Minute, 1),
        "y" if scan.glued(at) => (Unit::Year, 1),
        _ => return None,
    };
    Some((at + 1, found))
}

/// How many: in halves, so that "an hour and a half" stays whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Quantity {
    Halves(i64),
    /// "a few", "several": three to five.
    Vague,
}

/// The half behind a number: "2½", "2 1/2".
fn half_sign(scan: &Scan, at: usize) -> Option<usize> {
    if scan.word(at) == "½" {
        return Some(at + 1);
    }
    let half = scan.digits(at, 1) == Some(1) && scan.mark(at + 1) == Some('/') && scan.digits(at + 2, 1) == Some(2);
    (half && scan.glued(at + 1) && scan.glued(at + 2)).then_some(at + 3)
}

/// "3", "three", "a", "a couple of", "half a", "2.5", "two and a half", "a few".
pub(super) fn quantity(scan: &Scan, at: usize) -> Hit<Quantity> {
    if scan.word(at) == "half" && matches!(scan.word(at + 1), "a" | "an") {
        return Some((at + 2, Quantity::Halves(1)));
    }
    if scan.word(at) == "½" {
        return Some((at + 1, Quantity::Halves(1)));
    }
    let plain = |end: usize, number: u32| Some((end, Quantity::Halves(i64::from(number) * 2)));
    let article = matches!(scan.word(at), "a" | "an" | "the");
    let noun = if article { at + 1 } else { at };
    match scan.word(noun) {
        // "a half hour", "a half-hour"
        "half" if noun > at && scan.word(at) == "a" => {
            return Some((scan.skip_mark(noun + 1, '-'), Quantity::Halves(1)));
        }
        "couple" => return plain(scan.skip_word(noun + 1, "of"), 2),
        "dozen" => return plain(noun + 1, 12),
        "few" | "several" => return Some((scan.skip_word(noun + 1, "of"), Quantity::Vague)),
        _ => {}
    }
    if matches!(scan.word(at), "a" | "an") {
        return plain(at + 1, 1);
    }
    // "0015h" is an hour.
    let (end, number) = match scan.number(at).filter(|_| scan.digits(at, 4).is_none_or(|figures| figures >= 1000)) {
        Some(number) => (at + 1, number),
        None => number_word(scan, at)?,
    };
    if let Some(end) = half_sign(scan, end).filter(|_| end > at && scan.number(at).is_some()) {
        return Some((end, Quantity::Halves(i64::from(number) * 2 + 1)));
    }
    if scan.mark(end) == Some('.') && scan.glued(end) && scan.glued(end + 1) {
        return match scan.number(end + 1) {
            Some(5) => Some((end + 2, Quantity::Halves(i64::from(number) * 2 + 1))),
            _ => None,
        };
    }
    if let Some(end) = scan.words(end, "and a half") {
        return Some((end, Quantity::Halves(i64::from(number) * 2 + 1)));
    }
    plain(end, number)
}
