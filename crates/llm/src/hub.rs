//! Where model files come from: a hub, an address, a file, Python wheels. Opens a connection only for
//! what a person named; writes nothing itself.

mod curated;
mod fetch;
mod resolve;
mod source;

pub use curated::{Curated, curated};
pub use fetch::{Download, HubError};
pub use resolve::{Piece, Resolved};
pub use source::{BadSource, Source, Wheel, is_name, is_path};

use crate::catalogue::{Limits, Secret};
use crate::transport::Transport;
use std::sync::OnceLock;

/// The hub's address, as its own tools read it.
pub const HF_ENDPOINT: &str = "HF_ENDPOINT";
/// The hub's key, for models whose licence must be accepted there first.
pub const HF_TOKEN: &str = "HF_TOKEN";
/// The Python index; `{PYPI_ENDPOINT}/simple/NAME/` lists a project's files.
pub const PYPI_ENDPOINT: &str = "PYPI_ENDPOINT";

/// Asks for model files.
#[derive(Debug, Clone)]
pub struct Hub {
    /// Made at the first question: most processes never ask.
    transport: OnceLock<Transport>,
    limits: Limits,
    hub: String,
    index: String,
    token: Option<Secret>,
}

impl Hub {
    /// With the addresses and the key that these variables hold. Opens no connection.
    pub fn new(variable: impl Fn(&str) -> Option<String>) -> Self {
        let set = |name: &str| variable(name).map(|v| v.trim().to_owned()).filter(|v| !v.is_empty());
        let base = |name: &str, usual: &str| {
            set(name).map_or_else(|| usual.to_owned(), |url| url.trim_end_matches('/').to_owned())
        };
        let limits = Limits::default();
        Self {
            transport: OnceLock::new(),
            limits,
            hub: base(HF_ENDPOINT, "https://huggingface.co"),
            index: base(PYPI_ENDPOINT, "https://pypi.org"),
            token: set(HF_TOKEN).map(Secret::new),
        }
    }

    fn transport(&self) -> &Transport {
        self.transport.get_or_init(|| Transport::trusting_as_the_system(&self.limits))
    }
}
