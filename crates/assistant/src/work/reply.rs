//! A model's reply → what is shown, what is proposed, and what is blocked (S1-6…9, S1-24, S1-40).
//!
//! Cut, or read only by guessing: steps, sections and suggestions stay, file changes and commands
//! are shown and cannot be signed (C33, R14, R15).

use super::dialect::{self, FileChange, Form, Parts};
use super::{Project, links};
use crate::recovery::{Recovered, ended};
use countersign_core::model::{Finish, is_damaged};
use countersign_core::problem::Problem;
use countersign_core::wire::{Blocked, BlockedPart, ReplyStep, WorkReply};
use countersign_recover::{Reason, Repair, Request, Schema};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Longest text of each part of a reply, in characters; what is written to files has no such limit.
const SUMMARY: usize = 4_000;
const BODY: usize = 20_000;
const SHORT: usize = 400;
/// Most of each part.
const MOST: usize = 40;
/// Most file changes, and most commands; what is more is left out and said.
const CHANGES: usize = 200;

/// A file change or command of a reply, as an operation to be read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WorkOp {
    /// As the engine's proposals take it.
    pub value: Value,
    /// Why it cannot be used, where that is known already.
    pub problem: Option<Problem>,
    /// The step of the reply that it carries out, from 0.
    pub step: Option<usize>,
    /// Why the model proposes it; empty = for the message.
    pub why: String,
    /// May be drawn as marked.
    pub sure: bool,
}

/// A reply as read.
#[derive(Debug, Clone, Default)]
pub(crate) struct Reading {
    pub(crate) reply: WorkReply,
    pub(crate) operations: Vec<WorkOp>,
    /// Something of a reply is there.
    pub(crate) usable: bool,
    /// It ended before its end.
    pub(crate) cut: bool,
    /// Its text had to be guessed at, and something would have been changed by it.
    pub(crate) lossy: bool,
    /// For the trace.
    pub(crate) read: Recovered,
}

/// Fixes that change nothing of what a closed string says: punctuation between values, and what
/// stands around the whole.
const HARMLESS: [Repair; 18] = [
    Repair::Bom,
    Repair::Think,
    Repair::Fence,
    Repair::Prose,
    Repair::Wrapper,
    Repair::TrailingComma,
    Repair::ExtraComma,
    Repair::MissingComma,
    Repair::UnquotedKey,
    Repair::PythonLiteral,
    Repair::LiteralCase,
    Repair::Comment,
    Repair::RawNewline,
    Repair::Coerced,
    Repair::Alias,
    Repair::Unwrapped,
    Repair::Wrapped,
    Repair::NumberSyntax,
];

/// What a text holds, for sure and for display.
struct Found {
    safe: Option<Value>,
    best: Option<Value>,
    complete: bool,
    lossy: bool,
    /// Why single parts are not in the safe value.
    doubt: Doubt,
    read: Recovered,
}

/// Why file changes or commands of a reply that was read are blocked, as [`Blocked::why`] names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Doubt {
    Lossy,
    MalformedDiff,
    Elided,
}

impl Doubt {
    const ALL: [Self; 3] = [Self::Lossy, Self::MalformedDiff, Self::Elided];

    /// What all that was dropped has in common.
    fn of(dropped: &[countersign_recover::Dropped]) -> Self {
        let all = |reason| !dropped.is_empty() && dropped.iter().all(|part| part.reason == reason);
        match () {
            () if all(Reason::MalformedDiff) => Self::MalformedDiff,
            () if all(Reason::Elided) => Self::Elided,
            () => Self::Lossy,
        }
    }

    fn code(self) -> &'static str {
        match self {
            Self::Lossy => "lossy",
            Self::MalformedDiff => "malformed_diff",
            Self::Elided => "elided",
        }
    }

    /// Said of the parts, in a sentence for people.
    fn said(self) -> &'static str {
        match self {
            Self::Lossy => "that may not be what the model wrote",
            Self::MalformedDiff => "with a malformed diff",
            Self::Elided => "that leave out part of a text",
        }
    }

    /// Said to the model that is asked for such a change once more.
    fn hint(self) -> &'static str {
        match self {
            Self::Lossy => "it could not be read as it was written",
            Self::MalformedDiff => {
                "its diff is malformed: each line of a hunk begins with one sign, and there are as many as its header says"
            }
            Self::Elided => "it leaves out part of the text: write all of it",
        }
    }
}

