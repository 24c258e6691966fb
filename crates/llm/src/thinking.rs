//! Thinking that a runtime leaves in the text: what a model's own marks hold at its very start, the
//! wrapper that some put around the rest (Granite's `<response>…</response>`, S0-9), and the messages
//! of gpt-oss, whose channels say which of them is thinking (harmony). Streams; a mark may be cut anywhere.
//!
//! Only what starts an answer is taken for thinking: a mark further on is the answer's own.

use countersign_recover::MARKED;

/// A mark, and what ends what it begins.
type Span = (&'static str, &'static str);

/// Tags that models are trained to think between, beside marks that are none ([`MARKED`]). Tags of other names are
/// left: an answer may be XML.
const TAGS: [Span; 5] = [
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    // EXAONE Deep, Gemma's fine-tunes.
    ("<thought>", "</thought>"),
    ("<reasoning>", "</reasoning>"),
    ("<seed:think>", "</seed:think>"),
];

/// What stands around the rest of an answer after its thinking.
const AROUND: [Span; 3] = [
    ("<response>", "</response>"),
    ("<|begin_of_solution|>", "<|end_of_solution|>"),
    ("<|START_RESPONSE|>", "<|END_RESPONSE|>"),
];

/// What begins a message of gpt-oss, or its header.
const MESSAGES: [&str; 2] = ["<|start|>assistant", "<|channel|>"];
/// What ends such a header: the message follows.
const MESSAGE: &str = "<|message|>";
/// What ends such a message; the next may follow.
const ENDS: [&str; 4] = ["<|end|>", "<|return|>", "<|start|>", "<|channel|>"];
/// The longest header of a message.
const MOST_HEADER: usize = 200;

/// White space that is held back in case a mark follows.
const MOST_SPACE: usize = 64;

