//! What a message names of a project: `@paths`, paths and file names that exist, names of types and
//! documents without their ending, and addresses, which are only noted (S1-3).

use super::quotes;
use countersign_core::file::FilePath;

/// Most files of one name that are taken for it.
const ALIKE: usize = 3;

/// Endings by which a name is taken for a file's that does not exist (yet).
const ENDINGS: &str = "rs toml md txt js mjs cjs ts tsx jsx json yaml yml py go java c h cc cpp hpp cs rb php sh bash zsh \
    sql html htm css scss xml csv tsv lock ini cfg conf log kt swift lua pl svg vue svelte ftl proto gradle cmake tex \
    ipynb bat ps1 env dart ex exs erl hs ml scala tf graphql rst adoc";

/// A name with the files it may mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// As said, without `@` and quotes.
    pub name: String,
    /// Paths that exist, best first.
    pub paths: Vec<String>,
    /// Said with `@`.
    pub explicit: bool,
}

/// A path that is not among those of the folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unlisted {
    /// As said, without `@`, quotes and a leading `./`.
    pub name: String,
    /// Said with `@`: it is meant as a file's name and nothing else.
    pub explicit: bool,
    /// It leads out of the folder.
    pub outside: bool,
}

/// What a message names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Mentions {
    /// Names of files that are there, in the order said.
    pub files: Vec<Mention>,
    /// Names of files that are not among the paths.
    pub missing: Vec<String>,
    /// Whatever is written as a path, or said with `@`, and not among the paths: a file that ignore
    /// rules leave out, a link, a folder, nothing at all. Only a look at the disk can tell.
    pub unlisted: Vec<Unlisted>,
    /// Names of files that are never loaded (C24).
    pub protected: Vec<String>,
    /// Addresses of the web.
    pub urls: Vec<String>,
}

impl Mentions {
    fn add(&mut self, other: Self) {
        self.files.extend(
            other.files.into_iter().filter(|m| !self.files.iter().any(|had| had.paths == m.paths)).collect::<Vec<_>>(),
        );
        self.unlisted.extend(
            other
                .unlisted
                .into_iter()
                .filter(|u| !self.unlisted.iter().any(|had| had.name == u.name))
                .collect::<Vec<_>>(),
        );
        let lists =
            [(&mut self.missing, other.missing), (&mut self.protected, other.protected), (&mut self.urls, other.urls)];
        for (list, more) in lists {
            more.iter().for_each(|text| push(list, text));
        }
    }
}

/// Whether a look at the folder could find anything that the message names.
pub fn might_name_files(message: &str) -> bool {
    tokens(message).any(|(token, explicit)| explicit || is_path_like(token) || is_url(token) || is_name(token))
}

/// A name as it is meant from the folder that it is in, where that is one of these; else as it is.
pub fn within<'t>(name: &'t str, roots: &[String]) -> &'t str {
    let below = |root: &String| name.strip_prefix(root.trim_end_matches('/'))?.strip_prefix('/');
    roots.iter().filter(|root| !root.is_empty()).find_map(below).filter(|rest| !rest.is_empty()).unwrap_or(name)
}

/// Finds what a message names among the paths of a folder, which is called by any of `roots`.
pub fn scan(message: &str, roots: &[String], paths: &[String]) -> Mentions {
    let mut found = Mentions::default();
    for (place, (token, explicit)) in tokens(message).enumerate() {
        let token = within(token, roots);
        if !explicit && token.contains(char::is_whitespace) && by_path(token, paths).is_empty() {
            // Quoted words that are no file's name may still name one.
            let inner = scan(token, roots, paths);
            if !inner.files.is_empty() || !inner.protected.is_empty() || !inner.urls.is_empty() {
                found.add(inner);
                continue;
            }
        }
        if is_url(token) {
            push(&mut found.urls, token);
            continue;
        }
        let name = without_place(token);
        if (explicit || is_path_like(name)) && is_protected(name) {
            push(&mut found.protected, name);
            continue;
        }
        let hits = if explicit || is_path_like(name) {
            by_path(name, paths)
        } else if is_name(name) && (place > 0 || has_inner_capital(name)) {
            by_stem(name, paths)
        } else {
            Vec::new()
        };
        if !hits.is_empty() {
            if !found.files.iter().any(|m| m.paths == hits) {
                found.files.push(Mention { name: name.to_owned(), paths: hits, explicit });
            }
            continue;
        }
        let bare = name.strip_prefix("./").unwrap_or(name);
        if has_file_ending(name) || leaves(name) || explicit && name.contains('/') {
            push(&mut found.missing, bare);
        }
        if (explicit || is_path_like(name)) && !found.unlisted.iter().any(|u| u.name == bare) {
            found.unlisted.push(Unlisted { name: bare.to_owned(), explicit, outside: leaves(name) });
        }
    }
    found
}

fn push(list: &mut Vec<String>, text: &str) {
    if !list.iter().any(|t| t == text) {
        list.push(text.to_owned());
    }
}

