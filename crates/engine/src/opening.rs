//! Opening an engine: what the store holds is loaded or made anew, what a crash interrupted is ended, and what
//! happens by itself from then on is begun.

use crate::shared::Shared;
use crate::{
    Clock, Engine, EngineError, Inner, RebuildReport, Result, Setup, World, clock, effects, history, mirror, rules,
    tool_servers,
};
use countersign_core::settings::Settings;
use countersign_core::todos::Todos;
use countersign_store::{Store, StoreError};
use serde::de::DeserializeOwned;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, OnceLock};
use tokio::sync::broadcast;

/// How often change sets are checked for their age; they are also checked on every read.
const EXPIRY_CHECK: std::time::Duration = std::time::Duration::from_secs(60);

/// What is kept under a name.
enum Kept<T> {
    Read(T),
    /// It is damaged; the ledger says what it was.
    Unread,
    Never,
}

async fn kept<T: DeserializeOwned>(store: &dyn Store, name: &str) -> Result<Kept<T>> {
    let text = match store.meta(name).await {
        Err(StoreError::Unreadable { .. }) => return Ok(Kept::Unread),
        text => text?,
    };
    Ok(text.map_or(Kept::Never, |text| serde_json::from_str(&text).map_or(Kept::Unread, Kept::Read)))
}

impl Engine {
    /// Loads everything, ends what a crash interrupted, and expires what is too old.
    ///
    /// # Errors
    /// When the store cannot be read; nothing was then written.
    pub async fn open(store: Arc<dyn Store>, clock: Arc<dyn Clock>) -> Result<Self> {
        Self::open_with(store, clock, Setup::default()).await
    }

