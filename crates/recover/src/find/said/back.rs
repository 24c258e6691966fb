//! Sentences after a document that take it back: it is called wrong, or to be let go, or it was a slip, or whoever said
//! it thinks again, asks first, cannot go on, or has nothing to change. Each is a form of a sentence, with closed lists
//! of words in its places; what is said of other things, of what was earlier or of what else there is, is none.

use super::Said;
use super::words::back::{self, AGAIN, ASK, BE, DETAILS, DROP, ELSE, HEDGES, LET_ME, NOT, QUITE, RIGHT, WRONG};
use super::words::denial::{ASKS, MUST, NOTHING, OF_IT, PARTS, WISHED, YOU};
use super::words::{self, asked, is};

/// Longest sentence that is looked at.
const LONGEST: usize = 18;

/// What a sentence says of the document before it. `asks`: it ends with a question mark.
pub(super) fn of(clauses: &[Vec<String>], asks: bool) -> Said {
    let all: Vec<&str> = clauses.iter().flatten().map(String::as_str).collect();
    if all.len() > LONGEST {
        return Said::Plain;
    }
    // `more information` is what is asked for, and `more todos` are others.
    let other = |(at, word): (usize, &&str)| ELSE.has(word) && !all.get(at + 1).is_some_and(|next| DETAILS.has(next));
    let elsewhere = all.iter().enumerate().any(other);
    let clauses: Vec<Vec<&str>> = clauses.iter().map(|clause| clause.iter().map(String::as_str).collect()).collect();
    let first = clauses.first().map(Vec::as_slice).unwrap_or_default();
    let again = first.iter().take_while(|word| HEDGES.has(word)).any(|word| AGAIN.has(word));
    // `Hmm, on reflection …`
    let begun = clauses.iter().find(|clause| !clause.iter().all(|word| HEDGES.has(word)));
    let reflects = begun.is_some_and(|clause| on_second_thought(clause));
    if (reflects || on_second_thought(first)) && !all.iter().any(|word| RIGHT.has(word) && *word != "it") {
        return Said::Denied;
    }
    let remark = |word: &&str| WRONG.has(word) || back::DROPPED.has(word);
    if !asks && all.len() == 1 && all.first().is_some_and(remark) || matches!(all.as_slice(), ["no", "wait"]) {
        return Said::Denied;
    }
    if asks {
        // `Forget that; which one do you mean?`
        let dropped = clauses.iter().rev().skip(1).any(|clause| lets_go(clause) || lets_go(after_hedges(clause)));
        let back = is_undecided(&all) || clauses.iter().any(|clause| thinks_again(after_hedges(clause)));
        return match elsewhere {
            _ if dropped => Said::Denied,
            false if back => Said::Denied,
            // `Could you confirm the id first?`
            false if asks_what_to_do(&all) || (all.contains(&"you") && all.last() == Some(&"first")) => Said::Example,
            _ => Said::Plain,
        };
    }
    clauses.iter().map(|clause| of_clause(clause, again, elsewhere)).max().unwrap_or(Said::Plain)
}

fn after_hedges<'c, 'w>(clause: &'c [&'w str]) -> &'c [&'w str] {
    clause.get(clause.iter().take_while(|word| HEDGES.has(word)).count()..).unwrap_or_default()
}

/// `again`: the sentence begins as somebody does who thinks again.
fn of_clause(clause: &[&str], again: bool, elsewhere: bool) -> Said {
    let proper = after_hedges(clause);
    if stands_in(proper) {
        return Said::Example;
    }
    let back = is_called_wrong(clause)
        || is_called_wrong(proper)
        || is_doubted(proper)
        || is_to_be_dropped(proper)
        || does_wrong(proper, again)
        || is_not_to_be(proper)
        || is_over(proper)
        || lets_go(clause)
        || lets_go(proper)
        || (!elsewhere
            && (is_a_slip(proper, again)
                || thinks_again(proper)
                || cannot(proper)
                || is_nothing(proper)
                || is_nothing_to_be(proper)
                || changes_nothing(proper)));
    if back { Said::Denied } else { Said::Plain }
}

