//! What goes out and what comes back, for all three wire formats.

use crate::world::{KINDS, asking, in_format, kind_name, message, text_of, world, world_with};
use countersign_core::model::{Call, Finish, Role, Speaker, ToolCall, Usage};
use countersign_llm::catalogue::Structured;
use countersign_llm::spending::{Budget, Cost};
use countersign_llm::{Account, Delta, Lamp, LlmError, Models, Place};
use countersign_testkit::{Answer, Kind, Listed, Refusal, Script};
use serde_json::{Value, json};
use std::collections::BTreeMap;

#[tokio::test]
async fn one_answer_is_the_same_from_every_provider() {
    for kind in KINDS {
        let answer = Answer {
            text: "Hello, wörld 👋 — done.".into(),
            thinking: "hm, hello".into(),
            usage: Some((12, 7)),
            ..Answer::default()
        };
        let world = world(kind, vec![answer]).await;
        let (reply, heard) = world.hear(asking("hi")).await;
        let reply = reply.unwrap();
        assert_eq!(reply.text, "Hello, wörld 👋 — done.", "{}", kind_name(kind));
        assert_eq!(text_of(&heard), reply.text);
        assert_eq!(reply.thinking, "hm, hello");
        assert!(heard.contains(&Delta::Thinking("hm, hello".into())));
        assert_eq!(reply.finish, Finish::Stop);
        let counted =
            Usage { elapsed_ms: reply.usage.elapsed_ms, prompt_tokens: 12, completion_tokens: 7, ..Usage::default() };
        assert_eq!(reply.usage, counted);
        assert!(!reply.prompt_cut);
        assert_eq!(reply.model, "test");
    }
}

#[tokio::test]
async fn every_reason_for_stopping_has_its_word() {
    let cases = [
        (Kind::Ollama, "stop", Finish::Stop),
        (Kind::Ollama, "length", Finish::Length),
        (Kind::Ollama, "load", Finish::Aborted),
        (Kind::Ollama, "unload", Finish::Aborted),
        (Kind::Ollama, "", Finish::Unknown),
        (Kind::OpenAi, "stop", Finish::Stop),
        (Kind::OpenAi, "length", Finish::Length),
        (Kind::OpenAi, "tool_calls", Finish::ToolCalls),
        (Kind::OpenAi, "function_call", Finish::ToolCalls),
        (Kind::OpenAi, "content_filter", Finish::Filtered),
        (Kind::OpenAi, "eos_by_moonlight", Finish::Unknown),
        (Kind::OpenAi, "", Finish::Unknown),
        (Kind::Anthropic, "end_turn", Finish::Stop),
        (Kind::Anthropic, "stop_sequence", Finish::Stop),
        (Kind::Anthropic, "max_tokens", Finish::Length),
        (Kind::Anthropic, "model_context_window_exceeded", Finish::Length),
        (Kind::Anthropic, "tool_use", Finish::ToolCalls),
        (Kind::Anthropic, "pause_turn", Finish::Unknown),
        (Kind::Anthropic, "", Finish::Unknown),
    ];
    for (kind, word, want) in cases {
        let answer = Answer { finish: Some(word.into()), ..Answer::text("some text") };
        let reply = world(kind, vec![answer]).await.ask("hi").await.unwrap();
        assert_eq!((reply.finish, reply.text.as_str()), (want, "some text"), "{} {word:?}", kind_name(kind));
    }
}

#[tokio::test]
async fn tool_calls_are_put_together() {
    for kind in KINDS {
        let answer = Answer { tools: vec![("read_file".into(), json!({ "path": "a\"é.txt" }))], ..Answer::default() };
        let world = world(kind, vec![answer]).await;
        let (reply, heard) = world.hear(asking("read")).await;
        let reply = reply.unwrap();
        let [ToolCall { id, name, arguments }] = reply.tool_calls.as_slice() else { panic!("{reply:?}") };
        assert!(!id.is_empty() && name == "read_file");
        assert_eq!(serde_json::from_str::<Value>(arguments).unwrap(), json!({ "path": "a\"é.txt" }));
        assert_eq!(reply.finish, Finish::ToolCalls);
        let pieces: String = heard
            .iter()
            .filter_map(|d| if let Delta::ToolCall { arguments, .. } = d { Some(arguments.as_str()) } else { None })
            .collect();
        assert_eq!(pieces, *arguments);
    }
}

