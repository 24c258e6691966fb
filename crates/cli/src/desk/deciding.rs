//! Keys that decide on the sheet: sign, reject, defer, take back, edit, leave out, rebase, apply.

use super::call::{Call, Effect};
use super::prompt::{Asked, Prompt};
use super::sheet::{Tab, group, open, signable};
use super::state::{Focus, State};
use crate::show;
use crate::texts::say;
use crate::verbs::sign_item as sign;
use countersign_core::change_set::{ItemStatus, Verdict};
use countersign_core::wire::{ItemView, SetView, SignItem};
use serde_json::json;

impl State {
    /// What a letter decides; none where it decides nothing.
    pub(crate) fn deciding_key(&mut self, key: char) -> Option<Vec<Effect>> {
        Some(match key {
            'y' => self.verdict(Verdict::Confirmed, None),
            'd' => self.verdict(Verdict::Deferred, None),
            'n' => self.ask_reason(),
            'u' => self.undecide(),
            'e' => self.ask_edit(),
            'x' => self.ask_excluded(),
            'r' => self.rebase(),
            'A' => self.sign_group(),
            'Y' => self.apply_this(),
            'a' => self.apply_asking(),
            _ => return None,
        })
    }

    /// The set and the item under the cursor, where the item can be decided; else says why not.
    fn decidable(&mut self) -> Option<(SetView, ItemView)> {
        let (set, item) = (self.sheet.set()?.clone(), self.sheet.item()?.clone());
        if item.rejected_with.is_some() {
            self.say(unsignable(&set, &item));
            return None;
        }
        if open(&set, &item) {
            return Some((set, item));
        }
        self.say(say!("cli-desk-fixed", item = item.id.as_str(), status = show::status_word(item.status)));
        None
    }

    /// Records a verdict on the item under the cursor, and goes on to the next.
    pub(crate) fn verdict(&mut self, verdict: Verdict, reason: Option<String>) -> Vec<Effect> {
        let recorded = self.record(verdict, reason);
        if recorded.iter().any(|effect| matches!(effect, Effect::Ask(_))) {
            self.sheet.advance();
        }
        recorded
    }

    fn record(&mut self, verdict: Verdict, reason: Option<String>) -> Vec<Effect> {
        let Some((set, item)) = self.decidable() else { return Vec::new() };
        if verdict == Verdict::Confirmed && !signable(&item) {
            return self.say(unsignable(&set, &item));
        }
        let items = vec![sign(&item)];
        self.sheet.sending(&items, verdict);
        vec![Effect::Ask(Call::Decide { set: set.id.0, items, verdict, reason })]
    }

    fn ask_reason(&mut self) -> Vec<Effect> {
        if self.decidable().is_some() {
            self.prompt = Some(Prompt::new(Asked::Reason));
        }
        Vec::new()
    }

    /// Takes back the decision on this item, or the last one that was made. What comes marked is put off, which is
    /// stored: so the page and every client draw it.
    fn undecide(&mut self) -> Vec<Effect> {
        let Some(set) = self.sheet.set() else { return Vec::new() };
        let Some(item) = self.sheet.item() else { return Vec::new() };
        if self.sheet.premarked(set, item) {
            return self.record(Verdict::Deferred, None);
        }
        let decided = |item: &ItemView| {
            matches!(item.status, ItemStatus::Confirmed | ItemStatus::Rejected | ItemStatus::Deferred)
        };
        let last = self.sheet.decided.iter().rev().find(|(of, _)| *of == set.id.0).map(|(_, n)| *n);
        // What fell with another rises when that one's rejection is taken back.
        let own = item.rejected_with.unwrap_or(item.n);
        let found = if decided(item) { Some(own) } else { last };
        let one = found.and_then(|n| set.items.iter().find(|item| item.n == n)).filter(|item| decided(item));
        match one.map(|item| item.n) {
            Some(n) => {
                self.sheet.go(n);
                self.record(Verdict::Undecided, None)
            }
            None => self.say(say!("cli-desk-nothing-decided")),
        }
    }

    fn ask_edit(&mut self) -> Vec<Effect> {
        let Some((_, item)) = self.decidable() else { return Vec::new() };
        match Prompt::edit(&item) {
            Some(prompt) => {
                self.prompt = Some(prompt);
                Vec::new()
            }
            None => self.say(say!("cli-desk-no-edit", item = item.id.as_str())),
        }
    }

    fn ask_excluded(&mut self) -> Vec<Effect> {
        let Some((_, item)) = self.decidable() else { return Vec::new() };
        if item.targets.is_empty() {
            return self.say(say!("cli-desk-no-targets", item = item.id.as_str()));
        }
        self.sheet.tab = Some(Tab::Preview);
        self.prompt = Some(Prompt::new(Asked::Exclude { n: item.n }));
        Vec::new()
    }

    fn rebase(&mut self) -> Vec<Effect> {
        let Some((set, item)) = self.decidable() else { return Vec::new() };
        if item.status == ItemStatus::Drifted || !item.drift.is_empty() {
            return vec![Effect::Ask(Call::Rebase { set: set.id.0, items: vec![sign(&item)] })];
        }
        self.say(say!("cli-desk-not-drifted", item = item.id.as_str()))
    }

