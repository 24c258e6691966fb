//! What stands beside a new title: words that only carry a field ("its gonna take", "the deadline is"), and a clause that
//! tells why. Neither is the title's; a title that still holds one is not sure.

use super::bare::is_everyday;
use super::lexicon::one_of;
use super::text::{Clause, Tok};
use std::ops::Range;

/// Carries a field and says nothing else.
const CARRIERS: &str = "it|it's|its|it'll|that|that's|thats|this|they|they're|there|is|are|was|will|would|should|shall|must|has|have|had|\
    can|could|gonna|going|to|be|take|takes|need|needs|last|lasts|say|lets|let's|and|so|with|but|also|the|a|an|at|on|\
    by|for|in|of|about|around|roughly|probably|maybe|please|pls|like|just|only|deadline|deadline's|date|due|time|when|priority|prio|start|starting|\
    starts|scheduled|planned|then|make|set|put|mark|as|from|onwards";

/// One of which is among them: by themselves the others may be a name's, as in "Mrs. Will on friday".
const KEYS: &str = "it|it's|its|it'll|that|that's|thats|this|they|they're|say|lets|let's|deadline|deadline's|due|is|gonna|make|priority|prio|\
    start|starts|starting|take|takes|should|last|lasts";

/// Says that there is time, and gives no field a value.
const IDLE: &str = "not urgent|nothing urgent|not that urgent|no rush|no hurry|no big rush|not important|no big deal|not a big deal|\
    no need to rush|no pressure|when i have time|when there's time|when i get to it|whenever i get to it";

/// Whether words at a place say that there is time.
pub(super) fn is_idle(c: &Clause, at: usize) -> bool {
    c.any(at, IDLE).is_some()
}

/// Who tells.
const TELLER: &str = "i|i'm|im|i've|i'll|i'd|we|we're|we've|we'll|he|he's|he'll|she|she's|she'll|they|they're|they've|they'll|it's|that's|\
    there's|you|you're";

/// What one says of oneself or of others, beside the contractions.
const TELLS: &str = "is|are|was|were|has|have|had|will|won't|can|can't|could|would|do|don't|does|doesn't|did|didn't|am|need|needs|want|\
    wants|said|says|told|promised|asked|forgot|got|made|took|went|came|keeps|keep|always|never|really|just|wanted|needed";

/// The words of each stretch between marks, from a word on.
pub(super) fn stretches(toks: &[Tok], from: usize) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut begin = from;
    for at in from..toks.len() {
        let ends =
            toks.get(at).is_some_and(|t| !t.quoted && matches!(t.after, Some(',' | ';' | '.' | '!' | ':' | '(' | ')')));
        if ends || at + 1 == toks.len() {
            out.push(begin..at + 1);
            begin = at + 1;
        }
    }
    out
}

/// Whether a stretch is told by somebody: "i promised her", "she's been waiting".
pub(super) fn told(toks: &[Tok], at: &Range<usize>) -> bool {
    let word = |i: usize| toks.get(i).filter(|t| at.contains(&i) && !t.quoted).map_or("", |t| t.fold.as_str());
    let first = word(at.start);
    let begin = at.start + usize::from(one_of(first, "because|since|as|cause|cos|cuz|bc|and|so"));
    let who = word(begin);
    one_of(who, TELLER) && at.len() > 1 && {
        let verb = word(begin + 1);
        who.contains('\'') || who == "im" || one_of(verb, TELLS) || verb.len() > 4 && verb.ends_with("ed")
    }
}

/// Spends what stands beside the title. Whether a deadline was spoken of in words of its own; `None` where a field was
/// spoken of that was not read.
pub(super) fn spend(c: &mut Clause, from: usize) -> Option<bool> {
    const OPENS: &str = "should|takes|it's|its|it'll|deadline|deadline's|priority";
    let mut deadline = false;
    idle_tail(c, from);
    let Some(first) = c.free(from..c.len()).first().copied() else { return Some(false) };
    for at in stretches(&c.toks, from).into_iter().filter(|at| at.start > first) {
        let free = c.free(at.clone());
        let carries = !free.is_empty()
            && free.len() < at.len()
            && free.iter().any(|i| one_of(c.word(*i), KEYS))
            && free.iter().all(|i| one_of(c.word(*i), CARRIERS));
        let idle = c.any(at.start, IDLE) == Some(at.end);
        if idle {
            c.take(at, "reason");
        } else if carries {
            deadline |= free.iter().any(|i| c.word(*i).starts_with("deadline"));
            c.spend(at);
        } else if free.len() == at.len() && told(&c.toks, &at) {
            c.take(at, "reason");
        } else if free.first().is_some_and(|i| one_of(c.word(*i), OPENS)) {
            return None;
        }
    }
    Some(deadline)
}

/// "book eye tests no rush": what gives no field a value, at the end without a mark; "without a date" only where the title
/// stands apart from it.
fn idle_tail(c: &mut Clause, from: usize) {
    const LAST: &str = "no rush|no hurry|no big rush|no rush at all|not urgent|nothing urgent|not that urgent|no big deal|no biggie|no pressure";
    const UNDATED: &str = "without any date|without a date|without date|with no date|with no particular date|without any particular date|\
        no date|without a due date|with no due date|undated|without any deadline|without a deadline|with no deadline";
    let len = c.len();
    let free = |c: &Clause, i: usize| (i..len).all(|k| !c.is_used(k));
    let apart =
        |c: &Clause, i: usize| c.is_used(i - 1) || c.toks.get(i - 1).is_some_and(|t| t.quoted || t.after.is_some());
    let idle = (from + 1..len).find(|i| c.any(*i, LAST) == Some(len) && free(c, *i));
    let undated = || (from + 1..len).find(|i| c.any(*i, UNDATED) == Some(len) && free(c, *i) && apart(c, *i));
    if let Some(i) = idle.or_else(undated) {
        c.take(i..len, "reason");
    }
}

/// Whether a title holds more than what is to be done: a clause that tells, an order behind it, or a carrier without what
/// it carried.
pub(super) fn left(toks: &[Tok]) -> bool {
    const DANGLING: &str = "it's|its|gonna|say|deadline's|put|deadline|is|are";
    const ASKS: &str = "how|where|what|who|when|why|whether|which";
    // "ask sam how much the lease is"
    let asked = toks.iter().skip(1).rev().skip(1).any(|t| one_of(&t.fold, ASKS));
    let dangles = |t: &Tok| one_of(&t.fold, DANGLING) && !(asked && one_of(&t.fold, "is|are"));
    let last = toks.last().is_some_and(|t| !t.quoted && toks.len() > 1 && dangles(t));
    let orders = toks.windows(2).any(|w| match w {
        [so, verb] => {
            !so.quoted && so.fold == "so" && (is_everyday(&verb.fold) || one_of(&verb.fold, "add|shove|remind"))
        }
        _ => false,
    });
    last || orders || stretches(toks, 0).iter().skip(1).any(|at| told(toks, at))
}
