//! What a question asks for, looked up in the list: by the conditions of bulk changes, by name, or by when it was done.

use super::super::Asked;
use super::super::lexicon::one_of;
use super::super::run::Run;
use super::super::sets::{Pick, Wanted};
use super::super::target::{Match, Want, content};
use super::super::text::Clause;
use super::super::{fields, resolve, series};
use crate::dates::{Found, What};
use countersign_core::ids::TodoId;
use countersign_core::todo::Todo;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use std::collections::BTreeSet;

/// Whether a number is asked for.
fn counts(c: &Clause, at: usize) -> bool {
    (at..c.len()).any(|i| c.any(i, "how many|count|number of|how much").is_some())
}

/// "What did I do yesterday?": what was done then, not what is open. `false` when it asks something else.
fn done_then(run: &mut Run<'_>, c: &Clause, at: usize) -> bool {
    const DID: &str = "did i do|did i get done|did i accomplish|did i manage|did we do|did we get done|did we accomplish|did i finish|\
        did i complete|did i tick off|did i check off|did i close|did we finish|did we complete|have i finished|have i completed|\
        have i done|got done|was done|were done|was finished|was completed|were completed|have we done|have we finished";
    let today = run.today();
    let asked = one_of(c.word(at), "what|which|what's|how") && c.seek(at, DID).is_some();
    let [found] = c.found.as_slice() else { return false };
    let Some(mut span) = resolve::span_of(found, &c.text).filter(|_| asked) else { return false };
    // What was done is past: "on wednesday" is the last one, "on november 18" the one of this year.
    if span.from > today {
        let back = if span.weekday { jiff::Span::new().weeks(1) } else { jiff::Span::new().years(1) };
        (span.from, span.to) = (span.from.saturating_sub(back), span.to.saturating_sub(back));
    }
    if span.from > today {
        return false;
    }
    // What else is said chooses among them.
    let mut others = c.clone();
    let range = c.toks_of(&found.span);
    others.spend(range);
    if let Some((from, to)) = c.seek(at, DID) {
        others.spend(from..to);
    }
    for i in at..c.len() {
        if one_of(c.word(i), "finish|complete|get|done|accomplish|tick|check|off|manage|on|for") {
            others.spend(i..i + 1);
        }
    }
    let wanted = Wanted::of(&others, run, at);
    if !wanted.unread.is_empty() || wanted.pick.is_some() {
        return false;
    }
    let day = fields::day;
    let mut about = match span.from == span.to {
        true => format!("done for {}", day(span.from)),
        false => format!("done for {} to {}", day(span.from), day(span.to)),
    };
    if wanted.any() {
        about = format!("{about}, {}", wanted.describe(today));
    }
    run.asked = Some(Asked { count: counts(c, at), about, ..Asked::default() });
    let then = |date: Date| span.from <= date && date <= span.to;
    // What is done changes no more: when it last did is when it was done.
    let zone = TimeZone::get(&run.clock.zone).ok();
    let changed = |t: &Todo| zone.as_ref().map(|zone| t.updated_at.to_zoned(zone.clone()).date());
    let mut ids: Vec<TodoId> = wanted
        .all(run.todos, today)
        .into_iter()
        .filter(|t| match t.recurrence.is_repeating() {
            true => t.completed_dates.iter().any(|date| then(*date)),
            false => {
                let days = [t.scheduled_for, t.due_date, changed(t)];
                t.completed() && days.into_iter().flatten().any(then)
            }
        })
        .map(|t| t.id)
        .collect();
    ids.sort_unstable();
    run.answer_ids.extend(ids);
    true
}

/// Where a second question begins: "what's overdue and what's high priority" asks for both.
fn second(c: &Clause, at: usize) -> Option<(usize, usize)> {
    const ASKS: &str = "what|what's|whats|what are|what is|which|which are|who|who's|show|show me|list|how many";
    (at + 2..c.len()).find_map(|i| {
        let led = one_of(c.word(i), "and|plus|then|&") || c.any(i, "and also|and then").is_some();
        let next = c.any(i, "and also|and then").unwrap_or(i + 1);
        let asks = c.any(next, ASKS).is_some_and(|end| end < c.len());
        (led && asks).then_some((i, next))
    })
}

