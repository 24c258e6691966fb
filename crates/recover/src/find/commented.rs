//! Comments between documents: what stands in one is commented out, whatever is said before it (`Nothing to do.` above
//! `// {…}`, `/* {…} */` behind an answer).

use super::Finder;
use crate::repair::Repair;

impl Finder<'_> {
    /// Passes the comment that begins at `at`, if one does; `prose`: words stand before it.
    pub(super) fn comment(&mut self, at: usize, prose: bool) -> bool {
        let Some(length) = self.comment_at(at, prose) else { return false };
        self.found.repairs.add(Repair::Comment);
        self.pos = at + length;
        true
    }

    fn comment_at(&mut self, at: usize, prose: bool) -> Option<usize> {
        let rest = self.text.get(at..)?;
        let line = || rest.find('\n').unwrap_or(rest.len());
        if rest.starts_with('#') {
            // Alone it is a heading.
            if !prose && self.found.candidates.is_empty() {
                return None;
            }
            let data = self.begins_a_line_or_follows_data(at) && holds_data(rest.trim_start_matches('#'));
            return (data && !self.is_announced_in_lines(at)).then(|| of_marked_lines(rest));
        }
        let block = rest.starts_with("/*");
        if !block && !rest.starts_with("//") {
            return None;
        }
        // `src/*.rs`, `https://…`: the mark is a part of a word. In a sentence it has to stand at once before data.
        let apart = self
            .text
            .get(..at)?
            .chars()
            .next_back()
            .is_none_or(|c| c.is_whitespace() || matches!(c, '}' | ']' | ',' | ';'));
        let data = holds_data(behind_marks(rest.get(2..)?));
        let end = if block { self.ahead.find(self.text, at + 2, "*/") } else { None };
        let announced = !block && data && self.begins_a_line_or_follows_data(at) && self.is_announced_in_lines(at);
        match end {
            _ if announced => None,
            _ if prose && !apart => None,
            Some(end) => Some(end + 2 - at),
            None if block => (!prose || data).then_some(rest.len()),
            None => (!prose || data || self.begins_a_line_or_follows_data(at)).then(line),
        }
    }

    /// Whether a comment goes on line by line below words that announce it: then its marks are but before the lines of what is
    /// given (`Here it is:` above `// {`, `// "a": 1`, `// }`).
    fn is_announced_in_lines(&mut self, at: usize) -> bool {
        let line = self.line.before(self.text, at);
        let words = self.text.get(..line).unwrap_or_default();
        let mut lines = self.text.get(at..).unwrap_or_default().lines();
        let mark = if lines.next().is_some_and(|first| first.starts_with("//")) { "//" } else { "#" };
        words.trim_end().ends_with([':', '：']) && lines.next().is_some_and(|next| next.trim_start().starts_with(mark))
    }

    /// Whether nothing stands before `at` on its line, or data alone.
    fn begins_a_line_or_follows_data(&mut self, at: usize) -> bool {
        let line = self.line.before(self.text, at);
        let data = self.found.candidates.last().map_or(0, super::Candidate::end);
        self.text
            .get(line.max(data)..at)
            .is_some_and(|before| before.trim_matches([' ', '\t', '\r', ',', ';']).is_empty())
    }
}

/// What stands behind the rest of a mark: `/**`, `////`. A whole line of them is looked through once, not again at each.
fn behind_marks(rest: &str) -> &str {
    const LONGEST: usize = 80;
    let more = rest.bytes().take(LONGEST).take_while(|b| matches!(b, b'*' | b'/')).count();
    rest.get(more..).unwrap_or_default()
}

/// Whether data begins behind the mark of a comment, rather than words.
fn holds_data(rest: &str) -> bool {
    let rest = rest.trim_start_matches([' ', '\t', '\r', '\n', '`', '*']);
    rest.starts_with('{')
        || rest.strip_prefix('[').is_some_and(|inside| inside.trim_start().starts_with(['{', '[', '"', '\'', ']']))
}

/// Length of the lines from here on that begin with `#`.
fn of_marked_lines(rest: &str) -> usize {
    rest.split_inclusive('\n').take_while(|line| line.trim_start().starts_with('#')).map(str::len).sum()
}
