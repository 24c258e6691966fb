//! Where the next instruction surely begins, whatever runs on in front of it: a reason, a new title, another name, the lines of
//! a checklist. An order of ours about what is named wholly ("and unblock renew passport"), about a set ("complete all of
//! today's tasks") or about a line of a checklist, and a whole title with what is told of it ("write report is due
//! december 4"), are no part of a value (TODOS.md rule 6).

use super::filter::is_bulk;
use super::lexicon::{Verb, one_of};
use super::run::Run;
use super::split::{Head, lead, sets, verb_at};
use super::text::Clause;
use super::units::{self, Unit};
use std::ops::Range;

/// Orders and nothing else: what they are about may be named by one word.
pub(super) const ORDERS: &str = "complete|delete|remove|move|reschedule|postpone|defer|delay|rename|retitle|tag|label|untag|unlabel|reopen|re-open|\
    uncomplete|skip|unblock|check off|tick off|cross off|mark off|get rid of|mark|set|estimate|prioritise|prioritize|\
    deprioritise|deprioritize|unschedule|snooze|pause|resume|unpause|put on hold";

/// Between an order and what it is about.
const FIELDS: &str = "the|my|our|label|tag|labels|tags|priority|estimate|status|title|name|date|due|deadline|time|day|note|notes|of|from|for|to|on|\
    all|both|a|an|repetition|series|todo|task|todos|tasks|as";

/// Behind what is named: the rest of the order.
const GOES_ON: &str = "to|as|for|on|at|with|by|until|till|from|off|in|into|is|are|done|finished|completed|high|low|medium|urgent|back|again|\
    please|pls|thanks|now|due|too|because|since|checklist|list|forward|every|and|then|&|+|plus|also|but|or|when|instead|today|tomorrow|so";

/// Said of what is named in front of it.
const COPULA: &str = "is|are|isn't|aren't|was|were|has been|have been|is now|are now|is already|is not|is no longer";

/// Told of a todo behind such a word.
const TOLD: &str = "done|finished|completed|complete|due|urgent|important|on hold|blocked|in progress|high|low|medium|high priority|low priority|\
    overdue|ready|cancelled|canceled|on|off|open|on ice";

/// Done with the lines of a checklist.
const TICKS: &str =
    "check off|tick off|cross off|check|tick|untick|uncheck|cross out|remove|delete|mark|add|put|strike";

/// What a text names wholly, for the places where an instruction may begin.
pub(super) struct Begun<'r, 'a> {
    run: &'r Run<'a>,
    units: Vec<Unit>,
}

impl<'r, 'a> Begun<'r, 'a> {
    pub(super) fn of(text: &str, run: &'r Run<'a>) -> Self {
        Self { run, units: units::found(text, run.todos).all }
    }

    /// Whether a word stands within a title, and not at its beginning.
    pub(super) fn within(&self, c: &Clause, i: usize) -> bool {
        let Some(start) = c.toks.get(i).map(|t| t.start) else { return false };
        self.units.iter().any(|u| !u.weak && u.titled && u.at.start < start && start < u.at.end)
    }

    /// Whether the next instruction surely begins at `from`; `pause` = a mark or "then" stands in front of it, and not only "and".
    pub(super) fn at(&self, c: &Clause, begin: usize, from: usize, pause: bool) -> bool {
        let rest = Clause::new(c.slice(from..c.len()), self.run.clock);
        let at = from + lead(&rest).at;
        if c.toks.get(at).is_none_or(|t| t.quoted) && self.unit_at(c, at).is_none() {
            return false;
        }
        if let Some((unit, end)) = self.unit_at(c, at) {
            return !self.is_list(c, begin..from) && self.told(c, unit, end);
        }
        let Some(head) = verb_at(c, at, false) else { return false };
        if head.verb == Verb::Create {
            return self.places(c, &head);
        }
        // "delete all work tasks, skip the report": what the set leaves out.
        if head.verb == Verb::Skip && sets(c.slice(begin..from)) && !pause && c.found.is_empty() {
            return false;
        }
        self.orders(c, &head) || self.of_a_set(c, &head) || self.of_a_line(c, head.at)
    }

    /// Whether words are nothing but names: "#1, #2 and #3 are done" is told of all.
    fn is_list(&self, c: &Clause, words: Range<usize>) -> bool {
        let named = |i: usize| {
            let start = c.toks.get(i).map_or(0, |t| t.start);
            self.units.iter().any(|unit| unit.at.contains(&start))
                || one_of(c.word(i), "and|&|+|plus|both|all|also|the|as|well")
        };
        words.into_iter().all(named)
    }

    /// What is named wholly from a word on, and the word behind it.
    fn unit_at(&self, c: &Clause, i: usize) -> Option<(&Unit, usize)> {
        let tok = c.toks.get(i)?;
        let start = tok.start - usize::from(tok.quoted);
        let unit = self.units.iter().find(|u| u.at.start <= tok.start && start <= u.at.start)?;
        let end = (i..c.len()).find(|k| c.toks.get(*k).is_some_and(|t| t.start >= unit.at.end)).unwrap_or(c.len());
        Some((unit, end))
    }

