//! Change sets: proposing, deciding, editing, applying; and the person's own direct edits.

use crate::write::Write;
use crate::{Engine, EngineError, Inner, InvalidOperation, Result};
use countersign_core::change_set::execute::{Execution, execute, signed};
use countersign_core::change_set::propose::{NewSet, Proposal, propose};
use countersign_core::change_set::review::{self, Edit};
use countersign_core::change_set::{Actor, ChangeSet, SetStatus, Source, Verdict};
use countersign_core::effect::{Fresh, Moment};
use countersign_core::ids::{SetId, TodoId};
use countersign_core::ledger::{Event, ItemOutcome};
use countersign_core::operation::{Operation, parse};
use countersign_core::problem::Problem;
use countersign_core::settings::Settings;
use countersign_core::wire::{
    ApplyMode, ApplySummary, ConfirmCounts, Confirmation, OpResult, Outcome, Receipt, SetSummary, SetView, SignItem,
};
use countersign_store::{Remembered, SetFilter};
use jiff::Timestamp;
use serde_json::Value;

/// A confirmation is good for so many seconds (DESIGN §5).
const CONFIRMATION_SECONDS: i64 = 600;
const OPEN: [SetStatus; 2] = [SetStatus::Pending, SetStatus::PartiallyResolved];

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

/// Operations of the person's own, signed by being made.
#[derive(Debug, Clone)]
pub struct DirectEdit {
    /// As sent.
    pub operations: Vec<Value>,
    /// One line; made from the operations if absent.
    pub title: Option<String>,
    /// The token of an earlier `confirmation_required`.
    pub confirm: Option<String>,
    /// All or nothing, or what is possible.
    pub mode: ApplyMode,
    /// [`Source::Direct`] or [`Source::Compat`].
    pub source: Source,
}

/// What operations would do. Nothing was written.
#[derive(Debug, Clone)]
pub struct DryRun {
    /// As a set that was never stored (number 0).
    pub set: SetView,
    /// Totals of the valid ones.
    pub summary: ApplySummary,
    /// Set when apply will ask for a second confirmation.
    pub confirm: Option<ConfirmCounts>,
}

