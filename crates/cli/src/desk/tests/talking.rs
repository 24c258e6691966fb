//! Writing, runs, questions, pages.

use super::pictures::picture;
use super::{desk, item, press, refuse, reviewing, run, said, set_of, tell};
use crate::desk::call::{Call, Effect, Told};
use crate::desk::prompt::Asked;
use crate::desk::state::{Event, Focus, Mode, Page};
use serde_json::{Value, json};

fn sent(wanted: &[Effect]) -> Vec<&Value> {
    let body = |effect| match effect {
        &Effect::Ask(Call::Send { ref body, .. }) => Some(body),
        _ => None,
    };
    wanted.iter().filter_map(body).collect()
}

#[test]
fn in_the_composer_letters_are_text_and_a_mode_goes_with_the_message() {
    let mut state = desk(120, 40);
    assert_eq!(press(&mut state, "yaq?gi/"), []);
    assert_eq!(state.composer.text(), "yaq?gi/");
    press(&mut state, "<C-u><A-2>why");
    assert_eq!(state.mode, Mode::Chat);
    let wanted = press(&mut state, "<enter>");
    let expected = json!({ "session": null, "message": "why", "mode": "chat", "workspace": null });
    assert_eq!(sent(&wanted), [&expected]);
    assert!(state.composer.is_empty());
    // Nothing is sent of nothing.
    assert_eq!(press(&mut state, "  <enter>"), []);
}

#[test]
fn a_message_while_a_run_is_under_way_replaces_it() {
    let mut state = desk(120, 40);
    said(&mut state, "first", "r1");
    let wanted = press(&mut state, "second<enter>");
    assert_eq!(wanted.first(), Some(&Effect::Ask(Call::Cancel { run: "r1".into() })));
    assert_eq!(sent(&wanted)[0]["message"], "second");
    // The second is replaced before the server has named it, and is cancelled once it has.
    let third = press(&mut state, "third<enter>");
    assert!(third.iter().all(|effect| !matches!(effect, Effect::Ask(Call::Cancel { .. }))), "{third:?}");
    let Some(Effect::Ask(second)) = wanted.last() else { panic!("{wanted:?}") };
    let named = tell(&mut state, second.clone(), json!({ "run": "r2", "session": "s1" }));
    assert_eq!(named, [Effect::Ask(Call::Cancel { run: "r2".into() })]);
}

#[test]
fn the_keyboard_stays_with_the_message_until_somebody_moves_it() {
    let mut state = desk(120, 40);
    said(&mut state, "add milk", "r1");
    let ended = run("r1", "add milk", json!({ "change_set": 14 }));
    let wanted = tell(&mut state, Call::Follow { run: "r1".into() }, ended.clone());
    assert_eq!(wanted, [Effect::Ask(Call::Set { id: 14 })]);
    tell(&mut state, Call::Set { id: 14 }, set_of(14, vec![item(1, "add", "milk", json!({ "preselected": true }))]));
    // However long somebody has read: what is typed is the next message, and its letters decide nothing.
    assert_eq!(press(&mut state, "buy any apples"), []);
    assert_eq!((state.focus, state.composer.text()), (Focus::Composer, "buy any apples"));
    press(&mut state, "<C-u>");
    // With nothing typed, Enter goes where the proposal is; from there Esc leads back.
    assert_eq!(press(&mut state, "<enter>"), []);
    assert_eq!(state.focus, Focus::Sheet);
    assert!(matches!(press(&mut state, "y").as_slice(), [Effect::Ask(Call::Decide { .. })]));
    // Where nothing waits, Enter on an empty line does nothing.
    let mut state = desk(120, 40);
    assert_eq!((press(&mut state, "<enter>"), state.focus), (vec![], Focus::Composer));
}

fn question(sections: Value) -> Value {
    json!({ "question_id": "q1", "question": "Which todo?", "sections": sections, "options": [] })
}

