//! An order to write something down, however many words it takes: "please write for me:", "jot this down,", "note that I
//! must", "set up a monthly reminder to". Said again as the plain order, in front of what is to be written down.

use super::lexicon::{TAILS, one_of};
use super::run::Run;
use super::split::lead;
use super::text::Clause;

/// Begins such an order.
const WRITES: &str = "write|jot|note|add|record|log|enter|create|make|set up|set me up|put|put in|include|schedule|set";

/// Says where, for whom and how kindly; by itself it names nothing.
const BESIDE: &str = "for me|for us|please|pls|down|this|that|it|the following|following|on my list|on the list|to my list|to the list|\
    in my list|in|quickly|somewhere|also|too|me|as well";

/// What is made.
pub(super) const NOUNS: &str = "task|todo|to-do|reminder|item|entry";

/// Verbs that write something down, of which the lexicon has none.
pub(super) const ORDERS: &str = "write|jot|note|record|log|enter|put";

/// Behind the noun: what is to be written down follows.
const CALLED: &str = "called|named|titled|entitled|with the title|of the name|namely|saying|that says|which says|that reads|which reads|namely to|that is to|viz";

/// Behind the noun where it is made: "a to-do of writing the club history".
const OF: &str = "of";

/// Ties what is to be written down to the order.
const TIES: &str = "that i must|that i have to|that i need to|that i should|i must|i have to|i need to|that we must|that we have to|\
    that we need to";

const OFTEN: &str = "daily|weekly|monthly|yearly|annual|biweekly|fortnightly|quarterly";

/// The text with such an order in plain words, where it has one.
pub(super) fn plain(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text, run.clock);
    if let Some(said) = headed(&c).or_else(|| labelled(&c)) {
        return Some(said);
    }
    // "do remind me of …": said with stress, and no other order.
    if let Some(end) = c.any(lead(&c).at, "do please|please do|do").filter(|end| c.any(*end, "remind me|add").is_some())
    {
        let rest = c.slice(end..c.len());
        return Some(plain(rest, run).unwrap_or_else(|| rest.to_owned()));
    }
    let begin = (0..c.len().min(4)).find(|i| c.any(*i, WRITES).is_some())?;
    if begin > lead(&c).at {
        return None;
    }
    let verb = c.any(begin, WRITES)?;
    let mut at = verb;
    let mut kind = false;
    while let Some(end) = c.any(at, BESIDE).filter(|end| *end < c.len() && !paused(&c, at)) {
        kind |= one_of(c.word(at), "for|please|pls");
        at = end;
    }
    if let Some(said) = repeated(&c, at).or_else(|| wanted(&c, verb)).or_else(|| called(&c, begin, at)) {
        return Some(said);
    }
    // "set down a reminder for friday: …"
    if at > verb && one_of(c.word(begin), "set|put|note|take") && noun_at(&c, at).is_some() {
        return Some(format!("set {}", c.slice(at..c.len())));
    }
    let told = c.any(at, TIES).filter(|end| *end < c.len());
    // "jot down: …": a mark ends the order; "for me please the task …" is one without a mark.
    let whole = at > verb && paused(&c, at) || told.is_some() || kind && one_of(c.word(begin), "add|create|write|note");
    if !whole || c.any(at, TAILS) == Some(c.len()) {
        return None;
    }
    let rest = c.toks.get(told.unwrap_or(at)).and_then(|t| text.get(opening(text, t.start)..))?;
    Some(format!("add {rest}"))
}

/// Behind "a new task".
fn noun_at(c: &Clause, at: usize) -> Option<usize> {
    let article = c.any(at, "me a|me an|a new|a|an|another|one more|the following")?;
    let kind = c.any(article, "quick|little|short|new|small|further|separate").unwrap_or(article);
    c.any(kind, NOUNS)
}

