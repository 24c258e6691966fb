//! Making a todo from a sentence.

mod strange;
mod title;

use super::alike::{another, each_there, fragment_of, soon_same};
use super::fields::{self, When};
use super::half_read;
use super::lengths;
use super::lexicon::one_of;
use super::run::{Ask, Ref, Run, Said, Stop};
use super::target::{self, content};
use super::text::Clause;
use super::titled;
use super::when;
use crate::dates::{self, What};
use countersign_core::operation::{Draft, Operation};
use countersign_core::todo::ChecklistItem;
use countersign_core::todos::normal_title;
use std::ops::Range;
use title::keep_name;
pub(super) use title::title;

/// "to my list" and the like: where all todos are anyway.
const LISTS: &str = "to my list|to the list|on my list|on the list|to my todo list|to the todo list|on my todo list|\
    on the todo list|to my to-do list|to the to-do list|on my to-do list|on the to-do list|to my to do list|\
    on my to do list|to my task list|to the task list|to my tasks|to the tasks|to my todos|to my to-dos|\
    in my list|in my todos|in my tasks|on my agenda|to my agenda|to my todo|to my calendar|on my calendar|\
    on my plate|onto my list|onto the list|as a task|as a todo|as a new task|as a new todo|to list|on my tasks|\
    to todos|to todo list|to my lists|on my todos|in my todo list|into my list|to our list|as task|in the list|\
    as a reminder";
const NOUNS: &str = "task|todo|to-do|to do|item|reminder|entry|todo item|to-do item|new task|tasks|todos|things|items|list item|\
    task item|thing";

/// Where "to my list" stands.
pub(super) fn list_suffix(c: &Clause, from: usize) -> Option<Range<usize>> {
    c.seek(from, LISTS).map(|(a, b)| a..b)
}

/// Makes a todo of a clause from word `from` on. `explicit` = it was asked for with a command.
pub(super) fn create(run: &mut Run<'_>, c: Clause, from: usize, explicit: bool) -> Said<()> {
    let mut halves = each_repetition(&c, from);
    if std::mem::take(&mut run.fixed.each_day) {
        halves = super::several_days::each(&c, run.clock).iter().map(|said| Clause::new(said, run.clock)).collect();
    }
    if halves.is_empty() {
        return one(run, c, from, explicit);
    }
    let mut made = Vec::new();
    for half in halves {
        one(run, half, from, explicit)?;
        made.append(&mut run.last);
    }
    run.last = made;
    Ok(())
}

/// "every monday at 8 and every thursday at 9": a todo repeats in one way only, so each way is a todo
/// of its own. Empty when there is no more than one.
fn each_repetition(c: &Clause, from: usize) -> Vec<Clause> {
    let ways: Vec<Range<usize>> = c
        .found
        .iter()
        .filter(|f| matches!(f.what, What::Recurrence { .. }))
        .map(|f| c.toks_of(&f.span))
        .filter(|r| r.start >= from && !r.clone().any(|i| c.is_used(i) || c.word(i).is_empty()))
        .collect();
    let joined = ways.windows(2).all(|w| match w {
        [a, b] => (a.end..b.start).all(|i| one_of(c.word(i), "and|&|plus|also|then")),
        _ => false,
    });
    let (Some(first), Some(last)) = (ways.first(), ways.last()) else { return Vec::new() };
    if ways.len() < 2 || !joined {
        return Vec::new();
    }
    ways.iter()
        .map(|own| {
            let mut half = c.clone();
            half.spend(first.start..own.start);
            half.spend(own.end..last.end);
            half
        })
        .collect()
}

