//! String replacements: each stretch of text must occur once in the old one, whole lines or not.

use crate::align::align;
use crate::apply::{Located, Match, Place};
use crate::edit::{Eol, StringReplacement};
use crate::refusal::Refusal;
use crate::text::{Splice, Text, edit_lines};
use memchr::memmem;
use std::borrow::Cow;

/// How many places of an ambiguous edit are named.
pub(crate) const NAMED: usize = 20;

/// The old text with every line end as `\n`, one after the last line too.
pub(crate) struct Plain<'t> {
    text: &'t Text<'t>,
    bytes: Cow<'t, [u8]>,
    /// Where each line starts in `bytes`; empty if that is where it starts in the text.
    starts: Vec<usize>,
}

impl<'t> Plain<'t> {
    pub(crate) fn new(text: &'t Text<'t>) -> Self {
        if text.terminated() && (0..text.len()).all(|at| text.eol(at) == Eol::Lf) {
            return Self { text, bytes: Cow::Borrowed(text.bytes), starts: Vec::new() };
        }
        let mut bytes = text.bytes[..text.start(0)].to_vec();
        let mut starts = Vec::with_capacity(text.len() + 1);
        for line in text.lines() {
            starts.push(bytes.len());
            bytes.extend_from_slice(line);
            bytes.push(b'\n');
        }
        starts.push(bytes.len());
        Self { text, bytes: Cow::Owned(bytes), starts }
    }

    /// The byte of the text that byte `at` stands for, and its line.
    fn raw(&self, at: usize) -> (usize, usize) {
        if self.starts.is_empty() {
            return (at, self.text.line_of(at));
        }
        let line = self.starts.partition_point(|start| *start <= at).saturating_sub(1);
        ((self.text.start(line) + at - self.starts[line]).min(self.text.bytes.len()), line)
    }

    /// Finds the one place of a replacement; None if it has none.
    ///
    /// # Errors
    /// [`Reason::Ambiguous`](crate::Reason::Ambiguous) if it has several.
    pub(crate) fn locate(&self, replacement: &StringReplacement) -> Result<Option<Located>, Refusal> {
        let plain = |text: &str| text.replace("\r\n", "\n");
        let (search, replace) = (plain(&replacement.search), plain(&replacement.replace));
        if search.is_empty() {
            return Err(Refusal::ambiguous("an empty search stands everywhere in a file that is not empty"));
        }
        let finder = memmem::Finder::new(search.as_bytes());
        let mut found = Vec::new();
        let mut from = self.text.start(0);
        while let Some(at) = self.bytes.get(from..).and_then(|rest| finder.find(rest)) {
            found.push(from + at);
            from += at + 1;
            if found.len() == NAMED {
                break;
            }
        }
        let [at] = found.as_slice() else {
            if found.is_empty() {
                return Ok(None);
            }
            let mut refusal = Refusal::ambiguous(format!(
                "the text to replace stands in {} places; give more of what surrounds it",
                if found.len() == NAMED { format!("{NAMED} or more") } else { found.len().to_string() }
            ));
            refusal.places = found.iter().map(|at| Place { line: self.raw(*at).1 + 1, kind: Match::Exact }).collect();
            return Err(refusal);
        };
        let ((start, line), (end, _)) = (self.raw(*at), self.raw(at + search.len()));
        if search.ends_with('\n')
            && !replace.is_empty()
            && !replace.ends_with('\n')
            && search.trim_end_matches('\n') != replace
        {
            return Err(Refusal::malformed("the text to replace ends with a line end and its replacement does not"));
        }
        let same = self.text.bytes[start..end] == *replacement.search.as_bytes();
        let virtual_end = at + search.len() == self.bytes.len() && !self.text.terminated();
        // A search within a line does not say how lines end; the file does.
        let said = search.contains('\n') || !replace.contains('\n');
        let bytes = match same && said {
            true => replacement.replace.clone().into_bytes(),
            false => self.with_line_ends(&search, replace, line, virtual_end),
        };
        let kind = if same || virtual_end && self.text.bytes[start..end] == *search.trim_end_matches('\n').as_bytes() {
            Match::Exact
        } else {
            Match::Eol
        };
        Ok(Some(Located {
            place: Place { line: line + 1, kind },
            span: start..end,
            splices: vec![Splice { range: start..end, bytes }],
        }))
    }

    /// The replacement with the line ends of the file: of the line itself where it stays, else of the
    /// one it comes behind.
    fn with_line_ends(&self, search: &str, mut replace: String, first: usize, virtual_end: bool) -> Vec<u8> {
        if virtual_end && replace.ends_with('\n') {
            replace.pop();
        }
        let (old, new) = (edit_lines(search), edit_lines(&replace));
        let contents = |lines: &[(&str, Eol)]| lines.iter().map(|(line, _)| (*line).to_owned()).collect::<Vec<_>>();
        let mut pairs = align(&contents(&old), &contents(&new)).into_iter().peekable();
        let mut at = first;
        let mut bytes = Vec::new();
        for (index, (line, eol)) in new.iter().enumerate() {
            if let Some((from, _)) = pairs.next_if(|(_, to)| *to == index) {
                at = first + from;
            }
            bytes.extend_from_slice(line.as_bytes());
            if *eol != Eol::None {
                bytes.extend_from_slice(self.text.style_at(at).bytes());
            }
        }
        bytes
    }
}
