//! Whether words tell something: somebody or something, and a verb that says what is so of it. What is told beside an
//! order says why, and is none itself.

use super::bare::is_everyday;
use super::lexicon::{PAST, one_of, verbs_beginning};
use super::run::Run;
use super::text::Clause;
use std::ops::Range;

/// Who tells, or of what is told; "it" and "that" may mean a todo.
const SUBJECTS: &str = "i|we|he|she|they|you|my|our|his|her|their|your|the|this|these|those|everyone|everybody|nobody|somebody|someone|\
    there|it|that|all|both|most|some|one|no|i'm|i've|i'll|i'd|we're|we've|we'll|we'd|he's|he'll|she's|she'll|they're|they've|they'll|\
    you're|it's|that's|there's|im|ive|hes|shes|theyre";

/// Somebody or something, and the verb in one word.
const JOINED: &str = "i'm|i've|i'll|i'd|we're|we've|we'll|we'd|he's|he'll|she's|she'll|they're|they've|they'll|you're|it's|it'll|that's|\
    there's|im|ive|hes|shes|theyre";

const FINITE: &str = "is|are|am|was|were|has|have|had|does|do|did|will|would|can|could|may|might|shall|cannot|cant|isnt|wont|\
    came|became|fell|grew|knew|lay|left|lost|said|stood|thought|told|went|began|broke|forgot|held|kept|meant|rose|seemed|understood|\
    gave|got|made|took|wrote|sold|let|lent";

/// What somebody does, beside the verbs of errands.
const VERBS: &str = "appear|arrive|ache|become|begin|belong|care|close|come|contain|cost|depend|do|end|expect|expire|fall|feel|fly|get|go|\
    grow|happen|hate|have|hear|help|hope|hurt|insist|keep|know|last|leave|like|live|look|love|matter|mean|mind|need|open|owe|prefer|promise|\
    reckon|remain|remember|rest|run|say|seem|sleep|smell|sound|stand|start|stay|stop|suffer|suppose|take|tell|think|travel|trust|try|understand|\
    want|wish|work|worry|wonder";

/// Whether a word can be what somebody or something does or did.
pub(super) fn is_finite(c: &Clause, i: usize) -> bool {
    let word = c.word(i);
    let stem = word.strip_suffix("es").or_else(|| word.strip_suffix('s')).unwrap_or(word);
    let stems = [word, stem, word.strip_suffix('s').unwrap_or(word)];
    one_of(word, FINITE)
        || one_of(word, JOINED)
        || word.ends_with("n't")
        || word.len() > 4 && word.ends_with("ed")
        || PAST.iter().any(|(past, _)| *past == word)
        || stems.into_iter().any(|stem| one_of(stem, VERBS))
        || word.len() > 3 && word.ends_with('s') && stems.into_iter().any(is_everyday)
}

/// Behind "Lena's": how or where she is, or what she has done.
const STATES: &str = "closed|shut|open|full|broken|booked|out|off|away|sick|ill|busy|here|not|on|in|down|back|late|stuck|free|leaving|coming|asked|said|got|been|moved|at|working|\
    called|cancelled|canceled|told|poorly|abroad|gone|travelling|traveling";

/// Somebody, or something that was spoken of, and no part of a name.
const PRONOUNS: &str = "i|we|he|she|they|you|it|there|everyone|everybody|nobody|somebody|someone";

/// Whether a clause tells something by itself, and is no further name in a list: it has somebody for a subject, a
/// copula, or a verb in the past that no title has ("mom called").
pub(super) fn speaks(run: &Run<'_>, c: &Clause, at: usize) -> bool {
    const COPULA: &str = "is|are|was|were|am|isn't|isnt|aren't|arent|wasn't|weren't|hasn't|haven't|has|have|will|won't";
    let plain = |i: &usize| c.toks.get(*i).is_some_and(|t| !t.quoted);
    let many = c.len() > at + 1;
    let past = |i: usize| super::frames::is_past(c.word(i)) && run.todos.count_word(c.word(i)) == 0;
    many && (one_of(c.word(at), PRONOUNS) || one_of(c.word(at), JOINED))
        || (at + 1..c.len()).filter(plain).any(|i| one_of(c.word(i), COPULA))
        || many && (at..c.len()).filter(plain).any(past)
}

/// Whether a stretch tells: who or what in its first words, and the verb behind it.
pub(super) fn tells(c: &Clause, at: &Range<usize>) -> bool {
    /// The longest subject.
    const SUBJECT: usize = 6;
    let first = c.word(at.start);
    if at.len() < 2 {
        return false;
    }
    if one_of(first, JOINED) || is_so(c, at.start) {
        return true;
    }
    let subject = one_of(first, SUBJECTS) || is_name(c, at.start);
    let end = at.end.min(at.start + 1 + SUBJECT);
    // A thing's own verb stands behind it: "the roof has", "they close".
    let pronoun = one_of(first, PRONOUNS);
    let from = if pronoun || is_name(c, at.start) { at.start + 1 } else { at.start + 2 };
    subject && (from..end).any(|i| is_finite(c, i))
}

/// "Lena's out", "the park's closed": what is so of somebody or something.
pub(super) fn is_so(c: &Clause, at: usize) -> bool {
    let article = one_of(c.word(at), "the|my|our|his|her|their|your");
    let owner = if article { at + 1 } else { at };
    c.word(owner).ends_with("'s") && (article || is_name(c, owner)) && one_of(c.word(owner + 1), STATES)
}

/// "Gerald", "Mrs": a capital letter within a sentence.
fn is_name(c: &Clause, i: usize) -> bool {
    let first = |t: &super::text::Tok| c.text.get(t.start..).and_then(|t| t.chars().next());
    c.toks.get(i).filter(|t| !t.quoted).and_then(first).is_some_and(char::is_uppercase)
        && verbs_beginning(c.word(i)).is_empty()
        && !is_everyday(c.word(i))
}

/// The sentences of a text, by the places of their words.
pub(super) fn sentences(c: &Clause) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut begin = 0;
    for i in 1..=c.len() {
        let ends = i == c.len()
            || c.toks.get(i - 1).is_some_and(|t| match t.after {
                Some('!' | '?' | ';') => !t.quoted,
                Some('.') => !t.quoted && super::split::ends_sentence(c, i),
                _ => false,
            });
        if ends && begin < i {
            out.push(begin..i);
            begin = i;
        }
    }
    out
}
