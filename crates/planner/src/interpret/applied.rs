//! "No, keep it", "don't delete the tea", where the tea is deleted already: nothing waits that could be let be, so it is said what
//! stands, and asked whether it is to be taken back (TODOS.md rule 16: such words alone change nothing).

use super::lexicon::one_of;
use super::text::{Tok, tokens};
use super::{Answer, Batch, Context, Decision, HistoryOp, Pending, REWIND, UNDO};
use crate::dates::{self, Clock};
use crate::languages::{self, inflected};
use countersign_core::operation::Operation;
use countersign_core::todos::{Todos, View, words};
use countersign_core::wire::{ClarifyOption, ClarifySection};
use serde_json::json;

/// Refuses in front of what is said; folded, in five languages.
const NO: &str = "no|nope|nah|nein|non|nu|wait|stop|halt|oh|hey|please|bitte|por|favor";

/// Keeps what follows. Romanian and Spanish may hang the pronoun on.
const KEEPS: &str = "keep|leave|behalte|behalt|behalten|lass|lasse|conserva|conservalo|conservala|deja|dejalo|dejala|garde|garde-le|garde-la|\
    gardez|laisse|laisse-le|laisse-la|pastreaza|pastreaza-l|pastreaza-o|lasa|lasa-l|lasa-o|manten|mantenlo";

/// Denies an order.
const NOT: &str = "don't|dont|not|never|nicht|nie|pas|no|nu|n'";

/// Names nothing beside them.
const SMALL: &str = "it|that|this|them|those|these|do|the|a|my|as|was|is|there|in|one|then|todo|task|es|ihn|sie|das|den|die|der|dem|drin|\
    doch|mir|la|lo|los|las|le|les|el|ne|te|me|pe|o|l|sa|i|to|want|please|bitte|after|all|alone|be|tache|tarea|aufgabe|sarcina";

/// What an operation of the past did, as far as orders have words of their own for it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Deed {
    Deleted,
    Completed,
    Skipped,
    Put,
    Changed,
    Created,
}

/// The orders that are denied, by what was done.
const ORDERS: [(Deed, &str); 6] = [
    (
        Deed::Deleted,
        "delete|remove|drop|cancel|do|losch|losche|loesche|loschen|entferne|supprime|supprimer|enleve|efface|borra|borres|borrar|elimines|\
            elimina|quites|sterge|stergi",
    ),
    (
        Deed::Completed,
        "complete|finish|mark|tick|check|do|done|off|erledige|mach|hake|ab|completes|finaliza|termine|coche|bifa|bifeaza|bifezi",
    ),
    (Deed::Skipped, "skip|cancel|drop|do|uberspring|uberspringe|uberspringen|saute|sautes|omitas|saltes|sari"),
    (Deed::Put, "reject|block|start|hold|pause|mark|set|put|do"),
    (
        Deed::Changed,
        "move|change|rename|reschedule|tag|label|set|put|do|verschieb|verschiebe|verschieben|deplace|deplaces|muevas|muta|muti",
    ),
    (Deed::Created, "add|create|do|hinzu|mach|ajoutes|anadas|adauga|adaugi"),
];

/// What an operation did, whether to one todo or as one of many; of a status, the one that it gave.
fn deed(op: &HistoryOp, todos: &Todos) -> Option<Deed> {
    let name = op.op.strip_prefix("bulk_").unwrap_or(&op.op);
    let name = name.strip_suffix("_occurrence").unwrap_or(name);
    Some(match name {
        "delete" => Deed::Deleted,
        "complete" => Deed::Completed,
        "skip" => Deed::Skipped,
        "set_status" if op.id.and_then(|id| todos.todo(id)).is_some_and(|todo| todo.completed()) => Deed::Completed,
        "set_status" => Deed::Put,
        "update" | "move" => Deed::Changed,
        "create" => Deed::Created,
        _ => return None,
    })
}

/// Whether a word orders one of some deeds.
fn orders(word: &str, deeds: &[Deed]) -> bool {
    ORDERS.iter().any(|(deed, words)| deeds.contains(deed) && one_of(word, words))
}

const BACK: &str = "undo";
const LEAVE: &str = "leave";

/// The batch that the conversation carried out last, where nothing else waits in it.
fn last(ctx: &Context) -> Option<&Batch> {
    let batch = super::undo::latest(&ctx.history)?;
    let taken_back = batch.ops.iter().all(|op| op.op == UNDO || op.op == REWIND);
    (batch.here && ctx.proposals.is_empty() && !batch.ops.is_empty() && !taken_back).then_some(batch)
}

