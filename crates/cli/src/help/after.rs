//! What stands below the arguments: paragraphs, code, and what is said of a line of code.

use super::ids;
use super::page::wrapped;
use super::words::Words;

/// Spaces between a line of code and what is said of it, at least.
const GAP: &str = "   ";
/// A line that begins further to the right goes on with what the one before says.
const GOES_ON: usize = 10;
/// Columns that what is said of a line needs beside it.
const BESIDE: usize = 24;
/// Where it begins if there are fewer.
const BELOW: usize = 6;

/// A part of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    /// An empty line.
    Blank,
    /// The heading of one example, or of several.
    Examples(&'a str),
    /// A paragraph.
    Note(String),
    /// A line that is the same in every language.
    Code(&'a str),
    /// Such a line, and what it does.
    Said { code: &'a str, column: usize, what: String },
}

/// The parts of a text as it is declared.
pub(super) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut all: Vec<Piece<'_>> = Vec::new();
    for line in text.lines() {
        let bare = line.trim_start();
        let indent = line.len() - bare.len();
        match (bare, indent, all.last_mut()) {
            ("", ..) => all.push(Piece::Blank),
            ("Example:" | "Examples:", 0, _) => all.push(Piece::Examples(line)),
            (_, 0, Some(Piece::Note(note))) => {
                note.push('\n');
                note.push_str(line);
            }
            (_, 0, _) => all.push(Piece::Note(line.to_owned())),
            (_, GOES_ON.., Some(Piece::Said { what, .. })) => {
                what.push(' ');
                what.push_str(bare);
            }
            _ => all.push(match bare.split_once(GAP) {
                Some((code, what)) => {
                    let what = what.trim_start();
                    let column = line.chars().count() - what.chars().count();
                    let code = line.get(..indent + code.len()).unwrap_or(line);
                    Piece::Said { code, column, what: what.to_owned() }
                }
                None => Piece::Code(line),
            }),
        }
    }
    all
}

/// It in a language, for so many columns. Lines of code are never broken.
pub(super) fn written(text: &str, path: &[String], words: &Words, width: usize) -> String {
    let (mut notes, mut examples) = (0, 0);
    let mut lines: Vec<String> = Vec::new();
    for piece in pieces(text) {
        match piece {
            Piece::Blank => lines.push(String::new()),
            Piece::Examples("Example:") => lines.push(words.say("help-heading-example")),
            Piece::Examples(_) => lines.push(words.say("help-heading-examples")),
            Piece::Code(code) => lines.push(code.to_owned()),
            Piece::Note(note) => {
                notes += 1;
                lines.extend(paragraph(&words.first(&[ids::note(path, notes)], &note), width));
            }
            Piece::Said { code, column, what } => {
                examples += 1;
                let what = words.first(&[ids::example(path, examples)], &what);
                let beside = column + BESIDE <= width;
                let from = if beside { column } else { BELOW };
                let said = wrapped(&what, width.saturating_sub(from));
                let rest = said.iter().skip(usize::from(beside)).map(|line| format!("{:from$}{line}", ""));
                let first = said.first().filter(|_| beside).map(String::as_str).unwrap_or_default();
                lines.push(format!("{code:column$}{first}").trim_end().to_owned());
                lines.extend(rest);
            }
        }
    }
    lines.join("\n")
}

/// Its own lines where they all fit, else broken anew.
fn paragraph(text: &str, width: usize) -> Vec<String> {
    match text.lines().all(|line| line.chars().count() <= width) {
        true => text.lines().map(str::to_owned).collect(),
        false => wrapped(&text.replace('\n', " "), width),
    }
}
