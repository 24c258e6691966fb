//! The operations that a queue comes to: each file once, and nothing that is moved lost where only a part of them
//! is signed.

use super::{Entry, Pending, Queue};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Files as they would be, by the path on disk that they were moved from.
type Moved<'q> = BTreeMap<&'q str, &'q Pending>;

impl Queue {
    /// The operations of the change set, in order: each file once. What takes a moved file from its old place needs
    /// the operation that puts it into its new one, which therefore comes first. Where files change places all
    /// round, one of them has to be the first.
    pub fn operations(&self) -> Vec<Value> {
        let moved: Moved<'_> = self.pendings().filter_map(|f| Some((f.moved_from()?, f))).collect();
        let mut all: Vec<Value> = Vec::new();
        let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
        for entry in &self.0 {
            let file = match entry {
                Entry::File(file) => file,
                Entry::Operation { op, .. } => {
                    all.push(op.clone());
                    continue;
                }
                Entry::Plan(_) => continue,
            };
            let mut chain = vec![file];
            while let Some(next) = chain.last().and_then(|file| moved.get(file.path.as_str()).copied())
                && !chain.iter().any(|file| file.path == next.path)
            {
                chain.push(next);
            }
            for file in chain.into_iter().rev() {
                if numbers.contains_key(file.path.as_str()) {
                    continue;
                }
                let Some(mut op) = self.operation(file, &moved) else { continue };
                let put = moved.get(file.path.as_str()).and_then(|to| numbers.get(to.path.as_str()));
                if let (Some(put), Value::Object(map)) = (put, &mut op) {
                    map.insert("needs".to_owned(), json!([put]));
                }
                all.push(op);
                numbers.insert(&file.path, all.len());
            }
        }
        all
    }

    fn pendings(&self) -> impl Iterator<Item = &Pending> {
        self.0.iter().filter_map(|entry| match entry {
            Entry::File(file) => Some(file),
            Entry::Operation { .. } | Entry::Plan(_) => None,
        })
    }

    /// What is done to one file; `None` = nothing, or another's operation does it.
    fn operation(&self, file: &Pending, moved: &Moved<'_>) -> Option<Value> {
        let Pending { path, base, text, why, .. } = file;
        let Some(text) = text else {
            let base = base.as_ref()?;
            let only = moved.get(path.as_str()).filter(|to| self.only_moved(to));
            return Some(match only {
                Some(to) => json!({ "op": "rename_file", "path": path, "to": to.path, "base": base, "why": why }),
                None => json!({ "op": "delete_file", "path": path, "base": base, "why": why }),
            });
        };
        let stayed = file.came.as_ref() == Some(path);
        if self.only_moved(file) || (stayed && base.as_ref().is_some_and(|base| is(text, base))) {
            return None;
        }
        let mut op = json!({ "op": "write_file", "path": path, "content": text, "why": why });
        if let Value::Object(map) = &mut op {
            let mode = file.mode.filter(|_| !stayed);
            map.extend(base.as_ref().map(|base| ("base".to_owned(), json!(base))));
            map.extend(mode.map(|mode| ("mode".to_owned(), json!(mode))));
        }
        Some(op)
    }

    /// Whether a file is at a path where none was, as it is on disk at another, where nothing is put.
    fn only_moved(&self, file: &Pending) -> bool {
        let Some(from) = file.moved_from().and_then(|from| self.pending(from)) else { return false };
        file.base.is_none()
            && from.text.is_none()
            && matches!((&file.text, &from.base), (Some(text), Some(base)) if is(text, base))
    }
}

impl Pending {
    /// The other path that it was at on disk.
    fn moved_from(&self) -> Option<&str> {
        self.came.as_deref().filter(|came| *came != self.path)
    }
}

/// Whether a text is what this hash is of.
fn is(text: &str, hash: &str) -> bool {
    blake3::hash(text.as_bytes()).to_hex().eq_ignore_ascii_case(hash)
}
