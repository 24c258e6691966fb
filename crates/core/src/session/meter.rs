//! How full a conversation is: what a model would have to read of it, and what is stored of it
//! (S1-31, C36). At its threshold a gauge has the person offered a handoff or an extension, once.

use super::SessionMarks;
use serde::{Deserialize, Serialize};

/// A handoff is offered at so many percent of the model's context (F/S1).
pub const CONTEXT_OFFER: u64 = 75;
/// An extension is offered at so many percent of the storage (F/S1).
pub const STORAGE_OFFER: u64 = 85;
/// A gauge warns at so many percent (F/S1).
pub const WARNING: u64 = 80;

/// Which gauge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum MeterKind {
    /// Tokens of what was said and is not summed up yet.
    Context,
    /// Bytes that are stored.
    Storage,
}

impl MeterKind {
    /// Where it offers to hand off or extend, in percent.
    pub fn offered_at(self) -> u64 {
        match self {
            Self::Context => CONTEXT_OFFER,
            Self::Storage => STORAGE_OFFER,
        }
    }
}

/// So much of so much.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Gauge {
    /// Tokens or bytes used.
    pub used: u64,
    /// Tokens or bytes there are.
    pub of: u64,
    /// Whole percent, rounded down; may be over 100.
    pub percent: u64,
    /// It is over its warning or its offer.
    pub high: bool,
}

impl Gauge {
    /// A gauge of a kind. A bound of 0 counts as 1.
    pub fn new(kind: MeterKind, used: u64, of: u64) -> Self {
        let percent = used.saturating_mul(100) / of.max(1);
        Self { used, of, percent, high: percent >= WARNING.min(kind.offered_at()) }
    }
}

/// Which gauge the person is to be asked about: one over its threshold that was not declined under
/// this very bound; the context first.
pub fn offer(context: Option<Gauge>, storage: Gauge, marks: &SessionMarks) -> Option<MeterKind> {
    [(MeterKind::Context, context), (MeterKind::Storage, Some(storage))].into_iter().find_map(|(kind, gauge)| {
        let gauge = gauge?;
        let declined = marks.declined.get(&kind) == Some(&gauge.of);
        (gauge.percent >= kind.offered_at() && !declined).then_some(kind)
    })
}

/// What the runtimes counted against what was estimated of the same prompts: so that an estimate of
/// other texts can be put into their tokens.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Calibration {
    counted: u64,
    estimated: u64,
}

impl Calibration {
    /// Takes in one call: tokens as the runtime counted them, and as they were estimated.
    pub fn take(&mut self, counted: u64, estimated: u64) {
        if counted > 0 && estimated > 0 {
            self.counted = self.counted.saturating_add(counted);
            self.estimated = self.estimated.saturating_add(estimated);
        }
    }

    /// A runtime has counted something.
    pub fn is_measured(self) -> bool {
        self.estimated > 0
    }

    /// An estimate in the runtime's tokens; at most four times and at least a quarter of it.
    pub fn tokens(self, estimate: u64) -> u64 {
        if self.estimated == 0 {
            return estimate;
        }
        let scaled = u128::from(estimate) * u128::from(self.counted) / u128::from(self.estimated);
        let scaled = u64::try_from(scaled).unwrap_or(u64::MAX);
        scaled.clamp(estimate / 4, estimate.saturating_mul(4))
    }

    /// So many of the runtime's tokens as an estimate: what [`Self::tokens`] makes of it is no more.
    pub fn estimate(self, tokens: u64) -> u64 {
        if self.counted == 0 {
            return tokens;
        }
        let scaled = u128::from(tokens) * u128::from(self.estimated) / u128::from(self.counted);
        u64::try_from(scaled).unwrap_or(u64::MAX).clamp(tokens / 4, tokens.saturating_mul(4))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::SessionChange;

    #[test]
    fn a_threshold_asks_once_and_again_under_another_bound() {
        let at = jiff::Timestamp::UNIX_EPOCH;
        let gauge = |used, of| Some(Gauge::new(MeterKind::Context, used, of));
        let empty = Gauge::new(MeterKind::Storage, 0, 100);
        let mut marks = SessionMarks::default();
        assert_eq!(offer(gauge(74, 100), empty, &marks), None);
        assert_eq!(offer(gauge(75, 100), empty, &marks), Some(MeterKind::Context));
        assert_eq!(offer(None, Gauge::new(MeterKind::Storage, 85, 100), &marks), Some(MeterKind::Storage));
        marks.take(&SessionChange::Declined { meter: MeterKind::Context, of: 100 }, at);
        assert_eq!(offer(gauge(99, 100), empty, &marks), None);
        assert_eq!(offer(gauge(99, 120), empty, &marks), Some(MeterKind::Context));
        let carried =
            super::super::Carried { from: None, text: "x".into(), next: String::new(), messages: 3, bytes: 9 };
        marks.take(&SessionChange::Carried { carried: Box::new(carried) }, at);
        assert_eq!(offer(gauge(75, 100), empty, &marks), Some(MeterKind::Context), "a new crossing");
        assert!(Gauge::new(MeterKind::Storage, 80, 100).high && !Gauge::new(MeterKind::Storage, 79, 100).high);
        assert!(Gauge::new(MeterKind::Context, 75, 100).high);
        assert_eq!(Gauge::new(MeterKind::Storage, 5, 0).percent, 500);
    }

    #[test]
    fn estimates_are_put_into_the_tokens_that_a_runtime_counts() {
        let mut measured = Calibration::default();
        assert_eq!((measured.tokens(100), measured.is_measured()), (100, false));
        measured.take(0, 50);
        assert!(!measured.is_measured(), "a runtime that says nothing has measured nothing");
        measured.take(150, 100);
        measured.take(50, 100);
        assert_eq!((measured.tokens(100), measured.is_measured()), (100, true));
        measured.take(400, 200);
        assert_eq!(measured.tokens(100), 150);
        measured.take(1_000_000, 1);
        assert_eq!(measured.tokens(100), 400);
    }
}
