//! Recorded traffic of real runtimes, replayed: the bytes are theirs.

use crate::world::world_with;
use countersign_core::model::Finish;
use countersign_testkit::{Answer, Kind, Script};
use serde_json::Value;
use std::collections::BTreeMap;

/// A recorded body behind its own content type.
async fn replay(kind: Kind, body: &str, content_type: &str) -> countersign_core::model::Reply {
    let headers = BTreeMap::from([("content-type".to_owned(), content_type.to_owned())]);
    let answer = Answer { body: Some(body.to_owned()), status: Some(200), headers, ..Answer::default() };
    let script = Script { kind, answers: vec![answer], ..Script::default() };
    world_with(script, |_| {}).await.ask("add milk").await.unwrap()
}

#[tokio::test]
async fn llama_server_under_a_schema() {
    let body = include_str!("../cassettes/llama-server-b10434-schema.sse");
    let reply = replay(Kind::OpenAi, body, "text/event-stream").await;
    let answer: Value = serde_json::from_str(&reply.text).unwrap();
    assert_eq!(answer["op"], "create");
    assert_eq!(reply.finish, Finish::Stop);
    assert_eq!((reply.usage.prompt_tokens, reply.usage.estimated), (21, false));
    // `op` is forced by the grammar where the model wanted `type`: the probability is the model's.
    assert!(reply.min_logprob.is_some_and(|p| p < -5.0), "{:?}", reply.min_logprob);
}

#[tokio::test]
async fn llama_server_at_its_token_limit() {
    let reply =
        replay(Kind::OpenAi, include_str!("../cassettes/llama-server-b10434-length.sse"), "text/event-stream").await;
    assert_eq!((reply.finish, reply.usage.completion_tokens), (Finish::Length, 6));
    assert!(!reply.text.is_empty());
}

#[tokio::test]
async fn llama_server_without_streaming() {
    let body = include_str!("../cassettes/llama-server-b10434-whole.json");
    let reply = replay(Kind::OpenAi, body, "application/json; charset=utf-8").await;
    assert_eq!((reply.finish, reply.usage.completion_tokens), (Finish::Length, 6));
}

#[test]
fn nothing_secret_was_recorded() {
    for text in [
        include_str!("../cassettes/llama-server-b10434-schema.sse"),
        include_str!("../cassettes/llama-server-b10434-length.sse"),
        include_str!("../cassettes/llama-server-b10434-whole.json"),
    ] {
        let lower = text.to_ascii_lowercase();
        assert!(
            ["sk-", "bearer", "authorization", "/tmp/", "/home/", "api_key"].iter().all(|word| !lower.contains(word))
        );
    }
}
