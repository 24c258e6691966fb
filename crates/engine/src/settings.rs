//! The settings: replaced whole, or changed where somebody says so. What is changed is looked up and stored in one
//! turn, so that of two who change two of them at once neither takes the other's back.

use crate::write::Write;
use crate::{Engine, EngineError, Result};
use countersign_core::change_set::Actor;
use countersign_core::ledger::Event;
use countersign_core::problem::Problem;
use countersign_core::settings::Settings;
use serde_json::Value;

/// What page, terminal and server speak.
const LANGUAGES: [&str; 5] = ["en", "de", "es", "fr", "ro"];

impl Engine {
    /// Replaces the settings; in the ledger like everything else.
    ///
    /// # Errors
    /// `invalid_zone` when the zone is not known, `invalid_language`, `invalid_subscription`, `id_not_found` for one on a
    /// todo that is not there.
    pub async fn put_settings(&self, settings: Settings, actor: Actor) -> Result<Settings> {
        self.store_settings(actor, move |_| Ok(settings)).await
    }

    /// Changes what is named of the settings, as they are when it is stored; of a group (`dayParts`) what is named of it.
    ///
    /// # Errors
    /// `settings_changed` where one of those that `base` names is another by now, and as
    /// [`put_settings`](Self::put_settings); `invalid_body` where the settings are none with them.
    pub async fn change_settings(&self, set: Value, base: Option<Value>, actor: Actor) -> Result<Settings> {
        self.store_settings(actor, move |before| {
            let now = serde_json::to_value(before).unwrap_or_default();
            if let Some(name) = base.as_ref().and_then(|base| other(&now, base)) {
                return Err(EngineError::SettingsChanged(format!("\"{name}\" was set by somebody else since")));
            }
            let invalid = |e: serde_json::Error| {
                EngineError::Bad(Problem::new("invalid_body", format!("these are no settings: {e}")))
            };
            serde_json::from_value(changed(now, set)).map_err(invalid)
        })
        .await
    }

    async fn store_settings<F>(&self, actor: Actor, make: F) -> Result<Settings>
    where
        F: FnOnce(&Settings) -> Result<Settings> + Send + 'static,
    {
        let engine = self.clone();
        self.detached(async move {
            let mut write = Write::begin(&engine.0).await?;
            let before = engine.settings();
            let settings = make(&before)?;
            engine.check_settings(&settings)?;
            if before != settings {
                let first = before.wake_on.is_empty() && !settings.wake_on.is_empty();
                let event = Event::Settings { before: Box::new(before), after: Box::new(settings.clone()) };
                let head = write.append(&actor, event).await?;
                if first {
                    // What was changed before somebody wanted to know wakes nobody.
                    write.watch_from(head.seq).await?;
                }
                write.finish().await?;
                engine.mirror_missing().await?;
            }
            Ok(settings)
        })
        .await
    }

    fn check_settings(&self, settings: &Settings) -> Result<()> {
        if let Some(name) = &settings.zone
            && jiff::tz::TimeZone::get(name).is_err()
        {
            return Err(EngineError::Bad(
                Problem::new("invalid_zone", format!("\"{name}\" is not a time zone"))
                    .at("/zone")
                    .hinting("Use an IANA name such as Europe/Berlin, or null for the machine's zone."),
            ));
        }
        // One that an earlier version took stays as it is.
        if let Some(tag) = &settings.language
            && self.0.world().settings.language.as_ref() != Some(tag)
            && !LANGUAGES.contains(&tag.split(['-', '_']).next().unwrap_or_default())
        {
            return Err(EngineError::Bad(
                Problem::new("invalid_language", format!("\"{tag}\" is no language that is spoken here"))
                    .at("/language")
                    .hinting("Use en, de, es, fr or ro, or null for the one of the page's or terminal's surroundings."),
            ));
        }
        {
            let world = self.0.world();
            crate::wakes::check_subscriptions(settings, &world.settings, &world.todos).map_err(EngineError::Bad)?;
        }
        if !(1..=10_000).contains(&settings.session_megabytes.0) {
            return Err(EngineError::Bad(
                Problem::new("invalid_size", "a conversation takes 1 to 10 000 megabytes")
                    .at("/sessionMegabytes")
                    .hinting("20 is the default."),
            ));
        }
        Ok(())
    }
}

/// Settings with what is changed of them.
#[must_use]
pub fn changed(now: Value, set: Value) -> Value {
    match (now, set) {
        (Value::Object(mut now), Value::Object(set)) => {
            for (name, value) in set {
                let had = now.remove(&name).unwrap_or_default();
                now.insert(name, changed(had, value));
            }
            Value::Object(now)
        }
        (_, set) => set,
    }
}

/// The name of the first setting that is another than `base` says.
fn other(now: &Value, base: &Value) -> Option<String> {
    base.as_object()?.iter().find_map(|(name, was)| {
        let is = now.get(name).unwrap_or(&Value::Null);
        match was {
            Value::Object(_) => other(is, was).map(|inner| format!("{name}.{inner}")),
            was => (is != was).then(|| name.clone()),
        }
    })
}
