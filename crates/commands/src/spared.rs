//! What git is told to leave out when it shows contents: files that hold secrets, also those that were
//! committed. What may show contents is told, and only what is known to show none is not. Runs nothing.

use countersign_core::secret::{
    ACCOUNTS, DATA, DOWNLOADS, FILES, FOLDERS, KEPT_IN, KINDS, NAMED, PLACES, SAMPLES, STEMS,
};

/// Sub-commands that show contents unless told otherwise, and take paths to leave out.
const SHOWING: &[&str] =
    &["diff", "show", "whatchanged", "format-patch", "diff-tree", "diff-index", "diff-files", "grep", "archive"];
/// Sub-commands that show contents only when told to, and take paths to leave out.
const LISTING: &[&str] = &["log", "reflog"];
/// Options by which a sub-command that shows contents shows none, if all others are known as well.
const NAMES: &[&str] = &[
    "--stat",
    "--numstat",
    "--shortstat",
    "--name-only",
    "--name-status",
    "--summary",
    "--compact-summary",
    "--dirstat",
    "--raw",
    "--quiet",
    "--no-patch",
    "-s",
];
/// Options that show no contents, do not say which by what they hold, and reach no other files: by
/// their full names. `-S` and `-G` are not here, because a list of commits says what they found.
const SILENT: &str = "--oneline --graph --all --follow --no-merges --merges --reverse --date-order \
    --author-date-order --topo-order --no-decorate --decorate --first-parent --left-right --left-only --right-only \
    --boundary --source --log-size --abbrev-commit --no-abbrev-commit --relative-date --parents --children -g \
    --walk-reflogs --simplify-by-decoration --full-history --dense --sparse --ancestry-path --all-match \
    --invert-grep -i --regexp-ignore-case -E --extended-regexp -F --fixed-strings -P --perl-regexp --basic-regexp \
    --no-notes --notes --show-notes --mailmap --use-mailmap --no-mailmap --clear-decorations --reflog \
    --ignore-missing --bisect --no-diff-merges --remove-empty --show-pulls --simplify-merges --no-expand-tabs \
    --expand-tabs --no-show-signature --no-graph --date-local -n --max-count --skip --since --after --until --before \
    --author --committer --grep --grep-reflog --min-parents --max-parents --format --pretty --date --glob --exclude \
    --decorate-refs --decorate-refs-exclude --since-as-filter --encoding --branches --tags --remotes --no-walk \
    --show-linear-break --abbrev --no-abbrev --color --no-color -z --no-renames -M --find-renames -C --find-copies \
    --diff-filter --relative --no-relative -R --cached --staged --merge-base --exit-code --no-ext-diff \
    --no-textconv -X --cumulative -r -t --full-index --minimal --patience --histogram --stat-width \
    --stat-name-width --stat-count --ignore-submodules --not --end-of-options";
/// What ends the name of a copy, as far as a pattern can say: `.bak`, `-old`, `_orig`, `.save`, `.swp`.
const COPY: &str = "[-._][bos][alrw][ckdivp]*";

/// Data in a folder of secrets, without what builds by it: `Cargo.toml`, `package.json`, `tsconfig.json`.
const KEPT: &str = "*.y*ml *.txt *.ini *.csv *.c[of][ng]* [!cp]*.toml c[!a]*.toml p[!y]*.toml [!pcti]*.json p[!a]*.json \
    c[!o]*.json t[!s]*.json i[!n]*.json *.xml";

/// The words to add to a command of git that may show contents of files; none for any other.
///
/// The pathspecs come last and take away only: what is named before stays what is shown. The first
/// stands for no file that can be committed, and is given twice: an option at the end takes one for its
/// value, and a file with the name of the other would make it a revision.
pub fn without_secrets(argv: &[String]) -> Vec<String> {
    let Some(at) = subcommand(argv) else { return Vec::new() };
    let takes = SHOWING.contains(&argv[at].as_str()) || LISTING.contains(&argv[at].as_str());
    if !takes || !shows(argv, at) || alone(argv, at) {
        return Vec::new();
    }
    let none = "**/.git/**".to_owned();
    [none.clone(), none].into_iter().chain(patterns()).map(|it| format!(":(top,exclude,icase,glob){it}")).collect()
}

/// The word because of which what is left out may be shown all the same, and why (completes "`x` …").
pub(crate) fn unguarded(argv: &[String]) -> Option<(usize, &'static str)> {
    let at = subcommand(argv)?;
    if !SHOWING.contains(&argv[at].as_str()) && !LISTING.contains(&argv[at].as_str()) {
        return None;
    }
    let shows = shows(argv, at);
    // Also where it would be a value, or a path: git does not always read words as we do.
    argv.iter().enumerate().skip(at + 1).find_map(|(word, text)| match text.as_str() {
        "--full-diff" => Some((word, "shows all files of a commit, also those that hold secrets")),
        "--no-index" => Some((word, "compares files that are not git's")),
        "--follow" if shows => Some((word, "shows contents that had other names, and nothing can be left out")),
        text if text.starts_with("-L") => Some((word, "shows lines that were elsewhere, and nothing can be left out")),
        text if text.strip_prefix("--submodule=").is_some_and(|how| how != "log" && how != "short") => {
            Some((word, "shows contents of submodules, and nothing can be left out there"))
        }
        _ => None,
    })
}

