//! Deciding on the sheet, and applying.

use super::{item, press, refuse, reviewing, set_of, statuses, tell};
use crate::desk::call::{Call, Effect, Told, Typed};
use crate::desk::prompt::Asked;
use crate::desk::state::{Event, Focus, State};
use countersign_core::change_set::Verdict;
use countersign_core::wire::SignItem;
use serde_json::{Value, json};

/// A verdict on an item as it was shown.
fn decide(n: u32, was: Verdict, verdict: Verdict, reason: Option<&str>) -> Call {
    let items = vec![SignItem { item: n, digest: format!("digest-{n}"), was: Some(was) }];
    Call::Decide { set: 14, items, verdict, reason: reason.map(str::to_owned) }
}

fn two() -> State {
    reviewing(vec![item(1, "add", "milk", json!({})), item(2, "add", "eggs", json!({}))])
}

fn notice(state: &State) -> &str {
    state.notice.as_ref().map_or("", |notice| &notice.text)
}

fn apply(sign: Value) -> Call {
    Call::Apply { set: 14, body: json!({ "digest": "set-digest", "sign": sign }), key: None, commands: vec![] }
}

#[test]
fn a_verdict_names_the_digest_shows_at_once_and_goes_on_to_the_next() {
    let mut state = two();
    assert_eq!(press(&mut state, "y"), [Effect::Ask(decide(1, Verdict::Undecided, Verdict::Confirmed, None))]);
    assert_eq!((statuses(&state), state.sheet.cursor), (vec!["confirmed", "pending"], 2));
    assert_eq!(press(&mut state, "d"), [Effect::Ask(decide(2, Verdict::Undecided, Verdict::Deferred, None))]);
    // The answer to the first does not take the second off the screen.
    let first =
        set_of(14, vec![item(1, "add", "milk", json!({ "status": "confirmed" })), item(2, "add", "eggs", json!({}))]);
    tell(&mut state, decide(1, Verdict::Undecided, Verdict::Confirmed, None), first);
    assert_eq!(statuses(&state), ["confirmed", "deferred"]);
    // One that is refused is not kept on the screen: the set is read again.
    let wanted = refuse(&mut state, decide(2, Verdict::Undecided, Verdict::Deferred, None), "stale", Value::Null);
    assert_eq!(wanted, [Effect::Ask(Call::Set { id: 14 })]);
    assert_eq!(notice(&state), "Refused: stale.");
    tell(
        &mut state,
        Call::Set { id: 14 },
        set_of(14, vec![item(1, "add", "milk", json!({})), item(2, "add", "eggs", json!({}))]),
    );
    assert_eq!(statuses(&state), ["pending", "pending"]);
}

#[test]
fn a_rejection_takes_a_number_or_words_or_nothing() {
    for (keys, reason) in
        [("n4", Some("not-now")), ("nnot 5 of them<enter>", Some("not 5 of them")), ("n<enter>", None)]
    {
        let mut state = two();
        assert_eq!(
            press(&mut state, keys),
            [Effect::Ask(decide(1, Verdict::Undecided, Verdict::Rejected, reason))],
            "{keys}"
        );
        assert!(state.prompt.is_none());
    }
    let mut state = two();
    assert_eq!(press(&mut state, "n<esc>"), []);
    assert_eq!(statuses(&state), ["pending", "pending"]);
}

