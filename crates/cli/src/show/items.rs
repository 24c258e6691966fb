//! One item of a change set: as a line of the list, and in detail.

use super::{change, sentence_about};
use crate::failure::Result;
use crate::screen::{Ink, Screen, clean};
use crate::texts::say;
use countersign_core::change_set::{ItemStatus, Risk};
use countersign_core::label::inside;
use countersign_core::problem::Problem;
use countersign_core::wire::{CommandView, Drift, FieldChange, ItemView, SetView, TodoPreview};
use serde_json::Value;

/// So much of a value fits beside others; detail shows it whole.
const SHORT: usize = 60;

/// The item as a line: `~ 2  todo #123 “Pay rent”   scheduledFor 2026-11-01 → 2026-11-03`.
pub(crate) fn item_line(screen: &Screen, item: &ItemView) -> Vec<String> {
    item_row(screen, item, false)
}

/// The same, for an item that may be drawn as marked: nothing is stored of that, apply signs it (S0-84).
pub(crate) fn item_row(screen: &Screen, item: &ItemView, marked: bool) -> Vec<String> {
    let mut parts = vec![target(item)];
    if let [only] = item.preview.as_slice() {
        let fields: Vec<String> =
            only.fields.iter().filter(|f| wanted(only, f)).map(|f| change(screen, only, f, SHORT)).collect();
        if !fields.is_empty() {
            parts.push(fields.join(", "));
        }
    }
    parts.extend(flags(screen, item));
    parts.extend(marked.then(|| screen.ink(Ink::Faint, say!("cli-desk-marked"))));
    let body = parts.join("   ");
    let mark = if marked { screen.ink(Ink::Faint, "✓") } else { mark(screen, item.status) };
    let mut lines = vec![match screen.is_plain() {
        // A label says itself what would be done.
        true if item.preview.len() != 1 && !item.label.is_empty() => format!("{}. {body}", item.n),
        true => format!("{}. {} {body}", item.n, verb_word(item)),
        false => format!(" {mark} {} {:<2} {body}", glyph(screen, item), item.n),
    }];
    if item.preview.len() > 1 {
        for todo in &item.preview {
            let fields: Vec<String> =
                todo.fields.iter().filter(|f| wanted(todo, f)).map(|f| change(screen, todo, f, SHORT)).collect();
            lines.push(format!("         {}   {}", name(todo), fields.join(", ")).trim_end().to_owned());
        }
        let more = item.preview_total.saturating_sub(item.preview.len() as u64);
        if more > 0 {
            lines.push(format!("         {}", say!("cli-more-todos", count = more)));
        }
    }
    lines.extend(remarks(screen, item).into_iter().map(|line| format!("         {line}")));
    lines
}

/// What is wrong with it, what to know, and what has changed under it.
pub(crate) fn remarks(screen: &Screen, item: &ItemView) -> Vec<String> {
    let files: Vec<&str> = item.file.iter().flat_map(|f| [Some(f.path.as_str()), f.to.as_deref()]).flatten().collect();
    let about = |problem: &Problem| sentence_about(&files, &problem.message);
    let wrong = |problem: &Problem| screen.ink(Ink::Danger, format!("{} {}", about(problem), clean(&problem.hint)));
    let problems = item.problems.iter().chain(&item.failure).map(wrong);
    // "Everything" is not said beside what is left out of it.
    let single = item.warnings.iter().any(|warning| warning.code == "repeating_excluded");
    let warns = |warning: &Problem| match warning.code.as_ref() {
        "deletes_everything" if single => say!("cli-deletes-single"),
        _ => about(warning),
    };
    let warnings = item.warnings.iter().map(|warning| screen.ink(Ink::Change, warns(warning)));
    let drift = item.drift.iter().map(|drift| screen.ink(Ink::Change, drifted(drift)));
    problems.chain(warnings).chain(drift).collect()
}

/// Whose an item's reason is, and the reason: the product's and the person's own stand as they are, what an agent
/// or a model says is quoted (R23).
pub(crate) fn why(item: &ItemView) -> (String, String) {
    match &item.said_by {
        Some(agent) => (say!("cli-agent-says", agent = clean(agent)), format!("\u{201c}{}\u{201d}", item.why)),
        None => (say!("cli-item-why"), item.why.clone()),
    }
}

/// What an agent is called.
pub(crate) fn agent_name(agent: &str) -> String {
    match agent {
        "planner" => say!("cli-agent-planner"),
        "rules" => say!("cli-agent-rules"),
        other => clean(other),
    }
}

