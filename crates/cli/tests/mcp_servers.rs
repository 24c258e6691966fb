//! Servers of tools (MCP) as a person and a script see them: in the terminal, over HTTP, and with another
//! Countersign as the server.

use crate::world::{Server, World, binary, http, run, until};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::Duration;

fn configure(world: &World, servers: &Value) {
    std::fs::create_dir_all(world.dir.path()).unwrap();
    std::fs::write(world.dir.path().join("mcp.json"), json!({ "mcpServers": servers }).to_string()).unwrap();
}

fn calls(notes: &Path) -> usize {
    std::fs::read_to_string(notes).map_or(0, |text| text.lines().count())
}

fn notes(world: &World) -> PathBuf {
    world.dir.path().join("notes")
}

#[test]
fn the_terminal_lists_tries_and_allows_and_the_doctor_tells() {
    let world = World::new();
    let none = world.run(&["mcp-servers"]);
    let file = world.dir.path().join("mcp.json").display().to_string();
    assert!(none.code == 0 && none.out.contains(&format!("{file} names none")), "{none:?}");
    configure(&world, &json!({ "notes": countersign_testkit::tool_server("well", Some(&notes(&world))) }));
    let before = world.run(&["mcp-servers"]);
    assert!(before.code == 0 && before.out.starts_with("notes  not started"), "{before:?}");
    assert_eq!(world.run(&["todos", "add", "Milk"]).code, 0);
    let listed = world.run(&["mcp-servers"]);
    assert!(listed.code == 0 && listed.out.starts_with("notes  not started"), "{listed:?}");
    assert!(listed.out.contains("not confined  reads asked about"), "{listed:?}");
    let tried = world.run(&["mcp-servers", "test", "notes"]);
    assert_eq!(tried.code, 0, "{tried:?}");
    assert!(tried.out.starts_with("notes  runs"), "{tried:?}");
    assert!(
        tried.out.contains("look  [looks]") && tried.out.contains("add-note  [waits for a signature]"),
        "{tried:?}"
    );
    let json = world.run(&["--json", "mcp-servers", "test", "notes"]).json();
    assert_eq!((&json["state"], &json["tools"][1]["offered_as"]), (&json!("running"), &json!("mcp_notes_add_note")));
    let allowed = world.run(&["mcp-servers", "reads", "notes", "allow"]);
    assert_eq!((allowed.code, allowed.out.trim()), (0, "notes  reads allowed"));
    assert_eq!(world.run(&["--json", "mcp-servers"]).json()["servers"][0]["reads"], "allow");
    let unknown = world.run(&["mcp-servers", "test", "other"]);
    assert!(unknown.code == 1 && unknown.err.contains("here is no server other in mcp.json"), "{unknown:?}");
    let german = world.run(&["--lang", "de", "mcp-servers", "test", "other"]);
    assert!(german.err.contains("n mcp.json steht kein Server other"), "{german:?}");
    assert!(world.run(&["doctor"]).out.contains("mcp-servers: 1 server of tools is named in mcp.json"));
    configure(&world, &json!({ "dead": countersign_testkit::tool_server("dead", None) }));
    let dead = world.run(&["mcp-servers", "test", "dead"]);
    assert!(dead.code == 1 && dead.out.contains("no such key") && dead.out.contains("\"confined\": false"), "{dead:?}");
    configure(&world, &json!({ "bad": { "command": "x", "cwd": "/" } }));
    let bad = world.run(&["mcp-servers"]);
    assert!(bad.code == 1 && bad.out.contains("mcp.json#/mcpServers/bad/cwd: Nothing reads \"cwd\""), "{bad:?}");
    let doctor = world.run(&["doctor"]);
    assert!(doctor.code == 1 && doctor.out.contains("mcp.json#/mcpServers/bad/cwd"), "{doctor:?}");
    let german = world.run(&["--lang", "de", "doctor"]);
    assert!(german.out.contains("mcp.json#/mcpServers/bad/cwd: \"cwd\" liest niemand"), "{german:?}");
    let twice = r#"{ "mcpServers": { "a": { "command": "x" }, "a": { "command": "y" } } }"#;
    std::fs::write(world.dir.path().join("mcp.json"), twice).unwrap();
    let bad = world.run(&["mcp-servers"]);
    assert!(bad.code == 1 && bad.out.contains("mcp.json#/mcpServers/a: This is there twice"), "{bad:?}");
    let unseen = json!({ "command": "sh", "args": ["/tmp/no-such-script"] });
    configure(&world, &json!({ "unseen": unseen }));
    let tried = world.run(&["mcp-servers", "test", "unseen"]);
    assert!(tried.code == 1 && tried.out.contains("a folder of its own in the place of /tmp"), "{tried:?}");
}

