//! Small GGUF files, made by hand.

use std::io::Write;
use std::path::PathBuf;

/// A file under construction.
#[derive(Clone, Default)]
pub(crate) struct File {
    pub(crate) values: Vec<(String, Vec<u8>)>,
    pub(crate) tensors: Vec<(String, Vec<u64>, u32, Vec<u8>)>,
}

fn text(text: &str) -> Vec<u8> {
    [&(text.len() as u64).to_le_bytes()[..], text.as_bytes()].concat()
}

fn kind(kind: u32, value: &[u8]) -> Vec<u8> {
    [&kind.to_le_bytes()[..], value].concat()
}

impl File {
    pub(crate) fn set(&mut self, key: &str, value: Vec<u8>) {
        self.values.retain(|(known, _)| known != key);
        self.values.push((key.to_owned(), value));
    }

    pub(crate) fn whole(&mut self, key: &str, n: u32) {
        self.set(key, kind(4, &n.to_le_bytes()));
    }

    pub(crate) fn text(&mut self, key: &str, value: &str) {
        self.set(key, kind(8, &text(value)));
    }

    pub(crate) fn texts(&mut self, key: &str, values: &[String]) {
        let all: Vec<u8> = values.iter().flat_map(|v| text(v)).collect();
        self.set(key, [&kind(9, &8_u32.to_le_bytes()), &(values.len() as u64).to_le_bytes()[..], &all].concat());
    }

    pub(crate) fn wholes(&mut self, key: &str, values: &[u32]) {
        let all: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        self.set(key, [&kind(9, &4_u32.to_le_bytes()), &(values.len() as u64).to_le_bytes()[..], &all].concat());
    }

    /// A tensor of floats that are small and different.
    pub(crate) fn floats(&mut self, name: &str, sizes: &[u64]) {
        let seed: u32 = name.bytes().fold(7, |s, b| s.wrapping_mul(31).wrapping_add(u32::from(b)));
        let value = |i: u64| {
            let mixed = seed.wrapping_add(i as u32).wrapping_mul(2_654_435_761) >> 16;
            (mixed as f32 / 65_536.0 - 0.5) * 0.4 + if name.contains("norm") { 1.0 } else { 0.0 }
        };
        let data = (0..sizes.iter().product::<u64>()).flat_map(|i| value(i).to_le_bytes()).collect();
        self.tensors.push((name.to_owned(), sizes.to_vec(), 0, data));
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut out = b"GGUF".to_vec();
        out.extend(3_u32.to_le_bytes());
        out.extend((self.tensors.len() as u64).to_le_bytes());
        out.extend((self.values.len() as u64).to_le_bytes());
        for (key, value) in &self.values {
            out.extend(text(key));
            out.extend(value);
        }
        let mut offset = 0_u64;
        for (name, sizes, format, data) in &self.tensors {
            out.extend(text(name));
            out.extend((sizes.len() as u32).to_le_bytes());
            sizes.iter().for_each(|size| out.extend(size.to_le_bytes()));
            out.extend(format.to_le_bytes());
            out.extend(offset.to_le_bytes());
            offset = (offset + data.len() as u64).next_multiple_of(32);
        }
        for (_, _, _, data) in &self.tensors {
            out.resize(out.len().next_multiple_of(32), 0);
            out.extend(data);
        }
        out
    }
}

/// A whole model of this architecture with the bytes as tokens: tiny, and it runs.
pub(crate) fn tiny(architecture: &str) -> File {
    let mut file = File::default();
    file.text("general.architecture", architecture);
    let mut own = |key: &str, n: u32| file.whole(&format!("{architecture}.{key}"), n);
    own("embedding_length", 32);
    own("attention.head_count", 4);
    own("attention.head_count_kv", 2);
    own("feed_forward_length", 48);
    own("block_count", 2);
    own("context_length", 64);
    // GPT-2's letters for bytes, two merges, two special tokens.
    let mut next = 256_u32;
    let mut tokens: Vec<String> = (0..256_u32)
        .map(|byte| {
            let printable = matches!(byte, 33..=126 | 161..=172 | 174..=255);
            let letter = if printable { byte } else { next };
            next += u32::from(!printable);
            char::from_u32(letter).unwrap().to_string()
        })
        .collect();
    tokens.extend(["ab", "abc", "<|im_start|>", "<|im_end|>"].map(str::to_owned));
    let kinds: Vec<u32> = (0..tokens.len()).map(|i| if i < 258 { 1 } else { 3 }).collect();
    file.text("tokenizer.ggml.model", "gpt2");
    file.text("tokenizer.ggml.pre", "qwen2");
    file.texts("tokenizer.ggml.tokens", &tokens);
    file.wholes("tokenizer.ggml.token_type", &kinds);
    file.texts("tokenizer.ggml.merges", &["a b".to_owned(), "ab c".to_owned()]);
    file.whole("tokenizer.ggml.eos_token_id", 259);
    file.text(
        "tokenizer.chat_template",
        "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}<|im_start|>",
    );
    file.floats("token_embd.weight", &[32, 260]);
    for n in 0..2 {
        let sizes: [(&str, &[u64]); 9] = [
            ("attn_norm", &[32]),
            ("attn_q", &[32, 32]),
            ("attn_k", &[32, 16]),
            ("attn_v", &[32, 16]),
            ("attn_output", &[32, 32]),
            ("ffn_norm", &[32]),
            ("ffn_gate", &[32, 48]),
            ("ffn_up", &[32, 48]),
            ("ffn_down", &[48, 32]),
        ];
        sizes.iter().for_each(|(name, sizes)| file.floats(&format!("blk.{n}.{name}.weight"), sizes));
        if architecture == "qwen2" {
            file.floats(&format!("blk.{n}.attn_q.bias"), &[32]);
        }
        if architecture == "qwen3" {
            file.floats(&format!("blk.{n}.attn_q_norm.weight"), &[8]);
            file.floats(&format!("blk.{n}.attn_k_norm.weight"), &[8]);
        }
    }
    file.floats("output_norm.weight", &[32]);
    file
}

/// A file of these bytes, removed with the folder.
pub(crate) struct Kept(pub(crate) PathBuf);

impl Kept {
    #[allow(clippy::disallowed_methods)] // A test makes files.
    pub(crate) fn new(bytes: &[u8]) -> Self {
        use std::sync::atomic::{AtomicU64, Ordering};
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let name = format!("countersign-gguf-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        std::fs::File::create(&path).unwrap().write_all(bytes).unwrap();
        Self(path)
    }
}

impl Drop for Kept {
    #[allow(clippy::disallowed_methods)]
    fn drop(&mut self) {
        std::fs::remove_file(&self.0).unwrap();
    }
}
