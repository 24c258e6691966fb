//! The turn: what to do next, from what is known so far. Planner, then rules, then the model; what
//! none of them resolves is a question (MODELS.md §5).

mod ask;
mod large;
mod planned;
mod small;
mod wording;
mod work;

use crate::input::{Input, ModelProfile, Size};
use crate::menu::{Menu, Reading};
use crate::outcome::{Ops, Outcome, ProposedOp, Step, Unanswered};
use crate::plain::Route;
use crate::prompt::{MENDING, Prompt};
use crate::recovery::{Recovered, recover, recover_operations};
use crate::trace::{Audit, CallRecord, Note, Stage, Trace};
use crate::work::Project;
use countersign_core::effect::{Fresh, Moment, Working};
use countersign_core::ids::TodoId;
use countersign_core::model::{Call, Finish, Format, Reply, Role, estimate_tokens};
use countersign_core::operation::{Operation, parse};
use countersign_core::problem::Problem;
use countersign_core::todos::Todos;
use countersign_core::wire::{Consumed, Where};
use countersign_planner::interpret::Taken;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Longest answer text kept in the trace, in bytes.
const RAW: usize = 64 * 1024;
/// Longest text for the person, in characters.
const TEXT: usize = 1_200;

/// The audit of what was decided about a message (S0-85).
const ROUTED: &str = "router_decision";

/// What to do where an answer is not whole.
const MISSING: &str = "What was whole is shown. Ask again if something is missing.";

/// What the turn waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum State {
    Routing,
    Proposing,
    Repairing,
    /// Operations are out; repair may follow, then the summary.
    Early,
    /// The last version of the operations is out.
    Late,
    Summarizing,
    Chatting,
    Done,
    /// A structured reply is being written.
    Working,
    /// The same, written once more.
    Mending,
}

/// One message on its way to an outcome.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    input: Input,
    state: State,
    /// The last step, said again after a restart.
    step: Step,
    /// The sentence that operations come from.
    request: String,
    /// The sentence in English, where it was said in another language.
    #[serde(default)]
    english: Option<String>,
    /// That English is only a gloss: nothing it decides is sure.
    #[serde(default)]
    rough: bool,
    /// What the planner says when nobody else does.
    fallback: String,
    menu: Menu,
    route: Option<Route>,
    operations: Vec<ProposedOp>,
    version: u32,
    repaired: bool,
    /// Nobody said anything: an agent woke.
    #[serde(default)]
    woken: bool,
    consumed: Vec<Consumed>,
    #[serde(default)]
    about: Where,
    warnings: Vec<String>,
    /// Series that the planner left out of a set.
    left_out: Vec<TodoId>,
    /// The planner read the message as an answer to the question that waits.
    answers: bool,
    /// A model would have had the word, and there is none.
    #[serde(default)]
    left_alone: bool,
    /// What was proposed before and is taken back, or put otherwise, as the planner read it.
    #[serde(default)]
    takes: Vec<Taken>,
    /// The answer to what was asked beside the order.
    #[serde(default)]
    told: Option<String>,
    by_model: Option<String>,
    held: Option<work::Held>,
    #[serde(default)]
    amended: Option<work::Amended>,
    /// So many changes failed that came again: whether they fit now, who knows the files says.
    #[serde(default)]
    came_again: Option<(usize, usize)>,
    trace: Trace,
}

impl Turn {
    /// Starts a turn.
    pub fn begin(input: Input, world: &Todos) -> (Self, Step) {
        let request = input.message.trim().to_owned();
        let mut turn = Self::blank(input, request);
        let step = match turn.on_project() {
            Some(step) => step,
            None => turn.first(world),
        };
        let step = turn.keep(step);
        (turn, step)
    }

    /// Starts a turn that nobody asked for: the model looks at the todos and proposes what the
    /// message wants, or nothing. Only for large models.
    pub fn wake(input: Input, world: &Todos) -> (Self, Step) {
        let request = input.message.trim().to_owned();
        let input = Input { unasked: true, ..input };
        let mut turn = Self { woken: true, ..Self::blank(input, request) };
        let step = turn.ask_operations(world);
        let step = turn.keep(step);
        (turn, step)
    }

