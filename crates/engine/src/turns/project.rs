//! What of the open folders a message is about (S1-3): names found among the files that count, files
//! read through the tree, their texts cut to the model's budget. Nothing is fetched or written.

use super::{Message, Work};
use crate::effects::{ignored, twins};
use crate::workspace::{blocking, names_of};
use crate::{Engine, Inner, Result};
use countersign_agent::machine::Nearby;
use countersign_assistant::Input;
use countersign_assistant::work::{self, Mentions, NamedFile, Project, Unlisted};
use countersign_core::change_set::Actor;
use countersign_core::file::{FileKey, FilePath, WorkspaceId};
use countersign_core::model::{Role, Told, Window};
use countersign_core::wire::{LeftOut, LoadedFile, RunEvent, WorkContext};
use countersign_llm::Models;
use countersign_llm::catalogue::Size;
use countersign_planner::dates::Clock;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Most files of a folder that are looked through, and how deep.
const MOST_PATHS: usize = 20_000;
const DEEPEST: usize = 24;
/// Most files that are loaded for one message.
const MOST_FILES: usize = 12;
/// Larger files are not loaded, in bytes.
const LARGEST: u64 = 1_000_000;
/// Other paths that a model is told of.
const LISTED: usize = 80;
/// Prompt tokens of a model whose context is not known.
const PROMPT_SMALL: u64 = 3_000;
const PROMPT_LARGE: u64 = 12_000;
/// Most prompt tokens, whatever the context.
const PROMPT_MOST: u64 = 60_000;
/// Most tokens of an answer (S1-41).
const ANSWER: u32 = 16_384;

/// The files of a folder that count: ignore rules kept, no links followed, nothing protected.
pub(crate) fn paths(root: &Path) -> Vec<String> {
    let Ok(mut walk) = ignored::walk(root, |entry| entry.file_name() != ".git") else { return Vec::new() };
    walk.max_depth(Some(DEEPEST)).sort_by_file_path(|a, b| a.cmp(b));
    walk.build()
        .filter_map(std::result::Result::ok)
        .filter(|e| e.file_type().is_some_and(|t| t.is_file()))
        .filter_map(|e| e.path().strip_prefix(root).ok()?.to_str().map(str::to_owned))
        .filter(|p| FilePath::parse(p).is_ok())
        .take(MOST_PATHS)
        .collect()
}

impl Engine {
    /// Files of a folder whose path holds all words of a query, the nearest first; for completing
    /// `@` names.
    ///
    /// # Errors
    /// When no such folder is open.
    pub async fn find_files(&self, id: &WorkspaceId, query: &str, limit: usize) -> Result<Vec<String>> {
        let root = self.0.tree(id)?.path().to_owned();
        let words: Vec<String> = query.to_lowercase().split_whitespace().map(str::to_owned).collect();
        blocking(move || {
            let mut found = paths(&root);
            found.retain(|p| words.iter().all(|w| p.to_lowercase().contains(w)));
            let name = |p: &str| p.rsplit('/').next().unwrap_or(p).to_lowercase();
            let first = words.first().cloned().unwrap_or_default();
            found.sort_by_key(|p| {
                (!name(p).starts_with(&first), !name(p).contains(&first), p.matches('/').count(), p.clone())
            });
            let shown = twins::may_be_shown(&root);
            found.into_iter().filter(|path| shown(&root.join(path))).take(limit).collect()
        })
        .await
    }
}

impl Inner {
    /// The roots of the folders that are searched: the one that is meant, else all.
    fn roots(&self, meant: Option<&WorkspaceId>) -> Vec<(WorkspaceId, PathBuf)> {
        let open = self.workspaces();
        open.iter().filter(|w| meant.is_none_or(|id| w.id == *id)).map(|w| (w.id.clone(), w.root.clone())).collect()
    }

