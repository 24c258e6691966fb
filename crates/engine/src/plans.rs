//! Plan documents: shown, edited, taken over from a file. Nothing is saved before what it changes
//! was shown (R31), and never over another version than the one that was edited.

mod mend;

use crate::write::Write;
use crate::{Engine, EngineError, Result};
use countersign_core::change_set::Actor;
use countersign_core::ids::SessionId;
use countersign_core::ledger::Event;
use countersign_core::problem::Problem;
use countersign_core::wire::{PlanEdit, PlanEdited, PlanView};
use countersign_plan::{Defaults, Plan, Reading, Unread, diff, load_bytes, only_moved, save};

/// A plan as JSON has at most so many bytes.
const LARGEST: usize = 512 * 1024;

impl Engine {
    /// A conversation's plan document, or an earlier version of it; the empty one if none was written.
    ///
    /// # Errors
    /// `not_found`, or a failing store.
    pub async fn plan(&self, id: &SessionId, version: Option<u64>) -> Result<PlanView> {
        let plan = self.0.plan(id, version).await?;
        Ok(PlanView { markdown: save(&plan), plan })
    }

    /// Shows what an edited plan document would change; with the digest of exactly that, saves it.
    ///
    /// # Errors
    /// `not_found`; `unreadable_plan` for a Markdown that is no plan at all; `plan_changed` when it
    /// was made from another version, its front matter says an earlier one, or something else was shown; `invalid_plan` when work has begun
    /// without a goal or criterion (F/S4); `plan_too_large`.
    pub async fn edit_plan(&self, id: &SessionId, edit: PlanEdit, actor: Actor) -> Result<PlanEdited> {
        let (engine, id) = (self.clone(), id.clone());
        self.detached(async move {
            let inner = &engine.0;
            let mut write = Write::begin(inner).await?;
            let before = inner.plan(&id, None).await?;
            let now = write.moment.now;
            let (mut plan, unread, from) = read(&edit, &before)?;
            // Where the work moved it meanwhile is no other text: it stands there still, unless the edit says where.
            let mut base = edit.base;
            let made = from.filter(|_| plan.id == id.0).unwrap_or(base);
            let then = if made < before.metadata.version { inner.plan(&id, Some(made)).await.ok() } else { None };
            let then = then.filter(|then| only_moved(then, &before));
            if let Some(then) = &then {
                base = base.max(before.metadata.version);
                if plan.status == then.status {
                    plan.status = before.status;
                }
            }
            if let Some(from) = from.filter(|_| then.is_none()).filter(|from| *from < before.metadata.version && plan.id == id.0) {
                return Err(changed(format!(
                    "the plan is at version {0}, the document was made from version {from}: write version: {0} in it when it has what came since",
                    before.metadata.version
                )));
            }
            plan.id.clone_from(&id.0);
            plan.metadata = before.metadata;
            let changes = diff(&before, &plan);
            let digest = digest(&plan)?;
            if base != before.metadata.version {
                return Err(changed(format!(
                    "the plan is at version {}, the edit was made from version {base}",
                    before.metadata.version
                )));
            }
            if !changes.is_empty() {
                plan.metadata.version += 1;
                plan.metadata.updated_at = now;
            }
            let missing = plan.missing();
            let saved = match &edit.accept {
                None => false,
                Some(accepted) if *accepted != digest => {
                    return Err(changed("this is not what was shown".to_owned()));
                }
                Some(_) if !missing.is_empty() => {
                    let text = "a plan that is worked on needs a goal and at least one criterion";
                    return Err(EngineError::Bad(Problem::new("invalid_plan", text).at("/plan")));
                }
                Some(_) if changes.is_empty() => false,
                Some(_) => {
                    let mut fields: Vec<String> = changes.iter().map(|one| one.field.clone()).collect();
                    fields.dedup();
                    let event = Event::Plan { session: id, plan: Box::new(plan.clone()), changed: fields };
                    write.append(&actor, event).await?;
                    write.finish().await?;
                    true
                }
            };
            Ok(PlanEdited { markdown: save(&plan), plan, changes, unread, missing, digest, saved })
        })
        .await
    }
}

impl crate::Inner {
    /// The plan document; the empty one if none was written.
    pub(crate) async fn plan(&self, id: &SessionId, version: Option<u64>) -> Result<Plan> {
        let row = self.session_row(id).await?;
        match self.store.plan(id, version).await? {
            Some(plan) if version.is_none_or(|version| version == plan.metadata.version) => Ok(plan),
            None if version.unwrap_or_default() == 0 => Ok(Plan::empty(id.0.clone(), row.created_at)),
            _ => Err(EngineError::NotFound(format!("version {} of this plan", version.unwrap_or_default()))),
        }
    }
}

fn changed(message: String) -> EngineError {
    EngineError::PlanChanged(message)
}

/// The plan an edit gives, with what was not understood of its Markdown and the version that this says.
fn read(edit: &PlanEdit, before: &Plan) -> Result<(Plan, Vec<Unread>, Option<u64>)> {
    let bad = |code: &'static str, message: String| EngineError::Bad(Problem::new(code, message));
    let (plan, unread, from) = match (&edit.plan, &edit.markdown) {
        (Some(plan), None) => (plan.clone(), Vec::new(), None),
        (None, Some(text)) => {
            if text.len() > LARGEST {
                return Err(bad("plan_too_large", "a plan document has at most 512 KB".to_owned()));
            }
            // Moments that are not given: the same ones when it is shown and when it is saved.
            let defaults = Defaults { id: before.id.clone(), at: before.metadata.updated_at };
            let Reading { plan, unread, version, .. } =
                load_bytes(text.as_bytes(), &defaults).map_err(|why| bad("unreadable_plan", why.to_string()))?;
            (plan, unread, version)
        }
        _ => return Err(bad("invalid_request", "send either \"plan\" or \"markdown\"".to_owned())),
    };
    if serde_json::to_vec(&plan).map_or(0, |json| json.len()) > LARGEST {
        return Err(bad("plan_too_large", "a plan document has at most 512 KB".to_owned()));
    }
    Ok((plan, unread, from))
}

/// Binds a plan and the version it was made from.
fn digest(plan: &Plan) -> Result<String> {
    let json = serde_json::to_vec(plan).map_err(|error| EngineError::Interrupted(error.to_string()))?;
    Ok(blake3::hash(&json).to_hex().to_string())
}