    fn blank(input: Input, request: String) -> Self {
        Self {
            state: State::Done,
            step: Step::Done(Outcome::Refused { text: String::new() }),
            request,
            english: None,
            rough: false,
            fallback: String::new(),
            menu: Menu::default(),
            route: None,
            operations: Vec::new(),
            version: 0,
            repaired: false,
            woken: false,
            consumed: Vec::new(),
            about: Where::default(),
            warnings: Vec::new(),
            left_out: Vec::new(),
            answers: false,
            left_alone: false,
            takes: Vec::new(),
            told: None,
            by_model: None,
            held: None,
            amended: None,
            came_again: None,
            trace: Trace::default(),
            input,
        }
    }

    /// What the model answered to the last [`Step::Call`].
    pub fn reply(&mut self, reply: Reply, world: &Todos) -> Step {
        if matches!((&self.step, self.state), (Step::Call(_), State::Working | State::Mending)) {
            let reading = self.read_reply(&reply);
            self.record(&reply, &reading.read);
            let step = self.worked(&reply, reading);
            return self.keep(step);
        }
        let schema = match &self.step {
            Step::Call(call) => call.format.as_ref().map(|f| f.schema.clone()),
            Step::Ops(_) | Step::Done(_) => return self.step.clone(),
        };
        let large = self.profile().size == Size::Large && matches!(self.state, State::Proposing | State::Repairing);
        let read = match schema {
            Some(_) if large => recover_operations(&reply),
            Some(_) if self.state == State::Routing => recover(&reply.text, &super::plain::route_read(), reply.finish),
            Some(schema) => recover(&reply.text, &schema, reply.finish),
            None => Recovered::default(),
        };
        self.record(&reply, &read);
        let step = match (self.state, self.profile().size) {
            (State::Routing, _) => self.routed(&reply, &read, world),
            (State::Proposing | State::Repairing, Size::Small) => self.chosen(&reply, &read, world),
            (State::Proposing, Size::Large) => self.proposed(&reply, &read, world),
            (State::Repairing, Size::Large) => self.mended(&reply, &read, world),
            (State::Summarizing, _) => self.summed(Some(&reply), world),
            (State::Chatting, _) => self.said(&reply),
            (State::Early | State::Late | State::Done | State::Working | State::Mending, _) => self.step.clone(),
        };
        self.keep(step)
    }

    /// The last [`Step::Call`] got no answer, after all retries.
    pub fn failed(&mut self, error: &str, world: &Todos) -> Step {
        if !matches!(self.step, Step::Call(_)) {
            return self.step.clone();
        }
        if let Some(call) = self.trace.calls.last_mut() {
            call.error = Some(error.chars().take(500).collect());
        }
        let step = match (self.state, self.profile().size) {
            (State::Routing | State::Proposing, _) => self.without_model(world),
            (State::Repairing, Size::Small) => self.without_model(world),
            (State::Repairing, Size::Large) => {
                self.audit("repair_error", json!({"error": error.chars().take(500).collect::<String>()}));
                self.summarise(world)
            }
            (State::Summarizing, _) => self.summed(None, world),
            (State::Chatting, _) => Step::Done(Outcome::Unanswered { why: Unanswered::Failed }),
            (State::Working, _) => Step::Done(Outcome::Unanswered { why: Unanswered::Failed }),
            (State::Mending, _) => self.held_reply(),
            (State::Early | State::Late | State::Done, _) => self.step.clone(),
        };
        self.keep(step)
    }

    /// Goes on after [`Step::Ops`]; otherwise says the current step again, as after a restart.
    pub fn proceed(&mut self, world: &Todos) -> Step {
        let step = match (&self.step, self.state) {
            (Step::Ops(_), State::Early) => self.after_early(world),
            (Step::Ops(_), _) => self.summarise(world),
            (step, _) => step.clone(),
        };
        self.keep(step)
    }

