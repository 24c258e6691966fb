//! Deciding on a change set, and its end: what a verdict needs, how far a set is settled, when it is too old.

mod drift;
mod refusal;
mod shown;
pub use super::edit::{Edit, edit};
pub use drift::drift;
pub use refusal::Refusal;
use shown::labels;
pub use shown::{Look, called, look, preview, spliced, statuses, summary, tell, told, verb, view};

use super::{Actor, ChangeItem, ChangeSet, ItemStatus, SetStatus, Verdict};
use crate::effect::Moment;
use crate::ids::TodoId;
use crate::ledger::Decision;
use crate::shape::Shape;
use crate::todos::Todos;
use crate::wire::SignItem;
use jiff::Timestamp;
use std::collections::{BTreeMap, BTreeSet};

/// Still wants something from the person.
pub fn is_open(status: ItemStatus) -> bool {
    matches!(
        status,
        ItemStatus::Pending
            | ItemStatus::Deferred
            | ItemStatus::Confirmed
            | ItemStatus::Drifted
            | ItemStatus::Blocked
            | ItemStatus::Applying
    )
}

/// Derives the set's status from its items (F/S2).
pub fn settle(set: &mut ChangeSet, now: Timestamp) {
    if set.status == SetStatus::Expired {
        return;
    }
    // What failed can be mended and tried again, and what nobody can say the outcome of is asked
    // about; what waits for an item that was turned down is settled with it (F/S2), and opens again
    // with it.
    // What has defects can never be signed: put off, it is settled too.
    let dead = |i: &ChangeItem| i.status == ItemStatus::Deferred && !i.problems.is_empty();
    let asks = |i: &ChangeItem| {
        (is_open(i.status) && !dead(i)) || matches!(i.status, ItemStatus::Failed | ItemStatus::Unknown)
    };
    let wants = |i: &&ChangeItem| asks(i) && blocked_by(set, i, &[]).is_none();
    let open = set.items.iter().filter(wants).count();
    let decided = set.items.iter().any(|i| !matches!(i.status, ItemStatus::Pending | ItemStatus::Invalid));
    // An invalid item can be edited, and what waits for it then waits no more.
    let invalid = |i: &ChangeItem| i.status == ItemStatus::Invalid;
    let waits = |i: &ChangeItem| i.status == ItemStatus::Pending && blocked_by(set, i, &[]).is_some();
    let all_invalid = set.items.iter().all(|i| invalid(i) || waits(i));
    set.status = match (open, decided) {
        (_, false) if all_invalid => SetStatus::Pending,
        (0, _) => SetStatus::Resolved,
        (_, true) => SetStatus::PartiallyResolved,
        (_, false) => SetStatus::Pending,
    };
    set.resolved_at = if set.status == SetStatus::Resolved { set.resolved_at.or(Some(now)) } else { None };
}

/// The item needed that is not going to happen, itself or for what it needs in its turn; those of
/// `with` are signed together with this one.
fn blocked_by(set: &ChangeSet, item: &ChangeItem, with: &[u32]) -> Option<u32> {
    let open = |n: &u32| !with.contains(n);
    item.needs.iter().copied().filter(open).find(|n| beneath(set, *n, with).into_iter().any(|item| turned_down(item)))
}

/// Whether an item is not going to happen as things stand; one that is not there never is.
fn turned_down(item: Option<&ChangeItem>) -> bool {
    item.is_none_or(|item| {
        matches!(
            item.status,
            ItemStatus::Rejected
                | ItemStatus::Retracted
                | ItemStatus::Invalid
                | ItemStatus::Failed
                | ItemStatus::Expired
                | ItemStatus::Undone
                | ItemStatus::Unknown
        )
    })
}

/// An item and all that it needs which did not happen yet, each once; not beyond those of `with`.
fn beneath<'s>(set: &'s ChangeSet, n: u32, with: &[u32]) -> Vec<Option<&'s ChangeItem>> {
    let (mut seen, mut found, mut next) = (BTreeSet::from([n]), Vec::new(), vec![n]);
    while let Some(n) = next.pop() {
        let item = set.item(n);
        found.push(item);
        let needs = item.filter(|item| item.status != ItemStatus::Applied).map_or(&[][..], |item| &item.needs);
        next.extend(needs.iter().filter(|n| !with.contains(n) && seen.insert(**n)));
    }
    found
}

