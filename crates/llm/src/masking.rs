//! What a provider is sent in secret never comes back from it: keys that it repeats in an error, a
//! header or an answer are taken out as the bytes arrive, before anything reads, keeps or shows them.

use crate::catalogue::Provider;
use bytes::Bytes;
use http::{HeaderMap, HeaderValue};
use hyper::body::{Body, Frame, Incoming};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

/// What stands where a secret stood.
const MASK: &[u8] = b"[secret]";

/// A secret of fewer bytes is not looked for even in an error: it would be found in any text.
const LEAST: usize = 4;

/// Names of headers whose values are secret; others (an organisation, a referer) are no more secret than the answer
/// that repeats them, unless they have the shape of a key.
const SECRET_HEADERS: [&str; 5] = ["auth", "key", "token", "secret", "cookie"];

/// The secrets of a provider, as their bytes may stand in an answer.
#[derive(Debug, Clone, Default)]
pub(crate) struct Masks(Vec<Vec<u8>>);

impl Masks {
    /// Those to look for. In an answer's own words (`answer`) only what is a key beyond doubt: a
    /// placeholder (`lm-studio`, `password`) is no secret, and somebody may write about it.
    pub(crate) fn of(provider: &Provider, answer: bool) -> Self {
        let named = |name: &str| SECRET_HEADERS.iter().any(|part| name.to_ascii_lowercase().contains(part));
        let headers = provider.headers.iter().map(|(name, value)| (name, value.expose()));
        let headers = headers.filter(|(name, value)| named(name) || is_key(value)).map(|(_, value)| value);
        Self::hiding(provider.key.iter().map(|key| key.expose()).chain(headers), answer)
    }

    /// The same of values that are all of them secret.
    pub(crate) fn hiding<'h>(secrets: impl Iterator<Item = &'h str>, answer: bool) -> Self {
        let mut forms: Vec<Vec<u8>> = Vec::new();
        for value in secrets {
            // Of `Bearer …`, what follows.
            let secret = value.split_whitespace().last().unwrap_or_default();
            if secret.len() < LEAST || (answer && !is_beyond_doubt(secret)) {
                continue;
            }
            let escaped = secret.replace('\\', "\\\\").replace('"', "\\\"");
            let slashed = escaped.replace('/', "\\/");
            forms.extend([secret.to_owned(), escaped, slashed].map(String::into_bytes));
        }
        // Of two that begin alike, the longer.
        forms.sort_by_key(|form| std::cmp::Reverse(form.len()));
        forms.dedup();
        Self(forms)
    }

    /// Headers without them.
    pub(crate) fn clean(&self, headers: &mut HeaderMap) {
        if self.0.is_empty() {
            return;
        }
        for value in headers.values_mut() {
            let mut held = value.as_bytes().to_vec();
            let clean = self.release(&mut held, true);
            if clean != value.as_bytes() {
                *value = HeaderValue::from_bytes(&clean).unwrap_or(HeaderValue::from_static("[secret]"));
            }
        }
    }

    /// What of `held` may go on, masked. The beginning of what may become a secret stays, unless
    /// that was `all`.
    fn release(&self, held: &mut Vec<u8>, all: bool) -> Vec<u8> {
        let mut out = Vec::with_capacity(held.len());
        let mut at = 0;
        while let Some(rest) = held.get(at..).filter(|rest| !rest.is_empty()) {
            if let Some(found) = self.0.iter().find(|secret| rest.starts_with(secret)) {
                out.extend_from_slice(MASK);
                at += found.len();
            } else if !all && self.0.iter().any(|secret| secret.starts_with(rest)) {
                break;
            } else {
                out.extend(rest.first());
                at += 1;
            }
        }
        held.drain(..at);
        out
    }
}

/// Long, or with a digit in it: no word that somebody says.
fn is_beyond_doubt(secret: &str) -> bool {
    secret.len() >= 16 || (secret.len() >= 8 && secret.bytes().any(|b| b.is_ascii_digit()))
}