    /// Where it stands.
    pub fn stage(&self) -> Stage {
        match self.state {
            State::Routing => Stage::Routing,
            State::Proposing | State::Working => Stage::Proposing,
            State::Early | State::Late => Stage::Validating,
            State::Repairing | State::Mending => Stage::Repairing,
            State::Summarizing => Stage::Summarizing,
            State::Chatting => Stage::Chatting,
            State::Done => Stage::Done,
        }
    }

    /// What the planner took parts of the sentence for.
    pub fn consumed(&self) -> &[Consumed] {
        &self.consumed
    }

    /// Which todos the message is about (S0-44): those that are changed or asked about, and the conditions that
    /// the planner found in its words, or a model gave for what it changes.
    pub fn about(&self, outcome: &Outcome) -> Option<Where> {
        let mut about = self.about.clone();
        match outcome {
            Outcome::Clarify { options, .. } => about.ids.clone_from(options),
            Outcome::Plan { operations, .. } => {
                let ops: Vec<&Operation> = operations.iter().filter_map(|one| one.op.as_ref()).collect();
                about.ids = ops.iter().filter_map(|op| op.target()?.id()).collect();
                about.ids.extend(ops.iter().filter_map(|op| op.predicate()?.ids.as_ref()).flatten());
                if let ([one], true) = (ops.as_slice(), self.about == Where::default()) {
                    about = about.and(one.predicate().map(Where::from).unwrap_or_default());
                }
                about.ids.sort_unstable();
                about.ids.dedup();
            }
            _ => {}
        }
        about.said()
    }

    /// The items proposed before that the message takes back, or puts otherwise by what it proposes.
    pub fn takes(&self) -> &[Taken] {
        &self.takes
    }

    /// The planner's warning codes.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// The series that the planner left out of what was asked for.
    pub fn left_out(&self) -> &[TodoId] {
        &self.left_out
    }

    /// Whether the planner took the message for an answer to the question that waited, or for leaving it be.
    pub fn answers(&self) -> bool {
        self.answers
    }

    /// Whether a model would have had the last word, had there been one.
    pub fn is_left_alone(&self) -> bool {
        self.left_alone
    }

    /// The model that decided; absent = the planner and rules.
    pub fn decided_by(&self) -> Option<&str> {
        self.by_model.as_deref()
    }

    /// What happened so far.
    pub fn trace(&self) -> &Trace {
        &self.trace
    }

    fn keep(&mut self, step: Step) -> Step {
        if matches!(step, Step::Done(_)) {
            self.state = State::Done;
        }
        self.step = step.clone();
        step
    }

    fn profile(&self) -> ModelProfile {
        self.input.model.clone().unwrap_or_else(ModelProfile::small)
    }

    /// The sentence as its words are looked at: in English.
    fn meant(&self) -> &str {
        self.english.as_deref().unwrap_or(&self.request)
    }

    /// What an operation of a model must be borne out by: what was said, and its English.
    fn witness(&self) -> String {
        match &self.english {
            Some(english) => format!("{}\n{english}", self.request),
            None => self.request.clone(),
        }
    }

    fn moment(&self) -> Moment {
        Moment { now: Timestamp::UNIX_EPOCH, today: self.input.clock.now.date() }
    }

    /// Operations, version 1 (S0-71).
    fn early(&mut self) -> Step {
        self.version = 1;
        self.state = State::Early;
        self.understood();
        Step::Ops(Ops { version: 1, operations: self.operations.clone() })
    }

    fn understood(&mut self) {
        let valid = self.operations.iter().filter(|o| o.is_valid()).count();
        let invalid = self.operations.len() - valid;
        self.audit(
            "assistant_understanding",
            json!({"ops_count": self.operations.len(), "invalid_count": invalid, "summary": {"valid": valid, "invalid": invalid}}),
        );
    }

    fn after_early(&mut self, world: &Todos) -> Step {
        let failing: Vec<usize> =
            self.operations.iter().enumerate().filter(|(_, o)| !o.is_valid()).map(|(n, _)| n).collect();
        if self.input.model.is_some() && self.profile().size == Size::Large && !failing.is_empty() && !self.repaired {
            return self.ask_repair(&failing, world);
        }
        self.summarise(world)
    }

