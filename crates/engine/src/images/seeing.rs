//! Pictures that come with a message (S1-1, S1-53): which are taken, and whether anybody can see them.
//! How they are shown is `turns::pictures`.

use super::bare::bare;
use crate::{Engine, EngineError, Result};
use countersign_core::model::Role;
use countersign_core::problem::Problem;
use countersign_core::wire::{ImageView, Mode, NewRun};
use countersign_llm::Shown;

/// Most pictures of a message (REQUIREMENTS, S1 numbers).
const MOST: usize = 10;
/// Bytes of all of them: they are sent as they are, in one request.
const BYTES: u64 = 20_000_000;

impl Engine {
    /// The pictures of a message, in its order; checked before anything of it is stored.
    ///
    /// # Errors
    /// `too_many_images`, `image_too_large`, `not_found`, `no_vision_model`, or a mode that takes none.
    pub(crate) async fn given_images(&self, new: &NewRun) -> Result<Vec<ImageView>> {
        if new.images.is_empty() {
            return Ok(Vec::new());
        }
        let bad = |code: &'static str, message: String| EngineError::Bad(Problem::new(code, message).at("/images"));
        if matches!(new.mode, Mode::Agent | Mode::Image) {
            return Err(bad("invalid_option", "pictures go with messages in mode auto, chat or plan".to_owned()));
        }
        if new.images.len() > MOST {
            return Err(bad(
                "too_many_images",
                format!("{} pictures come with the message, and at most {MOST} may", new.images.len()),
            ));
        }
        let mut given: Vec<ImageView> = Vec::new();
        for id in &new.images {
            let image = self.image(id).await?;
            if image.deleted {
                return Err(EngineError::NotFound(format!("picture {id}")));
            }
            if !given.contains(&image) {
                given.push(image);
            }
        }
        let bytes: u64 = given.iter().map(|image| image.now.bytes).sum();
        if bytes > BYTES {
            return Err(bad("image_too_large", format!("the pictures have {bytes} bytes together")));
        }
        let models = self.models();
        if models.sees(Role::Chat).await != Some(true) && models.sees(Role::Vision).await != Some(true) {
            return Err(bad(
                "no_vision_model",
                "no model that can see pictures is set up. Nothing has been sent.".to_owned(),
            ));
        }
        Ok(given)
    }

    /// Pictures as a model is shown them: without what their files say beside them.
    ///
    /// # Errors
    /// When the store fails, or `not_an_image` where a file's parts cannot be told apart.
    pub(crate) async fn shown(&self, given: &[ImageView]) -> Result<Vec<Shown>> {
        let mut shown = Vec::new();
        for image in given {
            let kind = image.now.kind;
            let alone = bare(kind, &self.0.stored_content(&image.now.digest).await?)
                .ok_or_else(|| EngineError::Bad(Problem::new("not_an_image", "the picture is cut off")))?;
            shown.push(Shown { media_type: kind.media_type(), bytes: alone.into() });
        }
        Ok(shown)
    }
}
