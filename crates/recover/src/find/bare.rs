//! Texts that are one string, number or literal, without any container.

use super::{Finder, only_separators, reasoning};
use crate::node::{Data, Marks, Node};
use crate::parse::{Parsed, Parser};
use crate::repair::Repairs;

/// Longest line before brackets that is looked at.
pub(super) const LINE: usize = 120;

/// Whether brackets are the value of a name in a text of another language, which stands in a fence or is indented:
/// `labels: [a]`, `x = []`.
pub(super) fn is_named(line: &str, in_fence: bool) -> bool {
    let named = line.trim_end();
    let within = in_fence || line.starts_with([' ', '\t']);
    within && line.len() <= LINE && named.ends_with([':', '=', '-']) && named.contains(char::is_alphanumeric)
}

/// Whether brackets are an argument by its name in a call: `add(title="x", tags=`.
pub(super) fn is_argument(line: &str) -> bool {
    let Some(line) = line.get(line.floor_char_boundary(line.len().saturating_sub(LINE))..) else { return false };
    let name = line.strip_suffix('=').unwrap_or_default();
    name.ends_with(|c: char| c.is_alphanumeric() || c == '_') && name.matches('(').count() > name.matches(')').count()
}

/// Whether brackets are the words of a link, with its address behind them: `[link](http://x)`.
pub(super) fn is_link(behind: &str) -> bool {
    let address = behind.strip_prefix('(').unwrap_or_default();
    ["http", "/", "#", "mailto:", "./", "www."].iter().any(|start| address.starts_with(start))
}

/// Whether round brackets hold words, which are said, rather than a value: `(hypothetical)`, `(deleting 10)`.
pub(super) fn is_aside(text: &str) -> bool {
    let inside = text.get(..text.floor_char_boundary(LINE)).and_then(|near| near.strip_prefix('(')?.split_once(')'));
    let literal = |word: &str| ["true", "false", "null", "none"].contains(&word.to_lowercase().as_str());
    inside.is_some_and(|(words, _)| {
        let said = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '.' | '\'' | '’' | '…' | '#');
        words.starts_with(char::is_alphabetic) && words.chars().all(said) && !literal(words.trim())
    })
}

impl Finder<'_> {
    /// Two backticks, or two quotes that are not JSON's, and no more: a fence that was cut, rather than
    /// a text that says nothing.
    pub(super) fn begins_a_fence(&self, start: usize) -> bool {
        matches!(self.text[start..].trim_end(), "``" | "''")
    }

    /// A text that is one quoted string, whatever is in it.
    pub(super) fn whole_string(&mut self) -> bool {
        let start = self.scan.skip_space(self.pos);
        let none = self.scan.quote(start).is_none() || self.begins_a_fence(start);
        if none || self.scan.quoted_key(start) || self.quoted_as_it_is(start) {
            return false;
        }
        let Some(parsed) = Parser::root_string(self.text, start) else { return false };
        if parsed.known.has(Marks::UNCLOSED) {
            return false;
        }
        let whole = only_separators(&self.text[parsed.end..]);
        if whole {
            self.push(parsed, start, true);
        }
        whole
    }

    /// What a fence holds, where that is one string of JSON and nothing else: JSON in a string.
    pub(super) fn fenced_string(&mut self, start: usize) -> bool {
        let rest = &self.text[start..];
        let mark = char::from(self.fence_mark).to_string().repeat(3);
        // The fence that ends the text was taken off.
        let held = rest.find(&format!("\n{mark}")).map_or(rest, |end| &rest[..end]).trim_end();
        let Ok(text) = serde_json::from_str(held) else { return false };
        let end = start + held.len();
        let node = Node::new(Data::Text(text), start, end, Marks::default());
        self.push(Parsed::new(node, end, Repairs::default()), start, true);
        true
    }

    /// A text that is one quoted string and ends before that does: nothing is looked for in it.
    pub(super) fn cut_string(&mut self) -> bool {
        let start = self.scan.skip_space(self.pos);
        if self.scan.at(start) != b'"' || self.scan.quoted_key(start) || self.quoted_as_it_is(start) {
            return false;
        }
        let (mut quotes, mut escaped) = (0_usize, false);
        for byte in self.text.as_bytes().iter().skip(start) {
            quotes += usize::from(*byte == b'"' && !escaped);
            escaped = *byte == b'\\' && !escaped;
        }
        // Words between quotes have two each.
        if quotes.is_multiple_of(2) {
            return false;
        }
        match Parser::root_string(self.text, start) {
            Some(parsed) if parsed.known.has(Marks::UNCLOSED) => {
                self.push(parsed, start, true);
                true
            }
            _ => false,
        }
    }

    /// Inline code or a triple-quoted text around a document, in which nothing is escaped, perhaps with
    /// the name of its language as a fence has it.
    pub(super) fn quoted_as_it_is(&self, start: usize) -> bool {
        let marks = ["\"\"\"", "'''", "``", "`"];
        marks.into_iter().filter(|mark| self.scan.starts(start, mark)).any(|mark| {
            let from = start + mark.len();
            let word =
                self.text.as_bytes().iter().skip(from).take(13).take_while(|b| b.is_ascii_alphanumeric()).count();
            let named = word <= 12 && self.scan.space_len(from + word) > 0;
            let inside = self.scan.skip_space(if named { from + word } else { from });
            matches!(self.scan.at(inside), b'{' | b'[') && self.scan.opens_container(inside)
        })
    }

    /// A text without any container: one number, literal or string, perhaps fenced.
    pub(super) fn scalar(&mut self) {
        let mut start = self.scan.skip_space(self.own_words());
        if self.scan.starts(start, "```") {
            start += self.text[start..].find('\n').unwrap_or(0);
            start = self.scan.skip_space(start);
        } else if let Some(reasoning::Tag::Other { len }) = reasoning::tag(&self.text[start..]) {
            start = self.scan.skip_space(start + len);
        }
        if self.begins_a_fence(start) {
            return;
        }
        let parsed = if self.scan.quote(start).is_some() {
            Parser::root_string(self.text, start)
        } else {
            Parser::root_scalar(self.text, start)
        };
        if let Some(parsed) = parsed {
            let rest = self.text[parsed.end..].trim_start();
            let over =
                only_separators(rest) || rest.starts_with("```") || rest.starts_with("</") || rest.starts_with("<|");
            if over {
                self.push(parsed, start, true);
            }
        }
    }
}
