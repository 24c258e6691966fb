//! What became of a todo, told as news: it moves, it slips by a day, it took place, one cannot be there.

use super::assign;
use super::change;
use super::deeds::complete;
use super::lexicon::{PAST, Verb, one_of};
use super::run::{Ref, Run, Said, Stop};
use super::series::{self, Purpose};
use super::split::{Head, lead, names_something, sets};
use super::target::{Match, Want, content};
use super::text::Clause;
use super::value::value;
use crate::dates::{self, What};
use countersign_core::ids::TodoId;
use countersign_core::operation::Operation;

pub(super) const GOES: &str = "goes to|go to|moves to|move to|is moving to|are moving to|moving to|shifts to|slips to|slides to|gets done|get done|gets done on|get done on|shift to|slip to|slide to|changes to|\
    should go to|should move to|can go to|can move to|needs to move to|has to move to|have to move to|can wait until|\
    can wait till|has to wait until|will have to wait until|should wait until|must wait until|waits until";
/// What may stand in front of "moved to".
const WAS: &str = "is|are|was|were|got|gets|has|have|has been|have been|been|is being|are being|will be|had to be";
const MOVED: &str = "moved|pushed|pushed back|postponed|rescheduled|shifted|slipped|delayed|changed|brought forward|put off|\
    pushed out|moved forward|moved back|deferred";

const HAPPENED: &str = "happened|took place|went ahead|went out|went back|went through|went well|got sent|got paid|went in|\
    all done|got done|went smoothly|worked out|went off|got out|made it out";

/// Behind "is", "are", "has been": what is behind one.
const BEHIND: &str = "over|over now|behind me|behind us|history|off my desk|off my plate|off my list|out of the way|in the bag|\
    taken care of|dealt with|sorted|sorted out|over and done with|out|in|on its way|on their way|on the way|happened|\
    all done|wrapped up|crossed off|in the mail|in the post|out the door|squared away|good to go|put to bed|gone out|\
    gone off|gone through|through";

/// Where a clause says so of what stands in front.
fn happened(c: &Clause, from: usize) -> Option<(usize, usize)> {
    let told = (from..c.len()).filter_map(|i| {
        let e =
            c.any(i, "is|are|was|were|has been|have been|has|have|is finally|are finally|is already|are already|got")?;
        Some((i, c.any(e, BEHIND)?))
    });
    c.seek(from, HAPPENED).into_iter().chain(told).min()
}

/// What one has done with a date or a thing, whatever its title's verb is.
const DID: &str = "attended|went to|have been to|been to|was at|made it to|visited|joined|sat through|survived|got through|\
    took care of|dealt with|handled|sorted|sorted out|wrapped up|got done with|got around to|had|finished up|\
    crossed off|got";

pub(super) const ABSENT: &str = "i can't make it to|i can't make|can't make it to|can't make|cant make it to|cant make|i cannot make it to|\
    i cannot make|cannot make it to|cannot make|i won't make it to|i won't make|won't make it to|won't make|\
    i won't be at|won't be at|i can't go to|can't go to|i won't go to|won't go to|i'm not going to|im not going to|\
    i am not going to|not going to|i can't attend|can't attend|i cannot attend|i won't attend|won't attend|\
    i'm not attending|not attending|i'll miss|i will miss|i have to miss|i'm missing|i'm going to miss|\
    i won't be able to make|i won't be able to make it to|i can't do|can't do|i'm unable to attend|i'm out for|\
    we can't make|we won't make|we're not going to|i have no time for|i've no time for|i don't have time for";

/// "No time for gym tomorrow", "no time for the dentist, move it to friday": with a day or an order behind it, it is told that
/// somebody has no time, and no time of day is taken away.
pub(super) fn has_no_time(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text, run.clock);
    let at = lead(&c).at;
    let name = c.at(at, "no time for")?;
    let ordered = (name + 1..c.len()).any(|i| c.toks.get(i - 1).is_some_and(|t| t.after == Some(',')));
    (ordered || !c.found.is_empty()).then(|| format!("i have {}", c.slice(at..c.len())))
}

