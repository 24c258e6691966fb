//! The files of a git patch that no change of a text can make: binary ones, links, submodules, and those whose lines
//! are in another encoding. They are taken out and named, so that the rest can be reviewed and nothing of it goes
//! without a word.

use super::{apply_patch, blocks, git, json, unified};
use crate::text::edit_lines;
use std::collections::BTreeSet;
use std::str::Utf8Error;

/// A file of a patch that cannot be changed here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    /// Its path, after the patch.
    pub path: String,
    /// Why, as a refusal of the whole patch would say it.
    pub why: String,
    /// Its headers: an edit that is refused for just that reason.
    pub head: String,
}

/// Takes what no text can say out of what git wrote: the rest, and what was taken out. With a file all that the
/// patch says of its path goes, so that no half of a change is left.
pub fn without_left_out(edit: &str) -> (String, Vec<LeftOut>) {
    if !is_patch(edit) {
        return (edit.to_owned(), Vec::new());
    }
    let sections = sections(edit);
    let left: Vec<LeftOut> = sections.iter().filter_map(|section| left_out(section)).collect();
    let paths: BTreeSet<&str> = left.iter().map(|one| one.path.as_str()).collect();
    let stays = |section: &&&str| !of_one_of(section, &paths);
    (sections.iter().filter(stays).copied().collect(), left)
}

/// The text of a patch as its bytes are. Of what git wrote, the lines of files that are not in UTF-8 are left out, and a
/// header says so in their place, so that [`without_left_out`] takes these files out.
///
/// # Errors
/// When something else is not in UTF-8, too.
pub fn patch_text(bytes: Vec<u8>) -> Result<String, Utf8Error> {
    let bytes = match String::from_utf8(bytes) {
        Ok(text) => return Ok(text),
        Err(e) => e.into_bytes(),
    };
    let mut text = String::with_capacity(bytes.len());
    for section in parts(&bytes) {
        match std::str::from_utf8(section) {
            Ok(section) => text.push_str(section),
            Err(e) if !section.starts_with(BEGINS.as_bytes()) => return Err(e),
            Err(_) => {
                let head = section.split_inclusive(|byte| *byte == b'\n').take_while(|line| !line.starts_with(b"@@"));
                head.for_each(|line| text.push_str(&String::from_utf8_lossy(line)));
                text.push_str(OTHER_ENCODING);
                text.push('\n');
            }
        }
    }
    Ok(text)
}

/// What stands in a file's header in the place of lines that are not in UTF-8.
pub(super) const OTHER_ENCODING: &str = "Text that is not in UTF-8";
/// Begins what git says of one file.
const BEGINS: &str = "diff --git ";

/// Whether git wrote it: the first marker that any form has decides, as in [`parse`](super::parse).
fn is_patch(edit: &str) -> bool {
    if json::candidate(edit).is_some() {
        return false;
    }
    let lines = edit_lines(edit);
    let first = lines
        .iter()
        .map(|(line, _)| *line)
        .find(|line| line.trim_end() == apply_patch::BEGIN || blocks::opens(line) || line.starts_with(BEGINS));
    first.is_some_and(|line| line.starts_with(BEGINS))
}

/// The text cut before each line that begins a file; the first part may be prose.
fn sections(edit: &str) -> Vec<&str> {
    // The cuts are before ASCII.
    parts(edit.as_bytes()).into_iter().filter_map(|part| std::str::from_utf8(part).ok()).collect()
}

fn parts(edit: &[u8]) -> Vec<&[u8]> {
    let mut parts = Vec::new();
    let (mut begin, mut at) = (0, 0);
    for line in edit.split_inclusive(|byte| *byte == b'\n') {
        if at > begin && line.starts_with(BEGINS.as_bytes()) {
            parts.extend(edit.get(begin..at));
            begin = at;
        }
        at += line.len();
    }
    parts.extend(edit.get(begin..).filter(|last| !last.is_empty()));
    parts
}

