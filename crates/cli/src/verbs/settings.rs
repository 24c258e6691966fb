//! `countersign settings`.

use super::Session;
use crate::args::SettingsVerb;
use crate::failure::{Exit, Failure, Result};
use crate::screen::clean;
use crate::texts::say;
use http::Method;
use serde_json::{Value, json};

/// Runs the verb.
pub(crate) async fn run(s: &mut Session<'_>, verb: &SettingsVerb) -> Result<Exit> {
    let view = s.client.get("/api/settings").await?;
    match verb {
        SettingsVerb::Get { name: None } => {
            if s.screen.is_json() {
                s.screen.json(&view)?;
                return Ok(Exit::Clear);
            }
            show(s, "", &view["settings"])?;
            s.screen.line(say!(
                "cli-settings-effective",
                zone = text(&view["effective"]["zone"]),
                today = text(&view["effective"]["today"])
            ))?;
        }
        SettingsVerb::Get { name: Some(name) } => {
            let value = view["settings"].pointer(&pointer(name)).ok_or_else(|| unknown(name))?;
            if s.screen.is_json() {
                s.screen.json(value)?;
            } else {
                s.screen.line(text(value))?;
            }
        }
        SettingsVerb::Set { name, value } => {
            let place = view["settings"].pointer(&pointer(name)).ok_or_else(|| unknown(name))?;
            // A number or word of JSON is that; everything else is text, so that nobody has to quote twice.
            let value = match serde_json::from_str(value) {
                Ok(value @ (Value::Null | Value::Bool(_) | Value::Object(_) | Value::Array(_))) => value,
                Ok(value @ Value::Number(_)) if place.is_number() => value,
                _ => Value::String(value.clone()),
            };
            let set = name.rsplit('.').fold(value, |value, part| json!({ part: value }));
            let view = s.client.request(Method::PATCH, "/api/settings", Some(&json!({ "set": set })), None).await?;
            if s.screen.is_json() {
                s.screen.json(&view)?;
            } else {
                let now = view["settings"].pointer(&pointer(name)).unwrap_or(&Value::Null);
                s.screen.line(say!("cli-settings-set", name = clean(name), value = text(now)))?;
            }
        }
    }
    Ok(Exit::Clear)
}

fn show(s: &mut Session<'_>, prefix: &str, value: &Value) -> Result<()> {
    for (name, value) in value.as_object().into_iter().flatten() {
        match value {
            Value::Object(_) => show(s, &format!("{prefix}{name}."), value)?,
            value => s.screen.line(format!("{prefix}{name}  {}", text(value)))?,
        }
    }
    Ok(())
}

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => clean(text),
        other => clean(&other.to_string()),
    }
}

/// `dayParts.morning` as a JSON pointer.
fn pointer(name: &str) -> String {
    name.split('.').map(|part| format!("/{}", part.replace('~', "~0").replace('/', "~1"))).collect()
}

fn unknown(name: &str) -> Failure {
    Failure::new("unknown_setting", say!("cli-setting-unknown", name = clean(name)), say!("cli-setting-unknown-hint"))
}
