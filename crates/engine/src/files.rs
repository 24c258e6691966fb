//! Bringing todos in from other products and handing them out. Every import is a change set.

use crate::write::Write;
use crate::{Engine, EngineError, Inner, Result};
use countersign_core::change_set::propose::Proposal;
use countersign_core::change_set::{Actor, ChangeSet, ItemStatus, Source};
use countersign_core::ids::{SetId, TodoId};
use countersign_core::operation::Operation;
use countersign_core::problem::Problem;
use countersign_core::todo::TimeOfDay;
use countersign_core::todos::View;
use countersign_core::wire::SetView;
use countersign_interchange::{Env, Format, Parsed, Phrase};
use countersign_planner::dates;

/// Numbers from here on are not kept free for an import that waits: no file can use up what there is.
const FAR: TodoId = TodoId(1_000_000_000);

/// What an import came to.
#[derive(Debug, Clone)]
pub struct Import<S = SetView> {
    /// The set that was made; none when nothing differs, or when just that waits already.
    pub set: Option<S>,
    /// The set that waits for the same.
    pub waits: Option<SetId>,
    /// Todos that are here already, just so.
    pub unchanged: u64,
    /// Lines that could not be read; the rest went on.
    pub problems: Vec<Problem>,
}

/// A phrase of a CSV date column, as the planner reads it in a language.
fn phrase(text: &str, language: Option<&str>, clock: &dates::Clock) -> Option<Phrase> {
    match dates::whole_in(language, text, clock)? {
        dates::What::Date { date, .. } => Some((Some(date), None, None)),
        dates::What::DateTime { date, time, .. } => Some((Some(date), Some(TimeOfDay::new(time)), None)),
        // A series that is over begins no more.
        dates::What::Recurrence { rule, start: Some(start), time, .. } => {
            Some((Some(start), time.map(TimeOfDay::new), Some(rule)))
        }
        _ => None,
    }
}

/// Whether two operations of imports bring the same: a new todo's number and the time of reading are of each its own.
fn brings_the_same(one: &Operation, other: &Operation) -> bool {
    match (one, other) {
        (Operation::Revive { todo: one }, Operation::Revive { todo: other }) => one.uid == other.uid && one.same(other),
        _ => one == other,
    }
}

impl Inner {
    /// An import that waits, whole and undisturbed, for just these operations.
    async fn waiting_import(&self, format: Format, operations: &[Operation]) -> Result<Option<SetId>> {
        let source = Source::Import { format: format.name().to_owned() };
        let alike: Vec<SetId> = {
            let world = self.world();
            world.open.values().filter(|set| set.source == source).map(|set| set.id).collect()
        };
        let waits = |status| matches!(status, ItemStatus::Pending | ItemStatus::Confirmed | ItemStatus::Deferred);
        for id in alike {
            let Some(set) = self.store.change_set(id).await? else { continue };
            let same = set.items.len() == operations.len()
                && set
                    .items
                    .iter()
                    .zip(operations)
                    .all(|(item, wanted)| item.op.as_ref().is_some_and(|op| brings_the_same(op, wanted)));
            if same && self.view(&set).items.iter().all(|item| waits(item.status)) {
                return Ok(Some(id));
            }
        }
        Ok(None)
    }
}

impl Engine {
    /// Reads a file's text into a change set of what differs. Importing the same again changes
    /// nothing, and proposes nothing while the first import waits.
    ///
    /// # Errors
    /// `unknown_format`, or what is wrong with the file as a whole.
    pub async fn import(
        &self,
        format: Option<Format>,
        name: Option<&str>,
        text: String,
        actor: Actor,
    ) -> Result<Import> {
        let Import { set, waits, unchanged, problems } = self.importing(format, name, text, actor).await?;
        Ok(Import { set: set.map(|set| self.0.view(&set)), waits, unchanged, problems })
    }

    /// As [`Self::import`], the set as its JSON.
    ///
    /// # Errors
    /// As [`Self::import`].
    pub async fn import_text(
        &self,
        format: Option<Format>,
        name: Option<&str>,
        text: String,
        actor: Actor,
    ) -> Result<Import<String>> {
        let Import { set, waits, unchanged, problems } = self.importing(format, name, text, actor).await?;
        Ok(Import { set: set.map(|set| self.0.view_text(&set)).transpose()?, waits, unchanged, problems })
    }

