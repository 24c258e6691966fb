//! Tokens, prompts and greedy answers as llama.cpp gives them (tests/record_llama_cpp.py).
//!
//! COUNTERSIGN_TEST_MODEL names the model's file; without it these tests say that they are not run.

use countersign_gguf::{Engine, Finish, Message, Model, Options, Prompt, Request};
use serde::Deserialize;
use std::path::PathBuf;

#[derive(Deserialize)]
struct Recorded {
    texts: Vec<Text>,
    greedy: Vec<Greedy>,
}

#[derive(Deserialize)]
struct Text {
    text: String,
    tokens: Vec<u32>,
}

#[derive(Deserialize)]
struct Greedy {
    messages: Vec<Message>,
    prompt_tokens: Vec<u32>,
    answer_tokens: Vec<u32>,
}

fn model() -> Option<PathBuf> {
    let path = std::env::var_os("COUNTERSIGN_TEST_MODEL").map(PathBuf::from);
    if path.is_none() {
        println!("not run: COUNTERSIGN_TEST_MODEL names no file");
    }
    path
}

fn recorded() -> Recorded {
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/smollm2-135m.json");
    let path = std::env::var("COUNTERSIGN_TEST_RECORDED").unwrap_or(own.to_owned());
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn engine() -> Option<Engine> {
    Some(Engine::new(Model::open(&model()?).unwrap(), Options::default()))
}

fn ask(prompt: Prompt, max_tokens: usize) -> Request {
    Request { prompt, schema: None, max_tokens, temperature: 0.0, seed: 0, stop: Vec::new() }
}

#[test]
fn texts_have_llama_cpps_tokens() {
    let Some(engine) = engine() else { return };
    for Text { text, tokens } in recorded().texts {
        // llama.cpp was asked to see special tokens in texts; here texts have none.
        if !text.contains("<|") {
            assert_eq!(engine.tokens(&Prompt::Text(text.clone())).unwrap(), tokens, "{text:?}");
        }
        assert_eq!(engine.model().tokenizer().decode(&engine.tokens(&Prompt::Text(text.clone())).unwrap()), text);
    }
}

#[test]
fn chats_have_llama_cpps_prompts() {
    let Some(engine) = engine() else { return };
    for one in recorded().greedy {
        assert_eq!(engine.tokens(&Prompt::Chat(one.messages)).unwrap(), one.prompt_tokens);
    }
}

#[test]
fn greedy_answers_are_llama_cpps() {
    let Some(mut engine) = engine() else { return };
    let most = std::env::var("COUNTERSIGN_TEST_TOKENS").ok().and_then(|n| n.parse().ok()).unwrap_or(64);
    let (mut tokens, mut other, mut widest) = (0, 0, 0.0_f32);
    for (i, one) in recorded().greedy.into_iter().enumerate() {
        let want = &one.answer_tokens[..one.answer_tokens.len().min(most)];
        // Along llama.cpp's own answer, so that every token is compared and not only those before the
        // first that differs.
        let (mut so_far, mut parted) = (one.prompt_tokens.clone(), Vec::new());
        for (n, token) in want.iter().enumerate() {
            let logits = engine.logits(&Prompt::Tokens(so_far.clone())).unwrap();
            let best = (0..logits.len()).max_by(|a, b| logits[*a].total_cmp(&logits[*b])).unwrap();
            if best != *token as usize {
                let gap = logits[best] - logits[*token as usize];
                parted.push((n, gap));
                widest = widest.max(gap);
            }
            so_far.push(*token);
        }
        (tokens, other) = (tokens + want.len(), other + parted.len());
        println!("{i}: {} tokens, parted {parted:?}", want.len());
    }
    println!("{tokens} tokens, {other} differ, widest gap {widest}");
}
