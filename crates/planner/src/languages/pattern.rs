//! Patterns over words (see [`super::table`]): matched with their slots, and filled into English.

mod compiled;
mod date_rows;
mod day_rows;
mod days;
mod left_over;
mod letters;
mod starts;
mod stretches;
mod weeks;

use compiled::{Core, Element, Pattern, Patterns, Rule};
use days::clock;
pub(super) use days::{coming, is_digits};
pub(super) use letters::FIRST_NAMES;

use super::table::{Kind, Language, has, meaning};
use super::words::Word;
use crate::dates::Clock;
use crate::known::Known;
use rustc_hash::FxHashMap;
use std::cell::{OnceCell, RefCell};
use std::ops::Range;
use std::rc::Rc;

/// What a pattern took.
#[derive(Debug, Clone, Default)]
pub(super) struct Caught {
    /// The slots, in English; empty where one was missing.
    pub(super) slots: Vec<String>,
    /// The words of each `*`.
    pub(super) stars: Vec<Range<usize>>,
}

/// Reads patterns in one sentence.
#[derive(Clone)]
pub(super) struct Reader<'a> {
    pub(super) language: &'static Language,
    pub(super) words: &'a [Word],
    pub(super) clock: &'a Clock,
    read: Rc<Readings>,
}

/// What was read in some words: the same is asked of them again and again.
#[derive(Default)]
struct Readings {
    phrases: OnceCell<Vec<Phrase>>,
    days: Places,
    times: Places,
}

/// What stands at a place: its end, and its English.
type Places = RefCell<FxHashMap<usize, Option<(usize, String)>>>;