    /// Most tokens of a prompt about this request: a long one has room beside what else is told.
    fn cap(&self) -> u64 {
        let profile = self.profile();
        let asked = estimate_tokens(&self.request).max(estimate_tokens(&self.input.message));
        profile.prompt_tokens.max(asked + 1_500).min(profile.reads)
    }

    /// Asks, unless the model reads too little for what cannot give way (R37).
    fn call(&mut self, role: Role, prompt: Prompt, format: Option<Format>, max_tokens: u32) -> Step {
        let profile = self.profile();
        let (kept, reads) = match self.state {
            State::Working => (0, self.input.project.as_ref().map_or(profile.reads, Project::reads)),
            State::Proposing if profile.size == Size::Small => (MENDING, profile.reads),
            State::Routing | State::Proposing | State::Chatting => (0, profile.reads),
            _ => (0, u64::MAX),
        };
        let tokens = prompt.tokens() + kept;
        if tokens > reads {
            return Step::Done(Outcome::Unanswered { why: Unanswered::TooLong { tokens, reads } });
        }
        let call = Call { role, messages: prompt.messages, format, max_tokens, temperature: None, stop: Vec::new() };
        self.trace.calls.push(CallRecord::sent(self.stage(), &call, prompt.sections));
        Step::Call(call)
    }

    fn record(&mut self, reply: &Reply, read: &Recovered) {
        if let Some(call) = self.trace.calls.last_mut() {
            let end = (0..=RAW.min(reply.text.len())).rev().find(|at| reply.text.is_char_boundary(*at)).unwrap_or(0);
            call.raw = reply.text.get(..end).unwrap_or_default().to_owned();
            call.finish = Some(reply.finish);
            call.parsed.clone_from(&read.value);
            call.repairs.clone_from(&read.repairs);
            call.dropped.clone_from(&read.dropped);
            call.violations.clone_from(&read.violations);
            call.min_logprob = reply.min_logprob.filter(|p| p.is_finite()).map(rounded);
            call.usage = Some(reply.usage);
            call.prompt_cut = reply.prompt_cut;
            call.model = Some(reply.model.clone());
        }
        if !read.operations.is_empty() {
            self.note_unwhole(reply.finish, read);
        }
    }

    /// Something may be missing from a proposal, and nobody else says so.
    fn note_unwhole(&mut self, finish: Finish, read: &Recovered) {
        let over = read.operations.len().saturating_sub(crate::plain::MOST_READ);
        if finish == Finish::Filtered {
            self.note(Note::new("truncated", "The model's server stopped the answer by a filter.", MISSING));
        } else if !read.complete && !matches!(finish, Finish::Length | Finish::Aborted) {
            self.note(Note::new("truncated", "The answer ended before it was whole.", MISSING));
        }
        if read.repeated > 0 {
            let message = match read.repeated {
                1 => "1 change that only repeats another was left out.".to_owned(),
                n => format!("{n} changes that only repeat another were left out."),
            };
            self.note(Note::new("dropped", message, "If it was meant more than once, add it by hand."));
        }
        if read.replaced > 0 {
            let message = match read.replaced {
                1 => "1 change of an earlier answer in the same reply was left out: the last one counts.".to_owned(),
                n => format!("{n} changes of an earlier answer in the same reply were left out: the last one counts."),
            };
            self.note(Note::new("dropped", message, "Ask again if something is missing."));
        }
        if over > 0 {
            let message = match over {
                1 => "1 more change was proposed and left out.".to_owned(),
                n => format!("{n} more changes were proposed and left out."),
            };
            self.note(Note::new("dropped", message, "Ask for the rest when these are decided."));
        }
    }