#[tokio::test]
async fn the_request_has_what_the_runtime_needs() {
    let schema = json!({ "type": "object", "required": ["title"], "properties": {
        "title": { "type": "string", "maxLength": 20 }, "note": { "type": "string" } } });
    for kind in KINDS {
        let world = world(kind, vec![Answer::text("{\"title\":\"milk\"}")]).await;
        world.hear(in_format(schema.clone())).await.0.unwrap();
        insta::assert_json_snapshot!(format!("request_{}", kind_name(kind)), world.server.calls()[0]);
    }
}

#[tokio::test]
async fn prompts_are_arranged_for_every_template() {
    let call = Call {
        messages: vec![
            message(Speaker::System, "A"),
            message(Speaker::System, "B"),
            message(Speaker::User, " "),
            message(Speaker::User, "C"),
            message(Speaker::System, "D"),
            message(Speaker::Assistant, "E"),
            message(Speaker::User, "F"),
        ],
        ..asking("")
    };
    for kind in KINDS {
        let world = world(kind, vec![Answer::text("ok")]).await;
        world.hear(call.clone()).await.0.unwrap();
        let only = Call { messages: vec![message(Speaker::System, "alone")], ..asking("") };
        world.hear(only).await.0.unwrap();
        let bodies = world.server.calls();
        let said: Vec<String> = bodies[0]["messages"]
            .as_array()
            .unwrap()
            .iter()
            .map(|m| m["content"].as_str().unwrap().to_owned())
            .collect();
        let rest = ["C\n\nD", "E", "F"];
        if kind == Kind::Anthropic {
            assert_eq!(bodies[0]["system"][0]["text"], "A\n\nB");
            assert_eq!(said, rest);
        } else {
            assert_eq!(said, ["A\n\nB", "C\n\nD", "E", "F"]);
        }
    }
}

#[tokio::test]
async fn what_a_runtime_refuses_is_left_out_and_remembered() {
    let refuses =
        |pointer: &str, message: &str| Refusal { pointer: pointer.into(), value: None, message: message.into() };
    let cases = [
        (Kind::OpenAi, refuses("/temperature", "Unsupported value: 'temperature' does not support 0 with this model.")),
        (Kind::OpenAi, refuses("/stream_options", "unrecognized request argument: stream_options")),
        (
            Kind::OpenAi,
            refuses("/max_tokens", "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."),
        ),
        (Kind::Ollama, refuses("/think", "\"test\" does not support thinking")),
        (Kind::Anthropic, refuses("/temperature", "temperature: not supported for this model")),
    ];
    for (kind, refusal) in cases {
        let pointer = refusal.pointer.clone();
        let script = Script { kind, refuses: vec![refusal], answers: vec![Answer::text("ok")], ..Script::default() };
        let world = world_with(script, |_| {}).await;
        assert_eq!(world.ask("hi").await.unwrap().text, "ok", "{pointer}");
        assert_eq!(world.ask("again").await.unwrap().text, "ok");
        let with: Vec<bool> = world.server.calls().iter().map(|body| body.pointer(&pointer).is_some()).collect();
        assert_eq!(with, [true, false, false], "{pointer}");
    }
}

#[tokio::test]
async fn the_ladder_goes_down_a_rung_at_a_time() {
    let schema = json!({ "type": "object", "properties": { "title": { "type": "string" } }, "required": ["title"] });
    let refusal = |value: Option<Value>| Refusal {
        pointer: "/response_format".into(),
        value,
        message: "'response_format.type' must be 'text'".into(),
    };
    // LM Studio and others that know schemas only; others that know nothing.
    let script =
        Script { refuses: vec![refusal(None)], answers: vec![Answer::text("{\"title\":\"x\"}")], ..Script::default() };
    let world = world_with(script, |_| {}).await;
    assert_eq!(world.hear(in_format(schema.clone())).await.0.unwrap().text, "{\"title\":\"x\"}");
    let calls = world.server.calls();
    assert_eq!(calls.len(), 4);
    assert_eq!(
        calls[0]["response_format"]["json_schema"]["schema"]["properties"]["title"],
        json!({ "type": "string" })
    );
    assert_eq!(calls[1]["response_format"]["json_schema"]["schema"], json!({ "type": "object" }));
    assert_eq!(calls[2]["response_format"], json!({ "type": "json_object" }));
    assert_eq!(calls[3].get("response_format"), None);
    // The schema is said in the prompt once it is not given otherwise.
    let said = |body: &Value| body["messages"].to_string().contains("JSON Schema");
    assert_eq!(calls.iter().map(said).collect::<Vec<_>>(), [false, true, true, true]);
    assert_eq!(world.models.probe("test").await.unwrap().structured, Structured::PromptOnly);
}

