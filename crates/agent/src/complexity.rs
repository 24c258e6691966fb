//! Whether a request is worked on in planned steps: three or more steps, three or more files, or
//! several concerns (S1-35). By rule, so that a small model is not asked what it cannot judge.

/// A word list of concerns: a request that names two of them has several.
const CONCERNS: [&[&str]; 5] = [
    &["frontend", "front-end", "page", "css", "ui"],
    &["backend", "back-end", "server", "api", "database"],
    &["config", "configuration", "settings", "toml", "yaml"],
    &["docs", "documentation", "readme", "changelog"],
    &["test", "tests"],
];
/// Words that begin one more step.
const THEN: [&str; 6] = ["then", "afterwards", "finally", "next", "danach", "ensuite"];
/// Of these a step has one at most.
const VERBS: [&str; 24] = [
    "add",
    "create",
    "write",
    "make",
    "change",
    "update",
    "delete",
    "remove",
    "rename",
    "move",
    "fix",
    "refactor",
    "split",
    "replace",
    "read",
    "run",
    "test",
    "check",
    "document",
    "implement",
    "list",
    "search",
    "summarise",
    "build",
];

/// Whether it takes planning.
pub fn is_complex(message: &str) -> bool {
    let listed = message
        .lines()
        .filter(|l| {
            let l = l.trim_start();
            l.starts_with("- ")
                || l.starts_with("* ")
                || l.split_once(['.', ')']).is_some_and(|(n, _)| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
        })
        .count();
    let words: Vec<String> = message
        .split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '(' | ')' | '"' | '\'' | '`'))
        .map(|w| w.trim_end_matches(['.', ':', '!', '?']).to_lowercase())
        .filter(|w| !w.is_empty())
        .collect();
    let mut files: Vec<&String> = words.iter().filter(|w| is_file(w)).collect();
    files.sort();
    files.dedup();
    let concerns = CONCERNS.iter().filter(|names| words.iter().any(|w| names.contains(&w.as_str()))).count();
    let verbs = words.iter().filter(|w| VERBS.contains(&w.as_str())).count();
    let then = words.iter().filter(|w| THEN.contains(&w.as_str())).count();
    listed >= 3
        || files.len() >= 3
        || concerns >= 2
        || then >= 2
        || (verbs >= 3 && (then >= 1 || message.contains([',', ';'])))
}

/// `src/main.rs`, `README.md`: a name with a short ending.
fn is_file(word: &str) -> bool {
    word.rsplit_once('.').is_some_and(|(stem, end)| {
        let letters = end.bytes().all(|b| b.is_ascii_alphanumeric()) && end.bytes().any(|b| b.is_ascii_alphabetic());
        !stem.is_empty() && (1..=5).contains(&end.len()) && letters && stem.bytes().any(|b| b.is_ascii_alphanumeric())
    })
}

#[cfg(test)]
mod tests {
    use super::is_complex;

    #[test]
    fn steps_files_and_concerns_make_it_complex() {
        for (message, complex) in [
            ("rename a.txt to b.txt", false),
            ("What does src/main.rs do?", false),
            ("Add a header to README.md", false),
            ("Change a.rs, b.rs and c.rs to use the new name", true),
            ("- one\n- two\n- three", true),
            ("1. read it\n2. change it\n3. test it", true),
            ("Update the server and the docs", true),
            ("First read it, then change it, then test it", true),
            ("Create a folder, write the file and run it", true),
            ("Look at version 1.2.3 of it", false),
            ("e.g. a word", false),
        ] {
            assert_eq!(is_complex(message), complex, "{message}");
        }
    }
}
