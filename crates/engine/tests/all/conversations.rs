//! Conversations under bad conditions: searched for signs, a clock set back, folders that are links,
//! two clients at once; and a subscription on what is not there.

use crate::hand::Hand;
use crate::world::{SATURDAY, beside, events, models, replies, request, sign, sign_all, user};
use countersign_core::change_set::Verdict;
use countersign_core::ids::{RunId, SessionId};
use countersign_core::problem::Problem;
use countersign_core::settings::{Mirror, Settings};
use countersign_core::wire::{AgentInput, AgentOptions, AgentWait, Mode, NewRun, RunEvent, RunStatus, RunView};
use countersign_engine::{Engine, SessionQuery};
use countersign_llm::Models;
use countersign_store::{EntryFilter, RunRow, SessionRow, Store};
use countersign_store_sqlite::SqliteStore;
use countersign_testkit::{Answer, ModelServer, Script};
use futures_util::{StreamExt, pin_mut};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

async fn stored(folder: &Path) -> SqliteStore {
    let data = folder.join("data");
    fs::create_dir_all(&data).unwrap();
    SqliteStore::open(data.join("countersign.db")).await.unwrap()
}

/// A scripted model that gives these replies, each once.
async fn model(all: &[Value]) -> (ModelServer, Models) {
    answering(replies(all)).await
}

/// A scripted model that answers so.
async fn answering(answers: Vec<Answer>) -> (ModelServer, Models) {
    let server = ModelServer::start(Script { answers, ..Script::default() }).await.unwrap();
    let models = models("openai", &server, json!({ "models": { "test": { "provider": "p", "size": "small" } } }));
    (server, models)
}

async fn open(folder: &Path, models: Models) -> (Engine, Hand) {
    let clock = Hand::at(SATURDAY);
    (beside(folder).clock(clock.clone()).models(models).open().await, clock)
}

async fn say(engine: &Engine, session: Option<&SessionId>, text: &str, mode: Mode) -> RunView {
    let agent = (mode == Mode::Agent).then(AgentOptions::default);
    let new = NewRun { session: session.cloned(), message: text.into(), mode, agent, ..NewRun::default() };
    crate::world::say(engine, new).await
}

/// As it is when it ends or waits.
async fn ended(engine: &Engine, run: &RunView) -> RunView {
    events(engine, &run.id, 0).await;
    engine.run(&run.id).await.unwrap()
}

#[tokio::test]
async fn a_search_for_signs_finds_what_holds_them() {
    let folder = tempfile::tempdir().unwrap();
    let (engine, _) = open(folder.path(), Models::none()).await;
    say(&engine, None, "add milk", Mode::Auto).await;
    let bread = say(&engine, None, "add bread at 50% off", Mode::Auto).await;
    let found = async |text: &str| -> Vec<SessionId> {
        let query = SessionQuery { text: Some(text.into()), limit: 10, ..SessionQuery::default() };
        engine.sessions(&query).await.unwrap().into_iter().map(|s| s.id).collect()
    };
    assert_eq!(found("%").await, std::slice::from_ref(&bread.session));
    assert_eq!(found("%_").await, []);
    assert_eq!(found("MILK").await.len(), 1);
    assert_eq!(found("  ").await.len(), 2, "nothing is asked for");
}

#[tokio::test]
async fn a_clock_that_is_set_back_puts_nothing_before_what_was_said() {
    let folder = tempfile::tempdir().unwrap();
    let (engine, clock) = open(folder.path(), Models::none()).await;
    let first = say(&engine, None, "add milk", Mode::Auto).await;
    for text in ["add bread", "add tea"] {
        clock.back(30);
        say(&engine, Some(&first.session), text, Mode::Auto).await;
    }
    let said = engine.session(&first.session).await.unwrap().runs;
    assert_eq!(said.iter().map(|run| run.message.as_str()).collect::<Vec<_>>(), ["add milk", "add bread", "add tea"]);
    assert!(said.iter().all(|run| run.change_set.is_some()));
    // What was summed up stays so: the next message comes after it.
    engine.extend(&first.session, user()).await.unwrap();
    clock.back(30);
    say(&engine, Some(&first.session), "add sugar", Mode::Auto).await;
    assert_eq!(engine.session_meter(&first.session).await.unwrap().messages, 1);
    assert_eq!(engine.rebuild(false).await.unwrap().differences, Vec::<String>::new());
}

