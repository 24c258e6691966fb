//! The limits of a todo (REQUIREMENTS F), met without losing text: what is cut is said, and a cut
//! title goes whole into the notes.

use crate::format::Format;
use crate::identity;
use crate::kept;
use countersign_core::problem::Problem;
use countersign_core::recurrence::Recurrence;
use countersign_core::todo::Todo;
use std::collections::{HashMap, HashSet};

const MAX_TITLE: usize = 500;
const MAX_NOTES: usize = 20_000;
const MAX_LABEL: usize = 60;
const MAX_LABELS: usize = 20;
const MAX_LINE: usize = 400;
const MAX_LINES: usize = 200;

/// Brings a todo within the limits and says what had to give.
///
/// # Errors
/// When there is no title: that is no todo.
pub(crate) fn fit(todo: &mut Todo, format: Format) -> Result<Vec<Problem>, Problem> {
    let mut problems = Vec::new();
    let title = one_line(&todo.title);
    if title.is_empty() {
        return Err(Problem::new("invalid_title", "a todo without a title was left out"));
    }
    todo.notes = plain(&todo.notes);
    todo.title = match cut(&title, MAX_TITLE) {
        None => title,
        Some(short) => {
            todo.notes = if todo.notes.is_empty() { title } else { format!("{title}\n\n{}", todo.notes) };
            problems.push(Problem::new(
                "title_shortened",
                "a title was longer than 500 characters; the whole of it is in the notes",
            ));
            short
        }
    };
    if let Some(short) = cut(&todo.notes, MAX_NOTES) {
        todo.notes = short;
        problems.push(Problem::new("notes_shortened", "notes were longer than 20 000 characters and were cut"));
    }
    let before = todo.labels.len();
    todo.labels = labels(&todo.labels);
    if todo.labels.len() < before {
        let lost = before - todo.labels.len();
        let message = match lost {
            1 => "1 label was empty, repeated, too long or too many".to_owned(),
            n => format!("{n} labels were empty, repeated, too long or too many"),
        };
        problems.push(Problem::new("labels_dropped", message));
    }
    fit_checklist(todo, &mut problems);
    if todo.estimate.is_some_and(|minutes| !(1..=1440).contains(&minutes)) {
        todo.estimate = None;
        problems
            .push(Problem::new("invalid_estimate", "an estimate was not between 1 and 1440 minutes; it was left out"));
    }
    if todo.recurrence.is_repeating() && todo.scheduled_for.is_none() {
        let rule = std::mem::replace(&mut todo.recurrence, Recurrence::none());
        kept::keep(todo, format, "undated", rule.describe());
        problems.push(Problem::new(
            "missing_anchor_for_recurrence",
            "a repeating todo has no date to start on; it was read as a single one",
        ));
    }
    Ok(problems)
}

fn fit_checklist(todo: &mut Todo, problems: &mut Vec<Problem>) {
    let before = todo.checklist.len();
    let mut cut_lines = 0;
    todo.checklist.retain_mut(|line| {
        line.title = one_line(&line.title);
        if let Some(short) = cut(&line.title, MAX_LINE) {
            line.title = short;
            cut_lines += 1;
        }
        !line.title.is_empty()
    });
    todo.checklist.truncate(MAX_LINES);
    let lost = before - todo.checklist.len();
    let shortened = [
        match lost {
            0 => None,
            1 => Some("1 line of the checklist was empty or too many".to_owned()),
            n => Some(format!("{n} lines of the checklist were empty or too many")),
        },
        match cut_lines {
            0 => None,
            1 => Some("1 line of the checklist was cut to 400 characters".to_owned()),
            n => Some(format!("{n} lines of the checklist were cut to 400 characters")),
        },
    ];
    problems.extend(shortened.into_iter().flatten().map(|message| Problem::new("checklist_shortened", message)));
    let mut seen: HashMap<String, u32> = HashMap::new();
    for line in &mut todo.checklist {
        let nth = seen.entry(line.title.clone()).or_insert(0);
        if line.id.is_empty() {
            // From the line's text, so that importing again after a line was added keeps the ids of the others.
            line.id = identity::uuid(Format::Json, &format!("{}\n{}", todo.uid, line.title), *nth);
        }
        *nth += 1;
    }
}

