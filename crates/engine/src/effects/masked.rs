//! What git takes for unchanged where secrets are hidden: a copy of a repository's index in which their
//! entries are marked so. Bubblewrap puts it in the index's place, and `git status` says nothing of a file
//! that is only masked. The repository itself stays as it is, and no content of a secret is read.

use super::sandbox::Ground;
use super::sandbox::hidden::is_secret;
use crate::repository::linked;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A larger index is left as it is.
const LARGEST: u64 = 200_000_000;
/// The mark "assume unchanged" among the flags of an entry.
const UNCHANGED: u8 = 0x80;
/// The mark of an entry with more flags.
const EXTENDED: u8 = 0x40;
/// Times, device, inode, mode, owner and size of an entry.
const STAT: usize = 40;

/// Copies of indexes in `folder`, each with the place it belongs to. Those that name no secret have none.
pub(super) fn indexes(ground: &Ground, folder: &Path) -> Vec<(PathBuf, PathBuf)> {
    let mut made = Vec::new();
    for (n, dot) in ground.repositories().into_iter().enumerate() {
        let (Ok(at), Some(tree)) = (linked(&dot), dot.parent()) else { continue };
        let index = at.join("index");
        if !ground.shows(&index) {
            continue;
        }
        let Some((bytes, hash)) = self::index(&at) else { continue };
        let masked = |path: &str| is_secret(false, path) || ground.hides(&tree.join(path));
        let Some(marked) = marked(bytes, hash, &masked) else { continue };
        let copy = folder.join(format!("index-{n}"));
        if std::fs::write(&copy, marked).is_ok() {
            made.push((copy, index));
        }
    }
    made
}

/// Whether a repository's settings say that its hashes are SHA-256: `[extensions] objectformat = sha256`.
fn names_sha256(config: &str) -> bool {
    let mut inside = false;
    config.lines().map(|line| line.trim().to_ascii_lowercase()).any(|line| {
        if let Some(section) = line.strip_prefix('[') {
            inside = section.starts_with("extensions]");
        }
        let said = line.rsplit(']').next().unwrap_or_default().split(['#', ';']).next().unwrap_or_default();
        inside
            && said
                .split_once('=')
                .is_some_and(|(key, value)| key.trim() == "objectformat" && value.trim().trim_matches('"') == "sha256")
    })
}

/// Paths within a workspace that git tracks, by the index at its root; none where there is no repository, or its
/// index cannot be read.
pub(super) fn tracked(root: &Path) -> BTreeSet<String> {
    let read = || {
        let dot = root.join(".git");
        let there = dot.is_dir() || dot.is_file();
        let at = there.then(|| linked(&dot).ok()).flatten()?;
        let (bytes, hash) = index(&at)?;
        let mut found = BTreeSet::new();
        entries(&bytes, hash, |_, path| found.extend(std::str::from_utf8(path).map(str::to_owned)))?;
        Some(found)
    };
    read().unwrap_or_default()
}

/// A repository's index, and the bytes of a hash in it; none where it is too large, or there is none.
fn index(repository: &Path) -> Option<(Vec<u8>, usize)> {
    let index = repository.join("index");
    let readable = index.metadata().is_ok_and(|found| found.is_file() && found.len() <= LARGEST);
    let bytes = readable.then(|| std::fs::read(&index).ok()).flatten()?;
    let sha256 = std::fs::read_to_string(repository.join("config")).is_ok_and(|text| names_sha256(&text));
    Some((bytes, if sha256 { 32 } else { 20 }))
}

/// Gives where the flags of each entry of an index are, and its path; none where the index cannot be read.
fn entries(bytes: &[u8], hash: usize, mut give: impl FnMut(usize, &[u8])) -> Option<()> {
    let word = |at: usize| Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    let version = word(4).filter(|version| bytes.starts_with(b"DIRC") && (2..=4).contains(version))?;
    let entries = word(8)?;
    let (mut at, mut path) = (12, Vec::new());
    for _ in 0..entries {
        let flags = at + STAT + hash;
        let mut from = flags + if bytes.get(flags)? & EXTENDED == 0 { 2 } else { 4 };
        if version == 4 {
            let (less, next) = number(bytes, from)?;
            path.truncate(path.len().checked_sub(less)?);
            from = next;
        } else {
            path.clear();
        }
        let length = bytes.get(from..)?.iter().position(|byte| *byte == 0)?;
        path.extend_from_slice(bytes.get(from..from + length)?);
        give(flags, &path);
        let end = from + length;
        // Entries of the older forms are filled up with 1 to 8 zeros.
        at = if version == 4 { end + 1 } else { at + (end - at) / 8 * 8 + 8 };
    }
    Some(())
}

/// The index with these entries taken for unchanged; none where there are none, or it cannot be read. Its
/// length stays, and git does not compare its checksum when it reads it.
fn marked(mut bytes: Vec<u8>, hash: usize, masked: &dyn Fn(&str) -> bool) -> Option<Vec<u8>> {
    let mut found = Vec::new();
    entries(&bytes, hash, |flags, path| {
        if std::str::from_utf8(path).is_ok_and(masked) {
            found.push(flags);
        }
    })?;
    for flags in &found {
        *bytes.get_mut(*flags)? |= UNCHANGED;
    }
    (!found.is_empty()).then_some(bytes)
}

/// A number as git writes it there, and what comes after it.
fn number(bytes: &[u8], mut at: usize) -> Option<(usize, usize)> {
    let mut byte = *bytes.get(at)?;
    let mut value = usize::from(byte & 0x7f);
    while byte & 0x80 != 0 {
        at += 1;
        byte = *bytes.get(at)?;
        value = value.checked_add(1)?.checked_mul(128)? | usize::from(byte & 0x7f);
    }
    Some((value, at + 1))
}

#[cfg(test)]
mod tests {
    use super::names_sha256;

    #[test]
    fn only_the_setting_says_what_hashes_there_are() {
        assert!(names_sha256("[core]\n\tbare = false\n[extensions]\n\tobjectFormat = sha256\n"));
        assert!(names_sha256("[Extensions]\nworktreeConfig = true\nobjectformat=\"SHA256\" # new\n"));
        for other in [
            "[remote \"origin\"]\n\turl = https://a.example/sha256-simd.git\n",
            "[extensions]\n\tobjectformat = sha1\n[branch \"sha256\"]\n\tobjectformat = sha256\n",
            "# sha256\n",
        ] {
            assert!(!names_sha256(other), "{other}");
        }
    }
}
