//! The conditions that a question tells, joined by "and", "or" and "not". Every word is one of them, says nothing of its
//! own, or is kept as unread: what a question chooses by is never dropped.

use super::conditions::{step, titled};
use super::{Condition, GLUE, Kind, PLURALS, QUANTIFIERS, SINGULARS, Step};
use crate::dates::What;
use crate::interpret::fields;
use crate::interpret::filter::{self, Filter, LABELLED};
use crate::interpret::lexicon::{lists, one_of};
use crate::interpret::run::Run;
use crate::interpret::series::Days;
use crate::interpret::target::inflections;
use crate::interpret::text::Clause;
use countersign_core::ids::TodoId;
use countersign_core::todo::Todo;
use countersign_core::todos::{Todos, View, words};
use countersign_core::wire::Where;
use jiff::civil::Date;

/// Words that ask, and choose nothing.
const ASKING: &str = "something|what|what's|whats|which|how|many|much|do|does|did|show|tell|find|any|going|should|happening|you|display|\
    count|let|see|know|up|must|free|busy|agenda|schedule|plate|give|remind|look|looks|like|else|number|search|print|view|plans|\
    planned|overview|summary|calendar|want|supposed|mine|total|current|day|today's|can|could|tell|list|me|i'm|am|i'd|pull|bring|read|\
    wat|wht|us|about|called|named|titled|regarding|mention|mentioning|containing|contain|contains|really|please|pls|across|more|\
    remaining|left|other|your";

/// What is to be done is not done yet.
const TO_DO: &str = "to be done|to get done|be done|get done|to be finished|to be completed|needs doing|need doing|to finish|to complete|\
    have to finish|left to do|still to do|to do";

const NOT: &str = "that isn't|that aren't|that is not|that are not|that's not|isn't|aren't|not|non|that wasn't|that weren't|outside of|\
    that don't have|that doesn't have|that do not have|that does not have|which isn't|which aren't|don't have|doesn't have|\
    except for|except|but not|apart from|other than|besides|excluding|without|don't|doesn't|aside from|not including|nor";

/// Behind these stands what a title says, whether any says it or not.
const SAYS: &str = "about|called|named|titled|regarding|mentioning|that mention|that mentions|containing|that contain|that contains|\
    with the word|with the words|containing the word|related to|to do with";

/// Which one of those that meet the conditions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::interpret) enum Pick {
    Oldest,
    Newest,
    Next,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Join {
    And,
    Or,
}

/// What a question tells of the todos that it asks for.
#[derive(Default)]
pub(in crate::interpret) struct Wanted {
    conditions: Vec<Condition>,
    pub(in crate::interpret) pick: Option<Pick>,
    /// The words that are no condition.
    pub(in crate::interpret) unread: Vec<String>,
    /// Todos are spoken of.
    pub(in crate::interpret) todos: bool,
}

