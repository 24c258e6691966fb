//! Answers read against what the question offered: its days, its labels, and a choice with more words around it.

use super::anew::ADD;
use super::choice::{self, choose, ordinal};
use super::lexicon::one_of;
use super::pending::Choice;
use super::places;
use super::run::Topic;
use super::text::Clause;
use super::{Answer, Decision};
use crate::dates::{self, Clock, What};
use countersign_core::ids::TodoId;
use countersign_core::operation::Operation;
use countersign_core::todos::{Todos, View, words};
use countersign_core::wire::ClarifyOption;
use jiff::civil::Date;

/// Words around an answer that say nothing of their own.
const AROUND: &str = "the|one|ones|in|on|of|to|for|at|that|day|just|only|please|i|mean|meant|take|it|a|an|and|but|though|\
    instead|then|is|it's|so|ok|okay|yes|well|date|thanks|move|make|use|'s";

/// Words that choose or refuse, in the languages known: no todo is called so.
const ANSWERS: &str = "first|second|third|fourth|fifth|sixth|seventh|last|latter|former|1st|2nd|3rd|4th|5th|both|all|either|neither|\
    none|other|others|another|each|every|yes|no|yeah|nope|ok|next|this|these|those|them|two|three|series|whole|once|\
    always|occurrence|add|create|new|anyway|keep|leave|later|earlier|late|early|sooner|not|now|option|number|back|te|\
    nur|die|der|das|den|erste|ersten|zweite|zweiten|dritte|dritten|letzte|letzten|beide|beiden|aber|weder|noch|andere|\
    anderen|ja|nein|eine|einen|am|im|oder|und|spater|nummer|keine|\
    solo|el|la|los|las|lo|primero|primera|segundo|segunda|tercero|tercera|ultimo|ultima|ambos|ambas|dos|otro|otra|mas|\
    tarde|pero|si|ninguno|ninguna|numero|de|y|\
    seulement|le|les|l|celle|celui|deuxieme|troisieme|premier|premiere|derniere|dernier|deux|autre|mais|oui|non|plus|\
    tard|aucun|aucune|et|l'autre|\
    doar|al|ai|doilea|doua|treilea|treia|prima|primul|ultima|ultimul|cealalta|celalalt|ambele|amandoua|dar|da|nu|mai|\
    tarziu|2-lea|2-a|3-lea|3-a|lea|pe|cel|cea|si|numarul";

/// The days that a question offers.
pub(super) fn offered_days(before: &Answer) -> Vec<Date> {
    let of_days = before.sections.iter().filter(|s| s.kind == "when");
    of_days.flat_map(|s| &s.options).filter_map(|o| o.value.as_str()?.parse().ok()).collect()
}

/// The one day of those offered that the words name by its weekday, month, number or year.
pub(super) fn fitting(said: &[String], days: &[Date]) -> Option<Date> {
    let said: Vec<&str> = said.iter().map(String::as_str).filter(|w| !one_of(w, AROUND)).collect();
    let sole = |keep: &dyn Fn(&Date) -> bool| {
        let mut hits = days.iter().filter(|d| keep(d));
        hits.next().filter(|_| hits.next().is_none()).copied()
    };
    match said.as_slice() {
        [] => None,
        ["earlier" | "earliest" | "sooner" | "soonest" | "before"] => days.iter().min().copied(),
        ["later" | "latest" | "after"] => days.iter().max().copied(),
        // A bare number is a place in the list where it can be one.
        [n] if n.parse::<usize>().is_ok_and(|n| n <= days.len()) => None,
        _ => sole(&|day| said.iter().all(|w| names(w, *day))),
    }
}

/// Whether a word is the weekday, the month, the number or the year of a day.
fn names(word: &str, day: Date) -> bool {
    let spelled = |format: &str| day.strftime(format).to_string().to_lowercase();
    let (weekday, month) = (spelled("%A"), spelled("%B"));
    let short = |full: &str| word.len() >= 3 && full.starts_with(word) && (word.len() <= 4 || word == full);
    let digits = word.trim_end_matches(['.', ',']);
    let digits = ["st", "nd", "rd", "th"].iter().find_map(|end| digits.strip_suffix(end)).unwrap_or(digits);
    let number = digits.parse::<i16>().ok();
    short(&weekday)
        || short(&month)
        || number.is_some_and(|n| n == i16::from(day.day()) || n == day.year())
        || word == day.to_string()
}

