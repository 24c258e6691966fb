//! The second way to read a message, taken where the first finds no instruction: every way of cutting it at its marks
//! and joining words is tried, each piece is read as the first way would or by a frame ([`super::frames`]), and a piece
//! that only says why is passed over. The reading that explains most words holds; one that leaves a word unexplained
//! never does.

use super::lexicon::{Verb, one_of};
use super::run::{Ref, Run};
use super::split::{lead, verb_at};
use super::target::{Match, Want, content};
use super::text::Clause;
use super::{fields, frames, occurrence};
use countersign_core::operation::{Operation, Target};

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
}

/// A reading of the pieces so far.
struct Path<'a> {
    run: Run<'a>,
    /// Words that only told something.
    told: usize,
    /// The names that they told of.
    topics: Vec<Ref>,
    /// How many pieces were read otherwise than by the first way.
    framed: usize,
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
    let pieces = pieces(&c);
    if pieces.is_empty() || pieces.len() > MOST {
        return None;
    }
    let mut begin = run.beside();
    begin.trying = false;
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
    if new { None } else { headed(&begin, &c) }
}

fn ways<'a>(begin: Run<'a>, c: &Clause, pieces: &[Piece], new: bool) -> Option<Path<'a>> {
    let mut best: Option<Path<'a>> = None;
    let mut steps = 0;
    let first = Path { run: begin, told: 0, topics: Vec::new(), framed: 0 };
    walk(first, c, pieces, 0, new, &mut best, &mut steps);
    best
}

/// Whether a reading may stand.
fn holds(best: &Path<'_>, mode: Mode) -> bool {
    let touched = touched(&best.run.ops);
    let made = best.run.ops.iter().filter(|op| matches!(op, Operation::Create(_))).count();
    let open = |r: &Ref| matches!(r, Ref::Todo(id) if !touched.contains(id));
    // What was told of another todo may have been meant as an order.
    let quiet = !best.topics.iter().any(open);
    quiet
        && match mode {
            // The new todo gets what was said behind it, or there is none.
            Mode::New { said } => best.framed > 0 && (made == 1 && best.told == 0 || made == 0 && !said),
            _ => true,
        }
}

/// "hairdresser: 4:30, not 4", "the flights: remove them": what stands behind the name in front is about it.
fn headed<'a>(begin: &Run<'a>, c: &Clause) -> Option<Run<'a>> {
    let at = (1..c.len().min(6)).find(|i| c.toks.get(i - 1).is_some_and(|t| t.after == Some(':')))?;
    let name = c.slice(0..at);
    let Match::One(id) = begin.find(&content(name), Want::Open) else { return None };
    let rest = c.slice(at..c.len());
    let mut about = begin.clone();
    about.last = vec![Ref::Todo(id)];
    let framed = |run: &Run<'a>, said: &str| one(run, said, false).map(|(run, _)| run);
    framed(begin, &format!("{name} {rest}")).or_else(|| framed(&about, &format!("{rest} it")))
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
        out.push(Piece { from, to: i, joined: joined.take() });
        let mut next = i;
        while one_of(c.word(next), JOINS) && next + 1 < c.len() {
            joined = Some(c.word(next).to_owned());
            next += 1;
        }
        from = next;
    }
    if from < c.len() {
        out.push(Piece { from, to: c.len(), joined });
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
    for end in at + 1..=pieces.len() {
        let to = pieces.get(end - 1).map_or(piece.to, |p| p.to);
        let said = c.slice(piece.from..to);
        // An order within is one of its own.
        let inner = pieces.get(at + 1..end).unwrap_or_default();
        let orders = |p: &Piece| verb_at(c, p.from, false).is_some_and(|h| h.next > p.from && h.next < p.to);
        if inner.iter().any(orders) {
            break;
        }
        // "nowak offer:" is only what the next words are about.
        if end < pieces.len() && c.toks.get(to.wrapping_sub(1)).is_some_and(|t| t.after == Some(':')) {
            continue;
        }
        let made = if new && at == 0 { attempt(&path.run, said, true).map(|run| (run, false)) } else { None };
        let labels = || (0..c.len()).any(|i| one_of(c.word(i), "label|tag"));
        let beside =
            || if pieces.len() > 1 && !labels() { terse(&path.run, said).map(|run| (run, true)) } else { None };
        if let Some((run, framed)) = made.or_else(|| one(&path.run, said, at > 0)).or_else(beside)
            && run.ops.len() >= path.run.ops.len()
            && sound(&run.ops)
        {
            let framed = path.framed + usize::from(framed);
            let next = Path { run, told: path.told, topics: path.topics.clone(), framed };
            walk(next, c, pieces, end, new, best, steps);
        }
        let behind = pieces.get(end).and_then(|p| p.joined.as_deref());
        let coordinate = |joined: Option<&str>| joined.is_some_and(|j| one_of(j, "and|but|then|plus|also"));
        // What is joined by "and" is as much an order as what it is joined to.
        if !coordinate(piece.joined.as_deref())
            && !coordinate(behind)
            && let Some(topics) = tells(&path.run, said, piece.joined.as_deref())
        {
            let mut run = path.run.clone();
            // "we sold the piano": what is told of is known by a part of its name.
            if let Some(topic) = topics.or_else(|| partly(&run, said)) {
                run.last = vec![topic];
            }
            let topics = path.topics.iter().chain(&topics).copied().collect();
            let next = Path { run, told: path.told + to - piece.from, topics, framed: path.framed };
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
    let mut probe = run.clone();
    let order = frames::order(&mut probe, said)?;
    let mut plain = run.clone();
    plain.framed = true;
    attempt(&plain, &order, false)
        .map(|mut read| {
            read.framed = false;
            read
        })
        .filter(|read| read.unaccounted(&[said.to_owned()]).is_none())
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
            let touched = touched(&before);
            read.last.iter().all(|r| matches!(r, Ref::Todo(id) if touched.contains(id)))
        }
    };
    let may = new || made == had || read.orders_new(&said);
    if read.ops == before && !twice() || !may || read.unaccounted(std::slice::from_ref(&said)).is_some() {
        return None;
    }
    for one in read.last.clone() {
        if !read.seen.contains(&one) {
            read.seen.push(one);
        }
    }
    Some(read)
}

