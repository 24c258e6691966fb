//! Rules for the words of a listed program, where the table alone is not enough.

mod behind;
mod find;
mod tools;

use crate::case::{Case, Finding, file_url};
use crate::environment;
use crate::host;
use crate::options::Piece;
use crate::place::{Access, Place, clip, seeks_secrets};
use crate::spared;
use crate::table::{self, Operands, Program, Tier};
use crate::unlisted;
use crate::verdict::{Cause, Class, Profile, Verdict};
pub(crate) use behind::judge as handed_on;

/// Judges `argv`, of which the first `named` words are `program`'s.
pub(crate) fn judge(case: &Case<'_>, program: &Program, named: usize, argv: &[String]) -> Finding {
    let mut finding = Finding::new(program.class);
    let shown = argv[..named].join(" ");
    let setting = case.setting;
    match program.tier {
        Tier::Sandboxed if !setting.sandbox => finding.object(
            Verdict::Prompt,
            program.class,
            Cause::NoSandbox,
            None,
            format!("`{shown}` runs code or writes, and there is no working sandbox"),
        ),
        Tier::Asks if setting.profile == Profile::Standard => finding.object(
            Verdict::Prompt,
            program.class,
            Cause::Class,
            None,
            match program.class {
                Class::Network => format!("`{shown}` uses the network"),
                _ => format!("`{shown}` may overwrite files"),
            },
        ),
        _ => {}
    }
    // What is installed runs code of its own on the way.
    let installs = program.tier == Tier::Asks && program.prefixes.iter().any(|prefix| prefix.len() > 1);
    if installs && !setting.sandbox {
        let why = format!("`{shown}` runs code of what it installs, and there is no working sandbox");
        finding.object(Verdict::Prompt, program.class, Cause::NoSandbox, None, why);
    }
    let pieces = program.options.read(argv, named);
    for piece in &pieces {
        option(case, &mut finding, argv, &shown, piece);
    }
    let operands: Vec<(usize, &str)> = pieces
        .iter()
        .filter_map(|piece| match piece {
            Piece::Operand { word, text } => Some((*word, text.as_str())),
            _ => None,
        })
        .collect();
    operate(case, &mut finding, program, argv, &pieces, &operands);
    finding
}

fn option(case: &Case<'_>, finding: &mut Finding, argv: &[String], shown: &str, piece: &Piece) {
    match piece {
        Piece::File { word, text, access } => case.path(finding, *word, text, *access),
        Piece::Unknown { word } => {
            finding.ask(
                finding.class,
                *word,
                format!("`{}` is an option of `{shown}` that we do not know", clip(&argv[*word])),
            );
            case.loose(finding, *word, &argv[*word]);
        }
        Piece::Harmful { word, verdict, class, name, why, value } => {
            finding.object(*verdict, *class, Cause::Argument, Some(*word), format!("`{name}` {why}"));
            if let Some(value) = value {
                if *name == "--config" && argv[0] == "cargo" && environment::is_cargo_code(value) {
                    finding.refuse(Class::ControlPlane, *word, format!("`--config {}` loads code", clip(value)));
                }
                if *class == Class::Interpreter {
                    case.interpreted(finding, *word, &argv[0], value);
                } else {
                    case.loose(finding, *word, value);
                }
            }
        }
        Piece::Known { word, name, value: Some(value) } => match *name {
            "--format" | "--pretty" | "--sort" if value.contains("%G") || value.contains("signature") => {
                finding.ask(Class::Project, *word, "it runs the program that checks signatures");
            }
            "-X" if argv[0].starts_with("python") && value.starts_with("pycache_prefix=") => {
                case.path(finding, *word, &value["pycache_prefix=".len()..], Access::Create);
            }
            "--include" if seeks_secrets(value) => {
                finding.refuse(Class::ReadOnly, *word, format!("`{}` holds secrets", clip(value)));
            }
            "-ldflags" | "-gcflags" => tools::handed_on(case, finding, *word, name, value),
            "-L" | "--url" => case.loose(finding, *word, value),
            "-W" if argv[0].starts_with("python") && environment::imports_category(value) => {
                finding.refuse(Class::ControlPlane, *word, format!("`-W {}` loads code", clip(value)));
            }
            _ => {}
        },
        Piece::Passed { word } => case.loose(finding, *word, &argv[*word]),
        Piece::Known { .. } | Piece::Operand { .. } => {}
    }
}

