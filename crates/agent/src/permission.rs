//! Whether a tool may be used: the conversation's word, then the workspace's, then the tool's
//! default (F/S3), and files of patterns for the arguments of one tool.

use countersign_core::problem::Problem;
use countersign_core::wire::Permission;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// Patterns under which a call of one tool needs no question.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct AllowList(Vec<String>);

impl AllowList {
    /// Reads a file of patterns: one a line, `*` for anything but `/`, `**` for anything, `#` for
    /// a comment.
    ///
    /// # Errors
    /// `bad_pattern`, which names the file and the line; nothing of the file is then used.
    pub fn parse(file: &str, text: &str) -> Result<Self, Problem> {
        let mut patterns = Vec::new();
        for (at, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let bad = if line.contains("***") {
                Some("three stars say nothing that two do not")
            } else if line.contains(['[', ']', '{', '}']) {
                Some("only * and ** are patterns")
            } else if line.chars().any(char::is_control) {
                Some("it holds a control character")
            } else {
                None
            };
            if let Some(why) = bad {
                return Err(Problem::new("bad_pattern", format!("{file}, line {}: {why}: {line}", at + 1))
                    .hinting("Correct the line. Until then the tool asks."));
            }
            patterns.push(line.to_owned());
        }
        Ok(Self(patterns))
    }

    /// Whether a pattern covers this text whole.
    pub fn covers(&self, text: &str) -> bool {
        self.0.iter().any(|p| matches(p.as_bytes(), text.as_bytes()))
    }
}

/// Whether a pattern with `*` and `**` is the whole text. Linear in both but for stars, of which
/// only the last of each kind is gone back to.
fn matches(pattern: &[u8], text: &[u8]) -> bool {
    let (mut p, mut t) = (0, 0);
    let mut single: Option<(usize, usize)> = None;
    let mut double: Option<(usize, usize)> = None;
    loop {
        let rest = pattern.get(p..).unwrap_or_default();
        if rest.starts_with(b"**") {
            (double, single) = (Some((p + 2, t)), None);
            p += 2;
        } else if rest.first() == Some(&b'*') {
            single = Some((p + 1, t));
            p += 1;
        } else if t < text.len() && rest.first() == text.get(t) {
            p += 1;
            t += 1;
        } else if t == text.len() && rest.is_empty() {
            return true;
        } else if let Some((after, from)) = single.filter(|(_, from)| text.get(*from).is_some_and(|c| *c != b'/')) {
            single = Some((after, from + 1));
            (p, t) = (after, from + 1);
        } else if let Some((after, from)) = double.filter(|(_, from)| *from < text.len()) {
            single = None;
            double = Some((after, from + 1));
            (p, t) = (after, from + 1);
        } else {
            return false;
        }
    }
}

/// The permissions of a run.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Permissions {
    /// This conversation's, by tool.
    pub conversation: BTreeMap<String, Permission>,
    /// The workspace's, by tool.
    pub workspace: BTreeMap<String, Permission>,
    /// Patterns of the workspace, by tool: a tool that has a list asks for what the list does not
    /// cover.
    pub lists: BTreeMap<String, AllowList>,
}

impl Permissions {
    /// Somebody said of this tool that it may be used or asked for.
    pub fn names(&self, tool: &str) -> bool {
        match self.conversation.get(tool).or_else(|| self.workspace.get(tool)) {
            Some(said) => *said != Permission::Deny,
            None => self.lists.contains_key(tool),
        }
    }

    /// The person's list for a tool covers this address.
    pub fn lists(&self, tool: &str, url: &str) -> bool {
        leads_where_it_reads(url) && self.lists.get(tool).is_some_and(|list| list.covers(url))
    }

    /// Whether this call may run. The nearest word wins; without one a list decides; without a
    /// list the tool's default, which is to allow: a tool only looks, or proposes.
    pub fn of(&self, tool: &str, args: &Value) -> Permission {
        if let Some(said) = self.conversation.get(tool).or_else(|| self.workspace.get(tool)) {
            return *said;
        }
        let Some(list) = self.lists.get(tool) else { return Permission::Allow };
        let what = ["path", "command", "query", "id", "url"].into_iter().find_map(|k| Some((k, args.get(k)?)));
        let covered = match what {
            Some(("path" | "url", Value::String(text))) => leads_where_it_reads(text) && list.covers(text),
            Some((_, Value::String(text))) => list.covers(text),
            Some((_, other)) => list.covers(&other.to_string()),
            None => list.covers(""),
        };
        if covered { Permission::Allow } else { Permission::Ask }
    }
}

