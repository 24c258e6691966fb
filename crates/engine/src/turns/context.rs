//! What a turn starts from besides the message: the conversation, the question that waits, recent
//! verdicts, standing instructions, what the model is and what is left of its budget.

use super::Message;
use crate::effects::tree::Tree;
use crate::{Engine, Inner, Result};
use countersign_agent::machine::Nearby;
use countersign_assistant::{Decided, Input, ModelProfile, PendingQuestion, Scope, Size, Thresholds};
use countersign_core::file::{FileKey, FilePath};
use countersign_core::ids::{SetId, TodoId};
use countersign_core::model::{Role, Told};
use countersign_core::wire::RunEvent;
use countersign_llm::spending::{Cost, Used};
use countersign_llm::{Account, Models};
use countersign_planner::interpret;
use countersign_store::{DecisionFilter, RunRow, SessionRow};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Messages of the conversation that are looked at: so many may correct one another. A model is told fewer (S0-30, C1).
const TURNS: usize = 6;
/// What was lately worked on counts for so long (S0-58).
const SCOPE_MINUTES: i64 = 10;
/// What a model is shown of the plan document has at most so many bytes (S4-20); the prompt's own
/// budget may cut more.
const PLAN: usize = 4_000;
/// Verdicts that a model is told of (S2-20).
const DECISIONS: u32 = 20;
/// All verdicts that are told of, rejections first.
pub(crate) const VERDICTS: [&str; 4] = ["rejected", "confirmed", "deferred", "expired"];

impl Engine {
    /// What the session has used before, for its budget.
    pub(crate) async fn account(&self, session: &SessionRow) -> Result<Account> {
        let models = self.0.models();
        if models.catalogue().models.is_empty() {
            return Ok(Account::default());
        }
        let mut before: BTreeMap<String, Used> = BTreeMap::new();
        for (_, event) in self.0.store.session_events(&session.id, &["usage"]).await? {
            if let RunEvent::Usage(call) = event.event {
                before.entry(call.model.clone()).or_default().join(&Used {
                    calls: 1,
                    prompt_tokens: call.prompt_tokens,
                    cached_tokens: call.cached_tokens,
                    completion_tokens: call.completion_tokens,
                    elapsed_ms: call.elapsed_ms,
                    cost: Cost::of_micros(call.cost_millionths),
                });
            }
        }
        let budget = &models.catalogue().budget;
        Ok(Account::session(budget, before).run(budget))
    }

    pub(super) async fn input(
        &self,
        session: &SessionRow,
        run: &RunRow,
        message: &Message,
        models: &Models,
    ) -> Result<Input> {
        let inner = &self.0;
        let mut input = Input::new(message.said.clone(), inner.planner_clock());
        input.mode = run.mode;
        let marks = inner.store.marks(&session.id).await?;
        let runs = inner.store.runs(&session.id).await?;
        let earlier: Vec<&RunRow> = crate::sessions::since(&runs, &marks).iter().filter(|r| r.id != run.id).collect();
        input.turns = turns(&earlier);
        let waiting = self.waiting(&earlier, message.question.is_some()).await?;
        input.proposed = waiting.whole;
        input.proposals = waiting.items;
        input.carried = marks.carried.map(|carried| carried.text).unwrap_or_default();
        input.pending = message.question.as_ref().map(|q| PendingQuestion {
            question: q.clarify.question.clone(),
            options: q.clarify.options.iter().map(|o| o.id).collect(),
            instruction: q.instruction.clone(),
            answers: q.answers.clone(),
            alternatives: q.alternatives.clone(),
        });
        input.selection.clone_from(&message.selection);
        input.thresholds = thresholds(models);
        let recent = inner.clock.now().checked_sub(jiff::Span::new().minutes(SCOPE_MINUTES)).ok();
        {
            let world = inner.world();
            let ours = |set: Option<SetId>| set.is_some() && earlier.iter().any(|run| run.change_set == set);
            let told = |batch: &interpret::Batch| interpret::Batch { here: ours(batch.set), ..batch.clone() };
            input.history = world.past.batches().map(told).collect();
            let fresh = |b: &&interpret::Batch| {
                b.at.as_deref()
                    .and_then(|at| at.parse::<jiff::Timestamp>().ok())
                    .is_some_and(|at| recent.is_some_and(|r| at >= r))
            };
            // A change of files names no todo.
            let ids: Vec<TodoId> = world
                .past
                .batches()
                .rfind(|b| b.ops.iter().any(|o| o.id.is_some()))
                .filter(fresh)
                .map(|b| b.ops.iter().filter_map(|o| o.id).take(10).collect())
                .unwrap_or_default();
            input.scope = Scope { ids };
        }
        if let Some(info) = models.available(Role::Propose) {
            let mut profile = match info.size {
                countersign_llm::catalogue::Size::Small => ModelProfile::small(),
                countersign_llm::catalogue::Size::Large => ModelProfile::large(),
            };
            profile.read_within(info.context);
            input.decisions = match profile.size {
                Size::Large => self.decided(&VERDICTS).await?,
                Size::Small => self.decided(&["rejected"]).await?,
            };
            input.model = Some(profile);
            let plan = inner.plan(&session.id, None).await?;
            if !plan.is_empty() {
                input.instructions.push(Told::new("plan", countersign_plan::prompt(&plan, PLAN)));
            }
            input.instructions.extend(inner.instructions().await);
        }
        Ok(input)
    }

