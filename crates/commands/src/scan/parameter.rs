//! What stands in the place of a variable: `$x`, `${x:-a}`, `${x%.txt}`, `"$@"`. What is done to its value is done
//! here where it is known for certain; patterns with more than a star at one end are not.

use super::word::{ALL_PARAMETERS, LONGEST_VALUE};

/// Between the words of a value that is several: what a function is given, by `$@`.
pub(crate) const APART: char = '\u{1f}';

/// A variable in a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hole {
    pub(crate) name: String,
    /// What stands for it if it has no value.
    pub(crate) default: Option<String>,
    pub(super) change: Change,
}

/// What is done to the value of a variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Change {
    Nothing,
    /// Something that is not known here.
    Unknown,
    /// Whatever it is, this stands for it: `${x:+a}`.
    Instead(String),
    /// It ends with less of its beginning or its end: `${x#a}`, `${x##*/}`, `${x%.*}`.
    Without {
        end: bool,
        most: bool,
        part: Part,
    },
    /// One text for another, the first or all, anywhere or at one end: `${x/a/b}`, `${x//a/b}`, `${x/%a/b}`.
    Other {
        all: bool,
        at: Option<bool>,
        text: String,
        by: String,
    },
    /// From one letter on, and so many: `${x:1:2}`.
    From(usize, Option<usize>),
    /// Its first letter, or all, in another case: `${x^}`, `${x,,}`.
    Case {
        upper: bool,
        all: bool,
    },
    /// Its words as one: `"$*"`.
    Joined,
}

/// What is taken off a value: just this, or whatever stands before or behind it as well.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part {
    Just(String),
    Up(String),
}

impl Hole {
    /// `$x`
    pub(super) fn plain(name: &str) -> Self {
        Self { name: name.to_owned(), default: None, change: Change::Nothing }
    }

    /// `"$*"`
    pub(super) fn joined() -> Self {
        Self { change: Change::Joined, ..Self::plain(ALL_PARAMETERS) }
    }

    /// What stands between `${` and `}`.
    pub(super) fn read(inside: &str) -> Self {
        let bare = inside.trim_start_matches(['#', '!']);
        let name: String = match bare.starts_with(['@', '*']) {
            true => ALL_PARAMETERS.to_owned(),
            false => bare.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect(),
        };
        let rest = bare.get(if name == ALL_PARAMETERS { 1 } else { name.len() }..).unwrap_or("");
        // Of an array its words are known, and not which of them it is.
        let element = rest.strip_prefix('[').and_then(|rest| rest.split_once(']'));
        let (rest, whole) = element.map_or((rest, true), |(at, rest)| (rest, matches!(at, "@" | "*")));
        let default = default(rest);
        let change = match default {
            _ if bare.len() < inside.len() || !whole && !rest.is_empty() => Change::Unknown,
            Some(_) if !rest.trim_start_matches(':').starts_with('+') => Change::Nothing,
            Some(ref text) => Change::Instead(text.clone()),
            None => change(rest).unwrap_or(Change::Unknown),
        };
        Self { name, default, change }
    }

    /// Whether what is done to its value is known.
    pub(crate) fn is_known(&self) -> bool {
        self.change != Change::Unknown
    }

    /// The value as it stands in the word; as it is where nobody knows what is done to it.
    pub(super) fn changed(&self, value: &str) -> String {
        let each = matches!(self.change, Change::Without { .. } | Change::Other { .. } | Change::Case { .. });
        if !each || self.name != ALL_PARAMETERS || !value.contains(APART) {
            return self.changed_one(value);
        }
        // Of what is given each word is changed by itself.
        let mut all = String::new();
        for (at, word) in value.split(APART).enumerate() {
            all.extend((at > 0).then_some(APART));
            all.push_str(&self.changed_one(word));
            if all.len() > LONGEST_VALUE {
                return value.to_owned();
            }
        }
        all
    }

