//! JSON of a rule: tolerant of what is left out and of the two older type names, strict about what is
//! said (an unknown key or a day that cannot be is an error, never dropped).

use jiff::civil::{Date, Weekday};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::{Anchor, ByDay, Frequency, Recurrence};

/// No rule has more days: each weekday, by itself and counted from either end of a year.
const MOST: usize = 7 * (1 + 2 * 53);

const KEYS: &str = "type, interval, byDay, byMonthDay, until, count, anchor";

impl Recurrence {
    /// Reads a rule from JSON.
    ///
    /// `null` and `{"type":"none"}` are the rule that does not repeat. Missing fields take their
    /// defaults. `weekdays` is read as weekly Monday to Friday, `every_n_days` with `intervalDays` as
    /// daily with `interval`. The error says which field is wrong, what is allowed and what came.
    pub fn parse(value: &Value) -> Result<Recurrence, String> {
        let fields = match value {
            Value::Null => return Ok(Recurrence::none()),
            Value::Object(fields) => fields,
            other => return Err(format!("recurrence must be an object, not {other}")),
        };
        let mut kind = None;
        let mut rule = Recurrence::none();
        let mut interval = None;
        let mut interval_days = None;
        for (key, value) in fields {
            match key.as_str() {
                "type" => kind = Some(kind_of(value)?),
                "interval" => interval = optional(value, |v| whole(v, "interval"))?,
                "intervalDays" => interval_days = optional(value, |v| whole(v, "intervalDays"))?,
                "byDay" => rule.by_day = list(value, "byDay", by_day)?,
                "byMonthDay" => rule.by_month_day = list(value, "byMonthDay", month_day)?,
                "until" => rule.until = optional(value, until)?,
                "count" => {
                    rule.count = optional(value, |v| whole(v, "count"))?.map(at_least_one("count")).transpose()?
                }
                "anchor" => rule.anchor = optional(value, anchor)?.unwrap_or_default(),
                other => {
                    return Err(format!("recurrence has no field {other:?}; its fields are {KEYS}"));
                }
            }
        }
        let kind = kind.ok_or("recurrence.type is missing: none, daily, weekly, monthly or yearly")?;
        if kind == Kind::Plain(Frequency::None) {
            // An update that sets the type to none is merged into the old rule and still carries its days.
            return Ok(Recurrence::none());
        }
        rule.interval = self::interval(kind, interval, interval_days)?;
        rule.frequency = match kind {
            Kind::Plain(frequency) => frequency,
            Kind::EveryNDays => Frequency::Daily,
            Kind::Weekdays => {
                if rule.by_day.is_empty() {
                    rule.by_day = Recurrence::weekly_on(1, WORKDAYS).by_day;
                }
                Frequency::Weekly
            }
        };
        rule.check()?;
        Ok(rule)
    }

    /// The parts that only make sense with some types.
    fn check(&self) -> Result<(), String> {
        let monthly = matches!(self.frequency, Frequency::Monthly | Frequency::Yearly);
        if let (false, Some(by)) = (monthly, self.by_day.iter().find(|by| by.nth.is_some())) {
            return Err(format!(
                "recurrence.byDay {by} has an ordinal, which only monthly and yearly rules have; write {:?} or make it monthly",
                code(by.day)
            ));
        }
        if self.frequency == Frequency::Weekly && !self.by_month_day.is_empty() {
            return Err("recurrence.byMonthDay does not go with weekly; use byDay or type monthly".to_owned());
        }
        Ok(())
    }
}

const WORKDAYS: [Weekday; 5] =
    [Weekday::Monday, Weekday::Tuesday, Weekday::Wednesday, Weekday::Thursday, Weekday::Friday];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Plain(Frequency),
    Weekdays,
    EveryNDays,
}

fn kind_of(value: &Value) -> Result<Kind, String> {
    let name = value.as_str().map(str::to_ascii_lowercase);
    Ok(match name.as_deref() {
        Some("none") => Kind::Plain(Frequency::None),
        Some("daily") => Kind::Plain(Frequency::Daily),
        Some("weekly") => Kind::Plain(Frequency::Weekly),
        Some("monthly") => Kind::Plain(Frequency::Monthly),
        Some("yearly") => Kind::Plain(Frequency::Yearly),
        Some("weekdays") => Kind::Weekdays,
        Some("every_n_days") => Kind::EveryNDays,
        _ => {
            return Err(format!("recurrence.type must be none, daily, weekly, monthly or yearly, not {value}"));
        }
    })
}

fn interval(kind: Kind, interval: Option<u32>, days: Option<u32>) -> Result<u32, String> {
    let daily = matches!(kind, Kind::EveryNDays | Kind::Plain(Frequency::Daily));
    let said = match (interval, days) {
        (Some(interval), Some(days)) if interval != days && daily => {
            return Err(format!("recurrence.interval is {interval} but intervalDays is {days}; send one of them"));
        }
        // Older clients send intervalDays 1 with every type.
        (_, Some(days)) if days != 1 && !daily => {
            return Err("recurrence.intervalDays only goes with daily; use interval".to_owned());
        }
        (Some(interval), _) => Some(interval),
        (None, days) => days,
    };
    match (said, kind) {
        (None, Kind::EveryNDays) => Err("recurrence.intervalDays is missing".to_owned()),
        (said, _) => at_least_one("interval")(said.unwrap_or(1)),
    }
}

