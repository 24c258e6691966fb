//! Date phrases and occurrences against plain counting: every relative phrase on each of 400 days, in zones
//! with and without clock changes, found by walking the calendar day by day instead of by arithmetic.

use countersign_core::recurrence::{ByDay, Frequency, Recurrence};
use countersign_planner::dates::{Clock, DateOrder, PhraseAnswer, phrase};
use jiff::civil::{Date, Weekday, date};
use std::fmt::Write as _;

const ZONES: [&str; 3] = ["America/New_York", "Europe/Berlin", "Australia/Lord_Howe"];
const DAYS: [(&str, &str); 7] = [
    ("monday", "mon"),
    ("tuesday", "tue"),
    ("wednesday", "wed"),
    ("thursday", "thu"),
    ("friday", "fri"),
    ("saturday", "sat"),
    ("sunday", "sun"),
];
const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// 1 = Monday.
fn number(d: Date) -> i8 {
    d.weekday().to_monday_one_offset()
}

fn walk(from: Date, by: i32) -> Date {
    let mut at = from;
    for _ in 0..by.abs() {
        at = if by > 0 { at.tomorrow() } else { at.yesterday() }.unwrap();
    }
    at
}

fn ahead(mut at: Date, fits: impl Fn(Date) -> bool) -> Date {
    while !fits(at) {
        at = at.tomorrow().unwrap();
    }
    at
}

fn back(mut at: Date, fits: impl Fn(Date) -> bool) -> Date {
    while !fits(at) {
        at = at.yesterday().unwrap();
    }
    at
}

/// The same day some months on, or the last day of a shorter month.
fn months_on(from: Date, months: i32) -> Date {
    let index = i32::from(from.year()) * 12 + i32::from(from.month()) - 1 + months;
    let (year, month) = (index.div_euclid(12) as i16, (index.rem_euclid(12) + 1) as i8);
    (1..=from.day()).rev().find_map(|day| Date::new(year, month, day).ok()).unwrap()
}

/// What a phrase must come to.
#[derive(Debug, PartialEq)]
enum Is {
    On(Date),
    From(Date, Date),
    /// Asked about: ambiguous, or not in the calendar.
    Asked,
}

fn is(answer: &PhraseAnswer) -> Option<Is> {
    let kind = serde_json::to_value(answer.kind).unwrap();
    match kind.as_str().unwrap() {
        "date" | "datetime" => answer.date.map(Is::On),
        "range" => Some(Is::From(answer.from?, answer.to?)),
        "ambiguous" | "invalid" => Some(Is::Asked),
        _ => None,
    }
}

