//! Numbers compared by their decimal value, not by their nearest float: 0.0075 is a multiple of
//! 0.0001, and 9007199254740993 is not 9007199254740992.

use std::cmp::Ordering;

/// `digits × 10^exponent`, without trailing zeros; a float where that does not fit.
#[derive(Debug, Clone, Copy)]
pub(super) enum Decimal {
    Exact { digits: i128, exponent: i32 },
    Float(f64),
}

/// The number that two runs of digits say, one after the other.
fn joined(whole: &str, fraction: &str) -> Option<i128> {
    let (negative, whole) = whole.strip_prefix('-').map_or((false, whole), |rest| (true, rest));
    let mut said: i128 = 0;
    // As many digits at a time as a machine's number holds.
    for part in whole.as_bytes().chunks(SHORT).chain(fraction.as_bytes().chunks(SHORT)) {
        let mut digits: i64 = 0;
        for byte in part {
            let digit = byte.checked_sub(b'0').filter(|digit| *digit < 10)?;
            digits = digits * 10 + i64::from(digit);
        }
        let power = 10_i64.checked_pow(u32::try_from(part.len()).ok()?)?;
        said = said.checked_mul(power.into())?.checked_add(digits.into())?;
    }
    (!whole.is_empty()).then_some(if negative { -said } else { said })
}

/// Digits that always fit 64 bits.
const SHORT: usize = 18;

impl Decimal {
    /// Reads RFC 8259 number text.
    pub(super) fn read(text: &str) -> Option<Self> {
        let float = || text.parse::<f64>().ok().map(Self::Float);
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => match exponent.parse::<i32>() {
                Ok(exponent) => (mantissa, exponent),
                Err(_) => return float(),
            },
            None => (text, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let fraction = fraction.trim_end_matches('0');
        let Some(mut digits) = joined(whole, fraction) else { return float() };
        let Some(mut exponent) = i32::try_from(fraction.len()).ok().and_then(|n| exponent.checked_sub(n)) else {
            return float();
        };
        // Without a fraction there may be zeros at the end, and no more than the text has.
        let zeros = whole.len() - whole.trim_end_matches('0').len();
        if fraction.is_empty() && digits != 0 && zeros > 0 {
            let zeros = u32::try_from(zeros).ok()?;
            digits /= 10_i128.checked_pow(zeros)?;
            exponent = exponent.checked_add_unsigned(zeros)?;
        }
        if digits == 0 {
            exponent = 0;
        }
        Some(Self::Exact { digits, exponent })
    }

    fn float(self) -> f64 {
        match self {
            Self::Exact { digits, exponent } => format!("{digits}e{exponent}").parse().unwrap_or(f64::NAN),
            Self::Float(f) => f,
        }
    }

    /// Both with the same exponent.
    fn aligned(self, other: Self) -> Option<(i128, i128)> {
        let (Self::Exact { digits: a, exponent: m }, Self::Exact { digits: b, exponent: n }) = (self, other) else {
            return None;
        };
        let scale = |digits: i128, by: i32| {
            10_i128.checked_pow(u32::try_from(by).ok()?).and_then(|power| digits.checked_mul(power))
        };
        let low = m.min(n);
        Some((scale(a, m.checked_sub(low)?)?, scale(b, n.checked_sub(low)?)?))
    }

    pub(super) fn compare(self, other: Self) -> Ordering {
        match self.aligned(other) {
            Some((a, b)) => a.cmp(&b),
            None => self.float().total_cmp(&other.float()),
        }
    }

    pub(super) fn equals(self, other: Self) -> bool {
        self.compare(other) == Ordering::Equal
    }

    pub(super) fn is_integer(self) -> bool {
        match self {
            Self::Exact { exponent, .. } => exponent >= 0,
            Self::Float(f) => f.fract() == 0.0 || f.is_infinite(),
        }
    }

    pub(super) fn is_multiple_of(self, other: Self) -> bool {
        match self.aligned(other) {
            Some((_, 0)) => false,
            Some((a, b)) => a % b == 0,
            None => {
                let quotient = self.float() / other.float();
                quotient.is_finite() && quotient.fract() == 0.0
            }
        }
    }
}
