//! Making pictures for a run: prompts, calls side by side, each picture stored and told as it comes.

use super::picture::look;
use super::telling::{NOTHING, beside, reasons, sentence, told, told_made};
use super::{fresh_id, prompts};
use crate::answers::{self, spent};
use crate::runs::Live;
use crate::turns::Message;
use crate::write::Write;
use crate::{Engine, EngineError, Result};
use countersign_assistant::pictures;
use countersign_core::change_set::Actor;
use countersign_core::file::{FileKey, FilePath};
use countersign_core::ids::ImageId;
use countersign_core::ledger::Event;
use countersign_core::model::Role;
use countersign_core::problem::Problem;
use countersign_core::wire::{
    CallUsage, ErrorBody, ImageOrigin, ImageStep, ImageVersion, ImageView, Mode, NewRun, RedrawnImage, RunEvent,
    RunStatus, RunView,
};
use countersign_llm::spending::Cost;
use countersign_llm::{Delta, LlmError, Models, Painted};
use countersign_store::{RunRow, SessionRow};
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use serde_json::json;
use std::collections::VecDeque;

/// Most pictures of one message.
pub(crate) const MOST: u32 = 8;
/// So many are made at the same time.
const AT_ONCE: usize = 4;

/// What is to be made.
pub(crate) struct Wish {
    prompt: String,
    count: u32,
    /// The picture whose place is taken.
    replaces: Option<ImageId>,
}

pub(crate) fn no_model() -> Problem {
    Problem::new("no_image_model", "no model that makes pictures is set up. Nothing has been changed.")
}

pub(crate) fn too_many(count: u32) -> Problem {
    Problem::new("too_many_images", format!("{count} pictures are asked for, and at most {MOST} are made at once"))
        .at("/count")
}

impl Engine {
    /// Begins to make another picture in the place of one (S1-57), as a run of its conversation.
    ///
    /// # Errors
    /// `not_found`, `given_image` where no model made it, `invalid_message` for an empty prompt, `no_image_model`.
    pub async fn redraw_image(&self, id: &ImageId, new: RedrawnImage) -> Result<RunView> {
        let image = self.image(id).await?;
        if image.origin == ImageOrigin::Given {
            let message = format!("picture {id} was given with a message, and no model made it");
            return Err(EngineError::Bad(Problem::new("given_image", message)));
        }
        let said = |text: Option<String>| text.map(|t| t.trim().to_owned()).filter(|t| !t.is_empty());
        let mut prompt = match new.prompt {
            Some(prompt) => prompt.trim().to_owned(),
            None => image.now.original_prompt.clone(),
        };
        if let Some(more) = said(new.refinement) {
            let gap = if prompt.ends_with(['.', ',', '!', '?', ';']) { " " } else { ", " };
            prompt = format!("{prompt}{gap}{more}");
        }
        let run = NewRun { session: image.session.clone(), message: prompt, mode: Mode::Image, ..NewRun::default() };
        self.start(run, Some(image.id), None).await
    }

    /// What a message wishes for, if it wishes for pictures.
    pub(crate) fn wish(&self, run: &RunRow, message: &Message) -> Option<Wish> {
        if run.mode == Mode::Image {
            let whole = || pictures::Wanted { prompt: message.said.clone(), count: 1 };
            let plain = message.replaces.is_some() || message.count.is_some();
            let wanted = if plain { whole() } else { pictures::meant(&message.said) };
            let count = message.count.unwrap_or(wanted.count);
            return Some(Wish { prompt: wanted.prompt, count, replaces: message.replaces.clone() });
        }
        let other = message.question.is_some()
            || message.selection.is_some()
            || message.about_command
            || !message.images.is_empty()
            || run.mode == Mode::Plan;
        let wanted = (!other).then(|| pictures::wanted(&message.said, &self.clock())).flatten()?;
        Some(Wish { prompt: wanted.prompt, count: wanted.count, replaces: None })
    }

    /// Makes them, and ends the run.
    pub(crate) async fn make_images(
        &self,
        session: &SessionRow,
        run: &mut RunRow,
        wish: Wish,
        live: &Live,
        models: Models,
    ) -> Result<()> {
        run.decision = Some("image".to_owned());
        let mut making = Making {
            engine: self,
            session,
            run,
            live,
            models,
            failed: Vec::new(),
            made: 0,
            spent: Cost(0),
            away: false,
        };
        let refused = match making.models.picture_cost() {
            None => Some(making.models.fault().cloned().unwrap_or_else(no_model)),
            Some(_) if wish.count > MOST => Some(too_many(wish.count)),
            Some(_) => None,
        };
        if let Some(problem) = refused {
            let hint = if problem.code == "no_image_model" { TODO_INSTEAD } else { "" };
            let text = format!("{} {} {hint}", sentence(&problem.message), problem.hint);
            return making.end(RunStatus::Done, Some(text.trim_end().to_owned()), None).await;
        }
        making.tell(vec![stage("painting")], Vec::new()).await?;
        let prompts = match (wish.count, &wish.replaces) {
            (1, _) | (_, Some(_)) => vec![wish.prompt.clone()],
            (count, None) => making.several(&wish.prompt, count).await?,
        };
        making.all(prompts, wish.replaces).await
    }
}

