//! "Change the day to thursday", "set the time to 4": a field gets a value, and no todo is named. It is that of the one that was spoken
//! of; the verb is no name, whatever todo has it in its title ("Oil change").

use super::lexicon::one_of;
use super::run::Run;
use super::split::lead;
use super::target::same_title;
use super::text::Clause;

/// The message, or a clause of it, with "it" for what is not named; `None` where something is.
pub(super) fn plain(text: &str, run: &Run<'_>) -> Option<String> {
    let c = Clause::new(text.trim_end_matches(['.', '!']), run.clock);
    let at = lead(&c).at;
    if !one_of(c.word(at), "change|set|move|switch|shift|put|make") || c.toks.iter().any(|t| t.quoted) {
        return None;
    }
    let article = c.any(at + 1, "the")?;
    let field = c.any(article, "due date|day|date|time|deadline|priority")?;
    let to = c.any(field, "to|for")?;
    let name = c.slice(article..field);
    if to >= c.len() || !same_title(run.todos, name).is_empty() {
        return None;
    }
    let value = c.slice(to..c.len());
    let whole = match name {
        "priority" => true,
        _ => c.found.last().is_some_and(|f| c.toks_of(&f.span).end == c.len() && c.toks_of(&f.span).start <= to),
    };
    let time = name == "time";
    if !whole && !time {
        return None;
    }
    Some(match name {
        "priority" => format!("set it to {value} priority"),
        "deadline" | "due date" => format!("set it due {value}"),
        _ => format!("move it to {value}"),
    })
}
