//! The date phrases people write, the repetitions, and the titles that hold no date at all.

use countersign_core::recurrence::Recurrence;
use countersign_planner::dates::{
    Clock, DateOrder, DefaultUntil, Found, NextMonth, PhraseAnswer, Role, What, find, find_possessive, phrase, whole,
};
use jiff::civil::{Date, Time, Weekday, date, datetime};
use proptest::prelude::*;
use serde_json::json;

fn clock() -> Clock {
    Clock::new(datetime(2026, 11, 21, 10, 0, 0, 0), "America/New_York")
}

fn or_dash(date: Option<Date>) -> String {
    date.map_or("-".to_owned(), |date| date.to_string())
}

fn hm(time: Option<Time>) -> String {
    time.map_or("-".to_owned(), |time| time.strftime("%H:%M").to_string())
}

/// An answer as one line of the table.
fn line(answer: &PhraseAnswer) -> String {
    let kind = serde_json::to_value(answer.kind).unwrap().as_str().unwrap().to_owned();
    let mut parts = vec![kind.clone()];
    match kind.as_str() {
        "date" => parts.push(or_dash(answer.date)),
        "datetime" => parts.extend([or_dash(answer.date), hm(answer.time)]),
        "time" => parts.extend([hm(answer.time), or_dash(answer.date)]),
        "range" => parts.extend([format!("{}..{}", or_dash(answer.from), or_dash(answer.to)), or_dash(answer.date)]),
        _ => assert_eq!((answer.date, answer.time, answer.from, answer.to), (None, None, None, None)),
    }
    if answer.note.is_some() {
        parts.push("*".to_owned());
    }
    parts.join(" ")
}

