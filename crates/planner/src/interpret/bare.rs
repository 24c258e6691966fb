//! Text without a command: something to do, a statement about a todo, or talk.

use super::chores;
use super::create;
use super::lexicon::{ASSISTANT_WORK, EVERYDAY, PAST, lists, one_of};
use super::run::{Run, Said, Stop};
use super::split::Lead;
use super::statement::{changed, set_moved, statement};
use super::target::{self, Match, Want, content};
use super::text::Clause;
use crate::dates::{Role, What};
use countersign_core::ids::TodoId;

/// The word begins many things one has to do.
pub(crate) fn is_everyday(word: &str) -> bool {
    lists(EVERYDAY, word)
}

fn is_subject(word: &str) -> bool {
    one_of(
        word,
        "i|i'm|im|i've|i'll|i'd|you|you're|youre|he|she|they|we|we're|it|it's|its|this|that|that's|thats|there|\
        there's|these|those|my|your|he's|she's|they're|everyone|nobody|who|what|why|how|if|because|since|\
        although|sometimes|maybe|perhaps|possibly",
    )
}

/// Handles a clause that has no verb of ours.
pub(super) fn handle(run: &mut Run<'_>, mut c: Clause, lead: Lead) -> Said<()> {
    let at = lead.at;
    let len = c.len();
    let first = c.word(at).to_owned();
    // Quotation marks around everything: the title, literally (rule 6).
    if at < len && (at..len).all(|i| c.toks.get(i).is_some_and(|t| t.quoted)) {
        return create::create(run, c, at, false);
    }
    if super::news::news(run, &c, at)? || statement(run, &mut c, at)? || super::terse::level(run, &c, at)? {
        return Ok(());
    }
    // "…, the park's closed on saturday": why, told behind an order.
    if !run.ops.is_empty() && super::telling::is_so(&c, at) {
        return Err(Stop::Chat);
    }
    // "vet at 11 instead of 9:30": the todo that is there gets what is set against what was.
    if run.contrasted && !c.found.is_empty() {
        let mut object = c.clone();
        c.found.iter().for_each(|f| object.spend(c.toks_of(&f.span)));
        let name = super::change::trimmed(&object, at);
        if run.names(&content(&name)) {
            let said = c.slice(at..len).to_owned();
            let head =
                super::split::Head { verb: super::lexicon::Verb::Move, at: 0, next: 0, typo: false, past: false };
            return super::change::shift(run, Clause::new(&said, run.clock), head, 1);
        }
    }
    // "(do) the report tomorrow instead"
    if (at..len).any(|i| c.word(i) == "instead") && dated(&c) {
        let from = c.any(at, "do|have|make").unwrap_or(at);
        if super::split::names_something(c.slice(from..len), run) && c.found.len() == 1 {
            if let Some((a, b)) = c.seek(from, "instead") {
                c.spend(a..b);
            }
            return super::change::shift(
                run,
                c,
                super::split::Head { verb: super::lexicon::Verb::Move, at: from, next: from, typo: false, past: false },
                1,
            );
        }
        return Err(Stop::Unsure);
    }
    // "let's do the picnic next saturday"
    if matches!(first.as_str(), "do" | "have") && dated(&c) && c.found.len() == 1 && {
        // "do the gutters and the lawn next weekend"
        let mut object = c.clone();
        c.found.iter().for_each(|f| object.spend(c.toks_of(&f.span)));
        let items = super::fields::list(&super::change::trimmed(&object, at + 1));
        items.len() > 1 && items.iter().all(|i| matches!(run.find(&content(i), Want::Open), Match::One(_)))
    } {
        let said = c.slice(at + 1..len).to_owned();
        let head = super::split::Head { verb: super::lexicon::Verb::Move, at: 0, next: 0, typo: false, past: false };
        return super::change::shift(run, Clause::new(&said, run.clock), head, 1);
    }
    // "do it monday", of what was just talked about
    if matches!(first.as_str(), "do" | "make" | "have")
        && one_of(c.word(at + 1), "it|that|them")
        && dated(&c)
        && !run.last.is_empty()
    {
        let said = c.slice(at + 1..len).to_owned();
        let head = super::split::Head { verb: super::lexicon::Verb::Move, at: 0, next: 0, typo: false, past: false };
        return super::change::shift(run, Clause::new(&said, run.clock), head, 1);
    }
    if matches!(first.as_str(), "do" | "have") && dated(&c) && c.found.len() == 1 {
        let mut object = c.clone();
        for f in &c.found {
            object.spend(c.toks_of(&f.span));
        }
        let name = super::change::trimmed(&object, at + 1);
        // "have lunch on friday" is not the lunch that was.
        // Nor are "the taxes" the tax return.
        let own = |todo: &countersign_core::todo::Todo| {
            let title = content(&todo.title);
            content(&name).iter().all(|word| title.contains(word))
        };
        let open = |id| run.todo(id).is_some_and(|todo| !todo.status.is_closed() && own(todo));
        if matches!(run.find(&content(&name), Want::Open), Match::One(id) if open(id)) {
            let said = c.slice(at + 1..len).to_owned();
            let head =
                super::split::Head { verb: super::lexicon::Verb::Move, at: 0, next: 0, typo: false, past: false };
            return super::change::shift(run, Clause::new(&said, run.clock), head, 1);
        }
    }
    // "call the picnic "Lunch with Sam""
    if first == "call"
        && let Some(k) = (at + 2..len).find(|k| c.toks.get(*k).is_some_and(|t| t.quoted))
        && (k..len).all(|i| c.toks.get(i).is_some_and(|t| t.quoted) || one_of(c.word(i), "instead|now"))
        && let Match::One(id) = run.find(&content(c.slice(at + 1..k)), Want::Open)
        && let Some(q) = super::text::quotes(&c.text).first()
    {
        let title = super::fields::unquoted(c.text.get(q.clone()).unwrap_or_default());
        run.last = vec![super::run::Ref::Todo(id)];
        let patch = countersign_core::operation::Patch { title: Some(title), ..Default::default() };
        run.patch(super::run::Ref::Todo(id), patch);
        return Ok(());
    }
    if matches!(first.as_str(), "not" | "no" | "neither" | "nor") {
        return Err(Stop::Unsure);
    }
    // "I have a meeting tomorrow at 10"
    if let Some(next) = c.any(
        at,
        "i have a|i have an|i've got a|i've got an|there's a|there is a|i got a|we have a|there's an|\
        there is an|we have an",
    ) && dated(&c)
    {
        return create::create(run, c, next, true);
    }
    if c.any(at, "i need|we need|we're out of|we are out of|i'm out of|we ran out of|we're low on|we're running low on")
        .is_some()
    {
        return Err(Stop::Unsure);
    }
    if let Some(said) = event(run, &c, at) {
        return create::create(run, Clause::new(&said, run.clock), 0, false);
    }
    let in_date = |i: usize| c.found.iter().any(|f| c.toks_of(&f.span).contains(&i));
    // "this wednesday fix the bike" begins with its day.
    if is_subject(&first) && !matches!(first.as_str(), "my") && !in_date(at) {
        return Err(if dated(&c) { Stop::Unsure } else { Stop::Chat });
    }
    let copula = (at..len).filter(|i| !in_date(*i)).any(|i| {
        one_of(
            c.word(i),
            "is|are|was|were|will|am|isn't|aren't|won't|can't|don't|didn't|doesn't|said|says|think|i|you|has|would|\
        should|i'd|i'll|i've|i'm|he'd|she'd|we'd|they'd|he'll|she'll|we'll|they'll|happened",
        )
    });
    // "library books have to go back by monday" tells of a todo that is there.
    let told =
        c.seek(at + 1, "have to|has to|need to|needs to|must|goes|should|ought to|had to|need|needs|can|could|might|stays|comes|wants").map(|(i, _)| i);
    if let Some(i) = told
        && run.refer(c.slice(at..i)).is_some_and(|t| !t.bulk)
    {
        return Err(Stop::Unsure);
    }
    // "tax return: start jan 5": said of the todo of that name.
    let colon = (at..len.saturating_sub(1)).find(|i| c.toks.get(*i).is_some_and(|t| !t.quoted && t.after == Some(':')));
    // "due date for the glasses: end of the month"
    if let Some(k) = colon
        && let (name, Some(_)) = super::value::hinted(c.slice(at..k + 1))
        && matches!(run.find(&content(&name), Want::Open), Match::One(_))
    {
        let said = Clause::new(&format!("{} to {}", c.slice(at..k + 1), c.slice(k + 1..len)), run.clock);
        if super::assign::valued(run, &said, 0)? {
            return Ok(());
        }
    }
    // "vet: tuesday": a noun that is also a verb.
    if let Some(k) = colon
        && k == at
        && is_everyday(&first)
        && matches!(run.find(&content(&first), Want::Open), Match::One(_))
        && c.found.iter().any(|f| c.toks_of(&f.span) == (k + 1..len))
    {
        let said = Clause::new(&format!("{} to {}", c.slice(at..k + 1), c.slice(k + 1..len)), run.clock);
        if super::assign::valued(run, &said, 0)? {
            return Ok(());
        }
    }
    // "Clean gutters: postponed, rain" tells of it by its whole title.
    let whole = |k: usize, id| super::target::same_title(run.todos, c.slice(at..k + 1)) == [id];
    if let Some(k) = colon
        && let Match::One(id) = run.find(&content(c.slice(at..k + 1)), Want::Open)
        && (!is_everyday(&first) || whole(k, id))
    {
        let said = Clause::new(&format!("{} to {}", c.slice(at..k + 1), c.slice(k + 1..len)), run.clock);
        if super::assign::valued(run, &said, 0)? {
            return Ok(());
        }
        let title = run.todo(id).map(|t| t.title.clone()).unwrap_or_default();
        // Said of its whole title it is nothing else, however it is read.
        run.refused |= is_everyday(&first);
        return Err(super::resolve::deeds(run, format!("What should change about “{title}”?"), id));
    }
    let everyday = is_everyday(&first);
    let tagged = (at..len).any(|i| {
        c.word(i).strip_prefix('#').is_some_and(|tag| tag.parse::<u32>().is_err() && !tag.is_empty())
            || matches!(c.word(i), "p1" | "p2" | "p3")
            || c.word(i).starts_with("!!")
    });
    // "urgent: call the bank"
    let headed = matches!(first.as_str(), "urgent" | "important" | "asap" | "urgently")
        && c.toks.get(at).is_some_and(|t| matches!(t.after, Some(':' | ',' | '!')));
    // "low priority: sort the drawer"
    let headed = headed || {
        let mut probe = c.clone();
        super::fields::priority(&mut probe, at..len, false).is_some()
            && probe.is_used(at)
            && !c.is_used(at)
            && !probe.free(at..len).is_empty()
    };
    let tagged = tagged || headed || c.any(len.saturating_sub(1), "asap|urgent").is_some() && everyday;
    // "write cards, takes 40 minutes": how long it takes is said of something to do.
    let length = c.found.iter().find(|f| matches!(f.what, What::Duration { .. })).map(|f| c.toks_of(&f.span));
    let tagged = tagged
        || everyday && length.is_some_and(|r| r.end == len && r.start > at + 1 && c.toks.get(r.start - 1).is_some());
    let dated = dated(&c);
    if lead.asked && !everyday {
        return Err(Stop::Unsure);
    }
    let own = chores::is_own(&c, at) || chores::is_with_somebody(&c, at, run.clock);
    // "fix bug #4711": the number is none of a todo here, but somebody's name for what is to be done.
    let tracked = (at + 2..len).any(|i| {
        let number = c.word(i).strip_prefix('#').and_then(|number| number.parse().ok());
        number.is_some_and(|number| run.todo(TodoId(number)).is_none())
    });
    let own = own || tracked;
    let work = lists(ASSISTANT_WORK, &first) && !own;
    // What one might want done with a todo, and this planner cannot do.
    let beyond = "unskip|un-skip|reinstate|copy|duplicate|clone|archive|split|merge|swap|export|import|sync|assign|share|sort|group|link|attach";
    if one_of(&first, beyond) && super::split::names_something(c.slice(at + 1..len), run) {
        return Err(Stop::Unsure);
    }
    // "can you buy film tomorrow" is something to do then; "can you write a poem" is asked of a model.
    let together = (0..at).any(|i| c.word(i) == "we");
    let planned = || {
        c.seek(at + 1, "on the calendar|on my calendar|in the calendar|in my calendar|on the schedule|in the diary")
            .is_some()
    };
    if lead.asked && (!dated || together || planned()) {
        return Err(Stop::Unsure);
    }
    if first == "my" || copula && !everyday {
        return Err(Stop::Unsure);
    }
    // "share my list with Peter": nobody else is reached from here.
    let shares =
        "share|send|print|export|email|e-mail|mail|sync|forward|text|upload|publish|import|synchronise|synchronize";
    if one_of(&first, shares)
        && c.any(at + 1, "my|the|this|our|these|all my|all the").is_some_and(|e| {
            let e = c.any(e, "todo|task|whole|to-do").filter(|n| one_of(c.word(*n), "list|lists")).unwrap_or(e);
            one_of(c.word(e), "list|lists|tasks|todos|to-dos|calendar|schedule|tasklist") && c.word(e + 1) != "of"
        })
    {
        return Err(Stop::Unsure);
    }
    // "book me a flight", "email sarah that i'm late": asked of an assistant that could.
    let told = |i: usize| one_of(c.word(i), "that|saying|i'm|i'll");
    let does = one_of(&first, "book|order|find|get|buy|call|send|make|show") && one_of(c.word(at + 1), "me|us")
        || one_of(&first, "email|text|message|tell|write|notify|inform") && (told(at + 2) || told(at + 3));
    // "forgot to water the plants" tells of what was not done.
    let missed = one_of(&first, "forgot|missed|failed|wanted|tried|hoped|planned|meant|almost|nearly");
    if does || missed {
        return Err(Stop::Unsure);
    }
    let own_list = one_of(c.word(len.saturating_sub(1)), "list|tasks|todos|todo|calendar|to-dos|schedule|tasklist")
        && one_of(c.word(len.saturating_sub(2)), "my|the|todo|to-do|task|all|these");
    let news = one_of(&first, "weather|news|forecast|traffic|continue|go") && (len - at <= 2);
    if own_list || news {
        return Err(Stop::Unsure);
    }
    // "pick up bread day after tomorrow" is about bread; "plan next week" is about what is there.
    let said: Vec<usize> = (at + 1..len).filter(|i| !in_date(*i)).collect();
    let about_todos = work
        && (said.is_empty()
            || said
                .iter()
                .any(|i| one_of(c.word(*i), "week|day|tasks|todos|schedule|todo|list|calendar|everything|them|these")));
    // What comes again and again is the person's own to do.
    let again = c.found.iter().any(|f| matches!(f.what, What::Recurrence { .. }));
    if about_todos && !again {
        return Err(Stop::Unsure);
    }
    let words = content(c.slice(at..len));
    if words.is_empty() {
        return Err(Stop::Chat);
    }
    if dated && (set_moved(run, &c, at)? || changed(run, &c, at)?) {
        return Ok(());
    }
    // "groceries -> monday", "passport = high"
    if (at + 1..len).any(|i| one_of(c.word(i), "->|→|=>|="))
        && let Some(i) = (at + 1..len).find(|i| one_of(c.word(*i), "->|→|=>|="))
        && run.names(&content(c.slice(at..i)))
    {
        return if super::assign::valued(run, &c, at)? { Ok(()) } else { Err(Stop::Unsure) };
    }
    // "everything on monday …" is no title.
    if one_of(&first, "everything|anything|overdue") || c.any(at, "all but|all except|all of them but").is_some() {
        return Err(Stop::Unsure);
    }
    // "all work stuff due this week high", "call it team dinner": of what is there, and no title.
    let noun = |i: usize| one_of(c.word(i), "stuff|tasks|todos|to-dos|items|things|chores");
    if one_of(&first, "all|every|each") && (at + 1..len.min(at + 4)).any(noun)
        || first == "call" && one_of(c.word(at + 1), "it|that|this") && len > at + 2
        || create::is_pointing(c.slice(at..len))
    {
        return Err(Stop::Unsure);
    }
    if dated && super::occurrence::timed_day(run, &c, at) {
        return Ok(());
    }
    if (dated || tagged) && words.len() <= 40 {
        return create::create(run, c, at, false);
    }
    if work {
        return Err(Stop::Unsure);
    }
    if (everyday || own) && len - at >= 2 && words.len() <= 25 {
        return create::create(run, c, at, false);
    }
    if super::terse::is_shopping(run, &c, at) {
        return create::create(run, c, at, false);
    }
    let title = c.slice(at..len).to_owned();
    if !target::same_title(run.todos, &title).is_empty() || run.listed && words.len() <= 15 {
        return create::create(run, c, at, false);
    }
    Err(Stop::Unsure)
}

