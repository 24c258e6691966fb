//! The state of understanding one message.

mod clauses;
mod message;
mod stopped;

use super::Context;
use super::folded::{fold_in, merge};
use super::lexicon::Verb;
use super::series::Span;
use super::target::{self, Match, Slips, Want};
use super::text::Clause;
use crate::dates::Clock;
use countersign_core::ids::TodoId;
use countersign_core::operation::{Operation, Patch};
use countersign_core::todo::Todo;
use countersign_core::todos::{Todos, View};
use countersign_core::wire::{Consumed, Where};
use jiff::civil::Date;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;
pub(super) use stopped::{Ask, Stop, Topic, both};

/// A todo of the snapshot, or one this message creates (by its place in the operations).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Ref {
    Todo(TodoId),
    New(usize),
}

/// What an answered question has settled.
#[derive(Debug, Clone, Default)]
pub(super) struct Fixed {
    pub(super) ids: Option<Vec<TodoId>>,
    /// A date phrase.
    pub(super) when: Option<String>,
    /// `true` = the whole series.
    pub(super) series: Option<bool>,
    /// Create in spite of a duplicate.
    pub(super) anyway: bool,
    /// Change this todo instead of making one like it.
    pub(super) instead: Option<TodoId>,
    /// The clause, said again with its answer in it.
    pub(super) reworded: Option<String>,
    /// The day of a series that is meant.
    pub(super) day: Option<Date>,
    /// The todo is meant although it is not on the day that was said of it.
    pub(super) unmet: bool,
    /// One todo for each of the days that were said.
    pub(super) each_day: bool,
    /// A line of the checklist is meant (`true`), or a todo of its own.
    pub(super) line: Option<bool>,
}

/// What answers have settled, by the place of the clause that asked: an answer is never taken for another
/// clause's.
pub(super) type Settled = BTreeMap<usize, Fixed>;

/// The place of a question about the message as a whole.
const WHOLE: usize = usize::MAX;

pub(super) type Said<T> = Result<T, Stop>;

/// What was found for which words, and which words name a todo.
#[derive(Debug, Default)]
struct Known {
    found: HashMap<(Vec<String>, Want), Match>,
    named: HashMap<Vec<String>, bool>,
}

