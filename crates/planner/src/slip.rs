//! How words are mistyped: two letters swapped, one left out inside, one typed twice. A letter put for another makes too
//! many words of their own.

/// Whether a word is the other one with one such slip; its first letter is right.
pub(crate) fn slipped(word: &str, meant: &str) -> bool {
    let (typed, right) = (word.as_bytes(), meant.as_bytes());
    if word == meant || typed.first() != right.first() || !typed.is_ascii() || !right.is_ascii() {
        return false;
    }
    let same = typed.iter().zip(right).take_while(|(a, b)| a == b).count();
    let behind = |typed: usize, right: usize| word.get(typed..) == meant.get(right..);
    match (typed.len(), right.len()) {
        (a, b) if a == b => {
            typed.get(same) == right.get(same + 1)
                && typed.get(same + 1) == right.get(same)
                && behind(same + 2, same + 2)
        }
        // The last letter left out makes another word: "mont", "heur".
        (a, b) if a + 1 == b => same < a && behind(same, same + 1),
        (a, b) if a == b + 1 => same > 0 && typed.get(same) == typed.get(same - 1) && behind(same + 1, same),
        _ => false,
    }
}