impl Engine {
    /// Change sets as lines of the inbox.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn change_sets(&self, query: SetQuery) -> Result<Vec<SetSummary>> {
        self.expire_due().await?;
        let filter = SetFilter {
            statuses: if query.open_only { OPEN.to_vec() } else { Vec::new() },
            before: query.before,
            expires_before: None,
            limit: query.limit,
        };
        let mut sets: Vec<SetSummary> = self.0.store.change_sets(&filter).await?.iter().map(review::summary).collect();
        if query.open_only {
            sets.sort_by_key(|s| (s.created_at, s.id));
        }
        Ok(sets)
    }

    /// How many sets wait.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn open_sets(&self) -> Result<u64> {
        Ok(self.0.store.count_sets(&OPEN).await?)
    }

    /// One set as a reviewer sees it now.
    ///
    /// # Errors
    /// When there is none, or the store fails.
    pub async fn change_set(&self, id: SetId) -> Result<SetView> {
        let set =
            self.0.store.change_set(id).await?.ok_or_else(|| EngineError::NotFound(format!("change set #{id}")))?;
        Ok(self.0.view(&set))
    }

    /// Stores typed operations as a change set that waits. Invalid ones are kept, annotated.
    ///
    /// # Errors
    /// When the body holds no list of operations, or the store fails.
    pub async fn propose(&self, title: Option<String>, body: &Value, actor: Actor) -> Result<SetView> {
        let operations = parse::list(body).map_err(EngineError::Bad)?.to_vec();
        let engine = self.clone();
        self.detached(async move {
            let inner = &engine.0;
            let mut write = Write::begin(inner).await?;
            let why = title.clone().unwrap_or_default();
            let proposals = operations.iter().map(|v| Proposal::parse(v, why.clone())).collect();
            let set = write.propose(Source::Request, title, proposals, &actor, true).await?;
            write.finish().await?;
            Ok(inner.view(&set))
        })
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
            let mut probe = set.clone();
            let picked: Vec<(u32, String)> = items.into_iter().map(|s| (s.item, s.digest)).collect();
            let decisions = {
                let world = inner.world();
                review::decide(&mut probe, &picked, verdict, reason.as_deref(), &actor, &world.todos, write.moment)?
            };
            write.append(&actor, Event::Decided { set: id, items: decisions }).await?;
            write.finish().await?;
            Ok(inner.view(&probe))
        })
        .await
    }

    /// Edits an item before it is signed.
    ///
    /// # Errors
    /// A refusal; nothing was changed.
    pub async fn edit_item(&self, id: SetId, n: u32, digest: String, edit: Edit, actor: Actor) -> Result<SetView> {
        let engine = self.clone();
        self.detached(async move {
            let inner = &engine.0;
            let mut write = Write::begin(inner).await?;
            let mut set = write.load(id).await?;
            {
                let world = inner.world();
                review::edit(&mut set, n, &digest, edit, &world.todos, write.moment)?;
            }
            let items = set.item(n).cloned().into_iter().collect();
            write.append(&actor, Event::Revised { set: id, version: set.version, items }).await?;
            write.finish().await?;
            Ok(inner.view(&set))
        })
        .await
    }

    /// Signs the given items if any, and applies everything that is signed, in one transaction.
    ///
    /// # Errors
    /// A refusal, `confirmation_required`, or a failing store; nothing was changed.
    pub async fn apply(&self, id: SetId, request: ApplyRequest, actor: Actor, key: Option<Key>) -> Result<Receipt> {
        let engine = self.clone();
        self.detached(async move {
            let inner = &engine.0;
            if let Some(receipt) = inner.replay(key.as_ref()).await? {
                return Ok(receipt);
            }
            let mut write = Write::begin(inner).await?;
            // Somebody else may have used the key while this one waited.
            if let Some(receipt) = inner.replay(key.as_ref()).await? {
                return Ok(receipt);
            }
            let set = write.load(id).await?;
            if set.digest() != request.digest {
                return Err(EngineError::Stale(Box::new(inner.view(&set))));
            }
            write.carry_out(set, request.sign, request.mode, request.confirm.as_deref(), &actor, key).await
        })
        .await
    }

    /// Proposes, signs and applies in one step: what a person does directly to their todos. It is
    /// in the ledger like everything else and can be undone.
    ///
    /// # Errors
    /// `invalid_operations` with every defect, `confirmation_required`, or a failing store.
    pub async fn edit(&self, request: DirectEdit, actor: Actor, key: Option<Key>) -> Result<Receipt> {
        if request.operations.is_empty() {
            return Err(EngineError::Bad(Problem::new("missing_operations", "operations is empty")));
        }
        if request.operations.len() > parse::MAX_OPERATIONS {
            return Err(EngineError::Bad(Problem::new(
                "too_many_operations",
                format!("{} operations are too many", request.operations.len()),
            )));
        }
        let engine = self.clone();
        self.detached(async move {
            let inner = &engine.0;
            if let Some(receipt) = inner.replay(key.as_ref()).await? {
                return Ok(receipt);
            }
            let mut write = Write::begin(inner).await?;
            if let Some(receipt) = inner.replay(key.as_ref()).await? {
                return Ok(receipt);
            }
            let proposals: Vec<Proposal> = request.operations.iter().map(|v| Proposal::parse(v, "")).collect();
            // Looked at first with no number: what is invalid leaves no trace, not even a gap.
            let probe = inner.draft(
                SetId(0),
                request.source.clone(),
                request.title.clone(),
                proposals.clone(),
                write.moment,
                false,
            );
            let invalid = invalid_operations(&probe, &request.operations);
            if !invalid.is_empty() && request.mode == ApplyMode::Atomic {
                return Err(EngineError::InvalidOperations(invalid));
            }
            let set = write.propose(request.source, request.title, proposals, &actor, false).await?;
            let sign = set
                .items
                .iter()
                .filter(|i| i.problems.is_empty())
                .map(|i| SignItem { item: i.n, digest: i.digest.clone() })
                .collect();
            write.carry_out(set, sign, request.mode, request.confirm.as_deref(), &actor, key).await
        })
        .await
    }

    /// What operations would do. Writes nothing (S0-13).
    ///
    /// # Errors
    /// When there are none, or too many.
    pub fn dry_run(&self, operations: &[Value]) -> Result<DryRun> {
        if operations.is_empty() || operations.len() > parse::MAX_OPERATIONS {
            let code = if operations.is_empty() { "missing_operations" } else { "too_many_operations" };
            return Err(EngineError::Bad(Problem::new(code, format!("{} operations", operations.len()))));
        }
        let moment = self.0.moment();
        let proposals = operations.iter().map(|v| Proposal::parse(v, "")).collect();
        let set = self.0.draft(SetId(0), Source::Direct, None, proposals, moment, false);
        let world = self.0.world();
        let mut all = set.clone();
        for item in all.items.iter_mut().filter(|i| i.problems.is_empty()) {
            item.status = countersign_core::change_set::ItemStatus::Confirmed;
        }
        let done = execute(&all, ApplyMode::BestEffort, &world.todos, moment, &mut Fresh::provisional())?;
        let confirm = done.needs_confirmation().then(|| done.counts());
        Ok(DryRun { set: review::view(&set, &world.todos, moment), summary: done.summary(), confirm })
    }

    /// Changes the settings; in the ledger like everything else.
    ///
    /// # Errors
    /// `invalid_zone` when the zone is not known.
    pub async fn put_settings(&self, settings: Settings, actor: Actor) -> Result<Settings> {
        if let Some(name) = &settings.zone
            && jiff::tz::TimeZone::get(name).is_err()
        {
            return Err(EngineError::Bad(
                Problem::new("invalid_zone", format!("\"{name}\" is not a time zone"))
                    .at("/zone")
                    .hinting("Use an IANA name such as Europe/Berlin, or null for the machine's zone."),
            ));
        }
        let engine = self.clone();
        self.detached(async move {
            let mut write = Write::begin(&engine.0).await?;
            let before = engine.settings();
            if before != settings {
                write
                    .append(&actor, Event::Settings { before: Box::new(before), after: Box::new(settings.clone()) })
                    .await?;
                write.finish().await?;
            }
            Ok(settings)
        })
        .await
    }

    /// Notes the sets that are too old to sign (R22).
    ///
    /// # Errors
    /// When the store fails.
    pub async fn expire_due(&self) -> Result<()> {
        let filter = SetFilter { statuses: OPEN.to_vec(), before: None, expires_before: Some(self.now()), limit: 200 };
        if self.0.store.change_sets(&filter).await?.is_empty() {
            return Ok(());
        }
        let engine = self.clone();
        self.detached(async move {
            let mut write = Write::begin(&engine.0).await?;
            for set in engine.0.store.change_sets(&filter).await? {
                write.load(set.id).await?;
                write.append(&Actor::System, Event::Expired { set: set.id }).await?;
            }
            write.finish().await?;
            Ok(())
        })
        .await
    }
}

