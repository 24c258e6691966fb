//! The YAML front matter: flat `key: value` lines.
//!
//! A YAML library would read more and could not say which lines it did not need; those are kept here.

use crate::plan::{Metadata, Plan, PlanStatus};
use crate::time;

/// Writes it, with both `---` lines.
pub(crate) fn write(plan: &Plan) -> String {
    let id = serde_json::Value::from(plan.id.as_str());
    let Metadata { created_at, updated_at, version } = plan.metadata;
    format!(
        "---\nid: {id}\nstatus: {}\ncreatedAt: {created_at}\nupdatedAt: {updated_at}\nversion: {version}\n---\n",
        plan.status.name()
    )
}

/// Splits a text into the front matter's lines, if it has one, and the number of lines it takes with
/// both marks.
pub(crate) fn split(text: &str) -> Option<(&str, &str)> {
    let start = text.strip_prefix('\u{FEFF}').unwrap_or(text).trim_start_matches(['\r', '\n', ' ', '\t']);
    let (mark, inside) = start.split_once('\n')?;
    if mark.trim_end() != "---" {
        return None;
    }
    let mut at = 0;
    for line in inside.split_inclusive('\n') {
        if matches!(line.trim_end(), "---" | "...") {
            return Some((inside.get(..at)?, inside.get(at + line.len()..)?));
        }
        at += line.len();
    }
    None
}

/// Takes over what a front matter says; lines that say nothing known come back with their number
/// within it, from 0.
pub(crate) fn read<'a>(inside: &'a str, plan: &mut Plan) -> Vec<(usize, &'a str)> {
    let mut left = Vec::new();
    for (n, line) in inside.lines().enumerate() {
        if !line.trim().is_empty() && take(line, plan).is_none() {
            left.push((n, line));
        }
    }
    left
}

fn take(line: &str, plan: &mut Plan) -> Option<()> {
    let (key, value) = line.split_once(':')?;
    let value = scalar(value)?;
    match key.trim().to_lowercase().replace(['_', '-'], "").as_str() {
        "id" => plan.id = value,
        "status" => plan.status = PlanStatus::read(&value)?,
        "createdat" | "created" => plan.metadata.created_at = time::read(&value)?,
        "updatedat" | "updated" => plan.metadata.updated_at = time::read(&value)?,
        "version" => plan.metadata.version = value.parse().ok()?,
        _ => return None,
    }
    Some(())
}

/// Whether a line says a version.
pub(crate) fn says_version(line: &str) -> bool {
    let said = line.split_once(':').filter(|(key, _)| key.trim().eq_ignore_ascii_case("version"));
    said.and_then(|(_, value)| scalar(value)).is_some_and(|value| value.parse::<u64>().is_ok())
}

/// A plain or quoted scalar.
fn scalar(written: &str) -> Option<String> {
    let written = written.trim_matches([' ', '\t']);
    if written.starts_with('"') {
        return serde_json::from_str(written).ok();
    }
    if let Some(inside) = written.strip_prefix('\'') {
        return inside.strip_suffix('\'').map(|inside| inside.replace("''", "'"));
    }
    Some(written.split(" #").next().unwrap_or_default().trim_end().to_owned())
}
