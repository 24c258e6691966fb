//! Identity for rows that carry none: the same row gives the same UUID, always.

use crate::format::Format;

/// A UUID (version 8, RFC 9562: made from a hash of our own) of a row: the `nth` with this key in
/// its file. The format is part of it, so that two programs' rows never meet by chance.
pub(crate) fn uuid(format: Format, key: &str, nth: u32) -> String {
    let mut hash = blake3::Hasher::new();
    for part in [b"countersign interchange 1".as_slice(), format.name().as_bytes(), key.as_bytes(), &nth.to_be_bytes()]
    {
        hash.update(part);
        hash.update(&[0]);
    }
    let digest = hash.finalize();
    let mut hex = digest.to_hex().as_str().get(..32).unwrap_or_default().to_owned();
    let variant = match hex.as_bytes().get(16) {
        Some(b'0'..=b'3') => "8",
        Some(b'4'..=b'7') => "9",
        Some(b'8'..=b'9' | b'a'..=b'b') => "a",
        _ => "b",
    };
    hex.replace_range(12..13, "8");
    hex.replace_range(16..17, variant);
    for at in [20, 16, 12, 8] {
        hex.insert(at, '-');
    }
    hex
}

/// Whether a text is a UUID as Taskwarrior wants it.
pub(crate) fn is_uuid(text: &str) -> bool {
    text.len() == 36
        && text.bytes().enumerate().all(|(at, b)| match at {
            8 | 13 | 18 | 23 => b == b'-',
            _ => b.is_ascii_hexdigit(),
        })
}