    /// A named file: as it is, and its text or why it has none.
    async fn named(&self, at: FileKey) -> std::result::Result<(NamedFile, u64, Option<LeftOut>), LeftOut> {
        let name = at.path.to_string();
        let left = |why: &str, message: String| LeftOut { name: name.clone(), why: why.into(), message };
        let read = self.read_file(&at).await.map_err(|e| {
            let why = if e.code() == "too_large" { "too_large" } else { "unreadable" };
            left(why, e.body().message)
        })?;
        let (bytes, state) = read.ok_or_else(|| left("missing", format!("There is no {} in this folder.", at.path)))?;
        let (text, why) = match String::from_utf8(bytes) {
            _ if state.bytes > LARGEST => {
                let message = format!("{} has {} bytes; up to {LARGEST} bytes are loaded.", at.path, state.bytes);
                (None, Some(left("too_large", message)))
            }
            Ok(text) if !text.contains('\0') => (Some(text), None),
            Err(e) if !e.as_bytes().contains(&0) => {
                (None, Some(left("not_text", format!("{} is not in UTF-8.", at.path))))
            }
            _ => (None, Some(left("not_text", format!("{} is no text.", at.path)))),
        };
        let file = NamedFile { workspace: at.workspace, path: at.path.to_string(), hash: state.hash, text, cut: false };
        Ok((file, state.bytes, why))
    }
}

/// Budgets of the model that would answer: prompt and answer tokens; `None` = there is no model.
fn budget(models: &Models) -> Option<(u64, u32)> {
    let info = models.available(Role::Execute)?;
    let prompt = match (info.context, info.size) {
        (Some(context), _) => Window::share(context, u64::from(ANSWER)).prompt,
        (None, Size::Small) => PROMPT_SMALL,
        (None, Size::Large) => PROMPT_LARGE,
    };
    Some((prompt.min(PROMPT_MOST), ANSWER))
}

