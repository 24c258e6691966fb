//! From operations as a client or a model sends them to proposals: files are read, edits located,
//! contents stored, commands judged. What cannot be used is kept with its reason; nothing is
//! written to a workspace.

mod seen;
mod undone;

use crate::effects::tree::MAX_FILE;
use crate::write::Write;
use crate::{EngineError, Inner, Result};
use countersign_core::change_set::propose::Proposal;
use countersign_core::change_set::review::{self, Edit};
use countersign_core::change_set::{ChangeItem, ChangeSet};
use countersign_core::command::Command;
use countersign_core::file::{FileKey, FilePath, FileState, FileWas, WorkspaceId};
use countersign_core::hidden;
use countersign_core::label::quoted;
use countersign_core::operation::{Operation, Reach};
use countersign_core::problem::Problem;
use countersign_edits::{Format, Reason, Refusal};
use seen::Seen;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeSet;
pub(crate) use undone::is_undo;

/// Longest command, in bytes.
const MAX_COMMAND: usize = 20_000;

/// Whether an operation of that name reaches beyond the database.
pub(crate) fn is_outside(name: &str) -> bool {
    matches!(Reach::of(name), Reach::Files | Reach::Process)
}

/// Problems, where there are none the operation with what it builds on.
type Read = std::result::Result<(Operation, Vec<FileWas>, Vec<Problem>), Vec<Problem>>;

