//! "cancel gym morgen", "lösche gym tomorrow", "coiffeur morgen à 16h": a sentence in one language with a day in the words of
//! another. The day is said in the language of the rest, so that it is read there as any other, and never left out of what is
//! called off, completed, moved or made.

mod days;
mod said;

use super::detect;
use super::pattern::Reader;
use super::sentence;
use super::table::{Kind, Language, has};
use super::words::{Word, words};
use crate::dates::{self, Clock, What};
use countersign_core::todos::Todos;
use days::Day;
use said::Link;
use std::ops::Range;

/// A message with its days in one language.
pub(super) struct Mixed {
    pub(super) text: String,
    /// What was put there, with the words it stands for.
    pub(super) pieces: Vec<(String, String)>,
}

/// English orders about what is there.
const ORDERS: &str = "cancel delete remove drop skip scrap complete finish mark tick check close move push shift reschedule \
    postpone delay bring put pause stop";
/// English orders that make something new.
const ADDS: &str = "remind add create schedule";
/// Those of the first that give a day.
const MOVES: &str = "move push shift reschedule postpone delay bring put";
/// Said in front of an order.
const LEADS: &str = "please pls can could you ok okay hey now just and also";
/// In front of a day, in English: what it says of the day no other word can.
const BESIDE: &str = "before after next last this every each";
/// In front of a name, where something new is called by a day.
const NAMES: &str = "from and the";

/// The message with the days said in its own language; `None` where it has none of another. What `answers` a question makes
/// nothing new.
pub(super) fn plain(text: &str, todos: &Todos, clock: &Clock, answers: bool) -> Option<Mixed> {
    let said = words(text, None);
    if said.len() < 2 || !said.iter().any(days::may_be) {
        return None;
    }
    let all = days::found(text, todos, clock);
    let sentence = Sentence { text, said, all, todos, clock };
    let mut codes = sentence.languages();
    if !codes.contains(&"en") {
        codes.push("en");
    }
    for code in codes {
        let foreign = sentence.foreign(code);
        if foreign.is_empty() {
            // "Check-in in 8 Tagen um 13:30": too little of the language for it to be read in that one.
            let read = detect::languages(text, todos, clock).iter().any(|language| language.code == code);
            if read || code == "en" {
                return None;
            }
            continue;
        }
        if let Some(mixed) = sentence.in_words_of(code, &foreign, answers) {
            return Some(mixed);
        }
    }
    None
}

/// Whether a word is a day in one of the other languages.
pub(crate) fn is_day(word: &str, todos: &Todos, clock: &Clock) -> bool {
    days::found(word, todos, clock).iter().any(|day| day.code != "en" && day.span == (0..word.len()))
}

struct Sentence<'a> {
    text: &'a str,
    said: Vec<Word>,
    /// Its days, in the words of whichever language.
    all: Vec<Day>,
    todos: &'a Todos,
    clock: &'a Clock,
}

