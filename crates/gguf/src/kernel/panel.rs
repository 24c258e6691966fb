//! x86: products of many inputs, as when a prompt is read. Some rows are unpacked once into a panel in
//! which four bytes of each row lie side by side; a vector then holds one sum for each row, and no
//! sum is ever taken across a vector.

use super::rows::{codes, id, place, scales, zero};
use super::{Input, Isa, Matrix, Out};
use crate::format::Format;
use std::arch::x86_64::*;
use std::cell::RefCell;
use std::ops::Range;

/// Unpacked rows: `L` of them, those that are missing as zeros.
#[derive(Default)]
struct Panel {
    /// For each block of 32 and each four bytes in it: the bytes of all rows.
    codes: Vec<u32>,
    /// For each half block: the scales of all rows.
    scales: Vec<f32>,
    /// For each block: the minima of all rows.
    mins: Vec<f32>,
}

thread_local! {
    static PANEL: RefCell<Panel> = RefCell::default();
}

/// The products of some rows and all inputs.
pub(super) fn multiply(isa: Isa, matrix: &Matrix<'_>, rows: Range<usize>, inputs: &[Input], out: &Out) {
    macro_rules! pick {
        ($($format:ident)*) => {
            match matrix.format {
                $(Format::$format => with::<{ id::$format }>(isa, matrix, rows, inputs, out),)*
                Format::F32 | Format::F16 => {}
            }
        };
    }
    pick!(Q4_0 Q4_1 Q5_0 Q8_0 Q4_K Q5_K Q6_K);
}

fn with<const F: u32>(isa: Isa, matrix: &Matrix<'_>, rows: Range<usize>, inputs: &[Input], out: &Out) {
    PANEL.with_borrow_mut(|panel| {
        let lanes = if isa == Isa::Vnni { 16 } else { 8 };
        for from in rows.clone().step_by(lanes) {
            let count = (rows.end - from).min(lanes);
            // SAFETY: `multiply` in the parent is called with an `isa` that the machine has, and has
            // asserted that every input is as long as a row of the matrix.
            unsafe {
                match isa {
                    Isa::Vnni => {
                        vnni::pack::<F>(panel, matrix, from, count);
                        vnni::tiles::<F>(panel, inputs, from, count, out);
                    }
                    _ => {
                        avx2::pack::<F>(panel, matrix, from, count);
                        avx2::tiles::<F>(panel, inputs, from, count, out);
                    }
                }
            }
        }
    });
}

macro_rules! variant {
    ($name:ident, $features:literal, $lanes:literal, $block:ident, $unsigned:ident) => {
        mod $name {
            use super::*;

            #[target_feature(enable = $features)]
            pub(super) unsafe fn pack<const F: u32>(panel: &mut Panel, matrix: &Matrix<'_>, from: usize, count: usize) {
                const L: usize = $lanes;
                let blocks = matrix.cols / 32;
                panel.codes.clear();
                panel.codes.resize(blocks * 8 * L, 0);
                panel.scales.clear();
                panel.scales.resize(blocks * 2 * L, 0.0);
                panel.mins.clear();
                panel.mins.resize(blocks * L, 0.0);
                for r in 0..count.min(L) {
                    let row = matrix.row(from + r).as_ptr();
                    for b in 0..blocks {
                        let (at, c) = place(F, b);
                        // SAFETY: `row` has whole blocks for `cols` values, `b` is one of them.
                        let (w, (s0, s1, min)) = unsafe {
                            let block = row.add(at);
                            (codes::<F>(block, c), scales::<F>(block, c))
                        };
                        let mut words = [0_u32; 8];
                        // SAFETY: eight words are 32 bytes.
                        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), $unsigned::<F>(w)) }
                        let to = &mut panel.codes[b * 8 * L..][..8 * L];
                        for (j, word) in words.iter().enumerate() {
                            to[j * L + r] = *word;
                        }
                        panel.scales[2 * b * L + r] = s0;
                        panel.scales[(2 * b + 1) * L + r] = s1;
                        panel.mins[b * L + r] = min;
                    }
                }
            }

            #[target_feature(enable = $features)]
            pub(super) unsafe fn tiles<const F: u32>(
                panel: &Panel,
                inputs: &[Input],
                from: usize,
                count: usize,
                out: &Out,
            ) {
                let mut t = 0;
                while t < inputs.len() {
                    let left = inputs.len() - t;
                    // SAFETY: the panel has a block for each 32 codes of the inputs.
                    unsafe {
                        t += match left {
                            8.. => tile::<F, 8>(panel, &inputs[t..], t, from, count, out),
                            4.. => tile::<F, 4>(panel, &inputs[t..], t, from, count, out),
                            _ => tile::<F, 1>(panel, &inputs[t..], t, from, count, out),
                        };
                    }
                }
            }

            #[target_feature(enable = $features)]
            unsafe fn tile<const F: u32, const T: usize>(
                panel: &Panel,
                inputs: &[Input],
                first: usize,
                from: usize,
                count: usize,
                out: &Out,
            ) -> usize {
                const L: usize = $lanes;
                let mut sums = [[0_f32; L]; T];
                // SAFETY: as for this function: every pointer moves by whole blocks, of which panel and
                // inputs have equally many.
                unsafe { $block::<F, T>(panel, inputs, &mut sums) }
                for (i, sums) in sums.iter().enumerate() {
                    for (r, sum) in sums.iter().enumerate().take(count) {
                        // SAFETY: row `from + r` is of this thread's claimed range, `first + i` an input.
                        unsafe { out.set(first + i, from + r, *sum) }
                    }
                }
                T
            }
        }
    };
}