impl Write<'_> {
    /// Reads operations of a request in order. `why` is what asked for them; `by` is the agent or model that
    /// sends them: a reason of their own is then in its words.
    pub(crate) async fn read_operations(
        &mut self,
        operations: Vec<Value>,
        why: &str,
        by: Option<&str>,
    ) -> Result<Vec<Proposal>> {
        let mut seen = Seen::default();
        let mut proposals = Vec::new();
        // One after the other: a large content is there no longer than it must be.
        for (n, value) in operations.into_iter().enumerate() {
            seen.n = n + 1;
            let (value, needs, own) = split(value);
            let said_by = by.filter(|_| own.is_some()).map(str::to_owned);
            let why = own.unwrap_or_else(|| why.to_owned());
            let name = value.get("op").or_else(|| value.get("action")).and_then(Value::as_str);
            let mut proposal = match (name, &value) {
                (Some(name), Value::Object(map)) if is_outside(name) => {
                    let mut fields = Fields::new(map);
                    let read = self.outside(name, &mut fields, &mut seen).await?;
                    let unknown = fields.unknown();
                    let op = match read {
                        Ok(found) if unknown.is_empty() => Ok(found),
                        Ok(_) => Err(unknown),
                        Err(problems) => Err(problems.into_iter().chain(unknown).collect()),
                    };
                    match op {
                        Ok((op, ..)) if let Some(problem) = self.inner().refused(&op) => {
                            Proposal { op: Err((op.to_value(), vec![problem])), ..Proposal::parse(&Value::Null, why) }
                        }
                        Ok((op, files, warnings)) => Proposal { files, warnings, ..Proposal::of(op, why) },
                        Err(problems) => Proposal { op: Err((value, problems)), ..Proposal::parse(&Value::Null, why) },
                    }
                }
                (Some("call_tool"), _) => match self.inner().read_call(&value).await {
                    Ok(op) => Proposal::of(op, why),
                    Err(problems) => Proposal { op: Err((value, problems)), ..Proposal::parse(&Value::Null, why) },
                },
                _ => Proposal::parse(&value, why),
            };
            (proposal.needs, proposal.said_by) = (needs, said_by);
            proposals.push(proposal);
        }
        Ok(proposals)
    }

    /// An edit that puts another command in the place of one, read like any that is proposed; none for other edits.
    ///
    /// # Errors
    /// `invalid_edit` when it cannot be read, or would never be run.
    pub(crate) fn recommanded(&self, set: &ChangeSet, item: &ChangeItem, edit: &Edit) -> Result<Option<Edit>> {
        let is_command = |value: &Value| value["op"] == "run_command";
        let now = item.op.as_ref().map(Operation::to_value).or_else(|| item.raw.clone()).unwrap_or_default();
        let wanted = match (edit, &now) {
            (Edit::Replace(op), _) if is_command(&now) && is_command(op) => op.clone(),
            (Edit::Merge(args), Value::Object(known)) if is_command(&now) && !args.contains_key("op") => {
                let mut all = known.clone();
                all.extend(args.clone());
                all.retain(|_, value| !value.is_null());
                Value::Object(all)
            }
            _ => return Ok(None),
        };
        let Value::Object(wanted) = wanted else { return Ok(None) };
        let mut fields = Fields::new(&wanted);
        let refused = |problems| EngineError::Refusal(review::Refusal::BadEdit(problems));
        let workspace = self.inner().workspace(fields.text("workspace")).map_err(|problem| refused(vec![problem]))?;
        let read = self.command(workspace, &mut fields, &Seen::before(set, item.n));
        let unknown = fields.unknown();
        let (op, ..) = read.map_err(refused)?;
        if !unknown.is_empty() {
            return Err(refused(unknown));
        }
        match (self.inner().refused(&op), op) {
            (Some(problem), _) => Err(refused(vec![problem])),
            (None, Operation::RunCommand(command)) => Ok(Some(Edit::Command(command))),
            (None, _) => Ok(None),
        }
    }

    /// A command, whose folder is there or is made before it.
    fn command(&self, workspace: WorkspaceId, fields: &mut Fields<'_>, seen: &Seen) -> Read {
        let read = command(workspace, fields);
        let Ok((Operation::RunCommand(command), ..)) = &read else { return read };
        // Known already that nothing can run: whoever proposes it is told, and no rule signs it.
        if let Err(EngineError::Bad(problem)) = self.inner().tree(&command.workspace) {
            return Err(vec![problem]);
        }
        if !self.has_folder(command, seen) {
            let message = format!("there is no folder {} to run it in", command.cwd);
            return Err(vec![Problem::new("folder_not_found", message).at("/cwd")]);
        }
        read
    }

    async fn outside(&mut self, name: &str, fields: &mut Fields<'_>, seen: &mut Seen) -> Result<Read> {
        let workspace = match self.inner().workspace(fields.text("workspace")) {
            Ok(id) => id,
            Err(problem) => {
                fields.all();
                return Ok(Err(vec![problem]));
            }
        };
        if name == "run_command" {
            return Ok(self.command(workspace, fields, seen));
        }
        let path = fields.text("path").or_else(|| fields.text("file_path")).or_else(|| fields.text("filePath"));
        let path = match path.map(|text| self.inner().path_in(&workspace, text)) {
            Some(Ok(path)) => path,
            Some(Err(problem)) => {
                fields.all();
                return Ok(Err(vec![problem]));
            }
            None => {
                fields.all();
                return Ok(Err(vec![Problem::new("invalid_path", "path is missing").at("/path")]));
            }
        };
        let at = FileKey { workspace, path };
        if let Some(problem) = seen.conflict(&at) {
            fields.all();
            return Ok(Err(vec![problem.at("/path")]));
        }
        let now = match self.inner().read_file(&at).await {
            Ok(now) => now,
            Err(crate::EngineError::Bad(problem)) => {
                fields.all();
                return Ok(Err(vec![problem.at("/path")]));
            }
            Err(e) => return Err(e),
        };
        let how = match name {
            "delete_file" => "deleted",
            "rename_file" => "renamed",
            _ => "changed",
        };
        let read = self.change(name, at.clone(), now, fields, seen).await?;
        // What is not used takes no file from another item.
        if read.is_ok() {
            seen.note(&at, how);
        }
        Ok(read)
    }

    /// One change of a file that was just read.
    async fn change(
        &mut self,
        name: &str,
        at: FileKey,
        now: Option<(Vec<u8>, FileState)>,
        fields: &mut Fields<'_>,
        seen: &mut Seen,
    ) -> Result<Read> {
        let base = fields.text("base");
        let (old, state) = match now {
            Some((bytes, state)) => (Some(bytes), Some(state)),
            None => (None, None),
        };
        if let Err(problem) = fits(&at, base, state.as_ref()) {
            fields.all();
            return Ok(Err(vec![problem]));
        }
        let was = vec![FileWas { at: at.clone(), state: state.clone() }];
        let missing = || vec![Problem::new("file_not_found", format!("there is no file {}", at.path)).at("/path")];
        let mode = match fields.take("mode").map(read_mode) {
            None => None,
            Some(Some(mode)) => Some(mode),
            Some(None) => {
                fields.all();
                return Ok(Err(vec![Problem::new("invalid_mode", "mode is not a set of permissions").at("/mode")]));
            }
        };
        let mut warnings: Vec<Problem> = at
            .path
            .sensitive()
            .map(|why| {
                Problem::new("sensitive_file", format!("{} {why}.", at.path))
                    .hinting("Read the whole change before you sign it.")
            })
            .into_iter()
            .collect();
        if state.is_none() && matches!(name, "write_file" | "edit_file") {
            warnings.extend(self.alike(&at));
        }
        let op = match name {
            "delete_file" | "chmod_file" if state.is_none() => {
                fields.all();
                return Ok(Err(missing()));
            }
            "delete_file" => Operation::DeleteFile { at, folders: Vec::new() },
            "chmod_file" => match mode {
                Some(mode) => Operation::ChmodFile { at, mode },
                None => return Ok(Err(vec![Problem::new("invalid_mode", "mode is missing").at("/mode")])),
            },
            "rename_file" => return self.rename(at, state, fields, warnings, seen).await,
            _ => {
                let text = match written(name, &at, old.as_deref(), fields) {
                    Ok(text) => text,
                    Err(problems) => return Ok(Err(problems)),
                };
                if text.bytes.len() as u64 > MAX_FILE {
                    let message = format!(
                        "{} would have {} bytes, and files up to {MAX_FILE} bytes are read and changed",
                        at.path,
                        text.bytes.len()
                    );
                    return Ok(Err(vec![Problem::new("too_large", message).at("/content")]));
                }
                warnings.extend(text.fuzz);
                if old.as_deref().is_some_and(|old| std::str::from_utf8(old).is_err()) {
                    let message = format!("{} is not in UTF-8: what is no character of it is shown as �.", at.path);
                    warnings.push(Problem::new("not_utf8", message).hinting("Look at the preview before you sign it."));
                }
                warnings.extend(hidden::doubt(&at.path, old.as_deref().unwrap_or_default(), &text.bytes));
                let (added, removed) = line_counts(old.as_deref().unwrap_or_default(), &text.bytes);
                let content = self.tx.put_blob(&text.bytes).await?;
                let bytes = text.bytes.len() as u64;
                Operation::WriteFile { at, content, bytes, mode, new: state.is_none(), added, removed, proposed: None }
            }
        };
        // What it replaces is kept as well: undo needs it, and so does a crash.
        if let Some(old) = &old {
            self.tx.put_blob(old).await?;
        }
        Ok(Ok((op, was, warnings)))
    }

    async fn rename(
        &mut self,
        at: FileKey,
        state: Option<FileState>,
        fields: &mut Fields<'_>,
        mut warnings: Vec<Problem>,
        seen: &mut Seen,
    ) -> Result<Read> {
        let Some(state) = state else {
            fields.all();
            return Ok(Err(vec![Problem::new("file_not_found", format!("there is no file {}", at.path)).at("/path")]));
        };
        let to = match fields.text("to").map(|text| self.inner().path_in(&at.workspace, text)) {
            Some(Ok(to)) => to,
            Some(Err(problem)) => return Ok(Err(vec![problem.at("/to")])),
            None => return Ok(Err(vec![Problem::new("invalid_path", "to is missing").at("/to")])),
        };
        let target = FileKey { workspace: at.workspace.clone(), path: to.clone() };
        if target == at {
            return Ok(Err(vec![Problem::new("nothing_to_change", format!("{to} has that name already")).at("/to")]));
        }
        if target.path.as_str().strip_prefix(at.path.as_str()).is_some_and(|rest| rest.starts_with('/')) {
            let message = format!("{} is a file, so it cannot be the folder of {to}", at.path);
            return Ok(Err(vec![Problem::new("path_taken", message).at("/to")]));
        }
        if let Some(problem) = seen.conflict(&target) {
            return Ok(Err(vec![problem.at("/to")]));
        }
        match self.inner().read_file(&target).await {
            Ok(None) => {}
            Ok(Some(_)) => {
                return Ok(Err(vec![Problem::new("file_exists", format!("there is a file {to} already")).at("/to")]));
            }
            Err(crate::EngineError::Bad(problem)) => return Ok(Err(vec![problem.at("/to")])),
            Err(e) => return Err(e),
        }
        warnings.extend(self.alike(&target).filter(|_| !alike(at.path.as_str(), to.as_str())));
        if let Some((bytes, _)) = self.inner().read_file(&at).await? {
            self.tx.put_blob(&bytes).await?;
        }
        seen.note(&target, "made");
        let was = vec![FileWas { at: at.clone(), state: Some(state) }, FileWas { at: target, state: None }];
        Ok(Ok((Operation::RenameFile { at, to, folders: Vec::new() }, was, warnings)))
    }

    /// Whether a command's folder is there, or a file of the same request makes it.
    fn has_folder(&self, command: &Command, seen: &Seen) -> bool {
        let Ok(folder) = FilePath::folder(&command.cwd) else { return command.cwd.is_empty() };
        let there = self.inner().tree(&command.workspace).is_ok_and(|tree| tree.list(Some(&folder)).is_ok());
        there || seen.makes(&command.workspace, &folder)
    }

    /// Says of a new file that another has its name but for case: on many disks they are one.
    fn alike(&self, at: &FileKey) -> Option<Problem> {
        let folder = at.path.as_str().rsplit_once('/').and_then(|(folder, _)| FilePath::folder(folder).ok());
        let listed = self.inner().tree(&at.workspace).ok()?.list(folder.as_ref()).ok()?;
        let other = listed.into_iter().find(|entry| alike(&entry.name, at.path.name()))?;
        Some(
            Problem::new("case_collision", format!("{} differs only in case from {}.", at.path, other.name))
                .hinting("Give it another name: on many disks the two are one file."),
        )
    }
}