/// Why there is nothing of a command to take back.
fn leaves_nothing(item: &ItemView) -> String {
    if item.changed_nothing() { say!("cli-left-as-it-was") } else { say!("cli-only-looks") }
}

/// The item with everything that is known about it.
pub(crate) fn item(screen: &mut Screen, set: &SetView, item: &ItemView) -> Result<()> {
    let title = format!("#{}  {}", item.id, clean(&item.label));
    screen.line(screen.ink(Ink::Strong, title))?;
    if item.lasts() {
        screen.line(format!("   {}", screen.ink(Ink::Danger, say!("cli-irreversible"))))?;
    } else if item.only_looks() {
        screen.line(format!("   {}", screen.ink(Ink::Faint, leaves_nothing(item))))?;
    }
    for line in remarks(screen, item) {
        screen.line(format!("   {line}"))?;
    }
    let more = [
        why(item),
        (say!("cli-item-status"), status_of(item)),
        (say!("cli-item-reason"), item.reason.as_deref().map(super::ledger::reason).unwrap_or_default()),
        (say!("cli-item-needs"), item.needs.iter().map(|n| format!("#{}.{n}", set.id)).collect::<Vec<_>>().join(", ")),
        (say!("cli-item-entry"), item.applied_by.map(|seq| format!("@{seq}")).unwrap_or_default()),
        (say!("cli-item-digest"), item.digest.clone()),
        (say!("cli-item-operation"), item.op.to_string()),
    ];
    for (name, value) in more.iter().chain(&command(item)).chain(&call(item)).filter(|(_, value)| !value.is_empty()) {
        screen.line(format!("   {}  {}", screen.ink(Ink::Faint, name), clean(value)))?;
    }
    if let Some(done) = item.command.as_ref().and_then(|command| command.outcome.as_ref()) {
        super::apart(screen, done, "   ")?;
    }
    for todo in &item.preview {
        for field in todo.fields.iter().filter(|field| wanted(todo, field)) {
            screen.line(format!("   {}  {}", name(todo), change(screen, todo, field, usize::MAX)))?;
        }
    }
    Ok(())
}

/// What a command would do and did, by name.
pub(crate) fn command(item: &ItemView) -> Vec<(String, String)> {
    let Some(command) = &item.command else { return Vec::new() };
    let folder = if command.cwd.is_empty() { "." } else { command.cwd.as_str() };
    let mut told = vec![
        (say!("cli-item-runs-in"), format!("{} {folder}", command.workspace)),
        (say!("cli-item-judged"), judged(command)),
        (say!("cli-item-sandbox"), command.sandbox.clone()),
        (say!("cli-item-environment"), command.environment.join(" ")),
    ];
    for words in command.argv.iter().flatten() {
        let words: Vec<String> = words.iter().map(|word| format!("[{}]", clean(word))).collect();
        told.push((say!("cli-item-words"), words.join(" ")));
    }
    if let Some(done) = &command.outcome {
        let code = done.exit.map(|code| code.to_string()).or(done.signal.map(|signal| format!("signal {signal}")));
        told.push((say!("cli-item-exit"), format!("{} ({} ms)", code.unwrap_or_default(), done.elapsed_ms)));
        told.push((say!("cli-item-output"), done.preview.clone()));
    }
    told
}

/// What is known of a command, in words.
pub(crate) fn judged(command: &CommandView) -> String {
    let (verdict, class) = (command.verdict.as_str(), command.class.as_str());
    format!("{} · {}: {}", say!("cli-verdict", verdict = verdict), say!("cli-class", class = class), command.reason)
}

/// Whether it is carried out by something that takes its time and can be stopped: a command, or a call of another
/// program's tool.
pub(crate) fn runs(item: &ItemView) -> bool {
    matches!(item.kind.as_str(), "command" | "tool")
}

/// What a tool is called with, and gave, by name.
pub(crate) fn call(item: &ItemView) -> Vec<(String, String)> {
    let Some(tool) = &item.tool else { return Vec::new() };
    let mut told = vec![
        (say!("cli-item-tool"), format!("{} / {}", tool.server, tool.tool)),
        (say!("cli-item-says"), tool.about.clone()),
        (say!("cli-item-arguments"), tool.arguments.to_string()),
    ];
    if let Some(done) = &tool.outcome {
        told.push((say!("cli-item-output"), done.preview.clone()));
    }
    told
}

