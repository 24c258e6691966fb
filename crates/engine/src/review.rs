//! Change sets: proposing, deciding, editing; what is signed is carried out in [`apply`].

mod again;
mod apply;
mod direct;
mod drafting;
mod settling;
mod standing;
mod telling;

pub(crate) use apply::{Signing, result};
pub use direct::{DirectEdit, DryRun};
pub(crate) use drafting::{Origin, proposer};
pub(crate) use standing::Counted;
pub use telling::Answer;

use crate::carry::{RECOVERY, Trees};
use crate::proposing::meant;
use crate::undoable::{Foresight, undo_drift, was_otherwise};
use crate::write::Write;
use crate::{Engine, EngineError, Inner, Result};
use countersign_core::change_set::propose::bind_undo;
use countersign_core::change_set::review::{self, Edit};
use countersign_core::change_set::{Actor, ChangeItem, ChangeSet, ItemStatus, SetStatus, Source, Verdict};
use countersign_core::command::Undo;
use countersign_core::effect::Working;
use countersign_core::ids::{SetId, TodoId};
use countersign_core::ledger::Event;
use countersign_core::operation::{Reach, parse};
use countersign_core::problem::Problem;
use countersign_core::todo::Todo;
use countersign_core::wire::{ApplyMode, Drift, ItemView, Receipt, SetSummary, SetView, SignItem};
use countersign_store::SetFilter;
use jiff::Timestamp;
use serde_json::Value;
use standing::Beyond;
use std::collections::BTreeMap;
use std::ops::{Bound, RangeBounds};

/// Statuses of sets that still want something.
pub(crate) const OPEN: [SetStatus; 2] = [SetStatus::Pending, SetStatus::PartiallyResolved];

/// An idempotency key with the hash of what was asked under it (R5).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    /// The client's key.
    pub key: String,
    /// Hash of method, path and body.
    pub request: String,
}

/// Which change sets.
#[derive(Debug, Clone, Default)]
pub struct SetQuery {
    /// Only those that still want something; oldest first. Otherwise newest first.
    pub open_only: bool,
    /// Continue before this number.
    pub before: Option<SetId>,
    /// At most so many.
    pub limit: u32,
}

/// What to apply, and how.
#[derive(Debug, Clone, Default)]
pub struct ApplyRequest {
    /// The set's digest as it was shown.
    pub digest: String,
    /// The token of an earlier `confirmation_required`.
    pub confirm: Option<String>,
    /// All or nothing, or what is possible.
    pub mode: ApplyMode,
    /// Items to sign in the same step.
    pub sign: Vec<SignItem>,
}