/// Sub-commands that compare or list what two names stand for, also of folders by themselves.
const NAMING: &[&str] = &["diff", "diff-tree", "diff-index", "show", "grep", "archive"];

/// The word that may name a folder by itself, and why what is left out may be shown then (completes "`x` …"): within
/// one, secrets have other paths.
pub(crate) fn by_object(argv: &[String]) -> Option<(usize, &'static str)> {
    let at = subcommand(argv)?;
    let sub = argv[at].as_str();
    let words = argv.iter().enumerate().skip(at + 1).take_while(|(_, word)| *word != "--");
    let named = words.filter(|(_, word)| NAMING.contains(&sub) && !word.starts_with(['-', ':']));
    named.flat_map(|(at, word)| word.split("..").map(move |side| (at, side))).find_map(|(at, side)| {
        let (revision, path) = side.split_once(':').map_or((side, None), |(revision, path)| (revision, Some(path)));
        let revision = revision.trim_start_matches(['.', '^']);
        match path {
            _ if is_object(revision) => {
                Some((at, "may name a folder of secrets as well as a commit; with `^0` behind it, it is a commit"))
            }
            // What it is told to show of a folder are names.
            Some(path) if sub != "show" && holds_secrets(path) => {
                Some((at, "may show the secrets in that folder, and nothing can be left out there"))
            }
            _ => None,
        }
    })
}

/// Whether it is the hash of an object, also the beginning of one, that need not be a commit's.
fn is_object(revision: &str) -> bool {
    let hash = revision.strip_suffix("^{tree}").or(revision.strip_suffix("^{}")).unwrap_or(revision);
    (4..=64).contains(&hash.len()) && hash.bytes().all(|b| b.is_ascii_hexdigit())
}

/// Whether a folder may hold secrets that are told by the folder's own name.
fn holds_secrets(path: &str) -> bool {
    let path = path.to_lowercase();
    let parts: Vec<&str> = path.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    let kept = |part: &&str| KEPT_IN.contains(&part.strip_prefix('.').unwrap_or(part));
    let leads = |place: &&str| {
        let names: Vec<&str> = place.split('/').collect();
        (1..names.len()).any(|length| parts.ends_with(names.get(..length).unwrap_or_default()))
    };
    parts.iter().any(kept) || PLACES.iter().any(|place| leads(&place.to_lowercase().as_str()))
}

/// Whether it lists commits, and shows no contents of what it names.
pub(crate) fn only_lists(argv: &[String]) -> bool {
    subcommand(argv).is_some_and(|at| LISTING.contains(&argv[at].as_str()) && !shows(argv, at))
}

/// Whether it may show contents: an option that is not known by its full name does, wherever it stands.
fn shows(argv: &[String], at: usize) -> bool {
    let mut options = argv[at + 1..].iter().filter(|word| word.starts_with('-') && word.len() > 1 && *word != "--");
    let name = |word: &str| word.split_once('=').map_or(word, |(name, _)| name).to_owned();
    let silent = |word: &String| {
        let name = name(word);
        let number = word.trim_start_matches(['-', 'n', 'M', 'C']);
        let numbered = !word.starts_with("--") && number.len() + 2 >= word.len();
        NAMES.contains(&name.as_str())
            || SILENT.split_ascii_whitespace().any(|known| known == name)
            || (numbered && !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit() || b == b'%'))
    };
    let listing = match argv[at].as_str() {
        "grep" | "archive" => false,
        sub => LISTING.contains(&sub) || options.clone().any(|word| NAMES.contains(&name(word).as_str())),
    };
    !(listing && options.all(silent))
}

/// Whether it takes no further paths; such a command is asked about, and what it names is judged.
fn alone(argv: &[String], at: usize) -> bool {
    let words = argv.get(at + 1..).unwrap_or_default();
    let has = |name: &str| words.iter().any(|word| word == name);
    // One file by its plain name; with anything else git refuses what is added, and shows nothing.
    let plain = |word: &&String| {
        word.rsplit('/').next().and_then(|name| name.split_once('.')).is_some_and(|(stem, end)| {
            !stem.is_empty() && !end.is_empty() && !word.contains(['*', '?', '[', ':', '\\']) && !word.contains("..")
        })
    };
    let named = words.iter().position(|word| word == "--").map_or(words, |end| &words[end + 1..]);
    let paths: Vec<&String> = named.iter().filter(|word| !word.starts_with('-')).collect();
    let follows = has("--follow") && matches!(paths[..], [one] if plain(&one));
    words.iter().any(|word| word.starts_with("-L")) || has("--no-index") || follows
}

