//! Which of the documents in a text is the answer, brought to the schema and checked against it.

mod form;

use crate::find::{Candidate, Found, Said};
use crate::gate::{Gate, Reason};
use crate::json::Json;
use crate::node::{Data, Marks, Node, View};
use crate::parse::Parsed;
use crate::repair::{Repair, Repairs};
use crate::schema::{Coercer, Schema, Wrong, fingerprint, no_values};
use form::{is_meant_as_an_answer, is_of_elements};
use std::collections::HashMap;

/// How many documents, from the last one on, are held to the schema one by one. A reply has a few.
const MOST_TRIED: usize = 1 << 12;

/// How many of the documents before the answer are told.
const MOST_BEFORE: usize = 16;

/// So many documents that cannot be used are looked at for whether they are meant as answers.
const MOST_UNREAD: usize = 64;

/// A candidate, coerced and checked.
#[derive(Clone)]
pub(crate) struct Chosen {
    pub(crate) node: Node,
    pub(crate) repairs: Repairs,
    pub(crate) violations: Wrong,
    pub(crate) closed: bool,
    /// Where the document stood.
    pub(crate) span: (usize, usize),
    /// The document itself was JSON as it should be, but for duplicate keys.
    pub(crate) repairs_of_text_only: bool,
    /// What the words around it say of it.
    pub(crate) said: Said,
    /// A text of another notation holds it.
    pub(crate) held: bool,
}

impl Chosen {
    pub(crate) fn of(candidate: Candidate, schema: Option<&Schema>) -> Self {
        let closed = candidate.closed();
        let span = (candidate.start(), candidate.end());
        let Candidate { mut node, mut repairs, said, held, .. } = candidate;
        let strict = repairs.list().iter().all(|r| *r == Repair::DuplicateKey);
        let violations = match schema {
            Some(schema) => {
                let coerced = Coercer::run(schema, &mut node, repairs.has_bracket());
                repairs.join(coerced.repairs);
                let violations = schema.violations(&mut node);
                if violations.is_empty() && repairs.has(Repair::LiteralCase) && schema.declares() {
                    leave_out_unset(&mut node, schema);
                }
                violations
            }
            None => {
                let mut found = Wrong::default();
                if node.any(Marks::NO_VALUE) {
                    no_values(&node, &mut found);
                }
                found
            }
        };
        Self { node, repairs, violations, closed, span, repairs_of_text_only: strict, said, held }
    }

    /// Whether the text is not what it should be, and not only in another dialect.
    pub(crate) fn is_doubtful(&self) -> bool {
        self.has_doubts() || self.repairs.list().iter().any(|r| r.is_structural())
    }

    /// Whether line breaks in texts are all that is the matter with it: they are what the texts say.
    pub(crate) fn has_only_raw_newlines(&self) -> bool {
        let mut structural = self.repairs.list().into_iter().filter(|r| r.is_structural());
        structural.next() == Some(Repair::RawNewline) && structural.next().is_none() && !self.has_doubts()
    }

    /// Whether the reading is not safe to the last.
    pub(crate) fn has_doubts(&self) -> bool {
        let doubt = Marks::UNCLOSED.with(Marks::GUESSED).with(Marks::CONCLUDED).with(Marks::LOSSY);
        !self.closed || !self.violations.is_empty() || self.node.any(doubt)
    }

    /// Whether all that is in it is as it was written, though it may end too soon.
    pub(crate) fn is_certain(&self) -> bool {
        let guessed = Marks::GUESSED.with(Marks::CONCLUDED).with(Marks::LOSSY).with(Marks::CHANGED);
        let doubt = guessed.with(Marks::ESCAPED).with(Marks::UNTYPED);
        // Where a text ends before a value there is none.
        let doubt = if self.closed { doubt.with(Marks::NO_VALUE) } else { doubt };
        let whole = self.violations.is_empty() || !self.closed;
        whole && !self.node.any(doubt) && !self.repairs.list().iter().any(|r| r.is_structural())
    }

    /// The same, or keys and words without quotes are all that is the matter with it.
    fn is_in_a_dialect(&self) -> bool {
        let bare = |repair: &Repair| matches!(repair, Repair::UnquotedKey | Repair::UnquotedString);
        let mut structural = self.repairs.list().into_iter().filter(|r| r.is_structural());
        !self.has_doubts() && structural.all(|repair| bare(&repair))
    }