#[test]
fn a_question_is_answered_by_number_by_several_or_in_words() {
    let which = json!({ "kind": "which", "options": [{ "value": 3, "label": "Pay rent" }, { "value": 5, "label": "Pay tax" }] });
    let when = json!({ "kind": "when", "options": [{ "value": "2026-11-23", "label": "Monday" }] });
    let asked = |sections: Value| {
        let mut state = desk(120, 40);
        said(&mut state, "move pay", "r1");
        let ended = run("r1", "move pay", json!({ "clarify": question(sections), "text": "Which todo?" }));
        tell(&mut state, Call::Follow { run: "r1".into() }, ended);
        state
    };
    let mut state = asked(json!([which]));
    let wanted = press(&mut state, "2<enter>");
    let selection = json!({ "ids": [5], "date": null, "values": [] });
    let clarify = json!({ "question_id": "q1", "selection": selection });
    let expected = json!({ "session": "s1", "message": "Pay tax", "mode": "auto", "clarify": clarify });
    assert_eq!(sent(&wanted), [&expected]);

    // One after the other, or both at once; numbers run on.
    for keys in [&["1<enter>", "3<enter>"][..], &["1 3<enter>"], &["1,3<enter>"]] {
        let mut state = asked(json!([which, when]));
        let wanted: Vec<Effect> = keys.iter().flat_map(|keys| press(&mut state, keys)).collect();
        let body = sent(&wanted)[0];
        assert_eq!(body["clarify"]["selection"], json!({ "ids": [3], "date": "2026-11-23", "values": [] }), "{keys:?}");
        assert_eq!(body["message"], "Pay rent, Monday");
    }
    // What is no number of a choice is said in words.
    for text in ["9", "the second", "2 9"] {
        let mut state = asked(json!([which]));
        let wanted = press(&mut state, &format!("{text}<enter>"));
        assert_eq!((&sent(&wanted)[0]["message"], sent(&wanted)[0].get("clarify")), (&json!(text), None));
    }
}

#[test]
fn pages_are_read_when_they_are_opened_and_lead_back_to_the_sheet() {
    let mut state = reviewing(vec![item(1, "add", "milk", json!({}))]);
    assert_eq!(press(&mut state, "gi"), [Effect::Ask(Call::Inbox)]);
    let summary = |id: i64, title: &str| {
        json!({ "id": id, "title": title, "source": { "kind": "request" }, "status": "pending",
            "counts": { "add": 1, "change": 0, "delete": 0, "run": 0 }, "open": 1, "signed": 0, "risk": "none",
            "created_at": "2026-11-22T10:00:00Z", "expires_at": "2026-11-29T10:00:00Z" })
    };
    tell(&mut state, Call::Inbox, json!({ "change_sets": [summary(14, "milk"), summary(15, "rent")] }));
    // The filter narrows what Enter opens.
    press(&mut state, "/rent<enter>");
    assert_eq!(press(&mut state, "<enter>"), [Effect::Ask(Call::Set { id: 15 })]);
    assert_eq!((state.page, state.sheet.current), (Page::Desk, Some(15)));
    assert_eq!(press(&mut state, "gt"), [Effect::Ask(Call::Todos)]);
    assert_eq!(press(&mut state, "gl"), [Effect::Ask(Call::Ledger)]);
    let entry = |seq: i64, undoable: bool| {
        json!({ "seq": seq, "at": "2026-11-22T10:00:00Z", "actor": { "kind": "system" }, "kind": "applied", "set": 14,
            "title": "milk", "items": [], "undoable": undoable, "prev": "", "hash": "" })
    };
    tell(&mut state, Call::Ledger, json!({ "entries": [entry(9, false), entry(8, true)] }));
    assert_eq!(press(&mut state, "u"), []);
    assert_eq!(state.notice.as_ref().unwrap().text, "This entry cannot be taken back.");
    let undo = Call::Undo { entry: 8, conflicts: "stop" };
    assert_eq!(press(&mut state, "ju"), [Effect::Ask(undo.clone())]);
    // Later changes are in the way: the person says what becomes of them.
    let later = json!([{ "entry": 12, "n": 1, "label": "Change milk", "at": "2026-11-22T10:00:00Z" }]);
    refuse(
        &mut state,
        undo.clone(),
        "undo_conflict",
        json!({ "drift": [], "in_the_way": later, "keeps": false, "deletes": ["milk"] }),
    );
    let Asked::Conflict { lines, .. } = &state.prompt.as_ref().unwrap().asked else { panic!() };
    assert!(lines[0].contains("Change milk") && lines[1].ends_with("deletes: milk"), "{lines:?}");
    assert_eq!(press(&mut state, "2"), [], "nothing would be left to take back");
    refuse(
        &mut state,
        undo.clone(),
        "undo_conflict",
        json!({ "drift": [], "in_the_way": later, "keeps": true, "deletes": [] }),
    );
    assert_eq!(press(&mut state, "2"), [Effect::Ask(Call::Undo { entry: 8, conflicts: "keep" })]);
    // Countersign cannot take back what came from outside: only leaving it is offered, and told without digests.
    let drift = json!({ "id": 0, "title": "a.txt", "field": "content", "base": "a".repeat(64), "now": "b".repeat(64), "proposed": null });
    refuse(
        &mut state,
        undo.clone(),
        "undo_conflict",
        json!({ "drift": [drift], "in_the_way": [], "keeps": true, "deletes": [] }),
    );
    let Asked::Conflict { lines, outside: true, .. } = &state.prompt.as_ref().unwrap().asked else { panic!() };
    assert_eq!(lines, &["“a.txt” was changed outside Countersign since"]);
    assert_eq!(press(&mut state, "1"), [Effect::Ask(Call::Undo { entry: 8, conflicts: "keep" })]);
    let proposed = set_of(16, vec![item(1, "delete", "milk", json!({}))]);
    tell(&mut state, undo, proposed);
    assert_eq!((state.page, state.sheet.current, state.focus), (Page::Desk, Some(16), Focus::Sheet));
}