    /// The person's latest verdicts on what agents proposed, newest first (S2-19): the prompt names
    /// rejections first and keeps to its budget.
    pub(crate) async fn decided(&self, verdicts: &[&'static str]) -> Result<Vec<Decided>> {
        let mut found: Vec<Decided> = Vec::new();
        let mut seen = BTreeSet::new();
        for &verdict in verdicts {
            let filter =
                DecisionFilter { verdict: Some(verdict.to_owned()), limit: DECISIONS, ..DecisionFilter::default() };
            for decision in self.0.store.decisions(&filter).await? {
                // The same shape counts once, as it was decided last; a decision taken back not at all.
                let last = self.0.store.verdicts(std::slice::from_ref(&decision.fingerprint)).await?;
                let stands = last.first().is_some_and(|l| l.verdict == decision.verdict);
                if stands && seen.insert(decision.fingerprint) {
                    let put_off = (verdict == "deferred").then(|| "put off".to_owned());
                    let reason = decision.reason.map(|r| countersign_core::reason::words(&r).to_owned()).or(put_off);
                    let (confirmed, undecided) = (verdict == "confirmed", matches!(verdict, "deferred" | "expired"));
                    found.push(Decided { confirmed, undecided, label: decision.label, reason });
                }
            }
        }
        Ok(found)
    }
}

/// The last of these runs as the conversation.
fn turns(earlier: &[&RunRow]) -> Vec<interpret::Turn> {
    let mut turns = Vec::new();
    for run in earlier.iter().skip(earlier.len().saturating_sub(TURNS)) {
        turns.push(interpret::Turn { role: "user".into(), text: run.message.clone() });
        if let Some(text) = &run.text {
            turns.push(interpret::Turn { role: "assistant".into(), text: text.clone() });
        }
    }
    turns
}

/// Limits of trust: of `models.json`, else the product's.
pub(crate) fn thresholds(models: &Models) -> Thresholds {
    let named = &models.catalogue().thresholds;
    let or = |name: &str, otherwise: f64| named.get(name).copied().unwrap_or(otherwise);
    let defaults = Thresholds::default();
    Thresholds {
        clarify_below: or("clarifyBelow", defaults.clarify_below),
        plan_above: or("planAbove", defaults.plan_above),
        min_logprob: or("minLogprob", defaults.min_logprob),
    }
}

impl Inner {
    /// The person's standing instructions: `AGENTS.md` at home, then the one beside the data, then of each open
    /// workspace (S4-26, C37). One that is too long is cut; one that is no text, or a link, is told to be unread.
    pub(crate) async fn instructions(&self) -> Vec<Told> {
        let open: Vec<_> = self.workspaces().iter().map(|w| w.id.clone()).collect();
        let roots: Vec<PathBuf> =
            open.iter().filter_map(|id| self.tree(id).ok()).map(|tree| tree.path().to_owned()).collect();
        let (home, data) = (self.setup.home.clone(), self.setup.data.clone());
        let own = crate::workspace::blocking(move || {
            let (mut own, mut told) = (Vec::new(), roots);
            for (name, folder) in [("instructions ~", home), ("instructions", data)] {
                let folder = folder.and_then(|folder| folder.canonicalize().ok());
                // Each once: one that is opened is told as a root.
                if let Some(folder) = folder.filter(|folder| !told.contains(folder)) {
                    own.extend(standing(name, &folder));
                    told.push(folder);
                }
            }
            own
        });
        let mut all = own.await.unwrap_or_default();
        for workspace in open {
            let Ok(path) = FilePath::parse(INSTRUCTIONS) else { continue };
            let at = FileKey { workspace, path };
            match self.read_file(&at).await {
                Ok(Some((bytes, _))) => all.push(told("instructions .".to_owned(), bytes)),
                Ok(None) => {}
                Err(_) => all.push(unread("instructions .".to_owned())),
            }
        }
        all.retain(|one| one.cut || !one.text.trim().is_empty());
        all
    }

