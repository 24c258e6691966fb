//! The spanned tree: values as the text gave them, with what is known about each. Holds no rules.

use crate::digits::Digits;
use crate::gate::{body, narrows};
use crate::json::Json;

/// What is known about a node, as a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Marks(u32);

impl Marks {
    /// Whatever there is to say against a value; that it has no quotes is a dialect.
    pub(crate) const DOUBTS: Self = Self(!(Self::BARE.0 | Self::COMMENTED.0 | Self::SKIPPED.0 | Self::UNSET.0));
    /// The text ended, or went on elsewhere, before it closed this.
    pub(crate) const UNCLOSED: Self = Self(1);
    /// Where it ends is a guess.
    pub(crate) const GUESSED: Self = Self(1 << 1);
    /// A character inside may not be what was meant.
    pub(crate) const LOSSY: Self = Self(1 << 2);
    /// A character inside is certainly not what was written (a lone surrogate).
    pub(crate) const CHANGED: Self = Self(1 << 3);
    /// The text has no value here, or none that JSON has (`NaN`).
    pub(crate) const NO_VALUE: Self = Self(1 << 4);
    /// An ellipsis stands for elements that were left out.
    pub(crate) const ELIDED: Self = Self(1 << 5);
    /// A key of this object was given twice, with different values.
    pub(crate) const DUPLICATE: Self = Self(1 << 6);
    /// It does not satisfy the schema.
    pub(crate) const VIOLATES: Self = Self(1 << 7);
    /// It stays out of the safe value.
    pub(crate) const OUT: Self = Self(1 << 8);
    /// Nothing but the end of the text ended it: it may have been longer.
    pub(crate) const AT_END: Self = Self(1 << 9);

    /// Where it starts or ends was concluded from what is around it: a quote is missing, or one inside
    /// has no backslash, and only one reading fits. Good enough for all but a body.
    pub(crate) const CONCLUDED: Self = Self(1 << 10);

    /// It comes after a body whose end is a guess, and may be a piece of it.
    pub(crate) const RUNS_ON: Self = Self(1 << 11);

    /// It is a guess for no other reason than a key without quotes after it.
    pub(crate) const BEFORE_BARE: Self = Self(1 << 13);

    /// A number or literal beside one quote: whether it is a text only a schema tells.
    pub(crate) const UNTYPED: Self = Self(1 << 12);

    /// A backslash in it is one too many, one too few or a part of it: only a schema can tell.
    pub(crate) const ESCAPED: Self = Self(1 << 14);

    /// A number or literal and a text with no comma between: it may be what became of the comma.
    pub(crate) const BESIDE: Self = Self(1 << 15);

    /// It has no quotes, or something stands around it: what is used as it stands is quoted.
    pub(crate) const BARE: Self = Self(1 << 16);

    /// Something stands in it that was not read and may be a part of it: a comment that holds values, the place of an
    /// element that is not there.
    pub(crate) const SKIPPED: Self = Self(1 << 17);

    /// A comment in it or behind it says that it is not meant.
    pub(crate) const UNMEANT: Self = Self(1 << 19);

    /// The text says that it has no value (`undefined`).
    pub(crate) const UNSET: Self = Self(1 << 20);

    /// A comment stands in it.
    pub(crate) const COMMENTED: Self = Self(1 << 18);

    pub(crate) fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) fn add(&mut self, other: Self) {
        self.0 |= other.0;
    }

    pub(crate) fn remove(&mut self, other: Self) {
        self.0 &= !other.0;
    }

    pub(crate) fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// A value; numbers keep their digits. Lists are as long as they are, so that a node stays small.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Data {
    Null,
    Bool(bool),
    Number(Digits),
    Text(String),
    Array(Box<[Node]>),
    Object(Box<[(String, Node)]>),
}

/// A value and where it stood.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Node {
    pub(crate) data: Data,
    /// Bytes of the text it came from.
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) marks: Marks,
}

