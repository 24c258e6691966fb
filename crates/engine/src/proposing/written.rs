//! The content that a proposed write or edit makes of a file: located at one place, or refused by name.

use super::fields::Fields;
use countersign_core::exact;
use countersign_core::file::{FileKey, FilePath};
use countersign_core::label::quoted;
use countersign_core::problem::Problem;
use countersign_edits::{Format, Reason, Refusal};
use countersign_llm::Models;
use countersign_redact::{closed, opened};
use serde_json::Value;

/// What helps where a model says again what it was told before a restart.
const FORGOTTEN: &str = "It is from before the last start, and what it stands for was kept in memory alone. Name the file and send the request again: the model then reads it anew.";

/// A new content, and how loosely an edit was located, or what of it is not as it was sent.
pub(crate) struct Written {
    pub(crate) bytes: Vec<u8>,
    pub(crate) fuzz: Option<Problem>,
}

/// What of a file who changes it was shown. An edit is located in that: located in the whole, a part of a secret
/// would be told by being found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sight {
    /// All of it.
    Whole,
    /// What a model is shown: a placeholder of its own for each secret where a model is elsewhere.
    Veiled,
    /// No secrets, and the same sign for each of them.
    Open,
}

/// The content that `content` or `edit` makes. What `models` kept from a model elsewhere comes back where it was
/// kept from this very file. `is_this`: whether a name that an edit gives its file is that of this one.
pub(crate) fn written(
    models: &Models,
    is_this: &dyn Fn(&str) -> bool,
    name: &str,
    at: &FileKey,
    old: Option<&[u8]>,
    fields: &mut Fields<'_>,
    view: Sight,
) -> std::result::Result<Written, Vec<Problem>> {
    let finish = fields.text("finish");
    let format = match fields.take("format") {
        None => Format::Auto,
        Some(value) => exact::from_value::<Format>(value.clone()).map_err(|_| {
            vec![
                Problem::new("invalid_content", "format is auto, search_replace, unified, apply_patch, lines or whole")
                    .at("/format"),
            ]
        })?,
    };
    let (edit, format) = match (name, fields.take("content"), fields.take("edit")) {
        ("write_file", Some(Value::String(text)), None) => (text.clone(), Format::Whole),
        ("edit_file", None, Some(Value::String(text))) => (text.clone(), format),
        ("edit_file", None, Some(value @ (Value::Object(_) | Value::Array(_)))) => (value.to_string(), format),
        ("write_file", ..) => {
            return Err(vec![Problem::new("invalid_content", "content is missing or is no text").at("/content")]);
        }
        _ => {
            return Err(vec![
                Problem::new("invalid_content", "edit is missing or is no text")
                    .at("/edit")
                    .hinting("Send the edit as a text."),
            ]);
        }
    };
    let was = String::from_utf8_lossy(old.unwrap_or_default());
    let veiled = (view == Sight::Veiled && format != Format::Whole && old == Some(was.as_bytes()))
        .then(|| models.veiled_whole(was.clone().into_owned()))
        .filter(|veiled| *veiled != was);
    let edit = if veiled.is_some() { edit } else { models.put_back(&edit, &was) };
    no_placeholder(models, &at.path, veiled.as_deref().unwrap_or(&was), &edit)?;
    // A new file has nothing that an edit could be located in, and of an empty content nothing can be missing.
    let alone = old.is_none() || (name == "write_file" && edit.is_empty());
    if format == Format::Whole && alone && finish.is_none_or(countersign_edits::finish_is_whole) {
        return Ok(Written { bytes: edit.into_bytes(), fuzz: None });
    }
    let proposal =
        countersign_edits::Proposal { edit: &edit, format, finish, base: None, path: Some(at.path.as_str()) };
    let (open, taken) =
        if view == Sight::Open && old == Some(was.as_bytes()) { opened(&was) } else { Default::default() };
    let sought = match &veiled {
        Some(veiled) => veiled.as_bytes(),
        None if taken.is_empty() => old.unwrap_or_default(),
        None => open.as_bytes(),
    };
    let applied = countersign_edits::propose(sought, &proposal);
    // What is wrong with the edit itself is said first.
    let itself = |e: &Refusal| matches!(e.reason, Reason::Malformed | Reason::Truncated);
    if old.is_some_and(|old| old.contains(&0)) && !applied.as_ref().is_err_and(itself) {
        let message = format!("{} is no text, so nobody could be shown what changes in it", at.path);
        return Err(vec![
            Problem::new("not_text", message)
                .hinting("Give the whole content, or change it with a program. Nothing has been changed.")
                .at("/path"),
        ]);
    }
    let applied = applied.map_err(|e| match old {
        None if matches!(e.reason, Reason::NotFound | Reason::Ambiguous) => {
            vec![Problem::new("file_not_found", format!("there is no file {} to edit", at.path)).at("/path")]
        }
        _ => vec![refusal(&e)],
    })?;
    if let Some(named) = applied.named.as_deref().filter(|named| !is_this(named)) {
        let message = format!("the edit is of {}, and this is {}", quoted(named), at.path);
        return Err(vec![
            Problem::new("other_file", message)
                .hinting("Send it as a change of the file that it names, or leave the name out.")
                .at("/edit"),
        ]);
    }
    let loose = applied.places.iter().filter(|p| p.kind != countersign_edits::Match::Exact).count();
    let fuzz = (loose > 0).then(|| {
        let message = match applied.places.len() {
            1 => "The place matched only but for line ends or indentation.".to_owned(),
            n => format!("{loose} of {n} places matched only but for line ends or indentation."),
        };
        Problem::new("fuzzy_match", message).hinting("Look at the preview before you sign it.")
    });
    // How a file ends is kept: what is written is another text than the one that was sent.
    let fuzz = fuzz.or_else(|| {
        let cut = format == Format::Whole && edit.ends_with('\n') && applied.text.last().is_some_and(|b| *b != b'\n');
        cut.then(|| {
            Problem::new(
                "end_kept",
                format!("{} has no line end after its last line, and is written without one.", at.path),
            )
            .hinting("Look at the preview before you sign it.")
        })
    });
    if applied.deleted || applied.move_to.is_some() {
        return Err(vec![
            Problem::new("edit_refused", "the edit deletes or renames the file")
                .hinting("Delete or rename the file in an operation of its own."),
        ]);
    }
    if veiled.is_some() {
        let text = models.put_back(&String::from_utf8_lossy(&applied.text), &was);
        no_placeholder(models, &at.path, &was, &text)?;
        return Ok(Written { bytes: text.into_bytes(), fuzz });
    }
    if taken.is_empty() {
        return Ok(Written { bytes: applied.text, fuzz });
    }
    match closed(&String::from_utf8_lossy(&applied.text), &taken) {
        Some(text) => Ok(Written { bytes: text.into_bytes(), fuzz }),
        None => Err(vec![loses(&at.path)]),
    }
}

