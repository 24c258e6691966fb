//! The editor, as one conversation speaks to it: what is told, and what is asked.

use agent_client_protocol::Client;
use agent_client_protocol::v1::ConnectionTo;
use agent_client_protocol::v1::schema::{
    PermissionOption, PermissionOptionKind, RequestPermissionOutcome, RequestPermissionRequest, SessionId,
    SessionNotification, SessionUpdate, ToolCallUpdate,
};
use tokio_util::sync::CancellationToken;

/// The editor in one conversation.
#[derive(Clone)]
pub(super) struct Peer {
    pub(super) editor: ConnectionTo<Client>,
    pub(super) session: SessionId,
}

/// A way to answer: what it is called here, what it says, and whether it lets something happen.
pub(super) struct Choice {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) lets: bool,
}

impl Choice {
    pub(super) fn allow(id: impl Into<String>, name: impl Into<String>) -> Self {
        Self { id: id.into(), name: name.into(), lets: true }
    }

    pub(super) fn refuse(id: impl Into<String>, name: impl Into<String>) -> Self {
        Self { id: id.into(), name: name.into(), lets: false }
    }
}

impl Peer {
    /// Tells something. An editor that is gone hears nothing.
    pub(super) fn tell(&self, update: SessionUpdate) {
        let _ = self.editor.send_notification(SessionNotification::new(self.session.clone(), update));
    }

    /// Asks the person, and gives the id of the choice; none where nobody chose: the question was put away, the
    /// turn stopped, or the editor gone.
    pub(super) async fn ask(
        &self,
        about: ToolCallUpdate,
        choices: &[Choice],
        stop: &CancellationToken,
    ) -> Option<String> {
        let option = |choice: &Choice| {
            let kind = if choice.lets { PermissionOptionKind::AllowOnce } else { PermissionOptionKind::RejectOnce };
            PermissionOption::new(choice.id.clone(), choice.name.clone(), kind)
        };
        let options = choices.iter().map(option).collect();
        let request = RequestPermissionRequest::new(self.session.clone(), about, options);
        let answer = tokio::select! {
            biased;
            () = stop.cancelled() => return None,
            answer = self.editor.send_request(request).block_task() => answer.ok()?,
        };
        match answer.outcome {
            // An answer that was not offered is none.
            RequestPermissionOutcome::Selected(chosen) => {
                choices.iter().find(|choice| choice.id == *chosen.option_id.0).map(|choice| choice.id.clone())
            }
            _ => None,
        }
    }
}