impl Work<'_> {
    /// Looks a message over for what it refers to. Tells of it only where something is loaded or
    /// named; sentences about todos cost a glance at their words.
    pub(super) async fn analyze(&mut self, message: &Message, clock: &Clock) -> Result<Option<Project>> {
        let roots = self.inner().roots(message.workspace.as_ref());
        let mut project = match roots.as_slice() {
            [] => return Ok(None),
            [(id, _)] => Project { workspace: Some(id.clone()), ..Project::default() },
            _ => Project::default(),
        };
        project.about_command = message.about_command;
        project.goes_on = self.goes_on().await?;
        let budget = budget(&self.models);
        let names = work::might_name_files(&message.said);
        if !names && !work::about_project(&message.said, &project, clock) {
            return Ok(Some(project));
        }
        let mut context = WorkContext::default();
        let mut sizes = Vec::new();
        let mut absent: Vec<LeftOut> = Vec::new();
        let several = roots.len() > 1;
        let mut open = Vec::new();
        for (id, root) in roots {
            let mut called = names_of(&root);
            let found = blocking(move || paths(&root)).await?;
            // "second/a.txt": the name it has here, where nothing in it is called so.
            let below = format!("{id}/");
            called.extend((several && !found.iter().any(|p| p.starts_with(&below))).then(|| id.0.clone()));
            open.push((id, called, found));
        }
        project.roots = open.iter().flat_map(|(_, called, _)| called.clone()).collect();
        for (id, called, found) in &open {
            let mentions = work::scan(&message.said, called, found);
            self.take_up(id, &mentions, &mut project, &mut context, &mut sizes).await;
            let made = work::errand(&message.said, found).map(|errand| errand.put).unwrap_or_default();
            absent.extend(self.look_for(id, (mentions.unlisted, &made), &mut project, &mut context, &mut sizes).await);
            if project.workspace.as_ref().is_none_or(|w| w == id) {
                let named = |p: &&String| !project.files.iter().any(|f| f.path == **p);
                let mut listing: Vec<String> = found.iter().filter(named).cloned().collect();
                listing.sort_by_key(|p| (p.matches('/').count(), p.clone()));
                listing.truncate(LISTED);
                project.listing.extend(listing);
            }
        }
        // A name that one folder has is not missing because another lacks it.
        let named: Vec<String> = project.files.iter().map(|f| f.path.clone()).collect();
        let there = |m: &str| named.iter().any(|p| p == m || p.ends_with(&format!("/{m}")));
        project.missing.retain(|m| !there(m));
        project.unread.retain(|m| !there(m));
        let made = work::made(&message.said, &project);
        absent.retain(|left| left.why != "missing" || !made.contains(&left.name));
        for left in absent {
            if !there(&left.name) && !context.left_out.iter().any(|l| l.name == left.name) {
                context.left_out.push(left);
            }
        }
        let said = |id: &WorkspaceId, path: &str| {
            let mut names = open.iter().filter(|(open, ..)| open == id).flat_map(|(_, names, _)| names);
            names.any(|name| message.said.contains(&format!("{name}/{path}")))
        };
        twofold(said, &mut project, &mut context, &mut sizes);
        if project.workspace.is_none() {
            project.workspace = only(project.files.iter().map(|f| &f.workspace)).cloned();
        }
        if !work::about_project(&message.said, &project, clock) {
            return Ok(Some(project));
        }
        self.begin("analyzing");
        let actor = Actor::Agent { name: "planner".into() };
        self.tell(&actor).await?;
        let carried = self.inner().store.marks(&self.session.id).await?.carried.map(|c| c.text).unwrap_or_default();
        let (prompt, answer) = budget.unwrap_or((PROMPT_SMALL, ANSWER));
        (project.prompt_tokens, project.answer_tokens) = (prompt, answer);
        load(&mut project, &mut context, &sizes, work::room_for_files(&message.said, &carried, prompt));
        if budget.is_none() {
            // Nobody is shown anything.
            context.files.clear();
        }
        self.events.push(RunEvent::Context(context));
        self.tell(&actor).await?;
        Ok(Some(project))
    }

    /// Adds the standing instructions nearest to the files that a message is about, after the others (C37).
    pub(super) async fn told_nearby(&self, input: &mut Input) {
        let named = input.project.iter().flat_map(|project| &project.files);
        let files: Vec<FileKey> = named
            .filter_map(|f| Some(FileKey { workspace: f.workspace.clone(), path: FilePath::parse(&f.path).ok()? }))
            .collect();
        let nearby = match input.model {
            Some(_) => self.inner().nearest_instructions(&files).await,
            None => Vec::new(),
        };
        let told = |near: Nearby| {
            let text =
                if near.text.trim().is_empty() { near.text } else { format!("For {}:\n{}", near.folder, near.text) };
            Told { name: format!("instructions {}", near.folder), text, cut: near.cut }
        };
        input.instructions.extend(nearby.into_iter().map(told));
    }

    /// The message before in this conversation was about the project.
    async fn goes_on(&self) -> Result<bool> {
        let runs = self.inner().store.runs(&self.session.id).await?;
        let before = runs.iter().rev().find(|r| r.id != self.run.id);
        Ok(before.is_some_and(|r| r.decision.as_deref() == Some("work")))
    }

    /// Adds what was found in one folder.
    async fn take_up(
        &self,
        id: &WorkspaceId,
        mentions: &Mentions,
        project: &mut Project,
        context: &mut WorkContext,
        sizes: &mut Vec<u64>,
    ) {
        let extend = |to: &mut Vec<String>, from: &[String]| {
            for name in from {
                if !to.contains(name) {
                    to.push(name.clone());
                }
            }
        };
        extend(&mut project.missing, &mentions.missing);
        extend(&mut project.protected, &mentions.protected);
        extend(&mut context.urls, &mentions.urls);
        for name in &mentions.protected {
            if !context.left_out.iter().any(|l| l.name == *name) {
                let message = format!("{name} is never loaded: it holds secrets or belongs to git.");
                context.left_out.push(LeftOut { name: name.clone(), why: "protected".into(), message });
            }
        }
        for path in mentions.files.iter().flat_map(|m| &m.paths) {
            let Ok(path) = FilePath::parse(path) else { continue };
            if project.files.iter().any(|f| f.workspace == *id && f.path == path.as_str()) {
                continue;
            }
            if project.files.len() >= MOST_FILES {
                context.left_out.push(no_room(path.as_str()));
                continue;
            }
            match self.inner().named(FileKey { workspace: id.clone(), path }).await {
                Ok((file, bytes, left)) => {
                    project.files.push(file);
                    sizes.push(bytes);
                    context.left_out.extend(left);
                }
                Err(left) => {
                    project.unread.push(left.name.clone());
                    context.left_out.push(left);
                }
            }
        }
    }

    /// Looks on the disk for what is named and not among the paths that count. Ignore rules say what
    /// is searched; what a person names by its whole path is meant. Returns what is not there.
    async fn look_for(
        &self,
        id: &WorkspaceId,
        (unlisted, made): (Vec<Unlisted>, &[String]),
        project: &mut Project,
        context: &mut WorkContext,
        sizes: &mut Vec<u64>,
    ) -> Vec<LeftOut> {
        let mut absent = Vec::new();
        for Unlisted { name, explicit, outside } in unlisted {
            // It is in another of the open folders, and found there.
            if work::within(&name, &project.roots) != name {
                continue;
            }
            let path = match FilePath::parse(&name) {
                Ok(path) if !outside => path,
                _ => {
                    let message = format!("{name} is outside the open folders, and only files in them are read.");
                    absent.extend(outside.then(|| LeftOut { name, why: "outside".into(), message }));
                    continue;
                }
            };
            match self.inner().named(FileKey { workspace: id.clone(), path }).await {
                Ok(_) if project.files.len() >= MOST_FILES => context.left_out.push(no_room(&name)),
                Ok((file, bytes, left)) => {
                    project.files.push(file);
                    sizes.push(bytes);
                    context.left_out.extend(left);
                }
                // Words with a slash or a dot in them are not always names of files, and a file that is to be made
                // is not there yet.
                Err(left)
                    if !explicit
                        && (!project.missing.contains(&name) || left.why == "missing" && made.contains(&name)) => {}
                Err(left) => {
                    // A bare word that names nothing here ("@home") makes no message one about files.
                    if left.why != "missing" && !project.unread.contains(&left.name) {
                        project.unread.push(left.name.clone());
                    }
                    absent.push(left);
                }
            }
        }
        absent
    }
}

