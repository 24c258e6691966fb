//! The clause before a document where it shows it, forbids it, tells of it, or sets it against the answer.

use super::words::denial::{CASES, MUST, NEVER, NO, NOBODY, REASONS, SO, THAT_WHICH, WHAT, YOURS};
use super::words::shown::{
    AGAINST, AGENTS, ALLOWED, ANOTHER, AS, BAD, CARELESS, CHOICES, CHOOSE, CLAIMS, DAYS, EARLIER, EXCEPT, EXPECTED,
    FOLLOWING, FORBIDDEN, GIVE, GIVEN, GIVES, HYPOTHETICALLY, ILLUSTRATES, IMAGINE, IN_FORM, LOOKS, MANY, MISTAKE,
    NEARLY, OPEN, OWN, SEVERAL, SOURCES, STANDINS, STANDS_FOR_FORMS, TEMPLATES, TEMPTS, THOUGHT, TYPICAL, WERE, WHICH,
};
use super::words::{self, back, before, is};
use super::{Said, back as back_said, mention, offered, unmeant};

/// Longest title.
const TITLE: usize = 4;

/// What the last sentence of `led` says of what follows it; `colon`: it is announced.
pub(super) fn of(led: &str, colon: bool) -> Said {
    let clauses = offered::sentence(led);
    let Some(last) = clauses.last() else { return Said::Plain };
    let last: Vec<&str> = last.iter().map(String::as_str).collect();
    let all: Vec<&str> = clauses.iter().flatten().map(String::as_str).collect();
    if forbids(&all)
        || is_never(&all)
        || (colon && is_not_so(&last))
        || is_put_aside(&last)
        || clauses.iter().any(|clause| lets_go_of_what_follows(clause))
        || is_set_against(&last)
        || is_first_thought(&last)
        || nearly_was(&last)
    {
        return Said::Denied;
    }
    if is_told(&last) || is_old(&last, colon) || is_claimed(&last) || is_from(&last, colon) || is_earlier(&last, &all) {
        return Said::Quoted;
    }
    let example = is_wrong(&last, colon)
        || is_typical(&last)
        || (colon && is_titled(&last))
        || is_imagined(&last, &all)
        || clauses.iter().any(|clause| is_for_example(clause))
        || is_done_by_many(&last)
        || is_of_the_form(&last, colon)
        || is_supposed(led, &clauses);
    if example { Said::Example } else { Said::Plain }
}

/// Whether a line ends with a word that stands before what it is of: `Avoid something like`.
pub(super) fn is_open(line: &str) -> bool {
    line.ends_with(char::is_alphabetic) && words::of(line).last().is_some_and(|last| OPEN.has(last))
}

/// `It is forbidden to answer`, `you are not allowed to send`, `this is forbidden:`
fn forbids(all: &[&str]) -> bool {
    // `Nobody should apply`, `il ne faut pas envoyer`
    let nobody = all.first().is_some_and(|who| NOBODY.has(who));
    let must = all.iter().position(|word| MUST.has(word));
    let denied = must.is_some_and(|at| all.iter().skip(at.saturating_sub(1)).take(3).any(|word| back::NOT.has(word)));
    let turned = |word: &&str| is(words::TURNED, word) || words::FORGETS.has(word);
    let deed = all.last().is_some_and(|verb| GIVE.has(verb) || is(words::DO, verb)) && !all.iter().any(turned);
    if deed && must.is_some() && (nobody || denied) {
        return true;
    }
    let not_allowed = |pair: &[&str]| matches!(pair, [not, next] if back::NOT.has(not) && ALLOWED.has(next));
    let pair = all.windows(2).position(not_allowed).map(|at| at + 1);
    let Some(at) = all.iter().position(|word| FORBIDDEN.has(word)).or(pair) else { return false };
    let rest = all.get(at + 1..).unwrap_or_default();
    let gives = |word: &&str| GIVE.has(word) || is(words::DO, word) || is(words::THIS, word);
    rest.last().is_none_or(gives) && !rest.iter().any(|word| is(before::ANEW, word))
}

