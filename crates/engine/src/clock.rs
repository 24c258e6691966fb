//! Where time comes from. The only place that reads the machine's clock.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use std::sync::Mutex;
use std::time::SystemTime;
use uuid::{ContextV7, Uuid};

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

/// Ids in the order of time; what is in it tells those of one instant apart.
#[derive(Debug, Default)]
pub(crate) struct Ids(Mutex<ContextV7>);

impl Ids {
    /// An id that sorts after those that were made before it, by the machine's clock: also where time stands still
    /// for todos, one process after the other makes them in their order.
    pub(crate) fn next(&self) -> Uuid {
        self.at(SystemClock.now())
    }

    /// There are none before 1970: there it is one of 1970.
    fn at(&self, now: Timestamp) -> Uuid {
        let now = now.max(Timestamp::UNIX_EPOCH);
        let seconds = u64::try_from(now.as_second()).unwrap_or(0);
        let nanoseconds = u32::try_from(now.subsec_nanosecond()).unwrap_or(0);
        Uuid::new_v7(uuid::Timestamp::from_unix(&self.0, seconds, nanoseconds))
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
        assert_eq!(within(UNIX_EPOCH - Duration::from_secs(1 << 33)).to_string(), "1697-10-17T11:03:28Z");
    }

    #[test]
    fn ids_grow_with_time_and_within_an_instant_whatever_the_clock_shows() {
        let at = |second| Timestamp::from_second(second).unwrap();
        let ids = Ids::default();
        for now in [at(-6_000_000_000), at(-1), at(0), at(1_795_000_000), at(LATEST)] {
            let made: Vec<Uuid> = (0..1_000).map(|_| ids.at(now)).collect();
            assert!(made.is_sorted_by(|one, next| one < next), "{now}");
        }
    }
}
