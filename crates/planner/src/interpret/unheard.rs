//! What a message reports or orders beside a plan and the plan does nothing of: "delete the tripod, moved the invoice to
//! monday", "taxes done, milk bought". No instruction is dropped without a word: such a message is not sure.

use super::frames::is_past;
use super::lexicon::{Verb, one_of};
use super::run::Run;
use super::split::{ends_sentence, verb_at};
use super::target::{Match, Want, content};
use super::text::{Clause, fold};
use super::{apart, kept, lines, mood, nameless};
use countersign_core::ids::TodoId;
use countersign_core::operation::Operation;
use std::collections::BTreeSet;
use std::ops::Range;

/// More stretches are a list of data.
const MOST: usize = 8;

/// Joins a stretch to the one before it.
const JOINS: &str = "and|but|then|also|plus|&|oh|too";

/// Says why, or when something is so.
const WHY: &str = "because|since|so|as|cause|cos|cuz|bc|if|unless|when|once|while|until|till|after|before|which|who|that|though|although|\
    or|except|without|not|no|don't|dont|instead";

/// Between a name and what became of it.
const COPULA: &str = "is|are|was|were|got|gets|has|have|had|been|being|still|now|already|just|all|finally|both";

/// What a thing is, where nothing was done with it.
const STATES: &str = "broken|stuck|blocked|off|gone|out|ready|overdue";

/// Behind what became of it.
const BEHIND: &str = "already|today|yesterday|now|too|as|well|finally|again|though|btw|thanks|please";

impl Run<'_> {
    /// Whether the plan does nothing of a stretch of the message that reports or orders something of what is there.
    pub(super) fn passes_over(&self, text: &str) -> bool {
        if self.trying || self.carried.is_some() || self.ops.is_empty() {
            return false;
        }
        if self.ops.iter().any(|op| matches!(op, Operation::Undo { .. })) {
            return false;
        }
        let c = Clause::new(text, self.clock);
        let stretches = stretches(&c);
        if !(2..=MOST).contains(&stretches.len()) {
            return false;
        }
        let touched: BTreeSet<TodoId> =
            self.ops.iter().flat_map(|op| kept::changed(op, self.todos, self.clock)).collect();
        let written: Vec<String> = self.ops.iter().map(|op| fold(&super::accounted::worded(op).to_string())).collect();
        let mut explained: BTreeSet<usize> = kept::excepted(&c.toks).into_iter().flatten().collect();
        explained.extend((0..c.len()).filter_map(|i| mood::leaves_alone(&c, i)).flatten());
        stretches.into_iter().any(|at| {
            let said = fold(c.slice(at.clone()));
            let own = !at.clone().any(|i| c.toks.get(i).is_none_or(|t| t.quoted) || explained.contains(&i));
            own && !written.iter().any(|text| text.contains(&said)) && {
                let meant = self.reported(&c, at, &touched);
                !meant.is_empty() && !meant.iter().any(|id| touched.contains(id))
            }
        })
    }

    /// The todos that a stretch reports something of, or of a line of their checklist; none where it reports nothing.
    fn reported(&self, c: &Clause, at: Range<usize>, touched: &BTreeSet<TodoId>) -> Vec<TodoId> {
        let Some((subject, done)) = report(c, at.clone()) else {
            // "if the tax return is overdue, complete it": what "it" is was said beside it.
            let said = c.slice(at.clone());
            // "add coffee, change the day to friday": a field of what was just spoken of.
            let of_it = super::split::of_it(&Clause::new(said, self.clock)) || nameless::plain(said, self).is_some();
            let Some(head) = verb_at(c, at.start, false).filter(|h| h.verb != Verb::Create && !of_it) else {
                return Vec::new();
            };
            // "add gloves to the boots and tick juno": a line of what the plan is about.
            let object = c.slice(head.next.min(at.end)..at.end);
            let line = |id: &TodoId| self.todo(*id).is_some_and(|todo| lines::is_line(todo, object));
            return if touched.iter().any(line) { Vec::new() } else { apart::changed(self, said) };
        };
        let words = content(c.slice(subject.clone()));
        // "mom called": the verb of a title is what somebody did, and no report of it.
        match self.find(&words, Want::Open) {
            Match::One(id) if !words.is_empty() => return vec![id],
            Match::Tie(ids) if ids.len() <= 4 => return ids,
            _ => {}
        }
        let said = c.slice(subject);
        let holds = |said: &str| {
            let lists = self.todos.with_checklist().filter(|t| !t.status.is_closed());
            lists.filter(|t| lines::is_line(t, said)).map(|t| t.id).collect::<Vec<_>>()
        };
        if done { holds(said) } else { Vec::new() }
    }
}

/// What a stretch reports something of, and whether that is what was done: "moved the invoice to monday", "milk bought",
/// "the garage door is still broken".
fn report(c: &Clause, at: Range<usize>) -> Option<(Range<usize>, bool)> {
    const MINE: &str = "i|we|i've|we've|i'd|ive|weve|have|just|already|finally|also|ok|so";
    const AWAY: &str = "to|until|till|from|by|on|at|in|for|with|into|off|out|up";
    /// Somebody got in touch, which is no news of the todo to do so.
    const IN_TOUCH: &str = "called|rang|phoned|emailed|texted|messaged|replied|answered|confirmed|asked|told|wanted|needed|wrote|said|had|went";
    let mut from = at.start;
    while from < at.end && (one_of(c.word(from), MINE) || one_of(c.word(from), JOINS)) {
        from += 1;
    }
    let mut to = at.end;
    while to > from && one_of(c.word(to - 1), BEHIND) {
        to -= 1;
    }
    if to < from + 2 || (from..to).any(|i| one_of(c.word(i), WHY)) {
        return None;
    }
    let dated = |i: usize| c.found.iter().any(|f| c.toks_of(&f.span).contains(&i));
    if is_past(c.word(from)) && !one_of(c.word(from), IN_TOUCH) {
        let end = (from + 2..to).find(|i| one_of(c.word(*i), AWAY) || dated(*i)).unwrap_or(to);
        return Some((from + 1..end, true));
    }
    let last = c.word(to - 1);
    let done = is_past(last) && !one_of(last, IN_TOUCH);
    if !done && !one_of(last, STATES) || verb_at(c, from, false).is_some_and(|h| h.verb != Verb::Create) {
        return None;
    }
    let end = (from + 1..to).find(|i| one_of(c.word(*i), COPULA)).unwrap_or(to - 1);
    // Beside a copula only: "the door off" is no report.
    (done || end < to - 1).then_some((from..end, done))
}

/// The words between two marks or joining words, where more than one stand there.
fn stretches(c: &Clause) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut from = 0;
    for i in 1..=c.len() {
        let between = || {
            let (before, next) = (c.toks.get(i - 1)?, c.toks.get(i)?);
            c.text.get(before.end..next.start).filter(|gap| gap.contains('\n'))
        };
        let marked = c.toks.get(i - 1).is_some_and(|t| match t.after {
            Some(',' | ';' | '!' | '?' | ':' | '—' | '–') => !t.quoted,
            Some('.') => !t.quoted && ends_sentence(c, i),
            _ => false,
        });
        if i == c.len() || marked || between().is_some() || one_of(c.word(i), JOINS) {
            if from < i {
                out.push(from..i);
            }
            from = i;
            while one_of(c.word(from), JOINS) && from + 1 < c.len() {
                from += 1;
            }
        }
    }
    out.retain(|at| at.start < at.end);
    out
}