impl Wanted {
    /// Reads a question from a word on.
    pub(in crate::interpret) fn of(c: &Clause, run: &Run<'_>, from: usize) -> Self {
        let mut out = Self::default();
        let (mut not, mut join, mut behind) = (None, None, false);
        let mut title_ended = None;
        let mut at = from;
        while at < c.len() {
            // A word that is spent already chooses nothing.
            if c.is_used(at) {
                at += 1;
                continue;
            }
            let quoted = c.toks.get(at).is_some_and(|t| t.quoted);
            let says =
                at > from && (from..at).any(|i| c.any(i, SAYS).is_some_and(|end| end <= at && ends_at(c, end, at)));
            if let Some((end, filter)) = title(c, run, at, says || quoted) {
                let adjacent = title_ended == Some(at) && join.is_none() && not.is_none();
                out.add(
                    Step { end, filter, kind: Kind::Title, said: None },
                    join.take(),
                    not.take().is_some(),
                    adjacent,
                );
                (at, title_ended) = (end, Some(end));
                continue;
            }
            if let Some(end) = c.any(at, TO_DO) {
                let filter = Filter { open: true, ..Filter::default() };
                out.add(Step { end, filter, kind: Kind::Status, said: None }, join.take(), not.take().is_some(), false);
                at = end;
                continue;
            }
            // Of several days any is enough.
            let days = either_day(c, at);
            if !days.is_empty() {
                for (n, step) in days.into_iter().enumerate() {
                    at = step.end;
                    let join = if n == 0 { join.take() } else { Some(Join::Or) };
                    out.add(step, join, not.take().is_some(), false);
                }
                continue;
            }
            let read = has(c, at).or_else(|| step(c, run, at, true, true)).filter(|s| s.kind != Kind::Title);
            if let Some(step) = read.or_else(|| level(c, at)) {
                // "my work and home tasks" are those of either, "tasks labelled work and home" of both.
                behind |= c.any(at, LABELLED).is_some();
                if step.kind == Kind::Label && join == Some(Join::And) && !behind && not.is_none() {
                    join = Some(Join::Or);
                }
                at = step.end;
                out.add(step, join.take(), not.take().is_some(), false);
                continue;
            }
            if let Some(end) = c.any(at, NOT) {
                not = Some(c.slice(at..end).to_owned());
                at = end;
                continue;
            }
            if let Some(end) = [PLURALS, SINGULARS].iter().find_map(|nouns| c.any(at, nouns)) {
                (out.todos, behind, at) = (true, true, end);
                continue;
            }
            if let Some((end, pick)) = pick(c, at) {
                (out.pick, at) = (Some(pick), end);
                continue;
            }
            let word = c.word(at);
            if one_of(word, "and|or|but|&") {
                join = (!out.conditions.is_empty()).then_some(if word == "or" { Join::Or } else { Join::And });
                at += 1;
                continue;
            }
            // "more important" sets one against another.
            if one_of(word, "more|most|less|least") && fields::level(c.word(at + 1)).is_some() {
                out.unread.push(c.slice(at..at + 2).to_lowercase());
                at += 2;
                continue;
            }
            if let Some(end) = c.any(at, QUANTIFIERS) {
                out.todos |= one_of(c.word(at), "everything|anything|all");
                at = end;
                continue;
            }
            let empty = word.is_empty() || !word.chars().any(char::is_alphanumeric);
            if !empty && !silent(word) {
                out.unread.push(word.to_owned());
            }
            at += 1;
        }
        // "which tasks are not": of what?
        out.unread.extend(not.filter(|_| !out.conditions.is_empty()));
        out
    }

    /// Adds a condition: another way to meet the one before, or one more.
    fn add(&mut self, step: Step, join: Option<Join>, denied: bool, adjacent: bool) {
        if let Some(last) = self.conditions.last_mut() {
            // "about the bank mortgage": all its words.
            if adjacent && last.kind == Kind::Title {
                if let Some(one) = last.any.last_mut() {
                    one.title.extend(step.filter.title);
                    one.forms.extend(step.filter.forms);
                }
                return;
            }
            let both = matches!(step.kind, Kind::Title | Kind::Empty | Kind::Repeats);
            let label = step.kind == Kind::Label && !last.not;
            let another = match join {
                Some(Join::Or) => !denied,
                Some(Join::And) => !denied && last.kind == step.kind && (last.not || !both && !label),
                None => false,
            };
            if another {
                last.any.push(step.filter);
                last.said.extend(step.said);
                return;
            }
        }
        self.conditions.push(Condition {
            any: vec![step.filter],
            not: denied,
            kind: step.kind,
            said: step.said.into_iter().collect(),
        });
    }

    /// Whether there is any condition.
    pub(in crate::interpret) fn any(&self) -> bool {
        !self.conditions.is_empty()
    }

    /// Whether there is a condition beside the words of a title.
    pub(in crate::interpret) fn chooses(&self) -> bool {
        self.pick.is_some() || self.conditions.iter().any(|one| one.kind != Kind::Title || one.not || one.any.len() > 1)
    }

    /// Whether the words of a title are among the conditions.
    pub(in crate::interpret) fn names(&self) -> bool {
        self.conditions.iter().any(|one| one.kind == Kind::Title)
    }

    /// The days that are asked for.
    pub(in crate::interpret) fn days(&self) -> Option<Days> {
        let asked = self.conditions.iter().filter(|one| !one.not).flat_map(|one| &one.any);
        asked.filter_map(|f| f.span).map(|(from, to, _)| (from, to)).next()
    }

    /// Whether todos that are closed are asked for as well.
    fn closed(&self) -> bool {
        self.conditions.iter().any(|one| !one.not && one.any.iter().any(|f| !f.status.is_empty()))
    }

    fn holds(&self, todos: &Todos, t: &Todo, today: Date) -> bool {
        self.conditions.iter().all(|one| one.any.iter().any(|f| f.matches(todos, t, today, true)) != one.not)
    }

