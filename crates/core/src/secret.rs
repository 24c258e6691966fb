//! Which names hold secrets: the one list, for file operations, commands and the sandbox alike (C24,
//! R13). Names are given in lower case. Opens nothing.

mod names;
#[cfg(test)]
mod tests;

pub use names::{ACCOUNTS, DATA, DOWNLOADS, FILES, FOLDERS, KEPT_IN, KINDS, NAMED, PLACES, SAMPLES, STEMS};
use names::{AT_TOP, CODE, COPIES, KEYS, KNOWN, MODULES, SOURCES, UNREAL};

/// Whether a folder of this name holds secrets. `same` compares it with a name of the list: as it is,
/// or as a pattern that may stand for it.
#[must_use]
pub fn is_folder(name: &str, same: impl Fn(&str, &str) -> bool) -> bool {
    FOLDERS.iter().any(|secret| same(name, secret))
}

/// Whether a path, in parts, is one of [`PLACES`] or below one; `same` as in [`is_folder`].
#[must_use]
pub fn is_place<P: AsRef<str>>(parts: &[P], same: impl Fn(&str, &str) -> bool) -> bool {
    let here = |at: usize, place: &str| {
        let mut names = place.split('/');
        let mut parts = parts.get(at..).unwrap_or_default().iter();
        names.all(|name| parts.next().is_some_and(|part| same(part.as_ref(), name)))
    };
    (0..parts.len()).any(|at| PLACES.iter().any(|place| here(at, place)))
}

/// Whether a path within a workspace, in parts, names what holds secrets at its top.
#[must_use]
pub fn is_at_top<P: AsRef<str>>(parts: &[P]) -> bool {
    matches!(parts, [only] if AT_TOP.contains(&only.as_ref()))
}

/// Whether a path, in parts, is a file of data in a folder where secrets are kept ([`KEPT_IN`]); `same` as in
/// [`is_folder`]. Sources, documents, samples and what builds by it are none, wherever they stand.
#[must_use]
pub fn is_kept<P: AsRef<str>>(parts: &[P], same: impl Fn(&str, &str) -> bool) -> bool {
    let Some((name, folders)) = parts.split_last() else { return false };
    let folders: Vec<&str> = folders.iter().map(AsRef::as_ref).collect();
    let keeps = |folder: &&str| KEPT_IN.iter().any(|secret| same(folder.strip_prefix('.').unwrap_or(folder), secret));
    let Some(at) = folders.iter().position(keeps) else { return false };
    let below = folders.get(at + 1..).unwrap_or_default();
    let unreal =
        folders.iter().any(|folder| UNREAL.contains(folder)) || below.iter().any(|folder| CODE.contains(folder));
    !unreal && is_data(original(name.as_ref()), same)
}

/// Whether a path, in parts, without an ending may name a folder of sources or of test data: `src/secrets`,
/// `crates/credentials`, `tests/secrets`.
#[must_use]
pub fn may_be_sources<P: AsRef<str>>(parts: &[P]) -> bool {
    let Some((name, folders)) = parts.split_last() else { return false };
    let sources = |folder: &str| [UNREAL, CODE, MODULES].iter().any(|known| known.contains(&folder));
    STEMS.contains(&name.as_ref()) && folders.iter().any(|folder| sources(folder.as_ref()))
}

/// Whether a file of this name holds data of one's own: nothing that is read by people, or by what builds.
fn is_data(name: &str, same: impl Fn(&str, &str) -> bool) -> bool {
    let (stem, kind) = name.rsplit_once('.').unwrap_or((name, ""));
    let data = kind == "*" || DATA.iter().any(|data| kind == *data || !kind.is_empty() && same(kind, data));
    let sample = stem.split(['.', '-', '_']).any(|word| SAMPLES.contains(&word));
    let known =
        KNOWN.contains(&stem) || stem.starts_with("tsconfig") || crate::guarded::why(&[name.to_owned()]).is_some();
    // A name of dots alone stands for folders (`./private/...`).
    data && name.contains(|c: char| c != '.') && !stem.is_empty() && !sample && !known
}

