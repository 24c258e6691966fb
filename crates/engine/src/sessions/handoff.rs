//! A conversation that goes on in another one, or in the same from a summing-up (S1-32…34). Nothing
//! is copied but the plan document: the history is one ledger, which every conversation can undo.

use crate::review::Key;
use crate::write::Write;
use crate::{Engine, EngineError, Inner, Result};
use countersign_core::change_set::{Actor, ChangeSet, ItemStatus, review};
use countersign_core::ids::{RunId, SessionId, SetId};
use countersign_core::ledger::Event;
use countersign_core::operation::Operation;
use countersign_core::session::handoff::{Facts, Modified};
use countersign_core::session::{Carried, SessionChange, SessionMarks};
use countersign_core::wire::{HandedOff, RunEvent, StepStatus, WorkReply};
use countersign_plan::{Criterion, Plan, prompt, shortened};
use countersign_store::{RunRow, SessionRow};
use std::collections::BTreeMap;

/// Of so many conversations, each handed off from the next, is told.
const CHAIN: usize = 8;
/// The plan's section has at most so many bytes; what is told of it has a bound of its own.
const PLAN: usize = 4_000;
/// So many messages with their answers are told.
const RECENT: usize = 3;

impl Engine {
    /// What a conversation would be handed off with. Nothing is stored.
    ///
    /// # Errors
    /// `not_found`, or a failing store.
    pub async fn carried_over(&self, id: &SessionId) -> Result<Carried> {
        let row = self.0.session_row(id).await?;
        let marks = self.0.store.marks(id).await?;
        let facts = self.facts(&row, &marks, true).await?;
        Ok(Carried { from: Some(id.clone()), text: facts.text(), next: facts.next(), messages: 0, bytes: 0 })
    }

    /// Goes on in a new conversation, which is told what this one came to.
    ///
    /// # Errors
    /// `not_found`, or a failing store.
    pub async fn hand_off(&self, id: &SessionId, actor: Actor, key: Option<Key>) -> Result<HandedOff> {
        let id = id.clone();
        self.once(
            key,
            |engine, child| async move { engine.handed_off(SessionId(child)).await },
            |engine, key| async move {
                let carried = engine.carried_over(&id).await?;
                let row = engine.0.session_row(&id).await?;
                let title = next_title(&super::title(&row, &engine.0.store.marks(&id).await?));
                let plan = engine.0.plan(&id, None).await?;
                let mut write = Write::begin(&engine.0).await?;
                let now = write.moment.now;
                let child = SessionId(engine.0.ids.next().to_string());
                let row = SessionRow {
                    id: child.clone(),
                    title: String::new(),
                    pending: None,
                    created_at: now,
                    updated_at: now,
                };
                write.tx.put_session(&row).await?;
                let begun = SessionChange::Begun { title: Some(title), parent: Some(id) };
                let over = SessionChange::Carried { carried: Box::new(carried.clone()) };
                for change in [begun, over] {
                    write.append(&actor, Event::Session { session: child.clone(), change }).await?;
                }
                if !plan.is_empty() {
                    let mut plan = shortened(&plan, now);
                    plan.id.clone_from(&child.0);
                    plan.metadata.version = 1;
                    plan.metadata.updated_at = now;
                    let changed = countersign_plan::diff(&Plan::empty(child.0.clone(), now), &plan);
                    let mut changed: Vec<String> = changed.into_iter().map(|one| one.field).collect();
                    changed.dedup();
                    write.append(&actor, Event::Plan { session: child.clone(), plan: Box::new(plan), changed }).await?;
                }
                write.makes(key, &child).await?;
                write.finish().await?;
                let marks = engine.0.store.marks(&child).await?;
                Ok(HandedOff { session: super::view(&row, &marks, 0), carried })
            },
        )
        .await
    }

    /// A conversation that another was handed off to, and what it was told.
    async fn handed_off(&self, child: SessionId) -> Result<HandedOff> {
        let none = || EngineError::NotFound(format!("what session {child} goes on with"));
        let carried = *self.0.store.marks(&child).await?.carried.ok_or_else(none)?;
        Ok(HandedOff { session: self.session(&child).await?.session, carried })
    }

