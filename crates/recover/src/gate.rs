//! Safety gate: which parts of a read value may be used. A value is safe only if its node and every
//! string below it are closed, no guess was made about where one ends, no lossy fix touched a body,
//! and a body is neither elided nor a malformed diff (RECOVERY.md "Safety gate").

mod diff;
mod elision;
mod left;

use crate::node::{Data, Marks, Node};
use crate::schema::{Schema, same_word};

use left::Left;
pub(crate) use left::{excludes, narrows};
use serde::Serialize;

/// Why a part is not in the safe value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The text never closed it.
    Unclosed,
    /// Where a string below it ends is a guess.
    GuessedString,
    /// A body below it may not be, character by character, what was written.
    LossyBody,
    /// A body below it leaves something out.
    Elided,
    /// A diff below it cannot be applied as it stands.
    MalformedDiff,
    /// It does not satisfy the schema.
    Violation,
    /// It says one thing twice, in two ways.
    Duplicate,
    /// Not a part of the value, but another whole answer in the same text, which the chosen one stands for.
    Superseded,
    /// What stands around it says that it is not meant: it denies it, takes it back, only shows or offers it, or is of
    /// somebody else.
    Denied,
}

/// A part that was left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Dropped {
    /// JSON pointer (RFC 6901) into the value as it was read, before anything was dropped.
    pub path: String,
    /// Why.
    pub reason: Reason,
}

/// Fields whose strings are written to files or run: they are used as they stand or not at all.
const BODIES: [&str; 4] = ["content", "diff", "patch", "command"];

/// Fields of an edit: what is looked for, and what is put in its place.
const EDITS: [&str; 10] = [
    "old",
    "new",
    "search",
    "replace",
    "old_string",
    "new_string",
    "old_str",
    "new_str",
    "newContent",
    "expectedContent",
];

/// Fields that name a file or a folder: they are used as they stand, too.
const NAMES: [&str; 8] = ["path", "file_path", "filePath", "filepath", "filename", "file_name", "fileName", "cwd"];

/// Whether a key is of the name of a file or a folder.
pub(crate) fn is_name(key: &str) -> bool {
    NAMES.contains(&key)
}

/// The body a key names.
pub(crate) fn body(key: &str) -> Option<&'static str> {
    BODIES.into_iter().find(|b| b.eq_ignore_ascii_case(key)).or_else(|| EDITS.into_iter().find(|e| *e == key))
}

/// Appends a reference token (RFC 6901 section 3).
pub(crate) fn push_token(path: &mut String, token: &str) {
    path.push('/');
    for c in token.chars() {
        match c {
            '~' => path.push_str("~0"),
            '/' => path.push_str("~1"),
            c => path.push(c),
        }
    }
}

/// Marks what is not safe, and says what was left out.
pub(crate) struct Gate {
    /// Members with a key given twice are trusted as JSON.parse trusts them.
    pub(crate) last_key_wins: bool,
    /// A bracket or a comma of the text was wrong.
    torn: bool,
    /// Something in it was not read.
    skips: bool,
    dropped: Vec<Dropped>,
    /// How many parts were left out, told or not.
    count: usize,
    path: String,
}

/// How many parts are told: of a text that is wrong throughout nobody reads them all.
const TOLD: usize = 1 << 12;

impl Gate {
    pub(crate) fn new(last_key_wins: bool, torn: bool) -> Self {
        Self { last_key_wins, torn, skips: false, dropped: Vec::new(), count: 0, path: String::new() }
    }

    /// Marks the nodes of `root` that stay out; the first of them, and how many there are.
    pub(crate) fn run(mut self, root: &mut Node, schema: Option<&Schema>) -> (Vec<Dropped>, usize) {
        self.skips = root.any(Marks::SKIPPED);
        self.spine(root);
        if self.count > 0
            && let Some(schema) = schema
        {
            Left::new(&mut self.dropped, &mut self.count).settle(schema, root);
        }
        (self.dropped, self.count)
    }

    fn tell(&mut self, reason: Reason) {
        self.count += 1;
        if self.dropped.len() < TOLD {
            self.dropped.push(Dropped { path: self.path.clone(), reason });
        }
    }

