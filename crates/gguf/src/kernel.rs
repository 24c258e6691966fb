//! The arithmetic: products of weights and inputs, attention, norms. The one place with `unsafe`.
//!
//! Everything outside is safe to call with anything: lengths are checked here, once per call, before
//! pointers are used. Which instructions are used is decided when a model is opened.
#![allow(unsafe_code)]

mod elements;
#[cfg(target_arch = "x86_64")]
mod panel;
pub(crate) mod pool;
#[cfg(target_arch = "x86_64")]
mod rows;
pub(crate) mod scalar;

pub(crate) use elements::{add, log_sum_exp, norm, swiglu};

use crate::format::Format;
use pool::{Pool, Shares, claim};
use std::sync::atomic::AtomicUsize;

/// Which instructions the kernels use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Isa {
    /// Any machine.
    Scalar,
    /// AVX2, FMA and F16C: x86 since about 2013.
    Avx2,
    /// AVX-512 with VNNI: servers since 2019.
    Vnni,
}

impl Isa {
    /// What this machine has, best last.
    pub fn available() -> Vec<Self> {
        let mut all = vec![Self::Scalar];
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::is_x86_feature_detected as has;
            if has!("avx2") && has!("fma") && has!("f16c") {
                all.push(Self::Avx2);
                if has!("avx512f") && has!("avx512bw") && has!("avx512vl") && has!("avx512vnni") {
                    all.push(Self::Vnni);
                }
            }
        }
        all
    }

    /// The best that this machine has.
    pub fn best() -> Self {
        Self::available().pop().unwrap_or(Self::Scalar)
    }
}

/// Proof that the machine has the instructions of an [`Isa`]: made by [`Kernels::new`] only.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Kernels(Isa, Inputs);

/// What matrices are multiplied with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Inputs {
    /// Whole numbers of 8 bits, as in llama.cpp.
    Rounded,
    /// Floats: slow, and the measure of what rounding does.
    Exact,
}

impl Kernels {
    /// With these instructions, or the best below them that the machine has.
    pub(crate) fn new(wanted: Isa) -> Self {
        let has = Isa::available();
        let isa = if has.contains(&wanted) { wanted } else { has.last().copied().unwrap_or(Isa::Scalar) };
        Self(isa, Inputs::Rounded)
    }

    /// The same with inputs as they are.
    pub(crate) fn exact(self) -> Self {
        Self(self.0, Inputs::Exact)
    }

    pub(crate) fn isa(self) -> Isa {
        self.0
    }
}

/// A matrix where it lies in the file: `rows` rows of `cols` values.
#[derive(Clone, Copy)]
pub(crate) struct Matrix<'a> {
    format: Format,
    rows: usize,
    cols: usize,
    stride: usize,
    bytes: &'a [u8],
}

impl<'a> Matrix<'a> {
    /// Absent unless `bytes` is exactly that many rows.
    pub(crate) fn new(format: Format, rows: usize, cols: usize, bytes: &'a [u8]) -> Option<Self> {
        let stride = format.bytes(cols)?;
        (stride.checked_mul(rows)? == bytes.len()).then_some(Self { format, rows, cols, stride, bytes })
    }

    pub(crate) fn row(&self, r: usize) -> &'a [u8] {
        &self.bytes[r * self.stride..][..self.stride]
    }

    /// A row's values; the length of `out` is `cols`.
    pub(crate) fn values(&self, r: usize, out: &mut [f32]) {
        scalar::values(self.format, self.row(r), &mut out[..self.cols]);
    }
}

/// What a matrix is multiplied with: one token's values, as they are and as whole numbers.
#[derive(Debug, Clone, Default)]
pub(crate) struct Input {
    floats: Vec<f32>,
    /// Blocks of 32; none where the length is no multiple of it.
    codes: Vec<i8>,
    /// One for each block.
    scale: Vec<f32>,
    /// Sums of codes over each half block.
    halves: Vec<i32>,
    /// `scale` × the sum of the codes, for each block.
    sum: Vec<f32>,
}

impl Input {
    /// Takes in values.
    pub(crate) fn fill(&mut self, kernels: Kernels, x: &[f32]) {
        self.floats.clear();
        self.floats.extend_from_slice(x);
        let blocks = if x.len().is_multiple_of(32) { x.len() / 32 } else { 0 };
        self.codes.resize(blocks * 32, 0);
        self.scale.resize(blocks, 0.0);
        self.halves.resize(blocks * 2, 0);
        self.sum.resize(blocks, 0.0);
        elements::quantise(kernels, self);
    }
}

/// `out[t · rows + r]` = row `r` × input `t`.
pub(crate) struct Product<'a> {
    pub(crate) matrix: Matrix<'a>,
    pub(crate) out: &'a mut [f32],
}

/// From this many inputs, rows are unpacked once and used for all; below, read again for each.
const PANEL_FROM: usize = 6;
/// Rows that a thread takes at a time: about 10 µs of work.
const ROWS: usize = 16;
/// As many for a single input.
const ROWS_ONE: usize = 64;

