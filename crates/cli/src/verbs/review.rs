//! Deciding on items and carrying out what is signed.

use super::{Session, read_file, run, workspace};
use crate::args::{self, Choice, Items, SetRef};
use crate::client::read;
use crate::failure::{Exit, Failure, Result};
use crate::screen::{Ink, clean};
use crate::show;
use crate::texts::say;
use countersign_core::change_set::{ItemStatus, SetStatus, Verdict};
use countersign_core::wire::{ConfirmCounts, Confirmation, ItemView, Outcome, Receipt, SetSummary, SetView, SignItem};
use http::Method;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// `countersign show`.
pub(crate) async fn show(s: &mut Session<'_>, of: SetRef, all: bool) -> Result<Exit> {
    let (value, set) = fetch(s, of.set).await?;
    let item = of.item.map(|n| named(&set, n)).transpose()?;
    if s.screen.is_json() {
        let value = match of.item {
            Some(n) => value["items"]
                .as_array()
                .and_then(|items| items.iter().find(|i| i["n"] == n))
                .unwrap_or(&Value::Null)
                .clone(),
            None => value,
        };
        s.screen.json(&value)?;
        return Ok(show::exit(&set));
    }
    match item {
        Some(item) => {
            show::item(s.screen, &set, item)?;
            if item.file.is_some() {
                workspace::diff(s, set.id.0, item.n, all).await?;
            }
        }
        None => {
            show::set(s.screen, &set)?;
            show::after(s.screen, &set)?;
        }
    }
    Ok(show::exit(&set))
}

/// `countersign sign`, `reject`, `defer`, `undecide`.
pub(crate) async fn decide(
    s: &mut Session<'_>,
    choice: &Choice,
    verdict: Verdict,
    reason: Option<&str>,
) -> Result<Exit> {
    let set = set(s, choice.set.set).await?;
    shown(&set, choice.base.as_deref())?;
    let items = chosen(&set, choice, verdict)?;
    let (value, set) = decided(s, &set, &items, verdict, reason).await?;
    ended(s, &value, &set)
}

/// Shows a set as an answer left it.
fn ended(s: &mut Session<'_>, value: &Value, set: &SetView) -> Result<Exit> {
    if s.screen.is_json() {
        s.screen.json(value)?;
    } else {
        show::set(s.screen, set)?;
        show::after(s.screen, set)?;
    }
    Ok(show::exit(set))
}

/// Records a verdict on items, in one transaction.
pub(crate) async fn decided(
    s: &Session<'_>,
    set: &SetView,
    items: &[SignItem],
    verdict: Verdict,
    reason: Option<&str>,
) -> Result<(Value, SetView)> {
    let body = json!({ "verdict": verdict, "reason": reason, "items": items });
    let answer = s.client.post(&format!("/api/change-sets/{}/decisions", set.id), &body).await;
    let value = answer.map_err(|failure| or_too_old(failure, set))?;
    let set = read(&value)?;
    Ok((value, set))
}