/// A text around an offset.
pub(crate) struct Around {
    /// It is what stands in a file, a diff or a command.
    pub(crate) is_body: bool,
}

/// Offsets of a text, as nodes keep them.
pub(crate) fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

impl Node {
    pub(crate) fn new(data: Data, start: usize, end: usize, marks: Marks) -> Self {
        Self { data, start: offset(start), end: offset(end), marks }
    }

    pub(crate) fn is_container(&self) -> bool {
        matches!(self.data, Data::Array(_) | Data::Object(_))
    }

    /// Whether this or anything below has one of the marks.
    pub(crate) fn any(&self, marks: Marks) -> bool {
        self.marks.has(marks)
            || match &self.data {
                Data::Array(items) => items.iter().any(|n| n.any(marks)),
                Data::Object(members) => members.iter().any(|(_, n)| n.any(marks)),
                Data::Null | Data::Bool(_) | Data::Number(_) | Data::Text(_) => false,
            }
    }

    /// The marks of this and of all below.
    pub(crate) fn known(&self) -> Marks {
        let below = |known: Marks, node: &Self| known.with(node.known());
        match &self.data {
            Data::Array(items) => items.iter().fold(self.marks, below),
            Data::Object(members) => members.iter().map(|(_, n)| n).fold(self.marks, below),
            Data::Null | Data::Bool(_) | Data::Number(_) | Data::Text(_) => self.marks,
        }
    }

    /// A copy without what has the marks `out`, and without the marks `forgotten` on what stays.
    pub(crate) fn without(&self, out: Marks, forgotten: Marks) -> Self {
        let data = match &self.data {
            Data::Array(items) => {
                Data::Array(items.iter().filter(|n| !n.marks.has(out)).map(|n| n.without(out, forgotten)).collect())
            }
            Data::Object(members) => {
                let kept = members.iter().filter(|(_, n)| !n.marks.has(out));
                Data::Object(kept.map(|(key, n)| (key.clone(), n.without(out, forgotten))).collect())
            }
            data => data.clone(),
        };
        let mut marks = self.marks;
        marks.remove(forgotten);
        Self { data, start: self.start, end: self.end, marks }
    }

    /// Takes out the members that the text says have no value, where they may have none.
    pub(crate) fn leave_out_unset(&mut self) {
        match &mut self.data {
            Data::Array(items) => items.iter_mut().for_each(Self::leave_out_unset),
            Data::Object(members) => {
                members.iter_mut().for_each(|(_, n)| n.leave_out_unset());
                // Without what narrows more would be done.
                let unset = |key: &str, n: &Self| n.marks.has(Marks::UNSET) && !narrows(key);
                if members.iter().any(|(key, n)| unset(key, n)) {
                    let kept = std::mem::take(members).into_vec().into_iter();
                    *members = kept.filter(|(key, n)| !unset(key, n)).collect();
                }
            }
            Data::Null | Data::Bool(_) | Data::Number(_) | Data::Text(_) => {}
        }
    }

    /// Takes marks away from this and all below.
    pub(crate) fn forget(&mut self, marks: Marks) {
        self.marks.remove(marks);
        match &mut self.data {
            Data::Array(items) => items.iter_mut().for_each(|n| n.forget(marks)),
            Data::Object(members) => members.iter_mut().for_each(|(_, n)| n.forget(marks)),
            Data::Null | Data::Bool(_) | Data::Number(_) | Data::Text(_) => {}
        }
    }

    /// Marks as guesses the last string below, and the bodies of the objects on the way there; whether
    /// there was one.
    pub(crate) fn doubt_last_text(&mut self) -> bool {
        let mut node = self;
        let mut found = false;
        for _ in 0..MAX_DOUBTED {
            if node.marks.has(Marks::GUESSED) {
                return true;
            }
            let last = match &mut node.data {
                Data::Text(_) => {
                    node.marks.add(Marks::GUESSED);
                    return true;
                }
                Data::Array(items) => items.last_mut(),
                Data::Object(members) => {
                    found |= doubt_bodies(members, Marks::GUESSED);
                    members.last_mut().map(|(_, node)| node)
                }
                Data::Null | Data::Bool(_) | Data::Number(_) => None,
            };
            match last {
                Some(last) => node = last,
                None => return found,
            }
        }
        found
    }

