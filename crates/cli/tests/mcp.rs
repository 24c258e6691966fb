//! Another agent over the Model Context Protocol: a process of its own, asked line by line.

use crate::world::{Server, World, binary, http};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

/// A client and the process that it started.
struct Client {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    asked: u64,
}

impl Client {
    /// Starts it on a folder in which time stands still.
    fn start(world: &World, name: &str) -> Self {
        Self::begin(world.dir.path(), &["--now", "2026-11-21T10:00", "--zone", "America/New_York"], name)
    }

    fn begin(data: &Path, flags: &[&str], name: &str) -> Self {
        let mut command = binary();
        command.arg("--data").arg(data).args(flags).arg("mcp").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::inherit()).spawn().unwrap();
        let (to, from) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let mut client = Self { child, to, from, asked: 0 };
        let info = json!({ "name": name, "version": "1.0" });
        let params = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": info });
        let answer = client.ask("initialize", params);
        let result = &answer["result"];
        assert_eq!(
            (&result["protocolVersion"], &result["serverInfo"]["name"]),
            (&json!("2025-06-18"), &json!("countersign")),
            "{answer}"
        );
        assert!(result["capabilities"]["tools"].is_object(), "{answer}");
        client.tell(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        client
    }

    fn tell(&mut self, message: &Value) {
        writeln!(self.to, "{message}").unwrap();
    }

    /// The whole answer to a request.
    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.asked += 1;
        let id = self.asked;
        self.tell(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        let mut line = String::new();
        assert!(self.from.read_line(&mut line).unwrap() > 0, "{method}: it hung up");
        let answer: Value = serde_json::from_str(&line).unwrap_or_else(|e| panic!("{e}: {line}"));
        assert_eq!(answer["id"], id, "{answer}");
        answer
    }

    /// What is answered to a line as it is.
    fn line(&mut self, line: &[u8]) -> Value {
        self.to.write_all(line).unwrap();
        self.to.write_all(b"\n").unwrap();
        let mut answer = String::new();
        assert!(self.from.read_line(&mut answer).unwrap() > 0, "it hung up");
        serde_json::from_str(&answer).unwrap()
    }

    /// What a tool answers that does what it is asked.
    fn call(&mut self, tool: &str, args: Value) -> Value {
        let answer = self.ask("tools/call", json!({ "name": tool, "arguments": args }));
        assert_eq!(answer["result"]["isError"], false, "{answer}");
        let told = answer["result"]["structuredContent"].clone();
        let text = answer["result"]["content"][0]["text"].as_str().unwrap();
        assert_eq!(serde_json::from_str::<Value>(text).unwrap(), told);
        told
    }

    /// The code of a tool that refuses.
    fn refused(&mut self, tool: &str, args: Value) -> String {
        let answer = self.ask("tools/call", json!({ "name": tool, "arguments": args }));
        assert_eq!(answer["result"]["isError"], true, "{answer}");
        answer["result"]["structuredContent"]["code"].as_str().unwrap().to_owned()
    }

    /// Hangs up.
    fn end(self) -> i32 {
        let Self { mut child, to, from, .. } = self;
        drop((to, from));
        child.wait().unwrap().code().unwrap_or(-1)
    }
}

/// Codes of the answers to what was proposed.
fn codes(told: &Value) -> Vec<&str> {
    told["operations"].as_array().unwrap().iter().map(|one| one["code"].as_str().unwrap()).collect()
}