fn has(pieces: &[Piece], names: &[&str]) -> bool {
    pieces.iter().any(|piece| matches!(piece, Piece::Known { name, .. } if names.contains(name)))
}

fn operate(
    case: &Case<'_>,
    finding: &mut Finding,
    program: &Program,
    argv: &[String],
    pieces: &[Piece],
    operands: &[(usize, &str)],
) {
    match program.operands {
        Operands::Text => {}
        Operands::None => {
            if let Some((word, text)) = operands.first() {
                finding.ask(program.class, *word, format!("`{}` is not expected here", clip(text)));
            }
        }
        Operands::Paths(access) => {
            let follows = pieces.iter().find_map(|piece| match piece {
                Piece::Known { word, name: name @ ("-L" | "--dereference"), .. } if argv[0] == "ls" => {
                    Some((*word, *name))
                }
                _ => None,
            });
            if let Some((word, name)) = follows {
                finding.ask(
                    Class::ReadOnly,
                    word,
                    format!("`{name}` follows links, which may lead out of the workspace"),
                );
            }
            for (word, text) in operands {
                case.path(finding, *word, text, access);
                if program.class == Class::Project && text.starts_with('@') {
                    finding.ask(program.class, *word, format!("`{}` takes options from a file", clip(text)));
                }
            }
        }
        Operands::Search => {
            let given = has(pieces, &["-e", "--regexp"])
                || pieces.iter().any(|piece| matches!(piece, Piece::Known { name: "-f" | "--file", .. }));
            let deep = has(pieces, &["-r", "-R", "--recursive", "--dereference-recursive"])
                || pieces.iter().any(
                    |piece| matches!(piece, Piece::Known { name: "-d" | "--directories", value: Some(v), .. } if v == "recurse"),
                );
            let follows = ["-R", "--dereference-recursive"];
            if let Some((word, name)) = pieces.iter().find_map(|piece| match piece {
                Piece::Known { word, name, .. } if follows.contains(name) => Some((*word, *name)),
                _ => None,
            }) {
                finding.ask(
                    Class::ReadOnly,
                    word,
                    format!("`{name}` follows links, which may lead out of the workspace"),
                );
            }
            if deep && !case.setting.sandbox {
                let why = "it reads all files of a folder, also secrets that only a sandbox would hide";
                finding.object(Verdict::Prompt, Class::ReadOnly, Cause::NoSandbox, None, why);
            }
            let access = if deep { Access::Sweep } else { Access::Read };
            for (word, text) in operands.iter().skip(usize::from(!given)) {
                case.path(finding, *word, text, access);
            }
        }
        Operands::Find => find::judge(case, finding, argv),
        Operands::Revisions => {
            let left_out = |text: &str| [":!", ":^", ":(exclude"].iter().any(|begins| text.starts_with(begins));
            let ends = argv.iter().position(|word| word == "--").filter(|_| spared::only_lists(argv));
            for (word, text) in operands.iter().filter(|(_, text)| !left_out(text)) {
                // Of what it names only the commits are shown: the folder above is what is reached.
                if ends.is_some_and(|end| *word > end) && !text.starts_with(':') {
                    case.path(finding, *word, text.rsplit_once('/').map_or(".", |(folder, _)| folder), Access::List);
                    continue;
                }
                // `HEAD:.env` is a file as well, and `a:x..b:x` is two.
                let climbs = text.split(['/', ':']).any(|part| part == "..");
                for side in text.split("..").filter(|_| !climbs).chain(climbs.then_some(*text)) {
                    // `:/fix` is a commit by its message, or what lies there from the top.
                    let side = side.strip_prefix(":/").filter(|rest| !rest.is_empty()).unwrap_or(side);
                    let path = side.rsplit_once(':').map_or(side, |(_, path)| path);
                    case.path(finding, *word, path, Access::List);
                }
            }
        }
        Operands::Branches => {
            let listing = has(
                pieces,
                &[
                    "--list",
                    "-l",
                    "--contains",
                    "--no-contains",
                    "--merged",
                    "--no-merged",
                    "--points-at",
                    "--show-current",
                ],
            );
            if let Some((word, text)) = operands.first().filter(|_| !listing) {
                finding.ask(Class::Write, *word, format!("`git branch {}` makes a branch", clip(text)));
            }
        }
        Operands::Script => script(case, finding, argv, pieces, operands),
        Operands::Task => task(case, finding, argv, operands),
        Operands::Packages { run } => packages(case, finding, argv, run, operands),
        Operands::Filters => {
            for (word, text) in operands {
                case.loose(finding, *word, text);
            }
            let takes = argv.get(1).is_some_and(|sub| sub == "run" || sub == "test");
            if let Some((word, text)) = operands.first().filter(|_| !takes) {
                finding.ask(program.class, *word, format!("`{}` is not expected here", clip(text)));
            }
        }
        Operands::Transfer { source } => transfer(case, finding, pieces, operands, source),
        Operands::Web => web(case, finding, argv, pieces),
    }
}

