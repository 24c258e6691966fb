//! A run in numbers, and two runs side by side.

use crate::judge::Row;
use crate::statistics::{mcnemar, median, wilson};
use serde::Serialize;
use std::collections::BTreeMap;

/// A share with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Share {
    /// Cases.
    pub hits: usize,
    /// 0 to 1.
    pub share: f64,
    /// Wilson, at 95 %.
    pub low: f64,
    /// Wilson, at 95 %.
    pub high: f64,
}

/// A run in numbers.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Totals {
    /// Cases.
    pub n: usize,
    /// Can be used.
    pub valid: Share,
    /// Right kinds of operations.
    pub operation: Share,
    /// Right todos.
    pub target: Share,
    /// Right effect.
    pub right: Share,
    /// Marked beforehand, and not right.
    pub wrong_sure: Share,
    /// Asked, with the right plan among the answers.
    pub offered: Share,
    /// Cases in which the model was asked.
    pub asked_model: usize,
    /// Cases in which it failed.
    pub failed: usize,
    /// Tokens read.
    pub prompt_tokens: u64,
    /// Tokens written.
    pub completion_tokens: u64,
    /// Median seconds to the first token, of the cases in which the model was asked.
    pub first_token: Option<f64>,
    /// Median seconds of a case in which the model was asked.
    pub seconds: Option<f64>,
    /// Seconds in all.
    pub all_seconds: f64,
}

#[allow(clippy::cast_precision_loss)] // Counts of cases.
fn share(rows: &[&Row], hit: impl Fn(&Row) -> bool) -> Share {
    let hits = rows.iter().filter(|row| hit(row)).count();
    let (low, high) = wilson(hits, rows.len());
    Share { hits, share: hits as f64 / rows.len().max(1) as f64, low, high }
}

impl Totals {
    /// Of these rows.
    pub fn of(rows: &[&Row]) -> Self {
        let asked = || rows.iter().filter(|r| r.got.calls > 0);
        Self {
            n: rows.len(),
            valid: share(rows, |r| r.verdict.valid),
            operation: share(rows, |r| r.verdict.operation),
            target: share(rows, |r| r.verdict.target),
            right: share(rows, |r| r.verdict.right),
            wrong_sure: share(rows, |r| r.verdict.wrong_sure),
            offered: share(rows, |r| r.verdict.offered),
            asked_model: asked().count(),
            failed: rows.iter().filter(|r| r.got.error.is_some()).count(),
            prompt_tokens: rows.iter().map(|r| r.got.prompt_tokens).sum(),
            completion_tokens: rows.iter().map(|r| r.got.completion_tokens).sum(),
            first_token: median(asked().filter_map(|r| r.got.first_token).collect()),
            seconds: median(asked().map(|r| r.got.seconds).collect()),
            all_seconds: rows.iter().map(|r| r.got.seconds).sum(),
        }
    }

    /// By kind and by language, in the order of their names.
    pub fn parts(rows: &[Row], key: impl Fn(&Row) -> &str) -> BTreeMap<String, Self> {
        let mut groups: BTreeMap<String, Vec<&Row>> = BTreeMap::new();
        for row in rows {
            groups.entry(key(row).to_owned()).or_default().push(row);
        }
        groups.into_iter().map(|(name, rows)| (name, Self::of(&rows))).collect()
    }
}

/// Two runs on the same cases: where only one of them is fully right.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Paired {
    /// Cases that both have.
    pub n: usize,
    /// Only this run is right.
    pub only_this: Vec<String>,
    /// Only the other is.
    pub only_other: Vec<String>,
    /// McNemar, exact, two-sided.
    pub p: f64,
}

/// Compares two runs case by case.
pub fn paired(this: &[Row], other: &[Row]) -> Paired {
    let others: BTreeMap<&str, bool> = other.iter().map(|r| (r.id.as_str(), r.verdict.right)).collect();
    let both: Vec<(&Row, bool)> = this.iter().filter_map(|r| Some((r, *others.get(r.id.as_str())?))).collect();
    let only = |this: bool| -> Vec<String> {
        both.iter().filter(|(r, o)| r.verdict.right == this && *o != this).map(|(r, _)| r.id.clone()).collect()
    };
    let (only_this, only_other) = (only(true), only(false));
    Paired { n: both.len(), p: mcnemar(only_this.len(), only_other.len()), only_this, only_other }
}
