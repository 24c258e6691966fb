//! The days and times in a text, in the words of each language that is known: "pasado mañana", "nächsten Freitag", "le 3 mars",
//! "every friday", "um 16 Uhr".

use crate::dates::{self, Clock, What};
use crate::languages::detect;
use crate::languages::pattern::{FIRST_NAMES, Reader, filled, is_digits};
use crate::languages::table::{Kind, Language, has, meaning};
use crate::languages::words::{Word, words};
use countersign_core::todos::Todos;
use std::ops::Range;

/// A day or a time in the words of one language.
#[derive(Debug, Clone)]
pub(super) struct Day {
    /// `en`, `de`, …
    pub(super) code: &'static str,
    /// Its bytes, without what leads to it.
    pub(super) span: Range<usize>,
    /// Its English; "?next friday" where the language leaves open which one that is, "every friday", "at 16:00".
    pub(super) english: String,
}

impl Day {
    /// The time of the day as every language reads it, where that is all it says.
    pub(super) fn time(&self, clock: &Clock) -> Option<String> {
        if let Some(stretch) = self.english.strip_prefix("from ") {
            return Some(stretch.replace(" to ", "-"));
        }
        if !self.is_time() {
            return None;
        }
        match dates::whole(&self.english, clock)? {
            What::Time { time, .. } => Some(format!("{:02}:{:02}", time.hour(), time.minute())),
            _ => None,
        }
    }

    pub(super) fn is_time(&self) -> bool {
        self.english.starts_with("at ") || self.english.starts_with("from ")
    }
}

impl Day {
    pub(super) fn overlaps(&self, other: &Day) -> bool {
        self.span.start < other.span.end && other.span.start < self.span.end
    }
}

/// Days that are near, by a word of their own: none of them is a word of another language here, but "hier".
const NEAR: &str = "heute ubermorgen uebermorgen vorgestern hoy manana anteayer ayer aujourd'hui demain apres-demain avant-hier hier \
    azi astazi maine poimaine ieri alaltaieri morgen gestern";

/// Words that a day in English has.
const ENGLISH: &str = "today tomorrow yesterday week weeks day days month months monday tuesday wednesday thursday friday saturday sunday \
    january february march april may june july august september october november december";
/// Those of them that are a day with nothing beside them.
const ALONE: &str = "today tomorrow yesterday monday tuesday wednesday thursday friday saturday sunday";
/// What leads to a day in English, and is none of its words.
const LEADING: &str = "on to for by until till from at before after starting of";
/// So many words a day in English has at most.
const LONGEST: usize = 5;

/// In front of a name, in any language.
const NAMED: &str = "with named called mr mrs ms dr aunt uncle mit herr herrn frau familie con senor senora avec monsieur madame cu domnul doamna";

/// Whether a word may be one of a day: only then a message is looked through for one.
pub(super) fn may_be(word: &Word) -> bool {
    !word.quoted && (has(ENGLISH, &word.fold) || detect::ALL.into_iter().any(|language| tells(language, word)))
}

/// Whether a word tells a day in this language.
fn tells(language: &Language, word: &Word) -> bool {
    let fold = word.fold.trim_end_matches('.');
    let named = [language.weekdays, language.habits].iter().any(|list| meaning(list, fold).is_some());
    let counted = || meaning(language.units, fold).is_some_and(|unit| !matches!(unit, "minutes" | "hours"));
    let month = meaning(language.months, fold).is_some();
    // "9 august" is a day in English, too: there what leads to it tells the language.
    fold.len() > 2 && (month || !detect::is_english(fold) && (named || has(NEAR, fold) || counted() && fold.len() > 3))
}

/// The days of a text in all languages, English too, in no order. What the title of a todo has is no day.
pub(super) fn found(text: &str, todos: &Todos, clock: &Clock) -> Vec<Day> {
    let mut out = in_english(text, todos, clock);
    for language in detect::ALL {
        out.extend(in_language(language, text, todos, clock));
        let times = times(language, text, clock);
        // "la 10" right behind a day is an hour; elsewhere it may be called so.
        let behind = |time: &Day| {
            let gap = |day: &Day| text.get(day.span.end..time.span.start).is_some_and(|gap| gap.trim().is_empty());
            out.iter().any(|day| !day.is_time() && gap(day))
        };
        let article = |time: &Day| text.get(time.span.clone()).is_some_and(|own| own.starts_with("la "));
        let surely = |time: &Day| !article(time) || late(&time.english) || behind(time);
        let times: Vec<Day> = times.into_iter().filter(surely).collect();
        out.extend(times);
    }
    out
}