/// What is left of a clause behind the words that mean the answer: `that`, `the JSON above`, `my previous answer`.
pub(super) fn behind_the_answer<'c, 'w>(clause: &'c [&'w str]) -> Option<&'c [&'w str]> {
    let before = clause.iter().take_while(|word| back::THE.has(word)).count();
    let (the, rest) = clause.split_at(before);
    let named = rest.first().is_some_and(|noun| back::ANSWERS.has(noun) || PARTS.has(noun));
    if named && !the.is_empty() {
        let above = rest.iter().skip(1).take_while(|word| back::ABOVE.has(word)).count();
        return rest.get(above + 1..);
    }
    if let ["what", "i", rest @ ..] = clause {
        let said = rest.strip_prefix(&["just"]).unwrap_or(rest);
        let (verb, rest) = said.split_first()?;
        let above = rest.iter().take_while(|word| back::ABOVE.has(word)).count();
        return rest.get(above..).filter(|_| DONE_SAYING.contains(verb));
    }
    // `ce qui précède`, `lo anterior`, `ce am scris mai sus`
    match clause {
        // `ce que je viens d'écrire`, `lo que escribí`
        ["ce" | "lo", "que" | "jai", ..] => return Some(&[]),
        ["ce", "qui", "précède", rest @ ..] | ["lo", "anterior", rest @ ..] => return Some(rest),
        ["ce", "am", "scris" | "zis" | "spus", rest @ ..] => {
            let above = rest.iter().take_while(|word| back::ABOVE.has(word)).count();
            return rest.get(above..);
        }
        _ => {}
    }
    match the.last() {
        Some(last) => back::THIS.has(last).then_some(rest),
        None => rest.split_first().filter(|(this, _)| back::THIS.has(this)).map(|(_, rest)| rest),
    }
}

/// What was said, in `what I just said`.
const DONE_SAYING: [&str; 4] = ["said", "wrote", "sent", "gave"];

/// Whether nothing of weight follows what is pointed at.
fn ends(rest: &[&str]) -> bool {
    rest.first().is_none_or(|next| {
        is(words::after::ON, next) || matches!(*next, "then" | "instead" | "for" | "bitte" | "myself" | "at")
    })
}

/// `That call should not be made`, `das darf nicht gesendet werden`: what was said is not to be carried out.
fn is_not_to_be(clause: &[&str]) -> bool {
    let Some(rest) = behind_the_answer(clause) else { return false };
    let modal = rest.iter().take(2).any(|word| MUST.has(word));
    let denied = rest.iter().take(3).any(|word| NOT.has(word));
    modal && denied && rest.last().is_some_and(|verb| is(words::after::DONE, verb) || *verb == "made")
}

/// `That no longer holds`, `das gilt nicht mehr`, `ce n'est plus valable`: it was so, and is so no more.
fn is_over(clause: &[&str]) -> bool {
    match behind_the_answer(clause) {
        Some(["no", "longer", verb] | ["is", "no", "longer", verb]) => back::HOLDS.has(verb),
        Some([verb, "nicht", "mehr"] | [verb, "plus"]) => back::HOLDS.has(verb),
        _ => false,
    }
}

/// `The above is wrong`, `that was a mistake`, `this doesn't look right`, `e greșit`
fn is_called_wrong(clause: &[&str]) -> bool {
    let rest = match behind_the_answer(clause) {
        Some(rest) => rest,
        // The verb has its subject in itself.
        None if matches!(clause, ["no" | "nu", verb, ..] if SUBJECTLESS.contains(verb)) => clause,
        None if clause.first().is_some_and(|verb| SUBJECTLESS.contains(verb)) => clause,
        None => return false,
    };
    let verbs = rest.iter().take_while(|word| BE.has(word) || NOT.has(word) || QUITE.has(word)).count();
    let (verbs, said) = rest.split_at(verbs);
    let denied = verbs.iter().any(|word| NOT.has(word));
    let said_by_verb = verbs.contains(&"stimmt");
    let Some(what) = said.first() else { return denied && said_by_verb };
    let whole = said
        .get(1)
        .is_none_or(|next| !is(words::before::OF, next) || matches!(said.get(2), Some(&"my" | &"me" | &"all")));
    verbs.iter().any(|word| BE.has(word)) && whole && if denied { RIGHT.has(what) } else { WRONG.has(what) }
}

