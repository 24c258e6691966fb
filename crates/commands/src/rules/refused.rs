//! Which rules nobody may sign: what would let too much through, nothing at all, or what must be asked
//! about each time.

use super::{sandboxed, text};
use crate::judge::judge;
use crate::scan::assignment;
use crate::verdict::{Class, Segment, Verdict};
use crate::{table, unlisted, writes_repository};
use countersign_core::problem::{Problem, hint};
use countersign_core::rule::Grant;

/// Why nobody may sign such a rule, if so: it lets too much through, or what must be asked each time.
#[must_use]
pub fn refused(grant: &Grant) -> Option<Problem> {
    let (Grant::Command { prefix, cwd } | Grant::Exact { words: prefix, cwd }) = grant else { return None };
    let program = prefix.first()?;
    let shown = text(prefix);
    if matches!(grant, Grant::Command { .. })
        && prefix.len() == 1
        && (table::has_subcommands(program) || unlisted::runs_words(program))
    {
        let why = format!("`{shown}` alone would let through whatever follows it");
        return Some(Problem::new("rule_too_wide", why).at("/grant/prefix"));
    }
    let asks = table::find(prefix).is_some_and(|(program, _)| program.tier == table::Tier::Asks);
    if matches!(grant, Grant::Command { .. }) && prefix.len() == 1 && asks {
        let why = format!("`{shown}` does not say what: a rule names all of what is fetched or overwritten");
        return Some(Problem::new("rule_too_wide", why).at("/grant/prefix"));
    }
    if unlisted::needs_network(prefix) {
        let why = format!("`{shown}` needs the network, which nothing has that runs unasked");
        let problem = Problem::new("rule_network", why).at("/grant/prefix");
        return Some(match writes_repository(&judge(&shown, &sandboxed(cwd)).segments) {
            // No signature lets that through either.
            Some(_) => problem.hinting(hint("repository_read_only")),
            None => problem,
        });
    }
    if let Some(problem) = idle(grant, prefix) {
        return Some(problem);
    }
    if unlisted::wraps(program) {
        let why = format!("`{program}` runs another program, and is asked about each time: `{shown}`");
        return Some(Problem::new("rule_never", why).at("/grant/prefix"));
    }
    let judged = judge(&shown, &sandboxed(cwd));
    let harms = |segment: &Segment| matches!(segment.class, Class::Shell | Class::Destructive | Class::ControlPlane);
    if judged.argv.as_deref() != Some(std::slice::from_ref(prefix)) {
        let why = format!("`{shown}` is not one command of plain words");
        return Some(Problem::new("rule_never", why).at("/grant/prefix"));
    }
    if judged.verdict == Verdict::Never || judged.segments.iter().any(harms) {
        let why = format!("`{shown}` is asked about each time: {}", judged.reason);
        return Some(Problem::new("rule_never", why).at("/grant/prefix"));
    }
    None
}

/// Words that would let nothing through as they are meant, or whatever follows them: an assignment or
/// a sign of the shell is no word of a command, and options before a program or subcommand name none.
fn idle(grant: &Grant, prefix: &[String]) -> Option<Problem> {
    let program = prefix.first()?;
    let shown = text(prefix);
    let refuse = |code: &'static str, why: String| Some(Problem::new(code, why).at("/grant/prefix"));
    if assignment(program).is_some() {
        return refuse("rule_never", format!("`{program}` sets a variable: no rule lets that through"));
    }
    if let Some(sign) = prefix.iter().find(|word| !word.is_empty() && word.chars().all(|c| ";&|<>()`".contains(c))) {
        return refuse(
            "rule_never",
            format!("`{sign}` is a sign of the shell, not a word: a rule is about one command"),
        );
    }
    let option = |word: &String| word.starts_with('-');
    if table::has_subcommands(program) && prefix.get(1).is_some_and(option) {
        return refuse(
            "rule_too_wide",
            format!("`{shown}` names no subcommand first, and would let through what follows"),
        );
    }
    let setting = |word: &String| option(word) || word.contains('=') || word.starts_with(|c: char| c.is_ascii_digit());
    let wraps = matches!(grant, Grant::Command { .. }) && unlisted::runs_words(program);
    if wraps && prefix.iter().skip(1).all(setting) {
        return refuse("rule_too_wide", format!("`{shown}` alone would let through whatever follows it"));
    }
    None
}
