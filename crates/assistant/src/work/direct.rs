//! Requests that say all there is to do: no model is asked for them (DESIGN §4 "Pre-router first").

use super::Project;
use super::mentions::{has_file_ending, leaves};
use super::quotes;
use serde_json::{Value, json};

/// Programs by whose name a text after "run" is a command and not an errand.
const PROGRAMS: &str = "cargo rustc npm npx yarn pnpm node deno bun tsc eslint prettier jest vitest git gh python python3 pip \
    pip3 pytest ruff black mypy uv poetry go gofmt make cmake ninja just bash sh zsh ls cat head tail grep rg find sed awk \
    echo mkdir touch cp mv rm chmod pwd wc sort uniq diff tar zip unzip curl wget docker podman kubectl terraform mvn gradle \
    java javac dotnet ruby bundle rake rspec php composer perl swift ghc stack cabal mix elixir lua psql sqlite3 which env \
    date tree du df ps sleep true false printf tee xargs jq";

/// The operations a message says outright; `None` = it wants more thought than this.
///
/// `alone`: there is no model, so loose words are taken literally where that is what they say.
pub(crate) fn read(message: &str, project: &Project, alone: bool) -> Option<Vec<Value>> {
    let said = message.trim();
    if said.contains('\n') && !said.contains('`') {
        return None;
    }
    let said = polite(said);
    run(said, project)
        .or_else(|| create(said, project, alone))
        .or_else(|| delete(said, project))
        .or_else(|| rename(said, project))
        .or_else(|| replace(said, project))
}

/// The files that a message says outright are to be made, or to be called so: nobody misses them yet.
pub fn made(message: &str, project: &Project) -> Vec<String> {
    let read = read(message, project, true).unwrap_or_default();
    let named = read.iter().filter_map(|op| match op["op"].as_str()? {
        "write_file" => op["path"].as_str(),
        "rename_file" => op["to"].as_str(),
        _ => None,
    });
    named.map(str::to_owned).collect()
}

/// Whether a text after "run" begins with a program.
pub(crate) fn is_command(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    let name = first.trim_start_matches('`').trim_end_matches('`');
    let flags = text.split_whitespace().skip(1).any(|w| w.len() > 1 && w.starts_with('-'));
    PROGRAMS.split_whitespace().any(|p| p == name) || name.starts_with("./") && name.len() > 2 || flags
}

/// Without "please" and "can you".
fn polite(said: &str) -> &str {
    let mut rest = said;
    loop {
        let after =
            ["please ", "can you ", "could you ", "now ", "ok, ", "ok "].iter().find_map(|lead| after(rest, lead));
        match after {
            Some(shorter) => rest = shorter,
            None => return rest,
        }
    }
}

/// What follows a beginning, case aside.
fn after<'t>(text: &'t str, lead: &str) -> Option<&'t str> {
    let head = text.get(..lead.len())?;
    head.eq_ignore_ascii_case(lead).then(|| text.get(lead.len()..).unwrap_or_default().trim_start())
}

/// `run cargo test`: exactly what was said is the command.
fn run(said: &str, project: &Project) -> Option<Vec<Value>> {
    let rest =
        ["run the command ", "run command ", "run: ", "run ", "execute ", "$ "].iter().find_map(|l| after(said, l))?;
    let rest = rest.strip_prefix(':').map_or(rest, str::trim_start).trim();
    let command = match quotes::whole(rest) {
        Some(inner) => inner.trim(),
        None if is_command(rest) && !goes_on(rest) => rest,
        None => return None,
    };
    (!command.is_empty()).then(|| vec![op(project, json!({"op": "run_command", "command": command}))])
}

/// "… and fix what fails": words for somebody who understands them.
fn goes_on(rest: &str) -> bool {
    let lower = rest.to_lowercase();
    [" and then ", " and fix", " and tell", " and explain", " and show", " then ", " and analy", " and if", " until "]
        .iter()
        .any(|w| lower.contains(w))
}

fn op(project: &Project, mut value: Value) -> Value {
    if let (Some(id), Value::Object(map)) = (&project.workspace, &mut value) {
        map.insert("workspace".to_owned(), json!(id));
    }
    value
}

/// A file's operation: where it is, and as what it was seen.
fn on(project: &Project, path: &str, mut value: Value) -> Value {
    if let (Some(file), Value::Object(map)) = (project.file(path), &mut value) {
        map.insert("workspace".to_owned(), json!(file.workspace));
        map.insert("path".to_owned(), json!(file.path));
        map.insert("base".to_owned(), json!(file.hash));
        return value;
    }
    op(project, value)
}

/// A file's name at the beginning, and the rest.
fn named<'t>(text: &'t str, project: &Project) -> Option<(&'t str, &'t str)> {
    let text = ["a new file ", "a file ", "the file ", "new file ", "file "]
        .iter()
        .find_map(|l| after(text, l))
        .unwrap_or(text);
    let text = ["called ", "named "].iter().find_map(|l| after(text, l)).unwrap_or(text);
    if let Some((name, rest)) = quotes::leading(text.strip_prefix('@').unwrap_or(text)) {
        return is_file(name, project).then(|| (name, rest.trim_start()));
    }
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    let trimmed = word.trim_start_matches('@').trim_end_matches([',', ':', ';', '.']);
    let rest = if word.ends_with(':') { text.get(end - 1..).unwrap_or(rest) } else { rest };
    is_file(trimmed, project).then(|| (trimmed, rest.trim_start()))
}

/// Also one that is never changed: who reads the operation says so by its name.
fn is_file(name: &str, project: &Project) -> bool {
    let known = || project.file(name).is_some() || project.protected.iter().any(|protected| protected == name);
    !name.is_empty() && !name.contains('#') && (has_file_ending(name) || leaves(name) || known())
}

