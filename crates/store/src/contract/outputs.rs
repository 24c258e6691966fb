//! What a store promises of outputs.

use super::samples::{HOSTILE, at};
use crate::{OutputFilter, OutputRow, OutputSort, Store};
use countersign_core::ids::{OutputId, RunId, SessionId};

pub(super) fn output(id: &str, n: i64) -> OutputRow {
    OutputRow {
        id: OutputId(id.to_owned()),
        session: Some(SessionId("s1".to_owned())),
        run: Some(RunId("r1".to_owned())),
        tool: "shell_exec".to_owned(),
        args: "{\"command\":\"ls\"}".to_owned(),
        success: true,
        created_at: at(n),
        chars: 10,
        summary: "{}".to_owned(),
        preview: HOSTILE.to_owned(),
        blob: "0".repeat(64),
    }
}

pub(super) async fn are_kept_and_filtered(store: &impl Store) {
    let first = output("o1", 1);
    let second = OutputRow { tool: "fetch".to_owned(), success: false, chars: 99, ..output("o2", 2) };
    let third = OutputRow { chars: 5, session: Some(SessionId("s2".to_owned())), ..output("o3", 3) };
    let fourth = OutputRow { session: None, run: None, ..output("o4", 3) };
    let mut tx = store.begin().await.unwrap();
    assert_eq!(tx.reserve_output_number().await.unwrap(), 1);
    assert_eq!(tx.reserve_output_number().await.unwrap(), 2);
    for row in [&first, &second, &third, &fourth] {
        tx.put_output(row).await.unwrap();
    }
    tx.commit().await.unwrap();
    assert_eq!(store.output(&first.id).await.unwrap(), Some(first.clone()));
    assert_eq!(store.output(&fourth.id).await.unwrap(), Some(fourth.clone()));
    assert_eq!(store.output(&OutputId("o9".to_owned())).await.unwrap(), None);

    let all = || OutputFilter { limit: 10, ..OutputFilter::default() };
    let s1 = || OutputFilter { session: Some(SessionId("s1".to_owned())), ..all() };
    let cases: Vec<(OutputFilter, &[&str], u64)> = vec![
        (all(), &["o3", "o4", "o2", "o1"], 4),
        (OutputFilter { ascending: true, ..all() }, &["o1", "o2", "o3", "o4"], 4),
        (OutputFilter { limit: 2, offset: 1, ..all() }, &["o4", "o2"], 4),
        (s1(), &["o2", "o1"], 2),
        (OutputFilter { tool: Some("fetch".to_owned()), ..all() }, &["o2"], 1),
        (OutputFilter { success: Some(false), ..all() }, &["o2"], 1),
        (OutputFilter { success: Some(true), ..s1() }, &["o1"], 1),
        (OutputFilter { after: Some(at(1)), before: Some(at(3)), ..all() }, &["o2"], 1),
        (OutputFilter { sort: OutputSort::Chars, ..all() }, &["o2", "o4", "o1", "o3"], 4),
        (OutputFilter { sort: OutputSort::Chars, ascending: true, ..all() }, &["o3", "o1", "o4", "o2"], 4),
        (OutputFilter { sort: OutputSort::Tool, ascending: true, ..all() }, &["o2", "o1", "o3", "o4"], 4),
        (OutputFilter { sort: OutputSort::Tool, ..all() }, &["o3", "o4", "o1", "o2"], 4),
    ];
    for (filter, ids, total) in cases {
        let (rows, count) = store.outputs(&filter).await.unwrap();
        let found: Vec<&str> = rows.iter().map(|row| row.id.0.as_str()).collect();
        assert_eq!((found.as_slice(), count), (ids, total), "{filter:?}");
    }

    let mut tx = store.begin().await.unwrap();
    assert_eq!(tx.reserve_output_number().await.unwrap(), 5, "one that is taken is never given");
    let again = OutputRow { success: false, ..first };
    tx.put_output(&again).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(store.output(&again.id).await.unwrap(), Some(again), "replaced in place");
}