    /// The `AGENTS.md` nearest to each of these files, between its folder and the workspace's root,
    /// which [`Self::instructions`] has; each once, what is nearer last (C37).
    pub(crate) async fn nearest_instructions(&self, files: &[FileKey]) -> Vec<Nearby> {
        let mut found: Vec<(FileKey, Vec<u8>)> = Vec::new();
        for file in files {
            let mut folder = file.path.as_str();
            while let Some((above, _)) = folder.rsplit_once('/') {
                folder = above;
                let Ok(path) = FilePath::parse(&format!("{folder}/AGENTS.md")) else { break };
                let at = FileKey { workspace: file.workspace.clone(), path };
                if found.iter().any(|(known, _)| *known == at) {
                    break;
                }
                if let Ok(Some((bytes, _))) = self.read_file(&at).await {
                    found.push((at, bytes));
                    break;
                }
            }
        }
        found.sort_by_key(|(at, _)| at.path.as_str().matches('/').count());
        let near = |(at, bytes): (FileKey, Vec<u8>)| {
            let folder = at.path.as_str().trim_end_matches("/AGENTS.md").to_owned();
            let Told { text, cut, .. } = told(String::new(), bytes);
            Nearby { folder, text, cut }
        };
        found.into_iter().map(near).collect()
    }
}

/// What a file of instructions is called.
const INSTRUCTIONS: &str = "AGENTS.md";

/// The file of instructions in a folder of the person's, read with the care for files of a workspace.
fn standing(name: &str, folder: &Path) -> Option<Told> {
    let path = FilePath::parse(INSTRUCTIONS).ok()?;
    match Tree::open(folder).ok()?.read(&path) {
        Ok(found) => found.map(|(bytes, _)| told(name.to_owned(), bytes)),
        Err(_) => Some(unread(name.to_owned())),
    }
}

/// Instructions that are there and cannot be read.
fn unread(name: String) -> Told {
    Told { name, text: String::new(), cut: true }
}

/// Most bytes of one file of instructions that are looked at.
const MOST_TOLD: usize = 32 * 1024;

/// Instructions as text, cut where there is too much; bytes that are none are told to be unread.
fn told(name: String, mut bytes: Vec<u8>) -> Told {
    let cut = bytes.len() > MOST_TOLD;
    bytes.truncate(MOST_TOLD);
    match String::from_utf8(bytes) {
        Ok(text) => Told { name, text, cut },
        // A character that the cut went through is left out.
        Err(e) if cut && e.utf8_error().error_len().is_none() => {
            let end = e.utf8_error().valid_up_to();
            let text = String::from_utf8_lossy(e.as_bytes().get(..end).unwrap_or_default()).into_owned();
            Told { name, text, cut }
        }
        Err(_) => unread(name),
    }
}
