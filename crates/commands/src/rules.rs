//! Which commands fall under a standing rule (R13): the exact words that were shown, for one
//! workspace, for a time. A rule lifts a *prompt*; it never lifts *never*, nor an objection to a word
//! that was not shown. Stores nothing and reads no clock.

mod refused;

pub use refused::refused;

use crate::judge::judge;
use crate::unlisted::is_interpreter;
use crate::verdict::{Cause, Class, Judgement, Segment, Setting, Verdict};
use countersign_core::file::{FilePath, WorkspaceId};
use countersign_core::problem::Problem;
use countersign_core::rule::{Examples, Grant, Rule, RuleStatus};
use jiff::Timestamp;

/// When and where a rule is asked for.
#[derive(Debug, Clone, Copy)]
pub struct Occasion<'a> {
    /// The workspace that the command would run in.
    pub workspace: &'a WorkspaceId,
    /// The folder within it; empty = its root.
    pub cwd: &'a str,
    /// Now.
    pub now: Timestamp,
}

/// The rules that together let all of `judged` run unasked, each once; none when any part of it
/// stays to be asked about. Also what is eligible by itself runs only under a rule (C8).
#[must_use]
pub fn cover<'r>(rules: &'r [Rule], judged: &Judgement, occasion: Occasion<'_>) -> Option<Vec<&'r Rule>> {
    judged.argv.as_ref()?;
    let mut covering: Vec<&Rule> = Vec::new();
    for (segment, place) in placed(&judged.segments, occasion.cwd) {
        let rule = rules.iter().find(|rule| {
            rule.workspace == *occasion.workspace
                && rule.status(occasion.now) == RuleStatus::Active
                && covers(&rule.grant, segment, place)
        })?;
        if covering.iter().all(|other| other.id != rule.id) {
            covering.push(rule);
        }
    }
    (!covering.is_empty()).then_some(covering)
}

/// Each part of a command with the folder it runs in; none after one that goes elsewhere, because
/// whether it did depends on what it comes to.
fn placed<'s>(segments: &'s [Segment], cwd: &'s str) -> impl Iterator<Item = (&'s Segment, Option<&'s str>)> {
    segments.iter().scan(Some(cwd), |place, segment| {
        let here = *place;
        if matches!(segment.argv.first().map(String::as_str), Some("cd")) {
            *place = None;
        }
        Some((segment, here))
    })
}

/// Whether a command would fall under a grant in the grant's own folder, whenever; judged as in a
/// working sandbox. Of a grant for files: whether a path does.
#[must_use]
pub fn matches(grant: &Grant, text: &str) -> bool {
    matches_in(grant, grant.cwd(), text)
}

/// As [`matches`], run in this folder of the workspace.
#[must_use]
pub fn matches_in(grant: &Grant, cwd: &str, text: &str) -> bool {
    match grant {
        Grant::Todos { .. } | Grant::NotProposed { .. } => false,
        Grant::Command { .. } | Grant::Exact { .. } | Grant::ReadOnly => {
            let judged = judge(text, &sandboxed(cwd));
            judged.argv.is_some()
                && !judged.segments.is_empty()
                && placed(&judged.segments, cwd).all(|(segment, place)| covers(grant, segment, place))
        }
        Grant::Files { folder } => FilePath::parse(text).is_ok_and(|path| {
            let below = path.as_str().strip_prefix(folder.as_str()).is_some_and(|rest| rest.starts_with('/'));
            below && path.sensitive().is_none()
        }),
    }
}

/// Whether a command only looks: plain words, and each part of it of the class that reads. Every other one
/// that a rule signs runs in a copy of its folder (COMMANDS-AND-FILES "What a verdict means").
#[must_use]
pub fn looks(judged: &Judgement) -> bool {
    judged.argv.is_some() && judged.segments.iter().all(|segment| segment.class == Class::ReadOnly)
}

/// Whether what a grant lets through may do more than look.
#[must_use]
pub fn copied(grant: &Grant) -> bool {
    match grant {
        Grant::Command { prefix: words, cwd } | Grant::Exact { words, cwd } => {
            !looks(&judge(&text(words), &sandboxed(cwd)))
        }
        Grant::ReadOnly | Grant::Files { .. } | Grant::Todos { .. } | Grant::NotProposed { .. } => false,
    }
}

