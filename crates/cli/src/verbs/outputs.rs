//! `countersign outputs`: stored outputs of tools, and what they hold.

use super::{Session, read_file};
use crate::args::{OutputRead, OutputsList, OutputsVerb};
use crate::client::{escape, read};
use crate::failure::{Exit, Failure, Result};
use crate::screen::{Ink, clean};
use crate::texts::say;
use clap::ValueEnum;
use countersign_outputs::{OutputList, OutputView};
use serde_json::{Map, Value, json};
use std::path::Path;

/// Runs the verb.
pub(crate) async fn run(s: &mut Session<'_>, verb: &OutputsVerb) -> Result<Exit> {
    match verb {
        OutputsVerb::List(args) => list(s, args).await,
        OutputsVerb::Show(of) => {
            let value = s.client.get(&format!("/api/outputs/{}", escape(&of.id))).await?;
            shown(s, &value)
        }
        OutputsVerb::Add { file, tool, session } => add(s, file, tool, session.as_deref()).await,
        OutputsVerb::Read(args) => part(s, args).await,
        OutputsVerb::Extract(args) => {
            let mut body = json!({ "paths": args.paths, "flatten": args.flatten, "include_paths": args.with_paths });
            if let (Some(default), Some(map)) = (&args.default, body.as_object_mut()) {
                map.insert("default_value".to_owned(), value_of(default)?);
            }
            ask(s, &args.of.id, "extract", body).await
        }
        OutputsVerb::Count(args) => {
            let one = |path: &String| {
                let mut of = given([("filter", args.filter.as_ref().map(|f| json!(f)))]);
                of.insert("path".to_owned(), json!(path));
                of.insert("count_type".to_owned(), json!(word(&args.of_type)));
                of
            };
            let counts: Vec<_> = args.paths.iter().map(one).collect();
            ask(s, &args.of.id, "count", json!({ "counts": counts })).await
        }
        OutputsVerb::Sample(args) => {
            let mut body = given([
                ("seed", args.seed.map(|n| json!(n))),
                ("stride", args.stride.map(|n| json!(n))),
                ("strata_path", args.strata.as_ref().map(|p| json!(p))),
            ]);
            body.insert("path".to_owned(), json!(args.path));
            body.insert("size".to_owned(), json!(args.size));
            body.insert("strategy".to_owned(), json!(word(&args.strategy)));
            ask(s, &args.of.id, "sample", Value::Object(body)).await
        }
        OutputsVerb::Stats(args) => {
            let mut body = given([("sample_arrays", args.sample_arrays.map(|n| json!(n)))]);
            body.insert("paths".to_owned(), json!(args.paths));
            body.insert("include_schema".to_owned(), json!(!args.no_schema));
            body.insert("max_depth".to_owned(), json!(args.max_depth));
            ask(s, &args.of.id, "stats", Value::Object(body)).await
        }
    }
}

/// The options that were given.
fn given<const N: usize>(options: [(&str, Option<Value>); N]) -> Map<String, Value> {
    options.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect()
}

/// A choice as the wire names it.
fn word(value: &impl ValueEnum) -> String {
    value.to_possible_value().map(|v| v.get_name().to_owned()).unwrap_or_default()
}

fn value_of(text: &str) -> Result<Value> {
    serde_json::from_str(text)
        .map_err(|e| Failure::new("invalid_json", format!("--default: {e}"), say!("cli-outputs-default-hint")))
}

/// Asks an operation and prints its answer, as JSON in either form: that is what it is.
async fn ask(s: &mut Session<'_>, id: &str, operation: &str, body: Value) -> Result<Exit> {
    let value = s.client.post(&format!("/api/outputs/{}/{operation}", escape(id)), &body).await?;
    if s.screen.is_json() {
        s.screen.json(&value)?;
    } else {
        // Control characters are escaped in JSON, so that none of them reaches the terminal.
        s.screen.raw(&format!("{}\n", serde_json::to_string_pretty(&value).unwrap_or_default()))?;
    }
    Ok(Exit::Clear)
}

