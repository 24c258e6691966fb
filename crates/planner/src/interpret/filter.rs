//! "All low priority work tasks from last week": conditions instead of a name (TODOS.md rules 3, 12).

pub(super) mod amounts;
mod conditions;
mod days;
mod labels;

use super::lexicon::{lists, one_of};
use super::resolve::{Targets, which};
use super::run::{Ask, Ref, Run, Said};
use super::series::{self, Span};
use super::target::inflections;
use super::text::Clause;
use crate::dates;
pub(super) use conditions::conditions;
use countersign_core::ids::TodoId;
use countersign_core::predicate::{self, DateRange};
use countersign_core::todo::{Priority, Status, Todo};
use countersign_core::todos::{Todos, View, words};
use countersign_core::wire::Where;
pub(super) use days::{Limits, limits};
use jiff::civil::Date;
pub(super) use labels::LABELLED;
use std::collections::BTreeSet;

/// Which date a span is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum On {
    Scheduled,
    /// "due today" is either (TODOS.md "Do-date and due-date").
    Either,
    /// "with a due date this month".
    Due,
}

/// Conditions that all hold.
#[derive(Debug, Clone, Default)]
pub(super) struct Filter {
    pub(super) span: Option<(Option<Date>, Option<Date>, Option<On>)>,
    pub(super) overdue: bool,
    pub(super) priority: Vec<Priority>,
    pub(super) labels: Vec<String>,
    /// One of the labels is enough.
    pub(super) any_label: bool,
    pub(super) status: Vec<Status>,
    /// Not done and not rejected.
    pub(super) open: bool,
    pub(super) repeating: Option<bool>,
    pub(super) undated: bool,
    /// Is planned for a day.
    pub(super) dated: bool,
    pub(super) unlabelled: bool,
    /// Has some label.
    pub(super) labelled: bool,
    pub(super) undue: bool,
    /// Has a due date.
    pub(super) dued: bool,
    /// How many minutes it takes, at least and at most.
    pub(super) estimate: Option<(u32, u32)>,
    pub(super) unestimated: bool,
    /// Has a time of day.
    pub(super) timed: Option<bool>,
    pub(super) title: Vec<String>,
    /// Each of those words with its inflections.
    pub(super) forms: Vec<Vec<String>>,
    pub(super) ids_except: Vec<countersign_core::ids::TodoId>,
    /// A day that was said with a time, which is no condition that is known: of an order that is asked about.
    pub(super) moment: Option<String>,
    /// Words no condition could be made of.
    pub(super) unknown: Vec<String>,
}

impl Filter {
    pub(super) fn is_empty(&self) -> bool {
        self.span.is_none()
            && !self.overdue
            && self.priority.is_empty()
            && self.labels.is_empty()
            && self.status.is_empty()
            && !self.open
            && self.repeating.is_none()
            && !self.undated
            && !self.dated
            && !self.unlabelled
            && !self.labelled
            && !self.undue
            && !self.dued
            && self.estimate.is_none()
            && !self.unestimated
            && self.timed.is_none()
            && self.title.is_empty()
    }

    /// How many kinds of conditions there are.
    fn kinds(&self) -> usize {
        let said = [
            self.span.is_some() || self.overdue,
            !self.priority.is_empty(),
            !self.labels.is_empty(),
            !self.status.is_empty() || self.open,
            self.repeating.is_some(),
            self.undated,
            self.dated,
            self.unlabelled,
            self.labelled,
            self.undue,
            self.dued,
            self.estimate.is_some() || self.unestimated,
            self.timed.is_some(),
            !self.title.is_empty(),
        ];
        said.into_iter().filter(|said| *said).count()
    }

    /// What of the conditions a client is told (S0-44).
    pub(super) fn about(&self) -> Where {
        let range = self.span.map(|(from, to, on)| (DateRange { from, to }, on));
        let done = self.status.as_slice() == [Status::Done];
        Where {
            ids: Vec::new(),
            scheduled_range: range.filter(|(_, on)| *on != Some(On::Due)).map(|(range, _)| range),
            due_range: range.filter(|(_, on)| *on == Some(On::Due)).map(|(range, _)| range),
            overdue: self.overdue.then_some(true),
            priority: self.priority.clone(),
            labels: if self.any_label { Vec::new() } else { self.labels.clone() },
            completed: (done || self.open).then_some(done),
            repeating: self.repeating,
        }
    }

