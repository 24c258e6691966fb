//! `countersign doctor`: looks at everything, changes nothing, and says what to do.

use crate::args::Global;
use crate::client::{Client, read};
use crate::failure::{Exit, Failure, Result};
use crate::home::Home;
use crate::moment::Moment;
use crate::screen::{Ink, Screen, clean};
use crate::store::{open, refused};
use crate::texts::say;
use countersign_core::wire::VerifyReport;
use countersign_engine::effects;
use serde::Serialize;
use std::io::IsTerminal;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Level {
    Ok,
    Warn,
    Bad,
}

#[derive(Debug, Serialize)]
struct Finding {
    check: &'static str,
    level: Level,
    message: String,
    /// What to do; empty when nothing is to be done.
    todo: String,
}

#[derive(Default)]
struct Findings(Vec<Finding>);

impl Findings {
    fn ok(&mut self, check: &'static str, message: String) {
        self.0.push(Finding { check, level: Level::Ok, message, todo: String::new() });
    }
    fn warn(&mut self, check: &'static str, message: String, todo: String) {
        self.0.push(Finding { check, level: Level::Warn, message, todo });
    }
    fn bad(&mut self, check: &'static str, message: String, todo: String) {
        self.0.push(Finding { check, level: Level::Bad, message, todo });
    }
    fn failed(&mut self, check: &'static str, failure: &Failure) {
        let body = failure.body();
        self.bad(check, body.message, body.hint.unwrap_or_default());
    }
}

/// Runs the verb.
pub(crate) async fn run(home: &Home, global: &Global, screen: &mut Screen) -> Result<Exit> {
    let mut found = Findings::default();
    let moment = match Moment::read(global) {
        Ok(moment) => {
            match moment.zone_name() {
                Some(name) => found.ok("zone", say!("cli-doctor-zone", zone = name)),
                None => found.warn("zone", say!("cli-doctor-zone-unknown"), say!("cli-doctor-zone-unknown-todo")),
            }
            Some(moment)
        }
        Err(failure) => {
            found.failed("zone", &failure);
            None
        }
    };
    let usable = folder(home, &mut found);
    if let Some(server) = Client::running(home).await {
        found.ok("server", say!("cli-doctor-server", url = server.url(), pid = server.pid()));
        served(&Client::Remote(server), &mut found).await;
    } else {
        found.ok("server", say!("cli-doctor-no-server"));
        if let (true, Some(moment)) = (usable, &moment) {
            database(home, moment, &mut found).await;
        }
    }
    terminal(&mut found);
    report(screen, &found.0)
}

/// Whether the folder is there and can be written.
fn folder(home: &Home, found: &mut Findings) -> bool {
    let dir = home.dir().display().to_string();
    if !home.dir().exists() {
        found.ok("data", say!("cli-doctor-data-none", dir = dir));
        return false;
    }
    let probe = home.dir().join(".doctor");
    match effects::write_private(&probe, b"").and_then(|()| effects::remove_file(&probe)) {
        Ok(()) => {
            found.ok("data", say!("cli-doctor-data", dir = dir));
            true
        }
        Err(error) => {
            found.failed("data", &home.unwritable(&error));
            false
        }
    }
}

/// A running server has the database to itself; it checks the ledger for us.
async fn served(client: &Client, found: &mut Findings) {
    let report = match client.get("/api/ledger/verify").await {
        Ok(value) => read::<VerifyReport>(&value),
        Err(failure) => Err(failure),
    };
    match report {
        Ok(report) => ledger(&report, found),
        Err(failure) => found.failed("ledger", &failure),
    }
    found.warn("database", say!("cli-doctor-database-served"), say!("cli-doctor-database-served-todo"));
}

async fn database(home: &Home, moment: &Moment, found: &mut Findings) {
    if !home.database().exists() {
        return found.ok("database", say!("cli-doctor-database-none"));
    }
    let lock = match home.lock() {
        Ok(Some(lock)) => lock,
        Ok(None) => return found.warn("database", say!("cli-doctor-database-busy"), say!("cli-data-in-use-hint")),
        Err(failure) => return found.failed("database", &failure),
    };
    let engine = match open(home, moment).await {
        Ok((_, engine)) => engine,
        Err(failure) => return found.failed("database", &failure),
    };
    // open() refuses a library that is too old, so having come here says that it is not.
    found.ok("sqlite", say!("cli-doctor-sqlite"));
    match engine.check_store().await {
        Ok(damage) if damage.is_empty() => found.ok("database", say!("cli-doctor-database")),
        Ok(damage) => found.bad(
            "database",
            say!("cli-doctor-database-damaged", damage = clean(&damage.join("; "))),
            say!("cli-doctor-database-damaged-todo"),
        ),
        Err(error) => found.failed("database", &refused(error)),
    }
    match engine.verify().await {
        Ok(report) => ledger(&report, found),
        Err(error) => found.failed("ledger", &refused(error)),
    }
    match engine.rebuild(false).await {
        Ok(report) if report.equal => found.ok("projections", say!("cli-doctor-projections")),
        Ok(report) => found.bad(
            "projections",
            say!("cli-doctor-projections-differ", count = report.differences.len()),
            say!("cli-doctor-projections-differ-todo"),
        ),
        Err(error) => found.failed("projections", &refused(error)),
    }
    drop(lock);
}

fn ledger(report: &VerifyReport, found: &mut Findings) {
    match &report.broken {
        None => found.ok("ledger", say!("cli-verify-ok", count = report.entries)),
        Some(broken) => found.bad(
            "ledger",
            say!("cli-verify-broken", entry = broken.seq.0, what = clean(&broken.what)),
            clean(&broken.message),
        ),
    }
}

fn terminal(found: &mut Findings) {
    match std::io::stdin().is_terminal() && std::io::stdout().is_terminal() {
        true => found.ok("terminal", say!("cli-doctor-terminal")),
        false => found.ok("terminal", say!("cli-doctor-no-terminal")),
    }
}

fn report(screen: &mut Screen, found: &[Finding]) -> Result<Exit> {
    if screen.is_json() {
        screen.json(&serde_json::json!({ "findings": found }))?;
    } else {
        for finding in found {
            let (ink, word) = match finding.level {
                Level::Ok => (Ink::Add, say!("cli-doctor-ok")),
                Level::Warn => (Ink::Change, say!("cli-doctor-warn")),
                Level::Bad => (Ink::Danger, say!("cli-doctor-bad")),
            };
            screen.line(format!(
                "{}  {}: {}",
                screen.ink(ink, format!("{word:<4}")),
                finding.check,
                finding.message
            ))?;
            if !finding.todo.is_empty() {
                screen.line(format!("      {}", finding.todo))?;
            }
        }
    }
    Ok(if found.iter().any(|f| f.level == Level::Bad) { Exit::Failed } else { Exit::Clear })
}