/// `create notes.md with "Milk"`.
fn create(said: &str, project: &Project, alone: bool) -> Option<Vec<Value>> {
    let rest = ["create ", "make ", "add ", "write ", "new file "].iter().find_map(|l| after(said, l))?;
    let (path, rest) = named(rest, project)?;
    let leads = [
        "with the content",
        "with content",
        "with the text",
        "with text",
        "containing",
        "that says",
        "saying",
        "with",
        "as",
    ];
    let content = match leads.iter().find_map(|l| after(rest, l)).or_else(|| rest.strip_prefix(':')) {
        None if rest.is_empty() => String::new(),
        None => return None,
        Some(text) => {
            let colon = text.starts_with(':') || rest.starts_with(':');
            let text = text.strip_prefix(':').unwrap_or(text).trim();
            match quotes::whole(text) {
                Some(inner) => lines(inner),
                // Without a model there is nobody to write anything but these words.
                None if (alone || colon) && !text.is_empty() => lines(text),
                None => return None,
            }
        }
    };
    Some(vec![op(project, json!({"op": "write_file", "path": path, "content": content}))])
}

/// A text as a file's: it ends with a line end.
fn lines(text: &str) -> String {
    if text.is_empty() || text.ends_with('\n') { text.to_owned() } else { format!("{text}\n") }
}

/// `delete old.txt`, several with commas and "and".
fn delete(said: &str, project: &Project) -> Option<Vec<Value>> {
    let mut rest = ["delete ", "remove ", "erase ", "rm "].iter().find_map(|l| after(said, l))?;
    let mut all = Vec::new();
    loop {
        let (path, more) = named(rest, project)?;
        all.push(on(project, path, json!({"op": "delete_file", "path": path})));
        let more = after(more, "and ").unwrap_or(more).trim_end_matches(['.', '!']);
        if more.is_empty() {
            return Some(all);
        }
        rest = more;
    }
}

/// `rename a.txt to b.txt`, `move a.txt to docs/`.
fn rename(said: &str, project: &Project) -> Option<Vec<Value>> {
    let rest = ["rename ", "move "].iter().find_map(|l| after(said, l))?;
    let (path, rest) = named(rest, project)?;
    let to = ["to ", "into ", "as "].iter().find_map(|l| after(rest, l))?;
    let to = to.strip_prefix('@').unwrap_or(to);
    let to = match quotes::leading(to) {
        Some((name, rest)) if rest.trim_matches(['.', '!', ' ']).is_empty() => name,
        // Words without marks are a sentence that goes on.
        None if !to.contains(char::is_whitespace) => to.trim_end_matches(['.', '!']),
        _ => return None,
    };
    if to.is_empty() {
        return None;
    }
    let name = path.rsplit('/').next().unwrap_or(path);
    let to = match to.strip_suffix('/') {
        Some(folder) => format!("{folder}/{name}"),
        // The name that it has: out of its folder is all that is left to mean.
        None if to == name => to.to_owned(),
        // A bare new name stays in its folder.
        None if !to.contains('/') && said.get(..6).is_some_and(|v| v.eq_ignore_ascii_case("rename")) => {
            let path = project.file(path).map_or(path, |f| f.path.as_str());
            path.rsplit_once('/').map_or_else(|| to.to_owned(), |(folder, _)| format!("{folder}/{to}"))
        }
        None if !to.contains('.') => format!("{to}/{name}"),
        None => to.to_owned(),
    };
    Some(vec![on(project, path, json!({"op": "rename_file", "path": path, "to": to}))])
}

/// `edit a.txt: replace X with Y`, `in a.txt replace X with Y`, `replace X with Y in a.txt`.
fn replace(said: &str, project: &Project) -> Option<Vec<Value>> {
    let lead = ["edit ", "in ", "change ", "update "].iter().find_map(|l| after(said, l));
    let (path, what) = match lead.and_then(|rest| named(rest, project)) {
        Some((path, rest)) => {
            let rest = rest.trim_start_matches([':', ',', '-', '–', '—']).trim_start();
            let rest = after(rest, "and ").unwrap_or(rest);
            (path, after(rest, "replace ").or_else(|| after(rest, "change "))?)
        }
        None => {
            let rest = after(said, "replace ")?;
            // The last one that a file's name follows: a name may hold the word itself.
            rest.rmatch_indices(" in ").find_map(|(at, word)| {
                let (path, tail) = named(rest.get(at + word.len()..)?, project)?;
                tail.trim_end_matches(['.', '!']).is_empty().then_some((path, rest.get(..at)?))
            })?
        }
    };
    let (old, new) = pair(what)?;
    let edit = json!([{"search": old, "replace": new}]);
    Some(vec![on(project, path, json!({"op": "edit_file", "path": path, "edit": edit, "format": "search_replace"}))])
}

/// `"X" with "Y"`, or `X with Y` where "with" and "by" stand once.
fn pair(what: &str) -> Option<(String, String)> {
    let what = what.trim();
    if let Some((old, rest)) = quotes::leading(what) {
        let rest = ["with ", "by ", "to "].iter().find_map(|l| after(rest.trim_start(), l))?;
        let new = quotes::whole(rest.trim()).unwrap_or(rest.trim());
        return (!old.is_empty()).then(|| (old.to_owned(), new.to_owned()));
    }
    let mut found = [" with ", " by ", " to "].iter().filter(|w| what.contains(**w));
    let word = found.next()?;
    let (old, new) = what.split_once(word)?;
    if new.contains(word) || old.trim().is_empty() || new.trim().is_empty() {
        return None;
    }
    let new = new.trim();
    Some((old.trim().to_owned(), quotes::whole(new).unwrap_or(new).to_owned()))
}
