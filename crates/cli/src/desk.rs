//! `countersign desk`: the full-screen client. The conversation on the left, the change set on the
//! right, with the page's keys (UI.md "Terminal").
//!
//! [`state`] is the desk as a value: events in, effects out, no clock and no I/O. [`draw`] shows it,
//! [`net`] carries out what it asks of the server, [`terminal`] takes the terminal and gives it back.

mod call;
mod deciding;
mod draw;
mod keys;
mod lists;
mod net;
mod picked;
mod prompt;
mod sheet;
mod state;
mod terminal;
mod thread;
mod told;

#[cfg(test)]
mod tests;

use crate::args::{Desk, Global};
use crate::client::Client;
use crate::failure::{Exit, Failure, Result};
use crate::home::Home;
use crate::screen::{self, Screen};
use crate::texts::say;
use crate::verbs::{self, Session};
use anstream::{AutoStream, ColorChoice};
use call::Effect;
use draw::Look;
use net::Net;
use state::{Event, State};
use std::time::Duration;
use terminal::{Held, Signals};
use tokio::sync::mpsc::unbounded_channel;

/// Runs it until the person closes it.
pub(crate) async fn run(global: &Global, args: &Desk, screen: &mut Screen) -> Result<Exit> {
    refuse(global)?;
    let s = Session::open(global, screen, true).await?;
    let workspace = verbs::around(&s, None).await?;
    let session = match (&args.session, args.continue_) {
        (Some(id), _) => Some(id.clone()),
        (None, true) => Some(verbs::last_session(&s).await?),
        (None, false) => None,
    };
    let Session { client, screen } = s;
    let head = net::newest(&client).await?;
    // Other verbs and the page can use the folder while the desk has it open.
    let shared = client.share().await;
    let home = Home::find(global.data.as_deref())?;
    let opened = (args.set.map(|of| (of.set, of.item)), session);
    let waiting = desk(client, home, head, workspace, opened).await;
    if let Some(shared) = shared {
        shared.end().await;
    }
    match waiting? {
        0 => Ok(Exit::Clear),
        count => {
            screen.line(say!("cli-inbox-total", count = count))?;
            Ok(Exit::Pending)
        }
    }
}

/// Why there can be no desk here, and what can be used instead.
fn refuse(global: &Global) -> Result<()> {
    if global.plain {
        return Err(Failure::new("desk_is_full_screen", say!("cli-desk-plain"), say!("cli-desk-plain-hint")));
    }
    if global.json || !screen::is_terminal() {
        return Err(Failure::new("no_terminal", say!("cli-desk-no-terminal"), say!("cli-desk-no-terminal-hint")));
    }
    if std::env::var_os("TERM").is_some_and(|term| term == "dumb") {
        return Err(Failure::new("no_terminal", say!("cli-desk-dumb"), say!("cli-desk-plain-hint")));
    }
    Ok(())
}

/// The desk from its first picture to its last; gives how many sets wait.
async fn desk(
    client: Client,
    home: Home,
    head: i64,
    workspace: Option<String>,
    (set, session): (Option<(i64, Option<u32>)>, Option<String>),
) -> Result<i64> {
    let (to, mut events) = unbounded_channel();
    let net = Net::start(client, home, head, to.clone());
    let mut signals = Signals::listen()?;
    let mut terminal = Held::take()?;
    terminal::listen(to.clone());
    let size = terminal.size()?;
    let look = Look { colour: AutoStream::choice(&std::io::stdout()) != ColorChoice::Never };
    let mut state = State::new((size.width, size.height), workspace);
    let mut wanted = state.begin(set, session);
    let mut beat = tokio::time::interval(Duration::from_secs(1));
    let mut beats = false;
    loop {
        for effect in wanted.drain(..) {
            match effect {
                Effect::Ask(call) => net.ask(call),
                Effect::Suspend => {
                    drop(terminal);
                    signals.suspend().await;
                    terminal = Held::take()?;
                    let size = terminal.size()?;
                    state.size = (size.width, size.height);
                }
                Effect::Quit => {
                    net.settled().await;
                    // What was asked last counts too.
                    while let Ok(event) = events.try_recv() {
                        state.update(event);
                    }
                    return Ok(state.standing.inbox);
                }
            }
        }
        // Seconds are counted from the moment something begins to run.
        if state.is_busy() != beats {
            beats = !beats;
            beat.reset();
        }
        terminal.draw(|frame| draw::draw(frame, &state, look))?;
        let event = tokio::select! {
            event = events.recv() => event.unwrap_or(Event::End),
            () = signals.end() => Event::End,
            _ = beat.tick(), if state.is_busy() => Event::Tick,
        };
        wanted = state.update(event);
        // What has happened meanwhile is one picture.
        while let Ok(event) = events.try_recv() {
            wanted.extend(state.update(event));
        }
    }
}
