//! Why a decision or an edit is not taken.

use crate::change_set::{ItemStatus, Verdict};
use crate::label::quoted;
use crate::problem::Problem;
use crate::wire::Drift;

/// Why a decision or an edit was not taken. Nothing was changed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Refusal {
    /// No such item.
    #[error("item {0} is not in this change set")]
    NoItem(u32),
    /// The item is not what was shown when it was signed.
    #[error("item {n} has changed since it was shown")]
    Stale {
        /// The item.
        n: u32,
    },
    /// What it builds on has changed.
    #[error("{}", drifted(*.n, .drift))]
    Drifted {
        /// The item.
        n: u32,
        /// What changed.
        drift: Vec<Drift>,
    },
    /// It has defects.
    #[error("item {n} has problems and cannot be signed")]
    Invalid {
        /// The item.
        n: u32,
        /// They.
        problems: Vec<Problem>,
    },
    /// It needs an item that was turned down.
    #[error("item {n} needs item {needs}, which is not going to happen")]
    Blocked {
        /// The item.
        n: u32,
        /// The other.
        needs: u32,
    },
    /// Somebody decided it after it was shown.
    #[error("{}", elsewhere(*.n, *.now))]
    Elsewhere {
        /// The item.
        n: u32,
        /// The verdict that was shown.
        was: Verdict,
        /// The verdict it has.
        now: Verdict,
    },
    /// Its status leaves no decision.
    #[error("item {n} is {} already", .status.name())]
    Settled {
        /// The item.
        n: u32,
        /// Its status.
        status: ItemStatus,
    },
    /// The set is too old.
    #[error("this change set has expired")]
    Expired,
    /// The edit cannot be read.
    #[error("the edit is not valid")]
    BadEdit(Vec<Problem>),
}

impl Refusal {
    /// The stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoItem(_) => "not_found",
            Self::Stale { .. } => "stale_item",
            Self::Drifted { .. } => "drifted",
            Self::Invalid { .. } => "invalid_item",
            Self::Blocked { .. } => "blocked",
            Self::Elsewhere { .. } => "decided_elsewhere",
            Self::Settled { .. } => "already_settled",
            Self::Expired => "expired",
            Self::BadEdit(_) => "invalid_edit",
        }
    }

    /// Why one item among others was left out.
    pub fn problem(&self) -> Problem {
        let problem = Problem::new(self.code(), self.to_string());
        match self {
            Self::Drifted { .. } => problem.hinting("Look at it again: rebase, edit or reject it."),
            Self::Stale { .. } => problem.hinting("Look at it again, then decide on what is there now."),
            Self::Blocked { needs, .. } => problem.hinting(format!("Decide item {needs} first.")),
            _ => problem,
        }
    }
}

/// What became of what an item builds on.
fn drifted(n: u32, drift: &[Drift]) -> String {
    match drift.iter().find(|of| of.field == "exists" && of.now == false) {
        Some(gone) => {
            let title = quoted(&gone.title);
            format!("{title} was deleted since item {n} was proposed")
        }
        None => format!("what item {n} builds on has changed since it was proposed"),
    }
}

fn elsewhere(n: u32, now: Verdict) -> String {
    match now {
        Verdict::Confirmed => format!("item {n} was signed in another window"),
        Verdict::Rejected => format!("item {n} was rejected in another window"),
        Verdict::Deferred => format!("item {n} was put off in another window"),
        Verdict::Undecided | Verdict::Retracted => format!("the decision on item {n} was taken back in another window"),
    }
}
