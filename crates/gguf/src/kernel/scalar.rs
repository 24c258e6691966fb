//! The reference: what every other kernel must compute, in plain Rust, for any machine.

use super::Input;
use crate::format::{Format, half, to_half};

/// 32 values: `scale[half] × code + min`. `scale` differs by halves of 16 in Q6_K only.
pub(crate) struct Block {
    pub(crate) codes: [i8; 32],
    pub(crate) scale: [f32; 2],
    pub(crate) min: f32,
}

fn half_at(bytes: &[u8], at: usize) -> f32 {
    half(u16::from_le_bytes([bytes[at], bytes[at + 1]]))
}

/// The 6-bit scale and minimum of sub-block `j` of 8 (ggml: `get_scale_min_k4`).
fn scale_min(packed: &[u8], j: usize) -> (f32, f32) {
    let (scale, min) = if j < 4 {
        (packed[j] & 63, packed[j + 4] & 63)
    } else {
        (packed[j + 4] & 15 | packed[j - 4] >> 6 << 4, packed[j + 4] >> 4 | packed[j] >> 6 << 4)
    };
    (f32::from(scale), f32::from(min))
}

/// The `b`-th 32 values of a row of quantised values.
pub(crate) fn block(format: Format, row: &[u8], b: usize) -> Block {
    let per = format.block() / 32;
    let (p, c) = (&row[b / per * format.block_bytes()..][..format.block_bytes()], b % per);
    let mut codes = [0_i8; 32];
    let nibble = |bytes: &[u8], j: usize| if j < 16 { bytes[j] & 15 } else { bytes[j - 16] >> 4 };
    let mut fill = |code: &dyn Fn(usize) -> i8| codes.iter_mut().enumerate().for_each(|(j, out)| *out = code(j));
    let (scale, min) = match format {
        Format::Q4_0 => {
            fill(&|j| nibble(&p[2..], j) as i8 - 8);
            ([half_at(p, 0); 2], 0.0)
        }
        Format::Q4_1 => {
            fill(&|j| nibble(&p[4..], j) as i8);
            ([half_at(p, 0); 2], half_at(p, 2))
        }
        Format::Q5_0 => {
            fill(&|j| (nibble(&p[6..], j) | (p[2 + j / 8] >> (j % 8) & 1) << 4) as i8 - 16);
            ([half_at(p, 0); 2], 0.0)
        }
        Format::Q8_0 => {
            fill(&|j| p[2 + j] as i8);
            ([half_at(p, 0); 2], 0.0)
        }
        Format::Q4_K | Format::Q5_K => {
            let (high, low) = if format == Format::Q4_K { (None, &p[16..]) } else { (Some(&p[16..48]), &p[48..]) };
            let low = &low[c / 2 * 32..];
            fill(&|j| {
                let nibble = if c % 2 == 0 { low[j] & 15 } else { low[j] >> 4 };
                (nibble | high.map_or(0, |high| (high[j] >> c & 1) << 4)) as i8
            });
            let (scale, min) = scale_min(&p[4..16], c);
            ([half_at(p, 0) * scale; 2], -half_at(p, 2) * min)
        }
        Format::Q6_K => {
            let (side, quarter) = (c / 4, c % 4);
            let (low, high) = (&p[side * 64 + quarter % 2 * 32..], &p[128 + side * 32..]);
            fill(&|j| {
                let nibble = if quarter < 2 { low[j] & 15 } else { low[j] >> 4 };
                (nibble | (high[j] >> (2 * quarter) & 3) << 4) as i8 - 32
            });
            let d = half_at(p, 208);
            ([0, 1].map(|h| d * f32::from(p[192 + 2 * c + h] as i8)), 0.0)
        }
        Format::F32 | Format::F16 => ([0.0; 2], 0.0),
    };
    Block { codes, scale, min }
}

/// A row's values.
pub(crate) fn values(format: Format, row: &[u8], out: &mut [f32]) {
    match format {
        Format::F32 => {
            for (out, bytes) in out.iter_mut().zip(row.as_chunks::<4>().0) {
                *out = f32::from_le_bytes(*bytes);
            }
        }
        Format::F16 => {
            for (out, bytes) in out.iter_mut().zip(row.as_chunks::<2>().0) {
                *out = half(u16::from_le_bytes(*bytes));
            }
        }
        _ => {
            for (b, out) in out.chunks_mut(32).enumerate() {
                let block = block(format, row, b);
                for (j, (out, code)) in out.iter_mut().zip(block.codes).enumerate() {
                    *out = block.scale[j / 16] * f32::from(code) + block.min;
                }
            }
        }
    }
}

/// A row of quantised values times an input.
pub(crate) fn dot(format: Format, row: &[u8], x: &Input) -> f32 {
    let mut sum = 0.0;
    for (b, codes) in x.codes.as_chunks::<32>().0.iter().enumerate() {
        let block = block(format, row, b);
        for h in 0..2 {
            let pairs = block.codes[16 * h..16 * h + 16].iter().zip(&codes[16 * h..16 * h + 16]);
            let whole: i32 = pairs.map(|(w, x)| i32::from(*w) * i32::from(*x)).sum();
            sum += block.scale[h] * x.scale[b] * whole as f32;
        }
        sum += block.min * x.sum[b];
    }
    sum
}

/// Added to a float below 2²², leaves it rounded to a whole number, ties to even, in the low bits.
const ROUNDING: f32 = 12_582_912.0;

/// 32 values as whole numbers with a scale, and the sums of their halves. The scale is rounded to half
/// precision as ggml's Q8_0 is: the product then differs from llama.cpp's by the order of sums only.
#[inline(always)]
pub(crate) fn quantise(x: &[f32; 32], codes: &mut [i8; 32]) -> (f32, [i32; 2]) {
    let most = x.iter().fold(0_f32, |most, v| most.max(v.abs()));
    let inverse = if most > 0.0 { 127.0 / most } else { 0.0 };
    let mut sums = [0_i32; 2];
    for j in 0..32 {
        codes[j] = (x[j] * inverse + ROUNDING).to_bits() as i8;
    }
    for j in 0..32 {
        sums[j / 16] += i32::from(codes[j]);
    }
    (half(to_half(most / 127.0)), sums)
}