/// Words in the language of this code.
type Said = (&'static str, Vec<Word>);

thread_local! {
    static READINGS: RefCell<Known<Said, Rc<Readings>>> = RefCell::default();
}

/// A phrase with its English.
#[derive(Debug, Clone)]
pub(super) struct Phrase {
    pub(super) kind: Kind,
    /// Its words.
    pub(super) at: Range<usize>,
    pub(super) english: String,
}

impl<'a> Reader<'a> {
    pub(super) fn new(language: &'static Language, words: &'a [Word], clock: &'a Clock) -> Self {
        let read = Known::of(&READINGS, clock, (language.code, words.to_vec()), Rc::default);
        Self { language, words, clock, read }
    }
}

impl Reader<'_> {
    pub(super) fn fold(&self, at: usize) -> &str {
        self.words.get(at).filter(|w| !w.quoted).map_or("", |w| w.fold.as_str())
    }

    /// Whether a word of a pattern stands there; one with diacritics only with them.
    fn says(&self, at: usize, word: &str) -> bool {
        self.fold(at) == word || !word.is_ascii() && self.words.get(at).is_some_and(|w| !w.quoted && w.lower == word)
    }

    /// A sentence part ends behind the word before `at`.
    pub(super) fn broken(&self, at: usize) -> bool {
        at.checked_sub(1).and_then(|b| self.words.get(b)).is_some_and(|w| {
            w.line
                || matches!(w.after, Some(',' | ';' | '!' | '?' | ':' | '(' | ')'))
                || w.after == Some('.') && !w.fold.ends_with(|c: char| c.is_ascii_digit())
        })
    }

    /// A pattern at a place; `whole` = up to the end.
    pub(super) fn matches(&self, at: usize, pattern: &'static str, whole: bool) -> Option<(usize, Caught)> {
        self.takes(at, Pattern::of(pattern), whole)
    }

    /// The rules of a list whose patterns match at a place, in their order, each with its end and what it took.
    pub(super) fn matching<R: Rule>(
        &self,
        at: usize,
        list: &'static [R],
        whole: bool,
    ) -> impl Iterator<Item = (&'static R, usize, Caught)> {
        self.matching_of(at, list, whole, |_| true)
    }

    /// Those among them that are wanted; of others it is not even looked whether they match.
    fn matching_of<R: Rule>(
        &self,
        at: usize,
        list: &'static [R],
        whole: bool,
        wanted: impl Fn(&R) -> bool,
    ) -> impl Iterator<Item = (&'static R, usize, Caught)> {
        let word = self.words.get(at).filter(|w| !w.quoted);
        let (fold, lower) = word.map_or(("", None), |w| (w.fold.as_str(), Some(w.lower.as_str())));
        let marked = lower.filter(|lower| *lower != fold && !lower.is_ascii());
        Patterns::of(list).beginning(fold, marked).filter_map(move |(n, pattern)| {
            let rule = list.get(n).filter(|rule| wanted(rule))?;
            let (end, caught) = self.takes(at, pattern, whole)?;
            Some((rule, end, caught))
        })
    }

    /// The end of the longest match of a list's patterns.
    pub(super) fn longest<R: Rule>(&self, at: usize, list: &'static [R]) -> Option<usize> {
        self.matching(at, list, false).map(|(_, end, _)| end).max()
    }

    fn takes(&self, at: usize, pattern: &Pattern, whole: bool) -> Option<(usize, Caught)> {
        let mut caught = Caught::default();
        let end = self.step(at, at, &pattern.elements, whole, &mut caught)?;
        Some((end, caught))
    }

    fn step(&self, begin: usize, at: usize, elements: &[Element], whole: bool, caught: &mut Caught) -> Option<usize> {
        let Some((element, rest)) = elements.split_first() else {
            return (!whole || at == self.words.len()).then_some(at);
        };
        let (core, optional) = match element {
            Element::Star => {
                // The shortest that lets the rest match.
                return (at + 1..=self.words.len()).find_map(|end| {
                    let mark = caught.stars.len();
                    caught.stars.push(at..end);
                    let found = self.step(begin, end, rest, whole, caught);
                    if found.is_none() {
                        caught.stars.truncate(mark);
                    }
                    found
                });
            }
            Element::Behind(mark) => {
                let marked = at.checked_sub(1).and_then(|b| self.words.get(b)).is_some_and(|w| w.after == Some(*mark));
                return if marked { self.step(begin, at, rest, whole, caught) } else { None };
            }
            Element::Begin => {
                let begins = at == 0 || self.broken(at);
                return if begins { self.step(begin, at, rest, whole, caught) } else { None };
            }
            Element::End => {
                let ends = at == self.words.len() || self.broken(at);
                return if ends { self.step(begin, at, rest, whole, caught) } else { None };
            }
            Element::Not(other) => {
                let follows = !self.broken(at) && self.stands(at, other);
                return if follows { None } else { self.step(begin, at, rest, whole, caught) };
            }
            Element::One { core, optional } => (core, *optional),
        };
        // A phrase does not reach over the end of a sentence part.
        if at == begin || whole || !self.broken(at) {
            let mark = (caught.slots.len(), caught.stars.len());
            match core {
                Core::Slot(letter) => {
                    if let Some((end, said)) = self.slot(at, *letter) {
                        caught.slots.push(said);
                        if let Some(found) = self.step(begin, end, rest, whole, caught) {
                            return Some(found);
                        }
                        caught.slots.truncate(mark.0);
                        caught.stars.truncate(mark.1);
                    }
                }
                Core::Words(phrases) => {
                    for phrase in phrases.iter().filter(|phrase| self.reads(at, phrase)) {
                        if let Some(found) = self.step(begin, at + phrase.len(), rest, whole, caught) {
                            return Some(found);
                        }
                        caught.slots.truncate(mark.0);
                        caught.stars.truncate(mark.1);
                    }
                }
            }
        }
        if !optional {
            return None;
        }
        let mark = caught.slots.len();
        if matches!(core, Core::Slot(_)) {
            caught.slots.push(String::new());
        }
        let found = self.step(begin, at, rest, whole, caught);
        if found.is_none() {
            caught.slots.truncate(mark);
        }
        found
    }

    /// Whether these words stand there.
    fn reads(&self, at: usize, phrase: &[&str]) -> bool {
        phrase.iter().zip(at..).all(|(word, n)| self.says(n, word))
    }

    fn stands(&self, at: usize, core: &Core) -> bool {
        match core {
            Core::Slot(letter) => self.slot(at, *letter).is_some(),
            Core::Words(phrases) => phrases.iter().any(|phrase| self.reads(at, phrase)),
        }
    }

    fn slot(&self, at: usize, slot: char) -> Option<(usize, String)> {
        let l = self.language;
        let word = self.fold(at);
        let one = |said: Option<&str>| said.map(|s| (at + 1, s.to_owned()));
        match slot {
            'n' => self.number(at).map(|(end, n)| (end, n.to_string())),
            // Minutes: "ein" in "19 Uhr ein" is none.
            // And "17 Uhr 21. April", "ora 17 15 martie" goes on with a date.
            'f' => self
                .number(at)
                // "11 h 00": two figures are minutes, whatever they say.
                .filter(|(_, n)| (5..60).contains(n) || *n < 5 && word.len() == 2 && is_digits(word))
                .filter(|(end, _)| !self.of_a_month(at, *end))
                .map(|(end, n)| (end, format!("{n:02}"))),
            'k' => self
                .number(at)
                .filter(|(end, _)| is_digits(word) || self.closed(*end))
                .map(|(end, n)| (end, n.to_string())),
            'o' => self.ordinal(at),
            'q' => self.ordinal(at).map(|(end, nth)| (end, nth.trim_end_matches(char::is_alphabetic).to_owned())),
            'w' if self.is_person(at) => None,
            'w' => one(meaning(l.weekdays, word.trim_end_matches('.')).or_else(|| self.short_weekday(at))),
            'h' => one(meaning(l.habits, word)),
            'm' if self.is_thing(at) => None,
            'm' => one(meaning(l.months, word.trim_end_matches('.'))),
            'u' => one(meaning(l.units, word)),
            'v' => one(meaning(l.units, word).filter(|u| u.starts_with("minute") || u.starts_with("hour"))),
            'p' => one(meaning(l.parts, word)),
            'l' => one(meaning(l.levels, word)),
            'y' => (word.len() == 4 && word.starts_with("20") && is_digits(word)).then(|| (at + 1, word.to_owned())),
            'c' => clock(word)
                .filter(|_| !word.contains('.') || self.of_a_day(at, word))
                .map(|said| (at + 1, self.of_meal(said))),
            'C' => clock(word).map(|said| (at + 1, self.of_meal(said))),
            'D' => self.day_number(at),
            'E' => self.figure_of_every(at),
            'R' => self.day_numbers(at).map(|said| (at + 1, said)),
            'N' => self.numeric(at, false),
            'S' => self.numeric(at, true),
            'd' => self.day(at),
            't' => self.time(at),
            'H' => self.time(at).or_else(|| self.slot(at, 'k')),
            'X' => self.and_a_half(at),
            'L' => super::lengths::length(self, at),
            'F' => self.feast(at),
            _ => None,
        }
    }

    /// The phrases of the sentence, left to right, the longest at each place.
    pub(super) fn phrases(&self) -> Vec<Phrase> {
        if let Some(phrases) = self.read.phrases.get() {
            return phrases.clone();
        }
        let phrases = self.all_phrases();
        self.read.phrases.get_or_init(|| phrases).clone()
    }

    fn all_phrases(&self) -> Vec<Phrase> {
        let mut out = Vec::new();
        let mut at = 0;
        while at < self.words.len() {
            if let Some(end) = self.endless(at, &mut out) {
                at = end;
                continue;
            }
            let named = self.longest(at, self.language.named);
            match named.map_or_else(
                || self.marked_weekdays(at).or_else(|| self.stretch(at, &out)).or_else(|| self.phrase(at)),
                |_| None,
            ) {
                Some(found) => {
                    at = found.at.end;
                    out.push(found);
                }
                None => at = named.unwrap_or(at + 1),
            }
        }
        let out = of_the_day(counted(
            self.with_starts(self.with_dates(self.with_weeks(self.with_rows(self.with_times_apart(out))))),
        ));
        let out = self.with_values(out);
        self.with_choices(out)
    }

    /// "jeden Dienstag um 9 ohne Ende": behind the phrases of a repetition, what says that nothing ends it; the index
    /// after it.
    fn endless(&self, at: usize, out: &mut [Phrase]) -> Option<usize> {
        out.last().filter(|last| last.at.end == at)?;
        let end = self.longest(at, self.language.endless)?;
        out.iter_mut().rfind(|phrase| phrase.kind == Kind::Every)?.english.push_str(" forever");
        out.last_mut()?.at.end = end;
        Some(end)
    }

    /// "nächsten Montag um halb drei dringend", "30 minutes vendredi matin", ", 30 minutos": beside another phrase, or behind
    /// the last comma, how urgent it is and how long it takes are none of the title. In an order about what is there they may
    /// be part of that.
    fn with_values(&self, mut phrases: Vec<Phrase>) -> Vec<Phrase> {
        const URGENT: &str = "dringend eilig urgente urgent urgenta";
        let len = self.words.len();
        let of = |phrases: &[Phrase], kind: Kind| phrases.iter().any(|p| p.kind == kind);
        loop {
            let free = |at: usize| !phrases.iter().any(|p| p.kind != Kind::Shift && p.at.contains(&at));
            let valued = |p: &&Phrase| !matches!(p.kind, Kind::Shift | Kind::Of | Kind::Times);
            let beside = |at: &Range<usize>| {
                let next = phrases.iter().filter(valued).any(|p| p.at.end == at.start || p.at.start == at.end);
                next || self.broken(at.start) && at.end == len
            };
            let urgent = (1..len).find(|at| has(URGENT, self.fold(*at)) && free(*at) && beside(&(*at..at + 1)));
            let lasting = || {
                (1..len).filter(|at| free(*at)).find_map(|at| {
                    let (length, english) = self.length(at)?;
                    beside(&length).then_some((length, english))
                })
            };
            let found = match urgent.filter(|_| !of(&phrases, Kind::Level)) {
                Some(at) => Phrase { kind: Kind::Level, at: at..at + 1, english: "to high priority".to_owned() },
                None => match lasting().filter(|_| !of(&phrases, Kind::For)) {
                    Some((at, english)) => Phrase { kind: Kind::For, at, english },
                    None => return phrases,
                },
            };
            if super::sentence::ordered(self.language, self.fold(0)) == Some(false) {
                return phrases;
            }
            phrases.retain(|p| p.kind != Kind::Shift || p.at.end <= found.at.start || found.at.end <= p.at.start);
            phrases.push(found);
            phrases.sort_by_key(|p| p.at.start);
        }
    }

    /// "30 minutos", "30 de minute", "2 Stunden".
    fn length(&self, at: usize) -> Option<(Range<usize>, String)> {
        let (end, count) = self.number(at)?;
        let end = end + usize::from(self.language.code == "ro" && self.fold(end) == "de");
        let unit = meaning(self.language.units, self.fold(end)).filter(|unit| matches!(*unit, "minutes" | "hours"))?;
        Some((at..end + 1, format!("for {count} {unit}")))
    }

    /// Whether a phrase was read out of a longer one: a word beside it goes on with it that is in none.
    pub(super) fn torn(&self, phrases: &[Phrase]) -> bool {
        let l = self.language;
        let free = |at: usize| !phrases.iter().any(|p| p.at.contains(&at));
        let dated = |p: &&Phrase| !matches!(p.kind, Kind::Level | Kind::Label | Kind::For);
        let day = |word: &str| meaning(l.weekdays, word).is_some() || meaning(l.months, word).is_some();
        phrases.iter().filter(dated).any(|p| {
            let first = self.fold(p.at.start);
            let unit = |word: &str| meaning(l.units, word).is_some();
            let ahead = p.at.start.checked_sub(1).filter(|at| free(*at) && !self.broken(p.at.start));
            let led = ahead.is_some_and(|at| {
                let word = self.fold(at);
                let counted = meaning(l.numbers, word).is_some() || is_digits(word) && unit(first);
                let article = matches!(word, "dem" | "der" | "den" | "de" | "del" | "le" | "la");
                let before =
                    if article && at > 0 && free(at - 1) && !self.broken(at) { self.fold(at - 1) } else { word };
                // "entre 10 y a las 11": one end of a stretch of time.
                let joins = has("und y e et si", word) && at > 0 && is_digits(self.fold(at - 1)) && free(at - 1);
                let between =
                    joins && p.kind == Kind::At && has("zwischen entre intre", self.fold(at.saturating_sub(2)));
                between || has(l.before_dates, before) || counted && (day(first) || unit(first))
            });
            let behind = p.at.end;
            let follows = behind < self.words.len() && free(behind) && !self.broken(behind) && {
                let word = self.fold(behind);
                let next = self.fold(behind + 1);
                let year = word.len() == 4 && word.starts_with("20") && is_digits(word) && self.closed(behind + 1);
                // "la ora 16 30 de minute": the figure counts what stands behind it.
                let counts = word == "de" && unit(next) && is_digits(self.fold(behind - 1)) && l.code == "ro";
                counts
                    || has(l.behind_dates, word)
                    || year && matches!(p.kind, Kind::When | Kind::By | Kind::From)
                    || p.kind == Kind::At && unit(word)
                    || matches!(word, "de" | "d" | "del" | "en" | "din" | "von" | "des" | "et" | "y" | "si")
                        && (has(l.behind_dates, next) || day(next) && free(behind + 1) && p.kind != Kind::By)
            };
            led || follows
        }) || self.left_over(phrases)
            || phrases.iter().any(|p| self.is_no_day(p) || self.may_number(p))
    }

    /// "vor dem 15. Kapitel": the figure is of what stands behind it. "înainte de 15" may be the hour.
    fn is_no_day(&self, phrase: &Phrase) -> bool {
        let Some(figure) = phrase.english.strip_prefix("by the ").filter(|_| phrase.kind == Kind::By) else {
            return false;
        };
        let noun = self.words.get(phrase.at.end).is_some_and(|w| w.capital && !w.quoted);
        let hour = figure.trim_end_matches(char::is_alphabetic).parse().is_ok_and(|n: u32| n <= 24);
        match self.fold(phrase.at.start) {
            "vor" => noun,
            "inainte" => hour && !phrase.at.clone().any(|at| self.fold(at) == "data"),
            _ => false,
        }
    }

    fn phrase(&self, at: usize) -> Option<Phrase> {
        if self.words.get(at).is_some_and(|w| w.quoted) {
            return None;
        }
        if let Some(label) =
            self.words.get(at).and_then(|w| w.lower.strip_prefix('#')).filter(|l| l.chars().any(char::is_alphabetic))
        {
            let english = format!("#{label}");
            return Some(Phrase { kind: Kind::Label, at: at..at + 1, english });
        }
        if let Some(label) = super::labels::phrase(self, at) {
            return Some(label);
        }
        let mut best: Option<Phrase> = None;
        for ((kind, _, english), end, caught) in self.matching(at, self.language.phrases, false) {
            if *kind == Kind::Level && self.is_the_sea(at, end) {
                continue;
            }
            if best.as_ref().is_none_or(|b| end > b.at.end) {
                let english = tidy(&filled(english, &caught.slots));
                best = Some(Phrase { kind: *kind, at: at..end, english });
            }
        }
        best
    }
}