#[test]
fn u_takes_a_mark_away_or_a_decision_back() {
    let marked = |n, title| item(n, "add", title, json!({ "preselected": true }));
    let mut state = reviewing(vec![marked(1, "milk"), marked(2, "eggs")]);
    // That it is not wanted is stored, for every client.
    assert_eq!(press(&mut state, "u"), [Effect::Ask(decide(1, Verdict::Undecided, Verdict::Deferred, None))]);
    assert_eq!(statuses(&state), ["deferred", "pending"]);
    assert_eq!(state.sheet.tally(state.sheet.set().unwrap()).marked, 1);
    assert_eq!(press(&mut state, "u"), [Effect::Ask(decide(1, Verdict::Deferred, Verdict::Undecided, None))]);
    let mut state = reviewing(vec![item(1, "add", "milk", json!({})), marked(2, "eggs")]);
    press(&mut state, "jy");
    // From a row that is not decided: the last decision.
    assert_eq!(press(&mut state, "ku"), [Effect::Ask(decide(2, Verdict::Confirmed, Verdict::Undecided, None))]);
    assert_eq!((state.sheet.cursor, statuses(&state)), (2, vec!["pending", "pending"]));
    let mut state = two();
    assert_eq!(press(&mut state, "u"), []);
    assert_eq!(notice(&state), "There is no decision to take back here.");
}

#[test]
fn apply_signs_what_is_marked_and_shows_the_receipt() {
    let mut state = reviewing(vec![
        item(1, "add", "milk", json!({ "status": "confirmed" })),
        item(2, "add", "eggs", json!({ "preselected": true })),
        item(3, "add", "tea", json!({})),
    ]);
    let call = apply(json!([{ "item": 2, "digest": "digest-2", "was": "undecided" }]));
    // A letter may have been meant as text: what is not signed yet is asked about.
    for other in ["d", "<esc>"] {
        assert_eq!(press(&mut state, "a"), []);
        assert_eq!(press(&mut state, other), []);
        assert_eq!(statuses(&state), ["confirmed", "pending", "pending"]);
    }
    assert_eq!(press(&mut state, "<C-enter>"), [Effect::Ask(call.clone())]);
    state.sheet.applying = None;
    assert_eq!(press(&mut state, "ay"), [Effect::Ask(call.clone())]);
    assert_eq!(press(&mut state, "ay"), [], "one at a time");
    assert_eq!(press(&mut state, "q"), [], "what comes of it is to be seen");
    let mut set = set_of(14, vec![item(1, "add", "milk", json!({ "status": "applied", "applied_by": 9 }))]);
    set["status"] = json!("resolved");
    let receipt = json!({ "outcome": "applied", "change_set": set, "entry": 9, "hash": "abcdef", "results": [],
        "summary": { "created": 1, "updated": 0, "deleted": 0, "completed": 0 }, "text": "2 changes applied." });
    tell(&mut state, call, receipt);
    assert_eq!((statuses(&state), state.sheet.receipts[&14].text.as_str()), (vec!["applied"], "2 changes applied."));
    // Nothing of it can be decided again.
    assert_eq!(press(&mut state, "y"), []);
    assert_eq!(notice(&state), "14.1 is applied: it cannot be decided any more.");
}

#[test]
fn what_deletes_or_cannot_be_undone_is_asked_about_and_only_y_is_yes() {
    for more in
        [json!({ "status": "confirmed", "reversible": false }), json!({ "status": "confirmed", "verb": "delete" })]
    {
        let mut state = reviewing(vec![item(1, "change", "milk", more)]);
        assert_eq!(press(&mut state, "a"), []);
        assert!(matches!(&state.prompt.as_ref().unwrap().asked, Asked::Sure { .. }));
        for keys in ["n", "<enter>", "a", "<esc>"] {
            assert_eq!(press(&mut state, keys), [], "{keys}");
            assert_eq!(press(&mut state, "a"), []);
        }
        assert_eq!(press(&mut state, "y"), [Effect::Ask(apply(json!([])))]);
    }
}

#[test]
fn a_question_is_put_where_it_is_seen() {
    let mut state = reviewing(vec![item(1, "delete", "milk", json!({ "status": "confirmed" }))]);
    press(&mut state, "i<C-enter>");
    assert!(state.prompt.is_some());
    assert_eq!(state.focus, Focus::Sheet);
}

