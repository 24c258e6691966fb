//! The numbers that a transaction gives, and what is known of them before it asks.

use crate::damage;
use crate::failure::store_error;
use countersign_core::ids::TodoId;
use countersign_store::{Result, StoreError};
use sqlx::SqliteConnection;

/// How a commit left the ledger and the numbers, as `sql/begin.sql` would find them.
#[derive(Debug, Clone)]
pub(crate) struct Known {
    pub(crate) seq: Option<i64>,
    pub(crate) hash: Option<String>,
    pub(crate) secret: Option<String>,
    pub(crate) todo: i64,
    pub(crate) set_number: i64,
    pub(crate) rule_number: i64,
}

impl Known {
    /// Begins, makes the tables of the projections that are gone, and asks what `sql/begin.sql` asks.
    pub(crate) async fn after_making_tables(conn: &mut SqliteConnection) -> Result<Self> {
        sqlx::query("BEGIN IMMEDIATE").execute(&mut *conn).await.map_err(store_error)?;
        damage::make_tables(conn).await?;
        let asks = include_str!("../sql/begin.sql").split_once("BEGIN IMMEDIATE;").map_or("", |(_, asks)| asks);
        let row: (Option<i64>, Option<String>, Option<String>, i64, i64, i64) =
            sqlx::query_as(asks).fetch_one(conn).await.map_err(store_error)?;
        let (seq, hash, secret, todo, set_number, rule_number) = row;
        Ok(Self { seq, hash, secret, todo, set_number, rule_number })
    }
}

/// The highest number given of something.
pub(crate) struct Counter {
    now: i64,
    /// The highest of a row that was written.
    seen: i64,
    /// The highest of an entry, which stays.
    shown: i64,
}

impl Counter {
    pub(crate) fn at(stored: i64) -> Self {
        Self { now: stored, seen: stored, shown: stored }
    }

    /// Notes the number of a row.
    pub(crate) fn see(&mut self, number: i64) {
        if number <= TodoId::MAX.0 {
            self.seen = self.seen.max(number);
        }
    }

    /// The same of an entry: `sql/begin.sql` finds it there whatever becomes of the row.
    pub(crate) fn show(&mut self, number: i64) {
        self.see(number);
        if number <= TodoId::MAX.0 {
            self.shown = self.shown.max(number);
        }
    }

    /// The highest number given, where no entry shows it: it would be given again.
    pub(crate) fn to_keep(&self) -> Option<i64> {
        (self.now > self.shown).then_some(self.now)
    }

    /// The highest number that is given or there.
    pub(crate) fn highest(&self) -> i64 {
        self.now.max(self.seen)
    }

    /// The first of the next `n`.
    pub(crate) fn reserve(&mut self, n: u32) -> Result<i64> {
        let last = self.now.checked_add(i64::from(n)).filter(|last| *last <= TodoId::MAX.0);
        let first = self.now.saturating_add(1);
        self.now = last.ok_or(StoreError::NoNumbers)?;
        Ok(first)
    }

    /// Gives none up to this one.
    pub(crate) fn raise(&mut self, to: i64) {
        if to <= TodoId::MAX.0 {
            self.now = self.now.max(to);
        }
    }
}
