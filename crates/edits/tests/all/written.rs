//! Random edit scripts, and the same script written in every form.

use countersign_edits::Format;
use proptest::prelude::*;
use std::ops::Range;

/// One line of a script.
#[derive(Debug, Clone)]
pub(crate) enum Step {
    Keep(String),
    Remove(String),
    Add(String),
}

/// From an old text to a new one; lines carry their line ends.
#[derive(Debug, Clone)]
pub(crate) struct Script {
    pub(crate) steps: Vec<Step>,
    bom: bool,
}

/// A script written down.
#[derive(Debug)]
pub(crate) struct Form {
    pub(crate) format: Format,
    pub(crate) edit: String,
    /// Every part is at one place and none touches another.
    pub(crate) must_apply: bool,
    /// It is placed by content, not by number or as a whole.
    pub(crate) by_content: bool,
    /// The old text mixes line ends, and the form does not say which a line has.
    pub(crate) keeps_line_ends: bool,
    /// And its parts are whole lines, some of them not blank.
    pub(crate) by_lines: bool,
    /// It says itself where it ends.
    pub(crate) closed: bool,
    /// Offsets between parts, where nothing is open.
    pub(crate) boundaries: Vec<Range<usize>>,
}

pub(crate) fn script(line: BoxedStrategy<String>, size: Range<usize>) -> impl Strategy<Value = Script> {
    let eol = prop_oneof![6 => Just(0_u8), 3 => Just(1), 1 => Just(2)];
    let step = (line.clone(), line, 0_u8..12, any::<bool>());
    (proptest::collection::vec(step, size), eol, any::<bool>(), 0_u8..8).prop_map(|(steps, eol, open, bom)| {
        let mut script = Script { steps: Vec::new(), bom: bom == 0 };
        for (a, b, kind, crlf) in steps {
            let end = if eol == 1 || eol == 2 && crlf { "\r\n" } else { "\n" };
            let (a, b) = (format!("{a}{end}"), format!("{b}{end}"));
            match kind {
                0 => script.steps.push(Step::Remove(a)),
                1 => script.steps.push(Step::Add(a)),
                2 => script.steps.extend([Step::Remove(a), Step::Add(b)]),
                _ => script.steps.push(Step::Keep(a)),
            }
        }
        if open {
            script.unterminated();
        }
        script
    })
}

impl Script {
    pub(crate) fn from_lines(old: &[(&str, bool)], added: &[(usize, &str)]) -> Self {
        let mut steps = Vec::new();
        for (at, (line, kept)) in old.iter().enumerate() {
            let line = format!("{line}\n");
            steps.push(if *kept { Step::Keep(line) } else { Step::Remove(line) });
            steps.extend(
                added.iter().filter(|(after, _)| *after + 1 == at).map(|(_, line)| Step::Add(format!("{line}\n"))),
            );
        }
        Self { steps, bom: false }
    }

    /// Takes the final newline from both texts, if the same line ends both.
    fn unterminated(&mut self) {
        if let Some(Step::Keep(line)) = self.steps.last_mut() {
            line.truncate(line.trim_end_matches(['\r', '\n']).len());
            if line.is_empty() {
                line.push('z');
            }
        }
    }

    fn map(&self, change: impl Fn(&str) -> String) -> Self {
        let steps = self.steps.iter().map(|step| match step {
            Step::Keep(line) => Step::Keep(change(line)),
            Step::Remove(line) => Step::Remove(change(line)),
            Step::Add(line) => Step::Add(change(line)),
        });
        Self { steps: steps.collect(), bom: self.bom }
    }

    pub(crate) fn with_eol(&self, eol: &str) -> Self {
        self.map(|line| match line.strip_suffix('\n') {
            Some(line) => format!("{}{eol}", line.strip_suffix('\r').unwrap_or(line)),
            None => line.to_owned(),
        })
    }

    pub(crate) fn terminated(&self) -> Self {
        self.map(|line| if line.ends_with('\n') { line.to_owned() } else { format!("{line}\n") })
    }

    pub(crate) fn without_mark(&self) -> Self {
        Self { bom: false, ..self.clone() }
    }

    pub(crate) fn indented(&self, indent: &str) -> Self {
        self.map(|line| if line.trim().is_empty() { line.to_owned() } else { format!("{indent}{line}") })
    }

