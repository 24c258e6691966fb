//! The application in this process, for as long as one command runs.

use super::Answer;
use crate::failure::{Failure, Result};
use crate::home::Home;
use crate::moment::Moment;
use crate::store::open;
use countersign_engine::Engine;
use countersign_engine::effects::{self, DirLock};
use countersign_server::{Access, AppState, random_token};
use http::Method;
use serde_json::Value;

/// The host that requests in process name; no socket listens there.
const PORT: u16 = 4177;

/// The application, and the folder it has to itself.
pub(crate) struct Local {
    access: Access,
    engine: Engine,
    _lock: Option<DirLock>,
    /// Removed after the rest, being the last.
    scratch: Option<effects::Scratch>,
}

impl Local {
    /// Opens the folder's database.
    ///
    /// # Errors
    /// When the database cannot be used; it is then as it was.
    pub(crate) async fn open(home: &Home, lock: DirLock, moment: &Moment) -> Result<Self> {
        Self::over(home, home, Some(lock), None, moment).await
    }

    /// An application without any data: what is asked of a folder that is not there is answered
    /// from a temporary one, and nothing is made.
    ///
    /// # Errors
    /// When there is no place for temporary files.
    pub(crate) async fn nothing(moment: &Moment) -> Result<Self> {
        let scratch = effects::Scratch::new()?;
        let home = Home::at(scratch.path());
        Self::over(&home, &home, None, Some(scratch), moment).await
    }

    /// An application for this folder's models alone: its database is neither locked nor opened, so
    /// that a download is in nobody's way.
    ///
    /// # Errors
    /// When there is no place for temporary files, or `models.json` cannot be used.
    pub(crate) async fn models(home: &Home, moment: &Moment) -> Result<Self> {
        let scratch = effects::Scratch::new()?;
        Self::over(&Home::at(scratch.path()), home, None, Some(scratch), moment).await
    }

    /// Whether there is no data.
    pub(crate) fn is_nothing(&self) -> bool {
        self.scratch.is_some()
    }

    async fn over(
        home: &Home,
        models: &Home,
        lock: Option<DirLock>,
        scratch: Option<effects::Scratch>,
        moment: &Moment,
    ) -> Result<Self> {
        let engine = open(home, models, moment).await?;
        let token = random_token().map_err(broken)?;
        let access = Access::new(AppState::new(engine.clone(), &token, PORT), &token).map_err(broken)?;
        Ok(Self { access, engine, _lock: lock, scratch })
    }

    /// Begins to read an answer that may not end for a while.
    pub(crate) async fn follow(
        &self,
        path: &str,
    ) -> Result<
        http::Response<impl hyper::body::Body<Data = hyper::body::Bytes, Error: std::fmt::Display> + Unpin + use<>>,
    > {
        let request = http::Request::builder().uri(path).body(Default::default()).map_err(broken)?;
        Ok(self.access.send(request).await)
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
        // This process ends soon: what follows a change must not wait for another.
        self.engine.settle_mirrors().await;
        Ok(Answer { status: status.as_u16(), body })
    }
}

fn broken(error: impl std::fmt::Display) -> Failure {
    Failure::new("call_failed", error.to_string(), String::new())
}