/// Q8_0's codes with 128 added: bytes without sign for VNNI. AVX2 takes them with their sign.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni,avx2,fma,f16c")]
fn lifted<const F: u32>(w: __m256i) -> __m256i {
    if F == id::Q8_0 { _mm256_xor_si256(w, _mm256_set1_epi8(-128)) } else { w }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni,avx2,fma,f16c")]
unsafe fn sixteen<const F: u32, const T: usize>(panel: &Panel, inputs: &[Input], out: &mut [[f32; 16]; T]) {
    let off = if F == id::Q8_0 { 128 } else { zero(F) };
    let mut sums = [_mm512_setzero_ps(); T];
    for b in 0..panel.mins.len() / 16 {
        // SAFETY: 8 words, 2 scales and 1 minimum of 16 rows for each block (`pack`).
        let (w, s0, s1, min) = unsafe {
            let at = panel.codes.as_ptr().add(b * 128);
            let scale = panel.scales.as_ptr().add(b * 32);
            (
                [0, 1, 2, 3, 4, 5, 6, 7].map(|j| _mm512_loadu_si512(at.add(16 * j).cast())),
                _mm512_loadu_ps(scale),
                _mm512_loadu_ps(scale.add(16)),
                _mm512_loadu_ps(panel.mins.as_ptr().add(b * 16)),
            )
        };
        for (t, sum_t) in sums.iter_mut().enumerate() {
            // SAFETY: inputs are as long as rows: 32 codes, two halves, a scale and a sum for each block.
            let (x, h0, h1, dx, sum) = unsafe {
                let x = inputs.get_unchecked(t);
                let halves = x.halves.as_ptr().add(2 * b);
                let codes = x.codes.as_ptr().add(32 * b).cast::<i32>();
                (codes, *halves, *halves.add(1), *x.scale.as_ptr().add(b), *x.sum.as_ptr().add(b))
            };
            // SAFETY: `j` < 8 words of the 32 codes.
            let word = |j: usize| _mm512_set1_epi32(unsafe { x.add(j).read_unaligned() });
            let dx = _mm512_set1_ps(dx);
            if F == id::Q6_K {
                let (mut a, mut b) = (_mm512_set1_epi32(-off * h0), _mm512_set1_epi32(-off * h1));
                for j in 0..4 {
                    a = _mm512_dpbusd_epi32(a, w[j], word(j));
                    b = _mm512_dpbusd_epi32(b, w[j + 4], word(j + 4));
                }
                *sum_t = _mm512_fmadd_ps(_mm512_cvtepi32_ps(a), _mm512_mul_ps(s0, dx), *sum_t);
                *sum_t = _mm512_fmadd_ps(_mm512_cvtepi32_ps(b), _mm512_mul_ps(s1, dx), *sum_t);
            } else {
                let mut a = _mm512_set1_epi32(-off * (h0 + h1));
                for (j, w) in w.iter().enumerate() {
                    a = _mm512_dpbusd_epi32(a, *w, word(j));
                }
                *sum_t = _mm512_fmadd_ps(_mm512_cvtepi32_ps(a), _mm512_mul_ps(s0, dx), *sum_t);
            }
            if matches!(F, id::Q4_1 | id::Q4_K | id::Q5_K) {
                *sum_t = _mm512_fmadd_ps(min, _mm512_set1_ps(sum), *sum_t);
            }
        }
    }
    for (out, sum) in out.iter_mut().zip(sums) {
        // SAFETY: 16 floats.
        unsafe { _mm512_storeu_ps(out.as_mut_ptr(), sum) }
    }
}

/// AVX2: the codes as they are.
#[inline]
#[target_feature(enable = "avx2,fma,f16c")]
fn kept<const F: u32>(w: __m256i) -> __m256i {
    w
}

#[target_feature(enable = "avx2,fma,f16c")]
unsafe fn eight<const F: u32, const T: usize>(panel: &Panel, inputs: &[Input], out: &mut [[f32; 8]; T]) {
    let (off, ones) = (zero(F), _mm256_set1_epi16(1));
    let mut sums = [_mm256_setzero_ps(); T];
    for b in 0..panel.mins.len() / 8 {
        // SAFETY: 8 words, 2 scales and 1 minimum of 8 rows for each block (`pack`).
        let (w, s0, s1, min) = unsafe {
            let at = panel.codes.as_ptr().add(b * 64);
            let scale = panel.scales.as_ptr().add(b * 16);
            (
                [0, 1, 2, 3, 4, 5, 6, 7].map(|j| _mm256_loadu_si256(at.add(8 * j).cast())),
                _mm256_loadu_ps(scale),
                _mm256_loadu_ps(scale.add(8)),
                _mm256_loadu_ps(panel.mins.as_ptr().add(b * 8)),
            )
        };
        for (t, sum_t) in sums.iter_mut().enumerate() {
            // SAFETY: as in `sixteen`.
            let (x, h0, h1, dx, sum) = unsafe {
                let x = inputs.get_unchecked(t);
                let halves = x.halves.as_ptr().add(2 * b);
                let codes = x.codes.as_ptr().add(32 * b).cast::<i32>();
                (codes, *halves, *halves.add(1), *x.scale.as_ptr().add(b), *x.sum.as_ptr().add(b))
            };
            let product = |j: usize| {
                // SAFETY: `j` < 8 words of the 32 codes.
                let x = _mm256_set1_epi32(unsafe { x.add(j).read_unaligned() });
                let (u, x) = match F {
                    id::Q8_0 => (_mm256_abs_epi8(w[j]), _mm256_sign_epi8(x, w[j])),
                    _ => (w[j], x),
                };
                // No overflow of 16 bits: see `rows`.
                _mm256_madd_epi16(_mm256_maddubs_epi16(u, x), ones)
            };
            let (mut a, mut b) = (_mm256_set1_epi32(-off * h0), _mm256_set1_epi32(-off * h1));
            for j in 0..4 {
                a = _mm256_add_epi32(a, product(j));
                b = _mm256_add_epi32(b, product(j + 4));
            }
            let dx = _mm256_set1_ps(dx);
            if F == id::Q6_K {
                *sum_t = _mm256_fmadd_ps(_mm256_cvtepi32_ps(a), _mm256_mul_ps(s0, dx), *sum_t);
                *sum_t = _mm256_fmadd_ps(_mm256_cvtepi32_ps(b), _mm256_mul_ps(s1, dx), *sum_t);
            } else {
                let whole = _mm256_cvtepi32_ps(_mm256_add_epi32(a, b));
                *sum_t = _mm256_fmadd_ps(whole, _mm256_mul_ps(s0, dx), *sum_t);
            }
            if matches!(F, id::Q4_1 | id::Q4_K | id::Q5_K) {
                *sum_t = _mm256_fmadd_ps(min, _mm256_set1_ps(sum), *sum_t);
            }
        }
    }
    for (out, sum) in out.iter_mut().zip(sums) {
        // SAFETY: 8 floats.
        unsafe { _mm256_storeu_ps(out.as_mut_ptr(), sum) }
    }
}

variant!(vnni, "avx512f,avx512bw,avx512vl,avx512vnni,avx2,fma,f16c", 16, sixteen, lifted);
variant!(avx2, "avx2,fma,f16c", 8, eight, kept);
