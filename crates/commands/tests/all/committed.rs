//! A real repository as the judge of what runs unasked: no command of git that may shows a committed or
//! a staged secret. Also what is asked about shows none, where git can be told what to leave out.

use countersign_commands::{Setting, Verdict, judge, without_secrets};
use std::path::Path;
use std::process::Command;

const CANARY: &str = "canary-4711";

fn git(folder: &Path, words: &[String]) -> Command {
    let mut command = Command::new("git");
    command.args(words).current_dir(folder).env_clear();
    command.env("PATH", std::env::var_os("PATH").unwrap()).env("HOME", folder.parent().unwrap());
    command.env("GIT_CONFIG_NOSYSTEM", "1").env("GIT_PAGER", "cat").env("TERM", "dumb");
    for who in ["AUTHOR", "COMMITTER"] {
        command.env(format!("GIT_{who}_NAME"), "a").env(format!("GIT_{who}_EMAIL"), "a@example.com");
    }
    command
}

/// Names that hold secrets, one of each kind.
const SECRETS: [&str; 16] = [
    ".env",
    "sub/.env",
    "sub/.ENV",
    ".env.local",
    ".env.test",
    ".env.default",
    "prod.env",
    "secrets.json",
    "sub/key.gpg",
    ".aws/config",
    "service-account-1.json",
    ".env~",
    ".env-prod",
    "sub/id_rsa.bak",
    "server.key.old",
    "secrets-old.yml",
];

/// A repository that has a secret of each kind, changed, merged and staged; nothing where there is no git.
fn repository(folder: &Path) -> Option<()> {
    Command::new("git").arg("--version").output().ok()?;
    let run = |text: &str| {
        let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
        let ran = git(folder, &words).output().unwrap();
        assert!(ran.status.success(), "git {text}: {}", String::from_utf8_lossy(&ran.stderr));
    };
    let filled: String = (0..12).map(|line| format!("LINE_{line}=of no account\n")).collect();
    let put = |name: &str, last: &str| {
        std::fs::create_dir_all(folder.join(name).parent().unwrap()).unwrap();
        std::fs::write(folder.join(name), format!("{filled}{last}\n")).unwrap();
    };
    let all = |what: &str| SECRETS.iter().for_each(|name| put(name, &format!("{what}{CANARY} {name} \t")));
    run("init -q -b main .");
    all("a");
    put("a.rs", "a");
    put(".env.example", "shown-42");
    run("add -A -f");
    run("commit -q -m one");
    run("checkout -q -b side");
    all("b");
    run("commit -q -a -m side");
    run("checkout -q main");
    all("c");
    // Much like a secret: what git finds to be a copy is not shown by what it was copied from.
    put("near.txt", "near");
    run("add -A -f");
    run("commit -q -m two");
    run("merge -q -s ours --no-commit side");
    all("d");
    put("a.rs", "b");
    run("commit -q -a -m merged");
    all("e");
    put("a.rs", "c");
    run("stash -q");
    all("f");
    run("add -A -f");
    put("a.rs", "d");
    Some(())
}

const OPTIONS: &str = "-p -u -s -c -m -a -b -R -W -w -z -g -t -r -M -C -B -X -i -S -G -I -L -l -n -U -U1 -5 -wp -pw -v -vv \
    -Gcanary -Scanary -Icanary -C1% --patch --patc --no-patch --raw --patch-with-raw --patch-with-stat --binary --bin \
    --stat --stat=80 --numstat --summary --name-only --name-status --quiet --check --text --full-index --cc --dd \
    --combined-all-paths --remerge-diff --diff-merges=on --diff-merges=separate --diff-merges=cc --word-diff \
    --word-diff=porcelain --color-words --word-diff-regex=. --color --unified=3 --function-context --follow \
    --full-diff --full-d --submodule=diff --submodule --cached --staged --merge-base --no-index --ext-diff --textconv \
    --pickaxe-all --find-copies-harder --find-copies --break-rewrites --irreversible-delete --relative \
    --relative=sub --no-relative --skip-to=.env --rotate-to=a.rs --line-prefix=x --inter-hunk-context=3 \
    --output-indicator-new=x --ws-error-highlight=all --color-moved --anchored=LINE_1 --diff-filter=AM --graph --all \
    --reverse --first-parent --walk-reflogs --reflog --full-history --simplify-merges --show-pulls --remove-empty \
    --no-walk --boundary --cherry --left-right --no-diff-merges --ours --theirs --oneline --format=%B --pretty=raw \
    --pretty=email --decorate-refs --grep --author --invert-grep --skip --date --glob --exclude --stdin \
    --end-of-options --verbose --porcelain --long --ignored --diff-algorithm=patience --ignore-matching-lines \
    --dirstat --compact-summary --exit-code --notes --show-notes --find-object --since --encoding --no-ext-diff";
