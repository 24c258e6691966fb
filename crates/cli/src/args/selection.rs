//! How sets, items, entries and dates are written: `14`, `#14.2`, `1,3-5`, `all`, `@31`.

use super::Wrong;
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
    type Err = Wrong;

    fn from_str(text: &str) -> Result<Self, Wrong> {
        let wrong = || Wrong::Set(text.to_owned());
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

impl Items {
    /// These and others.
    pub(super) fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::These(one), Self::These(other)) => Self::These(&one | &other),
            _ => Self::All,
        }
    }
}

impl FromStr for Items {
    type Err = Wrong;

    fn from_str(text: &str) -> Result<Self, Wrong> {
        if text.eq_ignore_ascii_case("all") {
            return Ok(Self::All);
        }
        let mut chosen = BTreeSet::new();
        for part in text.split(',').map(str::trim) {
            let wrong = || Wrong::Items(part.to_owned());
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
    type Err = Wrong;

    fn from_str(text: &str) -> Result<Self, Wrong> {
        match text.starts_with('@') {
            true => entry(text).map(Self::Entry),
            false => text.parse().map(Self::Set).map_err(|_: Wrong| Wrong::Undo(text.to_owned())),
        }
    }
}

/// `31` or `@31`.
pub(super) fn entry(text: &str) -> Result<i64, Wrong> {
    number(text.strip_prefix('@').unwrap_or(text)).ok_or_else(|| Wrong::Entry(text.to_owned()))
}

/// `2026-11-21` and nothing looser: jiff alone would also take a date with a time and drop the time.
pub(super) fn date(text: &str) -> Result<Date, Wrong> {
    let wrong = || Wrong::Date(text.to_owned());
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
