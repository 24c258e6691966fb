//! Cases: what is said, to which todos, and which effects count as right.

use crate::effect::effect_of;
use countersign_core::operation::{Operation, parse};
use countersign_core::todo::Todo;
use countersign_core::todos::{Todos, words};
use countersign_planner::dates::Clock;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

const WORLDS: &str = include_str!("../cases/worlds.json");
/// Case files that come with the product, by name.
const FILES: [(&str, &str); 34] = [
    ("everyday", include_str!("../cases/everyday.jsonl")),
    ("dev", include_str!("../cases/dev.jsonl")),
    ("fresh", include_str!("../cases/fresh.jsonl")),
    ("held-out", include_str!("../cases/held-out.jsonl")),
    ("others-a", include_str!("../cases/others-a.jsonl")),
    ("others-aa", include_str!("../cases/others-aa.jsonl")),
    ("others-ab", include_str!("../cases/others-ab.jsonl")),
    ("others-ac", include_str!("../cases/others-ac.jsonl")),
    ("others-ad", include_str!("../cases/others-ad.jsonl")),
    ("others-ae", include_str!("../cases/others-ae.jsonl")),
    ("others-b", include_str!("../cases/others-b.jsonl")),
    ("others-c", include_str!("../cases/others-c.jsonl")),
    ("others-d", include_str!("../cases/others-d.jsonl")),
    ("others-e", include_str!("../cases/others-e.jsonl")),
    ("others-f", include_str!("../cases/others-f.jsonl")),
    ("others-g", include_str!("../cases/others-g.jsonl")),
    ("others-h", include_str!("../cases/others-h.jsonl")),
    ("others-i", include_str!("../cases/others-i.jsonl")),
    ("others-j", include_str!("../cases/others-j.jsonl")),
    ("others-k", include_str!("../cases/others-k.jsonl")),
    ("others-l", include_str!("../cases/others-l.jsonl")),
    ("others-o", include_str!("../cases/others-o.jsonl")),
    ("others-p", include_str!("../cases/others-p.jsonl")),
    ("others-q", include_str!("../cases/others-q.jsonl")),
    ("others-r", include_str!("../cases/others-r.jsonl")),
    ("others-s", include_str!("../cases/others-s.jsonl")),
    ("others-t", include_str!("../cases/others-t.jsonl")),
    ("others-u", include_str!("../cases/others-u.jsonl")),
    ("others-v", include_str!("../cases/others-v.jsonl")),
    ("others-w", include_str!("../cases/others-w.jsonl")),
    ("others-x", include_str!("../cases/others-x.jsonl")),
    ("others-y", include_str!("../cases/others-y.jsonl")),
    ("others-z", include_str!("../cases/others-z.jsonl")),
    ("studio", include_str!("../cases/studio.jsonl")),
];

/// The file of this name that comes with the product.
pub fn built_in(name: &str) -> Option<&'static str> {
    FILES.into_iter().find(|(n, _)| *n == name).map(|(_, text)| text)
}

/// The todos that cases are about, and when it is there.
#[derive(Debug)]
pub struct World {
    /// The todos.
    pub todos: Todos,
    /// Saturday 2026-11-21, 10:00 in New York.
    pub clock: Clock,
}

/// What counts as right.
#[derive(Debug, Clone, PartialEq)]
pub enum Want {
    /// These operations, by their effect.
    Plan(Vec<Operation>),
    /// A question.
    Clarify,
    /// Nothing is proposed: an answer in words.
    Nothing,
}

/// A case.
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    /// Its line in the file, from 1; or its own `id`.
    pub id: String,
    /// What is said.
    pub said: String,
    /// The name of its todos.
    pub world: String,
    /// What kind of request it is.
    pub kind: String,
    /// The language.
    pub language: String,
    /// Any of these is right.
    pub wants: Vec<Want>,
}

/// A line that is no case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadCase {
    /// From 1.
    pub line: usize,
    /// Why.
    pub why: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    #[serde(default)]
    id: Option<String>,
    i: String,
    want: Vec<Value>,
    #[serde(default)]
    world: Option<String>,
    #[serde(default)]
    kind: Option<String>,
    #[serde(default)]
    lang: Option<String>,
}

/// Reads a case file: one JSON object a line; blank lines and lines that begin with `#` are passed over.
///
/// # Errors
/// Every line that is no case, with why.
pub fn read(text: &str, world: &str) -> Result<Vec<Case>, Vec<BadCase>> {
    let (mut cases, mut bad) = (Vec::new(), Vec::new());
    for (n, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        match one(line, n + 1, world) {
            Ok(case) => cases.push(case),
            Err(why) => bad.push(BadCase { line: n + 1, why }),
        }
    }
    if bad.is_empty() { Ok(cases) } else { Err(bad) }
}