/// Whether everything against this segment is lifted by the words of the grant, in this folder. What
/// does more than look may be another program elsewhere: a script, a target of the folder's Makefile.
/// A rule of the root is shown without a folder, so what only looks is let through below it as well;
/// one that was signed for a folder holds there alone.
fn covers(grant: &Grant, segment: &Segment, place: Option<&str>) -> bool {
    match grant {
        Grant::Command { prefix, cwd } => {
            let looks = segment.verdict == Verdict::Allow && segment.class == Class::ReadOnly;
            let there = place == Some(cwd) && !leads_elsewhere(prefix, segment);
            let below = looks && (cwd.is_empty() || place == Some(cwd));
            (below || there) && lifts(prefix, segment)
        }
        Grant::ReadOnly => segment.verdict == Verdict::Allow && segment.class == Class::ReadOnly,
        Grant::Exact { words, cwd } => place == Some(cwd) && segment.argv == *words && lifts(words, segment),
        Grant::Files { .. } | Grant::Todos { .. } | Grant::NotProposed { .. } => false,
    }
}

/// Options that make a program work in another folder than the one it was started in.
const FOLDER_OPTIONS: [&str; 8] =
    ["--manifest-path", "--prefix", "--dir", "--cwd", "--directory", "--chdir", "--project-dir", "--rootdir"];

/// Whether a word that was not shown leads it into another folder.
fn leads_elsewhere(prefix: &[String], segment: &Segment) -> bool {
    segment.argv.iter().skip(prefix.len()).any(|word| {
        let name = word.split('=').next().unwrap_or_default();
        FOLDER_OPTIONS.contains(&name) || word.starts_with("-C")
    })
}

fn lifts(prefix: &[String], segment: &Segment) -> bool {
    if prefix.is_empty() || !segment.argv.starts_with(prefix) || segment.verdict == Verdict::Never {
        return false;
    }
    let further = segment.argv.get(prefix.len()..).unwrap_or_default();
    let listed = segment.objections.iter().all(|objection| objection.cause != Cause::NotListed);
    // Of a program that is not listed we know no word to be harmless: some are programs or targets
    // themselves (`sed -n 1e x`). And what may overwrite a file is signed with that file's name.
    let overwrites = segment.class == Class::Write && segment.verdict != Verdict::Allow;
    // Words behind a script are the script's own.
    let script = segment.argv.first().is_some_and(|program| is_interpreter(program));
    // What is always asked about is lifted as it was shown: another address is another download.
    let asks = segment.objections.iter().any(|objection| objection.cause == Cause::Class);
    let known = further.is_empty() || (listed && !overwrites && !script && !asks);
    known
        && segment.objections.iter().all(|objection| match objection.cause {
            Cause::NotListed | Cause::Class => true,
            Cause::Argument => objection.word.is_some_and(|word| word < prefix.len()),
            Cause::NoSandbox | Cause::Form => false,
        })
}

/// Checks a rule when it is made and again when it is loaded: its shape, its width, its examples.
///
/// # Errors
/// `invalid_rule`, `rule_too_wide`, `rule_never`, or `rule_example` naming the one that says otherwise.
pub fn check(grant: &Grant, examples: &Examples) -> Result<(), Problem> {
    if let Some(problem) = grant.defect().or_else(|| refused(grant)) {
        return Err(problem);
    }
    // What a shape says is closed: there is nothing that an example could show.
    if grant.is_of_todos() {
        return Ok(());
    }
    if !examples.complete() {
        let why = "a rule needs an example that it matches and one that it does not, at most 20 of each";
        return Err(Problem::new("rule_example", why).at("/examples"));
    }
    for (list, wanted) in [(&examples.matches, true), (&examples.not_matches, false)] {
        if let Some(example) = list.iter().find(|example| matches(grant, example) != wanted) {
            let does = if wanted { "does not match" } else { "matches" };
            let why = format!("the rule \"{}\" {does} `{example}`, and its example says the opposite", grant.name());
            return Err(Problem::new("rule_example", why).at("/examples"));
        }
    }
    Ok(())
}

