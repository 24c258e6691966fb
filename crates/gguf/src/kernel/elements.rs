//! Everything that is done value by value. Plain Rust; for x86 compiled once more with wider vectors.

use super::{Attention, Input, Inputs, Isa, Kernels, scalar};
use crate::format::half;

/// Defines a function that runs its body with the vectors the machine has.
macro_rules! widened {
    ($(#[$doc:meta])* fn $name:ident($($arg:ident: $type:ty),*) $(-> $out:ty)? $body:block) => {
        $(#[$doc])*
        pub(crate) fn $name(kernels: Kernels, $($arg: $type),*) $(-> $out)? {
            #[inline(always)]
            fn plain($($arg: $type),*) $(-> $out)? $body
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,fma")]
            fn wide($($arg: $type),*) $(-> $out)? { plain($($arg),*) }
            match kernels.isa() {
                Isa::Scalar => plain($($arg),*),
                #[cfg(target_arch = "x86_64")]
                // SAFETY: a `Kernels` above `Scalar` exists only where AVX2 and FMA were detected.
                Isa::Avx2 | Isa::Vnni => unsafe { wide($($arg),*) },
                #[cfg(not(target_arch = "x86_64"))]
                Isa::Avx2 | Isa::Vnni => plain($($arg),*),
            }
        }
    };
}

/// eˣ to about 10⁻⁶, without branches.
#[inline(always)]
fn exp(x: f32) -> f32 {
    let x = x.clamp(-87.0, 87.0);
    let whole = (x * std::f32::consts::LOG2_E).round_ties_even();
    // ln 2 in two parts, the first exact in few bits.
    let r = x - whole * 0.693_145_75 - whole * 1.428_606_8e-6;
    let p = 1.0 + r * (1.0 + r * (0.5 + r * (1.0 / 6.0 + r * (1.0 / 24.0 + r * (1.0 / 120.0 + r / 720.0)))));
    f32::from_bits((((whole as i32) + 127) << 23) as u32) * p
}

/// Eight sums side by side, so that they vectorise.
#[inline(always)]
fn sum_of(a: &[f32], b: &[f32]) -> f32 {
    let (a8, b8) = (a.as_chunks::<8>(), b.as_chunks::<8>());
    let mut sums = [0_f32; 8];
    for (a, b) in a8.0.iter().zip(b8.0) {
        for j in 0..8 {
            sums[j] += a[j] * b[j];
        }
    }
    sums.iter().sum::<f32>() + a8.1.iter().zip(b8.1).map(|(a, b)| a * b).sum::<f32>()
}

widened! {
    /// The product of two rows of floats.
    fn dot(a: &[f32], b: &[f32]) -> f32 { sum_of(a, b) }
}

widened! {
    /// Root mean square norm with weights.
    fn norm(x: &[f32], weights: &[f32], epsilon: f32, out: &mut [f32]) {
        let mean = sum_of(x, x) / x.len() as f32;
        let factor = 1.0 / (mean + epsilon).sqrt();
        for ((out, x), w) in out.iter_mut().zip(x).zip(weights) {
            *out = x * factor * w;
        }
    }
}

widened! {
    /// `gate ← gate · σ(gate) · up`.
    fn swiglu(gate: &mut [f32], up: &[f32]) {
        for (g, u) in gate.iter_mut().zip(up) {
            *g = *g / (1.0 + exp(-*g)) * u;
        }
    }
}

widened! {
    /// `x ← x + y`.
    fn add(x: &mut [f32], y: &[f32]) {
        for (x, y) in x.iter_mut().zip(y) {
            *x += y;
        }
    }
}

widened! {
    /// Fills in the whole numbers for the floats of an input.
    fn quantise(input: &mut Input) {
        let blocks = input.floats.as_chunks::<32>().0.iter().zip(input.codes.as_chunks_mut::<32>().0);
        for (b, (x, codes)) in blocks.enumerate() {
            let (scale, sums) = scalar::quantise(x, codes);
            input.scale[b] = scale;
            input.halves[2 * b] = sums[0];
            input.halves[2 * b + 1] = sums[1];
            input.sum[b] = scale * (sums[0] + sums[1]) as f32;
        }
    }
}

widened! {
    /// Scores → weights that add up to one.
    fn softmax(scores: &mut [f32]) {
        let most = scores.iter().fold(f32::MIN, |most, s| most.max(*s));
        let mut sum = 0.0;
        for s in scores.iter_mut() {
            *s = exp(*s - most);
        }
        for s in scores.iter() {
            sum += s;
        }
        let factor = 1.0 / sum;
        for s in scores.iter_mut() {
            *s *= factor;
        }
    }
}

widened! {
    /// The logarithm of the sum of all eˣ.
    fn log_sum_exp(x: &[f32]) -> f32 {
        let most = x.iter().fold(f32::MIN, |most, v| most.max(*v));
        let (eights, rest) = x.as_chunks::<8>();
        let mut sums = [0_f32; 8];
        for eight in eights {
            for j in 0..8 {
                sums[j] += exp(eight[j] - most);
            }
        }
        most + (sums.iter().sum::<f32>() + rest.iter().map(|v| exp(v - most)).sum::<f32>()).ln()
    }
}

/// The reference of `rows::attend`.
pub(super) fn attend(a: &Attention<'_>, queries: &[f32], out: &mut [f32], scores: &mut [f32]) {
    let factor = 1.0 / (a.width as f32).sqrt();
    let head = |cache: &'_ [u16], t: usize, j: usize| half(cache[t * a.stride + a.offset + j]);
    let each = queries.chunks(a.width).zip(out.chunks_mut(a.width)).zip(scores.chunks_mut(a.seen));
    for ((query, out), scores) in each {
        for (t, score) in scores.iter_mut().enumerate() {
            *score = query.iter().enumerate().map(|(j, q)| q * head(a.keys, t, j)).sum::<f32>() * factor;
        }
        softmax(Kernels(Isa::Scalar, Inputs::Rounded), scores);
        for (j, out) in out.iter_mut().enumerate() {
            *out = scores.iter().enumerate().map(|(t, w)| w * head(a.values, t, j)).sum();
        }
    }
}