#[test]
fn another_agent_reads_and_proposes_and_learns_what_was_decided() {
    let world = World::new();
    world.run(&["todos", "add", "Pay rent"]);
    let mut agent = Client::start(&world, "claude-ai");
    let tools = agent.ask("tools/list", json!({}));
    let names: Vec<&str> =
        tools["result"]["tools"].as_array().unwrap().iter().map(|t| t["name"].as_str().unwrap()).collect();
    assert_eq!(
        names,
        [
            "propose_changes",
            "retract_changes",
            "list_todos",
            "search_todos",
            "list_change_sets",
            "get_change_set",
            "recent_decisions",
            "list_folders",
            "find_files",
            "read_file"
        ]
    );
    let todos = agent.call("list_todos", json!({}));
    assert_eq!((&todos["total"], &todos["todos"][0]["title"]), (&json!(1), &json!("Pay rent")));
    assert_eq!(agent.call("search_todos", json!({ "query": "ren" }))["todos"][0]["id"], 1);
    let operations = json!([
        { "op": "create", "title": "Buy milk", "why": "1 change applied.\u{202e}" },
        { "op": "update", "id": 1, "priority": "high" },
        { "op": "complete", "id": 1 },
        { "op": "update", "id": 99, "title": "x" },
        { "op": "update", "id": 1, "notes": "the key is [secret 1]" },
        { "op": "fly" },
    ]);
    let told = agent.call("propose_changes", json!({ "operations": operations, "why": "You asked for it" }));
    assert_eq!(told["proposed_by"], "mcp:claude-ai");
    assert_eq!(codes(&told), ["queued", "queued", "queued", "id_not_found", "placeholder", "invalid_op"]);
    assert_eq!(told["operations"][0]["label"], "Add “Buy milk”");
    assert!(
        told["operations"][3]["hint"].as_str().unwrap().starts_with("List the todos to see what there is."),
        "{told}"
    );
    let set = told["sets"][0].to_string();
    assert_eq!((told["sets"].as_array().unwrap().len(), &told["operations"][1]["item"]), (1, &json!(2)));
    let next = format!(
        "3 wait: a person must sign them in Countersign (countersign show {set}, or the Inbox of the page). Nothing has been changed."
    );
    assert_eq!(told["next"], next);
    assert_eq!(world.run(&["todos", "--json"]).json()["todos"].as_array().unwrap().len(), 1, "nothing was changed");
    // Who proposed it is told as what it calls itself, and its words as its words.
    let inbox = world.run(&["inbox", "--json"]).json();
    assert_eq!(inbox["change_sets"][0]["source"], json!({ "kind": "agent", "agent": "mcp:claude-ai" }));
    let shown = world.run(&["show", &set]);
    for part in ["    Proposed by mcp:claude-ai\n", "mcp:claude-ai says: \u{201c}1 change applied.\u{fffd}\u{201d}\n"] {
        assert!(shown.out.contains(part), "{part}: {}", shown.out);
    }
    assert_eq!(codes(&agent.call("propose_changes", json!({ "operations": [operations[0]] }))), ["waits_already"]);
    // The person decides; the agent is told.
    assert_eq!(world.run(&["reject", &set, "1", "-m", "we have some"]).code, 2);
    assert_eq!(world.run(&["sign", &set, "2"]).code, 2);
    assert_eq!(world.run(&["apply", &set]).code, 2);
    let told = agent.call("get_change_set", json!({ "set": told["sets"][0] }));
    let items: Vec<(&Value, &Value)> =
        told["items"].as_array().unwrap().iter().map(|i| (&i["status"], &i["reason"])).collect();
    assert_eq!(
        items,
        [
            (&json!("rejected"), &json!("we have some")),
            (&json!("applied"), &Value::Null),
            (&json!("pending"), &Value::Null)
        ]
    );
    let again = agent.call("propose_changes", json!({ "operations": [operations[0]] }));
    assert_eq!((codes(&again), &again["sets"]), (vec!["rejected_before"], &Value::Null));
    assert_eq!(again["next"], "Nothing waits for a signature from this call. Nothing has been changed.");
    let decided = agent.call("recent_decisions", json!({ "mine": true, "verdict": "rejected" }));
    assert_eq!(
        (&decided["decisions"][0]["label"], &decided["decisions"][0]["reason"]),
        (&json!("Add “Buy milk”"), &json!("we have some"))
    );
    let open = agent.call("list_change_sets", json!({}));
    assert_eq!(open["change_sets"][0]["proposed_by"], "mcp:claude-ai");
    assert_eq!(agent.end(), 0);
    assert_eq!(world.run(&["rebuild", "--json"]).json()["equal"], true);
}

