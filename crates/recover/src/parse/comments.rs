//! White space and comments between tokens. A comment that holds what may be the end of a string may be
//! the rest of one, which a quote inside that has no backslash ended too soon: `"x = 6" # inches"`.

use super::{Frame, Held, Parser, State};
use crate::gate::{body, excludes, narrows};
use crate::node::{Data, Marks, offset};
use crate::repair::Repair;

/// So many comments of a document are looked at for what they say of it.
const MOST_COMMENTS: usize = 1 << 10;

/// So many containers around a comment are looked at.
const NEAR: usize = 32;

/// Longest number that is looked for behind its sign.
const LONGEST_NUMBER: usize = 20;

impl Parser<'_> {
    /// Skips white space and comments; whether there were comments.
    pub(super) fn skip_trivia(&mut self) -> bool {
        let mut found = false;
        loop {
            self.pos = self.scan.skip_space(self.pos);
            let end = self.scan.comment_end(self.pos);
            if end == self.pos || self.numbered().is_some() {
                return found;
            }
            self.leave_out_named(end);
            self.pass_over(end);
            self.repairs.add(Repair::Comment);
            self.weigh_comment(self.pos, end);
            found = true;
            self.pos = end;
        }
    }

    /// `"id": #3`, `[#3, #5]`: where a number with its sign before it ends, that stands where a value is wanted. None where
    /// it may be a comment: with words behind it, or on a line of its own in a list.
    pub(super) fn numbered(&self) -> Option<usize> {
        let (scan, top) = (self.scan, self.stack.last()?);
        let end = self.number_behind_its_sign(self.pos).filter(|_| top.state == State::Value)?;
        let next = scan.skip_space(end);
        let ends = matches!(scan.at(next), b',' | b'}' | b']');
        let same_line = || !scan.text.get(end..next).is_some_and(|gap| gap.contains('\n'));
        (ends && (top.is_object() || (same_line() && !self.begins_a_line()))).then_some(end)
    }

    /// The digits behind a `#`, and where they end.
    fn number_behind_its_sign(&self, at: usize) -> Option<usize> {
        let digits = self.scan.bytes.get(at + 1..).filter(|_| self.scan.at(at) == b'#')?;
        let count = digits.iter().take(LONGEST_NUMBER).take_while(|b| b.is_ascii_digit()).count();
        (count > 0).then_some(at + 1 + count)
    }

    /// Whether nothing but white space stands before this on its line.
    fn begins_a_line(&self) -> bool {
        let before = self.scan.text.get(..self.pos).unwrap_or_default();
        before.trim_end_matches([' ', '\t']).ends_with('\n')
    }

    /// `#5,`, `#5 (Call Bob)`, `#work`: a comment on a line of its own where a list wants an element, that names one and
    /// ends as elements do. Whether it is an element, or one that was left out, nobody knows, and the list is not whole.
    fn leave_out_named(&mut self, end: usize) {
        let (scan, at) = (self.scan, self.pos);
        let Some(said) = scan.text.get(at..end).and_then(|said| said.strip_prefix('#')) else { return };
        let said = said.trim_end();
        let word = said.trim_end_matches(',');
        let names = self.number_behind_its_sign(at).is_some()
            || word.starts_with(char::is_alphanumeric) && !word.contains(char::is_whitespace);
        let ends = said.ends_with(',') || scan.at(scan.skip_space(end)) == b']';
        let wanted = |top: &&mut Frame| !top.is_object() && top.state == State::Value;
        if names
            && ends
            && self.begins_a_line()
            && let Some(top) = self.stack.last_mut().filter(wanted)
        {
            top.marks.add(Marks::ELIDED);
        }
    }

    /// Marks the container that a comment stands in, and whether that may hold what belongs there.
    fn pass_over(&mut self, end: usize) {
        let said = self.scan.text.get(self.pos..end).unwrap_or_default();
        let listed = self.stack.last().is_some_and(|top| !top.is_object());
        let skips = may_be_of_data(self.without_its_number(said, end), !self.quoted_keys, listed);
        if self.comments.len() < MOST_COMMENTS && said.contains(char::is_alphanumeric) {
            self.comments.push((offset(self.pos), offset(end)));
        }
        let narrowing = if skips { narrowing(said, !self.quoted_keys) } else { None };
        let omits = narrowing.is_some_and(|sure| sure || self.is_in_a_filter());
        if let Some(top) = self.stack.last_mut() {
            top.noted |= skips && (narrowing.is_some() || takes_out(said));
            top.marks.add(Marks::COMMENTED);
            if skips {
                top.marks.add(Marks::SKIPPED);
            }
            if omits {
                top.marks.add(Marks::ELIDED);
            }
        }
    }

    /// Whether what stands here is a part of what narrows an operation.
    fn is_in_a_filter(&self) -> bool {
        let mut above = self.stack.iter().rev().take(NEAR).filter_map(|frame| match &frame.held {
            Held::Object { key: Some((key, ..)), .. } => Some(key),
            Held::Object { key: None, .. } | Held::Array { .. } => None,
        });
        above.any(|key| narrows(key))
    }

    /// Without the number at its beginning that is the element before it or behind it once more: `3, #3 Buy milk`.
    fn without_its_number<'s>(&self, said: &'s str, end: usize) -> &'s str {
        let words = said.trim_start_matches(['/', '*', '#', ' ']);
        let count = words.bytes().take(LONGEST_NUMBER).take_while(u8::is_ascii_digit).count();
        let (number, rest) = words.split_at(count);
        let last = self.stack.last().and_then(|top| match &top.held {
            Held::Array { items, .. } => items.last(),
            Held::Object { .. } => None,
        });
        let before = matches!(last.map(|node| &node.data), Some(Data::Number(digits)) if **digits == *number);
        let next = self.scan.text.get(self.scan.skip_space(end)..).and_then(|rest| rest.strip_prefix(number));
        let behind = next.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()));
        if count > 0 && (before || behind) { rest.strip_prefix(':').unwrap_or(rest) } else { said }
    }

    /// Whether what follows the comments from `from` on is what the innermost container holds next, but for its comma,
    /// and no quote in them could end a text: `"milk" /* 2 l */ "eggs"`.
    pub(super) fn goes_on_after_comment(&self, from: usize) -> bool {
        let (scan, at) = (self.scan, self.pos);
        let quoted = scan.text.get(from..at).is_some_and(|said| said.contains(['"', '\'', '`']));
        !quoted
            && self.stack.last().is_some_and(|top| match top.held {
                Held::Object { .. } => scan.quoted_key(at),
                Held::Array { .. } => {
                    scan.opens_container(at) || scan.delimited_string(at) || scan.adjacent_strings(at)
                }
            })
    }

    /// Doubts the texts of which the comment may be the rest.
    fn weigh_comment(&mut self, from: usize, to: usize) {
        let scan = self.scan;
        let start = self.stack.first().map_or(0, |root| root.start);
        if !scan.may_end_a_string(start, from, to) {
            return;
        }
        if comments_data_out(scan.text, from, to) {
            return;
        }
        if matches!(scan.at(from + 1), b'*' | b'!') {
            return self.doubt_texts();
        }
        // Only one such comment stands on a line, so lines are looked through once.
        let before = scan.text.get(..from).unwrap_or_default();
        let line = before.rfind('\n').map_or(0, |at| at + 1);
        if !before.get(line..).unwrap_or_default().trim().is_empty() {
            self.doubt_line(line);
        } else if scan.text.get(from..to).is_some_and(|said| said.matches('"').count() % 2 == 1) {
            // Of the members of another version both quotes are there.
            self.doubt_texts();
        }
    }

    /// Marks as guesses the texts and the keys that end after the offset `line`.
    fn doubt_line(&mut self, line: usize) {
        for frame in self.stack.iter_mut().rev() {
            match &mut frame.held {
                Held::Array { items, .. } => {
                    items.iter_mut().rev().all(|node| node.doubt_texts_after(line));
                }
                Held::Object { members, key } => {
                    if let Some((_, start, marks)) = key
                        && *start >= line
                    {
                        marks.add(Marks::GUESSED);
                    }
                    members.iter_mut().rev().all(|(_, node)| node.doubt_texts_after(line));
                }
            }
            if frame.start < line {
                return;
            }
        }
    }
}

