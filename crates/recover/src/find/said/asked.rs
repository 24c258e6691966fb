//! Questions beside an answer, judged by what they ask. One that waits for a yes (`Should I do this?`, `Is that ok?`), that
//! asks what somebody thinks of it or that offers more holds nothing back: whoever reads the answer has it before them and
//! signs it or not. One that asks for what the answer should hold (`Which Bob?`, `Did you mean 8?`, `Today or tomorrow?`)
//! says that the answer is a guess.

use super::words::asked::{
    ANY, APPROVES, AT, BEFORE, CHANGES, COULD_YOU, DAYS, DEEDS, DO_I, DOES, ELSE, EXPLAINS, FOR_YOU, HOW, I, INSTEAD,
    INSTEAD_OF, IS, IT_IS, IT_IS_OF, LEAVES, MANY, MEANS, MORE, OPINES, OR, ROMANIAN, SAID_TO_BE, SAYS, SMALL, TELLS,
    THE, THERE, THIS, TRUE, WAITS, WHAT, WISHED, WISHES,
};
use super::words::{self, Words, back, before, is, mention};

/// Longest question that is looked at, in words.
const LONGEST: usize = 24;

/// Whether what is said behind an answer asks, in a sentence of its own, for what the answer should hold. `begins_below`:
/// it begins on a line below the answer.
pub(super) fn behind(said: &str, begins_below: bool) -> bool {
    let mut sentences = sentences(said).into_iter();
    let own = |sentence: &str| begins_below || !sentence.starts_with(char::is_lowercase);
    let first = sentences.next().is_some_and(|first| own(first) && is_of_the_content(first));
    first || sentences.any(is_of_the_content)
}

/// The same of what is said before one: its last sentence, or the one before where the last only gives what follows.
pub(super) fn before(led: &str) -> bool {
    let sentences = sentences(led.trim_end_matches(['*', '_', '`', '"', ' ']));
    match sentences.as_slice() {
        [.., last] if is_of_the_content(last) => true,
        [.., asks, last] if is_lead_in(last) => is_of_the_content(asks),
        _ => false,
    }
}

/// `Here is the JSON:`, `Voici la réponse :`: nothing is said but that the answer follows.
fn is_lead_in(sentence: &str) -> bool {
    let words = spelled(sentence);
    let puts = words.first().is_some_and(|first| mention::PUTS_BEFORE.has(first));
    let answer = |word: &String| is(words::ANSWERS, word) || back::ANSWERS.has(word) || is(words::FORMS, word);
    let small =
        |word: &String| mention::PUTS_BEFORE.has(word) || SMALL.has(word) || back::THE.has(word) || answer(word);
    sentence.ends_with([':', '：']) && (puts || words.iter().any(answer)) && words.iter().all(small)
}

/// The sentences of a text. The point behind a number does not end one.
pub(super) fn sentences(text: &str) -> Vec<&str> {
    let mut all = Vec::new();
    let mut start = 0;
    for (at, c) in text.char_indices() {
        let (before, rest) = (text.get(..at).unwrap_or_default(), text.get(at + c.len_utf8()..).unwrap_or_default());
        let ends = match c {
            '!' | '?' | '\n' | '。' | '！' | '？' => true,
            '.' => rest.starts_with(char::is_whitespace) && !before.ends_with(|c: char| c.is_ascii_digit()),
            _ => false,
        };
        if ends {
            all.push(text.get(start..at + c.len_utf8()).unwrap_or_default());
            start = at + c.len_utf8();
        }
    }
    all.push(text.get(start..).unwrap_or_default());
    all.into_iter().map(str::trim).filter(|s| s.chars().any(char::is_alphanumeric)).collect()
}