/// `countersign rebase`.
pub(crate) async fn rebase(s: &mut Session<'_>, args: &args::Rebase) -> Result<Exit> {
    let choice = &args.choice;
    let set = set(s, choice.set.set).await?;
    shown(&set, choice.base.as_deref())?;
    if set.status == SetStatus::Expired && choice.set.item.is_none() && args.content.is_none() {
        // Nothing of it can be decided any more: the same is proposed anew.
        let value = s.client.post(&format!("/api/change-sets/{}/again", set.id), &json!({})).await?;
        return ended(s, &value, &read(&value)?);
    }
    let items: Vec<SignItem> = match (choice.items(), choice.set.item) {
        (Some(Items::All), None) => set.items.iter().filter(|item| moved_on(item)).map(sign_item).collect(),
        // The verdict only says what "all" means, which is not asked here.
        _ => chosen(&set, choice, Verdict::Rejected)?,
    };
    if items.is_empty() {
        return Err(nothing_to_decide(&set));
    }
    let value = match (&args.content, items.as_slice()) {
        (None, _) => {
            let body = json!({ "items": items });
            let answer = s.client.post(&format!("/api/change-sets/{}/rebase", set.id), &body).await;
            answer.map_err(|failure| way_on(failure, &set, &items))?
        }
        (Some(file), [one]) => {
            let body = json!({ "digest": one.digest, "rebase": true, "content": read_file(file)? });
            let path = format!("/api/change-sets/{}/items/{}", set.id, one.item);
            s.client.request(Method::PATCH, &path, Some(&body), None).await?
        }
        (Some(_), _) => {
            return Err(Failure::new("usage", say!("cli-rebase-one"), say!("cli-items-hint", set = set.id.0)));
        }
    };
    let version = set.version;
    let set: SetView = read(&value)?;
    if set.version == version && !s.screen.is_json() {
        s.screen.line(say!("cli-rebase-nothing"))?;
        return Ok(show::exit(&set));
    }
    let exit = ended(s, &value, &set)?;
    if !s.screen.is_json() {
        // It is another change now than the one that was shown.
        let again = |item: &&ItemView| items.iter().any(|one| one.item == item.n);
        super::ask::show_diffs(s, set.id, set.items.iter().filter(again)).await?;
    }
    Ok(exit)
}

/// What can be done about a change that does not fit any more.
fn way_on(failure: Failure, set: &SetView, items: &[SignItem]) -> Failure {
    let item = if let [one] = items { one.item.to_string() } else { "ITEM".to_owned() };
    match failure.is("edit_conflict") {
        true => Failure::new(
            "edit_conflict",
            failure.body().message,
            say!("cli-rebase-conflict", set = set.id.0, item = item),
        ),
        false => failure,
    }
}

/// Whether what the item builds on is not what it was.
fn moved_on(item: &ItemView) -> bool {
    item.status == ItemStatus::Drifted || item.status == ItemStatus::Unknown && !item.drift.is_empty()
}

/// `countersign apply`.
pub(crate) async fn apply(s: &mut Session<'_>, args: &args::Apply) -> Result<Exit> {
    let set = set(s, args.set.set).await?;
    shown(&set, args.base.as_deref())?;
    if is_done(&set, args)? {
        return carry_out(s, &set, Vec::new(), false, false).await;
    }
    if let Some(over) = is_over(&set) {
        return Err(over);
    }
    let sign = match (&args.sign, args.all, args.set.item) {
        (Some(Items::All), _, _) | (None, true, _) => everything(s, &set, args).await?,
        (Some(items), _, _) => picked(&set, items, Verdict::Confirmed)?,
        // `apply 14.2` reads as "sign and apply this one"; say so instead of guessing.
        (None, false, Some(n)) => {
            return Err(Failure::new(
                "apply_takes_a_set",
                say!("cli-apply-item", set = set.id.0),
                say!("cli-apply-item-hint", set = set.id.0, item = n),
            ));
        }
        (None, false, None) => Vec::new(),
    };
    // Of one that is too old it is not what is missing: the answer says so.
    let late = set.status == SetStatus::Expired;
    if sign.is_empty() && !late && !set.items.iter().any(|item| item.status == ItemStatus::Confirmed) {
        let drifted = set.items.iter().filter(|item| item.status == ItemStatus::Drifted).count();
        if drifted > 0 {
            let hint = say!("cli-drifted-next", count = drifted, set = set.id.0);
            return Err(Failure::new("drifted", say!("cli-signed-drifted", set = set.id.0), hint));
        }
        return Err(Failure::new(
            "nothing_signed",
            say!("cli-nothing-signed", set = set.id.0),
            say!("cli-nothing-signed-hint", set = set.id.0),
        ));
    }
    carry_out(s, &set, sign, args.confirm, args.best_effort).await
}