fn one(run: &mut Run<'_>, mut c: Clause, from: usize, explicit: bool) -> Said<()> {
    let mut draft = Draft::default();
    if let Some(notes) = fields::notes(&mut c, from) {
        draft.notes = notes;
    }
    let lines = fields::checklist(&mut c, from);
    draft.checklist =
        lines.into_iter().map(|title| ChecklistItem { id: String::new(), title, checked: false }).collect();
    let len = c.len();
    draft.labels = fields::labels(&mut c, from..len);
    let slot = if explicit { lengths::slot(&mut c, from) } else { None };
    let said = when::dates(run, &mut c, from..len);
    let mut when = said.map_err(|stop| super::several_days::offered(stop, &c, from, run.clock))?;
    super::so_often::end(run, &mut c, from, &mut when)?;
    when.due = when.due.or_else(|| wanted_for(run, &c, from, &when));
    when.minutes = slot.or(when.minutes).or_else(|| lengths::length_apart(&mut c, from));
    draft.priority = fields::priority(&mut c, from..len, false);
    if explicit && let Some(suffix) = list_suffix(&c, from) {
        c.take(suffix, "list");
    }
    if explicit && let Some(label) = named_list(run, &mut c, from)? {
        draft.labels.push(label);
    }
    if !run.listed && super::asides::spend(&mut c, from).ok_or(Stop::Unsure)? && when.due.is_none() {
        when.due = when.date.take();
    }
    if let (Some(date), Some(due), None) = (when.date, when.due, &when.rule)
        && due < date
        && due >= run.today()
    {
        return Err(Ask::plain(format!(
            "It would be due on {}, before it is to be done on {}. Which days do you mean?",
            fields::day(due),
            fields::day(date)
        )));
    }
    apply(run, &mut draft, &when)?;
    heading(&mut c, from, explicit, &mut draft);
    // "every friday except december 25": what a date is taken out of is not kept by any field.
    let open = |i: usize| one_of(c.word(i), "except|excluding|unless|starting|skipping|minus|without");
    if c.free(from..c.len()).into_iter().any(|i| open(i) && (i + 1 >= c.len() || c.is_used(i + 1))) {
        return Err(Stop::Unsure);
    }
    // "except for the cake move all errands to monday"
    let leaves_out = |i: &usize| {
        one_of(c.word(*i), "except|excluding|besides") || c.any(*i, "apart from|other than|all but").is_some()
    };
    if !explicit && !run.listed && c.free(from..c.len()).first().is_some_and(leaves_out) {
        return Err(Stop::Unsure);
    }
    // "the dentist thing move it to friday": an order that was not understood is no title.
    let stray = |i: usize| {
        one_of(c.word(i), "move|reschedule|postpone|delete|complete|rename|unschedule|reopen|skip|set")
            && one_of(c.word(i + 1), "it|that|them|the")
    };
    let carried = run.verb == Some(super::lexicon::Verb::Create)
        && super::split::verb_at(&c, super::split::lead(&c).at, false).is_none();
    let strange = (!explicit || carried) && !run.listed && strange::is_strange(run, &c, from);
    if strange || !explicit && !run.listed && c.free(from..c.len()).into_iter().skip(1).any(stray) {
        return Err(Stop::Unsure);
    }
    if !run.listed
        && !run.fixed.anyway
        && let Some(said) = unread_repetition(&c, from)
    {
        return Err(titled::unsaid(&said));
    }
    if !run.listed
        && !run.fixed.anyway
        && let Some(said) = half_read::half_read(&c, from, &when)
            .or_else(|| if explicit { half_read::moved_to(&c, from) } else { None })
    {
        return Err(titled::unsaid(&said));
    }
    let dated = when.date.or(when.due).is_some() || when.time.is_some() || when.rule.is_some();
    if dated
        && !run.listed
        && !run.fixed.anyway
        && let Some(said) = super::unread::unread(&c, from, run.clock)
    {
        return Err(titled::unsaid(&said));
    }
    let only_time = when.time_on.is_some() && when.date == when.time_on && when.rule.is_none() && when.due.is_none();
    if only_time
        && !run.listed
        && !run.fixed.anyway
        && let Some(said) = super::unread::misspelt(&c, from)
    {
        return Err(titled::unsaid(&said));
    }
    if !run.listed
        && !run.fixed.anyway
        && let Some(said) = super::unread::moment(&c, from)
    {
        return Err(titled::unsaid(&said));
    }
    if !explicit && !run.listed && plans(&c, from) {
        return Err(Stop::Unsure);
    }
    keep_name(&mut c, from);
    if when.rule.is_some() {
        title::begins_now(&mut c, from);
    }
    draft.title = title(&c, from);
    if title::is_every_field(&draft.title) && !c.toks.iter().any(|t| t.quoted) {
        return Err(Stop::Unsure);
    }
    if !explicit && (title::is_place(&draft.title) || title::is_for_notes(&c, from)) {
        return Err(Stop::Unsure);
    }
    // "gym also on fridays": of a series that is there, and no todo of that name.
    let also = draft.title.to_lowercase();
    if let Some(name) = also.strip_suffix(" also").filter(|_| !explicit && when.rule.is_some())
        && run.names(&content(name))
    {
        return Err(Stop::Unsure);
    }
    if explicit {
        draft.title = verb_first(draft.title);
    }
    // "all stand-ups at 9:15": of what is there.
    let lower = draft.title.to_lowercase();
    let all = ["all ", "all the ", "all my "].iter().rev().find_map(|all| lower.strip_prefix(all));
    if !explicit && !run.listed && all.is_some_and(|name| run.one_series(name).is_some() || run.plural(name).is_some())
    {
        return Err(Stop::Unsure);
    }
    // "add a note to the board meeting": what it should say is missing.
    let noted = ["note to ", "note for ", "note on ", "comment to ", "comment on "];
    let of = noted.iter().find_map(|front| draft.title.strip_prefix(front)).filter(|_| explicit);
    if of.is_some_and(|of| matches!(run.find(&content(of), super::target::Want::Open), super::target::Match::One(_))) {
        return Err(Stop::Unsure);
    }
    // "at 5, sorry 6, to feed the cat": a value that was put right and not read.
    let figure = draft.title.split_once(", ").is_some_and(|(said, _)| {
        let (cue, figure) = said.rsplit_once(' ').unwrap_or(("no", said));
        figure.parse::<u32>().is_ok_and(|n| n < 32) && one_of(&cue.to_lowercase(), super::correct::STRONG)
    });
    if figure && when.time.is_some() {
        return Err(Stop::Unsure);
    }
    let bare = content(&draft.title);
    let literal = c.free(from..c.len()).iter().all(|i| c.toks.get(*i).is_some_and(|t| t.quoted));
    // "1 and 6": numbers of todos, perhaps.
    let numbers = bare.iter().all(|w| w.bytes().all(|b| b.is_ascii_digit()));
    // "complete 5", which was not found: its number, and no title.
    let ordered = bare.len() == 2
        && one_of(
            &draft.title.split(' ').next().unwrap_or_default().to_lowercase(),
            "complete|delete|finish|reopen|skip",
        )
        && bare.last().is_some_and(|w| w.bytes().all(|b| b.is_ascii_digit()));
    if !literal && (!explicit && (numbers || ordered) || super::amount::is_added(run, &draft.title)) {
        return Err(Stop::Unsure);
    }
    // "for 10 times": how often, and nothing to do.
    let counts = matches!(&bare[..], [number, times] if number.bytes().all(|b| b.is_ascii_digit()) && one_of(times, "times|occurrences|repetitions"));
    if draft.title.is_empty()
        || !literal && counts
        || one_of(
            &draft.title.to_lowercase(),
            "after|before|until|instead|they're|they are|it's|that's|there's|we're|i'm|he's|she's|it is|that is",
        )
        || (bare.len() <= 1
            && !literal
            && one_of(
                &draft.title.to_lowercase(),
                "it|that|this|them|something|to|about it|a|one|me|todo|task|reminder|item|entry|new|rather|instead|maybe|\
                then|too|also|please|thanks|now|later|again|perhaps|anyway|none|nothing|neither|nope|same",
            ))
        || !literal && (is_pointing(&draft.title) || super::lone_set::names_only(&draft.title, run))
    {
        return Err(Ask::plain("What should the todo say?"));
    }
    if !literal {
        undated(run, &draft.title, &when)?;
    }
    if draft.title.chars().count() > 500 {
        return Err(Stop::Unsure);
    }
    let timed = when.time_on.is_some() && !c.found.iter().any(|f| says_day(&f.what));
    if let Some(id) = run.fixed.instead.take() {
        run.last = vec![Ref::Todo(id)];
        match super::alike::instead(run, id, &draft, timed) {
            Some(Operation::Update { set, .. }) => {
                if run.todo(id).is_some_and(|t| t.recurrence.is_repeating()) {
                    run.warn("changes_series");
                }
                run.note(c);
                run.patch(Ref::Todo(id), set);
            }
            Some(change) => {
                run.note(c);
                run.push(change);
            }
            None => return Err(Stop::Unsure),
        }
        return Ok(());
    }
    // Made twice by one message; two ways to repeat are one wish.
    let twice = run.ops.iter().any(|op| {
        matches!(op, Operation::Create(d) if normal_title(&d.title) == normal_title(&draft.title)
            && !(d.recurrence.is_some() && draft.recurrence.is_some())
            && d.scheduled_for == draft.scheduled_for)
    });
    let mut same = target::same_title(run.todos, &draft.title);
    // "get milk" is the same errand as "Buy milk".
    if let Some(thing) = draft.title.to_lowercase().strip_prefix("get ").filter(|_| same.is_empty()) {
        same = target::same_title(run.todos, &format!("buy {thing}"));
    }
    if explicit && !run.fixed.anyway && (twice || !same.is_empty() || !each_there(run, &draft.title).is_empty()) {
        run.warn("possible_duplicate");
    } else if !explicit && !run.fixed.anyway {
        let same = if same.is_empty() { soon_same(run, &draft.title) } else { same };
        let same = if same.is_empty() { each_there(run, &draft.title) } else { same };
        let alike = if same.is_empty() && !literal { fragment_of(run, &draft) } else { same };
        let strange = alike.is_empty() && !literal && !run.listed;
        let alike = if strange { super::around::named(run, &draft.title) } else { alike };
        if !alike.is_empty() {
            return Err(another(run, &draft, &alike, timed));
        }
        if twice {
            run.warn("possible_duplicate");
        }
    }
    // "Kino am Freitag den 13.": none that is past is meant, and which of those to come is asked.
    if !explicit && literal && !run.listed && draft.scheduled_for.is_some_and(|d| d < run.today()) {
        let asked = c.found.iter().find_map(|f| match dates::whole(c.text.get(f.span.clone())?, run.clock)? {
            What::Ambiguous { options, note } => Some((options, note)),
            _ => None,
        });
        if let Some((options, note)) = asked {
            return Err(fields::ask_when(&note, options));
        }
    }
    // "dropped off the books yesterday" tells of what was: only a command plans a day that is past.
    if !explicit && !literal && !run.listed && draft.scheduled_for.is_some_and(|d| d < run.today()) {
        return Err(Stop::Unsure);
    }
    if draft.scheduled_for.is_some_and(|d| d < run.today()) || draft.due_date.is_some_and(|d| d < run.today()) {
        run.warn("past_date");
    } else if fields::is_past(run, draft.scheduled_for, draft.time_of_day) {
        run.warn(if draft.recurrence.is_none() { "past_time" } else { "past_occurrence" });
    }
    run.last = vec![Ref::New(run.ops.len())];
    run.push(Operation::Create(draft));
    run.note(c);
    Ok(())
}

