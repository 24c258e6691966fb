//! A set said in any order of words: quantifier, conditions before and behind the noun, what is not of it, what is left
//! out ("whatever I had planned for today and tomorrow except the report"). A clause with a set is read with "them" in
//! its place; how far the set reaches is told by what can be read, the longest first.

mod conditions;
mod wanted;

use super::filter::{self, Filter};
use super::left_out::Exception;
use super::lexicon::{EVERYDAY, Verb, lists, one_of};
use super::resolve::{Targets, which};
use super::run::{Ref, Run, Said};
use super::series::Span;
use super::text::Clause;
use super::{fields, second};
use crate::dates::{Found, What};
use conditions::{label, step};
use countersign_core::ids::TodoId;
use countersign_core::operation::Operation;
use countersign_core::todo::Todo;
use countersign_core::wire::{Consumed, Where};
use std::ops::Range;
pub(super) use wanted::{Pick, Wanted};

/// Words that say how many.
const QUANTIFIERS: &str = "all of the|all of my|all of our|all the|all my|all our|all of|all those|all these|all|every single|every|\
    each of the|each of my|each|any of the|any of my|any|the whole|everything|anything|whatever's|whatever is|whatever|\
    both of the|both of my|both the|both my|both|everything that's|everything that is|what's|what is|whichever";

/// Quantifiers that are a noun as well.
const WHOLE: &str =
    "everything|anything|whatever|whatever's|whatever is|everything that's|everything that is|what's|what is";

const ARTICLES: &str = "the|my|our|those|these";

const PLURALS: &str =
    "tasks|todos|to-dos|to dos|items|things|ones|stuff|matters|reminders|chores|jobs|entries|appointments";

const SINGULARS: &str = "task|todo|to-do|item|thing|one|reminder|chore|job|entry|appointment|single one|single task";

/// Words between conditions that say nothing of their own.
const GLUE: &str = " that that's which which's are is 's was were i i've i'd we we've had have has been being got currently still already now \
    it its their the my a an with of in on for from to set marked due scheduled planned labelled labeled tagged label labels \
    tag tags priority prio status as at also just right moment list left under who do done get there there's need needs \
    be belonging category called either only them and or both , they they're ";

/// What one condition allows.
#[derive(Debug, Clone)]
struct Condition {
    /// Any of these is enough.
    any: Vec<Filter>,
    not: bool,
    kind: Kind,
    /// The dates that were read for it.
    said: Vec<Consumed>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Label,
    Level,
    Status,
    Date,
    Empty,
    Repeats,
    Title,
}

/// What stands at a place in a clause.
struct Step {
    end: usize,
    filter: Filter,
    kind: Kind,
    said: Option<Consumed>,
}

/// A set as far as it was read: up to which word, with the conditions so far.
struct Stand {
    end: usize,
    conditions: usize,
}

/// What is left out of a set, as far as it was read.
struct LeftOut {
    /// Where the set with it ends.
    end: usize,
    what: Vec<Exception>,
    /// Its words where they do not stand right behind the set.
    apart: Option<Range<usize>>,
}

/// A set in a clause, with every place where it may end.
struct Phrase {
    from: usize,
    ends: Vec<Stand>,
    conditions: Vec<Condition>,
    /// "both", "the two".
    count: Option<usize>,
    /// One todo was spoken of.
    single: bool,
    /// "tasks", "everything".
    noun: bool,
}

