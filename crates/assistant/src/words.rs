//! A request as folded words over its own bytes, for finding phrases in it.

use countersign_planner::interpret::near;
use std::ops::Range;

/// One word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Word {
    /// Lower case, straight apostrophes, no punctuation at its edges.
    pub(crate) fold: String,
    /// Where it stands.
    pub(crate) span: Range<usize>,
    /// A comma, full stop or the like follows: what was said before does not reach over it.
    pub(crate) ends: bool,
    /// Between quotation marks: a name, never a command.
    pub(crate) quoted: bool,
}

/// A request taken apart.
#[derive(Debug, Clone)]
pub(crate) struct Words {
    pub(crate) text: String,
    pub(crate) all: Vec<Word>,
    pub(crate) quotes: Vec<Range<usize>>,
}

impl Words {
    pub(crate) fn new(text: &str) -> Self {
        let quotes = near::quoted(text);
        let mut all: Vec<Word> = Vec::new();
        let mut from = None;
        for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
            let breaks = c.is_whitespace() || matches!(c, '—' | '–');
            match from {
                Some(start) if breaks => {
                    push(&mut all, text, start..at, &quotes);
                    from = None;
                }
                None if !breaks => from = Some(at),
                _ => {}
            }
        }
        Self { text: text.to_owned(), all, quotes }
    }

    /// Where a phrase stands, as word ranges, outside quotation marks.
    pub(crate) fn find<'a>(&'a self, phrase: &'a str) -> impl Iterator<Item = Range<usize>> + 'a {
        let len = phrase.split(' ').count();
        self.all.windows(len).enumerate().filter_map(move |(at, window)| {
            let same = window.iter().zip(phrase.split(' ')).all(|(w, p)| !w.quoted && w.fold == p);
            // A phrase does not reach over the end of a sentence part.
            let whole = window.iter().rev().skip(1).all(|w| !w.ends);
            (same && whole).then_some(at..at + len)
        })
    }

    /// Whether one of the phrases, set apart by bars, was said.
    pub(crate) fn says(&self, phrases: &str) -> bool {
        phrases.split('|').any(|p| self.find(p).next().is_some())
    }

    /// The text from one word to the end of another.
    pub(crate) fn slice(&self, words: Range<usize>) -> &str {
        let Some(last) = words.end.checked_sub(1) else { return "" };
        match (self.all.get(words.start), self.all.get(last)) {
            (Some(a), Some(b)) if a.span.start <= b.span.end => {
                self.text.get(a.span.start..b.span.end).unwrap_or_default()
            }
            _ => "",
        }
    }

    /// The words before one, nearest first, up to the last break and at most `most`.
    pub(crate) fn before(&self, at: usize, most: usize) -> impl Iterator<Item = &Word> + '_ {
        self.all.get(..at).unwrap_or_default().iter().rev().take(most).take_while(|w| !w.ends)
    }
}

fn push(all: &mut Vec<Word>, text: &str, span: Range<usize>, quotes: &[Range<usize>]) {
    let Some(raw) = text.get(span.clone()) else { return };
    let edge = |c: char| !c.is_alphanumeric() && !matches!(c, '#' | '@' | '✓' | '✅');
    let left = raw.trim_start_matches(edge);
    let core = left.trim_end_matches(edge);
    if core.is_empty() {
        if let Some(last) = all.last_mut() {
            last.ends = true;
        }
        return;
    }
    let start = span.start + raw.len() - left.len();
    let end = start + core.len();
    let fold = core.chars().flat_map(char::to_lowercase).map(|c| if matches!(c, '’' | '‘') { '\'' } else { c });
    let ends = left.get(core.len()..).is_some_and(|tail| tail.contains([',', '.', ';', ':', '!', '?', '…', ')']));
    let quoted = quotes.iter().any(|q| q.start <= start && end <= q.end);
    all.push(Word { fold: fold.collect(), span: start..end, ends, quoted });
}

/// "n't", "not", "never" and the like.
pub(crate) fn denies(word: &str) -> bool {
    word.ends_with("n't")
        || matches!(
            word,
            "not"
                | "never"
                | "dont"
                | "cant"
                | "isnt"
                | "wasnt"
                | "havent"
                | "hasnt"
                | "didnt"
                | "wont"
                | "neither"
                | "nor"
                | "without"
                | "nobody"
                | "hardly"
                | "barely"
                | "cannot"
                | "doesnt"
                | "arent"
                | "refuse"
        )
}

/// Reads like a question: those never yield operations by rule (TODOS.md rule 16).
pub(crate) fn asks(text: &str) -> bool {
    if text.trim_end_matches(['"', '”', ')', ' ', '!']).ends_with('?') {
        return true;
    }
    let words = Words::new(text);
    let mut said = words.all.iter().map(|w| w.fold.as_str());
    let first = said
        .by_ref()
        .find(|w| !matches!(*w, "hey" | "hi" | "ok" | "okay" | "so" | "and" | "but" | "well" | "hmm" | "um"));
    first.is_some_and(|w| {
        matches!(
            w,
            "what"
                | "why"
                | "how"
                | "when"
                | "where"
                | "who"
                | "which"
                | "whose"
                | "is"
                | "are"
                | "was"
                | "were"
                | "does"
                | "do"
                | "did"
                | "should"
                | "shall"
                | "could"
                | "would"
                | "can"
                | "may"
                | "explain"
                | "what's"
                | "who's"
                | "how's"
                | "when's"
                | "where's"
                | "am"
                | "isn't"
                | "aren't"
                | "wasn't"
                | "didn't"
                | "doesn't"
        )
    }) || words.says("i wonder|wondering|i'm curious|what if|not sure if|not sure whether")
}
