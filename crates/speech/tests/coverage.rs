//! No text for people is hard-coded: whatever the sources word must be in the catalogue, in all four
//! languages, or in `english.txt`, the list of what looks like words for people and is none.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use countersign_speech::{Language, phrases, say};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Sources that word texts for people. Of those marked `true` only what reads as a sentence counts:
/// they are full of the words of requests.
const SOURCES: [(&str, bool); 13] = [
    ("core/src", false),
    ("commands/src", false),
    ("engine/src", false),
    ("server/src", false),
    ("suggest/src", false),
    ("planner/src/interpret", true),
    ("assistant/src", true),
    ("interchange/src", false),
    ("llm/src/error.rs", false),
    ("llm/src/conversation.rs", false),
    ("agent/src/machine", true),
    ("agent/src/machine/finish.rs", false),
    ("agent/src/reading.rs", false),
];

/// Files whose texts are for models, for programs or for the log, each with the reason.
const NOT_FOR_PEOPLE: [(&str, &str); 33] = [
    ("core/src/session/handoff.rs", "what a new session's model is told"),
    ("core/src/tools.rs", "tools: a model is answered"),
    ("core/src/reason.rs", "codes with their words; the page has its own"),
    ("engine/src/tool_servers/tools.rs", "tools: a model is offered them; the reasons in it are in the catalogue"),
    ("engine/src/plans/mend.rs", "a prompt"),
    ("engine/src/sessions/bugs.rs", "a Markdown report"),
    ("engine/src/sessions/handoff.rs", "what a new session's model is told"),
    ("engine/src/sessions/transcript.rs", "a Markdown transcript"),
    ("engine/src/turns/context.rs", "a prompt"),
    ("engine/src/wakes/operations.rs", "operations of agents: a model is answered"),
    ("engine/src/images/prompts.rs", "prompts"),
    ("assistant/src/pictures.rs", "words of requests"),
    ("assistant/src/pictures/listed.rs", "words of requests"),
    ("engine/src/effects/sandbox.rs", "the doctor's report, in the terminal's own words"),
    ("engine/src/effects/sandbox/landlock.rs", "as the sandbox's: what its verb says"),
    ("engine/src/effects/sandbox/verb.rs", "a process of our own: what it says is a part of the command's output"),
    ("core/src/guarded.rs", "names of files beside reasons that are in the catalogue"),
    ("commands/src/unlisted/names.rs", "names of programs"),
    ("commands/src/unlisted/given.rs", "names of programs and of their options"),
    ("commands/src/unlisted/begun.rs", "names of programs and of their options"),
    ("commands/src/unlisted/unread.rs", "names of programs and of their options"),
    ("commands/src/unlisted/telling.rs", "words of commands"),
    ("commands/src/unlisted/elsewhere.rs", "names of programs and of their verbs"),
    ("commands/src/unlisted/later.rs", "names of programs and of their verbs"),
    ("server/src/openapi.rs", "the API's description"),
    ("server/src/page.rs", "the page's own answers, which are no JSON"),
    ("server/src/access.rs", "errors of a caller in this process"),
    ("server/src/auth.rs", "errors of a caller in this process"),
    ("assistant/src/likeness.rs", "a prompt"),
    ("assistant/src/prompt.rs", "a prompt"),
    ("assistant/src/grammar.rs", "a prompt"),
    ("assistant/src/work/prompt.rs", "a prompt"),
    ("assistant/src/supervise.rs", "a prompt"),
];

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn files(dir: &Path, into: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            if name != "tests" && name != "languages" {
                files(&path, into);
            }
        } else if name.ends_with(".rs") && name != "tests.rs" {
            into.push(path);
        }
    }
}

/// The string literals of a source, each with what stands before it on its line; test modules,
/// comments and raw strings are left out.
fn literals(source: &str) -> Vec<(String, String)> {
    // One in a file of its own cuts nothing off here.
    let source = source.replace("#[cfg(test)]\nmod tests;\n", "");
    let source = source.split("#[cfg(test)]\nmod ").next().unwrap();
    let chars: Vec<char> = source.chars().collect();
    let (mut at, mut before, mut out) = (0, String::new(), Vec::new());
    while at < chars.len() {
        let c = chars[at];
        match c {
            '/' if chars.get(at + 1) == Some(&'/') => {
                while at < chars.len() && chars[at] != '\n' {
                    at += 1;
                }
            }
            'r' if matches!(chars.get(at + 1), Some('"' | '#'))
                && !before.ends_with(|c: char| c.is_alphanumeric() || c == '_') =>
            {
                let hashes = chars[at + 1..].iter().take_while(|c| **c == '#').count();
                at += hashes + 1;
                if chars.get(at) == Some(&'"') {
                    at += 1;
                    while at < chars.len()
                        && !(chars[at] == '"'
                            && chars[at + 1..].iter().take(hashes).filter(|c| **c == '#').count() == hashes)
                    {
                        at += 1;
                    }
                    at += hashes + 1;
                }
            }
            '\'' if chars.get(at + 1) == Some(&'\\') => {
                at += 3;
                while at < chars.len() && chars[at - 1] != '\'' {
                    at += 1;
                }
            }
            '\'' if chars.get(at + 2) == Some(&'\'') => at += 3,
            '"' => {
                let mut text = String::new();
                at += 1;
                while at < chars.len() && chars[at] != '"' {
                    if chars[at] != '\\' {
                        text.push(chars[at]);
                        at += 1;
                        continue;
                    }
                    at += 1;
                    match chars[at] {
                        'n' => text.push('\n'),
                        'u' => {
                            let code: String = chars[at + 2..].iter().take_while(|c| **c != '}').collect();
                            at += code.len() + 2;
                            text.extend(char::from_u32(u32::from_str_radix(&code, 16).unwrap()));
                        }
                        '\n' => {
                            while chars[at + 1].is_whitespace() {
                                at += 1;
                            }
                        }
                        other => text.push(other),
                    }
                    at += 1;
                }
                at += 1;
                out.push((before.clone(), text));
                before.push('"');
            }
            '\n' => {
                before.clear();
                at += 1;
            }
            _ => {
                before.push(c);
                at += 1;
            }
        }
    }
    out
}