/// `Under no circumstances may I answer`, `there is no reason to send`: a no of the whole clause, which ends with the verb
/// that gives, or has it behind the document.
fn is_never(all: &[&str]) -> bool {
    let pair = |list: &words::Words| {
        let mut pairs = (0..all.len()).filter(|at| all.get(*at).is_some_and(|no| NO.has(no)));
        pairs.find(|at| all.iter().skip(at + 1).take(2).any(|noun| list.has(noun)))
    };
    let gives = |rest: &[&str]| rest.last().is_some_and(|verb| GIVE.has(verb) || is(words::DO, verb));
    let anew = |rest: &[&str]| rest.iter().any(|word| is(before::ANEW, word));
    let case = pair(&CASES).or_else(|| all.iter().position(|word| NEVER.has(word)));
    let rest = case.and_then(|at| all.get(at + 1..)).filter(|rest| !anew(rest));
    if rest.is_some_and(|rest| gives(rest) || rest.len() <= 2 || rest.last() == Some(&"be")) {
        return true;
    }
    let other = |rest: &[&str]| rest.iter().any(|word| back::ELSE.has(word));
    pair(&REASONS)
        .and_then(|at| all.get(at + 1..))
        .is_some_and(|rest| (gives(rest) || rest.last() == Some(&"for")) && !anew(rest) && !other(rest))
}

/// `Nicht so:`, `what not to send:`, `lo que no hay que hacer:`
fn is_not_so(last: &[&str]) -> bool {
    let denied = last.iter().any(|word| back::NOT.has(word) || is(words::DENIES, word));
    let so = last.len() <= TITLE && last.iter().any(|word| SO.has(word));
    let named = match last {
        [first, second, ..] => WHAT.has(first) || THAT_WHICH.contains(&(first, second)),
        _ => false,
    };
    let named = named && last.len() <= 2 * TITLE;
    let own = last.iter().any(|word| is(before::I, word));
    let known = last.iter().any(|word| is(before::STATES, word));
    let known = known && !last.contains(&"que");
    (denied && so && !own) || (named && (denied || last.last() == Some(&"against")) && !known)
}

/// `The format looks like this:`, `voici à quoi ressemble le format :`: what follows is of the form that is spoken of.
fn is_of_the_form(last: &[&str], colon: bool) -> bool {
    let form = last.iter().position(|word| is(words::FORMS, word) || STANDS_FOR_FORMS.has(word));
    let within = form.and_then(|at| last.get(at.saturating_sub(3)..at)).unwrap_or_default();
    if form.is_some_and(|at| is_of_the_answer(last.get(..at).unwrap_or_default())) {
        return false;
    }
    let looks = last.iter().any(|word| LOOKS.has(word));
    let be = last.last().is_some_and(|last| back::BE.has(last));
    let this = within.last().is_some_and(|this| {
        matches!(
            *this,
            "this" | "following" | "diese" | "dieses" | "cette" | "ce" | "esta" | "este" | "acest" | "această"
        )
    });
    let looks = looks || this;
    form.is_some() && !within.iter().any(|word| IN_FORM.has(word)) && (looks || be) && (colon || be)
}

/// `The reply should have`, `die Antwort muss`: what the answer is to be is the answer; what yours is to be is shown.
fn is_of_the_answer(led: &[&str]) -> bool {
    let must = led.iter().position(|word| MUST.has(word));
    let subject = must.and_then(|at| led.get(..at)).unwrap_or_default();
    let answer = |word: &&str| is(words::ANSWERS, word) || matches!(*word, "json" | "message" | "mensaje");
    let other = |word: &&str| *word == "expected" || word.starts_with("your") || TYPICAL.has(word);
    subject.len() <= TITLE && subject.last().is_some_and(answer) && !subject.iter().any(other)
}

