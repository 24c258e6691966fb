//! A model file, opened: the weights where they lie, the tokenizer, the template.

use crate::error::{GgufError, Result, damaged};
use crate::file::Header;
use crate::kernel::map::Mapped;
use crate::network::{Network, Shape};
use crate::template::Template;
use crate::tokenizer::Tokenizer;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// A model, ready to be run by an [`crate::Engine`]. Cheap to open: weights stay in the file.
pub struct Model {
    pub(crate) file: Mapped,
    pub(crate) network: Network,
    pub(crate) tokenizer: Arc<Tokenizer>,
    template: Option<Template>,
    info: Info,
    #[cfg(feature = "llama-cpp")]
    path: std::path::PathBuf,
}

/// What a file says about itself.
#[derive(Debug, Clone, PartialEq)]
pub struct Info {
    /// Its name, for people.
    pub name: Option<String>,
    /// The licence it names.
    pub licence: Option<String>,
    /// Weights, counted.
    pub parameters: u64,
    /// Bytes of the file.
    pub bytes: u64,
    /// Bytes of weights that are read for each token: the bound of speed is bandwidth over this.
    pub bytes_per_token: u64,
    /// Sizes.
    pub shape: Shape,
    /// It can be chatted with.
    pub chats: bool,
}

impl fmt::Debug for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Model").field("info", &self.info).finish_non_exhaustive()
    }
}

impl Model {
    /// Opens a GGUF file. Everything in it is checked; nothing of the weights is read yet.
    pub fn open(path: &Path) -> Result<Self> {
        let file = Mapped::open(path)?;
        let bytes = file.bytes();
        let header = Header::read(bytes)?;
        let network = Network::read(&header, bytes)?;
        let tokenizer = Arc::new(Tokenizer::read(&header)?);
        if tokenizer.len() != network.shape.vocabulary {
            return damaged("its tokenizer has other tokens than its weights");
        }
        let template = Template::read(&header, &tokenizer)?;
        let read = |name: &str| name != "token_embd.weight" || !header.tensors.contains_key("output.weight");
        let info = Info {
            name: header.text("general.name").map(str::to_owned),
            licence: header.text("general.license").map(str::to_owned),
            parameters: header.tensors.values().map(|t| (t.cols * t.rows) as u64).sum(),
            bytes: bytes.len() as u64,
            bytes_per_token: header.tensors.iter().filter(|(n, _)| read(n)).map(|(_, t)| t.range.len() as u64).sum(),
            shape: network.shape.clone(),
            chats: template.is_some(),
        };
        drop(header);
        #[cfg(feature = "llama-cpp")]
        let path = path.to_owned();
        Ok(Self {
            network,
            tokenizer,
            template,
            info,
            file,
            #[cfg(feature = "llama-cpp")]
            path,
        })
    }

    /// Where it was opened.
    #[cfg(feature = "llama-cpp")]
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// What the file says.
    pub fn info(&self) -> &Info {
        &self.info
    }

    /// Its tokens.
    pub fn tokenizer(&self) -> &Tokenizer {
        &self.tokenizer
    }

    pub(crate) fn template(&self) -> Result<&Template> {
        let none = || GgufError::Template("the file has none: this is no model to chat with".to_owned());
        self.template.as_ref().ok_or_else(none)
    }
}
