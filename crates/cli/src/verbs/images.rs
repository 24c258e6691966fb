//! `countersign image` and `images`: pictures are made by a run, and saved by a change set.

use super::{Session, ask, history, review, workspace};
use crate::args::{Image, ImagesVerb};
use crate::client::{escape, read};
use crate::failure::{Exit, Failure, Result, cause};
use crate::screen::{Ink, clean};
use crate::texts::say;
use countersign_core::wire::{ImageList, ImageView};
use countersign_engine::effects;
use http::Method;
use serde_json::{Value, json};
use std::io::Read;
use std::path::Path;

/// Characters of a prompt in a line.
const PROMPT: usize = 60;
/// Largest file that is read as a picture, in bytes.
const MOST: u64 = 20_000_000;

/// Runs `countersign image`.
pub(crate) async fn make(s: &mut Session<'_>, args: &Image) -> Result<Exit> {
    let session = match (&args.session, args.continue_) {
        (Some(id), _) => Some(id.clone()),
        (None, true) => Some(ask::last_session(s).await?),
        (None, false) => None,
    };
    let prompt = args.prompt.join(" ");
    let body = json!({ "session": session, "message": prompt, "mode": "image", "count": args.count });
    let outcome = ask::send(s, &body).await?;
    made(s, &outcome)
}

/// Runs `countersign images`.
pub(crate) async fn run(s: &mut Session<'_>, verb: ImagesVerb) -> Result<Exit> {
    match verb {
        ImagesVerb::List { limit, offset, deleted } => list(s, limit, offset, deleted).await,
        ImagesVerb::Show { id, output } => show(s, &id, output.as_deref()).await,
        ImagesVerb::Save { ids, folder, workspace, yes } => save(s, &ids, &folder, workspace.as_deref(), yes).await,
        ImagesVerb::Regenerate { id, prompt, refine } => {
            let id = named(s, &id).await?;
            let body = json!({ "prompt": prompt, "refinement": refine });
            let begun = s.client.post(&format!("/api/images/{}/regenerate", escape(&id)), &body).await?;
            let outcome = ask::finished(s, begun["run"].as_str().unwrap_or_default(), "image").await?;
            made(s, &outcome)
        }
        ImagesVerb::Delete { id } => {
            let id = named(s, &id).await?;
            let value = s.client.request(Method::DELETE, &format!("/api/images/{}", escape(&id)), None, None).await?;
            told(s, &value, say!("cli-images-deleted", id = clean(&id)))
        }
        ImagesVerb::Restore { id } => {
            let value =
                s.client.request(Method::POST, &format!("/api/images/{}/restore", escape(&id)), None, None).await?;
            told(s, &value, say!("cli-images-restored", id = clean(&id)))
        }
    }
}

fn told(s: &mut Session<'_>, value: &Value, line: String) -> Result<Exit> {
    if s.screen.is_json() {
        s.screen.json(value)?;
    } else {
        s.screen.line(line)?;
    }
    Ok(Exit::Clear)
}

/// What a run that makes pictures came to.
fn made(s: &mut Session<'_>, outcome: &ask::Outcome) -> Result<Exit> {
    if s.screen.is_json() {
        s.screen.json(&json!({ "run": outcome.run, "change_set": null }))?;
        return Ok(Exit::Clear);
    }
    ask::show_answer(s, &outcome.view)?;
    if outcome.view.notes.iter().any(|note| note == "fallback") {
        s.screen.line(s.screen.ink(Ink::Faint, say!("cli-images-same")))?;
    }
    Ok(Exit::Clear)
}

/// Pictures, one in each line.
pub(crate) fn lines(s: &mut Session<'_>, images: &[ImageView]) -> Result<()> {
    images.iter().try_for_each(|image| line(s, image))
}

