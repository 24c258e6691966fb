//! Tokens through the network: what they add to the cache, and what comes out behind the last.

use crate::cache::Sequence;
use crate::error::{GgufError, Result};
use crate::format::to_half;
use crate::kernel::pool::Pool;
use crate::kernel::{Attention, Input, Kernels, Product, add, multiply, norm, swiglu};
use crate::network::{Layer, Network, Shape, matrix};

/// Most tokens in one pass: their inputs then stay in the cores' caches.
pub(crate) const MOST: usize = 256;

/// What a pass works with.
pub(crate) struct Machine {
    pub(crate) pool: Pool,
    pub(crate) kernels: Kernels,
}

/// Cosines and sines of the positions from `from` on, as llama.cpp computes them: one angle from the
/// other by multiplication.
fn rotations(network: &Network, from: usize, count: usize) -> Vec<(f32, f32)> {
    let shape = &network.shape;
    let ratio = shape.base.powf(-2.0 / shape.head as f32);
    let mut out = Vec::with_capacity(count * shape.head / 2);
    for position in from..from + count {
        let mut angle = position as f32 * shape.step;
        for j in 0..shape.head / 2 {
            let (sin, cos) = (angle / network.divisors.get(j).copied().unwrap_or(1.0)).sin_cos();
            out.push((cos, sin));
            angle *= ratio;
        }
    }
    out
}

fn rotate(heads: &mut [f32], shape: &Shape, rotations: &[(f32, f32)]) {
    let (head, across) = (shape.head, shape.architecture.pairs_across());
    for values in heads.chunks_exact_mut(head) {
        for (j, (cos, sin)) in rotations.iter().enumerate() {
            let (a, b) = if across { (j, j + head / 2) } else { (2 * j, 2 * j + 1) };
            let (x, y) = (values[a], values[b]);
            values[a] = x * cos - y * sin;
            values[b] = x * sin + y * cos;
        }
    }
}

/// Bias, norm of each head, rotation.
fn finish(heads: &mut [f32], bias: &[f32], weights: &[f32], at: &[(f32, f32)], shape: &Shape, kernels: Kernels) {
    if !bias.is_empty() {
        add(kernels, heads, bias);
    }
    if !weights.is_empty() {
        for values in heads.chunks_exact_mut(shape.head) {
            let before = values.to_vec();
            norm(kernels, &before, weights, shape.epsilon, values);
        }
    }
    rotate(heads, shape, at);
}

/// Values on their way, for all tokens of a pass.
struct Buffers {
    x: Vec<f32>,
    inputs: Vec<Input>,
    query: Vec<f32>,
    key: Vec<f32>,
    value: Vec<f32>,
    seen: Vec<f32>,
    gate: Vec<f32>,
    up: Vec<f32>,
    y: Vec<f32>,
}

/// A pass through a network.
pub(crate) struct Pass<'a> {
    pub(crate) network: &'a Network,
    /// The file.
    pub(crate) bytes: &'a [u8],
    pub(crate) machine: &'a mut Machine,
}