    /// Whether the value had to be brought to the schema.
    pub(crate) fn is_coerced(&self) -> bool {
        use Repair::{Alias, Coerced, DoubleEncoded, Unwrapped, Wrapped};
        [Alias, Coerced, DoubleEncoded, Unwrapped, Wrapped].into_iter().any(|r| self.repairs.has(r))
    }
}

/// Leaves out the members that the text says have no value, where null would clear what is there and none is required.
fn leave_out_unset(node: &mut Node, schema: &Schema) {
    if node.any(Marks::UNSET) {
        let mut left = node.clone();
        left.leave_out_unset();
        if schema.violations(&mut left).is_empty() {
            *node = left;
        }
    }
}

/// The last candidate that satisfies the schema; without one, the last that looks like data. What the words before
/// it deny, or call an example, is none where another is.
pub(crate) fn choose(found: &mut Found, schema: Option<&Schema>) -> Option<Chosen> {
    let mut candidates = std::mem::take(&mut found.candidates);
    deny_what_was_led_to(&mut candidates, schema);
    let begun = candidates.last().is_some_and(|c| !c.closed());
    let mut last_open = begun;
    if candidates.iter().any(|c| c.weak) && candidates.iter().any(|c| !c.weak) {
        candidates.retain(|c| !c.weak);
        last_open = candidates.last().is_some_and(|c| !c.closed());
    }
    // Elements that follow each other may be one list, of which the last is cut; two answers are not.
    let one_by_one = schema.is_none_or(|schema| !schema.declares());
    let cut = |last: &Candidate| (!last.adjoins || !one_by_one) && !holds_a_record(&last.node);
    let sound = |c: &Candidate| c.closed() && !c.any(Marks::GUESSED) && !strays(c, schema);
    let stays = |candidates: &[Candidate]| match (schema, candidates.split_last()) {
        (Some(schema), Some((last, before))) => says_nothing_new(last, before.iter().rfind(|c| sound(c)), schema),
        _ => false,
    };
    if last_open
        && candidates.iter().any(sound)
        && let stays = stays(&candidates)
        && (stays || candidates.last().is_some_and(cut))
    {
        let last = candidates.pop()?;
        if schema.is_some() && !last.inline && last.node.is_container() && !stays {
            // The answer is what was begun last, and what came before it is what it stands for.
            let chosen = Chosen { closed: false, ..Chosen::of(last, schema) };
            found.superseded = candidates.iter().filter(|c| sound(c) && c.said == Said::Plain).count();
            found.before = told(candidates.iter().rev().filter(|c| sound(c)), &chosen.node);
            return Some(chosen);
        }
        // Brackets in a sentence that is cut, or less than what was said before.
    }
    let whole = |c: &Candidate| c.said == Said::Plain && c.closed() && c.node.is_container();
    if schema.is_none_or(Schema::wants_a_list) && candidates.iter().any(whole) {
        candidates.retain(|c| c.said == Said::Plain);
    }
    if schema.is_none() && candidates.iter().filter(|c| c.is_a_citation()).count() > 1 {
        // `See [1] and [2]`
        candidates.retain(|c| !c.is_a_citation());
    }
    let alone = candidates.len() == 1;
    let mut chosen = match schema {
        None => last_group(candidates, found).map(|c| Chosen::of(c, None)),
        Some(schema) => satisfying(candidates, schema, found),
    }?;
    if alone
        && chosen.closed
        && !chosen.violations.is_empty()
        && let Some((node, done)) = schema.and_then(|schema| Coercer::wrap_element(schema, &chosen.node))
    {
        chosen.repairs.join(done.repairs);
        (chosen.node, chosen.violations) = (node, Wrong::default());
    }
    chosen.closed &= !last_open && !begun;
    Some(chosen)
}

/// What stands in the tags of a result behind an answer is what a tool gave. Behind any other document it is the answer.
fn deny_what_was_led_to(candidates: &mut [Candidate], schema: Option<&Schema>) {
    let is_answer = |before: &Candidate| {
        let Some(schema) = schema else { return true };
        let chosen = Chosen::of(before.clone(), Some(schema));
        let satisfies = chosen.violations.is_empty() && schema.touches(&chosen.node);
        let element = Coercer::wrap_element(schema, &chosen.node).is_some();
        !chosen.node.is_hollow() && (satisfies || element || is_meant_as_an_answer(&chosen, schema))
    };
    let mut led_to: Vec<usize> = Vec::new();
    let mut before: Option<(&Candidate, Option<bool>)> = None;
    for (at, candidate) in candidates.iter().enumerate() {
        if !candidate.given_back {
            before = Some((candidate, None)).filter(|_| !candidate.weak).or(before);
        } else if let Some((before, known)) = &mut before
            && *known.get_or_insert_with(|| is_answer(before))
        {
            led_to.push(at);
        }
    }
    for at in led_to {
        if let Some(candidate) = candidates.get_mut(at) {
            candidate.said = Said::Denied;
        }
    }
}

