//! Our own JSON: every field of every todo, one todo a line.

use crate::fit::{self, refuses};
use crate::format::Format;
use crate::reading::{Reading, said_twice};
use crate::{Env, Incoming, Parsed, genuine, twice};
use countersign_core::exact;
use countersign_core::ids::TodoId;
use countersign_core::problem::Problem;
use countersign_core::todo::{Field, Todo};
use serde_json::Value;
use std::collections::HashSet;

/// Keys of a todo that are no fields of it to change.
const IDENTITY: [&str; 6] = ["id", "uid", "completed", "version", "createdAt", "updatedAt"];

/// The greatest version taken from a file: as for numbers.
const MAX_VERSION: u64 = TodoId::MAX_TAKEN.0.unsigned_abs();

/// Reads `{"todos":[…]}`, a list of todos, or one todo a line.
///
/// # Errors
/// When the text is no such JSON.
pub(crate) fn read(text: &str, env: &Env<'_>) -> Result<Parsed, Problem> {
    let mut reading = Reading::new(Format::Json);
    match serde_json::from_str::<Value>(text) {
        Ok(Value::Array(todos)) => all(&mut reading, todos, ("", &twice::keys(text, 1)), env),
        Ok(Value::Object(mut file)) => match file.remove("todos") {
            _ if twice::keys(text, 0).contains("") && !twice::keys(text, 1).iter().all(|way| way == "/todos") => {
                return Err(malformed("a key stands twice in it"));
            }
            Some(Value::Array(todos)) => all(&mut reading, todos, ("/todos", &twice::keys(text, 2)), env),
            Some(_) => return Err(malformed("todos is not a list")),
            None if file.contains_key("title") => one(&mut reading, Value::Object(file), "/line/1".to_owned(), env),
            None => return Err(malformed("there is no list named todos")),
        },
        Ok(_) => return Err(malformed("it is neither a list nor an object")),
        Err(error) if is_lines(text) => lines(&mut reading, text, &error, env)?,
        Err(error) => {
            return Err(malformed(&format!("{error}")).at(format!("/line/{}", error.line())));
        }
    }
    Ok(reading.finish())
}

fn is_lines(text: &str) -> bool {
    text.lines()
        .find(|l| !l.trim().is_empty())
        .is_some_and(|first| serde_json::from_str::<Value>(first).is_ok_and(|v| v.is_object()))
}

fn malformed(why: &str) -> Problem {
    Problem::new("invalid_json", format!("the file is not a list of todos: {why}"))
        .hinting("Give {\"todos\":[…]}, as the JSON export writes it.")
}

fn all(reading: &mut Reading, todos: Vec<Value>, (under, twice): (&str, &HashSet<String>), env: &Env<'_>) {
    for (at, value) in todos.into_iter().enumerate() {
        let path = format!("{under}/{at}");
        if twice.contains(&path) {
            reading.placed(said_twice().at(path));
        } else {
            one(reading, value, path, env);
        }
    }
}

fn lines(reading: &mut Reading, text: &str, error: &serde_json::Error, env: &Env<'_>) -> Result<(), Problem> {
    let mut read = false;
    for (number, line) in (1..).zip(text.lines()).filter(|(_, l): &(u32, &str)| !l.trim().is_empty()) {
        match serde_json::from_str(line) {
            Ok(_) if !twice::keys(line, 0).is_empty() => {
                reading.problem(number, said_twice());
                read = true;
            }
            Ok(value) => {
                one(reading, value, format!("/line/{number}"), env);
                read = true;
            }
            Err(error) => reading.problem(number, Problem::new("invalid_json", format!("not JSON: {error}"))),
        }
    }
    if read { Ok(()) } else { Err(malformed(&format!("{error}"))) }
}