/// The item that was rejected and this one with it, for it cannot be without (F/S2). Nobody decided on
/// this one: it waits again as soon as that rejection is taken back.
pub fn rejected_with(set: &ChangeSet, item: &ChangeItem) -> Option<u32> {
    if !matches!(item.status, ItemStatus::Pending | ItemStatus::Confirmed | ItemStatus::Deferred) {
        return None;
    }
    let needed = item.needs.iter().flat_map(|n| beneath(set, *n, &[])).flatten();
    needed.filter(|needed| needed.status == ItemStatus::Rejected).map(|needed| needed.n).min()
}

/// Those items of a set that look otherwise when these do: they, what needs them, and what is about the
/// same todos, since each is shown after the ones before it.
pub fn kin(set: &ChangeSet, of: &BTreeSet<u32>) -> BTreeSet<u32> {
    let todos = |item: &ChangeItem| -> Vec<TodoId> {
        item.base.keys().copied().chain(item.targets.iter().map(|target| target.id)).collect()
    };
    let mut about: BTreeSet<TodoId> = BTreeSet::new();
    let mut found = of.clone();
    // What an item needs comes before it.
    for item in &set.items {
        if found.contains(&item.n) || item.needs.iter().any(|n| found.contains(n)) {
            found.insert(item.n);
            about.extend(todos(item));
        }
    }
    let same = |item: &&ChangeItem| todos(item).iter().any(|id| about.contains(id));
    found.extend(set.items.iter().filter(same).map(|item| item.n));
    found
}

/// Takes a verdict on some items, all or none.
///
/// # Errors
/// A [`Refusal`]; the set is then unchanged.
#[allow(clippy::too_many_arguments)]
pub fn decide(
    set: &mut ChangeSet,
    items: &[(u32, String)],
    verdict: Verdict,
    reason: Option<&str>,
    actor: &Actor,
    todos: &Todos,
    moment: Moment,
) -> Result<Vec<Decision>, Refusal> {
    if too_old(set, moment.now) {
        return Err(Refusal::Expired);
    }
    let together: Vec<u32> = items.iter().map(|(n, _)| *n).collect();
    for (n, shown) in items {
        decidable(set, *n, shown, &together, verdict, todos, moment)?;
    }
    let mut decisions = Vec::new();
    let fallen = |set: &ChangeSet| -> BTreeMap<u32, u32> {
        set.items.iter().filter_map(|item| Some((item.n, rejected_with(set, item)?))).collect()
    };
    let before = fallen(set);
    for (n, _) in items {
        crate::projection::mark(set, *n, verdict, reason, actor, moment.now);
    }
    let after = fallen(set);
    let mut labels = labels(set, &together, todos, moment);
    for (n, _) in items {
        let Some(item) = set.item(*n) else { continue };
        let shape = Shape::of(set, item, todos, moment);
        let decision = Decision { shape, ..Decision::of(set, item, verdict) };
        let label = labels.remove(n).unwrap_or_else(|| decision.label.clone());
        decisions.push(Decision { label, ..decision });
    }
    decisions.extend(following(set, &before, &after, &together));
    settle(set, moment.now);
    Ok(decisions)
}

/// What is remembered of items that the person signed or put off before, and that this decides as well: those that
/// fall with one that was rejected, and those that stand again as they were left (B-6). Of others nobody said a word.
fn following(
    set: &ChangeSet,
    before: &BTreeMap<u32, u32>,
    after: &BTreeMap<u32, u32>,
    decided: &[u32],
) -> Vec<Decision> {
    let said = |item: &&ChangeItem| matches!(item.status, ItemStatus::Confirmed | ItemStatus::Deferred);
    let others = set.items.iter().filter(said).filter(|item| !decided.contains(&item.n));
    let follows = |item: &ChangeItem| match (before.get(&item.n), after.get(&item.n)) {
        (None, Some(with)) => {
            let reason = set.item(*with).and_then(|needed| needed.reason.clone());
            Some(Decision { reason, with: Some(*with), ..Decision::of(set, item, Verdict::Rejected) })
        }
        (Some(with), None) => {
            let verdict = item.status.verdict().unwrap_or(Verdict::Undecided);
            Some(Decision { with: Some(*with), ..Decision::of(set, item, verdict) })
        }
        _ => None,
    };
    others.filter_map(follows).collect()
}

