//! The files of a git patch that no change of a text can make: binary ones, links, submodules. They are
//! taken out and named, so that the rest can be reviewed and nothing of it goes without a word.

use super::git;
use super::unified;
use crate::text::edit_lines;
use std::collections::BTreeSet;

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
    let sections = sections(edit);
    let left: Vec<LeftOut> = sections.iter().filter_map(|section| left_out(section)).collect();
    let paths: BTreeSet<&str> = left.iter().map(|one| one.path.as_str()).collect();
    let stays = |section: &&&str| !of_one_of(section, &paths);
    (sections.iter().filter(stays).copied().collect(), left)
}

/// The text cut before each line that begins a file; the first part may be prose.
fn sections(edit: &str) -> Vec<&str> {
    let begins = edit.match_indices("diff --git ").map(|(at, _)| at);
    let mut cuts: Vec<usize> = begins
        .filter(|at| at.checked_sub(1).is_none_or(|before| edit.as_bytes().get(before) == Some(&b'\n')))
        .collect();
    cuts.insert(0, 0);
    cuts.push(edit.len());
    cuts.windows(2).filter_map(|ends| edit.get(ends[0]..ends[1])).filter(|part| !part.is_empty()).collect()
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
        let binary = line.starts_with("GIT binary patch") || line.starts_with("Binary files ");
        if binary || mode.is_some_and(|mode| git::mode(mode).is_err()) {
            let refused = unified::parse(&edit_lines(&head)).err()?;
            return Some(LeftOut { path, why: refused.message, head });
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::without_left_out;

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
        let whole = "no patch at all\n";
        assert_eq!(without_left_out(whole), (whole.to_owned(), Vec::new()));
    }
}
