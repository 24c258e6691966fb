//! How full a conversation is, where it goes on, what went wrong in it, and its folder.

use super::SessionView;
use crate::ids::RunId;
use crate::session::Carried;
use crate::session::meter::{Gauge, MeterKind};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

wire! {
    /// How full a conversation is (S1-31).
    struct SessionMeter {
        /// Tokens of what was said since it was summed up last, of what the model reads; absent = no
        /// model reads it, or its size is not known.
        context: Option<Gauge>,
        /// Runtimes have counted tokens in this conversation, and the estimate was put into theirs.
        measured: bool,
        /// The model whose context counts.
        model: Option<String>,
        /// Messages that are not summed up.
        messages: u64,
        /// Bytes stored since it was summed up last, of the bound in the settings.
        storage: Gauge,
        /// Bytes stored of it in all.
        stored: u64,
        /// The person is to be asked: hand off, extend, or neither.
        offer: Option<MeterKind>,
    }

    /// Where a conversation goes on, and with what.
    struct HandedOff {
        session: SessionView,
        carried: Carried,
    }

    /// Something that went wrong in a conversation and was dealt with (S1-36, S1-38).
    struct Bug {
        /// The number of the event that tells of it.
        id: i64,
        /// HTML, CSS, JSON, JS, TypeScript, Markdown, SQL or Other.
        kind: String,
        /// `truncated`, `repaired`, `dropped`, `legacy_next_steps`, `guardrail_stop` …
        what: String,
        /// The message in which it happened, from 1.
        exchange: u64,
        run: RunId,
        /// `script`: found by this program.
        by: String,
        description: String,
        #[cfg_attr(feature = "openapi", schema(value_type = String))]
        at: Timestamp,
        resolved: bool,
    }

    /// The bugs of a conversation, newest first.
    struct Bugs {
        bugs: Vec<Bug>,
        /// Those that are not settled.
        open: u64,
        /// The same as Markdown, to be copied.
        report: String,
    }

    /// A conversation's folder (S4-21).
    struct MirrorView {
        /// Where it is; absent = folders are not kept up to date.
        folder: Option<String>,
        /// Somebody edited the plan document there, and it was not taken over yet.
        edited: Option<String>,
        /// Why the folder could not be written.
        error: Option<String>,
    }
}
