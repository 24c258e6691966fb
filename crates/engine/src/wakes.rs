//! Agents that wake and propose by themselves: the built-in one from what the list shows, a large
//! model if there is one, and agents elsewhere through tools. Nothing of theirs is decided or marked;
//! what was turned down, or waits already, is not put before the person again (F/S2, R21, R26).

mod operations;
mod small;
mod subscribed;
mod tools;

pub(crate) use subscribed::check as check_subscriptions;
pub use tools::ToolCall;

use crate::rules::RULES;
use crate::write::Write;
use crate::{Engine, EngineError, Inner, Result};
use countersign_assistant::{ModelProfile, Outcome, Step, Trace, Turn};
use countersign_core::change_set::propose::{Proposal, expiry, extend};
use countersign_core::change_set::review::{self, decide};
use countersign_core::change_set::{Actor, ChangeItem, ChangeSet, ItemStatus, SetStatus, Source, Verdict};
use countersign_core::dedup::{self, Judged, Memory, Past, Refused, SET_SIZE, Screened, pack, screen};
use countersign_core::ids::{RuleId, SetId, TodoId};
use countersign_core::label::quoted;
use countersign_core::ledger::Event;
use countersign_core::model::{Finish, Role};
use countersign_core::operation::parse::stored;
use countersign_core::operation::{Operation, Target};
use countersign_core::problem::Problem;
use countersign_core::rule::Grant;
use countersign_core::shape::YOU;
use countersign_core::todos::{View, words as title_words};
use countersign_core::unasked;
use countersign_core::wire::{NotProposed, WakeReport};
use countersign_llm::Models;
use countersign_llm::catalogue::Size;
use countersign_store::{DecisionFilter, SetFilter};
use countersign_suggest::{About, suggest};
use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::PoisonError;
use tokio_util::sync::CancellationToken;

/// The built-in agent.
pub(crate) const PLANNER: &str = "planner";
/// An agent that wakes has at most so many open items: three sets are enough to look at.
const MOST_OPEN: usize = 3 * SET_SIZE;
/// Before a number these words say that it is a todo's.
const KINDS: [&str; 6] = ["todo", "task", "aufgabe", "tarea", "tache", "sarcina"];
/// A set takes up what is found within so many hours: what is found later would expire too early in it.
const TAKES_UP_HOURS: i64 = 24;
/// So many of what was turned down about a todo are looked through.
const LOOK_BACK: u32 = 200;
/// Of what rules keep from being proposed so much is told.
const LABELS: usize = 5;
/// What a model is told when it wakes with nothing to do in particular.
const TIDY: &str = "Tidy up this list: propose the few changes that would help today, each with a clear benefit, \
    or {\"operations\":[]} if there are none.";

/// Names that no agent has: who reads one of these as a proposer would be misled.
const RESERVED: [&str; 6] = [YOU, "me", "user", "system", "rule", RULES];
/// A wake that was asked for.
#[derive(Debug, Clone, Default)]
pub struct WakeRequest {
    /// Which agent; none = the built-in one.
    pub agent: Option<String>,
    /// A todo (`#5`) or words of titles; none = everything.
    pub about: Option<String>,
}

/// What a wake's model proposed, which it was, and why there may be less than it wanted to say.
#[derive(Default)]
struct ByModel {
    proposals: Vec<Proposal>,
    model: Option<String>,
    trouble: Option<String>,
}

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

/// An agent and what it is about: what has one live set (F/S2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Desk {
    pub(crate) agent: String,
    pub(crate) about: Option<String>,
}

