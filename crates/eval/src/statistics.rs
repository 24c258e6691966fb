//! Intervals of shares, and whether two runs differ.

/// The normal quantile of 95 %.
const Z: f64 = 1.959_963_984_540_054;

/// The Wilson interval of `hits` among `n`, at 95 %; the whole range where there are none.
#[allow(clippy::cast_precision_loss)] // Counts of cases.
pub fn wilson(hits: usize, n: usize) -> (f64, f64) {
    if n == 0 {
        return (0.0, 1.0);
    }
    let (n, share) = (n as f64, hits as f64 / n as f64);
    let z = Z * Z / n;
    let middle = (share + z / 2.0) / (1.0 + z);
    let half = Z / (1.0 + z) * (share * (1.0 - share) / n + z / (4.0 * n)).sqrt();
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

/// McNemar's exact test, two-sided: how likely a split of the differing pairs at least as uneven as
/// `only_first` to `only_second` is if neither run is better.
#[allow(clippy::cast_precision_loss)] // Counts of cases.
pub fn mcnemar(only_first: usize, only_second: usize) -> f64 {
    let n = only_first + only_second;
    // Sums of binomial terms in logarithms: n may be in the thousands.
    let mut term = -(n as f64) * std::f64::consts::LN_2;
    let mut tail = 0.0;
    for k in 0..=only_first.min(only_second) {
        tail += term.exp();
        term += ((n - k) as f64).ln() - ((k + 1) as f64).ln();
    }
    (2.0 * tail).min(1.0)
}

/// The middle of some numbers; of an even count the lower one.
pub fn median(mut numbers: Vec<f64>) -> Option<f64> {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len().checked_sub(1)? / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Values of R: `binom::binom.confint(x, n, methods = "wilson")`, `binom.test(b, b + c)$p.value`.
    #[test]
    fn known_values() {
        for (hits, n, low, high) in
            [(31, 36, 0.7134, 0.9392), (0, 20, 0.0, 0.1611), (45, 60, 0.6277, 0.8422), (10, 10, 0.7225, 1.0)]
        {
            let (l, h) = wilson(hits, n);
            assert!((l - low).abs() < 5e-4 && (h - high).abs() < 5e-4, "{hits}/{n}: {l} {h}");
        }
        for (b, c, p) in [(12, 1, 0.003_418), (10, 3, 0.092_285), (0, 0, 1.0), (5, 5, 1.0), (19, 0, 3.814_7e-6)] {
            assert!((mcnemar(b, c) - p).abs() < 1e-6, "{b}:{c} {}", mcnemar(b, c));
        }
    }

    proptest! {
        #[test]
        fn shares_lie_in_their_intervals(n in 1_usize..2_000, part in 0.0_f64..=1.0) {
            let hits = (n as f64 * part) as usize;
            let (low, high) = wilson(hits, n);
            let share = hits as f64 / n as f64;
            prop_assert!(low <= share + 1e-12 && share <= high + 1e-12 && (0.0..=1.0).contains(&low) && high <= 1.0);
            prop_assert!((mcnemar(hits, n - hits) - mcnemar(n - hits, hits)).abs() < 1e-9);
        }
    }
}
