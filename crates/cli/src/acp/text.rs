//! Words for an editor, which draws them as Markdown: what others wrote is shown, and neither loads nor
//! leads anywhere.

use super::prompt::fence;
use crate::failure::Result;
use crate::screen::{Screen, clean};

/// Between two characters that would mean something together; it is not seen.
const JOINER: char = '\u{2060}';

/// A text of the product's, in which a todo's title or a file's name is no picture, no link and no HTML. What
/// is added to the text is only added to this.
pub(super) fn harmless(text: &str) -> String {
    apart(text, |before, c| loads(before, c) || matches!((before, c), (']', '(' | '[' | ':')))
}

/// Whether a picture or HTML begins with these two: an editor may fetch what they name without being asked.
fn loads(before: char, c: char) -> bool {
    (before, c) == ('!', '[') || before == '<' && (c.is_alphabetic() || "/!?".contains(c))
}

/// With a joiner between each two characters that mean something together.
fn apart(text: &str, together: impl Fn(char, char) -> bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut last = ' ';
    for c in text.chars() {
        if together(last, c) {
            out.push(JOINER);
        }
        out.push_str(&lines(c.encode_utf8(&mut [0; 4])));
        last = c;
    }
    out
}

/// A text whose lines and tabs stay, and in which nothing else steers.
fn lines(text: &str) -> String {
    text.split_inclusive(['\n', '\t'])
        .map(|piece| match piece.char_indices().last() {
            Some((at, end @ ('\n' | '\t'))) => format!("{}{end}", clean(piece.get(..at).unwrap_or_default())),
            _ => clean(piece),
        })
        .collect()
}

/// A text on one line.
pub(super) fn title(text: &str) -> String {
    harmless(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// A text as it is, between fences.
pub(super) fn fenced(text: &str) -> String {
    let fence = fence(text);
    format!("{fence}\n{}\n{fence}", lines(text.replace("\r\n", "\n").trim_end()))
}

/// Somebody's words, in which every new line is marked as theirs. Links lead where they say once they are
/// pressed; pictures and HTML are none, and code between fences stays as it is. What is added to the words is only
/// added to this.
pub(super) fn quoted(words: &str) -> String {
    let mut out = String::with_capacity(words.len());
    let mut code = false;
    for line in words.split_inclusive('\n') {
        out.push_str(&if code { lines(line) } else { apart(line, loads) });
        code = if code { !is_fence(line) } else { opens(line) };
    }
    out.replace('\n', "\n> ")
}

/// Whether a line may end code: more of them than do in Markdown.
fn is_fence(line: &str) -> bool {
    ["```", "~~~"].iter().any(|fence| line.trim_start().starts_with(fence))
}

/// Whether code begins below a line: fewer of them than do in Markdown.
fn opens(line: &str) -> bool {
    let indent = line.len() - line.trim_start_matches(' ').len();
    let kind = line.trim().trim_start_matches(['`', '~']);
    let named = kind.chars().all(|c| c.is_ascii_alphanumeric() || "+#-_.".contains(c));
    let one = |mark: char| line.trim().trim_start_matches(mark).len() == kind.len();
    indent <= 3 && line.ends_with('\n') && is_fence(line) && named && (one('`') || one('~'))
}

/// What would stand on a terminal, line by line.
pub(super) fn shown(show: impl FnOnce(&mut Screen) -> Result<()>) -> String {
    let mut screen = Screen::kept();
    // What is kept cannot fail to be written.
    let _ = show(&mut screen);
    let lines = screen.lines();
    let plain = lines.iter().map(|line| anstream::adapter::strip_str(line).to_string());
    // Two blanks: the lines stay lines.
    plain.collect::<Vec<_>>().join("  \n")
}

#[cfg(test)]
mod tests {
    use super::{fenced, harmless, quoted, title};

    #[test]
    fn a_name_is_no_picture_no_link_and_no_page() {
        for (text, want) in [
            ("Add “milk”.\nDone.", "Add “milk”.\nDone."),
            ("![x](https://a.example/?q)", "!\u{2060}[x]\u{2060}(https://a.example/?q)"),
            ("[x][y] <img src=1> 1 < 2", "[x]\u{2060}[y] <\u{2060}img src=1> 1 < 2"),
            ("a\u{1b}[2J\u{202e}b", "a␛[2J\u{fffd}b"),
        ] {
            assert_eq!(harmless(text), want);
        }
        assert_eq!(title(" a\n b\t"), "a b");
    }

    #[test]
    fn what_is_quoted_ends_no_quote_and_keeps_its_lines() {
        assert_eq!(quoted("a\n\tb\u{1b}"), "a\n> \tb␛");
        for (words, want) in [
            ("![x](https://a.example/?q)", "!\u{2060}[x](https://a.example/?q)"),
            ("![r][1]\n[1]: https://a.example", "!\u{2060}[r][1]\n> [1]: https://a.example"),
            ("`x ![a](b)", "`x !\u{2060}[a](b)"),
            ("a <img src=1> < 2", "a <\u{2060}img src=1> < 2"),
            ("```html\n<b>![x]\n```\n<b>", "```html\n> <b>![x]\n> ```\n> <\u{2060}b>"),
            ("```a`b\n<b>", "```a`b\n> <\u{2060}b>"),
            ("    ```\n<b>", "    ```\n> <\u{2060}b>"),
            ("~~~\n<b>\n ``` \n<b>", "~~~\n> <b>\n>  ``` \n> <\u{2060}b>"),
        ] {
            assert_eq!(quoted(words), want);
            for (at, _) in words.char_indices() {
                assert!(quoted(words).starts_with(&quoted(&words[..at])), "{words} at {at}");
            }
        }
        assert_eq!(fenced("a\r\n```\nb\tc\n\n"), "````\na\n```\nb\tc\n````");
    }
}
