//! Against a real llama-server, for whoever has one: `scripts/llama_server.py` starts one, then
//! `LLAMA_SERVER=http://127.0.0.1:8080 cargo test -p countersign-llm --test all live -- --ignored`.

use countersign_core::model::{Call, Finish, Format, Message, Role, Speaker};
use countersign_llm::catalogue::Structured;
use countersign_llm::{Catalogue, Lamp, Models};
use serde_json::json;
use tokio_util::sync::CancellationToken;

async fn models() -> Models {
    let url = std::env::var("LLAMA_SERVER").expect("LLAMA_SERVER names a server");
    let catalogue =
        Catalogue::default().with_environment(|name| (name == "COUNTERSIGN_MODEL_URL").then(|| url.clone())).unwrap();
    Models::start(catalogue).await.unwrap()
}

fn call(text: &str, format: Option<Format>) -> Call {
    let message = |role, content: &str| Message { role, content: content.to_owned() };
    Call {
        role: Role::Chat,
        messages: vec![message(Speaker::System, "You answer in few words."), message(Speaker::User, text)],
        format,
        max_tokens: 40,
        temperature: Some(0.0),
        stop: vec![],
        weighing: None,
    }
}

#[tokio::test]
#[ignore = "needs a running llama-server"]
async fn a_real_model_streams_and_keeps_to_a_schema() {
    let models = models().await;
    let mut pieces = String::new();
    let mut hear = |delta| {
        if let countersign_llm::Delta::Text(piece) = delta {
            pieces.push_str(&piece);
        }
    };
    let reply = models.call(call("Say hello.", None), &mut hear, &CancellationToken::new()).await.unwrap();
    assert_eq!(reply.text, pieces);
    assert!(!reply.text.is_empty() && !reply.usage.estimated && !reply.prompt_cut, "{reply:?}");
    assert!(matches!(reply.finish, Finish::Stop | Finish::Length));

    let schema = json!({
        "type": "object", "required": ["op", "title"],
        "properties": { "op": { "enum": ["create"] }, "title": { "type": "string", "maxLength": 20 } },
    });
    let format = Format { name: "op.one".to_owned(), schema };
    let reply = models.call(call("add milk", Some(format)), &mut |_| {}, &CancellationToken::new()).await.unwrap();
    let answer: serde_json::Value = serde_json::from_str(&reply.text).unwrap();
    assert_eq!(answer["op"], "create");
    assert!(reply.min_logprob.is_some_and(|p| p < 0.0), "{reply:?}");

    let found = models.probe("served").await.unwrap();
    assert_eq!(found.structured, Structured::Schema);
    assert!(found.logprobs && found.context.is_some(), "{found:?}");
    assert_eq!(models.status().await[0].lamp, Lamp::Up);
}
