//! The black-box verbs (TODOS.md "Black-box verbs"): JSON lines in, one JSON line out for each, in
//! order. Needs no server and no data; nothing is stored.

mod commands;
mod dates;
mod interpret;
mod occurrences;
mod patch;
mod recover;
mod snapshot;

pub(crate) use commands::run as commands;
pub(crate) use dates::run as dates;
pub(crate) use interpret::run as interpret;
pub(crate) use occurrences::run as occurrences;
pub(crate) use patch::run as patch;
pub(crate) use recover::run as recover;

use crate::failure::{Exit, Result};
use crate::verbs::MOST_READ;
use countersign_core::problem::hint;
use serde::de::{DeserializeOwned, Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::io::{BufRead, BufWriter, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Bytes of a line above which its memory is given back before it is answered.
const LONG_LINE: usize = 1 << 20;

/// How a line is told from the others.
const NAMED: &str = "Give each line an id of its own: a number or a text.";

/// A line that cannot be answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct BadLine {
    code: &'static str,
    message: String,
    hint: String,
}

impl BadLine {
    pub(crate) fn new(code: &'static str, message: impl Into<String>) -> Self {
        // Nothing of a line is a todo's.
        let hint = if code == "invalid_id" { NAMED } else { hint(code) };
        Self { code, message: message.into(), hint: hint.to_owned() }
    }

    /// A field that means nothing where it stands; `known` could have been meant.
    fn unknown(field: &str, known: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        let known: Vec<String> = known.into_iter().map(|name| name.as_ref().to_owned()).collect();
        let bad = Self::new("unknown_field", format!("\"{field}\" is not a field here"));
        let hint = format!("{} It could be: {}.", bad.hint, known.join(", "));
        Self { hint, ..bad }
    }
}

/// The fields of one line, each still as it was written.
pub(crate) struct Line(BTreeMap<String, Box<RawValue>>);

impl Line {
    /// Refuses what is none of these fields: what is only passed over may be a slip of one that counts.
    pub(crate) fn only(&self, fields: &[&str]) -> Result<(), BadLine> {
        let known = || ["id"].into_iter().chain(fields.iter().copied());
        match self.0.keys().find(|name| known().all(|field| field != name.as_str())) {
            Some(name) => Err(BadLine::unknown(name, known())),
            None => Ok(()),
        }
    }

    /// A field that may be left out; null is the same as leaving it out.
    pub(crate) fn optional<T: DeserializeOwned>(&self, field: &str, code: &'static str) -> Result<Option<T>, BadLine> {
        match self.0.get(field) {
            Some(raw) => {
                serde_json::from_str(raw.get()).map_err(|e| BadLine::new(code, format!("{field} cannot be read: {e}")))
            }
            None => Ok(None),
        }
    }

    /// A field that must be there.
    pub(crate) fn required<T: DeserializeOwned>(&self, field: &str, code: &'static str) -> Result<T, BadLine> {
        self.optional(field, code)?.ok_or_else(|| BadLine::new(code, format!("{field} is missing")))
    }
}

#[derive(Serialize)]
struct Answered<'a, T> {
    id: &'a RawValue,
    #[serde(flatten)]
    answer: T,
}

#[derive(Serialize)]
struct Unanswered<'a> {
    id: Option<&'a RawValue>,
    error: BadLine,
}

/// Answers every line of `input`; a bad one is answered with its error, and the rest goes on.
///
/// # Errors
/// Only when the streams fail.
pub(crate) fn each_line<T: Serialize>(
    mut input: impl BufRead,
    output: impl Write,
    mut answer: impl FnMut(&Line) -> Result<T, BadLine>,
) -> Result<Exit> {
    let mut output = BufWriter::new(output);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        if input.by_ref().take(MOST_READ + 1).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(Exit::Clear);
        }
        if bytes.len() as u64 > MOST_READ {
            bytes = Vec::new();
            skip_line(&mut input)?;
            let message = format!("the line is longer than {} MB", MOST_READ >> 20);
            let error = BadLine::new("line_too_long", message);
            serde_json::to_writer(&mut output, &Unanswered { id: None, error }).map_err(std::io::Error::from)?;
            output.write_all(b"\n")?;
            output.flush()?;
            continue;
        }
        if bytes.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let line = read(&bytes);
        if bytes.capacity() > LONG_LINE {
            bytes = Vec::new();
        }
        match line {
            Ok((id, line)) => match guarded(|| answer(&line)) {
                Ok(answer) => serde_json::to_writer(&mut output, &Answered { id: &id, answer }),
                Err(error) => serde_json::to_writer(&mut output, &Unanswered { id: Some(&id), error }),
            },
            Err(error) => serde_json::to_writer(&mut output, &Unanswered { id: None, error }),
        }
        .map_err(std::io::Error::from)?;
        output.write_all(b"\n")?;
        // Whoever feeds us a line may wait for its answer before writing the next.
        output.flush()?;
    }
}

/// Reads to the end of the line and keeps nothing of it.
fn skip_line(input: &mut impl BufRead) -> Result<()> {
    loop {
        let read = input.fill_buf()?;
        let (end, length) = match read.iter().position(|byte| *byte == b'\n') {
            Some(at) => (true, at + 1),
            None => (read.is_empty(), read.len()),
        };
        input.consume(length);
        if end {
            return Ok(());
        }
    }
}