fn one(reading: &mut Reading, value: Value, path: String, env: &Env<'_>) {
    let Some(object) = value.as_object() else {
        reading.placed(Problem::new("invalid_todo", "a todo is a JSON object").at(path));
        return;
    };
    let has = |key: &str| object.get(key).is_some_and(|v| !v.is_null());
    let number = object.get("id").filter(|id| id.is_number() && id.as_i64() != Some(0)).cloned();
    // A number far beyond ours would be the last: those given after it could not be told apart.
    let id_hint = object.get("id").and_then(Value::as_i64).map(TodoId);
    let id_hint = id_hint.filter(|id| (TodoId(1)..=TodoId::MAX_TAKEN).contains(id));
    let (dated, changed) = (has("createdAt"), has("updatedAt"));
    let completed = has("completed");
    let said = object.get("completed").and_then(Value::as_bool).zip(object.get("status").and_then(Value::as_str));
    let contradicts = said.is_some_and(|(completed, status)| completed != (status == "done"));
    let unknown: Vec<String> = object
        .keys()
        .filter(|k| Field::named(k).is_none() && !IDENTITY.contains(&k.as_str()))
        .map(|k| k.chars().take(40).collect())
        .collect();
    let fields = Field::ALL
        .into_iter()
        .filter(|f| object.contains_key(f.name()) || (*f == Field::Status && completed))
        .collect();
    let mut value = value;
    if let Some(object) = value.as_object_mut() {
        // Todos of a hand-written file need no number, and a null is a missing key.
        if number.is_some() || !object.contains_key("id") {
            object.insert("id".to_owned(), Value::from(0));
        }
        object.retain(|_, v| !v.is_null());
    }
    let mut todo = match exact::from_value::<Todo>(value) {
        Ok(todo) => todo,
        Err(error) => {
            reading.placed(Problem::new("invalid_todo", format!("a todo could not be read: {error}")).at(path));
            return;
        }
    };
    if let Some(problem) = refuses(&todo) {
        reading.placed(problem.at(path));
        return;
    }
    if !unknown.is_empty() {
        let message = format!("{} is not a field of a todo and was left out", unknown.join(", "));
        reading.placed(Problem::new("unknown_field", message).at(path.clone()));
    }
    if contradicts {
        let message = "completed and status say different things of a todo; its status counts";
        let hint = "A todo is completed when its status is done, and only then. Give one of the two.";
        reading.placed(Problem::new("invalid_status", message).hinting(hint).at(path.clone()));
    }
    if let (None, Some(number)) = (id_hint, number) {
        let message = format!("a todo's number {number} cannot be kept");
        reading.placed(Problem::new("number_not_kept", message).at(path.clone()));
    }
    if todo.version > MAX_VERSION {
        let message = format!("a todo's version {} cannot be kept", todo.version);
        let problem = Problem::new("number_not_kept", message).hinting("Its version begins at 1 here.");
        reading.placed(problem.at(path.clone()));
        todo.version = 1;
    }
    if let Some((clean, left_out)) = genuine::purged(&todo, None, env) {
        todo = clean;
        let message = format!(
            "extra of “{}” says what no file of that format would leave there; left out: {}",
            fit::one_line(&todo.title).chars().take(60).collect::<String>(),
            left_out.join(", ")
        );
        let hint =
            "What is kept for a format is written into its files as it stands: lines of its own, no part of the todo.";
        reading.placed(Problem::new("extra_left_out", message).hinting(hint).at(path.clone()));
    }
    if !dated {
        todo.created_at = env.now;
    }
    if !changed {
        todo.updated_at = todo.created_at;
    }
    todo.id = TodoId(0);
    let uid = todo.uid.clone();
    let source_line = path.strip_prefix("/line/").and_then(|n| n.parse().ok());
    reading.push_whole(Incoming { uid, derived: false, todo, id_hint, fields, source_line }, path);
}

/// Writes the file; one todo a line, so that versions of it compare well.
pub(crate) fn write(todos: &mut dyn Iterator<Item = &Todo>) -> String {
    let mut out = String::from("{\"todos\":[");
    for (at, todo) in todos.enumerate() {
        out.push_str(if at == 0 { "\n" } else { ",\n" });
        out.push_str(&serde_json::to_string(todo).unwrap_or_default());
    }
    out.push_str("\n]}\n");
    out
}
