//! What a slot of a pattern holds: numbers, days and times of a language, as English.

use super::{Places, Reader, filled};
use crate::dates::{self, Clock, What};
use crate::languages::detect;
use crate::languages::feasts::feasts;
use crate::languages::meals;
use crate::languages::sentence;
use crate::languages::table::{Kind, has, meaning};
use crate::languages::words::Word;

impl Reader<'_> {
    /// "Freitag 15.30", "morgen 9.30": figures that are no day and month, right behind a day, and no price.
    pub(super) fn of_a_day(&self, at: usize, word: &str) -> bool {
        const PRICED: &str = "kostet kosten kostete preis zahlen zahl zahle bezahlen bezahle uberweisen ueberweisen schulde schuldet \
            cuesta cuestan pagar paga coute coutent prix payer paie costa pret pretul plati platesc plateste";
        const MONEY: &str = "euro euros eur chf franken usd dollar dollars lei leu ron € $";
        let minutes = word.split_once('.').and_then(|(_, rest)| rest.parse().ok());
        let time = minutes.is_some_and(|minutes: u32| minutes == 0 || minutes > 12);
        let priced = has(MONEY, self.fold(at + 1)) || self.words.iter().any(|w| has(PRICED, &w.fold));
        at.checked_sub(1)
            .filter(|_| time && !priced)
            .is_some_and(|before| !self.broken(at) && self.day(before).is_some_and(|(end, _)| end == at))
    }

    /// "llamar a Domingo": a day with a capital where days have none, behind a word that stands in front of people.
    pub(super) fn is_person(&self, at: usize) -> bool {
        let capital = self.words.get(at).is_some_and(|w| w.capital);
        let titled = |before: usize| has("herr herrn frau familie", self.fold(before));
        if self.language.code == "de" && capital && at.checked_sub(1).is_some_and(titled) && !self.broken(at) {
            return true;
        }
        let named = capital && matches!(self.fold(at), "domingo");
        let led = |before: usize| has("a con para de y", self.fold(before));
        named && at.checked_sub(1).is_some_and(|before| !self.broken(at) && led(before))
    }

    /// "acheter un Mars", "manger un mars": a month behind an article, with a capital where months have none, or where no
    /// "le" makes the article the first day of it.
    pub(super) fn is_thing(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1).filter(|before| has("un une", self.fold(*before))) else { return false };
        let capital = self.words.get(at).is_some_and(|w| w.capital);
        let dated = before > 0 && has("le au du", self.fold(before - 1));
        self.language.code == "fr" && (capital || !dated && self.fold(at) == "mars") && !self.broken(at)
    }

    /// "plimbare la mare": the sea, where nothing is ordered of what is there.
    pub(super) fn is_the_sea(&self, at: usize, end: usize) -> bool {
        let sea = end == at + 2 && self.fold(at) == "la" && self.fold(at + 1) == "mare";
        let first = self.fold(0);
        let changes =
            || sentence::begins(self.language, first) && sentence::ordered(self.language, first) != Some(true);
        sea && !changes()
    }

    /// Whether a day stands somewhere whose name only this language has.
    pub(in crate::languages) fn has_feast(&self) -> bool {
        let own =
            |at: &usize| !detect::is_english(self.fold(*at)) && dates::whole(self.fold(*at), self.clock).is_none();
        let named = |at: &usize| self.feast(*at).is_some();
        (0..self.words.len()).filter(own).any(|at| named(&at))
    }

    /// A number in figures or words.
    pub(in crate::languages) fn number(&self, at: usize) -> Option<(usize, u32)> {
        let word = self.fold(at);
        if is_digits(word) && word.len() <= 4 {
            return Some((at + 1, word.parse().ok()?));
        }
        let first: u32 = meaning(self.language.numbers, word)?.parse().ok()?;
        // "treinta y cinco", "vingt et un", "douăzeci și cinci"
        if first >= 20 && first.is_multiple_of(10) {
            let joined = has(self.language.and, self.fold(at + 1));
            let next = if joined { at + 2 } else { at + 1 };
            let small = meaning(self.language.numbers, self.fold(next)).and_then(|n| n.parse::<u32>().ok());
            if let Some(small) = small.filter(|n| (1..10).contains(n) && (joined || self.language.code == "fr")) {
                return Some((next + 1, first + small));
            }
        }
        Some((at + 1, first))
    }

    /// "zweieinhalb", "anderthalb", "2,5", "2½": a number and a half, in figures.
    pub(super) fn and_a_half(&self, at: usize) -> Option<(usize, String)> {
        let word = self.fold(at);
        let german = |word: &str| match word {
            "anderthalb" | "anderthalbe" => Some(1),
            _ => meaning(self.language.numbers, word.strip_suffix("einhalb")?)?.parse().ok(),
        };
        let whole: u32 = match word.strip_suffix(",5").or_else(|| word.strip_suffix('½')) {
            Some(figure) => figure.parse().ok().filter(|_| is_digits(figure))?,
            None => german(word).filter(|_| self.language.code == "de")?,
        };
        Some((at + 1, format!("{whole}.5")))
    }

    pub(super) fn ordinal(&self, at: usize) -> Option<(usize, String)> {
        let word = self.fold(at);
        if let Some(n) = meaning(self.language.ordinals, word) {
            return Some((at + 1, nth(n)));
        }
        if let Some(n) = meaning(SECONDS, self.fold(at + 1)).filter(|_| self.language.code == "ro" && has("a al", word))
        {
            return Some((at + 2, nth(n)));
        }
        let digits = word.trim_end_matches(|c: char| c.is_alphabetic() || matches!(c, 'º' | 'ª' | '.' | '-'));
        let ending = word.get(digits.len()..).unwrap_or_default();
        let n: u32 = digits.parse().ok().filter(|n| (1..=31).contains(n))?;
        let plain = ending.is_empty()
            || matches!(ending, "er" | "e" | "eme" | "re" | "o" | "a" | "º" | "ª" | "ten" | "te" | "sten" | "ste");
        plain.then(|| (at + 1, nth(&n.to_string())))
    }

    /// Whether a figure is the day of the month behind it.
    pub(super) fn of_a_month(&self, at: usize, end: usize) -> bool {
        let dotted = self.words.get(at).is_some_and(|w| w.after == Some('.'));
        let month = |at: usize| meaning(self.language.months, self.fold(at).trim_end_matches('.')).is_some();
        let linked = has("de din d", self.fold(end)) && month(end + 1);
        (dotted || !self.broken(end)) && (month(end) || linked)
    }

    /// The figure of a day that nothing is counted with: "viernes 13", and not "viernes 13 huevos".
    pub(super) fn day_number(&self, at: usize) -> Option<(usize, String)> {
        let day = self.fold(at);
        let fits = is_digits(day) && day.len() <= 2 && day.parse().is_ok_and(|day: u32| (1..=31).contains(&day));
        let next = self.fold(at + 1);
        let led = has(self.language.edges, next) && !matches!(next, "de" | "del" | "d" | "nach" | "bis");
        let dotted = self.language.code == "de" && self.words.get(at).is_some_and(|w| w.after == Some('.'));
        let ends = at + 1 >= self.words.len() || self.broken(at + 1) || led || dotted;
        // "cada día 1 a las 18:00" is no stretch of hours.
        let named = at.checked_sub(1).is_some_and(|before| has("dia dias", self.fold(before)));
        (fits && ends && (named || !self.begins_hours(at))).then(|| (at + 1, nth(day.trim_start_matches('0'))))
    }

    /// "cada 31", "tous les 30": a figure that no day of the week and no count of hours is; a smaller one could be both, and stays
    /// a figure, which English asks about.
    pub(super) fn figure_of_every(&self, at: usize) -> Option<(usize, String)> {
        let (end, day) = self.day_number(at)?;
        let plain = day.trim_end_matches(char::is_alphabetic);
        let only_a_day = plain.parse().is_ok_and(|n: u32| n >= 29);
        Some((end, if only_a_day { day } else { plain.to_owned() }))
    }

    /// "3-7", "3.-7": the days from one to the other.
    pub(super) fn day_numbers(&self, at: usize) -> Option<String> {
        let (first, last) = self.fold(at).split_once('-')?;
        let (first, last) = (first.trim_end_matches('.'), last.trim_end_matches('.'));
        let day = |said: &str| said.parse::<u32>().ok().filter(|day| (1..=31).contains(day) && is_digits(said));
        (day(first)? < day(last)?).then(|| format!("{first} to {last}"))
    }

    /// Whether no noun follows that a number in front of `at` could count: the end, a mark, a small word or a date.
    pub(super) fn closed(&self, at: usize) -> bool {
        let (l, next) = (self.language, self.fold(at));
        let small = [l.edges, l.and, l.or, l.weak, l.stop].into_iter().any(|list| has(list, next));
        at >= self.words.len() || self.broken(at) || small || has(l.strong, next) || self.day(at).is_some()
    }

    /// "3.5.", "03.05.2027", "24/12", "2026-12-24": day before month.
    pub(super) fn numeric(&self, at: usize, sure: bool) -> Option<(usize, String)> {
        let word = self.words.get(at).filter(|w| !w.quoted)?;
        let mark = word.fold.chars().find(|c| matches!(c, '.' | '/' | '-'))?;
        let parts: Vec<&str> = word.fold.trim_end_matches('.').split(mark).collect();
        if !parts.iter().all(|p| is_digits(p)) {
            return None;
        }
        let (year, month, day) = match parts.as_slice() {
            [y, m, d] if y.len() == 4 => (Some((*y).to_owned()), *m, *d),
            [d, m, y] if y.len() == 4 => (Some((*y).to_owned()), *m, *d),
            [d, m, y] if y.len() == 2 => (Some(format!("20{y}")), *m, *d),
            [d, m] if mark != '-' && d.len() <= 2 && m.len() <= 2 => (None, *m, *d),
            _ => return None,
        };
        let (m, d): (usize, u32) = (month.parse().ok()?, day.parse().ok()?);
        let name = MONTHS.get(m.checked_sub(1)?)?;
        // "25/12 a las 14:00": a time behind it says that it is no share of something.
        let timed = || !self.broken(at + 1) && self.is_timed(at + 1);
        let certain = year.is_some() || mark == '.' && word.after == Some('.') || sure && timed();
        if !(1..=31).contains(&d) || sure && !certain {
            return None;
        }
        Some((at + 1, format!("{d} {name} {}", year.unwrap_or_default()).trim_end().to_owned()))
    }

    /// The longest day at a place.
    pub(in crate::languages) fn day(&self, at: usize) -> Option<(usize, String)> {
        kept(&self.read.days, at, || self.longest_day(at))
    }

    fn longest_day(&self, at: usize) -> Option<(usize, String)> {
        let plain = self.best(at, self.language.days);
        let named = self.feast(at).map(|(end, english)| {
            // "Ostern 2028", "Navidad de 2027"
            let year_at = end + usize::from(has("de del du din", self.fold(end)));
            let year = self.slot(year_at, 'y').filter(|_| !self.broken(end));
            let (end, english) = year.map_or((end, english.clone()), |(end, year)| (end, format!("{english} {year}")));
            (end, self.dated(english))
        });
        let longest = plain.into_iter().chain(named).reduce(|a, b| if b.0 > a.0 { b } else { a });
        longest.and_then(|(end, english)| Some((end, self.settled(&english)?)))
    }

    /// The longest time at a place, as "15:30" or, where the half of the day is open, "8" or "8:30".
    pub(super) fn time(&self, at: usize) -> Option<(usize, String)> {
        kept(&self.read.times, at, || self.longest_time(at))
    }

    fn longest_time(&self, at: usize) -> Option<(usize, String)> {
        let (end, said) = self.best(at, self.language.times)?;
        let said = self.of_meal(clock_of(&said)?);
        // "a las 7 pm", "a las 12 del mediodía"
        let twelve = match self.fold(end) {
            _ if self.broken(end) => None,
            "pm" | "p.m" => Some((end + 1, "in the afternoon")),
            "am" | "a.m" if matches!(self.language.code, "es" | "fr") => Some((end + 1, "in the morning")),
            "del" if self.fold(end + 1) == "mediodia" => Some((end + 2, "in the afternoon")),
            _ => None,
        };
        if let Some((end, half)) = twelve {
            return Some((end, in_half(&said, half)?));
        }
        // "8 Uhr abends"
        let within = |end: usize| if self.broken(end) { None } else { self.half(end) };
        match within(end) {
            Some((after, part)) => Some((after, in_half(&said, &part)?)),
            None => Some((end, said)),
        }
    }

    /// "Abendessen um 7:30": the meal says which half of the day, so that the hour leaves it open.
    pub(super) fn of_meal(&self, said: String) -> String {
        let word = |word: &Word| match meaning(self.language.weekdays, &word.fold) {
            None if !word.fold.starts_with(|c: char| c.is_ascii_digit()) => word.fold.clone(),
            _ => String::new(),
        };
        let Some(open) = said.strip_prefix('0').filter(|open| !open.starts_with('0')) else { return said };
        let words: Vec<String> = self.words.iter().map(word).collect();
        if meals::side(&words) == Some(meals::Side::Evening) { open.to_owned() } else { said }
    }

    /// "abends", "de la tarde": which half of the day.
    pub(super) fn half(&self, at: usize) -> Option<(usize, String)> {
        self.matching_of(at, self.language.phrases, false, |(kind, _, _)| *kind == Kind::Part)
            .map(|((_, _, english), end, _)| (end, super::once(english).to_owned()))
            .max_by_key(|(end, _)| *end)
    }

    /// Whether a time is announced at a place: "um 9", "a las 14:00".
    pub(super) fn is_timed(&self, at: usize) -> bool {
        self.matching_of(at, self.language.phrases, false, |(kind, _, _)| *kind == Kind::At).next().is_some()
    }

    /// Whether a day by its number stands at a place: "3 de marzo". One that is told by a weekday is read with what
    /// stands behind it, and so on to the end.
    pub(super) fn numbered_day(&self, at: usize) -> bool {
        let rules = self.matching_of(at, self.language.days, false, |(pattern, _)| !pattern.contains("<w>"));
        let longest = rules.reduce(|a, b| if b.1 > a.1 { b } else { a });
        let said = longest.map(|((_, english), _, caught)| filled(english, &caught.slots));
        said.and_then(|said| self.settled(&said)).is_some_and(|said| said.starts_with(|c: char| c.is_ascii_digit()))
    }

    pub(super) fn feast(&self, at: usize) -> Option<(usize, String)> {
        self.words.get(at).filter(|w| !w.quoted)?;
        self.best(at, feasts(self.language.code))
    }

    /// The English of the longest match.
    pub(in crate::languages) fn best(
        &self,
        at: usize,
        rules: &'static [(&'static str, &'static str)],
    ) -> Option<(usize, String)> {
        let mut best: Option<(usize, String)> = None;
        for ((_, english), end, caught) in self.matching(at, rules, false) {
            if best.as_ref().is_none_or(|(b, _)| end > *b) {
                best = Some((end, filled(english, &caught.slots)));
            }
        }
        best
    }

    /// A feast by its date, but for those that have the same one each year: without a preposition its name may be a
    /// part of the title's.
    pub(super) fn dated(&self, english: String) -> String {
        let yearly = english.split(' ').next_back().is_some_and(|word| MONTHS.contains(&word));
        match dates::whole(&english, self.clock) {
            Some(What::Date { date, .. }) if !yearly => date.to_string(),
            _ => english,
        }
    }

    /// "nächsten Freitag" may be this week's or the next one's: where these differ, both are named, so that
    /// the planner asks. A week by its number is written as what nothing else is called.
    pub(super) fn settled(&self, english: &str) -> Option<String> {
        if let Some(week) = english.strip_prefix("?week ") {
            // "semana 3" may be the third one of a course; none has so many.
            let counted = self.language.code != "de" && week.parse().is_ok_and(|week: u32| week <= MOST_COUNTED);
            if counted {
                return None;
            }
            let What::Range { from, .. } = dates::whole(&format!("week {week}"), self.clock)? else { return None };
            let week = from.iso_week_date();
            return Some(format!("{}-W{:02}", week.year(), week.week()));
        }
        let Some(day) = english.strip_prefix("?next ") else { return Some(english.to_owned()) };
        Some(coming(day, self.clock))
    }
}

