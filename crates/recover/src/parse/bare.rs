//! Values without quotes: numbers, literals of several languages, words, calls.

use super::text::{Place, Text};
use super::{Marks, Node, Parser};
use crate::digits::Digits;
use crate::mend::has_odd_quotes;
use crate::node::Data;
use crate::repair::Repair;

/// Farthest that a phrase whose first quote is missing goes on after a comma.
const PHRASE_REACH: usize = 512;

/// What shells and languages put around a value to say its type, and nothing else.
const TYPES: &[&str] = &[
    "ObjectId",
    "ObjectID",
    "ISODate",
    "Date",
    "UUID",
    "Symbol",
    "NumberLong",
    "NumberInt",
    "NumberDecimal",
    "Decimal",
    "Decimal128",
    "Int32",
    "Int64",
    "Long",
    "Double",
    "Timestamp",
    "Path",
    "PosixPath",
    "PurePosixPath",
];

/// What a word without quotes means.
enum Word {
    Plain(Data),
    Number(Digits),
    NotANumber,
    Text,
}

/// Whether a text whose first quote is missing begins with a sign that may stand in its place: `«Buy milk"`, `*old"`. A
/// path may begin with its own, and a bracket with one that closes it is the text's.
fn begins_with_a_sign(said: &str) -> bool {
    let closed = |open: char, close: char| said.starts_with(open) && said.contains(close);
    let own = said.starts_with(['/', '.', '@', '+', '-', '€', '£', '%', '&', '$', '#', '¿', '¡'])
        || said.starts_with("~/")
        || closed('(', ')')
        || closed('[', ']')
        || closed('{', '}')
        || closed('<', '>');
    said.starts_with("&quot")
        || !own && said.starts_with(|c: char| c.is_ascii_punctuation() || "«»‹›❝❞「」′″‚„´\u{200b}".contains(c))
}

