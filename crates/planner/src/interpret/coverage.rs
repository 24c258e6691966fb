//! Which words of a message no part of its plan accounts for. What is left over may change what was meant ("slides are
//! done, just need a final check"), so only a plan that leaves nothing is sure.

use super::accounted::{ENOUGH, worded};
use super::lexicon::{EVERYDAY, FILLERS, LOOSE, PAST, STOP, TAILS, VERBS, lists, one_of};
use super::run::{Run, Settled};
use super::target::{Slip, inflections};
use super::text::{Clause, Tok, fold, tokens};
use super::{Context, copy, frames, kept, second, slots, stretched, telling};
use crate::dates::{self, Clock, What};
use countersign_core::operation::{Draft, Operation, Target};
use countersign_core::todos::{Todos, View, words};
use serde_json::Value;
use std::collections::{BTreeSet, HashSet};
use std::ops::Range;
use std::sync::LazyLock;

/// Carry no meaning of their own, beside what verbs and frames are made of.
const SMALL: &str = "a|an|the|this|that|these|those|i'm|i've|i'd|i'll|we're|we've|we'll|you|he|she|they|it's|that's|me|us|him|them|were|be|\
    been|being|am|has|have|had|having|of|in|on|at|for|with|from|by|as|so|hey|hi|thank|thx|oh|hmm|um|uh|just|already|finally|\
    completely|fully|one|ones|thing|things|stuff|again|too|also|then|there|here|some|any|still|yet|about|would|should|shall|\
    may|might|maybe|let|get|got|gets|getting|wants|needs|today|more|very|super|quite|pretty|bit|little|lot|who|what|which|when|\
    where|turned|turns|seems|looks|guess|think|know|say|tell|told|anymore|longer|cool|great|nice|yay|phew|ugh|lol|haha|\
    alright|yeah|yep|yes|sure|must|gotta|both|each|every|all|priority|prio|high|low|medium|level|due|deadline|date|day|time|overdue|\
    urgent|important|p1|p2|p3|left|rest|other|others|everything|anything|open|currently|whole|only|entire|don't|dont|forget|todos|week|\
    weekend|month|estimate|minutes|hours|min|h|hr|hrs|mins|minute|hour|later|earlier|sooner|after|before|back|forward|behind|ahead|\
    first|second|third|last|next|status|series|occurrence|occurrences|labelled|labeled|tagged|marked|scheduled|planned|unscheduled|dated|\
    undated|repeating|recurring|repeats|repeat|reminder|calendar|agenda|app|list|lists|up|down|off|out|over|into|onto|to|than|instead|rather|\
    not|no|isn't|aren't|without|except|but|because|since|why|really|properly|myself|ourselves|its|their|her|his|him|our|your|my|mine|whatever|whenever|job|jobs|apart|alone|ad|because|altogether|idea|rush|hurry|cause|cos|bc";

/// Beside a date they say more of it than the date does: "early this month", "latest on friday".
const OF_DATES: &str = "early|late|latest|earliest|sometime|somewhere|around|approx|roughly|almost|nearly|beginning|mid|half|until|till|through|\
    every|each|not|never|with|without|before|after|since|between|except|high|medium|low|start|starting|due";

/// Go on with a title behind its date: "call mom friday about the party".
const GOES_ON: &str = "about|for|with|re|to|of|the|a|an|my|our|his|her|their|in|at|on|from|by|and|&|or|over|before|after|as|so|because|if|without|\
    near|into|onto|via|per|when|while|that|where";

/// Begins what is told, and no title.
const TOLD: &str = "it|it's|they|they're|this|that|that's|will|would|should|ought|is|are|was|were|namely|there's";

/// The same, where somebody tells.
const TIED: &str = "i|we|he|she|i'm|we're|he's|she's|i've|we've|and|but|so|which|who";

/// Ends no title.
const DANGLING: &str = "which|who|whom|whose|that|because|since|and|but|or|the|a|an|if|unless|namely|it's";

/// Begins a clause that tells why.
const WHY: &str = "as|because|since|so|while|when|which|who|although|though|where";

const NUMBERS: &str =
    "one|two|three|four|five|six|seven|eight|nine|ten|a|an|couple|few|half|several|twelve|fifteen|twenty|thirty";

