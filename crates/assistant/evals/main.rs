//! What each part of the harness is worth, by effect on the todos: planner only, model alone,
//! grounded schema, whole harness. Cases are sentences with the effects that count as right.
//!
//! ```text
//! cargo bench -p countersign-assistant --bench eval -- [--cases dev|fresh|held-out] [--url http://127.0.0.1:8080]
//!     [--ways planner,alone,grounded,harness] [--from 0] [--most 40] [--verbose]
//! ```
//! Without `--url` only what needs no model runs. The server is any OpenAI-compatible one.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout, missing_docs)]

#[path = "../../planner/tests/interpret/effect_of.rs"]
mod effect_of;

use countersign_assistant::{Input, ModelProfile, Outcome, ProposedOp, Size, Step, Turn};
use countersign_core::model::{Call, Finish, Reply, Usage};
use countersign_core::operation::{Operation, parse};
use countersign_core::todo::Todo;
use countersign_core::todos::{Todos, words};
use countersign_planner::dates::Clock;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Instant;

const WORLDS: &str = include_str!("worlds.json");
const DEV: &str = include_str!("dev.jsonl");
const FRESH: &str = include_str!("fresh.jsonl");
const HELD_OUT: &str = include_str!("held-out.jsonl");

fn clock() -> Clock {
    Clock::new(jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0), "America/New_York")
}

fn world(name: &str) -> Todos {
    let all: Value = serde_json::from_str(WORLDS).expect("worlds");
    Todos::new(serde_json::from_value::<Vec<Todo>>(all[name].clone()).expect("todos"))
}

/// An effect in which the wording of new titles counts by its words only.
fn effect(ops: &[Operation], todos: &Todos) -> Value {
    let mut effect = effect_of::effect_of(ops, todos, &clock());
    if let Some(new) = effect.get_mut("new").and_then(Value::as_array_mut) {
        for todo in new {
            let title = todo["title"].as_str().unwrap_or_default().to_owned();
            let said: Vec<String> = words(&title)
                .into_iter()
                .filter(|w| !["the", "a", "an", "my", "some", "to"].contains(&w.as_str()))
                .collect();
            todo["title"] = json!(said.join(" "));
        }
    }
    effect
}

/// What came of a case.
enum Got {
    Plan { effect: Value, premarked: bool },
    Ask { offered: Vec<Value> },
    Nothing,
}

#[derive(Default)]
struct Score {
    n: usize,
    right: usize,
    offered: usize,
    asked: usize,
    missed: usize,
    wrong: usize,
    premarked: usize,
    wrong_premarked: usize,
    calls: usize,
    ms: u128,
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let flag = |name: &str| args.iter().position(|a| a == name).and_then(|n| args.get(n + 1)).cloned();
    let cases = flag("--cases").unwrap_or_else(|| "dev".to_owned());
    let url = flag("--url");
    let ways = flag("--ways").unwrap_or_else(|| "planner,rules,alone,grounded,harness".to_owned());
    let from: usize = flag("--from").and_then(|n| n.parse().ok()).unwrap_or(0);
    let most: usize = flag("--most").and_then(|n| n.parse().ok()).unwrap_or(usize::MAX);
    let verbose = args.iter().any(|a| a == "--verbose");
    let (table, todos) = match cases.as_str() {
        "held-out" => (HELD_OUT, world("house")),
        "fresh" => (FRESH, world("flat")),
        _ => (DEV, world("flat")),
    };
    println!(
        "| way | n | right | asked, right offered | asked | nothing said | wrong | premarked | wrong premarked | calls | s |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    for way in ways.split(',') {
        if !matches!(way, "planner" | "rules") && url.is_none() {
            continue;
        }
        let mut score = Score::default();
        for line in table.lines().skip(from).take(most) {
            let case: Value = serde_json::from_str(line).expect("a case is JSON");
            let text = case["i"].as_str().expect("i");
            let wants: Vec<Value> = case["want"].as_array().expect("want").iter().map(|w| wanted(w, &todos)).collect();
            let before = Instant::now();
            let got = run(way, text, &todos, url.as_deref(), &mut score.calls);
            score.ms += before.elapsed().as_millis();
            score.n += 1;
            let verdict = judge(&got, &wants, &mut score);
            if verbose && verdict != "right" {
                let shown = match &got {
                    Got::Plan { effect, premarked } => format!("{effect} premarked={premarked}"),
                    Got::Ask { offered } => format!("ask {offered:?}"),
                    Got::Nothing => "nothing".to_owned(),
                };
                println!("  {way}: {verdict}: {text}\n      {shown}");
            }
        }
        let s = &score;
        println!(
            "| {way} | {} | {} ({:.0} %) | {} | {} | {} | {} | {} | {} | {} | {:.1} |",
            s.n,
            s.right,
            100.0 * s.right as f64 / s.n.max(1) as f64,
            s.offered,
            s.asked,
            s.missed,
            s.wrong,
            s.premarked,
            s.wrong_premarked,
            s.calls,
            s.ms as f64 / 1000.0
        );
    }
}

fn wanted(want: &Value, todos: &Todos) -> Value {
    match want {
        Value::Array(ops) => {
            let ops: Vec<Operation> =
                ops.iter().map(|o| parse::operation(o).unwrap_or_else(|p| panic!("{o}: {p:?}"))).collect();
            let effect = effect(&ops, todos);
            assert!(effect.get("refused").is_none(), "{want}: {effect}");
            effect
        }
        word => word.clone(),
    }
}