impl Parser<'_> {
    /// Reads a value that has no quotes. None if there is nothing to read.
    pub(super) fn bare(&mut self, place: Place) -> Option<Node> {
        let scan = self.scan;
        let start = self.pos;
        if let Some(end) = self.numbered() {
            // The number that a schema wants, or the text that it is.
            self.repairs.add(Repair::UnquotedString);
            self.pos = end;
            let said = scan.text.get(start..end)?.to_owned();
            return Some(Node::new(Data::Text(said), start, end, Marks::BARE));
        }
        let end = self.word_end(start);
        if end == start {
            return None;
        }
        let word = &scan.text[start..end];
        let after = scan.skip_space(end);
        let delimited = scan.done(after)
            || matches!(scan.at(after), b',' | b'}' | b']' | b')' | b';' | b'#')
            || scan.slash_comment(after)
            || scan.starts(after, "<!--")
            || scan.wrapper_end(after)
            || scan.text[end..after].contains('\n');
        let next_value = !delimited
            && (after > end
                && (scan.quote(after).is_some()
                    || scan.plain_scalar(after)
                    || matches!(scan.at(after), b'{' | b'[')
                    || scan.key_with_colon(after)
                    || scan.ellipsis(after) > 0)
                || scan.opens_container(after)
                || scan.quoted_key(after));
        let gap = &scan.text[end..after];
        // Tokens follow the text at once, tags and fences on a line of their own.
        let token = scan.starts(after, "<|") || scan.starts(after, "<｜") || scan.starts(after, "</s>");
        let joined = gap.is_empty() || (!token && matches!(gap, "\n" | "\r\n"));
        let at_end = scan.done(end) || (joined && scan.wrapper_end(after));
        // White space ends a number or literal, but not what is said without quotes.
        let may_go_on = scan.done(after) || scan.wrapper_end(after);
        match self.meaning(word) {
            Word::Text => {}
            meaning if delimited || next_value || place == Place::Root => {
                self.pos = end;
                let json = is_number(word) || matches!(word, "true" | "false" | "null");
                let mut marks = if json { Marks::default() } else { Marks::BARE };
                if word == "undefined" {
                    marks.add(Marks::UNSET);
                }
                let data = match meaning {
                    Word::Plain(data) => data,
                    Word::Number(digits) => {
                        if at_end {
                            marks.add(Marks::AT_END);
                            if !self.stack.is_empty() {
                                marks.add(Marks::UNCLOSED);
                            }
                        }
                        Data::Number(digits)
                    }
                    _ => {
                        self.repairs.add(Repair::NotANumber);
                        marks.add(Marks::NO_VALUE);
                        Data::Null
                    }
                };
                return Some(Node::new(data, start, end, marks));
            }
            _ => {}
        }
        if place == Place::Root {
            return None;
        }
        if scan.at(after) == b'('
            && let Some(node) = self.call(start, after)
        {
            return Some(node);
        }
        let prefix = scan.quote(end).is_some_and(|(_, len)| !matches!(scan.at(end + len), b',' | b']' | b'}'));
        if prefix && matches!(word, "u" | "U" | "b" | "B" | "r" | "R" | "f" | "F") {
            self.pos = end;
            self.repairs.add(Repair::PythonLiteral);
            let read = self.string_with_tail(place);
            let source = scan.text.get(end..self.pos).unwrap_or_default();
            // `r""` keeps its backslashes, `f""` has holes: then it is not what it seems to say.
            let other = match word {
                "r" | "R" => source.contains('\\'),
                "f" | "F" => source.contains('{'),
                _ => false,
            };
            let marks = match word {
                "u" | "U" => read.marks,
                // `B"uy milk"`: in JSON the letter may be the text's.
                _ if other || scan.at(end) == b'"' => read.marks.with(Marks::LOSSY).with(Marks::GUESSED),
                _ => read.marks.with(Marks::LOSSY),
            };
            return Some(Node::new(Data::Text(read.text), start, self.pos, marks));
        }
        self.repairs.add(Repair::UnquotedString);
        if delimited || (next_value && scan.quote(end).is_none() && scan.quoted_key(after)) {
            self.pos = end;
            let numbers = place == Place::Element && word.bytes().all(|b| b.is_ascii_digit() || b == b':');
            let range = place == Place::Member && is_range(word);
            let certain = range || (certain_word(word) && !numbers);
            let mut marks = if certain { Marks::BARE } else { Marks::BARE.with(Marks::GUESSED) };
            if scan.comment_end(after) > after {
                // `ls // list`: what seems a comment may be said too.
                marks.add(Marks::CONCLUDED);
            }
            if may_go_on {
                marks.add(Marks::UNCLOSED);
            }
            let data = begun_number(word).unwrap_or_else(|| Data::Text(word.to_owned()));
            return Some(Node::new(data, start, end, marks));
        }
        Some(self.phrase(start, end, place))
    }

    /// Several words without quotes, up to the next delimiter: a guess, unless one quote is all that is
    /// missing, or words are all there is.
    fn phrase(&mut self, start: usize, from: usize, place: Place) -> Node {
        let scan = self.scan;
        let stops = |at: usize| matches!(scan.at(at), b',' | b'}' | b']' | b'\n' | b'"') || scan.fence(at);
        let mut end = from;
        while !scan.done(end) && !stops(end) {
            end += 1;
        }
        if place == Place::Member && scan.at(end) == b',' && !scan.key_with_colon(scan.skip_space(end + 1)) {
            // `"title": call Anna, then Bob", …`: what follows the comma is no key.
            let mut reach = scan.bytes[end..].iter().take(PHRASE_REACH);
            let next = reach.position(|b| matches!(b, b'"' | b'{' | b'}' | b'[' | b']' | b':' | b'\n'));
            if let Some(quote) = next.map(|length| end + length)
                && scan.at(quote) == b'"'
                && !scan.done(scan.skip_space(quote + 1))
                && self.closes(quote + 1, place, true)
                && scan.space_len(quote - 1) == 0
                && scan.at(quote - 1) != b','
            {
                end = quote;
            }
        }
        let mut marks = Marks::GUESSED;
        if scan.done(end) {
            marks.add(Marks::UNCLOSED);
        }
        let after = scan.skip_space(end + 1);
        self.pos = end;
        if scan.at(end) == b'"' && !scan.quoted_key(end) {
            self.repairs.add(Repair::MissingQuote);
            self.pos += 1;
            let word = place == Place::Element
                && scan.text.get(start..end).is_some_and(certain_word)
                && matches!(scan.at(after), b',' | b']');
            if !scan.done(after) && (word || self.closes(end + 1, place, true)) {
                // `"title": Buy milk", …`
                let escapes = place == Place::Element && scan.bytes[start..end].contains(&b'\\');
                let sign = scan.text.get(start..end).is_some_and(begins_with_a_sign);
                let mut marks = if escapes || sign { Marks::GUESSED } else { Marks::CONCLUDED };
                let text = self.unescape(start, end, &mut marks);
                if !matches!(self.meaning(&text), Word::Text) {
                    marks.add(Marks::UNTYPED);
                }
                if place == Place::Element && self.may_go_on(&text) {
                    self.doubt_texts();
                    marks.add(Marks::GUESSED);
                }
                return Node::new(Data::Text(text), start, self.pos, marks);
            }
        }
        let text = scan.text.get(start..end).unwrap_or_default().trim_end().to_owned();
        let ends = match scan.at(end) {
            b',' => scan.key_with_colon(after),
            b'}' => true,
            b'\n' => scan.key_with_colon(after) || matches!(scan.at(after), b'}'),
            _ => false,
        };
        // `["a", say it]`; of `[a b, c d]` nobody knows how many there are.
        let alone = match scan.at(end) {
            b']' => !self.follows_a_guess(),
            b',' => scan.quote(after).is_some() || matches!(scan.at(after), b'{' | b'[' | b']'),
            _ => false,
        };
        let ends = if place == Place::Member { ends } else { alone };
        let (first, more) = text.split_once(' ').unwrap_or((&text, ""));
        let begins = text.starts_with(char::is_alphabetic) && !is_near_literal(first);
        // `["a", say: no']`: a quote or a key, of which nobody knows what became.
        let odd = text.ends_with(['\'', '"']) || (place == Place::Element && text.contains(": "));
        if ends && begins && !odd && !more.is_empty() && text.split(' ').all(is_word) {
            marks = Marks::CONCLUDED;
        }
        let next = scan.skip_space(end);
        if scan.done(next) || scan.wrapper_end(next) {
            marks.add(Marks::UNCLOSED);
        }
        Node::new(Data::Text(text), start, end, marks.with(Marks::BARE))
    }

    /// `"say \"a", then b"`, `"a", b c"`, `"" b"`: one text with a quote inside, rather than a second that lacks
    /// its first quote.
    fn may_go_on(&mut self, text: &str) -> bool {
        let last = self.stack.last_mut().and_then(super::Frame::last);
        last.is_some_and(|last| match &last.data {
            Data::Text(before) => before.is_empty() || text.contains(' ') || has_odd_quotes(before),
            _ => false,
        })
    }

    /// The value before is a guess.
    fn follows_a_guess(&mut self) -> bool {
        self.stack.last_mut().and_then(super::Frame::last).is_some_and(|last| last.marks.has(Marks::GUESSED))
    }

    /// `ObjectId("…")`, `NumberLong(2)`: the one scalar inside. What any other function makes of it nobody knows:
    /// `not(true)`, `print("hi")` are what they say, and no value.
    fn call(&mut self, start: usize, paren: usize) -> Option<Node> {
        let scan = self.scan;
        let inside = scan.skip_space(paren + 1);
        let end = if scan.quote(inside).is_some() { scan.short_string(inside)? } else { scan.word(inside) };
        let close = scan.skip_space(end);
        if end == inside || scan.at(close) != b')' {
            return None;
        }
        let name = scan.text.get(start..paren)?;
        if !TYPES.contains(&name.trim_end()) {
            self.repairs.add(Repair::UnquotedString);
            self.pos = close + 1;
            let said = scan.text.get(start..self.pos)?.to_owned();
            let marks = Marks::GUESSED.with(Marks::LOSSY).with(Marks::BARE);
            return Some(Node::new(Data::Text(said), start, self.pos, marks));
        }
        self.repairs.add(Repair::FunctionCall);
        let data = if let Some((_, len)) = scan.quote(inside) {
            Data::Text(scan.text.get(inside + len..end - len)?.to_owned())
        } else {
            match self.meaning(scan.text.get(inside..end)?) {
                Word::Plain(data) => data,
                Word::Number(digits) => Data::Number(digits),
                Word::NotANumber | Word::Text => Data::Text(scan.text.get(inside..end)?.to_owned()),
            }
        };
        self.pos = close + 1;
        Some(Node::new(data, start, close + 1, Marks::BARE))
    }

    /// Reads a string and what is added to it: `"a" + "b"`.
    pub(super) fn string_with_tail(&mut self, place: Place) -> Text {
        let mut read = self.string(place);
        if place == Place::Key {
            return read;
        }
        loop {
            let plus = self.scan.skip_space(self.pos);
            if self.scan.at(plus) != b'+' {
                return read;
            }
            let before = self.pos;
            self.pos = plus + 1;
            self.skip_trivia();
            if self.scan.quote(self.pos).is_none() {
                self.pos = before;
                return read;
            }
            self.repairs.add(Repair::StringConcatenation);
            let more = self.string(place);
            read.text.push_str(&more.text);
            read.marks.add(more.marks);
        }
    }

    fn word_end(&self, start: usize) -> usize {
        let scan = self.scan;
        let mut at = start;
        while !scan.done(at)
            && !matches!(scan.at(at), b',' | b'{' | b'}' | b'[' | b']' | b'(' | b')' | b'"' | b';' | b'\\')
            && scan.space_len(at) == 0
            && !scan.slash_comment(at)
        {
            let prefix = at == start + 1 && b"uUbBrRfF".contains(&scan.at(start));
            if scan.at(at) == b'\'' && (at == start || prefix) {
                break;
            }
            at += 1;
            while !scan.text.is_char_boundary(at) {
                at += 1;
            }
        }
        // A slash comment after a colon is the rest of an address: `http://…`.
        if scan.slash_comment(at) && at > start && scan.at(at - 1) == b':' {
            while !scan.done(at) && !matches!(scan.at(at), b',' | b'}' | b']' | b'"') && scan.space_len(at) == 0 {
                at += 1;
            }
            while !scan.text.is_char_boundary(at) {
                at += 1;
            }
        }
        at
    }

    fn meaning(&mut self, word: &str) -> Word {
        if is_number(word) {
            return Word::Number(word.into());
        }
        match word {
            "true" => return Word::Plain(Data::Bool(true)),
            "false" => return Word::Plain(Data::Bool(false)),
            "null" => return Word::Plain(Data::Null),
            "True" | "False" | "None" => {
                self.repairs.add(Repair::PythonLiteral);
                return Word::Plain(if word == "None" { Data::Null } else { Data::Bool(word == "True") });
            }
            "undefined" | "nil" => {
                self.repairs.add(Repair::LiteralCase);
                return Word::Plain(Data::Null);
            }
            "NaN" | "nan" | "Infinity" | "-Infinity" | "+Infinity" | "inf" | "-inf" => return Word::NotANumber,
            _ => {}
        }
        for (literal, data) in [("true", Data::Bool(true)), ("false", Data::Bool(false)), ("null", Data::Null)] {
            if word.eq_ignore_ascii_case(literal) {
                self.repairs.add(Repair::LiteralCase);
                return Word::Plain(data);
            }
        }
        match lenient_number(word) {
            Some(digits) => {
                self.repairs.add(Repair::NumberSyntax);
                Word::Number(digits.as_str().into())
            }
            None => Word::Text,
        }
    }
}

