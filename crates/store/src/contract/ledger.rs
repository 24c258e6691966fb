//! What a store promises of the ledger: a chain without gaps, over the very texts it gives back.

use super::samples::{actor, applied, at, audit, change_set};
use crate::{EntryFilter, RawEntry, Store};
use countersign_core::change_set::Actor;
use countersign_core::ids::{Seq, SetId, TodoId};
use countersign_core::ledger::{Entry, Event, GENESIS, chain};

/// Reads the whole ledger as texts, page by page, and follows the chain.
async fn follow(store: &impl Store) -> Vec<RawEntry> {
    let mut all: Vec<RawEntry> = Vec::new();
    loop {
        let page = store.raw_entries(all.last().map_or(Seq(0), |entry| entry.seq), 2).await.unwrap();
        if page.is_empty() {
            break;
        }
        all.extend(page);
    }
    let mut prev = GENESIS.to_owned();
    for (seq, entry) in (1..).zip(&all) {
        assert_eq!(
            (entry.seq, &entry.prev),
            (Seq(seq), &prev),
            "numbered from 1 without gaps, each with the hash before it"
        );
        assert_eq!(entry.hash, chain(&prev, entry.seq, &entry.at, &entry.actor, &entry.event), "hash of entry {seq}");
        prev.clone_from(&entry.hash);
    }
    assert_eq!(
        store.head().await.unwrap(),
        all.last().map(|entry| (entry.seq, entry.hash.clone())),
        "the head is the last entry"
    );
    all
}

