//! `tool_outputs.count`: exact numbers.

use crate::Document;
use crate::args::{self, CountOf, CountType, within};
use crate::filter::Expr;
use crate::node::{Member, Node, Type};
use crate::path::{Path, Selector};
use crate::select::{Stop, Walk, select};
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
    let asked = match filter.as_ref().and_then(|f| f.segments.first()?.selectors.first()) {
        Some(Selector::Filter(expr)) => Some(&**expr),
        _ => None,
    };
    let mut tally = Tally { asked, walk: Walk::new(root, stop), found: 0, stopped: None };
    select(root, &path, stop, |node, _| {
        match of.count_type {
            CountType::Matches => tally.add(node),
            CountType::ArrayLength if node.kind() == Type::Array => tally.each(node.members()),
            CountType::ObjectKeys if node.kind() == Type::Object => tally.each(node.counted()),
            CountType::NestedTotal => tally.nested(node),
            CountType::ArrayLength | CountType::ObjectKeys => {}
        }
        tally.stopped.is_none()
    })?;
    tally.stopped.map_or(Ok(tally.found), Err)
}

struct Tally<'t, 'd> {
    asked: Option<&'t Expr>,
    walk: Walk<'d, 't>,
    found: u64,
    stopped: Option<Problem>,
}

impl<'d> Tally<'_, 'd> {
    fn add(&mut self, node: Node<'d>) {
        let holds = match self.asked {
            Some(expr) => self.walk.holds(expr, node),
            None => self.walk.look().map(|()| true),
        };
        match holds {
            Ok(holds) => self.found += u64::from(holds),
            Err(problem) => self.stopped = Some(problem),
        }
    }

    fn each(&mut self, members: impl Iterator<Item = Member<'d>>) {
        for member in members {
            if self.stopped.is_some() {
                return;
            }
            self.add(member.node);
        }
    }

    fn nested(&mut self, node: Node<'d>) {
        if node.kind() == Type::Array {
            self.each(node.members());
        }
        for member in node.counted() {
            if self.stopped.is_some() {
                return;
            }
            if matches!(member.node.kind(), Type::Object | Type::Array) {
                self.nested(member.node);
            }
        }
    }
}