/// `2e`, `-`: a number whose last digits are missing, with the least that makes it one. Only for display.
fn begun_number(word: &str) -> Option<Data> {
    let number = word.ends_with(['e', 'E', '+', '-']).then(|| format!("{word}0"))?;
    is_number(&number).then(|| Data::Number(number.as_str().into()))
}

/// RFC 8259 `number`.
pub(crate) fn is_number(word: &str) -> bool {
    let bytes = word.as_bytes();
    let digits = |mut at: usize| {
        let from = at;
        while bytes.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        (at > from).then_some(at)
    };
    let begin = usize::from(bytes.first() == Some(&b'-'));
    let Some(mut at) = digits(begin) else { return false };
    if bytes[begin] == b'0' && at > begin + 1 {
        return false;
    }
    if bytes.get(at) == Some(&b'.') {
        match digits(at + 1) {
            Some(end) => at = end,
            None => return false,
        }
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(at + 1), Some(b'+' | b'-')));
        match digits(at + 1 + sign) {
            Some(end) => at = end,
            None => return false,
        }
    }
    at == bytes.len()
}

/// Numbers that JSON5, Python or JavaScript write and JSON does not: `+1`, `.5`, `5.`, `0x1F`, `1_000`.
/// Not leading zeros: `007` is a number to some and a code to others.
pub(crate) fn lenient_number(word: &str) -> Option<String> {
    let (sign, rest) = match word.as_bytes().first()? {
        b'+' => ("", &word[1..]),
        b'-' => ("-", &word[1..]),
        _ => ("", word),
    };
    if let Some(hex) = rest.strip_prefix("0x").or_else(|| rest.strip_prefix("0X")) {
        let value = u64::from_str_radix(hex, 16).ok()?;
        return Some(format!("{sign}{value}"));
    }
    if !rest.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'_' | b'e' | b'E' | b'+' | b'-')) {
        return None;
    }
    if !rest.bytes().any(|b| b.is_ascii_digit()) {
        return None;
    }
    let mut digits = rest.to_owned();
    if digits.contains('_') {
        let separated = rest.split(['_', '.']).all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()));
        if !separated {
            return None;
        }
        digits.retain(|c| c != '_');
    }
    if digits.starts_with('.') {
        digits.insert(0, '0');
    }
    if digits.ends_with('.') {
        digits.push('0');
    } else if let Some(at) = digits.find(['e', 'E'])
        && digits[..at].ends_with('.')
    {
        digits.insert(at, '0');
    }
    let number = format!("{sign}{digits}");
    is_number(&number).then_some(number)
}

