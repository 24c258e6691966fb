//! "Complete the parcel or delete it", "move the dentist to friday or the parcel to saturday": of two orders with "or" between
//! them one is meant, and which is asked.

use super::lexicon::one_of;
use super::run::{Ask, Stop, Topic};
use super::text::{Clause, tokens};
use crate::dates::Clock;
use countersign_core::ids::TodoId;
use serde_json::json;

/// The places of the clauses that "or" joins to the one in front.
pub(super) fn joined(text: &str, clauses: &[String]) -> Vec<usize> {
    let mut from = 0;
    let mut out = Vec::new();
    for (n, clause) in clauses.iter().enumerate() {
        let Some(at) = text.get(from..).and_then(|rest| rest.find(clause.as_str())).map(|at| at + from) else {
            continue;
        };
        let between = text.get(from..at).unwrap_or_default();
        let words = tokens(between);
        if n > 0 && words.iter().any(|t| !t.quoted && one_of(&t.fold, "or")) {
            out.push(n);
        }
        from = at + clause.len();
    }
    out
}

/// The question which of the orders that "or" joins is meant, where the last of them stands at `last`; what stands around them
/// is ordered in any case. `it` = what the order in front is about.
pub(super) fn asked(clauses: &[String], joined: &[usize], last: usize, it: Option<TodoId>, clock: &Clock) -> Stop {
    let first = (0..=last).rev().find(|n| !joined.contains(n)).unwrap_or(last);
    let end = (last + 1..).find(|n| !joined.contains(n)).unwrap_or(last + 1);
    let named = |clause: &str| {
        let c = Clause::new(clause, clock);
        let pronoun = (1..c.len()).find(|i| one_of(c.word(*i), "it|that|this"));
        match (pronoun, it) {
            (Some(at), Some(id)) => {
                format!("{} #{id} {}", c.slice(0..at), c.slice(at + 1..c.len())).trim_end().to_owned()
            }
            _ => clause.to_owned(),
        }
    };
    let around = |order: String| {
        let before = clauses.get(..first).unwrap_or_default().iter().cloned();
        let behind = clauses.get(end..).unwrap_or_default().iter().cloned();
        before.chain([order]).chain(behind).collect::<Vec<_>>().join("; ")
    };
    let orders = clauses.get(first..end).unwrap_or_default();
    let options = orders.iter().map(|order| (json!(around(named(order))), order.clone())).collect();
    Ask::about("Which of the two do you mean?", "value", options).on(Topic::Either)
}