fn transfer(case: &Case<'_>, finding: &mut Finding, pieces: &[Piece], operands: &[(usize, &str)], source: Access) {
    let named = pieces.iter().any(|piece| matches!(piece, Piece::Harmful { name: "-t" | "--target-directory", .. }));
    let sources = operands.len().saturating_sub(usize::from(!named));
    let recursive = has(pieces, &["-r", "-R", "-a", "--recursive", "--archive"]);
    let source = if source == Access::Sweep && !recursive { Access::Read } else { source };
    for (i, (word, text)) in operands.iter().enumerate() {
        case.path(finding, *word, text, if i < sources { source } else { Access::Overwrite });
        if i < sources && source == Access::Remove {
            case.emptied(finding, *word, text);
        }
    }
}

/// The texts that curl makes several of: addresses and what is sent to them, not what it sends as it is or calls itself.
/// A word that nothing is known of may be one.
fn globbing<'a>(argv: &'a [String], pieces: &'a [Piece]) -> impl Iterator<Item = (usize, &'a str)> {
    pieces.iter().filter_map(|piece| match piece {
        Piece::Operand { word, text } | Piece::File { word, text, .. } => Some((*word, text.as_str())),
        Piece::Known { word, name: "--url", value: Some(text) } => Some((*word, text)),
        Piece::Unknown { word } => argv.get(*word).map(|text| (*word, text.as_str())),
        _ => None,
    })
}

