//! "Um 5 oder 6 Uhr", "vendredi ou samedi": two values of which one is meant, as one phrase, so that the planner asks.

use super::pattern::{Phrase, Reader};
use super::table::{Kind, has};

/// In front of an hour whose unit is said with the second one: "à 5 ou 6 heures".
const AT: &str = "a vers um gegen la las spre";

impl Reader<'_> {
    /// The phrases, with those that are choices of one another as one.
    pub(super) fn with_choices(&self, phrases: Vec<Phrase>) -> Vec<Phrase> {
        let mut out: Vec<Phrase> = Vec::new();
        let starts: Vec<usize> = phrases.iter().map(|p| p.at.start).collect();
        for mut phrase in phrases {
            let at = phrase.at.start;
            if matches!(phrase.kind, Kind::At | Kind::When) && at > 0 && self.is_or(at - 1) {
                let second = phrase.english.trim_start_matches("at ").trim_start_matches("on ");
                if let Some(first) = out.last_mut()
                    && first.kind == phrase.kind
                    && first.at.end == at - 1
                    && !first.english.contains(" or ")
                {
                    first.english = format!("{} or {second}", within(&first.english, second));
                    first.at.end = phrase.at.end;
                    continue;
                }
                let free = out.last().map_or(0, |last| last.at.end);
                let number = at.checked_sub(2).filter(|n| *n >= free).and_then(|n| Some((n, self.hour(n)?)));
                if let Some((n, (_, hour))) = number.filter(|(_, (end, _))| phrase.kind == Kind::At && *end == at - 1) {
                    let led = n > free && has(AT, self.fold(n - 1));
                    phrase.english = format!("at {hour} or {second}");
                    phrase.at.start = n - usize::from(led);
                }
            }
            let end = phrase.at.end;
            let next = self.hour(end + 1).filter(|_| self.is_or(end) && !starts.contains(&(end + 1)));
            if let Some((after, hour)) = next
                && phrase.kind == Kind::At
                && !phrase.english.contains(" or ")
            {
                phrase.english = format!("{} or {hour}", phrase.english);
                phrase.at.end = after;
            }
            out.push(phrase);
        }
        out
    }

    fn is_or(&self, at: usize) -> bool {
        has(self.language.or, self.fold(at)) && !self.broken(at)
    }

    /// A number that can be an hour.
    fn hour(&self, at: usize) -> Option<(usize, u32)> {
        self.number(at).filter(|(_, n)| (1..=24).contains(n))
    }
}

/// "5th" of "le 5 ou 6 janvier": a figure alone is of the month that is said with the second.
fn within(first: &str, second: &str) -> String {
    let bare = first.trim_start_matches("on ").trim_start_matches("the ");
    let day = bare.trim_end_matches(char::is_alphabetic);
    let figure = !day.is_empty() && day.bytes().all(|b| b.is_ascii_digit());
    match second.split_once(' ') {
        Some((other, month)) if figure && other.starts_with(|ch: char| ch.is_ascii_digit()) => format!("{day} {month}"),
        _ => first.to_owned(),
    }
}
