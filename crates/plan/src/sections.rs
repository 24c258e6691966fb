//! The lines of the sections as values.

use crate::line::{self, Label, Line, Section};
use crate::load::{Left, Parts};
use crate::plan::{Criterion, Decision, LogEntry, Plan};
use crate::text::{decode, decode_list};
use crate::time;
use jiff::Timestamp;

/// Fills the plan.
pub(crate) fn read(parts: &Parts<'_>, plan: &mut Plan, left: &mut Left, at: Timestamp) {
    plan.goal = text(without_placeholder(&parts.goal, Section::Goal));
    let preamble: Vec<Line<'_>> = parts.preamble.iter().copied().filter(|line| !line.is_blank()).collect();
    if plan.goal.is_empty() && !preamble.is_empty() {
        plan.goal = untitled(&parts.preamble);
    } else {
        preamble.iter().for_each(|line| left.keep(line));
    }
    plan.acceptance_criteria = criteria(&parts.criteria, left);
    plan.decisions_made = decisions(&parts.made, Section::Made, left, at);
    plan.decisions_rejected = decisions(&parts.rejected, Section::Rejected, left, at);
    plan.execution_log = log(&parts.log, left, at);
}

/// What stands before any section, its title without the `#`.
fn untitled(lines: &[Line<'_>]) -> String {
    let titled = |line: &Line<'_>| match line::heading(line.raw) {
        Some((1, title)) if !line.literal => decode(title),
        _ => line_text(line),
    };
    lines.iter().map(titled).collect::<Vec<_>>().join("\n").trim().to_owned()
}

fn is_placeholder(line: &Line<'_>, section: Section) -> bool {
    !line.literal && line.raw.trim_end_matches([' ', '\t']) == section.placeholder()
}

/// The lines behind the placeholder, which people leave standing.
fn without_placeholder<'l, 'a>(lines: &'l [Line<'a>], section: Section) -> &'l [Line<'a>] {
    let first = lines.iter().position(|line| !line.is_blank()).unwrap_or_default();
    let is = lines.get(first).is_some_and(|line| is_placeholder(line, section));
    lines.get(if is { first + 1 } else { 0 }..).unwrap_or_default()
}

/// One line of a text.
pub(crate) fn line_text(line: &Line<'_>) -> String {
    if line.literal { line.raw.to_owned() } else { decode(line.raw.trim_end_matches([' ', '\t'])) }
}

/// The lines as one text, without blank lines around it.
pub(crate) fn text(lines: &[Line<'_>]) -> String {
    let first = lines.iter().position(|line| !line.is_blank()).unwrap_or(lines.len());
    let last = lines.iter().rposition(|line| !line.is_blank()).map_or(first, |last| last + 1);
    let mut out = String::new();
    for (n, line) in lines.get(first..last).unwrap_or_default().iter().enumerate() {
        if n > 0 {
            out.push('\n');
            out.push_str(&line_text(line));
        } else {
            out.push_str(&line_text(&Line { raw: line.raw.trim_start_matches([' ', '\t']), ..*line }));
        }
    }
    out
}

/// A list item being read: its lines with the item's indentation taken off.
#[derive(Default)]
struct Item<'a> {
    ticked: bool,
    description: Vec<Line<'a>>,
    notes: Vec<Line<'a>>,
    in_notes: bool,
}

impl<'a> Item<'a> {
    fn push(&mut self, line: &Line<'a>) {
        let (lines, indent) = if self.in_notes { (&mut self.notes, 4) } else { (&mut self.description, 2) };
        let blank = line.raw.len() - line.raw.trim_start_matches([' ', '\t']).len();
        lines.push(Line { raw: line.raw.get(blank.min(indent)..).unwrap_or_default(), ..*line });
    }

    fn finish(self) -> Criterion {
        Criterion { description: text(&self.description), completed: self.ticked, notes: text(&self.notes) }
    }
}

fn criteria(lines: &[Line<'_>], left: &mut Left) -> Vec<Criterion> {
    let mut out: Vec<Criterion> = Vec::new();
    let mut open: Option<Item<'_>> = None;
    let mut after_blank = false;
    for line in without_placeholder(lines, Section::Criteria) {
        let rest = line.raw.trim_start_matches([' ', '\t']);
        let indent = line.raw.len() - rest.len();
        let bullet = if line.literal { None } else { line::bullet(rest).map(|(_, after)| after) };
        let boxed = if line.literal { None } else { line::checkbox(bullet.unwrap_or(rest)) };
        let notes = bullet.filter(|_| indent >= 2).and_then(notes_of);
        let begins = boxed.is_some() && (bullet.is_some() || indent < 2) || bullet.is_some() && indent < 2;
        match (&mut open, notes) {
            (Some(item), Some(raw)) => {
                item.in_notes = true;
                item.notes.push(Line { raw, ..*line });
            }
            _ if begins => {
                out.extend(open.take().map(Item::finish));
                let (ticked, raw) = boxed.unwrap_or((false, bullet.unwrap_or_default()));
                open = Some(Item { ticked, description: vec![Line { raw, ..*line }], ..Item::default() });
            }
            (Some(item), None) if line.is_blank() || indent >= 2 || line.literal || !after_blank => item.push(line),
            _ if line.is_blank() => {}
            _ => left.keep(line),
        }
        after_blank = line.is_blank();
    }
    out.extend(open.map(Item::finish));
    out
}

fn notes_of(item: &str) -> Option<&str> {
    let head = item.get(..6)?;
    head.eq_ignore_ascii_case("notes:").then(|| item.get(6..).unwrap_or_default().trim_start_matches([' ', '\t']))
}

/// The stretches of a section that begin with a heading of its highest level: title, lines. What
/// comes before the first is given to `early`.
fn entries<'l, 'a>(lines: &'l [Line<'a>], mut early: impl FnMut(&Line<'a>)) -> Vec<(&'a str, &'l [Line<'a>])> {
    let heading = |line: &Line<'a>| if line.literal { None } else { line::heading(line.raw) };
    let highest = lines.iter().filter_map(heading).map(|(level, _)| level).min();
    let title = |line: &Line<'a>| heading(line).filter(|(level, _)| Some(*level) == highest).map(|(_, title)| title);
    let starts: Vec<usize> =
        lines.iter().enumerate().filter(|(_, line)| title(line).is_some()).map(|(at, _)| at).collect();
    let first = starts.first().copied().unwrap_or(lines.len());
    lines.get(..first).unwrap_or_default().iter().filter(|line| !line.is_blank()).for_each(&mut early);
    let ends = starts.iter().skip(1).copied().chain([lines.len()]);
    let stretch = |(start, end): (&usize, usize)| Some((title(lines.get(*start)?)?, lines.get(start + 1..end)?));
    starts.iter().zip(ends).filter_map(stretch).collect()
}