impl<'a> Run<'a> {
    /// A clause about a set, read with "them" in the place of the set; whether it was.
    pub(super) fn of_a_set(&mut self, text: &str) -> bool {
        let c = Clause::new(text, self.clock);
        if c.len() < 2 || c.len() > 40 || self.set.is_some() || text.trim_end().ends_with('?') {
            return false;
        }
        // "book the dentist appointment for dec 3"
        let first = super::split::lead(&c).at;
        let head = super::split::verb_at(&c, first, false);
        let makes = match head {
            // "put to high the tasks"
            Some(head) => head.verb == Verb::Create && c.word(head.next) != "to",
            None => lists(EVERYDAY, c.word(first)),
        };
        if makes || of_labels(&c, head) || head.is_some_and(|h| super::tagging::strips(&c, self, h.next).is_some()) {
            return false;
        }
        // Without one of these there is no set, and most sentences have none.
        let bounds = |at: usize| {
            [QUANTIFIERS, PLURALS, SINGULARS].iter().any(|words| c.any(at, words).is_some())
                || label(&c, self, at).is_some()
        };
        if !(0..c.len()).any(bounds) {
            return false;
        }
        let Some(phrase) = (0..c.len()).find_map(|from| phrase(&c, self, from)) else { return false };
        // "all high priority items due this week": nothing is said of them.
        let whole = phrase.ends.last().is_some_and(|s| s.end == c.len());
        if whole && phrase.from <= first && phrase.conditions.last().is_some_and(|one| one.kind == Kind::Date) {
            return false;
        }
        for stand in phrase.ends.iter().rev() {
            let conditions = phrase.conditions.get(..stand.conditions).unwrap_or_default();
            for out in exceptions(self, &c, stand.end) {
                if conditions.is_empty() && out.what.is_empty() || stand.end >= c.len() && phrase.from == 0 {
                    continue;
                }
                let Some(targets) = self.members(&phrase, conditions, &out) else { continue };
                if let Some(read) = self.with_them(&c, phrase.from, out.end, out.apart, targets, !out.what.is_empty()) {
                    *self = read;
                    self.consumed.extend(conditions.iter().flat_map(|one| one.said.iter().cloned()));
                    return true;
                }
            }
        }
        false
    }

    /// "the 3 errands": those, where there are as many; where there are four, none of them is chosen.
    pub(super) fn so_many(&self, text: &str) -> Option<Said<Targets>> {
        let c = Clause::new(text, self.clock);
        let phrase = phrase(&c, self, 0)?;
        let count = phrase.count?;
        let stand = phrase.ends.last().filter(|stand| stand.end == c.len())?;
        let conditions = phrase.conditions.get(..stand.conditions)?;
        let any = Phrase { count: None, single: false, ends: Vec::new(), conditions: Vec::new(), ..phrase };
        let targets = self.members(&any, conditions, &LeftOut::nothing(stand.end))?;
        let open = |id: &TodoId| targets.explicit || self.todo(*id).is_some_and(|t| !t.status.is_closed());
        let ids: Vec<TodoId> = targets.ids().into_iter().filter(open).collect();
        Some(if ids.len() == count {
            Ok(Targets { refs: ids.into_iter().map(Ref::Todo).collect(), ..targets })
        } else if conditions.is_empty() {
            return None;
        } else {
            Err(which(self, format!("Which todos do you mean by “{}”?", text.trim()), &ids))
        })
    }

    /// The todos that meet the conditions; `None` where there are none, or not as many as were spoken of.
    fn members(&self, phrase: &Phrase, conditions: &[Condition], out: &LeftOut) -> Option<Targets> {
        let today = self.today();
        let holds = |t: &Todo| {
            conditions.iter().all(|one| one.any.iter().any(|f| f.matches(self.todos, t, today, false)) != one.not)
        };
        // A word of a title is looked up; only without one is every todo read.
        let named = conditions.iter().find(|one| one.kind == Kind::Title && !one.not);
        let ids: Vec<TodoId> = match named {
            Some(one) => {
                let first = one.any.first()?;
                first.of(self.todos, today, false).filter(|t| holds(t)).map(|t| t.id).collect()
            }
            None => self.todos.iter().filter(|t| holds(t)).map(|t| t.id).collect(),
        };
        let of_days = conditions.iter().all(|one| one.kind == Kind::Date);
        let mut except = self.taken_out(&out.what, &ids, of_days)?;
        except.extend(self.taken_out(&self.except, &ids, of_days)?);
        let ids: Vec<TodoId> = ids.into_iter().filter(|id| !except.contains(id)).collect();
        let explicit =
            conditions.iter().any(|one| one.kind == Kind::Status && one.any.iter().any(|f| !f.status.is_empty()));
        let open: Vec<TodoId> =
            ids.iter().copied().filter(|id| self.todo(*id).is_some_and(|t| !t.status.is_closed())).collect();
        let meant = if explicit { ids.len() } else { open.len() };
        if meant == 0 || phrase.count.is_some_and(|n| n != meant) || phrase.single && meant != 1 {
            return None;
        }
        let repeating =
            conditions.iter().any(|one| one.kind == Kind::Repeats && one.any.iter().any(|f| f.repeating == Some(true)));
        let span =
            conditions.iter().find(|one| one.kind == Kind::Date && one.any.len() == 1 && !one.not).and_then(|one| {
                let (from, to, _) = one.any.first()?.span?;
                Some(Span { from: from?, to: to?, weekday: false })
            });
        Some(Targets {
            refs: ids.into_iter().map(Ref::Todo).collect(),
            bulk: true,
            repeating,
            span,
            entries: phrase.noun || conditions.iter().any(|one| one.kind == Kind::Date),
            explicit,
            about: about(conditions),
            ..Targets::default()
        })
    }

