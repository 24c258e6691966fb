//! Where a conversation goes on, how full it is, what went wrong in it, and its folder.

use super::super::Session;
use super::{find, id};
use crate::client::{escape, read};
use crate::failure::{Exit, Result};
use crate::screen::{Ink, clean};
use crate::texts::say;
use countersign_core::session::Carried;
use countersign_core::session::meter::{Gauge, MeterKind};
use countersign_core::wire::{Bugs, HandedOff, MirrorView, SessionMeter};
use http::Method;
use serde_json::{Value, json};

async fn path(s: &Session<'_>, session: &str, end: &str) -> Result<String> {
    Ok(format!("/api/sessions/{}{end}", escape(&find(s, session).await?)))
}

/// How full a conversation is, in one or two lines; what to do where it is nearly full.
pub(super) fn meter(s: &mut Session<'_>, meter: &SessionMeter) -> Result<()> {
    let line = |s: &Session<'_>, gauge: &Gauge, text: String| {
        s.screen.ink(if gauge.high { Ink::Change } else { Ink::Faint }, text)
    };
    if let Some(gauge) = &meter.context {
        let said = say!(
            "cli-meter-context",
            percent = gauge.percent,
            used = gauge.used,
            of = gauge.of,
            model = clean(meter.model.as_deref().unwrap_or_default()),
            count = meter.messages
        );
        let how = if meter.measured { say!("cli-meter-measured") } else { say!("cli-meter-estimated") };
        s.screen.line(line(s, gauge, format!("{said} {how}")))?;
    }
    let gauge = &meter.storage;
    let said = say!("cli-meter-storage", percent = gauge.percent, used = gauge.used / 1_000, of = gauge.of / 1_000_000);
    s.screen.line(line(s, gauge, said))?;
    offer(s, meter)
}

/// What is offered, if anything is.
pub(super) fn offer(s: &mut Session<'_>, meter: &SessionMeter) -> Result<()> {
    match meter.offer {
        Some(MeterKind::Context) => s.screen.line(s.screen.ink(Ink::Change, say!("cli-meter-offer-context"))),
        Some(MeterKind::Storage) => s.screen.line(s.screen.ink(Ink::Change, say!("cli-meter-offer-storage"))),
        None => Ok(()),
    }
}

/// Goes on in a new session, or shows what it would be told.
pub(super) async fn hand_off(s: &mut Session<'_>, session: &str, show: bool) -> Result<Exit> {
    let path = path(s, session, "/handoff").await?;
    if show {
        let value = s.client.get(&path).await?;
        if s.screen.is_json() {
            s.screen.json(&value)?;
        } else {
            text(s, &read(&value)?)?;
        }
        return Ok(Exit::Clear);
    }
    let value = s.client.request(Method::POST, &path, None, None).await?;
    if s.screen.is_json() {
        s.screen.json(&value)?;
        return Ok(Exit::Clear);
    }
    let over: HandedOff = read(&value)?;
    s.screen.line(say!("cli-handed-off", id = id(&over.session), title = clean(&over.session.title)))?;
    next(s, &over)?;
    Ok(Exit::Clear)
}

/// Sums a session up and goes on in it.
pub(super) async fn extend(s: &mut Session<'_>, session: &str) -> Result<Exit> {
    let path = path(s, session, "/extend").await?;
    let value = s.client.request(Method::POST, &path, None, None).await?;
    if s.screen.is_json() {
        s.screen.json(&value)?;
        return Ok(Exit::Clear);
    }
    let over: HandedOff = read(&value)?;
    s.screen.line(say!("cli-extended", id = id(&over.session), count = over.carried.messages))?;
    next(s, &over)?;
    Ok(Exit::Clear)
}

/// Declines what is offered.
pub(super) async fn stay(s: &mut Session<'_>, session: &str) -> Result<Exit> {
    let found = path(s, session, "").await?;
    let meter: SessionMeter = read(&s.client.get(&format!("{found}/meter")).await?)?;
    let Some(offer) = meter.offer else {
        if s.screen.is_json() {
            s.screen.json(&json!({ "declined": null }))?;
        } else {
            s.screen.line(say!("cli-nothing-offered"))?;
        }
        return Ok(Exit::Clear);
    };
    s.client.request(Method::PATCH, &found, Some(&json!({ "decline": offer })), None).await?;
    if s.screen.is_json() {
        s.screen.json(&json!({ "declined": offer }))?;
    } else {
        s.screen.line(say!("cli-offer-declined"))?;
    }
    Ok(Exit::Clear)
}

/// The bugs of a session, after one was settled or opened again.
pub(super) async fn bugs(s: &mut Session<'_>, session: &str, report: bool, edit: Option<(i64, bool)>) -> Result<Exit> {
    let path = path(s, session, "/bugs").await?;
    let value: Value = match edit {
        None => s.client.get(&path).await?,
        Some((bug, resolved)) => {
            let body = json!({ "resolved": resolved });
            s.client.request(Method::PUT, &format!("{path}/{bug}"), Some(&body), None).await?
        }
    };
    if s.screen.is_json() {
        s.screen.json(&value)?;
        return Ok(Exit::Clear);
    }
    let found: Bugs = read(&value)?;
    if report {
        s.screen.raw(&found.report)?;
        return Ok(Exit::Clear);
    }
    s.screen.line(say!("cli-bugs", count = found.bugs.len(), open = found.open))?;
    for bug in &found.bugs {
        let mark = if bug.resolved { '✓' } else { '○' };
        let said = format!(
            "{mark} {}  {} {}  {}  {}",
            bug.id,
            bug.kind,
            clean(&bug.what),
            say!("cli-bug-message", n = bug.exchange),
            clean(&bug.description)
        );
        s.screen.line(if bug.resolved { s.screen.ink(Ink::Faint, said) } else { said })?;
    }
    Ok(Exit::Clear)
}

/// Writes the folder and says where it is.
pub(super) async fn folder(s: &mut Session<'_>, session: &str) -> Result<Exit> {
    let path = path(s, session, "/folder").await?;
    let value = s.client.request(Method::POST, &path, None, None).await?;
    if s.screen.is_json() {
        s.screen.json(&value)?;
        return Ok(Exit::Clear);
    }
    let found: MirrorView = read(&value)?;
    s.screen.line(say!("cli-session-exported", folder = clean(found.folder.as_deref().unwrap_or_default())))?;
    if found.edited.is_some() {
        s.screen.line(s.screen.ink(Ink::Change, say!("cli-folder-edited")))?;
    }
    Ok(Exit::Clear)
}

fn text(s: &mut Session<'_>, carried: &Carried) -> Result<()> {
    for line in carried.text.lines() {
        let heading = line.starts_with('#');
        let line = clean(line);
        s.screen.line(if heading { s.screen.ink(Ink::Strong, line) } else { line })?;
    }
    s.screen.line(say!("cli-nothing-changed"))
}

fn next(s: &mut Session<'_>, over: &HandedOff) -> Result<()> {
    let (id, next) = (id(&over.session), clean(&over.carried.next));
    let said = if next.is_empty() { say!("cli-go-on", id = id) } else { say!("cli-go-on-with", id = id, next = next) };
    said.lines().try_for_each(|line| s.screen.line(line))
}
