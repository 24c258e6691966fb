//! Pictures (S1-53…S1-59, C23): made by a model or given with a message. Their bytes go into the blob
//! store at once, in the transaction that stores what is known of them; a file comes of one only
//! through a change set ([`Engine::save_images`]).

mod bare;
mod making;
mod picture;
pub(crate) mod prompts;
mod saving;
mod seeing;
mod telling;

pub(crate) use making::can_begin;

use crate::write::Write;
use crate::{Engine, EngineError, Inner, Result};
use countersign_core::change_set::Actor;
use countersign_core::ids::{ImageId, RunId, SessionId, SetId};
use countersign_core::ledger::Event;
use countersign_core::operation::Operation;
use countersign_core::problem::Problem;
use countersign_core::wire::{
    GivenImage, ImageEdit, ImageKind, ImageList, ImageOrigin, ImageVersion, ImageView, RunView,
};
use countersign_store::{ImageFilter, ImageRow, StoreError};
use jiff::Timestamp;
use picture::look;
use serde_json::{Value, json};

/// Longest name of a picture that is given, in characters.
const NAME: usize = 200;

impl Engine {
    /// Pictures, newest first; of one conversation or one run, or all.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn images(
        &self,
        session: Option<SessionId>,
        run: Option<RunId>,
        deleted: bool,
        (limit, offset): (u32, u32),
    ) -> Result<ImageList> {
        let filter = ImageFilter { session, run, deleted, limit, offset };
        let (rows, total) = self.0.store.images(&filter).await?;
        // One that cannot be read hides no other: `verify` and `doctor` name it.
        let images: Vec<ImageView> = rows.iter().filter_map(|row| view(row).ok()).collect();
        let has_more = u64::from(offset) + u64::from(limit) < total;
        Ok(ImageList { images, total, has_more })
    }

    /// What is known of a picture, also of one that was taken away.
    ///
    /// # Errors
    /// `not_found`.
    pub async fn image(&self, id: &ImageId) -> Result<ImageView> {
        view(&self.0.image_row(id).await?)
    }

    /// The bytes of a picture: those that it has now, or those of this digest that it has or had.
    ///
    /// # Errors
    /// `not_found`.
    pub async fn image_content(&self, id: &ImageId, digest: Option<&str>) -> Result<(ImageVersion, Vec<u8>)> {
        let image = self.image(id).await?;
        let mut all = image.earlier.into_iter().chain([image.now]);
        let found = match digest {
            Some(digest) => all.find(|version| version.digest == digest),
            None => all.last(),
        };
        let version = found.ok_or_else(|| EngineError::NotFound(format!("such content of picture {id}")))?;
        let bytes = self.0.stored_content(&version.digest).await?;
        Ok((version, bytes))
    }

    /// The picture that a file item writes.
    ///
    /// # Errors
    /// `not_found`, also when what the item writes is no picture.
    pub async fn item_image(&self, set: SetId, n: u32) -> Result<(ImageKind, String, Vec<u8>)> {
        let none = || EngineError::NotFound(format!("picture of item {set}.{n}"));
        let stored = self.0.store.change_set(set).await?.ok_or_else(none)?;
        let op = stored.item(n).and_then(|item| item.op.as_ref()).ok_or_else(none)?;
        let Operation::WriteFile { content, .. } = op else { return Err(none()) };
        let bytes = self.0.stored_content(content).await?;
        let found = look(&bytes).map_err(|_| none())?;
        Ok((found.kind, content.clone(), bytes))
    }

    /// Keeps a picture that is to go with a message.
    ///
    /// # Errors
    /// `not_an_image`, `image_too_large`.
    pub async fn keep_image(&self, given: GivenImage, actor: Actor) -> Result<ImageView> {
        let mut bytes = countersign_llm::painting::from_base64(&given.data).ok_or_else(|| {
            let message = "data is no base64";
            EngineError::Bad(Problem::new("not_an_image", message).at("/data"))
        })?;
        let found = look(&bytes).map_err(|problem| EngineError::Bad(problem.at("/data")))?;
        bytes.truncate(found.length);
        let name: String = given.name.unwrap_or_default().chars().filter(|c| !c.is_control()).take(NAME).collect();
        let engine = self.clone();
        self.detached(async move {
            let mut write = Write::begin(&engine.0).await?;
            let now = write.moment.now;
            let image = ImageView {
                id: fresh_id(now),
                origin: ImageOrigin::Given,
                now: ImageVersion {
                    digest: write.tx.put_blob(&bytes).await?,
                    kind: found.kind,
                    width: found.width,
                    height: found.height,
                    bytes: bytes.len() as u64,
                    original_prompt: name,
                    revised_prompt: None,
                    url: None,
                    timestamp: now,
                    model: None,
                    cost_millionths: 0,
                },
                selected: false,
                session: None,
                run: None,
                n: 1,
                deleted: false,
                earlier: Vec::new(),
            };
            write.note_image(&actor, "image_given", &image).await?;
            write.put_image(&image).await?;
            write.finish().await?;
            Ok(image)
        })
        .await
    }

    /// Ticks or unticks a picture.
    ///
    /// # Errors
    /// `not_found`.
    pub async fn edit_image(&self, id: &ImageId, edit: ImageEdit, actor: Actor) -> Result<ImageView> {
        self.change_image(id, actor, None, move |image| {
            let same = image.selected == edit.selected;
            image.selected = edit.selected;
            !same
        })
        .await
    }

    /// Takes a picture away. Its bytes and what is known of it stay; [`Self::restore_image`] brings it back.
    ///
    /// # Errors
    /// `not_found`.
    pub async fn delete_image(&self, id: &ImageId, actor: Actor) -> Result<ImageView> {
        self.change_image(id, actor, Some("image_deleted"), |image| !std::mem::replace(&mut image.deleted, true)).await
    }

    /// Brings back a picture that was taken away.
    ///
    /// # Errors
    /// `not_found`.
    pub async fn restore_image(&self, id: &ImageId, actor: Actor) -> Result<ImageView> {
        self.change_image(id, actor, Some("image_restored"), |image| std::mem::replace(&mut image.deleted, false)).await
    }

    /// Changes what is known of a picture; `change` says whether anything differs.
    async fn change_image(
        &self,
        id: &ImageId,
        actor: Actor,
        action: Option<&'static str>,
        change: impl FnOnce(&mut ImageView) -> bool + Send + 'static,
    ) -> Result<ImageView> {
        let (engine, id) = (self.clone(), id.clone());
        self.detached(async move {
            let mut write = Write::begin(&engine.0).await?;
            let mut image = engine.image(&id).await?;
            if change(&mut image) {
                // A tick is no more than where the eye was.
                if let Some(action) = action {
                    write.note_image(&actor, action, &image).await?;
                }
                write.put_image(&image).await?;
                write.finish().await?;
            }
            Ok(image)
        })
        .await
    }

    /// A run with its pictures as they are now, without those that were taken away.
    pub(crate) async fn pictured(&self, mut view: RunView) -> Result<RunView> {
        for image in std::mem::take(&mut view.images) {
            let now = self.image(&image.id).await?;
            if !now.deleted {
                view.images.push(now);
            }
        }
        view.images.sort_by_key(|image| image.n);
        Ok(view)
    }
}

