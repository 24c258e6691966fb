//! A phrase is read wholly and rightly, refused by name, or no date at all: never in part.

use countersign_core::todos::Todos;
use countersign_planner::dates::{Clock, Kind, Role, What, find, phrase, whole};
use countersign_planner::interpret::{Answer, Context, Decision, Pending, interpret};
use jiff::civil::{Date, Time, Weekday, datetime};
use jiff::{Span, ToSpan};
use proptest::prelude::*;
use serde_json::{Value, json};

fn clock() -> Clock {
    Clock::new(datetime(2026, 11, 21, 10, 0, 0, 0), "America/New_York")
}

/// Phrases of an author who had not seen the reader: one of the accepted answers, in the keys it names. A title that
/// holds no date has none found in it either.
#[test]
fn phrases_of_another_author() {
    let rows: Vec<Value> =
        include_str!("../data/fresh/dates.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let mut wrong = Vec::new();
    for row in &rows {
        let text = row["phrase"].as_str().unwrap();
        let accepted = row["accept"].as_array().unwrap();
        let answer = serde_json::to_value(phrase(text, &clock())).unwrap();
        let fits = |right: &Value| right.as_object().unwrap().iter().all(|(key, value)| answer[key] == *value);
        if !accepted.iter().any(fits) {
            wrong.push(format!("{text}: right {accepted:?}, got {answer}"));
        }
        let title = accepted.iter().all(|right| right["kind"] == "none");
        if title && !find(text, &clock()).is_empty() {
            wrong.push(format!("{text}: {:?}", find(text, &clock())));
        }
    }
    assert!(wrong.is_empty(), "{} of {} wrong:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
    assert!(rows.len() >= 200);
}

const WEEKDAYS: [(&str, Weekday); 7] = [
    ("monday", Weekday::Monday),
    ("tuesday", Weekday::Tuesday),
    ("wednesday", Weekday::Wednesday),
    ("thursday", Weekday::Thursday),
    ("friday", Weekday::Friday),
    ("saturday", Weekday::Saturday),
    ("sunday", Weekday::Sunday),
];

/// What may be said of a weekday, by the rules of TODOS.md: the days that the answer is from the bare one.
const DETERMINED: [&str; 12] = [
    "{day}",
    "on {day}",
    "this {day}",
    "next {day}",
    "coming {day}",
    "last {day}",
    "{day} week",
    "next {day} week",
    "the {day} after next",
    "the {day} before last",
    "{day} fortnight",
    "a week from {day}",
];

const TIMES: [(&str, Option<(i8, i8)>); 10] = [
    ("", None),
    (" at 9", Some((9, 0))),
    (" 9am", Some((9, 0))),
    (" at 3", Some((15, 0))),
    (" at noon", Some((12, 0))),
    (" at half past 4", Some((16, 30))),
    (" in the evening", Some((19, 0))),
    (" at 8 in the evening", Some((20, 0))),
    (" an hour before noon", Some((11, 0))),
    (" at 17:45", Some((17, 45))),
];

const AROUND: [(&str, &str); 6] = [
    ("", ""),
    ("call bob ", ""),
    ("", " call bob"),
    ("remind me ", " to pay rent"),
    ("pay 5 euros ", "."),
    ("lunch, ", ", please"),
];

fn moment(what: &What) -> Option<(Date, Option<Time>)> {
    match what {
        What::Date { date, .. } => Some((*date, None)),
        What::DateTime { date, time, .. } => Some((*date, Some(*time))),
        _ => None,
    }
}

/// 7 × 12 × 10 × 6 phrases: the day is the weekday that was named, the time the one that was named, and nothing of
/// the phrase is left in the sentence.
#[test]
fn a_weekday_is_the_one_named_wherever_it_stands() {
    let mut wrong = Vec::new();
    for (name, weekday) in WEEKDAYS {
        for said in DETERMINED {
            for (time, hour) in TIMES {
                let phrase = format!("{}{time}", said.replace("{day}", name));
                for (before, after) in AROUND {
                    let text = format!("{before}{phrase}{after}");
                    let found = find(&text, &clock());
                    let [one] = &found[..] else {
                        wrong.push(format!("{text}: {found:?}"));
                        continue;
                    };
                    let time = hour.map(|(hour, minute)| Time::constant(hour, minute, 0, 0));
                    let right = moment(&one.what).is_some_and(|(date, at)| date.weekday() == weekday && at == time);
                    if !right || text[one.span.clone()] != phrase {
                        wrong.push(format!("{text}: [{}] {:?}", &text[one.span.clone()], one.what));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// What stands before, in and behind a weekday, of which many make no sense together.
const BEFORE: [&str; 19] = [
    "",
    "this ",
    "next ",
    "last ",
    "the ",
    "the second ",
    "first ",
    "a week ",
    "two weeks ",
    "every ",
    "every other ",
    "a week from next ",
    "3 days after ",
    "the day after ",
    "two weeks from ",
    "after ",
    "by ",
    "the week after ",
    "no later than next ",
];
const BEHIND: [&str; 16] = [
    "",
    " week",
    " fortnight",
    " after next",
    " before last",
    " the 24th",
    " the 27th",
    " the 45th",
    " in december",
    " next month",
    " next week",
    " from now",
    " in two weeks",
    " nov 30",
    " ago",
    " 3rd",
];
const HOURS: [&str; 15] = [
    "",
    " at 9",
    " 9am",
    " at noon",
    " in the evening",
    " morning",
    " at 9 or 10",
    " at 26:00",
    " 3pm UTC",
    " 9-11",
    " at 6ish",
    " an hour before noon",
    " at 25",
    " around 4",
    " before noon",
];

/// All of them: what is found leaves no word of the phrase behind, or asks, or there is no date at all.
#[test]
fn no_part_of_a_date_is_dropped() {
    let mut wrong = Vec::new();
    let mut asked = 0;
    for (before, behind) in BEFORE.iter().flat_map(|before| BEHIND.iter().map(move |behind| (before, behind))) {
        for hour in HOURS {
            let text = format!("call bob {before}friday{behind}{hour}");
            let found = find(&text, &clock());
            let mut left = text.clone();
            for one in found.iter().rev() {
                left.replace_range(one.span.clone(), "");
            }
            let asks = |what: &What| matches!(what, What::Ambiguous { .. } | What::Invalid { .. });
            let first = |what: &What| match what {
                What::Range { from, .. } => Some(*from),
                other => moment(other).map(|(date, _)| date),
            };
            let days: Vec<Date> = found.iter().filter_map(|one| first(&one.what)).collect();
            // Two days that differ are asked about by the planner.
            let question = found.iter().any(|one| asks(&one.what)) || days.windows(2).any(|two| two[0] != two[1]);
            asked += usize::from(question);
            if !found.is_empty() && !question && left.trim() != "call bob" {
                wrong.push(format!("{text} | left {left:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(asked > 500, "the table holds what makes no sense: {asked}");
}

fn asked(text: &str, answers: Option<&str>) -> Answer {
    let context = Context {
        clarify: answers.map(|_| Pending {
            question: "Which date do you mean?".to_owned(),
            instruction: text.to_owned(),
            ..Pending::default()
        }),
        ..Context::default()
    };
    interpret(answers.unwrap_or(text), &Todos::new(Vec::new()), &clock(), &context)
}

/// What a phrase cannot settle is a question with its cause, and the answer loses nothing that was said beside it.
#[test]
fn what_is_unclear_is_asked_with_its_cause() {
    for (text, question) in [
        ("dentist at 26:00", "Which time do you mean? there is no time 26:00"),
        ("dentist tomorrow at 25", "Which time do you mean? there is no time 25"),
        ("call bob tomorrow at 5 or 6", "Which time do you mean? There is more than one."),
        ("call bob friday the 45th", "Which date do you mean? no month has a day 45"),
        ("pay rent monday the 24th", "Which date do you mean? November 24 is a Tuesday"),
        (
            "call bob in 1000000 years",
            "Which date do you mean? that is beyond the calendar, which ends with the year 9999",
        ),
    ] {
        let answer = asked(text, None);
        assert_eq!((answer.decision, answer.question.as_deref()), (Decision::Clarify, Some(question)), "{text}");
    }
    for (text, said, date) in [
        ("call bob on 5/6 at 9", "6 may", "2027-05-06"),
        ("call bob at 9 on 5/6", "5 june", "2027-06-05"),
        ("call bob friday in december at 9", "dec 11", "2026-12-11"),
        ("call bob monday the 24th at 9", "tuesday", "2026-11-24"),
    ] {
        let answer = asked(text, Some(said));
        let right = json!([{"op": "create", "title": "call bob", "scheduledFor": date, "timeOfDay": "09:00"}]);
        assert_eq!(json!(answer.ops), right, "{text} | {said}: {:?}", answer.question);
    }
}

#[test]
fn a_time_of_today_that_is_over_is_said() {
    for (text, said) in [
        ("call mom this morning", Some("past_time")),
        ("call mom today at 9am", Some("past_time")),
        ("call mom today at 11am", None),
        ("call mom at 9am", None),
        // A series that begins today, at a time that is over.
        ("take pills every day at 8am", Some("past_occurrence")),
        ("take pills every saturday at 8am", Some("past_occurrence")),
        ("take pills every day at 8pm", None),
        ("take pills every weekday at 8am", None),
        ("take pills every sunday at 8am", None),
    ] {
        let answer = asked(text, None);
        assert_eq!(answer.decision, Decision::Plan, "{text}");
        let past: Vec<&str> = answer.warnings.iter().map(String::as_str).filter(|w| w.starts_with("past_")).collect();
        assert_eq!(past, said.into_iter().collect::<Vec<_>>(), "{text}");
    }
}

/// Days that others are counted from.
const ANCHORS: [&str; 14] = [
    "today",
    "tomorrow",
    "friday",
    "next tuesday",
    "the 15th",
    "christmas",
    "dec 24",
    "january 31 2027",
    "2027-03-01",
    "the day after tomorrow",
    "end of month",
    "friday week",
    "first monday of march",
    "new year's eve",
];
/// A unit with the span of so many of it; `None` where that is longer than the calendar.
type Count = (&'static str, fn(i64) -> Option<Span>);
const COUNTS: [Count; 4] = [
    ("day", |n| Span::new().try_days(n).ok()),
    ("week", |n| Span::new().try_weeks(n).ok()),
    ("month", |n| Span::new().try_months(n).ok()),
    ("year", |n| Span::new().try_years(n).ok()),
];

fn today() -> Date {
    clock().now.date()
}

fn plural(n: i64, unit: &str) -> String {
    if n == 1 { format!("1 {unit}") } else { format!("{n} {unit}s") }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// "N units from X" is X and N units; beyond the calendar there is no such day, and none is put in its place.
    #[test]
    fn counting_is_adding(n in prop_oneof![1i64..60, 1i64..9_999_999], (unit, span) in prop::sample::select(&COUNTS[..]), anchor in prop::sample::select(&ANCHORS[..]), from_now in any::<bool>()) {
        let from = phrase(anchor, &clock()).date.unwrap();
        let cases = if from_now {
            vec![(format!("in {}", plural(n, unit)), today(), 1), (format!("{} from now", plural(n, unit)), today(), 1), (format!("{} ago", plural(n, unit)), today(), -1)]
        } else {
            vec![(format!("{} from {anchor}", plural(n, unit)), from, 1), (format!("{} after {anchor}", plural(n, unit)), from, 1), (format!("{} before {anchor}", plural(n, unit)), from, -1)]
        };
        for (text, from, sign) in cases {
            let right = span(n * sign).and_then(|span| from.checked_add(span).ok());
            let answer = phrase(&text, &clock());
            match right {
                Some(date) => prop_assert_eq!((answer.kind, answer.date), (Kind::Date, Some(date)), "{}", text),
                None => prop_assert_eq!((answer.kind, answer.date), (Kind::Invalid, None), "{}", text),
            }
            let sentence = format!("call bob {text}");
            let found = find(&sentence, &clock());
            prop_assert_eq!(found.len(), 1, "{}", sentence);
            prop_assert_eq!(&sentence[found[0].span.clone()], text.as_str());
        }
    }

    /// "N mondays from now" is the Nth that comes, and no repetition.
    #[test]
    fn counted_weekdays_are_counted(n in 1i64..200, (name, weekday) in prop::sample::select(&WEEKDAYS[..])) {
        let text = format!("{} from now", plural(n, name));
        let first = (1..=7).map(|days| today() + days.days()).find(|date| date.weekday() == weekday).unwrap();
        prop_assert_eq!(phrase(&text, &clock()).date, Some(first + (7 * (n - 1)).days()), "{}", text);
        let sentence = format!("remind me {text} to call");
        let found = find(&sentence, &clock());
        prop_assert!(found.len() == 1 && found[0].role == Role::When, "{:?}", found);
    }

    /// "N minutes before 15:40" is that much earlier.
    #[test]
    fn minutes_from_a_time_are_added(n in 1i64..180, hour in 0i8..24, minute in 0i8..60, before in any::<bool>()) {
        let (word, sign) = if before { ("before", -1) } else { ("after", 1) };
        let text = format!("{} {word} {hour:02}:{minute:02}", plural(n, "minute"));
        let right = Time::constant(hour, minute, 0, 0).wrapping_add((n * sign).minutes());
        prop_assert_eq!(phrase(&text, &clock()).time, Some(right), "{}", text);
        let with_day = phrase(&format!("{text} on 2027-05-05"), &clock());
        prop_assert_eq!(with_day.time, Some(right), "{} with a day", text);
        let moment = Date::constant(2027, 5, 5).at(hour, minute, 0, 0).saturating_add((n * sign).minutes());
        prop_assert_eq!(with_day.date, Some(moment.date()), "{} with a day", text);
    }

    /// A phrase that is read is read to its last word: with a word that means nothing it is none.
    #[test]
    fn a_word_that_means_nothing_makes_no_phrase(anchor in prop::sample::select(&ANCHORS[..]), (time, _) in prop::sample::select(&TIMES[..]), front in any::<bool>()) {
        let read = format!("{anchor}{time}");
        prop_assert!(whole(&read, &clock()).is_some(), "{}", read);
        let text = if front { format!("blorp {read}") } else { format!("{read} blorp") };
        prop_assert_eq!(phrase(&text, &clock()).kind, Kind::None, "{}", text);
    }
}

#[test]
fn of_an_empty_list_there_is_nothing_to_delete() {
    for text in ["cancel all", "delete everything", "remove everything", "lösche alles"] {
        let answer = interpret(text, &Todos::new(Vec::new()), &clock(), &Context::default());
        assert_eq!((answer.decision, answer.ops.len()), (Decision::Chat, 0), "{text}");
        assert_eq!(answer.warnings, ["no_targets"], "{text}");
    }
}
