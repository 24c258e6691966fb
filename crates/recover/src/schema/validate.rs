//! Whether a value satisfies a schema, and where not. A part that the text left open is not blamed
//! for what it lacks: it stays out of the safe value anyway, or is kept for what it has.

use super::placeholder::is_placeholder;
use super::wrong::{Nodes, Wrong};
use super::{Decimal, Id, Rules, Schema, Types, format};
use crate::gate::push_token;
use crate::node::{Data, Marks, Node};
use serde_json::Value;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Deepest chain of references without going deeper into the value: `{"$ref": "#"}` refers to itself.
const MAX_CHAIN: usize = 64;

/// Deepest nesting of alternatives that is explained: each level multiplies the work.
const MAX_NESTED: usize = 3;

/// A step from a value to a part of it.
#[derive(Debug, Clone, Copy)]
enum Step<'n> {
    Member(&'n str),
    Element(usize),
}

/// The JSON pointer that the steps after `above` make.
fn pointer(above: &str, steps: &[Step<'_>]) -> String {
    let mut path = above.to_owned();
    for step in steps {
        match step {
            Step::Member(name) => push_token(&mut path, name),
            Step::Element(index) => push_token(&mut path, &index.to_string()),
        }
    }
    path
}

/// Collects violations, or only notices that there is one.
struct Check<'s, 'n> {
    schema: &'s Schema,
    /// Where the value stood that this began with.
    above: &'s str,
    /// The way from there to where the value stands now. Most are sound: it is only told of the others.
    steps: Vec<Step<'n>>,
    found: Wrong,
    failed: bool,
    /// Say what is wrong and where, rather than only that something is.
    explain: bool,
    chain: usize,
    /// Alternatives inside alternatives that are being explained.
    nested: usize,
}

impl Schema {
    /// Whether a value satisfies the schema.
    pub(crate) fn accepts(&self, id: Id, node: &Node) -> bool {
        self.accepts_in(id, node, 0)
    }

    fn accepts_in(&self, id: Id, node: &Node, chain: usize) -> bool {
        let found = Wrong::default();
        let mut check = Check {
            schema: self,
            above: "",
            steps: Vec::new(),
            found,
            failed: false,
            explain: false,
            chain,
            nested: 0,
        };
        check.node(id, node);
        !check.failed
    }

    /// What is wrong with a value. Each node that is wrong is marked.
    pub(crate) fn violations(&self, node: &mut Node) -> Wrong {
        let mut found = self.explain(self.root, node, "", 0, Wrong::default());
        if self.is_echoed(node) {
            found.add(node, String::new, || "it is a schema, and no value of it".to_owned());
        }
        if node.any(Marks::NO_VALUE) {
            no_values(node, &mut found);
        }
        found.nodes().mark(node);
        found
    }

    fn explain(&self, id: Id, node: &Node, path: &str, nested: usize, found: Wrong) -> Wrong {
        let steps = Vec::new();
        let mut check =
            Check { schema: self, above: path, steps, found, failed: false, explain: true, chain: 0, nested };
        check.node(id, node);
        check.found
    }

    pub(super) fn root_id(&self) -> Id {
        self.root
    }
}

/// Values that the text does not have violate any schema.
pub(crate) fn no_values(node: &Node, found: &mut Wrong) {
    let said = found.nodes();
    no_values_below(node, &mut String::new(), &said, found);
}

fn no_values_below(node: &Node, path: &mut String, said: &Nodes, found: &mut Wrong) {
    if node.marks.has(Marks::NO_VALUE) && !node.marks.has(Marks::UNCLOSED) {
        if !said.has(node) {
            found.add(node, || path.clone(), || "there is no value, or none that JSON has".to_owned());
        }
        return;
    }
    let length = path.len();
    match &node.data {
        Data::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                push_token(path, &index.to_string());
                no_values_below(item, path, said, found);
                path.truncate(length);
            }
        }
        Data::Object(members) => {
            for (key, value) in members {
                push_token(path, key);
                no_values_below(value, path, said, found);
                path.truncate(length);
            }
        }
        _ => {}
    }
}