/// Words of verbs and frames.
static KNOWN: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    let verbs = VERBS.iter().map(|(_, phrases)| *phrases);
    let lists = [FILLERS, TAILS, STOP, SMALL, slots::CHANGES, slots::CARRIES, copy::COPIES, stretched::WORDS];
    let all = verbs.chain(frames::patterns()).chain(lists).flat_map(|text| text.split([' ', '|', '_', '?', '\n']));
    all.filter(|word| !word.is_empty() && !one_of(word, LOOSE)).collect()
});

/// What the operations hold in words and numbers.
#[derive(Default)]
struct Said {
    words: BTreeSet<String>,
    /// What was done may be told in other words than the title has: "dropped off".
    done: bool,
}

/// The words of an English message that no part of the operations accounts for, as they were said.
pub fn left_over(text: &str, ops: &[Operation], todos: &Todos, clock: &Clock) -> Vec<String> {
    if ops.is_empty() || ops.iter().any(|op| matches!(op, Operation::Undo { .. })) {
        return Vec::new();
    }
    let c = Clause::new(text, clock);
    let ctx = Context::default();
    let mut run = Run::new(todos, clock, &ctx, Settled::new());
    run.ops = ops.to_vec();
    let said = Said::of(ops, todos);
    let held = run.held(&[text.to_owned()]);
    let lost = held.lacks(&c);
    let dated: Vec<Range<usize>> = c.found.iter().map(|f| c.toks_of(&f.span)).collect();
    let read = explained(&run, &c, ops);
    // "tuesday's swim", "skip stand-up mon"
    let kept_day = |i: usize| {
        let day = c.word(i).strip_suffix("'s").unwrap_or(c.word(i));
        let what = dates::whole(day, run.clock).filter(|what| matches!(what, What::Date { .. }));
        what.is_some_and(|what| held.keeps(what, day))
    };
    let mut left: BTreeSet<usize> = lost
        .into_iter()
        .flatten()
        .filter(|i| !one_of(c.word(*i), "now|today") && !read.contains(i) && !kept_day(*i))
        .collect();
    let open = |i: &usize| {
        !read.contains(i)
            && !dated.iter().any(|r| r.contains(i))
            && c.toks.get(*i).is_some_and(|t| !said.accounts(t))
            && !kept_day(*i)
    };
    left.extend((0..c.len()).filter(open).filter(|i| !counts(&c, *i)));
    for op in ops {
        if let Operation::Create(draft) = op {
            let verb = |draft: &Draft| draft.title.split_whitespace().next().map(fold);
            let others = ops.iter().filter(|other| *other != op);
            let shared =
                others.into_iter().any(|other| matches!(other, Operation::Create(other) if verb(other) == verb(draft)));
            left.extend(torn(&c, &dated, draft, shared));
        }
    }
    left.into_iter().map(|i| c.slice(i..i + 1).to_owned()).collect()
}

/// The words that are accounted for by where they stand: what is left out of a set, what only tells why, and the numbers
/// of a value that changes.
fn explained(run: &Run<'_>, c: &Clause, ops: &[Operation]) -> BTreeSet<usize> {
    const UNITS: &str = "day|days|week|weeks|month|months|year|years|hour|hours|hr|hrs|h|minute|minutes|min|mins|things|tasks|todos|items";
    let mut out: BTreeSet<usize> = kept::excepted(&c.toks).into_iter().flatten().collect();
    out.extend(second::reasons(run, c, ops));
    // "…, leave marco alone"
    out.extend((1..c.len()).filter_map(|i| super::mood::leaves_alone(c, i).map(|named| i..named.end)).flatten());
    for i in 0..c.len() {
        let word = c.word(i);
        let counted = one_of(c.word(i + 1), UNITS) && (figure(word) || one_of(word, NUMBERS));
        // "at 4 instead of 3"
        let was = figure(word) && i > 0 && one_of(c.word(i - 1), "not|of|than|from");
        // "the other two", "number two"
        let placed = i > 0 && one_of(c.word(i - 1), "other|last|first|remaining|number|all");
        if placed && one_of(word, NUMBERS) {
            out.extend([i - 1, i]);
        }
        // "an hour and a half"
        if let Some((_, end)) = stretched::extra(c, i) {
            out.extend(i..end);
        } else if counted {
            out.extend([i, i + 1]);
        } else if was {
            out.insert(i);
        }
    }
    // When something was done is not kept, unless it is a series.
    let done = ops.iter().any(|op| matches!(op, Operation::Complete { .. } | Operation::BulkComplete { .. }));
    let past = c.found.iter().filter(|f| done && matches!(f.what, What::Date { date, .. } if date <= run.today()));
    out.extend(past.flat_map(|f| c.toks_of(&f.span)));
    out
}