fn is_near_literal(word: &str) -> bool {
    const LITERALS: [&str; 7] = ["true", "false", "null", "none", "nan", "infinity", "undefined"];
    let mut near = LITERALS.iter().filter(|l| l.len().abs_diff(word.len()) <= 1).peekable();
    near.peek().is_some() && {
        let lower = word.to_ascii_lowercase();
        near.any(|l| within_one_edit(&lower, l))
    }
}

/// A word that can hardly be anything but the string it seems to be: an identifier, a date, an
/// address; not a broken number, nor a misspelt literal.
fn certain_word(word: &str) -> bool {
    let numeric = word.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'+' | b'-' | b'_' | b'e' | b'E'));
    // Three numbers or more are no number: a version, an address.
    let version = || {
        word.split('.').count() > 2 && word.split('.').all(|p| !p.is_empty() && p.bytes().all(|b| b.is_ascii_digit()))
    };
    let date = || word.len() == 10 && word.as_bytes()[4] == b'-' && word.as_bytes()[7] == b'-';
    let plain = word.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ':' | '/' | '@' | '$'));
    let closed = !word.starts_with(['.', ':']) && !word.ends_with([':', '.']);
    !word.is_empty() && plain && closed && (!numeric || date() || version()) && !is_near_literal(word)
}

