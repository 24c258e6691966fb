//! A server that comes back with another model under the same address and name.

use crate::world::{World, in_format, kind_name, world_with};
use countersign_core::model::Role;
use countersign_llm::{Catalogue, Models};
use countersign_testkit::{Answer, Kind, Listed, ModelServer, Refusal, Script};
use serde_json::{Value, json};
use std::time::Duration;

fn operations() -> Value {
    json!({ "type": "object", "properties": { "operations": { "type": "array", "items": { "type": "string" } } },
            "required": ["operations"], "additionalProperties": false })
}

/// A model of this name that reads so many tokens.
fn script(kind: Kind, id: &str, context: u64, answers: Vec<Answer>) -> Script {
    let listed = Listed { id: id.into(), context: Some(context), ..Listed::default() };
    Script { kind, models: vec![listed], answers, ..Script::default() }
}

/// Puts another server in the place of one.
async fn replaced(world: World, script: Script) -> World {
    let World { server, models } = world;
    let port = server.url.rsplit(':').next().unwrap().parse().unwrap();
    drop(server);
    let server = loop {
        match ModelServer::start_on(port, script.clone()).await {
            Ok(server) => break server,
            // The port is given up when the old one's task is next looked at.
            Err(_) => tokio::task::yield_now().await,
        }
    };
    World { server, models }
}

fn schema_of(call: &Value) -> bool {
    call.pointer("/format").is_some_and(Value::is_object) || call.pointer("/response_format/json_schema").is_some()
}

/// What one model's runtime refused, the next one's is asked for again.
#[tokio::test]
async fn what_was_found_out_about_a_model_is_not_held_against_the_next() {
    let good = || vec![Answer::text("{\"operations\":[]}")];
    for (by_lamp, kind) in [(true, Kind::OpenAi), (false, Kind::OpenAi), (true, Kind::Ollama)] {
        let case = format!("{by_lamp} {}", kind_name(kind));
        let pointer = if kind == Kind::Ollama { "/format" } else { "/response_format/json_schema" };
        let refusal = Refusal { pointer: pointer.into(), value: None, message: "json_schema is not supported".into() };
        let first = Script { refuses: vec![refusal], ..script(kind, "test", 4_096, good()) };
        let world = world_with(first, |_| {}).await;
        world.hear(in_format(operations())).await.0.unwrap();
        world.hear(in_format(operations())).await.0.unwrap();
        let asked: Vec<bool> = world.server.calls().iter().map(schema_of).collect();
        assert_eq!((asked.first(), asked.last()), (Some(&true), Some(&false)), "{case}: it is told once");
        // The lamps are looked at, so that it is known which model that was.
        world.models.status().await;

        let world = replaced(world, script(kind, "test", 16_384, good())).await;
        if by_lamp {
            world.models.status().await;
        } else {
            tokio::time::pause();
            tokio::time::advance(Duration::from_secs(61)).await;
            tokio::time::resume();
        }
        world.hear(in_format(operations())).await.0.unwrap();
        assert_eq!(world.server.calls().iter().map(schema_of).collect::<Vec<_>>(), [true], "{case}");
        if kind == Kind::OpenAi {
            assert_eq!(world.models.available(Role::Propose).unwrap().context, Some(16_384), "{case}");
        }
    }
}

/// The same model under the same name stays known: nothing is asked twice.
#[tokio::test]
async fn the_same_model_in_a_server_that_was_started_again_stays_known() {
    let refusal = Refusal {
        pointer: "/response_format/json_schema".into(),
        value: None,
        message: "json_schema is not supported".into(),
    };
    let make = || Script {
        refuses: vec![refusal.clone()],
        ..script(Kind::OpenAi, "test", 4_096, vec![Answer::text("{\"operations\":[]}")])
    };
    let world = world_with(make(), |_| {}).await;
    world.hear(in_format(operations())).await.0.unwrap();
    world.models.status().await;
    let world = replaced(world, make()).await;
    world.models.status().await;
    world.hear(in_format(operations())).await.0.unwrap();
    assert_eq!(world.server.calls().len(), 1);
}

/// A refusal may say that the server is another by now: it is looked at before it is asked again.
#[tokio::test]
async fn a_server_that_refuses_what_it_took_before_is_looked_at_again() {
    let first = script(Kind::OpenAi, "test", 16_384, vec![Answer::text("ok")]);
    let world = world_with(first, |_| {}).await;
    world.ask("hi").await.unwrap();
    assert_eq!(world.models.available(Role::Propose).unwrap().context, Some(16_384));
    let full = Answer::status(
        400,
        r#"{"error":{"code":400,"message":"request exceeds the available context size","type":"exceed_context_size_error"}}"#,
    );
    let world = replaced(world, script(Kind::OpenAi, "test", 2_048, vec![full.once(), Answer::text("ok")])).await;
    assert_eq!(world.ask("hi").await.unwrap_err().code(), "context_too_long");
    world.ask("hi").await.unwrap();
    assert_eq!(world.models.available(Role::Propose).unwrap().context, Some(2_048));
}

/// Where no model is named, whatever the server has answers, also when it is another one later.
#[tokio::test]
async fn whatever_a_server_has_answers_where_no_model_is_named() {
    let gone = || Answer::status(404, r#"{"error":"model 'old' not found"}"#);
    let server = ModelServer::start(script(Kind::Ollama, "old", 8_192, vec![Answer::text("ok")])).await.unwrap();
    let url = server.url.clone();
    let read = |name: &str| (name == "COUNTERSIGN_MODEL_URL").then(|| url.clone());
    let models = Models::start(Catalogue::default().with_environment(read).unwrap()).await.unwrap();
    let world = World { server, models };
    assert_eq!(world.ask("hi").await.unwrap().model, "old");
    let world = replaced(world, script(Kind::Ollama, "new", 8_192, vec![gone().once(), Answer::text("ok")])).await;
    assert_eq!(world.ask("hi").await.unwrap_err().code(), "model_not_found");
    assert_eq!(world.ask("hi").await.unwrap().model, "new");
}

/// What was found out elsewhere says nothing of a model of the same name at another address.
#[tokio::test]
async fn a_model_of_the_same_name_elsewhere_is_another_one() {
    let version = async |url: &str| {
        let settings = json!({
            "providers": { "p": { "kind": "openai", "baseUrl": url, "dialect": "openai" } },
            "models": { "test": { "provider": "p" } },
        });
        let catalogue = Catalogue::read("models.json", &settings.to_string()).unwrap();
        let models = Models::open(catalogue.with_environment(|_| None).unwrap()).unwrap();
        models.probe("test").await.unwrap();
        models.probed("test").unwrap().version
    };
    let (here, there) = (version("https://one.example/v1").await, version("https://two.example/v1").await);
    assert_eq!((here.as_str(), there.as_str()), ("test https://one.example/v1", "test https://two.example/v1"));
}
