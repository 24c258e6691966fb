//! What git writes between `diff --git` and the first hunk: names, quoted as C does it and with whatever
//! prefix is configured, and modes.

/// Both names of a `diff --git` line.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Named {
    /// Without its prefix.
    pub(super) old: String,
    /// Without its prefix.
    pub(super) new: String,
    /// What stood before them; None where that could not be told.
    pub(super) prefixes: Option<(String, String)>,
}

/// Reads `diff --git a/x b/x`. Names with spaces are not quoted, so the line is cut where both sides say
/// the same; a rename's names stand in lines of their own.
pub(super) fn names(line: &str) -> Option<Named> {
    let names = line.strip_prefix("diff --git ")?.trim();
    let (old, new) = match (names.starts_with('"'), names.ends_with('"')) {
        (true, _) => {
            let end = 1 + closing(&names[1..])?;
            (unquoted(&names[..=end]), unquoted(names[end + 1..].trim()))
        }
        (false, true) => {
            let from = names.find(" \"")?;
            (names[..from].to_owned(), unquoted(&names[from + 1..]))
        }
        (false, false) => match halves(names) {
            Some((old, new)) => (old.to_owned(), new.to_owned()),
            None => {
                let (old, new) = names.split_once(" b/")?;
                let old = old.strip_prefix("a/").unwrap_or(old);
                return Some(Named { old: old.to_owned(), new: new.to_owned(), prefixes: None });
            }
        },
    };
    // The same on both sides: git was told to write no prefix.
    if old == new {
        return Some(Named { old, new, prefixes: Some((String::new(), String::new())) });
    }
    let cut = |name: &str| name.split_once('/').map(|(prefix, name)| (format!("{prefix}/"), name.to_owned()));
    let ((before, old), (after, new)) = (cut(&old)?, cut(&new)?);
    Some(Named { old, new, prefixes: Some((before, after)) })
}

/// What `83db48f..bf269f4` says that the file is after the change.
pub(super) fn made(names: &str) -> Option<String> {
    let (_, made) = names.trim_end().split_once("..")?;
    let name = (7..=40).contains(&made.len()) && made.bytes().all(|b| b.is_ascii_hexdigit());
    (name && made.bytes().any(|b| b != b'0')).then(|| made.to_ascii_lowercase())
}

/// The two halves, where they differ only in what stands before the first slash.
fn halves(names: &str) -> Option<(&str, &str)> {
    let both = |at: usize| Some((names.get(..at)?, names.get(at + 1..)?));
    let name = |side: &str| side.split_once('/').map(|(_, name)| name.to_owned());
    let spaces = names.match_indices(' ').map(|(at, _)| at);
    spaces.filter_map(both).find(|(old, new)| old == new || name(old).is_some() && name(old) == name(new))
}

/// Where the quote that is open ends.
fn closing(text: &str) -> Option<usize> {
    let mut escaped = false;
    text.bytes().position(|byte| {
        let ends = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    })
}

/// A name as it is, of one that git may have quoted: `"\303\244.txt"` is `ä.txt`.
pub(super) fn unquoted(name: &str) -> String {
    let Some(inner) = name.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) else { return name.to_owned() };
    let mut bytes = Vec::with_capacity(inner.len());
    let mut rest = inner.bytes().peekable();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        match rest.next() {
            Some(digit @ b'0'..=b'3') => {
                let mut value = digit - b'0';
                for _ in 0..2 {
                    if let Some(next) = rest.next_if(|b| matches!(b, b'0'..=b'7')) {
                        value = value * 8 + (next - b'0');
                    }
                }
                bytes.push(value);
            }
            Some(letter) => bytes.push(match letter {
                b'a' => 7,
                b'b' => 8,
                b't' => b'\t',
                b'n' => b'\n',
                b'v' => 11,
                b'f' => 12,
                b'r' => b'\r',
                other => other,
            }),
            None => bytes.push(b'\\'),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The permission bits of a mode as git writes it; None where it cannot be read.
///
/// # Errors
/// What the path is, if that is no file.
pub(super) fn mode(text: &str) -> Result<Option<u32>, &'static str> {
    match text.trim() {
        "100644" | "100664" => Ok(Some(0o644)),
        "100755" => Ok(Some(0o755)),
        "120000" => Err("a symbolic link: links are not changed here"),
        "160000" => Err("a submodule: its commit is changed with git itself"),
        _ => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_however_git_writes_them() {
        for (line, old, new, prefixes) in [
            ("a/x.txt b/x.txt", "x.txt", "x.txt", Some(("a/", "b/"))),
            ("a/a b.txt b/a b.txt", "a b.txt", "a b.txt", Some(("a/", "b/"))),
            ("a/x b/x b/x b/x", "x b/x", "x b/x", Some(("a/", "b/"))),
            ("i/src/x w/src/x", "src/x", "src/x", Some(("i/", "w/"))),
            ("src/x src/x", "src/x", "src/x", Some(("", ""))),
            ("\"a/\\303\\244.txt\" \"b/\\303\\244.txt\"", "ä.txt", "ä.txt", Some(("a/", "b/"))),
            ("\"a/q\\\"\\\\.txt\" b/plain.txt", "q\"\\.txt", "plain.txt", Some(("a/", "b/"))),
            ("a/plain.txt \"b/t\\tab\"", "plain.txt", "t\tab", Some(("a/", "b/"))),
            ("a/from.txt b/to.txt", "from.txt", "to.txt", None),
        ] {
            let named = names(&format!("diff --git {line}")).unwrap();
            assert_eq!((named.old.as_str(), named.new.as_str()), (old, new), "{line}");
            let found = named.prefixes.as_ref().map(|(a, b)| (a.as_str(), b.as_str()));
            assert_eq!(found, prefixes, "{line}");
        }
    }
}
