//! Tools that propose: what they would change is worked out against the files and the queue, and
//! refused where it could not be signed later. Nothing is written.

use super::files::text_of;
use crate::Inner;
use crate::proposing::{Fields, Sight, command_text, is_outside, meant, name_without, written};
use crate::tool_servers::stands_for;
use countersign_agent::machine::{Machine, Shown};
use countersign_agent::queue::{Queue, Write};
use countersign_agent::reading::ToolCall;
use countersign_core::change_set::propose::Proposal;
use countersign_core::command::Command;
use countersign_core::effect::{Fresh, Working};
use countersign_core::file::{FileKey, FilePath, WorkspaceId};
use countersign_core::ids::TodoId;
use countersign_core::operation::Operation;
use countersign_core::operation::parse::coerced;
use countersign_core::problem::Problem;
use countersign_core::template;
use countersign_core::todos::View;
use jiff::civil::Date;
use serde_json::{Map, Value, json};

/// A run's operations as they are proposed: those on files, and commands, in its workspace.
pub(super) fn placed(mut operations: Vec<Value>, workspace: Option<&WorkspaceId>) -> Vec<Value> {
    for op in &mut operations {
        let outside = op.get("op").and_then(Value::as_str).is_some_and(is_outside);
        if let (true, Some(workspace), Value::Object(map)) = (outside, workspace, &mut *op) {
            map.insert("workspace".to_owned(), json!(workspace));
        }
    }
    operations.iter().map(coerced).collect()
}

type Proposed = std::result::Result<Write, Problem>;

pub(super) fn no_workspace() -> Problem {
    Problem::new("no_workspace", "no workspace is open").hinting("Ask the person to open a folder.")
}

/// A file as the run sees it.
struct Seen {
    path: FilePath,
    /// The hash on disk that the first change builds on.
    base: Option<String>,
    /// Its content; absent = there is none. Inside: absent = no text.
    now: Option<Option<String>>,
    /// The permission bits of the file on disk.
    mode: Option<u32>,
}

impl Inner {
    /// What a call would change. What the person turned down is not queued again: todos, files and
    /// commands are compared as they would be put before them.
    pub(super) async fn propose_call(
        &self,
        call: &ToolCall,
        queue: &Queue,
        machine: &Machine,
        workspace: Option<&WorkspaceId>,
    ) -> Proposed {
        let write = self.worked_out(call, queue, machine, workspace).await?;
        let mut then = queue.clone();
        then.push(write.clone(), "");
        let known = queue.operations();
        let operations = then.operations();
        let gap = |op: &Value| template::copied(op, machine.message());
        if let Some(problem) = operations.iter().filter(|op| !known.contains(op)).find_map(gap) {
            return Err(problem);
        }
        let new: Vec<bool> = operations.iter().map(|op| !known.contains(op)).collect();
        self.refused_before(&placed(operations, workspace), &new).await?;
        Ok(write)
    }

    async fn worked_out(
        &self,
        call: &ToolCall,
        queue: &Queue,
        machine: &Machine,
        workspace: Option<&WorkspaceId>,
    ) -> Proposed {
        if let Some(kind) = call.tool.strip_prefix("todo_") {
            return self.todo_call(kind, &call.args);
        }
        if let Some((server, tool)) = stands_for(&call.tool) {
            let op = json!({ "op": "call_tool", "server": server, "tool": tool, "arguments": call.args });
            return match self.read_call(&op).await {
                Ok(_) => Ok(Write::Operation { op }),
                Err(mut problems) => Err(problems.swap_remove(0)),
            };
        }
        let workspace = workspace.ok_or_else(no_workspace)?;
        let text = |name: &str| call.args.get(name).and_then(Value::as_str).unwrap_or_default();
        if call.tool == "shell_exec" {
            return self.command_call(text("command"), text("cwd"), workspace);
        }
        let seen = self.seen(text("path"), queue, workspace).await?;
        let path = seen.path.to_string();
        // What another queued it has seen no more than what is on disk.
        let others = machine.queue().file(&path).is_some() && !machine.wrote(&path);
        if queue.file(&path).is_none() || others {
            known(&seen, machine.shown(&path), &call.tool)?;
        }
        match call.tool.as_str() {
            "write_file" => {
                roomy(&seen, queue)?;
                let mut map = Map::from_iter([("content".to_owned(), json!(text("content")))]);
                let new = self.made("write_file", &seen, workspace, &mut map)?;
                changed(seen, new)
            }
            "edit_file" => {
                if seen.now.is_none() {
                    return Err(missing(&path));
                }
                let edit = json!({ "old_string": text("old"), "new_string": text("new") });
                let mut map = Map::from_iter([("edit".to_owned(), json!(edit.to_string()))]);
                let new = self.made("edit_file", &seen, workspace, &mut map)?;
                changed(seen, new)
            }
            "delete_file" => match seen.now {
                None => Err(missing(&path)),
                Some(_) => Ok(Write::File { path, base: seen.base, text: None }),
            },
            "rename_file" => {
                let to = self.seen(text("to"), queue, workspace).await?;
                let room = roomy(&to, queue);
                match (seen.now, to.now) {
                    (None, _) => Err(missing(&path)),
                    (_, Some(_)) => Err(Problem::new("file_exists", format!("there is a file {} already", to.path))),
                    (Some(None), _) => Err(Problem::new("not_text", format!("{path} is no text"))
                        .hinting("Ask the person to rename it, or use shell_exec.")),
                    (Some(Some(text)), None) => {
                        room?;
                        Ok(Write::Rename { path, to: to.path.to_string(), base: seen.base, text, mode: seen.mode })
                    }
                }
            }
            other => Err(Problem::new("unknown_tool", format!("there is no tool {other}"))),
        }
    }

