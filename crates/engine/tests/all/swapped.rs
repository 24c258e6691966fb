//! The model changes in the middle of a conversation or of a run: the settings name another one, here or
//! elsewhere, one that reads less, or the same name stands for another.

use crate::world::{beside, call, done, place, say, send, sound, told};
use countersign_core::ids::SessionId;
use countersign_core::ledger::Event;
use countersign_core::wire::{AgentInput, AgentOptions, Mode, NewRun, Permission, RunEvent, RunStatus, RunView};
use countersign_engine::Engine;
use countersign_llm::{Catalogue, Models, Place};
use countersign_store::{EntryFilter, Store};
use countersign_testkit::{Answer, ModelServer, Script};
use serde_json::{Value, json};
use std::path::Path;

const QUESTION: &str = "why is the sky blue?";
const SECRET: &str = "ghp_a1B2c3D4e5a1B2c3D4e5a1B2c3D4e5";

pub(crate) async fn server(answers: Vec<Answer>) -> ModelServer {
    ModelServer::start(Script { answers, ..Script::default() }).await.unwrap()
}

/// A server under an address that is this machine's, or is not known to be.
fn provider(server: &ModelServer, place: Place) -> Value {
    match place {
        Place::Local => json!({ "kind": "openai", "baseUrl": server.url }),
        Place::Hosted => {
            json!({ "kind": "openai", "baseUrl": server.url.replace("127.0.0.1", "127.1"), "allowInsecureHttp": true })
        }
    }
}

pub(crate) fn models(all: &[(&str, &ModelServer, Place, Value)]) -> Models {
    let (mut providers, mut entries) = (json!({}), json!({}));
    for (name, server, place, rest) in all {
        providers[*name] = provider(server, *place);
        entries[*name] = rest.clone();
        entries[*name]["provider"] = json!(name);
    }
    let all = json!({ "providers": providers, "models": entries, "retries": { "most": 0 } });
    let catalogue = Catalogue::read("models.json", &all.to_string()).unwrap();
    Models::open(catalogue.with_environment(|_| None).unwrap()).unwrap()
}

fn large() -> Value {
    json!({ "size": "large" })
}

fn chat(session: Option<&SessionId>, text: &str) -> NewRun {
    NewRun { session: session.cloned(), message: text.into(), mode: Mode::Chat, ..NewRun::default() }
}

/// The model of each answer that the ledger keeps, oldest first.
async fn answered_by(store: &impl Store) -> Vec<String> {
    let all = EntryFilter { ascending: true, limit: 500, kinds: vec!["audit"], ..EntryFilter::default() };
    let raw = store.entries(&all).await.unwrap().all().unwrap().into_iter().filter_map(|entry| match entry.event {
        Event::Audit { action, detail } if action == "model_raw" => Some(detail["model"].as_str()?.to_owned()),
        _ => None,
    });
    raw.collect()
}

fn texts(server: &ModelServer) -> Vec<String> {
    server.calls().iter().map(|call| call["messages"].to_string()).collect()
}

#[tokio::test]
async fn a_conversation_goes_on_with_another_model_here_elsewhere_and_back() {
    let folder = tempfile::tempdir().unwrap();
    let (near, far) =
        (server(vec![Answer::text("Because of Rayleigh.")]).await, server(vec![Answer::text("Light scatters.")]).await);
    let local = || models(&[("near", &near, Place::Local, large())]);
    let hosted = || models(&[("far", &far, Place::Hosted, large())]);
    let mut session: Option<SessionId> = None;
    let mut seen = Vec::new();
    for (n, models) in [local(), hosted(), local()].into_iter().enumerate() {
        let (engine, store) = beside(folder.path()).models(models).stored().await;
        let text = format!("{QUESTION} {n} My token is {SECRET}.");
        let run = say(&engine, chat(session.as_ref(), &text)).await;
        assert_eq!(run.status, RunStatus::Done, "{run:?}");
        seen.push((run.model.clone().unwrap(), run.usage.hosted, run.said.clone().unwrap()));
        session = Some(run.session.clone());
        sound(&engine).await;
        assert_eq!(answered_by(&*store).await.len(), n + 1);
    }
    let said = |model: &str, hosted, words: &str| (model.to_owned(), hosted, words.to_owned());
    assert_eq!(
        seen,
        [
            said("near", false, "Because of Rayleigh."),
            said("far", true, "Light scatters."),
            said("near", false, "Because of Rayleigh.")
        ],
        "each answer names the model it is of, and where that ran"
    );
    // Each is told what was said before, whoever said it; the one elsewhere without its secrets.
    let (near, far) = (texts(&near), texts(&far));
    assert!(far[0].contains("Because of Rayleigh.") && !far[0].contains(SECRET), "{}", far[0]);
    assert!(near[1].contains("Light scatters.") && near[1].contains(SECRET), "{}", near[1]);
    let engine = beside(folder.path()).models(Models::none()).open().await;
    let runs = engine.session(&session.unwrap()).await.unwrap().runs;
    let models: Vec<_> = runs.iter().map(|run| (run.model.as_deref(), run.usage.hosted)).collect();
    assert_eq!(models, [(Some("near"), false), (Some("far"), true), (Some("near"), false)]);
}

