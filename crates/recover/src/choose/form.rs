//! The form of what does not satisfy the schema: whether it was meant as an answer.

use super::Chosen;
use crate::find::members::Named;
use crate::node::{Data, Node};
use crate::repair::Repair;
use crate::schema::Schema;

/// Whether a value is a record of so many members all of whose names the schema declares, with what tells an element.
fn is_an_element(node: &Node, least: usize, schema: &Schema) -> bool {
    match &node.data {
        Data::Object(members) => {
            members.len() >= least
                && schema.begins_an_element(members)
                && members.iter().all(|(key, _)| schema.named(key) != Named::Nothing)
        }
        _ => false,
    }
}

/// Whether a value is a list of such records under one name, whatever it is.
fn names_a_list(node: &Node, schema: &Schema) -> bool {
    let listed = |node: &Node| matches!(&node.data, Data::Array(items) if items.first().is_some_and(|first| is_an_element(first, 1, schema)));
    matches!(&node.data, Data::Object(members) if matches!(members.as_ref(), [(_, only)] if listed(only)))
}

/// Whether what does not satisfy the schema has the form of one element of its list, or of the list under another name.
pub(super) fn is_of_elements(node: &Node, schema: &Schema) -> bool {
    is_an_element(node, 2, schema) || names_a_list(node, schema)
}

/// Whether what does not satisfy the schema has the form of an answer: a member of it, an element of its list or the list
/// under another name, or a call with one of these.
pub(super) fn is_meant_as_an_answer(chosen: &Chosen, schema: &Schema) -> bool {
    let Data::Object(members) = &chosen.node.data else { return false };
    // What a call is made with.
    let called =
        members.iter().any(|(key, _)| key == "name") && members.iter().any(|(_, value)| is_of_elements(value, schema));
    // The schema itself, said again.
    let said_again = |node: &Node| match &node.data {
        Data::Object(members) => {
            members.iter().any(|(key, value)| key == "type" && matches!(value.data, Data::Text(_)))
        }
        _ => false,
    };
    // Of a list without its name only records are elements.
    let nameless = chosen.repairs.has(Repair::Wrapped) && !names_a_list(&chosen.node, schema);
    let touches = !nameless && schema.touches(&chosen.node) && !members.iter().all(|(_, value)| said_again(value));
    schema.declares() && (touches || is_of_elements(&chosen.node, schema) || called)
}
