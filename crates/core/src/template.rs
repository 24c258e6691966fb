//! What a model copied from an example instead of filling it in: `<title>`, `...`, `path/to/file.txt`,
//! `git commit -m "..."`. A text that merely contains such signs says something, and is none.

use crate::label::quoted;
use crate::operation::Reach;
use crate::problem::Problem;
use serde_json::Value;

/// Types that stand where a text belongs.
const TYPES: [&str; 2] = ["string", "str"];

/// What a gap is called that is all of a title, a command or a name.
const CALLED: [&str; 14] = [
    "title",
    "todo_title",
    "task_title",
    "titel",
    "titre",
    "título",
    "titlu",
    "command",
    "shell_command",
    "filename",
    "file_name",
    "file_path",
    "filepath",
    "placeholder",
];

/// Words of which the name of a gap is made, beside one that says that it is a gap.
const ABOUT: [&str; 27] = [
    "the",
    "a",
    "an",
    "of",
    "new",
    "todo",
    "task",
    "item",
    "title",
    "name",
    "text",
    "string",
    "command",
    "path",
    "file",
    "filename",
    "description",
    "notes",
    "note",
    "content",
    "goes",
    "insert",
    "enter",
    "value",
    "label",
    "shell",
    "full",
];
const GAPS: [&str; 4] = ["your", "here", "placeholder", "example"];

/// Options of a command behind which somebody's own words stand.
const WORDS_BEHIND: [&str; 7] = ["-m", "-am", "--message", "--title", "--body", "--comment", "--notes"];

/// What of an operation was copied from an example, as it is sent or as it is kept. `asked`: the words that asked for
/// it; what stands in them is meant.
pub fn copied(op: &Value, asked: &str) -> Option<Problem> {
    let text = |name: &str| op.get(name).and_then(Value::as_str).unwrap_or_default();
    let name = text("op");
    let (found, at) = match (name, Reach::of(name)) {
        ("run_command", _) => (in_command(text("command"))?, "/command"),
        ("write_file" | "edit_file", _) if is_new(op) => (in_path(text("path"))?, "/path"),
        ("rename_file", _) => (in_path(text("to"))?, "/to"),
        (_, Reach::Todos) => {
            let mut path = String::new();
            let found = in_texts(op, "", &mut path, asked)?;
            return Some(left_open(&found).at(path));
        }
        _ => return None,
    };
    (!asked.contains(found)).then(|| left_open(found).at(at))
}

/// Whether an operation makes a file: it says so, or names no content that it builds on.
fn is_new(op: &Value) -> bool {
    op.get("new").map_or_else(|| op.get("base").is_none_or(Value::is_null), |new| new == &Value::Bool(true))
}

fn left_open(found: &str) -> Problem {
    Problem::new("template", format!("{} is a gap of an example that was not filled in", quoted(found)))
}

