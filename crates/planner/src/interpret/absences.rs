//! What is left out while somebody is away, said with the absence in front or in other words: "sick, skip everything today",
//! "ill tomorrow - skip yoga", "busy on wednesday, move gym to thursday", "I can't make gym until friday", "no gym for 3 days".

use super::lexicon::{Verb, one_of};
use super::run::{Run, Said};
use super::series::{self, Span};
use super::split::{lead, verb_at};
use super::text::Clause;
use crate::dates::What;

/// Says that somebody does not come, in front of a name.
const CANNOT: &str = "i can't make|i cant make|i cannot make|i can't do|i cant do|i cannot do|i won't make|i wont make|i'll miss|i will miss|\
    i'm missing|i'm skipping|we can't make|we can't do|we'll miss|can't make|cant make|can't do|i can't come to|i can't go to|i won't be at|\
    i will not be at|i can't attend|i cannot attend|i won't attend|i won't do|no more";

/// The message with the absence where it is understood.
pub(super) fn plain(text: String, run: &Run<'_>) -> Said<String> {
    let text = in_front(&text, run).unwrap_or(text);
    let c = Clause::new(&text, run.clock);
    let at = lead(&c).at;
    if let Some(asked) = open_end(&c, run) {
        return Err(asked);
    }
    Ok(after(&c, at, run).or_else(|| until(&c, at, run)).or_else(|| days_on_end(&c, at, run)).unwrap_or(text))
}

/// "sick, skip everything today", "busy on wednesday, move gym to thursday": an absence, and what follows from it.
fn in_front(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text, run.clock);
    let cut = (1..c.len().min(8)).find(|i| {
        let (Some(before), Some(next)) = (c.toks.get(i - 1), c.toks.get(*i)) else { return false };
        let gap = c.text.get(before.end..next.start).unwrap_or_default();
        matches!(before.after, Some(',' | ';' | ':' | '.')) || gap.contains(['-', '–', '—'])
    })?;
    let from = cut + usize::from(c.word(cut) == "-");
    let front = c.slice(0..cut).trim_end_matches([',', ';', ':', '.', '-', '–', '—', ' ']);
    let rest = c.slice(from..c.len());
    if !run.says_away(front) {
        return None;
    }
    let next = Clause::new(rest, run.clock);
    let l = lead(&next);
    let verb = verb_at(&next, l.at, l.ing).map(|h| h.verb)?;
    let when = Clause::new(front, run.clock);
    let Some(day) = when.found.first() else {
        return matches!(verb, Verb::Skip | Verb::Delete).then(|| rest.to_owned());
    };
    let said = when.slice(when.toks_of(&day.span));
    let away = super::resolve::span_of(day, &when.text)?;
    match verb {
        Verb::Skip if next.found.is_empty() && matches!(day.what, What::Date { .. }) && next.word(l.at) != "no" => {
            Some(format!("{rest} {said}"))
        }
        Verb::Move | Verb::Advance => moved(&next, l.at, away, run),
        _ => None,
    }
}

/// "move gym to thursday", where the absence has one day of it: that one is moved.
fn moved(next: &Clause, at: usize, away: Span, run: &Run<'_>) -> Option<String> {
    let head = verb_at(next, at, false)?;
    let to = (head.next + 1..next.len()).find(|i| one_of(next.word(*i), "to|on"))?;
    let todo = run.one_series(next.slice(head.next..to))?;
    let days = series::within(todo, away, run.today());
    let [day] = days.as_slice() else { return None };
    Some(format!("move #{} from {day} {}", todo.id, next.slice(to..next.len())))
}

/// "I'm away from friday, no gym": until when was not said.
fn open_end(c: &Clause, run: &Run<'_>) -> Option<super::run::Stop> {
    let cut = (2..c.len()).find(|i| {
        let marked = c.toks.get(i - 1).is_some_and(|t| matches!(t.after, Some(',' | '.' | ';')));
        marked && one_of(c.word(*i), "no|skip|so|cancel")
    })?;
    let front = Clause::new(c.slice(0..cut), run.clock);
    let at = lead(&front).at;
    let state = super::occurrence::away(&front, at)?;
    let open = (state..front.len()).any(|i| one_of(front.word(i), "from|after|since|starting"));
    let [when] = front.found.as_slice() else { return None };
    let What::Date { date, .. } = when.what else { return None };
    let begin = (cut..c.len()).find(|i| !one_of(c.word(*i), "no|skip|so|cancel|the|my"))?;
    let todo = run.one_series(c.slice(begin..c.len()).trim_end_matches(['.', '!'])).filter(|_| open)?;
    let days = (0..).scan(date, |day, _| {
        let next = series::next_open(todo, *day, run.today())?;
        *day = next.tomorrow().ok()?;
        Some((next, String::new()))
    });
    Some(super::fields::ask_when(&format!("Which occurrence of “{}”?", todo.title), days.take(7)))
}

/// "no more gym after dec 15": its last day may be that one.
fn after(c: &Clause, at: usize, run: &Run<'_>) -> Option<String> {
    let from = c.any(at, "no more|no longer")?;
    let cut = (from + 1..c.len()).find(|i| c.word(*i) == "after")?;
    let todo = run.one_series(c.slice(from..cut))?;
    Some(format!("stop #{} {}", todo.id, c.slice(cut..c.len())))
}

/// "I can't make gym until friday": the days before.
fn until(c: &Clause, at: usize, run: &Run<'_>) -> Option<String> {
    let from = c.any(at, CANNOT)?;
    let cut = (from + 1..c.len()).find(|i| one_of(c.word(*i), "until|till|til"))?;
    let todo = run.one_series(c.slice(from..cut))?;
    (cut + 1 < c.len()).then(|| format!("pause #{} until {}", todo.id, c.slice(cut + 1..c.len())))
}

/// "no gym for 3 days": so many from today on.
fn days_on_end(c: &Clause, at: usize, run: &Run<'_>) -> Option<String> {
    let from = c.any(at, "no|skip|pause|i can't make|i can't do|i'm skipping")?;
    let cut = (from + 1..c.len()).find(|i| c.word(*i) == "for")?;
    let todo = run.one_series(c.slice(from..cut))?;
    let days = c.slice(cut + 1..c.len());
    let count = super::amount::number(c.word(cut + 1)).filter(|n| (2..=30).contains(n))?;
    let whole = cut + 3 == c.len() && c.word(cut + 2) == "days" && !days.contains("next");
    whole.then(|| format!("skip #{} for the next {count} days", todo.id))
}
