//! `countersign interpret`: what the built-in planner makes of a sentence, given todos in a file.

use super::{BadLine, Line, each_line, snapshot};
use crate::args;
use crate::failure::{Exit, Result};
use crate::moment::Moment;
use crate::screen::Screen;
use crate::texts::{self, say};
use countersign_core::todos::Todos;
use countersign_planner::dates::Clock;
use countersign_planner::interpret::{Answer, Context, interpret, reply};
use countersign_speech::{Language, fields, say as say_again};
use serde_json::Value;
use std::io;

/// Runs the verb; `tag` = the language that was asked for, without which what a program reads is in English.
pub(crate) fn run(args: &args::Interpret, tag: Option<&str>, moment: &Moment, screen: &mut Screen) -> Result<Exit> {
    let spoken = |tag: Option<&str>| Language::wanted(texts::tag(tag));
    let asked = tag.and_then(|tag| spoken(Some(tag)));
    let clock = moment.planner_clock(args.locale.locale.as_deref());
    let todos = match &args.snapshot {
        Some(path) => snapshot::read(path)?,
        None => Todos::default(),
    };
    if args.batch {
        return each_line(io::stdin().lock(), io::stdout().lock(), |line| {
            answer(line, &todos, &clock).map(|found| worded(&found, asked))
        });
    }
    let sentence = args.sentence.join(" ");
    let found = interpret(&sentence, &todos, &clock, &Context::default());
    if screen.is_json() {
        screen.json(&worded(&found, asked))?;
        return Ok(Exit::Clear);
    }
    let text = reply(&found, &todos, clock.now.date());
    screen.line(spoken(tag).and_then(|language| say_again(&text, language)).unwrap_or(text))?;
    for op in &found.ops {
        screen.line(format!("  {}", op.to_value()))?;
    }
    for part in &found.consumed {
        screen.line(say!("cli-consumed", text = part.text.as_str(), meaning = crate::show::read_as(&part.taken_as)))?;
    }
    for code in &found.warnings {
        screen.line(say!("cli-warning", code = code.as_str()))?;
    }
    Ok(Exit::Clear)
}

/// An answer, of which what the planner asks is in a language. Titles stay as they were written.
fn worded(answer: &Answer, language: Option<Language>) -> Value {
    let mut value = serde_json::json!(answer);
    if let Some(language) = language {
        if let Some(said) = answer.question.as_deref().and_then(|question| say_again(question, language)) {
            value["question"] = Value::String(said);
        }
        if let Some(sections) = value.get_mut("sections") {
            fields::answer(sections, language);
        }
    }
    value
}

fn answer(line: &Line, todos: &Todos, clock: &Clock) -> Result<Answer, BadLine> {
    line.only(&["instruction", "context"])?;
    let instruction: String = line.required("instruction", "invalid_instruction")?;
    Ok(interpret(&instruction, todos, clock, &context(line)?))
}

/// What went before, of which every field must be one that is read.
fn context(line: &Line) -> Result<Context, BadLine> {
    let mut said: Value = line.optional("context", "invalid_context")?.unwrap_or_default();
    plain(&mut said);
    let context: Option<Context> = serde_json::from_value(said.clone())
        .map_err(|e| BadLine::new("invalid_context", format!("context cannot be read: {e}")))?;
    let context = context.unwrap_or_default();
    let read = serde_json::to_value(&context).map_err(|e| BadLine::new("invalid_context", e.to_string()))?;
    all_read(&said, &read, "context")?;
    Ok(context)
}

/// What went before in the shape that is read. Null is the same as leaving out; a question is repeated as it was
/// answered, with its sections, or with its options as todos; an operation of the past says all that it said when it was
/// carried out, and of several todos (`before` = a list) what it did to each.
fn plain(context: &mut Value) {
    let Value::Object(context) = context else { return };
    context.retain(|_, value| !value.is_null());
    if let Some(Value::Object(question)) = context.get_mut("clarify") {
        question.retain(|name, value| !value.is_null() && name != "sections");
        for option in question.get_mut("options").and_then(Value::as_array_mut).into_iter().flatten() {
            if let Some(id) = option.get("id").or_else(|| option.get("value")) {
                *option = id.clone();
            }
        }
    }
    for batch in context.get_mut("history").and_then(Value::as_array_mut).into_iter().flatten() {
        let Value::Object(batch) = batch else { continue };
        batch.retain(|_, value| !value.is_null());
        if let Some(Value::Array(ops)) = batch.get_mut("ops") {
            *ops = std::mem::take(ops).into_iter().flat_map(past).collect();
        }
    }
}

/// An operation of the past: what it was, and each todo as it was before.
fn past(op: Value) -> Vec<Value> {
    let Value::Object(mut op) = op else { return vec![op] };
    op.retain(|name, value| !value.is_null() && ["op", "id", "before", "file"].contains(&name.as_str()));
    let each = match op.get_mut("before").map(Value::take) {
        Some(Value::Array(all)) => all,
        Some(one) => vec![one],
        None => return vec![Value::Object(op)],
    };
    let of = |mut before: Value| {
        snapshot::plain(&mut before);
        let mut op = op.clone();
        if let (None, Some(id)) = (op.get("id"), before.get("id")) {
            op.insert("id".to_owned(), id.clone());
        }
        op.insert("before".to_owned(), before);
        Value::Object(op)
    };
    each.into_iter().map(of).collect()
}

/// Whether each field of `said` is in `read`, which is the same as it was understood. A todo as it was before keeps what
/// a snapshot may say of it.
fn all_read(said: &Value, read: &Value, place: &str) -> Result<(), BadLine> {
    match (said, read) {
        (Value::Object(said), Value::Object(read)) => said.iter().try_for_each(|(name, value)| {
            let place = format!("{place}.{name}");
            match read.get(name) {
                _ if name == "before" => Ok(()),
                Some(known) => all_read(value, known, &place),
                None => Err(BadLine::unknown(&place, read.keys())),
            }
        }),
        (Value::Array(said), Value::Array(read)) => {
            let mut pairs = said.iter().zip(read).enumerate();
            pairs.try_for_each(|(n, (said, read))| all_read(said, read, &format!("{place}[{n}]")))
        }
        _ => Ok(()),
    }
}