/// Whether two different names are the same but for case.
fn alike(a: &str, b: &str) -> bool {
    a != b && a.to_lowercase() == b.to_lowercase()
}

impl Inner {
    /// Counts the lines that an inverse adds and removes: the ledger only knows contents.
    pub(crate) async fn measure(&self, proposals: &mut [Proposal]) -> Result<()> {
        for proposal in proposals {
            let was = proposal.files.first().and_then(|w| w.state.as_ref()).map(|s| s.hash.clone());
            let Ok(Operation::WriteFile { content, added, removed, .. }) = &mut proposal.op else { continue };
            // What was made for this request is counted, and stored with it.
            let Some(new) = self.store.blob(content).await? else { continue };
            let old = match was {
                Some(hash) => self.store.blob(&hash).await?.unwrap_or_default(),
                None => Vec::new(),
            };
            (*added, *removed) = line_counts(&old, &new);
        }
        Ok(())
    }
}

/// A new content, and how loosely an edit was located.
pub(crate) struct Written {
    pub(crate) bytes: Vec<u8>,
    pub(crate) fuzz: Option<Problem>,
}

/// The content that `content` or `edit` makes.
pub(crate) fn written(
    name: &str,
    at: &FileKey,
    old: Option<&[u8]>,
    fields: &mut Fields<'_>,
) -> std::result::Result<Written, Vec<Problem>> {
    let finish = fields.text("finish");
    let format = match fields.take("format") {
        None => Format::Auto,
        Some(value) => Format::deserialize(value).map_err(|_| {
            vec![
                Problem::new("invalid_content", "format is auto, search_replace, unified, apply_patch, lines or whole")
                    .at("/format"),
            ]
        })?,
    };
    let (edit, format) = match (name, fields.take("content"), fields.take("edit")) {
        ("write_file", Some(Value::String(text)), None) => (text.clone(), Format::Whole),
        ("edit_file", None, Some(Value::String(text))) => (text.clone(), format),
        ("edit_file", None, Some(value @ (Value::Object(_) | Value::Array(_)))) => (value.to_string(), format),
        ("write_file", ..) => {
            return Err(vec![Problem::new("invalid_content", "content is missing or is no text").at("/content")]);
        }
        _ => {
            return Err(vec![
                Problem::new("invalid_content", "edit is missing or is no text")
                    .at("/edit")
                    .hinting("Send the edit as a text."),
            ]);
        }
    };
    // A new file has nothing that an edit could be located in.
    if format == Format::Whole && old.is_none() && finish.is_none_or(countersign_edits::finish_is_whole) {
        no_placeholder(&at.path, None, edit.as_bytes())?;
        return Ok(Written { bytes: edit.into_bytes(), fuzz: None });
    }
    let proposal =
        countersign_edits::Proposal { edit: &edit, format, finish, base: None, path: Some(at.path.as_str()) };
    let applied = countersign_edits::propose(old.unwrap_or_default(), &proposal);
    // What is wrong with the edit itself is said first.
    let itself = |e: &Refusal| matches!(e.reason, Reason::Malformed | Reason::Truncated);
    if old.is_some_and(|old| old.contains(&0)) && !applied.as_ref().is_err_and(itself) {
        let message = format!("{} is no text, so nobody could be shown what changes in it", at.path);
        return Err(vec![
            Problem::new("not_text", message)
                .hinting("Give the whole content, or change it with a program. Nothing has been changed.")
                .at("/path"),
        ]);
    }
    let applied = applied.map_err(|e| match old {
        None if matches!(e.reason, Reason::NotFound | Reason::Ambiguous) => {
            vec![Problem::new("file_not_found", format!("there is no file {} to edit", at.path)).at("/path")]
        }
        _ => vec![refusal(&e)],
    })?;
    let loose = applied.places.iter().filter(|p| p.kind != countersign_edits::Match::Exact).count();
    let fuzz = (loose > 0).then(|| {
        let message = match applied.places.len() {
            1 => "The place matched only but for line ends or indentation.".to_owned(),
            n => format!("{loose} of {n} places matched only but for line ends or indentation."),
        };
        Problem::new("fuzzy_match", message).hinting("Look at the preview before you sign it.")
    });
    if applied.deleted || applied.move_to.is_some() {
        return Err(vec![
            Problem::new("edit_refused", "the edit deletes or renames the file")
                .hinting("Delete or rename the file in an operation of its own."),
        ]);
    }
    no_placeholder(&at.path, old, &applied.text)?;
    Ok(Written { bytes: applied.text, fuzz })
}