    /// The conditions in words: "due Sat 2026-11-21, high priority, labelled work".
    pub(super) fn describe(&self, today: Date) -> String {
        let mut out: Vec<String> = Vec::new();
        if let Some((from, to, _)) = self.span {
            let day = super::fields::day;
            out.push(match (from, to) {
                (Some(a), Some(b)) if a == b && a == today => "due today".to_owned(),
                (Some(a), Some(b)) if a == b => format!("due on {}", day(a)),
                (Some(a), Some(b)) => format!("due from {} to {}", day(a), day(b)),
                (Some(a), None) => format!("due from {} on", day(a)),
                (None, Some(b)) => format!("due until {}", day(b)),
                (None, None) => "due".to_owned(),
            });
        }
        if self.overdue {
            out.push("overdue".to_owned());
        }
        let levels: Vec<&str> = self
            .priority
            .iter()
            .map(|p| match p {
                Priority::High => "high",
                Priority::Medium => "medium",
                Priority::Low => "low",
            })
            .collect();
        if !levels.is_empty() {
            out.push(format!("of {} priority", levels.join(" or ")));
        }
        if !self.labels.is_empty() {
            out.push(format!("labelled {}", self.labels.join(if self.any_label { " or " } else { " and " })));
        }
        for status in &self.status {
            out.push(
                match status {
                    Status::InProgress => "in progress",
                    Status::OnHold => "on hold",
                    Status::Open => "open",
                    Status::Groomed => "groomed",
                    Status::Blocked => "blocked",
                    Status::Done => "done",
                    Status::Rejected => "rejected",
                }
                .to_owned(),
            );
        }
        match self.repeating {
            Some(true) => out.push("repeating".to_owned()),
            Some(false) => out.push("not repeating".to_owned()),
            None => {}
        }
        for (is, words) in [
            (self.undated, "without a date"),
            (self.dated, "with a date"),
            (self.undue, "without a due date"),
            (self.dued, "with a due date"),
            (self.unlabelled, "without a label"),
            (self.labelled, "with a label"),
            (self.estimate.is_some(), "with such an estimate"),
            (self.unestimated, "without an estimate"),
            (self.timed == Some(true), "with a time"),
            (self.timed == Some(false), "without a time"),
        ] {
            if is {
                out.push(words.to_owned());
            }
        }
        if !self.title.is_empty() {
            out.push(format!("called “{}”", self.title.join(" ")));
        }
        if out.is_empty() && self.open {
            out.push("open".to_owned());
        }
        out.join(", ")
    }

    /// The todos that meet the conditions, by number. A word of a title is looked up; only without one is
    /// every todo read.
    pub(super) fn of<'t>(&'t self, todos: &'t Todos, today: Date, either: bool) -> impl Iterator<Item = &'t Todo> {
        let count = |forms: &Vec<String>| forms.iter().map(|w| todos.count_word(w)).sum::<usize>();
        let named: Option<BTreeSet<TodoId>> = self
            .forms
            .iter()
            .min_by_key(|forms| count(forms))
            .map(|forms| forms.iter().flat_map(|w| todos.with_word(w)).collect());
        let all = named.is_none().then(|| todos.iter()).into_iter().flatten();
        let some = named.into_iter().flatten().filter_map(|id| todos.todo(id));
        all.chain(some).filter(move |t| self.matches(todos, t, today, either))
    }

    pub(super) fn matches(&self, todos: &Todos, t: &Todo, today: Date, either: bool) -> bool {
        let span = self.span.is_none_or(|(from, to, on)| {
            let holds = |d: Option<Date>| d.is_some_and(|d| from.is_none_or(|f| f <= d) && to.is_none_or(|t| d <= t));
            let scheduled = if t.recurrence.is_repeating() {
                series::first_on(t, (from, to), today).is_some()
            } else {
                holds(t.scheduled_for)
            };
            match on.unwrap_or(if either { On::Either } else { On::Scheduled }) {
                On::Scheduled => scheduled,
                On::Due => holds(t.due_date),
                On::Either => scheduled || holds(t.due_date),
            }
        });
        let labelled = |l: &String| t.labels.iter().any(|have| have.to_lowercase() == *l);
        span && (!self.overdue || predicate::overdue(t, today))
            && (self.priority.is_empty() || self.priority.contains(&t.priority))
            && (self.labels.iter().all(labelled) || self.any_label && self.labels.iter().any(labelled))
            && (self.status.is_empty() || self.status.contains(&t.status))
            && (!self.open || !t.status.is_closed())
            && self.repeating.is_none_or(|r| t.recurrence.is_repeating() == r)
            && (!self.undated || (t.scheduled_for.is_none() && t.due_date.is_none()))
            && (!self.dated || t.scheduled_for.is_some())
            && (!self.unlabelled || t.labels.is_empty())
            && (!self.labelled || !t.labels.is_empty())
            && (!self.undue || t.due_date.is_none())
            && (!self.dued || t.due_date.is_some())
            && self.estimate.is_none_or(|(least, most)| t.estimate.is_some_and(|e| least <= e && e <= most))
            && (!self.unestimated || t.estimate.is_none())
            && self.timed.is_none_or(|timed| t.time_of_day.is_some() == timed)
            && !self.ids_except.contains(&t.id)
            && self.forms.iter().all(|forms| forms.iter().any(|w| todos.has_word(w, t.id)))
    }
}

