//! Servers of tools (MCP) as a person and a script see them: in the terminal, over HTTP, and with another
//! Countersign as the server.

use crate::world::{Server, World, binary, http, run};
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
    assert!(none.code == 0 && none.out.contains("mcp.json names none"), "{none:?}");
    configure(&world, &json!({ "notes": countersign_testkit::tool_server("well", Some(&notes(&world))) }));
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
    let shown = run(binary().args(["--data", &data, "show", &item]), b"");
    assert!(shown.out.contains("tool  other / propose_changes") && shown.out.contains("\"Bread\""), "{shown:?}");
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
    assert_eq!(receipt["outcome"], "unknown", "{receipt}");
    assert_eq!(calls(&notes(&world)), 1);
    assert_eq!(ask("GET", "/api/ledger/verify", None, None).1["ok"], true);
}