/// Whether a cut document that follows the whole one `before` at once, without a word between them, has nothing closed
/// that is an answer, or nothing that it has not.
fn says_nothing_new(cut: &Candidate, before: Option<&Candidate>, schema: &Schema) -> bool {
    let alike = |c: &&Candidate| c.fenced == cut.fenced && c.said == Said::Plain && !c.taken_back;
    let Some(before) = before.filter(alike).filter(|_| cut.adjoins || cut.listed) else { return false };
    let mut node = Chosen::of(cut.clone(), Some(schema)).node;
    Gate::new(false, false).run(&mut node, Some(schema));
    if node.marks.has(Marks::OUT) {
        return true;
    }
    // What is left is looked at as if it were the whole.
    let mut left = node.without(Marks::OUT, Marks::UNCLOSED.with(Marks::VIOLATES));
    left.is_hollow()
        || !schema.violations(&mut left).is_empty()
        || left.begins_like(&Chosen::of(before.clone(), Some(schema)).node)
}

/// Whether a list on the way from the root has an element that is whole.
fn holds_a_record(node: &Node) -> bool {
    match &node.data {
        Data::Array(items) => items.first().is_some_and(|first| !first.any(Marks::UNCLOSED.with(Marks::GUESSED))),
        Data::Object(members) => members.iter().any(|(_, n)| matches!(n.data, Data::Array(_)) && holds_a_record(n)),
        Data::Null | Data::Bool(_) | Data::Number(_) | Data::Text(_) => false,
    }
}

fn strays(candidate: &Candidate, schema: Option<&Schema>) -> bool {
    schema.is_some_and(|schema| !Chosen::of(candidate.clone(), Some(schema)).violations.is_empty())
}

/// The last document, with those that it directly follows.
fn last_group(mut candidates: Vec<Candidate>, found: &mut Found) -> Option<Candidate> {
    if candidates.iter().any(|c| c.fenced) {
        let last = candidates.iter().rposition(|c| c.fenced || !c.closed());
        candidates.truncate(last.map_or(0, |at| at + 1));
    }
    let first = candidates.iter().rposition(|c| !(c.adjoins || c.called))?;
    candidates.drain(..first);
    together(candidates, found)
}

fn together(mut group: Vec<Candidate>, found: &mut Found) -> Option<Candidate> {
    if group.len() < 2 {
        return group.pop();
    }
    found.repairs.add(Repair::Concatenated);
    if group.first().is_some_and(|first| {
        !first.node.is_empty() && group.iter().all(|c| c.node.is_container() && c.node.same_value(&first.node))
    }) {
        // Said twice: to do it twice would hurt more than to do it once.
        return group.pop();
    }
    let (start, end) = (group.first()?.start(), group.last()?.end());
    let mut repairs = Repairs::default();
    group.iter().for_each(|c| repairs.join(c.repairs));
    repairs.add(Repair::Concatenated);
    let fenced = group.iter().any(|c| c.fenced);
    let said = group.iter().map(|c| c.said).max().unwrap_or(Said::Plain);
    let items = group.into_iter().map(|c| c.node).collect();
    let node = Node::new(Data::Array(items), start, end, Marks::default());
    let mut one = Candidate::new(Parsed::new(node, end, repairs), start, fenced);
    one.said = said;
    Some(one)
}

