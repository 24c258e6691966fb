//! x86: products of single inputs, and attention. 256-bit vectors, in two variants: with AVX-512's
//! byte products (VNNI), and with AVX2's.

use super::{Attention, Input, Isa, elements};
use crate::format::Format;
use std::arch::x86_64::*;

/// ggml's numbers of the types, for constants that pick a kernel.
pub(super) mod id {
    pub(in crate::kernel) const Q4_0: u32 = 2;
    pub(in crate::kernel) const Q4_1: u32 = 3;
    pub(in crate::kernel) const Q5_0: u32 = 6;
    pub(in crate::kernel) const Q8_0: u32 = 8;
    pub(in crate::kernel) const Q4_K: u32 = 12;
    pub(in crate::kernel) const Q5_K: u32 = 13;
    pub(in crate::kernel) const Q6_K: u32 = 14;
}

/// What is taken off a code without sign to get the value's. Q8_0's codes have their sign.
pub(super) const fn zero(format: u32) -> i32 {
    match format {
        id::Q4_0 => 8,
        id::Q5_0 => 16,
        id::Q6_K => 32,
        _ => 0,
    }
}

/// Bytes before the block that holds sub-block `b`, and `b`'s number in it.
#[inline(always)]
pub(super) const fn place(format: u32, b: usize) -> (usize, usize) {
    match format {
        id::Q4_0 => (b * 18, 0),
        id::Q4_1 => (b * 20, 0),
        id::Q5_0 => (b * 22, 0),
        id::Q8_0 => (b * 34, 0),
        id::Q4_K => (b / 8 * 144, b % 8),
        id::Q5_K => (b / 8 * 176, b % 8),
        _ => (b / 8 * 210, b % 8),
    }
}

/// Asks for the `b`-th share of the `rows` rows at `next`, whose blocks lie `stride` × `rows` bytes on end.
/// Rows are too short for the processor to guess where several streams at once go on.
#[inline(always)]
fn ahead<const F: u32>(next: *const u8, rows: usize, b: usize) {
    let share = rows * place(F, 8).0 / 8;
    for line in 0..share.div_ceil(64) {
        let at = next.wrapping_add(b * share + 64 * line);
        // SAFETY: a prefetch is a hint and reads nothing: any address will do.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(at.cast()) }
    }
}

/// Scales of both halves, and the minimum.
pub(super) type Scales = (f32, f32, f32);

#[inline]
#[target_feature(enable = "avx2,f16c")]
pub(super) unsafe fn half_at(p: *const u8) -> f32 {
    // SAFETY: the caller's block has two bytes here.
    let bits = unsafe { p.cast::<u16>().read_unaligned() };
    _mm_cvtss_f32(_mm_cvtph_ps(_mm_cvtsi32_si128(i32::from(bits))))
}

/// The scales of sub-block `c` of the block at `p`.
#[inline]
#[target_feature(enable = "avx2,f16c")]
pub(super) unsafe fn scales<const F: u32>(p: *const u8, c: usize) -> Scales {
    // SAFETY: `p` is the start of a whole block of type F (the caller's condition); every offset below
    // is inside its size (`Format::block_bytes`).
    unsafe {
        match F {
            id::Q4_1 => {
                let d = half_at(p);
                (d, d, half_at(p.add(2)))
            }
            id::Q4_K | id::Q5_K => {
                let at = |i: usize| *p.add(4 + i);
                let (scale, min) = if c < 4 {
                    (at(c) & 63, at(c + 4) & 63)
                } else {
                    (at(c + 4) & 15 | at(c - 4) >> 6 << 4, at(c + 4) >> 4 | at(c) >> 6 << 4)
                };
                let d = half_at(p) * f32::from(scale);
                (d, d, -half_at(p.add(2)) * f32::from(min))
            }
            id::Q6_K => {
                let d = half_at(p.add(208));
                let scale = p.add(192 + 2 * c).cast::<i8>();
                (d * f32::from(*scale), d * f32::from(*scale.add(1)), 0.0)
            }
            _ => {
                let d = half_at(p);
                (d, d, 0.0)
            }
        }
    }
}