impl Desk {
    /// A name is what stands in the ledger as the proposer: short, and no disguise.
    pub(crate) fn new(agent: Option<&str>, about: Option<&str>) -> Result<Self> {
        let agent = agent.map_or(PLANNER, str::trim);
        let plain = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '.' | ':');
        if agent.is_empty() || agent.chars().count() > 60 || !agent.chars().all(plain) {
            return Err(EngineError::Bad(
                Problem::new("invalid_agent", "an agent's name is 1 to 60 letters, digits, spaces, - _ . or :")
                    .at("/agent"),
            ));
        }
        if RESERVED.contains(&agent.to_lowercase().as_str()) {
            return Err(EngineError::Bad(
                Problem::new("invalid_agent", format!("no agent is called {}", quoted(agent))).at("/agent"),
            ));
        }
        let about = about.map(str::trim).filter(|a| !a.is_empty());
        if about.is_some_and(|a| a.chars().count() > 200 || a.chars().any(char::is_control)) {
            return Err(EngineError::Bad(
                Problem::new("invalid_about", "what the wake is about is too long, or holds control characters")
                    .at("/about"),
            ));
        }
        Ok(Self { agent: agent.to_owned(), about: about.map(str::to_owned) })
    }

    /// As [`Self::new`], of an agent elsewhere: none proposes in the built-in one's name.
    fn elsewhere(agent: &str, about: Option<&str>) -> Result<Self> {
        let desk = Self::new(Some(agent), about)?;
        if desk.agent == PLANNER {
            let why = "planner is the built-in agent: no other proposes in its name";
            return Err(EngineError::Bad(Problem::new("invalid_agent", why).at("/agent")));
        }
        Ok(desk)
    }

    /// Where rules are proposed from.
    pub(crate) fn of_rules() -> Self {
        Self { agent: RULES.to_owned(), about: None }
    }

    fn source(&self) -> Source {
        Source::Wake { agent: self.agent.clone(), about: self.about.clone() }
    }

    pub(crate) fn actor(&self) -> Actor {
        Actor::Agent { name: self.agent.clone() }
    }

    fn title(&self) -> String {
        match &self.about {
            _ if self.agent == RULES => "Rules that your decisions suggest".to_owned(),
            Some(about) => format!("Tidy up: {about}"),
            None => "Tidy up".to_owned(),
        }
    }
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
            let mut proposals: Vec<Proposal> = {
                let world = inner.world();
                let about = desk.about.as_deref().map_or(About::All, About::read);
                let found = suggest(&world.todos, &inner.planner_clock(), &about).into_iter();
                found.map(|s| Proposal { topic: Some(s.topic), sure: false, ..Proposal::of(s.op, s.why) }).collect()
            };
            let topics = proposals.iter().filter_map(|p| p.topic.clone()).collect();
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

    /// What a model proposes, asked with no lock and no transaction held. A model that fails leaves the
    /// wake to the rules.
    async fn model_proposals(&self, desk: &Desk) -> Result<ByModel> {
        let inner = &self.0;
        let models = inner.models();
        let Some(info) = models.available(Role::Propose) else { return Ok(ByModel::default()) };
        if info.size == Size::Small {
            return self.small_proposals(desk, &models).await;
        }
        let message = desk.about.as_ref().map_or_else(|| TIDY.to_owned(), |about| format!("{TIDY} About: {about}"));
        let mut input = countersign_assistant::Input::new(message, inner.planner_clock());
        let mut profile = ModelProfile { summary: false, router: false, ..ModelProfile::large() };
        profile.read_within(info.context);
        input.model = Some(profile);
        input.decisions = self.decided(&crate::turns::context::VERDICTS).await?;
        input.waiting = inner.waiting().await?.into_iter().map(|item| item.label).collect();
        input.instructions = inner.instructions().await;
        let (mut turn, mut step) = Turn::wake(input, &inner.world().todos);
        let operations = loop {
            step = match step {
                Step::Done(Outcome::Plan { operations, .. }) => break operations,
                Step::Done(_) => break Vec::new(),
                Step::Ops(_) => turn.proceed(&inner.world().todos),
                Step::Call(call) => {
                    let answer = models.call(call, &mut |_| {}, &CancellationToken::new()).await;
                    match answer {
                        Ok(reply) => turn.reply(reply, &inner.world().todos),
                        Err(e) => turn.failed(&e.to_string(), &inner.world().todos),
                    }
                }
            };
        };
        let model = turn.decided_by().map(str::to_owned);
        self.keep_asked(desk, &models, turn.trace(), model.as_deref()).await?;
        let why = by(model.as_deref());
        let proposals = operations
            .into_iter()
            .map(|one| match one.op {
                Some(op) if one.problems.is_empty() => Proposal { sure: false, ..Proposal::of(op, why.clone()) },
                _ => Proposal { op: Err((one.raw, one.problems)), sure: false, ..Proposal::parse(&json!(null), &why) },
            })
            .collect();
        Ok(ByModel { proposals, model, trouble: trouble(&turn) })
    }

    /// Keeps what a wake's model was asked and said.
    async fn keep_asked(&self, desk: &Desk, models: &Models, asked: &Trace, model: Option<&str>) -> Result<()> {
        if asked.calls.is_empty() {
            return Ok(());
        }
        let mut write = Write::begin(&self.0).await?;
        let trace =
            json!({ "calls": crate::sent::as_sent(models, None, &asked.calls), "audit": asked.audit }).to_string();
        let blob = write.tx.put_blob(trace.as_bytes()).await?;
        let detail = json!({ "agent": desk.agent, "model": model, "trace": blob });
        write.append(&desk.actor(), Event::Audit { action: "wake_model".to_owned(), detail }).await?;
        write.finish().await?;
        Ok(())
    }
}