fn satisfying(candidates: Vec<Candidate>, schema: &Schema, found: &mut Found) -> Option<Chosen> {
    let several = candidates.len() > 1 && candidates.iter().skip(1).all(|c| c.adjoins || c.called);
    let mut nearest: Option<((bool, usize), Chosen)> = None;
    if schema.wants_a_list()
        && candidates.len() > 1
        && let Some(list) = list(&candidates, schema, found)
    {
        return Some(list);
    }
    let mut candidates = candidates;
    let mut named: Option<(Said, Chosen)> = None;
    // Elements, each of which would be the list of one, the last first; and how many more documents there are.
    let (mut elements, mut others) = (Vec::new(), 0);
    // What stands behind all elements is not meant, and nor may they be.
    let mut unmeant = false;
    // The last answer that cannot be used and that stands in the place of those before it.
    let mut in_their_place: Option<Chosen> = None;
    for at in (0..candidates.len()).rev().take(MOST_TRIED) {
        // All of them together may be the answer: a copy of each for itself, never of all at once.
        let own = if several { candidates.get(at).cloned() } else { candidates.pop() };
        let Some(candidate) = own else { break };
        // In a sentence nothing is named, rather than said, by a list without an element.
        let named_only = candidate.inline && !candidate.fenced || candidate.repairs.has(Repair::Ellipsis);
        let hollow = named_only && candidate.node.is_hollow();
        let said = candidate.said;
        unmeant |= said != Said::Plain && elements.is_empty();
        let (weak, joined, anew) = (candidate.weak, candidate.called || candidate.added, candidate.anew);
        let place = match joined || candidate.listed || candidate.adjoins {
            true => Between::Nothing,
            false if candidate.parted => Between::Words,
            false => Between::Signs,
        };
        let chosen = Chosen::of(candidate, Some(schema));
        if weak && (chosen.is_coerced() || chosen.node.is_hollow()) {
            // Brackets in prose, of which only we would make what is wanted, or which say nothing.
            continue;
        }
        let strange = !schema.touches(&chosen.node);
        if !strange && chosen.violations.is_empty() {
            if said == Said::Plain && !hollow {
                let passed = named.is_some_and(|(_, o)| !o.node.is_hollow() && !o.node.same_value(&chosen.node));
                let before = candidates.get(..at).unwrap_or_default();
                if let Some(last) = in_their_place {
                    found.superseded = 1;
                    found.before = told(before.iter().rev(), &last.node);
                    return Some(last);
                }
                if joined && let Some(all) = beside(before, &chosen, schema, found) {
                    found.repairs.add(Repair::Concatenated);
                    return Some(all);
                }
                note_others(before, &chosen, schema, found);
                if !anew {
                    found.unread.extend(unread(before, &chosen, schema));
                }
                found.superseded += usize::from(passed) + elements.len();
                return Some(chosen);
            }
            if named.as_ref().is_none_or(|(least, _)| said < *least) {
                named = Some((said, chosen));
            }
            continue;
        }
        if said == Said::Plain && !weak {
            match Coercer::wrap_element(schema, &chosen.node).filter(|_| chosen.closed) {
                Some((node, done)) => {
                    let mut element = Chosen { node, violations: Wrong::default(), ..chosen.clone() };
                    element.repairs.join(done.repairs);
                    elements.push((element, place));
                }
                None => {
                    let touches = schema.touches(&chosen.node);
                    let given = joined || place == Between::Nothing || !named_only || !hollow && touches;
                    if given && others < MOST_UNREAD && is_meant_as_an_answer(&chosen, schema) {
                        found.unread.push(spoiled_by(&chosen));
                        // Of a record whatever it may be the words say only what becomes of it.
                        let answers =
                            anew && (schema.has_what_is_needed(&chosen.node) || is_of_elements(&chosen.node, schema));
                        in_their_place = in_their_place.or_else(|| answers.then(|| chosen.clone()));
                    }
                    others += 1;
                }
            }
        }
        let rank = (strange, chosen.violations.len());
        if nearest.as_ref().is_none_or(|(best, _)| rank < *best) {
            nearest = Some((rank, chosen));
        }
    }
    if others == 0
        && !unmeant
        && !several
        && let Some(list) = of_elements(&elements, schema, found)
    {
        return Some(list);
    }
    // What is left is one of them, and no other stands beside it.
    found.unread.clear();
    if let Some((_, chosen)) = named {
        return Some(chosen);
    }
    if several && let Some(list) = together(candidates, found) {
        let chosen = Chosen::of(list, Some(schema));
        let rank = (!schema.touches(&chosen.node), chosen.violations.len());
        if nearest.as_ref().is_none_or(|(best, _)| rank < *best) {
            return Some(chosen);
        }
    }
    nearest.map(|(_, chosen)| chosen)
}

fn spoiled_by(chosen: &Chosen) -> Reason {
    if chosen.closed { Reason::Violation } else { Reason::Unclosed }
}