/// The words of a message without the punctuation around them, `@"a b"` and a quoted `"a b.txt"` as one; and
/// whether an `@` stood before.
pub(super) fn tokens(message: &str) -> impl Iterator<Item = (&str, bool)> {
    let mut rest = message;
    std::iter::from_fn(move || {
        loop {
            rest = rest.trim_start();
            if rest.is_empty() {
                return None;
            }
            let at = rest.strip_prefix('@');
            if let Some((name, after)) = quotes::leading(at.unwrap_or(rest))
                && (at.is_some() || name.contains(char::is_whitespace) && is_path_like(name))
            {
                rest = after;
                return Some((name, at.is_some()));
            }
            let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            rest = after;
            let word = word.trim_start_matches(['(', '[', '{', '<', '"', '\'', '`', '“', '‘', '«']);
            let (word, explicit) = match word.strip_prefix('@') {
                Some(name) => (name, true),
                None => (word, false),
            };
            let edge = [')', ']', '}', '>', '"', '\'', '`', '”', '’', '»', ',', ';', ':', '!', '?', '.'];
            let word = word.trim_end_matches(edge).trim_start_matches(['"', '\'', '`']);
            let word = word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")).unwrap_or(word);
            let word = word.trim_end_matches(['`', '"', '\'']);
            if !word.is_empty() {
                return Some((word, explicit));
            }
        }
    })
}

/// `src/main.rs:12:5` without its place, as compilers name it.
fn without_place(token: &str) -> &str {
    let mut name = token;
    while let Some((before, after)) = name.rsplit_once(':') {
        if before.is_empty() || after.is_empty() || !after.bytes().all(|b| b.is_ascii_digit()) {
            break;
        }
        name = before;
    }
    name
}

fn is_url(token: &str) -> bool {
    ["http://", "https://"].iter().any(|s| token.len() > s.len() && token.to_ascii_lowercase().starts_with(s))
}

/// Holds a slash between names, or an ending, or begins with a dot.
fn is_path_like(token: &str) -> bool {
    if is_url(token) || token.starts_with("//") {
        return false;
    }
    let parts = token.strip_prefix("./").unwrap_or(token);
    let slash = parts.split('/').count() > 1 && parts.split('/').all(|p| !p.is_empty());
    let dated = parts.bytes().all(|b| b.is_ascii_digit() || b == b'/' || b == b'.' || b == b'-');
    let hidden = parts.len() > 1 && parts.starts_with('.') && !parts.starts_with("..");
    let ending = parts.rsplit_once('.').is_some_and(|(stem, end)| {
        !stem.is_empty()
            && (1..=10).contains(&end.len())
            && end.starts_with(|c: char| c.is_ascii_alphabetic())
            && end.bytes().all(|b| b.is_ascii_alphanumeric())
    });
    let secret = ["id_rsa", "id_dsa", "id_ecdsa", "id_ed25519"].contains(&parts);
    !dated && (slash || hidden || ending || secret || leaves(token))
}

/// Written as a path that leads out of the folder: `../x`, `~/x`, `/etc/hosts`. It is refused by name,
/// not taken for talk.
pub(crate) fn leaves(token: &str) -> bool {
    let named = |rest: &str| rest.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '.' | '_'));
    let rooted = token.strip_prefix('/').is_some_and(|rest| named(rest) && rest.contains('/'));
    rooted || ["../", "~/"].iter().any(|lead| token.strip_prefix(lead).is_some_and(named))
}

/// A name that only a file has, whether it exists or not.
pub(crate) fn has_file_ending(token: &str) -> bool {
    let name = token.rsplit('/').next().unwrap_or(token);
    let known = name.rsplit_once('.').is_some_and(|(stem, end)| {
        let lower = end.to_ascii_lowercase();
        !stem.is_empty() && ENDINGS.split_whitespace().any(|e| e == lower)
    });
    known || matches!(name, "Makefile" | "Dockerfile" | "Justfile" | ".gitignore" | ".editorconfig")
}

fn is_protected(name: &str) -> bool {
    FilePath::parse(name).is_err_and(|problem| problem.code == "protected_path")
}

/// A capitalised word: `README`, `UserService`, `Makefile`.
fn is_name(token: &str) -> bool {
    token.len() >= 3
        && token.starts_with(|c: char| c.is_uppercase())
        && token.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-')
}

fn has_inner_capital(token: &str) -> bool {
    token.chars().skip(1).any(char::is_uppercase)
}

/// By the whole path, else by its last parts; case aside where nothing fits exactly.
fn by_path(name: &str, paths: &[String]) -> Vec<String> {
    let name = name.strip_prefix("./").unwrap_or(name);
    let lower = name.to_lowercase();
    let ways: [&dyn Fn(&str) -> bool; 4] =
        [&|p| p == name, &|p| p.to_lowercase() == lower, &|p| p.ends_with(&format!("/{name}")), &|p| {
            p.to_lowercase().ends_with(&format!("/{lower}"))
        }];
    ways.iter().map(|fits| some(paths.iter().filter(|p| fits(p)))).find(|hits| !hits.is_empty()).unwrap_or_default()
}

/// By the file's name without its ending.
fn by_stem(name: &str, paths: &[String]) -> Vec<String> {
    let file = |p: &str| p.rsplit('/').next().unwrap_or(p).to_owned();
    let stem = |p: &str| {
        let file = file(p);
        file.split_once('.').filter(|(s, _)| !s.is_empty()).map_or(file.clone(), |(s, _)| s.to_owned())
    };
    let lower = name.to_lowercase();
    let exact = some(paths.iter().filter(|p| file(p) == name || stem(p) == name));
    // `Readme` may be README.md, but `Main` is no main.rs.
    let folded = |p: &&String| stem(p).to_lowercase() == lower && !stem(p).chars().any(char::is_lowercase);
    if exact.is_empty() { some(paths.iter().filter(folded)) } else { exact }
}

/// The nearest to the root, at most a few.
fn some<'p>(paths: impl Iterator<Item = &'p String>) -> Vec<String> {
    let mut hits: Vec<String> = paths.cloned().collect();
    hits.sort_by_key(|p| (p.matches('/').count(), p.clone()));
    hits.truncate(ALIKE);
    hits
}