    /// Sums a conversation up and goes on in it: models are told the sum, and nothing is removed.
    ///
    /// # Errors
    /// `not_found`, or a failing store.
    pub async fn extend(&self, id: &SessionId, actor: Actor) -> Result<HandedOff> {
        let (engine, id) = (self.clone(), id.clone());
        self.detached(async move {
            let store = &engine.0.store;
            let row = engine.0.session_row(&id).await?;
            let marks = store.marks(&id).await?;
            // Counted before anything is gathered: what ends meanwhile is told once more rather than never. One
            // that is under way goes on being told from its own beginning.
            let runs = store.runs(&id).await?;
            let facts = engine.facts(&row, &marks, false).await?;
            let mut write = Write::begin(&engine.0).await?;
            let messages = runs.iter().take_while(|run| run.finished_at.is_some()).count() as u64;
            let bytes = store.session_bytes(&id).await?;
            let carried = Carried { from: None, text: facts.text(), next: facts.next(), messages, bytes };
            let change = SessionChange::Carried { carried: Box::new(carried.clone()) };
            write.append(&actor, Event::Session { session: id.clone(), change }).await?;
            write.finish().await?;
            let marks = store.marks(&id).await?;
            Ok(HandedOff { session: super::view(&row, &marks, runs.len() as u64), carried })
        })
        .await
    }

    /// What the records say of a conversation and of those it was handed off from. No content of a
    /// file is read.
    async fn facts(&self, row: &SessionRow, marks: &SessionMarks, handoff: bool) -> Result<Facts> {
        let store = &self.0.store;
        let mut chain = vec![row.id.clone()];
        let mut parent = marks.parent.clone();
        while let Some(next) = parent.filter(|next| chain.len() < CHAIN && !chain.contains(next)) {
            parent = store.marks(&next).await?.parent;
            chain.push(next);
        }
        let mut facts = Facts {
            session: Some(row.id.clone()),
            title: super::title(row, marks),
            handoff,
            project: self.0.workspaces().iter().map(|w| format!("{} ({})", w.id, w.root.display())).collect(),
            ..Facts::default()
        };
        let mut found = Gathered::default();
        for id in &chain {
            let mut runs = store.runs(id).await?;
            runs.reverse();
            let told = self.0.told(id).await?;
            // All at once: a query each would be most of what a long conversation costs.
            let sets = store.session_sets(id).await?.into_iter().map(|set| (set.id, set)).collect();
            found.gather(&runs, told, sets);
        }
        let plan = self.0.plan(&row.id, None).await?;
        let (met, unmet): (Vec<_>, Vec<_>) = plan.acceptance_criteria.iter().partition(|c| c.completed);
        let described = |list: Vec<&Criterion>| -> Vec<String> { list.iter().map(|c| c.description.clone()).collect() };
        facts.plan = if plan.is_empty() { String::new() } else { prompt(&plan, PLAN) };
        facts.open = found.steps.into_iter().chain(described(unmet)).collect();
        facts.waiting = found.waiting;
        facts.done = found.done.into_iter().chain(described(met)).collect();
        found.recent.reverse();
        facts.recent = found.recent;
        found.referenced.retain(|path| !found.modified.iter().any(|file| file.path == *path));
        (facts.modified, facts.referenced, facts.failed) = (found.modified, found.referenced, found.failed);
        (facts.exchanges, facts.tokens, facts.sets) = (found.exchanges, found.tokens, (found.sets, found.applied));
        facts.next = found.next;
        let bugs = self.session_bugs(&row.id).await?.bugs;
        facts.bugs = bugs.into_iter().filter(|bug| !bug.resolved).map(|bug| bug.description).collect();
        Ok(facts)
    }
}

/// What the runs of some conversations came to, newest first.
#[derive(Default)]
struct Gathered {
    exchanges: u64,
    tokens: (u64, u64),
    sets: u64,
    applied: u64,
    modified: Vec<Modified>,
    referenced: Vec<String>,
    /// Steps of the newest plan of an agent or a reply that are left, and those that are done.
    steps: Vec<String>,
    done: Vec<String>,
    /// Proposals that wait for a signature.
    waiting: Vec<String>,
    recent: Vec<(String, String)>,
    failed: Vec<String>,
    next: Option<String>,
    /// A plan of steps was found.
    planned: bool,
}

/// What the events of one run say.
#[derive(Default)]
struct Told {
    steps: BTreeMap<u32, (String, StepStatus)>,
    reply: Option<WorkReply>,
    files: Vec<String>,
    tokens: (u64, u64),
}

impl Inner {
    async fn told(&self, id: &SessionId) -> Result<BTreeMap<RunId, Told>> {
        let mut told: BTreeMap<RunId, Told> = BTreeMap::new();
        for (run, event) in self.store.session_events(id, &["usage", "step", "reply", "context"]).await? {
            let one = told.entry(run).or_default();
            match event.event {
                RunEvent::Usage(call) => {
                    one.tokens.0 += call.prompt_tokens;
                    one.tokens.1 += call.completion_tokens;
                }
                RunEvent::Step(step) => drop(one.steps.insert(step.n, (step.title, step.status))),
                RunEvent::Reply(reply) => one.reply = Some(reply),
                RunEvent::Context(context) => one.files.extend(context.files.into_iter().map(|file| file.path)),
                _ => {}
            }
        }
        Ok(told)
    }
}

