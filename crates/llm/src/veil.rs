//! What leaves for a model elsewhere leaves without its secrets: the one place through which every such
//! text goes. A model here is sent the text as it is.

mod choices;

use crate::catalogue::{Model, Provider};
use crate::models::{Delta, Models, Place, place};
use countersign_core::model::{Call, Message, Reply, Role};
use countersign_redact::{Kept, Secrets};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A shorter secret, or a key that is a word (`lm-studio`), is not looked for wherever it stands.
const LEAST: usize = 8;
/// So many secrets are remembered.
const REMEMBERED: usize = 10_000;
/// So many have a name of their own because they stand in what was read: the others are put back nowhere.
const REMEMBERED_NAMES: usize = 100_000;

/// What was hidden since the start. Kept in memory alone: of what was said before it nothing is put back.
#[derive(Default)]
pub(crate) struct Hidden {
    /// A model that writes a secret where nothing tells that it is one is not sent it back.
    known: Mutex<BTreeSet<String>>,
    /// What placeholders in replies stand for.
    kept: Mutex<Kept>,
}

impl Hidden {
    fn known(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn remember(&self, secrets: &Secrets) {
        let mut all = self.known();
        let left = REMEMBERED.saturating_sub(all.len());
        all.extend(secrets.iter().filter(|secret| secret.len() >= LEAST).take(left).map(str::to_owned));
    }
}

impl Models {
    /// Keeps this secret from every model elsewhere, whatever it looks like.
    pub fn keep_secret(&self, secret: &str) {
        if secret.len() >= LEAST {
            self.shared.hidden.known().insert(secret.to_owned());
        }
    }

    /// Keeps what the models before these kept.
    pub fn keep_secrets_of(&self, before: &Self) {
        let (known, kept) = (before.shared.hidden.known().clone(), before.shared.hidden.kept().clone());
        self.shared.hidden.known().extend(known);
        self.shared.hidden.kept().extend(kept);
    }

    /// What a model wrote for a text, with the secrets that were kept from it there, and only there, back in the
    /// places of their placeholders: the one place where that is done. `was` = the text as it was.
    pub fn put_back(&self, text: &str, was: &str) -> String {
        self.shared.hidden.kept().put_back(text, was)
    }

    /// Whether a placeholder is one of a reply, and what it stood for went with an earlier start.
    pub fn is_forgotten(&self, placeholder: &str) -> bool {
        let number = placeholder.strip_prefix("[secret ").and_then(|rest| rest.strip_suffix(']'));
        let drawn = number.and_then(|number| number.parse::<usize>().ok()).is_some_and(|number| number >= LEAST_DRAWN);
        drawn && !self.shared.hidden.kept().knows(placeholder)
    }

    /// An answer whose placeholders mean the same in whatever becomes of it.
    pub(crate) fn unveiled(&self, mut reply: Reply, (asked, sent): (&Call, &Call), secrets: &Secrets) -> Reply {
        if secrets.is_empty() {
            return reply;
        }
        choices::chosen(&mut reply, asked, sent);
        let mut kept = self.shared.hidden.kept();
        let mut name = |text: &mut String| *text = kept.named(text, secrets, drawn);
        name(&mut reply.text);
        name(&mut reply.thinking);
        reply.tool_calls.iter_mut().for_each(|call| name(&mut call.arguments));
        reply
    }

    /// The call as this provider is sent it, and what was hidden in it.
    pub(crate) fn veiled(
        &self,
        provider: &Provider,
        call: &Call,
        progress: &mut (dyn FnMut(Delta) + Send),
    ) -> (Call, Secrets) {
        let mut call = call.clone();
        if place(provider) == Place::Local {
            return (call, Secrets::default());
        }
        let mut texts: Vec<&mut String> = call.messages.iter_mut().map(|message| &mut message.content).collect();
        if let Some(format) = &mut call.format {
            strings(&mut format.schema, &mut texts);
        }
        let secrets = self.hide(&mut texts);
        self.shared.hidden.remember(&secrets);
        if !secrets.is_empty() {
            progress(Delta::Hidden { kinds: kinds(&secrets) });
        }
        (call, secrets)
    }