/// Examples for a grant that brings none: the words as they are, and what they do not cover.
#[must_use]
pub fn examples(grant: &Grant) -> Examples {
    let (matches, not_matches) = match grant {
        Grant::Command { prefix, .. } => {
            let shown = text(prefix);
            let others = [format!("{shown} > out"), format!("X=1 {shown}"), format!("{shown}; rm -r src")];
            (vec![shown], others.to_vec())
        }
        Grant::ReadOnly => (
            vec!["ls".to_owned(), "git status".to_owned()],
            vec!["touch new".to_owned(), "cat a > b".to_owned(), "rm a".to_owned()],
        ),
        Grant::Files { folder } => (vec![format!("{folder}/new.txt")], vec!["new.txt".to_owned()]),
        Grant::Exact { words, .. } => {
            let shown = text(words);
            (vec![shown.clone()], vec![format!("{shown} more"), format!("{shown} > out"), format!("{shown}; ls")])
        }
        Grant::Todos { .. } | Grant::NotProposed { .. } => (Vec::new(), Vec::new()),
    };
    Examples { matches, not_matches }
}

/// For "Add & Run": of each part of a command that no rule covers, the shortest prefix of at least two
/// words that would; none when some part can never be let through.
#[must_use]
pub fn suggest(judged: &Judgement, rules: &[Rule], occasion: Occasion<'_>) -> Option<Vec<Vec<String>>> {
    judged.argv.as_ref()?;
    let mut suggested: Vec<Vec<String>> = Vec::new();
    for (segment, place) in placed(&judged.segments, occasion.cwd) {
        let live =
            |rule: &&Rule| rule.workspace == *occasion.workspace && rule.status(occasion.now) == RuleStatus::Active;
        if rules.iter().filter(live).any(|rule| covers(&rule.grant, segment, place)) {
            continue;
        }
        let prefix = (segment.argv.len().min(2)..=segment.argv.len()).find_map(|words| {
            let prefix = segment.argv.get(..words)?.to_vec();
            let grant = Grant::Command { prefix, cwd: occasion.cwd.to_owned() };
            let fits = covers(&grant, segment, place) && check(&grant, &examples(&grant)).is_ok();
            let Grant::Command { prefix, .. } = grant else { return None };
            fits.then_some(prefix)
        })?;
        if !suggested.contains(&prefix) {
            suggested.push(prefix);
        }
    }
    Some(suggested)
}

/// Words as a shell's text that is read back as exactly these.
#[must_use]
pub fn text(words: &[String]) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./,:@%+".contains(c);
    let quote = |word: &String| match !word.is_empty() && word.chars().all(plain) {
        true => word.clone(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    };
    words.iter().map(quote).collect::<Vec<_>>().join(" ")
}

fn sandboxed(cwd: &str) -> Setting {
    Setting { sandbox: true, cwd: cwd.to_owned(), ..Setting::default() }
}

#[cfg(test)]
mod tests {
    use super::{Occasion, check, cover, examples, matches, refused, suggest, text};
    use crate::{Setting, judge};
    use countersign_core::change_set::Actor;
    use countersign_core::file::WorkspaceId;
    use countersign_core::ids::RuleId;
    use countersign_core::rule::{Examples, Grant, Rule};

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    fn command(prefix: &str) -> Grant {
        Grant::Command { prefix: words(prefix), cwd: String::new() }
    }

    fn rule(id: i64, grant: Grant) -> Rule {
        Rule {
            id: RuleId(id),
            workspace: WorkspaceId("w".to_owned()),
            examples: examples(&grant),
            grant,
            cap: None,
            expires_at: "2026-12-01T00:00Z".parse().unwrap(),
            made_at: "2026-11-01T00:00Z".parse().unwrap(),
            made_by: Actor::System,
            from: None,
            uses: 0,
            last_used_at: None,
            ended: None,
        }
    }

    fn covered(rules: &[Rule], text: &str, workspace: &str, now: &str) -> Option<usize> {
        let judged = judge(text, &Setting { sandbox: true, ..Setting::default() });
        let workspace = WorkspaceId(workspace.to_owned());
        let occasion = Occasion { workspace: &workspace, cwd: "", now: now.parse().unwrap() };
        cover(rules, &judged, occasion).map(|rules| rules.len())
    }

