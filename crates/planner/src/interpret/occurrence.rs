//! Words that say which day of a series is meant: "the next gym", "it" after "yoga on thursday", "friday instead
//! of thursday", "for good", "i'm away next week" (TODOS.md rules 9–11).

use super::lexicon::{Verb, one_of};
use super::resolve::{Targets, span_of};
use super::run::{Ask, Ref, Run, Said};
use super::series::{self, Purpose, Span};
use super::split::{Head, lead, verb_at};
use super::target::{Match, Want, content};
use super::text::Clause;
use crate::dates::{self, Found, What};
use countersign_core::ids::TodoId;
use countersign_core::operation::{MoveTo, Operation};
use countersign_core::todo::Todo;
use jiff::civil::Date;
use std::ops::Range;

/// In front of the name of a series: its next open day.
const NEXT: &str = "the next|next|my next|the upcoming|upcoming|my upcoming|the coming|the following|this coming";

/// Said of all days of a series.
const ALWAYS: &str = "from now on|from here on|from here on out|from now on please|going forward|for good|permanently|\
    from then on|every time|in future|in the future|for the future|every week from now on|as of now|until further notice";

/// In front of the name of a series: all its days.
const WHOLE: &str = "all future|all the future|every future|all upcoming|all my future|the whole series of|the entire series of|\
    all occurrences of|every occurrence of|the series of";

/// Said when one is not there.
const AWAY: &str = "away|sick|ill|off|out|travelling|traveling|abroad|unwell|busy|unavailable|on holiday|on holidays|on vacation|\
    on leave|on a trip|out of town|out of office|not around|not here|not in|in bed|on the road|at a conference|on call|\
    off sick|off work|home sick|not feeling well|not well";

/// The same, with who says it.
const ABSENT: &str = "i can't come|i cant come|i cannot come|i can't make it|i cant make it|i can't be there|i cant be there|\
    i won't be there|i wont be there|i won't be here|i'm not there|we can't come|we can't make it|we won't be there";

/// Where words end that say that somebody is away; the days stand behind.
pub(super) fn away(c: &Clause, at: usize) -> Option<usize> {
    let who = c.any(at, "i'm|im|i am|we're|we are|i'll be|i will be|we'll be|i've got to be");
    c.any(at, ABSENT).or_else(|| c.any(who.unwrap_or(at), AWAY))
}

