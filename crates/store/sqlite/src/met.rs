//! Damage that is met after a database was opened: a page that nothing had to read until then.
//!
//! Whoever meets it knows the connection and not the store, so it is counted for the whole process, and a store looks
//! into its own file once more when the count has grown: before it writes again, and before it tidies up at its end.

use crate::{SqliteStore, open, salvage};
use sqlx::{ConnectOptions, Connection};
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU64, Ordering};

/// How often SQLite said in this process that a file is malformed.
static MET: AtomicU64 = AtomicU64::new(0);

/// Notes that it was said once more.
pub(crate) fn note() {
    MET.fetch_add(1, Ordering::Relaxed);
}

/// How often it was said.
pub(crate) fn count() -> u64 {
    MET.load(Ordering::Relaxed)
}

impl SqliteStore {
    /// What the database says of its own file, where that is damaged and somebody met it.
    pub(crate) async fn damage_met(&self) -> Option<String> {
        let known = || self.damage.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let met = count();
        if known().is_some() || self.looked.load(Ordering::Relaxed) == met {
            return known();
        }
        self.look_through(met).await
    }

    /// Has the whole file looked through, for damage that was met so often.
    pub(crate) async fn look_through(&self, met: u64) -> Option<String> {
        // One that remembers no page from before.
        let mut fresh = open::looking(&self.path, &self.options).connect().await.ok()?;
        let pages = salvage::pages(&mut fresh).await;
        drop(fresh.close().await);
        let pages = pages.ok()?;
        self.looked.store(met, Ordering::Relaxed);
        let found = pages.into_iter().next()?;
        *self.damage.lock().unwrap_or_else(PoisonError::into_inner) = Some(found.clone());
        Some(found)
    }

    /// Whether it may be damaged: it is known to be, or nobody has looked since somebody met damage.
    pub(crate) fn may_be_damaged(&self) -> bool {
        self.looked.load(Ordering::Relaxed) != count()
            || self.damage.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }
}

impl Drop for SqliteStore {
    fn drop(&mut self) {
        // Whoever closes last brings the log into the file. In doubt it stays: the next one to open the file reads it.
        if self.may_be_damaged() {
            self.abandon();
        }
    }
}
