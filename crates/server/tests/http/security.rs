//! Nobody else gets in.

use crate::world::{Answer, BEARER, HOST, World, bare};
use axum::body::Body;
use axum::http::header;
use serde_json::{Value, json};

/// Headers of a request.
type Headers<'a> = &'a [(&'a str, &'a str)];

/// Every operation of the OpenAPI document: method and path with numbers filled in.
fn operations() -> Vec<(String, String)> {
    let document: Value = serde_json::from_str(&countersign_server::openapi_json()).unwrap();
    let fill =
        |path: &str| path.replace("{id}", "1").replace("{n}", "1").replace("{seq}", "1").replace("{format}", "json");
    let paths = document["paths"].as_object().unwrap();
    paths
        .iter()
        .flat_map(|(path, item)| {
            item.as_object().unwrap().keys().map(move |method| (method.to_uppercase(), fill(path)))
        })
        .collect()
}

#[tokio::test]
async fn no_route_answers_without_auth() {
    let world = World::new().await;
    let operations = operations();
    assert!(operations.len() >= 40, "{}", operations.len());
    let url = world.get("/api/url").await["url"].as_str().unwrap().replace("http://127.0.0.1:4177", "");
    let signed_in = Answer::of(world.send(bare("GET", &url).body(Body::empty()).unwrap()).await).await;
    let (name, _) = signed_in.header("set-cookie").split_once('=').unwrap();
    let forged = format!("{name}={}.1.{}", "0".repeat(64), "0".repeat(64));
    let wrong: [Headers<'_>; 7] = [
        &[],
        &[("authorization", "Bearer wrong")],
        &[("authorization", "Bearer ")],
        &[("authorization", &format!("Basic {BEARER}"))],
        &[("authorization", BEARER)],
        &[("cookie", &forged)],
        &[("cookie", &format!("{name}={BEARER}"))],
    ];
    for (method, path) in &operations {
        assert!(path.starts_with("/api/"), "{path}");
        for headers in wrong {
            let mut request = bare(method, path).header(header::CONTENT_TYPE, "application/json");
            for (name, value) in headers {
                request = request.header(*name, *value);
            }
            let answer = Answer::of(world.send(request.body(Body::from("{}")).unwrap()).await).await;
            assert_eq!(answer.refusal(), (401, "unauthorized".to_owned()), "{method} {path} {headers:?}");
            assert_eq!(answer.header("www-authenticate"), "Bearer");
        }
    }
    // Also what is no route says nothing before that.
    for path in ["/api", "/api/", "/api/nothing", "/api/todos/1/nothing"] {
        let answer = Answer::of(world.send(bare("GET", path).body(Body::empty()).unwrap()).await).await;
        assert_eq!(answer.refusal(), (401, "unauthorized".to_owned()), "{path}");
    }
    assert!(world.engine.todos(|_| true).is_empty());
}

#[tokio::test]
async fn every_documented_operation_is_there() {
    let world = World::new().await;
    for (method, path) in
        operations().into_iter().filter(|(_, p)| !p.ends_with("/stream") && !p.ends_with("/api/events"))
    {
        let answer = world.ask(&method, &path, (method != "GET" && method != "DELETE").then(|| json!({}))).await;
        assert!(
            answer.status != 405 && !answer.text.contains("there is no route"),
            "{method} {path}: {} {}",
            answer.status,
            answer.text
        );
    }
}

