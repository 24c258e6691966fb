//! One item in detail: what it does, why it is there, what was checked, what exactly is signed.

use super::sheet::between;
use super::{Lines, Look, put};
use crate::desk::sheet::{Side, Tab};
use crate::desk::state::State;
use crate::screen::text::{Pieces, bare, inked};
use crate::screen::{Ink, Screen, clean, pieces};
use crate::show;
use crate::texts::say;
use countersign_core::change_set::{Actor, ItemStatus, Source};
use countersign_core::label::one_line;
use countersign_core::wire::{ItemView, SetView};
use ratatui::Frame;
use ratatui::layout::Rect;
use serde_json::Value;

/// Lines of a command's output that are shown.
const OUTPUT: usize = 200;

pub(super) fn draw(frame: &mut Frame<'_>, area: Rect, state: &State, set: &SetView, tab: Tab, look: Look) {
    let Some(item) = state.sheet.item() else { return };
    let mut lines = Lines::default();
    lines.push(between(area.width));
    lines.wrapped(&tabs(tab, state.sheet.side), area.width, 1);
    let head = lines.len();
    let body = match tab {
        Tab::Preview => preview(state, set, item),
        Tab::Why => why(state, set, item),
        Tab::Checks => checks(item),
        Tab::Raw => raw(item),
    };
    for line in body {
        let mut set_in = bare(" ");
        set_in.extend(line);
        lines.wrapped(&set_in, area.width, 3);
    }
    let most = lines.len().saturating_sub(usize::from(area.height));
    let top = state.sheet.scroll.min(most);
    // The names of the tabs stay where they are.
    let rest = Rect { y: area.y + 2.min(area.height), height: area.height.saturating_sub(2), ..area };
    put(frame, area, &Lines { all: lines.all.get(..head).unwrap_or_default().to_vec(), chosen: None }, 0, look);
    put(frame, rest, &lines, head + top, look);
}

/// ` [Preview] Why Checks Raw`.
fn tabs(tab: Tab, side: Side) -> Pieces {
    let mut line = Pieces::new();
    for one in Tab::ALL {
        let name = match one {
            Tab::Preview => say!("cli-desk-tab-preview"),
            Tab::Why => say!("cli-desk-tab-why"),
            Tab::Checks => say!("cli-desk-tab-checks"),
            Tab::Raw => say!("cli-desk-tab-raw"),
        };
        match one == tab {
            true => line.extend(inked(Ink::Strong, format!(" [{name}]"))),
            false => line.extend(inked(Ink::Faint, format!(" {name}"))),
        }
    }
    let side = match (tab, side) {
        (Tab::Preview, Side::Before) => say!("cli-desk-side-before"),
        (Tab::Preview, Side::After) => say!("cli-desk-side-after"),
        _ => return line,
    };
    line.extend(inked(Ink::Change, format!("  {side}")));
    line
}

/// What the item does: fields before and after, the diff, the command and what it wrote.
fn preview(state: &State, set: &SetView, item: &ItemView) -> Vec<Pieces> {
    let screen = Screen::kept();
    let mut all = vec![inked(Ink::Strong, clean(&item.label))];
    all.extend(show::remarks(&screen, item).iter().map(|line| pieces(line)));
    if item.file.is_some() {
        all.extend(diff(state, set, item));
    }
    if let Some(command) = &item.command {
        all.push(bare(format!("$ {}", clean(&one_line(&command.command)))));
        // What it wrote stands below, line by line.
        let output = say!("cli-item-output");
        all.extend(named(&show::command(item).into_iter().filter(|(name, _)| *name != output).collect::<Vec<_>>()));
        all.extend(written(state, set, item));
    }
    all.extend(named(&show::call(item)));
    if item.targets.is_empty() {
        for todo in &item.preview {
            let changes = todo.fields.iter().filter(|field| show::wanted(todo, field));
            let one = |field| match state.sheet.side {
                Side::Both => show::change(&screen, todo, field, usize::MAX),
                Side::Before => side(field, &field.before),
                Side::After => side(field, &field.after),
            };
            all.extend(changes.map(|field| bare(one(field))));
            if !todo.after_exists {
                all.push(inked(Ink::Danger, say!("cli-desk-deleted")));
            }
        }
    } else {
        all.extend(targets(item));
    }
    all
}

fn side(field: &countersign_core::wire::FieldChange, value: &Value) -> String {
    format!("{}  {}", show::field(&field.field), show::value(&field.field, value, usize::MAX))
}

/// The targets of a bulk item, numbered as they are left out.
fn targets(item: &ItemView) -> Vec<Pieces> {
    let screen = Screen::kept();
    let mut all = Vec::new();
    for (n, target) in (1..).zip(&item.targets) {
        let (mark, ink) = if target.excluded { ("[ ]", Some(Ink::Faint)) } else { ("[x]", None) };
        let todo = item.preview.iter().find(|todo| todo.id == Some(target.id));
        let fields = todo.map(|todo| {
            let changes = todo.fields.iter().filter(|field| show::wanted(todo, field));
            changes.map(|field| show::change(&screen, todo, field, 40)).collect::<Vec<_>>().join(", ")
        });
        let text = format!("{n}. {mark} #{} {}   {}", target.id, clean(&target.title), fields.unwrap_or_default());
        all.push(vec![(ink, text.trim_end().to_owned())]);
    }
    all
}

