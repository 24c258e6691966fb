//! One prompt: a run that is told while it happens, what it asks on the way, and what of it waits in the end.

use super::Desk;
use super::conversation::Conversation;
use super::deciding::told;
use super::peer::Peer;
use super::prompt::{self, Message};
use super::reach::Reach;
use super::told::line;
use crate::client::{Client, escape, read};
use crate::failure::{Failure, Result};
use crate::screen::clean;
use crate::slash::Slash;
use crate::texts::say;
use crate::verbs::agent::last_event;
use agent_client_protocol::v1::schema::{ContentBlock, StopReason};
use countersign_core::wire::{FileText, RunStatus, RunView, SetSummary};
use http::Method;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// A prompt that is being answered.
pub(super) struct Turn {
    pub(super) desk: Arc<Desk>,
    pub(super) talk: Arc<Conversation>,
    pub(super) peer: Peer,
    /// The person stopped it, or the editor is gone.
    pub(super) stop: CancellationToken,
}

impl Turn {
    pub(super) fn reach(&self) -> &Reach {
        &self.desk.reach
    }

    /// Whether nobody listens any more.
    pub(super) fn is_alone(&self) -> bool {
        self.desk.gone.is_cancelled()
    }

    /// Answers a prompt. What fails on the way is told in the conversation.
    pub(super) async fn run(&self, blocks: Vec<ContentBlock>) -> StopReason {
        // One after the other: the one before was told to stop.
        let _turn = self.talk.turn.lock().await;
        if self.stop.is_cancelled() {
            return StopReason::Cancelled;
        }
        let answered = self.answered(prompt::read(blocks, Path::new(&self.talk.root))).await;
        let reason = answered.unwrap_or_else(|failure| {
            self.peer.tell(line(&told(&failure)));
            StopReason::EndTurn
        });
        if self.stop.is_cancelled() { StopReason::Cancelled } else { reason }
    }

    async fn answered(&self, message: Message) -> Result<StopReason> {
        if Slash::read(&message.text) == Some(Slash::Inbox) {
            self.inbox().await?;
            return Ok(StopReason::EndTurn);
        }
        let mut body = self.message(message).await?;
        loop {
            let view = self.happens(&body).await?;
            let reason = reason(&view);
            if self.stop.is_cancelled() {
                return Ok(reason);
            }
            match self.asked(view).await? {
                Some(next) => body = next,
                None => return Ok(reason),
            }
        }
    }

    /// The body of the run that a message begins.
    async fn message(&self, message: Message) -> Result<Value> {
        if message.unread {
            self.peer.tell(line(&say!("cli-acp-unread")));
        }
        for sent in &message.sent {
            let path = format!("/api/workspaces/{}/file?path={}", escape(&self.talk.workspace), escape(&sent.path));
            // A file that cannot be read is told of by the run.
            let Ok(file) = self.reach().request(Method::GET, &path, None).await else { continue };
            if read::<FileText>(&file)?.text.is_some_and(|text| text != sent.text) {
                self.peer.tell(line(&say!("cli-acp-unsaved", path = clean(&sent.path))));
            }
        }
        let mut images = Vec::new();
        for picture in message.pictures {
            let given = json!({ "data": picture.data, "name": picture.name });
            images.push(self.reach().request(Method::POST, "/api/images", Some(&given)).await?["id"].clone());
        }
        Ok(json!({
            "session": self.talk.id, "message": message.text, "mode": self.talk.mode(),
            "workspace": self.talk.workspace, "images": images,
        }))
    }

    /// A run from its beginning to where it ends or waits, told as it happens.
    async fn happens(&self, body: &Value) -> Result<RunView> {
        let client = self.reach().enter().await?;
        let view = match client.post("/api/runs", body).await {
            Ok(begun) => self.followed(&client, begun["run"].as_str().unwrap_or_default()).await,
            Err(failure) => Err(failure),
        };
        self.reach().leave(client).await;
        view
    }

    /// What a run that waits is told, and what comes of it.
    pub(super) async fn goes_on(&self, run: &str, input: &Value) -> Result<RunView> {
        let client = self.reach().enter().await?;
        let view = match client.post(&format!("/api/runs/{run}/input"), input).await {
            Ok(_) => self.followed(&client, run).await,
            // It waited long enough and went on by itself.
            Err(failure) if failure.is("not_waiting") => self.followed(&client, run).await,
            Err(failure) => Err(failure),
        };
        self.reach().leave(client).await;
        view
    }

    /// Tells what happens in a run until it ends or waits. The person can stop it.
    async fn followed(&self, client: &Client, run: &str) -> Result<RunView> {
        let (mut told, after) = self.talk.heard(run);
        let (to, mut events) = mpsc::unbounded_channel::<(String, Value)>();
        let path = format!("/api/runs/{run}/events?after={after}");
        let telling = async {
            while let Some((name, data)) = events.recv().await {
                told.hear(&name, &data).into_iter().for_each(|update| self.peer.tell(update));
            }
        };
        let stopping = async {
            self.stop.cancelled().await;
            // One that has ended stays as it is.
            let _ = client.post(&format!("/api/runs/{run}/cancel"), &json!({})).await;
            std::future::pending::<()>().await;
        };
        let following = async { tokio::join!(client.follow(&path, to), telling).0 };
        tokio::select! {
            ended = following => ended?,
            () = stopping => {}
        }
        let view: RunView = read(&client.get(&format!("/api/runs/{run}")).await?)?;
        if !matches!(view.status, RunStatus::Running | RunStatus::Waiting) {
            told.rest().into_iter().for_each(|update| self.peer.tell(update));
        }
        self.talk.hear(told, last_event(client, run).await?);
        match (view.status, view.error.clone()) {
            // Who stopped it knows.
            (RunStatus::Failed | RunStatus::Interrupted, Some(error)) => Err(Failure::Answered(Box::new(error))),
            (RunStatus::Failed | RunStatus::Interrupted, None) => {
                Err(Failure::new("run_failed", say!("cli-run-failed"), say!("cli-run-failed-hint")))
            }
            _ => Ok(view),
        }
    }

    /// Everything that waits, whoever proposed it.
    async fn inbox(&self) -> Result<()> {
        let found = self.reach().request(Method::GET, "/api/change-sets?status=open&limit=200", None).await?;
        let mut sets: Vec<SetSummary> = read(&found["change_sets"])?;
        sets.retain(|set| !set.is_idle());
        if sets.is_empty() {
            self.peer.tell(line(&say!("cli-inbox-empty")));
        }
        for set in sets {
            self.peer.tell(line(&format!("#{} {}", set.id, clean(&set.title))));
            if !self.decide(set.id.0).await? {
                break;
            }
        }
        Ok(())
    }
}

/// Why a run ended, in the editor's words: of a reply that was cut, its length is the reason.
fn reason(view: &RunView) -> StopReason {
    let blocked = view.reply.as_ref().and_then(|reply| reply.blocked.as_ref());
    match blocked.is_some_and(|blocked| blocked.why == "truncated") {
        true => StopReason::MaxTokens,
        false => StopReason::EndTurn,
    }
}
