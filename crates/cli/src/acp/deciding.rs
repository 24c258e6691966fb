//! The items of a change set that wait, asked one by one in the editor; what the person signs there is recorded
//! as it is said, and applied once, in the end. Without an answer everything stays where it waits.

use super::items;
use super::peer::Choice;
use super::text;
use super::told::line;
use super::turn::Turn;
use crate::client::read;
use crate::failure::{Failure, Result};
use crate::screen::clean;
use crate::show;
use crate::texts::say;
use crate::verbs::{effect, sign_item};
use agent_client_protocol::v1::schema::{
    SessionUpdate, ToolCall, ToolCallContent, ToolCallStatus, ToolCallUpdate, ToolCallUpdateFields, ToolKind,
};
use countersign_core::change_set::{ItemStatus, Verdict};
use countersign_core::wire::{Confirmation, ItemView, Receipt, SetView, SignItem};
use http::Method;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What the options are called on the wire.
const SIGN: &str = "sign";
const REJECT: &str = "reject";
const LATER: &str = "later";

/// Items by number, as they were shown: the calls of tools that their outcome is told by.
pub(super) type Shown = BTreeMap<u32, (String, Vec<ToolCallContent>)>;

impl Turn {
    /// Asks about each item that waits, and applies what was signed. False when the person stopped.
    ///
    /// # Errors
    /// When whoever has the folder cannot be asked.
    pub(super) async fn decide(&self, set: i64) -> Result<bool> {
        let path = format!("/api/change-sets/{set}");
        let mut view: SetView = read(&self.reach().request(Method::GET, &path, None).await?)?;
        let mut shown = Shown::new();
        for item in &view.items {
            let call = items::call(self.reach(), &view, item).await?;
            shown.insert(item.n, (item.digest.clone(), call.content.clone()));
            self.peer.tell(SessionUpdate::ToolCall(call));
        }
        let (mut asked, mut signed, mut stopped) = (Vec::new(), false, false);
        while let Some(item) = next(&view, &asked) {
            asked.push((item.n, item.digest.clone()));
            let call = self.as_shown(&view, item, &mut shown).await?;
            let choices = [
                Choice::allow(SIGN, say!("cli-acp-sign")),
                Choice::refuse(REJECT, say!("cli-acp-reject")),
                Choice::refuse(LATER, say!("cli-acp-later")),
            ];
            let verdict = match self.peer.ask(call.into(), &choices, &self.stop).await.as_deref() {
                Some(SIGN) => Verdict::Confirmed,
                Some(REJECT) => Verdict::Rejected,
                Some(_) => continue,
                None => {
                    stopped = true;
                    break;
                }
            };
            let answer = self.record(set, &sign_item(item), verdict).await;
            match answer {
                Ok(decided) => {
                    signed |= verdict == Verdict::Confirmed;
                    view = decided;
                }
                // It has become another, or was decided elsewhere: what is so now is what is asked next.
                Err(failure @ Failure::Answered(_)) => {
                    self.peer.tell(line(&told(&failure)));
                    view = read(&self.reach().request(Method::GET, &path, None).await?)?;
                }
                Err(failure) => return Err(failure),
            }
            self.stands(&view, &shown);
        }
        if signed && !stopped {
            stopped = !(self.in_part(&view).await && self.apply(set, &mut view, &shown).await?);
        }
        self.leave(&view, &shown);
        self.rest(&view);
        Ok(!stopped)
    }

    /// An item as it is asked about; told anew where it is another by now than was shown.
    async fn as_shown(&self, set: &SetView, item: &ItemView, shown: &mut Shown) -> Result<ToolCall> {
        let known = shown.get(&item.n).is_some_and(|(digest, _)| *digest == item.digest);
        let call = items::call(self.reach(), set, item).await?;
        if !known {
            self.peer.tell(SessionUpdate::ToolCallUpdate(call.clone().into()));
            shown.insert(item.n, (item.digest.clone(), call.content.clone()));
        }
        Ok(call)
    }

