//! Pictures: what is asked, the forms an answer may have, and addresses that are not fetched.

use crate::world::{World, asking, kind_name, world_with};
use countersign_core::model::Role;
use countersign_llm::catalogue::Budget;
use countersign_llm::spending::Cost;
use countersign_llm::{Account, LlmError, Painted, Shown};
use countersign_testkit::{Answer, Drawing, Kind, Listed, ModelServer, Refusal, Script, pictures};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tokio_util::sync::CancellationToken;

async fn painter(drawings: Vec<Drawing>) -> World {
    painter_with(Script { drawings, ..Script::default() }, |_| {}).await
}

async fn painter_with(script: Script, edit: impl FnOnce(&mut Value)) -> World {
    world_with(script, |settings| {
        settings["models"] = json!({ "flux": { "provider": "p", "capabilities": ["image"] } });
        edit(settings);
    })
    .await
}

async fn paint(world: &World, prompt: &str) -> Result<Painted, LlmError> {
    world.models.paint(prompt, &CancellationToken::new()).await
}

fn code(painted: Result<Painted, LlmError>) -> (&'static str, String) {
    let error = painted.unwrap_err();
    (error.code(), error.to_string())
}

#[tokio::test]
async fn bytes_are_asked_for_and_counted() {
    let drawing = Drawing { revised: Some("A red fox, at dawn".into()), ..Drawing::default() };
    let script = Script { drawings: vec![drawing], key: Some("k-1".into()), ..Script::default() };
    let world = painter_with(script, |settings| {
        settings["providers"]["p"]["apiKey"] = json!("k-1");
        settings["models"]["flux"]["id"] = json!("flux-1");
        settings["models"]["flux"]["prices"] = json!({ "image": 0.02 });
    })
    .await;
    let got = paint(&world, "a red fox").await.unwrap();
    assert_eq!(got.bytes, pictures::png(4, 3));
    assert_eq!(
        (got.revised_prompt.as_deref(), got.url, got.model.as_str()),
        (Some("A red fox, at dawn"), None, "flux")
    );
    assert_eq!((got.cost, got.hosted), (Cost(20_000_000), false));
    let body = &world.server.received()[0].body;
    let want = json!({ "model": "flux-1", "prompt": "a red fox", "n": 1, "response_format": "b64_json" });
    assert_eq!(*body, want);
    assert_eq!(world.models.picture_cost(), Some(Cost(20_000_000)));
}

#[tokio::test]
async fn where_a_price_is_not_known_a_picture_costs_seven_cents() {
    let world = painter(vec![Drawing::default()]).await;
    assert_eq!(paint(&world, "x").await.unwrap().cost, Cost::dollars(0.07).unwrap());
}

#[tokio::test]
async fn a_server_that_gives_no_bytes_is_asked_for_an_address_and_one_that_knows_neither_for_nothing() {
    let refusal = |value: Option<&str>| Refusal {
        pointer: "/response_format".into(),
        value: value.map(|v| json!(v)),
        message: "Unknown parameter: 'response_format'".into(),
    };
    for (refuses, asked) in [
        (vec![refusal(Some("b64_json"))], vec![json!("b64_json"), json!("url"), json!("url")]),
        (vec![refusal(None)], vec![json!("b64_json"), json!("url"), Value::Null, Value::Null]),
    ] {
        let by_itself = Drawing { by_address: true, ..Drawing::default() };
        let world = painter_with(Script { drawings: vec![by_itself], refuses, ..Script::default() }, |_| {}).await;
        for _ in 0..2 {
            let got = paint(&world, "x").await.unwrap();
            assert_eq!(got.bytes, pictures::png(4, 3), "the provider's own host is fetched from");
            assert_eq!(got.url, Some(format!("{}/pictures/0", world.server.url)));
        }
        let sent = world.server.received().into_iter().filter(|r| r.line.starts_with("POST"));
        let formats: Vec<Value> = sent.map(|r| r.body["response_format"].clone()).collect();
        assert_eq!(formats, asked, "what was refused once is not asked again");
    }
}

#[tokio::test]
async fn an_address_in_a_private_network_is_never_asked() {
    let bystander =
        ModelServer::start(Script { drawings: vec![Drawing::default()], ..Script::default() }).await.unwrap();
    let port = bystander.url.rsplit(':').next().unwrap().to_owned();
    for (address, why) in [
        (format!("{}/pictures/0", bystander.url), "not encrypted"),
        (format!("http://localhost:{port}/pictures/0"), "not encrypted"),
        (format!("https://127.0.0.1:{port}/pictures/0"), "private network"),
        (format!("https://localhost:{port}/pictures/0"), "private network"),
        (format!("https://[::1]:{port}/x"), "private network"),
        (format!("https://[::ffff:127.0.0.1]:{port}/x"), "private network"),
        (format!("https://0x7f.1:{port}/x"), "cannot be fetched"),
        ("https://169.254.169.254/latest/meta-data".to_owned(), "private network"),
        ("http://169.254.169.254/latest/meta-data".to_owned(), "not encrypted"),
        ("file:///etc/passwd".to_owned(), "none"),
        (format!("https://user@127.0.0.1:{port}/x"), "none"),
        ("nothing at all".to_owned(), "none"),
    ] {
        let world = painter(vec![Drawing { address: Some(address.clone()), ..Drawing::default() }]).await;
        let (code, message) = code(paint(&world, "x").await);
        assert_eq!(code, "model_bad_response", "{address}");
        assert!(message.contains(why), "{address}: {message}");
        // Nor does the provider's own host lead there.
        let leads = Drawing { by_address: true, redirect: Some(address.clone()), ..Drawing::default() };
        let world = painter(vec![leads]).await;
        assert_eq!(self::code(paint(&world, "x").await).0, "model_bad_response", "{address} by a redirect");
    }
    assert_eq!(bystander.received().len(), 0, "nobody came by");
}