/// The day that an answer names.
pub(super) fn day(said: &str, clock: &Clock) -> Option<Date> {
    match dates::whole(said, clock)? {
        What::Date { date, .. } | What::DateTime { date, .. } => Some(date),
        _ => None,
    }
}

/// "on monday and friday" to "twice a week": the days of a repetition that was asked about.
pub(super) fn days_of(spoken: &str, before: &Answer, clock: &Clock) -> Option<String> {
    let Topic::Phrase(_) = &before.topic else { return None };
    let several = spoken.trim_start_matches("on ");
    let rule = format!("every {several}");
    let is_rule = matches!(dates::whole(&rule, clock), Some(What::Recurrence { .. }));
    let is_one =
        matches!(dates::whole(several, clock), Some(What::Date { .. } | What::DateTime { .. } | What::Time { .. }));
    (!is_one && is_rule).then_some(rule)
}

/// The clause with an answer in the place of the words that were asked about.
pub(super) fn in_place(clause: &str, phrase: &str, answer: &str, clock: &Clock) -> Option<String> {
    let lower = clause.to_lowercase();
    let at = lower.find(&phrase.to_lowercase()).filter(|_| lower.len() == clause.len())?;
    let repeated = one_of(
        phrase.split(' ').next().unwrap_or_default(),
        "every|each|repeat|repeats|repeating|on|the|yearly|annually",
    );
    let said = match dates::whole(answer, clock)? {
        What::Date { date, .. } if repeated => format!("every {}", date.strftime("%B %-d").to_string().to_lowercase()),
        What::Recurrence { .. } => answer.to_owned(),
        What::Time { .. } if phrase.starts_with(|c: char| c.is_ascii_digit()) => answer.to_owned(),
        _ => return None,
    };
    // The whole word goes: "30pm" for the 30 of it.
    let end = clause.get(at..)?.find(' ').map_or(clause.len(), |n| at + n).max(at + phrase.len());
    Some(format!("{}{said}{}", clause.get(..at)?, clause.get(end..)?))
}

/// "flight 12 dec 24", answered by a day: the number on the other side of the month is no date, and stays.
pub(super) fn beside_month(clause: &str, when: &str, clock: &Clock) -> Option<String> {
    let chosen = day(when, clock)?;
    let found = dates::find(clause, clock);
    let both = found.iter().find(|f| matches!(&f.what, What::Ambiguous { options, .. } if options.len() == 2))?;
    let said = clause.get(both.span.clone())?;
    let led = said.len() - said.trim_start_matches("on ").len();
    let [first, month, second] = said.get(led..)?.split(' ').collect::<Vec<_>>()[..] else { return None };
    let of_month = dates::month(month).is_some_and(|month| month == chosen.month());
    let is = |figure: &str| figure.parse() == Ok(chosen.day());
    let dated = match (is(first), is(second)) {
        (true, false) if of_month => format!("{chosen} {second}"),
        (false, true) if of_month => format!("{first} {chosen}"),
        _ => return None,
    };
    Some(format!("{}{dated}{}", clause.get(..both.span.start)?, clause.get(both.span.end..)?))
}

/// The clause with another date in the place of its own; `None` where it has none, or several.
pub(super) fn redated(clause: &str, when: &str, clock: &Clock) -> Option<String> {
    let found = dates::find(clause, clock);
    let [one] = found.as_slice() else { return among_several(clause, &found, when, clock) };
    let had = clause.get(one.span.clone())?;
    // "the second at 5pm" keeps the day that was said of all.
    let when = match (&one.what, dates::whole(when, clock)?) {
        (What::Date { date, .. } | What::DateTime { date, .. }, What::Time { time, .. }) => {
            format!("{date} at {}", time.strftime("%H:%M"))
        }
        (What::DateTime { time, .. }, What::Date { date, .. }) => format!("{date} at {}", time.strftime("%H:%M")),
        _ => when.to_owned(),
    };
    let lead = ["on ", "at ", "by "].into_iter().find(|p| had.to_lowercase().starts_with(p)).unwrap_or_default();
    Some(format!("{}{lead}{when}{}", clause.get(..one.span.start)?, clause.get(one.span.end..)?))
}