/// Refuses a text with a placeholder in it that the file did not have: what a model elsewhere was shown in a
/// secret's place and could not be put back would take the secret's place in the file.
fn no_placeholder(path: &FilePath, old: Option<&[u8]>, new: &[u8]) -> std::result::Result<(), Vec<Problem>> {
    let text = String::from_utf8_lossy(new);
    let Some(found) = countersign_redact::placeholder_in(&text) else { return Ok(()) };
    let had = old.is_some_and(|old| countersign_redact::placeholder_in(&String::from_utf8_lossy(old)).is_some());
    if had {
        return Ok(());
    }
    Err(vec![
        Problem::new("placeholder", format!("{path} would hold {}, which stands for a secret", quoted(found)))
            .at("/content"),
    ])
}

/// Why an edit was not used, with the closest lines for who mends it.
fn refusal(e: &Refusal) -> Problem {
    let code = if e.reason == Reason::Truncated { "truncated" } else { "edit_refused" };
    let near: Vec<String> = e
        .near
        .iter()
        .take(3)
        .map(|n| format!("line {}: {}", n.line, quoted(n.text.lines().next().unwrap_or_default())))
        .collect();
    let problem = Problem::new(code, e.message.clone()).at("/edit");
    if !near.is_empty() {
        return problem.hinting(format!("The closest lines: {}.", near.join("; ")));
    }
    if e.places.len() < 2 {
        return problem;
    }
    let lines: Vec<String> = e.places.iter().map(|p| p.line.to_string()).collect();
    problem
        .hinting(format!("They are at lines {}. Name a line above or below the one that is meant.", lines.join(", ")))
}

