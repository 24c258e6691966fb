//! What is left out while somebody is away, said with the absence in front or in other words: "sick, skip everything today",
//! "ill tomorrow - skip yoga", "busy on wednesday, move gym to thursday", "I can't make gym until friday", "no gym for 3 days".

use super::lexicon::{Verb, one_of};
use super::run::{Run, Said};
use super::series::{self, Span};
use super::split::{lead, verb_at};
use super::text::Clause;
use crate::dates::What;
use countersign_core::todo::Todo;
use jiff::civil::Date;

/// The message with the absence where it is understood.
pub(super) fn plain(text: String, run: &Run<'_>) -> Said<String> {
    let c = Clause::new(&text, run.clock);
    let at = lead(&c).at;
    if let Some(asked) = open_end(&c, run) {
        return Err(asked);
    }
    Ok(on_days(&c, at, run)
        .or_else(|| beside(&c, at, run))
        .or_else(|| after(&c, at, run))
        .or_else(|| until(&c, at, run))
        .or_else(|| days_on_end(&c, at, run))
        .unwrap_or(text))
}

/// "hey i'm off next week, …": the message without what is said in front of an absence.
pub(super) fn addressed(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text, run.clock);
    let at = lead(&c).at;
    let cut = (at + 1..c.len())
        .find(|i| c.toks.get(i - 1).is_some_and(|t| matches!(t.after, Some(',' | ';' | ':' | '.'))))?;
    let front = c.slice(at..cut).trim_end_matches([',', ';', ':', '.', ' ']);
    let away = || run.says_away(front) || super::displaced::told(front, run).is_some();
    let rest = c.text.get(c.toks.get(at)?.start..)?;
    (at > 0 && !c.toks.get(at)?.quoted && away()).then(|| rest.to_owned())
}

/// "sick, skip everything today", "busy on wednesday, move gym to thursday": an absence, and what follows from it.
pub(super) fn in_front(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text, run.clock);
    let cut = (1..c.len().min(8)).find(|i| {
        let (Some(before), Some(next)) = (c.toks.get(i - 1), c.toks.get(*i)) else { return false };
        let gap = c.text.get(before.end..next.start).unwrap_or_default();
        matches!(before.after, Some(',' | ';' | ':' | '.')) || gap.contains(['–', '—']) || c.word(*i) == "-"
    })?;
    let from = cut + usize::from(c.word(cut) == "-");
    let front = c.slice(0..cut).trim_end_matches([',', ';', ':', '.', '-', '–', '—', ' ']);
    let rest = c.slice(from..c.len());
    let state = Clause::new(front, run.clock);
    if !run.says_away(front)
        && super::displaced::told(front, run).is_none()
        && super::occurrence::away(&state, lead(&state).at) != Some(state.len())
    {
        return None;
    }
    let next = Clause::new(rest, run.clock);
    let l = lead(&next);
    let verb = verb_at(&next, l.at, l.ing).map(|h| h.verb)?;
    let Some(day) = state.found.first() else {
        return matches!(verb, Verb::Skip | Verb::Delete).then(|| rest.to_owned());
    };
    let said = state.slice(state.toks_of(&day.span));
    let away = super::resolve::span_of(day, &state.text)?;
    let until = one_of(&said.split(' ').next().unwrap_or_default().to_lowercase(), "until|till|til");
    match verb {
        // "sick until friday - skip gym and yoga": a rest for each of them.
        Verb::Skip if until => {
            let head = verb_at(&next, l.at, l.ing)?;
            let names = super::fields::list(next.slice(head.next..next.len()));
            let rests: Option<Vec<String>> =
                names.iter().map(|name| Some(format!("pause #{} {said}", run.one_series(name)?.id))).collect();
            rests.filter(|rests| !rests.is_empty()).map(|rests| rests.join("; "))
        }
        Verb::Skip if next.found.is_empty() && matches!(day.what, What::Date { .. }) && next.word(l.at) != "no" => {
            Some(format!("{rest} {said}"))
        }
        Verb::Move | Verb::Advance => moved(&next, l.at, away, run).or_else(|| Some(rest.to_owned())),
        _ => None,
    }
}

