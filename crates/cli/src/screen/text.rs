//! Lines of inked pieces, measured and broken as a terminal shows them: wide characters take two
//! columns, an emoji of several characters is one.

use crate::screen::{Ink, Screen, pieces};
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// A line: texts of one ink each.
pub(crate) type Pieces = Vec<(Option<Ink>, String)>;

/// Lines as one of the `show` functions writes them.
pub(crate) fn shown(show: impl FnOnce(&mut Screen) -> crate::failure::Result<()>) -> Vec<Pieces> {
    let mut screen = Screen::kept();
    // Keeping lines cannot fail; what was kept is shown in any case.
    let _ = show(&mut screen);
    screen.lines().iter().map(|line| pieces(line)).collect()
}

/// A text without ink as a line.
pub(crate) fn bare(text: impl AsRef<str>) -> Pieces {
    pieces(text.as_ref())
}

/// A text in this ink as a line.
pub(crate) fn inked(ink: Ink, text: impl AsRef<str>) -> Pieces {
    pieces(text.as_ref()).into_iter().map(|(_, text)| (Some(ink), text)).collect()
}

/// The columns that a text takes.
pub(crate) fn width(text: &str) -> usize {
    UnicodeWidthStr::width(text)
}

/// Breaks a line between words so that no part is wider than `wide`; parts after the first are set in
/// by `hang` columns.
pub(crate) fn wrap(line: &Pieces, wide: usize, hang: usize) -> Vec<Pieces> {
    let wide = wide.max(1);
    let hang = hang.min(wide / 2);
    let cells: Vec<(Option<Ink>, &str)> =
        line.iter().flat_map(|(ink, text)| text.graphemes(true).map(move |g| (*ink, g))).collect();
    let mut parts = Vec::new();
    let mut start = 0;
    while start < cells.len() || parts.is_empty() {
        let indent = if parts.is_empty() { 0 } else { hang };
        let (end, next) = broken(&cells, start, wide - indent);
        let mut part: Pieces = if indent > 0 { vec![(None, " ".repeat(indent))] } else { Vec::new() };
        for (ink, g) in cells.get(start..end).unwrap_or_default() {
            match part.last_mut().filter(|(last, _)| last == ink) {
                Some((_, text)) => text.push_str(g),
                None => part.push((*ink, (*g).to_owned())),
            }
        }
        parts.push(part);
        if next <= start {
            break;
        }
        start = next;
    }
    parts
}

/// Where a part that begins at `start` ends, and where the next begins.
fn broken(cells: &[(Option<Ink>, &str)], start: usize, wide: usize) -> (usize, usize) {
    let (mut taken, mut space) = (0, None);
    for (at, (_, g)) in cells.iter().enumerate().skip(start) {
        taken += width(g);
        if taken > wide {
            return match space {
                _ if *g == " " => (at, at + 1),
                Some(space) => (space, space + 1),
                // A word that is wider than the line is broken inside; one character always fits.
                None => (at.max(start + 1), at.max(start + 1)),
            };
        }
        // Spaces at the beginning are indentation, no place to break.
        if *g == " " && cells.get(start..at).is_some_and(|before| before.iter().any(|(_, g)| *g != " ")) {
            space = Some(at);
        }
    }
    (cells.len(), cells.len())
}

/// A line of the terminal client, broken between words where it is wider than the terminal, with what follows set in
/// under where its text begins. One with a word that is wider still is left to the terminal: somebody may copy it.
pub(crate) fn fitted(line: &str, wide: usize) -> String {
    let plain: String = pieces(line).into_iter().map(|(_, text)| text).collect();
    let hang = hang(&plain);
    if width(&plain) <= wide || plain.split(' ').any(|word| width(word) + hang > wide) {
        return line.to_owned();
    }
    let written = |part: &Pieces| {
        part.iter().map(|(ink, text)| ink.map_or_else(|| text.clone(), |ink| ink.on(text))).collect::<String>()
    };
    wrap(&pieces(line), wide, hang).iter().map(written).collect::<Vec<_>>().join("\n")
}

