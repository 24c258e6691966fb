//! Servers of tools: real processes that behave and misbehave, used through the engine. Nothing is called
//! without a signature but what only looks, and nothing that such a program does harms this one.

use crate::world::{Place, World, beside, place, sign, sound, user};
use countersign_core::change_set::ItemStatus;
use countersign_core::wire::{Outcome, Receipt, ServerReads, SetView, ToolServer, ToolServerState};
use serde_json::{Value, json};
use std::path::Path;

/// With these servers in `mcp.json`.
pub(crate) fn serving(place: Place, servers: &Value) -> Place {
    let data = place.root().parent().unwrap().join("data");
    let file = data.join("mcp.json");
    std::fs::write(&file, json!({ "mcpServers": servers }).to_string()).unwrap();
    std::fs::set_permissions(&file, std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
    place
}

async fn world(how: &str) -> (World, std::path::PathBuf) {
    let place = place();
    let notes = place.root().parent().unwrap().join("notes");
    let server = countersign_testkit::tool_server(how, Some(&notes));
    (serving(place, &json!({ "s": server })).open().await, notes)
}

fn calls(notes: &Path) -> usize {
    std::fs::read_to_string(notes).map_or(0, |text| text.lines().count())
}

pub(crate) fn called(tool: &str) -> Value {
    json!({ "op": "call_tool", "server": "s", "tool": tool, "arguments": { "text": "milk" } })
}

pub(crate) async fn tried(w: &World) -> ToolServer {
    w.engine.test_tool_server("s").await.unwrap()
}

/// Proposes, signs and applies one call.
pub(crate) async fn signed(w: &World, tool: &str) -> (SetView, Receipt) {
    let set = w.propose(json!([called(tool)])).await;
    assert_eq!(set.items[0].problems, [], "{tool}");
    let receipt = w.apply(&set).await.unwrap();
    (set, receipt)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_waits_for_its_signature_and_is_made_once() {
    let (w, notes) = world("well").await;
    let set = w.propose(json!([called("add-note")])).await;
    let item = &set.items[0];
    assert_eq!((item.kind.as_str(), item.verb.as_str(), item.reversible), ("tool", "run", false));
    assert_eq!(item.label, "Call add-note of s: {\"text\":\"milk\"}");
    let tool = item.tool.clone().unwrap();
    assert_eq!((tool.server.as_str(), tool.arguments), ("s", json!({ "text": "milk" })));
    assert_eq!(calls(&notes), 0);
    let receipt = w.apply(&set).await.unwrap();
    assert_eq!((receipt.outcome, receipt.text.as_str()), (Outcome::Applied, "1 tool was called."));
    let item = &receipt.change_set.items[0];
    let outcome = item.tool.clone().unwrap().outcome.unwrap();
    assert_eq!((item.status, outcome.exit, outcome.preview.as_str()), (ItemStatus::Applied, Some(0), "added"));
    assert_eq!(w.engine.command_output(set.id, 1, 0).await.unwrap(), b"added");
    assert_eq!(calls(&notes), 1);
    // What was applied is not signed any more, and nothing of it can be taken back.
    assert!(w.apply(&receipt.change_set).await.is_err() || calls(&notes) == 1);
    assert_eq!(calls(&notes), 1);
    w.sound().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_server_says_was_not_done_has_failed() {
    let (w, _) = world("well").await;
    for (tool, message, outcome) in [
        ("fail", "fail says that it was not done", Outcome::PartlyApplied),
        ("refuse", "s answers with an error: no such note", Outcome::NothingChanged),
    ] {
        let (_, receipt) = signed(&w, tool).await;
        let item = &receipt.change_set.items[0];
        assert_eq!((item.status, receipt.outcome), (ItemStatus::Failed, outcome), "{tool}");
        assert_eq!(item.failure.as_ref().unwrap().message, message);
    }
    w.sound().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_knows_what_a_server_did_that_breaks_off_or_goes_on_by_itself() {
    let (w, notes) = world("well").await;
    for (tool, part) in [
        ("break", "s answers with an error: half of it"),
        ("begin", "s has begun it and goes on by itself, which is not supported"),
    ] {
        let (set, receipt) = signed(&w, tool).await;
        let item = &receipt.change_set.items[0];
        let failure = item.failure.clone().unwrap();
        assert_eq!((item.status, failure.code.as_ref()), (ItemStatus::Unknown, "outcome_unknown"), "{tool}");
        assert_eq!(failure.message, part);
        let before = calls(&notes);
        let again = w.engine.change_set(set.id).await.unwrap();
        let _ = w.apply(&again).await;
        assert_eq!(calls(&notes), before, "{tool}");
    }
    w.sound().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_knows_what_a_server_did_that_dies_hangs_or_floods() {
    let (w, notes) = world("well").await;
    for (tool, part) in [
        ("die", "s ended before it answered: out of memory"),
        ("hang", "s did not answer within 2 s"),
        ("noise", "s wrote more than 8 MB"),
    ] {
        let (set, receipt) = signed(&w, tool).await;
        let item = &receipt.change_set.items[0];
        let failure = item.failure.clone().unwrap();
        assert_eq!((item.status, failure.code.as_ref()), (ItemStatus::Unknown, "outcome_unknown"), "{tool}");
        assert!(failure.message.starts_with(part), "{}", failure.message);
        // It is not called again by itself, nor by another apply.
        let before = calls(&notes);
        let again = w.engine.change_set(set.id).await.unwrap();
        let _ = w.apply(&again).await;
        assert_eq!(calls(&notes), before, "{tool}");
        assert_eq!(w.engine.tool_servers().await.unwrap().servers[0].state, ToolServerState::Failed);
        // The next call has a server of its own.
        assert_eq!(signed(&w, "fail").await.1.change_set.items[0].failure.clone().unwrap().code, "tool_failed");
    }
    w.sound().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_cannot_be_begun_is_told_and_is_in_nobodys_way() {
    for (how, code, part) in
        [("dead", "server_not_started", "s does not start: no such key"), ("flood", "server_floods", "more than 8 MB")]
    {
        let (w, _) = world(how).await;
        let server = tried(&w).await;
        let problem = server.problem.unwrap();
        assert_eq!((server.state, problem.code.as_ref()), (ToolServerState::Failed, code), "{}", problem.message);
        assert!(problem.message.contains(part), "{}", problem.message);
        // What it is a call of cannot be said, so nobody signs it.
        let item = w.propose(json!([called("add-note")])).await.items[0].clone();
        assert_eq!((item.status, item.problems[0].code.as_ref()), (ItemStatus::Invalid, code), "{how}");
        w.sound().await;
    }
    let w = serving(place(), &json!({ "s": { "command": "no-such-program" } })).open().await;
    let problem = tried(&w).await.problem.unwrap();
    assert_eq!(problem.message, "s does not start: there is no program no-such-program");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_of_ten_thousand_tools_is_a_hundred() {
    let (w, _) = world("many").await;
    let server = tried(&w).await;
    assert_eq!(
        (server.state, server.tools.len(), server.left_out.len()),
        (ToolServerState::Running, 100, 1),
        "{:?}",
        server.problem
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tool_that_cannot_be_read_takes_no_other_with_it() {
    let (w, _) = world("misread").await;
    let server = tried(&w).await;
    assert_eq!((server.state, server.tools.len()), (ToolServerState::Running, 2), "{:?}", server.problem);
    let told: Vec<(Option<&str>, &str)> =
        server.left_out.iter().map(|p| (p.path.as_deref(), p.message.as_str())).collect();
    let why = "the server describes it in a way that cannot be read";
    assert_eq!(told, [(Some("odd"), why), (Some(""), why), (Some(""), why)]);
    assert_eq!(w.propose(json!([called("look")])).await.items[0].problems, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_left_running_of_a_server() {
    let (w, _) = world("well").await;
    tried(&w).await;
    let ours = || {
        let all = std::fs::read_dir("/proc").unwrap().flatten();
        let mark = w.folder.path().display().to_string();
        all.filter(|p| {
            std::fs::read(p.path().join("cmdline")).is_ok_and(|c| String::from_utf8_lossy(&c).contains(&mark))
        })
        .count()
    };
    assert!(ours() > 0);
    // Begun anew, the one before is gone.
    let one = ours();
    tried(&w).await;
    assert_eq!(ours(), one);
    std::fs::write(w.folder.path().join("data/mcp.json"), "{}").unwrap();
    let World { engine, store, folder, .. } = w;
    drop((engine, store));
    let mark = folder.path().display().to_string();
    let left = || {
        let all = std::fs::read_dir("/proc").unwrap().flatten();
        all.filter(|p| {
            std::fs::read(p.path().join("cmdline")).is_ok_and(|c| String::from_utf8_lossy(&c).contains(&mark))
        })
        .count()
    };
    // The engine's own tasks hold it for a moment.
    for _ in 0..500 {
        if left() == 0 {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    panic!("{} processes are left", left());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_with_a_defect_starts_nothing_and_names_its_place() {
    let place = place();
    let notes = place.root().parent().unwrap().join("notes");
    let good = countersign_testkit::tool_server("well", Some(&notes));
    let w = serving(place, &json!({ "s": good, "bad": { "command": 5 } })).open().await;
    let all = w.engine.tool_servers().await.unwrap();
    assert!(all.servers.is_empty());
    assert_eq!(all.problems[0].path.as_deref(), Some("mcp.json#/mcpServers/bad/command"));
    assert_eq!(w.engine.test_tool_server("s").await.unwrap_err().code(), "invalid_mcp_servers");
    let set = w.propose(json!([called("add-note")])).await;
    assert_eq!(
        (set.items[0].status, set.items[0].problems[0].code.as_ref()),
        (ItemStatus::Invalid, "invalid_mcp_servers")
    );
    let path = w.folder.path().join("data/mcp.json");
    std::fs::write(&path, "{}").unwrap();
    for mode in [0o666, 0o660, 0o602] {
        std::fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(mode)).unwrap();
        assert_eq!(w.engine.tool_servers().await.unwrap().problems[0].code, "open_to_others", "{mode:o}");
    }
    std::fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o644)).unwrap();
    assert_eq!(w.engine.tool_servers().await.unwrap().problems, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_signature_is_on_a_call_of_that_program() {
    let (w, notes) = world("well").await;
    let set = w.propose(json!([called("add-note")])).await;
    let mut other = countersign_testkit::tool_server("well", Some(&notes));
    other["env"] = json!({ "MODE": "other" });
    std::fs::write(w.folder.path().join("data/mcp.json"), json!({ "mcpServers": { "s": other } }).to_string()).unwrap();
    let receipt = w.apply(&set).await.unwrap();
    assert_eq!(receipt.results[0].problem.as_ref().unwrap().code, "server_changed");
    assert_eq!(receipt.change_set.items[0].status, ItemStatus::Confirmed);
    assert_eq!(calls(&notes), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_waited_for_another_is_of_that_program_too() {
    let (w, notes) = world("well").await;
    let apply = async |tool: &str| {
        let set = w.propose(json!([called(tool)])).await;
        let request = crate::world::request(&set, sign(&set, &[1]));
        let (engine, id) = (w.engine.clone(), set.id);
        (id, tokio::spawn(async move { engine.apply(id, request, user(), None).await.unwrap() }))
    };
    let (_, first) = apply("hang").await;
    while calls(&notes) == 0 {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    let (id, second) = apply("add-note").await;
    while w.engine.change_set(id).await.unwrap().items[0].status != ItemStatus::Applying {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    let mut other = countersign_testkit::tool_server("well", Some(&notes));
    other["env"] = json!({ "MODE": "other" });
    std::fs::write(w.folder.path().join("data/mcp.json"), json!({ "mcpServers": { "s": other } }).to_string()).unwrap();
    first.await.unwrap();
    let item = second.await.unwrap().change_set.items[0].clone();
    assert_eq!((item.status, item.failure.unwrap().code.as_ref()), (ItemStatus::Failed, "server_changed"));
    assert_eq!(calls(&notes), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_signature_is_on_a_call_of_the_tool_as_it_was_described() {
    let (w, notes) = world("well").await;
    let set = w.propose(json!([called("add-note")])).await;
    assert_eq!(set.items[0].tool.clone().unwrap().about, "Adds a note.");
    // The server runs on, and says another thing of it.
    let says = notes.with_extension("says");
    std::fs::write(&says, "Adds a note, and sends all of them away.").unwrap();
    let item = w.apply(&set).await.unwrap().change_set.items[0].clone();
    let failure = item.failure.unwrap();
    assert_eq!((item.status, failure.code.as_ref()), (ItemStatus::Failed, "tool_changed"));
    assert_eq!(failure.message, "s says another thing of add-note than when this was proposed: it was not called");
    assert_eq!(calls(&notes), 0);
    // What it says now can be signed, and is called.
    let again = w.propose(json!([called("add-note")])).await;
    assert_eq!(again.items[0].tool.clone().unwrap().about, "Adds a note, and sends all of them away.");
    assert_eq!(w.apply(&again).await.unwrap().change_set.items[0].status, ItemStatus::Applied);
    assert_eq!(calls(&notes), 1);
    w.sound().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_what_a_server_offers_is_proposed_and_nobody_says_for_it_what_it_is() {
    let (w, notes) = world("well").await;
    let item = w.propose(json!([called("add-notes")])).await.items[0].clone();
    assert_eq!((item.status, item.problems[0].code.as_ref()), (ItemStatus::Invalid, "unknown_tool"));
    let mut op = called("add-note");
    (op["about"], op["offered"], op["definition"]) = (json!("Harmless."), json!("x"), json!("x"));
    let set = w.propose(json!([op])).await;
    assert_eq!(set.items[0].tool.clone().unwrap().about, "Adds a note.");
    assert_eq!(w.apply(&set).await.unwrap().change_set.items[0].status, ItemStatus::Applied);
    assert_eq!(calls(&notes), 1);
}

/// Begins an apply of one call, up to where the tool is called.
async fn begun(w: &World, notes: &Path, tool: &str) -> (SetView, tokio::task::JoinHandle<Receipt>) {
    let before = calls(notes);
    let set = w.propose(json!([called(tool)])).await;
    let request = crate::world::request(&set, sign(&set, &[1]));
    let (engine, id) = (w.engine.clone(), set.id);
    let apply = tokio::spawn(async move { engine.apply(id, request, user(), None).await.unwrap() });
    while calls(notes) == before {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    (set, apply)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_runs_is_stopped_and_nobody_says_that_it_was_not_done() {
    let place = place();
    let notes = place.root().parent().unwrap().join("notes");
    let mut server = countersign_testkit::tool_server("well", Some(&notes));
    server["timeout"] = json!(110);
    let w = serving(place, &json!({ "s": server })).open().await;
    let (set, apply) = begun(&w, &notes, "hang").await;
    // One that waits for it is stopped too, and was not made.
    let waits = w.propose(json!([called("add-note")])).await;
    let request = crate::world::request(&waits, sign(&waits, &[1]));
    let (engine, id) = (w.engine.clone(), waits.id);
    let waiting = tokio::spawn(async move { engine.apply(id, request, user(), None).await.unwrap() });
    while w.engine.change_set(id).await.unwrap().items[0].status != ItemStatus::Applying {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    w.engine.stop_command(waits.id, 1).unwrap();
    let item = waiting.await.unwrap().change_set.items[0].clone();
    assert_eq!((item.status, item.failure.unwrap().code.as_ref()), (ItemStatus::Failed, "stopped"));
    w.engine.stop_command(set.id, 1).unwrap();
    let receipt = apply.await.unwrap();
    let item = receipt.change_set.items[0].clone();
    let failure = item.failure.unwrap();
    assert_eq!((item.status, failure.code.as_ref()), (ItemStatus::Unknown, "outcome_unknown"));
    assert_eq!(failure.message, "stopped by you while s was called: whether it took effect is not known");
    assert_eq!((receipt.outcome, calls(&notes)), (Outcome::Unknown, 1));
    // It does not run any more, and cannot be stopped again; the next call has a server of its own.
    assert_eq!(w.engine.stop_command(set.id, 1).unwrap_err().code(), "not_found");
    assert_eq!(signed(&w, "add-note").await.1.outcome, Outcome::Applied);
    w.sound().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_answer_is_whole_and_one_that_is_too_long_is_said_at_once() {
    let place = place();
    let mut server = countersign_testkit::tool_server("well", None);
    server["timeout"] = json!(110);
    let w = serving(place, &json!({ "s": server })).open().await;
    let (set, receipt) = signed(&w, "large").await;
    let item = &receipt.change_set.items[0];
    assert_eq!((item.status, item.failure.clone()), (ItemStatus::Applied, None));
    assert_eq!(w.engine.command_output(set.id, 1, 0).await.unwrap().len(), 7_000_000);
    let (_, receipt) = signed(&w, "larger").await;
    let failure = receipt.change_set.items[0].failure.clone().unwrap();
    assert_eq!(failure.code, "outcome_unknown");
    assert!(failure.message.starts_with("s wrote more than 8 MB"), "{}", failure.message);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_asks_for_something_itself_is_given_nothing() {
    let (w, _) = world("well").await;
    let (set, receipt) = signed(&w, "asks").await;
    assert_eq!(receipt.outcome, Outcome::Applied);
    let said = String::from_utf8(w.engine.command_output(set.id, 1, 0).await.unwrap()).unwrap();
    // No model, no folder, no word of the person.
    for refused in ["id:901,error:{code:-32601", "result:{roots:[]}", "action:decline"] {
        assert!(said.contains(refused), "{said}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_server_leaves_running_elsewhere_ends_with_it() {
    let (w, _) = world("well").await;
    let left = || {
        let all = std::fs::read_dir("/proc").unwrap().flatten();
        all.filter(|p| std::fs::read(p.path().join("cmdline")).is_ok_and(|c| c == b"sleep\x00424242\x00")).count()
    };
    let before = left();
    assert_eq!(signed(&w, "fork").await.1.outcome, Outcome::Applied);
    while left() == before {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    // Begun anew, the one before is gone, with all that it started.
    tried(&w).await;
    assert_eq!(left(), before);
}

#[tokio::test(flavor = "multi_thread")]
async fn reads_are_allowed_by_the_person_and_only_of_the_server_as_it_is() {
    let (w, notes) = world("well").await;
    assert_eq!(tried(&w).await.reads, ServerReads::Ask);
    let agent = countersign_core::change_set::Actor::Agent { name: "model".into() };
    assert_eq!(w.engine.set_tool_reads("s", ServerReads::Allow, agent).await.unwrap_err().code(), "not_a_person");
    assert_eq!(w.engine.set_tool_reads("s", ServerReads::Allow, user()).await.unwrap().reads, ServerReads::Allow);
    let mut other = countersign_testkit::tool_server("well", Some(&notes));
    other["args"].as_array_mut().unwrap().push(json!("more"));
    std::fs::write(w.folder.path().join("data/mcp.json"), json!({ "mcpServers": { "s": other } }).to_string()).unwrap();
    assert_eq!(w.engine.tool_servers().await.unwrap().servers[0].reads, ServerReads::Ask);
    w.sound().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_confined_server_sees_neither_the_network_nor_the_data() {
    // A variable that the program which starts it has, and a port that is listened at.
    assert!(std::env::var_os("CARGO_PKG_NAME").is_some());
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let said = |confined: bool| async move {
        let place = place();
        let data = place.root().parent().unwrap().join("data");
        // It says on the side what it can do, and ends.
        let script = format!(
            "cat {0}/mcp.json >/dev/null 2>&1 && echo data >&2; ( echo x > {0}/made ) 2>/dev/null && echo wrote >&2; \
             ( : </dev/tcp/127.0.0.1/{port} ) 2>/dev/null && echo net >&2; echo $CARGO_PKG_NAME $TOKEN >&2; exit 1",
            data.display()
        );
        let env = json!({ "TOKEN": "given" });
        let server = json!({ "command": "bash", "args": ["-c", script], "env": env, "confined": confined });
        let w = serving(place, &json!({ "s": server })).open().await;
        if confined && !w.sandboxed() {
            return None;
        }
        let message = tried(&w).await.problem.unwrap().message;
        Some((message, data.join("made").exists()))
    };
    assert_eq!(said(false).await, Some(("s does not start: data wrote net given".to_owned(), true)));
    if let Some(confined) = said(true).await {
        assert_eq!(confined, ("s does not start: given".to_owned(), false));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_have_no_tool_of_one_name() {
    let place = place();
    let notes = place.root().parent().unwrap().join("notes");
    let well = countersign_testkit::tool_server("well", Some(&notes));
    let same = countersign_testkit::tool_server("same", Some(&notes));
    let w = serving(place, &json!({ "s": well, "s_add": same })).open().await;
    for name in ["s", "s_add"] {
        w.engine.test_tool_server(name).await.unwrap();
    }
    let all = w.engine.tool_servers().await.unwrap().servers;
    let several = "agents would know tools of several servers as mcp_s_add_note: s, s_add";
    for (server, tool) in [(&all[0], "add-note"), (&all[1], "note")] {
        assert!(!server.tools.iter().any(|tool| tool.offered_as == "mcp_s_add_note"), "{server:?}");
        let left: Vec<(Option<&str>, &str)> =
            server.left_out.iter().map(|p| (p.path.as_deref(), p.message.as_str())).collect();
        assert_eq!(left, [(Some(tool), several)]);
    }
    // The others of the server are offered, in a run too, which is told of these.
    assert!(!all[0].tools.is_empty() && all[1].tools.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_cut_off_in_the_middle_is_unknown_and_never_called_again() {
    let (w, notes) = world("well").await;
    let set = w.propose(json!([called("hang")])).await;
    let request = crate::world::request(&set, sign(&set, &[1]));
    let engine = w.engine.clone();
    let (id, folder) = (set.id, w.folder);
    let apply = tokio::spawn(async move { engine.apply(id, request, user(), None).await });
    while calls(&notes) == 0 {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    // As after a crash: another engine finds the call begun.
    let engine = beside(folder.path()).open().await;
    let item = engine.change_set(id).await.unwrap().items[0].clone();
    let failure = item.failure.unwrap();
    assert_eq!((item.status, failure.code.as_ref()), (ItemStatus::Unknown, "outcome_unknown"));
    assert_eq!(failure.message, "The program ended while this tool was called; nobody can say whether it was done.");
    assert_eq!(calls(&notes), 1);
    apply.abort();
    sound(&engine).await;
}