    /// As [`Self::open`], told what is around it.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub async fn open_with(store: Arc<dyn Store>, clock: Arc<dyn Clock>, setup: Setup) -> Result<Self> {
        if let Some(damage) = setup.salvaged.clone() {
            return Self::open_salvaged(store, clock, setup, damage).await;
        }
        let failed = match store.missing_tables().await?.first() {
            None => match Self::load(store.clone(), clock.clone(), setup.clone(), None).await {
                Err(EngineError::Store(e @ (StoreError::Unreadable { .. } | StoreError::Other { .. }))) => e,
                opened => return opened,
            },
            Some(table) => StoreError::Unreadable { what: "table", message: (*table).to_owned() },
        };
        // What is in the way of finding out why is no better answer.
        let Ok(damage) = store.unread().await else { return Err(failed.into()) };
        let broken = history::prove(store.as_ref()).await?.broken;
        match (damage.is_empty(), broken) {
            (true, None) => Err(failed.into()),
            (true, Some(broken)) => Err(EngineError::BrokenLedger(broken)),
            (false, None) if setup.restore => {
                let restored = history::restore(store.as_ref(), damage).await?;
                Self::load(store, clock, setup, Some(restored)).await
            }
            // Nothing can make it anew: whoever looks at a copy sees the rest.
            (false, Some(_)) if setup.look.is_some() => {
                let mut tx = store.begin_rebuild().await?;
                tx.set_aside().await?;
                tx.commit().await?;
                Self::load(store, clock, setup, None).await
            }
            (false, broken) => Err(EngineError::Damaged { damage, broken }),
        }
    }

    /// Opens what was salvaged: a ledger that is sound makes the rest anew, and beside one that is not, what there
    /// is of the rest is shown as it is.
    async fn open_salvaged(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        setup: Setup,
        damage: Vec<String>,
    ) -> Result<Self> {
        if history::prove(store.as_ref()).await?.makes_all() {
            let restored = history::restore(store.as_ref(), damage).await?;
            return Self::load(store, clock, setup, Some(restored)).await;
        }
        let mut tx = store.begin_rebuild().await?;
        tx.set_aside().await?;
        tx.commit().await?;
        Self::load(store, clock, setup, None).await
    }

    /// Loads everything. `restored`: what was made anew for that.
    async fn load(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        setup: Setup,
        restored: Option<RebuildReport>,
    ) -> Result<Self> {
        let todos = Todos::new(store.todos().await?);
        // Nearly every answer says how far the ledger has come: that it cannot be told is known before one is asked for.
        store.head().await?;
        let settings = match kept(store.as_ref(), "settings").await? {
            Kept::Read(settings) => settings,
            Kept::Never => Settings::default(),
            Kept::Unread => history::settings_said(store.as_ref()).await?,
        };
        let rules = rules::Rules::load(store.rules().await?);
        let workspaces = match kept(store.as_ref(), "workspaces").await? {
            Kept::Read(workspaces) => workspaces,
            Kept::Never => Vec::new(),
            Kept::Unread => {
                let said = history::workspaces_said(store.as_ref()).await?;
                said.into_iter().filter(|one| !one.closed).map(|one| one.workspace).collect()
            }
        };
        let secret = match store.meta("secret").await?.and_then(|hex| blake3::Hash::from_hex(hex).ok()) {
            Some(hash) => *hash.as_bytes(),
            None => {
                let made: Vec<u8> = [uuid::Uuid::new_v4(), uuid::Uuid::new_v4(), uuid::Uuid::new_v4()]
                    .iter()
                    .flat_map(|u| *u.as_bytes())
                    .collect();
                let hash = blake3::hash(&made);
                if setup.look.is_none() {
                    let mut tx = store.begin().await?;
                    tx.put_meta("secret", hash.to_hex().as_str()).await?;
                    tx.commit().await?;
                }
                *hash.as_bytes()
            }
        };
        let pages_since = store.meta(crate::PAGES_SINCE).await?.unwrap_or_default();
        let engine = Self(Arc::new(Inner {
            store,
            clock,
            ids: clock::Ids::default(),
            world: Shared::new(World {
                todos,
                settings,
                rules,
                open: BTreeMap::new(),
                grounds: BTreeMap::new(),
                drifted: crate::review::Counted::default(),
                digests: BTreeMap::new(),
                past: history::Past::default(),
            }),
            writer: tokio::sync::Mutex::new(()),
            feed: broadcast::channel(256).0,
            live: Mutex::new(HashMap::new()),
            secret,
            pages_since: Shared::new(pages_since),
            workspaces: Shared::new(workspaces),
            models: Shared::new(setup.models.clone()),
            setup,
            restored,
            broken: Mutex::default(),
            differing: std::sync::atomic::AtomicU64::new(0),
            cut_off: Mutex::default(),
            beside: Mutex::default(),
            recovered: Mutex::default(),
            confinement: OnceLock::new(),
            judged: crate::commands::Known::default(),
            port: std::sync::atomic::AtomicU16::new(0),
            closing: std::sync::atomic::AtomicBool::default(),
            commands: Mutex::default(),
            last_output: Mutex::default(),
            mirror: mirror::Mirrors::default(),
            driven: Mutex::default(),
            conducted: Mutex::default(),
            keys: crate::under_way::Keys::default(),
            answered_now: crate::under_way::Questions::default(),
            asked: Mutex::default(),
            tool_servers: tool_servers::Servers::default(),
        }));
        engine.0.load_open().await?;
        engine.0.load_past().await?;
        if engine.0.setup.look.is_some() {
            return Ok(engine);
        }
        engine.end_interrupted().await?;
        engine.0.load_beside().await?;
        engine.end_applying().await?;
        // What cannot be removed now is looked for again.
        let _ = engine.0.sweep_beside().await;
        engine.end_command_runs().await?;
        engine.recall_models().await?;
        engine.keep_time();
        engine.watch_changes();
        engine.keep_mirrors();
        engine.warm();
        // Beside the first requests: there may be a great deal of it.
        tokio::task::spawn_blocking(effects::scratch::clear);
        Ok(engine)
    }

    /// Makes what todos are searched by, beside the first requests: nobody who only shows or changes
    /// todos waits for it, and who searches sooner makes it then.
    fn warm(&self) {
        let inner = self.0.clone();
        tokio::task::spawn_blocking(move || inner.world().todos.warm());
    }

    /// Expires what becomes too old while nobody looks (R22), for as long as the engine lives.
    fn keep_time(&self) {
        let inner = Arc::downgrade(&self.0);
        tokio::spawn(async move {
            let mut ticks = tokio::time::interval(EXPIRY_CHECK);
            // The first tick is at once, and was just done.
            ticks.tick().await;
            loop {
                ticks.tick().await;
                let Some(inner) = inner.upgrade() else { return };
                // A store that fails now is asked again at the next tick, and on every read.
                let engine = Self(inner);
                engine.end_cut_off().await;
                let _ = engine.0.sweep_beside().await;
                let _ = engine.expire_due().await;
                let _ = engine.wake_due().await;
                let _ = engine.wake_changed().await;
                let _ = engine.mirror_missing().await;
                engine.0.tool_servers.end_idle().await;
            }
        });
    }
}
