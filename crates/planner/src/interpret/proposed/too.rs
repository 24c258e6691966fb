//! "And the charger" behind "buy batteries", "und das Ladegerät" behind "Batterien kaufen": one more of what was to be made last,
//! with the same verb.

use super::phrase;
use super::scene::Scene;
use crate::dates::{self, Clock, What};
use crate::interpret::bare::is_everyday;
use crate::interpret::lexicon::one_of;
use crate::interpret::question::is_spoken;
use crate::interpret::text::{Tok, fold, tokens};
use crate::interpret::{Answer, Context, Decision};
use crate::languages;
use countersign_core::operation::{Draft, Operation};
use countersign_core::recurrence::{ByDay, Frequency};
use countersign_core::todos::words;
use jiff::civil::Date;
use std::collections::BTreeMap;

/// Leads in one more.
const AND: &str = "and|also|plus|und|auch|y|e|tambien|et|aussi|si";

/// The same behind it.
const TOO: &str = "too|also|as well|auch|noch|tambien|aussi|de asemenea";

/// Leads in what is meant instead.
const NO: &str = "no|nope|actually|sorry|oops|wait|i mean|i meant|rather|make it|make that|nein|quatsch|ich meine|ich meinte|doch|lieber|eher|\
    perdon|mejor|digo|mas bien|quiero decir|quise decir|non|plutot|pardon|enfin|je veux dire|nu|mai bine|scuze|adica|de fapt";

/// The same behind it.
const INSTEAD: &str = "instead|rather|i mean|i meant|stattdessen|en su lugar|mejor|plutot|a la place|in schimb";

/// In front of what is not meant.
const NOT: &str = "not|nicht|no|pas|nu";

/// Between that and what is.
const BUT: &str = "but|sondern|sino|mais|ci";

/// Says when, how or whether rather than what.
const ADVERBS: &str = "later|tomorrow|today|maybe|perhaps|fine|good|wrong|stop|both|none|nothing|never|thanks|thank|enough|spater|vielleicht|\
    genug|nichts|falsch|danke|genau|despues|luego|tarde|quiza|quizas|nada|mal|gracias|basta|tard|peut-etre|rien|faux|merci|assez|\
    tarziu|poate|nimic|gresit|multumesc|destul|das|los|las|les|one|more|all|the|it|that|this|them|first|second|last|other|next";

/// More words are a message of its own.
const MOST_WORDS: usize = 4;

/// The draft with the name of one more thing in the place of its own.
pub(super) fn one_more(text: &str, scene: &Scene<'_>, clock: &Clock) -> Option<Answer> {
    let toks = tokens(text);
    let mut from = 0;
    while let Some(end) = phrase(&toks, from, AND) {
        from = end;
    }
    let (name, trailed) = without_end(&toks, from, TOO)?;
    let (_, draft) = drafted(scene)?;
    let title = Verb::of(&draft.title)?.with(text, name.filter(|_| from > 0 || trailed)?, scene, clock)?;
    let draft = Draft { title, notes: String::new(), ..draft.clone() };
    Some(Answer { ops: vec![Operation::Create(draft)], ..Answer::of(Decision::Plan) })
}

/// "and the tripod" behind "keep the portfolio": the same for one more of what waits.
pub(super) fn one_more_kept(text: &str, scene: &Scene<'_>, ctx: &Context) -> Option<String> {
    let before = ctx.turns.iter().rev().find(|turn| turn.role != "assistant" && turn.text.trim() != text.trim())?;
    let kept = languages::pointing::readings(&before.text, &scene.shown, scene.clock);
    if !kept.first().is_some_and(|read| read.lets_be()) {
        return None;
    }
    let toks = tokens(text);
    let mut from = 0;
    while let Some(end) = phrase(&toks, from, AND) {
        from = end;
    }
    let (name, trailed) = without_end(&toks, from, TOO)?;
    let name = name.filter(|_| from > 0 || trailed)?;
    let said = text.get(name.first()?.start..name.last()?.end)?;
    dates::find(said, scene.clock).is_empty().then(|| format!("keep {said}"))
}

