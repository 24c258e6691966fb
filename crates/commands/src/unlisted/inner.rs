//! Commands inside commands: what wrappers run, and the code given to shells and interpreters.

use crate::case::{Case, DEEPEST, Finding};
use crate::environment;
use crate::place::clip;
use crate::scan::assignment;
use crate::verdict::{Class, Objection};

/// Takes the refusals out of a text that a shell would run.
pub(super) fn refusals(case: &Case<'_>, finding: &mut Finding, word: usize, text: &str) {
    if case.depth >= DEEPEST {
        return;
    }
    let inner = crate::judge::refusals(&case.deeper(), text);
    finding.objections.extend(inner.into_iter().map(|objection| Objection { word: Some(word), ..objection }));
}

pub(super) fn shell(case: &Case<'_>, finding: &mut Finding, name: &str, argv: &[String]) {
    if case.piped {
        finding.refuse(Class::Shell, 0, format!("something is piped into `{name}`"));
    }
    if let Some(fed) = &case.fed {
        refusals(case, finding, 0, fed);
    }
    if name == "eval" {
        refusals(case, finding, 1, &argv[1..].join(" "));
    } else if let Some(at) = argv.iter().skip(1).position(|word| {
        word == "--command" || (word.starts_with('-') && !word.starts_with("--") && word.contains('c'))
    }) && let Some(code) = argv.get(at + 2)
    {
        refusals(case, finding, at + 2, code);
    }
    if argv.iter().any(|word| word == "--rcfile" || word == "--init-file" || word.starts_with("--rcfile=")) {
        finding.refuse(Class::ControlPlane, 1, "`--rcfile` loads code");
    }
}

pub(super) fn interpreter(case: &Case<'_>, finding: &mut Finding, name: &str, argv: &[String]) {
    if case.piped {
        finding.refuse(Class::Interpreter, 0, format!("something is piped into `{name}`"));
    }
    for (word, text) in argv.iter().enumerate().skip(1) {
        case.code(finding, word, text);
    }
}

pub(super) fn wrapper(
    case: &Case<'_>,
    finding: &mut Finding,
    name: &str,
    valued: &str,
    before: usize,
    argv: &[String],
) {
    let mut at = 1;
    let mut skip = before;
    while let Some(word) = argv.get(at).map(String::as_str) {
        if let Some((variable, value)) = assignment(word).filter(|_| matches!(name, "env" | "sudo" | "doas")) {
            if environment::loads_code(variable, value) {
                finding.refuse(Class::ControlPlane, at, format!("`{variable}` loads code"));
            }
            at += 1;
        } else if word.starts_with('-') && word.len() > 1 {
            if name == "env" && (word.starts_with("-S") || word.starts_with("--split-string")) {
                let attached = word.strip_prefix("-S").or_else(|| word.strip_prefix("--split-string="));
                let text = attached.filter(|t| !t.is_empty()).or_else(|| argv.get(at + 1).map(String::as_str));
                refusals(case, finding, at, text.unwrap_or(""));
            }
            if matches!(name, "sudo" | "doas")
                && (word == "--user"
                    || word == "-u"
                    || word.starts_with("--user=")
                    || (word.starts_with("-u") && word.len() > 2))
            {
                let user = word.strip_prefix("--user=").or_else(|| word.strip_prefix("-u").filter(|u| !u.is_empty()));
                let user = user.or_else(|| argv.get(at + 1).map(String::as_str)).unwrap_or("");
                if user != "root" {
                    finding.refuse(Class::Unknown, at, format!("`{name} -u {}` reaches other users", clip(user)));
                }
            }
            at += 1 + usize::from(word != "--" && valued.split(' ').any(|option| option == word));
            if word == "--" {
                break;
            }
        } else if skip > 0 {
            skip -= 1;
            at += 1;
        } else {
            break;
        }
    }
    let inner = argv.get(at..).unwrap_or_default();
    if inner.is_empty() || case.depth >= DEEPEST {
        return;
    }
    if matches!(name, "watch" | "parallel") && inner.len() == 1 {
        return refusals(case, finding, at, &inner[0]);
    }
    if name == "flock" && inner[0] == "-c" {
        return refusals(case, finding, at + 1, inner.get(1).map_or("", String::as_str));
    }
    let mut deeper = case.deeper();
    deeper.piped |= matches!(name, "xargs" | "parallel") && case.piped;
    finding.absorb(crate::judge::words(&deeper, inner), at);
}