#[test]
fn ctrl_c_stops_what_is_under_way_and_ctrl_d_closes_only_where_nothing_is_typed() {
    let mut state = desk(120, 40);
    said(&mut state, "think", "r1");
    assert_eq!(press(&mut state, "<C-c>"), [Effect::Ask(Call::Cancel { run: "r1".into() })]);
    assert_eq!(state.notice.as_ref().unwrap().text, "Stopped. Nothing has been changed.");
    assert_eq!(press(&mut state, "half a thought<C-d>"), []);
    // What was typed goes first; then there is nothing to stop.
    assert_eq!(press(&mut state, "<C-c>"), []);
    assert!(state.composer.is_empty());
    press(&mut state, "<C-.>");
    assert_eq!(state.notice.as_ref().unwrap().text, "Nothing runs. Ctrl+D closes the desk.");
    assert_eq!(press(&mut state, "<C-d>"), [Effect::Quit]);
    assert_eq!(press(&mut state, "<C-z>"), [Effect::Suspend]);
    assert_eq!(press(&mut state, "<esc>q"), [Effect::Quit]);
}

#[test]
fn when_the_server_is_back_everything_that_is_shown_is_read_again() {
    let mut state = reviewing(vec![item(1, "add", "milk", json!({}))]);
    press(&mut state, "i");
    said(&mut state, "think", "r1");
    state.update(Event::Told(Told::Away));
    assert_eq!(press(&mut state, "more<enter>"), []);
    assert_eq!(state.composer.text(), "more", "nothing typed is lost");
    let wanted = state.update(Event::Told(Told::Back));
    for call in [Call::Status, Call::Set { id: 14 }, Call::Follow { run: "r1".into() }] {
        assert!(wanted.contains(&Effect::Ask(call.clone())), "{call:?} in {wanted:?}");
    }
}