/// "and the rest to tuesday" behind "move the first to friday": the order that was given last, for what is left of a list.
pub(super) fn of_the_rest(text: &str, scene: &Scene<'_>) -> Option<String> {
    const REST: &str =
        "the rest|the others|the other ones|the remaining ones|the remaining|all the others|all others|all the rest";
    let toks = tokens(text);
    let from = phrase(&toks, 0, "and|then|plus").unwrap_or(0);
    phrase(&toks, from, REST)?;
    let last = scene.proposals.get(*scene.recent().last()?)?;
    let verb = match &last.op {
        Operation::Update { .. } | Operation::BulkUpdate { .. } | Operation::MoveOccurrence { .. } => "move",
        Operation::Complete { .. } | Operation::CompleteOccurrence { .. } | Operation::BulkComplete { .. } => {
            "complete"
        }
        Operation::Delete { .. } | Operation::BulkDelete { .. } => "delete",
        _ => return None,
    };
    Some(format!("{verb} {}", text.get(toks.get(from)?.start..)?))
}

/// The draft with another thing in the place of its own: "no, eggs", "not milk, eggs", "eggs instead".
pub(super) fn another(text: &str, scene: &Scene<'_>, clock: &Clock) -> Option<Answer> {
    let toks = tokens(text);
    let (at, draft) = drafted(scene)?;
    let verb = Verb::of(&draft.title)?;
    // All that the verb was about gives way.
    if words(&draft.title).len() > MOST_WORDS {
        return None;
    }
    let from = denied(&toks, &draft.title).or_else(|| {
        let mut from = 0;
        while let Some(end) = phrase(&toks, from, NO) {
            from = end;
        }
        Some(from)
    })?;
    let (name, trailed) = without_end(&toks, from, INSTEAD)?;
    let title = verb.with(text, name.filter(|_| from > 0 || trailed)?, scene, clock)?;
    let other = Operation::Create(Draft { title, ..draft.clone() });
    scene.answer(&[], BTreeMap::from([(at, other)]))
}

/// "And wednesday": the series on that weekday too, or the same once more on that day.
pub(super) fn more_days(days: &[String], scene: &Scene<'_>) -> Option<Answer> {
    let Some((at, draft)) = drafted(scene) else { return another_day(days, scene) };
    let day = |said: &String| match dates::whole(said, scene.clock)? {
        What::Date { date, .. } => Some(date),
        _ => None,
    };
    let dates: Vec<Date> = days.iter().map(day).collect::<Option<_>>()?;
    let first = draft.scheduled_for?;
    let Some(rule) = &draft.recurrence else {
        let other = |date: &Date| Operation::Create(Draft { scheduled_for: Some(*date), ..draft.clone() });
        let ops = dates.iter().filter(|date| **date != first).map(other).collect::<Vec<_>>();
        return (!ops.is_empty()).then(|| Answer { ops, ..Answer::of(Decision::Plan) });
    };
    let plain = rule.frequency == Frequency::Weekly && rule.by_day.iter().all(|by| *by == ByDay::every(by.day));
    if !plain || rule.by_day.is_empty() {
        return None;
    }
    let mut rule = rule.clone();
    for date in dates {
        if !rule.by_day.iter().any(|by| by.day == date.weekday()) {
            rule.by_day.push(ByDay::every(date.weekday()));
        }
    }
    rule.by_day.sort_by_key(|by| by.day.to_monday_zero_offset());
    let more = draft.recurrence.as_ref().is_some_and(|before| before.by_day.len() < rule.by_day.len());
    let earliest = dates::anchor(&rule, scene.clock.now.date().min(first))?;
    let draft = Draft { recurrence: Some(rule), scheduled_for: Some(earliest), ..draft.clone() };
    more.then(|| scene.answer(&[], BTreeMap::from([(at, Operation::Create(draft))])))?
}

/// "And thursday" behind a day of a series that was left out or done: the same to another of its days.
fn another_day(days: &[String], scene: &Scene<'_>) -> Option<Answer> {
    let [at] = scene.recent().try_into().ok()?;
    let (verb, id, first) = match &scene.proposals.get(at)?.op {
        Operation::SkipOccurrence { id, occurrence_date } => ("skip", id.id()?, *occurrence_date),
        Operation::CompleteOccurrence { id, occurrence_date, completed: true } => {
            ("complete", id.id()?, *occurrence_date)
        }
        _ => return None,
    };
    let today = scene.clock.now.date();
    let mut out: Option<Answer> = None;
    for day in days {
        let What::Date { date, .. } = dates::whole(day, scene.clock)? else { return None };
        // What is told of beside a day that has passed has passed too.
        let past = first <= today && date > today && verb == "complete";
        let date = if past { date.saturating_sub(jiff::Span::new().weeks(1)) } else { date };
        let said = format!("{verb} #{id} on {date}");
        let read = crate::interpret::read(&said, scene.todos, scene.clock, &crate::interpret::Context::default());
        match &mut out {
            Some(so_far) if read.decision == Decision::Plan => so_far.ops.extend(read.ops),
            None if read.decision == Decision::Plan => out = Some(read),
            _ => return Some(read),
        }
    }
    out
}

