//! Secrets in texts: found by their shapes, put behind placeholders (`[secret 1]`), put back only where they
//! were kept from. Pure: the one redactor for what leaves for a hosted model and for what is logged.
//!
//! The shapes of tokens follow the rules of gitleaks (MIT), checked against what their issuers say.
//! Nothing here tells a secret from a look-alike for sure: what is missed by shape is missed.

mod assigned;
mod blocks;
mod cutting;
mod encoded;
mod extents;
mod kept;
mod names;
mod shapes;
mod values;

pub use cutting::{abridged, beginning};
pub use kept::Kept;

use aho_corasick::{AhoCorasick, MatchKind};
use regex::Regex;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use std::sync::LazyLock;

/// A shorter secret is hidden where it was found, and not looked for elsewhere: it may be a word.
const LOOKED_FOR: usize = 6;

/// What stands in a secret's place where texts are looked through: an object that is no text.
const CLOSED: &str = "\u{fffc}";

/// A place in a text, and what kind of secret it holds; none for what goes with the one before it.
pub(crate) type Found = (Range<usize>, Option<&'static str>);

static PLACEHOLDER: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\[secret ([0-9]{1,9})\]").ok());
/// As a model may write it that does not repeat exactly what it was shown.
static LIKE_ONE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)[\[{<(]{1,2}\s{0,2}secret[ _#-]{0,2}[0-9]{1,9}\s{0,2}[\]}>)]{1,2}").ok());

/// What was hidden in the texts of one prompt. The same secret has the same number throughout.
#[derive(Clone, Default)]
pub struct Secrets {
    /// The number of the first; larger than any that the texts had of themselves.
    first: usize,
    hidden: Vec<String>,
    /// Where each of them stands in that order.
    order: HashMap<String, usize>,
    kinds: BTreeMap<&'static str, u32>,
    /// What stands for them in earlier replies.
    kept: Kept,
}

/// How many, never which.
impl std::fmt::Debug for Secrets {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Secrets").field("kinds", &self.kinds).finish_non_exhaustive()
    }
}

impl Secrets {
    /// Hides what is secret in these texts, and `known` secrets wherever they stand.
    pub fn hide(texts: &mut [&mut String], known: &BTreeSet<String>) -> Self {
        Self::hide_as(texts, known, &Kept::default())
    }

    /// The same; what stands for a secret in an earlier reply gets that secret's number.
    pub fn hide_as(texts: &mut [&mut String], known: &BTreeSet<String>, kept: &Kept) -> Self {
        let found = places_in(texts, known, kept);
        let first = texts.iter().map(|text| highest(text, kept)).max().unwrap_or(0).saturating_add(1);
        let mut secrets = Self { first, kept: kept.clone(), ..Self::default() };
        let mut counted: BTreeSet<String> = BTreeSet::new();
        for (text, places) in texts.iter_mut().zip(found) {
            for (at, kind) in &places {
                // Of several shapes that it has, the first tells most.
                if let (Some(kind), Some(secret)) = (kind, text.get(at.clone()))
                    && counted.insert(secret.to_owned())
                {
                    *secrets.kinds.entry(*kind).or_default() += 1;
                }
            }
            let places = joined(places.into_iter().map(|(at, _)| at).collect());
            if !places.is_empty() {
                **text = replaced(text, &places, |secret| secrets.placeholder(secret));
            }
        }
        let known = secrets.hidden.iter().filter(|secret| known.contains(*secret)).count();
        if secrets.kinds.is_empty() && known > 0 {
            secrets.kinds.insert("known secret", count(known));
        }
        secrets
    }

    fn placeholder(&mut self, found: &str) -> String {
        let secret = self.kept.secret(found).unwrap_or(found);
        let at = self.order.get(secret).copied().unwrap_or_else(|| {
            self.hidden.push(secret.to_owned());
            self.order.insert(secret.to_owned(), self.hidden.len() - 1);
            self.hidden.len() - 1
        });
        format!("[secret {}]", self.first.saturating_add(at))
    }

    /// Whether nothing was hidden.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.hidden.is_empty()
    }

    /// The secrets, in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.hidden.iter().map(String::as_str)
    }

    /// How many of which kind, by the names of the kinds.
    #[must_use]
    pub fn kinds(&self) -> &BTreeMap<&'static str, u32> {
        &self.kinds
    }

    /// The secret of this number.
    pub(crate) fn at(&self, number: usize) -> Option<&str> {
        self.hidden.get(number.checked_sub(self.first)?).map(String::as_str)
    }

    /// A text with these secrets behind their placeholders again, and any other behind `[secret]`.
    #[must_use]
    pub fn hidden_in(&self, text: &str) -> String {
        let wanted: BTreeSet<&str> = self.iter().filter(|secret| secret.len() >= LOOKED_FOR).collect();
        let mut places: Vec<Range<usize>> = found_in(text, &self.kept).into_iter().map(|(at, _)| at).collect();
        places.extend(automaton(&wanted).map(|automaton| occurrences(text, &automaton)).unwrap_or_default());
        let number = |found: &str| {
            let secret = self.kept.secret(found).unwrap_or(found);
            self.order.get(secret).copied()
        };
        replaced(text, &joined(places), |secret| match number(secret) {
            Some(at) => format!("[secret {}]", self.first.saturating_add(at)),
            None => "[secret]".to_owned(),
        })
    }
}

