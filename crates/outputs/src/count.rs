//! `tool_outputs.count`: exact numbers.

use crate::Document;
use crate::args::{self, CountOf, CountType, within};
use crate::filter::Asked;
use crate::node::{Node, Type};
use crate::path::{Path, Selector};
use crate::select::{Stop, select, too_much};
use countersign_core::problem::Problem;
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

/// The answer.
#[derive(Debug, Serialize)]
struct Counted {
    counts: Map<String, Value>,
    /// Of all counts together.
    total: u64,
}

/// Carries it out. What is missing counts 0.
///
/// # Errors
/// A path, filter or option that is not valid, a text that is not JSON, or too much work.
pub fn count(document: &Document, args: &args::Count, stop: Stop<'_>) -> crate::Result<Box<RawValue>> {
    within("counts", args.counts.len() as u64, 1, 20)?;
    let mut answer = Counted { counts: Map::new(), total: 0 };
    for (n, of) in args.counts.iter().enumerate() {
        let found = one(document, of, stop).map_err(|mut p| {
            p.path = Some(format!("/counts/{n}{}", p.path.unwrap_or_default()));
            p
        })?;
        answer.total += found;
        let name = of.name.clone().unwrap_or_else(|| of.path.clone());
        if answer.counts.insert(name.clone(), json!(found)).is_some() {
            return Err(Problem::new("invalid_option", format!("two counts are called \"{name}\""))
                .hinting("Give each count a name of its own.")
                .at(format!("/counts/{n}/name")));
        }
    }
    crate::tools::raw(&answer)
}

fn one(document: &Document, of: &CountOf, stop: Stop<'_>) -> crate::Result<u64> {
    let path = Path::parse(&of.path)?;
    let filter = of.filter.as_deref().map(Path::filter).transpose().map_err(|p| p.at("/filter"))?;
    let root = document.root()?;
    let mut asked = match filter.as_ref().and_then(|f| f.segments.first()?.selectors.first()) {
        Some(Selector::Filter(filter)) => {
            let mut roots = Vec::new();
            for segments in &filter.roots {
                let mut values = Vec::new();
                let rooted = Path::of(segments.clone());
                select(root, &rooted, stop, |node, _| {
                    values.push(node.value());
                    true
                })?;
                roots.push(Value::Array(values));
            }
            Some(filter.over(roots))
        }
        _ => None,
    };
    let mut tally = Tally { asked: asked.as_mut(), found: 0, looks: 0, stopped: false, stop };
    select(root, &path, stop, |node, _| {
        match of.count_type {
            CountType::Matches => tally.add(&node),
            CountType::ArrayLength if node.kind() == Type::Array => tally.members(&node),
            CountType::ObjectKeys if node.kind() == Type::Object => tally.names(&node),
            CountType::NestedTotal => tally.nested(&node),
            CountType::ArrayLength | CountType::ObjectKeys => {}
        }
        !tally.stopped
    })?;
    if tally.stopped { Err(too_much()) } else { Ok(tally.found) }
}

struct Tally<'t, 'f> {
    asked: Option<&'t mut Asked<'f>>,
    found: u64,
    looks: u64,
    stopped: bool,
    stop: Stop<'t>,
}

impl Tally<'_, '_> {
    fn add(&mut self, node: &Node<'_>) {
        self.looks += 1;
        self.stopped |= self.looks.is_multiple_of(8_192) && (self.stop)();
        if self.asked.as_mut().is_none_or(|asked| asked.holds(node)) {
            self.found += 1;
        }
    }

    fn members(&mut self, node: &Node<'_>) {
        for member in node.members() {
            if self.stopped {
                return;
            }
            self.add(&member.node);
        }
    }

    fn names(&mut self, node: &Node<'_>) {
        for member in node.counted() {
            if self.stopped {
                return;
            }
            self.add(&member.node);
        }
    }

    fn nested(&mut self, node: &Node<'_>) {
        if node.kind() == Type::Array {
            self.members(node);
        }
        for member in node.counted() {
            if self.stopped {
                return;
            }
            if matches!(member.node.kind(), Type::Object | Type::Array) {
                self.nested(&member.node);
            }
        }
    }
}
