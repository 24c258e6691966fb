//! Weekdays by two or three of their letters: "Di 10 Uhr", "mié 3 de diciembre", "mar. à 9h". Many are words, too: a pronoun
//! ("trezește-mă la 7"), or what somebody does something with ("regarder le jeu à 20h").

use super::Reader;
use crate::languages::concepts;
use crate::languages::sentence;
use crate::languages::table::{has, meaning};
use unicode_normalization::UnicodeNormalization;

/// Weekdays by their letters that are first names, too.
pub(in crate::languages) const FIRST_NAMES: &str = "sam dom vi jo";

/// Those that have a mark.
const MARKED: &str = "mié sáb sâ sâm";

/// What stands in front of a noun of the same letters, and in front of no day.
const OF_NOUNS: [(&str, &str, &str); 5] = [
    ("fr", "mer", "la une cette ma en de"),
    ("fr", "jeu", "le un ce du au mon ton son notre de"),
    ("es", "mar", "un del hacia de"),
    ("ro", "mar", "un"),
    ("ro", "vin", "un de din cu si"),
];

/// Articles that stand in front of both.
const OF_BOTH: [(&str, &str, &str); 1] = [("es", "mar", "el al")];

impl Reader<'_> {
    /// Whether a weekday by its letters stands somewhere.
    pub(in crate::languages) fn has_short_weekday(&self) -> bool {
        (0..self.words.len()).any(|at| self.short_weekday(at).is_some())
    }

    /// "Di 10 Uhr", "mié 3 de diciembre", "Mi, den 8.12.", "am Do": letters that are words elsewhere, told by the time or the date
    /// behind them, or by what stands in front of days only.
    pub(in crate::languages) fn short_weekday(&self, at: usize) -> Option<&'static str> {
        let day = meaning(self.language.short_weekdays, self.fold(at))?;
        let german = self.language.code == "de";
        let capital = self.words.get(at).is_some_and(|w| w.capital);
        // "so um 9" goes on in the same way.
        if german && matches!(self.fold(at), "so" | "do") && !capital {
            return None;
        }
        if self.is_word(at) {
            return None;
        }
        // "Dom 10:00" in the middle of a line is somebody.
        if !german && capital && at > 0 && !self.broken(at) && has(FIRST_NAMES, self.fold(at)) {
            return None;
        }
        let article = german && !self.broken(at + 1) && has("den dem der", self.fold(at + 1));
        let next = if article { at + 2 } else { at + 1 };
        let beside = !self.broken(next)
            && (meaning(self.language.parts, self.fold(next)).is_some()
                || self.slot(next, 'N').is_some()
                || self.numbered_day(next)
                || !self.is_noun(at) && (self.slot(next, 'C').is_some() || self.is_timed(next)));
        let led = german
            && capital
            && at.checked_sub(1).is_some_and(|before| {
                !self.broken(at) && has("am bis ab auf jeden kommenden nachsten", self.fold(before))
            });
        (beside || led || german && capital && self.in_a_row(at, day)).then_some(day)
    }

    /// "Mo, Mi und Fr", "Mo bis Fr": beside another day by its letters.
    fn in_a_row(&self, at: usize, day: &str) -> bool {
        let short = |at: usize| {
            let other = meaning(self.language.short_weekdays, self.fold(at)).filter(|other| *other != day);
            other.is_some() && self.words.get(at).is_some_and(|w| w.capital && !w.quoted)
        };
        let comma = |at: usize| self.words.get(at).is_some_and(|w| w.after == Some(','));
        let joins = |at: usize| has("und bis", self.fold(at));
        let behind = !self.broken(at + 1) && joins(at + 1) && short(at + 2) || comma(at) && short(at + 1);
        let before =
            at > 1 && !self.broken(at) && joins(at - 1) && short(at - 2) || at > 0 && comma(at - 1) && short(at - 1);
        // "So, Mo ruft an" begins a sentence.
        (behind || before) && (at > 0 || day != "sunday")
    }

    /// "trezește-mă la 7", "mănâncă un măr la 10": a pronoun that is joined to its verb, or letters with a mark that no such
    /// day has.
    fn is_word(&self, at: usize) -> bool {
        let Some(word) = self.words.get(at) else { return false };
        let lower: String = word.lower.nfc().collect();
        word.joined || lower != word.fold && !has(MARKED, &lower)
    }

    /// "aller à la mer à 9h", "regarder le jeu à 20h", "cumpără vin la 18": without a dot that cuts it short, what stands
    /// behind the article of a noun, or is what is done something with. A date behind it says that it is a day.
    fn is_noun(&self, at: usize) -> bool {
        let code = self.language.code;
        let of = |list: &[(&str, &str, &'static str)]| {
            list.iter().find(|(l, word, _)| *l == code && *word == self.fold(at)).map(|(.., front)| *front)
        };
        let cut = self.words.get(at).is_some_and(|w| w.dotted);
        let Some(before) = at.checked_sub(1).filter(|_| !cut && !self.broken(at)) else { return false };
        let word = self.fold(before);
        if of(&OF_NOUNS).is_some_and(|front| has(front, word)) {
            return true;
        }
        // "nadar en el mar": what stands in front of the article leads to no day.
        let within = || before > 0 && has("en", self.fold(before - 1)) && code == "es";
        match of(&OF_BOTH).filter(|front| has(front, word)) {
            Some(_) => within() || before > 0 && self.is_done_with(before - 1),
            // Wine needs no article, and a pronoun has none.
            None => code == "ro" && has("vin mi ma", self.fold(at)) && self.is_done_with(before),
        }
    }

    /// Whether a verb stands there that something is done with, and that moves nothing: "regarder", "cumpără".
    fn is_done_with(&self, at: usize) -> bool {
        let word = self.fold(at);
        let verb = || {
            let plain = has("ir ver oir bea beau trezeste anunta aminteste reaminteste", word);
            plain || concepts::verb(self.language.code, word).is_some()
        };
        sentence::ordered(self.language, word) != Some(false) && verb()
    }
}