/// A server that knows no schemas, not even that of any object, is asked for its JSON mode; and from then on for
/// that alone.
#[tokio::test]
async fn json_mode_is_asked_for_by_either_name() {
    let schema = json!({ "type": "object", "properties": { "title": { "type": "string" } }, "required": ["title"] });
    let refuses = vec![Refusal {
        pointer: "/response_format/type".into(),
        value: Some(json!("json_schema")),
        message: "response_format json_schema is not supported".into(),
    }];
    let answer = || Answer::text("{\"title\":\"x\"}");
    let script = Script { refuses, answers: vec![answer(), answer()], ..Script::default() };
    let world = world_with(script, |_| {}).await;
    for _ in 0..2 {
        assert_eq!(world.hear(in_format(schema.clone())).await.0.unwrap().text, "{\"title\":\"x\"}");
    }
    let calls = world.server.calls();
    let asked: Vec<&str> = calls.iter().filter_map(|body| body["response_format"]["type"].as_str()).collect();
    assert_eq!(asked, ["json_schema", "json_schema", "json_object", "json_object"]);
}

#[tokio::test]
async fn a_schema_that_cannot_be_said_is_in_the_prompt() {
    let circle = json!({ "type": "object", "properties": { "next": { "$ref": "#" }, "title": { "type": "string" } } });
    for kind in KINDS {
        let world = world(kind, vec![Answer::text("{}")]).await;
        world.hear(in_format(circle.clone())).await.0.unwrap();
        let body = world.server.calls()[0].to_string();
        assert!(body.contains("JSON Schema") && body.contains("$ref"), "{body}");
    }
}

#[tokio::test]
async fn a_probe_sees_through_a_schema_that_is_ignored() {
    for (kind, text, want) in [
        (Kind::OpenAi, "{\"answer\":\"blue\"}", Structured::Schema),
        (Kind::OpenAi, "Hello!", Structured::PromptOnly),
        (Kind::Ollama, "{\"answer\":\"green\"}", Structured::Schema),
        (Kind::Ollama, "{}", Structured::PromptOnly),
    ] {
        let listed =
            Listed { id: "test".into(), context: Some(4_096), capabilities: vec!["tools".into(), "thinking".into()] };
        let script = Script { kind, models: vec![listed], answers: vec![Answer::text(text)], ..Script::default() };
        let world = world_with(script, |_| {}).await;
        let found = world.models.probe("test").await.unwrap();
        assert_eq!((found.structured, found.context), (want, Some(4_096)));
        assert_eq!((found.tools, found.thinking), (kind == Kind::Ollama, kind == Kind::Ollama));
        assert_eq!(world.models.probe("test").await.unwrap(), found);
        assert_eq!(world.server.calls().len(), 1, "asked once per model");
    }
    assert!(matches!(Models::none().probe("x").await, Err(LlmError::Config(_))));
}