/// Understanding one message.
#[derive(Clone)]
pub(super) struct Run<'a> {
    pub(super) todos: &'a Todos,
    pub(super) clock: &'a Clock,
    pub(super) ctx: &'a Context,
    /// What is settled about the clause being read.
    pub(super) fixed: Fixed,
    pub(super) settled: Settled,
    /// The clause that asked: its place and its words.
    open: Option<(usize, String)>,
    pub(super) ops: Vec<Operation>,
    pub(super) warnings: Vec<String>,
    /// Series that a set would hold and that are left out.
    pub(super) left_out: Vec<TodoId>,
    pub(super) consumed: Vec<Consumed>,
    pub(super) answer_ids: Vec<TodoId>,
    /// The conditions of the set that was spoken of; of several sets nothing holds for all.
    about: Option<Where>,
    /// What a question about the todos asked.
    pub(super) asked: Option<super::Asked>,
    /// It stands beside an order, and what it asks was looked up.
    pub(super) looked_up: bool,
    /// The words of it that are no condition.
    pub(super) unread: Vec<String>,
    /// The words that were to name a todo and name none.
    pub(super) lost: Option<String>,
    /// What the clause before was about: the meaning of "it".
    pub(super) last: Vec<Ref>,
    /// Everything the clauses so far were about: the meaning of "both".
    pub(super) seen: Vec<Ref>,
    /// The line of a checklist that the clause before told of: the "it" of "untick it".
    pub(super) line: Option<String>,
    /// The verb of the clause before, for "… and the gym to monday".
    pub(super) verb: Option<Verb>,
    /// Misspelt words looked up so far.
    pub(super) slips: Rc<Slips>,
    /// What was found for which words.
    known: Rc<RefCell<Known>>,
    /// The message is a bulleted or multi-line list.
    pub(super) listed: bool,
    /// The clause being read.
    pub(super) said: String,
    /// What the clause leaves out of the set it names.
    pub(super) except: Vec<super::left_out::Exception>,
    /// A set took up what is left out of it.
    pub(super) excepted: bool,
    /// Days that are left out of those of a series were taken up.
    pub(super) days_excepted: bool,
    /// The todos meant last were a set, so that "it" may be all of them.
    pub(super) of_set: bool,
    /// The set that "them" stands for in the clause being read.
    pub(super) set: Option<super::resolve::Targets>,
    /// A clause said that nothing is to change.
    pub(super) left_alone: bool,
    /// The message without what was taken back in it.
    pub(super) heard: String,
    /// So many of the operations are those of the order that the message goes on from.
    pub(super) carried: Option<usize>,
    /// The day that this order gives.
    pub(super) carried_on: Option<Date>,
    /// The message takes back what was proposed last, and orders nothing.
    pub(super) dropped: bool,
    /// It puts what was proposed last otherwise.
    pub(super) replaced: bool,
    /// What was ordered is taken back, or governed by what denies or only tells of it: no reading makes an order of it.
    pub(super) refused: bool,
    /// What the message depends on was found to be so.
    pub(super) decided: bool,
    /// What it depends on is not so.
    pub(super) unmet: bool,
    /// It is asked whether or why something is done.
    pub(super) wondered: bool,
    /// It is a question by its form, with or without its mark.
    pub(super) asking: bool,
    /// The next clause is an order about "it".
    pub(super) followed: bool,
    /// The instruction before, for "same for the plumber".
    pub(super) before: Option<String>,
    /// The day of the series that was talked about last: the "it" of "can't do yoga on thursday, move it".
    pub(super) day: Option<Span>,
    /// The day that a clause says it is not any more: "friday instead of thursday".
    pub(super) was: Option<Span>,
    /// A value was set against the one that was.
    pub(super) contrasted: bool,
    /// Every clause is a name and a level.
    pub(super) levels: bool,
    /// When one is away, as told in front of "skip gym".
    pub(super) away: Option<Span>,
    /// A clause reports what is so, and orders nothing.
    pub(super) told: bool,
    /// The clause before gave a todo another date without a verb.
    pub(super) moved_last: bool,
    /// A part of a message is read alone, to find out whether it can be.
    pub(super) trying: bool,
    /// What is read was said again from a frame.
    pub(super) framed: bool,
    /// Slips were put right already.
    respelt: bool,
}

impl<'a> Run<'a> {
    pub(super) fn new(todos: &'a Todos, clock: &'a Clock, ctx: &'a Context, settled: Settled) -> Self {
        Self {
            todos,
            clock,
            ctx,
            fixed: settled.get(&WHOLE).cloned().unwrap_or_default(),
            settled,
            open: None,
            ops: Vec::new(),
            warnings: Vec::new(),
            left_out: Vec::new(),
            consumed: Vec::new(),
            answer_ids: Vec::new(),
            about: None,
            asked: None,
            looked_up: false,
            unread: Vec::new(),
            lost: None,
            last: Vec::new(),
            seen: Vec::new(),
            line: None,
            verb: None,
            slips: Rc::default(),
            known: Rc::default(),
            listed: false,
            said: String::new(),
            except: Vec::new(),
            excepted: false,
            days_excepted: false,
            of_set: false,
            set: None,
            left_alone: false,
            heard: String::new(),
            carried: None,
            carried_on: None,
            dropped: false,
            replaced: false,
            refused: false,
            decided: false,
            unmet: false,
            wondered: false,
            asking: false,
            followed: false,
            before: None,
            day: None,
            was: None,
            contrasted: false,
            levels: false,
            away: None,
            told: false,
            moved_last: false,
            trying: false,
            framed: false,
            respelt: false,
        }
    }

    /// A run of its own over the same todos, which reads a part to find out whether it can be read; what was looked up
    /// is known to both.
    pub(super) fn beside(&self) -> Self {
        let fresh = Self::new(self.todos, self.clock, self.ctx, Settled::new());
        Self { slips: Rc::clone(&self.slips), known: Rc::clone(&self.known), away: self.away, trying: true, ..fresh }
    }

    pub(super) fn today(&self) -> Date {
        self.clock.now.date()
    }

