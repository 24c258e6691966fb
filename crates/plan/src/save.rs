//! A plan as Markdown (S4-15).

use crate::front;
use crate::line::Section;
use crate::plan::{Criterion, Decision, LogEntry, Plan};
use crate::text::{Place, block, list, one_line};
use crate::time;

/// Writes the whole document: front matter and sections. [`crate::load`] reads it back as it was.
pub fn save(plan: &Plan) -> String {
    let mut out = front::write(plan);
    out.push_str("\n# Plan\n");
    section(&mut out, Section::Goal);
    let goal = block(&plan.goal, Place::Block, "");
    if goal.is_empty() {
        paragraph(&mut out, Section::Goal.placeholder());
    } else {
        if goal.split('\n').next() == Some(Section::Goal.placeholder()) {
            out.push('\\');
        }
        paragraph(&mut out, &goal);
    }
    criteria(&mut out, &plan.acceptance_criteria);
    decisions(&mut out, Section::Made, "Decided", &plan.decisions_made);
    decisions(&mut out, Section::Rejected, "Rejected", &plan.decisions_rejected);
    log(&mut out, &plan.execution_log);
    if !plan.other.is_empty() {
        section(&mut out, Section::Other);
        paragraph(&mut out, &block(&plan.other, Place::Other, ""));
    }
    out
}

fn section(out: &mut String, section: Section) {
    out.push_str("\n## ");
    out.push_str(section.title());
    out.push_str("\n\n");
}

fn paragraph(out: &mut String, text: &str) {
    out.push_str(text);
    out.push('\n');
}

fn criteria(out: &mut String, criteria: &[Criterion]) {
    section(out, Section::Criteria);
    if criteria.is_empty() {
        paragraph(out, Section::Criteria.placeholder());
    }
    for one in criteria {
        out.push_str(if one.completed { "- [x]" } else { "- [ ]" });
        if !one.description.is_empty() {
            out.push(' ');
            out.push_str(&block(&one.description, Place::Item, "  "));
        }
        out.push('\n');
        if !one.notes.is_empty() {
            out.push_str("  - Notes: ");
            paragraph(out, &block(&one.notes, Place::Item, "    "));
        }
    }
}

fn decisions(out: &mut String, which: Section, label: &str, decisions: &[Decision]) {
    section(out, which);
    if decisions.is_empty() {
        paragraph(out, which.placeholder());
    }
    for (n, one) in decisions.iter().enumerate() {
        heading(out, n, &one.title);
        labelled(out, "Rationale", &one.rationale);
        if !one.alternatives.is_empty() {
            out.push_str("**Alternatives considered:** ");
            paragraph(out, &list(&one.alternatives));
            out.push('\n');
        }
        out.push_str(&format!("**{label}:** {}\n", one.timestamp));
    }
}

fn log(out: &mut String, entries: &[LogEntry]) {
    section(out, Section::Log);
    if entries.is_empty() {
        paragraph(out, Section::Log.placeholder());
    }
    for (n, one) in entries.iter().enumerate() {
        let when = time::minute(one.timestamp);
        let space = if one.action.is_empty() { "" } else { " " };
        if n > 0 {
            out.push('\n');
        }
        out.push_str(&format!("### {when} -{space}{}\n\n", one_line(&one.action)));
        out.push_str(&format!("**Time:** {}\n\n**Tools:** {}\n\n", one.timestamp, list(&one.tools_used)));
        labelled(out, "Details", &one.details);
        out.push_str("**Result:**");
        if !one.result.is_empty() {
            out.push(' ');
            out.push_str(&block(&one.result, Place::Block, ""));
        }
        out.push('\n');
    }
}

fn heading(out: &mut String, n: usize, title: &str) {
    if n > 0 {
        out.push('\n');
    }
    out.push_str("###");
    if !title.is_empty() {
        out.push(' ');
        out.push_str(&one_line(title));
    }
    out.push_str("\n\n");
}

fn labelled(out: &mut String, label: &str, text: &str) {
    if !text.is_empty() {
        out.push_str(&format!("**{label}:** {}\n\n", block(text, Place::Block, "")));
    }
}
