//! Phrases at other moments than the one of TODOS.md: a Monday morning, the last half hour of a year, the day before a
//! leap day, the night the clocks change, a Sunday evening in India.

use countersign_planner::dates::{Clock, DateOrder, Kind, PhraseAnswer, phrase};

const TABLE: &str = include_str!("../data/moments.txt");

/// An answer as the table writes it.
fn written(answer: &PhraseAnswer) -> String {
    let day = answer.date.map(|date| date.to_string()).unwrap_or_else(|| "-".to_owned());
    let time = answer.time.map(|time| time.strftime("%H:%M").to_string()).unwrap_or_default();
    match answer.kind {
        Kind::Date => day,
        Kind::Datetime => format!("{day} {time}"),
        Kind::Time => format!("time {day} {time}"),
        Kind::Range => format!("{}..{} {day}", answer.from.unwrap(), answer.to.unwrap()),
        Kind::Ambiguous => "ambiguous".to_owned(),
        Kind::Invalid => "invalid".to_owned(),
        Kind::None => "none".to_owned(),
    }
}

#[test]
fn phrases_mean_what_they_mean_at_that_moment() {
    let mut clock = None;
    let (mut read, mut wrong) = (0, Vec::new());
    for line in TABLE.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(moment) = line.strip_prefix("= ") {
            let (now, zone) = moment.split_once(' ').unwrap();
            clock = Some(Clock::new(now.parse().unwrap(), zone));
            continue;
        }
        let (said, want) = line.split_once(" => ").unwrap();
        let (locale, said) = match said.strip_prefix('[').and_then(|rest| rest.split_once("] ")) {
            Some((locale, said)) => (DateOrder::of_locale(locale), said),
            None => (None, said),
        };
        let found = phrase(said, &Clock { date_order: locale, ..clock.clone().unwrap() });
        read += 1;
        if written(&found) != want {
            wrong.push(format!("{said}: {} instead of {want}", written(&found)));
        }
    }
    assert!(read > 550, "{read}");
    assert!(wrong.is_empty(), "{wrong:#?}");
}
