//! `countersign` alone in a terminal: where things stand, then line by line as with `ask`.

use super::{Session, ask, interview};
use crate::args::Global;
use crate::client::{Client, Shared};
use crate::failure::{Exit, Failure, Result};
use crate::help;
use crate::home::Home;
use crate::moment::Moment;
use crate::screen::{Ink, Screen, clean};
use crate::store;
use crate::texts::{self, say};
use serde_json::{Value, json};

/// Runs until the input ends.
pub(crate) async fn run(global: &Global, screen: &mut Screen) -> Result<Exit> {
    if !screen.can_ask() {
        let mut language = global.lang.clone();
        if language.is_none() {
            language = store::language(&Home::find(global.data.as_deref())?).await;
        }
        help::show(&help::page(&[], false, &help::Words::of(language.as_deref())), false)?;
        return Ok(Exit::Clear);
    }
    let mut s = Session::open(global, screen, true).await?;
    let status = s.client.get("/api/status").await?;
    s.screen.line(say!(
        "cli-status",
        todos = status["todos"].as_i64().unwrap_or(0),
        inbox = status["inbox"].as_i64().unwrap_or(0)
    ))?;
    match status["model"].as_str() {
        Some(model) => s.screen.line(say!("cli-serve-model", model = clean(model)))?,
        None => s.screen.line(say!("cli-no-model"))?,
    }
    s.screen.line(say!("cli-prompt-help"))?;
    // Other verbs can use the folder until the last line, also while a model answers.
    let mut shared = s.client.share().await;
    let last = lines(&mut s, global, &mut shared).await;
    if let Some(shared) = shared {
        shared.end().await;
    }
    last
}

/// Goes on with the server that runs now, or with the folder itself, where the one that answered has ended.
async fn found_again(s: &mut Session<'_>, global: &Global, shared: &mut Option<Shared>) -> Result<()> {
    let Some(url) = s.client.ended().await else { return Ok(()) };
    s.client = Client::open(&Home::find(global.data.as_deref())?, &Moment::read(global)?, true).await?;
    s.client.listen(texts::asked());
    *shared = s.client.share().await;
    s.screen.error(s.screen.ink(Ink::Faint, say!("cli-server-ended", url = url)))
}

/// Line by line, each a message of one conversation.
async fn lines(s: &mut Session<'_>, global: &Global, shared: &mut Option<Shared>) -> Result<Exit> {
    let mut session = Value::Null;
    let workspace = ask::around(s, None).await?;
    let mut last = Exit::Clear;
    while let Some(said) = s.sentence().await? {
        match said.as_str() {
            "" => continue,
            "exit" | "quit" | "q" => break,
            _ => {}
        }
        let body = json!({ "session": session, "message": said, "workspace": workspace });
        let sent = match found_again(s, global, shared).await {
            Ok(()) => ask::send(s, &body).await,
            Err(failure) => Err(failure),
        };
        let followed = match sent {
            Ok(outcome) => {
                session = json!(outcome.view.session);
                interview::follow(s, outcome).await
            }
            Err(failure) => Err(failure),
        };
        last = match followed {
            Ok(exit) => exit,
            // A refusal is said, and the next line may be better; a terminal that is gone is the end.
            Err(failure @ Failure::Stream(_)) => return Err(failure),
            Err(failure) => {
                crate::report(s.screen, &failure)?;
                failure.exit()
            }
        };
    }
    Ok(last)
}