/// `I don't think that's right`, `I'm not sure which todo you mean`
fn is_doubted(clause: &[&str]) -> bool {
    let rest = match clause {
        ["i", "dont", "think", rest @ ..] | ["i", "do", "not", "think", rest @ ..] => rest,
        ["im", "not", "sure", rest @ ..] | ["i", "am", "not", "sure", rest @ ..] => rest,
        _ => return false,
    };
    if let ["which", ..] = rest {
        return true;
    }
    let said = match behind_the_answer(rest) {
        Some(said) => said,
        None if matches!(rest, ["thats", ..]) => rest,
        None => return false,
    };
    let verbs = said.iter().take_while(|word| BE.has(word) || QUITE.has(word)).count();
    verbs > 0 && said.get(verbs).is_some_and(|what| RIGHT.has(what))
}

/// `The above should be ignored`, `this was just a draft`
fn is_to_be_dropped(clause: &[&str]) -> bool {
    let Some(rest) = behind_the_answer(clause) else { return false };
    match rest {
        ["contains" | "contained" | "has" | "had", "a" | "an", what] => WRONG.has(what),
        ["should" | "must", "be", verb, ..] => back::DROPPED.has(verb),
        // `That answer was sent by mistake`; `it was created by mistake` is of a todo.
        [.., "by", what] => WRONG.has(what) && clause.iter().any(|word| back::ANSWERS.has(word)),
        [be, only, .., what] => {
            BE.has(be)
                && matches!(*only, "just" | "only" | "merely" | "nur" | "seulement" | "solo" | "doar")
                && back::DRAFTS.has(what)
        }
        _ => false,
    }
}

/// Verbs whose subject needs no word, and those of `that is` in one.
const SUBJECTLESS: [&str; 12] =
    ["thats", "cest", "cétait", "e", "este", "es", "está", "fue", "a", "era", "isnt", "wasnt"];

/// `That would delete the wrong one`, and with `wait` before it `that deletes the wrong one`.
fn does_wrong(clause: &[&str], again: bool) -> bool {
    let Some(rest) = behind_the_answer(clause) else { return false };
    let would = rest.first().is_some_and(|verb| matches!(*verb, "would" | "could" | "might"));
    (would || again) && rest.iter().skip(1).any(|word| WRONG.has(word)) && !rest.iter().any(|word| NOT.has(word))
}

/// `Please ignore the above output`, `don't use this`, `never mind that`
fn lets_go(clause: &[&str]) -> bool {
    let whole = |object: &[&str]| behind_the_answer(object).is_some_and(ends);
    let of_use = |verb: &&str| back::USE.has(verb) || *verb == "do";
    match clause {
        ["never", "mind", rest @ ..] => rest.is_empty() || whole(rest),
        ["nicht" | "nu" | "no" | "dont", verb] | ["do" | "please", "not", verb] if of_use(verb) => true,
        ["dont" | "never", verb, object @ ..] | ["do" | "please", "not", verb, object @ ..] if of_use(verb) => {
            whole(object)
        }
        ["no" | "nu" | "nicht", verb, object @ ..] if of_use(verb) => object.is_empty() || whole(object),
        ["ne", "pas", verb, object @ ..] | ["ne", verb, "pas", object @ ..] if of_use(verb) => {
            object.is_empty() || whole(object)
        }
        [verb, "ce" | "lo", "que" | "jai", ..] | [verb, "lo", "anterior", ..] if is(words::after::DROP, verb) => true,
        [verb, "sie" | "vous" | "usted", object @ ..] if is(words::after::DROP, verb) => whole(object),
        ["dont"] | ["do" | "lets", "not"] => true,
        // `Bitte die Zeile oben verwerfen`
        [object @ .., verb] if object.len() > 1 && verb.ends_with("en") && is(words::after::DROP, verb) => {
            whole(object)
        }
        ["no" | "nu", "lo" | "o" | "la", verb, ..] if is(words::DO, verb) => true,
        ["lets" | "let", "leave" | "skip" | "drop", object @ ..] => whole(object),
        ["das" | "dies", "lassen" | "lasse", "wir" | "ich", ..] => true,
        ["dont", "take", this, "seriously", ..] => back::THIS.has(this),
        // `Treat the above as a draft`
        ["treat" | "consider" | "regard", object @ ..] => {
            let what = behind_the_answer(object).and_then(|rest| rest.split_first());
            what.is_some_and(|(be, what)| {
                matches!(*be, "as" | "a" | "an")
                    && what.iter().any(|word| back::DRAFTS.has(word) || back::STANDINS.has(word) || WRONG.has(word))
            })
        }
        // `Nu șterge nimic`
        ["no" | "nu", _, nothing] if NOTHING.has(nothing) => true,
        // `Mejor no lo hagas`
        ["mejor" | "better" | "besser" | "mieux" | "lieber", no, ..] if NOT.has(no) => clause.len() <= 6,
        // `Nu asta voiam`, `no longer valid`
        ["nu" | "no" | "nicht", "asta" | "eso" | "das", _, ..] => true,
        ["no", "longer", what] | ["not", what] => RIGHT.has(what),
        ["i" | "we" | "ill", verb, object @ ..] if is(words::DROPS, verb) || back::RETHINK.has(verb) => whole(object),
        [verb, object @ ..] => {
            let drops = is(words::after::DROP, verb) || is(words::DROPS, verb) || DROP.has(verb);
            drops && (whole(object) || (object.is_empty() && is(words::DROPS, verb)))
        }
        [] => false,
    }
}

