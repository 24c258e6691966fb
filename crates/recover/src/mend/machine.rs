//! JSON as a machine that takes one byte at a time (RFC 8259, a container at the root). Its threads are
//! small and share their open brackets, so that many readings of one text can be followed at once.

use crate::parse::MAX_DEPTH;

/// What the machine waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    Value,
    /// A value or the end of the array.
    FirstElement,
    Key,
    /// A key or the end of the object.
    FirstKey,
    Colon,
    After,
    Text {
        key: bool,
    },
    Escape {
        key: bool,
    },
    Hex {
        key: bool,
        left: u8,
    },
    /// The letters of a literal that are still to come.
    Literal(&'static [u8]),
    /// `-`
    Minus,
    /// `0`, which no digit follows.
    Zero,
    Digits,
    /// A point, an `e` or its sign: digits must follow.
    Wanting {
        exponent: bool,
        sign: bool,
    },
    Fraction,
    Exponent,
    /// The root is closed.
    Done,
}

impl State {
    /// In a key or before one.
    pub(super) fn is_key(self) -> bool {
        matches!(self, Self::Key | Self::FirstKey | Self::Text { key: true } | Self::Colon)
    }

    /// Inside a text, be it a key or a value.
    pub(super) fn is_text(self) -> bool {
        matches!(self, Self::Text { .. } | Self::Escape { .. } | Self::Hex { .. })
    }

    /// Inside a number, or a text that is a value.
    pub(super) fn is_in_value(self) -> bool {
        matches!(
            self,
            Self::Text { key: false }
                | Self::Escape { key: false }
                | Self::Hex { key: false, .. }
                | Self::Minus
                | Self::Zero
                | Self::Digits
                | Self::Wanting { .. }
                | Self::Fraction
                | Self::Exponent
        )
    }
}

/// One reading on its way: what it waits for, and its innermost open bracket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Thread {
    pub(super) state: State,
    top: u32,
    pub(super) depth: u32,
}

/// The open brackets of all threads, as a tree.
#[derive(Debug)]
pub(super) struct Machine {
    /// The bracket around, and whether this one is a brace.
    brackets: Vec<(u32, bool)>,
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

impl Machine {
    pub(super) fn new() -> Self {
        Self { brackets: vec![(0, false)] }
    }

    pub(super) fn start() -> Thread {
        Thread { state: State::Value, top: 0, depth: 0 }
    }

    /// Whether the innermost open bracket is a brace.
    pub(super) fn in_object(&self, thread: Thread) -> bool {
        self.brackets.get(thread.top as usize).is_some_and(|(_, object)| *object)
    }

    fn open(&mut self, thread: Thread, object: bool) -> Option<Thread> {
        if thread.depth as usize >= MAX_DEPTH {
            return None;
        }
        let top = u32::try_from(self.brackets.len()).ok()?;
        self.brackets.push((thread.top, object));
        let state = if object { State::FirstKey } else { State::FirstElement };
        Some(Thread { state, top, depth: thread.depth + 1 })
    }

    fn close(&self, thread: Thread) -> Thread {
        let (top, _) = self.brackets.get(thread.top as usize).copied().unwrap_or_default();
        let state = if top == 0 { State::Done } else { State::After };
        Thread { state, top, depth: thread.depth - 1 }
    }

    fn value(&mut self, thread: Thread, byte: u8) -> Option<Thread> {
        let state = match byte {
            b'{' => return self.open(thread, true),
            b'[' => return self.open(thread, false),
            _ if thread.depth == 0 => return None,
            b'"' => State::Text { key: false },
            b'-' => State::Minus,
            b'0' => State::Zero,
            b'1'..=b'9' => State::Digits,
            b't' => State::Literal(b"rue"),
            b'f' => State::Literal(b"alse"),
            b'n' => State::Literal(b"ull"),
            _ => return None,
        };
        Some(Thread { state, ..thread })
    }

    fn after(&self, thread: Thread, byte: u8) -> Option<Thread> {
        let object = self.in_object(thread);
        match byte {
            b',' => Some(Thread { state: if object { State::Key } else { State::Value }, ..thread }),
            b'}' if object => Some(self.close(thread)),
            b']' if !object => Some(self.close(thread)),
            _ if is_space(byte) => Some(Thread { state: State::After, ..thread }),
            _ => None,
        }
    }

    /// The thread after one more byte. None if no JSON goes on like this.
    pub(super) fn step(&mut self, thread: Thread, byte: u8) -> Option<Thread> {
        use State::{
            After, Colon, Digits, Done, Escape, Exponent, FirstElement, FirstKey, Fraction, Hex, Key, Literal, Minus,
            Text, Value, Wanting, Zero,
        };
        let state = match (thread.state, byte) {
            (Text { key: true }, b'"') => Colon,
            (Text { key: false }, b'"') => After,
            (Text { key }, b'\\') => Escape { key },
            (Text { key }, 0x20..) => Text { key },
            (Text { .. }, _) => return None,
            (Escape { key }, b'u') => Hex { key, left: 4 },
            (Escape { key }, b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => Text { key },
            (Hex { key, left }, _) if byte.is_ascii_hexdigit() => {
                if left == 1 {
                    Text { key }
                } else {
                    Hex { key, left: left - 1 }
                }
            }
            (Escape { .. } | Hex { .. }, _) => return None,
            (Literal([last]), _) if byte == *last => After,
            (Literal([next, rest @ ..]), _) if byte == *next => Literal(rest),
            (Literal(_), _) => return None,
            (Minus, b'0') => Zero,
            (Minus, b'1'..=b'9') | (Digits, b'0'..=b'9') => Digits,
            (Minus, _) => return None,
            (Zero | Digits, b'.') => Wanting { exponent: false, sign: false },
            (Zero | Digits | Fraction, b'e' | b'E') => Wanting { exponent: true, sign: true },
            (Wanting { exponent: true, .. } | Exponent, b'0'..=b'9') => Exponent,
            (Wanting { .. } | Fraction, b'0'..=b'9') => Fraction,
            (Wanting { exponent, sign: true }, b'+' | b'-') => Wanting { exponent, sign: false },
            (Wanting { .. }, _) => return None,
            (Zero | Digits | Fraction | Exponent | After, _) => return self.after(thread, byte),
            (state, _) if is_space(byte) => state,
            (Done, _) => return None,
            (FirstElement, b']') | (FirstKey, b'}') => return Some(self.close(thread)),
            (Value | FirstElement, _) => return self.value(thread, byte),
            (Key | FirstKey, b'"') => Text { key: true },
            (Colon, b':') => Value,
            (Key | FirstKey | Colon, _) => return None,
        };
        Some(Thread { state, ..thread })
    }
}
