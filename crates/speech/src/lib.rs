//! What the server says, said again in the reader's language.
//!
//! Everything below the server is in English: the ledger, the database, the pure crates. At the door
//! an answer's texts are matched whole against English templates (`phrases/*.txt`), and what stood in
//! their gaps goes into the same sentence of another language. A text that no template fits stays as
//! it is, and so does what a person or a model wrote: [`fields`] knows which places of an answer hold
//! what the product itself said.

mod catalogue;
pub mod fields;
mod language;
mod parts;
mod pattern;
mod plural;

pub use catalogue::{Phrase, phrases};
pub use language::Language;

use catalogue::Catalogue;

/// A whole text in a language: a date, or a phrase; none when no template fits it. Several sentences, each of which fits
/// one, fit as well.
pub fn say(text: &str, language: Language) -> Option<String> {
    if text.len() > LONGEST {
        return None;
    }
    parts::date(text, language).or_else(|| Sayer { catalogue: Catalogue::get(), language }.whole(text, DEPTH))
}

/// Bytes: what is longer was not worded here.
const LONGEST: usize = 8_000;
/// How often a text may stand within another.
const DEPTH: u8 = 6;

/// Says texts in one language.
#[derive(Clone, Copy)]
struct Sayer {
    catalogue: &'static Catalogue,
    language: Language,
}

impl Sayer {
    fn whole(self, text: &str, depth: u8) -> Option<String> {
        let depth = depth.checked_sub(1)?;
        self.phrase(text, depth).or_else(|| self.sentences(text, depth))
    }

    /// The text as one phrase.
    fn phrase(self, text: &str, depth: u8) -> Option<String> {
        self.catalogue.fitting(text).find_map(|found| {
            let mut out = String::with_capacity(text.len() * 2);
            for piece in found.said(self.language) {
                match piece {
                    plural::Piece::Text(text) => out.push_str(text),
                    plural::Piece::Gap(name) => {
                        let (kind, held) = found.held(name)?;
                        match kind {
                            pattern::Kind::Kept | pattern::Kind::Number(_) => out.push_str(held),
                            pattern::Kind::Again => out.push_str(&self.again(held, depth)),
                            pattern::Kind::List => out.push_str(&self.list(held, depth)),
                            pattern::Kind::Parts => out.push_str(&self.parts(held, depth)),
                        }
                    }
                    plural::Piece::Choice(name, forms) => {
                        let (_, held) = found.held(name)?;
                        out.push_str(forms.get(plural::form(self.language, held))?);
                    }
                }
            }
            Some(out)
        })
    }

    /// The text as sentences that are phrases.
    fn sentences(self, text: &str, depth: u8) -> Option<String> {
        for at in parts::ends(text) {
            let (head, tail) = (text.get(..at)?, text.get(at + 1..)?);
            if let Some(head) = self.phrase(head, depth)
                && let Some(tail) = self.whole(tail, depth)
            {
                return Some(format!("{head} {tail}"));
            }
        }
        None
    }

    /// What stood in a gap: a date, a text in quotation marks, a phrase, or itself.
    fn again(self, text: &str, depth: u8) -> String {
        parts::date(text, self.language)
            .or_else(|| parts::quoted(text, self.language))
            .or_else(|| self.whole(text, depth))
            .unwrap_or_else(|| text.to_owned())
    }

    /// `a; b; c`, where a label may have lost its capital.
    fn list(self, text: &str, depth: u8) -> String {
        let said = parts::split(text, "; ").into_iter().map(|one| {
            let small = || {
                let label = parts::capital(one)?;
                self.phrase(&label, depth).map(|said| parts::small(&said, self.language))
            };
            small().or_else(|| self.phrase(one, depth)).unwrap_or_else(|| self.again(one, depth))
        });
        said.collect::<Vec<_>>().join("; ")
    }

    /// `date Fri 2026-11-27, high priority, labels a, b`: after a list of a person's own words only
    /// what begins another list is said again.
    fn parts(self, text: &str, depth: u8) -> String {
        let mut own = false;
        let said = parts::split(text, ", ").into_iter().map(|one| {
            let heads = parts::begins_own(one);
            if own && !heads {
                return one.to_owned();
            }
            own |= heads;
            self.again(one, depth)
        });
        said.collect::<Vec<_>>().join(", ")
    }
}
