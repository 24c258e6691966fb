//! The conditions said in words, read one after the other; what is no condition is a word of a title, or unknown.

use super::super::fields;
use super::super::lexicon::{lists, one_of};
use super::super::resolve::span_of;
use super::super::run::Run;
use super::super::target::inflections;
use super::super::text::Clause;
use super::amounts;
use super::days::dates_of;
use super::labels::labels_of;
use super::{Filter, GLUE, TODOS};
use crate::dates::{self, Role};
use countersign_core::todo::Status;
use countersign_core::todos::words;

/// The conditions said in a clause. What cannot be understood is in `unknown`.
pub(in crate::interpret) fn conditions(c: &mut Clause, run: &Run<'_>) -> Filter {
    let mut f = Filter::default();
    let len = c.len();
    labels_of(c, run, &mut f);
    dates_of(c, run, &mut f);
    for i in 0..len {
        if c.is_used(i) || c.toks.get(i).is_some_and(|t| t.quoted) {
            continue;
        }
        let closed = [Status::Done, Status::Rejected];
        let mut status = |c: &mut Clause, end: usize, s: &[Status]| {
            f.status.extend(s);
            c.take(i..end, "status");
        };
        if let Some((end, said)) = amounts::said(c, i) {
            (f.estimate, f.unestimated, f.timed) =
                (f.estimate.or(said.estimate), f.unestimated || said.unestimated, f.timed.or(said.timed));
            c.take(i..end, if said.timed.is_some() { "timeOfDay" } else { "estimate" });
        } else if let Some(end) = c.any(
            i,
            "that isn't done yet|that isn't done|that aren't done yet|that aren't done|isn't done yet|aren't done yet|isn't done|aren't done|\
            i haven't done yet|i haven't done|not done yet|still to do|left to do|not done|not completed|not finished|not complete|open|incomplete|unfinished|undone|pending|\
            outstanding|uncompleted|not yet done|active|unchecked",
        ) {
            f.open = true;
            c.take(i..end, "status");
        } else if let Some(end) = c.any(i, "done|completed|finished|complete|ticked|ticked off|checked off|closed") {
            status(c, end, &[Status::Done]);
        } else if let Some(end) = c.any(i, "rejected|declined") {
            status(c, end, &closed[1..]);
        } else if let Some(end) = c.any(i, "blocked") {
            status(c, end, &[Status::Blocked]);
        } else if let Some(end) = c.any(i, "on hold|on-hold|paused") {
            status(c, end, &[Status::OnHold]);
        } else if let Some(end) = c.any(i, "in progress|in-progress|started|ongoing|under way|underway") {
            status(c, end, &[Status::InProgress]);
        } else if let Some(end) = c.any(i, "overdue|past due|late") {
            f.overdue = true;
            c.take(i..end, "overdue");
        } else if let Some(end) = c.any(i, "non-repeating|one-off|nonrecurring|non-recurring") {
            f.repeating = Some(false);
            c.take(i..end, "repeating");
        } else if let Some(end) = c.any(i, "repeating|recurring|repeat|recur|series") {
            f.repeating = Some(true);
            c.take(i..end, "repeating");
        } else if let Some(end) =
            c.any(i, "without any due date|that have no due date|that has no due date|without any deadline|\
            without a due date|without due date|with no due date|without a deadline|with no deadline")
        {
            f.undue = true;
            c.take(i..end, "dueDate");
        } else if let Some(end) = c.any(i, "with a due date|with due date|with due dates|with a deadline|with deadlines|that have a due date|that has a due date")
        {
            f.dued = true;
            c.take(i..end, "dueDate");
        } else if let Some(end) = c.any(
            i,
            "unscheduled|undated|without a date|without date|without dates|with no date|that have no date|\
            without any date|without any dates|with no date set|without a date set|without dates set|that has no date|\
            has no date|that don't have a date|that doesn't have a date|not dated|that have no dates|not scheduled|no date|someday|in the backlog|in my backlog|in backlog|backlog|\
            with no dates|have no date",
        ) {
            f.undated = true;
            c.take(i..end, "scheduledFor");
        } else if let Some(end) = c.any(i, "with a date|with dates|with any date|that have a date|that has a date|dated").or_else(|| {
            // "scheduled tasks", and "scheduled for friday" is something else.
            c.any(i, "scheduled|planned").filter(|end| one_of(c.word(*end), TODOS))
        }) {
            f.dated = true;
            c.take(i..end, "scheduledFor");
        } else if let Some(end) = c.any(i, "with a label|with labels|with any label|with some label|with a tag|with tags|with any tag|that have a label|that have labels")
        {
            f.labelled = true;
            c.take(i..end, "labels");
        } else if let Some(end) = c.any(
            i,
            "without any label|without any labels|without any tag|without any tags|that have no label|that has no label|\
            without labels|without a label|with no labels|with no label|untagged|unlabelled|unlabeled|\
            without tags|without a tag",
        ) {
            f.unlabelled = true;
            c.take(i..end, "labels");
        } else if let Some(end) = c.any(
            i,
            "with the word|containing the word|containing|contain|mentioning|mention|that mention|about|called|\
            named|with|regarding|related to|titled",
        ) {
            // The words that follow name part of the title, unless they are a condition.
            let name: Vec<usize> = (end..len)
                .take_while(|k| !c.is_used(*k))
                .filter(|k| !one_of(c.word(*k), "in|the|title|name|their|its|a|to|word"))
                .collect();
            let conditional = c.word(i) == "with"
                && name.first().is_none_or(|k| {
                    c.word(*k).is_empty()
                        || fields::level(c.word(*k)).is_some()
                        || one_of(c.word(*k), "label|labels|tag|tags|priority|status|no")
                        || c.word(*k).starts_with('#')
                        || run.todos.count_word(c.word(*k)) == 0
                });
            if !conditional && !name.is_empty() {
                for k in &name {
                    let fold = c.toks.get(*k).map(|t| t.fold.clone()).unwrap_or_default();
                    f.title.extend(words(&fold));
                }
                c.take(i..name.last().map_or(end, |k| k + 1), "title_contains");
            }
        }
    }
    let mut p = fields::priority(c, 0..len, true);
    while let Some(level) = p {
        f.priority.push(level);
        p = fields::priority(c, 0..len, true);
    }
    leftovers(c, run, &mut f);
    f.forms = f.title.iter().map(|w| inflections(w)).collect();
    f
}

