//! `countersign model`: what is installed, getting a model, choosing, testing and removing one.

use super::Session;
use crate::args::{ModelVerb, Pull};
use crate::client::{Client, escape};
use crate::failure::{Exit, Failure, Result};
use crate::home::Home;
use crate::moment::Moment;
use crate::screen::{Ink, Screen, clean};
use crate::show::sentence;
use crate::texts::say;
use countersign_core::wire::ErrorBody;
use countersign_llm::hub::is_path;
use http::Method;
use serde_json::{Value, json};
use tokio::sync::mpsc::unbounded_channel;

/// Runs the verb.
pub(crate) async fn run(home: &Home, moment: &Moment, screen: &mut Screen, verb: &ModelVerb) -> Result<Exit> {
    let mut s = Session { client: Client::of_models(home, moment).await?, screen };
    match verb {
        ModelVerb::List => list(&mut s).await,
        ModelVerb::Pull(args) => pull(&mut s, args).await,
        ModelVerb::Use { name } => choose(&mut s, name).await,
        ModelVerb::Test { name } => test(&mut s, name.as_deref()).await,
        ModelVerb::Info { name } => info(&mut s, name).await,
        ModelVerb::Remove { name, yes } => remove(&mut s, name, *yes).await,
    }
}

fn text(value: &Value) -> String {
    clean(value.as_str().unwrap_or_default())
}

/// `98 MB`, `1.2 GB`.
fn size(bytes: &Value) -> String {
    match bytes.as_u64() {
        Some(bytes) if bytes >= 1_000_000_000 => {
            format!("{}.{} GB", bytes / 1_000_000_000, bytes % 1_000_000_000 / 100_000_000)
        }
        Some(bytes) if bytes >= 1_000_000 => format!("{} MB", bytes.div_ceil(1_000_000)),
        Some(bytes) => format!("{} kB", bytes.div_ceil(1_000)),
        None => say!("cli-model-size-unknown"),
    }
}