    fn below<T>(&mut self, token: &str, work: impl FnOnce(&mut Self) -> T) -> T {
        self.inside(|path| push_token(path, token), work)
    }

    fn at<T>(&mut self, index: usize, work: impl FnOnce(&mut Self) -> T) -> T {
        self.inside(|path| push_token(path, &index.to_string()), work)
    }

    /// Where that is, is only noted as long as anything is told of it.
    fn inside<T>(&mut self, step: impl FnOnce(&mut String), work: impl FnOnce(&mut Self) -> T) -> T {
        if self.dropped.len() >= TOLD {
            return work(self);
        }
        let length = self.path.len();
        step(&mut self.path);
        let done = work(self);
        self.path.truncate(length);
        done
    }

    fn drop(&mut self, node: &mut Node, reason: Reason) {
        node.marks.add(Marks::OUT);
        self.tell(reason);
    }

    /// The root and what leads to lists below it: members and elements are judged one by one.
    fn spine(&mut self, node: &mut Node) {
        let told = self.count;
        if node.marks.has(Marks::GUESSED) {
            return self.drop(node, Reason::GuessedString);
        }
        if node.marks.has(Marks::VIOLATES) {
            return self.drop(node, Reason::Violation);
        }
        match &mut node.data {
            Data::Object(members) => {
                if let Some((key, reason)) = self.widened(members) {
                    node.marks.add(Marks::OUT);
                    return self.below(&key, |gate| gate.tell(reason));
                }
                if node.marks.has(Marks::DUPLICATE) {
                    self.duplicates(members);
                }
                for (key, value) in members.iter_mut().filter(|(_, v)| !v.marks.has(Marks::OUT)) {
                    // Most are sound: a path is only made where something is said.
                    let body = body(key);
                    if let Some(reason) = self.of_member(key, value, None) {
                        self.below(key, |gate| gate.member(body, value, reason));
                    }
                }
                if node.marks.has(Marks::ELIDED) {
                    self.below("...", |gate| gate.tell(Reason::Elided));
                }
                let kept = members.iter().any(|(_, v)| !v.marks.has(Marks::OUT));
                if !kept && (!members.is_empty() || node.marks.has(Marks::UNCLOSED)) {
                    self.nothing_left(node, told);
                }
            }
            Data::Array(items) => {
                for (index, item) in items.iter_mut().enumerate() {
                    if let Some(reason) = self.reason(item, None) {
                        self.at(index, |gate| gate.item(item, reason));
                    }
                }
                if node.marks.has(Marks::ELIDED) {
                    self.at(items.len(), |gate| gate.tell(Reason::Elided));
                }
                let kept = items.iter().any(|v| !v.marks.has(Marks::OUT));
                if !kept && (!items.is_empty() || node.marks.has(Marks::UNCLOSED.with(Marks::ELIDED))) {
                    self.nothing_left(node, told);
                }
            }
            _ => {
                if let Some(reason) = self.reason(node, None) {
                    self.drop(node, reason);
                }
            }
        }
    }

    /// The member that narrows what is done and is not whole: without it more would be done. A cut value keeps the
    /// members before its end, but for what takes something out.
    fn widened(&self, members: &[(String, Node)]) -> Option<(String, Reason)> {
        let narrowing = members.iter().filter(|(key, _)| left::narrows(key));
        narrowing
            .filter_map(|(key, value)| Some((key, self.of_member(key, value, None)?)))
            .find(|(key, reason)| *reason != Reason::Unclosed || left::excludes(key))
            .map(|(key, reason)| (key.clone(), reason))
    }

    /// Says so once: not if something in it was told (`told` counts what was told before it).
    fn nothing_left(&mut self, node: &mut Node, told: usize) {
        node.marks.add(Marks::OUT);
        if self.count == told {
            self.tell(if node.marks.has(Marks::UNCLOSED) { Reason::Unclosed } else { Reason::Violation });
        }
    }

