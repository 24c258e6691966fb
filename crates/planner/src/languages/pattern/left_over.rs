//! Words of a date, a time or a repetition that stand beside one that was read and are in no phrase: the rest of it, so
//! that what was read is not what was said. Such a sentence is not read at all, and never half.

use super::{Phrase, Reader, is_digits};
use crate::languages::detect::ALL;
use crate::languages::table::{Kind, has, meaning};

/// Leaves something out, or says what is done without.
const EXCEPT: &str = "ausser ohne menos excepto salvo exceptuando sauf hormis excepte exceptand exceptia afara";

/// What repeats: with a day behind it that is read, the day alone would be once.
const EVERY: &str = "jeden jede jedes jedem cada chaque fiecare tot";

/// What makes a repetition rarer, or says of which days it is.
const KINDS: &str = "zweiwochentlich zweiwoechentlich vierzehntagig vierzehntaegig dreiwochentlich zweimonatlich vierteljahrlich halbjahrlich \
    geraden ungeraden gerade ungerade quincenal quincenalmente bimensual bimestral trimestral semestral laborable laborables habil habiles \
    pares impares ouvrable ouvrables ouvre ouvres bimensuel bimensuelle trimestriel trimestrielle paires impaires lucratoare \
    lucratoarea pare impare trimestrial trimestriala abwechselnd alternos alternas alternativement lang mal";

/// How often.
const OFTEN: &str =
    "einmal zweimal dreimal viermal funfmal fuenfmal sechsmal siebenmal achtmal neunmal zehnmal veces fois ori";

/// How long, with a number and a unit behind it.
const LASTING: &str = "fur fuer wahrend waehrend durante por pendant durant timp de die nachsten";

/// Parts of an hour, a month or a year, behind "and".
const PARTS: &str = "viertel halb halbe halbes cuarto media medio quart demi demie sfert jumatate";

/// Times of other places.
const ZONES: &str = "utc gmt cet cest mez mesz edt pst pdt bst zulu zeit";

/// In front of a day that is named, whatever else they say.
const SMALL: &str =
    "der die das den dem des am im el la los las del de le les l d du a au pe in din un une une una o lui";

/// What people write for a weekday or for tomorrow, and what is a word of its own.
const WORDS: &str = "montage montagen partes mares luces lunas lentes carti paine vinuri vinerii sorgen borgen samstags mandate cardi demande \
    marche marte martie marti sonntags montags";

/// "3-wöchentlich", "10-tägig", "quincenal": whether a word makes a repetition rarer.
fn is_kind(word: &str) -> bool {
    const ENDS: [&str; 5] = ["wochentlich", "woechentlich", "monatlich", "tagig", "taglich"];
    has(KINDS, word) || word.starts_with(|c: char| c.is_ascii_digit()) && ENDS.iter().any(|end| word.ends_with(end))
}

