//! Coercion: what the schema wants, from what the model wrote, where only one thing can be meant.
//! Each fix has a cost, and the cheapest way to satisfy the schema is taken. What would be a guess is
//! left as it is, and is a violation.

pub(super) mod calls;
pub(crate) mod keys;
mod scalar;
mod wrappers;

use super::compile::of_value;
use super::validate::types_of;
use super::{Id, Property, Rules, Schema, Types};
use crate::node::{Data, Marks, Node};
use crate::repair::{Repair, Repairs};
use calls::is_call;
use serde_json::Value;
use wrappers::{MAX_ENCODED, WRAPPERS, encoded, is_whole_object, wrapped_object, wrapped_within};

/// Deepest chain of references and alternatives without going deeper into the value.
const MAX_CHAIN: usize = 24;

/// Deepest nesting of alternatives that are tried out: each level multiplies the work.
const MAX_NESTED: usize = 4;

/// Lists that are put around one value: of a schema whose elements are lists of their own kind there is no end.
const MAX_WRAPPED: usize = 4;

/// What was done.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Coerced {
    pub(crate) repairs: Repairs,
    /// Sum of the costs of the fixes.
    pub(crate) cost: u32,
}

impl Coerced {
    fn note(&mut self, repair: Repair, cost: u32) {
        self.repairs.add(repair);
        self.cost += cost;
    }
}

/// Brings a value nearer to a schema.
pub(crate) struct Coercer<'s> {
    schema: &'s Schema,
    done: Coerced,
    chain: usize,
    /// Alternatives inside alternatives that are being tried.
    nested: usize,
    /// Lists that were put around what is looked at.
    wrapped: usize,
    /// A bracket of the text was missing or too many.
    brackets: bool,
}

impl<'s> Coercer<'s> {
    /// Coerces `node` as far as that is safe. In a text of which a bracket was missing or too many
    /// (`brackets`), that an element is a list, or is none, may be what became of it.
    pub(crate) fn run(schema: &'s Schema, node: &mut Node, brackets: bool) -> Coerced {
        let mut coercer = Self { schema, done: Coerced::default(), chain: 0, nested: 0, wrapped: 0, brackets };
        coercer.fit(schema.root_id(), node);
        coercer.done
    }

    /// One element where an object is wanted whose one required list it can be in, and where not every object is one.
    /// Whoever asks knows that there is no other element.
    pub(crate) fn wrap_element(schema: &'s Schema, node: &Node) -> Option<(Node, Coerced)> {
        let rules = schema.resolved(schema.root_id());
        let Data::Object(members) = &node.data else { return None };
        let declared = |key: &str| rules.properties.iter().any(|p| keys::names(p, key));
        let mut coercer = Self { schema, done: Coerced::default(), chain: 0, nested: 0, wrapped: 0, brackets: false };
        let element = schema.resolved(coercer.only_list(rules)?.schema).items?;
        let nothing = Node::new(Data::Object([].into()), 0, 0, Marks::default());
        if members.is_empty()
            || members.iter().any(|(key, _)| declared(key))
            || rules.required.is_empty()
            || schema.accepts(element, &nothing)
        {
            return None;
        }
        let (start, end) = (node.start as usize, node.end as usize);
        let mut element = node.clone();
        element.forget(Marks::VIOLATES);
        let mut whole = Node::new(Data::Array([element].into()), start, end, Marks::default());
        coercer.wrap_in_list_member(rules, &mut whole);
        coercer.fit(schema.root_id(), &mut whole);
        schema.accepts(schema.root_id(), &whole).then_some((whole, coercer.done))
    }

    fn trial(&self) -> Self {
        Self { done: self.done, ..*self }
    }