fn judge(got: &Got, wants: &[Value], score: &mut Score) -> &'static str {
    match got {
        Got::Plan { effect, premarked } => {
            let right = wants.contains(effect);
            score.premarked += usize::from(*premarked);
            score.wrong_premarked += usize::from(*premarked && !right);
            if right {
                score.right += 1
            } else {
                score.wrong += 1
            }
            if right { "right" } else { "WRONG" }
        }
        Got::Ask { offered } => {
            if wants.contains(&json!("clarify")) {
                score.right += 1;
                "right"
            } else if wants.iter().any(|w| offered.contains(w)) {
                score.offered += 1;
                "offered"
            } else {
                score.asked += 1;
                "asked"
            }
        }
        Got::Nothing => {
            if wants.contains(&json!("none")) {
                score.right += 1;
                "right"
            } else {
                score.missed += 1;
                "missed"
            }
        }
    }
}

fn run(way: &str, text: &str, todos: &Todos, url: Option<&str>, calls: &mut usize) -> Got {
    let mut input = Input::new(text, clock());
    input.model = match way {
        "planner" | "rules" => None,
        "alone" => Some(ModelProfile {
            router: false,
            summary: false,
            rules: false,
            prompt_tokens: 2_000,
            ..ModelProfile::large()
        }),
        "grounded" => Some(ModelProfile { rules: false, ..ModelProfile::small() }),
        "harness" => Some(ModelProfile::small()),
        other => panic!("no way {other}"),
    };
    if way == "planner" {
        let answer = countersign_planner::interpret::interpret(text, todos, &clock(), &Default::default());
        return match answer.decision {
            countersign_planner::interpret::Decision::Plan => {
                Got::Plan { effect: effect(&answer.ops, todos), premarked: true }
            }
            countersign_planner::interpret::Decision::Clarify => Got::Ask { offered: Vec::new() },
            _ => Got::Nothing,
        };
    }
    let alone = input.model.as_ref().is_some_and(|m| m.size == Size::Large);
    let (mut turn, mut step) = Turn::begin(input, todos);
    loop {
        step = match step {
            Step::Call(call) if call.format.is_none() => turn.failed("not asked for talk here", todos),
            Step::Call(call) => {
                *calls += 1;
                match ask(url.expect("a url"), &call, alone) {
                    Ok(reply) => turn.reply(reply, todos),
                    Err(why) => panic!("the model server: {why}"),
                }
            }
            Step::Ops(_) => turn.proceed(todos),
            Step::Done(Outcome::Plan { operations, .. }) => {
                let valid: Vec<Operation> =
                    operations.iter().filter(|o| o.is_valid()).filter_map(|o| o.op.clone()).collect();
                if valid.is_empty() {
                    return Got::Nothing;
                }
                return Got::Plan {
                    effect: effect(&valid, todos),
                    premarked: operations.iter().any(|o: &ProposedOp| o.sure),
                };
            }
            Step::Done(Outcome::Clarify { alternatives, .. }) => {
                return Got::Ask { offered: alternatives.iter().map(|a| effect(&a.operations, todos)).collect() };
            }
            Step::Done(Outcome::Chat { .. } | Outcome::Work { .. } | Outcome::Refused { .. }) => return Got::Nothing,
        };
    }
}

/// One call of `/v1/chat/completions`, without a client library: this is a development tool.
fn ask(url: &str, call: &Call, unconstrained: bool) -> Result<Reply, String> {
    let host = url.trim_start_matches("http://").trim_end_matches('/');
    let mut body = json!({
        "messages": call.messages, "max_tokens": call.max_tokens.min(220), "temperature": 0, "cache_prompt": true,
        "logprobs": true, "top_logprobs": 1,
    });
    if let Some(format) = call.format.as_ref().filter(|_| !unconstrained) {
        body["response_format"] =
            json!({"type": "json_schema", "json_schema": {"name": format.name, "schema": format.schema}});
    }
    let body = body.to_string();
    let mut stream = TcpStream::connect(host).map_err(|e| e.to_string())?;
    let head = format!(
        "POST /v1/chat/completions HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body.as_bytes())).map_err(|e| e.to_string())?;
    let mut raw = String::new();
    stream.read_to_string(&mut raw).map_err(|e| e.to_string())?;
    let at = raw.find("\r\n\r\n").ok_or("no answer")?;
    let json = raw.get(at..).and_then(|t| t.find('{').and_then(|n| t.get(n..))).ok_or("no body")?;
    let end = json.rfind('}').ok_or("no body")?;
    let value: Value =
        serde_json::from_str(&json[..=end]).map_err(|e| format!("{e}: {}", &raw[..raw.len().min(300)]))?;
    let choice = &value["choices"][0];
    let logprobs = choice["logprobs"]["content"].as_array();
    let lowest = logprobs.into_iter().flatten().filter_map(|t| t["logprob"].as_f64()).reduce(f64::min);
    Ok(Reply {
        text: choice["message"]["content"].as_str().ok_or_else(|| value.to_string())?.to_owned(),
        thinking: String::new(),
        tool_calls: Vec::new(),
        finish: if choice["finish_reason"] == "length" { Finish::Length } else { Finish::Stop },
        usage: Usage::default(),
        min_logprob: lowest,
        prompt_cut: false,
        model: "eval".to_owned(),
    })
}
