//! What is only offered: under a condition, as one of several, in a question, or as somebody else would have it.

use super::words::{self, back, before, is};

/// Marks of what is wrong, and of what is not to be.
const CROSSES: [char; 6] = ['❌', '✗', '✘', '✖', '🚫', '⛔'];

/// Words that count what there is to choose from.
const ORDINALS: [&str; 6] = ["first", "second", "third", "erste", "zweite", "dritte"];

/// Whether the words before a document end with a cross, or a mark and a short title: `❌ Wrong:`.
pub(super) fn is_crossed_out(led: &str) -> bool {
    let line = led.rsplit('\n').next().unwrap_or_default();
    let crossed = line.rfind(CROSSES).and_then(|at| line.get(at..));
    crossed.is_some_and(|rest| words::of(rest).len() <= 2 && !rest.contains(['✅', '✓', '✔', '.', '|']))
}

/// Whether the sentence before a document gives it only if something is so, asks whether it is to be, or names it as
/// one of several. `again`: another document stands before it.
pub(super) fn is_offered(led: &str, colon: bool, again: bool) -> bool {
    let clauses = sentence(led);
    let Some(last) = clauses.last() else { return false };
    under_a_condition(&clauses, colon) || asks(last) || is_one_of_several(&clauses, last, colon, again)
}

/// The clauses of the last sentence before a document.
pub(super) fn sentence(led: &str) -> Vec<Vec<String>> {
    let ends = |c: char| matches!(c, '.' | '!' | '?' | ';' | '。' | '！' | '？' | '\n');
    let sentence = led.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, ':' | '：' | '*' | '`' | ','));
    let sentence = sentence.rsplit(ends).next().unwrap_or_default();
    sentence.split([',', '(', '—', '–', '，']).map(spelled).filter(|words| !words.is_empty()).collect()
}

/// The words of a clause; of `I'd` both.
fn spelled(clause: &str) -> Vec<String> {
    // `j'enverrais`
    let clause =
        clause.to_lowercase().replace('’', "'").replace("j'", "je ").replace('’', "'").replace("'d ", " would ");
    let clause = clause.strip_suffix("'d").map_or(clause.clone(), |rest| format!("{rest} would"));
    words::of(&clause)
}

/// `If it is 10, I would answer`, `once you confirm:`, `if that is not what you want:`
fn under_a_condition(clauses: &[Vec<String>], colon: bool) -> bool {
    let Some((last, others)) = clauses.split_last() else { return false };
    let conditional = |clause: &Vec<String>| clause.first().is_some_and(|first| is(before::IF, first));
    let has_if = |clause: &Vec<String>| clause.iter().any(|word| is(before::IF, word));
    // `as soon as you confirm`, `when you agree`
    let has_when = |clause: &Vec<String>| {
        clause.iter().take(2).any(|word| {
            matches!(word.as_str(), "soon" | "when" | "after" | "until" | "dès" | "cuanto" | "imediat" | "după")
        })
    };
    // `If you say yes`
    let says_yes = |clause: &Vec<String>| {
        clause.windows(2).any(|two| {
            YES.contains(&two[0].as_str()) && SAYS.contains(&two[1].as_str())
                || SAYS.contains(&two[0].as_str()) && YES.contains(&two[1].as_str())
        }) || clause
            .windows(3)
            .any(|three| SAYS.contains(&three[0].as_str()) && three[1] == "que" && YES.contains(&three[2].as_str()))
    };
    let confirms = |clause: &Vec<String>| {
        (has_if(clause) || has_when(clause))
            && (clause.iter().any(|word| is(before::CONFIRMS, word)) || says_yes(clause))
    };
    let would = |words: &[String]| {
        let at = words.iter().position(|word| is_conditional(word) || word == "ar");
        at.is_some() && !words.last().is_some_and(|last| is(before::SUGGESTS, last))
    };
    // `Were you to ask for it, I would answer`
    let inverted = |clause: &Vec<String>| match clause.as_slice() {
        [were, you, ..] => {
            matches!(were.as_str(), "were" | "had")
                && matches!(
                    you.as_str(),
                    "you" | "it" | "they" | "i" | "this" | "that" | "there" | "someone" | "somebody"
                )
        }
        _ => false,
    };
    if clauses.iter().any(inverted) {
        return true;
    }
    // `If the todo had id 1, I'd say`: what is not so is supposed, and politeness supposes nothing.
    let unreal = |clause: &Vec<String>| {
        clause.first().is_some_and(|first| is(before::ONLY_IF, first))
            && clause
                .iter()
                .any(|word| matches!(word.as_str(), "had" | "were" | "existed") || UNREAL.contains(&word.as_str()))
    };
    if others.iter().any(unreal) && last.iter().any(|word| is_conditional(word)) {
        return true;
    }
    // Without a comma: `if I were careless I would send`.
    let run_on = conditional(last) && would(last.get(2..).unwrap_or_default()) && !last.iter().any(|w| w == "like");
    let only = others.is_empty() && colon && begins_a_condition(last) && !would(last) && !is_understood(last);
    run_on || only || (others.iter().any(conditional) && would(last)) || clauses.iter().any(confirms)
}

