//! Edits given as JSON: string replacements under any of their usual names, and line operations.

use super::{fence, merged};
use crate::edit::{Change, FileEdit, LineOperation, OperationKind, StringReplacement};
use crate::refusal::Refusal;
use serde_json::{Map, Value};

type Object = Map<String, Value>;

const PATHS: [&str; 6] = ["path", "file_path", "filePath", "file", "filename", "target_file"];
const SEARCHES: [&str; 13] = [
    "search",
    "old_string",
    "old_str",
    "oldString",
    "oldStr",
    "old_text",
    "oldText",
    "find",
    "original",
    "old",
    "SEARCH",
    "before",
    "search_text",
];
const REPLACES: [&str; 14] = [
    "replace",
    "new_string",
    "new_str",
    "newString",
    "newStr",
    "new_text",
    "newText",
    "replacement",
    "updated",
    "new",
    "REPLACE",
    "after",
    "replace_text",
    "replaceWith",
];
const LISTS: [&str; 8] =
    ["edits", "lineOperations", "line_operations", "operations", "replacements", "changes", "blocks", "fileChanges"];
const LINES: [&str; 5] = ["line", "startLine", "start_line", "lineNumber", "line_number"];
const KINDS: [&str; 6] = ["operation", "op", "type", "action", "kind", "command"];

/// What of the edit could be JSON: all of it, or all that its one fence holds.
pub(super) fn candidate(edit: &str) -> Option<&str> {
    let text = edit.trim();
    let text = match fence(text.lines().next().unwrap_or_default()) {
        Some(mark) => {
            let body = text.split_once('\n')?.1.trim_end();
            body.strip_suffix(mark).unwrap_or(body).trim()
        }
        None => text,
    };
    text.starts_with(['{', '[']).then_some(text)
}

/// Reads JSON that has the keys of an edit; other JSON may be a file.
pub(super) fn detect(text: &str) -> Option<Result<Vec<FileEdit>, Refusal>> {
    match serde_json::from_str::<Value>(text) {
        Ok(value) => {
            let objects = entries(&value).ok()?;
            let strings = objects.iter().any(|(_, o)| get(o, &SEARCHES).is_some() && get(o, &REPLACES).is_some());
            let lines = objects.iter().any(|(_, o)| kind(o).is_some() && get(o, &LINES).is_some());
            (strings || lines).then(|| if strings { strings_of(&value) } else { lines_of(&value) })
        }
        Err(error) => {
            let known = |names: &[&str]| names.iter().any(|name| text.contains(&format!("\"{name}\"")));
            let edit = known(&SEARCHES) && known(&REPLACES[..9])
                || known(&["newContent", "new_content", "expectedContent", "expected_content"])
                || known(&LISTS[..3])
                || (error.is_eof() && (known(&SEARCHES[..9]) || known(&KINDS[..2])));
            edit.then(|| Err(unreadable(&error)))
        }
    }
}

/// Reads string replacements.
pub(super) fn string_edits(edit: &str) -> Result<Vec<FileEdit>, Refusal> {
    strings_of(&read(edit)?)
}

/// Reads line operations.
pub(super) fn line_edits(edit: &str) -> Result<Vec<FileEdit>, Refusal> {
    lines_of(&read(edit)?)
}

fn read(edit: &str) -> Result<Value, Refusal> {
    let text = candidate(edit).ok_or_else(|| Refusal::malformed("the edit is not JSON"))?;
    serde_json::from_str(text).map_err(|error| unreadable(&error))
}

fn unreadable(error: &serde_json::Error) -> Refusal {
    let message = format!("the JSON cannot be read: {error}");
    if error.is_eof() { Refusal::truncated(message) } else { Refusal::malformed(message) }
}

fn get<'v>(object: &'v Object, names: &[&str]) -> Option<&'v Value> {
    names.iter().find_map(|name| object.get(*name)).filter(|value| !value.is_null())
}

