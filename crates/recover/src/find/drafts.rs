//! Documents that are not closed, or whose beginning is lost: a draft that was left and begun again, a bracket in prose,
//! members without their brace.

use super::{Candidate, Finder, only_separators, residue};
use crate::node::Marks;
use crate::parse::{Parsed, Parser};

/// How often an unclosed document in prose is taken for prose, and reading starts again below it.
const RETRIES: usize = 16;

/// How many bytes of documents are read for nothing before that is no longer done.
const REREAD: usize = 1 << 17;

/// How many bytes a document's first key is looked for in.
const FIRST_WORDS: usize = 80;

impl Finder<'_> {
    /// Whether a part of the text may be read once more.
    pub(super) fn may_read_again(&self) -> bool {
        self.retries < RETRIES && self.reread < REREAD
    }

    /// Where a whole document begins on a line of its own inside a text whose end is a guess, and ends
    /// where the text does.
    pub(super) fn begun_again(&mut self, draft: &Parsed, at: usize) -> Option<usize> {
        if !draft.known.has(Marks::GUESSED.with(Marks::UNCLOSED)) || !self.may_read_again() {
            return None;
        }
        let inside = self.text.get(at + 1..draft.end)?;
        let next = at + 2 + inside.find("\n{").or_else(|| inside.find("\n["))?;
        self.retries += 1;
        self.reread += self.text.len() - next;
        let (parsed, _) = Parser::container(self.text, next, true, false);
        let whole = parsed.filter(|p| p.repairs.is_empty() && !p.known.has(Marks::UNCLOSED))?;
        let said = self.text.get(at..next)?.trim_end();
        let rest = self.text.get(whole.end..)?.trim_start();
        // After the fence of an example in a text the text goes on, and ends.
        let fenced = rest.strip_prefix("```").is_some_and(|after| !residue::has_ending_quote(after));
        let over = only_separators(rest) || fenced || rest.starts_with('<');
        // What begins in the same words is the same once more, wherever it was left.
        let anew = self.text[next..].starts_with(said);
        let ended = match draft.node.text_around(next) {
            None => !said.ends_with([',', '[', '{']) && !said.ends_with("\":"),
            // In the words of a text anything may stand; of a file it is a part.
            Some(text) => !text.is_body && first_words(said) == first_words(&self.text[next..]),
        };
        (over && (anew || ended)).then_some(next)
    }

    /// Whether a document of its own seems to start on a later line: not in the words of a text of this one.
    pub(super) fn later_start(&self, from: usize, draft: &Parsed) -> bool {
        let inside = &self.text[from + 1..draft.end];
        let open = draft.node.open_text().unwrap_or(usize::MAX);
        inside.match_indices('\n').take_while(|(at, _)| from + 1 + at < open).any(|(at, _)| {
            let starts = inside[at + 1..].starts_with(['{', '[']) || inside[at + 1..].starts_with("```");
            starts && draft.node.text_around(from + 2 + at).is_none()
        })
    }

    /// The members from the key on whose value the document at `at` is, where the object around them is closed and its
    /// brace is lost; with where they begin.
    pub(super) fn members_before(&mut self, at: usize) -> Option<(Parsed, usize)> {
        let start = self.key_before(at).filter(|_| self.may_read_again())?;
        self.retries += 1;
        let members = Parser::members(self.text, start);
        self.reread += members.as_ref().map_or(self.text.len(), |read| read.end) - start;
        members.filter(|read| !read.known.has(Marks::UNCLOSED)).map(|members| (members, start))
    }

    /// Where the key begins whose value the document at `at` is, in an object whose brace is lost: `\"a\": [1], "b": [`.
    fn key_before(&self, at: usize) -> Option<usize> {
        let from = self.found.candidates.last().map_or(self.begin, Candidate::end).min(at);
        let before = self.text.get(from..at)?.trim_end().strip_suffix(':')?.trim_end();
        let quoted = before.strip_suffix(['"', '\'']).map(|key| (key, before.as_bytes()[before.len() - 1]));
        let name = quoted.map_or(before, |(key, _)| key);
        let key = name.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_');
        let start = from + key.len();
        match quoted {
            _ if key.len() == name.len() => None,
            Some((_, mark)) => key.as_bytes().last().is_some_and(|open| *open == mark).then(|| start - 1),
            None => key.trim_end().ends_with(',').then_some(start),
        }
    }

    pub(super) fn missing_brace(&mut self, at: usize) {
        match Parser::members(self.text, at) {
            Some(parsed) => self.push(parsed, at, true),
            None => self.pos = at + 1,
        }
    }
}

/// A document up to its first value, without white space.
pub(super) fn first_words(document: &str) -> String {
    let near = document.get(..document.floor_char_boundary(FIRST_WORDS)).unwrap_or_default();
    near.split_inclusive(':').next().unwrap_or_default().chars().filter(|c| !c.is_whitespace()).collect()
}
