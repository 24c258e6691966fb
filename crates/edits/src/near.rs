//! The lines of the old text that come closest to a hunk that is nowhere, for the model and the person.

use crate::edit::Hunk;
use crate::refusal::Near;
use crate::text::Text;
use std::collections::HashMap;
use std::ops::Range;

/// How many stretches are named.
const SHOWN: usize = 3;
/// Longer texts are not searched letter by letter. Lines.
const SEARCHED: usize = 20_000;
/// A line that occurs more often than this says nothing about the place.
const COMMON: usize = 64;

/// At most three stretches, best first: those with the most lines of the hunk at their place, else
/// those whose lines share most words with it, else most pairs of letters.
pub(crate) fn nearest(text: &Text<'_>, hunk: &Hunk) -> Vec<Near> {
    let wanted: Vec<&[u8]> = hunk.before().map(|line| line.text.as_bytes().trim_ascii()).collect();
    let mut lines: HashMap<&[u8], Vec<usize>> =
        wanted.iter().filter(|line| !line.is_empty()).map(|line| (*line, Vec::new())).collect();
    for (at, line) in text.lines().enumerate() {
        if let Some(found) = lines.get_mut(line.trim_ascii()) {
            found.push(at);
        }
    }
    let mut votes: HashMap<usize, usize> = HashMap::new();
    for (offset, line) in wanted.iter().enumerate() {
        let found = lines.get(line).filter(|found| found.len() <= COMMON);
        for at in found.into_iter().flatten() {
            *votes.entry(at.saturating_sub(offset)).or_default() += 1;
        }
    }
    if votes.is_empty() {
        votes = by_words(text, &wanted);
    }
    if votes.is_empty() && text.len() <= SEARCHED {
        votes = by_letters(text, &wanted);
    }
    let mut ranked: Vec<(usize, usize)> = votes.into_iter().collect();
    ranked.sort_by_key(|(at, count)| (std::cmp::Reverse(*count), *at));
    let length = wanted.len().max(1);
    let shown = ranked.into_iter().take(SHOWN);
    shown.map(|(at, _)| Near { line: at + 1, text: text.excerpt(at..(at + length).min(text.len())) }).collect()
}

/// Words shared with the hunk's longest line, for each line that has at least two of them.
fn by_words(text: &Text<'_>, wanted: &[&[u8]]) -> HashMap<usize, usize> {
    let Some((offset, line)) = wanted.iter().enumerate().max_by_key(|(_, line)| line.len()) else {
        return HashMap::new();
    };
    let words = words(line);
    let shared = |other: &[u8]| words.iter().filter(|word| memchr::memmem::find(other, word).is_some()).count();
    let scored = text.lines().enumerate().map(|(at, other)| (at.saturating_sub(offset), shared(other)));
    scored.filter(|(_, count)| *count >= 2 || *count == words.len() && *count > 0).collect()
}

/// How alike a line is to the hunk's longest by pairs of letters, in hundredths; of at least 30. A few words are compared
/// with as many that stand together in a longer line, and have to be more alike.
fn by_letters(text: &Text<'_>, wanted: &[&[u8]]) -> HashMap<usize, usize> {
    let Some((offset, line)) = wanted.iter().enumerate().max_by_key(|(_, line)| line.len()) else {
        return HashMap::new();
    };
    let (wanted, many) = (pairs(line), stretches(line).count());
    let scored = text.lines().enumerate().map(|(at, other)| {
        let other = other.trim_ascii();
        let whole = alike(&wanted, &pairs(other));
        let within = (many <= FEW).then(|| within(&wanted, many, other)).filter(|alike| *alike >= 50);
        (at.saturating_sub(offset), whole.max(within.unwrap_or(0)))
    });
    scored.filter(|(_, alike)| *alike >= 30).collect()
}

/// So many words are looked for within lines.
const FEW: usize = 4;

/// The most alike of the stretches of so many words in a line's beginning.
fn within(wanted: &[[u8; 2]], many: usize, line: &[u8]) -> usize {
    let line = line.get(..400).unwrap_or(line);
    let words: Vec<Range<usize>> = stretches(line).collect();
    let stretch = |run: &[Range<usize>]| Some(run.first()?.start..run.last()?.end);
    let runs = words.windows(many.max(1)).filter_map(stretch).filter_map(|run| line.get(run));
    runs.map(|run| alike(wanted, &pairs(run))).max().unwrap_or(0)
}

/// Where the words of a line stand.
fn stretches(line: &[u8]) -> impl Iterator<Item = Range<usize>> + '_ {
    let is_word = |at: usize| line.get(at).copied().is_some_and(in_word);
    let starts = (0..line.len()).filter(move |at| is_word(*at) && !at.checked_sub(1).is_some_and(is_word));
    starts.map(move |start| start..(start..line.len()).find(|at| !is_word(*at)).unwrap_or(line.len()))
}

fn in_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte > 127
}

/// How many of the pairs are the same, in hundredths.
fn alike(wanted: &[[u8; 2]], other: &[[u8; 2]]) -> usize {
    let (mut a, mut b, mut both) = (0, 0, 0);
    while let (Some(left), Some(right)) = (wanted.get(a), other.get(b)) {
        both += usize::from(left == right);
        a += usize::from(left <= right);
        b += usize::from(right <= left);
    }
    200 * both / (wanted.len() + other.len()).max(1)
}

/// The pairs of letters of a line's beginning, sorted.
fn pairs(line: &[u8]) -> Vec<[u8; 2]> {
    let lower: Vec<u8> = line.iter().take(400).map(u8::to_ascii_lowercase).collect();
    let mut pairs: Vec<[u8; 2]> = lower.windows(2).filter_map(|pair| pair.try_into().ok()).collect();
    pairs.sort_unstable();
    pairs
}

fn words(line: &[u8]) -> Vec<&[u8]> {
    let split = line.split(|byte| !in_word(*byte));
    split.filter(|word| word.len() >= 3).take(16).collect()
}