/// Longest comment that is looked through for what it holds: a longer one may hold anything.
const LONGEST: usize = 400;

/// Words that take something out, where a condition or an exception is given in a comment.
const TAKES_OUT: [&str; 18] = [
    "but",
    "nicht",
    "kein",
    "keine",
    "nur",
    "außer",
    "ausser",
    "ohne",
    "sauf",
    "pas",
    "seulement",
    "excepto",
    "salvo",
    "sin",
    "solo",
    "fără",
    "doar",
    "nu",
];

/// Small words before an element that is said to be one more.
const ADDS: [&str; 12] = ["and", "or", "also", "plus", "und", "oder", "et", "ou", "y", "o", "și", "sau"];

/// Whether a comment is what may stand there itself, or has words that take something out: `// 5`, `/* "except": [3] */`,
/// `# ...`, `// not the red ones`. Beside an element its name may stand (`3, // Buy milk`), and what is known of it
/// (`// user said "now"`). `bare`: keys stand there without quotes. `listed`: elements stand there, which may be numbers
/// with their names (`// 5 Buy milk`); elsewhere a number with a word behind it is none (`// 5 days ago`).
fn may_be_of_data(said: &str, bare: bool, listed: bool) -> bool {
    let said = said.trim_matches(|c: char| c.is_whitespace() || matches!(c, '/' | '*' | '<' | '!' | '>' | '#'));
    let value = |said: &str| {
        let sign = said.strip_prefix('-').unwrap_or(said);
        let behind = sign.trim_start_matches(|c: char| c.is_numeric() || matches!(c, '.' | '-'));
        let word = behind.strip_prefix(' ').and_then(|rest| rest.split_whitespace().next()).unwrap_or_default();
        let counts = !listed && word.starts_with(char::is_alphabetic) && !ADDS.contains(&word.to_lowercase().as_str());
        sign.starts_with(|c: char| c.is_numeric()) && !counts
            || said.starts_with(['"', '\'', '“', '{', '[', ']', '}', '…'])
    };
    let (first, rest) = said.split_once(' ').unwrap_or((said, ""));
    let added = ADDS.contains(&first.to_lowercase().as_str()) && value(rest.trim_start());
    let key = bare && first.strip_suffix(':').is_some_and(|key| !key.is_empty()) && !rest.is_empty();
    said.len() > LONGEST || value(said) || added || key || said.starts_with("...") || takes_out(said)
}

