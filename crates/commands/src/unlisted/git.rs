//! Sub-commands of git that are not listed: what they would load or run.

use super::inner::refusals;
use crate::case::{Case, Finding};
use crate::environment;
use crate::place::{Access, clip};
use crate::verdict::Class;

/// Refuses what loads code or reads secrets, and says what the sub-command does.
pub(super) fn judge(case: &Case<'_>, finding: &mut Finding, argv: &[String]) {
    let Some(sub) = argv.get(1).map(String::as_str) else { return };
    finding.class = match sub {
        "push" | "pull" | "fetch" | "clone" | "remote" | "ls-remote" | "submodule" | "send-email" => Class::Network,
        "clean" | "reset" | "gc" | "prune" | "filter-branch" | "rm" | "reflog" | "stash" => Class::Destructive,
        "show" | "blame" | "rev-parse" | "ls-files" | "describe" | "shortlog" | "grep" | "rev-list" | "cat-file" => {
            Class::ReadOnly
        }
        _ => Class::Write,
    };
    let reads = argv.iter().any(|word| word.starts_with("--get") || matches!(word.as_str(), "get" | "--list" | "-l"));
    for (word, text) in argv.iter().enumerate().skip(2) {
        let loads = text.starts_with("--upload-pack")
            || text.starts_with("--receive-pack")
            || (sub != "rebase" && text.starts_with("--exec="))
            || text.starts_with("ext::")
            || text.starts_with("--extcmd")
            || text.starts_with("--ext-diff")
            || text.starts_with("--textconv")
            || (sub == "cat-file" && text.starts_with("--filters"))
            || (matches!(sub, "clone" | "init") && text.starts_with("--template"))
            || (sub == "clone" && text.starts_with("-u"))
            || (sub == "send-email" && text.starts_with("--sendmail-cmd"))
            || (sub == "grep" && (text.starts_with("-O") || text.starts_with("--open-files-in-p")))
            || (sub == "difftool" && text.starts_with("-x"))
            || (matches!(sub, "config" | "clone")
                && !reads
                && environment::is_git_code(text)
                && text.contains('.')
                && !text.contains('/'));
        if loads {
            finding.refuse(Class::ControlPlane, word, format!("`{}` loads code", clip(text)));
        }
        let before = argv[word - 1].as_str();
        let runs = matches!((sub, before), ("rebase", "-x" | "--exec") | ("submodule", "foreach"))
            || (sub == "filter-branch" && before.ends_with("-filter"));
        if runs {
            refusals(case, finding, word, text);
        }
        let settings =
            text.strip_prefix("--file=").or(Some(text.as_str()).filter(|_| matches!(before, "-f" | "--file")));
        if let Some(path) = settings.filter(|_| sub == "config" && !reads) {
            case.path(finding, word, path, Access::Overwrite);
        }
    }
    if sub == "credential" || sub.starts_with("credential-") {
        finding.refuse(Class::Unknown, 1, "`git credential` reads secrets");
    }
}