/// The answers before the chosen one that cannot be used, and why.
fn unread(before: &[Candidate], chosen: &Chosen, schema: &Schema) -> Vec<Reason> {
    let near = before.iter().rev().take(MOST_BEFORE);
    let given = |c: &Candidate| c.fenced || !c.inline || c.called || schema.touches(&c.node) && !c.node.is_hollow();
    let meant = near.filter(|c| c.said == Said::Plain && !c.weak && given(c) && !c.taken_back);
    let all = meant.map(|c| Chosen::of(c.clone(), Some(schema)));
    let spoiled = all.filter(|other| {
        (!other.violations.is_empty() || !other.closed)
            && Coercer::wrap_element(schema, &other.node).is_none()
            && is_meant_as_an_answer(other, schema)
            && !other.node.same_value(&chosen.node)
    });
    spoiled.map(|other| spoiled_by(&other)).collect()
}

/// What stands between a document and the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Between {
    /// Nothing but what sets off the next of a list.
    Nothing,
    Words,
    /// Signs that say nothing: `/`, `->`.
    Signs,
}

/// Elements that stand apart where an object with one list of them is wanted, the last first, each with what stands before
/// it: all of them where each is the next entry after the one before. Behind words the last stands for the others, for
/// they may be drafts.
fn of_elements(elements: &[(Chosen, Between)], schema: &Schema, found: &mut Found) -> Option<Chosen> {
    let ((last, _), before) = elements.split_first()?;
    if before.iter().all(|(other, _)| other.node.same_value(&last.node)) {
        return Some(last.clone());
    }
    let mut between = elements.iter().take(before.len()).map(|(_, between)| *between);
    if between.clone().all(|between| between == Between::Nothing)
        && let Some(list) = as_one(elements.iter().rev().map(|(element, _)| element.clone()), schema)
    {
        found.repairs.add(Repair::Concatenated);
        return Some(list);
    }
    if between.any(|between| between == Between::Signs) {
        return None;
    }
    found.superseded = before.len();
    found.before = before.iter().take(MOST_BEFORE).map(|(other, _)| other.node.to_json(View::All)).collect();
    Some(last.clone())
}

/// The calls that stand one after the other, or the answers that belong together by their words, of which `last` is the
/// last, as one. None where they are no such.
fn beside(before: &[Candidate], last: &Chosen, schema: &Schema, found: &mut Found) -> Option<Chosen> {
    let first = before.iter().rposition(|c| !(c.called || c.added)).unwrap_or_default();
    let all: Vec<Chosen> = before.get(first..)?.iter().map(|c| Chosen::of(c.clone(), Some(schema))).collect();
    // One that cannot be used is told, as it is in a list.
    let spoiled = |one: &Chosen| one.said == Said::Plain && !(one.violations.is_empty() && one.closed);
    let (spoiled, sound): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|one| spoiled(one) && is_meant_as_an_answer(one, schema));
    let one = as_one(sound.into_iter().chain([last.clone()]), schema)?;
    found.unread.extend(spoiled.iter().map(spoiled_by));
    Some(one)
}

/// Answers as one: their lists are one list. They are made together, and none corrects another.
fn as_one(all: impl Iterator<Item = Chosen>, schema: &Schema) -> Option<Chosen> {
    let mut calls: Vec<Chosen> = Vec::new();
    let mut seen: HashMap<u64, Vec<usize>> = HashMap::new();
    for call in all {
        let alike = seen.entry(fingerprint(&call.node)).or_default();
        if !alike.iter().filter_map(|at| calls.get(*at)).any(|known| known.node.same_value(&call.node)) {
            alike.push(calls.len());
            calls.push(call);
        }
    }
    // Another dialect is no doubt.
    let sound = |call: &Chosen| call.closed && call.said == Said::Plain && call.is_in_a_dialect();
    let last = calls.last()?;
    let Data::Object(members) = &last.node.data else { return None };
    let [(key, Node { data: Data::Array(_), .. })] = members.as_ref() else { return None };
    let list = |call: &Chosen| match &call.node.data {
        Data::Object(members) => match members.as_ref() {
            [(own, Node { data: Data::Array(items), .. })] if own == key => Some(items.to_vec()),
            _ => None,
        },
        _ => None,
    };
    if calls.len() < 2 || !calls.iter().all(sound) {
        return None;
    }
    let items: Vec<Node> = calls.iter().map(list).collect::<Option<Vec<_>>>()?.concat();
    let (start, end) = (calls.first()?.span.0, last.span.1);
    let node = |data| Node::new(data, start, end, Marks::default());
    let mut one = Chosen { span: (start, end), ..last.clone() };
    calls.iter().for_each(|call| one.repairs.join(call.repairs));
    one.node = node(Data::Object(Box::new([(key.clone(), node(Data::Array(items.into())))])));
    one.violations = schema.violations(&mut one.node);
    one.violations.is_empty().then_some(one)
}