/// A change to a file names the file as it was seen; to a new one, nothing.
fn fits(at: &FileKey, base: Option<&str>, state: Option<&FileState>) -> std::result::Result<(), Problem> {
    match (base, state) {
        (None, None) => Ok(()),
        (Some(_), None) => {
            Err(Problem::new("file_not_found", format!("there is no file {} any more", at.path)).at("/base"))
        }
        (None, Some(_)) => {
            Err(Problem::new("missing_base", format!("{} is there, and base is missing", at.path)).at("/base"))
        }
        (Some(base), Some(state)) if base.trim_start_matches("blake3:").eq_ignore_ascii_case(&state.hash) => Ok(()),
        (Some(_), Some(_)) => {
            Err(Problem::new("base_changed", format!("{} is not what it was when it was read", at.path)).at("/base"))
        }
    }
}

fn command(workspace: WorkspaceId, fields: &mut Fields<'_>) -> Read {
    let cwd = match fields.text("cwd").filter(|c| !c.is_empty() && *c != ".").map(FilePath::folder) {
        None => String::new(),
        Some(Ok(path)) => path.to_string(),
        Some(Err(problem)) => {
            fields.all();
            return Err(vec![problem.at("/cwd")]);
        }
    };
    let text = fields.text("command").or_else(|| fields.text("cmd"));
    match command_text(text.unwrap_or("")) {
        Ok(text) => {
            Ok((Operation::RunCommand(Command { workspace, cwd, command: text.to_owned() }), Vec::new(), Vec::new()))
        }
        Err(problem) => {
            fields.all();
            Err(vec![problem])
        }
    }
}

