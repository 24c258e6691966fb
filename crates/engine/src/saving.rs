//! What can be saved of a database whose files were taken away, replaced or cut under this process.

use crate::{Engine, EngineError, Result, effects};
use countersign_store::StoreError;
use std::io::ErrorKind;

/// Why a file was not written.
fn broken(error: std::io::Error) -> StoreError {
    let message = error.to_string();
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => StoreError::Full { message },
        _ => StoreError::Other { message },
    }
}

impl Engine {
    /// Whether the database's file was removed or replaced under this process.
    pub fn is_replaced(&self) -> bool {
        self.0.store.is_replaced()
    }

    /// Whether a file of the database was cut or overwritten under this process.
    pub fn is_cut(&self) -> bool {
        self.0.store.is_cut()
    }

    /// Whether the database's file is damaged, and somebody met that since this engine was opened.
    pub async fn is_damaged(&self) -> bool {
        self.0.store.is_damaged().await
    }

    /// Writes the todos as they are to a new file in the data folder, and gives its name.
    ///
    /// # Errors
    /// When there is no data folder, or the file cannot be written.
    pub fn save_todos(&self) -> Result<std::path::PathBuf> {
        let to = self.free_name("json")?;
        effects::write_private(&to, self.export(countersign_interchange::Format::Json).as_bytes()).map_err(broken)?;
        Ok(to)
    }

    /// A name in the data folder that nothing has yet, for what is saved.
    fn free_name(&self, extension: &str) -> Result<std::path::PathBuf> {
        let dir = self.0.setup.data.as_ref().ok_or_else(|| EngineError::NotFound("data folder".to_owned()))?;
        let name = |n| dir.join(format!("{}{n}.{extension}", effects::SAVED));
        let free = (1..1_000).map(name).find(|path| !path.exists());
        free.ok_or_else(|| EngineError::NotFound("free name for a copy".to_owned()))
    }

    /// Writes the database as it is to a new file in the data folder, and gives its name.
    ///
    /// # Errors
    /// When there is no data folder, or the file cannot be written; one that was begun is then removed. What
    /// keeps it where the engine only looks.
    pub async fn save(&self) -> Result<std::path::PathBuf> {
        // What would be written goes with the copy that is looked at.
        self.0.may_write()?;
        let engine = self.clone();
        self.detached(async move {
            let inner = &engine.0;
            let dir = inner.setup.data.as_ref().ok_or_else(|| EngineError::NotFound("data folder".to_owned()))?;
            // The folder may have gone with the file.
            effects::prepare_dir(dir).map_err(broken)?;
            // One at a time, each under the next name.
            let _turn = inner.writer.lock().await;
            let to = engine.free_name("db")?;
            // Under its name it is whole, whatever happens meanwhile.
            let temp = effects::until_whole(&to).map_err(broken)?;
            if let Err(error) = inner.store.save(&temp).await {
                let _ = effects::remove_file(&temp);
                return Err(error.into());
            }
            effects::now_whole(&temp, &to).map_err(broken)?;
            Ok(to)
        })
        .await
    }
}
