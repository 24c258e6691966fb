//! The conditions of a set: what stands at one word of a clause.

use super::{Kind, PLURALS, Step};
use crate::dates;
use crate::interpret::fields;
use crate::interpret::filter::{Filter, LABELLED, On, amounts};
use crate::interpret::lexicon::{STOP, lists, one_of};
use crate::interpret::passed::told;
use crate::interpret::run::Run;
use crate::interpret::target::inflections;
use crate::interpret::text::Clause;
use countersign_core::todo::Status;
use countersign_core::todos::words;

/// The condition at a word.
pub(super) fn step(c: &Clause, run: &Run<'_>, at: usize, noun: bool, quantified: bool) -> Option<Step> {
    let made = |end: usize, kind: Kind, filter: Filter| Some(Step { end, filter, kind, said: None });
    if let Some(step) = labelled(c, run, at) {
        return Some(step);
    }
    if let Some(step) = dated(c, run, at) {
        return Some(step);
    }
    if let Some(end) = c.any(
        at,
        "that isn't done yet|that isn't done|that aren't done yet|that aren't done|isn't done yet|aren't done yet|isn't done|aren't done|\
        i haven't done yet|i haven't done|not done yet|still to do|left to do|not done|still open|not finished|open|incomplete|unfinished|undone|pending|\
        outstanding|uncompleted|unchecked",
    ) {
        return made(end, Kind::Status, Filter { open: true, ..Filter::default() });
    }
    for (phrases, status) in [
        ("done|completed|finished|complete|ticked off|checked off|closed|crossed off", Status::Done),
        ("rejected|declined", Status::Rejected),
        ("blocked", Status::Blocked),
        ("on hold|on-hold|paused", Status::OnHold),
        ("in progress|in-progress|started|ongoing|under way|underway", Status::InProgress),
    ] {
        if let Some(end) = c.any(at, phrases) {
            return made(end, Kind::Status, Filter { status: vec![status], ..Filter::default() });
        }
    }
    if let Some(end) = c.any(at, "overdue|past due|late|past its due date|past their due date|past the deadline") {
        return made(end, Kind::Date, Filter { overdue: true, ..Filter::default() });
    }
    if let Some(end) = c.any(at, "non-repeating|one-off|one-time|nonrecurring|non-recurring|single") {
        return made(end, Kind::Repeats, Filter { repeating: Some(false), ..Filter::default() });
    }
    if let Some(end) = c.any(at, "repeating|recurring|that repeat|that repeats") {
        return made(end, Kind::Repeats, Filter { repeating: Some(true), ..Filter::default() });
    }
    if let Some(end) = c.any(
        at,
        "without any due date|that have no due date|that has no due date|without any deadline|without a due date|without due date|\
        with no due date|without a deadline|with no deadline|has no due date|have no due date|has no deadline|have no deadline|don't have a due date|doesn't have a due date|\
        don't have a deadline|doesn't have a deadline",
    ) {
        return made(end, Kind::Empty, Filter { undue: true, ..Filter::default() });
    }
    if let Some(end) = c.any(at, "with a due date|with due dates|with a deadline|with deadlines|that has a due date|that have a due date|that has a deadline|that have a deadline") {
        return made(end, Kind::Empty, Filter { dued: true, ..Filter::default() });
    }
    if let Some(end) = c.any(
        at,
        "unscheduled|undated|without a date|without date|without dates|with no date|that have no date|without any date|\
        without any dates|with no date set|without a date set|that has no date|has no date|that don't have a date|\
        that doesn't have a date|not dated|that have no dates|not scheduled|no date|in the backlog|in my backlog|backlog|\
        with no dates|have no date|has no date yet|have no date yet|without a date yet|with no date yet|don't have a date|doesn't have a date",
    ) {
        return made(end, Kind::Empty, Filter { undated: true, ..Filter::default() });
    }
    if let Some(end) = c.any(
        at,
        "without any label|without any labels|without any tag|without any tags|that have no label|that has no label|without labels|\
        without a label|with no labels|with no label|untagged|unlabelled|unlabeled|without tags|without a tag|has no label|\
        have no label|has no tag|have no tag|with no tag|with no tags|that has no tag|that have no tags|don't have a label|doesn't have a label|\
        don't have any label|don't have any labels|don't have labels|have no labels|have no tags|don't have a tag|don't have any tags",
    ) {
        return made(end, Kind::Empty, Filter { unlabelled: true, ..Filter::default() });
    }
    if let Some(end) = c.any(at, "with a label|with labels|with any label|with some label|with a tag|with tags|with any tag|that have a label|that have labels")
        && label(c, run, end).is_none()
    {
        return made(end, Kind::Empty, Filter { labelled: true, ..Filter::default() });
    }
    if let Some(end) = c.any(at, "with a date|with dates|with any date|that have a date|that has a date") {
        return made(end, Kind::Empty, Filter { dated: true, ..Filter::default() });
    }
    if let Some((end, filter)) = amounts::said(c, at) {
        return made(end, Kind::Empty, filter);
    }
    if let Some(step) = levelled(c, at, noun) {
        return Some(step);
    }
    if let Some(tag) = label(c, run, at) {
        let end = if one_of(c.word(at + 1), "label|labels|tag|tags") { at + 2 } else { at + 1 };
        return made(end, Kind::Label, Filter { labels: vec![tag], ..Filter::default() });
    }
    titled(c, run, at, noun, quantified)
}