/// The type bits that a value has.
pub(super) fn types_of(node: &Node) -> u8 {
    match &node.data {
        Data::Null => Types::NULL,
        Data::Bool(_) => Types::BOOLEAN,
        Data::Number(digits) if !digits.as_bytes().iter().any(|b| matches!(b, b'.' | b'e' | b'E')) => {
            Types::NUMBER | Types::INTEGER
        }
        Data::Number(digits) => match Decimal::read(digits) {
            Some(number) if number.is_integer() => Types::NUMBER | Types::INTEGER,
            _ => Types::NUMBER,
        },
        Data::Text(_) => Types::STRING,
        Data::Array(_) => Types::ARRAY,
        Data::Object(_) => Types::OBJECT,
    }
}

/// JSON Schema equality: numbers by value, objects without order.
pub(super) fn equals(node: &Node, value: &Value) -> bool {
    match (&node.data, value) {
        (Data::Null, Value::Null) => true,
        (Data::Bool(a), Value::Bool(b)) => a == b,
        (Data::Number(a), Value::Number(b)) => match (Decimal::read(a), Decimal::read(&b.to_string())) {
            (Some(a), Some(b)) => a.equals(b),
            _ => false,
        },
        (Data::Text(a), Value::String(b)) => a == b,
        (Data::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equals(a, b)),
        (Data::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(k, v)| b.get(k).is_some_and(|w| equals(v, w)))
        }
        _ => false,
    }
}

fn same(a: &Node, b: &Node) -> bool {
    match (&a.data, &b.data) {
        (Data::Number(a), Data::Number(b)) => match (Decimal::read(a), Decimal::read(b)) {
            (Some(a), Some(b)) => a.equals(b),
            _ => a == b,
        },
        (Data::Array(a), Data::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Data::Object(a), Data::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(k, v)| b.iter().any(|(l, w)| k == l && same(v, w)))
        }
        (a, b) => a == b,
    }
}

impl<'s, 'n> Check<'s, 'n> {
    fn fail(&mut self, node: &Node, message: impl FnOnce() -> String) {
        self.failed = true;
        if self.explain {
            let (above, steps) = (self.above, &self.steps);
            self.found.add(node, || pointer(above, steps), message);
        }
    }

    /// Whether nothing more is wanted than that something is wrong, and something is.
    fn is_decided(&self) -> bool {
        self.failed && !self.explain
    }

    fn accepts(&self, id: Id, node: &Node) -> bool {
        !self.schema.contradicts(id, node) && self.schema.accepts_in(id, node, self.chain)
    }

    fn below(&mut self, step: Step<'n>, id: Id, node: &'n Node) {
        let chain = std::mem::take(&mut self.chain);
        if self.explain {
            self.steps.push(step);
            self.node(id, node);
            self.steps.pop();
        } else {
            self.node(id, node);
        }
        self.chain = chain;
    }

    fn node(&mut self, id: Id, node: &'n Node) {
        if self.is_decided() {
            return;
        }
        // Left open, or no value at all: judged by the gate.
        if node.marks.has(Marks::UNCLOSED.with(Marks::NO_VALUE)) && !node.is_container() {
            return;
        }
        if self.chain > MAX_CHAIN {
            return self.fail(node, || "the schema refers to itself without end".to_owned());
        }
        let rules = &self.schema.rules[id];
        if !self.explain && !rules.reach.has(types_of(node)) {
            self.failed = true;
            return;
        }
        self.chain += 1;
        self.rules(id, rules, node);
        self.chain -= 1;
    }

    fn rules(&mut self, id: Id, rules: &'s Rules, node: &'n Node) {
        if rules.never {
            return self.fail(node, || "nothing is allowed here".to_owned());
        }
        if let Some(types) = rules.types
            && !types.has(types_of(node))
        {
            self.fail(node, || format!("it is no {}", types.words()));
        }
        if let Some(choices) = &rules.choices
            && !choices.iter().any(|c| equals(node, c))
        {
            self.fail(node, || match choices.as_slice() {
                [only] => format!("it is not {only}"),
                _ => format!("it is none of {}", Value::Array(choices.clone())),
            });
        }
        if let Some(reference) = rules.reference {
            self.node(reference, node);
        }
        match &node.data {
            Data::Number(digits) if rules.bounds_numbers() => self.number(rules, node, digits),
            Data::Text(text) => self.text(rules, node, text),
            Data::Array(items) => self.array(id, rules, node, items),
            Data::Object(members) => self.object(id, rules, node, members),
            Data::Null | Data::Bool(_) | Data::Number(_) => {}
        }
        self.combined(rules, node);
    }