/// Why nothing of a set can be applied any more, and no signature would help.
fn is_over(set: &SetView) -> Option<Failure> {
    use ItemStatus::{Retracted, Undone};
    let settled = |item: &ItemView| matches!(item.status, Undone | Retracted | ItemStatus::Applied);
    if !set.items.iter().all(settled) || set.items.iter().all(|item| item.status == ItemStatus::Applied) {
        return None;
    }
    Some(match set.items.iter().any(|item| item.status == Undone) {
        true => Failure::new("taken_back", say!("cli-taken-back", set = set.id.0), say!("cli-taken-back-hint")),
        false => Failure::new(
            "nothing_left",
            say!("cli-nothing-left", set = set.id.0),
            say!("cli-nothing-left-hint", set = set.id.0),
        ),
    })
}

/// Whether what is to be applied is applied already, so that saying it again changes nothing.
fn is_done(set: &SetView, args: &args::Apply) -> Result<bool> {
    let applied = |item: &ItemView| item.status == ItemStatus::Applied;
    let waits = set.items.iter().any(|item| match args.all {
        true => takes(item.status, Verdict::Confirmed),
        false => item.status == ItemStatus::Confirmed,
    });
    Ok(match (&args.sign, args.set.item.filter(|_| !args.all)) {
        // An item beside the set is refused below.
        (None, Some(_)) => false,
        (Some(Items::These(numbers)), _) => {
            let named: Vec<&ItemView> = numbers.iter().map(|n| named(set, *n)).collect::<Result<_>>()?;
            !waits && named.into_iter().all(applied)
        }
        (Some(Items::All), _) | (None, None) => !waits && set.items.iter().any(applied),
    })
}

/// Signs everything of a set that can be signed, and applies it.
pub(crate) async fn apply_all(s: &mut Session<'_>, set: &SetView, confirm: bool) -> Result<Exit> {
    let sign = picked(set, &Items::All, Verdict::Confirmed)?;
    whole(set)?;
    carry_out(s, set, sign, confirm, false).await
}

/// What `apply --all` signs: what was not decided yet; what cannot be undone only where that was said.
async fn everything(s: &mut Session<'_>, set: &SetView, args: &args::Apply) -> Result<Vec<SignItem>> {
    if !args.best_effort && set.items.iter().any(|item| takes(item.status, Verdict::Confirmed)) {
        whole(set)?;
    }
    let sign = meant(s, set, args.confirm, |_| true).await?;
    let sign = without_needed(s, set, sign)?;
    let invalid = set.items.iter().filter(|item| item.status == ItemStatus::Invalid);
    let invalid: Vec<String> = invalid.map(|item| format!("{} {}", item.id, clean(&item.label))).collect();
    if !invalid.is_empty() {
        s.screen.error(say!("cli-invalid-left", items = invalid.join(" · ")))?;
    }
    Ok(sign)
}

/// Leaves out what needs an item that is put off or left out, and says so. Where nothing else is meant, the answer says
/// what is missing.
fn without_needed(s: &mut Session<'_>, set: &SetView, mut sign: Vec<SignItem>) -> Result<Vec<SignItem>> {
    let all = sign.clone();
    let mut left: BTreeMap<u32, String> = BTreeMap::new();
    loop {
        let signed: BTreeSet<u32> = sign.iter().map(|one| one.item).collect();
        let done = |n: u32| set.items.iter().any(|item| item.n == n && item.status == ItemStatus::Applied);
        let comes = |n: u32| signed.contains(&n) || done(n);
        let unmet = |item: &&ItemView| item.needs.iter().any(|n| !comes(*n));
        let fall: Vec<&ItemView> = set.items.iter().filter(|item| signed.contains(&item.n)).filter(unmet).collect();
        if fall.is_empty() {
            break;
        }
        for item in fall {
            let needs: Vec<String> = item.needs.iter().filter(|n| !comes(**n)).map(u32::to_string).collect();
            let needs = say!("cli-needs", items = needs.join(", "));
            left.insert(item.n, format!("{} {} ({needs})", item.id, clean(&item.label)));
            sign.retain(|one| one.item != item.n);
        }
    }
    if sign.is_empty() {
        return Ok(all);
    }
    if !left.is_empty() {
        let items: Vec<String> = left.into_values().collect();
        s.screen.error(say!("cli-needs-left", items = items.join(" · ")))?;
    }
    Ok(sign)
}