impl Run<'_> {
    /// The one series of that name; `None` when it names anything else.
    pub(super) fn one_series(&self, name: &str) -> Option<&Todo> {
        let number = name.trim().strip_prefix('#').and_then(|number| number.parse().ok()).map(TodoId);
        let found = || match self.find(&content(name), Want::Open) {
            Match::One(id) => Some(id),
            _ => None,
        };
        self.todos_of(number.or_else(found)?)
    }

    fn todos_of(&self, id: TodoId) -> Option<&Todo> {
        self.todo(id).filter(|t| t.recurrence.is_repeating() && !t.status.is_closed())
    }

    /// The todo whose title is this one word.
    pub(super) fn one_word_title(&self, word: &str) -> Option<TodoId> {
        super::target::same_title(self.todos, word).first().copied()
    }

    /// "the next gym": the series with its next open day.
    pub(super) fn next_named(&self, clause: &Clause) -> Option<Targets> {
        let from = clause.any(0, NEXT).filter(|e| *e < clause.len())?;
        let dated = clause.found.iter().any(|f| clause.toks_of(&f.span).start < from);
        let todo = self.one_series(clause.slice(from..clause.len())).filter(|_| !dated)?;
        let day = series::next_open(todo, self.today(), self.today())?;
        Some(Targets { refs: vec![Ref::Todo(todo.id)], span: Some(Span::day(day)), ..Targets::default() })
    }

    /// "wednesday's", "the one on friday": that day of the series talked about, or the one todo of that day.
    pub(super) fn of_day(&mut self, clause: &Clause) -> Option<Said<Targets>> {
        let front = clause.any(
            0,
            "the one on|the one for|the one from|the one at|the ones on|the ones for|the one|that one on|mine on",
        );
        let said = clause.slice(front.unwrap_or(0)..clause.len());
        let bare = said.strip_suffix("'s").or_else(|| said.strip_suffix("’s")).or_else(|| said.strip_suffix(" one"));
        if front.is_none() && bare.is_none() {
            return None;
        }
        let bare = bare.unwrap_or(said).trim_start_matches("the ").to_owned();
        let what = dates::whole(&bare, self.clock)?;
        let span = span_of(&Found { span: 0..bare.len(), role: dates::Role::When, what }, &bare)?;
        let today = self.today();
        if let [Ref::Todo(id)] = self.last.as_slice()
            && let Some(todo) = self.todos_of(*id)
            && !series::within(todo, span, today).is_empty()
        {
            return Some(Ok(Targets { refs: vec![Ref::Todo(*id)], span: Some(span), ..Targets::default() }));
        }
        let on = |t: &&Todo| {
            let own = |d: Option<Date>| d.is_some_and(|d| span.holds(d));
            let day = if t.recurrence.is_repeating() {
                !series::within(t, span, today).is_empty()
            } else {
                own(t.scheduled_for) || own(t.due_date)
            };
            day && !t.status.is_closed()
        };
        let ids: Vec<TodoId> =
            self.todos.iter().filter(on).map(|t| t.id).take(super::target::MOST_CANDIDATES).collect();
        match ids.as_slice() {
            [] => None,
            [id] => Some(Ok(Targets { refs: vec![Ref::Todo(*id)], span: Some(span), ..Targets::default() })),
            _ => Some(Err(super::resolve::which(self, format!("Which one do you mean by “{}”?", clause.text), &ids))),
        }
    }

    /// What was named, with the day of "it" kept for the next clause, and taken from the one before.
    pub(super) fn with_day(&mut self, targets: Targets, pronoun: bool) -> Targets {
        let series = !targets.bulk
            && !targets.refs.is_empty()
            && targets.refs.iter().all(|r| match r {
                Ref::Todo(id) => self.todos_of(*id).is_some(),
                Ref::New(_) => false,
            });
        if pronoun {
            let span = targets.span.or(self.day.filter(|_| series)).or_else(|| self.listed_day(&targets));
            return Targets { span, ..targets };
        }
        // "cancel the stand-up" behind what is on wednesday
        let cancels = series && targets.span.is_none() && self.said.to_lowercase().starts_with("cancel ");
        let span = targets.span.or_else(|| self.listed_day(&targets).filter(|_| cancels));
        self.day = span.filter(|_| series);
        Targets { span, ..targets }
    }

    /// The one day that was asked about right before, where all of these were in the answer: of a series on it, that day is meant.
    pub(super) fn listed_day(&self, targets: &Targets) -> Option<Span> {
        let turns = &self.ctx.turns;
        let answer = turns.iter().rposition(|turn| turn.role == "assistant").filter(|_| self.last.is_empty())?;
        let asked = turns.get(..answer)?.iter().rfind(|turn| turn.role != "assistant")?;
        let heard = crate::languages::hear(&asked.text, self.todos, self.clock).and_then(|heard| heard.english);
        let found = dates::find(heard.as_deref().unwrap_or(&asked.text), self.clock);
        let [Found { what: What::Date { date, .. }, .. }] = found.as_slice() else { return None };
        let listed = self.listed_last();
        let ids = targets.ids();
        let all = !ids.is_empty() && ids.len() == targets.refs.len() && ids.iter().all(|id| listed.contains(id));
        all.then(|| Span::day(*date))
    }

    /// Moves one day of a series; said twice of the same day, both hold.
    pub(super) fn move_day(&mut self, todo: &Todo, occurrence_date: Date, to: MoveTo) {
        let same = self.ops.iter_mut().rev().find_map(|op| match op {
            Operation::MoveOccurrence { id, occurrence_date: day, to }
                if id.id() == Some(todo.id) && *day == occurrence_date =>
            {
                Some(to)
            }
            _ => None,
        });
        match same {
            Some(had) => {
                had.date = to.date.or(had.date);
                had.time = to.time.or(had.time);
            }
            None => self.push(Operation::MoveOccurrence { id: todo.id.into(), occurrence_date, to }),
        }
    }

    /// A day that has passed can be moved, but not behind the next one: which of the two is meant is asked.
    pub(super) fn passes_next(&self, todo: &Todo, day: Date, to: Option<Date>) -> bool {
        let today = self.today();
        day < today && to.is_some_and(|to| series::next_open(todo, today, today).is_some_and(|next| to >= next))
    }

    /// The days on which somebody says to be away or busy, anywhere in a message: "i'm in paris from friday to sunday, cancel
    /// gym", "tomorrow i'm out, no gym". It must be told with one date, and with nothing else in between its marks.
    pub(super) fn absence(&self, text: &str) -> Option<Span> {
        let c = Clause::new(text, self.clock);
        let joins = |i: usize| one_of(c.word(i), "so|and|but|then");
        let ends = |i: usize| {
            i == c.len()
                || joins(i)
                || c.toks.get(i - 1).is_some_and(|t| matches!(t.after, Some(',' | '.' | ';' | '!')))
        };
        let mut from = 0;
        while from < c.len() {
            let end = (from + 1..=c.len()).find(|i| ends(*i))?;
            let at = from + usize::from(joins(from));
            let says = (at..end).any(|i| c.any(i, "i'm|im|i am|we're|we are|i'll be|i will be|we'll be").is_some());
            let mut dates = c.found.iter().filter(|f| {
                let toks = c.toks_of(&f.span);
                at <= toks.start && toks.end <= end
            });
            if (says || self.is_absence(&c, at, end))
                && let (Some(f), None) = (dates.next(), dates.next())
            {
                return self.away_on(&c, f, at..end);
            }
            from = end;
        }
        None
    }

    /// The days of an absence. "Until friday" are those before it, as where a series is left out until then.
    fn away_on(&self, c: &Clause, f: &Found, mut part: Range<usize>) -> Option<Span> {
        let until = part.any(|i| one_of(c.word(i), "until|till|til"));
        match f.what {
            What::Date { date, .. } if until && date > self.today() => {
                Some(Span { from: self.today(), to: date.yesterday().ok()?, weekday: false })
            }
            _ => span_of(f, &c.text),
        }
    }

    /// "sick tomorrow", "on holiday next week": a state and its days, and nothing else.
    fn is_absence(&self, c: &Clause, at: usize, end: usize) -> bool {
        let Some(state) = c.any(at, AWAY).filter(|state| *state < end) else { return false };
        let range = c.found.iter().any(|f| matches!(f.what, What::Range { .. }));
        // From a day on, without an end.
        let open = !range && (state..end).any(|i| one_of(c.word(i), "from|after|since|before|by"));
        !open && (state..end).all(|i| c.is_used(i) || c.found.iter().any(|f| c.toks_of(&f.span).contains(&i)))
    }

    /// "sick tomorrow", "on holiday next week" as the whole of some words.
    pub(super) fn says_away(&self, said: &str) -> bool {
        let c = Clause::new(said, self.clock);
        self.is_absence(&c, lead(&c).at, c.len())
    }

    /// A clause that only says so in front of what is left out for it: "sick tomorrow, no gym".
    pub(super) fn told_sick(&self, said: &str, next: &str) -> bool {
        let (c, next) = (Clause::new(said, self.clock), Clause::new(next, self.clock));
        let l = lead(&next);
        let leaves_out = verb_at(&next, l.at, l.ing).is_some_and(|h| matches!(h.verb, Verb::Skip | Verb::Delete));
        (leaves_out || next.word(l.at) == "no") && self.is_absence(&c, lead(&c).at, c.len())
    }

    /// "i'm on holiday next week": nothing is to be done about that itself.
    pub(super) fn told_away(&mut self, said: &str) -> bool {
        let c = Clause::new(said, self.clock);
        let at = lead(&c).at;
        let away = || c.any(c.any(at, "i'm|im|i am|we're|we are|i'll be|i will be|we'll be|i've got to be")?, AWAY);
        let Some(end) = c.any(at, ABSENT).or_else(away) else { return false };
        let Some(f) = c.found.iter().find(|f| c.toks_of(&f.span).end == c.len()) else { return false };
        let when = c.toks_of(&f.span);
        let between = (end..when.start).all(|i| one_of(c.word(i), "on|for|all|the|whole|in|at|until|till"));
        let range = matches!(f.what, What::Range { .. });
        let stretch = !range && (end..when.end).any(|i| one_of(c.word(i), "until|till|from|after|since"));
        match span_of(f, said) {
            Some(span) if between && !stretch => {
                self.away = Some(span);
                true
            }
            _ => false,
        }
    }

    /// "gym on friday, just this once", "piano tuesday at 5 this time": one day of a series, without a verb.
    pub(super) fn once_bare(&mut self, c: &Clause, at: usize) -> Option<Said<()>> {
        let contrasted = self.contrasted && self.fixed.series.is_none();
        if self.fixed.series != Some(false) && !contrasted || verb_at(c, at, false).is_some() {
            return None;
        }
        let mut name = c.clone();
        let mut found: Vec<&Found> = c.found.iter().filter(|f| !matches!(f.what, What::Duration { .. })).collect();
        found.iter().for_each(|f| name.spend(c.toks_of(&f.span)));
        let todo = self.one_series(&super::change::trimmed(&name, at))?.clone();
        let (today, id) = (self.today(), todo.id);
        let day = found.iter().find_map(|f| match f.what {
            What::Date { date, .. } | What::DateTime { date, .. } => Some(date),
            _ => None,
        });
        let time = found.iter().find_map(|f| match f.what {
            What::DateTime { time, .. } | What::Time { time, .. } => {
                countersign_core::todo::TimeOfDay::parse(&time.strftime("%H:%M").to_string())
            }
            _ => None,
        });
        found.retain(|f| !matches!(f.what, What::Date { .. } | What::DateTime { .. } | What::Time { .. }));
        if !found.is_empty() || day.is_none() && time.is_none() {
            return None;
        }
        let own = day.filter(|d| !series::within(&todo, Span::day(*d), today).is_empty());
        let span = own.map(Span::day).or(self.was);
        if contrasted && span.is_none() {
            return None;
        }
        self.last = vec![Ref::Todo(id)];
        let picked = match series::pick(self, &todo, span, Purpose::Move) {
            Ok(days) => days,
            Err(stop) => return Some(Err(stop)),
        };
        let Some(occurrence) = picked.first().copied() else {
            return Some(Err(Ask::plain(format!("“{}” has no open occurrence.", todo.title))));
        };
        let date = day.filter(|d| own.is_none() || *d != occurrence);
        self.move_day(&todo, occurrence, MoveTo { date, time });
        Some(Ok(()))
    }
}