/// "abends" is every evening; beside a day or a time it is the evening of that day.
fn of_the_day(mut phrases: Vec<Phrase>) -> Vec<Phrase> {
    let dated = |p: &&Phrase| !matches!(p.kind, Kind::Level | Kind::Label | Kind::For);
    if phrases.iter().filter(dated).count() > 1 {
        for phrase in phrases.iter_mut().filter(|p| p.kind == Kind::Part) {
            phrase.english = once(&phrase.english).to_owned();
        }
    }
    phrases
}

/// "in the evenings" of one day.
pub(super) fn once(part: &str) -> &str {
    part.trim_end_matches('s')
}

/// "jeden Montag Yoga, 5 mal": how often in all belongs to the repetition; where there is none it is a part of the title.
/// In front of one, or a few times of every day, it may be of each day: said so in English it is asked about.
fn counted(mut phrases: Vec<Phrase>) -> Vec<Phrase> {
    const EACH_DAY: u32 = 4;
    let times = |p: &Phrase| p.kind == Kind::Times;
    let said = phrases.iter().find(|p| times(p)).map(|p| (p.english.clone(), p.at.end));
    let rule = phrases.iter_mut().find(|p| p.kind == Kind::Every);
    match (said, rule) {
        (Some((count, end)), Some(rule)) => {
            let few = count.split(' ').next().and_then(|n| n.parse().ok()).is_none_or(|n: u32| n <= EACH_DAY);
            let daily = ["every day", "daily"].iter().any(|day| rule.english.starts_with(day));
            let lasts = count.starts_with("for ");
            let each = !lasts && (end == rule.at.start || few && daily);
            rule.english = if each { format!("{count} {}", rule.english) } else { format!("{} {count}", rule.english) };
        }
        // "die nächsten 3 Tage" without a repetition are days like any others.
        _ => {
            let stretch = |p: &Phrase| times(p) && p.english.starts_with("for the next ");
            phrases.iter_mut().filter(|p| stretch(p)).for_each(|p| p.kind = Kind::When);
            phrases.retain(|p| !times(p));
        }
    }
    phrases
}

/// A template with its slots.
pub(super) fn filled(template: &str, slots: &[String]) -> String {
    let mut out = template.to_owned();
    for (n, slot) in slots.iter().enumerate().rev() {
        out = out.replace(&format!("${}", n + 1), slot);
    }
    out
}

fn tidy(english: &str) -> String {
    let one = english.split_whitespace().collect::<Vec<_>>().join(" ");
    one.replace("today morning", "this morning")
        .replace("today afternoon", "this afternoon")
        .replace("today evening", "this evening")
        .replace("today night", "tonight")
        .replace(" noon", " at noon")
        .replace("at at ", "at ")
        .replace("on on ", "on ")
}
