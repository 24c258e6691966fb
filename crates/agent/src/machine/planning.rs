//! Planning: the steps of a request that takes several (S4-7). What a model lists is only titles:
//! nothing is carried out of it.

use super::{Effect, Machine, Phase, one_line, stage};
use countersign_core::model::{Finish, Reply};
use countersign_core::wire::{AgentStep, RunEvent, StepStatus};
use countersign_recover::{Finish as Ended, Request};
use serde_json::Value;

impl Machine {
    /// Takes the plan's reply. After two corrections the request itself is the one step: the
    /// person's own words, nothing made up.
    pub(super) fn planned(&mut self, reply: &Reply, out: &mut Vec<Effect>) {
        match read(reply) {
            Ok(mut titles) => {
                let most = usize::try_from(self.setup.limits.steps).unwrap_or(usize::MAX);
                if titles.len() > most {
                    out.push(Effect::Emit(RunEvent::Recovery {
                        what: "dropped".to_owned(),
                        message: match (titles.len() - most, titles.len()) {
                            (1, all) => format!("1 of {all} steps was left out: at most {most} are planned at once."),
                            (n, all) => {
                                format!("{n} of {all} steps were left out: at most {most} are planned at once.")
                            }
                        },
                        hint: Some("Ask for the rest when these are done.".to_owned()),
                    }));
                }
                titles.truncate(most);
                self.mended();
                self.set_steps(titles, out);
            }
            Err(wrong) if self.corrections < self.setup.limits.corrections => {
                self.correct(reply, wrong, out);
                return;
            }
            Err(wrong) => {
                self.mended();
                out.push(Effect::Emit(RunEvent::Recovery {
                    what: "plan_failed".to_owned(),
                    message: format!("The steps could not be read ({wrong}): the request is worked on as one step."),
                    hint: None,
                }));
                self.set_steps(vec![one_line(&self.setup.message)], out);
            }
        }
        self.begin_step(0, out);
    }

    /// The steps, told to whoever follows.
    pub(super) fn set_steps(&mut self, titles: Vec<String>, out: &mut Vec<Effect>) {
        self.steps = titles
            .into_iter()
            .zip(1..)
            .map(|(title, n)| AgentStep { n, title, status: StepStatus::Pending, result: None, iterations: 0 })
            .collect();
        if self.steps.len() > 1 {
            out.extend(self.steps.iter().map(|s| Effect::Emit(RunEvent::Step(s.clone()))));
        }
        out.push(stage("executing"));
    }

    /// Has the model mend its reply.
    pub(super) fn correct(&mut self, reply: &Reply, wrong: String, out: &mut Vec<Effect>) {
        self.corrections += 1;
        out.push(Effect::Emit(RunEvent::Recovery {
            what: "corrected".to_owned(),
            message: format!("{wrong}. The model is asked again."),
            hint: None,
        }));
        self.mend = Some((reply.text.chars().take(2_000).collect(), wrong));
        self.go_on(out);
    }

    /// A reply could be used.
    pub(super) fn mended(&mut self) {
        self.mend = None;
        self.corrections = 0;
    }

    /// Begins a step of the list.
    pub(super) fn begin_step(&mut self, at: usize, out: &mut Vec<Effect>) {
        self.current = at;
        self.before = self.record.len();
        if self.before > 0 {
            self.offer_aside();
        }
        self.transcript.clear();
        self.seen.clear();
        self.proof = super::proof::Proof::default();
        self.mended();
        self.phase = Phase::Working;
        self.put_step(StepStatus::Running, None, out);
        let looks = self.looks();
        if looks.is_empty() { self.go_on(out) } else { self.call(looks, out) }
    }

    /// Changes the current step and tells of it.
    pub(super) fn put_step(&mut self, status: StepStatus, result: Option<String>, out: &mut Vec<Effect>) {
        if let Some(step) = self.steps.get_mut(self.current) {
            step.status = status;
            step.result = result.or(step.result.take());
            out.push(Effect::Emit(RunEvent::Step(step.clone())));
        }
    }
}

/// The titles of the steps in a reply, in any of the spellings that models use.
fn read(reply: &Reply) -> Result<Vec<String>, String> {
    let finish = match reply.finish {
        Finish::Length => Some(Ended::Length),
        Finish::Aborted | Finish::Filtered => Some(Ended::Aborted),
        _ => None,
    };
    let got = countersign_recover::recover(&Request { input: &reply.text, schema: None, finish });
    if !got.complete {
        return Err("Invalid plan: the reply was cut before its end".to_owned());
    }
    let Some(value) = got.answer().map(|v| v.into_inner().to_serde()) else {
        return Err("Invalid plan: the reply is no JSON object".to_owned());
    };
    let list = match &value {
        Value::Array(list) => Some(list),
        Value::Object(map) => ["task_list", "tasks", "steps", "plan", "taskList"]
            .iter()
            .find_map(|k| map.get(*k).and_then(Value::as_array)),
        _ => None,
    };
    let Some(list) = list else { return Err("Invalid plan: task_list is missing".to_owned()) };
    let title = |entry: &Value| match entry {
        Value::String(text) => Some(one_line(text)),
        Value::Object(map) => ["description", "title", "task", "summary", "name", "step"]
            .iter()
            .find_map(|k| map.get(*k).and_then(Value::as_str))
            .map(one_line),
        _ => None,
    };
    let number = |entry: &Value| entry.get("step").and_then(Value::as_u64);
    let mut list: Vec<&Value> = list.iter().collect();
    if list.iter().all(|entry| number(entry).is_some()) {
        list.sort_by_key(|entry| number(entry));
    }
    // The template's own "…" is no description, and nothing in a title turns it around.
    let hidden = |c: char| c.is_control() || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    let said = |t: &String| t.chars().any(char::is_alphanumeric);
    let titles: Vec<String> =
        list.iter().filter_map(|entry| title(entry)).map(|t| t.replace(hidden, "")).filter(said).collect();
    if titles.is_empty() || titles.len() < list.len() {
        return Err("Invalid plan: each step needs a description".to_owned());
    }
    Ok(titles)
}