/// "… and add physio that day": the day of what was said before.
pub(super) fn that_day(run: &Run<'_>, said: String) -> String {
    if run.ops.is_empty() {
        return said;
    }
    let c = Clause::new(&said, run.clock);
    // "remind me the day before to pack"
    let beside = [
        ("the day before|a day before|the day prior", -1),
        ("the night before|the evening before", -1),
        ("the day after|a day later|the day afterwards", 1),
    ];
    for (words, by) in beside {
        let Some((i, e)) =
            c.seek(1, words).filter(|(_, e)| *e == c.len() || one_of(c.word(*e), "to|about|for|that|it|at|in|and"))
        else {
            continue;
        };
        let e = if one_of(c.word(e), "that|it") { e + 1 } else { e };
        let night = c.slice(i..e).contains("night") || c.slice(i..e).contains("evening");
        let dated = c.found.iter().any(|f| c.toks_of(&f.span).contains(&i));
        let Some(day) = run.ops.last().and_then(day_of).filter(|_| !dated) else { continue };
        let day = day.saturating_add(jiff::Span::new().days(by));
        let evening = if night { " evening" } else { "" };
        return format!("{} on {day}{evening} {}", c.slice(0..i), c.slice(e..c.len())).trim().to_owned();
    }
    for (words, part) in
        [("that morning", "morning"), ("that afternoon", "afternoon"), ("that evening|that night", "evening")]
    {
        if let Some((i, e)) = c.seek(1, words)
            && let Some(day) = run.ops.last().and_then(day_of)
        {
            return format!("{} on {day} {part} {}", c.slice(0..i), c.slice(e..c.len())).trim().to_owned();
        }
    }
    let Some((i, e)) =
        c.seek(1, "on that same day|on that day|on the same day|that same day|that day|the same day|same day")
    else {
        return said;
    };
    let Some(day) = run.ops.last().and_then(day_of) else { return said };
    format!("{} on {day} {}", c.slice(0..i), c.slice(e..c.len())).trim().to_owned()
}