/// Every word may be an address, a file to send, or a file to write.
fn web(case: &Case<'_>, finding: &mut Finding, argv: &[String], pieces: &[Piece]) {
    let globs = argv[0] == "curl" && !argv.iter().any(|word| word == "--globoff");
    for (word, text) in globbing(argv, pieces).filter(|_| globs) {
        let meant = globbed(text);
        for meant in meant.iter().filter(|meant| *meant != text && case.budget.guess(meant.len())) {
            case.loose(finding, word, meant);
            if !meant.starts_with('-') {
                case.address(finding, word, meant);
            }
            if let Some(path) = file_url(meant) {
                case.path(finding, word, &path, Access::Read);
            }
        }
    }
    // The value of an option was judged with it.
    let judged: Vec<usize> = pieces
        .iter()
        .filter_map(|piece| match piece {
            Piece::Harmful { word, value: Some(value), .. } if argv.get(*word) == Some(value) => Some(*word),
            _ => None,
        })
        .collect();
    for (word, text) in argv.iter().enumerate().skip(1) {
        if !judged.contains(&word) {
            case.loose(finding, word, text);
        }
        let bare = text.split_once('=').filter(|_| text.starts_with('-')).map_or(text.as_str(), |(_, value)| value);
        if !bare.starts_with('-') && matches!(finding.class, Class::Network) && !bare.starts_with('@') {
            // A client of the web asks a host at its usual port; of an option's value nobody knows.
            let before = argv[word - 1].as_str();
            let letters = before.strip_prefix('-').filter(|rest| !rest.starts_with('-')).unwrap_or("");
            let goes_over = letters.contains(['x', 'e'])
                || ["--pro", "--pre", "--soc", "--con", "--res", "--doh", "--dns", "--exe"]
                    .iter()
                    .any(|option| before.starts_with(option));
            match !text.starts_with('-') && !goes_over && !host::is_url(bare) {
                true => case.address(finding, word, &format!("http://{bare}")),
                false => case.address(finding, word, bare),
            }
        }
        if text.starts_with("--resolve") || argv.get(word - 1).is_some_and(|o| o == "--resolve" || o == "--connect-to")
        {
            for part in text.split([':', ',', '=']) {
                case.address(finding, word, part);
            }
        }
        // A setting of wget's own: `-e http_proxy=…`.
        if argv.get(word - 1).is_some_and(|o| o == "-e" || o == "--execute") && argv[0] == "wget" {
            let value = text.split_once('=').map_or(text.as_str(), |(_, value)| value);
            case.address(finding, word, value.trim());
        }
        let setting = text.strip_prefix("--execute=").or_else(|| text.strip_prefix("-e")).unwrap_or(text);
        let setting: String = setting.chars().filter(|c| !matches!(c, '_' | '-' | ' ')).take(16).collect();
        if argv[0] == "wget" && setting.to_lowercase().starts_with("useaskpass=") {
            finding.refuse(Class::ControlPlane, word, format!("`{}` loads code", clip(text)));
        }
        if let Some(path) = file_url(text) {
            case.path(finding, word, &path, Access::Read);
        }
    }
}

/// What `curl` makes of braces and brackets in a word of its own: `{a,b}` is each of them, `[1-3]` what lies between.
fn globbed(text: &str) -> Vec<String> {
    const MOST: usize = 64;
    let mut meant = vec![text.to_owned()];
    // Each time one pair in each of them.
    while let Some(at) = meant.iter().position(|text| opened(text).is_some()).filter(|_| meant.len() < MOST) {
        let text = meant.swap_remove(at);
        let Some((before, inside, after, many)) = opened(&text) else { break };
        let choices: Vec<String> = match inside.split_once('-').filter(|_| !many) {
            Some((from, to)) => between(from, to.split(':').next().unwrap_or(to)),
            None => inside.split(',').map(str::to_owned).collect(),
        };
        meant.extend(choices.iter().take(MOST).map(|choice| format!("{before}{choice}{after}")));
    }
    meant
}

/// The first pair in a text, what stands around it, and whether it is one of braces.
fn opened(text: &str) -> Option<(&str, &str, &str, bool)> {
    // So much stands in brackets at most that say from where to where.
    const LONGEST: usize = 64;
    let braced = text.rfind('}').unwrap_or(0);
    text.char_indices().filter(|(at, c)| *c == '[' || *c == '{' && *at < braced).find_map(|(at, open)| {
        let rest = &text[at + 1..];
        let end = match open {
            '{' => rest.find('}')?,
            _ => rest.bytes().take(LONGEST).position(|byte| byte == b']')?,
        };
        let inside = &rest[..end];
        (open == '{' || inside.contains('-')).then_some((&text[..at], inside, &rest[end + 1..], open == '{'))
    })
}

/// Some of the numbers or letters from one to the other.
fn between(from: &str, to: &str) -> Vec<String> {
    const MOST: u32 = 32;
    if let (Ok(first), Ok(last)) = (from.parse::<u32>(), to.parse::<u32>()) {
        return (first..=last.min(first.saturating_add(MOST))).map(|n| n.to_string()).collect();
    }
    match (from.chars().next(), to.chars().next()) {
        (Some(first), Some(last)) => (first..=last).take(MOST as usize).map(String::from).collect(),
        _ => Vec::new(),
    }
}