/// Whether a note has a word that takes something out. What says no more than `the filter` or `not done yet` has none.
fn takes_out(said: &str) -> bool {
    let words = said.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase);
    let words: Vec<String> = words.collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let out = |word: &&str| narrows(word) || TAKES_OUT.contains(word);
    match words.as_slice() {
        ["filter" | "filters"] | ["not", _, "yet"] => false,
        [whose, "filter" | "filters"] => out(whose),
        words => words.iter().any(out),
    }
}

/// Whether a member is commented out for certain that narrows what is done: `// "except": [3]`. What has no quotes, or no
/// value behind it, may be a note (`// where: work list`), unless it stands in a filter or beside one. None where it names
/// nothing of that. `bare`: keys stand there without quotes.
fn narrowing(said: &str, bare: bool) -> Option<bool> {
    let parts: Vec<&str> = if said.len() <= LONGEST { said.split(':').collect() } else { Vec::new() };
    let named = parts.windows(2).filter_map(|pair| {
        let [before, value] = pair else { return None };
        let quoted = before.trim_end().ends_with(['"', '\'', '”']);
        let name = before.trim_end().trim_end_matches(['"', '\'', '”']);
        let key = name.rsplit(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or_default();
        let given =
            value.trim_start().starts_with(|c: char| c.is_numeric() || matches!(c, '"' | '\'' | '“' | '[' | '{'));
        (!key.is_empty() && narrows(key)).then(|| quoted || given && (bare || excludes(key)))
    });
    named.reduce(|one, other| one || other)
}

/// Whether all quotes of a comment are those of one whole document (`# skip {"op": "x"}`), and no body stands on
/// its line that could go on in it.
pub(crate) fn comments_data_out(text: &str, from: usize, to: usize) -> bool {
    let said = text.get(from..to).unwrap_or_default();
    let line = text.get(..from).unwrap_or_default().rsplit('\n').next().unwrap_or_default();
    let Some(at) = said.find(['{', '[', '"']).filter(|at| !said[*at..].starts_with('"')) else { return false };
    if line.split('"').any(|key| body(key).is_some()) {
        return false;
    }
    let Some(parsed) = Parser::container(said, at, true, false).0 else { return false };
    let whole = parsed.repairs.is_empty() && !parsed.known.has(Marks::UNCLOSED);
    whole && said.get(parsed.end..).is_some_and(|rest| !rest.contains(['"', '\'']))
}