#[test]
fn what_is_allowed_before_there_is_data_is_kept() {
    let world = World::new();
    configure(&world, &json!({ "notes": countersign_testkit::tool_server("well", Some(&notes(&world))) }));
    let allowed = world.run(&["mcp-servers", "reads", "notes", "allow"]);
    assert_eq!((allowed.code, allowed.out.trim()), (0, "notes  reads allowed"), "{allowed:?}");
    assert_eq!(world.run(&["--json", "mcp-servers"]).json()["servers"][0]["reads"], "allow");
}

#[test]
fn another_countersign_is_a_server_and_a_signed_call_proposes_there() {
    let (world, other) = (World::new(), World::new());
    let command = env!("CARGO_BIN_EXE_countersign");
    let args = ["--data", &other.dir.path().display().to_string(), "mcp"];
    configure(&world, &json!({ "other": { "command": command, "args": args, "confined": false } }));
    assert_eq!(other.run(&["todos", "add", "Milk"]).code, 0);
    let server = Server::start(world.dir.path());
    let ask = |method: &str, path: &str, body: Option<&Value>| {
        http(server.port, &server.token, method, path, body, None).unwrap()
    };
    let (status, tried) = ask("POST", "/api/mcp-servers/other/test", None);
    assert_eq!((status, &tried["state"]), (200, &json!("running")), "{tried}");
    let tools = tried["tools"].as_array().unwrap();
    let named = |name: &str| tools.iter().find(|tool| tool["name"] == name).unwrap_or_else(|| panic!("{tried}"));
    assert_eq!(named("propose_changes")["read_only"], false);
    let arguments = json!({ "operations": [{ "op": "create", "title": "Bread" }] });
    let call = json!({ "op": "call_tool", "server": "other", "tool": "propose_changes", "arguments": arguments });
    let (status, set) = ask("POST", "/api/change-sets", Some(&json!({ "operations": [call] })));
    let item = &set["items"][0];
    assert_eq!((status, &item["kind"], &item["problems"]), (201, &json!("tool"), &json!([])), "{set}");
    assert_eq!(other.run(&["inbox"]).code, 0);
    let body = json!({ "digest": set["digest"], "sign": [{ "item": 1, "digest": item["digest"] }] });
    let (status, receipt) = ask("POST", &format!("/api/change-sets/{}/apply", set["id"]), Some(&body));
    assert_eq!((status, &receipt["outcome"]), (200, &json!("applied")), "{receipt}");
    assert!(receipt["results"][0]["command"]["preview"].as_str().unwrap().contains("Bread"), "{receipt}");
    assert_eq!(other.run(&["inbox"]).code, 2);
    let (data, item) = (world.dir.path().display().to_string(), format!("{}.1", set["id"]));
    let taken = run(binary().args(["--data", &data, "undo", &item, "--yes"]), b"");
    assert!(taken.code == 1 && taken.err.contains("called a tool of another program"), "{taken:?}");
    let shown = run(binary().args(["--data", &data, "show", &item]), b"");
    assert!(shown.out.contains("tool  other / propose_changes") && shown.out.contains("\"Bread\""), "{shown:?}");
}

#[test]
fn interrupting_stops_a_call_and_nobody_says_that_it_was_not_done() {
    let world = World::new();
    let mut slow = countersign_testkit::tool_server("well", Some(&notes(&world)));
    slow["timeout"] = json!(100);
    configure(&world, &json!({ "s": slow }));
    let server = Server::start(world.dir.path());
    let call = json!({ "operations": [{ "op": "call_tool", "server": "s", "tool": "hang" }] });
    let (_, set) = http(server.port, &server.token, "POST", "/api/change-sets", Some(&call), None).unwrap();
    let id = set["id"].to_string();
    let mut command = binary();
    command.arg("--data").arg(world.dir.path()).args(["apply", &id, "--all", "--confirm"]);
    let mut child = command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped()).spawn().unwrap();
    until("its beginning", || calls(&notes(&world)) == 1);
    let interrupted = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupted.success());
    until("its end", || child.try_wait().unwrap().is_some());
    let out = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&out.stdout);
    assert!(text.contains("whether it took effect is not known"), "{text}");
    assert_eq!(out.status.code(), Some(1), "{text}");
    let (_, after) = http(server.port, &server.token, "GET", &format!("/api/change-sets/{id}"), None, None).unwrap();
    assert_eq!(after["items"][0]["status"], "unknown", "{after}");
}

