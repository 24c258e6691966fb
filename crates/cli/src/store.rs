//! Opening the database of a data folder.

use crate::failure::{Failure, Result};
use crate::home::Home;
use crate::moment::Moment;
use crate::texts::say;
use countersign_core::problem::Problem;
use countersign_engine::effects::sandbox::Sandbox;
use countersign_engine::effects::{chats, open_to_others};
use countersign_engine::shelf::{Reload, Shelf, first_installed};
use countersign_engine::{Engine, EngineError, Look, Setup};
use countersign_llm::catalogue::Structured;
use countersign_llm::catalogue::environment::MODEL;
use countersign_llm::{Catalogue, LlmError, Models, Renderer};
use countersign_store::{Store, StoreError};
use countersign_store_sqlite::{Options, SqliteStore};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What a database is opened for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// All there is to do.
    Use,
    /// The same, with what the ledger makes made anew where it cannot be read.
    Restore,
    /// To look at it only, being a copy: every change is refused. What cannot be read is made anew in it.
    Look(Look),
}

/// What could be read of a damaged database, in a new one, to look at; and what could not, in words.
///
/// # Errors
/// When nothing can be read of it, or there is no place for the new one. `marked`: what it is, or is a copy of.
pub(crate) async fn salvaged(
    from: &Path,
    to: &Home,
    marked: &Home,
    moment: &Moment,
) -> Result<(Arc<SqliteStore>, Engine, Vec<String>)> {
    let damage = SqliteStore::salvage(from, &to.database(), &marked.database()).await.map_err(refused)?;
    let (store, engine) = open_as(to, marked, moment, Purpose::Look(Look::Unwritable), Some(damage.clone())).await?;
    Ok((store, engine, damage))
}

/// The engine over the database. The caller holds the folder's lock.
///
/// # Errors
/// When it is damaged, of a newer version, read-only or somebody else's; it is then as it was.
pub(crate) async fn open(home: &Home, models: &Home, moment: &Moment, purpose: Purpose) -> Result<Engine> {
    open_beside(home, models, moment, purpose).await.map(|(_, engine)| engine)
}

/// As [`open`], with the store, which the server closes at its end.
pub(crate) async fn open_both(home: &Home, moment: &Moment) -> Result<(Arc<SqliteStore>, Engine)> {
    open_beside(home, home, moment, Purpose::Use).await
}

/// With the models and the servers of tools of another folder than the database's.
async fn open_beside(home: &Home, of: &Home, moment: &Moment, purpose: Purpose) -> Result<(Arc<SqliteStore>, Engine)> {
    open_as(home, of, moment, purpose, None).await
}

async fn open_as(
    home: &Home,
    of: &Home,
    moment: &Moment,
    purpose: Purpose,
    salvaged: Option<Vec<String>>,
) -> Result<(Arc<SqliteStore>, Engine)> {
    if let Some(message) = home.lost() {
        let mut body = EngineError::from(StoreError::Corrupt { message: message.clone() }).body();
        // What is said to the folder's own person may name its files.
        body.details = Some(json!({ "cause": message }));
        return Err(Failure::Answered(Box::new(body)));
    }
    // Who writes here has the folder to itself.
    let options = Options { alone: true, ..Options::default() };
    let store = Arc::new(SqliteStore::open_with(home.database(), options).await.map_err(refused)?);
    let setup = Setup {
        data: home.database().parent().map(Path::to_owned),
        home: std::env::var_os("HOME").map(PathBuf::from).filter(|home| home.is_absolute()),
        servers: Some(of.dir().to_owned()),
        // What needs no model works without them; what does says why it has none.
        models: models(of).await.unwrap_or_else(Models::unusable),
        reload: Some(reload(of)),
        shelf: Some(Shelf::open(of.dir(), moment.clock(), renderer(), |name| std::env::var(name).ok())),
        program: std::env::current_exe().ok(),
        sandbox: sandbox()?,
        look: match purpose {
            Purpose::Look(look) => Some(look),
            Purpose::Use | Purpose::Restore => None,
        },
        restore: purpose != Purpose::Use,
        salvaged,
        command_limit: None,
    };
    let opened = Engine::open_with(store.clone() as Arc<dyn Store>, moment.clock(), setup).await;
    if let Err(EngineError::Store(StoreError::Corrupt { .. })) = &opened {
        store.abandon();
    }
    Ok((store, opened.map_err(refused)?))
}

