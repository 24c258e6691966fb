//! What a model elsewhere was shown in a secret's place goes nowhere but into the file that it was kept from
//! (`written`): it is no part of a todo, of a name, of a command or of what the plan document says. Nor is what a
//! model copied from an example instead of filling it in.

use countersign_core::change_set::propose::Proposal;
use countersign_core::file::FilePath;
use countersign_core::label::quoted;
use countersign_core::operation::Reach;
use countersign_core::problem::Problem;
use countersign_core::template;
use countersign_redact::{placeholder_in, placeholders_in};

/// What a model proposes, of whichever kind: refused where it was copied from an example, and a todo where a
/// placeholder stands in it; unless the words that it was asked with hold the same.
pub(crate) fn meant(proposal: Proposal, asked: &str) -> Proposal {
    let Ok(op) = &proposal.op else { return proposal };
    let value = op.to_value();
    if let Some(problem) = template::copied(&value, asked) {
        return Proposal { op: Err((value, vec![problem])), ..proposal };
    }
    let text = value.to_string();
    let found = placeholders_in(&text).find(|found| !asked.contains(found));
    match found.filter(|_| op.reach() == Reach::Todos) {
        Some(found) => {
            let problem = stands_in("a todo", found);
            Proposal { op: Err((value, vec![problem])), ..proposal }
        }
        None => proposal,
    }
}

/// Refuses a new name with a placeholder in it.
pub(crate) fn name_without(path: &FilePath) -> std::result::Result<(), Problem> {
    without("the name of a file", path.as_str())
}

/// Refuses a text with a placeholder in it.
pub(crate) fn without(what: &str, text: &str) -> std::result::Result<(), Problem> {
    placeholder_in(text).map_or(Ok(()), |found| Err(stands_in(what, found)))
}

fn stands_in(what: &str, found: &str) -> Problem {
    Problem::new("placeholder", format!("{what} would hold {}, which stands for a secret", quoted(found)))
}