fn entries(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

async fn list(s: &mut Session<'_>) -> Result<Exit> {
    let store = s.client.get("/api/models/store").await?;
    let models = s.client.get("/api/models").await?;
    let used = models["roles"]["propose"]["name"].as_str().unwrap_or_default().to_owned();
    if s.screen.is_json() {
        s.screen.json(
            &json!({ "store": store, "models": models["models"], "inUse": (!used.is_empty()).then_some(&used) }),
        )?;
        return Ok(Exit::Clear);
    }
    match used.is_empty() {
        true => s.screen.line(say!("cli-no-model"))?,
        false => s.screen.line(say!("cli-serve-model", model = clean(&used)))?,
    }
    let status = s.client.get("/api/status").await?;
    if let Some(message) = status["models_problem"]["message"].as_str() {
        s.screen.line(s.screen.ink(Ink::Danger, clean(&crate::show::sentence(message))))?;
        s.screen.line(format!("  {}", clean(status["models_problem"]["hint"].as_str().unwrap_or_default())))?;
    }
    for model in entries(&models["models"]) {
        let lamp = match model["lamp"].as_str() {
            Some("up") => say!("cli-model-up"),
            Some("down") => say!("cli-model-down"),
            _ => say!("cli-model-unasked"),
        };
        s.screen.line(format!(
            "  {}  {}, {lamp}",
            s.screen.ink(Ink::Strong, text(&model["name"])),
            text(&model["provider"])
        ))?;
    }
    s.screen.line(say!("cli-model-installed", count = entries(&store["installed"]).count()))?;
    for model in entries(&store["installed"]) {
        s.screen.line(format!(
            "  {}  {}, {}, {}",
            s.screen.ink(Ink::Strong, text(&model["name"])),
            size(&model["bytes"]),
            text(&model["licence"]),
            text(&model["source"])
        ))?;
    }
    for pull in entries(&store["pulls"]) {
        s.screen.line(say!("cli-model-partial", name = text(&pull["name"]), received = size(&pull["received"])))?;
    }
    s.screen.line(say!("cli-model-curated"))?;
    for model in entries(&store["curated"]) {
        let score = match model["score"]["right"].as_f64() {
            Some(right) => say!(
                "cli-model-score",
                right = format!("{right:.0}"),
                cases = model["score"]["cases"].as_u64().unwrap_or_default()
            ),
            None => say!("cli-model-unmeasured"),
        };
        s.screen.line(format!(
            "  {}  {}, {}, {}",
            s.screen.ink(Ink::Strong, text(&model["name"])),
            say!("cli-model-needs", download = size(&model["download"]), memory = size(&model["memory"])),
            text(&model["licence"]),
            score
        ))?;
    }
    s.screen.line(say!("cli-model-free", free = size(&store["free"]), folder = text(&store["folder"])))?;
    Ok(Exit::Clear)
}

/// A path means the same to the server: it is made absolute.
fn spelled(source: &str) -> Result<String> {
    let path = source
        .strip_prefix("file:")
        .map(|p| p.strip_prefix("//").unwrap_or(p))
        .or_else(|| is_path(source).then_some(source));
    match path {
        Some(path) => Ok(format!("file:{}", std::path::absolute(path)?.display())),
        None => Ok(source.to_owned()),
    }
}

async fn pull(s: &mut Session<'_>, args: &Pull) -> Result<Exit> {
    let mut body = json!({ "source": spelled(&args.source)? });
    for (key, value) in [("name", &args.name), ("sha256", &args.sha256)] {
        if let Some(value) = value {
            body[key] = json!(value);
        }
    }
    let begun = match s.client.post("/api/models/pulls", &body).await {
        Err(failure) if failure.is("licence_not_confirmed") => {
            let offer = failure.details().map(|d| d["offer"].clone()).unwrap_or_default();
            confirm(s, &offer, args.yes).await?;
            body["licence"] = offer["licence"].clone();
            s.client.post("/api/models/pulls", &body).await?
        }
        other => other?,
    };
    let pulled = follow(s, begun).await?;
    let name = pulled["name"].as_str().unwrap_or_default().to_owned();
    match pulled["stage"].as_str() {
        Some("done") => {}
        Some("stopped") => {
            return Err(Failure::new(
                "stopped",
                say!("cli-model-stopped", name = clean(&name)),
                say!("cli-model-stopped-hint"),
            ));
        }
        _ => {
            let problem = &pulled["problem"];
            let word = |key: &str| problem[key].as_str().unwrap_or_default().to_owned();
            return Err(Failure::Answered(Box::new(ErrorBody {
                error: word("code"),
                message: word("message"),
                details: None,
                hint: Some(word("hint")),
            })));
        }
    }
    let store = s.client.get("/api/models/store").await?;
    let model = entries(&store["installed"]).find(|m| m["name"] == name.as_str()).cloned().unwrap_or_default();
    if s.screen.is_json() {
        s.screen.json(&json!({ "installed": model }))?;
        return Ok(Exit::Clear);
    }
    s.screen.line(say!("cli-model-pulled", name = clean(&name), size = size(&model["bytes"])))?;
    s.screen.line(format!("  sha256 {}", text(&model["sha256"])))?;
    s.screen.line(say!("cli-model-use-it", name = clean(&name)))?;
    Ok(Exit::Clear)
}

/// Shows what would be got, and has its licence confirmed.
async fn confirm(s: &mut Session<'_>, offer: &Value, yes: bool) -> Result<()> {
    if !s.screen.is_json() {
        s.screen.line(say!(
            "cli-model-offer",
            name = s.screen.ink(Ink::Strong, text(&offer["name"])),
            size = size(&offer["download"]),
            source = text(&offer["source"])
        ))?;
        if offer["partial"].as_u64().is_some_and(|n| n > 0) {
            s.screen.line(say!("cli-model-resumes", received = size(&offer["partial"])))?;
        }
        let page = offer["page"].as_str().map(|page| format!(" ({})", clean(page))).unwrap_or_default();
        s.screen.line(format!("{}{page}", say!("cli-model-licence", licence = text(&offer["licence"]))))?;
        match offer["sha256"].as_str() {
            Some(sha256) => s.screen.line(format!("  sha256 {}", clean(sha256)))?,
            None => s.screen.line(say!("cli-model-unpinned"))?,
        }
        if !offer["free"].is_null() {
            s.screen.line(say!("cli-model-room", free = size(&offer["free"])))?;
        }
    }
    if yes {
        return Ok(());
    }
    match s.agrees(&say!("cli-model-ask"), false).await? {
        true => Ok(()),
        // A program is told what it would confirm, as a person is above.
        false => Err(Failure::Answered(Box::new(ErrorBody {
            error: "licence_not_confirmed".to_owned(),
            message: say!("cli-model-unconfirmed", licence = text(&offer["licence"])),
            details: Some(json!({ "offer": offer })),
            hint: Some(say!("cli-model-unconfirmed-hint")),
        }))),
    }
}

/// Follows a pull to its end; says every tenth of it.
async fn follow(s: &mut Session<'_>, begun: Value) -> Result<Value> {
    let (to, mut events) = unbounded_channel();
    let path = begun["events"].as_str().unwrap_or_default().to_owned();
    let following = s.client.follow(&path, to);
    tokio::pin!(following);
    let (mut last, mut said, mut ended) = (begun["pull"].clone(), None, false);
    loop {
        let next = tokio::select! {
            biased;
            next = events.recv() => next,
            done = &mut following, if !ended => {
                done?;
                ended = true;
                continue;
            }
        };
        let Some((name, pull)) = next else { return Ok(last) };
        if name != "pull" {
            continue;
        }
        let tenth = match (pull["received"].as_u64(), pull["total"].as_u64()) {
            (Some(received), Some(total)) if total > 0 => (received * 10 / total).min(10),
            (Some(received), _) => received / 25_000_000,
            _ => 0,
        };
        let now = (pull["stage"].as_str().unwrap_or_default().to_owned(), tenth);
        if said.as_ref() != Some(&now) && !s.screen.is_json() {
            match now.0.as_str() {
                "downloading" => s.screen.line(say!(
                    "cli-model-progress",
                    received = size(&pull["received"]),
                    total = size(&pull["total"])
                ))?,
                "checking" => s.screen.line(say!("cli-model-checking"))?,
                "waiting" => s.screen.line(say!("cli-model-waiting"))?,
                _ => {}
            }
            said = Some(now);
        }
        last = pull;
    }
}

/// A file as it is seen from here becomes one that is the same for the server.
fn whole_path(name: &str) -> String {
    let path = name.strip_prefix("embedded:").map(std::path::Path::new).filter(|path| path.is_file());
    match path.and_then(|path| std::path::absolute(path).ok()) {
        Some(path) => format!("embedded:{}", path.display()),
        None => name.to_owned(),
    }
}

async fn choose(s: &mut Session<'_>, name: &str) -> Result<Exit> {
    let order = json!({ "model": whole_path(name) });
    let value = s.client.request(Method::PUT, "/api/models/choice", Some(&order), None).await?;
    if s.screen.is_json() {
        s.screen.json(&value)?;
        return Ok(Exit::Clear);
    }
    s.screen.line(say!("cli-model-chosen", name = text(&value["model"])))?;
    let none = value["model"] == "none" && value["inUse"].is_null();
    if !none && value["inUse"] != value["model"] {
        let used = value["inUse"].as_str().map_or_else(|| say!("cli-no-model"), clean);
        s.screen.line(say!("cli-model-overridden", used = used))?;
    }
    Ok(Exit::Clear)
}

async fn test(s: &mut Session<'_>, name: Option<&str>) -> Result<Exit> {
    let store = s.client.get("/api/models/store").await?;
    let models = s.client.get("/api/models").await?;
    let used = models["roles"]["propose"]["name"].as_str();
    let Some(name) = name.or(used) else {
        return Err(Failure::new("no_model", say!("cli-no-model"), say!("cli-model-none-hint")));
    };
    let configured = entries(&models["models"]).any(|m| m["name"] == name);
    let installed = entries(&store["installed"]).any(|m| m["name"] == name);
    let mut found = json!({ "name": name });
    if installed || !configured {
        found["file"] =
            s.client.request(Method::POST, &format!("/api/models/store/{}/check", escape(name)), None, None).await?;
    }
    if configured {
        found["probe"] =
            s.client.request(Method::POST, &format!("/api/models/{}/probe", escape(name)), None, None).await?;
    }
    if s.screen.is_json() {
        s.screen.json(&found)?;
        return Ok(Exit::Clear);
    }
    if !found["file"].is_null() {
        s.screen.line(say!("cli-model-sound", name = clean(name), size = size(&found["file"]["bytes"])))?;
    }
    if !found["probe"].is_null() {
        let can = ["tools", "vision", "thinking", "logprobs"].into_iter().filter(|key| found["probe"][*key] == true);
        let mut can: Vec<String> = can.map(str::to_owned).collect();
        can.insert(0, text(&found["probe"]["structured"]));
        s.screen.line(say!("cli-model-answers", name = clean(name), abilities = can.join(", ")))?;
    }
    Ok(Exit::Clear)
}

async fn info(s: &mut Session<'_>, name: &str) -> Result<Exit> {
    let store = s.client.get("/api/models/store").await?;
    let of = |list: &Value| entries(list).find(|m| m["name"] == name).cloned();
    let Some(model) = of(&store["installed"]).or_else(|| of(&store["curated"])) else {
        return Err(Failure::new("not_found", say!("cli-model-none", name = clean(name)), say!("cli-model-none-hint")));
    };
    if s.screen.is_json() {
        s.screen.json(&model)?;
        return Ok(Exit::Clear);
    }
    let mut lines = Vec::new();
    for (key, value) in model.as_object().into_iter().flatten() {
        match value {
            Value::Object(inner) => lines.extend(inner.iter().map(|(k, v)| (format!("{key}.{k}"), v.clone()))),
            value => lines.push((key.clone(), value.clone())),
        }
    }
    for (key, value) in lines {
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        s.screen.line(format!("{key}  {}", clean(&value)))?;
    }
    Ok(Exit::Clear)
}

async fn remove(s: &mut Session<'_>, name: &str, yes: bool) -> Result<Exit> {
    let store = s.client.get("/api/models/store").await?;
    let of = |list: &Value| entries(list).find(|m| m["name"] == name).cloned();
    let installed = of(&store["installed"]);
    let Some(found) = installed.clone().or_else(|| of(&store["pulls"])) else {
        return Err(Failure::new("not_found", say!("cli-model-none", name = clean(name)), say!("cli-model-none-hint")));
    };
    let bytes = if installed.is_some() { &found["bytes"] } else { &found["received"] };
    let question = say!("cli-model-remove-ask", name = clean(name), size = size(bytes));
    let agreed = yes || s.agrees(&question, false).await?;
    if !agreed {
        return Err(Failure::new(
            "not_confirmed",
            say!("cli-model-kept", name = clean(name)),
            say!("cli-model-kept-hint"),
        ));
    }
    let place = if installed.is_some() { "store" } else { "pulls" };
    let path = format!("/api/models/{place}/{}", escape(name));
    s.client.delete(&path).await?;
    // One that runs is only stopped by that: what came of it is removed once it has ended.
    if installed.is_none() && ["waiting", "downloading", "checking"].iter().any(|stage| found["stage"] == *stage) {
        let events = format!("/api/models/pulls/{}/events", escape(name));
        follow(s, json!({ "pull": found, "events": events })).await?;
        match s.client.delete(&path).await {
            Err(failure) if !failure.is("not_found") => return Err(failure),
            _ => {}
        }
    }
    if s.screen.is_json() {
        s.screen.json(&json!({ "removed": name }))?;
    } else {
        s.screen.line(sentence(&say!("cli-model-removed", name = clean(name), size = size(bytes))))?;
    }
    Ok(Exit::Clear)
}