    async fn record(&self, set: i64, item: &SignItem, verdict: Verdict) -> Result<SetView> {
        let body = json!({ "verdict": verdict, "digest": item.digest, "was": item.was });
        let path = format!("/api/change-sets/{set}/items/{}/decision", item.item);
        read(&self.reach().request(Method::PUT, &path, Some(&body)).await?)
    }

    /// Tells how those items stand that do not wait any more.
    fn stands(&self, view: &SetView, shown: &Shown) {
        let settled = |item: &&ItemView| items::status(item.status) != ToolCallStatus::Pending;
        for item in view.items.iter().filter(|item| shown.contains_key(&item.n)).filter(settled) {
            let fields = ToolCallUpdateFields::new().status(items::status(item.status));
            self.peer.tell(SessionUpdate::ToolCallUpdate(ToolCallUpdate::new(item.id.clone(), fields)));
        }
    }

    /// Ends the calls that the items which still wait are shown as: nothing more is told of them in this turn.
    fn leave(&self, view: &SetView, shown: &Shown) {
        for item in view.items.iter().filter(|item| !items::ended(items::status(item.status))) {
            let Some((_, content)) = shown.get(&item.n) else { continue };
            let call = items::left(ToolCall::new(item.id.clone(), "").content(content.clone()));
            let fields = ToolCallUpdateFields::new().status(call.status).content(call.content);
            self.peer.tell(SessionUpdate::ToolCallUpdate(ToolCallUpdate::new(item.id.clone(), fields)));
        }
    }

    /// Whether what is signed is applied; where some of the set has drifted, the person says whether it is without that.
    async fn in_part(&self, view: &SetView) -> bool {
        let count = |status| view.items.iter().filter(|item| item.status == status).count();
        let (drifted, signed) = (count(ItemStatus::Drifted), count(ItemStatus::Confirmed));
        if drifted == 0 || signed == 0 {
            return true;
        }
        let text = say!("cli-acp-drifted", count = drifted, total = view.items.len(), signed = signed);
        let choices = [Choice::allow(SIGN, say!("cli-acp-confirm")), Choice::refuse(LATER, say!("cli-acp-later"))];
        let id = format!("part/{}/{}", view.id, view.digest);
        self.question(&id, &text, &text, &choices).await.as_deref() == Some(SIGN)
    }

    /// Applies what is signed; asks once more where so much is deleted, or what decides what runs is changed.
    /// False when the person did not go on.
    async fn apply(&self, set: i64, view: &mut SetView, shown: &Shown) -> Result<bool> {
        let path = format!("/api/change-sets/{set}/apply");
        let mut body = json!({ "digest": view.digest });
        let mut answer = self.carried_out(view, &path, &body, shown).await;
        let needed = match &answer {
            Err(failure) if failure.is("confirmation_required") => failure.details().map(read::<Confirmation>),
            _ => None,
        };
        if let Some(needed) = needed.transpose()? {
            if !self.confirmed(set, &needed).await {
                return Ok(false);
            }
            body["confirm"] = json!(needed.token);
            answer = self.carried_out(view, &path, &body, shown).await;
        }
        match answer {
            Ok(answer) => {
                let receipt: Receipt = read(&answer)?;
                self.received(&receipt, shown);
                *view = receipt.change_set;
            }
            Err(failure @ Failure::Answered(_)) => {
                self.peer.tell(line(&told(&failure)));
                *view = read(&self.reach().request(Method::GET, &format!("/api/change-sets/{set}"), None).await?)?;
                self.stands(view, shown);
            }
            Err(failure) => return Err(failure),
        }
        Ok(true)
    }