    /// Marks as guesses the bodies on the way to what was read last.
    pub(crate) fn doubt_last_bodies(&mut self, marks: Marks) {
        let mut node = self;
        for _ in 0..MAX_DOUBTED {
            let last = match &mut node.data {
                Data::Array(items) => items.last_mut(),
                Data::Object(members) => {
                    doubt_bodies(members, marks);
                    members.last_mut().map(|(_, node)| node)
                }
                Data::Null | Data::Bool(_) | Data::Number(_) | Data::Text(_) => None,
            };
            match last {
                Some(last) => node = last,
                None => return,
            }
        }
    }

    /// The body, on the way to what was read last, that ends where nobody knows.
    pub(crate) fn guessed_body(&self) -> Option<&Self> {
        let mut node = self;
        loop {
            let last = match &node.data {
                Data::Array(items) => items.last(),
                Data::Object(members) => {
                    let mut near = members.iter().rev().take(FEW_MEMBERS);
                    let doubt = Self::UNCERTAIN.with(Marks::NO_VALUE);
                    let found = near.find(|(key, n)| body(key).is_some() && n.marks.has(doubt));
                    if let Some((_, found)) = found {
                        return Some(found);
                    }
                    members.last().map(|(_, n)| n)
                }
                Data::Null | Data::Bool(_) | Data::Number(_) | Data::Text(_) => None,
            };
            node = last?;
        }
    }

    /// Marks as guesses the last element or member, what comes after the first guess, and the bodies
    /// beside: the bracket that ends this may be a part of a text. A list of records loses records.
    pub(crate) fn doubt_end(&mut self) {
        let mut guessed = false;
        let mut doubt = |node: &mut Self, last: bool| {
            guessed |= last || node.any(Marks::GUESSED);
            match &mut node.data {
                Data::Array(items) if guessed && items.iter().any(Self::is_container) => {
                    let first = items.iter().position(|n| n.any(Marks::GUESSED)).unwrap_or(items.len());
                    let from = first.min(items.len().saturating_sub(1));
                    items.iter_mut().skip(from).for_each(|n| n.marks.add(Marks::GUESSED));
                }
                _ if guessed => node.marks.add(Marks::GUESSED),
                _ => {}
            }
        };
        match &mut self.data {
            Data::Array(items) => {
                let last = items.len().saturating_sub(1);
                items.iter_mut().enumerate().for_each(|(at, node)| doubt(node, at == last));
            }
            Data::Object(members) => {
                doubt_bodies(members, Marks::GUESSED);
                let last = members.len().saturating_sub(1);
                members.iter_mut().enumerate().for_each(|(at, (_, node))| doubt(node, at == last));
            }
            Data::Null | Data::Bool(_) | Data::Number(_) | Data::Text(_) => self.marks.add(Marks::GUESSED),
        }
        if self.is_empty() {
            self.marks.add(Marks::GUESSED);
        }
    }

    /// Marks as guesses what the objects around a text that is a guess have after it: the brackets that
    /// ended all between may be a part of that text. Whether there is such a text.
    pub(crate) fn doubt_around_guess(&mut self) -> bool {
        match &mut self.data {
            Data::Text(_) => self.marks.has(Marks::GUESSED),
            Data::Array(items) => items.iter_mut().any(Self::doubt_around_guess),
            Data::Object(members) => {
                let Some(at) = members.iter_mut().position(|(_, node)| node.doubt_around_guess()) else { return false };
                if members[at].1.is_container() {
                    members.iter_mut().skip(at + 1).for_each(|(_, node)| node.marks.add(Marks::GUESSED));
                }
                true
            }
            Data::Null | Data::Bool(_) | Data::Number(_) => false,
        }
    }

