//! Text that was pasted: lines that quote somebody, and the boxes of a checklist of which some are ticked. A quoted line
//! orders nothing; a ticked box tells of what is done and makes nothing new to do.

use super::run::{Run, Settled};
use super::split::bullet;
use super::target::{Match, Want, content, same_title};
use super::{Answer, Context, Decision};
use crate::dates::Clock;
use countersign_core::ids::TodoId;
use countersign_core::operation::{Draft, Operation};
use countersign_core::todo::Status;
use countersign_core::todos::{Todos, View};

const TICKED: [&str; 8] = ["[x]", "[X]", "[✓]", "[✔]", "☑", "✅", "✔", "✓"];
/// So many of them are boxes on a line of their own, too; the others may be an answer: "✅ yes".
const BOXES: usize = 4;
const EMPTY: [&str; 4] = ["[ ]", "[]", "☐", "⬜"];

/// Whether a line quotes somebody: what it says is not yet wanted.
pub(super) fn quotes(text: &str) -> bool {
    let quoted = |line: &str| {
        let rest = line.trim_start().strip_prefix('>').unwrap_or_default().trim_start_matches(['>', ' ']);
        rest.starts_with(|first: char| first.is_alphanumeric() || matches!(first, '-' | '*' | '•' | '[' | '"' | '“'))
    };
    text.lines().any(quoted)
}

/// A line without the empty box in front of it.
pub(super) fn unboxed(line: &str) -> &str {
    EMPTY.iter().find_map(|sign| line.strip_prefix(sign)).unwrap_or(line).trim_start()
}

/// The ticked boxes are done, the others are to do; `None` where the text is no list of boxes with a ticked one.
pub(super) fn ticked(text: &str, todos: &Todos, clock: &Clock) -> Option<Answer> {
    let lines: Vec<(bool, &str)> = text.lines().filter(|l| !l.trim().is_empty()).map(boxed).collect::<Option<_>>()?;
    let boxed = lines.len() > 1 || TICKED.iter().take(BOXES).any(|sign| text.contains(sign));
    if !boxed || !lines.iter().any(|(done, _)| *done) || lines.iter().any(|(_, item)| item.is_empty()) {
        return None;
    }
    let ctx = Context::default();
    let run = Run::new(todos, clock, &ctx, Settled::new());
    let mut answer = Answer::of(Decision::Plan);
    for (done, item) in lines {
        let known = same_title(todos, item);
        match (done, known.as_slice()) {
            (true, []) if !alike(&run, item) => {
                answer.ops.push(Operation::Create(Draft { status: Some(Status::Done), ..noted(item, todos, clock) }));
            }
            (true, [id]) if !repeats(todos, *id) => {
                answer.ops.push(Operation::Complete { id: (*id).into(), completed: true });
            }
            // Which of them, or which day of a series, a box does not tell.
            (true, _) => return Some(Answer::of(Decision::Unsure)),
            (false, []) => answer.ops.push(Operation::Create(noted(item, todos, clock))),
            (false, _) => warn(&mut answer, "possible_duplicate"),
        }
    }
    Some(answer)
}

fn warn(answer: &mut Answer, code: &str) {
    if !answer.warnings.iter().any(|known| known == code) {
        answer.warnings.push(code.to_owned());
    }
}

/// Whether a box is ticked, and what stands beside it.
fn boxed(line: &str) -> Option<(bool, &str)> {
    let bare = line.trim().trim_start_matches(['-', '*', '•', '–', '·', '+']).trim_start();
    let behind = |signs: &[&str]| signs.iter().find_map(|sign| bare.strip_prefix(sign)).map(str::trim);
    behind(&TICKED).map(|item| (true, item)).or_else(|| behind(&EMPTY).map(|item| (false, item)))
}

/// Whether an open todo may be meant that is called otherwise.
fn alike(run: &Run<'_>, item: &str) -> bool {
    matches!(run.search(&content(item), Want::Open, &|t| !t.status.is_closed()), Match::One(_) | Match::Tie(_))
}

fn repeats(todos: &Todos, id: TodoId) -> bool {
    todos.todo(id).is_some_and(|todo| todo.recurrence.is_repeating())
}

/// What a line of a list notes; what is no note is one by its words.
fn noted(item: &str, todos: &Todos, clock: &Clock) -> Draft {
    let item = bullet(item);
    let read = super::read(item, todos, clock, &Context::default());
    match read.ops.as_slice() {
        [Operation::Create(draft)] if read.decision == Decision::Plan => draft.clone(),
        _ => Draft { title: item.to_owned(), ..Draft::default() },
    }
}
