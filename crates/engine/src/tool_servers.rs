//! Servers of tools (MCP) that the person named in `mcp.json`, beside the database: each is started when it
//! is first needed, kept while it is used, and ended with all that it started. Nothing of it comes from a
//! workspace or from a model. What a tool of theirs changes is only ever proposed (`calling`).

pub(crate) mod calling;
mod config;
mod session;
mod tools;

pub(crate) use session::{Answer, Silence};
pub(crate) use tools::stands_for;

use crate::effects::sandbox::{Confinement, Sandbox};
use crate::effects::servers::Order;
use crate::workspace::blocking;
use crate::write::Write;
use crate::{Engine, EngineError, Inner, Result};
use config::Definition;
use countersign_agent::tool::Tool;
use countersign_core::change_set::Actor;
use countersign_core::ledger::Event;
use countersign_core::problem::Problem;
use countersign_core::wire::{ServerReads, ToolServer, ToolServerState, ToolServers};
use countersign_redact::redacted;
use futures_util::future::join_all;
use serde_json::{Map, Value, json};
use session::Session;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tools::Offer;

/// A server that nobody used for so long is ended.
const IDLE: Duration = Duration::from_secs(600);
/// One that failed is not asked again by itself for so long.
const AGAIN: Duration = Duration::from_secs(60);
/// Largest `mcp.json`, in bytes.
const LARGEST: u64 = 256 * 1024;
/// Under which the database keeps whose reads are allowed: the server's name, and what it was then.
const READS: &str = "tool_reads";

/// The servers that were needed so far, by name.
#[derive(Default)]
pub(crate) struct Servers(Mutex<BTreeMap<String, Arc<Slot>>>);

/// A server, for as long as `mcp.json` says the same of it.
struct Slot {
    digest: String,
    /// One call at a time.
    session: tokio::sync::Mutex<Option<Session>>,
    told: Mutex<Told>,
}

/// What is known of it without asking it.
struct Told {
    state: ToolServerState,
    offer: Offer,
    problem: Option<Problem>,
    used: Instant,
}

impl Slot {
    fn new(digest: String) -> Self {
        let told = Told { state: ToolServerState::Idle, offer: Offer::default(), problem: None, used: Instant::now() };
        Self { digest, session: tokio::sync::Mutex::default(), told: Mutex::new(told) }
    }

    fn told(&self) -> MutexGuard<'_, Told> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Servers {
    fn all(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Slot>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A server's slot; one that was another before is begun anew.
    fn slot(&self, definition: &Definition) -> Arc<Slot> {
        let digest = definition.digest();
        let (slot, replaced) = {
            let mut all = self.all();
            if let Some(known) = all.get(&definition.name).filter(|slot| slot.digest == digest) {
                return Arc::clone(known);
            }
            let slot = Arc::new(Slot::new(digest));
            let replaced = all.insert(definition.name.clone(), Arc::clone(&slot));
            (slot, replaced)
        };
        if let Some(replaced) = replaced {
            // Its server ends with it, where waiting for that is in nobody's way.
            tokio::task::spawn_blocking(move || drop(replaced));
        }
        slot
    }

    /// The slots of servers that are in the file no more, which end with them.
    fn without(&self, definitions: &[Definition]) -> Vec<Arc<Slot>> {
        let gone = |name: &String| !definitions.iter().any(|one| one.name == *name);
        self.all().extract_if(.., |name, _| gone(name)).map(|(_, slot)| slot).collect()
    }

    /// Ends what nobody used for long.
    pub(crate) async fn end_idle(&self) {
        let all: Vec<Arc<Slot>> = self.all().values().cloned().collect();
        for slot in all {
            let Ok(mut session) = slot.session.try_lock() else { continue };
            if session.is_some() && slot.told().used.elapsed() >= IDLE {
                end(session.take()).await;
                slot.told().state = ToolServerState::Idle;
            }
        }
    }
}

/// Ends a server where waiting for it is in nobody's way.
async fn end(session: Option<Session>) {
    // It is gone either way.
    let _ = blocking(move || drop(session)).await;
}

impl Inner {
    /// The servers as the file says now.
    async fn tool_definitions(&self) -> std::result::Result<Vec<Definition>, Vec<Problem>> {
        let Some(data) = &self.setup.data else { return Ok(Vec::new()) };
        let path = data.join(config::FILE);
        let text = blocking(move || text_of(&path)).await.unwrap_or_else(|e| Err(unread(&e.to_string())));
        let all = match text.map_err(|problem| vec![problem])? {
            Some(text) => config::read(&text)?,
            None => Vec::new(),
        };
        let gone = self.tool_servers.without(&all);
        if !gone.is_empty() {
            let _ = blocking(move || drop(gone)).await;
        }
        Ok(all)
    }

