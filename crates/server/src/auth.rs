//! Who may call: a bearer token for clients, a one-time URL token that becomes a cookie for the page.
//!
//! Secrets are compared by their BLAKE3 hashes, whose comparison takes the same time whatever differs.

use jiff::Timestamp;
use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

/// How the page's cookie is called, before the digits of the data's own.
const COOKIE: &str = "countersign";
/// So many digits tell one data folder's cookie from another's.
const DIGITS: usize = 12;
/// A cookie is good for so long, by the engine's clock; a browser keeps it as long.
pub(crate) const COOKIE_SECONDS: i64 = 30 * 24 * 3600;
/// At most so many URL tokens wait to be used; the oldest goes first.
const URL_TOKENS: usize = 16;

/// Randomness failed, which no supported system does after start-up.
#[derive(Debug, thiserror::Error)]
#[error("the system gives no random numbers: {0}")]
pub struct NoRandomness(getrandom::Error);

/// Tokens and sessions.
pub struct Auth {
    bearer: blake3::Hash,
    /// What cookies are marked with.
    secret: [u8; 32],
    cookie: String,
    urls: Mutex<VecDeque<blake3::Hash>>,
}

impl std::fmt::Debug for Auth {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Auth(…)")
    }
}

/// 32 random bytes in hexadecimal: a token for [`Auth::new`], or a secret to store.
///
/// # Errors
/// When the system has no randomness.
pub fn random_token() -> Result<String, NoRandomness> {
    let mut bytes = [0u8; 32];
    getrandom::fill(&mut bytes).map_err(NoRandomness)?;
    Ok(blake3::Hash::from(bytes).to_hex().to_string())
}

/// The page's cookie of the data with these digits.
pub(crate) fn cookie_name(own: &str) -> String {
    format!("{COOKIE}-{own}")
}

impl Auth {
    /// `bearer` is what clients send; `secret` is stored with the data, so that a page stays signed
    /// in when the server is started again.
    pub fn new(bearer: &str, secret: [u8; 32]) -> Self {
        let own = blake3::keyed_hash(&secret, b"cookie name").to_hex();
        let cookie = cookie_name(own.get(..DIGITS).unwrap_or_default());
        Self { bearer: blake3::hash(bearer.as_bytes()), secret, cookie, urls: Mutex::default() }
    }

    /// Only cookies that were given since pages were last signed out are ours; `epoch` stands for that time.
    #[must_use]
    pub fn since(self, epoch: &str) -> Self {
        let secret = match epoch {
            "" => self.secret,
            epoch => *blake3::keyed_hash(&self.secret, epoch.as_bytes()).as_bytes(),
        };
        Self { secret, ..self }
    }

    /// The name of the page's cookie. A browser has one jar for all ports of a host: under one name two
    /// servers would sign each other's page out.
    pub(crate) fn cookie(&self) -> &str {
        &self.cookie
    }

    /// A token for `/?token=…` that works once.
    ///
    /// # Errors
    /// When the system has no randomness.
    pub fn mint_url_token(&self) -> Result<String, NoRandomness> {
        let token = random_token()?;
        let mut urls = self.urls.lock().unwrap_or_else(PoisonError::into_inner);
        urls.push_back(blake3::hash(token.as_bytes()));
        while urls.len() > URL_TOKENS {
            urls.pop_front();
        }
        Ok(token)
    }

    /// Uses a URL token up.
    pub(crate) fn redeem(&self, token: &str) -> bool {
        let given = blake3::hash(token.as_bytes());
        let mut urls = self.urls.lock().unwrap_or_else(PoisonError::into_inner);
        let before = urls.len();
        urls.retain(|t| *t != given);
        urls.len() < before
    }

    pub(crate) fn bearer_fits(&self, token: &str) -> bool {
        blake3::hash(token.as_bytes()) == self.bearer
    }

    /// A cookie's value: random number, time of issue, and our mark over both.
    pub(crate) fn new_session(&self, now: Timestamp) -> Result<String, NoRandomness> {
        let what = format!("{}.{}", random_token()?, now.as_second());
        let mark = self.mark(&what).to_hex();
        Ok(format!("{what}.{mark}"))
    }

    /// Whether a cookie's value is one of ours and not too old.
    pub(crate) fn session_fits(&self, value: &str, now: Timestamp) -> bool {
        let Some((what, mark)) = value.rsplit_once('.') else { return false };
        let Ok(mark) = blake3::Hash::from_hex(mark) else { return false };
        let issued: Option<i64> = what.rsplit_once('.').and_then(|(_, at)| at.parse().ok());
        // A clock that went back does not sign anybody out.
        self.mark(what) == mark && issued.is_some_and(|at| now.as_second().saturating_sub(at) <= COOKIE_SECONDS)
    }

    fn mark(&self, what: &str) -> blake3::Hash {
        blake3::keyed_hash(&self.secret, what.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    #[test]
    fn a_url_token_works_once() {
        let auth = Auth::new("b", [1; 32]);
        let token = auth.mint_url_token().unwrap();
        assert_eq!([auth.redeem("other"), auth.redeem(&token), auth.redeem(&token)], [false, true, false]);
    }

    #[test]
    fn sessions_outlive_the_server_and_nothing_else() {
        let value = Auth::new("b", [1; 32]).new_session(at(1_000)).unwrap();
        let later = Auth::new("other bearer", [1; 32]);
        let (random, rest) = value.split_once('.').unwrap();
        let (_, mark) = rest.split_once('.').unwrap();
        let forged = format!("{random}.999999999999.{mark}");
        let good = [at(0), at(1_000), at(1_000 + COOKIE_SECONDS)].map(|now| later.session_fits(&value, now));
        assert_eq!(good, [true; 3]);
        assert!(!later.session_fits(&value, at(1_001 + COOKIE_SECONDS)), "too old");
        assert!(!later.session_fits(&forged, at(1_000)), "forged time");
        assert!(!Auth::new("b", [2; 32]).session_fits(&value, at(1_000)), "other secret");
        let since = |epoch| Auth::new("b", [1; 32]).since(epoch);
        assert!(since("").session_fits(&value, at(1_000)));
        assert!(!since("x").session_fits(&value, at(1_000)), "signed out since");
        let new = since("x").new_session(at(1_000)).unwrap();
        assert_eq!([since("x"), since("y")].map(|auth| auth.session_fits(&new, at(1_000))), [true, false]);
        assert_eq!(since("x").cookie(), later.cookie(), "one name, so that a browser holds one");
        for broken in ["", ".", "..", "a.1", value.trim_end_matches(|c: char| c.is_ascii_hexdigit())] {
            assert!(!later.session_fits(broken, at(1_000)), "{broken:?}");
        }
    }
}
