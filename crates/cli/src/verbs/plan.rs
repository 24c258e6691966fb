//! `countersign plan`: the plan document of a session, shown, edited, taken over from a file.

use super::sessions::find;
use super::{Session, read_file};
use crate::args::{PlanEditing, PlanVerb};
use crate::client::{escape, read};
use crate::failure::{Exit, Failure, Result, cause};
use crate::screen::{Ink, clean};
use crate::texts::say;
use countersign_core::wire::{MirrorView, PlanEdited, PlanView};
use countersign_engine::effects;
use countersign_plan::{ChangeKind, Criterion, Decision, Missing, Plan};
use http::Method;
use jiff::Timestamp;
use serde_json::{Map, Value, json};
use std::path::Path;

/// The template of an `AGENTS.md`.
const INSTRUCTIONS: &str = include_str!("agents.md");

/// Runs it.
pub(crate) async fn run(s: &mut Session<'_>, verb: &PlanVerb) -> Result<Exit> {
    match verb {
        PlanVerb::Show { session } => show(s, session).await,
        PlanVerb::Edit(editing) => {
            let path = path(s, &editing.session).await?;
            let view: PlanView = read(&s.client.get(&path).await?)?;
            let now: Timestamp = read(&s.client.get("/api/settings").await?["effective"]["now"])?;
            let plan = edited(view.plan, editing, now)?;
            let body = json!({ "base": plan.metadata.version, "plan": plan });
            review(s, &path, body, editing.yes, None).await
        }
        PlanVerb::Import { file, session, yes, mend, output } => {
            let path = path(s, session).await?;
            let markdown = match file {
                Some(file) => read_file(file)?,
                None => edited_there(s, &path).await?,
            };
            let markdown = match mend {
                true => {
                    let shown = s.client.post(&format!("{path}/mend"), &json!({ "markdown": markdown })).await?;
                    read::<PlanEdited>(&shown)?.markdown
                }
                false => markdown,
            };
            let view: PlanView = read(&s.client.get(&path).await?)?;
            let body = json!({ "base": view.plan.metadata.version, "markdown": markdown });
            let mended = mend.then(|| Mended { markdown, file: output.as_deref() });
            review(s, &path, body, *yes, mended).await
        }
        PlanVerb::Export { session, output } => export(s, session, output.as_deref()).await,
        PlanVerb::Instructions { output } => instructions(s, output.as_deref()),
    }
}

async fn path(s: &Session<'_>, session: &str) -> Result<String> {
    Ok(format!("/api/sessions/{}/plan", escape(&find(s, session).await?)))
}

/// The plan document as it was edited in the session's folder.
async fn edited_there(s: &Session<'_>, path: &str) -> Result<String> {
    let folder: MirrorView = read(&s.client.get(&format!("{}/folder", path.trim_end_matches("/plan"))).await?)?;
    let none = || Failure::new("not_found", say!("cli-plan-not-edited"), say!("cli-plan-not-edited-hint"));
    folder.edited.ok_or_else(none)
}

async fn show(s: &mut Session<'_>, session: &str) -> Result<Exit> {
    let value = s.client.get(&path(s, session).await?).await?;
    if s.screen.is_json() {
        s.screen.json(&value)?;
    } else {
        let view: PlanView = read(&value)?;
        for line in view.markdown.lines() {
            let heading = line.starts_with('#');
            let line = clean(line);
            s.screen.line(if heading { s.screen.ink(Ink::Strong, line) } else { line })?;
        }
    }
    Ok(Exit::Clear)
}

async fn export(s: &mut Session<'_>, session: &str, output: Option<&Path>) -> Result<Exit> {
    let id = find(s, session).await?;
    let text = s.client.text(&format!("/api/sessions/{}/plan_doc.md", escape(&id))).await?;
    let Some(path) = output else {
        s.screen.file(&text, Map::from_iter([("session".to_owned(), id.into())]))?;
        return Ok(Exit::Clear);
    };
    exported(s, path, &text)
}

/// Writes a text to a file and says so.
fn exported(s: &mut Session<'_>, path: &Path, text: &str) -> Result<Exit> {
    let file = written(path, text)?;
    if s.screen.is_json() {
        s.screen.json(&json!({ "file": file, "bytes": text.len() }))?;
    } else {
        s.screen.line(say!("cli-exported", file = clean(&file), bytes = text.len()))?;
    }
    Ok(Exit::Clear)
}

/// What an `AGENTS.md` may say, by its sections (S4-26). It takes the place of none that is there.
fn instructions(s: &mut Session<'_>, output: Option<&Path>) -> Result<Exit> {
    let Some(path) = output else {
        s.screen.file(INSTRUCTIONS, Map::new())?;
        return Ok(Exit::Clear);
    };
    if path.symlink_metadata().is_ok() {
        let said = say!("cli-instructions-there", file = clean(&path.display().to_string()));
        return Err(Failure::new("file_there", said, say!("cli-instructions-there-hint")));
    }
    exported(s, path, INSTRUCTIONS)
}

/// Writes a document; gives the file's name.
fn written(path: &Path, text: &str) -> Result<String> {
    let file = path.display().to_string();
    let failed = |e: std::io::Error| {
        let said = say!("cli-file-unwritable", file = file.clone(), cause = cause(&e));
        Failure::new("unwritable_file", said, say!("cli-file-unwritable-hint"))
    };
    effects::write_file(path, text.as_bytes()).map_err(failed)?;
    Ok(file)
}

