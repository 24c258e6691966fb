//! The one internal stream: what the three wire formats are turned into, and the reply it adds up to.
//!
//! Pure. Whether an answer ended is judged here: without its last frame it is `Aborted`, whatever
//! else it said (PROVIDERS, consequences).

use crate::models::Delta;
use crate::thinking::{Part, Splitter};
use countersign_core::model::{Finish, Reply, ToolCall, Usage, estimate_tokens};

/// What a runtime says went wrong, in a status or in the middle of a stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) kind: FailureKind,
    pub(crate) why: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FailureKind {
    /// Its own fault, or load: the same call may succeed later.
    Runtime,
    /// 429 in other words.
    Limited,
    Unauthorised,
    ModelNotFound,
    ContextTooLong,
    Refused,
    /// It did not take the request.
    Request,
    /// No frame of this wire format.
    Garbage,
}

impl Failure {
    pub(crate) fn new(kind: FailureKind, why: impl Into<String>) -> Self {
        Self { kind, why: excerpt(&why.into()) }
    }

    pub(crate) fn garbage(data: &str) -> Self {
        Self::new(FailureKind::Garbage, format!("a frame that is none: {}", excerpt(data)))
    }
}

/// The first 300 characters on one line, without control characters.
pub(crate) fn excerpt(text: &str) -> String {
    let one_line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let clean: String = one_line.chars().filter(|c| !c.is_control()).take(300).collect();
    if clean.chars().count() < one_line.chars().count() { format!("{clean}…") } else { clean }
}

/// Token counts as the runtime gave them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) prompt: Option<u64>,
    pub(crate) cached: Option<u64>,
    pub(crate) completion: Option<u64>,
}

/// An answer as far as it has come.
#[derive(Debug, Default)]
pub(crate) struct Answer {
    pub(crate) text: String,
    pub(crate) thinking: String,
    pub(crate) tools: Vec<ToolCall>,
    /// Why the model will not answer, in its words, where it says that apart.
    pub(crate) refusal: String,
    /// The runtime says that the model declined: what came before is no answer (Anthropic).
    pub(crate) declined: bool,
    /// The runtime's reason, in our words.
    pub(crate) finish: Option<Finish>,
    /// The frame that says why it stopped came, or the very last one.
    pub(crate) ended: bool,
    /// The very last frame came: nothing is waited for any more.
    pub(crate) complete: bool,
    pub(crate) counts: Counts,
    pub(crate) min_logprob: Option<f64>,
    pub(crate) model: Option<String>,
    /// A tool call's block that has not been closed (Anthropic).
    pub(crate) open_tool: bool,
    splitter: Splitter,
    checked: usize,
}

/// A block of up to this many bytes that repeats…
const LONGEST_PERIOD: usize = 160;
/// …for this many bytes (half as many if the block is short) is a loop (MODELS, lesson 4).
const LOOP_BYTES: usize = 640;

impl Answer {
    pub(crate) fn push_text(&mut self, piece: &str, out: &mut Vec<Delta>) {
        let mut parts = Vec::new();
        self.splitter.push(piece, &mut parts);
        self.take(parts, out);
    }

    pub(crate) fn push_thinking(&mut self, piece: &str, out: &mut Vec<Delta>) {
        if !piece.is_empty() {
            self.thinking.push_str(piece);
            out.push(Delta::Thinking(piece.to_owned()));
        }
    }

    fn take(&mut self, parts: Vec<Part>, out: &mut Vec<Delta>) {
        for part in parts {
            match part {
                Part::Thinking(piece) => self.push_thinking(&piece, out),
                Part::Text(piece) => {
                    self.text.push_str(&piece);
                    out.push(Delta::Text(piece));
                }
            }
        }
    }

    /// A piece of the tool call at `index`; calls come in order, whatever a runtime numbers them.
    pub(crate) fn push_tool(
        &mut self,
        index: usize,
        id: Option<&str>,
        name: Option<&str>,
        arguments: &str,
        out: &mut Vec<Delta>,
    ) {
        // More calls than anyone makes would be memory, not calls.
        let index = index.min(127);
        while self.tools.len() <= index {
            self.tools.push(ToolCall { id: String::new(), name: String::new(), arguments: String::new() });
        }
        let call = &mut self.tools[index];
        if let Some(id) = id.filter(|_| call.id.is_empty()) {
            id.clone_into(&mut call.id);
        }
        let name = name.filter(|_| call.name.is_empty());
        if let Some(name) = name {
            name.clone_into(&mut call.name);
        }
        call.arguments.push_str(arguments);
        out.push(Delta::ToolCall {
            index: u32::try_from(index).unwrap_or(u32::MAX),
            name: name.map(str::to_owned),
            arguments: arguments.to_owned(),
        });
    }

    pub(crate) fn push_logprob(&mut self, logprob: f64) {
        if logprob.is_finite() {
            self.min_logprob = Some(self.min_logprob.map_or(logprob, |least| least.min(logprob)));
        }
    }

    /// Anything came that would be lost with an error.
    pub(crate) fn has_content(&self) -> bool {
        !self.text.trim().is_empty() || !self.tools.is_empty()
    }

    /// Anything came at all: the runtime has read the prompt, and counts it.
    pub(crate) fn has_anything(&self) -> bool {
        let counted = self.counts.prompt.is_some() || self.counts.completion.is_some();
        counted || self.has_content() || self.finish.is_some() || !(self.thinking.is_empty() && self.refusal.is_empty())
    }

