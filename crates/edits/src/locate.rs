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

    pub(crate) fn blind(&self) -> Blind {
        self.blind
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

/// The lines of a text by what they say, for the anchors of its hunks: each is looked up, however many
/// there are.
pub(crate) struct Anchors<'t> {
    text: &'t Text<'t>,
    exact: HashMap<&'t [u8], Vec<usize>>,
    /// Without the space around, in the order of what they say.
    trimmed: Vec<(&'t [u8], usize)>,
    /// Where the block ends that a line opens, once it was asked for.
    ends: HashMap<usize, usize>,
}

impl<'t> Anchors<'t> {
    pub(crate) fn new(text: &'t Text<'t>) -> Self {
        let mut exact: HashMap<&[u8], Vec<usize>> = HashMap::new();
        let mut trimmed = Vec::with_capacity(text.len());
        for (at, line) in text.lines().enumerate() {
            exact.entry(line).or_default().push(at);
            trimmed.push((line.trim_ascii(), at));
        }
        trimmed.sort_unstable();
        Self { text, exact, trimmed, ends: HashMap::new() }
    }

    /// What the anchors of a hunk leave of its places, which rise; None if an anchor is not in the text.
    pub(crate) fn leave(&mut self, anchors: &[String], places: &[usize]) -> Option<Vec<usize>> {
        let mut scopes: Vec<Range<usize>> = std::iter::once(0..self.text.len()).collect();
        for anchor in anchors {
            let lines: Vec<usize> = scopes.into_iter().flat_map(|scope| self.lines(anchor, scope)).collect();
            scopes = lines.into_iter().map(|line| line..self.end(line)).collect();
        }
        let first = scopes.first()?.start;
        let inside = within(&scopes, places);
        match (inside.is_empty(), places) {
            (false, _) => Some(inside),
            // Nothing else it could be, and it does come after the anchor.
            (true, [place]) if *place >= first => Some(vec![*place]),
            (true, [_]) => None,
            (true, _) => Some(self.below(&scopes, places).map_or_else(|| places.to_vec(), |place| vec![place])),
        }
    }

    /// The place that the one line an anchor is says of its own: it opens no block, as the heading of a flat file, and
    /// of the places one stands right below it, or is the only one that comes after.
    fn below(&self, scopes: &[Range<usize>], places: &[usize]) -> Option<usize> {
        let [scope] = scopes else { return None };
        let flat = (scope.start + 1..scope.end).all(|at| self.text.line(at).trim_ascii().is_empty());
        let after = &places[places.partition_point(|place| *place <= scope.start)..];
        let first = after.first().copied().filter(|_| flat)?;
        (after.len() == 1 || first == scope.end).then_some(first)
    }

    fn lines(&self, anchor: &str, scope: Range<usize>) -> Vec<usize> {
        let anchor = anchor.as_bytes();
        let bare = anchor.trim_ascii();
        let exact = self.exact.get(anchor).map_or(&[][..], Vec::as_slice);
        let exact = &exact[exact.partition_point(|at| *at < scope.start)..];
        let exact = &exact[..exact.partition_point(|at| *at < scope.end)];
        if !exact.is_empty() {
            return exact.to_vec();
        }
        let from = self.trimmed.partition_point(|entry| *entry < (bare, scope.start));
        let same = self.trimmed[from..].iter().take_while(|(line, at)| *line == bare && *at < scope.end);
        let same: Vec<usize> = same.map(|(_, at)| *at).collect();
        if !same.is_empty() {
            return same;
        }
        let from = self.trimmed.partition_point(|(line, _)| *line < bare);
        let word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let ends = bare.last().is_some_and(word);
        let longer = self.trimmed[from..].iter().map_while(|(line, at)| Some((line.strip_prefix(bare)?, *at)));
        let begin = longer.filter(|(rest, at)| scope.contains(at) && !(ends && rest.first().is_some_and(word)));
        let mut begin: Vec<usize> = begin.map(|(_, at)| at).collect();
        begin.sort_unstable();
        begin
    }

    /// A line stands in no more blocks than it is indented, so all of them together are no longer than the text.
    fn end(&mut self, line: usize) -> usize {
        *self.ends.entry(line).or_insert_with(|| scope_end(self.text, line))
    }
}

/// The places that are in one of the scopes. Both rise.
fn within(scopes: &[Range<usize>], places: &[usize]) -> Vec<usize> {
    let mut scopes = scopes.iter().peekable();
    let mut end = 0;
    let inside = places.iter().copied().filter(|place| {
        while let Some(scope) = scopes.next_if(|scope| scope.start <= *place) {
            end = end.max(scope.end);
        }
        *place < end
    });
    inside.collect()
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