/// What "all" signs of these items. What cannot be undone is asked about where somebody can answer, and left out
/// otherwise.
pub(crate) async fn meant(
    s: &mut Session<'_>,
    set: &SetView,
    confirm: bool,
    of: impl Fn(&ItemView) -> bool,
) -> Result<Vec<SignItem>> {
    let takes = |item: &&ItemView| takes(item.status, Verdict::Confirmed) && of(item);
    if let Some(all) = of_too_old(set) {
        return Ok(all);
    }
    match set.items.iter().filter(takes).collect::<Vec<_>>() {
        all if all.is_empty() => Err(nothing_to_decide(set)),
        all => agreed_on(s, set, &all, confirm).await,
    }
}

/// The same of items that are chosen.
pub(crate) async fn agreed_on(
    s: &mut Session<'_>,
    set: &SetView,
    items: &[&ItemView],
    confirm: bool,
) -> Result<Vec<SignItem>> {
    let asked = |item: &ItemView| item.lasts() && item.status != ItemStatus::Confirmed;
    let lasting: Vec<&ItemView> = items.iter().copied().filter(|item| asked(item)).collect();
    let named: Vec<String> = lasting.iter().map(|item| format!("{} {}", item.id, clean(&item.label))).collect();
    let mut agreed = confirm || lasting.is_empty();
    if !agreed && s.screen.can_ask() {
        for name in &named {
            s.screen.line(format!("  {name}"))?;
        }
        agreed = s.agrees(&say!("cli-lasting-ask", count = lasting.len()), false).await?;
    }
    let signed: Vec<SignItem> = items.iter().copied().filter(|item| agreed || !asked(item)).map(sign_item).collect();
    if agreed {
        return Ok(signed);
    }
    let text = say!("cli-lasting-left", count = lasting.len(), items = named.join(" · "));
    let hint = say!("cli-lasting-left-hint", set = set.id.0, item = lasting.first().map_or(1, |item| item.n));
    if signed.is_empty() {
        return Err(Failure::new("confirmation_required", text, hint));
    }
    s.screen.error(format!("{text} {hint}"))?;
    Ok(signed)
}

/// Where some of a set drifted, "all" is not all of it: nothing is signed then.
fn whole(set: &SetView) -> Result<()> {
    let drifted: Vec<&ItemView> = set.items.iter().filter(|item| item.status == ItemStatus::Drifted).collect();
    if drifted.is_empty() {
        return Ok(());
    }
    Err(unseen(set).unwrap_or_else(|| {
        let text = say!("cli-all-drifted", count = drifted.len(), total = set.items.len());
        Failure::new("drifted", text, say!("cli-all-drifted-hint", set = set.id.0))
    }))
}

/// Why files of a set cannot be looked at, if they cannot: for all in a folder that is gone it is the same.
pub(crate) fn unseen(set: &SetView) -> Option<Failure> {
    let why = set.items.iter().flat_map(|item| &item.drift).find_map(show::unseen)?;
    Some(Failure::new("drifted", why, say!("cli-drift-unseen-hint")))
}

