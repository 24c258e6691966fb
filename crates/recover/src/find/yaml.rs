//! Replies in YAML or TOML, in a fence that says so, brought to JSON. Of YAML, which may be cut, mappings and lists of
//! scalars are read as models write them. What else it knows (anchors, tags, folded texts) is not, and neither is what
//! its own rules would read in more than one way.

use serde_json::{Number, Value};

/// Deepest nesting.
const DEPTH: usize = 32;

/// The text with JSON in each fence that says that it holds YAML or TOML.
pub(super) fn fenced(text: &str) -> Option<String> {
    let (mut plain, mut rest, mut any) = (String::new(), text, false);
    while let Some(at) = rest.find("```") {
        let (before, fence) = rest.split_at(at + 3);
        let (info, inside) = fence.split_once('\n')?;
        let (block, after) = match inside.find("\n```") {
            Some(end) => (inside.get(..=end)?, inside.get(end + 1..)),
            None => (inside, None),
        };
        let cut = after.is_none();
        let json = match info.trim().to_ascii_lowercase().as_str() {
            "yaml" | "yml" => Block::json(block, cut),
            "toml" if !cut => toml(block).map(|value| value.to_string()),
            _ => None,
        };
        plain.push_str(before);
        match &json {
            Some(json) => plain.extend(["json\n", json, "\n"]),
            None => plain.extend([info, "\n", block]),
        }
        any |= json.is_some();
        let Some(after) = after else {
            rest = "";
            break;
        };
        let (close, next) = after.split_at("```".len());
        plain.push_str(close);
        rest = next;
    }
    plain.push_str(rest);
    any.then_some(plain)
}

/// The text without what texts say that keep their lines, in each fence that says that it holds YAML: blanks stand in
/// their place. None where there is no such text.
pub(crate) fn without_kept_texts(text: &str) -> Option<String> {
    let (mut plain, mut any) = (String::new(), false);
    let mut fence = None;
    let mut kept: Option<usize> = None;
    for line in text.split_inclusive('\n') {
        let said = line.trim();
        let indent = line.len() - line.trim_start_matches(' ').len();
        if let Some(info) = line.trim_start().strip_prefix("```").filter(|_| kept.is_none_or(|least| indent <= least)) {
            fence = match fence {
                None => Some(matches!(info.trim().to_ascii_lowercase().as_str(), "yaml" | "yml")),
                Some(_) => None,
            };
            kept = None;
        } else if kept.is_some_and(|least| said.is_empty() || indent > least) {
            plain.extend(line.chars().map(|c| if c == '\n' { c } else { ' ' }));
            any = true;
            continue;
        } else {
            // A key behind a dash is set in farther than that.
            let key = said.trim_start_matches(['-', ' ']);
            let inside = if key.contains(':') { indent + said.len() - key.len() } else { indent };
            kept = (fence == Some(true) && keeps_lines(said)).then_some(inside);
        }
        plain.push_str(line);
    }
    any.then_some(plain)
}

/// Whether a text that keeps its lines, or is folded, begins below a line: `notes: |`, `- >-`.
fn keeps_lines(line: &str) -> bool {
    let line = line.split(" #").next().unwrap_or_default().trim_end();
    let mark = line.rsplit([' ', ':']).next().unwrap_or_default();
    let sizes = |c: char| c.is_ascii_digit() || matches!(c, '-' | '+');
    let named = line.strip_suffix(mark).is_some_and(|line| line.trim_end().ends_with([':', '-']));
    named && matches!(mark.trim_end_matches(sizes), "|" | ">")
}

/// The lines of a document in YAML, and the JSON written for them so far.
struct Block<'t> {
    /// How far each is set in, and what it says; nothing where it is blank or a comment.
    lines: Vec<(usize, &'t str)>,
    at: usize,
    json: String,
    /// The text ended in it: what is open then stays open.
    cut: bool,
}

impl<'t> Block<'t> {
    fn json(text: &'t str, cut: bool) -> Option<String> {
        let mut lines: Vec<(usize, &str)> = text
            .split('\n')
            .map(|line| {
                let said = line.trim_start_matches(' ');
                (line.len() - said.len(), said.trim_end_matches('\r'))
            })
            .collect();
        // The last line of a text that was cut may go on.
        lines.pop();
        if lines.first().is_some_and(|(_, line)| line.trim_end() == "---") {
            lines.remove(0);
        }
        let mut block = Self { lines, at: 0, json: String::new(), cut };
        let (indent, _) = block.next()?;
        block.node(indent, 0)?;
        // A line that is set in less than the first, or what no rule has read.
        block.next().is_none().then_some(block.json)
    }