/// The labelled texts of an entry, in order; what stands before the first label has none.
fn labelled<'a>(lines: &[Line<'a>]) -> Vec<(Option<Label>, Vec<Line<'a>>)> {
    let mut out: Vec<(Option<Label>, Vec<Line<'a>>)> = Vec::new();
    for line in lines {
        match if line.literal { None } else { line::label(line.raw) } {
            Some((label, after)) => out.push((Some(label), vec![Line { raw: after, ..*line }])),
            None => match out.last_mut() {
                Some((_, lines)) => lines.push(*line),
                None => out.push((None, vec![*line])),
            },
        }
    }
    out
}

/// A list in one line, or as bullets under its label.
fn items(lines: &[Line<'_>]) -> Vec<String> {
    let written: Vec<&Line<'_>> = lines.iter().filter(|line| !line.is_blank()).collect();
    if lines.first().is_some_and(|first| !first.is_blank()) || written.is_empty() {
        return decode_list(&written.iter().map(|line| line.raw).collect::<Vec<_>>().join(" "));
    }
    let one = |line: &&Line<'_>| {
        let rest = line.raw.trim_matches([' ', '\t']);
        decode(line::bullet(rest).map_or(rest, |(_, after)| after))
    };
    written.iter().map(one).collect()
}

fn append(to: &mut String, more: String) {
    if !to.is_empty() && !more.is_empty() {
        to.push('\n');
    }
    to.push_str(&more);
}

fn decisions(lines: &[Line<'_>], section: Section, left: &mut Left, at: Timestamp) -> Vec<Decision> {
    let mut out = Vec::new();
    let empty = |title| Decision { title, rationale: String::new(), alternatives: Vec::new(), timestamp: at };
    let stretches = entries(lines, |line| match line::bullet(line.raw) {
        Some((_, title)) if !line.literal => out.push(empty(decode(title.trim_end_matches([' ', '\t'])))),
        _ if is_placeholder(line, section) => {}
        _ => left.keep(line),
    });
    for (title, lines) in stretches {
        let mut decision = empty(decode(title));
        for (label, lines) in labelled(lines) {
            match label {
                Some(Label::Alternatives) => decision.alternatives.extend(items(&lines)),
                Some(Label::Time) => take_time(&lines, &mut decision.timestamp, left),
                None | Some(Label::Rationale | Label::Tools | Label::Result | Label::Details) => {
                    append(&mut decision.rationale, text(&lines));
                }
            }
        }
        out.push(decision);
    }
    out
}

/// The moment in the first line; everything else is kept.
fn take_time(lines: &[Line<'_>], timestamp: &mut Timestamp, left: &mut Left) {
    let mut written = lines.iter().filter(|line| !line.is_blank());
    if let Some(first) = written.next() {
        match time::read(first.raw) {
            Some(at) => *timestamp = at,
            None => left.keep(&Line { raw: first.raw.trim_matches([' ', '\t']), ..*first }),
        }
    }
    written.for_each(|line| left.keep(line));
}

fn log(lines: &[Line<'_>], left: &mut Left, at: Timestamp) -> Vec<LogEntry> {
    let stretches = entries(lines, |line| {
        if !is_placeholder(line, Section::Log) {
            left.keep(line);
        }
    });
    let mut out = Vec::new();
    for (title, lines) in stretches {
        let (timestamp, when, action) = match time::split(title) {
            Some((timestamp, when, action)) => (timestamp, Some(when), action),
            None => (at, None, title),
        };
        let mut entry = LogEntry {
            timestamp,
            action: decode(action),
            details: String::new(),
            result: String::new(),
            tools_used: Vec::new(),
        };
        for (label, lines) in labelled(lines) {
            match label {
                Some(Label::Tools) => entry.tools_used.extend(items(&lines)),
                Some(Label::Result) => append(&mut entry.result, text(&lines)),
                Some(Label::Time) => {
                    let mut exact = entry.timestamp;
                    take_time(&lines, &mut exact, left);
                    // A heading that was edited by hand says more than the line under it.
                    if when.is_none_or(|when| when == time::minute(exact)) {
                        entry.timestamp = exact;
                    }
                }
                None | Some(Label::Rationale | Label::Alternatives | Label::Details) => {
                    append(&mut entry.details, text(&lines));
                }
            }
        }
        out.push(entry);
    }
    out
}
