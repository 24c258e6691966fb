//! A message that only goes on from the one before: "actually saturday", "at 5pm instead", "no, complete it", "and rent
//! too". It is no todo of its own: the last wins (TODOS.md rule 16), and what cannot be placed is for a model.

use super::amended::{amended, carried, put_otherwise, skips};
use super::correct::{STRONG, corrected};
use super::lexicon::{Verb, one_of};
use super::run::{Run, Said, Stop};
use super::split::{clauses, lead, plausible, verb_at};
use super::standing::{self, Standing};
use super::target::content;
use super::text::Clause;
use super::{again, bare, counted, placed, put_right, value};
use crate::dates::{self, What};
use countersign_core::operation::Operation;

/// Takes back what was said last.
const DROPPED: &str = "cancel that|cancel this|scratch that|strike that|drop that|no cancel that|actually cancel that|ignore that|\
    forget that|oops cancel that|please cancel that|wait cancel that";

/// Says it of what is proposed and waits: nothing was changed yet that could be undone.
const WITHDRAWN: &str = "undo|undo that|undo it|undo this|take that back|take it back|revert that|revert it|never mind|nevermind|nvm|\
    never mind that|forget it|forget about it|forget about that|don't|don't do that|don't do it|withdraw that|withdraw it|discard that|\
    discard it|i changed my mind|i've changed my mind|changed my mind|leave it|leave it as it is|leave it as is|\
    leave it as it was|no don't|not anymore|not any more|disregard that|disregard|rather not|better not|no no|no no no|wrong|that's wrong|thats wrong|that is wrong|this is wrong|that was wrong|\
    all wrong|that's not right|that is not right|not right|that's not what i meant|that is not what i meant|not what i meant|\
    that's not what i wanted|not what i wanted|that's not what i said|that's not it|that isn't what i meant|that isn't right";

/// In front of a value: what was said before is to have it.
const MADE: &str = "make it|make that|let's make it|let's say|let's do|set it to|set that to|change it to|change that to|put it on|\
    put it at|schedule it for|then make it|to|back to|rather on|better on";

/// Behind a value that suits better than the one before.
const BETTER: &str = "works better|works better for me|would work better|suits me better|suits better|would suit me better|fits better|\
    is better|would be better|is better for me|would be better for me|works for me|suits me";

/// All that was said before.
const ALL: &str = "all|all of them|them all|everything|all three|all four|both|both of them";

/// Behind a value that takes the place of another.
const INSTEAD: &str = "instead|rather|then|please|instead please|actually|i mean|i meant|sorry";

/// More words are a message of its own.
const MOST_WORDS: usize = 8;

/// The message with what it goes on from, or as it is.
pub(super) fn continued(text: &str, run: &mut Run<'_>) -> Said<String> {
    if let Some(said) = super::made::plain(text, run) {
        return said;
    }
    let c = Clause::new(text, run.clock);
    let l = lead(&c);
    if asks(&c, l.at) {
        return Ok(text.to_owned());
    }
    // What was proposed is not wanted; that it is deleted was not said.
    let waits = run.ctx.proposed && (withdraws(&c) || brings_back(&c, run));
    if waits
        || c.any(0, DROPPED) == Some(c.len()) && standing::order(run, text).is_some_and(|order| !order.ops.is_empty())
    {
        run.dropped = true;
        return Err(Stop::Chat);
    }
    if counted::a_week_on(&c)
        && let Some(order) = standing::order(run, text)
        && let Some(date) = counted::week_after(&c, &order)
    {
        return put_otherwise(order, &date, run).ok_or(Stop::Unsure);
    }
    if let Some(said) = super::throughout::whole_series(&c, text, run) {
        run.replaced = true;
        return Ok(said);
    }
    if let Some(said) = same(text, &c, l.at, run) {
        return said;
    }
    if let Some(said) = placed::chosen(text, &c, run) {
        run.replaced = said.is_ok();
        return said;
    }
    match put_right::value(text, &c, run).or_else(|| correction(&c, run)) {
        Some(rest) => correcting(text, &c, &rest, run),
        None => Ok(going_on(text, &c, l.at, run)?.unwrap_or_else(|| text.to_owned())),
    }
}