fn expected(today: Date) -> Vec<(String, Is)> {
    let mut out: Vec<(String, Is)> = Vec::new();
    let mut on = |text: String, is: Is| out.push((text, is));
    let monday = back(today, |d| number(d) == 1);
    for (n, (long, short)) in (1..).zip(DAYS) {
        let coming = ahead(walk(today, 1), |d| number(d) == n);
        let this = ahead(monday, |d| number(d) == n);
        let next = ahead(walk(monday, 7), |d| number(d) == n);
        let last = back(walk(today, -1), |d| number(d) == n);
        on(long.to_owned(), Is::On(coming));
        on(short.to_owned(), Is::On(coming));
        on(format!("on {long}"), Is::On(coming));
        on(format!("coming {long}"), Is::On(coming));
        on(format!("this {long}"), Is::On(if this < today { coming } else { this }));
        on(format!("next {long}"), Is::On(next));
        on(format!("last {long}"), Is::On(last));
        on(format!("{long} week"), Is::On(walk(coming, 7)));
        on(format!("a week on {long}"), Is::On(walk(coming, 7)));
        on(format!("two weeks from {long}"), Is::On(walk(coming, 14)));
        on(format!("{long} at 9am"), Is::On(coming));
        on(format!("the day after {long}"), Is::On(walk(coming, 1)));
    }
    on("today".to_owned(), Is::On(today));
    on("tomorrow".to_owned(), Is::On(walk(today, 1)));
    on("yesterday".to_owned(), Is::On(walk(today, -1)));
    on("the day after tomorrow".to_owned(), Is::On(walk(today, 2)));
    on("in a fortnight".to_owned(), Is::On(walk(today, 14)));
    for n in [2, 3, 10, 45] {
        on(format!("in {n} days"), Is::On(walk(today, n)));
        on(format!("{n} days ago"), Is::On(walk(today, -n)));
        on(format!("in {n} weeks"), Is::On(walk(today, 7 * n)));
        on(format!("in {n} months"), Is::On(months_on(today, n)));
        on(format!("{n} days from now"), Is::On(walk(today, n)));
    }
    on("in a month".to_owned(), Is::On(months_on(today, 1)));
    on("in a year".to_owned(), Is::On(months_on(today, 12)));
    on("this week".to_owned(), Is::From(monday, walk(monday, 6)));
    on("next week".to_owned(), Is::From(walk(monday, 7), walk(monday, 13)));
    on("this weekend".to_owned(), Is::From(walk(monday, 5), walk(monday, 6)));
    on("next weekend".to_owned(), Is::From(walk(monday, 12), walk(monday, 13)));
    on("end of week".to_owned(), Is::On(walk(monday, 6)));
    let first = |months: i32| months_on(date(today.year(), today.month(), 1), months);
    let last = |months: i32| walk(first(months + 1), -1);
    on("this month".to_owned(), Is::From(first(0), last(0)));
    on("next month".to_owned(), Is::From(first(1), last(1)));
    on("end of month".to_owned(), Is::On(last(0)));
    on("the end of next month".to_owned(), Is::On(last(1)));
    on("next year".to_owned(), Is::From(date(today.year() + 1, 1, 1), date(today.year() + 1, 12, 31)));
    for (month, name) in (1..).zip(MONTHS) {
        for day in [1, 15, 28] {
            let next = ahead(today, |d| d.month() == month && d.day() == day);
            on(format!("{name} {day}"), Is::On(next));
            on(format!("{day} {name}"), Is::On(next));
            on(format!("the {day}th of {name}").replace("1th", "1st"), Is::On(next));
        }
        let begins = ahead(today, |d| d.month() == month && d.day() >= 1);
        let of = |year: i16, n: i8| -> Date {
            let start = date(year, month, 1);
            ahead(start, |d| number(d) == n)
        };
        // Of a month that has begun, the first Monday may be past: then next year's.
        let monday = [begins.year(), begins.year() + 1].into_iter().map(|y| of(y, 1)).find(|d| *d >= today).unwrap();
        on(format!("first monday of {name}"), Is::On(monday));
    }
    on("feb 29".to_owned(), Is::On(ahead(today, |d| d.month() == 2 && d.day() == 29)));
    for missing in ["feb 30", "31 june", "november 31", "april 31st", "25:00", "tomorrow at 25:00", "9:75"] {
        on(missing.to_owned(), Is::Asked);
    }
    // Both readings are dates.
    on("5/6".to_owned(), Is::Asked);
    on("13/12".to_owned(), Is::On(ahead(today, |d| d.month() == 12 && d.day() == 13)));
    on("12/25".to_owned(), Is::On(ahead(today, |d| d.month() == 12 && d.day() == 25)));
    on("the 10th".to_owned(), Is::On(ahead(today, |d| d.day() == 10)));
    on("on the 31st".to_owned(), Is::On(ahead(today, |d| d.day() == 31)));
    on(walk(today, 100).to_string(), Is::On(walk(today, 100)));
    out
}

