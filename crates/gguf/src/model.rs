//! A model file, read: the weights as they lie in it, the tokenizer, the template.
//!
//! It is read into memory and not mapped: a mapped file that somebody cuts or writes over would end the
//! process. Whoever runs it reads all of it anyway, so it takes the same memory either way.

use crate::error::{GgufError, Result, damaged};
use crate::file::Header;
use crate::network::{Network, Shape};
use crate::template::{Renderer, Template};
use crate::tokenizer::Tokenizer;
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

/// A model, ready to be run by an [`crate::Engine`]; what happens to its file no longer matters.
pub struct Model {
    pub(crate) bytes: Vec<u8>,
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
    /// Reads a GGUF file. Everything in it is checked. Chats are written in this process.
    pub fn open(path: &Path) -> Result<Self> {
        Self::open_with(path, &Renderer::default())
    }

    /// As [`Self::open`], with chats written by this.
    pub fn open_with(path: &Path, renderer: &Renderer) -> Result<Self> {
        let bytes = read(path).map_err(|source| GgufError::Io { path: path.to_owned(), source })?;
        let header = Header::read(&bytes)?;
        let network = Network::read(&header, &bytes)?;
        let tokenizer = Arc::new(Tokenizer::read(&header)?);
        if tokenizer.len() != network.shape.vocabulary {
            return damaged("its tokenizer has other tokens than its weights");
        }
        let template = Template::read(&header, &tokenizer, renderer)?;
        let used = |name: &str| name != "token_embd.weight" || !header.tensors.contains_key("output.weight");
        let info = Info {
            name: header.text("general.name").map(str::to_owned),
            licence: header.text("general.license").map(str::to_owned),
            parameters: header.tensors.values().map(|t| (t.cols * t.rows) as u64).sum(),
            bytes: bytes.len() as u64,
            bytes_per_token: header.tensors.iter().filter(|(n, _)| used(n)).map(|(_, t)| t.range.len() as u64).sum(),
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
            bytes,
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

/// All bytes of a file, if they have room.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let about = file.metadata()?;
    if !about.is_file() {
        return Err(io::Error::other("this is no file"));
    }
    let length = about.len();
    if let Some(free) = free_memory().filter(|free| *free < length) {
        let mb = |bytes: u64| bytes.div_ceil(1_000_000);
        let why = format!("it takes {} MB of memory, and {} MB are free", mb(length), mb(free));
        return Err(io::Error::new(io::ErrorKind::OutOfMemory, why));
    }
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(usize::try_from(length).unwrap_or(usize::MAX))?;
    // What is added to it meanwhile is not of it.
    file.by_ref().take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Bytes that may still be taken; none where the system does not say.
fn free_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok()?.checked_mul(1024)
}
