//! What a store promises of change sets.

use super::samples::{at, change_set, item};
use crate::{SetFilter, Store};
use countersign_core::change_set::{ChangeSet, ItemStatus, SetStatus, Source};
use countersign_core::ids::{Seq, SetId};

async fn put(store: &impl Store, set: &ChangeSet) {
    let mut tx = store.begin().await.unwrap();
    tx.put_set(set).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(store.change_set(set.id).await.unwrap().as_ref(), Some(set));
}

pub(super) async fn are_kept_whole(store: &impl Store) {
    assert_eq!(store.change_set(SetId(1)).await.unwrap(), None);
    put(store, &change_set(1, 0)).await;
    let mut set = change_set(14, 12);
    put(store, &set).await;
    // One item decided; some dropped, one new, the order changed; all dropped.
    set.items[3].status = ItemStatus::Rejected;
    set.items[3].reason = Some("not mine".to_owned());
    set.status = SetStatus::PartiallyResolved;
    put(store, &set).await;
    set.items.retain(|item| item.n != 2 && item.n != 12);
    set.items.insert(0, item(13, "is first, though its number is the last"));
    set.items.swap(2, 5);
    put(store, &set).await;
    set.items.clear();
    set.resolved_at = Some(at(7));
    put(store, &set).await;
    assert_eq!(store.change_set(SetId(1)).await.unwrap(), Some(change_set(1, 0)), "another set is left alone");
}

/// A person's own, which is decided and applied when it is made: however long it is, and becomes.
pub(super) async fn made_in_one_step_are_kept_whole(store: &impl Store) {
    for items in [0, 1, 3, 12] {
        let id = 30 + i64::from(items);
        let mut set = ChangeSet { source: Source::Direct, status: SetStatus::Resolved, ..change_set(id, items) };
        put(store, &set).await;
        // Applied again; one more; as long as a page; as short as before; open again.
        set.items.iter_mut().for_each(|item| item.applied_by = Some(Seq(9)));
        put(store, &set).await;
        set.items.push(item(items + 1, "one more"));
        put(store, &set).await;
        set.items.iter_mut().for_each(|item| item.why = "because ".repeat(600));
        put(store, &set).await;
        set.items.iter_mut().for_each(|item| item.why.clear());
        set.items.truncate(1);
        put(store, &set).await;
        set.status = SetStatus::Pending;
        put(store, &set).await;
        set.status = SetStatus::Resolved;
        set.items.clear();
        put(store, &set).await;
    }
}

pub(super) async fn are_filtered(store: &impl Store) {
    use SetStatus::{Expired, PartiallyResolved, Pending, Resolved};
    let statuses = [Pending, PartiallyResolved, Resolved, Expired, Pending, Resolved];
    let mut tx = store.begin().await.unwrap();
    for (id, status) in (1..).zip(statuses) {
        tx.put_set(&ChangeSet { status, ..change_set(id, 1) }).await.unwrap();
    }
    tx.commit().await.unwrap();

    let any = || SetFilter { limit: 100, ..SetFilter::default() };
    for (filter, expected) in [
        (any(), &[6, 5, 4, 3, 2, 1][..]),
        (SetFilter { limit: 2, ..any() }, &[6, 5]),
        (SetFilter { limit: 0, ..any() }, &[]),
        (SetFilter { before: Some(SetId(4)), ..any() }, &[3, 2, 1]),
        (SetFilter { statuses: vec![Pending], ..any() }, &[5, 1]),
        (SetFilter { statuses: vec![Pending, PartiallyResolved], limit: 2, ..any() }, &[5, 2]),
        (SetFilter { statuses: vec![Pending, PartiallyResolved, Resolved, Expired], ..any() }, &[6, 5, 4, 3, 2, 1]),
        // The moment itself is not before it, and half a second counts.
        (SetFilter { expires_before: Some(at(103)), ..any() }, &[2, 1]),
        (SetFilter { expires_before: Some(at(103) + jiff::SignedDuration::from_nanos(1)), ..any() }, &[3, 2, 1]),
        (SetFilter { statuses: vec![Pending], expires_before: Some(at(103)), before: Some(SetId(9)), limit: 1 }, &[1]),
    ] {
        let found = store.change_sets(&filter).await.unwrap();
        let whole: Vec<ChangeSet> = expected
            .iter()
            .map(|id| ChangeSet { status: statuses[usize::try_from(id - 1).unwrap()], ..change_set(*id, 1) })
            .collect();
        assert_eq!(found, whole, "{filter:?}");
    }
    for (statuses, expected) in [
        (&[][..], 0),
        (&[Pending], 2),
        (&[Pending, Resolved], 4),
        (&[Expired, PartiallyResolved, Pending, Resolved], 6),
    ] {
        assert_eq!(store.count_sets(statuses).await.unwrap(), expected, "{statuses:?}");
    }
}
