//! "am 2., 4. und 9. Dezember", "les 2, 4 et 9 décembre", "lunes, martes y jueves": dates said in a row are one phrase, so that
//! none of them is lost and none becomes part of a name.

use super::{Phrase, Reader, is_digits};
use crate::dates::{self, What};
use crate::languages::table::{Kind, has};
use jiff::civil::Date;

/// What may stand in front of each day of the row.
const LEADS: &str = "am an den der el los la las le les pe in dias jours zilele";

impl Phrase {
    /// Whether it is several dates.
    pub(in crate::languages) fn is_row(&self) -> bool {
        self.kind == Kind::When && self.english.contains(" and 2")
    }
}

impl Reader<'_> {
    /// The phrases with each row of dates as one.
    pub(super) fn with_dates(&self, phrases: Vec<Phrase>) -> Vec<Phrase> {
        let mut out: Vec<Phrase> = Vec::new();
        for phrase in phrases {
            let Some((start, days)) = self.row_before(&phrase, &out) else {
                out.push(phrase);
                continue;
            };
            out.retain(|p| p.at.end <= start);
            out.push(Phrase { kind: Kind::When, at: start..phrase.at.end, english: said(&days) });
        }
        out
    }

    /// Where the row begins that ends with a date, and its days.
    fn row_before(&self, last: &Phrase, before: &[Phrase]) -> Option<(usize, Vec<Date>)> {
        if last.kind != Kind::When || !self.joined(last.at.start) {
            return None;
        }
        let mut days = vec![self.one_date(last)?];
        let mut start = last.at.start;
        let and = start > 0 && has(self.language.and, self.fold(start - 1));
        let mut named = false;
        while let Some(next) = self.joined_from(start) {
            let number =
                || self.fold(next.checked_sub(1)?).parse::<i8>().ok().filter(|_| is_digits(self.fold(next - 1)));
            let phrase = before.iter().find(|p| p.at.end == next);
            let first = days.last().copied()?;
            if let Some(row) = phrase.filter(|p| p.is_row()) {
                days.extend(rows(&row.english)?.into_iter().rev());
                start = row.at.start;
            } else if let Some(number) = number() {
                // Of the month that is said behind the last.
                let day = first.with().day(number).build().ok().filter(|day| *day < first)?;
                days.push(day);
                start = phrase.map_or(next - 1, |p| p.at.start);
            } else if let Some(phrase) = phrase.filter(|_| and) {
                named = true;
                days.push(self.one_date(phrase)?);
                start = phrase.at.start;
            } else {
                break;
            }
            while start > 0 && has(LEADS, self.fold(start - 1)) && !self.broken(start) {
                start -= 1;
            }
        }
        days.reverse();
        days.dedup();
        if !days.is_sorted() {
            return None;
        }
        let today = self.clock.now.date();
        // "pain lundi et mardi appeler Ana": the second may begin something else.
        let closed = start == 0 || last.at.end + 1 >= self.words.len() || self.broken(last.at.end);
        let apart = !named || closed;
        (apart && days.len() > 1 && days.iter().all(|day| *day >= today)).then_some((start, days))
    }

    /// Whether an "and" or a comma stands in front of a place.
    fn joined(&self, at: usize) -> bool {
        self.joined_from(at).is_some()
    }

    /// The place behind the word in front, where the two are joined.
    fn joined_from(&self, at: usize) -> Option<usize> {
        let and = at > 1 && has(self.language.and, self.fold(at - 1));
        let behind = if and { at - 1 } else { at };
        let before = self.words.get(behind.checked_sub(1)?).filter(|w| !w.quoted && !w.line)?;
        // "am 2., 4. und 9.": the dot of a figure is its own, and hides the comma.
        let figure = self.language.code == "de" && is_digits(&before.fold) && before.after == Some('.');
        let comma =
            before.after == Some(',') || figure && self.fold(behind).starts_with(|ch: char| ch.is_ascii_digit());
        (comma || and && (before.after.is_none() || figure)).then_some(behind)
    }

    fn one_date(&self, phrase: &Phrase) -> Option<Date> {
        let plain = phrase.english.trim_start_matches("on ");
        match dates::whole(plain, self.clock)? {
            What::Date { date, .. } if phrase.kind == Kind::When => Some(date),
            _ => None,
        }
    }
}

/// A row as English reads it.
fn said(days: &[Date]) -> String {
    match days {
        [front @ .., last] if !front.is_empty() => {
            let front: Vec<String> = front.iter().map(Date::to_string).collect();
            format!("on {} and {last}", front.join(", "))
        }
        _ => String::new(),
    }
}

fn rows(english: &str) -> Option<Vec<Date>> {
    english.trim_start_matches("on ").replace(" and ", ", ").split(", ").map(|day| day.parse().ok()).collect()
}
