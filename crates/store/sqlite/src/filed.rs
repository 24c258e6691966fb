//! The rows of what an entry decided, a part of them at a time: an entry may hold tens of thousands.

use crate::batch::{Batch, add};
use crate::failure::unwritable;
use countersign_core::change_set::Verdict;
use countersign_core::ids::TodoId;
use countersign_core::ledger::{Decision, Event};
use countersign_store::Result;
use serde::Serialize;
use serde_json::Value;

/// Decisions that one statement files.
const DECISIONS: usize = 256;

/// Some of the decisions of an entry.
pub(crate) struct Part<'e> {
    set: Option<i64>,
    /// In place of what each says.
    verdict: Option<&'static str>,
    decisions: &'e [Decision],
}

/// All decisions of an entry; none where it decided nothing.
pub(crate) fn parts(event: &Event) -> impl Iterator<Item = Part<'_>> {
    let (verdict, decisions) = match event {
        Event::Decided { items, .. } => (None, items.as_slice()),
        Event::Expired { items, .. } => (Some("expired"), items.as_slice()),
        _ => (None, &[][..]),
    };
    let set = event.set().map(|id| id.0);
    decisions.chunks(DECISIONS).map(move |decisions| Part { set, verdict, decisions })
}

impl Part<'_> {
    /// Adds the statement that files them.
    pub(crate) fn file(&self, batch: &mut Batch, seq: i64, at: &str, actor: &str) -> Result<()> {
        let rows: Vec<Row<'_>> = self.decisions.iter().map(Row::of).collect::<Result<_>>()?;
        let rows = serde_json::to_string(&rows).map_err(unwritable)?;
        let (set, verdict) = (self.set, self.verdict);
        batch.weigh(rows.len());
        add!(batch, "sql/put_decisions.sql", seq, set, at, actor, verdict, rows);
        Ok(())
    }
}

/// A decision as the statement reads it.
#[derive(Serialize)]
struct Row<'d> {
    n: u32,
    agent: &'d str,
    kind: &'d str,
    verdict: Verdict,
    todo: Option<TodoId>,
    fingerprint: String,
    topic: Option<&'d str>,
    habit: String,
    body: String,
}

impl<'d> Row<'d> {
    fn of(decision: &'d Decision) -> Result<Self> {
        Ok(Self {
            n: decision.n,
            agent: decision.agent.as_deref().unwrap_or_default(),
            kind: decision.op.get("op").and_then(Value::as_str).unwrap_or_default(),
            verdict: decision.verdict,
            todo: decision.todo(),
            fingerprint: decision.shape(),
            topic: decision.topic.as_deref(),
            habit: decision.habit().unwrap_or_default(),
            body: serde_json::to_string(decision).map_err(unwritable)?,
        })
    }
}
