//! A few words that begin a conversation and come to nothing in it may be the answer to what the one before it asked, or
//! go on from what it proposed: then that is said, and how to say them there.

use super::Session;
use super::ask::Outcome;
use crate::client::read;
use crate::failure::Result;
use crate::screen::{Ink, clean};
use crate::texts::say;
use countersign_core::change_set::ItemStatus;
use countersign_core::wire::{RunView, SessionView, SetView};

/// An answer has no more words than this: "the second one, please".
const WORDS: usize = 4;
/// So much of what was said before is shown. Characters.
const SHOWN: usize = 40;

/// Says how to answer the conversation before this one, where the message may be meant so.
pub(super) async fn told(s: &mut Session<'_>, outcome: &Outcome, message: &str) -> Result<()> {
    let words = message.split_whitespace().count();
    // A question of its own has had its answer.
    let asks = message.trim_end().ends_with('?');
    if outcome.set.is_some() || outcome.view.reply.is_some() || asks || words == 0 || words > WORDS {
        return Ok(());
    }
    let value = s.client.get("/api/sessions").await?;
    let sessions: Vec<SessionView> = read(&value["sessions"])?;
    let Some(before) = sessions.into_iter().find(|one| one.id != outcome.view.session) else { return Ok(()) };
    if !before.waiting && !proposes(s, &before).await? {
        return Ok(());
    }
    let title: String = clean(&before.title).chars().take(SHOWN).collect();
    let line = say!("cli-answer-earlier", title = title, session = before.id.0.as_str());
    s.screen.line(s.screen.ink(Ink::Change, line))
}

/// Whether what a conversation proposed last still waits for a decision.
async fn proposes(s: &Session<'_>, session: &SessionView) -> Result<bool> {
    let found = s.client.get(&format!("/api/sessions/{}", session.id.0)).await?;
    let runs: Vec<RunView> = read(&found["runs"])?;
    let Some(set) = runs.last().and_then(|run| run.change_set) else { return Ok(false) };
    let set: SetView = super::review::set(s, set.0).await?;
    Ok(set.items.iter().any(|item| item.status == ItemStatus::Pending))
}