/// The day an operation is about.
fn day_of(op: &Operation) -> Option<Date> {
    match op {
        Operation::Create(draft) => draft.scheduled_for.or(draft.due_date),
        Operation::Update { set, .. } => set.scheduled_for.or(set.due_date).flatten(),
        Operation::MoveOccurrence { occurrence_date, to, .. } => Some(to.date.unwrap_or(*occurrence_date)),
        Operation::SkipOccurrence { occurrence_date, .. } | Operation::CompleteOccurrence { occurrence_date, .. } => {
            Some(*occurrence_date)
        }
        _ => None,
    }
}

/// "choir at 7:30pm this wednesday": the name of a series, a day on which it takes place and another time are that day's
/// new time. A bare hour is left to a question where it could be of either half of the day.
pub(super) fn timed_day(run: &mut Run<'_>, c: &Clause, at: usize) -> bool {
    let mut object = c.clone();
    c.found.iter().for_each(|f| object.spend(c.toks_of(&f.span)));
    let (mut day, mut time) = (None, None);
    for f in &c.found {
        // "from monday on" is no day of it.
        if f.role != dates::Role::When {
            return false;
        }
        match f.what {
            What::Date { date, .. } if day.is_none() => day = Some(date),
            What::Time { time: at, .. } if time.is_none() => time = Some(at),
            What::DateTime { date, time: at, .. } if day.is_none() && time.is_none() => {
                (day, time) = (Some(date), Some(at))
            }
            _ => return false,
        }
    }
    let (Some(day), Some(time)) = (day, time) else { return false };
    let name = super::change::trimmed(&object, at);
    let said = content(&name);
    let Some(todo) = run.one_series(&name) else { return false };
    let whole = content(&todo.title).len() <= said.len() + 1;
    let (id, was) = (todo.id, todo.time_of_day);
    let open = series::within(todo, Span::day(day), run.today()).as_slice() == [day]
        && !todo.completed_dates.contains(&day)
        && day >= run.today();
    // The other half of the day is as likely.
    let clear = was.is_some_and(|was| {
        let minutes = |t: jiff::civil::Time| i32::from(t.hour()) * 60 + i32::from(t.minute());
        minutes(was.time()).abs_diff(minutes(time)) <= 360 && was.time() != time
    });
    if !whole || !open || !clear {
        return false;
    }
    run.last = vec![Ref::Todo(id)];
    run.note(c.clone());
    run.push(Operation::MoveOccurrence {
        id: id.into(),
        occurrence_date: day,
        to: MoveTo { date: None, time: Some(super::fields::clock_time(time)) },
    });
    true
}