    fn number(&mut self, rules: &Rules, node: &Node, digits: &str) {
        use std::cmp::Ordering::{Greater, Less};
        let Some(number) = Decimal::read(digits) else { return };
        if rules.minimum.is_some_and(|bound| number.compare(bound) == Less) {
            self.fail(node, || "it is below the minimum".to_owned());
        }
        if rules.maximum.is_some_and(|bound| number.compare(bound) == Greater) {
            self.fail(node, || "it is above the maximum".to_owned());
        }
        if rules.above.is_some_and(|bound| number.compare(bound) != Greater) {
            self.fail(node, || "it is not above the exclusive minimum".to_owned());
        }
        if rules.below.is_some_and(|bound| number.compare(bound) != Less) {
            self.fail(node, || "it is not below the exclusive maximum".to_owned());
        }
        if rules.multiple_of.is_some_and(|step| !number.is_multiple_of(step)) {
            self.fail(node, || "it is no multiple of the step".to_owned());
        }
    }

    fn text(&mut self, rules: &Rules, node: &Node, text: &str) {
        if let (Some(_), _) | (_, Some(_)) = rules.length {
            let length = text.chars().count();
            if rules.length.0.is_some_and(|least| length < least) {
                self.fail(node, || "it is too short".to_owned());
            }
            if rules.length.1.is_some_and(|most| length > most) {
                self.fail(node, || "it is too long".to_owned());
            }
        }
        // A pattern that takes too many steps has not been satisfied.
        if let Some(pattern) = &rules.pattern
            && !pattern.is_match(text).unwrap_or(false)
        {
            self.fail(node, || "it does not match the pattern".to_owned());
        }
        if let Some(name) = &rules.format
            && !format::is(name, text)
        {
            self.fail(node, || format!("it is no {name}"));
        }
    }

    fn counted(&mut self, node: &Node, what: &str, count: usize, bounds: (Option<usize>, Option<usize>)) {
        if bounds.0.is_some_and(|least| count < least) && !node.marks.has(Marks::UNCLOSED) {
            self.fail(node, || format!("it has too few {what}"));
        }
        if bounds.1.is_some_and(|most| count > most) {
            self.fail(node, || format!("it has too many {what}"));
        }
    }

    fn array(&mut self, id: Id, rules: &'s Rules, node: &'n Node, items: &'n [Node]) {
        self.counted(node, "elements", items.len(), rules.item_count);
        for (index, item) in items.iter().enumerate() {
            if self.is_decided() {
                return;
            }
            if let Some(schema) = rules.prefix.get(index).copied().or(rules.items) {
                self.below(Step::Element(index), schema, item);
            }
        }
        if let Some(contains) = rules.contains {
            let count = items.iter().filter(|i| self.accepts(contains, i)).count();
            let bounds = (Some(rules.contain_count.0.unwrap_or(1)), rules.contain_count.1);
            self.counted(node, "elements of the kind it must contain", count, bounds);
        }
        if rules.unique && has_repeats(items) {
            self.fail(node, || "its elements are not all different".to_owned());
        }
        if let Some(schema) = rules.unevaluated_items {
            let seen = self.evaluated_items(id, node, items, true);
            for (index, item) in items.iter().enumerate().filter(|(i, _)| !seen[*i]) {
                self.below(Step::Element(index), schema, item);
            }
        }
    }

    fn object(&mut self, id: Id, rules: &'s Rules, node: &'n Node, members: &'n [(String, Node)]) {
        self.counted(node, "members", members.len(), rules.property_count);
        let has = |name: &str| members.iter().any(|(k, _)| k == name);
        if !node.marks.has(Marks::UNCLOSED) {
            for name in rules.required.iter().filter(|n| !has(n)) {
                self.fail(node, || format!("the required member `{name}` is missing"));
            }
            for (name, needs) in rules.dependent_required.iter().filter(|(n, _)| has(n)) {
                for need in needs.iter().filter(|n| !has(n)) {
                    self.fail(node, || format!("with `{name}`, the member `{need}` is required"));
                }
            }
        }
        for (name, schema) in rules.dependent.iter().filter(|(n, _)| has(n)) {
            let _ = name;
            self.node(*schema, node);
        }
        for (key, value) in members {
            if self.is_decided() {
                return;
            }
            if let Some(names) = rules.property_names {
                let name = Node::new(Data::Text(key.clone()), 0, 0, Marks::default());
                if !self.accepts(names, &name) {
                    self.fail(node, || format!("`{key}` is no name that a member may have"));
                }
            }
            let mut declared = false;
            for property in rules.properties.iter().filter(|p| p.name == *key) {
                declared = true;
                self.below(Step::Member(key), property.schema, value);
                self.filled_in(key, value);
            }
            for (pattern, schema) in &rules.pattern_properties {
                if pattern.is_match(key).unwrap_or(false) {
                    declared = true;
                    self.below(Step::Member(key), *schema, value);
                }
            }
            if let (false, Some(schema)) = (declared, rules.additional) {
                self.below(Step::Member(key), schema, value);
            }
        }
        if let Some(schema) = rules.unevaluated {
            let seen = self.evaluated_members(id, node, members, true);
            for (_, (key, value)) in members.iter().enumerate().filter(|(i, _)| !seen[*i]) {
                self.below(Step::Member(key), schema, value);
            }
        }
    }

