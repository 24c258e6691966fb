//! `countersign doctor`: looks at everything, changes nothing, and says what to do.

use crate::args::Global;
use crate::client::{Client, read};
use crate::failure::{Exit, Failure, Result};
use crate::home::Home;
use crate::moment::Moment;
use crate::screen::{Ink, Screen, clean};
use crate::show;
use crate::store;
use crate::texts::{self, say};
use crate::verbs::history::{Kept, Rebuilt};
use countersign_core::problem::Problem;
use countersign_core::wire::{InterruptedApply, InterruptedState, ToolServers, VerifyReport, WorkspaceView};
use countersign_engine::effects::open_to_others;
use countersign_engine::effects::sandbox::{Confinement, Sandbox};
use serde::Serialize;
use serde_json::{Value, json};
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
        self.bad(check, show::sentence(&body.message), body.hint.unwrap_or_default());
    }
}

/// Runs the verb.
pub(crate) async fn run(home: &Home, global: &Global, screen: &mut Screen) -> Result<Exit> {
    let mut found = Findings::default();
    let language = match &global.lang {
        Some(tag) => Some(tag.clone()),
        None => store::language(home).await,
    };
    language.iter().for_each(|tag| texts::speak(tag));
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
    if let (true, Some(moment)) = (usable, &moment) {
        let hears = (!global.json).then_some(language.as_deref());
        stored(home, moment, hears, &mut found).await;
    }
    saved(home, &mut found);
    confinement(&mut found);
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
    match home.probe() {
        Ok(()) => {
            let blocked = home.in_the_way();
            let open = home.dir().metadata().is_ok_and(|folder| open_to_others(&folder));
            let files = home.open_to_others();
            if open {
                found.warn("data", say!("cli-doctor-data-open", dir = dir), say!("cli-doctor-data-open-todo"));
            } else if blocked.is_empty() && files.is_empty() {
                found.ok("data", say!("cli-doctor-data", dir = dir));
            }
            if !files.is_empty() {
                let text = say!("cli-doctor-data-writable", files = files.join(", "));
                found.warn("data", text, say!("cli-doctor-data-writable-todo"));
            }
            blocked.iter().for_each(|failure| found.failed("data", failure));
            true
        }
        Err(error) => {
            found.failed("data", &home.unwritable(&error));
            // What is stored can still be looked at.
            home.database().is_file()
        }
    }
}

/// What was saved here when the database was lost: where it is not sound now, that is what is left.
fn saved(home: &Home, found: &mut Findings) {
    let files = home.saved();
    if files.is_empty() {
        return;
    }
    let message = say!("cli-saved-here", files = files.join(", "));
    match found.0.iter().any(|one| one.level == Level::Bad) {
        true => found.warn("saved", message, say!("cli-saved-here-todo")),
        false => found.ok("saved", message),
    }
}

