//! Carrying out what is signed: confirmation, files, one transaction, the answer under its key.

use super::Key;
use super::telling::{self, Answer, Done, is_large};
use crate::carry::{Back, Placed};
use crate::effects::tree::Aside;
use crate::write::Write;
use crate::{EngineError, Inner, Result};
use countersign_core::change_set::execute::{
    Execution, creates, execute_without, signed, signed_commands, written_meanwhile,
};
use countersign_core::change_set::review::Refusal;
use countersign_core::change_set::{Actor, ChangeItem, ChangeSet, ItemStatus, Source, Verdict, review};
use countersign_core::effect::{Fresh, Working};
use countersign_core::ids::{SetId, TodoId};
use countersign_core::ledger::{Decision, Event, ItemOutcome};
use countersign_core::operation::Operation;
use countersign_core::problem::Problem;
use countersign_core::wire::{
    ApplyMode, ApplySummary, ConfirmCounts, Confirmation, Head, OpResult, Outcome, Receipt, SetView, SignItem,
};
use countersign_store::Remembered;
use jiff::Timestamp;
use std::collections::{BTreeMap, BTreeSet};

/// Where the key of the last apply that changes files is noted.
const ASKED: &str = "applying";

/// So many items whose files cannot be changed are left out one after the other, each time with another try of the rest;
/// then no file is changed.
const MOST_IN_THE_WAY: usize = 64;

/// A confirmation is good for so many seconds (DESIGN §5).
const CONFIRMATION_SECONDS: i64 = 600;

impl Inner {
    /// The stored answer of an earlier request under this key.
    pub(crate) async fn replay(&self, key: Option<&Key>) -> Result<Option<Receipt>> {
        self.answered(key).await?.map(Answer::receipt).transpose()
    }

    /// The same as it is stored.
    pub(crate) async fn answered(&self, key: Option<&Key>) -> Result<Option<Answer>> {
        Ok(self.remembered(key).await?.map(Answer::Text))
    }

    /// Refuses what is never done, and what rules and their signatures do not allow.
    async fn may_be_done(&self, set: &ChangeSet, items: &[u32], actor: &Actor, now: Timestamp) -> Result<()> {
        self.never_fit(set, items)?;
        self.rules_stand(set, items, now)?;
        self.rules_fit(set, items, actor, now)?;
        self.rules_grounded(set, items, now).await?;
        self.contents_fit(set, items).await
    }

    /// Why one item has no part in an apply of what is possible, if so.
    async fn unfit(&self, set: &ChangeSet, n: u32, actor: &Actor, now: Timestamp) -> Result<Option<Refusal>> {
        match self.may_be_done(set, &[n], actor, now).await {
            Ok(()) => Ok(None),
            Err(EngineError::Refusal(why)) => Ok(Some(why)),
            Err(other) => Err(other),
        }
    }

