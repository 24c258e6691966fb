//! A rule in English, for previews and notes.

use jiff::civil::Weekday;

use super::{Anchor, ByDay, Frequency, Recurrence};

impl Recurrence {
    /// The rule in English: "every 2 weeks on Mon, Wed, until Mon 2026-11-30".
    pub fn describe(&self) -> String {
        if !self.is_repeating() {
            return "does not repeat".to_owned();
        }
        let mut text = match self.anchor {
            Anchor::Schedule => self.schedule(),
            Anchor::Completion if self.by_day.is_empty() && self.by_month_day.is_empty() => {
                format!("{} after completion", self.amount())
            }
            Anchor::Completion => format!("{}, counted from completion", self.schedule()),
        };
        if let Some(until) = self.until {
            text += &format!(", until {} {until}", short(until.weekday()));
        }
        match self.count {
            Some(1) => text += ", once",
            Some(count) => text += &format!(", {count} times"),
            None => {}
        }
        text
    }

    fn unit(&self) -> &'static str {
        match self.frequency {
            Frequency::None => "time",
            Frequency::Daily => "day",
            Frequency::Weekly => "week",
            Frequency::Monthly => "month",
            Frequency::Yearly => "year",
        }
    }

    /// "1 day", "3 weeks".
    fn amount(&self) -> String {
        match self.interval {
            1 => format!("1 {}", self.unit()),
            many => format!("{many} {}s", self.unit()),
        }
    }

    fn schedule(&self) -> String {
        let every = match self.interval {
            1 => format!("every {}", self.unit()),
            _ => format!("every {}", self.amount()),
        };
        let days = self.days();
        if days.is_empty() {
            return every;
        }
        match (self.frequency, self.interval, &self.by_day[..]) {
            (Frequency::Weekly, 1, _) if self.is_weekdays() => "every weekday".to_owned(),
            (Frequency::Weekly, 1, [one]) => format!("every {}", weekday_name(one.day)),
            (Frequency::Weekly, 1, _) => format!("every {days}"),
            (Frequency::Monthly, 1, _) => format!("monthly on {days}"),
            _ => format!("{every} on {days}"),
        }
    }

    fn is_weekdays(&self) -> bool {
        let mut days: Vec<i8> = self.by_day.iter().map(|by| by.day.to_monday_one_offset()).collect();
        days.sort_unstable();
        days == [1, 2, 3, 4, 5]
    }

    fn days(&self) -> String {
        let month_days: Vec<String> = self.by_month_day.iter().map(|day| month_day(*day)).collect();
        let single = self.by_day.len() == 1;
        let weekdays: Vec<String> = self.by_day.iter().map(|by| weekday(*by, single)).collect();
        match (month_days.is_empty(), weekdays.is_empty()) {
            (true, _) => weekdays.join(", "),
            (false, true) => month_days.join(", "),
            // Both given: only days that satisfy both.
            (false, false) => format!("{} if {}", month_days.join(", "), weekdays.join(", ")),
        }
    }
}

fn month_day(day: i8) -> String {
    match day {
        -1 => "the last day".to_owned(),
        day if day < 0 => format!("the {} to last day", ordinal(-day)),
        day => format!("the {}", ordinal(day)),
    }
}

fn weekday(by: ByDay, single: bool) -> String {
    let name = match single || by.nth.is_some() {
        true => weekday_name(by.day),
        false => short(by.day),
    };
    match by.nth {
        None => name.to_owned(),
        Some(-1) => format!("the last {name}"),
        Some(nth @ 1..) => {
            let nth = match nth {
                1 => "first",
                2 => "second",
                3 => "third",
                4 => "fourth",
                _ => "fifth",
            };
            format!("the {nth} {name}")
        }
        Some(nth) => format!("the {} to last {name}", ordinal(-nth)),
    }
}

fn ordinal(number: i8) -> String {
    let suffix = match (number % 10, number / 10) {
        (1, tens) if tens != 1 => "st",
        (2, tens) if tens != 1 => "nd",
        (3, tens) if tens != 1 => "rd",
        _ => "th",
    };
    format!("{number}{suffix}")
}

/// The English name of a day of the week.
#[must_use]
pub fn weekday_name(day: Weekday) -> &'static str {
    match day {
        Weekday::Monday => "Monday",
        Weekday::Tuesday => "Tuesday",
        Weekday::Wednesday => "Wednesday",
        Weekday::Thursday => "Thursday",
        Weekday::Friday => "Friday",
        Weekday::Saturday => "Saturday",
        Weekday::Sunday => "Sunday",
    }
}

fn short(day: Weekday) -> &'static str {
    &weekday_name(day)[..3]
}