fn leftovers(c: &mut Clause, run: &Run<'_>, f: &mut Filter) {
    for i in 0..c.len() {
        if c.is_used(i) {
            continue;
        }
        let fold = c.toks.get(i).map(|t| t.fold.clone()).unwrap_or_default();
        let quoted = c.toks.get(i).is_some_and(|t| t.quoted);
        let tag = fold.trim_start_matches(['#', '@']).trim_end_matches("'s");
        let before_noun = one_of(c.word(i + 1), TODOS);
        if !quoted && lists(GLUE, &fold) && !(before_noun && run.is_label(tag)) {
            continue;
        }
        // "2 tasks" says how many, and not which.
        if !quoted && before_noun && !fold.is_empty() && fold.bytes().all(|b| b.is_ascii_digit()) {
            f.unknown.push(fold);
            continue;
        }
        if !quoted
            && f.span.is_none()
            && let Some(what) = dates::whole(&fold, run.clock)
            && let Some(span) = span_of(&dates::Found { span: 0..fold.len(), role: Role::When, what }, &fold)
        {
            // "all of tomorrow"
            f.span = Some((Some(span.from), Some(span.to), None));
            c.take(i..i + 1, "scheduledFor");
            continue;
        }
        if !quoted && run.is_label(tag) || fold.starts_with('#') {
            // "my travel and health todos" are those of either; "labelled work and urgent" of both.
            let noun = one_of(c.word(i + 1), "tasks|todos|to-dos|items|things|ones|stuff|chores");
            let joined = one_of(c.word(i.wrapping_sub(1)), "and|&") && noun || c.word(i.wrapping_sub(1)) == "or";
            f.any_label |= joined && !f.labels.is_empty();
            f.labels.push(tag.to_owned());
            c.take(i..i + 1, "labels");
        } else if words(&fold).iter().all(|w| inflections(w).iter().any(|v| run.todos.count_word(v) > 0))
            && !words(&fold).is_empty()
        {
            f.title.extend(words(&fold));
            c.take(i..i + 1, "title_contains");
        } else {
            f.unknown.push(fold);
        }
    }
}
