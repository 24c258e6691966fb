//! `countersign interpret`: what the built-in planner makes of a sentence, given todos in a file.

use super::{BadLine, Line, each_line, snapshot};
use crate::args;
use crate::failure::{Exit, Result};
use crate::moment::Moment;
use crate::screen::Screen;
use crate::texts::say;
use countersign_core::todos::Todos;
use countersign_planner::dates::Clock;
use countersign_planner::interpret::{Answer, Context, interpret, reply};
use std::io;

/// Runs the verb.
pub(crate) fn run(args: &args::Interpret, moment: &Moment, screen: &mut Screen) -> Result<Exit> {
    let clock = moment.planner_clock(args.locale.locale.as_deref());
    let todos = match &args.snapshot {
        Some(path) => snapshot::read(path)?,
        None => Todos::default(),
    };
    if args.batch {
        return each_line(io::stdin().lock(), io::stdout().lock(), |line| answer(line, &todos, &clock));
    }
    let sentence = args.sentence.join(" ");
    let found = interpret(&sentence, &todos, &clock, &Context::default());
    if screen.is_json() {
        screen.json(&found)?;
        return Ok(Exit::Clear);
    }
    screen.line(reply(&found, &todos, &clock))?;
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

fn answer(line: &Line, todos: &Todos, clock: &Clock) -> Result<Answer, BadLine> {
    let instruction: String = line.required("instruction", "invalid_instruction")?;
    let context: Context = line.optional("context", "invalid_context")?.unwrap_or_default();
    Ok(interpret(&instruction, todos, clock, &context))
}
