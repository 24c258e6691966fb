//! A container of the wrong kind, or one that was closed too soon: what stands in it and the brackets of
//! the whole text say which it is.

use super::scan::Quote;
use super::{Data, Frame, Held, Marks, Node, Parser, State};
use crate::node::FEW_MEMBERS;
use crate::repair::Repair;

impl Parser<'_> {
    /// Whether the first key behind the brace here is one of this record, or the first of another.
    pub(super) fn begins_a_record(&self) -> bool {
        let scan = self.scan;
        let at = scan.skip_space(self.pos + 1);
        let (_, len) = scan.quote(at).unwrap_or((Quote::Double, 0));
        let end = if len > 0 { scan.short_string(at).unwrap_or(at + len) - len } else { scan.word(at) };
        let name = scan.text.get(at + len..end).unwrap_or_default();
        // Each bracket on a line of its own.
        let before = scan.bytes.get(..self.pos).unwrap_or_default();
        let begins_line = before.iter().rev().find(|b| !matches!(b, b' ' | b'\t')) == Some(&b'\n');
        let lines = begins_line && scan.bytes[self.pos..at].contains(&b'\n');
        let [.., around, top] = self.stack.as_slice() else { return false };
        let first = |node: &Node| matches!(&node.data, Data::Object(m) if m.first().is_some_and(|(k, _)| k == name));
        let here = matches!(&top.held, Held::Object { members, .. } if members.iter().take(FEW_MEMBERS).any(|(k, _)| k == name));
        lines
            || here
            || matches!(&around.held, Held::Array { items, .. } if items.iter().rev().take(FEW_MEMBERS).any(first))
    }

    /// `{true, false]`, `{{"a": 1}]`: the brace that opened this should have been a square bracket.
    pub(super) fn list_for_object(&mut self) -> bool {
        let scan = self.scan;
        let at = self.pos;
        let Some(top) = self.stack.last() else { return false };
        let element = || matches!(scan.at(at), b'{' | b'[') || scan.delimited_string(at) || scan.plain_scalar(at);
        let begins = top.is_empty() && !top.comma && !top.invented && element() && !scan.key_with_colon(at);
        let (braces, squares) = if begins { self.balance() } else { (0, 0) };
        if braces >= 0 || squares <= 0 {
            return false;
        }
        self.fix(Repair::WrongBracket);
        self.balance = Some((braces + 1, squares - 1));
        if let Some(top) = self.stack.last_mut() {
            top.held = Held::Array { items: Vec::new(), closer: b']' };
            top.state = State::Value;
        }
        true
    }

    /// `["a": 1, "b": 2}`: the square bracket that opened this should have been a brace.
    pub(super) fn object_for_list(&mut self) -> bool {
        let Some(top) = self.stack.last() else { return false };
        let begins = top.is_empty() && !top.comma && !top.invented;
        let (braces, squares) = if begins { self.balance() } else { (0, 0) };
        if braces <= 0 || squares >= 0 {
            return false;
        }
        self.fix(Repair::WrongBracket);
        self.balance = Some((braces - 1, squares + 1));
        if let Some(top) = self.stack.last_mut() {
            top.held = Held::Object { members: Vec::new(), key: None };
            top.state = State::Key;
        }
        true
    }

    /// `{"a": 1, 2, 3], …`: a scalar where a key should be, and a bracket that nothing opened.
    pub(super) fn element_for_key(&mut self) -> bool {
        let scan = self.scan;
        let at = self.pos;
        let follows = self.stack.last().is_some_and(|top| top.comma && !top.is_empty() && !top.tainted);
        if !follows || scan.key_with_colon(at) || !(scan.delimited_string(at) || scan.plain_scalar(at)) {
            return false;
        }
        if self.balance().1 <= 0 {
            return false;
        }
        let text = scan.quote(at).is_some();
        let scalar = |data: &Data| matches!(data, Data::Number(_) | Data::Bool(_) | Data::Null);
        if self.reopen_list(|data| if text { matches!(data, Data::Text(_)) } else { scalar(data) }) {
            return true;
        }
        if !self.list_from_last_member() {
            return false;
        }
        self.spend(b']', false);
        true
    }

    /// `"tags": ["x"], "y"]`: the list before was closed by a bracket too many, if `kind` is that of
    /// its elements.
    pub(super) fn reopen_list(&mut self, alike: impl Fn(&Data) -> bool) -> bool {
        let fits = |node: &mut Node| match &node.data {
            Data::Array(items) => items.last().is_some_and(|last| alike(&last.data)),
            _ => false,
        };
        if !self.stack.last_mut().and_then(Frame::last).is_some_and(fits) {
            return false;
        }
        let Some(Frame { held: Held::Object { members, key }, .. }) = self.stack.last_mut() else { return false };
        let Some((name, Node { data: Data::Array(items), start, marks, .. })) = members.pop() else { return false };
        *key = Some((name, start as usize, Marks::default()));
        let mut frame = Frame::array(start as usize, b']');
        frame.marks = marks;
        frame.held = Held::Array { items: items.into_vec(), closer: b']' };
        self.fix(Repair::WrongBracket);
        self.spend(b']', false);
        self.open(frame);
        true
    }

    /// The bracket of an array is missing: the value of the last member is its first element.
    pub(super) fn list_from_last_member(&mut self) -> bool {
        if let Some(top) = self.stack.last_mut()
            && let Held::Object { members, key } = &mut top.held
            && let Some((name, first)) = members.pop()
        {
            let start = first.start as usize;
            *key = Some((name, start, Marks::default()));
            let mut frame = Frame::array(start, b']');
            frame.invented = true;
            frame.held = Held::Array { items: vec![first], closer: b']' };
            frame.state = State::Value;
            self.fix(Repair::MissingBracket);
            self.open(frame);
            return true;
        }
        false
    }

    /// The last element was closed by a brace too many: it goes on.
    pub(super) fn reopen(&mut self) -> bool {
        let Some(Frame { held: Held::Array { items, .. }, .. }) = self.stack.last_mut() else { return false };
        let Some(Node { data: Data::Object(members), start, marks, .. }) =
            items.pop_if(|last| matches!(last.data, Data::Object(_)))
        else {
            return false;
        };
        self.fix(Repair::WrongBracket);
        self.spend(b'}', false);
        let together = matches!(members.last(), Some((_, Node { data: Data::Object(_), .. })));
        let mut frame = Frame::object(start as usize);
        frame.marks = if together { marks } else { marks.with(Marks::GUESSED) };
        frame.held = Held::Object { members: members.into_vec(), key: None };
        self.open(frame);
        true
    }
}
