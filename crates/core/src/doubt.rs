//! What is said of a file's new content before it is signed: whatever cannot be seen of it, or is easily passed
//! over. An item of which something is said is never marked beforehand, and no rule signs it.

use crate::file::FilePath;
use crate::hidden;
use crate::problem::Problem;

/// The code of a content that cannot be shown.
const NO_TEXT: &str = "not_text";
/// The code of a content that goes without another in its place.
const EMPTIES: &str = "empties_file";
/// The code of a content with bytes that are no characters.
const NOT_UTF8: &str = "not_utf8";

/// What is said of the content that a file gets; `old` is what it has, if it is there.
pub fn of_content(path: &FilePath, old: Option<&[u8]>, new: &[u8]) -> Vec<Problem> {
    let was = old.unwrap_or_default();
    let (bytes, look) = ([was, new], "Look at the preview before you sign it.");
    let mut said = Vec::new();
    let no_text = bytes.iter().any(|bytes| bytes.contains(&0));
    if no_text {
        let message = format!("What changes in {path} cannot be shown line by line: it is no text.");
        said.push(Problem::new(NO_TEXT, message).hinting("Sign it only if you know where its content comes from."));
    } else if bytes.iter().any(|bytes| std::str::from_utf8(bytes).is_err()) {
        let message = format!("{path} is not in UTF-8: what is no character of it is shown as �.");
        said.push(Problem::new(NOT_UTF8, message).hinting(look));
    }
    if new.is_empty() && !was.is_empty() {
        said.push(Problem::new(EMPTIES, format!("Nothing is left in {path}.")).hinting(look));
    }
    // Of what is no text at all there is no end of them.
    if !no_text || std::str::from_utf8(new).is_ok() {
        said.extend(hidden::doubt(path, &String::from_utf8_lossy(was), &String::from_utf8_lossy(new)));
    }
    said
}

/// Whether it was said of a content, and so not of another one.
pub fn is_of_content(problem: &Problem) -> bool {
    [NO_TEXT, EMPTIES, NOT_UTF8, hidden::CODE].contains(&problem.code.as_ref())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn codes(old: Option<&[u8]>, new: &[u8]) -> Vec<String> {
        let said = of_content(&FilePath::parse("a.txt").unwrap(), old, new);
        assert!(said.iter().all(is_of_content));
        said.into_iter().map(|problem| problem.code.to_string()).collect()
    }

    #[test]
    fn what_cannot_be_shown_is_said_with_what_it_hides() {
        assert_eq!(codes(None, b"one\ntwo\n"), [""; 0]);
        assert_eq!(codes(Some(b"one\n"), b"x = \"a\0\xe2\x80\xaeb\"\n"), ["not_text", "hidden_characters"]);
        assert_eq!(codes(Some(b"a\0b"), b"one\n"), ["not_text"], "what was there cannot be shown either");
        assert_eq!(codes(None, b"\x89PNG\0\xff\xfe"), ["not_text"]);
        assert_eq!(codes(Some(b"caf\xe9\n"), b"caf\xe9s\n"), ["not_utf8"]);
    }

    #[test]
    fn a_file_that_is_emptied_is_said() {
        assert_eq!(codes(Some(b"one\n"), b""), ["empties_file"]);
        assert_eq!(codes(None, b""), [""; 0]);
        assert_eq!(codes(Some(b""), b"one\n"), [""; 0]);
    }
}
