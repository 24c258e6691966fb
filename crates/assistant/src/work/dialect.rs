//! Every spelling of a structured reply → one (C2–C4, F S1): which member means what, under which
//! name, in which form. Nothing is judged here.

use super::links::plain;
use countersign_core::wire::{NextStep, ReplySection};
use serde_json::{Map, Value, json};

type Object = Map<String, Value>;

/// What a reply says, spelled one way.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Parts {
    pub(super) summary: String,
    pub(super) sections: Vec<ReplySection>,
    /// Text and whether the model calls it done.
    pub(super) steps: Vec<(String, bool)>,
    pub(super) changes: Vec<FileChange>,
    pub(super) commands: Vec<Command>,
    pub(super) next: Vec<NextStep>,
    /// One of them was a bare text.
    pub(super) legacy_next: bool,
    /// Hashes that the model names for files, by path.
    pub(super) hashes: Vec<(String, String)>,
}

/// A command with its reason.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Command {
    pub(super) command: String,
    pub(super) cwd: Option<String>,
    pub(super) why: String,
    pub(super) step: Option<usize>,
}

/// A change of one file.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct FileChange {
    pub(super) path: String,
    pub(super) form: Form,
    /// The hash that the model names.
    pub(super) hash: Option<String>,
    pub(super) why: String,
    pub(super) step: Option<usize>,
}

/// How a change is written.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Form {
    /// The whole new text.
    Whole(String),
    /// Pairs of texts, `[{search, replace}]`.
    Pairs(Vec<Value>),
    /// Line operations.
    Lines(Vec<Value>),
    /// A diff or a patch.
    Diff(String),
    Delete,
    Rename(String),
    /// None of these.
    Unclear(Value),
}

impl Parts {
    /// Whether anything was said that belongs to a reply.
    pub(super) fn is_empty(&self) -> bool {
        self.summary.is_empty() && self.changes.is_empty() && self.commands.is_empty() && self.sections.is_empty()
    }
}

/// Names of the members, folded: no case, no `_` or `-`.
fn fold(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '_' | '-' | ' ')).flat_map(char::to_lowercase).collect()
}

fn get<'v>(object: &'v Object, names: &[&str]) -> Option<&'v Value> {
    names.iter().find_map(|n| object.iter().find(|(k, v)| fold(k) == *n && !v.is_null()).map(|(_, v)| v))
}

fn text<'v>(object: &'v Object, names: &[&str]) -> Option<&'v str> {
    get(object, names).and_then(Value::as_str)
}

const PATHS: [&str; 8] = ["path", "filepath", "file", "filename", "targetfile", "target", "relativepath", "name"];
const ARGS: [&str; 5] = ["args", "arguments", "parameters", "params", "input"];
const OPERATIONS: [&str; 6] = ["operations", "ops", "toolcalls", "tools", "calls", "actions"];
const CHANGES: [&str; 7] = ["filechanges", "files", "changes", "edits", "fileedits", "patches", "modifications"];
const COMMANDS: [&str; 5] = ["commands", "shellcommands", "clicommands", "commandstorun", "command"];

/// Reads a value as a reply.
pub(super) fn read(value: &Value) -> Parts {
    let mut parts = Parts::default();
    match value {
        Value::Array(list) => operations(list, &mut parts),
        Value::Object(map) => root(map, &mut parts),
        _ => {}
    }
    parts
}