#[tokio::test]
async fn what_one_model_counted_says_nothing_of_the_next() {
    let folder = tempfile::tempdir().unwrap();
    let counting = |tokens| Answer { usage: Some((tokens, 5)), ..Answer::text("Light scatters.") };
    let (near, far) = (server(vec![counting(4_000)]).await, server(vec![counting(100)]).await);
    let engine = beside(folder.path()).models(models(&[("near", &near, Place::Local, large())])).open().await;
    let first = say(&engine, chat(None, QUESTION)).await;
    let by_near = engine.session_meter(&first.session).await.unwrap().context.unwrap().used;
    drop(engine);
    let engine = beside(folder.path()).models(models(&[("far", &far, Place::Hosted, large())])).open().await;
    say(&engine, chat(Some(&first.session), "and at night?")).await;
    let by_far = engine.session_meter(&first.session).await.unwrap().context.unwrap().used;
    assert!(by_far < by_near, "twice as much was said, and it counts less: {by_near}, then {by_far}");
}

fn agent(text: &str) -> NewRun {
    let permissions = [("read_file".to_owned(), Permission::Ask)].into();
    let options = AgentOptions { permissions, ..AgentOptions::default() };
    NewRun { message: text.into(), mode: Mode::Agent, agent: Some(options), ..NewRun::default() }
}

pub(crate) fn changed(events: &[RunEvent]) -> Vec<String> {
    let all = events.iter().filter_map(|event| match event {
        RunEvent::Recovery { what, message, .. } if what == "model_changed" => Some(message.clone()),
        _ => None,
    });
    all.collect()
}

async fn answer(engine: &Engine, run: &RunView, text: &str) -> (RunView, Vec<RunEvent>) {
    engine.answer_run(&run.id, AgentInput::Answer { text: text.into() }).await.unwrap();
    let events = told(engine, &run.id).await;
    (engine.run(&run.id).await.unwrap(), events)
}

fn asks() -> Answer {
    Answer::text(json!({ "thinking": "so", "action": "ask_user", "question": "Which file?" }).to_string())
}

fn open_again(folder: &Path, models: Models) -> impl Future<Output = Engine> {
    beside(folder).models(models).open()
}

/// A run that waits goes on with the model that is there by then, and says so once.
#[tokio::test(flavor = "multi_thread")]
async fn a_run_that_waits_goes_on_with_the_model_that_is_there_then() {
    for (to, told) in [
        (Place::Local, "The run began with one and goes on with two."),
        (
            Place::Hosted,
            "The run began with one and goes on with two, which runs elsewhere: what it is shown leaves this machine.",
        ),
    ] {
        let (one, two) = (
            server(vec![asks()]).await,
            server(vec![asks().once(), Answer::text(done("It is a.txt.").to_string())]).await,
        );
        let folder = tempfile::tempdir().unwrap();
        let engine = open_again(folder.path(), models(&[("one", &one, Place::Local, large())])).await;
        let (run, events) = send(&engine, agent("Paint it")).await;
        assert_eq!((run.status, changed(&events)), (RunStatus::Waiting, vec![]));
        drop(engine);
        let engine = open_again(folder.path(), models(&[("two", &two, to, large())])).await;
        let (run, events) = answer(&engine, &run, "a.txt").await;
        assert_eq!((run.status, changed(&events)), (RunStatus::Waiting, vec![told.to_owned()]));
        let (run, events) = answer(&engine, &run, "a.txt").await;
        assert_eq!((run.status, changed(&events)), (RunStatus::Done, vec![told.to_owned()]), "it is told once");
        assert_eq!((run.model.as_deref(), run.usage.hosted), (Some("two"), to == Place::Hosted));
        assert_eq!((one.calls().len(), two.calls().len()), (1, 2));
        assert!(texts(&two)[0].contains("The person answers: a.txt"), "{}", texts(&two)[0]);
        sound(&engine).await;
    }
}

