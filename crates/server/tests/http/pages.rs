//! The page's files, and signing a browser in.

use crate::world::{Answer, BEARER, World, bare};
use axum::body::Body;

async fn visit(world: &World, path: &str, cookie: &str) -> Answer {
    let request = bare("GET", path);
    let request = if cookie.is_empty() { request } else { request.header("cookie", cookie) };
    Answer::of(world.send(request.body(Body::empty()).unwrap()).await).await
}

fn path_of(url: &str) -> &str {
    url.strip_prefix("http://127.0.0.1:4177").unwrap()
}

#[tokio::test]
async fn an_address_signs_one_browser_in() {
    let world = World::new().await;
    let url = world.get("/api/url").await["url"].as_str().unwrap().to_owned();
    // Looking ahead does not use it up.
    let ahead = bare("GET", path_of(&url)).header("sec-purpose", "prefetch").body(Body::empty()).unwrap();
    assert_eq!(world.send(ahead).await.status(), 204);

    let first = visit(&world, path_of(&url), "").await;
    assert_eq!((first.status, first.header("location")), (303, "/"));
    let (value, attributes) = first.header("set-cookie").split_once("; ").unwrap();
    assert_eq!(attributes, "HttpOnly; SameSite=Strict; Path=/; Max-Age=2592000");

    let second = visit(&world, path_of(&url), "").await;
    assert_eq!(second.status, 403);
    assert!(second.text.contains("countersign open") && second.header("set-cookie").is_empty(), "{}", second.text);
    // Whoever is signed in already just goes on, and the address is used up all the same.
    assert_eq!(visit(&world, path_of(&url), value).await.status, 303);
    let spare = world.get("/api/url").await["url"].as_str().unwrap().to_owned();
    assert_eq!(visit(&world, path_of(&spare), value).await.status, 303);
    assert_eq!(visit(&world, path_of(&spare), "").await.status, 403);

    assert_eq!(visit(&world, "/api/status", "").await.status, 401);
    assert_eq!(visit(&world, "/api/status", value).await.status, 200);
    assert_eq!(visit(&world, "/api/status", &format!("other=1; {value}; more=2")).await.status, 200);
    assert_eq!(visit(&world, "/api/status", &format!("{value}0")).await.status, 401);
    // A token that does not fit is not made up for by the cookie.
    let both = bare("GET", "/api/status")
        .header("cookie", value)
        .header("authorization", "Bearer wrong")
        .body(Body::empty())
        .unwrap();
    assert_eq!(world.send(both).await.status(), 401);

    // After a restart with another token the page is still signed in; the old address is not good.
    let unused = world.state.mint_url().unwrap();
    let again = World::at(world.dir.clone(), "another token", 4177).await;
    assert_eq!(visit(&again, "/api/status", value).await.status, 200);
    assert_eq!(visit(&again, path_of(&unused), "").await.status, 403);
    // Another database does not know the session, and does not take its place in the browser.
    assert_eq!(visit(&World::new().await, "/api/status", value).await.status, 401);
    let other = World::at(std::sync::Arc::new(tempfile::tempdir().unwrap()), BEARER, 4178).await;
    let there = other.state.mint_url().unwrap().replace("http://127.0.0.1:4178", "");
    let there = bare("GET", &there).header("host", "127.0.0.1:4178").body(Body::empty()).unwrap();
    let there = Answer::of(other.send(there).await).await;
    let name = |cookie: &str| cookie.split('=').next().unwrap().to_owned();
    assert_ne!(name(value), name(there.header("set-cookie")));
    let bearer =
        bare("GET", "/api/status").header("authorization", format!("Bearer {BEARER}")).body(Body::empty()).unwrap();
    assert_eq!(again.send(bearer).await.status(), 401);
}

#[tokio::test]
async fn files_are_named_by_the_build() {
    let world = World::new().await;
    let index = visit(&world, "/", "").await;
    assert_eq!(
        (index.status, index.header("content-type"), index.header("cache-control")),
        (200, "text/html; charset=utf-8", "no-cache")
    );
    assert!(!index.text.contains("=\"/app"), "every address of a file holds the build");
    assert_eq!(visit(&world, "/index.html", "").await.text, index.text);
    let health = visit(&world, "/health", "").await;
    assert_eq!((health.status, health.text.as_str()), (200, "{\"ok\":true}"));
    for path in [
        "/nothing.js",
        "/../Cargo.toml",
        "/a/b/../../../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "//etc/passwd",
        "/%61pi/todos",
    ] {
        assert_eq!(visit(&world, path, "").await.status, 404, "{path}");
    }
}