    fn confirmation(&self, digest: &str, counts: &ConfirmCounts, expires: Timestamp) -> Confirmation {
        let text = format!(
            "{digest}/{}/{}/{}/{}",
            counts.deletes,
            counts.updates,
            counts.sensitive.join("/"),
            expires.as_second()
        );
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
        // Taking back puts there what was there before.
        let again = matches!(set.source, Source::Undo { .. } | Source::Rewind { .. });
        if !done.needs_confirmation(again) {
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

/// What is signed in the same step as it is applied.
pub(crate) enum Signing {
    /// Items of a set that is stored: noted as a decision of its own.
    Stored(Vec<SignItem>),
    /// The items of a person's own edit, whose set is stored with what came of it, in one entry.
    Direct(Vec<SignItem>),
}

impl Write<'_> {
    /// Signs, executes, stores and commits; the receipt is what was stored.
    pub(crate) async fn carry_out(
        mut self,
        mut set: ChangeSet,
        signing: Signing,
        mode: ApplyMode,
        confirm: Option<&str>,
        actor: &Actor,
        key: Option<Key>,
    ) -> Result<Done> {
        let inner = self.inner();
        let moment = self.moment;
        let direct = matches!(signing, Signing::Direct(_));
        let (Signing::Stored(sign) | Signing::Direct(sign)) = signing;
        review::as_shown(&set, &sign, Verdict::Confirmed, moment.now)?;
        let mut picked: Vec<(u32, String)> = sign.into_iter().map(|s| (s.item, s.digest)).collect();
        // What cannot be signed stands in the way of nothing else where only what is possible is asked for.
        let mut refused = BTreeMap::new();
        let possible = mode == ApplyMode::BestEffort && !direct;
        if possible {
            // What cannot be signed stays as it is, whatever is made of it here.
            self.keep(set.clone());
            refused = review::unsignable(&set, &picked, &inner.world().todos, moment);
            if let Some(n) = refused.iter().find_map(|(n, why)| matches!(why, Refusal::NoItem(_)).then_some(*n)) {
                return Err(Refusal::NoItem(n).into());
            }
            picked.retain(|(n, _)| !refused.contains_key(n));
        }
        let mut decisions = if picked.is_empty() && refused.is_empty() {
            Vec::new()
        } else {
            let world = inner.world();
            review::decide(&mut set, &picked, Verdict::Confirmed, None, actor, &world.todos, moment)?
        };
        if possible {
            let mut unfit = Vec::new();
            for why in inner.files_moved(&set, &signed(&set)) {
                let (Refusal::Drifted { n, .. } | Refusal::Invalid { n, .. }) = why else { continue };
                unfit.push((n, why));
            }
            for n in signed(&set) {
                unfit.extend(inner.unfit(&set, n, actor, moment.now).await?.map(|why| (n, why)));
            }
            for (n, why) in unfit {
                // Signed before, it stays so; it only has no part in this.
                decisions.retain(|decision| decision.n != n);
                if let Some(item) = set.item_mut(n) {
                    item.status = ItemStatus::Pending;
                }
                refused.insert(n, why);
            }
        }
        let mut left = left_out(&set, &refused);
        if direct {
            left.extend(unreadable(&set));
        }
        if signed(&set).is_empty() {
            if review::expired(&set, moment.now) {
                return Err(countersign_core::change_set::execute::Refused::Expired.into());
            }
            if let Some(key) = &key
                && self.last_asked(set.id).await?.is_some_and(|last| last.key == key.key)
            {
                // Its answer would be remembered if it had not been cut off.
                return Err(EngineError::Bad(Problem::new(
                    "put_back",
                    "this apply was cut off, and what it had changed was put back",
                )));
            }
            let stored = self.load(set.id).await.unwrap_or(set);
            let (outcome, nothing) = (Outcome::NothingChanged, Execution::default().summary());
            let answer = if is_large(&stored) && left.is_empty() {
                let world = inner.world();
                Answer::Text(telling::receipt(&stored, (&world.todos, moment), outcome, None, &nothing, &[])?)
            } else {
                let results = left.iter().map(|o| result(o, &stored)).collect();
                Answer::Receipt(Box::new(receipt(outcome, inner.view(&stored), None, nothing, results)))
            };
            let commands = !signed_commands(&stored).is_empty();
            // Commands that still run have the last word.
            if let Some(key) = key.filter(|_| !commands) {
                let response = match &answer {
                    Answer::Text(text) => text.clone(),
                    Answer::Receipt(receipt) => serde_json::to_string(receipt).unwrap_or_default(),
                };
                let answer = Remembered { request: key.request, status: 200, response, at: moment.now };
                self.tx.remember(&key.key, &answer).await?;
                self.finish().await?;
            }
            return Ok(Done { outcome, commands, habits: BTreeSet::new(), answer });
        }
        if let Some(behind) = inner.behind(&set).await? {
            return Err(behind);
        }
        inner.files_fit(&set, &signed(&set))?;
        inner.may_be_done(&set, &signed(&set), actor, moment.now).await?;
        inner.commands_grounded(&set, mode)?;
        let first = self.tx.reserve_todo_ids(creates(&set)).await?;
        let salt = *uuid::Uuid::new_v4().as_bytes();
        let without = |set: &ChangeSet, impossible: &BTreeMap<u32, Problem>| {
            let (world, mut fresh) = (inner.world(), Fresh::reserved(first, salt));
            execute_without(set, mode, &world.todos, moment, &mut fresh, impossible)
        };
        let mut done = without(&set, &BTreeMap::new())?;
        for outcome in done.outcomes.iter_mut().filter(|o| o.ok) {
            if matches!(set.item(outcome.n).and_then(|i| i.op.as_ref()), Some(Operation::MakeRule { .. })) {
                outcome.rule = Some(self.tx.reserve_rule_id().await?);
            }
        }
        let used = inner.confirmed(&set, &done, confirm, moment.now).await?;
        if let Some(top) = done.changes.iter().filter(|c| c.before.is_none()).map(|c| c.id).max() {
            self.tx.raise_todo_ids(top).await?;
        }
        let (id, habits) = (set.id, habits(&decisions));
        // Where one file that cannot be changed does not stand in the way of all else, who builds on it is looked up.
        let as_signed =
            (mode == ApplyMode::BestEffort && done.outcomes.iter().any(|o| !o.files.is_empty())).then(|| set.clone());
        let mut impossible = BTreeMap::new();
        // A person's own edit is stored with what came of it.
        let direct = match direct {
            true => Some(Box::new(set)),
            false => {
                self.keep(set);
                None
            }
        };
        if direct.is_none() && !decisions.is_empty() {
            self.append(actor, Event::Decided { set: id, items: decisions }).await?;
        }
        if let Some(key) = key.as_ref().filter(|_| done.outcomes.iter().any(|o| o.ok && !o.files.is_empty())) {
            self.asked_under(id, key).await?;
        }
        let mut back = loop {
            let (write, placed) = self.place_files(id, &mut done.outcomes, actor).await?;
            self = write;
            match (placed, &as_signed) {
                (Placed::None, _) => break None,
                (Placed::Done(back), _) => break Some(back),
                (Placed::Refused(why), Some(set)) => {
                    let enough = impossible.len() >= MOST_IN_THE_WAY;
                    impossible.extend(why.in_the_way(&done.outcomes, enough));
                    done = with_rules_of(without(set, &impossible)?, &done);
                }
                (Placed::Refused(why), _) => {
                    done.fail(&why.problem(), direct.is_none());
                    if direct.is_none() {
                        let set = self.load(id).await?;
                        let commands = signed_commands(&set).into_iter().filter_map(|n| set.item(n));
                        done.outcomes.extend(commands.map(without_files));
                    }
                    break None;
                }
                (Placed::Open(why), _) => {
                    inner.stay_open(id, key, why.clone());
                    return Err(EngineError::Bad(why));
                }
            }
        };
        let files = done.outcomes.iter().any(|o| !o.files.is_empty());
        let reached_out = files || done.rolled_back || !impossible.is_empty();
        let stored = self.store_applied(id, direct, done, left, used, key.clone(), actor, &mut back).await;
        let stored = stored.map(|done| Done { habits, ..done });
        match stored {
            Err(error) if reached_out => match inner.leave_open(id, back, key, &error).await {
                Some(open) => Err(EngineError::Bad(open)),
                None => Err(error),
            },
            stored => stored,
        }
    }

    /// Stores what an apply did, and the answer under its key.
    #[allow(clippy::too_many_arguments)]
    async fn store_applied(
        mut self,
        id: SetId,
        direct: Option<Box<ChangeSet>>,
        done: Execution,
        left: Vec<ItemOutcome>,
        used: Option<String>,
        key: Option<Key>,
        actor: &Actor,
        back: &mut Option<Back>,
    ) -> Result<Done> {
        let inner = self.inner();
        let moment = self.moment;
        let (summary, rolled_back) = (done.summary(), done.rolled_back);
        drop(done.changes);
        // Where only commands were signed there is nothing to apply yet; they run next.
        let head = match done.outcomes.is_empty() {
            true => None,
            false => Some(
                self.append(actor, Event::Applied { set: id, items: done.outcomes, direct, left: Vec::new() }).await?,
            ),
        };
        let after = self.take(id).await?;
        if head.is_some() {
            self.suspend_undone(&after, actor).await?;
            self.retract_undone(&after).await?;
            self.make_signed_rules(&after, actor).await?;
        }
        let outcome = came_to(if head.is_some() { self.outcomes() } else { &[] }, &left, rolled_back);
        if let Some(used) = used {
            let none = Remembered { request: String::new(), status: 200, response: String::new(), at: moment.now };
            self.tx.remember(&used, &none).await?;
        }
        let commands = !signed_commands(&after).is_empty();
        let done = |answer| Done { outcome, commands, habits: BTreeSet::new(), answer };
        if is_large(&after) && left.is_empty() && back.is_none() && head.is_some() {
            let mut text = self.receipt_text(&after, outcome, head.as_ref(), &summary)?;
            if let Some(key) = key {
                let answer = Remembered { request: key.request, status: 200, response: text, at: moment.now };
                self.tx.remember(&key.key, &answer).await?;
                text = answer.response;
            }
            self.keep(after);
            drop(self.finish_held().await?);
            return Ok(done(Answer::Text(text)));
        }
        self.keep(after.clone());
        let outcomes = if head.is_some() { self.outcomes() } else { &[] };
        let mut results: Vec<OpResult> = outcomes.iter().chain(&left).map(|o| result(o, &after)).collect();
        results.sort_by_key(|r| r.n);
        let mut shown = None;
        if let Some(key) = key {
            // Against the todos as this leaves them: who asks again is answered as who asked first.
            let changed = &*self.todos();
            let view = |set: &ChangeSet| inner.view_after(set, changed.clone());
            let told = receipt(outcome, view(&after), head.clone(), summary.clone(), results);
            let kept = crate::commands::before_commands(&told, &after, moment.now, view);
            let response = serde_json::to_string(kept.as_ref()).unwrap_or_default();
            results = told.results;
            // Where no file was touched it is that already, and may be long.
            shown = back.is_none().then_some(told.change_set);
            let answer = Remembered { request: key.request, status: 200, response, at: moment.now };
            self.tx.remember(&key.key, &answer).await?;
        }
        let turn = self.finish_held().await?;
        // Only now is there no way back: who comes next finds the folder as the ledger has it. The answer is
        // made meanwhile.
        if let Some(back) = back.take() {
            let (aside, view) = tokio::join!(back.clear(inner), async { inner.view(&after) });
            shown = Some(view);
            for result in &mut results {
                let at = |aside: &&Aside| result.files.iter().any(|change| change.at == aside.of);
                let beside: Vec<&str> = aside.iter().filter(at).map(|aside| aside.path.as_str()).collect();
                if !beside.is_empty() {
                    result.problem = Some(written_meanwhile(&beside.join(", ")));
                }
            }
        }
        drop(turn);
        // Items that still wait are shown against the todos as they are now.
        let shown = shown.unwrap_or_else(|| inner.view(&after));
        Ok(done(Answer::Receipt(Box::new(receipt(outcome, shown, head, summary, results)))))
    }

    /// The answer to an apply of a large set, against the todos as it leaves them.
    fn receipt_text(
        &mut self,
        after: &ChangeSet,
        outcome: Outcome,
        head: Option<&Head>,
        summary: &ApplySummary,
    ) -> Result<String> {
        let moment = self.moment;
        // Lent out while they are looked at: there may be tens of thousands.
        let changed = std::mem::take(self.todos());
        let world = self.inner().world();
        let todos = Working::with_changed(&world.todos, changed);
        let text = telling::receipt(after, (&todos, moment), outcome, head, summary, self.outcomes());
        *self.todos() = todos.into_changed();
        text
    }
}

/// What is carried out once more keeps the numbers that were reserved for its rules.
fn with_rules_of(mut done: Execution, before: &Execution) -> Execution {
    for outcome in done.outcomes.iter_mut().filter(|o| o.ok) {
        outcome.rule = before.outcomes.iter().find(|o| o.n == outcome.n).and_then(|o| o.rule);
    }
    done
}

/// What an apply came to as a whole.
fn came_to(outcomes: &[ItemOutcome], left: &[ItemOutcome], rolled_back: bool) -> Outcome {
    match () {
        () if outcomes.iter().any(|o| o.ok && !(o.changes.is_empty() && o.files.is_empty() && o.rule.is_none())) => {
            if outcomes.iter().chain(left).all(|o| o.ok) {
                Outcome::Applied
            } else {
                Outcome::PartlyApplied
            }
        }
        () if outcomes.iter().any(|o| o.unknown) => Outcome::NeedsRecovery,
        () if rolled_back => Outcome::RolledBack,
        () => Outcome::NothingChanged,
    }
}

/// Under what like decisions are found, of those that say yes or no.
pub(super) fn habits(decisions: &[Decision]) -> BTreeSet<String> {
    let said = decisions.iter().filter(|d| d.with.is_none());
    let said = said.filter(|d| matches!(d.verdict, Verdict::Confirmed | Verdict::Rejected));
    said.filter_map(Decision::habit).collect()
}

impl Write<'_> {
    /// Notes with the intent who may ask again what became of it.
    async fn asked_under(&mut self, id: SetId, key: &Key) -> Result<()> {
        let text = serde_json::to_string(&(id, &key.key, &key.request)).unwrap_or_default();
        Ok(self.tx.put_meta(ASKED, &text).await?)
    }

    /// The key of the last apply that changed files, if it was this set's.
    pub(crate) async fn last_asked(&mut self, id: SetId) -> Result<Option<Key>> {
        let text = self.inner().store.meta(ASKED).await?.unwrap_or_default();
        let last: Option<(SetId, String, String)> = serde_json::from_str(&text).ok();
        Ok(last.filter(|(set, ..)| *set == id).map(|(_, key, request)| Key { key, request }))
    }

    /// The answer to an apply that was ended later than it was asked for, remembered under its key. What
    /// was put back may be asked for again.
    pub(crate) async fn remember_ended(&mut self, id: SetId, head: Head, key: Option<Key>) -> Result<Receipt> {
        let after = self.load(id).await?;
        let outcomes = self.outcomes();
        let done = outcomes.iter().any(|o| o.ok && !(o.changes.is_empty() && o.files.is_empty()));
        let changes = outcomes.iter().flat_map(|o| o.changes.iter().cloned()).collect();
        let summary = Execution { changes, ..Execution::default() }.summary();
        let results: Vec<OpResult> = outcomes.iter().map(|o| result(o, &after)).collect();
        let outcome = match () {
            () if done => Outcome::Applied,
            () if outcomes.iter().any(|o| o.unknown) => Outcome::NeedsRecovery,
            () => Outcome::RolledBack,
        };
        let told = receipt(outcome, self.inner().view(&after), Some(head), summary, results);
        if let Some(key) = key.filter(|_| outcome != Outcome::RolledBack) {
            let response = serde_json::to_string(&told).unwrap_or_default();
            let at = self.moment.now;
            self.tx.remember(&key.key, &Remembered { request: key.request, status: 200, response, at }).await?;
        }
        Ok(told)
    }
}

/// A command that was signed with files that could not be changed is signed anew with them, and never runs alone
/// because half of what was signed is left.
fn without_files(command: &ChangeItem) -> ItemOutcome {
    let told = crate::commands::not_run(command, "the files could not be changed");
    let problem = told.problem.map(|problem| problem.hinting("Sign and apply it again."));
    ItemOutcome { put_back: true, problem, ..crate::commands::outcome(command) }
}

/// What had no part in an apply, with the reason of each.
fn left_out(set: &ChangeSet, refused: &BTreeMap<u32, Refusal>) -> Vec<ItemOutcome> {
    let items = refused.iter().filter_map(|(n, why)| Some((set.item(*n)?, why)));
    let reason = |why: &Refusal| match why {
        Refusal::Invalid { problems, .. } => problems.first().cloned().unwrap_or_else(|| why.problem()),
        other => other.problem(),
    };
    items.map(|(item, why)| ItemOutcome { problem: Some(reason(why)), ..crate::commands::outcome(item) }).collect()
}

/// What a person's own edit asks for and cannot be done, with the first reason of each.
fn unreadable(set: &ChangeSet) -> impl Iterator<Item = ItemOutcome> + '_ {
    let with_reason = |item: &ChangeItem| {
        let problem = item.problems.first().cloned()?;
        Some(ItemOutcome { problem: Some(problem), ..crate::commands::outcome(item) })
    };
    set.items.iter().filter_map(with_reason)
}