const MUST_BE: &str = "needs to be|need to be|has to be|have to be|should be|must be|can be|could be|ought to be|is to be|\
    wants to be|may be|needs to get|has to get|should get|needs being";

/// Reads a clause as news; `false` when it is none.
pub(super) fn news(run: &mut Run<'_>, c: &Clause, at: usize) -> Said<bool> {
    if let Some(said) = by_another(run, c, at) {
        return news(run, &Clause::new(&said, run.clock), 0);
    }
    Ok(passive(run, c, at)?
        || goes(run, c, at)?
        || put_off(run, c, at)?
        || slips(run, c, at)?
        || linked(run, c, at)?
        || took_place(run, c, at)?
        || attended(run, c, at)?
        || super::otherwise::received(run, c, at)?
        || renewed(run, c, at)?)
}

fn moved(run: &mut Run<'_>, text: &str) -> Said<bool> {
    let head = Head { verb: Verb::Move, at: 0, next: 0, typo: false, past: false };
    change::shift(run, Clause::new(text, run.clock), head, 1).map(|()| true)
}

/// "the dentist needs to be moved to friday": the order in the passive.
fn passive(run: &mut Run<'_>, c: &Clause, at: usize) -> Said<bool> {
    const OURS: &str = "move|reschedule|postpone|delete|remove|cancel|rename|push|shift|delay|unblock|snooze|defer|skip|drop|\
        label|tag|lower|raise|bump|scrap|bring";
    let Some((i, e)) = c.seek(at + 1, MUST_BE).filter(|(_, e)| *e < c.len()) else { return Ok(false) };
    let bases = super::near::bases(c.word(e));
    let Some(verb) = bases.iter().find(|b| one_of(b, OURS)) else { return Ok(false) };
    let name = c.slice(at..i).to_owned();
    if !sets(&name) && run.refer(&name).is_none() && !matches!(run.find(&content(&name), Want::Open), Match::Tie(_)) {
        return Ok(false);
    }
    let said = format!("{verb} {name} {}", c.slice(e + 1..c.len()));
    run.clause(said.trim()).map(|()| true)
}

/// "the doctor's office moved me to monday", "the dentist pushed my appointment back a week": as "the doctor was moved".
fn by_another(run: &Run<'_>, c: &Clause, at: usize) -> Option<String> {
    const WHO: &str =
        "me|us|my appointment|our appointment|the appointment|it|my slot|our slot|the date|my date|things|that";
    const OFFICE: &str =
        "office|people|clinic|practice|receptionist|secretary|assistant|guys|team|surgery|place|salon|shop|studio";
    let (i, e) = (at + 1..c.len()).find_map(|i| {
        let verb = c.any(i, "has|have|had|just|has just|already|called and").unwrap_or(i);
        let e = one_of(c.word(verb), "moved|pushed|postponed|rescheduled|shifted|delayed|changed|brought")
            .then_some(verb + 1)?;
        Some((i, (verb, c.any(e, WHO)?)))
    })?;
    let (verb, end) = e;
    let last = i - usize::from(i > at + 1 && one_of(c.word(i - 1), OFFICE));
    let name = c.slice(at..last).trim_end_matches("'s").trim_end_matches("’s");
    let known = run.names(&content(name));
    (known && end < c.len()).then(|| format!("{name} was {} {}", c.word(verb), c.slice(end..c.len())))
}

