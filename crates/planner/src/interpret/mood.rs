//! What a clause is before it is an order: denied, left alone, conditional, a value that will do, a date in front.

use super::bare;
use super::lexicon::{Verb, one_of};
use super::run::{Ref, Run};
use super::split::{self, Head};
use super::text::Clause;
use crate::dates::{Role, What};
use std::ops::Range;

/// "keep the passport", "leave the dentist where it is", "never mind the milk": nothing is to change.
pub(super) fn left_alone(run: &Run<'_>, c: &Clause, at: usize) -> bool {
    if c.any(at, "never mind|nevermind|nvm|never mind about|nevermind about").is_some_and(|e| e < c.len()) {
        return true;
    }
    let Some(e) = c.any(at, "keep|leave").filter(|e| *e < c.len() && c.word(*e) != "out") else { return false };
    let object = c.slice(e..c.len());
    if on_its_day(run, c, e) {
        return true;
    }
    split::names_something(object, run)
        && (e + 1..c.len()).all(|k| matches!(super::value::value(run, c.slice(k..c.len())), Ok(None)))
}

/// "leave marco alone", "keep the rent as it is", "don't touch the wiki": the words for what nothing is to change of, up to the
/// next mark or joining word.
pub(super) fn leaves_alone(c: &Clause, at: usize) -> Option<Range<usize>> {
    const NEVER: &str =
        "don't touch|dont touch|do not touch|don't change|dont change|do not change|don't alter|do not alter";
    const ALONE: &str = "alone|be|out|there|unchanged|untouched|as is|as it is|as they are|as it was|as they were|where it is|\
        where they are|where he is|where she is|the way it is|the way they are|out of it|out of this";
    let end = ended(c, at);
    if let Some(from) = c.any(at, NEVER) {
        return (from < end).then_some(from..end);
    }
    let from = c.any(at, "leave|keep")?;
    (from + 1..end).find(|i| c.any(*i, ALONE) == Some(end)).map(|named| from..named)
}

/// Where what begins at a word ends: at the next mark or joining word.
fn ended(c: &Clause, at: usize) -> usize {
    let stops = |i: &usize| {
        one_of(c.word(*i), "and|&|then|but|plus|also") || c.toks.get(i - 1).is_some_and(|t| t.after.is_some())
    };
    (at + 1..c.len()).find(stops).unwrap_or(c.len())
}

/// The same, or an order that is denied ("don't delete the wiki"), of what is there.
pub(super) fn spares(run: &Run<'_>, c: &Clause, at: usize) -> bool {
    spared(run, c, at).is_some()
}

/// What is to stay so, by its name.
pub(super) fn spared<'c>(run: &Run<'_>, c: &'c Clause, at: usize) -> Option<&'c str> {
    const NOT: &str = "don't|dont|do not|never|let's not|lets not|no need to|you don't need to|you don't have to";
    let named = leaves_alone(c, at).or_else(|| {
        let denied = c.any(at, NOT).filter(|_| negated(c, at))?;
        let ours = split::verb_at(c, denied, false).filter(|h| h.verb != Verb::Create).map(|h| h.next);
        let from = ours.or(c.any(denied, "touch|alter"))?;
        Some(from..ended(c, at)).filter(|named| !named.is_empty())
    })?;
    Some(c.slice(named)).filter(|name| split::names_something(name, run))
}

/// "keep it on friday", where it is on no friday: what is kept there, nobody can tell.
pub(super) fn kept_elsewhere(run: &Run<'_>, c: &Clause, at: usize) -> bool {
    let Some(from) = c.any(at, "keep") else { return false };
    let day = |f: &crate::dates::Found| {
        matches!(f.what, What::Date { .. }) && f.role == Role::When && c.toks_of(&f.span).end == c.len()
    };
    matches!(c.found.as_slice(), [one] if day(one))
        && split::names_something(c.slice(from..c.len()), run)
        && !on_its_day(run, c, from)
}

