//! Refusals: a sentence of its own beside a document says that what was asked for is not done. It says so by who cannot or
//! will not do it (`I can't do that`, `ich lehne das ab`), of what is not possible (`das geht nicht`), by advice
//! (`you should not delete this list`), or by a no. It is of this document where all of its words are: each is one of a
//! closed list, or one of the document's own. What goes on behind it with what is done all the same (`but here is`) turns
//! it round.

use super::held::Held;
use super::words::refused::{
    ALL, BE, CAN, CAN_BE, CANNOT, CHANGES, DANGEROUS, DEEDS, DOES, DONE, GIVES, GOOD, HAN, HAN_ELSE, HAN_GIVES, I,
    I_CAN, I_REFUSE, IDEA, IMPOSSIBLE, NO, NOT, OBJECTS, POSSIBLE, RATHER, REASONS, REFUSE, SHOULD, SIGNS, SMALL,
    THINK, TURNS, WOULD, YOU,
};
use super::words::{self, Words, is};
use super::{Candidate, Said, after, asked, is_fence, last_line, lead, marks, offered, retracted, says_nothing};

/// So much beside a document is looked at.
const REACH: usize = 480;

/// Longest clause that refuses, in words.
const LONGEST: usize = 14;

/// What is said of doing what a document says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Refusal {
    /// It is refused.
    said: bool,
    /// And nothing behind that turns it round.
    stands: bool,
    /// It leads the next document alone.
    leads: bool,
}

/// How many gaps between documents are looked at.
const GAPS: usize = 16;

/// Brings to the documents what is refused beside them; nothing before `from` is said by whoever gives them.
pub(super) fn judge(text: &str, from: usize, candidates: &mut [Candidate]) {
    let Some(first) = candidates.iter().position(|candidate| !candidate.weak) else { return };
    let Some(start) = candidates.get(first).map(Candidate::start) else { return };
    let led = before(text, from, start);
    let mut gaps = GAPS;
    let mut refused = None;
    for at in first..candidates.len() {
        let next = candidates.get(at + 1).map(Candidate::start);
        let Some(candidate) = candidates.get_mut(at) else { break };
        let before = *refused.get_or_insert_with(|| of(led, &Held::of(&candidate.node)));
        if before.stands {
            candidate.said = Said::Denied;
            refused = (!before.leads).then_some(before).or(Some(Refusal::default()));
        }
        let Some(gap) = text.get(candidate.end()..next.unwrap_or(text.len())) else { continue };
        if gaps == 0 && next.is_some() {
            refused = Some(Refusal::default());
            continue;
        }
        if says_nothing(gap) {
            continue;
        }
        gaps = gaps.saturating_sub(1);
        let held = Held::of(&candidate.node);
        let near = gap.get(..gap.floor_char_boundary(REACH)).unwrap_or(gap);
        let said = of(after::in_sentences(near), &held);
        match next {
            // The words that lead the next are that one's.
            Some(_) if of(after::in_sentences(after::before_the_lead(near)), &held).said => {
                candidate.taken_back = candidate.said == Said::Plain;
                candidate.said = Said::Denied;
            }
            None if said.stands => candidates.iter_mut().for_each(|candidate| candidate.said = Said::Denied),
            _ => {}
        }
        refused = Some(if gap.len() > REACH { Refusal::default() } else { said });
    }
}

/// The sentences before a document, without its fence and its tags.
fn before(text: &str, from: usize, start: usize) -> &str {
    let least = text.floor_char_boundary(start.saturating_sub(REACH)).max(from);
    let near = text.get(least..start).unwrap_or_default();
    // Of a longer text the first sentence may have lost its beginning.
    let whole =
        if least > from { near.find(['.', '!', '?', '\n']).and_then(|at| near.get(at + 1..)) } else { Some(near) };
    let words = marks::without(whole.unwrap_or_default()).trim_end();
    let (above, line) = last_line(words);
    if is_fence(line) { above } else { words }
}

/// Whether the words beside a document that holds these refuse it.
pub(super) fn stands(said: &str, held: &Held) -> bool {
    of(said, held).stands
}

