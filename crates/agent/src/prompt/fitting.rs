//! What gives way where a prompt is larger than what its model reads, and what was cut.

use countersign_core::model::estimate_tokens;
use countersign_core::prompt::open_border;

/// A text cut to a number of tokens, with a note where it was; a border that is cut is closed.
pub fn capped(text: &str, tokens: u64) -> String {
    if estimate_tokens(text) <= tokens {
        return text.to_owned();
    }
    // Four bytes are a token, and any other character is one: so many fit for sure.
    let mut out = String::new();
    let mut quarters = 0_u64;
    for c in text.chars() {
        quarters += if c.is_ascii() { 1 } else { 4 };
        if quarters > tokens.saturating_sub(8) * 4 {
            break;
        }
        out.push(c);
    }
    if let Some(fence) = open_border(&out).map(str::to_owned) {
        out.push('\n');
        out.push_str(&fence);
    }
    out.push_str("\n(the rest is left out)");
    out
}

/// A part of a prompt, for whoever asks what the model saw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// What it is; instructions of a folder with its path.
    pub name: String,
    /// Its estimated tokens.
    pub tokens: u64,
    /// Something of it was left out.
    pub cut: bool,
}

/// The parts of a prompt in their order.
#[derive(Default)]
pub(super) struct Parts(pub(super) Vec<Part>);

impl Parts {
    /// Notes a part; an empty one is none.
    pub(super) fn note(&mut self, name: impl Into<String>, text: &str, cut: bool) {
        if !text.trim().is_empty() {
            self.0.push(Part { name: name.into(), tokens: estimate_tokens(text), cut });
        }
    }
}
