//! `countersign explain patch`: where an edit belongs in a text and what it makes of it
//! (COMMANDS-AND-FILES.md "Files"). Never writes anything.

use super::{BadLine, Line, each_line};
use crate::args;
use crate::failure::{Exit, Failure, Result};
use crate::screen::{Ink, Screen, clean};
use crate::texts::{again, say};
use crate::verbs::read_input;
use countersign_edits::{
    Applied, DiffRow, Format, Near, Place, Proposal, Reason, Refusal, RowKind, TextDiff, diff, propose,
};
use serde::Serialize;
use std::io::{self, ErrorKind};
use std::path::Path;

#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "snake_case")]
enum Verdict {
    Applies,
    NoChange,
    Refused,
}

/// One line of the batch protocol, without its id.
#[derive(Serialize)]
struct Answer {
    verdict: Verdict,
    places: Vec<Place>,
    result: Option<String>,
    reason: Option<Reason>,
}

/// What a person or a script is told of one file.
#[derive(Serialize)]
struct Explained {
    #[serde(flatten)]
    answer: Answer,
    message: Option<String>,
    near: Vec<Near>,
    diff: Option<TextDiff>,
}

/// Runs the verb.
pub(crate) fn run(args: &args::ExplainPatch, screen: &mut Screen) -> Result<Exit> {
    if args.batch {
        return each_line(io::stdin().lock(), io::stdout().lock(), line);
    }
    let Some(file) = &args.file else {
        return Err(Failure::new("usage", say!("cli-patch-usage"), String::new()));
    };
    let old = read(file)?;
    let edit = String::from_utf8(read_input()?).map_err(|e| unreadable("-", &e.to_string()))?;
    let path = file.to_string_lossy();
    let proposal =
        Proposal { edit: &edit, format: args.format, finish: None, base: args.base.as_deref(), path: Some(&path) };
    let proposed = propose(&old, &proposal);
    let refused = proposed.is_err();
    let compared = proposed.as_ref().ok().map(|applied| compare(&old, applied));
    match screen.is_json() {
        true => screen.json(&explained(proposed, compared))?,
        false => match (&proposed, &compared) {
            (Ok(applied), Some(compared)) => show(applied, compared, screen)?,
            (Err(refusal), _) => show_refusal(refusal, screen)?,
            (Ok(_), None) => {}
        },
    }
    Ok(if refused { Exit::Failed } else { Exit::Clear })
}

fn line(line: &Line) -> Result<Answer, BadLine> {
    let old: String = line.required("old", "invalid_old")?;
    let edit: String = line.required("edit", "invalid_edit")?;
    let format: Option<Format> = line.optional("format", "invalid_format")?;
    let finish: Option<String> = line.optional("finish", "invalid_finish")?;
    let base: Option<String> = line.optional("base", "invalid_base")?;
    let path: Option<String> = line.optional("path", "invalid_path")?;
    let proposal = Proposal {
        edit: &edit,
        format: format.unwrap_or_default(),
        finish: finish.as_deref(),
        base: base.as_deref(),
        path: path.as_deref(),
    };
    Ok(answer(propose(old.as_bytes(), &proposal)).0)
}

fn answer(proposed: Result<Applied, Refusal>) -> (Answer, Option<Refusal>) {
    match proposed {
        Ok(applied) => {
            let verdict = if applied.changed { Verdict::Applies } else { Verdict::NoChange };
            let result = Some(String::from_utf8_lossy(&applied.text).into_owned());
            (Answer { verdict, places: applied.places, result, reason: None }, None)
        }
        Err(refusal) => {
            let places = refusal.places.clone();
            (Answer { verdict: Verdict::Refused, places, result: None, reason: Some(refusal.reason) }, Some(refusal))
        }
    }
}

fn explained(proposed: Result<Applied, Refusal>, diff: Option<TextDiff>) -> Explained {
    let (answer, refusal) = answer(proposed);
    let (message, near) = refusal.map_or((None, Vec::new()), |refusal| (Some(refusal.message), refusal.near));
    Explained { answer, message, near, diff }
}

/// The file's bytes; a file that is not there yet is empty.
fn read(file: &Path) -> Result<Vec<u8>> {
    match std::fs::read(file) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
        read => read.map_err(|error| unreadable(&file.display().to_string(), &error.to_string())),
    }
}

fn unreadable(file: &str, cause: &str) -> Failure {
    let message = say!("cli-file-unreadable", file = file, cause = cause);
    Failure::new("unreadable_file", message, say!("cli-file-unreadable-hint"))
}

fn compare(old: &[u8], applied: &Applied) -> TextDiff {
    diff(&String::from_utf8_lossy(old), &String::from_utf8_lossy(&applied.text))
}

fn show(applied: &Applied, compared: &TextDiff, screen: &mut Screen) -> Result<()> {
    match applied.changed {
        true => screen.line(say!("cli-patch-applies", added = compared.added, removed = compared.removed))?,
        false if applied.move_to.is_some() || applied.mode.is_some() => {}
        false => screen.line(say!("cli-patch-no-change"))?,
    }
    if applied.deleted {
        screen.line(say!("cli-patch-deletes"))?;
    }
    match (&applied.move_to, applied.copied) {
        (Some(path), true) => screen.line(say!("cli-patch-copies", path = clean(path)))?,
        (Some(path), false) => screen.line(say!("cli-patch-renames", path = clean(path)))?,
        (None, _) => {}
    }
    if let Some(mode) = applied.mode {
        screen.line(say!("cli-patch-mode", mode = format!("{mode:o}")))?;
    }
    show_places(&applied.places, screen)?;
    for hunk in &compared.hunks {
        let ranges = format!("@@ -{},{} +{},{} @@", hunk.old_start, hunk.old_lines, hunk.new_start, hunk.new_lines);
        screen.line(screen.ink(Ink::Faint, ranges))?;
        for row in &hunk.rows {
            show_row(row, screen)?;
        }
    }
    match compared.more {
        0 => Ok(()),
        more => screen.line(say!("cli-patch-more", count = more)),
    }
}

fn show_row(row: &DiffRow, screen: &mut Screen) -> Result<()> {
    let text: String = row.spans.iter().map(|span| span.text.replace('\t', "    ")).collect();
    let text = clean(&text);
    screen.line(match row.kind {
        RowKind::Context => format!(" {text}"),
        RowKind::Removed => screen.ink(Ink::Danger, format!("-{text}")),
        RowKind::Added => screen.ink(Ink::Add, format!("+{text}")),
    })
}

fn show_places(places: &[Place], screen: &mut Screen) -> Result<()> {
    for place in places {
        let kind = match place.kind {
            countersign_edits::Match::Exact => "exact",
            countersign_edits::Match::Eol => "eol",
            countersign_edits::Match::Indent => "indent",
        };
        screen.line(format!("  {}", say!("cli-patch-place", line = place.line, kind = kind)))?;
    }
    Ok(())
}

fn show_refusal(refusal: &Refusal, screen: &mut Screen) -> Result<()> {
    let reason = serde_json::to_value(refusal.reason).ok();
    let reason = reason.as_ref().and_then(serde_json::Value::as_str).unwrap_or_default();
    let message = clean(&again(&refusal.message));
    screen.line(screen.ink(Ink::Danger, say!("cli-patch-refused", reason = reason, message = message)))?;
    show_places(&refusal.places, screen)?;
    for near in &refusal.near {
        screen.line(say!("cli-patch-near", line = near.line))?;
        for line in near.text.lines() {
            screen.line(format!("  | {}", clean(&line.replace('\t', "    "))))?;
        }
    }
    Ok(())
}
