//! What the planner is told besides a message, and what it says of one: the shapes of `countersign interpret` (TODOS.md
//! "Shapes").

use super::run::Topic;
use super::{Proposed, Taken};
use countersign_core::ids::{SetId, TodoId};
use countersign_core::operation::Operation;
use countersign_core::todo::Todo;
use countersign_core::wire::{ClarifySection, Consumed, Where};
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// A question that waits for an answer.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Pending {
    /// As it was put.
    pub question: String,
    /// The todos it was about.
    pub options: Vec<TodoId>,
    /// The sentence that caused it.
    pub instruction: String,
    /// What was answered to earlier questions about the same sentence, in order.
    pub answers: Vec<String>,
}

/// The kind of what took something else back.
pub const UNDO: &str = "undo";
/// The kind of what went back in the history: a change like any other.
pub const REWIND: &str = "rewind";
/// So many of the last changes can be told: where there are as many, older ones may be left out.
pub const HISTORY: usize = 50;
/// What a part of a sentence can be read as ([`Answer::consumed`]): whoever shows it has a name for each.
pub const MEANINGS: [&str; 19] = [
    "checklist",
    "completed",
    "dueDate",
    "estimate",
    "labels",
    "list",
    "notes",
    "overdue",
    "priority",
    "reason",
    "recurrence",
    "repeating",
    "scheduledFor",
    "shift",
    "status",
    "timeOfDay",
    "title",
    "title_contains",
    "until",
];

/// One operation of the past.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct HistoryOp {
    /// Its kind, e.g. `delete`.
    pub op: String,
    /// The todo it changed.
    pub id: Option<TodoId>,
    /// The todo as it was before; absent for a creation.
    pub before: Option<Todo>,
    /// The path of the file it changed, where it changed one.
    pub file: Option<String>,
    /// The number of its item in the set that it was proposed in: what can be taken back by itself.
    #[serde(skip)]
    pub n: Option<u32>,
}

/// What was applied together and is undone together (TODOS.md rule 15).
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Batch {
    /// Its name.
    pub batch: String,
    /// When, as RFC 3339 text.
    pub at: Option<String>,
    /// What it was, in words, e.g. `Delete “Milk” and 2 more`.
    pub title: Option<String>,
    /// What it did.
    pub ops: Vec<HistoryOp>,
    /// The set that it was proposed in.
    #[serde(skip)]
    pub set: Option<SetId>,
    /// This conversation asked for it.
    pub here: bool,
}

/// One message of the conversation.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Turn {
    /// `user` or `assistant`.
    pub role: String,
    /// What was said.
    pub text: String,
}

/// What went before; every part may be absent.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Context {
    /// The question this may answer.
    pub clarify: Option<Pending>,
    /// Applied batches, oldest first (or told apart by `at`).
    pub history: Vec<Batch>,
    /// The conversation, oldest first.
    pub turns: Vec<Turn>,
    /// What was proposed last in it still waits to be signed, all of it.
    pub proposed: bool,
    /// All that it proposed and that is not carried out, oldest first.
    pub proposals: Vec<Proposed>,
}

/// What is to be done with a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// Propose the operations.
    Plan,
    /// Ask the question.
    Clarify,
    /// Answer in words; nothing changes.
    Chat,
    /// A model should be asked.
    Unsure,
}