/// "make a task called Arrange the wreath", "a new task for tomorrow, namely to read the chapter": the title behind a word
/// that says it is one.
fn called(c: &Clause, begin: usize, at: usize) -> Option<String> {
    let noun = noun_at(c, at)?;
    // "add a todo too: …"
    if let Some(end) = c.any(noun, "too|also|as well|please").filter(|end| *end < c.len() && paused(c, *end)) {
        return Some(format!("add {}", c.text.get(opening(&c.text, c.toks.get(end)?.start)..)?));
    }
    // "add a task called …" is read as it stands.
    let plain = one_of(c.word(begin), "add|create|make") && one_of(c.word(noun), "called|named|titled|entitled");
    if let Some(end) = c.any(noun, CALLED).filter(|end| !plain && *end < c.len()) {
        return Some(format!("add {}", c.text.get(opening(&c.text, c.toks.get(end)?.start)..)?));
    }
    if let Some(end) = c.any(noun, OF).filter(|end| c.word(*end).ends_with("ing") && c.word(*end).len() > 5) {
        return Some(format!("add {}", c.text.get(c.toks.get(end)?.start..)?));
    }
    // When it is, between the noun and the title.
    let when = c.found.iter().map(|f| c.toks_of(&f.span)).find(|r| (noun..=noun + 1).contains(&r.start))?;
    let end = c.any(when.end, CALLED).filter(|end| *end < c.len())?;
    let title = c.text.get(opening(&c.text, c.toks.get(end)?.start)..)?.trim_end_matches(['.', '!']);
    Some(format!("add {title} {}", c.slice(noun..when.end)))
}

/// A mark right before the word at `at` that can end an order.
fn paused(c: &Clause, at: usize) -> bool {
    at > 0 && c.toks.get(at - 1).is_some_and(|t| matches!(t.after, Some(':' | ',')))
}

/// Where the word's quotation mark is.
fn opening(text: &str, start: usize) -> usize {
    let front = text.get(..start).unwrap_or_default();
    start - front.chars().rev().take_while(|c| matches!(c, '"' | '“' | '\'')).map(char::len_utf8).sum::<usize>()
}

/// "reminder for monday at 6: drop off the badge": the noun alone orders it, in front of when that is.
fn headed(c: &Clause) -> Option<String> {
    let at = lead(c).at;
    let begin = c.any(at, "a reminder for|reminder for|reminder on|a reminder|reminder")?;
    let when = c.found.iter().map(|f| c.toks_of(&f.span)).find(|r| r.contains(&begin))?;
    (when.end < c.len()).then(|| format!("add {}", c.slice(begin..c.len())))
}

/// "to do: buy sd cards friday", "reminder call sam": what it is, in front of it.
fn labelled(c: &Clause) -> Option<String> {
    let at = lead(c).at;
    let end = c.any(at, "to do|reminder").filter(|end| *end < c.len())?;
    let marked = c.toks.get(end - 1).is_some_and(|t| t.after == Some(':'));
    let verb = c.word(at) == "reminder" && super::bare::is_everyday(c.word(end));
    let several = c.text.contains([',', ';', '\n']);
    (!several && (marked || verb)).then(|| format!("add {}", c.slice(end..c.len())))
}

/// "put a reminder for me to defrost the turkey", "create a recurring task to back up the laptop": the noun and for whom
/// it is say nothing of what is to be done.
fn wanted(c: &Clause, at: usize) -> Option<String> {
    let article = c.any(at, "me a|me an|a|an|another|one more")?;
    let kind = c.any(article, "recurring|repeating|regular|quick|little|short|new|small").unwrap_or(article);
    let noun = c.any(kind, NOUNS)?;
    let whom = c.any(noun, "for me|for us|for myself").unwrap_or(noun);
    // "create a recurring todo "call Ana"": the title is in its marks.
    if kind > article && c.toks.get(whom).is_some_and(|t| t.quoted) {
        return Some(format!("add {}", c.text.get(opening(&c.text, c.toks.get(whom)?.start)..)?));
    }
    let to = c.any(whom, "to").filter(|end| *end < c.len())?;
    // With neither, the order is read as it is.
    (kind > article || whom > noun).then(|| format!("remind me to {}", c.slice(to..c.len())))
}

/// "a monthly reminder on the 15th to check the meter": how often it is, as a phrase of its own.
fn repeated(c: &Clause, at: usize) -> Option<String> {
    let at = c.any(at, "a|an|the|another").unwrap_or(at);
    let noun = c.any(at + 1, NOUNS).filter(|end| one_of(c.word(at), OFTEN) && *end < c.len())?;
    let often = c.word(at);
    // "a weekly todo "call Ana"", "a daily task: stretch": the title right behind the noun, and nothing else.
    let led =
        one_of(c.word(noun), "to|that|on|at|in|for|from|about|every|each|starting|called|named|titled|of|with|and");
    let dated = c.found.iter().any(|f| c.toks_of(&f.span).start >= noun);
    if c.toks.get(noun).is_some_and(|t| t.quoted) && !led && !dated && often != "annual" {
        return Some(format!("add {} {often}", c.text.get(opening(&c.text, c.toks.get(noun)?.start)..)?));
    }
    Some(format!("remind me {often} {}", c.slice(noun..c.len())))
}
