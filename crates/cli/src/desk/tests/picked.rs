//! Several change sets of the inbox at once.

use super::pictures::picture;
use super::{desk, item, press, refuse, set_of, tell};
use crate::desk::call::{Call, Effect};
use crate::desk::state::{Page, State};
use countersign_core::change_set::Verdict;
use countersign_core::wire::SignItem;
use serde_json::{Value, json};

/// A desk with these sets in its inbox.
fn inbox(ids: &[i64]) -> State {
    let mut state = desk(100, 20);
    assert_eq!(press(&mut state, "/inbox<enter>"), [Effect::Ask(Call::Inbox)]);
    assert_eq!(state.page, Page::Inbox);
    let summary = |id: &i64| {
        json!({ "id": id, "title": format!("set {id}"), "source": { "kind": "request" }, "status": "pending",
            "counts": { "add": 1, "change": 0, "delete": 0, "run": 0 }, "open": 1, "signed": 0, "risk": "none",
            "created_at": "2026-11-22T10:00:00Z", "expires_at": "2026-11-29T10:00:00Z" })
    };
    tell(&mut state, Call::Inbox, json!({ "change_sets": ids.iter().map(summary).collect::<Vec<_>>() }));
    state
}

/// One of two items, of which one is as this says.
fn two(id: i64, status: &str) -> Value {
    set_of(id, vec![item(1, "add", "a", json!({ "status": status })), item(2, "add", "b", json!({}))])
}

/// The call that is wanted, if it is one.
fn only(wanted: &[Effect]) -> Call {
    match wanted {
        [Effect::Ask(call)] => call.clone(),
        other => panic!("{other:?}"),
    }
}

fn turns(wanted: &[Effect]) -> (i64, Vec<u32>, Verdict) {
    match only(wanted) {
        Call::Turn { set, items, verdict } => (set, items.iter().map(|one| one.item).collect(), verdict),
        other => panic!("{other:?}"),
    }
}

fn notice(state: &State) -> &str {
    state.notice.as_ref().map_or("", |notice| notice.text.as_str())
}

/// Has the server do what is wanted, with these sets, until nothing is wanted but to look; what was decided.
fn carried(state: &mut State, mut wanted: Vec<Effect>, sets: &[Value]) -> Vec<(i64, Vec<u32>, Verdict)> {
    let mut decided = Vec::new();
    while let [Effect::Ask(call)] = wanted.as_slice() {
        let call = call.clone();
        let id = call.set().unwrap();
        if matches!(call, Call::Turn { .. }) {
            decided.push(turns(&wanted));
        }
        let set = sets.iter().find(|set| set["id"] == id).unwrap().clone();
        wanted = tell(state, call, set);
    }
    assert_eq!(wanted, [Effect::Ask(Call::Status), Effect::Ask(Call::Inbox)]);
    decided
}

#[test]
fn marked_sets_are_rejected_together_and_that_is_taken_back() {
    let mut state = inbox(&[1, 2, 3]);
    assert!(!picture(&state).contains("[ ]"), "nothing is marked yet");
    press(&mut state, "  ");
    let seen = picture(&state);
    assert!(seen.contains("[x] #1") && seen.contains("[x] #2") && seen.contains("[ ] #3"), "{seen}");
    assert!(seen.contains("2 marked"), "{seen}");
    let sets = [two(1, "pending"), two(2, "confirmed")];
    let wanted = press(&mut state, "n");
    // One after the other: what else is asked for meanwhile is not mixed into it.
    assert_eq!(press(&mut state, "d"), []);
    assert_eq!(notice(&state), "The decision before is still being made.");
    let all = |id| (id, vec![1, 2], Verdict::Rejected);
    assert_eq!(carried(&mut state, wanted, &sets), [all(1), all(2)]);
    assert_eq!(notice(&state), "2 change sets rejected. u takes that back.");
    assert!(state.picked.sets.is_empty());
    // What was signed waits: a signature is given by the person.
    let wanted = press(&mut state, "u");
    let Call::Turn { items, .. } = only(&wanted) else { panic!("{wanted:?}") };
    assert_eq!(items[0], SignItem { item: 1, digest: "digest-1".into(), was: Some(Verdict::Rejected) });
    let back = carried(&mut state, wanted, &sets);
    let expected =
        [(1, vec![1, 2], Verdict::Undecided), (2, vec![2], Verdict::Undecided), (2, vec![1], Verdict::Deferred)];
    assert_eq!(back, expected);
    assert_eq!(notice(&state), "2 change sets wait again. What was signed wants your signature anew.");
    assert_eq!(press(&mut state, "u"), []);
    assert_eq!(notice(&state), "There is no decision to take back here.");
}

