//! Waking agents, and what was said to them.

use super::{Session, review};
use crate::args;
use crate::client::{escape, read};
use crate::failure::{Exit, Result};
use crate::screen::{Ink, clean};
use crate::show;
use crate::texts::say;
use countersign_core::wire::{AgentMemory, DecisionView, WakeReport};
use http::Method;
use jiff::tz::TimeZone;
use serde_json::{Value, json};

/// `countersign wake`.
pub(crate) async fn wake(s: &mut Session<'_>, args: &args::Wake) -> Result<Exit> {
    if !(args.on.is_empty() && args.off.is_empty()) {
        return subscribe(s, args).await;
    }
    let about = Some(args.about.join(" ")).filter(|about| !about.is_empty());
    let value = s.client.post("/api/wakes", &json!({ "agent": args.agent, "about": about })).await?;
    let report: WakeReport = read(&value)?;
    if s.screen.is_json() {
        s.screen.json(&value)?;
        return Ok(if report.proposed > 0 { Exit::Pending } else { Exit::Clear });
    }
    let mut exit = Exit::Clear;
    for id in &report.sets {
        let set = review::set(s, id.0).await?;
        show::set(s.screen, &set)?;
        exit = show::exit(&set);
    }
    s.screen.line(say!("cli-wake-proposed", count = report.proposed))?;
    let waits = report.not_proposed.iter().filter(|n| n.code == "waits_already").count();
    let refused = report.not_proposed.len() - waits;
    for (count, text) in [
        (waits as u64, say!("cli-wake-waits", count = waits)),
        (refused as u64, say!("cli-wake-refused", count = refused)),
        (report.retracted, say!("cli-wake-retracted", count = report.retracted)),
        (report.left, say!("cli-wake-left", count = report.left)),
        (report.by_rules, say!("cli-wake-by-rules", count = report.by_rules)),
    ] {
        if count > 0 {
            s.screen.line(text)?;
        }
    }
    if report.by_rules == 0 {
        s.screen.line(say!("cli-nothing-changed"))?;
    }
    Ok(exit)
}

/// Names changes that wake the agent, or no longer do.
async fn subscribe(s: &mut Session<'_>, args: &args::Wake) -> Result<Exit> {
    let (view, on) = loop {
        let view = s.client.get("/api/settings").await?;
        let before: Vec<String> = read(&view["settings"]["wakeOn"])?;
        let mut on: Vec<String> = before.iter().filter(|one| !args.off.contains(one)).cloned().collect();
        for one in &args.on {
            if !on.contains(one) {
                on.push(one.clone());
            }
        }
        let change = json!({ "set": { "wakeOn": on }, "base": { "wakeOn": before } });
        match s.client.request(Method::PATCH, "/api/settings", Some(&change), None).await {
            // Somebody else named some meanwhile.
            Err(failure) if failure.body().error == "settings_changed" => {}
            answer => break (answer?, on),
        }
    };
    if s.screen.is_json() {
        s.screen.json(&view["settings"]["wakeOn"])?;
    } else if on.is_empty() {
        s.screen.line(say!("cli-wake-on-none"))?;
    } else {
        s.screen.line(say!("cli-wake-on", list = clean(&on.join(", "))))?;
    }
    Ok(Exit::Clear)
}