/// The language of the person's settings, where they can be read as they are: for help, which waits for
/// nobody and makes nothing.
pub(crate) async fn language(home: &Home) -> Option<String> {
    let settings = SqliteStore::glance(home.database(), "settings").await?;
    let settings: serde_json::Value = serde_json::from_str(&settings).ok()?;
    settings["language"].as_str().map(str::to_owned)
}

/// The only sandbox that may be used, where `COUNTERSIGN_SANDBOX` names one.
pub(crate) fn sandbox() -> Result<Option<Sandbox>> {
    let named = std::env::var("COUNTERSIGN_SANDBOX").ok().filter(|name| !name.is_empty());
    named.map(|name| name.parse()).transpose().map_err(|why: String| {
        Failure::new("invalid_sandbox", format!("COUNTERSIGN_SANDBOX: {why}"), say!("cli-sandbox-hint"))
    })
}

/// An error of the engine or store as the server would answer it.
pub(crate) fn refused(error: impl Into<EngineError>) -> Failure {
    Failure::Answered(Box::new(error.into().body()))
}

/// Reads the models again, for whoever has changed the file.
fn reload(home: &Home) -> Reload {
    let home = home.clone();
    Reload(Arc::new(move || {
        let home = home.clone();
        Box::pin(async move { models(&home).await })
    }))
}

/// The models of `models.json` beside the database, with the environment over it; none of both and a
/// reachable Ollama = that; else the model that was installed first; nothing at all = the built-in planner alone.
async fn models(home: &Home) -> Result<Models, Problem> {
    start(home, None, true).await
}

async fn start(home: &Home, name: Option<&str>, grammar: bool) -> Result<Models, Problem> {
    let wrong = |e: LlmError| Problem::new("invalid_models", e.to_string()).hinting(e.hint());
    let with = async |name: Option<&str>| {
        let mut catalogue = catalogue(home, name)?;
        if !grammar {
            catalogue.models.values_mut().for_each(|model| model.structured = Some(Structured::PromptOnly));
        }
        Models::start(catalogue).await.map_err(wrong)
    };
    let found = with(name).await?;
    if name.is_some() || !found.catalogue().models.is_empty() || found.catalogue().off {
        return Ok(found);
    }
    match first_installed(home.dir()) {
        Some(name) => with(Some(&format!("embedded:{name}"))).await,
        None => Ok(found),
    }
}

/// The models with this one for everything, in the spelling of `COUNTERSIGN_MODEL`; without `grammar`
/// none is held to a schema by its runtime.
///
/// # Errors
/// When `models.json` or the name cannot be used.
pub(crate) async fn models_for(home: &Home, name: Option<&str>, grammar: bool) -> Result<Models> {
    let wrong = |problem: Problem| Failure::new("invalid_models", problem.message, problem.hint);
    start(home, name, grammar).await.map_err(wrong)
}

/// Where the templates of model files are followed: in a process of their own.
fn renderer() -> Renderer {
    std::env::current_exe().map_or_else(|_| Renderer::default(), chats::renderer)
}

fn catalogue(home: &Home, name: Option<&str>) -> Result<Catalogue, Problem> {
    let wrong = |problems: Vec<Problem>| {
        let message = problems.iter().map(|p| match p.path.as_deref().filter(|path| !path.ends_with('#')) {
            Some(path) => format!("{path}: {}", p.message),
            None => p.message.clone(),
        });
        let hint = problems.first().map(|p| p.hint.clone()).unwrap_or_default();
        Problem::new("invalid_models", message.collect::<Vec<_>>().join("; ")).hinting(hint)
    };
    let file = home.dir().join("models.json");
    if file.metadata().is_ok_and(|found| open_to_others(&found)) {
        return Err(Problem::new("open_to_others", "models.json can be written by other users").hinting(
            "It says where your messages go, and with which keys: make it yours, and take that away with chmod go-w.",
        ));
    }
    let catalogue = match std::fs::read_to_string(&file) {
        Ok(text) => Catalogue::read("models.json", &text).map_err(wrong)?,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Catalogue::default(),
        Err(e) => {
            let hint = "Make it readable, or move it away to start without it.";
            return Err(Problem::new("invalid_models", format!("models.json cannot be read: {e}")).hinting(hint));
        }
    };
    let variable = |variable: &str| match name {
        Some(name) if variable == MODEL => Some(name.to_owned()),
        _ => std::env::var(variable).ok(),
    };
    let catalogue = Catalogue { folder: Some(home.dir().join("models")), renderer: renderer(), ..catalogue };
    catalogue.with_environment(variable).map_err(wrong)
}
