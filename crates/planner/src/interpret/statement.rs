//! Statements about a todo that is there: what became of it, what is different about it now. The plain ones
//! are done, the others asked about; none makes a new todo.

use super::bare::is_everyday;
use super::lexicon::{PAST, lists, one_of};
use super::run::{Ref, Run, Said, Stop, Topic};
use super::target::{Match, Want, content, inflections};
use super::text::Clause;
use crate::dates::Role;

/// "everything overdue to today", "overdue -> tomorrow": a set and where it goes. A set with a date
/// and no word between them is left alone.
pub(super) fn set_moved(run: &mut Run<'_>, c: &Clause, at: usize) -> Said<bool> {
    let Some(f) = c.found.last() else { return Ok(false) };
    let r = c.toks_of(&f.span);
    let arrow = |i: usize| one_of(c.word(i), "to|->|→|=>|into");
    let name_end = if arrow(r.start) { r.start } else { r.start.saturating_sub(1) };
    let linked = arrow(r.start) || r.start > at && arrow(r.start - 1);
    let name = Clause::new(c.slice(at..if linked { name_end } else { r.start }), run.clock);
    if name.len() == 0
        || r.end < c.len()
        || !super::filter::is_bulk(&name, run) && !lists(SETS, &name.text.to_lowercase())
    {
        return Ok(false);
    }
    if !linked {
        // "all hands friday" is a title; "today's tasks tomorrow" is a set.
        let known = super::filter::conditions(&mut name.clone(), run);
        return if known.unknown.is_empty() && !known.is_empty() { Err(Stop::Unsure) } else { Ok(false) };
    }
    let head = super::split::Head { verb: super::lexicon::Verb::Move, at, next: at, typo: false, past: false };
    super::change::shift(run, c.clone(), head, 1).map(|()| true)
}

const SETS: &str = " overdue ";

/// Words of a statement that something about a todo is different now.
const CHANGED: &str = " moved rescheduled postponed shifted delayed pushed changed no longer not anymore any more only instead either cancelled \
    canceled from now on isn't won't ";

/// "dentist moved to wednesday", "dentist no longer at 3", "gym only on mondays": about a todo that is
/// there. The plain ones are done, the others asked about; none is a new todo.
pub(super) fn changed(run: &mut Run<'_>, c: &Clause, at: usize) -> Said<bool> {
    let mut plain = c.clone();
    for f in &c.found {
        plain.spend(c.toks_of(&f.span));
    }
    let free = plain.free(at..c.len());
    let said: Vec<usize> = free.iter().copied().filter(|i| lists(CHANGED, c.word(*i))).collect();
    let name: Vec<String> = free
        .iter()
        .filter(|i| !lists(CHANGED, c.word(**i)) && !c.word(**i).bytes().all(|b| b.is_ascii_digit()))
        .map(|i| c.slice(*i..i + 1).to_owned())
        .collect();
    let name = content(&name.join(" "));
    if said.iter().all(|i| matches!(c.word(*i), "on" | "no" | "any" | "more" | "from" | "now"))
        && c.seek(at, "from now on|no longer|any more").is_none()
        || name.is_empty()
    {
        return Ok(false);
    }
    let ids = match run.search(&name, Want::Open, &|t| !t.status.is_closed()) {
        Match::One(id) => vec![id],
        Match::Tie(ids) => ids,
        Match::Weak(_) | Match::None => return Ok(false),
    };
    let moved = c.seek(at, "moved|rescheduled|postponed|shifted|delayed|pushed|from now on");
    let plain =
        said.iter().all(|i| lists(" moved rescheduled postponed shifted delayed pushed from now on ", c.word(*i)));
    if let Some((a, b)) = moved.filter(|_| plain) {
        let mut c = c.clone();
        c.spend(a..b);
        let text = c.rest(0..c.len());
        let head = super::split::Head { verb: super::lexicon::Verb::Move, at, next: at, typo: false, past: false };
        return super::change::shift(run, Clause::new(&text, run.clock), head, 1).map(|()| true);
    }
    let title = ids.first().and_then(|id| run.todo(*id)).map(|t| t.title.clone()).unwrap_or_default();
    let question = match ids.len() {
        1 => format!("What should change about “{title}”? Say it as “move {title} to …” or “delete {title}”."),
        _ => "Which one do you mean, and what should change about it?".to_owned(),
    };
    match ids.as_slice() {
        [id] => Err(super::resolve::deeds(run, question, *id)),
        _ => Err(super::resolve::which(run, question, &ids)),
    }
}