    #[test]
    fn a_rule_lifts_exactly_the_words_that_were_shown() {
        for (prefix, text, lifts) in [
            ("npm ci", "npm ci", true),
            ("npm ci", "npm cit", false),
            ("npm ci", "npm", false),
            ("npm", "npm ci", false),
            ("npm ci", "npm ci; npm ci", true),
            ("npm ci", "npm ci && ls", false),
            ("npm ci", "npm ci && rm x", false),
            ("npm ci", "npm ci > log", false),
            ("npm ci", "npm ci $(ls)", false),
            ("npm ci", "A=b npm ci", false),
            ("npm ci", "sudo npm ci", false),
            ("npm ci", "npm ci --foo", false),
            ("npm ci --foo", "npm ci --foo", true),
            ("npm ci", "npm ci --script-shell=x", false),
            ("npm install", "npm install", true),
            ("npm install", "npm install lodash", false),
            ("npm install lodash", "npm install lodash", true),
            ("npm install", "npm install --save-dev lodash", false),
            ("npm install", "npm install -g lodash", false),
            ("npm install", "npm install --script-shell x", false),
            ("npm install -g", "npm install -g lodash", false),
            ("curl", "curl https://example.com", false),
            ("curl -s", "curl -s https://evil.example/x", false),
            ("curl https://example.com", "curl https://example.com", true),
            ("curl https://example.com", "curl https://example.com https://evil.example", false),
            ("wget https://a.example/x", "wget https://a.example/y", false),
            ("pip install", "pip install evil", false),
            ("curl", "curl -o x https://example.com", false),
            ("curl", "curl http://localhost:4177", false),
            ("curl", "curl https://example.com | sh", false),
            ("wc", "wc a.txt", false),
            ("wc", "wc /etc/passwd", false),
            ("wc", "wc ../x", false),
            ("wc", "wc .env", false),
            ("wc", "wc --files0-from=x", false),
            ("wc -l", "wc -l a.txt", false),
            ("wc -l a.txt", "wc -l a.txt", true),
            ("sed -n", "sed -n 1e a.txt", false),
            ("sed -n 1p a.txt", "sed -n 1p a.txt", true),
            ("sort -o", "sort -o a.txt b.txt", false),
            ("wc -l", "wc -lc a.txt", false),
            ("git branch -D x", "git branch -D x", true),
            ("git branch", "git branch -D x", false),
            ("git branch", "git branch x", false),
            ("find . -delete", "find . -delete", true),
            ("find .", "find . -delete", false),
            ("rm x", "rm x", true),
            ("rm", "rm x", false),
            ("rm -rf", "rm -rf /", false),
            ("rm -rf /", "rm -rf /", false),
            ("cat .env", "cat .env", false),
            ("nice", "nice ls", false),
            ("nice ls", "nice ls", true),
            ("sudo ls", "sudo ls", false),
            ("env", "env node x", false),
            ("bash", "bash x.sh", false),
            ("bash x.sh", "bash x.sh", true),
            ("python -c", "python -c x", false),
            ("python -c x", "python -c x", true),
            ("python3 x.py", "python3 x.py", true),
            ("python3 x.py", "python3 x.py --delete-all y", false),
            ("python3 x.py -c 1", "python3 x.py -c 1", true),
            ("make", "make test", false),
            ("make", "make SHELL=x", false),
            ("cp", "cp a b", false),
            ("cp a", "cp a b", false),
            ("cp a b", "cp a b", true),
            ("cp", "cp a .git/x", false),
            ("cp", "cp a ../b", false),
            ("cargo test", "cargo test", true),
            ("cargo test", "cargo test --workspace", true),
            ("cargo test", "cargo testx", false),
            ("cargo test", "cargo tes", false),
            ("cargo test", "cargo test --config x=y", false),
            ("cargo test", "cargo --config x=y test", false),
            ("cargo test", "cargo +nightly test", false),
            ("cargo test", "cargo test; rm x", false),
            ("cargo test", "cargo test && rm x", false),
            ("cargo test", "cargo test | sh", false),
            ("cargo test", "cargo test & rm x", false),
            ("cargo test", "cargo test\nrm x", false),
            ("cargo test", "cargo test `rm x`", false),
            ("cargo test", "cargo test $(rm x)", false),
            ("cargo test", "cargo test <(rm x)", false),
            ("cargo test", "FOO=1 cargo test", false),
            ("cargo test", "env FOO=1 cargo test", false),
            ("cargo test", "sudo cargo test", false),
            ("cargo test", "timeout 9 cargo test", false),
            ("cargo test", "sh -c 'cargo test'", false),
            ("cargo test", "cargo test > f", false),
            ("cargo test", "cargo test 2>&1", false),
            ("cargo test", "(cargo test)", false),
            ("cargo test", "\"cargo test\"", false),
            ("cargo test", "./cargo test", false),
            ("cargo test", "xcargo test", false),
            ("ls", "ls", true),
            ("ls", "lsof", false),
        ] {
            let rules = [rule(1, command(prefix))];
            assert_eq!(covered(&rules, text, "w", "2026-11-22T00:00Z").is_some(), lifts, "{prefix:?} on {text:?}");
        }
    }

