//! `countersign run`, and watching the commands of an apply: their output as it comes, and Ctrl+C.

use super::held::{Running, held, stop};
use super::live::{self, Outputs};
use super::{Session, review, rules};
use crate::args;
use crate::client::read;
use crate::failure::{Exit, Failure, Result, cause};
use crate::screen::{Ink, clean};
use crate::show;
use crate::texts::say;
use countersign_core::change_set::{Actor, ItemStatus, Verdict};
use countersign_core::wire::{CommandPreview, ItemView, SetView, WorkspaceView};
use futures_util::future::join_all;
use http::Method;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::mpsc;

/// After the answer, output that does not come within this time is not waited for.
const QUIET: Duration = Duration::from_secs(1);

/// Runs the verb.
pub(crate) async fn run(s: &mut Session<'_>, args: &args::Run) -> Result<Exit> {
    let (workspace, here) = workspace(s, args.workspace.as_deref()).await?;
    let cwd = args.cwd.clone().unwrap_or(here);
    let operation = json!({ "op": "run_command", "workspace": workspace, "cwd": cwd, "command": args.command });
    let proposed = json!({ "operations": [operation], "wait": args.preview });
    // A rule may let it run at once.
    let (value, pressed) = held(s, "/api/change-sets", &proposed, Running::Words(&args.command)).await?;
    let value = value?;
    let set: SetView = read(&value)?;
    let open = set.items.iter().any(|item| item.status == ItemStatus::Pending);
    if pressed && open {
        // It was to be stopped before it had begun.
        take_back(s, &set).await?;
        return Err(Failure::new("cancelled", say!("cli-agent-cancelled"), ""));
    }
    if args.preview {
        if open {
            return preview(s, &set).await;
        }
        // It never runs, or something else answered for it: it is not run for want of a preview.
        if !s.screen.is_json() {
            for item in &set.items {
                show::item(s.screen, &set, item)?;
            }
        }
        return Err(Failure::new(
            "not_tried",
            say!("cli-preview-not-tried"),
            say!("cli-preview-not-tried-hint", set = set.id.to_string()),
        ));
    }
    if let (Some(words), true, Some(item)) = (args.add, open, set.items.first()) {
        let prefixes = rules::offered(s, item, words).await?;
        rules::remember(s, &set, item, &prefixes, &args.limits).await?;
        return review::apply_all(s, &set, false).await;
    }
    if args.yes && open {
        return review::apply_all(s, &set, false).await;
    }
    // An older rule let it run: one for the same words would say nothing new.
    if let (Some(_), Some(Actor::Rule { rule, .. }), false) =
        (args.add, set.items.first().and_then(|item| item.decided_by.as_ref()), s.screen.is_json())
    {
        s.screen.line(say!("cli-run-covered", rule = rule.to_string()))?;
    }
    // A standing rule may have run it already.
    let ran = set.items.iter().all(|item| item.status == ItemStatus::Applied);
    let exit = match open || ran {
        // What it did in a copy waits.
        true if set.items.iter().any(made_apart) => Exit::Pending,
        true => show::exit(&set),
        false => Exit::Failed,
    };
    if s.screen.is_json() {
        s.screen.json(&value)?;
        return Ok(exit);
    }
    for item in &set.items {
        match item.command.as_ref().and_then(|command| command.outcome.as_ref()) {
            // What ran is there for its output.
            Some(outcome) if ran => {
                printed(s, &outcome.preview)?;
                show::apart(s.screen, outcome, "")?;
            }
            _ => show::item(s.screen, &set, item)?,
        }
    }
    if !open {
        let rule = set.items.first().and_then(|item| match &item.decided_by {
            Some(Actor::Rule { name, .. }) if ran => Some(clean(name)),
            _ => None,
        });
        if let Some(rule) = rule {
            s.screen.line(say!("cli-run-by-rule", rule = rule, set = set.id.to_string()))?;
        }
        return Ok(exit);
    }
    if !s.screen.can_ask() {
        show::after(s.screen, &set)?;
        return Ok(show::exit(&set));
    }
    let sign = set.items.iter().map(review::sign_item).collect::<Vec<_>>();
    let keys = s.keys(&["y", "a", "n"]);
    let question = say!("cli-run-ask", y = keys.shown("y"), a = keys.shown("a"), n = keys.shown("n"));
    loop {
        let said = s.choose(&question, keys).await?.map(|said| said.to_lowercase());
        match said.as_deref() {
            Some("y" | "yes" | "r" | "run") => return review::carry_out(s, &set, sign, false, false).await,
            Some("a" | "add") => {
                let Some(item) = set.items.first() else { continue };
                match rules::agreed(s, item, &args.limits).await {
                    Ok(Some(prefixes)) => {
                        rules::remember(s, &set, item, &prefixes, &args.limits).await?;
                        return review::carry_out(s, &set, sign, false, false).await;
                    }
                    Ok(None) => {}
                    Err(failure) => s.screen.line(failure.to_string())?,
                }
            }
            Some("n" | "no" | "s" | "skip") => {
                let (_, set) = review::decided(s, &set, &sign, Verdict::Rejected, None).await?;
                show::after(s.screen, &set)?;
                return Ok(show::exit(&set));
            }
            // Nothing is decided; it waits in the inbox.
            None => {
                show::after(s.screen, &set)?;
                return Ok(show::exit(&set));
            }
            Some(_) if s.screen.is_plain() => s.screen.line(say!("cli-plain-keys", count = 3u32))?,
            Some(_) => s.screen.line(say!("cli-run-keys"))?,
        }
    }
}

