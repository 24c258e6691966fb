//! Which signs of a text stand between its strings.

use crate::parse::scan::{Quote, Scan};

/// Passes a text sign by sign, and knows whether it is in a string.
pub(super) struct Between<'a> {
    scan: Scan<'a>,
    open: Option<Quote>,
    /// The last sign between strings that is no white space.
    before: char,
    /// Nothing is looked at before this offset: a backslash covers it.
    covered: usize,
    ends: fn(&Scan<'_>, usize) -> bool,
}

impl<'a> Between<'a> {
    /// `ends`: whether what may follow a string stands at an offset.
    pub(super) fn new(text: &'a str, ends: fn(&Scan<'_>, usize) -> bool) -> Self {
        Self { scan: Scan::new(text), open: None, before: '\0', covered: 0, ends }
    }

    pub(super) fn is_in_a_string(&self) -> bool {
        self.open.is_some()
    }

    /// Whether a value or a key may begin here.
    pub(super) fn may_begin(&self) -> bool {
        self.open.is_none() && matches!(self.before, '\0' | '{' | '[' | ',' | ':')
    }

    /// Passes the sign at an offset; between strings it means `meant`.
    pub(super) fn pass(&mut self, at: usize, sign: char, meant: char) {
        if at < self.covered {
            return;
        }
        match self.open {
            Some(_) if sign == '\\' => self.covered = at + 2,
            Some(family) => {
                let closes = self.scan.closing_quote(at, family).is_some_and(|n| (self.ends)(&self.scan, at + n));
                if closes {
                    self.open = None;
                }
            }
            None => {
                let begins = self.may_begin();
                self.open = self.scan.quote(at).filter(|_| begins).map(|(family, _)| family);
            }
        }
        if self.scan.space_len(at) == 0 {
            self.before = meant;
        }
    }
}
