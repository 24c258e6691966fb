//! What models said and what became of it: kept through `kill -9`, counted by `calibrate`; what probing
//! found outlives the server.

use crate::world::{Server, World, binary, http, run};
use countersign_testkit::{Answer, Kind, Listed, ModelServer, Script, When};
use serde_json::{Value, json};

/// A data folder with a large scripted model.
struct Model {
    dir: tempfile::TempDir,
    server: ModelServer,
    // The model server lives in it.
    _runtime: tokio::runtime::Runtime,
}

impl Model {
    fn new(answers: Vec<Answer>) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let listed = vec![Listed { id: "test".into(), context: Some(8_192), ..Listed::default() }];
        let script = Script { kind: Kind::Ollama, answers, models: listed, ..Script::default() };
        let server = runtime.block_on(ModelServer::start(script)).unwrap();
        let dir = tempfile::tempdir().unwrap();
        let settings = json!({
            "providers": { "p": { "kind": "ollama", "baseUrl": server.url } },
            "models": { "test": { "provider": "p", "size": "large" } },
        });
        std::fs::write(dir.path().join("models.json"), settings.to_string()).unwrap();
        Self { dir, server, _runtime: runtime }
    }

    fn serve(&self) -> Server {
        let mut command = binary();
        for name in ["COUNTERSIGN_MODEL", "COUNTERSIGN_MODEL_URL", "OLLAMA_HOST"] {
            command.env_remove(name);
        }
        Server::start_with(self.dir.path(), command)
    }
}

fn ask(server: &Server, method: &str, path: &str, body: Option<&Value>) -> Value {
    let (status, answer) = http(server.port, &server.token, method, path, body, None).unwrap();
    assert!(status < 300, "{method} {path}: {status} {answer}");
    answer
}

/// Details of the ledger's audit entries of this action, oldest first, as they are stored.
fn audited(model: &Model, action: &str) -> Vec<Value> {
    let database = rusqlite::Connection::open(model.dir.path().join("countersign.db")).unwrap();
    let mut rows = database.prepare("SELECT event FROM ledger WHERE kind = 'audit' ORDER BY seq").unwrap();
    let events = rows.query_map([], |row| row.get::<_, String>(0)).unwrap().map(Result::unwrap);
    let events = events.map(|text| serde_json::from_str::<Value>(&text).unwrap());
    events.filter(|e| e["action"] == action).map(|e| e["detail"].clone()).collect()
}

/// S1-5: what a model said is stored before anybody reads it. The server is killed after the first
/// answer, while the second is waited for.
#[test]
fn what_a_model_said_survives_kill_9_and_nothing_is_done_by_half() {
    let said = r#"{"operations":[{"op":"delete","id":999}]}"#;
    let never = Answer { never: true, ..Answer::default() };
    let model = Model::new(vec![Answer::text(said).once(), never]);
    let mut server = model.serve();
    let body =
        json!({ "message": "the team wants a retro about the budget at some point, sort that out", "mode": "plan" });
    let run = ask(&server, "POST", "/api/runs", Some(&body))["run"].as_str().unwrap().to_owned();
    while model.server.calls().len() < 2 {
        std::thread::yield_now();
    }
    server.kill();

    let server = model.serve();
    let raw = audited(&model, "model_raw");
    assert_eq!((raw.len(), &raw[0]["raw"], &raw[0]["run"]), (1, &json!(said), &json!(run)));
    let after = ask(&server, "GET", &format!("/api/runs/{run}"), None);
    assert_eq!((&after["status"], &after["change_set"]), (&json!("interrupted"), &Value::Null), "{after}");
    assert_eq!(ask(&server, "GET", "/api/change-sets", None)["changeSets"].as_array().map_or(0, Vec::len), 0);
    assert_eq!(ask(&server, "GET", "/api/ledger/verify", None)["ok"], true);
}

/// S0-86: what was read of an answer is in the ledger beside what was said.
#[test]
fn what_was_read_of_an_answer_is_in_the_ledger() {
    let said = r#"Sure! {"operations":[{"op":"create","title":"Retro on the budget",}]}"#;
    let model = Model::new(vec![Answer::text(said).once(), Answer::text("One change waits. Two. Three. Four.")]);
    let server = model.serve();
    let body =
        json!({ "message": "the team wants a retro about the budget at some point, sort that out", "mode": "plan" });
    let run = ask(&server, "POST", "/api/runs", Some(&body))["run"].as_str().unwrap().to_owned();
    let _ = http(server.port, &server.token, "GET", &format!("/api/runs/{run}/events"), None, None);
    let parsed = audited(&model, "parsed_body");
    assert_eq!(parsed.len(), 1, "{parsed:?}");
    assert_eq!(parsed[0]["parsed"], json!({ "operations": [{ "op": "create", "title": "Retro on the budget" }] }));
    assert_eq!((&parsed[0]["stage"], &parsed[0]["run"]), (&json!("proposing"), &json!(run)));
    assert_eq!(parsed[0]["repairs"], json!(["prose", "trailing_comma"]));
    let run = ask(&server, "GET", &format!("/api/runs/{run}"), None);
    assert_eq!(run["said"], "One change waits. Two. Three.", "S0-60");
    assert_eq!(run["text"], "1 change proposed: add “Retro on the budget”. Nothing happens until you sign.");
}

