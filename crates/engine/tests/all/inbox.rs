//! A set's line of the inbox: it says of drift what the set itself says, whatever was written, decided or done to
//! files in between; and the lines are read page by page, oldest first.

use crate::world::{edit, hash, place, sign, user, workshop};
use countersign_core::change_set::review::Edit;
use countersign_core::change_set::{ItemStatus, Verdict};
use countersign_core::ids::SetId;
use countersign_core::wire::{FeedEvent, SetView};
use countersign_engine::{Engine, SetQuery};
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn drifted(set: &SetView) -> u64 {
    set.items.iter().filter(|item| item.status == ItemStatus::Drifted).count() as u64
}

/// What the lines say, twice: the second time from what was counted for the first.
async fn lines(engine: &Engine) -> BTreeMap<SetId, u64> {
    let query = |open_only| SetQuery { open_only, limit: 200, ..SetQuery::default() };
    let mut said = Vec::new();
    for open_only in [true, true, false] {
        let lines = engine.change_sets(query(open_only)).await.unwrap();
        said.push(lines.iter().map(|line| (line.id, line.drifted)).collect::<BTreeMap<_, _>>());
    }
    assert_eq!(said[0], said[1]);
    for (id, count) in &said[0] {
        assert_eq!(said[2][id], *count, "{id} among all");
        assert_eq!(drifted(&engine.change_set(*id).await.unwrap()), *count, "{id} itself");
    }
    said.remove(0)
}

async fn propose(engine: &Engine, operations: Value) -> SetView {
    engine.propose(None, &operations, user()).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_counts_what_drifted_after_every_write() {
    let w = place().open().await;
    let engine = &w.engine;
    edit(engine, json!([{"op":"create","title":"a"},{"op":"create","title":"b"},{"op":"create","title":"c"}])).await;
    let to = |id: i64, priority: &str| json!({ "op": "update", "id": id, "priority": priority });
    let both = propose(engine, json!([to(1, "high"), to(2, "high")])).await.id;
    let other = propose(engine, json!([to(3, "high"), { "op": "delete", "id": 1 }])).await.id;
    let said = |counts: [u64; 2]| BTreeMap::from([(both, counts[0]), (other, counts[1])]);
    assert_eq!(lines(engine).await, said([0, 0]));
    edit(engine, json!([to(2, "low")])).await;
    assert_eq!(lines(engine).await, said([1, 0]));
    edit(engine, json!([to(1, "low")])).await;
    assert_eq!(lines(engine).await, said([2, 1]));
    // Back to what it was: nothing to decide anew.
    edit(engine, json!([to(2, "medium")])).await;
    assert_eq!(lines(engine).await, said([1, 1]));
    edit(engine, json!([{ "op": "update", "id": 2, "notes": "no matter" }])).await;
    assert_eq!(lines(engine).await, said([1, 1]));
    let seen = engine.change_set(both).await.unwrap();
    engine.edit_item(both, 1, seen.items[0].digest.clone(), Edit::Rebase, user()).await.unwrap();
    assert_eq!(lines(engine).await, said([0, 1]));
    let seen = engine.change_set(other).await.unwrap();
    engine.decide(other, sign(&seen, &[2]), Verdict::Rejected, None, user()).await.unwrap();
    assert_eq!(lines(engine).await, said([0, 0]));
    edit(engine, json!([{ "op": "delete", "id": 3 }])).await;
    assert_eq!(lines(engine).await, said([0, 1]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_counts_files_that_somebody_else_wrote() {
    let w = workshop().files(&[("a.txt", "one\n"), ("b.txt", "two\n")]).open().await;
    let change = |path: &str, was: &str| {
        let edit = format!("<<<<<<< SEARCH\n{was}\n=======\n1\n>>>>>>> REPLACE\n");
        json!({ "op": "edit_file", "path": path, "base": hash(format!("{was}\n")), "edit": edit })
    };
    let set = w.propose(json!([change("a.txt", "one"), change("b.txt", "two")])).await.id;
    assert_eq!(lines(&w.engine).await, BTreeMap::from([(set, 0)]));
    w.put("a.txt", "eins\n");
    assert_eq!(lines(&w.engine).await, BTreeMap::from([(set, 1)]));
    w.put("a.txt", "one\n");
    assert_eq!(lines(&w.engine).await, BTreeMap::from([(set, 0)]));
}

#[tokio::test(flavor = "multi_thread")]
async fn news_of_drift_say_how_much_of_the_set_it_is_now() {
    let w = place().open().await;
    let engine = &w.engine;
    edit(engine, json!([{"op":"create","title":"a"},{"op":"create","title":"b"}])).await;
    let to = |id: i64, priority: &str| json!({ "op": "update", "id": id, "priority": priority });
    let set = propose(engine, json!([to(1, "high"), to(2, "high")])).await.id;
    for (operations, name, counts) in [
        (json!([to(1, "low")]), "drift", vec![(1, 1)]),
        (json!([to(2, "low")]), "drift", vec![(2, 2)]),
        (json!([to(1, "medium")]), "item", vec![(1, 1)]),
    ] {
        let mut news = engine.subscribe();
        edit(engine, operations).await;
        let stands = engine.stands(&news.recv().await.unwrap()).await.unwrap().unwrap();
        let told = stands.events.iter().map(|event| match event {
            FeedEvent::Item(item) | FeedEvent::Drift(item) => (event.name(), item.set, (item.item, item.drifted)),
            FeedEvent::Changed(_) => panic!("{event:?}"),
        });
        let expected = counts.into_iter().map(|count| (name, set, count));
        assert_eq!(told.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_waits_is_read_page_by_page_oldest_first() {
    let w = place().open().await;
    let mut made = Vec::new();
    for n in 0..7 {
        made.push(propose(&w.engine, json!([{ "op": "create", "title": format!("todo {n}") }])).await.id);
    }
    let settled = w.engine.change_set(made.remove(2)).await.unwrap();
    w.engine.decide(settled.id, sign(&settled, &[1]), Verdict::Rejected, None, user()).await.unwrap();
    let (mut read, mut after) = (Vec::new(), SetId(0));
    loop {
        let page = w.engine.waiting_after(after, 4).await.unwrap();
        read.push(page.iter().map(|line| line.id).collect::<Vec<_>>());
        match page.last() {
            Some(last) if page.len() == 4 => after = last.id,
            _ => break,
        }
    }
    assert_eq!(read, [made[..4].to_vec(), made[4..].to_vec()]);
}

/// What can do nothing as it is stands in the list, so that it can be mended, and is counted nowhere.
#[tokio::test(flavor = "multi_thread")]
async fn what_can_do_nothing_is_listed_and_not_counted() {
    let w = place().open().await;
    let engine = &w.engine;
    let dead = propose(engine, json!([{ "op": "delete", "id": 99 }])).await.id;
    let alive = propose(engine, json!([{ "op": "create", "title": "a" }, { "op": "delete", "id": 99 }])).await.id;
    let lines = engine.change_sets(SetQuery { open_only: true, limit: 200, ..SetQuery::default() }).await.unwrap();
    let idle: BTreeMap<SetId, bool> = lines.iter().map(|line| (line.id, line.is_idle())).collect();
    assert_eq!(idle, BTreeMap::from([(dead, true), (alive, false)]));
    let waiting = lines.iter().filter(|line| line.waits()).count() as u64;
    assert_eq!((engine.open_sets().await.unwrap(), waiting), (1, 1));
}