    /// What it took: as the runtime counted, and estimated where it did not. `sent` is the prompt.
    pub(crate) fn usage(&self, sent: &[String], elapsed_ms: u64) -> Usage {
        let written = || {
            let calls: u64 = self.tools.iter().map(|call| estimate_tokens(&call.arguments)).sum();
            estimate_tokens(&self.text) + estimate_tokens(&self.thinking) + estimate_tokens(&self.refusal) + calls
        };
        Usage {
            prompt_tokens: self.counts.prompt.unwrap_or_else(|| sent.iter().map(|text| estimate_tokens(text)).sum()),
            cached_tokens: self.counts.cached.unwrap_or(0),
            completion_tokens: self.counts.completion.unwrap_or_else(written),
            elapsed_ms,
            estimated: self.counts.prompt.is_none() || self.counts.completion.is_none(),
        }
    }

    /// The answer has begun to repeat itself and will not stop by itself.
    pub(crate) fn loops(&mut self) -> bool {
        let all = if self.text.is_empty() { self.thinking.as_bytes() } else { self.text.as_bytes() };
        if all.len() < LOOP_BYTES || all.len() < self.checked + 128 {
            return false;
        }
        self.checked = all.len();
        let tail = &all[all.len() - LOOP_BYTES..];
        (1..=LONGEST_PERIOD.min(LOOP_BYTES / 4)).any(|period| {
            let length = (period * 8).clamp(LOOP_BYTES / 2, LOOP_BYTES);
            let tail = &tail[LOOP_BYTES - length..];
            tail[period..] == tail[..length - period]
        })
    }

    /// The reply. `sent` is the prompt; `cut` says that something ended the answer from outside.
    pub(crate) fn into_reply(mut self, sent: &[String], elapsed_ms: u64, cut: bool, out: &mut Vec<Delta>) -> Reply {
        let mut parts = Vec::new();
        self.splitter.finish(&mut parts);
        self.take(parts, out);
        // A runtime may leave out the last frame, or end a tool call that it never closed.
        let broken = cut || !self.ended || (self.open_tool && self.finish != Some(Finish::Length));
        let finish = if broken { Finish::Aborted } else { self.finish.unwrap_or(Finish::Unknown) };
        let usage = self.usage(sent, elapsed_ms);
        let prompt_cut = self.counts.prompt.is_some_and(|read| was_cut(sent, read));
        // Calls that only a later one's number made are none.
        self.tools.retain(|call| !call.name.is_empty() || !call.arguments.is_empty());
        Reply {
            text: self.text,
            thinking: self.thinking,
            tool_calls: self.tools,
            finish,
            usage,
            min_logprob: self.min_logprob,
            prompt_cut,
            model: self.model.unwrap_or_default(),
        }
    }
}

/// A runtime that counted fewer tokens than the prompt has words did not read all of it: no usual
/// tokeniser joins words. Ollama cuts to about half of `num_ctx`, silently (#17427), so a cut is
/// always far below; a tenth and eight tokens are left for unusual ones.
fn was_cut(sent: &[String], read: u64) -> bool {
    let words: u64 = sent.iter().map(|text| words(text)).sum();
    read + 8 < words - words / 10
}

/// Runs of letters, and of digits; characters of scripts without spaces count a quarter each.
fn words(text: &str) -> u64 {
    let (mut words, mut dense, mut within) = (0_u64, 0_u64, false);
    for c in text.chars() {
        let unspaced = matches!(u32::from(c), 0x0E00..=0x0EFF | 0x2E80..=0x9FFF | 0xAC00..=0xD7AF | 0xF900..=0xFAFF);
        dense += u64::from(unspaced);
        let letter = c.is_alphanumeric() && !unspaced;
        words += u64::from(letter && !within);
        within = letter;
    }
    words + dense / 4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_prompt_is_seen_and_a_whole_one_is_not() {
        let sentence = "Move the dentist to next Friday at nine, and tell me what else is on that day. ";
        let long = vec![sentence.repeat(200)];
        // 20 tokens a sentence is what SmolLM2 makes of it.
        assert!(!was_cut(&long, 20 * 200));
        assert!(!was_cut(&long, 16 * 200));
        assert!(was_cut(&long, 10 * 200));
        assert!(was_cut(&long, 3));
        assert!(!was_cut(&["hi".to_owned()], 1));
        assert!(!was_cut(&["x".repeat(10_000)], 1_250));
        assert!(!was_cut(&[" ".repeat(10_000)], 80));
        assert!(!was_cut(&["漢字仮名".repeat(500)], 1_000));
        assert!(was_cut(&["漢字仮名".repeat(500)], 300));
    }

    #[test]
    fn a_loop_is_one_and_long_text_is_none() {
        let loops = |text: &str| {
            let mut answer = Answer::default();
            let chars: Vec<char> = text.chars().collect();
            chars.chunks(7).any(|piece| {
                answer.push_text(&piece.iter().collect::<String>(), &mut Vec::new());
                answer.loops()
            })
        };
        assert!(loops(&" ".repeat(1_000)));
        assert!(loops(&format!("{{\"a\":1}}{}", "\n\t".repeat(500))));
        assert!(loops(&"I am sorry, I cannot. ".repeat(60)));
        let many: String = (0..300).map(|n| format!("{{\"id\":{n},\"title\":\"todo number {n}\"}},")).collect();
        assert!(!loops(&many));
        assert!(!loops(&format!("| a | b |\n|{}|\n| 1 | 2 |", "-".repeat(120))));
    }
}
