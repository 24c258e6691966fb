//! Countersign as an agent in an editor, over the Agent Client Protocol on standard input and output. The editor
//! is where the person reads and decides, as the page is: what is signed there goes the same way. Nothing is
//! written through the editor; apply does that, so that rewind, journal and drift know of it.

mod asking;
mod conversation;
mod deciding;
mod items;
mod live;
mod peer;
mod prompt;
mod reach;
mod text;
mod told;
mod turn;
mod wire;

use crate::client::read;
use crate::failure::{Failure, Result};
use crate::home::Home;
use crate::moment::Moment;
use crate::slash::Slash;
use crate::texts::say;
use crate::verbs::agent::last_event;
use agent_client_protocol::schema::ProtocolVersion;
use agent_client_protocol::v1::schema::{
    AgentCapabilities, AuthenticateRequest, AvailableCommand, AvailableCommandsUpdate, CancelNotification,
    Implementation, InitializeRequest, InitializeResponse, LoadSessionRequest, LoadSessionResponse, NewSessionRequest,
    NewSessionResponse, PromptCapabilities, PromptRequest, PromptResponse, SessionId, SessionUpdate,
    SetSessionModeRequest, SetSessionModeResponse,
};
use agent_client_protocol::v1::{ConnectionTo, Responder};
use agent_client_protocol::{Agent, Client, Error, ErrorCode};
use agent_client_protocol::{on_receive_notification, on_receive_request};
use conversation::Conversation;
use countersign_core::change_set::ItemStatus;
use countersign_core::wire::{RunView, SetView, WorkspaceView};
use http::Method;
use peer::Peer;
use reach::Reach;
use serde_json::json;
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use turn::Turn;

/// What the conversations of one editor have in common.
pub(crate) struct Desk {
    reach: Reach,
    talks: Mutex<HashMap<String, Arc<Conversation>>>,
    /// The editor hung up.
    gone: CancellationToken,
}

impl Desk {
    /// For this folder.
    pub(crate) fn new(home: Home, moment: Moment, lang: Option<String>) -> Arc<Self> {
        let reach = Reach::new(home, moment, lang);
        Arc::new(Self { reach, talks: Mutex::default(), gone: CancellationToken::new() })
    }

    /// Speaks the protocol until the editor hangs up, and ends what was begun for it.
    ///
    /// # Errors
    /// When the connection breaks.
    pub(crate) async fn serve(
        self: Arc<Self>,
        from: impl AsyncRead + Send + Unpin + 'static,
        to: impl AsyncWrite + Send + Unpin + 'static,
    ) -> Result<()> {
        let (channel, writing) = wire::open(from, to);
        // Each piece of work holds one; when all are gone, all is done.
        let (busy, mut idle) = mpsc::channel::<()>(1);
        let (new, load, prompt) =
            ((Arc::clone(&self), busy.clone()), (Arc::clone(&self), busy.clone()), (Arc::clone(&self), busy));
        let (modes, cancels) = (Arc::clone(&self), Arc::clone(&self));
        let served = Agent
            .v1()
            .name("countersign")
            .on_receive_request(
                async move |_: InitializeRequest, responder, _| responder.respond(initialized()),
                on_receive_request!(),
            )
            .on_receive_request(
                async move |_: AuthenticateRequest, responder, _| responder.respond(Default::default()),
                on_receive_request!(),
            )
            .on_receive_request(
                async move |asked: NewSessionRequest, responder: Responder<NewSessionResponse>, editor| {
                    let (desk, busy) = new.clone();
                    tokio::spawn(async move {
                        let _busy = busy;
                        desk.begin(&asked, responder, editor).await
                    });
                    Ok(())
                },
                on_receive_request!(),
            )
            .on_receive_request(
                async move |asked: LoadSessionRequest, responder: Responder<LoadSessionResponse>, editor| {
                    let (desk, busy) = load.clone();
                    tokio::spawn(async move {
                        let _busy = busy;
                        desk.load(&asked, responder, editor).await
                    });
                    Ok(())
                },
                on_receive_request!(),
            )
            .on_receive_request(
                async move |asked: SetSessionModeRequest, responder, _| {
                    responder.respond_with_result(modes.set_mode(&asked))
                },
                on_receive_request!(),
            )
            .on_receive_request(
                async move |asked: PromptRequest, responder: Responder<PromptResponse>, editor| {
                    let (desk, busy) = prompt.clone();
                    desk.prompt(asked, responder, editor, busy)
                },
                on_receive_request!(),
            )
            .on_receive_notification(
                async move |asked: CancelNotification, _| {
                    if let Ok(talk) = cancels.talk(&asked.session_id) {
                        talk.stop();
                    }
                    Ok(())
                },
                on_receive_notification!(),
            )
            .connect_to(channel)
            .await;
        // Nobody is left to answer: what waits stays where it waits, what is being applied is finished.
        self.gone.cancel();
        let _ = idle.recv().await;
        let _ = writing.await;
        served.map_err(|e| Failure::new("call_failed", e.to_string(), ""))
    }

