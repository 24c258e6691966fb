//! Ctrl+C: whoever works on something that can be stopped holds it meanwhile; at any other moment the
//! program ends, as everywhere.

use std::sync::Once;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::signal::ctrl_c;

/// The exit code of a program that SIGINT ended, as shells give it: 128 + 2.
const INTERRUPTED: i32 = 130;

static HOLDERS: AtomicUsize = AtomicUsize::new(0);
static LISTENING: Once = Once::new();

/// While it lives, Ctrl+C is its holder's.
#[derive(Debug)]
pub(crate) struct Held;

/// Takes Ctrl+C.
pub(crate) fn hold() -> Held {
    HOLDERS.fetch_add(1, Ordering::SeqCst);
    // Who listens once gets it for the life of the process, so somebody has to when nobody holds it.
    LISTENING.call_once(|| {
        tokio::spawn(async {
            while ctrl_c().await.is_ok() {
                if HOLDERS.load(Ordering::SeqCst) == 0 {
                    std::process::exit(INTERRUPTED);
                }
            }
        });
    });
    Held
}

impl Held {
    /// Waits for it.
    pub(crate) async fn pressed(&self) -> std::io::Result<()> {
        ctrl_c().await
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