/// Whether an item takes this verdict, decided together with others.
fn decidable(
    set: &ChangeSet,
    n: u32,
    shown: &str,
    together: &[u32],
    verdict: Verdict,
    todos: &Todos,
    moment: Moment,
) -> Result<(), Refusal> {
    let item = set.item(n).ok_or(Refusal::NoItem(n))?;
    if item.shown_digest() != shown {
        return Err(Refusal::Stale { n });
    }
    match item.status {
        ItemStatus::Pending
        | ItemStatus::Deferred
        | ItemStatus::Confirmed
        | ItemStatus::Rejected
        | ItemStatus::Failed
        | ItemStatus::Unknown => {}
        ItemStatus::Invalid if verdict != Verdict::Confirmed => {}
        ItemStatus::Invalid => return Err(Refusal::Invalid { n, problems: item.problems.clone() }),
        status => return Err(Refusal::Settled { n, status }),
    }
    if verdict == Verdict::Confirmed {
        if !item.problems.is_empty() {
            return Err(Refusal::Invalid { n, problems: item.problems.clone() });
        }
        // What it needs may be signed with it, also when that failed or was turned down before.
        if let Some(needs) = blocked_by(set, item, together) {
            return Err(Refusal::Blocked { n, needs });
        }
        let drift = drift(set, item, todos, moment);
        if !drift.is_empty() {
            return Err(Refusal::Drifted { n, drift });
        }
    }
    Ok(())
}

/// Those of some items that cannot be signed, and why: the others can be signed together.
pub fn unsignable(set: &ChangeSet, items: &[(u32, String)], todos: &Todos, moment: Moment) -> BTreeMap<u32, Refusal> {
    let mut refused = BTreeMap::new();
    loop {
        let rest: Vec<_> = items.iter().filter(|(n, _)| !refused.contains_key(n)).collect();
        let together: Vec<u32> = rest.iter().map(|(n, _)| *n).collect();
        let fits = |n: &u32, shown: &str| decidable(set, *n, shown, &together, Verdict::Confirmed, todos, moment);
        let found: Vec<_> = rest.iter().filter_map(|(n, shown)| Some((*n, fits(n, shown).err()?))).collect();
        // What needs one of these falls with it.
        if found.is_empty() {
            return refused;
        }
        refused.extend(found);
    }
}

/// Refuses what was decided after it was shown: the person has not seen that verdict. Who signs and does not say what
/// was shown has seen no refusal and no "later". Of what is past its time only that is said: nobody decides on it any
/// more, whatever they saw.
///
/// # Errors
/// [`Refusal::Expired`], [`Refusal::Elsewhere`].
pub fn as_shown(set: &ChangeSet, items: &[SignItem], verdict: Verdict, now: Timestamp) -> Result<(), Refusal> {
    if !items.is_empty() && too_old(set, now) {
        return Err(Refusal::Expired);
    }
    for shown in items {
        let Some(now) = set.item(shown.item).and_then(|item| item.status.verdict()) else { continue };
        let turned_down = matches!(now, Verdict::Rejected | Verdict::Deferred);
        let unsaid = (verdict == Verdict::Confirmed && turned_down).then_some(Verdict::Undecided);
        if let Some(was) = shown.was.or(unsaid)
            && was != now
        {
            return Err(Refusal::Elsewhere { n: shown.item, was, now });
        }
    }
    Ok(())
}

/// Past its time: nothing of it can be decided or edited, not even what was turned down before.
pub(super) fn too_old(set: &ChangeSet, now: Timestamp) -> bool {
    set.status == SetStatus::Expired || set.expires_at <= now
}

/// Past its time (R22), whether or not that was noted yet; what was resolved in time stays so.
pub fn expired(set: &ChangeSet, now: Timestamp) -> bool {
    set.status == SetStatus::Expired || (set.status != SetStatus::Resolved && set.expires_at <= now)
}

/// Notes that the set is too old. Signed but unapplied items expire with it.
pub fn expire(set: &mut ChangeSet) {
    for item in &mut set.items {
        if is_open(item.status) || item.status == ItemStatus::Invalid {
            item.status = ItemStatus::Expired;
        }
    }
    set.status = SetStatus::Expired;
}

/// Copies of what nobody decided in time: what waited or was put off, and did not fall with another.
pub fn undecided(set: &ChangeSet) -> Vec<Decision> {
    let waits = |i: &&ChangeItem| {
        matches!(i.status, ItemStatus::Pending | ItemStatus::Deferred) && rejected_with(set, i).is_none()
    };
    set.items.iter().filter(waits).map(|item| Decision::of(set, item, Verdict::Undecided)).collect()
}