    fn talks(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<Conversation>>> {
        self.talks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn talk(&self, id: &SessionId) -> Result<Arc<Conversation>, Error> {
        self.talks().get(&*id.0).cloned().ok_or_else(|| {
            let text =
                format!("{} {}", say!("cli-acp-no-session", id = id.0.to_string()), say!("cli-acp-no-session-hint"));
            Error::new(ErrorCode::RESOURCE_NOT_FOUND, text)
        })
    }

    /// A new conversation about a folder.
    async fn begin(
        &self,
        asked: &NewSessionRequest,
        responder: Responder<NewSessionResponse>,
        editor: ConnectionTo<Client>,
    ) {
        let begun = async {
            let folder = self.folder(&asked.cwd).await?;
            let session = self.reach.request(Method::POST, "/api/sessions", Some(&json!({}))).await?;
            let id = session["id"].as_str().unwrap_or_default().to_owned();
            Ok(Arc::new(Conversation::new(id, folder)))
        };
        let talk: Arc<Conversation> = match begun.await {
            Ok(talk) => talk,
            Err(failure) => return answered(responder.respond_with_result(Err(refused(&failure)))),
        };
        self.talks().insert(talk.id.clone(), Arc::clone(&talk));
        answered(responder.respond(NewSessionResponse::new(talk.id.clone()).modes(talk.modes())));
        Peer { editor, session: SessionId::new(talk.id.clone()) }.tell(commands());
    }

    /// A conversation of before, told again.
    async fn load(
        &self,
        asked: &LoadSessionRequest,
        responder: Responder<LoadSessionResponse>,
        editor: ConnectionTo<Client>,
    ) {
        let peer = Peer { editor, session: asked.session_id.clone() };
        match self.loaded(asked, &peer).await {
            Ok(talk) => {
                answered(responder.respond(LoadSessionResponse::new().modes(talk.modes())));
                peer.tell(commands());
            }
            Err(failure) => answered(responder.respond_with_result(Err(refused(&failure)))),
        }
    }

    async fn loaded(&self, asked: &LoadSessionRequest, peer: &Peer) -> Result<Arc<Conversation>> {
        let id = asked.session_id.0.to_string();
        let path = format!("/api/sessions/{}", crate::client::escape(&id));
        let found = self.reach.request(Method::GET, &path, None).await?;
        let folder = self.folder(&asked.cwd).await?;
        let talk = Arc::new(Conversation::new(id.clone(), folder));
        let runs: Vec<RunView> = read(&found["runs"])?;
        let client = self.reach.enter().await?;
        let telling = async {
            for run in &runs {
                conversation::again(run).into_iter().for_each(|update| peer.tell(update));
                let Some(set) = run.change_set else { continue };
                let set: SetView = read(&client.get(&format!("/api/change-sets/{set}")).await?)?;
                for item in &set.items {
                    peer.tell(SessionUpdate::ToolCall(items::left(items::call(&self.reach, &set, item).await?)));
                }
                let count = set.items.iter().filter(|item| item.status == ItemStatus::Pending).count();
                if count > 0 {
                    peer.tell(told::line(&say!("cli-acp-rest", count = count, set = set.id.0)));
                }
            }
            if let Some(last) = runs.last() {
                talk.hear(told::Told::after(last), last_event(&client, &last.id.0).await?);
            }
            Ok(())
        };
        let told: Result<()> = telling.await;
        self.reach.leave(client).await;
        told?;
        // One that is open already goes on; what is being answered in it is not lost.
        Ok(Arc::clone(self.talks().entry(id).or_insert(talk)))
    }

    /// The open folder around this one, or this one, opened.
    async fn folder(&self, cwd: &Path) -> Result<WorkspaceView> {
        let open = self.reach.request(Method::GET, "/api/workspaces", None).await?;
        if let Some(folder) = conversation::around(&open, cwd)? {
            return Ok(folder);
        }
        let root = json!({ "root": cwd.display().to_string() });
        read(&self.reach.request(Method::POST, "/api/workspaces", Some(&root)).await?)
    }

    fn set_mode(&self, asked: &SetSessionModeRequest) -> Result<SetSessionModeResponse, Error> {
        match self.talk(&asked.session_id)?.set_mode(&asked.mode_id.0) {
            true => Ok(SetSessionModeResponse::new()),
            false => {
                let text = say!("cli-acp-no-mode", mode = asked.mode_id.0.to_string());
                Err(Error::new(ErrorCode::INVALID_PARAMS, text))
            }
        }
    }

    /// Begins to answer a prompt. One that is being answered in the same conversation is stopped, as everywhere.
    fn prompt(
        self: Arc<Self>,
        asked: PromptRequest,
        responder: Responder<PromptResponse>,
        editor: ConnectionTo<Client>,
        busy: mpsc::Sender<()>,
    ) -> Result<(), Error> {
        let talk = match self.talk(&asked.session_id) {
            Ok(talk) => talk,
            Err(error) => return responder.respond_with_result(Err(error)),
        };
        let stop = self.gone.child_token();
        talk.begin(stop.clone());
        let cancelled = responder.cancellation();
        let turn = Turn { desk: self, talk, peer: Peer { editor, session: asked.session_id }, stop: stop.clone() };
        tokio::spawn(async move {
            let _busy = busy;
            let running = turn.run(asked.prompt);
            tokio::pin!(running);
            let reason = tokio::select! {
                reason = &mut running => reason,
                () = cancelled.cancelled() => {
                    stop.cancel();
                    running.await
                }
            };
            answered(responder.respond(PromptResponse::new(reason)));
        });
        Ok(())
    }
}

/// What this is, and what it can do.
fn initialized() -> InitializeResponse {
    let prompts = PromptCapabilities::new().image(true).embedded_context(true);
    InitializeResponse::new(ProtocolVersion::V1)
        .agent_capabilities(AgentCapabilities::new().load_session(true).prompt_capabilities(prompts))
        .agent_info(Implementation::new("countersign", env!("CARGO_PKG_VERSION")).title("Countersign".to_owned()))
}

fn commands() -> SessionUpdate {
    let all = Slash::ALL.into_iter().map(|one| AvailableCommand::new(one.name(), one.says()));
    SessionUpdate::AvailableCommandsUpdate(AvailableCommandsUpdate::new(all.collect()))
}

/// Why something could not be begun.
fn refused(failure: &Failure) -> Error {
    let code = match failure.is("not_found") {
        true => ErrorCode::RESOURCE_NOT_FOUND,
        false if failure.is("invalid_workspace") => ErrorCode::INVALID_PARAMS,
        false => ErrorCode::INTERNAL_ERROR,
    };
    Error::new(code, deciding::told(failure)).data(json!({ "code": failure.body().error }))
}

/// An editor that is gone takes no answer.
fn answered(sent: Result<(), Error>) {
    drop(sent);
}
