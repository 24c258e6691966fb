//! How what a tool said reaches the model: whole, or stored with its beginning and the ways to look
//! into the rest (S3-15, S3-18), and with the instructions of the folders it is about (C37).

use super::tools::{failed, why};
use crate::{Engine, Inner, NewOutput, Result};
use countersign_agent::machine::{LINE, Machine, Nearby, Stored, ToolResult, excerpt};
use countersign_agent::reading::ToolCall;
use countersign_agent::step::Form;
use countersign_core::change_set::Actor;
use countersign_core::file::{FileKey, FilePath, WorkspaceId};
use countersign_core::ids::{OutputId, SessionId};
use countersign_core::model::{estimate_tokens, shares};
use countersign_core::prompt::bordered;
use countersign_outputs::{Delivery, NAMES, OutputMode, OutputView, PREVIEW, deliver, persisted, preview};
use countersign_store::{OutputFilter, OutputRow, RunRow};
use serde_json::Value;
use std::iter::{once, successors};

/// Characters of the beginning that a small model gets of what is stored.
const BEGINNING: usize = 3_000;
/// Characters in which secrets are looked for before a beginning is taken of them: more than any one is long.
const AROUND: usize = 32_000;
/// Tokens that the word on a stored output has, where there is room.
const TOLD: u64 = 900;
/// What is longer was not told whole to a small model, in characters.
const IN_PART: u64 = 6_000;
/// So many of the newest outputs are looked through for the same text.
const RECENT: u32 = 32;
/// Longest instructions of a folder that are kept, in characters.
const INSTRUCTIONS: usize = 4_000;

/// What a text takes of a prompt.
fn cost(text: &str) -> u64 {
    estimate_tokens(&bordered(text))
}

impl Engine {
    /// What tools said as the model gets it (S3-15). Each has its share of what the model's window has
    /// room for: what fits is told whole, of the rest the beginning. Whatever is longer than the line
    /// that stays of it is stored, so that a later prompt loses nothing.
    pub(super) async fn delivered(
        &self,
        run: &RunRow,
        machine: &Machine,
        calls: &[ToolCall],
        results: Vec<ToolResult>,
    ) -> Vec<ToolResult> {
        let room = machine.room(calls);
        let whole = |call: &ToolCall, text: &str, share: u64| {
            let chars = text.chars().count() as u64;
            cost(text) <= share && deliver(&call.tool, chars, OutputMode::Auto) == Delivery::Inline
        };
        let of = |(call, result): (&ToolCall, &ToolResult)| match result.write {
            Some(_) => 0,
            None if whole(call, &result.text, room) => cost(&result.text),
            None => TOLD,
        };
        let needs: Vec<u64> = calls.iter().zip(&results).map(of).collect();
        let mut all = Vec::new();
        for ((call, result), share) in calls.iter().zip(results).zip(shares(&needs, room)) {
            let fits = whole(call, &result.text, share);
            all.push(match self.told(run, call, result, machine.form(), (share, fits)).await {
                Ok(result) => result,
                Err(e) => failed(call, &why(e)),
            });
        }
        all
    }

    /// One of them, stored where it is longer than a line.
    async fn told(
        &self,
        run: &RunRow,
        call: &ToolCall,
        mut result: ToolResult,
        form: Form,
        (share, whole): (u64, bool),
    ) -> Result<ToolResult> {
        if !result.ok || result.write.is_some() || result.text.chars().count() <= LINE {
            return Ok(result);
        }
        if let Some(shown) = &mut result.shown {
            shown.whole &= whole;
        }
        // An answer about what is stored is never stored itself.
        if NAMES.contains(&call.tool.as_str()) {
            if !whole {
                result.text = fitting(share, result.text.len(), |most| part(&result.text, most));
            }
            return Ok(result);
        }
        let text = std::mem::take(&mut result.text);
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
                    text: text.clone(),
                };
                self.keep_output(new, Actor::Agent { name: "agent".to_owned() }, None).await?
            }
        };
        let (id, chars, lines) = (view.id.0.clone(), view.size_chars, text.lines().count());
        let start = self.0.models().veiled_whole(preview(&text, AROUND).0);
        result.stored = Some(Stored { id, begins: excerpt(&start, LINE), chars, whole });
        result.text = match (whole, form) {
            (true, _) => text,
            (_, Form::Large) => fitting(share, PREVIEW, |most| reference(&view, &start, most)),
            (_, Form::Small) => {
                fitting(share, BEGINNING, |most| beginning(&preview(&start, most).0, &view.id, chars, lines))
            }
        };
        Ok(result)
    }
}

/// The longest of the texts made with fewer and fewer characters that fits its share; with none it is as
/// short as it gets.
fn fitting(share: u64, most: usize, make: impl Fn(usize) -> String) -> String {
    let fewer = successors(Some(most), |n| (*n > 100).then_some(n / 2)).chain(once(0));
    fewer.map(&make).find(|text| cost(text) <= share).unwrap_or_else(|| make(0))
}

/// What stands in place of an output, as the document has it.
fn reference(view: &OutputView, text: &str, most: usize) -> String {
    persisted(&view.id.0, &view.tool, view.size_chars, text, &view.summary, most).to_string()
}

/// The beginning of an answer that has no room.
fn part(text: &str, most: usize) -> String {
    let (start, chars) = (preview(text, most).0, text.chars().count());
    let shown = start.chars().count();
    format!(
        "{start}\n(the first {shown} of {chars} characters of this answer; ask for less at once: \
         a smaller limit, or a narrower path)"
    )
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

    /// Outputs of a conversation that no prompt told whole, newest last: a small model may name them.
    pub(super) async fn named_outputs(&self, session: &SessionId) -> Result<Vec<String>> {
        let filter = OutputFilter { session: Some(session.clone()), limit: RECENT, ..OutputFilter::default() };
        let (rows, _) = self.store.outputs(&filter).await?;
        let untold = rows.into_iter().filter(|row| row.chars > IN_PART || row.tool == crate::outputs::COMMANDS);
        let mut named: Vec<String> = untold.take(countersign_agent::stored::NAMED).map(|row| row.id.0).collect();
        named.reverse();
        Ok(named)
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
            near.text = countersign_redact::beginning(&near.text, INSTRUCTIONS).to_owned();
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
