//! Files that a program takes as code: the script of a shell or an interpreter, the file behind an option, a program
//! itself. Refused where nobody can have looked at what they hold: what a descriptor leads to, and what the line wrote.

use super::input::{gives_code, is_input};
use super::{inner, is_interpreter, is_shell, names, sed};
use crate::case::{Case, Finding};
use crate::place::clip;
use crate::verdict::Class;
use crate::written;

/// Programs that take the file behind one of these options as code.
const BEHIND: &[(&str, &str)] = &[
    ("awk gawk mawk nawk", "-f -E -i --file --exec --include"),
    ("sed gsed", "-f --file"),
    ("make gmake", "-f --file --makefile"),
    ("vim vi nvim ex", "-s -S -u"),
    ("gdb lldb", "-x -s --command --source"),
    ("just", "-f --justfile"),
    ("rake", "-f --rakefile"),
    ("bc dc", "-f --file"),
    ("emacs", "-l --load --script"),
    ("java", "-jar"),
];
/// Programs that take a word of theirs as code, wherever it stands.
const OPERANDS: &[&str] =
    &["go", "java", "tcc", "deno", "bun", "runhaskell", "rust-script", "cargo", "dotnet", "swift", "uv", "tsx"];

/// Files that a program takes as code without being told.
const UNTOLD: &[(&str, &str)] = &[
    ("make gmake", "GNUmakefile makefile Makefile"),
    ("cargo", "build.rs Cargo.toml .cargo/config.toml"),
    ("npm npx yarn pnpm bun", "package.json"),
    ("just", "justfile Justfile .justfile"),
    ("rake", "Rakefile"),
    ("pytest tox nox", "conftest.py pyproject.toml tox.ini noxfile.py"),
];
/// Programs that install or run what a word of theirs names: where the line fetched it, it is code that nobody saw.
const INSTALLING: &[&str] = &["psql", "mysql", "mariadb", "sqlite3", "dpkg", "rpm", "apt", "apt-get", "pip", "pip3"];

/// What a shell or an interpreter runs.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Script {
    /// Its input.
    Input,
    /// What its words say, or nobody knows here.
    Code,
    /// The file that this word names.
    File(usize),
}

/// What the words of a shell or an interpreter tell it to run.
pub(super) fn script(name: &str, argv: &[String]) -> Script {
    let coded = |option: &str| match is_shell(name) {
        true => {
            let letters = option.strip_prefix('-').filter(|rest| !rest.starts_with('-')).unwrap_or("");
            letters.contains('c') || option.starts_with("--") && gives_code(option) || matches!(option, "/c" | "/k")
        }
        false => gives_code(option),
    };
    let mut at = 1;
    while let Some(word) = argv.get(at) {
        if is_input(word) || word == "-s" {
            return Script::Input;
        }
        // What only reads it runs nothing.
        let checks = match name {
            "php" => matches!(word.as_str(), "-l" | "--syntax-check"),
            "node" | "nodejs" => word == "--check",
            name => is_shell(name) && word == "-n",
        };
        if word.starts_with(['-', '+']) && (coded(word) || word == "-m") || word.contains('=') || checks {
            return Script::Code;
        }
        if !word.starts_with(['-', '+']) {
            return if coded(word) { Script::Code } else { Script::File(at) };
        }
        // `-euo pipefail`
        let valued = match is_shell(name) {
            true => !word.starts_with("--") && word.ends_with(['o', 'O']),
            false => matches!(word.as_str(), "-W" | "-X" | "-I"),
        };
        at += if valued { 2 } else { 1 };
    }
    Script::Input
}

