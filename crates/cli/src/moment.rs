//! The time and zone a verb works with: the machine's, or those given with `--now` and `--zone`.

use crate::args::Global;
use crate::failure::{Failure, Result};
use crate::texts::say;
use countersign_engine::{Clock as EngineClock, FixedClock, SystemClock};
use countersign_planner::dates::{Clock, DateOrder};
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};
use std::sync::Arc;

/// A clock that a verb was given.
#[derive(Debug, Clone)]
pub(crate) struct Moment {
    fixed: Option<Timestamp>,
    zone: TimeZone,
}

impl Moment {
    /// From the flags.
    ///
    /// # Errors
    /// When the zone is unknown or the time cannot be read.
    pub(crate) fn read(global: &Global) -> Result<Self> {
        let zone = match &global.zone {
            Some(name) => {
                let unknown = |_| {
                    Failure::new("invalid_zone", say!("cli-zone-unknown", zone = name.as_str()), say!("cli-zone-hint"))
                };
                Some(TimeZone::get(name).map_err(unknown)?)
            }
            None => None,
        };
        match &global.now {
            Some(text) => {
                let (at, own) = instant(text, zone.as_ref())?;
                Ok(Self { fixed: Some(at), zone: zone.or(own).unwrap_or_else(TimeZone::system) })
            }
            None => Ok(Self { fixed: None, zone: zone.unwrap_or_else(|| SystemClock.zone()) }),
        }
    }

    /// Whether the time was given and stands still.
    pub(crate) fn is_fixed(&self) -> bool {
        self.fixed.is_some()
    }

    /// The zone's IANA name, if it has one.
    pub(crate) fn zone_name(&self) -> Option<&str> {
        self.zone.iana_name()
    }

    /// The clock for the engine.
    pub(crate) fn clock(&self) -> Arc<dyn EngineClock> {
        match self.fixed {
            Some(at) => Arc::new(FixedClock(at, self.zone.clone())),
            None => Arc::new(ZonedClock(self.zone.clone())),
        }
    }

    /// The clock for the planner, with default settings.
    pub(crate) fn planner_clock(&self, locale: Option<&str>) -> Clock {
        let now = self.clock().now().to_zoned(self.zone.clone());
        let name = self.zone.iana_name().unwrap_or("UTC");
        Clock { date_order: locale.and_then(DateOrder::of_locale), ..Clock::new(now.datetime(), name) }
    }
}

/// The machine's time in a zone of the person's choice.
struct ZonedClock(TimeZone);

impl EngineClock for ZonedClock {
    fn now(&self) -> Timestamp {
        SystemClock.now()
    }
    fn zone(&self) -> TimeZone {
        self.0.clone()
    }
}

/// Reads `2026-11-21T10:00` (in the zone), `2026-11-21T10:00[Europe/Berlin]`, and instants such as
/// `2026-11-21T15:00Z`. Gives the zone if the text names one.
fn instant(text: &str, zone: Option<&TimeZone>) -> Result<(Timestamp, Option<TimeZone>)> {
    let wrong = || Failure::new("invalid_now", say!("cli-now-wrong", text = text), say!("cli-now-hint"));
    if text.contains('[') {
        let zoned: Zoned = text.parse().map_err(|_| wrong())?;
        return Ok((zoned.timestamp(), Some(zoned.time_zone().clone())));
    }
    if let Ok(at) = text.parse::<Timestamp>() {
        return Ok((at, None));
    }
    let civil =
        text.parse::<DateTime>().or_else(|_| text.parse::<Date>().map(|d| d.at(0, 0, 0, 0))).map_err(|_| wrong())?;
    let zone = zone.cloned().unwrap_or_else(TimeZone::system);
    zone.to_zoned(civil).map(|zoned| (zoned.timestamp(), None)).map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::instant;
    use jiff::tz::TimeZone;

    #[test]
    fn times_are_read_in_the_zone_that_is_meant() {
        let new_york = TimeZone::get("America/New_York").unwrap();
        for (text, expected) in [
            ("2026-11-21T10:00", Some("2026-11-21T15:00:00Z")),
            ("2026-11-21 10:00:30", Some("2026-11-21T15:00:30Z")),
            ("2026-11-21", Some("2026-11-21T05:00:00Z")),
            ("2026-11-21T10:00[Europe/Berlin]", Some("2026-11-21T09:00:00Z")),
            ("2026-11-21T10:00:00Z", Some("2026-11-21T10:00:00Z")),
            ("2026-11-21T10:00:00+02:00", Some("2026-11-21T08:00:00Z")),
            ("2026-02-30T10:00", None),
            ("tomorrow", None),
            ("", None),
        ] {
            let found = instant(text, Some(&new_york)).ok().map(|(at, _)| at.to_string());
            assert_eq!(found.as_deref(), expected, "{text}");
        }
    }
}