/// S0-74: what was found out outlives the process, and not the model.
#[tokio::test]
async fn what_a_probe_found_is_recalled_until_another_version_answers() {
    for kind in [Kind::OpenAi, Kind::Ollama] {
        let version = async |context: u64| {
            let listed = Listed { id: "test".into(), context: Some(context), capabilities: vec![] };
            let answers = vec![Answer::text("{\"answer\":\"blue\"}")];
            world_with(Script { kind, models: vec![listed], answers, ..Script::default() }, |_| {}).await
        };
        let first = version(4_096).await;
        let found = first.models.probe("test").await.unwrap();
        let stored = serde_json::to_string(&first.models.probed("test").unwrap()).unwrap();
        let recalled = || serde_json::from_str(&stored).unwrap();

        let again = version(4_096).await;
        again.models.recall("test", recalled());
        assert_eq!(again.models.probe("test").await.unwrap(), found);
        assert_eq!(again.server.calls().len(), 0, "{kind:?}: it is known already");

        let other = version(8_192).await;
        other.models.recall("test", recalled());
        assert_eq!(other.models.probe("test").await.unwrap().context, Some(8_192));
        assert_eq!(other.server.calls().len(), 1, "{kind:?}: another model is asked anew");
        assert_ne!(other.models.probed("test"), Some(recalled()));

        // A call alone notices as well.
        let called = version(8_192).await;
        called.models.recall("test", recalled());
        called.ask("hi").await.unwrap();
        assert_eq!(called.models.probed("test"), None);
    }
}

#[tokio::test]
async fn thinking_is_kept_apart_wherever_it_stands() {
    let answer = Answer {
        chunks: ["<th", "ink>so", "</think>", "\n\n{\"a\"", ":1}"].map(str::to_owned).to_vec(),
        ..Answer::default()
    };
    for kind in KINDS {
        let reply = world(kind, vec![answer.clone()]).await.ask("hi").await.unwrap();
        assert_eq!((reply.thinking.as_str(), reply.text.as_str()), ("so", "{\"a\":1}"));
    }
}

#[tokio::test]
async fn granite_thinks_by_control_message() {
    for (thinking, control) in [(true, true), (false, false)] {
        let script = Script {
            kind: Kind::Ollama,
            answers: vec![Answer::text("<think>a</think><response>b</response>")],
            ..Script::default()
        };
        let world = world_with(script, |s| {
            s["models"]["test"]["id"] = "granite3.3:8b".into();
            s["models"]["test"]["thinking"] = thinking.into();
        })
        .await;
        let reply = world.ask("hi").await.unwrap();
        assert_eq!((reply.thinking.as_str(), reply.text.as_str()), ("a", "b"));
        let body = &world.server.calls()[0];
        assert_eq!(body["messages"][0] == json!({ "role": "control", "content": "thinking" }), control);
        assert_eq!(body["think"], false);
    }
}

#[tokio::test]
async fn the_lowest_probability_is_the_trust_signal() {
    let schema = json!({ "type": "object", "properties": { "a": { "type": "integer" } }, "required": ["a"] });
    let answer = Answer {
        chunks: vec!["{\"a\":".into(), "1".into(), "}".into()],
        logprobs: vec![-0.1, -3.5, -0.2],
        ..Answer::default()
    };
    let script = Script { owner: "llamacpp".into(), answers: vec![answer], ..Script::default() };
    let world = world_with(script, |_| {}).await;
    assert_eq!(world.hear(in_format(schema)).await.0.unwrap().min_logprob, Some(-3.5));
    let asked: Vec<bool> = world.server.calls().iter().map(|b| b.get("logprobs").is_some()).collect();
    assert_eq!(asked, [true]);
    world.ask("chat").await.unwrap();
    assert_eq!(world.server.calls()[1].get("logprobs"), None, "not for free text");
}

#[tokio::test]
async fn a_prompt_that_was_cut_is_reported() {
    let long = "Move the dentist to next Friday and call me about it. ".repeat(100);
    for kind in KINDS {
        for (counted, cut) in [(1_200, false), (400, true), (3, true)] {
            let answer = Answer { usage: Some((counted, 1)), ..Answer::text("ok") };
            let reply = world(kind, vec![answer]).await.ask(&long).await.unwrap();
            assert_eq!(reply.prompt_cut, cut, "{} {counted}", kind_name(kind));
        }
    }
    // Where nothing is counted, nothing is claimed, and our own estimate says so.
    let reply = world(Kind::OpenAi, vec![Answer::text("ok")]).await.ask(&long).await.unwrap();
    assert!(reply.usage.estimated && !reply.prompt_cut && reply.usage.prompt_tokens > 1_000);
}