#[test]
fn what_was_decided_otherwise_is_not_put_off() {
    let mut state = inbox(&[1, 2]);
    press(&mut state, "  ");
    let wanted = press(&mut state, "d");
    let sets = [two(1, "rejected"), set_of(2, vec![item(1, "add", "a", json!({ "status": "deferred" }))])];
    assert_eq!(carried(&mut state, wanted, &sets), [(1, vec![2], Verdict::Deferred)]);
    assert_eq!(notice(&state), "1 change set deferred. u takes that back.");
    let wanted = press(&mut state, "u");
    assert_eq!(carried(&mut state, wanted, &sets), [(1, vec![2], Verdict::Undecided)]);
}

#[test]
fn without_marks_it_is_the_set_at_the_cursor_and_a_mark_is_taken_away() {
    let mut state = inbox(&[1, 2]);
    press(&mut state, " k ");
    assert!(state.picked.sets.is_empty(), "marked and unmarked");
    press(&mut state, "k ");
    assert_eq!(press(&mut state, "<esc>"), []);
    assert_eq!((state.page, state.picked.sets.len()), (Page::Inbox, 0), "marks go first");
    let wanted = press(&mut state, "jn");
    assert_eq!(carried(&mut state, wanted, &[two(2, "pending")]), [(2, vec![1, 2], Verdict::Rejected)]);
    // A set that went meanwhile is not decided.
    press(&mut state, "k ");
    tell(&mut state, Call::Inbox, json!({ "change_sets": [] }));
    assert_eq!(press(&mut state, "n"), []);
    press(&mut state, "<esc>");
    assert_eq!(state.page, Page::Desk);
}

#[test]
fn what_is_refused_ends_it_and_the_rest_can_be_taken_back() {
    let mut state = inbox(&[1, 2, 3]);
    press(&mut state, "   ");
    let wanted = press(&mut state, "n");
    let wanted = tell(&mut state, only(&wanted), two(1, "pending"));
    let wanted = tell(&mut state, only(&wanted), two(1, "pending"));
    let wanted = tell(&mut state, only(&wanted), two(2, "pending"));
    assert_eq!(turns(&wanted), (2, vec![1, 2], Verdict::Rejected));
    let wanted = refuse(&mut state, only(&wanted), "stale", Value::Null);
    assert_eq!(wanted, [Effect::Ask(Call::Status), Effect::Ask(Call::Inbox)]);
    assert_eq!((notice(&state), state.picked.sets.as_slice()), ("Refused: stale.", &[2, 3][..]));
    let wanted = press(&mut state, "u");
    assert_eq!(carried(&mut state, wanted, &[two(1, "pending")]), [(1, vec![1, 2], Verdict::Undecided)]);
}

#[test]
fn words_with_a_slash_are_known_as_editors_know_them() {
    let mut state = desk(100, 20);
    press(&mut state, "/in");
    assert!(picture(&state).contains("/inbox  Decide everything that waits"), "{}", picture(&state));
    press(&mut state, "<C-u>/INBOX <enter>");
    assert_eq!(state.page, Page::Inbox);
    // What else begins with a slash is a message.
    let mut state = desk(100, 20);
    let wanted = press(&mut state, "/inbox is full<enter>");
    assert!(matches!(wanted.as_slice(), [Effect::Ask(Call::Send { .. })]), "{wanted:?}");
    assert_eq!(state.page, Page::Desk);
}