/// Patterns of all that holds secrets, from the top of the repository. Wider than what commands are
/// refused by where a pattern can say no better: `example.env` and `id_rsa.pub` are left out as well.
fn patterns() -> impl Iterator<Item = String> {
    let files = FILES.iter().chain(NAMED).flat_map(|name| {
        let more = if *name == ".env" { "[-_~]*" } else { "[-._~]*" };
        [(*name).to_owned(), format!("{name}{more}")]
    });
    let kinds = KINDS.iter().chain(&["env"]).flat_map(|kind| {
        [String::new(), "~".to_owned(), COPY.to_owned(), ".[0-9]*".to_owned()].map(|end| format!("?*.{kind}{end}"))
    });
    let stems = STEMS.iter().flat_map(|stem| [(*stem).to_owned(), format!(".{stem}")]).flat_map(|stem| {
        let copies = ["~", ".*~", &format!("*{COPY}")].map(|end| format!("{stem}{end}"));
        let named = DATA.iter().map(move |kind| match *kind {
            "" => stem.clone(),
            kind => format!("{stem}.{kind}"),
        });
        named.chain(copies)
    });
    let accounts = ACCOUNTS.iter().map(|account| format!("*{account}*.json*"));
    let downloads = DOWNLOADS.iter().map(|download| format!("*{download}.csv*"));
    let more = ["*-sa-key.json*", ".env[0-9]*", "wg[0-9]*.conf*", "*.tfvars.json*", "countersign.db*"];
    let more = more.map(str::to_owned).into_iter().chain(accounts).chain(downloads);
    let places = PLACES.iter().flat_map(|place| [(*place).to_owned(), format!("{place}/**")]);
    let kept =
        KEPT_IN.iter().flat_map(|folder| KEPT.split_ascii_whitespace().map(move |name| format!("{folder}/**/{name}")));
    let folders = FOLDERS.iter().chain(&[".countersign"]).map(|name| format!("{name}/**"));
    files
        .chain(kinds)
        .chain(stems)
        .chain(more)
        .chain(environments())
        .chain(kept)
        .chain(folders)
        .chain(places)
        .map(|it| format!("**/{it}"))
        .chain(["auth.json".to_owned()])
}

/// Every `.env.…` but the samples: all that leaves the letters of these somewhere.
fn environments() -> Vec<String> {
    let mut begun: Vec<&str> = SAMPLES.iter().flat_map(|word| (0..word.len()).map(|end| &word[..end])).collect();
    begun.sort_unstable();
    begun.dedup();
    let left = begun.into_iter().flat_map(|begun| {
        let next: String = SAMPLES.iter().filter_map(|word| word.strip_prefix(begun)?.chars().next()).collect();
        [format!(".env.{begun}"), format!(".env.{begun}[!{next}]*")]
    });
    left.chain(SAMPLES.iter().map(|word| format!(".env.{word}?*"))).collect()
}

/// Where git's sub-command stands.
pub(crate) fn subcommand(argv: &[String]) -> Option<usize> {
    const VALUED: &[&str] =
        &["-c", "-C", "--git-dir", "--work-tree", "--namespace", "--config-env", "--super-prefix", "--attr-source"];
    argv.first().filter(|name| name.rsplit('/').next() == Some("git"))?;
    let mut at = 1;
    while let Some(word) = argv.get(at).filter(|word| word.starts_with('-')) {
        at += 1 + usize::from(VALUED.contains(&word.as_str()));
    }
    argv.get(at).map(|_| at)
}

#[cfg(test)]
mod tests {
    use super::{environments, without_secrets};

    #[test]
    fn only_what_is_known_to_show_no_contents_is_not_told_what_to_leave_out() {
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
            "git --config-env a.b=C diff --cached",
            "git log -5 -U1",
            "git log -wp",
            "git diff --stat -p",
            "git diff --stat --binary A B",
            "git log --dd",
            "git log --binary",
            "git log --follow -p -- .",
            "git log --follow -p src",
            "git log --follow -p . --grep a.rs",
            "git log --patc",
            "git log -G x",
            "git log -s --decorate-refs -- -p",
            "git show HEAD :/x",
            "git show HEAD HEAD:a.rs",
            "git show HEAD:src/a.rs",
            "git grep x HEAD",
            "git archive HEAD",
        ] {
            assert!(added(text), "{text}");
        }
        for text in [
            "git log",
            "git log --oneline -5",
            "git log -n5 -M90% --format=%h",
            "git log --stat",
            "git log --follow a.rs",
            "git diff --stat",
            "git diff --name-only",
            "git diff --stat=80 HEAD~1",
            "git status",
            "git log -p --follow a.rs",
            "git log -L1,5:a.rs",
            "git diff --no-index a b",
            "ls -p",
            "git",
        ] {
            assert!(!added(text), "{text}");
        }
    }

    #[test]
    fn samples_are_shown_and_every_other_environment_is_left_out() {
        let made = environments();
        for pattern in [".env.", ".env.te", ".env.te[!m]*", ".env.example?*"] {
            assert!(made.iter().any(|one| one == pattern), "{pattern} in {made:?}");
        }
        assert!(!made.iter().any(|one| one == ".env.example"));
    }
}
