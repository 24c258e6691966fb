//! Chance that can be repeated: SplitMix64 (Steele, Lea, Flood 2014), the generator that others are
//! seeded with. The same seed gives the same sample on every machine and in every version.

/// Numbers from a seed.
#[derive(Debug, Clone)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`, each as likely as the others (Lemire 2019); 0 when `n` is 0.
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        loop {
            let wide = u128::from(self.next()) * u128::from(n);
            let low = wide as u64;
            if n == 0 || low >= n.wrapping_neg() % n {
                return (wide >> 64) as u64;
            }
        }
    }

    /// `k` of the numbers below `n` without repetition, in order (Floyd); all when `k` is not less.
    pub(crate) fn choose(&mut self, k: usize, n: usize) -> Vec<usize> {
        let mut chosen = std::collections::BTreeSet::new();
        for top in n.saturating_sub(k)..n {
            let pick = usize::try_from(self.below(top as u64 + 1)).unwrap_or(top);
            if !chosen.insert(pick) {
                chosen.insert(top);
            }
        }
        chosen.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn the_numbers_are_the_published_ones() {
        let mut random = Random::new(1_234_567);
        let first: Vec<u64> = (0..3).map(|_| random.next()).collect();
        assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn every_element_is_as_likely_as_the_others() {
        let mut random = Random::new(7);
        let mut seen = [0_u32; 10];
        for _ in 0..10_000 {
            let chosen = random.choose(3, 10);
            assert_eq!(chosen.len(), 3);
            chosen.into_iter().for_each(|i| seen[i] += 1);
        }
        assert!(seen.iter().all(|n| (2_800..3_200).contains(n)), "{seen:?}");
        assert_eq!(Random::new(1).choose(9, 4), [0, 1, 2, 3]);
        assert_eq!(Random::new(1).below(0), 0);
    }
}
