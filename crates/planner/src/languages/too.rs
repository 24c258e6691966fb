//! "Kauf auch Brot", "compra también pan", "achète aussi du pain", "cumpără și pâine": words which only say that something is
//! wanted as well are no part of it, unless they stand in quotation marks or are written like a name.

use super::table::{Language, has};
use super::words::Word;
use super::{concepts, sentence};

/// Such words by language, wherever they stand.
const MORE: [(&str, &str); 4] =
    [("de", "auch ebenfalls"), ("es", "tambien ademas"), ("fr", "aussi egalement"), ("ro", "de_asemenea")];

/// The same at the front, behind an order, or beside one of them.
const BESIDE: [(&str, &str); 4] = [("de", "noch"), ("es", ""), ("fr", ""), ("ro", "si")];

/// In front of these they say something else: "noch einmal", "auch nicht", "aussi vite que possible".
const OTHERWISE: &str = "nicht nie kein keine keinen mal einmal wenn bien vite tot longtemps que nu";

/// Whether a word says so beside the days of a series: "gym auch dienstags", "gym și marțea".
pub(super) fn says_so(language: &Language, word: &str) -> bool {
    let of =
        |lists: &[(&str, &'static str); 4]| lists.iter().any(|(code, list)| *code == language.code && has(list, word));
    of(&MORE) || of(&BESIDE) || has("zusatzlich", word)
}

/// The words without these; all of them where nothing else is said.
pub(super) fn without(language: &'static Language, all: Vec<Word>) -> Vec<Word> {
    let mut out: Vec<Word> = Vec::new();
    let mut at = 0;
    while let Some(word) = all.get(at) {
        let said = said_too(language, &all, &out, at);
        match out.last_mut() {
            Some(last) if said > 0 => {
                let mark = all.get(at + said - 1).and_then(|w| w.after);
                last.after = last.after.or(mark);
            }
            _ if said > 0 => {}
            _ => out.push(word.clone()),
        }
        at += said.max(1);
    }
    if out.is_empty() { all } else { out }
}

/// How many words at a place only say so.
fn said_too(language: &'static Language, all: &[Word], before: &[Word], at: usize) -> usize {
    let of = |lists: &[(&str, &'static str); 4]| {
        lists.iter().find(|(code, _)| *code == language.code).map_or("", |(_, list)| *list)
    };
    let word = |at: usize| all.get(at).filter(|w| !w.quoted).map_or("", |w| w.fold.as_str());
    let named = all.get(at).is_some_and(|w| w.quoted || at > 0 && w.capital);
    let two = format!("{}_{}", word(at), word(at + 1));
    let count = match () {
        () if named => 0,
        () if has(of(&MORE), &two) => 2,
        () if has(of(&MORE), word(at)) => 1,
        () if has(of(&BESIDE), word(at)) => {
            let near = at > 0 && has(of(&MORE), word(at - 1)) || has(of(&MORE), word(at + 1));
            let front = language.code != "ro" && before.is_empty();
            usize::from(near || front || behind_order(language, before, word(at + 1)))
        }
        () => 0,
    };
    if has(OTHERWISE, word(at + count)) { 0 } else { count }
}

/// Whether an order stands right in front, and what follows is what it is about: no other verb.
fn behind_order(language: &'static Language, before: &[Word], next: &str) -> bool {
    let orders = |w: &Word| !w.quoted && w.after.is_none() && begins(language, &w.fold);
    let ordered = match before {
        // "sună-o și pe mama"
        [.., verb, joined] if joined.span.start <= verb.span.end + 1 && joined.fold.len() <= 3 => orders(verb),
        [.., verb] => orders(verb),
        [] => false,
    };
    ordered && !next.is_empty() && !begins(language, next)
}

fn begins(language: &'static Language, word: &str) -> bool {
    concepts::verb(language.code, word).is_some() || sentence::begins(language, word)
}