#[test]
fn a_large_change_wants_its_number_typed() {
    let mut state = reviewing(vec![item(1, "change", "all", json!({ "status": "confirmed" }))]);
    press(&mut state, "a");
    let details =
        json!({ "token": "t1", "counts": { "deletes": 0, "updates": 51 }, "expires_at": "2026-11-22T11:00:00Z" });
    refuse(&mut state, apply(json!([])), "confirmation_required", details.clone());
    assert_eq!(press(&mut state, "5<enter>"), []);
    assert_eq!(notice(&state), "Nothing has been changed.");
    press(&mut state, "a");
    refuse(&mut state, apply(json!([])), "confirmation_required", details);
    let mut call = apply(json!([]));
    if let Call::Apply { body, .. } = &mut call {
        body["confirm"] = json!("t1");
    }
    assert_eq!(press(&mut state, "51<enter>"), [Effect::Ask(call)]);
}

#[test]
fn an_apply_that_nobody_answered_is_sent_again_with_its_key() {
    let mut state = reviewing(vec![item(1, "add", "milk", json!({ "status": "confirmed" }))]);
    press(&mut state, "a");
    let call = Call::Apply { set: 14, body: json!({}), key: Some("k1".into()), commands: vec![] };
    refuse(&mut state, call.clone(), "server_lost", Value::Null);
    assert_eq!(state.sheet.unsure, Some(call.clone()));
    assert_eq!(press(&mut state, "a"), [Effect::Ask(call)]);
}

#[test]
fn what_cannot_be_signed_says_why_and_what_drifted_is_rebased() {
    let mut state = reviewing(vec![
        item(1, "change", "milk", json!({ "status": "drifted" })),
        item(2, "change", "eggs", json!({ "status": "blocked", "needs": [1] })),
        item(
            3,
            "change",
            "tea",
            json!({ "status": "invalid", "problems": [{ "code": "x", "message": "title is missing", "hint": "Give one." }] }),
        ),
    ]);
    assert_eq!(press(&mut state, "y"), []);
    assert!(notice(&state).starts_with("14.1 has drifted and cannot be signed as it stands."), "{}", notice(&state));
    let items = vec![SignItem { item: 1, digest: "digest-1".into(), was: None }];
    assert_eq!(press(&mut state, "r"), [Effect::Ask(Call::Rebase { set: 14, items })]);
    assert_eq!(press(&mut state, "jy"), []);
    assert_eq!(notice(&state), "14.2 needs #14.1 first: sign that, then this.");
    assert_eq!(press(&mut state, "jy"), []);
    assert_eq!(notice(&state), "Title is missing. Give one.");
}

#[test]
fn what_fell_with_another_is_decided_there() {
    let mut state = reviewing(vec![
        item(1, "add", "Trip", json!({ "status": "rejected" })),
        item(2, "change", "Trip", json!({ "status": "rejected", "needs": [1], "rejected_with": 1 })),
    ]);
    press(&mut state, "j");
    for key in ["y", "n"] {
        assert_eq!(press(&mut state, key), []);
        assert_eq!(notice(&state), "14.2 is rejected with 14.1: press u here or there to take that back.");
    }
    let back = vec![SignItem { item: 1, digest: "digest-1".into(), was: Some(Verdict::Rejected) }];
    let call = Call::Decide { set: 14, items: back, verdict: Verdict::Undecided, reason: None };
    assert_eq!(press(&mut state, "u"), [Effect::Ask(call)]);
}

#[test]
fn a_group_is_signed_without_what_cannot_be_undone() {
    let mut state = reviewing(vec![
        item(1, "add", "milk", json!({})),
        item(2, "add", "eggs", json!({ "reversible": false })),
        item(3, "add", "tea", json!({ "status": "deferred" })),
        item(4, "change", "rent", json!({})),
    ]);
    let Some(Effect::Ask(Call::Decide { items, verdict, .. })) = press(&mut state, "A").pop() else { panic!() };
    assert_eq!((items.iter().map(|one| one.item).collect::<Vec<_>>(), verdict), (vec![1, 3], Verdict::Confirmed));
}