    /// The clause with "them" in the place of the words from `from` to `end`; `rest` = where what is left out begins,
    /// which is not read again.
    fn with_them(
        &self,
        c: &Clause,
        from: usize,
        end: usize,
        rest: Option<Range<usize>>,
        targets: Targets,
        excepted: bool,
    ) -> Option<Self> {
        let before = c.slice(0..from).trim().to_owned();
        let behind = match &rest {
            Some(gone) => format!("{} {}", c.slice(end..gone.start), c.slice(gone.end..c.len())),
            None => c.slice(end..c.len()).to_owned(),
        };
        let polite = Clause::new(behind.trim().trim_start_matches([',', ':', '-']).trim(), self.clock);
        let end = (0..polite.len()).rev().find(|i| !one_of(polite.word(*i), "pls|please|plz|thanks|thx|ok|okay|too"));
        let behind = polite.slice(0..end.map_or(0, |i| i + 1)).to_owned();
        let excepted = excepted || !self.except.is_empty();
        let mut begin = self.clone();
        begin.except.clear();
        begin.last.clone_from(&targets.refs);
        begin.of_set = true;
        begin.seek(targets.about.clone());
        begin.set = Some(targets);
        let mut ways = Vec::new();
        let lead = super::split::lead(c).at;
        let tail = Clause::new(&behind, self.clock);
        let about = one_of(&before.to_lowercase(), "for|on|with|of|regarding|about|as for");
        if let Some(head) = super::split::verb_at(&tail, 0, false).filter(|_| about) {
            if let Some(k) = (head.next + 1..tail.len()).find(|i| one_of(tail.word(*i), "to|at|on|as")) {
                ways.push(format!("{} of them {}", tail.slice(0..k), tail.slice(k..tail.len())));
            }
            ways.push(format!("{} for them", tail.slice(0..tail.len())));
        } else if from > lead {
            ways.extend(turned(c, lead, from).filter(|_| behind.is_empty()));
            ways.push(format!("{before} them {behind}"));
        } else {
            let at = (0..tail.len())
                .find(|i| !one_of(tail.word(*i), "just|please|pls|now|then|can|so|all|should|you|could"))
                .unwrap_or(0);
            if let Some(head) = super::split::verb_at(&tail, at, false) {
                let it = if one_of(tail.word(head.next), "it|them|those|these|that|all") {
                    head.next + 1
                } else {
                    head.next
                };
                ways.push(format!("{} them {}", tail.slice(head.at..head.next), tail.slice(it..tail.len())));
            }
            let dated = tail.found.iter().any(|f| tail.toks_of(&f.span).end == tail.len());
            let first = tail.word(0);
            if dated && one_of(first, "to|on|for|until|till|onto|->|→") {
                ways.push(format!("move them {behind}"));
            } else if dated && tail.found.iter().any(|f| tail.toks_of(&f.span) == (0..tail.len())) {
                ways.push(format!("move them to {behind}"));
            }
            // "goes to medium", "gets pushed to the 24th"
            const GOES: &str = "goes|go|gets|get|becomes|become|drops|drop|moves|moved|pushed|shifted|postponed|now|to|down|up|back|over|at|on";
            let level = (0..tail.len()).find(|i| !one_of(tail.word(*i), GOES)).unwrap_or(0);
            if level > 0
                && let Some(found) = tail.found.iter().map(|f| tail.toks_of(&f.span)).find(|r| r.end == tail.len())
                && found.start <= level
            {
                ways.push(format!("move them to {}", tail.slice(level.max(found.start)..tail.len())));
            }
            if fields::level(tail.word(level)).is_some()
                && (level + 1..tail.len()).all(|i| one_of(tail.word(i), "priority|prio|please|pls|now"))
            {
                ways.push(format!("set them to {} priority", tail.word(level)));
            }
            ways.push(format!("them {behind}"));
        }
        let made = |run: &Run<'_>| run.ops.iter().filter(|op| op.name() == "create").count();
        // "block the report because the dentist is on friday": what is not said is never written down.
        let has = |text: &str| text.split(|c: char| !c.is_alphanumeric()).any(|word| word.eq_ignore_ascii_case("them"));
        let writes = |op: &Operation| has(&op.to_value().to_string()) && !has(&c.text);
        let reads = |read: &Self| {
            let new = read.ops.get(self.ops.len()..).unwrap_or_default();
            !new.is_empty() && made(read) == made(self) && !new.iter().any(writes)
        };
        let read = |said: &String| {
            let plain = second::one(&begin, said, true).map(|(read, _)| read).filter(reads);
            plain.or_else(|| second::framed(&begin, said).filter(reads))
        };
        let mut found = ways.iter().find_map(read)?;
        (found.set, found.trying) = (None, self.trying);
        found.excepted |= excepted;
        Some(found)
    }
}

