//! Whether two words are one in different forms: plurals, cases and articles that are joined to the end, in five languages.
//! Words are folded.

/// What one form has more than another.
const ENDINGS: &[&str] = &[
    "s", "es", "x", "e", "n", "en", "er", "ern", "ens", "nen", "a", "ua", "l", "le", "lui", "lor", "ele", "elor",
    "ile", "ilor", "ul", "ului", "i", "ii", "uri", "urile", "urilor",
];

/// The same of words of three letters, of which many are others.
const SHORT: &[&str] = &["s", "es", "le", "ul", "ului"];

/// Ends that take each other's place: "ședință" and "ședinței", "luz" and "luces", "journal" and "journaux", "party" and
/// "parties".
const INSTEAD: &[(&str, &str)] = &[
    ("a", "e"),
    ("a", "ei"),
    ("a", "i"),
    ("a", "ii"),
    ("a", "ele"),
    ("a", "elor"),
    ("a", "ile"),
    ("a", "ilor"),
    ("e", "i"),
    ("e", "ile"),
    ("e", "ilor"),
    ("z", "ces"),
    ("l", "ux"),
    ("y", "ies"),
];

/// Letters that two forms share, at least, where their ends differ.
const STEM: usize = 4;

/// Whether two words are one with another ending: "laptele" is "lapte", "teas" are "tea".
pub fn same(a: &str, b: &str) -> bool {
    // "raport" and "rapoarte", "seară" and "seri": the vowel of the stem changes, too.
    let plain = |word: &str| word.replace("oa", "o").replace("ea", "e");
    a == b || ended(a, b) || ended(&plain(a), &plain(b))
}

/// Whether the second is a longer form of the first, by its end alone: "laptele" of "lapte".
fn ended(a: &str, b: &str) -> bool {
    let shared = a.chars().zip(b.chars()).take_while(|(x, y)| x == y).map(|(x, _)| x.len_utf8()).sum::<usize>();
    let (Some((stem, a)), Some((_, b))) = (a.split_at_checked(shared), b.split_at_checked(shared)) else {
        return false;
    };
    let letters = stem.chars().count();
    match (a, b) {
        ("", "") => true,
        ("", more) | (more, "") if letters == STEM - 1 => SHORT.contains(&more),
        ("", more) | (more, "") => letters >= STEM && ENDINGS.contains(&more),
        (one, other) => {
            let pair = |(x, y): &(&str, &str)| *x == one && *y == other || *x == other && *y == one;
            letters >= STEM && INSTEAD.iter().any(pair)
        }
    }
}

/// Whether a Romanian word has the article at its end: "laptele", "raportul", "rapoartele", "copiii". One in -a may be the
/// plain word ("sală" and "sala" fold alike): that is for the title to tell.
pub(crate) fn has_article(word: &str) -> bool {
    const ARTICLES: [&str; 8] = ["ul", "ului", "le", "lui", "lor", "ei", "ua", "iii"];
    word.chars().count() > STEM && ARTICLES.iter().any(|end| word.ends_with(end))
}
