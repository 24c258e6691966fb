//! What the file says the network is: sizes, rotations, and which tensor is what. Checked against each
//! other once, so that a pass through it has nothing left to check.

use crate::error::{GgufError, Result, damaged, unsupported};
use crate::file::{Header, Tensor, Value};
use crate::kernel::{Matrix, scalar};

/// The architectures this engine runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Architecture {
    /// Llama, SmolLM, Mistral and others of that shape.
    Llama,
    /// Qwen 2 and 2.5.
    Qwen2,
    /// Qwen 3, without experts.
    Qwen3,
}

impl Architecture {
    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Llama => "llama",
            Self::Qwen2 => "qwen2",
            Self::Qwen3 => "qwen3",
        }
    }

    /// Rotations pair a value with the one half a head away, rather than with its neighbour.
    pub(crate) fn pairs_across(self) -> bool {
        !matches!(self, Self::Llama)
    }
}

/// The sizes of a network.
#[derive(Debug, Clone, PartialEq)]
pub struct Shape {
    /// Which architecture.
    pub architecture: Architecture,
    /// Values of a token on its way.
    pub width: usize,
    /// Heads that ask.
    pub heads: usize,
    /// Heads of keys and values.
    pub groups: usize,
    /// Values of a head.
    pub head: usize,
    /// Values of the inner layer.
    pub inner: usize,
    /// Layers.
    pub layers: usize,
    /// Tokens it knows.
    pub vocabulary: usize,
    /// Tokens it was trained to read.
    pub trained: usize,
    pub(crate) epsilon: f32,
    pub(crate) base: f32,
    /// A position counts this much (linear scaling); 1 as a rule.
    pub(crate) step: f32,
}

impl Shape {
    /// Keys, or values, of one token in one layer.
    pub(crate) fn kept(&self) -> usize {
        self.groups * self.head
    }

    /// Bytes of the cache for one token: keys and values of all layers, in half precision.
    pub fn cache_bytes(&self) -> usize {
        2 * 2 * self.layers * self.kept()
    }
}

pub(crate) struct Layer {
    pub(crate) attention_norm: Vec<f32>,
    pub(crate) query: Tensor,
    pub(crate) key: Tensor,
    pub(crate) value: Tensor,
    pub(crate) query_bias: Vec<f32>,
    pub(crate) key_bias: Vec<f32>,
    pub(crate) value_bias: Vec<f32>,
    /// Norms of each head (qwen3); empty elsewhere.
    pub(crate) query_norm: Vec<f32>,
    pub(crate) key_norm: Vec<f32>,
    pub(crate) output: Tensor,
    pub(crate) inner_norm: Vec<f32>,
    pub(crate) gate: Tensor,
    pub(crate) up: Tensor,
    pub(crate) down: Tensor,
}

/// All of it; the weights stay in the file.
pub(crate) struct Network {
    pub(crate) shape: Shape,
    pub(crate) embedding: Tensor,
    pub(crate) layers: Vec<Layer>,
    pub(crate) norm: Vec<f32>,
    pub(crate) output: Tensor,
    /// Divisors of the rotations' frequencies (Llama 3); empty elsewhere.
    pub(crate) divisors: Vec<f32>,
}

/// A tensor of the file as a matrix. Every `Tensor` of a `Network` was checked to be one.
pub(crate) fn matrix<'a>(tensor: &Tensor, bytes: &'a [u8]) -> Result<Matrix<'a>> {
    let there = bytes.get(tensor.range.clone());
    match there.and_then(|bytes| Matrix::new(tensor.format, tensor.rows, tensor.cols, bytes)) {
        Some(matrix) => Ok(matrix),
        None => damaged("a tensor lies outside the file"),
    }
}

struct Parts<'a> {
    header: &'a Header<'a>,
    bytes: &'a [u8],
}

impl Parts<'_> {
    fn matrix(&self, name: &str, cols: usize, rows: usize) -> Result<Tensor> {
        match self.header.tensors.get(name) {
            None => damaged(format!("tensor {name:?} is missing")),
            Some(t) if (t.cols, t.rows) != (cols, rows) => {
                damaged(format!("tensor {name:?} is {} × {} and should be {cols} × {rows}", t.cols, t.rows))
            }
            Some(t) => Ok(t.clone()),
        }
    }

    fn vector(&self, name: &str, length: usize) -> Result<Vec<f32>> {
        let tensor = self.matrix(name, length, 1)?;
        let mut out = vec![0.0; length];
        scalar::values(tensor.format, &self.bytes[tensor.range], &mut out);
        Ok(out)
    }

    fn optional(&self, name: &str, length: usize) -> Result<Vec<f32>> {
        if self.header.tensors.contains_key(name) { self.vector(name, length) } else { Ok(Vec::new()) }
    }

    fn layer(&self, n: usize, shape: &Shape) -> Result<Layer> {
        let (width, inner) = (shape.width, shape.inner);
        let (asked, kept) = (shape.heads * shape.head, shape.kept());
        let name = |part: &str| format!("blk.{n}.{part}");
        let matrix = |part: &str, cols, rows| self.matrix(&name(&format!("{part}.weight")), cols, rows);
        let vector = |part: &str, length| self.vector(&name(&format!("{part}.weight")), length);
        let bias = |part: &str, length| self.optional(&name(&format!("{part}.bias")), length);
        let normed = |part: &str| match shape.architecture {
            Architecture::Qwen3 => vector(part, shape.head),
            Architecture::Llama | Architecture::Qwen2 => Ok(Vec::new()),
        };
        Ok(Layer {
            attention_norm: vector("attn_norm", width)?,
            query: matrix("attn_q", width, asked)?,
            key: matrix("attn_k", width, kept)?,
            value: matrix("attn_v", width, kept)?,
            query_bias: bias("attn_q", asked)?,
            key_bias: bias("attn_k", kept)?,
            value_bias: bias("attn_v", kept)?,
            query_norm: normed("attn_q_norm")?,
            key_norm: normed("attn_k_norm")?,
            output: matrix("attn_output", asked, width)?,
            inner_norm: vector("ffn_norm", width)?,
            gate: matrix("ffn_gate", width, inner)?,
            up: matrix("ffn_up", width, inner)?,
            down: matrix("ffn_down", inner, width)?,
        })
    }
}

