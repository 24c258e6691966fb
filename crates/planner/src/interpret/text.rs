//! A sentence as tokens over its own bytes: what is quoted, what has been taken for a field, what is left.

use super::phrases::Phrases;
use crate::dates::{self, Clock, Found};
use crate::known::Known;
use countersign_core::wire::Consumed;
use std::cell::RefCell;
use std::ops::Range;
use unicode_normalization::UnicodeNormalization;

/// One word with its place in the text.
#[derive(Debug, Clone)]
pub(super) struct Tok {
    pub(super) start: usize,
    pub(super) end: usize,
    /// Lower case, no diacritics, straight apostrophes.
    pub(super) fold: String,
    /// Inside quotation marks: never parsed (TODOS.md rule 6).
    pub(super) quoted: bool,
    /// The first punctuation mark behind the word.
    pub(super) after: Option<char>,
}

/// They number a thing where no figure stands, and may name a day only elsewhere.
const NUMBERING: &str =
    "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|one|now|then|later|next|last|other";

const EDGE: &[char] = &[
    ',', '.', ';', ':', '!', '?', '(', ')', '[', ']', '{', '}', '"', '“', '”', '„', '«', '»', '…', '\'', '‘', '’', '`',
    '*', '•', '‹', '›',
];

/// Lower case, without diacritics, with straight apostrophes.
pub(super) fn fold(text: &str) -> String {
    text.nfd()
        .filter(|c| !unicode_normalization::char::is_combining_mark(*c))
        .flat_map(char::to_lowercase)
        .map(|c| if matches!(c, '’' | '‘' | 'ʼ') { '\'' } else { c })
        .collect()
}

/// What is written short, as the word it stands for; the writer's own letters stay in titles.
pub(super) fn in_full(word: &str) -> Option<&'static str> {
    Some(match word {
        "w/" | "w" => "with",
        "w/o" => "without",
        "n" => "and",
        "abt" => "about",
        "b/c" | "bc" => "because",
        "cld" => "could",
        "wld" => "would",
        "shld" => "should",
        "nite" => "night",
        "bks" => "books",
        "tix" => "tickets",
        "alr" => "already",
        "pset" => "problem set",
        "psets" => "problem sets",
        "re" => "about",
        "til" => "till",
        "+" => "and",
        "didnt" => "didn't",
        "doesnt" => "doesn't",
        "havent" => "haven't",
        "hasnt" => "hasn't",
        "wasnt" => "wasn't",
        "werent" => "weren't",
        "couldnt" => "couldn't",
        "shouldnt" => "shouldn't",
        "wouldnt" => "wouldn't",
        "arent" => "aren't",
        "isnt" => "isn't",
        "hadnt" => "hadn't",
        "dont" => "don't",
        "wont" => "won't",
        "thats" => "that's",
        "theres" => "there's",
        "theyre" => "they're",
        "youre" => "you're",
        "im" => "i'm",
        "ive" => "i've",
        "weve" => "we've",
        "yesterdays" => "yesterday's",
        _ => return None,
    })
}

/// Quotation marks in pairs, of all languages.
pub(super) const MARKS: [(char, char); 6] = [('"', '"'), ('“', '”'), ('„', '“'), ('„', '”'), ('«', '»'), ('‹', '›')];

/// Those that are apostrophes as well: they open in front of a word and close behind one.
const APOSTROPHES: [(char, char); 2] = [('\'', '\''), ('‘', '’')];

/// All of them.
pub(super) fn marks() -> impl Iterator<Item = (char, char)> {
    MARKS.into_iter().chain(APOSTROPHES)
}

