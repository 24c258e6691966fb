//! The second way to read a message, taken where the first finds no instruction: every way of cutting it at its marks
//! and joining words is tried, each piece is read as the first way would or by a frame ([`super::frames`]), and a piece
//! that only says why is passed over. The reading that explains most words holds; one that leaves a word unexplained
//! never does.

use super::lexicon::{REPORTS, Verb, one_of};
use super::run::{Ref, Run};
use super::split::{lead, verb_at};
use super::target::{Match, Want, content};
use super::text::Clause;
use super::{fields, frames, occurrence};
use countersign_core::ids::TodoId;
use countersign_core::operation::{Operation, Target};
use std::collections::{HashMap, HashSet};

/// More pieces are a list of data.
const MOST: usize = 8;

/// Words that join instructions, and a reason to one.
const JOINS: &str = "and|so|then|but|plus|also|because|since|cause|cos|cuz|as|bc";

/// A stretch between two marks or joining words.
struct Piece {
    from: usize,
    to: usize,
    /// What joins it to what stands before.
    joined: Option<String>,
    /// It begins with an order, or reads alone as one.
    own: bool,
}

/// A reading of the pieces so far.
struct Path<'a> {
    run: Run<'a>,
    /// Words that only told something.
    told: usize,
    /// What they told of, each of one or the other.
    topics: Vec<Vec<Ref>>,
    /// How many pieces were read otherwise than by the first way.
    framed: usize,
    /// A new todo is ordered behind what was told.
    ordered: bool,
}

/// What the first way made of the message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// Nothing, or a question.
    Open,
    /// Talk: only a frame over all of it makes it an order.
    Quiet,
    /// A new todo; `said` = it was ordered in so many words.
    New { said: bool },
}

/// What the message says when it is read again.
pub(super) fn read<'a>(run: &Run<'a>, text: &str, mode: Mode) -> Option<Run<'a>> {
    let corrected = ["wait", "scratch that", "oops", "i mean", "or rather", "nvm", "actually"];
    let lower = text.to_lowercase();
    if text.trim_end().ends_with('?') || text.contains('\n') || corrected.iter().any(|w| lower.contains(w)) {
        return None;
    }
    let c = Clause::new(text, run.clock);
    let mut pieces = pieces(&c);
    if pieces.is_empty() || pieces.len() > MOST {
        return None;
    }
    let mut begin = run.beside();
    begin.trying = false;
    for piece in pieces.iter_mut().skip(1) {
        let said = Clause::new(c.slice(piece.from..piece.to), run.clock);
        let at = lead(&said).at;
        let begins = verb_at(&said, at, false).is_some_and(|h| h.next > at && h.next < said.len());
        // "the slides and the report are done": joined, what is told is told of both.
        piece.own = begins || piece.joined.is_none() && super::apart::speaks_alone(&begin, &said);
    }
    match mode {
        Mode::Quiet => return one(&begin, text, false).map(|(run, _)| run),
        Mode::New { said: false } => {
            if let Some(found) = beside_new(&begin, text) {
                return Some(found);
            }
        }
        _ => {}
    }
    if matches!(mode, Mode::New { .. }) && pieces.len() < 2 {
        return None;
    }
    let new = matches!(mode, Mode::New { .. });
    let found = ways(begin.clone(), &c, &pieces, new);
    if let Some(best) = found.filter(|b| !b.run.ops.is_empty() && (pieces.len() > 1 || b.framed > 0) && holds(b, mode))
    {
        return Some(best.run);
    }
    match mode {
        Mode::New { said: true } => None,
        Mode::New { said: false } => headed(&begin, &c, ','),
        _ => headed(&begin, &c, ':').or_else(|| headed(&begin, &c, ',')),
    }
}