fn one(line: &str, number: usize, world: &str) -> Result<Case, String> {
    let line: Line = serde_json::from_str(line).map_err(|e| e.to_string())?;
    let world = line.world.unwrap_or_else(|| world.to_owned());
    let there = World::named(&world).ok_or_else(|| format!("there are no todos named {world:?}"))?;
    let wants: Vec<Want> = line.want.iter().map(want).collect::<Result<_, _>>()?;
    if wants.is_empty() {
        return Err("nothing counts as right".to_owned());
    }
    for want in &wants {
        if let Want::Plan(ops) = want
            && let Some(why) = there.effect(ops).get("refused")
        {
            return Err(format!("what counts as right cannot be done: {why}"));
        }
    }
    Ok(Case {
        id: line.id.unwrap_or_else(|| number.to_string()),
        said: line.i,
        world,
        kind: line.kind.unwrap_or_else(|| "any".to_owned()),
        language: line.lang.unwrap_or_else(|| "en".to_owned()),
        wants,
    })
}

fn want(value: &Value) -> Result<Want, String> {
    match value {
        Value::Array(ops) => {
            let read = |op| parse::operation(op).map_err(|p| format!("{op}: {p:?}"));
            ops.iter().map(read).collect::<Result<_, _>>().map(Want::Plan)
        }
        Value::String(word) if word == "clarify" => Ok(Want::Clarify),
        Value::String(word) if word == "none" => Ok(Want::Nothing),
        other => Err(format!("{other} is neither operations nor \"clarify\" nor \"none\"")),
    }
}

impl World {
    /// The todos of this name.
    pub fn named(name: &str) -> Option<Self> {
        let mut all: BTreeMap<String, Vec<Todo>> = serde_json::from_str(WORLDS).ok()?;
        let todos = Todos::new(all.remove(name)?);
        Some(Self { todos, clock: Clock::new(jiff::civil::date(2026, 11, 21).at(10, 0, 0, 0), "America/New_York") })
    }

    /// What operations do here, in which the wording of new titles counts by its words only.
    pub fn effect(&self, ops: &[Operation]) -> Value {
        let mut effect = effect_of(ops, &self.todos, &self.clock);
        if let Some(new) = effect.get_mut("new").and_then(Value::as_array_mut) {
            for todo in new {
                let title = todo["title"].as_str().unwrap_or_default().to_owned();
                todo["title"] = json!(plain(&title));
            }
        }
        effect
    }
}

/// A title's words without articles, which people add and leave out.
fn plain(title: &str) -> String {
    const FILLERS: [&str; 24] = [
        "the", "a", "an", "my", "some", "to", "der", "die", "das", "den", "dem", "ein", "eine", "einen", "el", "la",
        "los", "las", "un", "una", "le", "les", "l", "d",
    ];
    words(title).into_iter().filter(|w| !FILLERS.contains(&w.as_str())).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_case_of_ours_can_be_read_and_done() {
        for (name, text) in FILES {
            let cases = read(text, if name == "held-out" { "house" } else { "flat" });
            let cases = cases.unwrap_or_else(|bad| panic!("{name}: {bad:#?}"));
            let said: BTreeSet<&str> = cases.iter().map(|c| c.said.as_str()).collect();
            assert_eq!(said.len(), cases.len(), "{name}: something is said twice");
        }
    }

    #[test]
    fn the_everyday_cases_are_many_and_varied() {
        let cases = read(built_in("everyday").unwrap(), "flat").unwrap();
        assert!(cases.len() >= 200, "{}", cases.len());
        let count = |f: &dyn Fn(&Case) -> bool| cases.iter().filter(|c| f(c)).count();
        for kind in [
            "create",
            "update",
            "bulk",
            "delete",
            "complete",
            "occurrence",
            "several",
            "clarify",
            "chat",
            "small-talk",
            "negation",
            "typo",
        ] {
            assert!(count(&|c| c.kind == kind) >= 8, "{kind}: {}", count(&|c| c.kind == kind));
        }
        for language in ["de", "es", "fr", "ro"] {
            assert!(count(&|c| c.language == language) >= 8, "{language}: {}", count(&|c| c.language == language));
        }
    }

    #[test]
    fn a_line_that_is_no_case_is_named() {
        for (line, why) in [
            ("{", "EOF"),
            (r#"{"i":"x","want":[]}"#, "nothing counts"),
            (r#"{"i":"x","want":["maybe"]}"#, "neither"),
            (r#"{"i":"x","want":[[{"op":"delete","id":999}]]}"#, "cannot be done"),
            (r#"{"i":"x","want":["none"],"world":"moon"}"#, "moon"),
            (r#"{"i":"x","want":["none"],"wnat":1}"#, "wnat"),
        ] {
            let bad = read(&format!("# a comment\n\n{line}\n"), "flat").unwrap_err();
            assert_eq!(bad[0].line, 3, "{line}");
            assert!(bad[0].why.contains(why), "{line}: {}", bad[0].why);
        }
    }
}