/// "set to high the tasks", "mark as done the tasks": what they get stands in front of them, and is said behind.
fn turned(c: &Clause, lead: usize, from: usize) -> Option<String> {
    let head = super::split::verb_at(c, lead, false)?;
    let end = if one_of(c.word(from.checked_sub(1)?), "to|for|on|of") { from - 1 } else { from };
    let marked = one_of(c.word(head.next), "to|as|on|at|with");
    let named = |at: &usize| c.word(*at).parse::<u32>().is_err() && fields::level(c.word(*at)).is_some();
    let level = (head.next..end).find(named);
    let rest = |at: usize| (head.next..end).all(|i| i == at || one_of(c.word(i), "to|as|a|on|at|priority|prio|of"));
    match level {
        Some(at) if rest(at) => Some(format!("set them to {} priority", c.word(at))),
        _ if marked && end > head.next + 1 => {
            Some(format!("{} them {}", c.slice(head.at..head.next), c.slice(head.next..end)))
        }
        _ => None,
    }
}

/// Whether something is done to labels; a condition about them is no such thing, nor is the order to tag a set with one.
fn of_labels(c: &Clause, head: Option<super::split::Head>) -> bool {
    let tags = |at: usize| head.is_some_and(|h| h.verb == Verb::Label && h.at == at && h.next == at + 1);
    (0..c.len()).any(|at| one_of(c.word(at), "label|labels|tag|tags|untag|unlabel") && !chooses(c, at) && !tags(at))
}

/// Whether the label spoken of at a word is a condition: "with the label work", "with the work label", "without any tags".
pub(super) fn chooses(c: &Clause, at: usize) -> bool {
    const WITH: &str = "with|without|under|has|have|having";
    let word = |back: usize| at.checked_sub(back).map_or("", |at| c.word(at));
    let article = |back: usize| one_of(word(back), "the|a");
    one_of(word(1), "with|without|no|any|under")
        || (1..=2).any(|back| article(back) && one_of(word(back + 1), WITH))
        || one_of(word(2), WITH)
}

impl LeftOut {
    fn nothing(end: usize) -> Self {
        Self { end, what: Vec::new(), apart: None }
    }
}

/// In front of what is left out.
pub(super) const EXCEPT: &str = "except for|except|but not|apart from|other than|excluding|besides|save for|aside from|not including|minus|\
    all but|but leave|but keep|without|not|bar|with the exception of|just not|only not|but";

/// What may be left out of a set that ends at a word.
fn exceptions(run: &mut Run<'_>, c: &Clause, end: usize) -> Vec<LeftOut> {
    let Some((at, behind)) = (end..c.len()).find_map(|i| c.any(i, EXCEPT).filter(|e| *e < c.len()).map(|e| (i, e)))
    else {
        return vec![LeftOut::nothing(end)];
    };
    let named = |run: &mut Run<'_>, to: usize| {
        let name = c.slice(behind..to).to_owned();
        let set = run.label_named(&name).is_some() || run.plural(&name).is_some();
        let kind = set.then(|| run.attempt(|run| run.exempted(&name))).flatten();
        kind.filter(|one| !one.ids.is_empty()).or_else(|| {
            let targets = run.refer(&name).filter(|t| !t.unmet)?;
            let (ids, set) = (targets.ids(), targets.bulk);
            (!ids.is_empty()).then_some(Exception { name, ids, set })
        })
    };
    let mut out = Vec::new();
    for to in (behind + 1..=c.len()).rev() {
        if at > end && to < c.len() && c.toks.get(to - 1).is_none_or(|t| t.after.is_none()) {
            continue;
        }
        if let Some(one) = named(run, to) {
            let apart = (at > end).then_some(at..to);
            out.push(LeftOut { end: if at == end { to } else { end }, what: vec![one], apart });
        }
    }
    // What is left out and cannot be found leaves the clause to others.
    out
}