#[test]
fn a_conversation_is_taken_up_with_what_runs_in_it() {
    let mut state = desk(120, 40);
    assert!(state.begin(None, Some("s1".into())).contains(&Effect::Ask(Call::Session { id: "s1".into() })));
    let runs =
        json!([run("r1", "add milk", json!({ "change_set": 14 })), run("r2", "think", json!({ "status": "running" }))]);
    let session = json!({ "session": { "title": "Shopping" }, "runs": runs });
    let wanted = tell(&mut state, Call::Session { id: "s1".into() }, session);
    assert_eq!(wanted, [Effect::Ask(Call::Follow { run: "r2".into() }), Effect::Ask(Call::Set { id: 14 })]);
    assert_eq!(state.thread.title, "Shopping");
    // A message goes on in it.
    let wanted = press(&mut state, "and eggs<enter>");
    assert_eq!(sent(&wanted)[0]["session"], "s1");
}

/// A run of an agent's that is done, with one step and a summary in this state.
fn worked(state: &str) -> Value {
    let step = json!({ "n": 1, "title": "Read a.txt", "status": "completed", "iterations": 1 });
    let criteria =
        json!([{ "description": "not met yet, met", "completed": false }, { "description": "b", "completed": true }]);
    let summary = json!({ "action": "Read it", "details": "all of it", "result": "1 of 1 steps done", "criteria": criteria, "state": state });
    run("r1", "read a.txt", json!({ "mode": "agent", "agent": { "steps": [step], "tools": [], "summary": summary } }))
}

#[test]
fn the_summary_of_the_work_is_shown_and_kept_or_changed_by_a_word() {
    let began = || {
        let mut state = desk(120, 40);
        said(&mut state, "read a.txt", "r1");
        tell(&mut state, Call::Follow { run: "r1".into() }, worked("pending"));
        state
    };
    let mut state = began();
    let shown = picture(&state);
    for part in
        ["1. Read a.txt (done)", "“Read it”", "“not met yet, met” (not met yet)", "“b” (met)", "Type save or discard"]
    {
        assert!(shown.contains(part), "{part} in {shown}");
    }
    for (typed, body) in [
        ("save", json!({ "kind": "summary", "verdict": "save" })),
        ("nein", json!({ "kind": "summary", "verdict": "discard" })),
        ("edit Read | twice", json!({ "kind": "summary", "verdict": "edit", "action": "Read", "details": "twice" })),
    ] {
        let mut state = began();
        let call = Call::Input { run: "r1".into(), body };
        assert_eq!(press(&mut state, &format!("{typed}<enter>")), [Effect::Ask(call.clone())]);
        let wanted = tell(&mut state, call, json!({}));
        assert_eq!(wanted, [Effect::Ask(Call::Session { id: "s1".into() })]);
    }
    // What is unclear is asked again, and begins no other run; a sentence is a message.
    assert_eq!(press(&mut state, "hmm<enter>"), []);
    assert!(state.notice.as_ref().is_some_and(|notice| notice.text.contains("save")));
    assert_eq!(sent(&press(&mut state, "now read b.txt<enter>")).len(), 1);
    let mut state = began();
    tell(&mut state, Call::Follow { run: "r1".into() }, worked("saved"));
    assert!(picture(&state).contains("The summary is kept."));
}

#[test]
fn what_an_agent_asks_is_marked_as_its_words_and_without_a_model_there_is_none() {
    let mut state = desk(120, 40);
    said(&mut state, "read a.txt", "r1");
    let wait = json!({ "kind": "answer", "question": "Which colour?", "context": "red or blue" });
    let view =
        run("r1", "read a.txt", json!({ "status": "waiting", "agent": { "steps": [], "tools": [], "wait": wait } }));
    tell(&mut state, Call::Follow { run: "r1".into() }, view);
    let shown = picture(&state);
    for part in ["The model asks", "│ Which colour?", "│ red or blue"] {
        assert!(shown.contains(part), "{part} in {shown}");
    }
    state.standing.model = None;
    press(&mut state, "<A-4>");
    assert_ne!(state.mode, Mode::Agent);
    assert!(!picture(&state).contains(" Agent"));
    state.standing.model = Some("m".into());
    press(&mut state, "<A-4>");
    assert_eq!(state.mode, Mode::Agent);
}