/// "order the turkey for thanksgiving": what is got ready for a feast is due by then, where it is certain which day that is. The
/// title keeps what it is for.
fn wanted_for(run: &Run<'_>, c: &Clause, from: usize, when: &When) -> Option<jiff::civil::Date> {
    const GETS_READY: &str = "order|buy|get|bake|cook|roast|prepare|make|pick|collect|book|reserve|wrap|send|bring|defrost|thaw|sew|knit|pack";
    if !when.is_empty() || !one_of(c.word(from), GETS_READY) {
        return None;
    }
    let at = (from + 2..c.len()).rev().find(|i| c.word(*i) == "for" && !c.is_used(*i))?;
    let feast = c.slice(at + 1..c.len());
    let plain = !feast.is_empty() && !feast.contains(|ch: char| ch.is_ascii_digit()) && !c.is_used(at + 1);
    match dates::whole(feast, run.clock).filter(|_| plain)? {
        What::Date { date, .. } if date >= run.today() => Some(date),
        _ => None,
    }
}

/// Whether a phrase says on which day, or how it repeats.
fn says_day(what: &What) -> bool {
    !matches!(what, What::Time { .. } | What::Duration { .. })
}

/// "do it", "have that": nothing of it says what is to be done.
pub(super) fn is_pointing(title: &str) -> bool {
    let folded = super::text::fold(title);
    let mut words = folded.split_whitespace();
    let verb = words
        .next()
        .is_some_and(|w| one_of(w, "do|have|make|take|get|put|bring|finish|handle|see to|it|that|this|them|those"));
    verb && words
        .all(|w| one_of(w, "it|that|this|them|those|these|one|ones|all|both|then|too|instead|now|later|back|again"))
}