pub(super) const GLUE: &str = " all of the my our every each everything anything any that which are is is's on for from in with and have \
    has were was scheduled marked set currently still to be left task tasks todo todos to-do to-dos item items \
    thing things reminder reminders one ones stuff chore chores entries those these planned i i've i'm we \
    please them priority prio label labels labelled labeled tagged tag tags status as at list a an am do entire \
    whole both whose their its it there due's belonging under who what show's remaining \
    appointments been being already got now up just only me coming upcoming so far these days that's title name \
    word either words";

/// Whether an object phrase speaks of a set and not of one todo.
pub(super) fn is_bulk(c: &Clause, run: &Run<'_>) -> bool {
    let first = c.word(0);
    // "every week" is a repetition and no set.
    let repeats =
        c.found.iter().any(|f| matches!(f.what, dates::What::Recurrence { .. }) && c.toks_of(&f.span).start == 0);
    if one_of(first, "all|every|everything|each|any|anything|whatever") && !repeats {
        return true;
    }
    let plural = (0..c.len()).any(|i| one_of(c.word(i), "tasks|todos|to-dos|items|things|reminders|ones|stuff|chores"));
    let condition = c
        .any(
            0,
            "overdue|completed|finished|done|today's|the overdue|my overdue|the completed|the done|my completed|\
        the finished",
        )
        .is_some();
    plural && run.todos.count_word(c.word(c.len().saturating_sub(1))) == 0
        || condition
            && c.len() <= 3
            && (0..c.len()).all(|i| {
                // "stand-up" is two words of a title, and "#lab" none.
                let known = |word: &String| inflections(word).iter().any(|w| run.todos.count_word(w) > 0);
                let titled = || !c.word(i).starts_with('#') && words(c.word(i)).iter().all(known);
                lists(GLUE, c.word(i)) || i < 3 && !titled()
            })
}

/// Words for todos as entries, whatever they are about.
const ENTRIES: &str = "everything|anything|whatever|task|todo|to-do|item|tasks|todos|to-dos|items|things|stuff|entries";

/// Nouns for todos, of several.
const TODOS: &str = "tasks|todos|to-dos|items|things|ones|stuff|chores|reminders|entries";

/// The words that make no choice: of nothing else everything is meant.
const EVERYTHING: &str = " all of the my our every each everything anything any whole entire them these those both tasks \
    task todos todo to-dos to-do items item things thing ones one stuff entries that are is i i've have got there on in list \
    please we here now ";

/// One of so many.
pub(super) const NTH: &str =
    "other|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|2nd|3rd|4th|5th|6th|7th|8th|9th|10th";

/// "due or scheduled this week" is one condition.
fn due_or_scheduled(f: &Filter) -> bool {
    f.span.is_some_and(|(_, _, on)| on == Some(On::Either))
}

/// "all but #6 and #7 from errands": behind numbers, which need no more to be told, stands the set that they are left out
/// of. Behind names it may say which of that name are meant: that is asked.
fn of_the_rest(clause: &Clause, run: &Run<'_>) -> Said<Option<String>> {
    let Some((but, end)) = clause.seek(1, "but|except|except for|apart from|other than|excluding|minus|save for|bar")
    else {
        return Ok(None);
    };
    let whole = (0..but).all(|i| lists(EVERYTHING, clause.word(i)));
    let number = |i: usize| clause.word(i).strip_prefix('#').is_some_and(|n| n.parse::<u32>().is_ok());
    let tail = (end + 1..clause.len()).find(|i| one_of(clause.word(*i), "from|in|of|under|within|among"));
    let Some(tail) = tail.filter(|tail| whole && tail + 1 < clause.len()) else { return Ok(None) };
    let known = conditions(&mut Clause::new(clause.slice(tail..clause.len()), run.clock), run);
    if !known.unknown.is_empty() || !known.title.is_empty() || known.is_empty() {
        return Ok(None);
    }
    if !(end..tail).all(|i| number(i) || one_of(clause.word(i), "and|or|&")) {
        return Err(Ask::plain(format!("Which todos do you mean by “{}”?", clause.text.trim())));
    }
    let (all, set, left_out) = (clause.slice(0..but), clause.slice(tail..clause.len()), clause.slice(but..tail));
    Ok(Some(format!("{all} {set} {left_out}")))
}