fn touched(ops: &[Operation]) -> Vec<countersign_core::ids::TodoId> {
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
    let all = touched(ops);
    gone.iter().all(|id| all.iter().filter(|other| *other == id).count() == 1)
}

/// What a piece tells that asks for nothing ("i gave the book back to ann"), with the todo it is about; `None` where
/// it could be an order, a condition or an exception.
fn tells(run: &Run<'_>, said: &str, joined: Option<&str>) -> Option<Option<Ref>> {
    const SUBJECT: &str = "i|i'm|im|i've|i'll|i'd|we|we're|we've|we'll|he|he's|she|she's|they|they're|it|it's|it'll|that|that's|this|\
        there|there's|dad|mom|mum|my|our|his|her|their|the|somebody|someone|everyone|nobody|no|a|an|you|both";
    const FINITE: &str = "is|are|am|was|were|has|have|had|does|did|do|will|would|can|could|needs|need|wants|want|got|gave|sold|said|\
        says|called|told|rang|went|came|left|made|took|took|found|lost|broke|bought|sent|wrote|knows|knew|thinks|\
        isn't|aren't|wasn't|weren't|won't|can't|don't|doesn't|didn't|couldn't|hasn't|haven't|i'm|i've|i'll|we're|we've|he's|\
        she's|it's|they're|that's|there's|im|forgot|moved|works|takes|feels|looks|makes|runs|comes|goes|lives|plays";
    const OPEN: &str = "if|unless|when|whenever|maybe|perhaps|should|must|except|only|keep|leave|instead|rather|otherwise|or|\
        remember|remind|add|note|delete|remove|cancel|cancelled|move|skip|until|till|every|each|all|everything|other|others|rest|both|not|just|\
        done|finished|actually|wait|sorry|meant|mean|first|last|change|changed|also|too|again|priority|label|due";
    let c = Clause::new(said, run.clock);
    let first = c.word(0);
    let reason = joined.is_some_and(|j| one_of(j, "because|since|cause|cos|cuz|bc|as|so"));
    let finite = (1..c.len()).chain(0..1).any(|i| {
        one_of(c.word(i), FINITE) || c.word(i).len() > 4 && c.word(i).ends_with("ed") || c.word(i).ends_with("n't")
    });
    let open = (0..c.len()).any(|i| one_of(c.word(i), OPEN) || fields::level(c.word(i)).is_some());
    let subject = one_of(first, SUBJECT)
        || frames::is_past(first)
        || c.len() > 1 && one_of(c.word(1), "is|was|has|did|got|called|said|says|rang|can't");
    let denied = ["don't", "dont", "do", "never", "please"].contains(&first);
    if !subject && !reason || !finite || open || denied || c.len() < 2 || !c.found.is_empty() {
        return None;
    }
    match run.find(&content(said), Want::Open) {
        Match::One(id) => Some(Some(Ref::Todo(id))),
        Match::Tie(_) => None,
        // "the drill is back with paul" says most of a title: it may be a report of it.
        Match::Weak(_) if named_in_part(run, said) => None,
        Match::Weak(_) | Match::None => Some(None),
    }
}

/// Whether two words of a text are in one title.
fn named_in_part(run: &Run<'_>, said: &str) -> bool {
    let words = content(said);
    let pairs =
        words.iter().enumerate().flat_map(|(n, a)| words.iter().skip(n + 1).map(move |b| [a.clone(), b.clone()]));
    pairs.take(60).any(|pair| matches!(run.find(&pair, Want::Open), Match::One(_) | Match::Tie(_)))
}

/// The one todo that a text names by a part, where nothing was talked about before.
fn partly(run: &Run<'_>, said: &str) -> Option<Ref> {
    match run.loosely(said).as_slice() {
        [one] if run.last.is_empty() => Some(Ref::Todo(*one)),
        _ => None,
    }
}
