//! Turns of a conversation that are written out in words, and marks of lists that look like data.

/// Who speaks that is not the model, at the beginning of a line.
const OTHERS: [&str; 4] = ["User", "Human", "System", "USER"];

/// Headings over what is not the model's.
const HEADINGS: [&str; 6] = ["Instruction", "Instructions", "Input", "User", "Human", "System"];

/// What a tool gave, as Qwen's template has it.
const RESULT: &str = "✿RESULT✿";

/// Who speaks that is the model.
const OWN: [&str; 6] = ["Assistant:", "ASSISTANT:", "AI:", "### Response:", "### Assistant:", "### Output:"];

/// Length of what begins somebody else's turn at the offset `at`.
pub(super) fn spoken(text: &str, at: usize) -> Option<usize> {
    let first = text.as_bytes().get(at)?;
    if !matches!(first, b'#' | b'*' | b'U' | b'H' | b'S' | 0xe2) || !begins_a_line(text, at) {
        return None;
    }
    let line = text.get(at..)?;
    if *first == 0xe2 {
        return line.starts_with(RESULT).then_some(RESULT.len());
    }
    if let Some(heading) = numbered_heading(line) {
        return Some(heading);
    }
    let heads = line.starts_with("###");
    let (names, said): (&[&str], &str) = match line.strip_prefix("###") {
        Some(heading) => (&HEADINGS, heading.trim_start_matches('#').trim_start_matches(' ')),
        None => (&OTHERS, line.trim_start_matches("**")),
    };
    let after = names.iter().find_map(|name| {
        let after = said.strip_prefix(name)?;
        let ends = heads && after.trim_start_matches([' ', '\r']).starts_with('\n');
        after.strip_prefix(':').or_else(|| after.strip_prefix("**:")).or_else(|| ends.then_some(after))
    })?;
    Some(line.len() - after.len())
}

/// Who speaks that is not the model, on a line of its own: what is left of a template's tokens.
const ROLES: [&str; 7] = ["user", "human", "system", "tool", "ipython", "environment", "observation"];

/// Length of a line that names who speaks and is not the model, behind an answer: `user`, `tool`.
pub(super) fn role(text: &str, at: usize) -> Option<usize> {
    let first = text.as_bytes().get(at)?;
    if !matches!(first, b'u' | b'h' | b's' | b't' | b'i' | b'e' | b'o') {
        return None;
    }
    let line = text.get(at..)?;
    let name = ROLES.iter().find(|role| line.starts_with(**role))?;
    let rest = line.get(name.len()..)?.trim_start_matches([' ', '\r']);
    let adjoins = text.get(..at).is_some_and(|before| before.ends_with(['}', ']', '>']));
    (rest.starts_with('\n') && (adjoins || begins_a_line(text, at))).then_some(name.len())
}

/// Most that a turn is indented.
const INDENT: usize = 8;

/// Whether nothing but a few blanks stands before `at` on its line.
fn begins_a_line(text: &str, at: usize) -> bool {
    let before = text.as_bytes().get(..at).unwrap_or_default();
    let blanks = before.iter().rev().take(INDENT).take_while(|b| matches!(b, b' ' | b'\t')).count();
    before.len() == blanks || before.get(before.len() - blanks - 1) == Some(&b'\n')
}

/// Length of a heading over the next of a row of tasks, as in the texts that small models were trained on:
/// `## Instruction 2 (More difficult)`.
fn numbered_heading(line: &str) -> Option<usize> {
    let line = line.lines().next().unwrap_or_default();
    let heading = line.strip_prefix("##")?.trim_start_matches('#').trim_start_matches(' ');
    let after = HEADINGS.iter().find_map(|name| heading.strip_prefix(name)?.strip_prefix(' '))?;
    after.starts_with(|c: char| c.is_ascii_digit()).then_some(line.len())
}

