//! The last check of a plan against words that reading it clause by clause loses: a condition, a half that is
//! denied, "both done", days in a row. Never changes a plan; what is not heeded makes it `unsure`.

use super::kept::{changed, named};
use super::lexicon::one_of;
use super::text::{Tok, fold, tokens};
use super::{Answer, Decision};
use crate::dates::Clock;
use countersign_core::ids::TodoId;
use countersign_core::operation::Operation;
use countersign_core::todos::{Todos, View};
use std::collections::BTreeSet;

/// Opens a condition wherever it stands. Folded; English, German, Spanish, French, Romanian.
const ANYWHERE: &str = "if|unless|whenever|as soon as|provided|providing|assuming|supposing|in case|as long as|depending on|\
    the moment|wenn|sobald|sofern|vorausgesetzt|es sei denn|en cuanto|tan pronto|siempre que|a menos que|des que|lorsque|\
    a condition que|a moins que|daca|de indata ce|imediat ce|odata ce";

/// Opens one at the beginning of a clause, or before a subject.
const BEFORE: &str = "once|when|falls|solange|cuando|si|quand|cand";

/// Subjects behind such a word.
const SUBJECTS: &str = "the|my|our|it|it's|its|i|i'm|i've|he|she|they|they're|we|we're|we've|that|this|all|everything|everyone|\
    there|es|er|sie|der|die|das|ich|wir|alles|el|la|los|las|esta|este|il|elle|le|l'|tout|c'est|est|e|este";

/// Behind "if", "when" and the like: mere politeness.
const POLITE: &str = "possible|you|u|that's ok|that's okay|that's fine|thats ok|thats fine|that's possible|that works|it's ok|\
    it's okay|it's possible|it's fine|need be|necessary|needed|not|so|at all|i may|i could|i can|i might|anything|\
    moglich|du|ihr|sie konnen|es geht|es dir|es ihnen|puedes|es posible|te parece|tu peux|vous|possible|c'est possible|\
    se poate|poti|vrei|puteti|only";

/// Before it: no condition but what is asked or thanked for.
const OBJECT: &str = "even|as|see|check|ask|know|wonder|sure|remember|mind|matter|tell|wondering|ok|okay|fine|great|grateful|nice|\
    good|appreciate|love|cool|better|best|be|this|just|only|at|what|auch|als|ob|que|meme|comme|chiar|\
    dankbar|verbunden|nett|lieb|toll|schon|super|freundlich|hilfreich|gut|genial|estupendo|bueno|bien|agradeceria|gentil|sympa|\
    recunoscator|recunoscatoare|indatorat|indatorata|grozav|bine|frumos|minunat|dragut|util";

/// What has been said of a thing: "not sent".
const STATES: &str = "sent|paid|done|finished|ready|booked|bought|ordered|fixed|filed|submitted|complete|completed|packed|cleaned|\
    returned|renewed|sorted|over|there|mowed|watered";

const DAYS: &str =
    "mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun|monday|tuesday|wednesday|thursday|friday|saturday|sunday";

/// The plan, unless the message says what it does not heed.
pub(super) fn guarded(text: &str, answer: Answer, todos: &Todos, clock: &Clock) -> Answer {
    if answer.decision != Decision::Plan || answer.ops.is_empty() {
        return answer;
    }
    let toks = tokens(text);
    let lost = !answer.decided && (0..toks.len()).any(|at| condition(&toks, at, &answer, todos, clock))
        || all_done(&toks) && answer.ops.iter().any(|op| matches!(op, Operation::Create(_)))
        || called_off(&toks) && answer.ops.iter().any(|op| matches!(op, Operation::Complete { .. }))
        || one_of(&said(&toks, 0, 1), "everything|all|anything") && paused(&toks, 0, &[':'])
        || whole_series(&toks) && answer.ops.iter().any(is_of_a_day)
        || denied(&toks, &answer, todos, clock)
        || unreached(&toks, &answer, todos, clock)
        || answer.ops.iter().any(is_nothing)
        || stays_open(&toks, &answer, todos, clock)
        || answer.ops.iter().any(|op| torn(op, days(&toks) > 1) || ticks_a_line(op));
    if lost {
        return Answer::nothing(Decision::Unsure);
    }
    let makes = answer.ops.iter().all(|op| matches!(op, Operation::Create(_)));
    let touched: BTreeSet<_> = answer.ops.iter().flat_map(|op| changed(op, todos, clock)).collect();
    match super::share::beyond(&toks, touched.len()).filter(|_| !makes) {
        Some(decision) => Answer { left_alone: decision == Decision::Chat, ..Answer::nothing(decision) },
        None => answer,
    }
}

