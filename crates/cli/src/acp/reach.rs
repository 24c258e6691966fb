//! Whoever has the data folder, asked for as long as something is asked, and no longer: a running server, and
//! other verbs, are in nobody's way. What takes long here answers them meanwhile.

use crate::client::{Client, Shared};
use crate::failure::Result;
use crate::home::Home;
use crate::moment::Moment;
use crate::screen::Screen;
use crate::texts;
use crate::verbs;
use http::Method;
use serde_json::Value;
use std::sync::Arc;
use tokio::sync::Mutex;

/// Through what the person comes, as the ledger says it.
const VIA: &str = "editor";

/// The way to a folder's server, or to the folder.
pub(super) struct Reach {
    home: Home,
    moment: Moment,
    /// The language that was asked for on the command line.
    lang: Option<String>,
    open: Mutex<Option<Open>>,
}

/// The folder while somebody here uses it.
struct Open {
    client: Arc<Client>,
    shared: Option<Shared>,
    users: usize,
}

impl Reach {
    pub(super) fn new(home: Home, moment: Moment, lang: Option<String>) -> Self {
        Self { home, moment, lang, open: Mutex::new(None) }
    }

    /// Asks whoever has the folder now.
    ///
    /// # Errors
    /// What keeps it from being opened, and what is refused.
    pub(super) async fn request(&self, method: Method, path: &str, body: Option<&Value>) -> Result<Value> {
        let client = self.enter().await?;
        let answer = client.request(method, path, body, None).await;
        self.leave(client).await;
        answer
    }

    /// The client that is open, or a new one; who entered leaves.
    ///
    /// # Errors
    /// What keeps the folder from being opened.
    pub(super) async fn enter(&self) -> Result<Arc<Client>> {
        let mut open = self.open.lock().await;
        if let Some(open) = open.as_mut() {
            open.users += 1;
            return Ok(Arc::clone(&open.client));
        }
        let mut client = Client::open(&self.home, &self.moment, true).await?;
        let mut wanted = self.lang.clone();
        if wanted.is_none() {
            wanted = client.get("/api/settings").await?["settings"]["language"].as_str().map(str::to_owned);
        }
        if let Some(tag) = &wanted {
            texts::speak(tag);
        }
        client.listen(wanted.as_deref());
        client.through(VIA);
        for line in verbs::recovered(&client.recovered()) {
            Screen::new(false, true).error(line)?;
        }
        let shared = client.share().await;
        let client = Arc::new(client);
        *open = Some(Open { client: Arc::clone(&client), shared, users: 1 });
        Ok(client)
    }

    /// Leaves the folder where nobody here uses it any more.
    pub(super) async fn leave(&self, client: Arc<Client>) {
        let mut open = self.open.lock().await;
        drop(client);
        let Some(held) = open.as_mut() else { return };
        held.users -= 1;
        if held.users > 0 {
            return;
        }
        if let Some(Open { client, shared, .. }) = open.take() {
            // The folder is locked until what others asked meanwhile is answered.
            if let Some(shared) = shared {
                shared.end().await;
            }
            drop(client);
        }
    }
}