/// Applies, asks for or gives the confirmation where one is needed, and shows the receipt.
pub(crate) async fn carry_out(
    s: &mut Session<'_>,
    set: &SetView,
    sign: Vec<SignItem>,
    confirm: bool,
    best_effort: bool,
) -> Result<Exit> {
    let path = format!("/api/change-sets/{}/apply", set.id);
    let mut body =
        json!({ "digest": set.digest, "sign": sign, "mode": if best_effort { "best_effort" } else { "atomic" } });
    let mut answer = sent(s, set, &path, &body).await;
    if let Err(failure) = &answer
        && failure.is("confirmation_required")
        && let Some(details) = failure.details()
    {
        let needed: Confirmation = read(details)?;
        if confirm || agreed(s, &needed).await? {
            body["confirm"] = json!(needed.token);
            answer = sent(s, set, &path, &body).await;
        } else {
            return Err(unconfirmed(s, &needed));
        }
    }
    let (value, receipt) = answer.map_err(|failure| or_too_old(failure, set))?;
    if let Some(value) = value {
        s.screen.json(&value)?;
    } else {
        let before = set.items.iter().any(|item| item.status == ItemStatus::Applied);
        // What has failed waits for nothing: it was tried.
        let waits = |status| matches!(status, ItemStatus::Pending | ItemStatus::Deferred | ItemStatus::Blocked);
        let waits = set.items.iter().filter(|item| waits(item.status)).count();
        let tried = receipt.outcome != Outcome::NothingChanged || !receipt.results.is_empty();
        match (before && !tried, waits) {
            (true, 0) => s.screen.line(say!("cli-applied-already", set = set.id.0))?,
            (true, waits) => {
                s.screen.line(say!("cli-applied-rest-waits", set = set.id.0, waits = waits))?;
                s.screen.line(say!("cli-nothing-signed-hint", set = set.id.0))?;
            }
            (false, _) => show::receipt(s.screen, &receipt)?,
        }
        // What failed waits for nobody, and can be signed again.
        let failed = receipt.change_set.items.iter().any(|item| item.status == ItemStatus::Failed);
        if failed || show::exit(&receipt.change_set) != Exit::Clear {
            show::after(s.screen, &receipt.change_set)?;
        }
    }
    Ok(outcome(&receipt))
}

/// Asks for an apply; the answer's JSON where that is what is printed.
async fn sent(s: &mut Session<'_>, set: &SetView, path: &str, body: &Value) -> Result<(Option<Value>, Receipt)> {
    if !s.screen.is_json() {
        return Ok((None, run::watched(s, set, path, body).await?));
    }
    let value: Value = run::watched(s, set, path, body).await?;
    let receipt = read(&value)?;
    Ok((Some(value), receipt))
}

/// What a receipt means for the exit code.
pub(crate) fn outcome(receipt: &Receipt) -> Exit {
    match receipt.outcome {
        Outcome::Applied | Outcome::NothingChanged if receipt.results.iter().all(|r| r.ok) => {
            show::exit(&receipt.change_set)
        }
        _ if receipt.results.iter().any(|r| r.problem.as_ref().is_some_and(|p| p.code == "drifted")) => Exit::Drifted,
        _ => Exit::Failed,
    }
}

/// What so much comes to, without what it does not do.
pub(crate) fn effect(counts: &ConfirmCounts) -> String {
    match (counts.deletes, counts.updates) {
        (deletes, 0) => say!("cli-effect-deletes", count = deletes),
        (0, updates) => say!("cli-effect-updates", count = updates),
        (deletes, updates) => say!("cli-effect-both", deletes = deletes, updates = updates),
    }
}

/// Why nothing is done: the person said no, or, without a terminal, which flag says that so much is meant.
pub(crate) fn unconfirmed(s: &Session<'_>, needed: &Confirmation) -> Failure {
    if s.screen.can_ask() {
        return Failure::new("confirmation_required", say!("cli-confirm-declined"), say!("cli-confirm-declined-hint"));
    }
    if !needed.counts.sensitive.is_empty() {
        let files = clean(&needed.counts.sensitive.join(", "));
        let message = say!("cli-confirm-sensitive", files = files);
        return Failure::new("confirmation_required", message, say!("cli-confirm-needed-hint"));
    }
    let message = say!("cli-confirm-needed", effect = effect(&needed.counts));
    Failure::new("confirmation_required", message, say!("cli-confirm-needed-hint"))
}

