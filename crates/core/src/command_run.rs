//! Commands of a set that run one after the other under supervision (S1-21, C22, R19): where they
//! stand, and what a verdict about the last one means for the next. Pure: the engine runs them.
//!
//! The exit code alone decides success. A verdict only decides whether to go on; a command that a
//! model asks for is proposed like any other and never signed by being asked for.

use crate::change_set::{Actor, ChangeItem, ItemStatus};
use crate::command::{CommandOutcome, excerpt};
use crate::ids::SetId;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// A model may put in so many commands before one of the list succeeds again (C22).
pub const MOST_INSERTED: u32 = 3;
/// So many characters of an output are kept beside a step.
const PREVIEW: usize = 400;

/// Where a run of commands stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum CommandRunStatus {
    Running,
    /// Goes on when the person says so.
    Paused,
    /// Nothing is left.
    Done,
    /// Ended by the person; what did not run stays signed.
    Stopped,
}

impl CommandRunStatus {
    /// The word it has on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Paused => "paused",
            Self::Done => "done",
            Self::Stopped => "stopped",
        }
    }
}

/// Where one command of it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum StepStatus {
    Queued,
    Running,
    Succeeded,
    Failed,
    /// Nobody can say how far it got; it is never run again by itself.
    Unknown,
    /// Another command was put in its place; it stays signed.
    Replaced,
    /// It is not signed any more.
    Skipped,
}

/// What to do after a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Advised {
    Continue,
    Stop,
    /// Run another command in the place of the next.
    Replace,
}

/// A verdict about the command that ran last.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Advice {
    /// The verdict.
    pub verdict: Advised,
    /// Why, in a sentence; a model's words where `by` names one.
    pub why: String,
    /// The command to run instead of the next one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// The model that gave it; absent = the exit code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
}

impl Advice {
    /// Without a model: 0 goes on, everything else stops (R19).
    pub fn by_exit(ok: bool) -> Self {
        let (verdict, why) = if ok { (Advised::Continue, "it succeeded") } else { (Advised::Stop, "it failed") };
        Self { verdict, why: why.to_owned(), command: None, by: None }
    }
}

/// One command of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommandStep {
    /// Its set: another than the run's for a command that was put in.
    pub set: SetId,
    /// Its item.
    pub n: u32,
    /// The command's text.
    pub command: String,
    /// Where it stands.
    pub status: StepStatus,
    /// A model asked for it.
    #[serde(default)]
    pub inserted: bool,
    /// Its exit code, when it ran.
    #[serde(default)]
    pub exit: Option<i32>,
    /// How long it ran, in milliseconds.
    #[serde(default)]
    pub elapsed_ms: u64,
    /// The beginning and the end of its output, or why it did not run.
    #[serde(default)]
    pub preview: String,
    /// What was said about it.
    #[serde(default)]
    pub advice: Option<Advice>,
}

/// What comes after a verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// The next command.
    Go,
    /// Nothing, until the person says so.
    Wait,
    /// This command is proposed; it takes the place of the next.
    Propose(String),
}

/// A run of commands, serialisable at any point.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommandRun {
    /// The set whose commands they are.
    pub set: SetId,
    /// Where it stands.
    pub status: CommandRunStatus,
    /// Why it waits or ended, in a sentence.
    #[serde(default)]
    pub why: String,
    /// In order.
    pub steps: Vec<CommandStep>,
    /// Who started it.
    pub actor: Actor,
    /// When.
    pub started_at: Timestamp,
    /// Commands put in since one of the list succeeded.
    #[serde(default)]
    pub inserted: u32,
}

impl CommandRun {
    /// A run of these items, none of which has begun.
    pub fn new(set: SetId, commands: Vec<(u32, String)>, actor: Actor, now: Timestamp) -> Self {
        let steps = commands.into_iter().map(|(n, command)| step(set, n, command, false)).collect();
        Self { set, status: CommandRunStatus::Running, why: String::new(), steps, actor, started_at: now, inserted: 0 }
    }

    /// Place of the next command.
    pub fn next(&self) -> Option<usize> {
        self.steps.iter().position(|step| step.status == StepStatus::Queued)
    }

