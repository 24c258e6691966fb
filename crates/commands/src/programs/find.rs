//! Rules for the words of `find`.

use crate::case::{Case, Finding};
use crate::place::{Access, clip, seeks_secrets};
use crate::unlisted;
use crate::verdict::Class;

/// `find`: starting points, then an expression in which only tests are known to be harmless.
pub(super) fn judge(case: &Case<'_>, finding: &mut Finding, argv: &[String]) {
    const ALONE: &[&str] = &[
        "!",
        "(",
        ")",
        ",",
        "-not",
        "-a",
        "-and",
        "-o",
        "-or",
        "-print",
        "-print0",
        "-ls",
        "-prune",
        "-quit",
        "-true",
        "-false",
        "-empty",
        "-executable",
        "-readable",
        "-writable",
        "-depth",
        "-d",
        "-mount",
        "-xdev",
        "-daystart",
        "-follow",
        "-noleaf",
        "-warn",
        "-nowarn",
        "-nouser",
        "-nogroup",
        "-ignore_readdir_race",
        "-noignore_readdir_race",
        "-help",
        "--help",
        "-version",
        "--version",
    ];
    const VALUED: &[&str] = &[
        "-regextype",
        "-type",
        "-xtype",
        "-size",
        "-mtime",
        "-atime",
        "-ctime",
        "-mmin",
        "-amin",
        "-cmin",
        "-perm",
        "-user",
        "-group",
        "-uid",
        "-gid",
        "-maxdepth",
        "-mindepth",
        "-links",
        "-inum",
        "-used",
        "-fstype",
        "-printf",
        "-newermt",
        "-newerat",
        "-newerct",
        "-context",
    ];
    const PATTERNS: &[&str] =
        &["-name", "-iname", "-path", "-ipath", "-wholename", "-iwholename", "-regex", "-iregex", "-lname", "-ilname"];
    const FILES: &[&str] = &["-newer", "-anewer", "-cnewer", "-samefile", "-newerma", "-newermm", "-newermc"];
    const WRITES: &[&str] = &["-fprint", "-fprint0", "-fls", "-fprintf"];
    const RUNS: &[&str] = &["-exec", "-execdir", "-ok", "-okdir"];
    let mut at = 1;
    while let Some(word) = argv.get(at).map(String::as_str) {
        at += match word {
            "-L" => {
                finding.ask(Class::ReadOnly, at, "`-L` follows links, which may lead out of the workspace");
                1
            }
            "-H" | "-P" | "--" => 1,
            word if word.starts_with("-D") => {
                finding.ask(Class::Unknown, at, "`-D` is not known to be harmless in `find`");
                if word == "-D" { 2 } else { 1 }
            }
            word if is_level(word) => 1,
            _ => break,
        };
    }
    at = at.min(argv.len());
    if let Some(word) = argv.iter().position(|word| word == "-follow") {
        finding.ask(Class::ReadOnly, word, "`-follow` follows links, which may lead out of the workspace");
    }
    let expression =
        argv.iter().enumerate().skip(at).position(|(_, word)| {
            (word.starts_with('-') && word != "-") || matches!(word.as_str(), "!" | "(" | ")" | ",")
        });
    let starts = at..expression.map_or(argv.len(), |offset| at + offset);
    at = starts.end;
    let acts = argv[at..].iter().any(|word| word == "-delete" || RUNS.contains(&word.as_str()));
    // Links that are starting points are followed when it is said, and by what is run.
    let follows = argv.iter().any(|word| matches!(word.as_str(), "-L" | "-H" | "-follow"));
    let deletes = argv[at..].iter().any(|word| word == "-delete").then_some(Access::Remove);
    let runs = argv[at..].windows(2).filter(|pair| RUNS.contains(&pair[0].as_str()));
    let destroys = runs
        .filter_map(|pair| unlisted::destroys(&pair[1]))
        .chain(deletes)
        .max_by_key(|access| *access != Access::Remove);
    for word in starts.clone() {
        let access = if let Some(access) = destroys {
            if follows { Access::Destroy } else { access }
        } else if acts {
            Access::Sweep
        } else {
            Access::List
        };
        case.path(finding, word, &argv[word], access);
    }
    // With nothing that says which of them, or only what they are not, it is all of them.
    let tells = |at: usize| {
        let (word, before) = (argv[at].as_str(), argv[at - 1].as_str());
        let kind = matches!(word, "-type" | "-xtype" | "-maxdepth" | "-mindepth" | "-regextype");
        let negated = matches!(before, "!" | "-not");
        let spares = negated && argv.get(at + 1).is_some_and(|value| value.contains(".git"));
        spares
            || word == "-prune"
            || !negated
                && !kind
                && (PATTERNS.contains(&word) && argv.get(at + 1).is_some_and(|value| value.chars().any(|c| c != '*'))
                    || VALUED.contains(&word)
                    || FILES.contains(&word)
                    || matches!(word, "-empty" | "-executable"))
    };
    let ended = |pair: &[String]| {
        RUNS.contains(&pair[0].as_str()) && unlisted::destroys(&pair[1]).is_some() && !unlisted::sets_rights(&pair[1])
    };
    let found = argv[at..].windows(2).enumerate().filter(|(_, pair)| ended(pair)).any(|(n, _)| {
        let words = argv[at + n..].iter().take_while(|word| !matches!(word.as_str(), ";" | "+"));
        words.into_iter().any(|word| word.contains("{}"))
    });
    if (deletes.is_some() || found) && !(at..argv.len()).any(tells) {
        let named = argv.get(starts.clone()).unwrap_or_default();
        let first = starts.start;
        named.iter().enumerate().for_each(|(n, start)| case.emptied(finding, first + n, start));
        if named.is_empty() {
            case.emptied(finding, 0, ".");
        }
    }
    while let Some(word) = argv.get(at).map(String::as_str) {
        let value = argv.get(at + 1).map_or("", String::as_str);
        if ALONE.contains(&word) {
            at += 1;
        } else if VALUED.contains(&word) {
            at += 2;
        } else if PATTERNS.contains(&word) {
            // Left out by `!`, or by `-prune -o`, it is what the command does not touch.
            let spared = argv.get(at.wrapping_sub(1)).is_some_and(|before| before == "!" || before == "-not")
                || (argv.get(at + 2).is_some_and(|after| after == "-prune")
                    && argv.get(at + 3).is_some_and(|after| after == "-o" || after == "-or"));
            if acts && seeks_secrets(value) && !spared {
                let (class, why) = match destroys {
                    Some(_) => (Class::Destructive, "finds what is never touched"),
                    None => (Class::ReadOnly, "holds secrets"),
                };
                finding.refuse(class, at + 1, format!("`{}` {why}", clip(value)));
            }
            at += 2;
        } else if FILES.contains(&word) {
            case.path(finding, at + 1, value, Access::Read);
            at += 2;
        } else if WRITES.contains(&word) {
            finding.ask(Class::Write, at + 1, format!("`{word}` writes a file"));
            case.path(finding, at + 1, value, Access::Overwrite);
            at += if word == "-fprintf" { 3 } else { 2 };
        } else if word == "-delete" {
            finding.ask(Class::Destructive, at, "`-delete` deletes what `find` finds");
            at += 1;
        } else if RUNS.contains(&word) {
            let end = argv[at..].iter().position(|word| word == ";" || word == "+").map_or(argv.len(), |n| at + n);
            finding.ask(Class::Unknown, end, format!("`{word}` runs a command for what `find` finds"));
            let inner = &argv[(at + 1).min(end)..end];
            if !inner.is_empty()
                && let Some(inside) = case.inside(finding, at)
            {
                finding.absorb(crate::judge::words(&inside, inner), at + 1);
            }
            at = end + 1;
        } else {
            finding.ask(Class::Unknown, at, format!("`{}` is not known to be harmless in `find`", clip(word)));
            case.loose(finding, at, word);
            at += 1;
        }
    }
}

fn is_level(word: &str) -> bool {
    word.strip_prefix("-O").is_some_and(|level| !level.is_empty() && level.bytes().all(|b| b.is_ascii_digit()))
}
