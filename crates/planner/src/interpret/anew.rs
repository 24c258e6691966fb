//! Something new to do where words name no todo: "move the dentist to friday and call Zoe on monday", where only the verb
//! stands in a title; and the choice to add it, where it is asked which todo is meant ("skip breakfast", "move the couch").

use super::bare::is_everyday;
use super::lexicon::one_of;
use super::run::{Ask, Run, Stop};
use super::split::Lead;
use super::target::{Match, Want, content, same_title};
use super::text::Clause;
use countersign_core::ids::TodoId;
use countersign_core::label::label;
use countersign_core::operation::Operation;
use countersign_core::wire::{ClarifyOption, ClarifySection};

/// The value of the choice to add what was said.
pub(crate) const ADD: &str = "add";

/// Orders of ours that are also done to what is no todo: furniture is moved, papers are marked, breakfast is skipped.
const HANDS: &str = "move|skip|check|mark|remove|push|block|reopen|rename|label|tag|repeat|stop|finish|start|change|clear|put|set|\
    prioritize|prioritise|update|close|drop|raise|lower|get|make|take|bring|throw|quit";

/// Says what becomes of a todo: nobody writes it of a thing.
const BECOMES: &str = "done|finished|completed|complete|undone|open|high|low|medium|priority|urgent|important|due|deadline|estimate|label|tag|\
    todo|task|item|reminder|repeat|repeating|every|date|time|as|it|that|them|this|those|these|all|everything|one|ones|both|series|earlier|later";

/// Whether a clause without a verb of ours is an errand of which no more than its verb stands in a title: "call Zoe" beside
/// "Call mom". A word that could be a name misspelt is none.
pub(super) fn is_new(run: &Run<'_>, c: &Clause, at: usize) -> bool {
    let mut behind = c.clone();
    c.found.iter().for_each(|f| behind.spend(c.toks_of(&f.span)));
    let words = content(&behind.rest(at + 1..c.len()));
    is_everyday(c.word(at))
        && words.iter().any(|w| !one_of(w, BECOMES))
        && run.fixed.ids.is_none()
        && names_none(run, c.word(at), &words)
}

/// Whether no open todo is named by what stands behind a verb. "Buy flowers for mom" shares a word with "Call mom", which
/// is another errand; "buy milk powder" may be "Buy milk".
fn names_none(run: &Run<'_>, verb: &str, words: &[String]) -> bool {
    let other = |id: &TodoId| {
        let title = run.todo(*id).map(|t| content(&t.title)).unwrap_or_default();
        title.first().is_some_and(|first| !words.contains(first)) && title.iter().all(|word| word != verb)
    };
    match run.find(words, Want::Open) {
        Match::None => true,
        Match::Weak(ids) => ids.iter().all(other),
        Match::One(_) | Match::Tie(_) => false,
    }
}

/// The order to add what was said. "Add label boxes" would be one about a label.
pub(super) fn order(said: &str) -> String {
    let first = said.split(' ').next().unwrap_or_default().to_lowercase();
    if one_of(&first, "label|tag") { format!("remind me to {said}") } else { format!("{ADD} {said}") }
}

/// The question which todo is meant, with what was said as something new among its choices.
pub(super) fn offered(run: &Run<'_>, c: &Clause, lead: Lead, stop: Stop) -> Stop {
    let Stop::Ask(mut ask) = stop else { return stop };
    if let Some(option) = choice(run, c, lead, &ask) {
        match ask.sections.first_mut() {
            Some(section) => section.options.push(option),
            None => ask.sections.push(ClarifySection { kind: "which".to_owned(), options: vec![option] }),
        }
    }
    Stop::Ask(ask)
}

fn choice(run: &Run<'_>, c: &Clause, lead: Lead, ask: &Ask) -> Option<ClarifyOption> {
    let lost = run.lost.as_deref().is_some_and(|lost| !lost.is_empty() && ask.question.contains(&format!("“{lost}”")));
    let nothing = ask.options.is_empty()
        && one_of(c.word(lead.at), "mark|check|skip|repeat|label")
        && run.warnings.iter().any(|w| matches!(w.as_str(), "not_found" | "no_change"));
    let which = ask.sections.iter().all(|s| s.kind == "which") && ask.sections.len() < 2;
    let plain = (lead.at..c.len()).all(|i| {
        (i == lead.at && one_of(c.word(i), HANDS) || !one_of(c.word(i), BECOMES))
            && c.toks.get(i).is_some_and(|t| !t.quoted)
    });
    if run.trying || !which || !plain || lead.asked || c.text.contains('#') || !(lost || nothing) {
        return None;
    }
    let first = c.word(lead.at);
    // "move X to …", "set X to …" say what becomes of it.
    let valued = one_of(first, HANDS) && c.seek(lead.at + 2, "to|->|→").is_some();
    if !(one_of(first, HANDS) || is_everyday(first)) || valued || c.len() < lead.at + 2 {
        return None;
    }
    let mut anew = run.beside();
    anew.clause(&order(c.slice(lead.at..c.len()))).ok()?;
    let [op @ Operation::Create(draft)] = anew.ops.as_slice() else { return None };
    let same = same_title(run.todos, &draft.title);
    let title = draft.title.to_lowercase();
    let torn = one_of(title.rsplit(' ').next().unwrap_or_default(), "my|the|a|an|our|your|all|on|at|to|for|by|of|in");
    (title.starts_with(first) && !torn && same.is_empty() && draft.title.contains(' '))
        .then(|| ClarifyOption { value: ADD.into(), label: label(op, run.todos, 1) })
}