/// Leaves out what several of the open folders have under one path, but for those whose folder is `said`: which
/// is meant nobody else said (R20).
fn twofold(
    said: impl Fn(&WorkspaceId, &str) -> bool,
    project: &mut Project,
    context: &mut WorkContext,
    sizes: &mut Vec<u64>,
) {
    let mut folders: BTreeMap<String, Vec<WorkspaceId>> = BTreeMap::new();
    for file in &project.files {
        folders.entry(file.path.clone()).or_default().push(file.workspace.clone());
    }
    folders.retain(|_, folders| folders.len() > 1);
    let keeps = |file: &NamedFile| !folders.contains_key(&file.path) || said(&file.workspace, &file.path);
    let mut keep = project.files.iter().map(keeps);
    sizes.retain(|_| keep.next().unwrap_or(true));
    project.files.retain(keeps);
    folders.retain(|path, folders| !folders.iter().any(|id| said(id, path)));
    for (path, folders) in folders {
        let [first, second, ..] = folders.as_slice() else { continue };
        let message = format!(
            "{path} is in {first} and in {second}: say {first}/{path} or {second}/{path}, or choose the folder."
        );
        project.unread.push(path.clone());
        context.left_out.push(LeftOut { name: path, why: "twofold".into(), message });
    }
}

/// The one that all of them are; none where they differ, or there are none.
fn only<'w>(mut all: impl Iterator<Item = &'w WorkspaceId>) -> Option<&'w WorkspaceId> {
    let first = all.next()?;
    all.all(|one| one == first).then_some(first)
}

fn no_room(path: &str) -> LeftOut {
    LeftOut {
        name: path.into(),
        why: "no_room".into(),
        message: format!("{path} does not fit into what the model reads at once."),
    }
}

/// Cuts the texts to the room there is, and notes what is loaded.
fn load(project: &mut Project, context: &mut WorkContext, sizes: &[u64], room: u64) {
    let texts: Vec<String> = project.files.iter().filter_map(|f| f.text.clone()).collect();
    let borrowed: Vec<&str> = texts.iter().map(String::as_str).collect();
    let mut fitted = work::fit(&borrowed, room).into_iter();
    for (file, bytes) in project.files.iter_mut().zip(sizes).filter(|(f, _)| f.text.is_some()) {
        match fitted.next().flatten() {
            Some((text, cut)) => {
                file.text = Some(text);
                file.cut = cut;
                context.files.push(LoadedFile {
                    workspace: file.workspace.clone(),
                    path: file.path.clone(),
                    hash: file.hash.clone(),
                    bytes: *bytes,
                    cut,
                });
            }
            None => {
                file.text = None;
                context.left_out.push(no_room(&file.path));
            }
        }
    }
}