/// "On monday and tuesday": the day that was chosen in the place of all that stand side by side.
fn among_several(clause: &str, found: &[dates::Found], when: &str, clock: &Clock) -> Option<String> {
    let day = |what: &What| match what {
        What::Date { date, .. } => Some(*date),
        _ => None,
    };
    let chosen = day(&dates::whole(when, clock)?)?;
    let days: Vec<Date> = found.iter().map(|f| day(&f.what)).collect::<Option<_>>()?;
    let between = |pair: &[dates::Found]| match pair {
        [a, b] => clause.get(a.span.end..b.span.start).is_some_and(|said| {
            said.split([' ', ',']).all(|w| w.is_empty() || one_of(&w.to_lowercase(), "and|or|on|&"))
        }),
        _ => false,
    };
    let (first, last) = (found.first()?, found.last()?);
    let beside = days.contains(&chosen) && found.windows(2).all(between);
    let (front, back) = (clause.get(..first.span.start)?, clause.get(last.span.end..)?);
    let on = if front.trim_end().ends_with(" on") { "" } else { "on " };
    beside.then(|| format!("{front}{on}{when}{back}"))
}

/// The option that has this label or this value, where it is the only one. A todo is also called by its title, alone or
/// with its day behind it.
pub(super) fn labelled_so(text: &str, before: &Answer, todos: &Todos) -> Option<Choice> {
    let said = words(text);
    let options = || before.sections.iter().flat_map(|s| s.options.iter().map(move |o| (s, o)));
    let only = |fits: &dyn Fn(&ClarifyOption) -> bool| {
        let mut hits = options().filter(|(_, o)| fits(o));
        let (section, option) = hits.next().filter(|_| hits.next().is_none())?;
        of(&section.kind, &option.value)
    };
    let number = |o: &ClarifyOption| o.value.as_i64().is_some_and(|id| text.trim() == format!("#{id}"));
    let choice = only(&|o| o.value.as_str() == Some(text.trim()) || number(o));
    let titled = |o: &ClarifyOption| {
        let todo = o.value.as_i64().and_then(|id| todos.todo(TodoId(id)));
        todo.is_some_and(|todo| {
            let title = words(&todo.title);
            let day = todo.scheduled_for.map(|date| words(&super::fields::day(date))).unwrap_or_default();
            said == title || said == [title, day].concat()
        })
    };
    choice
        .or_else(|| only(&|o| !said.is_empty() && words(&o.label) == said))
        .or_else(|| only(&|o| !said.is_empty() && titled(o)))
}

/// An option by its label or its place: "mark them done", "2". Todos are chosen by their own numbers too, so
/// there only the label counts.
pub(super) fn offered(text: &str, spoken: &str, options: &[TodoId], before: &Answer) -> Option<Choice> {
    let said = [words(text), words(spoken)];
    before.sections.iter().find_map(|section| {
        let labelled = section.options.iter().find(|o| {
            let label = words(&o.label);
            !label.is_empty() && said.contains(&label) || o.value.as_str() == Some(text.trim())
        });
        // With a second question about which todo, a place is that of a todo.
        let placed = || {
            let about_todos = before.sections.iter().any(|s| s.kind == "which") && !options.is_empty();
            let bare = spoken.trim_start_matches("number ").trim_start_matches("option ");
            let at = match bare.parse::<usize>() {
                Ok(n) => n.checked_sub(1)?,
                Err(_) if section.kind != "which" => ordinal(spoken, section.options.len())?,
                Err(_) => return None,
            };
            section.options.get(at).filter(|o| !about_todos || o.value == ADD)
        };
        of(&section.kind, &labelled.or_else(placed)?.value)
    })
}