/// The pictures of a run, and what can be done with them.
pub(crate) fn gallery(s: &mut Session<'_>, images: &[ImageView]) -> Result<()> {
    lines(s, images)?;
    match images {
        [] => Ok(()),
        [one] => s.screen.line(say!("cli-images-next", ids = one.id.0.as_str())),
        all => {
            let ids: Vec<&str> = all.iter().map(|image| image.id.0.as_str()).collect();
            s.screen.line(say!("cli-images-next", ids = ids.join(" ")))
        }
    }
}

fn line(s: &mut Session<'_>, image: &ImageView) -> Result<()> {
    let now = &image.now;
    let prompt = clean(&now.original_prompt);
    let prompt = match prompt.char_indices().nth(PROMPT) {
        Some((at, _)) => format!("{}…", prompt.get(..at).unwrap_or_default()),
        None => prompt,
    };
    let size = say!(
        "cli-images-size",
        kind = now.kind.extension(),
        width = now.width.to_string(),
        height = now.height.to_string(),
        kilobytes = now.bytes.div_ceil(1_000).to_string()
    );
    let gone =
        if image.deleted { format!("  {}", s.screen.ink(Ink::Danger, say!("cli-images-gone"))) } else { String::new() };
    let cost = match now.cost_millionths {
        0 => String::new(),
        cost => format!("  ${}.{:02}", cost / 1_000_000, cost % 1_000_000 / 10_000),
    };
    let id = s.screen.ink(Ink::Strong, clean(&image.id.0));
    let mark = if s.screen.is_plain() { "" } else { "▧ " };
    s.screen.line(format!("{mark}{id}  {size}{}  {prompt}{gone}", s.screen.ink(Ink::Faint, cost)))
}

/// An id, or the newest picture's.
async fn named(s: &Session<'_>, id: &str) -> Result<String> {
    if id != "last" {
        return Ok(id.to_owned());
    }
    let value = s.client.get("/api/images?limit=1").await?;
    match value["images"][0]["id"].as_str() {
        Some(id) => Ok(id.to_owned()),
        None => Err(Failure::new("no_images", say!("cli-images-none"), say!("cli-images-none-hint"))),
    }
}

async fn list(s: &mut Session<'_>, limit: u32, offset: u32, deleted: bool) -> Result<Exit> {
    let value = s.client.get(&format!("/api/images?limit={limit}&offset={offset}&deleted={deleted}")).await?;
    if s.screen.is_json() {
        s.screen.json(&value)?;
        return Ok(Exit::Clear);
    }
    let found: ImageList = read(&value)?;
    if found.images.is_empty() {
        s.screen.line(say!("cli-images-none"))?;
    }
    for image in &found.images {
        line(s, image)?;
    }
    if found.has_more {
        let rest = found.total - u64::from(offset) - found.images.len() as u64;
        s.screen.line(s.screen.ink(Ink::Faint, say!("cli-outputs-more", count = rest)))?;
    }
    Ok(Exit::Clear)
}

async fn show(s: &mut Session<'_>, id: &str, output: Option<&Path>) -> Result<Exit> {
    let id = named(s, id).await?;
    let value = s.client.get(&format!("/api/images/{}", escape(&id))).await?;
    let image: ImageView = read(&value)?;
    if let Some(path) = output {
        let answer = s.client.send(Method::GET, &format!("/api/images/{}/content", escape(&id)), None, None).await?;
        let failed = |e: std::io::Error| {
            let file = path.display().to_string();
            let message = say!("cli-file-unwritable", file = file, cause = cause(&e));
            Failure::new("unwritable_file", message, say!("cli-file-unwritable-hint"))
        };
        effects::write_file(path, &answer.body).map_err(failed)?;
    }
    if s.screen.is_json() {
        s.screen.json(&value)?;
        return Ok(Exit::Clear);
    }
    line(s, &image)?;
    let now = &image.now;
    let facts = [
        (say!("cli-images-prompt"), now.original_prompt.clone()),
        (say!("cli-images-revised"), now.revised_prompt.clone().unwrap_or_default()),
        (say!("cli-images-url"), now.url.clone().unwrap_or_default()),
        (say!("cli-images-model"), now.model.clone().unwrap_or_default()),
        (say!("cli-images-time"), now.timestamp.to_string()),
        (say!("cli-item-digest"), now.digest.clone()),
    ];
    for (name, value) in facts.iter().filter(|(_, value)| !value.is_empty()) {
        s.screen.line(format!("   {}  {}", s.screen.ink(Ink::Faint, name), clean(value)))?;
    }
    if !image.earlier.is_empty() {
        s.screen.line(format!("   {}", say!("cli-images-earlier", count = image.earlier.len())))?;
    }
    if let Some(path) = output {
        let file = clean(&path.display().to_string());
        s.screen.line(say!("cli-exported", file = file, bytes = now.bytes))?;
    }
    Ok(Exit::Clear)
}

