//! A message with units in it, read with their numbers in their place: once for each unit of its longest list.

use super::super::bare::is_everyday;
use super::super::lexicon::{Verb, one_of};
use super::super::split::{lead, verb_at};
use super::super::text::Clause;
use super::super::{Answer, Context, Decision, kept};
use super::joined::{List, lists};
use super::{Unit, Units, found};
use crate::dates::Clock;
use countersign_core::ids::TodoId;
use countersign_core::operation::{Operation, Target};
use countersign_core::todos::{Todos, View};
use std::collections::BTreeSet;

/// A longer list is data: what is said of it is read as it stands.
const MOST_UNITS: usize = 20;

/// Says something of what stands in front of it.
const TELLS: &str = "is|are|was|were|has|have|takes|take|needs|need|done|finished|completed|complete|all|both|to|until|till|high|low|medium|\
    urgent|important|due|should|can|aren't|isn't|ist|sind|wurde|wurden|erledigt|fertig|auf|bis|es|son|esta|están|estan|está|fue|fueron|hecho|\
    hechos|listo|listos|para|est|sont|fait|faits|terminé|terminés|à|pour|este|e|sunt|gata|făcut|făcute|terminat|pe|pana|până";

/// Told of several, and how it is told of one.
const NUMBER: [(&str, &str); 14] = [
    (" are all ", " is "),
    (" are both ", " is "),
    (" are ", " is "),
    (" were all ", " was "),
    (" were both ", " was "),
    (" were ", " was "),
    (" have all been ", " has been "),
    (" have both been ", " has been "),
    (" have been ", " has been "),
    (" have ", " has "),
    (" all take ", " takes "),
    (" both take ", " takes "),
    (" take ", " takes "),
    (" need ", " needs "),
];

/// Fields that may be added to what is there.
const FIELDS: &str = "label|labels|tag|tags|note|notes|comment|priority|estimate|due|deadline|date|reminder|checklist|list|item|step|subtask";

/// In front of a list of which not each is meant: some of it, or all but it.
const PARTLY: &str = "one of|some of|any of|none of|most of|half of|neither of|either of|instead of|except for|apart from|other than|\
    one of the|except|excepting|excluding|but|not|neither|nor|either|between|without|besides|than|like|unlike|before|after|swap|merge|compare|combine|split|außer|ausser|ohne|nicht|entre|excepto|salvo|sin|sauf|sans|pas|fără|exceptând";

/// In a title, what could be read as something else than a name.
const TELLING: &str = "and|or|to|from|until|till|by|for|with|as|is|are|due|on|off|in|at|not|no|than|then|after|before|because|about|without|\
    high|low|medium|urgent|done|open|finished|list|note|checklist|tag|label|all|every|each|both|plus|also|und|y|et|și|si|e|o|ou|sau|oder";

/// The message as `reading` reads it, with each unit as one.
pub(in crate::interpret) fn read(
    text: &str,
    todos: &Todos,
    clock: &Clock,
    ctx: &Context,
    reading: &dyn Fn(&str) -> Answer,
) -> (Answer, Option<String>) {
    let units = found(text, todos);
    let lists = lists(text, &units.all);
    let plain = || reading(text);
    let is_list = |list: &&List| list.units.len() > 1 && !partly(text, list);
    let several: Vec<&List> = lists.iter().filter(is_list).collect();
    // "buy milk (#9)" names it twice.
    let twice = |unit: &Unit| !unit.titled && text.get(unit.at.clone()).is_some_and(|name| name.contains(' '));
    let risky = |unit: &Unit| {
        twice(unit) || unit.titled && todos.todo(unit.id).is_some_and(|todo| may_mislead(&todo.title, clock))
    };
    let misleads = lists.iter().flat_map(|list| &list.units).any(risky);
    if units.astray.is_empty() && several.is_empty() && !misleads {
        let answer = plain();
        let lost = loses(text, &answer, &units, &several, todos, clock);
        return (if lost { Answer::nothing(Decision::Unsure) } else { answer }, None);
    }
    if ctx.clarify.is_some() {
        let answer = plain();
        if answer.answers_pending {
            return (answer, None);
        }
    }
    if misleads && let Some(new) = made_again(text, &lists, clock) {
        return (reading(&new), Some(new));
    }
    let most = lists.iter().map(|list| list.units.len()).max().unwrap_or(0);
    if units.astray.is_empty()
        && most <= MOST_UNITS
        && governed(text, &lists, clock)
        && let Some(answer) = each(text, &lists, most, todos, clock, reading)
    {
        return (answer, Some(with(text, &lists, 0)));
    }
    let answer = plain();
    let lost = loses(text, &answer, &units, &several, todos, clock);
    (if lost { Answer::nothing(Decision::Unsure) } else { answer }, None)
}

