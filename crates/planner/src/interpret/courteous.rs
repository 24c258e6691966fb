//! What is said for courtesy behind an order ("…, thanks", "please", "🙏"), and "now" behind one that puts nothing on a day:
//! no part of a label, a title, a note or a line, whatever the order takes at its end.

use super::lexicon::{Verb, one_of};
use super::run::Run;
use super::split::{clauses, lead, verb_at};
use super::text::{Clause, quotes};
use countersign_core::todos::words;

/// Nothing else, wherever it ends an order.
const PLEASE: &str = "please|pls|plz|please thanks|please and thank you|if you please";

/// Nothing else behind a pause, and behind an order that ends in a word of its own.
const THANKS: &str = "thanks|thank you|thank you very much|thanks a lot|thanks so much|many thanks|thanks in advance|thx|ty|cheers|ta|mate|\
    buddy|thanks mate|cheers mate|much appreciated|if you can|if you could|if possible|if you don't mind|if you would|would you|will you|\
    kindly|when you can|when you get a chance|when you have time|that would be great|that'd be great|thank you so much|thanks again|\
    if that's ok|if that's okay|if it's ok";

/// Says how soon the order itself is to be carried out.
const NOW: &str = "now|right now|for now|asap|immediately|straight away|straightaway|at once|right away|as soon as possible|this instant";

/// In front of such a word, it is what is said or meant.
const SAYS: &str = "say|says|said|saying|write|card|note|word|words|sign|with|as|to|for|in|of|called|named|titled|label|tag|labels|tags|and|or|\
    a|an|the|until|till|by|from|is|are|due|not|on|at|before|after";

/// What "now" is said beside: a field that is no day.
const FIELDS: &str = "priority|prio|urgent|important|estimate|label|tag|hold|blocked|progress|done|complete|completed|finished|open|high|low|medium";

/// Signs that thank or smile.
const SIGNS: [&str; 12] = ["🙏", "👍", "😊", "🙂", "😀", "😉", "❤️", "🙌", ":)", ";)", ":-)", ";-)"];

/// The most words of any of the phrases above.
const MOST: usize = 5;

/// The message without what is said for courtesy at its end, and with one space between its words.
pub(super) fn plain(text: &str, run: &Run<'_>) -> String {
    let text = spaced(text);
    let mut rest = text.as_str();
    while let Some(shorter) = shorter(rest, run) {
        rest = shorter;
    }
    rest.to_owned()
}

/// Two spaces between words outside quotation marks are one.
fn spaced(text: &str) -> String {
    let quoted = quotes(text);
    let mut out = String::with_capacity(text.len());
    let mut space = false;
    for (at, c) in text.char_indices() {
        let again = c == ' ' && space && !quoted.iter().any(|q| q.contains(&at));
        if !again {
            out.push(c);
        }
        space = c == ' ';
    }
    out
}

/// The text without the last thing that is said for courtesy.
fn shorter<'t>(text: &'t str, run: &Run<'_>) -> Option<&'t str> {
    let whole = text.trim_end();
    if whole.contains('\n') || whole.ends_with('?') {
        return None;
    }
    for sign in SIGNS {
        if let Some(rest) = whole.strip_suffix(sign).filter(|rest| orders(rest, run)) {
            return Some(paused(rest).0);
        }
    }
    let bare = whole.trim_end_matches(['.', '!', ' ']);
    if quotes(bare).last().is_some_and(|q| q.end == bare.len()) {
        return None;
    }
    let starts = bare.match_indices(' ').map(|(at, _)| at + 1).collect::<Vec<_>>();
    starts.into_iter().rev().take(MOST).rev().find_map(|from| {
        let said = bare.get(from..)?.to_lowercase().replace('’', "'");
        let (rest, pause) = paused(bare.get(..from)?);
        let before = rest.rsplit(' ').next().unwrap_or_default().to_lowercase();
        let meant = !pause && one_of(&before, SAYS);
        // "Say please" is a title.
        let known = words(&said).last().is_some_and(|word| run.todos.count_word(word) > 0);
        if meant || known || !orders(rest, run) || said.contains('"') {
            return None;
        }
        let courteous = one_of(&said, PLEASE) || one_of(&said, THANKS) && (pause || ends_itself(rest, run));
        (courteous || one_of(&said, NOW) && dayless(rest, run)).then_some(rest)
    })
}

/// A text without the mark of a pause at its end, and whether there was one.
fn paused(text: &str) -> (&str, bool) {
    let text = text.trim_end();
    let rest = text.trim_end_matches([',', ';', '-', '–', '—', '.', '!', ' ']);
    (rest, rest.len() < text.len())
}

/// What a text orders; where something is told first, what the last of its clauses orders ("the form takes 2 hours and remove
/// the label work from the review").
fn verb(text: &str, run: &Run<'_>) -> Option<(Verb, Clause)> {
    let of = |text: &str| {
        let c = Clause::new(text, run.clock);
        verb_at(&c, lead(&c).at, false).map(|head| (head.verb, c))
    };
    of(text).or_else(|| clauses(text, run).pop().and_then(|last| of(&last)))
}

/// Whether something is ordered in front of it.
fn orders(text: &str, run: &Run<'_>) -> bool {
    text.split_whitespace().count() > 2 && verb(text, run).is_some()
}

/// Whether an order takes no free words at its end, or its last word is none of them.
fn ends_itself(text: &str, run: &Run<'_>) -> bool {
    let Some((verb, c)) = verb(text, run) else { return false };
    let last = c.word(c.len().saturating_sub(1));
    !matches!(verb, Verb::Create | Verb::Note | Verb::Rename) || one_of(last, "checklist|list")
}

/// Whether an order is about something else than a day.
fn dayless(text: &str, run: &Run<'_>) -> bool {
    let Some((verb, c)) = verb(text, run) else { return false };
    let field = || (0..c.len()).any(|i| one_of(c.word(i), FIELDS));
    match verb {
        Verb::Delete | Verb::Complete | Verb::Label | Verb::Unlabel | Verb::Raise | Verb::Lower | Verb::Estimate => {
            true
        }
        Verb::Tick | Verb::Untick | Verb::Reject | Verb::Unblock => true,
        Verb::Set | Verb::Create => field() && !one_of(c.word(lead(&c).at), "add|create|remind|new"),
        _ => false,
    }
}
