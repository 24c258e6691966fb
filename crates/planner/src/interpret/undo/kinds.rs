//! What a change is called when it is to be taken back: "the delete", "the rename", "the move".

use super::super::lexicon::one_of;
use super::super::run::Run;
use super::super::{Batch, REWIND};
use countersign_core::ids::TodoId;
use countersign_core::todo::Todo;

/// A kind of change: its words, its operations, and what an update must have changed to be one.
pub(super) struct Kind {
    said: &'static str,
    ops: &'static str,
    part: Option<fn(&Todo, &Todo) -> bool>,
}

const KINDS: [Kind; 9] = [
    Kind { said: "rewind|rewinding|rewound", ops: REWIND, part: None },
    Kind {
        said: "delete|deletion|deletions|deleting|removal|removals|removing|deletes|deleted|remove|removed",
        ops: "delete|bulk_delete|delete_file",
        part: None,
    },
    Kind {
        said: "complete|completion|completions|completing|done|finish|completed|finishing",
        ops: "complete|bulk_complete|complete_occurrence",
        part: None,
    },
    Kind {
        said: "create|creation|creations|creating|add|adding|addition|additions|added|created",
        ops: "create|write_file",
        part: None,
    },
    Kind { said: "skip|skipping|skipped", ops: "skip_occurrence", part: None },
    Kind {
        said: "rename|renaming|renamed",
        ops: "update|bulk_update|rename_file",
        part: Some(|before, after| before.title != after.title),
    },
    Kind {
        said: "move|moving|moved|reschedule|rescheduling|rescheduled|postpone|postponing|postponed",
        ops: "update|bulk_update|move_occurrence|rename_file",
        part: Some(|before, after| {
            let when = |t: &Todo| (t.scheduled_for, t.time_of_day, t.due_date, t.recurrence.clone());
            when(before) != when(after)
        }),
    },
    Kind {
        said: "priority|priorities",
        ops: "update|bulk_update",
        part: Some(|before, after| before.priority != after.priority),
    },
    Kind {
        said: "update|change|edit|updating|changing|editing",
        ops: "update|bulk_update|move_occurrence|set_status|write_file|rename_file|chmod_file",
        part: None,
    },
];

/// The kind that the words name; "the last change" names none.
pub(super) fn named(rest: &[String]) -> Option<&'static Kind> {
    let placed = rest.iter().any(|w| one_of(w, "last|first|oldest|earliest"));
    let any = |w: &String| placed && matches!(w.as_str(), "change" | "edit" | "update");
    KINDS.iter().find(|kind| rest.iter().any(|w| one_of(w, kind.said) && !any(w)))
}

/// Whether a word names a kind.
pub(super) fn is_word(word: &str) -> bool {
    KINDS.iter().any(|kind| one_of(word, kind.said))
}

impl Kind {
    /// Whether the change at a place of the history, newest first, is of this kind.
    pub(super) fn holds(&self, history: &[&Batch], at: usize, run: &Run<'_>) -> bool {
        let Some(batch) = history.get(at) else { return false };
        batch.ops.iter().any(|o| {
            let change = || o.before.as_ref().zip(o.id.and_then(|id| after(history, at, id, run)));
            one_of(&o.op, self.ops)
                && match self.part.filter(|_| matches!(o.op.as_str(), "update" | "bulk_update")) {
                    // Without both sides nothing speaks against it.
                    Some(part) => change().is_none_or(|(before, after)| part(before, after)),
                    None => true,
                }
        })
    }
}

/// A todo as a change left it: as the next change of it found it, or as it stands.
fn after<'a>(history: &[&'a Batch], at: usize, id: TodoId, run: &Run<'a>) -> Option<&'a Todo> {
    let later = history.get(..at)?.iter().rev();
    let found = later.flat_map(|b| &b.ops).find(|o| o.id == Some(id)).map(|o| o.before.as_ref());
    found.unwrap_or_else(|| run.todo(id))
}
