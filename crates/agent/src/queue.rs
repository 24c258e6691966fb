//! What a run wants to change: writes are folded here, file by file, and become one change set at
//! its end. Nothing of it has happened.

mod operations;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What the model hears of a change of the plan document.
pub const NOTED: &str = "Noted for the plan document. The person decides on it with the summary of the work.";

/// What the model hears of a write.
pub const QUEUED: &str = "Proposal queued for user review.";

/// What a write came to, as the engine worked it out against the files and this queue.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Write {
    /// A file gets a content, or is deleted.
    File {
        /// Its path.
        path: String,
        /// The hash of the file on disk; absent = there is none.
        base: Option<String>,
        /// Its content; absent = deleted.
        text: Option<String>,
    },
    /// A file gets another path.
    Rename {
        /// Its path.
        path: String,
        /// Its new path.
        to: String,
        /// The hash of the file on disk.
        base: Option<String>,
        /// Its content.
        text: String,
        /// Its permission bits; absent = those of a new file.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mode: Option<u32>,
    },
    /// Anything else, as an operation.
    Operation {
        /// It.
        op: Value,
    },
    /// A change of the plan document: decided on with the summary, and no operation.
    Plan(PlanNote),
}

/// What a run wants to have in the plan document (S4-13).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct PlanNote {
    /// A goal, where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<String>,
    /// Criteria, and whether they are met.
    #[serde(default)]
    pub criteria: Vec<(String, bool)>,
    /// What was decided.
    #[serde(default)]
    pub made: Vec<String>,
    /// What was decided against.
    #[serde(default)]
    pub rejected: Vec<String>,
}

impl PlanNote {
    /// Reads a call of a plan tool; `None` = it is another tool.
    pub fn of(tool: &str, args: &Value) -> Option<Self> {
        let list = |name: &str| -> Vec<String> {
            let texts = args.get(name).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
            texts.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty()).collect()
        };
        let criteria = |name: &str, met: bool| list(name).into_iter().map(|text| (text, met)).collect();
        match tool {
            "initialize_plan" => {
                let goal = args.get("goal").and_then(Value::as_str).map(|goal| goal.trim().to_owned());
                Some(Self { goal, criteria: criteria("criteria", false), ..Self::default() })
            }
            "update_plan" => Some(Self {
                goal: None,
                criteria: criteria("criteria_met", true),
                made: list("decisions_made"),
                rejected: list("decisions_rejected"),
            }),
            _ => None,
        }
    }

    /// It says nothing.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// A file as the run would leave it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Pending {
    path: String,
    base: Option<String>,
    text: Option<String>,
    /// The path on disk of the file that it is: its own, or the one that it was moved from; absent = a new file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    came: Option<String>,
    /// The permission bits that a moved file brings along.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mode: Option<u32>,
    why: String,
}

/// One thing in the queue.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Entry {
    File(Pending),
    Operation { op: Value, why: String },
    Plan(PlanNote),
}

/// The queue of a run.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Queue(Vec<Entry>);

impl Queue {
    /// Nothing waits.
    pub fn is_empty(&self) -> bool {
        self.operations().is_empty()
    }

    /// How many changes wait.
    pub fn len(&self) -> u32 {
        u32::try_from(self.operations().len()).unwrap_or(u32::MAX)
    }

    /// A file as the run would leave it: `None` = untouched, `Some(None)` = deleted.
    pub fn file(&self, path: &str) -> Option<Option<&str>> {
        self.pending(path).map(|f| f.text.as_deref())
    }

    /// The hash that the first change of a file built on.
    pub fn base(&self, path: &str) -> Option<Option<&str>> {
        self.pending(path).map(|f| f.base.as_deref())
    }

    /// Paths with what they would hold, in order of their first change.
    pub fn files(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        self.0.iter().filter_map(|e| match e {
            Entry::File(f) => Some((f.path.as_str(), f.text.as_deref())),
            Entry::Operation { .. } | Entry::Plan(_) => None,
        })
    }

    /// What is to be in the plan document: all notes in one, each text once.
    pub fn plan(&self) -> PlanNote {
        let mut all = PlanNote::default();
        for entry in &self.0 {
            let Entry::Plan(note) = entry else { continue };
            all.goal = note.goal.clone().or(all.goal);
            for (text, met) in &note.criteria {
                match all.criteria.iter_mut().find(|(known, _)| known == text) {
                    Some((_, known)) => *known |= met,
                    None => all.criteria.push((text.clone(), *met)),
                }
            }
            for (to, from) in [(&mut all.made, &note.made), (&mut all.rejected, &note.rejected)] {
                for text in from {
                    if !to.contains(text) {
                        to.push(text.clone());
                    }
                }
            }
        }
        all
    }