fn ways<'a>(begin: Run<'a>, c: &Clause, pieces: &[Piece], new: bool) -> Option<Path<'a>> {
    let mut best: Option<Path<'a>> = None;
    let mut steps = 0;
    let first = Path { run: begin, told: 0, topics: Vec::new(), framed: 0, ordered: false };
    walk(first, c, pieces, 0, new, &mut best, &mut steps);
    best
}

/// Whether a reading may stand.
fn holds(best: &Path<'_>, mode: Mode) -> bool {
    let touched = touched(&best.run.ops);
    let made = best.run.ops.iter().filter(|op| matches!(op, Operation::Create(_))).count();
    let open = |r: &Ref| matches!(r, Ref::Todo(id) if !touched.contains(id));
    // What was told of another todo may have been meant as an order.
    let quiet = !best.topics.iter().any(|topics| topics.iter().all(open));
    quiet
        && match mode {
            // The new todo gets what was said behind it, or there is none.
            // Of what was only told in front of an order nothing is made.
            Mode::New { said } => {
                best.framed > 0 && (made == 1 && best.told == 0 || made == 0 && !said)
                    || !said && best.told > 0 && (made == 0 || best.ordered)
            }
            _ => true,
        }
}

/// "hairdresser: 4:30, not 4", "the flights: remove them", "the booking, put that on monday": what stands behind the
/// name in front is about it.
fn headed<'a>(begin: &Run<'a>, c: &Clause, mark: char) -> Option<Run<'a>> {
    let paused = |i: &usize| c.toks.get(i - 1).is_some_and(|t| t.after == Some(mark));
    let at = (1..c.len().min(7)).find(paused)?;
    let name = c.slice(0..at);
    let Match::One(id) = begin.find(&content(name), Want::Open) else { return None };
    let rest = c.slice(at..c.len());
    let mut about = begin.clone();
    about.last = vec![Ref::Todo(id)];
    let framed = |run: &Run<'a>, said: &str| one(run, said, false).map(|(run, _)| run);
    if mark == ':' {
        let plain = super::restated::contrasted(rest, begin, false);
        let rest = plain.as_deref().unwrap_or(rest);
        return framed(begin, &format!("{name} {rest}")).or_else(|| framed(&about, &format!("{rest} it")));
    }
    if verb_at(c, 0, false).is_some() {
        return None;
    }
    if let Some(when) = c.any(at, "let's say|lets say|say|let's do|lets do|make it|make that").filter(|e| *e < c.len())
    {
        return framed(begin, &format!("move {name} to {}", c.slice(when..c.len())));
    }
    let of_it = (at..c.len()).any(|i| one_of(c.word(i), "it|that|them|this"));
    if of_it { framed(&about, rest) } else { None }
}

/// What the message says of todos that are there, where the first way made a new one of it.
fn beside_new<'a>(begin: &Run<'a>, text: &str) -> Option<Run<'a>> {
    let mut fresh = begin.clone();
    fresh.framed = true;
    let order = frames::beside_new(&mut fresh.clone(), text)?;
    attempt(&fresh, &order, false).filter(|read| read.unaccounted(&[text.to_owned()]).is_none())
}

fn pieces(c: &Clause) -> Vec<Piece> {
    let mut out = Vec::new();
    let (mut from, mut joined) = (0, None);
    let dated = |i: usize| c.found.iter().map(|f| c.toks_of(&f.span)).any(|r| r.start < i && i < r.end);
    for i in 1..c.len() {
        let marked = c.toks.get(i - 1).is_some_and(|t| {
            !t.quoted && matches!(t.after, Some(',' | ';' | '.' | '!' | ':' | '—' | '–' | '-' | '(' | ')'))
        });
        let joins = one_of(c.word(i), JOINS);
        if !marked && !joins || i <= from || dated(i) || c.toks.get(i).is_some_and(|t| t.quoted) {
            continue;
        }
        // "…, and so …" is one joint.
        out.push(Piece { from, to: i, joined: joined.take(), own: false });
        let mut next = i;
        while one_of(c.word(next), JOINS) && next + 1 < c.len() {
            joined = Some(c.word(next).to_owned());
            next += 1;
        }
        from = next;
    }
    if from < c.len() {
        out.push(Piece { from, to: c.len(), joined, own: false });
    }
    out
}

