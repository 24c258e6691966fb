//! Options that go hands on to its own compiler and linker: `-gcflags 'all=-N -l'`, `-ldflags '-s -w'`.

use crate::case::{Case, Finding};
use crate::place::clip;
use crate::scan::{Token, scan};
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
    let mut taken = false;
    // What stands before the first option says for which packages: `all=-N`.
    let given = value;
    let value =
        value.split_once("=-").filter(|(of, _)| !of.contains('-')).map_or(value, |(of, _)| &value[of.len() + 1..]);
    let words = scan(value).tokens.into_iter().filter_map(|token| match token {
        Token::Word(word) => Some(word.text),
        _ => None,
    });
    for piece in words {
        let piece = piece.as_str();
        if std::mem::take(&mut taken) && !piece.starts_with('-') {
            continue;
        }
        // One dash or two.
        let one = piece.strip_prefix('-').filter(|rest| rest.starts_with('-')).unwrap_or(piece);
        let (option, attached) = one.split_once('=').map_or((one, None), |(option, value)| (option, Some(value)));
        if option == "-extld" || option == "-toolexec" || (option == "-extldflags" && loads(given)) {
            return finding.refuse(Class::ControlPlane, word, format!("`{name} {}` loads code", clip(given)));
        }
        if !HARMLESS.contains(&option) {
            finding.ask(Class::Project, word, format!("`{}` is handed on by `{name}`", clip(piece)));
            case.loose(finding, word, attached.unwrap_or(piece));
        }
        taken = attached.is_none() && VALUED.contains(&option);
    }
}

/// Whether options for a linker of C load a part of it: of all that is handed on, since its own end with no mark.
fn loads(options: &str) -> bool {
    ["plugin", "-B", "@", "wrapper", "-fuse-ld", "-specs"].iter().any(|part| options.contains(part))
}
