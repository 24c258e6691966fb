//! What sub-tasks would take: how finely a request is split by default, and time, money and risk of each
//! order (S1-49, S1-51).

use super::plan::tasks_of;
use super::split::Part;
use countersign_core::change_set::Risk;
use countersign_core::ids::SessionId;
use countersign_core::wire::{ExecutionOrder, Granularity, GranularitySize, OrderEstimate, SubTask};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// With fewer parts than this each is done by itself.
const FEW: usize = 5;
/// From this share of cut replies on, answers are to be short.
const CUT: f64 = 0.1;
/// Tokens of an answer that is long.
const LONG: u64 = 800;
/// What is sent beside what is answered, in tokens.
const PROMPT: u64 = 2_000;
/// Between a call and its answer, beside the tokens.
const CALL_MS: u64 = 1_000;

/// What a model takes for its tokens, as it was measured lately.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rates {
    /// For a token of an answer.
    pub microseconds: u64,
    /// For 1 000 tokens of a prompt, in millionths.
    pub prompt: u64,
    /// For 1 000 tokens of an answer, in millionths.
    pub answer: u64,
}

impl Default for Rates {
    fn default() -> Self {
        Self { microseconds: 30_000, prompt: 0, answer: 0 }
    }
}

/// What is known of the model's replies before.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct History {
    /// Replies that were looked at.
    pub replies: u32,
    /// Of these, cut before their end.
    pub cut: u32,
}

impl History {
    fn cuts_often(self) -> bool {
        self.replies > 0 && f64::from(self.cut) / f64::from(self.replies) > CUT
    }
}

/// How finely a request is split where nobody says: by its parts, their length, and how often replies
/// were cut.
pub(super) fn chosen(parts: &[Part], history: History) -> Granularity {
    let long = parts.iter().any(|part| part.tokens >= LONG);
    if parts.len() <= FEW || long || history.cuts_often() { Granularity::Fine } else { Granularity::Medium }
}

/// What each granularity comes to.
pub(super) fn sizes(parts: &[Part], session: &SessionId, chosen: Granularity) -> Vec<GranularitySize> {
    [Granularity::Fine, Granularity::Medium, Granularity::Coarse]
        .into_iter()
        .map(|granularity| {
            let (tasks, tokens) = tasks_of(parts, granularity, session, Timestamp::UNIX_EPOCH);
            let count = tasks.len() as u64;
            GranularitySize {
                granularity,
                tasks: u32::try_from(tasks.len()).unwrap_or(u32::MAX),
                tokens: tokens.values().sum::<u64>() / count.max(1),
                recommended: granularity == chosen,
            }
        })
        .collect()
}

/// Time, money and risk of each order.
pub(super) fn ways(
    tasks: &[SubTask],
    tokens: &BTreeMap<String, u64>,
    rates: Rates,
    parallel: u32,
) -> Vec<OrderEstimate> {
    let answer = |task: &SubTask| tokens.get(&task.subtask_id).copied().unwrap_or(LONG);
    let ms = |task: &SubTask| CALL_MS + answer(task).saturating_mul(rates.microseconds) / 1_000;
    let cost: u64 = tasks.iter().map(|t| (PROMPT * rates.prompt + answer(t) * rates.answer) / 1_000).sum();
    let all: u64 = tasks.iter().map(ms).sum();
    let linked = tasks.iter().any(|t| !t.depends_on.is_empty());
    let graph = finished(tasks, &ms, parallel, true);
    let loose = finished(tasks, &ms, parallel, false);
    let way = |order, time_ms, cost, risk| OrderEstimate {
        order,
        time_ms,
        cost,
        risk,
        recommended: order == ExecutionOrder::DependencyGraph,
    };
    vec![
        way(ExecutionOrder::DependencyGraph, graph, cost, Risk::None),
        way(ExecutionOrder::Sequential, all, cost, Risk::None),
        // What did not wait for what it builds on may have to be done again.
        way(ExecutionOrder::Parallel, loose, cost, if linked { Risk::High } else { Risk::Some }),
    ]
}

/// When the last would be done, with so many at once, each after those it depends on where that counts.
fn finished(tasks: &[SubTask], ms: &dyn Fn(&SubTask) -> u64, parallel: u32, linked: bool) -> u64 {
    let mut ends: BTreeMap<&str, u64> = BTreeMap::new();
    let mut free = vec![0; usize::try_from(parallel.max(1)).unwrap_or(1)];
    for task in tasks {
        let ready = task.depends_on.iter().filter(|_| linked).filter_map(|id| ends.get(id.as_str())).max().copied();
        free.sort_unstable();
        let Some(first) = free.first_mut() else { return 0 };
        *first = (*first).max(ready.unwrap_or(0)) + ms(task);
        ends.insert(&task.subtask_id, *first);
    }
    ends.values().max().copied().unwrap_or(0)
}