#[test]
fn a_request_is_one_set_whatever_waits_and_linked_operations_keep_their_links() {
    let world = World::new();
    let mut agent = Client::start(&world, "x");
    let first = agent.call("propose_changes", json!({ "operations": [{ "op": "create", "title": "Shop" }] }));
    let mut operations = vec![
        json!({ "op": "create", "title": "shop" }),
        json!({ "op": "create", "title": "Trip", "why": "for July" }),
        json!({ "op": "update", "id": "@2", "priority": "high" }),
        json!(7),
    ];
    operations.extend((1..=12).map(|n| json!({ "op": "create", "title": format!("Thing {n}") })));
    let told = agent.call("propose_changes", json!({ "operations": operations, "why": "you asked" }));
    assert_eq!(codes(&told)[..3], ["same_text", "queued", "queued"], "{told}");
    assert_eq!(told["operations"][3]["ok"], false, "{told}");
    assert_eq!(told["sets"].as_array().unwrap().len(), 1);
    assert_ne!(first["sets"], told["sets"], "it is not added to what waits");
    let set = agent.call("get_change_set", json!({ "set": told["sets"][0] }));
    let items = set["items"].as_array().unwrap();
    assert_eq!(items.len(), 14, "somebody asked for it, so nothing is put off: {set}");
    assert_eq!((&items[0]["why"], &items[1]["why"]), (&json!("for July"), &json!("you asked")));
    assert_eq!((&items[1]["label"], &items[1]["needs"]), (&json!("Change “Trip”: high priority"), &json!([1])));
    assert_eq!(told["operations"][2]["item"], 2);
}

#[test]
fn its_own_proposals_can_be_taken_back_and_no_others() {
    let world = World::new();
    let mut agent = Client::start(&world, "one");
    let told = agent.call("propose_changes", json!({ "operations": [{ "op": "create", "title": "Buy milk" }] }));
    let print = told["operations"][0]["fingerprint"].clone();
    let mut other = Client::start(&world, "two");
    let take = |client: &mut Client| {
        client.call("retract_changes", json!({ "fingerprints": [print] }))["results"][0]["code"].clone()
    };
    assert_eq!(take(&mut other), "not_found");
    assert_eq!((take(&mut agent), take(&mut agent)), (json!("retracted"), json!("not_open")));
    assert!(world.run(&["inbox", "--json"]).json()["change_sets"].as_array().unwrap().is_empty());
}

#[test]
fn what_is_no_tool_or_no_argument_is_refused_and_the_session_goes_on() {
    let world = World::new();
    let mut agent = Client::start(&world, "x");
    for tool in ["apply", "sign", "undo", "set_settings", "/api/settings"] {
        let answer = agent.ask("tools/call", json!({ "name": tool, "arguments": {} }));
        assert_eq!(answer["error"]["code"], -32602, "{answer}");
    }
    assert_eq!(agent.ask("no/method", json!({}))["error"]["code"], -32601);
    for (tool, args) in [
        ("propose_changes", json!({})),
        ("propose_changes", json!({ "operations": "all" })),
        ("propose_changes", json!({ "operations": [{ "op": "delete", "id": 1 }], "sign": true })),
        ("get_change_set", json!({ "set": "../settings" })),
        ("list_todos", json!({ "colour": "red" })),
    ] {
        assert_eq!(agent.refused(tool, args), "invalid_arguments");
    }
    assert_eq!(agent.refused("propose_changes", json!({ "operations": [] })), "missing_operations");
    let many = vec![json!({ "op": "delete", "id": 1 }); 101];
    assert_eq!(agent.refused("propose_changes", json!({ "operations": many })), "too_many_operations");
    assert_eq!(agent.refused("get_change_set", json!({ "set": 7 })), "not_found");
    assert_eq!(agent.refused("read_file", json!({ "path": "a" })), "no_workspace");
    // What cannot be read, and a word that nobody waits for, end nothing.
    agent.tell(&json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 77 } }));
    assert_eq!(agent.ask("ping", json!({}))["result"], json!({}));
    assert_eq!(agent.end(), 0);
}

