//! What frames an order out of kindness, in the words of its language: whom a letter is to and from, what only greets,
//! thanks, hopes or excuses, "I should be grateful if you would …", a sigh. The order is read as if it stood alone.

use super::corrected;
use super::pattern::{Reader, is_digits};
use super::table::{Language, has};
use super::words::Word;
use crate::dates::Clock;
use std::ops::Range;

/// The words without what only frames them; all of them where nothing else is said.
pub(super) fn without(language: &'static Language, all: &[Word], clock: &Clock) -> Vec<Word> {
    let mut words = letter(language, all, clock);
    // "borra Kitchen, perdón, Bathroom": between two names the excuse may put the first right.
    words = bowed(language, &words, clock, &|stretch| corrected::sets_right(language, stretch));
    asked(language, &mut words, clock);
    if language.code == "de" {
        formal(language, &mut words);
    }
    while words.len() > 1 && words.last().is_some_and(|w| !w.quoted && has(language.sighs, &w.fold)) {
        words.pop();
    }
    if let Some(last) = words.last_mut().filter(|w| w.after == Some(',')) {
        last.after = None;
    }
    if words.is_empty() { all.to_vec() } else { words }
}

/// The words without the excuses that put nothing right.
pub(super) fn unexcused(language: &'static Language, all: &[Word], clock: &Clock) -> Vec<Word> {
    bowed(language, all, clock, &|_| false)
}

/// The words without the stretches that only greet, thank, hope or excuse, but for those that are kept with something on
/// either side.
fn bowed(language: &'static Language, all: &[Word], clock: &Clock, keeps: &dyn Fn(&[Word]) -> bool) -> Vec<Word> {
    let said: Vec<&[Word]> = stretches(all).into_iter().filter_map(|at| all.get(at)).collect();
    let inner = |n: usize| n > 0 && n + 1 < said.len();
    let kept: Vec<Word> = said
        .iter()
        .enumerate()
        .filter(|(n, stretch)| inner(*n) && keeps(stretch) || !says(language, stretch, language.bows, clock))
        .flat_map(|(_, stretch)| stretch.iter().cloned())
        .collect();
    if kept.is_empty() { all.to_vec() } else { kept }
}

/// Without whom it is to, in front, and whom it is from, at the end.
fn letter(language: &'static Language, all: &[Word], clock: &Clock) -> Vec<Word> {
    /// The longest name.
    const NAME: usize = 3;
    let parts = stretches(all);
    let closing = parts.iter().skip(1).rev().find(|at| {
        let said = all.get((*at).clone()).unwrap_or_default();
        all.len() - at.end <= NAME && says(language, said, language.closes, clock)
    });
    let to = closing.map_or(all.len(), |at| at.start);
    let addressed = parts.first().filter(|at| {
        let said = all.get((*at).clone()).unwrap_or_default();
        at.end < to
            && said.last().is_some_and(|w| matches!(w.after, Some(',' | '!')))
            && says(language, said, language.addresses, clock)
    });
    all.get(addressed.map_or(0, |at| at.end)..to).unwrap_or(all).to_vec()
}

/// "Ich wäre dankbar, wenn Sie … könnten": what is asked, without how kindly.
fn asked(language: &'static Language, words: &mut Vec<Word>, clock: &Clock) {
    let plain: Vec<Word> = words.iter().map(|w| Word { after: None, line: false, ..w.clone() }).collect();
    let reader = Reader::new(language, &plain, clock);
    let Some(end) = reader.longest(0, language.asks).filter(|end| *end < words.len()) else { return };
    words.drain(..end);
    if words.len() > 1 && words.last().is_some_and(|w| !w.quoted && has(language.could, &w.fold)) {
        words.pop();
    }
    // "…, den Termin zu verschieben"
    let to = words.len().saturating_sub(2);
    if language.code == "de" && to > 0 && words.get(to).is_some_and(|w| !w.quoted && w.fold == "zu") {
        words.remove(to);
    }
    // What is asked for kindly is no question.
    if let Some(last) = words.last_mut() {
        last.after = None;
    }
}

/// "Verschieben Sie den Termin auf Freitag": the order as it is said without "Sie", with its verb at the end.
fn formal(language: &'static Language, words: &mut Vec<Word>) {
    let you = words.iter().position(|w| !w.quoted && w.fold == "sie").filter(|at| *at > 0);
    let Some(verb) = you.and_then(|at| at.checked_sub(1)) else { return };
    let first = words.get(..verb).is_some_and(|front| front.iter().all(|w| has("bitte dann also und", &w.fold)));
    let ordered = words.get(verb).is_some_and(|w| {
        !w.quoted && w.after.is_none() && w.fold.ends_with("en") && super::sentence::deed(language, &w.fold).is_some()
    });
    let single = words.iter().rev().skip(1).all(|w| w.after.is_none() && !w.line);
    if !first || !ordered || !single || words.len() < verb + 3 {
        return;
    }
    let mut said = words.remove(verb);
    words.remove(verb);
    said.after = words.last_mut().and_then(|last| last.after.take());
    words.push(said);
}

/// The runs of words between marks.
fn stretches(all: &[Word]) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut from = 0;
    for (at, word) in all.iter().enumerate() {
        let stop = matches!(word.after, Some(',' | ';' | '!' | '?' | ':'))
            || word.after == Some('.') && !is_digits(&word.fold);
        if (stop || word.line) && !word.quoted || at + 1 == all.len() {
            out.push(from..at + 1);
            from = at + 1;
        }
    }
    out
}

/// Whether a stretch is one of such sayings, whole.
fn says(language: &'static Language, stretch: &[Word], sayings: &'static [&'static str], clock: &Clock) -> bool {
    let reader = Reader::new(language, stretch, clock);
    stretch.iter().all(|w| !w.quoted) && reader.matching(0, sayings, true).next().is_some()
}

/// "lösche buy milk please": said so in any language.
pub(super) fn says_please(word: Option<&Word>) -> bool {
    word.is_some_and(|w| !w.quoted && has("please pls thanks thx", &w.fold))
}