/// "6:45", "morning", "the evening one": which of two times that are twelve hours apart. Figures are of the clock of 24
/// hours: who means the evening says so.
pub(super) fn half(spoken: &str, before: &Answer) -> Option<String> {
    let times = before.sections.iter().filter(|s| s.kind == "when").flat_map(|s| &s.options);
    let times: Vec<&str> = times.filter_map(|o| o.value.as_str()).collect();
    let [early, late] = times.as_slice() else { return None };
    let minutes = |time: &str| {
        let (hour, minute) = time.split_once(':')?;
        Some(hour.parse::<u32>().ok()? * 60 + minute.parse::<u32>().ok()?)
    };
    if minutes(early)? + 12 * 60 != minutes(late)? {
        return None;
    }
    let said = spoken.trim_start_matches("at ").trim_start_matches("in ").trim_start_matches("the ");
    let said = said.trim_end_matches(" one").trim_end_matches(" time");
    if one_of(said, "morning|am|a.m|a.m.|early|earlier|before noon")
        || minutes(&said.replace('.', ":")) == minutes(early)
    {
        return Some((*early).to_owned());
    }
    one_of(said, "evening|afternoon|night|pm|p.m|p.m.|late|later|after noon").then(|| (*late).to_owned())
}

/// "3", "at 4": the one of the times offered that has this hour, on either half of the day.
pub(super) fn hour(spoken: &str, before: &Answer) -> Option<String> {
    let said: u8 = spoken.trim_start_matches("at ").parse().ok()?;
    let times = before.sections.iter().filter(|s| s.kind == "when").flat_map(|s| &s.options);
    let mut hits = times.filter_map(|o| o.value.as_str()).filter(|time| {
        let hour = time.strip_suffix(":00").and_then(|hour| hour.parse::<u8>().ok());
        hour.is_some_and(|hour| hour == said || (1..=11).contains(&said) && hour == said + 12)
    });
    hits.next().filter(|_| hits.next().is_none()).map(str::to_owned)
}

/// What the choice of an option is.
fn of(kind: &str, value: &serde_json::Value) -> Option<Choice> {
    let text = value.as_str().map(str::to_owned);
    match kind {
        "which" if text.as_deref() == Some(ADD) => Some(Choice::Anew),
        "which" => value.as_i64().map(|id| Choice::Ids(vec![TodoId(id)])),
        "when" => text.map(Choice::When),
        "series" => text.map(|v| Choice::Series(v == "series")),
        "duplicate" => text.map(|v| match v.as_str() {
            "create" => Choice::Yes,
            "move" => Choice::Value(v),
            _ => Choice::No,
        }),
        "value" => text.map(|v| if v == "leave" { Choice::No } else { Choice::Value(v) }),
        _ => None,
    }
}

/// An answer with more around it: a choice and a date, a part of a label, an order about "it".
pub(super) fn beyond(
    said: &[String],
    text: &str,
    options: &[TodoId],
    before: &Answer,
    todos: &Todos,
    clock: &Clock,
) -> Option<Choice> {
    let kind = |k: &str| before.sections.iter().any(|s| s.kind == k);
    if kind("series") {
        let bare: Vec<&str> = said.iter().map(String::as_str).filter(|w| !one_of(w, AROUND)).collect();
        let bare = bare.join(" ").trim_end_matches("'s").to_owned();
        if let Some(date) = day(&bare, clock) {
            return Some(Choice::Day(date.to_string()));
        }
    }
    if kind("value")
        && let Some(choice) = rule_of(said, before, clock)
    {
        return Some(choice);
    }
    if let Some(choice) = labelled(said, before) {
        return Some(choice);
    }
    if kind("which")
        && let Some(choice) = selected(said, options, before, todos, clock)
    {
        return Some(choice);
    }
    let c = Clause::new(text, clock);
    let lead = super::split::lead(&c);
    if kind("which")
        && let Some(choice) = order(&c, lead.at, options)
    {
        return Some(choice);
    }
    // "move it to friday" to "What should happen to it?", "no, complete it instead"
    let refused = c.any(0, "no|nope|nah").filter(|end| *end < c.len()).map(|end| c.slice(end..c.len()).to_owned());
    let c = refused.map_or(c, |said| Clause::new(&said, clock));
    if let ([one], true) = (before.options.as_slice(), kind("value"))
        && let Some(head) = super::split::verb_at(&c, super::split::lead(&c).at, false)
    {
        let end = c.len() - usize::from(one_of(c.word(c.len() - 1), "instead|please|rather"));
        let rest = c.slice(head.next..end.max(head.next));
        let rest = rest.strip_prefix("it").filter(|r| r.is_empty() || r.starts_with(' ')).unwrap_or(rest);
        let own = rest.trim().is_empty() || one_of(rest.split_whitespace().next().unwrap_or_default(), "to|as|on|by");
        return own.then(|| Choice::Instead(format!("{} #{one} {}", c.slice(head.at..head.next), rest.trim())));
    }
    None
}

