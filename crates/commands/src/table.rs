//! The listed programs (S1-16) as data: class, options that are known to be harmless, options that are
//! known not to be, and what the other words mean. Rules that need more than data are in `programs`.

mod builds;
mod files;
mod git;
mod network;
mod scripts;

use crate::options::{Harm, Options, Passes, Syntax, Takes};
use crate::place::Access;
use crate::verdict::{Class, Verdict};
use std::borrow::Cow;

/// When a listed program may run unasked (COMMANDS-AND-FILES "Commands").
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tier {
    /// 1: its words decide.
    Reads,
    /// 2: only in a working sandbox.
    Sandboxed,
    /// 3: always asks.
    Asks,
}

/// What the words that are no options mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operands {
    /// Nothing we look at.
    Text,
    /// There should be none.
    None,
    Paths(Access),
    /// A pattern, unless `-e` or `-f` gave it, then paths.
    Search,
    /// Expressions of `find`.
    Find,
    /// Revisions or paths of git.
    Revisions,
    /// Names of branches, or patterns of them.
    Branches,
    /// A script, then its arguments.
    Script,
    /// The name of a script of `package.json`, then its arguments.
    Task,
    /// Packages of go; for `go run` one, then its arguments.
    Packages {
        run: bool,
    },
    /// Arguments of the program that cargo runs or filters tests by.
    Filters,
    /// Sources and a destination.
    Transfer {
        source: Access,
    },
    /// Addresses and files that are sent or written.
    Web,
}

/// A listed program.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Program {
    /// The listed prefixes that it is found by.
    pub(crate) prefixes: &'static [&'static [&'static str]],
    pub(crate) class: Class,
    pub(crate) tier: Tier,
    pub(crate) options: Options,
    pub(crate) operands: Operands,
}

pub(crate) const NO_OPTIONS: Options = Options {
    syntax: Syntax::Getopt,
    flags: &[],
    values: &[],
    next: &[],
    attached: &[],
    files: &[],
    harms: &[],
    passes: Passes::Nothing,
};

pub(crate) const fn ask(names: &'static str, takes: Takes, class: Class, why: &'static str) -> Harm {
    Harm { names, takes, verdict: Verdict::Prompt, class, why }
}

const fn never(names: &'static str, takes: Takes, why: &'static str) -> Harm {
    Harm { names, takes, verdict: Verdict::Never, class: Class::ControlPlane, why }
}

pub(crate) const OUTPUT: &str = "writes a file";
const LOADS: &str = "loads code";
/// A folder that is filled.
const FILLS: Takes = Takes::Path(Access::Create);
pub(crate) const OVERWRITES: Takes = Takes::Path(Access::Overwrite);

/// Every listed program.
pub(crate) fn listed() -> impl Iterator<Item = &'static Program> {
    [files::PROGRAMS, git::PROGRAMS, scripts::PROGRAMS, builds::PROGRAMS, network::PROGRAMS].into_iter().flatten()
}

/// The program that `argv` runs, and how many of its words name it. A path is no name.
pub(crate) fn find(argv: &[String]) -> Option<(&'static Program, usize)> {
    listed().find_map(|program| {
        let prefix = program.prefixes.iter().find(|prefix| {
            argv.len() >= prefix.len() && argv.iter().zip(prefix.iter()).all(|(word, token)| word == token)
        })?;
        Some((program, prefix.len()))
    })
}

/// Other names that the tools themselves have for listed sub-commands, and what does the same of another kind or less:
/// scripts by the name of another, lints, formats, versions.
const SHORT: &[(&str, &str, &str)] = &[
    ("cargo", "b", "build"),
    ("cargo", "c", "check"),
    ("cargo", "r", "run"),
    ("cargo", "t", "test"),
    ("npm", "t", "test"),
    ("npm", "tst", "test"),
    ("npm", "run-script", "run"),
    ("npm", "i", "install"),
    ("npm", "add", "install"),
    ("npm", "--version", "run"),
    ("npm", "-v", "run"),
    ("yarn", "run", "test"),
    ("yarn", "--version", "test"),
    ("yarn", "-v", "test"),
    ("pnpm", "test", "run"),
    ("pnpm", "t", "run"),
    ("pnpm", "--version", "run"),
    ("pnpm", "-v", "run"),
    ("cargo", "clippy", "check"),
    ("cargo", "fmt", "check"),
    ("cargo", "--version", "check"),
    ("cargo", "-V", "check"),
    ("go", "vet", "build"),
    ("go", "version", "build"),
];

/// The words with the sub-command by the name that it is listed by. Between yarn's `run` and the name of a script stand
/// options of its own, and behind the name those of the script.
pub(crate) fn unabridged(argv: &[String]) -> Cow<'_, [String]> {
    let [program, sub, ..] = argv else { return Cow::Borrowed(argv) };
    let own = program == "yarn" && sub == "run" && argv.get(2).is_some_and(|word| word.starts_with('-'));
    match SHORT.iter().find(|(name, short, _)| program == name && sub == short && !own) {
        Some((_, _, listed)) => {
            let mut argv = argv.to_vec();
            argv[1] = (*listed).to_owned();
            Cow::Owned(argv)
        }
        None => Cow::Borrowed(argv),
    }
}

/// Whether some listed command runs this program: then it is its sub-command that is not listed.
pub(crate) fn knows(name: &str) -> bool {
    listed().flat_map(|program| program.prefixes).any(|prefix| prefix.first().is_some_and(|first| *first == name))
}

/// Whether it is listed only together with a sub-command: its name alone says nothing.
pub(crate) fn has_subcommands(name: &str) -> bool {
    let mut named = listed().flat_map(|program| program.prefixes).filter(|p| p.first().is_some_and(|f| *f == name));
    knows(name) && named.all(|prefix| prefix.len() > 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Piece;

    #[test]
    fn an_option_behind_one_that_may_take_no_value_is_read_as_an_option_too() {
        let mut tried = 0;
        for program in listed() {
            let options = program.options;
            let takes = |harm: &&Harm| matches!(harm.takes, Takes::Value | Takes::Path(_));
            let harms = || options.harms.iter().copied().flatten();
            let lists = options.values.iter().chain(options.files).copied();
            let taking =
                lists.chain(harms().filter(takes).map(|harm| harm.names)).flat_map(str::split_ascii_whitespace);
            let harmful = || harms().flat_map(|harm| harm.names.split_ascii_whitespace());
            for (option, harm) in taking.flat_map(|option| harmful().map(move |harm| (option, harm))) {
                for (given, behind) in [(vec![option], harm), (vec![option, option], harm)] {
                    let words = program.prefixes[0].iter().copied().chain(given).chain([behind, "x"]);
                    let words: Vec<String> = words.map(str::to_owned).collect();
                    let found = options.read(&words, program.prefixes[0].len());
                    let read = |piece: &Piece| matches!(piece, Piece::Harmful { name, .. } if *name == harm);
                    assert!(found.iter().any(read), "{words:?}");
                    tried += 1;
                }
            }
        }
        assert!(tried > 1_000, "{tried}");
    }
}
