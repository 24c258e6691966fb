//! What a sentence denies, or tells of somebody who is for it, is proposed by no rule.

use crate::world::{clock, todos};
use countersign_assistant::{Input, Outcome, Step, Turn};
use countersign_core::operation::Operation;

/// The operations that are proposed without a model.
fn proposed(message: &str) -> Vec<Operation> {
    let todos = todos();
    let (mut turn, mut step) = Turn::begin(Input::new(message, clock()), &todos);
    if matches!(step, Step::Ops(_)) {
        step = turn.proceed(&todos);
    }
    match step {
        Step::Done(Outcome::Plan { operations, .. }) => operations.into_iter().filter_map(|o| o.op).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn a_denial_a_wish_and_an_opinion_of_others_propose_nothing() {
    for said in [
        "i won't fix the bike on sunday",
        "i can't fix the bike on sunday",
        "mom thinks i should delete the novel",
        "Tom says we should cancel the team lunch",
        "i wish i had fixed the bike",
        "team lunch is off the table for monday",
    ] {
        assert_eq!(proposed(said), [], "{said}");
    }
}

#[test]
fn what_is_no_longer_important_is_not_raised() {
    for said in ["the novel is no longer important", "gym is no longer important"] {
        let raised = proposed(said).iter().any(|op| op.to_value().to_string().contains("high"));
        assert!(!raised, "{said}: {:?}", proposed(said));
    }
}

#[test]
fn a_list_of_what_was_done_loses_nothing() {
    for said in ["i bought milk and printer ink", "bought printer ink, milk"] {
        assert_ne!(proposed(said).len(), 1, "{said}: {:?}", proposed(said));
    }
    assert_eq!(proposed("the passport is renewed").len(), 1);
}
