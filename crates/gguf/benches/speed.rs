//! How fast a model is here, beside the physical bound and, where it is given, llama.cpp's server.
//!
//!     cargo bench -p countersign-gguf --bench speed -- MODEL.gguf [LLAMA_SERVER]
//!
//! Both get the same prompt tokens, threads and number of tokens, by turns, so that whatever else the
//! machine does hits both. Figures are medians; a ratio above 1 is in our favour.

#![allow(clippy::print_stdout, clippy::disallowed_methods, clippy::unwrap_used, clippy::expect_used)]

use countersign_gguf::{Engine, Isa, Model, Options, Prompt, Request};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

const PROMPT: usize = 512;
const ANSWER: usize = 64;
const ROUNDS: usize = 3;
const PORT: u16 = 18_433;

/// Tokens per second.
#[derive(Clone, Copy)]
struct Speed {
    prompt: f64,
    decode: f64,
}

fn median(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    all[all.len() / 2]
}

fn medians(all: &[Speed]) -> Speed {
    let each = |of: fn(&Speed) -> f64| median(all.iter().map(of).collect());
    Speed { prompt: each(|s| s.prompt), decode: each(|s| s.decode) }
}

/// Bytes per second that all threads read together from memory that no cache holds.
fn bandwidth(threads: usize) -> f64 {
    let data: Vec<u64> = (0..48 << 20).collect();
    let each = data.len() / threads;
    let once = || {
        let started = Instant::now();
        let sum: u64 = std::thread::scope(|scope| {
            let workers: Vec<_> = data
                .chunks(each)
                .map(|part| scope.spawn(|| part.iter().fold(0_u64, |sum, n| sum.wrapping_add(*n))))
                .collect();
            workers.into_iter().map(|w| w.join().unwrap()).fold(0, u64::wrapping_add)
        });
        std::hint::black_box(sum);
        (data.len() * 8) as f64 / started.elapsed().as_secs_f64()
    };
    (0..5).map(|_| once()).fold(0.0, f64::max)
}

/// Megabytes that this process has in memory; none where the system does not say.
fn resident() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<f64>().ok()? / 1e3)
}

fn request(tokens: Vec<u32>, max_tokens: usize, schema: Option<Value>) -> Request {
    Request { prompt: Prompt::Tokens(tokens), schema, max_tokens, temperature: 0.0, seed: 0, stop: Vec::new() }
}

fn ours(engine: &mut Engine, prompt: &[u32]) -> Speed {
    let got = engine.complete(&request(prompt.to_vec(), ANSWER, None), &|| false, &mut |_| {}).unwrap();
    let decode = (got.timings.total - got.timings.first).as_secs_f64();
    Speed {
        prompt: (got.usage.prompt - got.usage.cached) as f64 / got.timings.prompt.as_secs_f64(),
        decode: (got.tokens.len() - 1) as f64 / decode,
    }
}

struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn post(path: &str, body: &Value) -> Option<Value> {
    let body = body.to_string();
    let mut stream = TcpStream::connect(("127.0.0.1", PORT)).ok()?;
    let head = "Host: 127.0.0.1\r\nConnection: close\r\nContent-Type: application/json";
    write!(stream, "POST {path} HTTP/1.1\r\n{head}\r\nContent-Length: {}\r\n\r\n{body}", body.len()).ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    let (from, to) = (answer.find('{')?, answer.rfind('}')?);
    serde_json::from_str(&answer[from..=to]).ok()
}

impl Server {
    fn start(program: &str, model: &str, threads: usize) -> Self {
        let (port, threads) = (PORT.to_string(), threads.to_string());
        let arguments =
            ["-m", model, "--port", &port, "--device", "none", "-t", &threads, "-c", "2048", "-np", "1", "--no-webui"];
        let child = Command::new(program).args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let server = Self(child);
        let ready = || post("/tokenize", &json!({ "content": "a" })).is_some_and(|v| v["tokens"].is_array());
        while !ready() {
            std::thread::yield_now();
        }
        server
    }

    fn speed(&self, prompt: &[u32]) -> Speed {
        let body = json!({ "prompt": prompt, "n_predict": ANSWER, "temperature": 0, "cache_prompt": false, "ignore_eos": true });
        let got = post("/completion", &body).unwrap();
        let at = |key: &str| got["timings"][key].as_f64().unwrap();
        Speed { prompt: at("prompt_per_second"), decode: at("predicted_per_second") }
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let Some(path) = arguments.first() else {
        println!("not run: give a model's file, and llama.cpp's server to compare with");
        return;
    };
    let opened = Instant::now();
    let model = Model::open(Path::new(path)).unwrap();
    println!("open         {:.3} s", opened.elapsed().as_secs_f64());
    let (file, per_token) = (model.info().bytes as f64 / 1e6, model.info().bytes_per_token as f64);
    let options = Options::default();
    let mut engine = Engine::new(model, Options { sequences: 1, ..options });
    let words = "The quick brown fox jumps over the lazy dog, and then it writes a long list of todos. ".repeat(60);
    let text = engine.tokens(&Prompt::Text(words)).unwrap();
    let prompt = |round: usize| -> Vec<u32> { text[round..round + PROMPT].to_vec() };

    let server = arguments.get(1).map(|program| Server::start(program, path, options.threads));
    let (mut us, mut them) = (Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        us.push(ours(&mut engine, &prompt(round)));
        them.extend(server.as_ref().map(|server| server.speed(&prompt(round))));
    }
    drop(server);
    let (us, bound) = (medians(&us), bandwidth(options.threads) / per_token);
    println!("threads      {} ({:?})", options.threads, Isa::best());
    println!("prompt       {:.1} tokens/s ({PROMPT} tokens)", us.prompt);
    println!(
        "decode       {:.1} tokens/s, {:.0} % of the {bound:.0} that memory allows",
        us.decode,
        100.0 * us.decode / bound
    );
    if !them.is_empty() {
        let them = medians(&them);
        println!("llama-server {:.1} prompt, {:.1} decode", them.prompt, them.decode);
        println!("ratio        {:.2} prompt, {:.2} decode", us.prompt / them.prompt, us.decode / them.decode);
    }

    // Under a schema that leaves every letter free: what the grammar itself costs.
    let schema = json!({ "type": "string", "minLength": 400, "maxLength": 500 });
    let mut timed = |schema: Option<Value>| {
        let got = engine.complete(&request(prompt(9), ANSWER, schema), &|| false, &mut |_| {}).unwrap();
        (got.tokens.len() - 1) as f64 / (got.timings.total - got.timings.first).as_secs_f64()
    };
    timed(Some(schema.clone()));
    let pairs: Vec<(f64, f64)> = (0..ROUNDS).map(|_| (timed(Some(schema.clone())), timed(None))).collect();
    println!("under schema {:.2} of free decoding", median(pairs.iter().map(|(with, free)| with / free).collect()));
    let again = engine.complete(&request(prompt(9), 1, None), &|| false, &mut |_| {}).unwrap();
    println!("first token  {:.3} s where the prompt is known", again.timings.first.as_secs_f64());
    if let Some(all) = resident() {
        let cache = engine.cache_bytes() as f64 / 1e6;
        println!("memory       {all:.0} MB: file {file:.0}, cache {cache:.0}, the rest {:.0}", all - file - cache);
    }
}