/// The 32 codes of sub-block `c` of the block at `p`: without sign, Q8_0's with.
#[inline]
#[target_feature(enable = "avx2,f16c")]
pub(super) unsafe fn codes<const F: u32>(p: *const u8, c: usize) -> __m256i {
    let low = _mm256_set1_epi8(15);
    // SAFETY: as in `scales`: loads of 16 or 32 bytes at offsets inside the block.
    unsafe {
        let load = |at: usize| _mm256_loadu_si256(p.add(at).cast());
        let nibbles = |at: usize| {
            let packed = _mm_loadu_si128(p.add(at).cast());
            _mm256_and_si256(_mm256_set_m128i(_mm_srli_epi16(packed, 4), packed), low)
        };
        let quarter = |at: usize, high: bool| {
            let packed = load(at);
            _mm256_and_si256(_mm256_srl_epi16(packed, _mm_cvtsi32_si128(4 * i32::from(high))), low)
        };
        match F {
            id::Q4_0 => nibbles(2),
            id::Q4_1 => nibbles(4),
            id::Q5_0 => _mm256_or_si256(nibbles(6), fifth_bits(p.add(2).cast::<u32>().read_unaligned())),
            id::Q8_0 => load(2),
            id::Q4_K => quarter(16 + c / 2 * 32, c % 2 == 1),
            id::Q5_K => {
                let count = _mm_cvtsi32_si128(c as i32);
                let bit = _mm256_and_si256(_mm256_srl_epi16(load(16), count), _mm256_set1_epi8(1));
                _mm256_or_si256(quarter(48 + c / 2 * 32, c % 2 == 1), _mm256_slli_epi16(bit, 4))
            }
            _ => {
                let (side, r) = (c / 4, c % 4);
                let count = _mm_cvtsi32_si128(2 * r as i32);
                let bits = _mm256_and_si256(_mm256_srl_epi16(load(128 + side * 32), count), _mm256_set1_epi8(3));
                _mm256_or_si256(quarter(side * 64 + r % 2 * 32, r >= 2), _mm256_slli_epi16(bits, 4))
            }
        }
    }
}

/// Bit `j` as 16 in byte `j`.
#[inline]
#[target_feature(enable = "avx2")]
fn fifth_bits(bits: u32) -> __m256i {
    let (ones, twos, threes) = (0x0101_0101_0101_0101, 0x0202_0202_0202_0202, 0x0303_0303_0303_0303);
    let spread = _mm256_shuffle_epi8(_mm256_set1_epi32(bits as i32), _mm256_set_epi64x(threes, twos, ones, 0));
    let each = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64 as i64);
    _mm256_and_si256(_mm256_cmpeq_epi8(_mm256_and_si256(spread, each), each), _mm256_set1_epi8(16))
}

#[inline]
#[target_feature(enable = "avx2")]
fn sum(v: __m256) -> f32 {
    let r = _mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
    let r = _mm_add_ps(r, _mm_movehl_ps(r, r));
    _mm_cvtss_f32(_mm_add_ss(r, _mm_shuffle_ps(r, r, 1)))
}

/// The rows at `bytes` (`count` ≤ 4 of them, `stride` bytes each) times one input.
///
/// # Safety
/// The machine has `isa`; `bytes` holds `count` rows of `x.codes.len()` values of `format`, which is
/// quantised; `x` has a scale for each 32 codes.
pub(super) unsafe fn dot(
    isa: Isa,
    format: Format,
    bytes: &[u8],
    count: usize,
    stride: usize,
    x: &Input,
    y: &mut [f32; 4],
) {
    macro_rules! pick {
        ($variant:ident: $($format:ident)*) => {
            match (format, count) {
                $((Format::$format, 4) => $variant::dot::<{ id::$format }, 4>(bytes.as_ptr(), stride, x, y),)*
                // What is left over at a matrix's end goes row by row.
                $((Format::$format, _) => for r in 0..count {
                    let mut one = [0.0; 4];
                    $variant::dot::<{ id::$format }, 1>(bytes.as_ptr().add(r * stride), stride, x, &mut one);
                    y[r] = one[0];
                })*
                (Format::F32 | Format::F16, _) => {}
            }
        };
    }
    // SAFETY: the conditions are this function's own.
    unsafe {
        match isa {
            Isa::Vnni => pick!(vnni: Q4_0 Q4_1 Q5_0 Q8_0 Q4_K Q5_K Q6_K),
            _ => pick!(avx2: Q4_0 Q4_1 Q5_0 Q8_0 Q4_K Q5_K Q6_K),
        }
    }
}

/// Attention with vectors.
///
/// # Safety
/// The machine has `isa`; all that `Attention::attend` asserts; `width` is a multiple of 8; `scores`
/// has `seen` values for each head.
pub(super) unsafe fn attend(isa: Isa, a: &Attention<'_>, queries: &[f32], out: &mut [f32], scores: &mut [f32]) {
    // SAFETY: the conditions are this function's own.
    unsafe {
        match isa {
            Isa::Vnni => vnni::attend(a, queries, out, scores),
            _ => avx2::attend(a, queries, out, scores),
        }
    }
}