/// "is it on tuesday": what was proposed is asked about, and stays as it is (TODOS.md rule 16).
fn asks(c: &Clause, at: usize) -> bool {
    one_of(c.word(at), "is|are|was|were|isn't|aren't|does|did|has|have")
        && one_of(c.word(at + 1), "it|that|this|they|those|these")
}

/// Whether a message says no more than that what waits to be signed is not wanted.
fn withdraws(c: &Clause) -> bool {
    says(c, DROPPED) || says(c, WITHDRAWN)
}

/// Whether a message is one of these, and no more.
fn says(c: &Clause, list: &'static str) -> bool {
    let mut at = 0;
    while let Some(end) = c.any(at, STRONG).filter(|end| *end < c.len()) {
        at = end;
    }
    let end = (at + 1..c.len()).find(|i| c.any(*i, "please|thanks|thank you|then|after all") == Some(c.len()));
    c.any(at, list) == Some(end.unwrap_or(c.len()))
}

/// "Put it back" where what waits would end something: it has not gone yet, and stays.
fn brings_back(c: &Clause, run: &Run<'_>) -> bool {
    let mut recent = run.ctx.proposals.iter().filter(|p| p.recent).peekable();
    recent.peek().is_some() && recent.all(|p| super::proposed::ends(&p.op)) && says(c, super::undo::BACK)
}

/// "and rent too", "same for the plumber", "and the slides at 4": the order before, for another todo.
fn same(text: &str, c: &Clause, at: usize, run: &mut Run<'_>) -> Option<Said<String>> {
    let led = one_of(c.word(0), "and|also|plus");
    let repeats = again::repeats(c, at);
    if !repeats && (!led || c.len() > MOST_WORDS || run.ctx.turns.is_empty()) {
        return None;
    }
    let order = standing::order(run, text).filter(|order| order.whole && clauses(&order.said, run).len() == 1);
    run.before = order.as_ref().map(|order| order.said.clone());
    if !repeats {
        let order = order?;
        if let Some(said) = one_more_line(c, at, &order, run) {
            return Some(Ok(said));
        }
        let found = c.found.iter().find(|f| c.toks_of(&f.span).end == c.len());
        let end = found.map_or(c.len(), |f| c.toks_of(&f.span).start);
        let name = c.slice(at..end);
        let verb = verb_at(c, at, false).is_some_and(|head| head.next > head.at);
        let other = (!verb && end > at && run.names(&content(name))).then(|| again::for_another(run, name))??;
        let Some(found) = found else { return Some(Ok(other)) };
        let said = c.text.get(found.span.clone()).unwrap_or_default();
        // What that comes to is not known yet.
        return amended(&Standing { said: other, ops: Vec::new(), ..order }, said, run).map(Ok);
    }
    // "and buy bread too" is something to do.
    let errand = bare::is_everyday(c.word(at)) && content(c.slice(at..c.len())).len() > 2;
    match again::instruction(run, c, at) {
        Some(said) => Some(Ok(said)),
        None if !led => None,
        None if errand => Some(Ok(text.to_owned())),
        None => Some(Err(Stop::Unsure)),
    }
}

