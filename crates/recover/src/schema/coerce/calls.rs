//! Calls, in which each kind of model names the members otherwise: `name` and `arguments`, `name` and `parameters`,
//! `tool_name` and `input`.

use super::super::Rules;
use crate::node::{Data, Node};

/// What a call has beside its arguments.
const CALL: &[&str] = &["name", "id", "type", "index", "call_id", "tool_call_id", "tool", "tool_name", "function_name"];

/// Where a call has its arguments.
const ARGUMENTS: &[&str] = &["arguments", "parameters", "params", "args", "input", "tool_input", "action_input"];

/// Whether an object has the form of a call and nothing else, or has it in its `function`.
pub(super) fn is_call(members: &[(String, Node)]) -> bool {
    let (inner, beside): (Vec<_>, Vec<_>) = members.iter().partition(|(key, _)| key == "function");
    if let [(_, Node { data: Data::Object(inner), .. })] = inner.as_slice() {
        return is_call(inner) && beside.iter().all(|(key, _)| CALL.contains(&key.as_str()));
    }
    let arguments = members.iter().filter(|(key, _)| ARGUMENTS.contains(&key.as_str())).count();
    let named = |key: &str, node: &Node| key == "function" && matches!(node.data, Data::Text(_));
    let of_call =
        |(key, node): &(String, Node)| [CALL, ARGUMENTS].iter().any(|l| l.contains(&key.as_str())) || named(key, node);
    arguments == 1 && members.iter().all(of_call) && members.len() > 1
}

/// Where a call has its name.
const NAMES: &[&str] = &["name", "tool", "tool_name", "function_name", "function", "action"];

/// What else a call has: which kind of part it is of an answer, and which it is.
const BESIDE: &[&str] = &["type", "id", "index", "call_id", "tool_call_id", "tool_use_id"];

/// The names that a schema of calls has for the name and for the arguments. None where it is of something else.
pub(in crate::schema) fn of_rules(rules: &Rules) -> Option<(&str, &str)> {
    let one = |list: &[&str]| {
        let mut named = rules.properties.iter().map(|p| p.name.as_str()).filter(|name| list.contains(name));
        named.next().filter(|_| named.next().is_none())
    };
    let others =
        rules.properties.iter().any(|p| ![NAMES, ARGUMENTS, BESIDE].iter().any(|list| list.contains(&p.name.as_str())));
    one(NAMES).zip(one(ARGUMENTS)).filter(|_| !others)
}

/// Brings a call that is nothing else to the names of the schema. Whether it is one, and had others.
pub(super) fn respell(rules: &Rules, node: &mut Node) -> bool {
    let (Some((name, arguments)), Data::Object(members)) = (of_rules(rules), &mut node.data) else { return false };
    let at = |list: &[&str]| {
        let mut found = members.iter().enumerate().filter(|(_, (key, _))| list.contains(&key.as_str()));
        found.next().map(|(at, _)| at).filter(|_| found.next().is_none())
    };
    let (Some(named), Some(given)) = (at(NAMES), at(ARGUMENTS)) else { return false };
    let text = |at: usize| members.get(at).is_some_and(|(_, node)| matches!(node.data, Data::Text(_)));
    let holds = members.get(given).is_some_and(|(_, node)| {
        matches!(&node.data, Data::Object(_))
            || matches!(&node.data, Data::Text(text) if text.trim_start().starts_with('{'))
    });
    let own = |(at, (key, _)): (usize, &(String, Node))| at == named || at == given || BESIDE.contains(&key.as_str());
    if !text(named) || !holds || !members.iter().enumerate().all(own) {
        return false;
    }
    let spelled = members.get(named).is_some_and(|(key, _)| key == name)
        && members.get(given).is_some_and(|(key, _)| key == arguments);
    let declared = |key: &str| rules.properties.iter().any(|p| p.name == key);
    let foreign = members.iter().any(|(key, _)| BESIDE.contains(&key.as_str()) && !declared(key));
    if spelled && !foreign {
        return false;
    }
    let mut call = std::mem::take(members).into_vec();
    for (at, (key, _)) in call.iter_mut().enumerate() {
        if at == named {
            name.clone_into(key);
        } else if at == given {
            arguments.clone_into(key);
        }
    }
    call.retain(|(key, _)| declared(key));
    *members = call.into();
    true
}
