//! The way of a message from its text to its answer, and the second reading of one that came to nothing.

use super::super::{Answer, Decision, correct};
use super::{Ask, Run, Said, Stop, WHOLE};
use countersign_core::operation::Operation;
use countersign_core::todo::Status;

impl Run<'_> {
    /// The whole way from a message to its answer.
    pub(in crate::interpret) fn message(mut self, text: &str) -> Answer {
        if text.trim().is_empty() {
            return self.answer(Err(Stop::Chat), text);
        }
        let addressed = super::super::absences::addressed(text, &self);
        let text = addressed.as_deref().unwrap_or(text);
        self.away = self.absence(text).or(self.away);
        let once = super::super::said_twice::plain(text, &self);
        let text = once.as_deref().unwrap_or(text);
        let no_time = super::super::news::has_no_time(text, &self);
        let text = no_time.as_deref().unwrap_or(text);
        // In front of a courtesy: "I can't tomorrow, so skip gym".
        let on_days = super::super::displaced::plain(text, &self);
        let days = if on_days.is_none() { super::super::displaced::days_told(text, &self) } else { Vec::new() };
        let each = on_days.is_none().then(|| super::super::absences::on_days_told(text, &self)).flatten();
        // A day that a series has not is asked about, and no other is taken.
        self.refused |= each.is_some();
        let text = on_days.or(each).unwrap_or_else(|| text.to_owned());
        let text = super::super::courteous::plain(&text, &self);
        // Two hyphens are a dash.
        let text = super::super::letter::plain(&text.replace(" -- ", " — "), &self);
        // Here, so that what answers a question about it is read with the same time.
        let text = match super::super::told_when::plain(&text, self.clock) {
            Ok(plain) => plain.unwrap_or(text),
            Err(()) => return self.answer(Err(Stop::Unsure), &text),
        };
        let text = match super::super::let_be::plain(&text, &self) {
            Ok(plain) => plain.unwrap_or(text),
            Err(stop) => {
                self.left_alone = true;
                return self.answer(Err(stop), &text);
            }
        };
        let text = super::super::anchored::plain(&text, &self).unwrap_or(text);
        let text = super::super::hours::plain(&text, self.clock).unwrap_or(text);
        let result = self.all(&text);
        let (mut read, result) = match self.again(&text, &result) {
            Some(again) => again,
            None => (self, result),
        };
        let result = read.only_named(&text, result);
        let todos = read.todos;
        super::super::displaced::bounded(&days, read.answer(result, &text), &text, todos)
    }

    /// The message read the second way, where the first came to nothing or made something new of it unasked.
    fn again(&self, text: &str, result: &Said<()>) -> Option<(Self, Said<()>)> {
        use super::super::second::{Mode, read};
        // What was taken back or only wondered about is no order in any reading.
        if correct::retracted(text, self).is_some()
            || super::super::mood::wondered(text, self)
            || self.without_days(text).is_err()
            || self.carried.is_some()
            || self.dropped
            || self.replaced
            || self.refused
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
        if mode == Mode::Open && super::super::frames::stays(&mut self.clone(), text) {
            let mut still = self.beside();
            still.left_alone = true;
            return Some((still, Err(Stop::Chat)));
        }
        let slips = mode == Mode::Open || mode == Mode::Quiet && self.left_alone;
        if !slips || self.respelt || text.trim_end().ends_with('?') {
            return None;
        }
        let plain = super::super::respelt::respelt(self, text)?;
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

    /// The words of the message that no operation accounts for. "b4 fri": a word that was put right counts as what it
    /// means.
    fn left_over(&self, text: &str) -> Vec<String> {
        let heard = if self.heard.is_empty() { text } else { &self.heard };
        let over = |heard: &str| super::super::coverage::left_over(heard, &self.ops, self.todos, self.clock);
        let left = over(heard);
        let spelt = (!left.is_empty()).then(|| super::super::misspelt::respelled(heard, self));
        spelt.filter(|spelt| spelt != heard).map_or(left, |spelt| over(&spelt))
    }

    /// "works", "same time", "do it again but": a new title of words that name nothing is nobody's wish, unless it is told
    /// to be added.
    fn names_nothing(&self, text: &str) -> bool {
        const EMPTY: &str = "do|it|again|but|same|time|day|that|this|one|ones|works|fine|good|ok|okay|then|instead|also|too|them|those|these|\
            as|before|usual|other|another|way|around|not|for|the|a|an|to|and|or|just|only|rather|maybe|sure|yes|no|here|there|\
            now|is|are|was|were|me|my|at|on|in|by|of|with|so|if|when|i|said|meant|mean|former|latter|all|rest|always|back|where|\
            original|old|previous|actually|date|from|its|everything";
        // "the tap but": what was to follow is no part of it.
        const OPEN: &str = "but|and|or";
        let one_of = super::super::lexicon::one_of;
        let placed = |title: &str| matches!(title.to_lowercase().as_str(), "the former" | "the latter");
        if self.ops.iter().any(|op| matches!(op, Operation::Create(draft) if placed(&draft.title))) {
            return true;
        }
        let [Operation::Create(draft)] = self.ops.as_slice() else { return false };
        let words = countersign_core::todos::words(&draft.title);
        let empty = !words.is_empty() && words.iter().all(|word| one_of(word, EMPTY));
        let open = words.last().is_some_and(|word| one_of(word, OPEN));
        (empty || open) && !self.orders_new(text)
    }

    pub(in crate::interpret) fn answer(self, result: Said<()>, text: &str) -> Answer {
        let mut out = Answer::of(Decision::Plan);
        let nobodys = result.is_ok() && (self.names_nothing(text) || self.ops.iter().any(done_series));
        let result = if nobodys { Err(Stop::Unsure) } else { result };
        let passed_over = result.is_ok() && self.passes_over(if self.heard.is_empty() { text } else { &self.heard });
        let result = if passed_over { Err(Stop::Unsure) } else { result };
        if result.is_ok() {
            out.left_over = self.left_over(text);
        }
        if self.warnings.iter().any(|w| w == "repeating_excluded") {
            out.left_out = self.left_out;
        }
        out.warnings = self.warnings;
        out.consumed = self.consumed;
        if result.is_ok() && deletes(&self.ops) > MANY && !out.warnings.iter().any(|w| w == "many_deletes") {
            out.warnings.push("many_deletes".to_owned());
        }
        out.about = self.about.unwrap_or_default();
        out.asked = self.asked;
        out.unread = self.unread;
        out.lost = self.lost;
        out.excepted = self.excepted;
        out.days_excepted = self.days_excepted;
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
            Ok(()) => {
                out.ops = without_skips_of_moved(self.ops);
                if self.looked_up {
                    out.answer_ids = self.answer_ids;
                } else {
                    out.asked = None;
                }
            }
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

/// "Can't make gym tomorrow, move it to friday": what goes to another day is not left out, too.
fn without_skips_of_moved(ops: Vec<Operation>) -> Vec<Operation> {
    let moved: Vec<_> = ops
        .iter()
        .filter_map(|op| match op {
            Operation::MoveOccurrence { id, occurrence_date, .. } => Some((*id, *occurrence_date)),
            _ => None,
        })
        .collect();
    let stays = |op: &Operation| match op {
        Operation::SkipOccurrence { id, occurrence_date } => !moved.contains(&(*id, *occurrence_date)),
        _ => true,
    };
    ops.into_iter().filter(stays).collect()
}

/// More deletions are warned of (TODOS.md rule 12).
const MANY: usize = 20;

/// How many todos are deleted, one by one and in sets.
fn deletes(ops: &[Operation]) -> usize {
    let count = |op: &Operation| match op {
        Operation::Delete { .. } => 1,
        Operation::BulkDelete { predicate } => predicate.ids.as_ref().map_or(0, Vec::len),
        _ => 0,
    };
    ops.iter().map(count).sum()
}

/// Something new that repeats is never done as a whole: of which day "done" is said nobody knows.
fn done_series(op: &Operation) -> bool {
    let Operation::Create(draft) = op else { return false };
    draft.status == Some(Status::Done) && draft.recurrence.as_ref().is_some_and(|rule| rule.is_repeating())
}