    /// A member of the root, or of an object on the way to a list.
    fn member(&mut self, body: Option<&'static str>, value: &mut Node, reason: Reason) {
        if body.is_some() || value.marks.has(Marks::GUESSED) || value.marks.has(Marks::VIOLATES) {
            return self.drop(value, reason);
        }
        match &value.data {
            Data::Array(_) => self.spine(value),
            // A cut object is dropped whole; a whole one may hold a list that can lose elements.
            Data::Object(members) if !value.marks.has(Marks::UNCLOSED) && self.only_lists(members) => {
                self.spine(value);
            }
            _ => self.drop(value, reason),
        }
    }

    /// Whether whatever is wrong below these members is wrong in a list that can lose elements.
    fn only_lists(&self, members: &[(String, Node)]) -> bool {
        members.iter().all(|(key, value)| {
            self.of_member(key, value, None).is_none() || (body(key).is_none() && leads_to_records(value))
        })
    }

    /// An element is used whole, but for lists in it that lose what violates the schema.
    fn item(&mut self, item: &mut Node, reason: Reason) {
        if reason == Reason::Violation && self.loses_elements(item, false) {
            self.loses_elements(item, true);
        } else {
            self.drop(item, reason);
        }
    }

    /// Whether elements below `node` hold all its violations; to `apply` drops the smallest of them.
    fn loses_elements(&mut self, node: &mut Node, apply: bool) -> bool {
        if node.marks.has(Marks::VIOLATES.with(Marks::NO_VALUE)) {
            return false;
        }
        match &mut node.data {
            Data::Array(items) => {
                let mut kept = false;
                let all = items.iter_mut().enumerate().all(|(index, item)| match self.reason(item, None) {
                    None => {
                        kept = true;
                        true
                    }
                    Some(Reason::Violation) => self.at(index, |gate| {
                        let within = gate.loses_elements(item, apply);
                        kept |= within;
                        if apply && !within {
                            gate.drop(item, Reason::Violation);
                        }
                        true
                    }),
                    Some(_) => false,
                });
                all && kept
            }
            Data::Object(members) => members.iter_mut().all(|(key, value)| match self.of_member(key, value, None) {
                None => true,
                Some(Reason::Violation) if body(key).is_none() && !left::narrows(key) => {
                    self.below(key, |gate| gate.loses_elements(value, apply))
                }
                Some(_) => false,
            }),
            _ => false,
        }
    }

    /// Members whose key comes again with another value.
    fn duplicates(&mut self, members: &mut [(String, Node)]) {
        let mut seen = std::collections::HashMap::new();
        for (index, (key, _)) in members.iter().enumerate() {
            seen.entry(key.clone()).or_insert_with(Vec::new).push(index);
        }
        let mut twice: Vec<_> = seen.into_iter().filter(|(_, at)| at.len() > 1).collect();
        twice.sort_by_key(|(_, at)| at[0]);
        for (key, at) in twice {
            let differs = at.windows(2).any(|w| !members[w[0]].1.same_value(&members[w[1]].1));
            if !differs {
                continue;
            }
            let trusted = self.last_key_wins && body(&key).is_none();
            for &index in &at {
                if !trusted || Some(&index) != at.last() {
                    members[index].1.marks.add(Marks::OUT);
                }
            }
            self.below(&key, |gate| gate.tell(Reason::Duplicate));
        }
    }

    /// Why this member cannot be used whole, which may be within a body; None if it can.
    fn of_member(&self, key: &str, node: &Node, within: Option<&'static str>) -> Option<Reason> {
        let body = body(key).or(within);
        let mended = Marks::BARE.with(Marks::LOSSY).with(Marks::CHANGED);
        let name = body.is_none() && is_name(key) && matches!(node.data, Data::Text(_));
        let variable =
            node.marks.has(Marks::BARE) && matches!(&node.data, Data::Text(word) if is_a_variable(key, word));
        let guessed = variable.then_some(Reason::GuessedString);
        let part = (self.widens(key, node)).then_some(Reason::Elided);
        let broken = name && matches!(&node.data, Data::Text(text) if text.contains('\0'));
        let named = (broken || name && node.marks.has(mended)).then_some(Reason::LossyBody);
        // Where its end was concluded, no mark of the structure around is a part of it.
        let swallows = |text: &str| text.contains(['"', '\'', ',', ':', '{', '}', '[', ']', '\n']);
        let concluded = name && node.marks.has(Marks::CONCLUDED) && matches!(&node.data, Data::Text(t) if swallows(t));
        let guessed = guessed.or_else(|| concluded.then_some(Reason::GuessedString));
        self.reason(node, body).or(guessed).or(named).or(part)
    }