/// The rows of a file's diff, or of one side of it.
fn diff(state: &State, set: &SetView, item: &ItemView) -> Vec<Pieces> {
    let Some((_, diff)) = state.sheet.diffs.get(&(set.id.0, item.n)) else { return Vec::new() };
    let mut all = Vec::new();
    if let Some(why) = item.file.as_ref().and_then(|file| file.sensitive.as_deref()) {
        all.push(inked(Ink::Change, format!("▲ {}", clean(why))));
    }
    for hunk in diff["hunks"].as_array().into_iter().flatten() {
        let at = |name: &str| hunk[name].as_u64().unwrap_or(0);
        let head = format!("@@ -{},{} +{},{} @@", at("old_start"), at("old_lines"), at("new_start"), at("new_lines"));
        all.push(inked(Ink::Faint, head));
        for row in hunk["rows"].as_array().into_iter().flatten() {
            let (sign, ink, of) = match row["kind"].as_str() {
                Some("added") => ('+', Some(Ink::Add), Some(Side::After)),
                Some("removed") => ('-', Some(Ink::Danger), Some(Side::Before)),
                _ => (' ', None, None),
            };
            if state.sheet.side != Side::Both && of.is_some_and(|of| of != state.sheet.side) {
                continue;
            }
            let spans = row["spans"].as_array().into_iter().flatten();
            let text: String = spans.filter_map(|span| span["text"].as_str()).map(clean).collect();
            all.push(vec![(ink, format!("{sign}{text}"))]);
        }
    }
    all
}

/// What a command writes or wrote, its escapes made visible.
fn written(state: &State, set: &SetView, item: &ItemView) -> Vec<Pieces> {
    let outcome = item.command.as_ref().and_then(|command| command.outcome.as_ref());
    let live = state.sheet.output.get(&(set.id.0, item.n));
    let Some(text) = live.or(outcome.map(|outcome| &outcome.preview)) else { return Vec::new() };
    let lines: Vec<&str> = text.trim_end().split('\n').filter(|_| !text.trim().is_empty()).collect();
    let from = lines.len().saturating_sub(OUTPUT);
    let line = |line: &&str| line.trim_end_matches('\r').split('\t').map(clean).collect::<Vec<_>>().join("    ");
    lines.iter().skip(from).map(|text| bare(format!("│ {}", line(text)))).collect()
}

/// Who asked for it, who proposed it, who decided.
fn why(state: &State, set: &SetView, item: &ItemView) -> Vec<Pieces> {
    let time = |at: jiff::Timestamp| at.to_zoned(state.standing.zone.clone()).strftime("%Y-%m-%d %H:%M").to_string();
    let by = match &item.decided_by {
        Some(Actor::User { via }) => say!("cli-actor-user", via = clean(via)),
        Some(Actor::Agent { name }) => clean(name),
        Some(Actor::Rule { rule, name }) => say!("cli-actor-rule", rule = rule.to_string(), name = clean(name)),
        Some(Actor::System) => say!("cli-actor-system"),
        None => String::new(),
    };
    let decided = item.decided_at.map(|at| format!("{}  {by}", time(at))).unwrap_or_default();
    named(&[
        (say!("cli-desk-why-asked"), set.title.clone()),
        show::why(item),
        (say!("cli-desk-why-by"), proposed_by(set)),
        (say!("cli-desk-why-when"), time(set.created_at)),
        (say!("cli-desk-why-decided"), decided),
        (say!("cli-item-reason"), item.reason.as_deref().map(show::reason).unwrap_or_default()),
        (say!("cli-desk-why-expires"), time(set.expires_at)),
    ])
}

/// Where a set came from, and the model or agent that made it of that.
fn proposed_by(set: &SetView) -> String {
    let from = match set.run {
        None if set.source == Source::Request => say!("cli-desk-source-sent"),
        _ => source(&set.source),
    };
    match set.agent.as_deref().filter(|agent| !matches!(*agent, "planner" | "rules")) {
        Some(agent) if !matches!(set.source, Source::Wake { .. }) => format!("{from} · {}", clean(agent)),
        _ => from,
    }
}

fn source(source: &Source) -> String {
    match source {
        Source::Request => say!("cli-desk-source-request"),
        Source::Direct => say!("cli-desk-source-direct"),
        Source::Compat => say!("cli-desk-source-compat"),
        Source::Import { format } => say!("cli-desk-source-import", what = clean(format)),
        Source::Undo { entries } => {
            let all: Vec<String> = entries.iter().map(|entry| format!("@{entry}")).collect();
            say!("cli-desk-source-undo", what = all.join(", "))
        }
        Source::Rewind { to } => say!("cli-desk-source-rewind", what = format!("@{to}")),
        Source::Wake { agent, .. } | Source::Agent { agent } => show::agent_name(agent),
    }
}

/// What was checked, and what it found.
fn checks(item: &ItemView) -> Vec<Pieces> {
    let screen = Screen::kept();
    let mut all: Vec<Pieces> = Vec::new();
    if item.problems.is_empty() {
        all.push(bare(format!("✓ {}", say!("cli-desk-check-valid"))));
    }
    if item.drift.is_empty() && item.status != ItemStatus::Drifted {
        all.push(bare(format!("✓ {}", say!("cli-desk-check-current"))));
    }
    if item.lasts() {
        all.push(inked(Ink::Danger, say!("cli-irreversible")));
    }
    all.extend(show::remarks(&screen, item).iter().map(|line| pieces(line)));
    all
}

/// Exactly what is signed.
fn raw(item: &ItemView) -> Vec<Pieces> {
    let mut all = named(&[(say!("cli-item-digest"), item.digest.clone())]);
    let json = serde_json::to_string_pretty(&item.op).unwrap_or_default();
    all.extend(json.lines().map(|line| bare(clean(line))));
    all
}

/// Names with their values, without those that have none.
fn named(pairs: &[(String, String)]) -> Vec<Pieces> {
    let line = |(name, value): &(String, String)| {
        let mut line = inked(Ink::Faint, format!("{name}  "));
        line.extend(bare(clean(value)));
        line
    };
    pairs.iter().filter(|(_, value)| !value.is_empty()).map(line).collect()
}
