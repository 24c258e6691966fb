//! Whether the ledger ends as it was recorded beside it when the last entry was appended.

use countersign_core::ids::Seq;
use std::fmt;

/// How it does not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WrongEnd {
    /// The entries after the last that is there.
    Missing {
        /// The last that was written.
        written: Seq,
        /// The last that is there.
        there: Seq,
    },
    /// Another entry than the one that was written last.
    Another {
        /// Its number.
        last: Seq,
    },
    /// Nothing is recorded, and entries are there.
    Unrecorded {
        /// The last that is there.
        last: Seq,
    },
}

impl WrongEnd {
    /// Compares what is recorded with the last entry that is there, each by number and hash.
    pub fn of(recorded: Option<&(Seq, String)>, last: Option<&(Seq, String)>) -> Option<Self> {
        let there = last.map_or(Seq(0), |(seq, _)| *seq);
        match (recorded, last) {
            (Some((written, _)), _) if *written != there => Some(Self::Missing { written: *written, there }),
            (Some((_, hash)), Some((_, is))) if hash != is => Some(Self::Another { last: there }),
            (None, Some(_)) => Some(Self::Unrecorded { last: there }),
            _ => None,
        }
    }

    /// The entry at which it shows.
    pub fn seq(&self) -> Seq {
        match self {
            Self::Missing { there, .. } => Seq(there.0.saturating_add(1)),
            Self::Another { last } | Self::Unrecorded { last } => *last,
        }
    }

    /// What is wrong, in a word.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Missing { .. } => "missing",
            Self::Another { .. } | Self::Unrecorded { .. } => "changed",
        }
    }
}

impl fmt::Display for WrongEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { written, there } => {
                write!(f, "the last entries are missing: {written} were written, {there} are there")
            }
            Self::Another { .. } => f.write_str("the last entry is not the one that was written last"),
            Self::Unrecorded { .. } => f.write_str("the record of the last entry is missing"),
        }
    }
}