#[tokio::test]
async fn the_context_stays_the_same_and_limits_hold() {
    let script = Script { kind: Kind::Ollama, answers: vec![Answer::text("ok")], ..Script::default() };
    let world = world_with(script, |s| {
        s["models"]["test"]["contextWindow"] = 16_384.into();
        s["models"]["test"]["outputLimit"] = 500.into();
        s["roles"] = json!({ "router": { "outputLimit": 20, "temperature": 0.7 } });
    })
    .await;
    for (role, max_tokens, temperature) in
        [(Role::Chat, 9_000, None), (Role::Router, 9_000, None), (Role::Chat, 10, Some(0.25))]
    {
        world.hear(Call { role, max_tokens, temperature, ..asking("hi") }).await.0.unwrap();
    }
    let of = |key: &str| world.server.calls().iter().map(|b| b["options"][key].clone()).collect::<Vec<_>>();
    assert_eq!(of("num_ctx"), [16_384, 16_384, 16_384]);
    assert_eq!(of("num_predict"), [500, 20, 10]);
    assert_eq!(of("temperature"), [json!(0.3), json!(0.7), json!(0.25)]);
}

#[tokio::test]
async fn the_kind_of_server_is_found_out() {
    for (kind, owner) in [(Kind::Ollama, ""), (Kind::OpenAi, "llamacpp"), (Kind::OpenAi, "vllm"), (Kind::OpenAi, "")] {
        let script = Script { kind, owner: owner.into(), answers: vec![Answer::text("ok")], ..Script::default() };
        let server = countersign_testkit::ModelServer::start(script).await.unwrap();
        let url = server.url.clone();
        let catalogue = countersign_llm::Catalogue::default()
            .with_environment(|name| (name == "COUNTERSIGN_MODEL_URL").then(|| url.clone()))
            .unwrap();
        let models = Models::start(catalogue).await.unwrap();
        let cancel = tokio_util::sync::CancellationToken::new();
        let reply = models.call(asking("hi"), &mut |_| {}, &cancel).await.unwrap();
        assert_eq!((reply.text.as_str(), reply.model.as_str()), ("ok", "test"));
        let kwargs = server.calls()[0].get("chat_template_kwargs").is_some();
        assert_eq!(kwargs, !owner.is_empty());
        models.call(asking("hi"), &mut |_| {}, &cancel).await.unwrap();
        let questions = server.received().iter().filter(|r| r.line.starts_with("GET")).count();
        assert!(questions <= 3, "asked again: {questions}");
    }
}

#[tokio::test]
async fn an_ollama_on_this_machine_is_used_when_nothing_is_configured() {
    let listed =
        ["nomic-embed-text:latest", "qwen3:4b", "phi3:mini"].map(|id| Listed { id: id.into(), ..Listed::default() });
    let script =
        Script { kind: Kind::Ollama, models: listed.to_vec(), answers: vec![Answer::text("ok")], ..Script::default() };
    let server = countersign_testkit::ModelServer::start(script).await.unwrap();
    let url = server.url.clone();
    let catalogue = |model: Option<&'static str>| {
        countersign_llm::Catalogue::default()
            .with_environment(|name| match name {
                "OLLAMA_HOST" => Some(url.clone()),
                "COUNTERSIGN_MODEL" => model.map(str::to_owned),
                _ => None,
            })
            .unwrap()
    };
    let models = Models::start(catalogue(None)).await.unwrap();
    assert_eq!(models.available(Role::Chat).map(|m| m.name), Some("qwen3:4b".to_owned()));
    let asked = server.received().len();
    let off = Models::start(catalogue(Some("none"))).await.unwrap();
    assert_eq!(off.available(Role::Chat), None);
    assert_eq!(off.status().await, []);
    assert_eq!(server.received().len(), asked, "switched off means nothing is looked for");
    drop(server);
    let gone = Models::start(catalogue(None)).await.unwrap();
    assert_eq!(gone.available(Role::Chat), None);
}

