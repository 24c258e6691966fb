//! Markdown checklists: `- [ ] title`, nested boxes = checklist, other nested text = notes.
//!
//! Dates, priority and rules are the marks of Obsidian Tasks (📅 due, ⏳ scheduled, ⏫ high, 🔽 low,
//! 🔁 rule) and ⏰ HH:MM; `#tag` is a label; `<!-- uid:… -->` is the identity, unseen when rendered.

mod marks;

pub(crate) use marks::is_mark;

use crate::fit::one_line;
use crate::format::Format;
use crate::reading::Reading;
use crate::{Env, Parsed, kept};
use countersign_core::problem::Problem;
use countersign_core::todo::{ChecklistItem, Status, Todo};

/// Whether a line is a task of a list: `- [ ] …`, `* [x] …`, `1. [ ] …`.
pub(crate) fn is_box(line: &str) -> bool {
    checkbox(line).is_some()
}

/// The mark in the box, and the text after it.
fn checkbox(line: &str) -> Option<(char, &str)> {
    let line = line.trim_start_matches([' ', '\t']);
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let rest = match digits {
        0 => line.strip_prefix(['-', '*', '+'])?,
        1..=9 => line.get(digits..)?.strip_prefix(['.', ')'])?,
        _ => return None,
    };
    let rest = rest.strip_prefix([' ', '\t'])?.trim_start_matches([' ', '\t']).strip_prefix('[')?;
    let mark = rest.chars().next()?;
    let after = rest.get(mark.len_utf8()..)?.strip_prefix(']')?;
    (after.is_empty() || after.starts_with([' ', '\t'])).then(|| (mark, after.trim()))
}

/// Whether a line that is passed over was meant as a task: one that is quoted, or without a blank behind its box. A
/// link has its address there.
fn is_near_box(line: &str) -> bool {
    let quoted = line.trim_start_matches(['>', ' ', '\t']);
    let boxed = || {
        let rest = quoted.strip_prefix(['-', '*', '+'])?.trim_start_matches([' ', '\t']);
        let rest = ["[ ]", "[x]", "[X]", "[]"].into_iter().find_map(|marks| rest.strip_prefix(marks))?;
        Some(!rest.starts_with(['(', '[', ':']) && !rest.trim().is_empty())
    };
    is_box(quoted) || boxed() == Some(true)
}

/// Columns before the text, a tab being four.
fn indent(line: &str) -> usize {
    line.chars().take_while(|c| matches!(c, ' ' | '\t')).map(|c| if c == '\t' { 4 } else { 1 }).sum()
}

/// A task and what has been found below it.
struct Open {
    line: u32,
    indent: usize,
    todo: Todo,
    uid: Option<String>,
    blanks: usize,
}

