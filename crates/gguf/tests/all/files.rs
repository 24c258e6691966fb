//! Files that are damaged, cut, too large, or made to harm: refused with a reason, never a panic, an
//! endless loop or memory for what is only claimed.

use super::build::{File, Kept, tiny};
use countersign_gguf::file::Header;
use countersign_gguf::{Engine, Finish, GgufError, Isa, Message, Model, Options, Prompt, Renderer, Request};
use proptest::prelude::*;

fn open(file: &File) -> Result<Model, GgufError> {
    Model::open(&Kept::new(&file.bytes()).0)
}

fn refusal(change: impl Fn(&mut File)) -> String {
    let mut file = tiny("qwen2");
    change(&mut file);
    open(&file).unwrap_err().to_string()
}

fn engine(file: &File, isa: Isa) -> Engine {
    Engine::new(open(file).unwrap(), Options { threads: 2, isa, ..Options::default() })
}

fn ask(prompt: Prompt, max_tokens: usize) -> Request {
    Request { prompt, schema: None, max_tokens, temperature: 0.0, seed: 0, stop: Vec::new() }
}

fn say(content: &str) -> Prompt {
    Prompt::Chat(vec![Message { role: "user".to_owned(), content: content.to_owned() }])
}

#[test]
fn each_architecture_runs_and_every_kernel_says_the_same() {
    for architecture in ["llama", "qwen2", "qwen3"] {
        let logits: Vec<Vec<f32>> = Isa::available()
            .into_iter()
            .map(|isa| engine(&tiny(architecture), isa).logits(&say("hello")).unwrap())
            .collect();
        for other in &logits {
            assert!(other.iter().zip(&logits[0]).all(|(a, b)| (a - b).abs() < 0.02), "{architecture}");
        }
    }
}

#[test]
fn reading_in_one_piece_and_token_by_token_is_the_same() {
    for architecture in ["llama", "qwen2", "qwen3"] {
        let tokens: Vec<u32> = (0..40).map(|i| i * 5 % 256).collect();
        let whole = engine(&tiny(architecture), Isa::best()).logits(&Prompt::Tokens(tokens.clone())).unwrap();
        let mut engine = engine(&tiny(architecture), Isa::best());
        let mut last = Vec::new();
        for n in 1..=tokens.len() {
            last = engine.logits(&Prompt::Tokens(tokens[..n].to_vec())).unwrap();
        }
        assert!(whole.iter().zip(&last).all(|(a, b)| (a - b).abs() < 0.02), "{architecture}");
    }
}

#[test]
fn what_was_read_ahead_is_not_read_again() {
    let mut engine = engine(&tiny("qwen2"), Isa::best());
    assert!(engine.prepare(&Prompt::Text("the beginning of it".to_owned()), &|| false).unwrap());
    assert!(engine.cache_bytes() > 0);
    let got =
        engine.complete(&ask(Prompt::Text("the beginning of all".to_owned()), 1), &|| false, &mut |_| {}).unwrap();
    assert_eq!(got.usage.cached, "the beginning of ".len());
    // Given up, nothing is lost of what was there.
    assert!(!engine.prepare(&Prompt::Text("the beginning, again".to_owned()), &|| true).unwrap());
    let got =
        engine.complete(&ask(Prompt::Text("the beginning of all".to_owned()), 1), &|| false, &mut |_| {}).unwrap();
    assert_eq!(got.usage.cached, got.usage.prompt - 1);
}