/// Reads an object phrase as conditions; `None` when it is not one.
pub(super) fn parse(clause: &Clause, run: &mut Run<'_>) -> Said<Option<Targets>> {
    if !is_bulk(clause, run) {
        return Ok(None);
    }
    // "every second task": nobody counts them out.
    if one_of(clause.word(0), "every|each")
        && one_of(clause.word(1), NTH)
        && one_of(clause.word(2), "task|todo|to-do|item|one|entry")
    {
        return Err(Ask::plain(format!("Which todos do you mean by “{}”?", clause.text.trim())));
    }
    let mut c = match of_the_rest(clause, run)? {
        Some(said) => Clause::new(&said, run.clock),
        None => clause.clone(),
    };
    let mut left_out = Vec::new();
    if let Some((i, e)) = c.seek(
        1,
        "except|except for|but not|apart from|other than|excluding|besides|without touching|save for|but|\
        aside from|not including|minus|all but",
    ) {
        let named = c.slice(e..c.len()).to_owned();
        left_out.push(run.exempted(&named)?);
        c = Clause::new(c.slice(0..i), run.clock);
    }
    // One of several conditions is enough: that is more than their sum.
    let either = (1..c.len()).any(|i| c.word(i) == "or" && c.toks.get(i).is_some_and(|t| !t.quoted));
    let mut f = conditions(&mut c, run);
    let named = clause.text.trim().to_owned();
    f.unknown.extend(f.moment.take());
    if !f.unknown.is_empty() {
        // "all my whatsits": not understood is not everything.
        run.warn("not_found");
        return Err(Ask::plain(format!(
            "Which todos do you mean by “{named}”? I do not know “{}”.",
            f.unknown.join(" ")
        )));
    }
    // "high or medium work tasks" are of either level.
    let alike = f.priority.len() > 1 || f.status.len() > 1 || f.any_label || due_or_scheduled(&f);
    if either && !alike && f.kinds() > 1 {
        return Err(Ask::plain(format!("Which todos do you mean by “{named}”?")));
    }
    let (today, due) = (run.today(), due_or_scheduled(&f));
    let mut except = Vec::new();
    left_out.append(&mut run.except);
    if !left_out.is_empty() {
        let set: Vec<_> = f.of(run.todos, today, due).map(|t| t.id).collect();
        except = match run.taken_out(&left_out, &set, f.span.is_some() && f.kinds() == 1) {
            Some(out) => out,
            None => {
                return match run.chosen() {
                    Some(chosen) => Ok(Some(chosen)),
                    None => Err(which(run, format!("Which todos do you mean by “{named}”?"), &set)),
                };
            }
        };
    }
    run.excepted |= !except.is_empty();
    f.ids_except = except;
    let all = f.is_empty() && f.ids_except.is_empty();
    let chooses = |i: usize| {
        let kind = one_of(clause.word(i), TODOS) && one_of(clause.word(i + 1), TODOS);
        clause.toks.get(i).is_some_and(|t| t.quoted) || kind || !lists(EVERYTHING, clause.word(i))
    };
    if all && (0..clause.len()).any(chooses) {
        // "all reminders", "all tasks with priority": whatever is meant by that, it is not everything.
        return Err(Ask::plain(format!("All of them, or which of “{named}”?")));
    }
    if all && !(0..clause.len()).any(|i| one_of(clause.word(i), "all|every|everything|each|whole|entire")) {
        // "my tasks" is not yet everything (R2: all must be said).
        return Err(Ask::plain(format!("All of them, or which of “{named}”?")));
    }
    let ids: Vec<_> = f.of(run.todos, today, due).map(|t| Ref::Todo(t.id)).collect();
    run.consumed.extend(c.consumed.iter().cloned());
    run.seek(f.about());
    let span = f.span.and_then(|(from, to, _)| Some(Span { from: from?, to: to?, weekday: false }));
    // Statuses were asked for: then they are meant, closed or not.
    let explicit = !f.status.is_empty();
    Ok(Some(Targets {
        refs: ids,
        bulk: true,
        all,
        repeating: f.repeating == Some(true),
        span,
        entries: f.span.is_some() || (0..clause.len()).any(|i| one_of(clause.word(i), ENTRIES)),
        explicit,
        ..Targets::default()
    }))
}