#[test]
fn a_value_is_edited_in_one_line_and_targets_are_left_out_by_number() {
    let targets = json!([{ "id": 7, "title": "a", "excluded": false }, { "id": 8, "title": "b", "excluded": true }, { "id": 9, "title": "c", "excluded": false }]);
    let op = json!({ "op": "bulk_update", "where": {}, "set": { "priority": "low", "labels": ["home"] } });
    let mut state = reviewing(vec![
        item(1, "add", "milk", json!({})),
        item(2, "change", "many", json!({ "op": op, "targets": targets })),
        item(3, "run", "cargo", json!({ "op": { "op": "run_command" } })),
    ]);
    let edit = |n: u32, change: Value, typed: Option<(&str, &str)>| {
        let typed = typed.map(|(field, text)| Typed { field: field.to_owned(), text: text.to_owned() });
        vec![Effect::Ask(Call::Edit { set: 14, n, change, typed })]
    };
    assert_eq!(press(&mut state, "e<enter>"), [], "nothing was changed");
    let change = json!({ "digest": "digest-1", "args": { "title": "oat milk" } });
    assert_eq!(press(&mut state, "e<C-a>oat <enter>"), edit(1, change, Some(("title", "oat milk"))));
    let change = json!({ "digest": "digest-1", "args": { "estimate": 30 } });
    assert_eq!(press(&mut state, "e<up>30<enter>"), edit(1, change, Some(("estimate", "30"))));
    press(&mut state, "j");
    let change = json!({ "digest": "digest-2", "args": { "set": { "priority": "low", "labels": ["home", "x"] } } });
    assert_eq!(press(&mut state, "e<down> x<enter>"), edit(2, change, Some(("labels", "home x"))));
    let change = json!({ "digest": "digest-2", "exclude": [7], "include": [8] });
    assert_eq!(press(&mut state, "x1-2<enter>"), edit(2, change, None));
    // What is refused stays as it was typed, under its field.
    let refused = press(&mut state, "ke<down>fridey<enter>");
    let [Effect::Ask(call)] = refused.as_slice() else { panic!("{refused:?}") };
    let why =
        json!({ "problems": [{ "code": "invalid_date", "message": "\"fridey\" is no date", "hint": "Try again." }] });
    assert_eq!(refuse(&mut state, call.clone(), "invalid_edit", why), [Effect::Ask(Call::Set { id: 14 })]);
    assert_eq!(notice(&state), "date: \"fridey\" is no date.");
    let prompt = state.prompt.as_ref().unwrap();
    assert!(
        matches!(&prompt.asked, Asked::Edit { n: 1, fields, at: 1 } if fields[1].0 == "scheduledFor"),
        "{prompt:?}"
    );
    assert_eq!(prompt.line.text(), "fridey");
    press(&mut state, "<esc>j");
    assert_eq!(press(&mut state, "xnone<enter>"), []);
    assert_eq!(notice(&state), "Numbers such as 1,3-5, or all. Nothing has been changed.");
    press(&mut state, "j");
    assert_eq!(press(&mut state, "e"), []);
    assert!(notice(&state).starts_with("14.3 has no value"), "{}", notice(&state));
}

#[test]
fn news_of_what_was_decided_here_may_be_older_than_the_answer() {
    let mut state = two();
    let Some(Effect::Ask(call)) = press(&mut state, "y").pop() else { panic!() };
    let answer = |status: &str| {
        set_of(14, vec![item(1, "add", "milk", json!({ "status": status })), item(2, "add", "eggs", json!({}))])
    };
    tell(&mut state, call, answer("confirmed"));
    press(&mut state, "k");
    let Some(Effect::Ask(call)) = press(&mut state, "u").pop() else { panic!() };
    tell(&mut state, call, answer("pending"));
    // That it was signed is told after it was taken back: what is so is asked.
    let read = Effect::Ask(Call::Set { id: 14 });
    assert_eq!(state.update(stands(1, 1, json!({ "status": "confirmed" }))), [read]);
    assert_eq!(statuses(&state), ["pending", "pending"]);
    // What was not decided here shows at once.
    tell(&mut state, Call::Set { id: 14 }, answer("pending"));
    assert_eq!(state.update(stands(2, 1, json!({ "status": "rejected" }))), []);
    assert_eq!(statuses(&state), ["pending", "rejected"]);
}