impl Engine {
    /// Change sets as lines of the inbox.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn change_sets(&self, query: SetQuery) -> Result<Vec<SetSummary>> {
        if query.open_only {
            let before = query.before.unwrap_or(SetId(i64::MAX));
            let mut sets = self.0.lines(..before, Order::NewestFirst, query.limit);
            sets.sort_by_key(|s| (s.created_at, s.id));
            return self.0.with_drifts(sets).await;
        }
        let filter = SetFilter { before: query.before, limit: query.limit, ..SetFilter::default() };
        let (now, sets) = (self.now(), self.0.store.change_sets(&filter).await?);
        Ok(sets.iter().map(|set| again::as_of(self.0.with_drift(set, review::summary(set)), now)).collect())
    }

    /// What waits, of the sets with a greater number: the oldest of them, oldest first.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn waiting_after(&self, after: SetId, limit: u32) -> Result<Vec<SetSummary>> {
        let sets = self.0.lines((Bound::Excluded(after), Bound::Unbounded), Order::OldestFirst, limit);
        self.0.with_drifts(sets).await
    }

    /// How many sets wait.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn open_sets(&self) -> Result<u64> {
        let (now, under_way) = (self.now(), self.0.under_way());
        Ok(self.0.world().open.values().filter(|set| waits(set, &under_way, now)).count() as u64)
    }

    /// One set as a reviewer sees it now.
    ///
    /// # Errors
    /// When there is none, or the store fails.
    pub async fn change_set(&self, id: SetId) -> Result<SetView> {
        let set = self.0.set(id).await?;
        let mut view = self.0.view(&set);
        self.0.say_lost(&set, &mut view).await?;
        Ok(view)
    }

    /// One that was made under a key, by its number as it was remembered.
    pub(crate) async fn set_made(&self, id: &str) -> Result<SetView> {
        let id = id.parse().map_err(|_| EngineError::NotFound(format!("change set {id}")))?;
        self.change_set(SetId(id)).await
    }

    /// The JSON of [`Self::change_set`].
    ///
    /// # Errors
    /// As [`Self::change_set`].
    pub async fn change_set_text(&self, id: SetId) -> Result<String> {
        let set = self.0.set(id).await?;
        let mut view = None;
        if self.0.loses(&set).await? {
            let mut told = self.0.view(&set);
            self.0.say_lost(&set, &mut told).await?;
            view = serde_json::to_string(&told).ok();
        }
        view.map_or_else(|| self.0.view_text(&set), Ok)
    }

    /// Stores typed operations as a change set that waits. Invalid ones are kept, annotated. What
    /// standing rules let through is carried out before this answers.
    ///
    /// # Errors
    /// When the body holds no list of operations, or the store fails.
    pub async fn propose(&self, title: Option<String>, body: &Value, actor: Actor) -> Result<SetView> {
        self.propose_list(title, body.clone(), actor, true, None).await
    }

    /// As [`Self::propose`], of a body that may be large. Without `rules` all of it waits, also what a standing
    /// rule covers.
    ///
    /// # Errors
    /// As [`Self::propose`].
    pub async fn propose_list(
        &self,
        title: Option<String>,
        body: Value,
        actor: Actor,
        rules: bool,
        key: Option<Key>,
    ) -> Result<SetView> {
        let operations = parse::list(body).map_err(EngineError::Bad)?;
        self.expire_due().await?;
        self.once(
            key,
            |engine, id| async move { engine.set_made(&id).await },
            move |engine, key| async move {
                let inner = &engine.0;
                let mut write = Write::begin(inner).await?;
                let why = title.clone().unwrap_or_default();
                let by = proposer(&actor);
                let mut proposals = write.read_operations(operations, &why, by.as_deref()).await?;
                if by.is_some() {
                    proposals = proposals.into_iter().map(|proposal| meant(proposal, &why)).collect();
                }
                write.take_back(&mut proposals, Reach::Process).await?;
                let set = write.propose(Source::Request, title, proposals, &actor, true).await?;
                write.makes(key, &set.id).await?;
                write.finish().await?;
                if rules {
                    engine.let_through(set.id).await?;
                }
                engine.change_set(set.id).await
            },
        )
        .await
    }

    /// Takes a verdict on items, all or none.
    ///
    /// # Errors
    /// A refusal: the item changed, drifted, is invalid, settled, or the set expired.
    pub async fn decide(
        &self,
        id: SetId,
        items: Vec<SignItem>,
        verdict: Verdict,
        reason: Option<String>,
        actor: Actor,
    ) -> Result<SetView> {
        // A fixed reason is stored by its code, whatever the words it was given in.
        let reason = reason.map(|r| countersign_core::reason::code(&r).map_or(r, str::to_owned));
        self.expire_due().await?;
        if reason.as_ref().is_some_and(|r| r.chars().count() > 2_000 || r.contains('\0')) {
            return Err(EngineError::Bad(
                Problem::new("invalid_reason", "the reason is too long or holds a NUL").at("/reason"),
            ));
        }
        let engine = self.clone();
        self.detached(async move {
            let inner = &engine.0;
            let mut write = Write::begin(inner).await?;
            let set = write.load(id).await?;
            review::as_shown(&set, &items, verdict, write.moment.now)?;
            let mut probe = set.clone();
            let picked: Vec<(u32, String)> = items.into_iter().map(|s| (s.item, s.digest)).collect();
            if verdict == Verdict::Confirmed {
                let items: Vec<u32> = picked.iter().map(|(n, _)| *n).collect();
                inner.files_fit(&set, &items)?;
                inner.never_fit(&set, &items)?;
                inner.rules_fit(&set, &items, &actor, write.moment.now)?;
                inner.rules_grounded(&set, &items, write.moment.now).await?;
                inner.contents_fit(&set, &items).await?;
            }
            let decisions = {
                let world = inner.world();
                review::decide(&mut probe, &picked, verdict, reason.as_deref(), &actor, &world.todos, write.moment)?
            };
            let habits = apply::habits(&decisions);
            write.append(&actor, Event::Decided { set: id, items: decisions }).await?;
            write.finish().await?;
            engine.learn(&habits, &actor).await;
            Ok(inner.view(&probe))
        })
        .await
    }

    /// Edits an item before it is signed.
    ///
    /// # Errors
    /// A refusal; nothing was changed.
    pub async fn edit_item(&self, id: SetId, n: u32, digest: String, edit: Edit, actor: Actor) -> Result<SetView> {
        self.revise(id, vec![(SignItem { item: n, digest, was: None }, edit)], actor).await
    }

    /// Puts items on the values as they are now, all or none; they want a decision again. What stands on
    /// them already stays as it is.
    ///
    /// # Errors
    /// A refusal; nothing was changed.
    pub async fn rebase(&self, id: SetId, items: Vec<SignItem>, actor: Actor) -> Result<SetView> {
        self.revise(id, items.into_iter().map(|item| (item, Edit::Rebase)).collect(), actor).await
    }

    /// Edits items in one transaction and one ledger entry.
    async fn revise(&self, id: SetId, edits: Vec<(SignItem, Edit)>, actor: Actor) -> Result<SetView> {
        self.expire_due().await?;
        let engine = self.clone();
        self.detached(async move {
            let inner = &engine.0;
            let mut write = Write::begin(inner).await?;
            let mut set = write.load(id).await?;
            let before = set.clone();
            let numbers: Vec<u32> = edits.iter().map(|(item, _)| item.item).collect();
            let rebases = edits.iter().all(|(_, edit)| matches!(edit, Edit::Rebase));
            let given_up = |(item, edit): &(SignItem, Edit)| {
                matches!(edit, Edit::Rebase) && set.item(item.item).is_some_and(was_otherwise)
            };
            let given_up: Vec<u32> = edits.iter().filter(|edit| given_up(edit)).map(|(item, _)| item.item).collect();
            let mut fitted = Vec::with_capacity(edits.len());
            for (item, edit) in edits {
                let again = match (&edit, set.item(item.item)) {
                    (Edit::Replace(_) | Edit::Merge(_), Some(found)) => write.recommanded(&set, found, &edit)?,
                    (Edit::Rebase, Some(found)) => match write.renumbered(&set.source, found).await? {
                        None => write.refit(found).await?,
                        other => other,
                    },
                    _ => None,
                };
                fitted.push((item, again.unwrap_or(edit)));
            }
            {
                let world = inner.world();
                for (SignItem { item, digest, .. }, edit) in fitted {
                    review::edit(&mut set, item, &digest, edit, &world.todos, write.moment)?;
                }
            }
            for n in &numbers {
                inner.bind(&mut set.items, |other| other == *n);
                let Some(item) = set.item_mut(*n).filter(|_| given_up.contains(n)) else { continue };
                bind_undo(item, Undo::None);
            }
            fn of(item: &ChangeItem) -> impl PartialEq + '_ {
                (&item.digest, item.undo, &item.found, &item.tried, &item.base, &item.files, &item.problems)
            }
            let same = |n: &u32| before.item(*n).zip(set.item(*n)).is_some_and(|(was, is)| of(was) == of(is));
            if rebases && numbers.iter().all(same) {
                return Ok(inner.view(&before));
            }
            let items = numbers.iter().filter_map(|n| set.item(*n).cloned()).collect();
            write.append(&actor, Event::Revised { set: id, version: set.version, items }).await?;
            write.finish().await?;
            Ok(inner.view(&set))
        })
        .await
    }

    /// Signs the given items if any, and applies everything that is signed, in one transaction;
    /// then runs the signed commands, and answers when they have ended.
    ///
    /// # Errors
    /// A refusal, `confirmation_required`, or a failing store; nothing was changed.
    pub async fn apply(&self, id: SetId, request: ApplyRequest, actor: Actor, key: Option<Key>) -> Result<Receipt> {
        self.answer(id, request, actor, key).await?.receipt()
    }

    /// As [`Self::apply`]; the answer is a text where it is kept as one already, or is long.
    ///
    /// # Errors
    /// As [`Self::apply`].
    pub async fn answer(&self, id: SetId, request: ApplyRequest, actor: Actor, key: Option<Key>) -> Result<Answer> {
        let engine = self.clone();
        self.detached(async move {
            let inner = &engine.0;
            // Who asks again while it is under way is answered as who asked first, once there is that answer.
            let _same = match &key {
                Some(key) => Some(inner.keys.turn(key).await?),
                None => None,
            };
            if let Some(answer) = inner.answered(key.as_ref()).await? {
                return Ok(answer);
            }
            engine.end_cut_off().await;
            if let Some(why) = inner.cut_off().get(&id).and_then(|cut| cut.why.clone()) {
                return Err(EngineError::Bad(why));
            }
            // That may have been what is asked for here again.
            if let Some(answer) = inner.answered(key.as_ref()).await? {
                return Ok(answer);
            }
            engine.expire_due().await?;
            let mut write = Write::begin(inner).await?;
            // Somebody else may have used the key while this one waited.
            if let Some(answer) = inner.answered(key.as_ref()).await? {
                return Ok(answer);
            }
            let set = write.take(id).await?;
            if set.digest() != request.digest {
                return Err(EngineError::Stale(Box::new(inner.view(&set))));
            }
            let turn = engine.turn(&set, &request.sign)?;
            let signs = !request.sign.is_empty();
            let signing = Signing::Stored(request.sign);
            let done =
                write.carry_out(set, signing, request.mode, request.confirm.as_deref(), &actor, key.clone()).await;
            let done = match done {
                // What was in the way may have been there for a moment only.
                Err(EngineError::Bad(why)) if why.code == RECOVERY => {
                    let ended = engine.try_to_end(id).await.ok_or(EngineError::Bad(why))?;
                    return Ok(Answer::Receipt(Box::new(ended)));
                }
                done => done?,
            };
            match signs {
                true => engine.learn(&done.habits, &actor).await,
                // What was undone is no ground any more.
                false => engine.count_again(&actor).await,
            }
            let Some(_turn) = turn.filter(|_| done.commands) else { return Ok(done.answer) };
            let receipt = engine.run_signed(done.answer.receipt()?, request.mode, &actor, key).await?;
            Ok(Answer::Receipt(Box::new(receipt)))
        })
        .await
    }

    /// Notes the sets that are too old to sign (R22), so that no clock takes it back: when the engine is opened, each
    /// minute, and before somebody is shown a set or decides on one. Who only looks at a copy does not.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn expire_due(&self) -> Result<()> {
        let now = self.now();
        let due = move |world: &crate::World| -> Vec<SetId> {
            world.open.values().filter(|s| s.expires_at <= now).map(|s| s.id).collect()
        };
        if self.0.setup.look.is_some() || due(&self.0.world()).is_empty() {
            return Ok(());
        }
        let engine = self.clone();
        self.detached(async move {
            let mut write = Write::begin(&engine.0).await?;
            // Looked at again: somebody else may have been quicker.
            let ids = due(&engine.0.world());
            for id in ids {
                let items = review::undecided(&write.load(id).await?);
                write.append(&Actor::System, Event::Expired { set: id, items }).await?;
            }
            write.finish().await?;
            Ok(())
        })
        .await
    }
}