#[tokio::test]
async fn the_lamps_say_what_answers() {
    let script = Script { kind: Kind::Ollama, ..Script::default() };
    let world = world_with(script, |s| {
        s["models"]["absent"] = json!({ "provider": "p" });
        s["providers"]["dead"] = json!({ "kind": "openai", "baseUrl": "http://127.0.0.1:9" });
        s["models"]["unreachable"] = json!({ "provider": "dead" });
        s["providers"]["far"] = json!({ "kind": "openai", "baseUrl": "https://example.invalid/v1" });
        s["models"]["hosted"] = json!({ "provider": "far" });
        s["models"]["keyless"] = json!({ "provider": "anthropic" });
    })
    .await;
    let lamps: BTreeMap<String, (Lamp, Place, String)> = world
        .models
        .status()
        .await
        .into_iter()
        .map(|s| (s.name, (s.lamp, s.place, s.reason.unwrap_or_default())))
        .collect();
    assert_eq!(lamps["test"], (Lamp::Up, Place::Local, String::new()));
    assert!(lamps["absent"].0 == Lamp::Down && lamps["absent"].2.contains("no model \"absent\""), "{lamps:?}");
    assert!(lamps["unreachable"].0 == Lamp::Down && lamps["unreachable"].2.contains("cannot be reached"));
    assert!(lamps["hosted"].0 == Lamp::Unknown && lamps["hosted"].1 == Place::Hosted);
    assert!(lamps["keyless"].0 == Lamp::Down && lamps["keyless"].2.contains("ANTHROPIC_API_KEY"));
}

#[tokio::test]
async fn spending_is_entered_and_a_budget_stops_the_run() {
    let answer = Answer { usage: Some((1_000, 100)), ..Answer::text("ok") };
    let script = Script { answers: vec![answer], ..Script::default() };
    let world = world_with(script, |s| s["models"]["test"]["prices"] = json!({ "input": 3, "output": 15 })).await;
    // 1 000 × $3/M + 100 × $15/M = $0.0045 a call.
    let budget = Budget { run_cost: Cost::dollars(0.009), session_cost: Cost::dollars(0.012), ..Budget::default() };
    let session = Account::session(&budget, BTreeMap::new());
    let cancel = tokio_util::sync::CancellationToken::new();
    let mut outcomes = Vec::new();
    for run in [session.run(&budget), session.run(&budget)] {
        let models = world.models.with_account(run.clone());
        for _ in 0..3 {
            let answered = models.call(asking("hi"), &mut |_| {}, &cancel).await;
            outcomes.push(answered.map(|r| r.text).map_err(|e| e.to_string()));
        }
        assert!(run.total().cost <= Cost(9_000_000));
    }
    let ok = || Ok("ok".to_owned());
    let spent = |scope: &str, used: &str, limit: &str| {
        Err(format!("the {scope} has used its budget: {used} of {limit}. Nothing has been changed."))
    };
    assert_eq!(
        outcomes,
        [
            ok(),
            ok(),
            spent("run", "$0.0090", "$0.0090"),
            ok(),
            spent("session", "$0.0135", "$0.0120"),
            spent("session", "$0.0135", "$0.0120"),
        ]
    );
    let used = session.by_model()["test"];
    assert_eq!((used.calls, used.prompt_tokens, used.completion_tokens, used.cost), (3, 3_000, 300, Cost(13_500_000)));
}

/// What failed after the model had begun was paid for: it counts, each attempt of it.
#[tokio::test]
async fn a_failed_answer_counts_in_usage_and_cost() {
    let filtered = Answer { usage: Some((1_000, 100)), finish: Some("content_filter".into()), ..Answer::default() };
    let broken = Answer { thinking: "Let me see. ".repeat(4), error: Some("boom".into()), ..Answer::default() }.once();
    let script = Script { answers: vec![broken, filtered], ..Script::default() };
    let world = world_with(script, |s| s["models"]["test"]["prices"] = json!({ "input": 3, "output": 15 })).await;
    let account = Account::session(&Budget::default(), BTreeMap::new());
    let models = world.models.with_account(account.clone());
    let mut spent = Vec::new();
    let mut hear = |delta| {
        if let Delta::Spent { model, hosted, usage, cost } = delta {
            spent.push((model, hosted, usage.prompt_tokens, usage.completion_tokens, usage.estimated, cost));
        }
    };
    let answered = models.call(asking("hi"), &mut hear, &tokio_util::sync::CancellationToken::new()).await;
    assert_eq!(answered.map_err(|e| e.code()), Err("model_refused"));
    let [first, second] = &spent[..] else { panic!("{spent:?}") };
    // Nobody counted the first: it is estimated, prompt and thoughts.
    assert!(first.4 && first.2 > 0 && first.3 > 0 && first.5 > Cost(0), "{first:?}");
    assert_eq!(*second, ("test".to_owned(), false, 1_000, 100, false, Cost(4_500_000)));
    let used = account.by_model()["test"];
    assert_eq!((used.calls, used.prompt_tokens, used.cost), (2, 1_000 + first.2, Cost(4_500_000 + first.5.0)));
    assert_eq!(used.completion_tokens, 100 + first.3);
}