const CALLED_OFF: &str = "cancelled|canceled|is cancelled|is canceled|was cancelled|was canceled|got cancelled|got canceled|\
    has been cancelled|has been canceled|been cancelled|been canceled|called off|is called off|was called off|\
    got called off|has been called off|is off|is not happening|isn't happening|is no longer happening|not happening|\
    fell through|is no longer needed|isn't needed anymore|no longer needed|is not needed anymore|is obsolete";

/// "yoga is off on thursday", "this week's gym is cancelled": that day of a series is left out.
fn called_off_then(run: &mut Run<'_>, c: &Clause, at: usize) -> Said<bool> {
    let Some((i, e)) = c.seek(at + 1, CALLED_OFF) else { return Ok(false) };
    let dated = |k: usize| c.found.iter().any(|f| c.toks_of(&f.span).contains(&k));
    if !(e..c.len()).all(|k| dated(k) || one_of(c.word(k), "on|for|again|this|time")) {
        return Ok(false);
    }
    let name = format!("{} {}", c.slice(at..i), c.slice(e..c.len()));
    let Some(targets) = run.refer(name.trim()).filter(|t| !t.bulk && t.span.is_some()) else { return Ok(false) };
    let [id] = targets.ids()[..] else { return Ok(false) };
    let Some(todo) = run.todo(id).filter(|t| t.recurrence.is_repeating()) else { return Ok(false) };
    run.last = targets.refs.clone();
    for occurrence_date in super::series::pick(run, todo, targets.span, super::series::Purpose::Skip)? {
        run.push(countersign_core::operation::Operation::SkipOccurrence { id: id.into(), occurrence_date });
    }
    Ok(true)
}

/// What a todo is now, behind its name and without "is".
const BECAME: &str = "not done|not finished|not complete|not completed|not yet done|not yet finished|in progress|on hold|\
    blocked|unblocked";

/// Whether the words in front of a state name no todo.
fn names_none(run: &Run<'_>, c: &Clause, at: usize, end: usize) -> bool {
    let name = content(c.slice(at..end).trim_end_matches(" still"));
    !run.names(&name)
}

/// It will not take place: whether that deletes it is the person's to say.
fn called_off(run: &mut Run<'_>, id: countersign_core::ids::TodoId) -> Said<bool> {
    let Some(todo) = run.todo(id) else { return Ok(false) };
    run.last = vec![Ref::Todo(id)];
    let options = vec![
        (serde_json::json!("delete"), format!("Delete “{}”", todo.title)),
        (serde_json::json!("reject"), "Keep it as rejected".to_owned()),
    ];
    Err(
        match super::run::Ask::about(
            format!("“{}” is off: delete it, or keep it as rejected?", todo.title),
            "value",
            options,
        ) {
            Stop::Ask(mut ask) => {
                ask.options = vec![id];
                Stop::Ask(ask)
            }
            other => other,
        },
    )
}

/// Said of what was done, and beside a repetition of what is done each time.
const DONE: &str =
    "done|finished|completed|complete|paid|payed|settled|handled|submitted|delivered|sent|sorted|fixed|over";

