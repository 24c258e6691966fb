//! One write: entries appended, taken into a projection, stored, committed, and only then seen.

use crate::feed::About;
use crate::history::takes_back;
use crate::review::OPEN;
use crate::rules::Rules;
use crate::{Changed, EngineError, Inner, Result, World};
use countersign_core::change_set::{Actor, ChangeSet};
use countersign_core::effect::Moment;
use countersign_core::ids::{RuleId, RunId, Seq, SessionId, SetId, TodoId};
use countersign_core::ledger::{Entry, Event, ItemOutcome};
use countersign_core::projection::Projection;
use countersign_core::rule::Rule;
use countersign_core::settings::{Mirror, Settings};
use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use countersign_core::wire::{Head, RunEvent};
use countersign_store::{EntryFilter, NumberedEvent, OutputRow, Tx};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use tokio::sync::MutexGuard;

pub(crate) struct Write<'e> {
    inner: &'e Inner,
    pub(crate) tx: Box<dyn Tx>,
    pub(crate) moment: Moment,
    /// Who asks is shown no secrets, and is told none by what becomes of an edit.
    pub(crate) shown: bool,
    projection: Projection,
    noted: Noted,
    settings: Option<Settings>,
    /// What else changes by this.
    touched: Vec<&'static str>,
    /// Conversations in which something was said or done.
    spoken: BTreeSet<SessionId>,
    turn: MutexGuard<'e, ()>,
}

impl Inner {
    /// # Errors
    /// What keeps it, where the engine only looks.
    pub(crate) fn may_write(&self) -> Result<()> {
        self.setup.look.map_or(Ok(()), |look| Err(EngineError::Looks(look)))
    }
}

impl<'e> Write<'e> {
    /// Waits for its turn.
    ///
    /// # Errors
    /// What keeps it where the engine only looks.
    pub(crate) async fn begin(inner: &'e Inner) -> Result<Self> {
        inner.may_write()?;
        Self::turn(inner).await
    }

    /// As [`Self::begin`], for whoever looks at what the ledger makes, and perhaps makes it anew.
    pub(crate) async fn rebuilding(inner: &'e Inner, write: bool) -> Result<Self> {
        if write {
            inner.may_write()?;
        }
        let turn = inner.writer.lock().await;
        Ok(Self::with(inner, turn, inner.store.begin_rebuild().await?))
    }

    /// As [`Self::begin`], for whoever will write nothing.
    pub(crate) async fn turn(inner: &'e Inner) -> Result<Self> {
        let turn = inner.writer.lock().await;
        Ok(Self::with(inner, turn, inner.store.begin().await?))
    }

    fn with(inner: &'e Inner, turn: MutexGuard<'e, ()>, tx: Box<dyn Tx>) -> Self {
        Self {
            inner,
            tx,
            moment: inner.moment(),
            shown: false,
            projection: Projection::default(),
            noted: Noted::default(),
            settings: None,
            touched: Vec::new(),
            spoken: BTreeSet::new(),
            turn,
        }
    }