/// "free up wednesday", "spread my overdue tasks", "i don't think i'll make it": about what there is, and nothing new.
fn plans(c: &Clause, from: usize) -> bool {
    let freed = c.any(from, "free up|clear out|empty out").is_some_and(|end| end < c.len() && c.is_used(end));
    let spread = c.any(
        from,
        "spread my|spread the|spread all|spread out|distribute my|distribute the|distribute all|i don't think|i doubt|\
        i don't believe",
    );
    freed || spread.is_some()
}

/// "eggs and flour to buy" → "buy eggs and flour".
fn verb_first(title: String) -> String {
    match title.rsplit_once(" to ") {
        Some((things, verb)) if super::bare::is_everyday(&verb.to_lowercase()) && !things.is_empty() => {
            format!("{verb} {things}")
        }
        _ => title,
    }
}

/// A repetition, or the only date, that stayed in the title is asked about: silently it would be lost.
fn undated(run: &Run<'_>, title: &str, when: &When) -> Said<()> {
    let found = dates::find(title, run.clock);
    let lost = found.iter().find(|f| match f.what {
        What::Recurrence { .. } => true,
        _ if when.date.is_some() && !run.listed && half_read::says_when(title, f) => true,
        // At the end it describes nothing: "yoga mon wed".
        What::Date { .. } | What::DateTime { .. } => (when.is_empty() || f.span.end == title.len()) && !run.listed,
        // "call tim after 3pm"
        What::Time { .. } if f.role == dates::Role::After => {
            when.is_empty() && f.span.end == title.len() && !run.listed
        }
        // "call bob noon 3pm": a second time.
        What::Time { .. } => when.time.is_some() && f.span.end == title.len() && !run.listed,
        _ => false,
    });
    match lost.and_then(|f| title.get(f.span.clone())) {
        Some(said) if !run.fixed.anyway => Err(titled::unsaid(said)),
        _ => Ok(()),
    }
}

