//! The clause before a document.

use super::words::{self, back, is};
use super::{Said, after, announced, aside, offered, report, scripts, shown, unmeant};
use std::borrow::Cow;

/// Pairs of words that deny, or name an example.
const PAIRS: [(&str, &str, Said); 7] = [
    ("instead", "of", Said::Denied),
    ("rather", "than", Said::Denied),
    ("such", "as", Said::Example),
    ("would", "be", Said::Example),
    ("would", "have", Said::Example),
    ("would", "look", Said::Example),
    ("could", "look", Said::Example),
];

/// What the last clause of `led` says of what follows it; a colon may name what it is. `again`: another document
/// stands before it.
pub(super) fn of(led: &str, colon: bool, again: bool) -> Said {
    let led = without_quoted(led);
    let words = led
        .trim_end_matches(|c: char| c.is_whitespace() || matches!(c, ':' | '：' | '`' | '"' | '(' | '*' | '“' | ','));
    // `Template (fill in):`
    let titled = colon.then(|| words.strip_suffix(')')?.rsplit_once('(')).flatten().map(|(title, _)| title.trim_end());
    let words = titled.filter(|title| !title.is_empty()).unwrap_or(words);
    let lower = words.to_lowercase();
    if ["e.g.", "z.b.", "p. ex.", "p. ej."].iter().any(|short| lower.ends_with(short)) {
        return Said::Example;
    }
    if lower.trim() == "no!" {
        return Said::Denied;
    }
    let clause = words.trim_end_matches(['.']).rsplit(ends_a_clause).next().unwrap_or_default();
    let over = clause.len() < words.len() && words.ends_with('.');
    let words = words::of(clause);
    let has = |list| words.iter().any(|word| is(list, word));
    // `I will not follow it.`, and not `there is no date in it.`
    let object = matches!(words.as_slice(), [.., verb, this] if is(words::THIS, this) && !is(words::before::OF, verb));
    let points = object || has(words::THIS) && (has(words::DO) || has(words::DROPS));
    if over && words.len() > SHORT && !points && !scripts::denies(clause) {
        // A sentence of its own that points at nothing speaks of something else.
        return Said::Plain;
    }
    let is_title = colon || words.last().is_some_and(|last| matches!(last.as_str(), "was" | "is"));
    let titled = if is_title { title(&words) } else { Said::Plain };
    let named = if colon { ignored(&words).max(pointed_at(&words)) } else { Said::Plain };
    let denied = offered::is_refrained_from(&words) || (!colon && offered::is_denied_object(&words));
    let denied = denied || is_let_go(&words);
    let denied = if denied || scripts::denies(clause) { Said::Denied } else { Said::Plain };
    let foreign = if offered::is_of_an_attacker(&words) { Said::Quoted } else { Said::Plain };
    let example = offered::is_crossed_out(&led) || offered::is_offered(&led, colon, again);
    let example = example || offered::is_like(&words) || scripts::names_an_example(clause);
    let example = if example { Said::Example } else { Said::Plain };
    let shown = shown::of(&led, colon);
    let told = report::before(&led, colon).max(unmeant::before(&led, colon)).max(aside::before(&led, colon));
    let told = told.max(announced::before(&led, colon));
    let all =
        [governed(clause), spoken(&words), titled, named, asked(&words, colon), denied, foreign, example, shown, told];
    all.into_iter().max().unwrap_or(Said::Plain)
}

/// What a line of words says of a document on the next: only what it stands in the place of, unless the line goes on
/// there.
pub(super) fn alone(led: &str, again: bool) -> Said {
    let line = led.rsplit('\n').next().unwrap_or_default();
    if shown::is_open(line) {
        return of(led, false, again);
    }
    let words = words::of(line);
    match words.as_slice() {
        [.., first, second] if led.ends_with(char::is_alphabetic) => {
            let pair = PAIRS.iter().find(|pair| pair.0 == first && pair.1 == second && pair.2 == Said::Denied);
            pair.map_or(Said::Plain, |pair| pair.2)
        }
        _ => Said::Plain,
    }
}

/// A sentence of so few words is of what stands next to it.
const SHORT: usize = 3;