/// Computes products that share their inputs, on all threads.
pub(crate) fn multiply(pool: &mut Pool, kernels: Kernels, inputs: &[Input], products: &mut [Product<'_>]) {
    let outs: Vec<Out> = products
        .iter_mut()
        .map(|p| {
            assert_eq!(p.out.len(), p.matrix.rows * inputs.len(), "room for every product");
            let fits = |x: &Input| {
                let quantised = !p.matrix.format.is_quantised() || x.codes.len() == p.matrix.cols;
                x.floats.len() == p.matrix.cols && quantised && x.codes.len() == x.scale.len() * 32
            };
            assert!(inputs.iter().all(fits), "inputs as long as a row");
            Out { start: Shares(p.out.as_mut_ptr()), rows: p.matrix.rows }
        })
        .collect();
    let grain = if inputs.len() == 1 { ROWS_ONE } else { ROWS };
    let jobs: Vec<(usize, usize)> =
        products.iter().enumerate().flat_map(|(p, x)| (0..x.matrix.rows).step_by(grain).map(move |r| (p, r))).collect();
    let (claimed, products) = (AtomicUsize::new(0), &*products);
    pool.run(&|| {
        while let Some(range) = claim(&claimed, jobs.len(), 1) {
            for (p, from) in &jobs[range] {
                let matrix = &products[*p].matrix;
                some_rows(kernels, matrix, *from..matrix.rows.min(from + grain), inputs, &outs[*p]);
            }
        }
    });
}

/// Where products go; every row is written by one thread.
struct Out {
    start: Shares<f32>,
    rows: usize,
}

impl Out {
    /// Writes the product of row `r` and input `t`.
    ///
    /// # Safety
    /// `r` is below `rows` and was claimed by this thread; `t` is below the number of inputs.
    unsafe fn set(&self, t: usize, r: usize, value: f32) {
        // SAFETY: `multiply` asserted rows × inputs values; by the contract the place is inside, and
        // only this thread writes the places of row `r`. Nobody reads before `run` has returned.
        unsafe { *self.start.at(t * self.rows + r) = value }
    }
}

fn some_rows(kernels: Kernels, matrix: &Matrix<'_>, rows: std::ops::Range<usize>, inputs: &[Input], out: &Out) {
    if !matrix.format.is_quantised() || kernels.1 == Inputs::Exact {
        let mut values = vec![0.0; matrix.cols];
        for r in rows {
            matrix.values(r, &mut values);
            for (t, x) in inputs.iter().enumerate() {
                // SAFETY: `r` is of the claimed range, `t` of the inputs.
                unsafe { out.set(t, r, elements::dot(kernels, &values, &x.floats)) }
            }
        }
        return;
    }
    match kernels.0 {
        Isa::Scalar => {
            for r in rows {
                for (t, x) in inputs.iter().enumerate() {
                    // SAFETY: `r` is of the claimed range, `t` of the inputs.
                    unsafe { out.set(t, r, scalar::dot(matrix.format, matrix.row(r), x)) }
                }
            }
        }
        #[cfg(target_arch = "x86_64")]
        isa if inputs.len() >= PANEL_FROM => panel::multiply(isa, matrix, rows, inputs, out),
        #[cfg(target_arch = "x86_64")]
        isa => {
            for from in rows.clone().step_by(4) {
                let count = (rows.end - from).min(4);
                let bytes = &matrix.bytes[from * matrix.stride..][..count * matrix.stride];
                for (t, x) in inputs.iter().enumerate() {
                    let mut y = [0.0; 4];
                    // SAFETY: `isa` comes from a `Kernels`, so the machine has it; `bytes` is `count`
                    // rows of `cols` values, and `multiply` asserted that the input is as long.
                    unsafe { rows::dot(isa, matrix.format, bytes, count, matrix.stride, x, &mut y) }
                    for (i, value) in y.iter().take(count).enumerate() {
                        // SAFETY: `from + i` is of the claimed range, `t` of the inputs.
                        unsafe { out.set(t, from + i, *value) }
                    }
                }
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        _ => {}
    }
}

/// One token's attention over a cache of keys and values in half precision.
pub(crate) struct Attention<'a> {
    /// Keys and values of one layer: a position every `stride` values.
    pub(crate) keys: &'a [u16],
    pub(crate) values: &'a [u16],
    pub(crate) stride: usize,
    /// Where this group's head begins within a position.
    pub(crate) offset: usize,
    /// Positions that are seen.
    pub(crate) seen: usize,
    /// Values of a head.
    pub(crate) width: usize,
}

impl Attention<'_> {
    /// `queries` are the heads that share one head of keys, one after the other; `out` as long.
    pub(crate) fn attend(&self, kernels: Kernels, queries: &[f32], out: &mut [f32], scores: &mut Vec<f32>) {
        assert!(
            self.width > 0 && queries.len().is_multiple_of(self.width) && queries.len() == out.len(),
            "whole heads"
        );
        let last = self.seen.checked_sub(1).map(|n| n * self.stride + self.offset + self.width);
        assert!(last.is_some_and(|end| end <= self.keys.len().min(self.values.len())), "positions inside the cache");
        scores.clear();
        scores.resize(queries.len() / self.width * self.seen, 0.0);
        match kernels.0 {
            #[cfg(target_arch = "x86_64")]
            isa @ (Isa::Avx2 | Isa::Vnni) if self.width.is_multiple_of(8) => {
                // SAFETY: the machine has `isa` (`Kernels`); the assertions above are `rows::attend`'s
                // conditions.
                unsafe { rows::attend(isa, self, queries, out, scores) }
            }
            _ => elements::attend(self, queries, out, scores),
        }
    }
}

#[cfg(test)]
mod tests;