/// Parts of a reply set aside while the others (`operations`) stay.
fn set_aside(doubt: Doubt, parts: Vec<BlockedPart>, others: bool) -> Blocked {
    let (what, why) = (count(&parts), doubt.said());
    let message = match others {
        true => {
            format!("BLOCKED: {what} of the reply {why}. The others are as they came. NO changes have been applied.")
        }
        false => format!("BLOCKED: {what} of the reply {why}. NO changes have been applied."),
    };
    Blocked { why: doubt.code().to_owned(), message, parts }
}

/// The file changes that were set aside, and for each what the model is told when it is asked once more.
pub(crate) fn to_mend(blocked: &Blocked) -> Vec<(&str, &'static str)> {
    let Some(doubt) = Doubt::ALL.into_iter().find(|doubt| doubt.code() == blocked.why) else { return Vec::new() };
    blocked.parts.iter().filter(|p| p.kind == "file").map(|p| (p.target.as_str(), doubt.hint())).collect()
}

/// What stays blocked when the changes of these files came again.
pub(crate) fn still_blocked(blocked: Blocked, came: &[String]) -> Option<Blocked> {
    let doubt = Doubt::ALL.into_iter().find(|doubt| doubt.code() == blocked.why).filter(|_| !came.is_empty());
    let Some(doubt) = doubt else { return Some(blocked) };
    let parts: Vec<_> = blocked.parts.into_iter().filter(|p| p.kind != "file" || !came.contains(&p.target)).collect();
    (!parts.is_empty()).then(|| set_aside(doubt, parts, true))
}

/// Only the shape around the parts is asked for: a change of another dialect is for
/// [`dialect`] to read, not for a schema to drop.
fn find(text: &str, finish: Finish) -> Found {
    let with_summary =
        json!({"type": "object", "properties": {"summary": {"type": "string"}}, "required": ["summary"]});
    let any = json!({"type": ["object", "array"]});
    let get = |schema: &Value| {
        let schema = Schema::compile(schema).ok();
        countersign_recover::recover(&Request { input: text, schema: schema.as_ref(), finish: ended(finish) })
    };
    let mut got = get(&with_summary);
    if got.best_effort().is_none_or(|v| v.to_serde().get("summary").is_none()) {
        got = get(&any);
    }
    let read = Recovered::of(&got);
    let safe = read.value.clone();
    let lossy = got.repairs.iter().any(|r| !HARMLESS.contains(r));
    let doubt = Doubt::of(&got.dropped);
    Found { safe, best: got.best_effort().map(|v| v.to_serde()), complete: got.complete, lossy, doubt, read }
}

/// The summary as far as it was written, for showing it meanwhile (S1-4).
pub fn so_far(text: &str) -> Option<String> {
    let best = find(text, Finish::Unknown).best?;
    let summary = dialect::read(&best).summary;
    (!summary.is_empty()).then(|| clipped(&summary, SUMMARY))
}

