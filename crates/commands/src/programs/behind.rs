//! What cargo hands on behind `--` to a program that is known: the formatter, the compiler, the harness of tests.

use crate::case::{Case, Finding};
use crate::environment;
use crate::options::{Options, Piece};
use crate::place::{Access, clip};
use crate::table::{NO_OPTIONS, OUTPUT, OVERWRITES, ask};
use crate::verdict::{Cause, Class};

const FORMATTER: Options = Options {
    flags: &["--check -l --files-with-diff -v --verbose -q --quiet -V --version --backup"],
    values: &["--emit --edition --style-edition --color --config"],
    attached: &["-h --help"],
    files: &["--config-path"],
    ..NO_OPTIONS
};
const COMPILER: Options = Options {
    flags: &["-h --help -V --version -v --verbose"],
    values: &[
        "-A -W -D -F --allow --warn --deny --forbid --force-warn --cap-lints --cfg --check-cfg --color --edition",
    ],
    ..NO_OPTIONS
};
const HARNESS: Options = Options { harms: &[&[ask("--logfile", OVERWRITES, Class::Write, OUTPUT)]], ..NO_OPTIONS };

/// Judges the words of a command of cargo behind `--`, by the sub-command that it was called by.
pub(crate) fn judge(case: &Case<'_>, finding: &mut Finding, argv: &[String]) {
    let [cargo, sub, ..] = argv else { return };
    let Some(from) = argv.iter().position(|word| word == "--").filter(|_| cargo == "cargo") else { return };
    let (options, name) = match sub.as_str() {
        "fmt" => (FORMATTER, "rustfmt"),
        "clippy" => (COMPILER, "rustc"),
        "test" | "t" => (HARNESS, ""),
        _ => return,
    };
    for piece in options.read(argv, from + 1) {
        match piece {
            Piece::File { word, text, access } => case.path(finding, word, &text, access),
            Piece::Harmful { word, verdict, class, name, why, .. } => {
                finding.object(verdict, class, Cause::Argument, Some(word), format!("`{name}` {why}"));
            }
            Piece::Operand { word, text } if sub == "fmt" => case.path(finding, word, &text, Access::Create),
            // A harness of the project's own has options of its own.
            Piece::Unknown { word } if !name.is_empty() => {
                let text = clip(&argv[word]);
                let mut given = argv[word..].iter().take(2);
                match given.any(|given| environment::loads_code(case, "RUSTFLAGS", given)) {
                    true => finding.refuse(Class::ControlPlane, word, format!("`{text}` loads code")),
                    false => {
                        let why = format!("`{text}` is an option of `{name}` that we do not know");
                        finding.ask(finding.class, word, why);
                    }
                }
            }
            _ => {}
        }
    }
}
