//! The state of understanding one message, and its way from text to answer.

use super::folded::{fold_in, merge};
use super::lexicon::Verb;
use super::series::Span;
use super::target::{self, Match, Slips, Want};
use super::text::{Clause, tokens};
use super::{Answer, Context, Decision, correct, question, split, undo};
use crate::dates::Clock;
use countersign_core::ids::TodoId;
use countersign_core::operation::{Operation, Patch};
use countersign_core::todo::Todo;
use countersign_core::todos::{Todos, View};
use countersign_core::wire::{ClarifyOption, ClarifySection, Consumed, Where};
use jiff::civil::Date;
use serde_json::Value;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

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
    /// A line of the checklist is meant (`true`), or a todo of its own.
    pub(super) line: Option<bool>,
}

/// What an answer settles, beyond what the sections of its question say.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) enum Topic {
    /// What the sections say.
    #[default]
    Sections,
    /// Which day of a series is meant.
    Occurrence,
    /// Whether a todo is meant that is not on the day said of it.
    Unmet,
    /// What these words of the clause mean: the answer takes their place.
    Phrase(String),
    /// What is done with the todo that is chosen.
    Order(&'static str),
    /// Whether a line of a checklist is meant or a todo of its own.
    Line,
}

/// What answers have settled, by the place of the clause that asked: an answer is never taken for another
/// clause's.
pub(super) type Settled = BTreeMap<usize, Fixed>;

/// The place of a question about the message as a whole.
const WHOLE: usize = usize::MAX;

/// A question to put.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Ask {
    pub(super) question: String,
    pub(super) options: Vec<TodoId>,
    pub(super) sections: Vec<ClarifySection>,
    pub(super) topic: Topic,
}

/// Why an instruction yields no operations.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Stop {
    Ask(Box<Ask>),
    Chat,
    Unsure,
}

pub(super) type Said<T> = Result<T, Stop>;

impl Ask {
    pub(super) fn plain(question: impl Into<String>) -> Stop {
        Stop::Ask(Box::new(Self { question: question.into(), ..Self::default() }))
    }

    pub(super) fn about(question: impl Into<String>, kind: &str, options: Vec<(Value, String)>) -> Stop {
        let options = options.into_iter().map(|(value, label)| ClarifyOption { value, label }).collect();
        Stop::Ask(Box::new(Self {
            question: question.into(),
            options: Vec::new(),
            sections: vec![ClarifySection { kind: kind.to_owned(), options }],
            topic: Topic::default(),
        }))
    }
}

impl Stop {
    /// The question, with what its answer settles.
    pub(super) fn on(self, topic: Topic) -> Self {
        match self {
            Stop::Ask(ask) => Stop::Ask(Box::new(Ask { topic, ..*ask })),
            other => other,
        }
    }
}