    fn pending(&self, path: &str) -> Option<&Pending> {
        self.0.iter().find_map(|e| match e {
            Entry::File(f) if f.path == path => Some(f),
            _ => None,
        })
    }

    /// Takes one more write in. What a file was on disk stays what its first change saw.
    pub fn push(&mut self, write: Write, why: &str) {
        match write {
            Write::File { path, base, text } => self.put(path, base, text, why),
            Write::Rename { path, to, base, text, mode } => {
                let known = self.pending(&path);
                let came = known.map_or_else(|| base.is_some().then(|| path.clone()), |file| file.came.clone());
                let mode = known.and_then(|file| file.mode).or(mode);
                self.put(path, base, None, why);
                self.put(to.clone(), None, Some(text), why);
                if let Some(file) = self.pending_mut(&to) {
                    (file.came, file.mode) = (came, mode);
                }
            }
            Write::Plan(note) => self.0.push(Entry::Plan(note)),
            Write::Operation { op } => self.0.push(Entry::Operation { op, why: why.to_owned() }),
        }
    }

    fn pending_mut(&mut self, path: &str) -> Option<&mut Pending> {
        self.0.iter_mut().find_map(|e| match e {
            Entry::File(f) if f.path == path => Some(f),
            _ => None,
        })
    }

    fn put(&mut self, path: String, base: Option<String>, text: Option<String>, why: &str) {
        let Some(file) = self.pending_mut(&path) else {
            let came = (base.is_some() && text.is_some()).then(|| path.clone());
            self.0.push(Entry::File(Pending { path, base, text, came, mode: None, why: why.to_owned() }));
            return;
        };
        // What is gone from there is not what is put there later.
        if file.text.is_none() || text.is_none() {
            (file.came, file.mode) = (None, None);
        }
        file.text = text;
        why.clone_into(&mut file.why);
    }

    /// What came after `seed`, which this one began from.
    pub fn since(&self, seed: &Self) -> Own<'_> {
        // Operations and notes are only ever added, so the first ones are the seed's.
        let mut others = seed.0.iter().filter(|e| !matches!(e, Entry::File(_))).count();
        let new = |entry: &&Entry| match entry {
            // Made and deleted again is nothing.
            Entry::File(file) => match seed.pending(&file.path) {
                Some(known) => known != file,
                None => file.base.is_some() || file.text.is_some(),
            },
            Entry::Operation { .. } | Entry::Plan(_) if others > 0 => {
                others -= 1;
                false
            }
            Entry::Operation { .. } | Entry::Plan(_) => true,
        };
        Own(self.0.iter().filter(new).collect())
    }

    /// Takes in what somebody queued who began from `seed`.
    ///
    /// # Errors
    /// Paths that changed here since, too: then nothing is taken in, and neither change is lost.
    pub fn merge(&mut self, other: &Self, seed: &Self) -> Result<(), Vec<String>> {
        let own = other.since(seed);
        let overlaps: Vec<String> =
            own.files().filter(|path| self.pending(path) != seed.pending(path)).map(str::to_owned).collect();
        if !overlaps.is_empty() {
            return Err(overlaps);
        }
        for entry in own.0 {
            let known = match entry {
                Entry::File(new) => self.0.iter_mut().find(|e| matches!(e, Entry::File(f) if f.path == new.path)),
                Entry::Operation { .. } | Entry::Plan(_) => None,
            };
            match known {
                Some(known) => known.clone_from(entry),
                None => self.0.push(entry.clone()),
            }
        }
        Ok(())
    }
}

/// What one of several added to a queue that they share.
#[derive(Debug)]
pub struct Own<'q>(Vec<&'q Entry>);

impl<'q> Own<'q> {
    /// It added nothing.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Paths of the files that it changed.
    pub fn files(&self) -> impl Iterator<Item = &'q str> + '_ {
        self.0.iter().filter_map(|entry| match entry {
            Entry::File(file) => Some(file.path.as_str()),
            Entry::Operation { .. } | Entry::Plan(_) => None,
        })
    }
}
