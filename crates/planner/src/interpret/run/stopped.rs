//! Why an instruction yields no operations, and the question it puts.

use super::Said;
use countersign_core::ids::TodoId;
use countersign_core::wire::{ClarifyOption, ClarifySection};
use serde_json::Value;
use std::collections::BTreeMap;

/// What an answer settles, beyond what the sections of its question say.
#[derive(Debug, Clone, Default, PartialEq)]
pub(in crate::interpret) enum Topic {
    /// What the sections say.
    #[default]
    Sections,
    /// Which day of a series is meant.
    Occurrence,
    /// Whether a todo is meant that is not on the day said of it.
    Unmet,
    /// What these words of the clause mean: the answer takes their place.
    Phrase(String),
    /// What is done with the todo that is chosen.
    Order(&'static str),
    /// Which of several days, or each of them: the answer takes their place.
    Days,
    /// The order that each choice stands for.
    Orders(BTreeMap<String, String>),
    /// Whether so many, said beside a repetition, are all there are, or are done each time.
    SoOften(String),
    /// Whether these words of the clause are part of its title, or say when.
    Title(String),
    /// Whether a line of a checklist is meant or a todo of its own.
    Line,
    /// Which of the orders that "or" joins is meant: the answer is the message.
    Either,
    /// Whether the order before is meant of what a sentence of its own names, too.
    Further,
    /// Whether all that a title lists is meant, or only what was said of it, and the order that leaves the rest.
    Part { said: String, order: String },
}

/// A question to put.
#[derive(Debug, Clone, Default, PartialEq)]
pub(in crate::interpret) struct Ask {
    pub(in crate::interpret) question: String,
    pub(in crate::interpret) options: Vec<TodoId>,
    pub(in crate::interpret) sections: Vec<ClarifySection>,
    pub(in crate::interpret) topic: Topic,
}

/// Why an instruction yields no operations.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::interpret) enum Stop {
    Ask(Box<Ask>),
    Chat,
    Unsure,
}

impl Ask {
    pub(in crate::interpret) fn plain(question: impl Into<String>) -> Stop {
        Stop::Ask(Box::new(Self { question: question.into(), ..Self::default() }))
    }

    pub(in crate::interpret) fn about(question: impl Into<String>, kind: &str, options: Vec<(Value, String)>) -> Stop {
        let options = options.into_iter().map(|(value, label)| ClarifyOption { value, label }).collect();
        Stop::Ask(Box::new(Self {
            question: question.into(),
            options: Vec::new(),
            sections: vec![ClarifySection { kind: kind.to_owned(), options }],
            topic: Topic::default(),
        }))
    }
}

impl Stop {
    /// The question, with what its answer settles.
    pub(in crate::interpret) fn on(self, topic: Topic) -> Self {
        match self {
            Stop::Ask(ask) => Stop::Ask(Box::new(Ask { topic, ..*ask })),
            other => other,
        }
    }
}

/// Two things that may both be missing become one question with two parts (S0-37).
pub(in crate::interpret) fn both<A, B>(a: Said<A>, b: Said<B>) -> Said<(A, B)> {
    match (a, b) {
        (Ok(a), Ok(b)) => Ok((a, b)),
        (Err(Stop::Ask(mut a)), Err(Stop::Ask(b))) => {
            a.question = format!("{} {}", a.question, b.question);
            a.options.extend(b.options);
            a.sections.extend(b.sections);
            if b.topic != Topic::Sections {
                a.topic = b.topic;
            }
            Err(Stop::Ask(a))
        }
        (Err(stop), _) | (_, Err(stop)) => Err(stop),
    }
}
