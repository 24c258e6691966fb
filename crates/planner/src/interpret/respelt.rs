//! A message with its slips put right, read once more where it came to nothing as it stands: a word that nobody knows
//! (no title has it, it is none of ours and no everyday verb) and that is one slip away from exactly one that is known.

use super::bare::is_everyday;
use super::lexicon::{FILLERS, PAST, STOP, lists, one_of, verbs};
use super::run::Run;
use super::target::{content, inflections, is_typo, leaves_open, reordered};
use super::text::Clause;
use countersign_core::todos::View;

/// What a slip may have meant, beside verbs of ours and words of titles.
const WORDS: &str = " the and don't just not with from that this please already because have has are was were will can't won't \
    priority deadline date time note notes checklist high medium urgent important done everything every today tomorrow \
    yesterday tonight monday tuesday wednesday thursday friday saturday sunday weekend week weeks month morning afternoon \
    evening night january february march april june july august september october november december next last instead \
    until after before only also both list task tasks todo todos title called overdue completed estimate hours \
    hour minutes days appointment meeting about finally there their what which when other others ";

/// Written otherwise so often that they are words of their own.
const SPELT: &[(&str, &str)] = &[
    ("nite", "night"),
    ("thru", "through"),
    ("wanna", "want to"),
    ("payed", "paid"),
    ("paied", "paid"),
    ("payd", "paid"),
    ("tok", "took"),
    ("bougth", "bought"),
    ("boght", "bought"),
    ("caled", "called"),
    ("ad", "add"),
    ("alredy", "already"),
    ("allready", "already"),
];

/// Known, and near to something else.
const OTHERS: &str = "form|than|then|thing|think|though|quite|quiet|were|where|here|his|her|him|she|been|being|being|its|for|form|fro|\
    nine|five|four|eight|seven|one|two|three|six|ten|out|off|over|back|into|onto|some|more|less|again|but|yet|now|new|old|big|small|\
    good|bad|well|late|early|later|earlier|soon|home|work|school|office|shop|car|dog|cat|boy|girl|man|men|day|way|say|may|pay|lay|\
    dad|mum|mom|son|sister|brother|friend|wife|husband|kids|family|boss|team|room|house|door|food|water|book|books|bill|bills|\
    sick|ill|unwell|away|abroad|holiday|vacation|trip|leave|travelling|traveling|busy|note|noted|mist|must|much|many|most|such|same|some|them|they|these|those|there|who|why|how|what|when|which|while|with|would|could|should|\
    don't|dont|can't|cant|won't|wont|isn't|isnt|aren't|arent|doesn't|doesnt|didn't|didnt|haven't|havent|hasn't|hasnt|im|i'm|i'll|i've|ive";

/// The message with its slips put right; `None` where there are none.
pub(super) fn respelt(run: &Run<'_>, text: &str) -> Option<String> {
    let c = Clause::new(text, run.clock);
    let dated = |i: usize| c.found.iter().any(|f| c.toks_of(&f.span).contains(&i));
    let mut out = text.to_owned();
    // Why something is so is told in words of one's own.
    let free = (0..c.len()).find(|i| c.any(*i, "because|reason").is_some()).unwrap_or(c.len());
    // From the end, so that the places before stay.
    for (i, tok) in c.toks.iter().enumerate().take(free).rev().filter(|(i, t)| !t.quoted && !dated(*i)) {
        let mut meant = meant(run, &tok.fold);
        if i == 0 && meant.is_none() && tok.fold == "ad" {
            meant = Some("add".to_owned());
        }
        // "exept the gym": what is left out is not guessed.
        if is_typo(&tok.fold, "except") || is_typo(&tok.fold, "excluding") {
            return None;
        }
        if let Some(meant) = meant
            && out.get(tok.start..tok.end).is_some()
        {
            out.replace_range(tok.start..tok.end, &meant);
        }
    }
    (out != text).then_some(out)
}

fn known(run: &Run<'_>, word: &str) -> bool {
    is_everyday(word)
        || one_of(word, OTHERS)
        || leaves_open(word)
        || lists(STOP, word)
        || lists(WORDS, word.strip_suffix('s').unwrap_or(word))
        || lists(WORDS, word)
        || PAST.iter().any(|(past, base)| *past == word || *base == word)
        || verbs().any(|(phrase, _)| phrase.split(' ').any(|w| w == word))
        || FILLERS.split('|').any(|phrase| phrase.split(' ').any(|w| w == word))
        || inflections(word).iter().any(|w| run.todos.count_word(w) > 0 || is_everyday(w))
        || run.is_label(word)
        || super::fields::level(word).is_some()
}

fn meant(run: &Run<'_>, word: &str) -> Option<String> {
    if let Some((_, meant)) = SPELT.iter().find(|(slip, _)| *slip == word && run.todos.count_word(slip) == 0) {
        return Some((*meant).to_owned());
    }
    if word.len() < 3 || !word.bytes().all(|b| b.is_ascii_lowercase()) || known(run, word) {
        return None;
    }
    let mut near: Vec<String> = WORDS
        .split_whitespace()
        .chain(verbs().map(|(phrase, _)| phrase).filter(|p| !p.contains(' ') && p.len() > 2))
        .chain(PAST.iter().map(|(past, _)| *past))
        .filter(|meant| slipped(word, meant))
        .map(str::to_owned)
        .collect();
    near.extend(titled(run, word));
    // "bokking": of a title's "book".
    if near.is_empty() {
        let stems =
            ["ing", "ed", "s"].into_iter().filter_map(|end| word.strip_suffix(end)).filter(|stem| stem.len() >= 4);
        near.extend(stems.flat_map(|stem| titled(run, stem)));
    }
    near.sort();
    near.dedup();
    match near.as_slice() {
        [one] => Some(one.clone()),
        _ => None,
    }
}

/// Words of titles that are one slip away.
fn titled(run: &Run<'_>, word: &str) -> Vec<String> {
    let ids = run.slips.of(run.todos, word);
    let few = ids.iter().take(20).filter_map(|id| run.todos.todo(*id));
    let near = |w: &String| is_typo(word, w) && (word.chars().count() > 4 || reordered(word, w));
    few.flat_map(|todo| content(&todo.title)).filter(near).collect()
}

fn slipped(word: &str, meant: &str) -> bool {
    let swapped = || {
        let letters = |text: &str| {
            let mut all: Vec<u8> = text.bytes().collect();
            all.sort_unstable();
            all
        };
        letters(word) == letters(meant)
    };
    let distance = strsim::osa_distance(word, meant);
    let first = word.bytes().next() == meant.bytes().next();
    match meant.len() {
        0..=2 => false,
        3 => distance == 1 && swapped(),
        // "tank tasks": another letter makes another word of so short a one.
        4 if word.len() == 4 => distance == 1 && swapped(),
        4..=7 => distance == 1 && (first || swapped()),
        _ => first && (distance == 1 || distance == 2 && word.len() >= 8),
    }
}