fn gives_code(pieces: &[Piece]) -> bool {
    pieces.iter().any(|piece| matches!(piece, Piece::Harmful { name: "-c" | "-m", .. }))
}

fn script(case: &Case<'_>, finding: &mut Finding, argv: &[String], pieces: &[Piece], operands: &[(usize, &str)]) {
    if case.piped {
        finding.refuse(Class::Interpreter, 0, format!("something is piped into `{}`", clip(&argv[0])));
    }
    if case.redirected && operands.first().is_none_or(|(_, text)| unlisted::is_input(text)) && !gives_code(pieces) {
        finding.refuse(Class::Interpreter, 0, format!("`{}` runs what the file holds that it reads", clip(&argv[0])));
    }
    if let Some(fed) = &case.fed {
        case.interpreted(finding, 0, &argv[0], fed);
    }
    if has(pieces, &["-V", "--version", "-h", "--help"]) && operands.is_empty() {
        finding.class = Class::ReadOnly;
        finding.objections.retain(|objection| objection.cause != Cause::NoSandbox);
        return;
    }
    match operands.first() {
        None if pieces.iter().any(|piece| matches!(piece, Piece::Harmful { .. })) => {}
        None => finding.ask(Class::Interpreter, 0, format!("`{}` waits for code", clip(&argv[0]))),
        Some((word, "-")) => finding.ask(Class::Interpreter, *word, "`-` takes code from its input"),
        Some((word, text)) => case.path(finding, *word, text, Access::Read),
    }
    // A module may take code as well: `-m timeit 'x'`.
    let module = pieces.iter().find_map(|piece| match piece {
        Piece::Harmful { word, name: "-m", .. } => Some(*word),
        _ => None,
    });
    for (word, text) in argv.iter().enumerate().skip(module.map_or(argv.len(), |word| word + 1)) {
        case.interpreted(finding, word, &argv[0], text);
    }
    // What follows the script is the script's.
    let from = operands.first().map_or(argv.len(), |(word, _)| word + 1);
    for (word, text) in argv.iter().enumerate().skip(from) {
        case.loose(finding, word, text);
    }
}

fn task(case: &Case<'_>, finding: &mut Finding, argv: &[String], operands: &[(usize, &str)]) {
    for (word, text) in operands {
        case.loose(finding, *word, text);
    }
    let named = argv.get(1).is_some_and(|sub| sub == "run");
    let odd = |text: &str| !text.chars().all(|c| c.is_alphanumeric() || "_-:.@/+".contains(c)) || text.contains("..");
    if let Some((word, text)) = operands.first().filter(|(_, text)| named && odd(text)) {
        finding.ask(Class::Project, *word, format!("`{}` is no name of a script", clip(text)));
    }
}

fn packages(case: &Case<'_>, finding: &mut Finding, argv: &[String], run: bool, operands: &[(usize, &str)]) {
    let mut taken = false;
    if let Some((word, text)) = operands.first().filter(|(_, text)| run && *text != "-" && unlisted::is_input(text))
        && (case.piped || case.redirected)
    {
        finding.refuse(Class::Interpreter, *word, format!("something is piped into `{}`, which is run", clip(text)));
    }
    for (word, text) in operands {
        if run && taken && !text.ends_with(".go") {
            case.loose(finding, *word, text);
            continue;
        }
        taken = true;
        let first = text.split('/').next().unwrap_or(text);
        let remote = !text.starts_with('.') && !text.starts_with('/') && !text.ends_with(".go") && first.contains('.');
        if text.contains('@') || remote {
            finding.ask(Class::Network, *word, format!("`{}` is fetched", clip(text)));
        } else {
            case.path(finding, *word, text, Access::List);
        }
    }
    if run && operands.is_empty() {
        finding.ask(Class::Project, argv.len() - 1, "it does not say what to run");
    }
}