/// Finds the todos a question is about: of two questions those of either.
pub(super) fn answer(run: &mut Run<'_>, c: &Clause, at: usize) {
    let Some((end, next)) = second(c, at) else { return answer_one(run, c, at) };
    let mut both: Vec<(Vec<TodoId>, Option<Asked>)> = Vec::new();
    for part in [c.slice(at..end), c.slice(next..c.len())] {
        let part = Clause::new(part, run.clock);
        let mut read = run.beside();
        answer(&mut read, &part, 0);
        if read.answer_ids.is_empty() && read.asked.is_none() {
            return answer_one(run, c, at);
        }
        both.push((read.answer_ids, read.asked));
    }
    let missed: Vec<TodoId> =
        both.iter().filter_map(|(_, asked)| asked.as_ref()).flat_map(|a| a.missed.clone()).collect();
    let about: Vec<String> = both.iter().filter_map(|(_, asked)| Some(asked.as_ref()?.about.clone())).collect();
    let count = both.iter().all(|(_, asked)| asked.as_ref().is_some_and(|asked| asked.count));
    if about.len() == both.len() {
        run.asked = Some(Asked { count, about: about.join(", or "), missed, ..Asked::default() });
    }
    for id in both.into_iter().flat_map(|(ids, _)| ids) {
        if !run.answer_ids.contains(&id) {
            run.answer_ids.push(id);
        }
    }
}

fn answer_one(run: &mut Run<'_>, c: &Clause, at: usize) {
    let first = c.word(at);
    // Opinions and why-questions have no list for an answer.
    if c.any(
        at,
        "why|should i|should we|shall i|shall we|how do i|how can i|how does|how do you|how to|how would|\
        how should|who are you|what can you|what do you think|what should i|what would you|may i|can i|could i|\
        what if|what is the meaning|who is|how about|what about|did you|do you|are you|can you|will you|\
        would you|have you|were you|could you|where is|what does|what's the weather|how come|how's it|how is it|\
        tell me about yourself|explain|tell me a|should the|should my|should this|should that|would it|\
        what happens|how are",
    )
    .is_some()
        && c.any(at, "what should i do today|what should i do tomorrow").is_none()
    {
        return;
    }
    if labels_in_use(run, c, at) || by_number(run, c, at) {
        return;
    }
    let today = run.today();
    // "when is the dentist?", "is the report done?": a todo by name.
    let mut named = c.clone();
    for i in 0..c.len() {
        if one_of(
            c.word(i),
            "what|what's|whats|when|when's|which|how|much|many|long|is|are|was|were|did|do|does|have|has|i|i've|\
            show|me|tell|find|list|my|the|done|finished|completed|complete|yet|due|scheduled|will|take|status|\
            of|for|to|already|still|open|priority|date|deadline|time|blocked|at|on|about|where|any|there|notes|\
            it|a|an|supposed|planned|overdue|again|happening|coming|arriving|day|next|need|must|search|details|in|progress|up",
        ) {
            named.spend(i..i + 1);
        }
    }
    // "read me the list" asks to be told.
    if let Some(end) = c.any(at, "read me|read out|read to me") {
        named.spend(at..end);
    }
    for f in c.found.clone() {
        let r = named.toks_of(&f.span);
        named.spend(r);
    }
    let name = named.rest(at..c.len());
    let wanted = Wanted::of(c, run, at);
    // "which meetings do I have next week" asks for those of the week, "when is the meeting next week" for one.
    let listed = (seeks(c, at) || of_a_day(run, c, at, &name)) && wanted.chooses();
    let plural = (at..c.len())
        .any(|i| one_of(c.word(i), "tasks|todos|to-dos|items|things|everything|all|reminders|many|anything|stuff|any"));
    if !name.is_empty() && !plural && !listed {
        let words = content(&name);
        match run.find(&words, Want::Open) {
            Match::One(id) => {
                run.answer_ids.push(id);
                return;
            }
            Match::Tie(ids) if !run.is_label(&words.join(" ")) => {
                run.answer_ids.extend(ids);
                return;
            }
            _ => {}
        }
    }
    // "isn't the report done?" wants a yes.
    let denied =
        one_of(first, "isn't|aren't|wasn't|weren't|hasn't|haven't|didn't|doesn't|don't|won't|shouldn't|wouldn't|ain't");
    if done_then(run, c, at) {
        return;
    }
    if when_is(c, at) && !name.is_empty() && wanted.pick.is_none() && !plural && !wanted.todos {
        run.asked = Some(Asked { about: format!("called “{}”", name.trim_end_matches('?')), ..Asked::default() });
        return;
    }
    if first == "when" || denied && wanted.names() {
        return;
    }
    let lists_all = wanted.todos
        || (at..c.len())
            .any(|i| one_of(c.word(i), "tasks|todos|to-dos|items|things|everything|all|todo|list|reminders|task"));
    if !wanted.any() && wanted.pick.is_none() && (!lists_all || !wanted.unread.is_empty() && !seeks(c, at)) {
        return;
    }
    if !wanted.unread.is_empty() {
        run.unread.clone_from(&wanted.unread);
        return;
    }
    if let Some(pick) = wanted.pick {
        let timed = (at..c.len()).any(|i| one_of(c.word(i), "appointment|appt|meeting|event"));
        run.answer_ids.extend(picked(run, &wanted, pick, timed));
        return;
    }
    run.seek(wanted.about());
    let hours = hours(c);
    let about = match &hours {
        Some((part, _)) => format!("{}, {part}", wanted.describe(today)),
        None => wanted.describe(today),
    };
    let missed = wanted.missed(run.todos, today);
    let days = wanted.days();
    run.asked = Some(Asked { count: counts(c, at), about, missed, days, ..Asked::default() });
    let then = |t: &&Todo| {
        hours.as_ref().is_none_or(|(_, hours)| t.time_of_day.is_some_and(|time| hours.contains(&time.time().hour())))
    };
    let mut found: Vec<&Todo> = wanted.meant(run.todos, today).into_iter().filter(then).collect();
    found.sort_by_cached_key(|t| {
        let (date, time) = series::told_on(t, days, today);
        (date.is_none(), date, time, t.id)
    });
    run.answer_ids.extend(found.into_iter().map(|t| t.id));
}