/// The defects of a set's items, gathered per operation of the request.
fn invalid_operations(set: &ChangeSet, sent: &[Value]) -> Vec<InvalidOperation> {
    let mut found: Vec<InvalidOperation> = Vec::new();
    for item in set.items.iter().filter(|i| !i.problems.is_empty()) {
        match found.last_mut().filter(|f| f.index == item.request) {
            Some(one) => one.errors.extend(item.problems.clone()),
            None => found.push(InvalidOperation {
                index: item.request,
                op: usize::try_from(item.request).ok().and_then(|i| sent.get(i)).cloned().unwrap_or(Value::Null),
                errors: item.problems.clone(),
            }),
        }
    }
    found
}

impl Inner {
    pub(crate) fn view(&self, set: &ChangeSet) -> SetView {
        review::view(set, &self.world().todos, self.moment())
    }

    /// A set made of proposals, not stored.
    pub(crate) fn draft(
        &self,
        id: SetId,
        source: Source,
        title: Option<String>,
        proposals: Vec<Proposal>,
        moment: Moment,
        preselect: bool,
    ) -> ChangeSet {
        let world = self.world();
        let mut set = propose(
            NewSet { id, run: None, session: None, source, title: String::new(), preselect },
            proposals,
            &world.todos,
            moment,
        );
        set.title = title.filter(|t| !t.trim().is_empty()).unwrap_or_else(|| match set.items.as_slice() {
            [] => String::new(),
            [one] => one.label.clone(),
            [first, rest @ ..] => format!("{} and {} more", first.label, rest.len()),
        });
        set
    }

