//! Where time comes from. The only place that reads the machine's clock.

use jiff::Timestamp;
use jiff::tz::TimeZone;

/// The time, and the machine's zone.
pub trait Clock: Send + Sync {
    /// This instant.
    fn now(&self) -> Timestamp;
    /// The zone used where the settings name none.
    fn zone(&self) -> TimeZone;
}

/// The machine's clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[allow(clippy::disallowed_methods)] // The one reader of the clock.
    fn now(&self) -> Timestamp {
        Timestamp::now()
    }
    fn zone(&self) -> TimeZone {
        TimeZone::system()
    }
}

/// A clock that stands still: for tests, and for `serve --now`.
#[derive(Debug, Clone)]
pub struct FixedClock(pub Timestamp, pub TimeZone);

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        self.0
    }
    fn zone(&self) -> TimeZone {
        self.1.clone()
    }
}
