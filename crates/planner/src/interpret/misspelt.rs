//! Slips in words of ours: a weekday or a month where a date is due, "piority" and "hihg" where a field is
//! set. Only there, and never a word that a title has: elsewhere a strange word is a name (TODOS.md rule 6).

use super::bare::is_everyday;
use super::lexicon::{STOP, Verb, lists, one_of};
use super::run::Run;
use super::split::{lead, verb_or_typo};
use super::target::inflections;
use super::text::{Clause, Tok};
use crate::slip::slipped;

const DAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
/// But for "may", which is too many other words. The first of them are long enough to be known by their distance.
const MONTHS: [&str; 11] =
    ["january", "february", "august", "september", "october", "november", "december", "march", "april", "june", "july"];
const LONG_MONTHS: usize = 7;
/// Written so often that no distance says it.
const COMMON: [(&str, &str); 6] = [
    ("wensday", "wednesday"),
    ("wendsday", "wednesday"),
    ("wednsday", "wednesday"),
    ("thurday", "thursday"),
    ("saterday", "saturday"),
    ("thrusday", "thursday"),
];
/// Words and names that are near a date's word and no slip of it.
const OTHERS: &str = "sundae|frida|sundry|mandy|monda|fridas|decembers|augusta|augustus";

/// The text with such slips put right.
pub(super) fn respelled(text: &str, run: &Run<'_>) -> String {
    let c = Clause::new(text, run.clock);
    let l = lead(&c);
    let sets = verb_or_typo(&c, l.at, l.ing, run)
        .is_some_and(|h| matches!(h.verb, Verb::Set | Verb::Raise | Verb::Lower | Verb::Label));
    let orders = verb_or_typo(&c, l.at, l.ing, run).is_some_and(|h| {
        !matches!(
            h.verb,
            Verb::Create | Verb::Note | Verb::Rename | Verb::Label | Verb::Block | Verb::Hold | Verb::Reject
        )
    });
    let mut out = text.to_owned();
    // Why something is so is told in words of one's own.
    let free = (0..c.len()).find(|i| c.any(*i, "because|reason").is_some()).unwrap_or(c.len());
    // From the end, so that the places before stay.
    for (i, tok) in c.toks.iter().enumerate().take(free).rev() {
        if let Some(meant) = short(&c, i).filter(|_| !tok.quoted && run.todos.count_word(&tok.fold) == 0)
            && out.get(tok.start..tok.end).is_some()
        {
            out.replace_range(tok.start..tok.end, meant);
            continue;
        }
        if tok.quoted || is_known(tok, run) {
            continue;
        }
        let meant = slip(tok, &c, i)
            .or_else(|| date_word(&c, i))
            .or_else(|| period_word(&c, i))
            .or_else(|| if sets { field_word(&c, i) } else { None })
            .or_else(|| done_word(&c, l.at, i, run))
            .or_else(|| if orders { closed_word(&c, i) } else { None });
        let meant = meant.map(str::to_owned).or_else(|| past(&tok.fold)).or_else(|| reported(&c, l.at, i, run));
        if let Some(meant) = meant
            && out.get(tok.start..tok.end).is_some()
        {
            out.replace_range(tok.start..tok.end, &meant);
        }
    }
    out
}

/// "nxt mnth", "adn": written short or with swapped letters so often that they are words of their own.
fn short(c: &Clause, i: usize) -> Option<&'static str> {
    let before = i.checked_sub(1).map_or("", |b| c.word(b));
    let period = match c.word(i) {
        "mnth" | "mth" => "month",
        "wk" => "week",
        "wknd" | "wkend" => "weekend",
        "adn" | "nad" if i > 0 && i + 1 < c.len() => return Some("and"),
        // "rock n roll" is a name.
        "n" if i > 0 && one_of(c.word(i + 1), "the|my|then|also") => return Some("and"),
        "b4" if c.found.iter().any(|f| c.toks_of(&f.span).start == i + 1) => return Some("before"),
        "mo" if i + 1 == c.len() || c.toks.get(i)?.after.is_some() => "month",
        "wiht" => return Some("with"),
        "tonights" if i + 1 < c.len() => return Some("tonight's"),
        "todays" if i + 1 < c.len() => return Some("today's"),
        "tomorrows" | "tmrws" if i + 1 < c.len() => return Some("tomorrow's"),
        "tehn" | "thne" => return Some("then"),
        // In front of a pause, or of a title between quotation marks, it is nothing else.
        "ad" if c.toks.get(i)?.after == Some(':') || c.toks.get(i + 1)?.quoted => return Some("add"),
        "pleas" | "plese" | "plaese" | "pelase" | "pleese" if i == 0 => return Some("please"),
        "nxt" if one_of(c.word(i + 1), "mnth|mth|mo|wk|wknd|wkend|wek") => return Some("next"),
        _ => return None,
    };
    one_of(before, "next|nxt|this|last|every|each|per|a|the").then_some(period)
}

