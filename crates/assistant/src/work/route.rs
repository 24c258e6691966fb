//! Whether a message is about the project, or about todos and talk. What could be either stays with
//! the todos: a wrong turn there is a question, here it would be a model's long answer.

use super::{Project, direct};
use crate::words::Words;
use countersign_planner::dates::{self, Clock};

/// Verbs of work on files and code.
const VERBS: &str = "edit|fix|refactor|implement|rewrite|rename|debug|document|optimize|optimise|simplify|port|migrate|\
    explain|review|summarize|summarise|describe|read|show|open|look at|check|change|update|modify|add|remove|delete|create|\
    write|generate|append|insert|replace|correct|improve|clean up|format|lint|compile|translate|extend|extract|split|move|\
    make|convert|use|convert|set|compare|analyze|analyse|find|test|build|why|what|how|where|does|is|can|could";

/// Things that only a project has.
const THINGS: &str = "code|codebase|function|functions|method|methods|class|module|struct|enum|interface|unit test|unit tests|\
    test suite|tests|failing test|failing tests|test coverage|compiler|compile error|compile errors|compiler warnings|\
    build error|build errors|the build|stack trace|stacktrace|exception|api|endpoint|endpoints|repo|repository|dependency|\
    dependencies|refactoring|linter|clippy|type error|type errors|variable|variables|source code|script|null pointer|regex|\
    parser|database schema|migration|docstring|docstrings|readme|changelog|css|html|javascript|typescript|python|rust|sql|\
    this file|these files|the file|the files|this folder|this project|the project|this directory|git|commit|branch|\
    pull request|makefile|dockerfile|import|imports|log output|error message|test failure|test failures|segfault|panic";

/// Says that something is to be remembered, not worked on.
const TODO: &str = "remind|reminder|todo|todos|to-do|task|tasks|note to self|don't forget|dont forget|remember to|remember that|\
    my list|overdue|due|reschedule|postpone|snooze|backlog|priority|recurring|appointment|mark|complete|completed|undo";

/// Verbs that are hardly ever about a todo.
const OWN: &str = "fix|refactor|implement|rewrite|debug|document|optimize|optimise|simplify|port|migrate|explain|summarize|\
    summarise|describe|improve|lint|compile|analyze|analyse|why|how";

/// Errands: what people do away from a project.
const ERRANDS: &str = "call|phone|email|mail|text|buy|get|pick up|pay|visit|meet|book|order|send|print|renew|ask|tell|bring|\
    return|schedule|plan|cook|wash|go|drive|invite|water|feed";

/// Where a message goes.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Way {
    /// To the todos, as without a project.
    Todos,
    /// To a model, with the project.
    Project,
    /// Nowhere else: these operations are what was said.
    Direct(Vec<serde_json::Value>),
}

/// Decides. `alone`: there is no model.
pub(crate) fn route(message: &str, project: &Project, clock: &Clock, alone: bool) -> Way {
    if project.about_command {
        return Way::Project;
    }
    if !kept_for_todos(message, clock)
        && let Some(operations) = direct::read(message, project, alone)
    {
        return Way::Direct(operations);
    }
    if about_project(message, project, clock) { Way::Project } else { Way::Todos }
}

/// Whether a message is about the project rather than about todos.
pub fn about_project(message: &str, project: &Project, clock: &Clock) -> bool {
    let words = Words::new(message);
    if project.about_command || message.contains("@") && explicit(message, project) {
        return true;
    }
    if kept_for_todos(message, clock) {
        return false;
    }
    let known = [&project.protected, &project.unread].iter().any(|names| !names.is_empty());
    let named = !project.files.is_empty() || known || message.contains("```");
    let missing = !project.missing.is_empty();
    let verb = leads(&words, VERBS);
    if named {
        return verb || !leads(&words, ERRANDS);
    }
    let dated = !dates::find(message, clock).is_empty();
    if dated {
        return false;
    }
    if missing && verb || runs(message) {
        return true;
    }
    if leads(&words, ERRANDS) {
        return false;
    }
    if verb && words.says(THINGS) && !words.quotes.iter().any(|q| q.start == 0) {
        return true;
    }
    // "continue", "yes, do that": the next step of what was begun. "add bread" may be a todo again.
    let pointing = verb && words.says("it|that|this|them|these|those|the rest|the others");
    project.goes_on && (continues(&words) || words.says(THINGS) || pointing || leads(&words, OWN))
}