#[tokio::test]
async fn a_question_in_between_leaves_the_one_that_waits() {
    let folder = tempfile::tempdir().unwrap();
    let (engine, _) = open(folder.path(), Models::none()).await;
    for title in ["add call dentist", "add call bank"] {
        let made = say(&engine, None, title, Mode::Auto).await;
        let set = engine.change_set(made.change_set.unwrap()).await.unwrap();
        let sign = sign_all(&set);
        let request = request(&set, sign);
        engine.apply(set.id, request, user(), None).await.unwrap();
    }
    let asked = say(&engine, None, "complete call", Mode::Auto).await;
    let waits = async || engine.session(&asked.session).await.unwrap().clarify.is_some();
    assert!(waits().await);
    let between = say(&engine, Some(&asked.session), "what is due today?", Mode::Auto).await;
    assert_eq!((between.change_set, waits().await), (None, true), "{between:?}");
    let answered = say(&engine, Some(&asked.session), "the bank", Mode::Auto).await;
    let set = engine.change_set(answered.change_set.unwrap()).await.unwrap();
    assert_eq!(set.items.iter().map(|i| i.label.as_str()).collect::<Vec<_>>(), ["Complete “call bank”"]);
    // Answered, or let be, it waits no more.
    assert!(!waits().await);
    say(&engine, Some(&asked.session), "complete call", Mode::Auto).await;
    assert!(waits().await);
    // Another request in between is carried out, and the question can still be answered: by a name, and not by a place,
    // which may be meant of the other request.
    let other = say(&engine, Some(&asked.session), "add buy milk tomorrow", Mode::Auto).await;
    assert!(other.change_set.is_some() && waits().await, "{other:?}");
    let unclear = say(&engine, Some(&asked.session), "the first one", Mode::Auto).await;
    assert!(unclear.change_set.is_none() && waits().await, "{unclear:?}");
    let answered = say(&engine, Some(&asked.session), "the dentist", Mode::Auto).await;
    let set = engine.change_set(answered.change_set.unwrap()).await.unwrap();
    assert_eq!(set.items.iter().map(|i| i.label.as_str()).collect::<Vec<_>>(), ["Complete “call dentist”"]);
    assert!(!waits().await);
    // One about what it asks is its answer, whatever the words.
    say(&engine, Some(&asked.session), "complete call", Mode::Auto).await;
    assert!(waits().await);
    say(&engine, Some(&asked.session), "delete call dentist", Mode::Auto).await;
    assert!(!waits().await);
    say(&engine, Some(&asked.session), "complete call", Mode::Auto).await;
    say(&engine, Some(&asked.session), "never mind", Mode::Auto).await;
    assert!(!waits().await);
}

/// "complete call", which could be either of two, is asked about; then the model answers something else.
async fn asked_then(models: Models) -> (tempfile::TempDir, Engine, RunView) {
    let folder = tempfile::tempdir().unwrap();
    let (engine, _) = open(folder.path(), models).await;
    crate::world::edit(
        &engine,
        vec![
            json!({ "op": "create", "title": "call dentist" }),
            json!({ "op": "create", "title": "call bank" }),
            json!({ "op": "create", "title": "Paint fence" }),
        ],
    )
    .await;
    let asked = say(&engine, None, "complete call", Mode::Auto).await;
    assert!(asked.clarify.is_some(), "{asked:?}");
    (folder, engine, asked)
}