fn receipt(
    outcome: Outcome,
    change_set: SetView,
    head: Option<Head>,
    summary: ApplySummary,
    results: Vec<OpResult>,
) -> Receipt {
    let text = said(outcome, results.iter().map(|r| (r.ok, r.problem.as_ref())));
    let (entry, hash) = head.map(|h| (h.seq, h.hash)).unzip();
    Receipt { outcome, change_set, entry, hash, results, summary, text }
}

/// A receipt in one sentence, by what became of each item.
pub(super) fn said<'p>(outcome: Outcome, results: impl Iterator<Item = (bool, Option<&'p Problem>)>) -> String {
    let (mut ok, mut failed, mut drifted) = (0, 0, 0);
    for (done, problem) in results {
        *match problem {
            _ if done => &mut ok,
            Some(problem) if problem.code == "drifted" => &mut drifted,
            _ => &mut failed,
        } += 1;
    }
    match (outcome, ok, failed, drifted) {
        (Outcome::RolledBack, ..) => "The files could not be changed. Nothing has been changed.".to_owned(),
        (Outcome::NeedsRecovery | Outcome::Unknown, ..) => "Some files could not be put back. Look at them.".to_owned(),
        (Outcome::NothingChanged, _, 0, 0) => "Nothing has been changed.".to_owned(),
        (_, 1, 0, 0) => "1 change applied.".to_owned(),
        (_, n, 0, 0) => format!("{n} changes applied."),
        (_, n, f, 0) => format!("{n} applied, {f} failed."),
        (_, n, 0, d) => format!("{n} applied, {d} drifted."),
        (_, n, f, d) => format!("{n} applied, {f} failed, {d} drifted."),
    }
}

pub(crate) fn result(outcome: &ItemOutcome, set: &ChangeSet) -> OpResult {
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
        files: outcome.files.clone(),
        command: outcome.command.clone(),
        problem: outcome.problem.clone(),
    }
}
