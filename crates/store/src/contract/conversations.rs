//! What a store promises of conversations, runs and their numbered events.

use super::samples::{HOSTILE, at, events, run, session};
use crate::{NumberedEvent, RunRow, Said, SessionRow, Store};
use countersign_core::ids::{RunId, SessionId};
use countersign_core::session::{SessionMarks, SessionState};
use countersign_core::wire::{Mode, RunEvent, RunStatus};
use countersign_plan::{Metadata, Plan};
use std::sync::Arc;

pub(super) async fn are_kept_whole(store: &impl Store) {
    let first = session("s1");
    let second = SessionRow { pending: None, updated_at: at(9), ..session("s2") };
    let third = SessionRow { updated_at: at(5), ..session("s3") };
    let early = run("r1", "s1");
    let bare = RunRow {
        status: RunStatus::Waiting,
        mode: Mode::Auto,
        decision: None,
        text: None,
        change_set: None,
        finished_at: None,
        created_at: at(2),
        ..run("r2", "s1")
    };
    let done = RunRow { status: RunStatus::Done, created_at: at(0), ..run("r3", "s1") };
    let other = RunRow { status: RunStatus::Interrupted, ..run("r4", "s2") };
    let mut tx = store.begin().await.unwrap();
    for session in [&first, &second, &third] {
        tx.put_session(session).await.unwrap();
    }
    for run in [&bare, &early, &done, &other] {
        tx.put_run(run).await.unwrap();
    }
    tx.commit().await.unwrap();
    assert_eq!(store.session(&first.id).await.unwrap(), Some(first.clone()));
    assert_eq!(store.session(&SessionId("s9".to_owned())).await.unwrap(), None);
    assert_eq!(store.sessions(10).await.unwrap(), [second.clone(), third.clone(), first.clone()], "last used first");
    assert_eq!(store.sessions(1).await.unwrap(), std::slice::from_ref(&second));
    assert_eq!(store.run(&bare.id).await.unwrap(), Some(bare.clone()));
    assert_eq!(store.run(&RunId("r9".to_owned())).await.unwrap(), None);
    assert_eq!(store.runs(&first.id).await.unwrap(), [done.clone(), early.clone(), bare.clone()], "oldest first");
    assert_eq!(store.runs(&third.id).await.unwrap(), []);
    assert_eq!(store.unfinished_runs().await.unwrap(), [early.clone(), bare.clone()]);

    let first = SessionRow { title: "renamed".to_owned(), pending: None, updated_at: at(20), ..first };
    let early = RunRow { status: RunStatus::Done, text: Some("said".to_owned()), finished_at: Some(at(8)), ..early };
    let mut tx = store.begin().await.unwrap();
    tx.put_session(&first).await.unwrap();
    tx.put_run(&early).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(store.sessions(10).await.unwrap(), [first.clone(), second, third]);
    assert_eq!(store.runs(&first.id).await.unwrap(), [done, early, bare.clone()], "replaced in place");
    assert_eq!(store.unfinished_runs().await.unwrap(), [bare]);

    let agent = RunId("r1".to_owned());
    assert_eq!(store.agent_state(&agent).await.unwrap(), None);
    for state in ["{}", HOSTILE] {
        let mut tx = store.begin().await.unwrap();
        tx.put_agent_state(&agent, state).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(store.agent_state(&agent).await.unwrap().as_deref(), Some(state), "the newest, whole");
    }
}

