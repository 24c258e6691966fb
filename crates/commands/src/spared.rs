//! What git is told to leave out when it shows contents: files that hold secrets, also those that were
//! committed. Runs nothing.

use crate::place::{SECRET_FILES, SECRET_FOLDERS};

/// Endings of files that hold keys.
const KINDS: &[&str] = &["pem", "key", "p12", "pfx", "jks", "keystore", "kdbx", "ppk", "p8"];
/// Options by which git shows no contents.
const NAMES: &[&str] = &["--stat", "--numstat", "--shortstat", "--name-only", "--name-status", "--summary", "--quiet"];

/// The words to add to a command of git that shows contents of files; none for any other.
///
/// The pathspecs come last and take away only: what is named before stays what is shown.
pub fn without_secrets(argv: &[String]) -> Vec<String> {
    let Some(at) = subcommand(argv) else { return Vec::new() };
    let options: Vec<&str> = argv[at + 1..].iter().map(String::as_str).take_while(|word| *word != "--").collect();
    let has = |names: &[&str]| options.iter().any(|word| names.contains(word));
    let patch = has(&[
        "-p",
        "-u",
        "--patch",
        "--patch-with-stat",
        "--patch-with-raw",
        "-c",
        "--cc",
        "-W",
        "--function-context",
    ]) || options.iter().any(|word| {
        ["-U", "--unified", "--word-diff", "--color-words", "--patch", "-L"].iter().any(|lead| word.starts_with(lead))
            || (word.starts_with('-') && !word.starts_with("--") && word[1..].contains(['p', 'u']))
    });
    let shows = match argv[at].as_str() {
        "diff" | "show" | "whatchanged" | "format-patch" | "diff-tree" | "diff-index" | "diff-files" => {
            patch || !has(NAMES)
        }
        "log" | "reflog" => patch,
        _ => false,
    };
    // These take no further paths; what they name is judged by itself.
    let alone = options.iter().any(|word| word.starts_with("-L") || *word == "--follow" || *word == "--no-index")
        || (argv[at] == "show" && options.iter().any(|word| !word.starts_with('-') && word.contains(':')));
    if !shows || alone {
        return Vec::new();
    }
    let names = SECRET_FILES.iter().map(|name| format!("**/{name}"));
    // Not `.env.example`, `.env.sample`, `.env.template`.
    let more = ["**/.env.[!est]*", "**/.env.stag*", "**/.env.test*", "**/credentials.json", "**/secrets.y*ml"];
    let kinds = KINDS.iter().map(|kind| format!("**/*.{kind}"));
    let folders = SECRET_FOLDERS.iter().map(|name| format!("**/{name}/**"));
    names
        .chain(more.map(str::to_owned))
        .chain(kinds)
        .chain(folders)
        .map(|pattern| format!(":(top,exclude,icase,glob){pattern}"))
        .collect()
}

/// Where git's sub-command stands.
fn subcommand(argv: &[String]) -> Option<usize> {
    argv.first().filter(|name| name.rsplit('/').next() == Some("git"))?;
    let mut at = 1;
    while let Some(word) = argv.get(at).filter(|word| word.starts_with('-')) {
        at += 1 + usize::from(matches!(word.as_str(), "-c" | "-C" | "--git-dir" | "--work-tree" | "--namespace"));
    }
    argv.get(at).map(|_| at)
}

#[cfg(test)]
mod tests {
    use super::without_secrets;

    #[test]
    fn only_what_shows_contents_is_told_what_to_leave_out() {
        let added = |text: &str| {
            let argv: Vec<String> = text.split(' ').map(str::to_owned).collect();
            !without_secrets(&argv).is_empty()
        };
        for text in [
            "git log -p",
            "git diff",
            "git diff HEAD~1 -- src",
            "git show HEAD",
            "git --no-pager log --oneline -p",
            "git -c a.b=c diff --cached",
            "git log -5 -U1",
            "git log -wp",
            "git diff --stat -p",
        ] {
            assert!(added(text), "{text}");
        }
        for text in [
            "git log",
            "git log --oneline -5",
            "git log --stat",
            "git diff --stat",
            "git diff --name-only",
            "git status",
            "git show HEAD:src/a.rs",
            "git log -p --follow a.rs",
            "git diff --no-index a b",
            "ls -p",
            "git",
        ] {
            assert!(!added(text), "{text}");
        }
    }
}
