//! Models in this process, with a file made by hand: its words mean nothing, everything else does.

#[allow(dead_code)]
#[path = "../../../gguf/tests/all/build.rs"]
mod build;

use build::{Kept, tiny};
use countersign_core::model::{Call, Finish, Format, Message, Reply, Role, Speaker};
use countersign_llm::{Catalogue, Delta, Lamp, LlmError, Models};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

fn models(setting: &str) -> Models {
    let set = setting.to_owned();
    let variable = move |name: &str| (name == "COUNTERSIGN_MODEL").then(|| set.clone());
    let folder = Some(std::env::temp_dir().join("countersign-no-such-folder"));
    let catalogue = Catalogue { folder, ..Catalogue::default() }.with_environment(variable).unwrap();
    Models::open(catalogue).unwrap()
}

fn kept() -> (Kept, Models) {
    // Files end in .gguf or have a slash in their name.
    let mut file = tiny("qwen2");
    file.whole("qwen2.context_length", 600);
    let file = Kept::new(&file.bytes());
    let models = models(&format!("embedded:{}", file.0.display()));
    (file, models)
}

fn call(format: Option<Value>, max_tokens: u32) -> Call {
    Call {
        role: Role::Propose,
        messages: vec![Message { role: Speaker::User, content: "abc".to_owned() }],
        format: format.map(|schema| Format { name: "answer".to_owned(), schema }),
        max_tokens,
        temperature: None,
        stop: Vec::new(),
    }
}

async fn answer(models: &Models, call: Call) -> Result<(Reply, Vec<Delta>), LlmError> {
    let mut heard = Vec::new();
    let reply = models.call(call, &mut |delta| heard.push(delta), &CancellationToken::new()).await?;
    Ok((reply, heard))
}

#[tokio::test]
async fn an_answer_streams_counts_and_keeps_to_its_schema() {
    let (_file, models) = kept();
    let schema = json!({ "type": "object", "additionalProperties": false, "required": ["op"],
        "properties": { "op": { "enum": ["create", "delete"] } } });
    let (reply, heard) = answer(&models, call(Some(schema.clone()), 40)).await.unwrap();
    let value: Value = serde_json::from_str(&reply.text).unwrap();
    assert!(value == json!({ "op": "create" }) || value == json!({ "op": "delete" }), "{value}");
    let shown: String = heard.iter().map(|d| if let Delta::Text(text) = d { text.as_str() } else { "" }).collect();
    assert_eq!((shown, reply.finish), (reply.text.clone(), Finish::Stop));
    assert!(reply.min_logprob.unwrap() < 0.0 && !reply.usage.estimated && !reply.prompt_cut, "{reply:?}");
    assert_eq!((reply.usage.cached_tokens, reply.usage.completion_tokens > 0), (0, true));
    let (again, _) = answer(&models, call(Some(schema), 40)).await.unwrap();
    assert_eq!((again.text, again.usage.cached_tokens), (reply.text, reply.usage.prompt_tokens - 1));
    let (short, _) = answer(&models, call(None, 3)).await.unwrap();
    assert!(short.finish == Finish::Length && short.usage.completion_tokens == 3 || short.finish == Finish::Stop);
}

/// A small model repeats itself; what a schema bounds ends all the same, and is whole.
#[tokio::test(flavor = "multi_thread")]
async fn what_a_schema_bounds_is_not_cut_for_repeating_itself() {
    let mut file = tiny("qwen2");
    file.whole("qwen2.context_length", 4_000);
    let file = Kept::new(&file.bytes());
    let models = models(&format!("embedded:{}", file.0.display()));
    let text = json!({ "type": "string", "minLength": 1_200, "maxLength": 1_300 });
    let schema = json!({ "type": "object", "properties": { "text": text }, "required": ["text"], "additionalProperties": false });
    let (reply, deltas) = answer(&models, call(Some(schema), 2_000)).await.unwrap();
    assert_eq!(reply.finish, Finish::Stop, "{}", reply.text);
    assert!(
        serde_json::from_str::<Value>(&reply.text).is_ok() && !deltas.iter().any(|d| matches!(d, Delta::Cut { .. }))
    );
}

#[tokio::test]
async fn it_runs_here_and_its_lamp_says_so() {
    let (file, models) = kept();
    let status = models.status().await;
    assert_eq!((status[0].lamp, status[0].provider.as_str(), &status[0].reason), (Lamp::Up, "embedded", &None));
    let found = models.probe(&status[0].name).await.unwrap();
    assert_eq!((found.logprobs, found.tools, found.context), (true, false, Some(600)));
    drop(file);
    let status = models.status().await;
    assert_eq!(status[0].lamp, Lamp::Down);
    assert!(status[0].reason.as_ref().unwrap().contains("countersign model pull"), "{status:?}");
}

#[tokio::test]
async fn what_cannot_be_run_says_why() {
    for setting in ["embedded:nothing-of-this-name", "embedded:/nonexistent/a b.gguf"] {
        let error = answer(&models(setting), call(None, 3)).await.unwrap_err();
        assert_eq!(error.code(), "model_not_found", "{error}");
        assert!(error.hint().contains("countersign model pull"), "{}", error.hint());
    }
    let file = Kept::new(b"GGUF and nothing more");
    let error = answer(&models(&format!("embedded:{}", file.0.display())), call(None, 3)).await.unwrap_err();
    assert_eq!((error.code(), error.retryable()), ("model_unusable", false), "{error}");
    let (_file, models) = kept();
    let long = Call { messages: vec![Message { role: Speaker::User, content: "x".repeat(5_000) }], ..call(None, 3) };
    assert_eq!(answer(&models, long).await.unwrap_err().code(), "context_too_long");
    // The next call is answered all the same.
    answer(&models, call(None, 3)).await.unwrap();
}

#[tokio::test]
async fn calls_wait_in_line_and_leave_it_when_cancelled() {
    let (_file, models) = kept();
    let (first, second, third) = (CancellationToken::new(), CancellationToken::new(), CancellationToken::new());
    // Nobody else runs until this task waits: all three are in line before the first is answered.
    let mut heard = [Vec::new(), Vec::new(), Vec::new()];
    let [a, b, c] = &mut heard;
    second.cancel();
    let (mut one, mut two, mut three) = (|d| a.push(d), |d| b.push(d), |d| c.push(d));
    let (x, y, z) = tokio::join!(
        models.call(call(None, 4), &mut one, &first),
        models.call(call(None, 4), &mut two, &second),
        models.call(call(None, 4), &mut three, &third),
    );
    assert!(x.is_ok() && z.is_ok());
    assert_eq!(y.unwrap_err().code(), "cancelled");
    assert!(!heard[0].iter().any(|d| matches!(d, Delta::Queued { .. })));
    assert_eq!(heard[2].first(), Some(&Delta::Queued { ahead: 1 }));
}

#[test]
fn a_file_is_called_by_its_name_and_not_by_its_place() {
    for (setting, name) in [
        ("embedded:/home/me/models/qwen2.5-coder-0.5b.gguf", "qwen2.5-coder-0.5b"),
        ("embedded:qwen2.5-coder-0.5b", "qwen2.5-coder-0.5b"),
    ] {
        let models = models(setting);
        let known: Vec<&String> = models.catalogue().models.keys().collect();
        assert_eq!(known, [name], "{setting}");
    }
}