/// Where what is meant begins, behind "not milk,".
fn denied(toks: &[Tok], title: &str) -> Option<usize> {
    let mut from = phrase(toks, 0, NO).filter(|_| phrase(toks, 0, NOT) != Some(1)).unwrap_or(0);
    from = phrase(toks, from, NOT)?;
    let turn = (from..toks.len()).find(|at| toks.get(*at).is_some_and(|t| t.after == Some(',')))?;
    let said = words(title);
    let known = toks.get(from..=turn)?.iter().flat_map(|t| words(&t.fold));
    let known: Vec<String> = known.filter(|w| !one_of(w, "the|die|der|das|den|la|el|le")).collect();
    let behind = phrase(toks, turn + 1, BUT).unwrap_or(turn + 1);
    (!known.is_empty() && known.iter().all(|w| said.contains(w))).then_some(behind)
}

/// The one thing that was proposed last and is to be made.
fn drafted<'s>(scene: &'s Scene<'_>) -> Option<(usize, &'s Draft)> {
    let [at] = scene.recent().try_into().ok()?;
    match &scene.proposals.get(at)?.op {
        Operation::Create(draft) if draft.checklist.is_empty() => Some((at, draft)),
        _ => None,
    }
}

/// The words from a place on without those of a list at their end, and whether there were any.
fn without_end<'t>(toks: &'t [Tok], from: usize, list: &str) -> Option<(Option<&'t [Tok]>, bool)> {
    let asks = toks.last().is_none_or(|t| t.after == Some('?'));
    let end = (from + 1..toks.len()).find(|at| phrase(toks, *at, list) == Some(toks.len()));
    let said = toks.get(from..end.unwrap_or(toks.len())).filter(|said| (1..=MOST_WORDS).contains(&said.len()));
    (!asks).then_some((said, end.is_some()))
}

/// The verb of a title, and in which languages it is one.
struct Verb<'t> {
    word: &'t str,
    first: bool,
    languages: Vec<&'static str>,
}

impl<'t> Verb<'t> {
    /// In front, or in German behind its object.
    fn of(title: &'t str) -> Option<Self> {
        let (first, rest) = title.split_once(' ')?;
        let (_, last) = title.rsplit_once(' ')?;
        let read = |word: &'t str, codes: &[&'static str], first: bool| {
            let languages: Vec<&str> = codes.iter().copied().filter(|code| is_verb(code, &fold(word))).collect();
            (!languages.is_empty()).then_some(Self { word, first, languages })
        };
        let front = read(first, &["en", "de", "es", "fr", "ro"], true).filter(|_| !rest.is_empty());
        front.or_else(|| read(last, &["de"], false))
    }

    /// The verb with another name, where that names a thing and nothing that is there.
    fn with(&self, text: &str, name: &[Tok], scene: &Scene<'_>, clock: &Clock) -> Option<String> {
        let (first, last) = (name.first()?, name.last()?);
        let said = text.get(first.start..last.end)?;
        let marks = name.iter().all(|t| t.after.is_none() || t.end == last.end);
        let spoken = name
            .iter()
            .any(|t| !t.quoted && !one_of(&t.fold, "the|a|an|some|my|our|of|for|and|to") && is_spoken(&t.fold));
        let thing = words(said).iter().any(|w| w.chars().count() > 2 && !one_of(w, ADVERBS));
        let kind = crate::interpret::follow::is_kind(said);
        let adverb = name.iter().all(|t| one_of(&t.fold, ADVERBS));
        let there = words(said).iter().all(|w| scene.todos.count_word(w) > 0);
        // "auch Brot kaufen" has a verb of its own.
        let verb =
            self.languages.iter().any(|code| is_verb(code, &first.fold) || !self.first && is_verb(code, &last.fold));
        if !marks || spoken || !thing || kind || adverb || there || verb || !dates::find(said, clock).is_empty() {
            return None;
        }
        Some(if self.first { format!("{} {said}", self.word) } else { format!("{said} {}", self.word) })
    }
}

fn is_verb(code: &str, word: &str) -> bool {
    if code == "en" { is_everyday(word) } else { languages::is_errand(code, word) }
}
