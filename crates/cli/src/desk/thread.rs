//! The conversation: what was said, where each run stands, and the question that waits. The server
//! holds it; this holds what is on the screen of it.

use crate::screen::clean;
use crate::texts::say;
use crate::verbs::place;
use countersign_agent::summary::{Verdict, verdict};
use countersign_core::wire::{AgentStep, Clarify, ErrorBody, RunStatus, RunView, SummaryState, WorkSummary};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Choices of a section that are shown at first (S0-36).
pub(crate) const SHOWN: usize = 7;

/// A message and what came of it.
#[derive(Debug, Clone)]
pub(crate) struct Turn {
    /// Told apart by this while the server has not named its run.
    key: u32,
    /// None until the server has it.
    pub(crate) run: Option<String>,
    pub(crate) message: String,
    pub(crate) mode: String,
    pub(crate) status: RunStatus,
    pub(crate) stage: Option<String>,
    pub(crate) action: Option<String>,
    pub(crate) model: Option<String>,
    pub(crate) text: String,
    /// A model's words.
    pub(crate) said: String,
    pub(crate) set: Option<i64>,
    pub(crate) clarify: Option<Clarify>,
    /// Of an agent's run, by number.
    pub(crate) steps: BTreeMap<u32, AgentStep>,
    /// What went wrong and was dealt with.
    pub(crate) notes: Vec<String>,
    pub(crate) error: Option<ErrorBody>,
    /// The run's own record, once it has ended.
    pub(crate) view: Option<Box<RunView>>,
    /// Choices of each section, by place.
    pub(crate) picks: Vec<usize>,
    /// All choices of a long list are shown.
    pub(crate) more: bool,
    /// Its events are on their way.
    pub(crate) followed: bool,
}

impl Turn {
    fn new(key: u32, message: String, mode: &str) -> Self {
        Self {
            key,
            run: None,
            message,
            mode: mode.to_owned(),
            status: RunStatus::Running,
            stage: None,
            action: None,
            model: None,
            text: String::new(),
            said: String::new(),
            set: None,
            clarify: None,
            steps: BTreeMap::new(),
            notes: Vec::new(),
            error: None,
            view: None,
            picks: Vec::new(),
            more: false,
            followed: false,
        }
    }

    /// From a run's record.
    fn of(view: RunView) -> Self {
        let mode = serde_json::to_value(view.mode).ok();
        let mut turn = Self::new(0, view.message.clone(), mode.as_ref().and_then(Value::as_str).unwrap_or("auto"));
        turn.run = Some(view.id.0.clone());
        turn.ended(view);
        turn
    }

    /// Whether it is under way.
    pub(crate) fn is_running(&self) -> bool {
        self.status == RunStatus::Running
    }

    /// Takes the run's own record, which has the last word.
    fn ended(&mut self, view: RunView) {
        self.status = view.status;
        self.text = view.text.clone().unwrap_or_default();
        self.said = view.said.clone().unwrap_or_default();
        self.set = view.change_set.map(|set| set.0);
        self.clarify = view.clarify.clone();
        self.model = view.model.clone();
        (self.stage, self.action) = (None, None);
        let steps = view.agent.iter().flat_map(|agent| &agent.steps);
        self.steps = steps.map(|step| (step.n, step.clone())).collect();
        self.view = Some(Box::new(view));
    }

    fn heard(&mut self, name: &str, data: &Value) {
        let word = |field: &str| data[field].as_str();
        match name {
            "stage" => {
                self.stage = word("stage").map(|stage| say!("cli-run-stage", stage = clean(stage)));
                self.action = word("decision").map(|route| say!("cli-run-route", route = clean(route)));
            }
            "tool" => self.action = word("tool").filter(|_| data["status"] == "running").map(clean),
            "step" => {
                let step = serde_json::from_value::<AgentStep>(data.clone()).ok();
                self.steps.extend(step.map(|step| (step.n, step)));
            }
            "change_set" => self.set = data["id"].as_i64().or(self.set),
            "ops" => self.set = data["change_set"].as_i64().or(self.set),
            "said" => self.said = word("text").unwrap_or_default().to_owned(),
            "summary" => self.text = word("text").unwrap_or_default().to_owned(),
            "result" => {
                self.text = word("text").unwrap_or_default().to_owned();
                self.said = word("said").unwrap_or_default().to_owned();
            }
            "usage" => self.model = word("model").map(str::to_owned),
            "recovery" => self.notes.extend(word("message").map(str::to_owned)),
            "clarify" => self.clarify = serde_json::from_value(data.clone()).ok(),
            "error" => self.error = serde_json::from_value(data.clone()).ok(),
            _ => {}
        }
    }
}