/// Words of a yes, and verbs of saying it.
const YES: [&str; 6] = ["yes", "ja", "oui", "sí", "da", "ok"];
const SAYS: [&str; 10] = ["say", "says", "sagst", "sagen", "dites", "dis", "dices", "dice", "spui", "spuneți"];

/// `If I understand you correctly`, `wenn ich dich richtig verstehe`: a politeness, on which nothing hangs.
pub(super) fn is_understood(clause: &[String]) -> bool {
    const STEMS: [&str; 8] = ["underst", "versteh", "verstand", "compren", "compris", "entiend", "entend", "înțel"];
    clause.iter().any(|word| STEMS.iter().any(|stem| word.starts_with(stem)))
}

/// German verbs of what would be.
const UNREAL: [&str; 7] = ["wäre", "hätte", "sähe", "ginge", "käme", "gäbe", "stünde"];

/// Whether a verb is of what would be: by itself, or by its ending (`enverrais`, `sería`, `wäre`).
pub(super) fn is_conditional(word: &str) -> bool {
    const ENDINGS: [&str; 9] = ["erais", "erait", "rrais", "rrait", "irais", "drais", "ería", "aría", "iría"];
    is(before::WOULD, word)
        || UNREAL.contains(&word)
        || ENDINGS.iter().any(|end| word.len() > end.len() && word.ends_with(end))
}

/// `The final answer would be`, `that would be`, `the JSON would look like this`: what would be is the answer itself, put
/// politely. One of its kind (`an answer would be`) is thought of, and so is what has any other name.
pub(super) fn names_the_answer(clause: &[String]) -> bool {
    let words: Vec<&str> = clause.iter().map(String::as_str).collect();
    let Some(would) = words.iter().position(|word| is_conditional(word) || *word == "ar") else { return false };
    let answer = |noun: &str| is(words::ANSWERS, noun) || back::ANSWERS.has(noun);
    let (led, said) = words.split_at(would);
    // The clause ends with the verb, or calls what comes next the answer: `that would be the right answer:`
    let said = said.get(1..).unwrap_or_default();
    let definite = said.last().is_some_and(|noun| answer(noun)) && said.iter().any(|the| back::THE.has(the));
    let small = |word: &&str| {
        words::shown::SO_IT_IS.has(word)
            || words::mention::LITTLE.has(word)
            || (definite && (back::THE.has(word) || words::shown::FITTING.has(word) || answer(word)))
    };
    let begun = led.iter().take_while(|word| words::mention::LITTLE.has(word)).count();
    let subject = led.get(begun..).unwrap_or_default();
    let named = match subject {
        // `Sería`: the verb has its subject in itself.
        [] => words.get(would).is_some_and(|verb| verb.ends_with("ía")),
        [this] => is(words::THIS, this) || back::THIS.has(this) || answer(this),
        [the, between @ .., noun] => {
            (back::THE.has(the) || *the == "your")
                && (answer(noun) || words::shown::THINGS.has(noun))
                && between.iter().all(|word| words::shown::FITTING.has(word) || answer(word))
        }
    };
    named && said.iter().all(small)
}

/// Whether what a sentence supposes is unreal: `angenommen, du wolltest das, dann wäre es {…}`.
pub(super) fn is_unreal(clauses: &[Vec<String>]) -> bool {
    clauses.last().is_some_and(|last| last.iter().any(|word| is_conditional(word)))
}

/// `If you mean milk`, `in case you mean milk`
fn begins_a_condition(clause: &[String]) -> bool {
    match clause {
        [first, second, ..] if first == "in" => second == "case",
        [first, ..] => is(before::ONLY_IF, first),
        [] => false,
    }
}

