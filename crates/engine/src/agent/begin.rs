//! What an agent's run starts from: the conversation, instructions, tools, permissions and the
//! model's size.

use super::{Start, Stored};
use crate::tool_servers::stands_for;
use crate::turns::context::VERDICTS;
use crate::turns::project::paths;
use crate::workspace::blocking;
use crate::{Engine, Inner, Result};
use countersign_agent::ground::Ground;
use countersign_agent::machine::{Exchange, Fit, Limits, Setup, excerpt};
use countersign_agent::prompt::needed;
use countersign_agent::step::Form;
use countersign_agent::tool::{Access, LONGEST_CONTENT, Registry, Tool};
use countersign_core::file::WorkspaceId;
use countersign_core::model::{Role, Told, Window};
use countersign_core::wire::{AgentMode, AgentTool, RunEvent, ToolStatus};
use countersign_llm::ModelInfo;
use countersign_llm::catalogue::Size;
use countersign_plan::Plan;
use countersign_store::{NumberedEvent, RunRow};
use std::collections::BTreeSet;

/// Turns of the conversation that may be told (C1).
const TURNS: usize = 5;
/// What is told of the plan document at most, in bytes; the prompt has a cap of its own.
const PLAN: usize = 8_000;
/// Characters of a call's arguments, and of what it gave, that are told of a turn before.
const SHOWN: usize = 100;
/// Longest answer of a step, in tokens.
const ANSWER: u64 = 4_000;
/// What a run is told that only looks.
const PLANNING: &str = "You plan only: there is no tool that changes or proposes anything. Look at what you need, then \
                        complete with what you would do, step by step, and name the files.";

impl Engine {
    pub(super) async fn agent_setup(&self, run: &RunRow, start: &Start, plan: &Plan) -> Result<(Setup, Vec<RunEvent>)> {
        let inner = &self.0;
        let marks = inner.store.marks(&run.session).await?;
        let runs = inner.store.runs(&run.session).await?;
        let earlier: Vec<&RunRow> = crate::sessions::since(&runs, &marks).iter().filter(|r| r.id != run.id).collect();
        let mut history = Vec::new();
        for before in earlier.iter().skip(earlier.len().saturating_sub(TURNS)) {
            history.push(Exchange {
                user: before.message.clone(),
                done: done_in(&inner.store.events(&before.id, 0).await?),
                agent: before.text.clone().unwrap_or_default(),
            });
        }
        let unknown = Fit { form: Form::Small, prompt_tokens: 4_000 };
        let Fit { form, prompt_tokens } =
            inner.models_for(&run.message).available(Role::Execute).as_ref().map_or(unknown, fit_of);
        let outputs = inner.named_outputs(&run.session).await?;
        let mut tools = if start.workspace.is_some() { Registry::workspace() } else { Registry::todos() };
        if form == Form::Large {
            // A small model gets its own, once something is stored: its grammar stays small.
            tools.extend(output_tools());
            tools.extend(Registry::plan());
        }
        let permissions = self.permits(run, start, &runs).await?;
        let (foreign, told) = inner.foreign_for(&run.message, form).await?;
        tools.extend(Registry::of(foreign));
        if permissions.names("fetch") {
            tools.extend(Registry::outside());
        }
        if start.options.mode == AgentMode::Plan {
            tools.retain(|tool| tool.access != Access::Write);
        }
        let today = inner.moment().today;
        let decided = self.decided(&VERDICTS).await?;
        let waiting: Vec<String> = inner.waiting().await?.into_iter().map(|item| item.label).collect();
        let asked = (form == Form::Small).then_some(run.message.as_str());
        let named = match &start.workspace {
            Some(workspace) => inner.named_files(&run.message, workspace).await?,
            None => Ground::default(),
        };
        let puts = named.put.clone();
        let ground = if form == Form::Small { named } else { Ground::default() };
        let setup = Setup {
            message: run.message.clone(),
            today: today.strftime("%A %Y-%m-%d").to_string(),
            history,
            instructions: match start.options.mode {
                AgentMode::Plan => [vec![Told::new("plan mode", PLANNING)], inner.instructions().await].concat(),
                AgentMode::Execute => inner.instructions().await,
            },
            plan_document: told_plan(plan),
            memory: countersign_assistant::memory(&decided, &waiting, asked),
            carried: marks.carried.map(|carried| carried.text).unwrap_or_default(),
            outputs,
            counted: inner.counted(&run.session).await?,
            tools,
            ground,
            puts,
            form,
            prompt_tokens,
            permissions,
            auto: start.options.auto,
            limits: Limits::default(),
            part: false,
        };
        Ok((setup, told))
    }
}

/// What was done in a run, a line each: its calls with what they gave, and what was said to it meanwhile (S4-28).
fn done_in(events: &[NumberedEvent]) -> Vec<String> {
    let line = |event: &RunEvent| match event {
        RunEvent::Tool(AgentTool { status: ToolStatus::Running, .. }) => None,
        RunEvent::Tool(AgentTool { tool, args, result, status, .. }) => {
            let how = if matches!(status, ToolStatus::Failed | ToolStatus::Denied) { "❌" } else { "✓" };
            let args = excerpt(&args.to_string(), SHOWN);
            Some(format!("{tool} {args} → {how} {}", excerpt(result.as_deref().unwrap_or_default(), SHOWN)))
        }
        RunEvent::Told { text } => Some(format!("The person answers: {}", excerpt(text, SHOWN))),
        _ => None,
    };
    events.iter().filter_map(|numbered| line(&numbered.event)).collect()
}