/// Tries every run of pieces from `at` on as one instruction.
fn walk<'a>(
    path: Path<'a>,
    c: &Clause,
    pieces: &[Piece],
    at: usize,
    new: bool,
    best: &mut Option<Path<'a>>,
    steps: &mut usize,
) {
    /// Ways that are tried.
    const WAYS: usize = 80;
    *steps += 1;
    if *steps > WAYS || best.as_ref().is_some_and(|b| (b.told, b.framed) <= (path.told, path.framed)) {
        return;
    }
    let Some(piece) = pieces.get(at) else {
        *best = Some(path);
        return;
    };
    // Todos that a beginning of what stands there orders something of.
    let mut ordered: Vec<Vec<Ref>> = Vec::new();
    for end in at + 1..=pieces.len() {
        let to = pieces.get(end - 1).map_or(piece.to, |p| p.to);
        let said = c.slice(piece.from..to);
        // An order within is one of its own.
        let inner = pieces.get(at + 1..end).unwrap_or_default();
        if inner.iter().any(|p| p.own) {
            break;
        }
        // "nowak offer:" is only what the next words are about.
        if end < pieces.len() && c.toks.get(to.wrapping_sub(1)).is_some_and(|t| t.after == Some(':')) {
            continue;
        }
        // "…, so set up the tent": what is told is why.
        let behind_told = path.told > 0 && path.run.ops.is_empty() && {
            let first = Clause::new(said, path.run.clock);
            !one_of(first.word(1), "it|that|this|them")
                && (path.run.orders_new(said)
                    || piece.joined.as_deref() == Some("so") && super::bare::is_everyday(first.word(0)))
        };
        let made =
            if new && (at == 0 || behind_told) { attempt(&path.run, said, true).map(|run| (run, false)) } else { None };
        let labels = || (0..c.len()).any(|i| one_of(c.word(i), "label|tag"));
        let beside =
            || if pieces.len() > 1 && !labels() { terse(&path.run, said).map(|run| (run, true)) } else { None };
        let read = made.or_else(|| one(&path.run, said, at > 0)).or_else(beside);
        // "the vet got moved to dec 9": what reads as an order is not only told.
        if let Some((run, _)) = &read {
            let new = touched(run.ops.get(path.run.ops.len()..).unwrap_or_default());
            ordered.extend((!new.is_empty()).then(|| new.into_iter().map(Ref::Todo).collect::<Vec<_>>()));
        }
        if let Some((run, framed)) = read
            && run.ops.len() >= path.run.ops.len()
            && sound(&run.ops)
        {
            let framed = path.framed + usize::from(framed);
            let ordered = path.ordered || behind_told;
            let next = Path { run, told: path.told, topics: path.topics.clone(), framed, ordered };
            walk(next, c, pieces, end, new, best, steps);
        }
        // "both to tuesday, the inventory stays put": nothing becomes of that.
        if (at > 0 || end < pieces.len()) && frames::stays(&mut path.run.clone(), said) {
            let told = path.told + to - piece.from;
            let next = Path { told, topics: path.topics.clone(), run: path.run.clone(), ..path };
            walk(next, c, pieces, end, new, best, steps);
        }
        let behind = pieces.get(end).and_then(|p| p.joined.as_deref());
        let coordinate = |joined: Option<&str>| joined.is_some_and(|j| one_of(j, "and|but|then|plus|also"));
        // What is joined by "and" is as much an order as what it is joined to, unless somebody only got in touch.
        let touch = one_of(c.word(to - 1), "called|rang|phoned|emailed|texted|wrote|messaged|confirmed|replied");
        if !coordinate(piece.joined.as_deref())
            && (!coordinate(behind) || touch)
            && let Some(topics) = tells(&path.run, said, piece.joined.as_deref(), behind == Some("so"))
        {
            let mut run = path.run.clone();
            run.told_away(said);
            // "we sold the piano": what is told of is known by a part of its name.
            let one = if let [one] = topics.as_slice() { Some(*one) } else { None };
            if let Some(topic) = one.or_else(|| partly(&run, said)) {
                run.last = vec![topic];
            }
            let mut all = path.topics.clone();
            all.extend((!topics.is_empty()).then_some(topics));
            all.extend(ordered.iter().cloned());
            let topics = all;
            let told = path.told + to - piece.from;
            let next = Path { run, told, topics, framed: path.framed, ordered: path.ordered };
            walk(next, c, pieces, end, new, best, steps);
        }
    }
}

