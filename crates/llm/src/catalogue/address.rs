//! Where a provider is: a checked base URL. Never carries a user name, password or query.

use super::Kind;
use http::Uri;
use std::fmt;

/// Scheme, host, port and the path under which the API lies, without a trailing slash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaseUrl {
    scheme: &'static str,
    authority: String,
    path: String,
    loopback: bool,
}

/// What stands for a scheme where there is no address.
const HERE: &str = "embedded";

/// Why a text is no base URL.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadUrl {
    /// No URL with a host, or not http(s).
    #[error("{0:?} is no http or https address")]
    NoUrl(String),
    /// A name or password in the address.
    #[error("the address has a user name or key in it")]
    Userinfo,
    /// `?` or `#`.
    #[error("the address has a query")]
    Query,
    /// `http://` to another machine would send prompts and keys in the clear.
    #[error("{0} is not encrypted and not on this machine")]
    Insecure(String),
}

impl BaseUrl {
    /// No address: what runs in this process. No path can be joined to it.
    pub fn here() -> Self {
        Self { scheme: HERE, authority: "this process".to_owned(), path: String::new(), loopback: true }
    }

    /// Runs in this process.
    pub fn is_here(&self) -> bool {
        self.scheme == HERE
    }

    /// Reads an address as people write it: with or without `http://`, with or without the API's
    /// own path (`/v1`, `/api/chat`, `/v1/chat/completions`), which is taken off.
    pub fn parse(text: &str, allow_insecure: bool) -> Result<Self, BadUrl> {
        let text = text.trim();
        // What cannot be read is not echoed with a key in it.
        let shown = || text.rsplit_once('@').map_or(text, |(_, after)| after).to_owned();
        let bad = || BadUrl::NoUrl(shown());
        if text.contains(['?', '#']) {
            return Err(BadUrl::Query);
        }
        let spelled = if text.contains("://") { text.to_owned() } else { format!("http://{text}") };
        let uri: Uri = spelled.parse().map_err(|_| bad())?;
        let Located { scheme, authority, loopback } = located(&uri, &bad, allow_insecure)?;
        let mut path = uri.path().trim_end_matches('/');
        for end in ["/chat/completions", "/v1/messages", "/api/chat", "/api/generate", "/api", "/models"] {
            path = path.strip_suffix(end).unwrap_or(path);
        }
        Ok(Self { scheme, authority, path: path.to_owned(), loopback })
    }

    /// On this machine.
    pub fn is_loopback(&self) -> bool {
        self.loopback
    }

    /// Whether this scheme, host and port are its own.
    pub(crate) fn is_at(&self, scheme: &str, authority: &str) -> bool {
        self.scheme == scheme && self.authority == authority
    }

    /// Host and port, for people.
    pub fn host(&self) -> &str {
        &self.authority
    }

    /// What the address alone says about the kind.
    pub fn kind(&self) -> Option<Kind> {
        let host = self.authority.split(':').next().unwrap_or_default();
        match host {
            "api.anthropic.com" => Some(Kind::Anthropic),
            "api.openai.com" | "api.x.ai" => Some(Kind::OpenAi),
            _ if self.path.ends_with("/v1") => Some(Kind::OpenAi),
            _ => None,
        }
    }

    /// The address of a path of the API, e.g. `/chat/completions` of an OpenAI-compatible server,
    /// whose own path defaults to `/v1`.
    pub fn join(&self, kind: Kind, path: &str) -> Option<Uri> {
        if self.is_here() {
            return None;
        }
        let root = match kind {
            Kind::OpenAi if self.path.is_empty() => "/v1",
            Kind::OpenAi => &self.path,
            Kind::Ollama | Kind::Anthropic => self.path.strip_suffix("/v1").unwrap_or(&self.path),
        };
        format!("{}://{}{root}{path}", self.scheme, self.authority).parse().ok()
    }

    /// The address of a path beside the API, e.g. llama-server's `/props`.
    pub fn beside(&self, path: &str) -> Option<Uri> {
        if self.is_here() {
            return None;
        }
        let root = self.path.strip_suffix("/v1").unwrap_or(&self.path);
        format!("{}://{}{root}{path}", self.scheme, self.authority).parse().ok()
    }
}

impl fmt::Display for BaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}{}", self.scheme, self.authority, self.path)
    }
}

/// What an address says of where it is.
pub(crate) struct Located {
    pub(crate) scheme: &'static str,
    /// Host and port.
    pub(crate) authority: String,
    pub(crate) loopback: bool,
}

