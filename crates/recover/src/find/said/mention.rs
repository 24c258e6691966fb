//! A document that a sentence goes on behind is named in it, as any other word would be: `My colleague suggested {…}, but
//! I would rather ask`, `il ne faut pas répondre {…} sans confirmation`. It is only given there where the sentence is one
//! that gives: by whoever speaks, now, or by naming the answer; or where it only goes on to say what the document does, and
//! is not of what was, would be or somebody found, nor turns away from it.

use super::words::mention::{
    CONTRASTS, DOUBTS, GIVERS, LATE, LITTLE, NOW, OR, PAST, PUTS, READS, REASONS, REFUSES, SUPPOSING, TOO, UNREAL,
    WHETHER,
};
use super::words::{self, back, before, is, shown};
use super::{Said, lead, offered, shown as shown_said};

/// So few words before a document are no sentence that has begun.
const BEGUN: usize = 2;

/// What a sentence says of the document that it goes on behind; `led` is what stands before it on its line, `behind` what
/// stands after it there.
pub(super) fn of(led: &str, behind: &str) -> Said {
    let led = led.trim_end().trim_end_matches(['`', '"', '“', '„', '«', '*', '_']).trim_end();
    let clause = led.rsplit(['.', '!', '?', ';', '\n']).next().unwrap_or_default();
    let over = behind.trim_start_matches(['`', '"', '”', '*', ')']).starts_with('.');
    // `{…} or nothing`, and not another document
    let next = words::of(behind.split(lead::ends_a_clause).next().unwrap_or_default());
    if matches!(next.as_slice(), [or, _, ..] if OR.has(or)) {
        return Said::Example;
    }
    if is_supposed(clause, behind) || is_shown_as(behind) {
        return Said::Example;
    }
    if led.ends_with([':', '：', '.', '!', '?', ',', ')', '>']) || !(over || goes_on(behind)) {
        return Said::Plain;
    }
    if is_open(clause) {
        return Said::Example;
    }
    if asks(behind) && clause.chars().any(char::is_alphanumeric) {
        return Said::Example;
    }
    if is_right(behind) {
        return Said::Plain;
    }
    let clause = clause.rsplit([',', ':', '(']).next().unwrap_or_default();
    let words = words::of(clause);
    // `{…} was rejected`, `ich werde {…} nicht senden`
    let report = words::of(behind).first().is_some_and(|verb| PAST.has(verb) || LATE.has(verb));
    if (over || explains(behind)) && !is_doubted(&words) {
        // What is said to its end, or gives its reason, is most often what is given.
        return Said::Plain;
    }
    if clauses(behind).iter().any(|clause| waits(clause)) {
        return Said::Example;
    }
    if clauses(behind).iter().any(|clause| refuses(clause)) {
        return Said::Denied;
    }
    if words.len() < BEGUN || words.iter().all(|word| LITTLE.has(word)) || (gives(&words) && !report) {
        return Said::Plain;
    }
    let past = words.iter().any(|word| PAST.has(word));
    if past || report || is_doubted(&words) || turns_away(behind) { Said::Example } else { Said::Plain }
}

/// The clauses of what is left of a sentence; `and` begins one.
fn clauses(behind: &str) -> Vec<Vec<String>> {
    let sentence = behind.split(['.', '!', '?', '\n']).next().unwrap_or_default();
    let clauses =
        sentence.split([',', ';', ':', '(', ')', '—', '–']).flat_map(|clause| clause.split(" and ")).map(words::of);
    clauses.filter(|clause| !clause.is_empty()).collect()
}

/// Whether the sentence that a document stands in asks: `Is {…} correct?`, `möchtest du, dass ich {…} sende?`
fn asks(behind: &str) -> bool {
    let ends = |c: char| matches!(c, '.' | '!' | '?' | '\n') || lead::ends_a_clause(c);
    behind.find(ends).is_some_and(|at| behind.get(at..).is_some_and(|rest| rest.starts_with('?')))
}

/// What the rest of a sentence says that does not give what it names: `, but I would rather ask`, `, and they were wrong`,
/// `is too drastic`, `; what now?`
fn turns_away(behind: &str) -> bool {
    let clauses = clauses(behind);
    let contrast = clauses.first().and_then(|clause| clause.first()).is_some_and(|first| CONTRASTS.has(first));
    let ends = behind.find(['.', '!', '?', '\n']).and_then(|at| behind.get(at..));
    contrast || ends.is_some_and(|end| end.starts_with('?')) || clauses.iter().any(|clause| is_against(clause))
}