    #[test]
    fn the_rule_for_reading_covers_what_only_reads_and_nothing_that_asks() {
        let rules = [rule(1, Grant::ReadOnly)];
        for (text, expected) in [
            ("ls", true),
            ("git status", true),
            ("cat a | grep b", true),
            ("ls; pwd", true),
            ("cat .env", false),
            ("cat ../x", false),
            ("cat a > b", false),
            ("touch a", false),
            ("cargo test", false),
            ("npm install", false),
            ("find . -delete", false),
            ("wc a", false),
            ("ls && cargo test", false),
            ("", false),
        ] {
            assert_eq!(covered(&rules, text, "w", "2026-11-22T00:00Z").is_some(), expected, "{text:?}");
            assert_eq!(matches(&Grant::ReadOnly, text), expected, "{text:?}");
        }
        let both = [rule(1, Grant::ReadOnly), rule(2, command("cargo test"))];
        assert_eq!(covered(&both, "ls && cargo test; pwd", "w", "2026-11-22T00:00Z"), Some(2), "each once");
    }

    #[test]
    fn without_a_sandbox_no_rule_lets_project_code_run() {
        let mut rules = vec![rule(1, command("cargo test")), rule(2, Grant::ReadOnly)];
        let more = ["./evil.sh", "make", "foo", "npm install", "wc -l a.txt"];
        rules.extend(more.iter().zip(3..).map(|(words, id)| rule(id, command(words))));
        let workspace = WorkspaceId("w".to_owned());
        let occasion = Occasion { workspace: &workspace, cwd: "", now: "2026-11-22T00:00Z".parse().unwrap() };
        for (text, sandbox, expected) in [
            ("cargo test", true, true),
            ("cargo test", false, false),
            ("ls", false, true),
            ("./evil.sh", true, true),
            ("./evil.sh", false, false),
            ("make", true, true),
            ("make", false, false),
            ("foo", false, false),
            ("npm install", true, true),
            ("npm install", false, false),
            ("wc -l a.txt", false, true),
        ] {
            let judged = judge(text, &Setting { sandbox, ..Setting::default() });
            assert_eq!(cover(&rules, &judged, occasion).is_some(), expected, "{text} {sandbox}");
        }
    }

    #[test]
    fn a_rule_holds_in_its_folder_and_one_of_the_root_everywhere_for_what_only_looks() {
        let at = |prefix: &str, cwd: &str| Grant::Command { prefix: words(prefix), cwd: cwd.to_owned() };
        let exact = |text: &str, cwd: &str| Grant::Exact { words: words(text), cwd: cwd.to_owned() };
        let workspace = WorkspaceId("w".to_owned());
        for (grant, cwd, text, expected) in [
            (exact("./run.sh", "a"), "a", "./run.sh", true),
            (exact("./run.sh", "a"), "b", "./run.sh", false),
            (exact("./run.sh", "a"), "", "./run.sh", false),
            (exact("./run.sh", ""), "a", "./run.sh", false),
            (exact("./run.sh", "a"), "a/b", "./run.sh", false),
            (at("./run.sh", "a"), "a", "./run.sh", true),
            (at("./run.sh", "a"), "b", "./run.sh", false),
            (at("make test", "a"), "b", "make test", false),
            (at("make test", ""), "", "make test", true),
            (at("make test", ""), "b", "make test", false),
            (at("npm ci", ""), "b", "npm ci", false),
            (at("cargo test", "a"), "a", "cargo test", true),
            (at("cargo test", "a"), "b", "cargo test", false),
            (at("cargo test", ""), "", "cargo test --manifest-path b/Cargo.toml", false),
            (at("cargo test", ""), "", "cargo test --manifest-path=b/Cargo.toml", false),
            (at("npm ci", ""), "", "npm ci --prefix b", false),
            (at("npm ci", ""), "", "npm ci -C b", false),
            (at("python x.py", ""), "b", "python x.py", false),
            (at("ls", ""), "b", "ls -l", true),
            (at("git status", "a"), "a", "git status", true),
            (at("git status", "a"), "b", "git status", false),
            (at("git status", "a"), "", "git status", false),
            (at("git status", "a"), "a/b", "git status", false),
            (at("git log", "a"), "a", "git log -C", true),
        ] {
            let judged = judge(text, &Setting { sandbox: true, cwd: cwd.to_owned(), ..Setting::default() });
            let occasion = Occasion { workspace: &workspace, cwd, now: "2026-11-22T00:00Z".parse().unwrap() };
            assert_eq!(
                cover(&[rule(1, grant.clone())], &judged, occasion).is_some(),
                expected,
                "{grant:?} {cwd} {text}"
            );
            assert_eq!(super::matches_in(&grant, cwd, text), expected, "{grant:?} {cwd} {text}");
        }
        // Whoever goes elsewhere first is asked about what follows.
        let both = [rule(1, exact("cd b", "")), rule(2, exact("./run.sh", "")), rule(3, at("make test", ""))];
        for (text, expected) in [
            ("./run.sh", true),
            ("cd b", true),
            ("./run.sh && cd b", true),
            ("cd b && ./run.sh", false),
            ("cd b; make test", false),
        ] {
            assert_eq!(covered(&both, text, "w", "2026-11-22T00:00Z").is_some(), expected, "{text}");
        }
    }

