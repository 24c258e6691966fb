//! The verbs that need no new values: complete, reopen, delete, skip, a status, an end of repeating.

use super::bare;
use super::in_part;
use super::lexicon::one_of;
use super::resolve::Targets;
use super::run::{Ask, Ref, Run, Said, Stop, Topic};
use super::series::{self, Purpose, Span};
use super::target::{Match, Want, content};
use super::text::Clause;
use crate::dates;
use countersign_core::ids::TodoId;
use countersign_core::operation::{Operation, Patch};
use countersign_core::predicate::Predicate;
use countersign_core::recurrence::Recurrence;
use countersign_core::todo::{Status, Todo};
use jiff::civil::Date;

/// "no gym for now": of how many days that is said, nobody knows.
fn for_a_while(text: &str) -> Option<&str> {
    const WHILE: [&str; 8] = [
        "for now",
        "for the moment",
        "for the time being",
        "for a while",
        "for a bit",
        "for the foreseeable future",
        "at the moment",
        "right now",
    ];
    WHILE.iter().find_map(|said| text.trim_end().strip_suffix(said)).map(str::trim_end)
}

/// Splits a date that selects an occurrence from a name, leaving possessives to the resolver.
fn dated_name(run: &Run<'_>, text: &str) -> (String, Option<Span>) {
    let c = Clause::new(text, run.clock);
    // A title that has the date word itself.
    if matches!(run.find(&content(text), Want::Open), Match::One(_)) {
        return (text.to_owned(), None);
    }
    let mut c2 = c.clone();
    let mut span = None;
    for f in &c.found {
        if let Some(s) = super::resolve::span_of(f, text) {
            span = Some(s);
            let r = c2.toks_of(&f.span);
            c2.spend(r);
        }
    }
    let rest = c2.rest(0..c2.len());
    if content(&rest).is_empty() || rest.is_empty() { (text.to_owned(), None) } else { (rest, span) }
}

/// "i'm not doing the gym this week", "pause yoga on friday": a series, and which of its days. Not "until friday".
pub(super) fn is_of_days(run: &Run<'_>, text: &str) -> bool {
    let (name, span) = dated_name(run, text);
    let plain = || dates::find(text, run.clock).iter().all(|found| found.role == dates::Role::When);
    span.is_some() && plain() && run.one_series(&name).is_some()
}

/// "cancel gym until monday": the last of the days that a series rests.
pub(super) fn rests_until(run: &Run<'_>, text: &str) -> Option<(TodoId, Date)> {
    let (name, until) = [" until ", " till ", " til "].into_iter().find_map(|word| text.rsplit_once(word))?;
    let id = run.one_series(name)?.id;
    Some((id, run.rest_until(&format!("until {until}"))?))
}

