//! How sets, items, entries and dates are written: `14`, `#14.2`, `1,3-5`, `all`, `@31`.

use jiff::civil::Date;
use std::collections::BTreeSet;
use std::str::FromStr;

/// Nobody reviews more items than this in one line; a range beyond it is a slip.
const MOST_ITEMS: u32 = 100_000;

/// A set, and perhaps one item of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SetRef {
    pub(crate) set: i64,
    pub(crate) item: Option<u32>,
}

impl FromStr for SetRef {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("\"{text}\" is not a change set such as 14, nor an item such as 14.2");
        let bare = text.strip_prefix('#').unwrap_or(text);
        let (set, item) = match bare.split_once('.') {
            Some((set, item)) => (set, Some(number(item).ok_or_else(wrong)?)),
            None => (bare, None),
        };
        Ok(Self { set: number(set).ok_or_else(wrong)?, item })
    }
}

/// Which items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Items {
    All,
    These(BTreeSet<u32>),
}

impl FromStr for Items {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.eq_ignore_ascii_case("all") {
            return Ok(Self::All);
        }
        let mut chosen = BTreeSet::new();
        for part in text.split(',').map(str::trim) {
            let wrong = || format!("\"{part}\" is not an item number such as 3, a range such as 3-5, or all");
            let (first, last) = match part.split_once('-') {
                Some((first, last)) => {
                    (number::<u32>(first).ok_or_else(wrong)?, number::<u32>(last).ok_or_else(wrong)?)
                }
                None => (number(part).ok_or_else(wrong)?, number(part).ok_or_else(wrong)?),
            };
            if first > last || last > MOST_ITEMS {
                return Err(wrong());
            }
            chosen.extend(first..=last);
        }
        Ok(Self::These(chosen))
    }
}

/// What to undo.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UndoRef {
    Entry(i64),
    Set(SetRef),
}

impl FromStr for UndoRef {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.starts_with('@') {
            true => entry(text).map(Self::Entry),
            false => text.parse().map(Self::Set).map_err(|e: String| format!("{e}, nor a ledger entry such as @31")),
        }
    }
}

/// `31` or `@31`.
pub(super) fn entry(text: &str) -> Result<i64, String> {
    number(text.strip_prefix('@').unwrap_or(text))
        .ok_or_else(|| format!("\"{text}\" is not a ledger entry such as @31"))
}

/// `2026-11-21` and nothing looser: jiff alone would also take a date with a time and drop the time.
pub(super) fn date(text: &str) -> Result<Date, String> {
    let wrong = || format!("\"{text}\" is not a date such as 2026-11-21");
    match text.len() {
        10 => text.parse().map_err(|_| wrong()),
        _ => Err(wrong()),
    }
}

/// A positive number without sign or padding oddities.
fn number<T: FromStr + PartialOrd + Default>(text: &str) -> Option<T> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    (digits.then(|| text.parse().ok())?).filter(|n: &T| *n > T::default())
}

#[cfg(test)]
mod tests {
    use super::{Items, SetRef, UndoRef};

    #[test]
    fn sets_and_items_are_read_as_written() {
        for (text, expected) in [
            ("14", Some(SetRef { set: 14, item: None })),
            ("#14", Some(SetRef { set: 14, item: None })),
            ("14.2", Some(SetRef { set: 14, item: Some(2) })),
            ("#14.2", Some(SetRef { set: 14, item: Some(2) })),
            ("0", None),
            ("14.0", None),
            ("14.", None),
            ("-1", None),
            ("+1", None),
            ("99999999999999999999", None),
            ("", None),
        ] {
            assert_eq!(text.parse::<SetRef>().ok(), expected, "{text}");
        }
    }

    #[test]
    fn item_lists_are_read_as_written() {
        let these = |items: &[u32]| Some(Items::These(items.iter().copied().collect()));
        for (text, expected) in [
            ("all", Some(Items::All)),
            ("3", these(&[3])),
            ("1,3-5", these(&[1, 3, 4, 5])),
            ("3-5, 1", these(&[1, 3, 4, 5])),
            ("5-3", None),
            ("1,,2", None),
            ("0", None),
            ("1-4000000000", None),
            ("", None),
            ("x", None),
        ] {
            assert_eq!(text.parse::<Items>().ok(), expected, "{text}");
        }
    }

    #[test]
    fn what_to_undo_is_read_as_written() {
        for (text, expected) in [
            ("@31", Some(UndoRef::Entry(31))),
            ("14.2", Some(UndoRef::Set(SetRef { set: 14, item: Some(2) }))),
            ("14", Some(UndoRef::Set(SetRef { set: 14, item: None }))),
            ("@", None),
            ("last", None),
        ] {
            assert_eq!(text.parse::<UndoRef>().ok(), expected, "{text}");
        }
    }
}