fn large(server: &ModelServer) -> Models {
    models(
        "openai",
        server,
        json!({ "models": { "test": { "provider": "p", "size": "large", "contextWindow": 16_384 } } }),
    )
}

#[tokio::test]
async fn what_a_model_reads_in_between_leaves_the_question_that_waits() {
    let ops = |ops: Value| json!({ "operations": ops }).to_string();
    let fence = ops(json!([{ "op": "update", "id": 3, "priority": "high" }]));
    let bank = ops(json!([{ "op": "complete", "id": 2 }]));
    for (said, mode, answer, waits) in [
        ("wibble the fence wobbly thing somehow", Mode::Plan, fence.as_str(), true),
        // What it proposes for one of the two that were asked about is an answer.
        ("wibble the money people wobbly somehow", Mode::Plan, bank.as_str(), false),
        ("tell me something nice about bread", Mode::Chat, "It smells good.", true),
        ("thanks", Mode::Auto, "You are welcome.", true),
        ("never mind", Mode::Auto, "All right.", false),
    ] {
        let server = ModelServer::start(Script { answers: vec![Answer::text(answer)], ..Script::default() }).await;
        let server = server.unwrap();
        let (_folder, engine, asked) = asked_then(large(&server)).await;
        let between = say(&engine, Some(&asked.session), said, mode).await;
        assert_eq!(between.status, RunStatus::Done, "{said}: {between:?}");
        assert!(!server.calls().is_empty(), "{said}: a model reads it");
        let now = engine.session(&asked.session).await.unwrap().clarify;
        assert_eq!(now, asked.clarify.clone().filter(|_| waits), "{said}: {between:?}");
        if waits {
            let answered = say(&engine, Some(&asked.session), "the bank", Mode::Auto).await;
            let set = engine.change_set(answered.change_set.unwrap()).await.unwrap();
            assert_eq!(set.items[0].label, "Complete “call bank”", "{said}");
        }
    }
}

/// What a model copied from an example is an item with its reason, and marked by nobody; what it filled in stays.
#[tokio::test]
async fn a_gap_of_an_example_is_no_title() {
    let said = json!({ "operations": [
        { "op": "update", "id": 3, "title": "<title>" },
        { "op": "create", "title": "Paint the <fence> tag ..." },
    ] });
    let script = Script { answers: vec![Answer::text(said.to_string())], ..Script::default() };
    let server = ModelServer::start(script).await.unwrap();
    let (_folder, engine, asked) = asked_then(large(&server)).await;
    let run = say(&engine, Some(&asked.session), "wibble the fence wobbly thing somehow", Mode::Plan).await;
    let set = engine.change_set(run.change_set.unwrap()).await.unwrap();
    let codes: Vec<Option<&str>> = set.items.iter().map(|i| i.problems.first().map(|p| p.code.as_ref())).collect();
    assert_eq!(codes, [Some("template"), None], "{:?}", set.items);
    assert!(!set.items[0].preselected && set.items[0].problems[0].path.as_deref() == Some("/title"));
}

/// What one operation of a model needs is what its item needs: it falls with that (C2).
#[tokio::test]
async fn what_a_model_says_that_an_operation_needs_its_item_needs() {
    let said = json!({ "operations": [
        { "op": "create", "title": "Buy paint" },
        { "op": "update", "id": 3, "priority": "high" },
        { "op": "create", "title": "Paint the fence", "needs": [1] },
    ] });
    let script = Script { answers: vec![Answer::text(said.to_string())], ..Script::default() };
    let server = ModelServer::start(script).await.unwrap();
    let (_folder, engine, asked) = asked_then(large(&server)).await;
    let run = say(&engine, Some(&asked.session), "wibble the fence wobbly thing somehow", Mode::Plan).await;
    let set = engine.change_set(run.change_set.unwrap()).await.unwrap();
    let needs: Vec<&[u32]> = set.items.iter().map(|item| item.needs.as_slice()).collect();
    assert_eq!(needs, [&[][..], &[], &[1]], "{:?}", set.items);
    let after = engine.decide(set.id, sign(&set, &[1]), Verdict::Rejected, None, user()).await.unwrap();
    assert_eq!((after.items[1].rejected_with, after.items[2].rejected_with), (None, Some(1)));
}