    /// Marks as guesses the texts below that end after `offset`; whether this does.
    pub(crate) fn doubt_texts_after(&mut self, offset: usize) -> bool {
        if self.end as usize <= offset {
            return false;
        }
        match &mut self.data {
            Data::Text(_) => self.marks.add(Marks::GUESSED),
            Data::Array(items) => {
                items.iter_mut().rev().all(|node| node.doubt_texts_after(offset));
            }
            Data::Object(members) => {
                members.iter_mut().rev().all(|(_, node)| node.doubt_texts_after(offset));
            }
            Data::Null | Data::Bool(_) | Data::Number(_) => {}
        }
        true
    }

    /// Marks as guesses the records in lists that stand right behind words there: what they say of it nobody knows.
    pub(crate) fn doubt_behind_words(&mut self) {
        match &mut self.data {
            Data::Array(items) => {
                let mut words = false;
                for item in items {
                    if words && item.is_container() && !item.marks.has(Marks::VIOLATES) {
                        item.marks.add(Marks::GUESSED);
                    }
                    // A quoted text is an element as any other, unless it leads to the next.
                    let loose = item.marks.has(Marks::BARE.with(Marks::GUESSED));
                    words = matches!(&item.data, Data::Text(text)
                        if text.contains(char::is_alphabetic) && (loose || text.trim_end().ends_with(':')));
                    item.doubt_behind_words();
                }
            }
            Data::Object(members) => members.iter_mut().for_each(|(_, node)| node.doubt_behind_words()),
            Data::Null | Data::Bool(_) | Data::Number(_) | Data::Text(_) => {}
        }
    }

    /// Where the first text begins that may go on in what follows it, of a document that is cut: a body whose end is a
    /// guess, or a text that ends where JSON in it begins.
    pub(crate) fn open_text(&self) -> Option<usize> {
        match &self.data {
            Data::Array(items) => items.iter().find_map(Self::open_text),
            Data::Object(members) => members.iter().find_map(|(key, node)| {
                let guessed = body(key).is_some() && node.marks.has(Marks::GUESSED);
                node.open_text().or_else(|| guessed.then_some(node.start as usize))
            }),
            Data::Text(text) => opens_json(text, self.marks).then_some(self.start as usize),
            Data::Null | Data::Bool(_) | Data::Number(_) => None,
        }
    }

    /// Marks as guesses the elements of lists that begin after `offset`.
    pub(crate) fn doubt_elements_after(&mut self, offset: usize) {
        match &mut self.data {
            Data::Array(items) => {
                for item in items {
                    match item.start as usize > offset {
                        true => item.marks.add(Marks::GUESSED),
                        false => item.doubt_elements_after(offset),
                    }
                }
            }
            Data::Object(members) => members.iter_mut().for_each(|(_, node)| node.doubt_elements_after(offset)),
            Data::Null | Data::Bool(_) | Data::Number(_) | Data::Text(_) => {}
        }
    }

    /// A container that holds nothing.
    pub(crate) fn is_empty(&self) -> bool {
        match &self.data {
            Data::Array(items) => items.is_empty(),
            Data::Object(members) => members.is_empty(),
            Data::Null | Data::Bool(_) | Data::Number(_) | Data::Text(_) => false,
        }
    }

    /// Marks as guesses the bodies of an object at whose end something begins.
    pub(crate) fn doubt_begun_bodies(&mut self) {
        if let Data::Object(members) = &mut self.data {
            let last = members.iter_mut().rev().take(FEW_MEMBERS);
            let begun = last.filter(|(key, node)| body(key).is_some() && node.begins());
            begun.for_each(|(_, node)| node.marks.add(Marks::GUESSED));
        }
    }

