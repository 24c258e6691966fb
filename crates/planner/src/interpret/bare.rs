//! Text without a command: something to do, a statement about a todo, or talk.

use super::create;
use super::lexicon::{ASSISTANT_WORK, EVERYDAY, PAST, lists, one_of};
use super::run::{Ref, Run, Said, Stop};
use super::split::Lead;
use super::target::{self, Match, Want, content, inflections};
use super::text::Clause;
use crate::dates::{Role, What};

/// The word begins many things one has to do.
pub(super) fn is_everyday(word: &str) -> bool {
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
    if statement(run, &mut c, at)? {
        return Ok(());
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
    if is_subject(&first) && !matches!(first.as_str(), "my") {
        return Err(if dated(&c) { Stop::Unsure } else { Stop::Chat });
    }
    let in_date = |i: usize| c.found.iter().any(|f| c.toks_of(&f.span).contains(&i));
    let copula = (at..len).filter(|i| !in_date(*i)).any(|i| {
        one_of(
            c.word(i),
            "is|are|was|were|will|am|isn't|aren't|won't|can't|don't|didn't|doesn't|said|says|think|i|you|has|would|\
        should",
        )
    });
    let everyday = is_everyday(&first);
    let tagged = (at..len).any(|i| {
        c.word(i).starts_with('#') && c.word(i).len() > 1
            || matches!(c.word(i), "p1" | "p2" | "p3")
            || c.word(i).starts_with("!!")
    });
    // "urgent: call the bank"
    let headed = matches!(first.as_str(), "urgent" | "important" | "asap" | "urgently")
        && c.toks.get(at).is_some_and(|t| matches!(t.after, Some(':' | ',' | '!')));
    let tagged = tagged || headed || c.any(len.saturating_sub(1), "asap|urgent").is_some() && everyday;
    let dated = dated(&c);
    if lead.asked && !everyday {
        return Err(Stop::Unsure);
    }
    let work = lists(ASSISTANT_WORK, &first);
    // What one might want done with a todo, and this planner cannot do.
    let beyond = "copy|duplicate|clone|archive|split|merge|swap|export|import|sync|assign|share|sort|group|link|attach";
    if one_of(&first, beyond) && super::split::names_something(c.slice(at + 1..len), run) {
        return Err(Stop::Unsure);
    }
    if lead.asked && !(dated && c.toks.first().is_some_and(|t| matches!(t.fold.as_str(), "i" | "i'd" | "id"))) {
        return Err(Stop::Unsure);
    }
    if first == "my" || copula && !everyday {
        return Err(Stop::Unsure);
    }
    let own_list = one_of(c.word(len.saturating_sub(1)), "list|tasks|todos|todo|calendar|to-dos|schedule|tasklist")
        && one_of(c.word(len.saturating_sub(2)), "my|the|todo|to-do|task|all|these");
    let news = one_of(&first, "weather|news|forecast|traffic|continue|go") && (len - at <= 2);
    if own_list || news {
        return Err(Stop::Unsure);
    }
    let about_todos = (at..len)
        .any(|i| one_of(c.word(i), "week|day|tasks|todos|schedule|todo|list|calendar|everything|them|these"))
        && work;
    if about_todos {
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
        && matches!(run.find(&content(c.slice(at..i)), Want::Open), Match::One(_) | Match::Tie(_))
    {
        return if super::assign::valued(run, &c, at)? { Ok(()) } else { Err(Stop::Unsure) };
    }
    if (dated || tagged) && words.len() <= 40 {
        return create::create(run, c, at, false);
    }
    if work {
        return Err(Stop::Unsure);
    }
    if everyday && len - at >= 2 && words.len() <= 25 {
        return create::create(run, c, at, false);
    }
    let title = c.slice(at..len).to_owned();
    if !target::same_title(run.todos, &title).is_empty() || run.listed && words.len() <= 15 {
        return create::create(run, c, at, false);
    }
    Err(Stop::Unsure)
}

/// Whether the words say in the past tense that a todo was done: "returned the library books".
pub(super) fn reports(c: &Clause, at: usize, run: &Run<'_>) -> bool {
    let begin = c.any(at, "i|i've|ive|i have|i just|i already|we|i've already|i've just|just|already").unwrap_or(at);
    let verb = c.word(begin);
    let past = PAST.iter().any(|(p, _)| *p == verb) || verb.len() > 4 && verb.ends_with("ed");
    past && matches!(
        run.search(&content(c.slice(begin..c.len())), Want::Open, &|t| !t.status.is_closed()),
        Match::One(_)
    )
}

/// "everything overdue to today", "overdue -> tomorrow": a set and where it goes. A set with a date
/// and no word between them is left alone.
fn set_moved(run: &mut Run<'_>, c: &Clause, at: usize) -> Said<bool> {
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
fn changed(run: &mut Run<'_>, c: &Clause, at: usize) -> Said<bool> {
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
    Err(super::resolve::which(run, question, &ids))
}

const CALLED_OFF: &str = "cancelled|canceled|is cancelled|is canceled|was cancelled|was canceled|got cancelled|got canceled|\
    has been cancelled|has been canceled|been cancelled|been canceled|called off|is called off|was called off|\
    got called off|has been called off|is off|is not happening|isn't happening|is no longer happening|not happening|\
    fell through|is no longer needed|isn't needed anymore|no longer needed|is not needed anymore|is obsolete";

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

fn dated(c: &Clause) -> bool {
    c.found.iter().any(|f| !matches!(f.what, What::Duration { .. }) && !matches!(f.role, Role::Until | Role::After))
}

/// "I paid the rent", "the report is done", "dentist is on friday now".
fn statement(run: &mut Run<'_>, c: &mut Clause, at: usize) -> Said<bool> {
    let len = c.len();
    // "<todo> is …"
    if let Some((i, e)) = c.seek(
        at + 1,
        "is|are|was|has been|have been|got|has|takes|will take|should take|would take|is going to take|\
        needs to be|should be|isn't|is not|aren't|isnt|must be|can be|will be|'s",
    ) {
        let name = c.slice(at..i).to_owned();
        // "the due date of the report is friday"
        let (plain, hint) = super::value::hinted(&name);
        if hint.is_some() && matches!(run.find(&content(&plain), Want::Open), Match::One(_) | Match::Tie(_)) {
            let set = Clause::new(&format!("{name} to {}", c.slice(e..len)), run.clock);
            return if super::assign::valued(run, &set, 0)? { Ok(true) } else { Err(Stop::Unsure) };
        }
        let copula = c.slice(i..e).to_lowercase();
        let negative = copula.contains("n't") || copula == "isnt" || copula.contains("not");
        let found = run.find(&content(&name), Want::Open);
        let pronoun = matches!(c.word(at), "it" | "that" | "this") && i == at + 1;
        let modal = copula.ends_with(" be");
        if matches!(found, Match::One(_) | Match::Tie(_))
            || pronoun
            || super::filter::is_bulk(&Clause::new(&name, run.clock), run)
        {
            return super::assign::state(run, c, &name, e, negative, modal)
                .map(|()| true)
                .map_err(|stop| if pronoun { Stop::Chat } else { stop });
        }
    }
    // "dentist cancelled", "the picnic is off"
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
        if matches!(run.find(&content(&name), Want::Open), Match::One(_) | Match::Tie(_)) {
            let said = format!("{name} {}", c.slice(e..len));
            super::act::complete(run, &said, true, true)?;
            return Ok(true);
        }
    }
    // "<todo> done", "dentist: done"
    if let Some(end) = c.any(len.saturating_sub(1), "done|finished|completed|complete|✓|✔|✅")
        && end == len
        && len > at + 1
    {
        let name = c.slice(at..len - 1).to_owned();
        if matches!(run.find(&content(&name), Want::Open), Match::One(_) | Match::Tie(_)) {
            c.take(len - 1..len, "completed");
            super::act::complete(run, &name, true, true)?;
            return Ok(true);
        }
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
    if past && len > begin + 1 && (begin > at || !is_everyday(&verb)) {
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
                super::act::complete(run, &object, true, true)?;
                return Ok(true);
            }
            Match::Tie(ids) => return Err(super::resolve::which(run, "Which one is done?".to_owned(), &ids)),
            Match::Weak(ids) => {
                // The object is there, under another verb: ask whether that is it.
                let rest: Vec<String> = words.iter().skip(1).cloned().collect();
                if let Match::One(id) = run.search(&rest, Want::Open, &|t| ids.contains(&t.id) || !t.status.is_closed())
                {
                    return Err(super::resolve::which(run, "Is this one done?".to_owned(), &[id]));
                }
            }
            Match::None => {}
        }
    }
    Ok(false)
}
