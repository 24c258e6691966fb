//! The end of a process in which commands run: what came of each is stored, as where a person stops them.

use crate::Engine;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// How often to look whether they have ended.
const LOOK: Duration = Duration::from_millis(20);

impl Engine {
    /// How many commands run now.
    pub fn running_commands(&self) -> usize {
        self.0.commands().len()
    }

    /// Waits until none runs: what came of them is stored then.
    pub async fn commands_ended(&self) {
        while self.running_commands() > 0 {
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Ends all that run, with what they started, lets no other begin, and waits until what came of them is stored.
    pub async fn end_commands(&self) {
        self.0.closing.store(true, Ordering::SeqCst);
        // Who was about to begin one has begun it now.
        drop(self.0.writer.lock().await);
        self.0.commands().values().for_each(|output| output.stop());
        self.commands_ended().await;
    }
}
