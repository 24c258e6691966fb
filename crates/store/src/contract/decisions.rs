//! Decisions: the index over `decided` and `expired` entries.

use super::samples::{actor, at};
use crate::{DecisionFilter, LastVerdict, Store};
use countersign_core::change_set::Verdict;
use countersign_core::ids::{Seq, SetId, TodoId};
use countersign_core::ledger::{Decision, Event};
use countersign_core::shape::Shape;
use serde_json::json;

fn decision(n: u32, todo: i64, verdict: Verdict, agent: Option<&str>) -> Decision {
    Decision {
        n,
        verdict,
        reason: (verdict == Verdict::Rejected).then(|| super::samples::HOSTILE.to_owned()),
        digest: "d".to_owned(),
        label: format!("does {n}"),
        op: json!({ "op": "complete", "id": todo }),
        agent: agent.map(str::to_owned),
        fingerprint: format!("shape {todo}"),
        topic: Some(format!("topic {todo}")),
        shape: Some(Shape { op: "complete".to_owned(), labels: vec![format!("of {todo}")], ..Shape::default() }),
        with: None,
    }
}

/// Each is found by all that is known of it, and of a shape or topic the last one counts.
pub(super) async fn are_remembered(store: &impl Store) {
    let mut tx = store.begin().await.unwrap();
    let (signed, rejected) = (decision(1, 1, Verdict::Confirmed, Some("a")), decision(2, 2, Verdict::Rejected, None));
    let first = Event::Decided { set: SetId(1), items: vec![signed, rejected] };
    tx.append(at(1), &actor(), first).await.unwrap();
    let left = decision(1, 3, Verdict::Undecided, Some("a"));
    tx.append(at(2), &actor(), Event::Expired { set: SetId(2), items: vec![left] }).await.unwrap();
    let again = decision(1, 1, Verdict::Rejected, Some("b"));
    tx.append(at(3), &actor(), Event::Decided { set: SetId(3), items: vec![again] }).await.unwrap();
    tx.commit().await.unwrap();

    let found = async |filter: DecisionFilter| -> Vec<String> {
        let filter = DecisionFilter { limit: filter.limit.max(1), ..filter };
        let list = store.decisions(&filter).await.unwrap();
        list.iter().map(|d| format!("{}.{} {}", d.entry, d.n, d.verdict)).collect()
    };
    let all = DecisionFilter { limit: 9, ..DecisionFilter::default() };
    assert_eq!(found(all.clone()).await, ["3.1 rejected", "2.1 expired", "1.1 confirmed", "1.2 rejected"]);
    let text = |text: &str| Some(text.to_owned());
    assert_eq!(found(DecisionFilter { agent: text("a"), ..all.clone() }).await, ["2.1 expired", "1.1 confirmed"]);
    assert_eq!(found(DecisionFilter { verdict: text("rejected"), limit: 1, ..all.clone() }).await, ["3.1 rejected"]);
    assert_eq!(found(DecisionFilter { todo: Some(TodoId(1)), ..all.clone() }).await, ["3.1 rejected", "1.1 confirmed"]);
    assert_eq!(found(DecisionFilter { since: Some(at(2)), ..all.clone() }).await, ["3.1 rejected", "2.1 expired"]);
    assert_eq!(found(DecisionFilter { kind: text("delete"), ..all.clone() }).await, Vec::<String>::new());
    assert_eq!(found(DecisionFilter { before: Some((Seq(1), 1)), ..all.clone() }).await, ["1.2 rejected"]);
    let habit = decision(1, 1, Verdict::Confirmed, None).habit().unwrap();
    let whole = store.decisions(&all).await.unwrap().pop().unwrap();
    assert_eq!((whole.reason.as_deref(), whole.actor, whole.at), (Some(super::samples::HOSTILE), actor(), at(1)));

    let like = store.habit(&habit, 3).await.unwrap();
    let like: Vec<(i64, u32, &[String])> = like
        .iter()
        .map(|t| (t.seq.0, t.decision.n, t.decision.shape.as_ref().map_or(&[][..], |s| s.labels.as_slice())))
        .collect();
    assert_eq!(
        like,
        [(3, 1, &["of 1".to_owned()][..]), (2, 1, &["of 3".to_owned()]), (1, 1, &["of 1".to_owned()])],
        "what the todo is like makes no habit of its own"
    );
    assert_eq!((store.habit("", 9).await.unwrap(), store.habit("other", 9).await.unwrap()), (Vec::new(), Vec::new()));

    let keys = ["shape 1", "topic 2", "topic 3", "nothing"].map(str::to_owned);
    let mut last = store.verdicts(&keys).await.unwrap();
    last.sort_by(|a, b| a.key.cmp(&b.key));
    let verdict = |key: &str, verdict: &str, hostile: bool| LastVerdict {
        key: key.to_owned(),
        verdict: verdict.to_owned(),
        reason: hostile.then(|| super::samples::HOSTILE.to_owned()),
    };
    assert_eq!(
        last,
        [
            verdict("shape 1", "rejected", true),
            verdict("topic 2", "rejected", true),
            verdict("topic 3", "expired", false)
        ]
    );

    // What is forgotten is in no list but its own, and of its shape the one before it counts.
    let word = async |forgotten: bool| {
        let mut tx = store.begin().await.unwrap();
        let event = Event::Memory { entry: Seq(3), item: 1, forgotten, label: "does 1".to_owned() };
        tx.append(at(4), &actor(), event).await.unwrap();
        tx.commit().await.unwrap();
    };
    word(true).await;
    word(true).await;
    assert_eq!(found(all.clone()).await, ["2.1 expired", "1.1 confirmed", "1.2 rejected"]);
    assert_eq!(found(DecisionFilter { forgotten: true, ..all.clone() }).await, ["3.1 rejected"]);
    assert_eq!(store.verdicts(&keys[..1]).await.unwrap(), [verdict("shape 1", "confirmed", false)]);
    assert!(store.habit(&habit, 9).await.unwrap().iter().all(|taken| taken.seq != Seq(3)));
    word(false).await;
    assert_eq!(found(all).await, ["3.1 rejected", "2.1 expired", "1.1 confirmed", "1.2 rejected"]);
    assert_eq!(store.verdicts(&keys[..1]).await.unwrap(), [verdict("shape 1", "rejected", true)]);
}