/// `countersign decisions`.
pub(crate) async fn decisions(s: &mut Session<'_>, args: &args::Decisions) -> Result<Exit> {
    if let Some(agent) = &args.memory {
        return memory(s, agent).await;
    }
    let (forgotten, places) = if args.forget.is_empty() { (false, &args.restore) } else { (true, &args.forget) };
    if !places.is_empty() {
        return remembering(s, places, forgotten).await;
    }
    let all = format!("/api/decisions?limit={}", args.limit);
    let mut path = all.clone();
    if args.forgotten {
        path.push_str("&forgotten=true");
    }
    let todo = args.todo.map(|id| id.to_string());
    for (name, value) in [
        ("agent", &args.agent),
        ("kind", &args.kind),
        ("verdict", &args.verdict),
        ("todo", &todo),
        ("since", &args.since),
        ("before", &args.before),
    ] {
        if let Some(value) = value {
            path.push_str(&format!("&{name}={}", escape(value)));
        }
    }
    let value = s.client.get(&path).await?;
    if s.screen.is_json() {
        s.screen.json(&value)?;
        return Ok(Exit::Clear);
    }
    let found: Vec<DecisionView> = read(&value["decisions"])?;
    if found.is_empty() && path != all {
        s.screen.line(say!("cli-decisions-none"))?;
        return Ok(Exit::Clear);
    }
    let zone = zone(s).await?;
    show::decisions(s.screen, &found, &zone)?;
    if let Some(next) = value["next"].as_str() {
        s.screen.line(s.screen.ink(Ink::Faint, say!("cli-decisions-more", next = clean(next))))?;
    }
    Ok(Exit::Clear)
}

/// Takes decisions out of what agents are told, or puts them back.
async fn remembering(s: &mut Session<'_>, places: &[(i64, u32)], forgotten: bool) -> Result<Exit> {
    let mut done = Vec::new();
    for (entry, item) in places {
        let one = format!("/api/decisions/{entry}/{item}");
        done.push(match forgotten {
            true => s.client.request(Method::DELETE, &one, None, None).await?,
            false => s.client.request(Method::POST, &format!("{one}/restore"), None, None).await?,
        });
    }
    if s.screen.is_json() {
        s.screen.json(&json!({ "decisions": done }))?;
        return Ok(Exit::Clear);
    }
    for one in done {
        let one: DecisionView = read(&one)?;
        let (at, label) = (format!("@{}.{}", one.entry, one.n), clean(&one.label));
        s.screen.line(match forgotten {
            true => say!("cli-decisions-forgotten", at = at, label = label),
            false => say!("cli-decisions-restored", at = at, label = label),
        })?;
    }
    Ok(Exit::Clear)
}

async fn zone(s: &Session<'_>) -> Result<TimeZone> {
    let status = s.client.get("/api/status").await?;
    Ok(status["zone"].as_str().and_then(|name| TimeZone::get(name).ok()).unwrap_or(TimeZone::UTC))
}

/// What an agent is told again before it proposes.
async fn memory(s: &mut Session<'_>, agent: &str) -> Result<Exit> {
    let value = s.client.get(&format!("/api/agents/memory?agent={}", escape(agent))).await?;
    if s.screen.is_json() {
        s.screen.json(&value)?;
        return Ok(Exit::Clear);
    }
    let memory: AgentMemory = read(&value)?;
    let zone = zone(s).await?;
    show::decisions(s.screen, &memory.decisions, &zone)?;
    let waiting = memory.waiting.iter().map(|one| format!("#{}.{}  {}", one.set, one.item, clean(&one.label)));
    let notes = memory.notes.iter().map(|one| clean(&words(&one.note)));
    for (title, lines) in [
        (say!("cli-decisions-waiting"), waiting.collect::<Vec<_>>()),
        (say!("cli-decisions-notes"), notes.collect::<Vec<_>>()),
    ] {
        if !lines.is_empty() {
            s.screen.line(title)?;
        }
        for line in lines {
            s.screen.line(format!("  {line}"))?;
        }
    }
    Ok(Exit::Clear)
}

/// The words of a note, whatever its shape.
fn words(note: &Value) -> String {
    match note {
        Value::String(text) => text.clone(),
        Value::Array(list) => list.iter().map(words).collect::<Vec<_>>().join("; "),
        Value::Object(map) => {
            map.iter().map(|(name, value)| format!("{name}: {}", words(value))).collect::<Vec<_>>().join("; ")
        }
        other => other.to_string(),
    }
}