/// "I paid the rent", "the report is done", "dentist is on friday now".
pub(super) fn statement(run: &mut Run<'_>, c: &mut Clause, at: usize) -> Said<bool> {
    let len = c.len();
    if called_off_then(run, c, at)? {
        return Ok(true);
    }
    // "the picnic is off": of a series it is not said which day, or whether for good.
    if let Some((i, e)) = c.seek(at + 1, CALLED_OFF)
        && e == len
        && let Match::One(id) = run.find(&content(c.slice(at..i)), Want::Open)
        && run.todo(id).is_some_and(|todo| !todo.recurrence.is_repeating())
    {
        return called_off(run, id);
    }
    // "<todo> is …"
    if let Some((i, e)) = c.seek(
        at + 1,
        "is|are|was|were|wasn't|weren't|was not|were not|has been|have been|got|has|takes|takes me|will take|will take me|would take me|should take me|is going to take me|should take|would take|is going to take|becomes|become|\
        is becoming|should become|will need|needs|need|should need|is going to need|requires|will require|would need|\
        needs to be|should be|starts|begins|starts at|begins at|start at|begin at|will start|will start at|will begin|will begin at|isn't|is not|aren't|isnt|must be|can be|will be|'s",
    ) {
        // "starts at 10": the time keeps its "at".
        let e = e - usize::from(e > i + 1 && c.word(e - 1) == "at");
        let name = c.slice(at..i).to_owned();
        // "the due date of the report is friday"
        let (plain, hint) = super::value::hinted(&name);
        if hint.is_some() && run.names(&content(&plain)) {
            let e = e + usize::from(one_of(c.word(e), "now|really|actually|only") && e + 1 < len);
            let set = Clause::new(&format!("{name} to {}", c.slice(e..len)), run.clock);
            return if super::assign::valued(run, &set, 0)? { Ok(true) } else { Err(Stop::Unsure) };
        }
        let copula = c.slice(i..e).to_lowercase();
        if one_of(&copula, "is|are|was|were|has been|have been|got")
            && (super::news::done_to(run, &name, c.slice(e..len)).is_some()
                || super::news::done_to_all(run, &name, c.slice(e..len)))
        {
            super::deeds::complete(run, &name, true, true)?;
            return Ok(true);
        }
        // "the rent is paid every 1st and 15th": how it is done, and not that it was.
        let habit = one_of(c.word(e), DONE) && c.found.iter().any(|f| f.role == Role::Every && c.toks_of(&f.span).start > e);
        if habit {
            return Err(Stop::Unsure);
        }
        let negative = copula.contains("n't") || copula == "isnt" || copula.contains("not");
        let found = run.find(&content(&name), Want::Open);
        let pronoun = matches!(c.word(at), "it" | "that" | "this") && i == at + 1;
        let modal = copula.ends_with(" be");
        // "the report needs two hours", and nothing else that it may need.
        let lasts = copula.contains("need") && !modal || copula.contains("require");
        if lasts && !super::value::is_length(run, c.slice(e..len)) {
            // "the plants only need water on fridays now": of a todo that is there, and nothing new.
            let topic = ["only", "just", "really", "also"].iter().find_map(|end| name.trim_end().strip_suffix(end));
            let there = topic.is_some_and(|topic| !matches!(run.find(&content(topic), Want::Open), Match::None | Match::Weak(_)));
            return if there { Err(Stop::Unsure) } else { Ok(false) };
        }
        if matches!(found, Match::One(_) | Match::Tie(_))
            || pronoun
            || run.refer(&name).is_some()
            || super::filter::is_bulk(&Clause::new(&name, run.clock), run)
        {
            run.told = true;
            let said = super::assign::state(run, c, &name, e, negative, modal);
            run.told = false;
            return said
                .map(|()| true)
                .map_err(|stop| if pronoun { Stop::Chat } else { stop });
        }
    }
    // "socks are packed": a line of a checklist.
    if let Some((i, e)) = c.seek(at + 1, "is|are|isn't|aren't").filter(|(_, e)| e + 1 == len)
        && (!super::near::bases(c.word(e)).is_empty() || one_of(c.word(e), "done|in|ready"))
        && matches!(run.find(&content(c.slice(at..i)), Want::Open), Match::None)
    {
        let on = one_of(c.word(i), "is|are");
        return super::lines::tick_anywhere(run, c.slice(at..i), on);
    }
    // "yoga cancelled"
    if let Some((i, e)) = c.seek(at + 1, CALLED_OFF)
        && e == len
    {
        let name = c.slice(at..i).to_owned();
        if let Match::One(id) = run.find(&content(&name), Want::Open) {
            return called_off(run, id);
        }
    }
    // "gym until december 20"
    if let Some(f) = c.found.iter().find(|f| f.role == Role::Until && c.toks_of(&f.span).end == len).cloned() {
        let r = c.toks_of(&f.span);
        let name = c.slice(at..r.start).to_owned();
        if let Match::One(id) = run.search(&content(&name), Want::Open, &|t| t.recurrence.is_repeating())
            && run.todo(id).is_some_and(|t| t.recurrence.is_repeating())
        {
            return super::assign::state(run, c, &name, r.start, false, false).map(|()| true);
        }
    }
    // "gym done yesterday"
    if let Some((i, e)) = c.seek(at + 1, "done|finished|completed")
        && e < len
        && (e..len).all(|k| c.found.iter().any(|f| c.toks_of(&f.span).contains(&k)))
    {
        let name = c.slice(at..i).to_owned();
        if run.names(&content(&name)) {
            let said = format!("{name} {}", c.slice(e..len));
            super::deeds::complete(run, &said, true, true)?;
            return Ok(true);
        }
    }
    // "<todo> done", "dentist: done"
    if let Some(end) = c.any(len.saturating_sub(1), "done|finished|completed|complete|✓|✔|✅")
        && end == len
        && len > at + 1
    {
        let name = c.slice(at..len - 1).to_owned();
        if run.names(&content(&name)) || several_done(run, &name) {
            c.take(len - 1..len, "completed");
            super::deeds::complete(run, &name, true, true)?;
            return Ok(true);
        }
    }
    // "rent not done", "dentist on hold"
    if let Some((i, e)) = c.seek(at + 1, BECAME)
        && (e == len || e + 1 == len && one_of(c.word(e), "yet|now|again|still|anymore"))
        && !names_none(run, c, at, i)
    {
        let name = c.slice(at..i).trim_end_matches(" still").to_owned();
        let yet = Clause::new(c.slice(0..e), run.clock);
        super::assign::state(run, &mut yet.clone(), &name, i, false, false)?;
        return Ok(true);
    }
    // "I paid the rent": every word of it, verb included, is a title's.
    let begin = c
        .any(
            at,
            "i|i've|ive|i have|i just|i already|we|i've already|i've just|i have already|i have just|i have now|\
            i've now|i've finally|i finally|i have finally|we have|we just|we already|we've already|already|just|\
            we've|finally|just now|i've also|i also|also",
        )
        .unwrap_or(at);
    let verb = c.word(begin).to_owned();
    let past = PAST.iter().any(|(p, _)| *p == verb)
        || verb.len() > 4 && verb.ends_with("ed") && inflections(&verb).iter().any(|w| is_everyday(w));
    // "brought the library books back" for "Return library books"
    if let Some((id, object)) = super::otherwise::put_otherwise(run, c, begin) {
        run.last = vec![Ref::Todo(id)];
        super::deeds::complete(run, &object, true, true)?;
        return Ok(true);
    }
    if let Some(id) = super::otherwise::settled(run, c, begin) {
        run.last = vec![Ref::Todo(id)];
        super::deeds::complete(run, c.slice(begin + 1..len), true, true)?;
        return Ok(true);
    }
    // "read the novel tonight": the same word wishes and reports; only who did it, or when, tells which.
    let reports = begin > at
        || !PAST.iter().any(|(p, base)| *p == verb && base == p)
        || c.found.is_empty()
        || of_the_past(run, c);
    if past && len > begin + 1 && reports && (begin > at || !is_everyday(&verb)) {
        let object = c.slice(begin..len).to_owned();
        let mut plain = Clause::new(&object, run.clock);
        for f in plain.found.clone() {
            let r = plain.toks_of(&f.span);
            plain.spend(r);
        }
        let bare = plain.rest(0..plain.len());
        let words = content(&bare);
        match run.search(&words, Want::Open, &|t| !t.status.is_closed()) {
            Match::One(id) => {
                run.last = vec![Ref::Todo(id)];
                super::deeds::complete(run, &object, true, true)?;
                return Ok(true);
            }
            // "sent both invoices"
            Match::Tie(ids) if ids.len() == 2 && plain.word(1) == "both" => {
                run.last = ids.iter().copied().map(Ref::Todo).collect();
                let named: Vec<String> = ids.iter().map(|id| format!("#{id}")).collect();
                super::deeds::complete(run, &named.join(" and "), true, true)?;
                return Ok(true);
            }
            Match::Tie(ids) if plain.found.is_empty() && done_of(run, &ids, &verb).is_some() => {
                let id = done_of(run, &ids, &verb).map_or_else(String::new, |id| format!("#{id}"));
                super::deeds::complete(run, &id, true, true)?;
                return Ok(true);
            }
            Match::Tie(ids) => {
                return Err(
                    super::resolve::which(run, "Which one is done?".to_owned(), &ids).on(Topic::Order("complete"))
                );
            }
            Match::Weak(ids) => {
                // The object is there, under another verb: ask whether that is it.
                let rest: Vec<String> = words.iter().skip(1).cloned().collect();
                if let Match::One(id) = run.search(&rest, Want::Open, &|t| ids.contains(&t.id) || !t.status.is_closed())
                {
                    return Err(
                        super::resolve::which(run, "Is this one done?".to_owned(), &[id]).on(Topic::Order("complete"))
                    );
                }
            }
            Match::None => {}
        }
        // "took the library books back" for "Return library books": every word but its verb.
        if begin > at
            && let [id] = run.topic(&bare).as_slice()
            && let Some(todo) = run.todo(*id).filter(|t| !t.status.is_closed())
        {
            let things: Vec<String> = content(&todo.title).into_iter().filter(|w| !is_everyday(w)).collect();
            let said = |w: &String| words.iter().any(|s| inflections(s).contains(w));
            if things.len() > 1 && things.iter().all(said) {
                return Err(super::resolve::which(run, format!("Is “{}” done?", todo.title), &[*id])
                    .on(Topic::Order("complete")));
            }
        }
    }
    Ok(false)
}

