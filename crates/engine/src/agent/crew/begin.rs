//! Whether a request is split, and what its sub-tasks start from: its parts by its own words, the models,
//! and how they did lately.

use super::super::Start;
use super::super::another::Answering;
use super::super::begin::fit_of;
use super::StoredCrew;
use crate::turns::project::paths;
use crate::workspace::{blocking, names_of};
use crate::{Engine, Result};
use countersign_agent::complexity::is_complex;
use countersign_agent::machine::{Fit, Setup};
use countersign_agent::subtasks::{Crew, Crewed, Effect, History, Named, Part, Planned, Rates, parts};
use countersign_agent::tool::LONGEST_CONTENT;
use countersign_assistant::work::{Mention, errands, scan};
use countersign_core::ledger::Event;
use countersign_core::model::{Finish, Role, Usage};
use countersign_core::wire::{AgentMode, Split};
use countersign_llm::ModelInfo;
use countersign_store::{EntryFilter, RunRow};
use serde_json::Value;

/// Tokens of answers that one agent is trusted with; more is split where nobody says.
const MUCH: u64 = 4_000;
/// Parts that are worth it where nobody says.
const SEVERAL: usize = 3;
/// Entries of the ledger that are looked at for what a model did before.
const ENTRIES: u32 = 60;

impl Engine {
    /// A run in sub-tasks, where the request has parts and is to be split; its setup is that of one agent.
    pub(in super::super) async fn crew_begun(
        &self,
        run: &RunRow,
        start: &Start,
        setup: &Setup,
    ) -> Result<Option<(StoredCrew, Vec<Effect>)>> {
        let options = &start.options;
        if options.split == Split::Never || options.mode == AgentMode::Plan {
            return Ok(None);
        }
        let found = self.parts_of(run, start).await?;
        let much = found.len() >= SEVERAL && found.iter().map(|part| part.tokens).sum::<u64>() > MUCH;
        let wanted = match options.split {
            Split::Always => found.len() >= 2 || is_complex(&run.message),
            Split::Auto | Split::Never => much,
        };
        if !wanted {
            return Ok(None);
        }
        let models = self.0.models_for(&run.message);
        let small = models.available(Role::Execute);
        let large = models.available(Role::Plan).filter(|plan| small.as_ref().is_some_and(|own| own.name != plan.name));
        let (rates, history) = self.measured(small.as_ref()).await?;
        let planned = Planned { parts: found, rates, history, session: run.session.clone() };
        let other = large.as_ref().map(|info| {
            let Fit { form, prompt_tokens } = fit_of(info);
            Setup { form, prompt_tokens, ..setup.clone() }
        });
        let answering = small.as_ref().map(|small| (Answering::of(small), large.as_ref().map(Answering::of)));
        let setups = Crewed { small: setup.clone(), large: other };
        let (crew, effects) = Crew::begin(run.message.clone(), planned, setups, self.now());
        let (workspace, large) = (start.workspace.clone(), large.map(|info| info.name));
        let stored = StoredCrew { workspace, large, answering, crew };
        Ok(Some((stored, effects)))
    }

    async fn parts_of(&self, run: &RunRow, start: &Start) -> Result<Vec<Part>> {
        let message = run.message.clone();
        let Some(workspace) = &start.workspace else { return Ok(parts(&message, &|_| Named::default())) };
        let root = self.0.tree(workspace)?.path().to_owned();
        blocking(move || {
            let (called, known) = (names_of(&root), paths(&root));
            let size = |path: &str| std::fs::metadata(root.join(path)).map_or(0, |file| file.len());
            parts(&message, &|text| named(text, &called, &known, &size))
        })
        .await
    }

    /// What the model took for a token lately, and how many of its replies were cut (S1-51).
    async fn measured(&self, model: Option<&ModelInfo>) -> Result<(Rates, History)> {
        let Some(model) = model else { return Ok((Rates::default(), History::default())) };
        let filter = EntryFilter { kinds: vec!["audit"], limit: ENTRIES, ..EntryFilter::default() };
        let (mut history, mut tokens, mut ms) = (History::default(), 0, 0);
        for entry in self.0.store.entries(&filter).await?.whole() {
            let Event::Audit { action, detail } = entry.event else { continue };
            if action != "model_raw" || detail.get("model").and_then(Value::as_str) != Some(&model.name) {
                continue;
            }
            let read = |name: &str| detail.get(name).cloned().unwrap_or_default();
            history.replies += 1;
            let cut = serde_json::from_value::<Finish>(read("finish")).is_ok_and(|finish| finish == Finish::Length);
            history.cut += u32::from(cut);
            if let Ok(usage) = serde_json::from_value::<Usage>(read("usage")) {
                tokens += usage.completion_tokens;
                ms += usage.elapsed_ms;
            }
        }
        let of = |prompt_tokens, completion_tokens| {
            model.cost(&Usage { prompt_tokens, completion_tokens, ..Usage::default() }).micros()
        };
        let microseconds = match tokens {
            0 => Rates::default().microseconds,
            tokens => (ms * 1_000 / tokens).max(1),
        };
        Ok((Rates { microseconds, prompt: of(1_000, 0), answer: of(0, 1_000) }, history))
    }
}

/// The files of a folder, which is called by any of `called`, that a text names: those that it says are written,
/// or, where its words do not tell, all that it names.
fn named(text: &str, called: &[String], known: &[String], size: &dyn Fn(&str) -> u64) -> Named {
    let sized = |all: Vec<String>| {
        all.into_iter()
            .map(|path| {
                let bytes = size(&path);
                (path, bytes)
            })
            .collect::<Vec<_>>()
    };
    if let Some(found) = errands(text, known) {
        let firm = !found.unnamed && found.put.iter().all(|path| size(path) <= LONGEST_CONTENT);
        return Named { read: sized(found.read), put: found.put, firm };
    }
    let found = scan(text, called, known);
    let one = |mention: &Mention| match mention.paths.as_slice() {
        [path] => Some(path.clone()),
        _ => None,
    };
    let there: Vec<String> = found.files.iter().filter_map(one).collect();
    let put = there.iter().cloned().chain(found.missing).collect();
    Named { read: sized(there), put, firm: false }
}