/// "every", with what was taken for a date or a number behind it: a repetition of which only a part was read.
fn unread_repetition(c: &Clause, from: usize) -> Option<String> {
    let free = c.free(from..c.len());
    let every = |i: usize| one_of(c.word(i), "every|each|jeden|jede|jedes|cada|chaque|fiecare");
    let figure = |i: usize| {
        c.word(i).starts_with(|ch: char| ch.is_ascii_digit())
            || dates::month(c.word(i)).is_some()
            || one_of(c.word(i), "second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth")
    };
    let open = |i: &usize| c.toks.get(*i).is_some_and(|t| !t.quoted);
    let at =
        free.into_iter().filter(open).find(|i| every(*i) && (c.is_used(i + 1) || figure(i + 1)) && i + 1 < c.len())?;
    Some(c.slice(at..at + 2).to_owned())
}

/// "to my shopping list": a label where there is one of that name, else a question.
fn named_list(run: &Run<'_>, c: &mut Clause, from: usize) -> Said<Option<String>> {
    // "add flowers to errands": a label that is in use.
    if let Some(last) = c.len().checked_sub(1).filter(|last| *last > from + 1 && !c.is_used(*last)) {
        let label = c.word(last).to_owned();
        let ordered = one_of(c.word(from.saturating_sub(1)), "add|put");
        if ordered && c.word(last - 1) == "to" && run.is_label(&label) && !c.is_used(last - 1) {
            c.take(last - 1..last + 1, "labels");
            return Ok(Some(label));
        }
    }
    for i in from + 1..c.len() {
        if c.is_used(i) || !matches!(c.word(i), "to" | "on") || !matches!(c.word(i + 1), "my" | "the" | "our") {
            continue;
        }
        let Some(end) = (i + 3..c.len().min(i + 5)).find(|k| c.word(*k) == "list") else { continue };
        let name = c.slice(i + 2..end).to_lowercase();
        if run.is_label(&name) {
            c.take(i..end + 1, "labels");
            return Ok(Some(name));
        }
        if matches!(c.word(from.saturating_sub(1)), "add" | "put") {
            return Err(Stop::Unsure);
        }
    }
    Ok(None)
}

/// The dates of a new todo; a series gets its anchor (rule 7).
fn apply(run: &Run<'_>, draft: &mut Draft, when: &When) -> Said<()> {
    draft.time_of_day = when.time;
    draft.due_date = when.due;
    draft.estimate = when.minutes;
    draft.scheduled_for = when.date;
    if let Some(rule) = &when.rule {
        let mut rule = rule.clone();
        if rule.until.is_none() {
            rule.until = when.until;
        }
        let mut start = when.date.unwrap_or_else(|| run.today()).max(run.today());
        if let Some(due) =
            when.due.filter(|d| *d >= run.today() && rule.by_day.is_empty() && rule.by_month_day.is_empty())
        {
            // "rent due on the 1st every month": the deadline is what repeats.
            start = due;
            draft.due_date = None;
        }
        let Some(first) = dates::anchor(&rule, start) else {
            return Err(Ask::plain("That repetition never occurs. When should it start?"));
        };
        draft.scheduled_for = Some(first);
        draft.recurrence = Some(rule);
    }
    Ok(())
}

