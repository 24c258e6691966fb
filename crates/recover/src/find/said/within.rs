//! Comments in a document, and words behind the name of its fence: what they say of it is read as a sentence behind it is
//! (`{"op": "delete", "id": 12} // example only`, ```` ```json do not apply ````). One in a list is of the element on its
//! line, or else of the next.

use super::held::Held;
use super::{Candidate, Said, after, corrected, fragment, is_fence, last_line, refused};
use crate::node::{Data, Marks, Node};
use std::collections::HashMap;

/// Longest comment that says something of what it stands in.
const LONGEST: usize = 160;

/// How many comments of a text are read: a reply has a few.
const COMMENTS: usize = 40;

/// Brings to the documents, or to elements of them, what the comments in them say.
pub(super) fn judge(text: &str, candidates: &mut [Candidate]) {
    let mut known: HashMap<&str, Said> = HashMap::new();
    let mut left = COMMENTS;
    for candidate in candidates.iter_mut().filter(|candidate| !candidate.weak && candidate.said == Said::Plain) {
        let comments = std::mem::take(&mut candidate.comments);
        if candidate.node.is_hollow() {
            // That there is nothing to do is what it says itself.
            continue;
        }
        let whole = candidate.node.is_container().then(|| in_the_fence(text, candidate)).flatten();
        let whole = whole.filter(|_| left > 0);
        left = left.saturating_sub(usize::from(whole.is_some()));
        let said = whole.map_or(Said::Plain, |words| of(words, &Held::of(&candidate.node)));
        candidate.said = candidate.said.max(said);
        for (start, end) in comments {
            let Some(comment) = text.get(start as usize..end as usize).filter(|said| said.len() <= LONGEST) else {
                continue;
            };
            let words = words_of(comment);
            // What has no number says the same of all.
            let again = known.get(words).copied().filter(|_| !words.contains(|c: char| c.is_ascii_digit()));
            if again == Some(Said::Plain) || again.is_none() && left == 0 {
                continue;
            }
            left = left.saturating_sub(usize::from(again.is_none()));
            match element_of(text, &mut candidate.node, (start, end)) {
                Some(element) => {
                    let said = again.unwrap_or_else(|| of(words, &Held::of(element)));
                    known.insert(words, said);
                    if said != Said::Plain {
                        element.marks.add(Marks::UNMEANT);
                        candidate.known.add(Marks::UNMEANT);
                    }
                }
                None => {
                    let said = again.unwrap_or_else(|| of(words, &Held::of(&candidate.node)));
                    known.insert(words, said);
                    candidate.said = candidate.said.max(said);
                }
            }
        }
    }
}

/// The words behind the name of the fence that a document begins.
fn in_the_fence<'t>(text: &'t str, candidate: &Candidate) -> Option<&'t str> {
    let before = text.get(..candidate.start()).filter(|_| candidate.fenced)?;
    let near = before.get(before.floor_char_boundary(before.len().saturating_sub(LONGEST))..)?.trim_end();
    let line = last_line(near).1.trim();
    let info = line.trim_start_matches(['`', '~']).trim_start();
    is_fence(line).then(|| info.split_once(' ').map(|(_, words)| words)).flatten()
}

/// What a comment says, without its marks.
fn words_of(comment: &str) -> &str {
    comment.trim_matches(|c: char| c.is_whitespace() || matches!(c, '/' | '*' | '#' | '<' | '>' | '!' | '-'))
}

/// What the words of a comment say of what holds these.
fn of(words: &str, held: &Held) -> Said {
    if words.is_empty() {
        return Said::Plain;
    }
    let sentence = format!("\n{words}");
    let put_right = if corrected::of(words, held) || refused::stands(words, held) { Said::Denied } else { Said::Plain };
    after::of(&sentence, false).said.max(fragment::of(words, held)).max(put_right)
}

/// The smallest element of a list of records that a comment stands in, ends the line of, or stands above; none where it is
/// of the document.
fn element_of<'n>(text: &str, node: &'n mut Node, comment: (u32, u32)) -> Option<&'n mut Node> {
    match &mut node.data {
        Data::Object(members) => {
            let (_, value) = members.iter_mut().find(|(_, value)| holds(value, comment))?;
            element_of(text, value, comment)
        }
        Data::Array(items) if items.iter().any(Node::is_container) => {
            let on_its_line = |item: &Node| {
                item.end <= comment.0
                    && text.get(item.end as usize..comment.0 as usize).is_some_and(|gap| !gap.contains('\n'))
            };
            let at = items.iter().position(|item| holds(item, comment));
            let at = at.or_else(|| items.iter().rposition(on_its_line));
            let at = at.or_else(|| items.iter().position(|item| item.start >= comment.1));
            let item = items.get_mut(at.unwrap_or(items.len().saturating_sub(1)))?;
            if !holds(item, comment) || !leads_on(item, comment) {
                return Some(item);
            }
            element_of(text, item, comment)
        }
        _ => None,
    }
}

/// Whether a list of records below an element is what a comment stands in.
fn leads_on(node: &Node, comment: (u32, u32)) -> bool {
    match &node.data {
        Data::Object(members) => members.iter().any(|(_, value)| holds(value, comment) && leads_on(value, comment)),
        Data::Array(items) => items.iter().any(Node::is_container),
        _ => false,
    }
}

fn holds(node: &Node, comment: (u32, u32)) -> bool {
    node.start <= comment.0 && comment.1 <= node.end
}
