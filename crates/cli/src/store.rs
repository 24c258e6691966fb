//! Opening the database of a data folder.

use crate::failure::{Failure, Result};
use crate::home::Home;
use crate::moment::Moment;
use countersign_engine::{Engine, EngineError};
use countersign_store::Store;
use countersign_store_sqlite::SqliteStore;
use std::sync::Arc;

/// The store and the engine over it. The caller holds the folder's lock.
///
/// # Errors
/// When it is damaged, of a newer version, read-only or somebody else's; it is then as it was.
pub(crate) async fn open(home: &Home, moment: &Moment) -> Result<(Arc<SqliteStore>, Engine)> {
    let store = SqliteStore::open(home.database()).await.map_err(refused)?;
    let store = Arc::new(store);
    let engine = Engine::open(store.clone() as Arc<dyn Store>, moment.clock()).await.map_err(refused)?;
    Ok((store, engine))
}

/// An error of the engine or store as the server would answer it.
pub(crate) fn refused(error: impl Into<EngineError>) -> Failure {
    Failure::Answered(Box::new(error.into().body()))
}