    /// The todos that meet the conditions. A word of a title is looked up; only without one is every todo read.
    pub(in crate::interpret) fn all<'t>(&self, todos: &'t Todos, today: Date) -> Vec<&'t Todo> {
        let named = self.conditions.iter().find(|one| one.kind == Kind::Title && !one.not && one.any.len() == 1);
        match named.and_then(|one| one.any.first()) {
            Some(first) => {
                let ids: Vec<_> = first.of(todos, today, true).map(|t| t.id).collect();
                ids.into_iter().filter_map(|id| todos.todo(id)).filter(|t| self.holds(todos, t, today)).collect()
            }
            None => todos.iter().filter(|t| self.holds(todos, t, today)).collect(),
        }
    }

    /// Those of them that a question means: the open ones, unless it asks for others.
    pub(in crate::interpret) fn meant<'t>(&self, todos: &'t Todos, today: Date) -> Vec<&'t Todo> {
        let closed = self.closed();
        self.all(todos, today).into_iter().filter(|t| closed || !t.status.is_closed()).collect()
    }

    /// Series of what is asked for whose open occurrence is past: they are not overdue themselves, but nobody who asks what
    /// is wants to miss them.
    pub(in crate::interpret) fn missed(&self, todos: &Todos, today: Date) -> Vec<TodoId> {
        let overdue = |one: &Condition| !one.not && one.any.iter().any(|f| f.overdue);
        let (asked, others): (Vec<_>, Vec<_>) = self.conditions.iter().cloned().partition(overdue);
        if asked.is_empty() {
            return Vec::new();
        }
        let is_past = |todo: &&Todo| todo.standing(today).is_some_and(|open| open.date < today);
        let others = Self { conditions: others, ..Self::default() };
        others.all(todos, today).into_iter().filter(is_past).map(|todo| todo.id).collect()
    }

    /// What of the conditions a client is told.
    pub(in crate::interpret) fn about(&self) -> Where {
        super::about(&self.conditions)
    }

    /// The conditions in words.
    pub(in crate::interpret) fn describe(&self, today: Date) -> String {
        let told = |one: &Condition| {
            let labels: Vec<String> = one.any.iter().flat_map(|f| f.labels.clone()).collect();
            let said = if one.kind == Kind::Label && labels.len() == one.any.len() {
                Filter { any_label: true, labels, ..Filter::default() }.describe(today)
            } else {
                let ways = one.any.iter().map(|f| f.describe(today));
                ways.reduce(|a, b| format!("either {a} or {b}")).unwrap_or_default()
            };
            if one.not { format!("not {said}") } else { said }
        };
        let parts: Vec<String> = self.conditions.iter().map(told).collect();
        if parts.is_empty() { "open".to_owned() } else { parts.join(", ") }
    }
}

/// Whether a word chooses nothing.
fn silent(word: &str) -> bool {
    lists(GLUE, word) || lists(filter::GLUE, word) || one_of(word, ASKING)
}

/// Whether only words that say nothing stand between the end of "about" and a word.
fn ends_at(c: &Clause, end: usize, at: usize) -> bool {
    (end..at).all(|i| one_of(c.word(i), "the|a|an|my|our|and|or") || says_on(c, i))
}

/// A word of the same title: neither of the question, nor of the list.
fn says_on(c: &Clause, at: usize) -> bool {
    let word = c.word(at);
    let dated = c.found.iter().any(|f| c.toks_of(&f.span).contains(&at));
    !silent(word) && c.any(at, NOT).is_none() && !dated
}

/// The words of a title at a place: one that some todo has, or, behind "about", any.
fn title(c: &Clause, run: &Run<'_>, at: usize, says: bool) -> Option<(usize, Filter)> {
    let dated = c.found.iter().any(|f| c.toks_of(&f.span).contains(&at));
    let tok = c.toks.get(at).filter(|_| !dated)?;
    let made = |title: Vec<String>| {
        let forms = title.iter().map(|w| inflections(w)).collect();
        (at + 1, Filter { title, forms, ..Filter::default() })
    };
    let parts = words(tok.fold.trim_end_matches("'s"));
    if tok.quoted {
        return (!parts.is_empty()).then(|| made(parts));
    }
    let label = run.is_label(tok.fold.trim_start_matches(['#', '@'])) || tok.fold.starts_with('#');
    if silent(&tok.fold) || c.any(at, PLURALS).is_some() || c.any(at, SINGULARS).is_some() || parts.is_empty() {
        return None;
    }
    if says && says_on(c, at) {
        return Some(made(parts));
    }
    // What is a condition is no word of a title.
    if label || fields::level(&tok.fold).is_some() || pick(c, at).is_some() || c.any(at, NOT).is_some() {
        return None;
    }
    let condition = has(c, at).or_else(|| step(c, run, at, true, true));
    if condition.is_some_and(|s| s.kind != Kind::Title) || c.any(at, TO_DO).is_some() {
        return None;
    }
    titled(c, run, at, false, true).map(|step| (step.end, step.filter))
}

