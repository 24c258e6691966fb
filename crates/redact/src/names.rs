//! What a name says of the value that it is given.

/// What has such a word as its last, or right before `token`, `key` or `id`, is meant to be seen: `public_key`,
/// `next_page_token`, `cache_key`.
const SEEN: &[&str] = &[
    "hash",
    "digest",
    "checksum",
    "fingerprint",
    "public",
    "publishable",
    "page",
    "next",
    "previous",
    "continuation",
    "sync",
    "cursor",
    "cache",
    "sort",
    "primary",
    "foreign",
    "partition",
];

/// What stands behind a name without being a part of what it says: `public_key_prod`, `password2`.
const BEHIND: &[&str] = &["base", "value", "prod", "production", "staging", "dev", "test", "live"];

/// What makes a name one of a secret, whatever else it holds.
const SURE: &[&str] =
    &["pass", "pwd", "secret", "credential", "kennwort", "wachtwoord", "contrase", "parol", "senha", "private"];

/// What is said of a key that it is one of a door, not of a table.
const DOORS: &[&str] =
    &["api", "access", "private", "encryption", "signing", "master", "account", "auth", "service", "license", "shared"];

/// The words of a name, in small letters: `nextPageToken`, `NEXT_PAGE_TOKEN`, `DBPassword2`.
pub(crate) fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let (mut before, mut open) = (' ', false);
    let mut chars = name.chars().peekable();
    while let Some(c) = chars.next() {
        let next = chars.peek().copied().unwrap_or(' ');
        let begins = (c.is_uppercase() && (before.is_lowercase() || (before.is_uppercase() && next.is_lowercase())))
            || c.is_ascii_digit() != before.is_ascii_digit();
        if !c.is_alphanumeric() {
            open = false;
        } else {
            match words.last_mut().filter(|_| open && !begins) {
                Some(word) => word.extend(c.to_lowercase()),
                None => words.push(c.to_lowercase().collect()),
            }
            open = true;
        }
        before = c;
    }
    words
}

/// Whether a name is one of a secret, whatever else it says.
pub(crate) fn is_sure(name: &str) -> bool {
    let name = name.to_lowercase();
    SURE.iter().any(|word| name.contains(word))
}

/// Whether a name is one of something to be seen, though it ends like one of a secret.
pub(crate) fn is_seen(name: &str) -> bool {
    if is_sure(name) {
        return false;
    }
    let mut words = words(name);
    while words.last().is_some_and(|word| BEHIND.contains(&word.as_str()) || word.bytes().all(|b| b.is_ascii_digit())) {
        words.pop();
    }
    let seen = |word: Option<&String>| word.is_some_and(|word| SEEN.contains(&word.as_str()));
    // `public_key_token` is one of a public key.
    while !seen(words.last()) && words.last().is_some_and(|word| matches!(word.as_str(), "token" | "key" | "id")) {
        words.pop();
    }
    seen(words.last())
}

/// Whether a name is one of a key that may be of a table or a list.
pub(crate) fn is_plain_key(name: &str) -> bool {
    let named = name.to_ascii_lowercase();
    named.ends_with("key") && !is_sure(name) && !DOORS.iter().any(|word| named.contains(word))
}

/// Whether a name is one of an environment: `DB_PASSWORD`.
pub(crate) fn is_variable(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
}

/// Whether these are the words of a name or a sentence: with few digits, and none of scattered letters.
pub(crate) fn is_plain(text: &str) -> bool {
    let mut digits = 0;
    text.split(|c: char| !c.is_alphanumeric()).all(|part| {
        let (mut numbers, mut names, mut letters) = (0, 0, 0);
        for word in words(part) {
            if word.starts_with(|c: char| c.is_ascii_digit()) {
                (numbers, digits) = (numbers + 1, digits + word.len());
            } else {
                (names, letters) = (names + 1, letters + word.chars().count());
            }
        }
        let ordered = names < 2 || letters >= 2 * names + names / 4;
        let few = numbers < 2 || (numbers == 2 && letters >= 3 * names);
        digits <= 8 && (part.len() <= 3 || (few && ordered))
    })
}

#[cfg(test)]
mod tests {
    use super::{is_plain, is_seen, words};

    #[test]
    fn a_name_has_words() {
        for (name, expected) in [
            ("nextPageToken", "next page token"),
            ("NEXTAUTH_SECRET", "nextauth secret"),
            ("DBPassword2", "db password 2"),
            ("tls.key", "tls key"),
            ("x-api-key", "x api key"),
        ] {
            assert_eq!(words(name).join(" "), expected);
        }
    }

    #[test]
    fn a_name_of_what_is_seen_ends_with_it() {
        for name in [
            "public_key",
            "nextPageToken",
            "sync-token",
            "CACHE_KEY",
            "publicKey2",
            "PUBLIC_KEY_PROD",
            "publicKeyToken",
        ] {
            assert!(is_seen(name), "{name}");
        }
        for name in ["NEXTAUTH_TOKEN", "pagerduty_api_key", "HASH_SALT_SECRET", "page_password", "public_api_key"] {
            assert!(!is_seen(name), "{name}");
        }
    }

    #[test]
    fn letters_and_digits_in_a_disorder_are_no_name() {
        for name in ["DB_PASSWORD", "self.token2", "sha256", "s3_bucket_key", "/etc/ssl/key2.pem", "your-api-key-1"] {
            assert!(is_plain(name), "{name}");
        }
        for name in ["kTz81Qwx9Lm4", "kTz81Qw", "a1b2c3d4", "kTzQ.wx1", "Ab12Cd34"] {
            assert!(!is_plain(name), "{name}");
        }
    }
}
