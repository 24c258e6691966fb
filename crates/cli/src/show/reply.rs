//! A structured reply: what was loaded, the summary's sections, the agent's steps, what is blocked,
//! the diff of what it proposes, and what could be said next.

use super::stopped;
use crate::failure::Result;
use crate::screen::{Ink, Screen, clean};
use crate::texts::say;
use countersign_core::wire::{ItemView, RunView, WorkContext, WorkReply};
use serde_json::Value;

/// Rows of a diff that are shown here; the page and the editor show all.
const ROWS: usize = 60;

/// What of the project the message was about.
pub(crate) fn context(screen: &mut Screen, context: &WorkContext) -> Result<()> {
    if !context.files.is_empty() {
        let cut = |cut: bool| if cut { format!(" ({})", say!("cli-work-cut")) } else { String::new() };
        let names: Vec<String> = context.files.iter().map(|f| format!("{}{}", clean(&f.path), cut(f.cut))).collect();
        let line = say!("cli-work-loaded", count = context.files.len(), names = names.join(", "));
        screen.line(screen.ink(Ink::Faint, line))?;
    }
    if !context.images.is_empty() {
        let names: Vec<String> = context.images.iter().map(|image| clean(&image.name)).collect();
        let described = context.images.iter().any(|image| image.described);
        let (count, names) = (context.images.len(), names.join(", "));
        let line = match described {
            true => say!("cli-images-described", count = count, names = names),
            false => say!("cli-images-seen", count = count, names = names),
        };
        screen.line(screen.ink(Ink::Faint, line))?;
    }
    for left in &context.left_out {
        let line = say!("cli-work-left-out", reason = stopped(&clean(&left.message)));
        screen.line(screen.ink(Ink::Change, line))?;
    }
    if !context.urls.is_empty() {
        let urls: Vec<String> = context.urls.iter().map(|u| clean(u)).collect();
        screen.line(screen.ink(Ink::Faint, say!("cli-work-urls", urls = urls.join(", "))))?;
    }
    Ok(())
}

/// Everything of a reply that comes before its change set; the summary was said already.
pub(crate) fn reply(screen: &mut Screen, reply: &WorkReply) -> Result<()> {
    let sign = super::sign(screen);
    for section in &reply.sections {
        if !section.heading.is_empty() {
            screen.line(format!("{sign} {}", screen.ink(Ink::Strong, clean(&section.heading))))?;
        }
        for line in section.body.lines() {
            let line = format!("{sign}   {}", clean(line));
            screen.line(line.trim_end())?;
        }
    }
    for (step, n) in reply.steps.iter().zip(1..) {
        let mark = match (step.completed, screen.is_plain()) {
            (true, true) => say!("cli-work-step-done"),
            (false, true) => say!("cli-work-step-open"),
            (true, false) => "[x]".to_owned(),
            (false, false) => "[ ]".to_owned(),
        };
        screen.line(format!("{sign} {n}. {mark} {}", clean(&step.text)))?;
    }
    if let Some(message) = &reply.recovered {
        screen.line(screen.ink(Ink::Change, clean(message)))?;
    }
    if let Some(blocked) = &reply.blocked {
        screen.line(screen.ink(Ink::Danger, clean(&blocked.message)))?;
        for part in &blocked.parts {
            screen.line(screen.ink(Ink::Faint, format!("  ⊘ {}", clean(&part.target))))?;
        }
    }
    Ok(())
}

/// What could be said next.
pub(crate) fn next(screen: &mut Screen, view: &RunView) -> Result<()> {
    let Some(reply) = view.reply.as_ref().filter(|r| !r.next_steps.is_empty()) else { return Ok(()) };
    screen.line(say!("cli-work-next"))?;
    for step in reply.next_steps.iter().take(3) {
        let label = if step.label == step.input_text { String::new() } else { format!("{}: ", clean(&step.label)) };
        screen.line(format!("  {label}countersign ask -c {}", shell_word(&clean(&step.input_text))))?;
    }
    Ok(())
}

/// A text as one word of a shell that reads nothing in it: somebody may paste the line, and a model wrote it.
pub(crate) fn shell_word(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// The diff of a file item, as `GET /api/change-sets/{id}/items/{n}/diff` gives it.
pub(crate) fn diff(screen: &mut Screen, item: &ItemView, diff: &Value) -> Result<()> {
    let hunks = diff["diff"]["hunks"].as_array().map(Vec::as_slice).unwrap_or_default();
    let mut shown = 0;
    for hunk in hunks {
        let at = |name: &str| hunk[name].as_u64().unwrap_or(0);
        if shown == 0 {
            screen.line(screen.ink(Ink::Strong, format!("    {}", clean(&item.target))))?;
        }
        let head =
            format!("    @@ -{},{} +{},{} @@", at("old_start"), at("old_lines"), at("new_start"), at("new_lines"));
        screen.line(screen.ink(Ink::Faint, head))?;
        for row in hunk["rows"].as_array().map(Vec::as_slice).unwrap_or_default() {
            if shown >= ROWS {
                return screen.line(screen.ink(Ink::Faint, say!("cli-work-diff-more", item = item.id.as_str())));
            }
            shown += 1;
            let spans = row["spans"].as_array().map(Vec::as_slice).unwrap_or_default();
            let text: String = spans.iter().filter_map(|s| s["text"].as_str()).map(clean).collect();
            let (sign, ink) = match row["kind"].as_str() {
                Some("added") => ('+', Ink::Add),
                Some("removed") => ('-', Ink::Danger),
                _ => (' ', Ink::Faint),
            };
            screen.verbatim(screen.ink(ink, format!("    {sign}{text}")))?;
        }
    }
    Ok(())
}
