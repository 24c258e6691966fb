//! Files that a program takes as code: the script of a shell or an interpreter, the file behind an option, a program
//! itself. Refused where nobody can have looked at what they hold: what a descriptor leads to, and what the line wrote.

use super::input::{gives_code, is_input};
use super::options::named;
use super::{inner, is_interpreter, is_shell, names, runs_words, sed};
use crate::case::{Case, Finding};
use crate::place::clip;
use crate::scan::{Token, scan};
use crate::verdict::Class;
use crate::written;
use std::path::PathBuf;

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
/// Those that go to the folder behind one of these options before they read it.
const THERE: &[(&str, &str)] = &[("make gmake", "-C --directory")];
/// Programs that take a word of theirs as code, wherever it stands.
const OPERANDS: &[&str] =
    &["go", "java", "tcc", "deno", "bun", "runhaskell", "rust-script", "cargo", "dotnet", "swift", "uv", "tsx"];

/// Programs that run a file that they are told of, or build and run it, beside [`OPERANDS`]: the first that is one.
const RUNNERS: &[&str] = &[
    "accelerate",
    "air",
    "babel-node",
    "coverage",
    "crystal",
    "cypress",
    "dart",
    "electron",
    "elixir",
    "escript",
    "fastapi",
    "flask",
    "k6",
    "kernprof",
    "locust",
    "mpiexec",
    "mpirun",
    "nim",
    "nodemon",
    "nox",
    "npm",
    "papermill",
    "pdm",
    "pm2",
    "pnpm",
    "py-spy",
    "sbatch",
    "scalene",
    "scrapy",
    "spark-submit",
    "srun",
    "streamlit",
    "torchrun",
    "v",
    "viztracer",
    "webpack",
    "yarn",
    "zig",
];
/// Those that run all files they are told of: the tests in them.
const TESTERS: &[&str] = &[
    "ava",
    "bats",
    "busted",
    "jasmine",
    "jest",
    "mocha",
    "phpunit",
    "playwright",
    "prove",
    "py.test",
    "pytest",
    "rspec",
    "shellspec",
    "tap",
    "vitest",
];

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

/// How the options of an interpreter are told apart; of any other option nothing is known but that it has a value where
/// it says so itself (`--a=b`).
struct Options {
    names: &'static str,
    /// What follows is code, or names a module: also as the last of several letters (`-ne`).
    code: &'static str,
    /// What follows is a value.
    valued: &'static str,
    /// Letters that have their value in the same word.
    attached: &'static str,
}

/// From each one's own manual.
const OPTIONS: &[Options] = &[
    Options { names: "python|pypy|ipython", code: "-c -m", valued: "-W -X --check-hash-based-pycs", attached: "WX" },
    Options { names: "perl", code: "-e -E", valued: "-I", attached: "IMmFiCDx0" },
    Options {
        names: "ruby|irb",
        code: "-e",
        valued: "-C -E -I -K -r --encoding --external-encoding",
        attached: "IiEKrFTWx0C",
    },
    Options {
        names: "node|nodejs",
        code: "-e -p -pe --eval --print --check -c",
        valued: "-r --require --import --loader --experimental-loader -C --conditions --title --stack-trace-limit \
                 --unhandled-rejections --env-file",
        attached: "rC",
    },
    Options { names: "php", code: "-r -R -B -E -l --syntax-check", valued: "-c -d -t -z", attached: "dczt" },
    Options { names: "lua|luajit", code: "-e", valued: "-l", attached: "ljO" },
    Options { names: "rscript|r", code: "-e", valued: "", attached: "" },
    Options {
        names: "julia",
        code: "-e -E --eval --print",
        valued: "-t -p -L -J -C --threads --procs --load --sysimage",
        attached: "tpLJC",
    },
    Options {
        names: "ts-node",
        code: "-e -p -pe --eval --print",
        valued: "-P -r -C -O -T --project --require",
        attached: "PrCO",
    },
];

/// What an option does to the word behind it.
#[derive(Debug, PartialEq, Eq)]
enum Behind {
    Nothing,
    Code,
    Value,
}

fn behind(name: &str, option: &str) -> Behind {
    if is_shell(name) {
        let letters = option.strip_prefix(['-', '+']).filter(|rest| !rest.starts_with('-')).unwrap_or("");
        let checks = option == "-n" || option.starts_with("--") && gives_code(option);
        return match () {
            () if letters.contains('c') || checks => Behind::Code,
            // `-euo pipefail`
            () if letters.ends_with(['o', 'O']) => Behind::Value,
            () => Behind::Nothing,
        };
    }
    let bare = names::unversioned(name);
    let Some(known) = OPTIONS.iter().find(|known| known.names.split('|').any(|own| own == bare || own == name)) else {
        return match gives_code(option) || option == "-m" {
            true => Behind::Code,
            false => Behind::Nothing,
        };
    };
    let has = |list: &str| list.split_whitespace().any(|own| own == option);
    let letters = option.strip_prefix('-').filter(|rest| !rest.starts_with('-') && rest.len() > 1);
    let last = letters
        .filter(|rest| !rest.starts_with(|c| known.attached.contains(c)))
        .and_then(|rest| rest.chars().next_back());
    let lettered = |list: &str| {
        let own = |word: &str| word.len() == 2 && word.chars().next_back() == last;
        last.is_some() && list.split_whitespace().any(own)
    };
    match () {
        () if option.contains('=') => Behind::Nothing,
        () if has(known.code) || lettered(known.code) => Behind::Code,
        () if has(known.valued) => Behind::Value,
        () => Behind::Nothing,
    }
}