/// "… from now on", "all future gym sessions": the answer to "this one or the series?" is given already.
pub(super) fn whole(run: &mut Run<'_>, text: &str) -> String {
    let c = Clause::new(text, run.clock);
    let l = lead(&c);
    // "pay rent on the 3rd from now on" is about the series of that name.
    let dated = |k: &usize| c.found.iter().any(|f| c.toks_of(&f.span).contains(k));
    let begins = (l.at..c.len()).find(dated).unwrap_or(c.len());
    // "rent is due on the 3rd from now on"
    let copula = (l.at + 1..begins).find(|i| c.any(*i, "is due|are due|is|are|will be due|will be") == Some(begins));
    let name_end = copula.unwrap_or(begins);
    let named = || run.one_series(c.slice(l.at..name_end)).is_some();
    let always = (2..c.len()).find(|i| c.any(*i, ALWAYS) == Some(c.len()));
    let creates = verb_at(&c, l.at, l.ing).is_none_or(|h| h.verb == Verb::Create);
    let day = matches!(c.found.as_slice(), [one] if matches!(one.what, dates::What::Date { .. }));
    if let Some(i) = always.filter(|i| creates && day && (l.at..*i).any(|k| dated(&k)) && named()) {
        run.fixed.series = run.fixed.series.or(Some(true));
        let day = (l.at..i).find(|k| dated(k)).unwrap_or(i);
        let when = c.slice(day..i);
        let when = when.strip_prefix("due ").unwrap_or(when);
        return format!("move {} to {}", c.slice(l.at..name_end), when.strip_prefix("on ").unwrap_or(when));
    }
    let creates = verb_at(&c, l.at, l.ing).is_some_and(|h| h.verb == Verb::Create);
    if creates || c.found.is_empty() || c.len() < 4 {
        return text.to_owned();
    }
    let series = |run: &mut Run<'_>| run.fixed.series = run.fixed.series.or(Some(true));
    if (1..c.len())
        .any(|i| c.word(i) == "series" && one_of(c.word(0), "move|change|shift|reschedule|put|make|set|push"))
    {
        series(run);
    }
    if let Some((i, e)) = c.seek(l.at, WHOLE) {
        series(run);
        let mut rest = c.slice(e..c.len()).to_owned();
        // The plural of a series: "all future gym sessions".
        rest = rest.replacen(" sessions", "", 1).replacen(" classes", " class", 1).replacen(" lessons", " lesson", 1);
        return format!("{} {rest}", c.slice(0..i)).trim().to_owned();
    }
    // "starts from now on at 9:15": what it gets stands behind.
    let dated = |k: usize| c.found.iter().any(|f| c.toks_of(&f.span).contains(&k));
    let inner = (2..c.len()).find_map(|i| c.any(i, ALWAYS).filter(|e| *e < c.len()).map(|e| (i, e)));
    if let Some((i, e)) = inner.filter(|(_, e)| (*e..c.len()).all(|k| dated(k) || one_of(c.word(k), "at|on|to"))) {
        return whole(run, &format!("{} {} {}", c.slice(0..i), c.slice(e..c.len()), c.slice(i..e)));
    }
    let Some(i) = (2..c.len()).find(|i| c.any(*i, ALWAYS) == Some(c.len())) else { return text.to_owned() };
    let moves = |head: Option<Head>| head.is_some_and(|h| matches!(h.verb, Verb::Move | Verb::Advance));
    if moves(verb_at(&c, l.at, l.ing)) || c.seek(0, super::news::GOES).is_some() {
        series(run);
        return c.slice(0..i).to_owned();
    }
    text.to_owned()
}
