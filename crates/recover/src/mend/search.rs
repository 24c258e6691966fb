//! Every text that is JSON and one character away from a text that is not.

use super::machine::{Machine, State, Thread};

/// Bytes that all readings together may look at: about a millisecond.
const WORK: usize = 1 << 18;

/// How far before the place where reading fails the wrong character is looked for.
const WINDOW: usize = 1 << 12;

/// More readings than this say nothing.
const MAX_READINGS: usize = 96;

/// What makes up the structure.
const STRUCTURE: [u8; 7] = *b"{}[],:\"";

/// What is done about the wrong character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fix {
    /// One was lost.
    Insert(u8),
    /// One is too many.
    Delete,
    /// One stands for another.
    Replace(u8),
    /// It stands on the wrong side of the next one.
    Swap,
}

/// A fix, the offset of the character, and what the reading waited for there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Edit {
    pub(super) at: usize,
    pub(super) fix: Fix,
    pub(super) state: State,
}

impl Edit {
    /// The text with the edit made.
    pub(super) fn apply(self, text: &str) -> Option<String> {
        let (before, rest) = text.split_at_checked(self.at)?;
        let own = rest.chars().next();
        let after = own.and_then(|c| rest.get(c.len_utf8()..)).unwrap_or_default();
        let mut out = String::with_capacity(text.len() + 1);
        out.push_str(before);
        match self.fix {
            Fix::Insert(byte) => {
                out.push(char::from(byte));
                out.push_str(rest);
            }
            Fix::Delete => out.push_str(after),
            Fix::Replace(byte) => {
                out.push(char::from(byte));
                out.push_str(after);
            }
            Fix::Swap => {
                let next = after.chars().next()?;
                out.push(next);
                out.extend(own);
                out.push_str(after.get(next.len_utf8()..)?);
            }
        }
        Some(out)
    }
}

/// Finds the edits that make `text` JSON, and whether these are all. None if it is JSON, or the beginning
/// of it (that is a cut, and nothing may close it), or if there are too many of them.
pub(super) fn edits(text: &str) -> Option<(Vec<Edit>, bool)> {
    let mut search = Search::new(text.as_bytes())?;
    let mut at = search.base.len().saturating_sub(WINDOW);
    let all = at == 0;
    while at < search.base.len() {
        if text.is_char_boundary(at) {
            search.at(text, at)?;
        }
        at += 1;
    }
    Some((search.found, all))
}

struct Search<'a> {
    bytes: &'a [u8],
    machine: Machine,
    /// The reading of the text as it is, before each byte up to the one that it fails on.
    base: Vec<Thread>,
    /// The fewest brackets open from each of these on.
    lowest: Vec<u32>,
    work: usize,
    found: Vec<Edit>,
}

impl<'a> Search<'a> {
    fn new(bytes: &'a [u8]) -> Option<Self> {
        let mut machine = Machine::new();
        let mut base = vec![Machine::start()];
        let mut thread = Machine::start();
        let failed = bytes.iter().any(|byte| match machine.step(thread, *byte) {
            Some(next) => {
                thread = next;
                base.push(next);
                false
            }
            None => true,
        });
        if !failed {
            return None;
        }
        let mut lowest: Vec<u32> = base.iter().map(|t| t.depth).collect();
        for at in (1..lowest.len()).rev() {
            lowest[at - 1] = lowest[at - 1].min(lowest[at]);
        }
        Some(Self { bytes, machine, base, lowest, work: WORK, found: Vec::new() })
    }

    /// Tries all fixes of the character at `at`. None if that was too much.
    fn at(&mut self, text: &str, at: usize) -> Option<()> {
        let thread = *self.base.get(at)?;
        let mut chars = text.get(at..)?.chars();
        let own = chars.next()?;
        let (len, next) = (own.len_utf8(), chars.next());
        let spaced = at > 0 && self.bytes.get(at - 1).is_some_and(u8::is_ascii_whitespace);
        let mut fixes: Vec<Fix> = Vec::with_capacity(20);
        match thread.state {
            State::Text { .. } => {
                if own == '"' {
                    fixes.extend([Fix::Delete, Fix::Insert(b'\\')]);
                } else {
                    fixes.push(Fix::Replace(b'"'));
                }
                if !spaced {
                    fixes.push(Fix::Insert(b'"'));
                }
                if own != '"' && next == Some('"') || own == '"' && next != Some('"') {
                    fixes.push(Fix::Swap);
                }
            }
            State::Escape { .. } | State::Hex { .. } => {}
            state => {
                let letters: &[u8] = match state {
                    State::Literal([letter, ..]) => std::slice::from_ref(letter),
                    State::Value | State::FirstElement => b"tfn",
                    _ => b"",
                };
                let visible = !own.is_whitespace();
                // What a digit stands for is not to be had from anywhere else.
                let lasting = own.is_ascii_digit();
                for byte in STRUCTURE.iter().chain(letters) {
                    // Between white space a character may stand anywhere: once is enough.
                    if !spaced || (visible && !b"{}[],:".contains(byte)) {
                        fixes.push(Fix::Insert(*byte));
                    }
                    if visible && !lasting && own != char::from(*byte) {
                        fixes.push(Fix::Replace(*byte));
                    }
                }
                if visible && !lasting {
                    fixes.push(Fix::Delete);
                }
                if next.is_some_and(|next| next != own && (visible || !next.is_whitespace())) {
                    fixes.push(Fix::Swap);
                }
            }
        }
        for fix in fixes {
            if self.reads(thread, text, at, len, fix)? {
                if self.found.len() >= MAX_READINGS {
                    return None;
                }
                self.found.push(Edit { at, fix, state: thread.state });
            }
        }
        Some(())
    }

    /// Whether the text is JSON with this fix.
    fn reads(&mut self, thread: Thread, text: &str, at: usize, len: usize, fix: Fix) -> Option<bool> {
        let own = self.bytes.get(at..at + len)?;
        let after = text.get(at + len..)?;
        let next = after.chars().next().map_or(0, char::len_utf8);
        let (first, second, from): (&[u8], &[u8], usize) = match &fix {
            Fix::Insert(byte) => (std::slice::from_ref(byte), &[], at),
            Fix::Delete => (&[], &[], at + len),
            Fix::Replace(byte) => (std::slice::from_ref(byte), &[], at + len),
            Fix::Swap => (after.as_bytes().get(..next)?, own, at + len + next),
        };
        let mut thread = thread;
        for byte in first.iter().chain(second) {
            match self.machine.step(thread, *byte) {
                Some(next) => thread = next,
                None => return Some(false),
            }
        }
        for at in from..self.bytes.len() {
            if self.fails_like_base(thread, at) {
                return Some(false);
            }
            self.work = self.work.checked_sub(1)?;
            match self.machine.step(thread, self.bytes[at]) {
                Some(next) => thread = next,
                None => return Some(false),
            }
        }
        Some(thread.state == State::Done)
    }

    /// Whether the thread does what the unmended text does from here on, and so fails where that fails.
    fn fails_like_base(&self, thread: Thread, at: usize) -> bool {
        self.base.get(at).is_some_and(|base| {
            base.state == thread.state
                && self.machine.in_object(*base) == self.machine.in_object(thread)
                && (base.depth == 0) == (thread.depth == 0)
                && self.lowest.get(at).is_some_and(|lowest| *lowest >= base.depth)
        })
    }
}
