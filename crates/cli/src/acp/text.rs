//! Words for an editor, which draws them as Markdown: what others wrote is shown, and neither loads nor
//! leads anywhere.

use super::prompt::fence;
use crate::failure::Result;
use crate::screen::{Screen, clean};

/// Between two characters that would mean something together; it is not seen.
const JOINER: char = '\u{2060}';

/// A text of the product's, in which a todo's title or a file's name is no picture, no link and no HTML.
pub(super) fn harmless(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut last = ' ';
    for c in text.chars() {
        if matches!((last, c), ('!', '[') | (']', '(' | '[' | ':'))
            || last == '<' && (c.is_alphabetic() || "/!?".contains(c))
        {
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

/// A piece of somebody's words in which every new line is marked as theirs.
pub(super) fn quoted(words: &str) -> String {
    lines(words).replace('\n', "\n> ")
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
        assert_eq!(fenced("a\r\n```\nb\tc\n\n"), "````\na\n```\nb\tc\n````");
    }
}