macro_rules! variant {
    ($name:ident, $isa:expr, $features:literal, $bytes:expr) => {
        mod $name {
            use super::*;

            /// Adds the products of four neighbouring bytes each, `u` without sign.
            #[inline]
            #[target_feature(enable = $features)]
            fn add_products(to: __m256i, u: __m256i, x: __m256i) -> __m256i {
                $bytes(to, u, x)
            }

            #[target_feature(enable = $features)]
            pub(super) unsafe fn dot<const F: u32, const R: usize>(
                p: *const u8,
                stride: usize,
                x: &Input,
                y: &mut [f32; 4],
            ) {
                let (mut sums, mut mins) = ([_mm256_setzero_ps(); R], [0_f32; R]);
                let next = p.wrapping_add(R * stride);
                for b in 0..x.scale.len() {
                    ahead::<F>(next, R, b);
                    let (at, c) = place(F, b);
                    // SAFETY: `x` has 32 codes, two halves and a sum for each of its `scale`s (`Input`).
                    let (codes_x, dx, h0, h1, sum_x) = unsafe {
                        let halves = x.halves.as_ptr().add(2 * b);
                        let codes = _mm256_loadu_si256(x.codes.as_ptr().add(32 * b).cast());
                        (codes, *x.scale.as_ptr().add(b), *halves, *halves.add(1), *x.sum.as_ptr().add(b))
                    };
                    let off = |h: i32| -zero(F) * h;
                    let start = match zero(F) {
                        0 => _mm256_setzero_si256(),
                        _ => _mm256_setr_epi32(off(h0), 0, 0, 0, off(h1), 0, 0, 0),
                    };
                    for r in 0..R {
                        // SAFETY: sub-block `b` of row `r`: the caller gives R rows of `stride` bytes, each
                        // with as many blocks as the input.
                        let (w, (s0, s1, min)) = unsafe {
                            let block = p.add(r * stride + at);
                            (codes::<F>(block, c), scales::<F>(block, c))
                        };
                        let whole = if F == id::Q8_0 {
                            add_products(start, _mm256_sign_epi8(w, w), _mm256_sign_epi8(codes_x, w))
                        } else {
                            add_products(start, w, codes_x)
                        };
                        let scale = if F == id::Q6_K {
                            _mm256_set_m128(_mm_set1_ps(s1 * dx), _mm_set1_ps(s0 * dx))
                        } else {
                            _mm256_set1_ps(s0 * dx)
                        };
                        sums[r] = _mm256_fmadd_ps(_mm256_cvtepi32_ps(whole), scale, sums[r]);
                        mins[r] += min * sum_x;
                    }
                }
                for r in 0..R {
                    y[r] = sum(sums[r]) + mins[r];
                }
            }

            #[target_feature(enable = $features)]
            pub(super) unsafe fn attend(a: &Attention<'_>, queries: &[f32], out: &mut [f32], scores: &mut [f32]) {
                let (width, seen) = (a.width, a.seen);
                let heads = queries.len() / width;
                let factor = 1.0 / (width as f32).sqrt();
                let at = |cache: &[u16], t: usize, j: usize| {
                    // SAFETY: t < seen and j + 8 ≤ width: inside, as `Attention::attend` asserts.
                    unsafe { _mm256_cvtph_ps(_mm_loadu_si128(cache.as_ptr().add(t * a.stride + a.offset + j).cast())) }
                };
                for t in 0..seen {
                    // Up to four heads at once share the converted key.
                    for first in (0..heads).step_by(4) {
                        let group = (heads - first).min(4);
                        let mut sums = [_mm256_setzero_ps(); 4];
                        for j in (0..width).step_by(8) {
                            let key = at(a.keys, t, j);
                            for (h, sum) in sums.iter_mut().enumerate().take(group) {
                                // SAFETY: head first + h < heads; j + 8 ≤ width.
                                let q = unsafe { _mm256_loadu_ps(queries.as_ptr().add((first + h) * width + j)) };
                                *sum = _mm256_fmadd_ps(q, key, *sum);
                            }
                        }
                        for (h, s) in sums.iter().enumerate().take(group) {
                            scores[(first + h) * seen + t] = sum(*s) * factor;
                        }
                    }
                }
                scores
                    .chunks_mut(seen)
                    .for_each(|s| elements::softmax(super::super::Kernels($isa, super::super::Inputs::Rounded), s));
                for first in (0..heads).step_by(4) {
                    let group = (heads - first).min(4);
                    for j in (0..width).step_by(8) {
                        let mut sums = [_mm256_setzero_ps(); 4];
                        for t in 0..seen {
                            let value = at(a.values, t, j);
                            for (h, sum) in sums.iter_mut().enumerate().take(group) {
                                // SAFETY: `scores` has `seen` values for each head.
                                let weight = unsafe { *scores.as_ptr().add((first + h) * seen + t) };
                                *sum = _mm256_fmadd_ps(_mm256_set1_ps(weight), value, *sum);
                            }
                        }
                        for (h, sum) in sums.iter().enumerate().take(group) {
                            // SAFETY: as for the queries; `out` is as long.
                            unsafe { _mm256_storeu_ps(out.as_mut_ptr().add((first + h) * width + j), *sum) }
                        }
                    }
                }
            }
        }
    };
}

variant!(vnni, Isa::Vnni, "avx512f,avx512bw,avx512vl,avx512vnni,avx2,fma,f16c", _mm256_dpbusd_epi32);
variant!(avx2, Isa::Avx2, "avx2,fma,f16c", |to, u, x| {
    // No overflow of 16 bits: codes go to 63, or to 128 with a sign, inputs to 127.
    _mm256_add_epi32(to, _mm256_madd_epi16(_mm256_maddubs_epi16(u, x), _mm256_set1_epi16(1)))
});