/// `Suppose someone asks for it. Then the answer is`: a sentence before it, in the same paragraph, only thinks of
/// something; or this one does, and says what would be.
fn is_supposed(led: &str, clauses: &[Vec<String>]) -> bool {
    let imagines = |words: &[String]| match words {
        [first, second, ..] if first == "say" => {
            matches!(second.as_str(), "you" | "we" | "someone" | "somebody" | "the")
        }
        [first, ..] => IMAGINE.has(first),
        [] => false,
    };
    let paragraph = led.trim_end().rsplit("\n\n").next().unwrap_or_default();
    let mut sentences = paragraph.rsplit(['.', '!', '?', ';', '\n']).skip(1).take(2);
    let here = clauses.first().is_some_and(|first| imagines(first)) && offered::is_unreal(clauses);
    here || sentences.any(|sentence| imagines(&words::of(sentence)))
}

/// `Please disregard the following, it is old:`, `ignoriere das Folgende:`: what comes next is let go.
fn lets_go_of_what_follows(clause: &[String]) -> bool {
    let begun = clause.iter().take_while(|word| back::HEDGES.has(word)).count();
    match clause.get(begun..) {
        Some([verb, rest @ ..]) => {
            let drops = is(words::DROPS, verb) || is(words::after::DROP, verb) || back::DROP.has(verb);
            let object = rest.iter().find(|word| !back::THE.has(word) && *word != "what");
            drops && object.is_some_and(|next| FOLLOWING.has(next))
        }
        _ => false,
    }
}

/// `The following was rejected by the validator`, `the request that failed was`
fn is_put_aside(last: &[&str]) -> bool {
    let subject = last.iter().take(4).any(|word| {
        is(words::THIS, word) || is(words::ANSWERS, word) || is(before::DRAFTS, word) || *word == "request"
    });
    let aside = |word: &&str| is(before::PUT_ASIDE, word) || *word == "failed";
    let at = last.iter().position(aside);
    let was = at.and_then(|at| last.get(at.saturating_sub(3)..at)).unwrap_or_default();
    let passive = was.iter().any(|word| matches!(*word, "was" | "were" | "been" | "got" | "wurde" | "that"));
    subject && passive && !last.iter().any(|word| is(before::ANEW, word))
}

/// `as opposed to`, `this is different from`, `unlike`, `anything but`, `this is not the same as`
fn is_set_against(last: &[&str]) -> bool {
    let denied = last.iter().any(|word| back::NOT.has(word));
    match last {
        [.., except] if EXCEPT.has(except) => true,
        [.., "anything" | "everything" | "something", "but"]
        | [.., "anything" | "everything" | "something", "other", "than"] => true,
        [.., nothing, "like"] => NOBODY.has(nothing) || matches!(*nothing, "nothing"),
        [.., "same", "as"] | [.., "confused", "with"] => denied,
        [.., one, other] => AGAINST.contains(&(*one, *other)),
        _ => false,
    }
}

/// How many words end a clause behind the verb of thinking, and it: `wanted to return`.
const THOUGHT_OF: usize = 4;

/// `I first thought of`, `initially I considered`, `at first I wanted to return`
fn is_first_thought(last: &[&str]) -> bool {
    let own = last.iter().any(|word| is(before::I, word));
    let first = last.iter().position(|word| matches!(*word, "first" | "initially" | "originally"));
    let thought = last.iter().rposition(|word| THOUGHT.has(word));
    own && first.zip(thought).is_some_and(|(first, thought)| first < thought && thought + THOUGHT_OF > last.len())
}

/// `I almost wrote`, `casi envío`: what did not happen, as the end of the clause.
fn nearly_was(last: &[&str]) -> bool {
    let gave = |verb: &&str| is(before::ANSWERED, verb) || is(before::SENDS, verb) || mention::gave(verb);
    matches!(last, [.., nearly, verb] if NEARLY.has(nearly) && gave(verb))
        || matches!(last, [.., nearly, _, verb] if NEARLY.has(nearly) && mention::gave(verb))
}

