//! Byte-pair encoding: neighbours are joined, the pair learnt first before the others.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

/// Which tokens join to which.
#[derive(Debug)]
pub(super) struct Merges {
    /// Rank and result of a pair.
    pairs: HashMap<(u32, u32), (u32, u32)>,
    /// The token of each byte.
    bytes: Vec<Option<u32>>,
}

/// A piece of a word, in a chain.
struct Piece {
    token: u32,
    previous: usize,
    next: usize,
    gone: bool,
}

const NONE: usize = usize::MAX;

impl Merges {
    /// From the file's `left right` lines, spelled in letters for bytes. A line that names no tokens
    /// joins nothing.
    pub(super) fn read(
        lines: &[&str],
        spelled: &dyn Fn(&str) -> Option<Vec<u8>>,
        tokens: &HashMap<Vec<u8>, u32>,
    ) -> Self {
        let mut pairs = HashMap::with_capacity(lines.len());
        for (line, rank) in lines.iter().zip(0_u32..) {
            let Some((left, right)) = line.split_once(' ') else { continue };
            let (Some(left), Some(right)) = (spelled(left), spelled(right)) else { continue };
            let joined = [&left[..], &right[..]].concat();
            if let (Some(a), Some(b), Some(both)) = (tokens.get(&left), tokens.get(&right), tokens.get(&joined)) {
                pairs.entry((*a, *b)).or_insert((rank, *both));
            }
        }
        let bytes = (0..=255_u8).map(|byte| tokens.get(&[byte][..]).copied()).collect();
        Self { pairs, bytes }
    }

    /// Tokens of a word. Bytes that no token stands for are left out. O(n log n): a word may be long.
    pub(super) fn apply(&self, word: &[u8], out: &mut Vec<u32>) {
        let tokens: Vec<u32> = word.iter().filter_map(|byte| self.bytes[usize::from(*byte)]).collect();
        let count = tokens.len();
        let mut pieces: Vec<Piece> = tokens
            .into_iter()
            .enumerate()
            .map(|(i, token)| {
                let (previous, next) = (i.checked_sub(1).unwrap_or(NONE), if i + 1 < count { i + 1 } else { NONE });
                Piece { token, previous, next, gone: false }
            })
            .collect();
        let mut queue = BinaryHeap::new();
        let offer = |pieces: &[Piece], queue: &mut BinaryHeap<_>, left: usize| {
            let Some(right) = pieces.get(left).map(|p| p.next).filter(|r| *r != NONE) else { return };
            let pair = (pieces[left].token, pieces[right].token);
            if let Some((rank, joined)) = self.pairs.get(&pair) {
                queue.push(Reverse((*rank, left, right, pair, *joined)));
            }
        };
        (0..count).for_each(|i| offer(&pieces, &mut queue, i));
        while let Some(Reverse((_, left, right, pair, joined))) = queue.pop() {
            let stale = pieces[left].gone || pieces[right].gone || pieces[left].next != right;
            if stale || (pieces[left].token, pieces[right].token) != pair {
                continue;
            }
            let next = pieces[right].next;
            pieces[right].gone = true;
            (pieces[left].token, pieces[left].next) = (joined, next);
            if next != NONE {
                pieces[next].previous = left;
            }
            let previous = pieces[left].previous;
            if previous != NONE {
                offer(&pieces, &mut queue, previous);
            }
            offer(&pieces, &mut queue, left);
        }
        out.extend(pieces.iter().filter(|p| !p.gone).map(|p| p.token));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_learnt_pair_joins_first() {
        let words = ["a", "b", "c", "ab", "bc", "abc"];
        let tokens: HashMap<Vec<u8>, u32> = words.iter().zip(0..).map(|(w, i)| (w.as_bytes().to_vec(), i)).collect();
        let spelled = |text: &str| Some(text.as_bytes().to_vec());
        let apply = |lines: &[&str], word: &str| {
            let mut out = Vec::new();
            Merges::read(lines, &spelled, &tokens).apply(word.as_bytes(), &mut out);
            out
        };
        assert_eq!(apply(&["b c", "a b"], "abc"), [0, 4]);
        assert_eq!(apply(&["a b", "b c"], "abc"), [3, 2]);
        assert_eq!(apply(&["a b", "b c", "ab c"], "abcab"), [5, 3]);
        assert_eq!(apply(&["a b", "nonsense", "x y"], "a?b"), [3]);
        assert_eq!(apply(&[], ""), [0_u32; 0]);
        // Long words of one letter end in time.
        assert_eq!(apply(&["a b"], &"ab".repeat(50_000)).len(), 50_000);
    }
}