#[cfg(unix)]
#[tokio::test]
async fn nothing_is_written_through_a_link() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    let (engine, _) = open(folder.path(), Models::none()).await;
    engine.put_settings(Settings { mirror: Mirror::On, ..Settings::default() }, user()).await.unwrap();
    let run = say(&engine, None, "add milk", Mode::Auto).await;
    engine.settle_mirrors().await;
    let view = engine.mirror(&run.session).await.unwrap();
    let ours = std::path::PathBuf::from(view.folder.unwrap());
    let theirs = folder.path().join("theirs");
    let clean = || {
        let _ = fs::remove_dir_all(&theirs);
        fs::create_dir(&theirs).unwrap();
        fs::write(theirs.join("chat_history.log"), "mine\n").unwrap();
    };
    let all = ours.parent().unwrap().to_owned();
    let kept = folder.path().join("kept");
    for (n, (link, target)) in [
        (ours.clone(), theirs.clone()),
        (all.clone(), theirs.clone()),
        (ours.join("chat_history.log"), theirs.join("chat_history.log")),
    ]
    .into_iter()
    .enumerate()
    {
        clean();
        fs::rename(&link, &kept).unwrap();
        symlink(&target, &link).unwrap();
        say(&engine, Some(&run.session), "add bread", Mode::Auto).await;
        engine.settle_mirrors().await;
        assert_eq!(fs::read_to_string(theirs.join("chat_history.log")).unwrap(), "mine\n", "{n}");
        assert_eq!(fs::read_dir(&theirs).unwrap().count(), 1, "{n}");
        let refused = engine.mirror_now(&run.session).await.unwrap_err().to_string();
        assert!(refused.contains("is a link; nothing is written through it"), "{n}: {refused}");
        if n != 1 {
            let view = engine.mirror(&run.session).await.unwrap();
            assert!(view.error.unwrap().contains("is a link") && view.edited.is_none(), "{n}");
        }
        // The link gone, it is written again.
        fs::remove_file(&link).unwrap();
        fs::rename(&kept, &link).unwrap();
        assert_eq!(engine.mirror_now(&run.session).await.unwrap().error, None, "{n}");
        assert!(fs::read_to_string(ours.join("chat_history.log")).unwrap().contains("add bread"), "{n}");
    }
}

#[tokio::test]
async fn a_subscription_on_a_todo_that_is_not_there_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (engine, _) = open(folder.path(), Models::none()).await;
    let wanted = |text: &str| Settings { wake_on: vec![text.to_owned()], ..Settings::default() };
    let refused = engine.put_settings(wanted("#999"), user()).await.unwrap_err();
    assert_eq!((refused.code(), refused.to_string().contains("there is no todo #999")), ("id_not_found", true));
    assert_eq!(engine.settings().wake_on, Vec::<String>::new());
    engine.put_settings(wanted("label:bills"), user()).await.unwrap();
    // The history says which setting was changed, from what to what.
    let entries = engine.ledger(EntryFilter { limit: 1, ..EntryFilter::default() }).await.unwrap();
    assert_eq!(entries[0].title, r#"Settings changed: wakeOn [] → ["label:bills"]"#);
}

