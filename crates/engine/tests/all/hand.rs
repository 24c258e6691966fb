//! A clock that is set by hand.

use countersign_engine::Clock;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use std::sync::{Arc, Mutex};

/// All clones are one clock.
#[derive(Clone)]
pub(crate) struct Hand(Arc<Mutex<Timestamp>>);

impl Hand {
    pub(crate) fn at(now: &str) -> Self {
        Self(Arc::new(Mutex::new(now.parse().unwrap())))
    }

    pub(crate) fn back(&self, hours: i64) {
        *self.0.lock().unwrap() -= SignedDuration::from_hours(hours);
    }
}

impl Clock for Hand {
    fn now(&self) -> Timestamp {
        *self.0.lock().unwrap()
    }
    fn zone(&self) -> TimeZone {
        TimeZone::UTC
    }
}