/// The column in which the text of a line begins: behind its indentation, and behind marks or a number that stand
/// before it with two spaces (` ○ + 1  todo`).
fn hang(plain: &str) -> usize {
    const MARKS: usize = 12;
    let indent = width(plain) - width(plain.trim_start_matches(' '));
    let behind_marks = plain
        .trim_start_matches(' ')
        .split_once("  ")
        .map(|(marks, text)| indent + width(marks) + 2 + (width(text) - width(text.trim_start_matches(' '))));
    behind_marks.filter(|column| indent > 0 && *column <= MARKS).unwrap_or(indent)
}

/// Cuts a text so that it takes at most `wide` columns.
pub(crate) fn cut(text: &str, wide: usize) -> String {
    if width(text) <= wide {
        return text.to_owned();
    }
    let (mut out, mut taken) = (String::new(), 0);
    for g in text.graphemes(true) {
        if taken + width(g) + 1 > wide {
            break;
        }
        taken += width(g);
        out.push_str(g);
    }
    if wide > 0 {
        out.push('…');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{bare, cut, fitted, inked, width, wrap};
    use crate::screen::Ink;

    fn texts(line: &super::Pieces, wide: usize, hang: usize) -> Vec<String> {
        wrap(line, wide, hang).iter().map(|part| part.iter().map(|(_, text)| text.as_str()).collect()).collect()
    }

    #[test]
    fn lines_break_between_words_and_never_get_wider() {
        for (text, wide, hang, expected) in [
            ("pay the rent", 8, 0, vec!["pay the", "rent"]),
            ("pay the rent", 8, 2, vec!["pay the", "  rent"]),
            ("pay the", 7, 0, vec!["pay the"]),
            ("unbreakable", 4, 0, vec!["unbr", "eaka", "ble"]),
            ("日本語です", 5, 0, vec!["日本", "語で", "す"]),
            ("a 👩‍👩‍👧 b", 4, 0, vec!["a 👩‍👩‍👧", "b"]),
            ("  in set text", 8, 2, vec!["  in set", "  text"]),
            ("", 4, 2, vec![""]),
            ("日", 1, 0, vec!["日"]),
        ] {
            assert_eq!(texts(&bare(text), wide, hang), expected, "{text:?} in {wide}");
        }
    }

    #[test]
    fn a_line_of_the_terminal_is_set_in_under_its_text() {
        for (line, wide, expected) in [
            ("pay the rent", 12, "pay the rent"),
            ("pay the rent", 10, "pay the\nrent"),
            ("  pay the rent", 10, "  pay the\n  rent"),
            (" + 1  todo of many", 13, " + 1  todo of\n      many"),
            ("due  long and more", 13, "due  long and\nmore"),
            ("see https://example.org/a/long/one", 20, "see https://example.org/a/long/one"),
            ("", 4, ""),
        ] {
            assert_eq!(fitted(line, wide), expected, "{line:?} in {wide}");
        }
        let red = fitted(&Ink::Danger.on("gone for good"), 8);
        assert_eq!(red, format!("{}\n{}", Ink::Danger.on("gone for"), Ink::Danger.on("good")));
    }

    #[test]
    fn ink_goes_on_over_a_break() {
        let parts = wrap(&inked(Ink::Danger, "gone for good"), 8, 0);
        assert!(parts.iter().flatten().all(|(ink, _)| *ink == Some(Ink::Danger)), "{parts:?}");
        assert_eq!(parts.len(), 2);
    }

    #[test]
    fn a_text_is_cut_by_what_it_takes_on_the_screen() {
        for (text, wide, expected) in [("milk", 4, "milk"), ("milk", 3, "mi…"), ("日本語", 4, "日…"), ("milk", 0, "")]
        {
            assert_eq!(cut(text, wide), expected);
            assert!(width(&cut(text, wide)) <= wide);
        }
    }
}
