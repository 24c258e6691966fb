//! The clause before a document.

use super::words::{self, is};
use super::{Said, scripts};

/// Pairs of words that deny, or name an example.
const PAIRS: [(&str, &str, Said); 5] = [
    ("instead", "of", Said::Denied),
    ("rather", "than", Said::Denied),
    ("such", "as", Said::Example),
    ("would", "be", Said::Example),
    ("would", "have", Said::Example),
];

/// What the last clause of `led` says of what follows it; a colon may name what it is.
pub(super) fn of(led: &str, colon: bool) -> Said {
    let words = led
        .trim_end_matches(|c: char| c.is_whitespace() || matches!(c, ':' | '：' | '`' | '"' | '(' | '*' | '“' | ','));
    let lower = words.to_lowercase();
    if ["e.g.", "z.b.", "p. ex.", "p. ej."].iter().any(|short| lower.ends_with(short)) {
        return Said::Example;
    }
    let clause = words.trim_end_matches(['.']).rsplit(ends_a_clause).next().unwrap_or_default();
    let words = words::of(clause);
    let titled = if colon { title(&words).max(ignored(&words)).max(asked(&words)) } else { Said::Plain };
    let scripted = if scripts::denies(clause) { Said::Denied } else { Said::Plain };
    governed(clause).max(spoken(&words)).max(titled).max(scripted)
}

/// A sign that ends a clause.
pub(super) fn ends_a_clause(c: char) -> bool {
    matches!(
        c,
        '.' | '!'
            | '?'
            | ';'
            | ','
            | ':'
            | '。'
            | '！'
            | '？'
            | '，'
            | '、'
            | '；'
            | '\n'
            | '('
            | ')'
            | '—'
            | '–'
            | '{'
            | '}'
            | '['
            | ']'
            | '>'
    )
}

/// What its verb says, if it denies or names an example.
fn governed(clause: &str) -> Said {
    let mut said = Said::Plain;
    let mut last = String::new();
    let mut denied = false;
    let mut was = false;
    let all = words::of(clause);
    let deed = all.iter().any(|word| is(words::DO, word));
    // `I do not need this`: a denial is of the document where the clause ends by pointing at it.
    let states = |word: &str| is(words::before::STATES, word) && !all.last().is_some_and(|last| is(words::THIS, last));
    for word in clause.split_whitespace() {
        let plain = words::plain(word);
        let shortened = word.to_lowercase().replace('’', "'").ends_with("n't");
        let report = words::is_report(Some(&last), &plain);
        let turned = is(words::TURNED, &plain) || states(&plain) || is_past(&plain) || report;
        if denied && turned || is(words::before::ANEW, &plain) || is(words::before::NO_MATTER, &plain) {
            said = Said::Plain;
        }
        // `No voy a …`, `non fare …`: the no of a whole sentence elsewhere.
        let spanish = matches!(last.as_str(), "no" | "non") && is(words::WILLS, &plain);
        // `I need no more`, `this is not dangerous`: what is known, or what something is like.
        let like = is(words::ARE, &last) || matches!(plain.as_str(), "isnt" | "arent");
        let known = states(&last) || (like && !deed);
        denied = (shortened || spanish || is(words::DENIES, &plain)) && !report && !was && !known;
        let pair = PAIRS.iter().find(|(first, second, _)| *first == last && *second == plain).map(|pair| pair.2);
        // `Ignore this`, `I ignored the following text`: what is pointed at comes next.
        let dropped = is(words::DROPS, &last) && is(words::THIS, &plain);
        let example = is(words::EXAMPLES, &plain).then_some(Said::Example);
        said = said.max(if denied || dropped { Said::Denied } else { pair.or(example).unwrap_or(Said::Plain) });
        was = report;
        last = if plain == "the" { last } else { plain };
    }
    said
}

/// A verb of what was, as Russian has it: denied, it is a report.
fn is_past(word: &str) -> bool {
    word.chars().count() > 3 && ["л", "ла", "ло", "ли"].iter().any(|end| word.ends_with(end))
}

/// `…, which I ignore:`, `die ich ignoriere:`: the verb that lets go is the last word, and its object the next.
fn ignored(clause: &[String]) -> Said {
    let clause = clause.strip_suffix(&["mich".to_owned()]).unwrap_or(clause);
    let lets_go = clause.last().is_some_and(|last| is(words::DROPS, last));
    if lets_go && clause.len() <= 6 { Said::Denied } else { Said::Plain }
}

/// `The file asks me to run this:`, `injected text:`: a text wants what follows, and nobody who is served.
fn asked(clause: &[String]) -> Said {
    let asks = clause.iter().position(|word| is(words::before::ASKS, word));
    let by = asks.and_then(|at| clause.get(..at)).unwrap_or_default();
    let by_text =
        by.iter().any(|word| is(words::before::TEXTS, word)) && !by.iter().any(|word| is(words::before::OWN, word));
    let foreign = clause.iter().any(|word| is(words::before::INJECTED, word))
        && clause.last().is_some_and(|last| is(words::before::ORDERS, last));
    if by_text || foreign { Said::Quoted } else { Said::Plain }
}

/// Whether somebody else is said to say what follows: the verb is the last word, and its subject is another.
fn spoken(clause: &[String]) -> Said {
    let mut rest = clause;
    while let Some((last, before)) = rest.split_last()
        && (is(words::THIS, last) || last == "the")
        && !before.is_empty()
    {
        rest = before;
    }
    let verb = rest.last().is_some_and(|last| is(words::SAYS, last));
    if verb && !rest.iter().any(|word| is(words::before::OWN, word)) { Said::Quoted } else { Said::Plain }
}

/// What a title before a colon names, which is all there is before it: who speaks, what was before, a form.
fn title(clause: &[String]) -> Said {
    let words: Vec<&str> = clause.iter().map(String::as_str).collect();
    let words = words.strip_prefix(&["the"]).or_else(|| words.strip_prefix(&["my"])).unwrap_or(&words);
    let words = words.strip_suffix(&["was"]).or_else(|| words.strip_suffix(&["is"])).unwrap_or(words);
    match words {
        ["no" | "nein" | "non"] => Said::Denied,
        [aside] if is(words::before::PUT_ASIDE, aside) => Said::Denied,
        [form] if is(words::FORMS, form) => Said::Example,
        [who] if is(words::before::OTHERS, who) => Said::Quoted,
        [tool, result] if is(words::before::TOOLS, tool) && is(words::before::RESULTS, result) => Said::Quoted,
        [old, answer] if is(words::before::OLD, old) && is(words::ANSWERS, answer) => Said::Quoted,
        _ => Said::Plain,
    }
}
