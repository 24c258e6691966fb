//! Servers that fail, lie, stall, or are something else.

use crate::world::{KINDS, asking, kind_name, text_of, world, world_with};
use countersign_core::model::Finish;
use countersign_llm::{Catalogue, Delta, LlmError, Models};
use countersign_testkit::{Answer, Kind, Script};
use serde_json::json;
use std::time::Duration;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

#[tokio::test]
async fn every_status_has_its_error() {
    let page = "<!DOCTYPE html><html><title>502</title></html>";
    let cases: &[(u16, &str, &str, usize)] = &[
        (401, r#"{"error":{"message":"Incorrect API key provided: sk-***"}}"#, "model_unauthorised", 1),
        (403, "", "model_unauthorised", 1),
        (404, r#"{"error":"model 'test' not found"}"#, "model_not_found", 1),
        (404, r#"{"error":{"message":"The model `x` does not exist","code":"model_not_found"}}"#, "model_not_found", 1),
        (404, page, "model_bad_response", 1),
        (404, "404 page not found", "model_bad_response", 1),
        (405, "", "model_bad_response", 1),
        (400, r#"{"error":{"message":"nonsense","type":"invalid_request_error"}}"#, "model_rejected_request", 1),
        (422, r#"{"detail":"bad field"}"#, "model_rejected_request", 1),
        (400, r#"{"error":{"message":"This model's maximum context length is 4096 tokens"}}"#, "context_too_long", 1),
        (
            400,
            r#"{"error":{"code":400,"message":"request exceeds the available context size","type":"exceed_context_size_error"}}"#,
            "context_too_long",
            1,
        ),
        (
            400,
            r#"{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 210000 tokens"}}"#,
            "context_too_long",
            1,
        ),
        (413, "", "context_too_long", 1),
        (400, r#"{"error":{"code":"content_filter","message":"filtered"}}"#, "model_refused", 1),
        (429, r#"{"error":{"message":"slow down","type":"rate_limit_error"}}"#, "model_rate_limited", 3),
        (429, r#"{"error":{"code":"insufficient_quota","message":"check your billing"}}"#, "model_rejected_request", 1),
        (408, "", "model_failed", 3),
        (500, r#"{"error":"boom"}"#, "model_failed", 3),
        (502, page, "model_failed", 3),
        (503, r#"{"error":{"message":"Loading model","type":"unavailable_error","code":503}}"#, "model_failed", 3),
        (529, r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#, "model_failed", 3),
        (200, page, "model_bad_response", 1),
        (200, "{\"error\":\"model is unwell\"}", "model_failed", 3),
        (200, "[1,2]", "model_bad_response", 1),
        (200, "{\"hello\":1}", "model_bad_response", 1),
        (204, "", "model_bad_response", 1),
        (301, "", "model_bad_response", 1),
    ];
    for kind in KINDS {
        for (status, body, code, requests) in cases {
            // Event streams have data lines.
            let body = if kind != Kind::Ollama && *status == 200 && body.starts_with(['{', '[']) {
                format!("data: {body}\n\n")
            } else {
                (*body).to_owned()
            };
            let mut answer = Answer::status(*status, body);
            answer.headers.insert("content-type".into(), "text/plain".into());
            let world = world(kind, vec![answer]).await;
            let error = world.ask("hi").await.unwrap_err();
            assert_eq!(error.code(), *code, "{} {status} {error}", kind_name(kind));
            assert_eq!(world.server.calls().len(), *requests, "{} {status} {error}", kind_name(kind));
            assert!(!error.hint().is_empty());
            assert!(error.to_string().contains("Nothing has been changed"), "{error}");
        }
    }
}

#[tokio::test]
async fn a_failure_that_passes_is_survived() {
    for kind in KINDS {
        let mut limited = Answer::status(429, "{}").once();
        limited.headers.insert("retry-after".into(), "0.02".into());
        let world = world(kind, vec![limited, Answer::status(503, "{}").once(), Answer::text("ok")]).await;
        let (reply, heard) = world.hear(asking("hi")).await;
        assert_eq!(reply.unwrap().text, "ok");
        let waits: Vec<(u32, bool)> = heard
            .iter()
            .filter_map(|d| {
                if let Delta::Retry { attempt, after_ms, .. } = d { Some((*attempt, *after_ms >= 20)) } else { None }
            })
            .collect();
        assert_eq!(waits, [(2, true), (3, false)], "{heard:?}");
    }
}

#[tokio::test]
async fn a_wait_that_is_too_long_is_not_waited_for() {
    let mut limited = Answer::status(429, "{}");
    limited.headers.insert("retry-after".into(), "3600".into());
    let world = world(Kind::OpenAi, vec![limited]).await;
    let error = world.ask("hi").await.unwrap_err();
    assert_eq!(error.hint(), "Try again in 3600 s.");
    assert_eq!(world.server.calls().len(), 1);
}

#[tokio::test]
async fn an_answer_cut_anywhere_is_never_whole() {
    for kind in KINDS {
        let answer =
            Answer { usage: Some((9, 9)), ..Answer::text("{\"operations\":[{\"op\":\"create\",\"title\":\"milk\"}]}") };
        let mut cuts = [0; 2];
        for cut in (1..2_600).step_by(61) {
            let answer = Answer { cut_after: Some(cut), ..answer.clone() };
            let world = world_with(Script { kind, answers: vec![answer], ..Script::default() }, |s| {
                s["retries"]["most"] = 0.into();
            })
            .await;
            let (reply, heard) = world.hear(asking("hi")).await;
            match reply {
                // Whole only if the frame that says why it stopped came through.
                Ok(reply) if reply.finish == Finish::Stop => {
                    assert_eq!(reply.text, "{\"operations\":[{\"op\":\"create\",\"title\":\"milk\"}]}", "{cut}");
                    cuts[1] += 1;
                }
                Ok(reply) => {
                    assert_eq!(reply.finish, Finish::Aborted, "{cut}");
                    assert_eq!(reply.text, text_of(&heard));
                    assert!(matches!(heard.last(), Some(Delta::Cut { .. })), "{heard:?}");
                    cuts[0] += 1;
                }
                Err(error) => assert_eq!(error.code(), "model_unreachable", "{} {cut} {error}", kind_name(kind)),
            }
        }
        assert!(cuts[0] > 3, "{} {cuts:?}", kind_name(kind));
    }
}

#[tokio::test]
async fn an_end_without_the_last_frame_is_a_cut() {
    for kind in KINDS {
        let world = world(kind, vec![Answer { no_end: true, ..Answer::text("half an answ") }]).await;
        let reply = world.ask("hi").await.unwrap();
        assert_eq!((reply.finish, reply.text.as_str()), (Finish::Aborted, "half an answ"), "{}", kind_name(kind));
    }
}

/// PROVIDERS: errors arrive in the middle of a stream, under HTTP 200.
#[tokio::test]
async fn an_error_in_the_middle_is_a_failure_that_is_tried_again() {
    let broken =
        || Answer { error: Some("an error was encountered while running the model".into()), ..Answer::text("half") };
    for kind in KINDS {
        let mended = world(kind, vec![broken().once(), Answer::text("whole")]).await;
        let (reply, heard) = mended.hear(asking("hi")).await;
        assert_eq!(reply.unwrap().text, "whole", "{}", kind_name(kind));
        assert!(heard.iter().any(|d| matches!(d, Delta::Retry { .. })), "{heard:?}");
        assert!(!heard.iter().any(|d| matches!(d, Delta::Cut { .. })), "{heard:?}");
        let world = world(kind, vec![broken()]).await;
        let error = world.ask("hi").await.unwrap_err();
        assert_eq!(error.code(), "model_failed", "{} {error}", kind_name(kind));
        assert!(error.to_string().contains("an error was encountered while running the model"), "{error}");
        assert!(world.server.calls().len() > 1);
    }
}

#[tokio::test]
async fn a_stall_is_noticed_long_before_the_time_is_over() {
    for kind in KINDS {
        let world =
            world(kind, vec![Answer { stall_after: Some(4), ..Answer::text("a long answer that stalls") }]).await;
        let started = Instant::now();
        let (reply, heard) = world.hear(asking("hi")).await;
        assert_eq!(reply.unwrap().finish, Finish::Aborted);
        assert!(matches!(heard.last(), Some(Delta::Cut { why }) if why.contains("nothing came for 1 s")), "{heard:?}");
        assert!(started.elapsed() < Duration::from_secs(10));
    }
}

#[tokio::test]
async fn bytes_that_drip_without_a_frame_are_a_stall() {
    let answer =
        Answer { drip: Some(1), delay_ms: 20, chunks: vec!["one".into(), "x".repeat(300)], ..Answer::default() };
    let world = world(Kind::Ollama, vec![answer]).await;
    let reply = world.ask("hi").await.unwrap();
    assert_eq!((reply.finish, reply.text.as_str()), (Finish::Aborted, "one"));
}

#[tokio::test]
async fn silence_ends_with_the_time() {
    for kind in KINDS {
        let world = world_with(
            Script { kind, answers: vec![Answer { never: true, ..Answer::default() }], ..Script::default() },
            |s| {
                s["timeouts"]["totalSeconds"] = 0.5.into();
            },
        )
        .await;
        let error = world.ask("hi").await.unwrap_err();
        assert_eq!(error.to_string(), "test did not answer within 0.5 s. Nothing has been changed.");
        assert_eq!(world.server.calls().len(), 1, "a time-out is not tried again");
    }
}

#[tokio::test]
async fn a_loop_is_stopped() {
    for kind in KINDS {
        for chunk in [" ", "I am sorry. "] {
            let answer = Answer { chunks: vec!["{\"a\":".into(), chunk.into()], repeat: 2_000, ..Answer::default() };
            let world = world(kind, vec![answer]).await;
            let (reply, heard) = world.hear(asking("hi")).await;
            let reply = reply.unwrap();
            assert_eq!(reply.finish, Finish::Aborted, "{} {chunk:?}", kind_name(kind));
            assert!(reply.text.len() < 2_000, "{}", reply.text.len());
            assert_eq!(heard.last(), Some(&Delta::Cut { why: "it only repeated itself".into() }));
        }
    }
}

#[tokio::test]
async fn an_answer_without_end_is_thrown_away() {
    let numbers = |from: u32, to: u32| (from..to).map(|n| n.to_string()).collect::<String>();
    let pieces = (0..3_600).map(|n| numbers(n * 500, n * 500 + 500)).collect();
    let many = world(Kind::Ollama, vec![Answer { chunks: pieces, ..Answer::default() }]).await;
    assert!(matches!(many.ask("hi").await, Err(LlmError::TooLarge { limit: 10_485_760, .. })));
    for kind in KINDS {
        let line = vec![Answer { chunks: vec![numbers(0, 400_000)], ..Answer::default() }];
        let world = world(kind, line).await;
        assert!(matches!(world.ask("hi").await, Err(LlmError::TooLarge { .. })));
    }
}

#[tokio::test]
async fn a_cancelled_call_ends_at_once_and_hangs_up() {
    for kind in KINDS {
        let slow = Answer { delay_ms: 30, ..Answer::text("word ".repeat(400)) };
        let world = world(kind, vec![slow]).await;
        let cancel = CancellationToken::new();
        let mut heard = 0;
        let mut hear = |delta| {
            if matches!(delta, Delta::Text(_)) {
                heard += 1;
                if heard == 3 {
                    cancel.cancel();
                }
            }
        };
        let reply = world.models.call(asking("hi"), &mut hear, &cancel).await.unwrap();
        assert_eq!(reply.finish, Finish::Aborted);
        assert!(reply.text.len() < 100, "{}", reply.text);
        while world.server.left() == 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(world.models.call(asking("hi"), &mut |_| {}, &cancel).await, Err(LlmError::Cancelled));
        assert_eq!(world.server.calls().len(), 1);
    }
}

#[tokio::test]
async fn what_is_no_http_and_what_is_not_there() {
    let world =
        world(Kind::OpenAi, vec![Answer { raw: Some("SSH-2.0-OpenSSH_9.9\r\n".into()), ..Answer::default() }]).await;
    assert_eq!(world.ask("hi").await.unwrap_err().code(), "model_bad_response");
    let settings = json!({
        "providers": { "p": { "kind": "openai", "baseUrl": "http://127.0.0.1:9", "dialect": "compatible" } },
        "models": { "m": { "provider": "p" } },
        "retries": { "most": 1, "firstMs": 1 },
    });
    let models = Models::open(Catalogue::read("models.json", &settings.to_string()).unwrap()).unwrap();
    let error = models.call(asking("hi"), &mut |_| {}, &CancellationToken::new()).await.unwrap_err();
    assert!(
        matches!(&error, LlmError::Unreachable { .. }) && error.to_string().contains("p at 127.0.0.1:9"),
        "{error}"
    );
    let none = Models::none().call(asking("hi"), &mut |_| {}, &CancellationToken::new()).await;
    assert_eq!(none, Err(LlmError::NotConfigured));
}

/// Providers do repeat the key they were given; what keeps their words must not keep it.
#[tokio::test]
async fn a_key_that_comes_back_is_taken_out_of_everything() {
    const KEY: &str = "KEYabc123SECRET";
    for kind in KINDS {
        let echo = format!(r#"{{"error":{{"message":"no {KEY} for you"}}}}"#);
        let status =
            |code: u16, body: &str| Answer { status: Some(code), body: Some(body.to_owned()), ..Answer::default() };
        let redirect = Answer {
            headers: std::collections::BTreeMap::from([("location".to_owned(), format!("/login?key={KEY}"))]),
            ..status(302, "")
        };
        let answers = [
            status(400, &echo),
            status(404, &echo),
            status(500, &echo),
            status(503, KEY),
            redirect,
            Answer { error: Some(format!("key {KEY} is over its limit")), chunks: Vec::new(), ..Answer::default() },
            Answer { error: Some(format!("key {KEY} is over its limit")), ..Answer::text("It began") },
            Answer { chunks: vec![format!("Your key is {KEY}, dear.")], ..Answer::default() },
            status(200, KEY),
        ];
        for answer in answers {
            let case = format!("{kind:?} {answer:?}");
            let script = Script { kind, key: Some(KEY.into()), answers: vec![answer], ..Script::default() };
            let server = countersign_testkit::ModelServer::start(script).await.unwrap();
            let settings = json!({
                "providers": { "p": { "kind": kind_name(kind), "baseUrl": server.url, "apiKeyEnv": "MY_KEY" } },
                "models": { "m": { "provider": "p" } },
                "retries": { "most": 1, "firstMs": 1 },
            });
            let catalogue = Catalogue::read("models.json", &settings.to_string())
                .unwrap()
                .with_environment(|name| (name == "MY_KEY").then(|| KEY.to_owned()))
                .unwrap();
            let models = Models::open(catalogue).unwrap();
            let mut heard = Vec::new();
            let reply = models.call(asking("hi"), &mut |delta| heard.push(delta), &CancellationToken::new()).await;
            let shown = format!("{reply:?} {heard:?} {:?}", models.status().await);
            assert!(!shown.contains("SECRET"), "{case}: {shown}");
            assert!(shown.contains("[secret]"), "{case}: {shown}");
        }
    }
}

#[tokio::test]
async fn a_key_is_sent_where_it_belongs_and_never_shown() {
    for kind in KINDS {
        let script =
            Script { kind, key: Some("sk-very-secret".into()), answers: vec![Answer::text("ok")], ..Script::default() };
        let server = countersign_testkit::ModelServer::start(script).await.unwrap();
        let settings = json!({
            "providers": { "p": { "kind": kind_name(kind), "baseUrl": server.url, "apiKeyEnv": "MY_KEY" } },
            "models": { "m": { "provider": "p" } },
        });
        let catalogue = Catalogue::read("models.json", &settings.to_string())
            .unwrap()
            .with_environment(|name| (name == "MY_KEY").then(|| "sk-very-secret".to_owned()))
            .unwrap();
        let models = Models::open(catalogue.clone()).unwrap();
        let reply = models.call(asking("hi"), &mut |_| {}, &CancellationToken::new()).await.unwrap();
        let shown = format!("{catalogue:?} {models:?} {reply:?} {:?}", models.status().await);
        assert!(!shown.contains("very-secret"));
    }
}

/// A llama-server that loads its model refuses its list, too: it is asked again as at a call.
#[tokio::test]
async fn a_server_that_loads_its_model_is_waited_for() {
    use std::io::{BufRead, BufReader, Read, Write};
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let serving = std::thread::spawn(move || {
        let loading = r#"{"error":{"message":"Loading model","type":"unavailable_error","code":503}}"#;
        let list = r#"{"data":[{"id":"m","owned_by":"llamacpp"}]}"#;
        let answer =
            "data: {\"choices\":[{\"delta\":{\"content\":\"ok\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";
        let mut asked: Vec<String> = Vec::new();
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut reader = BufReader::new(stream.try_clone().unwrap());
            let (mut first, mut length) = (String::new(), 0);
            reader.read_line(&mut first).unwrap();
            let mut line = String::new();
            while reader.read_line(&mut line).unwrap() > 2 {
                if let Some(n) = line.to_lowercase().strip_prefix("content-length:") {
                    length = n.trim().parse().unwrap();
                }
                line.clear();
            }
            std::io::copy(&mut reader.take(length), &mut std::io::sink()).unwrap();
            let lists = asked.iter().filter(|line| line.contains("/v1/models")).count();
            let (status, body) = match () {
                () if first.contains("/api/version") => ("404 Not Found", "{}"),
                () if first.contains("/v1/models") && lists == 0 => ("503 Service Unavailable", loading),
                () if first.contains("/v1/models") => ("200 OK", list),
                () => ("200 OK", answer),
            };
            let kind = if body == answer { "text/event-stream" } else { "application/json" };
            let head = format!(
                "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
                body.len()
            );
            stream.write_all(format!("{head}{body}").as_bytes()).unwrap();
            asked.push(first);
            if body == answer {
                return;
            }
        }
    });
    let settings = json!({
        "providers": { "p": { "baseUrl": url } }, "models": { "m": { "provider": "p" } },
        "retries": { "most": 2, "firstMs": 1, "longestMs": 10 },
    });
    let catalogue = Catalogue::read("models.json", &settings.to_string()).unwrap();
    let models = Models::open(catalogue.with_environment(|_| None).unwrap()).unwrap();
    let mut retries = 0;
    let mut hear = |delta| retries += u32::from(matches!(delta, Delta::Retry { .. }));
    let reply = models.call(asking("hi"), &mut hear, &CancellationToken::new()).await;
    assert_eq!((reply.map(|reply| reply.text), retries), (Ok("ok".to_owned()), 1));
    serving.join().unwrap();
}

#[tokio::test]
async fn what_comes_packed_is_called_so() {
    for kind in KINDS {
        let mut packed = Answer { body: Some("\u{1f}\u{8b}???".into()), ..Answer::default() };
        packed.headers.insert("content-encoding".into(), "gzip".into());
        let error = world(kind, vec![packed]).await.ask("hi").await.unwrap_err().to_string();
        assert!(error.contains("compressed bytes, which were not asked for"), "{} {error}", kind_name(kind));
    }
}

/// What the server has not is named as the server knows it; a key that was never set was not refused.
#[tokio::test]
async fn what_is_missing_is_named_as_it_is() {
    let gone = Answer::status(404, r#"{"error":"model 'qwen3:4b' not found"}"#);
    let script = Script { kind: Kind::Ollama, answers: vec![gone], ..Script::default() };
    let world = world_with(script, |s| s["models"]["test"]["id"] = json!("qwen3:4b")).await;
    let error = world.ask("hi").await.unwrap_err();
    assert!(error.to_string().contains("has no model \"qwen3:4b\""), "{error}");
    for (key, said) in [(None, "wants a key, and none is set"), (Some("sk-1234567890"), "refused the key")] {
        let script = Script { answers: vec![Answer::status(401, "{}")], ..Script::default() };
        let world = world_with(script, |s| {
            if let Some(key) = key {
                s["providers"]["p"]["apiKey"] = json!(key);
            }
        })
        .await;
        let error = world.ask("hi").await.unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
    }
}

/// S1-8: what a message has written when it begins is no count of what it wrote.
#[tokio::test]
async fn a_cut_answer_is_estimated_by_every_provider() {
    for kind in KINDS {
        let text = "Here is a long answer about the garden. ".repeat(20);
        let cut = Answer { usage: Some((9, 1)), no_end: true, ..Answer::text(text.clone()) };
        let reply = world(kind, vec![cut]).await.ask("hi").await.unwrap();
        assert_eq!(reply.finish, Finish::Aborted, "{}", kind_name(kind));
        assert!(reply.usage.estimated && reply.usage.completion_tokens > 100, "{} {:?}", kind_name(kind), reply.usage);
    }
}