    /// A model was asked once more, for the badge (UI rule 10).
    fn note_mended(&mut self, all: bool) {
        self.note(match all {
            true => Note::new(
                "repaired",
                "The model was asked once more, and what it mended is used.",
                "Look at it before you sign it.",
            ),
            false => Note::new(
                "corrected",
                "The model was asked once more, and did not mend all of it.",
                "What is wrong is marked: edit it or reject it.",
            ),
        });
    }

    /// A filter ended an answer of which nothing is used.
    fn note_filtered(&mut self) {
        self.note(Note::new(
            "truncated",
            "The model's server stopped the answer by a filter.",
            "What came is shown. Say it in other words, or use another model.",
        ));
    }

    /// A model was asked once more, and nothing came of it that could be marked.
    fn note_unmended(&mut self) {
        self.note(Note::new(
            "corrected",
            "The model was asked once more, and that answer could not be used either.",
            "Say it in other words, or use another model.",
        ));
    }

    /// Nothing in an answer could be used, and the rules have the word. That it was cut is told by whoever heard it.
    fn note_unread(&mut self, finish: Finish) {
        if !matches!(finish, Finish::Length | Finish::Aborted) {
            self.note(Note::new(
                "corrected",
                "The model's answer could not be used, so the built-in rules answered.",
                "Say it in other words, or use another model.",
            ));
        }
    }

    /// Tells the person something of the last answer.
    fn note(&mut self, note: Note) {
        if let Some(call) = self.trace.calls.last_mut() {
            call.notes.push(note);
        }
    }

    fn audit(&mut self, action: &str, mut detail: Value) {
        if let Some(map) = detail.as_object_mut() {
            map.insert("stage".to_owned(), json!(self.stage()));
        }
        self.trace.audit.push(Audit { action: action.to_owned(), detail });
    }

    fn audit_route(&mut self, decision: &str, confidence: Option<f64>, question: Option<&str>) {
        self.audit(
            ROUTED,
            json!({"mode": self.input.mode, "decision": decision, "confidence": confidence, "router_confidence": confidence, "question": question}),
        );
    }

    /// The operations as they would have to be applied: read from JSON, then run on the todos.
    fn checked(&self, operations: Vec<Operation>, raw: &Value, sure: bool, world: &Todos) -> Vec<ProposedOp> {
        let mut working = Working::new(world);
        let mut fresh = Fresh::provisional();
        let many = operations.len() > 1;
        operations
            .into_iter()
            .zip(1..)
            .map(|(op, n)| {
                let value = op.to_value();
                let mut out = proposed(op, &self.request, sure);
                if !many {
                    out.raw = raw.clone();
                }
                match parse::operation(&value) {
                    Err(problems) => out.problems = problems,
                    Ok(op) => match working.run(n, &op, self.moment(), &mut fresh) {
                        Err(problem) => out.problems.push(problem),
                        Ok(changes) if changes.is_empty() => out.warnings.push(no_effect()),
                        Ok(_) => {}
                    },
                }
                out.sure &= out.is_valid() && out.warnings.is_empty();
                out
            })
            .collect()
    }
}

/// To thousandths: what is stored reads back as the same number.
pub(crate) fn rounded(value: f64) -> f64 {
    (value * 1_000.0).round() / 1_000.0
}

pub(crate) fn no_effect() -> Problem {
    Problem::new("no_effect", "It is so already: nothing would change.").hinting("Reject it, or edit it.")
}

/// An operation as proposed.
fn proposed(op: Operation, why: &str, sure: bool) -> ProposedOp {
    ProposedOp {
        raw: op.to_value(),
        op: Some(op),
        problems: Vec::new(),
        why: why.to_owned(),
        sure,
        warnings: Vec::new(),
        needs: Vec::new(),
    }
}

/// Takes something away.
fn destroys(op: &Operation) -> bool {
    matches!(
        op,
        Operation::Delete { .. }
            | Operation::BulkDelete { .. }
            | Operation::BulkUpdate { .. }
            | Operation::BulkComplete { .. }
    )
}

/// The same deed for several todos.
fn one_deed(readings: &[Reading]) -> bool {
    readings.windows(2).all(|w| matches!(w, [a, b] if a.deed == b.deed && a.value == b.value))
}