    /// Notes that a command begins.
    pub fn begin(&mut self, at: usize) {
        self.mark(at, StepStatus::Running);
    }

    /// Notes that a command is passed over.
    pub fn skip(&mut self, at: usize, why: &str) {
        self.mark(at, StepStatus::Skipped);
        if let Some(step) = self.steps.get_mut(at) {
            step.preview = why.to_owned();
        }
    }

    /// Notes what a command came to; `problem` where there is no outcome.
    pub fn end(&mut self, at: usize, outcome: Option<&CommandOutcome>, unknown: bool, problem: &str) {
        let Some(step) = self.steps.get_mut(at) else { return };
        let ok = outcome.is_some_and(CommandOutcome::ok);
        step.status = match (unknown, ok) {
            (true, _) => StepStatus::Unknown,
            (false, true) => StepStatus::Succeeded,
            (false, false) => StepStatus::Failed,
        };
        step.exit = outcome.and_then(|outcome| outcome.exit);
        step.elapsed_ms = outcome.map_or(0, |outcome| outcome.elapsed_ms);
        let text = outcome.map_or(problem, |outcome| outcome.preview.as_str());
        step.preview = excerpt(text, PREVIEW);
        if ok && !step.inserted {
            self.inserted = 0;
        }
    }

    /// Notes what became of a command that waits for its turn, where its item says that it waits no more: it was run, or
    /// decided, apart from this run.
    pub fn catch_up(&mut self, at: usize, item: &ChangeItem) -> bool {
        use ItemStatus as S;
        match (item.status, &item.outcome) {
            (S::Applied | S::Undone | S::Failed | S::Unknown, Some(outcome)) => {
                self.end(at, Some(outcome), item.status == S::Unknown, "");
            }
            (S::Applied | S::Undone | S::Failed | S::Unknown | S::Rejected | S::Retracted | S::Expired, _) => {
                self.skip(at, item.status.name());
            }
            _ => return false,
        }
        true
    }