/// What a line that was typed is.
#[derive(Debug, PartialEq)]
pub(crate) enum Said {
    /// This goes to the server, and the turn has this number.
    Message(u32, Value),
    /// It was a choice, and another is wanted.
    Chosen,
    /// It says this to a run's summary.
    Input(String, Value),
    /// A summary waits, and it does not say what becomes of that (R35).
    Unclear,
}

/// The conversation.
#[derive(Debug, Default)]
pub(crate) struct Thread {
    pub(crate) session: Option<String>,
    pub(crate) title: String,
    pub(crate) turns: Vec<Turn>,
    /// Rows below the window; 0 = the end is seen.
    pub(crate) scroll: usize,
    /// The turn that is looked at.
    pub(crate) cursor: Option<usize>,
    /// Where a message belongs that is about files.
    workspace: Option<String>,
    /// Turns that were begun here.
    begun: u32,
}

impl Thread {
    /// An empty one; its messages belong to this open folder.
    pub(crate) fn new(workspace: Option<String>) -> Self {
        Self { workspace, ..Self::default() }
    }

    /// Whether a run is under way.
    pub(crate) fn is_busy(&self) -> bool {
        self.turns.iter().any(Turn::is_running)
    }

    /// The turn whose question waits for an answer.
    pub(crate) fn question(&self) -> Option<(&Turn, &Clarify)> {
        let last = self.turns.last().filter(|turn| !turn.is_running() && turn.error.is_none())?;
        Some((last, last.clarify.as_ref()?))
    }

    /// Reads a line: a choice of the question that waits, or a message. Begins a turn where it is sent.
    pub(crate) fn said(&mut self, text: &str, mode: &str) -> Said {
        if let Some(said) = self.kept(text) {
            return said;
        }
        let message = json!({ "session": self.session, "message": text, "mode": mode, "workspace": self.workspace });
        let body = match self.chosen(text) {
            Some(None) => return Said::Chosen,
            Some(Some(answer)) => answer,
            None => message,
        };
        let message = body["message"].as_str().unwrap_or_default().to_owned();
        self.begun += 1;
        self.turns.push(Turn::new(self.begun, message, body["mode"].as_str().unwrap_or("auto")));
        (self.scroll, self.cursor) = (0, None);
        Said::Message(self.begun, body)
    }

    /// The last turn's summary that waits, with its run.
    pub(crate) fn summary(&self) -> Option<(&str, &WorkSummary)> {
        let last = self.turns.last().filter(|turn| turn.status == RunStatus::Done)?;
        let summary = last.view.as_ref()?.agent.as_ref()?.summary.as_ref()?;
        (summary.state == SummaryState::Pending).then_some((last.run.as_deref()?, summary))
    }

    /// What a line says to the summary that waits. A sentence is a message of its own.
    fn kept(&self, text: &str) -> Option<Said> {
        let (run, _) = self.summary()?;
        let input = |body: Value| Some(Said::Input(run.to_owned(), body));
        let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match (verdict(text), verdict(first.trim_end_matches(':'))) {
            (Verdict::Save, _) => input(json!({ "kind": "summary", "verdict": "save" })),
            (Verdict::Discard, _) => input(json!({ "kind": "summary", "verdict": "discard" })),
            (_, Verdict::Edit) if !rest.trim().is_empty() => {
                let (action, details) = rest.split_once('|').map_or((rest, None), |(a, d)| (a, Some(d.trim())));
                let action = Some(action.trim()).filter(|action| !action.is_empty());
                input(json!({ "kind": "summary", "verdict": "edit", "action": action, "details": details }))
            }
            _ if rest.is_empty() => Some(Said::Unclear),
            _ => None,
        }
    }