/// "2. book the room": the number of a line.
fn counts(c: &Clause, i: usize) -> bool {
    let begins = |tok: &Tok| c.text.get(..tok.start).is_some_and(|front| front.is_empty() || front.ends_with('\n'));
    c.toks.get(i).is_some_and(|tok| {
        let behind = c.text.get(tok.end..).is_some_and(|rest| rest.starts_with(['.', ')']));
        begins(tok) && behind && tok.fold.bytes().all(|b| b.is_ascii_digit())
    })
}

fn figure(word: &str) -> bool {
    word.starts_with(|ch: char| ch.is_ascii_digit())
}

impl Said {
    fn of(ops: &[Operation], todos: &Todos) -> Self {
        let mut out = Self::default();
        for op in ops {
            out.done |= matches!(
                op,
                Operation::Complete { .. } | Operation::CompleteOccurrence { .. } | Operation::BulkComplete { .. }
            );
            out.read(&worded(op));
            let set = op.predicate().and_then(|p| p.ids.as_deref()).unwrap_or_default();
            for todo in op.target().and_then(Target::id).into_iter().chain(set.iter().copied().take(ENOUGH)) {
                let Some(todo) = todos.todo(todo) else { continue };
                out.explain(&todo.title);
                todo.labels.iter().for_each(|label| out.explain(label));
                todo.checklist.iter().for_each(|line| out.explain(&line.title));
            }
        }
        out
    }

    fn explain(&mut self, text: &str) {
        for word in words(&fold(text)) {
            self.words.extend(inflections(&word));
        }
        // "stand-up", "check-in": said in one word or in two.
        self.words.extend(fold(text).split_whitespace().map(str::to_owned));
    }

    fn read(&mut self, value: &Value) {
        match value {
            Value::String(text) => {
                self.explain(text);
                // "to 3" of a time: 15:00.
                if let Ok(time) = jiff::civil::Time::strptime("%H:%M", text) {
                    let half = (time.hour() + 11) % 12 + 1;
                    self.words.extend([time.hour().to_string(), half.to_string()]);
                }
            }
            Value::Number(number) => _ = self.words.insert(number.to_string()),
            Value::Array(all) => all.iter().for_each(|v| self.read(v)),
            Value::Object(all) => all.values().for_each(|v| self.read(v)),
            _ => {}
        }
    }

    fn accounts(&self, tok: &Tok) -> bool {
        let word = tok.fold.strip_suffix("'s").unwrap_or(&tok.fold).trim_start_matches('#');
        let known = |word: &str| {
            KNOWN.contains(word)
                || self.words.contains(word)
                || self.done && (lists(EVERYDAY, word) || PAST.iter().any(|(past, _)| *past == word))
                || inflections(word).iter().any(|form| self.words.contains(form))
        };
        let spelt = || {
            let slip = Slip::new(word).filter(|_| word.chars().count() > 3);
            let like = |slip: Slip<'_>| {
                self.words.iter().any(|w| slip.means(w)) || KNOWN.iter().any(|w| w.len() > 3 && slip.means(w))
            };
            slip.is_some_and(like)
        };
        let done = self.done && word.len() > 4 && word.ends_with("ed");
        tok.quoted
            || !word.chars().any(char::is_alphanumeric)
            || known(word)
            || known(&tok.fold)
            || done
            || words(word).iter().all(|part| known(part))
            || spelt()
    }
}

