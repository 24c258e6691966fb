//! `countersign edit`: what an item would do, changed by the person before it is signed.

use super::{Session, edit, read_file, review};
use crate::args::Revise;
use crate::client::read;
use crate::failure::{Exit, Failure, Result};
use crate::show;
use crate::texts::say;
use countersign_core::wire::ItemView;
use http::Method;
use serde_json::{Map, Value, json};

/// Edits one item and shows it.
pub(crate) async fn run(s: &mut Session<'_>, args: &Revise) -> Result<Exit> {
    let id = args.item.set;
    let Some(n) = args.item.item else {
        return Err(Failure::new("usage", say!("cli-edit-one"), say!("cli-edit-one-hint", set = id)));
    };
    let set = review::set(s, id).await?;
    let item = review::named(&set, n)?;
    let mut body = changes(s, args, item).await?;
    if body.is_empty() {
        return Err(Failure::new("nothing_to_change", say!("cli-edit-nothing"), say!("cli-edit-nothing-hint")));
    }
    body.insert("digest".to_owned(), json!(item.digest));
    let path = format!("/api/change-sets/{id}/items/{n}");
    let value = s.client.request(Method::PATCH, &path, Some(&Value::Object(body)), None).await?;
    let set = read(&value)?;
    if s.screen.is_json() {
        s.screen.json(&value)?;
    } else {
        show::item(s.screen, &set, review::named(&set, n)?)?;
    }
    Ok(show::exit(&set))
}

/// The body of the request; empty where nothing is given. What does not go together is for the
/// server to refuse, which knows all of it.
async fn changes(s: &Session<'_>, args: &Revise, item: &ItemView) -> Result<Map<String, Value>> {
    let mut body = Map::new();
    if let Some(text) = &args.operation {
        let op: Value = serde_json::from_str(text).map_err(|e| {
            Failure::new("invalid_json", say!("cli-edit-json", why = e.to_string()), say!("cli-edit-json-hint"))
        })?;
        body.insert("op".to_owned(), op);
    }
    for (name, ids) in [("exclude", &args.exclude), ("include", &args.include)] {
        if !ids.is_empty() {
            body.insert(name.to_owned(), json!(ids));
        }
    }
    if !args.hunks.is_empty() {
        body.insert("hunks".to_owned(), json!(args.hunks));
    }
    if let Some(file) = &args.content {
        body.insert("content".to_owned(), json!(read_file(file)?));
    }
    let arguments = arguments(s, args, item).await?;
    if !arguments.is_empty() {
        body.insert("args".to_owned(), Value::Object(arguments));
    }
    Ok(body)
}

/// The arguments in the shape that this item's operation has.
async fn arguments(s: &Session<'_>, args: &Revise, item: &ItemView) -> Result<Map<String, Value>> {
    let kind = item.op["op"].as_str().unwrap_or_default();
    let added = if kind == "create" { "labels" } else { "labels_add" };
    let clock = edit::clock(&s.client).await?;
    let mut fields = edit::changes(&args.changes, added, &clock)?;
    if kind == "create" {
        edit::ends(&mut fields, &clock);
    }
    let mut out = match kind {
        _ if fields.is_empty() => fields,
        "bulk_update" => {
            let mut set = item.op["set"].as_object().cloned().unwrap_or_default();
            set.extend(fields);
            Map::from_iter([("set".to_owned(), Value::Object(set))])
        }
        "move_occurrence" => {
            let mut to = item.op["to"].as_object().cloned().unwrap_or_default();
            for (from, name) in [("scheduledFor", "date"), ("timeOfDay", "time")] {
                to.extend(fields.remove(from).map(|value| (name.to_owned(), value)));
            }
            fields.insert("to".to_owned(), Value::Object(to));
            fields
        }
        _ => fields,
    };
    out.extend(args.occurrence.map(|date| ("occurrenceDate".to_owned(), json!(date))));
    out.extend(args.command.as_ref().map(|command| ("command".to_owned(), json!(command))));
    out.extend(args.cap.map(|cap| ("cap".to_owned(), json!(cap.0))));
    out.extend(args.days.map(|days| ("days".to_owned(), json!(days))));
    Ok(out)
}