/// "i called mom", of “Call mom” and “Mom's birthday”: the one that has the verb.
fn done_of(run: &Run<'_>, ids: &[countersign_core::ids::TodoId], verb: &str) -> Option<countersign_core::ids::TodoId> {
    let forms = inflections(verb);
    let does = |word: &String| forms.contains(word);
    let has = |id: &&countersign_core::ids::TodoId| {
        run.todo(**id).is_some_and(|t| countersign_core::todos::words(&t.title).first().is_some_and(does))
    };
    let mut found = ids.iter().filter(has);
    found.next().filter(|_| found.next().is_none()).copied()
}

/// "all errands", "yesterday's sync": more than a bare number or date in front of "done".
fn several_done(run: &mut Run<'_>, name: &str) -> bool {
    let c = Clause::new(name, run.clock);
    let plain = (0..c.len()).all(|i| c.word(i).bytes().all(|b| b.is_ascii_digit()));
    !plain && run.refer(name).is_some_and(|t| !t.bulk || super::split::sets(name))
}

/// Whether all that is said of when is past.
fn of_the_past(run: &Run<'_>, c: &Clause) -> bool {
    let past = |f| super::resolve::span_of(f, &c.text).is_some_and(|span| span.to < run.today());
    !c.found.is_empty() && c.found.iter().all(past)
}