impl Sentence<'_> {
    /// The word in front of a day.
    fn before(&self, day: &Day) -> Option<&Word> {
        self.said.iter().take_while(|w| w.span.end <= day.span.start).last().filter(|w| !w.quoted && w.after.is_none())
    }

    /// The languages that the sentence may be in but for its days, the likeliest first.
    fn languages(&self) -> Vec<&'static str> {
        if let Some(code) = self.ordered() {
            return vec![code];
        }
        let mut rest = self.text.to_owned();
        for day in self.all.iter().filter(|day| !day.is_time()) {
            let led = self.before(day).filter(|w| said::link(Some(w)).is_some());
            let from = led.map_or(day.span.start, |w| w.span.start);
            rest.replace_range(from..day.span.end, &" ".repeat(day.span.end - from));
        }
        let told = detect::languages(&rest, self.todos, self.clock);
        let codes = |all: Vec<&'static Language>| all.into_iter().map(|l| l.code).collect::<Vec<_>>();
        let whole = detect::languages(self.text, self.todos, self.clock);
        // "la 3" alone tells no other language than the one that its day is in, nor does a word of two letters: "luni du gunoiul".
        let surely = |language: &&&Language| {
            let strong = |w: &Word| !w.quoted && w.fold.len() > 2 && has(language.strong, &w.fold);
            whole.is_empty() || whole.iter().any(|l| l.code == language.code) || words(&rest, None).iter().any(strong)
        };
        let told: Vec<&Language> = told.iter().filter(surely).copied().collect();
        if !told.is_empty() {
            return codes(told);
        }
        if words(&rest, None).iter().any(|w| !w.quoted && w.lower != "à" && detect::is_only_english(&w.fold)) {
            return vec!["en"];
        }
        if self.all.iter().any(|day| day.code == "en" && day.is_time()) {
            return vec!["en"];
        }
        let timed: Vec<&Language> = detect::ALL.into_iter().filter(|l| self.has_time(l, &rest, &whole)).collect();
        if !timed.is_empty() {
            return codes(timed);
        }
        let whole = codes(whole);
        if whole.is_empty() { vec!["en"] } else { whole }
    }

    /// Whether an English order in front makes something new.
    fn adds(&self) -> bool {
        self.said.iter().find(|w| w.quoted || !has(LEADS, &w.fold)).is_some_and(|w| !w.quoted && has(ADDS, &w.fold))
    }

    /// The language of the order in front.
    fn ordered(&self) -> Option<&'static str> {
        let at = self.said.iter().position(|w| w.quoted || !has(LEADS, &w.fold))?;
        let first = self.said.get(at).filter(|w| !w.quoted)?;
        if has(ORDERS, &first.fold) || has(ADDS, &first.fold) {
            return Some("en");
        }
        let orders = |language: &&'static Language| {
            let own = words(self.text, Some(language));
            let verb = own.iter().find(|w| w.span.start == first.span.start);
            verb.is_some_and(|w| !detect::is_english(&w.fold) && deed(language, w).is_some())
        };
        detect::ALL.into_iter().find(orders).map(|language| language.code)
    }

    /// Whether a time stands there in words that are none of English: "um 10", "à 16h". "la 3" is a time in one language and an
    /// article in others: there, only right behind a day, or with a figure that nothing else is called by.
    fn has_time(&self, language: &'static Language, rest: &str, whole: &[&Language]) -> bool {
        let said = words(rest, Some(language));
        let phrases = Reader::new(language, &said, self.clock).phrases();
        let own = |at: usize| {
            said.get(at).is_some_and(|w| {
                w.lower.chars().all(char::is_alphabetic) && (w.lower == "à" || !detect::is_english(&w.fold))
            })
        };
        let shared = |at: usize| {
            let other = |l: &&&Language| l.code != language.code;
            said.get(at)
                .is_some_and(|w| whole.iter().filter(other).any(|l| has(l.weak, &w.lower) || has(l.strong, &w.lower)))
        };
        // "le 4 novembre la 11": right behind its day.
        let behind = |at: usize| {
            let start = said.get(at).map_or(0, |w| w.span.start);
            let gap = |day: &Day| rest.get(day.span.end..start).is_some_and(|gap| gap.trim().is_empty());
            self.all.iter().any(|day| !day.is_time() && day.span.end <= start && gap(day))
        };
        phrases.iter().any(|p| {
            let mut words = p.at.clone().filter(|at| own(*at)).peekable();
            p.kind == Kind::At
                && p.at.len() > 1
                && words.peek().is_some()
                && (days::late(&p.english) || behind(p.at.start) || words.any(|at| !shared(at)))
        })
    }

    /// The days that a language does not read itself, left to right, each once.
    fn foreign(&self, code: &str) -> Vec<&Day> {
        let own = |day: &Day| !self.is_led(code, day) && self.reads(code, day);
        // Of times the other languages are told by English only, and English by all.
        let timed = |day: &Day| !day.is_time() || code == "en" || day.code == "en";
        let mut all: Vec<&Day> = self.all.iter().filter(|day| day.code != code && timed(day) && !own(day)).collect();
        all.sort_by_key(|day| (day.span.start, std::cmp::Reverse(day.span.end)));
        let mut out: Vec<&Day> = Vec::new();
        for day in all {
            if out.last().is_none_or(|last| !last.overlaps(day)) {
                out.push(day);
            }
        }
        out
    }

    /// Whether a language reads a day itself.
    fn reads(&self, code: &str, day: &Day) -> bool {
        self.all.iter().any(|own| own.code == code && own.overlaps(day)) || code == "en" && self.is_part(day)
    }

    /// Whether a day is a part of one in English, that a weekday or a number stands in front of: "wed [16 jun]", "1st fri [in
    /// dec]", "tue [24.11.]".
    fn is_part(&self, day: &Day) -> bool {
        let begins = |own: &str| {
            let figure = |word: &str| word.starts_with(|ch: char| ch.is_ascii_digit());
            own.split([' ', '.', ',']).any(|word| dates::weekday(word).is_some() || figure(word))
        };
        dates::find(self.text, self.clock).iter().any(|f| {
            let inside = f.span.start < day.span.start && day.span.end <= f.span.end;
            inside && self.text.get(f.span.start..day.span.start).is_some_and(|own| begins(&own.to_lowercase()))
        })
    }

    /// "Meeting le 27 mai": a date that two languages write alike, with what leads to it in the other one.
    fn is_led(&self, code: &str, day: &Day) -> bool {
        let leads = |w: &Word| said::leads_in(day.code, w) && !said::leads_in(code, w) && !self.knows(code, w);
        self.before(day).is_some_and(leads)
    }

    /// Whether a word is one of the closed-class words of a language.
    fn knows(&self, code: &str, word: &Word) -> bool {
        let listed = |language: &Language| has(language.weak, &word.lower) || has(language.strong, &word.lower);
        if code == "en" { detect::is_english(&word.lower) } else { listed(detect::named(code)) }
    }

    fn in_words_of(&self, code: &'static str, foreign: &[&Day], answers: bool) -> Option<Mixed> {
        let verb = self.verb(code);
        let new = verb.is_none();
        if code == "en" && !new && self.says_more(foreign) {
            return None;
        }
        if new && (answers || code == "en" && !self.makes_one(foreign)) {
            return None;
        }
        let moves = verb == Some(Verb::Moves);
        let put: Option<Vec<(Range<usize>, String)>> = foreign.iter().map(|day| self.put(code, day, moves)).collect();
        let mixed = replaced(self.text, put?)?;
        let read = code == "en"
            || detect::languages(&mixed.text, self.todos, self.clock).iter().any(|language| language.code == code);
        (read && self.is_apart(code, &mixed, foreign, new)).then_some(mixed)
    }

    /// "complete el informe mañana": more of the language than its day is no English order.
    fn says_more(&self, foreign: &[&Day]) -> bool {
        let of = |w: &Word| {
            foreign.iter().any(|day| {
                let language = detect::named(day.code);
                has(language.weak, &w.fold) || has(language.strong, &w.fold)
            })
        };
        let taken = |w: &Word| {
            let leads =
                |day: &&Day| self.before(day).is_some_and(|b| b.span == w.span) && said::link(Some(w)).is_some();
            foreign.iter().any(|day| day.span.contains(&w.span.start) || leads(day))
        };
        self.said.iter().skip(1).any(|w| !w.quoted && of(w) && !taken(w) && !detect::is_english(&w.fold))
    }

    /// The order that the sentence gives in a language, if it gives one.
    fn verb(&self, code: &'static str) -> Option<Verb> {
        let first = self.said.iter().find(|w| w.quoted || !has(LEADS, &w.fold)).filter(|w| !w.quoted)?;
        if code == "en" {
            return has(ORDERS, &first.fold).then(|| Verb::of(has(MOVES, &first.fold)));
        }
        let language = detect::named(code);
        let own = words(self.text, Some(language));
        let of = |w: &Word| deed(language, own.iter().find(|o| o.span.start == w.span.start).unwrap_or(w));
        of(first)
            .or_else(|| self.said.last().filter(|_| code == "de").and_then(of))
            .map(|deed| Verb::of(deed == "move"))
    }

    /// What is put in the place of a day, with what leads to it; `None` where that cannot be said.
    fn put(&self, code: &'static str, day: &Day, moves: bool) -> Option<(Range<usize>, String)> {
        if day.is_time() {
            return Some((day.span.clone(), said::said(code, day, None, self.clock)?));
        }
        let before = self.before(day);
        let own = before.filter(|w| match code {
            "en" => said::leads_in("en", w) || has(BESIDE, &w.fold),
            // "bis friday", "vor friday": what is said of it stays.
            _ => {
                let language = detect::named(code);
                said::leads_in(code, w) && has("bis hasta jusqu'à jusqu'au până pana", &w.lower)
                    || has(language.before_dates, &w.fold)
            }
        });
        if own.is_some() {
            return Some((day.span.clone(), said::said(code, day, None, self.clock)?));
        }
        if before.is_some_and(|w| has(BESIDE, &w.fold)) {
            return None;
        }
        let first = self.said.first().zip(before).is_some_and(|(first, w)| first.span == w.span);
        let link = said::link(before).filter(|_| !first || self.verb(code).is_none());
        let from = before.filter(|_| link.is_some()).map_or(day.span.start, |w| w.span.start);
        let link = match link {
            None | Some(Link::On | Link::To) if moves => Link::To,
            None | Some(Link::On | Link::To) => Link::On,
            Some(other) => other,
        };
        Some((from..day.span.end, said::said(code, day, Some(link), self.clock)?))
    }

    /// "dentist morgen at 4pm", "party Samstag": something new in English, with one day of another language that its time
    /// belongs to, or that begins or ends it.
    fn makes_one(&self, foreign: &[&Day]) -> bool {
        let (times, days): (Vec<&Day>, Vec<&Day>) = foreign.iter().partition(|day| day.is_time());
        let [day] = days.as_slice() else { return days.is_empty() && times.len() == 1 };
        let found = dates::find(self.text, self.clock);
        let within = |w: &&Word| day.span.contains(&w.span.start);
        let apart = |f: &&dates::Found| f.span.end <= day.span.start || day.span.end <= f.span.start;
        // "pe 9 august at 11": read with its time already.
        let timed = found.iter().any(|f| !apart(&f) && matches!(f.what, What::DateTime { .. }));
        let others: Vec<&dates::Found> = found.iter().filter(apart).collect();
        let time = match others.as_slice() {
            [] => None,
            [one] if matches!(one.what, What::Time { .. }) => Some(one.span.clone()),
            _ => return false,
        };
        let gap = |from: usize, to: usize| self.text.get(from..to).is_some_and(|gap| gap.trim().is_empty());
        let beside = time.as_ref().is_some_and(|time| gap(day.span.end, time.start) || gap(time.end, day.span.start));
        let ends = self.said.last().is_some_and(|w| w.span.end == day.span.end) && (beside || time.is_none());
        // "call domingo at 5": what is called is no day.
        let of_time = |w: &&Word| time.as_ref().is_some_and(|time| time.contains(&w.span.start));
        let rest: Vec<&Word> = self.said.iter().filter(|w| !within(w) && !of_time(w)).collect();
        let named_so = self.text.get(day.span.clone()) == Some("domingo");
        let alone = rest.len() < 2 && named_so && rest.iter().all(|w| crate::interpret::is_errand(&w.fold));
        let named = self.before(day).is_some_and(|w| has(NAMES, &w.fold));
        let begins = self.said.first().is_some_and(|w| within(&w)) && !rest.is_empty();
        (beside || ends || begins || timed || !times.is_empty()) && !alone && !named
    }

    /// Whether the sentence was read otherwise so far: a day is in one of the names, or a time said in English, or it is read
    /// in another language.
    fn is_apart(&self, code: &str, mixed: &Mixed, foreign: &[&Day], new: bool) -> bool {
        let times: Vec<String> = dates::find(self.text, self.clock)
            .iter()
            .filter(|f| matches!(f.what, What::Time { .. } | What::DateTime { .. }))
            .filter_map(|f| self.text.get(f.span.clone()))
            .flat_map(|own| {
                let lead = own.split(' ').next().filter(|lead| *lead == "at").unwrap_or(own);
                [own, lead].map(|own| [format!(" {own}\""), format!("\"{own} ")])
            })
            .flatten()
            .collect();
        // "mută dosarul pe 11 juillet": the month of a day of which only the figure was read.
        let month = |english: &str| {
            let of = |day: &&Day| self.said.iter().rfind(|w| day.span.contains(&w.span.start) && !day.is_time());
            let left =
                |w: &Word| w.fold.len() > 3 && self.text.get(w.span.clone()).is_some_and(|own| english.contains(own));
            foreign.iter().filter_map(of).any(left)
        };
        let named = |english: &str| {
            month(english)
                || mixed.pieces.iter().any(|(_, own)| english.contains(own.as_str()))
                || times.iter().any(|t| english.contains(t.as_str()))
        };
        if foreign.iter().any(|day| self.is_led(code, day) && self.reads(code, day)) {
            return true;
        }
        match super::hear(self.text, self.todos, self.clock) {
            None => true,
            Some(heard) if heard.language != code && (code != "en" || self.adds()) => true,
            Some(heard) => heard.english.map_or(code != "en" || !new, |said| named(&said)),
        }
    }
}

/// What a word orders in a language.
fn deed(language: &'static Language, word: &Word) -> Option<&'static str> {
    let own = !word.quoted && !detect::is_english(&word.fold);
    let adds = || (sentence::ordered(language, &word.fold) == Some(true)).then_some("add");
    if own { sentence::deed(language, &word.fold).or_else(adds) } else { None }
}

/// What an order does with the day beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verb {
    /// Something goes there.
    Moves,
    Other,
}

impl Verb {
    fn of(moves: bool) -> Verb {
        if moves { Verb::Moves } else { Verb::Other }
    }
}

fn replaced(text: &str, put: Vec<(Range<usize>, String)>) -> Option<Mixed> {
    let mut out = text.to_owned();
    let mut pieces = Vec::new();
    // From the end, so that the places before stay.
    for (span, with) in put.into_iter().rev() {
        pieces.push((with.clone(), text.get(span.clone())?.to_owned()));
        out.replace_range(span, &with);
    }
    (!pieces.is_empty()).then_some(Mixed { text: out, pieces })
}