    fn text(&self, pick: impl Fn(&Step) -> Option<&String>) -> String {
        let lines: String = self.steps.iter().filter_map(|step| pick(step).map(String::as_str)).collect();
        if self.bom { format!("\u{feff}{lines}") } else { lines }
    }

    pub(crate) fn old(&self) -> String {
        self.text(|step| match step {
            Step::Keep(line) | Step::Remove(line) => Some(line),
            Step::Add(_) => None,
        })
    }

    pub(crate) fn new_text(&self) -> String {
        self.text(|step| match step {
            Step::Keep(line) | Step::Add(line) => Some(line),
            Step::Remove(_) => None,
        })
    }

    pub(crate) fn changes(&self) -> bool {
        self.old() != self.new_text()
    }

    /// The steps of each hunk with this much context.
    fn hunks(&self, context: usize) -> Vec<Range<usize>> {
        let mut hunks: Vec<Range<usize>> = Vec::new();
        for (at, step) in self.steps.iter().enumerate() {
            if matches!(step, Step::Keep(_)) {
                continue;
            }
            let range = at.saturating_sub(context)..(at + 1 + context).min(self.steps.len());
            match hunks.last_mut() {
                Some(last) if last.end >= range.start => last.end = range.end,
                _ => hunks.push(range),
            }
        }
        hunks
    }

    /// Whether the old lines of a hunk stand at one place of the old text, whatever the line ends.
    fn unique(&self, hunk: &Range<usize>) -> bool {
        let bare = |line: &String| line.trim_end_matches(['\r', '\n']).to_owned();
        let old = |steps: &[Step]| -> Vec<String> {
            let lines = steps.iter().filter_map(|step| match step {
                Step::Keep(line) | Step::Remove(line) => Some(bare(line)),
                Step::Add(_) => None,
            });
            lines.collect()
        };
        let (all, part) = (old(&self.steps), old(&self.steps[hunk.clone()]));
        all.is_empty() || !part.is_empty() && all.windows(part.len()).filter(|window| **window == part[..]).count() == 1
    }
}

fn line_of(step: &Step) -> (&'static str, &str) {
    match step {
        Step::Keep(line) => (" ", line),
        Step::Remove(line) => ("-", line),
        Step::Add(line) => ("+", line),
    }
}

fn closed_line(line: &str) -> String {
    if line.ends_with('\n') { line.to_owned() } else { format!("{line}\n") }
}

/// The script in every form.
pub(crate) fn forms(script: &Script, context: usize) -> Vec<Form> {
    let hunks = script.hunks(context);
    if hunks.is_empty() {
        return Vec::new();
    }
    let unique = hunks.iter().all(|hunk| script.unique(hunk));
    let both = script.old() + &script.new_text();
    let mixed = both.contains("\r\n") && both.replace("\r\n", "").contains('\n');
    // One style of line ends, and the old text shows which.
    let uniform = !mixed && (script.old().contains('\n') || !both.contains('\r'));
    let terminated = script.old().is_empty() || script.old().ends_with('\n');
    let empty = script.old().trim_start_matches('\u{feff}').is_empty();
    let blank = |step: &Step| matches!(step, Step::Add(_)) || line_of(step).1.trim().is_empty();
    let visible = hunks.iter().all(|hunk| !script.steps[hunk.clone()].iter().all(blank));
    let form = |format, edit: String| Form {
        format,
        edit,
        must_apply: unique,
        by_content: !empty,
        by_lines: !empty && visible,
        keeps_line_ends: false,
        closed: true,
        boundaries: Vec::new(),
    };
    let mut forms = Vec::new();

    let (unified, boundaries) = unified(script, &hunks, true);
    forms.push(Form { boundaries, ..form(Format::Unified, unified.clone()) });
    forms.push(Form { closed: true, ..form(Format::Auto, format!("```diff\n{unified}```\n")) });
    let (bare, _) = self::unified(script, &hunks, false);
    // Without counts only a line behind a removed one says that nothing takes its place.
    let ended = hunks.last().is_none_or(|hunk| !matches!(script.steps[hunk.clone()].last(), Some(Step::Remove(_))));
    forms.push(Form { closed: false, must_apply: unique && terminated && ended, ..form(Format::Unified, bare) });

    let mut patch = "*** Begin Patch\n*** Update File: x\n".to_owned();
    for hunk in &hunks {
        patch.push_str("@@\n");
        for step in &script.steps[hunk.clone()] {
            let (sign, line) = line_of(step);
            patch.push_str(&format!("{sign}{}", closed_line(line)));
        }
    }
    patch.push_str("*** End Patch\n");
    // Nothing in this form says that an added last line has no line end.
    forms.push(form(Format::ApplyPatch, patch));

    let (mut blocks, mut boundaries, mut objects) = (String::new(), Vec::new(), Vec::new());
    for hunk in &hunks {
        let start = blocks.len();
        let side = |wanted: &str| -> String {
            let steps = script.steps[hunk.clone()].iter().map(line_of);
            steps.filter(|(sign, _)| *sign == " " || *sign == wanted).map(|(_, line)| closed_line(line)).collect()
        };
        let (search, replace) = (side("-"), side("+"));
        blocks.push_str(&format!("<<<<<<< SEARCH\n{search}=======\n{replace}>>>>>>> REPLACE\n"));
        if start > 0 {
            boundaries.push(start - 1..start + 1);
        }
        objects.push(serde_json::json!({"old_string": search, "new_string": replace}));
    }
    forms.push(Form { boundaries, keeps_line_ends: !uniform, ..form(Format::SearchReplace, blocks) });
    // A string may stand inside a line where the lines stand once.
    let json = serde_json::Value::Array(objects).to_string();
    forms.push(Form {
        must_apply: false,
        by_lines: false,
        keeps_line_ends: !uniform,
        ..form(Format::SearchReplace, json)
    });

    let new = script.new_text();
    let kept = new.is_empty() || new.ends_with('\n') == terminated;
    if kept && uniform && !new.trim().is_empty() && !empty && !new.starts_with(['`', '~']) {
        forms.push(Form {
            must_apply: false,
            by_content: false,
            by_lines: false,
            closed: false,
            ..form(Format::Whole, new)
        });
    }
    if uniform && !empty {
        forms.push(Form { by_content: false, by_lines: false, ..form(Format::Lines, operations(script)) });
    }
    forms
}

