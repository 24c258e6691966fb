//! Proposed edits to a file's text: every accepted form, located at exactly one place or refused. No I/O.
//!
//! The way of an edit: [`parse()`] reads it leniently into [`FileEdit`]s, knowing nothing of the file;
//! [`apply()`] finds where each one belongs in the whole old text, by content alone: exactly, then blind
//! to CRLF, then blind to indentation. Line numbers in an edit never decide. One place is applied, none
//! or several are refused (COMMANDS-AND-FILES.md "Files"). [`propose`] is both, with the checks that
//! come before: whether the reply was cut ([`finish_is_whole`], R14) and the base hash.
//!
//! [`diff()`] compares two texts for display; [`select`] takes over single hunks of it; [`refit`] makes a
//! change again on a text that has moved on.
//!
//! Never: a file, a clock, a place that was guessed, a change of line ends, byte order mark or final
//! newline that the edit did not spell out.

mod align;
mod apply;
mod diff;
mod edit;
mod elision;
mod indent;
mod locate;
mod near;
mod operations;
mod parse;
mod refit;
mod refusal;
mod spoken;
mod strings;
mod text;
mod whole;

pub use apply::{Applied, Match, Place, Proposal, apply, finish_is_whole, propose, same_file};
pub use diff::{DiffHunk, DiffRow, ROWS, RowKind, Span, TextDiff, diff, diff_up_to, select};
pub use edit::{
    Change, Eol, FileEdit, Format, Hunk, HunkLine, LineKind, LineOperation, OperationKind, StringReplacement,
};
pub use parse::{LeftOut, parse, patch_text, without_left_out};
pub use refit::refit;
pub use refusal::{Near, Reason, Refusal};
