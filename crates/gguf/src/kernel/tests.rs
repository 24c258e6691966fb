//! Every kernel against the scalar reference, for every type and odd length; the reference against
//! values worked out by hand.

use super::*;
use proptest::prelude::*;

/// Bytes of rows that make sense: scales are small finite halves, the rest is anything.
fn rows(format: Format, rows: usize, cols: usize, seed: u64) -> Vec<u8> {
    let mut state = seed | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 24) as u8
    };
    let mut bytes: Vec<u8> = (0..format.bytes(cols).unwrap() * rows).map(|_| next()).collect();
    let scales: &[usize] = match format {
        Format::Q4_0 | Format::Q5_0 | Format::Q8_0 => &[0],
        Format::Q4_1 | Format::Q4_K | Format::Q5_K => &[0, 2],
        Format::Q6_K => &[208],
        Format::F16 | Format::F32 => &[],
    };
    for block in bytes.chunks_mut(format.block_bytes()) {
        match format {
            // The exponent keeps values between 2⁻⁷ and 2⁰.
            Format::F16 => block[1] = block[1] & 0x83 | 0x20 | block[1] & 0x18,
            Format::F32 => block.copy_from_slice(&((f32::from(block[0]) - 128.0) / 64.0).to_le_bytes()),
            _ => scales.iter().for_each(|at| block[at + 1] = block[at + 1] & 0x83 | 0x20),
        }
    }
    bytes
}