/// "monthly", "every 2 weeks", "biweekly": the one repetition offered that is so.
fn rule_of(said: &[String], before: &Answer, clock: &Clock) -> Option<Choice> {
    let rule = |text: &str| match dates::whole(text, clock) {
        Some(What::Recurrence { rule, start, .. }) => Some((rule, start)),
        _ => None,
    };
    let spoken = said.join(" ");
    let own = rule(&spoken).map(|(rule, _)| rule);
    let once = [("once a month", "every month"), ("once a year", "every year"), ("once a week", "every week")];
    let own = own.or_else(|| rule(once.iter().find(|(said, _)| *said == spoken)?.1).map(|(rule, _)| rule))?;
    let values: Vec<&str> = before.sections.iter().flat_map(|s| &s.options).filter_map(|o| o.value.as_str()).collect();
    let mut hits = values.into_iter().filter(|value| {
        rule(value).is_some_and(|(r, _)| {
            r.frequency == own.frequency
                && r.interval == own.interval
                && (own.by_day.is_empty() || own.by_day.iter().all(|by| r.by_day.iter().any(|o| o.day == by.day)))
        })
    });
    let hit = hits.next().filter(|_| hits.next().is_none())?;
    Some(Choice::Value(hit.to_owned()))
}

/// The one option whose label holds all that was said.
fn labelled(said: &[String], before: &Answer) -> Option<Choice> {
    let said: Vec<&String> = said.iter().filter(|w| !one_of(w, AROUND)).collect();
    let of_words = before.sections.iter().filter(|s| !matches!(s.kind.as_str(), "which" | "when"));
    let mut hits = of_words.flat_map(|s| s.options.iter().map(move |o| (s, o))).filter(|(_, o)| {
        let label = words(&o.label);
        !said.is_empty() && said.iter().all(|w| label.contains(w))
    });
    let (section, option) = hits.next().filter(|_| hits.next().is_none())?;
    of(&section.kind, &option.value)
}

/// "the second one, but on thursday", "both, please", "the bill at 3pm": a choice with something behind it.
fn selected(said: &[String], options: &[TodoId], before: &Answer, todos: &Todos, clock: &Clock) -> Option<Choice> {
    const BETWEEN: &str = "but|and|then|just|please|though|instead|to|on|for|only|actually|rather|thanks";
    let clause = before.open.as_ref().map_or("", |(_, clause)| clause.as_str());
    let asks_when = before.sections.iter().any(|s| s.kind == "when");
    let plain: Vec<String> = said
        .iter()
        .filter(|w| !one_of(w, "please|thanks|thank|you|though|only|just|instead|rather"))
        .cloned()
        .collect();
    for cut in (1..=plain.len()).rev() {
        let head = plain.get(..cut).unwrap_or_default();
        let text = head.join(" ");
        let by_place =
            ordinal(&text, options.len()).is_some() && !one_of(&text, "one|the one") || choice::is_all(&text);
        // A name ends before the words that lead on, and something has to stand behind it.
        let leads = head.last().is_some_and(|w| one_of(w, BETWEEN) || one_of(w, "at|by|it|make|the|is"));
        let named = cut < plain.len() && !leads && !one_of(head.first().map_or("", String::as_str), BETWEEN);
        let Some(ids) = choose(&text, head, options, todos, clock).filter(|_| by_place || named) else { continue };
        if !by_place && ids.len() != 1 {
            continue;
        }
        let rest: Vec<String> =
            plain.get(cut..).unwrap_or_default().iter().skip_while(|w| one_of(w, BETWEEN)).cloned().collect();
        let rest = rest.join(" ");
        if ids.is_empty() {
            return Some(Choice::Unclear);
        }
        if rest.is_empty() {
            return Some(Choice::Ids(ids));
        }
        let dated = matches!(
            dates::whole(&rest, clock),
            Some(What::Date { .. } | What::DateTime { .. } | What::Time { .. } | What::Range { date: Some(_), .. })
        );
        if dated && (by_place || asks_when || redated(clause, &rest, clock).is_some()) {
            return Some(Choice::IdsWhen(ids, rest));
        }
        // "the bill is paid" is said of it, and adds nothing to the order.
        let joined = plain.get(cut).is_some_and(|w| one_of(w, BETWEEN) || super::fields::level(w).is_some());
        match added(&ids, &rest, todos, clock).filter(|_| !dated && (by_place || joined)) {
            Some(more) => return Some(Choice::IdsAnd(ids, more)),
            None if by_place => return Some(Choice::Unclear),
            None => {}
        }
    }
    None
}

