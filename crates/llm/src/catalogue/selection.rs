//! Which model a role or a task gets: named → task type → role → recommended → default → only one.

use super::{Catalogue, Model, Size};
use crate::error::LlmError;
use countersign_core::model::{Role, TaskType};
use countersign_core::problem::Problem;

/// The default temperatures: 0 where one answer is right; S4-7, S4-8 and S4-10 for the others (C19).
fn usual_temperature(role: Role) -> f32 {
    match role {
        Role::Router | Role::Propose | Role::Repair | Role::Supervise | Role::Vision => 0.0,
        Role::Summarise => 0.1,
        Role::Execute => 0.2,
        Role::Chat | Role::Plan | Role::Image => 0.3,
    }
}

impl Catalogue {
    /// The model by this name; an unknown one is an error, never another model (S4-25).
    pub fn model(&self, name: &str) -> Result<&Model, LlmError> {
        self.models.get(name).ok_or_else(|| LlmError::Config(vec![self.unknown_model(name)]))
    }

    pub(super) fn unknown_model(&self, name: &str) -> Problem {
        let known = self.models.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
        let hint =
            if known.is_empty() { "models.json lists no models.".to_owned() } else { format!("Name one of: {known}.") };
        Problem::new("unknown_model", format!("there is no model {name:?}")).hinting(hint)
    }

    /// The model for a role within a kind of task (S4-25): who plans is asked for planning, who carries
    /// out is asked for the task; the other roles are the same in all. Absent = none at all.
    pub fn choose(&self, role: Role, task: Option<TaskType>) -> Option<&Model> {
        if self.off {
            return None;
        }
        let task = match role {
            Role::Plan => Some(TaskType::Planning),
            Role::Execute => task,
            _ => None,
        };
        let by_task = task.and_then(|task| self.selection.by_task_type.get(&task));
        let by_role = || self.roles.get(&role).and_then(|settings| settings.model.as_ref());
        let named = by_task.or_else(by_role).and_then(|name| self.models.get(name));
        let recommended = || {
            let for_one = |name: &str| self.models.values().find(|m| m.recommended_for.iter().any(|one| one == name));
            task.and_then(|task| for_one(task.name())).or_else(|| for_one(role.name()))
        };
        let default = || self.selection.default.as_ref().and_then(|name| self.models.get(name));
        // Seeing and painting are rare: a model is only guessed for them when it says it can.
        let able = |model: &&Model| match role {
            Role::Image => model.capabilities.iter().any(|c| c == "image"),
            Role::Vision => model.capabilities.iter().any(|c| c == "vision"),
            _ => !self.only_paints(model),
        };
        named.or_else(|| recommended().or_else(default).filter(able).or_else(|| self.models.values().find(able)))
    }

    /// A model that makes pictures and answers nothing: it says so, or is named for that alone.
    fn only_paints(&self, model: &Model) -> bool {
        if !model.capabilities.is_empty() {
            return model.capabilities.iter().all(|c| c == "image");
        }
        let names = |role: &Role| self.roles.get(role).and_then(|s| s.model.as_ref()) == Some(&model.name);
        names(&Role::Image)
            && model.recommended_for.is_empty()
            && self.selection.default.as_ref() != Some(&model.name)
            && !Role::ALL.iter().any(|role| *role != Role::Image && names(role))
    }

    /// The temperature of a role: environment → role → usual (C19).
    pub fn temperature_of(&self, role: Role) -> f32 {
        self.temperature
            .or_else(|| self.roles.get(&role).and_then(|settings| settings.temperature))
            .unwrap_or_else(|| usual_temperature(role))
    }
}

/// The size class that a name shows (`qwen3:4b`, `llama-3.1-70b-instruct`, `smollm2-135m`).
pub(super) fn size_of(name: &str, local: bool) -> Size {
    let lower = name.to_ascii_lowercase();
    let parameters = lower
        .split(|c: char| !(c.is_ascii_alphanumeric() || c == '.'))
        .filter_map(|word| {
            // Mixtures (`8x7b`): the whole counts.
            let (count, each) = word.split_once('x').map_or((1.0, word), |(n, rest)| (n.parse().unwrap_or(1.0), rest));
            let billions = each.strip_suffix('b').and_then(|n| n.parse::<f64>().ok());
            let millions = each.strip_suffix('m').and_then(|n| n.parse::<f64>().ok());
            billions.or_else(|| millions.map(|m| m / 1_000.0)).map(|b| count * b)
        })
        .fold(None, |most: Option<f64>, b| Some(most.map_or(b, |m| m.max(b))));
    match parameters {
        Some(billions) if billions > 14.0 => Size::Large,
        Some(_) => Size::Small,
        None if local => Size::Small,
        None => Size::Large,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_from_names() {
        for (name, local, want) in [
            ("qwen3:4b", true, Size::Small),
            ("qwen2.5-coder:0.5b", true, Size::Small),
            ("qwen2.5-coder:32b", true, Size::Large),
            ("llama-3.1-70b-instruct", false, Size::Large),
            ("SmolLM2-135M-Instruct", true, Size::Small),
            ("mixtral:8x7b", true, Size::Large),
            ("phi3", true, Size::Small),
            ("gpt-5", false, Size::Large),
            ("claude-haiku-4-5", false, Size::Large),
            ("gemma-3-12b-it", false, Size::Small),
        ] {
            assert_eq!(size_of(name, local), want, "{name}");
        }
    }
}