    /// Whether a member narrows what is done and not all of it was read: a comment or an empty place in it may stand for
    /// more, or it is empty where the text has a bracket in a wrong place.
    fn widens(&self, key: &str, node: &Node) -> bool {
        let unread = self.skips && node.any(Marks::SKIPPED);
        let emptied = self.torn && node.is_container() && node.is_hollow();
        (unread || emptied) && left::narrows(key)
    }

    /// Why this cannot be used whole; None if it can.
    fn reason(&self, node: &Node, body: Option<&'static str>) -> Option<Reason> {
        let marks = node.marks;
        if marks.has(Marks::UNMEANT) {
            return Some(Reason::Denied);
        }
        if marks.has(Marks::UNCLOSED) {
            return Some(Reason::Unclosed);
        }
        if marks.has(Marks::GUESSED.with(Marks::UNTYPED)) || (body.is_some() && marks.has(Marks::CONCLUDED)) {
            return Some(Reason::GuessedString);
        }
        let bare = marks.has(Marks::BARE) && node.data != Data::Null;
        if body.is_some() && (bare || marks.has(Marks::LOSSY.with(Marks::CHANGED))) {
            return Some(Reason::LossyBody);
        }
        if marks.has(Marks::ESCAPED) {
            return Some(Reason::GuessedString);
        }
        if marks.has(Marks::ELIDED) {
            return Some(Reason::Elided);
        }
        if marks.has(Marks::DUPLICATE) {
            return Some(Reason::Duplicate);
        }
        if marks.has(Marks::VIOLATES.with(Marks::NO_VALUE)) {
            return Some(Reason::Violation);
        }
        match &node.data {
            Data::Array(items) => worst(items.iter().filter_map(|n| self.reason(n, body))),
            Data::Object(members) => worst(members.iter().filter_map(|(key, node)| self.of_member(key, node, body))),
            Data::Text(text) => match body {
                Some("diff" | "patch") if diff::is_malformed(text) => Some(Reason::MalformedDiff),
                Some(body) if elision::is_elided(text, body) => Some(Reason::Elided),
                _ => None,
            },
            Data::Null | Data::Bool(_) | Data::Number(_) => None,
        }
    }
}

/// Whether what stands without quotes under a key is the name of what holds the value, or says that there is none:
/// `"title": title`, `$title`, `args.title`, `not set`.
fn is_a_variable(key: &str, word: &str) -> bool {
    const NOTHING: [&str; 6] = ["not set", "unset", "not specified", "not given", "not provided", "unknown"];
    let of_a_shell =
        word.strip_prefix('$').is_some_and(|name| name.starts_with(|c: char| c.is_alphabetic() || c == '{'));
    let last = word.rsplit(['.', '$', '>']).next().unwrap_or(word);
    of_a_shell || same_word(last, key) || NOTHING.iter().any(|nothing| word.eq_ignore_ascii_case(nothing))
}

/// A violation can be cut out of a list, the others cannot: they count first.
fn worst(reasons: impl Iterator<Item = Reason>) -> Option<Reason> {
    let mut found = None;
    for reason in reasons {
        if reason != Reason::Violation {
            return Some(reason);
        }
        found = Some(reason);
    }
    found
}

/// A list of objects or lists, or an object with one: each element stands for itself.
fn leads_to_records(node: &Node) -> bool {
    match &node.data {
        Data::Array(items) => items.iter().any(Node::is_container),
        Data::Object(members) => members.iter().any(|(k, v)| body(k).is_none() && leads_to_records(v)),
        _ => false,
    }
}