/// "the parents' evening is on thursday at 7", "the inspection takes place on 2 december": of what no todo tells, when
/// it is, and nothing else. The name and the date.
fn event(run: &Run<'_>, c: &Clause, at: usize) -> Option<String> {
    const IS: &str = "is on|is at|is|are on|are at|are|is scheduled for|is planned for|is set for|is booked for|is coming up on|\
        will be on|will be held on|will be|is held on|takes place on|takes place at|takes place|will take place on|will take place|\
        is taking place on|is taking place|happens on|is happening on|falls on|starts on|starts at";
    /// Of these nothing is new, or nothing is an event.
    const OTHER: &str = "date|deadline|time|day|due|appointment|it|that|this|he|she|they|we|you|i|everything|all|both|weather|what|who|\
        when|one|here|there|not|no|never|if|today|tomorrow";
    let (i, end) = (at + 1..c.len()).find_map(|i| c.any(i, IS).map(|e| (i, e)))?;
    let dated = |k: usize| c.found.iter().any(|f| c.toks_of(&f.span).contains(&k));
    let day = |f: &crate::dates::Found| {
        matches!(f.what, What::Date { .. } | What::DateTime { .. }) && matches!(f.role, Role::When)
    };
    let whole = end < c.len() && (end..c.len()).all(|k| dated(k) || one_of(c.word(k), "on|at|from"));
    // "is on" may be a part of the date.
    let from = c.found.iter().map(|f| c.toks_of(&f.span).start).min()?;
    let name = c.any(at, "the|our|my").filter(|e| *e < i).unwrap_or(at)..i;
    let plain =
        (at..i).all(|k| !one_of(c.word(k), OTHER) && !dated(k) && c.toks.get(k).is_some_and(|t| t.after.is_none()));
    let told = c.slice(name.clone());
    let known = run.touches(told);
    (whole
        && plain
        && from >= i
        && c.found.iter().any(day)
        && (1..=6).contains(&name.len())
        && !known
        && !is_everyday(c.word(at)))
    .then(|| format!("{told} {}", c.slice(from.max(i + 1)..c.len())))
}

/// Whether the words say in the past tense that a todo was done: "returned the library books".
pub(super) fn reports(c: &Clause, at: usize, run: &Run<'_>) -> bool {
    let begin = c.any(at, "i|i've|ive|i have|i just|i already|we|i've already|i've just|just|already").unwrap_or(at);
    let verb = c.word(begin);
    let past = PAST.iter().any(|(p, _)| *p == verb) || verb.len() > 4 && verb.ends_with("ed");
    past && matches!(
        run.search(&content(c.slice(begin..c.len())), Want::Open, &|t| !t.status.is_closed()),
        Match::One(_)
    ) || super::otherwise::settled(run, c, begin).is_some()
        || super::otherwise::put_otherwise(run, c, begin).is_some()
}

fn dated(c: &Clause) -> bool {
    c.found.iter().any(|f| !matches!(f.what, What::Duration { .. }) && !matches!(f.role, Role::Until | Role::After))
}