impl Pass<'_> {
    /// Runs `tokens` (at most [`MOST`], each of the vocabulary) behind those of `sequence`, and enters
    /// them there. Gives the logits behind the last one; nothing where `cancelled` said so, and then
    /// the sequence is as before.
    pub(crate) fn run(
        &mut self,
        sequence: &mut Sequence,
        tokens: &[u32],
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Option<Vec<f32>>> {
        let Some(x) = self.through(sequence, tokens, &[tokens.len()], cancelled)? else { return Ok(None) };
        sequence.enter(tokens);
        self.logits(&x[(tokens.len() - 1) * self.network.shape.width..]).map(Some)
    }

    /// Runs several continuations of `sequence` at once, none of which sees another: `tokens` are all of
    /// them in a row, `branches` their lengths. Gives the logits behind each token; the sequence stays as
    /// it is.
    pub(crate) fn run_beside(
        &mut self,
        sequence: &mut Sequence,
        tokens: &[u32],
        branches: &[usize],
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Option<Vec<f32>>> {
        match self.through(sequence, tokens, branches, cancelled)? {
            Some(x) => self.logits(&x).map(Some),
            None => Ok(None),
        }
    }

    /// What comes out of the last layer, for each token.
    fn through(
        &mut self,
        sequence: &mut Sequence,
        tokens: &[u32],
        branches: &[usize],
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Option<Vec<f32>>> {
        let shape = &self.network.shape;
        let (count, from) = (tokens.len(), sequence.len());
        let asked = shape.heads * shape.head;
        let zeros = |each: usize| vec![0.0; count * each];
        let mut b = Buffers {
            x: zeros(shape.width),
            inputs: vec![Input::default(); count],
            query: zeros(asked),
            key: zeros(shape.kept()),
            value: zeros(shape.kept()),
            seen: zeros(asked),
            gate: zeros(shape.inner),
            up: zeros(shape.inner),
            y: zeros(shape.width),
        };
        let embedding = matrix(&self.network.embedding, self.bytes)?;
        for (token, x) in tokens.iter().zip(b.x.chunks_mut(shape.width)) {
            embedding.values(*token as usize, x);
        }
        let longest = branches.iter().max().copied().unwrap_or(0);
        let angles = rotations(self.network, from, longest);
        let each = shape.head / 2;
        let rotations: Vec<(f32, f32)> = branches.iter().flat_map(|n| &angles[..n * each]).copied().collect();
        sequence.reserve(shape, longest);
        for (n, layer) in self.network.layers.iter().enumerate() {
            if cancelled() {
                return Ok(None);
            }
            self.attention(layer, n, &mut b, sequence, &rotations, branches)?;
            self.inner(layer, &mut b)?;
        }
        if self.machine.pool.failed() {
            return Err(GgufError::Numbers("a thread of it failed".to_owned()));
        }
        Ok(Some(b.x))
    }

    /// Logits of what came out of the last layer.
    fn logits(&mut self, x: &[f32]) -> Result<Vec<f32>> {
        let (network, shape) = (self.network, &self.network.shape);
        let mut inputs = vec![Input::default(); x.len() / shape.width];
        self.take_in(x, &network.norm, &mut inputs);
        let mut logits = vec![0.0; inputs.len() * shape.vocabulary];
        let output = Product { matrix: matrix(&network.output, self.bytes)?, out: &mut logits };
        multiply(&mut self.machine.pool, self.machine.kernels, &inputs, &mut [output]);
        Ok(logits)
    }

    /// Norms each token's values and takes them in as inputs.
    fn take_in(&mut self, x: &[f32], weights: &[f32], inputs: &mut [Input]) {
        let (kernels, epsilon, width) = (self.machine.kernels, self.network.shape.epsilon, weights.len());
        self.machine.pool.each(inputs, 8, |i, input| {
            let mut normed = vec![0.0; width];
            norm(kernels, &x[i * width..][..width], weights, epsilon, &mut normed);
            input.fill(kernels, &normed);
        });
    }

    fn attention(
        &mut self,
        layer: &Layer,
        n: usize,
        b: &mut Buffers,
        sequence: &mut Sequence,
        rotations: &[(f32, f32)],
        branches: &[usize],
    ) -> Result<()> {
        let (shape, kernels) = (&self.network.shape, self.machine.kernels);
        let (asked, kept, half) = (shape.heads * shape.head, shape.kept(), shape.head / 2);
        self.take_in(&b.x, &layer.attention_norm, &mut b.inputs);
        let mut products = [
            Product { matrix: matrix(&layer.query, self.bytes)?, out: &mut b.query },
            Product { matrix: matrix(&layer.key, self.bytes)?, out: &mut b.key },
            Product { matrix: matrix(&layer.value, self.bytes)?, out: &mut b.value },
        ];
        multiply(&mut self.machine.pool, kernels, &b.inputs, &mut products);

        let mut queries: Vec<&mut [f32]> = b.query.chunks_mut(asked).collect();
        self.machine.pool.each(&mut queries, 8, |i, heads| {
            finish(heads, &layer.query_bias, &layer.query_norm, &rotations[i * half..][..half], shape, kernels);
        });
        for (i, heads) in b.key.chunks_mut(kept).enumerate() {
            finish(heads, &layer.key_bias, &layer.key_norm, &rotations[i * half..][..half], shape, kernels);
        }
        if !layer.value_bias.is_empty() {
            b.value.chunks_mut(kept).for_each(|heads| add(kernels, heads, &layer.value_bias));
        }
        let from = sequence.len();
        let (keys, values) = sequence.layer(n);
        keys.truncate(from * kept);
        values.truncate(from * kept);
        // The heads of one token that share keys are one piece of work.
        let each = asked / shape.groups;
        let query = &b.query;
        let attend = |keys: &[u16], values: &[u16], (token, group): (usize, usize), piece: usize, out: &mut [f32]| {
            let seen = from + token + 1;
            let attention =
                Attention { keys, values, stride: kept, offset: group * shape.head, seen, width: shape.head };
            attention.attend(kernels, &query[piece * each..][..each], out, &mut Vec::new());
        };
        if let [_] = branches {
            keys.extend(b.key.iter().map(|v| to_half(*v)));
            values.extend(b.value.iter().map(|v| to_half(*v)));
            let (keys, values) = (&*keys, &*values);
            let mut outs: Vec<&mut [f32]> = b.seen.chunks_mut(each).collect();
            self.machine.pool.each(&mut outs, 1, |piece, out| {
                attend(keys, values, (piece / shape.groups, piece % shape.groups), piece, out);
            });
        } else {
            let (keys, values, key, value) = (&*keys, &*values, &b.key, &b.value);
            let mut rest = b.seen.as_mut_slice();
            let mut parts = Vec::with_capacity(branches.len());
            let mut first = 0;
            for length in branches {
                let (part, behind) = std::mem::take(&mut rest).split_at_mut(length * asked);
                parts.push((first, part));
                (rest, first) = (behind, first + length);
            }
            self.machine.pool.each(&mut parts, 1, |branch, (first, out)| {
                let own = *first * kept..(*first + branches[branch]) * kept;
                let with = |before: &[u16], own: &[f32]| -> Vec<u16> {
                    before.iter().copied().chain(own.iter().map(|v| to_half(*v))).collect()
                };
                let (keys, values) = (with(keys, &key[own.clone()]), with(values, &value[own]));
                for (n, out) in out.chunks_mut(each).enumerate() {
                    let place = (n / shape.groups, n % shape.groups);
                    attend(&keys, &values, place, *first * shape.groups + n, out);
                }
            });
        }
        let seen = &b.seen;
        self.machine.pool.each(&mut b.inputs, 8, |i, input| input.fill(kernels, &seen[i * asked..][..asked]));
        self.onto(&layer.output, b)
    }

    fn inner(&mut self, layer: &Layer, b: &mut Buffers) -> Result<()> {
        let (inner, kernels) = (self.network.shape.inner, self.machine.kernels);
        self.take_in(&b.x, &layer.inner_norm, &mut b.inputs);
        let mut products = [
            Product { matrix: matrix(&layer.gate, self.bytes)?, out: &mut b.gate },
            Product { matrix: matrix(&layer.up, self.bytes)?, out: &mut b.up },
        ];
        multiply(&mut self.machine.pool, kernels, &b.inputs, &mut products);
        let up = &b.up;
        let mut both: Vec<(&mut [f32], &mut Input)> = b.gate.chunks_mut(inner).zip(&mut b.inputs).collect();
        self.machine.pool.each(&mut both, 4, |i, (gate, input)| {
            swiglu(kernels, gate, &up[i * inner..][..inner]);
            input.fill(kernels, gate);
        });
        self.onto(&layer.down, b)
    }

    /// Adds the product with the inputs to the values on their way.
    fn onto(&mut self, tensor: &crate::file::Tensor, b: &mut Buffers) -> Result<()> {
        let product = Product { matrix: matrix(tensor, self.bytes)?, out: &mut b.y };
        multiply(&mut self.machine.pool, self.machine.kernels, &b.inputs, &mut [product]);
        add(self.machine.kernels, &mut b.x, &b.y);
        Ok(())
    }
}