/// A document as a model put it. Another time it would put it in another way, so only this one can be saved.
struct Mended<'a> {
    markdown: String,
    file: Option<&'a Path>,
}

impl Mended<'_> {
    /// How exactly this is saved later.
    fn unsaved(&self, s: &mut Session<'_>) -> Result<()> {
        if let Some(path) = self.file {
            let file = clean(&written(path, &self.markdown)?);
            return s.screen.line(say!("cli-plan-mended-file", file = file));
        }
        s.screen.line(s.screen.ink(Ink::Strong, say!("cli-plan-mended")))?;
        self.markdown.lines().try_for_each(|line| s.screen.verbatim(clean(line)))?;
        s.screen.line(say!("cli-plan-mended-next"))
    }
}

/// The plan with the parts that were given.
fn edited(mut plan: Plan, editing: &PlanEditing, now: Timestamp) -> Result<Plan> {
    if let Some(goal) = &editing.goal {
        plan.goal.clone_from(goal);
    }
    plan.status = editing.status.unwrap_or(plan.status);
    let new = |text: &String| Criterion { description: text.clone(), ..Criterion::default() };
    plan.acceptance_criteria.extend(editing.criterion.iter().map(new));
    for n in &editing.done {
        let missing = || Failure::new("not_found", say!("cli-plan-no-criterion", n = *n), say!("cli-plan-hint"));
        let at = n.checked_sub(1).ok_or_else(missing)?;
        plan.acceptance_criteria.get_mut(at).ok_or_else(missing)?.completed = true;
    }
    let decision = |text: &String| {
        let (title, rationale) = text.split_once(": ").unwrap_or((text, ""));
        Decision { title: title.to_owned(), rationale: rationale.to_owned(), alternatives: Vec::new(), timestamp: now }
    };
    plan.decisions_made.extend(editing.decide.iter().map(decision));
    plan.decisions_rejected.extend(editing.reject.iter().map(decision));
    Ok(plan)
}

/// Shows what changes, and saves it if the person says so.
async fn review(
    s: &mut Session<'_>,
    path: &str,
    mut body: Value,
    yes: bool,
    mended: Option<Mended<'_>>,
) -> Result<Exit> {
    let value = s.client.request(Method::PUT, path, Some(&body), None).await?;
    let shown: PlanEdited = read(&value)?;
    let json = s.screen.is_json();
    if !json {
        show_changes(s, &shown)?;
    }
    if shown.changes.is_empty() {
        if json {
            s.screen.json(&value)?;
        } else {
            s.screen.line(say!("cli-plan-same"))?;
        }
        return Ok(Exit::Clear);
    }
    let agreed = yes || s.agrees(&say!("cli-plan-save"), false).await?;
    if !agreed {
        match (json, mended) {
            (true, mended) => {
                if let Some(Mended { markdown, file: Some(path) }) = mended {
                    written(path, &markdown)?;
                }
                s.screen.json(&value)?;
            }
            (false, Some(mended)) => mended.unsaved(s)?,
            (false, None) => s.screen.line(say!("cli-plan-unsaved"))?,
        }
        return Ok(Exit::Pending);
    }
    if let Some(map) = body.as_object_mut() {
        map.insert("accept".to_owned(), json!(shown.digest));
    }
    let value = s.client.request(Method::PUT, path, Some(&body), None).await?;
    if json {
        s.screen.json(&value)?;
    } else {
        let saved: PlanEdited = read(&value)?;
        s.screen.line(say!("cli-plan-saved", version = saved.plan.metadata.version))?;
    }
    Ok(Exit::Clear)
}

/// A part of the document, in words.
fn part(field: &str) -> String {
    match field {
        "status" => say!("cli-plan-field-status"),
        "goal" => say!("cli-plan-field-goal"),
        "acceptanceCriteria" => say!("cli-plan-field-criteria"),
        "decisionsMade" => say!("cli-plan-field-made"),
        "decisionsRejected" => say!("cli-plan-field-rejected"),
        "executionLog" => say!("cli-plan-field-log"),
        "other" => say!("cli-plan-field-other"),
        other => clean(other),
    }
}

fn show_changes(s: &mut Session<'_>, shown: &PlanEdited) -> Result<()> {
    for change in &shown.changes {
        let (ink, sign) = match change.kind {
            ChangeKind::Added => (Ink::Add, '+'),
            ChangeKind::Removed => (Ink::Danger, '-'),
            ChangeKind::Changed => (Ink::Change, '~'),
        };
        s.screen.line(s.screen.ink(ink, format!("{sign} {}", part(&change.field))))?;
        for (ink, sign, text) in [(Ink::Danger, '-', &change.before), (Ink::Add, '+', &change.after)] {
            for line in text.as_deref().unwrap_or_default().lines() {
                s.screen.line(format!("    {}", s.screen.ink(ink, format!("{sign} {}", clean(line)))))?;
            }
        }
    }
    for unread in &shown.unread {
        let said = say!("cli-plan-unread", line = unread.line, text = clean(&unread.text));
        s.screen.line(s.screen.ink(Ink::Change, said))?;
    }
    for missing in &shown.missing {
        let said = match missing {
            Missing::Goal => say!("cli-plan-needs-goal"),
            Missing::Criterion => say!("cli-plan-needs-criterion"),
        };
        s.screen.line(s.screen.ink(Ink::Change, said))?;
    }
    Ok(())
}