fn shape(header: &Header<'_>) -> Result<Shape> {
    let architecture = match header.text("general.architecture") {
        Some("llama") => Architecture::Llama,
        Some("qwen2") => Architecture::Qwen2,
        Some("qwen3") => Architecture::Qwen3,
        Some(other) => return unsupported(format!("models of the architecture {other:?}")),
        None => return damaged("it names no architecture"),
    };
    let key = |part: &str| format!("{}.{part}", architecture.name());
    let size = |part: &str, most: usize| match header.whole(&key(part)) {
        Some(n) if (1..=most).contains(&n) => Ok(n),
        Some(n) => damaged(format!("{part} is {n}")),
        None => damaged(format!("{part} is missing")),
    };
    let or = |part: &str, most: usize, otherwise: usize| {
        if header.values.contains_key(key(part).as_str()) { size(part, most) } else { Ok(otherwise) }
    };
    if or("expert_count", usize::MAX, 0).is_ok_and(|n| n > 0) {
        return unsupported("models with experts");
    }
    let (width, heads) = (size("embedding_length", 1 << 16)?, size("attention.head_count", 1 << 10)?);
    let head = or("attention.key_length", 1 << 10, width / heads)?;
    let groups = or("attention.head_count_kv", 1 << 10, heads)?;
    let step = match header.text(&key("rope.scaling.type")) {
        None | Some("none") => 1.0,
        Some("linear") => 1.0 / header.float(&key("rope.scaling.factor")).unwrap_or(1.0),
        Some(other) => return unsupported(format!("rotations scaled by {other:?}")),
    };
    let numbers = |part: &str, otherwise: f32| header.float(&key(part)).unwrap_or(otherwise);
    let shape = Shape {
        architecture,
        width,
        heads,
        groups,
        head,
        inner: size("feed_forward_length", 1 << 20)?,
        layers: size("block_count", 1 << 10)?,
        vocabulary: match header.texts("tokenizer.ggml.tokens") {
            Some(tokens) if !tokens.is_empty() => tokens.len(),
            _ => return damaged("it has no tokens"),
        },
        trained: size("context_length", 1 << 24)?,
        epsilon: numbers("attention.layer_norm_rms_epsilon", 1e-5),
        base: numbers("rope.freq_base", 10_000.0),
        step,
    };
    let sound = |x: f32| x.is_finite() && x > 0.0;
    if !heads.is_multiple_of(groups) || !head.is_multiple_of(2) || head == 0 {
        return damaged(format!("{heads} heads over {groups} groups of {head} values"));
    }
    if or("attention.value_length", 1 << 10, head)? != head || or("rope.dimension_count", 1 << 10, head)? != head {
        return unsupported("heads that are rotated in part, or keys and values of different sizes");
    }
    if ![shape.epsilon, shape.base, shape.step].into_iter().all(sound) {
        return damaged("a factor of it is no positive number");
    }
    if matches!(header.values.get(key("attention.sliding_window").as_str()), Some(Value::Unsigned(n)) if *n > 0 && (*n as usize) < shape.trained)
    {
        return unsupported("models that see a sliding window");
    }
    Ok(shape)
}

impl Network {
    /// The network of a file.
    pub(crate) fn read(header: &Header<'_>, bytes: &[u8]) -> Result<Self> {
        let (shape, parts) = (shape(header)?, Parts { header, bytes });
        let embedding = parts.matrix("token_embd.weight", shape.width, shape.vocabulary)?;
        let output = match header.tensors.contains_key("output.weight") {
            true => parts.matrix("output.weight", shape.width, shape.vocabulary)?,
            // Words are recognised by what they are read as.
            false => embedding.clone(),
        };
        let layers = (0..shape.layers).map(|n| parts.layer(n, &shape)).collect::<Result<Vec<_>>>()?;
        let divisors = parts.optional("rope_freqs.weight", shape.head / 2)?;
        // What this engine does not compute would silently be left out.
        let known = |name: &str| {
            let part = name.strip_prefix("blk.").and_then(|n| n.split_once('.')).map_or(name, |(_, part)| part);
            let bare = part.trim_end_matches(".weight").trim_end_matches(".bias");
            [
                "token_embd",
                "output",
                "output_norm",
                "rope_freqs",
                "attn_norm",
                "ffn_norm",
                "ffn_gate",
                "ffn_up",
                "ffn_down",
                "attn_output",
            ]
            .contains(&bare)
                && !part.ends_with(".bias")
                || ["attn_q", "attn_k", "attn_v"].contains(&bare)
                || ["attn_q_norm", "attn_k_norm"].contains(&bare) && shape.architecture == Architecture::Qwen3
        };
        if let Some(name) = header.tensors.keys().find(|name| !known(name)) {
            return Err(GgufError::Unsupported(format!("models with the tensor {name:?}")));
        }
        let norm = parts.vector("output_norm.weight", shape.width)?;
        Ok(Self { embedding, output, layers, norm, divisors, shape })
    }
}