    /// The next line that says something.
    fn next(&mut self) -> Option<(usize, &'t str)> {
        while let Some(&(indent, line)) = self.lines.get(self.at) {
            if !line.trim().is_empty() && !line.starts_with('#') {
                return Some((indent, line));
            }
            // What it says counts as in JSON.
            if line.starts_with('#') {
                self.json.push('\n');
                self.comment(line);
                self.json.push('\n');
            }
            self.at += 1;
        }
        None
    }

    /// Writes a comment as JSON's dialects have them.
    fn comment(&mut self, said: &str) {
        let words = said.trim_start_matches('#').replace("*/", "* /");
        self.json.push_str(&format!("/*{words} */"));
    }

    /// Writes the bracket that ends a container, unless the text ended in it.
    fn close(&mut self, bracket: char) {
        if !(self.cut && self.next().is_none()) {
            self.json.push(bracket);
        }
    }

    fn node(&mut self, indent: usize, depth: usize) -> Option<()> {
        let (_, line) = self.next()?;
        if depth > DEPTH {
            return None;
        }
        if is_item(line) { self.list(indent, depth) } else { self.mapping(indent, depth) }
    }

    fn list(&mut self, indent: usize, depth: usize) -> Option<()> {
        self.json.push('[');
        let mut first = true;
        while let Some((_, line)) = self.next().filter(|(at, line)| *at == indent && is_item(line)) {
            if !std::mem::take(&mut first) {
                self.json.push(',');
            }
            let said = line.get(1..)?.trim_start_matches(' ');
            if said.trim().is_empty() || said.starts_with('#') {
                self.at += 1;
                self.below(indent, depth)?;
            } else if entry(said).is_some() || is_item(said) {
                // What begins behind the dash is a block of its own, set in as far.
                let inside = indent + line.len() - said.len();
                *self.lines.get_mut(self.at)? = (inside, said);
                self.node(inside, depth + 1)?;
            } else {
                self.scalar(said, indent)?;
            }
        }
        self.close(']');
        Some(())
    }

    fn mapping(&mut self, indent: usize, depth: usize) -> Option<()> {
        self.json.push('{');
        let mut first = true;
        while let Some((_, line)) = self.next().filter(|(at, line)| *at == indent && !is_item(line)) {
            if !std::mem::take(&mut first) {
                self.json.push(',');
            }
            let (key, said) = entry(line)?;
            self.json.push_str(&Value::String(key).to_string());
            self.json.push(':');
            if said.is_empty() || said.starts_with('#') {
                self.at += 1;
                if !said.is_empty() {
                    self.comment(said);
                }
                match self.next() {
                    // A list may stand as far out as its key.
                    Some((at, line)) if at == indent && is_item(line) => self.list(indent, depth + 1)?,
                    _ => self.below(indent, depth)?,
                }
            } else {
                self.scalar(said, indent)?;
            }
        }
        self.close('}');
        Some(())
    }

    /// The block that is set in farther than `indent`, or null where there is none.
    fn below(&mut self, indent: usize, depth: usize) -> Option<()> {
        match self.next() {
            Some((at, _)) if at > indent => return self.node(at, depth + 1),
            None if self.cut => {}
            _ => self.json.push_str("null"),
        }
        Some(())
    }

    /// A value on the line of its key or dash, or the text below it that keeps its lines (`|`).
    fn scalar(&mut self, said: &str, indent: usize) -> Option<()> {
        self.at += 1;
        let value = match said.trim_end() {
            mark @ ("|" | "|-") => {
                let text = self.kept_lines(indent)?;
                // What the text ends in has no value.
                let Some(text) = text else { return Some(()) };
                Value::String(if mark == "|" { text + "\n" } else { text })
            }
            said => scalar(said)?,
        };
        self.json.push_str(&value.to_string());
        let behind = said.rfind(['"', '\'', ']', '}']).and_then(|end| said.get(end..)).unwrap_or(said);
        if let Some((_, comment)) = behind.split_once(" #") {
            self.comment(comment);
        }
        // No text goes on in the next line.
        self.next().is_none_or(|(at, _)| at <= indent).then_some(())
    }

