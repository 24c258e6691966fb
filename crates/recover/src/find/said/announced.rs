//! Clauses that announce what is over, what somebody did not want, or what was left for another: `Das hast du schon
//! abgelehnt:`, `I already did this:`, `Option A (not chosen):`, `Draft:`.

use super::words::announced::{ASK, CHOSEN, DID, DRAFT, NOT, PUT_ASIDE, REJECTED, RENOUNCED};
use super::words::aside::USES;
use super::words::mention::CONTRASTS;
use super::words::retracted::{ALREADY, POINTS};
use super::words::shown::EARLIER;
use super::words::{self, back, is};
use super::{Candidate, Said, frame, heading, near, offered};

/// Longest clause of these kinds.
const LONGEST: usize = 8;

/// What the last sentence before a document says of it; `colon`: it announces it.
pub(super) fn before(led: &str, colon: bool) -> Said {
    let clauses = offered::sentence(led);
    let Some(last) = clauses.last().filter(|last| colon && last.len() <= LONGEST) else { return Said::Plain };
    let last: Vec<&str> = last.iter().map(String::as_str).collect();
    if is_put_aside(led) || is_forbidden(&last) || is_renounced(&last) || clauses.len() > 1 && is_unasked(&last) {
        return Said::Denied;
    }
    if is_rejected(&last) || is_done(&last) { Said::Quoted } else { Said::Plain }
}

/// `Draft:`, `**Draft**`, and no more in its sentence.
fn is_draft(led: &str) -> bool {
    let titled = heading(led.trim_end()).is_some();
    let colon = titled || led.trim_end_matches([' ', '\n', '\r', '*', '_']).ends_with([':', '：']);
    let clauses = offered::sentence(led.trim_end());
    colon && matches!(clauses.as_slice(), [clause] if matches!(clause.as_slice(), [title] if DRAFT.has(title)))
}

/// Brings to the last document that it is called a draft: another that follows one stands for it anyway.
pub(super) fn judge(text: &str, candidates: &mut [Candidate]) {
    let Some(at) = candidates.iter().rposition(|candidate| !candidate.weak) else { return };
    let from = at.checked_sub(1).and_then(|at| candidates.get(at)).map_or(0, Candidate::end);
    let Some(last) = candidates.get_mut(at) else { return };
    let (start, _) = frame::around(text, from, (last.start(), last.end()));
    if near(text, from, start).is_some_and(is_draft) {
        last.said = last.said.max(Said::Example);
    }
}

/// `The user rejected this:`, `ya rechazaste esto:`
fn is_rejected(last: &[&str]) -> bool {
    let denied = last.iter().any(|word| back::NOT.has(word));
    last.iter().any(|word| REJECTED.has(word)) && points(last) && !denied
}

/// Whether a clause points at what follows.
fn points(last: &[&str]) -> bool {
    last.iter().any(|word| is(words::THIS, word) || POINTS.has(word))
}

/// `I already did this:`, `das wurde gestern gemacht:`
fn is_done(last: &[&str]) -> bool {
    let over = last.iter().any(|word| ALREADY.has(word) || EARLIER.has(word) || *word == "hier");
    over && last.iter().any(|word| DID.has(word)) && points(last) && !last.iter().any(|word| back::NOT.has(word))
}

/// `Dagegen habe ich mich entschieden:`, `j'ai renoncé à ceci :`
fn is_renounced(last: &[&str]) -> bool {
    let against = last.contains(&"dagegen") && last.contains(&"entschieden");
    against || last.iter().any(|word| RENOUNCED.has(word)) && points(last)
}

/// `No aplicar:`, `a nu se aplica:`
fn is_forbidden(last: &[&str]) -> bool {
    let Some((verb, led)) = last.split_last() else { return false };
    let small = |word: &&str| NOT.has(word) || matches!(*word, "a" | "à" | "se" | "to" | "zu" | "be" | "do");
    USES.has(verb) && led.iter().any(|word| NOT.has(word)) && led.iter().all(small)
}

/// `…, but you did not ask for it:`
fn is_unasked(last: &[&str]) -> bool {
    let turns = last.first().is_some_and(|first| CONTRASTS.has(first));
    let denied = last.iter().any(|word| back::NOT.has(word) || *word == "didnt");
    turns && denied && last.iter().any(|word| ASK.has(word))
}

/// `Option A (not chosen):`, `Réponse précédente (rejetée) :`
fn is_put_aside(led: &str) -> bool {
    let title = led.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, ':' | '：' | '*' | '_'));
    let Some((_, inside)) = title.strip_suffix(')').and_then(|title| title.rsplit_once('(')) else { return false };
    let said = words::of(inside);
    match said.as_slice() {
        [aside] => PUT_ASIDE.has(aside),
        [not, chosen] => NOT.has(not) && CHOSEN.has(chosen),
        _ => false,
    }
}