/// The JSON of `countersign interpret` (TODOS.md "Shapes"), without the echoed id.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Answer {
    /// What is to be done.
    pub decision: Decision,
    /// The proposed operations, in order.
    pub ops: Vec<Operation>,
    /// The question, for `clarify`.
    pub question: Option<String>,
    /// The todos the question is about; empty when it is not about which todo.
    pub options: Vec<TodoId>,
    /// The question's parts with their choices.
    pub sections: Vec<ClarifySection>,
    /// For a question about the todos, those that answer it.
    pub answer_ids: Vec<TodoId>,
    /// Codes, e.g. `future_occurrence`.
    pub warnings: Vec<String>,
    /// Of `repeating_excluded`: the series that a set would hold and that are left out.
    #[serde(skip)]
    pub left_out: Vec<TodoId>,
    /// Every phrase taken out of the text, with its meaning.
    pub consumed: Vec<Consumed>,
    /// The conditions of the set that is spoken of.
    #[serde(skip)]
    pub about: Where,
    /// For a question about the todos, what was looked for: what [`reply`] says when none or many answer it.
    #[serde(skip)]
    pub asked: Option<Asked>,
    /// For a question about the todos: the words of it that are no condition. Nothing was looked up then.
    #[serde(skip)]
    pub unread: Vec<String>,
    /// For a question about a todo: the words that were to name it and name none.
    #[serde(skip)]
    pub lost: Option<String>,
    /// The message was taken as the answer to the pending question. If this asks again, the question that is
    /// pending now is about the same instruction, with the message among its [`Pending::answers`].
    #[serde(skip)]
    pub answers_pending: bool,
    /// Of the todos that the pending question offers, those that the message chooses.
    #[serde(skip)]
    pub chosen: Vec<TodoId>,
    /// The message lets the pending question be: "never mind".
    #[serde(skip)]
    pub dropped: bool,
    /// What was proposed last is not wanted as it was: it is taken back, or put otherwise by this plan.
    #[serde(skip)]
    pub withdraws: bool,
    /// The proposed items that are taken back, or that this plan takes the place of.
    #[serde(skip)]
    pub takes: Vec<Taken>,
    /// What the items that are not wanted would have done, in words.
    #[serde(skip)]
    pub taken_back: Vec<String>,
    /// For a question what waits to be signed: what was proposed in this conversation, in words.
    #[serde(skip)]
    pub waits: Vec<String>,
    /// Nothing of it was taken back by a message that lets something be.
    #[serde(skip)]
    pub still_waits: bool,
    /// Of what was proposed some waits as before.
    #[serde(skip)]
    pub spares: bool,
    /// The message takes several back, and only one was left.
    #[serde(skip)]
    pub last_one: bool,
    /// The message says that nothing is to change: "keep the passport", "don't touch the picnic".
    #[serde(skip)]
    pub left_alone: bool,
    /// The message asks and changes nothing: "should i move the dentist", "is the dentist moved to friday".
    #[serde(skip)]
    pub wondered: bool,
    /// For a plan: the words of the message that no part of it accounts for. A plan with some is not sure.
    #[serde(skip)]
    pub left_over: Vec<String>,
    /// What the message makes the order depend on was looked up in the list, and is so.
    #[serde(skip)]
    pub(super) decided: bool,
    /// It was looked up, and is not so: nothing changes.
    #[serde(skip)]
    pub unmet: bool,
    /// What the message leaves out of a set was taken up.
    #[serde(skip)]
    pub(super) excepted: bool,
    /// So were the days that it leaves out of those of a series.
    #[serde(skip)]
    pub(super) days_excepted: bool,
    /// For a question: which clause of the instruction asked, and its words.
    #[serde(skip)]
    pub(super) open: Option<(usize, String)>,
    /// For a question: what its answer settles.
    #[serde(skip)]
    pub(super) topic: Topic,
}

/// What a question about the todos asks.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Asked {
    /// "how many …".
    pub count: bool,
    /// The conditions in words, with the dates of a period.
    pub about: String,
    /// The labels in use, where they are asked for.
    pub labels: Option<Vec<String>>,
    /// The days that are asked for, of which a series tells its occurrence; either end may be open.
    pub days: Option<(Option<Date>, Option<Date>)>,
    /// Series whose open occurrence is past, where it is asked what is overdue (TODOS.md rule 10).
    pub missed: Vec<TodoId>,
}

impl Answer {
    /// Whether a question names no todo that is there: at most it offers to add what was said.
    pub fn names_none(&self) -> bool {
        self.options.is_empty()
            && self.sections.iter().flat_map(|s| &s.options).all(|option| option.value == super::anew::ADD)
    }

    /// A decision with nothing else to say.
    pub(crate) fn nothing(decision: Decision) -> Self {
        Self::of(decision)
    }

    pub(super) fn of(decision: Decision) -> Self {
        Self {
            decision,
            ops: Vec::new(),
            question: None,
            options: Vec::new(),
            sections: Vec::new(),
            answer_ids: Vec::new(),
            warnings: Vec::new(),
            left_out: Vec::new(),
            consumed: Vec::new(),
            about: Where::default(),
            asked: None,
            unread: Vec::new(),
            lost: None,
            answers_pending: false,
            chosen: Vec::new(),
            dropped: false,
            withdraws: false,
            takes: Vec::new(),
            taken_back: Vec::new(),
            waits: Vec::new(),
            still_waits: false,
            spares: false,
            last_one: false,
            decided: false,
            unmet: false,
            left_alone: false,
            wondered: false,
            left_over: Vec::new(),
            excepted: false,
            days_excepted: false,
            open: None,
            topic: Topic::default(),
        }
    }
}
