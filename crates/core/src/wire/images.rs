//! Pictures: made by a model, or given with a message (S1-53…S1-59, C23). Their bytes are in the blob
//! store; here is what is known of them.

use super::ErrorBody;
use crate::file::WorkspaceId;
use crate::ids::{ImageId, RunId, SessionId};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// What a picture's bytes are, told by their beginning and never by a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum ImageKind {
    Png,
    Jpeg,
    Webp,
    Gif,
}

impl ImageKind {
    /// For `Content-Type`, and for models.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Webp => "image/webp",
            Self::Gif => "image/gif",
        }
    }

    /// What such a file's name ends with.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Jpeg => "jpg",
            Self::Webp => "webp",
            Self::Gif => "gif",
        }
    }
}

/// Where a picture is from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum ImageOrigin {
    /// A model made it.
    Made,
    /// It was given, to go with a message.
    Given,
}

wire! {
    /// What a picture shows, and what it was made from.
    #[serde(rename_all = "camelCase")]
    struct ImageVersion {
        /// BLAKE3 of its bytes, 64 hex digits: names the content for ever.
        digest: String,
        kind: ImageKind,
        width: u32,
        height: u32,
        bytes: u64,
        /// What was asked for; of a given one its name.
        original_prompt: String,
        /// What the provider made of the prompt, where it says so.
        #[serde(default)]
        revised_prompt: Option<String>,
        /// Where the provider had it: provenance only, nothing is fetched from it again (C23).
        #[serde(default)]
        url: Option<String>,
        #[cfg_attr(feature = "openapi", schema(value_type = String))]
        timestamp: Timestamp,
        /// The model; absent = it was given.
        #[serde(default)]
        model: Option<String>,
        /// Money, in millionths of a dollar (S1-59).
        #[serde(default)]
        cost_millionths: u64,
    }

    /// A picture (S1-59).
    #[serde(rename_all = "camelCase")]
    struct ImageView {
        id: ImageId,
        origin: ImageOrigin,
        #[serde(flatten)]
        now: ImageVersion,
        /// Ticked in the gallery: Save Selected means it.
        selected: bool,
        #[serde(default)]
        session: Option<SessionId>,
        /// The run that made it, or that it was first given with.
        #[serde(default)]
        run: Option<RunId>,
        /// Its place in its gallery, from 1.
        n: u32,
        /// Taken away; `restore` brings it back.
        #[serde(default)]
        deleted: bool,
        /// What was in its place before, oldest first.
        #[serde(default)]
        earlier: Vec<ImageVersion>,
    }

    /// Pictures, newest first.
    struct ImageList { images: Vec<ImageView>, total: u64, has_more: bool }

    /// The bytes of a picture, to be kept for a message.
    struct GivenImage {
        /// Base64, up to 20 MB when read. PNG, JPEG, WebP or GIF.
        data: String,
        /// What it is called.
        #[serde(default)]
        name: Option<String>,
    }

    /// A change of what is known of a picture.
    struct ImageEdit { selected: bool }

    /// Another picture in the place of one (S1-57).
    #[serde(rename_all = "camelCase")]
    struct RedrawnImage {
        /// Absent = the original prompt.
        #[serde(default)]
        prompt: Option<String>,
        /// Appended to the prompt.
        #[serde(default)]
        refinement: Option<String>,
    }

    /// Which pictures become files, and where (S1-58).
    struct SaveImages {
        /// Absent = those that are selected, of the run.
        #[serde(default)]
        images: Vec<ImageId>,
        #[serde(default)]
        run: Option<RunId>,
        /// A folder within the workspace; empty = its root. Made where it is missing.
        #[serde(default)]
        folder: String,
        /// Absent = the only one that is open.
        #[serde(default)]
        workspace: Option<WorkspaceId>,
    }

    /// One picture of a run, or why there is none.
    struct ImageStep {
        /// Which, from 1.
        n: u32,
        /// Of how many.
        of: u32,
        #[serde(default)]
        image: Option<ImageView>,
        #[serde(default)]
        error: Option<ErrorBody>,
    }
}
