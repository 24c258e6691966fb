//! Which todos an agent's `where` takes by their words. It is shown no secrets, so it takes none by a part of one:
//! what was taken would tell it, and what was not, character by character.

use countersign_core::change_set::propose::Proposal;
use countersign_core::operation::Operation;
use countersign_core::predicate::Predicate;
use countersign_core::todo::Todo;
use countersign_core::todos::Todos;
use countersign_redact::open;
use jiff::civil::Date;

/// A proposal of which a `where` with words names the todos that it takes by what is shown of them.
pub(crate) fn as_shown(mut proposal: Proposal, todos: &Todos, today: Date) -> Proposal {
    let (predicate, spares_series) = match &mut proposal.op {
        Ok(Operation::BulkDelete { predicate }) => {
            let spares_series = predicate.ids.is_none() && predicate.repeating.is_none();
            (predicate, spares_series)
        }
        Ok(Operation::BulkUpdate { predicate, .. } | Operation::BulkComplete { predicate, .. }) => (predicate, false),
        _ => return proposal,
    };
    if predicate.text.is_some() || predicate.title_contains.is_some() {
        let taken = todos.iter().filter(|todo| predicate.matches(todo, today) && by_shown(predicate, todo));
        predicate.ids = Some(taken.map(|todo| todo.id).collect());
        // Numbers alone would take series along.
        predicate.repeating = if spares_series { Some(false) } else { predicate.repeating };
    }
    proposal
}

fn by_shown(predicate: &Predicate, todo: &Todo) -> bool {
    let shown = open(&[&todo.title, &todo.notes]);
    let within = |part: &Option<String>, texts: &[String]| {
        let part = part.as_ref().map(|part| part.to_lowercase());
        part.is_none_or(|part| texts.iter().any(|text| text.to_lowercase().contains(&part)))
    };
    within(&predicate.text, &shown) && within(&predicate.title_contains, shown.get(..1).unwrap_or_default())
}
