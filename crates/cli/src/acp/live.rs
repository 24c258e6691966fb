//! What commands write while they run, in the calls of tools that their items are shown as.

use super::deciding::Shown;
use super::text::fenced;
use super::turn::Turn;
use crate::client::Client;
use agent_client_protocol::v1::schema::{
    SessionUpdate, ToolCallContent, ToolCallStatus, ToolCallUpdate, ToolCallUpdateFields,
};
use countersign_core::wire::{ItemView, SetView};
use serde_json::Value;
use std::future::pending;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::sleep;

/// So much of the end of it is shown, in characters.
const SHOWN: usize = 5_000;
/// An update holds all that is shown, so that many pieces are told as one.
const PAUSE: Duration = Duration::from_millis(100);

impl Turn {
    /// Tells what these items write, one after the other. It comes to no end: what they came to is told by whoever
    /// has the answer.
    pub(super) async fn written(&self, client: &Client, set: &SetView, running: &[u32], shown: &Shown) {
        for item in set.items.iter().filter(|item| running.contains(&item.n)) {
            let (to, pieces) = mpsc::unbounded_channel();
            let path = format!("/api/change-sets/{}/items/{}/output/events", set.id, item.n);
            let before = shown.get(&item.n).map_or(&[][..], |(_, content)| content.as_slice());
            // What cannot be followed is in the answer.
            let _ = tokio::join!(client.follow(&path, to), self.grows(item, before, pieces));
        }
        pending().await
    }

    /// One output, as it grows.
    async fn grows(
        &self,
        item: &ItemView,
        before: &[ToolCallContent],
        mut pieces: mpsc::UnboundedReceiver<(String, Value)>,
    ) {
        let mut text = String::new();
        while let Some(piece) = pieces.recv().await {
            let more = std::iter::from_fn(|| pieces.try_recv().ok());
            let chunks: Vec<(String, Value)> =
                std::iter::once(piece).chain(more).filter(|(name, _)| name == "chunk").collect();
            if chunks.is_empty() {
                continue;
            }
            chunks.iter().filter_map(|(_, data)| data["text"].as_str()).for_each(|new| text.push_str(new));
            text = end(&text).to_owned();
            let content: Vec<ToolCallContent> = before.iter().cloned().chain([fenced(&text).into()]).collect();
            let fields = ToolCallUpdateFields::new().status(ToolCallStatus::InProgress).content(content);
            self.peer.tell(SessionUpdate::ToolCallUpdate(ToolCallUpdate::new(item.id.clone(), fields)));
            sleep(PAUSE).await;
        }
    }
}

/// The last of a text.
fn end(text: &str) -> &str {
    let from = text.char_indices().rev().nth(SHOWN - 1).map_or(0, |(at, _)| at);
    text.get(from..).unwrap_or_default()
}
