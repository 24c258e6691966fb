//! What everybody hears of writes: how items stand now, and what is to be read again.

use super::{Blast, ItemView};
use crate::change_set::{ItemStatus, SetStatus};
use crate::ids::{Seq, SetId};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

wire! {
    /// How an item stands after something was written: what a screen that shows its set puts in its place.
    struct ItemNews {
        /// The ledger entry it was told for: a later one may be in it already.
        seq: Seq,
        set: SetId,
        /// The set's version. Of one that shows another, the whole set is to be read.
        version: u32,
        /// The set's status.
        set_status: SetStatus,
        /// So many items of the set have drifted, this one included.
        #[serde(default)]
        drifted: u64,
        /// What the items that can still be applied would do.
        blast: Blast,
        #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
        resolved_at: Option<Timestamp>,
        /// The item's number.
        item: u32,
        status: ItemStatus,
        /// The item; its `drift` holds each value that differs: `base`, `now`, `proposed`.
        view: ItemView,
    }

    /// Something was written.
    struct Changes {
        /// The newest ledger entry, and the event's `id:`.
        seq: Seq,
        /// `todos`, `inbox`, `ledger`, `settings`, `outputs`, `images`, `rules`, `commands`, `sessions`, `wakes`.
        what: Vec<String>,
        /// The sets that are new or have changed beyond what the `item` and `drift` events before this one
        /// said; absent where it can be any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sets: Option<Vec<SetId>>,
    }
}

/// An event of `GET /api/events`: SSE `event:` is the kind, `data:` the rest. Of one write first the
/// items come, then `changed` with the `id:`, so that whoever comes back with it has heard all of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "event", content = "data", rename_all = "snake_case")]
#[allow(clippy::large_enum_variant, reason = "events are few and short-lived; an item's is the largest")]
pub enum FeedEvent {
    /// An item was decided, applied, undone, or stands otherwise for what was written.
    Item(ItemNews),
    /// What an item builds on is no longer what it was: it has to be decided again.
    Drift(ItemNews),
    /// The end of a write: what to read again.
    Changed(Changes),
}

impl FeedEvent {
    /// The SSE event name.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Item(_) => "item",
            Self::Drift(_) => "drift",
            Self::Changed(_) => "changed",
        }
    }
}