/// "the picnic moves to sunday", "everything for work goes to monday".
fn goes(run: &mut Run<'_>, c: &Clause, at: usize) -> Said<bool> {
    let moved_to = |i: usize| {
        let next = c.any(c.any(i, WAS).unwrap_or(i), MOVED)?;
        // "moved from tuesday to friday": the day that was is not the one it gets.
        let next = match c.word(next) {
            "from" => (next + 2..c.len().min(next + 6)).find(|k| one_of(c.word(*k), "to|until|till"))?,
            _ => next,
        };
        c.any(next, "to|until|till|for").filter(|e| *e < c.len()).map(|e| (i, e))
    };
    let told = || (at + 1..c.len()).find_map(moved_to);
    let Some((i, e)) = c.seek(at + 1, GOES).filter(|(_, e)| *e < c.len()).or_else(told) else { return Ok(false) };
    // "send the slides to Carla": a thing, and nothing that happens.
    let thing = one_of(c.word(i), "slides|slide|slip|shift")
        && one_of(c.word(i - 1), "the|a|an|my|our|your|her|his|their|these|those");
    if thing {
        return Ok(false);
    }
    let (name, rest) = (c.slice(at..i).to_owned(), c.slice(e..c.len()));
    let known = sets(&name) || names_something(&name, run) || run.refer(&name).is_some();
    if value(run, rest).is_ok_and(|v| v.is_none()) {
        return Ok(false);
    }
    if !known {
        // "the meeting moved to friday" tells of something that is there: it makes nothing new.
        let ours = one_of(c.word(at), "add|create|remind|new|note");
        return if ours { Ok(false) } else { run.objects(&name, Want::Open).and(Ok(false)) };
    }
    // "the passport thing can wait until december": which day of the month is not said, and nothing is ordered.
    let month =
        |what: What| matches!(what, What::Range { from, to, .. } if from.day() == 1 && to == from.last_of_month());
    if c.word(i) == "can" && c.word(e - 2) == "wait" && dates::whole(rest, run.clock).is_some_and(month) {
        return Err(Stop::Unsure);
    }
    let link = if c.word(e - 1) == "for" { "to" } else { c.word(e - 1) };
    let said = format!("{name} {link} {rest}");
    moved(run, &said)
}

/// "… moved from friday to monday": tells of something that was there.
pub(super) fn told_moved(c: &Clause, from: usize) -> bool {
    c.seek(from + 1, MOVED).is_some_and(|(_, e)| c.word(e) == "from" && c.seek(e + 1, "to|until|till").is_some())
}

/// Told of a date that is later by so much.
const PUT_OFF: &str = "extended|prolonged|postponed|delayed|deferred|pushed back|pushed out|pushed|put off|moved back|set back|\
    shifted back|put back";

/// "the newsletter deadline is extended by two days", "dentist got pushed back a week".
fn put_off(run: &mut Run<'_>, c: &Clause, at: usize) -> Said<bool> {
    let told = (at + 1..c.len()).find_map(|i| c.any(c.any(i, WAS)?, PUT_OFF).map(|e| (i, e)));
    let Some((i, e)) = told else { return Ok(false) };
    let from = c.any(e, "by another|another|by").unwrap_or(e);
    let mut amount = Clause::new(&format!("by {}", c.slice(from..c.len())), run.clock);
    let whole = super::amount::length(c, from).is_some_and(|end| end == c.len());
    if !whole || !matches!(super::amount::shift_amount(&mut amount, 0, 1), Ok(Some(_))) {
        return Ok(false);
    }
    let name = c.slice(at..i).to_owned();
    let (plain, _) = super::value::hinted(&name);
    let known = run.names(&content(&plain));
    if !known && run.refer(&name).is_none() {
        return Ok(false);
    }
    run.clause(&format!("postpone {name} by {}", c.slice(from..c.len()))).map(|()| true)
}

/// "dentist half an hour later", "pack bags a day earlier".
fn slips(run: &mut Run<'_>, c: &Clause, at: usize) -> Said<bool> {
    let end = (0..c.len()).rev().find(|i| !c.is_used(*i)).map_or(0, |i| i + 1);
    if end <= at + 1 || !one_of(c.word(end - 1), "later|earlier|sooner") {
        return Ok(false);
    }
    let mut object = c.clone();
    if !matches!(super::amount::shift_amount(&mut object, at + 1, 1), Ok(Some(_))) {
        return Ok(false);
    }
    let name = change::trimmed(&object, at);
    let said = c.slice(at..end).to_owned();
    if run.refer(&name).is_none() { Ok(false) } else { moved(run, &said) }
}