pub(super) async fn is_a_chain<S: Store, F: Future<Output = S>>(open: &impl Fn(&'static str) -> F) {
    let store = open("chain").await;
    assert_eq!(follow(&store).await, Vec::new());
    let mut made: Vec<Entry> = Vec::new();
    let mut tx = store.begin().await.unwrap();
    made.push(tx.append(at(1), &actor(), Event::Proposed { set: Box::new(change_set(1, 3)) }).await.unwrap());
    made.push(tx.append(at(1), &Actor::System, audit("same moment")).await.unwrap());
    tx.commit().await.unwrap();

    let mut tx = store.begin().await.unwrap();
    tx.append(at(2), &actor(), audit("never happened")).await.unwrap();
    drop(tx);
    let mut tx = store.begin().await.unwrap();
    made.push(tx.append(at(2), &Actor::Agent { name: "planner".to_owned() }, applied(1, &[1, 2])).await.unwrap());
    tx.commit().await.unwrap();
    drop(store);

    let store = open("chain").await;
    let mut tx = store.begin().await.unwrap();
    // A clock that was set back changes nothing about the order.
    made.push(tx.append(at(-500), &actor(), Event::Expired { set: SetId(1), items: Vec::new() }).await.unwrap());
    tx.commit().await.unwrap();

    let filter = EntryFilter { ascending: true, limit: 100, ..EntryFilter::default() };
    assert_eq!(store.entries(&filter).await.unwrap().all().unwrap(), made, "entries are read as they were returned");
    let raw = follow(&store).await;
    let hashes = |(seq, hash): (Seq, &String)| (seq, hash.clone());
    assert_eq!(
        raw.iter().map(|e| hashes((e.seq, &e.hash))).collect::<Vec<_>>(),
        made.iter().map(|e| hashes((e.seq, &e.hash))).collect::<Vec<_>>()
    );
    for (raw, entry) in raw.iter().zip(&made) {
        assert_eq!(serde_json::from_str::<Event>(&raw.event).unwrap(), entry.event);
        assert_eq!(serde_json::from_str::<Actor>(&raw.actor).unwrap(), entry.actor);
    }
}

/// Head and entries of one moment belong together, whatever is appended in between.
pub(super) async fn is_read_at_one_moment(store: &impl Store) {
    let append = async |n: i64| {
        let mut tx = store.begin().await.unwrap();
        let entry = tx.append(at(n), &actor(), audit("written meanwhile")).await.unwrap();
        tx.commit().await.unwrap();
        (entry.seq, entry.hash)
    };
    append(1).await;
    let second = append(2).await;
    let mut ledger = store.ledger().await.unwrap();
    assert_eq!(ledger.head().await.unwrap(), Some(second.clone()));
    let third = append(3).await;
    let mut seen = ledger.raw_entries(Seq(0), 1).await.unwrap();
    append(4).await;
    seen.extend(ledger.raw_entries(Seq(1), 10).await.unwrap());
    assert_eq!(seen.iter().map(|entry| entry.seq).collect::<Vec<_>>(), [Seq(1), Seq(2)], "not what came later");
    assert_eq!(seen.last().map(|entry| (entry.seq, entry.hash.clone())), Some(second));
    drop(ledger);
    let later = store.ledger().await.unwrap().raw_entries(Seq(2), 1).await.unwrap();
    assert_eq!(later.first().map(|entry| (entry.seq, entry.hash.clone())), Some(third));
}

pub(super) async fn is_filtered(store: &impl Store) {
    let events = [
        Event::Proposed { set: Box::new(change_set(1, 1)) },
        applied(1, &[10, 11]),
        audit("router_decision"),
        Event::Proposed { set: Box::new(change_set(2, 1)) },
        applied(2, &[11]),
        Event::Expired { set: SetId(1), items: Vec::new() },
    ];
    let mut tx = store.begin().await.unwrap();
    for (n, event) in (1..).zip(events) {
        tx.append(at(n), &actor(), event).await.unwrap();
    }
    tx.commit().await.unwrap();

    let any = || EntryFilter { limit: 100, ..EntryFilter::default() };
    for (filter, expected) in [
        (any(), &[6, 5, 4, 3, 2, 1][..]),
        (EntryFilter { ascending: true, ..any() }, &[1, 2, 3, 4, 5, 6]),
        (EntryFilter { limit: 2, ..any() }, &[6, 5]),
        (EntryFilter { limit: 2, ascending: true, ..any() }, &[1, 2]),
        (EntryFilter { limit: 0, ..any() }, &[]),
        (EntryFilter { before: Some(Seq(3)), ..any() }, &[2, 1]),
        (EntryFilter { after: Some(Seq(4)), ..any() }, &[6, 5]),
        (EntryFilter { after: Some(Seq(1)), before: Some(Seq(4)), ascending: true, ..any() }, &[2, 3]),
        (EntryFilter { kinds: vec!["applied"], ..any() }, &[5, 2]),
        (EntryFilter { kinds: vec!["applied", "expired"], limit: 2, ..any() }, &[6, 5]),
        (EntryFilter { kinds: vec!["appl"], ..any() }, &[]),
        (EntryFilter { set: Some(SetId(1)), ..any() }, &[6, 2, 1]),
        (EntryFilter { set: Some(SetId(1)), ascending: true, limit: 2, ..any() }, &[1, 2]),
        (EntryFilter { set: Some(SetId(1)), kinds: vec!["proposed", "expired"], before: Some(Seq(6)), ..any() }, &[1]),
        (EntryFilter { set: Some(SetId(9)), ..any() }, &[]),
        (EntryFilter { todo: Some(TodoId(11)), ..any() }, &[5, 2]),
        (EntryFilter { todo: Some(TodoId(11)), ascending: true, limit: 1, ..any() }, &[2]),
        (EntryFilter { todo: Some(TodoId(11)), after: Some(Seq(2)), ..any() }, &[5]),
        (EntryFilter { todo: Some(TodoId(11)), set: Some(SetId(1)), kinds: vec!["applied"], ..any() }, &[2]),
        (EntryFilter { todo: Some(TodoId(10)), set: Some(SetId(2)), ..any() }, &[]),
        (EntryFilter { todo: Some(TodoId(1)), ..any() }, &[]),
    ] {
        let found: Vec<i64> = store.entries(&filter).await.unwrap().into_iter().map(|entry| entry.seq().0).collect();
        assert_eq!(found, expected, "{filter:?}");
    }
}