#[test]
fn ctrl_c_stops_the_commands_of_an_apply() {
    let mut state =
        reviewing(vec![item(1, "run", "cargo", json!({ "kind": "command", "status": "confirmed", "preview": [] }))]);
    let Some(Effect::Ask(Call::Apply { commands, .. })) = press(&mut state, "ay").pop() else { panic!() };
    assert_eq!(commands, [1]);
    state.update(Event::Told(Told::Output { set: 14, n: 1, text: "\u{1b}[2Jbuilding".into() }));
    assert_eq!(press(&mut state, "<C-c>"), [Effect::Ask(Call::Stop { set: 14, n: 1 })]);
}

/// How an item of set 14 stands by now.
fn stands(n: u32, version: u32, more: Value) -> Event {
    let view = item(n, "change", "rent", more);
    let blast = json!({ "creates": 0, "updates": 1, "deletes": 0, "reversible": true });
    Event::Told(Told::Stands(json!({
        "seq": 9, "set": 14, "version": version, "set_status": "partially_resolved", "blast": blast,
        "resolved_at": null, "item": n, "status": view["status"], "view": view,
    })))
}

#[test]
fn what_somebody_else_decides_shows_at_once() {
    let mut state = two();
    assert_eq!(state.update(stands(1, 1, json!({ "status": "rejected" }))), []);
    assert_eq!(statuses(&state), ["rejected", "pending"]);
    let drift =
        json!([{ "id": 2, "title": "rent", "field": "priority", "base": "none", "now": "low", "proposed": "high" }]);
    assert_eq!(state.update(stands(2, 1, json!({ "status": "drifted", "drift": drift }))), []);
    assert_eq!(statuses(&state), ["rejected", "drifted"]);
    // What its items told is not read again; another version is, and any where none are named.
    let read = || Effect::Ask(Call::Set { id: 14 });
    let news = |sets: Option<Vec<i64>>| Event::Told(Told::News { what: vec!["inbox".into()], sets });
    assert_eq!(state.update(news(Some(vec![13]))), [Effect::Ask(Call::Status)]);
    assert_eq!(state.update(stands(1, 2, json!({}))), [read()]);
    assert_eq!(statuses(&state), ["rejected", "drifted"]);
    // While it is read, news may be older or newer than the answer: it is read once more.
    assert_eq!(state.update(stands(1, 1, json!({}))), [read()]);
    let both = || set_of(14, vec![item(1, "add", "milk", json!({})), item(2, "add", "eggs", json!({}))]);
    tell(&mut state, Call::Set { id: 14 }, both());
    tell(&mut state, Call::Set { id: 14 }, both());
    assert_eq!(statuses(&state), ["pending", "pending"]);
    assert_eq!(state.update(stands(1, 1, json!({ "status": "deferred" }))), []);
    assert_eq!(state.update(news(None)), [Effect::Ask(Call::Status), read()]);
    // Of a set that is on no screen nothing is asked.
    let elsewhere = Event::Told(Told::Stands(json!({
        "seq": 9, "set": 15, "version": 1, "set_status": "pending", "resolved_at": null, "item": 1, "status": "pending",
        "blast": { "creates": 0, "updates": 1, "deletes": 0, "reversible": true }, "view": item(1, "add", "x", json!({})),
    })));
    assert_eq!(state.update(elsewhere), []);
}
