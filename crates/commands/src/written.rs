//! Files that a line writes before it runs them: `curl -o x.sh URL && sh x.sh` is `curl URL | sh` by another way.

use crate::case::Case;
use crate::place::{Place, clip};
use crate::unlisted;
use std::rc::Rc;

/// So many files are kept in mind.
const MOST: usize = 64;

/// A file that the line wrote.
#[derive(Debug, Clone)]
pub(crate) struct Written {
    place: Place,
    /// What it holds, where the line says all of it: `cat > x <<E`.
    told: Option<String>,
    /// Whether it was fetched, or made of what was.
    fetched: bool,
    /// Whether it is a folder that was filled: all below it.
    below: bool,
}

/// What the commands of a pipe have put into it so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Drawn {
    /// Something that was fetched.
    pub(crate) fetched: bool,
    /// Something about our own server.
    pub(crate) own: bool,
}

impl Drawn {
    /// And what another command puts into it: what it fetches, or reads of a file that was.
    pub(crate) fn with(self, case: &Case<'_>, argv: &[String]) -> Self {
        let fetched = fetches(&argv[0])
            || unlisted::wraps(&argv[0]) && argv.iter().any(|word| fetches(word))
            || argv.iter().skip(1).any(|word| is_fetched(case, word));
        Self { fetched: self.fetched || fetched, own: self.own || finds_us(case, &argv.join(" ")) }
    }
}

/// Our own server's name.
pub(crate) const US: &str = "countersign";

/// Whether a text names it.
pub(crate) fn names_us(text: &str) -> bool {
    text.to_lowercase().contains(US)
}

/// Programs that tell by which process a port is used, or look for one by its words.
const FINDERS: &[&str] = &["lsof", "fuser", "ss", "netstat", "pgrep", "pidof", "ps", "grep", "awk", "sockstat"];

/// Whether a text asks for our own server: by its name, or by the port that it is known to have.
pub(crate) fn finds_us(case: &Case<'_>, text: &str) -> bool {
    let finds = || text.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| FINDERS.contains(&word));
    names_us(text) || names_port(case, text) && finds()
}

/// Whether a number in a text is the port of our own server, where that is known.
pub(crate) fn names_port(case: &Case<'_>, text: &str) -> bool {
    let port = case.setting.port.map(|port| port.to_string());
    port.is_some_and(|port| {
        text.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| {
            // `-ti4732`, `-i:4732`, `4732/tcp`
            word.trim_start_matches(|c: char| c.is_ascii_alphabetic()) == port
        })
    })
}

/// Programs that write what they are given or fetch into a file that they are told of, and the options before it.
pub(crate) const INTO: &[(&str, &str)] = &[
    ("curl", "-o --output"),
    ("wget", "-O --output-document"),
    ("http", "-o --output"),
    ("xh", "-o --output"),
    ("aria2c", "-o --out"),
];
/// Those that name it as the address ends, unless they are told.
const NAMED_ALIKE: &[&str] = &["curl", "wget", "wget2", "aria2c"];
/// Options of theirs before the folder that it is put into.
const FOLDERS: &[(&str, &str)] = &[("curl", "--output-dir"), ("wget", "-P --directory-prefix"), ("aria2c", "-d --dir")];

/// Keeps in mind what a command writes.
pub(crate) fn by(case: &mut Case<'_>, argv: &[String]) {
    let begins = argv.iter().position(|word| !unlisted::wraps(word)).filter(|at| at + 1 < argv.len());
    begins.into_iter().for_each(|at| made(case, &argv[at..]));
    // Behind `sudo` and the like it is the first that is known.
    let writer = |word: &String| matches!(unlisted::bare(word).as_str(), "tee" | "sponge") || fetches(word);
    let Some(from) = begins.and_then(|at| argv[at..].iter().position(writer).map(|found| at + found)) else { return };
    if from > 0 && !unlisted::wraps(&argv[0]) {
        return;
    }
    let argv = &argv[from..];
    let name = unlisted::bare(&argv[0]);
    let operands = argv.iter().skip(1).filter(|word| !word.starts_with('-'));
    if !fetches(&name) {
        let told = case.fed.clone().filter(|_| !case.piped);
        return operands.for_each(|file| into(case, file, told.as_ref()));
    }
    let told: Vec<String> = unlisted::values(INTO, &name, argv).into_iter().map(str::to_owned).collect();
    told.iter().for_each(|file| keep(case, file, None, true, false));
    let remote = |word: &String| {
        let letters = word.strip_prefix('-').filter(|rest| !rest.starts_with('-')).unwrap_or("");
        word.starts_with("--remote-name")
            || letters.chars().take_while(|c| !"odHXFTuAbm".contains(*c)).any(|c| c == 'O')
    };
    if NAMED_ALIKE.contains(&name.as_str()) && told.is_empty() && (name != "curl" || argv.iter().any(remote)) {
        let folder = unlisted::values(FOLDERS, &name, argv).first().copied().unwrap_or("");
        let last = |address: &String| {
            let path = address.split(['?', '#']).next().unwrap_or("");
            path.rsplit('/').next().filter(|last| !last.is_empty()).map(str::to_owned)
        };
        for last in operands.filter_map(last) {
            keep(case, &if folder.is_empty() { last } else { format!("{folder}/{last}") }, None, true, false);
        }
    }
}

fn fetches(name: &str) -> bool {
    let name = unlisted::bare(name);
    INTO.iter().flat_map(|(names, _)| names.split(' ')).chain(NAMED_ALIKE.iter().copied()).any(|known| known == name)
}

