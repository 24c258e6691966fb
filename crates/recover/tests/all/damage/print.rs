//! A document in the dialects that models write instead of JSON.

use super::generate::Random;
use serde_json::Value;

/// How a document is written.
#[derive(Clone, Copy, Default)]
pub(crate) struct Dialect {
    pub(crate) pretty: bool,
    pub(crate) trailing_commas: bool,
    /// The quote that opens and closes strings; 0 is the double one.
    pub(crate) quotes: usize,
    pub(crate) bare_keys: bool,
    pub(crate) comments: usize,
    pub(crate) python: bool,
    pub(crate) no_commas: bool,
    pub(crate) raw_newlines: bool,
    pub(crate) ascii: bool,
    pub(crate) shouted_literals: bool,
    /// Spaces in odd places, line ends of Windows.
    pub(crate) loose: bool,
}

const QUOTES: &[(char, char)] = &[('"', '"'), ('\'', '\''), ('“', '”'), ('‘', '’')];
const COMMENTS: &[&str] =
    &["", "// a note, {it's} \"odd\"\n", "/* a: [note], it's */", "# it's a note: \"x\"\n", "<!-- x -->"];

/// Writes it.
pub(crate) fn print(value: &Value, dialect: Dialect, random: &mut Random) -> String {
    let mut out = String::new();
    write(value, dialect, random, 0, &mut out);
    out
}

fn string(text: &str, dialect: Dialect, out: &mut String) {
    let (open, close) = QUOTES[dialect.quotes];
    out.push(open);
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\n' if dialect.raw_newlines => out.push('\n'),
            '\n' => out.push_str("\\n"),
            '\t' if dialect.raw_newlines => out.push('\t'),
            '\t' => out.push_str("\\t"),
            c if c == open || c == close => {
                out.push('\\');
                out.push(c);
            }
            '"' if open != '\'' => out.push_str("\\\""),
            c if dialect.ascii && !c.is_ascii() => {
                let mut units = [0; 2];
                for unit in c.encode_utf16(&mut units) {
                    out.push_str(&format!("\\u{unit:04x}"));
                }
            }
            c => out.push(c),
        }
    }
    out.push(close);
}

fn gap(dialect: Dialect, random: &mut Random, depth: usize, out: &mut String) {
    if dialect.comments > 0 && random.chance(3) {
        out.push(' ');
        out.push_str(COMMENTS[dialect.comments]);
    }
    if dialect.loose {
        let odd: &[&str] = &["", " ", "\r\n", "\t", "  \n"];
        out.push_str(random.pick::<&str>(odd));
    }
    if dialect.pretty || dialect.no_commas {
        out.push('\n');
        out.extend(std::iter::repeat_n("  ", depth));
    }
}

fn write(value: &Value, dialect: Dialect, random: &mut Random, depth: usize, out: &mut String) {
    let comma = if dialect.no_commas { "" } else { "," };
    match value {
        Value::Null if dialect.python => out.push_str("None"),
        Value::Bool(b) if dialect.python => out.push_str(if *b { "True" } else { "False" }),
        Value::Null | Value::Bool(_) if dialect.shouted_literals => out.push_str(&value.to_string().to_uppercase()),
        Value::String(text) => string(text, dialect, out),
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                gap(dialect, random, depth + 1, out);
                write(item, dialect, random, depth + 1, out);
                if index + 1 < items.len() {
                    out.push_str(comma);
                } else if dialect.trailing_commas {
                    out.push(',');
                }
            }
            gap(dialect, random, depth, out);
            out.push(']');
        }
        Value::Object(members) => {
            out.push('{');
            for (index, (key, member)) in members.iter().enumerate() {
                gap(dialect, random, depth + 1, out);
                if dialect.bare_keys {
                    out.push_str(key);
                } else {
                    string(key, dialect, out);
                }
                out.push(':');
                if dialect.loose || dialect.pretty {
                    out.push(' ');
                }
                write(member, dialect, random, depth + 1, out);
                if index + 1 < members.len() {
                    out.push_str(comma);
                } else if dialect.trailing_commas {
                    out.push(',');
                }
            }
            gap(dialect, random, depth, out);
            out.push('}');
        }
        other => out.push_str(&other.to_string()),
    }
}
