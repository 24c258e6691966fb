//! Putting an agent's proposals before the person: screened, and merged into the set that waits.

use super::Desk;
use crate::proposing::as_shown;
use crate::rules::RULES;
use crate::write::Write;
use crate::{Inner, Result};
use countersign_core::change_set::propose::{Proposal, expiry, extend};
use countersign_core::change_set::review::{self, decide};
use countersign_core::change_set::{Actor, ChangeItem, ChangeSet, ItemStatus, SetStatus, Verdict};
use countersign_core::dedup::{self, Judged, Memory, Past, Refused, SET_SIZE, Screened, pack, screen};
use countersign_core::ids::{RuleId, SetId, TodoId};
use countersign_core::ledger::Event;
use countersign_core::operation::parse::stored;
use countersign_core::operation::{Operation, Target};
use countersign_core::rule::Grant;
use countersign_core::unasked;
use countersign_store::DecisionFilter;
use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

/// A set takes up what is found within so many hours: what is found later would expire too early in it.
const TAKES_UP_HOURS: i64 = 24;
/// So many of what was turned down about a todo are looked through.
const LOOK_BACK: u32 = 200;
/// Of what rules keep from being proposed so much is told.
const LABELS: usize = 5;

/// What an agent's proposals came to.
pub(crate) struct Put {
    pub(crate) sets: Vec<SetId>,
    pub(crate) judged: Vec<Judged>,
    pub(crate) proposed: u64,
    pub(crate) retracted: u64,
    pub(crate) left: u64,
    /// What rules let through, in a set of its own: to be carried out after this write.
    pub(crate) unasked: Option<SetId>,
}

impl Inner {
    /// Notes what the person turned down of the todos that these proposals are about, and what new ones,
    /// by what was seen of it.
    async fn recall_rejected(&self, proposals: &[Proposal], memory: &mut Memory) -> Result<()> {
        let about = |op: &Operation| match op {
            Operation::Create(_) => Some(None),
            op => op.target().and_then(Target::id).map(Some),
        };
        let asked: BTreeSet<Option<TodoId>> =
            proposals.iter().filter_map(|p| p.op.as_ref().ok()).filter_map(about).collect();
        for todo in asked {
            let filter = DecisionFilter {
                verdict: Some("rejected".to_owned()),
                kind: todo.is_none().then(|| "create".to_owned()),
                todo,
                limit: LOOK_BACK,
                ..DecisionFilter::default()
            };
            let taken = self.store.decisions(&filter).await?;
            let shapes: Vec<String> = taken.iter().map(|one| one.fingerprint.clone()).collect();
            let last = self.store.verdicts(&shapes).await?;
            let stands = |shape: &str| last.iter().any(|l| l.key == shape && l.verdict == "rejected");
            for one in taken.into_iter().filter(|one| stands(&one.fingerprint)) {
                if let Ok(op) = stored(&one.op) {
                    memory.turned_down(&op, &one.label, one.reason);
                }
            }
        }
        Ok(())
    }
}

fn is_undecided(set: &ChangeSet, item: &ChangeItem) -> bool {
    matches!(item.status, ItemStatus::Pending | ItemStatus::Deferred) && review::rejected_with(set, item).is_none()
}

