//! Picking a token from logits.

use crate::error::{GgufError, Result};
use crate::grammar::{Allowed, Grammar};
use crate::kernel::{Kernels, log_sum_exp};

/// A token less likely than this share of the likeliest is not drawn (llama.cpp: `min_p`).
const LEAST: f32 = 0.05;

/// How tokens are picked.
#[derive(Debug)]
pub(crate) struct Sampler {
    temperature: f32,
    state: u64,
}

/// A token, and how likely the model found it before anything was ruled out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Picked {
    pub(crate) token: u32,
    /// Natural logarithm.
    pub(crate) logprob: f32,
}

impl Sampler {
    /// Temperature 0 takes the likeliest; the same seed draws the same tokens from the same logits.
    pub(crate) fn new(temperature: f32, seed: u64) -> Self {
        Self { temperature: if temperature.is_finite() { temperature.max(0.0) } else { 0.0 }, state: seed }
    }

    /// From 0 up to 1 (splitmix64).
    fn random(&mut self) -> f64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Picks one of the tokens that the grammar allows; of all without one. The likeliest of all is
    /// mostly allowed, and then it is the likeliest of those that are.
    pub(crate) fn pick(&mut self, kernels: Kernels, logits: &[f32], grammar: Option<&mut Grammar>) -> Result<Picked> {
        let mut token = likeliest(logits, None)?;
        let mut allowed = None;
        if let Some(grammar) = grammar
            && (self.temperature > 0.0 || !grammar.allows(token)?)
        {
            let set = grammar.allowed()?;
            token = likeliest(logits, Some(&set))?;
            allowed = Some(set);
        }
        if self.temperature > 0.0 {
            let most = logits.get(token as usize).copied().unwrap_or_default();
            token = self.draw(logits, allowed.as_ref(), most);
        }
        let picked = Picked { token, logprob: logprob(kernels, logits, token) };
        if picked.logprob.is_finite() {
            Ok(picked)
        } else {
            Err(GgufError::Numbers("logits are not finite".to_owned()))
        }
    }

    fn draw(&mut self, logits: &[f32], allowed: Option<&Allowed>, most: f32) -> u32 {
        let mut candidates = Vec::new();
        let mut look = |token: u32| {
            let weight = logits.get(token as usize).map_or(0.0, |l| (l - most).exp());
            if weight >= LEAST {
                candidates.push((token, f64::from(weight).powf(1.0 / f64::from(self.temperature))));
            }
        };
        match allowed {
            Some(allowed) => allowed.each(&mut look),
            None => (0..logits.len() as u32).for_each(&mut look),
        }
        let mut left = self.random() * candidates.iter().map(|(_, weight)| weight).sum::<f64>();
        let drawn = candidates.iter().find(|(_, weight)| {
            left -= weight;
            left < 0.0
        });
        drawn.or(candidates.last()).map_or(0, |(token, _)| *token)
    }
}

/// The first of the likeliest tokens of a set, or of all.
fn likeliest(logits: &[f32], of: Option<&Allowed>) -> Result<u32> {
    let mut best: Option<(u32, f32)> = None;
    let mut look = |token: u32| {
        if let Some(logit) = logits.get(token as usize).filter(|l| best.is_none_or(|(_, most)| **l > most)) {
            best = Some((token, *logit));
        }
    };
    match of {
        Some(allowed) => allowed.each(&mut look),
        None => (0..logits.len() as u32).for_each(&mut look),
    }
    best.map(|(token, _)| token).ok_or_else(|| GgufError::Numbers("no token may follow".to_owned()))
}

/// How likely a token is, before anything is ruled out.
pub(crate) fn logprob(kernels: Kernels, logits: &[f32], token: u32) -> f32 {
    logits.get(token as usize).map_or(f32::NEG_INFINITY, |l| l - log_sum_exp(kernels, logits))
}