/// The objects that say what to change, with the path that they or the object around them name.
fn entries(value: &Value) -> Result<Vec<(Option<String>, &Object)>, Refusal> {
    fn collect<'v>(
        value: &'v Value,
        path: Option<&str>,
        depth: usize,
        all: &mut Vec<(Option<String>, &'v Object)>,
    ) -> Result<(), Refusal> {
        match value {
            Value::Array(list) if depth < 4 => list.iter().try_for_each(|entry| collect(entry, path, depth + 1, all)),
            Value::Object(object) => {
                let path = get(object, &PATHS).and_then(Value::as_str).or(path);
                match LISTS.iter().find_map(|name| object.get(*name).filter(|list| list.is_array())) {
                    Some(list) => collect(list, path, depth + 1, all),
                    None => {
                        all.push((path.map(str::to_owned), object));
                        Ok(())
                    }
                }
            }
            _ => Err(Refusal::malformed("an edit in JSON is an object or a list of objects")),
        }
    }
    let mut all = Vec::new();
    collect(value, None, 0, &mut all)?;
    Ok(all)
}

fn strings_of(value: &Value) -> Result<Vec<FileEdit>, Refusal> {
    let entries = entries(value)?;
    if entries.is_empty() {
        return Err(Refusal::malformed("the list of edits is empty"));
    }
    let edits = entries.into_iter().map(|(path, object)| {
        let text = |names: &[&str], what| match get(object, names) {
            Some(Value::String(text)) => Ok(text.clone()),
            _ => Err(Refusal::malformed(format!("{what} is missing, or not a string"))),
        };
        let replacement =
            StringReplacement { search: text(&SEARCHES, "search")?, replace: text(&REPLACES, "replace")? };
        Ok(FileEdit::of(path, Change::Strings { replacements: vec![replacement] }))
    });
    Ok(merged(edits.collect::<Result<Vec<_>, _>>()?))
}

fn lines_of(value: &Value) -> Result<Vec<FileEdit>, Refusal> {
    let entries = entries(value)?;
    if entries.is_empty() {
        return Err(Refusal::malformed("the list of line operations is empty"));
    }
    let edits = entries
        .into_iter()
        .map(|(path, object)| Ok(FileEdit::of(path, Change::Lines { operations: vec![operation(object)?] })));
    Ok(merged(edits.collect::<Result<Vec<_>, _>>()?))
}

fn kind(object: &Object) -> Option<OperationKind> {
    let name = get(object, &KINDS)?.as_str()?;
    let name: String = name.chars().filter(char::is_ascii_alphabetic).collect();
    match name.to_ascii_lowercase().as_str() {
        "insert" => Some(OperationKind::Insert),
        "delete" | "remove" => Some(OperationKind::Delete),
        "replace" => Some(OperationKind::Replace),
        "insertafter" => Some(OperationKind::InsertAfter),
        "insertbefore" => Some(OperationKind::InsertBefore),
        _ => None,
    }
}

fn operation(object: &Object) -> Result<LineOperation, Refusal> {
    let operation = kind(object).ok_or_else(|| {
        Refusal::malformed("a line operation is insert, delete, replace, insertAfter or insertBefore")
    })?;
    let number = |value: &Value| {
        value
            .as_u64()
            .and_then(|n| usize::try_from(n).ok())
            .ok_or_else(|| Refusal::malformed("a line number is a whole number"))
    };
    let line = number(get(object, &LINES).ok_or_else(|| Refusal::malformed("line is missing"))?)?;
    let end_line = get(object, &["endLine", "end_line"]).map(number).transpose()?;
    let content = |names: &[&str]| match get(object, names) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(Value::Array(lines)) if lines.iter().all(Value::is_string) => {
            Ok(Some(lines.iter().filter_map(Value::as_str).map(|line| format!("{line}\n")).collect()))
        }
        Some(_) => Err(Refusal::malformed("the content of a line operation is a string")),
    };
    let expected_content = content(&["expectedContent", "expected_content", "expected", "oldContent", "old_content"])?;
    let new_content = content(&["newContent", "new_content", "content", "text"])?;
    let needs = operation != OperationKind::Delete;
    if needs && new_content.is_none() {
        return Err(Refusal::malformed("newContent is missing"));
    }
    if !needs && new_content.as_deref().is_some_and(|content| !content.is_empty()) {
        return Err(Refusal::malformed("a deletion has no newContent"));
    }
    if end_line.is_some_and(|end| end < line) {
        return Err(Refusal::malformed("endLine is before line"));
    }
    if !matches!(operation, OperationKind::Delete | OperationKind::Replace) && end_line.is_some_and(|end| end != line) {
        return Err(Refusal::malformed("an insertion has one line"));
    }
    Ok(LineOperation { operation, line, end_line, expected_content, new_content })
}
