//! What an answer says of all that a question is about: "delete all", "all of them but mom", "delete them, except the
//! invoice". It is about those that are offered, and never about the whole list (TODOS.md rule 13).

use super::super::choice::is_all;
use super::super::lexicon::one_of;
use super::super::places;
use super::super::split;
use super::super::text::Clause;
use super::super::{Answer, Pending};
use super::Choice;
use super::read::read;
use crate::dates::Clock;
use countersign_core::ids::TodoId;
use countersign_core::todos::Todos;

/// What an order about all of them chooses; none where it is about something else.
pub(super) fn chosen(
    text: &str,
    pending: &Pending,
    options: &[TodoId],
    before: &Answer,
    todos: &Todos,
    clock: &Clock,
) -> Option<Choice> {
    let mut c = Clause::new(text, clock);
    split::trim_tail(&mut c);
    let said = Said::of(&c)?;
    if before.sections.iter().all(|section| section.kind == "value") {
        return done_to(&c, &said, before, options, todos, clock);
    }
    if options.len() < 2 {
        return None;
    }
    if one_of(&said.words, "only one|just one|one of them|only one of them|just one of them") {
        return Some(Choice::Unclear);
    }
    let verb = |c: &Clause| split::verb_at(c, split::lead(c).at, false);
    let head = verb(&c)?;
    let asked = Clause::new(&pending.instruction, clock);
    let same = verb(&asked).is_some_and(|asked| asked.verb == head.verb);
    let end = (head.next + 1..=said.end).rev().find(|end| is_all(&joined(&c, head.next..*end)))?;
    let plain = end == said.end && said.spared.is_none();
    // Another order about "both" is about those that were offered, and "complete all" may be about any.
    if !same && !one_of(&joined(&c, head.next..end), "all|everything") {
        return None;
    }
    if !same && plain {
        return Some(Choice::Unclear);
    }
    // "all low priority tasks", "everything on friday" are others.
    let spares = places::leaves_out(&joined(&c, head.next..c.len()));
    let goes_on = end < said.end && c.at(end, "to").is_some();
    if !plain && !spares && !goes_on {
        return None;
    }
    // "move all but tom to friday", where it was asked which to move to friday.
    let whole = c.slice(head.next..c.len()).trim_end_matches(['.', '!']).to_lowercase();
    let tail = (1..asked.len()).map(|at| asked.slice(at..asked.len()).trim_end_matches(['.', '!']).to_lowercase());
    let repeated = |tail: &String| whole.len() > tail.len() && whole.ends_with(&format!(" {tail}"));
    let answer = tail.filter(|tail| tail.starts_with("to ")).find(repeated);
    let answer = answer.map_or(whole.as_str(), |tail| whole.get(..whole.len() - tail.len()).unwrap_or_default());
    match read(answer, options, before, todos, clock) {
        Some(Choice::Ids(ids)) if same => Some(Choice::Ids(ids)),
        _ => Some(Choice::Unclear),
    }
}

/// "delete them, except the invoice" to "delete, mark done, or take the dates off?": what is asked for, without those.
fn done_to(
    c: &Clause,
    said: &Said,
    before: &Answer,
    options: &[TodoId],
    todos: &Todos,
    clock: &Clock,
) -> Option<Choice> {
    let offered = |value: &str| {
        before.sections.iter().flat_map(|section| &section.options).any(|option| option.value.as_str() == Some(value))
    };
    if !offered("delete") && !offered("complete") {
        return None;
    }
    let value = match read(&said.of_them(), options, before, todos, clock) {
        Some(Choice::Value(value)) => value,
        // Another order for all of them may be about those, or about any.
        _ => return said.ends_in_all().then_some(Choice::Unclear),
    };
    if !offered(&value) {
        return None;
    }
    let Some(spared) = said.spared.filter(|at| *at < c.len()) else { return Some(Choice::Value(value)) };
    let (_, clause) = before.open.as_ref()?;
    let spared = c.slice(spared..c.len()).trim_end_matches(['.', '!']);
    Some(Choice::Instead(format!("{} except {spared}", super::reworded(clause, &value, before))))
}

/// An answer without what it leaves out.
struct Said {
    /// Its words.
    words: String,
    /// Where they end.
    end: usize,
    /// Where what is left out begins.
    spared: Option<usize>,
}

impl Said {
    fn of(c: &Clause) -> Option<Self> {
        const OUT: &str = "except for|except|but keep|but not|but leave|excluding|without|apart from|other than";
        // "all but mom"
        let but = |at: usize| c.at(at, "but").filter(|_| (0..at).any(|from| is_all(&joined(c, from..at))));
        let spared = (1..c.len()).find_map(|at| Some((at, c.any(at, OUT).or_else(|| but(at))?)));
        let end = spared.map_or(c.len(), |(at, _)| at);
        (end > 0).then(|| Self { words: joined(c, 0..end), end, spared: spared.map(|(_, next)| next) })
    }

    /// Whether it is an order for all there is, and no other word says of which: "mark them all", and not "all" alone.
    fn ends_in_all(&self) -> bool {
        let words: Vec<&str> = self.words.split(' ').collect();
        (1..words.len()).any(|from| is_all(&words[from..].join(" ")))
    }

    /// The words with "them" in the place of all.
    fn of_them(&self) -> String {
        let words: Vec<&str> = self.words.trim_start_matches("no ").split(' ').collect();
        let all = (0..words.len()).flat_map(|from| (from + 1..=words.len()).rev().map(move |to| (from, to)));
        let found = all.into_iter().find(|(from, to)| words.get(*from..*to).is_some_and(|run| is_all(&run.join(" "))));
        match found {
            Some((from, to)) => [&words[..from], &["them"], &words[to..]].concat().join(" "),
            None => self.words.clone(),
        }
    }
}

fn joined(c: &Clause, range: std::ops::Range<usize>) -> String {
    range.map(|at| c.word(at)).collect::<Vec<_>>().join(" ")
}
