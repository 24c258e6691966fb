//! The grounded schema of a menu, and reading an answer back strictly against the same menu.
//!
//! Bounded everywhere (`maxLength`, no free arrays), one branch per deed, titles instead of ids
//! (MODELS.md §2, lessons 3–6). The schema is a hint to the runtime; what is believed is [`read`].

use crate::cues::Deed;
use crate::ground::title_is_grounded;
use crate::menu::{Choice, Menu, Reading};
use countersign_core::model::Format;
use countersign_core::problem::Problem;
use serde_json::{Map, Value, json};

/// Longest title a model may write.
const TITLE: usize = 120;
/// What a model says when the request asks for no change.
pub(crate) const NOTHING: &str = "nothing";

/// What a model said.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Said {
    /// One reading of the menu.
    Reading(Reading),
    /// The request asks for no change.
    Nothing,
}

fn bulk(deed: Deed) -> bool {
    matches!(deed, Deed::CompleteAll | Deed::DeleteAll | Deed::MoveAll | Deed::PriorityAll)
}

fn names<'a>(choice: &Choice, menu: &'a Menu) -> Vec<&'a str> {
    choice.targets.iter().filter_map(|n| menu.candidates.get(*n)).map(|c| c.name.as_str()).collect()
}

fn branch(choice: &Choice, menu: &Menu) -> Value {
    let mut properties = Map::new();
    properties.insert("do".to_owned(), json!({"enum": [choice.deed.name()]}));
    if choice.deed == Deed::Create {
        properties.insert("title".to_owned(), json!({"type": "string", "minLength": 1, "maxLength": TITLE}));
    } else {
        if bulk(choice.deed) {
            properties.insert("which".to_owned(), json!({"enum": menu.groups}));
        } else {
            properties.insert("todo".to_owned(), json!({"enum": names(choice, menu)}));
        }
        if !choice.values.is_empty() {
            properties.insert("to".to_owned(), json!({"enum": choice.values}));
        }
    }
    let required: Vec<&String> = properties.keys().collect();
    json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
}

/// The schema: one branch per choice, and "nothing".
pub(crate) fn format(menu: &Menu) -> Format {
    let mut branches: Vec<Value> = menu.choices.iter().map(|c| branch(c, menu)).collect();
    branches.push(json!({"type": "object", "properties": {"do": {"enum": [NOTHING]}}, "required": ["do"], "additionalProperties": false}));
    Format { name: "reading".to_owned(), schema: json!({"anyOf": branches}) }
}

/// What may be said, in one line for the prompt: the same menu for runtimes without grammars.
pub(crate) fn options(menu: &Menu) -> String {
    let mut parts: Vec<String> = menu
        .choices
        .iter()
        .map(|c| match c.values.as_slice() {
            [] => c.deed.name().to_owned(),
            _ if c.deed == Deed::Create => c.deed.name().to_owned(),
            values => format!(
                "{} to {}",
                c.deed.name(),
                values.iter().map(|v| format!("\"{v}\"")).collect::<Vec<_>>().join(" or ")
            ),
        })
        .collect();
    parts.push(NOTHING.to_owned());
    parts.join(", ")
}

/// Reads an answer. Nothing passes that is not on the menu.
///
/// # Errors
/// What is wrong, told so that the model can mend it.
pub(crate) fn read(value: &Value, menu: &Menu) -> Result<Said, Problem> {
    let text = |key: &str| value.get(key).and_then(Value::as_str).map(str::trim);
    let Some(name) = text("do") else {
        return Err(Problem::new("invalid_op", "\"do\" is missing").hinting(format!("Say one of: {}.", options(menu))));
    };
    if name == NOTHING {
        return Ok(Said::Nothing);
    }
    let Some(choice) = menu.choices.iter().find(|c| c.deed.name() == name) else {
        return Err(Problem::new("invalid_op", format!("\"{}\" is not possible here", cut(name)))
            .hinting(format!("Say one of: {}.", options(menu))));
    };
    let mut reading = Reading { deed: choice.deed, target: None, value: None, group: None, strong: choice.strong };
    if choice.deed == Deed::Create {
        let title = text("title").unwrap_or_default();
        if !title_is_grounded(title, &menu.request) || title.chars().count() > TITLE {
            return Err(Problem::new("invalid_title", format!("\"{}\" is not said in the request", cut(title)))
                .hinting("Use only words of the request for the title."));
        }
        reading.value = Some(title.to_owned());
        return Ok(Said::Reading(reading));
    }
    if bulk(choice.deed) {
        let which = text("which").filter(|w| menu.groups.iter().any(|g| g == w));
        let Some(which) = which else {
            return Err(Problem::new("invalid_where_object", "\"which\" is not one of those offered")
                .hinting(format!("Say one of: {}.", menu.groups.join("; "))));
        };
        reading.group = Some(which.to_owned());
    } else {
        let said = text("todo").unwrap_or_default();
        let same = |name: &str| name == said || name.eq_ignore_ascii_case(said);
        let target = choice.targets.iter().copied().find(|n| menu.candidates.get(*n).is_some_and(|c| same(&c.name)));
        let Some(target) = target else {
            return Err(Problem::new("id_not_found", format!("\"{}\" is not one of the todos offered", cut(said)))
                .hinting(format!("Name one of: {}.", names(choice, menu).join("; "))));
        };
        reading.target = Some(target);
    }
    if !choice.values.is_empty() {
        let said = text("to").unwrap_or_default();
        let Some(value) = choice.values.iter().find(|v| v.eq_ignore_ascii_case(said)) else {
            return Err(Problem::new("invalid_operation", format!("\"{}\" is not said in the request", cut(said)))
                .hinting(format!("Say one of: {}.", choice.values.join("; "))));
        };
        reading.value = Some(value.clone());
    }
    Ok(Said::Reading(reading))
}

fn cut(text: &str) -> String {
    text.chars().take(60).collect()
}
