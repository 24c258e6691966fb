//! `countersign run-all`: several commands one after the other; each is shown while it runs.

use super::live::{self, Outputs};
use super::{Session, review};
use crate::args;
use crate::client::read;
use crate::failure::{Exit, Failure, Result};
use crate::screen::{Ink, Screen, clean};
use crate::show;
use crate::texts::say;
use countersign_core::change_set::{ItemStatus, Verdict};
use countersign_core::command_run::{CommandRunStatus, StepStatus};
use countersign_core::ids::SetId;
use countersign_core::label::one_line;
use countersign_core::wire::{CommandRunView, CommandStepView, ItemView};
use http::Method;
use serde_json::{Value, json};
use tokio::sync::mpsc;

/// So many lines are shown of an output that was over at once; `countersign show 14.2` has more.
const LINES: usize = 6;

/// Runs the verb.
pub(crate) async fn run(s: &mut Session<'_>, args: &args::RunAll) -> Result<Exit> {
    let id = args.set.set;
    let path = format!("/api/command-runs/{id}");
    let steer = [(args.resume, "resume"), (args.pause, "pause"), (args.stop, "stop")];
    if let Some((_, action)) = steer.into_iter().find(|(asked, _)| *asked) {
        let value = s.client.request(Method::PUT, &path, Some(&json!({ "action": action })), None).await?;
        return match action {
            // What had ended before is not told again.
            "resume" => {
                let before: CommandRunView = read(&value)?;
                follow(s, id, value, before.steps.iter().take_while(|step| is_over(step.status)).count()).await
            }
            "pause" => {
                let run: CommandRunView = read(&value)?;
                let exit = ended(s, &value, &run)?;
                if run.status == CommandRunStatus::Running && !s.screen.is_json() {
                    s.screen.line(say!("cli-run-all-will-pause", set = id))?;
                }
                Ok(exit)
            }
            _ => ended(s, &value, &read(&value)?),
        };
    }
    let set = review::set(s, id).await?;
    let sign = match (&args.sign, args.all) {
        (Some(items), _) => review::picked(&set, items, Verdict::Confirmed)?,
        (None, true) => review::meant(s, &set, args.confirm, is_command).await?,
        (None, false) => Vec::new(),
    };
    let signed = set.items.iter().any(|item| is_command(item) && item.status == ItemStatus::Confirmed);
    if sign.is_empty() && !signed {
        let message = say!("cli-nothing-signed", set = set.id.0);
        return Err(Failure::new("nothing_signed", message, say!("cli-run-all-hint", set = set.id.0)));
    }
    let besides = |item: &&ItemView| {
        !is_command(item) && (item.status == ItemStatus::Confirmed || sign.iter().any(|one| one.item == item.n))
    };
    let besides: Vec<String> = set.items.iter().filter(besides).map(|item| clean(&item.label)).collect();
    if !besides.is_empty() && !s.screen.is_json() {
        s.screen.line(say!("cli-run-all-besides", count = besides.len(), items = besides.join(" · ")))?;
    }
    let body = json!({ "change_set": set.id, "digest": set.digest, "sign": sign });
    let value = s.client.post("/api/command-runs", &body).await?;
    follow(s, id, value, 0).await
}

fn is_command(item: &ItemView) -> bool {
    item.kind == "command"
}

fn is_over(status: StepStatus) -> bool {
    !matches!(status, StepStatus::Queued | StepStatus::Running)
}

/// A piece of news about what a command writes.
enum Piece {
    Text(String),
    /// It has ended, and all of it was handed on.
    Ended,
}

/// Shows each command while it runs and as it ends. Ctrl+C ends the one that runs and the run with it.
/// Of its steps the first `known` were told of before.
async fn follow(s: &mut Session<'_>, id: i64, first: Value, known: usize) -> Result<Exit> {
    let path = format!("/api/command-runs/{id}");
    let events = format!("{path}/events");
    let stop = json!({ "action": "stop" });
    let (to, mut heard) = mpsc::unbounded_channel::<(String, Value)>();
    let (mut last, mut told) = (first, Told { steps: known, ..Told::default() });
    let shared = s.client.share().await;
    {
        let Session { client, screen } = s;
        let client = &*client;
        let following = client.follow(&events, to);
        let (begin, mut begun) = mpsc::unbounded_channel::<(SetId, u32)>();
        let starts = |set, n| begin.send((set, n)).unwrap_or_default();
        let (write, mut written) = mpsc::unbounded_channel::<Piece>();
        let writing = async {
            while let Some((set, n)) = begun.recv().await {
                live::follow(client, set, n, |_, text| drop(write.send(Piece::Text(text)))).await;
                drop(write.send(Piece::Ended));
            }
        };
        let held = crate::interrupt::hold();
        let stopping = async {
            held.pressed().await;
            // A run that has ended meanwhile cannot be stopped.
            let _ = client.request(Method::PUT, &path, Some(&stop), None).await;
            std::future::pending::<Result<()>>().await
        };
        tokio::pin!(following, stopping, writing);
        let (mut over, mut heard_all) = (false, false);
        while !heard_all || told.waits() {
            tokio::select! {
                next = heard.recv(), if !heard_all => match next {
                    Some((name, data)) if name == "command_run" => {
                        if !screen.is_json() {
                            told.run(screen, read(&data)?, starts)?;
                        }
                        last = data;
                    }
                    Some(_) => {}
                    None => heard_all = true,
                },
                Some(piece) = written.recv() => told.piece(screen, &piece, starts)?,
                ended = &mut following, if !over => {
                    over = true;
                    ended?;
                }
                ended = &mut stopping => ended?,
                () = &mut writing => {}
            }
        }
    }
    if let Some(shared) = shared {
        shared.end().await;
    }
    let run: CommandRunView = read(&last)?;
    ended(s, &last, &run)
}

