//! Values of a form that the model says again instead of filling it in.

use super::Types;
use super::coerce::keys;
use super::wrong::Wrong;
use crate::gate::push_token;
use crate::node::{Data, Node};

/// `"title": "<title>"`, `"title": "<string>"`, `"title": "{title}"`: what stands for a value in a form is none.
pub(super) fn find_placeholders(node: &Node, path: &mut String, found: &mut Wrong) {
    let length = path.len();
    match &node.data {
        Data::Array(items) => {
            for (index, item) in items.iter().enumerate().filter(|(_, item)| item.is_container()) {
                push_token(path, &index.to_string());
                find_placeholders(item, path, found);
                path.truncate(length);
            }
        }
        Data::Object(members) => {
            for (key, value) in members {
                let stands_for = matches!(&value.data, Data::Text(text) if is_placeholder(key, text));
                if !stands_for && !value.is_container() {
                    continue;
                }
                push_token(path, key);
                if stands_for {
                    found.add(value, || path.clone(), || "it stands for a value, and is none".to_owned());
                }
                find_placeholders(value, path, found);
                path.truncate(length);
            }
        }
        _ => {}
    }
}

/// Whether a text is its own key in brackets, or the name of a type in angle brackets.
fn is_placeholder(key: &str, text: &str) -> bool {
    const BRACKETS: [(&str, &str); 4] = [("<", ">"), ("{{", "}}"), ("{", "}"), ("[", "]")];
    // A key in another style is hardly longer.
    let short = text.len() <= key.len().max(SHORT) + SHORT;
    let held = BRACKETS.iter().find_map(|(open, close)| text.strip_prefix(open)?.strip_suffix(close));
    let Some(name) = held.filter(|_| short) else { return false };
    let is_type = text.starts_with('<') && Types::NAMES.iter().any(|(known, _)| *known == name);
    is_type || keys::same_word(name, key)
}

/// Longest name of a type, and what a key in another style may have more.
const SHORT: usize = 8;