    /// Takes back what was doubted for a key without quotes alone; not of a text at whose end something
    /// begins.
    pub(crate) fn trust_bare_keys(&mut self) {
        if self.marks.has(Marks::BEFORE_BARE) && !self.begins() {
            self.marks.remove(Marks::GUESSED.with(Marks::RUNS_ON).with(Marks::BEFORE_BARE));
        }
        match &mut self.data {
            Data::Array(items) => items.iter_mut().for_each(Self::trust_bare_keys),
            Data::Object(members) => members.iter_mut().for_each(|(_, node)| node.trust_bare_keys()),
            Data::Null | Data::Bool(_) | Data::Number(_) | Data::Text(_) => {}
        }
    }

    /// Whether this is a text that opens brackets or tags which others than its own may close.
    pub(crate) fn is_left_open(&self) -> bool {
        matches!(&self.data, Data::Text(text) if is_open(text))
    }

    /// Whether this is a text at whose end something begins or is still open, or that says nothing.
    pub(crate) fn begins(&self) -> bool {
        matches!(&self.data, Data::Text(text)
            if text.is_empty() || text.trim_end().ends_with(['{', '[', '(', '=', ':', ',']) || is_open(text))
    }

    /// Whether the byte before `offset` is inside a string whose end is certain.
    pub(crate) fn holds_in_text(&self, offset: usize) -> bool {
        let within = (self.start as usize) < offset && offset < self.end as usize;
        match &self.data {
            Data::Text(_) => within && !self.marks.has(Self::UNCERTAIN),
            Data::Array(items) => items.iter().any(|n| n.holds_in_text(offset)),
            Data::Object(members) => members.iter().any(|(_, n)| n.holds_in_text(offset)),
            _ => false,
        }
    }

    /// The quoted text, however it ends, that the byte at `offset` is in.
    pub(crate) fn text_around(&self, offset: usize) -> Option<Around> {
        let (mut node, mut is_body) = (self, false);
        loop {
            let holds = |n: &Self| (n.start as usize) < offset && offset < n.end as usize;
            match &node.data {
                Data::Text(_) => {
                    let quoted = holds(node) && !node.marks.has(Marks::BARE);
                    return quoted.then_some(Around { is_body });
                }
                Data::Array(items) => {
                    let next = items.partition_point(|n| n.end as usize <= offset);
                    node = items.get(next)?;
                }
                Data::Object(members) => {
                    let next = members.partition_point(|(_, n)| n.end as usize <= offset);
                    let (key, value) = members.get(next)?;
                    (node, is_body) = (value, body(key).is_some());
                }
                Data::Null | Data::Bool(_) | Data::Number(_) => return None,
            }
        }
    }

    /// Whether the first value in it is what the byte at `offset` is in.
    pub(crate) fn begins_around(&self, offset: usize) -> bool {
        let mut node = self;
        loop {
            let first = match &node.data {
                Data::Array(items) => items.first(),
                Data::Object(members) => members.first().map(|(_, n)| n),
                Data::Null | Data::Bool(_) | Data::Number(_) | Data::Text(_) => None,
            };
            match first {
                Some(first) => node = first,
                None => return (node.start as usize) < offset && offset < node.end as usize,
            }
        }
    }

    /// Whether nothing is said in it: lists and objects without an element.
    pub(crate) fn is_hollow(&self) -> bool {
        match &self.data {
            Data::Array(items) => items.iter().all(Self::is_hollow),
            Data::Object(members) => members.iter().all(|(_, n)| n.is_hollow()),
            Data::Null | Data::Bool(_) | Data::Number(_) | Data::Text(_) => false,
        }
    }

    const UNCERTAIN: Marks = Marks(Marks::UNCLOSED.0 | Marks::GUESSED.0);

    /// The value without what is known about it; of members with one key the last.
    pub(crate) fn to_json(&self, view: View) -> Json {
        match &self.data {
            Data::Null => Json::Null,
            Data::Bool(b) => Json::Bool(*b),
            Data::Number(digits) => Json::number(digits),
            Data::Text(text) => Json::String(text.clone()),
            Data::Array(items) => {
                Json::Array(items.iter().filter(|n| view.shows(n)).map(|n| n.to_json(view)).collect())
            }
            Data::Object(members) => {
                let shown: Vec<_> = members.iter().filter(|(_, n)| view.shows(n)).collect();
                Json::Object(last_of_each_key(&shown).map(|(k, n)| (k.clone(), n.to_json(view))).collect())
            }
        }
    }