/// Every wrong row of a table at once: `left | right`, `#` comments.
fn check_table(table: &str, minimum: usize, answer: impl Fn(&str) -> String) {
    let rows = table.lines().filter(|row| !row.starts_with('#') && !row.is_empty());
    let rows: Vec<(&str, &str)> = rows.map(|row| row.rsplit_once(" | ").unwrap()).collect();
    let wrong: Vec<String> = rows
        .iter()
        .map(|(input, expected)| (input, expected, answer(input)))
        .filter(|(_, expected, got)| *expected != got)
        .map(|(input, expected, got)| format!("{input}\n   expected {expected}\n        got {got}"))
        .collect();
    assert!(wrong.is_empty(), "{} of {} wrong:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
    assert!(rows.len() >= minimum, "only {} rows", rows.len());
}

/// Rows whose answers were decided from TODOS.md before any was run; `||` joins equally right ones, notes do
/// not count.
fn check_fresh(table: &str, minimum: usize, answer: impl Fn(&str) -> String) {
    let rows: Vec<(&str, &str)> = table
        .lines()
        .filter(|row| !row.starts_with('#') && !row.trim().is_empty())
        .map(|row| row.rsplit_once(" | ").unwrap())
        .collect();
    let wrong: Vec<String> = rows
        .iter()
        .map(|(input, right)| (input, right, answer(input).trim_end_matches(" *").to_owned()))
        .filter(|(_, right, got)| !right.split(" || ").any(|right| right == *got))
        .map(|(input, right, got)| format!("{input}\n   right {right}\n     got {got}"))
        .collect();
    assert!(wrong.is_empty(), "{} of {} wrong:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
    assert!(rows.len() >= minimum, "only {} rows", rows.len());
}

#[test]
fn fresh_phrases() {
    check_fresh(include_str!("../data/fresh/phrases.txt"), 200, |text| line(&phrase(text, &clock())));
    check_fresh(include_str!("../data/fresh/phrases_two.txt"), 200, |text| line(&phrase(text, &clock())));
}

#[test]
fn phrases_in_other_languages() {
    check_fresh(include_str!("../data/languages/phrases.txt"), 90, |text| line(&phrase(text, &clock())));
}

#[test]
fn fresh_repetitions() {
    check_fresh(include_str!("../data/fresh/repeats.txt"), 50, |text| {
        whole(text, &clock()).map_or("none".to_owned(), |what| match what {
            What::Recurrence { .. } => repetition(&what),
            What::Ambiguous { ref options, .. } if options.is_empty() => "question".to_owned(),
            _ => "none".to_owned(),
        })
    });
}

#[test]
fn phrases() {
    check_table(include_str!("../data/phrases.txt"), 250, |text| line(&phrase(text, &clock())));
}

fn repetition(what: &What) -> String {
    let (rule, start, time, note) = match what {
        What::Recurrence { rule, start, time, note } => (rule, start, time, note),
        What::Ambiguous { options, .. } if options.is_empty() => return "question".to_owned(),
        What::Ambiguous { .. } => return "ambiguous".to_owned(),
        other => return format!("{other:?}"),
    };
    let value = serde_json::to_value(rule).unwrap();
    let bang = if value["anchor"] == "completion" { "!" } else { "" };
    let mut parts = vec![format!("{}/{}{bang}", value["type"].as_str().unwrap(), rule.interval)];
    let days: Vec<String> = rule.by_day.iter().map(ToString::to_string).collect();
    let month_days: Vec<String> = rule.by_month_day.iter().map(ToString::to_string).collect();
    parts.extend([days.join(","), month_days.join(",")].into_iter().filter(|list| !list.is_empty()));
    parts.extend(rule.until.map(|until| format!("<{until}")));
    parts.extend(rule.count.map(|count| format!("x{count}")));
    parts.push(or_dash(*start));
    parts.extend(time.map(|time| hm(Some(time))));
    parts.extend(note.as_ref().map(|_| "*".to_owned()));
    parts.join(" ")
}

fn found_line(text: &str, found: &Found) -> String {
    let what = match &found.what {
        What::Recurrence { .. } => repetition(&found.what).trim_end_matches(" *").to_owned(),
        What::Duration { minutes } => format!("{minutes} min"),
        What::Date { date, .. } => format!("date {date}"),
        What::DateTime { date, time, .. } => format!("datetime {date} {}", hm(Some(*time))),
        What::Time { time, date, .. } => format!("time {} {date}", hm(Some(*time))),
        What::Range { from, to, date, .. } => format!("range {from}..{to} {}", or_dash(*date)),
        What::Either { .. } | What::Ambiguous { .. } => "ambiguous".to_owned(),
        What::Invalid { .. } => "invalid".to_owned(),
    };
    let role = serde_json::to_value(found.role).unwrap();
    format!("{} {what} [{}]", role.as_str().unwrap(), &text[found.span.clone()])
}

fn sentence(text: &str) -> String {
    let found = find(text, &clock());
    let lines: Vec<String> = found.iter().map(|found| found_line(text, found)).collect();
    if lines.is_empty() { "none".to_owned() } else { lines.join("; ") }
}

#[test]
fn sentences() {
    check_table(include_str!("../data/sentences.txt"), 50, sentence);
}

#[test]
fn repetitions() {
    check_table(include_str!("../data/repeats.txt"), 90, |text| {
        whole(text, &clock()).map_or("none".to_owned(), |what| repetition(&what))
    });
}

/// The bar of TODOS.md: no date at all in a title that holds none.
#[test]
fn titles_without_dates() {
    let table: Vec<&str> = include_str!("../data/no_dates.txt").lines().collect();
    let wrong: Vec<String> = table
        .iter()
        .map(|title| format!("{title} => {}", sentence(title)))
        .filter(|line| !line.ends_with("=> none"))
        .collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), table.len(), wrong.join("\n"));
    assert!(table.len() >= 100);
}

#[test]
fn questions_may_ask_for_possessives() {
    let check = |text: &str, expected: &[&str]| {
        let found = find_possessive(text, &clock());
        let lines: Vec<String> = found.iter().map(|found| found_line(text, found)).collect();
        assert_eq!(lines, expected, "{text}");
        assert_eq!(find(text, &clock()), [], "{text}");
    };
    check("show today's tasks", &["when date 2026-11-21 [today's]"]);
    check("what is on tomorrow’s agenda", &["when date 2026-11-22 [on tomorrow’s]"]);
    check("Friday's report", &["when date 2026-11-27 [Friday's]"]);
    check("list next week's todos", &["when range 2026-11-23..2026-11-29 2026-11-23 [next week's]"]);
    check("Mark's monitor", &[]);
}

fn answered(clock: &Clock, text: &str) -> String {
    line(&phrase(text, clock))
}