/// Why something is proposed that a model came up with.
fn by(model: Option<&str>) -> String {
    format!("The model {} proposed it.", model.unwrap_or("that was asked"))
}

impl Inner {
    /// Refuses a wake about what is not there.
    fn is_about_something(&self, desk: &Desk) -> Result<()> {
        let Some(text) = &desk.about else { return Ok(()) };
        // To a model any words say something.
        let model = self.models().available(Role::Propose).is_some_and(|info| info.size == Size::Large);
        let (about, today, world) = (About::read(text), self.moment().today, self.world());
        let problem = match about {
            About::Todo(id) if world.todos.todo(id).is_none() => {
                Problem::new("id_not_found", format!("there is no todo #{id}"))
            }
            About::Words(_) if model => return Ok(()),
            About::Words(_) | About::Label(_) if !world.todos.iter().any(|t| about.holds(t, today)) => {
                Problem::new("nothing_about", format!("no todo is about {}", quoted(text)))
            }
            _ => return Ok(()),
        };
        Err(EngineError::Bad(problem.at("/about")))
    }

    /// The same subject in one spelling, so that it has one live set: a todo by its number, however it was
    /// named; words in lower case.
    pub(crate) fn settled(&self, desk: Desk) -> Desk {
        let about = desk.about.as_deref().and_then(|text| match About::read(text) {
            About::All => None,
            About::Todo(id) => Some(format!("#{id}")),
            About::Late => Some(text.to_owned()),
            About::Label(label) => Some(format!("label:{label}")),
            About::Words(words) => {
                let world = self.world();
                let numbered = match words.as_slice() {
                    [kind, n] if KINDS.contains(&kind.as_str()) => n.parse().ok().map(TodoId),
                    _ => None,
                };
                let mut same = world.todos.iter().filter(|t| !t.status.is_closed() && title_words(&t.title) == words);
                let named = match (same.next(), same.next()) {
                    (Some(only), None) => Some(only.id),
                    _ => numbered.filter(|id| world.todos.todo(*id).is_some()),
                };
                let said = || text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
                Some(named.map_or_else(said, |id| format!("#{id}")))
            }
        });
        Desk { about, ..desk }
    }

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

    /// Whether the scheduled wake of this date, or of a later one, was.
    async fn woke_on(&self, date: Date) -> Result<bool> {
        let last = self.store.meta("woke").await?.and_then(|text| text.parse::<Date>().ok());
        Ok(last.is_some_and(|last| last >= date))
    }

    /// Reads the lines of the inbox into memory, which then follows each commit.
    pub(crate) async fn load_open(&self) -> Result<()> {
        let open = self.open_change_sets().await?;
        let mut world = self.world.write().unwrap_or_else(PoisonError::into_inner);
        world.open.clear();
        world.grounds.clear();
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
    async fn screened(&mut self, desk: &Desk, proposals: Vec<Proposal>, open: &[ChangeSet]) -> Result<Screened> {
        let (inner, moment) = (self.inner(), self.moment);
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
        let items = extend(&set, more, &self.inner().world().todos, self.moment);
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
            for item in extend(&set, screened.kept.clone(), &world.todos, self.moment) {
                if let (Ok(at), false) = (usize::try_from(item.request), item.problems.is_empty()) {
                    refused.insert(at, item.problems);
                }
            }
        }
        Ok(dedup::without(screened, &refused))
    }

    /// Notes what rules kept an agent from proposing.
    async fn note_silence(&mut self, judged: &[Judged], desk: &Desk) -> Result<()> {
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
            items.iter().filter_map(|n| Some((*n, set.item(*n)?.digest.clone()))).collect();
        let decisions = {
            let world = self.inner().world();
            decide(&mut set, &picked, Verdict::Retracted, Some(reason), actor, &world.todos, self.moment)?
        };
        let n = decisions.len() as u64;
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

/// What was wrong with the answers of a wake's model, told before what came of the wake.
fn trouble(turn: &Turn) -> Option<String> {
    let calls = &turn.trace().calls;
    let failed = calls.iter().find_map(|call| call.error.as_deref());
    if let Some(why) = failed {
        let why = why.trim_end().trim_end_matches("Nothing has been changed.").trim_end();
        return Some(format!("The model was asked and failed: {why}"));
    }
    let cut = calls.iter().any(|c| matches!(c.finish, Some(Finish::Length | Finish::Aborted | Finish::Filtered)));
    let unread = calls.last().is_some_and(|c| c.finish.is_some() && c.schema.is_some() && c.parsed.is_none());
    match (cut, unread) {
        (true, _) => Some("The model's answer was cut before its end.".to_owned()),
        (_, true) => Some("The model's answer could not be read.".to_owned()),
        _ => None,
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