const PAIRED: &str = "-p -s -c -m --stat --name-only --binary --cc --dd --follow --full-diff --raw --grep --invert-grep \
    -S --decorate-refs --no-patch --cached -C --find-copies-harder -L1";
const TAILS: &[&str] = &["", "HEAD~1", "-- .", "HEAD~2 HEAD -- . :/"];
const MORE_TAILS: &[&str] = &[
    "--",
    ".",
    ":/",
    ":(top)",
    ":(icase).ENV*",
    "*",
    "**",
    "HEAD: HEAD~1:",
    "HEAD:sub HEAD~1:sub",
    "HEAD:sub",
    "HEAD~2...HEAD",
    "stash@{0}",
    "side main",
    "-- -p",
    "-- sub",
    ":/one",
    ":(attr:!x)",
    ":(glob)**",
    "-- --stat",
    "HEAD HEAD:a.rs",
];
const LEADS: &[&str] =
    &["git", "git --no-pager", "git --literal-pathspecs", "git --noglob-pathspecs", "git --icase-pathspecs"];

fn commands() -> Vec<String> {
    let mut made = Vec::new();
    for sub in ["diff", "log", "status", "branch"] {
        for option in OPTIONS.split_ascii_whitespace() {
            made.extend(TAILS.iter().map(|tail| format!("git {sub} {option} {tail}")));
        }
        for tail in MORE_TAILS {
            made.extend(LEADS.iter().map(|lead| format!("{lead} {sub} -p {tail}")));
            made.extend(["--dd", "--binary", "", "--stat"].map(|option| format!("git {sub} {option} {tail}")));
        }
    }
    for one in PAIRED.split_ascii_whitespace() {
        for other in PAIRED.split_ascii_whitespace() {
            made.extend(["diff HEAD~1", "log"].map(|sub| format!("git {sub} {one} {other}")));
        }
    }
    made.extend(["show HEAD", "grep canary HEAD", "whatchanged", "stash show -p"].map(|text| format!("git {text}")));
    made
}

/// What a command shows, run as the engine would run it.
fn shown(folder: &Path, argv: &[String]) -> String {
    let words: Vec<String> = argv[1..].iter().cloned().chain(without_secrets(argv)).collect();
    let ran = git(folder, &words).output().unwrap();
    String::from_utf8_lossy(&[ran.stdout, ran.stderr].concat()).into_owned()
}

fn words(text: &str) -> Vec<String> {
    text.split_ascii_whitespace().map(str::to_owned).collect()
}

#[test]
fn no_command_that_runs_unasked_shows_a_committed_or_staged_secret() {
    let folder = tempfile::tempdir().unwrap();
    let folder = &folder.path().join("project");
    std::fs::create_dir(folder).unwrap();
    if repository(folder).is_none() {
        return;
    }
    let bare = |text: &str| String::from_utf8_lossy(&git(folder, &words(text)).output().unwrap().stdout).into_owned();
    for text in ["log -p", "diff --cached", "status -v", "log -p --full-diff"] {
        assert!(bare(text).contains(CANARY), "git {text} shows it where nothing is left out");
    }
    let setting = Setting { sandbox: true, ..Setting::default() };
    let allowed: Vec<Vec<String>> = commands()
        .iter()
        .map(|text| words(text))
        .filter(|argv| judge(&argv.join(" "), &setting).verdict == Verdict::Allow)
        .collect();
    let leaks: Vec<String> = std::thread::scope(|scope| {
        let parts = allowed.chunks(allowed.len().div_ceil(4)).map(|part| {
            scope.spawn(move || {
                part.iter().filter(|argv| shown(folder, argv).contains(CANARY)).map(|argv| argv.join(" ")).collect()
            })
        });
        let parts: Vec<std::thread::ScopedJoinHandle<'_, Vec<String>>> = parts.collect();
        parts.into_iter().flat_map(|part| part.join().unwrap()).collect()
    });
    assert!(leaks.is_empty(), "{} of {} show it:\n{}", leaks.len(), allowed.len(), leaks.join("\n"));
    assert!(allowed.len() > 600, "{}", allowed.len());
}