/// How many a word says.
fn number(word: &str) -> Option<usize> {
    const WORDS: [&str; 9] = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let spelled = WORDS.iter().position(|said| *said == word).map(|at| at + 2);
    spelled.or_else(|| word.parse().ok().filter(|n| (2..=20).contains(n)))
}

/// A set that begins at a word.
fn phrase(c: &Clause, run: &Run<'_>, from: usize) -> Option<Phrase> {
    let quantifier = c.any(from, QUANTIFIERS);
    let article = c.any(from, ARTICLES);
    let mut at = quantifier.or(article).unwrap_or(from);
    let said = c.slice(from..at).to_lowercase();
    let both = said.starts_with("both").then_some(2);
    let counted = number(c.word(at)).filter(|_| quantifier.or(article).is_some());
    if counted.is_some() {
        at += 1;
    }
    let count = both.or(counted);
    let whole = one_of(&said, WHOLE);
    if quantifier.or(article).is_none() && (c.word(from).is_empty() || lists(GLUE, c.word(from))) {
        return None;
    }
    let mut out = Phrase { from, ends: Vec::new(), conditions: Vec::new(), count, single: false, noun: false };
    // "not at all", "of all things"
    if from > 0 && one_of(c.word(from - 1), "at|of") && said == "all" && counted.is_none() {
        return None;
    }
    let mut noun = whole;
    // A label that is a noun of its own: "repairs with no date".
    let mut named = false;
    let mut labelled = 0;
    let mut not = false;
    let mut joined = false;
    let mut either = false;
    // "every second task": nobody counts them out.
    if one_of(&said, "every|each") && one_of(c.word(at), filter::NTH) {
        return None;
    }
    while at < c.len() {
        // "all travel todos and all done ones": another set, beside this one.
        if at > from && one_of(c.word(at), "and|&|plus") && one_of(c.word(at + 1), "all|every|everything") {
            return None;
        }
        // "set high the tasks", "give high priority to tasks": what stands in front of that is what they get.
        let given = out.conditions.last().is_some_and(|one| matches!(one.kind, Kind::Level | Kind::Status));
        let begins = || [QUANTIFIERS, ARTICLES].iter().any(|words| c.any(at, words).is_some());
        if given && !noun && quantifier.or(article).is_none() && (begins() || one_of(c.word(at), "to|for|on|of")) {
            return None;
        }
        if let Some(end) = c.any(at, PLURALS).filter(|_| !noun) {
            (noun, at) = (true, end);
            out.ends.push(Stand { end, conditions: out.conditions.len() });
            continue;
        }
        if let Some(end) = c
            .any(
                at,
                "right now|now|currently|at the moment|already|still|on my list|on the list|i have|there are|there is",
            )
            .filter(|_| !out.ends.is_empty())
        {
            let conditions = out.conditions.len();
            if out.ends.last().is_some_and(|s| s.end == at && s.conditions == conditions) {
                out.ends.push(Stand { end, conditions });
            }
            at = end;
            continue;
        }
        if let Some(end) = c.any(at, SINGULARS).filter(|_| !noun) {
            out.single = !quantifier
                .is_some_and(|_| one_of(said.split(' ').next().unwrap_or_default(), "all|every|each|any|both"));
            (noun, at) = (true, end);
            out.ends.push(Stand { end, conditions: out.conditions.len() });
            continue;
        }
        if let Some(end) = c.any(at, "that isn't|that aren't|that is not|that are not|that's not|isn't|aren't|not|non|that wasn't|that weren't|outside of|that don't have|that doesn't have|that has no|that have no|which isn't|which aren't|don't have|doesn't have") {
            // "that has no date" is one phrase.
            if let Some(step) = step(c, run, at, noun, quantifier.is_some()).filter(|step| !timed(c, step)) {
                take(&mut out, step, &mut joined, &mut not, false);
                at = out.ends.last().map_or(end, |s| s.end);
                continue;
            }
            (not, at) = (true, end);
            continue;
        }
        // "labelled friday", where nobody has that label: what is meant is asked elsewhere.
        if c.any(at, filter::LABELLED)
            .is_some_and(|next| label(c, run, next).is_none() && c.any(next, PLURALS).is_none())
        {
            return None;
        }
        if let Some(step) = step(c, run, at, noun, quantifier.is_some()).filter(|step| !timed(c, step)) {
            labelled += usize::from(step.kind == Kind::Label);
            // "my work and home tasks" are those of either, "tasks labelled work and home" of both.
            // What has no date and no label has neither.
            let both = step.kind == Kind::Label && noun || step.kind == Kind::Empty;
            joined &= !both || c.word(at.saturating_sub(1)) == "or";
            either |= joined && c.word(at.saturating_sub(1)) == "or";
            // "high or overdue" is either, and of more than two it is not said which go together.
            let other = out.conditions.last().is_some_and(|last| last.kind != step.kind);
            if either && joined && other && (out.conditions.len() > 1 || not) {
                return None;
            }
            // "the stats problem set" is one of them.
            let several = |i: usize| c.word(i).ends_with('s');
            let plural = match step.kind {
                Kind::Label => several(at),
                Kind::Title => !noun && several(step.end.saturating_sub(1)),
                _ => false,
            };
            let (end, label) = (step.end, step.kind == Kind::Label);
            take(&mut out, step, &mut joined, &mut not, std::mem::take(&mut either));
            // "errands" is a noun of its own, as is "the gifts".
            let own = quantifier.is_some() || labelled > 1 || plural && (article.is_some() || labelled > 0);
            if !noun && !named && !own {
                out.ends.pop_if(|s| s.end == end);
            }
            named |= label && plural;
            at = end;
            continue;
        }
        if lists(GLUE, c.word(at)) && !(c.word(at) == "to" && noun) {
            joined |= one_of(c.word(at), "and|or");
            at += 1;
            continue;
        }
        break;
    }
    out.noun = noun;
    let bounded = quantifier.is_some() || noun || labelled > 0;
    out.ends.dedup_by(|b, a| {
        let same = a.end == b.end;
        if same {
            a.conditions = a.conditions.max(b.conditions);
        }
        same
    });
    (bounded && !out.ends.is_empty()).then_some(out)
}