/// What was told of a run so far.
#[derive(Default)]
struct Told {
    run: Option<CommandRunView>,
    /// So many of its steps have been told to have ended.
    steps: usize,
    /// The step whose output is being shown, by set and number.
    shows: Option<(SetId, u32)>,
    /// The last one whose output was shown.
    shown: Option<(SetId, u32)>,
    outputs: Outputs,
}

impl Told {
    /// Whether a command's output is still on its way.
    fn waits(&self) -> bool {
        self.shows.is_some()
    }

    /// The run stands so now; `begin` is told of a command that began.
    fn run(&mut self, screen: &mut Screen, run: CommandRunView, begin: impl Fn(SetId, u32)) -> Result<()> {
        self.run = Some(run);
        self.go_on(screen, begin)
    }

    fn piece(&mut self, screen: &mut Screen, piece: &Piece, begin: impl Fn(SetId, u32)) -> Result<()> {
        match piece {
            Piece::Text(text) => self.outputs.show(screen, text),
            Piece::Ended => {
                self.outputs.end(screen)?;
                self.shown = self.shows.take();
                self.go_on(screen, begin)
            }
        }
    }

    fn go_on(&mut self, screen: &mut Screen, begin: impl Fn(SetId, u32)) -> Result<()> {
        self.ended(screen)?;
        let runs = self.run.iter().flat_map(|run| &run.steps).find(|step| step.status == StepStatus::Running);
        if let Some(step) = runs.filter(|step| self.shows.is_none() && self.shown != Some((step.set, step.n))) {
            screen.line(told(screen, &step.text))?;
            self.shows = Some((step.set, step.n));
            begin(step.set, step.n);
        }
        Ok(())
    }

    /// Tells of the steps that ended since; one whose output is being shown ends after it.
    fn ended(&mut self, screen: &mut Screen) -> Result<()> {
        let steps = self.run.iter().flat_map(|run| &run.steps).skip(self.steps);
        for step in steps.take_while(|step| is_over(step.status) && self.shows != Some((step.set, step.n))) {
            self.steps += 1;
            let ink = if step.status == StepStatus::Succeeded { Ink::Signed } else { Ink::Danger };
            screen.line(screen.ink(ink, told(screen, &step.text)))?;
            // One that had ended before anybody heard that it ran.
            if self.shown != Some((step.set, step.n)) {
                preview(screen, step)?;
            }
            if let Some((by, why)) = step.advice.as_ref().and_then(|advice| Some((advice.by.as_ref()?, &advice.why))) {
                screen.line(format!("   {}", say!("cli-run-all-model", model = clean(by), why = clean(why))))?;
            }
        }
        Ok(())
    }
}

/// Where a command stands: `Command 2/4 ✗ cargo test`; in plain output with a word for the sign, which is the first.
fn told(screen: &Screen, text: &str) -> String {
    let text = clean(text);
    let sign = text.find(['✓', '✗', '▶', '?', '○', '–']).filter(|_| screen.is_plain());
    let Some((before, sign, after)) = sign.and_then(|at| {
        let sign = text.get(at..)?.chars().next()?;
        Some((text.get(..at)?, sign, text.get(at + sign.len_utf8()..)?))
    }) else {
        return text;
    };
    let word = match sign {
        '✓' => say!("cli-todo-done"),
        '✗' => say!("cli-status-failed"),
        '▶' => say!("cli-plain-runs"),
        '?' => say!("cli-status-unknown"),
        _ => String::new(),
    };
    format!("{} {word}:{after}", before.trim_end()).replace(" :", ":")
}

/// The first lines that a command wrote.
fn preview(screen: &mut Screen, step: &CommandStepView) -> Result<()> {
    let lines: Vec<&str> = step.preview.lines().collect();
    for line in lines.iter().take(LINES) {
        screen.verbatim(format!("   {}", clean(line)))?;
    }
    if lines.len() > LINES {
        screen.line(format!("   … #{}.{}", step.set, step.n))?;
    }
    Ok(())
}

/// What a run came to, or waits for.
fn ended(s: &mut Session<'_>, value: &Value, run: &CommandRunView) -> Result<Exit> {
    if s.screen.is_json() {
        s.screen.json(value)?;
        return Ok(exit(run));
    }
    let counted = clean(&run.text);
    s.screen.line(if s.screen.is_plain() { counted.replace("✓ ", "").replace("✗ ", "") } else { counted })?;
    if !run.why.is_empty() {
        s.screen.line(show::sentence(&run.why))?;
    }
    if !run.remaining.is_empty() {
        s.screen.line(say!("cli-run-all-remaining", commands = clean(&run.remaining.join(" · "))))?;
    }
    for step in run.steps.iter().filter(|step| step.unsigned) {
        let item = format!("{}.{}", step.set, step.n);
        s.screen.line(say!("cli-run-all-unsigned", item = item, command = clean(&one_line(&step.command))))?;
    }
    if run.status == CommandRunStatus::Paused {
        s.screen.line(say!("cli-run-all-resume", set = run.change_set.0))?;
    }
    if run.status == CommandRunStatus::Stopped && !run.remaining.is_empty() {
        s.screen.line(say!("cli-run-all-again", set = run.change_set.0))?;
    }
    Ok(exit(run))
}

fn exit(run: &CommandRunView) -> Exit {
    match run.status {
        CommandRunStatus::Running | CommandRunStatus::Paused => Exit::Pending,
        CommandRunStatus::Done if run.failed == 0 => Exit::Clear,
        CommandRunStatus::Done | CommandRunStatus::Stopped => Exit::Failed,
    }
}