pub(super) async fn number_their_events<S: Store + 'static>(store: Arc<S>) {
    let (one, two, three) = (session("s1"), session("s2"), session("s3"));
    let runs = [run("r1", "s1"), run("r2", "s1"), run("r3", "s2")];
    let mut tx = store.begin().await.unwrap();
    for session in [&one, &two, &three] {
        tx.put_session(session).await.unwrap();
    }
    for run in &runs {
        tx.put_run(run).await.unwrap();
    }
    assert_eq!(tx.append_events(&one.id, &runs[0].id, &[], at(7)).await.unwrap(), []);
    let numbered = tx.append_events(&one.id, &runs[0].id, &events(2), at(7)).await.unwrap();
    // Storing the conversation again must not begin the numbers anew.
    tx.put_session(&one).await.unwrap();
    tx.append_events(&one.id, &runs[1].id, &events(1), at(7)).await.unwrap();
    tx.append_events(&two.id, &runs[2].id, &events(1), at(7)).await.unwrap();
    tx.commit().await.unwrap();
    let expected: Vec<NumberedEvent> =
        (1..).zip(events(2)).map(|(n, event)| NumberedEvent { n, at: Some(at(7)), event }).collect();
    assert_eq!(numbered, expected);
    assert_eq!(store.events(&runs[0].id, 0).await.unwrap(), expected, "kept whole: {HOSTILE:?}");
    let numbers = |events: Vec<NumberedEvent>| events.iter().map(|event| event.n).collect::<Vec<_>>();
    assert_eq!(numbers(store.events(&runs[0].id, 1).await.unwrap()), [2]);
    assert_eq!(numbers(store.events(&runs[0].id, 2).await.unwrap()), [0_i64; 0]);
    assert_eq!(numbers(store.events(&runs[1].id, 0).await.unwrap()), [3], "numbers grow within the conversation");
    assert_eq!(numbers(store.events(&runs[2].id, 0).await.unwrap()), [1], "each conversation has its own");

    let named = [
        RunEvent::Done(true),
        RunEvent::Recovery { what: "truncated".to_owned(), message: HOSTILE.to_owned(), hint: None },
    ];
    let before = store.session_bytes(&three.id).await.unwrap();
    let last = run("r4", "s3");
    let mut tx = store.begin().await.unwrap();
    tx.put_run(&last).await.unwrap();
    let told = tx.append_events(&three.id, &last.id, &named, at(7)).await.unwrap();
    tx.commit().await.unwrap();
    let found = |names: &'static [&'static str]| store.session_events(&three.id, names);
    assert_eq!(found(&["recovery", "usage"]).await.unwrap(), [(last.id.clone(), told[1].clone())]);
    assert_eq!(found(&["done", "recovery"]).await.unwrap().len(), 2, "in order");
    assert_eq!(found(&[]).await.unwrap(), []);
    let more = store.session_bytes(&three.id).await.unwrap();
    let said = last.message.len() + last.text.as_deref().map_or(0, str::len);
    let moment = format!(",\"at\":\"{}\"", at(7)).len();
    let told: usize = named.iter().map(|event| serde_json::to_string(event).unwrap().len() + moment).sum();
    assert_eq!((before, more), (0, (said + told) as u64), "bytes, not characters");

    // Two runs of one conversation at the same time: no number twice, none left out.
    let writers: Vec<_> = [&runs[0], &runs[1]]
        .into_iter()
        .map(|run| {
            let (store, session, run) = (store.clone(), one.id.clone(), run.id.clone());
            tokio::spawn(async move {
                let mut given = Vec::new();
                for count in [1, 3, 2, 1, 4] {
                    let mut tx = store.begin().await.unwrap();
                    given.extend(tx.append_events(&session, &run, &events(count), at(7)).await.unwrap());
                    tx.commit().await.unwrap();
                }
                given
            })
        })
        .collect();
    let mut given = Vec::new();
    for writer in writers {
        given.extend(numbers(writer.await.unwrap()));
    }
    given.sort_unstable();
    assert_eq!(given, (4..=25).collect::<Vec<_>>());
    let mut stored = numbers(store.events(&runs[0].id, 3).await.unwrap());
    stored.extend(numbers(store.events(&runs[1].id, 3).await.unwrap()));
    stored.sort_unstable();
    assert_eq!(stored, given);
}

/// What is known of conversations besides their runs, and the versions of their plans.
pub(super) async fn keep_marks_and_plans(store: &impl Store) {
    let (one, two) = (SessionRow { updated_at: at(9), ..session("s1") }, session("s2"));
    let marks = SessionMarks {
        title: Some(HOSTILE.to_owned()),
        state: SessionState::Archived,
        moved_at: Some(at(4)),
        parent: Some(two.id.clone()),
        ..SessionMarks::default()
    };
    let mut first = Plan::empty("s1", at(1));
    first.goal = HOSTILE.to_owned();
    first.metadata.version = 1;
    let second =
        Plan { metadata: Metadata { version: 2, ..first.metadata }, other: HOSTILE.to_owned(), ..first.clone() };
    let mut tx = store.begin().await.unwrap();
    tx.put_session(&one).await.unwrap();
    tx.put_session(&two).await.unwrap();
    tx.put_run(&run("r1", "s1")).await.unwrap();
    tx.put_marks(&one.id, &SessionMarks::default()).await.unwrap();
    tx.put_marks(&one.id, &marks).await.unwrap();
    tx.put_plan(&one.id, &first).await.unwrap();
    tx.put_plan(&one.id, &second).await.unwrap();
    tx.commit().await.unwrap();

    assert_eq!(store.marks(&one.id).await.unwrap(), marks);
    assert_eq!(store.marks(&two.id).await.unwrap(), SessionMarks::default());
    assert_eq!(store.ledger().await.unwrap().marks().await.unwrap(), [(one.id.clone(), marks.clone())]);
    let (kept, bare) = ((one.clone(), marks), (two.clone(), SessionMarks::default()));
    assert_eq!(store.kept_sessions(None, 10).await.unwrap(), [kept.clone(), bare.clone()]);
    assert_eq!(store.kept_sessions(None, 1).await.unwrap(), std::slice::from_ref(&kept));
    assert_eq!(store.kept_sessions(Some(SessionState::Archived), 10).await.unwrap(), [kept]);
    assert_eq!(
        store.kept_sessions(Some(SessionState::Active), 10).await.unwrap(),
        [bare],
        "one that nothing was done to"
    );
    assert_eq!(store.kept_sessions(Some(SessionState::Deleted), 10).await.unwrap(), []);
    let said = run("r1", "s1");
    assert_eq!(store.said(10).await.unwrap(), [Said { session: said.session, message: said.message, text: said.text }]);

    assert_eq!(store.plan(&one.id, None).await.unwrap().as_ref(), Some(&second), "the newest");
    assert_eq!(store.plan(&one.id, Some(1)).await.unwrap().as_ref(), Some(&first));
    assert_eq!(store.plan(&two.id, None).await.unwrap(), None);
    assert_eq!(
        store.ledger().await.unwrap().plans().await.unwrap(),
        [(one.id.clone(), 1, first), (one.id.clone(), 2, second)]
    );

    let mut tx = store.begin().await.unwrap();
    tx.clear_projections().await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(
        (store.ledger().await.unwrap().marks().await.unwrap(), store.ledger().await.unwrap().plans().await.unwrap()),
        (Vec::new(), Vec::new())
    );
    assert_eq!(store.session(&one.id).await.unwrap(), Some(one), "what was said is no projection");
}