/// One instruction, as the first way reads it or by a frame; whether it took a frame.
pub(super) fn one<'a>(run: &Run<'a>, said: &str, follows: bool) -> Option<(Run<'a>, bool)> {
    if plainly_ordered(run, said, follows)
        && let Some(read) = attempt(run, said, false)
    {
        return Some((read, false));
    }
    framed(run, said).map(|read| (read, true))
}

/// One instruction as a frame reads it.
pub(super) fn framed<'a>(run: &Run<'a>, said: &str) -> Option<Run<'a>> {
    let plain = super::restated::contrasted(said, run, false);
    let said = plain.as_deref().unwrap_or(said);
    let orders = match frames::order(&mut run.clone(), said) {
        Some(order) => vec![order],
        None => super::slots::orders(run, said)?,
    };
    let mut read = run.clone();
    read.framed = true;
    for order in &orders {
        read = attempt(&read, order, false)?;
    }
    read.framed = false;
    read.unaccounted(&[said.to_owned()]).is_none().then_some(read)
}

/// A name and a date or a level beside other instructions: "garage saturday, tap high".
fn terse<'a>(run: &Run<'a>, said: &str) -> Option<Run<'a>> {
    let c = Clause::new(said, run.clock);
    let at = lead(&c).at;
    let [found] = c.found.as_slice() else { return None };
    let when = c.toks_of(&found.span);
    let name = c.slice(at..when.start);
    if when.end != c.len() || when.start <= at || super::bare::is_everyday(c.word(at)) {
        return None;
    }
    let Match::One(id) = run.find(&content(name), Want::Open) else { return None };
    if run.todo(id)?.recurrence.is_repeating() || touched(&run.ops).contains(&id) {
        return None;
    }
    let due = matches!(found.role, crate::dates::Role::Due);
    let when = c.slice(when).trim_start_matches("on ").trim_start_matches("at ").to_owned();
    let order = if due { format!("make #{id} {when}") } else { format!("move #{id} to {when}") };
    attempt(run, &order, false)
}

/// Whether a piece is for the first way: it makes nothing new unless it says so.
fn plainly_ordered(run: &Run<'_>, said: &str, follows: bool) -> bool {
    let c = Clause::new(said, run.clock);
    let at = lead(&c).at;
    let makes = verb_at(&c, at, false).is_some_and(|h| h.verb == Verb::Create);
    makes || !follows || !c.found.is_empty() || c.len() > 1
}

