//! `countersign dates`: what a phrase means as a date.

use super::{BadLine, Line, each_line};
use crate::args;
use crate::failure::{Exit, Result};
use crate::moment::Moment;
use crate::screen::Screen;
use crate::show::day;
use crate::texts::say;
use countersign_planner::dates::{self, Clock, PhraseAnswer};
use std::io;

/// Runs the verb.
pub(crate) fn run(args: &args::Dates, moment: &Moment, screen: &mut Screen) -> Result<Exit> {
    let clock = moment.planner_clock(args.locale.locale.as_deref());
    if args.batch {
        return each_line(io::stdin().lock(), io::stdout().lock(), |line| answer(line, &clock));
    }
    let phrase = args.phrase.join(" ");
    let found = dates::phrase(&phrase, &clock);
    if screen.is_json() {
        screen.json(&found)?;
    } else {
        for line in prose(&found) {
            screen.line(line)?;
        }
    }
    Ok(Exit::Clear)
}

fn answer(line: &Line, clock: &Clock) -> Result<PhraseAnswer, BadLine> {
    line.only(&["phrase"])?;
    let phrase: String = line.required("phrase", "invalid_phrase")?;
    Ok(dates::phrase(&phrase, clock))
}

fn prose(answer: &PhraseAnswer) -> Vec<String> {
    let mut lines = Vec::new();
    match (answer.from, answer.to) {
        (Some(from), Some(to)) => lines.push(say!("cli-dates-range", from = day(from), to = day(to))),
        _ => match (answer.date, answer.time) {
            (Some(date), Some(time)) => {
                lines.push(say!("cli-dates-at", date = day(date), time = time.strftime("%H:%M").to_string()))
            }
            (Some(date), None) => lines.push(day(date)),
            _ if answer.note.is_none() => lines.push(say!("cli-dates-none")),
            _ => {}
        },
    }
    lines.extend(answer.note.clone());
    lines
}
