//! Opening the database of a data folder.

use crate::failure::{Failure, Result};
use crate::home::Home;
use crate::moment::Moment;
use crate::texts::say;
use countersign_core::problem::Problem;
use countersign_engine::effects::sandbox::Sandbox;
use countersign_engine::{Engine, EngineError, Setup};
use countersign_llm::{Catalogue, Models};
use countersign_store::Store;
use countersign_store_sqlite::SqliteStore;
use std::path::Path;
use std::sync::Arc;

/// The engine over the database. The caller holds the folder's lock.
///
/// # Errors
/// When it is damaged, of a newer version, read-only or somebody else's; it is then as it was.
pub(crate) async fn open(home: &Home, moment: &Moment) -> Result<Engine> {
    open_both(home, moment).await.map(|(_, engine)| engine)
}

/// As [`open`], with the store, which the server closes at its end.
pub(crate) async fn open_both(home: &Home, moment: &Moment) -> Result<(Arc<SqliteStore>, Engine)> {
    let store = Arc::new(SqliteStore::open(home.database()).await.map_err(refused)?);
    let setup = Setup {
        data: home.database().parent().map(Path::to_owned),
        models: models(home).await?,
        program: std::env::current_exe().ok(),
        sandbox: sandbox()?,
        command_limit: None,
    };
    let engine = Engine::open_with(store.clone() as Arc<dyn Store>, moment.clock(), setup).await.map_err(refused)?;
    Ok((store, engine))
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

/// The models of `models.json` beside the database, with the environment over it; none of both and a
/// reachable Ollama = that; nothing at all = the built-in planner alone.
async fn models(home: &Home) -> Result<Models> {
    let wrong = |problems: Vec<Problem>| {
        let message = problems.iter().map(|p| format!("{}: {}", p.path.as_deref().unwrap_or_default(), p.message));
        let hint = problems.first().map(|p| p.hint.clone()).unwrap_or_default();
        Failure::new("invalid_models", message.collect::<Vec<_>>().join("; "), hint)
    };
    let file = home.dir().join("models.json");
    let catalogue = match std::fs::read_to_string(&file) {
        Ok(text) => Catalogue::read("models.json", &text).map_err(wrong)?,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Catalogue::default(),
        Err(e) => {
            let hint = "Make it readable, or move it away to start without it.";
            return Err(Failure::new("invalid_models", format!("{}: {e}", file.display()), hint));
        }
    };
    let catalogue = catalogue.with_environment(|name| std::env::var(name).ok()).map_err(wrong)?;
    let catalogue = Catalogue { folder: Some(home.dir().join("models")), ..catalogue };
    Models::start(catalogue).await.map_err(|e| Failure::new("invalid_models", e.to_string(), e.hint()))
}