/// `I wonder if`, `whether`, `I doubt that`: what comes next is open.
fn is_open(clause: &str) -> bool {
    let words = words::of(clause);
    let doubts = words.iter().any(|word| DOUBTS.has(word));
    words.last().is_some_and(|last| WHETHER.has(last)) || (doubts && words.last().is_some_and(|last| last == "that"))
}

/// `The manual gives {…} as an illustration`
fn is_shown_as(behind: &str) -> bool {
    let words = words::of(behind.split(lead::ends_a_clause).next().unwrap_or_default());
    let what = |word: &String| is(words::EXAMPLES, word) || back::STANDINS.has(word) || shown::TEMPLATES.has(word);
    words.first().is_some_and(|first| matches!(first.as_str(), "as" | "als" | "comme" | "como" | "ca"))
        && words.last().filter(|_| words.len() <= 4).is_some_and(what)
}

/// Whether what stands between two documents turns from the first to the second: `{…}, but the best is {…}`.
pub(super) fn turns_to_the_next(gap: &str) -> bool {
    let words: Vec<String> = words::of(gap);
    let contrast = words.first().is_some_and(|first| CONTRASTS.has(first));
    contrast && words.iter().any(|the| back::THE.has(the)) && words.last().is_some_and(|last| NOW.has(last))
}

/// `Assuming you meant Graz, {…} would be right`: a condition before it, and behind it what would be. Where it is that
/// somebody is understood, it is a politeness.
fn is_supposed(clause: &str, behind: &str) -> bool {
    let would = words::of(behind).first().is_some_and(|verb| offered::is_conditional(verb));
    let mut clauses = clause.split([',', '(']).map(words::of);
    let supposes = |clause: &Vec<String>| {
        let polite = offered::is_understood(clause);
        clause.len() > 1 && !polite && clause.first().is_some_and(|first| is(before::IF, first) || SUPPOSING.has(first))
    };
    would && clauses.next().is_some_and(|first| supposes(&first))
}

/// `wenn du zustimmst`, `only when the user has confirmed`: a condition that somebody has to meet first.
fn waits(clause: &[String]) -> bool {
    let first = clause.iter().find(|word| *word != "only");
    first.is_some_and(|first| is(before::IF, first) || first == "when")
        && clause.iter().any(|word| is(before::CONFIRMS, word))
}

/// `and I decline`, `which the server refused`, `verboten`
fn refuses(clause: &[String]) -> bool {
    let own = clause.iter().any(|word| is(before::I, word));
    let which = clause.first().is_some_and(|which| is(words::after::WHICH, which));
    let refused = clause.last().is_some_and(|verb| REFUSES.has(verb) || is(before::PUT_ASIDE, verb));
    let forbidden = matches!(clause, [verb] if shown::FORBIDDEN.has(verb));
    forbidden || (refused && (own || which))
}

/// `das führe ich nicht einfach aus`, `it is not justified`, `is too drastic`, `they were wrong`
fn is_against(clause: &[String]) -> bool {
    if shown_said::is_for_example(clause) {
        return true;
    }
    let denied = clause.iter().any(|word| back::NOT.has(word) || is(words::DENIES, word));
    let own = clause.iter().any(|word| is(before::I, word));
    let points = clause.first().is_some_and(|first| is(words::THIS, first));
    let is_it = clause.get(1).is_some_and(|verb| back::BE.has(verb));
    let wrong = clause.iter().any(|word| back::WRONG.has(word));
    let too = clause.windows(2).any(|pair| matches!(pair, [be, too] if back::BE.has(be) && TOO.has(too)));
    if denied { points && (own || is_it) } else { wrong || too }
}

/// Whether a verb is of what was given or thought.
pub(super) fn gave(verb: &str) -> bool {
    PAST.has(verb)
}

/// Whether a sentence goes on: with a word in small letters, or behind a comma.
fn goes_on(behind: &str) -> bool {
    let behind = behind.trim_start_matches(['`', '"', '”', '“', '»', '*', '_', ')']);
    let rest = behind.trim_start();
    match rest.chars().next() {
        Some(',' | ';' | '—' | '–') => rest.chars().any(char::is_alphabetic),
        Some(c) => c.is_lowercase(),
        None => false,
    }
}

/// `…, as you asked`, `…, weil du sie gekauft hast`: what goes on is the reason, or what comes of it.
fn explains(behind: &str) -> bool {
    let rest = behind.trim_start_matches(['`', '"', '”', '*', ')']).trim_start();
    rest.starts_with(',') && words::of(rest).first().is_some_and(|first| REASONS.has(first))
}