/// "plumber to friday at 9", "tax return to high": a name, and what it gets.
fn linked(run: &mut Run<'_>, c: &Clause, at: usize) -> Said<bool> {
    for i in at + 1..c.len().saturating_sub(1) {
        if !one_of(c.word(i), "to|->|→") || c.is_used(i) || change::within_lasting(run, c, i) {
            continue;
        }
        let (name, rest) = (c.slice(at..i).to_owned(), c.slice(i + 1..c.len()).to_owned());
        let one = |text: &str| matches!(run.find(&content(text), Want::Open), Match::One(_));
        let several = super::fields::list(&name);
        let named = one(&name) || several.len() > 1 && several.iter().all(|n| one(n));
        if !named {
            continue;
        }
        let said = c.slice(at..c.len()).to_owned();
        match dates::whole(&rest, run.clock) {
            Some(What::Recurrence { .. } | What::Duration { .. }) => {}
            Some(_) => return moved(run, &said),
            None if c.word(i) == "to" => {
                if matches!(value(run, &rest), Ok(Some(_))) {
                    return assign::valued(run, &Clause::new(&said, run.clock), 0);
                }
            }
            None => {}
        }
    }
    Ok(false)
}

/// "yesterday's sync happened", "the report is off my desk".
fn took_place(run: &mut Run<'_>, c: &Clause, at: usize) -> Said<bool> {
    // A report may say when: "went out this morning".
    let dated = |k: usize| c.found.iter().any(|f| c.toks_of(&f.span).contains(&k));
    let ends = |e: usize| (e..c.len()).all(|k| dated(k) || one_of(c.word(k), "already|now|finally|on|at|too|also"));
    let Some((i, e)) = happened(c, at + 1).filter(|(_, e)| ends(*e)) else { return Ok(false) };
    let series = run.one_series(c.slice(at..i)).is_some();
    let name = if series { format!("{} {}", c.slice(at..i), c.slice(e..c.len())) } else { c.slice(at..i).to_owned() };
    let name = name.trim().to_owned();
    match run.refer(&name) {
        Some(targets) if targets.bulk => Ok(false),
        Some(_) => complete(run, &name, true, true).map(|()| true),
        None => Ok(false),
    }
}

/// "went to yoga on thursday", "got tom a gift": done, whatever verb the title has.
fn attended(run: &mut Run<'_>, c: &Clause, at: usize) -> Said<bool> {
    let begin = c
        .any(at, "i've just|i have just|i've already|i already|i just|i've|i have|i|we|we've|just|already")
        .unwrap_or(at);
    let Some(e) = c.any(begin, DID).filter(|e| *e < c.len()) else { return Ok(false) };
    let object = c.slice(e..c.len()).to_owned();
    let Some(targets) = run.refer(&object) else {
        // A line of a checklist: "got the bread".
        let gets = one_of(c.word(begin), "got|bought|had|handled|sorted");
        return if gets { super::lines::tick_anywhere(run, &object, true) } else { Ok(false) };
    };
    let [Ref::Todo(id)] = targets.refs.as_slice() else { return Ok(false) };
    let Some(todo) = run.todo(*id) else { return Ok(false) };
    // What is to be written or called is not done by having it.
    let first = content(&todo.title).first().cloned().unwrap_or_default();
    let other = super::bare::is_everyday(&first) && !object.to_lowercase().contains(&first);
    if c.word(begin) == "got" && e == begin + 1 && one_of(&first, "buy|order|collect|pick|fetch|grab") && !targets.bulk
    {
        return complete(run, &object, true, true).map(|()| true);
    }
    if targets.bulk || matches!(c.word(begin), "had" | "got") && super::bare::is_everyday(&first) {
        return Ok(false);
    }
    // "i visited mom" does not say that "Call mom" is done.
    if other && !does(c.slice(begin..e), &first) {
        let question = format!("Is “{}” done?", todo.title);
        return Err(super::resolve::which(run, question, &[*id]).on(super::run::Topic::Order("complete")));
    }
    complete(run, &object, true, true).map(|()| true)
}