/// What is read at a place, once.
fn kept(places: &Places, at: usize, read: impl FnOnce() -> Option<(usize, String)>) -> Option<(usize, String)> {
    if let Some(known) = places.borrow().get(&at) {
        return known.clone();
    }
    let new = read();
    places.borrow_mut().insert(at, new.clone());
    new
}

/// "next friday" where the language leaves open which one that is: the coming day of that name and that of the week behind,
/// where these differ.
pub(in crate::languages) fn coming(day: &str, clock: &Clock) -> String {
    let date = |said: &str| match dates::whole(said, clock) {
        Some(What::Date { date, .. }) => Some(date),
        _ => None,
    };
    match (date(day), date(&format!("next {day}"))) {
        (Some(a), Some(b)) if a != b => format!("{a} or {b}"),
        _ => day.to_owned(),
    }
}

/// Weeks that people number in something else than a year.
const MOST_COUNTED: u32 = 26;

/// Romanian ordinals behind their article: "a patra", "al cincilea".
const SECONDS: &str = "doua|doilea=2 treia|treilea=3 patra|patrulea=4 cincea|cincilea=5 sasea|saselea=6 saptea|saptelea=7 \
    opta|optulea=8 noua|noualea=9 zecea|zecelea=10 cincisprezecea|cincisprezecelea=15";

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// Digits and nothing else.
pub(in crate::languages) fn is_digits(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit())
}

