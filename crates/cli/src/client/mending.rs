//! A damaged database in its folder, put right from its ledger.

use crate::failure::Result;
use crate::home::Home;
use crate::moment::Moment;
use crate::store::{refused, salvaged};
use countersign_engine::{EngineError, RebuildReport, effects};
use countersign_store_sqlite::SqliteStore;
use std::path::PathBuf;

/// What was put right.
pub(crate) struct Mended {
    pub(crate) report: RebuildReport,
    /// The folder with the files as they were.
    pub(crate) aside: PathBuf,
}

/// Puts what can be read of a damaged database in its place, with what the ledger makes made anew; the files as they
/// were are kept in a folder beside it. None where the database is not damaged. The caller holds the folder's lock.
///
/// # Errors
/// When the ledger is not sound, nothing can be read, or the new database cannot be written: the old one is then as
/// it was.
pub(super) async fn mend(home: &Home, moment: &Moment) -> Result<Option<Mended>> {
    let database = std::fs::canonicalize(home.database()).unwrap_or_else(|_| home.database());
    // What is no damage is said by whoever opens it.
    if SqliteStore::damage(&database).await.map_or(true, |damage| damage.is_empty()) {
        return Ok(None);
    }
    let beside = effects::Beside::new(&database).map_err(|e| home.unwritable(&e))?;
    let (store, engine, damage) = salvaged(&database, &Home::at(beside.path()), home, moment).await?;
    let Some(report) = engine.restored().cloned() else {
        let broken = engine.verify().await.map_err(refused)?.broken;
        return Err(refused(EngineError::Damaged { damage, broken }));
    };
    drop(engine);
    store.close().await;
    let aside = beside.replace(&database).map_err(|e| home.unwritable(&e))?;
    SqliteStore::accept(&database).await.map_err(refused)?;
    Ok(Some(Mended { report, aside }))
}