    pub(crate) fn inner(&self) -> &'e Inner {
        self.inner
    }

    /// Loads a set so that entries about it can be taken in.
    pub(crate) async fn load(&mut self, id: SetId) -> Result<ChangeSet> {
        if let Some(set) = self.projection.sets.get(&id) {
            return Ok(set.clone());
        }
        let set = self.inner.set(id).await?;
        self.projection.sets.insert(id, set.clone());
        Ok(set)
    }

    /// Loads a set that is to be changed, for [`Self::keep`]: a large one is not there twice.
    pub(crate) async fn take(&mut self, id: SetId) -> Result<ChangeSet> {
        match self.projection.sets.remove(&id) {
            Some(set) => Ok(set),
            None => self.inner.set(id).await,
        }
    }

    /// Puts a set there so that entries about it can be taken in, unless it is there.
    pub(crate) fn keep(&mut self, set: ChangeSet) {
        self.projection.sets.entry(set.id).or_insert(set);
    }

    /// The todos that this write stores, or takes away.
    pub(crate) fn todos(&mut self) -> &mut BTreeMap<TodoId, Option<Todo>> {
        &mut self.projection.todos
    }

    /// A set as this write leaves it so far.
    pub(crate) fn current(&self, stored: ChangeSet) -> ChangeSet {
        self.projection.sets.get(&stored.id).cloned().unwrap_or(stored)
    }

    /// Appends an entry and takes it in. Returns its number and hash.
    pub(crate) async fn append(&mut self, actor: &Actor, mut event: Event) -> Result<Head> {
        if let Event::Applied { set, items, left, .. } = &mut event {
            self.load_undone(*set).await?;
            if let Some(set) = self.projection.sets.get(set) {
                *left = self.inner.left(set, items);
            }
        }
        if let Event::Proposed { set } = &event
            && let Some(old) = set.copy_of
        {
            self.load(old).await?;
        }
        if let Event::Session { session, .. } = &event
            && !self.projection.marks.contains_key(session)
        {
            let marks = self.inner.store.marks(session).await?;
            self.projection.marks.insert(session.clone(), marks);
        }
        if let Event::Settings { after, .. } = &event {
            self.tx.put_meta("settings", &serde_json::to_string(after).unwrap_or_default()).await?;
            self.settings = Some((**after).clone());
        }
        if let Event::RuleUsed { rule, .. }
        | Event::RuleKept { rule, .. }
        | Event::RuleSuspended { rule, .. }
        | Event::RuleRevoked { rule, .. } = &event
            && !self.projection.rules.contains_key(rule)
        {
            let known = self.inner.world().rules.get(*rule).cloned();
            self.projection.rules.extend(known.map(|known| (*rule, known)));
        }
        let entry = self.tx.append(self.moment.now, actor, event).await?;
        self.projection.take(&entry);
        let head = Head { seq: entry.seq, hash: entry.hash.clone() };
        self.noted.take(entry);
        Ok(head)
    }

    /// Stores the row of an output.
    pub(crate) async fn put_output(&mut self, output: &OutputRow) -> Result<()> {
        self.touch("outputs");
        Ok(self.tx.put_output(output).await?)
    }

    /// Appends events of a run, numbered.
    pub(crate) async fn append_events(
        &mut self,
        session: &SessionId,
        run: &RunId,
        events: &[RunEvent],
    ) -> Result<Vec<NumberedEvent>> {
        self.spoken.insert(session.clone());
        Ok(self.tx.append_events(session, run, events, self.moment.now).await?)
    }

    /// Lets listeners know of something that is no todo, set, rule or setting.
    pub(crate) fn touch(&mut self, what: &'static str) {
        if !self.touched.contains(&what) {
            self.touched.push(what);
        }
    }

    /// A rule that this write is about, as it leaves it.
    pub(crate) fn rule(&self, id: RuleId) -> Option<&Rule> {
        self.projection.rules.get(&id)
    }

    /// What the newest `applied` entry of this write came to.
    pub(crate) fn outcomes(&self) -> &[ItemOutcome] {
        match self.noted.applied.last().map(|entry| &entry.event) {
            Some(Event::Applied { items, .. }) => items,
            _ => &[],
        }
    }

    /// Loads the sets whose items an undo or rewind takes back, and theirs in turn.
    async fn load_undone(&mut self, id: SetId) -> Result<()> {
        let mut wanted: Vec<SetId> = Vec::new();
        if let Some(set) = self.projection.sets.get(&id) {
            wanted.extend(set.items.iter().flat_map(|i| &i.undoes).map(|r| r.set));
        }
        let mut seen = BTreeSet::new();
        while let Some(next) = wanted.pop() {
            if seen.insert(next) && next != id {
                let set = self.load(next).await?;
                wanted.extend(set.items.iter().flat_map(|i| &i.undoes).map(|r| r.set));
            }
        }
        Ok(())
    }

    /// Makes what was appended so far durable and goes on with a new transaction. Nobody else's
    /// turn comes in between.
    pub(crate) async fn checkpoint(self) -> Result<Self> {
        let (inner, moment) = (self.inner, self.moment);
        let (_, projection, turn) = self.store().await?;
        let tx = inner.store.begin().await?;
        Ok(Self {
            inner,
            tx,
            moment,
            shown: false,
            projection,
            noted: Noted::default(),
            settings: None,
            touched: Vec::new(),
            spoken: BTreeSet::new(),
            turn,
        })
    }

    /// Makes everything durable and ends. Returns the last number.
    pub(crate) async fn finish(self) -> Result<Option<Seq>> {
        self.store().await.map(|(last, ..)| last)
    }

    /// As [`Self::finish`]; nobody else's turn comes before the value goes.
    pub(crate) async fn finish_held(self) -> Result<MutexGuard<'e, ()>> {
        self.store().await.map(|(.., turn)| turn)
    }

    /// Stores the projection, commits, and lets memory and listeners know.
    async fn store(mut self) -> Result<(Option<Seq>, Projection, MutexGuard<'e, ()>)> {
        let (mut add, mut put, mut gone): (Vec<&Todo>, Vec<&Todo>, Vec<TodoId>) = Default::default();
        for (id, todo) in &self.projection.todos {
            match todo {
                Some(todo) if self.noted.makes(*id) => add.push(todo),
                Some(todo) => put.push(todo),
                None => gone.push(*id),
            }
        }
        if !gone.is_empty() {
            self.tx.delete_todos(&gone).await?;
        }
        if !add.is_empty() {
            self.tx.add_todos(&add).await?;
        }
        if !put.is_empty() {
            self.tx.put_todos(&put).await?;
        }
        for id in &self.projection.touched {
            if let Some(set) = self.projection.sets.get(id) {
                self.tx.put_set(set).await?;
            }
        }
        for rule in self.projection.rules.values() {
            self.tx.put_rule(rule).await?;
        }
        for (session, marks) in &self.projection.marks {
            self.tx.put_marks(session, marks).await?;
        }
        for ((session, _), plan) in &self.projection.plans {
            self.tx.put_plan(session, plan).await?;
        }
        if let Err(e) = self.tx.commit().await {
            // Whether it became durable is not known: believe the database, not the memory.
            if let Ok(todos) = self.inner.store.todos().await {
                self.inner.world.write().todos = Todos::new(todos);
            }
            if let Ok(rules) = self.inner.store.rules().await {
                self.inner.world.write().rules = Rules::load(rules);
            }
            let _ = self.inner.load_open().await;
            return Err(e.into());
        }
        let last = self.noted.last;
        // What a conversation proposed is decided and applied in its log (S4-23).
        let sets = self.projection.touched.iter().filter_map(|id| self.projection.sets.get(id));
        self.spoken.extend(sets.filter_map(|set| set.session.clone()));
        let Seen { what, mirrored, taken_back } = self.inner.remember(
            &mut self.projection,
            &self.noted.applied,
            self.settings.take(),
            self.touched,
            &mut self.spoken,
        );
        if taken_back {
            // It is stored already; where it cannot be read, "undo" finds less.
            let _ = self.inner.load_past().await;
        }
        if mirrored {
            self.inner.mirror.mark(std::mem::take(&mut self.spoken));
        }
        if let Some(seq) = last {
            // Nobody listening is fine.
            let about = Some(Arc::new(self.noted.about));
            let _ = self.inner.feed.send(Changed { seq, what, about });
        }
        self.projection.touched.clear();
        Ok((last, self.projection, self.turn))
    }
}