/// The words that name the files, each with its place.
pub(super) fn sources<'a>(name: &str, argv: &'a [String]) -> Vec<(usize, &'a str)> {
    let options = BEHIND.iter().filter(|(names, _)| names.split(' ').any(|known| known == name));
    let options: Vec<&str> = options.flat_map(|(_, options)| options.split(' ')).collect();
    let mut found = Vec::new();
    for (at, word) in argv.iter().enumerate().skip(1) {
        for option in &options {
            match word.strip_prefix(option).map(|rest| rest.trim_start_matches('=')) {
                Some("") => found.extend(argv.get(at + 1).map(|next| (at + 1, next.as_str()))),
                Some(attached) => found.push((at, attached)),
                None => {}
            }
        }
    }
    if OPERANDS.contains(&name) {
        let dash = matches!(name, "deno" | "bun");
        found.extend(argv.iter().map(String::as_str).enumerate().skip(1).filter(|(_, word)| dash || *word != "-"));
    } else if (is_shell(name) || is_interpreter(name) || matches!(name, "." | "source"))
        && let Script::File(at) = script(name, argv)
    {
        found.push((at, argv[at].as_str()));
    }
    found
}

/// Refuses what a descriptor leads to, and what the line itself wrote, where a program takes it as code.
pub(crate) fn judge(case: &Case<'_>, finding: &mut Finding, argv: &[String]) {
    let name = names::program(&argv[0]);
    let program = argv[0].contains('/').then_some((0, argv[0].as_str()));
    let untold = UNTOLD.iter().filter(|(names, _)| names.split(' ').any(|known| known == name));
    let untold = untold.flat_map(|(_, files)| files.split(' ')).map(|file| (0, file));
    let named = argv.iter().map(String::as_str).enumerate().skip(1).filter(|_| INSTALLING.contains(&name.as_str()));
    if let Some((at, file)) = untold.chain(named).find(|(_, file)| written::is_fetched(case, file)) {
        finding.refuse(Class::Shell, at, written::why(file));
    }
    for (at, file) in sources(&name, argv).into_iter().chain(program) {
        if is_descriptor(file) {
            finding.refuse(Class::Shell, at, format!("`{}` is run, whatever it leads to", clip(file)));
        }
        let fed = case.fed.clone().filter(|_| is_input(file));
        for told in written::told(case, file).into_iter().chain(fed.map(Some)) {
            let Some(text) = &told else {
                finding.refuse(Class::Shell, at, written::why(file));
                break;
            };
            match name.as_str() {
                _ if at == 0 || is_shell(&name) || matches!(name.as_str(), "." | "source") => {
                    inner::refusals(case, finding, at, text);
                }
                "sed" | "gsed" => sed::judge(case, finding, at, text),
                _ => case.interpreted(finding, at, &name, text),
            }
        }
    }
}

/// Whether a word names what is open already: `/dev/fd/3`.
fn is_descriptor(word: &str) -> bool {
    let folder = ["/dev/fd/", "/proc/self/fd/", "/proc/thread-self/fd/"];
    !is_input(word) && folder.iter().any(|folder| word.starts_with(folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn what_a_shell_or_an_interpreter_runs_is_told_by_its_words() {
        for (text, is) in [
            ("sh", Script::Input),
            ("sh -s a", Script::Input),
            ("bash -e", Script::Input),
            ("bash -eo pipefail -", Script::Input),
            ("bash -O extglob x.sh", Script::File(3)),
            ("bash -ex x.sh a", Script::File(2)),
            ("bash -lc ls", Script::Code),
            ("bash -n x.sh", Script::Code),
            ("node --check x.js", Script::Code),
            ("php -l x.php", Script::Code),
            ("bash --norc x.sh", Script::File(2)),
            ("python3 -u x.py", Script::File(2)),
            ("python3 -m http.server", Script::Code),
            ("perl -ne print", Script::Code),
            ("node --inspect x.js", Script::File(2)),
            (". ./x", Script::File(1)),
        ] {
            let argv = words(text);
            assert_eq!(script(&argv[0], &argv), is, "{text}");
        }
    }

    #[test]
    fn files_that_are_code_are_found_behind_options_too() {
        let found = |text: &str| {
            let argv = words(text);
            sources(&argv[0], &argv).into_iter().map(|(_, file)| file.to_owned()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(found("awk -f p.awk data"), "p.awk");
        assert_eq!(found("gawk --file=p.awk -fq.awk"), "p.awk q.awk");
        assert_eq!(found("make -f x.mk all"), "x.mk");
        assert_eq!(found("python3 load.py data.csv"), "load.py");
        assert_eq!(found("java -jar a.jar b"), "a.jar -jar a.jar b");
        assert_eq!(found("sort -f x"), "");
    }
}