/// Whether a sentence asks for what the answer should hold.
pub(super) fn is_of_the_content(sentence: &str) -> bool {
    if !sentence.ends_with(['?', '？']) {
        return false;
    }
    let question = sentence.rsplit([';', ':', '—', '–', '(']).next().unwrap_or_default();
    let clauses: Vec<Vec<String>> = question.split(',').map(spelled).filter(|clause| !clause.is_empty()).collect();
    let whole: Vec<&str> = clauses.iter().flatten().map(String::as_str).collect();
    if whole.len() > LONGEST {
        return false;
    }
    let last: Vec<&str> = clauses.last().into_iter().flatten().map(String::as_str).collect();
    // `Friday, right?`, `vendredi, d'accord ?`
    if clauses.len() > 1 && last.iter().all(|word| is_light(word) || OR.has(word) || LEAVES.has(word)) {
        return false;
    }
    asks_for_more_than_a_yes(&whole) || (clauses.len() > 1 && asks_for_more_than_a_yes(&last))
}

/// The words of a clause, those that a hyphen or an apostrophe joins apart.
fn spelled(clause: &str) -> Vec<String> {
    const JOINED: [&str; 9] = ["j", "s", "t", "qu", "n", "c", "m", "d", "l"];
    let clause = clause.to_lowercase().replace('’', "'").replace('-', " ");
    let apart = |word: &str| match word.split_once('\'') {
        Some((first, rest)) if JOINED.contains(&first) => format!("{first} {rest}"),
        _ => word.to_owned(),
    };
    words::of(&clause.split_whitespace().map(apart).collect::<Vec<_>>().join(" "))
}

/// Whether a word is no part of what may be asked for.
fn is_light(word: &str) -> bool {
    SMALL.has(word) || APPROVES.has(word)
}

/// Whether anything is left that may be asked for.
fn has_weight(words: &[&str]) -> bool {
    let answer = |word: &str| DEEDS.has(word) || back::ANSWERS.has(word) || is(words::ANSWERS, word);
    words.iter().any(|word| !is_light(word) && !MORE.has(word) && !OR.has(word) && !answer(word))
}

fn asks_for_more_than_a_yes(words: &[&str]) -> bool {
    let begun = words.iter().take_while(|word| BEFORE.has(word)).count();
    let all = words;
    let words = words.get(begun..).unwrap_or_default();
    let has = |list: &Words| words.iter().any(|word| list.has(word));
    if words.is_empty() || is_opinion(words) {
        return false;
    }
    let wishes = words.iter().position(|word| WISHES.has(word));
    let says = wishes.is_some_and(|at| words.iter().skip(at).any(|word| SAYS.has(word)));
    let has_pair =
        |list: &[(&str, &str)]| words.windows(2).any(|pair| matches!(pair, [a, b] if list.contains(&(a, b))));
    let of_it = has_pair(&IT_IS_OF);
    if has(&MEANS) || says || of_it {
        let named = |word: &&str| {
            let pair = of_it && IT_IS_OF.iter().any(|(a, b)| a == word || b == word);
            !(MEANS.has(word) || pair || says && SAYS.has(word))
        };
        let rest: Vec<&str> = words.iter().copied().filter(named).collect();
        return asks_what(words) || has_weight(&rest);
    }
    if let Some(at) = alternative(words) {
        let (head, tail) = (words.get(..at).unwrap_or_default(), words.get(at + 1..).unwrap_or_default());
        return is_choice(head, tail);
    }
    if (has(&INSTEAD) || has_pair(&INSTEAD_OF)) && !has(&WAITS) && !has(&ELSE) {
        return true;
    }
    if words.iter().enumerate().any(|(at, _)| is_more(words, at)) {
        return false;
    }
    asks_what(words) || asks_to_be_told(words) || is_named(words) || is_wished(words) || is_of_a_day(all, words)
}

/// `Anything else?`, `should I also`: and not `next Friday`.
fn is_more(words: &[&str], at: usize) -> bool {
    let of_a_day = || words.get(at + 1).is_some_and(|day| DAYS.has(day) || matches!(*day, "week" | "month" | "year"));
    words.get(at).is_some_and(|word| MORE.has(word)) && !of_a_day()
}