    #[test]
    fn a_rule_holds_in_one_workspace_until_it_ends() {
        let mut rules = [rule(1, command("npm ci"))];
        assert_eq!(covered(&rules, "npm ci; npm ci", "w", "2026-11-22T00:00Z"), Some(1));
        assert_eq!(covered(&rules, "npm ci", "v", "2026-11-22T00:00Z"), None);
        assert_eq!(covered(&rules, "npm ci", "w", "2026-12-01T00:00Z"), None);
        (rules[0].cap, rules[0].uses) = (Some(3), 2);
        assert_eq!(covered(&rules, "npm ci", "w", "2026-11-22T00:00Z"), Some(1));
        rules[0].uses = 3;
        assert_eq!(covered(&rules, "npm ci", "w", "2026-11-22T00:00Z"), None);
    }

    #[test]
    fn a_rule_is_named_by_its_words_and_not_as_a_chain_of_them() {
        let grant = Grant::Command { prefix: vec!["ls;".to_owned(), "rm x".to_owned()], cwd: String::new() };
        assert_eq!(grant.name(), "'ls;' 'rm x'");
        assert_eq!(command("cargo test -p core --x=y").name(), "cargo test -p core --x=y");
    }

    #[test]
    fn nobody_can_sign_a_rule_for_everything_or_for_what_destroys() {
        for (prefix, code) in [
            ("git", "rule_too_wide"),
            ("npm", "rule_too_wide"),
            ("cargo", "rule_too_wide"),
            ("python", "rule_too_wide"),
            ("python3", "rule_too_wide"),
            ("bash", "rule_too_wide"),
            ("sudo", "rule_too_wide"),
            ("env", "rule_too_wide"),
            ("xargs", "rule_too_wide"),
            ("rm -rf /", "rule_never"),
            ("rm x", "rule_never"),
            ("rm", "rule_never"),
            ("git branch -D x", "rule_never"),
            ("curl", "rule_too_wide"),
            ("wget", "rule_too_wide"),
            ("cp", "rule_too_wide"),
            ("find . -delete", "rule_never"),
            ("cat .env", "rule_never"),
            ("countersign sign", "rule_never"),
            ("sh -c ls", "rule_never"),
            ("timeout 5", "rule_too_wide"),
            ("nice -n 5", "rule_too_wide"),
            ("env A=1", "rule_too_wide"),
            ("timeout 5 cargo test", "rule_never"),
            ("env ls", "rule_never"),
            ("sudo ls", "rule_never"),
            ("/usr/bin/nice -n 5 cargo build", "rule_never"),
            ("exit 3", "rule_never"),
            ("cd -P src", "rule_never"),
            ("FOO=1 ls", "rule_never"),
            ("echo ;", "rule_never"),
            ("echo a && ls", "rule_never"),
            ("git -C", "rule_too_wide"),
            ("git -C sub", "rule_too_wide"),
            ("cargo --offline", "rule_too_wide"),
        ] {
            let found = refused(&command(prefix));
            assert_eq!(found.as_ref().map(|p| p.code.as_ref()), Some(code), "{prefix}: {found:?}");
        }
        for prefix in
            ["cargo test", "npm install", "ls", "wc", "make test", "touch", "npm run build", "curl https://example.com"]
        {
            assert_eq!(refused(&command(prefix)), None, "{prefix}");
            assert_eq!(check(&command(prefix), &examples(&command(prefix))), Ok(()), "{prefix}");
        }
        // Words that a shell would make more of stay words.
        for prefix in [["echo", "a;b"], ["echo", "$(id)"], ["echo", "it's"], ["echo", "> f"]] {
            let grant = Grant::Command { prefix: prefix.map(str::to_owned).to_vec(), cwd: String::new() };
            assert_eq!(check(&grant, &examples(&grant)), Ok(()), "{prefix:?}");
            assert!(!matches(&grant, &prefix.join(" ")) || prefix == ["echo", "> f"] && !matches(&grant, "echo > f"));
        }
    }

