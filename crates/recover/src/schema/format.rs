//! The `format`s that can be told from the text alone. An unknown format holds nothing against a
//! value, as JSON Schema says.

use std::net::{Ipv4Addr, Ipv6Addr};

/// Whether `text` is of the format.
pub(super) fn is(name: &str, text: &str) -> bool {
    match name {
        "date" => date(text),
        "time" => time(text),
        "date-time" => {
            text.get(..10).is_some_and(date)
                && matches!(text.as_bytes().get(10), Some(b'T' | b't' | b' '))
                && text.get(11..).is_some_and(time)
        }
        "duration" => duration(text),
        "email" => email(text),
        "ipv4" => text.parse::<Ipv4Addr>().is_ok(),
        "ipv6" => text.parse::<Ipv6Addr>().is_ok(),
        "hostname" => hostname(text),
        "uri" | "url" => uri(text) && scheme(text),
        "uri-reference" => uri(text),
        "uuid" => uuid(text),
        "json-pointer" => pointer(text),
        "regex" => fancy_regex::Regex::new(&super::text::pattern(text)).is_ok(),
        _ => true,
    }
}

fn date(text: &str) -> bool {
    text.len() == 10 && text.is_ascii() && text.parse::<jiff::civil::Date>().is_ok() && text.as_bytes()[4] == b'-'
}

/// RFC 3339 `full-time`.
fn time(text: &str) -> bool {
    let Some(clock) = text.get(..8).filter(|c| c.is_ascii()) else { return false };
    let number = |range: std::ops::Range<usize>| {
        clock.get(range).filter(|d| d.bytes().all(|b| b.is_ascii_digit())).and_then(|d| d.parse::<i32>().ok())
    };
    let (Some(hour), Some(minute), Some(second)) = (number(0..2), number(3..5), number(6..8)) else { return false };
    if clock.as_bytes()[2] != b':' || clock.as_bytes()[5] != b':' || hour > 23 || minute > 59 || second > 60 {
        return false;
    }
    let mut rest = &text[8..];
    if let Some(fraction) = rest.strip_prefix('.') {
        let digits = fraction.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return false;
        }
        rest = &fraction[digits..];
    }
    let Some(offset) = offset_minutes(rest) else { return false };
    // A leap second is at 23:59:60 UTC.
    second < 60 || (hour * 60 + minute - offset).rem_euclid(24 * 60) == 24 * 60 - 1
}

fn offset_minutes(text: &str) -> Option<i32> {
    if matches!(text, "Z" | "z") {
        return Some(0);
    }
    let sign = match text.as_bytes().first()? {
        b'+' => 1,
        b'-' => -1,
        _ => return None,
    };
    let rest = text.get(1..).filter(|r| r.len() == 5 && r.is_ascii() && r.as_bytes()[2] == b':')?;
    let digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit()).then(|| part.parse::<i32>().ok()).flatten();
    let (hours, minutes) = (digits(&rest[..2])?, digits(&rest[3..])?);
    (hours < 24 && minutes < 60).then_some(sign * (hours * 60 + minutes))
}

/// ISO 8601 as in RFC 3339 appendix A: `P1Y2M3DT4H5M6S`, `P4W`.
fn duration(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('P') else { return false };
    let (days, clock) = match rest.split_once('T') {
        Some((days, clock)) => (days, Some(clock)),
        None => (rest, None),
    };
    let units = |text: &str, allowed: &str| {
        let mut order = allowed.chars();
        let mut last = None;
        let mut digits = 0;
        for c in text.chars() {
            if c.is_ascii_digit() {
                digits += 1;
            } else if digits > 0 && order.by_ref().skip_while(|u| last.is_some() && *u != c).any(|u| u == c)
                || (digits > 0 && last.is_none() && allowed.contains(c))
            {
                (last, digits) = (Some(c), 0);
                order = allowed[allowed.find(c).map_or(0, |at| at + 1)..].chars();
            } else {
                return None;
            }
        }
        (digits == 0).then_some(last.is_some())
    };
    match clock {
        Some(clock) => (days.is_empty() || units(days, "YMD").is_some()) && units(clock, "HMS") == Some(true),
        None => units(days, "YMD") == Some(true) || units(days, "W") == Some(true),
    }
}

fn email(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else { return false };
    let quoted = local.len() > 1 && local.starts_with('"') && local.ends_with('"');
    let plain = !local.is_empty()
        && !local.starts_with('.')
        && !local.ends_with('.')
        && !local.contains("..")
        && !local.contains(|c: char| c.is_whitespace() || "\"(),:;<>@[\\]".contains(c));
    let literal = domain.strip_prefix('[').and_then(|d| d.strip_suffix(']')).is_some_and(|d| {
        d.parse::<Ipv4Addr>().is_ok() || d.strip_prefix("IPv6:").is_some_and(|d| d.parse::<Ipv6Addr>().is_ok())
    });
    (quoted || plain) && (literal || hostname(domain))
}

fn hostname(text: &str) -> bool {
    text.len() <= 253
        && !text.is_empty()
        && text.split('.').all(|label| {
            (1..=63).contains(&label.len())
                && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
                && !label.starts_with('-')
                && !label.ends_with('-')
        })
}

fn scheme(text: &str) -> bool {
    text.split_once(':').is_some_and(|(scheme, _)| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'))
    })
}

fn uri(text: &str) -> bool {
    text.bytes()
        .all(|b| b.is_ascii_graphic() && !matches!(b, b'<' | b'>' | b'"' | b'{' | b'}' | b'|' | b'\\' | b'^' | b'`'))
        && text
            .split('%')
            .skip(1)
            .all(|rest| rest.as_bytes().iter().take(2).filter(|b| b.is_ascii_hexdigit()).count() == 2)
}

fn uuid(text: &str) -> bool {
    text.len() == 36
        && text.bytes().enumerate().all(|(i, b)| match i {
            8 | 13 | 18 | 23 => b == b'-',
            _ => b.is_ascii_hexdigit(),
        })
}

fn pointer(text: &str) -> bool {
    (text.is_empty() || text.starts_with('/')) && text.split('~').skip(1).all(|rest| rest.starts_with(['0', '1']))
}
