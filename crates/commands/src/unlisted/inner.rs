//! Commands inside commands: what wrappers run, and the code given to shells and interpreters.

use super::carried::anywhere;
use super::input::{gives_code, runs_commands};
use super::names::{destroys, runs_input, wraps};
use super::sources::{Script, runs_words_behind, script};
use super::within::{Within, within};
use super::wrappers::{Begins, JOINERS, Read};
use crate::case::{Case, Finding};
use crate::environment;
use crate::place::clip;
use crate::scan::{Token, assignment, scan};
use crate::verdict::{Class, Objection, Verdict};
use std::ops::Range;

/// Takes the refusals out of a text that a shell would run.
pub(super) fn refusals(case: &Case<'_>, finding: &mut Finding, word: usize, text: &str) {
    let Some(inside) = case.inside(finding, word) else { return };
    if case.piped && scan(text).tokens.first().is_some_and(|first| takes_input(first, case.drawn.fetched)) {
        finding.refuse(Class::Shell, word, format!("something is piped into `{}`", clip(text)));
    }
    let inner = crate::judge::refusals(&inside, text);
    finding.objections.extend(inner.into_iter().map(|objection| Objection { word: Some(word), ..objection }));
}

fn takes_input(first: &Token, fetched: bool) -> bool {
    matches!(first, Token::Word(word) if runs_input(&word.text) || fetched && runs_commands(&word.text))
}

/// Refuses what a shell would run; the words that are nothing but its script.
pub(super) fn shell(case: &Case<'_>, finding: &mut Finding, name: &str, argv: &[String]) -> Range<usize> {
    let mut judged = 0..0;

    if case.piped {
        finding.refuse(Class::Shell, 0, format!("something is piped into `{name}`"));
    }
    if case.redirected && name != "eval" && script(name, argv) == Script::Input {
        finding.refuse(Class::Shell, 0, format!("`{name}` runs what the file holds that it reads"));
    }
    if let Some(fed) = &case.fed {
        refusals(case, finding, 0, fed);
    }
    if name == "eval" {
        let from = if argv.get(1).is_some_and(|word| word == "--") { 2 } else { 1 };
        refusals(case, finding, 1, &argv.get(from..).unwrap_or_default().join(" "));
        judged = from..argv.len();
    } else {
        judged = certain(name, argv).map_or(judged, |at| at..at + 1);
        for (at, code) in scripts(argv) {
            refusals(case, finding, at, code);
            let given = with_parameters(code, argv.get(at + 1..).unwrap_or_default());
            if given != code && case.budget.guess(given.len()) {
                refusals(case, finding, at, &given);
            }
        }
    }
    // Also shortened.
    let hides = |word: &String| {
        let said = word.trim_start_matches(['-', '/']).to_lowercase();
        word.starts_with(['-', '/']) && (said == "ec" || !said.is_empty() && "encodedcommand".starts_with(&said))
    };
    if matches!(name, "pwsh" | "powershell")
        && let Some(at) = argv.iter().skip(1).position(hides)
    {
        finding.refuse(Class::Shell, at + 1, format!("`{}` hides the code that it runs", clip(&argv[at + 1])));
    }
    // Of these the rest of the line is the code, and their options are written in any case.
    let joined = matches!(name, "pwsh" | "powershell" | "cmd");
    if joined {
        case.evaluated(finding, 1, &argv.get(1..).unwrap_or_default().join(" "));
    }
    for (at, word) in argv.iter().enumerate().skip(1) {
        let (option, attached) = word.split_once('=').map_or((word.as_str(), None), |(o, value)| (o, Some(value)));
        if let Some(code) = attached.filter(|_| gives_code(option)) {
            refusals(case, finding, at, code);
        } else if joined && (gives_code(option) || !option.starts_with(['-', '/'])) {
            let from = if gives_code(option) { at + 1 } else { at };
            refusals(case, finding, at, &argv.get(from..).unwrap_or_default().join(" "));
            break;
        } else if word == "-C"
            && let Some(code) = argv.get(at + 1)
        {
            refusals(case, finding, at + 1, code);
        }
    }
    // Also with one dash.
    let reads = |word: &String| {
        let option = word.strip_prefix('-').map(|rest| rest.trim_start_matches('-').split('=').next());
        option.flatten().is_some_and(|option| matches!(option, "rcfile" | "init-file"))
    };
    if let Some(at) = argv.iter().position(reads) {
        finding.refuse(Class::ControlPlane, at, format!("`{}` loads code", clip(&argv[at])));
    }
    if case.deeper().is_some() { judged } else { 0..0 }
}