    /// The server of that name, which may be used.
    async fn tool_server_named(&self, name: &str) -> std::result::Result<Definition, Problem> {
        let all = self.tool_definitions().await.map_err(|problems| unusable(&problems))?;
        let found = all.into_iter().find(|one| one.name == name);
        let found = found.ok_or_else(|| {
            Problem::new("unknown_server", format!("there is no server {name} in mcp.json"))
                .hinting("Name one that `countersign mcp-servers` shows.")
        })?;
        match found.disabled {
            true => Err(Problem::new("server_off", format!("{name} is switched off in mcp.json"))
                .hinting("Take \"disabled\" away there if it is wanted.")),
            false => Ok(found),
        }
    }

    fn tool_order(&self, definition: &Definition) -> Order {
        Order {
            command: definition.command.clone(),
            args: definition.args.clone(),
            env: definition.env.clone(),
            confinement: self.confined_as(definition),
            data: self.setup.data.clone(),
        }
    }

    fn confined_as(&self, definition: &Definition) -> Confinement {
        let mut confinement = self.confinement().clone();
        if !definition.confined {
            confinement.sandbox = Sandbox::None;
        }
        confinement
    }

    /// What a server offers; it is started where it does not run.
    async fn tool_offer(&self, definition: &Definition) -> std::result::Result<Offer, Problem> {
        let slot = self.tool_servers.slot(definition);
        let mut session = slot.session.lock().await;
        self.tool_session(&slot, definition, &mut session).await.map(|session| session.offer.clone())
    }

    /// The same for who waits neither for a call of one that runs, nor again for one that failed just now.
    async fn tool_offer_soon(&self, definition: &Definition) -> std::result::Result<Offer, Problem> {
        let known = {
            let slot = self.tool_servers.slot(definition);
            let told = slot.told();
            match &told.problem {
                Some(problem) if told.used.elapsed() < AGAIN => Some(Err(problem.clone())),
                _ => (told.state == ToolServerState::Running).then(|| Ok(told.offer.clone())),
            }
        };
        match known {
            Some(known) => known,
            None => self.tool_offer(definition).await,
        }
    }