    /// The stored answer of an earlier request under this key.
    async fn replay(&self, key: Option<&Key>) -> Result<Option<Receipt>> {
        let Some(key) = key else { return Ok(None) };
        let Some(stored) = self.store.remembered(&key.key).await? else { return Ok(None) };
        if stored.request != key.request {
            return Err(EngineError::IdempotencyMismatch);
        }
        let receipt = serde_json::from_str(&stored.response)
            .map_err(|e| countersign_store::StoreError::Unreadable { what: "stored answer", message: e.to_string() })?;
        Ok(Some(receipt))
    }

    fn confirmation(&self, digest: &str, counts: &ConfirmCounts, expires: Timestamp) -> Confirmation {
        let text = format!("{digest}/{}/{}/{}", counts.deletes, counts.updates, expires.as_second());
        let key = *blake3::keyed_hash(&self.secret, b"confirm").as_bytes();
        let mac = blake3::keyed_hash(&key, text.as_bytes()).to_hex();
        Confirmation {
            token: format!("{}.{}", expires.as_second(), mac.chars().take(32).collect::<String>()),
            counts: counts.clone(),
            expires_at: expires,
        }
    }

    /// Demands a confirmation bound to digest and counts above the thresholds (R11).
    async fn confirmed(
        &self,
        set: &ChangeSet,
        done: &Execution,
        token: Option<&str>,
        now: Timestamp,
    ) -> Result<Option<String>> {
        if !done.needs_confirmation() {
            return Ok(None);
        }
        let counts = done.counts();
        let digest = set.digest();
        let expires = Timestamp::from_second(now.as_second() + CONFIRMATION_SECONDS).unwrap_or(now);
        let fresh = self.confirmation(&digest, &counts, expires);
        let Some(token) = token else { return Err(EngineError::ConfirmationRequired(fresh)) };
        let until =
            token.split_once('.').and_then(|(s, _)| s.parse().ok()).and_then(|s: i64| Timestamp::from_second(s).ok());
        let used = format!("confirm:{token}");
        let fits = until.is_some_and(|until| {
            until > now
                && until <= expires
                && constant_time_eq(&self.confirmation(&digest, &counts, until).token, token)
        });
        if !fits || self.store.remembered(&used).await?.is_some() {
            return Err(EngineError::WrongConfirmation(fresh));
        }
        Ok(Some(used))
    }
}

/// Compares without telling by time where texts differ.
fn constant_time_eq(a: &str, b: &str) -> bool {
    blake3::hash(a.as_bytes()) == blake3::hash(b.as_bytes())
}

