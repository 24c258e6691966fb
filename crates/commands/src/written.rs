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
}

/// Programs that write what they are given or fetch into a file that they are told of, and the options before it.
const INTO: &[(&str, &str)] = &[
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
    told.iter().for_each(|file| into(case, file, None));
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
            into(case, &if folder.is_empty() { last } else { format!("{folder}/{last}") }, None);
        }
    }
}

fn fetches(name: &str) -> bool {
    let name = unlisted::bare(name);
    INTO.iter().flat_map(|(names, _)| names.split(' ')).chain(NAMED_ALIKE.iter().copied()).any(|known| known == name)
}

/// Keeps in mind that a file is written, with the text that it gets where that is known.
pub(crate) fn into(case: &mut Case<'_>, file: &str, told: Option<&String>) {
    let from = [Some(case.cwd.clone()), case.moved.clone()];
    for cwd in from.into_iter().flatten() {
        let place = case.map.go(&cwd, file);
        if place.is_named() && case.written.len() < MOST && case.budget.guess(file.len()) {
            Rc::make_mut(&mut case.written).push(Written { place, told: told.cloned() });
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
    let there = case.written.iter().filter(|written| written.place.is_same(&place));
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

/// Why it is refused to run one.
pub(crate) fn why(file: &str) -> String {
    format!("`{}` is run, and this line itself wrote it", clip(file))
}