/// Byte ranges between quotation marks, marks included.
pub(super) fn quotes(text: &str) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut open: Option<(usize, char)> = None;
    let closes = |from: char, c: char| marks().any(|pair| pair == (from, c));
    let opens = |c: char, starts: bool| {
        MARKS.iter().any(|(open, _)| *open == c) || starts && APOSTROPHES.iter().any(|(open, _)| *open == c)
    };
    let mut before = ' ';
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map(|(_, c)| *c);
        match open {
            Some((from, mark))
                if closes(mark, c) && (c != '\'' && c != '’' || next.is_none_or(|n| !n.is_alphanumeric())) =>
            {
                // An empty pair quotes nothing.
                if at > from + 1 {
                    out.push(from..at + c.len_utf8());
                }
                open = None;
            }
            Some(_) => {}
            None => {
                // A mark that never closes quotes nothing.
                let closed = || text.get(at + c.len_utf8()..).is_some_and(|rest| rest.contains(|end| closes(c, end)));
                open = (opens(c, !before.is_alphanumeric()) && closed()).then_some((at, c));
            }
        }
        before = c;
    }
    out
}

/// The words of a text, in order.
pub(super) fn tokens(text: &str) -> Vec<Tok> {
    let quoted = quotes(text);
    let mut out: Vec<Tok> = Vec::new();
    let mut push = |from: usize, to: usize| {
        let Some(raw) = text.get(from..to) else { return };
        let left = raw.trim_start_matches(EDGE);
        let core = left.trim_end_matches(EDGE);
        let signs = |set: &[char]| !raw.is_empty() && raw.chars().all(|c| set.contains(&c));
        if core.is_empty() {
            if signs(&['!']) {
                out.push(Tok { start: from, end: to, fold: raw.to_owned(), quoted: false, after: None });
            } else if let Some(last) = out.last_mut() {
                last.after = last.after.or(raw.chars().next());
            }
            return;
        }
        let start = from + (raw.len() - left.len());
        let end = start + core.len();
        let after = text.get(end..to).and_then(|t| t.chars().next());
        let quoted = quoted.iter().any(|q| q.start <= start && end <= q.end);
        // "!high" and "!!" glued in front of a word are the word's.
        let start = if text.get(from..start) == Some("!") { from } else { start };
        let mut spoken = fold(text.get(start..end).unwrap_or_default());
        if let Some(full) = in_full(&spoken).filter(|_| !quoted) {
            full.clone_into(&mut spoken);
        }
        out.push(Tok { start, end, fold: spoken, quoted, after });
    };
    let mut from = None;
    for (at, c) in text.char_indices() {
        let dash = matches!(c, '—' | '–');
        match from {
            Some(f) if c.is_whitespace() || dash => {
                push(f, at);
                from = None;
            }
            None if !c.is_whitespace() && !dash => from = Some(at),
            _ => {}
        }
    }
    if let Some(f) = from {
        push(f, text.len());
    }
    // "ill do the taxes"
    let told = |i: usize| {
        i == 0
            || out.get(i - 1).is_some_and(|t| t.after.is_some() || super::lexicon::one_of(&t.fold, "and|then|so|but"))
    };
    let verb = |i: usize| out.get(i + 1).is_some_and(|t| super::bare::is_everyday(&t.fold));
    let shortened = |i: &usize| out.get(*i).is_some_and(|t| t.fold == "ill" && !t.quoted) && told(*i) && verb(*i);
    if let Some(tok) = (0..out.len()).find(shortened).and_then(|i| out.get_mut(i)) {
        "i'll".clone_into(&mut tok.fold);
    }
    out
}

/// A stretch of a sentence that is one instruction.
#[derive(Debug, Clone)]
pub(super) struct Clause {
    pub(super) text: String,
    pub(super) toks: Vec<Tok>,
    /// Taken for a field, a verb or filler; what is left is the title or the target.
    pub(super) used: Vec<bool>,
    pub(super) found: Vec<Found>,
    pub(super) consumed: Vec<Consumed>,
}

thread_local! {
    static CLAUSES: RefCell<Known<String, Clause>> = RefCell::default();
}

impl Clause {
    pub(super) fn new(text: &str, clock: &Clock) -> Self {
        Known::of(&CLAUSES, clock, text.to_owned(), || Self::read(text, clock))
    }

