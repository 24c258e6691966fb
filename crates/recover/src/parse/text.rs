//! Strings: where one ends, and what it says. The end is certain where what follows can only follow
//! a string; everywhere else it is a guess, and the node says so.

use super::Parser;
use super::scan::{Quote, Scan};
use crate::node::Marks;
use crate::repair::Repair;

/// More quotes than open and close a text.
const MOST_QUOTES: usize = 7;

/// Where a string stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Key,
    Member,
    Element,
    Root,
}

/// A string that was read.
pub(super) struct Text {
    pub(super) text: String,
    pub(super) marks: Marks,
}

/// What the quotes inside a string, which have no backslash, look like.
#[derive(Debug, Default)]
struct InnerQuotes {
    all: usize,
    /// Of these, those with white space before and a word after.
    opening: usize,
    /// Those that have a backslash: they pair up with the others.
    escaped: usize,
    /// The first of them ends what the string's own quote begins: `"a" or "b"`.
    ends_first: bool,
    /// One of them may as well belong to the structure around.
    doubtful: bool,
}

impl InnerQuotes {
    /// Notes the quote of `len` bytes at `at`.
    fn note(&mut self, scan: &Scan<'_>, begin: usize, at: usize, len: usize, place: Place) {
        let before = scan.bytes.get(begin..at).unwrap_or_default();
        let previous = before.trim_ascii_end().last().copied().unwrap_or(b' ');
        let next = scan.at(scan.skip_space(at + len));
        let spaced = before.last().is_none_or(u8::is_ascii_whitespace);
        let after = scan.space_len(at + len) > 0;
        let ends =
            after && before.last().is_some_and(|b| b.is_ascii_alphanumeric() || b".!?,)".contains(b) || *b > 0x7f);
        self.ends_first |= self.all == 0 && ends;
        // `"x" "y"`: two texts, or one.
        self.doubtful |= after && scan.at(scan.skip_space(at + len)) == b'"';
        // `"A" qty:"1"`, `"A".}, {qty: "1"`: the text may have ended, and what is between them is not the text's.
        let unpaired = !(self.all + self.escaped).is_multiple_of(2);
        self.doubtful |= (self.ends_first || unpaired) && matches!(previous, b':' | b'=');
        self.all += 1;
        self.opening += usize::from(spaced);
        self.doubtful |= matches!(next, b':' | b'=' | b'{' | b'}' | b'[' | b']')
            || matches!(previous, b'{' | b'[' | b'}' | b']')
            || (place == Place::Key && matches!(previous, b':' | b','));
    }

    /// `say "hi" now`, `a 24" screen`; not `one, "two`, whose own quote may be missing.
    fn leave_no_doubt(&self) -> bool {
        let doubtful = self.doubtful || (self.ends_first && self.opening > 0);
        !doubtful && ((self.all + self.escaped).is_multiple_of(2) || (self.opening == 0 && self.escaped == 0))
    }
}

/// Where the word at `begin` ends, if a colon follows it at once.
fn word_before_colon(scan: &Scan<'_>, begin: usize) -> Option<usize> {
    let end = scan.word(begin);
    (end > begin && scan.at(end) == b':' && scan.at(end + 1) != b'/').then_some(end)
}

/// Whether a text ends as the next member begins: `a.txt, content:`.
fn ends_with_a_bare_key(said: &[u8]) -> bool {
    let Some(before) = said.strip_suffix(b":") else { return false };
    let word = before.iter().rev().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
    word > 0 && before[..before.len() - word].trim_ascii_end().ends_with(b",")
}