/// What the words of a shell or an interpreter tell it to run.
pub(super) fn script(name: &str, argv: &[String]) -> Script {
    let mut at = 1;
    while let Some(word) = argv.get(at) {
        if is_input(word) || word == "-s" && is_shell(name) {
            return Script::Input;
        }
        if !word.starts_with(['-', '+']) {
            let code = matches!(word.as_str(), "/c" | "/k") || word.contains('=');
            return if code { Script::Code } else { Script::File(at) };
        }
        at += match behind(name, word) {
            Behind::Code => return Script::Code,
            Behind::Value => 2,
            Behind::Nothing => 1,
        };
    }
    Script::Input
}

/// Options with which a shell or an interpreter only checks what it is given.
const CHECKS: &[(&str, &str)] = &[("php", "-l --syntax-check"), ("ruby", "-c"), ("node nodejs", "-c --check")];

/// Whether what is behind this option is looked at, and not run.
fn checks(name: &str, option: &str) -> bool {
    let bare = names::unversioned(name);
    is_shell(name) && option == "-n"
        || CHECKS.iter().any(|(names, options)| {
            names.split(' ').any(|known| known == bare) && options.split(' ').any(|known| known == option)
        })
}

/// Whether a shell or an interpreter would run the words that stand behind these, or in the place of `hole` among
/// them: as its script or its code. Of another program nobody knows. `fetched`: also as a part of its code.
pub(super) fn runs_words_behind(argv: &[String], hole: &str, fetched: bool) -> Option<bool> {
    let name = names::program(argv.first()?);
    if !is_shell(&name) && !is_interpreter(&name) {
        return None;
    }
    if argv.iter().skip(1).take_while(|word| word.starts_with('-')).any(|word| checks(&name, word)) {
        return Some(false);
    }
    Some(match script(&name, argv) {
        Script::Input => true,
        Script::File(at) => argv[at].contains(hole),
        Script::Code => {
            let option =
                argv.iter().skip(1).position(|word| behind(&name, word) == Behind::Code).map_or(0, |at| at + 1);
            argv.get(option + 1).is_none_or(|code| code.contains(hole) && (fetched || begins_command(code, hole)))
        }
    })
}

/// Whether a word of a text is where a command begins, or code of another.
fn begins_command(text: &str, hole: &str) -> bool {
    let scanned = scan(text);
    let mut runs = scanned.tokens.split(|token| !matches!(token, Token::Word(_)));
    scanned.inner.iter().any(|inner| inner.contains(hole))
        || runs.any(|run| {
            let words: Vec<String> = run
                .iter()
                .filter_map(|token| if let Token::Word(word) = token { Some(word.text.clone()) } else { None })
                .collect();
            let first = words.first().is_some_and(|word| word.contains(hole));
            first || words.first().is_some_and(|word| runs_words(word)) && words.iter().any(|word| word.contains(hole))
        })
}

/// What a command is told to run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ran {
    /// Nothing, or nobody knows what.
    Unknown,
    /// The script of a shell or an interpreter: the place of its word.
    Script(usize),
    /// Words that may name a file that is run, or built and run, the first of them first: `go run x.go`.
    Operands(Vec<usize>),
    /// Files that are all run, if they are there: `pytest a.py b.py`, `make -f x.mk`.
    Files(Vec<Told>),
    /// A text of a shell, with what it is given in the place of its parameters.
    Text(String),
}

/// How a file is named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Told {
    /// By the word that stands here.
    Word(usize),
    /// By a part of a word: `-fx.mk`.
    Part(String),
}

impl Told {
    /// What a word names, or this part of it.
    pub(super) fn of(argv: &[String], at: usize, file: &str) -> Self {
        if argv[at] == file { Self::Word(at) } else { Self::Part(file.to_owned()) }
    }
}