    /// The same of a text alone.
    pub(crate) fn veiled_text(&self, provider: &Provider, text: &str) -> String {
        let mut text = text.to_owned();
        if place(provider) == Place::Hosted {
            let secrets = self.hide(&mut [&mut text]);
            self.shared.hidden.remember(&secrets);
        }
        text
    }

    /// A text of which a model will be shown a part: where any model is elsewhere, its secrets are behind
    /// placeholders before it is cut, so that no part of it holds a part of one. What they stand for is put
    /// back like that of a reply. Takes time with the length: not for the event loop.
    #[must_use]
    pub fn veiled_whole(&self, text: String) -> String {
        let catalogue = &self.shared.catalogue;
        let mut providers = catalogue.models.values().filter_map(|model| catalogue.providers.get(&model.provider));
        if providers.all(|provider| place(provider) == Place::Local) {
            return text;
        }
        let mut veiled = text;
        let secrets = self.hide(&mut [&mut veiled]);
        if secrets.is_empty() {
            return veiled;
        }
        self.shared.hidden.remember(&secrets);
        let mut kept = self.shared.hidden.kept();
        let mut left = REMEMBERED_NAMES.saturating_sub(kept.len());
        kept.named(&veiled, &secrets, || {
            left = left.checked_sub(1)?;
            drawn()
        })
    }

    fn hide(&self, texts: &mut [&mut String]) -> Secrets {
        let keys = self.shared.catalogue.providers.values().filter_map(|provider| provider.key.as_ref());
        let mut known = self.shared.hidden.known().clone();
        known.extend(
            keys.map(|key| key.expose().to_owned()).filter(|key| {
                key.len() >= 2 * LEAST || (key.len() >= LEAST && key.bytes().any(|b| b.is_ascii_digit()))
            }),
        );
        Secrets::hide_as(texts, &known, &self.shared.hidden.kept())
    }

    /// Makes a prompt what the model was sent, for the record of it: the model of this name, else the
    /// role's. Nothing is hidden from a model here.
    pub fn as_sent(&self, role: Role, named: Option<&str>, messages: &mut Vec<Message>) -> Secrets {
        let catalogue = &self.shared.catalogue;
        let model: Option<&Model> = match named {
            Some(name) => catalogue.models.get(name),
            None => catalogue.choose(role, self.task),
        };
        if let Some(model) = model {
            model.tell(messages);
        }
        match model.and_then(|model| catalogue.providers.get(&model.provider)) {
            Some(provider) if place(provider) == Place::Hosted => {
                let mut texts: Vec<&mut String> = messages.iter_mut().map(|message| &mut message.content).collect();
                self.hide(&mut texts)
            }
            _ => Secrets::default(),
        }
    }
}

/// The least of the numbers that placeholders in replies have: no prompt has so many secrets.
const LEAST_DRAWN: usize = 100_000_000;

/// A number of nine digits; none where there is no chance to be had.
fn drawn() -> Option<usize> {
    let number = getrandom::u32().ok()? % 800_000_000;
    usize::try_from(number).ok().map(|number| LEAST_DRAWN + number)
}

/// How many of which kind.
pub fn kinds(secrets: &Secrets) -> BTreeMap<String, u32> {
    secrets.kinds().iter().map(|(kind, n)| ((*kind).to_owned(), *n)).collect()
}

/// The texts within a value.
pub fn strings<'v>(value: &'v mut Value, out: &mut Vec<&'v mut String>) {
    match value {
        Value::String(text) => out.push(text),
        Value::Array(all) => all.iter_mut().for_each(|one| strings(one, out)),
        Value::Object(all) => all.values_mut().for_each(|one| strings(one, out)),
        _ => {}
    }
}
