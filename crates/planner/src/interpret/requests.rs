//! The ways of asking politely, by the words that they are made of: "I would be ever so grateful if you could see your way
//! to …", "might I trouble you to …", "it would be a great help if you moved …". What follows is the order.

use super::announced;
use super::edits::Edits;
use super::lexicon::{PAST, Verb, one_of, verbs_beginning};
use super::run::Run;
use super::split::verb_at;
use super::target::content;
use super::telling::sentences;
use super::text::Clause;
use std::ops::Range;

/// Begins such a frame.
const FIRST: &str = "i|i'd|i'm|it|it'd|would|could|can|may|might|will|please|be|do|have|perhaps|kindly|we|we'd|if|thank|what|possibly|maybe";

/// The words of a frame.
const POLITE: &str = "i|i'd|i'm|i'll|it|it'd|it's|would|should|could|might|may|can|shall|will|be|is|so|very|most|much|too|ever|really|truly|\
    kind|good|nice|great|lovely|wonderful|splendid|helpful|grateful|obliged|glad|happy|delighted|pleased|thankful|appreciate|appreciated|\
    help|favour|favor|kindness|goodness|courtesy|service|trouble|bother|ask|beg|request|wonder|wondering|whether|if|was|were|been|am|you|your|to|\
    as|enough|that|this|me|us|a|an|the|of|for|do|did|have|had|possible|able|please|kindly|perhaps|possibly|also|just|simply|hope|hoping|like|love|\
    want|wish|prefer|invite|need|we|we'd|manage|see|way|find|time|think|only|once|again|now|today's|big|small|little|tiny|huge|great|\
    and|care|troubling|asking|bothering|anything|some|moment|when|get|chance|out|go|ahead|in|position|point|could've|thank|mind|important|best|wise|well|sure";

/// One of which is among them: without, the words may be of anything.
const KIND: &str = "kind|grateful|obliged|glad|delighted|pleased|thankful|appreciate|appreciated|favour|favor|kindness|goodness|courtesy|\
    trouble|bother|wonder|wondering|help|possible|beg|hope|hoping|ask|request|lovely|wonderful|splendid|helpful|good|nice|great|happy|love|manage|\
    care|invite|able|best|wise|important|well";

/// Right in front of the order.
const LAST: &str =
    "to|you|would|could|might|may|can|will|and|kindly|please|just|also|perhaps|possibly|that|simply|now|again|once";

/// The text with its requests as plain orders.
pub(super) fn plain(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text, run.clock);
    if let Some(question) = wants_to_know(&c) {
        return Some(question);
    }
    let (mut edits, mut ends) = (Edits::default(), Vec::new());
    for sentence in sentences(&c) {
        let begins =
            |i: &usize| *i == sentence.start || i.checked_sub(1).is_some_and(|b| paused(&c, b)) || joined(&c, *i);
        for from in sentence.clone().filter(begins) {
            if let Some((frame, order)) = asked(&c, from, sentence.end)
                .or_else(|| wanted(&c, from, sentence.end))
                .or_else(|| to_be_done(&c, from, sentence.end, run))
                .or_else(|| could_be_done(&c, from, sentence.end, run))
            {
                edits.put(frame, &order);
                ends.extend(sentence.end.checked_sub(1).and_then(|last| c.toks.get(last)).map(|t| t.end));
                break;
            }
        }
    }
    // What is asked for politely is no question.
    let mut asked = c.clone();
    for end in ends.into_iter().filter(|end| c.text.get(*end..).is_some_and(|rest| rest.starts_with('?'))) {
        asked.text.replace_range(end..end + 1, ".");
    }
    edits.apply(&asked)
}

/// "Would you mind telling me what I have on tuesday?": the question alone.
fn wants_to_know(c: &Clause) -> Option<String> {
    const TELLS: &str = "would you mind telling me|do you mind telling me|would you kindly tell me|could you kindly tell me|\
        would you be so kind as to tell me|could you be so kind as to tell me|be so kind as to tell me|kindly tell me";
    let end = c.any(0, TELLS).filter(|end| one_of(c.word(*end), "what|which|when|how|who|whether|if"))?;
    c.text.get(c.toks.get(end)?.start..).map(str::to_owned)
}

fn paused(c: &Clause, i: usize) -> bool {
    c.toks.get(i).is_some_and(|t| !t.quoted && matches!(t.after, Some(',' | ':')))
}

/// "…, and I should be glad if you would".
fn joined(c: &Clause, i: usize) -> bool {
    i > 1 && one_of(c.word(i - 1), "and|so|but") && c.toks.get(i - 2).is_some_and(|t| t.after.is_some())
}