#[test]
fn every_relative_phrase_is_the_day_that_counting_gives() {
    let mut wrong = String::new();
    let mut rows = 0;
    for n in 0..400 {
        let today = walk(date(2026, 2, 1), n);
        // All phrases in the first zone; the others, which only change hours, on every fifth day.
        for (z, zone) in ZONES.iter().enumerate().filter(|(z, _)| *z == 0 || n % 5 == i32::try_from(*z).unwrap()) {
            let clock = Clock::new(today.at(10, 0, 0, 0), *zone);
            for (text, want) in expected(today) {
                rows += 1;
                let got = phrase(&text, &clock);
                if is(&got) != Some(want) && wrong.len() < 4_000 {
                    let _ =
                        writeln!(wrong, "{today} {} zone {z} “{text}” {got:?}", today.weekday().to_monday_one_offset());
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(rows > 100_000, "{rows}");
}

#[test]
fn the_order_of_day_and_month_decides_and_nothing_is_guessed_without_it() {
    for n in (0..400).step_by(3) {
        let today = walk(date(2026, 2, 1), n);
        for (order, first_is_month) in [(DateOrder::Mdy, true), (DateOrder::Dmy, false)] {
            let mut clock = Clock::new(today.at(10, 0, 0, 0), "America/New_York");
            clock.date_order = Some(order);
            for (a, b) in [(5, 6), (1, 2), (11, 12), (3, 9)] {
                let (month, day) = if first_is_month { (a, b) } else { (b, a) };
                let want = ahead(today, |d| d.month() == month && d.day() == day);
                assert_eq!(is(&phrase(&format!("{a}/{b}"), &clock)), Some(Is::On(want)), "{today} {a}/{b} {order:?}");
            }
        }
        let clock = Clock::new(today.at(10, 0, 0, 0), "America/New_York");
        for text in ["5/6", "1/2", "11/12", "3/9/2027"] {
            assert_eq!(is(&phrase(text, &clock)), Some(Is::Asked), "{today} {text}");
        }
        assert_eq!(
            is(&phrase("6/6", &clock)),
            Some(Is::On(ahead(today, |d| d.month() == 6 && d.day() == 6))),
            "{today}"
        );
    }
}

/// Whether a rule that starts on `start` has `d`, by the words of TODOS.md.
fn occurs(rule: &Recurrence, start: Date, d: Date) -> bool {
    let interval = i64::from(rule.interval);
    let days = |a: Date, b: Date| i64::from((b - a).get_days());
    let monday = |d: Date| back(d, |x| number(x) == 1);
    let months = i64::from(d.year() - start.year()) * 12 + i64::from(d.month() - start.month());
    let last = d.tomorrow().is_ok_and(|t| t.month() != d.month());
    let nth = |by: &ByDay| {
        let text = by.to_string();
        let (place, name) = text.split_at(text.len() - 2);
        let named = DAYS.iter().position(|(long, _)| long[..2].eq_ignore_ascii_case(name)).unwrap() as i8 + 1;
        let place_fits = match place {
            "" => true,
            "-1" => walk(d, 7).month() != d.month(),
            n => n.parse::<i8>().unwrap() == (d.day() - 1) / 7 + 1,
        };
        named == number(d) && place_fits
    };
    match rule.frequency {
        Frequency::Daily => days(start, d) % interval == 0,
        Frequency::Weekly => {
            let on = if rule.by_day.is_empty() { number(d) == number(start) } else { rule.by_day.iter().any(nth) };
            on && days(monday(start), monday(d)) / 7 % interval == 0
        }
        Frequency::Monthly => {
            let on = if !rule.by_day.is_empty() {
                rule.by_day.iter().any(nth)
            } else if rule.by_month_day.is_empty() {
                d.day() == start.day()
            } else {
                rule.by_month_day.iter().any(|n| *n == d.day() || *n == -1 && last)
            };
            on && months % interval == 0
        }
        _ => (d.month(), d.day()) == (start.month(), start.day()) && months / 12 % interval == 0,
    }
}

#[test]
fn occurrences_are_those_that_a_walk_through_the_calendar_finds() {
    let weekday = |names: &[Weekday], interval| Recurrence::weekly_on(interval, names.iter().copied());
    let monthly = |text: serde_json::Value| serde_json::from_value::<Recurrence>(text).unwrap();
    let mut rules = vec![
        weekday(&[Weekday::Monday], 1),
        weekday(&[Weekday::Tuesday, Weekday::Friday], 2),
        weekday(&[Weekday::Saturday, Weekday::Sunday], 3),
        weekday(&[], 2),
    ];
    for interval in [1, 2, 3, 7] {
        rules.push(Recurrence::every(Frequency::Daily, interval));
        rules.push(Recurrence::every(Frequency::Monthly, interval));
        rules.push(Recurrence::every(Frequency::Yearly, interval));
    }
    for by in [
        serde_json::json!({"type": "monthly", "byMonthDay": [31]}),
        serde_json::json!({"type": "monthly", "byMonthDay": [-1]}),
        serde_json::json!({"type": "monthly", "byMonthDay": [1, 15, -1]}),
        serde_json::json!({"type": "monthly", "byDay": ["-1FR"]}),
        serde_json::json!({"type": "monthly", "byDay": ["2TU"]}),
        serde_json::json!({"type": "monthly", "interval": 2, "byDay": ["1MO"]}),
    ] {
        rules.push(monthly(by));
    }
    let mut checked = 0;
    for start in [date(2026, 11, 21), date(2027, 1, 31), date(2028, 2, 29), date(2026, 12, 31), date(2027, 3, 14)] {
        for rule in &rules {
            let to = walk(start, 999);
            let walked: Vec<Date> = std::iter::successors(Some(start), |d| d.tomorrow().ok())
                .take_while(|d| *d <= to)
                .filter(|d| occurs(rule, start, *d))
                .collect();
            assert_eq!(rule.occurrences(start, start, to), walked, "{rule:?} from {start}");
            // From the middle, with an end and with a count: the same dates, cut.
            let middle = walk(start, 333);
            let later: Vec<Date> = walked.iter().copied().filter(|d| *d >= middle).collect();
            assert_eq!(rule.occurrences(start, middle, to), later, "{rule:?} from {middle}");
            let until = Recurrence { until: Some(middle), ..rule.clone() };
            let cut: Vec<Date> = walked.iter().copied().filter(|d| *d <= middle).collect();
            assert_eq!(until.occurrences(start, start, to), cut, "{until:?}");
            let counted = Recurrence { count: Some(3), ..rule.clone() };
            let three: Vec<Date> = walked.iter().copied().take(3).collect();
            assert_eq!(counted.occurrences(start, start, to), three, "{counted:?} from {start}");
            checked += walked.len();
        }
    }
    assert!(checked > 5_000, "{checked}");
}