/// Labels as the product keeps them: trimmed, without `#`, no two alike, within the limits.
pub(crate) fn labels(given: &[String]) -> Vec<String> {
    let mut seen = HashSet::new();
    let fits = |l: &String| !l.is_empty() && l.chars().count() <= MAX_LABEL;
    let mut labels: Vec<String> =
        given.iter().map(|l| one_line(l).trim_start_matches('#').to_owned()).filter(fits).collect();
    labels.retain(|l| seen.insert(l.to_lowercase()));
    labels.truncate(MAX_LABELS);
    labels
}

/// Parts the words of a label: no format that is text has it as it is.
pub(crate) fn parts(c: char) -> bool {
    c.is_whitespace() || c.is_control()
}

/// A written file without characters that steer whatever shows it, wherever in it they come from.
pub(crate) fn shown(format: Format, file: String) -> String {
    let steers = |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t');
    match format {
        _ if !file.contains(steers) => file,
        // JSON itself escapes the others, and has none of these outside of its texts.
        Format::Json | Format::Taskwarrior => countersign_core::hidden::escaped(&file),
        Format::Ics | Format::TodoTxt | Format::Todoist | Format::Markdown => file.replace(steers, ""),
    }
}

/// One line without control characters, trimmed.
pub(crate) fn one_line(text: &str) -> String {
    text.replace("\r\n", " ")
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect::<String>()
        .trim()
        .to_owned()
}

/// Lines end in `\n`; no control characters besides tabs.
pub(crate) fn plain(text: &str) -> String {
    text.replace("\r\n", "\n")
        .replace('\r', "\n")
        .chars()
        .filter(|c| matches!(c, '\n' | '\t') || !c.is_control())
        .collect()
}

/// The text cut to so many characters, with an ellipsis; `None` if it fits.
fn cut(text: &str, max: usize) -> Option<String> {
    text.char_indices().nth(max)?;
    Some(text.chars().take(max - 1).chain(['…']).collect())
}

/// The first limit a todo breaks: native JSON is taken as it is or not at all.
pub(crate) fn refuses(todo: &Todo) -> Option<Problem> {
    let long = |text: &str, max: usize| text.chars().count() > max || text.contains('\0');
    if !todo.title.chars().any(|c| !c.is_whitespace() && !c.is_control()) || long(&todo.title, MAX_TITLE) {
        return Some(Problem::new("invalid_title", "a title is missing or too long"));
    }
    if long(&todo.notes, MAX_NOTES) {
        return Some(Problem::new("invalid_notes", "notes are too long"));
    }
    if todo.labels.len() > MAX_LABELS || todo.labels.iter().any(|l| l.trim().is_empty() || long(l, MAX_LABEL)) {
        return Some(Problem::new("invalid_labels", "labels are empty, too long or too many"));
    }
    if todo.checklist.len() > MAX_LINES
        || todo.checklist.iter().any(|l| l.title.trim().is_empty() || long(&l.title, MAX_LINE))
    {
        return Some(Problem::new("invalid_checklist", "checklist lines are empty, too long or too many"));
    }
    if todo.estimate.is_some_and(|minutes| !(1..=1440).contains(&minutes)) {
        return Some(Problem::new("invalid_estimate", "the estimate is not between 1 and 1440 minutes"));
    }
    if todo.recurrence.is_repeating() && todo.scheduled_for.is_none() {
        return Some(Problem::new("missing_anchor_for_recurrence", "a repeating todo has no scheduledFor"));
    }
    None
}