/// What the sentences of `said` say of a document that holds these words.
fn of(said: &str, held: &Held) -> Refusal {
    let plain = lead::without_quoted(said);
    let mut found = Refusal::default();
    let mut asks = false;
    let sentences = asked::sentences(&plain);
    for (at, sentence) in sentences.iter().enumerate() {
        let numbered = sentences.get(at + 1).is_some_and(|next| next.starts_with(|c: char| c.is_ascii_digit()));
        let no = !asks && !numbered && is_no(sentence);
        asks = sentence.ends_with(['?', '？']);
        if !asks && (no || refuses(sentence, held)) {
            found = Refusal { said: true, stands: true, leads: sentence.ends_with([':', '：']) };
        } else if found.stands && (asks || gives(sentence)) {
            found.stands = false;
        }
    }
    found
}

/// `No.`, `Sorry, no.`, `I'd rather not.`: and not `no, rather:`
fn is_no(sentence: &str) -> bool {
    let words = words::of(sentence);
    let no = words.iter().any(|word| NO.has(word)) || words.len() > 1 && words.iter().any(|word| NOT.has(word));
    let all = words.iter().all(|word| NO.has(word) || RATHER.has(word) || word == "sorry");
    no && all && words.len() <= 4 && !sentence.ends_with([':', '：'])
}

/// Whether a sentence gives something all the same.
fn gives(sentence: &str) -> bool {
    let words = words::of(sentence);
    let has = |list: &Words| words.iter().any(|word| list.has(word));
    if HAN_GIVES.iter().any(|part| sentence.contains(part)) || has(&GIVES) {
        return true;
    }
    let own = words.iter().position(|word| I.has(word));
    let does = own.is_some_and(|at| words.iter().skip(at).take(2).any(|word| DOES.has(word)));
    // `The format would be:`
    let form = words.iter().any(|word| offered::is_conditional(word) || word == "ar" || is(words::FORMS, word));
    let led = sentence.trim_end().ends_with([':', '：']) && words.len() > 3 && !form;
    words.first().is_some_and(|first| TURNS.has(first)) || led || does && !has(&NOT) && !has(&CANNOT)
}

/// The clauses of a sentence. One that goes on behind a word that turns begins with it.
fn clauses(sentence: &str) -> Vec<Vec<String>> {
    let mut all = Vec::new();
    for part in sentence.split([',', ';', ':', '(', ')', '—', '–']) {
        let mut clause: Vec<String> = Vec::new();
        for word in words::of(part) {
            if !clause.is_empty() && (TURNS.has(&word) || matches!(word.as_str(), "and" | "und")) {
                all.push(std::mem::take(&mut clause));
            }
            clause.push(word);
        }
        all.push(clause);
    }
    all.retain(|clause| !clause.is_empty());
    all
}

/// Whether a sentence refuses, and does not go on with what is done all the same.
fn refuses(sentence: &str, held: &Held) -> bool {
    let han = |parts: &[&str]| parts.iter().any(|part| sentence.contains(part));
    if HAN.iter().all(|parts| han(parts)) && !han(&HAN_GIVES) && !han(&HAN_ELSE) {
        return true;
    }
    let clauses = clauses(sentence);
    let condition = |clause: &Vec<String>| clause.first().is_some_and(|first| is(words::after::IF, first));
    let Some(at) = clauses.iter().rposition(|clause| is_refusal(clause, held)) else { return false };
    let later = clauses.get(at + 1..).unwrap_or_default();
    let turned = |clause: &Vec<String>| {
        let begins = clause.first().is_some_and(|first| TURNS.has(first) || GIVES.has(first));
        (begins && clause.len() > 1) || clause.iter().any(|word| SIGNS.has(word))
    };
    !clauses.iter().any(condition) && !later.iter().any(turned)
}

