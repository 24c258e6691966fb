//! What was found in a text.

use super::said::Said;
use crate::gate::Reason;
use crate::json::Json;
use crate::node::{Data, Marks, Node, offset};
use crate::parse::Parsed;
use crate::repair::Repairs;

/// A document that was found.
#[derive(Debug, Clone)]
pub(crate) struct Candidate {
    pub(crate) node: Node,
    pub(crate) repairs: Repairs,
    /// Bytes of the text, as those of a node: there may be many.
    pub(super) span: (u32, u32),
    /// What is known of any part of it.
    pub(super) known: Marks,
    /// In a code fence.
    pub(crate) fenced: bool,
    /// Only a comma, a comment or white space between it and the one before.
    pub(crate) adjoins: bool,
    /// Only what sets off the entries of a list between it and the one before: tags, fences, bullets.
    pub(crate) listed: bool,
    /// It stands in the tags of a call, at once behind the one before, which does, too.
    pub(crate) called: bool,
    /// Words stand between it and the one before.
    pub(crate) parted: bool,
    /// The words between it and the one before say that it is wanted, too.
    pub(crate) added: bool,
    /// The words between it and the one before put it in that one's place.
    pub(crate) anew: bool,
    /// Comments in it.
    pub(super) comments: Vec<(u32, u32)>,
    /// Brackets in prose (`[1]`, `[link]`), rather than data.
    pub(crate) weak: bool,
    /// What the words before it say of it.
    pub(crate) said: Said,
    /// The words after it, before the next, take it back.
    pub(crate) taken_back: bool,
    /// In the tags of a result, at once behind the one before: what that led to, if that is an answer.
    pub(crate) given_back: bool,
    /// A text of another notation holds it.
    pub(crate) held: bool,
    /// Words of a sentence stand on its line.
    pub(crate) inline: bool,
    /// A piece of one before that ended too soon.
    pub(super) piece: bool,
}

impl Candidate {
    /// One that stands by itself.
    pub(crate) fn new(parsed: Parsed, start: usize, fenced: bool) -> Self {
        let Parsed { node, end, repairs, known, comments, .. } = parsed;
        let span = (offset(start), offset(end));
        let (said, inline) = (Said::Plain, false);
        Self {
            node,
            repairs,
            span,
            known,
            fenced,
            adjoins: false,
            listed: false,
            called: false,
            parted: false,
            added: false,
            anew: false,
            comments,
            weak: false,
            taken_back: false,
            given_back: false,
            held: false,
            said,
            inline,
            piece: false,
        }
    }

    pub(crate) fn start(&self) -> usize {
        self.span.0 as usize
    }

    pub(crate) fn end(&self) -> usize {
        self.span.1 as usize
    }

    pub(crate) fn closed(&self) -> bool {
        !self.any(Marks::UNCLOSED)
    }

    /// Whether it is one number in brackets in a sentence.
    pub(crate) fn is_a_citation(&self) -> bool {
        let one = matches!(&self.node.data, Data::Array(items)
            if matches!(items.as_ref(), [Node { data: Data::Number(_), .. }]));
        self.weak && self.inline && one
    }

    /// Whether any part of it has one of the marks.
    pub(crate) fn any(&self, marks: Marks) -> bool {
        self.known.has(marks)
    }

    /// Doubts something in it.
    pub(super) fn doubt(&mut self, doubt: impl FnOnce(&mut Node)) {
        doubt(&mut self.node);
        self.known = self.node.known();
    }
}

/// What a text holds.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) candidates: Vec<Candidate>,
    /// Those before the chosen one that satisfy the schema as well as it does, or were not looked at.
    pub(crate) before: Vec<Json>,
    /// How many whole answers to the schema were left for the chosen one.
    pub(crate) superseded: usize,
    /// Answers that cannot be used beside the chosen one, and why.
    pub(crate) unread: Vec<Reason>,
    /// Repairs of the text as a whole.
    pub(crate) repairs: Repairs,
    /// The text ended inside reasoning.
    pub(crate) in_reasoning: bool,
    /// The text ended inside a fence.
    pub(crate) in_fence: bool,
    /// Some document was nested too deep.
    pub(crate) too_deep: bool,
}

/// Whether these are brackets in prose rather than data: `[1]`, `[see below]`, `{name}`.
pub(super) fn is_weak(node: &Node) -> bool {
    match &node.data {
        Data::Array(items) => !items.iter().any(Node::is_container),
        Data::Object(members) => {
            members.is_empty() || members.iter().all(|(_, n)| n.marks.has(Marks::NO_VALUE.with(Marks::GUESSED)))
        }
        _ => false,
    }
}
