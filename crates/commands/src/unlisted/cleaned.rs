//! What tools that build take away: in the folder that they are told to work in, and nowhere else.

use super::options::named;
use super::tools::never;
use crate::case::{Case, Finding};
use crate::place::Access;

/// Tools that build, and their options before the folder, or before a file in it.
const FOLDERS: &[(&str, &str)] = &[
    ("make gmake", "-C --directory"),
    ("ninja", "-C"),
    ("meson", "-C"),
    ("cmake", "--build"),
    ("gradle", "-p --project-dir"),
    ("gradlew", "-p --project-dir"),
    ("mvn", "-f --file"),
    ("mvnw", "-f --file"),
    ("just", "-d --working-directory"),
    ("cargo", "-C --target-dir --manifest-path"),
];
/// Words with which they take something away.
const CLEANING: &[&str] =
    &["clean", "cleanup", "distclean", "mrproper", "maintainer-clean", "mostlyclean", "realclean", "clobber", "purge"];

/// Refuses it outside the workspace.
pub(super) fn judge(case: &Case<'_>, finding: &mut Finding, name: &str, argv: &[String]) {
    if !FOLDERS.iter().any(|(names, _)| names.split(' ').any(|known| known == name)) {
        return;
    }
    let cleans = |word: &&String| CLEANING.contains(&word.as_str()) || word.starts_with("clean-");
    let Some(at) = argv.iter().skip(1).position(|word| cleans(&word)).map(|at| at + 1) else { return };
    // An option's value is no target.
    let folders = named(FOLDERS, name, argv);
    if folders.iter().any(|given| given.word == at && given.at != at) {
        return;
    }
    for given in &folders {
        never(case, finding, given.word, given.value, Access::Destroy);
    }
    if folders.is_empty() {
        never(case, finding, at, ".", Access::Destroy);
    }
}