    /// The text that keeps its lines; nothing where the document ends in it. None where it has none.
    fn kept_lines(&mut self, indent: usize) -> Option<Option<String>> {
        let rest = self.lines.get(self.at..)?;
        if self.cut && rest.iter().all(|(at, line)| line.trim().is_empty() || *at > indent) {
            self.at = self.lines.len();
            return Some(None);
        }
        let inside =
            rest.iter().find(|(_, line)| !line.trim().is_empty()).map(|(at, _)| *at).filter(|at| *at > indent)?;
        let count = rest.iter().take_while(|(at, line)| line.trim().is_empty() || *at >= inside).count();
        let mut text = Vec::new();
        for (at, line) in rest.get(..count)? {
            text.push(format!("{}{line}", " ".repeat(at.saturating_sub(inside))));
        }
        self.at += count;
        Some(Some(text.join("\n").trim_end_matches([' ', '\n']).to_owned()))
    }
}

fn is_item(line: &str) -> bool {
    line.starts_with("- ") || line.trim_end() == "-"
}

/// The key of a line, and what is said behind it.
fn entry(line: &str) -> Option<(String, &str)> {
    let (key, said) = if line.starts_with('"') {
        let end = 2 + line.get(1..)?.find('"')?;
        (serde_json::from_str(line.get(..end)?).ok()?, line.get(end..)?.strip_prefix(':')?)
    } else {
        let (key, said) = line.split_once(':')?;
        let name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
        (!key.is_empty() && key.chars().all(name)).then(|| (key.to_owned(), said))?
    };
    (said.is_empty() || said.starts_with(' ')).then(|| (key, said.trim()))
}

/// A scalar of one line.
fn scalar(said: &str) -> Option<Value> {
    let behind = |rest: &str| rest.trim().is_empty() || rest.trim_start().starts_with('#');
    if let Some(list) = words_in_brackets(said) {
        return Some(list);
    }
    if said.starts_with(['"', '{', '[']) {
        let mut values = serde_json::Deserializer::from_str(said).into_iter();
        let value = values.next()?.ok()?;
        return behind(said.get(values.byte_offset()..)?).then_some(value);
    }
    if let Some(inside) = said.strip_prefix('\'') {
        let (text, rest) = inside.split_once('\'')?;
        return behind(rest).then(|| Value::String(text.to_owned()));
    }
    let said = said.split(" #").next()?.trim();
    let other = said.starts_with(['&', '*', '!', '|', '>', '%', '@', '`', '?', '}', ']', ',', '#'])
        || said.contains(": ")
        || said.ends_with(':')
        || said.contains('\t');
    if other {
        return None;
    }
    Some(match said {
        "~" => Value::Null,
        _ => serde_json::from_str(said).unwrap_or_else(|_| Value::String(said.to_owned())),
    })
}

/// `[home, urgent]`: a list of words.
fn words_in_brackets(said: &str) -> Option<Value> {
    let inside = said.strip_prefix('[')?.strip_suffix(']')?;
    let words = inside.split(',').map(str::trim);
    let plain =
        |word: &str| word.starts_with(char::is_alphabetic) && !word.contains(['"', '\'', '[', ']', '{', '}', ':', '#']);
    words.map(|word| plain(word).then(|| scalar(word)).flatten()).collect::<Option<Vec<Value>>>().map(Value::Array)
}

/// A document in TOML. Its dates and times become texts, as JSON has them.
fn toml(text: &str) -> Option<Value> {
    let table: toml::Table = text.parse().ok()?;
    if table.is_empty() { None } else { in_json(toml::Value::Table(table)) }
}

fn in_json(value: toml::Value) -> Option<Value> {
    Some(match value {
        toml::Value::String(text) => Value::String(text),
        toml::Value::Integer(number) => number.into(),
        toml::Value::Float(number) => Value::Number(Number::from_f64(number)?),
        toml::Value::Boolean(is) => Value::Bool(is),
        toml::Value::Datetime(at) => Value::String(at.to_string()),
        toml::Value::Array(list) => Value::Array(list.into_iter().map(in_json).collect::<Option<_>>()?),
        toml::Value::Table(table) => {
            let members = table.into_iter().map(|(key, value)| Some((key, in_json(value)?)));
            Value::Object(members.collect::<Option<_>>()?)
        }
    })
}