#[tokio::test]
async fn host_and_origin_must_be_ours() {
    let world = World::new().await;
    let ok = (200, String::new());
    let host = |code: u16| (code, "host_not_allowed".to_owned());
    let refused = |code: &str| (403, code.to_owned());
    let cases: Vec<(Headers<'_>, (u16, String))> = vec![
        (&[("host", HOST)], ok.clone()),
        (&[("host", "localhost:4177")], ok.clone()),
        (&[("host", "LOCALHOST:4177")], ok.clone()),
        // It listens there on no machine; somebody else may.
        (&[("host", "[::1]:4177")], host(421)),
        (&[("host", HOST), ("origin", "http://[::1]:4177")], refused("origin_not_allowed")),
        (&[], host(421)),
        (&[("host", "127.0.0.1")], host(421)),
        (&[("host", "127.0.0.1:4178")], host(421)),
        (&[("host", "127.0.0.1:4177.evil.example")], host(421)),
        (&[("host", "evil.example:4177")], host(421)),
        (&[("host", "127.0.0.1:4177@evil.example")], host(421)),
        (&[("host", HOST), ("host", "evil.example")], host(421)),
        (&[("host", HOST), ("origin", "http://127.0.0.1:4177")], ok.clone()),
        (&[("host", "localhost:4177"), ("origin", "http://localhost:4177")], ok.clone()),
        (&[("host", HOST), ("origin", "http://localhost:4177")], refused("origin_not_allowed")),
        (&[("host", "localhost:4177"), ("origin", "http://127.0.0.1:4177")], refused("origin_not_allowed")),
        (&[("host", HOST), ("origin", "https://127.0.0.1:4177")], refused("origin_not_allowed")),
        (&[("host", HOST), ("origin", "http://127.0.0.1")], refused("origin_not_allowed")),
        (&[("host", HOST), ("origin", "http://127.0.0.1:41770")], refused("origin_not_allowed")),
        (&[("host", HOST), ("origin", "http://localhost:3000")], refused("origin_not_allowed")),
        (&[("host", HOST), ("origin", "null")], refused("origin_not_allowed")),
        (
            &[("host", HOST), ("origin", "http://127.0.0.1:4177"), ("origin", "http://evil.example")],
            refused("origin_not_allowed"),
        ),
        (&[("host", HOST), ("sec-fetch-site", "same-origin")], ok.clone()),
        (&[("host", HOST), ("sec-fetch-site", "none")], ok),
        (&[("host", HOST), ("sec-fetch-site", "cross-site")], refused("cross_site")),
        (&[("host", HOST), ("sec-fetch-site", "same-site")], refused("cross_site")),
        (&[("host", HOST), ("sec-fetch-site", "same-origin"), ("sec-fetch-site", "cross-site")], refused("cross_site")),
    ];
    for (headers, expected) in cases {
        let mut request =
            axum::http::Request::builder().uri("/api/status").header("authorization", format!("Bearer {BEARER}"));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let answer = Answer::of(world.send(request.body(Body::empty()).unwrap()).await).await;
        assert_eq!(answer.refusal(), expected, "{headers:?}");
        assert!(!answer.headers.keys().any(|k| k.as_str().starts_with("access-control")), "no CORS");
    }
    // The page and its preflights are no exception.
    for (method, path, origin, status) in [
        ("GET", "/", None, 421),
        ("GET", "/health", None, 421),
        ("OPTIONS", "/api/todos", Some("http://evil.example"), 403),
    ] {
        let request = axum::http::Request::builder()
            .method(method)
            .uri(path)
            .header("host", if origin.is_some() { HOST } else { "evil.example" });
        let request = origin.into_iter().fold(request, |r, o| r.header("origin", o));
        assert_eq!(world.send(request.body(Body::empty()).unwrap()).await.status().as_u16(), status, "{method} {path}");
    }
    let absolute = axum::http::Request::builder().uri("http://evil.example/health").header("host", HOST);
    assert_eq!(world.send(absolute.body(Body::empty()).unwrap()).await.status().as_u16(), 421);
}

#[tokio::test]
async fn answers_carry_the_headers() {
    let world = World::new().await;
    for path in ["/", "/app.js", "/icons.svg", "/health", "/api/status", "/api/nothing", "/nothing"] {
        let answer = world.ask("GET", path, None).await;
        let page = path == "/";
        assert_eq!(
            ["x-content-type-options", "cross-origin-resource-policy"].map(|h| answer.header(h)),
            ["nosniff", "same-origin"],
            "{path}"
        );
        if page {
            assert!(answer.header("content-security-policy").contains("require-trusted-types-for 'script'"));
            assert!(answer.header("permissions-policy").contains("camera=()"));
            let of_pages = ["referrer-policy", "cross-origin-opener-policy"].map(|h| answer.header(h));
            assert_eq!(of_pages, ["no-referrer", "same-origin"]);
        } else {
            // What is no page is inert where it is opened as one.
            let inert = "default-src 'none'; frame-ancestors 'none'; sandbox";
            assert_eq!(answer.header("content-security-policy"), inert, "{path}");
        }
        assert_eq!(
            answer.header("cache-control"),
            if path.starts_with("/api") || path == "/health" || path == "/nothing" { "no-store" } else { "no-cache" },
            "{path}"
        );
    }
}