/// Within a folder a secret that is told by the folder's own name has another one.
#[test]
fn no_folder_of_a_repository_shows_a_secret_by_a_name_of_its_own() {
    const EMPTY: &str = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
    let folder = tempfile::tempdir().unwrap();
    let folder = &folder.path().join("project");
    std::fs::create_dir(folder).unwrap();
    if repository(folder).is_none() {
        return;
    }
    for name in [
        "secrets/prod.yml",
        "src/secrets/v1.2/x.yml",
        ".m2/settings.xml",
        "sub/.m2/settings.xml",
        ".config/hub",
        "s/a.rs",
    ] {
        std::fs::create_dir_all(folder.join(name).parent().unwrap()).unwrap();
        let held = if name == "s/a.rs" { "of no account" } else { CANARY };
        std::fs::write(folder.join(name), format!("{held}\n")).unwrap();
    }
    let git = |text: &str| git(folder, &words(text)).output().unwrap();
    assert!(git("add -f secrets src .m2 sub .config s").status.success() && git("commit -q -m kept").status.success());
    let listed = String::from_utf8(git("ls-tree -r -d HEAD").stdout).unwrap();
    let setting = Setting { sandbox: true, ..Setting::default() };
    let (mut shows, mut allowed) = (0, 0);
    for line in listed.lines() {
        let (about, path) = line.split_once('\t').unwrap();
        let hash = about.rsplit(' ').next().unwrap();
        for name in [
            hash,
            &hash[..8],
            &hash[..4],
            &format!("{hash}^{{tree}}"),
            &format!("HEAD:{path}"),
            &format!("HEAD:{path}/"),
        ] {
            for text in [
                format!("git diff {EMPTY} {name}"),
                format!("git diff {EMPTY}..{name}"),
                format!("git diff {name} HEAD"),
                format!("git diff HEAD {name}"),
                format!("git diff HEAD:s {name}"),
                format!("git diff {name}...HEAD -p"),
                format!("git --no-pager diff HEAD:s {name} --"),
                format!("git log -p {name}"),
            ] {
                let argv = words(&text);
                let shown = shown(folder, &argv).contains(CANARY);
                let runs = judge(&text, &setting).verdict == Verdict::Allow;
                assert!(!(runs && shown), "{text}");
                (shows, allowed) = (shows + usize::from(shown), allowed + usize::from(runs));
            }
        }
    }
    assert!(shows > 50 && allowed > 30, "{shows} {allowed}");
}

#[test]
fn what_was_signed_shows_none_where_git_can_be_told_and_all_else() {
    let folder = tempfile::tempdir().unwrap();
    let folder = &folder.path().join("project");
    std::fs::create_dir(folder).unwrap();
    if repository(folder).is_none() {
        return;
    }
    for text in [
        "git show HEAD :/one",
        "git show HEAD HEAD:a.rs",
        "git show stash@{0}",
        "git whatchanged -p -m",
        "git diff-tree -p HEAD~1 HEAD",
        "git diff-index -p HEAD~1",
        "git format-patch --stdout -2",
        "git reflog -p",
        "git grep canary HEAD",
        "git archive HEAD",
        "git log --follow -p .",
    ] {
        assert!(!shown(folder, &words(text)).contains(CANARY), "{text}");
    }
    for (text, part) in [
        ("git log -p", "+shown-42"),
        ("git diff", "+d"),
        ("git show HEAD:a.rs", "LINE_3"),
        ("git show HEAD HEAD:a.rs", "merged"),
        ("git log -p --follow a.rs", "LINE_3"),
        ("git log -L1,2:a.rs", "LINE_1"),
        ("git log --follow --oneline a.rs", "one"),
        ("git grep LINE_3 HEAD", "a.rs"),
    ] {
        assert!(shown(folder, &words(text)).contains(part), "{text}: {}", shown(folder, &words(text)));
    }
}
