//! "De luni alergat în fiecare zi", "alergat zilnic din ianuarie": in Romanian "de" and "din" give the start of a repetition
//! where they begin the sentence or stand right behind it. Elsewhere they are of a name ("raportul de luni").

use super::{Phrase, Reader};
use crate::languages::table::{Kind, has, meaning};

impl Reader<'_> {
    /// The phrases with such a start.
    pub(super) fn with_starts(&self, mut phrases: Vec<Phrase>) -> Vec<Phrase> {
        if self.language.code != "ro" || phrases.iter().any(|p| p.kind == Kind::From) {
            return phrases;
        }
        let Some(every) = phrases.iter().find(|p| p.kind == Kind::Every).map(|p| p.at.clone()) else { return phrases };
        // "de luni până vineri" is the repetition itself.
        // "din 10 mai până pe 20 iulie" goes further than its start.
        let longer = |start: &Phrase| phrases.iter().any(|p| p.at.start == start.at.start && p.at.end > start.at.end);
        let apart = |start: &Phrase| (start.at.end <= every.start || every.end <= start.at.start) && !longer(start);
        if let Some(start) = [0, every.end].into_iter().filter_map(|at| self.start(at)).find(apart) {
            phrases.retain(|p| p.at.end <= start.at.start || start.at.end <= p.at.start);
            phrases.push(start);
            phrases.sort_by_key(|p| p.at.start);
        }
        phrases
    }

    fn start(&self, at: usize) -> Option<Phrase> {
        if !has("de din", self.fold(at)) {
            return None;
        }
        let month = || Some((at + 2, format!("in {}", meaning(self.language.months, self.fold(at + 1))?)));
        let (end, day) = self.day(at + 1).or_else(month)?;
        (end < self.words.len() || at > 0).then(|| Phrase {
            kind: Kind::From,
            at: at..end,
            english: format!("starting {day}"),
        })
    }
}