/// Where the script of a shell stands for certain: behind the option that says so, and none but known ones before it.
fn certain(name: &str, argv: &[String]) -> Option<usize> {
    const LONG: [&str; 4] = ["--login", "--norc", "--noprofile", "--posix"];
    let mut at = 1;
    if !matches!(name, "sh" | "bash" | "dash" | "ash" | "zsh" | "ksh" | "mksh") {
        return None;
    }
    loop {
        let word = argv.get(at)?;
        let letters = word.strip_prefix('-').unwrap_or("");
        let known = !letters.is_empty() && letters.bytes().all(|b| b"abcefhiklmnuvxCo".contains(&b));
        match letters {
            _ if LONG.contains(&word.as_str()) => at += 1,
            _ if !known => return None,
            letters if letters.contains('c') => {
                let script = argv.get(at + 1)?;
                return (!letters.contains('o') && !script.starts_with(['-', '+'])).then_some(at + 1);
            }
            letters => at += 1 + letters.matches('o').count(),
        }
    }
}

/// What may be the script of a shell that is given one, and where it stands. Options may follow `-c`: then
/// it is the first word that is none. Some shells take the next word whatever it is, or the rest of the
/// same; and behind `-c` an option may have a value, which nobody can tell from a script.
fn scripts(argv: &[String]) -> Vec<(usize, &str)> {
    let letters = |word: &str| match word.strip_prefix(['-', '+']) {
        Some(rest) if !rest.starts_with('-') => rest.to_owned(),
        _ => String::new(),
    };
    let long = |word: &str| {
        let option = word.split('=').next().unwrap_or(word);
        option.len() > 2 && option.starts_with("--") && "--command".starts_with(option)
    };
    let mut found = Vec::new();
    for (from, word) in argv.iter().enumerate().skip(1) {
        let short = word.starts_with('-') && letters(word).contains('c');
        if !short && !long(word) {
            continue;
        }
        let attached = if short { word.split_once('c') } else { word.split_once('=') };
        found.extend(attached.map(|(_, code)| (from, code)).filter(|(_, code)| !code.is_empty()));
        // Values of options, as many as there may be, and the script.
        let (mut left, mut ended) = (1, false);
        for (at, word) in argv.iter().enumerate().skip(from) {
            let option = !ended && word.len() > 1 && word.starts_with(['-', '+']);
            if option {
                left += letters(word).matches(['o', 'O']).count();
                left += usize::from(at > from && word.starts_with("--") && word.len() > 2 && !word.contains('='));
            }
            ended |= matches!(word.as_str(), "--" | "-");
            if at > from && (!option || at == from + 1) {
                found.push((at, word.as_str()));
                left -= usize::from(!option && word != "-");
            }
            if left == 0 {
                break;
            }
        }
    }
    found
}

/// A script with the words behind it in the place of its parameters: `rm "$@"`.
pub(super) fn with_parameters(code: &str, given: &[String]) -> String {
    if !code.contains('$') || given.is_empty() {
        return code.to_owned();
    }
    let quote = |word: &String| format!("'{}'", word.replace('\'', r"'\''"));
    let all: Vec<String> = given.iter().skip(1).map(quote).collect();
    let numbered = given.iter().enumerate().take(10).map(|(n, word)| (n.to_string(), word.clone(), quote(word)));
    let whole = ["@", "*"].map(|name| (name.to_owned(), all.join(" "), all.join(" ")));
    whole.into_iter().chain(numbered).fold(code.to_owned(), |code, (name, bare, quoted)| {
        code.replace(&format!("\"${name}\""), &quoted)
            .replace(&format!("\"${{{name}}}\""), &quoted)
            .replace(&format!("${{{name}}}"), &bare)
            .replace(&format!("${name}"), &bare)
    })
}