/// Asks for the number of todos, so that no habit of pressing y deletes hundreds.
pub(crate) async fn agreed(s: &mut Session<'_>, needed: &Confirmation) -> Result<bool> {
    if !s.screen.can_ask() {
        return Ok(false);
    }
    if !needed.counts.sensitive.is_empty() {
        let number = needed.counts.sensitive.len();
        let files = clean(&needed.counts.sensitive.join(", "));
        let answer = s.ask(&say!("cli-confirm-sensitive-ask", files = files, number = number)).await?;
        return Ok(answer.as_deref() == Some(number.to_string().as_str()));
    }
    let number = needed.counts.deletes.max(needed.counts.updates);
    let answer = s.ask(&say!("cli-confirm-ask", effect = effect(&needed.counts), number = number)).await?;
    Ok(answer.as_deref() == Some(number.to_string().as_str()))
}

/// `countersign inbox`.
pub(crate) async fn inbox(s: &mut Session<'_>, all: bool, limit: u32, before: Option<i64>) -> Result<Exit> {
    let status = if all { "all" } else { "open" };
    let page = |limit: u32, before: Option<i64>| {
        let before = before.map(|before| format!("&before={before}")).unwrap_or_default();
        format!("/api/change-sets?status={status}&limit={limit}{before}")
    };
    let value = s.client.get(&page(limit, before)).await?;
    let total = value["total_open"].as_u64().unwrap_or(0);
    let sets: Vec<SetSummary> = read(&value["change_sets"])?;
    if s.screen.is_json() {
        s.screen.json(&value)?;
    } else {
        show::inbox(s.screen, &sets, total, all)?;
        // A page that is full may be the last.
        if let Some(next) = value["next"].as_i64()
            && s.client.get(&page(1, Some(next))).await?["change_sets"][0].is_object()
        {
            s.screen.line(s.screen.ink(Ink::Faint, say!("cli-inbox-more", set = next)))?;
        }
    }
    if total == 0 {
        return Ok(Exit::Clear);
    }
    let drifted = |set: &SetSummary| set.drifted > 0 && (set.open > 0 || set.signed > 0);
    Ok(if sets.iter().any(drifted) { Exit::Drifted } else { Exit::Pending })
}

/// A set as it is now.
pub(crate) async fn set(s: &Session<'_>, id: i64) -> Result<SetView> {
    s.client.asked(Method::GET, &format!("/api/change-sets/{id}"), None, None).await
}

/// The same with its JSON.
pub(crate) async fn fetch(s: &Session<'_>, id: i64) -> Result<(Value, SetView)> {
    let value = s.client.request(Method::GET, &format!("/api/change-sets/{id}"), None, None).await?;
    let set = read(&value)?;
    Ok((value, set))
}

/// Refuses if the set is no longer the one that was shown.
fn shown(set: &SetView, base: Option<&str>) -> Result<()> {
    match base {
        Some(base) if !set.digest.starts_with(&base.to_ascii_lowercase()) => Err(Failure::new(
            "stale",
            say!("cli-stale", set = set.id.0, base = base),
            say!("cli-stale-hint", set = set.id.0),
        )),
        _ => Ok(()),
    }
}

fn chosen(set: &SetView, choice: &Choice, verdict: Verdict) -> Result<Vec<SignItem>> {
    match (choice.set.item, choice.items()) {
        (None, Some(items)) => picked(set, &items, verdict),
        (Some(n), None) => Ok(vec![sign_item(named(set, n)?)]),
        (Some(_), Some(_)) => {
            Err(Failure::new("usage", say!("cli-items-twice"), say!("cli-items-hint", set = set.id.0)))
        }
        (None, None) => Err(Failure::new("usage", say!("cli-items-missing"), say!("cli-items-hint", set = set.id.0))),
    }
}

