//! Closing brackets: which container one ends, and what the brackets of the whole text say of one that
//! is missing, too many or of the wrong kind.

use super::scan::Quote;
use super::{Data, Frame, Held, Marks, Node, Parser, State};
use crate::repair::Repair;

impl Parser<'_> {
    /// A closing bracket: of this container, of one around it, or of none.
    pub(super) fn closing(&mut self, bracket: u8) {
        let Some(top) = self.stack.last() else { return };
        let own = match &top.held {
            Held::Object { .. } => bracket == b'}',
            Held::Array { closer, .. } => bracket == *closer,
        };
        let after = self.pos + 1;
        if own && !(self.stack.len() == 1 && self.stray_root_end(after)) {
            self.pos = after;
            return self.close(Marks::default());
        }
        if own {
            // `{"a": {"b": 1}}, "c": 2}`: the root goes on. Which bracket was too many is plain only
            // if they stand together.
            self.fix(Repair::WrongBracket);
            self.pos = after;
            if let Some(root) = self.stack.last_mut()
                && !root.last().is_some_and(|n| matches!(n.data, Data::Object(_)))
            {
                root.marks.add(Marks::GUESSED);
            }
            return self.set(State::After, false);
        }
        let is_object = bracket == b'}';
        let balance = self.balance();
        let (own_surplus, other_surplus) = if is_object { balance } else { (balance.1, balance.0) };
        if own_surplus > 0 {
            return self.surplus(bracket, other_surplus < 0);
        }
        let matching = self.stack.iter().rposition(|f| f.is_object() == is_object);
        if let Some(index) = matching {
            let parent = index.checked_sub(1).map(|i| self.stack[i].is_object());
            let fits = match parent {
                None => self.scan.continues_nothing(after),
                Some(true) => self.scan.continues_object(after) || self.over(after),
                Some(false) => {
                    self.scan.continues_array(after)
                        || self.over(after)
                        || self.scan.opens_container(self.scan.skip_space(after))
                }
            };
            if fits {
                self.fix(Repair::MissingBracket);
                while self.stack.len() > index + 1 {
                    let sure = self.stack.last().is_some_and(unambiguous_end);
                    self.close_unended(sure);
                }
                self.pos = after;
                return self.close(Marks::default());
            }
        }
        self.surplus(bracket, true);
    }

    /// A closing bracket that nothing opened: one too many, or (`mistaken`) one of the wrong kind.
    pub(super) fn surplus(&mut self, bracket: u8, mistaken: bool) {
        let after = self.pos + 1;
        self.fix(Repair::WrongBracket);
        self.pos = after;
        let parent = self.stack.len().checked_sub(2).map(|i| self.stack[i].is_object());
        let as_own = match parent {
            None => self.scan.continues_nothing(after),
            Some(true) => self.scan.continues_object(after),
            Some(false) => self.scan.continues_array(after),
        };
        if mistaken && as_own {
            self.spend(bracket, true);
            if bracket == b']' && parent.is_some() && self.stack.last().is_some_and(Frame::is_empty) {
                // `"tags": {]`: which of the two is wrong? There are more empty lists than objects.
                return self.close(Marks::GUESSED);
            }
            return self.close(Marks::default());
        }
        self.spend(bracket, false);
        let after_list = self.stack.last_mut().and_then(Frame::last).is_some_and(|n| matches!(n.data, Data::Array(_)));
        if bracket == b']' && self.stack.last().is_some_and(Frame::is_object) && !after_list {
            // Perhaps the bracket that opens a list is missing before the value.
            self.taint();
        }
        self.set(State::After, false);
    }

    /// How many more of this closing bracket there are than of the one that opens.
    pub(super) fn surplus_of(&mut self, bracket: u8) -> i32 {
        let (braces, squares) = self.balance();
        if bracket == b'}' { braces } else { squares }
    }

    /// How many more brackets the document closes than it opens: braces, square brackets.
    pub(super) fn balance(&mut self) -> (i32, i32) {
        if let Some(balance) = self.balance {
            return balance;
        }
        let start = self.stack.first().map_or(0, |f| f.start);
        let (mut braces, mut squares) = (0, 0);
        let bytes = self.scan.bytes;
        let family = self.scan.first_quote(start);
        let mut open: Option<Quote> = None;
        let mut at = start;
        while at < bytes.len() {
            let in_string = open.is_some();
            match bytes[at] {
                b'\\' if in_string => at += 1,
                b'"' if family == Quote::Double => open = if in_string { None } else { Some(family) },
                b'"' | b'\'' | 0xc2 | 0xe2 | 0xe3 | 0xef if family != Quote::Double => {
                    match (self.scan.quote(at), open) {
                        (Some(_), Some(quote)) => {
                            if let Some(len) = self.scan.closing_quote(at, quote) {
                                open = None;
                                at += len - 1;
                            }
                        }
                        (Some((quote, len)), None) if quote == family || quote == Quote::Double => {
                            open = Some(quote);
                            at += len - 1;
                        }
                        _ => {}
                    }
                }
                b'{' if !in_string => braces -= 1,
                b'}' if !in_string => braces += 1,
                b'[' if !in_string => squares -= 1,
                b']' if !in_string => squares += 1,
                b'`' if !in_string && self.scan.starts(at, "```") => break,
                b'/' if !in_string && self.scan.slash_comment(at) && bytes[at - 1] != b':' => {
                    let end = if bytes[at + 1] == b'*' { "*/" } else { "\n" };
                    at += self.scan.text[at + 2..].find(end).map_or(bytes.len(), |length| length + 2);
                }
                _ => {}
            }
            at += 1;
        }
        self.balance = Some((braces, squares));
        self.weighed = true;
        (braces, squares)
    }

    /// Notes that a surplus bracket has been dealt with, in place of another kind or as nothing.
    pub(super) fn spend(&mut self, bracket: u8, in_place_of_other: bool) {
        if let Some((braces, squares)) = &mut self.balance {
            let (own, other) = if bracket == b'}' { (braces, squares) } else { (squares, braces) };
            *own -= 1;
            *other += i32::from(in_place_of_other);
        }
    }

    pub(super) fn over(&self, pos: usize) -> bool {
        let at = self.scan.skip_space(pos);
        self.scan.done(at) || self.scan.wrapper_end(at)
    }

    /// The root's bracket comes too early: a member, or another bracket after a member, follows.
    pub(super) fn stray_root_end(&self, after: usize) -> bool {
        let scan = self.scan;
        let Some(root) = self.stack.first() else { return false };
        let at = scan.skip_space(after);
        root.is_object() && !root.is_empty() && scan.at(at) == b',' && scan.quoted_key(scan.skip_space(at + 1))
    }
}

/// Whether the missing end of this container can only be here. If its last value is a container of
/// the same kind with several values, the missing bracket may as well be that one's.
pub(super) fn unambiguous_end(frame: &Frame) -> bool {
    if frame.tainted || frame.invented {
        return false;
    }
    match &frame.held {
        Held::Object { members, key } => {
            key.is_none()
                && !matches!(members.last(), Some((_, Node { data: Data::Object(inner), .. })) if inner.len() > 1)
        }
        // `[[1], "a": …`: the only element's bracket may be there twice.
        Held::Array { items, .. } => {
            let only = items.len() == 1;
            // `"title": ["x", "done": …`: the only element's bracket may be one too many.
            let scalar = only && items.iter().all(|n| !n.is_container());
            let nested = |inner: &[Node]| matches!(inner, [Node { data: Data::Array(_), .. }]);
            !scalar
                && !matches!(items.last(), Some(Node { data: Data::Array(inner), .. })
                if only || inner.len() > 1 || nested(inner))
        }
    }
}
