//! Brackets, commas, keys: which container the next character belongs to.

use super::brackets::unambiguous_end;
use super::scan::Quote;
use super::text::Place;
use super::{Data, Frame, Held, Marks, Node, Parser, State};
use crate::mend::has_odd_quotes;
use crate::repair::Repair;

impl Parser<'_> {
    /// Reads one token. False if this is no JSON at all.
    pub(super) fn step(&mut self) -> bool {
        let Some(top) = self.stack.last() else { return true };
        match (top.is_object(), top.state) {
            (true, State::Key) => return self.key(),
            (true, State::Colon) => self.colon(),
            (true, State::Value) => self.value(Place::Member),
            (true, State::After) => self.after_member(),
            (false, State::After) => self.after_item(),
            (false, _) => self.value(Place::Element),
        }
        true
    }

    pub(super) fn set(&mut self, state: State, comma: bool) {
        if let Some(top) = self.stack.last_mut() {
            top.state = state;
            top.comma = comma;
        }
    }

    pub(super) fn fix(&mut self, repair: Repair) {
        self.repairs.add(repair);
    }

    /// A comma with nothing before it. In a list that may be the place of an element, unless it is the same comma twice.
    fn extra_comma(&mut self) {
        self.fix(Repair::ExtraComma);
        let twice = self.scan.text.get(..self.pos).is_some_and(|before| before.ends_with(','));
        self.pos += 1;
        if let Some(top) = self.stack.last_mut().filter(|top| !twice && !top.is_object()) {
            top.marks.add(Marks::SKIPPED);
        }
    }

    fn key(&mut self) -> bool {
        let scan = self.scan;
        let at = self.pos;
        match scan.at(at) {
            b'}' => self.closing(b'}'),
            b']' => self.closing(b']'),
            b',' => {
                self.extra_comma();
                self.set(State::Key, true);
            }
            _ if scan.ellipsis(at) > 0 => self.ellipsis(),
            _ if self.element_for_key() || self.list_for_object() => {}
            _ if scan.quote(at).is_some() => {
                let read = self.string(Place::Key);
                if read.marks.has(Marks::UNCLOSED) {
                    if let Some((word, end)) = self.key_before_the_last_value(at) {
                        self.fix(Repair::MissingQuote);
                        self.pos = end;
                        self.take_key(word, at, Marks::CONCLUDED);
                    }
                    // Otherwise a cut key: there is no member yet.
                    return true;
                }
                if read.marks.has(Marks::GUESSED) && read.text.contains([' ', ',']) {
                    // Hardly a key: the text before may go on up to here.
                    self.doubt_texts();
                }
                self.take_key(read.text, at, read.marks);
            }
            b'{' | b'[' => return self.value_for_key(),
            _ => return self.bare_key(),
        }
        true
    }

    /// A bracket opens where a key should be.
    fn value_for_key(&mut self) -> bool {
        let depth = self.stack.len();
        let Some(top) = self.stack.last() else { return true };
        if depth == 1 && top.is_empty() && !self.sure {
            return false;
        }
        let doubled = top.is_empty() && !top.comma && self.pos > 0 && self.scan.at(self.pos - 1) == b'{';
        if doubled && self.scan.at(self.pos) == b'{' {
            let surplus = self.balance().0;
            if surplus < 0 || (depth == 1 && surplus == 0) {
                // `{{"a": 1}`, and `{{"a": 1}}` of a template that was not filled in.
                self.fix(Repair::WrongBracket);
                self.pos += 1;
                if let Some((braces, _)) = &mut self.balance {
                    *braces += 1;
                }
                return true;
            }
        }
        let in_array = depth > 1 && !self.stack[depth - 2].is_object();
        if in_array && self.scan.at(self.pos) == b'{' && !self.stack[depth - 1].is_empty() {
            // `[{"a": 1, {"b": 2}]`
            self.fix(Repair::MissingBracket);
            let again = self.begins_a_record();
            let sure = self.stack.last_mut().is_some_and(|top| {
                top.comma = false;
                unambiguous_end(top)
            });
            self.close_unended(sure);
            self.set(State::Value, true);
            if !again {
                // Perhaps the brace before the key is too many.
                self.taint();
            }
            return true;
        }
        let object = self.scan.at(self.pos) == b'{';
        let alike = |data: &Data| if object { matches!(data, Data::Object(_)) } else { matches!(data, Data::Array(_)) };
        if self.balance().1 > 0 && self.reopen_list(alike) {
            return true;
        }
        if !self.list_from_last_member() {
            self.junk();
        }
        true
    }

    fn colon(&mut self) {
        let scan = self.scan;
        match scan.at(self.pos) {
            b':' => {
                self.pos += 1;
                if let Some(top) = self.stack.last_mut() {
                    top.colons = true;
                }
            }
            b'=' => {
                self.fix(Repair::MissingColon);
                self.pos += if scan.at(self.pos + 1) == b'>' { 2 } else { 1 };
            }
            b';' => {
                self.fix(Repair::MissingColon);
                self.pos += 1;
            }
            b',' | b'}' | b']' => {
                // `"x = [\"a", "b"]\n"`: hardly a key.
                self.doubt_texts();
                return self.no_value();
            }
            _ => {
                self.fix(Repair::MissingColon);
                if self.colon_in_quotes()
                    && let Some(top) = self.stack.last_mut()
                {
                    top.tainted = true;
                }
            }
        }
        self.set(State::Value, false);
    }

    /// `"content"": …`: the quote here is one too many, or stands on the wrong side of the colon; what comes after it
    /// is no text that the key has.
    fn colon_in_quotes(&self) -> bool {
        let quote = self.scan.quote(self.pos);
        quote.is_some_and(|(_, len)| matches!(self.scan.at(self.scan.skip_space(self.pos + len)), b':' | b'='))
    }

    fn no_value(&mut self) {
        self.fix(Repair::MissingValue);
        let at = self.pos;
        self.attach(Node::new(Data::Null, at, at, Marks::NO_VALUE));
    }

    fn value(&mut self, place: Place) {
        let scan = self.scan;
        let start = self.pos;
        let member = place == Place::Member;
        match scan.at(start) {
            b'{' => {
                self.pos += 1;
                self.open(Frame::object(start));
            }
            b'[' => {
                self.pos += 1;
                self.open(Frame::array(start, b']'));
            }
            b'(' => {
                self.fix(Repair::PythonLiteral);
                self.pos += 1;
                self.open(Frame::array(start, b')'));
            }
            bracket @ (b'}' | b']') if member && self.surplus_of(bracket) > 0 => {
                // `"tags": ], …`: an empty list whose first bracket is missing.
                self.fix(Repair::MissingBracket);
                self.spend(bracket, false);
                self.pos += 1;
                let data = if bracket == b'}' { Data::Object([].into()) } else { Data::Array([].into()) };
                self.attach(Node::new(data, start, self.pos, Marks::default()));
            }
            b',' | b'}' | b']' if member => self.no_value(),
            b',' => {
                self.extra_comma();
                self.set(State::Value, true);
            }
            b')' if self.in_parenthesis() => {
                self.pos += 1;
                self.close(Marks::default());
            }
            close @ (b'}' | b']') => self.closing(close),
            b':' => {
                self.fix(Repair::Junk);
                self.pos += 1;
                if !member {
                    self.taint();
                }
            }
            b'\\' if scan.quote(start + 1).is_some() => {
                self.fix(Repair::BadEscape);
                self.pos += 1;
                self.taint();
            }
            _ if !member && scan.ellipsis(start) > 0 => self.ellipsis(),
            _ if scan.quote(start).is_some() => {
                if !member && self.key_in_array() {
                    return;
                }
                if member && scan.quoted_key(start) && self.balance().0 > 0 {
                    // `"when": "date": …, "time": …}`: the brace that opens the value is missing.
                    self.fix(Repair::MissingBracket);
                    self.spend(b'}', false);
                    let mut frame = Frame::object(start);
                    frame.invented = true;
                    return self.open(frame);
                }
                let read = self.string_with_tail(place);
                self.attach(Node::new(Data::Text(read.text), start, self.pos, read.marks));
            }
            _ => match self.bare(place) {
                Some(node) => self.attach(node),
                None => self.junk(),
            },
        }
    }

    /// `"key":` where an array wants an element: a brace is missing before it, or a bracket.
    fn key_in_array(&mut self) -> bool {
        let scan = self.scan;
        if !scan.quoted_key(self.pos) {
            return false;
        }
        if self.object_for_list() {
            return true;
        }
        let depth = self.stack.len();
        let Some(top) = self.stack.last() else { return false };
        let Held::Array { items, .. } = &top.held else { return false };
        let (_, quote) = scan.quote(self.pos).unwrap_or((Quote::Double, 1));
        let end = scan.short_string(self.pos).unwrap_or(self.pos + 2 * quote);
        let name = scan.text.get(self.pos + quote..end - quote).unwrap_or_default();
        let known = items.iter().any(|i| matches!(&i.data, Data::Object(m) if m.iter().any(|(k, _)| k == name)));
        let of_object = depth > 1 && self.stack[depth - 2].is_object();
        let (empty, sure, comma) = (items.is_empty(), unambiguous_end(top), top.comma);
        let again = match items.last().map(|i| &i.data) {
            Some(Data::Object(m)) => m.iter().any(|(k, _)| k == name),
            _ => false,
        };
        let starts =
            items.iter().any(|i| matches!(&i.data, Data::Object(m) if m.first().is_some_and(|(k, _)| k == name)));
        if !again && !starts && self.balance().0 > 0 && self.reopen() {
            return true;
        }
        self.fix(Repair::MissingBracket);
        // `"tags": [, "done": …`: only the end of the list can be missing before its comma.
        let ended = empty && comma && self.balance().1 < 0;
        if of_object && !known && (!empty || ended) {
            self.set(State::After, false);
            self.close_unended(sure);
            self.set(State::Key, true);
        } else {
            let mut frame = Frame::object(self.pos);
            frame.invented = true;
            let begun = empty && !comma && self.balance().0 > 0;
            if begun {
                // `[ "id": 1, …}`: only the start of the object can be missing.
                self.spend(b'}', false);
            } else if !known && (of_object || !empty) {
                // The element before may as well have been closed too soon.
                self.taint();
                frame.marks.add(Marks::GUESSED);
            }
            self.open(frame);
        }
        true
    }

    fn after_member(&mut self) {
        let scan = self.scan;
        let at = self.pos;
        match scan.at(at) {
            mark @ (b',' | b';') => {
                if mark == b';' {
                    self.fix(Repair::MissingComma);
                }
                self.pos += 1;
                self.set(State::Key, true);
            }
            close @ (b'}' | b']') => self.closing(close),
            b'{' if self.stack.len() > 1 => {
                self.fix(Repair::MissingComma);
                self.value_for_key();
            }
            _ if scan.ellipsis(at) > 0 => self.ellipsis(),
            _ if scan.quote(at).is_some() => {
                if !scan.quoted_key(at) {
                    self.doubt_texts();
                    if !scan.delimited_string(scan.short_string(at).unwrap_or(at)) {
                        return self.stray_quote();
                    }
                }
                // `".," "timeout": 1`: which of the two was there first?
                let ends = |n: &mut Node| matches!(&n.data, Data::Text(text) if text.trim_end().ends_with(','));
                if self.stack.last_mut().and_then(Frame::last).is_some_and(ends) {
                    self.doubt_texts();
                }
                self.fix(Repair::MissingComma);
                self.set(State::Key, false);
            }
            _ if scan.key_with_colon(at) => {
                self.fix(Repair::MissingComma);
                self.set(State::Key, false);
            }
            _ => self.junk(),
        }
    }

    /// A quote after a value that needs none: `12345"`, or the rest of a string that ended too soon.
    fn stray_quote(&mut self) {
        self.fix(Repair::Junk);
        self.doubt_texts();
        self.taint();
        let (_, len) = self.scan.quote(self.pos).unwrap_or((Quote::Double, 1));
        self.pos += len;
    }

    fn after_item(&mut self) {
        let scan = self.scan;
        let at = self.pos;
        match scan.at(at) {
            mark @ (b',' | b';') => {
                if mark == b';' {
                    self.fix(Repair::MissingComma);
                }
                self.pos += 1;
                self.set(State::Value, true);
            }
            b')' if self.in_parenthesis() => {
                self.pos += 1;
                self.close(Marks::default());
            }
            close @ (b'}' | b']') => self.closing(close),
            b':' => self.junk(),
            b')' if self.stands_for_a_square() => {
                self.fix(Repair::WrongBracket);
                self.pos += 1;
                self.close(Marks::default());
            }
            _ if scan.ellipsis(at) > 0 => self.ellipsis(),
            b'{' | b'[' | b'(' => {
                self.fix(Repair::MissingComma);
                self.doubt_mixture(true);
                self.set(State::Value, false);
            }
            _ if scan.quote(at).is_some() => {
                let touching = at > 0 && scan.space_len(at - 1) == 0;
                let strings = scan.delimited_string(at) || scan.adjacent_strings(at);
                if touching && !strings && !scan.quoted_key(at) {
                    return self.stray_quote();
                }
                let (_, mark) = scan.quote(at).unwrap_or((Quote::Double, 1));
                if touching && scan.at(at + mark) == b',' {
                    // `["12"", x"]`: the comma stands on the wrong side of the quote.
                    self.doubt_texts();
                    self.taint();
                }
                // `["say \"a" "b\""]`: one text.
                let unpaired = |n: &mut Node| matches!(&n.data, Data::Text(text) if has_odd_quotes(text));
                if self.stack.last_mut().and_then(Frame::last).is_some_and(unpaired) {
                    self.taint();
                }
                let after_record = self.stack.last_mut().and_then(Frame::last).is_some_and(|n| n.is_container());
                if after_record && !scan.quoted_key(at) {
                    self.doubt_texts();
                    self.taint();
                }
                self.fix(Repair::MissingComma);
                self.set(State::Value, false);
            }
            _ if scan.plain_scalar(at) => {
                self.fix(Repair::MissingComma);
                self.doubt_mixture(false);
                self.set(State::Value, false);
            }
            _ if scan.begins_a_word(at) => {
                self.fix(Repair::MissingComma);
                let broke = scan.text[..at].trim_end_matches([' ', '\t', '\r']).ends_with('\n');
                if !broke {
                    self.taint();
                }
                self.set(State::Value, false);
            }
            _ => self.junk(),
        }
    }

    /// `[[]1]`, `[1 {]`: no comma, and next to nothing in the brackets: one may be wrong.
    fn doubt_mixture(&mut self, container: bool) {
        let opens = self.scan.opens_container(self.pos);
        let odd = |last: &mut Node| if container { !last.is_container() && !opens } else { last.is_empty() };
        if self.stack.last_mut().and_then(Frame::last).is_some_and(odd) {
            self.taint();
        }
    }

    /// `[{…})`: a round bracket that nothing opened, and a square one is missing.
    fn stands_for_a_square(&mut self) -> bool {
        let round = |frame: &Frame| matches!(frame.held, Held::Array { closer: b')', .. });
        if self.stack.iter().any(round) || self.balance().1 >= 0 {
            return false;
        }
        if let Some((_, squares)) = &mut self.balance {
            *squares += 1;
        }
        true
    }

    fn ellipsis(&mut self) {
        self.fix(Repair::Ellipsis);
        self.pos += self.scan.ellipsis(self.pos);
        while self.scan.at(self.pos) == b'.' {
            self.pos += 1;
        }
        // `...2`: perhaps a number that begins with points.
        let attached = self.scan.begins_a_word(self.pos);
        let next = self.scan.skip_space(self.pos);
        if self.scan.at(next) == b',' {
            self.pos = next + 1;
        }
        if let Some(top) = self.stack.last_mut() {
            top.marks.add(Marks::ELIDED);
            top.tainted |= attached;
            top.comma = false;
            top.state = if top.is_object() { State::Key } else { State::Value };
        }
    }
}