fn target(item: &ItemView) -> String {
    match item.preview.as_slice() {
        [only] => name(only),
        _ if !item.label.is_empty() => clean(&item.label),
        _ => clean(&item.target),
    }
}

/// A todo as the person knows it: by the title that it has now.
pub(crate) fn name(todo: &TodoPreview) -> String {
    let was = todo.fields.iter().find(|f| f.field == "title" && todo.before_exists && todo.after_exists);
    let title = super::in_quotes(was.and_then(|f| f.before.as_str()).unwrap_or(&todo.title));
    match todo.id.filter(|_| todo.before_exists || todo.after_exists) {
        Some(id) if id.0 > 0 => format!("todo #{id} {title}"),
        _ => format!("todo {title}"),
    }
}

/// A new or deleted todo's empty fields say nothing, and its title is said already.
pub(crate) fn wanted(todo: &TodoPreview, field: &FieldChange) -> bool {
    let empty = |value: &Value| match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(list) => list.is_empty(),
        Value::Object(map) => map.is_empty() || map.get("type") == Some(&Value::from("none")),
        Value::Bool(_) | Value::Number(_) => false,
    };
    match (todo.before_exists, todo.after_exists) {
        (true, true) => true,
        (false, true) => {
            let ordinary = field.field == "title"
                || (field.field == "priority" && field.after == "medium")
                || (field.field == "status" && field.after == "open");
            !ordinary && !empty(&field.after)
        }
        (_, false) => false,
    }
}

/// Digits of a content's hash that tell it from another.
const HASH: usize = 12;

/// Whether this is a content's hash, and not why there is none.
pub(crate) fn is_hash(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|b| b.is_ascii_hexdigit())
}

/// Why a file cannot be looked at, if it cannot. What an empty folder became is no reason of that kind.
pub(crate) fn unseen(drift: &Drift) -> Option<String> {
    let of_file = !matches!(&drift.base, Value::String(base) if !is_hash(base));
    match &drift.now {
        Value::String(why) if drift.id.0 == 0 && of_file && !is_hash(why) => {
            Some(say!("cli-drift-unseen", title = inside(&drift.title), cause = clean(why)))
        }
        _ => None,
    }
}

/// The values of a drift: what it was, is now, and would be; of each so much that they are told apart. Of a file's
/// content it is the beginning of its hash.
pub(crate) fn drift_values(drift: &Drift, most: usize) -> [String; 3] {
    let value = |of: &Value| match of {
        Value::String(hash) if drift.id.0 == 0 && is_hash(hash) => hash.chars().take(HASH).collect(),
        of => super::value(&drift.field, of, usize::MAX),
    };
    super::differs::windows([&drift.base, &drift.now, &drift.proposed].map(value), most)
}

/// That a todo was deleted, or is there, where the contrary was counted on.
pub(crate) fn came_or_went(drift: &Drift) -> Option<String> {
    let title = || inside(&drift.title);
    match drift.field == "exists" {
        true if drift.now == false => Some(say!("cli-drift-gone", title = title())),
        true => Some(say!("cli-drift-there", title = title())),
        false => None,
    }
}

fn drifted(drift: &Drift) -> String {
    if let Some(text) = unseen(drift).or_else(|| came_or_went(drift)) {
        return format!("! {text}");
    }
    let [base, now, proposed] = drift_values(drift, SHORT);
    say!(
        "cli-drift",
        title = inside(&drift.title),
        field = super::field(&drift.field),
        base = base,
        now = now,
        proposed = proposed,
    )
}

fn flags(screen: &Screen, item: &ItemView) -> Vec<String> {
    let mut flags = Vec::new();
    match item.risk {
        Risk::None => {}
        Risk::Some => {
            flags.push(screen.ink(Ink::Change, if screen.is_plain() { say!("cli-risk-some") } else { "▲".to_owned() }))
        }
        Risk::High => {
            flags.push(screen.ink(Ink::Danger, if screen.is_plain() { say!("cli-risk-high") } else { "▲▲".to_owned() }))
        }
    }
    if item.lasts() {
        flags.push(screen.ink(Ink::Danger, say!("cli-irreversible")));
    } else if item.only_looks() {
        flags.push(screen.ink(Ink::Faint, leaves_nothing(item)));
    }
    if !item.needs.is_empty() {
        let needs = item.needs.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
        flags.push(screen.ink(Ink::Faint, say!("cli-needs", items = needs)));
    }
    let excluded = item.targets.iter().filter(|t| t.excluded).count();
    if excluded > 0 {
        flags.push(screen.ink(Ink::Faint, say!("cli-excluded", count = excluded)));
    }
    // Pending is what everything is at first; said only where there are no marks.
    if item.status != ItemStatus::Pending || screen.is_plain() {
        let status = status_of(item);
        flags.push(match item.status {
            ItemStatus::Confirmed => screen.ink(Ink::Signed, status),
            ItemStatus::Invalid | ItemStatus::Failed | ItemStatus::Unknown => screen.ink(Ink::Danger, status),
            ItemStatus::Drifted => screen.ink(Ink::Change, status),
            _ => screen.ink(Ink::Faint, status),
        });
    }
    flags
}