impl Write<'_> {
    /// Reserves a number and notes the set. Nothing is decided by that.
    pub(crate) async fn propose(
        &mut self,
        source: Source,
        title: Option<String>,
        proposals: Vec<Proposal>,
        actor: &Actor,
        preselect: bool,
    ) -> Result<ChangeSet> {
        let id = self.tx.reserve_set_id().await?;
        let set = self.inner().draft(id, source, title, proposals, self.moment, preselect);
        self.append(actor, Event::Proposed { set: Box::new(set.clone()) }).await?;
        Ok(set)
    }

    /// Signs, executes, stores and commits; the receipt is what was stored.
    async fn carry_out(
        mut self,
        mut set: ChangeSet,
        sign: Vec<SignItem>,
        mode: ApplyMode,
        confirm: Option<&str>,
        actor: &Actor,
        key: Option<Key>,
    ) -> Result<Receipt> {
        let inner = self.inner();
        let moment = self.moment;
        let decisions = if sign.is_empty() {
            Vec::new()
        } else {
            let picked: Vec<(u32, String)> = sign.into_iter().map(|s| (s.item, s.digest)).collect();
            let world = inner.world();
            review::decide(&mut set, &picked, Verdict::Confirmed, None, actor, &world.todos, moment)?
        };
        if signed(&set).is_empty() {
            if review::expired(&set, moment.now) {
                return Err(countersign_core::change_set::execute::Refused::Expired.into());
            }
            return Ok(receipt(
                Outcome::NothingChanged,
                inner.view(&set),
                None,
                &Execution { outcomes: Vec::new(), changes: Vec::new() },
                &set,
            ));
        }
        let creates = set.items.iter().filter(|i| matches!(i.op, Some(Operation::Create(_)))).count();
        let first = self.tx.reserve_todo_ids(u32::try_from(creates).unwrap_or(u32::MAX)).await?;
        let mut fresh = Fresh::reserved(first, *uuid::Uuid::new_v4().as_bytes());
        let done = {
            let world = inner.world();
            execute(&set, mode, &world.todos, moment, &mut fresh)?
        };
        let used = inner.confirmed(&set, &done, confirm, moment.now).await?;
        if let Some(top) = done.changes.iter().filter(|c| c.before.is_none()).map(|c| c.id).max() {
            self.tx.raise_todo_ids(top).await?;
        }
        if !decisions.is_empty() {
            self.append(actor, Event::Decided { set: set.id, items: decisions }).await?;
        }
        let entry = self.append(actor, Event::Applied { set: set.id, items: done.outcomes.clone() }).await?;
        let after = self.set(set.id).cloned().unwrap_or(set);
        let outcome = if done.outcomes.iter().any(|o| o.ok && !o.changes.is_empty()) {
            Outcome::Applied
        } else {
            Outcome::NothingChanged
        };
        let mut receipt = receipt(outcome, inner.view(&after), Some(&entry), &done, &after);
        if let Some(used) = used {
            self.tx
                .remember(
                    &used,
                    &Remembered { request: String::new(), status: 200, response: String::new(), at: moment.now },
                )
                .await?;
        }
        if let Some(key) = key {
            let response = serde_json::to_string(&receipt).unwrap_or_default();
            self.tx
                .remember(&key.key, &Remembered { request: key.request, status: 200, response, at: moment.now })
                .await?;
        }
        self.finish().await?;
        // Items that still wait are shown against the todos as they are now.
        receipt.change_set = inner.view(&after);
        Ok(receipt)
    }
}

fn receipt(
    outcome: Outcome,
    change_set: SetView,
    entry: Option<&countersign_core::ledger::Entry>,
    done: &Execution,
    set: &ChangeSet,
) -> Receipt {
    let results: Vec<OpResult> = done.outcomes.iter().map(|o| result(o, set)).collect();
    let ok = results.iter().filter(|r| r.ok).count();
    let failed = results.len() - ok;
    let text = match (outcome, ok, failed) {
        (Outcome::NothingChanged, _, 0) => "Nothing has been changed.".to_owned(),
        (_, 1, 0) => "1 change applied.".to_owned(),
        (_, n, 0) => format!("{n} changes applied."),
        (_, n, f) => format!("{n} applied, {f} failed."),
    };
    Receipt {
        outcome,
        change_set,
        entry: entry.map(|e| e.seq),
        hash: entry.map(|e| e.hash.clone()),
        results,
        summary: done.summary(),
        text,
    }
}

fn result(outcome: &ItemOutcome, set: &ChangeSet) -> OpResult {
    let item = set.item(outcome.n);
    let op = item.and_then(|i| i.op.as_ref());
    let bulk = op.is_some_and(|op| op.predicate().is_some());
    let ids: Vec<TodoId> = outcome.changes.iter().map(|c| c.id).collect();
    OpResult {
        n: outcome.n,
        request: item.map_or(0, |i| i.request),
        ok: outcome.ok,
        op: op.map_or_else(|| "invalid".to_owned(), |op| op.name().to_owned()),
        label: outcome.label.clone(),
        todo: if bulk { None } else { outcome.changes.last().and_then(|c| c.after.clone()) },
        count: bulk.then_some(ids.len() as u64),
        expanded_ids: bulk.then_some(ids),
        problem: outcome.problem.clone(),
    }
}