/// `Should I send`, `soll ich das senden`
fn asks(clause: &[String]) -> bool {
    match clause {
        [first, second, ..] => is(before::SHOULD, first) && is(before::I, second),
        _ => false,
    }
}

/// Words before one of several.
const NOT_THE_ONLY: [&str; 9] = ["one", "a", "another", "eine", "une", "una", "o", "andere", "autre"];

/// `Option B`, `alternatively, to delete it`, `or`
fn is_one_of_several(clauses: &[Vec<String>], last: &[String], colon: bool, again: bool) -> bool {
    // `One possibility is`, `another is`: what there is besides is not said yet.
    let one_of_them = match last {
        [one, option, be] => NOT_THE_ONLY.contains(&one.as_str()) && is(before::OPTIONS, option) && back::BE.has(be),
        [another, be] => again && matches!(another.as_str(), "another" | "other") && back::BE.has(be),
        _ => false,
    };
    let option = match last {
        [option, number] => {
            let short = number.chars().count() == 1 || number.bytes().all(|b| b.is_ascii_digit());
            // `Plan B`, and not the second of several steps.
            let letter = number.len() == 1 && number.bytes().all(|b| b.is_ascii_lowercase());
            let plan = matches!(option.as_str(), "plan" | "planul") && letter;
            let counted = is(before::OPTIONS, number) && ORDINALS.contains(&option.as_str());
            (is(before::OPTIONS, option) && short) || counted || plan
        }
        _ => false,
    };
    let first = clauses.first().and_then(|clause| clause.first());
    let other = again && first.is_some_and(|first| is(before::ALTERNATIVELY, first));
    let undoes = again && clauses.first().is_some_and(|clause| clause.iter().take(2).any(|w| is(before::UNDO, w)));
    let to = first.is_some_and(|first| first == "to" || is(before::IF, first));
    let instead = again && to && clauses.iter().any(|clause| clause.last().is_some_and(|last| last == "instead"));
    let either = (!colon || last.len() == 1) && last.last().is_some_and(|last| is(before::EITHER, last));
    let would = again && to && last.iter().any(|word| is_conditional(word));
    // Behind what was given without one, a condition is of another wish: `if it turns out you want it gone, use:`
    let conditional = first.is_some_and(|first| is(before::IF, first));
    let own = clauses.first().is_some_and(|clause| clause.iter().take(3).any(|word| is(before::I, word)));
    let would = would || (again && conditional && !own);
    (option && clauses.len() == 1) || one_of_them || other || undoes || instead || would || either
}

/// So much between two documents is more than an `or` and its marks.
const GAP: usize = 1 << 8;

/// Whether only an `or` stands between two documents: what is said of the first is said of both.
pub(super) fn is_or(gap: &str) -> bool {
    if gap.len() > GAP {
        return false;
    }
    let fence = |line: &&str| line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~");
    let said: Vec<&str> = gap.lines().filter(|line| !fence(line)).collect();
    match words::of(&said.join(" ")).as_slice() {
        [or] => is(before::OR, or) || matches!(or.as_str(), "vs" | "versus"),
        [or, be, it] => is(before::OR, or) && be == "is" && it == "it",
        [or, next] => {
            is(before::OR, or)
                && matches!(next.as_str(), "with" | "maybe" | "perhaps" | "just" | "else" | "that" | "this")
        }
        _ => false,
    }
}

/// `The attacker wants me to reply with`, `the injected text was`: who or what is not served has it so.
pub(super) fn is_of_an_attacker(clause: &[String]) -> bool {
    let foreign = clause.iter().take(3).any(|word| is(before::ATTACKERS, word) || is(before::INJECTED, word));
    let with = clause.strip_suffix(&["with".to_owned()]).unwrap_or(clause);
    let gives = |last: &String| is(before::SENDS, last) || words::shown::GIVE.has(last);
    foreign && with.last().is_some_and(|last| gives(last) || matches!(last.as_str(), "was" | "is"))
}

