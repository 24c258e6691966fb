//! Schema text to rules, with references resolved.

use super::{Decimal, Id, Property, Rules, Schema, SchemaError, Types, text};
use crate::gate::push_token;
use fancy_regex::{Regex, RegexBuilder};
use serde_json::{Map, Value};
use std::collections::HashMap;

/// Steps that a pattern with lookaround may take on one string.
const BACKTRACK_LIMIT: usize = 200_000;

pub(super) fn compile(schema: &Value) -> Result<Schema, SchemaError> {
    let mut compiler = Compiler { document: schema, rules: Vec::new(), known: HashMap::new(), names: HashMap::new() };
    compiler.collect_names(schema, "", "");
    let root = compiler.at("")?;
    let mut rules = compiler.rules;
    reach(&mut rules);
    Ok(Schema { rules, root })
}

/// References and alternatives that are followed for what types are left: more types than there are is never wrong.
const MAX_PASSES: usize = 16;

/// Works out which types satisfy each schema, from any down to those that nothing in it excludes.
fn reach(rules: &mut [Rules]) {
    rules.iter_mut().for_each(|rule| rule.reach = Types(Types::ALL));
    for _ in 0..MAX_PASSES {
        let mut changed = false;
        for id in 0..rules.len() {
            let reach = reach_of(&rules[id], rules);
            changed |= reach != rules[id].reach;
            rules[id].reach = reach;
        }
        if !changed {
            return;
        }
    }
}

fn reach_of(rule: &Rules, rules: &[Rules]) -> Types {
    if rule.never {
        return Types(0);
    }
    // An integer is a number.
    let mut reach = rule.types.map_or(Types::ALL, |t| if t.has(Types::NUMBER) { t.0 | Types::INTEGER } else { t.0 });
    if let Some(choices) = &rule.choices {
        reach &= choices.iter().fold(0, |types, choice| types | of_value(choice));
    }
    for &all in rule.reference.iter().chain(&rule.all_of) {
        reach &= rules[all].reach.0;
    }
    for alternatives in [&rule.any_of, &rule.one_of] {
        if !alternatives.is_empty() {
            reach &= alternatives.iter().fold(0, |types, &id| types | rules[id].reach.0);
        }
    }
    Types(reach)
}

/// The type of a choice.
pub(super) fn of_value(value: &Value) -> u8 {
    match value {
        Value::Null => Types::NULL,
        Value::Bool(_) => Types::BOOLEAN,
        Value::Number(_) => Types::NUMBER | Types::INTEGER,
        Value::String(_) => Types::STRING,
        Value::Array(_) => Types::ARRAY,
        Value::Object(_) => Types::OBJECT,
    }
}

struct Compiler<'a> {
    document: &'a Value,
    rules: Vec<Rules>,
    /// Pointer to index, so that a recursive schema is compiled once.
    known: HashMap<String, Id>,
    /// `$id` and `$anchor` to pointer.
    names: HashMap<String, String>,
}

