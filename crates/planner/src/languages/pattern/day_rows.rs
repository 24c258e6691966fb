//! "jeden Montag, Mittwoch und Freitag", "les mardis et jeudis", "jeden 1. und 15.": a repetition on several days, as many
//! as are said in a row.

use super::{Phrase, Reader};
use crate::languages::table::{Kind, has, meaning};

/// What may stand in front of each day of the row.
const ARTICLES: &str = "jeden jede jedem am el los la las le les cada chaque in fiecare pe";

const WEEKDAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

impl Reader<'_> {
    /// The repetitions with the days that go on behind them.
    pub(super) fn with_rows(&self, mut phrases: Vec<Phrase>) -> Vec<Phrase> {
        let mut at = 0;
        while at < phrases.len() {
            if let Some((end, english)) = phrases.get(at).and_then(|p| self.row_behind(p)) {
                if let Some(phrase) = phrases.get_mut(at) {
                    (phrase.at.end, phrase.english) = (end, english);
                }
                // A day of the row that was a phrase of its own is one no more.
                let mut later = phrases.split_off(at + 1);
                later.retain(|p| p.at.start >= end);
                phrases.append(&mut later);
            }
            at += 1;
        }
        phrases
    }

    /// Where the row behind a repetition ends, and all of it in English.
    fn row_behind(&self, phrase: &Phrase) -> Option<(usize, String)> {
        if phrase.kind != Kind::Every {
            return None;
        }
        let said = phrase.english.strip_prefix("every ")?;
        // "cada dos semanas los lunes y jueves"
        let weekdays = said.strip_prefix("other ").unwrap_or(said);
        let weekly = weekdays.split([' ', ',']).all(|w| w == "and" || w.is_empty() || WEEKDAYS.contains(&w));
        let monthly = said.strip_prefix("month on the ");
        let (mut end, mut days) = (phrase.at.end, Vec::new());
        let mut closed = false;
        while let Some((next, day, last)) = self.next_of_row(end, weekly, monthly.is_some()) {
            days.push(day);
            end = next;
            if last {
                closed = true;
                break;
            }
        }
        if !closed {
            return None;
        }
        let before = if monthly.is_some() { phrase.english.clone() } else { phrase.english.replace(" and ", ", ") };
        let (last, middle) = days.split_last()?;
        let middle: String = middle.iter().map(|day| format!(", {day}")).collect();
        Some((end, format!("{before}{middle} and {last}")))
    }

    /// The next day of a row that goes on at `at`: the index behind it, its English, and whether an "and" makes it the last.
    fn next_of_row(&self, at: usize, weekly: bool, monthly: bool) -> Option<(usize, String, bool)> {
        let l = self.language;
        let comma = at.checked_sub(1).and_then(|b| self.words.get(b)).is_some_and(|w| w.after == Some(','));
        if !comma && at > 0 && self.broken(at) {
            return None;
        }
        let last = has(l.and, self.fold(at));
        if !comma && !last {
            return None;
        }
        let mut next = at + usize::from(last);
        while has(ARTICLES, self.fold(next)) && !self.broken(next + 1) {
            next += 1;
        }
        let word = self.fold(next);
        let weekday = || {
            let whole = meaning(l.weekdays, word).or_else(|| meaning(l.habits, word));
            whole.or_else(|| self.short_weekday(next)).filter(|_| weekly)
        };
        if let Some(day) = weekday() {
            return Some((next + 1, day.to_owned(), last));
        }
        let (end, day) = self.ordinal(next).filter(|_| monthly)?;
        Some((end, day, last))
    }
}