/// Said beside "no model": what the words could have meant instead.
const TODO_INSTEAD: &str = "To keep it as a todo, begin with: add todo.";

fn stage(stage: &str) -> RunEvent {
    RunEvent::Stage { stage: stage.into(), decision: Some("image".into()) }
}

struct Making<'e> {
    engine: &'e Engine,
    session: &'e SessionRow,
    run: &'e mut RunRow,
    live: &'e Live,
    models: Models,
    failed: Vec<ErrorBody>,
    made: u32,
    /// On what was made and on what was paid for and nobody has.
    spent: Cost,
    /// The picture whose place is taken had been taken away before.
    away: bool,
}

impl Making<'_> {
    fn actor(&self) -> Actor {
        let model = self.models.available(Role::Image).map(|info| info.name);
        Actor::Agent { name: model.unwrap_or_else(|| "planner".to_owned()) }
    }

    async fn tell(&self, events: Vec<RunEvent>, audit: Vec<Event>) -> Result<()> {
        let mut write = Write::begin(&self.engine.0).await?;
        for event in audit {
            write.append(&self.actor(), event).await?;
        }
        let stored = write.append_events(&self.session.id, &self.run.id, &events).await?;
        write.finish().await?;
        self.live.push(stored, false);
        Ok(())
    }

    /// So many prompts that differ: by a model, else the same one with a number (S1-55).
    async fn several(&mut self, wish: &str, count: u32) -> Result<Vec<String>> {
        let numbered = || prompts::numbered(wish, count);
        if self.models.available(Role::Propose).is_none() {
            self.same("No text model is set up to write different prompts.").await?;
            return Ok(numbered());
        }
        let call = prompts::several(wish, count, &self.project().await);
        let prompt = call.messages.iter().map(|m| countersign_core::model::estimate_tokens(&m.content)).sum();
        let mut lost = Vec::new();
        let mut hear = |delta: Delta| lost.extend(spent(&delta, Role::Propose).map(RunEvent::Usage));
        let answered = self.models.call(call, &mut hear, &self.live.cancel).await;
        self.tell(lost, Vec::new()).await?;
        let reply = match answered {
            Ok(reply) => reply,
            // The calls that follow end the run.
            Err(LlmError::Cancelled) => return Ok(numbered()),
            Err(e) => {
                let detail =
                    json!({ "run": self.run.id, "role": Role::Propose, "error": e.code(), "message": e.to_string() });
                let failed = Event::Audit { action: "model_failed".into(), detail };
                self.tell(Vec::new(), vec![failed]).await?;
                self.same("The text model wrote no different prompts.").await?;
                return Ok(numbered());
            }
        };
        let detail = json!({ "run": self.run.id, "role": Role::Propose, "model": reply.model, "finish": reply.finish, "usage": reply.usage, "raw": crate::sent::raw(&self.models, Role::Propose, &reply) });
        let asked = self.models.available(Role::Propose);
        let usage = answers::usage(asked.as_ref(), Role::Propose, prompt, &reply);
        let raw = Event::Audit { action: "model_raw".into(), detail };
        self.tell(vec![RunEvent::Usage(usage)], vec![raw]).await?;
        match distinct(&reply.text, count) {
            Some(prompts) => Ok(prompts),
            None => {
                self.same("The text model wrote no different prompts.").await?;
                Ok(numbered())
            }
        }
    }

    async fn same(&self, why: &str) -> Result<()> {
        let event = RunEvent::Recovery {
            what: "fallback".into(),
            message: why.into(),
            hint: Some("All pictures are made from the same prompt, numbered.".into()),
        };
        self.tell(vec![event], Vec::new()).await
    }

    /// How the project describes itself, where a folder is open.
    async fn project(&self) -> String {
        let open = self.engine.0.workspaces().first().map(|w| w.id.clone());
        let Some(workspace) = open else { return String::new() };
        for name in ["README.md", "README", "readme.md"] {
            let Ok(path) = FilePath::parse(name) else { continue };
            let at = FileKey { workspace: workspace.clone(), path };
            if let Ok(Some((bytes, _))) = self.engine.0.read_file(&at).await {
                return crate::outputs::text_of(bytes);
            }
        }
        String::new()
    }

    /// One call for each prompt, a few at a time. Each fails alone.
    async fn all(&mut self, prompts: Vec<String>, replaces: Option<ImageId>) -> Result<()> {
        if let Some(id) = &replaces {
            self.away = self.engine.image(id).await?.deleted;
        }
        let of = u32::try_from(prompts.len()).unwrap_or(u32::MAX);
        let mut waiting: VecDeque<(u32, String)> = (1..).zip(prompts).collect();
        let (models, cancel) = (self.models.clone(), self.live.cancel.clone());
        let mut under_way = FuturesUnordered::new();
        loop {
            while under_way.len() < AT_ONCE
                && !cancel.is_cancelled()
                && let Some((n, prompt)) = waiting.pop_front()
            {
                let (models, cancel) = (&models, &cancel);
                under_way.push(async move {
                    let painted = models.paint(&prompt, cancel).await;
                    (n, prompt, painted)
                });
            }
            let Some((n, prompt, painted)) = under_way.next().await else { break };
            match painted {
                Err(LlmError::Cancelled) => {}
                painted => self.came((n, of), prompt, painted, replaces.as_ref()).await?,
            }
        }
        if cancel.is_cancelled() {
            return self.stopped().await;
        }
        let failed = std::mem::take(&mut self.failed);
        let text = match (self.made, reasons(&failed).first()) {
            (0, Some(first)) => {
                let mut error = (*first).clone();
                if reasons(&failed).len() > 1 {
                    error.message = format!("{} {NOTHING}", beside(&failed));
                }
                return self.end(RunStatus::Failed, None, Some(error)).await;
            }
            (1, None) if replaces.is_some() => "1 picture was made anew, in its old place.".to_owned(),
            (1, None) => "1 picture was made.".to_owned(),
            (made, None) => format!("{made} pictures were made."),
            (made, Some(_)) => {
                let n = failed.len();
                format!("{made} of {of} pictures were made; {n} failed: {}", beside(&failed))
            }
        };
        self.end(RunStatus::Done, Some(text), None).await
    }

    /// A picture came, or failed: stored with its bytes, and told.
    async fn came(
        &mut self,
        (n, of): (u32, u32),
        prompt: String,
        painted: std::result::Result<Painted, LlmError>,
        replaces: Option<&ImageId>,
    ) -> Result<()> {
        let actor = self.actor();
        let mut write = Write::begin(&self.engine.0).await?;
        let mut events = Vec::new();
        let (found, error) = match painted {
            Ok(painted) => {
                // It was given, so it was paid for, whatever it is.
                let Painted { model, hosted, elapsed_ms, cost, .. } = &painted;
                events.push(RunEvent::Usage(usage(model, *hosted, *elapsed_ms, *cost)));
                self.spent = Cost(self.spent.0.saturating_add(cost.0));
                match look(&painted.bytes) {
                    Ok(found) => (Some((painted, found)), None),
                    Err(problem) => (None, Some(told_made(problem))),
                }
            }
            Err(e) => {
                if let LlmError::Paid(paid) = &e {
                    events.push(RunEvent::Usage(usage(&paid.model, paid.hosted, paid.elapsed_ms, paid.cost)));
                    self.spent = Cost(self.spent.0.saturating_add(paid.cost.0));
                }
                (None, Some(told(&e)))
            }
        };
        let mut step = ImageStep { n, of, image: None, error: error.clone() };
        match (found, error) {
            (Some((mut painted, found)), _) => {
                painted.bytes.truncate(found.length);
                let now = ImageVersion {
                    digest: write.tx.put_blob(&painted.bytes).await?,
                    kind: found.kind,
                    width: found.width,
                    height: found.height,
                    bytes: painted.bytes.len() as u64,
                    original_prompt: prompt,
                    revised_prompt: painted.revised_prompt.map(|t| t.chars().take(4_000).collect()),
                    url: painted.url.map(|t| t.chars().take(4_000).collect()),
                    timestamp: write.moment.now,
                    model: Some(painted.model),
                    cost_millionths: painted.cost.micros(),
                };
                let image = match replaces {
                    Some(id) => {
                        let mut image = self.engine.image(id).await?;
                        image.earlier.push(std::mem::replace(&mut image.now, now));
                        // One that was taken away meanwhile stays away.
                        image.deleted &= !self.away;
                        image
                    }
                    None => ImageView {
                        id: fresh_id(write.moment.now),
                        origin: ImageOrigin::Made,
                        now,
                        selected: true,
                        session: Some(self.session.id.clone()),
                        run: Some(self.run.id.clone()),
                        n,
                        deleted: false,
                        earlier: Vec::new(),
                    },
                };
                let action = if replaces.is_some() { "image_replaced" } else { "image_made" };
                write.note_image(&actor, action, &image).await?;
                write.put_image(&image).await?;
                self.made += 1;
                step.image = Some(image);
            }
            (None, Some(error)) => {
                let detail =
                    json!({ "run": self.run.id, "role": Role::Image, "error": error.error, "message": error.message });
                write.append(&actor, Event::Audit { action: "model_failed".into(), detail }).await?;
                self.failed.push(error);
            }
            (None, None) => {}
        }
        events.push(RunEvent::Image(step));
        let stored = write.append_events(&self.session.id, &self.run.id, &events).await?;
        write.finish().await?;
        self.live.push(stored, false);
        Ok(())
    }

    async fn stopped(&mut self) -> Result<()> {
        let message = match (self.made, self.spent) {
            (0, Cost(0)) => "The run was stopped. Nothing has been changed.".to_owned(),
            (1, Cost(0)) => "The run was stopped. 1 picture was made before, and is kept.".to_owned(),
            (made, Cost(0)) => format!("The run was stopped. {made} pictures were made before, and are kept."),
            (0, spent) => format!("The run was stopped. Nothing has been changed. {spent} was spent."),
            (1, spent) => format!("The run was stopped. 1 picture was made before, and is kept. {spent} was spent."),
            (made, spent) => {
                format!("The run was stopped. {made} pictures were made before, and are kept. {spent} was spent.")
            }
        };
        let error = ErrorBody { error: "cancelled".into(), message, details: None, hint: None };
        self.end(RunStatus::Cancelled, None, Some(error)).await
    }

    /// The end, stored with the run.
    async fn end(&mut self, status: RunStatus, text: Option<String>, error: Option<ErrorBody>) -> Result<()> {
        let mut write = Write::begin(&self.engine.0).await?;
        self.run.status = status;
        self.run.text.clone_from(&text);
        crate::runs::finished(self.run, write.moment.now);
        let mut events = Vec::new();
        if let Some(text) = text {
            events.push(stage("summarizing"));
            events.push(RunEvent::Summary { text: text.clone() });
            events.push(RunEvent::Result { text, said: None, operations: Vec::new() });
        }
        events.extend(error.map(RunEvent::Error));
        events.push(RunEvent::Done(true));
        write.tx.put_run(self.run).await?;
        let updated_at = write.moment.now.max(self.run.created_at);
        write.tx.put_session(&SessionRow { updated_at, ..self.session.clone() }).await?;
        let stored = write.append_events(&self.session.id, &self.run.id, &events).await?;
        write.finish().await?;
        self.live.push(stored, true);
        Ok(())
    }
}