impl Compiler<'_> {
    /// Notes what can be referred to by name.
    fn collect_names(&mut self, schema: &Value, pointer: &str, base: &str) {
        match schema {
            Value::Object(map) => {
                let mut base = base.to_owned();
                let id = map.get("$id").or_else(|| map.get("id")).and_then(Value::as_str);
                if let Some(id) = id.filter(|_| !pointer.ends_with("/properties") && !pointer.ends_with("/enum")) {
                    base = join(&base, id.split('#').next().unwrap_or(id));
                    self.names.entry(base.clone()).or_insert_with(|| pointer.to_owned());
                    if let Some((_, anchor)) = id.split_once('#').filter(|(_, a)| !a.is_empty()) {
                        self.names.entry(format!("{base}#{anchor}")).or_insert_with(|| pointer.to_owned());
                    }
                }
                for keyword in ["$anchor", "$dynamicAnchor"] {
                    if let Some(anchor) = map.get(keyword).and_then(Value::as_str) {
                        self.names.entry(format!("{base}#{anchor}")).or_insert_with(|| pointer.to_owned());
                    }
                }
                for (key, value) in
                    map.iter().filter(|(k, _)| !matches!(k.as_str(), "enum" | "const" | "default" | "examples"))
                {
                    let mut pointer = pointer.to_owned();
                    push_token(&mut pointer, key);
                    self.collect_names(value, &pointer, &base);
                }
            }
            Value::Array(items) => {
                for (index, value) in items.iter().enumerate() {
                    self.collect_names(value, &format!("{pointer}/{index}"), base);
                }
            }
            _ => {}
        }
    }

    /// Compiles what `pointer` points at.
    fn at(&mut self, pointer: &str) -> Result<Id, SchemaError> {
        if let Some(&id) = self.known.get(pointer) {
            return Ok(id);
        }
        let id = self.rules.len();
        self.rules.push(Rules::default());
        self.known.insert(pointer.to_owned(), id);
        let document = self.document;
        let rules = match document.pointer(pointer) {
            Some(Value::Bool(always)) => Rules { never: !always, ..Rules::default() },
            Some(Value::Object(map)) => self.rules(map, pointer)?,
            _ => return Err(SchemaError::NotASchema { path: pointer.to_owned() }),
        };
        self.rules[id] = rules;
        Ok(id)
    }

    fn below(&mut self, pointer: &str, tokens: &[&str]) -> Result<Id, SchemaError> {
        let mut path = pointer.to_owned();
        tokens.iter().for_each(|t| push_token(&mut path, t));
        self.at(&path)
    }

    fn rules(&mut self, map: &Map<String, Value>, pointer: &str) -> Result<Rules, SchemaError> {
        let wrong = |keyword: &str| SchemaError::Keyword { path: pointer.to_owned(), keyword: keyword.to_owned() };
        let mut rules = Rules::default();
        if let Some(reference) = map.get("$ref").or_else(|| map.get("$dynamicRef")).or_else(|| map.get("$recursiveRef"))
        {
            let reference = reference.as_str().ok_or_else(|| wrong("$ref"))?;
            // The meta-schema says what a schema is; here any value may be one.
            if !reference.contains("://json-schema.org/") {
                let target = self.resolve(reference, pointer)?;
                rules.reference = Some(self.at(&target)?);
            }
        }
        if let Some(types) = map.get("type") {
            rules.types = Some(read_types(types).ok_or_else(|| wrong("type"))?);
        }
        if map.get("nullable") == Some(&Value::Bool(true))
            && let Some(types) = &mut rules.types
        {
            types.0 |= Types::NULL;
        }
        rules.choices = match (map.get("const"), map.get("enum")) {
            (Some(only), _) => Some(vec![only.clone()]),
            (None, Some(choices)) => Some(choices.as_array().ok_or_else(|| wrong("enum"))?.clone()),
            (None, None) => None,
        };
        let number =
            |keyword: &str| map.get(keyword).filter(|v| v.is_number()).and_then(|v| Decimal::read(&v.to_string()));
        rules.minimum = number("minimum");
        rules.maximum = number("maximum");
        rules.above = number("exclusiveMinimum");
        rules.below = number("exclusiveMaximum");
        // Draft 4: a flag beside the bound.
        if map.get("exclusiveMinimum") == Some(&Value::Bool(true)) {
            rules.above = rules.minimum.take();
        }
        if map.get("exclusiveMaximum") == Some(&Value::Bool(true)) {
            rules.below = rules.maximum.take();
        }
        rules.multiple_of = number("multipleOf");
        let count = |keyword: &str| {
            map.get(keyword)
                .and_then(|v| v.as_u64().or_else(|| v.as_f64().filter(|f| f.fract() == 0.0).map(|f| f as u64)))
                .and_then(|n| usize::try_from(n).ok())
        };
        rules.length = (count("minLength"), count("maxLength"));
        rules.item_count = (count("minItems"), count("maxItems"));
        rules.property_count = (count("minProperties"), count("maxProperties"));
        rules.contain_count = (count("minContains"), count("maxContains"));
        rules.unique = map.get("uniqueItems") == Some(&Value::Bool(true));
        if let Some(pattern) = map.get("pattern") {
            rules.pattern = Some(regex(pattern.as_str().ok_or_else(|| wrong("pattern"))?, pointer)?);
        }
        rules.format = map.get("format").and_then(Value::as_str).map(str::to_owned);
        self.array_rules(map, pointer, &mut rules)?;
        self.object_rules(map, pointer, &mut rules)?;
        for (keyword, list) in
            [("allOf", &mut rules.all_of), ("anyOf", &mut rules.any_of), ("oneOf", &mut rules.one_of)]
        {
            if let Some(schemas) = map.get(keyword) {
                let schemas = schemas.as_array().ok_or_else(|| wrong(keyword))?;
                for index in 0..schemas.len() {
                    list.push(self.below(pointer, &[keyword, &index.to_string()])?);
                }
            }
        }
        if map.contains_key("not") {
            rules.not = Some(self.below(pointer, &["not"])?);
        }
        if map.contains_key("if") {
            let mut branch = |keyword: &str| match map.contains_key(keyword) {
                true => self.below(pointer, &[keyword]).map(Some),
                false => Ok(None),
            };
            let (then, otherwise) = (branch("then")?, branch("else")?);
            rules.condition = Some((self.below(pointer, &["if"])?, then, otherwise));
        }
        Ok(rules)
    }

    fn array_rules(&mut self, map: &Map<String, Value>, pointer: &str, rules: &mut Rules) -> Result<(), SchemaError> {
        let prefix = ["prefixItems", "items"].into_iter().find(|k| map.get(*k).is_some_and(Value::is_array));
        if let Some(keyword) = prefix {
            let count = map.get(keyword).and_then(Value::as_array).map_or(0, Vec::len);
            for index in 0..count {
                rules.prefix.push(self.below(pointer, &[keyword, &index.to_string()])?);
            }
        }
        let rest = if map.get("items").is_some_and(|i| !i.is_array()) {
            Some("items")
        } else {
            // Draft 7: only beside an array of items.
            Some("additionalItems").filter(|k| prefix == Some("items") && map.contains_key(*k))
        };
        if let Some(keyword) = rest {
            rules.items = Some(self.below(pointer, &[keyword])?);
        }
        for (keyword, slot) in [("contains", &mut rules.contains), ("unevaluatedItems", &mut rules.unevaluated_items)] {
            if map.contains_key(keyword) {
                *slot = Some(self.below(pointer, &[keyword])?);
            }
        }
        Ok(())
    }

    fn object_rules(&mut self, map: &Map<String, Value>, pointer: &str, rules: &mut Rules) -> Result<(), SchemaError> {
        let object = |keyword: &str| map.get(keyword).and_then(Value::as_object);
        for (name, schema) in object("properties").into_iter().flatten() {
            let id = self.below(pointer, &["properties", name])?;
            rules.properties.push(Property { name: name.clone(), schema: id, aliases: aliases(schema) });
        }
        for name in object("patternProperties").into_iter().flatten().map(|(name, _)| name) {
            let id = self.below(pointer, &["patternProperties", name])?;
            rules.pattern_properties.push((regex(name, pointer)?, id));
        }
        for (keyword, slot) in [
            ("additionalProperties", &mut rules.additional),
            ("unevaluatedProperties", &mut rules.unevaluated),
            ("propertyNames", &mut rules.property_names),
        ] {
            if map.contains_key(keyword) {
                *slot = Some(self.below(pointer, &[keyword])?);
            }
        }
        let names = |value: &Value| -> Vec<String> {
            value.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
        };
        rules.required = map.get("required").map(names).unwrap_or_default();
        for keyword in ["dependentRequired", "dependentSchemas", "dependencies"] {
            for (name, value) in object(keyword).into_iter().flatten() {
                if value.is_array() {
                    rules.dependent_required.push((name.clone(), names(value)));
                } else {
                    rules.dependent.push((name.clone(), self.below(pointer, &[keyword, name])?));
                }
            }
        }
        Ok(())
    }

    /// The pointer that a reference means.
    fn resolve(&self, reference: &str, pointer: &str) -> Result<String, SchemaError> {
        let unknown = || SchemaError::UnknownReference { path: pointer.to_owned(), reference: reference.to_owned() };
        let base = self.base(pointer);
        let (document, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let fragment = percent_decode(fragment);
        let full = join(&base, document);
        let start = if document.is_empty() && base.is_empty() {
            String::new()
        } else {
            match self.names.get(&full) {
                Some(start) => start.clone(),
                None if document.is_empty() => String::new(),
                None => return Err(unknown()),
            }
        };
        let target = if fragment.is_empty() || fragment.starts_with('/') {
            format!("{start}{fragment}")
        } else {
            self.names.get(&format!("{full}#{fragment}")).cloned().ok_or_else(unknown)?
        };
        match self.document.pointer(&target) {
            Some(_) => Ok(target),
            None => Err(unknown()),
        }
    }

    /// The `$id` that holds at `pointer`.
    fn base(&self, pointer: &str) -> String {
        let mut base = String::new();
        let mut prefix = String::new();
        let tokens = pointer.split('/').skip(1);
        for token in std::iter::once(None).chain(tokens.map(Some)) {
            if let Some(token) = token {
                prefix.push('/');
                prefix.push_str(token);
            }
            let id = self.document.pointer(&prefix).and_then(|v| v.get("$id").or_else(|| v.get("id")));
            if let Some(id) = id.and_then(Value::as_str)
                && self.names.values().any(|p| *p == prefix)
            {
                base = join(&base, id.split('#').next().unwrap_or(id));
            }
        }
        base
    }
}

