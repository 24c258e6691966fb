//! Save Selected (S1-58, C23): pictures as new files of an open folder, proposed as a change set like any
//! other. Nothing is written here.

use crate::review::Key;
use crate::write::Write;
use crate::{Engine, EngineError, Inner, Result};
use countersign_core::change_set::propose::Proposal;
use countersign_core::change_set::{Actor, Source};
use countersign_core::file::{FileKey, FilePath, FileWas, WorkspaceId};
use countersign_core::ids::SetId;
use countersign_core::operation::Operation;
use countersign_core::problem::Problem;
use countersign_core::wire::{ImageView, SaveImages, SetView};
use std::collections::BTreeSet;

/// Most pictures of one set.
const MOST: usize = 100;
/// Waiting sets that are looked through for names that they will take.
const SETS: usize = 50;

impl Engine {
    /// Proposes pictures as files `FOLDER/image-001.png` …, numbered past those that are there or wait to
    /// be written.
    ///
    /// # Errors
    /// `no_images`, `unknown_workspace`, `invalid_path`, `protected_path`, `not_found`.
    pub async fn save_images(&self, new: SaveImages, actor: Actor, key: Option<Key>) -> Result<SetView> {
        let make = |engine: Self, key| async move { engine.saved_images(new, actor, key).await };
        self.once(key, |engine, id| async move { engine.set_made(&id).await }, make).await
    }

    async fn saved_images(&self, new: SaveImages, actor: Actor, key: Option<Key>) -> Result<SetView> {
        let workspace = self.0.workspace(new.workspace.as_ref().map(|id| id.0.as_str())).map_err(EngineError::Bad)?;
        let folder = match new.folder.trim().trim_end_matches('/') {
            "" | "." => None,
            path => Some(FilePath::folder(path).map_err(|p| EngineError::Bad(p.at("/folder")))?),
        };
        let images = self.chosen(&new).await?;
        let engine = self.clone();
        self.detached(async move {
            let mut write = Write::begin(&engine.0).await?;
            let taken = engine.0.taken(&workspace, folder.as_ref()).await?;
            let first = taken.last().copied().unwrap_or(0) + 1;
            let mut proposals = Vec::new();
            for (number, image) in (first..).zip(&images) {
                let at = place(&workspace, folder.as_ref(), number, image)?;
                proposals.push(engine.0.saved(at, image).await?);
            }
            let set = write.propose(Source::Request, None, proposals, &actor, true).await?;
            write.makes(key, &set.id).await?;
            write.finish().await?;
            engine.change_set(set.id).await
        })
        .await
    }

    /// The pictures that are meant: those named, else those of the run that are selected.
    async fn chosen(&self, new: &SaveImages) -> Result<Vec<ImageView>> {
        let none = |message: &str| EngineError::Bad(Problem::new("no_images", message).at("/images"));
        let images = match (&new.run, new.images.as_slice()) {
            (None, []) => return Err(none("no picture is named, and no run")),
            (Some(run), []) => {
                let most = u32::try_from(MOST).unwrap_or(u32::MAX);
                let mut found = self.images(None, Some(run.clone()), false, (most, 0)).await?.images;
                found.retain(|image| image.selected);
                found.sort_by_key(|image| image.n);
                found
            }
            (_, named) => {
                let mut found: Vec<ImageView> = Vec::new();
                for id in named {
                    let image = self.image(id).await?;
                    if image.deleted {
                        return Err(EngineError::NotFound(format!("picture {id}")));
                    }
                    if !found.contains(&image) {
                        found.push(image);
                    }
                }
                found
            }
        };
        match images.len() {
            0 => Err(none("no picture is selected")),
            n if n > MOST => Err(none("more than 100 pictures are named")),
            _ => Ok(images),
        }
    }
}

fn place(workspace: &WorkspaceId, folder: Option<&FilePath>, number: u32, image: &ImageView) -> Result<FileKey> {
    let name = format!("image-{number:03}.{}", image.now.kind.extension());
    let path = folder.map_or_else(|| name.clone(), |folder| format!("{folder}/{name}"));
    let path = FilePath::parse(&path).map_err(|p| EngineError::Bad(p.at("/folder")))?;
    Ok(FileKey { workspace: workspace.clone(), path })
}

/// The number of `image-007.png`. A name with more than six digits is none of ours.
fn numbered(name: &str) -> Option<u32> {
    let (stem, _) = name.strip_prefix("image-")?.split_once('.')?;
    ((3..=6).contains(&stem.len()) && stem.bytes().all(|b| b.is_ascii_digit())).then(|| stem.parse().ok())?
}

impl Inner {
    /// The numbers that are taken in a folder: by files, and by sets that wait.
    async fn taken(&self, workspace: &WorkspaceId, folder: Option<&FilePath>) -> Result<BTreeSet<u32>> {
        let tree = self.tree(workspace)?;
        let at = folder.cloned();
        // A folder that is not there holds nothing; anything else is told when a file in it is read.
        let listed = crate::workspace::blocking(move || tree.list(at.as_ref()).unwrap_or_default()).await?;
        let mut taken: BTreeSet<u32> = listed.iter().filter_map(|entry| numbered(&entry.name)).collect();
        let waiting: Vec<SetId> = self.world().open.keys().rev().take(SETS).copied().collect();
        let prefix = folder.map_or_else(String::new, |folder| format!("{folder}/"));
        for id in waiting {
            let set = self.store.change_set(id).await?;
            let files = set.iter().flat_map(|set| &set.items).filter_map(|item| item.op.as_ref()?.file());
            let here = files.filter(|at| at.workspace == *workspace);
            taken.extend(here.filter_map(|at| numbered(at.path.as_str().strip_prefix(&prefix)?)));
        }
        Ok(taken)
    }

    /// A picture as a new file.
    async fn saved(&self, at: FileKey, image: &ImageView) -> Result<Proposal> {
        // Also refuses what is no place for a file: a link on the way, a file where a folder must be.
        if self.read_file(&at).await?.is_some() {
            let message = format!("there is a file {} already", at.path);
            return Err(EngineError::Bad(Problem::new("file_exists", message).at("/folder")));
        }
        let (content, bytes) = (image.now.digest.clone(), image.now.bytes);
        let files = vec![FileWas { at: at.clone(), state: None }];
        let op = Operation::WriteFile {
            at,
            content,
            bytes,
            mode: None,
            new: true,
            added: 0,
            removed: 0,
            proposed: None,
            attributes: None,
        };
        if let Some(problem) = self.never(&op) {
            return Err(EngineError::Bad(problem.at("/folder")));
        }
        let why = image.now.original_prompt.chars().take(2_000).collect::<String>();
        Ok(Proposal { files, ..Proposal::of(op, why) })
    }
}