/// "3" → "3rd"; "last" as it is.
fn nth(n: &str) -> String {
    match n {
        "1" | "21" | "31" => format!("{n}st"),
        "2" | "22" => format!("{n}nd"),
        "3" | "23" => format!("{n}rd"),
        "last" | "penultimate" => n.to_owned(),
        _ => format!("{n}th"),
    }
}

/// Hours at which hardly anything is to be done: "Treffen um 3:30" is in the afternoon, as "um 3" is (TODOS.md rule 5).
const AT_NIGHT: std::ops::RangeInclusive<u32> = 1..=4;

/// "15:30", "15h30", "15h", "15.30": hours and minutes.
pub(super) fn clock(word: &str) -> Option<String> {
    let (hour, minute) = match word.split_once([':', 'h', '.']) {
        Some((h, m)) => (h, m.trim_end_matches("min").trim_end_matches('h')),
        None => return None,
    };
    let last = hour == "24" && minute == "00";
    let hours: u32 = hour.parse().ok().filter(|h| (*h < 24 || last) && hour.len() <= 2)?;
    let open = word.contains('h') && minute.is_empty();
    if !open && (minute.len() != 2 || minute.parse::<u32>().ok().is_none_or(|m| m > 59)) {
        return None;
    }
    let minute = if open { "00" } else { minute };
    // A leading nought says that the day has 24 hours, as minutes in figures do, but at night.
    let written = !open && !AT_NIGHT.contains(&hours) || hour.len() == 2 || hours > 12;
    Some(if written { format!("{hours:02}:{minute}") } else { format!("{hours}:{minute}") })
}