/// Two things that may both be missing become one question with two parts (S0-37).
pub(super) fn both<A, B>(a: Said<A>, b: Said<B>) -> Said<(A, B)> {
    match (a, b) {
        (Ok(a), Ok(b)) => Ok((a, b)),
        (Err(Stop::Ask(mut a)), Err(Stop::Ask(b))) => {
            a.question = format!("{} {}", a.question, b.question);
            a.options.extend(b.options);
            a.sections.extend(b.sections);
            if b.topic != Topic::Sections {
                a.topic = b.topic;
            }
            Err(Stop::Ask(a))
        }
        (Err(stop), _) | (_, Err(stop)) => Err(stop),
    }
}

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
    settled: Settled,
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
    pub(super) except: Vec<TodoId>,
    /// A set took up what is left out of it.
    pub(super) excepted: bool,
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
            of_set: false,
            set: None,
            left_alone: false,
            heard: String::new(),
            carried: None,
            carried_on: None,
            dropped: false,
            replaced: false,
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
        Self { slips: Rc::clone(&self.slips), known: Rc::clone(&self.known), trying: true, ..fresh }
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

    /// The whole way from a message to its answer.
    pub(super) fn message(mut self, text: &str) -> Answer {
        if text.trim().is_empty() {
            return self.answer(Err(Stop::Chat), text);
        }
        // Two hyphens are a dash.
        let text = super::letter::plain(&text.replace(" -- ", " — "), &self);
        let result = self.all(&text);
        match self.again(&text, &result) {
            Some((again, result)) => again.answer(result, &text),
            None => self.answer(result, &text),
        }
    }

    /// The message read the second way, where the first came to nothing or made something new of it unasked.
    fn again(&self, text: &str, result: &Said<()>) -> Option<(Self, Said<()>)> {
        use super::second::{Mode, read};
        // What was taken back or only wondered about is no order in any reading.
        if correct::retracted(text, self).is_some()
            || super::mood::wondered(text, self)
            || self.carried.is_some()
            || self.dropped
            || self.replaced
        {
            return None;
        }
        let silent = matches!(result, Err(Stop::Chat)) && self.ops.is_empty() && self.answer_ids.is_empty();
        // A question between todos that were found is a good one; one about words that were not may be read otherwise.
        let known = |ask: &Ask| {
            let lost = self.warnings.iter().any(|w| matches!(w.as_str(), "not_found" | "weak_match" | "no_change"));
            let guessed = ["Is ", "What should change about"].iter().any(|front| ask.question.starts_with(front));
            !lost && !guessed && ask.sections.iter().any(|s| s.kind == "which")
        };
        let mode = match result {
            Err(Stop::Ask(ask)) if known(ask) => return None,
            Err(Stop::Unsure | Stop::Ask(_)) => Mode::Open,
            Err(Stop::Chat) if silent && !self.wondered && !self.asking => Mode::Quiet,
            Ok(()) if matches!(self.ops.as_slice(), [Operation::Create(_)]) => {
                Mode::New { said: self.orders_new(text) }
            }
            _ => return None,
        };
        if !self.settled.is_empty() || self.ctx.clarify.is_some() || self.trying {
            return None;
        }
        if let Some(found) = read(self, text, mode) {
            return Some((found, Ok(())));
        }
        if mode == Mode::Open && super::frames::stays(&mut self.clone(), text) {
            let mut still = self.beside();
            still.left_alone = true;
            return Some((still, Err(Stop::Chat)));
        }
        let slips = mode == Mode::Open || mode == Mode::Quiet && self.left_alone;
        if !slips || self.respelt || text.trim_end().ends_with('?') {
            return None;
        }
        let plain = super::respelt::respelt(self, text)?;
        let mut fresh = self.beside();
        (fresh.trying, fresh.respelt) = (false, true);
        let result = fresh.all(&plain);
        let unasked = fresh.ops.iter().any(|op| matches!(op, Operation::Create(_))) && !fresh.orders_new(&plain);
        if result.is_ok() && !fresh.ops.is_empty() && !unasked {
            return Some((fresh, result));
        }
        let second = fresh.again(&plain, &result).filter(|(found, _)| !found.ops.is_empty());
        second.or_else(|| matches!(&result, Err(Stop::Ask(ask)) if ask.options.len() > 1).then_some((fresh, result)))
    }

    /// Whether a text begins with an order to make a todo.
    pub(super) fn orders_new(&self, text: &str) -> bool {
        let c = Clause::new(text, self.clock);
        split::verb_at(&c, split::lead(&c).at, false).is_some_and(|h| h.verb == Verb::Create)
    }

    pub(super) fn all(&mut self, text: &str) -> Said<()> {
        let again = self.fixed.reworded.take();
        let text = match again {
            Some(again) => again,
            None => super::follow::continued(text, self)?,
        };
        if let Some(stop) = correct::retracted(&text, self) {
            self.left_alone = true;
            return Err(stop);
        }
        let text = match correct::corrected(&text, self) {
            // "delete the garage, no, keep it"
            Err(Stop::Chat) => {
                self.left_alone = true;
                return Err(Stop::Chat);
            }
            said => said?,
        };
        let text = super::spoken::plain(&text, self);
        self.heard.clone_from(&text);
        if undo::handle(&text, self)? {
            return Ok(());
        }
        let text = match question::then_order(&text, self) {
            Some(order) => order,
            None if question::handle(&text, self)? => return Err(Stop::Chat),
            None => text,
        };
        // Which of several goes with which of several is not read here.
        if tokens(&text).iter().any(|t| !t.quoted && matches!(t.fold.as_str(), "respectively" | "resp")) {
            return Err(Stop::Unsure);
        }
        let text = super::misspelt::respelled(&text, self);
        let text = super::restated::restated(&text, self);
        let text = super::provided::decided(&text, self)?;
        let text = super::enumerate::lines(&text, self);
        let text = split::spaced(&text, self);
        self.listed = text.lines().filter(|l| !l.trim().is_empty()).count() > 1;
        let clauses = split::told_first(split::clauses(&text, self), self);
        let clauses = super::shared::shared(&text, clauses, self)?;
        self.levels = (2..8).contains(&clauses.len()) && clauses.iter().all(|one| super::terse::is_levelled(self, one));
        let (mut talk, mut asked) = (false, None);
        let mut read: Vec<String> = Vec::new();
        for (n, clause) in clauses.iter().enumerate() {
            self.fixed = self.settled.get(&n).cloned().unwrap_or_default();
            (self.was, self.contrasted) = (None, false);
            let said = self.fixed.reworded.take().unwrap_or_else(|| clause.clone());
            let said = super::occurrence::that_day(self, said);
            self.followed = clauses.get(n + 1).map(|next| Clause::new(next, self.clock)).is_some_and(|next| {
                split::of_it(&next) || super::mood::value_enough(self, &next, split::lead(&next).at).is_some()
            });
            let outcome = self.clause(&said);
            self.meet();
            match outcome {
                // A date that an answer settled is the answer's.
                Ok(()) if self.settled.contains_key(&n) => {}
                Ok(()) => {
                    self.before = Some(said.clone());
                    read.push(said);
                }
                Err(Stop::Unsure | Stop::Chat) if n + 1 < clauses.len() && self.told_away(&said) => talk = true,
                // "doctor at 12 instead, hairdresser's cancelled": what is told is an order where a frame says so.
                Err(Stop::Chat) if clauses.len() > 1 && self.overheard(&said) => read.push(said),
                // "Thanks! Delete the report."
                Err(Stop::Chat) if clauses.len() > 1 => {
                    talk = true;
                    self.told(&said);
                }
                // The rest is read all the same: what nobody can make sense of is found before the question.
                Err(Stop::Ask(ask)) if asked.is_none() => {
                    self.open = Some((n, said));
                    asked = Some(ask);
                }
                Err(Stop::Ask(_)) => {}
                // "The passport isn't urgent any more, make it low": what is told first says what "it" is.
                Err(Stop::Unsure) if self.told(&said) => talk = true,
                Err(stop) => return Err(stop),
            }
        }
        self.only_new();
        match asked {
            Some(ask) => Err(Stop::Ask(ask)),
            None if self.ops.is_empty() && talk => Err(Stop::Chat),
            None if super::mood::wondered(&text, self) => {
                self.ops.clear();
                Err(Stop::Chat)
            }
            None if self.unaccounted(&read).is_some() => Err(Stop::Unsure),
            None => Ok(()),
        }
    }

    /// Reads a clause that seemed to be talk by a frame; whether it says what becomes of a todo.
    fn overheard(&mut self, said: &str) -> bool {
        let Some(read) = super::second::framed(self, said).filter(|read| read.ops.len() > self.ops.len()) else {
            return false;
        };
        let trying = self.trying;
        *self = read;
        self.trying = trying;
        true
    }

    /// Whether a clause only tells of one todo, without a date, and the next says what to do with "it".
    fn told(&mut self, said: &str) -> bool {
        let c = Clause::new(said, self.clock);
        self.line = super::edit::line_told(self, said);
        if self.followed && self.line.is_some() {
            return true;
        }
        const COPULA: &str = "is|are|was|were|isn't|aren't|wasn't|has|have|hasn't|needs|need|got|about|not|any";
        let at = (1..c.len()).find(|i| super::lexicon::one_of(c.word(*i), COPULA));
        let told = at.is_some();
        // What stands in front of "is" is what it is about.
        let subject = self.topic(at.map_or("", |at| c.slice(0..at)));
        let ids = if subject.len() == 1 { subject } else { self.topic(said) };
        if let ([id], true, true, true) = (ids.as_slice(), told, c.found.is_empty(), self.followed) {
            self.last = vec![Ref::Todo(*id)];
            return true;
        }
        false
    }

    /// The words of the message that no operation accounts for. "b4 fri": a word that was put right counts as what it
    /// means.
    fn left_over(&self, text: &str) -> Vec<String> {
        let heard = if self.heard.is_empty() { text } else { &self.heard };
        let over = |heard: &str| super::coverage::left_over(heard, &self.ops, self.todos, self.clock);
        let left = over(heard);
        let spelt = (!left.is_empty()).then(|| super::misspelt::respelled(heard, self));
        spelt.filter(|spelt| spelt != heard).map_or(left, |spelt| over(&spelt))
    }

    pub(super) fn answer(self, result: Said<()>, text: &str) -> Answer {
        let mut out = Answer::of(Decision::Plan);
        if result.is_ok() {
            out.left_over = self.left_over(text);
        }
        if self.warnings.iter().any(|w| w == "repeating_excluded") {
            out.left_out = self.left_out;
        }
        out.warnings = self.warnings;
        out.consumed = self.consumed;
        out.about = self.about.unwrap_or_default();
        out.asked = self.asked;
        out.lost = self.lost;
        out.excepted = self.excepted;
        out.decided = self.decided;
        out.unmet = self.unmet;
        out.withdraws = self.replaced || self.dropped && self.ctx.proposed;
        out.left_alone = self.left_alone && self.ops.is_empty();
        out.wondered = (self.wondered || self.asking) && self.ops.is_empty();
        match result {
            Ok(()) if self.ops.is_empty() => {
                out.decision = Decision::Chat;
                out.answer_ids = self.answer_ids;
            }
            Ok(()) => out.ops = self.ops,
            Err(Stop::Chat) => {
                out.decision = Decision::Chat;
                out.answer_ids = self.answer_ids;
            }
            Err(Stop::Unsure) => out.decision = Decision::Unsure,
            Err(Stop::Ask(ask)) => {
                out.decision = Decision::Clarify;
                out.open = Some(self.open.unwrap_or_else(|| (WHOLE, text.to_owned())));
                out.question = Some(ask.question);
                out.options = ask.options;
                out.sections = ask.sections;
                out.topic = ask.topic;
            }
        }
        out
    }
}
