//! A message that only goes on from the one before: "actually saturday", "or rather low", "and rent too". It
//! is no todo of its own: the last wins (TODOS.md rule 16), and what cannot be placed is for a model.

use super::correct::{STRONG, corrected};
use super::lexicon::{Verb, one_of};
use super::run::{Run, Said, Stop};
use super::split::{clauses, lead, plausible, verb_at};
use super::target::content;
use super::text::Clause;
use super::{again, bare, value};
use crate::dates::{self, What};

/// How many earlier turns of the person may themselves have been corrections.
const MOST_BACK: usize = 4;

/// The message with what it goes on from, or as it is.
pub(super) fn continued(text: &str, run: &mut Run<'_>) -> Said<String> {
    let c = Clause::new(text, run.clock);
    let l = lead(&c);
    if one_of(c.word(0), "and|also|plus") && again::repeats(&c, l.at) {
        run.before = before(run, text).filter(|said| clauses(said, run).len() == 1);
        // "and buy bread too" is something to do.
        let errand = bare::is_everyday(c.word(l.at)) && content(c.slice(l.at..c.len())).len() > 2;
        return match again::instruction(run, &c, l.at) {
            Some(said) => Ok(said),
            None if errand => Ok(text.to_owned()),
            None => Err(Stop::Unsure),
        };
    }
    let Some(rest) = correction(&c, run) else { return Ok(text.to_owned()) };
    if !is_value(&rest, run) {
        // "wait, the rent": another todo for what was said before.
        let another = !plausible(&rest, run)
            && !bare::is_everyday(&content(&rest).first().cloned().unwrap_or_default())
            && run.names(&content(&rest))
            && before(run, text).is_some();
        // "actually buy milk": the word is no part of the title.
        let errand = one_of(c.word(0), "actually|wait|sorry|oops|hmm|hm|uh|um|erm|or")
            && bare::is_everyday(&rest.split(' ').next().unwrap_or_default().to_lowercase())
            && content(&rest).len() > 1;
        return match (another, errand) {
            (true, _) => Err(Stop::Unsure),
            (false, true) => Ok(rest),
            (false, false) => Ok(text.to_owned()),
        };
    }
    if one_of(c.word(0), "maybe|perhaps") || one_of(c.word(1), "maybe|perhaps") {
        return Err(Stop::Unsure);
    }
    let said = before(run, text).filter(|said| takes(said, &rest, run)).ok_or(Stop::Unsure)?;
    corrected(&format!("{said}, no wait, {rest}"), run)
}

/// What stands behind the words of correction that a message begins with.
fn correction(c: &Clause, run: &Run<'_>) -> Option<String> {
    // "no later than friday" is a date.
    if dates::whole(&c.text, run.clock).is_some() || one_of(c.word(0), "make|let's") {
        return None;
    }
    let mut end = c.any(0, STRONG).or_else(|| c.any(0, "or|but|and rather"))?;
    while let Some(more) = c.any(end, STRONG) {
        end = more;
    }
    let last = c.len() - usize::from(c.len() > end + 1 && one_of(c.word(c.len() - 1), "instead|rather|then|please"));
    let rest = c.slice(end..last).trim().trim_end_matches(['.', '!', ',']);
    let rest =
        ["make it ", "make that ", "to ", "it's "].iter().find_map(|lead| rest.strip_prefix(lead)).unwrap_or(rest);
    (!rest.is_empty()).then(|| rest.to_owned())
}

/// Whether a text is a date, a time or another value and nothing else.
fn is_value(rest: &str, run: &Run<'_>) -> bool {
    match dates::whole(rest.trim_start_matches("on "), run.clock) {
        Some(What::Duration { .. }) => false,
        Some(_) => true,
        None => matches!(value::value(run, rest), Ok(Some(_))),
    }
}

/// What the person said before, without the corrections of it.
fn before(run: &Run<'_>, text: &str) -> Option<String> {
    let said = run.ctx.turns.iter().rev().filter(|turn| turn.role != "assistant" && turn.text.trim() != text.trim());
    let plain = said.take(MOST_BACK).find(|turn| {
        let c = Clause::new(&turn.text, run.clock);
        correction(&c, run).is_none_or(|rest| !is_value(&rest, run))
    })?;
    Some(plain.text.trim().trim_end_matches(['.', '!']).to_owned())
}

/// Whether an order of before ends with such a value, which the new one can stand for. What makes a todo, or
/// moves one by an amount, would be done twice.
fn takes(said: &str, rest: &str, run: &Run<'_>) -> bool {
    let c = Clause::new(said, run.clock);
    let l = lead(&c);
    let sets = verb_at(&c, l.at, l.ing).is_some_and(|h| matches!(h.verb, Verb::Move | Verb::Set));
    let dated = c.found.last().is_some_and(|f| {
        f.span.end == said.len()
            && !matches!(f.what, What::Duration { .. })
            && c.any(l.at, "push back|bring forward").is_none()
    });
    let levelled = (0..c.len()).any(|i| super::fields::level(c.word(i)).is_some());
    let fits = if dates::whole(rest, run.clock).is_some() { dated } else { levelled };
    sets && fits && clauses(said, run).len() == 1
}