/// Completes or reopens.
pub(super) fn complete(run: &mut Run<'_>, text: &str, done: bool, past: bool) -> Said<()> {
    let text = strip_done(text);
    let part = in_part::of_number(&text);
    let text = part.as_ref().map_or(text, |(_, id)| format!("#{id}"));
    let bulk = super::filter::is_bulk(&Clause::new(&text, run.clock), run);
    let (name, span) = if bulk { (text.clone(), None) } else { dated_name(run, &text) };
    if !bulk && span.is_some() {
        // "on friday and thursday": one after the other.
        let days = days_of(run, &text);
        if days.len() > 1 {
            let name = name.trim_end_matches(" and").trim_end_matches(',').to_owned();
            if days.iter().any(|d| d.contains("last"))
                || !matches!(run.find(&content(&name), Want::Open), Match::One(_))
            {
                return Err(Stop::Unsure);
            }
            let before = run.ops.len();
            for day in days {
                match complete(run, &format!("{name} {day}"), done, past) {
                    // One of them was done already.
                    Ok(()) | Err(Stop::Chat) => {}
                    other => return other,
                }
            }
            return if run.ops.len() > before { Ok(()) } else { Err(Stop::Chat) };
        }
    }
    let want = if done { Want::Open } else { Want::Closed };
    let mut targets = match run.objects(&text, want) {
        Err(Stop::Ask(ask)) if name != text => run.objects(&name, want).map_err(|_| Stop::Ask(ask))?,
        other => other?,
    };
    // "finish the report by friday" is a deadline and no report.
    let deadline = |f: &dates::Found| {
        f.role == dates::Role::Due && super::resolve::span_of(f, &text).is_some_and(|s| s.to > run.today())
    };
    let spoken = text.to_lowercase();
    if done && !past && !targets.bulk && !spoken.contains("due") && dates::find(&text, run.clock).iter().any(deadline) {
        return Err(Stop::Unsure);
    }
    // "finish the slides tonight" plans it.
    let planned = |f: &dates::Found| match f.what {
        dates::What::DateTime { date, time, .. } => date == run.today() && date.to_datetime(time) > run.clock.now,
        _ => false,
    };
    if done && !past && !targets.bulk && dates::find(&text, run.clock).iter().any(planned) {
        return Err(Stop::Unsure);
    }
    targets.span = targets.span.or(span).or_else(|| run.listed_day(&targets));
    run.last = targets.refs.clone();
    if let ([Ref::Todo(id)], true, false) = (targets.refs.as_slice(), done, targets.bulk)
        && let Some(asked) = in_part::asked(
            run,
            *id,
            part.as_ref().map_or(&name, |(said, _)| said),
            true,
            part.is_none() && !past && !run.framed,
        )
    {
        return Err(asked);
    }
    if done && let Some(asked) = in_part::asked_of_each(run, &targets, &name, "complete") {
        return Err(asked);
    }
    if targets.bulk {
        let ids = one_offs(run, &targets, |t| if done { !t.status.is_closed() } else { t.completed() });
        if ids.is_empty() {
            run.warn("no_targets");
            return Err(Stop::Chat);
        }
        if ids.len() > 50 {
            run.warn("many_updates");
        }
        run.push(Operation::BulkComplete { predicate: Predicate::ids(ids), completed: done });
        return Ok(());
    }
    for r in targets.refs.clone() {
        let Ref::Todo(id) = r else {
            run.patch(r, Patch { completed: Some(done), ..Patch::default() });
            continue;
        };
        let Some(todo) = run.todo(id) else { continue };
        if let Some(asked) = shut(run, todo).filter(|_| past && done) {
            return Err(asked);
        }
        if todo.recurrence.is_repeating() {
            let purpose = if done { Purpose::Complete { past } } else { Purpose::Reopen };
            for date in series::pick(run, todo, targets.span, purpose)? {
                run.push(Operation::CompleteOccurrence { id: id.into(), occurrence_date: date, completed: done });
            }
        } else if !done && super::resumed::is_opened(run, todo) {
            run.push(Operation::SetStatus { id: id.into(), status: Status::Open, reason: None });
        } else if todo.completed() == done {
            run.warn(if done { "already_done" } else { "already_open" });
            run.answer_ids.push(id);
        } else if done && run.fixed.ids.is_none() && targets.span.is_some_and(|span| is_of_another_day(run, todo, span))
        {
            // A one-off keeps no day on which it was done: the date said would be lost.
            return Err(of_no_day(run, todo));
        } else {
            run.push(Operation::Complete { id: id.into(), completed: done });
        }
    }
    Ok(())
}

/// "the gym is closed on dec 24": of what takes place again and again that is no report that it was done; nor may "the dentist was
/// closed" be one.
pub(super) fn shut(run: &Run<'_>, todo: &Todo) -> Option<Stop> {
    const SHUT: [&str; 7] =
        [" is closed", " are closed", "'s closed", " will be closed", " is shut", " was closed", " was shut"];
    let said = run.said.to_lowercase();
    let timed = todo.recurrence.is_repeating() || todo.time_of_day.is_some();
    let shut = SHUT.iter().any(|shut| said.contains(shut) && (timed || shut.contains("was")));
    shut.then(|| super::resolve::deeds(run, format!("What should change about “{}”?", todo.title), todo.id))
}