    fn rules(&self, id: Id) -> &'s Rules {
        &self.schema.rules[id]
    }

    fn fit(&mut self, id: Id, node: &mut Node) {
        let scalar_left_open = node.marks.has(Marks::UNCLOSED) && !node.is_container();
        if scalar_left_open || self.chain > MAX_CHAIN {
            return;
        }
        if self.schema.accepts(id, node) {
            self.called(id, node);
            return self.accepted(id, node);
        }
        let rules = self.rules(id);
        if self.is_beyond(rules, node) {
            return;
        }
        self.chain += 1;
        if let Some(reference) = rules.reference {
            self.fit(reference, node);
        }
        for &schema in &rules.all_of {
            self.fit(schema, node);
        }
        if rules.types.is_some() || rules.choices.is_some() || !rules.properties.is_empty() {
            self.shape(id, node);
        }
        self.parts(rules, node, false);
        for alternatives in [&rules.any_of, &rules.one_of] {
            if !alternatives.is_empty() {
                self.alternative(alternatives, node);
            }
        }
        if let Some((test, then, otherwise)) = rules.condition {
            let branch = if self.schema.accepts(test, node) { then } else { otherwise };
            if let Some(branch) = branch {
                self.fit(branch, node);
            }
        }
        self.chain -= 1;
    }

    /// Whether nothing that is done to a value makes it what is wanted: a number is no object.
    fn is_beyond(&self, rules: &Rules, node: &Node) -> bool {
        let single = matches!(node.data, Data::Number(_) | Data::Bool(_));
        single && rules.choices.is_none() && rules.reach.0 & !Types::OBJECT == 0
    }

    /// A call that satisfies an open schema by its own name, or a wrapper that was cut: what is asked for is inside.
    fn called(&mut self, id: Id, node: &mut Node) {
        let rules = self.schema.resolved(id);
        let Data::Object(members) = &node.data else { return };
        // What is left open is not blamed for what it lacks; where a wrapper has it, it is that.
        let lacks = node.marks.has(Marks::UNCLOSED)
            && rules.required.iter().any(|name| !members.iter().any(|(key, _)| key == name));
        if rules.properties.is_empty() || !(is_call(members) || lacks) {
            return;
        }
        let (mut inner, mut trial) = (node.clone(), self.trial());
        trial.unwrap_object(id, &mut inner);
        if trial.done.cost > self.done.cost {
            trial.fit(id, &mut inner);
            if self.schema.accepts(id, &inner) {
                self.done = trial.done;
                *node = inner;
            }
        }
    }

    /// A value that satisfies the schema: only its names may be other than the schema's.
    fn accepted(&mut self, id: Id, node: &mut Node) {
        if self.chain > MAX_CHAIN {
            return;
        }
        let rules = self.rules(id);
        if node.is_container() {
            self.names(rules, node);
        } else if rules.types.is_some_and(|types| types.0 == Types::STRING) && !node.marks.has(Marks::UNCLOSED) {
            node.marks.remove(Marks::UNTYPED);
        }
    }

    /// The members of a value that satisfies the schema, under the names that the schema has for them.
    /// What is below satisfies its own schema, and is not looked at again, as long as nothing is renamed.
    fn names(&mut self, rules: &'s Rules, node: &mut Node) {
        self.chain += 1;
        let before = self.done.cost;
        for schema in rules.reference.into_iter().chain(rules.all_of.iter().copied()) {
            if self.done.cost == before { self.accepted(schema, node) } else { self.fit(schema, node) }
        }
        if !rules.properties.is_empty() {
            self.rename(rules, node);
        }
        self.parts(rules, node, self.done.cost == before);
        for alternatives in [&rules.any_of, &rules.one_of] {
            let mut fitting = alternatives.iter().filter(|s| self.schema.accepts(**s, node));
            if let (Some(only), None) = (fitting.next().copied(), fitting.next()) {
                self.fit(only, node);
            }
        }
        self.chain -= 1;
    }

    /// The value itself: its type, its spelling, what is wrapped around it.
    fn shape(&mut self, id: Id, node: &mut Node) {
        let rules = self.rules(id);
        let types = rules.types.unwrap_or_else(|| implied_types(rules));
        if let Some(choices) = &rules.choices
            && let Some(data) = scalar::choice(node, choices)
        {
            node.data = data;
            node.marks.remove(Marks::ESCAPED);
            return self.done.note(Repair::Coerced, 1);
        }
        if !types.has(types_of(node)) && types.0 != 0 {
            self.convert(id, types, node);
        }
        if let (Data::Text(text), true) = (&node.data, types.has(Types::NULL))
            && scalar::says_nothing(text)
            && !self.schema.accepts(id, node)
        {
            node.data = Data::Null;
            self.done.note(Repair::Coerced, 1);
        }
        if types.has(Types::OBJECT) && !rules.properties.is_empty() && matches!(node.data, Data::Object(_)) {
            if calls::respell(rules, node) {
                return self.done.note(Repair::Alias, 1);
            }
            self.unwrap_object(id, node);
            if calls::respell(rules, node) {
                return self.done.note(Repair::Alias, 1);
            }
            self.rename(rules, node);
        }
    }

    fn convert(&mut self, id: Id, types: Types, node: &mut Node) {
        let rules = self.rules(id);
        // JSON in a string, where the schema wants what the JSON is.
        if let Data::Text(text) = &node.data
            && types.has(Types::OBJECT | Types::ARRAY)
            && !node.marks.has(Marks::GUESSED)
            && let Some((inner, mended)) = encoded(text)
            && (types.has(types_of(&inner)) || types.has(Types::ARRAY))
        {
            let (start, end) = (node.start, node.end);
            *node = Node { start, end, ..inner };
            self.done.repairs.join(mended);
            self.done.note(Repair::DoubleEncoded, 2);
            if types.has(types_of(node)) {
                return;
            }
        }
        if let Data::Array(items) = &node.data
            && !types.has(Types::ARRAY)
            && !node.marks.has(Marks::ELIDED)
            && let [only] = &**items
            && (!node.marks.has(Marks::UNCLOSED) || is_whole_object(only))
        {
            let mut inner = only.clone();
            let mut trial = self.trial();
            trial.done.note(Repair::Unwrapped, 2);
            trial.done.repairs.add(Repair::Coerced);
            trial.fit(id, &mut inner);
            let shaped = inner.is_container() && types.has(types_of(&inner)) && self.only_list(rules).is_none();
            if shaped || self.schema.accepts(id, &inner) {
                self.done = trial.done;
                *node = inner;
                return;
            }
        }
        if let Some(data) = scalar::convert(node, types) {
            node.data = data;
            node.marks.remove(Marks::UNTYPED);
            return self.done.note(Repair::Coerced, 1);
        }
        if types.has(Types::ARRAY) && !matches!(node.data, Data::Null) && !node.marks.has(Marks::UNCLOSED) {
            return self.wrap_in_array(id, node);
        }
        if types.has(Types::OBJECT) && matches!(node.data, Data::Array(_)) && !self.join_calls(id, node) {
            self.wrap_in_list_member(rules, node);
        }
    }

    /// A list of calls, each with such an object for its arguments, as one object with all that their lists hold: they
    /// are made together, and one that is cut is dropped whole. Whether it is one.
    fn join_calls(&mut self, id: Id, node: &mut Node) -> bool {
        let (Data::Array(calls), Some(list)) = (&node.data, self.only_list(self.schema.resolved(id))) else {
            return false;
        };
        let is_call = |node: &Node| matches!(&node.data, Data::Object(members) if calls::is_call(members));
        let cut = node.marks.has(Marks::UNCLOSED);
        let open = |call: &Node| call.any(Marks::UNCLOSED);
        let calls = match calls.split_last() {
            Some((last, whole)) if cut && open(last) => whole,
            _ => calls,
        };
        let several = calls.len() > usize::from(!cut);
        if !several || calls.iter().any(open) || node.any(Marks::ELIDED) || !calls.iter().all(is_call) {
            return false;
        }
        let mut trial = self.trial();
        let (mut all, mut first): (Vec<Node>, Option<Node>) = (Vec::new(), None);
        let (mut again, mut fits) = (true, false);
        for call in calls {
            let mut object = call.clone();
            trial.fit(id, &mut object);
            let Data::Object(members) = &object.data else { return false };
            let [(name, Node { data: Data::Array(items), .. })] = &**members else { return false };
            if *name != list.name {
                return false;
            }
            fits |= self.schema.accepts(id, &object);
            again &= first.as_ref().is_none_or(|first| first.same_value(&object));
            // Said twice: to do it twice would hurt more than to do it once.
            all.extend(items.iter().filter(|_| first.is_none() || !again).cloned());
            first.get_or_insert(object);
        }
        if !fits {
            return false;
        }
        let (start, end) = (node.start as usize, node.end as usize);
        let joined = Node::new(Data::Array(all.into()), start, end, Marks::default());
        *node = Node::new(Data::Object([(list.name.clone(), joined)].into()), start, end, node.marks);
        self.done = trial.done;
        self.done.note(Repair::Concatenated, 2);
        true
    }

    /// One value where a list of them is wanted.
    fn wrap_in_array(&mut self, id: Id, node: &mut Node) {
        if self.wrapped >= MAX_WRAPPED {
            return;
        }
        let (start, end) = (node.start as usize, node.end as usize);
        let mut list = Node::new(Data::Array([node.clone()].into()), start, end, Marks::default());
        let mut trial = self.trial();
        trial.wrapped += 1;
        trial.done.note(Repair::Wrapped, 2);
        trial.done.repairs.add(Repair::Coerced);
        trial.fit(id, &mut list);
        if self.schema.accepts(id, &list) {
            self.done = trial.done;
            *node = list;
        }
    }

    /// The one list among the properties, if nothing else is required.
    fn only_list(&self, rules: &'s Rules) -> Option<&'s Property> {
        let is_list = |p: &&Property| self.schema.resolved(p.schema).types.is_some_and(|t| t.has(Types::ARRAY));
        let mut lists = rules.properties.iter().filter(is_list);
        let only = lists.next().filter(|list| rules.required.iter().all(|r| *r == list.name));
        only.filter(|_| lists.next().is_none())
    }

    /// A bare list where an object is wanted whose one required list it can be (S0-67).
    fn wrap_in_list_member(&mut self, rules: &'s Rules, node: &mut Node) {
        let Some(list) = self.only_list(rules) else { return };
        let (start, end, open) = (node.start as usize, node.end as usize, node.marks.has(Marks::UNCLOSED));
        let marks = if open { Marks::UNCLOSED } else { Marks::default() };
        let object = Node::new(Data::Object([].into()), start, end, marks);
        let inner = std::mem::replace(node, object);
        node.data = Data::Object([(list.name.clone(), inner)].into());
        self.done.note(Repair::Wrapped, 3);
    }

    /// `{"name": …, "arguments": {…}}`, `{"type": "object", "properties": {…}}`.
    fn unwrap_object(&mut self, id: Id, node: &mut Node) {
        let rules = self.schema.resolved(id);
        let Data::Object(members) = &node.data else { return };
        let declared = |key: &str| rules.properties.iter().any(|p| keys::names(p, key));
        let outer = members.iter().filter(|(k, _)| declared(k)).count();
        let missing = rules.required.iter().any(|r| !members.iter().any(|(k, _)| k == r));
        // The name of a function holds nothing.
        let holds = |(k, n): &&(String, Node)| k != "function" || !matches!(&n.data, Data::Text(t) if !t.contains('{'));
        let mut wrapped = members.iter().filter(holds).filter(|(k, _)| WRAPPERS.contains(&k.as_str()) && !declared(k));
        let (Some((_, inner)), None) = (wrapped.next(), wrapped.next()) else { return };
        if outer == 0 && matches!(&inner.data, Data::Array(calls) if calls.len() > 1) {
            let mut calls = inner.clone();
            if self.join_calls(id, &mut calls) {
                *node = calls;
                self.done.note(Repair::Unwrapped, 2);
            }
            return;
        }
        let Some((inner, mended)) = wrapped_object(inner) else { return };
        let Data::Object(within) = &inner.data else { return };
        let mut matches = within.iter().filter(|(k, _)| declared(k)).count();
        // `{"function": {"name": …, "arguments": {…}}}`: what is in the innermost counts.
        let mut inmost = wrapped_within(within);
        for _ in 0..MAX_ENCODED {
            let Some(Node { data: Data::Object(members), .. }) = &inmost else { break };
            matches = matches.max(members.iter().filter(|(k, _)| declared(k)).count());
            inmost = wrapped_within(members);
        }
        // The name of a call is not what is asked for, whatever it is called.
        let call = is_call(members) && matches >= outer;
        if let Some(spread) = self.spread(rules, members, within) {
            node.data = spread;
            return self.done.note(Repair::Unwrapped, 2);
        }
        if matches == 0 || outer > 0 && !call && (!missing || matches <= outer) {
            return;
        }
        *node = inner;
        self.done.repairs.join(mended);
        self.done.note(Repair::Unwrapped, 2);
        self.unwrap_object(id, node);
    }

    /// `{"op": "delete", "args": {"id": 3}}`, `{"name": "delete", "arguments": {"id": 3}}`: the members of what a wrapper
    /// holds (`within`) beside their kind, which a required property has among its choices. None where any of them is not
    /// declared.
    fn spread(&self, rules: &Rules, members: &[(String, Node)], within: &[(String, Node)]) -> Option<Data> {
        let mut beside = members.iter().filter(|(key, _)| !WRAPPERS.contains(&key.as_str()));
        let ((key, kind), None) = (beside.next()?, beside.next()) else { return None };
        let Data::Text(said) = &kind.data else { return None };
        let has = |property: &&Property| {
            let choices = self.rules(property.schema).choices.as_deref().unwrap_or_default();
            let said = |choice: &Value| choice.as_str().is_some_and(|choice| keys::same_word(choice, said));
            rules.required.contains(&property.name)
                && (key == "name" || keys::names(property, key))
                && choices.iter().any(said)
        };
        let mut kinds = rules.properties.iter().filter(has);
        let (kind_of, None) = (kinds.next()?, kinds.next()) else { return None };
        let other = |property: &Property, key: &str| property.name != kind_of.name && keys::names(property, key);
        let declared = within.iter().all(|(key, _)| rules.properties.iter().any(|property| other(property, key)));
        let mut all = vec![(kind_of.name.clone(), kind.clone())];
        all.extend(within.iter().cloned());
        declared.then(|| Data::Object(all.into()))
    }

    /// Members under another spelling or name.
    fn rename(&mut self, rules: &'s Rules, node: &mut Node) {
        let Data::Object(members) = &mut node.data else { return };
        for property in &rules.properties {
            if members.iter().any(|(k, _)| *k == property.name) {
                continue;
            }
            let free = |key: &str| !rules.properties.iter().any(|p| p.name == key);
            let mut same =
                members.iter().enumerate().filter(|(_, (k, _))| free(k) && keys::names(property, k)).map(|(i, _)| i);
            let (Some(index), None) = (same.next(), same.next()) else { continue };
            let alias = !keys::same_word(&members[index].0, &property.name);
            members[index].0.clone_from(&property.name);
            self.done.note(if alias { Repair::Alias } else { Repair::Coerced }, 1);
        }
    }

    /// Elements and members, of which it may be known that each satisfies its schema.
    fn parts(&mut self, rules: &'s Rules, node: &mut Node, known: bool) {
        let chain = std::mem::take(&mut self.chain);
        let fit = if known { Self::accepted } else { Self::fit };
        match &mut node.data {
            Data::Array(items) => {
                for (index, item) in items.iter_mut().enumerate() {
                    if let Some(schema) = rules.prefix.get(index).copied().or(rules.items) {
                        let single = !item.is_container();
                        fit(self, schema, item);
                        if self.brackets && single == item.is_container() {
                            // `[[1, 2, [3]]`: to take the bracket off 3 may be to take off the wrong one.
                            item.marks.add(Marks::GUESSED);
                        }
                    }
                }
            }
            Data::Object(members) => {
                let mut cleared = Vec::new();
                for (index, (key, value)) in members.iter_mut().enumerate() {
                    let blank = matches!(&value.data, Data::Text(text) if text.trim().is_empty());
                    if let Some(inner) = named_twice(key, value) {
                        *value = inner;
                        self.done.note(Repair::Unwrapped, 2);
                    }
                    let declared = rules.properties.iter().find(|p| p.name == *key).map(|p| p.schema);
                    let by_pattern = rules.pattern_properties.iter().find(|(p, _)| p.is_match(key).unwrap_or(false));
                    if let Some(schema) = declared.or(by_pattern.map(|(_, s)| *s)).or(rules.additional) {
                        fit(self, schema, value);
                    }
                    if blank && matches!(value.data, Data::Null) && !rules.required.contains(key) {
                        cleared.push(index);
                    }
                }
                if !cleared.is_empty() {
                    // A text that says nothing is no order to clear what is there.
                    let kept = std::mem::take(members).into_vec().into_iter().enumerate();
                    *members = kept.filter(|(at, _)| !cleared.contains(at)).map(|(_, member)| member).collect();
                }
            }
            _ => {}
        }
        self.chain = chain;
    }

    /// Whether a value names another kind than that of this alternative, however it is spelled.
    fn is_another(&self, id: Id, node: &Node) -> bool {
        let rules = self.schema.resolved(id);
        let single = matches!(node.data, Data::Number(_) | Data::Bool(_));
        if single && self.is_beyond(rules, node) {
            return true;
        }
        let Data::Object(members) = &node.data else { return false };
        if members.iter().any(|(key, _)| WRAPPERS.contains(&key.as_str())) {
            return false;
        }
        rules.properties.iter().any(|property| {
            let Some([Value::String(kind)]) = self.rules(property.schema).choices.as_deref() else { return false };
            let other = |key: &str| rules.properties.iter().any(|p| p.name == *key && p.name != property.name);
            let mut said = members.iter().filter(|(key, _)| keys::names(property, key) && !other(key));
            let (Some((_, value)), None) = (said.next(), said.next()) else { return false };
            let sure = value.marks == Marks::default();
            matches!(&value.data, Data::Text(text) if sure && !keys::same_word(text.trim(), kind))
        })
    }

    /// The alternative that costs least; of two that cost the same and differ, none.
    fn alternative(&mut self, alternatives: &[Id], node: &mut Node) {
        if self.nested >= MAX_NESTED || alternatives.iter().any(|&s| self.schema.accepts(s, node)) {
            return;
        }
        let mut best: Option<(Node, Coerced)> = None;
        let mut tie = false;
        let mut nearest: Option<(Node, Coerced)> = None;
        let mut candidates = 0;
        for &schema in alternatives.iter().filter(|s| !self.is_another(**s, node)) {
            let mut trial = self.trial();
            trial.nested += 1;
            let mut value = node.clone();
            trial.fit(schema, &mut value);
            if !self.schema.accepts(schema, &value) {
                if !self.schema.contradicts(schema, &value) && value.is_container() {
                    candidates += 1;
                    nearest = Some((value, trial.done));
                }
                continue;
            }
            match &best {
                Some((other, done)) if done.cost == trial.done.cost => tie |= !other.same_value(&value),
                Some((_, done)) if done.cost < trial.done.cost => {}
                _ => {
                    tie = false;
                    best = Some((value, trial.done));
                }
            }
        }
        let chosen = match (best, tie) {
            (Some(best), false) => Some(best),
            (None, _) if candidates == 1 => nearest,
            _ => None,
        };
        if let Some((value, done)) = chosen {
            *node = value;
            self.done = done;
        }
    }
}