/// The part of a day that is asked for, and its hours: what has no time is at none of them.
fn hours(c: &Clause) -> Option<(&'static str, std::ops::RangeInclusive<i8>)> {
    let said = |f: &Found| {
        let own = c.toks_of(&f.span);
        let part = own.into_iter().map(|i| c.word(i)).find_map(|word| match word {
            "morning" | "mornings" => Some(("in the morning", 0..=11)),
            "afternoon" | "afternoons" => Some(("in the afternoon", 12..=17)),
            "evening" | "evenings" => Some(("in the evening", 17..=23)),
            "tonight" => Some(("tonight", 17..=23)),
            _ => None,
        });
        part.filter(|_| matches!(f.what, What::DateTime { .. } | What::Time { .. }))
    };
    c.found.iter().find_map(said)
}

/// "when is the plumber?": asks for the day of something that one todo is called after.
fn when_is(c: &Clause, at: usize) -> bool {
    c.any(at, "when is|when's|whens|when are|when do i have|when have i got|when will|when was|when is it that")
        .is_some()
}

/// "meetings tomorrow?": without a verb it asks for those of that day, where several are called so.
fn of_a_day(run: &Run<'_>, c: &Clause, at: usize, name: &str) -> bool {
    const VERBS: &str = "what|what's|whats|when|when's|where|who|which|how|why|is|are|was|were|do|does|did|has|have|had|will|can|could|should";
    let several = matches!(run.find(&content(name), Want::Open), Match::Tie(_));
    several && !c.found.is_empty() && !(at..c.len()).any(|i| one_of(c.word(i), VERBS))
}