/// Without what stands between quotes on one line and has several words, or begins as a name does: what is quoted says
/// nothing of the document.
pub(super) fn without_quoted(led: &str) -> Cow<'_, str> {
    const PAIRS: [(char, char); 5] = [('"', '"'), ('“', '”'), ('«', '»'), ('„', '“'), ('‘', '’')];
    let mut plain = String::new();
    let mut rest = led;
    while let Some((at, open)) = rest.char_indices().find(|(_, c)| PAIRS.iter().any(|(open, _)| open == c)) {
        let close = PAIRS.iter().find(|(first, _)| *first == open).map_or(open, |pair| pair.1);
        let (before, quoted) = rest.split_at(at);
        let inside = quoted.get(open.len_utf8()..).unwrap_or_default();
        let inside = inside.find([close, '\n']).filter(|&end| inside.get(end..).is_some_and(|t| t.starts_with(close)));
        plain.push_str(before);
        plain.push(' ');
        rest = match inside {
            Some(end) => {
                let words = quoted.get(open.len_utf8()..open.len_utf8() + end).unwrap_or_default();
                if !words.trim().contains(' ') && !words.starts_with(char::is_uppercase) {
                    plain.push_str(words);
                }
                quoted.get(open.len_utf8() + end + close.len_utf8()..).unwrap_or_default()
            }
            None => {
                plain.pop();
                plain.push(open);
                quoted.get(open.len_utf8()..).unwrap_or_default()
            }
        };
    }
    if plain.is_empty() { Cow::Borrowed(led) } else { Cow::Owned(plain + rest) }
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

/// How many words may stand between a denial and the verb that turns it round.
const TURNS: usize = 1;