fn of_one_of(section: &str, paths: &BTreeSet<&str>) -> bool {
    let named = section.lines().next().and_then(git::names);
    named.is_some_and(|named| paths.contains(named.new.as_str()) || paths.contains(named.old.as_str()))
}

fn left_out(section: &str) -> Option<LeftOut> {
    let path = git::names(section.lines().next()?)?.new;
    let mut head = String::new();
    for line in section.lines().take_while(|line| !line.starts_with("@@")) {
        head.push_str(line);
        head.push('\n');
        let mode = ["old mode ", "new mode ", "new file mode ", "deleted file mode "]
            .iter()
            .find_map(|start| line.strip_prefix(start))
            .or_else(|| line.strip_prefix("index ").and_then(|rest| rest.split_once(' ')).map(|(_, mode)| mode));
        let no_text = ["GIT binary patch", "Binary files ", OTHER_ENCODING].iter().any(|start| line.starts_with(start));
        if no_text || mode.is_some_and(|mode| git::mode(mode).is_err()) {
            let refused = unified::parse(&edit_lines(&head)).err()?;
            return Some(LeftOut { path, why: refused.message, head });
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{patch_text, without_left_out};

    #[test]
    fn lines_in_another_encoding_take_only_their_own_file_out() {
        let file = |name: &str, line: &[u8]| {
            let head = format!("diff --git a/{name} b/{name}\n--- a/{name}\n+++ b/{name}\n@@ -1 +1 @@\n-a\n");
            [head.as_bytes(), b"+", line, b"\n"].concat()
        };
        let (one, two) = (file("one.txt", b"b"), file("two.txt", "\u{e4}".as_bytes()));
        let patch = [&one[..], &file("latin.txt", b"caf\xe9"), &two].concat();
        let (rest, left) = without_left_out(&patch_text(patch).unwrap());
        assert_eq!(rest.into_bytes(), [one.clone(), two].concat());
        assert_eq!(left.len(), 1);
        assert_eq!(left[0].why, "\"latin.txt\" is not in UTF-8 in this patch: it cannot be reviewed as text");
        // What no file of a patch holds is not guessed at.
        assert!(patch_text(b"caf\xe9\n".to_vec()).is_err());
        assert!(patch_text([b"caf\xe9\n", &one[..]].concat()).is_err());
        assert!(patch_text(b"--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+caf\xe9\n".to_vec()).is_err());
    }

    #[test]
    fn what_no_text_can_say_is_taken_out_with_all_of_its_path() {
        let text = "diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+b\n";
        let binary = "diff --git a/p.png b/p.png\nindex 1..2 100644\nGIT binary patch\nliteral 5\nMcmZQzWMT#Y01f~L\n\n";
        let link =
            "diff --git a/l b/l\nnew file mode 120000\nindex 0..1\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+a.txt\n";
        let was =
            "diff --git a/l b/l\ndeleted file mode 100644\nindex 1..0\n--- a/l\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n";
        let (rest, left) = without_left_out(&format!("About it.\n{text}{binary}{was}{link}"));
        assert_eq!(rest, format!("About it.\n{text}"));
        let told: Vec<(&str, &str)> = left.iter().map(|one| (one.path.as_str(), one.why.as_str())).collect();
        assert_eq!(
            told,
            [
                ("p.png", "\"p.png\" is binary: a binary patch cannot be reviewed as text"),
                ("l", "\"l\" is a symbolic link: links are not changed here"),
            ]
        );
        assert!(left[0].head.ends_with("GIT binary patch\n"), "{:?}", left[0].head);
        assert_eq!(without_left_out(text), (text.to_owned(), Vec::new()));
        // A block that adds such lines is no patch, and stays whole.
        let block = format!("a.txt\n<<<<<<< SEARCH\nx\n=======\n{binary}>>>>>>> REPLACE\n");
        assert_eq!(without_left_out(&block), (block.clone(), Vec::new()));
        let whole = "no patch at all\n";
        assert_eq!(without_left_out(whole), (whole.to_owned(), Vec::new()));
    }
}