/// UI rule 10, PROVIDERS: that a model was asked once more and that its server cut the prompt is said in the terminal, and
/// is in what `--json` prints, with what to do.
#[test]
fn a_repair_and_a_cut_prompt_are_said_in_the_terminal() {
    let bad = r#"{"operations":[{"op":"create","title":"Retro","priority":"urgent"}]}"#;
    let good = r#"{"operations":[{"op":"create","title":"Retro","priority":"high"}]}"#;
    let model = Model::new(vec![
        Answer { usage: Some((3, 20)), ..Answer::text(bad) }.once(),
        Answer::text(good).once(),
        Answer::text("One change.").once(),
        Answer { usage: Some((3, 20)), ..Answer::text(bad) }.once(),
        Answer::text(good).once(),
        Answer::text("One change."),
    ]);
    let asked = |more: &[&str]| {
        let mut command = binary();
        for name in ["COUNTERSIGN_MODEL", "COUNTERSIGN_MODEL_URL", "OLLAMA_HOST"] {
            command.env_remove(name);
        }
        let said = "the team wants a retro about the budget at some point, sort that out";
        run(command.arg("--data").arg(model.dir.path()).args(["ask", "--mode", "plan", said]).args(more), b"")
    };
    let cut = "The model's server read less than it was sent.";
    let mended = "The model was asked once more, and what it mended is used.";
    let plain = asked(&[]);
    assert!(plain.err.contains(&format!("{cut} Give the model a larger context.")), "{plain:?}");
    assert!(plain.err.contains(mended), "{plain:?}");
    let told = asked(&["--json"]).json()["told"].clone();
    let message = |what: &str| told.as_array().unwrap().iter().find(|one| one["what"] == what).cloned().unwrap();
    assert_eq!((&message("prompt_cut")["message"], &message("repaired")["message"]), (&json!(cut), &json!(mended)));
    assert_eq!(message("repaired")["hint"], "Look at it before you sign it.");
    // S0-59: what was decided without a router counts.
    let decided = audited(&model, "router_decision");
    assert_eq!(decided.iter().map(|d| &d["decision"]).collect::<Vec<_>>(), ["plan", "plan"]);
}

/// S0-59, S0-87.
#[test]
fn calibrate_counts_what_was_signed_rejected_and_undone() {
    let world = World::new();
    let calibrate = |args: &[&str]| world.run(&[&["calibrate", "--json"], args].concat()).json();
    assert_eq!(calibrate(&[])["messages"], 0);
    for title in ["milk", "bread", "tea", "salt"] {
        assert_eq!(world.run(&["ask", &format!("add buy {title} tomorrow")]).code, 2);
    }
    assert_eq!(world.run(&["apply", "1", "--all"]).code, 0);
    assert_eq!(world.run(&["apply", "2", "--all"]).code, 0);
    assert_eq!(world.run(&["reject", "3", "all"]).code, 0);
    assert_eq!(world.run(&["ask", "why is the sky blue?"]).code, 0);

    let before = calibrate(&[]);
    assert_eq!(before["messages"], 5, "{before}");
    let plan =
        |report: &Value| report["decisions"].as_array().unwrap().iter().find(|g| g["key"] == "plan").unwrap().clone();
    let group = plan(&before);
    let counts = |g: &Value| ["messages", "signed", "rejected", "undone", "undecided"].map(|k| g[k].as_u64().unwrap());
    assert_eq!(counts(&group), [4, 2, 1, 0, 1], "{group}");
    assert_eq!((&group["kept"]["hits"], &group["kept"]["n"]), (&json!(2), &json!(3)));

    // Taking one back is heard of.
    let log = world.run(&["log", "--json"]).json();
    let applied = log["entries"].as_array().unwrap().iter().find(|e| e["kind"] == "applied").unwrap();
    let undo = world.run(&["undo", &format!("@{}", applied["seq"]), "--yes"]);
    assert_eq!(undo.code, 0, "{undo:?}");
    let after = calibrate(&[]);
    assert_eq!(counts(&plan(&after)), [4, 1, 1, 1, 1], "{after}");
    assert_eq!(after["proposers"][0]["key"], "planner");

    // Too little speaks for a threshold; older messages can be left out.
    for one in after["thresholds"].as_array().unwrap() {
        assert_eq!((&one["suggested"], &one["above"]["n"]), (&Value::Null, &json!(0)), "{one}");
    }
    let shown = world.run(&["calibrate"]);
    assert!(
        shown.out.contains("plan: 4; items 1 signed, 1 rejected, 1 undone, 1 undecided; kept 1 of 3"),
        "{}",
        shown.out
    );
    assert_eq!(world.run(&["calibrate", "--wanted", "2"]).code, 1);
}