fn is_refusal(clause: &[String], held: &Held) -> bool {
    let reason = clause.iter().skip(1).position(|word| REASONS.has(word)).map_or(clause.len(), |at| at + 1);
    let (clause, reason) = clause.split_at(reason);
    if clause.len() > LONGEST || reason.iter().any(|word| SIGNS.has(word)) {
        return false;
    }
    retracted::is_missing(clause, held)
        || is_own(clause, held)
        || is_impossible(clause)
        || is_advised_against(clause, held)
}

/// `I can't do that`, `ich werde das nicht tun`, `no puedo`, `refuz`
fn is_own(clause: &[String], held: &Held) -> bool {
    let has = |list: &Words| clause.iter().any(|word| list.has(word));
    let denied = has(&NOT);
    let cannot = (has(&I) && (has(&CANNOT) || has(&CAN) && denied)) || (has(&I_CAN) && denied);
    let refuses = !denied && !has(&CANNOT) && (has(&I_REFUSE) || has(&I) && has(&REFUSE));
    let own = |word: &str| {
        I.has(word)
            || CAN.has(word)
            || I_CAN.has(word)
            || CANNOT.has(word)
            || NOT.has(word)
            || REFUSE.has(word)
            || SMALL.has(word)
    };
    (cannot || refuses) && is_of_all(clause, held, own)
}

/// Whether all that is named is what a document does: the deed, and what it is done to. `own`: words of the sentence's
/// form.
fn is_of_all(clause: &[String], held: &Held, own: impl Fn(&str) -> bool) -> bool {
    let has = |list: &Words| clause.iter().any(|word| list.has(word));
    let object = |word: &str| OBJECTS.has(word) || held.says(word);
    let whole = |word: &str| own(word) || ALL.has(word) || DEEDS.has(word);
    // `I can't change this`, and not `I can't change the time zone`
    let changed = |word: &str| has(&ALL) && CHANGES.has(word);
    let done_to = |word: &str| (has(&DEEDS) || has(&REFUSE)) && object(word);
    clause.iter().all(|word| whole(word) || changed(word) || done_to(word))
}

/// `That is not possible`, `das geht nicht`, `c'est impossible`, `nu se poate`
fn is_impossible(clause: &[String]) -> bool {
    let has = |list: &Words| clause.iter().any(|word| list.has(word));
    let denied = has(&NOT) || has(&CANNOT);
    let possible = has(&POSSIBLE) || has(&CAN_BE) && has(&DONE);
    let said = if denied { possible } else { has(&IMPOSSIBLE) };
    let small = |word: &String| {
        ALL.has(word)
            || BE.has(word)
            || NOT.has(word)
            || SMALL.has(word)
            || POSSIBLE.has(word)
            || DONE.has(word)
            || IMPOSSIBLE.has(word)
            || OBJECTS.has(word)
            || is(words::THIS, word)
    };
    said && clause.iter().all(small)
}

/// `You should not delete this list`, `that is not a good idea`, `it would be dangerous to delete it`
fn is_advised_against(clause: &[String], held: &Held) -> bool {
    let has = |list: &Words| clause.iter().any(|word| list.has(word));
    let denied = has(&NOT) || clause.iter().any(|word| matches!(word.as_str(), "shouldnt" | "mustnt" | "keine"));
    let advice = |word: &str| YOU.has(word) || SHOULD.has(word) || NOT.has(word) || SMALL.has(word);
    let warned =
        |word: &str| DANGEROUS.has(word) || BE.has(word) || WOULD.has(word) || SMALL.has(word) || is(words::THIS, word);
    let judged = |word: &String| {
        GOOD.has(word)
            || IDEA.has(word)
            || THINK.has(word)
            || NOT.has(word)
            || BE.has(word)
            || SMALL.has(word)
            || I.has(word)
            || ALL.has(word)
            || is(words::THIS, word)
    };
    let against = has(&YOU) && has(&SHOULD) && denied && has(&DEEDS) && is_of_all(clause, held, advice);
    let dangerous = !denied && has(&DANGEROUS) && has(&WOULD) && is_of_all(clause, held, warned);
    let no_good = denied && has(&GOOD) && has(&IDEA) && clause.iter().all(judged);
    against || dangerous || no_good
}