/// With `{}` for each gap, and for JSON that stands in a text.
fn shape(text: &str) -> String {
    let text = text.replace("{{", "\u{1}").replace("}}", "\u{2}");
    let mut out = String::new();
    let mut depth = 0;
    for c in text.chars() {
        match c {
            '{' | '\u{1}' => {
                depth += 1;
                if depth == 1 {
                    out.push_str("{}");
                }
            }
            '}' | '\u{2}' => depth -= 1,
            _ if depth > 0 => {}
            c => out.push(c),
        }
    }
    out.trim_matches(|c: char| c == ' ' || c == '\n').to_owned()
}

/// What the catalogue holds, as shapes; a number in words counts as itself.
fn known() -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for phrase in phrases() {
        for text in phrase.english.iter().chain(&phrase.sources) {
            let mut plain = (*text).to_owned();
            while let Some(at) = plain.find("#1}") {
                let from = plain[..at].rfind('{').unwrap();
                plain.replace_range(from..at + 3, "1");
            }
            let shape = shape(&plain);
            all.insert(shape.replace("“{}”", "{}"));
            all.insert(shape.trim_matches([',', ';', ' ']).to_owned());
            all.insert(shape);
        }
    }
    all
}

/// Whether a text comes out in German with something in its gaps, and nothing of it is left in English.
fn is_said(shape: &str) -> bool {
    ["7", "x"].iter().any(|gap| {
        let text = shape.replace("{}", gap);
        let words: Vec<&str> = text.split_whitespace().collect();
        let small = |w: &str| w.len() > 1 && w.chars().all(|c| c.is_ascii_lowercase());
        let pairs = words.windows(2).filter(|two| small(two[0]) && small(two[1])).map(|two| two.join(" "));
        say(&text, Language::German).is_some_and(|said| pairs.into_iter().all(|pair| !said.contains(&pair)))
    })
}

/// Whether a literal reads as words for people.
fn is_prose(text: &str, strict: bool) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    if text.contains('|') || words.len() < 2 || !text.chars().any(|c| c.is_ascii_alphabetic()) {
        return false;
    }
    let begins = text.starts_with(|c: char| c.is_ascii_uppercase() || matches!(c, '“' | '{' | '#'));
    if strict {
        return begins && text.ends_with(['.', '?', '!']);
    }
    // Two words beside each other, one of them of small letters.
    words.windows(2).any(|two| {
        let small = |w: &str| {
            w.len() > 1 && w.chars().all(|c| c.is_ascii_lowercase() || matches!(c, '\'' | ',' | '.' | ':' | ';' | '?'))
        };
        let gap = |w: &str| w.contains('{');
        (small(two[0]) && (small(two[1]) || gap(two[1])))
            || (small(two[1]) && (gap(two[0]) || two[0].starts_with(char::is_uppercase)))
    })
}

/// Attributes, descriptions of the API, logs and internal errors.
fn is_internal(before: &str) -> bool {
    let line = before.trim_start();
    line.starts_with("#[") && !line.starts_with("#[error(")
        || ["description =", "description(", "summary =", "(\"", "expect(", "concat!(", ".context("]
            .iter()
            .any(|w| line.contains(w) && *w != "(\"")
}

fn missing() -> BTreeMap<String, Vec<String>> {
    let known = known();
    let mut out: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (dir, strict) in SOURCES {
        let mut all = Vec::new();
        match crates().join(dir) {
            path if path.is_dir() => files(&path, &mut all),
            file => all.push(file),
        }
        for path in all {
            let name = path.strip_prefix(crates()).unwrap().to_string_lossy().replace('\\', "/");
            if NOT_FOR_PEOPLE.iter().any(|(file, _)| *file == name) {
                continue;
            }
            for (before, text) in literals(&std::fs::read_to_string(&path).unwrap()) {
                let shape = shape(&text);
                let trimmed = shape.trim_matches([',', ';', ' ']);
                if is_prose(&shape, strict)
                    && !is_internal(&before)
                    && !known.contains(&shape)
                    && !known.contains(trimmed)
                    && !is_said(&shape)
                {
                    out.entry(name.clone()).or_default().push(shape.replace('\n', "\\n"));
                }
            }
        }
    }
    out
}

#[test]
fn no_text_for_people_is_hard_coded() {
    let text = include_str!("english.txt");
    let lines = |text: &'static str| text.lines().filter(|l| !l.is_empty() && !l.starts_with("# ")).collect::<Vec<_>>();
    let listed = lines(text);
    let allowed: BTreeSet<&str> = listed.iter().copied().collect();
    let found = missing();
    let seen: BTreeSet<&str> = found.values().flatten().map(String::as_str).collect();
    let mut new = String::new();
    for (file, texts) in &found {
        for text in texts.iter().filter(|t| !allowed.contains(t.as_str())) {
            new.push_str(&format!("{file}: {text}\n"));
        }
    }
    assert!(new.is_empty(), "say these in crates/speech/phrases, in German, Spanish, French and Romanian:\n{new}");
    let gone: Vec<&&str> = allowed.iter().filter(|t| !seen.contains(**t)).collect();
    assert!(gone.is_empty(), "no longer needed in english.txt: {gone:#?}");
    assert_eq!(listed.len(), allowed.len(), "a line of english.txt is there twice");
}