/// What a message that lets something be comes to, where that is carried out already; and the answer to the question.
pub(super) fn stands(text: &str, read: &Answer, todos: &Todos, clock: &Clock, ctx: &Context) -> Option<Answer> {
    if ctx.clarify.is_some() {
        return None;
    }
    let batch = last(ctx)?;
    let toks = tokens(text);
    lets_be(&toks, read, batch, todos, clock, text).then(|| Answer {
        question: Some(question(batch)),
        sections: vec![choices()],
        ..Answer::nothing(Decision::Clarify)
    })
}

/// The answer to such a question.
pub(super) fn answered(text: &str, pending: &Pending, clock: &Clock, ctx: &Context) -> Option<Answer> {
    let batch = last(ctx).filter(|batch| question(batch) == pending.question)?;
    let said = tokens(text).iter().map(|t| t.fold.clone()).collect::<Vec<_>>().join(" ");
    let answer = |of: Answer| Answer { answers_pending: true, ..of };
    if one_of(&said, "undo|undo it|undo that|bring it back|restore it|take it back|yes undo it|yes bring it back")
        || languages::agrees(text, clock)
    {
        let ops = vec![Operation::Undo { batch: Some(batch.batch.clone()), item: None }];
        return Some(answer(Answer { ops, ..Answer::nothing(Decision::Plan) }));
    }
    let no = one_of(&said, "leave|leave it|leave it as it is") || languages::refuses(text, clock);
    no.then(|| answer(Answer { dropped: true, ..Answer::nothing(Decision::Chat) }))
}

fn question(batch: &Batch) -> String {
    match batch.ops.as_slice() {
        [one] if one.op == "delete" => match &one.before {
            Some(todo) => format!("“{}” is deleted already. Bring it back?", todo.title),
            None => "That is carried out already. Undo it?".to_owned(),
        },
        _ => "That is carried out already. Undo it?".to_owned(),
    }
}

fn choices() -> ClarifySection {
    let option = |value: &str, label: &str| ClarifyOption { value: json!(value), label: label.to_owned() };
    ClarifySection {
        kind: "value".to_owned(),
        options: vec![option(BACK, "Undo it"), option(LEAVE, "Leave it as it is")],
    }
}

/// Whether a message says that what a batch did is not to be done.
fn lets_be(toks: &[Tok], read: &Answer, batch: &Batch, todos: &Todos, clock: &Clock, text: &str) -> bool {
    /// More words say more.
    const MOST: usize = 10;
    let from = toks.iter().take_while(|t| one_of(&t.fold, NO) && t.after.is_some()).count();
    let rest = toks.get(from..).unwrap_or_default();
    if rest.is_empty() || toks.len() > MOST || read.wondered || text.trim_end().ends_with('?') {
        return false;
    }
    let deeds: Vec<Deed> = batch.ops.iter().filter_map(|op| deed(op, todos)).collect();
    // What was moved is kept as it is now, as like as not.
    let gone = |op: &&HistoryOp| matches!(deed(op, todos), Some(Deed::Deleted | Deed::Skipped));
    let keeps = batch.ops.iter().any(|op| gone(&op))
        && rest.iter().position(|t| one_of(&t.fold, KEEPS)).is_some_and(|at| {
            at == 0 || rest.iter().take(at).all(|t| one_of(&t.fold, SMALL) || one_of(&t.fold, "i|ich|je|quiero|vreau"))
        });
    let denies = rest.iter().any(|t| one_of(&t.fold, NOT) || t.fold.starts_with("n'"))
        && (rest.len() == 1 && rest.iter().all(|t| one_of(&t.fold, "don't|dont"))
            || rest.iter().any(|t| orders(&t.fold, &deeds)));
    if !keeps && !denies || !dates::find(text, clock).is_empty() {
        return false;
    }
    let own = |t: &&Tok| {
        !(one_of(&t.fold, SMALL) || one_of(&t.fold, KEEPS) || one_of(&t.fold, NOT) || orders(&t.fold, &deeds))
    };
    let names: Vec<String> = rest.iter().filter(own).flat_map(|t| words(&t.fold)).collect();
    let meant: Vec<&HistoryOp> = batch.ops.iter().filter(|op| denies || gone(op)).collect();
    // "keep it" is about all that was done.
    if names.is_empty() && meant.len() < batch.ops.len() {
        return false;
    }
    let titles: Vec<String> = meant
        .into_iter()
        .filter_map(|op| op.before.as_ref().or_else(|| op.id.and_then(|id| todos.todo(id))))
        .flat_map(|todo| words(&todo.title))
        .collect();
    let named = |name: &String| titles.iter().any(|word| inflected::same(word, name) || word == name);
    names.iter().all(named)
}