/// "keep it on wednesday", where it is on that day: nothing is to change.
fn on_its_day(run: &Run<'_>, c: &Clause, from: usize) -> bool {
    let [day] = c.found.as_slice() else { return false };
    let when = c.toks_of(&day.span);
    let Some(span) = super::resolve::span_of(day, &c.text).filter(|_| when.end == c.len() && when.start > from) else {
        return false;
    };
    let name = c.slice(from..when.start).trim_end_matches(" on").trim_end_matches(" for").to_owned();
    let mut looks = run.clone();
    let refs = looks.refer(&name).map(|targets| targets.refs).unwrap_or_default();
    let [Ref::Todo(id)] = refs.as_slice() else { return false };
    run.todo(*id).is_some_and(|todo| match todo.recurrence.is_repeating() {
        true => !super::series::within(todo, span, run.today()).is_empty(),
        false => todo.scheduled_for.is_some_and(|date| span.holds(date)),
    })
}

/// "medium is fine", "friday will do": the value of what is talked about.
pub(super) fn enough(run: &Run<'_>, c: &Clause, at: usize) -> Option<String> {
    if run.last.is_empty() { None } else { value_enough(run, c, at) }
}

/// The order that "medium is fine" comes to.
pub(super) fn value_enough(run: &Run<'_>, c: &Clause, at: usize) -> Option<String> {
    let end = (at + 1..c.len()).find(|i| {
        c.any(
            *i,
            "is fine|is ok|is okay|is enough|will do|would do|would be fine|would be ok|is good enough|is plenty|\
            is good|would be better|is better|works|works better|suits me|suits me better",
        ) == Some(c.len())
    })?;
    let said = c.slice(at..end);
    matches!(super::value::value(run, said), Ok(Some(_))).then(|| format!("make it {said}"))
}

/// "for friday add the meeting", "tomorrow remind me to …": the date in front belongs to what follows. Gives
/// the same instruction with its date behind it.
pub(super) fn dated_first(c: &Clause, at: usize) -> Option<String> {
    let from = c.any(at, "for the|on the|for|on").unwrap_or(at);
    let f = c.found.iter().find(|f| {
        let r = c.toks_of(&f.span);
        (at..=from).contains(&r.start) && r.end < c.len()
    })?;
    let r = c.toks_of(&f.span);
    let date = c.text.get(f.span.clone()).unwrap_or_default().trim_end_matches([',', ':', ' ']);
    // "in two weeks I should check the tyres"
    if let Some(e) = c.any(r.end, "i should|i must|we should|we must|i want to|i'd like to|i'll|i will|we'll|i plan to")
        && e < c.len()
        && bare::is_everyday(c.word(e))
    {
        return Some(format!("add {} {date}", c.slice(e..c.len())));
    }
    let head = split::verb_at(c, r.end, false)?;
    let asks = one_of(c.word(head.at), "add|create|remind|put|schedule|insert|i|we|don't|dont|do");
    (head.verb == Verb::Create && asks && head.next < c.len()).then(|| format!("{} {date}", c.slice(r.end..c.len())))
}

