//! Servers of tools (MCP) that the person named in `mcp.json`, beside the database: each is started, or asked at
//! its address, when it is first needed, kept while it is used, and ended with all that it started. Nothing of it
//! comes from a workspace or from a model. What a tool of theirs changes is only ever proposed (`calling`).

mod asking;
pub(crate) mod calling;
mod config;
mod definition;
mod line;
mod overheard;
mod reads;
mod remote;
mod session;
mod tools;
mod worded;

pub(crate) use session::Silence;
pub(crate) use tools::{bound_to, stands_for};

use crate::effects::sandbox::{Confinement, Sandbox};
use crate::effects::servers::Order;
use crate::workspace::blocking;
use crate::{Engine, EngineError, Inner, Result};
use countersign_agent::tool::Tool;
use countersign_core::problem::Problem;
use countersign_core::wire::{ToolServer, ToolServerState, ToolServers};
use countersign_llm::catalogue::Secret;
use countersign_llm::endpoint::Endpointed;
use countersign_redact::redacted;
use definition::{Definition, Program, Reached};
use futures_util::future::join_all;
use line::Means;
use reads::Reads;
use session::{BEGIN, Session};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tools::Offer;

/// A server that nobody used for so long is ended.
const IDLE: Duration = Duration::from_secs(600);
/// One that was waited for in vain is not waited for again by itself for so long.
const AGAIN: Duration = Duration::from_secs(60);

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
    /// When it was last waited for and did not say what it offers. A call without an answer says nothing of that.
    in_vain: Option<Instant>,
}

impl Told {
    /// What one that runs offers.
    fn offered(&self) -> Option<Offer> {
        (self.state == ToolServerState::Running).then(|| self.offer.clone())
    }

    fn silent_just_now(&self) -> Option<Problem> {
        self.problem.clone().filter(|_| self.in_vain.is_some_and(|since| since.elapsed() < AGAIN))
    }

    fn failed(&mut self, problem: &Problem) {
        (self.state, self.problem, self.in_vain) = (ToolServerState::Failed, Some(problem.clone()), None);
        self.used = Instant::now();
    }

    /// It did not begin, or say what it offers.
    fn is_away(&mut self, problem: &Problem) {
        self.failed(problem);
        self.in_vain = is_silent(problem).then_some(self.used);
    }
}