/// "add rename files": what is told to be made is a title, whatever else its words could order.
fn made_again(text: &str, lists: &[List], clock: &Clock) -> Option<String> {
    let [list] = lists else { return None };
    let ends = text.get(list.at.end..)?.trim_matches(['.', '!', ' ']).is_empty();
    let c = Clause::new(text.get(..list.at.start)?, clock);
    let said = (0..c.len()).map(|i| c.word(i)).collect::<Vec<_>>().join(" ");
    let name = text.get(list.at.clone())?.trim_matches(['"', '“', '”', '„', '«', '»']);
    let makes = one_of(
        &said,
        "add|please add|create|add a todo|add a task|new todo|new task|create a todo|create a task|add todo|add task",
    );
    (makes && ends && list.units.len() == 1 && list.units.iter().all(|unit| unit.titled))
        .then(|| format!("{said} \"{name}\""))
}

/// Whether words of a title could be read as an order, a field, a list or a date.
fn may_mislead(title: &str, clock: &Clock) -> bool {
    let c = Clause::new(title, clock);
    !title.is_ascii()
        || c.len() > 1
            && (verb_at(&c, 0, false).is_some()
                || !c.found.is_empty()
                || title.contains([',', '#', '&', '+', ':', ';', '(', '.', '!', '?'])
                || (0..c.len())
                    .any(|i| one_of(c.word(i), TELLING) || c.word(i).starts_with(|first: char| first.is_ascii_digit())))
}

/// Whether something is said of what is named, and not only a name with a day, or something new with that name in it.
fn governed(text: &str, lists: &[List], clock: &Clock) -> bool {
    let (Some(first), Some(last)) = (lists.first(), lists.last()) else { return false };
    let front = text.get(..first.at.start).unwrap_or_default();
    let back = text.get(last.at.end..).unwrap_or_default();
    let next = text.get(first.at.end..).unwrap_or_default();
    let signed = next.trim_start().starts_with([':', '-', '–', '—', '='] as [char; 5]);
    if front.trim().is_empty() {
        let word = next.split_whitespace().next().unwrap_or_default().to_lowercase();
        return signed || one_of(word.trim_end_matches(['.', '!', ',']), TELLS);
    }
    if lists.iter().any(|list| list.units.len() > 1 && (partly(text, list) || calls_off(text, list, clock))) {
        return false;
    }
    let c = Clause::new(front, clock);
    let head = verb_at(&c, lead(&c).at, false);
    let makes = head.is_some_and(|h| h.verb == Verb::Create);
    let words = || front.split_whitespace().chain(back.split_whitespace().take(2)).map(|w| w.to_lowercase());
    let field =
        || words().any(|word| one_of(word.trim_matches([':', ',']), FIELDS) || word.starts_with('#') && word.len() > 1);
    let puts = || head.is_some_and(|h| one_of(c.word(h.at), "add|put|include|append|write|stick|attach"));
    let sets = || head.is_some_and(|h| one_of(c.word(h.at), "put|do|give|set|make|schedule|plan"));
    let lead_in = front.trim_end().rsplit(' ').next().unwrap_or_default().to_lowercase();
    let onto = || one_of(&lead_in, "to") || one_of(c.word(c.len().saturating_sub(2)), "to");
    !makes || sets() || puts() && (field() || onto())
}