/// The first text below that is a gap, and where it stands; `key`: the member that it is of.
fn in_texts(value: &Value, key: &str, path: &mut String, asked: &str) -> Option<String> {
    let before = path.len();
    let mut below = |token: &str, key: &str, value: &Value| {
        path.push('/');
        path.push_str(token);
        let found = in_texts(value, key, path, asked);
        if found.is_none() {
            path.truncate(before);
        }
        found
    };
    match value {
        Value::Object(map) => map.iter().find_map(|(key, value)| below(key, key, value)),
        Value::Array(items) => items.iter().enumerate().find_map(|(n, value)| below(&n.to_string(), key, value)),
        Value::String(text) => {
            let gap = is_gap(text) || (key == "title" && is_called(text));
            (gap && !asked.contains(text.trim())).then(|| text.trim().to_owned())
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

/// Whether all of a text is a gap: dots, a name between angle brackets, a type.
fn is_gap(text: &str) -> bool {
    let text = text.trim();
    let dots = text.chars().all(|c| matches!(c, '.' | '…' | '_')) && (text.len() > 1);
    dots || is_bracketed(text) || TYPES.contains(&text)
}

/// `<title>`, `<low|high>`.
fn is_bracketed(text: &str) -> bool {
    let inner = text.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')).unwrap_or_default();
    inner.starts_with(char::is_alphabetic)
        && inner.ends_with(|c: char| c.is_alphanumeric() || c == '.')
        && inner.chars().all(|c| c.is_alphanumeric() || " _-|.:,'’".contains(c))
}

/// Whether all of a title, a command or a name is what a gap is called: `your title here`, `[command]`.
fn is_called(text: &str) -> bool {
    if is_gap(text) {
        return true;
    }
    let lower = text.trim().trim_end_matches(['.', '!']).to_lowercase();
    let inner = [("[", "]"), ("{{", "}}"), ("{", "}"), ("(", ")")]
        .into_iter()
        .find_map(|(open, close)| lower.strip_prefix(open).and_then(|rest| rest.strip_suffix(close)));
    let words: Vec<&str> = inner.unwrap_or(&lower).split([' ', '_', '-']).filter(|w| !w.is_empty()).collect();
    let all = |known: &[&str]| words.iter().all(|w| ABOUT.contains(w) || known.contains(w));
    CALLED.contains(&words.join("_").as_str())
        || (inner.is_some() && !words.is_empty() && all(&[]))
        || (words.len() > 1 && words.iter().any(|w| GAPS.contains(w)) && all(&GAPS))
}

/// The gap in the name of a file.
fn in_path(path: &str) -> Option<&str> {
    let parts: Vec<&str> = path.split('/').collect();
    let examples = ["path/to/", "your/path/", "some/path/"];
    let name = parts.last().copied().unwrap_or_default();
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let gap = parts.iter().any(|part| is_gap(part))
        || is_bracketed(stem)
        || (parts.len() == 1 && is_called(path))
        || examples.iter().any(|e| path.starts_with(e) || path.contains(&format!("/{e}")))
        || matches!(stem, "your-file" | "your_file" | "yourfile" | "your-filename");
    gap.then_some(path)
}

/// The gap in a command: all of it, a word of its own, or what its words are to be.
fn in_command(command: &str) -> Option<&str> {
    let whole = command.trim();
    if is_called(whole) || whole.eq_ignore_ascii_case("todo") {
        return Some(whole);
    }
    let words = words(whole);
    let mut before = "";
    // What a command is given behind `<<` is a text.
    for (word, quoted) in words.into_iter().take_while(|(word, _)| !word.starts_with("<<")) {
        let said = word.split_once('=').filter(|(option, _)| option.starts_with("--"));
        let (option, inner) = said.map_or((before, word), |(option, inner)| (option, inner));
        let inner = inner.trim_matches(['"', '\'']);
        if (!quoted && (matches!(word, "..." | "…") || is_bracketed_word(word)))
            || (WORDS_BEHIND.contains(&option) && is_gap(inner))
        {
            return Some(word);
        }
        before = word;
    }
    None
}

/// A word without quotes that has a name between angle brackets in it, as no shell could read: `<path>`, `<dir>/x`.
fn is_bracketed_word(word: &str) -> bool {
    let Some((before, rest)) = word.split_once('<') else { return false };
    let Some((inner, after)) = rest.split_once('>') else { return false };
    let apart = before.is_empty() || before.ends_with(['/', '=', ':', '@']);
    apart && is_bracketed(&format!("<{inner}>")) && (after.is_empty() || after.starts_with(['/', '.', ':', '@']))
}

/// The words of a command as they stand, and whether quotes are in them. Between angle brackets a blank parts none.
fn words(command: &str) -> Vec<(&str, bool)> {
    let (mut found, mut start, mut quote, mut quoted, mut open) = (Vec::new(), None, None, false, false);
    for (at, c) in command.char_indices() {
        if let Some(end) = quote {
            if c == end {
                quote = None;
            }
            continue;
        }
        match c {
            '"' | '\'' => {
                (quote, quoted) = (Some(c), true);
                start = start.or(Some(at));
            }
            c if c.is_whitespace() && !open => {
                if let Some(from) = start.take() {
                    found.push((&command[from..at], quoted));
                }
                quoted = false;
            }
            c => {
                let next = command[at..].chars().nth(1).is_some_and(char::is_alphabetic);
                open = (c == '<' && next && command[at..].contains('>')) || (open && c != '>' && c != '\n');
                start = start.or(Some(at));
            }
        }
    }
    if let Some(from) = start {
        found.push((&command[from..], quoted));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn copied_in(value: &Value, asked: &str) -> Option<(String, Option<String>)> {
        copied(value, asked).map(|problem| (problem.message, problem.path))
    }

    #[test]
    fn a_gap_of_an_example_is_no_title() {
        for title in [
            "<title>",
            "...",
            "…",
            "string",
            "<short title of the todo>",
            "[title]",
            "{{title}}",
            "Your title here",
            "title",
            "Example title",
            "___",
        ] {
            let found = copied_in(&json!({ "op": "create", "title": title }), "remind me of it");
            let path = found.map(|(_, path)| path);
            assert_eq!(path, Some(Some("/title".to_owned())), "{title}");
            assert_eq!(copied_in(&json!({ "op": "create", "title": title }), &format!("add {title}")), None, "{title}");
        }
        let found = copied_in(&json!({ "op": "update", "id": 1, "title": "<title>" }), "");
        assert_eq!(
            found,
            Some(("“<title>” is a gap of an example that was not filled in".to_owned(), Some("/title".to_owned())))
        );
        let found = copied_in(&json!({ "op": "create", "title": "a", "labels": ["b", "<label>"] }), "");
        assert_eq!(found.and_then(|(_, path)| path).as_deref(), Some("/labels/1"));
        let found = copied_in(&json!({ "op": "create", "title": "a", "notes": "string" }), "");
        assert_eq!(found.and_then(|(_, path)| path).as_deref(), Some("/notes"));
    }

    #[test]
    fn a_title_that_has_such_signs_in_it_stays() {
        for title in [
            "Explain <div> to Ben",
            "Fix the <title> tag",
            "Call mum...",
            "...and call mum",
            "Buy string",
            "I <3 you",
            "A title for the book",
            "Name your price",
            "[WIP] report",
            "Be here",
            "New todo list app",
            "Command line course",
            "???",
            "Read the example",
            "x",
        ] {
            assert_eq!(copied_in(&json!({ "op": "create", "title": title }), ""), None, "{title}");
        }
        assert_eq!(copied_in(&json!({ "op": "create", "title": "a", "notes": "Title: <title> ..." }), ""), None);
        assert_eq!(copied_in(&json!({ "op": "create", "title": "a", "labels": ["title", "here"] }), ""), None);
    }

    #[test]
    fn a_gap_in_a_command_or_a_name_is_found() {
        for (command, gap) in [
            ("...", "..."),
            ("<command>", "<command>"),
            ("your command here", "your command here"),
            ("[command]", "[command]"),
            ("TODO", "TODO"),
            ("rm -rf <path>", "<path>"),
            ("cat <path to file>/a.txt", "<path to file>/a.txt"),
            ("ssh user@<host>", "user@<host>"),
            ("git commit -m \"...\"", "\"...\""),
            ("git commit -am '<message>' && git push", "'<message>'"),
            ("gh pr create --title=\"...\"", "--title=\"...\""),
            ("npm install ...", "..."),
        ] {
            assert_eq!(in_command(command), Some(gap), "{command}");
        }
        for command in [
            "git commit -m \"Fix the <title> tag ...\"",
            "grep -n \"<title>\" index.html",
            "grep '...' a.txt",
            "go test ./...",
            "git diff a...b",
            "sort <in >out",
            "wc < notes.md > count",
            "cat <<EOF\n...\nEOF",
            "echo string",
            "diff <(sort a) <(sort b)",
            "todo list",
            "make title",
        ] {
            assert_eq!(in_command(command), None, "{command}");
        }
        for path in
            ["path/to/file.txt", "<path>", "src/<name>.rs", "...", "filename", "src/path/to/x.rs", "your-file.txt"]
        {
            assert_eq!(in_path(path), Some(path), "{path}");
        }
        for path in ["src/[id].tsx", "{{cookiecutter.name}}/a.py", "title.md", "docs/path/tools.md", "a...b", "path.rs"]
        {
            assert_eq!(in_path(path), None, "{path}");
        }
        let write = |new: bool| json!({ "op": "write_file", "path": "path/to/file.txt", "new": new });
        assert!(copied(&write(true), "").is_some() && copied(&write(true), "fill path/to/file.txt").is_none());
        assert_eq!(copied(&write(false), ""), None);
        assert!(copied(&json!({ "op": "rename_file", "path": "a.md", "to": "<name>.md" }), "").is_some());
    }
}