pub(super) fn interpreter(case: &Case<'_>, finding: &mut Finding, name: &str, argv: &[String]) {
    if case.piped {
        finding.refuse(Class::Interpreter, 0, format!("something is piped into `{name}`"));
    }
    // A plot is far more often read from a file than from an argument.
    if case.redirected && name != "gnuplot" && script(name, argv) == Script::Input {
        finding.refuse(Class::Interpreter, 0, format!("`{name}` runs what the file holds that it reads"));
    }
    // Of these a line begins with a command, as in a shell.
    let commands = matches!(name, "tclsh" | "wish" | "expect");
    for (word, text) in case.fed.iter().map(|fed| (0, fed)).chain(argv.iter().enumerate().skip(1)) {
        case.interpreted(finding, word, name, text);
        if commands && (word == 0 || gives_code(&argv[word - 1])) {
            refusals(case, finding, word, text);
        }
    }
}

/// What takes assignments before the command: some programs, and the words of a shell's own syntax.
pub(super) const ASSIGNED: &[&str] = &[
    "env",
    "cross-env",
    "cross-env-shell",
    "sudo",
    "doas",
    "time",
    "coproc",
    "{",
    "(",
    "then",
    "do",
    "else",
    "if",
    "while",
    "until",
    "!",
];

/// Judges what a program runs that its words name; the words of it, where it is known for certain which they are.
pub(super) fn wrapper(
    case: &Case<'_>,
    finding: &mut Finding,
    name: &str,
    begins: &'static Begins,
    argv: &[String],
) -> Option<Range<usize>> {
    let mut at = 1;
    let mut skip = begins.before;
    // From here on any word may be the command.
    let mut unsure = None;
    let mut cwd = case.cwd.clone();
    let mut login = false;
    while let Some(word) = argv.get(at).map(String::as_str) {
        if let Some((variable, value)) = assignment(word).filter(|_| ASSIGNED.contains(&name)) {
            if environment::loads_code(case, variable, value) {
                finding.refuse(Class::ControlPlane, at, format!("`{variable}` loads code"));
            } else if let Some((class, why)) = super::placed(case, variable, value) {
                finding.refuse(class, at, why);
            }
            at += 1;
        } else if let Some((variable, value)) = word
            .split_once('=')
            .filter(|(variable, _)| matches!(name, "env" | "sudo" | "doas") && variable.contains('%'))
        {
            // A function of a shell: `BASH_FUNC_ls%%=() { …; }`.
            if environment::loads_code(case, variable, value) {
                finding.refuse(Class::ControlPlane, at, format!("`{}` loads code", clip(variable)));
            }
            at += 1;
        } else if name == "flock" && skip == 0 && word == "-c" {
            break;
        } else if word == "-" && name == "env" {
            at += 1;
        } else if word.starts_with('-') && word.len() > 1 {
            let letters = word.strip_prefix('-').filter(|rest| !rest.starts_with('-')).unwrap_or("");
            login |= matches!(word, "--shell" | "--login") || letters.contains(['s', 'i']);
            if word == "--" {
                at += 1;
                break;
            }
            let mut takes = false;
            match begins.read(word) {
                Read::Valued(option, attached) => {
                    takes = attached.is_none();
                    let value = attached.or_else(|| argv.get(at + 1).map(String::as_str)).unwrap_or("");
                    if matches!((name, option), ("env", "-C" | "--chdir") | ("sudo", "-D" | "--chdir")) {
                        cwd = case.map.go(&cwd, value);
                    }
                    if name == "env" && matches!(option, "-S" | "--split-string") {
                        let rest = argv.get(at + 1 + usize::from(takes)..).unwrap_or_default();
                        split_string(&Case { cwd: cwd.clone(), ..case.clone() }, finding, at, value, rest);
                    }
                }
                Read::Flag => {}
                Read::Unknown => unsure = unsure.or(Some(at + 1)),
            }
            at += 1 + usize::from(takes);
        } else if skip > 0 {
            skip -= 1;
            at += 1;
        } else {
            break;
        }
    }
    // It only says where a program is.
    let letters = |word: &String| word.strip_prefix('-').is_some_and(|letters| letters.contains(['v', 'V']));
    if name == "command" && argv.iter().take(at).skip(1).any(letters) {
        finding.class = Class::ReadOnly;
        return None;
    }
    if let Some(from) = unsure {
        anywhere(case, finding, argv, from);
    }
    let mut inner = argv.get(at..).unwrap_or_default();
    // `coproc X { …; }`
    if name == "coproc" && inner.get(1).is_some_and(|word| word == "{") {
        (inner, at) = (&inner[1..], at + 1);
    }
    let shells =
        (matches!(name, "sudo" | "doas") && login) || name == "parallel" || name == "unshare" || name == "chroot";
    let handed = case.piped || (case.redirected && name == "parallel");
    if handed && inner.is_empty() && shells {
        finding.refuse(Class::Shell, 0, format!("something is piped into `{name}`, which runs it"));
    }
    if inner.is_empty() {
        return None;
    }
    let mut deeper = case.inside(finding, at)?;
    let feeds = matches!(name, "xargs" | "parallel");
    // What it reads it hands over as words: they are run where they stand for a script or for code.
    let run = if feeds { handed_code(case, argv, at) } else { None };
    if JOINERS.contains(&name) {
        joined(&Case { piped: case.piped && run != Some(false), ..case.clone() }, finding, at, inner);
        if inner[0].contains(' ') {
            // All of it is a script, where it begins for certain.
            return (name == "watch" && unsure.is_none()).then_some(at..argv.len());
        }
    }
    if name == "flock" && inner[0] == "-c" {
        refusals(case, finding, at + 1, inner.get(1).map_or("", String::as_str));
        return None;
    }
    deeper.cwd = cwd;
    if feeds {
        deeper.piped = case.piped && run != Some(false) || case.redirected && run == Some(true);
    }
    finding.absorb(crate::judge::words(&deeper, inner), at);
    if let Some(before) = case.before.as_ref().filter(|_| feeds) {
        given(&deeper, finding, before, inner);
    }
    if let Some(fed) = case.fed.as_ref().filter(|_| feeds) {
        given(&deeper, finding, &["echo".to_owned(), fed.clone()], inner);
    }
    (unsure.is_none() && !JOINERS.contains(&name)).then_some(at..argv.len())
}