/// A time as a rule wrote it: "8:30", "-8:30" (half past seven), "-8:-10" (ten to eight), "=6:45" (of a day of 24 hours),
/// or words.
fn clock_of(said: &str) -> Option<String> {
    let Some((hour, minute)) = said.split_once(':') else { return Some(said.to_owned()) };
    let back = hour.starts_with('-');
    let hour = hour.trim_start_matches('-');
    let (hour, written) = hour.strip_prefix('=').map_or((hour, false), |hour| (hour, true));
    let mut h: u32 = hour.parse().ok()?;
    let wide = written && !AT_NIGHT.contains(&h) || hour.len() == 2 && hour.starts_with('0');
    let m: u32 = match minute.strip_prefix('-') {
        Some(before) => 60u32.checked_sub(before.parse().ok()?)?,
        None => minute.parse().ok()?,
    };
    if back {
        h = h.checked_sub(1).unwrap_or(23);
        // A quarter to one is quarter past twelve, and so on.
        h = if h == 0 { 12 } else { h };
    }
    if h > 24 || m > 59 {
        return None;
    }
    if h == 24 {
        return (m == 0).then(|| "24:00".to_owned());
    }
    Some(if h > 12 || h == 0 || wide {
        format!("{h:02}:{m:02}")
    } else if m == 0 {
        h.to_string()
    } else {
        format!("{h}:{m:02}")
    })
}

/// A time in a named half of the day.
fn in_half(said: &str, part: &str) -> Option<String> {
    let (h, m) = said.split_once(':').unwrap_or((said, "00"));
    let hour: u32 = h.parse().ok()?;
    // Twelve at night ends the day that is named.
    if (part, hour) == ("at night", 12) && m == "00" {
        return Some("12 at night".to_owned());
    }
    let hour = match (part, hour) {
        ("in the morning", 12) => 0,
        ("in the afternoon" | "in the evening", 1..=11) => hour + 12,
        ("at night", 6..=11) => hour + 12,
        ("at night", 12) => 0,
        _ => hour,
    };
    Some(format!("{hour:02}:{m}"))
}