/// Which sets come first.
enum Order {
    OldestFirst,
    NewestFirst,
}

/// Whether there is something to decide, to apply or to look after in a set. What failed or has defects waits for
/// nobody.
fn waits(set: &SetSummary, under_way: &[SetId], now: Timestamp) -> bool {
    (set.waits() || under_way.contains(&set.id)) && set.expires_at > now
}

impl Inner {
    /// Sets of which something was cut off, or runs now.
    fn under_way(&self) -> Vec<SetId> {
        let cut_off: Vec<SetId> = self.cut_off().keys().copied().collect();
        let running: Vec<SetId> = self.commands().keys().map(|(id, _)| *id).collect();
        [cut_off, running].concat()
    }

    /// The first of the open sets that are shown as waiting.
    fn lines(&self, range: impl RangeBounds<SetId>, order: Order, limit: u32) -> Vec<SetSummary> {
        let (now, under_way) = (self.clock.now(), self.under_way());
        let world = self.world();
        let range = world.open.range(range).map(|(_, line)| line);
        let lines: Box<dyn Iterator<Item = &SetSummary>> = match order {
            Order::OldestFirst => Box::new(range),
            Order::NewestFirst => Box::new(range.rev()),
        };
        // What has defects is shown, so that it can be edited or put off.
        let shown = |s: &&SetSummary| waits(s, &under_way, now) || s.is_idle() && s.expires_at > now;
        lines.filter(shown).take(usize::try_from(limit).unwrap_or(usize::MAX)).cloned().collect()
    }

