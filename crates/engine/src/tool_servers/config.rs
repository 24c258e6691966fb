//! `mcp.json` → the servers of tools that the person named: every defect told with its place, all at once.
//! With any, no server is used. The shape is that of other clients.

use super::definition::{Address, Definition, Program, Reached};
use super::worded::Worded;
use countersign_core::problem::Problem;
use countersign_core::twice::{escaped, twice};
use countersign_llm::endpoint::Endpoint;
use http::HeaderName;
use serde_json::{Map, Value};
use std::io;
use std::path::Path;
use std::time::Duration;

/// The file, beside the database.
pub(crate) const FILE: &str = "mcp.json";
/// The largest, in bytes.
const LARGEST: u64 = 256 * 1024;
/// Most servers.
const MOST: usize = 32;
/// Longest name of one.
const NAME: usize = 32;
/// How long a call may take where the file does not say.
const LIMIT: u64 = 60;
/// The longest that the file may say, in seconds.
const LONGEST: u64 = 110;
/// What to write, as it is hinted.
const FORM: &str = "Write {\"command\": \"program\", \"args\": [\"…\"], \"env\": {\"NAME\": \"value\"}}; confined and disabled are true or false, timeout is in seconds.";
/// The same of a server at an address.
const FORM_AT: &str = "Write {\"url\": \"https://…\", \"headers\": {\"Authorization\": \"Bearer ${NAME}\"}}, where NAME is an environment variable; disabled is true or false, timeout is in seconds.";
/// What is known of a server that is a program.
const KEYS: [&str; 7] = ["command", "args", "env", "type", "disabled", "confined", "timeout"];
/// What is known of one at an address.
const KEYS_AT: [&str; 5] = ["url", "headers", "type", "disabled", "timeout"];
/// How other clients call an address; here it is `url`.
const ADDRESSES: [&str; 3] = ["url", "httpUrl", "serverUrl"];
/// How they call the protocol that is spoken there.
const HTTP: [&str; 3] = ["http", "streamable-http", "streamableHttp"];
/// Headers that the protocol sets.
const OURS: [&str; 9] = [
    "accept",
    "connection",
    "content-length",
    "content-type",
    "host",
    "last-event-id",
    "mcp-protocol-version",
    "mcp-session-id",
    "transfer-encoding",
];

/// The file's text; none where there is no file.
pub(super) fn text_of(path: &Path) -> Result<Option<String>, Problem> {
    let found = match path.metadata() {
        Ok(found) => found,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(e) => return Err(unread(&e.to_string())),
    };
    if !found.is_file() || found.len() > LARGEST {
        return Err(unread("it is no file, or larger than 256 KB"));
    }
    if crate::effects::open_to_others(&found) {
        let problem = Problem::new("open_to_others", "mcp.json can be written by other users");
        return Err(problem
            .hinting("It names programs that run as you: make it yours, and take that away with chmod go-w.")
            .at(FILE));
    }
    std::fs::read_to_string(path).map(Some).map_err(|e| unread(&e.to_string()))
}

pub(super) fn unread(why: &str) -> Problem {
    Problem::new("unreadable", format!("mcp.json cannot be read: {why}"))
        .hinting("Mend it, or remove it to go without servers of tools.")
        .at(FILE)
}

/// Reads the file.
pub(crate) fn read(text: &str) -> Result<Vec<Definition>, Vec<Problem>> {
    let mut found = Findings::default();
    let text = text.trim_start_matches('\u{feff}');
    let value: Value = serde_json::from_str(text).map_err(|e| {
        let message = format!("{FILE} is no JSON: {e}");
        vec![
            Problem::new("invalid_json", message)
                .hinting("Mend the line and column named, or remove the file to go without servers of tools.")
                .at(format!("{FILE}#")),
        ]
    })?;
    for place in twice(text) {
        let problem = Problem::new("named_twice", "this is there twice, and only one of them could count");
        found.push(&place, problem.hinting("Remove one of them, or give it another name."));
    }
    let mut all = Vec::new();
    if let Some(root) = found.object(&value, "") {
        found.known(root, "", &["mcpServers"]);
        let servers = root.get("mcpServers").and_then(|servers| found.object(servers, "/mcpServers"));
        for (name, value) in servers.into_iter().flatten() {
            if let Some(server) = found.server(name, value, &all) {
                all.push(server);
            }
        }
        if all.len() > MOST {
            found.wrong("/mcpServers", "mcpServers is not an object of at most 32 servers");
        }
    }
    if found.0.is_empty() { Ok(all) } else { Err(found.0) }
}

