//! `countersign run-all`: several commands one after the other; each is shown as it ends.

use super::{Session, review};
use crate::args::{self, Items};
use crate::client::read;
use crate::failure::{Exit, Failure, Result};
use crate::screen::{Ink, Screen, clean};
use crate::show;
use crate::texts::say;
use countersign_core::change_set::{ItemStatus, Verdict};
use countersign_core::command_run::{CommandRunStatus, StepStatus};
use countersign_core::label::one_line;
use countersign_core::wire::CommandRunView;
use http::Method;
use serde_json::{Value, json};
use tokio::sync::mpsc;

/// So many lines of an output are shown beside a command; `countersign show 14.2` has more.
const LINES: usize = 6;

/// Runs the verb.
pub(crate) async fn run(s: &mut Session<'_>, args: &args::RunAll) -> Result<Exit> {
    let id = args.set.set;
    let path = format!("/api/command-runs/{id}");
    let steer = [(args.resume, "resume"), (args.pause, "pause"), (args.stop, "stop")];
    if let Some((_, action)) = steer.into_iter().find(|(asked, _)| *asked) {
        let value = s.client.request(Method::PUT, &path, Some(&json!({ "action": action })), None).await?;
        return match action {
            "resume" => follow(s, id, value).await,
            _ => ended(s, &value, &read(&value)?),
        };
    }
    let set = review::set(s, id).await?;
    let sign = match (&args.sign, args.all) {
        (Some(items), _) => review::picked(&set, items, Verdict::Confirmed)?,
        (None, true) => review::picked(&set, &Items::All, Verdict::Confirmed)?,
        (None, false) => Vec::new(),
    };
    let signed = set.items.iter().any(|item| item.kind == "command" && item.status == ItemStatus::Confirmed);
    if sign.is_empty() && !signed {
        let message = say!("cli-nothing-signed", set = set.id.0);
        return Err(Failure::new("nothing_signed", message, say!("cli-run-all-hint", set = set.id.0)));
    }
    let body = json!({ "change_set": set.id, "digest": set.digest, "sign": sign });
    let value = s.client.post("/api/command-runs", &body).await?;
    follow(s, id, value).await
}

/// Shows each command as it ends. Ctrl+C ends the one that runs and the run with it.
async fn follow(s: &mut Session<'_>, id: i64, first: Value) -> Result<Exit> {
    let path = format!("/api/command-runs/{id}");
    let events = format!("{path}/events");
    let stop = json!({ "action": "stop" });
    let (to, mut heard) = mpsc::unbounded_channel::<(String, Value)>();
    let (mut last, mut shown) = (first, 0_usize);
    let shared = s.client.share().await;
    {
        let Session { client, screen } = s;
        let following = client.follow(&events, to);
        let held = crate::interrupt::hold();
        let stopping = async {
            held.pressed().await;
            // A run that has ended meanwhile cannot be stopped.
            let _ = client.request(Method::PUT, &path, Some(&stop), None).await;
            std::future::pending::<Result<()>>().await
        };
        tokio::pin!(following, stopping);
        let mut over = false;
        loop {
            tokio::select! {
                next = heard.recv() => match next {
                    Some((name, data)) if name == "command_run" => {
                        let run: CommandRunView = read(&data)?;
                        if !screen.is_json() {
                            shown = steps(screen, &run, shown)?;
                        }
                        last = data;
                    }
                    Some(_) => {}
                    None => break,
                },
                ended = &mut following, if !over => {
                    over = true;
                    ended?;
                }
                ended = &mut stopping => ended?,
            }
        }
    }
    if let Some(shared) = shared {
        shared.end().await;
    }
    let run: CommandRunView = read(&last)?;
    ended(s, &last, &run)
}

/// Shows the steps that ended since, and returns how many have.
fn steps(screen: &mut Screen, run: &CommandRunView, from: usize) -> Result<usize> {
    let over = |status: StepStatus| !matches!(status, StepStatus::Queued | StepStatus::Running);
    let count = run.steps.iter().take_while(|step| over(step.status)).count();
    for step in run.steps.iter().take(count).skip(from) {
        let ink = if step.status == StepStatus::Succeeded { Ink::Signed } else { Ink::Danger };
        screen.line(screen.ink(ink, clean(&step.text)))?;
        let lines: Vec<&str> = step.preview.lines().collect();
        for line in lines.iter().take(LINES) {
            screen.line(format!("   {}", clean(line)))?;
        }
        if lines.len() > LINES {
            screen.line(format!("   … #{}.{}", step.set, step.n))?;
        }
        if let Some((by, why)) = step.advice.as_ref().and_then(|advice| Some((advice.by.as_ref()?, &advice.why))) {
            screen.line(format!("   {}", say!("cli-run-all-model", model = clean(by), why = clean(why))))?;
        }
    }
    Ok(count.max(from))
}

/// What a run came to, or waits for.
fn ended(s: &mut Session<'_>, value: &Value, run: &CommandRunView) -> Result<Exit> {
    if s.screen.is_json() {
        s.screen.json(value)?;
        return Ok(exit(run));
    }
    s.screen.line(clean(&run.text))?;
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
