//! `countersign recover`: what is safe in a model's text (RECOVERY.md).

use super::{BadLine, Line, each_line};
use crate::args;
use crate::failure::{Exit, Failure, Result};
use crate::screen::Screen;
use crate::texts::say;
use crate::verbs::{read_file, read_input};
use countersign_recover::{Finish, Recovered, Request, Schema};
use serde_json::Value;
use serde_json::value::RawValue;
use std::io;

/// Runs the verb.
pub(crate) fn run(args: &args::Recover, screen: &mut Screen) -> Result<Exit> {
    if args.batch {
        let mut schemas = Schemas::default();
        return each_line(io::stdin().lock(), io::stdout().lock(), |line| answer(line, &mut schemas));
    }
    let schema = args.schema.as_deref().map(|path| read_file(path).and_then(|text| compiled(&text))).transpose()?;
    let input = text_of_stdin()?;
    let finish = args.finish.as_deref().map(read_finish).transpose()?;
    let found = countersign_recover::recover(&Request { input: &input, schema: schema.as_ref(), finish });
    screen.json(&found)?;
    Ok(exit(&found))
}

/// Runtimes' words for an answer that they say is whole.
const WHOLE: [&str; 8] =
    ["stop", "end_turn", "stop_sequence", "tool_calls", "tool_use", "function_call", "content_filter", "unknown"];

/// Why a runtime stopped, in the word of any of them. A slip of the hand is told: it would decide how the text is read.
fn read_finish(word: &str) -> Result<Finish> {
    let finish = Finish::read(word);
    if finish == Finish::Stop && !WHOLE.contains(&word.to_ascii_lowercase().as_str()) {
        let message = say!("cli-finish-unknown", word = crate::screen::clean(word));
        return Err(Failure::new("invalid_finish", message, say!("cli-finish-unknown-hint")));
    }
    Ok(finish)
}

/// 0 all of it is safe, 2 some of it is not, 1 nothing is.
fn exit(found: &Recovered) -> Exit {
    let whole = found.complete && found.dropped.is_empty() && found.violations.is_empty() && found.error.is_none();
    match (found.has_value(), whole) {
        (true, true) => Exit::Clear,
        (true, false) => Exit::Pending,
        (false, _) => Exit::Failed,
    }
}

fn compiled(text: &str) -> Result<Schema> {
    let refused = |cause: String| {
        Failure::new("invalid_schema", say!("cli-schema-invalid", cause = cause), say!("cli-schema-invalid-hint"))
    };
    let schema: Value = serde_json::from_str(text).map_err(|e| refused(e.to_string()))?;
    Schema::compile(&schema).map_err(|e| refused(e.to_string()))
}

/// Standard input. A text cut in the middle of a character ends before it.
fn text_of_stdin() -> Result<String> {
    let mut bytes = read_input()?;
    if let Err(error) = std::str::from_utf8(&bytes)
        && error.error_len().is_none()
    {
        bytes.truncate(error.valid_up_to());
    }
    String::from_utf8(bytes).map_err(|e| {
        let cause = e.to_string();
        Failure::new("invalid_utf8", say!("cli-input-not-utf8", cause = cause), say!("cli-input-not-utf8-hint"))
    })
}

/// The schema used last: a batch mostly has one.
#[derive(Default)]
struct Schemas(Option<(String, Schema)>);

impl Schemas {
    fn get(&mut self, raw: &RawValue) -> Result<&Schema, BadLine> {
        if self.0.as_ref().is_none_or(|(text, _)| text != raw.get()) {
            let bad = |cause: String| BadLine::new("invalid_schema", format!("schema cannot be used: {cause}"));
            let schema: Value = serde_json::from_str(raw.get()).map_err(|e| bad(e.to_string()))?;
            let schema = Schema::compile(&schema).map_err(|e| bad(e.to_string()))?;
            self.0 = Some((raw.get().to_owned(), schema));
        }
        match &self.0 {
            Some((_, schema)) => Ok(schema),
            None => Err(BadLine::new("invalid_schema", "schema cannot be used")),
        }
    }
}

fn answer(line: &Line, schemas: &mut Schemas) -> Result<Recovered, BadLine> {
    let input: String = line.required("input", "invalid_input")?;
    let finish: Option<String> = line.optional("finish", "invalid_finish")?;
    let schema: Option<Box<RawValue>> = line.optional("schema", "invalid_schema")?;
    let schema = schema.map(|raw| schemas.get(&raw)).transpose()?;
    let finish = finish.as_deref().map(Finish::read);
    Ok(countersign_recover::recover(&Request { input: &input, schema, finish }))
}
