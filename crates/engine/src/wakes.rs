//! Agents that wake and propose by themselves: the built-in one from what the list shows, a large
//! model if there is one, and agents elsewhere through tools. Nothing of theirs is decided or marked;
//! what was turned down, or waits already, is not put before the person again (F/S2, R21, R26).

mod by_model;
mod desk;
mod operations;
mod putting;
mod small;
mod subscribed;
mod tools;

pub(crate) use desk::Desk;
pub(crate) use subscribed::check as check_subscriptions;
pub use tools::ToolCall;

use crate::workspace::blocking;
use crate::write::Write;
use crate::{Engine, Inner, Result};
use by_model::ByModel;
use countersign_core::change_set::propose::Proposal;
use countersign_core::change_set::{ChangeSet, ItemStatus, SetStatus};
use countersign_core::dedup::{Judged, SET_SIZE};
use countersign_core::ledger::Event;
use countersign_core::todos::{Todos, View};
use countersign_core::wire::{NotProposed, WakeReport};
use countersign_store::SetFilter;
use countersign_suggest::{About, Suggestion, suggest};
use jiff::civil::Date;
use serde_json::json;

/// The built-in agent.
pub(crate) const PLANNER: &str = "planner";
/// An agent that wakes has at most so many open items: three sets are enough to look at.
const MOST_OPEN: usize = 3 * SET_SIZE;

/// A wake that was asked for.
#[derive(Debug, Clone, Default)]
pub struct WakeRequest {
    /// Which agent; none = the built-in one.
    pub agent: Option<String>,
    /// A todo (`#5`) or words of titles; none = everything.
    pub about: Option<String>,
}

impl Engine {
    /// Wakes an agent: it looks at the todos and proposes. Nothing is changed by that.
    ///
    /// # Errors
    /// `invalid_agent`, `invalid_about`, `id_not_found` or `nothing_about` where there is no such todo,
    /// or a failing store.
    pub async fn wake(&self, request: WakeRequest) -> Result<WakeReport> {
        let desk = Desk::new(request.agent.as_deref(), request.about.as_deref())?;
        self.0.is_about_something(&desk)?;
        let desk = self.0.settled(desk);
        Ok(self.woken(desk, None).await?.unwrap_or_else(|| report(&Desk { agent: PLANNER.into(), about: None }, None)))
    }

    /// Wakes the built-in agent if its hour has come today and it has not woken yet (S2, scheduled
    /// wakes). The date it woke on is stored with what it proposed, so neither a restart nor a clock
    /// that is set back wakes it twice.
    ///
    /// # Errors
    /// When the store fails; it is then tried again.
    pub async fn wake_due(&self) -> Result<Option<WakeReport>> {
        let now = self.0.planner_clock().now;
        let come = self.settings().wake_at.is_some_and(|at| now.time() >= at.time());
        if !come || self.0.woke_on(now.date()).await? {
            return Ok(None);
        }
        self.woken(Desk::new(None, None)?, Some(now.date())).await
    }

    async fn woken(&self, desk: Desk, scheduled: Option<Date>) -> Result<Option<WakeReport>> {
        self.expire_due().await?;
        let ByModel { proposals: by_model, model, trouble } = self.model_proposals(&desk).await?;
        // Nobody who writes waits for what it looks at.
        let looked = self.0.looked_over(&desk).await?;
        let engine = self.clone();
        let (told, unasked) = self.detached(async move {
            let inner = &engine.0;
            let mut write = Write::begin(inner).await?;
            if let Some(date) = scheduled {
                if inner.woke_on(date).await? {
                    return Ok((None, None));
                }
                write.tx.put_meta("woke", &date.to_string()).await?;
            }
            let LookedOver { todos, mut found } = looked;
            let topics = found.iter().map(|said| said.topic.clone()).collect();
            // What is said because of a todo that somebody changed meanwhile is looked for again at the next wake.
            {
                let now = &inner.world().todos;
                found.retain(|said| said.ground.iter().all(|id| todos.todo(*id) == now.todo(*id)));
            }
            drop(todos);
            let mut proposals: Vec<Proposal> = found.into_iter().map(proposal).collect();
            proposals.extend(by_model);
            let put = write.put(&desk, proposals, Some(&topics), Some(MOST_OPEN)).await?;
            let mut told = report(&desk, model);
            told.sets = put.sets;
            (told.proposed, told.retracted, told.left) = (put.proposed, put.retracted, put.left);
            told.not_proposed = put.judged.iter().filter_map(not_proposed).collect();
            let detail = json!({
                "agent": told.agent, "about": told.about, "scheduled": scheduled, "sets": told.sets, "model": told.model,
                "proposed": told.proposed, "retracted": told.retracted, "left": told.left, "not_proposed": told.not_proposed.len(),
            });
            write.append(&desk.actor(), Event::Audit { action: "wake".to_owned(), detail }).await?;
            if told.proposed > 0 {
                write.touch("wakes");
            }
            write.finish().await?;
            Ok((Some(told), put.unasked))
        })
        .await?;
        let Some(mut told) = told else { return Ok(None) };
        if let Some(set) = unasked {
            self.let_through(set).await?;
            let view = self.change_set(set).await?;
            told.by_rules = view.items.iter().filter(|i| i.status == ItemStatus::Applied).count() as u64;
            // What a rule could not carry out waits like anything else.
            if told.by_rules == 0 {
                told.proposed += view.items.len() as u64;
                told.sets.push(set);
            }
        }
        told.text = sentence(&told);
        if let Some(trouble) = trouble {
            told.text = format!("{trouble} {}", told.text);
        }
        Ok(Some(told))
    }
}