#[test]
fn what_is_not_known_is_refused_by_its_name() {
    for (change, want) in [
        (&(|f: &mut File| f.text("general.architecture", "gemma3")) as &dyn Fn(&mut File), "architecture \"gemma3\""),
        (&|f| f.text("tokenizer.ggml.pre", "tekken"), "divide texts as \"tekken\""),
        (&|f| f.text("tokenizer.ggml.model", "llama"), "tokenizers of the kind \"llama\""),
        (&|f| f.text("qwen2.rope.scaling.type", "yarn"), "rotations scaled by \"yarn\""),
        (&|f| f.whole("qwen2.expert_count", 8), "experts"),
        (&|f| f.tensors[1].2 = 16, "tensors of type IQ2_XXS (\"blk.0.attn_norm.weight\")"),
        (&|f| f.tensors[1].2 = 4_000, "the unknown type 4000"),
        (&|f| f.floats("blk.0.ssm_in.weight", &[32]), "the tensor \"blk.0.ssm_in.weight\""),
        (&|f| f.whole("qwen2.embedding_length", 64), "should be 64 × 260"),
        (&|f| f.whole("qwen2.block_count", 3), "\"blk.2.attn_norm.weight\" is missing"),
        (&|f| f.whole("qwen2.attention.head_count", 0), "attention.head_count is 0"),
        (&|f| f.whole("qwen2.attention.head_count_kv", 3), "4 heads over 3 groups"),
        (&|f| f.whole("tokenizer.ggml.eos_token_id", 9_999), "beyond its tokens"),
        (&|f| f.values.push(("general.architecture".into(), f.values[0].1.clone())), "twice"),
        (&|f| f.tensors.push(f.tensors[0].clone()), "twice"),
        (&|f| f.tensors[0].1[1] = u64::MAX, "no whole number of blocks"),
        (&|f| f.tensors[0].1 = vec![32, u64::MAX / 2, 3], "impossible size"),
        (&|f| f.tensors[0].1 = vec![32, 1 << 40], "beyond the end of the file"),
        (&|f| f.whole("general.alignment", 3), "alignment"),
    ] {
        let said = refusal(change);
        assert!(said.contains(want), "{said} / {want}");
    }
    let empty = Model::open(&Kept::new(b"").0).unwrap_err();
    assert!(empty.to_string().contains("does not begin with GGUF") || empty.code() == "model_file_unreadable");
    assert_eq!(Model::open(std::path::Path::new("/nonexistent/x.gguf")).unwrap_err().code(), "model_file_unreadable");
    assert_eq!(Model::open(std::path::Path::new("/tmp")).unwrap_err().code(), "model_file_unreadable");
}

/// A count or length of 2⁶² costs nothing.
#[test]
fn what_is_only_claimed_takes_no_memory() {
    let begin = |tensors: u64, values: u64, rest: &[u8]| {
        [b"GGUF", &3_u32.to_le_bytes()[..], &tensors.to_le_bytes(), &values.to_le_bytes(), rest].concat()
    };
    let huge = (1_u64 << 62).to_le_bytes();
    let list = |kind: u32| [&1_u64.to_le_bytes()[..], b"k", &9_u32.to_le_bytes(), &kind.to_le_bytes(), &huge].concat();
    for bytes in [
        begin(1 << 62, 0, &[]),
        begin(0, 1 << 62, &[]),
        begin(0, 1, &huge),
        begin(0, 1, &list(8)),
        begin(0, 1, &list(4)),
        begin(0, 1, &list(9)),
        begin(0, 1, &list(77)),
    ] {
        assert!(Header::read(&bytes).is_err());
    }
}

#[test]
fn a_template_may_fail_and_never_runs_away() {
    let with = |template: &str| {
        let mut file = tiny("llama");
        file.text("tokenizer.chat_template", template);
        open(&file).map(|model| Engine::new(model, Options { threads: 1, ..Options::default() }))
    };
    for (template, want) in [
        ("{{ raise_exception('only one message') }}", "only one message"),
        ("{% for a in range(9999) %}{% for b in range(9999) %}{{ a }}{% endfor %}{% endfor %}", "fuel"),
        ("{% macro m(x) %}{{ m(x) }}{% endmacro %}{{ m(1) }}", "recursion"),
        ("{{ 'x' * 9999999 }}", "template"),
        ("{% set s='a'*900000 %}{% for i in range(9000) %}{{ s }}{% endfor %}", "template"),
        ("{% if %}", "template"),
        ("", "leaves out what the user says"),
        ("What is the capital of France?", "leaves out what the user says"),
        ("{{ messages[0].content.nothing() }}", "template"),
        ("{% include '/etc/passwd' %}", "template"),
    ] {
        let said = match with(template) {
            Ok(mut engine) => engine.complete(&ask(say("hi"), 1), &|| false, &mut |_| {}).unwrap_err().to_string(),
            Err(e) => e.to_string(),
        };
        assert!(said.contains(want), "{template}: {said}");
    }
    // Without one there is no chat, and texts still work.
    let mut file = tiny("llama");
    file.values.retain(|(key, _)| key != "tokenizer.chat_template");
    let mut engine = engine(&file, Isa::best());
    assert!(!engine.model().info().chats);
    assert_eq!(
        engine.complete(&ask(say("hi"), 1), &|| false, &mut |_| {}).unwrap_err().code(),
        "model_template_failed"
    );
    let got = engine.complete(&ask(Prompt::Text("hi".to_owned()), 100), &|| false, &mut |_| {}).unwrap();
    assert!(got.finish == Finish::Stop || got.tokens.len() == 62);
}