/// `@name` of something in the folder, or of what is kept from models.
fn explicit(message: &str, project: &Project) -> bool {
    let said = |name: &str| message.contains(&format!("@{name}")) || message.contains(&format!("@\"{name}\""));
    project.files.iter().any(|f| said(&f.path) || said(f.path.rsplit('/').next().unwrap_or(&f.path)))
        || [&project.missing, &project.protected, &project.unread].into_iter().flatten().any(|n| said(n))
}

/// Todo words at their place, or a date in a sentence that says what to do then.
pub(crate) fn kept_for_todos(message: &str, clock: &Clock) -> bool {
    let words = Words::new(message);
    let lead = words.all.first().map(|w| w.fold.as_str()).unwrap_or_default();
    if matches!(lead, "todo" | "remind" | "reminder" | "remember" | "task") || message.trim_start().starts_with("- [") {
        return true;
    }
    if words.says("remind me|note to self|don't forget|dont forget|add a todo|add todo|add a task|new todo|new task|to my list|my todos|my tasks|todo list|a reminder") {
        return true;
    }
    let numbered = words
        .all
        .iter()
        .any(|w| w.fold.strip_prefix('#').is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit())));
    if numbered && !message.contains('`') {
        return true;
    }
    // Dates among the words of a command are the command's.
    let code = message.contains('`') || message.contains(" --") || message.contains('$');
    let dated = !code && !dates::find(message, clock).is_empty();
    dated && (words.says(TODO) || leads(&words, ERRANDS) || !named_verb(&words))
}

/// Begins with a verb of work on files, so that a date in it may be text.
fn named_verb(words: &Words) -> bool {
    leads(words, VERBS)
}

/// One of the phrases comes first, but for politeness.
fn leads(words: &Words, phrases: &str) -> bool {
    const POLITE: &str = "please can could would will you now ok okay hey hi then and so let's lets i want need to we should help \
        me also just in the";
    let first =
        words.all.iter().position(|w| !POLITE.split_whitespace().any(|p| p == w.fold)).unwrap_or(words.all.len());
    let asked = words.all.first().is_some_and(|w| matches!(w.fold.as_str(), "can" | "could"));
    phrases
        .split('|')
        .map(str::trim)
        .filter(|p| !p.is_empty())
        .any(|p| words.find(p).any(|at| at.start == first || at.start == 0 || asked && at.start == first + 1))
}

/// "run the tests", "run cargo test and fix what fails".
fn runs(message: &str) -> bool {
    let words = Words::new(message);
    let Some(at) = words.all.iter().take(4).position(|w| matches!(w.fold.as_str(), "run" | "execute" | "rerun")) else {
        return false;
    };
    let rest = words.slice(at + 1..words.all.len());
    let things = "tests|the tests|test|test suite|the build|build|linter|the linter|benchmarks|the benchmarks|formatter|script|\
        the script|it again|that again|the app|the server|the program|command|migrations";
    direct::is_command(rest) || Words::new(rest).says(things)
}

fn continues(words: &Words) -> bool {
    words.all.len() <= 8
        && words.all.first().is_some_and(|w| {
            matches!(
                w.fold.as_str(),
                "continue"
                    | "go"
                    | "yes"
                    | "proceed"
                    | "next"
                    | "do"
                    | "try"
                    | "again"
                    | "retry"
                    | "also"
                    | "now"
                    | "keep"
            )
        })
}
