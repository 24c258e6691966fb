//! What a filter says of a value, worked out within the walk and its budget.

use super::{Walk, too_much};
use crate::filter::{Expr, Pattern, Query, Side, compiled};
use crate::node::{Node, Type};
use regex::Regex;
use serde_json::Value;
use std::rc::Rc;

/// A value costs one more look for so many bytes of it that are read.
const BYTES: usize = 16;
/// Longest text that is matched against a pattern.
const TEXT: usize = 1 << 20;
/// Patterns found in a document that are kept compiled, and what compiling one costs in looks.
const KEPT: usize = 64;
const COMPILING: u64 = 2_000;

impl<'d> Walk<'d, '_> {
    /// Whether an expression holds of a value.
    pub(crate) fn holds(&mut self, expr: &Expr, node: Node<'d>) -> crate::Result<bool> {
        self.look()?;
        Ok(match expr {
            Expr::Any(all) => {
                for one in all {
                    if self.holds(one, node)? {
                        return Ok(true);
                    }
                }
                false
            }
            Expr::All(all) => {
                for one in all {
                    if !self.holds(one, node)? {
                        return Ok(false);
                    }
                }
                true
            }
            Expr::Not(one) => !self.holds(one, node)?,
            Expr::Exists(query) => !self.found(query, node, 1)?.is_empty(),
            Expr::Compared(left, is, right) => {
                let (left, right) = (self.side(left, node)?, self.side(right, node)?);
                is.holds(left.as_ref(), right.as_ref())
            }
            Expr::Matches { text, pattern, whole } => {
                let (Some(Value::String(text)), Some(regex)) =
                    (self.side(text, node)?, self.pattern(pattern, *whole, node)?)
                else {
                    return Ok(false);
                };
                if text.len() > TEXT {
                    return Err(too_much());
                }
                self.charge(text.len() as u64)?;
                regex.is_match(&text)
            }
        })
    }

    fn side(&mut self, side: &Side, node: Node<'d>) -> crate::Result<Option<Value>> {
        Ok(match side {
            Side::Literal(value) => Some(value.clone()),
            Side::Query(query) => match self.found(query, node, 1)?.first() {
                Some(found) => Some(self.value(found)?),
                None => None,
            },
            Side::Value(query) => match self.found(query, node, 2)?.as_slice() {
                [only] => Some(self.value(only)?),
                _ => None,
            },
            Side::Count(query) => Some(Value::from(self.found(query, node, usize::MAX)?.len())),
            Side::Length(of) => match &**of {
                Side::Query(query) => match self.found(query, node, 1)?.first() {
                    Some(found) => self.length(found)?,
                    None => None,
                },
                other => self.side(other, node)?.as_ref().and_then(length),
            },
        })
    }

    /// What a query selects, at most so many. What is read from the root is found once.
    fn found(&mut self, query: &Query, node: Node<'d>, most: usize) -> crate::Result<Rc<Vec<Node<'d>>>> {
        let key = std::ptr::from_ref(query).addr();
        if let Some(known) = self.rooted.get(&key) {
            return Ok(known.clone());
        }
        let from = if query.rooted { self.root } else { node };
        let mut nodes = Vec::new();
        self.follow(from, &query.segments, &mut |found, _| {
            nodes.push(found);
            nodes.len() < most
        })?;
        let nodes = Rc::new(nodes);
        if query.rooted {
            self.rooted.insert(key, nodes.clone());
        }
        Ok(nodes)
    }

    fn value(&mut self, node: &Node<'d>) -> crate::Result<Value> {
        self.charge((node.raw().len() / BYTES) as u64)?;
        Ok(node.value())
    }

    fn length(&mut self, node: &Node<'d>) -> crate::Result<Option<Value>> {
        self.charge((node.raw().len() / BYTES) as u64)?;
        Ok(match node.kind() {
            Type::Object | Type::Array => Some(Value::from(node.counted().count())),
            Type::String => length(&node.value()),
            Type::Number | Type::Boolean | Type::Null => None,
        })
    }

    fn pattern(&mut self, pattern: &Pattern, whole: bool, node: Node<'d>) -> crate::Result<Option<Regex>> {
        let found = match pattern {
            Pattern::Fixed(regex) => return Ok(regex.clone()),
            Pattern::Found(side) => self.side(side, node)?,
        };
        let Some(Value::String(text)) = found else { return Ok(None) };
        let key = (whole, text);
        if let Some(known) = self.patterns.get(&key) {
            return Ok(known.clone());
        }
        self.charge(COMPILING)?;
        let regex = compiled(&key.1, whole)?;
        if self.patterns.len() >= KEPT {
            self.patterns.clear();
        }
        self.patterns.insert(key, regex.clone());
        Ok(regex)
    }
}

fn length(value: &Value) -> Option<Value> {
    let length = match value {
        Value::String(text) => text.chars().count(),
        Value::Array(all) => all.len(),
        Value::Object(all) => all.len(),
        Value::Null | Value::Bool(_) | Value::Number(_) => return None,
    };
    Some(Value::from(length))
}