/// The documents that were left for another, the last of them first.
fn told<'c>(others: impl Iterator<Item = &'c Candidate>, chosen: &Node) -> Vec<Json> {
    let others = others.filter(|c| c.node.is_container() && !c.node.same_value(chosen));
    others.take(MOST_BEFORE).map(|c| c.node.to_json(View::All)).collect()
}

/// What is left out for the answer: documents before it, and how many of them are whole answers, too.
fn note_others(before: &[Candidate], chosen: &Chosen, schema: &Schema, found: &mut Found) {
    let near = before.iter().rev().take(MOST_BEFORE);
    let others: Vec<&Candidate> =
        near.filter(|c| c.closed() && c.node.is_container() && !c.node.same_value(&chosen.node)).collect();
    found.before = told(others.iter().copied(), &chosen.node);
    if !schema.declares() && !schema.wants_a_list() {
        return;
    }
    let others = others.into_iter().filter(|c| schema.declares() || matches!(c.node.data, Data::Array(_)));
    let answers = others
        .into_iter()
        .filter(|c| (c.said == Said::Plain || c.taken_back) && !c.weak)
        .map(|c| Chosen::of(c.clone(), Some(schema)));
    let answers = answers.filter(|other| {
        other.violations.is_empty() && schema.touches(&other.node) && !other.node.same_value(&chosen.node)
    });
    let mut told: Vec<Node> = Vec::new();
    for other in answers {
        if !told.iter().any(|known| known.same_value(&other.node)) {
            told.push(other.node);
        }
    }
    found.superseded = told.len();
}

/// Elements that stand apart, each of which would be a list of one: all of them where nothing stands between but what
/// sets each off; otherwise the last stands for the others, for they may be drafts.
fn apart(candidates: &[Candidate], schema: &Schema, found: &mut Found) -> Option<Chosen> {
    let fits = |c: &&Candidate| {
        matches!(c.node.data, Data::Object(_)) && Chosen::of((*c).clone(), Some(schema)).violations.is_empty()
    };
    let elements: Vec<Candidate> = candidates.iter().filter(fits).cloned().collect();
    let alike = elements.first().is_some_and(|first| elements.iter().all(|c| c.node.same_value(&first.node)));
    if elements.len() < 2 || alike {
        return None;
    }
    let sure = elements.len() == candidates.len() && elements.iter().skip(1).all(|c| c.listed || c.adjoins);
    if !sure {
        let (last, before) = elements.split_last()?;
        found.superseded = before.len();
        found.before = told(before.iter().rev(), &last.node);
        return Some(Chosen::of(last.clone(), Some(schema)));
    }
    let before = found.repairs;
    let chosen = Chosen::of(together(elements, found)?, Some(schema));
    if chosen.violations.is_empty() {
        return Some(chosen);
    }
    found.repairs = before;
    None
}

/// A list as such, or one element a line: the last of either kind. Any object would be a list of one,
/// also one that stands in the prose as an example.
fn list(candidates: &[Candidate], schema: &Schema, found: &mut Found) -> Option<Chosen> {
    let is_list = |c: &&Candidate| matches!(c.node.data, Data::Array(_));
    let sound = |c: &Candidate| Some(Chosen::of(c.clone(), Some(schema))).filter(|c| c.violations.is_empty());
    let lists = candidates.iter().enumerate().rev().filter(|(_, c)| is_list(c));
    for (at, list) in lists {
        if let Some(chosen) = sound(list) {
            note_others(candidates.get(..at).unwrap_or_default(), &chosen, schema, found);
            return Some(chosen);
        }
    }
    let runs =
        candidates.chunk_by(|_, next| next.adjoins).filter(|run| run.len() > 1 && !run.iter().any(|c| is_list(&c)));
    let Some(longest) = runs.max_by_key(|run| run.len()) else { return apart(candidates, schema, found) };
    let all = longest.len() == candidates.len();
    let before = found.repairs;
    let chosen = Chosen::of(together(longest.to_vec(), found)?, Some(schema));
    if all || chosen.violations.is_empty() {
        return Some(chosen);
    }
    found.repairs = before;
    None
}