#[tokio::test]
async fn of_two_clients_the_first_answer_counts_and_the_second_is_told() {
    let ask = json!({ "thinking": "so", "action": "ask_user", "question": "Which file?" });
    let done = json!({ "thinking": "so", "action": "complete", "message": "It is a.md." });
    let (server, models) = model(&[ask, done]).await;
    let folder = tempfile::tempdir().unwrap();
    let (engine, _) = open(folder.path(), models).await;
    let run = say(&engine, None, "Say which file it is", Mode::Agent).await;
    assert!(matches!(run.agent.as_ref().unwrap().wait, Some(AgentWait::Answer { .. })), "{run:?}");
    let answer = |text: &str| engine.answer_run(&run.id, AgentInput::Answer { text: text.into() });
    let (one, two) = tokio::join!(answer("a.md"), answer("b.md"));
    let refused = match (one, two) {
        (Ok(_), Err(refused)) | (Err(refused), Ok(_)) => refused,
        both => panic!("{both:?}"),
    };
    assert_eq!(refused.code(), "not_waiting");
    assert_eq!(ended(&engine, &run).await.status, RunStatus::Done);
    assert_eq!(server.calls().len(), 2, "answered once");
    // Both see the same conversation, whoever looks.
    let (a, b) = tokio::join!(engine.session(&run.session), engine.session(&run.session));
    assert_eq!(a.unwrap().runs.len(), b.unwrap().runs.len());
}

/// As a message leaves a run: what it starts from, and nothing of the machine yet.
async fn left(folder: &Path, n: u32) -> RunId {
    let now = "2026-11-21T14:00:00Z".parse().unwrap();
    let session = SessionId(format!("s{n}"));
    let row = SessionRow { id: session.clone(), title: "t".into(), pending: None, created_at: now, updated_at: now };
    let run = RunRow {
        id: RunId(format!("r{n}")),
        session,
        status: RunStatus::Running,
        mode: Mode::Agent,
        message: "What colour is it?".into(),
        decision: None,
        text: None,
        change_set: None,
        created_at: now,
        finished_at: None,
    };
    let store = stored(folder).await;
    let mut tx = store.begin().await.unwrap();
    tx.put_session(&row).await.unwrap();
    tx.put_run(&run).await.unwrap();
    let start = json!({ "start": { "options": AgentOptions::default(), "workspace": null } });
    tx.put_agent_state(&run.id, &start.to_string()).await.unwrap();
    tx.commit().await.unwrap();
    run.id
}

#[tokio::test]
async fn a_run_that_a_crash_cut_off_before_it_began_begins() {
    let done = json!({ "thinking": "so", "action": "complete", "message": "It is blue." });
    let (server, models) = model(&[done.clone(), done]).await;
    let folder = tempfile::tempdir().unwrap();
    let first = left(folder.path(), 1).await;
    let (engine, _) = open(folder.path(), models.clone()).await;
    engine.resume_agents().await.unwrap();
    let run = engine.run(&first).await.unwrap();
    assert_eq!((ended(&engine, &run).await.status, server.calls().len()), (RunStatus::Done, 1));
    // Where no server goes on with it, the person's word does; and it can be stopped.
    drop(engine);
    let (second, third) = (left(folder.path(), 2).await, left(folder.path(), 3).await);
    let (engine, _) = open(folder.path(), models).await;
    let go_on = AgentInput::Continue { auto: None, message: None };
    let run = engine.answer_run(&second, go_on).await.unwrap();
    assert_eq!((ended(&engine, &run).await.status, server.calls().len()), (RunStatus::Done, 2));
    engine.cancel_run(&third).await.unwrap();
    assert_eq!(engine.run(&third).await.unwrap().status, RunStatus::Cancelled);
}