/// What a picture took, for the session's account and the cost bar.
fn usage(model: &str, hosted: bool, elapsed_ms: u64, cost: Cost) -> CallUsage {
    CallUsage {
        model: model.to_owned(),
        hosted,
        role: Role::Image,
        prompt_tokens: 0,
        cached_tokens: 0,
        completion_tokens: 0,
        elapsed_ms,
        cost_millionths: cost.micros(),
        estimated_tokens: 0,
    }
}

/// The prompts of an answer: so many, each something, no two the same.
fn distinct(text: &str, count: u32) -> Option<Vec<String>> {
    let value: serde_json::Value = serde_json::from_str(text.trim()).ok()?;
    let mut prompts: Vec<String> = Vec::new();
    for prompt in value.get("prompts")?.as_array()? {
        let prompt: String = prompt.as_str()?.trim().chars().take(prompts::LONGEST).collect();
        if prompt.is_empty() || prompts.iter().any(|p| p.eq_ignore_ascii_case(&prompt)) {
            return None;
        }
        prompts.push(prompt);
    }
    (prompts.len() == usize::try_from(count).ok()?).then_some(prompts)
}

/// Whether a run in the mode for pictures can begin: nothing is stored of one that cannot.
///
/// # Errors
/// `no_image_model`, `too_many_images`.
pub(crate) fn can_begin(new: &NewRun, models: &Models) -> Result<()> {
    let bad = |problem| Err(EngineError::Bad(problem));
    if new.mode != Mode::Image {
        return match new.count {
            Some(_) => bad(Problem::new("invalid_option", "count is for mode image only").at("/count")),
            None => Ok(()),
        };
    }
    let count = new.count.unwrap_or_else(|| pictures::meant(&new.message).count);
    match models.picture_cost() {
        None => bad(models.fault().cloned().unwrap_or_else(no_model)),
        Some(_) if count == 0 => bad(Problem::new("invalid_option", "count is 0").at("/count")),
        Some(_) if count > MOST => bad(too_many(count)),
        Some(_) => Ok(()),
    }
}
