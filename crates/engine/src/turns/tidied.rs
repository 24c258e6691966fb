//! A message that asks for no more than tidying up wakes the built-in agent.

use super::{Message, Work};
use crate::Result;
use crate::wakes::WakeRequest;
use countersign_assistant::tidy::asks_to_tidy;
use countersign_core::wire::Mode;

impl Work<'_> {
    /// Wakes the built-in agent where just that is asked for: what it came to, in words.
    pub(super) async fn tidied(&self, message: &Message) -> Result<Option<String>> {
        let answers = message.question.is_some() || message.selection.is_some() || message.about_command;
        if answers || self.run.mode == Mode::Chat || !message.images.is_empty() || !asks_to_tidy(&message.said) {
            return Ok(None);
        }
        let told = self.engine.wake(WakeRequest::default()).await?;
        if told.sets.is_empty() {
            return Ok(Some(told.text));
        }
        let sets: Vec<String> = told.sets.iter().map(|set| format!("#{set}")).collect();
        Ok(Some(format!("{} In the inbox: {}.", told.text, sets.join(", "))))
    }
}
