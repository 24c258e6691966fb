//! What a server says of a call while it works on it (`notifications/progress`), heard in the order in which it
//! comes, before the answer: the library gives notices to tasks of their own.

use crate::effects::process::Output;
use rmcp::model::{ServerJsonRpcMessage, ServerNotification};
use rmcp::service::{RoleClient, RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use std::sync::{Arc, Mutex, PoisonError};

/// Where the words of the call that is under way go.
#[derive(Debug, Clone, Default)]
pub(super) struct Words(Arc<Mutex<Option<Arc<Output>>>>);

impl Words {
    /// From here on they go there; nowhere, where there is none.
    pub(super) fn go_to(&self, output: Option<Arc<Output>>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = output;
    }

    fn hear(&self, message: &ServerJsonRpcMessage) {
        let ServerJsonRpcMessage::Notification(notice) = message else { return };
        let ServerNotification::ProgressNotification(progress) = &notice.notification else { return };
        let Some(said) = progress.params.message.as_deref().filter(|said| !said.trim().is_empty()) else { return };
        if let Some(output) = self.0.lock().unwrap_or_else(PoisonError::into_inner).as_ref() {
            // Where there is no room for it, the call goes on without.
            let _ = output.say(format!("{}\n", said.trim_end()).as_bytes());
        }
    }
}

/// A way to a server that is overheard.
pub(super) struct Overheard<T> {
    pub(super) way: T,
    pub(super) words: Words,
}

impl<T: Transport<RoleClient>> Transport<RoleClient> for Overheard<T> {
    type Error = T::Error;

    fn send(
        &mut self,
        item: TxJsonRpcMessage<RoleClient>,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        self.way.send(item)
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleClient>> {
        let message = self.way.receive().await?;
        self.words.hear(&message);
        Some(message)
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.way.close().await
    }
}
