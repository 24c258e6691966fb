//! What a weekly series is from now on: its days as a span ("make stand-up monday to thursday"), or one day in place of
//! another ("change gym from tuesdays to wednesdays"). Neither moves one date of it (TODOS.md rule 11).

use super::lexicon::one_of;
use super::run::{Run, Said};
use super::split::lead;
use super::text::Clause;
use crate::dates;
use countersign_core::recurrence::Frequency;
use countersign_core::todo::Todo;
use jiff::civil::{Date, Weekday};

const LASTING: &str =
    "permanently|for good|from now on|from now onwards|going forward|from here on|forever|for ever|for all time|always";

/// They say what something is like, and move nothing.
const MAKES: &str = "make|have|keep|reduce|limit|restrict|cut|shorten|shrink|extend";

const MOVES: &str = "move|shift|change|set|reschedule|switch|update|put|push|turn";

/// Says no more than that something changes.
const GLUE: &str = "the|my|our|from|to|on|onto|into|is|are|now|be|only|instead|please|down|every|each|so";

/// A weekday, and where it stands.
struct Named {
    at: usize,
    day: Weekday,
    plural: bool,
}

/// The message with the days that the series then has; as it is where it says neither.
pub(super) fn plain(text: String, run: &Run<'_>) -> Said<String> {
    let c = Clause::new(&text, run.clock);
    let days: Vec<Named> = (0..c.len()).filter_map(|at| weekday(&c, at)).collect();
    if let Some(said) = only_these(&c, &days, run) {
        return Ok(said);
    }
    let [first, second] = days.as_slice() else { return Ok(text) };
    if c.toks.iter().any(|t| t.quoted) || first.day == second.day {
        return Ok(text);
    }
    let lasting = c.seek(0, LASTING).unwrap_or((c.len(), c.len()));
    let at = lead(&c).at;
    let begin = if at >= lasting.0 && at < lasting.1 { lasting.1 } else { at };
    let verb = c.word(begin).to_owned();
    let ordered = one_of(&verb, MAKES) || one_of(&verb, MOVES);
    let told = (begin..second.at).any(|i| one_of(c.word(i), "is|are"));
    if !ordered && !told {
        return Ok(text);
    }
    // A time of day at the end is kept.
    let tail = (second.at + 1..c.len()).find(|i| c.word(*i) == "at").unwrap_or(c.len());
    let hour = match dates::whole(c.slice(tail..c.len()), run.clock) {
        Some(dates::What::Time { time, .. }) => time.strftime(" %H:%M").to_string(),
        _ if tail < c.len() => return Ok(text),
        _ => String::new(),
    };
    let held = |i: usize| (lasting.0..lasting.1).contains(&i);
    let names =
        |i: &usize| !held(*i) && *i != first.at && *i != second.at && !one_of(c.word(*i), GLUE) && !is_span(c.word(*i));
    let named: Vec<usize> = (begin + usize::from(ordered)..tail).filter(names).collect();
    if named.last().is_none_or(|last| *last > second.at) {
        return Ok(text);
    }
    let name = named.iter().map(|i| c.word(*i)).collect::<Vec<_>>().join(" ");
    let weekly = |t: &&Todo| t.recurrence.frequency == Frequency::Weekly && !t.recurrence.by_day.is_empty();
    // "move #3 from wednesday to friday" is said of one date in another language.
    let meant = verb == "change" || !name.starts_with('#');
    let Some(todo) = run.one_series(&name).filter(weekly).filter(|_| meant) else { return Ok(text) };
    let days = if spans(&c, first.at, second.at, &verb) && named.iter().all(|i| *i < first.at) {
        between(first.day, second.day)
    } else {
        let goes = one_of(c.word(second.at - 1), "to|on|onto|into|is|are");
        let from = c.word(first.at.saturating_sub(1)) == "from";
        let for_good = lasting.0 < c.len() || first.plural && second.plural;
        if !goes || !(for_good || from && ordered) {
            return Ok(text);
        }
        let mut own: Vec<Weekday> = todo.recurrence.by_day.iter().map(|own| own.day).collect();
        if !for_good && (!own.contains(&first.day) || tail < c.len()) {
            return Ok(text);
        }
        match run.fixed.series {
            _ if for_good => {}
            Some(true) => {}
            Some(false) => {
                let begun = todo.scheduled_for.unwrap_or(run.today());
                let mut all = todo.recurrence.iter_from(begun, run.today()).take(14);
                let Some(day) = all.find(|date| date.weekday() == first.day) else { return Ok(text) };
                return Ok(format!("move #{} from {day} to {}", todo.id, of_that_week(day, second.day, run.today())));
            }
            None => {
                let next = todo.recurrence.iter_from(todo.scheduled_for.unwrap_or(run.today()), run.today());
                let next = next.take(14).find(|date| date.weekday() == first.day);
                return Err(super::series::ask_series(todo, next));
            }
        }
        if !own.contains(&first.day) {
            return Err(of_it(run, todo));
        }
        own.retain(|day| *day != first.day);
        own.push(second.day);
        own
    };
    if todo.recurrence.interval != 1 {
        return Err(of_it(run, todo));
    }
    let id = todo.id;
    Ok(format!("change #{id} to every {}{hour}", in_order(days)))
}