    /// The session of a slot, begun where there is none.
    async fn tool_session<'s>(
        &self,
        slot: &Slot,
        definition: &Definition,
        held: &'s mut Option<Session>,
    ) -> std::result::Result<&'s mut Session, Problem> {
        if held.as_ref().is_some_and(Session::is_over) {
            end(held.take()).await;
        }
        if held.is_none() {
            let begun = Session::begin(definition, self.tool_order(definition)).await;
            let mut told = slot.told();
            match begun {
                Ok(session) => {
                    (told.state, told.problem) = (ToolServerState::Running, None);
                    told.offer = session.offer.clone();
                    *held = Some(session);
                }
                Err(problem) => {
                    (told.state, told.problem) = (ToolServerState::Failed, Some(problem.clone()));
                    told.used = Instant::now();
                    return Err(problem);
                }
            }
        }
        slot.told().used = Instant::now();
        held.as_mut().ok_or_else(|| unread("it is gone"))
    }

    /// Calls a tool, once. `digest`: only where the server is still this one.
    pub(crate) async fn ask_tool_server(
        &self,
        (server, digest): (&str, Option<&str>),
        tool: &str,
        arguments: &Map<String, Value>,
    ) -> std::result::Result<Answer, Silence> {
        let before = |problem: Problem| Silence { problem, unknown: false, over: false };
        let definition = self.tool_server_named(server).await.map_err(before)?;
        if digest.is_some_and(|digest| digest != definition.digest()) {
            return Err(before(changed(server)));
        }
        let slot = self.tool_servers.slot(&definition);
        let mut held = slot.session.lock().await;
        // The file may have become another while it was waited for.
        if self.tool_server_named(server).await.map_err(before)?.digest() != slot.digest {
            return Err(before(changed(server)));
        }
        let session = self.tool_session(&slot, &definition, &mut held).await.map_err(before)?;
        let said = session.call(tool, arguments, definition.limit).await;
        if let Err(silence) = &said
            && silence.over
        {
            end(held.take()).await;
            let mut told = slot.told();
            (told.state, told.problem) = (ToolServerState::Failed, Some(silence.problem.clone()));
        }
        said
    }

    /// Whose reads the person allowed, for as long as the server is the same.
    async fn tool_reads(&self) -> Result<BTreeMap<String, String>> {
        let stored = self.store.meta(READS).await?;
        Ok(stored.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
    }

    /// What a server is now (its digest), where the person lets agents call unasked what it says only looks.
    pub(crate) async fn readable_server(&self, server: &str) -> std::result::Result<String, Problem> {
        let definition = self.tool_server_named(server).await?;
        let reads = self.tool_reads().await.map_err(|e| Problem::new("store_failed", e.to_string()))?;
        match allowed(&reads, &definition) {
            ServerReads::Allow => Ok(definition.digest()),
            ServerReads::Ask => {
                let message = format!("what {server} looks up is not allowed unasked any more");
                Err(Problem::new("not_allowed", message).hinting("Go on without; a new run asks about each call."))
            }
        }
    }

    /// The tools of all servers, as agents are offered them, and what is wrong with those that offer none.
    pub(crate) async fn foreign_tools(&self) -> Result<(Vec<Tool>, Vec<Problem>)> {
        let definitions = match self.tool_definitions().await {
            Ok(definitions) => definitions,
            Err(problems) => return Ok((Vec::new(), vec![unusable(&problems)])),
        };
        let reads = self.tool_reads().await?;
        let wanted: Vec<&Definition> = definitions.iter().filter(|one| !one.disabled).collect();
        let offers = join_all(wanted.iter().map(|one| self.tool_offer_soon(one))).await;
        let (mut tools, mut problems) = (Vec::new(), Vec::new());
        for (definition, offer) in wanted.into_iter().zip(offers) {
            match offer {
                Ok(offer) => {
                    let reads = allowed(&reads, definition);
                    tools.extend(offer.tools.iter().map(|tool| tool.tool(&definition.name, reads)));
                }
                Err(problem) => problems.push(problem),
            }
        }
        Ok((tools, problems))
    }

    fn tool_server_view(&self, definition: &Definition, reads: &BTreeMap<String, String>) -> ToolServer {
        let slot = self.tool_servers.slot(definition);
        let told = slot.told();
        let words = std::iter::once(&definition.command).chain(&definition.args);
        ToolServer {
            name: definition.name.clone(),
            command: words.map(|word| redacted(word)).collect(),
            sandbox: self.confined_as(definition).sandbox.name().to_owned(),
            state: if definition.disabled { ToolServerState::Off } else { told.state },
            reads: allowed(reads, definition),
            tools: told.offer.tools.iter().map(|tool| tool.view(&definition.name)).collect(),
            left_out: told.offer.left_out.clone(),
            problem: told.problem.clone(),
        }
    }
}