/// What words of correction lead in.
fn correcting(text: &str, c: &Clause, rest: &str, run: &mut Run<'_>) -> Said<String> {
    let r = Clause::new(rest, run.clock);
    // "no, complete it"
    let of_it = verb_at(&r, lead(&r).at, false).is_some_and(|head| head.verb != Verb::Create)
        && r.toks.iter().skip(1).any(|t| one_of(&t.fold, "it|that|them|both"));
    if !of_it && let Some(said) = another_length(rest, text, run) {
        run.replaced = true;
        return Ok(said);
    }
    if !of_it && is_value(rest, run) {
        if one_of(c.word(0), "maybe|perhaps") || one_of(c.word(1), "maybe|perhaps") {
            return Err(Stop::Unsure);
        }
        let order = standing::order(run, text).ok_or(Stop::Unsure)?;
        return put_otherwise(order, rest, run).ok_or(Stop::Unsure);
    }
    if let Some(said) = standing::order(run, text).and_then(|order| another_label(&order, rest)) {
        run.replaced = true;
        return Ok(said);
    }
    let everyday = |word: &str| bare::is_everyday(&word.to_lowercase());
    // "wait, the rent": another todo for what was said before.
    let another = !plausible(rest, run)
        && !everyday(content(rest).first().map_or("", String::as_str))
        && run.names(&content(rest));
    if another || of_it || r.word(0) == "not" {
        let order = standing::order(run, text).filter(|order| order.whole);
        if of_it && let Some(said) = order.as_ref().and_then(|order| skipped_moves(order, &r)) {
            run.replaced = true;
            return Ok(said);
        }
        let said = order.filter(|order| orders_one(&order.said, run));
        if let Some(order) = said
            && let Ok(said) = corrected(&format!("{}, no wait, {rest}", order.said), run)
        {
            run.replaced = true;
            return Ok(said);
        }
        if another && !run.ctx.turns.is_empty() {
            return Err(Stop::Unsure);
        }
        // What an answer chose is "it" without its order.
        if of_it && !run.ctx.turns.is_empty() {
            run.replaced = true;
            return Ok(rest.to_owned());
        }
    }
    // "actually buy milk": the word is no part of the title.
    let errand = one_of(c.word(0), "actually|wait|sorry|oops|hmm|hm|uh|um|erm|or")
        && everyday(rest.split(' ').next().unwrap_or_default())
        && content(rest).len() > 1;
    Ok(if errand { rest.to_owned() } else { text.to_owned() })
}

/// "Skip the standup tomorrow", "no, move it to 10": the day that was to be left out, and no other one.
fn skipped_moves(order: &Standing, r: &Clause) -> Option<String> {
    let [Operation::SkipOccurrence { id, occurrence_date }] = order.ops.as_slice() else { return None };
    let head = verb_at(r, lead(r).at, false).filter(|head| head.verb == Verb::Move)?;
    let it = (head.next..r.len()).find(|i| one_of(r.word(*i), "it|that"))?;
    let to = r.slice(it + 1..r.len());
    if to.is_empty() {
        return None;
    }
    Some(format!("{} #{} on {occurrence_date} {to}", r.slice(head.at..head.next), id.id()?))
}

/// "Push the dentist by an hour", "no, an hour and a half": the order that waits, by another amount.
fn another_length(rest: &str, text: &str, run: &Run<'_>) -> Option<String> {
    let r = Clause::new(rest, run.clock);
    if !run.ctx.proposed || super::lengths::minutes(&r, 0).is_none_or(|(_, end)| end < r.len()) {
        return None;
    }
    let order = standing::order(run, text).filter(|order| order.whole && !order.ops.is_empty())?;
    let c = Clause::new(&order.said, run.clock);
    let (at, end) = (0..c.len()).find_map(|at| Some((at, super::lengths::minutes(&c, at)?.1)))?;
    let (minutes, _) = super::lengths::minutes(&r, 0)?;
    let said = format!("{} {minutes} minutes {}", c.slice(0..at), c.slice(end..c.len())).trim().to_owned();
    let mut read = order.anew(run);
    let same = read.all(&said).is_ok() && standing::ids(&read.ops) == order.ids() && read.ops.len() == order.ops.len();
    (same && read.ops != order.ops).then_some(said)
}