#[tokio::test]
async fn wrong_routes_methods_and_parameters_are_named() {
    let world = World::new().await;
    let cases = [
        ("GET", "/api/nothing", 404, "not_found"),
        ("GET", "/api/todos/1/", 404, "not_found"),
        ("POST", "/api/nothing", 404, "not_found"),
        ("DELETE", "/api/todos", 405, "method_not_allowed"),
        ("PUT", "/api/todos/1", 405, "method_not_allowed"),
        ("POST", "/api/status", 405, "method_not_allowed"),
        ("POST", "/", 405, "method_not_allowed"),
        ("GET", "/api/todos?form=2026-11-21", 400, "unknown_parameter"),
        ("GET", "/api/status?x", 400, "unknown_parameter"),
        ("DELETE", "/api/todos/1?force=true", 400, "unknown_parameter"),
        ("GET", "/api/todos?from=2026-11-21&from=2026-11-22", 400, "duplicate_parameter"),
        ("GET", "/api/todos/abc", 400, "invalid_id"),
        ("GET", "/api/todos/1.5", 400, "invalid_id"),
        ("GET", "/api/todos/99999999999999999999", 400, "invalid_id"),
        ("GET", "/api/todos/0", 400, "invalid_id"),
        ("DELETE", "/api/todos/-1", 400, "invalid_id"),
        ("GET", "/api/change-sets/-9223372036854775808", 400, "invalid_id"),
        ("GET", "/api/change-sets/%ff", 400, "invalid_id"),
        ("GET", "/api/change-sets?limit=0", 400, "invalid_limit"),
        ("GET", "/api/change-sets?limit=201", 400, "invalid_limit"),
        ("GET", "/api/change-sets?status=closed", 400, "invalid_status"),
        ("GET", "/api/ledger?kind=applied,nonsense", 400, "invalid_kind"),
        ("GET", "/api/export/xml", 404, "not_found"),
        ("GET", "/api/runs/none", 404, "not_found"),
        ("GET", "/api/runs/none/events", 404, "not_found"),
        ("GET", "/api/sessions/none", 404, "not_found"),
        ("GET", "/api/change-sets/7", 404, "not_found"),
    ];
    for (method, path, status, code) in cases {
        let answer = world.ask(method, path, None).await;
        assert_eq!(answer.refusal(), (status, code.to_owned()), "{method} {path}: {}", answer.text);
        let body = answer.json();
        assert!(
            !body["message"].as_str().unwrap().is_empty() && !body["hint"].as_str().unwrap().is_empty(),
            "{path}: {body}"
        );
    }
    let allow = |answer: Answer| {
        let mut methods: Vec<String> = answer.header("allow").split(',').map(str::to_owned).collect();
        methods.sort();
        methods
    };
    assert_eq!(allow(world.ask("PUT", "/api/todos/1", None).await), ["DELETE", "GET", "HEAD", "PATCH"]);
    assert_eq!(allow(world.ask("DELETE", "/api/rewind", None).await), ["POST"]);
}

#[tokio::test]
async fn a_request_that_never_ends_is_given_up() {
    let world = World::new().await;
    let request = |body: Body| {
        bare("POST", "/api/runs")
            .header("authorization", format!("Bearer {BEARER}"))
            .header("content-type", "application/json")
            .body(body)
            .unwrap()
    };
    let endless = Body::from_stream(futures_util::stream::pending::<Result<Vec<u8>, std::io::Error>>());
    let drop_by_drop = Body::from_stream(futures_util::stream::unfold((), |()| async {
        tokio::time::sleep(std::time::Duration::from_secs(5)).await;
        Some((Ok::<_, std::io::Error>(b" ".to_vec()), ()))
    }));
    // With nothing else to do, the paused clock goes to the next timer by itself.
    tokio::time::pause();
    for (body, status, code) in [(endless, 408, "body_stalled"), (drop_by_drop, 504, "timed_out")] {
        let answer = Answer::of(world.send(request(body)).await).await;
        assert_eq!(answer.refusal(), (status, code.to_owned()));
    }
}

#[tokio::test]
async fn the_ledger_names_the_client() {
    let world = World::new().await;
    world.post("/api/todos", json!({ "title": "by token" })).await;
    world
        .ask_with("POST", "/api/todos", Some(json!({ "title": "by terminal" })), &[("countersign-client", "terminal")])
        .await;
    world
        .ask_with("POST", "/api/todos", Some(json!({ "title": "by nobody" })), &[("countersign-client", "<script>")])
        .await;
    let entries = world.get("/api/ledger?kind=applied").await;
    let actors: Vec<&Value> = entries["entries"].as_array().unwrap().iter().map(|e| &e["actor"]).collect();
    assert_eq!(
        json!(actors),
        json!([{ "kind": "user", "via": "api" }, { "kind": "user", "via": "terminal" }, { "kind": "user", "via": "api" }])
    );
}