/// "sick tomorrow and wednesday, skip gym", "away from dec 7 to 11, move gym to the 14th": each series on those days of the
/// absence that it has. Which of several is moved is asked, as is what is meant where it has none of them.
pub(super) fn on_days_told(text: &str, run: &Run<'_>) -> Option<String> {
    let parts = |(state, order): (String, String)| {
        let orders = super::displaced::orders(&order, run).collect::<Vec<_>>();
        orders.into_iter().map(move |(order, behind)| (state.clone(), order, behind))
    };
    super::displaced::parts(&Clause::new(text, run.clock)).flat_map(parts).find_map(|(state, order, behind)| {
        let next = Clause::new(&order, run.clock);
        let head = verb_at(&next, lead(&next).at, false)?;
        let leaves_out = head.verb == Verb::Skip || one_of(next.word(head.at), "cancel|call");
        let moves = matches!(head.verb, Verb::Move | Verb::Advance);
        if !leaves_out && !moves {
            return None;
        }
        let days = super::displaced::told(&state, run)?;
        let to = (head.next + 1..next.len()).find(|i| one_of(next.word(*i), "to|on|until|till"));
        let end = match to {
            Some(to) if moves => to,
            None if leaves_out && next.found.is_empty() => {
                (head.next..next.len()).rev().find(|i| !one_of(next.word(*i), "please|pls|thanks|then|too"))? + 1
            }
            _ => return None,
        };
        let names = super::fields::list(next.slice(head.next..end));
        let series: Option<Vec<&Todo>> = names.iter().map(|name| run.one_series(name)).collect();
        let goes = next.slice(end..next.len());
        let each: Vec<String> = series?.into_iter().flat_map(|todo| of_series(todo, &days, moves, goes, run)).collect();
        let behind = Some(behind).filter(|behind| !behind.is_empty());
        (!each.is_empty()).then(|| each.into_iter().chain(behind).collect::<Vec<_>>().join("; "))
    })
}

/// The orders about one series; none where it is moved, and has none of the days.
fn of_series(todo: &Todo, days: &[Span], moves: bool, goes: &str, run: &Run<'_>) -> Vec<String> {
    let own: Vec<Date> = days.iter().flat_map(|span| series::within(todo, *span, run.today())).collect();
    let open: Vec<Date> = own.iter().copied().filter(|day| series::is_on(todo, Span::day(*day), run.today())).collect();
    let (Some(first), Some(last)) = (days.first(), days.last()) else { return Vec::new() };
    match (moves, open.as_slice()) {
        (true, []) => Vec::new(),
        (true, [day]) => vec![format!("move #{} from {day} {goes}", todo.id)],
        (true, _) => vec![format!("move #{} from {} to {} {goes}", todo.id, first.from, last.to)],
        (false, []) => vec![format!("skip #{} on {}", todo.id, own.first().unwrap_or(&first.from))],
        (false, open) => open.iter().map(|day| format!("skip #{} on {day}", todo.id)).collect(),
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

/// "no gym on wednesday, yoga on thursday at 8": another series and a day and a time of it, behind what is left out.
fn beside(c: &Clause, at: usize, run: &Run<'_>) -> Option<String> {
    verb_at(c, at, false).filter(|h| h.verb == Verb::Skip)?;
    let cut =
        (at + 2..c.len()).find(|i| c.toks.get(i - 1).is_some_and(|t| matches!(t.after, Some(',' | '.' | ';'))))?;
    let rest = Clause::new(c.slice(cut..c.len()), run.clock);
    let begin = lead(&rest).at;
    let first = rest.found.iter().map(|f| rest.toks_of(&f.span).start).min().filter(|first| *first > begin)?;
    let todo = run.one_series(rest.slice(begin..first))?;
    let whole = super::target::same_title(run.todos, rest.slice(begin..first)).contains(&todo.id);
    let mut said = rest.clone();
    rest.found.iter().for_each(|f| said.spend(rest.toks_of(&f.span)));
    let only = said.rest(first..rest.len()).trim().is_empty();
    let (mut day, mut time) = (None, None);
    for found in &rest.found {
        match found.what {
            What::Date { date, .. } => day = Some(date),
            What::Time { time: at, .. } => time = Some(at),
            What::DateTime { date, time: at, .. } => (day, time) = (Some(date), Some(at)),
            _ => return None,
        }
    }
    let (day, time) = (day?, time?);
    let there = !series::within(todo, Span::day(day), run.today()).is_empty();
    let front = c.slice(at..cut).trim_end_matches([',', '.', ';', ' ']);
    (whole && only && there).then(|| format!("{front}; move #{} on {day} to {}", todo.id, time.strftime("%H:%M")))
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
    let from = c.any(at, super::news::ABSENT)?;
    let cut = (from + 1..c.len()).find(|i| one_of(c.word(*i), "until|till|til"))?;
    let todo = run.one_series(c.slice(from..cut))?;
    (cut + 1 < c.len()).then(|| format!("pause #{} until {}", todo.id, c.slice(cut + 1..c.len())))
}

/// "can't make gym on dec 2 and dec 4": each of those days.
fn on_days(c: &Clause, at: usize, run: &Run<'_>) -> Option<String> {
    let from = c.any(at, super::news::ABSENT)?;
    let first = c.found.iter().map(|f| c.toks_of(&f.span).start).min()?;
    let todo = run.one_series(c.slice(from..first).trim_end_matches(" on"))?;
    let days = c.found.len() > 1 && c.found.iter().all(|f| matches!(f.what, What::Date { .. }));
    let dated = |i: usize| c.found.iter().any(|f| c.toks_of(&f.span).contains(&i));
    let only = (first..c.len()).all(|i| dated(i) || one_of(c.word(i), "and|&|on|or"));
    (days && only).then(|| format!("skip #{} {}", todo.id, c.slice(first..c.len())))
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
