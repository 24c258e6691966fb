//! The application in this process, for as long as one command runs.

use super::Answer;
use crate::failure::{Failure, Result};
use crate::home::Home;
use crate::moment::Moment;
use crate::store::open;
use countersign_engine::effects::DirLock;
use countersign_server::{Access, AppState, random_token};
use http::Method;
use serde_json::Value;

/// The host that requests in process name; no socket listens there.
const PORT: u16 = 4177;

/// The application, and the folder it has to itself.
pub(crate) struct Local {
    access: Access,
    _lock: DirLock,
}

impl Local {
    /// Opens the folder's database.
    ///
    /// # Errors
    /// When the database cannot be used; it is then as it was.
    pub(crate) async fn open(home: &Home, lock: DirLock, moment: &Moment) -> Result<Self> {
        let (_, engine) = open(home, moment).await?;
        let token = random_token().map_err(broken)?;
        let access = Access::new(AppState::new(engine, &token, PORT), &token).map_err(broken)?;
        Ok(Self { access, _lock: lock })
    }

    /// Calls the router.
    pub(crate) async fn call(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
        key: Option<&str>,
    ) -> Result<Answer> {
        let (status, body) = self.access.call(method, path, body, key).await.map_err(broken)?;
        Ok(Answer { status: status.as_u16(), body })
    }
}

fn broken(error: impl std::fmt::Display) -> Failure {
    Failure::new("call_failed", error.to_string(), String::new())
}