fn unified(script: &Script, hunks: &[Range<usize>], numbered: bool) -> (String, Vec<Range<usize>>) {
    let mut edit = if numbered { "--- a/x\n+++ b/x\n".to_owned() } else { String::new() };
    let mut boundaries = Vec::new();
    for (index, hunk) in hunks.iter().enumerate() {
        let steps = &script.steps[hunk.clone()];
        let count = |steps: &[Step], sign: &str| steps.iter().filter(|s| [" ", sign].contains(&line_of(s).0)).count();
        let start = |sign: &str| count(&script.steps[..hunk.start], sign) + usize::from(count(steps, sign) > 0);
        if index > 0 {
            boundaries.push(edit.len() - 1..edit.len() + 1);
        }
        match numbered {
            true => edit.push_str(&format!(
                "@@ -{},{} +{},{} @@\n",
                start("-"),
                count(steps, "-"),
                start("+"),
                count(steps, "+")
            )),
            false => edit.push_str("@@ ... @@\n"),
        }
        for step in steps {
            let (sign, line) = line_of(step);
            edit.push_str(&format!("{sign}{}", closed_line(line)));
            if !line.ends_with('\n') {
                edit.push_str("\\ No newline at end of file\n");
            }
        }
    }
    (edit, boundaries)
}

/// Operations with the old numbering; a run of added lines is one of them.
fn operations(script: &Script) -> String {
    let bare = |line: &str| line.trim_end_matches(['\r', '\n']).to_owned();
    let mut operations = Vec::new();
    let mut line = 0;
    let mut added: Vec<String> = Vec::new();
    let flush = |line: usize, added: &mut Vec<String>, operations: &mut Vec<serde_json::Value>| {
        if !added.is_empty() {
            let content: Vec<String> = std::mem::take(added);
            operations.push(serde_json::json!({"operation": "insertAfter", "line": line, "newContent": content}));
        }
    };
    for step in &script.steps {
        match step {
            Step::Add(text) => added.push(bare(text)),
            Step::Keep(_) => {
                flush(line, &mut added, &mut operations);
                line += 1;
            }
            Step::Remove(text) => {
                flush(line, &mut added, &mut operations);
                line += 1;
                operations
                    .push(serde_json::json!({"operation": "delete", "line": line, "expectedContent": bare(text)}));
            }
        }
    }
    flush(line, &mut added, &mut operations);
    serde_json::Value::Array(operations).to_string()
}