/// What is to be told of a write that is stored.
struct Seen {
    what: Vec<&'static str>,
    mirrored: bool,
    /// Something was taken back or brought back.
    taken_back: bool,
}

/// What is known of the entries of a write once they are appended. Their texts are on the way to the disk, and
/// may be long: what nobody asks for again is not kept.
#[derive(Default)]
struct Noted {
    last: Option<Seq>,
    about: About,
    /// Those that say what was applied.
    applied: Vec<Entry>,
    /// Of each todo whether it was not there before: storing it must not replace any.
    made: BTreeMap<TodoId, bool>,
}

impl Noted {
    fn take(&mut self, entry: Entry) {
        self.last = Some(entry.seq);
        self.about.add(&entry);
        if let Event::Applied { items, .. } = &entry.event {
            for change in items.iter().flat_map(|item| &item.changes) {
                self.made.entry(change.id).or_insert(change.before.is_none());
            }
            self.applied.push(entry);
        }
    }

    fn makes(&self, id: TodoId) -> bool {
        self.made.get(&id) == Some(&true)
    }
}

impl Inner {
    /// A set as it is stored.
    pub(crate) async fn set(&self, id: SetId) -> Result<ChangeSet> {
        self.store.change_set(id).await?.ok_or_else(|| EngineError::NotFound(format!("change set #{id}")))
    }

