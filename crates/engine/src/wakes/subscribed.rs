//! Wakes on a change that the person subscribed to: a label, a todo, or what becomes overdue. Seen in
//! the ledger, so that a restart misses none; what rules and agents changed wakes nobody.

use super::Desk;
use crate::write::Write;
use crate::{Engine, Inner, Result};
use countersign_core::change_set::Actor;
use countersign_core::ids::Seq;
use countersign_core::ledger::Event;
use countersign_core::problem::Problem;
use countersign_core::settings::Settings;
use countersign_core::todo::Todo;
use countersign_core::todos::{Todos, View};
use countersign_core::wire::WakeReport;
use countersign_suggest::{About, is_late};
use jiff::civil::Date;
use std::time::Duration;
use tokio::sync::broadcast::error::RecvError;

/// Most subscriptions.
const MOST: usize = 50;
/// After a change this long is waited for the next one: one wake for all that is done in one go.
const QUIET: Duration = Duration::from_secs(2);
/// So many changes are waited out at most.
const PATIENCE: usize = 20;
/// Up to which entry was looked, and on which day.
const SEEN: &str = "watched";
const DAY: &str = "watched_day";

/// Refuses what is no subscription, and a new one on a todo that is not there.
pub(crate) fn check(settings: &Settings, before: &Settings, todos: &Todos) -> std::result::Result<(), Problem> {
    let bad = |why: String| Err(Problem::new("invalid_subscription", why).at("/wakeOn"));
    if settings.wake_on.len() > MOST {
        return bad(format!("{} subscriptions are too many; at most {MOST}", settings.wake_on.len()));
    }
    for text in &settings.wake_on {
        let known = matches!(About::read(text), About::Todo(_) | About::Label(_) | About::Late);
        if !known || text.len() > 200 || text.chars().any(char::is_control) {
            return bad(format!("{} is no subscription", countersign_core::label::quoted(text)));
        }
        if let About::Todo(id) = About::read(text)
            && todos.todo(id).is_none()
            && !before.wake_on.contains(text)
        {
            return Err(Problem::new("id_not_found", format!("there is no todo #{id}")).at("/wakeOn"));
        }
    }
    Ok(())
}

impl Engine {
    /// Wakes the built-in agent once for each subscription under which something changed since it was
    /// looked last. Nothing is changed by that but what rules let through.
    ///
    /// # Errors
    /// When the store fails; it is then tried again.
    pub async fn wake_changed(&self) -> Result<Vec<WakeReport>> {
        let inner = &self.0;
        let wanted = self.settings().wake_on;
        if wanted.is_empty() {
            return Ok(Vec::new());
        }
        let number = inner.store.meta(SEEN).await?.and_then(|text| text.parse().ok()).unwrap_or(0);
        let head = inner.store.head().await?.map_or(Seq(0), |(seq, _)| seq);
        let today = self.today();
        let day: Option<Date> = inner.store.meta(DAY).await?.and_then(|text| text.parse().ok());
        if head.0 <= number && day == Some(today) {
            return Ok(Vec::new());
        }
        let changed = inner.changed_by_people(Seq(number)).await?;
        let turned = day != Some(today) && inner.world().todos.iter().any(|t| is_late(t, today));
        let hit = |about: &About| match about {
            About::Late => turned || changed.iter().any(|t| is_late(t, today)),
            about => changed.iter().any(|t| about.holds(t, today)),
        };
        let mut reports = Vec::new();
        for about in wanted.iter().filter(|text| hit(&About::read(text))) {
            reports.extend(self.woken(Desk::new(None, Some(about))?, None).await?);
        }
        // After the wakes: one that is cut off is done again, and proposes nothing twice.
        let mut write = Write::begin(inner).await?;
        write.tx.put_meta(SEEN, &head.to_string()).await?;
        write.tx.put_meta(DAY, &today.to_string()).await?;
        write.finish().await?;
        Ok(reports)
    }

    /// Looks for such changes soon after each write, for as long as the engine lives.
    pub(crate) fn watch_changes(&self) {
        let (inner, mut feed) = (std::sync::Arc::downgrade(&self.0), self.subscribe());
        tokio::spawn(async move {
            loop {
                match feed.recv().await {
                    Ok(changed) if !changed.what.contains(&"todos") => continue,
                    Ok(_) | Err(RecvError::Lagged(_)) => {}
                    Err(RecvError::Closed) => return,
                }
                for _ in 0..PATIENCE {
                    match tokio::time::timeout(QUIET, feed.recv()).await {
                        Ok(Ok(_) | Err(RecvError::Lagged(_))) => {}
                        Ok(Err(RecvError::Closed)) => return,
                        Err(_) => break,
                    }
                }
                let Some(inner) = inner.upgrade() else { return };
                // A store that fails now is asked again at the next change, and by the minute.
                let _ = Self(inner).wake_changed().await;
            }
        });
    }
}

impl Write<'_> {
    /// Only what is changed after this entry is looked at.
    pub(crate) async fn watch_from(&mut self, seq: Seq) -> Result<()> {
        self.tx.put_meta(SEEN, &seq.to_string()).await?;
        Ok(self.tx.put_meta(DAY, &self.moment.today.to_string()).await?)
    }
}

impl Inner {
    /// The todos that people changed after this entry, as they were and as they became.
    async fn changed_by_people(&self, after: Seq) -> Result<Vec<Todo>> {
        let mut changed = Vec::new();
        for entry in self.applied_after(after).await? {
            if let (Actor::User { .. }, Event::Applied { items, .. }) = (&entry.actor, entry.event) {
                let changes = items.into_iter().filter(|o| o.ok).flat_map(|o| o.changes);
                changed.extend(changes.flat_map(|c| [c.before, c.after]).flatten());
            }
        }
        Ok(changed)
    }
}
