//! The embedded default of the store: one SQLite file (COMMANDS-AND-FILES.md "Durability").
//!
//! WAL, `synchronous=FULL`, one connection that writes under `BEGIN IMMEDIATE` and a few that can
//! only read. Statements live in `.sql` files, those that other databases share in `../sql` and
//! SQLite's own in `sql`, and are checked against the schema when this crate is compiled.
//!
//! It never creates tables in a file that is not ours, and never opens one that a newer version wrote.

mod batch;
mod damage;
mod decided;
mod failure;
mod filed;
mod held;
mod ledger;
mod mark;
mod met;
mod numbers;
mod open;
mod place;
mod private;
mod read;
mod roots;
mod salvage;
mod shape;
mod stored;
mod unread;
mod whole;
mod words;
mod write;

pub use open::Options;

use countersign_core::ids::Seq;
use countersign_store::{Result, StoreError};
use held::Held;
use sqlx::sqlite::SqlitePool;
use sqlx::{SqliteConnection, query_file_scalar};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex as Lock};
use tokio::sync::Mutex;

/// The slot of the connection that writes. Whoever holds the lock has the turn to write; the slot
/// is empty when the last transaction ended in a way that leaves doubt about the connection, and
/// the next one then opens another.
type Slot = Arc<Mutex<Option<Writer>>>;

/// The connection that writes, the log that it writes into, and how it left the files.
#[derive(Debug)]
struct Writer {
    conn: SqliteConnection,
    log: Option<place::Identity>,
    held: Held,
    /// How its last commit left the ledger and the numbers, where nobody else writes.
    known: Option<numbers::Known>,
}

impl Writer {
    /// `conn` has read something: its log is there.
    fn new(conn: SqliteConnection, opened: Option<&Arc<File>>, path: &Path) -> Self {
        Self { conn, log: place::identity(&place::beside(path, "-wal")), held: Held::new(opened, path), known: None }
    }
}

/// A database in one file. Dropping it closes the connections; nothing has to be flushed, since
/// every commit already is.
#[derive(Debug)]
pub struct SqliteStore {
    path: PathBuf,
    options: Options,
    slot: Slot,
    readers: SqlitePool,
    /// Which file was opened.
    file: Option<place::Identity>,
    /// That file, to look at.
    opened: Option<Arc<File>>,
    /// A write that failed found it cut.
    cut: Arc<AtomicBool>,
    /// The ledger was seen to end as its head says.
    agreed: AtomicBool,
    /// What was found when damage was met after it was opened.
    damage: Lock<Option<String>>,
    /// How often damage had been met when it was last looked for.
    looked: AtomicU64,
}

impl SqliteStore {
    /// Opens the file, creating it when there is none (its folder must exist).
    ///
    /// # Errors
    /// `Newer` when a newer version wrote it, `Foreign` when another program did, `Corrupt` when it is
    /// damaged or no database, `Missing` when less is there than was written; the file is then as it was.
    /// `InTheWay`, `ReadOnly` or `NoFiles` when it cannot be opened for writing.
    pub async fn open(path: impl AsRef<Path>) -> Result<Self> {
        Self::open_with(path, Options::default()).await
    }