/// Whether a todo is neither of the days that were said of it nor of today.
pub(super) fn is_of_another_day(run: &Run<'_>, todo: &countersign_core::todo::Todo, span: super::series::Span) -> bool {
    let own = [todo.scheduled_for, todo.due_date, Some(run.today())];
    !own.into_iter().flatten().any(|day| span.from <= day && day <= span.to)
}

/// The day that something is said to be done on is not kept: whether it is to be marked done all the same.
pub(super) fn of_no_day(run: &Run<'_>, todo: &countersign_core::todo::Todo) -> Stop {
    let question = format!("“{}” is not of that day, and the day it was done is not kept. Mark it done?", todo.title);
    super::resolve::which(run, question, &[todo.id])
}

/// The single days that a text names, as written.
fn days_of(run: &Run<'_>, text: &str) -> Vec<String> {
    let c = Clause::new(text, run.clock);
    c.found
        .iter()
        .filter(|f| super::resolve::span_of(f, text).is_some_and(|s| s.from == s.to))
        .map(|f| {
            let said = text.get(f.span.clone()).unwrap_or_default();
            // "december 2 and 9": the second says only with the first what it is.
            match (&f.what, dates::whole(said, run.clock)) {
                (dates::What::Date { date, .. }, alone)
                    if !matches!(alone, Some(dates::What::Date { date: same, .. }) if same == *date) =>
                {
                    date.to_string()
                }
                _ => said.to_owned(),
            }
        })
        .collect()
}

/// As [`days_of`], with the periods.
fn spans_of(run: &Run<'_>, text: &str) -> Vec<String> {
    let found = dates::find(text, run.clock);
    if !found.iter().any(|f| super::resolve::span_of(f, text).is_some_and(|s| s.from < s.to)) {
        return days_of(run, text);
    }
    let spans = found.iter().filter(|f| super::resolve::span_of(f, text).is_some());
    spans.filter_map(|f| text.get(f.span.clone())).map(str::to_owned).collect()
}

/// "the report as done" → "the report".
pub(super) fn strip_done(text: &str) -> String {
    let mut t = text.trim();
    for tail in [
        " as done",
        " as complete",
        " as completed",
        " as finished",
        " off my list",
        " off the list",
        " off",
        " from my list",
        " already",
        " again",
        " as not done",
        " from the list",
        " now",
        " finally",
        " early",
        " at last",
        " form the list",
        " form my list",
        " away",
    ] {
        if let Some(cut) = t.len().checked_sub(tail.len())
            && t.get(cut..).is_some_and(|end| end.eq_ignore_ascii_case(tail))
        {
            t = t.get(..cut).unwrap_or(t).trim();
        }
    }
    t.to_owned()
}

/// The ids of a bulk that may be changed one by one: no series (rule 12), and a warning when some are left out.
pub(super) fn one_offs(run: &mut Run<'_>, targets: &Targets, keep: impl Fn(&Todo) -> bool) -> Vec<TodoId> {
    let ids = targets.ids();
    let (series, single): (Vec<&Todo>, Vec<&Todo>) =
        ids.iter().filter_map(|id| run.todo(*id)).filter(|t| keep(t)).partition(|t| t.recurrence.is_repeating());
    let single = single.into_iter().map(|t| t.id).collect();
    let series: Vec<TodoId> = series.into_iter().map(|t| t.id).collect();
    if !series.is_empty() {
        run.warn("repeating_excluded");
        run.left_out.extend(series);
    }
    single
}