/// The label at a word: one that is used, or any behind a #.
pub(super) fn label(c: &Clause, run: &Run<'_>, at: usize) -> Option<String> {
    let word = c.toks.get(at)?;
    let tag = word.fold.trim_start_matches(['#', '@']).trim_end_matches("'s").to_owned();
    let known = run.is_label(&tag) || word.fold.starts_with('#') && tag.parse::<u32>().is_err();
    (known && !tag.is_empty()).then_some(tag)
}

/// "labelled friday": behind that stands a label that is used, whatever else it could be.
fn labelled(c: &Clause, run: &Run<'_>, at: usize) -> Option<Step> {
    let begin = c.any(at, LABELLED)?;
    let tag = label(c, run, begin)?;
    let end = if one_of(c.word(begin + 1), "label|labels|tag|tags") { begin + 2 } else { begin + 1 };
    Some(Step { end, filter: Filter { labels: vec![tag], ..Filter::default() }, kind: Kind::Label, said: None })
}

/// "high priority", "priority high", "p1", and a bare "high" behind "is" or in front of the noun.
fn levelled(c: &Clause, at: usize, noun: bool) -> Option<Step> {
    const NOUN: &str = "priority|prio|importance";
    let made = |end: usize, p| {
        Some(Step { end, filter: Filter { priority: vec![p], ..Filter::default() }, kind: Kind::Level, said: None })
    };
    let word = c.word(at);
    if let Some(p) = word.strip_suffix("-priority").or_else(|| word.strip_suffix("-prio")).and_then(fields::level) {
        return made(at + 1, p);
    }
    if let Some(p) = fields::level(word).filter(|_| word.parse::<u32>().is_err()) {
        if one_of(c.word(at + 1), NOUN) {
            return made(at + 2, p);
        }
        let before = at.checked_sub(1).map_or("", |i| c.word(i));
        let told = one_of(before, "is|are|'s|that's|it's|they're|everything|anything|whatever|whatever's|and|or|on|at");
        let noun_next = c.any(at + 1, PLURALS).is_some();
        if noun && told || noun_next || word.starts_with('p') && word.len() == 2 {
            return made(at + 1, p);
        }
        return None;
    }
    if one_of(word, NOUN)
        && let Some(p) = fields::level(c.word(at + 1))
    {
        return made(at + 2, p);
    }
    None
}