pub(crate) fn picked(set: &SetView, items: &Items, verdict: Verdict) -> Result<Vec<SignItem>> {
    let items: Vec<SignItem> = match items {
        Items::These(numbers) => numbers.iter().map(|n| named(set, *n).map(sign_item)).collect::<Result<_>>()?,
        Items::All => of_too_old(set)
            .unwrap_or_else(|| set.items.iter().filter(|item| takes(item.status, verdict)).map(sign_item).collect()),
    };
    match items.is_empty() {
        true => Err(nothing_to_decide(set)),
        false => Ok(items),
    }
}

/// All items of a set that is too old: that is the engine's to say, which keeps that it was (R22).
fn of_too_old(set: &SetView) -> Option<Vec<SignItem>> {
    (set.status == SetStatus::Expired).then(|| set.items.iter().map(sign_item).collect())
}

fn nothing_to_decide(set: &SetView) -> Failure {
    // What is not ended yet says itself what is in its way.
    let open = set.items.iter().filter(|item| item.status == ItemStatus::Applying);
    if let Some(why) = open.filter_map(|item| item.failure.as_ref()).next() {
        return Failure::new("needs_recovery", why.message.clone(), why.hint.clone());
    }
    let count = |status| set.items.iter().filter(|item| item.status == status).count();
    let drifted = count(ItemStatus::Drifted);
    if set.status == SetStatus::Expired {
        return too_old(set);
    }
    let deferred = set.items.iter().find(|item| item.status == ItemStatus::Deferred).map(|item| item.n);
    let set_id = set.id.0;
    if drifted > 0 {
        let hint = say!("cli-drifted-next", count = drifted, set = set_id);
        return Failure::new("drifted", say!("cli-nothing-to-decide", set = set_id), hint);
    }
    if let Some(deferred) = deferred {
        let text = say!("cli-deferred-left", set = set_id, count = count(ItemStatus::Deferred));
        return Failure::new("nothing_to_decide", text, say!("cli-deferred-left-hint", set = set_id, item = deferred));
    }
    Failure::new("nothing_to_decide", say!("cli-nothing-to-decide", set = set_id), say!("cli-show-hint", set = set_id))
}

/// The failure, which of a set that is too old says the way on.
fn or_too_old(failure: Failure, set: &SetView) -> Failure {
    if failure.is("expired") { too_old(set) } else { failure }
}

/// Nothing of it can be decided any more; the same can be proposed anew.
fn too_old(set: &SetView) -> Failure {
    Failure::new("expired", say!("cli-expired", set = set.id.0), say!("cli-expired-hint", set = set.id.0))
}

/// Whether "all" means this item too.
fn takes(status: ItemStatus, verdict: Verdict) -> bool {
    use ItemStatus::{Blocked, Confirmed, Deferred, Drifted, Failed, Invalid, Pending, Rejected, Unknown};
    match verdict {
        // What was put off was decided.
        Verdict::Confirmed => matches!(status, Pending | Blocked | Confirmed | Failed),
        Verdict::Rejected => {
            matches!(status, Pending | Deferred | Blocked | Confirmed | Drifted | Invalid | Failed | Unknown)
        }
        Verdict::Deferred => matches!(status, Pending | Blocked | Confirmed | Drifted),
        Verdict::Undecided => matches!(status, Confirmed | Rejected | Deferred | Failed),
        Verdict::Retracted => false,
    }
}

pub(crate) fn named(set: &SetView, n: u32) -> Result<&ItemView> {
    let last = set.items.last().map_or(0, |item| item.n);
    set.items.iter().find(|item| item.n == n).ok_or_else(|| {
        Failure::new(
            "not_found",
            say!("cli-no-item", set = set.id.0, item = n, last = last),
            say!("cli-show-hint", set = set.id.0),
        )
    })
}

/// An item as it was read, bound by its digest and by the verdict it had.
pub(crate) fn sign_item(item: &ItemView) -> SignItem {
    // One that fell with another has no verdict of its own.
    let was = item.status.verdict().filter(|_| item.rejected_with.is_none());
    SignItem { item: item.n, digest: item.digest.clone(), was }
}