/// The run with what a text says; `new` = it may make a todo though it does not say so.
fn attempt<'a>(run: &Run<'a>, said: &str, new: bool) -> Option<Run<'a>> {
    let mut read = run.clone();
    read.fixed = super::run::Fixed::default();
    (read.was, read.contrasted, read.followed) = (None, false, false);
    let said = occurrence::that_day(&read, said.to_owned());
    let before = read.ops.clone();
    read.clause(&said).ok()?;
    let made = read.ops.iter().filter(|op| matches!(op, Operation::Create(_))).count();
    let had = before.iter().filter(|op| matches!(op, Operation::Create(_))).count();
    // Said twice of the same todo ("can go, get it off the list") it is said.
    let twice = || {
        !before.is_empty() && !read.last.is_empty() && {
            let touched: HashSet<TodoId> = touched(&before).into_iter().collect();
            read.last.iter().all(|r| matches!(r, Ref::Todo(id) if touched.contains(id)))
        }
    };
    let may = new || made == had || read.orders_new(&said);
    if read.ops == before && !twice() || !may || read.unaccounted(std::slice::from_ref(&said)).is_some() {
        return None;
    }
    read.meet();
    Some(read)
}

fn touched(ops: &[Operation]) -> Vec<TodoId> {
    ops.iter()
        .flat_map(|op| {
            let set = op.predicate().and_then(|p| p.ids.clone()).unwrap_or_default();
            op.target().and_then(Target::id).into_iter().chain(set)
        })
        .collect()
}

/// Nothing is deleted and changed as well.
fn sound(ops: &[Operation]) -> bool {
    let gone: Vec<_> = ops
        .iter()
        .filter(|op| matches!(op, Operation::Delete { .. } | Operation::BulkDelete { .. }))
        .flat_map(|op| touched(std::slice::from_ref(op)))
        .collect();
    let mut met = HashMap::new();
    for id in touched(ops) {
        *met.entry(id).or_insert(0) += 1;
    }
    gone.iter().all(|id| met.get(id) == Some(&1))
}

/// What a piece tells that asks for nothing ("i gave the book back to ann"), with the todos it may be about; `None`
/// where it could be an order, a condition or an exception.
fn tells(run: &Run<'_>, said: &str, joined: Option<&str>, so: bool) -> Option<Vec<Ref>> {
    const FINITE: &str = "is|are|am|was|were|has|have|had|does|did|do|will|would|can|could|needs|need|wants|want|got|gave|sold|said|\
        says|called|told|rang|went|came|left|made|took|took|found|lost|broke|bought|sent|wrote|knows|knew|thinks|\
        im|its|thats|cant|isnt|wont|forgot|moved|works|takes|feels|looks|makes|runs|comes|goes|lives|plays|starts|everyones|everybodys";
    /// Could be an order, or leave something out of one.
    const OPEN: &str = "if|unless|maybe|perhaps|should|must|except|keep|leave|instead|rather|otherwise|or|\
        remember|remind|add|note|delete|remove|cancel|cancelled|move|skip|until|till|every|each|everything|other|others|rest|\
        actually|wait|sorry|meant|mean|change|changed|priority|label|due";
    /// The same, where nobody speaks of himself.
    const LOOSE: &str = "all|both|not|just|only|first|last|also|too|again|when|whenever";
    /// Nothing is left of it: "no idea when", "no time for it".
    const LACKS: &str = "idea|clue|time|rush|hurry|energy|money|luck|chance|space|point|reason";
    let c = Clause::new(said, run.clock);
    // "could you book a table": a request tells nothing.
    if lead(&c).asked {
        return None;
    }
    let ours = |i: usize| {
        one_of(c.word(i), "i'm|im|i've|i'll|i'd|we're|we've|we'll|he's|she's|they're|it's|its|that's|there's")
    };
    let verb = |i: usize| {
        let word = c.word(i);
        one_of(word, FINITE)
            || word.len() > 4 && word.ends_with("ed")
            || word.ends_with("n't")
            || i + 1 < c.len() && word.ends_with("'s")
            || ours(i)
    };
    let lacks = c.word(0) == "no" && one_of(c.word(1), LACKS);
    let cause = joined.is_some_and(|j| one_of(j, "because|since|cause|cos|cuz|bc|as"));
    let reason = cause || joined == Some("so") || lacks;
    let finite = (0..c.len()).any(verb) || lacks || cause && c.word(0) == "of";
    let open = (0..c.len()).any(|i| {
        let word = c.word(i);
        one_of(word, OPEN)
            || one_of(word, REPORTS)
            || one_of(word, LOOSE) && !ours(0) && !lacks
            || fields::level(word).is_some()
    });
    // Who or what it is of: a few words, and then the verb.
    let subject = frames::is_past(c.word(0))
        || (0..c.len().min(5)).any(verb) && (ours(0) || c.word(0) == "there's" || verb_at(&c, 0, false).is_none());
    let denied = ["don't", "dont", "do", "never", "please"].contains(&c.word(0));
    if !subject && !reason || !finite || open || denied || c.len() < 2 {
        return None;
    }
    // What stands in front of the verb is what it is about.
    let front = (1..c.len()).find(|i| verb(*i)).map_or("", |i| c.slice(0..i));
    let meant = match run.find(&content(said), Want::Open) {
        Match::Weak(_) | Match::None if let Match::One(id) = run.find(&content(front), Want::Open) => vec![id],
        Match::One(id) => vec![id],
        Match::Tie(ids) => ids,
        // "the drill is back with paul" says most of a title: it may be a report of it.
        Match::Weak(_) if named_in_part(run, said) => Some(run.loosely(said)).filter(|ids| !ids.is_empty())?,
        // "plumber's been" says nothing else.
        Match::Weak(_) | Match::None if c.len() < 3 => run.loosely(said),
        Match::Weak(_) | Match::None => Vec::new(),
    };
    // A day said of a todo is the day that it gets or loses, unless it cannot be that day.
    let series = |id: &countersign_core::ids::TodoId| run.todo(*id).is_some_and(|t| t.recurrence.is_repeating());
    let not = (0..c.len()).any(|i| one_of(c.word(i), "not|cannot|cant|never|no") || c.word(i).ends_with("n't"));
    let repeats = || meant.iter().any(series) || run.loosely(said).iter().any(series);
    // "forgot to do it yesterday": a day that was is no day it gets.
    let ahead =
        |f: &crate::dates::Found| !matches!(f.what, crate::dates::What::Date { date, .. } if date < run.today());
    let days = !c.found.is_empty();
    if days && repeats() || c.found.iter().any(ahead) && !meant.is_empty() && !not && !so {
        return None;
    }
    Some(meant.into_iter().map(Ref::Todo).collect())
}

