//! What a model comes up with when it wakes: a large one is asked openly, a small one in closed questions.

use super::Desk;
use crate::proposing::meant;
use crate::write::Write;
use crate::{Engine, Result};
use countersign_assistant::{ModelProfile, Outcome, Step, Trace, Turn};
use countersign_core::change_set::propose::Proposal;
use countersign_core::ledger::Event;
use countersign_core::model::{Finish, Role};
use countersign_llm::Models;
use countersign_llm::catalogue::Size;
use serde_json::json;
use tokio_util::sync::CancellationToken;

/// What a model is told when it wakes with nothing to do in particular.
const TIDY: &str = "Tidy up this list: propose the few changes that would help today, each with a clear benefit, \
    or {\"operations\":[]} if there are none.";

/// What a wake's model proposed, which it was, and why there may be less than it wanted to say.
#[derive(Default)]
pub(super) struct ByModel {
    pub(super) proposals: Vec<Proposal>,
    pub(super) model: Option<String>,
    pub(super) trouble: Option<String>,
}

impl Engine {
    /// What a model proposes, asked with no lock and no transaction held. A model that fails leaves the
    /// wake to the rules.
    pub(super) async fn model_proposals(&self, desk: &Desk) -> Result<ByModel> {
        let inner = &self.0;
        let models = inner.models();
        let Some(info) = models.available(Role::Propose) else { return Ok(ByModel::default()) };
        if info.size == Size::Small {
            return self.small_proposals(desk, &models).await;
        }
        let message = desk.about.as_ref().map_or_else(|| TIDY.to_owned(), |about| format!("{TIDY} About: {about}"));
        let mut input = countersign_assistant::Input::new(message, inner.planner_clock());
        let mut profile = ModelProfile { summary: false, router: false, ..ModelProfile::large() };
        profile.read_within(info.context);
        input.model = Some(profile);
        input.decisions = self.decided(&crate::turns::context::VERDICTS).await?;
        input.waiting = inner.waiting().await?.into_iter().map(|item| item.label).collect();
        input.instructions = inner.instructions().await;
        let (mut turn, mut step) = Turn::wake(input, &inner.world().todos);
        let operations = loop {
            step = match step {
                Step::Done(Outcome::Plan { operations, .. }) => break operations,
                Step::Done(_) => break Vec::new(),
                Step::Ops(_) => turn.proceed(&inner.world().todos),
                Step::Call(call) => {
                    let answer = models.call(call, &mut |_| {}, &CancellationToken::new()).await;
                    match answer {
                        Ok(reply) => turn.reply(reply, &inner.world().todos),
                        Err(e) => turn.failed(&e.to_string(), &inner.world().todos),
                    }
                }
            };
        };
        let model = turn.decided_by().map(str::to_owned);
        self.keep_asked(desk, &models, turn.trace(), model.as_deref()).await?;
        let why = by(model.as_deref());
        let proposals = operations
            .into_iter()
            .map(|one| match one.op {
                Some(op) if one.problems.is_empty() => Proposal { sure: false, ..Proposal::of(op, why.clone()) },
                _ => Proposal { op: Err((one.raw, one.problems)), sure: false, ..Proposal::parse(&json!(null), &why) },
            })
            .map(|one| meant(one, ""))
            .collect();
        Ok(ByModel { proposals, model, trouble: trouble(&turn) })
    }

    /// Keeps what a wake's model was asked and said.
    pub(super) async fn keep_asked(
        &self,
        desk: &Desk,
        models: &Models,
        asked: &Trace,
        model: Option<&str>,
    ) -> Result<()> {
        if asked.calls.is_empty() {
            return Ok(());
        }
        let mut write = Write::begin(&self.0).await?;
        let trace =
            json!({ "calls": crate::sent::as_sent(models, None, &asked.calls), "audit": asked.audit }).to_string();
        let blob = write.tx.put_blob(trace.as_bytes()).await?;
        let detail = json!({ "agent": desk.agent, "model": model, "trace": blob });
        write.append(&desk.actor(), Event::Audit { action: "wake_model".to_owned(), detail }).await?;
        write.finish().await?;
        Ok(())
    }
}

/// Why something is proposed that a model came up with.
pub(super) fn by(model: Option<&str>) -> String {
    format!("The model {} proposed it.", model.unwrap_or("that was asked"))
}

/// What was wrong with the answers of a wake's model, told before what came of the wake.
fn trouble(turn: &Turn) -> Option<String> {
    let calls = &turn.trace().calls;
    let failed = calls.iter().find_map(|call| call.error.as_deref());
    if let Some(why) = failed {
        let why = why.trim_end().trim_end_matches("Nothing has been changed.").trim_end();
        return Some(format!("The model was asked and failed: {why}"));
    }
    let cut = calls.iter().any(|c| matches!(c.finish, Some(Finish::Length | Finish::Aborted | Finish::Filtered)));
    let unread = calls.last().is_some_and(|c| c.finish.is_some() && c.schema.is_some() && c.parsed.is_none());
    match (cut, unread) {
        (true, _) => Some("The model's answer was cut before its end.".to_owned()),
        (_, true) => Some("The model's answer could not be read.".to_owned()),
        _ => None,
    }
}