impl Write<'_> {
    /// Puts an agent's proposals before the person: screened, merged into the live set of the agent
    /// and its subject, what is over ten in sets of their own. `topics` = all that the agent's rules
    /// still see: its own undecided items about anything else are taken back. `most` = so many items
    /// of the agent may be open.
    pub(crate) async fn put(
        &mut self,
        desk: &Desk,
        proposals: Vec<Proposal>,
        topics: Option<&BTreeSet<String>>,
        most: Option<usize>,
    ) -> Result<Put> {
        let (inner, moment) = (self.inner(), self.moment);
        let open: Vec<ChangeSet> = inner.open_change_sets().await?.into_iter().map(|s| self.current(s)).collect();
        let mut live: Vec<SetId> = Vec::new();
        let mut obsolete: BTreeMap<SetId, Vec<u32>> = BTreeMap::new();
        for set in open.iter().filter(|s| !review::expired(s, moment.now) && s.source == desk.source()) {
            live.push(set.id);
            let gone = |topic: &String| topics.is_some_and(|seen| !seen.contains(topic));
            let own = set.items.iter().filter(|i| i.status == ItemStatus::Pending);
            let items: Vec<u32> = own.filter(|i| i.topic.as_ref().is_some_and(gone)).map(|i| i.n).collect();
            obsolete.insert(set.id, items);
        }
        let proposals: Vec<Proposal> = match desk.agent == RULES {
            true => proposals,
            false => proposals.into_iter().map(gated).collect(),
        };
        let screened = self.screened(desk, proposals, &open).await?;
        let (judged, screened) = (screened.judged.clone(), screened);
        for at in judged.iter().filter_map(|j| j.replaces) {
            obsolete.entry(at.set).or_default().push(at.n);
        }
        let mut retracted = 0;
        for (set, items) in obsolete.into_iter().filter(|(_, items)| !items.is_empty()) {
            retracted += self.retract(set, &items, "no longer so", &desk.actor()).await?;
        }
        self.note_silence(&judged, desk).await?;
        let Screened { kept, judged } = self.behind_what_waits(screened, &live).await?;
        let (unasked, kept) = self.part(kept, &desk.agent);
        let unasked = match unasked.is_empty() {
            true => None,
            false => {
                let title = Some("Let through by your rules".to_owned());
                Some(self.propose(desk.source(), title, unasked, &desk.actor(), false).await?.id)
            }
        };
        let mut waiting = 0;
        let mut newest: Option<(SetId, usize)> = None;
        for id in live.iter().copied() {
            let set = self.load(id).await?;
            let undecided = set.items.iter().filter(|i| is_undecided(&set, i)).count();
            waiting += undecided;
            let young = moment.now.duration_since(set.created_at) <= SignedDuration::from_hours(TAKES_UP_HOURS);
            if set.status != SetStatus::Resolved && young {
                newest = Some((id, undecided));
            }
        }
        // What stands in for what waited waits no longer than that.
        let stands_in = judged.iter().filter_map(|j| Some((j.fingerprint.clone(), j.replaces?.set)));
        let stands_in: BTreeMap<String, SetId> = stands_in.filter(|(_, set)| live.contains(set)).collect();
        let (heirs, mut kept) = inherit(kept, &stands_in);
        let inherited = heirs.values().map(Vec::len).sum::<usize>();
        waiting += inherited;
        let mut sets = Vec::new();
        for (id, bin) in heirs {
            self.extend(id, bin, None, desk).await?;
            sets.push(id);
        }
        let room = most.map_or(usize::MAX, |most| most.saturating_sub(waiting));
        let left = kept.len().saturating_sub(room) as u64;
        kept.truncate(room);
        let proposed = (kept.len() + inherited) as u64;
        let fits = newest.map_or(0, |(_, undecided)| SET_SIZE.saturating_sub(undecided));
        for (at, bin) in pack(kept, fits).into_iter().enumerate().filter(|(_, bin)| !bin.is_empty()) {
            match newest {
                Some((id, _)) if at == 0 => {
                    self.extend(id, bin, Some(expiry(moment.now)), desk).await?;
                    if !sets.contains(&id) {
                        sets.push(id);
                    }
                }
                _ => {
                    sets.push(self.propose(desk.source(), Some(desk.title()), bin, &desk.actor(), false).await?.id);
                }
            }
        }
        Ok(Put { sets, judged, proposed, retracted, left, unasked })
    }

    /// Takes out of an agent's proposals what is so already, waits already, or was turned down.
    pub(super) async fn screened(
        &mut self,
        desk: &Desk,
        proposals: Vec<Proposal>,
        open: &[ChangeSet],
    ) -> Result<Screened> {
        let (inner, moment) = (self.inner(), self.moment);
        let shown = |proposal| as_shown(proposal, &inner.world().todos, moment.today);
        let proposals: Vec<Proposal> = proposals.into_iter().map(shown).collect();
        let mut memory = Memory::default();
        open.iter().filter(|s| !review::expired(s, moment.now)).for_each(|set| memory.waits(set));
        let keys = dedup::keys(&proposals, &inner.world().todos, moment);
        for last in inner.store.verdicts(&keys).await? {
            let expired = last.verdict == "expired";
            let verdict = serde_json::from_value(json!(last.verdict)).unwrap_or(Verdict::Undecided);
            memory.recall(last.key, Past { verdict, expired, reason: last.reason });
        }
        inner.recall_rejected(&proposals, &mut memory).await?;
        let silent = self.active_rules().into_iter().filter(|r| matches!(r.grant, Grant::NotProposed { .. }));
        memory.silenced(&desk.agent, silent.collect());
        let world = inner.world();
        Ok(screen(proposals, &mut memory, &world.todos, moment))
    }

    /// Adds to a set that waits.
    async fn extend(&mut self, id: SetId, more: Vec<Proposal>, until: Option<Timestamp>, desk: &Desk) -> Result<()> {
        let set = self.load(id).await?;
        let items = {
            let world = self.inner().world();
            extend(&set, more, &world.todos, self.moment, world.settings.default_until)
        };
        let new: BTreeSet<u32> = items.iter().map(|item| item.n).collect();
        let mut all: Vec<ChangeItem> = set.items.iter().cloned().chain(items).collect();
        self.inner().bind(&mut all, |n| new.contains(&n));
        all.retain(|item| new.contains(&item.n));
        let items = all;
        let version = set.version.saturating_add(1);
        self.append(&desk.actor(), Event::Extended { set: id, version, items, expires_at: until }).await?;
        Ok(())
    }

    /// What can be added to the live set: what its own items leave no room for is refused.
    async fn behind_what_waits(&mut self, screened: Screened, live: &[SetId]) -> Result<Screened> {
        let Some(id) = live.last() else { return Ok(screened) };
        let set = self.load(*id).await?;
        let mut refused = BTreeMap::new();
        {
            let world = self.inner().world();
            let until = world.settings.default_until;
            for item in extend(&set, screened.kept.clone(), &world.todos, self.moment, until) {
                if let (Ok(at), false) = (usize::try_from(item.request), item.problems.is_empty()) {
                    refused.insert(at, item.problems);
                }
            }
        }
        Ok(dedup::without(screened, &refused))
    }

    /// Notes what rules kept an agent from proposing.
    pub(super) async fn note_silence(&mut self, judged: &[Judged], desk: &Desk) -> Result<()> {
        let mut kept: BTreeMap<RuleId, Vec<String>> = BTreeMap::new();
        for one in judged {
            if let Some(Refused::Rule(rule)) = one.refused {
                kept.entry(rule).or_default().push(one.label.clone());
            }
        }
        for (rule, mut labels) in kept {
            let count = u32::try_from(labels.len()).unwrap_or(u32::MAX);
            labels.truncate(LABELS);
            let event = Event::RuleKept { rule, agent: desk.agent.clone(), count, labels };
            self.append(&desk.actor(), event).await?;
        }
        Ok(())
    }

    /// Takes items of an agent back. How many that were.
    pub(crate) async fn retract(&mut self, id: SetId, items: &[u32], reason: &str, actor: &Actor) -> Result<u64> {
        let mut set = self.load(id).await?;
        let picked: Vec<(u32, String)> =
            items.iter().filter_map(|n| Some((*n, set.item(*n)?.shown_digest()))).collect();
        let decisions = {
            let world = self.inner().world();
            decide(&mut set, &picked, Verdict::Retracted, Some(reason), actor, &world.todos, self.moment)?
        };
        let n = decisions.iter().filter(|decision| decision.with.is_none()).count() as u64;
        self.append(actor, Event::Decided { set: id, items: decisions }).await?;
        Ok(n)
    }
}