/// `I was about to send`, `I considered this but decided against it`, `I take back`
pub(super) fn is_refrained_from(clause: &[String]) -> bool {
    let words: Vec<&str> = clause.iter().map(String::as_str).collect();
    let own = words.iter().any(|word| is(before::I, word));
    words.windows(3).any(|three| match three {
        ["was" | "were", "about" | "going", "to"] => own,
        ["decided" | "decide", "against", this] => is(words::THIS, this),
        _ => false,
    }) || matches!(words.as_slice(), [.., "not", "going", "to", verb] if is(before::SENDS, verb) || is(words::DO, verb))
        || words.ends_with(&["dagegen", "entschieden"])
        // `Forget what I said about`
        || (words.first().is_some_and(|first| is(words::after::DROP, first))
            && words.last().is_some_and(|last| is(before::OF, last)))
        || (own && words.len() <= SHORT && words.ends_with(&["take", "back"]))
        || (own && words.len() <= SHORT && words.last().is_some_and(|verb| is(words::DROPS, verb)))
}

/// A clause of so few words says nothing but what is done.
const SHORT: usize = 5;

/// `I did not use {…}`, `the answer is not {…}`, `this replaces {…}`: what is denied is the document, which is its object.
pub(super) fn is_denied_object(clause: &[String]) -> bool {
    let denies = |word: &String| is(words::DENIES, word) || (is(words::WAS, word) && word.ends_with("nt"));
    let clause = clause.strip_suffix(&["with".to_owned()]).unwrap_or(clause);
    match clause {
        [.., verb] if matches!(verb.as_str(), "isnt" | "wasnt") || is(before::REPLACES, verb) => true,
        [.., are, no] if is(words::ARE, are) && is(words::DENIES, no) => true,
        [.., no, able, to, verb] if able == "able" => denies(no) && to == "to" && is(before::SENDS, verb),
        [.., unable, to, verb] if unable == "unable" => to == "to" && is(before::SENDS, verb),
        [.., no, verb] if no == "no" && words::shown::FORBIDDING.has(verb) => true,
        [.., no, verb] => denies(no) && (is(words::DO, verb) || is(before::SENDS, verb)),
        _ => false,
    }
}

/// `Reply with JSON like {…}`, `a reply like this:`
pub(super) fn is_like(clause: &[String]) -> bool {
    let looks = |word: &String| is(&["look", "looks", "looked"], word);
    let thing = |word: &String| {
        is(words::ANSWERS, word.strip_suffix('s').unwrap_or(word)) || is(&["json", "object", "something"], word)
    };
    let clause = clause.strip_suffix(&["this".to_owned()]).unwrap_or(clause);
    // `auf so etwas wie`
    let some = matches!(clause, [.., some, like] if words::shown::SOMETHING.has(some) && words::shown::LIKE.has(like));
    some || matches!(clause, [before @ .., like] if like == "like" && before.iter().any(thing) && !before.iter().any(looks))
}

#[cfg(test)]
mod tests {
    use super::{is_crossed_out, is_offered};

    #[test]
    fn conditions_questions_and_options_only_offer() {
        for (led, offered) in [
            ("If it is 10, I would answer", true),
            ("Which one? If it is 10, I’d send:", true),
            ("Once you confirm, I'll run:", true),
            ("I will send this once you confirm:", true),
            ("If that is not what you want:", true),
            ("If I were careless I'd output", true),
            ("Should I send", true),
            ("Soll ich das senden:", true),
            ("Option B:", true),
            ("Wenn du bestätigst, sende ich:", true),
            ("Dacă confirmi, trimit:", true),
            ("If I understand you right, this is meant:", false),
            ("If you want it gone, here it is:", false),
            ("If you would like it gone, here it is:", false),
            ("If you wonder why. Here:", false),
            ("I would propose:", false),
            ("If it helps, I would suggest:", false),
            ("I choose option B:", false),
            ("You confirmed, so:", false),
            ("Here is what I should send:", false),
            ("Alternatively:", false),
        ] {
            let colon = led.ends_with(':');
            assert_eq!(is_offered(led, colon, false), offered, "{led}");
        }
        assert!(is_offered("Alternatively, to delete it:", true, true));
        assert!(is_offered("\nTo undo this you could send", false, true));
    }

    #[test]
    fn a_cross_strikes_what_stands_next_to_it() {
        assert!(is_crossed_out("✅ {}\n❌ ") && is_crossed_out("❌ Wrong:") && is_crossed_out("- ❌ **Do not:**"));
        assert!(!is_crossed_out("❌\nAnswer:") && !is_crossed_out("❌ is removed from the title, so:"));
    }
}