#[test]
fn a_kill_in_the_middle_of_a_call_leaves_it_unknown_and_it_is_never_made_again() {
    let world = World::new();
    let mut slow = countersign_testkit::tool_server("well", Some(&notes(&world)));
    slow["timeout"] = json!(100);
    configure(&world, &json!({ "s": slow }));
    let mut server = Server::start(world.dir.path());
    let (port, token) = (server.port, server.token.clone());
    let call = json!({ "op": "call_tool", "server": "s", "tool": "hang" });
    let (_, set) =
        http(port, &token, "POST", "/api/change-sets", Some(&json!({ "operations": [call] })), None).unwrap();
    let item = &set["items"][0];
    let body = json!({ "digest": set["digest"], "sign": [{ "item": 1, "digest": item["digest"] }] });
    let path = format!("/api/change-sets/{}/apply", set["id"]);
    std::thread::scope(|scope| {
        scope.spawn(|| http(port, &token, "POST", &path, Some(&body), Some("once")));
        while calls(&notes(&world)) == 0 {
            std::thread::sleep(Duration::from_millis(5));
        }
        server.kill();
    });
    let server = Server::start(world.dir.path());
    let ask = |method: &str, path: &str, body: Option<&Value>, key: Option<&str>| {
        http(server.port, &server.token, method, path, body, key).unwrap()
    };
    let (_, after) = ask("GET", &format!("/api/change-sets/{}", set["id"]), None, None);
    assert_eq!(after["items"][0]["status"], "unknown", "{after}");
    let message = after["items"][0]["failure"]["message"].as_str().unwrap();
    assert!(message.contains("nobody can say whether it was done"), "{message}");
    // The same request again has its answer, and calls nothing.
    let (_, receipt) = ask("POST", &path, Some(&body), Some("once"));
    assert_eq!(receipt["text"], "The calls of tools had not ended when this was written.", "{receipt}");
    assert_eq!(receipt["outcome"], "unknown", "{receipt}");
    let shown = &receipt["change_set"];
    assert_eq!(shown["items"][0]["status"], "unknown", "{receipt}");
    assert_eq!(shown["items"][0]["failure"]["code"], "outcome_unknown", "{receipt}");
    assert_eq!(calls(&notes(&world)), 1);
    assert_eq!(ask("GET", "/api/ledger/verify", None, None).1["ok"], true);
}

#[test]
fn a_server_at_an_address_is_listed_tried_and_told_in_the_readers_language() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let server = runtime.block_on(countersign_testkit::ToolHttp::start()).unwrap();
    let world = World::new();
    configure(&world, &json!({ "web": { "url": format!("{}?team=1", server.url) } }));
    let shown = format!("   {}?…\n   runs elsewhere  reads asked about\n", server.url);
    let before = world.run(&["mcp-servers"]);
    assert_eq!((before.code, before.out.as_str()), (0, format!("web  not asked yet\n{shown}").as_str()));
    let tried = world.run(&["mcp-servers", "test", "web"]);
    assert!(tried.code == 0 && tried.out.starts_with(&format!("web  answers\n{shown}")), "{tried:?}");
    assert!(tried.out.contains("add-note  [waits for a signature]"), "{tried:?}");
    server.key("Bearer abc");
    let german = world.run(&["--lang", "de", "mcp-servers", "test", "web"]);
    assert!(
        german.code == 1 && german.out.contains("web lässt dieses Programm nicht herein (Status 401)"),
        "{german:?}"
    );
    assert!(german.out.contains("\"headers\": {\"Authorization\": \"Bearer ${NAME}\"}"), "{german:?}");
    configure(&world, &json!({ "web": { "url": "http://example.org/mcp" } }));
    let german = world.run(&["--lang", "de", "mcp-servers"]);
    let wrong = "mcp.json#/mcpServers/web/url: http://example.org ist nicht verschlüsselt und nicht auf diesem Rechner";
    assert!(german.code == 1 && german.out.contains(wrong), "{german:?}");
    assert!(german.out.contains("wobei NAME eine Umgebungsvariable ist"), "{german:?}");
}