    /// As [`Self::catch_up`] for all that waits; where that leaves nothing, there is nothing to wait for.
    pub fn caught_up<'s>(mut self, item: impl Fn(SetId, u32) -> Option<&'s ChangeItem>) -> Self {
        let mut caught = false;
        for at in 0..self.steps.len() {
            let queued = self.steps.get(at).filter(|step| step.status == StepStatus::Queued);
            if let Some(item) = queued.and_then(|step| item(step.set, step.n)) {
                caught |= self.catch_up(at, item);
            }
        }
        if caught && self.status == CommandRunStatus::Paused && self.next().is_none() {
            (self.status, self.why) = (CommandRunStatus::Done, String::new());
        }
        self
    }

    /// Takes a verdict about a command that ended.
    pub fn advise(&mut self, at: usize, advice: Advice) -> Next {
        let Some(step) = self.steps.get_mut(at) else { return Next::Wait };
        step.advice = Some(advice.clone());
        // What nobody can say the end of is looked at by a person.
        if step.status == StepStatus::Unknown {
            self.wait("nobody can say how far it got".to_owned());
            return Next::Wait;
        }
        match (advice.verdict, advice.command.filter(|command| !command.trim().is_empty())) {
            (Advised::Continue, _) => Next::Go,
            (Advised::Replace, Some(command)) if self.inserted < MOST_INSERTED => Next::Propose(command),
            (Advised::Replace, Some(_)) => {
                self.wait(format!("{MOST_INSERTED} commands were put in, and none of the list succeeded since"));
                Next::Wait
            }
            (Advised::Stop | Advised::Replace, _) => {
                self.wait(advice.why);
                Next::Wait
            }
        }
    }

    /// Puts a proposed command in the place of the next one after `at`, or at the end.
    pub fn insert(&mut self, at: usize, set: SetId, n: u32, command: String) {
        let after = at.saturating_add(1).min(self.steps.len());
        if let Some(next) = self.steps.iter_mut().skip(after).find(|s| s.status == StepStatus::Queued && !s.inserted) {
            next.status = StepStatus::Replaced;
        }
        self.steps.insert(after, step(set, n, command, true));
        self.inserted = self.inserted.saturating_add(1);
    }

    /// Waits for the person.
    pub fn wait(&mut self, why: String) {
        self.status = CommandRunStatus::Paused;
        self.why = why;
    }

    /// What a crash leaves: the command that ran is unknown, and the person says how to go on.
    pub fn interrupt(&mut self) {
        for step in self.steps.iter_mut().filter(|step| step.status == StepStatus::Running) {
            step.status = StepStatus::Unknown;
            "The program ended while it ran.".clone_into(&mut step.preview);
        }
        if self.status == CommandRunStatus::Running {
            self.wait("the program ended while the commands ran".to_owned());
        }
    }

    /// The commands that are still to run.
    pub fn remaining(&self) -> Vec<String> {
        self.steps.iter().filter(|s| s.status == StepStatus::Queued).map(|s| s.command.clone()).collect()
    }

    /// Commands that succeeded and that failed.
    pub fn counts(&self) -> (u64, u64) {
        let count = |status: &[StepStatus]| self.steps.iter().filter(|s| status.contains(&s.status)).count() as u64;
        (count(&[StepStatus::Succeeded]), count(&[StepStatus::Failed, StepStatus::Unknown]))
    }

    /// Commands that ran or will: those replaced or passed over do not count.
    pub fn total(&self) -> u64 {
        let counts = |step: &&CommandStep| !matches!(step.status, StepStatus::Replaced | StepStatus::Skipped);
        self.steps.iter().filter(counts).count() as u64
    }

    /// Which command of all it is, from 1.
    pub fn position(&self, at: usize) -> u64 {
        let counts = |step: &&CommandStep| !matches!(step.status, StepStatus::Replaced | StepStatus::Skipped);
        self.steps.iter().take(at.saturating_add(1)).filter(counts).count() as u64
    }

    /// `Command 2/4 ✗ cargo test` (S1-22).
    pub fn progress(&self, at: usize) -> String {
        let Some(step) = self.steps.get(at) else { return String::new() };
        let mark = match step.status {
            StepStatus::Succeeded => "✓",
            StepStatus::Failed => "✗",
            StepStatus::Unknown => "?",
            StepStatus::Running => "▶",
            StepStatus::Queued => "○",
            StepStatus::Replaced | StepStatus::Skipped => "–",
        };
        format!("Command {}/{} {mark} {}", self.position(at), self.total(), step.command)
    }

    /// `✓ 3 succeeded, ✗ 1 failed` (S1-22).
    pub fn text(&self) -> String {
        let (succeeded, failed) = self.counts();
        format!("✓ {succeeded} succeeded, ✗ {failed} failed")
    }

    fn mark(&mut self, at: usize, status: StepStatus) {
        if let Some(step) = self.steps.get_mut(at) {
            step.status = status;
        }
    }
}

