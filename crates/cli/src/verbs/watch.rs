//! A run as it happens: its events as they come, where it stands in one line that is written over, and
//! Ctrl+C, which stops the run and not only this program.

use super::Session;
use crate::client::read;
use crate::failure::Result;
use crate::interrupt;
use crate::screen::{Screen, clean};
use crate::texts::say;
use countersign_core::wire::ErrorBody;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::{Value, json};
use std::io::IsTerminal;
use std::time::Duration;
use tokio::sync::mpsc;

/// Hands on the events of a run after one of them, until it ends or waits. Gives the error that it ended with.
pub(crate) async fn watch(
    s: &mut Session<'_>,
    id: &str,
    after: i64,
    mode: &str,
    mut each: impl FnMut(&mut Screen, &str, &Value) -> Result<()>,
) -> Result<Option<ErrorBody>> {
    let mut standing = Standing::new(s, mode).await?;
    let Session { client, screen } = s;
    let (to, mut told) = mpsc::unbounded_channel();
    let path = format!("/api/runs/{id}/events?after={after}");
    let follow = client.follow(&path, to);
    let (cancel, nothing) = (format!("/api/runs/{id}/cancel"), json!({}));
    let cancel = client.post(&cancel, &nothing);
    // What takes long is in no other verb's way.
    let share = async {
        tokio::time::sleep(PATIENCE).await;
        client.share().await
    };
    tokio::pin!(follow, cancel, share);
    let mut shared = None;
    let (mut error, mut ended, mut stopping, mut stopped) = (None, false, false, false);
    let held = interrupt::hold();
    loop {
        tokio::select! {
            biased;
            event = told.recv() => match event {
                Some((name, data)) => {
                    if name == "error" {
                        error = read(&data).ok();
                    }
                    standing.heard(&name, &data);
                    standing.aside(|| each(screen, &name, &data))?;
                }
                None => break,
            },
            done = &mut follow, if !ended => {
                done?;
                ended = true;
            }
            now = &mut share, if shared.is_none() => shared = Some(now),
            done = &mut cancel, if stopping && !stopped => {
                done?;
                stopped = true;
            }
            () = held.pressed() => {
                // Who presses it again does not wait for the answer.
                if stopping {
                    interrupt::leave();
                }
                stopping = true;
                if !screen.is_json() {
                    standing.aside(|| screen.error(say!("cli-agent-stopping")))?;
                }
            }
        }
        if ended && told.is_empty() {
            break;
        }
    }
    if let Some(shared) = shared.flatten() {
        shared.end().await;
    }
    Ok(error)
}

/// Where a run stands: mode, stage and action in one line (C16), with the model and the seconds so far.
/// Shown on standard error where that is a terminal, and only once there is something to wait for.
struct Standing {
    line: ProgressBar,
    mode: String,
    stage: Option<String>,
    action: Option<String>,
    model: Option<String>,
}

/// What is answered sooner shows no line, and keeps the folder to itself.
const PATIENCE: Duration = Duration::from_millis(300);
/// Between two looks at the clock.
const BEAT: Duration = Duration::from_millis(250);

/// Whether there is somebody to show a line to.
fn shown(screen: &Screen) -> bool {
    !screen.is_json() && !screen.is_plain() && std::io::stderr().is_terminal()
}

/// A line with the seconds so far, on standard error where that is a terminal, once there is something to wait for.
pub(crate) fn waiting(screen: &Screen) -> ProgressBar {
    let line = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
    if shown(screen) {
        if let Ok(style) = ProgressStyle::with_template("{msg} · {elapsed}") {
            line.set_style(style);
        }
        let waiting = line.downgrade();
        tokio::spawn(async move {
            tokio::time::sleep(PATIENCE).await;
            if let Some(line) = waiting.upgrade().filter(|line| !line.is_finished()) {
                line.set_draw_target(ProgressDrawTarget::stderr());
                line.enable_steady_tick(BEAT);
            }
        });
    }
    line
}

impl Standing {
    async fn new(s: &Session<'_>, mode: &str) -> Result<Self> {
        let line = waiting(s.screen);
        // Pictures are made by a model of their own.
        let model = match shown(s.screen) && mode != "image" {
            true => s.client.get("/api/status").await?["model"].as_str().map(clean),
            false => None,
        };
        let mut standing = Self { line, mode: say!("cli-run-mode", mode = mode), stage: None, action: None, model };
        standing.say();
        Ok(standing)
    }

    fn heard(&mut self, name: &str, data: &Value) {
        match name {
            "stage" => {
                self.stage = data["stage"].as_str().map(|stage| say!("cli-run-stage", stage = clean(stage)));
                self.action = data["decision"].as_str().map(|route| say!("cli-run-route", route = clean(route)));
            }
            "tool" => {
                let running = data["status"] == "running";
                self.action = data["tool"].as_str().filter(|_| running).map(clean);
            }
            _ => return,
        }
        self.say();
    }

    fn say(&mut self) {
        let parts = [Some(&self.mode), self.stage.as_ref(), self.action.as_ref(), self.model.as_ref()];
        let line = parts.into_iter().flatten().map(String::as_str).collect::<Vec<_>>().join(" · ");
        self.line.set_message(line);
    }

    /// Does something to the screen while the line is out of the way.
    fn aside<T>(&self, does: impl FnOnce() -> T) -> T {
        self.line.suspend(does)
    }
}

impl Drop for Standing {
    fn drop(&mut self) {
        self.line.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::Standing;
    use indicatif::ProgressBar;
    use serde_json::json;

    #[test]
    fn mode_stage_and_action_stand_in_the_line_while_they_last() {
        let model = Some("test".to_owned());
        let mut standing =
            Standing { line: ProgressBar::hidden(), mode: "Agent".to_owned(), stage: None, action: None, model };
        for (event, data, line) in [
            ("stage", json!({ "stage": "executing" }), "Agent · Working · test"),
            ("tool", json!({ "tool": "read_file", "status": "running" }), "Agent · Working · read_file · test"),
            ("usage", json!({}), "Agent · Working · read_file · test"),
            ("tool", json!({ "tool": "read_file", "status": "completed" }), "Agent · Working · test"),
            ("stage", json!({ "stage": "routing", "decision": "plan" }), "Agent · Routing · as a plan · test"),
            // A name with a control sequence steers nothing.
            ("tool", json!({ "tool": "a\u{1b}[2J", "status": "running" }), "Agent · Routing · a␛[2J · test"),
        ] {
            standing.heard(event, &data);
            assert_eq!(standing.line.message(), line);
        }
    }
}
