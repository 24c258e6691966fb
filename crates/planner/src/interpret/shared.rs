//! What the parts of one sentence share: a day or a repetition said once ("every monday call Bob at 9 and Ann at 10"), and the verb of a
//! first half in front of a later one that is only a name.

use super::lexicon::{Verb, one_of};
use super::run::{Run, Said, Stop};
use super::split::{lead, names_something, verb_at};
use super::target::{Match, Want, content};
use super::text::Clause;
use crate::dates::{self, Found, Role, What};
use std::ops::Range;

/// Words of a verb with its preposition: "send an email to".
const MOST_BEFORE_NAME: usize = 4;

/// The words that say when, of one part that makes a todo.
struct Part {
    /// Another part of the same sentence stands in front.
    follows: bool,
    /// Where its time ends, when it has one and no day.
    open: Option<usize>,
    day: Option<Day>,
    /// It tells of what is there: "the vet is at 10 now".
    tells: bool,
}

struct Day {
    phrase: String,
    /// It stands in front of what is to be done.
    leads: bool,
    /// A time goes with it.
    timed: bool,
    /// It is told of something.
    told: bool,
}

/// The clauses of a text, each with the day and the verb it shares with the others of its sentence.
pub(super) fn shared(text: &str, mut clauses: Vec<String>, run: &Run<'_>) -> Said<Vec<String>> {
    if clauses.len() < 2 || run.listed {
        return Ok(clauses);
    }
    let mut parts = Vec::new();
    let mut end = 0;
    for clause in &clauses {
        let begin = text.get(end..).and_then(|rest| rest.find(clause.as_str())).map(|at| end + at);
        let gap = begin.and_then(|begin| text.get(end..begin));
        let follows = !parts.is_empty() && gap.is_some_and(|gap| !gap.contains(['.', '!', '?']));
        parts.push(Part::of(clause, follows, run));
        end = begin.map_or(end, |begin| begin + clause.len());
    }
    for n in 0..parts.len() {
        let Some(at) = parts.get(n).and_then(|part| part.open) else { continue };
        let Some(clause) = clauses.get_mut(n) else { continue };
        // "add lunch friday at noon, the vet is at 10 now": what is told of what is there has a day of its own.
        let told = parts.get(n).is_some_and(|part| part.tells);
        match day_of(&parts, n) {
            Some(day) if told && !day.leads && !day.told => {}
            Some(day) if day.leads || day.timed => clause.insert_str(at, &format!(" {}", day.phrase)),
            // "pay rent on friday and call Bob at 9": of both, or of the one.
            Some(_) if !is_there(clause, run) => return Err(Stop::Unsure),
            _ => {}
        }
    }
    for n in 1..clauses.len() {
        let (Some(left), Some(right)) = (clauses.get(n - 1), clauses.get(n)) else { continue };
        if parts.get(n).is_some_and(|part| part.follows)
            && let Some(said) = named_alike(left, right, run).or_else(|| thing_alike(left, right, run))
            && let Some(clause) = clauses.get_mut(n)
        {
            *clause = said;
        }
    }
    Ok(clauses)
}

/// The day of a part that has none: of the nearest part in front, else one that ends a part behind.
fn day_of(parts: &[Part], n: usize) -> Option<&Day> {
    let begin = (1..=n).rev().find(|k| !parts.get(*k).is_some_and(|part| part.follows)).unwrap_or(0);
    let before = parts.get(begin..n)?.iter().rev().find_map(|part| part.day.as_ref());
    let behind = || parts.get(n + 1..)?.iter().take_while(|part| part.follows).find_map(|part| part.day.as_ref());
    before.or_else(|| behind().filter(|day| !day.leads))
}

impl Part {
    fn of(clause: &str, follows: bool, run: &Run<'_>) -> Self {
        let c = Clause::new(clause, run.clock);
        let l = lead(&c);
        let head = verb_at(&c, l.at, l.ing);
        let tells = head.is_none()
            && c.seek(l.at + 1, "is|are|starts|start|begins|begin")
                .is_some_and(|(copula, _)| names_something(c.slice(l.at..copula), run));
        let none = Self { follows, open: None, day: None, tells };
        if head.is_some_and(|h| h.verb != Verb::Create) {
            return none;
        }
        let said: Vec<&Found> = c.found.iter().filter(|f| !matches!(f.what, What::Duration { .. })).collect();
        let time = |f: &&Found| matches!(f.what, What::Time { .. }) && f.role == Role::When;
        let days: Vec<&Found> = said.iter().copied().filter(|f| !time(f)).collect();
        match days.as_slice() {
            [] => Self { open: said.iter().copied().find(|f| time(f)).map(|f| f.span.end), ..none },
            [one] => {
                let r = c.toks_of(&one.span);
                let first = head.map_or(l.at, |h| h.next);
                let timed = matches!(one.what, What::DateTime { .. } | What::Recurrence { time: Some(_), .. })
                    || said.len() > 1;
                let leads = r.start <= first && r.end < c.len();
                Self { day: phrase(&c, one, r, run).map(|phrase| Day { phrase, leads, timed, told: tells }), ..none }
            }
            _ => none,
        }
    }
}