/// Why an edit is not used that leaves a secret out, or brings one elsewhere, that it does not see.
fn loses(path: &FilePath) -> Problem {
    Problem::new("placeholder", format!("a secret in {path} would be lost or moved, which is shown as “[secret]”"))
        .at("/content")
}

/// Why a content with a placeholder in it is not used.
fn held(path: &FilePath, found: &str) -> Problem {
    Problem::new("placeholder", format!("{path} would hold {}, which stands for a secret", quoted(found)))
        .at("/content")
}

/// Refuses a text with a placeholder in it that the file does not have of itself: what a model elsewhere was shown
/// in a secret's place, and was not kept from this file, would take the place of what is there.
fn no_placeholder(models: &Models, path: &FilePath, was: &str, edit: &str) -> std::result::Result<(), Vec<Problem>> {
    match countersign_redact::placeholders_in(edit).find(|found| !was.contains(found)) {
        None => Ok(()),
        Some(found) => {
            let problem = held(path, found);
            Err(vec![if models.is_forgotten(found) { problem.hinting(FORGOTTEN) } else { problem }])
        }
    }
}

/// Why an edit was not used, with the closest lines for who mends it.
fn refusal(e: &Refusal) -> Problem {
    let code = if e.reason == Reason::Truncated { "truncated" } else { "edit_refused" };
    let near: Vec<String> = e
        .near
        .iter()
        .take(3)
        .map(|n| format!("line {}: {}", n.line, quoted(n.text.lines().next().unwrap_or_default())))
        .collect();
    let problem = Problem::new(code, e.message.clone()).at("/edit");
    if e.reason == Reason::Already {
        return problem.hinting("Reject the item: nothing is left to do.");
    }
    if !near.is_empty() {
        return problem.hinting(format!("The closest lines: {}.", near.join("; ")));
    }
    if e.places.len() < 2 {
        return problem;
    }
    let lines: Vec<String> = e.places.iter().map(|p| p.line.to_string()).collect();
    problem
        .hinting(format!("They are at lines {}. Name a line above or below the one that is meant.", lines.join(", ")))
}