/// What else an answer does to what it chooses: "make it high priority", "high priority", "label it work".
fn added(ids: &[TodoId], rest: &str, todos: &Todos, clock: &Clock) -> Option<Vec<Operation>> {
    let numbers = ids.iter().map(|id| format!("#{id}")).collect::<Vec<_>>().join(" and ");
    let pointed = |word: &str| one_of(word, "it|them|that|those|both");
    let words: Vec<&str> = rest.split(' ').collect();
    let with = |at: usize| {
        [
            words.get(..at).unwrap_or_default().join(" "),
            numbers.clone(),
            words.get(at + 1..).unwrap_or_default().join(" "),
        ]
        .join(" ")
    };
    let of_it = words.iter().position(|word| pointed(word)).map(with);
    let said = of_it.unwrap_or_else(|| format!("make {numbers} {rest}"));
    let ctx = super::Context::default();
    let run = super::run::Run::new(todos, clock, &ctx, super::run::Settled::new());
    let read = run.message(said.trim());
    // What something new would come of is about more than what was asked.
    if read.ops.iter().any(|op| op.target().is_none()) {
        return None;
    }
    let mut about = super::standing::ids(&read.ops);
    about.sort_unstable();
    let mut own = ids.to_vec();
    own.sort_unstable();
    (read.decision == Decision::Plan && read.left_over.is_empty() && about == own).then_some(read.ops)
}

/// "complete the second one", "move both to friday": an order about some of those offered.
fn order(c: &Clause, at: usize, options: &[TodoId]) -> Option<Choice> {
    const ALL: &str = "both|both of them|both of those|both of these|them both|all of them|all of those|all of these|\
        them all|all three|all four|all five";
    let head = super::split::verb_at(c, at, false)?;
    (head.next + 1..=c.len()).rev().find_map(|end| {
        let text = (head.next..end).map(|i| c.word(i)).collect::<Vec<_>>().join(" ");
        let placed = text.ends_with(" one") && text != "the one" && ordinal(&text, 7).is_some();
        let ids = if placed {
            ordinal(&text, options.len()).and_then(|n| options.get(n)).map(|id| vec![*id]).unwrap_or_default()
        } else if one_of(&text, ALL) {
            options.to_vec()
        } else {
            places::several(&text, options)?
        };
        if ids.is_empty() {
            return Some(Choice::Unclear);
        }
        let numbers = ids.iter().map(|id| format!("#{id}")).collect::<Vec<_>>().join(" and ");
        let said = format!("{} {numbers} {}", c.slice(head.at..head.next), c.slice(end..c.len()));
        Some(Choice::Instead(said.trim_end().to_owned()))
    })
}

/// Whether a text that did not answer the open question was only meant to: what would come of it is a todo named
/// after the answer, or the question what the todo should say.
pub(crate) fn only_an_answer(text: &str, out: &Answer, clock: &Clock) -> bool {
    let answer = |w: &String| one_of(w, ANSWERS) || one_of(w, AROUND) || w.bytes().all(|b| b.is_ascii_digit());
    let bare = |text: &str| words(text).iter().all(answer);
    match out.decision {
        Decision::Plan => out.ops.iter().any(|op| matches!(op, Operation::Create(d) if bare(&d.title))),
        Decision::Clarify | Decision::Unsure => {
            let c = Clause::new(text, clock);
            let dated = |i: usize| c.found.iter().any(|f| c.toks_of(&f.span).contains(&i));
            (0..c.len()).all(|i| dated(i) || answer(&c.word(i).to_owned()))
        }
        Decision::Chat => false,
    }
}
