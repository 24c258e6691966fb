//! Options that go hands on to its own compiler and linker: `-gcflags 'all=-N -l'`, `-ldflags '-s -w'`.

use crate::case::{Case, Finding};
use crate::place::clip;
use crate::verdict::Class;

/// Those that write nothing, read nothing and load nothing.
const HARMLESS: &[&str] = &[
    "-N",
    "-l",
    "-m",
    "-S",
    "-B",
    "-C",
    "-L",
    "-c",
    "-d",
    "-e",
    "-h",
    "-j",
    "-live",
    "-lang",
    "-race",
    "-msan",
    "-asan",
    "-shared",
    "-std",
    "-complete",
    "-dwarf",
    "-dwarflocationlists",
    "-spectre",
    "-wb",
    "-smallframes",
    "-t",
    "-s",
    "-w",
    "-v",
    "-X",
    "-H",
    "-a",
    "-compressdwarf",
    "-linkmode",
    "-buildid",
    "-buildmode",
    "-f",
    "-g",
    "-n",
    "-dumpdep",
    "-checklinkname",
];
/// Of these the next word is the value, unless it is an option.
const VALUED: &[&str] = &["-X", "-H", "-linkmode", "-buildmode", "-lang", "-buildid", "-d"];

/// Objects to options among `value` that do more than compile and link.
pub(super) fn handed_on(case: &Case<'_>, finding: &mut Finding, word: usize, name: &str, value: &str) {
    // However it is split, these are never handed on.
    let bare = value.match_indices("-extld").any(|(at, found)| !value[at + found.len()..].starts_with("flags"));
    if bare || value.contains("-toolexec") || (value.contains("-extldflags") && loads(value)) {
        return finding.refuse(Class::ControlPlane, word, format!("`{name} {}` loads code", clip(value)));
    }
    let mut taken = false;
    // What stands before the first `=` says for which packages: `all=-N`.
    let options = if value.starts_with('-') { value } else { value.split_once('=').map_or(value, |(_, rest)| rest) };
    for piece in split(options) {
        if std::mem::take(&mut taken) && !piece.starts_with('-') {
            continue;
        }
        // One dash or two.
        let one = piece.strip_prefix('-').filter(|rest| rest.starts_with('-')).unwrap_or(piece);
        let (option, attached) = one.split_once('=').map_or((one, None), |(option, value)| (option, Some(value)));
        if !HARMLESS.contains(&option) {
            finding.ask(Class::Project, word, format!("`{}` is handed on by `{name}`", clip(piece)));
            case.loose(finding, word, attached.unwrap_or(piece));
        }
        taken = attached.is_none() && VALUED.contains(&option);
    }
}

/// The words of a value as go splits it (its `quoted.Split`): by white space; a quote counts where a word begins,
/// goes to the next of its kind and has no escapes.
fn split(value: &str) -> Vec<&str> {
    let (mut words, mut rest) = (Vec::new(), value.trim_start());
    while let Some(first) = rest.chars().next() {
        let (word, after) = match rest.strip_prefix(|c: char| matches!(c, '\'' | '\u{22}')) {
            Some(inside) => inside.split_once(first).unwrap_or((inside, "")),
            None => rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len())),
        };
        words.push(word);
        rest = after.trim_start();
    }
    words
}

/// Whether options for a linker of C load a part of it: of all that is handed on, since its own end with no mark.
fn loads(options: &str) -> bool {
    ["plugin", "-B", "@", "wrapper", "-fuse-ld", "-specs"].iter().any(|part| options.contains(part))
}
