//! Scheduling what has no date yet, and ending a repetition.

use super::change::{destination, shift, soon, trimmed};
use super::create;
use super::deeds::unrepeat;
use super::fields::{self, When, absorb, ask_when, day};
use super::lexicon::one_of;
use super::run::{Ask, Ref, Run, Said, Stop};
use super::series::{self};
use super::split::Head;
use super::target::{Match, Want, content};
use super::text::Clause;
use countersign_core::operation::Patch;
use countersign_core::todo::Todo;
use serde_json::json;

/// "schedule X for friday": puts an existing one there, or makes it.
pub(super) fn schedule(run: &mut Run<'_>, c: Clause, head: Head) -> Said<()> {
    let dest = destination(run, &c, head.next);
    let mut object = c.clone();
    if let Some((at, end, ..)) = &dest {
        object.spend(*at..*end);
    }
    let name = trimmed(&object, head.next);
    let pronoun = super::filter::is_bulk(&Clause::new(&name, run.clock), run)
        || matches!(name.as_str(), "it" | "that" | "this" | "them")
        || name.starts_with('#');
    match run.search(&content(&name), Want::Open, &|t| !t.status.is_closed()) {
        Match::One(id) if !pronoun => {
            let todo = run.todo(id);
            if todo.is_some_and(|t| t.scheduled_for.is_some())
                && dest.is_some()
                && run.fixed.ids.is_none()
                && content(&name).len() < 2
            {
                return Err(super::resolve::which(
                    run,
                    format!("“{}” has a date already. Move it?", todo.map(|t| t.title.clone()).unwrap_or_default()),
                    &[id],
                ));
            }
            shift(run, c, head, 1)
        }
        Match::Tie(_) => shift(run, c, head, 1),
        _ if pronoun => shift(run, c, head, 1),
        _ if dest.is_some() => create::create(run, c, head.next, true),
        _ => match fields::settled(run).and_then(|w| w.date) {
            Some(date) => {
                create::create(run, Clause::new(&format!("{} {date}", c.slice(head.next..c.len())), run.clock), 0, true)
            }
            None if !c.found.is_empty() => create::create(run, c, head.next, true),
            None => Err(ask_when("", soon(run))),
        },
    }
}

/// "stop stand-up after dec 1", "stop repeating the report".
pub(super) fn stop(run: &mut Run<'_>, mut c: Clause, head: Head) -> Said<()> {
    let from = head.next;
    for i in from..c.len() {
        if let Some(e) = c.any(
            i,
            "repeating|the repetition of|the recurrence of|repetition of|from repeating|recurring|the repeat of|\
            the repeats of|from recurring|the series|doing",
        ) {
            c.spend(i..e);
            if c.word(i) == "doing" {
                continue;
            }
            let targets = run.objects(&trimmed(&c, from), Want::Open)?;
            return unrepeat(run, &targets);
        }
    }
    if let Some(e) = c.any(
        from,
        "reminding me about|reminding me of|reminding me to|reminding us about|nagging me about|asking me about|\
        notifying me about|alerting me about|bugging me about|pinging me about|telling me about|bothering me with|\
        reminders for|the reminders for|showing me|nagging me to|sending me reminders for|the reminder for",
    ) {
        c.spend(from..e);
    }
    if let Some(e) = c.any(from, "working on|work on") {
        c.spend(from..e);
        let rest = c.rest(from..c.len());
        let targets = run.objects(&rest, Want::Open)?;
        return super::statuses::set_status(run, targets, countersign_core::todo::Status::Open, None);
    }
    let found =
        c.found.iter().rev().find(|f| super::resolve::span_of(f, &c.text).is_some() || fields::unclear(f)).cloned();
    let mut until = None;
    if let Some(f) = &found {
        if fields::unclear(f) {
            match fields::settled(run) {
                Some(w) => until = w.date,
                None => absorb(run, f, &c.text.clone(), &mut When::default())?,
            }
        }
        let r = c.toks_of(&f.span);
        let spoken = c.text.get(f.span.clone()).unwrap_or_default().to_lowercase();
        if let Some(span) = super::resolve::span_of(f, &c.text) {
            until = Some(
                if spoken.starts_with("before")
                    || spoken.starts_with("from")
                    || spoken.starts_with("starting")
                    || (r.start > 0 && matches!(c.word(r.start - 1), "before" | "from" | "starting"))
                {
                    span.from.yesterday().unwrap_or(span.from)
                } else {
                    span.to
                },
            );
        }
        let from_word = if r.start > 0 && one_of(c.word(r.start - 1), "after|on|by|until|till|before|from|starting") {
            r.start - 1
        } else {
            r.start
        };
        c.take(from_word..r.end, "until");
    }
    let targets = run.objects(&trimmed(&c, from), Want::Open)?;
    run.last = targets.refs.clone();
    let series: Vec<&Todo> =
        targets.ids().iter().filter_map(|id| run.todo(*id)).filter(|t| t.recurrence.is_repeating()).collect();
    let Some(first) = series.first() else {
        run.warn("not_repeating");
        return Err(super::resolve::which(
            run,
            "That does not repeat. What should happen to it?".to_owned(),
            &targets.ids(),
        ));
    };
    // "stop gym until december": it goes on then.
    let resting = found.as_ref().and_then(|f| super::rest::last_day(f, &c.text));
    if let Some(last) = resting
        && run.rest(&targets.ids(), last)?
    {
        run.note(c);
        return Ok(());
    }
    let Some(until) = until else {
        let options = vec![
            (json!("unrepeat"), "Stop repeating, keep the todo".to_owned()),
            (json!("delete"), "Delete the series".to_owned()),
        ];
        return Err(match Ask::about(format!("Stop repeating “{}”, or delete it?", first.title), "value", options) {
            Stop::Ask(mut ask) => {
                ask.options = vec![first.id];
                Stop::Ask(ask)
            }
            other => other,
        });
    };
    for todo in series {
        let mut rule = todo.recurrence.clone();
        rule.until = Some(until);
        rule.count = None;
        if rule.first(series::start(todo, run.today())).is_none() {
            return Err(ask_when(
                &format!("“{}” begins only on {}.", todo.title, day(series::start(todo, run.today()))),
                [],
            ));
        }
        run.patch(Ref::Todo(todo.id), Patch { recurrence: Some(rule.into()), ..Patch::default() });
    }
    run.note(c);
    Ok(())
}