/// Nothing goes on from what cannot be read, and nothing else is kept from going on by that.
#[tokio::test]
async fn a_run_that_cannot_be_read_holds_up_no_other() {
    for state in ["CAST(x'ff' AS TEXT)", "'{x'", "'{}'", r#"'{"machine":1}'"#] {
        let done = json!({ "thinking": "so", "action": "complete", "message": "It is blue." });
        let (_server, models) = model(&[done.clone(), done]).await;
        let folder = tempfile::tempdir().unwrap();
        let (first, second) = (left(folder.path(), 1).await, left(folder.path(), 2).await);
        let raw = rusqlite::Connection::open(folder.path().join("data/countersign.db")).unwrap();
        raw.execute(&format!("UPDATE agent_runs SET state = {state} WHERE run = 'r1'"), []).unwrap();
        drop(raw);
        let (engine, _) = open(folder.path(), models).await;
        engine.resume_agents().await.unwrap();
        let other = engine.run(&second).await.unwrap();
        assert_eq!(ended(&engine, &other).await.status, RunStatus::Done, "{state}");
        assert_eq!(engine.run(&first).await.unwrap().status, RunStatus::Interrupted, "{state}");
        let session = SessionId("s1".into());
        let next = say(&engine, Some(&session), "add bread", Mode::Auto).await;
        assert!(next.id != first && ended(&engine, &next).await.change_set.is_some(), "{state}: {next:?}");
        // What tools were denied in this conversation stood there: until that is mended, none is called.
        let work = say(&engine, Some(&session), "What colour is it?", Mode::Agent).await;
        let refused = ended(&engine, &work).await;
        assert_eq!(refused.error.map(|e| e.error).as_deref(), Some("unreadable"), "{state}");
        if state.contains("ff") || state.contains('x') {
            assert!(!engine.verify().await.unwrap().ok, "{state}");
            engine.rebuild(true).await.unwrap();
            assert!(engine.verify().await.unwrap().ok, "{state}");
            let work = say(&engine, Some(&session), "What colour is it?", Mode::Agent).await;
            assert_eq!(ended(&engine, &work).await.status, RunStatus::Done, "{state}");
        }
    }
}

fn events_named<'e>(events: &'e [RunEvent], name: &str) -> Vec<&'e RunEvent> {
    events.iter().filter(|e| e.name() == name).collect()
}

/// A run with what was told of it.
async fn told(engine: &Engine, text: &str, mode: Mode) -> (RunView, Vec<RunEvent>) {
    let run = say(engine, None, text, mode).await;
    let all = engine.follow(run.id.clone(), 0);
    pin_mut!(all);
    let mut events = Vec::new();
    while let Some(event) = all.next().await {
        events.push(event.unwrap().event);
    }
    (run, events)
}