async fn list(s: &mut Session<'_>, args: &OutputsList) -> Result<Exit> {
    let success = match (args.succeeded, args.failed) {
        (true, _) => Some("true"),
        (_, true) => Some("false"),
        _ => None,
    };
    let mut query = format!(
        "limit={}&offset={}&sort_by={}&sort_order={}",
        args.limit,
        args.offset,
        word(&args.sort),
        if args.ascending { "asc" } else { "desc" }
    );
    let preview = args.preview.map(|n| n.to_string());
    for (name, value) in [
        ("session", args.session.as_deref()),
        ("tool_name", args.tool.as_deref()),
        ("success", success),
        ("after", args.after.as_deref()),
        ("before", args.before.as_deref()),
        ("include_preview", preview.as_ref().map(|_| "true")),
        ("preview_length", preview.as_deref()),
    ] {
        if let Some(value) = value {
            query.push_str(&format!("&{name}={}", escape(value)));
        }
    }
    let value = s.client.get(&format!("/api/outputs?{query}")).await?;
    if s.screen.is_json() {
        s.screen.json(&value)?;
        return Ok(Exit::Clear);
    }
    let found: OutputList = read(&value)?;
    if found.outputs.is_empty() {
        s.screen.line(say!("cli-outputs-none"))?;
    }
    for one in &found.outputs {
        line(s, one)?;
        if let Some(preview) = &one.preview {
            s.screen.line(format!("   {}", s.screen.ink(Ink::Faint, clean(preview))))?;
        }
    }
    if found.has_more {
        let rest = found.total - u64::from(args.offset) - found.outputs.len() as u64;
        s.screen.line(s.screen.ink(Ink::Faint, say!("cli-outputs-more", count = rest)))?;
    }
    Ok(Exit::Clear)
}

fn line(s: &mut Session<'_>, one: &OutputView) -> Result<()> {
    let made = one.args.get("command").or_else(|| one.args.get("file")).and_then(Value::as_str).unwrap_or_default();
    let failed = if one.success {
        String::new()
    } else {
        format!("  {}", s.screen.ink(Ink::Danger, say!("cli-outputs-failed")))
    };
    let dropped = match one.dropped {
        0 => String::new(),
        more => format!("  {}", s.screen.ink(Ink::Change, say!("cli-outputs-dropped", count = more))),
    };
    s.screen.line(format!(
        "{}  {} {}  {}  {}{dropped}{failed}",
        s.screen.ink(Ink::Strong, clean(&one.id.0)),
        clean(&one.tool),
        clean(made),
        say!("cli-outputs-size", count = one.size_chars),
        one.summary.kind.word(),
    ))
}

fn shown(s: &mut Session<'_>, value: &Value) -> Result<Exit> {
    if s.screen.is_json() {
        s.screen.json(value)?;
        return Ok(Exit::Clear);
    }
    let one: OutputView = read(value)?;
    line(s, &one)?;
    for (name, length) in &one.summary.arrays {
        s.screen.line(format!("   {}", say!("cli-outputs-array", name = clean(name), count = *length)))?;
    }
    if let Some(preview) = &one.preview {
        for text in preview.lines() {
            s.screen.verbatim(format!("   {}", clean(text)))?;
        }
    }
    Ok(Exit::Clear)
}

async fn add(s: &mut Session<'_>, file: &Path, tool: &str, session: Option<&str>) -> Result<Exit> {
    let text = read_file(file)?;
    let name = file.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let mut body = given([("session", session.map(|id| json!(id)))]);
    body.insert("tool".to_owned(), json!(tool));
    body.insert("args".to_owned(), json!({ "file": name }));
    body.insert("text".to_owned(), Value::String(text));
    let value = s.client.post("/api/outputs", &Value::Object(body)).await?;
    shown(s, &value)
}

async fn part(s: &mut Session<'_>, args: &OutputRead) -> Result<Exit> {
    let lines = args.lines || args.find.is_some();
    let mut body = given([("limit", args.limit.map(|n| json!(n))), ("find", args.find.as_ref().map(|f| json!(f)))]);
    body.insert("offset".to_owned(), json!(args.offset));
    body.insert("unit".to_owned(), json!(if lines { "lines" } else { "chars" }));
    let value = s.client.post(&format!("/api/outputs/{}/read", escape(&args.of.id)), &Value::Object(body)).await?;
    if s.screen.is_json() {
        s.screen.json(&value)?;
        return Ok(Exit::Clear);
    }
    if let Some(matches) = value["matches"].as_array() {
        for one in matches {
            let text = clean(one["text"].as_str().unwrap_or_default());
            s.screen.verbatim(format!("{}  {text}", s.screen.ink(Ink::Faint, one["line"].to_string())))?;
        }
        let total = value["total_matches"].as_u64().unwrap_or(0);
        s.screen.line(s.screen.ink(Ink::Faint, say!("cli-outputs-matches", count = total)))?;
    } else {
        for text in value["text"].as_str().unwrap_or_default().lines() {
            s.screen.verbatim(clean(text))?;
        }
    }
    if let Some(next) = value["next_offset"].as_u64() {
        s.screen.line(s.screen.ink(Ink::Faint, say!("cli-outputs-next", offset = next.to_string())))?;
    }
    Ok(Exit::Clear)
}
