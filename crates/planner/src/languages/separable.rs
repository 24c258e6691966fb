//! German verbs that stand in two: "ruf Oma an", "stell die Mülltonne raus". The front of the verb is the last word.

use super::table::{Language, has};
use super::words::Word;

/// Fronts of verbs that stand alone at the end of an order.
const FRONTS: &str = "an ab auf aus ein um vor zu mit nach los weg raus rein runter rauf hoch rum heraus herein hinaus hinein \
    herunter hinunter vorbei zuruck zusammen durch nieder bereit";

/// Whether an order has the front of its verb behind what it is about: "lösch das Licht aus" deletes nothing.
pub(super) fn is_parted(language: &Language, words: &[Word]) -> bool {
    let [first, .., last] = words else { return false };
    let plain = |w: &Word| !w.quoted && w.lower.chars().all(char::is_alphabetic);
    language.code == "de" && words.len() > 2 && plain(first) && plain(last) && has(FRONTS, &last.fold)
}

/// Whether a verb and its front are the word: "ruf … an" and "anrufen".
pub(super) fn is_one(front: &str, verb: &str, word: &str) -> bool {
    let rest = word.strip_prefix(front).and_then(|rest| rest.strip_prefix(verb.strip_suffix('e').unwrap_or(verb)));
    matches!(rest, Some("en" | "n"))
}
