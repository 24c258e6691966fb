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
    let context: Context = line.optional("context", "invalid_context")?.unwrap_or_default();
    let said: Option<Value> = line.optional("context", "invalid_context")?;
    let read = serde_json::to_value(&context).map_err(|e| BadLine::new("invalid_context", e.to_string()))?;
    all_read(&said.unwrap_or_default(), &read, "context")?;
    Ok(context)
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