/// A prompt that alone goes beyond a budget is not sent; a server that says nothing is not asked again.
#[tokio::test]
async fn what_a_prompt_costs_is_known_before_and_nothing_is_no_answer() {
    let script = Script { answers: vec![Answer::text("ok")], ..Script::default() };
    let world = world_with(script, |s| s["models"]["test"]["prices"] = json!({ "input": 3, "output": 15 })).await;
    let cancel = tokio_util::sync::CancellationToken::new();
    for budget in [
        Budget { run_tokens: Some(1), ..Budget::default() },
        Budget { run_cost: Cost::dollars(0.000_001), ..Budget::default() },
        Budget { session_tokens: Some(1), ..Budget::default() },
    ] {
        let run = Account::session(&budget, BTreeMap::new()).run(&budget);
        let models = world.models.with_account(run);
        let answered = models.call(asking("a somewhat longer message than that"), &mut |_| {}, &cancel).await;
        assert_eq!(answered.map_err(|e| e.code()), Err("budget_spent"), "{budget:?}");
    }
    assert_eq!(world.server.calls().len(), 0);
    for body in ["", "{\"choices\":[]}"] {
        let answer = Answer { status: Some(200), body: Some(body.to_owned()), ..Answer::default() };
        let world = world_with(Script { answers: vec![answer], ..Script::default() }, |_| {}).await;
        let answered = world.hear(asking("hi")).await.0;
        assert_eq!(
            (answered.map_err(|e| e.code()), world.server.calls().len()),
            (Err("model_bad_response"), 1),
            "{body}"
        );
    }
}

#[tokio::test]
async fn a_tool_call_that_was_cut_is_never_whole() {
    let events = |reason: &str| {
        [
            json!({ "type": "message_start", "message": { "model": "m", "usage": { "input_tokens": 5, "cache_read_input_tokens": 7, "cache_creation_input_tokens": 2 } } }),
            json!({ "type": "content_block_start", "index": 0, "content_block": { "type": "tool_use", "id": "t1", "name": "f", "input": {} } }),
            json!({ "type": "content_block_delta", "index": 0, "delta": { "type": "input_json_delta", "partial_json": "{\"path\":\"a" } }),
            json!({ "type": "something_new" }),
            json!({ "type": "message_delta", "delta": { "stop_reason": reason }, "usage": { "output_tokens": 9 } }),
            json!({ "type": "message_stop" }),
        ]
        .iter()
        .map(|e| format!("event: {}\ndata: {e}\n\n", e["type"].as_str().unwrap()))
        .collect::<String>()
    };
    for (reason, want) in [("max_tokens", Finish::Length), ("tool_use", Finish::Aborted), ("end_turn", Finish::Aborted)]
    {
        let headers = BTreeMap::from([("content-type".to_owned(), "text/event-stream".to_owned())]);
        let answer = Answer { status: Some(200), body: Some(events(reason)), headers, ..Answer::default() };
        let reply = world(Kind::Anthropic, vec![answer]).await.ask("read").await.unwrap();
        assert_eq!((reply.finish, reply.tool_calls[0].arguments.as_str()), (want, "{\"path\":\"a"), "{reason}");
        assert_eq!((reply.usage.prompt_tokens, reply.usage.cached_tokens, reply.usage.completion_tokens), (14, 7, 9));
    }
}

