//! What an order depends on where the list itself knows: "delete the tax return if it's overdue", "unless it's high
//! priority". What is so is done, what is not so is left; what the list does not know stays a condition.

use super::filter::{self, Filter};
use super::lexicon::{Verb, one_of};
use super::placed::numbered;
use super::resolve::Targets;
use super::run::{Run, Said, Stop};
use super::split::{self, clauses, lead};
use super::standing;
use super::text::Clause;
use countersign_core::ids::TodoId;
use jiff::civil::Date;

const OPENS: &str = "but only if|and only if|only if|if|unless|as long as|provided that|provided|so long as";

/// Words around what is so that say nothing of their own.
const AROUND: &str = "still|already|currently|now|yet|then|really|actually|anyway|though|please|in fact";

/// A condition about todos of the list.
struct Condition {
    /// What it is about; `None` = what the order is about.
    subject: Option<String>,
    filter: Filter,
    not: bool,
}

/// The order without a condition that is met; `Stop::Chat` where it is not met.
pub(super) fn decided(text: &str, run: &mut Run<'_>) -> Said<String> {
    let lower = text.to_lowercase();
    if !["if ", "unless ", "as long as ", "provided "].iter().any(|word| lower.contains(word)) {
        return Ok(text.to_owned());
    }
    // "on monday, or on tuesday if it rains": which of the two it will be, nobody knows yet.
    let c = Clause::new(text, run.clock);
    let other_day = |at: usize| c.found.iter().map(|f| c.toks_of(&f.span)).find(|r| r.start == at);
    let undecided = |at: usize| c.word(at) == "or" && other_day(at + 1).is_some_and(|r| c.any(r.end, OPENS).is_some());
    if (1..c.len()).any(undecided) {
        return Err(Stop::Unsure);
    }
    let text = without_otherwise(text, run);
    let text = text.as_str();
    if let Some(order) = new_only(text, run)? {
        return Ok(order);
    }
    let Some((order, condition)) = parted(text, run) else { return Ok(text.to_owned()) };
    let named = condition.subject.as_ref().and_then(|name| run.refer(name));
    let mut read = run.beside();
    // "if the report is overdue, complete it"
    let of_it = named.as_ref().filter(|_| split::of_it(&Clause::new(&order, run.clock)));
    if let Some(named) = of_it {
        read.last.clone_from(&named.refs);
    }
    if read.all(&order).is_err() || clauses(&order, run).len() != 1 {
        return Ok(text.to_owned());
    }
    let meant = standing::ids(&read.ops);
    let about = match &condition.subject {
        None => meant.clone(),
        Some(_) => named.as_ref().map(Targets::ids).unwrap_or_default(),
    };
    if about.is_empty() {
        return Ok(text.to_owned());
    }
    let today = run.today();
    let holds = |id: &TodoId| {
        let either = condition.filter.span.is_some();
        run.todo(*id).is_some_and(|t| condition.filter.matches(run.todos, t, today, either)) != condition.not
    };
    let met: Vec<TodoId> = about.iter().copied().filter(holds).collect();
    if met.is_empty() {
        run.unmet = true;
        run.answer_ids = about;
        return Err(Stop::Chat);
    }
    if met.len() == about.len() {
        if let Some(named) = of_it {
            run.last.clone_from(&named.refs);
        }
        run.decided = true;
        return Ok(match (of_it, &met[..], condition.filter.span) {
            (Some(_), [id], Some((Some(from), Some(to), _))) if from == to => {
                on_its_day(&order, *id, from, run).unwrap_or(order)
            }
            _ => order,
        });
    }
    // "the emails if they're overdue" chooses among them.
    match numbered(&order, &met, run).filter(|_| condition.subject.is_none()) {
        Some(some) => {
            run.decided = true;
            Ok(some)
        }
        None => Ok(text.to_owned()),
    }
}

/// "if soccer is today move it to 6": of a series, the date that the condition is about.
fn on_its_day(order: &str, id: TodoId, day: Date, run: &Run<'_>) -> Option<String> {
    run.todo(id).filter(|t| t.recurrence.is_repeating())?;
    let c = Clause::new(order, run.clock);
    let head = split::verb_at(&c, lead(&c).at, false)?;
    let moves =
        matches!(head.verb, Verb::Move | Verb::Skip | Verb::Delete | Verb::Complete) && c.word(head.next) == "it";
    let rest = c.slice(head.next + 1..c.len());
    moves.then(|| format!("{} #{id} on {} {rest}", c.slice(head.at..head.next), day))
}

/// "…; otherwise leave it be": what is not so is left in any case.
fn without_otherwise(text: &str, run: &Run<'_>) -> String {
    const LEFT: &str = "leave|keep|it|them|that|those|be|alone|as|is|are|please|do|nothing|don't|bother|where|in|peace|untouched|just|then|let|forget";
    let c = Clause::new(text, run.clock);
    let begins = |i: &usize| one_of(c.word(*i), "otherwise|else") && !c.word(i + 1).is_empty();
    let at = (2..c.len()).rev().find(begins).filter(|i| (i + 1..c.len()).all(|k| one_of(c.word(k), LEFT)));
    let from = at.map(|i| i - usize::from(one_of(c.word(i - 1), "or|and|but")));
    from.map_or_else(|| text.to_owned(), |i| c.slice(0..i).to_owned())
}