/// What a piece of text turned out to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Part {
    Thinking(String),
    Text(String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// White space, or the start of a mark.
    Start,
    /// Thinking, up to this mark.
    Thinking(&'static str),
    /// After thinking: white space is dropped, a wrapper may follow.
    Between,
    Text,
    /// Text whose closing mark is to be dropped.
    Around(&'static str),
    /// The header of a message.
    Header,
    /// A message: thinking, or what the model says.
    Message {
        thinks: bool,
    },
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

/// How many bytes at the end of `text` could be the start of `mark`.
fn partial(text: &str, mark: &str) -> usize {
    (1..mark.len().min(text.len() + 1)).rev().find(|n| text.as_bytes().ends_with(&mark.as_bytes()[..*n])).unwrap_or(0)
}

/// The first of these marks that is whole in `text`.
fn first(text: &str, marks: &[&'static str]) -> Option<(usize, &'static str)> {
    marks.iter().filter_map(|mark| Some((text.find(mark)?, *mark))).min()
}

/// Which of `spans` begins `text`, and what follows its mark.
fn opened(text: &str, mut spans: impl Iterator<Item = Span>) -> Option<(&'static str, &str)> {
    spans.find_map(|(open, close)| Some((close, text.strip_prefix(open)?)))
}

/// Whether `text` may go on as one of these marks.
fn may_become<'m>(text: &str, mut marks: impl Iterator<Item = &'m str>) -> bool {
    marks.any(|mark| mark.starts_with(text))
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
            let thinks = matches!(self.state, State::Thinking(_) | State::Message { thinks: true });
            out.push(if thinks { Part::Thinking(held) } else { Part::Text(held) });
        }
    }

    fn step(&mut self, out: &mut Vec<Part>) {
        match self.state {
            State::Start => self.start(),
            State::Thinking(close) => {
                if self.up_to(&[close], true, out).is_some() {
                    self.state = State::Between;
                }
            }
            State::Between => {
                let trimmed = self.held.trim_start().to_owned();
                if let Some((close, rest)) = opened(&trimmed, AROUND.into_iter()) {
                    self.held = rest.to_owned();
                    self.state = State::Around(close);
                } else {
                    if !may_become(&trimmed, AROUND.iter().map(|span| span.0)) {
                        self.state = State::Text;
                    }
                    self.held = trimmed;
                }
            }
            State::Text => out.push(Part::Text(std::mem::take(&mut self.held))),
            State::Around(close) => {
                if self.up_to(&[close], false, out).is_some() {
                    self.state = State::Text;
                }
            }
            State::Header => self.header(),
            State::Message { thinks } => match self.up_to(&ENDS, thinks, out) {
                // The next message says so itself.
                Some(mark @ ("<|start|>" | "<|channel|>")) => {
                    self.held.insert_str(0, mark);
                    self.state = State::Header;
                }
                Some(_) => self.state = State::Header,
                None => {}
            },
        }
    }

    fn start(&mut self) {
        let trimmed = self.held.trim_start();
        let thinking = || TAGS.into_iter().chain(MARKED);
        let marks = thinking().map(|span| span.0).chain(MESSAGES);
        if let Some((close, rest)) = opened(trimmed, thinking()) {
            self.held = rest.to_owned();
            self.state = State::Thinking(close);
        } else if MESSAGES.iter().any(|mark| trimmed.starts_with(mark)) {
            self.state = State::Header;
        } else if !may_become(trimmed, marks) || self.held.len() > MOST_SPACE {
            self.state = State::Text;
        }
    }

    /// A header names the channel: `analysis` is thinking, `final` and a `commentary` to nobody are said.
    /// One that calls a tool is left with all that follows, for whoever reads calls.
    fn header(&mut self) {
        let trimmed = self.held.trim_start();
        if !MESSAGES.iter().any(|mark| trimmed.starts_with(mark)) {
            if !may_become(trimmed, MESSAGES.into_iter()) {
                self.state = State::Text;
            }
        } else if let Some((header, rest)) = trimmed.split_once(MESSAGE) {
            let channel = header.rsplit_once("<|channel|>").map_or("", |(_, channel)| channel.trim_start());
            if header.contains(" to=") {
                self.state = State::Text;
            } else {
                self.state = State::Message { thinks: channel.starts_with("analysis") };
                self.held = rest.to_owned();
            }
        } else if trimmed.len() > MOST_HEADER {
            self.state = State::Text;
        }
    }

    /// Gives out what stands before the first of these marks, which is dropped and returned; without one
    /// all that can be no beginning of one.
    fn up_to(&mut self, marks: &[&'static str], thinks: bool, out: &mut Vec<Part>) -> Option<&'static str> {
        let found = first(&self.held, marks);
        let keep = found.map_or_else(
            || self.held.len() - marks.iter().map(|mark| partial(&self.held, mark)).max().unwrap_or(0),
            |(at, _)| at,
        );
        let rest = self.held.split_off(keep);
        let inside = std::mem::replace(&mut self.held, rest);
        if !inside.is_empty() {
            out.push(if thinks { Part::Thinking(inside) } else { Part::Text(inside) });
        }
        let mark = found?.1;
        self.held.drain(..mark.len());
        Some(mark)
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
            ("<thinking>yes", "yes", ""),
            ("<thinkers>yes", "", "<thinkers>yes"),
            ("<thought>a</thought>b", "a", "b"),
            ("<reasoning>a</reasoning>\nb", "a", "b"),
            ("<seed:think>a</think></seed:think>b", "a</think>", "b"),
            ("[THINK]a[/THINK]b [THINK]", "a", "b [THINK]"),
            ("[1, 2]", "", "[1, 2]"),
            ("◁think▷a◁/think▷b", "a", "b"),
            ("◁th", "", "◁th"),
            ("<|channel>thought\na<channel|>b", "\na", "b"),
            ("<|START_THINKING|>a<|END_THINKING|><|START_RESPONSE|>b<|END_RESPONSE|>", "a", "b"),
            ("<|begin_of_thought|>a<|end_of_thought|>\n\n<|begin_of_solution|>b<|end_of_solution|>", "a", "b"),
            ("<analysis>a</analysis>", "", "<analysis>a</analysis>"),
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

    /// gpt-oss where the runtime does not read its channels.
    #[test]
    fn the_channels_of_harmony_say_what_is_thinking() {
        let call =
            "<|start|>assistant<|channel|>commentary to=functions.f <|constrain|>json<|message|>{\"a\":1}<|call|>";
        for (all, thinking, text) in [
            (
                "<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final<|message|>yes<|return|>",
                "hm",
                "yes",
            ),
            (
                "<|start|>assistant<|channel|>analysis<|message|>hm<|end|>\n<|start|>assistant<|channel|>final<|message|>a < b",
                "hm",
                "a < b",
            ),
            // Without the token that ends the first message.
            ("<|channel|>analysis<|message|>hm<|channel|>final<|message|>yes", "hm", "yes"),
            ("<|channel|>analysis<|message|>hm<|start|>assistant<|channel|>final<|message|>yes", "hm", "yes"),
            ("<|channel|>final <|constrain|>json<|message|>{\"a\":1}<|return|>", "", "{\"a\":1}"),
            (
                "<|channel|>commentary<|message|>I shall look. <|end|><|channel|>final<|message|>yes",
                "",
                "I shall look. yes",
            ),
            ("<|start|>assistant<|message|>yes<|end|>", "", "yes"),
            ("<|channel|>analysis<|message|>never en", "never en", ""),
            ("<|channel|>ana", "", "<|channel|>ana"),
            ("<|channel|>analysis<|message|>hm<|end|>yes", "hm", "yes"),
            ("<|chat|>yes", "", "<|chat|>yes"),
        ] {
            assert_eq!(split(&[all]), (thinking.to_owned(), text.to_owned()), "{all:?}");
        }
        // A call stays as it is, for whoever reads calls.
        let all = format!("<|channel|>analysis<|message|>hm<|end|>{call}");
        assert_eq!(split(&[&all]), ("hm".to_owned(), call.to_owned()));
    }

    proptest! {
        #[test]
        fn where_the_text_is_cut_does_not_matter(
            words in proptest::collection::vec(
                prop_oneof![
                    "<think>", "</think>", "<response>", "</response>", "<", "a", " ", "é", "\\[THINK\\]", "\\[/THINK\\]",
                    "◁think▷", "◁/think▷", "<\\|start\\|>assistant", "<\\|channel\\|>", "analysis", "final to=f",
                    "<\\|message\\|>", "<\\|end\\|>", "<\\|return\\|>"
                ], 0..12),
        ) {
            let all = words.concat();
            let chars: Vec<String> = all.chars().map(|c| c.to_string()).collect();
            let pieces: Vec<&str> = chars.iter().map(String::as_str).collect();
            prop_assert_eq!(split(&pieces), split(&[&all]));
        }
    }
}