/// A defect of ours in one line must not take the answers of the others with it. What `answer` reads
/// is only read, so nothing is left half changed.
fn guarded<T>(answer: impl FnOnce() -> Result<T, BadLine>) -> Result<T, BadLine> {
    catch_unwind(AssertUnwindSafe(answer))
        .unwrap_or_else(|_| Err(BadLine::new("internal", "answering this line failed; please report it")))
}

/// The fields of an object that names each once: of two, nobody could say which was meant.
struct Fields(BTreeMap<String, Box<RawValue>>);

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        d.deserialize_map(Once)
    }
}

struct Once;

impl<'de> Visitor<'de> for Once {
    type Value = Fields;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
        let mut fields = BTreeMap::new();
        while let Some((name, value)) = map.next_entry::<String, Box<RawValue>>()? {
            if fields.contains_key(&name) {
                return Err(A::Error::custom(format!("\"{name}\" is there twice")));
            }
            fields.insert(name, value);
        }
        Ok(Fields(fields))
    }
}

fn read(bytes: &[u8]) -> Result<(Box<RawValue>, Line), BadLine> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let text =
        std::str::from_utf8(bytes).map_err(|e| BadLine::new("invalid_utf8", format!("the line is not UTF-8: {e}")))?;
    let Fields(fields) = serde_json::from_str(text)
        .map_err(|e| BadLine::new("invalid_json", format!("the line is not one JSON object: {e}")))?;
    let id = fields.get("id").ok_or_else(|| BadLine::new("invalid_id", "id is missing; it is a string or a number"))?;
    match id.get().as_bytes().first() {
        Some(b'"' | b'-' | b'0'..=b'9') => Ok((id.clone(), Line(fields))),
        _ => Err(BadLine::new("invalid_id", "id is neither a string nor a number")),
    }
}

#[cfg(test)]
mod tests {
    use super::{BadLine, each_line};
    use crate::failure::Exit;
    use serde_json::{Value, json};

    fn answers(input: &[u8]) -> Vec<Value> {
        let mut output = Vec::new();
        let exit = each_line(input, &mut output, |line| {
            let word: String = line.required("word", "invalid_word")?;
            match word.as_str() {
                "bad" => Err(BadLine::new("bad_word", "no")),
                "worse" => panic!("a defect of ours"),
                word => Ok(json!({ "length": word.len() })),
            }
        });
        assert_eq!(exit.unwrap(), Exit::Clear);
        String::from_utf8(output).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    #[test]
    fn every_line_is_answered_in_order_and_ids_come_back_as_written() {
        let error = |id: Value, code: &str| json!({ "id": id, "error": { "code": code } });
        for (input, expected) in [
            (&b"{\"id\":\"a\",\"word\":\"four\"}"[..], vec![json!({"id":"a","length":4})]),
            (b"{\"id\":7,\"word\":\"four\"}\r\n", vec![json!({"id":7,"length":4})]),
            (b"\xef\xbb\xbf{\"id\":7,\"word\":\"x\"}\n", vec![json!({"id":7,"length":1})]),
            (b"\n \r\n{\"id\":-1.5,\"word\":\"x\"}\n\n", vec![json!({"id":-1.5,"length":1})]),
            (
                b"nonsense\n{\"id\":1,\"word\":\"x\"}\n",
                vec![error(Value::Null, "invalid_json"), json!({"id":1,"length":1})],
            ),
            (b"\xff\n", vec![error(Value::Null, "invalid_utf8")]),
            (b"{\"id\":1,\"word\":\"a\",\"word\":\"bad\"}\n", vec![error(Value::Null, "invalid_json")]),
            (b"{\"id\":1,\"id\":2,\"word\":\"a\"}\n", vec![error(Value::Null, "invalid_json")]),
            (b"[]\n", vec![error(Value::Null, "invalid_json")]),
            (b"{\"word\":\"x\"}\n", vec![error(Value::Null, "invalid_id")]),
            (b"{\"id\":{},\"word\":\"x\"}\n", vec![error(Value::Null, "invalid_id")]),
            (b"{\"id\":null,\"word\":\"x\"}\n", vec![error(Value::Null, "invalid_id")]),
            (b"{\"id\":\"q\"}\n", vec![error(json!("q"), "invalid_word")]),
            (b"{\"id\":\"q\",\"word\":7}\n", vec![error(json!("q"), "invalid_word")]),
            (b"{\"id\":\"q\",\"word\":\"bad\"}\n", vec![error(json!("q"), "bad_word")]),
            (
                b"{\"id\":1,\"word\":\"worse\"}\n{\"id\":2,\"word\":\"x\"}\n",
                vec![error(json!(1), "internal"), json!({"id":2,"length":1})],
            ),
        ] {
            let mut found = answers(input);
            for line in &mut found {
                if let Some(error) = line.get_mut("error").and_then(Value::as_object_mut) {
                    for part in ["message", "hint"] {
                        assert!(error.remove(part).is_some_and(|m| m.is_string()), "every error has its {part}");
                    }
                }
            }
            assert_eq!(found, expected, "{}", String::from_utf8_lossy(input));
        }
    }

    #[test]
    fn digits_of_an_id_are_kept() {
        let mut output = Vec::new();
        each_line(&b"{\"id\":12345678901234567890123.50}"[..], &mut output, |_| Ok(json!({}))).unwrap();
        assert_eq!(String::from_utf8(output).unwrap(), "{\"id\":12345678901234567890123.50}\n");
    }
}