/// Whether a path or an address leads where a pattern would read it to: no part of it goes up, and none is written by
/// its code (`docs/../admin`, `docs/%2e%2e/admin`; RFC 3986, 5.2.4 and 6.2.2).
fn leads_where_it_reads(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    let coded = ["%2e", "%2f", "%5c", "\\"].iter().any(|code| text.contains(code));
    !coded && text.split(['/', '?', '#']).all(|part| part != ".." && part != ".")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn patterns_cover_whole_texts() {
        for (pattern, text, covered) in [
            ("src/*.rs", "src/main.rs", true),
            ("src/*.rs", "src/a/main.rs", false),
            ("src/**", "src/a/main.rs", true),
            ("**/*.rs", "src/a/main.rs", true),
            ("**.rs", "main.rs.txt", false),
            ("cargo test*", "cargo test -p x", true),
            ("cargo test*", "cargo run", false),
            ("*", "", true),
            ("a*b*c", "aXbYc", true),
            ("a*b*c", "aXbY", false),
            ("**a*b", "x/a/yab", true),
            ("", "x", false),
        ] {
            assert_eq!(AllowList(vec![pattern.into()]).covers(text), covered, "{pattern} {text}");
        }
    }

    #[test]
    fn a_bad_pattern_names_its_file_and_line() {
        let bad = AllowList::parse("allow/read_file", "# mine\n\nsrc/**\nsrc/[ab]\n").unwrap_err();
        assert_eq!(bad.code, "bad_pattern");
        assert_eq!(bad.message, "allow/read_file, line 4: only * and ** are patterns: src/[ab]");
        assert!(AllowList::parse("f", "a/***").is_err());
    }

    #[test]
    fn what_leads_elsewhere_than_it_reads_is_asked_about() {
        let list = AllowList::parse("f", "http://docs.example/api/**\nsrc/**").unwrap();
        let lists = [("fetch".to_owned(), list.clone()), ("read_file".to_owned(), list)].into();
        let all = Permissions { lists, ..Permissions::default() };
        let fetch = |url: &str| (all.of("fetch", &json!({ "url": url })) == Permission::Allow, all.lists("fetch", url));
        for url in
            ["http://docs.example/api/a.html", "http://docs.example/api/v1..2/a?b=c#d", "http://docs.example/api/"]
        {
            assert_eq!(fetch(url), (true, true), "{url}");
        }
        for up in ["..", "%2e%2e", ".%2E", "%2E.", "..%2f", "..\\"] {
            let url = format!("http://docs.example/api/{up}/admin");
            assert_eq!(fetch(&url), (false, false), "{url}");
        }
        assert_eq!(fetch("http://docs.example/api/.."), (false, false));
        let read = |path: &str| all.of("read_file", &json!({ "path": path }));
        assert_eq!((read("src/a.rs"), read("src/../a.rs")), (Permission::Allow, Permission::Ask));
    }

    #[test]
    fn the_nearest_word_wins_and_a_list_asks_for_the_rest() {
        let mut all = Permissions::default();
        let args = json!({ "path": "src/main.rs" });
        assert_eq!(all.of("read_file", &args), Permission::Allow);
        all.lists.insert("read_file".into(), AllowList::parse("f", "docs/**").unwrap());
        assert_eq!(all.of("read_file", &args), Permission::Ask);
        assert_eq!(all.of("read_file", &json!({ "path": "docs/a.md" })), Permission::Allow);
        all.workspace.insert("read_file".into(), Permission::Deny);
        assert_eq!(all.of("read_file", &args), Permission::Deny);
        all.conversation.insert("read_file".into(), Permission::Allow);
        assert_eq!(all.of("read_file", &args), Permission::Allow);
    }
}