/// Where the last `or` stands between two things. Romanian has an article that looks like the Spanish word.
fn alternative(words: &[&str]) -> Option<usize> {
    let romanian = words.iter().any(|word| ROMANIAN.has(word) || word.contains(['ă', 'ș', 'ț', 'ş', 'ţ']));
    let or = |word: &&str| OR.has(word) && !(romanian && *word == "o");
    let at = words.iter().rposition(or)?;
    (at > 0 && at + 1 < words.len()).then_some(at)
}

/// Whether one of two things is to be chosen: `today or tomorrow`, and not `should I do it or not`, nor `a date or a reminder`.
fn is_choice(head: &[&str], tail: &[&str]) -> bool {
    let leaves = tail.iter().all(|word| is_light(word) || LEAVES.has(word) || DEEDS.has(word));
    let more = (0..tail.len()).any(|at| is_more(tail, at)) && !tail.iter().any(|word| DAYS.has(word));
    let change = tail.iter().any(|word| CHANGES.has(word));
    let offers = tail.first().is_some_and(|first| ANY.has(first)) && is_offer(head);
    if leaves || more || change || offers {
        return asks_for_more_than_a_yes(head);
    }
    true
}

/// Whether something is offered: `do you want me to add`, `soll ich`, `veux-tu que j'ajoute`
fn is_offer(words: &[&str]) -> bool {
    let own = words.iter().take(4).any(|word| I.has(word) || DO_I.has(word));
    let wishes = words.iter().position(|word| WISHES.has(word) || matches!(*word, "like" | "gern" | "gerne"));
    let for_you =
        wishes.and_then(|at| words.get(at + 1..)).is_some_and(|rest| rest.iter().take(2).any(|word| FOR_YOU.has(word)));
    own || for_you || wishes.is_some()
}

/// `What do you think?`, `How does that sound?`, `¿Qué te parece?`
fn is_opinion(words: &[&str]) -> bool {
    let how = words.iter().take(2).any(|word| HOW.has(word));
    // `Was meinst du dazu?`
    let german = matches!(words, ["was", "meinst" | "meinen", "du" | "sie", ..])
        && !words.iter().any(|w| matches!(*w, "mit" | "damit"));
    how && (german || words.iter().any(|word| OPINES.has(word))) && !has_weight_beside(words, &[&OPINES, &MEANS, &HOW])
}

fn has_weight_beside(words: &[&str], lists: &[&Words]) -> bool {
    let rest: Vec<&str> = words.iter().copied().filter(|word| !lists.iter().any(|list| list.has(word))).collect();
    has_weight(&rest)
}

/// `Which Bob?`, `at what time?`, `für wann?`: and not `How is that?`, nor `What does it do?`, which is told next.
fn asks_what(words: &[&str]) -> bool {
    let behind = match words {
        // `Was that all?`
        ["was", this, ..] if is(words::THIS, this) || matches!(*this, "the" | "there" | "he" | "she" | "i") => {
            return false;
        }
        // `Ce rendez-vous est …`, `que tu …`
        ["ce", ..] if words.iter().any(|word| APPROVES.has(word) || matches!(*word, "est" | "sont")) => return false,
        [what, rest @ ..] if WHAT.has(what) => rest,
        [at, what, rest @ ..] if AT.has(at) && WHAT.has(what) => rest,
        _ => return false,
    };
    let first = words.iter().find(|word| WHAT.has(word)).copied().unwrap_or_default();
    let explains = behind.iter().any(|word| EXPLAINS.has(word))
        && !behind.iter().any(|word| matches!(*word, "you" | "du" | "sie" | "tu" | "vous" | "should"))
        && !has_weight_beside(behind, &[&EXPLAINS]);
    let why = matches!(first, "why" | "warum" | "pourquoi" | "por");
    let how_long = behind.first().is_some_and(|next| MANY.has(next));
    let opinion = HOW.has(first)
        && !behind.is_empty()
        && !how_long
        && !has_weight(behind)
        && behind.iter().any(|word| is_light(word));
    let wished = behind.iter().any(|word| WISHES.has(word) || matches!(*word, "should" | "soll"));
    !explains && !why && (!opinion || wished)
}