/// A frame up to and with the verb of the order, and that verb in its plain form.
fn asked(c: &Clause, from: usize, end: usize) -> Option<(Range<usize>, String)> {
    /// The longest frame.
    const MOST: usize = 20;
    if !one_of(c.word(from), FIRST) {
        return None;
    }
    let stop = (from..end.min(from + MOST)).find(|i| !one_of(c.word(*i), POLITE)).unwrap_or(end);
    let kind = (from..stop).any(|i| one_of(c.word(i), KIND));
    // The order is the first verb that is none of the frame's, or one of its last words: "… if you would have …".
    // "I was wondering whether to move it" asks nobody.
    let whom = one_of(c.word(from), "please|be|do|kindly") || (from..stop).any(|i| c.word(i) == "you");
    if !kind || !whom || stop >= end || stop < from + 2 || !one_of(c.word(stop - 1), LAST) {
        return None;
    }
    let plain = imperative(c, stop, c.word(stop - 1) == "you")?;
    Some((from..stop + 1, plain))
}

/// The verb at a place, as one says it in an order: "renamed" behind "if you" is "rename".
fn imperative(c: &Clause, at: usize, past: bool) -> Option<String> {
    let word = c.word(at);
    let known = |verb: &str| !verbs_beginning(verb).is_empty();
    if let Some(head) = verb_at(c, at, false)
        && head.at == at
        && (head.verb != Verb::Create || one_of(word, "add|create|remind|put|insert|write|jot|new|set|let|make|note"))
        && !(past && head.past)
    {
        return Some(c.slice(at..at + 1).to_owned());
    }
    // "put", "write down", "note down": orders that are read elsewhere.
    if one_of(word, announced::ORDERS) {
        return Some(c.slice(at..at + 1).to_owned());
    }
    if !past {
        return None;
    }
    let base = PAST.iter().find(|(form, base)| *form == word && known(base)).map(|(_, base)| (*base).to_owned());
    base.or_else(|| {
        let stem = word.strip_suffix("ed")?;
        let single = stem.chars().last().and_then(|last| stem.strip_suffix(last)).unwrap_or(stem);
        let all = [format!("{stem}e"), stem.to_owned(), single.to_owned()];
        all.into_iter().find(|verb| known(verb))
    })
}

/// "I should like a reminder to …", "may I have a task called …": the noun says what is wanted.
fn wanted(c: &Clause, from: usize, end: usize) -> Option<(Range<usize>, String)> {
    const WANTS: &str = "i would like|i should like|i'd like|i would love|i'd love|i should love|i want|i need|may i have|might i have|could i have|can i have|\
        could i get|can i get|i would like to have|i should like to have|i'd like to have|i would be glad of|i should be glad of|\
        i'd be glad of|i would be grateful for|i should be grateful for|i'd be grateful for|i would appreciate|i'd appreciate|\
        i should appreciate|i would welcome|i require|i shall need|i will need|i'll need|could you give me|would you give me";
    let wants = c.any(from, WANTS)?;
    let article = c.any(wants, "a new|another new|a|an|another|one more").unwrap_or(wants);
    let noun = c.any(article, announced::NOUNS)?;
    (article > wants && noun < end).then(|| (from..wants, "set".to_owned()))
}

/// "I'd like the lecture moved to wednesday": what is to be done to a todo, behind its name.
fn to_be_done(c: &Clause, from: usize, end: usize, run: &Run<'_>) -> Option<(Range<usize>, String)> {
    const WANTS: &str =
        "i would like|i should like|i'd like|i would love|i'd love|i want|i need|we want|we need|we'd like|i'd prefer";
    const DONE: &str =
        "moved|rescheduled|postponed|pushed|deleted|removed|cancelled|canceled|completed|renamed|skipped|shifted";
    let name = c.any(from, WANTS)?;
    let done = (name + 1..end).find(|i| one_of(c.word(*i), DONE))?;
    let named = (name + 1..done).find(|i| c.any(*i, "to be|be|to get") == Some(done)).unwrap_or(done);
    let verb =
        if one_of(c.word(done), "cancelled|canceled") { "cancel".to_owned() } else { imperative(c, done, true)? };
    let title = c.slice(name..named);
    run.names(&content(title)).then(|| (from..done + 1, format!("{verb} {title}")))
}

/// "could everything due today be moved to monday?", "can the milk be ticked off": asked of what is there, it is an order.
fn could_be_done(c: &Clause, from: usize, end: usize, run: &Run<'_>) -> Option<(Range<usize>, String)> {
    let be = (from + 2..end).find(|i| c.word(*i) == "be").filter(|_| one_of(c.word(from), "could|can"))?;
    let done = c.any(be + 1, "please|just|also|now").filter(|done| *done < end).unwrap_or(be + 1);
    let title = c.slice(from + 1..be);
    let set = super::filter::is_bulk(&Clause::new(title, run.clock), run);
    let known = set || run.names(&content(title)) || one_of(&title.to_lowercase(), "it|that|this|they|both");
    let verb =
        if one_of(c.word(done), "cancelled|canceled") { "cancel".to_owned() } else { imperative(c, done, true)? };
    let title = if title.eq_ignore_ascii_case("they") { "them" } else { title };
    known.then(|| (from..done + 1, format!("{verb} {title}")))
}