    pub(crate) fn view(&self, set: &ChangeSet) -> SetView {
        let view = review::view(set, &self.world().todos, self.moment());
        self.with_the_rest(set, view)
    }

    /// The set as a reviewer sees it once these todos are stored, or are gone.
    fn view_after(&self, set: &ChangeSet, changed: BTreeMap<TodoId, Option<Todo>>) -> SetView {
        let view = review::view(set, &Working::with_changed(&self.world().todos, changed), self.moment());
        self.with_the_rest(set, view)
    }

    /// Adds what only a look at files and commands tells.
    fn with_the_rest(&self, set: &ChangeSet, mut view: SetView) -> SetView {
        let (mut trees, mut foresight) = (Trees::default(), Foresight::of(self, &set.items));
        for (item, shown) in set.items.iter().zip(&mut view.items) {
            let foreseen = foresight.next(item);
            let Beyond { status, files, undo, found } =
                self.beyond(item, shown.status, (&set.items, foreseen), &mut trees);
            shown.status = status;
            shown.drift.extend(files.into_iter().chain(undo).chain(found));
            if shown.status == ItemStatus::Applying {
                shown.failure = self.cut_off().get(&set.id).and_then(|cut| cut.why.clone());
            }
            shown.tool = self.tool_view(item);
            shown.command = self.command_view(item, foreseen);
            if let Some(command) = &shown.command {
                "command".clone_into(&mut shown.kind);
                shown.reversible = command.undo == "files";
            }
        }
        let waits = |shown: &ItemView| matches!(shown.status, ItemStatus::Deferred | ItemStatus::Drifted);
        let mut open = view.items.iter().filter(|shown| review::is_open(shown.status) && !waits(shown));
        view.blast.reversible = !open.any(ItemView::lasts);
        view
    }