    /// Same value, wherever it stood.
    pub(crate) fn same_value(&self, other: &Self) -> bool {
        match (&self.data, &other.data) {
            (Data::Array(a), Data::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.same_value(b)),
            (Data::Object(a), Data::Object(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|((k, a), (l, b))| k == l && a.same_value(b))
            }
            (a, b) => a == b,
        }
    }

    /// Whether all of it is at the beginning of the other: the members it has, and the first elements.
    pub(crate) fn begins_like(&self, whole: &Self) -> bool {
        match (&self.data, &whole.data) {
            (Data::Array(a), Data::Array(b)) => a.len() <= b.len() && a.iter().zip(b).all(|(a, b)| a.begins_like(b)),
            (Data::Object(a), Data::Object(b)) => {
                a.len() <= b.len() && a.iter().zip(b).all(|((k, a), (l, b))| k == l && a.begins_like(b))
            }
            (a, b) => a == b,
        }
    }
}

/// Marks the bodies among the last members as guesses; whether there were any.
pub(crate) fn doubt_bodies(members: &mut [(String, Node)], marks: Marks) -> bool {
    let mut found = false;
    for (_, node) in members.iter_mut().rev().take(FEW_MEMBERS).filter(|(key, _)| body(key).is_some()) {
        node.marks.add(marks);
        found = true;
    }
    found
}

/// Whether a text of several lines ends where JSON in it begins, or within it.
fn opens_json(text: &str, marks: Marks) -> bool {
    text.contains('\n') && (text.trim_end().ends_with(['{', '[']) || marks.has(Marks::GUESSED) && is_open(text))
}

/// Whether brackets or the tags of a page are opened and closed a different number of times.
fn is_open(text: &str) -> bool {
    let (mut brackets, mut tags) = (0_i64, 0_i64);
    for pair in text.as_bytes().windows(2) {
        match pair {
            [b'<', b'/'] => tags -= 1,
            [b'<', next] if next.is_ascii_alphabetic() => tags += 1,
            _ => {}
        }
    }
    for byte in text.bytes() {
        match byte {
            b'{' | b'[' | b'(' => brackets += 1,
            b'}' | b']' | b')' => brackets -= 1,
            _ => {}
        }
    }
    brackets != 0 || tags != 0
}

/// How many levels below a doubtful place a text is looked for.
const MAX_DOUBTED: usize = 16;

/// Which nodes are to be seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum View {
    /// Everything that was read.
    All,
    /// What is safe to use.
    Safe,
}

impl View {
    pub(crate) fn shows(self, node: &Node) -> bool {
        self == Self::All || !node.marks.has(Marks::OUT)
    }
}

/// Up to here comparing keys is cheaper than hashing them.
pub(crate) const FEW_MEMBERS: usize = 12;

/// JSON.parse's rule: a key stands where it was first, with its last value. Linear for few members,
/// hashed for many.
pub(crate) fn last_of_each_key<'a>(members: &[&'a (String, Node)]) -> impl Iterator<Item = &'a (String, Node)> {
    let few = members.len() <= FEW_MEMBERS;
    if few && members.iter().enumerate().all(|(at, (key, _))| members[..at].iter().all(|(k, _)| k != key)) {
        return Vec::from(members).into_iter();
    }
    let mut place = std::collections::HashMap::with_capacity(members.len());
    let mut kept: Vec<&'a (String, Node)> = Vec::with_capacity(members.len());
    for &member in members {
        match place.get(member.0.as_str()) {
            Some(&at) => {
                let slot: &mut &'a (String, Node) = &mut kept[at];
                *slot = member;
            }
            None => {
                place.insert(member.0.as_str(), kept.len());
                kept.push(member);
            }
        }
    }
    kept.into_iter()
}