/// Whether what `xargs` or `parallel` hands to the command at `at` is run; none where nobody knows.
fn handed_code(case: &Case<'_>, argv: &[String], at: usize) -> Option<bool> {
    let hole = argv[1..at].iter().enumerate().find_map(|(before, word)| match word.strip_prefix("-I") {
        Some("") => argv.get(before + 2).map(String::as_str),
        Some(attached) => Some(attached),
        None => word.strip_prefix("--replace=").or(word.strip_prefix("-i").filter(|hole| !hole.is_empty())),
    });
    let hole = hole.unwrap_or("{}");
    let mut inner = argv.get(at..)?;
    // `xargs env python3 x.py`
    while let [Within { words, certain: true, .. }] = within(inner).as_slice() {
        inner = inner.get(words.clone())?;
    }
    runs_words_behind(inner, hole, case.drawn.fetched)
}

/// Refuses what a shell would do with the words as one text; of `parallel` with each thing it is given
/// behind `:::`.
fn joined(case: &Case<'_>, finding: &mut Finding, at: usize, inner: &[String]) {
    const MOST: usize = 16;
    let mut parts = inner.split(|word| word.starts_with(":::"));
    let command = parts.next().unwrap_or_default().join(" ");
    refusals(case, finding, at, &command);
    for given in parts.flatten().take(MOST).filter(|given| case.budget.guess(command.len() + given.len())) {
        let text = if command.contains("{}") { command.replace("{}", given) } else { format!("{command} {given}") };
        refusals(case, finding, at, text.trim());
    }
}