impl Engine {
    /// The servers of tools and how they stand. None is started.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn tool_servers(&self) -> Result<ToolServers> {
        let (definitions, problems) = match self.0.tool_definitions().await {
            Ok(definitions) => (definitions, Vec::new()),
            Err(problems) => (Vec::new(), problems),
        };
        let reads = self.0.tool_reads().await?;
        let mut servers: Vec<ToolServer> = definitions.iter().map(|one| self.0.tool_server_view(one, &reads)).collect();
        leave_out_taken(&mut servers);
        let file = self.0.setup.data.as_ref().map_or_else(|| config::FILE.into(), |data| data.join(config::FILE));
        Ok(ToolServers { file: file.display().to_string(), servers, problems })
    }

    /// Starts a server anew and asks what it offers. No tool of it is called.
    ///
    /// # Errors
    /// `unknown_server`, `server_off`, defects of the file; why it could not be used is in the answer.
    pub async fn test_tool_server(&self, name: &str) -> Result<ToolServer> {
        let definition = self.0.tool_server_named(name).await.map_err(EngineError::Bad)?;
        let slot = self.0.tool_servers.slot(&definition);
        let running = slot.session.lock().await.take();
        end(running).await;
        // Why it could not be used is told with it.
        let _ = self.0.tool_offer(&definition).await;
        Ok(self.0.tool_server_view(&definition, &self.0.tool_reads().await?))
    }

    /// Says whether agents may call what this server says only looks. It holds while `mcp.json` says the
    /// same of the server.
    ///
    /// # Errors
    /// `unknown_server`, `server_off`, or a failing store.
    pub async fn set_tool_reads(&self, name: &str, reads: ServerReads, actor: Actor) -> Result<ToolServer> {
        if !matches!(actor, Actor::User { .. }) {
            return Err(EngineError::Bad(Problem::new("not_a_person", "only a person allows what tools may do")));
        }
        let definition = self.0.tool_server_named(name).await.map_err(EngineError::Bad)?;
        let (engine, name) = (self.clone(), name.to_owned());
        self.detached(async move {
            let inner = &engine.0;
            let mut write = Write::begin(inner).await?;
            let mut all = inner.tool_reads().await?;
            match reads {
                ServerReads::Allow => all.insert(name.clone(), definition.digest()),
                ServerReads::Ask => all.remove(&name),
            };
            let detail = json!({ "server": name, "reads": reads });
            write.append(&actor, Event::Audit { action: "tool_reads".into(), detail }).await?;
            write.tx.put_meta(READS, &serde_json::to_string(&all).unwrap_or_default()).await?;
            write.finish().await?;
            Ok(inner.tool_server_view(&definition, &all))
        })
        .await
    }
}

/// Takes out the tools whose names agents know as another server's, as a run does, and says so.
fn leave_out_taken(servers: &mut [ToolServer]) {
    let mut taken: BTreeMap<String, String> = BTreeMap::new();
    for server in servers.iter_mut().filter(|server| server.state != ToolServerState::Off) {
        for tool in std::mem::take(&mut server.tools) {
            match taken.get(&tool.offered_as) {
                Some(other) => {
                    let message = format!("agents know a tool of {other} as {}", tool.offered_as);
                    let problem =
                        Problem::new("tool_left_out", message).hinting("Give one of the servers another name.");
                    server.left_out.push(problem.at(tool.name));
                }
                None => {
                    taken.insert(tool.offered_as.clone(), server.name.clone());
                    server.tools.push(tool);
                }
            }
        }
    }
}

fn allowed(reads: &BTreeMap<String, String>, definition: &Definition) -> ServerReads {
    match reads.get(&definition.name).is_some_and(|digest| *digest == definition.digest()) {
        true => ServerReads::Allow,
        false => ServerReads::Ask,
    }
}

/// The file's text; none where there is no file.
fn text_of(path: &Path) -> std::result::Result<Option<String>, Problem> {
    use std::os::unix::fs::MetadataExt;
    let found = match path.metadata() {
        Ok(found) => found,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(e) => return Err(unread(&e.to_string())),
    };
    if !found.is_file() || found.len() > LARGEST {
        return Err(unread("it is no file, or larger than 256 KB"));
    }
    // Root's are taken too: root can write it whosever it is.
    let theirs = ![0, rustix::process::geteuid().as_raw()].contains(&found.uid());
    if theirs || found.mode() & 0o022 != 0 {
        let problem = Problem::new("open_to_others", "mcp.json can be written by other users");
        return Err(problem
            .hinting("It names programs that run as you: make it yours, and take that away with chmod go-w.")
            .at(config::FILE));
    }
    std::fs::read_to_string(path).map(Some).map_err(|e| unread(&e.to_string()))
}

fn unread(why: &str) -> Problem {
    Problem::new("unreadable", format!("mcp.json cannot be read: {why}"))
        .hinting("Mend it, or remove it to go without servers of tools.")
        .at(config::FILE)
}

/// The first defect of the file, with how many there are.
fn unusable(problems: &[Problem]) -> Problem {
    let place = problems.first().and_then(|p| p.path.clone()).unwrap_or_default();
    let why = problems.first().map_or_else(String::new, |p| p.message.clone());
    Problem::new("invalid_mcp_servers", format!("mcp.json is not used: {why} ({place})"))
        .hinting("`countersign mcp-servers` names all that is wrong with it.")
}

fn changed(server: &str) -> Problem {
    let message = format!("mcp.json says another thing of {server} than when this was proposed");
    Problem::new("server_changed", message).hinting("Reject it, and have it proposed again.")
}