/// "make it 5pm", "at 5pm instead", "5pm", "rename it to brunch": without a word of correction.
fn going_on(text: &str, c: &Clause, at: usize, run: &mut Run<'_>) -> Said<Option<String>> {
    if let Some(said) = beside_it(text, c, at, run) {
        return Ok(Some(said));
    }
    if run.ctx.turns.is_empty() || c.len() - at > MOST_WORDS {
        return Ok(None);
    }
    if let Some(day) = all_on(c, at, run) {
        let several = standing::order(run, text).is_some_and(|order| order.ops.len() > 1);
        // Of one, or of nothing, "all" says something else.
        let told = several || run.listed_last().len() > 1;
        run.refused |= !told;
        return if told { Ok(Some(format!("move them to {day}"))) } else { Err(Stop::Unsure) };
    }
    // "takes an hour"
    let takes = one_of(c.word(at), "takes|needs|lasts")
        && super::lengths::minutes(c, at + 1).is_some_and(|(_, end)| end == c.len());
    if takes && standing::order(run, text).is_some_and(|order| !order.ops.is_empty()) {
        return Ok(Some(format!("it {}", c.slice(at..c.len()))));
    }
    let made = c.any(at, MADE);
    let better = (at + 1..c.len()).find(|i| c.any(*i, BETTER) == Some(c.len()));
    let end = better.or_else(|| (at + 1..c.len()).find(|i| c.any(*i, INSTEAD) == Some(c.len()))).unwrap_or(c.len());
    let rest = c.slice(made.unwrap_or(at)..end).trim_end_matches([',', '.', '!']).to_owned();
    let rest = day_of_series(&rest, text, run).unwrap_or(rest);
    let rest = kind_of_rule(&rest, run).unwrap_or(rest);
    let plain = made.is_none() && end == c.len();
    // "the first" is a place rather than a day of the month.
    let placed = plain && super::choice::ordinal(&rest.to_lowercase(), 7).is_some();
    if !placed && is_value(&rest, run) && (!plain || says_when_or_level(&rest, run)) {
        let Some(order) = standing::order(run, text) else {
            return if better.is_some() { Err(Stop::Unsure) } else { Ok(None) };
        };
        if let Some(said) = deadline(&order, &rest, run).filter(|_| made.is_some()) {
            return Ok(Some(said));
        }
        // What gives a date can be put otherwise, or it is not understood: a value by itself is nothing new.
        let dated = !order.ops.is_empty() && order.ops.iter().all(gives_date);
        let one = match order.ids()[..] {
            [id] if !run.ctx.proposed => Some(id),
            _ => None,
        };
        let said = put_otherwise(order, &rest, run);
        // "move the dentist to friday" was signed: "high" is said of the dentist.
        let level = super::fields::level(&rest.to_lowercase()).is_some() || super::split::lc_field(&rest);
        let said = said.or_else(|| one.filter(|_| level).map(|id| format!("make #{id} {rest}")));
        let day = dates::whole(rest.trim_start_matches("on "), run.clock).is_some();
        return if dated && day && said.is_none() { Err(Stop::Unsure) } else { Ok(said) };
    }
    // "the plumber instead"
    if end < c.len() && !plausible(&rest, run) && run.names(&content(&rest)) {
        let order = standing::order(run, text).filter(|order| order.whole && orders_one(&order.said, run));
        let said = order.and_then(|order| corrected(&format!("{}, no wait, {rest}", order.said), run).ok());
        run.replaced |= said.is_some();
        return Ok(said);
    }
    // "call it brunch"
    if let Some(name) = c.any(at, "call it|call that|name it|title it").filter(|name| *name < c.len()) {
        let made = standing::order(run, text).filter(|order| matches!(order.ops.as_slice(), [Operation::Create(_)]));
        return Ok(made.and_then(|order| carried(order, &format!("rename it to {}", c.slice(name..c.len())), run)));
    }
    // What is still to be made is changed in its making.
    const CHANGES: [Verb; 9] = [
        Verb::Set,
        Verb::Move,
        Verb::Rename,
        Verb::Label,
        Verb::Note,
        Verb::Raise,
        Verb::Lower,
        Verb::Estimate,
        Verb::Repeat,
    ];
    let changes = verb_at(c, at, false).is_some_and(|head| CHANGES.contains(&head.verb));
    let order = (changes && super::split::of_it(c)).then(|| standing::order(run, text)).flatten();
    let Some(order) = order.filter(|order| matches!(order.ops.as_slice(), [Operation::Create(_)])) else {
        return Ok(None);
    };
    // "move it to friday"
    if let [when] = c.found.as_slice()
        && c.toks_of(&when.span).end == c.len()
        && let Some(value) = c.text.get(when.span.clone())
        && let Some(said) = amended(&order, value.trim_start_matches("to "), run)
    {
        run.replaced = true;
        return Ok(Some(said));
    }
    Ok(carried(order, text, run))
}