#[tokio::test]
async fn what_is_no_answer_costs_nothing_and_what_was_answered_is_counted() {
    let body = |body: &str| Drawing { body: Some(body.into()), ..Drawing::default() };
    let refused = "{\"error\":{\"message\":\"content_policy_violation\"}}";
    let address = Drawing { address: Some("https://127.0.0.1/x".into()), ..Drawing::default() };
    let cases = [
        (body("<html>"), "model_bad_response", false),
        (body("{\"data\":[]}"), "model_bad_response", false),
        (Drawing { status: Some(401), ..Drawing::default() }, "model_unauthorised", false),
        (Drawing { status: Some(400), ..body(refused) }, "model_refused", false),
        (Drawing { status: Some(404), ..Drawing::default() }, "model_bad_response", false),
        (body("{\"data\":[{\"b64_json\":\"***\"}]}"), "model_bad_response", true),
        (address, "model_bad_response", true),
        (Drawing { bytes: Some(20_000_001), ..Drawing::default() }, "model_answer_too_large", true),
        (Drawing { bytes: Some(25_000_000), ..Drawing::default() }, "model_answer_too_large", true),
        (Drawing { bytes: Some(25_000_000), by_address: true, ..Drawing::default() }, "model_bad_response", true),
    ];
    for (drawing, want, paid) in cases {
        let what = format!("{drawing:?}");
        let world = painter(vec![drawing]).await;
        let account = Account::session(&Budget::default(), BTreeMap::new());
        let models = world.models.with_account(account.clone());
        let error = models.paint("x", &CancellationToken::new()).await.unwrap_err();
        assert_eq!(error.code(), want, "{what}");
        assert!(!error.hint().contains("address is a model server's") || !paid, "{what}: {}", error.hint());
        let cost = if paid { Cost::dollars(0.07).unwrap() } else { Cost(0) };
        assert_eq!((account.total().calls, account.total().cost), (u64::from(paid), cost), "{what}");
        match error {
            LlmError::Paid(told) => assert_eq!((told.cost, told.model.as_str(), paid), (cost, "flux", true), "{what}"),
            _ => assert!(!paid, "{what}"),
        }
    }
}

#[tokio::test]
async fn base64_is_read_as_servers_write_it() {
    use base64::Engine as _;
    let whole = base64::engine::general_purpose::STANDARD.encode(pictures::png(3, 2));
    let lines = whole.as_bytes().chunks(76).map(|l| String::from_utf8_lossy(l).into_owned()).collect::<Vec<_>>();
    for (what, text) in [
        ("in lines", lines.join("\n") + "\n"),
        ("not filled up", whole.trim_end_matches('=').to_owned()),
        ("in an address", format!("data:image/png;base64,{whole}")),
    ] {
        for key in ["b64_json", "url"] {
            if key == "url" && !text.starts_with("data:") {
                continue;
            }
            let body = json!({ "data": [{ key: text }] }).to_string();
            let world = painter(vec![Drawing { body: Some(body), ..Drawing::default() }]).await;
            assert_eq!(paint(&world, "x").await.unwrap().bytes, pictures::png(3, 2), "{what}, {key}");
        }
    }
}

#[tokio::test]
async fn the_budget_that_is_spent_is_named_in_what_to_do() {
    let world = painter(vec![Drawing::default()]).await;
    let cancel = CancellationToken::new();
    for (session_cost, run_cost, hint) in [(0.05, 9.0, "start another conversation"), (9.0, 0.05, "start another run")]
    {
        let budget = Budget {
            session_cost: Cost::dollars(session_cost),
            run_cost: Cost::dollars(run_cost),
            ..Budget::default()
        };
        let account = Account::session(&budget, BTreeMap::new()).run(&budget);
        let error = world.models.with_account(account).paint("x", &cancel).await.unwrap_err();
        assert!(error.hint().contains(hint), "{error:?}: {}", error.hint());
    }
    // What a server said ends in a full stop of its own.
    let said = "{\"error\":{\"message\":\"Rejected by our safety system.\"}}";
    let world = painter(vec![Drawing { status: Some(400), body: Some(said.into()), ..Drawing::default() }]).await;
    let message = paint(&world, "x").await.unwrap_err().to_string();
    assert!(message.ends_with("safety system. Nothing has been changed."), "{message}");
}