/// A text for a log: each secret is `[secret]`.
#[must_use]
pub fn redacted(text: &str) -> String {
    Secrets::default().hidden_in(text)
}

/// A placeholder in a text that a model wrote, or what looks like one. Where it should go into a file, it
/// stands for something that nobody knows.
#[must_use]
pub fn placeholder_in(text: &str) -> Option<&str> {
    placeholders_in(text).next()
}

/// All of them.
pub fn placeholders_in(text: &str) -> impl Iterator<Item = &str> {
    LIKE_ONE.as_ref().into_iter().flat_map(|pattern| pattern.find_iter(text)).map(|found| found.as_str())
}

/// These texts with one character in each secret's place, of which no word is made: what somebody can look for who is
/// not shown the secrets.
#[must_use]
pub fn open(texts: &[&str]) -> Vec<String> {
    let found = places_in(texts, &BTreeSet::new(), &Kept::default());
    let open = |(text, places): (&&str, Vec<Found>)| {
        replaced(text, &joined(places.into_iter().map(|(at, _)| at).collect()), |_| CLOSED.to_owned())
    };
    texts.iter().zip(found).map(open).collect()
}

/// A text as [`open`] makes it, with what stood in the places of its secrets, in their order.
#[must_use]
pub fn opened(text: &str) -> (String, Vec<String>) {
    let mut taken = Vec::new();
    let places = places_in(&[text], &BTreeSet::new(), &Kept::default()).pop().unwrap_or_default();
    let open = replaced(text, &joined(places.into_iter().map(|(at, _)| at).collect()), |secret| {
        taken.push(secret.to_owned());
        CLOSED.to_owned()
    });
    (open, taken)
}

/// What was made of such a text, with its secrets in their places again; none where one has no place any more, or more
/// than one.
#[must_use]
pub fn closed(open: &str, taken: &[String]) -> Option<String> {
    let mut pieces = open.split(CLOSED);
    let mut text = pieces.next()?.to_owned();
    for secret in taken {
        text.push_str(secret);
        text.push_str(pieces.next()?);
    }
    pieces.next().is_none().then_some(text)
}

/// Where secrets stand in texts that belong together: one that is found in any of them is one in all.
fn places_in<T: AsRef<str>>(texts: &[T], known: &BTreeSet<String>, kept: &Kept) -> Vec<Vec<Found>> {
    let mut found: Vec<Vec<Found>> = texts.iter().map(|text| found_in(text.as_ref(), kept)).collect();
    let mut wanted: BTreeSet<&str> = known.iter().map(String::as_str).filter(|s| s.len() >= LOOKED_FOR).collect();
    for (text, places) in texts.iter().zip(&found) {
        wanted.extend(
            places
                .iter()
                .filter_map(|(at, _)| text.as_ref().get(at.clone()))
                .map(|found| kept.secret(found).unwrap_or(found))
                .filter(|secret| secret.len() >= LOOKED_FOR),
        );
    }
    let again: Vec<Vec<Range<usize>>> = match automaton(&wanted) {
        Some(automaton) => texts.iter().map(|text| occurrences(text.as_ref(), &automaton)).collect(),
        None => Vec::new(),
    };
    for (places, again) in found.iter_mut().zip(again) {
        places.extend(again.into_iter().map(|at| (at, None)));
    }
    found
}

/// What is secret in a text by its shape, or stands for a secret of an earlier prompt.
fn found_in(text: &str, kept: &Kept) -> Vec<Found> {
    let standing = kept.places(text);
    let apart = |at: &Range<usize>| standing.iter().all(|other| at.end <= other.start || other.end <= at.start);
    let mut found = find(text);
    found.retain(|(at, _)| apart(at));
    found.extend(standing.iter().map(|at| (at.clone(), None)));
    found
}