/// What is stored: through the server that runs, or by ourselves. `hears`: in which language it is told, where a
/// person reads it.
async fn stored(home: &Home, moment: &Moment, hears: Option<Option<&str>>, found: &mut Findings) {
    match Client::running(home).await {
        Some(server) => {
            found.ok("server", say!("cli-doctor-server", url = server.url(), pid = server.pid()));
            let mut client = Client::Remote(server);
            hears.into_iter().for_each(|tag| client.listen(tag));
            return examined(&client, home, found).await;
        }
        None => found.ok("server", say!("cli-doctor-no-server")),
    }
    if home.is_nowhere() {
        found.ok("database", say!("cli-doctor-database-none"));
        // What is written down of models counts before there is anything else.
        if let Ok(client) = Client::of_models(home, moment).await
            && let Ok(status) = client.get("/api/status").await
        {
            written_of_models(&status, found);
        }
        return;
    }
    match Client::open(home, moment, false).await {
        Ok(mut client) => {
            hears.into_iter().for_each(|tag| client.listen(tag));
            if let Some(why) = client.looks().filter(|_| client.misses()) {
                // What is left may be sound; it is not what was written.
                let todo = why.hint.clone().unwrap_or_default();
                return found.bad("database", show::sentence(&why.message), todo);
            }
            if let Some(why) = client.looks().filter(|_| client.is_damaged()) {
                found.bad(
                    "projections",
                    show::sentence(&texts::again(&why.message)),
                    why.hint.as_deref().map(texts::again).unwrap_or_default(),
                );
                // The copy holds what the ledger makes: of what is stored only the ledger is in it as it was.
                return match client.get("/api/ledger/verify").await.and_then(|value| read::<VerifyReport>(&value)) {
                    Ok(report) => ledger(&report, found),
                    Err(failure) => found.failed("ledger", &failure),
                };
            }
            if let Some(why) = client.looks().filter(|_| found.0.iter().all(|one| one.level != Level::Bad)) {
                // Why it cannot be written was not seen in the folder itself.
                found.bad("database", show::sentence(&why.message), why.hint.clone().unwrap_or_default());
            }
            // Opening refuses a library that is too old, so having come here says that it is not.
            found.ok("sqlite", say!("cli-doctor-sqlite"));
            examined(&client, home, found).await;
        }
        Err(failure) if failure.is("data_in_use") => {
            found.warn("database", say!("cli-doctor-database-busy"), say!("cli-data-in-use-hint"));
        }
        Err(failure) if failure.is("corrupt_database") || failure.is("unreadable") => {
            let cause = failure.details().and_then(|details| details["cause"].as_str()).unwrap_or_default();
            found.bad(
                "database",
                say!("cli-doctor-unreadable", file = home.database().display().to_string(), cause = cause),
                say!("cli-doctor-unreadable-todo", dir = home.dir().display().to_string()),
            );
        }
        Err(failure) => found.failed("database", &failure),
    }
}

/// What is wrong with what is written down of models.
fn written_of_models(status: &Value, found: &mut Findings) {
    if let Ok(problem) = read::<Problem>(&status["models_problem"]) {
        found.bad("models", show::sentence(&problem.message), problem.hint);
    }
}

async fn examined(client: &Client, home: &Home, found: &mut Findings) {
    let damage = client.get("/api/check").await.and_then(|value| read::<Vec<String>>(&value["damage"]));
    match damage {
        Ok(damage) if damage.is_empty() => found.ok("database", say!("cli-doctor-database")),
        Ok(damage) => found.bad(
            "database",
            say!(
                "cli-doctor-database-damaged",
                file = home.database().display().to_string(),
                damage = damage.join("; ")
            ),
            say!("cli-doctor-database-damaged-todo", dir = home.dir().display().to_string()),
        ),
        Err(failure) => found.failed("database", &failure),
    }
    if let Ok(status) = client.get("/api/status").await {
        written_of_models(&status, found);
        for cut in read::<Vec<InterruptedApply>>(&status["recovery"]).unwrap_or_default() {
            let todo = format!("{} countersign show {}", cut.hint, cut.set);
            match cut.state {
                InterruptedState::Open | InterruptedState::Unknown => {
                    found.bad("recovery", crate::verbs::recovered(&[cut]).join(" "), todo);
                }
                InterruptedState::PutBack | InterruptedState::Finished => {
                    found.ok("recovery", crate::verbs::recovered(&[cut]).join(" "));
                }
            }
        }
    }
    match client.get("/api/contents").await.and_then(|value| read::<Kept>(&value)) {
        Ok(kept) if kept.lost > 0 => found.bad("contents", kept.sentence(), say!("cli-contents-lost-todo")),
        Ok(kept) if kept.unread > 0 => {
            found.ok("contents", say!("cli-contents-part", count = kept.checked, unread = kept.unread));
        }
        Ok(kept) if kept.checked > 0 => found.ok("contents", say!("cli-contents", count = kept.checked)),
        Ok(_) => {}
        Err(failure) => found.failed("contents", &failure),
    }
    if let Ok(workspaces) = client.get("/api/workspaces").await {
        let gone = |one: &&WorkspaceView| !one.available;
        for one in read::<Vec<WorkspaceView>>(&workspaces["workspaces"]).unwrap_or_default().iter().filter(gone) {
            let text = say!("cli-doctor-workspace-gone", name = one.id.to_string(), dir = one.root.clone());
            found.warn("workspace", text, say!("cli-doctor-workspace-gone-todo", name = one.id.to_string()));
        }
    }
    tool_servers(client, found).await;
    let mut broken = false;
    match client.get("/api/ledger/verify").await.and_then(|value| read::<VerifyReport>(&value)) {
        Ok(report) => {
            broken = report.broken.is_some();
            ledger(&report, found);
            if !report.doubles.is_empty() {
                found.warn("todos", show::doubles(&report), say!("cli-doubles-todo"));
            }
        }
        Err(failure) => found.failed("ledger", &failure),
    }
    if broken {
        // Nothing can be said of what is stored by a ledger that cannot be trusted.
        return found.bad(
            "projections",
            say!("cli-doctor-projections-not-compared"),
            say!("cli-doctor-projections-broken-todo"),
        );
    }
    let rebuilt = client.post("/api/rebuild", &json!({ "write": false })).await;
    match rebuilt.and_then(|value| read::<Rebuilt>(&value)) {
        Ok(report) if report.equal => found.ok("projections", say!("cli-doctor-projections")),
        Ok(report) => found.bad(
            "projections",
            say!("cli-doctor-projections-differ", count = report.differing),
            say!("cli-doctor-projections-differ-todo"),
        ),
        Err(failure) => found.failed("projections", &failure),
    }
}