/// Somebody downloads over it, or empties the disk.
#[test]
#[allow(clippy::disallowed_methods)] // A test cuts a file.
fn a_file_that_is_cut_while_it_is_used_changes_nothing() {
    let kept = Kept::new(&tiny("llama").bytes());
    let mut engine = Engine::new(Model::open(&kept.0).unwrap(), Options { threads: 1, ..Options::default() });
    let before = engine.logits(&say("hello")).unwrap();
    std::fs::OpenOptions::new().write(true).open(&kept.0).unwrap().set_len(100).unwrap();
    let mut again = engine.logits(&say("another")).unwrap();
    assert!(again.iter().all(|x| x.is_finite()));
    again = engine.logits(&say("hello")).unwrap();
    assert!(again.iter().zip(&before).all(|(a, b)| (a - b).abs() < 0.02));
}

#[test]
fn a_chat_is_written_elsewhere_for_as_long_as_somebody_waits() {
    let kept = Kept::new(&tiny("llama").bytes());
    let asked = Renderer::elsewhere(|chat, cancelled| match cancelled() {
        true => Err("nobody waits".to_owned()),
        false => Ok(format!("{} is said", chat.messages[0].content)),
    });
    let model = Model::open_with(&kept.0, &asked).unwrap();
    let mut engine = Engine::new(model, Options { threads: 1, ..Options::default() });
    assert_eq!(engine.tokens(&say("hi")).unwrap().len(), "hi is said".len());
    let error = engine.complete(&ask(say("hi"), 1), &|| true, &mut |_| {}).unwrap_err();
    assert!(error.to_string().contains("nobody waits"), "{error}");
}

#[test]
fn weights_that_are_no_numbers_are_an_error() {
    let mut file = tiny("llama");
    let norm = file.tensors.iter_mut().find(|(name, ..)| name == "output_norm.weight").unwrap();
    norm.3 = vec![0xff; norm.3.len()];
    let got = engine(&file, Isa::best()).complete(&ask(say("hi"), 4), &|| false, &mut |_| {});
    assert_eq!(got.unwrap_err().code(), "model_failed");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn damaged_files_are_refused_or_run(
        architecture in prop_oneof![Just("llama"), Just("qwen2"), Just("qwen3")],
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..4_u8), 1..6),
        cut in proptest::option::weighted(0.2, any::<prop::sample::Index>()),
    ) {
        let mut bytes = tiny(architecture).bytes();
        // Most of the file is weights, where any byte is as good as another: damage goes to the header.
        let header = bytes.len().min(9_000);
        for (at, byte, how) in changes {
            let at = at.index(header);
            match how {
                0 => bytes[at] = byte,
                1 => bytes[at] ^= 1 << (byte % 8),
                2 => bytes[at..header.min(at + 8)].fill(0xff),
                _ => drop(bytes.remove(at)),
            }
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        if let Ok(model) = Model::open(&Kept::new(&bytes).0) {
            let mut engine = Engine::new(model, Options { threads: 1, context: 48, ..Options::default() });
            let _ = engine.complete(&ask(say("abc"), 3), &|| false, &mut |_| {});
            let _ = engine.complete(&ask(Prompt::Text("abc".to_owned()), 3), &|| false, &mut |_| {});
        }
    }

    #[test]
    fn any_bytes_are_no_header(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _ = Header::read(&bytes);
        let _ = Header::read(&[b"GGUF\x03\0\0\0", &bytes[..]].concat());
    }

    #[test]
    fn tokens_give_back_their_text(text in "(\\PC|[abc \\n]){0,60}") {
        let model = open(&tiny("qwen2")).unwrap();
        let tokens = model.tokenizer().text(&text);
        prop_assert_eq!(model.tokenizer().decode(&tokens), text);
    }
}