#[test]
fn every_line_that_is_no_message_is_answered_and_the_session_goes_on() {
    let world = World::new();
    let mut agent = Client::start(&world, "x");
    let deep = "[".repeat(100_000);
    let lines: [(&[u8], i64, Value); 7] = [
        (b"{", -32700, Value::Null),
        (b"hello", -32700, Value::Null),
        (b"\xff\xfe{}", -32700, Value::Null),
        (deep.as_bytes(), -32700, Value::Null),
        (b"[]", -32600, Value::Null),
        (br#"{"id":"a"}"#, -32600, json!("a")),
        (br#"{"jsonrpc":"1.0","id":"a","method":"tools/call","params":[]}"#, -32600, json!("a")),
    ];
    for (line, code, id) in lines {
        let answer = agent.line(line);
        assert_eq!((&answer["error"]["code"], answer.get("id")), (&json!(code), Some(&id)), "{answer}");
    }
    let none = br#"{"jsonrpc":"2.0","id":"n","method":"tools/call"}"#;
    let list = br#"{"jsonrpc":"2.0","id":"n","method":"tools/call","params":{"name":"list_todos","arguments":[]}}"#;
    let listed = br#"{"jsonrpc":"2.0","id":"n","method":"tools/call","params":[]}"#;
    let word = br#"{"jsonrpc":"2.0","id":"n","method":"tools/call","params":"list_todos"}"#;
    for line in [none.as_slice(), list, listed, word] {
        let answer = agent.line(line);
        assert_eq!((&answer["error"]["code"], &answer["id"]), (&json!(-32602), &json!("n")), "{answer}");
    }
    // What nobody waits for an answer to gets none, nor does an empty line.
    writeln!(agent.to, "\r\n{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"}}").unwrap();
    assert_eq!(agent.ask("ping", json!({}))["result"], json!({}));
    assert_eq!(agent.end(), 0);
}

#[test]
fn a_line_of_a_large_file_is_taken_and_a_longer_one_is_told_the_limit() {
    let world = World::new();
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(world.run(&["workspace", "open", &folder.path().display().to_string()]).code, 0);
    let mut agent = Client::start(&world, "x");
    let long = agent.line("x".repeat(33 * 1024 * 1024).as_bytes());
    assert_eq!((&long["error"]["code"], long.get("id")), (&json!(-32600), Some(&Value::Null)), "{long}");
    assert!(long["error"]["message"].as_str().unwrap().contains("33554432"), "{long}");
    let content = "0123456789abcde\n".repeat(19_000_000 / 16);
    let told = agent.call(
        "propose_changes",
        json!({ "operations": [{ "op": "write_file", "path": "large.txt", "content": content }] }),
    );
    assert_eq!(codes(&told), ["queued"], "{told}");
    assert_eq!(agent.end(), 0);
}

#[test]
fn a_refusal_says_what_to_do_and_an_empty_list_is_a_list() {
    let world = World::new();
    world.run(&["todos", "add", "Pay rent"]);
    world.run(&["todos", "add", "Call Ada"]);
    let mut agent = Client::start(&world, "x");
    assert_eq!(agent.call("search_todos", json!({ "query": "nowhere" })), json!({ "todos": [] }));
    let operations = json!({ "operations": [{ "op": "delete", "id": "2" }, { "op": "delete", "id": 1 }] });
    let told = agent.call("propose_changes", operations.clone());
    assert_eq!(codes(&told), ["queued", "queued"], "{told}");
    let set = told["sets"][0].to_string();
    assert_eq!(world.run(&["reject", &set, "1"]).code, 2, "the other one waits");
    let again = agent.call("propose_changes", operations);
    assert_eq!(codes(&again), ["rejected_before", "waits_already"], "{again}");
    for one in again["operations"].as_array().unwrap() {
        assert!(one["hint"].as_str().unwrap().starts_with("Leave it out"), "{one}");
    }
    // Whoever talks to it asked for it: what is the person's can be proposed, and nothing is marked.
    let told = agent.call(
        "propose_changes",
        json!({ "operations": [
            { "op": "set_status", "id": 1, "status": "rejected", "reason": "asked" },
            { "op": "bulk_complete", "where": { "all": true } },
        ] }),
    );
    assert_eq!(codes(&told), ["queued"; 3], "{told}");
    let shown = world.run(&["show", &told["sets"][0].to_string(), "--json"]).json();
    let marked = shown["items"].as_array().unwrap().iter().filter(|item| item["preselected"] == true).count();
    assert_eq!(marked, 0, "{shown}");
}

#[test]
fn files_of_open_folders_are_read_without_their_secrets_and_changed_once_signed() {
    let world = World::new();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("config.toml");
    let key = "ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8";
    let text = format!("name = \"old\"\ntoken = \"{key}\"\nlast = 1\n");
    std::fs::write(&path, &text).unwrap();
    std::fs::write(folder.path().join(".env"), "A=1\n").unwrap();
    assert_eq!(world.run(&["workspace", "open", &folder.path().display().to_string()]).code, 0);
    let mut agent = Client::start(&world, "x");
    assert_eq!(agent.call("list_folders", json!({}))["folders"].as_array().unwrap().len(), 1);
    let entries = agent.call("find_files", json!({}))["entries"].clone();
    assert_eq!(
        entries.as_array().unwrap().iter().map(|e| e["path"].as_str().unwrap()).collect::<Vec<_>>(),
        ["config.toml"]
    );
    // A secret in a name is read by no part of it.
    let called = folder.path().join(format!("notes-{key}.txt"));
    std::fs::write(&called, "x").unwrap();
    let mut find = |query: &str| agent.call("find_files", json!({ "query": query }))["files"].as_array().unwrap().len();
    assert_eq!(["notes", "NOTES txt", "onfig"].map(&mut find), [1, 1, 1]);
    assert_eq!([key, &key[..8], "notes-ghp_a1b2", "notes-ghp_a1b3", "notes a1B2"].map(&mut find), [0; 5]);
    std::fs::remove_file(called).unwrap();
    let read = agent.call("read_file", json!({ "path": "config.toml" }));
    assert_eq!(read["text"], "name = \"old\"\ntoken = \"[secret 1]\"\nlast = 1\n");
    let piece = agent.call("read_file", json!({ "path": "config.toml", "from_line": 2, "lines": 1 }));
    assert_eq!((&piece["from_line"], &piece["next_line"], &piece["lines"]), (&json!(2), &json!(3), &json!(3)));
    let lines: Vec<String> = (0..9).map(|n| format!("MIIEpAIBAAKCAQEA{n}abcdefghijklmnopQRSTUV")).collect();
    let pem = format!("-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----\nend\n", lines.join("\n"));
    std::fs::write(folder.path().join("notes.md"), pem).unwrap();
    let middle = agent.call("read_file", json!({ "path": "notes.md", "from_line": 4, "lines": 3 }));
    assert_eq!(middle["text"], "[secret 3]\n[secret 4]\n[secret 5]\n");
    std::fs::remove_file(folder.path().join("notes.md")).unwrap();
    for outside in [".env", "../config.toml", "/etc/hostname"] {
        agent.refused("read_file", json!({ "path": outside }));
    }
    // Of a text that is not told whole, no hash: it would tell whoever guesses the rest that it is right.
    let base = &read["base"];
    let hash = blake3::hash(text.as_bytes()).to_hex().to_string();
    assert!(base.is_string() && *base != json!(hash) && *base == piece["base"], "{base}");
    std::fs::write(folder.path().join("plain.md"), "a\n").unwrap();
    let plain = agent.call("read_file", json!({ "path": "plain.md" }))["base"].clone();
    assert_eq!(plain, json!(blake3::hash(b"a\n").to_hex().to_string()));
    // Nor is it told by a guess at it.
    let guess = text.replace("a1B2", "a1B3");
    for (content, op) in
        [(&text, "write_file"), (&guess, "write_file"), (&text, "delete_file"), (&guess, "delete_file")]
    {
        let hash = blake3::hash(content.as_bytes()).to_hex().to_string();
        for base in [hash.clone(), hash.to_uppercase(), format!("blake3:{hash}")] {
            let mut operation = json!({ "op": op, "path": "config.toml", "base": base });
            if op == "write_file" {
                operation["content"] = json!(content);
            }
            let refused = agent.refused("propose_changes", json!({ "operations": [operation] }));
            assert_eq!(refused, "base_unknown", "{op} {base}");
        }
    }
    // Of a file that is told whole there is nothing to guess.
    let unread =
        json!([{ "op": "delete_file", "path": "unread.md", "base": blake3::hash(b"b\n").to_hex().to_string() }]);
    std::fs::write(folder.path().join("unread.md"), "b\n").unwrap();
    assert_eq!(codes(&agent.call("propose_changes", json!({ "operations": unread }))), ["queued"]);
    let operations = json!([
        { "op": "edit_file", "path": "config.toml", "base": base,
            "edit": "<<<<<<< SEARCH\nname = \"old\"\n=======\nname = \"new\"\n>>>>>>> REPLACE\n" },
        { "op": "write_file", "path": "copy.toml", "content": "token = \"[secret 1]\"\n" },
        { "op": "write_file", "path": ".env", "content": "A=2\n" },
    ]);
    let told = agent.call("propose_changes", json!({ "operations": operations }));
    assert_eq!(codes(&told), ["queued", "placeholder", "protected_path"], "{told}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text, "nothing was changed");
    let set = told["sets"][0].to_string();
    let applied = world.run(&["apply", &set, "--all"]);
    assert_eq!(applied.code, 0, "{applied:?}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text.replace("old", "new"));
}

#[test]
fn no_part_of_a_secret_is_found_by_who_is_shown_none() {
    let world = World::new();
    let token = format!("ghp_{}", "q7Rt2xK9z".repeat(4));
    world.run(&["todos", "add", "login", "--notes", &format!("token {token} of the build")]);
    world.run(&["todos", "add", &format!("renew {token}")]);
    world.run(&["todos", "add", "Pay rent"]);
    let mut agent = Client::start(&world, "x");
    let mut found = |query: &str| {
        let told = agent.call("search_todos", json!({ "query": query }));
        told["todos"].as_array().unwrap().iter().map(|todo| todo["id"].as_i64().unwrap()).collect::<Vec<_>>()
    };
    for (query, ids) in [
        ("login", vec![1]),
        ("token build", vec![1]),
        ("rene", vec![2]),
        ("rentt", vec![3]),
        ("ghp_q", vec![]),
        ("ghp", vec![]),
        ("q7r", vec![]),
        (token.as_str(), vec![]),
        ("token q7r", vec![]),
        ("secret 1", vec![]),
    ] {
        assert_eq!(found(query), ids, "{query}");
    }
    let mut taken = |condition: Value| {
        let set = json!({ "operations": [{ "op": "bulk_update", "where": condition, "set": { "estimate": 5 } }] });
        let told = agent.call("propose_changes", set)["operations"][0].clone();
        (told["code"].as_str().unwrap().to_owned(), told["label"].as_str().unwrap().to_owned())
    };
    let nothing = taken(json!({ "text": "ghp_zz" }));
    assert_eq!(nothing.0, "no_effect");
    for part in ["ghp_q7", "q7Rt", "token ghp_", &token] {
        assert_eq!(taken(json!({ "text": part })), nothing, "{part}");
        assert_eq!(taken(json!({ "title_contains": part })), nothing, "{part}");
    }
    assert_eq!(taken(json!({ "text": "of the BUILD" })).0, "queued");
    assert_eq!(taken(json!({ "title_contains": "rene" })).0, "queued");
    // Nor is one told by an edit that finds its place in it, and an edit beside it leaves it as it is.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.toml");
    std::fs::write(&file, format!("name = \"old\"\ntoken = \"{token}\"\n")).unwrap();
    assert_eq!(world.run(&["workspace", "open", &folder.path().display().to_string()]).code, 0);
    let base = agent.call("read_file", json!({ "path": "a.toml" }))["base"].clone();
    let mut edited = |old: &str| {
        let edit = json!({ "old_string": old, "new_string": "x" });
        let set = json!({ "operations": [{ "op": "edit_file", "path": "a.toml", "base": base, "edit": edit }] });
        agent.call("propose_changes", set)
    };
    for part in ["ghp_q7", "q7Rt", "zz9", "token = \"ghp_"] {
        assert_eq!(codes(&edited(part)), ["edit_refused"], "{part}");
    }
    let told = edited("\"old\"");
    assert_eq!(codes(&told), ["queued"], "{told}");
    assert_eq!(world.run(&["apply", &told["sets"][0].to_string(), "--all"]).code, 0);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), format!("name = x\ntoken = \"{token}\"\n"));
    // Nor does a label tell the part of one that it is cut in.
    world.run(&["todos", "add", &format!("renew the token of the machine that builds it all: {token}")]);
    let told = agent.call("propose_changes", json!({ "operations": [{ "op": "delete", "id": 4 }] }));
    let label = told["operations"][0]["label"].as_str().unwrap();
    assert!(label.contains("builds it all") && !label.contains("ghp_"), "{label}");
    // The person finds it still.
    assert!(world.run(&["todos", "search", "ghp_q7"]).out.contains("login"));
}

#[test]
fn a_command_of_another_agent_waits_whatever_runs_unasked() {
    let world = World::new();
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(world.run(&["workspace", "open", &folder.path().display().to_string()]).code, 0);
    let rule = world.run(&["rules", "add", "--days", "7", "touch", "made"]);
    assert_eq!(rule.code, 0, "{rule:?}");
    let mut agent = Client::start(&world, "x");
    let told =
        agent.call("propose_changes", json!({ "operations": [{ "op": "run_command", "command": "touch made" }] }));
    assert_eq!(codes(&told), ["queued"], "{told}");
    let set = agent.call("get_change_set", json!({ "set": told["sets"][0] }));
    assert_eq!(set["items"][0]["status"], "pending", "{set}");
    assert!(!folder.path().join("made").exists());
}

#[test]
fn whoever_has_the_folder_is_asked_each_time() {
    let world = World::new();
    world.run(&["todos", "add", "Pay rent"]);
    let mut agent = Client::begin(world.dir.path(), &[], "x");
    assert_eq!(agent.call("list_todos", json!({}))["total"], 1);
    // The folder is not held between two calls: a server can start, and is asked from then on.
    let mut server = Server::start(world.dir.path());
    let told = agent.call("propose_changes", json!({ "operations": [{ "op": "delete", "id": 1 }] }));
    let path = format!("/api/change-sets/{}", told["sets"][0]);
    let (status, set) = http(server.port, &server.token, "GET", &path, None, None).unwrap();
    assert_eq!((status, &set["items"][0]["label"]), (200, &json!("Delete “Pay rent”")));
    assert_eq!(set["items"][0]["preselected"], false);
    server.stop();
    assert_eq!(agent.call("get_change_set", json!({ "set": set["id"] }))["status"], "pending");
    assert_eq!(agent.end(), 0);
}