async fn save(
    s: &mut Session<'_>,
    ids: &[String],
    folder: &str,
    named_workspace: Option<&str>,
    yes: bool,
) -> Result<Exit> {
    let mut images = Vec::new();
    for id in ids {
        images.push(named(s, id).await?);
    }
    let workspace = workspace::meant(s, named_workspace).await?;
    let body = json!({ "images": images, "folder": folder, "workspace": workspace });
    let value = s.client.post("/api/images/save", &body).await?;
    if yes {
        return history::proposed(s, value, true, false).await;
    }
    let set = value["id"].as_i64().unwrap_or_default();
    if s.screen.is_json() {
        return history::proposed(s, value, false, false).await;
    }
    let count = value["items"].as_array().map_or(0, Vec::len);
    s.screen.line(say!("cli-images-proposed", set = set.to_string(), count = count))?;
    review::show(s, crate::args::SetRef { set, item: None }, false).await
}

/// Keeps files as pictures that go with a message; gives their ids.
pub(crate) async fn keep(s: &Session<'_>, files: &[std::path::PathBuf]) -> Result<Vec<String>> {
    let mut ids = Vec::new();
    for file in files {
        let unreadable = |cause: String| {
            let message = say!("cli-file-unreadable", file = file.display().to_string(), cause = cause);
            Failure::new("unreadable_file", message, say!("cli-images-file-hint"))
        };
        let bytes = pictured(file).map_err(|e| unreadable(cause(&e)))?;
        let bytes = bytes.ok_or_else(|| {
            let message = say!("cli-images-no-file", file = clean(&file.display().to_string()));
            Failure::new("unreadable_file", message, say!("cli-images-file-hint"))
        })?;
        if bytes.len() as u64 > MOST {
            return Err(Failure::new("image_too_large", say!("cli-images-large"), say!("cli-images-large-hint")));
        }
        use base64::Engine as _;
        let data = base64::engine::general_purpose::STANDARD.encode(bytes);
        let name = file.file_name().map(|n| n.to_string_lossy().into_owned());
        let kept = s.client.post("/api/images", &json!({ "data": data, "name": name })).await?;
        ids.push(kept["id"].as_str().unwrap_or_default().to_owned());
    }
    Ok(ids)
}

/// What is in a file, one byte more than a picture may have at most; none where it is no regular file: a device
/// and a pipe have no end.
fn pictured(file: &Path) -> std::io::Result<Option<Vec<u8>>> {
    if !std::fs::metadata(file)?.is_file() {
        return Ok(None);
    }
    let open = std::fs::File::open(file)?;
    let mut bytes = Vec::new();
    open.take(MOST + 1).read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}

/// Takes back what was kept for a message that was refused.
pub(crate) async fn unkeep(s: &Session<'_>, ids: &[String]) {
    for id in ids {
        // The refusal is what is told.
        let _ = s.client.delete(&format!("/api/images/{}", escape(id))).await;
    }
}