fn inputs(kernels: Kernels, count: usize, cols: usize, seed: u64) -> Vec<Input> {
    let value = |t: usize, j: usize| {
        let mixed = (seed.wrapping_mul(31) + (t * 7919 + j * 104_729) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        // Blocks of zeros and large values too.
        if (j / 32 + t).is_multiple_of(5) {
            0.0
        } else {
            (mixed as f32 / 8_388_608.0 - 1.0) * if t == 1 { 400.0 } else { 1.0 }
        }
    };
    (0..count)
        .map(|t| {
            let mut input = Input::default();
            input.fill(kernels, &(0..cols).map(|j| value(t, j)).collect::<Vec<_>>());
            input
        })
        .collect()
}

fn products(isa: Isa, threads: usize, matrix: Matrix<'_>, count: usize, seed: u64) -> Vec<f32> {
    let kernels = Kernels::new(isa);
    let inputs = inputs(kernels, count, matrix.cols, seed);
    let mut out = vec![f32::NAN; matrix.rows * count];
    multiply(&mut Pool::new(threads), kernels, &inputs, &mut [Product { matrix, out: &mut out }]);
    out
}

/// Equal but for the order of sums.
fn close(a: &[f32], b: &[f32], size: f32) {
    assert_eq!(a.len(), b.len());
    for (i, (a, b)) in a.iter().zip(b).enumerate() {
        assert!((a - b).abs() <= size * 2e-5 + 1e-6, "{i}: {a} {b}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_kernel_computes_what_the_reference_does(
        format in proptest::sample::select(&Format::ALL[..]),
        row_count in 1..40_usize, blocks in 1..12_usize, odd in 0..32_usize, count in 1..20_usize,
        threads in 1..3_usize, seed in any::<u64>(),
    ) {
        let cols = if format.is_quantised() { blocks * format.block() } else { blocks * 32 + odd };
        let bytes = rows(format, row_count, cols, seed);
        let matrix = Matrix::new(format, row_count, cols, &bytes).unwrap();
        let reference = products(Isa::Scalar, 1, matrix, count, seed);
        let most = reference.iter().fold(1.0_f32, |m, v| m.max(v.abs()));
        for isa in Isa::available() {
            close(&products(isa, threads, matrix, count, seed), &reference, most);
        }
        // Whole numbers lose little: the product of the floats is near.
        let (mut floats, x) = (vec![0.0; cols], inputs(Kernels::new(Isa::Scalar), count, cols, seed));
        for (r, got) in reference.iter().take(row_count).enumerate() {
            matrix.values(r, &mut floats);
            let size = |t: usize| floats.iter().zip(&x[t].floats).map(|(a, b)| (a * b).powi(2)).sum::<f32>().sqrt();
            let (want, got) = (floats.iter().zip(&x[0].floats).map(|(a, b)| a * b).sum::<f32>(), *got);
            prop_assert!((want - got).abs() <= 0.05 * size(0) + 0.5, "{want} {got}");
        }
    }

    #[test]
    fn attention_is_the_references(
        width in prop_oneof![Just(64_usize), Just(128), Just(80), 1..70_usize],
        heads in 1..8_usize, groups in 1..4_usize, seen in 1..90_usize, seed in any::<u64>(),
    ) {
        let stride = width * groups;
        let cell = |i: usize, salt: u64| {
            let mixed = (seed ^ salt).wrapping_add(i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
            mixed as f32 / 4_194_304.0 - 2.0
        };
        let cache = |salt| (0..stride * seen).map(|i| crate::format::to_half(cell(i, salt))).collect::<Vec<_>>();
        let (keys, values) = (cache(1), cache(2));
        let queries: Vec<f32> = (0..heads * width).map(|i| cell(i, 3)).collect();
        for group in 0..groups {
            let attention = Attention { keys: &keys, values: &values, stride, offset: group * width, seen, width };
            let run = |isa| {
                let mut out = vec![f32::NAN; heads * width];
                attention.attend(Kernels::new(isa), &queries, &mut out, &mut Vec::new());
                out
            };
            let reference = run(Isa::Scalar);
            for isa in Isa::available() {
                close(&run(isa), &reference, 2.0);
            }
        }
    }

    #[test]
    fn elements_are_the_references(length in 1..200_usize, seed in any::<u32>()) {
        let x: Vec<f32> = (0..length).map(|i| ((i as u32).wrapping_mul(seed | 1) >> 8) as f32 / 2e6 - 4.0).collect();
        for isa in Isa::available().into_iter().map(Kernels::new) {
            let mut out = vec![0.0; length];
            norm(isa, &x, &x, 1e-5, &mut out);
            let root = (x.iter().map(|v| f64::from(*v).powi(2)).sum::<f64>() / length as f64 + 1e-5).sqrt();
            close(&out, &x.iter().map(|v| (f64::from(*v).powi(2) / root) as f32).collect::<Vec<_>>(), 10.0);
            let mut gate = x.clone();
            swiglu(isa, &mut gate, &x);
            let want = |v: &f32| (f64::from(*v) / (1.0 + (-f64::from(*v)).exp()) * f64::from(*v)) as f32;
            close(&gate, &x.iter().map(want).collect::<Vec<_>>(), 20.0);
        }
    }
}

/// Blocks written by hand from ggml's definitions.
#[test]
fn blocks_by_hand() {
    let one = 0x3c00_u16.to_le_bytes();
    let values = |format: Format, bytes: &[u8]| {
        let mut out = vec![0.0; format.block()];
        scalar::values(format, bytes, &mut out);
        out
    };
    // 0x21: the low nibble is value 0, the high one value 16.
    let q4_0 = [&one[..], &[0x21; 16]].concat();
    assert_eq!((values(Format::Q4_0, &q4_0)[0], values(Format::Q4_0, &q4_0)[16]), (-7.0, -6.0));
    let q4_1 = [&one[..], &one, &[0x21; 16]].concat();
    assert_eq!((values(Format::Q4_1, &q4_1)[0], values(Format::Q4_1, &q4_1)[16]), (2.0, 3.0));
    let q5_0 = [&one[..], &[1, 0, 1, 0], &[0x21; 16]].concat();
    let got = values(Format::Q5_0, &q5_0);
    assert_eq!([got[0], got[1], got[16], got[17]], [1.0, -15.0, 2.0, -14.0]);
    let q8_0 = [&one[..], &[0xff; 32]].concat();
    assert_eq!(values(Format::Q8_0, &q8_0), vec![-1.0; 32]);
    // Scales 1, minima 2 for the first four sub-blocks, none for the rest.
    let q4_k = [&one[..], &one, &[1, 1, 1, 1, 2, 2, 2, 2, 0, 0, 0, 0], &[0x31; 128]].concat();
    let got = values(Format::Q4_K, &q4_k);
    assert_eq!([got[0], got[32], got[64], got[96], got[128], got[255]], [-1.0, 1.0, -1.0, 1.0, 0.0, 0.0]);
    let q5_k = [&one[..], &one, &[1, 1, 1, 1, 2, 2, 2, 2, 0, 0, 0, 0], &[2; 32], &[0x31; 128]].concat();
    let got = values(Format::Q5_K, &q5_k);
    assert_eq!([got[0], got[32], got[64], got[128]], [-1.0, 17.0, -1.0, 0.0]);
    let q6_k = [&[0x21; 128][..], &[0b11_10_01_00; 64], &[1; 16], &one].concat();
    let got = values(Format::Q6_K, &q6_k);
    assert_eq!([got[0], got[32], got[64], got[96]], [-31.0, -15.0, 2.0, 18.0]);
}

#[test]
fn what_does_not_fit_is_no_matrix() {
    assert!(Matrix::new(Format::Q4_K, 1, 255, &[0; 144]).is_none());
    assert!(Matrix::new(Format::Q4_0, 2, 32, &[0; 18]).is_none());
    assert!(Matrix::new(Format::F32, usize::MAX, 4, &[]).is_none());
}

#[test]
fn codes_are_rounded_to_the_nearest() {
    let mut x = [0.0_f32; 32];
    for (j, v) in x.iter_mut().enumerate() {
        *v = (j as f32 - 15.5) * 1.27;
    }
    (x[0], x[31]) = (-127.0, 127.0);
    let mut codes = [0; 32];
    let (scale, sums) = scalar::quantise(&x, &mut codes);
    let want = x.map(|v| v.round_ties_even() as i8);
    assert_eq!((scale, codes), (1.0, want));
    let sum = |half: &[i8]| half.iter().map(|c| i32::from(*c)).sum::<i32>();
    assert_eq!(sums, [sum(&want[..16]), sum(&want[16..])]);
    // Nothing, and what is no number, is zero.
    assert_eq!((scalar::quantise(&[0.0; 32], &mut codes).0, codes), (0.0, [0; 32]));
    scalar::quantise(&[f32::NAN; 32], &mut codes);
    assert_eq!(codes, [0; 32]);
}