/// Reads a document; text that belongs to no task is passed over.
pub(crate) fn read(text: &str, env: &Env<'_>) -> Parsed {
    let mut reading = Reading::new(Format::Markdown);
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut heading: Option<String> = None;
    let mut fenced = false;
    let mut open: Option<Open> = None;
    for (number, line) in (1..).zip(text.split('\n')) {
        let within = open.as_ref().is_some_and(|o| indent(line) > o.indent);
        let fence = !within && (line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~"));
        if fence || fenced {
            fenced ^= fence;
            flush(&mut reading, open.take());
        } else if line.trim().is_empty() {
            if let Some(open) = &mut open {
                open.blanks += 1;
            }
        } else if let Some((mark, title)) = checkbox(line) {
            match open.as_mut().filter(|_| within) {
                Some(open) => open.todo.checklist.push(item(mark, title)),
                None => {
                    flush(&mut reading, open.take());
                    open = Some(begin(&mut reading, number, indent(line), mark, title, heading.as_deref(), env));
                }
            }
        } else if let Some(open) = open.as_mut().filter(|_| within) {
            note(open, line);
        } else {
            flush(&mut reading, open.take());
            if let Some(text) = line.strip_prefix('#').map(|l| l.trim_start_matches('#')).filter(|l| l.starts_with(' '))
            {
                heading = Some(one_line(text.trim_end_matches(['#', ' ']))).filter(|h| !h.is_empty());
            } else if is_near_box(line) {
                let said: String = line.trim().chars().take(80).collect();
                let message = format!("\"{said}\" looks like a task and is none of the list; it was left out");
                reading.problem(number, Problem::new("malformed_line", message).hinting("Write it as: - [ ] title"));
            }
        }
    }
    flush(&mut reading, open);
    reading.finish()
}

fn item(mark: char, title: &str) -> ChecklistItem {
    ChecklistItem { id: String::new(), title: unescape(title), checked: matches!(mark, 'x' | 'X') }
}

fn begin(
    reading: &mut Reading,
    line: u32,
    indent: usize,
    mark: char,
    title: &str,
    heading: Option<&str>,
    env: &Env<'_>,
) -> Open {
    let mut todo = Reading::blank(env);
    todo.status = match mark {
        'x' | 'X' => Status::Done,
        '-' => Status::Rejected,
        '/' => Status::InProgress,
        _ => Status::Open,
    };
    let uid = marks::read(&mut todo, title, line, reading, env);
    if let Some(heading) = heading {
        kept::keep(&mut todo, Format::Markdown, "heading", heading);
    }
    Open { line, indent, todo, uid, blanks: 0 }
}

fn note(open: &mut Open, line: &str) {
    let mut column = 0;
    let text = line.trim_start_matches(|c| {
        let room = column < open.indent + 2 && matches!(c, ' ' | '\t');
        column += if c == '\t' { 4 } else { 1 };
        room
    });
    let notes = &mut open.todo.notes;
    if !notes.is_empty() {
        notes.extend(std::iter::repeat_n('\n', open.blanks + 1));
    }
    open.blanks = 0;
    let (blank, rest) = text.split_at(text.len() - text.trim_start().len());
    notes.push_str(blank);
    notes.push_str(if is_escaped_box(rest) { rest.strip_prefix('\\').unwrap_or(rest) } else { rest });
}

/// A box of the notes, told apart from a line of the checklist by a backslash.
fn is_escaped_box(text: &str) -> bool {
    text.starts_with('\\') && is_box(text.trim_start_matches('\\'))
}

fn flush(reading: &mut Reading, open: Option<Open>) {
    if let Some(Open { line, todo, uid, .. }) = open {
        let key = todo.title.clone();
        reading.push(uid, &key, todo, line);
    }
}

/// `\#` → `#` at the beginning of words.
fn unescape(text: &str) -> String {
    text.split(' ')
        .map(|word| if word.starts_with("\\#") { word.strip_prefix('\\').unwrap_or(word) } else { word })
        .collect::<Vec<_>>()
        .join(" ")
}

/// What would be read as a tag or as HTML is taken as text.
fn escape(text: &str) -> String {
    text.split(' ')
        .map(
            |word| {
                if word.starts_with('#') || word.starts_with("\\#") { format!("\\{word}") } else { word.to_owned() }
            },
        )
        .collect::<Vec<_>>()
        .join(" ")
}

/// Writes a document.
pub(crate) fn write(todos: &mut dyn Iterator<Item = &Todo>, env: &Env<'_>) -> String {
    let mut out = String::new();
    for (heading, members) in kept::by_heading(todos, Format::Markdown) {
        if let Some(heading) = heading {
            out.push_str(&format!("{}## {heading}\n\n", if out.is_empty() { "" } else { "\n" }));
        }
        for todo in members {
            one(&mut out, todo, env);
        }
    }
    out
}

fn one(out: &mut String, todo: &Todo, env: &Env<'_>) {
    let mark = match todo.status {
        Status::Done => 'x',
        Status::Rejected => '-',
        Status::InProgress => '/',
        Status::Open | Status::Groomed | Status::Blocked | Status::OnHold => ' ',
    };
    out.push_str(&format!("- [{mark}] {}\n", marks::write(todo, env)));
    for line in crate::fit::plain(&todo.notes).trim_matches('\n').split('\n').filter(|_| !todo.notes.trim().is_empty())
    {
        let (blank, rest) = line.split_at(line.len() - line.trim_start().len());
        if rest.is_empty() {
            out.push('\n');
        } else {
            let escaped = if is_box(rest) || is_escaped_box(rest) { "\\" } else { "" };
            out.push_str(&format!("  {blank}{escaped}{rest}\n"));
        }
    }
    for line in &todo.checklist {
        let mark = if line.checked { 'x' } else { ' ' };
        out.push_str(&format!("  - [{mark}] {}\n", escape(&one_line(&line.title))));
    }
}