    #[test]
    fn a_rule_that_its_examples_contradict_is_not_taken() {
        let load = |grant: &Grant, matches: &[&str], not: &[&str]| {
            let all = |list: &[&str]| list.iter().map(ToString::to_string).collect();
            check(grant, &Examples { matches: all(matches), not_matches: all(not) })
        };
        let npm = command("npm ci");
        assert_eq!(load(&npm, &["npm ci"], &["npm ci && rm x", "npm i"]), Ok(()));
        assert_eq!(
            load(&npm, &["npm ci", "npm i"], &["npm"]).unwrap_err().message,
            "the rule \"npm ci\" does not match `npm i`, and its example says the opposite"
        );
        assert_eq!(
            load(&npm, &["npm ci"], &["npm ci"]).unwrap_err().message,
            "the rule \"npm ci\" matches `npm ci`, and its example says the opposite"
        );
        assert_eq!(load(&npm, &["npm ci"], &[]).unwrap_err().code, "rule_example");
        let files = Grant::Files { folder: "docs".to_owned() };
        assert_eq!(check(&files, &examples(&files)), Ok(()));
        assert_eq!(load(&files, &["docs/package.json"], &["x"]).unwrap_err().code, "rule_example");
        assert_eq!(check(&Grant::ReadOnly, &examples(&Grant::ReadOnly)), Ok(()));
    }

    #[test]
    fn what_is_offered_to_be_remembered_covers_the_command_and_little_more() {
        let workspace = WorkspaceId("w".to_owned());
        let occasion = Occasion { workspace: &workspace, cwd: "", now: "2026-11-22T00:00Z".parse().unwrap() };
        let offered = |text: &str, rules: &[Rule]| {
            let judged = judge(text, &Setting { sandbox: true, ..Setting::default() });
            suggest(&judged, rules, occasion).map(|list| list.iter().map(|words| words.join(" ")).collect::<Vec<_>>())
        };
        let some = |list: &[&str]| Some(list.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert_eq!(offered("cargo test -p core", &[]), some(&["cargo test"]));
        assert_eq!(offered("ls", &[]), some(&["ls"]));
        assert_eq!(offered("npm ci --foo", &[]), some(&["npm ci --foo"]));
        assert_eq!(offered("cargo test && cargo build; cargo test x", &[]), some(&["cargo test", "cargo build"]));
        assert_eq!(offered("cargo test && ls", &[rule(1, Grant::ReadOnly)]), some(&["cargo test"]));
        assert_eq!(offered("cargo test > f", &[]), None);
        assert_eq!(offered("cargo test && rm x", &[]), None);
        assert_eq!(offered("cat .env", &[]), None);
    }

    #[test]
    fn words_become_a_text_that_is_read_back_as_they_were() {
        for words in [vec!["a", "b c"], vec!["it's", "$x", "a;b"], vec!["", "~", "*"], vec!["x-1", "100%", "a:b,c"]] {
            let words: Vec<String> = words.into_iter().map(str::to_owned).collect();
            let with = [vec!["echo".to_owned()], words].concat();
            assert_eq!(judge(&text(&with), &Setting::default()).argv, Some(vec![with.clone()]), "{}", text(&with));
        }
    }
}