    /// The answer to an apply, with what its commands write meanwhile. The person can stop them; whoever hung up
    /// has stopped nothing.
    async fn carried_out(&self, view: &SetView, path: &str, body: &Value, shown: &Shown) -> Result<Value> {
        let commands: Vec<u32> = view
            .items
            .iter()
            .filter(|item| show::runs(item) && item.status == ItemStatus::Confirmed)
            .map(|item| item.n)
            .collect();
        let client = self.reach().enter().await?;
        let stopping = async {
            self.stop.cancelled().await;
            for n in commands.iter().filter(|_| !self.is_alone()) {
                // Those that do not run cannot be stopped.
                let _ = client.post(&format!("/api/change-sets/{}/items/{n}/stop", view.id), &json!({})).await;
            }
            std::future::pending().await
        };
        let answer = tokio::select! {
            answer = client.post(path, body) => answer,
            () = stopping => Ok(Value::Null),
            () = self.written(&client, view, &commands, shown) => Ok(Value::Null),
        };
        self.reach().leave(client).await;
        answer
    }

    /// Whether the person says again that so much is meant.
    async fn confirmed(&self, set: i64, needed: &Confirmation) -> bool {
        let counts = &needed.counts;
        let what = match counts.sensitive.as_slice() {
            [] => say!("cli-confirm-needed", effect = effect(counts)),
            files => say!("cli-confirm-sensitive", files = clean(&files.join(", "))),
        };
        let title = text::title(&say!("cli-acp-confirm-title", set = set));
        let call = ToolCall::new(format!("confirm/{set}/{}", needed.token), title)
            .kind(if counts.deletes > 0 { ToolKind::Delete } else { ToolKind::Edit })
            .content(vec![text::harmless(&what).into()]);
        self.peer.tell(SessionUpdate::ToolCall(call.clone()));
        let choices = [Choice::allow(SIGN, say!("cli-acp-confirm")), Choice::refuse(LATER, say!("cli-acp-later"))];
        let id = call.tool_call_id.clone();
        let said = self.peer.ask(call.into(), &choices, &self.stop).await.as_deref() == Some(SIGN);
        let status = if said { ToolCallStatus::Completed } else { ToolCallStatus::Failed };
        let fields = ToolCallUpdateFields::new().status(status);
        self.peer.tell(SessionUpdate::ToolCallUpdate(ToolCallUpdate::new(id, fields)));
        said
    }

    /// What each item came to, and all of it in the product's words.
    fn received(&self, receipt: &Receipt, shown: &Shown) {
        let set = &receipt.change_set;
        for result in &receipt.results {
            let Some(item) = set.items.iter().find(|item| item.n == result.n) else { continue };
            let mut fields = ToolCallUpdateFields::new().status(items::status(item.status));
            if let (Some((_, content)), Some(outcome)) = (shown.get(&item.n), items::outcome(result)) {
                // An update puts the content in the place of what was there.
                fields = fields.content(content.iter().cloned().chain([outcome]).collect::<Vec<_>>());
            }
            self.peer.tell(SessionUpdate::ToolCallUpdate(ToolCallUpdate::new(item.id.clone(), fields)));
        }
        self.peer.tell(line(&text::shown(|screen| show::receipt(screen, receipt))));
    }

    /// Says what still waits, and where.
    fn rest(&self, view: &SetView) {
        use ItemStatus::{Blocked, Confirmed, Deferred, Drifted, Pending};
        let waits = |item: &&ItemView| matches!(item.status, Blocked | Confirmed | Deferred | Drifted | Pending);
        let count = view.items.iter().filter(waits).count();
        if count > 0 {
            self.peer.tell(line(&say!("cli-acp-rest", count = count, set = view.id.0)));
        }
    }
}

/// The next item that waits for a decision and was not asked about as it is now.
fn next<'v>(view: &'v SetView, asked: &[(u32, String)]) -> Option<&'v ItemView> {
    view.items.iter().find(|item| {
        matches!(item.status, ItemStatus::Pending | ItemStatus::Blocked | ItemStatus::Deferred)
            && !asked.iter().any(|(n, digest)| *n == item.n && *digest == item.digest)
    })
}

/// What failed, and what to do next.
pub(super) fn told(failure: &Failure) -> String {
    let body = failure.body();
    format!("{} {}", show::sentence(&body.message), clean(&body.hint.unwrap_or_default())).trim_end().to_owned()
}