/// The plan document as a run is told it.
fn told_plan(plan: &Plan) -> String {
    if plan.is_empty() { String::new() } else { countersign_plan::prompt(plan, PLAN) }
}

impl Inner {
    /// The tools of other programs for a run, and what is told of those that offer none. A small model, whose
    /// grammar holds every argument, gets those that the request names.
    async fn foreign_for(&self, message: &str, form: Form) -> Result<(Vec<Tool>, Vec<RunEvent>)> {
        let (mut tools, problems) = self.foreign_tools().await?;
        if form == Form::Small {
            let words = |text: &str| -> BTreeSet<String> {
                let parts = text.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
                parts.map(str::to_lowercase).collect()
            };
            let said = words(message);
            let named = |name: &str| words(name).is_subset(&said);
            tools.retain(|tool| stands_for(&tool.name).is_some_and(|(server, tool)| named(server) || named(tool)));
        }
        let told = problems.into_iter().map(|problem| RunEvent::Recovery {
            what: "tool_server".to_owned(),
            message: format!("{}.", problem.message.trim_end_matches('.')),
            hint: Some(problem.hint).filter(|hint| !hint.is_empty()),
        });
        Ok((tools, told.collect()))
    }

    /// The files that a small model's run is about, where the request is about nothing else. A file that is
    /// there and too long to be written anew in one answer is left to the model's own tools.
    async fn named_files(&self, message: &str, workspace: &WorkspaceId) -> Result<Ground> {
        let root = self.tree(workspace)?.path().to_owned();
        let message = message.to_owned();
        blocking(move || {
            let Some(errand) = countersign_assistant::work::errand(&message, &paths(&root)) else {
                return Ground::default();
            };
            let size = |path: &String| std::fs::metadata(root.join(path)).map_or(0, |file| file.len());
            match errand.put.iter().any(|path| size(path) > LONGEST_CONTENT) {
                true => Ground::default(),
                false => Ground { read: errand.read, put: errand.put, unnamed: errand.unnamed },
            }
        })
        .await
    }

    /// Gives a run that goes on the plan document as the person edited it meanwhile, and says so.
    pub(super) async fn replanned(&self, run: &RunRow, stored: &mut Stored) -> Result<Option<RunEvent>> {
        let now = self.plan(&run.session, None).await?;
        if now.metadata.version == stored.plan {
            return Ok(None);
        }
        // Where the work itself moved it is no edit.
        let before = self.plan(&run.session, Some(stored.plan)).await.ok();
        let stands = before.is_some_and(|before| countersign_plan::only_moved(&before, &now));
        stored.plan = now.metadata.version;
        stored.machine.replan(told_plan(&now));
        if stands {
            return Ok(None);
        }
        Ok(Some(RunEvent::Recovery {
            what: "plan_edited".to_owned(),
            message: format!("The plan document was edited: the run goes on with version {}.", stored.plan),
            hint: None,
        }))
    }
}

impl Engine {
    /// A run whose steps do not fit what its model reads goes to one that reads more, where there is
    /// one in the same place (S4-19); what it is told then is said.
    pub(super) fn roomy(&self, run: &RunRow, mut setup: Setup) -> (Setup, Option<(String, RunEvent)>) {
        let models = self.0.models_for(&run.message);
        let needed = needed(&setup);
        if needed <= setup.prompt_tokens {
            return (setup, None);
        }
        let Some((own, other)) =
            models.available(Role::Execute).zip(models.roomier(Role::Execute, Window::holding(needed)))
        else {
            return (setup, None);
        };
        let prompt_tokens = fits(other.context);
        if prompt_tokens < needed {
            return (setup, None);
        }
        setup.prompt_tokens = prompt_tokens;
        let told = RunEvent::Recovery {
            what: "larger_context".to_owned(),
            message: format!(
                "The plan and the task need about {needed} tokens, which {} does not read; {} is asked.",
                own.display_name, other.display_name
            ),
            hint: None,
        };
        (setup, Some((other.name, told)))
    }
}

/// How a model is asked.
pub(super) fn fit_of(info: &ModelInfo) -> Fit {
    let form = if info.size == Size::Small { Form::Small } else { Form::Large };
    Fit { form, prompt_tokens: fits(info.context) }
}

/// Prompt tokens of a model that reads and writes so many: more than any stage wants, for a long request.
fn fits(context: Option<u64>) -> u64 {
    context.map_or(16_000, |context| Window::share(context, ANSWER).prompt.min(40_000))
}

/// Every tool that an agent can have: what permissions may name.
pub(super) fn every_tool() -> Registry {
    let mut all = Registry::workspace();
    all.extend(output_tools());
    all.extend(Registry::plan());
    all.extend(Registry::outside());
    all
}

/// The tools over stored outputs, which only look (S3-18).
fn output_tools() -> Registry {
    let described =
        |t: &countersign_outputs::Tool| Tool::described(t.name, &t.description, Access::Read, &t.schema, &t.example);
    Registry::of(Engine::output_tools().iter().map(described).collect())
}