    /// Why the folder with an item's files cannot be opened, if so: nothing in it has been changed then.
    fn closed(&self, item: &ChangeItem) -> Option<Problem> {
        item.files.iter().find_map(|was| match self.tree(&was.at.workspace) {
            Ok(_) => None,
            Err(EngineError::Bad(problem)) => Some(problem),
            Err(other) => Some(Problem::new("workspace_gone", other.body().message)),
        })
    }

    /// What builds on files that somebody changed since (R14, R17), and commands that can be undone no more.
    fn files_moved(&self, set: &ChangeSet, items: &[u32]) -> Vec<review::Refusal> {
        let mut trees = Trees::default();
        let drifted = |item: &ChangeItem, drift: Vec<Drift>| match self.closed(item) {
            Some(problem) => review::Refusal::Invalid { n: item.n, problems: vec![problem] },
            None => review::Refusal::Drifted { n: item.n, drift },
        };
        let mut foresight = Foresight::of(self, &set.items);
        let all = set.items.iter().map(|item| (item, foresight.next(item)));
        let found = all.filter(|(item, _)| items.contains(&item.n)).map(|(item, foreseen)| {
            let undo = undo_drift(item, foreseen);
            let found = self.found_drift(item, &set.items);
            (item, self.drift_in(item, &mut trees).into_iter().chain(undo).chain(found).collect::<Vec<_>>())
        });
        found.filter(|(_, drift)| !drift.is_empty()).map(|(item, drift)| drifted(item, drift)).collect()
    }

    /// Refuses such items.
    fn files_fit(&self, set: &ChangeSet, items: &[u32]) -> Result<()> {
        match self.files_moved(set, items).into_iter().next() {
            // Nobody changed a file: it is the folder that is not there.
            Some(review::Refusal::Invalid { problems, .. }) => {
                problems.into_iter().next().map_or(Ok(()), |problem| Err(EngineError::Bad(problem)))
            }
            Some(refusal) => Err(refusal.into()),
            None => Ok(()),
        }
    }
}