    fn changed_one(&self, value: &str) -> String {
        let letters = |text: &str, upper| if upper { text.to_uppercase() } else { text.to_lowercase() };
        match &self.change {
            Change::Nothing | Change::Unknown => value.to_owned(),
            Change::Instead(text) => text.clone(),
            Change::Joined => value.replace(APART, " "),
            Change::Without { end, most, part } => without(value, *end, *most, part).to_owned(),
            Change::Other { all: true, text, by, .. } => match value.matches(text).count() * by.len() {
                more if more <= LONGEST_VALUE => value.replace(text, by),
                _ => value.to_owned(),
            },
            Change::Other { at: Some(false), text, by, .. } => {
                value.strip_prefix(text).map_or(value.to_owned(), |rest| format!("{by}{rest}"))
            }
            Change::Other { at: Some(true), text, by, .. } => {
                value.strip_suffix(text).map_or(value.to_owned(), |rest| format!("{rest}{by}"))
            }
            Change::Other { text, by, .. } => value.replacen(text, by, 1),
            Change::From(from, most) if self.name == ALL_PARAMETERS => {
                let words: Vec<&str> = value.split(APART).skip(from.saturating_sub(1)).collect();
                words[..words.len().min(most.unwrap_or(usize::MAX))].join(&APART.to_string())
            }
            Change::From(from, most) => value.chars().skip(*from).take(most.unwrap_or(usize::MAX)).collect(),
            Change::Case { upper, all: true } => letters(value, *upper),
            Change::Case { upper, all: false } => {
                let first = value.chars().next().map_or(0, char::len_utf8);
                letters(&value[..first], *upper) + &value[first..]
            }
        }
    }
}

/// What stands for a variable without a value: `/` in `${x:-/}`. Not what has to be expanded itself.
fn default(rest: &str) -> Option<String> {
    let rest = rest.strip_prefix(':').unwrap_or(rest).strip_prefix(['-', '=', '+'])?;
    (!rest.contains(['$', '`'])).then(|| unquoted(rest).to_owned())
}

/// Whether a variable has a value behind it: `x:=a`, `x:?`.
pub(super) fn ensures(inside: &str, name: &str) -> bool {
    let rest = inside.strip_prefix(name).unwrap_or("");
    rest.strip_prefix(':').unwrap_or(rest).starts_with(['=', '?'])
}

fn unquoted(text: &str) -> &str {
    text.trim_matches(['"', '\''])
}

/// A text that stands for itself alone.
fn plain(text: &str) -> Option<&str> {
    let text = unquoted(text);
    (!text.contains(['$', '`', '*', '?', '[', '\\', '"', '\'', '~', '&', '{', '}'])).then_some(text)
}

fn change(rest: &str) -> Option<Change> {
    let doubled = |sign: char| {
        let rest = rest.strip_prefix(sign)?;
        Some(rest.strip_prefix(sign).map_or((false, rest), |rest| (true, rest)))
    };
    if rest.is_empty() {
        return Some(Change::Nothing);
    }
    // `${x:?why}` is x where the line goes on.
    if rest.strip_prefix(':').unwrap_or(rest).starts_with('?') {
        return Some(Change::Nothing);
    }
    for (sign, end) in [('#', false), ('%', true)] {
        if let Some((most, pattern)) = doubled(sign) {
            let up = if end { pattern.strip_suffix('*') } else { pattern.strip_prefix('*') };
            let part = up.map_or_else(
                || plain(pattern).map(|text| Part::Just(text.to_owned())),
                |rest| plain(rest).map(|text| Part::Up(text.to_owned())),
            );
            return Some(Change::Without { end, most, part: part? });
        }
    }
    for (sign, upper) in [('^', true), (',', false)] {
        if let Some((all, "")) = doubled(sign) {
            return Some(Change::Case { upper, all });
        }
    }
    if let Some((all, rest)) = doubled('/') {
        let (at, rest) = match rest.chars().next().filter(|_| !all) {
            Some('#') => (Some(false), &rest[1..]),
            Some('%') => (Some(true), &rest[1..]),
            _ => (None, rest),
        };
        let (text, by) = rest.split_once('/').unwrap_or((rest, ""));
        // What is quoted may hold the sign that separates them, and nothing at all is only found at an end.
        if text.contains(['"', '\'']) || text.is_empty() && at.is_none() {
            return None;
        }
        return Some(Change::Other { all, at, text: plain(text)?.to_owned(), by: plain(by)?.to_owned() });
    }
    let (from, most) = rest.strip_prefix(':').map(|rest| rest.split_once(':').unwrap_or((rest, "")))?;
    let most = if most.is_empty() { None } else { Some(most.parse().ok()?) };
    Some(Change::From(from.parse().ok()?, most))
}