/// The text of a command as it is proposed, whatever it does.
///
/// # Errors
/// Why it is none.
pub fn command_text(text: &str) -> std::result::Result<&str, Problem> {
    if let Some(found) = countersign_redact::placeholder_in(text) {
        let message = format!("the command holds {}, which stands for a secret", quoted(found));
        return Err(Problem::new("placeholder", message).at("/command"));
    }
    let text = text.trim();
    let fits = !text.is_empty() && text.len() <= MAX_COMMAND && !text.contains('\0');
    let unfit = || Problem::new("invalid_command", "command is missing, empty or too long").at("/command");
    fits.then_some(text).ok_or_else(unfit)
}

/// Lines added and removed; a content that is no text counts as one line.
pub(crate) fn line_counts(old: &[u8], new: &[u8]) -> (u64, u64) {
    match (std::str::from_utf8(old), std::str::from_utf8(new)) {
        (Ok(old), Ok(new)) => {
            let diff = countersign_edits::diff(old, new);
            (diff.added as u64, diff.removed as u64)
        }
        _ => (u64::from(!new.is_empty()), u64::from(!old.is_empty())),
    }
}

/// Permission bits from a number, or an octal text.
fn read_mode(value: &Value) -> Option<u32> {
    let mode = match value {
        Value::Number(n) => u32::try_from(n.as_u64()?).ok()?,
        Value::String(text) => u32::from_str_radix(text.trim_start_matches("0o"), 8).ok()?,
        _ => return None,
    };
    (mode <= 0o777).then_some(mode)
}

/// Takes what any operation may carry beside its own fields: what it needs, and why.
fn split(value: Value) -> (Value, Vec<u32>, Option<String>) {
    let Value::Object(mut map) = value else { return (value, Vec::new(), None) };
    let outside = map.get("op").and_then(Value::as_str).is_some_and(is_outside);
    let needs = match map.get("needs") {
        Some(Value::Array(list)) => list.iter().map(|v| v.as_u64().and_then(|n| u32::try_from(n).ok())).collect(),
        _ => None,
    };
    if needs.is_some() {
        map.remove("needs");
    }
    let why = match map.get("why") {
        Some(Value::String(text)) if outside => Some(text.chars().take(2_000).collect()),
        _ => None,
    };
    if why.is_some() {
        map.remove("why");
    }
    (Value::Object(map), needs.unwrap_or_default(), why)
}

/// The fields of an operation, taken one by one; what is left is unknown (R2).
pub(crate) struct Fields<'a> {
    map: &'a Map<String, Value>,
    taken: BTreeSet<String>,
}

impl<'a> Fields<'a> {
    pub(crate) fn new(map: &'a Map<String, Value>) -> Self {
        Self { map, taken: ["op", "action"].map(str::to_owned).into() }
    }

    fn take(&mut self, name: &str) -> Option<&'a Value> {
        self.taken.insert(name.to_owned());
        self.map.get(name).filter(|v| !v.is_null())
    }

    fn text(&mut self, name: &str) -> Option<&'a str> {
        self.take(name).and_then(Value::as_str)
    }

    /// Nothing more is looked at, since something else is wrong.
    fn all(&mut self) {
        self.taken.extend(self.map.keys().cloned());
    }

    fn unknown(&self) -> Vec<Problem> {
        self.map
            .keys()
            .filter(|name| !self.taken.contains(*name))
            .map(|name| {
                Problem::new("unknown_field", format!("{} is not a field here", quoted(name))).at(format!("/{name}"))
            })
            .collect()
    }
}
