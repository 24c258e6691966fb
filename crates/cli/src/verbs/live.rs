//! What commands write, shown while they run.

use crate::client::Client;
use crate::failure::Result;
use crate::screen::{Screen, clean};
use countersign_core::ids::SetId;
use serde_json::Value;
use std::time::Duration;
use tokio::sync::mpsc;

/// How long to wait before a command that has not begun is asked about again.
const PAUSE: Duration = Duration::from_millis(50);

/// Hands on what a command writes, with the bytes it came in, from its beginning to its end.
pub(crate) async fn follow(client: &Client, set: SetId, n: u32, hand: impl Fn(u64, String)) {
    let events = format!("/api/change-sets/{set}/items/{n}/output/events");
    let mut at = 0;
    loop {
        let (to, mut all) = mpsc::unbounded_channel::<(String, Value)>();
        let handing = async {
            let mut last = Value::Null;
            while let Some((name, data)) = all.recv().await {
                match name.as_str() {
                    "chunk" => {
                        let end = data["to"].as_u64().unwrap_or(at);
                        hand(end.saturating_sub(at), data["text"].as_str().unwrap_or_default().to_owned());
                        at = end;
                    }
                    "done" => last = data["status"].clone(),
                    _ => {}
                }
            }
            last
        };
        let (_, last) = tokio::join!(client.follow(&events, to), handing);
        if last != "pending" {
            return;
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Shows outputs, and knows whether the line it is in has ended.
#[derive(Debug, Default)]
pub(crate) struct Outputs {
    open_line: bool,
}

impl Outputs {
    pub(crate) fn show(&mut self, screen: &mut Screen, text: &str) -> Result<()> {
        if screen.is_json() || text.is_empty() {
            return Ok(());
        }
        self.open_line = !text.ends_with('\n');
        screen.raw(&harmless(text))
    }

    /// Whatever is shown next begins a line.
    pub(crate) fn end(&mut self, screen: &mut Screen) -> Result<()> {
        match std::mem::take(&mut self.open_line) {
            true => screen.raw("\n"),
            false => Ok(()),
        }
    }
}

/// A command's output with nothing that moves the cursor or hides words; its lines stay lines.
pub(crate) fn harmless(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let lines: Vec<String> =
        text.split('\n').map(|l| l.split('\t').map(clean).collect::<Vec<_>>().join("\t")).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::harmless;

    #[test]
    fn an_output_keeps_its_lines_and_loses_its_escapes() {
        for (from, to) in [
            ("a\nb\n", "a\nb\n"),
            ("a\r\nb\tc", "a\nb\tc"),
            ("50%\r100%", "50%\n100%"),
            ("\u{1b}[2Jgone", "\u{241b}[2Jgone"),
            ("\u{202e}txt", "\u{fffd}txt"),
        ] {
            assert_eq!(harmless(from), to);
        }
    }
}