/// The words of a day to come, or of days that come again, without a time: "tomorrow" of "tomorrow at 9".
fn phrase(c: &Clause, f: &Found, r: Range<usize>, run: &Run<'_>) -> Option<String> {
    let day = match &f.what {
        What::Date { date, .. } | What::DateTime { date, .. } => Some(*date),
        What::Recurrence { .. } => None,
        _ => return None,
    };
    if day.is_some_and(|day| f.role != Role::When || day < run.today()) {
        return None;
    }
    let same = |what: &What| match (what, &f.what) {
        (What::Date { date, .. }, _) => day == Some(*date),
        (What::Recurrence { rule, time: None, .. }, What::Recurrence { rule: said, .. }) => rule == said,
        _ => false,
    };
    let is_day = |text: &&str| matches!(dates::find(text, run.clock).as_slice(), [only] if same(&only.what) && only.role == f.role);
    let mut runs: Vec<Range<usize>> = r.clone().flat_map(|a| (a + 1..=r.end).map(move |b| a..b)).collect();
    runs.sort_by_key(Range::len);
    runs.into_iter().map(|words| c.slice(words)).find(is_day).map(str::to_owned)
}

/// Whether what is named is there already.
fn is_there(clause: &str, run: &Run<'_>) -> bool {
    let c = Clause::new(clause, run.clock);
    let words = free(&c, 0..c.len()).into_iter().flat_map(|i| content(c.slice(i..i + 1))).collect::<Vec<_>>();
    matches!(run.find(&words, Want::Open), Match::One(_))
}

/// The words that do not say when.
fn free(c: &Clause, range: Range<usize>) -> Vec<usize> {
    let dated = |i: usize| c.found.iter().any(|f| c.toks_of(&f.span).contains(&i));
    range.filter(|i| !(dated(*i) || one_of(c.word(*i), "at|on|this|next") && dated(i + 1))).collect()
}

/// "Ann at 10" behind "call Bob at 9": said with the verb in front.
fn named_alike(left: &str, right: &str, run: &Run<'_>) -> Option<String> {
    const KIN: &str = "mum|mom|mama|dad|papa|grandma|grandpa|granny";
    let named = |c: &Clause, i: usize| {
        c.slice(i..i + 1).starts_with(char::is_uppercase) && c.word(i) != "i" || one_of(c.word(i), KIN)
    };
    let c = Clause::new(right, run.clock);
    let name = free(&c, 0..c.len());
    let plain = c.found.iter().all(|f| {
        matches!(f.what, What::Date { .. } | What::DateTime { .. } | What::Time { .. } | What::Recurrence { .. })
    });
    if !(1..=2).contains(&name.len()) || c.found.is_empty() || !plain || !name.iter().all(|i| named(&c, *i)) {
        return None;
    }
    let lc = Clause::new(left, run.clock);
    let first = lead(&lc);
    if verb_at(&lc, first.at, first.ing).is_some_and(|h| h.verb != Verb::Create) {
        return None;
    }
    let words = free(&lc, first.at..lc.len());
    let whole = words.iter().rposition(|i| named(&lc, *i) && *i > 0)?;
    let begin = words.iter().take(whole).rposition(|i| !named(&lc, *i))?;
    // Its name is all that the verb is about.
    let before = words.get(..=begin)?;
    let from = before.windows(2).rposition(|w| w.first().zip(w.get(1)).is_some_and(|(a, b)| a + 1 < *b));
    let from = *before.get(from.map_or(0, |gap| gap + 1))?;
    let to = *before.last()? + 1;
    if whole + 1 != words.len() || to - from > MOST_BEFORE_NAME {
        return None;
    }
    let verb = lc.slice(from..to);
    let at = c.toks.get(*name.first()?)?.start;
    let (day, named) = right.split_at_checked(at)?;
    Some(format!("{day}{} {named}", verb.strip_prefix("to ").unwrap_or(verb)))
}

/// "the school tuesday" behind "call the bank monday": said with the verb in front, where no todo is called so.
fn thing_alike(left: &str, right: &str, run: &Run<'_>) -> Option<String> {
    const ARTICLES: &str = "the|my|our|a|an";
    let (lc, c) = (Clause::new(left, run.clock), Clause::new(right, run.clock));
    let dated = |c: &Clause| matches!(c.found.as_slice(), [one] if matches!(one.what, What::Date { .. } | What::DateTime { .. }));
    let (first, name) = (lead(&lc), free(&c, 0..c.len()));
    let words = free(&lc, first.at..lc.len());
    let errand = super::bare::is_everyday(lc.word(first.at)) && verb_at(&lc, first.at, first.ing).is_none();
    let object = words.get(1).is_some_and(|i| one_of(lc.word(*i), ARTICLES)) && words.len() <= 4;
    let plain = name.first().is_some_and(|i| *i == 0 && one_of(c.word(*i), ARTICLES)) && (2..=3).contains(&name.len());
    let there = run.names(&content(c.slice(1..*name.last()? + 1)));
    (errand && object && plain && !there && dated(&lc) && dated(&c))
        .then(|| format!("{} {right}", lc.slice(first.at..first.at + 1)))
}