/// Takes the harmless options between `git` and its sub-command away, and objects to the others. Where the
/// sub-command stands, and the folder it works in.
pub(crate) fn git_globals(case: &Case<'_>, finding: &mut Finding, argv: &[String]) -> (usize, Place) {
    let (mut at, mut cwd) = (1, case.cwd.clone());
    while let Some(word) = argv.get(at).filter(|word| word.starts_with('-')) {
        let (name, attached) = word.split_once('=').map_or((word.as_str(), None), |(n, v)| (n, Some(v)));
        let value = attached.map(str::to_owned).or_else(|| argv.get(at + 1).cloned()).unwrap_or_default();
        let mut next = at + 1;
        match name {
            "--no-pager"
            | "-P"
            | "--no-optional-locks"
            | "--no-replace-objects"
            | "--no-lazy-fetch"
            | "--no-advice" => {}
            "--literal-pathspecs" | "--glob-pathspecs" | "--icase-pathspecs" | "--noglob-pathspecs" => {
                let why = format!("`{name}` changes what paths mean, also those of secrets that are left out");
                finding.ask(Class::ReadOnly, at, why);
            }
            "-c" | "--config-env" => {
                next += usize::from(attached.is_none() || name == "-c");
                let setting = if name == "-c" { argv.get(at + 1).cloned().unwrap_or_default() } else { value };
                if environment::is_git_code(&setting) {
                    finding.refuse(Class::ControlPlane, at, format!("`{name} {}` loads code", clip(&setting)));
                } else {
                    finding.ask(Class::Project, at, format!("`{name}` changes git's settings"));
                }
            }
            "--exec-path" if attached.is_some() => {
                finding.refuse(Class::ControlPlane, at, "`--exec-path` loads code");
            }
            "-C" | "--git-dir" | "--work-tree" | "--namespace" | "--super-prefix" => {
                next += usize::from(attached.is_none());
                finding.ask(Class::Project, at, format!("`{name}` makes git work somewhere else"));
                // Git itself reads its own folder: what counts is the one around it.
                let around = value.trim_end_matches('/').strip_suffix(".git").filter(|_| name == "--git-dir");
                match around.filter(|around| around.is_empty() || around.ends_with('/')) {
                    Some("") => {}
                    Some(around) => case.path(finding, at, around, Access::Read),
                    None => case.path(finding, at, &value, Access::Read),
                }
                if matches!(name, "-C" | "--work-tree") {
                    cwd = case.map.go(&cwd, &value);
                }
            }
            _ if name.starts_with("-c") && !name.starts_with("--") => {
                if environment::is_git_code(&word[2..]) {
                    finding.refuse(Class::ControlPlane, at, "`-c` loads code");
                }
                finding.ask(Class::Project, at, "`-c` changes git's settings");
            }
            _ => finding.ask(Class::Unknown, at, format!("`{}` is an option of `git` that we do not know", clip(word))),
        }
        at = next;
    }
    (at, cwd)
}

/// Options of a listed program that are refused wherever they stand, also before or after a
/// sub-command that is not listed.
pub(crate) fn refused_anywhere(finding: &mut Finding, argv: &[String]) {
    let name = argv[0].as_str();
    for program in table::listed().filter(|program| program.prefixes.iter().any(|prefix| prefix[0] == name)) {
        for piece in program.options.read(argv, 1) {
            if let Piece::Harmful { word, verdict: Verdict::Never, class, name, why, .. } = piece {
                finding.refuse(class, word, format!("`{name}` {why}"));
            }
            if let Piece::Harmful { word, name: "--config", value: Some(value), .. } = piece
                && name == "cargo"
                && environment::is_cargo_code(&value)
            {
                finding.refuse(Class::ControlPlane, word, format!("`--config {}` loads code", clip(&value)));
            }
        }
    }
    if host::is_url(name) {
        finding.ask(Class::Unknown, 0, "it is no program");
    }
}