/// The words of a message that only tell why: of nothing, or of what its orders change.
pub(super) fn reasons(run: &Run<'_>, c: &Clause, ops: &[Operation]) -> Vec<usize> {
    let pieces = pieces(c);
    let touched = touched(ops);
    let why = |n: &usize| {
        let Some(piece) = pieces.get(*n).filter(|_| pieces.len() > 1) else { return false };
        let so = pieces.get(n + 1).and_then(|p| p.joined.as_deref()) == Some("so");
        let joined = piece.joined.as_deref();
        let told = tells(run, c.slice(piece.from..piece.to), joined, so);
        told.is_some_and(|all| all.iter().all(|r| matches!(r, Ref::Todo(id) if touched.contains(id))))
    };
    let whys = (0..pieces.len()).filter(why).filter_map(|n| pieces.get(n));
    whys.flat_map(|piece| piece.from..piece.to).collect()
}

/// Whether two words of a text are in one title.
fn named_in_part(run: &Run<'_>, said: &str) -> bool {
    let words = content(said);
    let pairs =
        words.iter().enumerate().flat_map(|(n, a)| words.iter().skip(n + 1).map(move |b| [a.clone(), b.clone()]));
    pairs.take(60).any(|pair| run.names(&pair))
}

/// The one todo that a text names by a part, where nothing was talked about before.
fn partly(run: &Run<'_>, said: &str) -> Option<Ref> {
    match run.loosely(said).as_slice() {
        [one] if run.last.is_empty() => Some(Ref::Todo(*one)),
        _ => None,
    }
}