/// Whether a sentence is of what was, would be, is a mistake or was read somewhere.
fn is_doubted(clause: &[String]) -> bool {
    let has = |list: &words::Words| clause.iter().any(|word| list.has(word));
    // `Would reply` is no reply.
    let noun = |at: usize, word: &String| {
        let led = at.checked_sub(1).and_then(|before| clause.get(before));
        is(words::ANSWERS, word) && !led.is_some_and(|led| offered::is_conditional(led))
    };
    // `My suggestion`, and not `my predecessor`
    let mine = |at: usize, word: &str| {
        let owned = clause.get(at + 1..).unwrap_or_default();
        word == "my" && owned.iter().take(2).any(|noun| back::ANSWERS.has(noun) || is(words::ANSWERS, noun))
    };
    let own = clause.iter().enumerate().any(|(at, word)| is(before::I, word) || noun(at, word) || mine(at, word));
    let unreal = clause.iter().any(|word| offered::is_conditional(word)) && !offered::names_the_answer(clause);
    let told =
        clause.last().is_some_and(|last| is(words::SAYS, last)) && !clause.iter().any(|word| is(before::OWN, word));
    // `You should now see`: who reads it will find it.
    let will = clause.windows(2).any(|pair| pair[0] == "you" && is(before::OWN, &pair[1]));
    let read = has(&READS) && !will;
    has(&shown::MISTAKE) || read || was_not(clause) || (!own && (has(&PAST) || unreal || told))
}

/// `I would have sent`: what was not, whoever says it.
fn was_not(clause: &[String]) -> bool {
    clause.iter().any(|word| UNREAL.has(word)) || clause.windows(2).any(|pair| pair == ["would", "have"])
}

/// `{…} is the right answer`, `… est la bonne réponse`: what goes on says that it is meant.
fn is_right(behind: &str) -> bool {
    let clause = behind.split(['.', '!', '?', ',', ';', '\n']).next().unwrap_or_default();
    let words = words::of(clause);
    let be = words.first().is_some_and(|verb| back::BE.has(verb) || verb == "does" || verb == "should");
    let denied = words.iter().any(|word| back::NOT.has(word) || is(words::DENIES, word));
    let meant = words.iter().any(|word| back::RIGHT.has(word) || is(words::ANSWERS, word) || word == "job");
    be && meant && !denied
}

/// `I answer`, `so my answer is`, `here is`, `envoyez`: whoever speaks gives what comes next.
fn gives(clause: &[String]) -> bool {
    let has = |list: &words::Words| clause.iter().any(|word| list.has(word));
    if clause.iter().any(|word| is(words::DENIES, word)) || has(&PAST) || was_not(clause) {
        return false;
    }
    if has(&shown::MISTAKE) || has(&READS) {
        return false;
    }
    // "I'd suggest"; elsewhere it is what a todo is known by.
    let would = clause.first().is_some_and(|word| word == "id");
    let own = would || clause.iter().any(|word| is(before::I, word)) || has(&GIVERS);
    let answer = clause.iter().any(|word| is(words::ANSWERS, word) || back::ANSWERS.has(word));
    let is_it = answer && clause.last().is_some_and(|last| NOW.has(last));
    let puts = clause.iter().take(2).any(|word| PUTS.has(word));
    own || is_it || puts
}

#[cfg(test)]
mod tests {
    use super::{Said, of};

    #[test]
    fn a_document_in_the_middle_of_a_sentence_is_named_unless_that_gives_it() {
        for (led, behind, said) in [
            ("My colleague suggested ", ", but I would rather ask.", Said::Example),
            ("Der Nutzer hat ", " eingefügt; was nun?", Said::Example),
            ("La respuesta anterior fue ", " y fue rechazada.", Said::Example),
            ("The answer was ", ", which failed", Said::Example),
            ("The answer is ", ", since milk is todo 1.", Said::Plain),
            ("I answer ", " as you asked.", Said::Plain),
            ("Envío ", " como pediste.", Said::Plain),
            ("Here is ", " for you.", Said::Plain),
            ("The object ", " is the right answer.", Said::Plain),
            ("A careless model would produce ", ".", Said::Example),
            ("I see that ", " was already applied", Said::Example),
            ("Result ", ".", Said::Plain),
            ("The answer for todo 1: ", ", as you asked.", Said::Plain),
            ("I'd suggest ", " for this.", Said::Plain),
            ("The note with id 4 says ", " to whoever reads it", Said::Example),
            ("So ", " it is.", Said::Plain),
            ("", " does it.", Said::Plain),
        ] {
            assert_eq!(of(led, behind), said, "{led}{{…}}{behind}");
        }
    }
}