/// "at 9am on monday": which time a todo of a set has is no condition of an order.
fn timed(c: &Clause, step: &Step) -> bool {
    let moment = |f: &Found| matches!(f.what, What::DateTime { .. }) && c.toks_of(&f.span).end == step.end;
    step.kind == Kind::Date && c.found.iter().any(moment)
}

/// What of the conditions a client is told: those that are met in one way, or by one of several levels.
fn about(conditions: &[Condition]) -> Where {
    let levels = |one: &Condition| one.any.iter().all(|f| !f.priority.is_empty());
    let told = |one: &&Condition| !one.not && (one.any.len() == 1 || levels(one));
    let filters = conditions.iter().filter(told).flat_map(|one| &one.any);
    filters.map(Filter::about).fold(Where::default(), Where::and)
}

/// Adds a condition; one of the kind of the one before, joined to it, is another way to meet that one.
fn take(out: &mut Phrase, step: Step, joined: &mut bool, not: &mut bool, either: bool) {
    let denied = std::mem::take(not);
    let join = std::mem::take(joined);
    match out.conditions.last_mut() {
        Some(last)
            if join
                && (last.kind == step.kind || either)
                && last.not == denied
                && step.kind != Kind::Title
                && (last.kind != Kind::Title || !either) =>
        {
            last.any.push(step.filter);
            last.said.extend(step.said);
            // An end between two ways to meet a condition is none.
            out.ends.clear();
        }
        _ => out.conditions.push(Condition {
            any: vec![step.filter],
            not: denied,
            kind: step.kind,
            said: step.said.into_iter().collect(),
        }),
    }
    out.ends.push(Stand { end: step.end, conditions: out.conditions.len() });
}
