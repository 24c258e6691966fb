//! The digits of a number, as the text has them. Most are few: they need no memory of their own.

use std::fmt;
use std::ops::Deref;

/// How many stand in place.
const FEW: usize = 14;

/// Digits, with sign, point and exponent.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Digits(Held);

#[derive(Clone, PartialEq, Eq)]
enum Held {
    Few { length: u8, bytes: [u8; FEW] },
    Many(Box<Many>),
}

/// Behind one pointer, so that a node stays small.
#[derive(Clone, PartialEq, Eq)]
struct Many(Box<str>);

impl From<&str> for Digits {
    fn from(digits: &str) -> Self {
        let mut bytes = [0; FEW];
        match (bytes.get_mut(..digits.len()), u8::try_from(digits.len())) {
            (Some(place), Ok(length)) => {
                place.copy_from_slice(digits.as_bytes());
                Self(Held::Few { length, bytes })
            }
            _ => Self(Held::Many(Box::new(Many(digits.into())))),
        }
    }
}

impl Digits {
    /// They are ASCII: each is a byte.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        match &self.0 {
            Held::Few { length, bytes } => bytes.get(..usize::from(*length)).unwrap_or_default(),
            Held::Many(many) => many.0.as_bytes(),
        }
    }
}

impl Deref for Digits {
    type Target = str;

    fn deref(&self) -> &str {
        match &self.0 {
            Held::Few { .. } => std::str::from_utf8(self.as_bytes()).unwrap_or_default(),
            Held::Many(many) => &many.0,
        }
    }
}

impl fmt::Debug for Digits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::Digits;

    #[test]
    fn digits_are_what_they_were_however_many() {
        for digits in ["0", "-12.5e+300", "12345678901234", "123456789012345", "0.1000000000000000000000000"] {
            let kept = Digits::from(digits);
            assert_eq!((&*kept, &kept), (digits, &kept.clone()));
        }
        assert_ne!(Digits::from("1"), Digits::from("1.0"));
        assert!(std::mem::size_of::<Digits>() <= 16);
    }
}