/// `I made a mistake`, `my bad`, `I should have asked`, `it should be complete instead`
fn is_a_slip(clause: &[&str], again: bool) -> bool {
    if back::ERRED_IN_ALL.iter().any(|words| clause.starts_with(words)) {
        return true;
    }
    if let ["i" | "we" | "ill", .., "back"] = clause
        && let Some(take) = clause.iter().position(|word| *word == "take")
    {
        return clause.get(take + 1..).and_then(behind_the_answer).is_some_and(|rest| rest == ["back"]);
    }
    match clause {
        ["i" | "we", verb, "the", "wrong", ..] => back::PICKED.has(verb),
        [.., be, "the", "wrong", "one" | "todo" | "task" | "id" | "item"] => BE.has(be),
        ["there", "is", "a" | "an", what, "in", rest @ ..] | ["theres", "a" | "an", what, "in", rest @ ..] => {
            WRONG.has(what) && behind_the_answer(rest).is_some_and(ends)
        }
        ["i", "meant", next, ..] => *next != "no",
        ["i" | "we", "shouldnt" | "mustnt", verb, this, _, "without", ..] => {
            (is(words::DO, verb) || CHANGES.contains(verb)) && back::THIS.has(this)
        }
        ["i" | "we", "should" | "must", "not", verb, this, "without", ..]
        | ["i" | "we", "shouldnt" | "mustnt", verb, this, "without", ..] => {
            (is(words::DO, verb) || CHANGES.contains(verb)) && back::THIS.has(this)
        }
        ["the", "user", "did", "not", "ask", "for", this]
        | ["the", "user", "didnt", "ask", "for", this]
        | ["you", "did", "not", "ask", "for", this]
        | ["you", "didnt", "ask", "for", this] => back::THIS.has(this),
        ["the", "user", verb, ..] | ["you" | "they", verb, ..] if again => back::ASKED.has(verb),
        ["my", "mistake" | "bad" | "error" | "fault", ..] | ["correction", ..] => true,
        ["i" | "we", "have", "made", _, what, ..] | ["ive", "made", _, what, ..] => WRONG.has(what),
        ["i" | "we", "made", "a" | "an", "mistake" | "error" | "slip", ..] => true,
        ["i" | "we", "was" | "were", "wrong" | "mistaken", ..] => true,
        ["i" | "we", "got", this, "wrong"] => back::THIS.has(this),
        ["i" | "we", verb, ..] if back::ERRED.has(verb) => true,
        ["i" | "we", "shouldnt", "have", ..] | ["i" | "we", "should", "not", "have", ..] => true,
        ["i" | "we" | "it" | "that" | "this", "should", "have", done, ..] => back::DONE.has(done),
        ["it" | "that" | "this", "should", "be", .., "instead"] => true,
        ["it" | "that" | "this", "should", "be", next, ..] if again => !RIGHT.has(next),
        ["it" | "that" | "this", "should", "be", _, "instead", "of", ..] => true,
        _ => false,
    }
}