    fn read(text: &str, clock: &Clock) -> Self {
        let toks = tokens(text);
        let mut out = Self {
            used: vec![false; toks.len()],
            found: dates::find(text, clock),
            toks,
            text: text.to_owned(),
            consumed: Vec::new(),
        };
        out.find_beside_fields(clock);
        out.find_opening(clock);
        out
    }

    /// "on the 15th call Ana at 5", "25/12 call Ana": a day in front of the verb that begins the order, where no other
    /// is said.
    fn find_opening(&mut self, clock: &Clock) {
        const LONGEST: usize = 6;
        let dayed = |f: &dates::Found| !matches!(f.what, dates::What::Time { .. } | dates::What::Duration { .. });
        if self.found.iter().any(dayed) {
            return;
        }
        let verb = (1..self.len().min(LONGEST)).find(|at| super::bare::is_everyday(self.word(*at)));
        let Some((first, last)) = verb.and_then(|at| Some((self.toks.first()?, self.toks.get(at - 1)?))) else {
            return;
        };
        let (start, end) = (first.start, last.end);
        let quoted = self.toks.iter().take_while(|t| t.end <= end).any(|t| t.quoted);
        let front = self.text.get(start..end).unwrap_or_default();
        let figures = front.contains(|ch: char| ch.is_ascii_digit());
        let alone = !front.contains([' ', '/']);
        // "the second call": words that number, and name no day.
        if quoted || alone || !figures && front.split(' ').any(|w| super::lexicon::one_of(w, NUMBERING)) {
            return;
        }
        let Some(read) = dates::opening(front, clock) else { return };
        let day =
            matches!(read.what, dates::What::Date { .. } | dates::What::Ambiguous { .. } | dates::What::Invalid { .. });
        if day {
            self.found.retain(|f| f.span.start >= end);
            self.found.insert(0, dates::Found { span: start..end, ..read });
        }
    }

    /// "every 1st high priority": a date in front of another field is read as if it ended there.
    fn find_beside_fields(&mut self, clock: &Clock) {
        let mut probe = Self { consumed: Vec::new(), ..self.clone() };
        let len = probe.len();
        super::fields::labels(&mut probe, 0..len);
        super::fields::priority(&mut probe, 0..len, false);
        if !probe.used.contains(&true) {
            return;
        }
        let mut bytes = self.text.clone().into_bytes();
        for tok in probe.toks.iter().zip(&probe.used).filter_map(|(t, used)| used.then_some(t)) {
            // Offsets stay; a comma ends what stands before.
            if let Some(gone) = bytes.get_mut(tok.start..tok.end) {
                gone.fill(b' ');
                if let Some(first) = gone.first_mut() {
                    *first = b',';
                }
            }
        }
        let Ok(masked) = String::from_utf8(bytes) else { return };
        for new in dates::find(&masked, clock) {
            let range = self.toks_of(&new.span);
            let clear = self.found.iter().all(|f| f.span.end <= new.span.start || new.span.end <= f.span.start);
            if clear && !range.clone().any(|i| probe.is_used(i)) {
                self.found.push(new);
            }
        }
        self.found.sort_by_key(|f| f.span.start);
    }

    pub(super) fn len(&self) -> usize {
        self.toks.len()
    }

    /// The folded word; empty when there is none or it is quoted.
    pub(super) fn word(&self, i: usize) -> &str {
        self.toks.get(i).filter(|t| !t.quoted).map_or("", |t| t.fold.as_str())
    }

    /// The index behind `phrase` when its words stand at `i`.
    pub(super) fn at(&self, i: usize, phrase: &str) -> Option<usize> {
        let rest = dates::behind(phrase, self.word(i))?;
        rest.map_or(Some(i + 1), |rest| self.at(i + 1, rest))
    }

    /// The index behind the longest of `phrases`, set apart by bars, that stands at `i`.
    pub(super) fn any(&self, i: usize, phrases: &'static str) -> Option<usize> {
        let word = self.word(i);
        if word.is_empty() {
            return None;
        }
        match Phrases::of(phrases) {
            Some(list) => list.beginning(word).iter().filter_map(|p| self.at(i, p)).max(),
            None => phrases.split('|').filter_map(|p| self.at(i, p)).max(),
        }
    }