/// Steps over "a new task called".
fn heading(c: &mut Clause, from: usize, explicit: bool, draft: &mut Draft) {
    if !explicit {
        return;
    }
    let next_free = |c: &Clause, mut i: usize| {
        while i < c.len() && c.is_used(i) {
            i += 1;
        }
        i
    };
    let mut i = next_free(c, from);
    let begin = i;
    let verb = c.slice(0..from).to_lowercase();
    if NOUNS.split('|').any(|n| verb.ends_with(n))
        && let Some(end) =
            c.any(i, "to|for|called|named|titled|that says|saying|about|for me to").filter(|e| *e < c.len())
    {
        c.spend(i..end);
        i = next_free(c, end);
    }
    // "remind me of", "remind me that i have to", "don't forget about"
    for lead in [
        "something about",
        "something for",
        "something like",
        "a thing about",
        "a thing for",
        "also to",
        "also about",
        "that i have to",
        "that i need to",
        "that i should",
        "that i must",
        "i have to",
        "i need to",
        "that",
        "about",
        "of",
        "to",
        "for me to",
        "me to",
        "for",
    ] {
        if let Some(end) = c.at(i, lead)
            && end < c.len()
            && (lead != "for" || verb.contains("remind"))
            && (lead != "about"
                || verb.contains("remind")
                || verb.contains("forget")
                || verb.contains("ping")
                || verb.contains("notify")
                || verb.contains("nudge")
                || verb.contains("alert"))
        {
            c.spend(i..end);
            i = next_free(c, end);
            if matches!(lead, "about" | "of" | "something about" | "a thing about")
                && c.word(i) == "the"
                && next_free(c, i + 1) < c.len()
            {
                c.spend(i..i + 1);
                i = next_free(c, i + 1);
            }
            break;
        }
    }
    let mut j = i;
    let mut level = None;
    while one_of(
        c.word(j),
        "a|an|another|new|me|the|this|following|one|more|my|quick|two|three|these|urgent|important|some",
    ) || (c.is_used(j) && j < c.len())
    {
        if matches!(c.word(j), "urgent" | "important") && !c.is_used(j) {
            level = Some(j);
        }
        j += 1;
    }
    let skipping = |c: &Clause, mut i: usize| {
        while i < c.len() && c.is_used(i) {
            i += 1;
        }
        i
    };
    if let Some(end) = c.any(j, NOUNS) {
        let mut k = skipping(c, end);
        let colon = c.toks.get(end - 1).is_some_and(|t| matches!(t.after, Some(':' | ',' | '.')))
            || c.text
                .get(c.toks.get(end - 1).map_or(0, |t| t.end)..)
                .is_some_and(|r| r.trim_start().starts_with(['-', '–', '—', '"', '“', '\'']));
        let linked = c.any(
            k,
            "to|for|called|named|titled|that says|saying|about|which says|with title|with the title|\
            with the name|for me to|that i need to|of|i need to|to my list called|entitled|that reads|\
            to remind me to|reminding me to|is to|is",
        );
        let quoted = c.toks.get(k).is_some_and(|t| t.quoted);
        let adjective = j > i;
        if linked.is_some()
            || colon
            || quoted
            || (adjective && k < c.len())
            || i == begin
                && from > 0
                && j == i
                && matches!(c.word(0), "new" | "add" | "create")
                && k < c.len()
                && matches!(c.word(end - 1), "task" | "todo" | "to-do" | "reminder")
        {
            if let Some(l) = level {
                draft.priority = draft.priority.or(Some(countersign_core::todo::Priority::High));
                c.take(l..l + 1, "priority");
            }
            if let Some(e) = linked.filter(|e| *e < c.len()) {
                k = e;
            }
            c.spend(begin..k);
            return;
        }
    }
    // "add this: pick up the keys"
    if c.any(i, "this|the following|following|that")
        .is_some_and(|e| c.toks.get(e - 1).is_some_and(|t| t.after == Some(':')) && e < c.len())
    {
        c.spend(i..i + 1);
        return;
    }
    // "add a meeting with Bob"
    let article = matches!(c.word(i), "a" | "an") && c.toks.get(i).is_some_and(|t| t.after.is_none());
    if article && next_free(c, i + 1) < c.len() && i == begin {
        c.spend(i..i + 1);
    }
}