/// Keeps in mind that a file is written, with the text that it gets where that is known, or that it was fetched.
pub(crate) fn into(case: &mut Case<'_>, file: &str, told: Option<&String>) {
    keep(case, file, told, case.drawn.fetched, false);
}

fn keep(case: &mut Case<'_>, file: &str, told: Option<&String>, fetched: bool, below: bool) {
    let from = [Some(case.cwd.clone()), case.moved.clone()];
    for cwd in from.into_iter().flatten() {
        let place = case.map.go(&cwd, file);
        if (below || place.is_named()) && case.written.len() < MOST && case.budget.guess(file.len()) {
            Rc::make_mut(&mut case.written).push(Written { place, told: told.cloned(), fetched, below });
        }
    }
}

/// What the line wrote into a file before, each with its text where the line says all of it, and all of them together:
/// one may be added to the other.
pub(crate) fn told(case: &Case<'_>, file: &str) -> Vec<Option<String>> {
    if case.written.is_empty() {
        return Vec::new();
    }
    let place = case.map.go(&case.cwd, file);
    let there = case.written.iter().filter(|written| written.is(&place));
    let mut told: Vec<Option<String>> = Vec::new();
    for text in there.map(|written| &written.told) {
        if told.last() != Some(text) {
            told.push(text.clone());
        }
    }
    let together: Option<String> = told.iter().cloned().collect();
    if told.len() > 1 {
        told.push(together.filter(|text| case.budget.text(text.len())));
    }
    told
}

impl Written {
    fn is(&self, place: &Place) -> bool {
        self.place.is_same(place) || self.below && place.is_below(&self.place)
    }
}

/// Whether the line fetched it before, or made it of what it fetched.
pub(crate) fn is_fetched(case: &Case<'_>, file: &str) -> bool {
    if case.written.is_empty() {
        return false;
    }
    let place = case.map.go(&case.cwd, file);
    case.written.iter().any(|written| written.fetched && written.is(&place))
}

/// Programs that put another file with what one of theirs holds into a place: a copy under the last of their words.
const COPYING: &[&str] = &["cp", "mv", "ln", "install"];
/// Those that make a program of it: the file behind `-o`, or this one.
const COMPILING: &[&str] = &["cc", "gcc", "g++", "c++", "clang", "clang++", "tcc", "rustc"];
const COMPILED: &str = "a.out";
/// Those that take apart what holds other files, and their options before the folder that they fill.
const UNPACKING: &[(&str, &str)] =
    &[("tar gtar bsdtar", "-C --directory"), ("unzip", "-d"), ("7z 7za 7zz", "-o"), ("cpio", "-D --directory")];
/// Those that unpack one file: what its name ends with then goes.
const SINGLE: &[(&str, &str)] =
    &[("gunzip gzip", ".gz"), ("unxz xz", ".xz"), ("bunzip2 bzip2", ".bz2"), ("unzstd zstd", ".zst")];

/// Keeps in mind what a command makes of what the line wrote or fetched before.
fn made(case: &mut Case<'_>, argv: &[String]) {
    let name = unlisted::bare(&argv[0]);
    let operands: Vec<&String> = argv.iter().skip(1).filter(|word| !word.starts_with('-')).collect();
    let piped = case.piped && (case.drawn.fetched || case.before.iter().flatten().any(|word| fetches(word)));
    if name == "git" && argv.get(1).is_some_and(|sub| sub == "clone") {
        let last = operands.last().map_or("", |last| last.trim_end_matches('/'));
        let folder = last.rsplit(['/', ':']).next().unwrap_or("").trim_end_matches(".git");
        return keep(case, folder, None, true, true);
    }
    if case.written.is_empty() && !piped {
        return;
    }
    let from: Vec<(&String, Written)> = operands
        .iter()
        .filter_map(|word| {
            let place = case.map.go(&case.cwd, word);
            case.written.iter().find(|written| written.is(&place)).map(|written| (*word, written.clone()))
        })
        .collect();
    let fetched = piped || from.iter().any(|(_, written)| written.fetched);
    if COPYING.contains(&name.as_str()) {
        let Some(into) = operands.last().filter(|_| operands.len() > 1) else { return };
        for (word, written) in from.iter().filter(|(word, _)| word != into) {
            let inside = word.rsplit('/').next().map(|last| format!("{into}/{last}"));
            for file in [Some((*into).clone()), inside].into_iter().flatten() {
                keep(case, &file, written.told.as_ref(), written.fetched, written.below);
            }
        }
    } else if COMPILING.contains(&name.as_str()) && fetched {
        let told: Vec<String> = argv.windows(2).filter(|pair| pair[0] == "-o").map(|pair| pair[1].clone()).collect();
        keep(case, told.first().map_or(COMPILED, String::as_str), None, true, false);
    } else if let Some((_, options)) = table(UNPACKING, &name).filter(|_| fetched) {
        let folder = argv.windows(2).find(|pair| options.split(' ').any(|option| option == pair[0]));
        keep(case, folder.map_or(".", |pair| pair[1].as_str()), None, true, true);
    } else if let Some((_, ending)) = table(SINGLE, &name) {
        for (word, written) in from.iter().filter(|(word, _)| word.ends_with(ending)) {
            keep(case, &word[..word.len() - ending.len()], None, written.fetched, false);
        }
    }
}

fn table(table: &'static [(&str, &str)], name: &str) -> Option<&'static (&'static str, &'static str)> {
    table.iter().find(|(names, _)| names.split(' ').any(|known| known == name))
}

/// Why it is refused to run one.
pub(crate) fn why(file: &str) -> String {
    format!("`{}` is run, and this line itself wrote it", clip(file))
}
