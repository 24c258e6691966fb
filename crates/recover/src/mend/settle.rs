//! What a schema settles in a document as it was read: a body before a key without quotes, and members
//! that stand in an object whose bracket is missing.

use crate::choose::Chosen;
use crate::node::{Data, Marks};
use crate::repair::Repair;
use crate::schema::{Coercer, Schema};

/// Takes the schema's word for it, where it leaves no other reading.
pub(crate) fn settle(chosen: &mut Chosen, text: &str, schema: &Schema) {
    if chosen.violations.is_empty() && chosen.closed && only_keys_are_bare(chosen, text) {
        if schema.names_all(&chosen.node, None) {
            chosen.node.trust_bare_keys();
        }
    } else if chosen.node.marks.has(Marks::UNCLOSED) {
        hoist(chosen, schema);
    }
}

/// `"content": "x"}, {path: "y"`: a body with quotes in it might go on here. But then they would all have
/// to stand where JSON wants them, around what the schema requires, and nothing else be the matter.
fn only_keys_are_bare(chosen: &Chosen, text: &str) -> bool {
    use Repair::{Alias, Coerced, TrailingComma, UnquotedKey};
    let harmless = |repair: &Repair| matches!(repair, Alias | Coerced | TrailingComma | UnquotedKey);
    let after = text.get(chosen.span.1..).unwrap_or_default();
    chosen.repairs.has(UnquotedKey)
        && chosen.repairs.list().iter().all(harmless)
        && !after.contains(['"', '\\', '{', '}', '[', ']'])
}

/// `{"at": {"city": "Wien", "id": 1}`: the bracket after the city is missing, for the schema declares the
/// id where `at` is. The text closed one bracket too few all the same, and is not complete.
fn hoist(chosen: &mut Chosen, schema: &Schema) {
    let Some(first) = schema.strays(&chosen.node) else { return };
    let mut node = chosen.node.clone();
    node.forget(Marks::VIOLATES);
    let Data::Object(members) = &mut node.data else { return };
    let Some((_, last)) = members.last_mut() else { return };
    let Data::Object(inner) = &mut last.data else { return };
    if last.marks != Marks::default() {
        return;
    }
    let mut kept = std::mem::take(inner).into_vec();
    let moved = kept.split_off(first);
    *inner = kept.into();
    *members = std::mem::take(members).into_iter().chain(moved).collect();
    let coerced = Coercer::run(schema, &mut node, true);
    // Whole but for the bracket: nothing that is required may be missing.
    node.marks.remove(Marks::UNCLOSED);
    if schema.violations(&mut node).is_empty() {
        node.marks.add(Marks::UNCLOSED);
        chosen.repairs.add(Repair::MissingBracket);
        chosen.repairs.join(coerced.repairs);
        chosen.violations = schema.violations(&mut node);
        chosen.node = node;
    }
}