/// Whether the words in front of a list say that not each of it is meant.
fn partly(text: &str, list: &List) -> bool {
    let before = text.get(..list.at.start).unwrap_or_default().trim_end_matches([' ', ':', ',']);
    let mut last = String::new();
    before.split_whitespace().rev().take(3).any(|word| {
        last = format!("{} {last}", word.to_lowercase()).trim_end().to_owned();
        one_of(&last, PARTLY)
    })
}

/// "cancel the dentist and pay rent", "delete team lunch and buy milk": what stands behind a name that is nothing to do may
/// be the next thing to do.
fn calls_off(text: &str, list: &List, clock: &Clock) -> bool {
    let [first, second] = list.units.as_slice() else { return false };
    let to_do = |unit: &Unit| {
        let name = text.get(unit.at.clone()).unwrap_or_default().to_lowercase();
        is_everyday(name.split_whitespace().next().unwrap_or_default())
    };
    let and = text.get(first.at.end..second.at.start).is_some_and(|gap| gap.trim() == "and");
    let c = Clause::new(text, clock);
    let takes = verb_at(&c, lead(&c).at, false).is_some_and(|head| matches!(head.verb, Verb::Delete | Verb::Skip));
    takes && and && !list.both && first.titled && second.titled && !to_do(first) && to_do(second)
}

/// The text with the n-th unit of each list, or its last, in the list's place.
fn with(text: &str, lists: &[List], n: usize) -> String {
    let mut out = String::new();
    let mut from = 0;
    for list in lists {
        let Some(unit) = list.units.get(n).or(list.units.last()) else { continue };
        out.push_str(&said_of_one(text.get(from..list.at.start).unwrap_or_default(), from > 0 && plural(lists, from)));
        out.push_str(&format!("#{}", unit.id));
        from = list.at.end;
    }
    out.push_str(&said_of_one(text.get(from..).unwrap_or_default(), plural(lists, from)));
    out
}

/// Whether a list of several ends there.
fn plural(lists: &[List], end: usize) -> bool {
    lists.iter().any(|list| list.at.end == end && list.units.len() > 1)
}

/// What is told of several, as of one.
fn said_of_one(rest: &str, plural: bool) -> String {
    if !plural {
        return rest.to_owned();
    }
    let lower = rest.to_lowercase();
    let told = NUMBER.iter().find(|(many, _)| lower.starts_with(many));
    let rest = match told {
        Some((many, one)) => format!("{one}{}", rest.get(many.len()..).unwrap_or_default()),
        None => rest.to_owned(),
    };
    let whole = rest.trim_end_matches(['.', '!']);
    whole.strip_suffix(" each").map_or(rest.clone(), str::to_owned)
}

/// What the readings for each unit come to together, where each is a plan about what is named.
fn each(
    text: &str,
    lists: &[List],
    most: usize,
    todos: &Todos,
    clock: &Clock,
    reading: &dyn Fn(&str) -> Answer,
) -> Option<Answer> {
    let named: BTreeSet<TodoId> = lists.iter().flat_map(|list| &list.units).map(|unit| unit.id).collect();
    let stands_for = |text: &str| {
        text.split('#').skip(1).any(|rest| {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            rest.get(..digits).and_then(|n| n.parse().ok()).is_some_and(|n| named.contains(&TodoId(n)))
        })
    };
    let mut whole: Option<Answer> = None;
    for n in 0..most {
        let mut answer = reading(&with(text, lists, n));
        let own = |op: &Operation| !stands_for(&op.to_value().to_string());
        let tells = |answer: &Answer| {
            let all = !answer.answer_ids.is_empty() && answer.answer_ids.iter().all(|id| named.contains(id));
            most == 1 && answer.decision == Decision::Chat && answer.ops.is_empty() && all
        };
        if tells(&answer) {
            return Some(answer);
        }
        if answer.decision != Decision::Plan || answer.ops.is_empty() || !answer.ops.iter().all(own) {
            return None;
        }
        // What is done with one is not done with the others of its list, as "all but #5" would.
        let own: BTreeSet<TodoId> =
            lists.iter().filter_map(|list| list.units.get(n).or(list.units.last())).map(|unit| unit.id).collect();
        let done = answer.ops.iter().flat_map(|op| kept::changed(op, todos, clock)).collect::<BTreeSet<TodoId>>();
        if done.iter().any(|id| named.contains(id) && !own.contains(id)) || most > 1 && answer.ops.iter().any(renames) {
            return None;
        }
        answer.consumed.retain(|part| !stands_for(&part.text));
        match &mut whole {
            None => whole = Some(answer),
            Some(all) => join(all, answer),
        }
    }
    let all = whole?;
    let touched: BTreeSet<TodoId> = all.ops.iter().flat_map(|op| kept::changed(op, todos, clock)).collect();
    let makes = |op: &Operation| matches!(op, Operation::Create(_));
    let alike = lists
        .iter()
        .filter(|list| list.units.len() > 1)
        .all(|list| list.units.iter().all(|unit| touched.contains(&unit.id)) && same_deed(&all.ops, list));
    let any = touched.iter().any(|id| named.contains(id));
    (alike && any && !all.ops.iter().any(makes)).then_some(all)
}