/// `Bob says the answer is`: somebody else says of something that it is the answer.
fn is_claimed(last: &[&str]) -> bool {
    let Some(verb) = last.iter().position(|word| CLAIMS.has(word)) else { return false };
    let (who, what) = last.split_at(verb);
    let own = |word: &&str| is(before::I, word) || OWN.has(word);
    let answer = what.iter().any(|word| is(words::ANSWERS, word));
    !who.is_empty() && !who.iter().any(own) && answer && what.last().is_some_and(|last| back::BE.has(last))
}

/// `The previous assistant answered`, `the log shows this entry`: another gives it, and the verb ends the clause.
fn is_told(last: &[&str]) -> bool {
    let given = last.iter().rev().take_while(|word| GIVEN.has(word)).count();
    let (rest, _) = last.split_at(last.len() - given);
    let Some((verb, subject)) = rest.split_last() else { return false };
    let says = GIVES.has(verb) || is(words::SAYS, verb) || is(before::ANSWERED, verb);
    let other = subject.iter().any(|word| ANOTHER.has(word));
    let who = |word: &&str| SOURCES.has(word) || (other && AGENTS.has(word));
    // `A previous run printed`: whoever or whatever it was.
    let before = GIVES.has(verb) && subject.iter().any(|word| is(before::OLD, word) && *word != "last");
    says && (before || subject.iter().any(who)) && !subject.iter().any(|word| OWN.has(word))
}

/// `Here is an outdated version:`, `die alte Antwort war`, `la respuesta anterior era`: the end of the clause names an answer
/// by its age.
fn is_old(last: &[&str], colon: bool) -> bool {
    let led = match last {
        [rest @ .., be] if WERE.has(be) || matches!(*be, "is" | "ist" | "est" | "es" | "este") => rest,
        _ if colon => last,
        _ => return false,
    };
    let old = |word: &str| is(before::OLD, word) && word != "last";
    let answer = |word: &str| is(words::ANSWERS, word) || back::ANSWERS.has(word);
    matches!(led, [.., one, other] if (old(one) && answer(other)) || (answer(one) && old(other)))
}

/// `From the docs:`, `result from search:`
fn is_from(last: &[&str], colon: bool) -> bool {
    let from = last.iter().position(|word| matches!(*word, "from" | "quoting" | "quote"));
    colon && from.is_some() && last.len() <= TITLE && last.last().is_some_and(|source| SOURCES.has(source))
}

/// `Yesterday I answered`, `I was told to answer`, `previously it was`, `the tool's output was`, `what I sent before:`
fn is_earlier(last: &[&str], all: &[&str]) -> bool {
    let day = all.windows(2).any(|pair| matches!(pair, [on, day] if matches!(*on, "on" | "am") && DAYS.has(day)));
    let ago = all.windows(2).any(|pair| matches!(pair, ["last", "week" | "month" | "year" | "time" | "night"]));
    let earlier = day || ago || all.iter().any(|word| EARLIER.has(word) || (is(before::OLD, word) && *word != "last"));
    let with = last.strip_suffix(&["with"]).unwrap_or(last);
    let with = with.strip_suffix(&["it"]).unwrap_or(with);
    let who = |word: &str| matches!(word, "i" | "we" | "you" | "he" | "she" | "they");
    if let [.., subject, verb] = with
        && earlier
        && who(subject)
        && (mention::gave(verb) || verb.ends_with("ed"))
    {
        return true;
    }
    let gave = |word: &&str| is(before::ANSWERED, word) || is(words::SAYS, word);
    match last {
        [.., "was"] => {
            let whose = |word: &&str| SOURCES.has(word) || word.strip_suffix('s').is_some_and(|who| SOURCES.has(who));
            earlier || last.iter().any(whose)
        }
        // `I was told to answer`, `they want me to answer`
        ["i" | "we", "was" | "were", "told" | "asked" | "ordered", "to", verb]
        | ["they" | "someone" | "somebody", _, "me" | "us", "to", verb] => is(before::SENDS, verb),
        ["what", "i" | "we", verb, end] => gave(verb) && EARLIER.has(end),
        [.., "i" | "we", verb] => earlier && gave(verb),
        // `It used to be`, `we used to send`
        [.., "used", "to", verb] => *verb == "be" || is(before::SENDS, verb),
        // `In the test data there is`
        ["in" | "within", .., "there", "is" | "are"] => true,
        // `Früher war die Antwort`
        _ => earlier && last.iter().any(|word| WERE.has(word)) && last.iter().any(|word| is(words::ANSWERS, word)),
    }
}