/// Parts what stands in for items of sets that wait. What hangs together is not parted.
fn inherit(kept: Vec<Proposal>, of: &BTreeMap<String, SetId>) -> (BTreeMap<SetId, Vec<Proposal>>, Vec<Proposal>) {
    let linked = |p: &Proposal| {
        let target = p.op.as_ref().ok().and_then(Operation::target);
        !p.needs.is_empty() || matches!(target, Some(Target::New(_)))
    };
    let (mut heirs, mut rest) = (BTreeMap::new(), Vec::new());
    let parts = !kept.iter().any(linked);
    for proposal in kept {
        let set = proposal.op.as_ref().ok().and_then(|op| of.get(&dedup::fingerprint(op)));
        match set.filter(|_| parts) {
            Some(set) => heirs.entry(*set).or_insert_with(Vec::new).push(proposal),
            None => rest.push(proposal),
        }
    }
    (heirs, rest)
}

/// What is not an agent's to propose, with the reason, as it is for every agent (F/S2). What the
/// built-in rules see has a topic, and keeps to them by itself.
fn gated(proposal: Proposal) -> Proposal {
    match &proposal.op {
        Ok(op) if proposal.topic.is_none() => match unasked::refusal(op) {
            Some(problem) => Proposal { op: Err((op.to_value(), vec![problem])), ..proposal },
            None => proposal,
        },
        _ => proposal,
    }
}