/// Whether a command ran in a copy and what it did there waits.
fn made_apart(item: &ItemView) -> bool {
    let outcome = item.command.as_ref().and_then(|command| command.outcome.as_ref());
    outcome.is_some_and(|outcome| outcome.copy.as_ref().is_some_and(|copy| copy.set.is_some()))
}

/// An output, with nothing that moves the cursor, ending a line.
fn printed(s: &mut Session<'_>, output: &str) -> Result<()> {
    s.screen.raw(&live::harmless(output))?;
    if !output.is_empty() && !output.ends_with('\n') {
        s.screen.raw("\n")?;
    }
    Ok(())
}

/// Takes a command back that was never to wait: nobody turned it down.
async fn take_back(s: &mut Session<'_>, set: &SetView) -> Result<()> {
    let sign: Vec<_> = set.items.iter().map(review::sign_item).collect();
    review::decided(s, set, &sign, Verdict::Retracted, None).await.map(drop)
}

/// Tries the command in a copy; what it did there is the set that waits.
async fn preview(s: &mut Session<'_>, set: &SetView) -> Result<Exit> {
    let n = set.items.first().map_or(1, |item| item.n);
    let path = format!("/api/change-sets/{}/items/{n}/preview", set.id);
    let held = held(s, &path, &json!({}), Running::Item(set.id.0, n)).await;
    // It was only tried: what waits is what it did.
    take_back(s, set).await?;
    let value = held?.0?;
    if s.screen.is_json() {
        s.screen.json(&value)?;
    }
    let tried: CommandPreview = read(&value)?;
    if !s.screen.is_json() {
        printed(s, &tried.output)?;
        let seconds = tried.elapsed_ms / 1_000;
        match (tried.exit, tried.timed_out) {
            (_, true) => s.screen.line(say!("cli-preview-timed-out", seconds = seconds))?,
            (Some(0), _) => {}
            (Some(code), _) => s.screen.line(say!("cli-preview-exit", code = i64::from(code)))?,
            (None, _) => {
                s.screen.line(say!("cli-preview-signal", signal = i64::from(tried.signal.unwrap_or_default())))?
            }
        }
        if tried.sandbox == "landlock" {
            s.screen.line(say!("cli-preview-landlock"))?;
        }
        if tried.ignored > 0 {
            s.screen.line(say!("cli-preview-ignored", count = tried.ignored))?;
        }
        for line in show::left_out(&tried.left_out, &tried.left_out_why, tried.left_out.len() as u64) {
            s.screen.line(line)?;
        }
        if let Some(lost) = &tried.lost {
            s.screen.line(show::lost(lost))?;
        }
    }
    let Some(made) = tried.change_set else {
        if !s.screen.is_json() {
            s.screen.line(say!("cli-preview-nothing"))?;
        }
        return Ok(if tried.exit == Some(0) { Exit::Clear } else { Exit::Failed });
    };
    if !s.screen.is_json() {
        show::set(s.screen, &made)?;
        super::ask::show_diffs(s, made.id, made.items.iter()).await?;
        show::after(s.screen, &made)?;
    }
    Ok(show::exit(&made))
}

