//! Which commands fall under a standing rule (R13): the exact words that were shown, for one
//! workspace, for a time. A rule lifts a *prompt*; it never lifts *never*, nor an objection to a word
//! that was not shown. Stores nothing and reads no clock.

mod refused;
#[cfg(test)]
mod tests;

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
        Grant::Command { .. } | Grant::Exact { .. } | Grant::ReadOnly {} => {
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
        Grant::ReadOnly {} | Grant::Files { .. } | Grant::Todos { .. } | Grant::NotProposed { .. } => false,
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
        Grant::ReadOnly {} => segment.verdict == Verdict::Allow && segment.class == Class::ReadOnly,
        Grant::Exact { words, cwd } => place == Some(cwd) && segment.argv == *words && lifts(words, segment),
        Grant::Files { .. } | Grant::Todos { .. } | Grant::NotProposed { .. } => false,
    }
}

/// Options that make a program work in another folder than the one it was started in.
const FOLDER_OPTIONS: [&str; 8] =
    ["--manifest-path", "--prefix", "--dir", "--cwd", "--directory", "--chdir", "--project-dir", "--rootdir"];

/// Options with which a program works on what lies in the folders that they name: a compiler on another project, a
/// package manager on the packages below its own.
const MEMBER_OPTIONS: [(&str, &[&str]); 5] = [
    ("npm", &["-w", "-ws", "--workspace", "--workspaces"]),
    ("pnpm", &["-F", "-r", "--filter", "--filter-prod", "--recursive"]),
    ("yarn", &["-A", "--all", "--from", "--include"]),
    ("bun", &["-F", "--filter", "--workspaces"]),
    ("tsc", &["-p", "-b", "--project", "--build"]),
];

/// Whether a word that was not shown leads it into another folder: an option, or the value of one that was shown.
fn leads_elsewhere(prefix: &[String], segment: &Segment) -> bool {
    let program = segment.argv.first().map_or("", String::as_str);
    let leads = |word: &String| {
        let name = word.split('=').next().unwrap_or_default();
        FOLDER_OPTIONS.contains(&name) || word.starts_with("-C") || names_members(program, word)
    };
    let further = segment.argv.get(prefix.len()..).unwrap_or_default();
    let shown = prefix.last().is_some_and(|last| !last.contains('=') && leads(last)) && !further.is_empty();
    // Behind `--` stand words of the task.
    let (own, task) = further.split_at(further.iter().position(|word| word == "--").unwrap_or(further.len()));
    shown || own.iter().any(leads) || task.iter().any(|word| leads(word) && !names_members(program, word))
}

/// Whether a word is one of those options: also shortened, with another number of dashes, or among other letters.
fn names_members(program: &str, word: &str) -> bool {
    let name = word.split('=').next().unwrap_or_default();
    let Some(bare) = name.strip_prefix('-').map(|rest| rest.trim_start_matches('-')) else { return false };
    let is = |option: &&str| match option.strip_prefix("--") {
        Some(full) => bare.len() > 1 && full.starts_with(bare),
        None => bare == &option[1..] || !name.starts_with("--") && name.ends_with(&option[1..]),
    };
    let known = MEMBER_OPTIONS.iter().filter(|(known, _)| *known == program);
    known.flat_map(|(_, options)| options.iter()).any(is)
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
        Grant::ReadOnly {} => (
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