/// Refuses what `env` would do with a text that it splits into words of its own, options among them, and
/// the words behind it.
fn split_string(case: &Case<'_>, finding: &mut Finding, at: usize, text: &str, rest: &[String]) {
    refusals(case, finding, at, text);
    let Some(inside) = case.inside(finding, at).filter(|_| case.budget.text(text.len())) else { return };
    let split = scan(text).tokens.into_iter().filter_map(|token| match token {
        Token::Word(word) => Some(word.text),
        _ => None,
    });
    let argv: Vec<String> = ["env".to_owned()].into_iter().chain(split).chain(rest.iter().cloned()).collect();
    let found = crate::judge::words(&inside, &argv).objections.into_iter();
    let refused = found.filter(|objection| objection.verdict == Verdict::Never);
    finding.objections.extend(refused.map(|objection| Objection { word: Some(at), ..objection }));
}

/// Whether it lists the folder that it is in, with one of these flags.
fn is_flag_of(before: &[String], flags: [char; 2]) -> bool {
    before[1..].iter().all(|word| word.starts_with('-'))
        && before[1..].iter().any(|word| flags.iter().any(|flag| is_flag(word, *flag)))
}

fn is_flag(word: &str, flag: char) -> bool {
    word.strip_prefix('-').is_some_and(|letters| !letters.starts_with('-') && letters.contains(flag))
}

/// Whether a program only prints the words that it is given.
pub(crate) fn prints_words(name: &str) -> bool {
    matches!(name, "echo" | "printf" | "yes")
}

/// Refuses what `inner` would do to the words that `before` prints, as far as they can be known.
fn given(case: &Case<'_>, finding: &mut Finding, before: &[String], inner: &[String]) {
    let prints = |word: &String| prints_words(word) || matches!(word.as_str(), "ls" | "find");
    let wrapped = before.first().is_some_and(|name| wraps(name));
    let from = before.iter().position(prints).filter(|_| wrapped).unwrap_or(0);
    let before = &before[from..];
    let whole: Vec<String> = match before.first().map(String::as_str) {
        Some(name) if prints_words(name) => {
            let printed = before[1..].iter().flat_map(|word| word.split(['\0', '\n', ' ']));
            let printed = printed.flat_map(|word| word.split("\\n")).flat_map(|word| word.split("\\0"));
            inner.iter().cloned().chain(printed.filter(|word| !word.is_empty()).map(str::to_owned)).collect()
        }
        // It prints what it is told, and not what is in it.
        Some("ls") if before.iter().any(|word| word == "--directory" || is_flag(word, 'd')) => {
            let named = before[1..].iter().filter(|word| !word.starts_with('-'));
            inner.iter().chain(named).cloned().collect()
        }
        // With all of them, what git keeps is one.
        Some("ls") if is_flag_of(before, ['a', 'A']) && destroys(&inner[0]).is_some() => {
            inner.iter().cloned().chain([".git".to_owned()]).collect()
        }
        Some("find") => {
            let acts = ["-exec".to_owned()].into_iter().chain(inner.iter().cloned());
            before.iter().cloned().chain(acts).chain(["{}".to_owned(), "+".to_owned()]).collect()
        }
        _ => return,
    };
    let bare = Case { piped: false, before: None, ..case.clone() };
    let found = crate::judge::words(&bare, &whole).objections;
    let refused = found.into_iter().filter(|objection| objection.verdict == Verdict::Never);
    finding.objections.extend(refused.map(|objection| Objection { word: None, ..objection }));
}