/// A value without what it begins or ends with, if it does.
fn without<'v>(value: &'v str, end: bool, most: bool, part: &Part) -> &'v str {
    let rest = match part {
        Part::Just(text) if end => value.strip_suffix(text.as_str()),
        Part::Just(text) => value.strip_prefix(text.as_str()),
        Part::Up(text) if end => {
            (if most { value.find(text.as_str()) } else { value.rfind(text.as_str()) }).map(|at| &value[..at])
        }
        Part::Up(text) => (if most { value.rfind(text.as_str()) } else { value.find(text.as_str()) })
            .map(|at| &value[at + text.len()..]),
    };
    rest.unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::Hole;

    #[test]
    fn what_is_done_to_a_value_is_done_or_not_known() {
        for (inside, value, is) in [
            ("x", "a.txt", Some("a.txt")),
            ("x%.txt", "a.txt", Some("a")),
            ("x%.md", "a.txt", Some("a.txt")),
            ("x%.*", "a.b.txt", Some("a.b")),
            ("x%%.*", "a.b.txt", Some("a")),
            ("x##*/", "d/e/a.txt", Some("a.txt")),
            ("x#*/", "d/e/a.txt", Some("e/a.txt")),
            ("x#./", "./a.txt", Some("a.txt")),
            ("x%/*", "d/e/a.txt", Some("d/e")),
            ("x/md/txt", "a.md.md", Some("a.txt.md")),
            ("x//md/txt", "a.md.md", Some("a.txt.txt")),
            ("x/%md/txt", "md.md", Some("md.txt")),
            ("x/#md/txt", "md.md", Some("txt.md")),
            ("x/x", "xa.txt", Some("a.txt")),
            ("x/#/d/", "a.txt", Some("d/a.txt")),
            ("x/#//", "etc", Some("/etc")),
            ("x/%/.txt", "a", Some("a.txt")),
            ("x//", "a", None),
            ("x/", "a", None),
            ("x//a", "ab", Some("b")),
            ("x/\"a/b\"/c", "a/b", None),
            ("x/'a'/c", "a", None),
            ("x/a/\"b/c\"", "a", Some("b/c")),
            ("x//x", "xaxx", Some("a")),
            ("x:1", "xa.txt", Some("a.txt")),
            ("x:1:1", "xa.txt", Some("a")),
            ("x,,", "A.TXT", Some("a.txt")),
            ("x^", "äb", Some("Äb")),
            ("x:-b", "a", Some("a")),
            ("x:+b", "a", Some("b")),
            ("x:?no", "a", Some("a")),
            ("x[@]", "a", Some("a")),
            ("x[0]", "a", Some("a")),
            ("@", "a", Some("a")),
            ("@:2", "a\u{1f}b\u{1f}c", Some("b\u{1f}c")),
            ("@##*:", "/etc\u{1f}b:c", Some("/etc\u{1f}c")),
            ("@%.*", "a.b\u{1f}c.d", Some("a\u{1f}c")),
            ("@/a/b", "a\u{1f}aa", Some("b\u{1f}ba")),
            ("@/#/d", "a\u{1f}b", Some("da\u{1f}db")),
            ("*^", "a\u{1f}b", Some("A\u{1f}B")),
            ("@,,", "A\u{1f}B", Some("a\u{1f}b")),
            ("x##*/", "a\u{1f}b/c", Some("c")),
            ("x%%[0-9]*", "a1", None),
            ("x%?", "a1", None),
            ("x/$y/b", "a", None),
            ("#x", "a", None),
            ("!x", "a", None),
            ("x: -1", "a", None),
            ("x@Q", "a", None),
            ("x[1]%a", "a", None),
        ] {
            let hole = Hole::read(inside);
            let changed = hole.is_known().then(|| hole.changed(value));
            assert_eq!(changed.as_deref(), is, "{inside}");
        }
    }
}