/// "All tomorrow", "both on friday": the day that all of what was said before is to have.
fn all_on(c: &Clause, at: usize, run: &Run<'_>) -> Option<String> {
    let all = c.any(at, ALL)?;
    let day = c.slice(c.any(all, "on|to|for").unwrap_or(all)..c.len());
    matches!(dates::whole(day, run.clock)?, What::Date { .. } | What::DateTime { .. }).then(|| day.to_owned())
}

/// "Change the title: chocolate cake", "add a note: bring wine": a title or a note of what the order before makes or changes.
fn beside_it(text: &str, c: &Clause, at: usize, run: &mut Run<'_>) -> Option<String> {
    const TITLE: &str = "change the title to|change the title|change title to|change its title to|change the name to|change its name to|\
        the title should be|the title is|set the title to|make the title|edit the title|new title|title";
    const NOTE: &str = "add a note|add note|add the note|note|with a note|with the note|add a comment";
    let title = c.any(at, TITLE).filter(|end| *end < c.len());
    let note = c.any(at, NOTE).filter(|end| *end < c.len());
    let end = title.or(note).filter(|_| !run.ctx.turns.is_empty())?;
    // "title insurance on monday" and "add a note to the dentist" say something else.
    let marked = c.toks.get(end - 1).is_some_and(|t| t.after == Some(':'));
    let led = title.is_some() && one_of(c.word(end - 1), "to|be|is");
    if !marked && !led {
        return None;
    }
    let order = standing::order(run, text)?;
    let value = c.text.get(c.toks.get(end)?.start..)?.trim_end_matches(['.', '!']);
    let one = matches!(order.ops.as_slice(), [Operation::Create(_)]) || standing::ids(&order.ops).len() == 1;
    let said = if title.is_some() { format!("rename it to \"{value}\"") } else { format!("add note to it: {value}") };
    one.then(|| of_it(order, said, run)).flatten()
}

/// An order about "it", which is what the order before makes or changes.
fn of_it(order: Standing, said: String, run: &mut Run<'_>) -> Option<String> {
    match order.ops.as_slice() {
        [Operation::Create(_)] => carried(order, &said, run),
        _ => {
            let id = standing::ids(&order.ops).first().copied()?;
            Some(said.replacen(" it", &format!(" #{id}"), 1))
        }
    }
}

/// Of what kind a todo is: "make it a daily thing" names nothing that it is about.
const KINDS: &str =
    "thing|habit|task|todo|event|one|routine|affair|chore|ritual|job|reminder|occurrence|series|priority";

/// Whether words say of what kind a todo is: "a daily thing", "a recurring one".
pub(super) fn is_kind(said: &str) -> bool {
    let said = said.to_lowercase();
    let kind = ["a ", "an "].iter().find_map(|article| said.strip_prefix(article));
    kind.is_some_and(|kind| one_of(kind.rsplit(' ').next().unwrap_or_default(), KINDS))
}

/// "A daily thing", "a weekly habit": the repetition of that kind.
fn kind_of_rule(rest: &str, run: &Run<'_>) -> Option<String> {
    let (_, kind) = rest.split_once(' ').filter(|_| is_kind(rest))?;
    let (rule, _) = kind.rsplit_once(' ')?;
    matches!(dates::whole(rule, run.clock), Some(What::Recurrence { .. })).then(|| rule.to_owned())
}

/// "Skip the gym", "the wednesday one": the day of the series that was meant.
fn day_of_series(rest: &str, text: &str, run: &Run<'_>) -> Option<String> {
    let day = rest.strip_prefix("the ")?.strip_suffix(" one")?;
    let order = standing::order(run, text).filter(|order| skips(&order.ops))?;
    matches!(dates::whole(day, run.clock), Some(What::Date { .. })).then(|| day.to_owned()).filter(|_| order.whole)
}