    /// The answer, once every section has a choice; `Some(None)` while one has none; `None` where the
    /// text is no choice.
    fn chosen(&mut self, text: &str) -> Option<Option<Value>> {
        self.question()?;
        let session = self.session.clone();
        let turn = self.turns.last_mut()?;
        let clarify = turn.clarify.as_ref().filter(|clarify| !clarify.sections.is_empty())?;
        if text == "more" {
            turn.more = true;
            return Some(None);
        }
        let numbers: Option<Vec<usize>> =
            text.split([',', ' ']).filter(|word| !word.is_empty()).map(|word| word.parse().ok()).collect();
        let mut picks = turn.picks.clone();
        for number in numbers.filter(|numbers| !numbers.is_empty())? {
            let section = clarify.sections.get(picks.len())?;
            let first: usize = clarify.sections.iter().take(picks.len()).map(|s| s.options.len()).sum();
            let at = number.checked_sub(first + 1).filter(|at| *at < section.options.len())?;
            picks.push(at);
        }
        turn.picks = picks;
        if turn.picks.len() < clarify.sections.len() {
            return Some(None);
        }
        let (mut ids, mut date, mut values, mut labels) = (Vec::new(), Value::Null, Vec::new(), Vec::new());
        for (section, at) in clarify.sections.iter().zip(&turn.picks) {
            let option = section.options.get(*at)?;
            place(section, &option.value, &mut ids, &mut date, &mut values);
            labels.push(option.label.clone());
        }
        let selection = json!({ "ids": ids, "date": date, "values": values });
        let answer = json!({ "question_id": clarify.question_id, "selection": selection });
        // A choice is always taken up in mode auto (S0-35).
        Some(Some(json!({ "session": session, "message": labels.join(", "), "mode": "auto", "clarify": answer })))
    }

    /// The server has a message that was sent.
    pub(crate) fn begun(&mut self, key: u32, run: &str, session: &str) -> Option<&mut Turn> {
        self.session = Some(session.to_owned());
        // It was said to a run that waited: that one goes on.
        if let Some(at) = self.turns.iter().position(|turn| turn.key != key && turn.run.as_deref() == Some(run)) {
            self.turns.retain(|turn| turn.key != key);
            let turn = self.turns.get_mut(at)?;
            turn.status = RunStatus::Running;
            return Some(turn);
        }
        let turn = self.turns.iter_mut().find(|turn| turn.key == key)?;
        turn.run = Some(run.to_owned());
        if self.title.is_empty() {
            self.title.clone_from(&turn.message);
        }
        Some(turn)
    }

    /// A message that was sent did not arrive.
    pub(crate) fn unsent(&mut self, key: u32, error: ErrorBody) {
        if let Some(turn) = self.turns.iter_mut().find(|turn| turn.key == key) {
            (turn.status, turn.error) = (RunStatus::Failed, Some(error));
        }
    }

    /// An event of a run.
    pub(crate) fn heard(&mut self, run: &str, name: &str, data: &Value) {
        if let Some(turn) = self.of(run) {
            turn.heard(name, data);
        }
    }

    /// A run's own record.
    pub(crate) fn ended(&mut self, view: RunView) {
        let run = view.id.0.clone();
        if let Some(turn) = self.of(&run) {
            turn.ended(view);
        }
    }

    fn of(&mut self, run: &str) -> Option<&mut Turn> {
        self.turns.iter_mut().find(|turn| turn.run.as_deref() == Some(run))
    }

    /// What is under way is stopped; gives the runs to cancel.
    pub(crate) fn stop(&mut self) -> Vec<String> {
        let running: Vec<&mut Turn> = self.turns.iter_mut().filter(|turn| turn.is_running()).collect();
        let mut runs = Vec::new();
        for turn in running {
            turn.status = RunStatus::Cancelled;
            runs.extend(turn.run.clone());
        }
        runs
    }

    /// Takes a conversation as the server has it. What was said here and is not there yet stays.
    pub(crate) fn restored(&mut self, title: &str, runs: Vec<RunView>) {
        let mut before = std::mem::take(&mut self.turns);
        self.title = title.to_owned();
        for view in runs {
            let known = before.iter().position(|turn| turn.run.as_deref() == Some(&view.id.0));
            self.turns.push(match known.map(|at| before.remove(at)) {
                Some(mut turn) => {
                    turn.ended(view);
                    turn
                }
                None => Turn::of(view),
            });
        }
        self.turns.append(&mut before);
    }
}
