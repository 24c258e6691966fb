//! What a shell puts in the place of a pattern: the names that are there and fit it. A pattern is bound by the names
//! that it finds, under a path that no file has; see [`key`].

use std::fs;
use std::path::Path;

/// More names than this are not looked for.
const MOST: usize = 4_000;
/// What a pattern's path begins with, and no other.
const MARK: &str = "./";

/// Under what a pattern is bound.
pub(super) fn key(pattern: &str) -> String {
    format!("{MARK}{pattern}")
}

/// The pattern that is bound under this path, if it is one.
pub(super) fn bound(path: &str) -> Option<&str> {
    path.strip_prefix(MARK)
}

/// A pattern of what is called so in a folder, however deep: what `find` takes for one.
pub(super) fn below(folder: &str, name: &str) -> String {
    format!("/{folder}/{name}")
}

/// The folder and the name of such a pattern.
fn sought(pattern: &str) -> Option<(&str, &str)> {
    let (folder, name) = pattern.strip_prefix('/')?.rsplit_once('/')?;
    Some((folder, name))
}

/// What is called so in a folder of the workspace; none where there is too much in it.
fn found_below(root: &Path, folder: &str, name: &str) -> Option<Vec<String>> {
    let (mut open, mut found, mut left) = (vec![folder.to_owned()], Vec::new(), MOST);
    while let Some(folder) = open.pop() {
        let Ok(entries) = fs::read_dir(root.join(&folder)) else { continue };
        for entry in entries.flatten() {
            left = left.checked_sub(1)?;
            let Ok(own) = entry.file_name().into_string() else { continue };
            let path = if folder.is_empty() { own.clone() } else { format!("{folder}/{own}") };
            if own == ".git" {
                continue;
            }
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                open.push(path.clone());
            }
            if fits_any(name, &own) {
                found.push(path);
            }
        }
    }
    found.sort();
    Some(found)
}

/// What there is within a folder that a pattern fits, by paths; none where there is too much.
pub(super) fn found(root: &Path, pattern: &str) -> Option<Vec<String>> {
    if let Some((folder, name)) = sought(pattern) {
        return found_below(root, folder, name);
    }
    let mut found = vec![String::new()];
    for part in pattern.split('/') {
        let mut next = Vec::new();
        for folder in found {
            let at = |name: &str| if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") };
            if !is_pattern(part) {
                next.extend(Some(at(part)).filter(|path| root.join(path).symlink_metadata().is_ok()));
                continue;
            }
            let Ok(entries) = fs::read_dir(root.join(&folder)) else { continue };
            let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
            // What was quoted is a name, whatever signs are in it: "app/[id]/*.tsx".
            next.extend(names.filter(|name| name == part || fits(part, name)).map(|name| at(&name)).take(MOST));
            if next.len() >= MOST {
                return None;
            }
        }
        found = next;
    }
    found.sort();
    Some(found)
}

fn is_pattern(part: &str) -> bool {
    part.contains(['*', '?', '['])
}

/// Whether one of two paths may be the other, or hold it; either may be a pattern's.
pub(super) fn meet(one: &str, other: &str) -> bool {
    let parts = |path: &str| -> Vec<String> {
        let path = bound(path).unwrap_or(path);
        // Of what is sought in a folder all that is in it may be one.
        let path = sought(path).map_or(path, |(folder, _)| folder);
        path.split('/').filter(|part| !part.is_empty()).map(str::to_owned).collect()
    };
    let may_be = |(one, other): (&String, &String)| match (is_pattern(one), is_pattern(other)) {
        (true, true) => true,
        (true, false) => fits(one, other) || one == other,
        (false, true) => fits(other, one) || one == other,
        (false, false) => one == other,
    };
    parts(one).iter().zip(&parts(other)).all(may_be)
}

/// Whether a name is one that a shell puts in the place of a pattern: without a folder in it, and hidden only where
/// the pattern says so.
fn fits(pattern: &str, name: &str) -> bool {
    (!name.starts_with('.') || pattern.starts_with('.')) && fits_any(pattern, name)
}

/// The same of any name, hidden or not.
fn fits_any(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    let (mut p, mut n, mut star) = (0, 0, None);
    while n < name.len() {
        let next = match pattern.get(p) {
            Some('*') => {
                star = Some((p, n));
                p += 1;
                continue;
            }
            Some('?') => Some(p + 1),
            Some('[') => match class(&pattern[p..], name[n]) {
                Some((length, true)) => Some(p + length),
                Some((_, false)) => None,
                // A bracket that is not closed is a letter.
                None => (name[n] == '[').then_some(p + 1),
            },
            Some(letter) => (*letter == name[n]).then_some(p + 1),
            None => None,
        };
        match (next, star) {
            (Some(next), _) => (p, n) = (next, n + 1),
            (None, Some((at, from))) => {
                (p, n) = (at + 1, from + 1);
                star = Some((at, from + 1));
            }
            (None, None) => return false,
        }
    }
    pattern[p..].iter().all(|letter| *letter == '*')
}

/// How long `[…]` is, and whether a letter is one of it; of a named class (`[[:alpha:]]`) any is.
fn class(pattern: &[char], letter: char) -> Option<(usize, bool)> {
    let not = matches!(pattern.get(1), Some('!' | '^'));
    let first = 1 + usize::from(not);
    let inside =
        pattern.iter().skip(first).position(|letter| *letter == ']').and_then(|end| pattern.get(first..first + end));
    if inside.is_some_and(|inside| inside.windows(2).any(|two| two == ['[', ':'])) {
        let end = pattern.windows(3).position(|three| three == [':', ']', ']'])?;
        return Some((end + 3, true));
    }
    let end = (first + 1..pattern.len()).find(|at| pattern[*at] == ']')?;
    let (mut at, mut is) = (first, false);
    while at < end {
        let range = pattern[at + 1] == '-' && at + 2 < end;
        let last = if range { pattern[at + 2] } else { pattern[at] };
        is |= (pattern[at]..=last).contains(&letter);
        at += if range { 3 } else { 1 };
    }
    Some((end + 1, is != not))
}

#[cfg(test)]
mod tests {
    use super::{fits, meet};

    #[test]
    fn a_pattern_fits_what_it_fits_in_a_shell() {
        for (pattern, name, is) in [
            ("*.txt", "a.txt", true),
            ("*.txt", "a.txt.b", false),
            ("*", ".env", false),
            (".e*", ".env", true),
            ("x.s?", "x.sh", true),
            ("x.s?", "x.s", false),
            ("[ab].txt", "b.txt", true),
            ("[a-c]*", "ce", true),
            ("[!a-c]*", "ce", false),
            ("[^x]", "y", true),
            ("[]a]", "]", true),
            ("[a", "[a", true),
            ("[[:alpha:]]x", "ax", true),
            ("[_[:alpha:]]*", "ab", true),
            ("a[-z]", "a-", true),
            ("*a*b", "xaybzb", true),
            ("a", "a", true),
        ] {
            assert_eq!(fits(pattern, name), is, "{pattern} {name}");
        }
    }

    #[test]
    fn paths_meet_where_one_may_be_or_hold_the_other() {
        for (one, other, is) in [
            ("a.txt", "a.txt", true),
            ("d", "d/x", true),
            ("d/x", "d", true),
            ("d", "dx", false),
            ("./*.txt", "a.txt", true),
            ("a.md", "./*.txt", false),
            ("./d/*", "d/x/y", true),
            ("./d/*", "e", false),
            ("./*.txt", "./a*", true),
        ] {
            assert_eq!(meet(one, other), is, "{one} {other}");
        }
    }
}
