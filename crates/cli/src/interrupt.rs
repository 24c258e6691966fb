//! Ctrl+C, and what ends a program from outside (SIGTERM; SIGHUP, when its window closes): whoever works
//! on something that can be stopped holds it meanwhile; at any other moment the program ends, as
//! everywhere.

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
    listen_once();
    Held { seen: AtomicUsize::new(PRESSES.load(Ordering::SeqCst)) }
}

/// Has it heard from now on. Who listens once gets it for the life of the process, so somebody has to when nobody holds
/// it.
pub(crate) fn listen_once() {
    LISTENING.call_once(|| {
        tokio::spawn(listen());
    });
}

async fn listen() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        // Where nothing can be heard, the system's own way of ending the program stands.
        let (Ok(mut interrupt), Ok(mut terminate)) = (signal(SignalKind::interrupt()), signal(SignalKind::terminate()))
        else {
            return;
        };
        let mut hangup = hangup();
        loop {
            let code = tokio::select! {
                _ = interrupt.recv() => INTERRUPTED,
                _ = terminate.recv() => 128 + 15,
                () = heard(&mut hangup) => 128 + 1,
            };
            press(code);
        }
    }
    #[cfg(windows)]
    {
        let Ok(mut signals) = tokio::signal::windows::ctrl_c() else { return };
        while signals.recv().await.is_some() {
            press(INTERRUPTED);
        }
    }
}

fn press(code: i32) {
    if HOLDERS.load(Ordering::SeqCst) == 0 {
        crate::screen::give_back();
        std::process::exit(code);
    }
    PRESSES.fetch_add(1, Ordering::SeqCst);
    PRESSED.notify_waiters();
}

/// SIGHUP, unless whoever started this said that it is to live on (`nohup`); where that is not told, the
/// system's own way stands.
#[cfg(unix)]
pub(crate) fn hangup() -> Option<tokio::signal::unix::Signal> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    let ignored = u64::from_str_radix(ignored.trim(), 16).ok()?;
    // The first bit is signal 1.
    let listens = ignored & 1 == 0;
    listens.then(|| tokio::signal::unix::signal(tokio::signal::unix::SignalKind::hangup()).ok()).flatten()
}

/// Waits for it; for ever, where it is not listened for.
#[cfg(unix)]
pub(crate) async fn heard(hangup: &mut Option<tokio::signal::unix::Signal>) {
    match hangup {
        Some(signal) => drop(signal.recv().await),
        None => std::future::pending().await,
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
    crate::screen::give_back();
    std::process::exit(INTERRUPTED)
}
