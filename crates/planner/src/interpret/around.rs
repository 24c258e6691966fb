//! Words that nobody knows around the whole title of an open todo, "rearrange the dentist appointment": whether it is meant
//! is asked, since a second todo of that name is hardly ever (TODOS.md rule 14).

use super::bare::is_everyday;
use super::lexicon::one_of;
use super::run::Run;
use super::text::fold;
use super::units;
use countersign_core::ids::TodoId;

/// More words in front say what is to be done with it: "print the map for call mom".
const MOST_WORDS: usize = 3;

/// Puts what is there on another day, in words that are no orders elsewhere.
const PUTS: &str = "rearrange|re-arrange|plan|replan|plan in|adjourn|carry|drag|do|rebook|omit|reset|relocate|bring|take|put|place|slot|book in|shunt|pull|to move|to|\
    tackle|handle|have|get|set|make|prepone|forward|hold";

/// Behind the title, without a sense of its own there.
const BEHIND: &str = "over|in|on|back|back on|off|off hold|no date|without a date|without a time|no time|instead|again|up|forward|too|as well";

/// The open todo around whose title nothing but such words stand.
pub(super) fn named(run: &Run<'_>, title: &str) -> Vec<TodoId> {
    let said = title.trim_end_matches(['.', '!']);
    let all = units::found(said, run.todos).all;
    let [unit] = all.as_slice() else { return Vec::new() };
    let open = run.todo(unit.id).filter(|todo| !todo.status.is_closed());
    let (Some(front), Some(behind)) = (said.get(..unit.at.start), said.get(unit.at.end..)) else { return Vec::new() };
    let mut front: Vec<String> = front.split_whitespace().map(fold).collect();
    while front.last().is_some_and(|word| one_of(word, "the|my|our|a|an")) {
        front.pop();
    }
    // "reset the priority of buy milk"
    let field =
        |word: &str| one_of(word, "the|of|for|priority|estimate|date|due|status|label|labels|time|day|deadline|my");
    if front.last().is_some_and(|word| one_of(word, "of|for")) && front.len() > 2 {
        while front.len() > 1 && front.last().is_some_and(|word| field(word)) {
            front.pop();
        }
    }
    let behind = fold(behind.trim_matches([' ', ',']));
    let Some(todo) = open.filter(|_| !unit.weak && (behind.is_empty() || one_of(&behind, BEHIND))) else {
        return Vec::new();
    };
    let plain = front.iter().all(|word| word.chars().all(char::is_alphabetic));
    let verb = front.join(" ");
    let puts = one_of(&verb, PUTS);
    // A title that says itself what is to be done is the thing of no other verb.
    let deed = todo.title.split_whitespace().next().is_some_and(|word| is_everyday(&fold(word)));
    let strange = !front.iter().any(|word| is_everyday(word)) && unit.titled;
    let around = match front.len() {
        0 => !behind.is_empty() && unit.titled,
        1..MOST_WORDS => plain && (puts || unit.titled && front.len() == 1 && (deed || strange)),
        _ => false,
    };
    if around { vec![unit.id] } else { Vec::new() }
}