/// Whether a file of this name, or what it is a copy of, holds secrets; `same` as in [`is_folder`].
#[must_use]
pub fn is_file(name: &str, same: impl Fn(&str, &str) -> bool) -> bool {
    // The swap file of `x` is `.x.swp`.
    let swapped = name.rsplit_once(".sw").filter(|(_, end)| end.len() == 1).map(|(of, _)| of);
    let name = original(swapped.unwrap_or(name));
    let unhidden = swapped.and_then(|_| name.strip_prefix('.'));
    [Some(name), unhidden].into_iter().flatten().any(|name| holds(name, &same))
}

fn holds(name: &str, same: impl Fn(&str, &str) -> bool) -> bool {
    let kind = name.rsplit_once('.').map_or("", |(_, kind)| kind);
    let key = KEYS.iter().any(|key| name.starts_with(key)) && kind != "pub" && !SOURCES.contains(&kind);
    if key || NAMED.contains(&name) || FILES.iter().any(|secret| same(name, secret)) {
        return true;
    }
    let rest = [".envrc", ".env", ".dev.vars"].iter().find_map(|begun| name.strip_prefix(begun));
    // `.env.local`, `.env2`
    let rest = rest.map(|rest| (rest, rest.trim_start_matches(|c: char| c.is_ascii_digit())));
    if rest.is_some_and(|(rest, next)| !rest.is_empty() && (next.is_empty() || next.starts_with(['.', '-', '_']))) {
        return !name.rsplit(['.', '-', '_']).next().is_some_and(|kind| SAMPLES.contains(&kind));
    }
    let (stem, kind) = name.rsplit_once('.').unwrap_or((name, ""));
    (kind == "env" && !stem.is_empty() && !SAMPLES.contains(&stem))
        || (!stem.is_empty() && KINDS.contains(&kind))
        || (is_stem(original(stem)) && DATA.contains(&kind))
        || (kind == "csv" && DOWNLOADS.iter().any(|download| stem.ends_with(download)))
        || (kind == "json" && is_account(stem))
        // A network of WireGuard.
        || (kind == "conf" && stem.strip_prefix("wg").is_some_and(|n| !n.is_empty() && n.len() < 4 && n.bytes().all(|b| b.is_ascii_digit())))
        || name.ends_with(".tfvars.json")
}

/// Whether a file of data of this name holds secrets, also where a dot hides it.
fn is_stem(name: &str) -> bool {
    STEMS.contains(&name.strip_prefix('.').unwrap_or(name))
}

/// Whether a file of JSON of this name is the key of a service or of a program at a cloud.
fn is_account(stem: &str) -> bool {
    let sample = stem.split(['.', '-', '_']).any(|word| SAMPLES.contains(&word));
    !sample && (ACCOUNTS.iter().any(|account| stem.contains(account)) || stem.ends_with("-sa-key"))
}

/// The name without what makes it the name of a copy: `.env~`, `id_rsa.old`, `x.key-2`, `#.env#`.
fn original(name: &str) -> &str {
    let mut name = name.strip_prefix(".#").or_else(|| name.strip_prefix("copy of ")).unwrap_or(name);
    name = name.strip_prefix('#').and_then(|rest| rest.strip_suffix('#')).unwrap_or(name);
    loop {
        let bare = name.trim_end_matches(['~', ' ', '-']);
        let stem = bare.rfind(['.', '-', '_', ' ']).map(|at| (&bare[..at], &bare[at + 1..])).and_then(|(stem, end)| {
            let word = end.trim_matches(['~', '(', ')']).trim_end_matches(|c: char| c.is_ascii_digit());
            let copied = COPIES.contains(&word) || (word.is_empty() && end.len() < 16);
            (copied && !stem.trim_matches(['.', '-', '_', ' ']).is_empty()).then_some(stem)
        });
        let shorter = stem.unwrap_or(bare);
        if shorter.is_empty() || shorter.len() == name.len() {
            return name;
        }
        name = shorter;
    }
}