/// S0-14, C7: nobody is told that there is no model where there is one that failed.
#[tokio::test]
async fn a_model_that_gives_no_answer_is_told_as_a_failure() {
    let status =
        |status: u16, body: &str| Answer { status: Some(status), body: Some(body.into()), ..Answer::default() };
    for (answer, code) in [
        (status(401, ""), "model_unauthorised"),
        (status(403, ""), "model_unauthorised"),
        (status(404, r#"{"error":"model 'test' not found"}"#), "model_not_found"),
        (status(429, ""), "model_rate_limited"),
        (status(500, r#"{"error":"boom"}"#), "model_failed"),
        (status(301, ""), "model_bad_response"),
        (status(200, "<!DOCTYPE html><html></html>"), "model_bad_response"),
        (Answer { cut_after: Some(0), ..Answer::text("x") }, "model_unreachable"),
        (Answer::text(""), "model_empty"),
        (Answer::text("<think>Let me see what they want.</think>"), "model_empty"),
        (Answer { thinking: "Let me see.".into(), ..Answer::text("") }, "model_empty"),
        (Answer::text("{\"colour\":\"blue\"}"), "model_answer_unusable"),
        (Answer::text("{\"a\":1}{\"b\":2}"), "model_answer_unusable"),
        (Answer::text("{\"colour\":\"bl"), "model_answer_unusable"),
    ] {
        for mode in [Mode::Chat, Mode::Auto] {
            let case = format!("{mode:?} {answer:?}");
            let folder = tempfile::tempdir().unwrap();
            let (_server, models) = answering(vec![answer.clone()]).await;
            let (engine, _) = open(folder.path(), models).await;
            let (run, events) = told(&engine, "why is the sky blue?", mode).await;
            assert_eq!((run.status, run.text), (RunStatus::Failed, None), "{case}");
            let error = run.error.unwrap();
            assert_eq!(error.error, code, "{case}: {error:?}");
            assert!(error.message.contains("Nothing has been changed.") && error.hint.is_some(), "{case}: {error:?}");
            assert_eq!(events_named(&events, "error").len(), 1, "{case}: {events:?}");
            assert!(events_named(&events, "result").is_empty(), "{case}: {events:?}");
            // What needs no model still does not.
            let planned = say(&engine, None, "add milk tomorrow", Mode::Auto).await;
            assert_eq!((planned.status, planned.change_set.is_some()), (RunStatus::Done, true), "{case}");
        }
    }
}

/// What the model's server says went wrong in the middle of an answer is a failure, whatever came before (PROVIDERS).
#[tokio::test(flavor = "multi_thread")]
async fn an_error_in_the_middle_of_an_answer_is_a_failure() {
    for begun in ["The sky is blue because of", "{\"colour\":\"blue"] {
        let folder = tempfile::tempdir().unwrap();
        let broken = Answer { error: Some("CUDA out of memory".into()), ..Answer::text(begun) };
        let server = ModelServer::start(Script { answers: vec![broken], ..Script::default() }).await.unwrap();
        let model = json!({ "test": { "provider": "p", "size": "small" } });
        let rest = json!({ "models": model, "retries": { "most": 1, "firstMs": 1, "longestMs": 1 } });
        let (engine, _) = open(folder.path(), models("openai", &server, rest)).await;
        let (run, _) = told(&engine, "why is the sky blue?", Mode::Chat).await;
        let error = run.error.unwrap();
        assert_eq!((run.status, error.error.as_str()), (RunStatus::Failed, "model_failed"), "{error:?}");
        assert!(error.message.contains("CUDA out of memory"), "{error:?}");
        assert!(server.calls().len() > 1, "it is tried again");
    }
}

/// Of a cut answer of which nothing can be shown, the failure says that it was cut and why; nothing says beside it
/// that something is shown.
#[tokio::test]
async fn a_cut_answer_that_cannot_be_shown_says_why() {
    let begun = || Answer::text("{\"colour\":\"blue, as it is on a clear day in su");
    let repeats = Answer { repeat: 2_000, chunks: vec!["again and ".into()], ..Answer::default() };
    let unusable = "What the model answered cannot be used. Nothing has been changed.";
    let empty = "The model ended without an answer. Nothing has been changed.";
    let length = Some("length".to_owned());
    for (answer, why, end) in [
        (Answer { no_end: true, ..begun() }, "The answer was cut: the last frame is missing.", unusable),
        (Answer { stall_after: Some(4), ..begun() }, "The answer was cut: nothing came for 2 s.", unusable),
        (repeats, "The answer was cut: it only repeated itself.", unusable),
        (Answer { finish: length.clone(), ..begun() }, "The model reached its limit before it was done.", unusable),
        (
            Answer { thinking: "Let me see".into(), finish: length, ..Answer::text("") },
            "The model reached its limit before it was done.",
            empty,
        ),
    ] {
        let case = format!("{answer:?}");
        let folder = tempfile::tempdir().unwrap();
        let server = ModelServer::start(Script { answers: vec![answer], ..Script::default() }).await.unwrap();
        let timeouts = json!({ "stallSeconds": 2, "totalSeconds": 60 });
        let rest = json!({ "models": { "test": { "provider": "p", "size": "small" } }, "timeouts": timeouts });
        let (engine, _) = open(folder.path(), models("openai", &server, rest)).await;
        let (run, events) = told(&engine, "why is the sky blue?", Mode::Chat).await;
        assert_eq!(run.status, RunStatus::Failed, "{case}");
        let error = run.error.unwrap();
        assert_eq!(error.message, format!("{why} {end}"), "{case}");
        assert!(error.hint.is_some(), "{case}");
        assert_eq!(events_named(&events, "recovery"), Vec::<&RunEvent>::new(), "{case}");
    }
    // What can be shown is, and a filter is told like any other end.
    let folder = tempfile::tempdir().unwrap();
    let filtered = Answer { finish: Some("content_filter".into()), ..Answer::text("The sky is blue because of") };
    let (_server, models) = answering(vec![filtered]).await;
    let (engine, _) = open(folder.path(), models).await;
    let (run, events) = told(&engine, "why is the sky blue?", Mode::Chat).await;
    assert!(run.said.unwrap().ends_with(" …"));
    let [RunEvent::Recovery { what, message, hint }] = events_named(&events, "recovery")[..] else {
        panic!("{events:?}")
    };
    assert_eq!((what.as_str(), message.as_str()), ("truncated", "The model's server stopped the answer by a filter."));
    assert!(hint.as_ref().unwrap().starts_with("What came is shown."));
}

/// Settings that cannot be read are told where a model would have answered, in chat as well.
#[tokio::test]
async fn settings_that_cannot_be_read_are_told_where_a_model_would_have_answered() {
    let fault =
        || Problem::new("invalid_models", "models.json: nothing reads \"sise\".").hinting("Keys here are: size.");
    for mode in [Mode::Chat, Mode::Auto] {
        let folder = tempfile::tempdir().unwrap();
        let (engine, _) = open(folder.path(), Models::unusable(fault())).await;
        let (run, events) = told(&engine, "why is the sky blue?", mode).await;
        let [RunEvent::Recovery { what, message, hint }] = events_named(&events, "recovery")[..] else {
            panic!("{mode:?} {run:?} {events:?}")
        };
        assert_eq!((what.as_str(), message, hint.as_ref()), ("model_failed", &fault().message, Some(&fault().hint)));
        // What needs no model says nothing of it.
        let (_, events) = told(&engine, "add milk tomorrow", Mode::Auto).await;
        assert_eq!(events_named(&events, "recovery"), Vec::<&RunEvent>::new());
    }
}

/// C32: what was cut is marked, in the text and by an event; nobody takes it for the whole.
#[tokio::test]
async fn an_answer_that_was_cut_is_shown_as_cut() {
    let begun = || Answer::text("The sky is blue because of");
    for (answer, cut) in [
        (Answer { stall_after: None, no_end: true, ..begun() }, true),
        (Answer { finish: Some("length".into()), ..begun() }, true),
        (begun(), false),
        // Six sentences are whole whatever came after them.
        (Answer { finish: Some("length".into()), ..Answer::text("A b. C d. E f. G h. I j. K l. And th") }, false),
    ] {
        let case = format!("{answer:?}");
        let folder = tempfile::tempdir().unwrap();
        let length = answer.finish.is_some();
        let (_server, models) = answering(vec![answer]).await;
        let (engine, _) = open(folder.path(), models).await;
        let (run, events) = told(&engine, "why is the sky blue?", Mode::Chat).await;
        let text = run.said.unwrap();
        assert_eq!(run.text, None, "a model's words are not the product's: {case}");
        assert_eq!((run.status, text.ends_with(" …")), (RunStatus::Done, cut), "{case}: {text}");
        let notes = events_named(&events, "recovery");
        assert_eq!(notes.len(), usize::from(cut || length), "{case}: {notes:?}");
        if let [RunEvent::Recovery { what, hint, .. }] = notes.as_slice() {
            assert_eq!(what, "truncated", "{case}");
            assert!(hint.as_deref().unwrap_or_default().starts_with("What came is shown."), "{case}: {hint:?}");
        }
    }
}