/// `10-20`
fn is_range(word: &str) -> bool {
    word.split('-').count() > 1 && word.split('-').all(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
}

/// A word of a phrase, with what stands at its end.
fn is_word(word: &str) -> bool {
    let said = word.trim_end_matches(['!', '?', '.', ';', ':', ',']);
    let plain = |c: char| {
        c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ':' | '/' | '@' | '$' | '\'' | '’' | '&' | '+' | '%' | '#')
    };
    !said.is_empty() && said.chars().all(plain)
}

/// Whether the words are the same but for one character.
pub(crate) fn within_one_edit(a: &str, b: &str) -> bool {
    if a.len().abs_diff(b.len()) > 1 {
        return false;
    }
    let common = a.bytes().zip(b.bytes()).take_while(|(x, y)| x == y).count();
    // What is left of both after the one character that differs.
    let left = |word: &str, skip: usize| word.len().checked_sub(common + skip);
    let same = |a_skips: usize, b_skips: usize| {
        let ends = |len: usize| a.bytes().rev().zip(b.bytes().rev()).take(len).all(|(x, y)| x == y);
        left(a, a_skips).is_some_and(|len| left(b, b_skips) == Some(len) && ends(len))
    };
    a == b || same(1, 1) || same(1, 0) || same(0, 1)
}