/// "tody", "insted": words that say when, one slip away, and names of nothing.
fn slip(tok: &Tok, c: &Clause, i: usize) -> Option<&'static str> {
    let word = tok.fold.as_str();
    let last = i > 0 && (i + 1 == c.len() || one_of(c.word(i + 1), "at|please|instead|insted|pls"));
    let near = |meant: &&str| one_slip(word, meant) && word.chars().last() == meant.chars().last();
    ["today", "instead", "tonight", "tomorrow"]
        .into_iter()
        .find(near)
        .filter(|_| word.len() >= 4 && !one_of(word, "toddy|toady|teddy") && (last || c.word(i + 1) == "at"))
        .or_else(|| {
            // "tomorrow mornign"
            let before = i.checked_sub(1).map_or("", |b| c.word(b));
            let day =
                DAYS.contains(&before) || before.starts_with("tom") || one_of(before, "this|today|yesterday|the|in");
            ["morning", "afternoon", "evening"].into_iter().find(|meant| {
                // "evenings" are many.
                let near = word.strip_suffix('s') != Some(meant) && super::target::is_typo(word, meant);
                day && word != *meant && word.len() >= 6 && near
            })
        })
}

/// "watred the plants": the past of a title's own verb, where a report has its verb.
fn reported(c: &Clause, at: usize, i: usize, run: &Run<'_>) -> Option<String> {
    let word = c.word(i);
    let begins = i == at || i > at && i < at + 3 && one_of(c.word(i - 1), "i|i've|ive|we|we've|just|already|have");
    // "the hotel is bokoed"
    let told = i > at + 1 && i + 1 == c.len() && one_of(c.word(i - 1), "is|are|was|were|been|got|already|finally|all");
    if !begins && !told || word.len() < 5 {
        return None;
    }
    let ids = run.topic(if told { c.slice(at..i - 1) } else { c.slice(i + 1..c.len()) });
    let verbs = ids.iter().take(5).filter_map(|id| run.todo(*id)).filter_map(|t| {
        let verb = t.title.split(' ').next().unwrap_or_default().to_lowercase();
        let irregular =
            super::lexicon::PAST.iter().filter(|(_, base)| *base == verb).map(|(past, _)| (*past).to_owned());
        let regular = inflections(&verb).into_iter().filter(|form| form.ends_with("ed"));
        irregular.chain(regular).find(|form| super::target::is_typo(word, form))
    });
    let mut verbs: Vec<String> = verbs.collect();
    verbs.dedup();
    if let [one] = verbs.as_slice() { Some(one.clone()) } else { None }
}

/// "returnd" for "returned": an everyday verb's past without its vowel.
fn past(word: &str) -> Option<String> {
    let stem = word.strip_suffix('d').filter(|s| s.len() >= 4 && !s.ends_with(['e', 'i', 'a', 'o', 'u']))?;
    is_everyday(stem).then(|| format!("{stem}ed"))
}

fn is_known(tok: &Tok, run: &Run<'_>) -> bool {
    tok.fold.len() < 3
        || !tok.fold.bytes().all(|b| b.is_ascii_lowercase())
        || one_of(&tok.fold, OTHERS)
        || is_everyday(&tok.fold)
        || inflections(&tok.fold).iter().any(|w| run.todos.count_word(w) > 0)
}

