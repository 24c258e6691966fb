//! Thinking that a runtime leaves in the text: `<think>…</think>` at its very start, and Granite's
//! `<response>…</response>` around the rest (S0-9). Streams; a tag may be cut anywhere.
//!
//! Only what starts an answer is taken for thinking: a tag further on is the answer's own.

const OPEN: &str = "<think>";
const CLOSE: &str = "</think>";
const OPEN_RESPONSE: &str = "<response>";
/// White space that is held back in case a tag follows.
const MOST_SPACE: usize = 64;
const CLOSE_RESPONSE: &str = "</response>";

/// What a piece of text turned out to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Part {
    Thinking(String),
    Text(String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// White space, or the start of a tag.
    Start,
    Thinking,
    /// After thinking: white space is dropped, a response tag may follow.
    Between,
    Text,
    /// Text whose closing tag is to be dropped.
    Response,
}

/// Divides a text into thinking and answer.
#[derive(Debug)]
pub(crate) struct Splitter {
    state: State,
    held: String,
}

impl Default for Splitter {
    fn default() -> Self {
        Self { state: State::Start, held: String::new() }
    }
}

/// How many bytes at the end of `text` could be the start of `tag`.
fn partial(text: &str, tag: &str) -> usize {
    (1..tag.len().min(text.len() + 1)).rev().find(|n| text.as_bytes().ends_with(&tag.as_bytes()[..*n])).unwrap_or(0)
}

impl Splitter {
    pub(crate) fn push(&mut self, piece: &str, out: &mut Vec<Part>) {
        self.held.push_str(piece);
        loop {
            let before = (self.state, self.held.len());
            self.step(out);
            if (self.state, self.held.len()) == before || self.held.is_empty() {
                return;
            }
        }
    }

    /// What was held back at the end of the answer.
    pub(crate) fn finish(&mut self, out: &mut Vec<Part>) {
        let held = std::mem::take(&mut self.held);
        if !held.is_empty() {
            out.push(if self.state == State::Thinking { Part::Thinking(held) } else { Part::Text(held) });
        }
    }

    fn step(&mut self, out: &mut Vec<Part>) {
        match self.state {
            State::Start => {
                let trimmed = self.held.trim_start();
                if let Some(rest) = trimmed.strip_prefix(OPEN) {
                    self.held = rest.to_owned();
                    self.state = State::Thinking;
                } else if !OPEN.starts_with(trimmed) || self.held.len() > MOST_SPACE {
                    self.state = State::Text;
                }
            }
            State::Thinking => {
                if let Some((inside, rest)) = self.held.split_once(CLOSE) {
                    if !inside.is_empty() {
                        out.push(Part::Thinking(inside.to_owned()));
                    }
                    self.held = rest.to_owned();
                    self.state = State::Between;
                } else {
                    let keep = self.held.len() - partial(&self.held, CLOSE);
                    let rest = self.held.split_off(keep);
                    let inside = std::mem::replace(&mut self.held, rest);
                    if !inside.is_empty() {
                        out.push(Part::Thinking(inside));
                    }
                }
            }
            State::Between => {
                let trimmed = self.held.trim_start().to_owned();
                if let Some(rest) = trimmed.strip_prefix(OPEN_RESPONSE) {
                    self.held = rest.to_owned();
                    self.state = State::Response;
                } else {
                    if !OPEN_RESPONSE.starts_with(trimmed.as_str()) {
                        self.state = State::Text;
                    }
                    self.held = trimmed;
                }
            }
            State::Text => out.push(Part::Text(std::mem::take(&mut self.held))),
            State::Response => {
                if let Some((inside, rest)) = self.held.split_once(CLOSE_RESPONSE) {
                    let text = format!("{inside}{rest}");
                    self.held = text;
                    self.state = State::Text;
                } else {
                    let keep = self.held.len() - partial(&self.held, CLOSE_RESPONSE);
                    let rest = self.held.split_off(keep);
                    let inside = std::mem::replace(&mut self.held, rest);
                    if !inside.is_empty() {
                        out.push(Part::Text(inside));
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn split(pieces: &[&str]) -> (String, String) {
        let mut splitter = Splitter::default();
        let mut out = Vec::new();
        pieces.iter().for_each(|piece| splitter.push(piece, &mut out));
        splitter.finish(&mut out);
        out.into_iter().fold((String::new(), String::new()), |(mut thinking, mut text), part| {
            match part {
                Part::Thinking(t) => thinking.push_str(&t),
                Part::Text(t) => text.push_str(&t),
            }
            (thinking, text)
        })
    }

    #[test]
    fn what_thinks_and_what_answers() {
        for (all, thinking, text) in [
            ("hello", "", "hello"),
            ("", "", ""),
            (" \n{\"a\":1}", "", " \n{\"a\":1}"),
            ("<think>hm</think>\n\nyes", "hm", "yes"),
            ("\n<think>\nhm\n</think>{\"a\":1}", "\nhm\n", "{\"a\":1}"),
            ("<think>never ends", "never ends", ""),
            ("<think>cut </thi", "cut </thi", ""),
            ("<think></think>yes", "", "yes"),
            ("<thinking>yes", "", "<thinking>yes"),
            ("<thi", "", "<thi"),
            ("write <think>x</think>", "", "write <think>x</think>"),
            ("<think>a</think><response>b</response>", "a", "b"),
            ("<think>a</think> <response>b < c</response> ", "a", "b < c "),
            ("<think>a</think><response>b", "a", "b"),
            ("<think>a</think><resp", "a", "<resp"),
            ("<response>b</response>", "", "<response>b</response>"),
            ("<think>a</think>b <response>", "a", "b <response>"),
            ("<think>é</think>😀", "é", "😀"),
        ] {
            assert_eq!(split(&[all]), (thinking.to_owned(), text.to_owned()), "{all:?}");
        }
    }

    proptest! {
        #[test]
        fn where_the_text_is_cut_does_not_matter(
            words in proptest::collection::vec(
                prop_oneof!["<think>", "</think>", "<response>", "</response>", "<", "a", " ", "é"], 0..10),
        ) {
            let all = words.concat();
            let chars: Vec<String> = all.chars().map(|c| c.to_string()).collect();
            let pieces: Vec<&str> = chars.iter().map(String::as_str).collect();
            prop_assert_eq!(split(&pieces), split(&[&all]));
        }
    }
}