    /// Takes what was stored into memory.
    fn remember(
        &self,
        projection: &mut Projection,
        applied: &[Entry],
        settings: Option<Settings>,
        mut touched: Vec<&'static str>,
        spoken: &mut BTreeSet<SessionId>,
    ) -> Seen {
        let mut world = self.world.write();
        let mut what = vec!["ledger"];
        what.append(&mut touched);
        if !projection.touched.is_empty() {
            what.push("inbox");
        }
        if !projection.todos.is_empty() {
            what.push("todos");
        }
        if !projection.marks.is_empty() || !projection.plans.is_empty() {
            what.push("sessions");
        }
        spoken.extend(projection.marks.keys().cloned());
        spoken.extend(projection.plans.keys().map(|(session, _)| session.clone()));
        projection.marks.clear();
        projection.plans.clear();
        let written: BTreeSet<TodoId> = projection.todos.keys().copied().collect();
        for (id, todo) in std::mem::take(&mut projection.todos) {
            match todo {
                Some(todo) => world.todos.insert(todo),
                None => drop(world.todos.remove(id)),
            }
        }
        if let Some(settings) = settings {
            world.settings = settings;
            what.push("settings");
        }
        if !projection.rules.is_empty() {
            what.push("rules");
        }
        for rule in projection.rules.values() {
            world.rules.put(rule.clone());
        }
        let World { drifted, grounds, .. } = &mut *world;
        drifted.forget(|id| {
            projection.touched.contains(&id) || grounds.get(&id).is_none_or(|ground| ground.holds(&written))
        });
        for set in projection.touched.iter().filter_map(|id| projection.sets.get(id)) {
            match OPEN.contains(&set.status) {
                true => world.waits(set),
                false => world.settled(set.id),
            }
        }
        let mut taken_back = false;
        for entry in applied {
            if let Event::Applied { set, .. } = &entry.event
                && let Some(set) = projection.sets.get(set)
            {
                match takes_back(&set.source) {
                    true => taken_back = true,
                    false => world.past.push(set, entry),
                }
            }
        }
        Seen { what, mirrored: world.settings.mirror == Mirror::On, taken_back }
    }

    /// All applied entries after this one, oldest first.
    pub(crate) async fn applied_after(&self, to: Seq) -> Result<Vec<Entry>> {
        let mut all = Vec::new();
        let mut after = to;
        loop {
            let page = self
                .store
                .entries(&EntryFilter {
                    after: Some(after),
                    kinds: vec!["applied"],
                    ascending: true,
                    limit: 200,
                    ..EntryFilter::default()
                })
                .await?;
            let Some(last) = page.last() else { return Ok(all) };
            after = last;
            all.extend(page.all()?);
        }
    }
}
