//! Ctrl+C: whoever works on something that can be stopped holds it meanwhile; at any other moment the
//! program ends, as everywhere.

use std::sync::Once;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::Notify;

/// The exit code of a program that SIGINT ended, as shells give it: 128 + 2.
const INTERRUPTED: i32 = 130;

static HOLDERS: AtomicUsize = AtomicUsize::new(0);
static PRESSES: AtomicUsize = AtomicUsize::new(0);
static PRESSED: Notify = Notify::const_new();
static LISTENING: Once = Once::new();

/// While it lives, Ctrl+C is its holder's.
#[derive(Debug)]
pub(crate) struct Held {
    /// Presses that were answered.
    seen: AtomicUsize,
}

/// Takes Ctrl+C.
pub(crate) fn hold() -> Held {
    HOLDERS.fetch_add(1, Ordering::SeqCst);
    // Who listens once gets it for the life of the process, so somebody has to when nobody holds it.
    LISTENING.call_once(|| {
        tokio::spawn(listen());
    });
    Held { seen: AtomicUsize::new(PRESSES.load(Ordering::SeqCst)) }
}

async fn listen() {
    #[cfg(unix)]
    let signals = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::interrupt());
    #[cfg(windows)]
    let signals = tokio::signal::windows::ctrl_c();
    // Where nothing can be heard, the system's own way of ending the program stands.
    let Ok(mut signals) = signals else { return };
    while signals.recv().await.is_some() {
        if HOLDERS.load(Ordering::SeqCst) == 0 {
            leave();
        }
        PRESSES.fetch_add(1, Ordering::SeqCst);
        PRESSED.notify_waiters();
    }
}

impl Held {
    /// Waits for the next press; one that came since the last counts.
    pub(crate) async fn pressed(&self) {
        loop {
            let next = PRESSED.notified();
            let presses = PRESSES.load(Ordering::SeqCst);
            if self.seen.swap(presses, Ordering::SeqCst) < presses {
                return;
            }
            next.await;
        }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        HOLDERS.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Ends the program, as a second Ctrl+C does.
pub(crate) fn leave() -> ! {
    std::process::exit(INTERRUPTED)
}