/// A weekday or month, one slip away, where the words around say that a date stands here.
fn date_word(c: &Clause, i: usize) -> Option<&'static str> {
    let word = c.word(i);
    let before = i.checked_sub(1).map_or("", |b| c.word(b));
    let digit = |w: &str| w.starts_with(|ch: char| ch.is_ascii_digit());
    let led = one_of(before, "to|on|by|for|until|till|next|this|every|due|coming|from|before|after|last|is");
    let common = COMMON.iter().find(|(slip, _)| *slip == word).map(|(_, day)| *day);
    let last = i > 0 && (i + 1 == c.len() || one_of(c.word(i + 1), "at|morning|afternoon|evening|night|and"));
    // "nexr saturday"
    let day = |w: &str| DAYS.contains(&w) || one_of(w, "week|month|weekend|year");
    if day(c.word(i + 1)) && word.len() >= 3 {
        let near = ["next", "this", "last", "every", "each", "coming"].into_iter().find(|meant| one_slip(word, meant));
        if near.is_some()
            && !one_of(
                word,
                "teach|reach|beach|peach|leach|leech|etch|ache|test|text|nest|list|lost|fast|past|cast|mast|best|lass|least|ever|very|thin",
            )
        {
            return near;
        }
    }
    let swapped = swapped(word).filter(|_| last && !one_of(before, "a|an|the|my|some|our"));
    let here = led || (common.is_some() || swapped.is_some()) && last || digit(before) || digit(c.word(i + 1));
    if !here {
        return None;
    }
    let near = |names: &[&'static str]| {
        let mut hits = names.iter().filter(|d| {
            // A plural or a missing last letter is another word.
            word.len() >= 5 && word.len().abs_diff(d.len()) <= 1 && word != format!("{d}s") && one_slip(word, d)
        });
        hits.next().copied().filter(|_| hits.next().is_none())
    };
    let month =
        || (digit(before) || digit(c.word(i + 1)) || led).then(|| near(MONTHS.split_at(LONG_MONTHS).0)).flatten();
    common.or_else(|| led.then(|| near(&DAYS)).flatten()).or_else(month).or(swapped)
}

/// "aprl 14", "the 14th of arpil", "next wek", "end of mnth", "in 3 wekes", "the day aftr tomorrow", "the frist of next month":
/// a month, a unit or what says which of them, slipped where nothing else stands.
fn period_word(c: &Clause, i: usize) -> Option<&'static str> {
    const UNITS: [&str; 7] = ["week", "weeks", "month", "months", "year", "years", "weekend"];
    const WHICH: [&str; 5] = ["first", "second", "third", "fourth", "last"];
    /// Near to them, and words of their own.
    const OWN: &str = "moth|moths|yer|yea|marc|mach";
    let word = c.word(i);
    let before = |n: usize| i.checked_sub(n).map_or("", |at| c.word(at));
    let next = c.word(i + 1);
    let digit = |word: &str| word.starts_with(|ch: char| ch.is_ascii_digit());
    if one_of(word, OWN) {
        return None;
    }
    let of = |names: &[&'static str]| names.iter().copied().find(|name| slipped(word, name));
    let numbered = digit(before(1)) || digit(next) || before(1) == "of" && digit(before(2));
    let counted = digit(before(1)) && one_of(before(2), "in|for|every|within|after");
    let led = one_of(before(1), "this|next|nxt|last|every|each|per|coming|following|of")
        || before(1) == "the" && before(2) == "of";
    let to_come = DAYS.contains(&next) || one_of(next, "tomorrow|today|next|christmas|easter");
    let among = before(1) == "the" && (DAYS.contains(&next) || one_of(next, "of|day|week|weekday|weekend"));
    let month = numbered.then(|| of(&MONTHS)).flatten();
    let unit = (led || counted).then(|| of(&UNITS)).flatten();
    let beside = (one_of(before(1), "day|week|weeks|days") && to_come).then(|| of(&["after", "before"])).flatten();
    let which = among.then(|| of(&WHICH)).flatten();
    month.or(unit).or(beside).or(which)
}

