//! The clauses of a message, read one after the other.

use super::super::lexicon::{Verb, one_of};
use super::super::text::{Clause, tokens};
use super::super::{correct, question, split, undo};
use super::{Ref, Run, Said, Stop};
use countersign_core::ids::TodoId;
use countersign_core::operation::Operation;

impl Run<'_> {
    /// Whether a text begins with an order to make a todo.
    pub(in crate::interpret) fn orders_new(&self, text: &str) -> bool {
        let c = Clause::new(text, self.clock);
        split::verb_at(&c, split::lead(&c).at, false).is_some_and(|h| h.verb == Verb::Create)
    }

    pub(in crate::interpret) fn all(&mut self, text: &str) -> Said<()> {
        // As it was said: "lunch was at 12, make it 1" is put right below.
        let wondered = super::super::mood::wondered(text, self);
        let again = self.fixed.reworded.take();
        let text = match again {
            Some(again) => again,
            None => match super::super::nameless::plain(text, self) {
                // What "it" is no other reading finds in the words of the order.
                Some(of_it) => {
                    self.refused = true;
                    super::super::follow::continued(&of_it, self)?
                }
                None => super::super::follow::continued(text, self)?,
            },
        };
        let text = self.said_alone(text)?;
        let text = super::super::absences::in_front(&text, self).unwrap_or(text);
        if let Some(stop) = correct::retracted(&text, self) {
            self.left_alone = true;
            return Err(stop);
        }
        let text = match correct::corrected(&text, self) {
            // "delete the garage, no, keep it"
            Err(Stop::Chat) => {
                (self.left_alone, self.refused) = (true, true);
                return Err(Stop::Chat);
            }
            // What takes the place of what is not told: no other reading knows it better.
            Err(Stop::Unsure) if correct::names_several(&text, self) => {
                self.refused = true;
                return Err(Stop::Unsure);
            }
            said => said?,
        };
        if self.leaves_out_one_of_several(&text) {
            self.refused = true;
            return Err(Stop::Unsure);
        }
        let text = super::super::kinds::plain(&text, self).unwrap_or(text);
        let text = super::super::left_out::but_not(&text, self).unwrap_or(text);
        let text = super::super::spoken::plain(&text, self);
        let text = super::super::sequence::plain(&text, self).unwrap_or(text);
        let text = super::super::tagging::plain(&text, self).unwrap_or(text);
        let text = super::super::day_heads::plain(&text, self).unwrap_or(text);
        let text = super::super::headings::plain(&text, self).unwrap_or(text);
        let text = super::super::rang::plain(text, self)?;
        let text = match super::super::same_week::plain(text, self) {
            // Of which week the day is no other reading knows.
            Err(stop) => {
                self.refused = true;
                return Err(stop);
            }
            Ok(text) => text,
        };
        let text = super::super::each_day::moved(&text, self).unwrap_or(text);
        let text = match super::super::each_day::paired(&text, self) {
            // Which of them goes where no other reading knows.
            Some(pairs) => {
                self.refused = true;
                pairs?
            }
            None => text,
        };
        let text = super::super::month_days::plain(&text, self).unwrap_or(text);
        let text = match super::super::so_long::plain(&text, self) {
            // How long a series rests no other reading knows better.
            Some(rest) => {
                self.refused = true;
                rest?
            }
            None => text,
        };
        let text = match super::super::absences::plain(text, self) {
            Err(stop) => {
                self.refused = true;
                return Err(stop);
            }
            Ok(text) => text,
        };
        let text = match super::super::each_day::of_each(&text, self) {
            // Of which day one of them is meant no other reading knows.
            Some(each) => {
                self.refused = true;
                each
            }
            None => text,
        };
        let text = match super::super::weekly::plain(text, self) {
            // Which days are meant no other reading knows better.
            Err(stop) => {
                self.refused = true;
                return Err(stop);
            }
            Ok(text) => text,
        };
        let text = super::super::lasting::plain(text, self)?;
        let text = super::super::fronted::plain(&text, self)
            .or_else(|| super::super::fronted::ordered(&text, self))
            .or_else(|| super::super::fronted::once(&text, self))
            .unwrap_or(text);
        let text = self.spared(&text).unwrap_or(text);
        let (text, not_then) = self.without_days(&text)?.unwrap_or((text, Vec::new()));
        self.heard.clone_from(&text);
        let text = undo::beside(&text, self)?.unwrap_or(text);
        if undo::handle(&text, self)? {
            return Ok(());
        }
        if puts_in_order(&text, self) {
            self.refused = true;
            return Err(Stop::Unsure);
        }
        let text = match question::beside_order(&text, self) {
            Some(order) => {
                self.heard.clone_from(&order);
                order
            }
            None if question::handle(&text, self)? => return Err(Stop::Chat),
            None => text,
        };
        // Which of several goes with which of several is not read here.
        if tokens(&text).iter().any(|t| !t.quoted && matches!(t.fold.as_str(), "respectively" | "resp")) {
            return Err(Stop::Unsure);
        }
        let text = super::super::misspelt::respelled(&text, self);
        let text = super::super::restated::restated(&text, self);
        let text = super::super::provided::decided(&text, self)?;
        let text = match super::super::each_day::plain(&text, self) {
            Some(each) => {
                self.heard.clone_from(&each);
                each
            }
            None => text,
        };
        let text = super::super::enumerate::lines(&text, self);
        let text = split::spaced(&text, self);
        self.listed = text.lines().filter(|l| !l.trim().is_empty()).count() > 1;
        let clauses = split::told_first(split::clauses(&text, self), self);
        let clauses = super::super::shared::shared(&text, clauses, self)?;
        let clauses = if clauses.len() > 1 { self.unfolded(clauses)? } else { clauses };
        let either = super::super::one_order::joined(&text, &clauses);
        self.levels =
            (2..8).contains(&clauses.len()) && clauses.iter().all(|one| super::super::terse::is_levelled(self, one));
        let (mut talk, mut asked) = (false, None);
        let mut read: Vec<String> = Vec::new();
        for (n, clause) in clauses.iter().enumerate() {
            self.fixed = self.settled.get(&n).cloned().unwrap_or_default();
            (self.was, self.contrasted) = (None, false);
            let reworded = self.fixed.reworded.take();
            let answered = reworded.is_some();
            let said = reworded.unwrap_or_else(|| clause.clone());
            // "add tea, change the day to friday": no other reading finds what "it" is in the words of the order.
            let of_it = if n > 0 && !answered { super::super::nameless::plain(&said, self) } else { None };
            self.refused |= of_it.is_some();
            let said = super::super::occurrence::that_day(self, of_it.unwrap_or(said));
            self.followed = clauses.get(n + 1).map(|next| Clause::new(next, self.clock)).is_some_and(|next| {
                split::of_it(&next) || super::super::mood::value_enough(self, &next, split::lead(&next).at).is_some()
            });
            if clauses.get(n + 1).is_some_and(|next| self.told_sick(&said, next)) {
                talk = true;
                continue;
            }
            let (ordered, warned) = (self.ops.len(), self.warnings.len());
            let before = self.ops.clone();
            let it = match self.last.as_slice() {
                [Ref::Todo(id)] => Some(*id),
                _ => None,
            };
            // An answer may stand for two orders.
            let outcome = match said.split_once("; ") {
                Some((one, other)) if answered => self.clause(one).and_then(|()| self.clause(other)),
                _ => self.clause(&said),
            };
            if either.contains(&n)
                && outcome.is_ok()
                && !before.is_empty()
                && before != self.ops
                && self.deleted_and_more().is_none()
            {
                self.refused = true;
                return Err(super::super::one_order::asked(&clauses, &either, n, it, self.clock));
            }
            self.unsaid(&said, ordered, warned)?;
            self.meet();
            if super::super::governed::whole(self, &text, &clauses, n, &outcome) {
                self.refused = true;
                return Err(Stop::Unsure);
            }
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
        if let Some(stop) = self.deleted_and_more() {
            self.refused = true;
            return Err(stop);
        }
        self.spare(&not_then)?;
        match asked {
            Some(ask) => Err(Stop::Ask(ask)),
            None if self.ops.is_empty() && talk => Err(Stop::Chat),
            None if wondered => {
                self.ops.clear();
                Err(Stop::Chat)
            }
            None if self.unaccounted(&read).is_some() => Err(Stop::Unsure),
            None => Ok(()),
        }
    }

    /// The clauses, each with the days of a series that it names one by one.
    fn unfolded(&mut self, clauses: Vec<String>) -> Said<Vec<String>> {
        let mut out = Vec::new();
        for clause in clauses {
            let text = super::super::same_week::plain(clause, self)?;
            let text = super::super::each_day::moved(&text, self).unwrap_or(text);
            match super::super::each_day::paired(&text, self) {
                Some(Ok(pairs)) => {
                    out.extend(pairs.split("; ").map(str::to_owned));
                    continue;
                }
                // What else is ordered would be lost behind an answer.
                Some(Err(_)) => {
                    self.refused = true;
                    return Err(Stop::Unsure);
                }
                None => {}
            }
            match super::super::so_long::plain(&text, self) {
                Some(rest) => out.extend(rest?.split("; ").map(str::to_owned)),
                None => out.extend(text.split("; move #").enumerate().map(|(n, one)| match n {
                    0 => one.to_owned(),
                    _ => format!("move #{one}"),
                })),
            }
        }
        Ok(out)
    }

    /// "Delete the kitchen and then bring it back": what takes back what the message itself orders leaves nothing to do, or is to
    /// be asked about.
    fn unsaid(&mut self, clause: &str, ordered: usize, warned: usize) -> Said<()> {
        let back = |w: &String| matches!(w.as_str(), "nothing_to_undo" | "already_open");
        let about = split::of_it(&Clause::new(clause, self.clock)) || !self.answer_ids.is_empty();
        let new = self.warnings.get(warned..).unwrap_or_default();
        if self.ops.len() > ordered || !new.iter().any(back) || !about {
            return Ok(());
        }
        let open = self.answer_ids.clone();
        let undone = |op: &Operation| match op {
            Operation::Complete { id, completed: true } => id.id().is_some_and(|id| open.contains(&id)),
            _ => false,
        };
        if self.ops.iter().any(undone) {
            self.ops.retain(|op| !undone(op));
            return if self.ops.is_empty() { Err(Stop::Chat) } else { Ok(()) };
        }
        match self.ops.last() {
            Some(Operation::Delete { id }) if split::of_it(&Clause::new(clause, self.clock)) => {
                let todo = id.id().and_then(|id| self.todo(id)).ok_or(Stop::Unsure)?;
                self.warnings.truncate(warned);
                Err(super::super::news::contradicted(todo))
            }
            _ => Ok(()),
        }
    }

    /// "delete the tap and move it to friday": a todo that is deleted, and of which more is ordered behind.
    fn deleted_and_more(&self) -> Option<Stop> {
        let gone = self.ops.iter().enumerate().filter_map(|(n, op)| match op {
            Operation::Delete { id } => Some((n, id.id()?)),
            _ => None,
        });
        let more = |n: usize, id: TodoId| {
            let of = |op: &Operation| op.target().and_then(|target| target.id()) == Some(id);
            self.ops.iter().skip(n + 1).any(|op| of(op) && !matches!(op, Operation::Delete { .. }))
        };
        let todo = gone.filter(|(n, id)| more(*n, *id)).find_map(|(_, id)| self.todo(id))?;
        Some(super::super::news::contradicted(todo))
    }

    /// Reads a clause that seemed to be talk by a frame; whether it says what becomes of a todo.
    pub(in crate::interpret) fn overheard(&mut self, said: &str) -> bool {
        let Some(read) = super::super::second::framed(self, said).filter(|read| read.ops.len() > self.ops.len()) else {
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
        // "I'll do chapter 6 soon and I don't need the vacation any more": what is told last.
        let speaks = |i: usize| one_of(c.word(i), "i|we|i'm|we're|i've|we've|i'll|we'll");
        let last = (1..c.len()).rev().find(|i| speaks(0) && speaks(*i) && one_of(c.word(i - 1), "and|then|so|but"));
        let c = last.map_or(c.clone(), |at| Clause::new(c.slice(at..c.len()), self.clock));
        let said = c.text.as_str();
        self.line = super::super::lines::line_told(self, said);
        if self.followed && self.line.is_some() {
            return true;
        }
        const COPULA: &str = "is|are|was|were|isn't|aren't|wasn't|has|have|hasn't|needs|need|got|about|not|any";
        let at = (1..c.len()).find(|i| super::super::lexicon::one_of(c.word(*i), COPULA));
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
}

/// "put milk first": a place in an order that todos do not have, and no day of the month.
fn puts_in_order(text: &str, run: &Run<'_>) -> bool {
    let c = Clause::new(text, run.clock);
    let Some(last) = c.len().checked_sub(1) else { return false };
    let head = split::verb_at(&c, split::lead(&c).at, false);
    let moves =
        head.filter(|h| matches!(h.verb, Verb::Move | Verb::Set | Verb::Schedule | Verb::Create) && h.next < last);
    let puts = moves.is_some_and(|h| one_of(c.word(h.at), "put|move|place|set|sort"));
    let free = c.toks.get(last).is_some_and(|t| !t.quoted) && one_of(c.word(last), "first|second|third|last");
    puts && free && !one_of(c.word(last - 1), "the|on|to|by|until|till|for|from|as|at|come|comes|goes|go|it's|is")
}
