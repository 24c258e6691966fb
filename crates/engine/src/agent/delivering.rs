//! How what a tool said reaches the model: whole, or stored with its beginning and the ways to look
//! into the rest (S3-15, S3-18), and with the instructions of the folders it is about (C37).

use crate::{Engine, Inner, NewOutput, Result};
use countersign_agent::machine::Nearby;
use countersign_agent::reading::ToolCall;
use countersign_agent::step::Form;
use countersign_core::change_set::Actor;
use countersign_core::file::{FileKey, FilePath, WorkspaceId};
use countersign_core::ids::{OutputId, SessionId};
use countersign_outputs::{Delivery, OutputMode, deliver, persisted, preview};
use countersign_store::{OutputFilter, OutputRow, RunRow};
use serde_json::Value;

/// Longer texts are stored when a small model asked for them, in characters.
const INLINE_SMALL: u64 = 6_000;
/// Characters of the beginning that a small model gets of those.
const BEGINNING: usize = 3_000;
/// So many of the newest outputs are looked through for the same text.
const RECENT: u32 = 32;
/// Longest instructions of a folder that are kept, in characters.
const INSTRUCTIONS: usize = 4_000;

impl Engine {
    /// What a tool said as the model gets it, and the output that holds all of it.
    pub(super) async fn delivered(
        &self,
        run: &RunRow,
        call: &ToolCall,
        text: String,
        form: Form,
    ) -> Result<(String, Option<String>)> {
        let chars = text.chars().count() as u64;
        let mode = if form == Form::Small && chars > INLINE_SMALL { OutputMode::Persist } else { OutputMode::Auto };
        if deliver(&call.tool, chars, mode) == Delivery::Inline {
            return Ok((text, None));
        }
        let start = preview(&text, BEGINNING).0;
        let lines = text.lines().count();
        let view = match self.0.same_output(run, call, &text).await? {
            // The same again is the same output: a loop shows as one (R28).
            Some(known) => self.output(&known).await?,
            None => {
                let new = NewOutput {
                    session: Some(run.session.clone()),
                    run: Some(run.id.clone()),
                    tool: call.tool.clone(),
                    args: call.args.clone(),
                    success: true,
                    text,
                };
                self.keep_output(new, Actor::Agent { name: "agent".to_owned() }).await?
            }
        };
        let told = match form {
            Form::Large => persisted(&view.id.0, &view.tool, view.size_chars, &start, &view.summary).to_string(),
            Form::Small => beginning(&start, &view.id, chars, lines),
        };
        Ok((told, Some(view.id.0)))
    }
}

impl Inner {
    /// An output of this run that holds this very answer to this very call.
    async fn same_output(&self, run: &RunRow, call: &ToolCall, text: &str) -> Result<Option<OutputId>> {
        let filter = OutputFilter {
            session: Some(run.session.clone()),
            tool: Some(call.tool.clone()),
            limit: RECENT,
            ..OutputFilter::default()
        };
        let (rows, _) = self.store.outputs(&filter).await?;
        let (digest, args) = (crate::effects::digest(text.as_bytes()), call.args.to_string());
        let same = |row: &&OutputRow| row.run.as_ref() == Some(&run.id) && row.blob == digest && row.args == args;
        Ok(rows.iter().find(same).map(|row| row.id.clone()))
    }

    /// Outputs of a conversation that a model may name, newest last.
    pub(super) async fn named_outputs(&self, session: &SessionId) -> Result<Vec<String>> {
        let limit = u32::try_from(countersign_agent::stored::NAMED).unwrap_or(u32::MAX);
        let filter = OutputFilter { session: Some(session.clone()), limit, ..OutputFilter::default() };
        let (rows, _) = self.store.outputs(&filter).await?;
        Ok(rows.into_iter().rev().map(|row| row.id.0).collect())
    }

    /// Instructions of the folders between what a call is about and the root of its workspace.
    pub(super) async fn nearby(&self, call: &ToolCall, workspace: Option<&WorkspaceId>) -> Vec<Nearby> {
        let Some(workspace) = workspace else { return Vec::new() };
        let named = ["path", "to", "cwd"].into_iter().filter_map(|name| call.args.get(name).and_then(Value::as_str));
        // A folder's own instructions hold for what is in it.
        let about = |name: &str| match call.tool.as_str() {
            "list_files" | "search_files" | "shell_exec" => format!("{}/AGENTS.md", name.trim_end_matches('/')),
            _ => name.to_owned(),
        };
        let key =
            |name: &str| FilePath::parse(&about(name)).ok().map(|path| FileKey { workspace: workspace.clone(), path });
        let files: Vec<FileKey> = named.filter_map(key).collect();
        let mut found = self.nearest_instructions(&files).await;
        for near in &mut found {
            near.cut |= near.text.chars().nth(INSTRUCTIONS).is_some();
            near.text = near.text.chars().take(INSTRUCTIONS).collect();
        }
        found
    }
}

/// The beginning of a stored text in whole lines, or in characters where not one line is whole, and
/// where the rest is.
fn beginning(start: &str, id: &OutputId, chars: u64, lines: usize) -> String {
    let (whole, part, next) = match start.rfind('\n').and_then(|end| start.get(..=end)) {
        Some(whole) => {
            let shown = whole.matches('\n').count();
            (whole, format!("{shown} of {lines} lines"), format!("offset {shown}"))
        }
        None => {
            let shown = start.chars().count();
            (start, format!("{shown} of {chars} characters"), format!("unit chars and offset {shown}"))
        }
    };
    format!(
        "{whole}\n(the first {part}; all {chars} characters are stored as {id}. \
         tool_outputs_read goes on with {next}; of JSON, tool_outputs_extract, tool_outputs_count and \
         tool_outputs_sample find parts)"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_beginning_says_how_much_it_is_and_where_the_rest_is() {
        let id = OutputId("o1".to_owned());
        let lines = beginning("one\ntwo\nthr", &id, 9_000, 400);
        assert!(
            lines.starts_with("one\ntwo\n\n(the first 2 of 400 lines;") && lines.contains("with offset 2;"),
            "{lines}"
        );
        let long = beginning(&"é".repeat(3_000), &id, 9_000, 1);
        assert!(long.contains("(the first 3000 of 9000 characters;"), "{long}");
        assert!(long.contains("goes on with unit chars and offset 3000;"), "{long}");
    }
}