/// "if it rains move the picnic", "move it to sunday unless Sam objects": what is to happen only under a
/// condition is never done outright. A note to oneself may have one in its title.
pub(super) fn conditional(c: &Clause, at: usize, head: Option<Head>) -> bool {
    let dated = |i: usize| c.found.iter().any(|f| c.toks_of(&f.span).contains(&i));
    let polite = |i: usize| {
        c.any(
            i,
            "if possible|if you|if u|if that's|if thats|if it's ok|if it's okay|if it's possible|if that works|\
            if need be|if necessary|if needed|if not|if so|if at all|if i may|when you|when possible|once you|if anything",
        )
        .is_some()
    };
    let opens = "if|unless|when|whenever|once|provided|providing|assuming|suppose|supposing|as soon as|in case|\
        as long as|until|in the event|should the|should it|should my|should i|should he|should she|should they|\
        should there|should anyone|only if|even if|depending on|were i|had i|otherwise";
    let closes = "if|unless|when|whenever|once|as soon as|provided|providing|assuming|in case|as long as|only if|\
        depending on|in the event|otherwise";
    if c.any(at, opens).is_some() && !dated(at) && !polite(at) {
        return true;
    }
    let Some(head) = head else { return false };
    let free_text =
        matches!(head.verb, Verb::Create | Verb::Note | Verb::Rename | Verb::Block | Verb::Hold | Verb::Reject);
    !free_text
        && (head.next + 1..c.len().saturating_sub(1)).any(|i| c.any(i, closes).is_some() && !dated(i) && !polite(i))
}

/// "is it ok to delete the dentist": whether it may be done is asked, and nothing ordered.
pub(super) fn wondered(text: &str, run: &Run<'_>) -> bool {
    const ASKED: &str = "is it ok to|is it okay to|is it alright to|is it all right to|would it be ok to|would it be okay to|\
        i was going to|i was gonna|i was about to|i was thinking of|i had been going to|would it be fine to|\
        would it be alright to|would it be all right to|is it possible to|is it ok for me to|\
        is it okay for me to|would it be ok for me to|would it be okay for me to|is it allowed to|is it safe to|is it fine to";
    let c = Clause::new(text, run.clock);
    let at = c.any(0, "hey|hi|ok|okay|so|and|well").unwrap_or(0);
    c.any(at, ASKED).is_some() || of_the_past(&c, at, run)
}

/// "the dentist was on friday": where it was, and nothing else. What was yesterday is perhaps done.
fn of_the_past(c: &Clause, at: usize, run: &Run<'_>) -> bool {
    let told = (at + 1..c.len()).find_map(|i| c.any(i, "was|were|used to be|could have been"));
    let Some(end) = told else { return false };
    let from = c.any(end, "on|at|for|in").unwrap_or(end);
    let when = |i: usize| c.found.iter().any(|f| c.toks_of(&f.span).contains(&i));
    // "lunch was at 12, make it 1", "was on friday, no, saturday"
    let toks = c.toks.get(at..c.len() - 1).unwrap_or_default();
    let marked = toks.iter().any(|tok| tok.after.is_some() || tok.quoted);
    let over = c.found.iter().any(|f| matches!(f.what, What::Date { date, .. } if date < run.today()));
    from < c.len() && (from..c.len()).all(when) && !over && !marked && split::verb_at(c, at, false).is_none()
}

/// "don't delete …" is no instruction; "don't forget to …" is (handled as a verb).
pub(super) fn negated(c: &Clause, at: usize) -> bool {
    c.any(
        at,
        "don't|dont|do not|never|please don't|no need to|you shouldn't|you should not|i don't want to|\
        i do not want to|i don't want you to|i'd rather not|not yet|don't ever|i never asked you to|\
        i didn't ask you to|i didn't mean to|i don't need to|i wouldn't|i would not|you don't need to|\
        you don't have to|there's no need to|not to|let's not|lets not|can't|cannot|i can't|avoid|refrain from|\
        stop deleting|i won't|i'm not|i am not|i don't think|i dont want to|i dont|i don't|i did not|i didn't|\
        did not|didn't|i have not|i haven't|haven't|have not|we did not|we didn't|we haven't|i've not|we're not|\
        we are not|we don't|we won't|wasn't|weren't|couldn't|hasn't|stop don't|wait don't|no don't|stop do not|wait do not|no do not",
    )
    .is_some()
        && c.any(
            at,
            "don't forget|dont forget|do not forget|never forget|don't let me forget|dont let me forget|\
            do not let me forget|i won't do|i wont do|i'm not going to do|i'm not doing|i can't forget|can't forget|\
            i cannot forget",
        )
        .is_none()
}