/// Whether what one says to have done does what the title's verb asks for.
fn does(said: &str, verb: &str) -> bool {
    let said = said.to_lowercase();
    let went = ["attended", "went to", "been to", "was at", "made it to", "joined", "visited", "sat through"];
    if went.iter().any(|w| said.ends_with(w)) {
        return one_of(verb, "attend|visit|go|join|see|meet|watch");
    }
    true
}

/// What one gets, sends or settles: said of a thing that is on the list by its name alone, it is done.
const ACQUIRED: &str = "bought|ordered|booked|wrapped|delivered|posted|shipped|collected|arranged|organised|organized|cleaned|\
    fixed|repaired|returned|submitted|filed|signed|printed|picked";

/// "the dry cleaning is picked up", "leo's present is bought": done, where the title asks for that or only names
/// the thing.
pub(super) fn done_to(run: &Run<'_>, name: &str, said: &str) -> Option<countersign_core::ids::TodoId> {
    let Match::One(id) = run.search(&content(name), Want::Open, &|t| !t.status.is_closed()) else { return None };
    answers(run, id, said).then_some(id)
}

/// As [`done_to`], of each of several: "both gifts are bought".
pub(super) fn done_to_all(run: &mut Run<'_>, name: &str, said: &str) -> bool {
    run.refer(name).is_some_and(|t| {
        let ids = t.ids();
        !t.bulk && ids.len() > 1 && ids.len() == t.refs.len() && ids.iter().all(|id| answers(run, *id, said))
    })
}

/// Whether a participle says that what a title asks for is done.
fn answers(run: &Run<'_>, id: countersign_core::ids::TodoId, said: &str) -> bool {
    const BESIDE: &str = "been|now|already|finally|all|just|up|out|off|in|back|down|both";
    let said = content(said);
    let Some(participle) = said.iter().find(|w| !one_of(w, BESIDE)) else { return false };
    let plain = said.iter().filter(|w| *w != participle).all(|w| one_of(w, BESIDE));
    let title = run.todo(id).map(|t| content(&t.title)).unwrap_or_default();
    let Some(first) = title.first() else { return false };
    let own = super::near::bases(participle).iter().any(|b| b == first);
    let named = one_of(participle, ACQUIRED) && !super::bare::is_everyday(first);
    plain && (own || named)
}

/// Whether a text is a name and its title's verb in the past: "milk bought", "the rent is paid".
pub(super) fn is_passive(run: &Run<'_>, text: &str) -> bool {
    let words = content(text);
    let Some(last) = words.last() else { return false };
    words.len() > 1
        && match run.search(&words, Want::Open, &|t| !t.status.is_closed()) {
            Match::One(id) => {
                let title = run.todo(id).map(|t| content(&t.title)).unwrap_or_default();
                super::near::bases(last).iter().any(|b| title.first() == Some(b))
            }
            _ => false,
        }
}

pub(super) const SETTLED: &str = "paid|payed|sorted|settled|handled|submitted|delivered|fixed|finished|done";