/// "sundy" and "monady" at the end: a weekday whose letters are swapped, or one of them missing.
fn swapped(word: &str) -> Option<&'static str> {
    let missing = |day: &str| {
        word.len() + 1 == day.len()
            && (1..day.len())
                .any(|at| day.get(..at).zip(day.get(at + 1..)).is_some_and(|(a, b)| word == format!("{a}{b}")))
    };
    let letters = |text: &str| {
        let mut all: Vec<char> = text.chars().collect();
        all.sort_unstable();
        all
    };
    let mut hits = DAYS.into_iter().filter(|d| missing(d) || letters(d) == letters(word) && one_slip(word, d));
    hits.next().filter(|_| hits.next().is_none())
}

/// "doen", "completd" behind a name, "is" or "as".
fn done_word(c: &Clause, at: usize, i: usize, run: &Run<'_>) -> Option<&'static str> {
    let word = c.word(i);
    let last = i + 1 == c.len()
        || c.toks.get(i).is_some_and(|t| t.after.is_some())
        || one_of(c.word(i + 1), "and|now|already|please|pls|today|yesterday|too");
    let led = i > 0 && one_of(c.word(i - 1), "is|are|as|was|be|all|already|now");
    if i <= at || !last {
        return None;
    }
    let near = ["done", "completed", "finished", "complete", "cancelled"]
        .into_iter()
        .find(|meant| one_slip(word, meant) && word.len() >= 3)?;
    let from = (at..i)
        .rev()
        .find(|k| {
            c.toks.get(*k).is_some_and(|t| matches!(t.after, Some(',' | ';' | '.'))) || one_of(c.word(*k), "and|then")
        })
        .map_or(at, |k| k + 1);
    let named = || {
        matches!(
            run.find(&super::target::content(c.slice(from..i)), super::target::Want::Open),
            super::target::Match::One(_)
        )
    };
    (led || word.len() >= 4 && named()).then_some(near)
}

/// Words that conditions and dates of an order are made of. A strange word one slip away from one of them, where
/// an order is given, names nothing.
fn closed_word(c: &Clause, i: usize) -> Option<&'static str> {
    const CLOSED: [&str; 19] = [
        "everything",
        "overdue",
        "completed",
        "finished",
        "today",
        "tomorrow",
        "yesterday",
        "week",
        "weekend",
        "month",
        "priority",
        "urgent",
        "instead",
        "morning",
        "afternoon",
        "evening",
        "tonight",
        "repeating",
        "blocked",
    ];
    let word = c.word(i);
    // "weeks", "todays": no slip.
    if lists(STOP, word) || CLOSED.iter().any(|known| word.trim_end_matches('s') == *known) {
        return None;
    }
    let near: Vec<&'static str> = CLOSED.into_iter().filter(|meant| one_slip(word, meant)).collect();
    match near.as_slice() {
        [one]
            if word.len() >= 4
                || *one == "week" && one_of(c.word(i.wrapping_sub(1)), "this|next|nxt|a|the|last|one|per") =>
        {
            Some(one)
        }
        _ => None,
    }
}

fn one_slip(word: &str, meant: &str) -> bool {
    word != meant && strsim::osa_distance(word, meant) == 1 && word.starts_with(meant.chars().next().unwrap_or(' '))
}

/// "piority", and a level behind "to" or in front of "priority".
fn field_word(c: &Clause, i: usize) -> Option<&'static str> {
    let word = c.word(i);
    if word.len() >= 6 && word != "priority" && strsim::osa_distance(word, "priority") <= 2 {
        return Some("priority");
    }
    let before = i.checked_sub(1).map_or("", |b| c.word(b));
    let led = i + 1 == c.len() && one_of(before, "to|as|=") || one_of(c.word(i + 1), "priority|prio");
    let level = ["high", "medium", "urgent", "normal"].into_iter().find(|level| {
        let same_letters = {
            let sorted = |t: &str| {
                let mut letters: Vec<char> = t.chars().collect();
                letters.sort_unstable();
                letters
            };
            sorted(word) == sorted(level)
        };
        one_slip(word, level) && (same_letters || level.len() > 5)
    });
    level.filter(|_| led)
}