/// Whether a value has the shape of a key: long, of letters and digits, and of no other marks than keys have.
fn is_key(value: &str) -> bool {
    let of_keys = |b: u8| b.is_ascii_alphanumeric() || b"-_+/=.".contains(&b);
    value.len() >= 16
        && value.bytes().all(of_keys)
        && value.bytes().any(|b| b.is_ascii_digit())
        && value.bytes().any(|b| b.is_ascii_alphabetic())
}

/// The body of a response without the secrets.
#[derive(Debug)]
pub(crate) struct Masked {
    body: Incoming,
    masks: Masks,
    held: Vec<u8>,
    /// The body is over, and how, where something was still held.
    over: Option<Option<hyper::Error>>,
}

impl Masked {
    pub(crate) fn new(body: Incoming, masks: Masks) -> Self {
        Self { body, masks, held: Vec::new(), over: None }
    }
}

impl Body for Masked {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        let this = &mut *self;
        loop {
            if let Some(how) = this.over.take() {
                return Poll::Ready(how.map(Err));
            }
            let next = ready!(Pin::new(&mut this.body).poll_frame(cx));
            let last = match next {
                Some(Ok(frame)) if this.masks.0.is_empty() || !frame.is_data() => return Poll::Ready(Some(Ok(frame))),
                Some(Ok(frame)) => {
                    this.held.extend_from_slice(&frame.into_data().unwrap_or_default());
                    false
                }
                Some(Err(error)) => {
                    this.over = Some(Some(error));
                    true
                }
                None => {
                    this.over = Some(None);
                    true
                }
            };
            let out = this.masks.release(&mut this.held, last);
            if !out.is_empty() {
                return Poll::Ready(Some(Ok(Frame::data(Bytes::from(out)))));
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use super::*;
    use crate::catalogue::{BaseUrl, Secret};

    fn provider(key: &str, headers: &[(&str, &str)]) -> Provider {
        Provider {
            name: "p".to_owned(),
            kind: None,
            base_url: BaseUrl::parse("http://localhost:1", false).unwrap(),
            key_env: None,
            key: Some(Secret::new(key)),
            headers: headers.iter().map(|(name, value)| ((*name).to_owned(), Secret::new(*value))).collect(),
            dialect: None,
        }
    }

    /// A text that came in two pieces, cut at `at`.
    fn masked(masks: &Masks, text: &str, at: usize) -> String {
        let mut held = text.as_bytes()[..at].to_vec();
        let mut out = masks.release(&mut held, false);
        held.extend_from_slice(&text.as_bytes()[at..]);
        out.extend(masks.release(&mut held, true));
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_secret_is_found_wherever_the_pieces_are_cut() {
        let masks = Masks::of(&provider("KEYabc/123", &[("X-Api-Key", "second9secret")]), true);
        for (text, clean) in [
            ("no KEYabc/123 for you", "no [secret] for you"),
            ("KEYabc/123KEYabc\\/123", "[secret][secret]"),
            ("KEYKEYabc/123", "KEY[secret]"),
            ("almost KEYabc/12", "almost KEYabc/12"),
            ("second9secret", "[secret]"),
            ("nothing", "nothing"),
        ] {
            for at in 0..=text.len() {
                assert_eq!(masked(&masks, text, at), clean, "{text} cut at {at}");
            }
        }
    }

    #[test]
    fn what_is_no_secret_is_left_in_an_answer() {
        let plain = provider("lm-studio", &[("HTTP-Referer", "https://example.org/countersign")]);
        let text = "I run in lm-studio; see https://example.org/countersign";
        assert_eq!(masked(&Masks::of(&plain, true), text, 20), text);
        // An error says nothing that is lost by it.
        assert_eq!(masked(&Masks::of(&plain, false), "lm-studio is no key", 3), "[secret] is no key");
        assert!(Masks::of(&provider("abc", &[]), false).0.is_empty());
        let bearer = provider("k", &[("Authorization", "Bearer tok3n-of-mine")]);
        assert_eq!(masked(&Masks::of(&bearer, true), "tok3n-of-mine", 5), "[secret]");
        let other = provider("k", &[("X-Extra", "hx-4f9a1c77b2d05e38"), ("X-Title", "countersign, local first")]);
        let text = "hx-4f9a1c77b2d05e38 of countersign, local first";
        assert_eq!(masked(&Masks::of(&other, true), text, 7), "[secret] of countersign, local first");
    }
}