pub(super) fn delete(run: &mut Run<'_>, text: &str) -> Said<()> {
    let text = strip_done(text);
    if let Some((said, id)) = in_part::of_number(&text) {
        let asked = in_part::asked(run, id, &said, false, false);
        return asked.map_or_else(|| delete(run, &format!("#{id}")), Err);
    }
    if takes_a_label(run, &text) {
        return Err(Stop::Unsure);
    }
    if days_of(run, &text).len() > 1 {
        // "gym on monday and wednesday" is two occurrences; "the monday report and the friday one" two todos.
        return Err(Stop::Unsure);
    }
    let targets = run.objects(&text, Want::Open)?;
    if let ([Ref::Todo(id)], false) = (targets.refs.as_slice(), targets.bulk)
        && let Some(asked) = in_part::asked(run, *id, &text, false, !run.framed)
    {
        return Err(asked);
    }
    if let Some(asked) = in_part::asked_of_each(run, &targets, &text, "delete") {
        return Err(asked);
    }
    if mixed(&text) && targets.refs.len() > 1 && run.fixed.ids.is_none() {
        return Err(super::resolve::which(run, "Which of these should be deleted?".to_owned(), &targets.ids()));
    }
    remove_all(run, targets)
}

/// "#work from the review", "the work tag from the review": a label is to go, and not the todo that has it.
fn takes_a_label(run: &Run<'_>, text: &str) -> bool {
    let c = Clause::new(text, run.clock);
    let Some((from, _)) = c.seek(1, "from|off") else { return false };
    let tagged = |i: usize| {
        let name = c.word(i).strip_prefix('#').unwrap_or_default();
        !name.is_empty() && !name.bytes().all(|b| b.is_ascii_digit()) || one_of(c.word(i), "tag|tags|label|labels")
    };
    from + 1 < c.len() && (0..from).any(tagged) && super::target::same_title(run.todos, text).is_empty()
}

/// "the dentist and pay rent": a thing, then something to do. The second may be an instruction of its own.
fn mixed(text: &str) -> bool {
    let parts = super::fields::list(text);
    let acts = |p: &String| {
        p.split(' ').count() > 1 && p.split(' ').next().is_some_and(|w| bare::is_everyday(&w.to_lowercase()))
    };
    parts.first().is_some_and(|p| !acts(p)) && parts.iter().skip(1).any(acts)
}

/// Deletes what was named; one date of a series is skipped instead.
pub(super) fn remove_all(run: &mut Run<'_>, targets: Targets) -> Said<()> {
    run.last = targets.refs.clone();
    if targets.bulk {
        if targets.all && run.todos.is_empty() {
            run.warn("no_targets");
            return Err(Stop::Chat);
        }
        if targets.all {
            run.warn("deletes_everything");
            run.push(Operation::BulkDelete { predicate: Predicate { all: true, ..Predicate::default() } });
            return Ok(());
        }
        // "delete all errands" is about those that are open; where none is, about those that are done.
        let closed = |t: &Todo| t.status.is_closed();
        let open = !targets.explicit
            && !targets.entries
            && targets.ids().iter().any(|id| run.todo(*id).is_some_and(|t| !closed(t)));
        let meant = |t: &Todo| !(open && closed(t));
        let ids = if targets.repeating {
            targets.ids().into_iter().filter(|id| run.todo(*id).is_some_and(meant)).collect()
        } else {
            one_offs(run, &targets, meant)
        };
        if ids.is_empty() {
            run.warn("no_targets");
            return Err(Stop::Chat);
        }
        if ids.len() > 20 {
            run.warn("many_deletes");
        }
        let repeating = targets.repeating.then_some(true);
        run.push(Operation::BulkDelete { predicate: Predicate { repeating, ..Predicate::ids(ids) } });
        return Ok(());
    }
    for r in targets.refs {
        match r {
            Ref::New(n) => {
                run.ops.remove(n);
                run.last.clear();
            }
            Ref::Todo(id) => {
                let Some(todo) = run.todo(id) else { continue };
                if let (true, Some(span)) = (todo.recurrence.is_repeating(), targets.span) {
                    for date in series::pick(run, todo, Some(span), Purpose::Skip)? {
                        run.push(Operation::SkipOccurrence { id: id.into(), occurrence_date: date });
                    }
                } else if targets.unmet && !run.fixed.unmet {
                    let question = format!("“{}” is not on that date. Delete it anyway?", todo.title);
                    return Err(super::resolve::which(run, question, &[id]).on(Topic::Unmet));
                } else {
                    if todo.recurrence.is_repeating() {
                        run.warn("deletes_series");
                    }
                    run.push(Operation::Delete { id: id.into() });
                }
            }
        }
    }
    Ok(())
}

