//! What going on elsewhere costs: handing off a conversation with 500 changes of files of 1 MB (bar
//! 200 ms, no content copied), and the gauge and the prompt of a step over 500 messages (bar 8 000
//! tokens). `cargo bench -p countersign-engine --bench sessions`.
#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "a bench prints and fails loudly, and its folders are its own"
)]

use countersign_agent::machine::{Effect, Exchange, Limits, Machine, Setup as Begun};
use countersign_agent::permission::Permissions;
use countersign_agent::step::Form;
use countersign_agent::tool::Registry;
use countersign_core::change_set::Actor;
use countersign_core::ids::SessionId;
use countersign_core::model::estimate_tokens;
use countersign_core::wire::{NewRun, SignItem};
use countersign_engine::{ApplyRequest, Engine, Setup, SystemClock};
use countersign_store_sqlite::SqliteStore;
use futures_util::{StreamExt, pin_mut};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

const CHANGES: usize = 500;
const MB: usize = 1_000_000;

fn user() -> Actor {
    Actor::User { via: "bench".into() }
}

async fn say(engine: &Engine, session: Option<SessionId>, message: String) -> countersign_core::wire::RunView {
    let run = engine.start_run(NewRun { session, message, ..NewRun::default() }).await.unwrap();
    let events = engine.follow(run.id.clone(), 0);
    pin_mut!(events);
    while let Some(event) = events.next().await {
        event.unwrap();
    }
    engine.run(&run.id).await.unwrap()
}

fn size(folder: &Path) -> u64 {
    fs::read_dir(folder).unwrap().map(|e| e.unwrap().metadata().unwrap().len()).sum()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

#[tokio::main]
async fn main() {
    let folder = tempfile::tempdir().unwrap();
    let (data, root) = (folder.path().join("data"), folder.path().join("project"));
    fs::create_dir(&data).unwrap();
    fs::create_dir(&root).unwrap();
    for n in 0..CHANGES {
        let mut text = format!("file {n}\nalpha\n");
        text.push_str(&"all work and no play\n".repeat((MB - text.len()) / 21));
        fs::write(root.join(format!("f{n}.txt")), text).unwrap();
    }
    let store = SqliteStore::open(data.join("countersign.db")).await.unwrap();
    let setup = Setup { data: Some(data.clone()), ..Setup::default() };
    let engine = Engine::open_with(Arc::new(store), Arc::new(SystemClock), setup).await.unwrap();
    engine.open_workspace(&root, user()).await.unwrap();
    let mut session: Option<SessionId> = None;
    for n in 0..CHANGES {
        let run = say(&engine, session.clone(), format!("edit f{n}.txt: replace alpha with omega")).await;
        session = Some(run.session.clone());
        let set = engine.change_set(run.change_set.unwrap()).await.unwrap();
        let sign = set.items.iter().map(|i| SignItem { item: i.n, digest: i.digest.clone(), was: None }).collect();
        let request = ApplyRequest { digest: set.digest.clone(), sign, ..ApplyRequest::default() };
        engine.apply(set.id, request, user(), None).await.unwrap();
    }
    let session = session.unwrap();
    let before = size(&data);
    let (mut handed, mut metered) = (Vec::new(), Vec::new());
    let mut bytes = 0;
    for _ in 0..9 {
        let begun = Instant::now();
        bytes = engine.hand_off(&session, user(), None).await.unwrap().carried.text.len();
        handed.push(begun.elapsed());
        let begun = Instant::now();
        engine.session_meter(&session).await.unwrap();
        metered.push(begun.elapsed());
    }
    println!(
        "handoff of {CHANGES} changes of 1 MB: median {:?}, worst {:?}; {bytes} bytes told; database {before} -> {} bytes after 9",
        median(handed.clone()),
        handed.iter().max().unwrap(),
        size(&data)
    );
    println!("meter of {CHANGES} messages: median {:?}", median(metered));

    let exchange = |n: usize| Exchange {
        user: format!("message {n} {}", "word ".repeat(200)),
        agent: "so ".repeat(300),
        done: Vec::new(),
    };
    let (machine, _) = Machine::begin(Begun {
        part: false,
        message: "go on with the next part of the work".to_owned(),
        today: "Saturday 2026-11-21".to_owned(),
        puts: Vec::new(),
        history: (0..500).map(exchange).collect(),
        instructions: vec![countersign_core::model::Told::new("instructions", "Be exact. ".repeat(2_000))],
        plan_document: "Goal: all of it. ".repeat(2_000),
        carried: "# Handed off\n".repeat(2_000),
        memory: "rejected: a thing\n".repeat(2_000),
        outputs: Vec::new(),
        counted: Default::default(),
        tools: Registry::workspace(),
        ground: countersign_agent::ground::Ground::default(),
        form: Form::Large,
        prompt_tokens: 100_000,
        permissions: Permissions::default(),
        auto: false,
        limits: Limits::default(),
    });
    let Effect::CallModel(call) = machine.pending() else { panic!("no call") };
    let tokens: u64 = call.messages.iter().map(|m| estimate_tokens(&m.content)).sum();
    println!("prompt of a step over 500 messages, all parts oversized: {tokens} tokens of 8000");
    assert!(tokens <= 8_000, "over the bar");
}