/// Whether a condition begins anywhere in a text.
pub(super) fn conditional(text: &str, todos: &Todos, clock: &Clock) -> bool {
    let toks = tokens(text);
    let nothing = Answer::nothing(Decision::Unsure);
    (0..toks.len()).any(|at| condition(&toks, at, &nothing, todos, clock))
}

fn said(toks: &[Tok], at: usize, count: usize) -> String {
    let words: Vec<&str> = toks.iter().skip(at).take(count).filter(|t| !t.quoted).map(|t| t.fold.as_str()).collect();
    words.join(" ")
}

/// The longest phrase of a list at a place: where it ends.
fn phrase(toks: &[Tok], at: usize, list: &'static str) -> Option<usize> {
    (1..=3).rev().find(|n| at + n <= toks.len() && one_of(&said(toks, at, *n), list)).map(|n| at + n)
}

fn paused(toks: &[Tok], at: usize, marks: &[char]) -> bool {
    toks.get(at).and_then(|t| t.after).is_some_and(|mark| marks.contains(&mark))
}

/// Whether a condition begins at a place that neither a title nor a set of the plan has taken up.
fn condition(toks: &[Tok], at: usize, answer: &Answer, todos: &Todos, clock: &Clock) -> bool {
    let opens = at == 0
        || paused(toks, at - 1, &[',', ';', '.', ':'])
        || one_of(&said(toks, at - 1, 1), "and|then|but|und|y|et|si|please|also");
    let end = phrase(toks, at, ANYWHERE).or_else(|| {
        let end = phrase(toks, at, BEFORE)?;
        let next = said(toks, end, 1);
        let word = said(toks, at, 1);
        // "once a week", and "si" is "and" in Romanian.
        let subject = one_of(&next, SUBJECTS);
        let state = opens && (end..toks.len()).any(|i| is_state(&said(toks, i, 1)));
        let own = !one_of(&word, "si|falls") || at == 0;
        (own && (subject || state) && !(word == "once" && one_of(&next, "a|all"))).then_some(end)
    });
    let Some(end) = end.filter(|end| *end < toks.len()) else { return false };
    if met(toks, end, todos) {
        return false;
    }
    if phrase(toks, end, POLITE).is_some() || at > 0 && one_of(&said(toks, at - 1, 1), OBJECT) {
        return false;
    }
    // "set the work tasks to low unless they repeat" chooses among a set.
    let they = one_of(&said(toks, end, 1), "they|they're|it|it's|they've");
    let repeat = (end..toks.len()).any(|i| one_of(&said(toks, i, 1), "repeat|repeats|recurring|repeating"));
    let chosen = they && repeat || one_of(&said(toks, end, 1), "they|they're") && answer.ops.len() > 1;
    let two = said(toks, at, end - at + 1);
    let taken = |text: &str| fold(text).contains(&two);
    let written = answer.ops.iter().any(|op| match op {
        // A note to oneself may have a condition in its title, but not lose it.
        Operation::Create(draft) => at > 0 || taken(&draft.title),
        other => taken(&other.to_value().to_string()),
    });
    let titled = answer
        .ops
        .iter()
        .flat_map(|op| changed(op, todos, clock))
        .any(|id| todos.todo(id).is_some_and(|t| taken(&t.title)));
    !chosen && !written && !titled
}

/// "if the passport still isn't done, …", of a todo that is open: what it depends on is known, and so.
fn met(toks: &[Tok], from: usize, todos: &Todos) -> bool {
    if !one_of(&said(toks, from - 1, 1), "if|since|as") {
        return false;
    }
    let stop = (from..toks.len()).find(|i| paused(toks, *i, &[',', ';', ':'])).map_or(toks.len(), |i| i + 1);
    let not = (from + 1..stop).find(|i| one_of(&said(toks, *i, 1), "isn't|isnt|not|aren't|hasn't|haven't"));
    let open = || (from + 1..stop).find(|i| one_of(&said(toks, *i, 1), "open|undone|unfinished|pending|outstanding"));
    let denied =
        not.filter(|_| stop > 0 && one_of(&said(toks, stop - 1, 1), "done|finished|completed|complete|ticked"));
    let Some(at) = denied.or_else(|| open().filter(|at| at + 1 == stop && not.is_none())) else { return false };
    let subject: Vec<Tok> = toks.iter().take(at).skip(from).map(bare).collect();
    let meant = named(&subject, todos);
    !meant.is_empty() && meant.iter().all(|id| todos.todo(*id).is_some_and(|t| !t.status.is_closed()))
}

fn is_state(word: &str) -> bool {
    one_of(word, "is|are|was|has|have|gets|comes|calls|arrives|answers|agrees|ist|sind|kommt|esta|est|arrive")
        || word.ends_with("'s")
}