impl Schema {
    /// The rules behind a reference.
    pub(super) fn resolved(&self, id: Id) -> &Rules {
        let mut id = id;
        for _ in 0..MAX_CHAIN {
            match self.rules[id].reference {
                Some(next) if self.rules[id].types.is_none() => id = next,
                _ => break,
            }
        }
        &self.rules[id]
    }

    /// Whether an object has a member that the schema declares; true if it declares none.
    pub(crate) fn touches(&self, node: &Node) -> bool {
        let rules = self.resolved(self.root);
        match &node.data {
            Data::Object(members) => {
                rules.properties.is_empty()
                    || members.iter().any(|(k, _)| rules.properties.iter().any(|p| p.name == *k))
            }
            Data::Array(items) => !items.is_empty(),
            _ => true,
        }
    }
}

impl Schema {
    /// Whether a value has a member that an answer needs; where none is needed, any that is declared.
    pub(crate) fn has_what_is_needed(&self, node: &Node) -> bool {
        let rules = self.resolved(self.root);
        match &node.data {
            Data::Object(members) if !rules.required.is_empty() => {
                members.iter().any(|(key, _)| rules.required.contains(key))
            }
            _ => self.touches(node),
        }
    }
}

/// `{"operations": {"operations": […]}}`: the list under its name once more.
fn named_twice(key: &str, value: &Node) -> Option<Node> {
    match &value.data {
        Data::Object(members) => match members.as_ref() {
            [(name, list)] if name == key && matches!(list.data, Data::Array(_)) && value.marks == Marks::default() => {
                Some(list.clone())
            }
            _ => None,
        },
        _ => None,
    }
}

/// The types that a schema without `type` can only mean.
fn implied_types(rules: &Rules) -> Types {
    if let Some(choices) = &rules.choices {
        return Types(choices.iter().fold(0, |types, choice| types | of_value(choice)));
    }
    if !rules.properties.is_empty() {
        return Types(Types::OBJECT);
    }
    Types(0)
}