/// Whether a question asks for todos that are so, and not for something of one.
fn seeks(c: &Clause, at: usize) -> bool {
    const FIELDS: &str = "time|date|day|status|priority|deadline|estimate|month|label|labels|notes";
    let first = c.word(at);
    // "which high priority ones" chooses by it.
    let level = |i: usize| c.word(i) == "priority" && fields::level(c.word(i - 1)).is_some();
    let of_one = (at + 1..(at + 4).min(c.len())).any(|i| one_of(c.word(i), FIELDS) && !level(i));
    one_of(first, "list|show|display|find|search|count|print|view|any|anything|everything")
        || one_of(first, "which|what|what's|whats") && !of_one
        || c.any(
            at,
            "how many|do i have|do we have|have i got|have we got|did i have|are there|is there|tell me what|give me|let me see|\
            pull up|bring up|i want to see",
        )
        .is_some()
}

/// The one that is meant of those that meet the conditions.
fn picked(run: &Run<'_>, wanted: &Wanted, pick: Pick, timed: bool) -> Option<TodoId> {
    let today = run.today();
    // An appointment has its hour; those of a series are some, too.
    let all = wanted.meant(run.todos, today).into_iter().filter(|t| !timed || t.time_of_day.is_some());
    let made = |t: &&Todo| (t.created_at, t.id);
    match pick {
        Pick::Oldest => all.min_by_key(made).map(|t| t.id),
        Pick::Newest => all.max_by_key(made).map(|t| t.id),
        Pick::Next => {
            // A series is next only where it is asked for by name, or for a day.
            let day = |t: &Todo| match t.recurrence.is_repeating() {
                true if timed || wanted.names() => series::next_open(t, today, today),
                true => wanted.days()?.0.and_then(|first| series::next_open(t, first, today)),
                false => t.scheduled_for.or(t.due_date).filter(|d| *d >= today),
            };
            // What has a time goes before what is done some time that day.
            let moment = |t: &Todo| day(t).map(|d| (d, t.time_of_day.is_none(), t.time_of_day.map(|t| t.time()), t.id));
            all.filter_map(moment).min().map(|(_, _, _, id)| id)
        }
    }
}

/// "what is #22?", "show #2 and #3": todos by their numbers. `false` when it asks something else.
fn by_number(run: &mut Run<'_>, c: &Clause, at: usize) -> bool {
    const ROUND: &str = "what|what's|whats|which|when|is|are|was|show|display|describe|tell|view|see|find|print|list|open|me|us|let|about|the|\
        task|tasks|todo|todos|item|items|number|and|or|details|of|for|please|again|one|called|due|done|open|overdue|finished|completed|scheduled|status|priority|name|title|yet|already|still";
    let number = |i: usize| c.word(i).strip_prefix('#')?.parse().ok().map(TodoId);
    let said: Vec<TodoId> = (at..c.len()).filter_map(number).collect();
    if said.is_empty() || !(at..c.len()).all(|i| number(i).is_some() || one_of(c.word(i), ROUND)) {
        return false;
    }
    let (there, lost): (Vec<TodoId>, Vec<TodoId>) = said.into_iter().partition(|id| run.todo(*id).is_some());
    if there.is_empty() {
        let about = lost.iter().map(|id| format!("#{id}")).collect::<Vec<_>>().join(", ");
        run.asked = Some(Asked { about, ..Asked::default() });
    }
    run.answer_ids.extend(there);
    true
}

/// "list my labels", "which tags are there": the labels that open todos have. `false` when it asks something else.
fn labels_in_use(run: &mut Run<'_>, c: &Clause, at: usize) -> bool {
    const ROUND: &str = "what|which|what's|whats|list|show|display|print|view|count|how|many|do|i|we|have|are|is|there|me|all|my|our|the|of|\
        tell|give|find|see|let|used|in|use|exist|got|currently|now|please|can|you|labels|tags";
    if !(at..c.len()).any(|i| one_of(c.word(i), "labels|tags")) || !(at..c.len()).all(|i| one_of(c.word(i), ROUND)) {
        return false;
    }
    let open = run.todos.iter().filter(|t| !t.status.is_closed());
    let all: BTreeSet<String> = open.flat_map(|t| t.labels.iter().cloned()).collect();
    run.asked = Some(Asked { labels: Some(all.into_iter().collect()), ..Asked::default() });
    true
}