/// "…, both done": said of all that stands before it.
fn all_done(toks: &[Tok]) -> bool {
    let Some(from) = toks.len().checked_sub(4).or(Some(0)) else { return false };
    (from..toks.len()).any(|at| {
        at > 0
            && paused(toks, at - 1, &[',', ';', '.', ':'])
            && one_of(&said(toks, at, 1), "both|all")
            && toks.last().is_some_and(|t| one_of(&t.fold, "done|finished|completed|complete|sorted"))
    })
}

/// "mark the whole choir series as done".
fn whole_series(toks: &[Tok]) -> bool {
    let says = |list: &'static str| toks.iter().any(|t| !t.quoted && one_of(&t.fold, list));
    says("whole|entire") && says("series")
}

fn is_of_a_day(op: &Operation) -> bool {
    matches!(
        op,
        Operation::CompleteOccurrence { .. } | Operation::SkipOccurrence { .. } | Operation::MoveOccurrence { .. }
    )
}

/// "the gym's cancelled": the thing is off; that "cancel …" is done it does not say.
fn called_off(toks: &[Tok]) -> bool {
    // "delete the training, which has been cancelled": why, and no news.
    let told = |at: usize| (at.saturating_sub(4)..at).any(|i| one_of(&said(toks, i, 1), "which|that"));
    (1..toks.len()).any(|at| {
        one_of(&said(toks, at, 1), "cancelled|canceled")
            && !told(at)
            && (toks.get(at - 1).is_some_and(|t| t.fold.ends_with("'s"))
                || one_of(&said(toks, at - 1, 1), "is|was|been"))
    })
}

/// "report's not sent, rent's paid": a half that is denied names a todo of which the plan says nothing.
fn denied(toks: &[Tok], answer: &Answer, todos: &Todos, clock: &Clock) -> bool {
    let done: Vec<_> = answer.ops.iter().flat_map(|op| changed(op, todos, clock)).collect();
    let begins =
        |at: usize| at == 0 || paused(toks, at - 1, &[',', ';', '.']) || one_of(&said(toks, at - 1, 1), "and|but");
    (1..toks.len()).any(|at| {
        let no = one_of(&said(toks, at, 1), "not|isn't|aren't|wasn't|hasn't|isnt|ain't");
        let state = (at + 1..toks.len().min(at + 4)).find(|i| one_of(&said(toks, *i, 1), STATES));
        let Some(end) = state.filter(|_| no) else { return false };
        let from = (0..=at).rev().find(|i| begins(*i)).unwrap_or(0);
        let orders = from > 0 || end + 1 < toks.len();
        let subject: Vec<Tok> = toks.iter().take(at).skip(from).map(bare).collect();
        let meant = named(&subject, todos);
        orders && !meant.is_empty() && !meant.iter().any(|id| done.contains(id))
    })
}

/// An update that gives no value: what was said of the todo was not read.
fn is_nothing(op: &Operation) -> bool {
    matches!(op, Operation::Update { set, .. } | Operation::BulkUpdate { set, .. } if set.is_empty())
}

/// "set #21 to high, #22 to low": a todo named by its number that the plan does not touch, leave out or write down.
fn unreached(toks: &[Tok], answer: &Answer, todos: &Todos, clock: &Clock) -> bool {
    if answer.ops.iter().any(|op| matches!(op, Operation::Undo { .. }))
        || answer.ops.iter().all(|op| matches!(op, Operation::Create(_)))
    {
        return false;
    }
    let quotes = toks.iter().any(|t| t.quoted);
    let done: BTreeSet<_> = answer.ops.iter().flat_map(|op| changed(op, todos, clock)).collect();
    let left_out = super::kept::excepted(toks);
    let numbered = |at: usize| toks.get(at).and_then(|t| t.fold.strip_prefix('#')?.parse().ok()).map(TodoId);
    // "delete #3, sorry, #5": the other was taken back.
    let put_right = |at: usize| {
        let next = (at + 1..toks.len()).find_map(|i| Some((i, numbered(i)?)));
        next.is_some_and(|(i, id)| done.contains(&id) && super::units::corrects(&said(toks, at + 1, i - at - 1)))
    };
    (0..toks.len()).filter(|at| toks.get(*at).is_some_and(|t| !t.quoted)).any(|at| {
        let Some(id) = numbered(at).filter(|id| todos.todo(*id).is_some()) else { return false };
        let said = format!("#{id}");
        let written = !quotes && answer.ops.iter().any(|op| op.to_value().to_string().contains(&said));
        !done.contains(&id) && !put_right(at) && !written && !left_out.iter().any(|range| range.contains(&at))
    })
}

