//! Verbs of ours that are also done to a thing: "make lunch on thursday", "throw out the milk". Where the words name the
//! thing and not the todo, it is something new to do.

use super::lexicon::one_of;
use super::run::Run;
use super::split::Head;
use super::target::{Match, Want, content, same_title};
use super::text::Clause;
use super::{bare, correct};
use countersign_core::todo::Todo;

/// What one does with one's hands; a todo is moved "to" a day by them, or "forward", and by nothing else.
const HANDS: &str = "make|bring|take|get";

/// Gets rid of a thing as well as of a todo.
const AWAY: &str = "throw away|throw out|toss|dump";

/// Says that a todo is meant.
const TODO: &str = "todo|todos|to-do|to-dos|task|tasks|item|items|reminder|reminders|entry|list";

/// Says where something goes in time.
const GOES: &str = "to|forward|forwards|back|until|till|up|off|from|earlier|later|due|high|low|priority|urgent|important|every|repeat|repeating|\
    it's|whole|only";

/// Whether the verb of a clause is done to a thing.
pub(super) fn is_of_a_thing(run: &Run<'_>, c: &Clause, head: Head) -> bool {
    if run.fixed.ids.is_some() || head.next >= c.len() || (head.next..c.len()).any(|i| c.word(i).starts_with('#')) {
        return false;
    }
    let verb = c.slice(head.at..head.next).to_lowercase();
    let object = correct::object_of(c.slice(head.next..c.len()), run);
    let words = content(&object);
    let says = |list: &'static str| (head.next..c.len()).any(|i| one_of(c.word(i), list));
    if words.is_empty() || says(TODO) || !same_title(run.todos, &object).is_empty() {
        return false;
    }
    let found = run.find(&words, Want::Open);
    let todo = match &found {
        Match::One(id) => run.todo(*id),
        _ => None,
    };
    let dated = c.found.iter().any(|f| c.toks_of(&f.span).end == c.len());
    if one_of(&verb, AWAY) {
        return todo.is_some_and(|todo| is_errand(todo, &words));
    }
    let led = c.found.iter().any(|f| {
        let r = c.toks_of(&f.span);
        r.end == c.len() && (one_of(c.word(r.start), "on|at|by|tomorrow|tonight|this|next") || r.start > head.next + 1)
    });
    let closed = todo.is_some_and(|todo| todo.status.is_closed());
    if closed && dated && !says(GOES) && (one_of(&verb, HANDS) || bare::is_everyday(&verb)) {
        return true;
    }
    // "make the dentist friday" sets; "make lunch on thursday" cooks.
    let known = |i: usize| one_of(c.word(i), "the|my|our") && one_of(&verb, "make");
    one_of(&verb, HANDS)
        && dated
        && led
        && !says(GOES)
        && !known(head.next)
        && todo.is_some_and(|todo| content(&todo.title).len() > words.len())
}

/// Whether a title tells what to do with a thing, and the words are only of the thing: "milk" of "Buy milk".
fn is_errand(todo: &Todo, words: &[String]) -> bool {
    let title = content(&todo.title);
    let verb = title.first().filter(|first| bare::is_everyday(first) && title.len() > 1);
    verb.is_some_and(|verb| !words.contains(verb))
}
