//! Programs that show or hand out the secrets that they keep, or that somebody keeps for them: what they would show
//! is refused like the file it would be in (`core::secret`). Programs that only name them, or that are given one to
//! keep, are not.

use super::telling::TELL;
use crate::case::Finding;
use crate::verdict::Class;

/// How the names of programs begin that hand out what a registry is entered with: `docker-credential-pass get`.
const HELPERS: [&str; 2] = ["docker-credential-", "git-credential-"];

/// Refuses what shows secrets.
pub(super) fn judge(finding: &mut Finding, name: &str, argv: &[String]) {
    let named = TELL.iter().filter(|(programs, _)| programs.split(' ').any(|program| program == name));
    // Nothing but these words, and how they are used.
    let helps = |words: &str| {
        argv.len() == words.split_ascii_whitespace().count() + 2
            && argv.last().is_some_and(|word| matches!(word.as_str(), "--help" | "--version"))
    };
    let told = named.map(|(_, words)| *words).any(|words| says(argv, words) && !helps(words));
    // Letters without a dash, among them the one for what is set where a process runs.
    let around = name == "ps" && argv.get(1).is_some_and(|word| is_letters(word) && word.contains('e'));
    // `gpg -qd x`
    let opens = matches!(name, "gpg" | "gpg2")
        && argv
            .iter()
            .skip(1)
            .any(|word| word.strip_prefix('-').is_some_and(|rest| is_letters(rest) && rest.ends_with('d')));
    let told = told || around || opens;
    let helper = HELPERS.iter().any(|begun| name.starts_with(begun)) && says(argv, "get");
    if told || helper {
        finding.refuse(Class::Unknown, argv.len().min(2) - 1, "it reads secrets");
    }
}

fn is_letters(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|b| b.is_ascii_alphabetic())
}

fn says(argv: &[String], words: &str) -> bool {
    let mut said = argv.iter().skip(1);
    words.split_ascii_whitespace().all(|word| said.any(|other| word.split('|').any(|one| is(other, one))))
}

fn is(word: &str, pattern: &str) -> bool {
    match (pattern.strip_prefix('@'), pattern.split_once('*')) {
        (Some(kind), _) => word.split(',').any(|one| is_kind(&one.to_lowercase(), kind)),
        (None, Some((begun, part))) => word.strip_prefix(begun).is_some_and(|rest| rest.contains(part)),
        (None, None) => word.starts_with(pattern),
    }
}

/// Whether a word names objects of a kind: one or many, with their group (`secrets.v1.`) or a name (`secret/db`).
fn is_kind(word: &str, kind: &str) -> bool {
    let named = word.split(['/', '.']).next().unwrap_or(word);
    named == kind || named.strip_suffix('s') == Some(kind)
}

#[cfg(test)]
mod tests {
    use super::says;

    #[test]
    fn kinds_are_found_in_lists_and_with_their_names() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        for text in [
            "k get pods,secrets",
            "k get all,secret -o yaml",
            "k get secret/db",
            "k get Secrets.v1. x",
            "k get secrets",
        ] {
            assert!(says(&words(text), "get @secret"), "{text}");
        }
        for text in [
            "k get pods",
            "k get pods -n secrets-test",
            "k get sealedsecrets",
            "k get pods/secret",
            "k get secretstores",
        ] {
            assert!(!says(&words(text), "get @secret"), "{text}");
        }
    }
}