    async fn seen(&self, path: &str, queue: &Queue, workspace: &WorkspaceId) -> std::result::Result<Seen, Problem> {
        let path = self.path_in(workspace, path)?;
        let at = FileKey { workspace: workspace.clone(), path: path.clone() };
        if let (Some(now), Some(base)) = (queue.file(path.as_str()), queue.base(path.as_str())) {
            let there = match base {
                Some(_) => self.read_file(&at).await.ok().flatten(),
                None => None,
            };
            let (base, now) = (base.map(str::to_owned), now.map(|t| Some(t.to_owned())));
            return Ok(Seen { path, base, now, mode: there.map(|(_, state)| state.mode) });
        }
        match self.read_file(&at).await {
            Ok(None) => Ok(Seen { path, base: None, now: None, mode: None }),
            Ok(Some((bytes, state))) => {
                let text = text_of(&path, bytes).ok();
                Ok(Seen { path, base: Some(state.hash), now: Some(text), mode: Some(state.mode) })
            }
            Err(crate::EngineError::Bad(problem)) => Err(problem),
            Err(e) => Err(Problem::new("file_failed", e.to_string())),
        }
    }

    /// The content that a write or an edit makes, by the same rules as any proposal.
    fn made(
        &self,
        name: &str,
        seen: &Seen,
        workspace: &WorkspaceId,
        map: &mut Map<String, Value>,
    ) -> std::result::Result<String, Problem> {
        let at = FileKey { workspace: workspace.clone(), path: seen.path.clone() };
        let old = match &seen.now {
            None => None,
            Some(Some(text)) => Some(text.as_bytes()),
            Some(None) => return Err(Problem::new("not_text", format!("{} is no text", seen.path))),
        };
        let mut fields = Fields::new(map);
        let made =
            written(&self.models(), &|named| self.is_named(&at, named), name, &at, old, &mut fields, Sight::Veiled)
                .map_err(|mut problems| {
                    if problems.is_empty() {
                        Problem::new("edit_refused", "the edit was refused")
                    } else {
                        problems.swap_remove(0)
                    }
                })?;
        String::from_utf8(made.bytes).map_err(|_| Problem::new("not_text", "the result is no text"))
    }

    fn command_call(&self, command: &str, cwd: &str, workspace: &WorkspaceId) -> Proposed {
        let cwd = match cwd.trim().trim_matches('/') {
            "" | "." => String::new(),
            path => FilePath::folder(path)?.to_string(),
        };
        let command = command_text(command)?.to_owned();
        let op =
            Operation::RunCommand(Command { workspace: workspace.clone(), cwd: cwd.clone(), command: command.clone() });
        if let Some(problem) = self.refused(&op) {
            return Err(problem);
        }
        let mut op = json!({ "op": "run_command", "command": command });
        if let (false, Value::Object(map)) = (cwd.is_empty(), &mut op) {
            map.insert("cwd".to_owned(), json!(cwd));
        }
        Ok(Write::Operation { op })
    }

