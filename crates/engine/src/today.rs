//! What time it is for the person: by the clock, in the zone and by the habits that the settings name.

use crate::{Engine, Inner};
use countersign_core::effect::Moment;
use countersign_core::settings::Settings;
use countersign_planner::dates;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

impl Engine {
    /// This instant.
    pub fn now(&self) -> Timestamp {
        self.0.clock.now()
    }

    /// Today in the user's zone.
    pub fn today(&self) -> Date {
        self.0.moment().today
    }

    /// The IANA name of the user's zone.
    pub fn zone_name(&self) -> String {
        self.0.zone().iana_name().unwrap_or("UTC").to_owned()
    }

    /// Now as the planner takes it.
    pub fn clock(&self) -> dates::Clock {
        self.0.planner_clock()
    }
}

impl Inner {
    pub(crate) fn zone(&self) -> TimeZone {
        let named = self.world().settings.zone.clone();
        named.and_then(|name| TimeZone::get(&name).ok()).unwrap_or_else(|| self.clock.zone())
    }

    pub(crate) fn moment(&self) -> Moment {
        let now = self.clock.now();
        Moment { now, today: now.to_zoned(self.zone()).date() }
    }

    pub(crate) fn planner_clock(&self) -> dates::Clock {
        let zone = self.zone();
        let name = zone.iana_name().unwrap_or("UTC").to_owned();
        let mut clock = dates::Clock::new(self.clock.now().to_zoned(zone).datetime(), name);
        let settings = self.world().settings.clone();
        settings_to_clock(&settings, &mut clock);
        clock
    }
}

/// Writes what the settings say about dates into a planner clock.
pub fn settings_to_clock(settings: &Settings, clock: &mut dates::Clock) {
    use countersign_core::settings as s;
    clock.week_start = settings.week_start.weekday();
    clock.date_order = settings.date_order.map(|o| match o {
        s::DateOrder::Mdy => dates::DateOrder::Mdy,
        s::DateOrder::Dmy => dates::DateOrder::Dmy,
        s::DateOrder::Ymd => dates::DateOrder::Ymd,
    });
    let parts = settings.day_parts;
    clock.prefs = dates::DayParts {
        morning: parts.morning.time(),
        noon: parts.noon.time(),
        afternoon: parts.afternoon.time(),
        evening: parts.evening.time(),
        night: parts.night.time(),
    };
    clock.next_month = match settings.next_month {
        s::NextMonth::FirstDay => dates::NextMonth::FirstDay,
        s::NextMonth::SameDay => dates::NextMonth::SameDay,
    };
    clock.default_until = settings.default_until;
}
