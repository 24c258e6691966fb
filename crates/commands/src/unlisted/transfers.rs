//! Programs that carry files between machines (`scp`, `rsync`): what is sent is read with all that is below
//! it, what is fetched is written, and what lies on another machine is no path of this one.

use super::given::takes_next;
use super::tools::never;
use crate::case::{Case, Finding};
use crate::place::Access;
use crate::verdict::Verdict;

/// Refuses what is sent of secrets, and what is written where nothing may be.
pub(super) fn judge(case: &Case<'_>, finding: &mut Finding, name: &str, argv: &[String]) {
    if matches!(name, "docker" | "podman" | "nerdctl" | "kubectl" | "oc")
        && argv.iter().skip(1).any(|word| word == "cp")
    {
        // The last word is where it is put.
        let into = argv.last().filter(|into| !is_elsewhere(into) && !into.starts_with('-'));
        if let Some(into) = into {
            never(case, finding, argv.len() - 1, into, Access::Overwrite);
        }
    }
    if !matches!(name, "scp" | "rsync") {
        return;
    }
    let operands = operands(name, argv);
    let Some((into, from)) = operands.split_last() else { return };
    let deletes = name == "rsync" && argv.iter().any(|word| word.starts_with("--del"));
    let written = if deletes { Access::Destroy } else { Access::Overwrite };
    // Unless it is told to leave it.
    if deletes && !argv.iter().any(|word| word.contains(".git") || word.starts_with("--exclude-from")) {
        case.emptied(finding, into.0, into.1);
    }
    let uses = from.iter().map(|word| (*word, Access::Sweep)).chain([(*into, written)]);
    for ((at, word), access) in uses.filter(|((_, word), _)| !is_elsewhere(word)) {
        let mut found = Finding::new(finding.class);
        case.path(&mut found, at, word, access);
        found.objections.retain(|objection| objection.verdict == Verdict::Never);
        finding.objections.extend(found.objections);
    }
}

/// Whether it sends to another machine, or fetches from one.
pub(super) fn between_machines(name: &str, argv: &[String]) -> bool {
    matches!(name, "scp" | "rsync") && operands(name, argv).into_iter().any(|(_, word)| is_elsewhere(word))
}

/// The words that name files, each with its place.
fn operands<'w>(name: &str, argv: &'w [String]) -> Vec<(usize, &'w str)> {
    let (mut found, mut at, mut ended) = (Vec::new(), 1, false);
    while let Some(word) = argv.get(at).map(String::as_str) {
        match word {
            "--" if !ended => ended = true,
            _ if !ended && word.len() > 1 && word.starts_with('-') => at += usize::from(takes_next(name, word)),
            _ => found.push((at, word)),
        }
        at += 1;
    }
    found
}

/// Whether it lies on another machine: `host:`, `ann@host:x`, `rsync://host/x`; a slash before the colon makes
/// it a path of this one.
pub(super) fn is_elsewhere(word: &str) -> bool {
    word.contains("://") || word.split_once(':').is_some_and(|(host, _)| !host.is_empty() && !host.contains('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_are_what_is_no_option_and_no_value_of_one() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let named = |text: &str| {
            let argv = words(text);
            operands(&argv[0], &argv).into_iter().map(|(_, word)| word.to_owned()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(named("scp -P 22 -r src -o A=b host:"), "src host:");
        assert_eq!(named("scp -- -x host:"), "-x host:");
        assert_eq!(named("rsync -av --exclude target --delete src/ host:b"), "src/ host:b");
        assert_eq!(named("rsync -a --exclude=x - b"), "- b");
    }

    #[test]
    fn what_lies_elsewhere_is_told_by_its_colon() {
        for word in ["b:", "host:x", "ann@host:/etc", "rsync://host/x", "[::1]:x"] {
            assert!(is_elsewhere(word), "{word}");
        }
        for word in ["a", "./a:b", "/a:b", ":x", "~/a:b", "a/b:c"] {
            assert!(!is_elsewhere(word), "{word}");
        }
    }
}