    async fn importing(
        &self,
        format: Option<Format>,
        name: Option<&str>,
        text: String,
        actor: Actor,
    ) -> Result<Import<ChangeSet>> {
        let format = format.or_else(|| countersign_interchange::detect(name, &text)).ok_or_else(|| {
            EngineError::Bad(
                Problem::new("unknown_format", "the format of the file is not clear")
                    .hinting("Name it: json, ics, todo.txt, todoist, taskwarrior or markdown."),
            )
        })?;
        let title = format!("Import {}", name.unwrap_or(format.name()));
        let engine = self.clone();
        self.detached(async move {
            let inner = &engine.0;
            // Nobody waits while it is read: a file may hold tens of thousands.
            let mut parsed = engine.parsed(format, text).await?;
            let mut write = Write::begin(inner).await?;
            let next = write.tx.reserve_todo_ids(u32::try_from(parsed.todos.len()).unwrap_or(u32::MAX)).await?;
            let operations = {
                let world = inner.world();
                countersign_interchange::plan(&parsed, &world.todos, next)
            };
            let unchanged = (parsed.todos.len() as u64).saturating_sub(operations.len() as u64);
            // What was read is there a second time by now.
            parsed.todos = Vec::new();
            if operations.is_empty() {
                return Ok(Import { set: None, waits: None, unchanged, problems: parsed.problems });
            }
            if let Some(waits) = inner.waiting_import(format, &operations).await? {
                return Ok(Import { set: None, waits: Some(waits), unchanged, problems: parsed.problems });
            }
            // What was shown under a number keeps it: nobody else is given it while this waits.
            let numbers = operations.iter().filter_map(|op| match op {
                Operation::Revive { todo } if todo.id < FAR => Some(todo.id),
                _ => None,
            });
            if let Some(top) = numbers.max() {
                write.tx.raise_todo_ids(top).await?;
            }
            let proposals = operations.into_iter().map(|op| Proposal::of(op, title.clone())).collect();
            let set = write
                .propose(Source::Import { format: format.name().to_owned() }, Some(title), proposals, &actor, true)
                .await?;
            write.finish().await?;
            Ok(Import { set: Some(set), waits: None, unchanged, problems: parsed.problems })
        })
        .await
    }

    /// What a file holds, read beside everything else.
    async fn parsed(&self, format: Format, text: String) -> Result<Parsed> {
        let engine = self.clone();
        let reading = tokio::task::spawn_blocking(move || {
            let inner = &engine.0;
            let (moment, clock) = (inner.moment(), inner.planner_clock());
            let read = |text: &str, language: Option<&str>| phrase(text, language, &clock);
            let env = Env { now: moment.now, today: moment.today, zone: inner.zone(), phrase: &read };
            countersign_interchange::read(format, &text, &env)
        });
        let read = reading.await.map_err(|stopped| EngineError::Interrupted(stopped.to_string()))?;
        read.map_err(EngineError::Bad)
    }

    /// What [`Engine::export`] of a format would leave out, in words; empty = nothing.
    pub fn export_losses(&self, format: Format) -> Vec<Problem> {
        let moment = self.0.moment();
        let clock = self.0.planner_clock();
        let read = |text: &str, language: Option<&str>| phrase(text, language, &clock);
        let env = Env { now: moment.now, today: moment.today, zone: self.0.zone(), phrase: &read };
        countersign_interchange::losses(format, &mut self.0.world().todos.each(), &env)
    }

    /// All todos in a format.
    pub fn export(&self, format: Format) -> String {
        let moment = self.0.moment();
        let clock = self.0.planner_clock();
        let read = |text: &str, language: Option<&str>| phrase(text, language, &clock);
        let env = Env { now: moment.now, today: moment.today, zone: self.0.zone(), phrase: &read };
        let world = self.0.world();
        countersign_interchange::write(format, &mut world.todos.each(), &env)
    }
}