/// The name of the workspace that is meant, and the folder within it. A folder that is not open is opened
/// only where it is named, or a person says so: what is run there can change it.
async fn workspace(s: &mut Session<'_>, named: Option<&str>) -> Result<(String, String)> {
    let value = s.client.get("/api/workspaces").await?;
    let open: Vec<WorkspaceView> = read(&value["workspaces"])?;
    let here = super::here()?;
    let within =
        |root: &str| here.strip_prefix(root).ok().and_then(Path::to_str).map(str::to_owned).unwrap_or_default();
    let found = match named {
        Some(name) => open.iter().find(|w| w.id.0 == name),
        // The innermost one around this folder.
        None => open.iter().filter(|w| here.starts_with(&w.root)).max_by_key(|w| w.root.len()),
    };
    if let Some(workspace) = found {
        return Ok((workspace.id.0.clone(), within(&workspace.root)));
    }
    let folder = match named {
        None => {
            let root = clean(&here.display().to_string());
            if !s.agrees(&say!("cli-run-open-ask", root = root.as_str()), false).await? {
                let message = say!("cli-run-not-open", root = root.as_str());
                return Err(Failure::new("unknown_workspace", message, say!("cli-run-not-open-hint")));
            }
            here.clone()
        }
        Some(name) => here.join(name).canonicalize().map_err(|e| {
            let message = say!("cli-run-no-workspace", name = clean(name), cause = cause(&e));
            Failure::new("unknown_workspace", message, say!("cli-run-no-workspace-hint"))
        })?,
    };
    let root: PathBuf = folder;
    let opened = s.client.post("/api/workspaces", &json!({ "root": root.display().to_string() })).await?;
    let opened: WorkspaceView = read(&opened)?;
    if !s.screen.is_json() {
        s.screen.line(say!("cli-workspace-opened", id = opened.id.to_string(), root = clean(&opened.root)))?;
    }
    Ok((opened.id.0, within(&opened.root)))
}

/// Sends an apply. While its commands run, shows what they write; Ctrl+C ends the one that runs, and
/// the answer says what came of it.
pub(crate) async fn watched<T: DeserializeOwned>(
    s: &mut Session<'_>,
    set: &SetView,
    path: &str,
    body: &Value,
) -> Result<T> {
    let signs = |n: u32| body["sign"].as_array().is_some_and(|all| all.iter().any(|one| one["item"] == n));
    let commands: Vec<u32> = set
        .items
        .iter()
        .filter(|i| show::runs(i) && (i.status == ItemStatus::Confirmed || signs(i.n)))
        .map(|i| i.n)
        .collect();
    let Session { client, screen } = s;
    if commands.is_empty() {
        return client.asked(Method::POST, path, Some(body), None).await;
    }
    let shared = client.share().await;
    let (to, mut pieces) = mpsc::unbounded_channel();
    // Bytes of output that are handed on to be shown.
    let shown = AtomicU64::new(0);
    let follow = async {
        for n in &commands {
            let hand = |bytes, text| {
                shown.fetch_add(bytes, Ordering::Relaxed);
                drop(to.send(text));
            };
            live::follow(client, set.id, *n, hand).await;
        }
    };
    let apply = client.post(path, body);
    let running: Vec<Running<'_>> = commands.iter().map(|n| Running::Item(set.id.0, *n)).collect();
    // Each of them: one may have ended already, another not begun.
    let stop = join_all(running.iter().map(|one| stop(client, one)));
    tokio::pin!(follow, apply, stop);
    let mut outputs = Outputs::default();
    // Nobody who reads JSON is shown an output.
    let (mut followed, mut pressed, mut stopped) = (screen.is_json(), false, false);
    let held = crate::interrupt::hold();
    let answer = loop {
        tokio::select! {
            answer = &mut apply => break answer,
            () = &mut follow, if !followed => followed = true,
            Some(text) = pieces.recv() => outputs.show(screen, &text)?,
            () = held.pressed() => {
                // Who presses it again does not wait for the answer.
                if pressed {
                    screen.error(say!("cli-run-goes-on"))?;
                    crate::interrupt::leave();
                }
                pressed = true;
                screen.error(say!("cli-run-stopping"))?;
            }
            _ = &mut stop, if pressed && !stopped => stopped = true,
        }
    };
    // What was written last may still be on its way; a command that never ran writes nothing.
    loop {
        while let Ok(text) = pieces.try_recv() {
            outputs.show(screen, &text)?;
        }
        if followed {
            break;
        }
        tokio::select! {
            biased;
            Some(text) = pieces.recv() => outputs.show(screen, &text)?,
            () = &mut follow => followed = true,
            () = tokio::time::sleep(QUIET) => break,
        }
    }
    outputs.end(screen)?;
    let wrote = answer.as_ref().map_or(0, written);
    let more = wrote.saturating_sub(shown.load(Ordering::Relaxed));
    if more > 0 && !screen.is_json() {
        screen.line(screen.ink(Ink::Change, say!("cli-run-not-shown", count = more)))?;
    }
    if let Some(shared) = shared {
        shared.end().await;
    }
    answer.and_then(|answer| read(&answer))
}

/// Bytes of output that the commands of an answer wrote and that are stored.
fn written(answer: &Value) -> u64 {
    let results = answer["results"].as_array().into_iter().flatten();
    results.filter_map(|result| result["command"]["bytes"].as_u64()).sum()
}