#[tokio::test]
async fn a_limit_is_waited_out_and_then_told() {
    let limited = |times| Drawing { status: Some(429), times, ..Drawing::default() };
    let world = painter(vec![limited(Some(1)), Drawing::default()]).await;
    assert!(paint(&world, "x").await.is_ok());
    let world = painter(vec![limited(None)]).await;
    assert_eq!(code(paint(&world, "x").await).0, "model_rate_limited");
    assert_eq!(world.server.received().len(), 3, "once and two times more");
}

#[tokio::test]
async fn calls_side_by_side_do_not_go_beyond_the_budget_together() {
    let world = painter(vec![Drawing::default()]).await;
    let budget = Budget { run_cost: Cost::dollars(0.15), ..Budget::default() };
    let session = Account::session(&budget, BTreeMap::new());
    let models = world.models.with_account(session.run(&budget));
    let cancel = CancellationToken::new();
    let (a, b, c) = tokio::join!(models.paint("a", &cancel), models.paint("b", &cancel), models.paint("c", &cancel));
    let codes: Vec<_> = [a, b, c].into_iter().filter_map(|got| got.err().map(|e| e.code())).collect();
    assert_eq!(codes, ["budget_spent"]);
    assert_eq!(session.total().cost, Cost::dollars(0.14).unwrap());
    assert_eq!(world.server.received().len(), 2, "the third was not even asked for");
}

#[tokio::test]
async fn a_cancelled_call_ends_at_once() {
    let world = painter(vec![Drawing { never: true, ..Drawing::default() }]).await;
    let cancel = CancellationToken::new();
    let painting = world.models.paint("x", &cancel);
    tokio::pin!(painting);
    loop {
        tokio::select! {
            got = &mut painting => panic!("{got:?}"),
            () = tokio::task::yield_now() => if !world.server.received().is_empty() { break },
        }
    }
    cancel.cancel();
    assert_eq!(painting.await, Err(LlmError::Cancelled));
}

#[tokio::test]
async fn a_model_that_only_paints_answers_nothing() {
    let world = painter(Vec::new()).await;
    assert_eq!(world.models.available(Role::Chat), None);
    assert!(world.models.available(Role::Image).is_some());
    let world = painter_with(Script::default(), |settings| {
        settings["models"] = json!({ "art": { "provider": "p" }, "text": { "provider": "p" } });
        settings["roles"] = json!({ "image": "art" });
    })
    .await;
    assert_eq!(world.models.available(Role::Chat).map(|m| m.name).as_deref(), Some("text"));
}

#[tokio::test]
async fn every_provider_is_shown_pictures_in_its_own_form() {
    for kind in [Kind::Ollama, Kind::OpenAi, Kind::Anthropic] {
        let script = Script { kind, answers: vec![Answer::text("a fox")], ..Script::default() };
        let world = world_with(script, |_| {}).await;
        let shown = [Shown { media_type: "image/png", bytes: pictures::png(2, 2).into() }];
        let (mut deaf, cancel) = (|_| {}, CancellationToken::new());
        let reply = world.models.call_shown(asking("what is this"), &shown, &mut deaf, &cancel).await;
        assert_eq!(reply.unwrap().text, "a fox", "{}", kind_name(kind));
        let messages = &world.server.calls()[0]["messages"];
        let last = messages.as_array().unwrap().last().unwrap();
        let data = "iVBORw0KGgo";
        let found = match kind {
            Kind::Ollama => last["images"][0].as_str().unwrap().to_owned(),
            Kind::OpenAi => {
                assert_eq!(last["content"][0], json!({ "type": "text", "text": "what is this" }));
                let url = last["content"][1]["image_url"]["url"].as_str().unwrap();
                url.strip_prefix("data:image/png;base64,").unwrap().to_owned()
            }
            Kind::Anthropic => {
                assert_eq!(last["content"][1], json!({ "type": "text", "text": "what is this" }));
                let source = &last["content"][0]["source"];
                assert_eq!((&source["type"], &source["media_type"]), (&json!("base64"), &json!("image/png")));
                source["data"].as_str().unwrap().to_owned()
            }
        };
        assert!(found.starts_with(data), "{}: {found}", kind_name(kind));
    }
}

#[tokio::test]
async fn who_can_see_is_said_by_the_settings_or_by_the_server() {
    let sight = |capabilities: &[&str]| Listed {
        id: "test".into(),
        capabilities: capabilities.iter().map(|c| (*c).to_owned()).collect(),
        ..Listed::default()
    };
    for (kind, listed, entry, want) in [
        (Kind::Ollama, sight(&["completion", "vision"]), json!({ "provider": "p" }), true),
        (Kind::Ollama, sight(&["completion"]), json!({ "provider": "p" }), false),
        (Kind::OpenAi, sight(&[]), json!({ "provider": "p" }), false),
        (Kind::OpenAi, sight(&[]), json!({ "provider": "p", "capabilities": ["vision"] }), true),
    ] {
        let script = Script { kind, models: vec![listed], ..Script::default() };
        let world = world_with(script, |settings| settings["models"]["test"] = entry.clone()).await;
        assert_eq!(world.models.sees(Role::Chat).await, Some(want), "{entry}");
    }
}