fn root(map: &Object, parts: &mut Parts) {
    let summary = ["summary", "message", "answer", "explanation", "response", "text", "reply"];
    // `{"response": {…}}`
    if let Some(Value::Object(inner)) = get(map, &["response", "reply", "result", "output", "data"]) {
        return root(inner, parts);
    }
    parts.summary = text(map, &summary).unwrap_or_default().trim().to_owned();
    for section in list(get(map, &["sections", "details"])) {
        match section {
            Value::String(body) => parts.sections.push(ReplySection { heading: String::new(), body: body.clone() }),
            Value::Object(o) => {
                let heading = text(o, &["heading", "title", "header", "name"]).unwrap_or_default();
                let body = match get(o, &["body", "content", "text", "markdown", "description"]) {
                    Some(Value::String(body)) => body.clone(),
                    Some(Value::Array(lines)) => {
                        lines.iter().filter_map(Value::as_str).map(|l| format!("- {l}")).collect::<Vec<_>>().join("\n")
                    }
                    _ => String::new(),
                };
                if !heading.is_empty() || !body.is_empty() {
                    parts.sections.push(ReplySection { heading: plain(heading), body });
                }
            }
            _ => {}
        }
    }
    for step in list(get(map, &["todos", "steps", "tasklist", "tasks", "plan", "checklist"])) {
        match step {
            Value::String(text) => parts.steps.push((plain(text), false)),
            Value::Object(o) => {
                let done = match get(o, &["completed", "done", "checked", "status", "state"]) {
                    Some(Value::Bool(done)) => *done,
                    Some(Value::String(word)) => {
                        matches!(fold(word).as_str(), "completed" | "done" | "true" | "finished")
                    }
                    _ => false,
                };
                let text = text(o, &["text", "title", "task", "name", "description", "aitext", "step", "goal"]);
                parts.steps.push((plain(text.unwrap_or_default()), done));
            }
            _ => parts.steps.push((String::new(), false)),
        }
    }
    for change in list(get(map, &CHANGES)) {
        parts.changes.extend(change.as_object().and_then(file_change));
    }
    match get(map, &COMMANDS) {
        Some(Value::String(one)) => parts.commands.push(shell(one)),
        found => parts.commands.extend(list(found).iter().filter_map(|c| match c {
            Value::String(text) => Some(shell(text)),
            Value::Object(o) => command(o),
            _ => None,
        })),
    }
    if let Some(found) = get(map, &OPERATIONS) {
        operations(list(Some(found)), parts);
    }
    // One call alone: `{"action": "write_file", "args": {…}}`.
    if get(map, &["action", "tool", "toolname", "function", "op"]).is_some() && get(map, &ARGS).is_some() {
        operation(map, parts);
    }
    for next in list(get(map, &["nextsteps", "suggestions", "followups", "next"])) {
        let step = match next {
            Value::String(text) => {
                parts.legacy_next = true;
                Some((text.as_str(), text.as_str()))
            }
            Value::Object(o) => {
                let input = text(o, &["inputtext", "input", "prompt", "message", "value"]);
                let label = text(o, &["html", "label", "text", "title"]).or(input);
                label.map(|label| (label, input.unwrap_or(label)))
            }
            _ => None,
        };
        if let Some((label, input)) = step {
            let (label, input_text) = (plain(label), plain(input));
            if !label.is_empty() && !input_text.is_empty() {
                parts.next.push(NextStep { label, input_text });
            }
        }
    }
    if let Some(Value::Object(hashes)) = get(map, &["filehashes", "hashes"]) {
        parts.hashes = hashes.iter().filter_map(|(p, h)| Some((p.clone(), h.as_str()?.to_owned()))).collect();
    }
}

fn list(value: Option<&Value>) -> &[Value] {
    match value {
        Some(Value::Array(list)) => list,
        _ => &[],
    }
}

fn step_of(o: &Object) -> Option<usize> {
    let value = get(o, &["todoindex", "stepindex", "todo", "step", "taskindex"])?;
    let n = value.as_u64().or_else(|| value.as_str().and_then(|t| t.trim().parse().ok()))?;
    usize::try_from(n).ok()
}

fn why(o: &Object) -> String {
    let said = text(o, &["why", "reason", "description", "explanation", "purpose", "summary", "humansummary"]);
    plain(said.unwrap_or_default())
}

fn shell(text: &str) -> Command {
    Command { command: text.trim().to_owned(), cwd: None, why: String::new(), step: None }
}