/// Servers of tools: what is wrong with the file, and with those that were needed and failed. None is started.
async fn tool_servers(client: &Client, found: &mut Findings) {
    let Ok(all) = client.get("/api/mcp-servers").await.and_then(|value| read::<ToolServers>(&value)) else { return };
    for problem in &all.problems {
        let place = problem.path.as_deref().unwrap_or_default();
        found.bad("mcp-servers", format!("{place}: {}", show::sentence(&problem.message)), problem.hint.clone());
    }
    for problem in all.servers.iter().filter_map(|server| server.problem.as_ref()) {
        found.warn("mcp-servers", show::sentence(&problem.message), problem.hint.clone());
    }
    if all.problems.is_empty() && !all.servers.is_empty() {
        found.ok("mcp-servers", say!("cli-doctor-mcp-servers", count = all.servers.len()));
    }
}

fn ledger(report: &VerifyReport, found: &mut Findings) {
    match &report.broken {
        None => found.ok("ledger", say!("cli-verify-ok", count = report.entries)),
        Some(broken) => found.bad(
            "ledger",
            show::verdict_on(broken),
            format!("{} {} {}", show::sentence(&broken.message), show::meaning(broken), say!("cli-verify-next")),
        ),
    }
}

/// How commands are confined, and why not better.
fn confinement(found: &mut Findings) {
    let only = match crate::store::sandbox() {
        Ok(only) => only,
        Err(failure) => return found.failed("sandbox", &failure),
    };
    let confined = Confinement::find(only, std::env::current_exe().ok().as_deref(), &[]);
    let missing = clean(&confined.missing.join("; "));
    match confined.sandbox {
        Sandbox::Bwrap => found.ok("sandbox", say!("cli-doctor-sandbox-bwrap")),
        Sandbox::Landlock => {
            found.warn(
                "sandbox",
                say!("cli-doctor-sandbox-landlock", missing = missing),
                say!("cli-doctor-sandbox-todo"),
            );
        }
        Sandbox::None => {
            found.warn("sandbox", say!("cli-doctor-sandbox-none", missing = missing), say!("cli-doctor-sandbox-todo"));
        }
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
        screen.json(&json!({ "findings": found }))?;
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
                clean(&finding.message)
            ))?;
            if !finding.todo.is_empty() {
                screen.line(format!("      {}", clean(&finding.todo)))?;
            }
        }
    }
    Ok(if found.iter().any(|f| f.level == Level::Bad) { Exit::Failed } else { Exit::Clear })
}