/// Words of a title that may be none of it: of one that was put together from what stood apart, and at its end beside a
/// date that they may be said of. `shared`: another has its verb, too ("call mum on friday, dad on saturday").
fn torn(c: &Clause, dated: &[Range<usize>], draft: &Draft, shared: bool) -> Vec<usize> {
    let title = tokens(&draft.title);
    if title.iter().all(|t| t.quoted) {
        return Vec::new();
    }
    let parts = stretches(c, &title);
    let mut out = Vec::new();
    // "it ought to be done", "will be soon enough": what is told is no title, and neither is what only ties a clause to it.
    let word = |i: usize| title.get(i).filter(|t| !t.quoted).map_or("", |t| t.fold.as_str());
    let told =
        title.len() > 1 && one_of(word(0), TOLD) || title.len() > 2 && one_of(word(0), TIED) && told_by(c, &parts);
    // "vitamin a", "plan a": at the end of all, or in front of a mark, it is a letter.
    let ends = |at: &Range<usize>| at.end == c.len() || c.toks.get(at.end - 1).is_some_and(|t| t.after.is_some());
    let letter = word(title.len() - 1) == "a" && parts.last().is_some_and(ends);
    if told || title.len() > 1 && one_of(word(title.len() - 1), DANGLING) && !letter {
        out.extend(parts.iter().cloned().flatten());
    }
    // "collect the glasses before friday, as the shop closes": why, on the other side of the date.
    let why = |at: &&Range<usize>| one_of(c.word(at.start), WHY) && telling::tells(c, &(at.start + 1..at.end));
    out.extend(parts.iter().skip(1).filter(why).cloned().flatten());
    // "… on the list without any date"
    out.extend(
        (1..title.len())
            .filter(|i| one_of(word(*i), "date|deadline") && one_of(word(i - 1), "any|no"))
            .filter_map(|_| parts.last().map(|at| at.end - 1)),
    );
    let of_date = |i: usize| dated.iter().any(|r| r.contains(&i));
    for (n, at) in parts.iter().enumerate() {
        let paused = n > 0 && c.toks.get(at.start.saturating_sub(1)).is_some_and(|t| t.after.is_some());
        let longer = parts.first().is_some_and(|first| first.len() > 1);
        let own = shared && n == 1 && of_date(at.end);
        if n > 0 && !own && (paused || longer) && !one_of(c.word(at.start), GOES_ON) {
            out.extend(at.clone());
        }
        let beside = of_date(at.end) && !of_date(at.end - 1);
        if beside && at.len() > 1 && one_of(c.word(at.end - 1), OF_DATES) {
            out.push(at.end - 1);
        }
    }
    // A length or a date that cannot be told was said of the todo, and is in no field.
    let unread = c
        .found
        .iter()
        .filter(|f| matches!(f.what, What::Duration { .. } | What::Ambiguous { .. } | What::Invalid { .. }));
    let within = |r: &Range<usize>| parts.iter().any(|at| at.start < r.start && r.end <= at.end && r.end == at.end);
    out.extend(unread.map(|f| c.toks_of(&f.span)).filter(within).flatten());
    // "compare contracts, 45 min"
    let length = |i: &usize| {
        let closes = |end: usize| parts.iter().any(|at| at.contains(i) && at.end == end);
        let paused = *i > 0 && c.toks.get(i - 1).is_some_and(|t| t.after == Some(','));
        paused && super::lengths::minutes(c, *i).is_some_and(|(_, end)| closes(end))
    };
    out.extend((0..c.len()).filter(length));
    // "put that down": an order is no title.
    let order =
        |i: &usize| one_of(c.word(*i), "put|add|move|make|set|mark|jot|note") && one_of(c.word(i + 1), "it|that|them");
    out.extend(parts.into_iter().flatten().filter(order));
    out
}

/// Whether the words of a title are what somebody tells.
fn told_by(c: &Clause, parts: &[Range<usize>]) -> bool {
    parts.first().is_some_and(|at| telling::tells(c, at))
}

/// Where the words of a title stand: in one stretch if they do anywhere, else in as few as they are met in.
fn stretches(c: &Clause, title: &[Tok]) -> Vec<Range<usize>> {
    let same = |at: usize, t: &Tok| c.word(at) == t.fold;
    let whole = (0..c.len()).find(|at| title.iter().enumerate().all(|(n, t)| same(at + n, t)));
    if let Some(at) = whole {
        return std::iter::once(at..at + title.len()).collect();
    }
    let mut out: Vec<Range<usize>> = Vec::new();
    for tok in title {
        let from = out.last().map_or(0, |r| r.end);
        let Some(at) = (from..c.len()).find(|at| same(*at, tok)) else { continue };
        match out.last_mut().filter(|r| r.end == at) {
            Some(last) => last.end += 1,
            None => out.push(at..at + 1),
        }
    }
    out
}