fn at_least_one(field: &'static str) -> impl Fn(u32) -> Result<u32, String> {
    move |number| match number {
        0 => Err(format!("recurrence.{field} must be a whole number of at least 1, not 0")),
        number => Ok(number),
    }
}

fn optional<T>(value: &Value, read: impl Fn(&Value) -> Result<T, String>) -> Result<Option<T>, String> {
    match value {
        Value::Null => Ok(None),
        value => read(value).map(Some),
    }
}

/// A list, or its one member written without one: `"byMonthDay": 31`.
fn list<T: PartialEq>(
    value: &Value,
    field: &str,
    read: impl Fn(&Value) -> Result<T, String>,
) -> Result<Vec<T>, String> {
    let values = match value {
        Value::Null => return Ok(Vec::new()),
        Value::Array(values) => values.as_slice(),
        Value::String(_) | Value::Number(_) => std::slice::from_ref(value),
        other => return Err(format!("recurrence.{field} must be a list, not {other}")),
    };
    if values.len() > MOST {
        return Err(format!("recurrence.{field} must be a list of at most {MOST} days, not of {}", values.len()));
    }
    let mut read_values = Vec::with_capacity(values.len());
    for value in values {
        let value = read(value)?;
        if !read_values.contains(&value) {
            read_values.push(value);
        }
    }
    Ok(read_values)
}

fn whole(value: &Value, field: &str) -> Result<u32, String> {
    value
        .as_u64()
        .and_then(|number| u32::try_from(number).ok())
        .ok_or_else(|| format!("recurrence.{field} must be a whole number of at least 1, not {value}"))
}

fn month_day(value: &Value) -> Result<i8, String> {
    value
        .as_i64()
        .and_then(|day| i8::try_from(day).ok())
        .filter(|day| matches!(day, 1..=31 | -1))
        .ok_or_else(|| format!("recurrence.byMonthDay must be 1 to 31, or -1 for the last day, not {value}"))
}

fn by_day(value: &Value) -> Result<ByDay, String> {
    let wrong = || {
        format!("recurrence.byDay must be MO, TU, WE, TH, FR, SA or SU, with an ordinal like 1MO or -1FR, not {value}")
    };
    value.as_str().and_then(|text| text.parse().ok()).ok_or_else(wrong)
}

fn until(value: &Value) -> Result<Date, String> {
    let wrong = || format!("recurrence.until must be a date like 2026-11-30, not {value}");
    let text = value.as_str().ok_or_else(wrong)?;
    // Only the exact form: jiff alone would also read a date and time and drop the time.
    match text.len() == 10 {
        true => text.parse().map_err(|_| wrong()),
        false => Err(wrong()),
    }
}

fn anchor(value: &Value) -> Result<Anchor, String> {
    match value.as_str() {
        Some("schedule") => Ok(Anchor::Schedule),
        Some("completion") => Ok(Anchor::Completion),
        _ => Err(format!("recurrence.anchor must be schedule or completion, not {value}")),
    }
}

impl<'de> Deserialize<'de> for Recurrence {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Recurrence::parse(&Value::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

impl std::str::FromStr for ByDay {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("{text:?} is not a weekday like MO, 1MO or -1FR");
        let split = text.len().checked_sub(2).filter(|at| text.is_char_boundary(*at));
        let (nth, day) = text.split_at(split.ok_or_else(wrong)?);
        let day = match day.to_ascii_uppercase().as_str() {
            "MO" => Weekday::Monday,
            "TU" => Weekday::Tuesday,
            "WE" => Weekday::Wednesday,
            "TH" => Weekday::Thursday,
            "FR" => Weekday::Friday,
            "SA" => Weekday::Saturday,
            "SU" => Weekday::Sunday,
            _ => return Err(wrong()),
        };
        let nth = match nth {
            "" => None,
            nth => match nth.parse::<i8>() {
                Ok(nth) if (1..=5).contains(&nth.abs()) => Some(nth),
                _ => return Err(wrong()),
            },
        };
        Ok(ByDay { nth, day })
    }
}

fn code(day: Weekday) -> &'static str {
    match day {
        Weekday::Monday => "MO",
        Weekday::Tuesday => "TU",
        Weekday::Wednesday => "WE",
        Weekday::Thursday => "TH",
        Weekday::Friday => "FR",
        Weekday::Saturday => "SA",
        Weekday::Sunday => "SU",
    }
}

impl std::fmt::Display for ByDay {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.nth {
            Some(nth) => write!(f, "{nth}{}", code(self.day)),
            None => f.write_str(code(self.day)),
        }
    }
}

impl Serialize for ByDay {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for ByDay {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}