#[test]
fn settings_change_the_answer() {
    let with = |change: &dyn Fn(&mut Clock)| {
        let mut clock = clock();
        change(&mut clock);
        clock
    };
    let check = |clock: Clock, text: &str, expected: &str| assert_eq!(answered(&clock, text), expected, "{text}");
    let mdy = || with(&|clock| clock.date_order = Some(DateOrder::Mdy));
    let dmy = || with(&|clock| clock.date_order = Some(DateOrder::Dmy));
    check(mdy(), "5/6", "date 2027-05-06 *");
    check(dmy(), "5/6", "date 2027-06-05 *");
    check(dmy(), "12/25", "date 2026-12-25");
    check(mdy(), "25/12", "date 2026-12-25");
    check(mdy(), "5.6.2027", "ambiguous *");
    check(dmy(), "5.6.2027", "date 2027-06-05");
    check(
        with(&|clock| clock.next_month = NextMonth::SameDay),
        "next month",
        "range 2026-12-01..2026-12-31 2026-12-21",
    );
    let sunday = || with(&|clock| clock.week_start = Weekday::Sunday);
    check(sunday(), "this week", "range 2026-11-15..2026-11-21 -");
    check(sunday(), "next sunday", "date 2026-11-22");
    check(sunday(), "end of week", "date 2026-11-21");
    check(
        with(&|clock| clock.prefs.evening = Time::constant(18, 30, 0, 0)),
        "this evening",
        "datetime 2026-11-21 18:30",
    );
    let toronto = || with(&|clock| clock.zone = "America/Toronto".to_owned());
    check(toronto(), "thanksgiving", "date 2027-10-11 *");
    let berlin = || with(&|clock| clock.zone = "Europe/Berlin".to_owned());
    check(berlin(), "thanksgiving", "ambiguous *");
    // The clocks go forward on 28 March 2027 there, and not on 14 March.
    check(berlin(), "2027-03-28 at 02:30", "datetime 2027-03-28 02:30 *");
    check(berlin(), "2027-03-14 at 02:30", "datetime 2027-03-14 02:30");
    let until = |setting: DefaultUntil, text: &str| {
        let clock = with(&|clock| clock.default_until = setting);
        whole(text, &clock).map(|what| repetition(&what)).unwrap()
    };
    assert_eq!(until(DefaultUntil::None, "every monday"), "weekly/1 MO 2026-11-23");
    assert_eq!(until(DefaultUntil::EndOfYear, "every monday"), "weekly/1 MO <2026-12-31 2026-11-23");
    assert_eq!(until(DefaultUntil::OneYear, "every monday"), "weekly/1 MO <2027-11-23 2026-11-23");
    assert_eq!(until(DefaultUntil::EndOfYear, "every monday 5 times"), "weekly/1 MO x5 2026-11-23");
}

#[test]
fn locales_say_the_order() {
    let check = |tag: &str, order: Option<DateOrder>| assert_eq!(DateOrder::of_locale(tag), order, "{tag}");
    check("en-US", Some(DateOrder::Mdy));
    check("en_US.UTF-8", Some(DateOrder::Mdy));
    check("en-GB", Some(DateOrder::Dmy));
    check("de-DE", Some(DateOrder::Dmy));
    check("en-Latn-GB", Some(DateOrder::Dmy));
    check("ja", Some(DateOrder::Ymd));
    check("sv-SE", Some(DateOrder::Dmy));
    check("fr-CA", None);
    check("en", None);
    check("en-CA", None);
}

#[test]
fn answers_are_json_of_the_verb() {
    let check = |text: &str, expected: serde_json::Value| {
        assert_eq!(serde_json::to_value(phrase(text, &clock())).unwrap(), expected)
    };
    check("friday week", json!({"kind":"date","date":"2026-12-04","time":null,"from":null,"to":null,"note":null}));
    check(
        "tomorrow at 9",
        json!({"kind":"datetime","date":"2026-11-22","time":"09:00","from":null,"to":null,"note":null}),
    );
    check(
        "next week",
        json!({"kind":"range","date":"2026-11-23","time":null,"from":"2026-11-23","to":"2026-11-29","note":null}),
    );
    check(
        "feb 30",
        json!({"kind":"invalid","date":null,"time":null,"from":null,"to":null,
        "note":"February 2027 has 28 days, there is no February 30; did you mean Sun 2027-02-28 or Mon 2027-03-01?"}),
    );
    check(
        "5/6",
        json!({"kind":"ambiguous","date":null,"time":null,"from":null,"to":null,
        "note":"5/6 may be month or day first: Thu 2027-05-06 (6 May) or Sat 2027-06-05 (5 June)"}),
    );
    check(
        "saturday",
        json!({"kind":"date","date":"2026-11-28","time":null,"from":null,"to":null,
        "note":"today is Sat 2026-11-21; this is the next one"}),
    );
    check(
        "every 31st",
        json!({"kind":"none","date":null,"time":null,"from":null,"to":null,
        "note":"a repetition: monthly on the last day, first Mon 2026-11-30; the 31st is read as the last day of every month"}),
    );
    check(
        "2027-03-14 at 02:30",
        json!({"kind":"datetime","date":"2027-03-14","time":"02:30","from":null,"to":null,
        "note":"02:30 does not exist on Sun 2027-03-14 (clocks go forward); it fires at 03:30"}),
    );
    check(
        "14:00-15:30 tomorrow",
        json!({"kind":"datetime","date":"2026-11-22","time":"14:00","from":null,"to":null,"note":"until 15:30"}),
    );
    check(
        "fri 5th dec 2026",
        json!({"kind":"ambiguous","date":null,"time":null,"from":null,"to":null,
        "note":"December 5 is a Saturday: Sat 2026-12-05 or Fri 2026-12-04"}),
    );
    check("hello", json!({"kind":"none","date":null,"time":null,"from":null,"to":null,"note":null}));
}

