//! A line of a todo's checklist that is told of as done: "hake Socken bei Koffer packen ab", "coche « pain » sur courses".

use super::clause::{Clauses, Framed};
use super::objects::{self, Object};
use super::table::has;
use super::words;
use countersign_core::todos::View;

/// Between a line and its todo.
const ON: &str = "bei beim auf von vom aus in im an am zu zur zum sur de du dans a au pour en del la din pe pentru";

/// The order in English; `None` where no line of a todo's is spoken of. A line that is not there is asked about.
pub(super) fn english(c: &Clauses<'_>, f: &Framed<'_>) -> Option<String> {
    let star = f.stars.first()?.clone();
    let said = f.words.get(star.clone())?;
    (1..said.len().saturating_sub(1)).find_map(|at| {
        let (line, rest) = (said.get(..at)?, said.get(at + 1..)?);
        let links = said.get(at).is_some_and(|w| !w.quoted && has(ON, &w.fold)) && !rest.is_empty();
        if !links {
            return None;
        }
        let range = star.start + at + 1..star.end;
        let Object::One { id, .. } = objects::named(c.language, c.text, &f.words, range, c.todos) else { return None };
        let todo = c.todos.todo(id)?;
        let title = words::words(&todo.title, None);
        // "hake Brief an Oma ab": the words in front are the todo's own.
        let own = line.iter().any(|w| title.iter().any(|t| t.fold == w.fold));
        let quoted = line.iter().all(|w| w.quoted);
        if own || todo.checklist.is_empty() && !quoted {
            return None;
        }
        let text = c.text.get(line.first()?.span.start..line.last()?.span.end)?.replace('"', "'");
        Some(format!("tick \"{text}\" on #{id}"))
    })
}
