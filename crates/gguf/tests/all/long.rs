//! 20 answers of 200 tokens each, of two models, along llama.cpp's (tests/record_llama_cpp.py, `long`
//! and `itself`).
//!
//! COUNTERSIGN_TEST_MODEL names SmolLM2's file, COUNTERSIGN_TEST_QWEN that of Qwen2.5-Coder 0.5B;
//! without the first its tests say that they are not run; the second's runs only when it is asked for.

use super::parity::{Greedy, Rounding, Text, best_two, engine};
use countersign_gguf::{Engine, Model, Options, Prompt};
use serde::Deserialize;
use std::path::PathBuf;

#[derive(Deserialize)]
struct Long {
    /// Tokens that end an answer, which were not allowed to.
    barred: Vec<u32>,
    itself: Itself,
    texts: Vec<Text>,
    greedy: Vec<Greedy>,
}

/// llama.cpp with its attention computed the other way, along the same answers or the first of them.
#[derive(Deserialize)]
struct Itself {
    tokens: usize,
    /// How far the recorded token was behind, where another was its best.
    gaps: Vec<f32>,
}

fn recorded(name: &str) -> Long {
    let path = format!("{}/tests/fixtures/{name}.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// Where the engine's best token is another than llama.cpp's.
struct Parting {
    /// Which answer, and which token of it.
    at: (usize, usize),
    gap: f32,
}

/// Along llama.cpp's own answers, so that every token is compared and not only those before the first
/// that differs. Beside the partings: how many are to be expected of rounding alone.
fn along(engine: &mut Engine, long: &Long, rounding: &Rounding) -> (Vec<Parting>, f64) {
    let (mut partings, mut expected) = (Vec::new(), 0.0);
    for (i, one) in long.greedy.iter().enumerate() {
        let mut so_far = one.prompt_tokens.clone();
        for (n, token) in one.answer_tokens.iter().enumerate() {
            let mut logits = engine.logits(&Prompt::Tokens(so_far.clone())).unwrap();
            for barred in &long.barred {
                logits[*barred as usize] = f32::NEG_INFINITY;
            }
            let (best, second) = best_two(&logits);
            expected += rounding.parting(logits[best] - logits[second]);
            if best != *token as usize {
                partings.push(Parting { at: (i, n), gap: logits[best] - logits[*token as usize] });
            }
            so_far.push(*token);
        }
    }
    (partings, expected)
}

fn compare(engine: &mut Engine, path: &std::path::Path, long: &Long) {
    for Text { text, tokens } in &long.texts {
        // llama.cpp was asked to see special tokens in texts; here texts have none.
        if !text.contains("<|") {
            assert_eq!(&engine.tokens(&Prompt::Text(text.clone())).unwrap(), tokens, "{text:?}");
        }
    }
    for one in &long.greedy {
        assert_eq!(engine.tokens(&Prompt::Chat(one.messages.clone())).unwrap(), one.prompt_tokens);
        assert!(one.answer_tokens.len() >= 200, "{} tokens", one.answer_tokens.len());
    }
    let rounding = Rounding::measured(engine, path, &long.greedy);
    let (partings, expected) = along(engine, long, &rounding);
    let tokens: usize = long.greedy.iter().map(|one| one.answer_tokens.len()).sum();
    let widest = |gaps: &[f32]| gaps.iter().copied().fold(0.0, f32::max);
    let gaps: Vec<f32> = partings.iter().map(|p| p.gap).collect();
    // An answer that runs free is llama.cpp's up to the first parting.
    let mut free: Vec<usize> = (0..long.greedy.len())
        .map(|i| partings.iter().find(|p| p.at.0 == i).map_or(long.greedy[i].answer_tokens.len(), |p| p.at.1))
        .collect();
    free.sort_unstable();
    let bound = rounding.bound(tokens);
    println!(
        "{} answers, {tokens} tokens: {} differ ({expected:.0} expected of rounding), widest gap {:.3}, bound {bound:.3} \
         (sigma {:.3}); llama.cpp against itself: {} of {} differ, widest gap {:.3}; running free the same for {free:?}",
        long.greedy.len(),
        gaps.len(),
        widest(&gaps),
        rounding.sigma,
        long.itself.gaps.len(),
        long.itself.tokens,
        widest(&long.itself.gaps),
    );
    assert_eq!(long.greedy.len(), 20);
    // Where they part, the two are nearer than what rounding inputs to 8 bits makes of a tie.
    assert!(f64::from(widest(&gaps)) < bound, "widest gap {}, bound {bound}", widest(&gaps));
    // And they part no more often than that makes them.
    assert!(
        (gaps.len() as f64) <= expected + 4.0 * expected.sqrt() + 1.0,
        "{} differ, {expected} expected",
        gaps.len()
    );
}

#[test]
fn smollm2s_long_answers_are_llama_cpps() {
    let Some(mut engine) = engine() else { return };
    let path = std::env::var_os("COUNTERSIGN_TEST_MODEL").map(PathBuf::from).unwrap();
    compare(&mut engine, &path, &recorded("smollm2-135m-long"));
}

#[test]
#[ignore = "491 MB: COUNTERSIGN_TEST_QWEN=FILE cargo test -p countersign-gguf --test all qwens_long -- --ignored"]
fn qwens_long_answers_are_llama_cpps() {
    let path = PathBuf::from(std::env::var_os("COUNTERSIGN_TEST_QWEN").unwrap());
    // Two at once would only take each other's cores.
    let _alone = engine();
    let mut engine = Engine::new(Model::open(&path).unwrap(), Options::default());
    compare(&mut engine, &path, &recorded("qwen2.5-coder-0.5b-long"));
}