    pub(super) fn todo(&self, id: TodoId) -> Option<&'a Todo> {
        self.todos.todo(id)
    }

    /// Whether some todo has the label.
    pub(super) fn is_label(&self, word: &str) -> bool {
        self.todos.has_label(word)
    }

    /// Finds the todos meant by content words. The same words are looked for many times while a sentence is
    /// tried this way and that, so each is found once.
    pub(super) fn find(&self, query: &[String], want: Want) -> Match {
        let key = (query.to_vec(), want);
        if let Some(known) = self.known.borrow().found.get(&key) {
            return known.clone();
        }
        let found = self.search(query, want, &|_| true);
        self.known.borrow_mut().found.insert(key, found.clone());
        found
    }

    /// Whether [`Run::find`] finds one or several that are meant equally.
    pub(super) fn names(&self, query: &[String]) -> bool {
        if let Some(known) = self.known.borrow().named.get(query) {
            return *known;
        }
        let names = target::names(self.todos, &self.slips, query);
        self.known.borrow_mut().named.insert(query.to_vec(), names);
        names
    }

    /// As [`Run::find`]; `also` narrows.
    pub(super) fn search(&self, query: &[String], want: Want, also: &dyn Fn(&Todo) -> bool) -> Match {
        target::search(self.todos, &self.slips, query, want, also)
    }

    /// What the clause was about is among what "both" may mean.
    pub(super) fn meet(&mut self) {
        let mut known: HashSet<Ref> = self.seen.iter().copied().collect();
        self.seen.extend(self.last.iter().copied().filter(|one| known.insert(*one)));
    }

    pub(super) fn warn(&mut self, code: &str) {
        if !self.warnings.iter().any(|w| w == code) {
            self.warnings.push(code.to_owned());
        }
    }

    /// What `reading` comes to; when it comes to nothing, nothing of it stays.
    pub(super) fn attempt<T>(&mut self, reading: impl FnOnce(&mut Self) -> Said<T>) -> Option<T> {
        let marks = (self.ops.len(), self.warnings.len(), self.consumed.len(), self.answer_ids.len());
        let (fixed, last, of_set) = (self.fixed.clone(), self.last.clone(), self.of_set);
        let about = self.about.clone();
        let out = reading(self).ok();
        if out.is_none() {
            self.ops.truncate(marks.0);
            self.warnings.truncate(marks.1);
            self.consumed.truncate(marks.2);
            self.answer_ids.truncate(marks.3);
            (self.fixed, self.last, self.of_set, self.about) = (fixed, last, of_set, about);
        }
        out
    }

    /// The todos that a text surely names, looked up without a trace.
    pub(super) fn refer(&mut self, text: &str) -> Option<super::resolve::Targets> {
        let (fixed, except, about) = (self.fixed.clone(), self.except.clone(), self.about.clone());
        let (marks, day) = ((self.warnings.len(), self.consumed.len(), self.of_set), self.day);
        let found = self.attempt(|run| run.objects(text, super::target::Want::Open));
        (self.fixed, self.except, self.about, self.of_set, self.day) = (fixed, except, about, marks.2, day);
        self.warnings.truncate(marks.0);
        self.consumed.truncate(marks.1);
        found.filter(|t| !t.refs.is_empty())
    }

    /// A set is spoken of.
    pub(super) fn seek(&mut self, about: Where) {
        self.about = match self.about.take() {
            Some(before) if before != about => Some(Where::default()),
            _ => Some(about),
        };
    }

    /// Keeps what a clause consumed.
    pub(super) fn note(&mut self, clause: Clause) {
        self.consumed.extend(clause.consumed);
    }

    /// Adds an operation; one that is there already is not done twice.
    pub(super) fn push(&mut self, op: Operation) {
        if matches!(op, Operation::Create(_)) || !self.ops.contains(&op) {
            self.ops.push(op);
        }
    }

    pub(super) fn patch(&mut self, target: Ref, patch: Patch) {
        match target {
            Ref::Todo(id) => {
                // Two clauses about one todo are one change.
                let same = self.ops.iter_mut().rev().find_map(|op| match op {
                    Operation::Update { id: t, set } if t.id() == Some(id) => Some(set),
                    _ => None,
                });
                match same {
                    Some(set) => merge(set, patch),
                    None => self.ops.push(Operation::Update { id: id.into(), set: patch }),
                }
            }
            Ref::New(n) => {
                if let Some(Operation::Create(draft)) = self.ops.get_mut(n) {
                    fold_in(draft, patch);
                }
            }
        }
    }
}