/// "stand-up only monday wednesday friday from now on", "change gym to tue, thu and sat": all its days, one beside the other.
fn only_these(c: &Clause, days: &[Named], run: &Run<'_>) -> Option<String> {
    const SETS: &str = "make|have|keep|change|set|update|switch";
    let (first, last) = (days.first()?, days.last()?);
    let lasting = c.seek(0, LASTING);
    let held = |i: usize| lasting.is_some_and(|(from, to)| (from..to).contains(&i));
    let at = lead(c).at;
    let verb = one_of(c.word(at), SETS) && at < first.at;
    let is_day = |i: usize| days.iter().any(|day| day.at == i);
    let joined = (first.at..last.at).all(|i| is_day(i) || one_of(c.word(i), "and|&|on"));
    let only = (at..first.at).any(|i| c.word(i) == "only");
    // "gym only on mondays and fridays": several days in the plural are all of them.
    let plural = days.len() > 1 && days.iter().all(|day| day.plural) && c.len() == last.at + 1;
    let told = only && (lasting.is_some() || plural) || verb && days.len() > 2;
    if !joined || !told || c.toks.iter().any(|t| t.quoted) {
        return None;
    }
    let begin = at + usize::from(verb);
    let named: Vec<&str> = (begin..c.len())
        .filter(|i| !is_day(*i) && !held(*i) && !one_of(c.word(*i), GLUE) && !one_of(c.word(*i), "and|&"))
        .map(|i| c.word(i))
        .collect();
    let todo = run.one_series(&named.join(" "))?;
    let rule = &todo.recurrence;
    let weekly = rule.frequency == Frequency::Weekly && !rule.by_day.is_empty() && rule.interval == 1;
    let days = days.iter().map(|day| day.day).collect();
    weekly.then(|| format!("change #{} to every {}", todo.id, in_order(days)))
}

/// The weekday in the week of a day; in the next where it has passed.
fn of_that_week(day: Date, weekday: Weekday, today: Date) -> Date {
    let monday = i32::from(day.weekday().to_monday_zero_offset());
    let within = |by: i32| day.saturating_add(jiff::Span::new().days(by));
    let same = within(i32::from(weekday.to_monday_zero_offset()) - monday);
    if same < today { within(i32::from(weekday.to_monday_zero_offset()) - monday + 7) } else { same }
}

fn of_it(run: &Run<'_>, todo: &Todo) -> super::run::Stop {
    super::resolve::deeds(run, format!("What should change about “{}”?", todo.title), todo.id)
}

fn weekday(c: &Clause, at: usize) -> Option<Named> {
    let word = c.word(at);
    let word = word.strip_suffix("'s").unwrap_or(word);
    let plural = word.strip_suffix('s').and_then(dates::weekday);
    let day = dates::weekday(word).or(plural)?;
    Some(Named { at, day, plural: plural.is_some() && word.ends_with("days") })
}

fn is_span(word: &str) -> bool {
    one_of(word, "through|thru|until|till|-|–")
}

/// Whether two weekdays are the ends of a span that something gets, and not where it was and where it goes.
fn spans(c: &Clause, first: usize, second: usize, verb: &str) -> bool {
    let joined = second == first + 2 && (is_span(c.word(first + 1)) || c.word(first + 1) == "to");
    let before = c.word(first.saturating_sub(1));
    let makes = one_of(verb, MAKES);
    joined && (makes || one_of(before, "to|into|is|are|now|be|only") || is_span(c.word(first + 1)) && before != "from")
}

/// The days of the week from one to another, both with it.
fn between(first: Weekday, last: Weekday) -> Vec<Weekday> {
    let mut days = vec![first];
    while let Some(day) = days.last().filter(|day| **day != last) {
        days.push(day.next());
    }
    days
}

fn in_order(mut days: Vec<Weekday>) -> String {
    days.sort_unstable_by_key(|day| day.to_monday_zero_offset());
    days.dedup();
    days.iter().map(|day| format!("{day:?}").to_lowercase()).collect::<Vec<_>>().join(" and ")
}