/// What is secret in a text by its shape, with and without the characters in it that nobody sees.
fn find(text: &str) -> Vec<Found> {
    let mut found = find_in(text);
    found.extend(begun(text));
    let unseen = |c: char| matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}');
    if text.contains(unseen) {
        let (mut seen, mut starts) = (String::with_capacity(text.len()), Vec::with_capacity(text.len()));
        for (at, c) in text.char_indices().filter(|(_, c)| !unseen(*c)) {
            seen.push(c);
            starts.extend((0..c.len_utf8()).map(|byte| at + byte));
        }
        let place = |at: &Range<usize>| Some(*starts.get(at.start)?..*starts.get(at.end.checked_sub(1)?)? + 1);
        found.extend(find_in(&seen).into_iter().filter_map(|(at, kind)| Some((place(&at)?, kind))));
    }
    found
}

/// What goes on as a secret would if it had not been cut (`ghp_a1B2…`), as titles are in a label.
fn begun(text: &str) -> Vec<Found> {
    /// So many cuts of a text are looked at, with so many bytes before each.
    const CUTS: usize = 64;
    const BEFORE: usize = 200;
    /// What is begun in fewer characters tells nothing.
    const LEAST: usize = 4;
    const REST: &str = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8";
    let one = |(at, _): (usize, &str)| {
        let from = text.floor_char_boundary(at.saturating_sub(BEFORE));
        let whole = format!("{}{REST}", text.get(from..at).unwrap_or_default());
        let goes_on = move |(place, kind): Found| {
            let place = from + place.start..(from + place.end).min(at);
            (place.end == at && place.len() >= LEAST).then_some((place, kind))
        };
        find_in(&whole).into_iter().filter_map(goes_on).collect::<Vec<_>>()
    };
    text.match_indices('…').take(CUTS).flat_map(one).collect()
}

fn find_in(text: &str) -> Vec<Found> {
    let mut found = blocks::find(text);
    found.extend(shapes::find(text));
    found.extend(assigned::find(text));
    found.extend(encoded::find(text));
    found.retain(|(at, _)| !at.is_empty());
    found
}

fn automaton(wanted: &BTreeSet<&str>) -> Option<AhoCorasick> {
    if wanted.is_empty() {
        return None;
    }
    AhoCorasick::builder().match_kind(MatchKind::LeftmostLongest).build(wanted).ok()
}

/// Where known secrets stand in a text by themselves: within a longer word they are not meant.
fn occurrences(text: &str, automaton: &AhoCorasick) -> Vec<Range<usize>> {
    let word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let alone = |at: &Range<usize>| {
        let (before, inside, after) = (text.get(..at.start), text.get(at.clone()), text.get(at.end..));
        let (Some(before), Some(inside), Some(after)) = (before, inside, after) else { return false };
        // A backslash and a letter are an end of a line in a text within a text.
        let escaped = before.len() > 1 && before.as_bytes().get(before.len() - 2) == Some(&b'\\');
        (escaped || !(word(before.chars().next_back()) && word(inside.chars().next())))
            && !(word(inside.chars().next_back()) && word(after.chars().next()))
    };
    automaton.find_iter(text).map(|found| found.range()).filter(alone).collect()
}

/// Places in order, those that overlap as one.
fn joined(mut places: Vec<Range<usize>>) -> Vec<Range<usize>> {
    places.sort_by_key(|at| (at.start, at.end));
    let mut out: Vec<Range<usize>> = Vec::with_capacity(places.len());
    for at in places {
        match out.last_mut().filter(|last| at.start < last.end) {
            Some(last) => last.end = last.end.max(at.end),
            None => out.push(at),
        }
    }
    out
}

fn replaced(text: &str, places: &[Range<usize>], mut with: impl FnMut(&str) -> String) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for place in places {
        out.push_str(text.get(at..place.start).unwrap_or_default());
        out.push_str(&with(text.get(place.clone()).unwrap_or_default()));
        at = place.end;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out
}

/// The highest number of a placeholder that a text has of itself.
fn highest(text: &str, kept: &Kept) -> usize {
    let Some(pattern) = PLACEHOLDER.as_ref() else { return 0 };
    let own = |found: &regex::Captures<'_>| kept.secret(found.get(0).map_or("", |all| all.as_str())).is_none();
    let all = pattern.captures_iter(text).filter(own);
    all.filter_map(|found| found.get(1)?.as_str().parse().ok()).max().unwrap_or(0)
}

/// Whether a secret can stand within JSON, XML, a quoted word or a line without any change.
fn fits_anywhere(secret: &str) -> bool {
    !secret.chars().any(|c| c.is_control() || matches!(c, '"' | '\\' | '<' | '>' | '&' | '\u{2028}' | '\u{2029}'))
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
