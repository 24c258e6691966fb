//! The word before a date, and what it says about it.

use super::Role;
use super::scan::Scan;

/// The word before a phrase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Prep {
    None,
    On,
    At,
    In,
    For,
    By,
    Before,
    Due,
    Until,
    Through,
    From,
    Start,
    Since,
    After,
    During,
}

impl Prep {
    pub(super) fn role(self) -> Role {
        match self {
            Prep::None | Prep::On | Prep::At | Prep::In | Prep::For | Prep::During => Role::When,
            Prep::By | Prep::Before | Prep::Due => Role::Due,
            Prep::Until | Prep::Through => Role::Until,
            Prep::From | Prep::Start | Prep::Since => Role::From,
            Prep::After => Role::After,
        }
    }
}

const PREPOSITIONS: [(&str, Prep); 66] = [
    ("not before", Prep::Start),
    ("not until", Prep::Start),
    ("no earlier than", Prep::Start),
    ("not earlier than", Prep::Start),
    ("no sooner than", Prep::Start),
    ("on", Prep::On),
    ("at", Prep::At),
    ("in", Prep::In),
    ("for", Prep::For),
    ("by", Prep::By),
    ("by the", Prep::By),
    ("no later than", Prep::By),
    ("at the latest", Prep::By),
    ("at the latest by", Prep::By),
    ("latest by", Prep::By),
    ("between now and", Prep::By),
    ("not later than", Prep::By),
    ("before", Prep::Before),
    ("due", Prep::Due),
    ("due on", Prep::Due),
    ("due by", Prep::Due),
    ("due at", Prep::Due),
    ("due for", Prep::Due),
    ("due date", Prep::Due),
    ("due before", Prep::Before),
    ("deadline", Prep::Due),
    ("deadline on", Prep::Due),
    ("deadline is", Prep::Due),
    ("until", Prep::Until),
    ("till", Prep::Until),
    ("til", Prep::Until),
    ("up until", Prep::Until),
    ("up to", Prep::Until),
    ("ending", Prep::Until),
    ("ends", Prep::Until),
    ("ending on", Prep::Until),
    ("ends on", Prep::Until),
    ("and ends on", Prep::Until),
    ("which ends on", Prep::Until),
    ("that ends on", Prep::Until),
    ("to end on", Prep::Until),
    ("up to and including", Prep::Through),
    ("up until and including", Prep::Through),
    ("until and including", Prep::Through),
    ("till and including", Prep::Through),
    ("to and including", Prep::Through),
    ("through", Prep::Through),
    ("thru", Prep::Through),
    ("from", Prep::From),
    ("starting", Prep::Start),
    ("starting on", Prep::Start),
    ("starting from", Prep::Start),
    ("starting in", Prep::Start),
    ("starts", Prep::Start),
    ("starts on", Prep::Start),
    ("beginning", Prep::Start),
    ("beginning on", Prep::Start),
    ("beginning in", Prep::Start),
    ("as of", Prep::Start),
    ("effective", Prep::Start),
    ("since", Prep::Since),
    ("after", Prep::After),
    ("until after", Prep::After),
    ("till after", Prep::After),
    ("during", Prep::During),
    ("over", Prep::During),
];

/// The preposition at `at`, and whether what follows is approximate.
pub(super) fn preposition(scan: &Scan, at: usize) -> (usize, Prep, bool) {
    let (mut end, mut prep) = (at, Prep::None);
    for (words, found) in PREPOSITIONS {
        if let Some(after) = scan.words(at, words).filter(|after| *after > end) {
            (end, prep) = (after, found);
        }
    }
    // "get the tyres put on, friday": what a comma sets apart belongs to what stands before.
    if matches!(prep, Prep::On | Prep::In) && scan.mark(end) == Some(',') {
        return (at, Prep::None, false);
    }
    // "due:2026-11-20" is how todo.txt writes it, "deadline: friday" how people do.
    if prep == Prep::Due || prep == Prep::Start {
        end = scan.skip_mark(end, ':');
    }
    if prep == Prep::None && scan.mark(at) == Some('@') {
        (end, prep) = (at + 1, Prep::At);
    }
    let about = scan.any_words(end, &["some time", "any time"]).unwrap_or(end);
    let about = scan.skip_any(
        about,
        &["around", "about", "roughly", "approximately", "approx", "circa", "sometime", "probably", "maybe"],
    );
    let about = scan.skip_mark(about, '~');
    let fuzzy = about > end;
    if fuzzy && prep == Prep::None {
        // "sometime in december", "around on friday".
        let (after, inner) = if scan.is(about, &["in", "on", "at"]) {
            let inner = match scan.word(about) {
                "in" => Prep::In,
                "on" => Prep::On,
                _ => Prep::At,
            };
            (about + 1, inner)
        } else {
            (about, Prep::At)
        };
        return (after, inner, true);
    }
    (about, prep, fuzzy)
}
