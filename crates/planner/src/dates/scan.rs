//! A text being read: access to its tokens, and the walk over a sentence.

use jiff::civil::Date;

use super::lex::{Kind, Token, lex};
use super::{
    Clock, Found, Role, What, beside, holidays, impossible, lengths, listed, ranges, repeats, times, titled, when,
};

/// The index after what was read, and what it means.
pub(super) type Hit<T> = Option<(usize, T)>;

/// What a text is read for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Mode {
    /// Dates among other words.
    Sentence,
    /// "Friday's" among other words.
    Possessive,
    /// All of the text is one phrase.
    Phrase,
}

#[derive(Clone)]
pub(super) struct Scan<'c> {
    pub(super) clock: &'c Clock,
    pub(super) mode: Mode,
    /// A day without its year or month is the last such day, not the next.
    pub(super) back: bool,
    tokens: Vec<Token>,
    /// Where the first verb of moving stands: after it "from friday to monday" is no span.
    moved_at: usize,
    /// Where the first word stands after which "after friday" is a bound, not a day to choose.
    bounded_at: usize,
}

/// They end a repetition or select todos: "stop gym after friday", "show everything after friday".
const BOUNDS: [&str; 19] = [
    "stop",
    "end",
    "quit",
    "cancel",
    "repeat",
    "show",
    "list",
    "find",
    "display",
    "what",
    "what's",
    "whats",
    "which",
    "everything",
    "anything",
    "tasks",
    "todos",
    "items",
    "all",
];

/// A reading that starts at a certain token.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    pub(super) end: usize,
    pub(super) role: Role,
    pub(super) what: What,
}

impl<'c> Scan<'c> {
    pub(super) fn new(text: &str, clock: &'c Clock, mode: Mode) -> Self {
        let mut tokens = lex(text);
        if mode == Mode::Possessive {
            for token in &mut tokens {
                // "fridays'" ends in a mark and stays as it is: a repetition.
                if let Some(stem) = token.text.strip_suffix("'s") {
                    token.text = stem.to_owned();
                }
            }
        }
        let first_of = |words: &[&str]| {
            let known = |token: &Token| token.kind == Kind::Word && words.contains(&token.text.as_str());
            tokens.iter().position(known).unwrap_or(usize::MAX)
        };
        let (moved_at, bounded_at) = (first_of(&ranges::MOVES), first_of(&BOUNDS));
        Scan { clock, mode, back: false, tokens, moved_at, bounded_at }
    }

    /// The folded words of the text ("year's" is year); a number, and a mark that joins nothing, is an empty one.
    pub(super) fn spoken(&self) -> Vec<String> {
        let word = |token: &Token| match token.kind {
            // A title in quotation marks holds no date, and still says what is done.
            Kind::Word => countersign_core::todos::words(&token.text).into_iter().next().unwrap_or_default(),
            _ => String::new(),
        };
        self.tokens.iter().filter(|token| token.text != "-").map(word).collect()
    }

    /// The same text, with the days that leave out their year or month read the other way in time.
    pub(super) fn turned(&self) -> Self {
        Scan { back: !self.back, ..self.clone() }
    }

    pub(super) fn lenient(&self) -> bool {
        self.mode == Mode::Phrase
    }

    pub(super) fn today(&self) -> Date {
        self.clock.today()
    }

    /// Whether a verb of moving stands before `at`.
    pub(super) fn moved_before(&self, at: usize) -> bool {
        self.moved_at < at
    }

    /// Whether a word that makes "after friday" a bound stands before `at`.
    pub(super) fn bounded_before(&self, at: usize) -> bool {
        self.bounded_at < at
    }

    pub(super) fn len(&self) -> usize {
        self.tokens.len()
    }

    fn token(&self, at: usize, kind: Kind) -> Option<&Token> {
        (self.tokens.get(at)).filter(|token| token.kind == kind && !token.barred)
    }

    /// The word at `at` in lower case; empty when there is none.
    pub(super) fn word(&self, at: usize) -> &str {
        self.token(at, Kind::Word).map_or("", |token| &token.text)
    }

    /// The word before `at`; empty at the start and after a mark.
    pub(super) fn word_before(&self, at: usize) -> &str {
        at.checked_sub(1).map_or("", |before| self.word(before))
    }

    pub(super) fn number(&self, at: usize) -> Option<u32> {
        let token = self.token(at, Kind::Number)?;
        // Longer ones are codes, and must not wrap.
        (token.text.len() <= 8).then(|| token.text.parse().ok())?
    }

    /// A number written with exactly so many digits.
    pub(super) fn digits(&self, at: usize, count: usize) -> Option<u32> {
        let token = self.token(at, Kind::Number)?;
        (token.text.len() == count).then(|| token.text.parse().ok())?
    }