impl Slot {
    fn new(digest: String) -> Self {
        let told = Told {
            state: ToolServerState::Idle,
            offer: Offer::default(),
            problem: None,
            used: Instant::now(),
            in_vain: None,
        };
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
    /// Where `mcp.json` is.
    fn tool_folder(&self) -> Option<&PathBuf> {
        self.setup.servers.as_ref().or(self.setup.data.as_ref())
    }

    fn tool_file(&self) -> Option<PathBuf> {
        self.tool_folder().map(|folder| folder.join(config::FILE))
    }

    /// The servers as the file says now.
    async fn tool_definitions(&self) -> std::result::Result<Vec<Definition>, Vec<Problem>> {
        let Some(path) = self.tool_file() else { return Ok(Vec::new()) };
        let text =
            blocking(move || config::text_of(&path)).await.unwrap_or_else(|e| Err(config::unread(&e.to_string())));
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

    /// What a server is reached by.
    fn tool_means(&self, definition: &Definition) -> std::result::Result<Means, Problem> {
        match &definition.reached {
            Reached::Started(program) => Ok(Means::Start(Order {
                command: program.command.clone(),
                args: program.args.clone(),
                env: program.env.clone(),
                confinement: self.confined_as(program),
                data: self.tool_folder().cloned(),
            })),
            Reached::At(address) => {
                let mut headers = Vec::new();
                for (name, value) in &address.headers {
                    let said = value.said(|name| std::env::var(name).ok());
                    let said = said.map_err(|variable| variable_missing(&definition.name, &variable))?;
                    headers.push((name.clone(), Secret::new(said)));
                }
                Ok(Means::Ask(Endpointed::new(address.url.clone(), headers, &self.models().catalogue().limits)))
            }
        }
    }

    fn confined_as(&self, program: &Program) -> Confinement {
        let mut confinement = self.confinement().clone();
        if !program.confined {
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

    /// The same for who does not wait for a call that is under way: then what it offered before that.
    async fn tool_offer_known(&self, definition: &Definition) -> std::result::Result<Offer, Problem> {
        let slot = self.tool_servers.slot(definition);
        if slot.session.try_lock().is_err() {
            let known = slot.told().offered();
            if let Some(offer) = known {
                return Ok(offer);
            }
        }
        self.tool_offer(definition).await
    }

    /// The same for who does not wait again for one that was waited for in vain just now.
    async fn tool_offer_soon(&self, definition: &Definition) -> std::result::Result<Offer, Problem> {
        let silent = self.tool_servers.slot(definition).told().silent_just_now();
        match silent {
            Some(problem) => Err(problem),
            None => self.tool_offer_known(definition).await,
        }
    }

    /// The session of a slot, with what its server offers at this moment. It is begun where there is none, and anew
    /// where the server knows nothing of it any more.
    async fn tool_session<'s>(
        &self,
        slot: &Slot,
        definition: &Definition,
        held: &'s mut Option<Session>,
    ) -> std::result::Result<&'s mut Session, Problem> {
        if held.as_ref().is_some_and(Session::is_over) {
            end(held.take()).await;
        }
        if let Some(session) = held.as_mut()
            && let Err(problem) = session.list(BEGIN).await
        {
            end(held.take()).await;
            if is_silent(&problem) {
                slot.told().is_away(&problem);
                return Err(problem);
            }
        }
        if held.is_none() {
            let begun = match self.tool_means(definition) {
                Ok(means) => Box::pin(Session::begin(definition, means)).await,
                Err(problem) => Err(problem),
            };
            match begun {
                Ok(session) => *held = Some(session),
                Err(problem) => {
                    slot.told().is_away(&problem);
                    return Err(problem);
                }
            }
        }
        let session = held.as_mut().ok_or_else(|| config::unread("it is gone"))?;
        let mut told = slot.told();
        (told.state, told.problem, told.in_vain, told.used) = (ToolServerState::Running, None, None, Instant::now());
        told.offer = session.offer.clone();
        Ok(session)
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
                    let digest = definition.digest();
                    tools.extend(offer.tools.iter().map(|tool| {
                        let reads = reads.of(&definition.name, &digest, &tool.digest);
                        tool.tool((&definition.name, &digest), reads)
                    }));
                }
                Err(problem) => problems.push(problem),
            }
        }
        let called = |tool: &Tool| (stands_for(&tool.name).unwrap_or_default().0.to_owned(), tool.wire_name());
        let shared = shared(tools.iter().map(called));
        problems.extend(shared.iter().map(|(name, servers)| of_several(name, servers)));
        tools.retain(|tool: &Tool| !shared.contains_key(&tool.wire_name().to_lowercase()));
        Ok((tools, problems))
    }

    fn tool_server_view(&self, definition: &Definition, reads: &Reads) -> ToolServer {
        let slot = self.tool_servers.slot(definition);
        let told = slot.told();
        let (command, url, sandbox) = match &definition.reached {
            Reached::Started(program) => {
                let words = std::iter::once(&program.command).chain(&program.args);
                let sandbox = self.confined_as(program).sandbox.name().to_owned();
                (words.map(|word| redacted(word)).collect(), None, Some(sandbox))
            }
            Reached::At(address) => (Vec::new(), Some(redacted(&address.url.shown())), None),
        };
        ToolServer {
            name: definition.name.clone(),
            command,
            url,
            sandbox: sandbox.unwrap_or_default(),
            state: if definition.disabled { ToolServerState::Off } else { told.state },
            reads: reads.of_server(&definition.name, &definition.digest()),
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
        leave_out_shared(&mut servers);
        let file = self.0.tool_file().unwrap_or_else(|| config::FILE.into());
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
}

/// The names under which agents would know tools of more than one server, in small letters, with those servers.
/// None of these tools is offered: a server takes no other's name, and no call that is meant for it.
fn shared(offered: impl Iterator<Item = (String, String)>) -> BTreeMap<String, BTreeSet<String>> {
    let mut all: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (server, name) in offered {
        all.entry(name.to_lowercase()).or_default().insert(server);
    }
    all.retain(|_, servers| servers.len() > 1);
    all
}

fn of_several(name: &str, servers: &BTreeSet<String>) -> Problem {
    let servers = servers.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
    Problem::new("tool_left_out", format!("agents would know tools of several servers as {name}: {servers}"))
        .hinting("Give one of the servers another name.")
}

/// Takes out the tools whose names would be another server's too, as a run does, and says so.
fn leave_out_shared(servers: &mut [ToolServer]) {
    let on = |server: &&ToolServer| server.state != ToolServerState::Off;
    let named =
        |server: &ToolServer| server.tools.iter().map(|tool| (server.name.clone(), tool.offered_as.clone())).collect();
    let shared = shared(servers.iter().filter(on).flat_map(|server| -> Vec<_> { named(server) }));
    for server in servers.iter_mut().filter(|server| server.state != ToolServerState::Off) {
        for tool in std::mem::take(&mut server.tools) {
            match shared.get(&tool.offered_as.to_lowercase()) {
                Some(servers) => server.left_out.push(of_several(&tool.offered_as, servers).at(tool.name)),
                None => server.tools.push(tool),
            }
        }
    }
}

fn is_silent(problem: &Problem) -> bool {
    problem.code == "server_silent"
}

fn variable_missing(server: &str, variable: &str) -> Problem {
    let message = format!("{variable}, which mcp.json names for {server}, holds nothing that a header can");
    Problem::new("no_such_variable", message).hinting("Set that environment variable where countersign is started.")
}

/// The first defect of the file, with how many there are.
fn unusable(problems: &[Problem]) -> Problem {
    let place = problems.first().and_then(|p| p.path.clone()).unwrap_or_default();
    let why = problems.first().map_or_else(String::new, |p| p.message.clone());
    Problem::new("invalid_mcp_servers", format!("mcp.json is not used: {why} ({place})"))
        .hinting("`countersign mcp-servers` names all that is wrong with it.")
}
