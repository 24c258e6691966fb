//! What clap says, in the person's language: the page of a verb, and what is wrong with a command line.
//!
//! The English of a verb, an argument and an example stands where it is declared (`args`), and once more in
//! `locales/help/en.ftl` beside the other languages; a test holds both equal. Nothing of this is read before
//! help is asked for or a command line cannot be read.

mod after;
mod fault;
mod ids;
mod page;
mod words;

#[cfg(test)]
mod tests;

pub(crate) use fault::{fault, without_global};
pub(crate) use page::page;
pub(crate) use words::Words;

use crate::args::Cli;
use clap::error::ErrorKind;
use clap::{Command, CommandFactory};
use std::ffi::OsString;
use std::io::{self, Write as _};
use std::path::PathBuf;

/// What begins a page that says nothing but whose it is.
const MARK: char = '|';

/// Which page is wanted: the verb's names from the first on, and whether with everything.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Wanted {
    pub(crate) path: Vec<String>,
    pub(crate) long: bool,
}

/// The language that a command line names, read or not: its flag, else the variable that stands for it.
pub(crate) fn language(args: &[OsString]) -> Option<String> {
    let named = named(args, "--lang").or_else(|| variable("COUNTERSIGN_LANG"));
    named.map(|tag| tag.to_string_lossy().into_owned()).filter(|tag| crate::texts::spoken(tag))
}

/// The data folder that a command line names, in the same way.
pub(crate) fn folder(args: &[OsString]) -> Option<PathBuf> {
    named(args, "--data").or_else(|| variable("COUNTERSIGN_DATA")).map(PathBuf::from)
}

/// A variable of the environment that is set to something.
fn variable(name: &str) -> Option<OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}

/// What follows a flag, wherever it stands.
fn named(args: &[OsString], flag: &str) -> Option<OsString> {
    let mut words = args.iter().skip(1).take_while(|arg| *arg != "--");
    while let Some(word) = words.next() {
        if word == flag {
            return words.next().cloned();
        }
        let value = word.to_str().and_then(|word| word.strip_prefix(flag)?.strip_prefix('='));
        if let Some(value) = value {
            return Some(value.into());
        }
    }
    None
}

/// The page that a command line asks for, if it does: clap is asked again, of commands whose pages are
/// nothing but their names.
pub(crate) fn wanted(args: &[OsString]) -> Option<Wanted> {
    let mut command = Cli::command();
    command.build();
    let error = marked(command, "").try_get_matches_from(args).err()?;
    if !matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand) {
        return None;
    }
    let text = error.render().to_string();
    let (path, length) = text.strip_prefix(MARK)?.split_once(MARK)?;
    Some(Wanted { path: path.split_whitespace().map(str::to_owned).collect(), long: length.starts_with("long") })
}

/// Writes a page, with its styles where they are wanted.
///
/// # Errors
/// When the terminal is gone.
pub(crate) fn show(page: &str, to_error: bool) -> io::Result<()> {
    match to_error {
        true => anstream::stderr().write_all(page.as_bytes()),
        false => anstream::stdout().write_all(page.as_bytes()),
    }
}

fn marked(command: Command, path: &str) -> Command {
    let command = command.mut_subcommands(|verb| {
        let path = format!("{path} {}", verb.get_name());
        marked(verb, &path)
    });
    command.about("short").long_about("long").help_template(format!("{MARK}{path}{MARK}{{about}}"))
}