    /// A member that is declared has a value of its own.
    fn filled_in(&mut self, key: &'n str, value: &'n Node) {
        if matches!(&value.data, Data::Text(text) if is_placeholder(key, text)) {
            self.steps.push(Step::Member(key));
            self.fail(value, || "it stands for a value, and is none".to_owned());
            self.steps.pop();
        }
    }

    fn combined(&mut self, rules: &'s Rules, node: &'n Node) {
        for &schema in &rules.all_of {
            self.node(schema, node);
        }
        let within = |alternatives: &[Id]| {
            !alternatives.is_empty() && {
                let types = types_of(node);
                alternatives.iter().any(|&id| self.schema.rules[id].reach.has(types))
            }
        };
        let (any_of, one_of) = (within(&rules.any_of), within(&rules.one_of));
        let one_fits = any_of && rules.any_of.iter().any(|&s| self.accepts(s, node));
        if !rules.any_of.is_empty() && !one_fits {
            self.nearest(&rules.any_of, node, any_of);
        }
        if !rules.one_of.is_empty() && !one_of {
            self.nearest(&rules.one_of, node, false);
        } else if !rules.one_of.is_empty() {
            match rules.one_of.iter().filter(|&&s| self.accepts(s, node)).count() {
                0 => self.nearest(&rules.one_of, node, true),
                1 => {}
                // An open value may still become one or the other.
                _ if node.any(Marks::UNCLOSED) => {}
                _ => self.fail(node, || "it satisfies several of the alternatives, not one".to_owned()),
            }
        }
        if rules.not.is_some_and(|schema| self.accepts(schema, node)) {
            self.fail(node, || "it is what it must not be".to_owned());
        }
        if let Some((test, then, otherwise)) = rules.condition {
            let branch = if self.accepts(test, node) { then } else { otherwise };
            if let Some(branch) = branch {
                self.node(branch, node);
            }
        }
    }

    /// Says what the alternative lacks that comes nearest. `within`: its type is one that some alternative takes.
    fn nearest(&mut self, alternatives: &[Id], node: &'n Node, within: bool) {
        self.failed = true;
        if !self.explain {
            return;
        }
        if self.nested >= MAX_NESTED || !within {
            return self.fail(node, || "it satisfies none of the alternatives".to_owned());
        }
        let mut near = alternatives.iter().filter(|schema| !self.schema.contradicts(**schema, node)).peekable();
        if near.peek().is_none() {
            return self.fail(node, || "it satisfies none of the alternatives".to_owned());
        }
        let path = if self.found.is_full() { String::new() } else { pointer(self.above, &self.steps) };
        let nearest = near
            .map(|schema| self.schema.explain(*schema, node, &path, self.nested + 1, self.found.rest()))
            .min_by_key(Wrong::len);
        match nearest {
            Some(found) if !found.is_empty() => self.found.join(found),
            _ => self.fail(node, || "it satisfies none of the alternatives".to_owned()),
        }
    }

    /// Which elements some keyword of `id` has looked at.
    fn evaluated_items(&self, id: Id, node: &Node, items: &[Node], own: bool) -> Vec<bool> {
        let rules = &self.schema.rules[id];
        let mut seen = vec![false; items.len()];
        if rules.items.is_some() || (!own && rules.unevaluated_items.is_some()) {
            seen.fill(true);
        }
        seen.iter_mut().take(rules.prefix.len()).for_each(|s| *s = true);
        if let Some(contains) = rules.contains {
            for (index, item) in items.iter().enumerate() {
                seen[index] |= self.accepts(contains, item);
            }
        }
        for schema in self.applied(rules, node, &[]) {
            let more = self.evaluated_items(schema, node, items, false);
            seen.iter_mut().zip(more).for_each(|(s, m)| *s |= m);
        }
        seen
    }