/// What a todo has at all: "which are scheduled", "what has a label", "which tasks repeat".
fn has(c: &Clause, at: usize) -> Option<Step> {
    let none = Filter::default;
    let dated = c.found.iter().any(|f| (at..at + 4).contains(&c.toks_of(&f.span).start));
    let ends = |end: usize| end == c.len() || c.any(end, PLURALS).is_some() || one_of(c.word(end), "and|or|but");
    for (phrases, closed, kind, filter) in [
        (
            "with a date|with dates|have a date|has a date|have dates|with any date",
            false,
            Kind::Empty,
            Filter { dated: true, ..none() },
        ),
        ("scheduled|planned|dated", true, Kind::Empty, Filter { dated: true, ..none() }),
        (
            "with a due date|with due dates|have a due date|has a due date|have due dates|have a deadline|has a deadline|with a deadline",
            false,
            Kind::Empty,
            Filter { dued: true, ..none() },
        ),
        ("due", true, Kind::Empty, Filter { dued: true, ..none() }),
        (
            "with a label|with labels|with any label|have a label|has a label|have labels|with a tag|with tags|have a tag|has a tag|have tags",
            false,
            Kind::Empty,
            Filter { labelled: true, ..none() },
        ),
        ("labelled|labeled|tagged", true, Kind::Empty, Filter { labelled: true, ..none() }),
        ("repeat|repeats|recur|recurs", false, Kind::Repeats, Filter { repeating: Some(true), ..none() }),
    ] {
        // "scheduled for friday" is about that day.
        if let Some(end) = c.any(at, phrases).filter(|end| !closed || ends(*end) && !dated) {
            return Some(Step { end, filter, kind, said: None });
        }
    }
    None
}

/// "today or tomorrow", "due monday or friday", as conditions of their own.
fn either_day(c: &Clause, at: usize) -> Vec<Step> {
    let said = c.found.iter().find_map(|f| match &f.what {
        What::Ambiguous { options, .. } => {
            let range = c.toks_of(&f.span);
            let tied = |i: usize| one_of(c.word(i), "due|on|for|scheduled|planned");
            let several = range.clone().any(|i| c.word(i) == "or");
            (several && at <= range.start && (at..range.start).all(tied)).then_some((range.end, options))
        }
        _ => None,
    });
    let Some((end, options)) = said else { return Vec::new() };
    let day = |date: Date| Filter { span: Some((Some(date), Some(date), None)), ..Filter::default() };
    options.iter().map(|(date, _)| Step { end, filter: day(*date), kind: Kind::Date, said: None }).collect()
}

/// "what's urgent", "which are low".
fn level(c: &Clause, at: usize) -> Option<Step> {
    let word = c.word(at);
    let level = fields::level(word).filter(|_| word.parse::<u32>().is_err())?;
    let end = if one_of(c.word(at + 1), "priority|prio|importance") { at + 2 } else { at + 1 };
    Some(Step { end, filter: Filter { priority: vec![level], ..Filter::default() }, kind: Kind::Level, said: None })
}

/// "the oldest", "next".
fn pick(c: &Clause, at: usize) -> Option<(usize, Pick)> {
    if c.found.iter().any(|f| c.toks_of(&f.span).contains(&at)) {
        return None;
    }
    for (said, pick) in [
        ("oldest|been there longest|longest waiting|waiting longest", Pick::Oldest),
        ("newest|most recent|most recently added|latest added|last added|youngest", Pick::Newest),
        ("coming up next|up next|next|earliest|soonest", Pick::Next),
    ] {
        if let Some(end) = c.any(at, said) {
            return Some((end, pick));
        }
    }
    None
}