/// `Let me think again`, `I need to ask first`, `I'd rather ask`, `I need more information`
fn thinks_again(clause: &[&str]) -> bool {
    // `Before doing this I need to know which one you mean`
    let clause = if let ["before", _, _, rest @ ..] = clause { rest } else { clause };
    let own = clause.iter().take_while(|word| LET_ME.has(word)).count();
    let (led, rest) = clause.split_at(own);
    let Some((verb, behind)) = rest.split_first() else { return false };
    if led.len() < 2 && !led.iter().any(|word| LET_IN_ONE.contains(word)) {
        return false;
    }
    let twice = behind.first().is_some_and(|next| back::RETHINKS.contains(&(verb, next)));
    let whole = ends(behind_the_answer(behind).unwrap_or(behind)) || matches!(*behind, ["de", ..]);
    let mends = *verb == "fix" && led.contains(&"let");
    if twice || ((back::RETHINK.has(verb) || mends) && whole) {
        return true;
    }
    let which = behind.first().is_some_and(|next| ASKS.has(next));
    let must =
        led.iter().any(|word| matches!(*word, "need" | "have" | "must" | "should" | "necesito" | "muss" | "dois"));
    if which && must && matches!(*verb, "know" | "decide" | "learn" | "saber" | "wissen" | "savoir") {
        return true;
    }
    // `I need to check the list first`
    if must && matches!(*verb, "check" | "verify" | "see") && behind.last() == Some(&"first") {
        return true;
    }
    let asks = ASK.has(verb) && !behind.first().is_some_and(|next| matches!(*next, "if" | "for"));
    let needs = led.contains(&"need") && !clause.iter().any(|word| NOT.has(word));
    let about = clause.iter().skip(own).find(|word| DETAILS.has(word));
    asks || (needs && about.is_some() && !clause.contains(&"set") && !clause.contains(&"add"))
}

/// `Let me` in one word.
const LET_IN_ONE: [&str; 5] = ["déjame", "déjeme", "laissezmoi", "laissemoi", "lasămă"];

/// `I cannot proceed`, `I can't do that without a date`
fn cannot(clause: &[&str]) -> bool {
    let rest = match clause {
        ["i" | "we", "cant" | "cannot" | "couldnt", rest @ ..]
        | ["i" | "we", "can", "not", rest @ ..]
        | ["i" | "we", "am" | "are", "unable", "to", rest @ ..]
        | ["im", "unable", "to", rest @ ..]
        | ["im", "not", "able", "to", rest @ ..]
        | ["i" | "we", "am" | "are", "not", "able", "to", rest @ ..] => rest,
        _ => return false,
    };
    rest.split_first()
        .is_some_and(|(verb, rest)| back::PROCEED.has(verb) && rest.first().is_none_or(|next| back::STILL.has(next)))
}

/// `There is nothing to do`, `nothing needs to change`, `I have nothing to change`
fn is_nothing(clause: &[&str]) -> bool {
    let led = |word: &&&str| matches!(**word, "there" | "is" | "theres" | "i" | "have" | "see" | "es" | "gibt");
    let led = clause.iter().take_while(led).count();
    match clause.get(led..).unwrap_or_default() {
        ["nothing", "to", verb] | ["nothing", "needs" | "has", "to", verb] => {
            is(words::DO, verb) || CHANGES.contains(verb)
        }
        ["nothing", "needs" | "has", "to", "be", verb] => matches!(*verb, "changed" | "done" | "deleted"),
        ["nothing", "should" | "must", verb, ..] => *verb == "be" || is(words::DO, verb) || CHANGES.contains(verb),
        _ => false,
    }
}

/// `Nichts davon soll passieren`, `il ne faut rien supprimer`, `nothing must be deleted`: said of what is to be, and not of
/// whoever reads.
fn is_nothing_to_be(clause: &[&str]) -> bool {
    let has = |list: &words::Words| clause.iter().any(|word| list.has(word));
    let nothing = clause.iter().position(|word| NOTHING.has(word));
    let near =
        nothing.is_some_and(|at| clause.iter().take(at + 3).skip(at.saturating_sub(2)).any(|word| MUST.has(word)));
    near && clause.len() <= 8 && !has(&YOU) && !has(&WRONG) && !clause.contains(&"happen")
}

