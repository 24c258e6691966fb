//! What a controller step costs without the model: reading a reply, the prompt of the next call,
//! storing the machine as text. The bar is 10 ms. `cargo bench -p countersign-agent`.
#![allow(clippy::print_stdout, clippy::unwrap_used, clippy::panic, reason = "a bench prints and fails loudly")]

use countersign_agent::ground::Ground;
use countersign_agent::machine::{Effect, Input, Limits, Machine, Setup, ToolResult};
use countersign_agent::permission::Permissions;
use countersign_agent::step::Form;
use countersign_agent::tool::Registry;
use std::time::Instant;

fn main() {
    let limits = Limits { turns: 1_000, iterations: 1_000, ..Limits::default() };
    let setup = Setup {
        message: "Look at every file".to_owned(),
        today: "Saturday 2026-11-21".to_owned(),
        history: Vec::new(),
        instructions: Vec::new(),
        plan_document: String::new(),
        memory: String::new(),
        carried: String::new(),
        outputs: Vec::new(),
        counted: Default::default(),
        tools: Registry::workspace(),
        ground: Ground::default(),
        puts: Vec::new(),
        form: Form::Small,
        prompt_tokens: 8_000,
        permissions: Permissions::default(),
        auto: false,
        limits,
        part: false,
    };
    let (mut machine, _) = Machine::begin(setup);
    let mut times = Vec::new();
    let mut bytes = 0;
    for n in 0..200 {
        let text = format!(r#"{{"thinking":"next","action":"next_step","tool":"read_file","args":{{"path":"f{n}"}}}}"#);
        let reply = countersign_testkit::reply(&text);
        let begun = Instant::now();
        let out = machine.step(Input::Reply(reply)).unwrap();
        let Some(Effect::RunTools(calls)) = out.last() else { panic!() };
        let result = ToolResult {
            call: calls[0].id.clone(),
            ok: true,
            text: "line of a file\n".repeat(500),
            ..ToolResult::default()
        };
        machine.step(Input::Results(vec![result])).unwrap();
        bytes = serde_json::to_string(&machine).unwrap().len();
        times.push(begun.elapsed());
    }
    times.sort();
    println!(
        "controller step without model, 200 steps, results of 7.5 KB: median {:?}, p95 {:?}, worst {:?}; state {bytes} bytes",
        times[100], times[190], times[199]
    );
}