/// What it asks fits what the model reads that is there by then; the larger one that it was given is gone.
#[tokio::test(flavor = "multi_thread")]
async fn a_run_that_goes_on_asks_within_what_its_new_model_reads() {
    let long = (0..2_500).map(|n| format!("line {n} of a file\n")).collect::<String>();
    let read = Answer::text(call("read_file", json!({ "path": "long.txt" })).to_string());
    let wide = server(vec![read.once(), asks()]).await;
    let reads = |tokens: u64| json!({ "size": "large", "contextWindow": tokens });
    let begun = models(&[("wide", &wide, Place::Local, reads(64_000))]);
    let place = place().files(&[("long.txt", &long)]);
    let w = place.opening(|o| o.models(begun)).open().await;
    let (run, _) = w.send(NewRun { agent: Some(AgentOptions::default()), ..agent("What does long.txt say?") }).await;
    assert_eq!(run.status, RunStatus::Waiting, "{run:?}");
    let crate::world::World { engine, store, folder, .. } = w;
    drop((engine, store));
    let narrow = server(vec![Answer::text(done("Lines.").to_string())]).await;
    let engine = open_again(folder.path(), models(&[("narrow", &narrow, Place::Local, reads(4_500))])).await;
    let (run, events) = answer(&engine, &run, "that one").await;
    assert_eq!((run.status, run.model.as_deref()), (RunStatus::Done, Some("narrow")), "{events:?}");
    let size = |server: &ModelServer| texts(server).last().unwrap().len();
    assert!(size(&narrow) < size(&wide), "{} of {}", size(&narrow), size(&wide));
}

/// A model that read more and was given the run is gone from the settings: the role's own one goes on.
#[tokio::test(flavor = "multi_thread")]
async fn a_run_that_was_given_a_larger_model_goes_on_without_it() {
    let server = server(vec![asks().once(), Answer::text(done("Blue.").to_string())]).await;
    let both = |all: &[(&str, u64)]| {
        let all: Vec<_> = all
            .iter()
            .map(|(name, reads)| (*name, &server, Place::Local, json!({ "size": "small", "contextWindow": reads })))
            .collect();
        models(&all)
    };
    let folder = tempfile::tempdir().unwrap();
    let engine = open_again(folder.path(), both(&[("test", 4_000), ("wide", 32_000)])).await;
    let long =
        "Mind that the wall on the south side fades within a year, and that the one on the north side does not. ";
    let (run, events) = send(&engine, agent(&format!("What colour is it? {}", long.repeat(90)))).await;
    assert!(
        events.iter().any(|e| matches!(e, RunEvent::Recovery { what, .. } if what == "larger_context")),
        "{events:?}"
    );
    assert_eq!(run.status, RunStatus::Waiting, "{run:?}");
    drop(engine);
    let engine = open_again(folder.path(), both(&[("test", 16_000)])).await;
    let (run, events) = answer(&engine, &run, "blue").await;
    assert_eq!(run.status, RunStatus::Done, "{events:?}");
    assert_eq!(changed(&events), ["The run began with wide and goes on with test."]);
    let asked: Vec<_> = server.calls().iter().map(|call| call["model"].as_str().unwrap().to_owned()).collect();
    assert_eq!(asked, ["wide", "test"]);
}

/// The same settings say nothing: no restart looks like another model.
#[tokio::test(flavor = "multi_thread")]
async fn a_restart_with_the_same_model_is_told_as_nothing() {
    let server = server(vec![asks().once(), Answer::text(done("Done.").to_string())]).await;
    let folder = tempfile::tempdir().unwrap();
    let same = || models(&[("one", &server, Place::Local, large())]);
    let engine = open_again(folder.path(), same()).await;
    let (run, _) = send(&engine, agent("Paint it")).await;
    drop(engine);
    let engine = open_again(folder.path(), same()).await;
    let (run, events) = answer(&engine, &run, "a.txt").await;
    assert_eq!((run.status, changed(&events)), (RunStatus::Done, vec![]));
}