impl Gathered {
    /// Takes in the runs of one conversation, newest first.
    fn gather(&mut self, runs: &[RunRow], mut told: BTreeMap<RunId, Told>, sets: BTreeMap<SetId, ChangeSet>) {
        for run in runs {
            let newest = self.exchanges == 0;
            self.exchanges += 1;
            if self.recent.len() < RECENT {
                self.recent.push((run.message.clone(), run.text.clone().unwrap_or_default()));
            }
            let set = run.change_set.and_then(|set| sets.get(&set));
            let mut of = told.remove(&run.id).unwrap_or_default();
            self.tokens.0 += of.tokens.0;
            self.tokens.1 += of.tokens.1;
            for path in of.files.into_iter().rev() {
                if !self.referenced.contains(&path) {
                    self.referenced.push(path);
                }
            }
            if let Some(reply) = &mut of.reply {
                let applied = |n| set.and_then(|s| s.item(n)).is_some_and(|i| i.status == ItemStatus::Applied);
                reply.tick(applied);
                if newest {
                    self.next = reply.next_steps.first().map(|step| step.input_text.clone());
                }
            }
            if !self.planned {
                self.plan(&of.steps, of.reply.as_ref());
            }
            if let Some(set) = set {
                self.set(set);
            }
        }
    }

    /// The steps of a run, where it has any.
    fn plan(&mut self, steps: &BTreeMap<u32, (String, StepStatus)>, reply: Option<&WorkReply>) {
        // One step is the message itself, and is no plan.
        let agent = steps.values().filter(|_| steps.len() > 1);
        let agent = agent.map(|(title, status)| (title.clone(), *status == StepStatus::Completed));
        let replied = reply.into_iter().flat_map(|reply| &reply.steps).map(|step| (step.text.clone(), step.completed));
        for (text, completed) in agent.chain(replied) {
            self.planned = true;
            if completed { self.done.push(text) } else { self.steps.push(text) }
        }
    }

    /// What became of a set's items, the last first.
    fn set(&mut self, set: &ChangeSet) {
        self.sets += 1;
        for item in set.items.iter().rev() {
            if let (Some(Operation::RunCommand(command)), Some(outcome)) = (&item.op, &item.outcome)
                && !outcome.ok()
            {
                let how = match outcome.exit {
                    _ if outcome.timed_out => "its time was over".to_owned(),
                    _ if outcome.stopped => "stopped".to_owned(),
                    Some(code) => format!("exit code {code}"),
                    None => "ended by a signal".to_owned(),
                };
                self.failed.push(format!("{} ({how})", command.command));
            }
            match item.status {
                ItemStatus::Applied => {
                    self.applied += 1;
                    match &item.op {
                        Some(Operation::WriteFile { at, added, removed, .. }) => {
                            self.file(at.path.as_str(), *added, *removed, false);
                        }
                        Some(Operation::DeleteFile { at, .. }) => self.file(at.path.as_str(), 0, 0, true),
                        Some(Operation::RunCommand(_)) => {}
                        _ => self.done.push(item.label.clone()),
                    }
                }
                ItemStatus::Pending | ItemStatus::Confirmed | ItemStatus::Drifted
                    if review::rejected_with(set, item).is_none() =>
                {
                    self.waiting.push(format!("Decide #{}.{}: {}", set.id, item.n, item.label));
                }
                _ => {}
            }
        }
    }

    /// Adds a change of a file to those of the same file that came after it.
    fn file(&mut self, path: &str, added: u64, removed: u64, gone: bool) {
        match self.modified.iter_mut().find(|file| file.path == path) {
            Some(file) => {
                file.added += added;
                file.removed += removed;
            }
            None => self.modified.push(Modified { path: path.to_owned(), added, removed, gone }),
        }
    }
}

/// The name of what follows: "Kitchen", "Kitchen · 2", "Kitchen · 3".
fn next_title(title: &str) -> String {
    let numbered = title.rsplit_once(" · ").and_then(|(name, n)| Some((name, n.parse::<u32>().ok()?)));
    let (name, n) = numbered.map_or((title, 1), |(name, n)| (name, n));
    let name: String = name.chars().take(super::LONGEST - 16).collect();
    format!("{name} · {}", n.saturating_add(1))
}
