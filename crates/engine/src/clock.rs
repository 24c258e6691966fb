//! Where time comes from. The only place that reads the machine's clock.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use std::time::SystemTime;

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
        within(SystemTime::now())
    }
    fn zone(&self) -> TimeZone {
        TimeZone::system()
    }
}

/// 9990-01-01: years before the last instant that can be told, so that what is added to it can be told too.
const LATEST: i64 = 253_086_768_000;

/// The instant that a machine's clock shows; one that is off by thousands of years stands at the latest.
fn within(shown: SystemTime) -> Timestamp {
    let latest = Timestamp::from_second(LATEST).unwrap_or(Timestamp::UNIX_EPOCH);
    Timestamp::try_from(shown).map_or(latest, |now| now.min(latest))
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, UNIX_EPOCH};

    #[test]
    fn a_clock_that_is_far_off_is_read_without_a_panic() {
        let year_9999 = UNIX_EPOCH + Duration::from_secs(253_402_300_798);
        for shown in [year_9999, year_9999 + Duration::from_secs(60), year_9999 + Duration::from_secs(1 << 40)] {
            assert_eq!(within(shown).to_string(), "9990-01-01T00:00:00Z");
        }
        assert_eq!(within(UNIX_EPOCH + Duration::from_secs(1)).as_second(), 1);
    }
}
