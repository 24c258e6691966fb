//! Every place of the old text where the lines of a hunk stand. Linear: only lines that some hunk
//! asks for are looked up, and a hunk is tried where its rarest line is, or by Knuth-Morris-Pratt when
//! that line is common.

use crate::edit::Hunk;
use crate::indent::unindented;
use crate::text::Text;
use std::collections::HashMap;
use std::ops::Range;

/// What two lines may differ in and still be the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Blind {
    /// Their line ends.
    Eol,
    /// And their indentation.
    Indent,
}

impl Blind {
    pub(crate) fn key(self, line: &[u8]) -> &[u8] {
        match self {
            Self::Eol => line,
            Self::Indent => unindented(line),
        }
    }
}

/// Where the lines of some hunks occur in a text.
pub(crate) struct Index<'h> {
    blind: Blind,
    known: HashMap<&'h [u8], u32>,
    /// For each line of the text the number of its content, 0 if no hunk has it.
    numbers: Vec<u32>,
    /// For each number the lines of the text that have it, rising.
    occurrences: Vec<Vec<usize>>,
}

impl<'h> Index<'h> {
    pub(crate) fn new(text: &Text<'_>, hunks: &'h [Hunk], blind: Blind) -> Self {
        let mut known: HashMap<&[u8], u32> = HashMap::new();
        let mut next = 0;
        for line in hunks.iter().flat_map(Hunk::before) {
            known.entry(blind.key(line.text.as_bytes())).or_insert_with(|| {
                next += 1;
                next
            });
        }
        let mut occurrences = vec![Vec::new(); known.len() + 1];
        let mut numbers = Vec::with_capacity(text.len());
        for (at, line) in text.lines().enumerate() {
            let number = known.get(blind.key(line)).copied().unwrap_or(0);
            numbers.push(number);
            if number > 0 {
                occurrences[number as usize].push(at);
            }
        }
        Self { blind, known, numbers, occurrences }
    }

    /// The lines of the text whose content is that of `line`.
    pub(crate) fn occurrences(&self, line: &[u8]) -> &[usize] {
        self.known.get(self.blind.key(line)).map_or(&[], |number| &self.occurrences[*number as usize])
    }

    /// The first lines of all places where `hunk` stands, rising.
    pub(crate) fn places(&self, hunk: &Hunk) -> Vec<usize> {
        let pattern: Vec<u32> = hunk.before().map(|line| self.number(line.text.as_bytes())).collect();
        let places = self.matches(&pattern);
        match hunk.at_end {
            true => places.into_iter().filter(|at| at + pattern.len() == self.numbers.len()).collect(),
            false => places,
        }
    }

    /// The places where `hunk` would stand if its last line went on after the end of the edit.
    pub(crate) fn open_places(&self, hunk: &Hunk, text: &Text<'_>) -> usize {
        let mut pattern: Vec<u32> = hunk.before().map(|line| self.number(line.text.as_bytes())).collect();
        let Some(last) = hunk.before().next_back() else { return 0 };
        pattern.pop();
        let heads = if pattern.is_empty() { (0..text.len()).collect() } else { self.matches(&pattern) };
        let begins = |at: usize| self.blind.key(text.line(at)).starts_with(self.blind.key(last.text.as_bytes()));
        heads.into_iter().map(|at| at + pattern.len()).filter(|at| *at < text.len() && begins(*at)).count()
    }

    fn number(&self, line: &[u8]) -> u32 {
        self.known.get(self.blind.key(line)).copied().unwrap_or(0)
    }

    fn matches(&self, pattern: &[u32]) -> Vec<usize> {
        let rarest = (0..pattern.len()).min_by_key(|k| self.occurrences[pattern[*k] as usize].len());
        let Some(rarest) = rarest else { return Vec::new() };
        let seeds = &self.occurrences[pattern[rarest] as usize];
        if seeds.len().saturating_mul(pattern.len()) > 4 * (self.numbers.len() + pattern.len()) {
            return knuth_morris_pratt(&self.numbers, pattern);
        }
        let starts = seeds.iter().filter_map(|at| at.checked_sub(rarest));
        starts.filter(|at| self.numbers.get(*at..at + pattern.len()) == Some(pattern)).collect()
    }
}

fn knuth_morris_pratt(text: &[u32], pattern: &[u32]) -> Vec<usize> {
    let mut border = vec![0; pattern.len()];
    let mut length = 0;
    for at in 1..pattern.len() {
        while length > 0 && pattern[at] != pattern[length] {
            length = border[length - 1];
        }
        length += usize::from(pattern[at] == pattern[length]);
        border[at] = length;
    }
    let mut found = Vec::new();
    length = 0;
    for (at, number) in text.iter().enumerate() {
        while length > 0 && (length == pattern.len() || *number != pattern[length]) {
            length = border[length - 1];
        }
        length += usize::from(*number == pattern[length]);
        if length == pattern.len() {
            found.push(at + 1 - length);
        }
    }
    found
}

/// What the anchors of a hunk leave of its places; None if an anchor is not in the text.
pub(crate) fn anchored(text: &Text<'_>, anchors: &[String], places: &[usize]) -> Option<Vec<usize>> {
    let mut scopes: Vec<Range<usize>> = std::iter::once(0..text.len()).collect();
    for anchor in anchors {
        let lines: Vec<usize> = scopes.iter().cloned().flat_map(|scope| anchor_lines(text, anchor, scope)).collect();
        scopes = lines.into_iter().map(|line| line..scope_end(text, line)).collect();
    }
    let first = scopes.first()?.start;
    let inside: Vec<usize> =
        places.iter().copied().filter(|at| scopes.iter().any(|scope| scope.contains(at))).collect();
    match (inside.is_empty(), places) {
        (false, _) => Some(inside),
        // Nothing else it could be, and it does come after the anchor.
        (true, [place]) if *place >= first => Some(vec![*place]),
        (true, [_]) => None,
        (true, _) => Some(places.to_vec()),
    }
}

fn anchor_lines(text: &Text<'_>, anchor: &str, scope: Range<usize>) -> Vec<usize> {
    let anchor = anchor.as_bytes();
    let bare = anchor.trim_ascii();
    let word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let begins = |line: &[u8]| {
        let rest = line.trim_ascii().strip_prefix(bare);
        rest.is_some_and(|rest| !(rest.first().is_some_and(word) && bare.last().is_some_and(word)))
    };
    let lines = |test: &dyn Fn(&[u8]) -> bool| scope.clone().filter(|at| test(text.line(*at))).collect::<Vec<_>>();
    let exact = lines(&|line| line == anchor);
    if !exact.is_empty() {
        return exact;
    }
    let trimmed = lines(&|line| line.trim_ascii() == bare);
    if trimmed.is_empty() { lines(&begins) } else { trimmed }
}

/// Where the block that line `at` opens ends, by indentation; its closing bracket still belongs to it.
fn scope_end(text: &Text<'_>, at: usize) -> usize {
    let depth = |line: &[u8]| line.len() - unindented(line).len();
    let own = depth(text.line(at));
    for next in at + 1..text.len() {
        let line = text.line(next);
        let rest = unindented(line);
        if rest.is_empty() || depth(line) > own {
            continue;
        }
        match rest.first() {
            Some(b')' | b']' | b'{') if depth(line) == own => {}
            Some(b'}') if depth(line) == own && rest.contains(&b'{') => {}
            Some(b'}') if depth(line) == own => return next + 1,
            _ => return next,
        }
    }
    text.len()
}