/// Reads a reply. `chat`: nothing may be proposed. `sure`: what it proposes may be drawn as marked.
pub(crate) fn read(text: &str, finish: Finish, project: &Project, chat: bool, sure: bool) -> Reading {
    let found = find(text, finish);
    let safe = found.safe.as_ref().map(dialect::read).unwrap_or_default();
    let best = found.best.as_ref().map(dialect::read).unwrap_or_default();
    let stopped = matches!(finish, Finish::Length | Finish::Aborted | Finish::Filtered);
    if best.is_empty() && !text.contains('{') {
        return prose(text, stopped, finish, project, chat, sure, found.read);
    }
    let cut = stopped || !found.complete;
    let changing = !best.changes.is_empty() || !best.commands.is_empty();
    let damaged = || operations(&best, project, sure).iter().any(|op| is_damaged(&op.value));
    let lossy = changing && (found.lossy || damaged());
    let mut reading = Reading { cut, lossy, usable: !best.is_empty(), read: found.read, ..Reading::default() };
    // A text that was only half written is shown as far as it came; lists keep what was closed.
    let mut summary = best.summary.clone();
    if cut && summary != safe.summary && !summary.trim_end().ends_with('…') {
        // It stops in the middle: nobody is to take that for its end (C32).
        summary = format!("{} …", summary.trim_end());
    }
    reading.reply = shown(&Parts { summary, ..safe.clone() });
    let whole = (safe.changes.len(), safe.commands.len());
    let mut parts = safe;
    let spoken = marked(&parts);
    parts.commands.extend(spoken);
    let why = match (cut, lossy, chat) {
        (true, ..) => Some("truncated"),
        (_, true, _) => Some("lossy"),
        (.., true) => Some("chat"),
        _ => None,
    };
    match why {
        Some(why) => block(&mut reading, why, &best),
        None => {
            let gone =
                blocked_parts(&best).into_iter().filter(|p| !blocked_parts(&parts).contains(p)).collect::<Vec<_>>();
            reading.operations = operations(&parts, project, sure);
            if !gone.is_empty() {
                reading.reply.blocked = Some(set_aside(found.doubt, gone, !reading.operations.is_empty()));
            }
            for (n, what) in [(parts.changes.len(), "file changes"), (parts.commands.len(), "commands")] {
                if n > CHANGES {
                    reading.read.dropped.push(format!("{} of {n} {what}", n - CHANGES));
                }
            }
            // Commands of its prose are read beside its parts.
            reading.operations.retain(|op| !is_damaged(&op.value));
        }
    }
    if cut {
        reading.reply.recovered = recovered(&reading.reply, whole);
    }
    reading
}

/// A reply in words alone: its text, and the commands it marks (S1-14a).
fn prose(
    text: &str,
    stopped: bool,
    finish: Finish,
    project: &Project,
    chat: bool,
    sure: bool,
    read: Recovered,
) -> Reading {
    let text = clipped(links::without_thoughts(text).trim_start(), SUMMARY);
    let mut parts = Parts { summary: text.clone(), ..Parts::default() };
    if finish == Finish::Stop {
        parts.commands = links::marked(&text, true).into_iter().map(spoken).collect();
    }
    let mut reading = Reading { cut: stopped, usable: !text.is_empty(), read, ..Reading::default() };
    reading.reply.summary = text.trim_end().to_owned();
    if chat {
        let best = parts.clone();
        block(&mut reading, "chat", &best);
    } else {
        reading.operations = operations(&parts, project, sure);
        reading.operations.retain(|op| !is_damaged(&op.value));
    }
    reading
}

fn spoken(command: String) -> dialect::Command {
    dialect::Command { command, cwd: None, why: String::new(), step: None }
}

/// Commands that the prose of a whole reply marks and its list does not have.
fn marked(parts: &Parts) -> Vec<dialect::Command> {
    let texts = std::iter::once(&parts.summary).chain(parts.sections.iter().map(|s| &s.body));
    let mut found: Vec<String> = Vec::new();
    for command in texts.flat_map(|t| links::marked(t, false)) {
        if !found.contains(&command) && !parts.commands.iter().any(|c| c.command == command) {
            found.push(command);
        }
    }
    found.into_iter().map(spoken).collect()
}

fn clipped(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text.to_owned(),
    }
}

fn shown(parts: &Parts) -> WorkReply {
    let sections = parts.sections.iter().take(MOST);
    WorkReply {
        summary: clipped(&parts.summary, SUMMARY),
        sections: sections
            .map(|s| countersign_core::wire::ReplySection {
                heading: clipped(&s.heading, SHORT),
                body: clipped(&s.body, BODY),
            })
            .collect(),
        steps: parts
            .steps
            .iter()
            .take(MOST)
            .map(|(text, completed)| ReplyStep { text: clipped(text, SHORT), completed: *completed, items: Vec::new() })
            .collect(),
        next_steps: parts
            .next
            .iter()
            .take(6)
            .map(|n| countersign_core::wire::NextStep {
                label: clipped(&n.label, SHORT),
                input_text: clipped(&n.input_text, SUMMARY),
            })
            .collect(),
        blocked: None,
        recovered: None,
        legacy_steps: parts.legacy_next,
    }
}

