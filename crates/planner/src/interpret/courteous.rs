//! What is said for courtesy behind an order ("…, thanks", "please", "🙏"), and "now" behind one that puts nothing on a day:
//! no part of a label, a title, a note or a line, whatever the order takes at its end.

use super::lexicon::{Verb, one_of};
use super::run::Run;
use super::split::{lead, verb_at};
use super::text::{Clause, quotes};
use countersign_core::todos::words;

/// Nothing else, wherever it ends an order.
const PLEASE: &str = "please|pls|plz|please thanks|please and thank you|if you please";

/// Nothing else behind a pause, and behind an order that ends in a word of its own.
const THANKS: &str = "thanks|thank you|thank you very much|thanks a lot|thanks so much|many thanks|thanks in advance|thx|ty|cheers|ta|mate|\
    buddy|thanks mate|cheers mate|much appreciated|if you can|if you could|if possible|if you don't mind|if you would|would you|will you|\
    kindly|when you can|when you get a chance|when you have time|that would be great|that'd be great|thank you so much|thanks again|\
    if that's ok|if that's okay|if it's ok";

/// Behind a pause: asks whether the order is fine, as people do who give one.
const TAGS: &str =
    "ok|okay|k|alright|all right|please|pls|yeah|deal|would you|will you|could you|can you|if you can|if possible";

/// Of these, what ends no title: "rename the vet to Dog doctor thanks".
const THANKED: &str =
    "thanks|thank you|thanks a lot|thanks so much|many thanks|thanks in advance|thx|thank you so much|thanks again";

/// Says how soon the order itself is to be carried out.
const NOW: &str = "now|right now|for now|asap|immediately|straight away|straightaway|at once|right away|as soon as possible|this instant";

/// In front of such a word, it is what is said or meant.
const SAYS: &str = "say|says|said|saying|write|many|send|give|big|special|our|my|your|card|note|word|words|sign|with|as|to|for|in|of|called|named|titled|label|tag|labels|tags|and|or|\
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
    if let Some(asked) = whole.strip_suffix('?') {
        let (rest, tag) = asked.rsplit_once(',')?;
        let tag = tag.trim().to_lowercase();
        let new = || super::bare::is_everyday(&rest.split(' ').next().unwrap_or_default().to_lowercase());
        let ordered = orders(rest, run) && super::apart::changes(run, rest) || new();
        return (one_of(&tag, TAGS) && ordered).then_some(rest);
    }
    let line = whole.rfind('\n').map(|at| at + 1);
    for sign in SIGNS.into_iter().filter(|_| line.is_none()) {
        if let Some(rest) = whole.strip_suffix(sign).filter(|rest| orders(rest, run)) {
            return Some(paused(rest).0);
        }
    }
    // "taxes done 🎉": a sign of joy is no part of what is told of a todo there is.
    let front = whole.trim_end_matches(|ch: char| !ch.is_ascii() && !ch.is_alphanumeric() || ch == ' ');
    let sign = whole.get(front.len()..).is_some_and(|sign| sign.starts_with(' ') && !sign.is_ascii());
    if sign && line.is_none() && super::apart::changes(run, front) {
        return Some(front);
    }
    let bare = whole.trim_end_matches(['.', '!', ' ']);
    if quotes(bare).last().is_some_and(|q| q.end == bare.len()) {
        return None;
    }
    let starts = bare.match_indices(' ').map(|(at, _)| at + 1).collect::<Vec<_>>();
    starts.into_iter().rev().take(MOST).rev().find_map(|from| {
        let said = bare.get(from..)?.to_lowercase().replace('’', "'");
        if ![PLEASE, THANKS, NOW].into_iter().any(|list| one_of(&said, list)) {
            return None;
        }
        let (rest, pause) = paused(bare.get(..from)?);
        let before = rest.rsplit(' ').next().unwrap_or_default().to_lowercase();
        let meant = !pause && one_of(&before, SAYS);
        // "Say please" is a title.
        let known = words(&said).last().is_some_and(|word| run.todos.count_word(word) > 0);
        // Of several lines the last must be an order, and no more of a list.
        let listed = || line.is_some_and(|at| !rest.get(at..).is_some_and(|last| super::apart::changes(run, last)));
        if meant || known || !orders(rest, run) || listed() {
            return None;
        }
        let thanked =
            || one_of(&said, THANKED) && verb(last_order(rest, run), run).is_some_and(|v| v.0 == Verb::Rename);
        let behind = |rest| pause || ends_itself(rest, run) || thanked();
        let courteous = one_of(&said, PLEASE) || one_of(&said, THANKS) && behind(rest);
        (courteous || one_of(&said, NOW) && dayless(rest, run)).then_some(rest)
    })
}

/// A text without the mark of a pause at its end, and whether there was one.
fn paused(text: &str) -> (&str, bool) {
    let text = text.trim_end();
    let rest = text.trim_end_matches([',', ';', '-', '–', '—', '.', '!', ' ']);
    (rest, rest.len() < text.len())
}

/// The last order of a message of several: what stands behind its last mark or joining word and changes what is there.
fn last_order<'t>(text: &'t str, run: &Run<'_>) -> &'t str {
    /// Joints that are tried.
    const JOINTS: usize = 3;
    let marks = text.match_indices([',', ';', '.', '!', '\n']).map(|(at, mark)| at + mark.len());
    let words = [" and ", " & ", " then ", " also ", " plus "];
    let joints = words.into_iter().flat_map(|word| text.match_indices(word)).map(|(at, word)| at + word.len());
    let mut all: Vec<usize> = marks.chain(joints).collect();
    all.sort_unstable();
    let last = all.into_iter().rev().take(JOINTS).filter_map(|at| text.get(at..)).map(str::trim);
    last.into_iter().find(|order| super::apart::changes(run, order)).unwrap_or(text)
}

fn verb(text: &str, run: &Run<'_>) -> Option<(Verb, Clause)> {
    let c = Clause::new(text, run.clock);
    verb_at(&c, lead(&c).at, false).map(|head| (head.verb, c))
}

/// Whether something is ordered in front of it.
fn orders(text: &str, run: &Run<'_>) -> bool {
    text.split_whitespace().count() > 2 && (verb(text, run).is_some() || last_order(text, run) != text)
}

/// Whether an order takes no free words at its end, or its last word is none of them.
fn ends_itself(text: &str, run: &Run<'_>) -> bool {
    let order = last_order(text, run);
    let Some((verb, c)) = verb(order, run) else { return order != text };
    let last = c.word(c.len().saturating_sub(1));
    !matches!(verb, Verb::Create | Verb::Note | Verb::Rename)
        || one_of(last, "checklist|list|hold")
        || puts_on(verb, &c, run)
}

/// "add butter to groceries": on what is there, and nothing new.
fn puts_on(verb: Verb, c: &Clause, run: &Run<'_>) -> bool {
    verb == Verb::Create
        && (1..c.len()).any(|i| one_of(c.word(i), "to|on|onto|in|into"))
        && super::apart::changes(run, &c.text)
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
        Verb::Create if puts_on(verb, &c, run) => true,
        Verb::Set | Verb::Repeat
            if (0..c.len()).any(|i| one_of(c.word(i), "repeat|repeats|every|daily|weekly|monthly")) =>
        {
            true
        }
        Verb::Set | Verb::Create => field() && !one_of(c.word(lead(&c).at), "add|create|remind|new"),
        _ => false,
    }
}