fn command(o: &Object) -> Option<Command> {
    let command = match get(o, &["command", "cmd", "run", "shell", "commandline", "script"])? {
        Value::String(text) => text.trim().to_owned(),
        // Words are joined only where nobody would have to quote them.
        Value::Array(words) => {
            let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
            let plain =
                |w: &&str| !w.is_empty() && w.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_./=:@,+".contains(&b));
            if !words.iter().all(plain) {
                return None;
            }
            words.join(" ")
        }
        _ => return None,
    };
    let cwd = text(o, &["cwd", "workdir", "workingdirectory", "directory"]).map(str::to_owned);
    (!command.is_empty()).then(|| Command { command, cwd, why: why(o), step: step_of(o) })
}

fn operations(list: &[Value], parts: &mut Parts) {
    for value in list {
        if let Value::Object(o) = value {
            operation(o, parts);
        }
    }
}

/// `{op, …}`, `{tool, args}`, `{action, tool, args}`, `{toolName, args}`, `{function: {name, arguments}}`.
fn operation(o: &Object, parts: &mut Parts) {
    let function = get(o, &["function"]).and_then(Value::as_object);
    let of = function.unwrap_or(o);
    let named = ["op", "tool", "toolname", "action", "name", "kind", "type"];
    // `action` may only say "call" beside the tool's name.
    let name = named.iter().filter_map(|n| text(of, &[n])).map(fold).find(|n| kind(n).is_some()).unwrap_or_default();
    let held;
    let args = match get(of, &ARGS) {
        Some(Value::Object(args)) => args,
        Some(Value::String(text)) => match serde_json::from_str::<Value>(text) {
            Ok(Value::Object(args)) => {
                held = args;
                &held
            }
            _ => return,
        },
        _ => of,
    };
    let reason = |own: String| if own.is_empty() { why(o) } else { own };
    let step = step_of(args).or_else(|| step_of(o));
    match kind(&name) {
        Some("command") => parts.commands.extend(command(args).map(|c| Command { why: reason(c.why), step, ..c })),
        Some(what) => {
            let mut args = args.clone();
            args.retain(|k, _| !matches!(fold(k).as_str(), "op" | "tool" | "toolname" | "action" | "kind" | "type"));
            if matches!(what, "delete" | "rename") {
                args.insert("action".to_owned(), json!(what));
            }
            parts.changes.extend(file_change(&args).map(|c| FileChange { why: reason(c.why), step, ..c }));
        }
        None => {}
    }
}

/// What a tool of any product does, by its folded name.
fn kind(name: &str) -> Option<&'static str> {
    Some(match name {
        "writefile" | "createfile" | "newfile" | "write" | "savefile" | "overwritefile" | "writetofile" => "write",
        "editfile" | "edit" | "modifyfile" | "updatefile" | "strreplace" | "replaceinfile" | "applydiff"
        | "applypatch" | "searchreplace" | "patchfile" | "replace" | "insertlines" | "multiedit"
        | "strreplaceeditor" => "edit",
        "deletefile" | "removefile" | "delete" => "delete",
        "renamefile" | "movefile" | "rename" | "move" => "rename",
        "runcommand" | "runterminalcommand" | "executecommand" | "bash" | "shell" | "exec" | "run" | "terminal"
        | "runshellcommand" | "runinterminal" | "execute" | "command" => "command",
        _ => return None,
    })
}

fn file_change(o: &Object) -> Option<FileChange> {
    let path = text(o, &PATHS)?.trim();
    if path.is_empty() {
        return None;
    }
    let hash = text(o, &["hash", "basehash", "filehash", "base", "oldhash"]).map(str::to_owned);
    Some(FileChange { path: path.to_owned(), form: form(o), hash, why: why(o), step: step_of(o) })
}