fn blocked_parts(parts: &Parts) -> Vec<BlockedPart> {
    let changes = parts.changes.iter().map(|c| BlockedPart {
        kind: "file".to_owned(),
        target: clipped(&c.path, SHORT),
        text: clipped(&written(&c.form), BODY),
    });
    let commands = parts.commands.iter().map(|c| BlockedPart {
        kind: "command".to_owned(),
        target: clipped(&c.command, SHORT),
        text: c.why.clone(),
    });
    changes.chain(commands).take(2 * MOST).collect()
}

/// A change as the model wrote it.
fn written(form: &Form) -> String {
    match form {
        Form::Whole(text) | Form::Diff(text) => text.clone(),
        Form::Pairs(list) => list
            .iter()
            .map(|p| {
                let of = |name| p.get(name).and_then(Value::as_str).unwrap_or_default();
                let lines = |sign: &str, text: &str| text.lines().map(|l| format!("{sign}{l}\n")).collect::<String>();
                lines("-", of("search")) + &lines("+", of("replace"))
            })
            .collect::<Vec<_>>()
            .join("\n"),
        Form::Lines(list) => list.iter().map(Value::to_string).collect::<Vec<_>>().join("\n"),
        Form::Delete => "delete".to_owned(),
        Form::Rename(to) => format!("rename to {to}"),
        Form::Unclear(value) => value.to_string(),
    }
}

fn count(parts: &[BlockedPart]) -> String {
    let of = |kind: &str| parts.iter().filter(|p| p.kind == kind).count();
    match (of("file"), of("command")) {
        (files, 0) => format!("{files} file change(s)"),
        (0, commands) => format!("{commands} command(s)"),
        (files, commands) => format!("{files} file change(s) and {commands} command(s)"),
    }
}

/// Sets aside everything that would change something.
fn block(reading: &mut Reading, why: &str, best: &Parts) {
    let parts = blocked_parts(best);
    if parts.is_empty() {
        return;
    }
    let files = parts.iter().filter(|p| p.kind == "file").count();
    let commands = parts.len() - files;
    let message = match why {
        // S1-24, word for word around its middle.
        "truncated" if files > 0 && commands > 0 => format!(
            "BLOCKED: {files} file change(s) from truncated response. {commands} command(s) of it are blocked as well. \
             Send the request again. NO changes have been applied."
        ),
        "truncated" if files > 0 => format!(
            "BLOCKED: {files} file change(s) from truncated response. Send the request again. NO changes have been applied."
        ),
        "truncated" => format!(
            "BLOCKED: {commands} command(s) from truncated response. Send the request again. NO changes have been applied."
        ),
        "chat" => format!(
            "{} not proposed: this is chat. Send it in Auto to review them. Nothing has been changed.",
            count(&parts)
        ),
        _ => format!(
            "BLOCKED: {} of a reply that had to be guessed at. Send the request again. NO changes have been applied.",
            count(&parts)
        ),
    };
    // Nothing of it was carried out, whatever it says of its steps.
    reading.reply.steps.iter_mut().for_each(|step| step.completed = false);
    reading.reply.blocked = Some(Blocked { why: why.to_owned(), message, parts });
}

/// "Recovered: 8 todo(s), 1 next step(s), 1 command(s)." (S1-39), with the changes and commands that were whole before
/// the cut (S1-40); `None` = nothing was.
fn recovered(reply: &WorkReply, (changes, commands): (usize, usize)) -> Option<String> {
    let counts = [
        (reply.steps.len(), "todo(s)"),
        (reply.sections.len(), "section(s)"),
        (reply.next_steps.len(), "next step(s)"),
        (changes, "file change(s)"),
        (commands, "command(s)"),
    ];
    let said: Vec<String> = counts.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")).collect();
    match (said.is_empty(), reply.summary.is_empty()) {
        (true, true) => None,
        (true, false) => Some("Recovered: the summary. The content below may be incomplete.".to_owned()),
        _ => Some(format!("Recovered: {}. The content below may be incomplete.", said.join(", "))),
    }
}

