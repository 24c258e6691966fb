//! `countersign eval`: judged by effect, resumed, compared.

use crate::world::{Ran, binary, run};
use serde_json::{Value, json};
use std::path::Path;

fn eval(dir: &Path, args: &[&str]) -> Ran {
    let mut command = binary();
    for name in ["COUNTERSIGN_MODEL", "COUNTERSIGN_MODEL_URL"] {
        command.env_remove(name);
    }
    command.env("OLLAMA_HOST", "127.0.0.1:9").current_dir(dir);
    run(command.arg("--data").arg(dir.join("data")).arg("eval").args(args), b"")
}

/// Sentences whose outcome without a model is the planner's plainest: right, right by a question,
/// rightly nothing, and two that are wrong on purpose.
const CASES: &str = r#"# ours
{"id":"new","kind":"create","i":"buy bread tomorrow","want":[[{"op":"create","title":"buy bread","scheduledFor":"2026-11-22"}]]}
{"id":"gone","kind":"delete","i":"delete the novel","want":[[{"op":"delete","id":14}]]}
{"id":"which","kind":"clarify","i":"delete the budget email","want":["clarify"]}
{"id":"talk","kind":"chat","lang":"de","i":"what is due today?","want":["none"]}

{"id":"other","kind":"delete","i":"delete pack bags","want":[[{"op":"delete","id":14}]]}
{"id":"never","kind":"chat","i":"delete buy milk","want":["none"]}
"#;

#[test]
fn cases_are_judged_by_what_they_would_do() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("cases.jsonl"), CASES).unwrap();
    let ran = eval(dir.path(), &["cases.jsonl", "--model", "none", "--json"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let all = ran.json();
    let hits = |key: &str| all["totals"][key]["hits"].clone();
    assert_eq!(all["totals"]["n"], 6);
    assert_eq!((hits("valid"), hits("right")), (json!(6), json!(4)), "{all}");
    // Another todo than the wanted one: the right kind, the wrong target.
    assert_eq!((hits("operation"), hits("target")), (json!(5), json!(4)), "{all}");
    assert_eq!(all["kinds"]["delete"]["right"]["hits"], 1);
    assert_eq!(all["languages"]["de"]["n"], 1);
    assert_eq!(all["totals"]["asked_model"], 0);
    let ran = eval(dir.path(), &["cases.jsonl", "--model", "none", "--kind", "delete", "--verbose"]);
    assert!(ran.out.contains("1 / 2   50.0 %  (9.5–90.5)  fully right"), "{ran:?}");
    assert!(ran.err.contains("other  delete pack bags") && !ran.err.contains("delete the novel"), "{ran:?}");
    assert!(!dir.path().join("data").exists(), "a measurement makes no data folder");
}

#[test]
fn a_stopped_run_goes_on_and_two_runs_are_compared() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("cases.jsonl"), CASES).unwrap();
    let args = ["cases.jsonl", "--model", "none", "--out", "run.jsonl", "--json"];
    assert_eq!(eval(dir.path(), &[&args[..], &["--most", "2"]].concat()).json()["totals"]["n"], 2);
    let file = dir.path().join("run.jsonl");
    // As a kill would leave it: the last line is cut. The first two results are somebody else's, to
    // see that they are kept, not made again.
    let kept = std::fs::read_to_string(&file).unwrap().replace("\"right\":true", "\"right\":false");
    std::fs::write(&file, format!("{kept}{{\"id\":\"whi")).unwrap();
    let whole = eval(dir.path(), &args).json();
    assert_eq!((&whole["totals"]["n"], &whole["totals"]["right"]["hits"]), (&json!(6), &json!(2)), "{whole}");
    let lines = std::fs::read_to_string(&file).unwrap();
    assert_eq!(lines.lines().count(), 7);
    assert!(lines.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()), "{lines}");

    let fresh = eval(dir.path(), &["cases.jsonl", "--model", "none", "--against", "run.jsonl", "--json"]).json();
    assert_eq!(fresh["against"], json!({ "n": 6, "only_this": ["new", "gone"], "only_other": [], "p": 0.5 }));

    // Both runs stand side by side, the other of the cases that both have.
    let beside = &fresh["other"];
    assert_eq!((&beside["run"]["model"], &beside["totals"]["right"]["hits"]), (&json!("none"), &json!(2)), "{fresh}");
    let few = ["cases.jsonl", "--model", "none", "--most", "1", "--against", "run.jsonl"];
    let told = eval(dir.path(), &few).out;
    let line = told.lines().find(|line| line.ends_with("fully right")).unwrap();
    let [own, other] = line.split('|').collect::<Vec<_>>()[..] else { panic!("{told}") };
    assert!(own.contains("1 / 1  100.0 %") && other.contains("0 / 1    0.0 %"), "{told}");

    // Other parts are another run: its results are not mixed with these.
    let ran = eval(dir.path(), &[&args[..], &["--without", "trust"]].concat());
    assert_eq!((ran.code, &ran.json()["error"]), (1, &json!("other_run")), "{ran:?}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), lines);
}

#[test]
fn what_cannot_be_measured_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("bad.jsonl"), "{\"i\":\"x\",\"want\":[\"maybe\"]}\n").unwrap();
    eval(dir.path(), &["studio", "--model", "none", "--most", "1", "--out", "studio.jsonl"]);
    for (args, code) in [
        (&["bad.jsonl", "--model", "none"][..], "invalid_cases"),
        (&["nowhere.jsonl", "--model", "none"], "unreadable_file"),
        (&["everyday"], "no_model"),
        (&["everyday", "--model", "none", "--most", "0"], "no_cases"),
        (&["everyday", "--model", "none", "--kind", "nosuchkind"], "no_cases"),
        (&["everyday", "--model", "embedded:/etc/passwd", "--without", "planner"], "model_unusable"),
        (&["everyday", "--model", "embedded:/nonexistent.gguf"], "model_not_found"),
        (&["everyday", "--model", "nope", "--most", "3"], "model_unreachable"),
        (&["everyday", "--model", "none", "--most", "3", "--against", "bad.jsonl"], "not_a_run"),
        (&["everyday", "--model", "none", "--most", "3", "--against", "studio.jsonl"], "other_cases"),
        (&["--without", "luck"], "usage"),
        (&["--model", "openai:x", "--without", "planner", "--most", "1"], "model_unreachable"),
    ] {
        // No key, and no address but a closed port of this machine.
        let mut command = binary();
        command.env("OLLAMA_HOST", "127.0.0.1:9").env_remove("COUNTERSIGN_MODEL").current_dir(dir.path());
        if code == "model_unreachable" {
            command.env("COUNTERSIGN_MODEL_URL", "http://127.0.0.1:9");
        }
        let ran = run(command.arg("--data").arg(dir.path()).arg("eval").args(args).arg("--json"), b"");
        assert_eq!((ran.code, &ran.json()["error"]), (1, &json!(code)), "{args:?}: {ran:?}");
    }
}