fn step(set: SetId, n: u32, command: String, inserted: bool) -> CommandStep {
    CommandStep {
        set,
        n,
        command,
        status: StepStatus::Queued,
        inserted,
        exit: None,
        elapsed_ms: 0,
        preview: String::new(),
        advice: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(commands: u32) -> CommandRun {
        let list = (1..=commands).map(|n| (n, format!("c{n}"))).collect();
        CommandRun::new(SetId(14), list, Actor::System, "2026-11-22T00:00:00Z".parse().unwrap())
    }

    fn outcome(exit: i32) -> CommandOutcome {
        CommandOutcome {
            recorded: false,
            unchanged: false,
            made: Vec::new(),
            removed: Vec::new(),
            exit: Some(exit),
            signal: None,
            timed_out: false,
            stopped: false,
            elapsed_ms: 5,
            output: String::new(),
            bytes: 0,
            dropped: 0,
            preview: "out".to_owned(),
            sandbox: "none".to_owned(),
            copy: None,
            lost: None,
        }
    }

    fn advice(verdict: Advised, command: Option<&str>) -> Advice {
        Advice { verdict, why: "because".into(), command: command.map(str::to_owned), by: Some("m".into()) }
    }

    /// Runs the next command to this exit code and takes this verdict.
    fn once(run: &mut CommandRun, exit: i32, advice: Option<Advice>) -> Next {
        let at = run.next().unwrap();
        run.begin(at);
        run.end(at, Some(&outcome(exit)), false, "");
        let next = run.advise(at, advice.unwrap_or_else(|| Advice::by_exit(exit == 0)));
        if let Next::Propose(command) = &next {
            run.insert(at, SetId(15), 1, command.clone());
        }
        next
    }

    #[test]
    fn without_a_model_the_exit_code_goes_on_or_waits() {
        let mut run = run(3);
        assert_eq!(run.progress(0), "Command 1/3 ○ c1");
        assert_eq!(once(&mut run, 0, None), Next::Go);
        assert_eq!(once(&mut run, 1, None), Next::Wait);
        assert_eq!((run.status, run.why.as_str()), (CommandRunStatus::Paused, "it failed"));
        assert_eq!(
            (run.progress(1), run.text()),
            ("Command 2/3 ✗ c2".to_owned(), "✓ 1 succeeded, ✗ 1 failed".to_owned())
        );
        assert_eq!(run.next(), Some(2));
    }

    #[test]
    fn a_model_may_go_on_after_a_failure_and_does_not_make_it_a_success() {
        let mut run = run(2);
        assert_eq!(once(&mut run, 1, Some(advice(Advised::Continue, None))), Next::Go);
        assert_eq!(run.counts(), (0, 1));
        assert_eq!(once(&mut run, 0, Some(advice(Advised::Stop, None))), Next::Wait);
        assert_eq!(run.counts(), (1, 1), "nor a failure of a success");
    }

    #[test]
    fn another_command_takes_the_place_of_the_next_and_at_most_three_come_in() {
        let mut run = run(5);
        for n in 1..=3_u32 {
            let asked = format!("fix{n}");
            assert_eq!(once(&mut run, 1, Some(advice(Advised::Replace, Some(&asked)))), Next::Propose(asked.clone()));
            let at = run.next().unwrap();
            assert_eq!((run.steps[at].command.as_str(), run.steps[at].set), (asked.as_str(), SetId(15)));
        }
        assert_eq!(once(&mut run, 1, Some(advice(Advised::Replace, Some("fix4")))), Next::Wait);
        assert_eq!(run.status, CommandRunStatus::Paused);
        assert!(run.steps.iter().all(|step| step.command != "fix4"));
        let replaced = run.steps.iter().filter(|step| step.status == StepStatus::Replaced).count();
        assert_eq!((replaced, run.total()), (3, 5));
        // One of the list that succeeds begins the count anew.
        run.status = CommandRunStatus::Running;
        assert_eq!(once(&mut run, 0, None), Next::Go);
        assert_eq!(run.inserted, 0);
    }

    #[test]
    fn a_verdict_without_its_command_waits_and_the_unknown_always_does() {
        let mut one = run(2);
        assert_eq!(once(&mut one, 1, Some(advice(Advised::Replace, Some("  ")))), Next::Wait);
        let mut run = run(2);
        run.begin(0);
        run.end(0, None, true, "cut off");
        assert_eq!(run.advise(0, advice(Advised::Continue, None)), Next::Wait);
        assert_eq!((run.steps[0].status, run.steps[0].preview.as_str()), (StepStatus::Unknown, "cut off"));
    }

    #[test]
    fn a_crash_leaves_what_ran_unknown_and_the_rest_in_its_place() {
        let mut run = run(3);
        once(&mut run, 0, None);
        run.begin(1);
        let stored = serde_json::to_string(&run).unwrap();
        let mut back: CommandRun = serde_json::from_str(&stored).unwrap();
        assert_eq!(back, run);
        back.interrupt();
        let statuses: Vec<StepStatus> = back.steps.iter().map(|step| step.status).collect();
        assert_eq!(statuses, [StepStatus::Succeeded, StepStatus::Unknown, StepStatus::Queued]);
        assert_eq!((back.status, back.next()), (CommandRunStatus::Paused, Some(2)), "what is unknown is not next");
    }
}