/// Whether a todo gets another title: no two get the same.
fn renames(op: &Operation) -> bool {
    matches!(op, Operation::Update { set, .. } if set.title.is_some())
}

/// Whether the same is done with each unit of a list, on however many days of a series.
fn same_deed(ops: &[Operation], list: &List) -> bool {
    let deeds = |id: TodoId| -> BTreeSet<&'static str> {
        let own = ops.iter().filter(|op| op.target().and_then(Target::id) == Some(id));
        // What is done with a series as a whole is done with a day of it.
        own.map(|op| match op.name() {
            "move_occurrence" => "update",
            name => name.trim_end_matches("_occurrence"),
        })
        .collect()
    };
    let mut each = list.units.iter().map(|unit| deeds(unit.id));
    let first = each.next();
    each.all(|deeds| Some(deeds) == first)
}

fn join(all: &mut Answer, one: Answer) {
    fn add<T: PartialEq>(to: &mut Vec<T>, from: Vec<T>) {
        for item in from {
            if !to.contains(&item) {
                to.push(item);
            }
        }
    }
    add(&mut all.ops, one.ops);
    add(&mut all.warnings, one.warnings);
    add(&mut all.left_out, one.left_out);
    add(&mut all.left_over, one.left_over);
    for part in one.consumed {
        if !all.consumed.iter().any(|known| known.text == part.text && known.taken_as == part.taken_as) {
            all.consumed.push(part);
        }
    }
}

/// Whether a plan leaves some of a list of names out that it takes others from, or takes a number that continues a title
/// for one of a todo.
fn loses(text: &str, answer: &Answer, units: &Units, several: &[&List], todos: &Todos, clock: &Clock) -> bool {
    if answer.decision != Decision::Plan {
        return false;
    }
    let changes = answer.ops.iter().any(|op| !matches!(op, Operation::Create(_)));
    if changes && !units.astray.is_empty() {
        return true;
    }
    // "email lena, bread and write report are done": a name in a list is nothing new.
    let name = |unit: &Unit| text.get(unit.at.clone()).unwrap_or_default().to_lowercase();
    let swallows = |op: &Operation| match op {
        Operation::Create(draft) => {
            let title = draft.title.to_lowercase();
            let listed = title.contains([',', '&']) || title.contains(" and ");
            listed
                && units
                    .all
                    .iter()
                    .any(|unit| !unit.weak && title.starts_with(&name(unit)) && title.len() > unit.at.len())
        }
        _ => false,
    };
    let c = Clause::new(text, clock);
    let makes = verb_at(&c, lead(&c).at, false).is_some_and(|head| head.verb == Verb::Create);
    if changes && !makes && answer.ops.iter().any(swallows) {
        return true;
    }
    let touched: BTreeSet<TodoId> = answer.ops.iter().flat_map(|op| kept::changed(op, todos, clock)).collect();
    several.iter().any(|list| {
        let taken = list.units.iter().filter(|unit| touched.contains(&unit.id)).count();
        taken > 0 && (taken < list.units.len() || !same_deed(&answer.ops, list))
    })
}