    /// The first index from `i` on where `phrase` stands unused, with the index behind it.
    pub(super) fn seek(&self, i: usize, phrases: &'static str) -> Option<(usize, usize)> {
        (i..self.len()).find_map(|n| self.any(n, phrases).filter(|e| (n..*e).all(|k| !self.is_used(k))).map(|e| (n, e)))
    }

    pub(super) fn is_used(&self, i: usize) -> bool {
        self.used.get(i).copied().unwrap_or(true)
    }

    /// Marks words as spent without saying for what.
    pub(super) fn spend(&mut self, range: Range<usize>) {
        for i in range {
            if let Some(u) = self.used.get_mut(i) {
                *u = true;
            }
        }
    }

    /// Marks words as taken for a field, to be shown (TODOS.md "show what was consumed").
    pub(super) fn take(&mut self, range: Range<usize>, taken_as: &str) {
        if range.is_empty() {
            return;
        }
        let text = self.slice(range.clone()).to_owned();
        self.spend(range);
        self.consumed.push(Consumed { text, taken_as: taken_as.to_owned() });
    }

    /// The words that a byte range touches.
    pub(super) fn toks_of(&self, span: &Range<usize>) -> Range<usize> {
        let from = self.toks.iter().position(|t| t.end > span.start).unwrap_or(self.toks.len());
        let to = self.toks.iter().rposition(|t| t.start < span.end).map_or(from, |n| n + 1);
        from..to.max(from)
    }

    /// The text of a run of words, from the first letter to the last.
    pub(super) fn slice(&self, range: Range<usize>) -> &str {
        let Some(last) = range.end.checked_sub(1) else { return "" };
        match (self.toks.get(range.start), self.toks.get(last)) {
            (Some(a), Some(b)) if a.start <= b.end => {
                let marked = if a.quoted || b.quoted { self.with_marks(a, b) } else { a.start..b.end };
                self.text.get(marked).unwrap_or_default()
            }
            _ => "",
        }
    }

    /// From one word to another, with the marks of a quotation that only begins or ends in between: half of its marks
    /// would quote nothing, or something else.
    fn with_marks(&self, a: &Tok, b: &Tok) -> Range<usize> {
        let around = |tok: &Tok| quotes(&self.text).into_iter().find(|q| q.start <= tok.start && tok.end <= q.end);
        let bare = |text: Option<&str>| text.is_some_and(|t| t.chars().all(|c| EDGE.contains(&c)));
        let (mut from, mut to) = (a.start, b.end);
        if let Some(q) = around(a).filter(|q| q.end <= b.start && bare(self.text.get(q.start..a.start))) {
            from = q.start;
        }
        if let Some(q) = around(b).filter(|q| q.start >= a.end && bare(self.text.get(b.end..q.end))) {
            to = q.end;
        }
        from..to
    }

    /// What is unused in a range, runs joined by a space, in the writer's own letters.
    pub(super) fn rest(&self, range: Range<usize>) -> String {
        let mut parts: Vec<&str> = Vec::new();
        let mut n = range.start;
        while n < range.end.min(self.len()) {
            if self.is_used(n) {
                n += 1;
                continue;
            }
            let from = n;
            while n < range.end.min(self.len()) && !self.is_used(n) {
                n += 1;
            }
            parts.push(self.slice(from..n));
        }
        parts.join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The indexes of unused words in a range.
    pub(super) fn free(&self, range: Range<usize>) -> Vec<usize> {
        range.filter(|i| !self.is_used(*i)).collect()
    }
}

/// Whether a text contains a phrase as whole words.
pub(super) fn has_phrase(folded_words: &[String], phrase: &str) -> bool {
    let want: Vec<&str> = phrase.split(' ').collect();
    folded_words.windows(want.len()).any(|w| w.iter().map(String::as_str).eq(want.iter().copied()))
}