impl Parser<'_> {
    /// Reads the string at the current offset, which is a quote.
    pub(super) fn string(&mut self, place: Place) -> Text {
        let Some((quote, len)) = self.scan.quote(self.pos) else {
            return Text { text: String::new(), marks: Marks::GUESSED };
        };
        if let Some(text) =
            self.nothing_quoted(place).or_else(|| self.triple_quoted(place)).or_else(|| self.double_quoted(place))
        {
            return text;
        }
        match quote {
            Quote::Double => {}
            Quote::Single => self.repairs.add(Repair::SingleQuotes),
            Quote::SmartDouble | Quote::SmartSingle | Quote::Angle | Quote::Corner => {
                self.repairs.add(Repair::SmartQuotes)
            }
        }
        let begin = self.pos + len;
        if place == Place::Key
            && let Some((end, next)) = self.mixed_key(begin, quote)
        {
            self.repairs.add(Repair::MissingQuote);
            self.pos = next;
            let mut marks = Marks::CONCLUDED;
            let text = self.unescape(begin, end, &mut marks);
            return Text { text, marks };
        }
        let (mut end, mut next, mut marks) = self.string_end(begin, quote, place);
        if place == Place::Key
            && marks.has(Marks::GUESSED.with(Marks::CONCLUDED))
            && !marks.has(Marks::UNCLOSED)
            && let Some(word) = word_before_colon(&self.scan, begin)
        {
            // `{"id: 5, "title": …`: the string that was found is this key and all up to the next one.
            self.repairs.add(Repair::MissingQuote);
            (end, next, marks) = (word, word, Marks::CONCLUDED);
        }
        let (begin, end) = self.without_doubled(begin, end, len, place, &mut marks);
        self.pos = next;
        let text = self.unescape(begin, end, &mut marks);
        Text { text, marks }
    }

    /// `""title": …`, `"high"", …`: a quote that stands there twice is no part of the string. After a
    /// digit it may be one: `24""`.
    fn without_doubled(&self, begin: usize, end: usize, len: usize, place: Place, marks: &mut Marks) -> (usize, usize) {
        let whole = (begin, end);
        let scan = self.scan;
        let mark = scan.text.get(begin - len..begin).unwrap_or_default();
        let Some(raw) = scan.text.get(begin..end).filter(|raw| raw.len() > len && raw.matches(mark).count() == 1)
        else {
            return whole;
        };
        let guessed = marks.has(Marks::GUESSED.with(Marks::CONCLUDED)) && !marks.has(Marks::UNCLOSED);
        let over = scan.done(scan.skip_space(end + len)) || place == Place::Root;
        if !guessed || over || raw.contains(['\n', '\\']) {
            return whole;
        }
        let said = if raw.starts_with(mark) {
            (begin + len, end)
        } else if raw.ends_with(mark) {
            (begin, end - len)
        } else {
            return whole;
        };
        let last = scan.at(said.1.saturating_sub(1));
        if place != Place::Key && last.is_ascii_digit() {
            *marks = Marks::GUESSED;
            return whole;
        }
        let text = scan.text.get(said.0..said.1).unwrap_or_default();
        let more = |open: char, close: char| text.matches(close).count() > text.matches(open).count();
        // `""a.py},`: the bracket behind it may be the structure's.
        let swallows = (text.ends_with('}') && more('{', '}'))
            || (text.ends_with(']') && more('[', ']'))
            || ends_with_a_bare_key(text.trim_end().as_bytes());
        *marks = if swallows { Marks::GUESSED } else { Marks::CONCLUDED };
        said
    }

    /// `"id': 5`: a key whose quotes are of two families.
    fn mixed_key(&self, begin: usize, quote: Quote) -> Option<(usize, usize)> {
        let scan = self.scan;
        let own = scan.short_string(self.pos).map(|end| scan.at(scan.skip_space(end)));
        if own == Some(b':') || (own.is_none() && quote == Quote::Double) {
            return None;
        }
        let end = scan.word(begin);
        let (other, len) = scan.quote(end)?;
        let next = scan.skip_space(end + len);
        let ends = end > begin && other != quote && scan.at(next) == b':';
        (ends && scan.value_start(scan.skip_space(next + 1))).then_some((end, end + len))
    }

    /// Offsets where the text ends and where reading goes on.
    fn string_end(&mut self, begin: usize, quote: Quote, place: Place) -> (usize, usize, Marks) {
        let scan = self.scan;
        if let Some((end, next)) = self.paired_end(begin, quote, place) {
            return (end, next, Marks::default());
        }
        let mut at = begin;
        let mut guessed = false;
        let mut inner = InnerQuotes::default();
        // A typographic quote that would close it, in case no straight one does.
        let mut smart: Option<(usize, usize)> = None;
        while !scan.done(at) {
            let byte = scan.at(at);
            if byte == b'\\' {
                // `{\"key\": \"value\"}` is read by another way; here a backslash covers one character.
                inner.escaped += usize::from(scan.at(at + 1) == b'"');
                at += 2;
                continue;
            }
            let interesting = matches!(byte, b'"' | b'\'' | b'`' | 0xc2 | 0xe2 | 0xe3 | 0xef);
            if !interesting {
                at += 1;
                continue;
            }
            if let Some(len) = scan.closing_quote(at, quote) {
                let unended = self.ends_with_comma(begin, at, at + len);
                if !unended && self.closes(at + len, place, guessed) {
                    let mut marks = self.end_marks(begin, at, at + len, place);
                    if guessed {
                        self.repairs.add(Repair::UnescapedQuote);
                        self.doubt_begun_bodies();
                        let over = scan.done(scan.skip_space(at + len)) || place == Place::Root;
                        let raw = scan.text.get(begin..at).unwrap_or_default();
                        // `“a” b"`: what opens it is the text's own.
                        let other = quote == Quote::SmartDouble && scan.at(at) == b'"' && raw.contains('”');
                        let sure = !over && !other && inner.leave_no_doubt() && !raw.contains('\n');
                        marks.add(if sure { Marks::CONCLUDED } else { Marks::GUESSED });
                    }
                    return (at, at + len, marks);
                }
                if let Some((end, next)) = smart {
                    self.repairs.add(Repair::SmartQuotes);
                    return (end, next, Marks::GUESSED);
                }
                if !guessed && place == Place::Member && self.ends_before_a_bare_key(begin, at, at + len) {
                    return (at, at + len, Marks::CONCLUDED);
                }
                if let Some((end, next)) = self.opens_next(begin, at, place) {
                    self.repairs.add(Repair::MissingQuote);
                    // `"title: "Buy milk"`: a key that is a word ends before its colon.
                    let word = place == Place::Key && !guessed && end > begin && scan.word(begin) == end;
                    if !guessed && let Some(end) = self.other_quote_before(begin, end, quote) {
                        return (end, next, Marks::CONCLUDED);
                    }
                    return (end, next, if word { Marks::CONCLUDED } else { Marks::GUESSED });
                }
                guessed = true;
                inner.note(&scan, begin, at, len, place);
                at += len;
                continue;
            }
            if smart.is_none()
                && quote == Quote::Double
                && let Some((Quote::SmartDouble, len)) = scan.quote(at)
                && self.closes(at + len, place, true)
            {
                smart = Some((at, at + len));
            }
            at += 1;
        }
        let end = scan.bytes.len();
        let marks = if guessed { Marks::UNCLOSED.with(Marks::GUESSED) } else { Marks::UNCLOSED };
        (begin + self.without_closers(&scan.text[begin.min(end)..]).len(), end, marks)
    }

    /// Where a string between “ and ”, ‘ and ’ or backticks ends: whatever straight quotes are in it.
    fn paired_end(&mut self, begin: usize, quote: Quote, place: Place) -> Option<(usize, usize)> {
        if matches!(quote, Quote::Double | Quote::Single) || self.no_pair_after <= begin {
            return None;
        }
        let (open, close) = [("“", "”"), ("‘", "’"), ("`", "`")]
            .into_iter()
            .find(|(open, _)| self.scan.text.get(..begin).is_some_and(|before| before.ends_with(open)))?;
        let Some(length) = self.scan.text.get(begin..)?.find(close) else {
            self.no_pair_after = begin;
            return None;
        };
        let (end, next) = (begin + length, begin + length + close.len());
        let said = self.scan.text.get(begin..end)?;
        let straight = said.contains(['"', '\'']) && !said.ends_with('\\');
        let sure = straight && !said.contains(open) && !said.contains('\n');
        (sure && self.closes(next, place, true)).then_some((end, next))
    }

    /// Whether the text up to `at` ends with a comma and a line break, and what follows the quote needs
    /// one before it: this string's own quote is missing, and the quote at `at` opens the next.
    fn ends_with_comma(&self, begin: usize, at: usize, after: usize) -> bool {
        let before = self.scan.bytes.get(begin..at).unwrap_or_default();
        let said = before.trim_ascii_end();
        said.ends_with(b",")
            && before[said.len()..].contains(&b'\n')
            && !matches!(self.scan.at(self.scan.skip_space(after)), b',' | b'}' | b']' | b':' | 0)
    }

    /// `"a, "b"`: an element that ends with a comma, before something that is no mark of structure, ended
    /// there perhaps because it lacks its own quote.
    fn end_marks(&self, begin: usize, at: usize, after: usize, place: Place) -> Marks {
        let said = self.scan.bytes.get(begin..at).unwrap_or_default().trim_ascii_end();
        let next = self.scan.at(self.scan.skip_space(after));
        let sure = place != Place::Element || !said.ends_with(b",") || matches!(next, b',' | b']' | b'}' | b')' | b';');
        let sure = sure && (self.quoted_keys || place == Place::Key || !ends_with_a_bare_key(said));
        if sure && !self.breaks_before_its_quote(begin, at, after) { Marks::default() } else { Marks::GUESSED }
    }

    /// `"high\n"  }` where the quote stands on the next line, in the place of the bracket: it and the only line
    /// break of the text have changed places.
    fn breaks_before_its_quote(&self, begin: usize, at: usize, after: usize) -> bool {
        let scan = self.scan;
        let said = scan.bytes.get(begin..at).unwrap_or_default();
        let gap = scan.bytes.get(after..scan.skip_space(after)).unwrap_or_default();
        let bracket = matches!(scan.at(after + gap.len()), b'}' | b']');
        let once = said.last() == Some(&b'\n') && said.iter().filter(|b| **b == b'\n').count() == 1;
        once && bracket && gap.first() == Some(&b' ') && !gap.contains(&b'\n')
    }

    /// For display: an open string that ends with the brackets of all that is open lacks its quote.
    fn without_closers<'t>(&self, text: &'t str) -> &'t str {
        let mut rest = text;
        for frame in &self.stack {
            let closer = if frame.is_object() { '}' } else { ']' };
            match rest.trim_end().strip_suffix(closer) {
                Some(shorter) => rest = shorter,
                None => return text,
            }
        }
        if rest.len() < text.len() { rest.trim_end() } else { text }
    }

    /// Whether a string of this place may end right before `after`. `strict` wants more than a comma:
    /// it is asked once a quote inside the string has shown that quotes are not to be trusted.
    pub(super) fn closes(&self, after: usize, place: Place, strict: bool) -> bool {
        let scan = self.scan;
        let at = scan.skip_space(after);
        let comment = scan.slash_comment(at) || (at > after && scan.starts(at, "<!--"));
        if scan.done(at) || comment || scan.wrapper_end(at) && at > after {
            return true;
        }
        if scan.wrapper_end(at) && !(scan.at(at) == b'<' && scan.at(at + 1) != b'/' && scan.at(at + 1) != b'|') {
            return true;
        }
        let byte = scan.at(at);
        if byte == b'#' && at > after && scan.at(at + 1) == b' ' {
            return true;
        }
        let added = scan.skip_space(at + 1);
        if byte == b'+' && (scan.quote(added).is_some() || scan.slash_comment(added)) {
            return true;
        }
        if byte == b')' && self.in_parenthesis() {
            return true;
        }
        match place {
            Place::Root => false,
            Place::Key => match byte {
                b':' | b'=' => true,
                b'{' | b'[' => scan.opens_container(at) || (!strict && scan.quote(added).is_some()),
                b',' | b'}' => !strict,
                b';' => !strict && scan.value_start(added),
                _ => scan.delimited_string(at) || scan.plain_scalar(at),
            },
            Place::Member => match byte {
                b'}' => {
                    !strict
                        || scan.continues_array(at + 1)
                        || scan.continues_object(at + 1)
                        || scan.continues_nothing(at + 1)
                }
                b']' => {
                    let fits = !strict || scan.continues_object(at + 1);
                    fits && self.inside_array() || scan.done(scan.skip_space(at + 1))
                }
                b',' => {
                    let next = scan.skip_space(at + 1);
                    !strict || scan.done(next) || scan.at(next) == b'}' || scan.key_with_colon(next)
                }
                b';' => !strict,
                _ if scan.quote(at).is_some() => scan.key_with_colon(at),
                _ => {
                    let broke = scan.bytes[after..at].contains(&b'\n');
                    broke && scan.key_with_colon(at)
                }
            },
            Place::Element => match byte {
                b']' => true,
                b':' => !strict,
                b';' => !strict && scan.value_start(added),
                b'}' => self.inside_object(),
                b',' => {
                    let next = scan.skip_space(at + 1);
                    !strict
                        || scan.done(next)
                        || scan.at(next) == b']'
                        || scan.value_start(next)
                        || scan.ellipsis(next) > 0
                }
                b'{' | b'[' => scan.opens_container(at),
                _ if scan.quote(at).is_some() => scan.delimited_string(at) || scan.adjacent_strings(at),
                _ => scan.ellipsis(at) > 0 || scan.plain_scalar(at),
            },
        }
    }

    /// `{sku:"A" qty:"1"}`: where no key has quotes, a word with its colon and a value behind the quote is the next
    /// member, whose comma is missing.
    fn ends_before_a_bare_key(&self, begin: usize, at: usize, after: usize) -> bool {
        let scan = self.scan;
        let next = scan.skip_space(after);
        let ends = at > begin && scan.space_len(at - 1) == 0;
        ends && !self.quoted_keys
            && word_before_colon(&scan, next).is_some_and(|end| scan.value_start(scan.skip_space(end + 1)))
    }

    /// The quote at `at` opens the next string: the end quote of this one is missing. Answers where
    /// this one ends and where to go on.
    fn opens_next(&self, begin: usize, at: usize, place: Place) -> Option<(usize, usize)> {
        let scan = self.scan;
        let before = scan.text.get(begin..at)?;
        let trimmed = before.trim_end();
        let line_broke = before[trimmed.len()..].contains('\n');
        let last = *trimmed.as_bytes().last()?;
        let fits = match place {
            Place::Key => {
                return (last == b':').then(|| {
                    let colon = begin + trimmed.len() - 1;
                    (colon, colon)
                });
            }
            Place::Member => scan.quoted_key(at),
            Place::Element => scan.delimited_string(at),
            Place::Root => false,
        };
        if !fits || !(last == b',' || line_broke) {
            return None;
        }
        let text = trimmed.strip_suffix(',').unwrap_or(trimmed);
        Some((begin + text.trim_end().len(), begin + text.len()))
    }

    /// `"title": "high', "done": …`: the one quote of another family that ends the string is its end.
    /// Not after an s, where it may be an apostrophe.
    fn other_quote_before(&self, begin: usize, end: usize, quote: Quote) -> Option<usize> {
        let raw = self.scan.text.get(begin..end)?;
        let last = raw.chars().next_back()?;
        let at = end - last.len_utf8();
        let (other, _) = self.scan.quote(at)?;
        let said = &raw[..raw.len() - last.len_utf8()];
        let apostrophe = said.ends_with(['s', 'S', 'x', 'z']);
        (other != quote && !apostrophe && !said.contains(last) && !said.contains('\n')).then_some(at)
    }

    /// `""""`, `""""""`: nothing between quotes that are there two or three times.
    fn nothing_quoted(&mut self, place: Place) -> Option<Text> {
        let scan = self.scan;
        let mark = scan.at(self.pos);
        let quotes = scan.bytes.get(self.pos..)?.iter().take(MOST_QUOTES).take_while(|b| **b == mark).count();
        let after = self.pos + quotes;
        let whole = matches!((mark, quotes), (b'"', 4 | 6) | (b'\'', 6));
        let over = matches!(place, Place::Root | Place::Key) || scan.done(scan.skip_space(after));
        if over || !whole || !self.closes(after, place, true) {
            return None;
        }
        self.repairs.add(if quotes == 6 { Repair::TripleQuotes } else { Repair::UnescapedQuote });
        self.pos = after;
        Some(Text { text: String::new(), marks: Marks::CONCLUDED })
    }

    /// `""text""`: both quotes are there twice.
    fn double_quoted(&mut self, place: Place) -> Option<Text> {
        let scan = self.scan;
        let begin = self.pos + 2;
        let delimited = scan.space_len(begin) > 0 || matches!(scan.at(begin), b'"' | b',' | b':' | b'}' | b']' | 0);
        if !scan.starts(self.pos, "\"\"") || delimited {
            return None;
        }
        let mut end = begin;
        while !scan.done(end) && scan.at(end) != b'"' {
            end += if scan.at(end) == b'\\' { 2 } else { 1 };
        }
        let after = end + 2;
        let next = scan.skip_space(after);
        let over = place == Place::Root || scan.done(next);
        // `[""a"" ""b""]`
        let another =
            place == Place::Element && next > after && scan.starts(next, "\"\"") && scan.word(next + 2) > next + 2;
        if over || !scan.starts(end, "\"\"") || !(another || self.closes(after, place, true)) {
            return None;
        }
        self.repairs.add(Repair::UnescapedQuote);
        self.pos = after;
        let mut marks = Marks::CONCLUDED;
        let text = self.unescape(begin, end, &mut marks);
        Some(Text { text, marks })
    }

    /// `"""text"""`, with everything between as it stands.
    fn triple_quoted(&mut self, place: Place) -> Option<Text> {
        let scan = self.scan;
        let mark = ["\"\"\"", "'''"].into_iter().find(|m| scan.starts(self.pos, m))?;
        if place == Place::Key || self.no_triple_after <= self.pos {
            return None;
        }
        let begin = self.pos + mark.len();
        let mut from = begin;
        // The last of a run of quotes closes it: `"""a "b""""`.
        let end = loop {
            let Some(found) = scan.text[from..].find(mark) else {
                self.no_triple_after = self.pos;
                return None;
            };
            let mut end = from + found;
            while scan.starts(end + 1, mark) {
                end += 1;
            }
            if self.closes(end + mark.len(), place, false) {
                break end;
            }
            from = end + mark.len();
        };
        if end <= begin {
            return None;
        }
        self.repairs.add(Repair::TripleQuotes);
        self.pos = end + mark.len();
        let mut marks = Marks::default();
        let text = self.unescape(begin, end, &mut marks);
        Some(Text { text, marks })
    }
}