    /// Signs what is shown of the cursor's group, except what cannot be undone.
    fn sign_group(&mut self) -> Vec<Effect> {
        let Some((set, item)) = self.decidable() else { return Vec::new() };
        let waits = |one: &&ItemView| {
            group(one) == group(&item)
                && one.reversible
                && one.kind != "command"
                && signable(one)
                && matches!(one.status, ItemStatus::Pending | ItemStatus::Deferred | ItemStatus::Failed)
        };
        let items: Vec<SignItem> = self.sheet.visible().into_iter().filter(waits).map(sign).collect();
        if items.is_empty() {
            return self.say(say!("cli-desk-group-none"));
        }
        self.sheet.sending(&items, Verdict::Confirmed);
        self.sheet.advance();
        vec![Effect::Ask(Call::Decide { set: set.id.0, items, verdict: Verdict::Confirmed, reason: None })]
    }

    /// Signs the item under the cursor and applies it with what is signed already.
    fn apply_this(&mut self) -> Vec<Effect> {
        let Some((set, item)) = self.decidable() else { return Vec::new() };
        if !signable(&item) {
            return self.say(unsignable(&set, &item));
        }
        let signed = |one: &&ItemView| one.status == ItemStatus::Confirmed || one.n == item.n;
        self.apply(&set, &set.items.iter().filter(signed).collect::<Vec<_>>(), false)
    }

    /// Applies what is marked.
    pub(crate) fn apply_marked(&mut self) -> Vec<Effect> {
        let Some(set) = self.sheet.set().cloned() else { return Vec::new() };
        // Nobody answered the last one: its own key tells whether it was carried out.
        if let Some(call) = self.sheet.unsure.take() {
            return self.applying(call);
        }
        let marked: Vec<&ItemView> = self.sheet.to_apply(&set);
        match marked.is_empty() {
            true => self.say(say!("cli-desk-nothing-marked")),
            false => self.apply(&set, &marked, false),
        }
    }

    /// The same by a letter, which may have been meant as text: asks unless all of it was signed.
    fn apply_asking(&mut self) -> Vec<Effect> {
        let Some(set) = self.sheet.set().cloned() else { return Vec::new() };
        let marked: Vec<&ItemView> = self.sheet.to_apply(&set);
        match self.sheet.unsure.is_none() && marked.iter().any(|item| item.status != ItemStatus::Confirmed) {
            true => self.apply(&set, &marked, true),
            false => self.apply_marked(),
        }
    }

    /// Applies these at once, or asks: where that is wanted, and where they delete, run something, or cannot be undone.
    fn apply(&mut self, set: &SetView, items: &[&ItemView], ask: bool) -> Vec<Effect> {
        let fresh = items.iter().filter(|item| item.status != ItemStatus::Confirmed);
        let body = json!({ "digest": set.digest, "sign": fresh.map(|item| sign(item)).collect::<Vec<_>>() });
        let commands = items.iter().filter(|item| show::runs(item)).map(|item| item.n).collect();
        let call = Call::Apply { set: set.id.0, body, key: None, commands };
        let grave = |item: &&ItemView| !item.reversible || matches!(item.verb.as_str(), "delete" | "run");
        if ask || items.iter().any(grave) {
            let text = say!("cli-desk-sure", effect = effect(items));
            // Where one half is shown, it is the half that asks.
            self.focus = Focus::Sheet;
            self.prompt = Some(Prompt::new(Asked::Sure { call, text }));
            return Vec::new();
        }
        self.applying(call)
    }

    /// Sends an apply; one at a time.
    pub(crate) fn applying(&mut self, call: Call) -> Vec<Effect> {
        if self.sheet.applying.is_some() {
            return self.say(say!("cli-desk-applying-already"));
        }
        self.seconds = 0;
        self.sheet.applying = Some(call.clone());
        vec![Effect::Ask(call)]
    }
}

/// Why an item cannot be signed, and what can be done.
fn unsignable(set: &SetView, item: &ItemView) -> String {
    if let Some(other) = item.rejected_with {
        return say!("cli-desk-rejected-with", item = item.id.as_str(), other = format!("{}.{other}", set.id));
    }
    match (item.status, item.problems.first()) {
        (ItemStatus::Drifted, _) => say!("cli-desk-sign-drifted", item = item.id.as_str()),
        (ItemStatus::Blocked, _) => {
            let needs: Vec<String> = item.needs.iter().map(|n| format!("#{}.{n}", set.id)).collect();
            say!("cli-desk-sign-blocked", item = item.id.as_str(), items = needs.join(", "))
        }
        (_, Some(problem)) => show::defect(problem),
        (status, None) => say!("cli-desk-fixed", item = item.id.as_str(), status = show::status_word(status)),
    }
}

/// What applying these comes to, in words: the effect, where it is of one kind.
pub(crate) fn effect(items: &[&ItemView]) -> String {
    let all = |of: &dyn Fn(&ItemView) -> bool| !items.is_empty() && items.iter().all(|item| of(item));
    let count = items.len();
    let gone = |item: &ItemView| item.verb == "delete";
    match () {
        () if all(&|item| item.kind == "command") => say!("cli-desk-effect-run", count = count),
        () if all(&|item| gone(item) && item.file.is_some()) => say!("cli-desk-effect-erase", count = count),
        () if all(&|item| gone(item) && item.kind == "todo") => {
            let todos: u64 = items.iter().map(|item| item.preview_total.max(1)).sum();
            say!("cli-desk-effect-delete", count = todos)
        }
        () => say!("cli-desk-effect", count = count),
    }
}