/// As agents' tools are named after it.
pub(crate) fn folded(name: &str) -> String {
    name.to_lowercase().replace(['-', '.'], "_")
}

/// What is wrong, collected while reading.
#[derive(Default)]
struct Findings(Vec<Problem>);

impl Findings {
    fn push(&mut self, place: &str, problem: Problem) {
        self.0.push(problem.at(format!("{FILE}#{place}")));
    }

    fn wrong(&mut self, place: &str, message: impl Into<String>) {
        self.push(place, Problem::new("invalid_value", message).hinting(FORM));
    }

    fn wrong_at(&mut self, place: &str, message: impl Into<String>) {
        self.push(place, Problem::new("invalid_value", message).hinting(FORM_AT));
    }

    fn object<'v>(&mut self, value: &'v Value, place: &str) -> Option<&'v Map<String, Value>> {
        let object = value.as_object();
        if object.is_none() {
            self.push(place, Problem::new("invalid_type", "this is no object").hinting("Write { … }."));
        }
        object
    }

    fn known(&mut self, map: &Map<String, Value>, place: &str, keys: &[&str]) {
        for key in map.keys().filter(|key| !keys.contains(&key.as_str()) && !key.starts_with('$')) {
            let problem = Problem::new("unknown_key", format!("nothing reads {key:?}"))
                .hinting(format!("Keys here are: {}.", keys.join(", ")));
            self.push(&format!("{place}/{key}"), problem);
        }
    }

    /// A member that may be absent; what it is not is told where it is something else.
    fn member<T>(
        &mut self,
        map: &Map<String, Value>,
        place: &str,
        (key, not): (&str, &str),
        read: impl Fn(&Value) -> Option<T>,
    ) -> Option<T> {
        let value = map.get(key).filter(|value| !value.is_null())?;
        let got = read(value);
        if got.is_none() {
            self.wrong(&format!("{place}/{key}"), not);
        }
        got
    }

    fn flag(&mut self, map: &Map<String, Value>, place: &str, key: &str) -> Option<bool> {
        self.member(map, place, (key, &format!("{key} is not true or false")), Value::as_bool)
    }

    fn server(&mut self, name: &str, value: &Value, before: &[Definition]) -> Option<Definition> {
        let place = format!("/mcpServers/{}", escaped(name));
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        if name.is_empty() || name.len() > NAME || !name.chars().all(plain) {
            let problem = Problem::new("invalid_name", "this is no name of a server");
            self.push(&place, problem.hinting("Use 1 to 32 letters, digits, - and _."));
        }
        if before.iter().any(|one| folded(&one.name) == folded(name)) {
            let problem = Problem::new("invalid_name", "another server is called the same, but for capitals, - and _");
            self.push(&place, problem.hinting("Give each server a name of its own."));
        }
        let map = self.object(value, &place)?;
        let reached = match ADDRESSES.iter().any(|key| map.contains_key(*key)) {
            true => self.address(map, &place).map(Reached::At),
            false => self.program(map, &place).map(Reached::Started),
        };
        let disabled = self.flag(map, &place, "disabled").unwrap_or(false);
        let seconds = |v: &Value| v.as_u64().filter(|n| (1..=LONGEST).contains(n));
        let limit = self
            .member(map, &place, ("timeout", "timeout is not a whole number from 1 to 110"), seconds)
            .unwrap_or(LIMIT);
        Some(Definition { name: name.to_owned(), reached: reached?, disabled, limit: Duration::from_secs(limit) })
    }

    fn program(&mut self, map: &Map<String, Value>, place: &str) -> Option<Program> {
        self.known(map, place, &KEYS);
        let text = |value: &Value| value.as_str().filter(|t| !t.contains('\0')).map(str::to_owned);
        let full = |value: &Value| text(value).filter(|t| !t.trim().is_empty());
        let whole = |t: &String| !t.contains('/') || t.starts_with('/');
        if map.get("type").is_some_and(|kind| kind != "stdio") {
            self.wrong(&format!("{place}/type"), "type is not stdio");
        }
        let wanted = ("command", "command is not the name of a program, or its whole path");
        let command = self.member(map, place, wanted, |v| full(v).filter(whole));
        if command.is_none() && map.get("command").is_none_or(Value::is_null) {
            self.wrong(&format!("{place}/command"), wanted.1);
        }
        let texts = |v: &Value| v.as_array()?.iter().map(text).collect::<Option<Vec<_>>>();
        let args = self.member(map, place, ("args", "args is not a list of texts"), texts).unwrap_or_default();
        let named = |(name, value): (&String, &Value)| {
            let fits = !name.is_empty() && !name.contains(['=', '\0']);
            text(value).filter(|_| fits).map(|value| (name.clone(), value))
        };
        let pairs = |v: &Value| v.as_object()?.iter().map(named).collect::<Option<Vec<_>>>();
        let env = self.member(map, place, ("env", "env is not an object of texts"), pairs).unwrap_or_default();
        let confined = self.flag(map, place, "confined").unwrap_or(true);
        Some(Program { command: command?, args, env, confined })
    }

    fn address(&mut self, map: &Map<String, Value>, place: &str) -> Option<Address> {
        self.known(map, place, &KEYS_AT);
        if map.get("type").is_some_and(|kind| kind.as_str().is_none_or(|kind| !HTTP.contains(&kind))) {
            self.wrong_at(&format!("{place}/type"), "type is not http; servers that speak the older SSE are not asked");
        }
        let url = match map.get("url").and_then(Value::as_str).map(Endpoint::parse) {
            Some(Ok(url)) => Some(url),
            Some(Err(why)) => {
                self.wrong_at(&format!("{place}/url"), why.to_string());
                None
            }
            // Under another name it is told as what nothing reads.
            None if map.contains_key("url") => {
                self.wrong_at(&format!("{place}/url"), "url is no text");
                None
            }
            None => None,
        };
        let mut headers = Vec::new();
        let given = map.get("headers").filter(|headers| !headers.is_null());
        let given = given.and_then(|headers| self.object(headers, &format!("{place}/headers")));
        for (name, value) in given.into_iter().flatten() {
            let read = HeaderName::from_bytes(name.as_bytes()).ok().zip(value.as_str().and_then(Worded::read));
            let known = |name: &HeaderName| headers.iter().any(|(known, _)| known == name);
            match read.filter(|(name, _)| !OURS.contains(&name.as_str()) && !known(name)) {
                Some(header) => headers.push(header),
                None => {
                    let place = format!("{place}/headers/{}", escaped(name));
                    self.wrong_at(&place, "this is no HTTP header that may be set");
                }
            }
        }
        Some(Address { url: url?, headers })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn defects(value: &Value) -> Vec<(String, String)> {
        let problems = read(&value.to_string()).unwrap_err();
        problems.into_iter().map(|p| (p.code.into_owned(), p.path.unwrap())).collect()
    }

    #[test]
    fn what_other_clients_write_is_read() {
        let text = json!({ "mcpServers": {
            "files": { "command": "mcp-files", "args": ["--root", "/srv"], "env": { "KEY": "x" }, "type": "stdio" },
            "web": { "command": "/usr/bin/web", "confined": false, "disabled": true, "timeout": 5 },
        } });
        let all = read(&text.to_string()).unwrap();
        let program = |at: usize| match &all[at].reached {
            Reached::Started(program) => program.clone(),
            Reached::At(_) => panic!("{all:?}"),
        };
        assert_eq!((program(0).args.len(), program(0).confined), (2, true));
        assert_eq!((all[0].disabled, all[0].limit.as_secs()), (false, 60));
        assert_eq!((program(1).confined, all[1].disabled, all[1].limit.as_secs()), (false, true, 5));
        let text = json!({ "mcpServers": { "far": { "type": "http", "url": "https://example.org/mcp?team=1",
            "headers": { "Authorization": "Bearer ${NOTES_KEY}", "X-Team": "one" }, "timeout": 9 } } });
        let far = read(&text.to_string()).unwrap().remove(0);
        let Reached::At(address) = &far.reached else { panic!("{far:?}") };
        let headers: Vec<(&str, &str)> = address.headers.iter().map(|(n, v)| (n.as_str(), v.written())).collect();
        assert_eq!(headers, [("authorization", "Bearer ${NOTES_KEY}"), ("x-team", "one")]);
        assert_eq!((address.url.shown().as_str(), far.limit.as_secs()), ("https://example.org/mcp?…", 9));
        assert!(read("{}").unwrap().is_empty());
    }

    #[test]
    fn every_defect_has_its_place_and_none_is_passed_over() {
        let text = json!({ "servers": {}, "mcpServers": {
            "a b": { "command": "x" },
            "one": { "command": "bin/x", "args": "-v", "cwd": "/", "timeout": 0 },
            "One": { "command": "x", "env": { "A": 1 } },
            "far": { "url": "http://example.org/mcp", "command": "x", "type": "sse", "headers": {
                "A b": "x", "Key": "${no such}", "Host": "x", "X-Team": 5 } },
            "older": { "httpUrl": "https://example.org/mcp" },
            "none": {},
            "list": [],
        } });
        let at = |code: &str, place: &str| (code.to_owned(), format!("mcp.json#{place}"));
        assert_eq!(
            defects(&text),
            [
                at("unknown_key", "/servers"),
                at("invalid_name", "/mcpServers/a b"),
                at("unknown_key", "/mcpServers/one/cwd"),
                at("invalid_value", "/mcpServers/one/command"),
                at("invalid_value", "/mcpServers/one/args"),
                at("invalid_value", "/mcpServers/one/timeout"),
                at("invalid_value", "/mcpServers/One/env"),
                at("unknown_key", "/mcpServers/far/command"),
                at("invalid_value", "/mcpServers/far/type"),
                at("invalid_value", "/mcpServers/far/url"),
                at("invalid_value", "/mcpServers/far/headers/A b"),
                at("invalid_value", "/mcpServers/far/headers/Key"),
                at("invalid_value", "/mcpServers/far/headers/Host"),
                at("invalid_value", "/mcpServers/far/headers/X-Team"),
                at("unknown_key", "/mcpServers/older/httpUrl"),
                at("invalid_value", "/mcpServers/none/command"),
                at("invalid_type", "/mcpServers/list"),
            ]
        );
        assert_eq!(read("{\"mcpServers\":").unwrap_err()[0].code, "invalid_json");
        let twice = json!({ "mcpServers": { "my-one": { "command": "x" }, "My_One": { "command": "x" } } });
        assert_eq!(defects(&twice), [at("invalid_name", "/mcpServers/My_One")]);
        let same =
            r#"{ "mcpServers": { "a": { "command": "x", "command": "y" }, "b/c": 1, "b/c": { "command": "z" } } }"#;
        let places: Vec<(String, String)> =
            read(same).unwrap_err().into_iter().map(|p| (p.code.into_owned(), p.path.unwrap())).collect();
        assert_eq!(places[..2], [at("named_twice", "/mcpServers/a/command"), at("named_twice", "/mcpServers/b~1c")]);
    }
}