/// Where an address is: encrypted, or on this machine, unless that is said not to matter.
pub(crate) fn located(uri: &Uri, bad: &dyn Fn() -> BadUrl, allow_insecure: bool) -> Result<Located, BadUrl> {
    let authority = uri.authority().ok_or_else(bad)?;
    if authority.as_str().contains('@') {
        return Err(BadUrl::Userinfo);
    }
    let scheme = match uri.scheme_str() {
        Some("http") => "http",
        Some("https") => "https",
        _ => return Err(bad()),
    };
    let host = authority.host().to_ascii_lowercase();
    // `host:` and `host:99999` parse as authorities without a usable port.
    let port = match authority.as_str().rsplit_once(':') {
        Some((_, digits)) if !digits.ends_with(']') => {
            let port = digits.parse::<u16>().ok().filter(|p| *p > 0).ok_or_else(bad)?;
            format!(":{port}")
        }
        _ => String::new(),
    };
    if host.is_empty() {
        return Err(bad());
    }
    // 0.0.0.0 is where a server listens (OLLAMA_HOST), not where it is reached.
    let host = if host == "0.0.0.0" { "127.0.0.1".to_owned() } else { host };
    let loopback = is_loopback(&host);
    if scheme == "http" && !loopback && !allow_insecure {
        return Err(BadUrl::Insecure(format!("http://{host}{port}")));
    }
    Ok(Located { scheme, authority: format!("{host}{port}"), loopback })
}

/// `localhost` and names under it, 127.0.0.0/8, `[::1]`.
pub(crate) fn is_loopback(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']').trim_end_matches('.');
    bare == "localhost"
        || bare.ends_with(".localhost")
        || bare.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.to_canonical().is_loopback())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn addresses_as_people_write_them() {
        let chat = |text: &str, kind, path| BaseUrl::parse(text, false).unwrap().join(kind, path).unwrap().to_string();
        for (text, kind, path, want) in [
            ("localhost:8080", Kind::OpenAi, "/chat/completions", "http://localhost:8080/v1/chat/completions"),
            ("http://127.0.0.1:8080/", Kind::OpenAi, "/models", "http://127.0.0.1:8080/v1/models"),
            ("http://127.0.0.1:8080/v1/chat/completions", Kind::OpenAi, "/models", "http://127.0.0.1:8080/v1/models"),
            (
                "https://openrouter.ai/api/v1",
                Kind::OpenAi,
                "/chat/completions",
                "https://openrouter.ai/api/v1/chat/completions",
            ),
            (
                "https://host.example/v1beta/openai/",
                Kind::OpenAi,
                "/models",
                "https://host.example/v1beta/openai/models",
            ),
            ("127.0.0.1:11434", Kind::Ollama, "/api/chat", "http://127.0.0.1:11434/api/chat"),
            ("http://localhost:11434/v1", Kind::Ollama, "/api/chat", "http://localhost:11434/api/chat"),
            ("http://localhost:11434/api/chat", Kind::Ollama, "/api/tags", "http://localhost:11434/api/tags"),
            ("0.0.0.0:11434", Kind::Ollama, "/api/tags", "http://127.0.0.1:11434/api/tags"),
            ("http://[::1]:11434", Kind::Ollama, "/api/tags", "http://[::1]:11434/api/tags"),
            (
                "https://api.anthropic.com/v1/messages",
                Kind::Anthropic,
                "/v1/messages",
                "https://api.anthropic.com/v1/messages",
            ),
            ("https://api.anthropic.com/v1/", Kind::Anthropic, "/v1/messages", "https://api.anthropic.com/v1/messages"),
            (
                "https://proxy.example/anthropic",
                Kind::Anthropic,
                "/v1/messages",
                "https://proxy.example/anthropic/v1/messages",
            ),
        ] {
            assert_eq!(chat(text, kind, path), want, "{text}");
        }
    }

    #[test]
    fn what_is_refused() {
        for (text, want) in [
            ("", BadUrl::NoUrl(String::new())),
            ("ftp://host/x", BadUrl::NoUrl("ftp://host/x".into())),
            ("http://", BadUrl::NoUrl("http://".into())),
            ("http://localhost:99999", BadUrl::NoUrl("http://localhost:99999".into())),
            ("http://localhost:", BadUrl::NoUrl("http://localhost:".into())),
            ("https://user:sk-secret@host.example", BadUrl::Userinfo),
            ("https://host.example?key=abc", BadUrl::Query),
            ("http://192.168.1.5:11434", BadUrl::Insecure("http://192.168.1.5:11434".into())),
            ("http://example.com", BadUrl::Insecure("http://example.com".into())),
            ("http://localhost.example.com", BadUrl::Insecure("http://localhost.example.com".into())),
            ("http://127.0.0.1.nip.io:80", BadUrl::Insecure("http://127.0.0.1.nip.io:80".into())),
        ] {
            assert_eq!(BaseUrl::parse(text, false), Err(want), "{text}");
        }
        assert!(BaseUrl::parse("http://192.168.1.5:11434", true).is_ok_and(|url| !url.is_loopback()));
        assert!(!BaseUrl::parse("https://user:sk-secret@ho st", false).unwrap_err().to_string().contains("sk-secret"));
    }

    #[test]
    fn this_machine_and_others() {
        for (text, local) in [
            ("http://localhost", true),
            ("http://LOCALHOST:80", true),
            ("http://a.localhost:80", true),
            ("http://127.8.9.1", true),
            ("http://[::1]", true),
            ("http://[::ffff:127.0.0.1]", true),
            ("https://10.0.0.1", false),
            ("https://[2001:db8::1]", false),
            ("https://api.openai.com", false),
        ] {
            assert_eq!(BaseUrl::parse(text, true).unwrap().is_loopback(), local, "{text}");
        }
    }
}