/// A word beside an hour that no other language has there.
const TIMED: &str = "uhr um à las ora";

/// Whether nothing else than an hour is called so: "18:00", "16".
pub(super) fn late(english: &str) -> bool {
    let hour = english.trim_start_matches("at ").split(':').next().and_then(|hour| hour.parse().ok());
    english.contains(':') || hour.is_some_and(|hour: u32| hour > 12)
}

/// "um 16 Uhr", "a las 4".
fn times(language: &'static Language, text: &str, clock: &Clock) -> Vec<Day> {
    let said = words(text, Some(language));
    // "9h-10h30", "la 18:00"; "2h" alone is how long something takes.
    let marked = |hour: &str| hour.split_once('h').is_some_and(|(hour, _)| is_digits(hour));
    let hour = |w: &Word| w.fold.split_once('-').is_some_and(|(from, to)| marked(from) && marked(to));
    let own = |at: usize| said.get(at).is_some_and(|w| !w.quoted && (has(TIMED, &w.lower) || hour(w)));
    let article = |at: usize| said.get(at).is_some_and(|w| !w.quoted && w.fold == "la" && language.code == "ro");
    if !(0..said.len()).any(|at| own(at) || article(at)) {
        return Vec::new();
    }
    let phrases = Reader::new(language, &said, clock).phrases();
    let timed = phrases.into_iter().filter(|p| {
        let said = p.english.starts_with("at ") || p.english.starts_with("from ");
        p.kind == Kind::At && said && (p.at.clone().any(own) || article(p.at.start))
    });
    timed
        .filter_map(|p| {
            let span = said.get(p.at.start)?.span.start..said.get(p.at.end - 1)?.span.end;
            Some(Day { code: language.code, span, english: p.english })
        })
        .collect()
}

fn in_language(language: &'static Language, text: &str, todos: &Todos, clock: &Clock) -> Vec<Day> {
    let said = words(text, Some(language));
    let reader = Reader::new(language, &said, clock);
    let mut out = Vec::new();
    let mut at = 0;
    while at < said.len() {
        let Some((end, english)) = one(&reader, at).filter(|(end, _)| is_day(language, &said, at..*end, todos)) else {
            at += 1;
            continue;
        };
        if let (Some(first), Some(last)) = (said.get(at), said.get(end - 1)) {
            out.push(Day { code: language.code, span: first.span.start..last.span.end, english });
        }
        at = end;
    }
    out
}

/// The day at a place as the language has it, or each such day.
fn one(reader: &Reader<'_>, at: usize) -> Option<(usize, String)> {
    let word = reader.words.get(at).filter(|w| !w.quoted)?;
    let habit = meaning(reader.language.habits, &word.fold).filter(|_| word.fold.len() > 4);
    if let Some(day) = habit.filter(|_| meaning(reader.language.weekdays, &word.fold).is_none()) {
        return Some((at + 1, format!("every {day}")));
    }
    let each = reader.matching(at, reader.language.phrases, false).filter(|((kind, ..), ..)| *kind == Kind::Every);
    let each = each.map(|((_, _, english), end, caught)| (end, filled(english, &caught.slots)));
    if let Some(every) = each.max_by_key(|(end, _)| *end) {
        return Some(every);
    }
    reader.best(at, reader.language.days).filter(|(_, english)| !english.starts_with("?week"))
}

/// Whether words that can be read as a day are one: a word of them tells it, and none is a name.
fn is_day(language: &'static Language, said: &[Word], range: Range<usize>, todos: &Todos) -> bool {
    let Some(words) = said.get(range.clone()) else { return false };
    // A month alone and a unit alone are no day.
    let told = |w: &Word| {
        tells(language, w)
            && (words.len() > 1
                || meaning(language.weekdays, &w.fold).is_some()
                || meaning(language.habits, &w.fold).is_some()
                || has(NEAR, &w.fold))
    };
    let follows = said.get(range.end).is_some_and(|w| w.fold == "gras");
    // "Maine", "Marti", and "hier" at the side of other German words.
    let other = |w: &Word| matches!(w.lower.as_str(), "maine" | "marti") || has(FIRST_NAMES, &w.fold);
    // "lunch with Morgen", "Domingo": a name, where the language has no capital for it.
    let capital = |w: &Word| {
        let noun = language.code == "de" && !has(NEAR, &w.fold);
        w.capital && !noun && w.span.start > 0
    };
    // "at 6:15 am 29 august": the half of the day, but behind "um 6".
    let clock = |w: &Word| {
        w.fold.starts_with(|c: char| c.is_ascii_digit()) && w.fold.chars().all(|c| c.is_ascii_digit() || c == ':')
    };
    let at = range.start + usize::from(words.first().is_some_and(|w| w.fold == "am"));
    let before = |far: usize| at.checked_sub(far).and_then(|at| said.get(at));
    let half = before(1).is_some_and(|w| w.fold == "am")
        && before(2).is_some_and(clock)
        && before(3).is_none_or(|w| w.fold != "um");
    words.iter().any(told)
        && !follows
        && !half
        && !words.iter().any(|w| w.quoted || other(w) || tells(language, w) && capital(w))
        && !words.iter().any(|w| tells(language, w) && todos.count_word(&w.fold) > 0)
        && !behind_a_name(said, range.start)
}