/// A relative identifier against a base, as far as schemas in one document need it.
fn join(base: &str, id: &str) -> String {
    if id.is_empty() {
        return base.to_owned();
    }
    if id.contains("://") || id.starts_with("urn:") || base.is_empty() {
        return id.to_owned();
    }
    let scheme = base.find("://").map_or(0, |at| at + 3);
    if id.starts_with('/') {
        let host = base[scheme..].find('/').map_or(base.len(), |at| scheme + at);
        return format!("{}{id}", &base[..host]);
    }
    match base[scheme..].rfind('/') {
        Some(at) => format!("{}{id}", &base[..=scheme + at]),
        None => id.to_owned(),
    }
}

fn percent_decode(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let raw = text.as_bytes();
    let mut at = 0;
    while at < raw.len() {
        let hex =
            (raw[at] == b'%').then(|| text.get(at + 1..at + 3).and_then(|h| u8::from_str_radix(h, 16).ok())).flatten();
        match hex {
            Some(byte) => {
                bytes.push(byte);
                at += 3;
            }
            None => {
                bytes.push(raw[at]);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn read_types(types: &Value) -> Option<Types> {
    let bit = |name: &Value| {
        let name = name.as_str()?;
        Types::NAMES.iter().find(|(n, _)| *n == name).map(|(_, bit)| *bit)
    };
    match types {
        Value::Array(names) => names.iter().map(bit).try_fold(0, |all, b| Some(all | b?)).map(Types),
        name => bit(name).map(Types),
    }
}

fn regex(pattern: &str, pointer: &str) -> Result<Regex, SchemaError> {
    RegexBuilder::new(&text::pattern(pattern)).backtrack_limit(BACKTRACK_LIMIT).build().map_err(|e| {
        SchemaError::Pattern { path: pointer.to_owned(), pattern: pattern.to_owned(), cause: e.to_string() }
    })
}

/// Other names of a property.
fn aliases(schema: &Value) -> Vec<String> {
    let listed = ["x-aliases", "x-alias", "aliases"].into_iter().find_map(|k| schema.get(k));
    match listed {
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        Some(Value::String(name)) => vec![name.clone()],
        _ => Vec::new(),
    }
}