/// `Could you tell me the date?`, `Can you confirm the time?`, `Any idea when?`
fn asks_to_be_told(words: &[&str]) -> bool {
    let could = words.first().is_some_and(|first| COULD_YOU.has(first));
    // German has the verb at the end.
    let told: Vec<&str> = words.iter().copied().skip(1).filter(|word| !TELLS.has(word)).collect();
    could && told.len() + 1 < words.len() && has_weight(&told)
}

/// `Is it Bob Miller?`, `is that for work?`, `¿es para Ana?`, `should it be weekly?`, `does it repeat?`: and not `Is that ok?`
fn is_named(words: &[&str]) -> bool {
    let rest = match words {
        [be, there, ..] if IS.has(be) && THERE.has(there) => return false,
        [be, rest @ ..] if IT_IS.has(be) => rest,
        ["est", "ce", "que", rest @ ..] => return is_named(rest),
        ["est", "ce", rest @ ..] | ["c", "est", rest @ ..] => rest,
        [be, this, rest @ ..] if (IS.has(be) || DOES.has(be)) && THIS.has(this) => rest,
        [this, be, rest @ ..] if IS.has(be) && THIS.has(this) => rest,
        _ => return false,
    };
    // `Is that for work?`, and not `does that work?`
    let noun = |at: usize| at.checked_sub(1).and_then(|at| rest.get(at)).is_some_and(|before| AT.has(before));
    let approves = |(at, word): (usize, &&str)| APPROVES.has(word) && !noun(at);
    if rest.iter().enumerate().any(|(at, word)| *word == "work" && noun(at)) {
        return true;
    }
    match rest.iter().enumerate().position(approves) {
        // `Is it right that Bob is your boss?`
        Some(at) if rest.get(at).is_some_and(|word| TRUE.has(word)) => {
            let said = rest.get(at + 1..).unwrap_or_default();
            said.first().is_some_and(|that| SAID_TO_BE.has(that)) && has_weight(said)
        }
        Some(_) => false,
        None => has_weight(rest) && !rest.iter().any(|word| is(words::after::DONE, word)),
    }
}

/// `Did you want Friday?`, `Willst du den Freitag?`: what was wished for, and not what is offered (`Do you want a reminder?`,
/// `do you want me to go on?`).
fn is_wished(words: &[&str]) -> bool {
    let Some(at) = words.iter().take(4).position(|word| WISHES.has(word)) else { return false };
    let what = words.get(at + 1..).unwrap_or_default();
    let what = what
        .get(what.iter().take_while(|word| matches!(**word, "you" | "du" | "sie" | "tu" | "vous" | "usted")).count()..)
        .unwrap_or_default();
    let offered =
        what.first().is_some_and(|first| FOR_YOU.has(first) || ANY.has(first) || matches!(*first, "que" | "să"));
    let past = words.iter().take(3).any(|word| WISHED.has(word));
    let known = what.first().is_some_and(|first| THE.has(first)) || what.iter().any(|word| DAYS.has(word));
    let approved = what.iter().any(|word| APPROVES.has(word));
    !offered && !approved && (past || known) && has_weight(what)
}

/// A day or a number, and no word of whether it is right: `Friday?`, `Beginnt es um 8?`; not in what is offered.
fn is_of_a_day(all: &[&str], words: &[&str]) -> bool {
    let day = |word: &&str| DAYS.has(word) || word.starts_with(|c: char| c.is_ascii_digit());
    let begins =
        |word: &&str| is(before::I, word) || DO_I.has(word) || I.has(word) || matches!(*word, "lets" | "ready" | "let");
    let deed = all.iter().take(5).any(begins) || is_offer(words);
    all.iter().any(day) && !deed && !all.iter().any(|word| APPROVES.has(word))
}