/// `Hypothetically`, `imagine the answer were`, `one could answer`, `I might send`
fn is_imagined(last: &[&str], all: &[&str]) -> bool {
    let imagined = match last {
        [first, ..] if IMAGINE.has(first) => true,
        ["lets", "say", ..] | ["say", "i" | "we" | "the", ..] => true,
        [_, .., "could" | "might", verb] => is(before::SENDS, verb) && !last.contains(&"you"),
        [.., tempting, "to", verb] | [.., tempting, "to", verb, "with"] if TEMPTS.has(tempting) => {
            is(before::SENDS, verb)
        }
        ["a" | "an", careless, _, ..] if CARELESS.has(careless) => true,
        ["one" | "someone" | "somebody" | "a", .., "would", verb] => is(before::SENDS, verb),
        [within @ .., form, "is"] => {
            is(words::FORMS, form) && !within.iter().rev().take(3).any(|word| IN_FORM.has(word))
        }
        _ => false,
    };
    imagined || all.iter().any(|word| HYPOTHETICALLY.has(word))
}

/// `As an example`, `zum Beispiel`, `for instance`: a clause that says no more, or begins so.
pub(super) fn is_for_example(clause: &[String]) -> bool {
    let shown = |word: &String| (is(words::EXAMPLES, word) && !back::WRONG.has(word)) || TEMPLATES.has(word);
    let example = clause.iter().take(TITLE - 1).position(shown);
    let led = example.and_then(|at| clause.get(..at)).unwrap_or_default();
    let behind = example.and_then(|at| clause.get(at + 1..)).unwrap_or_default();
    led.first().is_some_and(|first| AS.has(first))
        && led.iter().all(|word| AS.has(word) || back::QUITE.has(word))
        && !unmeant::is_of_the_example(behind)
}

/// `People often write`, `others answer`: what anybody does is told of.
fn is_done_by_many(last: &[&str]) -> bool {
    let who = last.iter().take(2).any(|who| MANY.has(who));
    who && last.last().is_some_and(|verb| is(before::SENDS, verb) || GIVES.has(verb))
}

/// `A bad answer is`, `this would be wrong`, `it is a mistake to send`, `Wrong:`
fn is_wrong(last: &[&str], colon: bool) -> bool {
    let answer = |word: &str| {
        is(words::ANSWERS, word) || is(before::DRAFTS, word) || back::ANSWERS.has(word) || matches!(word, "one" | "way")
    };
    let named = last
        .windows(2)
        .any(|pair| matches!(pair, [one, other] if BAD.has(one) && answer(other) || answer(one) && BAD.has(other)));
    let be = |word: &str| back::BE.has(word) && word != "a";
    let led = colon || last.last().is_some_and(|word| be(word)) || last.first().is_some_and(|word| BAD.has(word));
    if named && led {
        return true;
    }
    let denied = last.iter().any(|word| back::NOT.has(word));
    let of_this = |word: &&str| is(words::THIS, word) || answer(word) || is(before::OPTIONS, word);
    let said = match last {
        [bad] | [bad, _] | [_, bad] if BAD.has(bad) => true,
        [.., bad] => BAD.has(bad) && last.iter().take(4).any(of_this),
        [] => false,
    };
    let to = last.iter().rposition(|word| *word == "to");
    let deed = last.last().is_some_and(|verb| GIVE.has(verb) || is(words::DO, verb));
    let mistake = to.and_then(|to| last.get(..to)).is_some_and(|led| led.last().is_some_and(|word| MISTAKE.has(word)));
    !denied && (said || (mistake && deed))
}