/// A refusal is one whatever was written before it, streamed or not; nothing of that is an answer.
#[tokio::test]
async fn what_anthropics_model_declines_is_refused() {
    let stream = |said: &str| {
        [
            json!({ "type": "message_start", "message": { "model": "m", "usage": { "input_tokens": 5 } } }),
            json!({ "type": "content_block_start", "index": 0, "content_block": { "type": "text", "text": "" } }),
            json!({ "type": "content_block_delta", "index": 0, "delta": { "type": "text_delta", "text": said } }),
            json!({ "type": "content_block_stop", "index": 0 }),
            json!({ "type": "message_delta", "delta": { "stop_reason": "refusal" }, "usage": { "output_tokens": 9 } }),
            json!({ "type": "message_stop" }),
        ]
        .iter()
        .map(|e| format!("event: {}\ndata: {e}\n\n", e["type"].as_str().unwrap()))
        .collect::<String>()
    };
    let whole = |said: &str| {
        json!({ "type": "message", "model": "m", "content": [{ "type": "text", "text": said }], "stop_reason": "refusal" })
            .to_string()
    };
    for (kind, body) in [
        ("text/event-stream", stream("")),
        ("text/event-stream", stream("{\"operations\":[")),
        ("application/json", whole("I cannot help with that.")),
    ] {
        let headers = BTreeMap::from([("content-type".to_owned(), kind.to_owned())]);
        let answer = Answer { status: Some(200), body: Some(body), headers, ..Answer::default() };
        let error = world(Kind::Anthropic, vec![answer]).await.ask("read").await.unwrap_err();
        assert_eq!(error.code(), "model_refused", "{error}");
    }
}

/// S4-1, S4-24: what a model's entry says to it stands behind the instructions, in every dialect and in the record.
#[tokio::test]
async fn a_models_own_prompt_is_sent_after_the_instructions() {
    for kind in KINDS {
        let script = Script { kind, answers: vec![Answer::text("ok")], ..Script::default() };
        let world = world_with(script, |s| s["models"]["test"]["prompt"] = json!("Be brief.")).await;
        world.ask("hi").await.unwrap();
        let sent = world.server.calls()[0].to_string();
        let places = ["Rules.", "Be brief.", "hi\""].map(|part| sent.find(part));
        assert!(places[0].is_some() && places.is_sorted() && sent.matches("Be brief.").count() == 1, "{sent}");
        let mut kept = asking("hi").messages;
        world.models.as_sent(Role::Propose, None, &mut kept);
        assert_eq!(kept.iter().map(|m| m.content.as_str()).collect::<Vec<_>>(), ["Rules.", "Be brief.", "hi"]);
    }
}

#[tokio::test]
async fn an_anthropic_server_that_does_not_stream_is_heard() {
    let say = |content: serde_json::Value, reason: &str| {
        let body = json!({
            "type": "message", "role": "assistant", "model": "m", "content": content, "stop_reason": reason,
            "usage": { "input_tokens": 7, "output_tokens": 5 },
        });
        let mut answer = Answer { body: Some(body.to_string()), ..Answer::default() };
        answer.headers.insert("content-type".into(), "application/json".into());
        answer
    };
    let text = json!([{ "type": "thinking", "thinking": "hm" }, { "type": "text", "text": "Hello." }]);
    let call = json!([{ "type": "tool_use", "id": "c", "name": "f", "input": { "a": 1 } }]);
    for (content, reason, finish, said, tools) in [
        (text.clone(), "end_turn", Finish::Stop, "Hello.", 0),
        (text.clone(), "max_tokens", Finish::Length, "Hello.", 0),
        (call, "tool_use", Finish::ToolCalls, "", 1),
    ] {
        let reply = world(Kind::Anthropic, vec![say(content, reason)]).await.ask("hi").await.unwrap();
        assert_eq!((reply.finish, reply.text.as_str(), reply.tool_calls.len()), (finish, said, tools), "{reason}");
        assert_eq!((reply.usage.prompt_tokens, reply.usage.completion_tokens), (7, 5));
        assert!(reply.tool_calls.iter().all(|call| call.arguments == r#"{"a":1}"#));
    }
    for content in [json!([]), text] {
        let refused = world(Kind::Anthropic, vec![say(content, "refusal")]).await.ask("hi").await;
        assert_eq!(refused.map_err(|error| error.code()), Err("model_refused"));
    }
}