/// "passport renewed": the title's own verb, in the past, behind its object.
fn renewed(run: &mut Run<'_>, c: &Clause, at: usize) -> Said<bool> {
    let last = c.word(c.len() - 1).to_owned();
    // "electricity bill paid": of a thing, which says no verb of its own.
    if one_of(&last, SETTLED) {
        let name = c.slice(at..c.len() - 1).to_owned();
        if let Match::One(id) = run.search(&content(&name), Want::Open, &|t| !t.status.is_closed())
            && !run
                .todo(id)
                .and_then(|t| content(&t.title).into_iter().next())
                .is_some_and(|w| super::bare::is_everyday(&w))
        {
            return complete(run, &name, true, true).map(|()| true);
        }
    }
    // "mom called" tells of what she did.
    let by_somebody = "called|phoned|rang|emailed|texted|messaged|wrote|pinged|asked|told|invited|visited|met|helped|thanked|\
        answered|contacted|replied|spoke|talked|said|saw|paid|sent|gave";
    if one_of(&last, by_somebody)
        && !(one_of(&last, "paid|sent")
            && c.len() > at + 1
            && one_of(c.word(at), "rent|bill|bills|invoice|invoices|taxes|the|letter|parcel|package"))
    {
        return Ok(false);
    }
    let past = last.len() > 4 && last.ends_with("ed") || last == "payed" || PAST.iter().any(|(p, _)| *p == last);
    if !past || c.len() < at + 2 {
        return Ok(false);
    }
    let text = c.slice(at..c.len()).to_owned();
    let Match::One(id) = run.search(&content(&text), Want::Open, &|t| !t.status.is_closed()) else { return Ok(false) };
    let title = run.todo(id).map(|t| content(&t.title)).unwrap_or_default();
    if !super::near::bases(&last).iter().any(|b| title.first() == Some(b)) {
        return Ok(false);
    }
    complete(run, &text, true, true).map(|()| true)
}

/// Whether a clause says that one cannot be somewhere.
pub(super) fn is_absence(c: &Clause, at: usize) -> bool {
    c.any(at, ABSENT).is_some_and(|e| e < c.len() && !super::bare::is_everyday(c.word(e)))
}

/// What becomes of a todo that one cannot be at, with just what the question names as its choices.
fn becomes(question: String, id: TodoId, title: &str) -> Stop {
    let options = vec![
        (serde_json::json!("move"), format!("Move “{title}”")),
        (serde_json::json!("delete"), format!("Delete “{title}”")),
        (serde_json::json!("leave"), "Leave it as it is".to_owned()),
    ];
    match super::run::Ask::about(question, "value", options) {
        Stop::Ask(mut ask) => {
            ask.options = vec![id];
            Stop::Ask(ask)
        }
        other => other,
    }
}

/// A todo that a message deletes and brings back.
pub(super) fn contradicted(todo: &countersign_core::todo::Todo) -> Stop {
    let title = &todo.title;
    becomes(format!("What should become of “{title}”: move it, delete it, or leave it?"), todo.id, title)
}

/// "can't make yoga on thursday": that occurrence is left out; of anything else one is asked what should
/// become of it. `None` when no todo is named.
pub(super) fn absent(run: &mut Run<'_>, c: &Clause, at: usize) -> Option<Said<()>> {
    let e = c.any(at, ABSENT).filter(|e| *e < c.len())?;
    // "i'm not going to fix the bike" is about doing it.
    if super::bare::is_everyday(c.word(e)) {
        return None;
    }
    let targets = run.refer(c.slice(e..c.len())).filter(|t| !t.bulk)?;
    run.last = targets.refs.clone();
    run.day = targets.span;
    if run.followed {
        // "…, move it to thursday" says what should become of it.
        return Some(Err(super::run::Stop::Chat));
    }
    let series = targets.ids().iter().filter_map(|id| run.todo(*id)).all(|t| t.recurrence.is_repeating());
    if !series || targets.span.is_none() {
        let title = targets.ids().first().and_then(|id| run.todo(*id)).map(|t| t.title.clone()).unwrap_or_default();
        let question = if series {
            format!("Which day of “{title}” should be left out?")
        } else {
            format!("What should become of “{title}”: move it, delete it, or leave it?")
        };
        return Some(Err(match targets.ids().as_slice() {
            [id] if !series => becomes(question, *id, &title),
            ids => super::resolve::which(run, question, ids),
        }));
    }
    for id in targets.ids() {
        let Some(todo) = run.todo(id) else { continue };
        match series::pick(run, todo, targets.span, Purpose::Skip) {
            Ok(dates) => dates
                .into_iter()
                .for_each(|occurrence_date| run.push(Operation::SkipOccurrence { id: id.into(), occurrence_date })),
            Err(stop) => return Some(Err(stop)),
        }
    }
    Some(Ok(()))
}