/// `A typical answer looks like`
fn is_typical(last: &[&str]) -> bool {
    last.windows(2).any(|pair| matches!(pair, [kind, what] if TYPICAL.has(kind) && is(words::ANSWERS, what)))
}

/// `Expected output format:`, `Placeholder:`, `For illustration:`
fn is_titled(last: &[&str]) -> bool {
    let stands_in = last.iter().position(|word| STANDINS.has(word) || ILLUSTRATES.has(word));
    let behind = |at: usize| last.get(at + 1..).unwrap_or_default();
    let named = stands_in.is_some_and(|at| !unmeant::is_of_the_example(behind(at)));
    // `As a demonstration of the schema`
    let stands = last.first().is_some_and(|first| AS.has(first)) && last.len() <= 2 * TITLE;
    let named =
        named || last.iter().take(TITLE).any(|word| word.starts_with("beispiel") && word.len() > "beispiele".len());
    if named && stands && !last.contains(&"in") {
        return true;
    }
    let form = last.iter().filter(|word| !EXPECTED.has(word)).all(|word| is(words::FORMS, word));
    last.len() <= TITLE && (named || (form && last.iter().any(|word| is(words::FORMS, word))))
}

/// Whether what is said behind documents asks which of them is meant: `Which one do you prefer?`, `Please choose.`
pub(super) fn asks_which(behind: &str) -> bool {
    let ends = |c: char| matches!(c, '.' | '!' | '?' | '\n' | ';' | ':');
    behind.split(ends).take(SENTENCES).any(|sentence| {
        let words = words::of(sentence);
        let has = |list: &words::Words| words.iter().any(|word| list.has(word));
        let which = words.iter().take(6).any(|word| WHICH.has(word));
        let chooses = words.iter().take(3).any(|word| CHOOSE.has(word)) && words.len() <= 8;
        let wants = matches!(words.as_slice(), [what, .., you, wants]
            if what == "what" && you == "you" && matches!(wants.as_str(), "like" | "want" | "prefer"));
        let yours = words.len() <= 5 && words.windows(2).any(|pair| matches!(pair, [a, b] if YOURS.contains(&(a, b))));
        let plain: Vec<&str> = words.iter().map(String::as_str).collect();
        let wants = wants || back_said::asks_what_to_do(&plain);
        (which || chooses || wants || yours) && words.len() <= 14 && !has(&back::ELSE)
    })
}

/// How many sentences behind documents are looked at.
const SENTENCES: usize = 4;

/// Whether what is said before documents announces several to choose from: `There are two options:`,
/// `Pick one:`
pub(super) fn announces_several(led: &str) -> bool {
    // Below it stand the fence and the mark of the first of them.
    let is_said = |line: &&str| !line.starts_with("```") && line.chars().filter(|c| c.is_alphabetic()).count() > 1;
    let line = led.lines().rev().map(str::trim).find(is_said).unwrap_or_default();
    let clauses = offered::sentence(line);
    let Some(last) = clauses.last() else { return false };
    let possible = last.iter().any(|word| word == "possible" || word == "between");
    if last.len() <= TITLE && last.first().is_some_and(|first| is(before::EITHER, first)) {
        return true;
    }
    if last.len() <= TITLE && (last.first().is_some_and(|first| CHOOSE.has(first)) || possible) {
        return true;
    }
    let choices = last.iter().rposition(|word| CHOICES.has(word));
    let several = choices.and_then(|at| last.get(at.saturating_sub(3)..at)).unwrap_or_default();
    several.iter().any(|word| SEVERAL.has(word))
}