/// What a shell, an interpreter, or a program that runs the files it is told of, is told to run. None of another program.
#[must_use]
pub fn ran(argv: &[String]) -> Option<Ran> {
    let name = names::program(argv.first()?);
    let name = name.as_str();
    let words = || files(argv, 1, |word| word.contains(['.', '/']));
    if TESTERS.contains(&name) {
        return Some(Ran::Files(words().into_iter().map(Told::Word).collect()));
    }
    if BEHIND.iter().any(|(names, _)| names.split(' ').any(|known| known == name)) && !OPERANDS.contains(&name) {
        let folder = named(THERE, name, argv).iter().fold(PathBuf::new(), |folder, given| folder.join(given.value));
        let told = |(at, file): (usize, &str)| Told::of(argv, at, &folder.join(file).to_string_lossy());
        return Some(Ran::Files(sources(name, argv).into_iter().map(told).collect()));
    }
    if OPERANDS.contains(&name) || RUNNERS.contains(&name) {
        return Some(Ran::Operands(words()));
    }
    if !is_shell(name) && !is_interpreter(name) && !matches!(name, "." | "source") {
        return None;
    }
    Some(match script(name, argv) {
        Script::File(at) => Ran::Script(at),
        Script::Code => {
            let code = argv.iter().skip(1).position(|word| behind(name, word) == Behind::Code).map_or(0, |at| at + 1);
            match argv.get(code + 1) {
                Some(text) if is_shell(name) => Ran::Text(inner::with_parameters(text, &argv[code + 2..])),
                // `python3 -m pytest x.py`
                Some(_) if argv[code] == "-m" => Ran::Operands(files(argv, code + 2, is_module)),
                _ => Ran::Unknown,
            }
        }
        Script::Input => Ran::Unknown,
    })
}

/// The words from here on that are no options, and files by their names.
fn files(argv: &[String], from: usize, is: impl Fn(&str) -> bool) -> Vec<usize> {
    (from..argv.len()).filter(|at| !argv[*at].starts_with('-') && is(&argv[*at])).collect()
}

/// Whether a word names a file of python, or a test in one: `x.py::test_a`.
fn is_module(word: &str) -> bool {
    word.split("::").next().is_some_and(|file| file.ends_with(".py"))
}

/// The words that name the files, each with its place.
pub(super) fn sources<'a>(name: &str, argv: &'a [String]) -> Vec<(usize, &'a str)> {
    let behind = named(BEHIND, name, argv).into_iter().filter(|given| given.word < argv.len());
    let mut found: Vec<(usize, &str)> = behind.map(|given| (given.word, given.value.trim_start_matches('='))).collect();
    found.sort_unstable();
    found.dedup();
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
            ("sh -e x.sh", Script::File(2)),
            ("bash -Eeuo pipefail x.sh", Script::File(3)),
            ("bash -m x.sh", Script::File(2)),
            ("python3 -E x.py", Script::File(2)),
            ("python3.12 -bE x.py", Script::File(2)),
            ("python3 -W error x.py", Script::File(3)),
            ("python3 -Werror -I -s x.py a=b", Script::File(4)),
            ("python3 -Ic pass", Script::Code),
            ("perl -W x.pl", Script::File(2)),
            ("perl -s -p x.pl", Script::File(3)),
            ("perl -Mstrict -I lib x.pl", Script::File(4)),
            ("perl -lane print", Script::Code),
            ("ruby -E utf-8 x.rb", Script::File(3)),
            ("ruby -C . x.rb", Script::File(3)),
            ("ruby --disable=gems x.rb", Script::File(2)),
            ("node --max-old-space-size=9 x.js", Script::File(2)),
            ("node --conditions dev x.js", Script::File(3)),
            ("node -pe 1", Script::Code),
            ("php -d a=b x.php", Script::File(3)),
            ("php -da=b x.php", Script::File(2)),
            ("lua -E -l x y.lua", Script::File(4)),
            ("julia --project=. -t 4 x.jl", Script::File(4)),
            ("ts-node -P x.json y.ts", Script::File(3)),
            (". ./x", Script::File(1)),
        ] {
            let argv = words(text);
            assert_eq!(script(&argv[0], &argv), is, "{text}");
        }
    }

    #[test]
    fn a_file_that_is_glued_to_its_option_is_run_where_the_program_goes() {
        for (text, is) in [
            ("make -f x.mk all", "Word(2)"),
            ("make -fx.mk", "Part(\"x.mk\")"),
            ("make -kfx.mk", "Part(\"x.mk\")"),
            ("make --file=x.mk", "Part(\"x.mk\")"),
            ("make -C d -f x.mk", "Part(\"d/x.mk\")"),
            ("make -Cd -C e -fx.mk", "Part(\"d/e/x.mk\")"),
            ("awk -fp.awk a.txt", "Part(\"p.awk\")"),
            ("sed -nfp.sed a.txt", "Part(\"p.sed\")"),
            ("just -fx", "Part(\"x\")"),
            ("pytest a.py b.py", "Word(1), Word(2)"),
            ("make all", ""),
            ("sed -n p a.txt", ""),
        ] {
            assert_eq!(format!("{:?}", ran(&words(text))), format!("Some(Files([{is}]))"), "{text}");
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
        for text in ["make -f x.mk all", "make -fx.mk", "make -kfx.mk", "make -skf x.mk", "make --makefile=x.mk all"] {
            assert_eq!(found(text), "x.mk", "{text}");
        }
        assert_eq!(found("make -C f -j4 all -- -f x.mk"), "");
        assert_eq!(found("python3 load.py data.csv"), "load.py");
        assert_eq!(found("java -jar a.jar b"), "a.jar -jar a.jar b");
        assert_eq!(found("sort -f x"), "");
    }
}