    pub(super) fn mark(&self, at: usize) -> Option<char> {
        self.token(at, Kind::Mark)?.text.chars().next()
    }

    /// A capital letter that stands alone or behind a number.
    pub(super) fn capital(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.capital)
    }

    /// Whether a word begins with a capital letter.
    pub(super) fn upper(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.upper)
    }

    /// Whether a word is two or three capital letters.
    pub(super) fn code(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.code)
    }

    pub(super) fn glued(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.glued)
    }

    pub(super) fn is(&self, at: usize, words: &[&str]) -> bool {
        words.contains(&self.word(at))
    }

    /// The index after `phrase`, when it stands at `at`.
    pub(super) fn words(&self, at: usize, phrase: &str) -> Option<usize> {
        let rest = behind(phrase, self.word(at))?;
        rest.map_or(Some(at + 1), |rest| self.words(at + 1, rest))
    }

    /// The index after the longest of `phrases` at `at`.
    pub(super) fn any_words(&self, at: usize, phrases: &[&str]) -> Option<usize> {
        phrases.iter().filter_map(|phrase| self.words(at, phrase)).max()
    }

    pub(super) fn skip_word(&self, at: usize, word: &str) -> usize {
        if self.word(at) == word { at + 1 } else { at }
    }

    pub(super) fn skip_any(&self, at: usize, words: &[&str]) -> usize {
        if self.is(at, words) { at + 1 } else { at }
    }

    pub(super) fn skip_mark(&self, at: usize, mark: char) -> usize {
        if self.mark(at) == Some(mark) { at + 1 } else { at }
    }

    /// Whether nothing, or only closing marks, follows.
    pub(super) fn at_end(&self, at: usize) -> bool {
        self.tokens.get(at).is_none_or(|token| {
            token.kind == Kind::Mark
                && !matches!(token.text.as_str(), "%" | "$" | "€" | "£" | "°" | "+" | "/" | "&" | "#")
        })
    }

    /// Whether a phrase may begin at `at`: at the start of a word that is not glued to another.
    fn begins(&self, at: usize) -> bool {
        let Some(token) = self.tokens.get(at) else {
            return false;
        };
        if token.barred || token.kind == Kind::Mark && !matches!(token.text.as_str(), "@" | "~") {
            return false;
        }
        if !token.glued || at == 0 {
            return true;
        }
        let Some(before) = self.tokens.get(at - 1) else {
            return true;
        };
        match before.text.as_str() {
            _ if before.kind != Kind::Mark => false,
            "$" | "£" | "€" | "#" | "%" | "=" | "\\" | "^" | "&" | "_" | "+" => false,
            "-" | "/" | "." | ":" | "'" | "@" | "*" => {
                !(before.glued && at >= 2 && self.tokens.get(at - 2).is_some_and(|t| t.kind != Kind::Mark))
            }
            _ => true,
        }
    }

    /// Whether a phrase may end before `at`.
    pub(super) fn ends(&self, at: usize) -> bool {
        let Some(token) = self.tokens.get(at).filter(|token| token.glued) else {
            return true;
        };
        if token.kind != Kind::Mark {
            return false;
        }
        let joins = || self.tokens.get(at + 1).is_some_and(|t| t.glued && t.kind != Kind::Mark);
        match token.text.as_str() {
            "%" | "$" | "€" | "£" | "°" | "'" | "_" | "=" => false,
            "-" | "/" | "@" | "." | ":" | "+" | "&" | "*" => !joins(),
            _ => true,
        }
    }

    /// All readings at `at`, each with what belongs to it behind. On a tie the earlier wins: a repetition before a
    /// range before a day.
    fn readings(&self, at: usize) -> impl Iterator<Item = Candidate> {
        let mut readings = repeats::read(self, at);
        readings.extend(listed::read(self, at));
        readings.extend(ranges::read(self, at));
        // "~2h" is how long it takes.
        readings.extend(lengths::estimate(self, at));
        readings.extend(when::read(self, at));
        readings.extend(impossible::read(self, at));
        readings.into_iter().map(|reading| beside::complete(self, reading))
    }

    fn best(&self, at: usize) -> Option<Candidate> {
        let mut best: Option<Candidate> = None;
        for reading in self.readings(at) {
            let longer = best.as_ref().is_none_or(|best| reading.end > best.end);
            if longer && self.ends(reading.end) {
                best = Some(reading);
            }
        }
        best
    }

    pub(super) fn find(&self) -> Vec<Found> {
        let mut found: Vec<(usize, usize, Found)> = Vec::new();
        let mut at = 0;
        while at < self.len() {
            let reading = if self.begins(at) { self.best(at) } else { None };
            let Some(reading) = reading else {
                at += 1;
                continue;
            };
            let end = reading.end.max(at + 1);
            if let Some(behind) = titled::titled(self, at, end).filter(|_| self.mode == Mode::Sentence) {
                at = behind.max(end);
                continue;
            }
            let possessive = self.mode != Mode::Possessive || self.is_possessive(end - 1);
            let free = found.last().map_or(0, |(_, end, _)| *end);
            let (from, role, what) = match beside::begun(self, free, at, &reading) {
                Some((from, what)) => (from, Role::When, what),
                None => (at, reading.role, reading.what),
            };
            // A day that is asked about keeps its time: the answer is a day.
            let asked = match &what {
                What::Ambiguous { options, .. } => !options.is_empty(),
                What::Invalid { options, .. } => !options.is_empty(),
                _ => false,
            };
            let time = if asked { when::time_behind(self, end) } else { None };
            if let (true, Some(span)) = (possessive, self.span(from, end)) {
                found.push((from, end, Found { span, role, what }));
            }
            at = end;
            if let Some((time_end, what)) = time
                && let Some(span) = self.span(end, time_end)
            {
                found.push((end, time_end, Found { span, role: Role::When, what }));
                at = time_end;
            }
        }
        self.merge(found)
    }

    fn is_possessive(&self, at: usize) -> bool {
        // The token text lost its "'s", the span did not.
        self.tokens.get(at).is_some_and(|token| token.span.len() > token.text.len())
    }

    fn span(&self, from: usize, to: usize) -> Option<std::ops::Range<usize>> {
        let first = self.tokens.get(from)?;
        let last = self.tokens.get(to.checked_sub(1)?)?;
        Some(first.span.start..last.span.end)
    }

    /// "at 9am every day" and "starting monday every week" are one phrase each.
    fn merge(&self, found: Vec<(usize, usize, Found)>) -> Vec<Found> {
        let mut merged: Vec<(usize, usize, Found)> = Vec::new();
        for (from, to, next) in found {
            if let Some((first, end, last)) = merged.last_mut() {
                let touching = *end == from || *end + 1 == from && self.mark(*end) == Some(',');
                let joined = if touching {
                    let part = times::part(self.word(to.saturating_sub(1)));
                    let (rule, mut beside) =
                        if last.role == Role::Every { (*first..*end, from..to) } else { (from..to, *first..*end) };
                    let holiday = beside.find_map(|at| holidays::each_year(self, at)).map(|(_, yearly)| yearly);
                    repeats::join(self.clock, (last, &next), part, repeats::names_day(self, rule), holiday)
                } else {
                    None
                };
                if let (Some(what), Some(span)) = (joined, self.span(*first, to)) {
                    *end = to;
                    *last = Found { span, role: Role::Every, what };
                    continue;
                }
            }
            merged.push((from, to, next));
        }
        merged.into_iter().map(|(_, _, found)| found).collect()
    }

    /// The reading that is all of the text.
    pub(super) fn complete(&self) -> Option<Candidate> {
        self.readings(0).find(|reading| reading.end > 0 && self.rest_is_marks(reading.end))
    }

    /// The meaning of the whole text.
    pub(super) fn whole(&self) -> Option<What> {
        if let Some(reading) = self.complete() {
            return Some(reading.what);
        }
        // "at 9am every day": two phrases that make one.
        match &self.find()[..] {
            [one] if matches!(one.what, What::Recurrence { .. }) => {
                let covered = |token: &Token| one.span.contains(&token.span.start) || token.kind == Kind::Mark;
                self.tokens.iter().all(covered).then(|| one.what.clone())
            }
            // "tomorrow at 25:00": one part that is impossible makes all of it so.
            parts => {
                let within = |token: &Token| {
                    token.kind == Kind::Mark || parts.iter().any(|part| part.span.contains(&token.span.start))
                };
                let impossible = parts.iter().find(|part| matches!(&part.what, What::Invalid { .. }))?;
                self.tokens.iter().all(within).then(|| impossible.what.clone())
            }
        }
    }

    fn rest_is_marks(&self, from: usize) -> bool {
        let mark = |token: &Token| matches!(token.text.as_str(), "." | "," | "!" | "?" | ";" | ")");
        self.tokens.get(from..).is_none_or(|rest| rest.iter().all(mark))
    }
}

/// What a phrase goes on with behind its first word, `Some(None)` at its end; `None` where it begins otherwise.
pub(crate) fn behind<'p>(phrase: &'p str, first: &str) -> Option<Option<&'p str>> {
    match phrase.strip_prefix(first)? {
        "" => Some(None),
        rest => rest.strip_prefix(' ').map(Some),
    }
}