fn form(o: &Object) -> Form {
    let action =
        text(o, &["action", "changetype", "operation", "kind", "type", "op", "status"]).map(fold).unwrap_or_default();
    let to = text(o, &["to", "newpath", "renameto", "destination", "moveto", "target"]);
    if matches!(action.as_str(), "delete" | "remove" | "deletefile" | "deleted")
        || get(o, &["delete", "deleted"]) == Some(&json!(true))
    {
        return Form::Delete;
    }
    if let (Some(to), true) = (to, matches!(action.as_str(), "rename" | "move" | "renamefile" | "movefile" | "renamed"))
    {
        return Form::Rename(to.trim().to_owned());
    }
    let lines = list(get(o, &["lineoperations", "lineedits"]));
    if !lines.is_empty() {
        return Form::Lines(lines.to_vec());
    }
    const OLD: [&str; 8] = ["search", "oldstring", "oldstr", "oldtext", "find", "original", "before", "oldcontent"];
    const NEW: [&str; 9] =
        ["replace", "newstring", "newstr", "newtext", "replacement", "after", "updated", "newcontent", "replacewith"];
    if let (Some(old), Some(new)) = (text(o, &OLD), text(o, &NEW)) {
        return if old.is_empty() { Form::Whole(new.to_owned()) } else { Form::Pairs(vec![pair(old, new)]) };
    }
    let told = get(o, &["edits", "edit", "replacements", "searchreplace", "blocks", "hunks", "changes"]);
    let edits = match told.map(edits) {
        Some(Edits::Text(text)) => return Form::Diff(text),
        Some(Edits::List(list)) => list,
        None => Vec::new(),
    };
    if !edits.is_empty() {
        let pairs: Option<Vec<Value>> =
            edits.iter().map(|e| e.as_object().and_then(|e| Some(pair(text(e, &OLD)?, text(e, &NEW)?)))).collect();
        let numbered =
            edits.iter().all(|e| e.as_object().is_some_and(|e| get(e, &["line", "linenumber", "startline"]).is_some()));
        return match pairs {
            Some(pairs)
                if pairs.iter().all(|p| p.get("search").and_then(Value::as_str).is_some_and(|s| !s.is_empty())) =>
            {
                Form::Pairs(pairs)
            }
            _ if numbered => Form::Lines(edits),
            _ => Form::Unclear(Value::Object(o.clone())),
        };
    }
    if let Some(diff) = text(o, &["diff", "patch", "unifieddiff"]) {
        return Form::Diff(diff.to_owned());
    }
    let diff = get(o, &["isdiff"]) == Some(&json!(true));
    match text(o, &["content", "newcontent", "filecontent", "fullcontent", "text", "code", "body", "contents"]) {
        Some(text) if diff => Form::Diff(text.to_owned()),
        Some(text) => Form::Whole(text.to_owned()),
        None => Form::Unclear(Value::Object(o.clone())),
    }
}

/// Edits of one file, as they were sent.
enum Edits {
    List(Vec<Value>),
    /// In one of the forms that are texts.
    Text(String),
}

/// Edits in whichever shape: a list, one alone, either of them written as a text, or texts. What a text that
/// is neither says is found out where it is located in the file, or refused there.
fn edits(told: &Value) -> Edits {
    match told {
        Value::Array(list) if list.is_empty() => Edits::List(Vec::new()),
        Value::Array(list) => match list.iter().map(Value::as_str).collect::<Option<Vec<_>>>() {
            Some(texts) => Edits::Text(texts.join("\n")),
            None => Edits::List(list.clone()),
        },
        Value::String(text) => match serde_json::from_str(text) {
            Ok(inner @ (Value::Array(_) | Value::Object(_))) => edits(&inner),
            _ => Edits::Text(text.clone()),
        },
        Value::Null => Edits::List(Vec::new()),
        one => Edits::List(vec![one.clone()]),
    }
}

fn pair(search: &str, replace: &str) -> Value {
    json!({"search": search, "replace": replace})
}