/// The todos as they were looked at, and what was found amiss.
struct LookedOver {
    todos: Todos,
    found: Vec<Suggestion>,
}

fn proposal(said: Suggestion) -> Proposal {
    Proposal { topic: Some(said.topic), sure: false, ..Proposal::of(said.op, said.why) }
}

impl Inner {
    /// What the list itself shows to be amiss. Looked for on a thread of its own: it takes seconds where there are
    /// very many todos.
    async fn looked_over(&self, desk: &Desk) -> Result<LookedOver> {
        let todos = self.world().todos.clone();
        let clock = self.planner_clock();
        let about = desk.about.as_deref().map_or(About::All, About::read);
        blocking(move || {
            let found = suggest(&todos, &clock, &about);
            LookedOver { todos, found }
        })
        .await
    }

    /// Whether the scheduled wake of this date, or of a later one, was.
    async fn woke_on(&self, date: Date) -> Result<bool> {
        let last = self.store.meta("woke").await?.and_then(|text| text.parse::<Date>().ok());
        Ok(last.is_some_and(|last| last >= date))
    }

    /// Reads the lines of the inbox into memory, which then follows each commit.
    pub(crate) async fn load_open(&self) -> Result<()> {
        let open = self.open_change_sets().await?;
        let mut world = self.world.write();
        world.open.clear();
        world.grounds.clear();
        world.drifted.forget(|_| true);
        world.digests.clear();
        open.iter().for_each(|set| world.waits(set));
        Ok(())
    }

    /// All sets that still want something, oldest first.
    pub(crate) async fn open_change_sets(&self) -> Result<Vec<ChangeSet>> {
        let (mut all, mut before) = (Vec::new(), None);
        loop {
            let statuses = vec![SetStatus::Pending, SetStatus::PartiallyResolved];
            let page =
                self.store.change_sets(&SetFilter { statuses, before, expires_before: None, limit: 200 }).await?;
            let Some(last) = page.last().map(|s| s.id) else { break };
            before = Some(last);
            all.extend(page);
        }
        all.sort_by_key(|s| s.id);
        Ok(all)
    }
}

fn report(desk: &Desk, model: Option<String>) -> WakeReport {
    WakeReport {
        agent: desk.agent.clone(),
        about: desk.about.clone(),
        sets: Vec::new(),
        proposed: 0,
        retracted: 0,
        not_proposed: Vec::new(),
        left: 0,
        by_rules: 0,
        model,
        text: String::new(),
    }
}

fn not_proposed(judged: &Judged) -> Option<NotProposed> {
    let refused = judged.refused.as_ref()?;
    Some(NotProposed {
        label: judged.label.clone(),
        fingerprint: judged.fingerprint.clone(),
        code: refused.code().to_owned(),
        message: refused.message(),
    })
}

fn sentence(report: &WakeReport) -> String {
    let waits = report.not_proposed.iter().filter(|n| n.code == "waits_already").count();
    let mut text = match (report.proposed, waits) {
        (0, 0) if report.by_rules > 0 => String::new(),
        (0, 0) => "Nothing to propose.".to_owned(),
        (0, 1) => "Nothing new: 1 change waits already.".to_owned(),
        (0, n) => format!("Nothing new: {n} changes wait already."),
        (1, _) => "1 change proposed.".to_owned(),
        (n, _) => format!("{n} changes proposed."),
    };
    if report.left > 0 {
        text.push_str(&format!(" {} more are left for later: enough waits already.", report.left));
    }
    match report.by_rules {
        0 => text.push_str(" Nothing has been changed."),
        1 => text.push_str(" 1 change was made by your rules."),
        n => text.push_str(&format!(" {n} changes were made by your rules.")),
    }
    text.trim().to_owned()
}