impl Reader<'_> {
    /// Whether something stands beside a date that goes on with it or begins it, and was not read.
    pub(super) fn left_over(&self, phrases: &[Phrase]) -> bool {
        let dated: Vec<&Phrase> =
            phrases.iter().filter(|p| !matches!(p.kind, Kind::Level | Kind::Label | Kind::For | Kind::Times)).collect();
        let free = |at: usize| {
            at < self.words.len()
                && self.words.get(at).is_some_and(|w| !w.quoted)
                && !phrases.iter().any(|p| p.at.contains(&at))
        };
        let only_time = dated.iter().any(|p| p.kind == Kind::At)
            && !dated.iter().any(|p| matches!(p.kind, Kind::When | Kind::Every | Kind::By | Kind::From));
        let ruled = dated.iter().any(|p| p.kind == Kind::Every);
        dated.iter().any(|p| {
            self.goes_on(p, &free) || self.begins_before(p, ruled, &free) || only_time && self.misspelt_beside(p, &free)
        }) || ruled && (0..self.words.len()).any(|at| free(at) && self.limits(at, &free))
    }

    /// A weekday in any of its forms.
    fn is_weekday(&self, at: usize) -> bool {
        let word = self.fold(at);
        let l = self.language;
        meaning(l.weekdays, word).is_some() || meaning(l.habits, word).is_some()
    }

    /// Behind the phrase: "[tous les lundis], mercredis", "[täglich] außer …", "[in einer Stunde] und einer Viertel", "de 2028".
    fn goes_on(&self, phrase: &Phrase, free: &dyn Fn(usize) -> bool) -> bool {
        let l = self.language;
        let mut at = phrase.at.end;
        let listed = self.words.get(at - 1).is_some_and(|w| w.after == Some(','));
        if !free(at) || self.broken(at) && !listed {
            return false;
        }
        let small = |at: usize| free(at) && has(SMALL, self.fold(at));
        let joined = has(l.and, self.fold(at));
        if joined {
            at += 1;
        }
        while small(at) && !self.broken(at + 1) {
            at += 1;
        }
        let word = self.fold(at);
        if !free(at) {
            return false;
        }
        let day = self.is_weekday(at) && (joined || self.broken(at + 1) || at + 1 >= self.words.len());
        let time = matches!(phrase.kind, Kind::At | Kind::When | Kind::Part);
        if listed && !joined {
            // "tous les lundis, mercredis et …"
            return phrase.kind == Kind::Every && self.is_weekday(at) && has(l.and, self.fold(at + 1));
        }
        let figure = is_digits(word) && (at + 1 >= self.words.len() || self.broken(at + 1) || !free(at + 1));
        let year = word.len() == 4 && word.starts_with("20") && is_digits(word);
        joined && (has(PARTS, word) || figure)
            || day
            || year
            || has(EXCEPT, word) && !joined && phrase.kind == Kind::Every
            || is_kind(word)
            || has(OFTEN, word)
            || time && (has(ZONES, word) || has(ZONES, self.fold(at + 1)) && at == phrase.at.end)
            || at > phrase.at.end && !joined && has("ano annee an anul saptamana semana woche jahres monats", word)
            || self.spans(at)
    }

    /// "8-10", "9h-11h": from one hour to another.
    fn spans(&self, at: usize) -> bool {
        let hour = |said: &str| {
            let figure = said.trim_end_matches(['h', 'H']);
            is_digits(figure) && figure.len() <= 2
        };
        self.fold(at).split_once('-').is_some_and(|(a, b)| hour(a) && hour(b))
    }

    /// In front of the phrase: "Mo und [Mi]", "de 8 [à 10h]", "5. [Jan 2027]", "cada segundo [viernes]".
    fn begins_before(&self, phrase: &Phrase, ruled: bool, free: &dyn Fn(usize) -> bool) -> bool {
        let l = self.language;
        let Some(at) = phrase.at.start.checked_sub(1).filter(|at| free(*at)) else { return false };
        let word = self.fold(at);
        let before = |n: usize| at.checked_sub(n).filter(|at| free(*at)).map_or("", |at| self.fold(at));
        let dotted = self.words.get(at).is_some_and(|w| w.after == Some('.'));
        if self.broken(phrase.at.start) && !dotted {
            return false;
        }
        let joined = has(l.and, word);
        let short = |word: &str| meaning(l.short_weekdays, word).is_some() || meaning(l.weekdays, word).is_some();
        let timed = matches!(phrase.kind, Kind::At | Kind::When);
        joined && short(before(1)) && phrase.kind == Kind::When
            || self.is_weekday(at) && phrase.kind == Kind::Every
            || is_digits(word) && dotted && timed
            || is_digits(word) && phrase.kind == Kind::At && has("von de desde dela entre", before(1))
            || self.spans(at) && timed
            // "șterge tot din săptămâna viitoare": all of it.
            || has(EVERY, word) && phrase.kind != Kind::Of
            || has(EVERY, before(1)) && (self.ordinal(at).is_some() || has("otro otra autre alta", word))
            || ruled && has(EXCEPT, word)
            || is_kind(word)
            || has(OFTEN, word) && phrase.kind == Kind::Every
            || matches!(word, "tag" | "dia" | "jour" | "ziua" | "tage")
                && !has(SMALL, before(1))
                && phrase.kind == Kind::When
            || before(1) == "la" && meaning(l.numbers, word).is_some() && l.code == "ro" && self.is_day(phrase)
    }

    fn is_day(&self, phrase: &Phrase) -> bool {
        phrase.kind == Kind::When && self.is_weekday(phrase.at.start)
    }

    /// "für 6 Wochen", "pendant six semaines", "10 Tage lang": how long a repetition lasts.
    fn limits(&self, at: usize, free: &dyn Fn(usize) -> bool) -> bool {
        let l = self.language;
        // "in geraden Wochen dienstags"
        if has("geraden ungeraden pares impares paires impaires pare impare", self.fold(at)) {
            return true;
        }
        let Some((end, _)) = self.number(at) else { return false };
        let unit = meaning(l.units, self.fold(end)).is_some() && free(end);
        let next = if l.code == "ro" && self.fold(end) == "de" { end + 1 } else { end };
        let unit = unit || meaning(l.units, self.fold(next)).is_some() && free(next);
        let led = at.checked_sub(1).is_some_and(|before| free(before) && has(LASTING, self.fold(before)));
        unit && (led || has("lang", self.fold(end + 1)))
    }

    /// "Zahnarzt mitwoch um 10": a day with one letter wrong beside a time of which the day would be today.
    fn misspelt_beside(&self, phrase: &Phrase, free: &dyn Fn(usize) -> bool) -> bool {
        let near = |at: usize| {
            let word = self.fold(at);
            // "el marte a las 10"
            let sure = self.language.code == "es" && at > 0 && self.fold(at - 1) == "el";
            free(at) && word.len() >= 4 && (sure || !has(WORDS, word)) && self.near_day(word)
        };
        let front = phrase.at.start.checked_sub(1).is_some_and(near);
        let behind = near(phrase.at.end) && !self.broken(phrase.at.end);
        front || behind
    }

    fn near_day(&self, word: &str) -> bool {
        const TOMORROW: &str = "morgen ubermorgen manana demain maine samstag";
        let l = self.language;
        // "reunion dimnche a 10h": beside a day of another one's, whatever the words share.
        let others = ALL.iter().filter(|other| l.code != "de" && other.code != "de").copied();
        let all = std::iter::once(l).chain(others);
        let names = all.flat_map(|l| l.weekdays.split([' ', '|'])).filter_map(|entry| entry.split('=').next());
        let months = l.months.split([' ', '|']).filter_map(|entry| entry.split('=').next());
        if has("mana mnana manna", word) && l.code == "es" {
            return true;
        }
        let all = names.chain(months).chain(TOMORROW.split(' ')).filter(|name| name.len() >= 5);
        let own = |name: &&str| name.chars().next() == word.chars().next();
        all.filter(own).any(|name| {
            name != word && strsim::osa_distance(name, word) == 1
                || name.len() >= 8 && strsim::osa_distance(name, word) == 2
        })
    }
}