/// Leaves out an occurrence.
pub(super) fn skip(run: &mut Run<'_>, text: &str, no: bool) -> Said<()> {
    // "no club night on the 24th. Skip that one only": the day is said already.
    let same = text
        .trim_end_matches(" only")
        .trim_end_matches(" alone")
        .trim_start_matches("only ")
        .trim_start_matches("just ");
    if let Some(Operation::SkipOccurrence { id, .. }) = run.ops.last()
        && id.id().is_some_and(|id| run.last == [Ref::Todo(id)])
        && super::resolve::is_pronoun(same)
    {
        return Ok(());
    }
    let text = text.trim_end_matches(" the next time").trim_end_matches(" next time");
    let text = ["the next occurrence of ", "next occurrence of ", "the next ", "next ", "the upcoming ", "my next "]
        .iter()
        .find_map(|p| text.strip_prefix(p).filter(|rest| matches!(run.find(&content(rest), Want::Open), Match::One(_))))
        .unwrap_or(text);
    // "every piano lesson in december", "all of the stand-ups next week"
    let text = ["every ", "each ", "all of the ", "all the ", "all my ", "all of ", "all "]
        .iter()
        .find_map(|p| text.strip_prefix(p))
        .filter(|rest| {
            let (name, span) = dated_name(run, rest);
            span.is_some() && run.one_series(&name).is_some()
        })
        .unwrap_or(text);
    let text = text.trim_end_matches(" once").trim_end_matches(" this time").trim_end_matches(" one time");
    if dates::find(text, run.clock)
        .iter()
        .any(|f| matches!(f.role, dates::Role::Until | dates::Role::After | dates::Role::From | dates::Role::Due))
    {
        // "until tuesday" is a stretch of occurrences; where it ends is a guess.
        return Err(Stop::Unsure);
    }
    if let Some((name, count)) = counted(run, text)
        && let Match::One(id) = run.find(&content(&name), Want::Open)
        && let Some(todo) = run.todo(id).filter(|t| t.recurrence.is_repeating())
    {
        run.last = vec![Ref::Todo(id)];
        for occurrence_date in series::coming(todo, run.today(), count) {
            run.push(Operation::SkipOccurrence { id: id.into(), occurrence_date });
        }
        return Ok(());
    }
    if let Some(name) = for_a_while(text)
        && let Some(todo) = run.one_series(name)
    {
        let (id, question) = (todo.id, format!("What should change about “{}”?", todo.title));
        return Err(super::resolve::deeds(run, question, id));
    }
    let (name, span) = dated_name(run, text);
    let days = spans_of(run, text);
    if days.len() > 1 && span.is_some() {
        // "on monday and tuesday", "this week and next week"
        let name = name.trim_end_matches(" and").trim_end_matches(',').to_owned();
        if !matches!(run.find(&content(&name), Want::Open), Match::One(_)) {
            return Err(Stop::Unsure);
        }
        for day in days {
            skip(run, &format!("{name} {day}"), no)?;
        }
        return Ok(());
    }
    let mut targets = match run.objects(text, Want::Open) {
        Ok(t) => t,
        Err(_) if no => return Err(Stop::Unsure),
        Err(Stop::Ask(ask)) if name != text => run.objects(&name, Want::Open).map_err(|_| Stop::Ask(ask))?,
        Err(stop) => return Err(stop),
    };
    targets.span = targets.span.or(span).or(run.away).or_else(|| run.listed_day(&targets));
    run.last = targets.refs.clone();
    // "skipped yoga on thursday" is the last one (rule 10), and so is "skipped yoga".
    let told = told_skipped(run);
    if told {
        targets.span = targets.span.map(|span| span.that_was(run.today()));
    }
    for id in targets.ids() {
        let Some(todo) = run.todo(id) else { continue };
        if !todo.recurrence.is_repeating() {
            if targets.bulk {
                continue;
            }
            run.warn("not_repeating");
            let question =
                format!("“{}” does not repeat, so nothing can be skipped. Complete, move or delete it?", todo.title);
            return Err(super::resolve::deeds(run, question, id));
        }
        let last = || series::latest_open(todo, run.today()).map(Span::day).filter(|_| told);
        let span = targets.span.or_else(last);
        // "on vacation from dec 7 to 11, skip everything": what is not on then is not meant.
        if targets.bulk && span.is_some_and(|span| !series::is_on(todo, span, run.today())) {
            continue;
        }
        for date in series::pick(run, todo, span, Purpose::Skip)? {
            run.push(Operation::SkipOccurrence { id: id.into(), occurrence_date: date });
        }
    }
    if targets.bulk && run.ops.is_empty() {
        run.warn("no_targets");
        return Err(Stop::Chat);
    }
    Ok(())
}

