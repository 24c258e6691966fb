//! A document behind words in which a bracket or a quote was left open: `He said [draft. {"a": 1}`. What the words
//! opened is read as a value that holds the document; it is the document alone where the words hold no JSON.

use super::{Finder, Found, said, turns};
use crate::node::Marks;
use crate::parse::{Parsed, Parser};
use crate::repair::Repair;
use serde::de::IgnoredAny;

/// Longest line of words.
const REACH: usize = 400;

/// How many brackets may be where the document begins.
const STARTS: usize = 16;

/// The exact document that ends where the text does, behind words on its first line. `is_named`: whether words hold
/// a name of what is asked for, and may be its beginning.
pub(crate) fn behind_words(text: &str, is_named: impl Fn(&str) -> bool) -> Option<Found> {
    let text = text.trim_end();
    let line = text.lines().next()?;
    let line = line.get(..line.floor_char_boundary(REACH))?;
    if !text.ends_with('}') {
        return None;
    }
    let mut starts = line.match_indices('{').map(|(at, _)| at).filter(|at| *at > 0).take(STARTS);
    let at = starts.find(|&at| {
        // What is no JSON at all is told at its first wrong sign.
        if text.get(at..).is_none_or(|rest| serde_json::from_str::<IgnoredAny>(rest).is_err()) {
            return false;
        }
        let exact = Parser::container(text, at, true, false).0;
        let whole = |parsed: &Parsed| parsed.end == text.len() && !parsed.known.has(Marks::UNCLOSED);
        exact.is_some_and(|parsed| whole(&parsed) && parsed.repairs.is_empty())
    })?;
    let words = text.get(..at)?;
    if !are_words(words) || turns::spoken(text, 0).is_some() || is_named(words) {
        return None;
    }
    let mut finder = Finder::new(text, 0, Found::default());
    finder.found.repairs.add(Repair::Prose);
    let parsed = Parser::container(text, at, true, false).0?;
    finder.push(parsed, at, true);
    // What was left open ends no clause.
    let clause = words.replace(['[', '{', '(', ']', '}', ')'], " ");
    let said = said::of(&clause, 0, clause.len());
    finder.found.candidates.iter_mut().for_each(|candidate| candidate.said = candidate.said.max(said));
    Some(finder.found)
}

/// Whether this is said rather than begun as a value: a word comes first, or its brackets are closed again, and none
/// of them has a key or a text in it.
fn are_words(words: &str) -> bool {
    let open = |c: char| matches!(c, '{' | '[');
    let balanced = |open: char, close: char| words.matches(open).count() == words.matches(close).count();
    let closed = balanced('[', ']') && balanced('{', '}');
    let begins = words.trim_start().starts_with(|c: char| open(c) || matches!(c, '"' | '\''));
    let said = words.chars().any(char::is_alphanumeric) && !words.contains(['<', '`', '\\']);
    let holds = words.match_indices(open).any(|(at, _)| {
        let rest = words.get(at + 1..).unwrap_or_default().trim_start_matches(open).trim_start();
        let quoted = rest.strip_prefix(['"', '\'']).is_some_and(|text| text.starts_with(char::is_alphanumeric));
        let name = rest.trim_start_matches(|c: char| c.is_alphabetic() || c == '_');
        quoted || (name.len() < rest.len() && name.starts_with(':'))
    });
    // `[TOOL_RESULTS]`, `[INST]`, `[BEGIN THINKING]`: a mark of who speaks.
    let mark = words.split('[').skip(1).any(|rest| {
        rest.split_once(']').is_some_and(|(name, _)| {
            name.len() > 2 && name.bytes().all(|b| b.is_ascii_uppercase() || matches!(b, b'_' | b'/' | b' '))
        })
    });
    // `Nothing to do. // {…}`
    let commented = ["//", "/*", "#"].iter().any(|mark| words.trim_end().ends_with(mark));
    said && (!begins || closed) && !holds && !mark && !commented
}
