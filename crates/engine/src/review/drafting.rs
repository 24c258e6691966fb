//! Proposals on their way to a change set that waits.

use crate::runs::title_of;
use crate::write::Write;
use crate::{Inner, Result};
use countersign_core::change_set::propose::{NewSet, Proposal, propose};
use countersign_core::change_set::{Actor, ChangeSet, Source, review};
use countersign_core::effect::Moment;
use countersign_core::ids::SetId;
use countersign_core::ledger::Event;
use countersign_store::RunRow;

/// What a change set of a run comes from, and what it is called: by what it does where nothing is said.
pub(crate) struct Origin {
    pub(crate) source: Source,
    pub(crate) title: Option<String>,
}

impl Origin {
    /// A request, by its words.
    pub(crate) fn said(message: &str) -> Self {
        Self { source: Source::Request, title: Some(title_of(message)) }
    }
}

impl Inner {
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
        let default_until = world.settings.default_until;
        let mut set = propose(
            NewSet { id, run: None, session: None, source, title: String::new(), preselect, default_until },
            proposals,
            &world.todos,
            moment,
        );
        drop(world);
        self.bind(&mut set.items, |_| true);
        set.title = title.filter(|t| !t.trim().is_empty()).unwrap_or_else(|| review::called(&set.items));
        set
    }
}

/// The agent that proposes, if one does.
pub(crate) fn proposer(actor: &Actor) -> Option<String> {
    match actor {
        Actor::Agent { name } => Some(name.clone()),
        Actor::User { .. } | Actor::Rule { .. } | Actor::System => None,
    }
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
        self.note_proposed(set, actor).await
    }

    /// The same for a run: the set belongs to it and its conversation.
    pub(crate) async fn propose_in(
        &mut self,
        run: &RunRow,
        Origin { source, title }: Origin,
        proposals: Vec<Proposal>,
        actor: &Actor,
        preselect: bool,
        version: u32,
    ) -> Result<ChangeSet> {
        let id = self.tx.reserve_set_id().await?;
        let set = self.inner().draft(id, source, title, proposals, self.moment, preselect);
        let (of, session) = (Some(run.id.clone()), Some(run.session.clone()));
        self.note_proposed(ChangeSet { run: of, session, version, ..set }, actor).await
    }

    /// Notes a set that has a number.
    pub(super) async fn note_proposed(&mut self, mut set: ChangeSet, actor: &Actor) -> Result<ChangeSet> {
        set.agent = proposer(actor);
        let id = set.id;
        self.append(actor, Event::Proposed { set: Box::new(set) }).await?;
        self.load(id).await
    }
}
