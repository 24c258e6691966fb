//! The old text as lines with their own line ends, and splices into its bytes.

use crate::edit::Eol;
use std::ops::Range;

const BOM: &[u8] = b"\xef\xbb\xbf";

/// The byte order mark in a string.
pub(crate) const MARK: char = '\u{feff}';

/// The lines of a text. A byte order mark belongs to no line.
#[derive(Debug)]
pub(crate) struct Text<'t> {
    pub(crate) bytes: &'t [u8],
    /// Where each line starts; the last entry is the end of the text.
    bounds: Vec<usize>,
}

impl<'t> Text<'t> {
    pub(crate) fn new(bytes: &'t [u8]) -> Self {
        Self::from(bytes, if bytes.starts_with(BOM) { BOM.len() } else { 0 })
    }

    /// With a byte order mark as a part of the first line, for an edit that names it there.
    pub(crate) fn with_mark(bytes: &'t [u8]) -> Self {
        Self::from(bytes, 0)
    }

    fn from(bytes: &'t [u8], top: usize) -> Self {
        let end = if memchr::memchr(b'\n', bytes).is_some() { b'\n' } else { b'\r' };
        let mut bounds = vec![top];
        bounds.extend(memchr::memchr_iter(end, &bytes[top..]).map(|at| top + at + 1));
        if bounds.last() != Some(&bytes.len()) {
            bounds.push(bytes.len());
        }
        Self { bytes, bounds }
    }

    /// How many lines there are; a final line end starts no line.
    pub(crate) fn len(&self) -> usize {
        self.bounds.len() - 1
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Where line `index` starts; for `len()` the end of the text.
    pub(crate) fn start(&self, index: usize) -> usize {
        self.bounds.get(index).copied().unwrap_or(self.bytes.len())
    }

    /// Line `index` without its line end.
    pub(crate) fn line(&self, index: usize) -> &'t [u8] {
        let raw = &self.bytes[self.start(index)..self.start(index + 1)];
        &raw[..raw.len() - eol_of(raw).bytes().len()]
    }

    pub(crate) fn lines(&self) -> impl Iterator<Item = &'t [u8]> + '_ {
        (0..self.len()).map(|index| self.line(index))
    }

    pub(crate) fn eol(&self, index: usize) -> Eol {
        eol_of(&self.bytes[self.start(index)..self.start(index + 1)])
    }

    /// Whether the last line has a line end; true of an empty text.
    pub(crate) fn terminated(&self) -> bool {
        self.is_empty() || self.eol(self.len() - 1) != Eol::None
    }

    /// Whether no line has a line end: nothing says how lines end here.
    pub(crate) fn is_without_ends(&self) -> bool {
        self.is_empty() || self.eol(0) == Eol::None
    }

    /// The line end that a new line at `index` takes: that of the line itself, of the nearest one before it that has
    /// any, of the first one, or LF.
    pub(crate) fn style_at(&self, index: usize) -> Eol {
        // Only the last line may have none.
        let near = (0..3).filter_map(|back| index.checked_sub(back)).filter(|at| *at < self.len());
        near.chain(0..self.len().min(1)).map(|at| self.eol(at)).find(|eol| *eol != Eol::None).unwrap_or(Eol::Lf)
    }

    /// Which line holds byte `offset`.
    pub(crate) fn line_of(&self, offset: usize) -> usize {
        self.bounds.partition_point(|start| *start <= offset).saturating_sub(1).min(self.len().saturating_sub(1))
    }

    /// Lines `range` as text for a person, at most twelve.
    pub(crate) fn excerpt(&self, range: Range<usize>) -> String {
        let lines = range.take(12).map(|index| String::from_utf8_lossy(self.line(index)));
        lines.collect::<Vec<_>>().join("\n")
    }
}

fn eol_of(raw: &[u8]) -> Eol {
    match raw {
        [.., b'\r', b'\n'] => Eol::CrLf,
        [.., b'\n'] => Eol::Lf,
        [.., b'\r'] => Eol::Cr,
        _ => Eol::None,
    }
}

/// The lines of an edit. A lone carriage return is content.
pub(crate) fn edit_lines(edit: &str) -> Vec<(&str, Eol)> {
    edit.split_inclusive('\n')
        .map(|raw| match raw.strip_suffix('\n') {
            Some(line) => line.strip_suffix('\r').map_or((line, Eol::Lf), |line| (line, Eol::CrLf)),
            None => (raw, Eol::None),
        })
        .collect()
}

/// New bytes for a stretch of the old ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Splice {
    pub(crate) range: Range<usize>,
    pub(crate) bytes: Vec<u8>,
}

impl Splice {
    /// New lines for lines `range`.
    pub(crate) fn lines<'l>(
        text: &Text<'_>,
        range: Range<usize>,
        lines: impl IntoIterator<Item = (&'l [u8], Eol)>,
    ) -> Self {
        let mut bytes = Vec::new();
        for (content, eol) in lines {
            if bytes.is_empty() && range.start == text.len() && !text.terminated() {
                let own = text.is_without_ends() && eol != Eol::None;
                bytes.extend_from_slice(if own { eol } else { text.style_at(text.len()) }.bytes());
            }
            bytes.extend_from_slice(content);
            bytes.extend_from_slice(eol.bytes());
        }
        Self { range: text.start(range.start)..text.start(range.end), bytes }
    }
}

/// Whether the last line of the result has a line end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FinalNewline {
    /// As in the old text.
    Kept,
    /// The edit says so.
    Present,
    /// The edit says so.
    Absent,
    /// As the splices leave it.
    AsSpliced,
}

/// The old bytes with the splices in, which are sorted and apart.
pub(crate) fn splice(text: &Text<'_>, splices: &[Splice], newline: FinalNewline) -> Vec<u8> {
    let added: usize = splices.iter().map(|splice| splice.bytes.len()).sum();
    let mut out = Vec::with_capacity(text.bytes.len() + added);
    let mut at = 0;
    for splice in splices {
        out.extend_from_slice(&text.bytes[at..splice.range.start]);
        out.extend_from_slice(&splice.bytes);
        at = splice.range.end;
    }
    out.extend_from_slice(&text.bytes[at..]);
    let wanted = match newline {
        FinalNewline::Kept if text.is_empty() => return out,
        FinalNewline::AsSpliced => return out,
        FinalNewline::Kept => text.terminated(),
        FinalNewline::Present => true,
        FinalNewline::Absent => false,
    };
    let empty = out.is_empty() || out == BOM;
    match eol_of(&out) {
        Eol::None if wanted && !empty => out.extend_from_slice(text.style_at(text.len()).bytes()),
        eol if !wanted => out.truncate(out.len() - eol.bytes().len()),
        _ => {}
    }
    out
}