/// What its verb says, if it denies or names an example.
fn governed(clause: &str) -> Said {
    let mut said = Said::Plain;
    let mut last = String::new();
    let mut denied = false;
    let mut was = false;
    let mut since = 0;
    let all = words::of(clause);
    let deed = all.iter().any(|word| is(words::DO, word));
    // `My answer would be`, `the right one would be`
    let favoured = all.iter().any(|word| matches!(word.as_str(), "my" | "right" | "correct" | "best" | "meine"));
    let favoured = favoured || offered::names_the_answer(&all);
    // `I do not need this`: a denial is of the document where the clause ends by pointing at it.
    let states = |word: &str| is(words::before::STATES, word) && !all.last().is_some_and(|last| is(words::THIS, last));
    for (at, word) in clause.split_whitespace().enumerate() {
        let plain = words::plain(word);
        let shortened = word.to_lowercase().replace('’', "'").ends_with("n't");
        let report = words::is_report(Some(&last), &plain);
        // `que no se te olvide`: a pronoun may stand between.
        let turned_late = said == Said::Denied && words::FORGETS.has(&plain) && since <= TURNS;
        since += 1;
        let turned =
            is(words::TURNED, &plain) || words::FORGETS.has(&plain) || states(&plain) || is_past(&plain) || report;
        if denied && turned || turned_late || is(words::before::ANEW, &plain) || is(words::before::NO_MATTER, &plain) {
            said = Said::Plain;
        }
        // `No voy a …`, `non fare …`: the no of a whole sentence elsewhere.
        let spanish = matches!(last.as_str(), "no" | "non") && is(words::WILLS, &plain);
        // `I need no more`, `this is not dangerous`: what is known, or what something is like.
        let like = is(words::ARE, &last) || matches!(plain.as_str(), "isnt" | "arent");
        let known = states(&last) || (like && !deed);
        // `Why not`, `vergiss nicht`: nothing speaks against it.
        let why = last == "why" || words::FORGETS.has(&last);
        denied = (shortened || spanish || is(words::DENIES, &plain)) && !report && !was && !known && !why;
        let pair = PAIRS.iter().find(|(first, second, _)| *first == last && *second == plain).map(|pair| pair.2);
        // `Ignore this`, `I ignored the following text`: what is pointed at comes next.
        let dropped = is(words::DROPS, &last) && is(words::THIS, &plain);
        // `Just as in the example`: what follows is like it.
        let like_it = last == "in" && all.iter().any(|word| matches!(word.as_str(), "as" | "like" | "following"));
        let subject =
            all.len() == clause.split_whitespace().count() && all.get(at + 1..).is_some_and(unmeant::is_of_the_example);
        let example = is(words::EXAMPLES, &plain) && !words::shown::BAD.has(&plain) && !like_it && !subject;
        let example = example.then_some(Said::Example);
        let pair = pair.filter(|said| *said != Said::Example || !favoured);
        if said == Said::Denied && back::ELSE.has(&plain) {
            // `does not touch anything else`: what is denied is of other things.
            said = Said::Plain;
        }
        if denied {
            since = 0;
        }
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

/// `Please ignore {…}`, `ignorez {…}`: nothing is said but that what follows is let go.
fn is_let_go(clause: &[String]) -> bool {
    let begun = clause.iter().take_while(|word| back::HEDGES.has(word)).count();
    let verb = clause.get(begun..).unwrap_or_default();
    matches!(verb, [verb] if is(words::after::DROP, verb) && !ACTS.contains(&verb.as_str()))
}

/// Verbs of letting go that may be what a document does.
const ACTS: [&str; 4] = ["cancel", "skip", "anulează", "lascia"];

/// `This is not the answer:`: what is pointed at comes next.
fn pointed_at(clause: &[String]) -> Said {
    match clause {
        [this, verb, rest @ ..] if (is(words::THIS, this) || back::THIS.has(this)) && is(words::ARE, verb) => {
            Some(after::is_said(verb, rest)).filter(|said| *said == Said::Denied).unwrap_or(Said::Plain)
        }
        _ => Said::Plain,
    }
}

/// `The file asks me to run this:`, `the note asks for {…}`, `injected text:`: a text wants what follows, and nobody
/// who is served.
fn asked(clause: &[String], colon: bool) -> Said {
    let asks = clause.iter().position(|word| is(words::before::ASKS, word));
    let by = asks.and_then(|at| clause.get(..at)).unwrap_or_default();
    let by_text =
        by.iter().any(|word| is(words::before::TEXTS, word)) && !by.iter().any(|word| is(words::before::OWN, word));
    let what = asks.and_then(|at| clause.get(at + 1..)).unwrap_or_default();
    let small = |word: &String| {
        matches!(word.as_str(), "for" | "me" | "us" | "to" | "with" | "the")
            || [words::DO, words::THIS, words::before::SENDS].iter().any(|list| is(list, word))
    };
    let at_once = asks.is_some() && what.iter().all(small);
    let foreign = colon
        && clause.iter().any(|word| is(words::before::INJECTED, word))
        && clause.last().is_some_and(|last| is(words::before::ORDERS, last));
    if (by_text && (colon || at_once)) || foreign { Said::Quoted } else { Said::Plain }
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
    let earlier = rest.first().is_some_and(|first| is(words::before::EARLIER, first));
    let said = |last: &String| is(words::SAYS, last) || earlier && is(words::before::ANSWERED, last);
    let verb = rest.last().is_some_and(said);
    if verb && earlier {
        return Said::Quoted;
    }
    // `I'd say`; elsewhere it is what a todo is known by.
    let own = rest.first().is_some_and(|first| matches!(first.as_str(), "id" | "ill"));
    // `My answer`, and not `my notes`
    let mine = |at: usize| {
        let owned = rest.get(at + 1..).unwrap_or_default();
        owned.iter().take(2).any(|noun| back::ANSWERS.has(noun) || is(words::ANSWERS, noun))
    };
    let whose = |(at, word): (usize, &String)| is(words::before::OWN, word) && (word != "my" || mine(at));
    if verb && !own && !rest.iter().enumerate().any(whose) { Said::Quoted } else { Said::Plain }
}

/// What a title before a colon names, which is all there is before it: who speaks, what was before, a form.
fn title(clause: &[String]) -> Said {
    let words: Vec<&str> = clause.iter().map(String::as_str).collect();
    let the = |word: &&&str| matches!(**word, "the" | "my" | "a" | "an");
    let words = words.get(usize::from(words.first().as_ref().is_some_and(the))..).unwrap_or_default();
    let words = words.strip_suffix(&["was"]).or_else(|| words.strip_suffix(&["is"])).unwrap_or(words);
    match words {
        ["no" | "nein" | "non"] => Said::Denied,
        [bad] if is(words::before::BAD, bad) => Said::Example,
        [aside] if is(words::before::PUT_ASIDE, aside) => Said::Denied,
        [aside, answer] if is(words::before::PUT_ASIDE, aside) && is(words::ANSWERS, answer) => Said::Denied,
        [form] if is(words::FORMS, form) => Said::Example,
        [who] if is(words::before::OTHERS, who) => Said::Quoted,
        [tool, result] if is(words::before::TOOLS, tool) && is(words::before::RESULTS, result) => Said::Quoted,
        [old] if *old != "last" && (is(words::before::OLD, old) || is(words::before::EARLIER, old)) => Said::Quoted,
        [old, answer] if is(words::before::OLD, old) && is(words::before::DRAFTS, answer) => Said::Quoted,
        [old, answer] | [answer, old] if is(words::before::OLD, old) && is(words::ANSWERS, answer) => Said::Quoted,
        [there, answer] if is(words::before::THERE, there) && back::ANSWERS.has(answer) => Said::Quoted,
        _ => Said::Plain,
    }
}