    /// Which members some keyword of `id` has looked at.
    fn evaluated_members(&self, id: Id, node: &Node, members: &[(String, Node)], own: bool) -> Vec<bool> {
        let rules = &self.schema.rules[id];
        let all = rules.additional.is_some() || (!own && rules.unevaluated.is_some());
        let mut seen: Vec<bool> = members
            .iter()
            .map(|(key, _)| {
                all || rules.properties.iter().any(|p| p.name == *key)
                    || rules.pattern_properties.iter().any(|(p, _)| p.is_match(key).unwrap_or(false))
            })
            .collect();
        for schema in self.applied(rules, node, members) {
            let more = self.evaluated_members(schema, node, members, false);
            seen.iter_mut().zip(more).for_each(|(s, m)| *s |= m);
        }
        seen
    }

    /// The schemas that apply to the same value, and that it satisfies.
    fn applied(&self, rules: &Rules, node: &Node, members: &[(String, Node)]) -> Vec<Id> {
        let mut found: Vec<Id> = rules.reference.into_iter().collect();
        found.extend(&rules.all_of);
        found.extend(rules.any_of.iter().chain(&rules.one_of).filter(|&&s| self.accepts(s, node)));
        found.extend(rules.dependent.iter().filter(|(n, _)| members.iter().any(|(k, _)| k == n)).map(|(_, s)| *s));
        if let Some((test, then, otherwise)) = rules.condition {
            match self.accepts(test, node) {
                true => found.extend(std::iter::once(test).chain(then)),
                false => found.extend(otherwise),
            }
        }
        found
    }
}

/// Whether two elements are equal. Only those of one fingerprint are compared, so that long lists stay
/// cheap.
fn has_repeats(items: &[Node]) -> bool {
    let mut seen: HashMap<u64, Vec<&Node>> = HashMap::with_capacity(items.len());
    items.iter().any(|item| {
        let alike = seen.entry(fingerprint(item)).or_default();
        let repeats = alike.iter().any(|other| same(other, item));
        alike.push(item);
        repeats
    })
}

/// Equal values have one fingerprint: members in any order, numbers in any spelling.
pub(crate) fn fingerprint(node: &Node) -> u64 {
    let mut hasher = DefaultHasher::new();
    match &node.data {
        Data::Null => 0_u8.hash(&mut hasher),
        Data::Bool(value) => value.hash(&mut hasher),
        // Two spellings of one number are one float; two numbers may be, too.
        Data::Number(digits) => digits.parse::<f64>().map_or(0, |n| (n + 0.0).to_bits()).hash(&mut hasher),
        Data::Text(text) => text.hash(&mut hasher),
        Data::Array(items) => items.iter().for_each(|item| fingerprint(item).hash(&mut hasher)),
        Data::Object(members) => {
            let all = members.iter().map(|(key, value)| (key.as_str(), fingerprint(value)));
            let mut all: Vec<_> = all.collect();
            all.sort_unstable();
            all.hash(&mut hasher);
        }
    }
    hasher.finish()
}

impl Schema {
    /// Whether a member that names the kind of an object (`const`, or one of an `enum`) is another
    /// than this schema wants: then it is meant for another alternative.
    pub(super) fn contradicts(&self, id: Id, node: &Node) -> bool {
        let rules = self.resolved(id);
        let open = node.marks.has(Marks::UNCLOSED.with(Marks::NO_VALUE));
        if open && !node.is_container() {
            return false;
        }
        if let Some(types) = rules.types
            && !types.has(types_of(node))
        {
            return true;
        }
        let Data::Object(members) = &node.data else { return false };
        rules.properties.iter().any(|p| {
            let Some(choices) = &self.rules[p.schema].choices else { return false };
            choices.len() == 1
                && members.iter().any(|(k, v)| {
                    *k == p.name
                        && !v.marks.has(Marks::UNCLOSED.with(Marks::NO_VALUE))
                        && !choices.iter().any(|c| equals(v, c))
                })
        })
    }
}