/// File changes, one a file, then commands.
fn operations(parts: &Parts, project: &Project, sure: bool) -> Vec<WorkOp> {
    let mut files: Vec<FileChange> = Vec::new();
    for change in &parts.changes {
        let mut change = change.clone();
        if let Some(file) = project.file(&change.path) {
            change.path.clone_from(&file.path);
        } else if let Some(path) = change.path.strip_prefix("./") {
            change.path = path.to_owned();
        }
        match files.iter_mut().find(|f| f.path == change.path) {
            Some(same) => match (&mut same.form, change.form) {
                (Form::Pairs(all), Form::Pairs(more)) | (Form::Lines(all), Form::Lines(more)) => all.extend(more),
                (Form::Diff(all), Form::Diff(more)) => {
                    all.push_str(if all.ends_with('\n') { "" } else { "\n" });
                    all.push_str(&more);
                }
                // Told twice the same; else nobody can say which is meant.
                (all, other) if *all == other => {}
                (all, other) => *all = Form::Unclear(json!([written(all), written(&other)])),
            },
            None => files.push(change),
        }
    }
    let files = files.iter().take(CHANGES).map(|change| file_op(change, parts, project, sure));
    let commands = parts.commands.iter().take(CHANGES).map(|c| {
        let mut value = json!({"op": "run_command", "command": c.command});
        if let Some(cwd) = &c.cwd {
            set(&mut value, "cwd", json!(cwd));
        }
        at(&mut value, project);
        WorkOp { value, problem: None, step: c.step, why: clipped(&c.why, SHORT), sure: false }
    });
    files.chain(commands).collect()
}

fn set(value: &mut Value, name: &str, to: Value) {
    if let Value::Object(map) = value {
        map.insert(name.to_owned(), to);
    }
}

fn at(value: &mut Value, project: &Project) {
    if let Some(id) = &project.workspace {
        set(value, "workspace", json!(id));
    }
}

fn file_op(change: &FileChange, parts: &Parts, project: &Project, sure: bool) -> WorkOp {
    let shown = project.file(&change.path).filter(|f| f.text.is_some());
    let path = &change.path;
    let mut problem = None;
    let mut value = match &change.form {
        Form::Whole(text) => {
            if shown.is_some_and(|f| f.cut) {
                problem = Some(
                    Problem::new(
                        "not_shown",
                        format!("the model was shown only the beginning of {path}, and writes all of it"),
                    )
                    .hinting("Ask for a smaller change, or name this file alone."),
                );
            }
            json!({"op": "write_file", "path": path, "content": text})
        }
        Form::Pairs(pairs) => json!({"op": "edit_file", "path": path, "edit": pairs, "format": "search_replace"}),
        Form::Lines(list) => json!({"op": "edit_file", "path": path, "edit": list, "format": "lines"}),
        Form::Diff(text) => json!({"op": "edit_file", "path": path, "edit": text, "format": "auto"}),
        Form::Delete => json!({"op": "delete_file", "path": path}),
        Form::Rename(to) => json!({"op": "rename_file", "path": path, "to": to}),
        Form::Unclear(raw) => {
            problem = Some(
                Problem::new("edit_refused", format!("what {path} should become cannot be told from the reply"))
                    .hinting("Send the request again. A change is the whole content, search and replace texts, a diff, or lines with what they hold now."),
            );
            json!({"op": "edit_file", "path": path, "edit": raw})
        }
    };
    match shown {
        Some(file) => {
            set(&mut value, "workspace", json!(file.workspace));
            let named = change.hash.as_ref().or_else(|| parts.hashes.iter().find(|(p, _)| p == path).map(|(_, h)| h));
            if named.is_some_and(|h| !same_hash(h, &file.hash)) {
                problem = Some(
                    Problem::new(
                        "base_changed",
                        format!("the reply names another version of {path} than it was shown"),
                    )
                    .at("/base"),
                );
            }
            set(&mut value, "base", json!(file.hash));
        }
        None => at(&mut value, project),
    }
    WorkOp { value, problem, step: change.step, why: clipped(&change.why, SHORT), sure }
}

/// A hash as a model copies it: with or without its kind, and perhaps only its beginning.
fn same_hash(said: &str, hash: &str) -> bool {
    let said = said.trim().trim_start_matches("blake3:").to_ascii_lowercase();
    said.len() >= 8 && hash.starts_with(&said)
}
