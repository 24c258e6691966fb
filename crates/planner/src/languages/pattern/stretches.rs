//! "Freitag 9-10:30", "vendredi 9h-10h30", "marți 10 - 12", "10-12 Uhr": from one hour to another, written with a dash or with
//! the word that joins two hours. They are hours, and no other numbers, by how they are written or by the day beside them.

use super::days::clock;
use super::{Phrase, Reader, is_digits};
use crate::languages::table::{Kind, has};

/// What a language has around hours.
struct Words {
    code: &'static str,
    /// In front of a time, words joined by `_`.
    leads: &'static str,
    /// Between two hours.
    joins: &'static str,
    /// Behind an hour.
    units: &'static str,
}

const WORDS: [Words; 4] = [
    Words { code: "de", leads: "um von", joins: "bis", units: "uhr" },
    Words { code: "es", leads: "a_las de_las a_la de_la a de", joins: "a hasta a_las hasta_las", units: "h hs horas" },
    Words { code: "fr", leads: "a de", joins: "a", units: "h heures" },
    Words { code: "ro", leads: "de_la la", joins: "la pana_la", units: "ore" },
];

/// Two hours that stand beside each other.
struct Hours {
    end: usize,
    from: Hour,
    to: Hour,
    /// With a dash between them.
    dashed: bool,
}

/// An hour as it is written.
struct Hour {
    /// "9", "10:30", "4pm".
    said: String,
    hour: u32,
    /// With its minutes, or with a mark that only hours have.
    sure: bool,
}

impl Reader<'_> {
    fn stretch_words(&self) -> Option<&'static Words> {
        WORDS.iter().find(|words| words.code == self.language.code)
    }

    /// From when to when, where that stands at a place behind the phrases that were read so far.
    pub(super) fn stretch(&self, at: usize, before: &[Phrase]) -> Option<Phrase> {
        let day = |p: &Phrase| matches!(p.kind, Kind::When | Kind::Every | Kind::Part);
        let words = self.stretch_words()?;
        let lead = self.one_of(at, words.leads).filter(|begin| !self.broken(*begin));
        let begin = lead.unwrap_or(at);
        let two = self.two_hours(begin)?;
        let led = lead.is_some() && two.dashed;
        if lead.is_some() && !led {
            return None;
        }
        let behind = !self.broken(at) && before.last().is_some_and(|p| p.at.end == at && day(p));
        let in_front = || !self.broken(two.end) && self.phrase(two.end).is_some_and(|p| day(&p));
        let written = two.from.sure && two.to.sure;
        let hours = match (written, two.from.sure || two.to.sure) {
            (true, _) => two.dashed || behind,
            (_, true) => two.dashed && (led || behind || in_front()) || behind && self.closed(two.end),
            _ => {
                let rises = two.from.hour < two.to.hour && (1..=24).contains(&two.from.hour) && two.to.hour <= 24;
                rises && ((led || behind) && self.closed(two.end) || at == 0 && two.dashed && in_front())
            }
        };
        let english = format!("from {} to {}", two.from.said, two.to.said);
        hours.then_some(Phrase { kind: Kind::At, at: at..two.end, english })
    }

    /// Whether two hours stand there, of which the first is no day of the month then.
    pub(super) fn begins_hours(&self, at: usize) -> bool {
        self.two_hours(at).is_some()
    }

    /// The end of one of the words of a list that stands there, the longest first.
    fn one_of(&self, at: usize, list: &'static str) -> Option<usize> {
        let fits = |words: &&str| words.split('_').enumerate().all(|(n, word)| self.fold(at + n) == word);
        list.split(' ').filter(fits).map(|words| at + words.split('_').count()).max()
    }

    fn two_hours(&self, at: usize) -> Option<Hours> {
        let words = self.stretch_words()?;
        let word = self.words.get(at).filter(|w| !w.quoted && w.fold.starts_with(|c: char| c.is_ascii_digit()))?;
        let unit = |at: usize| !self.broken(at) && has(words.units, self.fold(at));
        if let Some((from, to)) = word.fold.split_once('-') {
            let end = at + 1 + usize::from(unit(at + 1));
            let (from, to) = (hour(from, end > at + 1)?, hour(to, end > at + 1)?);
            return (!self.of_a_month(at, end)).then_some(Hours { end, from, to, dashed: true });
        }
        let marked = unit(at + 1);
        let next = at + 1 + usize::from(marked);
        let dash = || self.words.get(next).is_some_and(|w| !w.quoted && w.fold.is_empty());
        let rule = self.words.get(next - 1).is_some_and(|w| w.after == Some('–'));
        let (second, dashed) = if rule {
            (next, true)
        } else if dash() {
            (next + 1, true)
        } else {
            (self.one_of(next, words.joins)?, false)
        };
        if !rule && (self.broken(next) || self.broken(second)) {
            return None;
        }
        let end = second + 1 + usize::from(unit(second + 1));
        let last = end > second + 1;
        let from = hour(&word.fold, marked || last)?;
        let to = hour(self.fold(second), last)?;
        (!self.of_a_month(second, end)).then_some(Hours { end, from, to, dashed })
    }
}

/// "9", "9h", "10:30", "4pm"; one of which its unit stands behind it is sure.
fn hour(word: &str, marked: bool) -> Option<Hour> {
    let half = ["am", "pm"].into_iter().find(|half| word.ends_with(half));
    let plain = half.map_or(word, |half| word.trim_end_matches(half));
    let bare = is_digits(plain) && plain.len() <= 2;
    // "3.12" may be a day.
    let said = if bare { plain.to_owned() } else { clock(plain).filter(|_| marked || !plain.contains('.'))? };
    let hour: u32 = said.split(':').next()?.parse().ok().filter(|hour| *hour <= 24)?;
    let said = said.strip_suffix(":00").filter(|open| open.len() < 2).map_or(said.clone(), str::to_owned);
    Some(Hour { said: format!("{said}{}", half.unwrap_or_default()), hour, sure: marked || half.is_some() || !bare })
}
