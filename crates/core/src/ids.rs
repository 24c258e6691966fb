//! Identifiers. Numbers are allocated by the store and never reused; texts are time-ordered UUIDs.

use serde::{Deserialize, Serialize};

macro_rules! number {
    ($(#[$m:meta])* $name:ident) => {
        $(#[$m])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        #[serde(transparent)]
        pub struct $name(pub i64);
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { self.0.fmt(f) }
        }
    };
}
macro_rules! text {
    ($(#[$m:meta])* $name:ident) => {
        $(#[$m])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        #[serde(transparent)]
        pub struct $name(pub String);
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { self.0.fmt(f) }
        }
    };
}
number!(/// A todo's number, monotonic, never reused.
    TodoId);

impl TodoId {
    /// The greatest number that is ever given: beyond it a page's numbers are not exact any more.
    pub const MAX: Self = Self((1 << 53) - 1);
    /// The greatest number taken from somebody's file. So far below [`Self::MAX`] that those given
    /// after it never run out.
    pub const MAX_TAKEN: Self = Self(1_000_000_000);
}

number!(/// A change set's number, as people say it: `#14`.
    SetId);
number!(/// An entry's place in the ledger, from 1, without gaps.
    Seq);
number!(/// A standing rule's number.
    RuleId);
text!(/// A run: one message and everything that followed.
    RunId);
text!(/// A conversation.
    SessionId);
text!(/// A stored output of a tool: `o12`, or `cmd-14.2` of a command that was signed.
    OutputId);
text!(/// A picture: `img-<ms>-<rand>` (S1-59).
    ImageId);