fn behind_a_name(said: &[Word], at: usize) -> bool {
    at.checked_sub(1).and_then(|at| said.get(at)).is_some_and(|w| !w.quoted && has(NAMED, &w.fold))
}

fn in_english(text: &str, todos: &Todos, clock: &Clock) -> Vec<Day> {
    let said = words(text, None);
    let mut out: Vec<Day> = Vec::new();
    let timed = |w: &Word| has("at", &w.fold) || half_of_day(&w.fold);
    if !said.iter().any(|w| !w.quoted && (has(ENGLISH, &w.fold) || timed(w))) {
        return out;
    }
    let mut at = 0;
    while at < said.len() {
        let longest = (1..=LONGEST).rev().find_map(|size| {
            let range = at..at + size;
            let day = english_at(text, &said, range.clone(), todos, clock)
                .or_else(|| english_time(text, &said, range, clock))?;
            Some((at + size, day))
        });
        at = longest.as_ref().map_or(at + 1, |(end, _)| *end);
        out.extend(longest.map(|(_, day)| day));
    }
    out
}

fn english_at(text: &str, said: &[Word], range: Range<usize>, todos: &Todos, clock: &Clock) -> Option<Day> {
    let words = said.get(range.clone())?;
    let (first, last) = (words.first()?, words.last()?);
    let number = |w: &Word| is_digits(w.fold.trim_end_matches(char::is_alphabetic));
    let plain =
        |w: &Word| !w.quoted && (detect::is_english(&w.fold) || has(ENGLISH, &w.fold) || w.fold == "in" || number(w));
    let joined = words.iter().rev().skip(1).all(|w| w.after.is_none() && !w.line);
    let alone = words.len() > 1 || has(ALONE, &first.fold);
    let told = words.iter().any(|w| has(ENGLISH, &w.fold) && todos.count_word(&w.fold) == 0);
    // "Treffen mit Tomorrow GmbH": a name.
    let named = first.capital && first.span.start > 0 && has("today tomorrow yesterday", &first.fold);
    if !words.iter().all(plain)
        || !joined
        || !alone
        || !told
        || named
        || has(LEADING, &first.fold)
        || behind_a_name(said, range.start)
    {
        return None;
    }
    let span = first.span.start..last.span.end;
    let own = text.get(span.clone())?;
    let each = |day: &Word| has(ALONE, &day.fold) || has("day week month", &day.fold);
    let every = matches!(words, [every, day] if has("every each", &every.fold) && each(day));
    let english = if every { format!("every {}", last.fold) } else { own.to_lowercase() };
    let is_one = match dates::whole(&english, clock)? {
        What::Date { .. } => true,
        What::Range { date, .. } => date.is_some(),
        What::Recurrence { .. } => every,
        _ => false,
    };
    is_one.then_some(Day { code: "en", span, english })
}

/// "at 5", "at noon", "3:30 pm", "5pm".
fn english_time(text: &str, said: &[Word], range: Range<usize>, clock: &Clock) -> Option<Day> {
    let words = said.get(range)?;
    let (first, last) = (words.first()?, words.last()?);
    let joined = words.iter().rev().skip(1).all(|w| w.after.is_none() && !w.line);
    if words.iter().any(|w| w.quoted) || !joined || !(has("at", &first.fold) || half_of_day(&last.fold)) {
        return None;
    }
    let span = first.span.start..last.span.end;
    let own = text.get(span.clone())?.to_lowercase();
    let own = own.strip_prefix("at ").unwrap_or(&own);
    let english = format!("at {own}");
    matches!(dates::whole(&english, clock)?, What::Time { .. }).then_some(Day { code: "en", span, english })
}

/// "pm", "5pm".
fn half_of_day(word: &str) -> bool {
    let figures = word.strip_suffix("pm").or_else(|| word.strip_suffix("am"));
    figures.is_some_and(|figures| figures.chars().all(|c| c.is_ascii_digit() || c == ':'))
}