/// S0-74: a probe's findings outlive the server.
#[test]
fn what_a_probe_found_is_known_after_a_restart() {
    let probe = Answer {
        when: When { schema: Some("answer".into()), ..When::default() },
        ..Answer::text("{\"answer\":\"green\"}")
    };
    let model = Model::new(vec![probe]);
    let mut server = model.serve();
    let found = ask(&server, "POST", "/api/models/test/probe", None);
    assert_eq!((&found["structured"], model.server.calls().len()), (&json!("schema"), 1));
    server.stop();
    let server = model.serve();
    assert_eq!(ask(&server, "POST", "/api/models/test/probe", None), found);
    assert_eq!(model.server.calls().len(), 1, "not asked again");
}

/// S0-14: a model that fails is a failure on every surface, and the terminal's exit code says so.
#[test]
fn a_model_that_fails_is_told_and_exits_1() {
    let refused = Answer { status: Some(400), body: Some(r#"{"error":"no"}"#.into()), ..Answer::default() };
    let model = Model::new(vec![refused]);
    let server = model.serve();
    let asked =
        run(binary().arg("--data").arg(model.dir.path()).args(["ask", "--mode", "chat", "why is the sky blue?"]), b"");
    assert_eq!(asked.code, 1, "{asked:?}");
    assert!(asked.err.contains("did not take the request") && !asked.out.contains("no language model"), "{asked:?}");
    let body = json!({ "message": "why is the sky blue?", "options": { "mode": "chat" } });
    let answer = http(server.port, &server.token, "POST", "/api/assistant/message", Some(&body), None).unwrap();
    assert_eq!(answer.0, 502, "{}", answer.1);
    assert_eq!(
        (&answer.1["error"], &answer.1["detail"]),
        (&json!("assistant_failure"), &json!("model_rejected_request"))
    );
}

/// R23: whatever a model writes, in the shape of a receipt or not, each line of it carries a sign, and in
/// every language the product says first whose words they are.
#[test]
fn a_models_words_have_a_sign_at_their_margin() {
    let forged = "1 change applied.\n Delete “x”  #3\nUndo: countersign undo @6";
    let model = Model::new(vec![Answer::text(forged)]);
    let _server = model.serve();
    let said = |args: &[&str], language: &str| {
        let mut command = binary();
        command.env("LANG", language).arg("--data").arg(model.dir.path()).args(args);
        run(&mut command, b"").out
    };
    let chat = ["ask", "--mode", "chat", "why is the sky blue?"];
    let words = "1 change applied. Delete “x” #3 Undo: countersign undo @6\n";
    assert_eq!(said(&chat, "en_US.UTF-8"), format!("The model says:\n│ {words}"));
    assert_eq!(said(&chat, "de_DE.UTF-8"), format!("Das Modell sagt:\n│ {words}"));
    let plain = said(&[&["--plain"], &chat[..]].concat(), "en_US.UTF-8");
    assert!(plain.ends_with(&format!("The model says:\n> {words}")), "{plain}");
    let shown = said(&["sessions", "show", "1"], "en_US.UTF-8");
    assert!(!shown.contains("\n1 change applied") && !shown.contains("\n  1 change applied"), "{shown}");
}

/// The terminal says that a model answered in words that are of no use, and what answered instead; what goes
/// wrong twice in the same way is told once.
#[test]
fn an_answer_of_no_use_is_told_once() {
    let vague = "finally the dentist, or maybe the novel";
    let told = |answer: Answer, mode: &str| {
        let model = Model::new(vec![answer]);
        for title in ["Dentist", "Write novel"] {
            run(binary().arg("--data").arg(model.dir.path()).args(["todos", "add", title]), b"");
        }
        let _server = model.serve();
        run(binary().arg("--data").arg(model.dir.path()).args(["ask", "--mode", mode, vague]), b"").err
    };
    let prose = told(Answer::text("Certainly! I would move the dentist."), "auto");
    assert_eq!(prose.matches("could not be used, so the built-in rules answered").count(), 1, "{prose}");
    let cut = told(Answer { no_end: true, ..Answer::text("{\"operations\":[{\"op\":\"comp") }, "plan");
    assert_eq!(cut.matches("The answer was cut: the last frame is missing.").count(), 1, "{cut}");
    assert!(cut.contains("Only what was whole before the cut is used."), "{cut}");
}

/// C32: the terminal says that an answer was cut.
#[test]
fn an_answer_that_was_cut_is_told_as_cut() {
    let model = Model::new(vec![Answer { no_end: true, ..Answer::text("The sky is blue because of") }]);
    let _server = model.serve();
    let asked =
        run(binary().arg("--data").arg(model.dir.path()).args(["ask", "--mode", "chat", "why is the sky blue?"]), b"");
    assert_eq!(asked.code, 0, "{asked:?}");
    assert!(asked.out.contains("because of …") && asked.err.contains("The answer was cut"), "{asked:?}");
}