impl Inner {
    async fn image_row(&self, id: &ImageId) -> Result<ImageRow> {
        self.store.image(id).await?.ok_or_else(|| EngineError::NotFound(format!("picture {id}")))
    }
}

impl Write<'_> {
    /// Stores what is known of a picture.
    async fn put_image(&mut self, image: &ImageView) -> Result<()> {
        self.touch("images");
        let row = ImageRow {
            id: image.id.clone(),
            session: image.session.clone(),
            run: image.run.clone(),
            // The time in its id: a later version of it keeps its place.
            created_at: image.earlier.first().unwrap_or(&image.now).timestamp,
            deleted: image.deleted,
            body: serde_json::to_string(image)
                .map_err(|e| StoreError::Unreadable { what: "picture", message: e.to_string() })?,
        };
        Ok(self.tx.put_image(&row).await?)
    }

    /// Pictures that go with a message belong to its run, unless they belong to one already.
    pub(crate) async fn given_with(
        &mut self,
        session: &SessionId,
        run: &RunId,
        given: Vec<ImageView>,
    ) -> Result<Vec<ImageView>> {
        let mut all = Vec::new();
        for (n, image) in (1..).zip(given) {
            let belongs = image.run.is_some() || image.origin == ImageOrigin::Made;
            let image = match belongs {
                true => image,
                false => ImageView { session: Some(session.clone()), run: Some(run.clone()), n, ..image },
            };
            if !belongs {
                self.put_image(&image).await?;
            }
            all.push(image);
        }
        Ok(all)
    }

    /// Notes in the ledger what was done with a picture.
    async fn note_image(&mut self, actor: &Actor, action: &str, image: &ImageView) -> Result<()> {
        let now = &image.now;
        let detail: Value = json!({
            "image": image.id, "content": now.digest, "kind": now.kind, "width": now.width, "height": now.height,
            "bytes": now.bytes, "prompt": now.original_prompt, "model": now.model, "cost": now.cost_millionths,
            "run": image.run,
        });
        self.append(actor, Event::Audit { action: action.to_owned(), detail }).await?;
        Ok(())
    }
}

fn view(row: &ImageRow) -> Result<ImageView> {
    serde_json::from_str(&row.body).map_err(|e| {
        let message = format!("{}: {e}", row.id);
        EngineError::Store(StoreError::Unreadable { what: "picture", message })
    })
}

/// `img-<ms>-<rand>` (S1-59).
fn fresh_id(now: Timestamp) -> ImageId {
    let random: String = uuid::Uuid::new_v4().simple().to_string().chars().take(8).collect();
    ImageId(format!("img-{}-{random}", now.as_millisecond()))
}