    /// As [`Self::open`], with options.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub async fn open_with(path: impl AsRef<Path>, options: Options) -> Result<Self> {
        let named = path.as_ref();
        let path = place::itself(named);
        let looked = AtomicU64::new(met::count());
        let conn = open::writer(named, &path, &options).await?;
        let opened = held::open(&path);
        let writer = Writer::new(conn, opened.as_ref(), &path);
        let file = place::identity(&path);
        let readers = open::readers(&path, &options, file);
        let slot = Arc::new(Mutex::new(Some(writer)));
        Ok(Self {
            path,
            options,
            slot,
            readers,
            file,
            opened,
            cut: Arc::default(),
            agreed: AtomicBool::new(false),
            damage: Lock::default(),
            looked,
        })
    }

    /// Takes what is in the file for all there is, where [`Self::open`] says that entries are missing: a person
    /// put it there on purpose. Gives the number of its last entry.
    ///
    /// # Errors
    /// As [`Self::open`], when it cannot be opened for another reason.
    pub async fn accept(path: impl AsRef<Path>) -> Result<Seq> {
        let named = path.as_ref();
        let path = place::itself(named);
        let options = Options::default();
        match mark::check(named, &path, &options).await {
            Ok(()) | Err(StoreError::Missing { .. } | StoreError::Unnoted { .. }) => {
                Ok(Seq(mark::accept(named, &path, &options).await))
            }
            Err(error) => Err(error),
        }
    }

    /// A stored setting of the product itself, of a file that stays as it is: it is neither made nor brought up
    /// to date, and whoever has it open is not in the way. None where that cannot be read.
    pub async fn glance(path: impl AsRef<Path>, key: &str) -> Option<String> {
        // Beside an emptied file SQLite deletes the log, even for who only reads; what was written is in it.
        path.as_ref().metadata().ok().filter(|file| file.len() > 0)?;
        let mut conn = sqlx::ConnectOptions::connect(&open::glancing(path.as_ref())).await.ok()?;
        let found = query_file_scalar!("../sql/meta.sql", key).fetch_optional(&mut conn).await.ok().flatten();
        // It can write nothing.
        let _ = sqlx::Connection::close(conn).await;
        found
    }

    /// The connections for reading. Where another file has come in the place of this one, none is opened: one
    /// of those that are there is waited for.
    ///
    /// # Errors
    /// `Replaced` when there is none, `Cut` where a part of what would be read is gone: SQLite calls that a disk
    /// that fails.
    async fn reading(&self) -> Result<&SqlitePool> {
        const LOOKS: u32 = 100;
        if self.is_known_cut() {
            return Err(StoreError::Cut);
        }
        for _ in 0..LOOKS {
            if self.readers.num_idle() > 0 || !place::is_lost(&self.path, self.file) {
                return Ok(&self.readers);
            }
            tokio::time::sleep(open::RETRY).await;
        }
        Err(StoreError::Replaced)
    }

    /// Whether a file of it is known to be cut; not asked while a write is under way.
    fn is_known_cut(&self) -> bool {
        let now = || self.slot.try_lock().is_ok_and(|turn| turn.as_ref().is_some_and(|writer| self.finds_cut(writer)));
        self.cut.load(Ordering::Relaxed) || now()
    }

    /// Whether its files are not as its last write left them; not asked while it writes.
    pub(crate) fn finds_cut(&self, writer: &Writer) -> bool {
        if self.options.alone { writer.held.is_overwritten() } else { writer.held.is_cut() }
    }

    /// Lets go of a file that was found damaged and leaves it and its log as they are: whoever closes last would bring
    /// the log into the file, and remove it. The connections end with the process.
    pub fn abandon(&self) {
        if let Ok(mut turn) = self.slot.try_lock() {
            std::mem::forget(turn.take());
        }
        std::mem::forget(self.readers.clone());
    }

    /// Closes all connections and waits for it: the WAL is then in the main file, which can be
    /// copied by itself. Reads fail afterwards.
    pub async fn close(&self) {
        let damaged = self.damage_met().await.is_some();
        let writer = self.slot.lock().await.take();
        let cut = self.cut.load(Ordering::Relaxed) || writer.as_ref().is_some_and(|writer| self.finds_cut(writer));
        if cut || place::is_lost(&self.path, self.file) {
            // Whoever closes last brings what is left of the log into the file, and removes the log by its
            // name, which may be another database's by now.
            std::mem::forget(writer);
            return;
        }
        if damaged {
            // The same, and what is damaged stays as it is.
            std::mem::forget(writer);
            return self.abandon();
        }
        self.readers.close().await;
        if let Some(writer) = writer {
            // What fails here is tidying; every commit is on the disk already.
            let _ = sqlx::Connection::close(writer.conn).await;
        }
    }
}