fn glyph(screen: &Screen, item: &ItemView) -> String {
    if item.verb == "add" && is_picture(item) {
        return screen.ink(Ink::Add, "▧");
    }
    match item.verb.as_str() {
        "add" => screen.ink(Ink::Add, "+"),
        "delete" => screen.ink(Ink::Danger, "-"),
        "run" => screen.ink(Ink::Change, "▶"),
        _ => screen.ink(Ink::Change, "~"),
    }
}

/// A new file by the name of a picture.
fn is_picture(item: &ItemView) -> bool {
    let path = item.op["path"].as_str().filter(|_| item.op["op"] == "write_file").unwrap_or_default();
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    ["png", "jpg", "jpeg", "webp", "gif"].iter().any(|known| ending.eq_ignore_ascii_case(known))
}

fn verb_word(item: &ItemView) -> String {
    match item.verb.as_str() {
        "add" => say!("cli-verb-add"),
        "delete" => say!("cli-verb-delete"),
        "run" => say!("cli-verb-run"),
        _ => say!("cli-verb-change"),
    }
}

fn mark(screen: &Screen, status: ItemStatus) -> String {
    match status {
        ItemStatus::Invalid => screen.ink(Ink::Danger, "⊘"),
        ItemStatus::Pending => "○".to_owned(),
        ItemStatus::Confirmed => screen.ink(Ink::Signed, "✓"),
        ItemStatus::Rejected => "✗".to_owned(),
        ItemStatus::Deferred => "⏸".to_owned(),
        ItemStatus::Retracted => "⊖".to_owned(),
        ItemStatus::Drifted => screen.ink(Ink::Change, "!"),
        ItemStatus::Blocked => "⧗".to_owned(),
        ItemStatus::Applying => "◐".to_owned(),
        ItemStatus::Applied => screen.ink(Ink::Signed, "●"),
        ItemStatus::Failed => screen.ink(Ink::Danger, "✕"),
        ItemStatus::Unknown => screen.ink(Ink::Danger, "?"),
        ItemStatus::Undone => "↩".to_owned(),
        ItemStatus::Expired => "⌛".to_owned(),
    }
}

/// An item's status, with the item that it was rejected with.
fn status_of(item: &ItemView) -> String {
    match item.rejected_with {
        Some(other) => say!("cli-status-rejected-with", item = other),
        None => by_words(item.status, item.reason.as_deref()).unwrap_or_else(|| status_word(item.status)),
    }
}

/// What became of a proposal that the person spoke of again.
fn by_words(status: ItemStatus, reason: Option<&str>) -> Option<String> {
    if status == ItemStatus::Retracted { super::spoken_of(reason) } else { None }
}

/// The status as a person reads it.
pub(crate) fn status_word(status: ItemStatus) -> String {
    match status {
        ItemStatus::Invalid => say!("cli-status-invalid"),
        ItemStatus::Pending => say!("cli-status-pending"),
        ItemStatus::Confirmed => say!("cli-status-confirmed"),
        ItemStatus::Rejected => say!("cli-status-rejected"),
        ItemStatus::Deferred => say!("cli-status-deferred"),
        ItemStatus::Retracted => say!("cli-status-retracted"),
        ItemStatus::Drifted => say!("cli-status-drifted"),
        ItemStatus::Blocked => say!("cli-status-blocked"),
        ItemStatus::Applying => say!("cli-status-applying"),
        ItemStatus::Applied => say!("cli-status-applied"),
        ItemStatus::Failed => say!("cli-status-failed"),
        ItemStatus::Unknown => say!("cli-status-unknown"),
        ItemStatus::Undone => say!("cli-status-undone"),
        ItemStatus::Expired => say!("cli-status-expired"),
    }
}