/// "When is the bill due?", "make that friday": the deadline that was asked about.
fn deadline(order: &Standing, rest: &str, run: &Run<'_>) -> Option<String> {
    let asked = Clause::new(&order.said, run.clock);
    let due = (1..asked.len()).any(|i| one_of(asked.word(i), "due|deadline"));
    if !order.ops.is_empty() || !due || !one_of(asked.word(0), "when|what|what's|when's|is") {
        return None;
    }
    let Some(What::Date { .. }) = dates::whole(rest.trim_start_matches("on "), run.clock) else { return None };
    let [id] = run.topic(&order.said)[..] else { return None };
    run.todo(id)?.due_date?;
    Some(format!("set the due date of #{id} to {}", rest.trim_start_matches("on ")))
}

/// Whether an operation gives a todo a date.
fn gives_date(op: &Operation) -> bool {
    match op {
        Operation::Create(draft) => draft.scheduled_for.is_some() || draft.due_date.is_some(),
        Operation::Update { set, .. } => set.scheduled_for.is_some() || set.due_date.is_some(),
        _ => false,
    }
}

/// "And a hat" behind a line for a checklist: one more line.
fn one_more_line(c: &Clause, at: usize, order: &Standing, run: &Run<'_>) -> Option<String> {
    let [Operation::Update { id, set }] = order.ops.as_slice() else { return None };
    let title = &run.todo(id.id()?)?.title;
    let plain = verb_at(c, at, false).is_none() && c.found.is_empty() && at < c.len();
    (plain && !set.checklist_add.is_empty()).then(|| format!("add {} to {title}", c.slice(at..c.len())))
}

/// Another label than was said, though the word is also one of the todo's title.
fn another_label(order: &Standing, rest: &str) -> Option<String> {
    let [Operation::Update { id, set }] = order.ops.as_slice() else { return None };
    let one = !rest.contains(char::is_whitespace) && rest.chars().all(char::is_alphanumeric);
    (one && set.labels_add.len() == 1).then(|| id.id().map(|id| format!("label #{id} as {rest}")))?
}

/// What stands behind the words of correction that a message begins with.
fn correction(c: &Clause, run: &Run<'_>) -> Option<String> {
    // "no later than friday" is a date.
    if dates::whole(&c.text, run.clock).is_some() || one_of(c.word(0), "make|let's") {
        return None;
    }
    // "not the dentist, the plumber"
    if c.word(0) == "not" && c.toks.iter().any(|t| t.after == Some(',') || t.fold == "but") {
        return Some(c.text.clone());
    }
    let mut end = c.any(0, STRONG).or_else(|| c.any(0, "or|but|and rather"))?;
    while let Some(more) = c.any(end, STRONG) {
        end = more;
    }
    // "oops, not rent, the report"
    if c.word(end) == "not" && (end + 1..c.len()).any(|i| c.toks.get(i).is_some_and(|t| t.after == Some(','))) {
        return Some(c.slice(end..c.len()).to_owned());
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

/// Whether a value, said alone, can only be one for what was said before: "done" may be somebody's relief.
fn says_when_or_level(rest: &str, run: &Run<'_>) -> bool {
    let said = value::value(run, rest).ok().flatten();
    dates::whole(rest.trim_start_matches("on "), run.clock).is_some()
        || said.is_some_and(|v| {
            v.status.is_none() && v.labels.is_empty() && !v.unrepeat && (v.priority.is_some() || !v.when.is_empty())
        })
}

/// Whether a text is one order about something that is there.
fn orders_one(said: &str, run: &Run<'_>) -> bool {
    let c = Clause::new(said, run.clock);
    let l = lead(&c);
    verb_at(&c, l.at, l.ing).is_some_and(|head| head.verb != Verb::Create) && clauses(said, run).len() == 1
}
