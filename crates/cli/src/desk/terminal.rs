//! The terminal while the desk has it: taken whole, and given back as it was however the desk ends.

use super::state::Event;
use crate::failure::Result;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{
    self, DisableBracketedPaste, EnableBracketedPaste, Event as Heard, KeyEventKind, KeyboardEnhancementFlags,
    PopKeyboardEnhancementFlags, PushKeyboardEnhancementFlags,
};
use ratatui::crossterm::execute;
use std::io::stdout;
use std::ops::{Deref, DerefMut};
use std::sync::Once;
use tokio::sync::mpsc::UnboundedSender;

static HOOKED: Once = Once::new();

/// The terminal, until it is dropped.
pub(crate) struct Held(DefaultTerminal);

impl Held {
    /// Takes it.
    ///
    /// # Errors
    /// When it cannot be put in raw mode.
    pub(crate) fn take() -> Result<Self> {
        let held = Self(ratatui::try_init()?);
        // Asked for without waiting for an answer: what a terminal does not know it leaves out.
        let _ = execute!(stdout(), EnableBracketedPaste);
        if knows_more_keys() {
            let _ =
                execute!(stdout(), PushKeyboardEnhancementFlags(KeyboardEnhancementFlags::DISAMBIGUATE_ESCAPE_CODES));
        }
        HOOKED.call_once(|| {
            let before = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |info| {
                modes_off();
                before(info);
            }));
        });
        Ok(held)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        modes_off();
        // A terminal that is gone needs nothing given back.
        let _ = ratatui::try_restore();
        let _ = self.0.show_cursor();
    }
}

impl Deref for Held {
    type Target = DefaultTerminal;
    fn deref(&self) -> &DefaultTerminal {
        &self.0
    }
}

impl DerefMut for Held {
    fn deref_mut(&mut self) -> &mut DefaultTerminal {
        &mut self.0
    }
}

fn modes_off() {
    if knows_more_keys() {
        let _ = execute!(stdout(), PopKeyboardEnhancementFlags);
    }
    let _ = execute!(stdout(), DisableBracketedPaste);
}

/// Old kernels print the sequence on the console.
fn knows_more_keys() -> bool {
    std::env::var_os("TERM").is_none_or(|term| term != "linux")
}

/// Hands on what is typed, pasted and resized, on a thread of its own that ends with the process.
pub(crate) fn listen(to: UnboundedSender<Event>) {
    std::thread::spawn(move || {
        loop {
            let heard = match event::read() {
                Ok(Heard::Key(key)) if key.kind != KeyEventKind::Release => Event::Key(key),
                Ok(Heard::Paste(text)) => Event::Paste(text),
                Ok(Heard::Resize(columns, rows)) => Event::Size(columns, rows),
                Ok(_) => continue,
                // Without a terminal there is nobody to ask.
                Err(_) => Event::End,
            };
            let over = matches!(heard, Event::End);
            if to.send(heard).is_err() || over {
                break;
            }
        }
    });
}

/// Signals that end the desk, and the one that says go on.
#[cfg(unix)]
pub(crate) struct Signals {
    terminate: tokio::signal::unix::Signal,
    hang_up: tokio::signal::unix::Signal,
    interrupt: tokio::signal::unix::Signal,
    go_on: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    /// Begins to listen.
    ///
    /// # Errors
    /// When the system has no place for it.
    pub(crate) fn listen() -> Result<Self> {
        use rustix::process::Signal;
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            hang_up: signal(SignalKind::hangup())?,
            interrupt: signal(SignalKind::interrupt())?,
            go_on: signal(SignalKind::from_raw(Signal::CONT.as_raw()))?,
        })
    }

    /// Waits for one that ends the desk.
    pub(crate) async fn end(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.hang_up.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }

    /// Stops the process as Ctrl+Z does, and waits for the shell to say go on. Where nothing stops it,
    /// as without job control, it goes on at once.
    pub(crate) async fn suspend(&mut self) {
        use rustix::process::{Signal, getpid, kill_process};
        const UNHEARD: std::time::Duration = std::time::Duration::from_millis(500);
        if kill_process(getpid(), Signal::TSTP).is_ok() {
            let _ = tokio::time::timeout(UNHEARD, self.go_on.recv()).await;
        }
    }
}

/// Elsewhere the system ends it.
#[cfg(not(unix))]
pub(crate) struct Signals;

#[cfg(not(unix))]
impl Signals {
    pub(crate) fn listen() -> Result<Self> {
        Ok(Self)
    }

    pub(crate) async fn end(&mut self) {
        std::future::pending().await
    }

    pub(crate) async fn suspend(&mut self) {}
}