    fn todo_call(&self, kind: &str, args: &Value) -> Proposed {
        let mut fields = args.as_object().cloned().unwrap_or_default();
        // What is not given is null where a grammar wants every field; it clears nothing.
        fields.retain(|_, value| !value.is_null());
        // Code resolves dates, not the model.
        if let Some(text) = fields.get("scheduledFor").and_then(Value::as_str).map(str::to_owned)
            && text.parse::<jiff::civil::Date>().is_err()
        {
            let read = countersign_planner::dates::phrase(&text, &self.planner_clock());
            let Some(date) = read.date else {
                return Err(Problem::new("invalid_args", format!("scheduledFor is no date: {text}"))
                    .hinting("Say it as YYYY-MM-DD, or ask the person."));
            };
            fields.insert("scheduledFor".to_owned(), json!(date.to_string()));
        }
        let day = fields.shift_remove("occurrenceDate");
        let id = fields.shift_remove("id");
        if let Some(number) = id.as_ref().and_then(Value::as_i64)
            && self.world().todos.todo(TodoId(number)).is_none()
        {
            return Err(Problem::new("id_not_found", format!("there is no todo #{number}"))
                .hinting("Use a number that read_todos or search_todos shows."));
        }
        let mut op = Map::from_iter([("op".to_owned(), json!(kind))]);
        if let Some(day) = self.due(kind, id.as_ref(), day.as_ref())? {
            op = Map::from_iter([("op".to_owned(), json!("complete_occurrence"))]);
            fields.insert("occurrenceDate".to_owned(), json!(day.to_string()));
        }
        if let Some(id) = id {
            op.insert("id".to_owned(), id);
        }
        op.extend(fields);
        let op = Value::Object(op);
        let moment = self.moment();
        match meant(Proposal::parse(&op, ""), "").op {
            // What could not be signed is told while it can be mended.
            Ok(read) => match Working::new(&self.world().todos).run(1, &read, moment, &mut Fresh::provisional()) {
                Ok(_) => Ok(Write::Operation { op }),
                Err(problem) => Err(problem),
            },
            Err((_, mut problems)) if !problems.is_empty() => Err(problems.swap_remove(0)),
            Err(_) => Err(Problem::new("invalid_args", "that cannot be done")),
        }
    }
}

impl Inner {
    /// The day that completing a repeating todo means: the one said, else the last that is due, else the
    /// first to come. `None` = it does not repeat.
    fn due(&self, kind: &str, id: Option<&Value>, day: Option<&Value>) -> std::result::Result<Option<Date>, Problem> {
        let (clock, today) = (self.planner_clock(), self.moment().today);
        let world = self.world();
        let todo = id.and_then(Value::as_i64).and_then(|id| world.todos.todo(TodoId(id)));
        let Some(todo) = todo.filter(|t| kind == "complete" && t.recurrence.is_repeating()) else { return Ok(None) };
        if let Some(text) = day.and_then(Value::as_str) {
            let read = || countersign_planner::dates::phrase(text, &clock).date;
            let date = text.parse::<Date>().ok().or_else(read);
            return date.map(Some).ok_or_else(|| {
                Problem::new("invalid_args", format!("occurrenceDate is no date: {text}"))
                    .hinting("Say it as YYYY-MM-DD.")
            });
        }
        Ok(todo.standing(today).map(|open| open.occurrence_date))
    }
}

/// Refuses to change a file that is there, and that the model has not seen as it is (R14). To delete or
/// rename one it need not have looked into it; if it has, it means the file as it was then.
fn known(seen: &Seen, shown: Option<&Shown>, tool: &str) -> std::result::Result<(), Problem> {
    let (Some(_), Some(base)) = (&seen.now, &seen.base) else { return Ok(()) };
    let path = &seen.path;
    match shown {
        None if matches!(tool, "delete_file" | "rename_file") => Ok(()),
        None => Err(Problem::new("not_read", format!("there is a file {path}, and you have not read it"))),
        Some(shown) if shown.hash != *base => {
            Err(Problem::new("base_changed", format!("{path} is not any more as you have read it"))
                .hinting("Read it again."))
        }
        Some(shown) if tool == "write_file" && !shown.whole => {
            Err(Problem::new("not_read", format!("you have not read all of {path}, so it cannot be written anew"))
                .hinting("Change a part of it with edit_file."))
        }
        Some(_) => Ok(()),
    }
}

/// Refuses a new file with a placeholder in its name, or one below the path of another that the run changes, or the
/// other way round: a set never holds both, not even where the other is gone by then.
fn roomy(seen: &Seen, queue: &Queue) -> std::result::Result<(), Problem> {
    if seen.now.is_some() {
        return Ok(());
    }
    name_without(&seen.path)?;
    let below = |inner: &str, outer: &str| inner.strip_prefix(outer).is_some_and(|rest| rest.starts_with('/'));
    let path = seen.path.as_str();
    let mut changed = queue.files().filter(|(other, text)| text.is_some() || queue.base(other).flatten().is_some());
    match changed.find(|(other, _)| below(path, other) || below(other, path)) {
        Some((other, _)) => {
            Err(Problem::new("path_taken", format!("{path} cannot be there: this run changes {other}, too")))
        }
        None => Ok(()),
    }
}

fn missing(path: &str) -> Problem {
    Problem::new("file_not_found", format!("there is no file {path}")).hinting("List the files, or write it anew.")
}

/// A change that changes something.
fn changed(seen: Seen, new: String) -> Proposed {
    if seen.now.as_ref().is_some_and(|now| now.as_deref() == Some(new.as_str())) {
        return Err(Problem::new("no_effect", format!("{} holds exactly that already", seen.path)));
    }
    Ok(Write::File { path: seen.path.to_string(), base: seen.base, text: Some(new) })
}