/// "complete today's tasks, only the call is left", "…, the retro isn't done": what is said to be open is not done.
fn stays_open(toks: &[Tok], answer: &Answer, todos: &Todos, clock: &Clock) -> bool {
    let completes = |op: &&Operation| {
        matches!(
            op,
            Operation::Complete { completed: true, .. }
                | Operation::BulkComplete { completed: true, .. }
                | Operation::CompleteOccurrence { completed: true, .. }
        )
    };
    let done: Vec<_> = answer.ops.iter().filter(completes).flat_map(|op| changed(op, todos, clock)).collect();
    let begins = |at: usize| paused(toks, at - 1, &[',', ';', '.', '—', '–']) || one_of(&said(toks, at - 1, 1), "but");
    (1..toks.len()).filter(|at| begins(*at)).any(|from| {
        let end = (from..toks.len()).find(|i| paused(toks, *i, &[',', ';', '.'])).map_or(toks.len(), |i| i + 1);
        let Some(copula) =
            (from + 1..end).find(|i| one_of(&said(toks, *i, 1), "is|are|isn't|isnt|aren't|arent|stays|remains"))
        else {
            return false;
        };
        let denies = one_of(&said(toks, copula, 1), "isn't|isnt|aren't|arent")
            || (copula + 1..end)
                .any(|i| one_of(&said(toks, i, 1), "not|left|open|pending|remaining|outstanding|unfinished|undone"));
        let subject: Vec<Tok> = toks.iter().take(copula).skip(from).map(bare).collect();
        denies && named(&subject, todos).iter().any(|id| done.contains(id))
    })
}

/// The word without its "'s".
fn bare(tok: &Tok) -> Tok {
    Tok { fold: tok.fold.strip_suffix("'s").unwrap_or(&tok.fold).to_owned(), ..tok.clone() }
}

/// How many days in a row a text begins with.
fn days(toks: &[Tok]) -> usize {
    let listed = toks.iter().take_while(|t| !t.quoted && (one_of(&t.fold, DAYS) || one_of(&t.fold, "and|&")));
    listed.filter(|t| one_of(&t.fold, DAYS)).count()
}

/// A title of which a part is somewhere else: half a bracket, half of "morning and evening", what a correction or an order
/// left behind.
fn in_half(title: &str, toks: &[Tok]) -> bool {
    const TIMES: &str =
        "morning|mornings|afternoon|afternoons|evening|evenings|night|nights|noon|midnight|tonight|today|tomorrow";
    const SORRY: &str = "my mistake|my bad|sorry|oops|whoops|no wait|wait no|else|or else";
    let last = toks.len().saturating_sub(1);
    let of_time = |at: usize| one_of(&said(toks, at, 1), TIMES) || one_of(&said(toks, at, 1), DAYS);
    let bracket = title.matches('(').count() > title.matches(')').count() && !title.contains(":(");
    let time = last > 1 && one_of(&said(toks, last - 1, 1), "and|or") && of_time(last) && !of_time(last - 2);
    let ends = last > 0 && one_of(&said(toks, last, 1), "and|or|so|because|sorry") && !title.ends_with('"');
    let better = last > 1 && one_of(&said(toks, last - 1, 2), "is better|is best|works better");
    let kept = (1..last).any(|at| said(toks, at, 2) == "but not");
    // "after moving the retro delete the lunch"
    let then = one_of(&said(toks, 0, 1), "after|before|once|while|when")
        && said(toks, 1, 1).ends_with("ing")
        && (2..=last).any(|at| one_of(&said(toks, at, 1), "delete|complete|move|reschedule|postpone|rename|skip|mark"));
    bracket || time || ends || better || kept || then || one_of(&said(toks, 0, toks.len()), SORRY)
}

/// "pack bags: tick socks, add hat": an order is no line of a checklist.
fn ticks_a_line(op: &Operation) -> bool {
    let value = op.to_value();
    let lines = value.get("checklist_add").and_then(|lines| lines.as_array()).cloned().unwrap_or_default();
    lines.iter().any(|line| {
        let title = line.as_str().or_else(|| line.get("title").and_then(|title| title.as_str())).unwrap_or_default();
        let toks = tokens(title);
        toks.len() > 1 && one_of(&said(&toks, 0, 1), "tick|untick|uncheck")
    })
}

/// A new title that is no title: "rent not", "mon, wed and gym", and "thu yoga" where days in a row were said.
fn torn(op: &Operation, days_first: bool) -> bool {
    let Operation::Create(draft) = op else { return false };
    let toks = tokens(&draft.title);
    let listed = days(&toks);
    // What somebody says of himself is told, and no title: "put the thing I have to send".
    let told = (1..toks.len()).any(|i| {
        one_of(&said(&toks, i, 1), "i|we") && one_of(&said(&toks, i + 1, 1), "have|want|had|forgot")
            || one_of(&said(&toks, i, 2), "is and|are and|was and")
    });
    told || in_half(&draft.title, &toks)
        || super::asides::left(&toks)
        || listed > usize::from(!days_first)
        || toks.len() > 1 && toks.last().is_some_and(|t| !t.quoted && t.fold == "not")
}