/// A date or a stretch of days that chooses: "friday's", "due this week", "on the 23rd".
fn dated(c: &Clause, run: &Run<'_>, at: usize) -> Option<Step> {
    let possessive = dates::find_possessive(&c.text, run.clock);
    let owned = possessive.len();
    for (n, one) in possessive.iter().chain(&c.found).enumerate() {
        let mut range = c.toks_of(&one.span);
        if range.is_empty() {
            continue;
        }
        // The words that tie it stand in front.
        let begin = range.start;
        while range.start > at
            && one_of(
                c.word(range.start - 1),
                "due|scheduled|planned|before|after|on|for|from|in|until|by|the|since|of|is|'s|are|set|to_be",
            )
        {
            range.start -= 1;
        }
        let said = c.text.get(one.span.clone()).unwrap_or_default().to_lowercase();
        // "due until friday" chooses, "until friday" may be what becomes of them.
        let due = (range.start..begin).any(|i| c.word(i) == "due");
        let target = said.starts_with("to ") || !due && (said.starts_with("until ") || said.starts_with("till "));
        if range.start != at || target {
            continue;
        }
        if one_of(c.word(begin.wrapping_sub(1)), "to|until|till|into|onto") && begin > 0 {
            continue;
        }
        // Which time a todo of the set has is no condition that is known.
        if matches!(one.what, dates::What::DateTime { .. }) {
            continue;
        }
        let Some(limits) = run.limits_of(c, one, &(begin..range.end), n < owned) else { continue };
        // "due or scheduled next week"
        let either = at > 1 && one_of(c.word(at - 1), "or|and") && c.word(at - 2) == "due";
        // What is only on a day is scheduled for it; a question means what is due then as well.
        let on = limits.on.or((limits.due || either).then_some(On::Either));
        let said = told(c, range.clone(), &limits, one, run.today());
        return Some(Step {
            end: range.end,
            filter: Filter { span: Some((limits.from, limits.to, on)), ..Filter::default() },
            kind: Kind::Date,
            said: Some(said),
        });
    }
    None
}

/// A word of titles: in front of the noun, behind "with" or "about", or as the noun of a quantifier.
pub(super) fn titled(c: &Clause, run: &Run<'_>, at: usize, noun: bool, quantified: bool) -> Option<Step> {
    const OPENS: &str = "with the word|with the words|containing the word|containing|that contain|that contains|that mention|mentioning|\
        about|called|named|with|regarding|related to|titled|that say|that says|that start with|starting with|that have|that has";
    const CLOSES: &str = "in the title|in the name|in its title|in their title|in their titles|in it|in the titles|in them|in their name";
    let known = |i: usize| {
        let word = c.toks.get(i).map(|t| t.fold.clone()).unwrap_or_default();
        let parts = words(word.trim_end_matches("'s"));
        let fits = |w: &String| inflections(w).iter().any(|v| run.todos.count_word(v) > 0);
        // "2 tasks" says how many, and not which.
        let number = word.bytes().all(|b| b.is_ascii_digit());
        (!parts.is_empty() && parts.iter().all(fits) && !lists(STOP, &word) && !number).then_some(parts)
    };
    let made = |end: usize, title: Vec<String>| {
        let forms = title.iter().map(|w| inflections(w)).collect();
        Some(Step { end, filter: Filter { title, forms, ..Filter::default() }, kind: Kind::Title, said: None })
    };
    if noun {
        let begin = c.any(at, OPENS)?;
        let title = known(begin)?;
        let end = c.any(begin + 1, CLOSES).unwrap_or(begin + 1);
        // "with high priority" is no word of a title.
        if fields::level(c.word(begin)).is_some() {
            return None;
        }
        return made(end, title);
    }
    let next = c.any(at + 1, PLURALS).is_some() || known(at + 1).is_some();
    if quantified || next { made(at + 1, known(at)?) } else { None }
}