/// "if it is not already on my list, add …": the list knows that of what is new, too.
fn new_only(text: &str, run: &mut Run<'_>) -> Said<Option<String>> {
    const IT: &str = "it's|that's|it is|that is|it isn't|it is not|it's not|it isnt|it has|it hasn't|i have|i haven't|i have not|i don't have|there is|there isn't|\
        there is not|one is|one isn't";
    const THERE: &str = "on my list|on the list|in my list|in the list|there|on it|down|noted|noted down|on my todo list|on my to-do list|been added|been noted|\
        among my tasks|listed|one|it|it there|it on my list|it down|one there";
    let c = Clause::new(text, run.clock);
    let at = lead(&c).at;
    let Some(from) = (at..c.len()).find(|i| one_of(c.word(*i), "if|unless")) else { return Ok(None) };
    let Some(verb) = c.any(from + 1, IT) else { return Ok(None) };
    let said = verb..c.len();
    let not = (from..verb).any(|i| c.word(i) == "not" || c.word(i).ends_with("n't") || c.word(i) == "isnt");
    let denied = said.clone().take_while(|i| one_of(c.word(*i), "not|already|yet|still")).any(|i| c.word(i) == "not");
    let begin = said.clone().find(|i| !one_of(c.word(*i), "not|already|yet|still")).unwrap_or(verb);
    let Some(mut end) = c.any(begin, THERE) else { return Ok(None) };
    while end < c.len() && one_of(c.word(end), "already|yet|then") {
        end += 1;
    }
    let (unless, absent) = (c.word(from) == "unless", not || denied);
    // Only what is new: "unless it is there", "if it is not there".
    let order = if from == at && end < c.len() {
        c.slice(end..c.len())
    } else if end == c.len() && from > at {
        c.slice(at..from)
    } else {
        ""
    };
    if unless == absent || order.is_empty() {
        return Ok(None);
    }
    let mut read = run.beside();
    if read.all(order).is_err() {
        return Ok(None);
    }
    let [countersign_core::operation::Operation::Create(draft)] = read.ops.as_slice() else { return Ok(None) };
    let there = super::target::same_title(run.todos, &draft.title);
    run.decided = true;
    if there.is_empty() {
        return Ok(Some(order.to_owned()));
    }
    run.unmet = true;
    run.answer_ids = there;
    Err(Stop::Chat)
}

/// The order and what it depends on, where that is all there is to the text.
fn parted(text: &str, run: &Run<'_>) -> Option<(String, Condition)> {
    let c = Clause::new(text, run.clock);
    let at = lead(&c).at;
    let opens = |i: usize| c.any(i, OPENS).filter(|e| *e < c.len());
    let from = (at..c.len()).find(|i| opens(*i).is_some())?;
    let end = opens(from)?;
    if (end..c.len()).any(|i| opens(i).is_some()) {
        return None;
    }
    let not = c.word(from) == "unless";
    let (order, said) = if from == at {
        let cut =
            (end..c.len()).find(|i| c.toks.get(*i).is_some_and(|t| t.after == Some(',')) || c.word(i + 1) == "then")?;
        let order = cut + 1 + usize::from(c.word(cut + 1) == "then");
        (c.slice(order..c.len()), c.slice(end..cut + 1))
    } else {
        (c.slice(0..from), c.slice(end..c.len()))
    };
    let (order, said) = (order.trim_end_matches([',', ' ']), said.trim_end_matches(['.', '!', ',', ' ']));
    let last = order.rsplit(' ').next().unwrap_or_default().to_lowercase();
    if order.is_empty() || one_of(&last, "and|or|but|then") || said.contains([',', ';']) {
        return None;
    }
    Some((order.to_owned(), condition(said, not, run)?))
}

/// "it's overdue", "the dentist isn't done yet", "they have no date".
fn condition(said: &str, unless: bool, run: &Run<'_>) -> Option<Condition> {
    const IT: &str = "it|that|this|they|those|these";
    const JOINED: &str = "it's|that's|they're|its";
    const IS: &str = "is|are|isn't|isnt|aren't|has|have|hasn't|haven't|was|were";
    let c = Clause::new(said, run.clock);
    let (subject, mut at) = if one_of(c.word(0), JOINED) {
        (None, 1)
    } else {
        let at = (1..c.len()).find(|i| one_of(c.word(*i), IS))?;
        let it = at == 1 && one_of(c.word(0), IT);
        ((!it).then(|| c.slice(0..at).to_owned()), at)
    };
    let verb = c.word(at).to_owned();
    let copula = one_of(&verb, IS);
    let mut not = unless != (copula && verb.ends_with("n't") || verb == "isnt");
    at += usize::from(copula);
    loop {
        if c.word(at) == "not" || c.any(at, "no longer").is_some() {
            not = !not;
            at = c.any(at, "no longer").unwrap_or(at + 1);
        } else if one_of(c.word(at), AROUND) {
            at += 1;
        } else {
            break;
        }
    }
    // A shop is closed, and a train is late.
    if one_of(c.word(at), "closed|late|started") {
        return None;
    }
    let end = (at..c.len()).rev().find(|i| !one_of(c.word(*i), AROUND))? + 1;
    let with = if one_of(&verb, "has|have") { "with " } else { "" };
    let mut said = Clause::new(&format!("{with}{}", c.slice(at..end)), run.clock);
    let filter = filter::conditions(&mut said, run);
    // "if it's sunday" may be about today, and nobody knows yet what will be done by monday.
    let of_it = subject.is_none() && filter.span.is_some();
    let of_todo =
        (at..end).any(|i| one_of(c.word(i), "due|on|for|scheduled|planned|dated|set|in|overdue|before|after"));
    let ahead = (at..end).any(|i| one_of(c.word(i), "by|until|till")) && filter.span.is_some();
    if of_it && !of_todo || ahead {
        return None;
    }
    let known = !filter.is_empty() && filter.unknown.is_empty() && filter.title.is_empty();
    known.then_some(Condition { subject, filter, not })
}