/// Where the model's own turn begins after `from`, on a line of its own.
pub(super) fn answered(text: &str, from: usize) -> Option<usize> {
    let rest = text.get(from..)?;
    let own = |line: &str| OWN.iter().find_map(|own| line.strip_prefix(own).map(|after| line.len() - after.len()));
    let mut at = from;
    for line in rest.split_inclusive('\n') {
        if let Some(len) = own(line) {
            return Some(at + len);
        }
        at += line.len();
    }
    None
}

/// A task's box in a list of Markdown: `- [ ] Buy milk`.
pub(super) fn is_check_box(text: &str, at: usize) -> bool {
    let rest = text.get(at..).unwrap_or_default();
    if !["[ ] ", "[x] ", "[X] "].into_iter().any(|mark| rest.starts_with(mark)) {
        return false;
    }
    let before = text.get(..at).unwrap_or_default();
    let near = before.get(before.floor_char_boundary(before.len().saturating_sub(16))..).unwrap_or_default();
    let bullet = near.rsplit('\n').next().unwrap_or_default().trim();
    matches!(bullet, "-" | "*" | "+" | "•")
        || bullet.strip_suffix(['.', ')']).is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
}

/// Longest title in brackets.
const TITLE: usize = 32;

/// Length of a title in brackets at `at`, on a line of its own above a document: `[Example]`.
pub(super) fn title(text: &str, at: usize) -> Option<usize> {
    let begins = at == 0 || text.as_bytes().get(at - 1) == Some(&b'\n');
    let inside = text.get(at..)?.strip_prefix('[').filter(|_| begins)?;
    let end = inside.bytes().take(TITLE).position(|b| matches!(b, b']' | b'\n'))?;
    let (name, rest) = inside.split_at(end);
    let above = rest.strip_prefix(']')?.trim_start_matches([' ', '\r']).strip_prefix('\n')?.trim_start();
    let words = name.starts_with(char::is_alphabetic) && name.chars().all(|c| c.is_alphabetic() || c == ' ');
    (words && above.starts_with(['{', '[', '`'])).then_some(end + 2)
}

#[cfg(test)]
mod tests {
    use super::{answered, is_check_box, spoken, title};

    #[test]
    fn a_title_in_brackets_stands_above_a_document() {
        for (text, length) in [
            ("[Example]\n{}", Some(9)),
            ("[The format]\n\n```json\n{}", Some(12)),
            ("[Beispiel] {}", None),
            ("[1]\n{}", None),
            ("[\"a\"]\n{}", None),
            ("[Example]\nwords", None),
        ] {
            assert_eq!(title(text, 0), length, "{text}");
        }
        assert_eq!(title("a [Example]\n{}", 2), None);
    }

    #[test]
    fn turns_in_words_begin_a_line_and_name_who_speaks() {
        for (text, len) in [
            ("User: now", Some(5)),
            ("### User\nnow", Some(8)),
            ("### User stories\n", None),
            ("**User:** now", Some(7)),
            ("### Instruction:\n{}", Some(16)),
            ("#### Input: x", Some(11)),
            ("## Instruction 2 (harder)\n{}", Some(25)),
            ("## Instruction for you\n{}", None),
            ("✿RESULT✿: {}", Some(12)),
            ("Users: three", None),
            ("System requirements: x", None),
            ("### Result:", None),
        ] {
            assert_eq!(spoken(text, 0), len, "{text}");
        }
        assert_eq!(spoken("a User: b", 2), None);
        assert_eq!(spoken("a\n  User: b", 4), Some(5));
        assert_eq!(answered("System: x\nAssistant: y", 7), Some(20));
    }

    #[test]
    fn boxes_of_tasks_are_marks_of_a_list() {
        assert!(is_check_box("- [ ] Buy milk", 2) && is_check_box("a\n  2. [x] Pay", 7));
        assert!(!is_check_box("[ ]", 0) && !is_check_box("- []", 2) && !is_check_box("see - [x]", 6));
    }
}