/// Whether it is told that something was left out, and not ordered.
pub(super) fn told_skipped(run: &Run<'_>) -> bool {
    let c = Clause::new(&run.said, run.clock);
    (0..c.len()).any(|i| {
        c.word(i) == "skipped"
            && !(i > 0 && one_of(c.word(i - 1), "be|is|are|get|gets|being|it|that|them|must|should|have"))
    })
}

/// "the next two gym sessions", "yoga the next three times": a name and how many.
fn counted(run: &Run<'_>, text: &str) -> Option<(String, usize)> {
    const NUMBERS: [&str; 9] = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let c = Clause::new(text, run.clock);
    let (i, e) = c.seek(0, "the next|next|my next|the coming|the following|the upcoming")?;
    let word = c.word(e);
    let count = NUMBERS.iter().position(|n| *n == word).map(|n| n + 2).or_else(|| word.parse().ok());
    let (count, from) = match c.any(e, "couple of|couple") {
        Some(end) => (2, end),
        None => (count.filter(|n| (1..=10).contains(n))?, e + 1),
    };
    let kind = |w: &str| one_of(w, "times|sessions|classes|occurrences|ones|lessons|practices|rounds|meetings|runs");
    let (before, behind) = (c.slice(0..i), c.slice(from..c.len()));
    let name = if kind(behind) && i > 0 { before } else { behind };
    if i > 0 && !kind(behind) || one_of(behind, "days|weeks|months") {
        return None;
    }
    let known = |n: &str| matches!(run.find(&content(n), Want::Open), Match::One(_));
    let short = name.rsplit_once(' ').filter(|(_, last)| kind(last)).map(|(n, _)| n);
    [Some(name), short].into_iter().flatten().find(|n| known(n)).map(|n| (n.to_owned(), count))
}

/// Ends the repetition, keeping the todo.
pub(super) fn unrepeat(run: &mut Run<'_>, targets: &Targets) -> Said<()> {
    run.last = targets.refs.clone();
    for r in targets.refs.clone() {
        if let Ref::Todo(id) = r
            && let Some(todo) = run.todo(id)
        {
            if !todo.recurrence.is_repeating() {
                run.warn("not_repeating");
                return Err(Ask::plain(format!("“{}” does not repeat.", todo.title)));
            }
            if !todo.completed_dates.is_empty() {
                run.warn("clears_completed_dates");
            }
        }
        run.patch(r, Patch { recurrence: Some(Recurrence::none().into()), ..Patch::default() });
    }
    Ok(())
}
