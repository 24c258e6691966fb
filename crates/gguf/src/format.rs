//! How numbers are stored in a GGUF file: the tensor types and their block sizes (ggml.h).

/// A tensor type this engine computes with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, non_camel_case_types)] // ggml's names.
pub enum Format {
    F32,
    F16,
    Q4_0,
    Q4_1,
    Q5_0,
    Q8_0,
    Q4_K,
    Q5_K,
    Q6_K,
}

/// Names of ggml's types by number, to refuse one by name. Gaps are types that were removed.
const NAMES: [&str; 40] = [
    "F32",
    "F16",
    "Q4_0",
    "Q4_1",
    "Q4_2",
    "Q4_3",
    "Q5_0",
    "Q5_1",
    "Q8_0",
    "Q8_1",
    "Q2_K",
    "Q3_K",
    "Q4_K",
    "Q5_K",
    "Q6_K",
    "Q8_K",
    "IQ2_XXS",
    "IQ2_XS",
    "IQ3_XXS",
    "IQ1_S",
    "IQ4_NL",
    "IQ3_S",
    "IQ2_S",
    "IQ4_XS",
    "I8",
    "I16",
    "I32",
    "I64",
    "F64",
    "IQ1_M",
    "BF16",
    "Q4_0_4_4",
    "Q4_0_4_8",
    "Q4_0_8_8",
    "TQ1_0",
    "TQ2_0",
    "IQ4_NL_4_4",
    "IQ4_NL_4_8",
    "IQ4_NL_8_8",
    "MXFP4",
];

impl Format {
    /// Every type, for tables and tests.
    pub const ALL: [Self; 9] =
        [Self::F32, Self::F16, Self::Q4_0, Self::Q4_1, Self::Q5_0, Self::Q8_0, Self::Q4_K, Self::Q5_K, Self::Q6_K];

    /// ggml's number of the type.
    pub fn id(self) -> u32 {
        match self {
            Self::F32 => 0,
            Self::F16 => 1,
            Self::Q4_0 => 2,
            Self::Q4_1 => 3,
            Self::Q5_0 => 6,
            Self::Q8_0 => 8,
            Self::Q4_K => 12,
            Self::Q5_K => 13,
            Self::Q6_K => 14,
        }
    }

    /// The type with this number; the error names what it is.
    pub fn from_id(id: u32) -> Result<Self, String> {
        let name = |id: u32| usize::try_from(id).ok().and_then(|i| NAMES.get(i).copied());
        Self::ALL.into_iter().find(|f| f.id() == id).ok_or_else(|| match name(id) {
            Some(name) => format!("tensors of type {name}"),
            None => format!("tensors of the unknown type {id}"),
        })
    }

    /// Values in a block.
    pub fn block(self) -> usize {
        match self {
            Self::F32 | Self::F16 => 1,
            Self::Q4_0 | Self::Q4_1 | Self::Q5_0 | Self::Q8_0 => 32,
            Self::Q4_K | Self::Q5_K | Self::Q6_K => 256,
        }
    }

    /// Bytes of a block.
    pub fn block_bytes(self) -> usize {
        match self {
            Self::F32 => 4,
            Self::F16 => 2,
            Self::Q4_0 => 18,
            Self::Q4_1 => 20,
            Self::Q5_0 => 22,
            Self::Q8_0 => 34,
            Self::Q4_K => 144,
            Self::Q5_K => 176,
            Self::Q6_K => 210,
        }
    }

    /// Bytes of `values` values; absent where they are no whole number of blocks, or too many.
    pub fn bytes(self, values: usize) -> Option<usize> {
        if values.is_multiple_of(self.block()) { (values / self.block()).checked_mul(self.block_bytes()) } else { None }
    }

    /// Blocks of small whole numbers with a scale, rather than floats.
    pub fn is_quantised(self) -> bool {
        !matches!(self, Self::F32 | Self::F16)
    }
}

/// IEEE half precision → single.
pub(crate) fn half(bits: u16) -> f32 {
    let sign = u32::from(bits & 0x8000) << 16;
    let (exponent, fraction) = (u32::from(bits >> 10) & 31, u32::from(bits & 0x3ff));
    match exponent {
        // Subnormal: fraction × 2⁻²⁴, exact in single precision.
        0 => f32::from_bits(sign | (fraction as f32 * f32::from_bits(0x3380_0000)).to_bits()),
        31 => f32::from_bits(sign | 0x7f80_0000 | (fraction << 13)),
        _ => f32::from_bits(sign | ((exponent + 112) << 23) | (fraction << 13)),
    }
}

/// Single → half, rounding to the nearest, ties to even, as the hardware does.
pub(crate) fn to_half(value: f32) -> u16 {
    let bits = value.to_bits();
    let (sign, magnitude) = ((bits >> 16) as u16 & 0x8000, bits & 0x7fff_ffff);
    if magnitude > 0x7f80_0000 {
        return sign | 0x7e00;
    }
    // 65 520 and above round to infinity.
    if magnitude >= 0x477f_f000 {
        return sign | 0x7c00;
    }
    if magnitude < 0x3880_0000 {
        // Subnormal: adding 0.5 leaves the rounded fraction in the low bits.
        let shifted = f32::from_bits(magnitude) + 0.5;
        return sign | (shifted.to_bits() - 0.5_f32.to_bits()) as u16;
    }
    let odd = (magnitude >> 13) & 1;
    sign | ((magnitude - 0x3800_0000 + 0xfff + odd) >> 13) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_there_and_back() {
        for bits in 0..=u16::MAX {
            let value = half(bits);
            if value.is_nan() {
                assert!(half(to_half(value)).is_nan());
            } else {
                assert_eq!(to_half(value), bits, "{value}");
            }
        }
        assert_eq!([0.1_f32, 1.0 / 3.0, 65_519.0, 65_520.0, 1e-8].map(to_half), [0x2e66, 0x3555, 0x7bff, 0x7c00, 0]);
    }
}