#[test]
fn whole_answers_carry_what_to_ask() {
    let invalid = What::Invalid {
        options: vec![date(2026, 11, 30), date(2026, 12, 1)],
        note: "November 2026 has 30 days, there is no November 31".to_owned(),
    };
    assert_eq!(whole("nov 31", &clock()), Some(invalid));
    let ambiguous = What::Ambiguous {
        options: vec![
            (date(2026, 11, 27), "Fri 2026-11-27".to_owned()),
            (date(2026, 11, 28), "Sat 2026-11-28".to_owned()),
        ],
        note: "November 27 is a Friday".to_owned(),
    };
    assert_eq!(whole("saturday, nov 27", &clock()), Some(ambiguous));
    let range = What::Range {
        from: date(2026, 11, 1),
        to: date(2026, 11, 30),
        date: None,
        note: Some("the current month".to_owned()),
    };
    assert_eq!(whole("november", &clock()), Some(range));
    let repetition = What::Recurrence {
        rule: Recurrence::weekly_on(2, [Weekday::Tuesday]),
        start: Some(date(2026, 11, 24)),
        time: Some(Time::constant(9, 30, 0, 0)),
        note: None,
    };
    assert_eq!(whole("every other tuesday at 9:30", &clock()), Some(repetition));
    assert_eq!(whole("buy milk tomorrow", &clock()), None);
}

#[test]
fn found_says_what_was_consumed() {
    let text = "File taxes – due 30 nov, ok?";
    let due = Found { span: 15..25, role: Role::Due, what: What::Date { date: date(2026, 11, 30), note: None } };
    assert_eq!(find(text, &clock()), [due]);
}

/// The bounds of the calendar are no place to fail.
#[test]
fn far_clocks_do_not_panic() {
    for now in [Date::MIN, Date::MAX, date(0, 2, 29), date(2027, 1, 31)] {
        let clock = Clock::new(now.at(23, 59, 59, 0), "Europe/Berlin");
        let tables = [
            include_str!("../data/phrases.txt"),
            include_str!("../data/repeats.txt"),
            include_str!("../data/sentences.txt"),
        ];
        for row in tables.iter().flat_map(|table| table.lines()) {
            find(row, &clock);
            phrase(row.split(" | ").next().unwrap(), &clock);
        }
    }
}

const PIECES: [&str; 60] = [
    "every",
    "!",
    "other",
    "mon",
    "monday",
    "fri's",
    "sat",
    "-",
    "/",
    "to",
    "and",
    "or",
    "at",
    "9",
    "9am",
    "31",
    "30:99",
    "12:30",
    ".",
    ",",
    "\"",
    "'",
    "’",
    "nov",
    "may",
    "feb",
    "29",
    "30th",
    "first",
    "last",
    "of",
    "the",
    "month",
    "in",
    "99999999999",
    "4000000000",
    "8000000",
    "days",
    "weeks",
    "years",
    "hours",
    "ago",
    "before",
    "after",
    "until",
    "through",
    "for",
    "times",
    "next",
    "this",
    "weekend",
    "2026-11-20",
    "T",
    "5/6",
    "💥",
    "ß",
    "noon",
    "tonight",
    "end",
    "except",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn found_spans_are_sound(text in any::<String>(), pieces in prop::collection::vec((prop::sample::select(&PIECES[..]), any::<bool>()), 0..14)) {
        let glued: String = pieces.iter().map(|(piece, space)| format!("{piece}{}", if *space { " " } else { "" })).collect();
        let spaced = pieces.iter().map(|(piece, _)| *piece).collect::<Vec<_>>().join(" ");
        for text in [text.as_str(), &glued, &spaced, &format!("{text} tomorrow {spaced}")] {
            phrase(text, &clock());
            find_possessive(text, &clock());
            let mut end = 0;
            for found in find(text, &clock()) {
                prop_assert!(found.span.start >= end, "{text:?} {found:?}");
                prop_assert!(text.get(found.span.clone()).is_some_and(|part| !part.trim().is_empty()), "{text:?} {found:?}");
                end = found.span.end;
            }
        }
    }
}
