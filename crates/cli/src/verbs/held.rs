//! A request that lasts as long as a command runs: a line says so meanwhile, and Ctrl+C ends the command and
//! not only this program.

use super::Session;
use super::watch::waiting;
use crate::client::Client;
use crate::failure::Result;
use crate::interrupt;
use crate::texts::say;
use serde_json::{Value, json};
use std::time::Duration;

/// Sets that are looked through for the command.
const SETS: usize = 20;
/// Between two tries to stop what has not begun.
const AGAIN: Duration = Duration::from_millis(50);

/// Which command runs.
pub(crate) enum Running<'a> {
    /// An item of a set.
    Item(i64, u32),
    /// The newest with these words: its set has no number yet.
    Words(&'a str),
}

/// Sends a request during which a command runs. A first Ctrl+C ends the command, and the answer says what came of
/// it; a second one does not wait for that. With the answer: whether it was pressed, for who has more to do then.
pub(crate) async fn held(
    s: &mut Session<'_>,
    path: &str,
    body: &Value,
    running: Running<'_>,
) -> Result<(Result<Value>, bool)> {
    let Session { client, screen } = s;
    let client: &Client = client;
    let line = waiting(screen);
    line.set_message(say!("cli-run-running"));
    let asked = client.post(path, body);
    let stop = stop(client, &running);
    tokio::pin!(asked, stop);
    let held = interrupt::hold();
    let (mut pressed, mut stopped) = (false, false);
    let answer = loop {
        tokio::select! {
            biased;
            answer = &mut asked => break answer,
            () = held.pressed() => {
                if pressed {
                    line.suspend(|| screen.error(say!("cli-run-goes-on")))?;
                    interrupt::leave();
                }
                pressed = true;
                line.suspend(|| screen.error(say!("cli-run-stopping")))?;
            }
            () = &mut stop, if pressed && !stopped => stopped = true,
        }
    };
    line.finish_and_clear();
    Ok((answer, pressed))
}

/// Ends a command: at once where it runs, else as soon as it does. Between a signature and its command's beginning
/// there is nothing yet to stop; who calls this drops it when the answer has come.
pub(super) async fn stop(client: &Client, running: &Running<'_>) {
    loop {
        if let Some((set, n)) = found(client, running).await {
            let stop = format!("/api/change-sets/{set}/items/{n}/stop");
            if client.post(&stop, &json!({})).await.is_ok() {
                return;
            }
        }
        tokio::time::sleep(AGAIN).await;
    }
}

/// The number of the command's set, and of its item.
async fn found(client: &Client, running: &Running<'_>) -> Option<(i64, u32)> {
    let words = match running {
        Running::Item(set, n) => return Some((*set, *n)),
        Running::Words(words) => *words,
    };
    let all = client.get(&format!("/api/change-sets?status=all&limit={SETS}")).await.ok()?;
    let mut sets: Vec<i64> = all["change_sets"].as_array()?.iter().filter_map(|set| set["id"].as_i64()).collect();
    sets.sort_unstable();
    for set in sets.into_iter().rev() {
        let view = client.get(&format!("/api/change-sets/{set}")).await.ok()?;
        let here = |item: &&Value| item["status"] == "applying" && item["op"]["command"] == words;
        let item = view["items"].as_array()?.iter().find(here).and_then(|item| item["n"].as_u64());
        if let Some(n) = item.and_then(|n| u32::try_from(n).ok()) {
            return Some((set, n));
        }
    }
    None
}