    /// "write report is due december 4", "buy milk done".
    fn told(&self, c: &Clause, unit: &Unit, end: usize) -> bool {
        let open = self.run.todo(unit.id).is_some_and(|t| !t.status.is_closed());
        let ends = |k: usize| k == c.len() || self.stops(c, k);
        let done = one_of(c.word(end), "done|finished|completed") && ends(end + 1);
        let copula = c.any(end, COPULA).is_some_and(|e| c.any(e, TOLD).is_some());
        open && (done && !unit.weak || copula)
    }

    /// An order about what is named wholly.
    fn orders(&self, c: &Clause, head: &Head) -> bool {
        let said = c.slice(head.at..head.next).to_lowercase();
        let plain = one_of(&said, ORDERS);
        let mut i = head.next;
        while i < c.len() && i <= head.next + 6 {
            if let Some((unit, end)) = self.unit_at(c, i) {
                let valued =
                    c.any(end, "on hold|on ice|in progress|high|low|medium|urgent|to|at|due|off hold").is_some();
                let goes_on = end == c.len()
                    || self.stops(c, end)
                    || one_of(c.word(end), GOES_ON)
                    || c.found.iter().any(|f| c.toks_of(&f.span).start == end);
                return goes_on && (plain || !unit.weak || valued && one_of(&said, "make|put|give|change|start|push"));
            }
            let dated = c.found.iter().any(|f| c.toks_of(&f.span).contains(&i)) || is_of_a_day(c.word(i));
            let label = one_of(c.word(i.wrapping_sub(1)), "label|tag") || self.run.is_label(c.word(i));
            if !dated && !label && !one_of(c.word(i), FIELDS) || self.stops(c, i) && i > head.next {
                return false;
            }
            i += 1;
        }
        false
    }

    /// "put the flights on hold": what is put there is nothing new.
    fn places(&self, c: &Clause, head: &Head) -> bool {
        let put = one_of(c.word(head.at), "put|place") && head.next == head.at + 1;
        let from = if one_of(c.word(head.next), "the|my|our") { head.next + 1 } else { head.next };
        put && self
            .unit_at(c, from)
            .is_some_and(|(_, end)| c.any(end, "on hold|on ice|off|to|back").is_some() || self.dated_from(c, end))
    }

    /// "complete all of today's tasks".
    fn of_a_set(&self, c: &Clause, head: &Head) -> bool {
        const NOUNS: &str = "tasks|todos|to-dos|items|ones|task|todo|everything|overdue";
        let said = c.slice(head.at..head.next).to_lowercase();
        let first = c.word(head.next);
        let end = (head.next + 1..c.len()).find(|k| self.stops(c, *k)).unwrap_or(c.len());
        let object = Clause::new(c.slice(head.next..end), self.run.clock);
        one_of(&said, ORDERS)
            && one_of(first, "all|every|everything|each|both")
            && (0..object.len()).any(|i| one_of(object.word(i), NOUNS))
            && is_bulk(&object, self.run)
    }

    /// "check off eggs in groceries".
    fn of_a_line(&self, c: &Clause, at: usize) -> bool {
        const LONGEST: usize = 6;
        let Some(from) = c.any(at, TICKS) else { return false };
        let end = (from + 1..c.len()).find(|k| self.stops(c, *k)).unwrap_or(c.len());
        (from + 1..end.min(from + LONGEST)).any(|k| {
            let name = if one_of(c.word(k + 1), "the|my|our") { k + 2 } else { k + 1 };
            let listed = |unit: &Unit| self.run.todo(unit.id).is_some_and(|t| !t.checklist.is_empty());
            one_of(c.word(k), "in|on|from|of|off|to") && self.unit_at(c, name).is_some_and(|(unit, _)| listed(unit))
        })
    }

    fn dated_from(&self, c: &Clause, i: usize) -> bool {
        c.found.iter().any(|f| c.toks_of(&f.span).start == i)
    }

    /// Whether an instruction may end in front of a word.
    fn stops(&self, c: &Clause, i: usize) -> bool {
        let marked = i > 0 && c.toks.get(i - 1).is_some_and(|t| matches!(t.after, Some(',' | ';' | '.' | '!' | '?')));
        marked || one_of(c.word(i), "and|then|&|+|plus|but") && c.toks.get(i).is_some_and(|t| !t.quoted)
    }
}

/// "monday's", "today's".
fn is_of_a_day(word: &str) -> bool {
    let day = word.strip_suffix("'s").unwrap_or_default();
    crate::dates::weekday(day).is_some() || one_of(day, "today|tomorrow|yesterday|tonight")
}

/// Whether a clause tells of the todo that it begins with.
pub(super) fn tells(run: &Run<'_>, c: &Clause, at: usize) -> bool {
    let begun = Begun::of(&c.text, run);
    begun.unit_at(c, at).is_some_and(|(unit, end)| begun.told(c, unit, end))
}

/// Whether an order about what is there surely begins in any of these places.
pub(super) fn any_of(run: &Run<'_>, c: &Clause, mut places: impl Iterator<Item = usize>) -> bool {
    let begun = Begun::of(&c.text, run);
    places.any(|at| begun.at(c, 0, at, true))
}

/// Whether an order to make something begins at `from`, behind a clear pause: "…, and add sugar", ". remind me to pay".
pub(super) fn makes(c: &Clause, from: usize) -> bool {
    const MAKES: &str = "add|create|remind me to|remind me|remember to|new todo|new task";
    let at = c.any(from, "also|please|and|then|please also|also please").unwrap_or(from);
    c.any(at, MAKES).is_some_and(|end| end < c.len())
}
