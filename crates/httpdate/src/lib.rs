//! Dates of HTTP headers, whatever the machine's clock says. Takes the place of the crate of this name.
//!
//! That one panics at a clock before 1970 or after 9999, and hyper asks it on every connection, also where
//! no `Date` is sent: no server would answer. Here such a clock shows the nearest date that can be written.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::fmt::rfc2822::{DateTimeParser, DateTimePrinter};
use jiff::fmt::strtime;
use jiff::tz::TimeZone;
use std::fmt;
use std::str::FromStr;
use std::time::SystemTime;

/// 9999-12-30T22:00:00Z, the last that is told in every zone.
const LATEST: i64 = 253_402_207_200;
/// What the oldest servers write (RFC 9110, 5.6.7); a year of two digits is one from 1969 to 2068.
const OBSOLETE: [&str; 2] = ["%A, %d-%b-%y %H:%M:%S GMT", "%a %b %e %H:%M:%S %Y"];

/// A moment as a header has it: whole seconds, from 1970 to 9999.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HttpDate(Timestamp);

/// The text is no date of a header.
#[derive(Debug)]
pub struct Error(());

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("string contains no or an invalid date")
    }
}

impl std::error::Error for Error {}

impl HttpDate {
    fn nearest(second: i64) -> Self {
        Self(Timestamp::from_second(second.clamp(0, LATEST)).unwrap_or(Timestamp::UNIX_EPOCH))
    }
}

impl From<SystemTime> for HttpDate {
    fn from(time: SystemTime) -> Self {
        let since = time.duration_since(SystemTime::UNIX_EPOCH);
        Self::nearest(since.map_or(0, |since| i64::try_from(since.as_secs()).unwrap_or(LATEST)))
    }
}

impl From<HttpDate> for SystemTime {
    fn from(date: HttpDate) -> Self {
        date.0.into()
    }
}

impl fmt::Display for HttpDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = DateTimePrinter::new().timestamp_to_rfc9110_string(&self.0).map_err(|_| fmt::Error)?;
        f.write_str(&text)
    }
}

impl FromStr for HttpDate {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let in_form = |form: &&str| strtime::parse(form, text).and_then(|read| read.to_datetime()).ok();
        let old = || OBSOLETE.iter().find_map(in_form).and_then(|read: DateTime| read.to_zoned(TimeZone::UTC).ok());
        let read = DateTimeParser::new().parse_timestamp(text).ok().or_else(|| Some(old()?.timestamp()));
        let second = read.map(Timestamp::as_second).filter(|second| (0..=LATEST).contains(second));
        second.map(Self::nearest).ok_or(Error(()))
    }
}

/// Reads a header's date, also in the two obsolete forms.
///
/// # Errors
/// When it is none, or not from 1970 to 9999.
pub fn parse_http_date(text: &str) -> Result<SystemTime, Error> {
    text.parse::<HttpDate>().map(SystemTime::from)
}

/// Writes a header's date: `Fri, 15 May 2015 15:34:21 GMT`.
pub fn fmt_http_date(time: SystemTime) -> String {
    HttpDate::from(time).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, UNIX_EPOCH};

    #[test]
    fn every_form_of_the_standard_is_read() {
        let wanted = UNIX_EPOCH + Duration::from_secs(784_111_777);
        for text in ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"] {
            assert_eq!(parse_http_date(text).ok(), Some(wanted), "{text}");
        }
        assert_eq!(fmt_http_date(wanted), "Sun, 06 Nov 1994 08:49:37 GMT");
        for text in ["", "soon", "120", "Sun, 06 Nov 1994", "Sun, 06 Nov 1894 08:49:37 GMT"] {
            assert!(parse_http_date(text).is_err(), "{text}");
        }
    }

    #[test]
    fn every_clock_has_a_date() {
        let far = |seconds| Duration::from_secs(seconds);
        for (clock, date) in [
            (UNIX_EPOCH, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (UNIX_EPOCH - far(1), "Thu, 01 Jan 1970 00:00:00 GMT"),
            (UNIX_EPOCH - far(1 << 40), "Thu, 01 Jan 1970 00:00:00 GMT"),
            (UNIX_EPOCH + far(951_782_400), "Tue, 29 Feb 2000 00:00:00 GMT"),
            (UNIX_EPOCH + far(1 << 40), "Thu, 30 Dec 9999 22:00:00 GMT"),
        ] {
            assert_eq!(fmt_http_date(clock), date);
        }
    }
}
