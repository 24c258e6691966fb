//! Which lines of two lists belong together: the alignment behind kept line ends, search/replace
//! blocks and the displayed difference. O(n log n) on anything: the classic algorithm runs only in
//! gaps between lines that occur once on both sides, and only in small ones.

use similar::{Algorithm, DiffOp, capture_diff_slices};
use std::collections::HashMap;
use std::hash::Hash;
use std::ops::Range;

/// A gap with more lines than this, on both sides together, stays unaligned: Myers takes as many steps as
/// the square of that, also where one side is short.
const GAP: usize = 4_000;

/// Pairs of equal lines, rising on both sides.
pub(crate) fn align<T: Hash + Ord>(old: &[T], new: &[T]) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    fill(old, new, 0..old.len(), 0..new.len(), true, &mut pairs);
    pairs
}

fn fill<T: Hash + Ord>(
    old: &[T],
    new: &[T],
    mut left: Range<usize>,
    mut right: Range<usize>,
    anchor: bool,
    pairs: &mut Vec<(usize, usize)>,
) {
    while !left.is_empty() && !right.is_empty() && old[left.start] == new[right.start] {
        pairs.push((left.start, right.start));
        left.start += 1;
        right.start += 1;
    }
    let mut tail = 0;
    while !left.is_empty() && !right.is_empty() && old[left.end - 1] == new[right.end - 1] {
        tail += 1;
        left.end -= 1;
        right.end -= 1;
    }
    if !left.is_empty() && !right.is_empty() {
        if left.len() + right.len() <= GAP {
            for op in capture_diff_slices(Algorithm::Myers, &old[left.clone()], &new[right.clone()]) {
                if let DiffOp::Equal { old_index, new_index, len } = op {
                    pairs.extend((0..len).map(|k| (left.start + old_index + k, right.start + new_index + k)));
                }
            }
        } else if anchor {
            let (mut from, mut to) = (left.start, right.start);
            for (a, b) in unique_in_both(old, new, left.clone(), right.clone()) {
                fill(old, new, from..a, to..b, false, pairs);
                pairs.push((a, b));
                (from, to) = (a + 1, b + 1);
            }
            fill(old, new, from..left.end, to..right.end, false, pairs);
        }
    }
    pairs.extend((0..tail).map(|k| (left.end + k, right.end + k)));
}

/// The longest rising run of lines that occur exactly once on each side.
fn unique_in_both<T: Hash + Eq>(old: &[T], new: &[T], left: Range<usize>, right: Range<usize>) -> Vec<(usize, usize)> {
    let mut seen: HashMap<&T, (usize, usize, usize)> = HashMap::new();
    for at in left {
        let entry = seen.entry(&old[at]).or_insert((0, at, 0));
        entry.0 += 1;
    }
    let mut order = Vec::new();
    for at in right.clone() {
        if let Some(entry) = seen.get_mut(&new[at]) {
            entry.2 += 1;
        }
    }
    for at in right {
        if let Some((1, from, 1)) = seen.get(&new[at]) {
            order.push((*from, at));
        }
    }
    rising(&order)
}

/// The longest run of `order` that rises in the first component (patience sorting).
fn rising(order: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut piles: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(order.len());
    for (index, (from, _)) in order.iter().enumerate() {
        let pile = piles.partition_point(|top| order[*top].0 < *from);
        before.push(pile.checked_sub(1).map(|left| piles[left]));
        match piles.get_mut(pile) {
            Some(top) => *top = index,
            None => piles.push(index),
        }
    }
    let mut chain = Vec::with_capacity(piles.len());
    let mut at = piles.last().copied();
    while let Some(index) = at {
        chain.push(order[index]);
        at = before[index];
    }
    chain.reverse();
    chain
}

#[cfg(test)]
mod tests {
    use super::align;
    use std::cmp::Ordering;
    use std::hash::{Hash, Hasher};
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    static STEPS: AtomicUsize = AtomicUsize::new(0);

    /// A line that counts how often it is compared.
    #[derive(Clone, Eq)]
    struct Counted(u8);

    impl PartialEq for Counted {
        fn eq(&self, other: &Self) -> bool {
            STEPS.fetch_add(1, Relaxed);
            self.0 == other.0
        }
    }

    impl PartialOrd for Counted {
        fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
            Some(self.cmp(other))
        }
    }

    impl Ord for Counted {
        fn cmp(&self, other: &Self) -> Ordering {
            self.0.cmp(&other.0)
        }
    }

    impl Hash for Counted {
        fn hash<H: Hasher>(&self, state: &mut H) {
            self.0.hash(state);
        }
    }

    #[test]
    fn many_equal_lines_against_few_are_aligned_in_linear_steps() {
        let steps = |n: usize| {
            let old = [vec![Counted(0); n], vec![Counted(1)]].concat();
            STEPS.store(0, Relaxed);
            align(&old, &[Counted(2)]);
            STEPS.load(Relaxed)
        };
        for n in [8_000, 16_000, 32_000, 64_000] {
            assert!(steps(n) <= 8 * n, "{n}: {}", steps(n));
        }
    }
}