/// `What would you like to change?`, `Was soll ich tun?`: the next is asked for, rather than given; and not `What else?`,
/// nor `How does that look?`
pub(super) fn asks_what_to_do(all: &[&str]) -> bool {
    let hedges = all.iter().take_while(|word| HEDGES.has(word)).count();
    let question = all.get(hedges..).unwrap_or_default();
    // `Was soll ich tun?`, `¿En qué te ayudo?`: and not `¿Quieres que …?`
    let asks = match question {
        [at, what, ..] if asked::AT.has(at) => ASKS.has(what),
        [what, ..] => ASKS.has(what),
        [] => false,
    };
    let has = |list: &words::Words| question.iter().any(|word| list.has(word));
    asks && has(&WISHED) && !has(&OF_IT) && question.len() <= 12
}

/// `I will not change anything`, `I propose no changes`, `I have decided not to do this`, `please specify which`
fn changes_nothing(clause: &[&str]) -> bool {
    let rest = match clause {
        ["i" | "we", "will" | "do" | "should" | "must" | "would", "not", rest @ ..]
        | ["i" | "we", "wont" | "dont" | "shouldnt", rest @ ..]
        | ["ill", "not", rest @ ..] => rest,
        ["i" | "we", verb, "no", what] => {
            return matches!(*verb, "propose" | "make" | "suggest") && is(words::after::CHANGES, what);
        }
        ["i" | "we", "decided", "not", "to", verb, this] | ["i" | "we", "have", "decided", "not", "to", verb, this] => {
            return is(words::DO, verb) && back::THIS.has(this);
        }
        ["tell", "me", "what" | "which" | "your", ..] | ["dime" | "spunemi", "qué" | "ce" | "cuál" | "care", ..] => {
            return true;
        }
        ["clarify" | "specify" | "tell", rest @ ..] => return rest.iter().take(2).any(|word| *word == "which"),
        _ => return false,
    };
    match rest {
        [verb, "anything"] => is(words::DO, verb) || CHANGES.contains(verb),
        [verb, "any", "changes" | "change"] | [verb, "a", "change"] => matches!(*verb, "make" | "propose"),
        _ => false,
    }
}

/// Verbs of changing something.
const CHANGES: [&str; 5] = ["change", "delete", "update", "add", "touch"];

/// `On second thought, …`, `on reflection …`
fn on_second_thought(clause: &[&str]) -> bool {
    let words: Vec<&str> = clause.iter().copied().skip_while(|w| *w != "on" && HEDGES.has(w)).collect();
    matches!(
        words.as_slice(),
        ["on", "second", "thought" | "thoughts", ..] | ["on" | "upon", "reflection" | "reconsideration", ..]
    )
}

/// `Which todo do you mean?`, `Which one?`
fn is_undecided(all: &[&str]) -> bool {
    let hedges = all.iter().take_while(|word| HEDGES.has(word)).count();
    match all.get(hedges..).unwrap_or_default() {
        ["which"] | ["which", _] | ["which", "is", "it"] | ["which", "one", "is", "it"] => true,
        ["which" | "what", rest @ ..] => rest.iter().any(|word| matches!(*word, "mean" | "meant" | "refer")),
        asked if asked.contains(&"which") => asked.iter().any(|word| matches!(*word, "mean" | "meant" | "refer")),
        ["welche" | "welchen" | "welches", rest @ ..] => rest.iter().any(|word| matches!(*word, "meinst" | "meinen")),
        _ => false,
    }
}

/// `The ids above are placeholders`, `the values are made up`, `replace the id with the real one`
fn stands_in(clause: &[&str]) -> bool {
    if let ["replace", the, _, "with" | "by", ..] = clause {
        return matches!(*the, "the" | "these" | "those");
    }
    let verb = clause.iter().position(|word| BE.has(word)).filter(|at| (1..5).contains(at));
    let Some((subject, rest)) = verb.map(|at| clause.split_at(at)) else { return false };
    let small = rest.iter().take_while(|word| BE.has(word) || QUITE.has(word)).count();
    let (verbs, said) = rest.split_at(small);
    let plain = !subject.iter().chain(verbs).any(|word| NOT.has(word));
    let said = match said {
        ["made", "up", ..] => true,
        ["made", ..] => false,
        [what, rest @ ..] => back::STANDINS.has(what) && rest.first().is_none_or(|next| !is(words::before::OF, next)),
        [] => false,
    };
    plain && said
}
