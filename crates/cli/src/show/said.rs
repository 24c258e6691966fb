//! A model's words: nobody has checked them, so each line carries a sign, and none can be taken for a
//! receipt (R23).

use crate::failure::Result;
use crate::screen::{Ink, Screen, clean};
use crate::texts::say;

/// What a model said, if it said something.
pub(crate) fn said(screen: &mut Screen, words: Option<&str>) -> Result<()> {
    match words.filter(|words| !words.trim().is_empty()) {
        Some(words) => {
            screen.line(screen.ink(Ink::Faint, say!("cli-model-says")))?;
            quoted(screen, words)
        }
        None => Ok(()),
    }
}

/// What a model asks.
pub(crate) fn asked(screen: &mut Screen, question: &str) -> Result<()> {
    screen.line(screen.ink(Ink::Faint, say!("cli-model-asks")))?;
    quoted(screen, question)
}

/// What stands before each line of a model's words.
pub(crate) fn sign(screen: &Screen) -> &'static str {
    if screen.is_plain() { ">" } else { "│" }
}

/// A model's words, line by line.
pub(crate) fn quoted(screen: &mut Screen, words: &str) -> Result<()> {
    let sign = sign(screen);
    for line in words.lines() {
        screen.line(format!("{sign} {}", clean(line)))?;
    }
    Ok(())
}
